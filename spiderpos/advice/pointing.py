"""Moves given by columns alone, as with a mouse: source and target, or only the source.

The meaning is Woods' (comp.windows.news, 17 January 1990, section III): the "point" button
moves as many cards as possible, the "adjust" button a card and those that cover it, and a click
on a single column moves the cards to the obvious place.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game import engine
from ..game import illegal as errors
from ..game.cards import Card
from ..game.engine import accepting_columns, fits, has_complete_suit, natural_run
from ..game.moves import FromCell, Remove, Shift
from ..game.position import Position


def cards_from(position: Position, column: int, card: Card) -> int:
    """Return the number of cards from ``card`` to the bottom of a column.

    If the column has the card twice, the lower one is used.  Raises NoSuchPlace, or WrongCard if
    the card doesn't lie face up in the column.
    """
    if not 0 < column <= len(position.columns):
        raise errors.NoSuchPlace(column, len(position.columns))
    for count, face_up in enumerate(reversed(position.column(column).up), 1):
        if face_up == card:
            return count
    runs = [natural_run(c, position.rules) for c in position.columns]
    elsewhere = tuple(n for n, run in enumerate(runs, 1) if card in run)
    covered = tuple(n for n, c in enumerate(position.columns, 1) if card in c.up)
    raise errors.WrongCard(column, str(card), runs[column - 1], (), elsewhere, covered)


def unit_from(position: Position, column: int, card: Card) -> int:
    """Return the number of cards from ``card`` to the bottom of a column if they are one run.

    Raises IllegalMove if they are not one natural run.  A mouse click would then move only the run
    at the bottom, but a user who names a card means that card.
    """
    count = cards_from(position, column, card)
    up = position.column(column).up
    run = natural_run(position.column(column), position.rules)
    if count > len(run):
        upper, lower = up[-len(run) - 1], up[-len(run)]
        if not (upper and lower):
            raise errors.UnknownCard(column)
        raise errors.NotNatural(column, upper, lower, run)
    return count


def move_between(position: Position, source: int, target: int, take: int | None = None) -> Shift:
    """Return the move of as many cards as possible from one column to another.

    ``take`` is the maximum number of cards ("this card and those that cover it", see
    :func:`cards_from`).  If it exceeds the natural run at the bottom, the whole run may move.
    Raises IllegalMove if no card can move there.
    """
    run = _moving_run(position, source, take)
    for count in range(len(run), 0, -1):
        move = Shift(source, target, count)
        if engine.can(position, move):
            return move
    try:
        engine.verify(position, Shift(source, target, max(1, len(run))))
    except errors.RankMismatch as mismatch:
        if len(run) == 1:
            raise
        accepting = sorted({n for c in run for n in accepting_columns(position, c, source)})
        raise errors.RankMismatch(
            mismatch.head, target, mismatch.onto, tuple(accepting), run=run
        ) from None
    raise AssertionError("a move that can't be done was verified")


def obvious_move(position: Position, column: int, take: int | None = None) -> Shift | Remove:
    """Return the move of the cards at the bottom of a column to the obvious place.

    ``take`` limits the number of cards as for :func:`move_between`, but no smaller number is
    tried.  (1) A complete suit is removed; otherwise the cards go (2) onto a card of the same
    suit, else (3) onto a card of another suit, else (4) into a space.  Of several such columns the
    leftmost one is used; Woods' document leaves this open.

    Raises EmptyPlace, UnknownCard, NoPlace, NoSuchPlace or TooFewCards.
    """
    run = _moving_run(position, column, take)
    if not run:
        raise errors.EmptyPlace(column)
    if has_complete_suit(position.column(column)) and len(run) >= engine.SUIT_LENGTH:
        return Remove(column)
    head = run[0]
    for places in _places(position, head, column):
        if places:
            return Shift(column, places[0], len(run))
    raise errors.NoPlace(run, column) if head else errors.UnknownCard(column)


def obvious_from_cell(position: Position, cell: int) -> FromCell:
    """Return the move of the card in a free cell to the obvious place.

    Rules (2) to (4) of :func:`obvious_move` apply.  Raises NoSuchPlace, EmptyPlace, UnknownCard
    or NoPlace.
    """
    if not 0 < cell <= len(position.cells):
        raise errors.NoSuchPlace(cell, len(position.cells), "cell")
    card = position.cells[cell - 1]
    if card is None:
        raise errors.EmptyPlace(0, cell=cell)
    for places in _places(position, card):
        if places:
            return FromCell(cell, places[0])
    raise errors.NoPlace((card,), 0, cell) if card else errors.UnknownCard(0, cell)


def _places(position: Position, head: Card, source: int = 0) -> tuple[Sequence[int], ...]:
    """Return the columns onto which a card may go: of its suit, of another suit, spaces."""
    onto_suit: list[int] = []
    onto_other: list[int] = []
    for number, other in enumerate(position.columns, 1):
        if number != source and other.up and other.up[-1] and head:
            bottom = other.up[-1]
            if fits(head, bottom, position.rules):
                (onto_suit if bottom.suit is head.suit else onto_other).append(number)
    return onto_suit, onto_other, position.spaces


def _moving_run(position: Position, column: int, take: int | None) -> tuple[Card, ...]:
    """Return the last ``take`` cards of the natural run at the bottom of a column, or all."""
    if not 0 < column <= len(position.columns):
        raise errors.NoSuchPlace(column, len(position.columns))
    run = natural_run(position.column(column), position.rules)
    if take is not None and take < 1:
        raise errors.TooFewCards(column, take, len(position.column(column).up))
    return run if take is None or take > len(run) else run[-take:]
