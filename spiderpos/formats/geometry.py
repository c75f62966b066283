"""Assign the cells of rows to columns: cells printed below one another are in the same column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from statistics import median_low
from typing import Final

from ..game.cards import Card
from ..game.rules import COLUMNS
from ..text.errors import Fault
from .blocks import Block, TextLine
from .cells import Cell

#: The expectation in errors about a cell.
A_CELL: Final = "a card as in 10h, -- for a face-down card, or (sp) for an empty column"
#: The expectation for a cell below an empty place: such rows are often columns without labels.
A_CELL_BELOW: Final = f"{A_CELL}; if each line is a column, begin it with its number, as in 1: 10h"


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
    places = _merged(span for row in spans for span in row)
    widest = max(spans, key=len)
    if len(places) < len(widest):
        places = sorted(widest)
    _refuse_gaps(block, places)
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


def _refuse_gaps(block: Block, places: Sequence[tuple[int, int]]) -> None:
    """Raise Fault if fewer than ten columns leave room for an empty one before or between them."""
    margin = max(0 if line.label is None else len(line.label) for line in block.lines)
    ends = [margin, *(stop for _, stop in places)]
    # The cards of a run written as 3-2s have one printed place, so a distance may be 0.
    distances = [b - a for a, b in pairwise(ends)]
    pitch = median_low(distances[1:] or distances)
    if len(places) < COLUMNS and any(distance > 1.5 * pitch for distance in distances):
        message = "a gap in these rows may be an empty column"
        raise Fault(block.lines[0].span, message, "(sp) in the first row of an empty column")


def _overlap(place: tuple[int, int], span: tuple[int, int]) -> tuple[int, int]:
    """Return the width of a cell's overlap with a column, and their nearness as a tie-breaker."""
    (a, b), (c, d) = place, span
    return (b if b < d else d) - (a if a > c else c), -abs(a + b - c - d)


def table_of(block: Block, rows: list[list[Cell | None]]) -> Grid:
    """Return the grid of these rows, in which each cell is at the index of its column."""
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    columns = []
    for column in zip_longest(*rows):
        height = max((n for n, cell in enumerate(column, 1) if cell is not None), default=0)
        columns.append(column[:height])
    return Grid(tuple(columns), at_margin=not any(map(_is_indented, block.lines)))


def _is_indented(line: TextLine) -> bool:
    """Return True if a line begins with a blank, separator, number or label: it lost no blanks."""
    numbered = line.label is not None or (line.tokens and line.tokens[0].type == "NUMBER")
    return bool(numbered) or line.text[:1] in (" ", "\t", "|", ",", ";")
