"""JSON data for pages: positions (``docs/pages.md``), moves, and games for the core.

Positions are in the JSON notation (:mod:`spiderpos.formats.json_format`).
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ...formats import fen, json_format
from ...game.cards import Suit
from ...game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ...game.position import Position
from ...goals.conditions import Condition
from ...goals.goal import Goal
from ...goals.objectives import Objective
from ...goals.terms import GoalNumbers, Limits


def position_data(position: Position, *, face_down: bool = True) -> dict[str, Any]:
    """Return a position in the JSON notation, limited to the data that a board shows.

    The hand is a number of cards; rules and history are left out.  Without ``face_down``, the
    face-down cards of a column are a number, too.
    """
    data: dict[str, Any] = json.loads(
        json_format.dumps(position if face_down else position.hide())
    )
    for key in ("spiderpos", "rules", "dealt"):
        data.pop(key, None)
    return data | {"hand": len(position.hand)}


# Games for the core in a page


def move_data(move: Move) -> dict[str, str | int]:
    """Return a move in the form of ``core.js``: columns and cells from 1, or 0 for none."""
    match move:
        case Shift(source, target, count):
            return {"kind": "shift", "from": source, "to": target, "count": count}
        case ToCell(column, cell):
            return {"kind": "to-cell", "from": column, "to": cell, "count": 1}
        case FromCell(cell, column):
            return {"kind": "from-cell", "from": cell, "to": column, "count": 1}
        case Remove(column):
            return {"kind": "remove", "from": column, "to": 0, "count": 0}
        case Deal():
            return {"kind": "deal", "from": 0, "to": 0, "count": 0}


def game_data(position: Position, goal: Goal | None) -> dict[str, Any]:
    """Return a position and a goal in the form of ``core.js``.

    The position is in FEN, without its history.  The goal is a list of clauses, each with its
    words and its encoding in numbers (None if it can't be encoded).
    """
    goal_data = None
    if goal is not None:
        clauses = [_objective_data(objective, position) for objective in goal.objectives]
        clauses += map(_condition_data, goal.conditions)
        goal_data = {"words": str(goal), "whatever": goal.whatever, "clauses": clauses}
    return {"position": {"fen": fen.dumps(replace(position, dealt=()))}, "goal": goal_data}


def _objective_data(objective: Objective, position: Position) -> dict[str, Any]:
    requirements = GoalNumbers()
    objective.ask(requirements, position)
    dug = [len(requirements.dug)]
    dug += [number for card, column in requirements.dug for number in (card.code, column)]
    none_removed = int(requirements.none_removed)
    numbers = [*requirements.words, none_removed, *requirements.reach_words, *dug]
    known = len(requirements.in_words) == len(requirements.dug)
    return {
        "words": str(objective),
        "kind": "objective",
        "numbers": [int(number) for number in numbers] if known else None,
    }


def _condition_data(condition: Condition) -> dict[str, Any]:
    limits = condition.limit(Limits())
    numbers = [
        int(limits.no_dealing),
        int(limits.no_turning_up),
        sum(1 << suit.code for suit in Suit if suit in limits.no_removing_suits),
        int(limits.no_making_a_space),
        -1 if limits.other_suits is None else limits.other_suits,
        -1 if limits.moves is None else limits.moves,
    ]
    known = not limits.in_words
    return {
        "words": str(condition),
        "kind": "condition",
        "numbers": numbers if known else None,
    }
