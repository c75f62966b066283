"""Layout of pictures, in the units of a card (100 by 140).

The columns are side by side, with their numbers above them.  Above the numbers is a row of
smaller cards with the hand, the cells and the removed suits, unless the position has none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ...game.cards import KING, Card, card
from ...game.moves import FromCell, Remove, Shift, ToCell
from ...game.position import Column, Position
from ...text.wording import count_phrase
from .cardart import HEIGHT, INDEX, WIDTH
from .drawing import Arrow, Drawing, DrawingError, Mark

MARGIN: Final = 10
#: The horizontal distance between columns.
PITCH: Final = WIDTH + 12
#: The visible height of a covered face-down card.
STRIP_DOWN: Final = 13
#: The scale of the cards above the columns.
SMALL: Final = 0.62
_SMALL_WIDTH: Final = WIDTH * SMALL
_SMALL_HEIGHT: Final = HEIGHT * SMALL
_BETWEEN: Final = 40
_NUMBERS: Final = 26
_HAND_STEP: Final = 15
_CELL_STEP: Final = 72
_REMOVED_STEP: Final = 29
#: The maximum number of cards drawn for the hand.
_FAN: Final = 10


class Placed(NamedTuple):
    """A card or digit in a picture: its name in :mod:`.cardart`, its place and its scale."""

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


class ArrowLine(NamedTuple):
    """An arrow from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


