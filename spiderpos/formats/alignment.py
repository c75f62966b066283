"""Which column each cell of a diagram's rows stands in.

Tabs say it.  Where a diagram has blanks only, its first row, which has a cell in every column,
says where the columns stand, and a row with fewer cells must have them exactly there: flush left
or right with the cells of the first row.  What could be read in two ways is refused.

The rows that come here are known to consist of cells; nothing here knows what the cells mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

from ..rules import COLUMNS

__all__ = ["RowError", "Span", "spans", "split_rows"]

#: Columns of text between two tab stops.
TAB: Final = 8
_NEAREST_STOP: Final = 4
#: A cell is right-aligned in so many characters.
CELL: Final = 3

_MARGIN: Final = re.compile(r"[ >\t]*")
_WORD: Final = re.compile(r"\( \)|[^ \t]+")
_ALIGNED: Final = "tabs between the columns, or every cell exactly below the first row's"

#: Start and stop of a cell in its row.
Span: TypeAlias = tuple[int, int]


class RowError(Exception):
    """Something wrong in one row: the row's index, where in it, and what would be right."""

    def __init__(self, row: int, span: Span, message: str, expected: str) -> None:
        super().__init__(message)
        self.row = row
        self.span = span
        self.message = message
        self.expected = expected


def spans(row: str) -> list[Span]:
    """Where the cells of a row stand; indentation and marks of quoted mail are left out."""
    return [match.span() for match in _WORD.finditer(row, len(_margin(row)))]


def split_rows(rows: Sequence[str]) -> list[list[str]]:
    """The cells of each row by column; the empty string where a row has none.

    ``rows`` are lines without blanks and line ends at their ends.  The first one has a cell in
    every column; a later one may come back with more columns than that.  Raises RowError.
    """
    margins = [_margin(row) for row in rows]
    margin = margins[0][: _shared_start(min(margins), max(margins))]
    inner = [row[len(margin) :] for row in rows]
    try:
        if any("\t" in row for row in inner):
            table, pitch = _by_tabs(inner, len(margin.expandtabs(TAB))), TAB
            if min(margins) == max(margins) and _is_trimmed(inner, margin):
                _check_against_trimming(inner, table)
        else:
            table, pitch = _by_blanks(inner)
    except RowError as fault:
        start, stop = fault.span
        fault.span = (start + len(margin), stop + len(margin))
        raise
    # Ten columns leave no doubt.  Fewer may be ten with the first ones left out.
    if len(table[0]) < COLUMNS and ("\t" in margin or margin.count(" ") >= pitch):
        raise RowError(
            0,
            spans(rows[0])[0],
            f"it can't be told whether the {len(table[0])} columns are only indented, or there "
            "are empty ones on their left",
            "(sp) for each empty column, or no indentation",
        )
    return table


