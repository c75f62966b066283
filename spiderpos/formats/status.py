"""Statements next to a tableau: hand, removed suits, free cells, number of suits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from ..game.cards import UNKNOWN, Card, Suit
from ..game.position import SUIT_LENGTH
from ..game.rules import COLUMNS, WOODS

_MOST_SUITS: Final = 8
_AT_START: Final = max(WOODS.hand_sizes)


class StatementError(ValueError):
    """Raised for a statement that contradicts another one or can't be true."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.message = message
        self.expected = expected


class StatusLines(NamedTuple):
    """The parts of a position that the lines around a tableau state; None for other parts."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] | None = None
    suits: int | None = None


def hand_of(count: int) -> StatusLines:
    """Make the statement that ``count`` unknown cards are in the hand."""
    return StatusLines(hand=(UNKNOWN,) * count)


def hand_with(cards: Sequence[Card]) -> StatusLines:
    """Return the statement that these cards, at least a row, are in the hand."""
    if len(cards) < COLUMNS:
        expected = "ten cards or more, or their number"
        raise StatementError("a hand has at least one row of cards", expected)
    return StatusLines(hand=tuple(cards))


def deals_left(deals: int, cards: int | None = None) -> StatusLines:
    """Make the statement that ``deals`` deals are left, with ``cards`` cards if that is stated."""
    if cards is not None and -(-cards // COLUMNS) != deals and cards // COLUMNS != deals:
        expected = f"{COLUMNS * deals} cards"
        raise StatementError(f"{deals} deals do not have {cards} cards", expected)
    return hand_of(COLUMNS * deals if cards is None else cards)


def deals_made(deals: int) -> StatusLines:
    """Make the statement that ``deals`` rows were dealt from the hand."""
    return hand_of(max(0, _AT_START - COLUMNS * deals))


def removed_suits(count: int | None, suits: Sequence[Suit | None] | None) -> StatusLines:
    """Return the statement that suits are removed; a count of 13, 26 and so on is one of cards."""
    if count is not None and count >= SUIT_LENGTH and count % SUIT_LENGTH == 0:
        count //= SUIT_LENGTH
    if suits is None:
        suits = (None,) * (count or 0)
    elif count not in (None, len(suits)):
        raise StatementError(
            f"{count} suits are not {len(suits)}", "as many suits as their number"
        )
    if len(suits) > _MOST_SUITS:
        raise StatementError(f"two decks do not have {len(suits)} suits", "up to eight suits")
    return StatusLines(removed=tuple(suits))


def merged(statements: Iterable[StatusLines]) -> StatusLines:
    """Combine statements into one.  Raises StatementError if two of them differ."""
    status = StatusLines()
    for statement in statements:
        status = StatusLines(*map(_agreed, status, statement))
    return status


def _agreed(earlier: Any, new: Any) -> Any:
    """Combine the values of two statements; names of suits replace a number of suits."""
    if earlier is None or new is None or earlier == new:
        return new if earlier is None else earlier
    if isinstance(new, int):
        raise StatementError(
            f"{new} suits here, but {earlier} elsewhere in the text", "one of them"
        )
    if len(earlier) != len(new) or (any(earlier) and any(new)):
        message = f"{len(new)} here, but {len(earlier)} elsewhere in the text"
        raise StatementError(message, "the same cards in the hand, and suits removed")
    return new if any(new) else earlier
