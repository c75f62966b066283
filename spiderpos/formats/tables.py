"""How the cells of some lines make columns: as rows of columns, or as a column a line.

Cells of a row are parted by bars, commas or tabs, or stand below one another.  Which column a cell
belongs to is decided here; what it means, in :mod:`.meanings`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from operator import attrgetter
from statistics import median
from typing import Final

from ..game.cards import Card, Suit, card
from ..game.rules import COLUMNS
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import count_phrase
from .blocks import Block, Line
from .cells import Cell, Kind

__all__ = ["A_CELL", "Fault", "Table", "tables_of"]

#: A number of face-down cards that may stand behind the others: "(2 face down)".
_IN_WORDS: Final = re.compile("[a-z]{3}", re.IGNORECASE)
#: What errors say is expected in a tableau.
A_CELL: Final = "a card as in 10h, -- for a face-down card, or (sp) for an empty column"


class Fault(Exception):  # noqa: N818 - becomes a NotationError, with the place in the text
    """What keeps a table from making columns: the span of the cell, the reason, what would do."""

    def __init__(
        self, span: tuple[int, int], message: str, expected: str = "", settled_by: str = ""
    ) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected
        self.settled_by = settled_by

    def located(self, source: SourceText) -> NotationError:
        """The same as an error that shows the place."""
        start, stop = self.span
        place = source.place(start, stop - start)
        return NotationError(self.message, place, self.expected, self.settled_by)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, each from the top down; None where a row has nothing.

    ``by_lines``: each of them was a line.  ``at_margin``: they were rows that all begin where
    lines do, as if blanks before them were lost.  ``hand`` are rows of the hand that stand below,
    ``assumed`` what was taken for granted.
    """

    columns: tuple[tuple[Cell | None, ...], ...]
    by_lines: bool = False
    at_margin: bool = False
    hand: tuple[Card, ...] | None = None
    assumed: tuple[str, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """All cells."""
        return (cell for column in self.columns for cell in column if cell is not None)


def tables_of(block: Block, *, partial: bool) -> list[Iterator[Table | Fault]]:
    """The tables that a block can be, the likeliest first; for those that it can't be, why.

    Lines with numbers may be rows or columns, so these are two lists; else rows are likelier.
    Tabs and blanks are two ways to one reading.
    """
    return [_tables(block, ways, partial=partial) for ways in _ways(block, partial=partial)]


def _tables(
    block: Block, ways: Sequence[Callable[[Block], Table]], *, partial: bool
) -> Iterator[Table | Fault]:
    for way in ways:
        try:
            table = way(block)
            _check_width(table, block, partial=partial)
            yield table
        except Fault as fault:
            yield fault


def _ways(block: Block, *, partial: bool) -> list[list[Callable[[Block], Table]]]:
    """How the lines may make columns, the likeliest first."""
    labelled = all(line.label is not None for line in block.lines)
    counted = any(cell.kind == Kind.COUNT for line in block.lines for cell in line.cells)
    ways: list[Callable[[Block], Table]] = [_by_blanks]
    if any(map(_inner_bars, block.lines)):
        ways = [_by_bars]
    elif any(line.tabs for line in block.lines):
        ways = [_by_tabs, _by_blanks]
    if labelled:
        return [[_by_lines], ways]
    if counted:
        return [[_by_lines, *ways]]
    return [ways if partial else [*ways, _by_lines]]


def _inner_bars(line: Line) -> bool:
    """Whether bars part the cells of a line, and are no mere frame around it."""
    starts = [cell.start for cell in (*line.cells, *line.numbers)] if line.bars else []
    return any(min(starts, default=0) < bar < max(starts, default=0) for bar in line.bars)


def _check_width(table: Table, block: Block, *, partial: bool) -> None:
    """Raise Fault if a table hasn't as many columns as a tableau."""
    count = len(table.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    line = max(block.lines, key=lambda line: len(line.cells) + len(line.numbers))
    start, stop = line.start, line.start + len(line.text)
    cells = [cell for cell in line.cells if cell.number]
    if cells:
        first, last = (COLUMNS, COLUMNS) if len(cells) > COLUMNS < count else (0, -1)
        start, stop = cells[first].start, cells[last].stop
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    settled_by = "partial" if count < COLUMNS else ""
    if settled_by:
        message += " (a partial position may have fewer)"
    expected = f"{COLUMNS} columns, each with its cell in the first row"
    raise Fault((start, stop), message, expected, settled_by)


def _rows(block: Block) -> list[tuple[Line, list[Cell]]]:
    """The cells of each line, without the numbers of rows.  Raises Fault."""
    lines = block.lines
    suited = any(cell.card and cell.kind != Kind.RANK for line in lines for cell in line.cells)
    merged = [sorted([*line.cells, *line.numbers], key=attrgetter("start")) for line in lines]
    for at in (0, -1):
        ends = [cells[at] for cells in merged if cells and _is_number(cells[at])]
        if len(ends) == len(merged) and _counts_on([int(cell.text) for cell in ends]):
            for cells in merged:
                del cells[at]
    found: list[tuple[Line, list[Cell]]] = []
    for line, cells in zip(lines, merged, strict=True):
        if suited:
            wrong = next((cell for cell in cells if cell.kind == Kind.RANK), None)
            if wrong is not None and (wrong is not cells[0] or not _is_number(wrong)):
                message = f"'{wrong.text}' is a rank without a suit, or a number"
                raise Fault((wrong.start, wrong.stop), message, A_CELL)
            if wrong is not None:
                cells[0] = replace(wrong, kind=Kind.COUNT, number=int(wrong.text))
            found.append((line, cells))
        else:
            found.append((line, [_rank(cell) if _is_number(cell) else cell for cell in cells]))
    return found


def _is_number(cell: Cell) -> bool:
    """Whether a cell is a bare number, which may be a rank or no cell at all."""
    return cell.kind == Kind.RANK and not cell.card


def _counts_on(values: Sequence[int]) -> bool:
    """Whether numbers of rows go up or down by one, perhaps from 10 to 1 again."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def _rank(cell: Cell) -> Cell:
    """A number as a rank; raises Fault if it is none."""
    rank = int(cell.text)
    if not 2 <= rank <= 10:
        raise Fault((cell.start, cell.stop), f"'{cell.text}' is no rank", A_CELL)
    return replace(cell, card=card(rank, Suit.SPADES))


def _by_lines(block: Block) -> Table:
    """A column a line, perhaps with rows of the hand below.  Raises Fault."""
    lines = block.lines
    labels = [line.label for line in lines]
    rows = _rows(block)
    for cell in (cell for _, cells in rows for cell in cells[1:]):
        if cell.kind == Kind.COUNT and not _IN_WORDS.search(cell.text):
            message = "a number of face-down cards stands before the others"
            raise Fault((cell.start, cell.stop), message, A_CELL)
    columns = [tuple(cells) for _, cells in rows]
    if None not in labels:
        numbers = [label for label in labels if label is not None]
        if numbers[0] > 1 or any(b - a != 1 for a, b in pairwise(numbers)):
            columns = [
                (Cell(Kind.COUNT, str(n), line.start, line.start + 1, number=n), *cells)
                for n, (line, cells) in zip(numbers, rows, strict=True)
            ]
    elif any(labels):
        line = next(line for line in lines if line.label is None)
        where = (line.start, line.start + len(line.text))
        raise Fault(where, "this line has no number, and others have", "the number of its column")
    elif all(cells and cells[0].kind == Kind.COUNT for cells in columns) and [
        cells[0].number for cells in columns
    ] == list(range(1, len(columns) + 1)):
        # "(1) xx 7d", "(2) Kd": nobody has one more card face down in each column.
        columns = [cells[1:] for cells in columns]
    hand = columns[COLUMNS:]
    if hand and all(len(row) == COLUMNS for row in hand):
        cards = tuple(cell.card for row in hand for cell in row)
        words = "the rows below the columns are the hand, the first of them dealt next"
        return Table(tuple(columns[:COLUMNS]), by_lines=True, hand=cards, assumed=(words,))
    return Table(tuple(columns), by_lines=True)


def _by_bars(block: Block) -> Table:
    """Rows whose cells are parted by bars, commas or semicolons."""
    return _by_fields(block, [line.bars for line in block.lines], "a bar")


def _by_tabs(block: Block) -> Table:
    """Rows whose cells are parted by tabs."""
    return _by_fields(block, [line.tabs for line in block.lines], "a tab")


def _by_fields(block: Block, parts: Sequence[Sequence[int]], what: str) -> Table:
    """Rows whose cells are parted by what stands at these offsets.

    A bar before the first cell of every row, or behind the last, parts nothing.
    """
    outer = what == "a bar"
    rows: list[list[Cell | None]] = []
    texts = [line.text.strip() for line in block.lines]
    opens = outer and all(text.startswith("|") for text in texts)
    closes = outer and all(text.endswith(("|", ",", ";")) for text in texts)
    for (line, cells), between in zip(_rows(block), parts, strict=True):
        row: list[Cell | None] = [None] * (len(between) + 1)
        for cell in cells:
            at = bisect_left(between, cell.start)
            before = row[at]
            if before is not None:
                message = f"{what} is missing between two cells"
                raise Fault((before.start, cell.stop), message, f"{A_CELL}, and {what}")
            row[at] = cell
        if closes:
            row.pop()
        if opens and line.label is None:
            del row[0]
        rows.append(row)
    # Numbers of rows leave an empty field behind.
    while outer and all(row and row[0] is None for row in rows) and max(map(len, rows)) > COLUMNS:
        for row in rows:
            del row[0]
    return _table(block, rows)


def _by_blanks(block: Block) -> Table:
    """Rows whose cells stand below one another, or that all have a cell for each column."""
    rows = _rows(block)
    counts = {len(cells) for _, cells in rows}
    if counts == {COLUMNS}:
        return _table(block, [list(cells) for _, cells in rows])
    try:
        return _below_one_another(block, rows)
    except Fault:
        if not any("\ufe0f" in line.text for line in block.lines):
            raise
        # Where they are printed, the sign that makes an emoji takes no room.
        return _below_one_another(block, rows, no_room="\ufe0f")


def _below_one_another(
    block: Block, rows: Sequence[tuple[Line, list[Cell]]], no_room: str = ""
) -> Table:
    """Rows whose cells stand below one another.  Raises Fault."""
    spans = [
        [_printed(line.text, c.start - line.start, c.stop - line.start, no_room) for c in cells]
        for line, cells in rows
    ]
    heads = [_printed(block.lines[0].text, start, stop, no_room) for start, stop in block.heads]
    places = _merged([*heads, *(span for row in spans for span in row)])
    widest = max(spans, key=len)
    if len(places) < len(widest):
        places = sorted(widest)
    places = _with_spaces(places, max(line.begins for line in block.lines))
    column_of = {
        span: max(range(len(places)), key=lambda n: _overlap(places[n], span))
        for span in {span for row in spans for span in row}
    }
    table: list[list[Cell | None]] = []
    for (_, cells), row in zip(rows, spans, strict=True):
        placed: list[Cell | None] = [None] * len(places)
        for cell, span in zip(cells, row, strict=True):
            at = column_of[span]
            if placed[at] is not None:
                message = "it can't be said which column this cell stands in"
                raise Fault((cell.start, cell.stop), message, "cells below one another, or tabs")
            placed[at] = cell
        table.append(placed)
    return _table(block, table)


def _printed(text: str, start: int, stop: int, no_room: str) -> tuple[int, int]:
    """Where a stretch of a line is printed, with tabs of eight."""
    if no_room:
        start, stop = (len(text[:at].replace(no_room, "")) for at in (start, stop))
        text = text.replace(no_room, "")
    before = len(text[:start].expandtabs(8))
    return before, before + stop - start


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans with those put together that stand above one another."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((start, stop))
    return found


def _with_spaces(places: list[tuple[int, int]], margin: int) -> list[tuple[int, int]]:
    """The places with those of empty columns that nothing is printed in, if that makes ten.

    They are where twice as much room is left as between others: first of all between two, then
    between ``margin`` and the first one; all others are taken to stand behind the last one.
    """
    missing = COLUMNS - len(places)
    if missing <= 0 or len(places) < 2:
        return places
    pitch = median(b - a for (_, a), (_, b) in pairwise(places))
    found = places[:1]
    for before, place in pairwise(places):
        room = round((place[1] - before[1]) / pitch) - 1
        found += [_beside(before, n * pitch) for n in range(1, room + 1)]
        found.append(place)
    room = min(COLUMNS - len(found), round((found[0][1] - margin) / pitch) - 1)
    found = [_beside(found[0], -n * pitch) for n in range(room, 0, -1)] + found
    found += [_beside(found[-1], n * pitch) for n in range(1, COLUMNS - len(found) + 1)]
    return found if len(found) == COLUMNS else places


def _beside(place: tuple[int, int], by: float) -> tuple[int, int]:
    return place[0] + round(by), place[1] + round(by)


def _overlap(place: tuple[int, int], span: tuple[int, int]) -> tuple[int, int]:
    """How far a cell stands in a place, then how near."""
    (a, b), (c, d) = place, span
    return (b if b < d else d) - (a if a > c else c), -abs(a + b - c - d)


def _table(block: Block, rows: list[list[Cell | None]]) -> Table:
    """The table of these rows, each cell in its place."""
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    width = max(len(block.heads) if len(block.heads) <= COLUMNS else 0, *map(len, rows))
    columns = []
    for column in zip_longest(*rows, [None] * width):
        height = max((n for n, cell in enumerate(column, 1) if cell is not None), default=0)
        columns.append(column[:height])
    return Table(tuple(columns), at_margin=not any(map(_is_indented, block.lines)))


def _is_indented(line: Line) -> bool:
    """Whether a line begins with blanks, a tab or a number, so that it lost nothing there."""
    numbered = line.label is not None or any(c.start == line.start for c in line.numbers)
    return numbered or line.text[:1] in (" ", "\t", "|", ",", ";")
