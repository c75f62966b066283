"""Derive a position from another one: hide cards, or state cards and removed suits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..game.cards import Card
from ..game.census import validate
from ..game.position import Column, Position
from ..text.errors import NotationError
from ..text.wording import count_phrase

if TYPE_CHECKING:
    from .schema import PositionText
    from .yamltext import Document, KeyPath


def apply_fields(
    base: Position, data: PositionText, document: Document, path: KeyPath, *, partial: bool
) -> Position:
    """Return the position ``base`` with cards hidden or replaced by the fields of ``data``.

    ``path`` is the path of ``data`` in the file.  Raises NotationError if a field doesn't match
    the position, PositionError for a wrong set of cards.
    """

    def mismatch(key: KeyPath, expected: int, noun: str, given: int) -> NotationError:
        place = (*path, *key)
        return NotationError(
            f"{document.key(place)}: expected {count_phrase(expected, noun)}, not {given}",
            document.place(place),
        )

    position = base.hide() if data.hide else base
    columns = list(position.columns)
    for number, cards in (data.face_down or {}).items():
        down = columns[number - 1].down if number <= len(columns) else ()
        if len(cards) != len(down):
            raise mismatch(("face_down", number), len(down), "card", len(cards))
        columns[number - 1] = Column(_fill_unknown(cards, down), columns[number - 1].up)
    for number, card in (data.next or {}).items():
        down = columns[number - 1].down if number <= len(columns) else ()
        if not down:
            raise NotationError(
                f"{document.key((*path, 'next', number))}: no card is face down there",
                document.place((*path, "next", number)),
            )
        columns[number - 1] = Column((*down[:-1], card), columns[number - 1].up)
    position = replace(position, columns=tuple(columns))
    if data.hand is not None:
        if len(data.hand) != len(position.hand):
            raise mismatch(("hand",), len(position.hand), "card", len(data.hand))
        position = replace(position, hand=_fill_unknown(data.hand, position.hand))
    if data.removed is not None:
        if len(data.removed) != len(position.removed):
            raise mismatch(("removed",), len(position.removed), "suit", len(data.removed))
        position = replace(position, removed=data.removed)
    if position != base:
        validate(position, partial=partial, name=str(document.place(path)))
    return position


def _fill_unknown(cards: tuple[Card, ...], base: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return ``cards`` with each ``??`` replaced by the card at the same place in ``base``."""
    return tuple(card or other for card, other in zip(cards, base, strict=True))
