"""What a position knows of the deal that it came from.

A game is dealt from one deck of 104 cards.  ``Position.hand`` is the part that is still to
come, the next card first; ``Position.dealt`` the part that has come, the last card first, as
in Woods' save lines.  His program deals column by column, each from its face-up card to the
top, and a row from column 1 to column 10.  So ``dealt`` shows the later rows first, each from
column 10 to column 1.  Then comes the initial tableau from column 10 to column 1, each from the
top down.  Together the two give the initial position back.
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
    """Return True if nothing was done yet: the layout of the rules' start, the hand untouched.

    The cards need not be known, and are *not* checked.
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
    """Return the ``dealt`` of an initial position whose tableau is all known, otherwise empty."""
    if not is_initial(position):
        return ()
    cards = tuple(
        card for column in reversed(position.columns) for card in (*column.down, *column.up)
    )
    return () if UNKNOWN in cards else cards


def with_history(position: Position) -> Position:
    """Return the position with ``dealt`` filled in, if it is empty and follows from it."""
    dealt = () if position.dealt else dealt_at_start(position)
    return replace(position, dealt=dealt) if dealt else position


def initial(position: Position) -> Position | None:
    """Return the initial position of the game, rebuilt from the hand and the dealt part.

    None if the dealt part isn't known to the last card of the tableau.  The layout is that of
    ``position.rules.start``.  Whether ``position`` can be reached from it is *not* checked.
    """
    rules = position.rules
    dealt = position.dealt
    if len(position.hand) + len(dealt) != DECKS or UNKNOWN in dealt:
        return None
    rows = len(dealt) - sum(rules.start)
    if rows < 0:
        return None
    columns = []
    at = len(dealt)
    for count in rules.start:
        cards = dealt[at - count : at]
        columns.append(Column(cards[:-1], cards[-1:]))
        at -= count
    return Position(
        tuple(columns), dealt[:rows][::-1] + position.hand, rules=rules, dealt=dealt[rows:]
    )


def contradiction(position: Position) -> str | None:
    """Return how the dealt part contradicts the rest of a position, in words; None if it doesn't.

    It must make 104 cards with the hand, no card may be in the deck too often, and a known deck
    leaves no card unknown.  Face-down cards must lie where they were dealt, and no more face-up
    cards may lie on cards that they don't fit than rows were dealt.  A position without a dealt
    part contradicts nothing.
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
    for often, count in deck.items():
        if count > copies and often:
            return f"the {often} is in the deck {count} times"
    known = UNKNOWN not in deck
    rows = -((sum(rules.start) - len(dealt)) // COLUMNS)
    at = len(dealt)
    for number, (column, count) in enumerate(zip(position.columns, rules.start, strict=False), 1):
        down, up = column.down, column.up
        if known and not (all(down) and all(up)):
            return f"a card of column {number} isn't known, but the whole deck is"
        if down:
            if len(down) >= count:
                return f"column {number} has more face-down cards than it was dealt"
            begun = dealt[max(0, at - count) : at]
            if down != begun[: len(down)]:
                for first, card in zip(begun, down, strict=False):
                    if first and card and first != card:
                        return (
                            f"by the dealt part the {first} lies face down in column {number} "
                            f"where the column has the {card}"
                        )
        at -= count
        if known and len(up) > rows + 1 and breaks(up, rules) > rows:
            return (
                f"in column {number} more cards lie on cards that they don't fit than rows "
                f"were dealt ({rows}); some must be face down"
            )
    return None


def breaks(up: Sequence[Card], rules: Rules) -> int:
    """Return the number of face-up cards that lie on one that they can't have been moved to.

    Each of them was dealt there, so a column has no more of them than rows were dealt.  Cards that
    aren't known count for none.
    """
    ranks = codes_of(up).translate(_RANKS)
    wrong = 0
    for above, below in pairwise(ranks):
        if above - below != 1 and above and below:
            wrong += not (rules.kings_on_aces and above == ACE and below == KING)
    return wrong
