"""Positions and moves as the searches in ``native/winning.cpp`` take them: any house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final

from ...game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ...game.position import Position
from ...game.rules import DealOverSpaces
from .question import Unsupported, check_board

_DEAL_OVER: Final = tuple(DealOverSpaces)
#: The options of ``Rules`` that the core is told, and those that make no difference to it.
_RULES: Final = frozenset(
    {"cells", "deal_over_spaces", "short_last_deal", "kings_on_aces", "automatic_removal"}
    | {"suits", "start", "scored_suits"}
)


class _Kind(IntEnum):
    SHIFT = 0
    DEAL = 1
    REMOVE = 2
    TO_CELL = 3
    FROM_CELL = 4


def words(position: Position) -> list[int]:
    """As ``read`` in ``native/winning.cpp`` takes them; 0 for a card that isn't known.

    Raises Unsupported for what it doesn't take.
    """
    rules = position.rules
    for name, value in rules.describe().items():
        if name not in _RULES:
            raise Unsupported(f"the rule {name}={value}")
    check_board(position)
    numbers = [
        len(position.columns),
        len(position.cells),
        _DEAL_OVER.index(rules.deal_over_spaces),
        int(rules.short_last_deal),
        int(rules.kings_on_aces),
        int(rules.automatic_removal),
    ]
    for column in position.columns:
        numbers += [len(column.down), *column.down, len(column.up), *column.up]
    for card in position.cells:
        numbers += [0] if card is None else [1, card]
    return [*numbers, len(position.hand), *position.hand, len(position.removed)]


def from_moves(moves: Iterable[Move]) -> list[int]:
    """Moves as the core takes them, without their number."""
    numbers: list[int] = []
    for move in moves:
        match move:
            case Shift(source, target, count):
                numbers += [_Kind.SHIFT, source - 1, target - 1, count]
            case Deal():
                numbers += [_Kind.DEAL, 0, 0, 0]
            case Remove(column):
                numbers += [_Kind.REMOVE, column - 1, 0, 0]
            case ToCell(column, cell):
                numbers += [_Kind.TO_CELL, column - 1, cell - 1, 1]
            case FromCell(cell, column):
                numbers += [_Kind.FROM_CELL, cell - 1, column - 1, 1]
    return numbers


def to_moves(reply: Sequence[int]) -> tuple[tuple[Move, ...], Sequence[int]]:
    """The moves that an answer of the core begins with, and the rest of it."""
    count = reply[0] if reply else 0
    moves: list[Move] = []
    for at in range(1, 1 + 4 * count, 4):
        kind, source, target, cards = reply[at : at + 4]
        match _Kind(kind):
            case _Kind.SHIFT:
                moves.append(Shift(source + 1, target + 1, cards))
            case _Kind.DEAL:
                moves.append(Deal())
            case _Kind.REMOVE:
                moves.append(Remove(source + 1))
            case _Kind.TO_CELL:
                moves.append(ToCell(source + 1, target + 1))
            case _Kind.FROM_CELL:
                moves.append(FromCell(source + 1, target + 1))
    return tuple(moves), reply[1 + 4 * count :]
