"""Answers of the solver as JSON, for ``solve --json`` and ``solve --save``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from .. import formats, scripts
from ..game.position import Position
from ..game.replay import retrace
from ..goals import plans
from ..goals.goal import Goal
from ..goals.plans import Branch, Plan
from ..text.source import printable
from ..version import __version__
from .prover import blocked, brute, native
from .prover.answer import Answer, Draw, Outcome

#: The script of a line without moves.
NO_MOVE: Final = "# no move is needed\n"


def _engine(method: str) -> str:
    """Return the name of a search method with its version, if it has one: "classes 2"."""
    versions = {"positions": brute.VERSION, "classes": native.VERSION, "heads": blocked.VERSION}
    return f"{method} {versions[method]}" if method in versions else method


def facts(position: Position, goal: Goal, answer: Answer) -> dict[str, Any]:
    """Return an answer as a JSON object; ``docs/how-to/solve.md`` describes its keys."""
    return {
        "spiderpos": __version__,
        "engine": _engine(answer.searched.method),
        **question(position, goal),
        "outcome": str(answer.outcome),
        # The reason may contain a file name, which can have control characters.
        "reason": printable(answer.reason),
        "moves": answer.length if answer.outcome in _WITH_LINE else None,
        "line": _in_words(answer),
        **({"shortest": True} if answer.shortest else {}),
        **({"plan": _branching(answer.plan)} if answer.plan is not None else {}),
        **({"draws": [_draw(draw) for draw in answer.draws]} if answer.draws else {}),
        "searched": asdict(answer.searched),
    }


_WITH_LINE: Final = (Outcome.SOLVED, Outcome.POSSIBLE)


def question(position: Position, goal: Goal) -> dict[str, str]:
    """Return the keys of the JSON object that identify the question."""
    return {
        "rules": str(position.rules),
        "position": formats.dumps(position, "fen").strip(),
        "goal": str(goal),
    }


def _draw(draw: Draw) -> dict[str, Any]:
    solved = draw.outcome is Outcome.SOLVED
    steps = retrace(draw.position, draw.moves, draw.position)
    return {
        "position": formats.dumps(draw.position, "fen").strip(),
        "outcome": str(draw.outcome),
        "line": (scripts.dumps(steps) if steps else NO_MOVE) if solved else None,
    }


def _in_words(answer: Answer) -> str | None:
    """Return the line or plan of an answer as a script; None if it has neither."""
    if answer.plan is not None:
        return plans.dumps(answer.plan)
    if answer.steps:
        return scripts.dumps(answer.steps)
    return NO_MOVE if answer.outcome in _WITH_LINE else None


def _branching(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON: its moves, and its branches by card.

    A sub-plan that several branches share is listed once, under ``shared``.  Instead of ``plan``,
    these branches have ``number``, its number in that list, from 1.
    """
    numbers = plans.shared(plan)
    parts = {id(part): part for part in plan.parts()}

    def written(plan: Plan) -> dict[str, Any]:
        return {
            "moves": [instruction.in_one_line for instruction in plan.script.instructions],
            "branches": [branch(each) for each in plan.branches],
        }

    def branch(branch: Branch) -> dict[str, Any]:
        cards = [str(card) for card in branch.cards]
        if number := numbers.get(id(branch.plan)):
            return {"cards": cards, "number": number}
        return {"cards": cards, "plan": written(branch.plan)}

    shared = [written(parts[part]) for part in numbers]
    return written(plan) | ({"shared": shared} if shared else {})
