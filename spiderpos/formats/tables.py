"""How the lines of a block make columns: the layouts of the grammar that fit them.

A layout is a start rule of ``grammars/tableau.lark``.  What a grammar can't say is decided here:
which column a cell of a row stands in, and whether labels count on.  What the cells mean is for
:mod:`.interpretations`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from statistics import median
from typing import TYPE_CHECKING, Final

from ..game.cards import Card, Suit, card
from ..game.rules import COLUMNS
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import count_phrase, join_words
from .blocks import Block, Line
from .cells import CELLS, LAYOUTS, MEANINGS, Cell, Kind, Meaning, cells_of, parser

if TYPE_CHECKING:
    from lark import Token, Tree

#: What errors say is expected in a tableau.
A_CELL: Final = "a card as in 10h, -- for a face-down card, or (sp) for an empty column"
_ROWS: Final = ("tabbed", "barred", "rows")
_LETTERS: Final = "abcdefghij"
#: Of so many columns that have no line it's believed that they are empty.
_MOST_EMPTY: Final = 2
#: The number of a column above it, with what it's called.
_HEAD: Final = re.compile(
    r"(?:(?:columns?|col|pile|stack)[ ]?|[ctp](?=\d))?[.#]?(?:\d{1,2}|[a-j])\b", re.IGNORECASE
)
_IS_EMPTY: Final = ("is empty", "are empty")


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
        """Return the same as an error that shows the place."""
        start, stop = self.span
        place = source.place(start, stop - start)
        return NotationError(self.message, place, self.expected, self.settled_by)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, each from the top down; None where a row has nothing.

    ``by_lines``: each of them was a line.  ``at_margin``: they were rows that all begin where
    lines do, as if blanks before them were lost.  ``hand`` are rows of the hand that stand below,
    ``assumed`` what was taken for granted, ``doubt`` what is probably wrong if it can't stand.
    """

    columns: tuple[tuple[Cell | None, ...], ...]
    by_lines: bool = False
    at_margin: bool = False
    hand: tuple[Card, ...] | None = None
    assumed: tuple[str, ...] = ()
    doubt: str = ""

    def cells(self) -> Iterator[Cell]:
        """Yield all cells."""
        return (cell for column in self.columns for cell in column if cell is not None)


_Way = Callable[[], Table]


def tables_of(block: Block, *, partial: bool) -> list[Iterator[Table | Fault]]:
    """Return the tables that a block can be, the likeliest first; for those that it can't, why.

    The lists are rivals: of each the first that can stand counts.
    """
    return [_tables(block, ways, partial=partial) for ways in _Layouts(block, partial=partial).ways()]


def _tables(
    block: Block, ways: Sequence[_Way], *, partial: bool
) -> Iterator[Table | Fault]:
    for way in ways:
        try:
            table = way()
            _check_width(table, block, partial=partial)
            yield table
        except Fault as fault:
            yield fault


