"""A position and a goal as data for the compiled core for pages (``native/page.cpp``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..formats import fen
from ..game.cards import Suit
from ..game.position import Position
from .conditions import Condition
from .goal import Goal
from .objectives import Objective
from .terms import GoalNumbers, Limits


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
    is_encodable = len(requirements.in_words) == len(requirements.dug)
    return {
        "words": str(objective),
        "kind": "objective",
        "numbers": [int(number) for number in numbers] if is_encodable else None,
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
    is_encodable = not limits.in_words
    return {
        "words": str(condition),
        "kind": "condition",
        "numbers": numbers if is_encodable else None,
    }
