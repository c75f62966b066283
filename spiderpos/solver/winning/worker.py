"""The process that solves deals for :mod:`spiderpos.solver.winning.batch`.

It reads tasks from standard input and writes results to standard output, a JSON object a line.
It ends when its input does, and soon after the process that started it is gone.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from ... import formats, scripts
from ...formats.base import ReadOptions
from ...game.position import Position
from ...goals.goal import Goal, parse
from .. import solve, winning
from ..processes import end_with
from ..prover import Answer, Budget
from ..prover.answer import MIB

__all__ = ["main", "solved"]


def solved(
    position: Position, goal: Goal, budget: Budget, *, shorten: bool = False
) -> dict[str, Any]:
    """Solve one deal, and say how, as a JSON object.

    ``shorten``: a line that is found is shortened for as long as the budget has time left.
    """
    began = time.monotonic()
    answer = solve(position, goal, budget=budget)
    saved = 0
    if shorten and answer.steps:
        spent = time.monotonic() - began
        left = None if budget.seconds is None else max(0.0, budget.seconds - spent)
        shorter = winning.shorten(
            position, answer.steps, goal, budget=Budget(left, budget.mebibytes)
        )
        answer, saved = answer.shortened(shorter), shorter.saved
    return _facts(answer, time.monotonic() - began) | {
        "moves": len(answer.steps) or None,
        "saved": saved if shorten else None,
        "line": scripts.dumps(answer.steps, "words") if answer.steps else None,
    }


def _facts(answer: Answer, seconds: float) -> dict[str, Any]:
    return {
        "outcome": str(answer.outcome),
        "reason": answer.reason,
        "seconds": round(seconds, 3),
        "positions": answer.searched.classes,
        "mebibytes": round(answer.searched.bytes / MIB, 1),
        "beam": answer.searched.rounds or None if answer.searched.method == "beam" else None,
    }


def main() -> None:
    """Solve what comes in, until nothing more does."""
    end_with(os.getppid())
    for line in sys.stdin:
        task = json.loads(line)
        position = formats.loads(
            task["position"], "json", options=ReadOptions(partial=task["partial"])
        )
        budget = Budget(task["seconds"], task["mebibytes"])
        result = solved(position, parse(task["goal"]), budget, shorten=task["shorten"])
        try:
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            os._exit(1)


if __name__ == "__main__":
    main()
