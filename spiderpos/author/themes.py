"""The themes of a problem: features of its solution, each tested on the steps.

"declined-join" is a fallback: it applies only without any other theme.

``declined-join``: a natural join loses.  ``poisoned-suit``: removing a suit loses.
``decoy-space``: making a space loses.  ``wrong-twin``: moving the other copy of the card, or
moving it onto the other copy of its target, loses.  ``other-king``: the solution moves a King into
a space, and another King instead loses.  ``space-lent``: cards move, once, into a space that
is empty again later; ``lent-twice``: the same twice or more.  ``switchback``: cards return to the
card that they left; ``round-trip``: the same by way of another column.  ``sacrifice``: cards leave
the next higher card of their suit without joining the other copy.  ``waiting-room``: cards wait on
a card of another suit and move on to another column.  ``clearance``: the first move doesn't tempt,
and uncovers the card that a natural join needs.  ``suit-order``: two suits can be removed in one
order only.  ``swap``: the problem asks which two cards have to change places.  ``sure-card``: the
goal is to turn up a card, whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..advice.tries import tempts
from ..catalogue.themes import Theme
from ..game.cards import KING
from ..game.engine import Step, is_natural_pair, joins_naturally
from ..game.moves import Shift
from ..game.position import Position
from ..goals.goal import Goal, RemoveBefore, RemoveSuits, TurnUp
from ..solver import solve
from ..solver.prover.answer import Budget, Outcome
from .profile import Ply, Profile, Wrong


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution of a problem.  ``goal`` is None if the problem asks for an exchange of cards."""

    start: Position
    goal: Goal | None
    steps: Sequence[Step]
    profile: Profile

    @property
    def shifts(self) -> Iterator[tuple[int, Step, Shift]]:
        """The moves between columns, each with its index in the solution, its step and move."""
        for number, step in enumerate(self.steps):
            if isinstance(step.move, Shift):
                yield number, step, step.move

    @property
    def wrong(self) -> Iterator[tuple[Ply, Wrong]]:
        """Each tempting move that loses, after the solution's move in its place."""
        for ply in self.profile.plies:
            for wrong in ply.tempting:
                yield ply, wrong


def themes_of(solved: Solved) -> tuple[Theme, ...]:
    """Return the themes of a solution."""
    others = tuple(theme for theme, test in _TESTS.items() if test(solved))
    return others or (("declined-join",) if _declined_join(solved) else ())


def _declined_join(solved: Solved) -> bool:
    return any(joins_naturally(wrong.step) for _, wrong in solved.wrong)


def _poisoned_suit(solved: Solved) -> bool:
    return any(wrong.step.removals for _, wrong in solved.wrong)


def _decoy_space(solved: Solved) -> bool:
    return any(
        len(wrong.step.after.spaces) > len(wrong.step.before.spaces) for _, wrong in solved.wrong
    )


def _wrong_twin(solved: Solved) -> bool:
    return any(
        _are_twins(step, wrong.step) for _, step, _ in solved.shifts for _, wrong in solved.wrong
    )


def _are_twins(step: Step, wrong: Step) -> bool:
    """Return True if two moves move equal cards onto equal cards, but use different copies."""
    move, other = step.move, wrong.move
    if not (isinstance(move, Shift) and isinstance(other, Shift)):
        return False
    onto = step.before.column(move.target).bottom
    if step.cards[0] != wrong.cards[0] or onto != wrong.before.column(other.target).bottom:
        return False
    cards = [card for column in wrong.before.columns for card in column.up]
    return (move.source != other.source and cards.count(step.cards[0]) > 1) or (
        move.target != other.target and onto is not None and cards.count(onto) > 1
    )


def _other_king(solved: Solved) -> bool:
    return any(
        _king_into_space(ply.step) and _king_into_space(wrong.step)
        for ply in solved.profile.plies
        for wrong in ply.wrong
        if ply.step.cards != wrong.step.cards
    )


def _king_into_space(step: Step) -> bool:
    move = step.move
    return (
        isinstance(move, Shift)
        and step.cards[0].rank == KING
        and step.before.column(move.target).is_space
    )


def _times_lent(solved: Solved) -> int:
    """Count the moves, except those of whole columns, into a space that is empty again later."""
    return sum(
        any(later.after.column(move.target).is_space for later in solved.steps[number + 1 :])
        for number, step, move in solved.shifts
        if step.before.column(move.target).is_space and not step.after.column(move.source).is_space
    )


def _comes_back(solved: Solved, *, directly: bool) -> bool:
    """Return True if cards return to the card that they left.

    ``directly``: from the column that they moved to; otherwise from another one.
    """
    return any(
        (second.source == first.target) == directly
        and second.target == first.source
        and later.cards[0] == step.cards[0]
        and later.before.column(second.target).bottom == step.after.column(first.source).bottom
        and not step.after.column(first.source).is_space
        for number, step, first in solved.shifts
        for index, later, second in solved.shifts
        if index > number + 1
    )


def _sacrifice(solved: Solved) -> bool:
    return any(
        (left := step.after.column(move.source).bottom) is not None
        and is_natural_pair(left, step.cards[0], step.before.rules)
        and not joins_naturally(step)
        for _, step, move in solved.shifts
    )


def _waiting_room(solved: Solved) -> bool:
    return any(
        second.source == first.target
        and second.target != first.source
        and later.cards[0] == step.cards[0]
        and not step.before.column(first.target).is_space
        and not joins_naturally(step)
        for number, step, first in solved.shifts
        for index, later, second in solved.shifts
        if index > number
    )


def _clearance(solved: Solved) -> bool:
    steps = solved.steps
    key = steps[0].move if steps else None
    if not isinstance(key, Shift) or tempts(steps[0]):
        return False
    bared = steps[0].after.column(key.source).bottom
    return bared is not None and any(
        move.target == key.source
        and step.before.column(move.target).bottom == bared
        and joins_naturally(step)
        for number, step, move in solved.shifts
        if number
    )


_BUDGET: Final = Budget(work=2_000_000)


def _suit_order(solved: Solved) -> bool:
    removed = [removal.suit for step in solved.steps for removal in step.removals]
    if len(removed) < 2 or removed[0] == removed[1] or solved.goal is None:
        return False
    first, second = removed[:2]
    objectives = (RemoveBefore(second, first), RemoveSuits((first,)))
    other = Goal(objectives, solved.goal.conditions)
    answer = solve(solved.start, other, budget=_BUDGET).uninterrupted()
    return answer.outcome is Outcome.IMPOSSIBLE


def _sure_card(solved: Solved) -> bool:
    goal = solved.goal
    return (
        goal is not None
        and goal.whatever
        and any(isinstance(objective, TurnUp) for objective in goal.objectives)
    )


_TESTS: Final[Mapping[Theme, Callable[[Solved], bool]]] = {
    "poisoned-suit": _poisoned_suit,
    "switchback": lambda solved: _comes_back(solved, directly=True),
    "round-trip": lambda solved: _comes_back(solved, directly=False),
    "sacrifice": _sacrifice,
    "wrong-twin": _wrong_twin,
    "other-king": _other_king,
    "space-lent": lambda solved: _times_lent(solved) == 1,
    "lent-twice": lambda solved: _times_lent(solved) > 1,
    "waiting-room": _waiting_room,
    "clearance": _clearance,
    "suit-order": _suit_order,
    "swap": lambda solved: solved.goal is None,
    "sure-card": _sure_card,
    "decoy-space": _decoy_space,
}