class _Layouts:
    """The layouts that a block fits, and what each makes of it."""

    def __init__(self, block: Block, *, partial: bool) -> None:
        from lark import Token  # noqa: PLC0415 - most commands need no grammar
        from lark.exceptions import UnexpectedToken  # noqa: PLC0415

        self.block = block
        self.partial = partial
        self.trees: dict[str, Sequence[Tree[Token]]] = {}
        self.fault: Fault | None = None
        end = Token("NEWLINE", "\n")
        kinds = {token.type for line in block.lines for token in line.tokens}
        for layout in LAYOUTS:
            if layout == "tabbed" and "TAB" not in kinds:
                continue
            if layout == "barred" and not kinds & {"BAR", "COMMA"}:
                continue
            left_out = ("REMARK",) if layout == "tabbed" else ("REMARK", "TAB")
            parsing = parser().parse_interactive(start=layout)
            try:
                for line in block.lines:
                    for token in line.tokens:
                        if token.type not in left_out:
                            parsing.feed_token(token)
                    parsing.feed_token(end)
                self.trees[layout] = parsing.feed_eof().children[::2]
            except UnexpectedToken as error:
                self._refused(layout, error.token)

    def _refused(self, layout: str, token: Token) -> None:
        """Keep the first reason for which the likeliest layout isn't this one."""
        if layout in ("tabbed", "barred") and token.type in CELLS:
            what = "a tab" if layout == "tabbed" else "a bar"
            start = token.start_pos or 0
            message = f"{what} is missing between two cells"
            expected = f"{A_CELL}, and {what}"
            self.fault = self.fault or Fault((start, start + len(token)), message, expected)

    def ways(self) -> list[list[_Way]]:
        """Return the ways to make columns of the block, the likeliest first, as rivals."""
        rows: list[_Way] = [self._way(name) for name in _ROWS if name in self.trees]
        if "barred" in self.trees:
            rows = [self._way("barred")]
        labelled = sum(line.label is not None for line in self.block.lines)
        plain: list[_Way] = [self._way(n) for n in ("counted", "plain") if n in self.trees]
        if 0 < labelled < len(self.block.lines) and "labelled" not in self.trees:
            return [[self._unlabelled], rows]
        for name in ("listed", "dashed", "labelled", "numbered", "bulleted"):
            if name not in self.trees:
                continue
            if name == "numbered" and not self._are_labels():
                break
            counted = self._way("counted")
            columns = [self._way(name)]
            if name in ("labelled", "listed") and "counted" in self.trees and self._suited():
                columns = [counted]
            if name not in ("dashed", "bulleted"):
                return [columns, rows] if name != "listed" else [columns]
            without = [n for n in ("labelled", "numbered", "plain") if n in self.trees][:1]
            if name == "dashed" and without == ["numbered"] and not self._are_labels():
                return [[self._way("numbered")]]
            signs: list[_Way] = [] if self._only_opens() else [self._way(n) for n in without]
            return [columns, signs, rows] if name == "dashed" else [columns, [*rows, *signs]]
        counts = any(t.type.startswith("COUNT") for line in self.block.lines for t in line.tokens)
        if "numbered" in self.trees and self._suited():
            if self._ascend():
                return [[self._ambiguous], rows]
            return [[*plain, *rows]]
        if counts:
            return [[*plain, *rows]]
        ways = rows if self.partial else [*rows, *plain]
        return [ways or [*plain, self._refuse]]

    def _way(self, layout: str) -> _Way:
        if layout in ("tabbed", "barred"):
            return lambda: self._by_fields(layout)
        return self._by_blanks if layout == "rows" else lambda: self._by_lines(layout)

    def _refuse(self) -> Table:
        line = self.block.lines[0]
        raise self.fault or Fault(
            (line.start, line.start + len(line.text)), "these lines make no columns", A_CELL
        )

    def _unlabelled(self) -> Table:
        line = next(line for line in self.block.lines if line.label is None)
        where = (line.start, line.start + len(line.text))
        raise Fault(where, "this line has no number, and others have", "the number of its column")

    def _ambiguous(self) -> Table:
        line = self.block.lines[0]
        raise Fault(
            (line.start, line.start + len(line.text)),
            "these numbers may be those of columns or of face-down cards",
            "3: for a column, (3) for face-down cards",
        )

    # What the lines begin with

    def _firsts(self) -> list[int]:
        """Return the numbers that the lines begin with."""
        return [int(line.tokens[0]) for line in self._trimmed()]

    def _trimmed(self) -> list[Line]:
        return [line for line in self.block.lines if line.tokens]

    def _are_labels(self) -> bool:
        """Return True if the numbers before the lines are those of columns."""
        firsts = self._firsts()
        return len(firsts) > 1 and firsts in (
            list(range(len(firsts))),
            list(range(1, len(firsts) + 1)),
        ) or (self._ascend() and "counted" not in self.trees)

    def _ascend(self) -> bool:
        firsts = self._firsts()
        return len(firsts) > 1 and all(a < b for a, b in pairwise(firsts))

    def _suited(self) -> bool:
        """Return True if a card has a suit, so that bare numbers and letters are none."""
        return any(
            token.type in CELLS and token.type not in MEANINGS
            and token.type not in ("RANK", "COUNT", "COUNT_IN_WORDS", "BRACKETED")
            for line in self.block.lines
            for token in line.tokens
        )

    def _only_opens(self) -> bool:
        """Return True if what begins each line, a dash or star, stands nowhere else."""
        openers = {_opener(line) for line in self.block.lines}
        return not any(t.type in openers for line in self.block.lines for t in _behind_opener(line))

    # Columns that are lines

    def _by_lines(self, layout: str) -> Table:
        """Return a column a line, perhaps with rows of the hand below.  Raises Fault."""
        columns: list[tuple[Cell | None, ...]] = []
        labels: list[Token] = []
        suited = self._suited()
        for tree in self.trees[layout]:
            tokens = [t for t in tree.children if not hasattr(t, "children")]
            label = next((t.children[0] for t in tree.children if hasattr(t, "children")), None)
            if label is None and tokens and tokens[0].type == "LABEL":
                label = tokens.pop(0)
            elif layout in ("numbered", "dashed", "listed") and tokens and (
                tokens[0].type == "NUMBER" and label is None
            ):
                label = tokens.pop(0)
            if layout in ("dashed", "bulleted"):
                del tokens[0]
            cells = [c for t in tokens if t.type in CELLS or t.type == "NUMBER" for c in cells_of(t)]
            if layout == "listed":
                cells = _listed(tokens, cells)
            columns.append(tuple(_column_cells(cells, suited)))
            if label is not None:
                labels.append(label)
        if labels and len(labels) == len(columns):
            return _by_label(labels, columns, partial=self.partial)
        if all(cells and cells[0] and cells[0].kind == Kind.COUNT for cells in columns) and [
            cells[0].number for cells in columns if cells[0]
        ] == list(range(1, len(columns) + 1)):
            # "(1) xx 7d", "(2) Kd": nobody has one more card face down in each column.
            columns = [cells[1:] for cells in columns]
        hand = columns[COLUMNS:]
        if hand and all(len(row) == COLUMNS for row in hand):
            cards = tuple(cell.card for row in hand for cell in row if cell)
            words = "the rows below the columns are the hand, the first of them dealt next"
            return Table(tuple(columns[:COLUMNS]), by_lines=True, hand=cards, assumed=(words,))
        return Table(tuple(columns), by_lines=True)

    # Rows

    def _rows(self, layout: str) -> list[tuple[Line, list[list[Cell]]]]:
        """Return the cells of each row by its fields, without numbers of rows.  Raises Fault."""
        rows: list[tuple[Line, list[list[Cell]]]] = []
        suited = self._suited()
        for line, tree in zip(self.block.lines, self.trees[layout], strict=True):
            fields = [t.children for t in tree.children if hasattr(t, "children")]
            if layout == "rows":
                fields = [[t for t in tree.children if t.type not in ("LABEL", "BAR")]]
            rows.append((line, [[c for t in field for c in cells_of(t)] for field in fields]))
        flat = [[cell for field in fields for cell in field] for _, fields in rows]
        for at in (0, -1):
            ends = [cells[at] for cells in flat if cells and _is_number(cells[at])]
            if len(ends) == len(flat) and _counts_on([int(cell.text) for cell in ends]):
                for (_, fields), cells in zip(rows, flat, strict=True):
                    gone = cells.pop(at)
                    for field in fields:
                        field[:] = [cell for cell in field if cell is not gone]
        if suited:
            wrong = next((c for cells in flat for c in cells if c.kind == Kind.RANK), None)
            if wrong is not None:
                message = f"'{wrong.text}' is a rank without a suit, or a number"
                raise Fault((wrong.start, wrong.stop), message, A_CELL)
            return rows
        return [
            (line, [[_rank(c) if _is_number(c) else c for c in field] for field in fields])
            for line, fields in rows
        ]

    def _by_fields(self, layout: str) -> Table:
        """Return rows whose cells are parted by tabs, or by bars and commas.

        A bar before the first cell of every row, or behind the last, parts nothing.
        """
        texts = [line.text.strip() for line in self.block.lines]
        opens = layout == "barred" and all(text.startswith("|") for text in texts)
        closes = layout == "barred" and all(text.endswith(("|", ",", ";")) for text in texts)
        rows: list[list[Cell | None]] = []
        for line, fields in self._rows(layout):
            row: list[Cell | None] = [field[0] if field else None for field in fields]
            if closes:
                row.pop()
            if opens and line.label is None:
                del row[0]
            rows.append(row)
        # Numbers of rows leave an empty field behind.
        while (
            layout == "barred"
            and all(row and row[0] is None for row in rows)
            and max(map(len, rows)) > COLUMNS
        ):
            for row in rows:
                del row[0]
        return _table(self.block, rows)

    def _by_blanks(self) -> Table:
        """Return rows whose cells stand below one another, or that all have ten."""
        rows = [(line, [c for field in fields for c in field]) for line, fields in self._rows("rows")]
        if {len(cells) for _, cells in rows} == {COLUMNS}:
            return _table(self.block, [list(cells) for _, cells in rows])
        try:
            return _below_one_another(self.block, rows)
        except Fault:
            if not any("\ufe0f" in line.text for line in self.block.lines):
                raise
            # Where they are printed, the sign that makes an emoji takes no room.
            return _below_one_another(self.block, rows, no_room="\ufe0f")


