"""What can be asked of a position: the goals that are mined for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...game.cards import KING, Card, Suit
from ...game.position import Position
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
from .asking import Asker

__all__ = ["aims", "conditions", "removable", "removals", "suits_in_sight", "uncoverings"]


def conditions(position: Position) -> tuple[Condition, ...]:
    """Without dealing; and where cards lie face down, without turning any up.

    So nothing depends on cards that a reader can't see.
    """
    return (NoDealing(), NoTurningUp()) if position.face_down else (NoDealing(),)


def suits_in_sight(position: Position) -> list[Suit]:
    """The suits of which all thirteen ranks lie face up."""
    seen = {c for column in position.columns for c in column.up}
    return [suit for suit in Suit if all(Card(4 * rank + suit) in seen for rank in range(1, 14))]


def removals(position: Position) -> list[Objective]:
    """To remove each of the suits in sight."""
    return [RemoveSuits((suit,)) for suit in suits_in_sight(position)]


def removable(position: Position, asker: Asker) -> list[Suit]:
    """The suits that are proved to come off."""
    said = conditions(position)
    return [
        suit
        for suit in suits_in_sight(position)
        if asker.can(position, Goal((RemoveSuits((suit,)),), said))
    ]


def uncoverings(position: Position) -> Iterator[Objective]:
    """To get down to the highest face-up card of columns with something on it."""
    for number, column in enumerate(position.columns, 1):
        if len(column.up) > 2 and (column.down or column.up[0].rank == KING):
            yield Uncover(column.up[0], number)


def aims(position: Position, asker: Asker) -> Iterator[Goal]:
    """The goals that can be reached from a position, but for those that follow from others."""
    said = conditions(position)
    spaces = len(position.spaces)
    suits = removable(position, asker)
    space = Goal((GetSpaces(spaces + 1),), said)
    if asker.can(position, space):
        greater = Goal((GetSpaces(spaces + 2),), said)
        if asker.can(position, greater):
            yield greater
        yield space
        keeping = space.under(OtherSuits(0))
        if suits and asker.can(position, keeping):
            yield keeping
    for pair in combinations(suits, 2):
        both = Goal((RemoveSuits(pair),), said)
        if asker.can(position, both):
            yield both
    for suit in suits:
        yield Goal((RemoveSuits((suit,)),), said)
        bare = Goal((RemoveSuits((suit,)),), said).under(NoMakingASpace())
        if not spaces and asker.can(position, bare):
            yield bare
    for objective in uncoverings(position):
        under = Goal((objective,), said)
        if asker.can(position, under):
            yield under
