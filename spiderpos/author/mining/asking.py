"""Goals to try for a position, and queries to the prover about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ...game.cards import KING, Suit, card
from ...game.engine import Step
from ...game.moves import Deal
from ...game.position import Position
from ...game.survey import arrangement, distinct_moves
from ...goals.goal import (
    Condition,
    GetSpaces,
    Goal,
    NoDealing,
    NoMakingASpace,
    NoTurningUp,
    Objective,
    OtherSuits,
    RemoveSuits,
    Uncover,
)
from ...goals.remainder import what_is_left
from ...solver import prover
from ...solver.detours import trim
from ...solver.prover import Answer, Budget, Outcome


@dataclass(frozen=True, slots=True)
class Try:
    """Tempting moves that lose: the goal is proved impossible after them."""

    steps: tuple[Step, ...]
    left: Goal


@dataclass(slots=True)
class Asker:
    """Queries the prover, caches its answers and counts the queries.

    ``budget`` limits each query.  Its memory should be the limit that is reached first, because
    that doesn't depend on the speed of the machine.
    """

    budget: Budget
    questions: int = 0
    _cache: dict[tuple[Position, Goal], Answer] = field(default_factory=dict)

    def _answer(self, position: Position, goal: Goal) -> Answer:
        answer = self._cache.get((position, goal))
        if answer is None:
            self.questions += 1
            answer = prover.solve(position, goal, budget=self.budget)
            self._cache[position, goal] = answer
        return answer.uninterrupted()

    def can(self, position: Position, goal: Goal) -> bool:
        """Return True if it is proved that the goal can be reached."""
        return self._answer(position, goal).outcome is Outcome.SOLVED

    def cannot(self, position: Position, goal: Goal) -> bool:
        """Return True if it is proved that the goal can't be reached."""
        return self._answer(position, goal).outcome is Outcome.IMPOSSIBLE

    def losing(self, steps: Sequence[Step], goal: Goal) -> Try | None:
        """Return the moves as a try if the rest of the goal is proved impossible, else None.

        None also if the moves themselves break a condition of the goal.
        """
        if not steps:
            return None
        left = what_is_left(goal, steps[0].before, steps).goal
        if left is None or not self.cannot(steps[-1].after, left):
            return None
        return Try(tuple(steps), left)

    def line(self, position: Position, goal: Goal) -> tuple[Step, ...]:
        """Return a line without detours that reaches the goal.

        Empty if none is found.
        """
        steps = self._answer(position, goal).steps
        return trim(position, steps, goal).uninterrupted().steps if steps else ()

    def forget(self) -> None:
        """Clear the cache; call this between positions."""
        self._cache.clear()


# Moves


def changing_moves(position: Position) -> tuple[Step, ...]:
    """Return the distinct moves of a position, without deals and those that change nothing."""
    here = arrangement(position)
    return tuple(
        step
        for step in distinct_moves(position)
        if not isinstance(step.move, Deal) and arrangement(step.after) != here
    )


def allowed_moves(position: Position, goal: Goal) -> list[Step]:
    """Return the distinct moves without those that turn up or remove cards against the goal."""
    may_remove, limits = goal.suits_to_remove(), goal.limits
    return [
        step
        for step in changing_moves(position)
        if not (step.turned and limits.no_turning_up)
        and not (
            limits.other_suits == 0
            and may_remove.others([removal.suit for removal in step.removals])
        )
    ]


# Goals


def conditions(position: Position) -> tuple[Condition, ...]:
    """Return the conditions of mined goals: no dealing and, if cards are face down, no turning up.

    They ensure that the solution never depends on hidden cards.
    """
    return (NoDealing(), NoTurningUp()) if position.face_down else (NoDealing(),)


def suits_in_sight(position: Position) -> list[Suit]:
    """Return the suits with all thirteen ranks face up."""
    seen = {c for column in position.columns for c in column.up}
    return [suit for suit in Suit if all(card(rank, suit) in seen for rank in range(1, 14))]


def removals(position: Position) -> list[Objective]:
    """Return the objectives to remove each of the suits in sight."""
    return [RemoveSuits((suit,)) for suit in suits_in_sight(position)]


def removable(position: Position, asker: Asker) -> list[Suit]:
    """Return the suits that are proved to be removable."""
    limits = conditions(position)
    return [
        suit
        for suit in suits_in_sight(position)
        if asker.can(position, Goal((RemoveSuits((suit,)),), limits))
    ]


def uncoverings(position: Position) -> Iterator[Objective]:
    """Yield the objectives to uncover the first face-up card of a column.

    The column must have more than two face-up cards, and face-down cards or a King at its top.
    """
    for number, column in enumerate(position.columns, 1):
        if len(column.up) > 2 and (column.down or column.up[0].rank == KING):
            yield Uncover(column.up[0], number)


def aims(position: Position, asker: Asker) -> Iterator[Goal]:
    """Yield those goals among the candidates that are proved to be reachable from a position."""
    limits = conditions(position)
    spaces = len(position.spaces)
    suits = removable(position, asker)
    space = Goal((GetSpaces(spaces + 1),), limits)
    if asker.can(position, space):
        greater = Goal((GetSpaces(spaces + 2),), limits)
        if asker.can(position, greater):
            yield greater
        yield space
        keeping = space.under(OtherSuits(0))
        if suits and asker.can(position, keeping):
            yield keeping
    for pair in combinations(suits, 2):
        both = Goal((RemoveSuits(pair),), limits)
        if asker.can(position, both):
            yield both
    for suit in suits:
        yield Goal((RemoveSuits((suit,)),), limits)
        bare = Goal((RemoveSuits((suit,)),), limits).under(NoMakingASpace())
        if not spaces and asker.can(position, bare):
            yield bare
    for objective in uncoverings(position):
        under = Goal((objective,), limits)
        if asker.can(position, under):
            yield under
