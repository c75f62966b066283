"""How the lines of a block make columns: the layouts of the grammar that fit them.

A layout is a start rule of ``grammars/layouts.lark``.  What a grammar can't say is decided here:
which column a cell of a row stands in, and whether labels count on.  What the cells mean is for
:mod:`.interpretations`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..game.cards import Suit, card
from ..game.rules import COLUMNS
from .blocks import Block, TextLine
from .cells import (
    CELLS,
    LAYOUTS,
    MEANINGS,
    Cell,
    CellKind,
    Fault,
    Meaning,
    cells_of,
    parser,
    span_of,
)
from .geometry import A_CELL, Grid, place_in_columns, table_of
from .labels import (
    by_label,
    check_heads,
    check_width,
    counts_on,
    label_number,
    refuse_doubtful_runs,
)

if TYPE_CHECKING:
    from lark import Token

_ROWS: Final = ("tabbed", "barred", "rows")
#: What a label says that can't be the number of a row.
A_COLUMN: Final = re.compile(r"col|pile|stack|tab|[tcp]\d", re.IGNORECASE)


_Way = Callable[[], Grid]


def tables_of(block: Block, *, partial: bool) -> list[Iterator[Grid | Fault]]:
    """Return the tables that a block can be, the likeliest first; for those that it can't, why.

    The lists are rivals: of each the first that can stand counts.
    """
    return [
        _tables(block, ways, partial=partial) for ways in _Layouts(block, partial=partial).ways()
    ]


def _tables(block: Block, ways: Sequence[_Way], *, partial: bool) -> Iterator[Grid | Fault]:
    for way in ways:
        try:
            table = way()
            check_width(table, block, partial=partial)
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
        self.trees: dict[str, Any] = {}
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
                tree: Any = parsing.feed_eof()  # type: ignore[no-untyped-call]
                self.trees[layout] = [child for child in tree.children if hasattr(child, "data")]
            except UnexpectedToken as error:
                self._refused(layout, error.token)

    def _refused(self, layout: str, token: Token) -> None:
        """Keep the first reason for which the likeliest layout isn't this one."""
        tabs = any(t.type == "TAB" for line in self.block.lines for t in line.tokens)
        if layout != ("tabbed" if tabs else "barred"):
            return
        start = token.start_pos or 0
        span = start, start + len(token)
        what = "a tab" if tabs else "a bar"
        if token.type in CELLS:
            self.fault = Fault(
                span, f"{what} is missing between two cells", f"{A_CELL}, and {what}"
            )
        elif tabs and token.type in ("COMMA", "BAR"):
            self.fault = Fault(span, f"'{token}' stands in a cell, beside tabs", A_CELL)

    def ways(self) -> list[list[_Way]]:
        """Return the ways to make columns of the block, the likeliest first, as rivals."""
        rows: list[_Way] = [self._way(name) for name in _ROWS if name in self.trees]
        if "barred" in self.trees:
            rows = [self._way("barred")]
        elif self.fault:
            rows.insert(0, self._refuse)
        labels = [line.label for line in self.block.lines if line.label is not None]
        plain: list[_Way] = [self._way(n) for n in ("counted", "plain") if n in self.trees]
        if self._lacks_opener() is not None:
            return [[self._unopened]]
        if self.partial and max(map(label_number, labels), default=0) > COLUMNS:
            return [[self._way("labelled")] if self._name_columns() else rows]
        if 0 < len(labels) < len(self.block.lines) and "labelled" not in self.trees:
            titled = "titled" in self.trees
            return [[self._way("titled") if titled else self._unlabelled], rows]
        for name in ("listed", "dashed", "labelled", "numbered", "bulleted"):
            if name not in self.trees or (name == "dashed" and self._are_punctuated()):
                continue
            if name == "numbered" and not self._are_labels():
                break
            counted = self._way("counted")
            columns = [self._way(name)]
            if name in ("labelled", "listed") and "counted" in self.trees and self._suited():
                columns = [counted]
            if name not in ("dashed", "bulleted"):
                return [columns] if name == "listed" or self._name_columns() else [columns, rows]
            without = [n for n in ("labelled", "numbered", "plain") if n in self.trees][:1]
            if name == "dashed" and without == ["numbered"] and not self._are_labels():
                return [[self._way("numbered")]]
            signs: list[_Way] = [] if self._only_opens() else [self._way(n) for n in without]
            return [columns, signs, rows] if name == "dashed" else [columns, [*rows, *signs]]
        counts = any(t.type.startswith("COUNT") for line in self.block.lines for t in line.tokens)
        if "numbered" in self.trees and self._suited():
            if self._may_be_labels():
                return [[self._ambiguous], rows]
            return [[*plain, *rows]]
        if counts:
            return [[*plain, *rows, self._refuse]]
        ways = rows if self.partial else [*rows, *plain]
        if self.block.widest > COLUMNS and len(self.block.lines) < COLUMNS and not self.partial:
            ways = [*plain, *rows]  # no rows, so what's missing is a line
        # A bar that one row of a few lacks doesn't make columns of them.
        others = [] if self.partial and self.fault else plain
        return [ways or [*others, self._refuse]]

    def _way(self, layout: str) -> _Way:
        match layout:
            case "tabbed":
                return lambda: self._by_fields(layout)
            case "barred":
                return lambda: self._as_rows(self._by_fields(layout))
            case "rows":
                return lambda: self._as_rows(self._by_blanks())
        return lambda: self._by_lines(layout)

    def _as_rows(self, grid: Grid) -> Grid:
        """Return rows; where nothing shows that lines are rows, not columns, it's assumed."""
        heights = [len(column) for column in grid.columns]
        flush = heights == sorted(heights, reverse=True) and all(map(all, grid.columns))
        if self.partial and self.block.heads is None and flush and len(heights) < COLUMNS:
            return replace(grid, assumed=("each line is a row, not a column",))
        return grid

    def _refuse(self) -> Grid:
        raise self.fault or Fault(self.block.lines[0].span, "these lines make no columns", A_CELL)

    def _unlabelled(self) -> Grid:
        line = next(line for line in self.block.lines if line.label is None)
        message = "this line has no number, and others have"
        raise Fault(line.span, message, "the number of its column")

    def _unopened(self) -> Grid:
        line = self._lacks_opener() or self.block.lines[0]
        message = "no dash stands behind this label, and one does behind others"
        expected = "a dash in each line, or face-down cards all written alike"
        raise Fault(line.span, message, expected)

    def _ambiguous(self) -> Grid:
        message = "these numbers may be those of columns or of face-down cards"
        expected = "3: for a column, (3) for face-down cards"
        raise Fault(self.block.lines[0].span, message, expected)

    # What the lines begin with

    def _firsts(self) -> list[int]:
        """Return the numbers that the lines begin with."""
        lines = [line.tokens for line in self.block.lines if line.tokens]
        return [int(next(t for t in tokens if t.type == "NUMBER")) for tokens in lines]

    def _are_labels(self) -> bool:
        """Return True if the numbers before the lines are those of columns."""
        firsts = self._firsts()
        counts_on = firsts in (list(range(len(firsts))), list(range(1, len(firsts) + 1)))
        return (len(firsts) > 1 and counts_on) or (
            self._may_be_labels() and "counted" not in self.trees
        )

    def _are_punctuated(self) -> bool:
        """Return True if each label ends in a sign of its own, so that a dash isn't part of it."""
        labels = [line.label for line in self.block.lines if line.label is not None]
        return bool(labels) and all(label[-1] in ":.)=|>" for label in labels)

    def _name_columns(self) -> bool:
        """Return True if the labels say that they are those of columns."""
        labels = [line.label.lower() for line in self.block.lines if line.label is not None]
        return bool(labels) and all(A_COLUMN.search(label) for label in labels)

    def _may_be_labels(self) -> bool:
        """Return True if the numbers before the lines go up or down; one alone may do either."""
        firsts = self._firsts()
        ordered = sorted(set(firsts))
        return firsts in (ordered, ordered[::-1]) and (self.partial or len(firsts) > 1)

    def _suited(self) -> bool:
        """Return True if a card has a suit, so that bare numbers and letters are none."""
        return any(
            token.type in CELLS
            and token.type not in MEANINGS
            and token.type not in ("RANK", "COUNT", "COUNT_IN_WORDS", "BRACKETED")
            for line in self.block.lines
            for token in line.tokens
        )

    def _lacks_opener(self) -> TextLine | None:
        """Return the first line without a dash, if behind the labels of others there is one.

        That's if dashes stand nowhere else, and face-down cards are written otherwise.
        """
        lines = [line for line in self.block.lines if line.label is not None]
        opened = [line for line in lines if _opener(line) == "DASH"]
        tokens = [t for line in self.block.lines for t in _behind_opener(line)]
        if len(opened) in (0, len(lines)) or any(t.type == "DASH" for t in tokens):
            return None
        backs = any(Meaning.DOWN in MEANINGS.get(t.type, ()) or "COUNT" in t.type for t in tokens)
        cards = any(_behind_opener(line) for line in opened)
        return next(line for line in lines if line not in opened) if backs and cards else None

    def _only_opens(self) -> bool:
        """Return True if what begins each line, a dash or star, stands nowhere else."""
        openers = {_opener(line) for line in self.block.lines}
        return not any(
            t.type in openers for line in self.block.lines for t in _behind_opener(line)
        )

    # Columns that are lines

    def _by_lines(self, layout: str) -> Grid:
        """Return a column a line, perhaps with rows of the hand below.  Raises Fault."""
        columns: list[tuple[Cell | None, ...]] = []
        labels: list[Token] = []
        suited = self._suited()
        assumed: tuple[str, ...] = ()
        refuse_doubtful_runs(self.block)
        if layout == "bulleted":
            self._refuse_nested()
        for tree in self.trees[layout]:
            tokens = [child for child in tree.children if not hasattr(child, "data")]
            before = [child for child in tree.children if hasattr(child, "data")]
            labels += [t.children[0] for t in before if t.data not in ("bullet", "star")]
            cells = [
                c for t in tokens if t.type in CELLS or t.type == "NUMBER" for c in cells_of(t)
            ]
            if layout == "listed":
                cells = _listed(tokens, cells)
            columns.append(tuple(_column_cells(cells, suited)))
        counts = [c[0].number for c in columns if c and c[0] and c[0].kind == CellKind.COUNT]
        if counts == list(range(1, len(columns) + 1)):
            # "(1) xx 7d", "(2) Kd": nobody has one more card face down in each column.
            columns = [cells[1:] for cells in columns]
        elif counts == [len(cells) - 1 for cells in columns]:
            columns = [cells[1:] for cells in columns]
            assumed = ("the number before the cards of a column is how many they are",)
        for column in columns:
            _refuse_signs_behind_a_count(column)
        if self.partial and not labels and any(c and _is_bare_count(c[0]) for c in columns):
            assumed = (*assumed, "the number before the cards of a line is that of face-down ones")
        if labels and len(labels) == len(columns):
            table = by_label(labels, columns, partial=self.partial)
            if layout == "dashed" and not self._only_opens():
                words = "the dash behind each label is no card"
                assumed = (*assumed, words)
            return replace(table, assumed=(*table.assumed, *assumed))
        hand = columns[COLUMNS:]
        if hand and all(len(row) == COLUMNS for row in hand):
            cards = tuple(cell.card for row in hand for cell in row if cell)
            words = "the rows below the columns are the hand, the first of them dealt next"
            return Grid(tuple(columns[:COLUMNS]), by_lines=True, hand=cards, assumed=(words,))
        return Grid(tuple(columns), by_lines=True, assumed=assumed)

    def _refuse_nested(self) -> None:
        """Raise Fault if a bullet stands further right than the first: a list within a list."""
        depths = [span_of(line.tokens[0])[0] - line.start for line in self.block.lines]
        line = next((n for n, depth in enumerate(depths) if depth != depths[0]), None)
        if line is not None:
            message = "this bullet doesn't stand below the others"
            raise Fault(
                span_of(self.block.lines[line].tokens[0]), message, "a line for each column"
            )

    # Rows

    def _rows(self, layout: str) -> list[tuple[TextLine, list[list[Cell]]]]:
        """Return the cells of each row by its fields, without numbers of rows.  Raises Fault."""
        rows: list[tuple[TextLine, list[list[Cell]]]] = []
        labels = [line.label for line in self.block.lines if line.label is not None]
        if 0 < len(labels) < len(self.block.lines):
            message = f"'{labels[0].strip()}' is no cell, and not every row begins with a label"
            raise Fault(span_of(labels[0]), message, A_CELL)
        numbers = [label_number(label) for label in labels]
        if len(labels) > 1 and not counts_on(numbers):
            wrong_at = next(i for i, n in enumerate(numbers) if n != numbers[0] + i)
            message = f"the label {numbers[wrong_at]} doesn't follow {numbers[wrong_at - 1]}"
            raise Fault(span_of(labels[wrong_at]), message, "labels that count on, or none")
        check_heads(self.block)
        suited = self._suited()
        for line, tree in zip(self.block.lines, self.trees[layout], strict=True):
            fields = [child.children for child in tree.children if hasattr(child, "data")]
            if layout == "rows":
                fields = [[t for t in tree.children if t.type not in ("LABEL", "BAR")]]
            rows.append((line, [[c for t in field for c in cells_of(t)] for field in fields]))
        flat = [[cell for field in fields for cell in field] for _, fields in rows]
        for at in (0, -1):
            ends = [cells[at] for cells in flat if cells and _is_number(cells[at])]
            if len(ends) == len(flat) and counts_on([int(cell.text) for cell in ends]):
                for (_, fields), cells in zip(rows, flat, strict=True):
                    gone = cells.pop(at)
                    for field in fields:
                        field[:] = [cell for cell in field if cell is not gone]
        if suited:
            wrong = next((c for cells in flat for c in cells if c.kind == CellKind.RANK), None)
            if wrong is not None:
                message = f"'{wrong.text}' is a rank without a suit, or a number"
                raise Fault((wrong.start, wrong.stop), message, A_CELL)
            return rows
        return [
            (line, [[_rank(c) if _is_number(c) else c for c in field] for field in fields])
            for line, fields in rows
        ]

    def _by_fields(self, layout: str) -> Grid:
        """Return rows whose cells are parted by tabs, or by bars and commas.

        A bar before the first cell of every row, or behind the last, parts nothing.
        """
        heads = str(self.block.heads or "").strip()
        texts = [line.text.strip() for line in self.block.lines] + [heads] * ("|" in heads)
        opens = layout == "barred" and all(text.startswith("|") for text in texts)
        closes = layout == "barred" and all(text.endswith(("|", ",", ";")) for text in texts)
        rows: list[list[Cell | None]] = []
        for line, fields in self._rows(layout):
            if not rows and line.label is not None and not any(fields):
                continue  # a line of a page that is empty but for its number
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
        return table_of(self.block, rows)

    def _by_blanks(self) -> Grid:
        """Return rows whose cells stand below one another, or that all have ten."""
        rows = [
            (line, [c for field in fields for c in field]) for line, fields in self._rows("rows")
        ]
        if {len(cells) for _, cells in rows} == {COLUMNS}:
            return table_of(self.block, [list(cells) for _, cells in rows])
        try:
            return place_in_columns(self.block, rows)
        except Fault:
            if not any("\ufe0f" in line.text for line in self.block.lines):
                raise
            # Where they are printed, the sign that makes an emoji takes no room.
            return place_in_columns(self.block, rows, no_room="\ufe0f")


