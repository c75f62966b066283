"""What is left of a goal once a move has been made, and asking the solver for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from ..engine import Step
from ..goals import (
    GetSpaces,
    Goal,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    TurnUp,
)
from ..judge import Verdict, judge
from ..moves import Deal
from ..position import Position
from ..prover.answer import INTERRUPTED, Answer, Budget, Progress
from ..solving import solve
from ..wording import join_words

__all__ = ["Left", "Standing", "ask", "goal_after"]


class Standing(StrEnum):
    """How a goal stands after a move."""

    REACHED = "reached"
    #: A condition is broken, or the goal is out of reach by what the move did.
    BROKEN = "broken"
    #: ``Left.goal`` is what is to be reached from there.
    OPEN = "open"
    #: What is left can't be said as a goal.
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a goal after a move: how it stands, why, and the goal from there on."""

    standing: Standing
    why: str = ""
    goal: Goal | None = None


def goal_after(goal: Goal, start: Position, step: Step) -> Left:
    """What is left of ``goal``, which is about ``start``, after a first move from it.

    A line reaches the goal from ``start`` with that move if and only if the rest of it reaches
    what is left from there.
    """
    judgement = judge(goal, start, (step,))
    broken = [
        finding
        for finding in judgement.findings[len(goal.objectives) :]
        if finding.verdict is Verdict.FAILS
    ]
    if broken:
        return Left(Standing.BROKEN, join_words(f"{f.phrase}: {f.found}" for f in broken))
    if judgement.reached_at == 1 and judgement.verdict is Verdict.HOLDS:
        return Left(Standing.REACHED, "the goal is reached")
    if judgement.reached_at is not None:
        return Left(Standing.UNCLEAR, "whether the goal is reached depends on hidden cards")
    if not all(turned.card for turned in step.turned) or (
        isinstance(step.move, Deal) and not all(step.cards)
    ):
        return Left(Standing.UNCLEAR, "all depends on which card turns up")
    conditions = goal.conditions
    if conditions.no_making_a_space and len(step.after.spaces) > len(step.before.spaces):
        return Left(Standing.BROKEN, "without making a space: it makes one")
    if conditions.moves is not None:
        if conditions.moves <= 1:
            return Left(Standing.BROKEN, "there is no move left")
        conditions = replace(conditions, moves=conditions.moves - 1)
    removed = [removal.suit for removal in step.removals]
    removing = [
        o for o in goal.objectives if isinstance(o, (RemoveSuits, RemoveNumber, RemoveBefore))
    ]
    if removed and len(removing) > 1:
        return Left(Standing.UNCLEAR, "it removes a suit, and the goal asks for several things")
    if removed and conditions.other_suits is not None:
        others = len(removed) - _asked_for(removing, step)
        conditions = replace(conditions, other_suits=conditions.other_suits - max(0, others))
    objectives: list[Objective] = []
    for objective in goal.objectives:
        match objective:
            case RemoveBefore(first, second) if second in removed and (
                first not in removed or removed.index(second) < removed.index(first)
            ):
                return Left(Standing.BROKEN, f"the {second} go first")
            case RemoveBefore(first, _) if first in removed:
                continue
            case RemoveSuits(suits):
                rest = Counter(suits) - Counter(removed)
                if rest:
                    objectives.append(RemoveSuits(tuple(sorted(rest.elements()))))
            case RemoveNumber(count):
                if count > len(removed):
                    objectives.append(RemoveNumber(count - len(removed)))
            case TurnUp(count, column):
                count -= sum(1 for t in step.turned if column in (None, t.column))
                if count > 0:
                    objectives.append(TurnUp(count, column))
            case SpaceBack():
                if start.spaces:
                    objectives.append(GetSpaces(len(start.spaces)))
            case _:
                objectives.append(objective)
    return Left(Standing.OPEN, "", Goal(tuple(objectives), conditions, goal.whatever))


def _asked_for(removing: list[RemoveSuits | RemoveNumber | RemoveBefore], step: Step) -> int:
    """How many of a step's removals the goal itself asks for."""
    removed = Counter(removal.suit for removal in step.removals)
    for objective in removing:
        match objective:
            case RemoveSuits(suits):
                return (removed & Counter(suits)).total()
            case RemoveBefore(first, _):
                return min(1, removed[first])
            case RemoveNumber(count):
                return min(count, removed.total())
    return 0


def ask(
    position: Position,
    goal: Goal,
    budget: Budget,
    *,
    shortest: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """What the solver says.

    Nothing is raised; Ctrl-C is.
    """
    answer = solve(position, goal, budget=budget, shortest=shortest, progress=progress)
    if answer.reason == INTERRUPTED:
        raise KeyboardInterrupt
    return answer
