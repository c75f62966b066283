"""Reduce a problem: remove the cards that its idea doesn't need.

Columns and the top cards of columns are removed as long as the length of the shortest solution,
its unique first move, and whether any tempting first move loses stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ..advice.tries import first_steps, goal_after, reversible, tempts
from ..game.engine import Step
from ..game.position import Column, Position
from ..game.survey import Act, act_of
from ..goals.goal import Goal
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus
from ..solver.prover import brute
from ..solver.prover.answer import Budget, Clock, Outcome
from .profile import lives

#: The budget of one search; a reduction that needs more is rejected.
_BUDGET: Final = Budget(None, 64, work=3_000_000)
#: The minimum number of columns of a problem.
_FEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class Point:
    """The features of a problem that reduction preserves.

    These are the solution's length, its first move (the cards and their target), and whether a
    tempting first move loses.
    """

    moves: int
    key: Act
    tried: bool


def size(position: Position) -> int:
    """Return the number of cards in the columns."""
    return sum(len(column.down) + len(column.up) for column in position.columns)


def point_of(position: Position, goal: Goal) -> Point | None:
    """Return the features to preserve.

    None unless it is proved that exactly one first move begins a shortest solution.
    """
    start = known_to_player(position, goal)
    answer = brute.solve(start, goal, budget=_BUDGET).uninterrupted()
    if answer.outcome is not Outcome.SOLVED or not answer.steps:
        return None
    length = len(answer.steps)
    keys = [step for step in first_steps(start, goal) if _moves(start, goal, step) <= length]
    if len(keys) != 1:
        return None
    return Point(length, act_of(keys[0]), _has_try(start, goal))


def _moves(start: Position, goal: Goal, step: Step) -> float:
    """Return the number of moves of the shortest solution that begins with ``step``.

    It is infinite if there is no such line; if undecided, 0, so that the move stays a candidate.
    """
    left = goal_after(goal, start, step)
    if left.goal is None:
        return 1 if left.status is GoalStatus.REACHED else float("inf")
    answer = brute.solve(step.after, left.goal, budget=_BUDGET).uninterrupted()
    if answer.outcome is Outcome.IMPOSSIBLE:
        return float("inf")
    return 1 + len(answer.steps) if answer.outcome is Outcome.SOLVED else 0.0


def _has_try(start: Position, goal: Goal) -> bool:
    return any(True for _ in tries_of(start, goal))


def tries_of(start: Position, goal: Goal, budget: Budget = _BUDGET) -> Iterator[tuple[Step, int]]:
    """Yield the first moves that tempt and lose, each with its :func:`lives`."""
    for step in first_steps(start, goal):
        if not tempts(step) or reversible(step, goal):
            continue
        left = goal_after(goal, start, step)
        if left.goal is None:
            continue
        answer = brute.solve(step.after, left.goal, budget=budget).uninterrupted()
        if answer.outcome is Outcome.IMPOSSIBLE:
            yield step, lives(step.after)


def reduced(position: Position, goal: Goal, budget: Budget | None = None) -> Position:
    """Remove as many cards as possible from a position without changing the problem's features.

    Whole columns are removed first, then top cards, until nothing more can be removed or the
    budget runs out.  The position is unchanged if :func:`point_of` returns None, if the goal names
    a column, or if the hand has cards.
    """
    point = point_of(position, goal)
    if point is None or position.hand or goal.names_a_column:
        return position
    clock = Clock(budget or Budget())
    best = position
    shrinking = True
    while shrinking:
        shrinking = False
        for less in smaller(best):
            if not clock.over and point_of(less, goal) == point:
                best, shrinking = less, True
                break
    return best


def smaller(position: Position) -> Iterator[Position]:
    """Yield the positions without one column, then those without one top card."""
    columns = position.columns
    if len(columns) > _FEWEST:
        for number in range(len(columns)):
            yield replace(position, columns=columns[:number] + columns[number + 1 :])
    for number, column in enumerate(columns):
        less = _without_top(column)
        if less is not None:
            yield replace(position, columns=(*columns[:number], less, *columns[number + 1 :]))


def _without_top(column: Column) -> Column | None:
    if len(column.down) + len(column.up) <= 1:
        return None
    if column.down:
        return Column(column.down[1:], column.up)
    return Column((), column.up[1:])
