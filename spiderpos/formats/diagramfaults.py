"""Why a text is no diagram: the first thing amiss, its place, and what would mend it.

Only for texts that :mod:`spiderpos.formats.diagram` refuses: nothing here needs to be quick.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final, TypeAlias

from lark import UnexpectedInput, UnexpectedToken

from ..errors import NotationError
from ..rules import COLUMNS
from ..source import Place, SourceText
from ..wording import count_phrase, join_words, ordinal
from .alignment import RowError, Span, spans, split_rows
from .diagramrows import (
    CELLS_LINE,
    DOWN,
    LAID_OUT,
    LIKE_A_CELL,
    LONGEST_LINE,
    SPACE,
    SPELLINGS,
    Block,
    Cell,
    likely_cells,
    line_end,
    split_words,
)

__all__ = [
    "A_HELD_CARD",
    "CELL_WORD",
    "broken_column",
    "check_first_row",
    "cut_off",
    "cut_off_row",
    "misprint",
    "misread",
    "no_diagram",
    "rest_of_line",
    "several",
    "too_long",
    "too_many_columns",
]


_A_CELL: Final = (
    "a card (rank A, 2 to 10, J, Q, K and suit c, d, h, s, as in 10h), -- for a face-down card, "
    "(sp) for an empty column, ?? for a face-up card that isn't known"
)
A_HELD_CARD: Final = "for each cell a card, as in 10h, (sp) if it is empty, or ?? if not known"
_A_DIAGRAM: Final = (
    "a tableau of ten columns, one row a line, with -- for face-down cards and (sp) for an empty "
    "column (a partial position may have fewer: --partial)"
)
_MARGIN: Final = re.compile(r"[ >\t]*")
_WORD: Final = re.compile(r"[^ \t\r\n]*")
CELL_WORD: Final = re.compile(r"\( \)|[^\s>]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
#: Words are shown no further than this.
_LONGEST_WORD: Final = 40
#: So many diagrams are named, if there are more than one.
_NAMED: Final = 5

_Table: TypeAlias = Sequence[Sequence[Cell | None]]


def cut_off(source: SourceText, block: Block, *, below_diagram: bool) -> NotationError | None:
    """What is wrong with a block that is no diagram: it may be a part of one."""
    if block.rows:
        if below_diagram or LAID_OUT.search(source.text, block.start, block.stop):
            return cut_off_row(source, block.start)
        return None
    line = source.line(block.line)
    # "cells: 5d, 6d" or "cells: [5d]" isn't as one is written, and says which cards are there.
    words = split_words(line.partition(":")[2])
    if not all(word in SPELLINGS or word.strip("[](),;.") in SPELLINGS for word in words):
        return None
    return NotationError(
        "a line of free cells without a diagram",
        rest_of_line(source, block.start),
        "it directly above the rows of a diagram or directly below them",
    )


def cut_off_row(source: SourceText, start: int) -> NotationError:
    """A row of a diagram begins at ``start``, apart from the others."""
    return NotationError(
        "rows of a diagram that are cut off from it",
        rest_of_line(source, start),
        "a diagram without empty lines and other text in it",
    )


def misprint(source: SourceText) -> NotationError | None:
    """What is wrong with a text in which no diagram is found, if it seems to begin with a row.

    So it seems if most words of its first line are cells, and one is not: that one is named.
    """
    start = len(source.text) - len(source.text.lstrip())
    line = source.text[start : min(line_end(source.text, start), start + LONGEST_LINE)]
    words = list(re.finditer(r"[^\s>]+", line))
    known = [word[0] in SPELLINGS for word in words]
    if all(known) or 2 * sum(known) < len(words):
        return None
    stray = words[known.index(False)]
    place = source.place(start + stray.start(), min(len(stray[0]), _LONGEST_WORD))
    return NotationError(_why_no_cell(stray[0]), place, _A_CELL)


def check_first_row(row: str, *, partial: bool) -> None:
    """Raise RowError if the first row has another number of cells than there are columns."""
    where = spans(row)
    if len(where) > COLUMNS:
        raise RowError(
            0,
            where[COLUMNS],
            f"this is the {ordinal(COLUMNS + 1)} cell of the first row, which has {len(where)}",
            f"{COLUMNS} columns{' at most' * partial}",
        )
    if len(where) < COLUMNS and not partial:
        split_rows([row])
        raise RowError(
            0,
            (where[-1][1], where[-1][1] + 1),
            f"the first row ends after {count_phrase(len(where), 'cell')}",
            f"a cell for each of {COLUMNS} columns, (sp) for an empty one "
            "(a partial position may have fewer: --partial)",
        )


def too_long(source: SourceText, at: int) -> NotationError:
    """A line that begins at ``at`` and is too long for a row."""
    cells = [match.span() for match in islice(CELL_WORD.finditer(source.text, at), COLUMNS + 1)]
    if len(cells) > COLUMNS and not CELLS_LINE.match(source.text, at):
        start, stop = cells[-1]
        message = f"this is the {ordinal(len(cells))} cell of a row"
        return NotationError(message, source.place(start, stop - start), f"{COLUMNS} columns")
    return NotationError(
        "this line is too long for a row of a diagram",
        source.place(at),
        f"at most {LONGEST_LINE} characters",
    )


def _span(rows: Sequence[str], table: _Table, row: int, column: int) -> Span:
    """Where the cell of a column (from 0) stands in its row."""
    before = sum(cell is not None for cell in table[row][:column])
    return spans(rows[row])[before]


def too_many_columns(rows: Sequence[str], table: _Table) -> RowError:
    """Which cell stands beyond the columns of the first row."""
    width = len(table[0])
    row = next(i for i, cells in enumerate(table) if len(cells) > width)
    column = next(i for i, cell in enumerate(table[row]) if i >= width and cell is not None)
    return RowError(
        row,
        _span(rows, table, row, column),
        f"this cell stands in column {column + 1}, but the first row has "
        f"{count_phrase(width, 'column')}",
        "no cell beyond the columns of the first row",
    )


def broken_column(rows: Sequence[str], table: _Table, number: int) -> RowError:
    """What is wrong with a column (from 1) that something is wrong with."""
    cells = [line[number - 1] if number <= len(line) else None for line in table]
    for row, (above, cell) in enumerate(pairwise(cells), 1):
        if cell is None:
            continue
        span = _span(rows, table, row, number - 1)
        if above is None:
            message = f"this cell stands below an empty place of column {number}"
            expected = "the cells of a column one below the other, from the first row down"
        elif cell is SPACE:
            message = f"column {number} has cells above this, so it isn't empty"
            expected = "(sp) in the first row only"
        elif above is SPACE:
            message = f"column {number} is marked as empty in the first row"
            expected = f"nothing below the {rows[0][slice(*_span(rows, table, 0, number - 1))]}"
        elif cell is DOWN and above is not DOWN:
            message = f"a face-down card below a face-up one in column {number}"
            expected = "the face-down cards of a column above its face-up cards"
            if "." in rows[row][slice(*span)]:
                expected += "; '.' is one, too, and where there is no card there is a blank"
        else:
            continue
        return RowError(row, span, message, expected)
    raise AssertionError(f"nothing is wrong with column {number}")


def misread(source: SourceText, block: Block, error: UnexpectedInput) -> NotationError:
    """Where and why the grammar doesn't take a block."""
    at = block.start + (error.pos_in_stream or 0)
    at = _end(_MARGIN, source.text, at)
    if isinstance(error, UnexpectedToken) and error.token.type in ("ROWS", "CELLS_LINE"):
        is_row = error.token.type == "ROWS"
        what = "rows of a diagram below its line of" if is_row else "a second line of"
        return NotationError(
            f"{what} free cells",
            rest_of_line(source, at),
            "an empty line between two diagrams" if is_row else "one line",
        )
    word = source.text[at : _end(_WORD, source.text, at)]
    place = source.place(at, max(1, min(len(word), _LONGEST_WORD)))
    if CELLS_LINE.match(place.text):
        return NotationError(f"'{_shortened(word)}' can't be in a cell", place, A_HELD_CARD)
    expected = _A_CELL
    if not likely_cells(split_words(place.text)):
        expected += "; between a diagram and other text an empty line"
    return NotationError(_why_no_cell(word), place, expected)


