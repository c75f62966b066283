"""The reason why a goal is lost: a card that can't get free, or a clause of the goal.

The compiled core (``native/page/reason.hpp``) finds the reason, for commands and pages: complete
searches prove that the card can't move under the conditions of the goal.  Without the core there
is no reason.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from ..game.engine import Step
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Position
from ..goals.clauses import game_data
from ..goals.goal import Goal
from ..solver.budget import MIB, WORK_PER_SECOND, Budget
from ..text.core import library

#: The maximum time for finding a reason, in seconds.  The core can't be interrupted meanwhile.
_SECONDS: Final = 10
_LETTERS: Final = str.maketrans("♣♦♥♠", "cdhs")


def why_lost(
    start: Position,
    goal: Goal,
    steps: Sequence[Step],
    *,
    still_possible: int = 0,
    line: Sequence[Step] = (),
    budget: Budget | None = None,
) -> str:
    """Return the reason why ``goal`` can't be reached after ``steps``; "" if none is found.

    Args:
        start: The position before the first step, from which the goal counts.
        goal: The goal.  *Not* checked: that it can't be reached after the steps.
        steps: The moves played from ``start``.
        still_possible: The number of steps after which the goal could still be reached.
        line: Moves that reach the goal after the first ``still_possible`` steps.  Without them,
            a card counts as a reason only in a column that the goal names, that has a card
            which the goal names, or that could become a space.
        budget: The limits: the time in all, and the work and memory of each search.  More than
            ten seconds, or their work, is reduced to that.
    """
    answer = reason(start, goal, steps, still_possible, line, budget)
    return str(answer.get("why", "")).translate(_LETTERS)


def reason(
    start: Position,
    goal: Goal,
    steps: Sequence[Step],
    still_possible: int = 0,
    line: Sequence[Step] = (),
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Return the answer of the core for :func:`why_lost`; empty without the core.

    ``why`` is the reason as a phrase, with suit symbols.  ``stuck`` lists the cards that can't get
    free, each as a column (from 1) and an index (from 0); ``targets`` the cards they could go
    onto.  ``moves`` is the line that gets furthest.  An answer without these has an ``error``.
    """
    core = _core()
    if core is None:
        return {}
    budget = budget or Budget(_SECONDS)
    seconds = min(_SECONDS, budget.seconds or _SECONDS)
    work = min(_SECONDS * WORK_PER_SECOND, budget.work or _SECONDS * WORK_PER_SECOND)
    game = f"{_game(start, goal)}{_link(steps)}"
    text = f"lost {len(steps)} {still_possible}\n{game}\n{_link(line)}"
    address = core.spiderpos_page(text.encode(), seconds, budget.mebibytes * MIB, work)
    if not address:
        return {}
    answer: dict[str, Any] = json.loads(ctypes.string_at(address))
    core.spiderpos_free(address)
    return answer


@cache
def _core() -> ctypes.CDLL | None:
    """Return the compiled core; None if it isn't installed."""
    core = library()
    if core is not None:
        core.spiderpos_page.restype = ctypes.c_void_p
        core.spiderpos_page.argtypes = [ctypes.c_char_p, *[ctypes.c_double] * 3]
        core.spiderpos_free.argtypes = [ctypes.c_void_p]
    return core


def _game(start: Position, goal: Goal) -> str:
    """Return the start and the goal in the form of a request (``native/page.cpp``)."""
    data = game_data(start, goal)
    lines = [data["position"]["fen"], *["w"] * goal.whatever]
    for clause in data["goal"]["clauses"]:
        kind, numbers = clause["kind"][0], clause["numbers"]
        encoded = f"u{kind}" if numbers is None else " ".join(map(str, (kind, *numbers)))
        lines.append(f"{encoded}\t{clause['words']}")
    return "\n".join(lines) + "\n\n"


def _link(steps: Sequence[Step]) -> str:
    """Return moves in the short form of ``native/page/link.hpp``."""
    return "".join(_short(step.move) for step in steps)


def _short(move: Move) -> str:
    match move:
        case Shift(source, target, count):
            return f"{_letter(source)}{_letter(target)}{count if count > 1 else ''}"
        case Remove(column):
            return f"R{_letter(column)}"
        case ToCell(column, cell):
            return f"T{_letter(column)}{cell}"
        case FromCell(cell, column):
            return f"F{cell}{_letter(column)}"
        case Deal():
            return "D"


def _letter(column: int) -> str:
    return "abcdefghij"[column - 1]