class Layout:
    """The layout of the picture of a position.

    ``width`` and ``height`` are the size of the picture.  ``cards`` are ordered from back to
    front.  ``digits`` are the numbers of columns and of deals.  ``boxes`` and ``lines`` are the
    marks and arrows, which are drawn over the cards.  Raises DrawingError for marks and arrows on
    cards that the position doesn't have.
    """

    def __init__(self, position: Position, drawing: Drawing) -> None:
        self._position = position
        self._hidden = drawing.show_hidden
        self.cards: list[Placed] = []
        self.digits: list[Placed] = []
        self.boxes: list[Box] = []
        self.lines: list[ArrowLine] = []
        blocks = [_hand_width(position)]
        for count, step in ((position.cells, _CELL_STEP), (position.removed, _REMOVED_STEP)):
            if count:
                blocks.append((len(count) - 1) * step + _SMALL_WIDTH)
        row = sum(blocks) + _BETWEEN * (len(blocks) - 1)
        self.width = 2 * MARGIN + max(len(position.columns) * PITCH - (PITCH - WIDTH), row)
        top: float = MARGIN
        if position.hand or position.removed or position.cells:
            self._row()
            top += _SMALL_HEIGHT + 14
        #: The y coordinate of the columns.
        self._top = round(top + (_NUMBERS if drawing.column_numbers else 0))
        #: The y coordinates of the cards of each column.
        self._tops = [self._column(*column) for column in enumerate(position.columns)]
        if drawing.column_numbers:
            for number in range(1, len(position.columns) + 1):
                x = MARGIN + (number - 1) * PITCH + WIDTH / 2
                self._number(number, x, top + 10, 0.7)
        lowest = max([tops[-1] for tops in self._tops if tops] or [self._top])
        self.height = lowest + HEIGHT + MARGIN if position.columns else self._top
        for mark in drawing.marks:
            if isinstance(mark, Mark):
                self.boxes.append(self._box(mark.column, mark.count))
            else:
                self.boxes += self._seen(mark)
        for arrow in drawing.arrows:
            self._arrow(arrow)

    def _column(self, index: int, column: Column) -> tuple[int, ...]:
        """Place the cards of a column, and return their y coordinates."""
        x, y = MARGIN + index * PITCH, self._top
        if column.is_space:
            self.cards.append(Placed("space", x, y))
            return ()
        tops = []
        for face in column.down:
            tops.append(y)
            if self._hidden and face:
                self.cards += [Placed(f"t{face}", x, y), Placed("veil", x, y)]
                y += INDEX
            else:
                self.cards.append(Placed("back", x, y))
                y += STRIP_DOWN
        for left, face in zip(reversed(range(len(column.up))), column.up, strict=True):
            tops.append(y)
            # Only the index of a covered card is visible.
            self.cards.append(Placed(f"t{face}" if face and left else _name(face), x, y))
            y += INDEX
        return tuple(tops)

    def _row(self) -> None:
        """Place the hand, the cells and the removed suits above the columns."""
        position = self._position
        fan = _fan(position)
        for i in range(fan):
            self.cards.append(Placed("back", MARGIN + i * _HAND_STEP, MARGIN, SMALL))
        if not position.hand:
            self.cards.append(Placed("none", MARGIN, MARGIN, SMALL))
        else:
            right = MARGIN + (fan - 1) * _HAND_STEP + _SMALL_WIDTH
            middle = right + 8 + len(str(position.deals_left)) * 9
            self._number(position.deals_left, middle, MARGIN + _SMALL_HEIGHT / 2, 1)
        for i, occupant in enumerate(position.cells):
            name = "space" if occupant is None else _name(occupant)
            self.cards.append(Placed(name, self._cell_x(i), MARGIN, SMALL))
        for i, suit in enumerate(position.removed, 1 - len(position.removed)):
            name = "unknown" if suit is None else str(card(KING, suit))
            x = round(self.width - MARGIN - _SMALL_WIDTH + i * _REMOVED_STEP, 2)
            self.cards.append(Placed(name, x, MARGIN, SMALL))

    def _cell_x(self, index: int) -> float:
        return MARGIN + _hand_width(self._position) + _BETWEEN + index * _CELL_STEP

    def _number(self, number: int, x: float, y: float, scale: float) -> None:
        """Place a number centred at a point.  There is a single shape for 10."""
        digits = ["10"] if number == 10 else list(str(number))
        left = x - (len(digits) - 1) * 9 * scale
        for i, digit in enumerate(digits):
            place = round(left + i * 18 * scale, 2)
            self.digits.append(Placed(f"r{digit}", place, round(y, 2), scale))

    def _tops_of(self, number: int) -> tuple[int, ...]:
        if not 0 < number <= len(self._tops):
            count = count_phrase(len(self._tops), "column")
            raise DrawingError(f"there is no column {number}: the position has {count}")
        return self._tops[number - 1]

    def _box(self, column: int, count: int | None) -> Box:
        """Return the rectangle around the lowest ``count`` cards of a column, or (None) all."""
        tops = self._tops_of(column)
        if count is not None and not 0 < count <= len(tops):
            have = count_phrase(len(tops), "card")
            raise DrawingError(f"column {column} has {have}: its lowest {count} can't be marked")
        first = tops[-count] if count else min(tops, default=self._top)
        last = max(tops, default=self._top)
        return Box(MARGIN + (column - 1) * PITCH, first, WIDTH, last - first + HEIGHT)

    def _seen(self, target: Card) -> list[Box]:
        """Return the rectangles around the visible parts of all copies of a card."""
        boxes = []
        for number, column in enumerate(self._position.columns):
            tops = self._tops[number]
            names = [*(c if self._hidden else 0 for c in column.down), *column.up]
            for name, y, below in zip(names, tops, (*tops[1:], None), strict=False):
                if name == target:
                    high = HEIGHT if below is None else below - y
                    boxes.append(Box(MARGIN + number * PITCH, y, WIDTH, high))
        cells = enumerate(self._position.cells, 1)
        boxes += [self._cell_box(number) for number, occupant in cells if occupant == target]
        if not boxes:
            raise DrawingError(f"no {target} is visible in the picture")
        return boxes

    def _cell_box(self, number: int) -> Box:
        if not 0 < number <= len(self._position.cells):
            count = count_phrase(len(self._position.cells), "free cell")
            raise DrawingError(f"there is no cell {number}: the position has {count}")
        return Box(self._cell_x(number - 1), MARGIN, _SMALL_WIDTH, _SMALL_HEIGHT)

    def _arrow(self, arrow: Arrow) -> None:
        """Add an arrow, and a box around the cards that it moves."""
        match arrow:
            case Shift(source, target, count):
                box, end = self._source(source, count), self._end(target)
                if source == target:
                    raise DrawingError(f"an arrow from column {source} to itself")
            case ToCell(column, cell):
                box, end = self._source(column, 1), _middle(self._cell_box(cell))
            case FromCell(cell, column):
                box, end = self._cell_box(cell), self._end(column)
                if not self._position.cells[cell - 1]:
                    raise DrawingError(f"cell {cell} is empty: nothing can move from it")
            case Remove(column):
                box = self._source(column, min(13, len(self._tops_of(column))))
                end = self.width - MARGIN - _SMALL_WIDTH / 2, MARGIN + _SMALL_HEIGHT / 2
            case _:
                raise DrawingError(
                    "a deal has no arrow: only a card's move from place to place has"
                )
        x, y = box.x + box.width / 2, box.y + min(box.height, HEIGHT) / 2
        if box not in self.boxes:
            self.boxes.append(box)
        self.lines.append(ArrowLine(*(round(n, 2) for n in (x, y, *end))))

    def _source(self, column: int, count: int) -> Box:
        if not self._tops_of(column):
            raise DrawingError(f"column {column} is empty: nothing can move from it")
        return self._box(column, count)

    def _end(self, column: int) -> tuple[float, float]:
        return _middle(self._box(column, 1 if self._tops_of(column) else None))


def _name(face: Card) -> str:
    return str(face) if face else "unknown"


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _fan(position: Position) -> int:
    """Return the number of cards drawn for the hand: one per deal, at most ``_FAN``."""
    return min(_FAN, max(1, position.deals_left)) if position.hand else 0


def _hand_width(position: Position) -> float:
    number = 8 + 18 * len(str(position.deals_left)) if position.hand else 0
    return (max(1, _fan(position)) - 1) * _HAND_STEP + _SMALL_WIDTH + number