def _shared_start(one: str, other: str) -> int:
    """How many characters two texts have in common at their start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _margin(row: str) -> str:
    match = _MARGIN.match(row)
    return match.group() if match else ""


def _cells(row: str, where: Sequence[Span]) -> list[str]:
    return [row[start:stop] for start, stop in where]


# Tabs


def _by_tabs(rows: Sequence[str], margin: int) -> list[list[str]]:
    """Columns by their tabs, where these leave no doubt; complete rows by counting.

    ``margin`` is the width of what was taken off the rows on their left.
    """
    first = _fields(0, rows[0])
    if first is not None and "" in first:
        missing = first.index("")
        at = sum(len(field) + 1 for field in rows[0].split("\t")[:missing])
        raise RowError(
            0,
            (at, at + 1),
            f"the first row has nothing in column {missing + 1}",
            "a cell in every column of the first row: (sp) for an empty column",
        )
    width = len(spans(rows[0]))
    padding = None if first is None else _Padding(rows)
    table = []
    for index, row in enumerate(rows):
        fields = _fields(index, row)
        where = spans(row)
        if padding is not None and len(where) < width:
            padding.check(index, row)
        if first is None or fields is None:
            if len(where) != width:
                raise _unclear(index, where[0], "blanks stand here in place of tabs")
            fields = _cells(row, where)
        elif len(fields) == 1 and not _is_below(where[0], spans(rows[0])[0], margin):
            raise _unclear(index, where[0], "blanks stand here in place of tabs")
        table.append(fields)
    return table


class _Padding:
    """The blanks that the cells of a diagram have beside them; any more may have been a tab."""

    def __init__(self, rows: Sequence[str]) -> None:
        first = rows[0].split("\t")
        # What stands before the first cell is the margin's affair.
        wide = [_excess(field) for field in first[1:] if _size(field) >= CELL]
        short = [_excess(field) for field in first[1:] if _size(field) == CELL - 1]
        if not short:
            # Whether cells are right-aligned or flush left is told by the shorter ones only; one
            # character may stand for two.
            later = (field for row in rows for field in row.split("\t")[1:])
            short = [
                min((_excess(field) for field in later if _size(field) == CELL - 1), default=0)
            ]
        self.short = max(short)
        self.wide = max(wide, default=max(self.short, 0))
        self.right = max((len(field) - len(field.rstrip(" ")) for field in first[:-1]), default=0)
        self.lengths = set() if self.wide > 0 or self.right else set(map(len, first))

    def check(self, index: int, row: str) -> None:
        """Raise RowError for a row with a field in which a tab may have become a blank."""
        start = 0
        fields = row.split("\t")
        for number, field in enumerate(fields):
            right = len(field) - len(field.rstrip(" "))
            if not field.strip(" >"):
                fits = right <= self.right or right in self.lengths
            else:
                usual = self.short if _size(field) < CELL else self.wide
                fits = right <= self.right and (number == 0 or _excess(field) <= usual)
            if not fits:
                span = next((s for s in spans(row) if s[0] >= start), spans(row)[-1])
                raise _unclear(index, span, "a blank beside it may stand for a tab")
            start += len(field) + 1


def _is_trimmed(rows: Sequence[str], margin: str) -> bool:
    """Whether rows that all begin alike have lost the tabs and blanks that were before them.

    The first column then is flush left, or what marks a quotation, and the others are flush right.
    """
    fields = [row.split("\t") for row in rows]
    others = [field for row in fields for field in row[1:] if _size(field) == CELL - 1]
    if not others or any(_excess(field) < 0 for field in others):
        return False
    wide = {_size(row[0]) >= CELL for row in fields}
    # A blank before all cells belongs to the margin if those that fill their place have it too.
    return wide == {True, False} or (False in wide and not margin.endswith(" "))


def _check_against_trimming(rows: Sequence[str], table: Sequence[Sequence[str]]) -> None:
    """Raise RowError for a row that may have begun with tabs: further right it fits as well."""
    width = len(table[0])
    above = table[0]
    for index, cells in enumerate(table):
        for shift in range(1, width - len(cells) + 1):
            if all(over for over, cell in zip(above[shift:], cells, strict=False) if cell):
                why = "the rows have lost the blanks that they began with, perhaps tabs too"
                raise _unclear(index, spans(rows[index])[0], why)
        above = [*cells, *[""] * (width - len(cells))]


def _size(field: str) -> int:
    return len(field.strip(" "))


def _excess(field: str) -> int:
    """How many more blanks a cell has before it than right-aligning it takes."""
    cell = field.lstrip(" ")
    return len(field) - len(cell) - max(CELL - len(cell.rstrip(" ")), 0)


def _is_below(span: Span, first: Span, margin: int) -> bool:
    """Whether a cell is flush with the one above, and no stop of a lost tab is between."""
    if first[0] < span[0] and (margin + first[0]) // _NEAREST_STOP != (
        (margin + span[0]) // _NEAREST_STOP
    ):
        return False
    return span[0] == first[0] or span[1] == first[1]


def _fields(index: int, row: str) -> list[str] | None:
    """What stands between the tabs of a row; None if more than one cell does somewhere."""
    fields = []
    start = 0
    for field in row.split("\t"):
        cell = field.lstrip(" >").rstrip(" ")
        if " " in cell and len(_WORD.findall(cell)) > 1:
            return None
        if len(field) >= TAB:
            span = next((s for s in spans(row) if s[0] >= start), spans(row)[-1])
            raise _unclear(index, span, "the blanks before or after it run past a tab stop")
        fields.append(cell)
        start += len(field) + 1
    return fields


def _unclear(index: int, span: Span, why: str) -> RowError:
    return RowError(index, span, f"it can't be told which column this stands in: {why}", _ALIGNED)


# Blanks


def _by_blanks(rows: Sequence[str]) -> tuple[list[list[str]], int]:
    """Columns by where the first row's cells stand, and the distance between two columns.

    The distance is that of tab stops if there is but one column, or no row needs it.
    """
    everywhere = [spans(row) for row in rows]
    first = everywhere[0]
    width = len(first)
    ragged = next((i for i, where in enumerate(everywhere) if len(where) < width), None)
    if ragged is None:
        return [_cells(row, where) for row, where in zip(rows, everywhere, strict=True)], TAB

    pitch = _pitch(first, rows[0])
    if pitch is None:
        why = "the columns of the first row don't stand at equal distances"
        raise _unclear(ragged, everywhere[ragged][0], why)
    places = [_placed(index, where, first) for index, where in enumerate(everywhere)]
    _check_against_squeezing(everywhere, ragged)
    _check_against_lost_tabs(everywhere, places, pitch)
    table = []
    for row, where, columns in zip(rows, everywhere, places, strict=True):
        cells = [""] * (max(columns) + 1)
        for column, cell in zip(columns, _cells(row, where), strict=True):
            cells[column] = cell
        table.append(cells)
    return table, pitch


def _pitch(first: Sequence[Span], row: str) -> int | None:
    """The distance between two columns, if all are alike, flush left or flush right.

    With tab stops the first column may stand closer to the second, by the width of what was
    put before it.  ``(sp)`` is a character wider than a cell.
    """
    lefts = [start for start, _ in first]
    rights = [stop for _, stop in first]
    narrow = [stop - (row[start:stop].lower() == "(sp)") for start, stop in first]
    for edges in (lefts, rights, narrow):
        steps = [right - left for left, right in pairwise(edges)]
        rest = set(steps[1:] or steps)
        if len(rest) == 1:
            pitch = rest.pop()
            if steps[0] == pitch or (pitch == TAB and CELL < steps[0] < TAB):
                return pitch
    return None


def _placed(index: int, where: Sequence[Span], first: Sequence[Span]) -> list[int]:
    """The column, from 0, of each cell of a row."""
    if len(where) >= len(first):
        return list(range(len(where)))
    lefts = {start: column for column, (start, _) in enumerate(first)}
    rights = {stop: column for column, (_, stop) in enumerate(first)}
    columns = []
    for start, stop in where:
        by_left, by_right = lefts.get(start), rights.get(stop)
        column = by_right if by_left is None else by_left
        if column is None or (by_right is not None and by_right != column):
            raise _unclear(index, (start, stop), "no cell of the first row is exactly above it")
        columns.append(column)
    return columns


def _check_against_squeezing(everywhere: Sequence[Sequence[Span]], ragged: int) -> None:
    """Refuse a diagram whose every gap is one blank: wider ones may have been lost."""
    indented = any(where[0][0] > everywhere[0][0][0] + 1 for where in everywhere)
    gaps = (b[0] - a[1] for where in everywhere for a, b in pairwise(where))
    if not indented and all(gap == 1 for gap in gaps):
        why = "there is one blank between any two cells, so blanks may have been lost"
        raise _unclear(ragged, everywhere[ragged][0], why)


def _check_against_lost_tabs(
    everywhere: Sequence[Sequence[Span]], places: Sequence[Sequence[int]], pitch: int
) -> None:
    """Refuse a diagram that reads otherwise if its blanks were tabs once."""
    for others in _readings_as_tabs(everywhere, pitch):
        for index, (here, there) in enumerate(zip(places, others, strict=True)):
            for span, column, other in zip(everywhere[index], here, there, strict=True):
                if column != other:
                    raise _unclear(
                        index,
                        span,
                        f"by where it stands, in column {column + 1}; but if the blanks were "
                        f"tabs once, in column {other + 1}",
                    )


def _readings_as_tabs(
    everywhere: Sequence[Sequence[Span]], pitch: int
) -> Iterator[list[list[int]]]:
    """The columns of all cells in every way in which the blanks can have been tabs.

    Each tab may have become a fixed number of blanks, or reach to stops that are no farther
    apart than the columns; then a place without a cell takes less room than one with a cell.
    """
    for padded in (True, False):
        rows = [[_widened(span, padded=padded) for span in where] for where in everywhere]
        gaps = {b[0] - a[1] for a, b in pairwise(rows[0])}
        ways: list[_Tabs] = [partial(_replaced, max(gaps))] if len(gaps) == 1 else []
        ways += [
            partial(_reaching, distance, first)
            for distance in range(2, min(pitch, 2 * TAB) + 1)
            for first in range(distance)
        ]
        for tabs in ways:
            others = _by_lost_tabs(rows, tabs)
            if others is not None:
                yield others


_Tabs: TypeAlias = Callable[[int, int], int | None]


def _widened(span: Span, *, padded: bool) -> Span:
    """The place of a cell before which blanks may have been put to right-align it."""
    start, stop = span
    return (min(start, stop - CELL), stop) if padded else span


def _replaced(blanks: int, start: int, stop: int) -> int | None:
    """How many tabs there were, if each became so many blanks; None if that can't be."""
    tabs, rest = divmod(stop - start, blanks) if blanks > 0 else (0, 1)
    return None if rest else tabs


def _reaching(distance: int, first: int, start: int, stop: int) -> int | None:
    """How many tabs there were, if they reach to stops so far apart; None if that can't be."""
    if (stop - first) % distance:
        return None
    return (stop - first) // distance - (start - first) // distance


def _by_lost_tabs(rows: Sequence[Sequence[Span]], tabs: _Tabs) -> list[list[int]] | None:
    """The columns of all cells if this is how many tabs a gap was; None if that can't be."""
    width = len(rows[0])
    heights = [0] * width
    places = []
    for index, row in enumerate(rows):
        columns: list[int] = []
        edge = rows[0][0][0]
        for start, stop in row:
            # What was put before the rows shifts the first column off its stop.
            count = 0 if start == rows[0][0][0] else tabs(edge, start)
            if count is None or count < bool(columns):
                return None
            column = columns[-1] + count if columns else count
            if column >= width or heights[column] != index:
                return None
            columns.append(column)
            heights[column] += 1
            edge = stop
        if index == 0 and columns != list(range(width)):
            return None
        places.append(columns)
    return places