def _behind_opener(line: TextLine) -> list[Token]:
    """Return the tokens behind the label and the dash or star that a line begins with."""
    tokens = [t for t in line.tokens if t.type not in ("LABEL", "CARD_LABEL", "TAB")]
    if tokens and tokens[0].type == "NUMBER":
        tokens = tokens[1:]
    return tokens[1:]


def _opener(line: TextLine) -> str:
    behind = {id(token) for token in _behind_opener(line)}
    return next((t.type for t in reversed(line.tokens) if id(t) not in behind), "")


def _listed(tokens: Sequence[Token], cells: list[Cell]) -> list[Cell]:
    """Return the cells of a list in brackets; one alone in them is a card.

    Raises Fault if commas part only some of them: these may be lists of their own.
    """
    kinds = [token.type for token in tokens if token.type not in ("OPEN", "CLOSE")]
    commas = kinds.count("COMMA")
    if commas and len(kinds) - commas > commas + 1:
        message = "commas stand between some of these cards, not between all"
        raise Fault((cells[0].start, cells[-1].stop), message, "a comma between any two, or none")
    if any(token.type == "HOLLOW" for token in tokens[:2]) and len(cells) == 1:
        return []
    if len(cells) == 1 and cells[0].sign == "BRACKETED":
        cell = cells[0]
        return [Cell(CellKind.RANK, str(cell.number), cell.start, cell.stop)]
    if len(cells) == 1 and cells[0].kind == CellKind.SQUARE and tokens[0].type == "SQUARE":
        return [replace(cells[0], kind=CellKind.CARD)]
    return cells