def _behind_opener(line: Line) -> list[Token]:
    """Return the tokens behind the label and the dash or star that a line begins with."""
    tokens = [t for t in line.tokens if t.type not in ("LABEL", "CARD_LABEL", "TAB")]
    if tokens and tokens[0].type == "NUMBER":
        tokens = tokens[1:]
    return tokens[1:]


def _opener(line: Line) -> str:
    behind = {id(token) for token in _behind_opener(line)}
    return next((t.type for t in reversed(line.tokens) if id(t) not in behind), "")


def _listed(tokens: Sequence[Token], cells: list[Cell]) -> list[Cell]:
    """Return the cells of a list in brackets; one alone in them is a card."""
    if len(tokens) and tokens[0].type == "HOLLOW":
        return []
    if len(cells) == 1 and cells[0].sign == "BRACKETED":
        cell = cells[0]
        return [Cell(Kind.RANK, str(cell.number), cell.start, cell.stop)]
    if len(cells) == 1 and cells[0].kind == Kind.SQUARE and tokens[0].type == "SQUARE":
        return [replace(cells[0], kind=Kind.CARD)]
    return cells


def _column_cells(cells: list[Cell], suited: bool) -> Iterator[Cell]:
    """Yield the cells of a column, numbers as what they are.  Raises Fault."""
    for at, cell in enumerate(cells):
        if cell.kind == Kind.COUNT and at and cell.sign != "COUNT_IN_WORDS":
            message = "a number of face-down cards stands before the others"
            raise Fault((cell.start, cell.stop), message, A_CELL)
        if cell.kind != Kind.RANK:
            yield cell
        elif not suited:
            yield _rank(cell) if _is_number(cell) else cell
        elif at or not _is_number(cell):
            message = f"'{cell.text}' is a rank without a suit, or a number"
            raise Fault((cell.start, cell.stop), message, A_CELL)
        else:
            yield replace(cell, kind=Kind.COUNT, number=int(cell.text))


