"""Rewriting of goals into weaker ones, for proofs of impossibility.

To prove a question impossible, the solver proves a rewritten question impossible: every line that
solves the original one also gives a line for the rewritten one.  :data:`FORMS` defines the result
for each clause under each rewriting; ``docs/prover.md``, section 9, proves it correct.  A clause
that is refused or has no entry raises NotRewritten.
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
    """A rewriting of questions, by its name in the table of ``docs/prover.md``."""

    #: The first moves of the line have been played; the new goal is what remains of the goal.
    BEGUN = "begun"
    #: Of the columns that the goal gives whole, only the bottom cards and the spaces matter.
    BOTTOMS = "bottoms"
    #: Each free cell becomes an additional column on the right.
    CELLS = "cells"
    #: Complete suits are not removed automatically; the player may remove them.
    STAY = "stay"
    #: Kings go on Aces, and the classes of positions ignore the places of cards.
    KINGS = "Kings"
    #: Positions are grouped into classes in which only exactly known cards have a suit.
    CLASSES = "classes"
    #: Only ranks count: can a space be made, or a suit be completed?
    RANKS = "ranks"
    #: Can any card be turned up?
    FIRST_CARD = "first card"
    #: The result of removing the complete suits of a game that was won without deals.
    WON = "won"


class Form(StrEnum):
    """The form of a clause in a rewritten goal, by its name in the table of ``docs/prover.md``."""

    #: The clause is unchanged.
    SAME = "same"
    #: The clause becomes the part that the moves played leave open (``rest``); none if it holds.
    REST = "rest"
    #: The clause becomes the bottom cards and spaces that it requires (``bottoms``).
    BOTTOMS = "bottoms"
    #: The clause is unchanged, but the move before a final removal may make a space.
    BUT_ONE = "but one"
    #: The clause becomes "a space is made or a suit is completed".
    EVENT = "event"
    #: The clause becomes a goal that every win reaches on the way; see ``solver/winning``.
    PART = "part"
    #: The clause is dropped.
    OUT = "out"
    #: The question can't be rewritten.
    REFUSED = "refused"


class NotRewritten(Exception):  # noqa: N818 - an answer, not an error
    """Raised for a clause that a rewriting does not support."""

    def __init__(self, clause: Clause) -> None:
        super().__init__(f"'{clause}'")


class NoMoveLeft(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a condition, such as a limit on moves, allows no further move."""


_COLUMNS: Final = tuple(Rewriting)
_S, _R, _U, _B, _E, _P, _O, _X = Form


def _row(*forms: Form) -> dict[Rewriting, Form]:
    return dict(zip(_COLUMNS, forms, strict=True))


#: The form of each class of clauses under each rewriting.
FORMS: Final[Mapping[type[Clause], Mapping[Rewriting, Form]]] = {
    #                 begun bottoms cells stay kings classes ranks first won
    RemoveSuits: _row(_R, _S, _S, _S, _S, _S, _E, _O, _X),
    RemoveNumber: _row(_R, _S, _S, _S, _S, _S, _E, _O, _X),
    RemoveBefore: _row(_R, _S, _S, _S, _S, _S, _E, _O, _X),
    GetSpaces: _row(_S, _S, _S, _S, _S, _S, _E, _O, _X),
    SpaceIn: _row(_S, _S, _S, _S, _O, _S, _E, _O, _X),
    SpaceBack: _row(_R, _S, _R, _S, _S, _S, _O, _O, _X),
    TurnUp: _row(_R, _S, _S, _S, _S, _S, _O, _O, _X),
    Uncover: _row(_S, _S, _S, _S, _O, _S, _O, _O, _X),
    DigDown: _row(_R, _U, _S, _S, _O, _X, _O, _O, _X),
    Complete: _row(_S, _S, _S, _S, _O, _S, _E, _O, _X),
    Reach: _row(_S, _U, _X, _S, _O, _X, _O, _O, _X),
    Win: _row(_S, _S, _S, _S, _O, _S, _E, _O, _P),
    NoDealing: _row(_S, _S, _S, _S, _S, _S, _S, _S, _S),
    NoTurningUp: _row(_S, _S, _S, _S, _S, _S, _O, _X, _O),
    OtherSuits: _row(_R, _S, _S, _S, _S, _S, _O, _O, _O),
    NoRemoving: _row(_S, _S, _S, _S, _S, _S, _O, _S, _O),
    NoMakingASpace: _row(_S, _S, _O, _B, _S, _S, _O, _S, _O),
    Moves: _row(_R, _S, _O, _O, _S, _O, _O, _S, _O),
}


def form(clause: Clause, rewriting: Rewriting) -> Form:
    """Return the form that a rewriting gives a clause (see ``FORMS``).  Raises NotRewritten."""
    result = FORMS.get(type(clause), {}).get(rewriting, Form.REFUSED)
    if result is Form.REFUSED:
        raise NotRewritten(clause)
    return result


def rewrite(goal: Goal, rewriting: Rewriting, progress: LineProgress) -> Goal:
    """Rewrite a goal.

    Args:
        goal: The goal of the original question.
        rewriting: The rewriting to apply.
        progress: The line played so far, from the start of the original question.

    Returns:
        The new goal, which may have no objectives.  It does not contain objectives of the forms
        EVENT and PART; the caller must replace them.

    Raises:
        NotRewritten: The rewriting does not support a clause.
        NoMoveLeft: A condition allows no further move.
        Unclear: The goal language can't express the rest of a clause.
    """
    objectives: list[Objective] = []
    for objective in goal.objectives:
        match form(objective, rewriting):
            case Form.SAME:
                objectives.append(objective)
            case Form.REST:
                rest = objective.rest(progress)
                objectives += [rest] if rest is not None else []
            case Form.BOTTOMS:
                objectives += objective.bottoms()
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
                remaining = condition.rest(progress, to_remove)
                if remaining is None:
                    raise NoMoveLeft
                conditions.append(remaining)
            case Form.OUT:
                pass
            case other:
                raise AssertionError(other)
    return replace(goal, objectives=tuple(objectives), conditions=tuple(conditions))
