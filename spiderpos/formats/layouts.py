"""The layouts that a block of lines can have, and its columns in each of them.

A layout is a start rule of ``grammars/layouts.lark``.  The grammar can't determine the column of a
cell in a row, nor check that labels are consecutive; this module does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ..game.cards import Suit, card
from ..game.rules import COLUMNS
from ..text.errors import Fault
from ..text.wording import columns_phrase, count_phrase
from .blocks import Block
from .cells import (
    CELLS,
    LAYOUTS,
    UNSUITED,
    Cell,
    ColumnLine,
    face,
    parser,
    span_of,
)
from .geometry import A_CELL, Grid, place, table_of

if TYPE_CHECKING:
    from lark import Token

_ROWS: Final = ("tabbed", "rows")
#: Matches labels of columns, which can't be the number of a row.
_OF_A_COLUMN: Final = re.compile(r"col|pile|stack|tab|[tcp]\d", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d+")
_HEAD: Final = re.compile(r"\d+|\b[a-j]\b", re.IGNORECASE)
_LINES: Final = "rows with each cell below another, or columns as in 'Column 1: 10h 9s'"
_LABEL_OR_COUNT: Final = "'3:' before a column, '(3)' for three face-down cards"
_OTHER_GAME: Final = "this looks like a game of seven columns, such as Spiderette or Scorpion"
_SPIDER: Final = "a position of Spider: two decks, ten columns"
#: The number of columns in Spiderette and Scorpion.
_SEVEN: Final = 7


def grids_of(block: Block, *, partial: bool) -> list[Iterator[Grid | Fault]]:
    """Return the alternative interpretations of a block, each as an iterator.

    An iterator yields the grids of several layouts, of which the first that makes a position is
    used, and the faults of layouts that don't fit.
    """
    forms = _forms(block)
    lines = _column_layouts(block, forms, partial=partial)
    rows: list[str] = [layout for layout in _ROWS if layout in forms]
    labels = [line.label for line in block.lines if line.label is not None]
    if _name_columns(labels) or "listed" in lines:
        rows = []
    groups = [[layout] for layout in lines]
    if rows:
        groups.insert(0 if lines == ["plain"] else len(groups), rows)
    if partial and len(lines) == 1 and not labels and "numbered" not in lines:
        groups = groups[:1]
    grids = [_grids(block, forms, group, partial=partial) for group in groups]
    return grids or [iter([Fault(block.lines[0].span, "these lines don't make columns", _LINES)])]


def _grids(
    block: Block, forms: dict[str, Any], layouts: Sequence[str], *, partial: bool
) -> Iterator[Grid | Fault]:
    for layout in layouts:
        try:
            if layout == "ambiguous":
                message = "the first sign of these lines may be a label or a cell"
                raise Fault(block.lines[0].span, message, _LABEL_OR_COUNT)
            if isinstance(forms[layout], Fault):
                raise forms[layout]
            read = _by_rows if layout in _ROWS else _by_lines
            grid = read(layout, block, forms[layout], partial=partial)
            _check_width(grid, block, partial=partial)
            yield grid
        except Fault as fault:
            yield fault


def _forms(block: Block) -> dict[str, Any]:
    """Parse the lines of a block in each layout; return the results of those that match."""
    from lark import Token  # noqa: PLC0415 - most commands need no grammar
    from lark.exceptions import UnexpectedToken  # noqa: PLC0415

    forms: dict[str, Any] = {}
    kinds = {token.type for line in block.lines for token in line.tokens}
    needed = {"tabbed": "TAB", "listed": "OPEN"}
    for layout in LAYOUTS:
        if layout in needed and needed[layout] not in kinds:
            continue
        ignored = ("REMARK",) if layout == "tabbed" else ("REMARK", "TAB")
        parsing = parser().parse_interactive(start=layout)
        try:
            for line in block.lines:
                for token in line.tokens:
                    if token.type not in ignored:
                        parsing.feed_token(token)
                parsing.feed_token(Token("NEWLINE", "\n"))
            tree: Any = parsing.feed_eof()  # type: ignore[no-untyped-call]
            forms[layout] = [line for line in tree.children if not isinstance(line, Token)]
        except UnexpectedToken as error:
            if layout == "tabbed":
                message = f"'{error.token.strip()}' can't be in the same field of a table"
                forms[layout] = Fault(span_of(error.token), message, A_CELL)
        except Fault as wrong:
            forms[layout] = wrong
    if isinstance(forms.get("tabbed"), Fault):
        forms.pop("rows", None)
    return forms


def _column_layouts(block: Block, forms: dict[str, Any], *, partial: bool) -> list[str]:
    """Return the layouts with one column per line that a block may have."""
    suited = _is_suited(block)
    if "listed" in forms:
        return ["listed"]
    tokens = [token for line in block.lines for token in line.tokens]
    labels = [line.label for line in block.lines if line.label is not None]
    counted = any(token.type.startswith("COUNT") for token in tokens)
    empty = any([t.type for t in line.tokens] == ["SPACE"] for line in block.lines[1:])
    if _is_table(block) and not (counted or empty or _name_columns(labels)):
        return []
    if "dashed" in forms and not (labels and all(label[-1] in ":.)=|>" for label in labels)):
        if _only_begin_lines(block):
            return ["dashed"]
        others = [name for name in ("labelled", "numbered") if name in forms]
        return ["ambiguous"] if partial else ["dashed", *others]
    if max(map(_label_number, labels), default=0) > COLUMNS:
        return []
    if "labelled" in forms:
        return ["counted" if suited and "counted" in forms else "labelled"]
    if "numbered" in forms:
        firsts = [int(line.tokens[line.tokens[0].type == "TAB"]) for line in block.lines]
        count = len(firsts)
        ordered = sorted(set(firsts))
        is_ordered = firsts in (ordered, ordered[::-1]) and (partial or count > 1)
        is_consecutive = count > 1 and firsts in (list(range(count)), list(range(1, count + 1)))
        if is_consecutive or (is_ordered and "counted" not in forms):
            return ["numbered"]
        if suited:
            return ["ambiguous"] if is_ordered else ["counted"] if "counted" in forms else []
    if "bulleted" in forms:
        return ["bulleted" if _only_begin_lines(block) else "ambiguous"]
    names: list[str] = [name for name in ("counted", "plain") if name in forms]
    return names[:1] if counted or empty or not partial else []


def _name_columns(labels: Sequence[Token]) -> bool:
    """Return True if there are labels, and all of them are those of columns."""
    return bool(labels) and all(map(_OF_A_COLUMN.search, labels))


def _is_table(block: Block) -> bool:
    """Return True if bars or commas separate all cells, so that lines may be rows or columns."""
    lines = [[token.type for token in line.tokens] for line in block.lines]
    is_separated = any({"BAR", "COMMA"} & {*kinds[1:-1]} for kinds in lines)
    return is_separated and not any(
        {first, second} <= CELLS for kinds in lines for first, second in pairwise(kinds)
    )


def _is_suited(block: Block) -> bool:
    """Return True if any card of a block has a suit; then a number alone can't be a card."""
    tokens = (token for line in block.lines for token in line.tokens)
    return any(token.type in CELLS and token.type not in UNSUITED for token in tokens)