def _column_cells(cells: list[Cell], suited: bool) -> Iterator[Cell]:
    """Yield the cells of a column, numbers as what they are.  Raises Fault."""
    for at, cell in enumerate(cells):
        if cell.kind == CellKind.COUNT and at and cell.sign != "COUNT_IN_WORDS":
            message = "a number of face-down cards stands before the others"
            raise Fault((cell.start, cell.stop), message, A_CELL)
        if cell.text.startswith("..") and at and cells[at - 1].card:
            raise Fault((cell.start, cell.stop), "dots may stand for more cards", "all cards")
        if cell.kind != CellKind.RANK:
            yield cell
        elif not suited:
            yield _rank(cell) if _is_number(cell) else cell
        elif at or not _is_number(cell):
            message = f"'{cell.text}' is a rank without a suit, or a number"
            raise Fault((cell.start, cell.stop), message, A_CELL)
        else:
            yield replace(cell, kind=CellKind.COUNT, number=int(cell.text))


def _refuse_signs_behind_a_count(cells: Sequence[Cell | None]) -> None:
    """Raise Fault if a face-down card stands behind a number of them, which counts them all."""
    count, *others = cells or (None,)
    if count is None or count.kind != CellKind.COUNT or not count.number:
        return
    for cell in others:
        hidden = cell is not None and Meaning.DOWN in MEANINGS.get(cell.sign, ())
        if cell is not None and hidden and cell.sign != "QUESTIONS":
            message = "a face-down card stands behind the number of them"
            raise Fault((cell.start, cell.stop), message, "either of the two")


def _is_bare_count(cell: Cell | None) -> bool:
    """Return True for a number, perhaps in brackets, that doesn't say what it counts."""
    return cell is not None and (
        cell.kind == CellKind.COUNT and (cell.sign in ("", "BRACKETED") or cell.text[0] == "(")
    )


def _is_number(cell: Cell) -> bool:
    """Return True for a bare number, which may be a rank or no cell at all."""
    return cell.kind == CellKind.RANK and not cell.card


def _rank(cell: Cell) -> Cell:
    """Return a number as a rank; raise Fault if it is none."""
    rank = int(cell.text)
    if not 2 <= rank <= 10:
        raise Fault((cell.start, cell.stop), f"'{cell.text}' is no rank", A_CELL)
    return replace(cell, card=card(rank, Suit.SPADES))