def rest_of_line(source: SourceText, at: int) -> Place:
    """The place from an offset to the end of its line."""
    place = source.place(at)
    return replace(place, width=len(place.text) - place.column + 1)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _why_no_cell(word: str) -> str:
    shown = f"'{_shortened(word)}'"
    if match := re.fullmatch(r"([0-9]+)[cdhs]", word, re.IGNORECASE):
        return f"{shown} is no card: there is no rank {_shortened(match[1])}"
    if match := re.fullmatch(r"(?:10|[2-9ATJQK])([a-z])", word, re.IGNORECASE):
        return f"{shown} is no card: there is no suit {match[1]}"
    if LIKE_A_CELL.fullmatch(word):
        return f"{shown}: cells run together"
    return f"{shown} is no cell of a diagram"


def _shortened(word: str) -> str:
    return word if len(word) <= _LONGEST_WORD // 2 else f"{word[: _LONGEST_WORD // 2]}..."


def no_diagram(source: SourceText) -> NotationError:
    """What is there instead of a diagram."""
    text = source.text
    start = len(text) - len(text.lstrip())
    if start == len(text):
        return NotationError("there is nothing to read", source.place(0), _A_DIAGRAM)
    if control := _CONTROL.search(text):
        return NotationError("this isn't text", source.place(control.start()), _A_DIAGRAM)
    if found := misprint(source):
        return found
    return NotationError("there is no diagram here", source.place(start), _A_DIAGRAM)


def several(source: SourceText, diagrams: Sequence[Block]) -> NotationError:
    """Where the diagrams are of a text that should have one."""
    where = [f"{block.line}-{block.last_line}" for block in diagrams[:_NAMED]]
    if len(diagrams) > _NAMED:
        where.append(f"{len(diagrams) - _NAMED} more places")
    return NotationError(
        f"there are {len(diagrams)} diagrams in this text: in lines {join_words(where)}",
        rest_of_line(source, diagrams[1].start),
        "one diagram, with no empty line in it (--number N takes the Nth of several)",
    )
