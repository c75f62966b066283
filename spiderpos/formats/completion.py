"""What a tableau alone doesn't say: how many cards are in the hand, and which suits are removed.

In a full position it follows.  The 104 cards less those shown are 13 for each removed suit and
the hand, and the hand shrinks by a row of ten at a time.  Notations that show no more than the
tableau end here.
"""

from __future__ import annotations

from dataclasses import replace

from .. import census
from ..cards import UNKNOWN, Card, Suit
from ..census import DECKS, CardCount, HandAndSuits, MissingCards
from ..errors import NotationError, PositionError
from ..position import Column, Position
from ..rules import Rules
from ..wording import count_phrase, join_words
from .base import ReadOptions

__all__ = ["complete", "under_its_own_rules"]

#: Sets of 13 in the two decks.
_SUITS = 8


def complete(
    columns: tuple[Column, ...],
    cells: tuple[Card | None, ...],
    options: ReadOptions,
    *,
    name: str = "<text>",
    hand: tuple[Card, ...] | None = None,
) -> Position:
    """The position with this tableau and these cells, checked by the census.

    ``hand`` is the hand where the notation says it; otherwise it holds ``UNKNOWN`` cards.  Of
    the removed suits those are named that must be among them, going by the cards that are
    known; the others are None.  ``options.hand`` and ``options.removed`` say what they say.  In
    a partial position nothing is in the hand and nothing removed unless they say so.

    Raises PositionError with all faults; NotationError, without a place, if it isn't clear how
    many cards are in the hand (a last row that may be short can leave that open).
    """
    shown = sum([len(column.down) + len(column.up) for column in columns])
    shown += sum(held is not None for held in cells)
    size = options.hand if hand is None else len(hand)
    gone = None if options.removed is None else len(options.removed)
    if options.partial:
        size, gone = size or 0, gone or 0
    elif size is None or gone is None:
        fitting = _fitting(DECKS - shown, options.rules, size, gone)
        if not fitting:
            raise _misfit(columns, cells, options, name, shown, size, gone)
        if len(fitting) > 1:
            raise _undecided(fitting)
        size, gone = fitting[0]
    if hand is None:
        hand = (UNKNOWN,) * size
    position = Position(columns, hand, options.removed or (), cells, options.rules)
    if options.removed is None and gone:
        position = replace(position, removed=_removed(gone, position))
    census.validate(position, partial=options.partial, name=name)
    return position


def _fitting(rest: int, rules: Rules, hand: int | None, gone: int | None) -> list[tuple[int, int]]:
    """The sizes of the hand and numbers of suits that make up ``rest`` cards."""
    sizes = rules.hand_sizes if hand is None else (hand,)
    return [
        (size, (rest - size) // 13)
        for size in sizes
        if (rest - size) % 13 == 0
        and 0 <= (rest - size) // 13 <= _SUITS
        and gone in (None, (rest - size) // 13)
    ]


def _removed(gone: int, position: Position) -> tuple[Suit | None, ...]:
    """So many removed suits: those that must be among them, then None for each other."""
    left = census.suits_left(census.accounted_for(position), position.rules)
    total = sum(left.values())
    if total < gone:
        return (None,) * gone
    named = [suit for suit, sets in left.items() for _ in range(gone - (total - sets))]
    return (*named, *(None,) * (gone - len(named)))


def _misfit(
    columns: tuple[Column, ...],
    cells: tuple[Card | None, ...],
    options: ReadOptions,
    name: str,
    shown: int,
    hand: int | None,
    removed: int | None,
) -> PositionError:
    """No hand and no suits fit; with all else that is wrong."""
    position = Position(columns, (), (), cells, options.rules)
    faults = [f for f in census.faults(position) if not isinstance(f, (CardCount, MissingCards))]
    if shown > DECKS:
        misfit = CardCount(shown)
    else:
        misfit = HandAndSuits(shown, DECKS, options.rules.hand_sizes, hand, removed)
    return PositionError([*faults, misfit], name, hint=census.too_often(position))


def under_its_own_rules(error: PositionError, key: str) -> PositionError:
    """The same of a text that says its rules behind ``key``: what helps stands there."""
    hint = error.hint.replace("--rules ", key).replace("--rule ", "")
    return PositionError(error.faults, error.name, hint=hint)


def _undecided(fitting: list[tuple[int, int]]) -> NotationError:
    ways = join_words(
        (
            f"{count_phrase(hand, 'card')} in the hand and {count_phrase(gone, 'suit')} removed"
            for hand, gone in fitting
        ),
        "or",
    )
    return NotationError(
        f"the cards shown leave {ways}", expected="to be told the cards in the hand (--hand N)"
    )
