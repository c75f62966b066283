"""Which card fits on which, and the runs and complete suits that a column ends in."""

from __future__ import annotations

from typing import Final

from .cards import ACE, KING, UNKNOWN, Card, Suit
from .cards import card as make_card
from .position import Column
from .rules import Rules

__all__ = [
    "SUIT_LENGTH",
    "fits",
    "has_complete_suit",
    "is_natural_pair",
    "may_be_complete",
    "natural_run",
    "natural_runs",
    "rank_fits",
]

#: Cards of a complete suit.
SUIT_LENGTH: Final = 13
#: The complete suits, King to Ace.
_COMPLETE: Final = tuple(
    tuple(make_card(rank, suit) for rank in range(KING, ACE - 1, -1)) for suit in Suit
)


def is_natural_pair(upper: Card, lower: Card, rules: Rules) -> bool:
    """Whether ``lower`` on ``upper`` is natural: next lower rank, same suit; both known."""
    if not lower or not upper:
        return False
    return upper - lower == 4 or (
        rules.kings_on_aces
        and upper.rank == ACE
        and lower.rank == KING
        and upper.suit is lower.suit
    )


def fits(head: Card, onto: Card, rules: Rules) -> bool:
    """Whether ``head`` may be placed on the card ``onto``, suits aside; both known."""
    return rank_fits(head >> 2, onto >> 2, rules)


def rank_fits(rank: int, onto: int, rules: Rules) -> bool:
    """As :func:`fits`, for the ranks of the two cards."""
    return onto == rank + 1 or (rules.kings_on_aces and rank == KING and onto == ACE)


def natural_run(column: Column, rules: Rules) -> tuple[Card, ...]:
    """The longest natural run at the bottom of a column, from the top down.

    Empty for a space; a bottom card that is not known is a run of itself.
    """
    up = column.up
    start = len(up) - 1
    if start < 0:
        return ()
    while start > 0 and is_natural_pair(up[start - 1], up[start], rules):
        start -= 1
    return up[start:]


def natural_runs(cards: tuple[Card, ...], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Face-up cards in natural runs, each as long as can be, from the top down."""
    runs: list[tuple[Card, ...]] = []
    start = 0
    for at in range(1, len(cards) + 1):
        if at == len(cards) or not is_natural_pair(cards[at - 1], cards[at], rules):
            runs.append(cards[start:at])
            start = at
    return tuple(runs)


def has_complete_suit(column: Column) -> bool:
    """Whether a complete suit, King down to Ace, is at the bottom of a column."""
    up = column.up
    if len(up) < SUIT_LENGTH or up[-1] >> 2 != ACE or up[-SUIT_LENGTH] - up[-1] != 48:
        return False
    ace = up[-1]
    return all(up[-1 - i] - ace == 4 * i for i in range(1, SUIT_LENGTH))


def may_be_complete(column: Column) -> bool:
    """Whether a complete suit is at the bottom of a column if its unknown cards are right for it.

    False where no card of those thirteen is unknown: :func:`has_complete_suit` answers then.
    """
    cards = column.up[-SUIT_LENGTH:]
    if len(cards) < SUIT_LENGTH or UNKNOWN not in cards:
        return False
    return any(
        all(not found or found == wanted for found, wanted in zip(cards, whole, strict=True))
        for whole in _COMPLETE
    )
