"""The columns that lines of a layout make.

The grammar can't say which column a cell of a row stands in, and whether labels count on.
:mod:`.layouts` says which layout it is, :mod:`.interpretations` what the cells mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..game.cards import Suit, card
from ..game.rules import COLUMNS
from .blocks import Block, TextLine
from .cells import CELLS, MEANINGS, Cell, CellKind, Fault, Meaning, cells_of, span_of
from .geometry import A_CELL, Grid, place_in_columns, table_of
from .labels import (
    by_label,
    check_heads,
    counts_on,
    label_number,
    openers_stand_alone,
    refuse_doubtful_runs,
)

if TYPE_CHECKING:
    from lark import Token

#: Cells that may stand for cards without a suit, or for none.
_UNSUITED: Final = frozenset(("RANK", "COUNT", "COUNT_IN_WORDS", "BRACKETED", *MEANINGS))


def is_suited(block: Block) -> bool:
    """Return True if a card has a suit, so that bare numbers and letters are none."""
    tokens = (token for line in block.lines for token in line.tokens)
    return any(token.type in CELLS and token.type not in _UNSUITED for token in tokens)


def table_in(layout: str, block: Block, trees: Sequence[Any], *, partial: bool) -> Grid:
    """Return the table of a block whose lines are these trees of a layout.  Raises Fault."""
    table = _Table(layout, block, trees, partial=partial)
    match layout:
        case "tabbed":
            return table.by_fields()
        case "barred":
            return table.as_rows(table.by_fields())
        case "rows":
            return table.as_rows(table.by_blanks())
    return table.by_lines()


class _Table:
    """The lines of a block in a layout."""

    def __init__(self, layout: str, block: Block, trees: Sequence[Any], *, partial: bool) -> None:
        self.layout = layout
        self.block = block
        self.trees = trees
        self.partial = partial

    def as_rows(self, grid: Grid) -> Grid:
        """Return rows; where nothing shows that lines are rows, not columns, it's assumed."""
        heights = [len(column) for column in grid.columns]
        flush = heights == sorted(heights, reverse=True) and all(map(all, grid.columns))
        if self.partial and self.block.heads is None and flush and len(heights) < COLUMNS:
            return replace(grid, assumed=("each line is a row, not a column",))
        return grid

    # Columns that are lines

    def by_lines(self) -> Grid:
        """Return a column a line, perhaps with rows of the hand below.  Raises Fault."""
        columns: list[tuple[Cell | None, ...]] = []
        labels: list[Token] = []
        suited = is_suited(self.block)
        assumed: tuple[str, ...] = ()
        refuse_doubtful_runs(self.block)
        if self.layout == "bulleted":
            self._refuse_nested()
        for tree in self.trees:
            tokens = [child for child in tree.children if not hasattr(child, "data")]
            before = [child for child in tree.children if hasattr(child, "data")]
            labels += [t.children[0] for t in before if t.data not in ("bullet", "star")]
            cells = [
                c for t in tokens if t.type in CELLS or t.type == "NUMBER" for c in cells_of(t)
            ]
            if self.layout == "listed":
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
            if self.layout == "dashed" and not openers_stand_alone(self.block):
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

    def _rows(self) -> list[tuple[TextLine, list[list[Cell]]]]:
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
        suited = is_suited(self.block)
        for line, tree in zip(self.block.lines, self.trees, strict=True):
            fields = [child.children for child in tree.children if hasattr(child, "data")]
            if self.layout == "rows":
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

    def by_fields(self) -> Grid:
        """Return rows whose cells are parted by tabs, or by bars and commas.

        A bar before the first cell of every row, or behind the last, parts nothing.
        """
        heads = str(self.block.heads or "").strip()
        texts = [line.text.strip() for line in self.block.lines] + [heads] * ("|" in heads)
        opens = self.layout == "barred" and all(text.startswith("|") for text in texts)
        closes = self.layout == "barred" and all(text.endswith(("|", ",", ";")) for text in texts)
        rows: list[list[Cell | None]] = []
        for line, fields in self._rows():
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
            self.layout == "barred"
            and all(row and row[0] is None for row in rows)
            and max(map(len, rows)) > COLUMNS
        ):
            for row in rows:
                del row[0]
        return table_of(self.block, rows)

    def by_blanks(self) -> Grid:
        """Return rows whose cells stand below one another, or that all have ten."""
        rows = [(line, [c for field in fields for c in field]) for line, fields in self._rows()]
        if {len(cells) for _, cells in rows} == {COLUMNS}:
            return table_of(self.block, [list(cells) for _, cells in rows])
        try:
            return place_in_columns(self.block, rows)
        except Fault:
            if not any("\ufe0f" in line.text for line in self.block.lines):
                raise
            # Where they are printed, the sign that makes an emoji takes no room.
            return place_in_columns(self.block, rows, no_room="\ufe0f")


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
