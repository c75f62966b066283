"""Assign the cells of rows to columns: cells printed below one another are in the same column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from statistics import median
from typing import Final

from ..game.cards import Card
from ..game.rules import COLUMNS
from .blocks import Block, TextLine
from .cells import Cell, Fault

#: The expectation in errors about a cell.
A_CELL: Final = "a card as in 10h, -- for a face-down card, or (sp) for an empty column"
#: The expectation for a cell below an empty place: such rows are often columns without labels.
A_CELL_BELOW: Final = f"{A_CELL}; if each line is a column, begin it with its number, as in 1: 10h"
#: A column heading: a number or letter, perhaps after a word such as "pile".
HEAD: Final = re.compile(
    r"(?:(?:columns?|col|pile|stack)[ ]?|[ctp](?=\d))?[.#]?(?:\d{1,2}|[a-j])\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a tableau in a text, each from the top down; None where a row has no cell.

    ``by_lines``: each column was a line.  ``at_margin``: the columns were rows without
    indentation, so leading blanks may have been lost.  ``hand`` are rows that were below the
    columns.
    """

    columns: tuple[tuple[Cell | None, ...], ...]
    by_lines: bool = False
    at_margin: bool = False
    hand: tuple[Card, ...] | None = None
    assumed: tuple[str, ...] = ()

    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the first cell's start and end in the text."""
        return next(((cell.start, cell.stop) for cell in self.cells()), (0, 0))

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of all columns."""
        return (cell for column in self.columns for cell in column if cell is not None)


def place(block: Block, rows: Sequence[list[Cell]]) -> list[list[Cell | None]]:
    """Assign each cell of rows to a column; return rows indexed by column.  Raises Fault."""
    spans = [
        [_printed(line.text, c.start - line.start, c.stop - line.start) for c in cells]
        for line, cells in zip(block.lines, rows, strict=True)
    ]
    heads = [_printed(block.lines[0].text, start, stop) for start, stop in _heads(block)]
    of_cells = [span for row in spans for span in row]
    places = _merged([*heads, *of_cells])
    if len(places) > COLUMNS:
        places = _merged(of_cells)
    widest = max(spans, key=len)
    if len(places) < len(widest):
        places = sorted(widest)
    places = _with_spaces(places, max(_after_label(line) for line in block.lines))
    column_of = {
        span: max(range(len(places)), key=lambda n: _overlap(places[n], span))
        for span in {span for row in spans for span in row}
    }
    table: list[list[Cell | None]] = []
    for cells, row in zip(rows, spans, strict=True):
        placed: list[Cell | None] = [None] * len(places)
        for cell, span in zip(cells, row, strict=True):
            column = column_of[span]
            if placed[column] is not None:
                message = "the column of this cell is ambiguous"
                raise Fault(cell.span, message, "cells aligned in columns, or tabs")
            placed[column] = cell
        table.append(placed)
    return table


def _printed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return the printed start and end of a part of a line, with tab stops every eight places."""
    before = len(text[:start].expandtabs(8))
    return before, before + stop - start


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged


def _with_spaces(places: list[tuple[int, int]], margin: int) -> list[tuple[int, int]]:
    """Return the printed places of columns, with those of empty columns added if that makes ten.

    A gap of twice the usual distance has room for an empty column.  Gaps between two places count
    first, then the one after ``margin``; all other empty columns are assumed to be the last ones.
    """
    missing = COLUMNS - len(places)
    if missing <= 0 or len(places) < 2:
        return places
    pitch = median(b - a for (_, a), (_, b) in pairwise(places))
    # The cards of a run written as 3-2s have one printed place, so the distance may be 0.
    if pitch <= 0:
        return places
    result = places[:1]
    for before, place in pairwise(places):
        room = round((place[1] - before[1]) / pitch) - 1
        result += [_shifted(before, n * pitch) for n in range(1, room + 1)]
        result.append(place)
    room = min(COLUMNS - len(result), round((result[0][1] - margin) / pitch) - 1)
    result = [_shifted(result[0], -n * pitch) for n in range(room, 0, -1)] + result
    result += [_shifted(result[-1], n * pitch) for n in range(1, COLUMNS - len(result) + 1)]
    return result if len(result) == COLUMNS else places


def _shifted(place: tuple[int, int], distance: float) -> tuple[int, int]:
    return place[0] + round(distance), place[1] + round(distance)


def _overlap(place: tuple[int, int], span: tuple[int, int]) -> tuple[int, int]:
    """Return the width of a cell's overlap with a column, and their nearness as a tie-breaker."""
    (a, b), (c, d) = place, span
    return (b if b < d else d) - (a if a > c else c), -abs(a + b - c - d)


def table_of(block: Block, rows: list[list[Cell | None]]) -> Grid:
    """Return the grid of these rows, in which each cell is at the index of its column."""
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    width = max(len(_heads(block)), *map(len, rows))
    columns = []
    for column in zip_longest(*rows, [None] * width):
        height = max((n for n, cell in enumerate(column, 1) if cell is not None), default=0)
        columns.append(column[:height])
    return Grid(tuple(columns), at_margin=not any(map(_is_indented, block.lines)))


def _heads(block: Block) -> list[tuple[int, int]]:
    """Return the spans of the column numbers in the line above the rows."""
    if block.heads is None:
        return []
    before = block.heads.column - 1 if block.heads.column else 0
    places = [match.span() for match in HEAD.finditer(str(block.heads))]
    return [(a + before, b + before) for a, b in places] if len(places) <= COLUMNS else []


def _after_label(line: TextLine) -> int:
    return 0 if line.label is None else (line.label.end_pos or 0) - line.start


def _is_indented(line: TextLine) -> bool:
    """Return True if a line begins with a blank, a separator or a number: it lost no blanks."""
    numbered = line.label is not None or (line.tokens and line.tokens[0].type == "NUMBER")
    return bool(numbered) or line.text[:1] in (" ", "\t", "|", ",", ";")
