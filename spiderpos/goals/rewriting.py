"""Questions rewritten: what each objective and each condition becomes.

The solver proves "impossible" of another question than the one at hand: one that has a line
wherever that has one.  :data:`FORMS` says what becomes of each clause under each rewriting, and
``docs/prover.md``, section 9, why every line for the old goal has an image for the new one.
It is closed: a clause that isn't in it raises NotRewritten, and the question stays undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeAlias

from .conditions import (
    Condition,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    OtherSuits,
)
from .goal import Goal
from .objectives import (
    GetSpaces,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
)
from .placing_objectives import Complete, DigDown, Reach, Uncover, Win
from .terms import LineProgress

Clause: TypeAlias = Objective | Condition


class Rewriting(StrEnum):
    """A way to make another question of one, by its name in the table of ``docs/prover.md``."""

    #: A part of the line has been played; the goal is what is left of it.
    BEGUN = "begun"
    #: Each free cell is one more column, on the right.
    CELLS = "cells"
    #: Complete suits don't go off by themselves; they may be removed by choice.
    STAY = "stay"
    #: Kings go on Aces, and classes don't know where cards lie.
    KINGS = "Kings"
    #: Classes of positions: suits matter for the exact cards only.
    CLASSES = "classes"
    #: Ranks only: is a space made, or a suit completed?
    RANKS = "ranks"
    #: Does any card turn up?
    FIRST_CARD = "first card"
    #: What whoever has won without deals could reach by removing the suits that stand.
    WON = "won"


class Form(StrEnum):
    """What becomes of a clause, by its name in the same table."""

    #: It stays as it is.
    SAME = "same"
    #: What is left of it: ``rest`` of its class; nothing, if it holds whatever follows.
    REST = "rest"
    #: It stays, but for a space that the last move but one makes, if a removal follows.
    BUT_ONE = "but one"
    #: A space is made or a suit completed.
    EVENT = "event"
    #: A part that every win has; see ``parts_of_a_win``.
    PART = "part"
    #: Nothing: the new question doesn't ask for it, or doesn't forbid it.
    OUT = "out"
    #: The question isn't rewritten.
    REFUSED = "refused"


class NotRewritten(Exception):  # noqa: N818 - an answer, not an error
    """A clause that a rewriting doesn't know."""

    def __init__(self, clause: Clause) -> None:
        super().__init__(f"'{clause}'")


class NoMoveLeft(Exception):  # noqa: N818 - an answer, not an error
    """A condition of a goal that allows no further move."""


_COLUMNS: Final = tuple(Rewriting)
_S, _R, _B, _E, _P, _O, _X = Form


def _row(*forms: Form) -> dict[Rewriting, Form]:
    return dict(zip(_COLUMNS, forms, strict=True))


#: What each class of clauses becomes under each rewriting.
FORMS: Final[Mapping[type[Clause], Mapping[Rewriting, Form]]] = {
    #                 begun cells stay kings classes ranks first won
    RemoveSuits: _row(_R, _S, _S, _S, _S, _E, _O, _X),
    RemoveNumber: _row(_R, _S, _S, _S, _S, _E, _O, _X),
    RemoveBefore: _row(_R, _S, _S, _S, _S, _E, _O, _X),
    GetSpaces: _row(_S, _S, _S, _S, _S, _E, _O, _X),
    SpaceIn: _row(_S, _S, _S, _O, _S, _E, _O, _X),
    SpaceBack: _row(_R, _R, _S, _S, _S, _O, _O, _X),
    TurnUp: _row(_R, _S, _S, _S, _S, _O, _O, _X),
    Uncover: _row(_S, _S, _S, _O, _S, _O, _O, _X),
    DigDown: _row(_R, _S, _S, _O, _X, _O, _O, _X),
    Complete: _row(_S, _S, _S, _O, _S, _E, _O, _X),
    Reach: _row(_S, _X, _S, _O, _X, _O, _O, _X),
    Win: _row(_S, _S, _S, _O, _S, _E, _O, _P),
    NoDealing: _row(_S, _S, _S, _S, _S, _S, _S, _S),
    NoTurningUp: _row(_S, _S, _S, _S, _S, _O, _X, _O),
    OtherSuits: _row(_R, _S, _S, _S, _S, _O, _O, _O),
    NoRemoving: _row(_S, _S, _S, _S, _S, _O, _S, _O),
    NoMakingASpace: _row(_S, _O, _B, _S, _S, _O, _S, _O),
    Moves: _row(_R, _O, _O, _S, _O, _O, _S, _O),
}


def form(clause: Clause, rewriting: Rewriting) -> Form:
    """Return what becomes of a clause.  Raises NotRewritten if the table doesn't have it."""
    result = FORMS.get(type(clause), {}).get(rewriting, Form.REFUSED)
    if result is Form.REFUSED:
        raise NotRewritten(clause)
    return result


def rewrite(goal: Goal, rewriting: Rewriting, progress: LineProgress) -> Goal:
    """Return the goal that a question is rewritten to.

    Args:
        progress: what the line has done so far; its start is where the question begins.

    Returns:
        The new goal, maybe without an objective.  Those of the forms EVENT and PART aren't in it:
        whoever rewrites so says what they become.

    Raises:
        NotRewritten: if the table doesn't have a clause.
        NoMoveLeft: if a condition allows no further move.
        Unclear: if what is left of a condition can't be said.
    """
    objectives: list[Objective] = []
    for objective in goal.objectives:
        match form(objective, rewriting):
            case Form.SAME:
                objectives.append(objective)
            case Form.REST:
                rest = objective.rest(progress)
                objectives += [rest] if rest is not None else []
            case Form.OUT | Form.EVENT | Form.PART:
                pass
            case other:
                raise AssertionError(other)
    conditions: list[Condition] = []
    to_remove = goal.suits_to_remove()
    for condition in goal.conditions:
        match form(condition, rewriting):
            case Form.SAME | Form.BUT_ONE:
                conditions.append(condition)
            case Form.REST:
                kept = condition.rest(progress, to_remove)
                if kept is None:
                    raise NoMoveLeft
                conditions.append(kept)
            case Form.OUT:
                pass
            case other:
                raise AssertionError(other)
    return replace(goal, objectives=tuple(objectives), conditions=tuple(conditions))
