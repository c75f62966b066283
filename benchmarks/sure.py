"""Benchmark of goals with "whatever turns up", for positions that still have face-down cards.

    python -m benchmarks.sure lines        # or played, goals; prints each answer, then the totals

``lines``: positions of winning lines of the classic deals (``certificates/``) with an empty hand
and 1 to 8 face-down cards.  ``played``: the first position with an empty hand and 2 to 8 face-down
cards of games by the policy ``weighing``, which sees only face-up cards.  In both the goal
is to win.  ``goals``: other goals, for the first position with 2 to 12 face-down cards of such
games with four and two suits, with any hand.  All hidden cards are made unknown.

The limit of each search is in processor seconds, because the machine may have other work.  An
answer is a plan, or an order of the cards that is proved lost.  The time to check the plan with
the engine is listed separately.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks.report import Figures
from spiderpos import formats
from spiderpos.game.position import Position
from spiderpos.goals import plans
from spiderpos.goals.goal import Goal, parse
from spiderpos.solver import Budget, Searched, solve
from spiderpos.solver.budget import WORK_PER_SECOND

#: The sets of positions by name, with the limit of processor seconds for each position.
SETS = {"lines": 2.0, "played": 10.0, "goals": 10.0}
WHATEVER = "whatever turns up"
_HERE = Path(__file__).parent


def questions(name: str) -> Iterator[tuple[Position, Goal]]:
    """Yield the positions of a set, each with its goal."""
    for line in (_HERE / f"sure-{name}.txt").read_text().splitlines():
        text, _, goal = line.partition(" | ")
        position = formats.loads(text, "fen")
        yield position, parse(goal or f"win {WHATEVER}", position=position)


class _Late(Exception):  # noqa: N818 - not an error
    """Raised when the processor time for a position is used up."""


def decide(position: Position, goal: Goal, seconds: float) -> tuple[str, float, float]:
    """Return the outcome of a position, and the seconds of the search and of the check."""
    start = time.process_time()
    checking = 0.0

    def progress(_searched: Searched) -> None:
        if time.process_time() - start > seconds:
            raise _Late

    def check(*args: Any, **options: Any) -> plans.Checked:
        nonlocal checking
        before = time.process_time()
        checked = _check(*args, **options)
        checking += time.process_time() - before
        return checked

    _check, budget = plans.check, Budget(work=round(seconds * WORK_PER_SECOND))
    try:
        with mock.patch.object(plans, "check", check):
            answer = solve(position, goal, budget=budget, progress=progress)
    except _Late:
        return "undecided", seconds, checking
    return str(answer.outcome), time.process_time() - start - checking, checking


def of_set(name: str) -> Figures:
    """Return the results for the positions of a set."""
    rows: list[tuple[int, str, float, float]] = []
    for position, goal in questions(name):
        outcome, search, check = decide(position, goal, SETS[name])
        late = search > SETS[name]
        rows.append((position.face_down, "undecided" if late else outcome, search, check))
        print(name, len(rows), *rows[-1], flush=True)
    decided = [(search, check) for _, outcome, search, check in rows if outcome != "undecided"]
    return {
        "of": len(rows),
        "seconds": SETS[name],
        "sure": sum(row[1] == "solved" for row in rows),
        "lost": sum(row[1] == "impossible" for row in rows),
        "checked too": sum(search + check <= SETS[name] for search, check in decided),
        "median": round(statistics.median(search for search, _ in decided), 3),
        "median check": round(statistics.median(check for _, check in decided), 3),
        "hidden": {
            str(hidden): [
                sum(row[0] == hidden and row[1] != "undecided" for row in rows),
                sum(row[0] == hidden for row in rows),
            ]
            for hidden in sorted({row[0] for row in rows})
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("set", choices=SETS)
    print(of_set(parser.parse_args().set))