def _only_begin_lines(block: Block) -> bool:
    """Return True if each line begins with a dash or star that occurs nowhere else: a bullet."""
    openers: set[str] = set()
    others: set[str] = set()
    for line in block.lines:
        kinds = [t.type for t in line.tokens if t.type not in ("LABEL", "TAB")]
        kinds = kinds[1:] if kinds and kinds[0] == "NUMBER" else kinds
        openers.update(kinds[:1])
        others.update(kinds[1:])
    return not openers & others


# Columns that are lines


def _by_lines(layout: str, block: Block, lines: Sequence[ColumnLine], *, partial: bool) -> Grid:
    """Make a grid of lines that are columns, perhaps with rows of the hand below.

    Raises Fault.
    """
    _refuse_doubtful_runs(block)
    starts = {span_of(line.tokens[0])[0] - line.start for line in block.lines if line.tokens}
    if layout == "bulleted" and len(starts) > 1:
        message = "the bullets are not aligned"
        raise Fault(block.lines[0].span, message, "a line for each column")
    suited = _is_suited(block)
    columns = [
        tuple(_column_cells(_listed(cells) if layout == "listed" else cells, suited))
        for _, cells in lines
    ]
    firsts = [cells[0] for cells in columns if cells and cells[0].is_count]
    counts = [cell.number for cell in firsts]
    if counts and counts in (
        list(range(1, len(columns) + 1)) if len(columns) > 1 else [],
        [len(cells) - 1 for cells in columns],
    ):
        message = "these numbers may count columns, cards, or face-down cards"
        raise Fault(block.lines[0].span, message, _LABEL_OR_COUNT)
    labels = [line.label for line in lines if line.label is not None]
    if labels and len(labels) == len(columns):
        return _by_label(labels, columns, partial=partial)
    hand = columns[COLUMNS:]
    if hand and all(len(row) == COLUMNS for row in hand):
        cards = tuple(cell.card for row in hand for cell in row)
        words = "the rows below the columns are the hand, the first of them dealt next"
        return Grid(tuple(columns[:COLUMNS]), by_lines=True, hand=cards, assumed=(words,))
    assumed: tuple[str, ...] = ()
    if partial and not labels and any(cell.kind == "BARE" for cell in firsts):
        assumed = ("the number before the cards of a line is that of face-down ones",)
    return Grid(tuple(columns), by_lines=True, assumed=assumed)


