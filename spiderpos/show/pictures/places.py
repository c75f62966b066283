"""Where everything lies in a picture, in the units of a card (100 by 140).

The columns stand side by side, their numbers above them; the hand, the cells and the removed
suits lie in a row of smaller cards above that, if there are any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ...game.cards import KING, Card, card
from ...game.moves import FromCell, Remove, Shift, ToCell
from ...game.position import Column, Position
from ...text.wording import count_phrase
from .cardart import HEIGHT, INDEX, WIDTH
from .drawing import Arrow, Drawing, DrawingError, Mark

__all__ = ["Box", "Layout", "Line", "Placed", "lay_out"]

MARGIN: Final = 10
PITCH: Final = WIDTH + 12
#: What is seen of a face-down card that another lies on.
STRIP_DOWN: Final = 13
#: The cards above the columns.
SMALL: Final = 0.62
_SMALL_WIDTH: Final = WIDTH * SMALL
_SMALL_HEIGHT: Final = HEIGHT * SMALL
_BETWEEN: Final = 40
_NUMBERS: Final = 26
_HAND_STEP: Final = 15
_CELL_STEP: Final = 72
_REMOVED_STEP: Final = 29
#: How many cards a hand is drawn with at most.
_FAN: Final = 10


class Placed(NamedTuple):
    """A definition of :mod:`.cardart` by its name, where its origin lies, and its scale."""

    name: str
    x: float
    y: float
    scale: float = 1


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


class Line(NamedTuple):
    """An arrow from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture: its size, its cards from back to front, and what is put on them.

    ``digits`` are placed definitions too: the numbers of columns and of deals.
    """

    width: float
    height: float
    cards: tuple[Placed, ...]
    digits: tuple[Placed, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


def lay_out(position: Position, drawing: Drawing) -> Layout:
    """The places of everything in the picture of a position.

    Raises DrawingError for marks and arrows where there is nothing.
    """
    place = _Places(position, drawing)
    return place.layout()


class _Places:
    """Works out a layout, and remembers where the cards of columns and cells went."""

    def __init__(self, position: Position, drawing: Drawing) -> None:
        self.position = position
        self.drawing = drawing
        self.cards: list[Placed] = []
        self.digits: list[Placed] = []
        self.width = 2 * MARGIN + max(
            len(position.columns) * PITCH - (PITCH - WIDTH), self._row_width()
        )
        self.has_row = bool(position.hand or position.removed or position.cells)
        self.top = MARGIN + (self.has_row and _SMALL_HEIGHT + 14)
        self.bottom = self.top
        #: Of each column, the top of each card.
        self.tops: list[tuple[int, ...]] = []

    def layout(self) -> Layout:
        if self.has_row:
            self._row()
        top = round(self.top + (_NUMBERS if self.drawing.column_numbers else 0))
        for number, column in enumerate(self.position.columns, 1):
            x = MARGIN + (number - 1) * PITCH
            if self.drawing.column_numbers:
                self._number(number, x + WIDTH / 2, self.top + 10, 0.7)
            self._column(column, x, top)
        height = max([t[-1] for t in self.tops if t] or [top]) + HEIGHT + MARGIN
        if not self.position.columns:
            height = top
        boxes, lines = self._marks(top)
        return Layout(
            self.width,
            height,
            tuple(self.cards),
            tuple(self.digits),
            tuple(boxes),
            tuple(lines),
        )

    # The columns

    def _column(self, column: Column, x: int, y: int) -> None:
        if column.is_space:
            self.cards.append(Placed("space", x, y))
            self.tops.append(())
            return
        add, tops, hidden = self.cards.append, [], self.drawing.show_hidden
        for found in column.down:
            tops.append(y)
            if hidden and found:
                add(Placed(f"t{found}", x, y))
                add(Placed("veil", x, y))
                y += INDEX
            else:
                add(Placed("back", x, y))
                y += STRIP_DOWN
        last = len(column.up) - 1
        for i, found in enumerate(column.up):
            tops.append(y)
            # Of a card that another lies on only the index is seen.
            add(Placed(f"t{found}" if found and i < last else _name(found), x, y))
            y += INDEX
        self.tops.append(tuple(tops))

    # The row above them

    def _row_width(self) -> float:
        position = self.position
        cells = len(position.cells)
        removed = len(position.removed)
        blocks = [_hand_width(position)]
        if cells:
            blocks.append((cells - 1) * _CELL_STEP + _SMALL_WIDTH)
        if removed:
            blocks.append((removed - 1) * _REMOVED_STEP + _SMALL_WIDTH)
        return sum(blocks) + _BETWEEN * (len(blocks) - 1)

    def _row(self) -> None:
        position = self.position
        for i in range(_fan(position)):
            self.cards.append(Placed("back", MARGIN + i * _HAND_STEP, MARGIN, SMALL))
        if not position.hand:
            self.cards.append(Placed("none", MARGIN, MARGIN, SMALL))
        else:
            right = MARGIN + (_fan(position) - 1) * _HAND_STEP + _SMALL_WIDTH
            middle = right + 8 + len(str(position.deals_left)) * 9
            self._number(position.deals_left, middle, MARGIN + _SMALL_HEIGHT / 2, 1)
        for i, found in enumerate(position.cells):
            name = "space" if found is None else _name(found)
            self.cards.append(Placed(name, self._cell_x(i), MARGIN, SMALL))
        for i, suit in enumerate(position.removed):
            name = "unknown" if suit is None else str(card(KING, suit))
            self.cards.append(Placed(name, self._removed_x(i), MARGIN, SMALL))

    def _cell_x(self, index: int) -> float:
        return MARGIN + _hand_width(self.position) + _BETWEEN + index * _CELL_STEP

    def _removed_x(self, index: int) -> float:
        back = (len(self.position.removed) - 1 - index) * _REMOVED_STEP
        return round(self.width - MARGIN - _SMALL_WIDTH - back, 2)

    def _number(self, number: int, x: float, y: float, scale: float) -> None:
        """A number with its middle at a place; 10 has a shape of its own."""
        digits = ["10"] if number == 10 else list(str(number))
        left = x - (len(digits) - 1) * 9 * scale
        for i, digit in enumerate(digits):
            place = round(left + i * 18 * scale, 2)
            self.digits.append(Placed(f"r{digit}", place, round(y, 2), scale))

    # What is put on the cards

    def _marks(self, top: int) -> tuple[list[Box], list[Line]]:
        boxes: list[Box] = []
        lines: list[Line] = []
        for mark in self.drawing.marks:
            if isinstance(mark, Mark):
                boxes.append(self._box(mark.column, mark.count, top))
            else:
                boxes += self._seen(mark)
        for arrow in self.drawing.arrows:
            box, line = self._arrow(arrow, top)
            if box not in boxes:
                boxes.append(box)
            lines.append(line)
        return boxes, lines

    def _tops(self, number: int) -> tuple[int, ...]:
        if not 0 < number <= len(self.tops):
            count = count_phrase(len(self.tops), "column")
            raise DrawingError(f"there is no column {number}: the position has {count}")
        return self.tops[number - 1]

    def _box(self, column: int, count: int | None, top: int) -> Box:
        """The rectangle around the lowest cards of a column, or around all of it."""
        tops = self._tops(column)
        if count is not None and not 0 < count <= len(tops):
            have = count_phrase(len(tops), "card")
            raise DrawingError(f"column {column} has {have}: its lowest {count} can't be marked")
        first = tops[-count] if count else min(tops, default=top)
        last = max(tops, default=top)
        return Box(MARGIN + (column - 1) * PITCH, first, WIDTH, last - first + HEIGHT)

    def _seen(self, wanted: Card) -> list[Box]:
        """The rectangles around a card wherever it is seen: all of it, or its strip."""
        found = []
        hidden = self.drawing.show_hidden
        for number, (column, tops) in enumerate(
            zip(self.position.columns, self.tops, strict=True), 1
        ):
            names = [*(c if hidden else 0 for c in column.down), *column.up]
            for i, (name, y) in enumerate(zip(names, tops, strict=True)):
                if name == wanted:
                    high = HEIGHT if i + 1 == len(tops) else tops[i + 1] - y
                    found.append(Box(MARGIN + (number - 1) * PITCH, y, WIDTH, high))
        for i, in_cell in enumerate(self.position.cells):
            if in_cell == wanted:
                found.append(self._cell_box(i + 1))
        if not found:
            raise DrawingError(f"no {wanted} is seen in the picture")
        return found

    def _cell_box(self, number: int) -> Box:
        if not 0 < number <= len(self.position.cells):
            count = count_phrase(len(self.position.cells), "free cell")
            raise DrawingError(f"there is no cell {number}: the position has {count}")
        return Box(self._cell_x(number - 1), MARGIN, _SMALL_WIDTH, _SMALL_HEIGHT)

    def _arrow(self, arrow: Arrow, top: int) -> tuple[Box, Line]:
        if isinstance(arrow, Shift):
            box = self._source(arrow.source, arrow.count, top)
            end = self._end(arrow.target, top)
            if arrow.source == arrow.target:
                raise DrawingError(f"an arrow from column {arrow.source} to itself")
        elif isinstance(arrow, ToCell):
            box = self._source(arrow.column, 1, top)
            end = _middle(self._cell_box(arrow.cell))
        elif isinstance(arrow, FromCell):
            box = self._cell_box(arrow.cell)
            if not self.position.cells[arrow.cell - 1]:
                raise DrawingError(f"cell {arrow.cell} is empty: nothing can move from it")
            end = self._end(arrow.column, top)
        elif isinstance(arrow, Remove):
            box = self._source(arrow.column, min(13, len(self._tops(arrow.column))), top)
            end = (self.width - MARGIN - _SMALL_WIDTH / 2, MARGIN + _SMALL_HEIGHT / 2)
        else:
            raise DrawingError("a deal has no arrow: only a card's move from place to place has")
        x, y = box.x + box.width / 2, box.y + min(box.height, HEIGHT) / 2
        return box, Line(*(round(n, 2) for n in (x, y, *end)))

    def _source(self, column: int, count: int, top: int) -> Box:
        if not self._tops(column):
            raise DrawingError(f"column {column} is empty: nothing can move from it")
        return self._box(column, count, top)

    def _end(self, column: int, top: int) -> tuple[float, float]:
        return _middle(self._box(column, 1 if self._tops(column) else None, top))


def _name(found: Card) -> str:
    return str(found) if found else "unknown"


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _fan(position: Position) -> int:
    """How many cards the hand is drawn with: one for each deal, if there aren't too many."""
    return min(_FAN, max(1, position.deals_left)) if position.hand else 0


def _hand_width(position: Position) -> float:
    number = 8 + 18 * len(str(position.deals_left)) if position.hand else 0
    return (max(1, _fan(position)) - 1) * _HAND_STEP + _SMALL_WIDTH + number
