"""What is left of a goal once a part of a line has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from ..game import engine
from ..game.cards import Suit
from ..game.engine import Step
from ..game.position import Position
from ..text.wording import join_words
from .goal import (
    Complete,
    Conditions,
    GetSpaces,
    Goal,
    Objective,
    Reach,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
)
from .judge import UNKNOWN_CARDS, Verdict, judge

__all__ = ["Left", "Standing", "what_is_left"]

_DEPENDS: Final = "it depends on a face-up card that isn't known"


class Standing(StrEnum):
    """How a goal stands after a part of a line."""

    REACHED = "reached"
    #: A condition is broken, or the goal is out of reach by what the moves did.
    BROKEN = "broken"
    #: ``Left.goal`` is what is to be reached from there.
    OPEN = "open"
    #: What is left can't be said as a goal.
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a goal: how it stands, why, and the goal from there on."""

    standing: Standing
    why: str = ""
    goal: Goal | None = None


def what_is_left(goal: Goal, start: Position, steps: Sequence[Step]) -> Left:
    """What is left of ``goal``, which is about ``start``, after ``steps`` played from there.

    OPEN: a line that begins with these steps holds for the judge if and only if the rest of it
    holds for ``Left.goal`` (which has ``whatever`` if the goal has; what hidden cards there are
    is not looked at).
    REACHED: the steps hold, and so does every line that begins with them.
    BROKEN: no such line does.  UNCLEAR: one might; the goal language can't say which.
    """
    judgement = judge(replace(goal, whatever=False), start, steps)
    broken = [
        finding
        for finding in judgement.findings[len(goal.objectives) :]
        if finding.verdict is Verdict.FAILS
    ]
    if broken:
        return Left(Standing.BROKEN, join_words(f"{f.phrase}: {f.found}" for f in broken))
    judged = steps[: judgement.reached_at]
    if any(map(engine.depends_on_unknown, judged)) or any(
        finding.verdict is Verdict.UNDECIDED and finding.phrase != UNKNOWN_CARDS
        for finding in judgement.findings[len(goal.objectives) :]
    ):
        return Left(Standing.UNCLEAR, _DEPENDS)
    if judgement.reached_at is not None:
        return Left(Standing.REACHED, "the goal is reached")
    removed = [removal.suit for step in steps for removal in step.removals]
    objectives: list[Objective] = []
    for objective in goal.objectives:
        if isinstance(objective, RemoveBefore):
            suits = [suit for suit in removed if suit in (objective.first, objective.second)]
            if suits and suits[0] is objective.second:
                return Left(Standing.BROKEN, f"the {objective.second} go first")
        rest = _rest_of(objective, start, steps, removed)
        if rest is not None:
            objectives.append(rest)
    conditions = goal.conditions
    if conditions.moves is not None:
        if conditions.moves <= len(steps):
            if judgement.verdict is Verdict.UNDECIDED:
                return Left(Standing.UNCLEAR, _DEPENDS)
            return Left(Standing.BROKEN, "there is no move left")
        conditions = replace(conditions, moves=conditions.moves - len(steps))
    limited = _with_others(goal, conditions, Counter(removed))
    if limited is None:
        why = "it removes a suit, and which others may go off depends on what the goal counts"
        return Left(Standing.UNCLEAR, why)
    return Left(Standing.OPEN, "", replace(goal, objectives=tuple(objectives), conditions=limited))


def _rest_of(
    objective: Objective, start: Position, steps: Sequence[Step], removed: Sequence[Suit]
) -> Objective | None:
    """What is left of an objective; None if it holds from now on."""
    match objective:
        case RemoveSuits(suits):
            more = Counter(suits) - Counter(removed)
            return RemoveSuits(tuple(sorted(more.elements()))) if more else None
        case RemoveNumber(count):
            return RemoveNumber(count - len(removed)) if count > len(removed) else None
        case RemoveBefore(first, _):
            return None if first in removed else objective
        case TurnUp(count, column):
            turned = [t.column for step in steps for t in step.turned]
            done = turned.count(column) if column else len(turned)
            return TurnUp(count - done, column) if count > done else None
        case SpaceBack():
            return GetSpaces(len(start.spaces)) if start.spaces else None
        case GetSpaces() | SpaceIn() | Uncover() | Complete() | Reach() | Win():
            return objective
    assert_never(objective)


def _with_others(goal: Goal, conditions: Conditions, removed: Counter[Suit]) -> Conditions | None:
    """The conditions once suits have been removed; None if they can't be said.

    The judge counts as asked for either the suits that clauses name (the union of them), or as
    many as a clause gives by number, whichever are more.  So a line may keep to a limit of others
    in two ways, and what is left of each is another limit.  It can be said where one of the two
    comes to more than the other whatever follows.
    """
    limit = 0 if conditions.no_removing else conditions.other_suits
    if limit is None or not removed:
        return conditions
    named, number = goal.suits_to_remove()
    gone = removed.total()
    by_name = (removed & named).total()
    if by_name < gone and number > by_name and named - removed:
        return None
    others = gone - max(by_name, min(gone, number))
    if conditions.other_suits is None:
        return conditions
    return replace(conditions, other_suits=max(0, conditions.other_suits - others))