def _refuse_doubtful_runs(block: Block) -> None:
    """Raise Fault if it is ambiguous whether Kd-9d is a run of five cards or two cards."""
    pairs = [
        (before, token)
        for line in block.lines
        for before, token in pairwise(line.tokens)
        if token.lstrip().startswith("-") and {before.type, token.type} <= {"CARD", "NEXT_CARD"}
    ]
    cards = [(face(before), face(token)) for before, token in pairs]
    chained = any(before.startswith("-") for before, _ in pairs)
    if chained or not all(high.suit == low.suit and high.rank > low.rank for high, low in cards):
        return
    for (before, token), (high, low) in zip(pairs, cards, strict=True):
        if high.rank - low.rank > 1:
            span = span_of(before)[0], span_of(token)[1]
            raise Fault(span, "this may be a run or two cards", "K-9d for a run")


def _listed(cells: list[Cell]) -> list[Cell]:
    """Return the cells of a list in brackets; ``[]`` is empty."""
    return [] if [cell.kind for cell in cells] == ["HOLLOW"] else cells


def _column_cells(cells: Sequence[Cell], suited: bool) -> Iterator[Cell]:
    """Yield the cells of a column, with bare numbers as counts or ranks.  Raises Fault.

    If other cards are ``suited``, a bare number can only come first, and counts the face-down
    cards.  If not, it is a rank.
    """
    counted = False
    for index, cell in enumerate(cells):
        if counted and cell.may_be_down and cell.kind != "QUESTIONS":
            message = "face-down cards are given both as a count and as signs"
            raise Fault(cell.span, message, "either of the two")
        if cell.is_count and index and cell.kind != "COUNT_IN_WORDS":
            raise Fault(cell.span, "a number of face-down cards after other cells", A_CELL)
        if cell.text.startswith("..") and index and cells[index - 1].card:
            raise Fault(cell.span, "dots may mean omitted cards", "all cards")
        if cell.kind == "NUMBER" and suited and not index:
            cell = replace(cell, kind="BARE", number=int(cell.text))  # noqa: PLW2901
        counted = counted or (cell.is_count and cell.number > 0)
        yield _rank(cell, suited)


def _rank(cell: Cell, suited: bool) -> Cell:
    """Return a rank as a card of spades.  Raises Fault if other cards have suits."""
    if cell.kind not in ("RANK", "NUMBER") or (cell.kind == "RANK" and not suited):
        return cell
    if suited:
        message = f"'{cell.text}' is a rank without a suit, or a number"
        raise Fault(cell.span, message, A_CELL)
    if not 2 <= int(cell.text) <= 10:
        raise Fault(cell.span, f"'{cell.text}' is not a rank", A_CELL)
    return replace(cell, card=card(int(cell.text), Suit.SPADES))


def _label_number(label: str) -> int:
    return int(_DIGITS.findall(label)[-1])