def _label_number(label: Token) -> int:
    """Return the number of a label, or that of its letter, from 1."""
    digits = "".join(c for c in label if c.isdigit())
    if digits:
        return int(digits[-2:])
    return _LETTERS.index(label.lower().rstrip(" \t:.)=|->")[-1]) + 1


def _by_label(
    labels: Sequence[Token], columns: Sequence[tuple[Cell | None, ...]], *, partial: bool
) -> Table:
    """Return the columns by the numbers before them; one that has no line is empty, and said.

    Raises Fault if the numbers don't count on.
    """
    numbers = [_label_number(label) for label in labels]
    spans = [(t.end_pos - len(t.lstrip()), t.end_pos) for t in labels]
    for at, (before, number) in enumerate(pairwise(numbers), 1):
        if number in numbers[:at]:
            raise Fault(spans[at], f"the label {number} is used twice", "a label for each column")
        if number < before:
            raise Fault(spans[at], f"column {number} stands below {before}", "columns in order")
    first = numbers[0] if partial else min(numbers[0], 1)
    last = numbers[-1] if partial else first + COLUMNS - 1
    if numbers[-1] > last or numbers[-1] > COLUMNS:
        message = f"{numbers[-1]} is no number of a column"
        raise Fault(spans[-1], message, f"numbers from 1 to {COLUMNS}")
    by_number = dict(zip(numbers, columns, strict=True))
    missing = [number for number in range(first, last + 1) if number not in by_number]
    words = f"{'columns' if len(missing) > 1 else 'column'} {join_words(missing)}"
    if missing and (partial or len(missing) > _MOST_EMPTY):
        isnt = "isn't" if len(missing) == 1 else "aren't"
        settled_by = "" if partial or missing[0] <= numbers[-1] else "partial"
        message = f"{words} {isnt} listed"
        if settled_by:
            message = f"{count_phrase(len(columns), 'column')}; a tableau has {COLUMNS}"
            message += " (a partial position may have fewer)"
        raise Fault(spans[-1], message, f"a line '{missing[0]}: (sp)' if it is empty", settled_by)
    assumed: tuple[str, ...] = ()
    if missing:
        assumed = (f"{words}, which the text leaves out, {_IS_EMPTY[len(missing) > 1]}",)
    elif first > 1:
        assumed = (f"columns {first} to {last} of the text are columns 1 to {len(columns)} here",)
    whole = tuple(by_number.get(number, ()) for number in range(first, last + 1))
    doubt = f"{words} {'are' if len(missing) > 1 else 'is'} left out" if missing else ""
    return Table(whole, by_lines=True, assumed=assumed, doubt=doubt)


