"""What a position knows of the deal that it came from.

A game is dealt from one deck of 104 cards.  ``Position.hand`` is the part that is still to
come, the next card first; ``Position.dealt`` the part that has come, the last card first, as
in Woods' save lines.  His program deals column by column, each from its face-up card to the
top, and a row from column 1 to column 10: so ``dealt`` shows the later rows first, each from
column 10 to column 1, then the initial tableau from column 10 to column 1, each from the top
down.  Together the two give the initial position back.
"""

from __future__ import annotations

from dataclasses import replace

from .cards import UNKNOWN, Card
from .census import DECKS
from .position import Column, Position

__all__ = ["dealt_at_start", "initial", "is_initial", "with_history"]


def is_initial(position: Position) -> bool:
    """Whether nothing has been done yet: the layout of the rules' start, the hand untouched.

    The cards need not be known, and are *not* checked.
    """
    rules = position.rules
    return (
        len(position.hand) == rules.hand_at_start
        and not position.removed
        and tuple(map(len, position.columns)) == rules.start
        and all(len(column.up) == 1 for column in position.columns)
        and not any(held is not None for held in position.cells)
    )


def dealt_at_start(position: Position) -> tuple[Card, ...]:
    """The ``dealt`` of an initial position whose tableau is all known, otherwise empty."""
    if not is_initial(position):
        return ()
    cards = tuple(
        card for column in reversed(position.columns) for card in (*column.down, *column.up)
    )
    return () if UNKNOWN in cards else cards


def with_history(position: Position) -> Position:
    """The position with ``dealt`` filled in, if it is empty and follows from the position."""
    dealt = () if position.dealt else dealt_at_start(position)
    return replace(position, dealt=dealt) if dealt else position


def initial(position: Position) -> Position | None:
    """The initial position of the game, rebuilt from the hand and the dealt part.

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