def _is_consecutive(values: Sequence[int]) -> bool:
    """Return True if numbers go up or down by one; 10 and 1 count as neighbours."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def _by_label(
    labels: Sequence[Token], columns: Sequence[tuple[Cell, ...]], *, partial: bool
) -> Grid:
    """Make a grid of labelled columns.  Raises Fault if the labels are not consecutive."""
    numbers = [_label_number(label) for label in labels]
    spans = list(map(span_of, labels))
    for index, (before, number) in enumerate(pairwise(numbers), 1):
        if number <= before:
            message = f"column {number} comes after column {before}"
            raise Fault(spans[index], message, "columns in order, each once")
    if not partial and numbers == list(range(1, _SEVEN + 1)):
        raise Fault(spans[-1], _OTHER_GAME, _SPIDER)
    first = numbers[0] if partial else min(numbers[0], 1)
    last = numbers[-1] if partial else first + COLUMNS - 1
    if numbers[-1] > min(last, COLUMNS):
        message = f"{numbers[-1]} is not the number of a column"
        raise Fault(spans[-1], message, f"numbers from 1 to {COLUMNS}")
    missing = [number for number in range(first, last + 1) if number not in numbers]
    if missing:
        message = f"{columns_phrase(missing)} {'is' if len(missing) == 1 else 'are'} left out"
        message += "" if partial else " (a partial position may have fewer)"
        expected = f"a line '{missing[0]}: (sp)' if it is empty"
        raise Fault(spans[-1], message, expected, "" if partial else "partial")
    words = f"columns {first} to {last} of the text are columns 1 to {len(columns)} here"
    return Grid(tuple(columns), by_lines=True, assumed=(words,) if first > 1 else ())


def _check_width(grid: Grid, block: Block, *, partial: bool) -> None:
    count = len(grid.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    if count == _SEVEN and not partial:
        raise Fault(block.lines[0].span, _OTHER_GAME, _SPIDER, "partial")
    line = max(block.lines, key=lambda line: line.cells + line.numbers)
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    settled_by = "partial" if count < COLUMNS else ""
    message += " (a partial position may have fewer)" if settled_by else ""
    each = "on its line" if grid.by_lines else "with its cell in the first row"
    raise Fault(line.span, message, f"{COLUMNS} columns, each {each}", settled_by)


# Rows


def _by_rows(layout: str, block: Block, rows: list[list[list[Cell]]], *, partial: bool) -> Grid:
    labels = [line.label for line in block.lines if line.label is not None]
    is_consecutive = len(labels) < 2 or _is_consecutive(list(map(_label_number, labels)))
    if labels and (len(labels) < len(block.lines) or not is_consecutive):
        message = "the row labels are not consecutive"
        raise Fault(span_of(labels[0]), message, "a label before every row, or before none")
    heads = [int(n) if n.isdigit() else ord(n.lower()) for n in _HEAD.findall(block.heads or "")]
    if block.heads is not None and any(b - a != 1 for a, b in pairwise(heads)):
        message = "the column numbers are not consecutive"
        raise Fault(span_of(block.heads), message, "1 to 10, from left to right")
    rows = _without_numbers(rows)
    suited = _is_suited(block)
    rows = [[[_rank(cell, suited) for cell in field] for field in row] for row in rows]
    if layout == "rows":
        flat = [row[0] for row in rows]
        is_full = {len(cells) for cells in flat} == {COLUMNS}
        grid = table_of(block, [[*row] for row in flat] if is_full else place(block, flat))
    else:
        grid = _by_fields(block, rows)
    if block.heads is not None and len(heads) != len(grid.columns):
        numbers = count_phrase(len(heads), "column number")
        message = f"{numbers} above {count_phrase(len(grid.columns), 'column')}"
        raise Fault(span_of(block.heads), message, "(sp) in the first row of an empty column")
    if layout == "tabbed" or not partial or block.heads is not None:
        return grid
    heights = [len(column) for column in grid.columns]
    flush = heights == sorted(heights, reverse=True) and all(map(all, grid.columns))
    words = ("each line is a row, not a column",)
    return replace(grid, assumed=words) if flush and len(heights) < COLUMNS else grid


def _without_numbers(rows: list[list[list[Cell]]]) -> list[list[list[Cell]]]:
    for index in (0, -1):
        cells = [[cell for field in fields for cell in field] for fields in rows]
        ends = [row[index] for row in cells if row]
        is_bare = all(cell.kind == "NUMBER" for cell in ends)
        if len(ends) == len(rows) and is_bare and _is_consecutive([int(c.text) for c in ends]):
            rows = [
                [[cell for cell in field if cell is not end] for field in fields]
                for fields, end in zip(rows, ends, strict=True)
            ]
    return rows


def _by_fields(block: Block, rows: list[list[list[Cell]]]) -> Grid:
    """Return the columns of rows whose cells are separated by tabs."""
    table: list[list[Cell | None]] = []
    for line, fields in zip(block.lines, rows, strict=True):
        # The first line may have nothing but a label.
        if table or line.label is None or any(fields):
            table.append([field[0] if field else None for field in fields])
    return table_of(block, table)