def _check_width(table: Table, block: Block, *, partial: bool) -> None:
    """Raise Fault if a table hasn't as many columns as a tableau."""
    count = len(table.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    line = max(block.lines, key=lambda line: line.cells + line.numbers)
    start, stop = line.start, line.start + len(line.text)
    cells = [t for t in line.tokens if t.type in CELLS]
    if cells:
        first, last = (COLUMNS, COLUMNS) if len(cells) > COLUMNS < count else (0, -1)
        start, stop = cells[first].start_pos or 0, cells[last].end_pos or 0
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    settled_by = "partial" if count < COLUMNS else ""
    if settled_by:
        message += " (a partial position may have fewer)"
    expected = f"{COLUMNS} columns, each with its cell in the first row"
    raise Fault((start, stop), message, expected, settled_by)


def _is_number(cell: Cell) -> bool:
    """Return True for a bare number, which may be a rank or no cell at all."""
    return cell.kind == Kind.RANK and not cell.card


def _counts_on(values: Sequence[int]) -> bool:
    """Return True if numbers of rows go up or down by one, perhaps from 10 to 1 again."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def _rank(cell: Cell) -> Cell:
    """Return a number as a rank; raise Fault if it is none."""
    rank = int(cell.text)
    if not 2 <= rank <= 10:
        raise Fault((cell.start, cell.stop), f"'{cell.text}' is no rank", A_CELL)
    return replace(cell, card=card(rank, Suit.SPADES))


def _below_one_another(
    block: Block, rows: Sequence[tuple[Line, list[Cell]]], no_room: str = ""
) -> Table:
    """Rows whose cells stand below one another.  Raises Fault."""
    spans = [
        [_printed(line.text, c.start - line.start, c.stop - line.start, no_room) for c in cells]
        for line, cells in rows
    ]
    heads = [_printed(block.lines[0].text, start, stop, no_room) for start, stop in _heads(block)]
    places = _merged([*heads, *(span for row in spans for span in row)])
    widest = max(spans, key=len)
    if len(places) < len(widest):
        places = sorted(widest)
    places = _with_spaces(places, max(_begins(line) for line in block.lines))
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
    width = max(len(_heads(block)), *map(len, rows))
    columns = []
    for column in zip_longest(*rows, [None] * width):
        height = max((n for n, cell in enumerate(column, 1) if cell is not None), default=0)
        columns.append(column[:height])
    return Table(tuple(columns), at_margin=not any(map(_is_indented, block.lines)))


def _heads(block: Block) -> list[tuple[int, int]]:
    """Return the places of the column numbers in the line above the rows."""
    if block.heads is None:
        return []
    before = block.heads.column - 1 if block.heads.column else 0
    places = [match.span() for match in _HEAD.finditer(str(block.heads))]
    return [(a + before, b + before) for a, b in places] if len(places) <= COLUMNS else []


def _begins(line: Line) -> int:
    """Return the offset in a line behind its label."""
    return 0 if line.label is None else (line.label.end_pos or 0) - line.start


def _is_indented(line: Line) -> bool:
    """Return True if a line begins with blanks, a tab or a number, so that it lost nothing."""
    numbered = line.label is not None or (line.tokens and line.tokens[0].type == "NUMBER")
    return bool(numbered) or line.text[:1] in (" ", "\t", "|", ",", ";")
