"""The dealt part of the deck: rebuild the initial position, find contradictions.

A game is dealt from one deck of 104 cards.  ``Position.hand`` is the rest of the deck, the next
card first.  ``Position.dealt`` is the part already dealt, the last card first, as in Woods' save
lines.  His program deals the tableau column by column, each from its face-up card to the top, and
a row from column 1 to column 10.  So ``dealt`` starts with the last row, each row from column 10
to column 1.  The initial tableau follows from column 10 to column 1, each column from the top
down.  The hand and the dealt part together determine the initial position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ..text.wording import count_phrase
from .cards import ACE, KING, UNKNOWN, Card, codes_of
from .census import DECKS
from .position import Column, Position
from .rules import COLUMNS, Rules

_RANKS: Final = bytes(code >> 2 for code in range(256))


def is_initial(position: Position) -> bool:
    """Return True if no move was made: the tableau has the layout of ``rules.start``.

    The cards need not be known and are *not* checked.
    """
    rules = position.rules
    return (
        len(position.hand) == rules.hand_at_start
        and not position.removed
        and tuple(map(len, position.columns)) == rules.start
        and all(len(column.up) == 1 for column in position.columns)
        and not any(card is not None for card in position.cells)
    )


def dealt_at_start(position: Position) -> tuple[Card, ...]:
    """Return ``dealt`` for an initial position with a fully known tableau; otherwise ``()``."""
    if not is_initial(position):
        return ()
    cards = tuple(
        card for column in reversed(position.columns) for card in (*column.down, *column.up)
    )
    return () if UNKNOWN in cards else cards


def with_history(position: Position) -> Position:
    """Return the position with an empty ``dealt`` replaced by :func:`dealt_at_start`."""
    dealt = () if position.dealt else dealt_at_start(position)
    return replace(position, dealt=dealt) if dealt else position


def initial(position: Position) -> Position | None:
    """Return the initial position of the game, rebuilt from the hand and the dealt part.

    The layout is that of ``position.rules.start``.  Returns None if the dealt part has an unknown
    card or a wrong number of cards: fewer than the layout, or with the hand not 104.  Whether
    ``position`` can be reached from the initial position is *not* checked.
    """
    rules = position.rules
    dealt = position.dealt
    if len(position.hand) + len(dealt) != DECKS or UNKNOWN in dealt:
        return None
    rows = len(dealt) - sum(rules.start)
    if rows < 0:
        return None
    columns = []
    end = len(dealt)
    for count in rules.start:
        cards = dealt[end - count : end]
        columns.append(Column(cards[:-1], cards[-1:]))
        end -= count
    return Position(
        tuple(columns), dealt[:rows][::-1] + position.hand, rules=rules, dealt=dealt[rows:]
    )


def contradiction(position: Position) -> str | None:
    """Describe a contradiction between the dealt part and the rest of a position, or return None.

    The dealt part and the hand must have 104 cards together, and no card may occur too often in
    them.  If both are known, every card of the columns must be known.  A column must have fewer
    face-down cards than it was dealt, and these must lie where they were dealt.  In a column, the
    cards that don't fit on the card above were dealt there, so there can't be more of them than
    rows were dealt; this is checked only if the deck is known.  A position without a dealt part
    has no contradiction.
    """
    rules, hand, dealt = position.rules, position.hand, position.dealt
    if not dealt:
        return None
    if len(hand) + len(dealt) != DECKS:
        return (
            f"the dealt part has {count_phrase(len(dealt), 'card')}, but with "
            f"{len(hand)} in the hand it must have {DECKS - len(hand)}"
        )
    deck, copies = Counter(hand + dealt), rules.copies
    for card, count in deck.items():
        if count > copies and card:
            return f"the {card} is in the deck {count} times"
    deck_is_known = UNKNOWN not in deck
    rows = -((sum(rules.start) - len(dealt)) // COLUMNS)
    end = len(dealt)
    for number, (column, count) in enumerate(zip(position.columns, rules.start, strict=False), 1):
        down, up = column.down, column.up
        if deck_is_known and not (all(down) and all(up)):
            return f"a card of column {number} isn't known, but the whole deck is"
        if down:
            if len(down) >= count:
                return f"column {number} has more face-down cards than it was dealt"
            initial_cards = dealt[max(0, end - count) : end]
            if down != initial_cards[: len(down)]:
                for first, card in zip(initial_cards, down, strict=False):
                    if first and card and first != card:
                        return (
                            f"by the dealt part the {first} lies face down in column {number} "
                            f"where the column has the {card}"
                        )
        end -= count
        if deck_is_known and len(up) > rows + 1 and breaks(up, rules) > rows:
            return (
                f"in column {number} more cards lie on cards that they don't fit than rows "
                f"were dealt ({rows}); some must be face down"
            )
    return None


def breaks(up: Sequence[Card], rules: Rules) -> int:
    """Return the number of face-up cards that don't fit on the card above them.

    They must have been dealt there, so a column has at most one per row dealt.  A pair with an
    unknown card is not counted.
    """
    ranks = codes_of(up).translate(_RANKS)
    wrong = 0
    for above, below in pairwise(ranks):
        if above - below != 1 and above and below:
            wrong += not (rules.kings_on_aces and above == ACE and below == KING)
    return wrong
