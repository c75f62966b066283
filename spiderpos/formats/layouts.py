"""The layouts that a block of lines has the form of, and the columns that each makes.

A layout is a start rule of ``grammars/layouts.lark``.  The grammar can't say in which column a
cell of a row stands, nor if labels count on: that is checked here.  Each layout that makes ten
columns is a rival of the others; the position decides between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ..game.cards import Suit, card
from ..game.rules import COLUMNS
from ..text.wording import columns_phrase, count_phrase
from .blocks import Block, TextLine
from .cells import (
    CARDS,
    CELLS,
    LAYOUTS,
    MEANINGS,
    Cell,
    CellKind,
    Fault,
    Meaning,
    cells_of,
    face,
    parser,
    span_of,
)
from .geometry import A_CELL, HEAD, Grid, place_in_columns, table_of

if TYPE_CHECKING:
    from lark import Token

_ROWS: Final = ("barred", "tabbed", "rows")
#: Cells that may stand for cards without a suit, or for none.
_UNSUITED: Final = frozenset(("RANK", "COUNT", "COUNT_IN_WORDS", "BRACKETED", *MEANINGS))
#: A label that can't be the number of a row.
_OF_A_COLUMN: Final = re.compile(r"col|pile|stack|tab|[tcp]\d", re.IGNORECASE)
_LABEL_OR_COUNT: Final = "'3:' before a column, '(3)' for three face-down cards"
_LETTERS: Final = "abcdefghij"
_LABEL_WORD: Final = re.compile(r"[a-z]++")
#: Games that are dealt to seven columns are not Spider.
_OF_OTHERS: Final = 7
_OTHER_GAME: Final = "this looks like a game of seven columns, such as Spiderette or Scorpion"
_SPIDER: Final = "a position of Spider: two decks, ten columns"


def grids_of(block: Block, *, partial: bool) -> list[Iterator[Grid | Fault]]:
    """Return the grids of a block, layout by layout; for those that it can't have, the fault.

    The lists are rivals: of each the first that can stand counts.
    """
    forms, fault = _forms(block)
    lines = _column_layouts(block, forms, partial=partial)
    rows: list[str] = [layout for layout in _ROWS if layout in forms]
    if "barred" in rows:
        rows = ["barred"]
    labels = [line.label for line in block.lines if line.label is not None]
    if (labels and all(map(_OF_A_COLUMN.search, labels))) or "listed" in lines:
        rows = []
    groups = [[layout] for layout in lines]
    if rows:
        groups.insert(0 if lines == ["plain"] else len(groups), rows)
    if partial and len(lines) == 1 and not labels and "numbered" not in lines:
        groups = groups[:1]
    grids = [_grids(block, forms, group, partial=partial) for group in groups]
    if fault is not None and not rows and lines in ([], ["plain"]):
        return [iter([fault]), *grids]
    return grids or [iter([Fault(block.lines[0].span, "these lines make no columns", A_CELL)])]


def _grids(
    block: Block, forms: dict[str, Any], layouts: Sequence[str], *, partial: bool
) -> Iterator[Grid | Fault]:
    for layout in layouts:
        try:
            if layout == "ambiguous":
                message = "what begins these lines may number columns or be cells of them"
                raise Fault(block.lines[0].span, message, _LABEL_OR_COUNT)
            read = _by_rows if layout in _ROWS else _by_lines
            grid = read(layout, block, forms[layout], partial=partial)
            _check_width(grid, block, partial=partial)
            yield grid
        except Fault as fault:
            yield fault


def _forms(block: Block) -> tuple[dict[str, Any], Fault | None]:
    """Return for each layout that a block has the form of the nodes of its lines.

    The fault is where it stops being a table with tabs, or with bars and commas.
    """
    from lark import Token  # noqa: PLC0415 - most commands need no grammar
    from lark.exceptions import UnexpectedToken  # noqa: PLC0415

    forms: dict[str, Any] = {}
    fault: Fault | None = None
    kinds = {token.type for line in block.lines for token in line.tokens}
    for layout in LAYOUTS:
        if (layout == "tabbed" and "TAB" not in kinds) or (
            layout == "barred" and not kinds & {"BAR", "COMMA"}
        ):
            continue
        left_out = ("REMARK",) if layout == "tabbed" else ("REMARK", "TAB")
        parsing = parser().parse_interactive(start=layout)
        try:
            for line in block.lines:
                for token in line.tokens:
                    if token.type not in left_out:
                        parsing.feed_token(token)
                parsing.feed_token(Token("NEWLINE", "\n"))
            tree: Any = parsing.feed_eof()  # type: ignore[no-untyped-call]
            forms[layout] = [child for child in tree.children if hasattr(child, "data")]
        except UnexpectedToken as error:
            if layout == ("tabbed" if "TAB" in kinds else "barred"):
                message = f"'{error.token.strip()}' can't stand in the same field of a table"
                fault = Fault(span_of(error.token), message, A_CELL)
    if fault is not None and "TAB" in kinds and "barred" not in forms:
        forms.pop("rows", None)
    return forms, fault


def _column_layouts(block: Block, forms: dict[str, Any], *, partial: bool) -> list[str]:
    """Return the layouts of a column a line that a block may be in."""
    suited = _is_suited(block)
    if "listed" in forms:
        return ["listed"]
    labels = [line.label for line in block.lines if line.label is not None]
    if "dashed" in forms and not (labels and all(label[-1] in ":.)=|>" for label in labels)):
        if _stand_alone(block):
            return ["dashed"]
        others = [name for name in ("labelled", "numbered") if name in forms]
        return ["ambiguous"] if partial else ["dashed", *others]
    if max(map(_label_number, labels), default=0) > COLUMNS:
        return []
    if "labelled" in forms:
        return ["counted" if suited and "counted" in forms else "labelled"]
    if "numbered" in forms:
        firsts = [int(next(t for t in line.tokens if t.type == "NUMBER")) for line in block.lines]
        count = len(firsts)
        ordered = sorted(set(firsts))
        is_ordered = firsts in (ordered, ordered[::-1]) and (partial or count > 1)
        counts_on = count > 1 and firsts in (list(range(count)), list(range(1, count + 1)))
        if counts_on or (is_ordered and "counted" not in forms):
            return ["numbered"]
        if suited and is_ordered:
            return ["ambiguous"]
        if suited:
            return [name for name in ("counted",) if name in forms]
    if "bulleted" in forms:
        return ["bulleted" if _stand_alone(block) else "ambiguous"]
    tokens = [token for line in block.lines for token in line.tokens]
    counted = any(token.type.startswith("COUNT") for token in tokens)
    empty = any([t.type for t in line.tokens] == ["SPACE"] for line in block.lines[1:])
    names: list[str] = [name for name in ("counted", "plain") if name in forms]
    return names[:1] if counted or empty or not partial else []


def _is_suited(block: Block) -> bool:
    """Return True if a card has a suit, so that bare numbers and letters are none."""
    tokens = (token for line in block.lines for token in line.tokens)
    return any(token.type in CELLS and token.type not in _UNSUITED for token in tokens)


def _stand_alone(block: Block) -> bool:
    """Return True if the dash or star that begins each line stands nowhere else."""
    openers: set[str] = set()
    others: set[str] = set()
    for line in block.lines:
        kinds = [t.type for t in line.tokens if t.type not in ("LABEL", "CARD_LABEL", "TAB")]
        kinds = kinds[1:] if kinds and kinds[0] == "NUMBER" else kinds
        openers.update(kinds[:1])
        others.update(kinds[1:])
    return not openers & others


# Columns that are lines


def _by_lines(layout: str, block: Block, nodes: Sequence[Any], *, partial: bool) -> Grid:
    """Return a column a line, perhaps with rows of the hand below.  Raises Fault."""
    columns: list[tuple[Cell | None, ...]] = []
    labels: list[Token] = []
    _refuse_doubtful_runs(block)
    bullets = [(line, span_of(line.tokens[0])[0]) for line in block.lines if line.tokens]
    if layout == "bulleted" and len({at - line.start for line, at in bullets}) > 1:
        message = "the bullets don't stand below one another"
        raise Fault(block.lines[0].span, message, "a line for each column")
    suited = _is_suited(block)
    for node in nodes:
        tokens = [child for child in node.children if not hasattr(child, "data")]
        before = [child for child in node.children if hasattr(child, "data")]
        labels += [t.children[0] for t in before if t.data not in ("bullet", "star")]
        cells = [c for t in tokens if t.type in CELLS or t.type == "NUMBER" for c in cells_of(t)]
        if layout == "listed":
            cells = _listed(tokens, cells)
        columns.append(tuple(_column_cells(cells, suited)))
    xs = [[cell for cell in column if cell and not cell.text.strip("x")] for column in columns]
    if any(cell.number > 2 for cells in xs for cell in cells) and max(map(len, xs)) < 2:
        columns = [tuple(map(_xs, column)) for column in columns]
    counts = [c[0].number for c in columns if c and c[0] and c[0].kind == CellKind.COUNT]
    if counts and counts in (
        list(range(1, len(columns) + 1)) if len(columns) > 1 else [],
        [len(cells) - 1 for cells in columns],
    ):
        message = "these may be numbers of columns, of all their cards, or of face-down ones"
        raise Fault(block.lines[0].span, message, _LABEL_OR_COUNT)
    bare = (c[0] for c in columns if c and c[0] and c[0].kind == CellKind.COUNT)
    assumed: tuple[str, ...] = ()
    if partial and not labels and any(cell.sign in ("", "BRACKETED") for cell in bare):
        assumed = ("the number before the cards of a line is that of face-down ones",)
    if labels and len(labels) == len(columns):
        return _by_label(labels, columns, partial=partial)
    hand = columns[COLUMNS:]
    if hand and all(len(row) == COLUMNS for row in hand):
        cards = tuple(cell.card for row in hand for cell in row if cell)
        words = "the rows below the columns are the hand, the first of them dealt next"
        return Grid(tuple(columns[:COLUMNS]), by_lines=True, hand=cards, assumed=(words,))
    return Grid(tuple(columns), by_lines=True, assumed=assumed)


def _xs(cell: Cell | None) -> Cell | None:
    """Return xx as two face-down cards, as xxx are three."""
    return replace(cell, text="x", number=2) if cell and cell.text == "xx" else cell


def _refuse_doubtful_runs(block: Block) -> None:
    """Raise Fault for Kd-9d, which may be five cards or two, if no other hyphen says which."""
    pairs = [
        (before, token)
        for line in block.lines
        for before, token in pairwise(line.tokens)
        if token.lstrip().startswith("-") and {before.type, token.type} <= {*CARDS[:3]}
    ]
    cards = [(face(before), face(token)) for before, token in pairs]
    chained = any(before.startswith("-") for before, _ in pairs)
    if chained or not all(high.suit == low.suit and high.rank > low.rank for high, low in cards):
        return
    for (before, token), (high, low) in zip(pairs, cards, strict=True):
        if high.rank - low.rank > 1:
            span = span_of(before)[0], span_of(token)[1]
            raise Fault(span, "this may be a run or two cards", "K-9d for a run")


def _listed(tokens: Sequence[Token], cells: list[Cell]) -> list[Cell]:
    """Return the cells of a list in brackets; one alone in them is a card.  Raises Fault."""
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
    if len(cells) == 1 and cells[0].kind == CellKind.ENCLOSED and tokens[0].type == "SQUARE":
        return [replace(cells[0], kind=CellKind.CARD)]
    return cells


def _column_cells(cells: Sequence[Cell], suited: bool) -> Iterator[Cell]:
    """Yield the cells of a column, numbers as what they are.  Raises Fault."""
    counted = False
    for at, cell in enumerate(cells):
        span = cell.start, cell.stop
        hidden = Meaning.DOWN in MEANINGS.get(cell.sign, ()) and cell.sign != "QUESTIONS"
        if counted and hidden:
            message = "face-down cards are given both as a count and as signs"
            raise Fault(span, message, "either of the two")
        if cell.kind == CellKind.COUNT and at and cell.sign != "COUNT_IN_WORDS":
            raise Fault(span, "a number of face-down cards stands before the others", A_CELL)
        if cell.text.startswith("..") and at and cells[at - 1].card:
            raise Fault(span, "dots may stand for more cards", "all cards")
        if cell.kind == CellKind.RANK and not suited:
            cell = _rank(cell) if not cell.card else cell  # noqa: PLW2901
        elif cell.kind == CellKind.RANK and (at or cell.card):
            message = f"'{cell.text}' is a rank without a suit, or a number"
            raise Fault(span, message, A_CELL)
        elif cell.kind == CellKind.RANK:
            cell = replace(cell, kind=CellKind.COUNT, number=int(cell.text))  # noqa: PLW2901
        counted = counted or (cell.kind == CellKind.COUNT and cell.number > 0)
        yield cell


def _rank(cell: Cell) -> Cell:
    """Return a bare number as a rank.  Raises Fault if it is none."""
    rank = int(cell.text)
    if not 2 <= rank <= 10:
        raise Fault((cell.start, cell.stop), f"'{cell.text}' is not a rank", A_CELL)
    return replace(cell, card=card(rank, Suit.SPADES))


def _label_number(label: str) -> int:
    """Return the number of a label, or that of its letter, from 1."""
    digits = "".join(c for c in label if c.isdigit())
    return (
        int(digits[-2:]) if digits else _LETTERS.index(_LABEL_WORD.findall(label.lower())[-1]) + 1
    )


def _counts_on(values: Sequence[int]) -> bool:
    """Return True if numbers of rows go up or down by one, perhaps from 10 to 1 again."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def _by_label(
    labels: Sequence[Token], columns: Sequence[tuple[Cell | None, ...]], *, partial: bool
) -> Grid:
    """Return the columns by the numbers before them.  Raises Fault if these don't count on."""
    numbers = [_label_number(label) for label in labels]
    spans = list(map(span_of, labels))
    for at, (before, number) in enumerate(pairwise(numbers), 1):
        if number <= before:
            message = f"column {number} stands below column {before}"
            raise Fault(spans[at], message, "columns in order, each once")
    if not partial and numbers == list(range(1, _OF_OTHERS + 1)):
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
    """Raise Fault if a grid hasn't as many columns as a tableau."""
    count = len(grid.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    if count == _OF_OTHERS and not partial:
        raise Fault(block.lines[0].span, _OTHER_GAME, _SPIDER, "partial")
    line = max(block.lines, key=lambda line: line.cells + line.numbers)
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    settled_by = "partial" if count < COLUMNS else ""
    message += " (a partial position may have fewer)" if settled_by else ""
    each = "on its line" if grid.by_lines else "with its cell in the first row"
    raise Fault(line.span, message, f"{COLUMNS} columns, each {each}", settled_by)


# Rows


def _by_rows(layout: str, block: Block, nodes: Sequence[Any], *, partial: bool) -> Grid:
    """Return the columns of rows.  Raises Fault."""
    rows = _rows(layout, block, nodes)
    grid = _by_blanks(block, rows) if layout == "rows" else _by_fields(layout, block, rows)
    if layout == "tabbed" or not partial or block.heads is not None:
        return grid
    heights = [len(column) for column in grid.columns]
    flush = heights == sorted(heights, reverse=True) and all(map(all, grid.columns))
    words = ("each line is a row, not a column",)
    return replace(grid, assumed=words) if flush and len(heights) < COLUMNS else grid


def _rows(
    layout: str, block: Block, nodes: Sequence[Any]
) -> list[tuple[TextLine, list[list[Cell]]]]:
    """Return the cells of each row by its fields, without numbers of rows.  Raises Fault."""
    labels = [line.label for line in block.lines if line.label is not None]
    counts_on = len(labels) < 2 or _counts_on(list(map(_label_number, labels)))
    if labels and (len(labels) < len(block.lines) or not counts_on):
        message = "the labels of the rows don't count on"
        raise Fault(span_of(labels[0]), message, "a label before every row, or before none")
    heads = [_label_number(match[0]) for match in HEAD.finditer(block.heads or "")]
    if block.heads is not None and any(b - a != 1 for a, b in pairwise(heads)):
        message = "the numbers of the columns don't count on"
        raise Fault(span_of(block.heads), message, "1 to 10, from left to right")
    rows: list[list[list[Cell]]] = []
    for node in nodes:
        fields = [child.children for child in node.children if hasattr(child, "data")]
        if layout == "rows":
            fields = [[t for t in node.children if t.type not in ("LABEL", "BAR")]]
        rows.append([[c for t in field for c in cells_of(t)] for field in fields])
    _drop_numbers(rows)
    suited = _is_suited(block)
    for cells in (field for row in rows for field in row):
        for at, cell in enumerate(cells):
            if cell.kind == CellKind.RANK and suited:
                message = f"'{cell.text}' is a rank without a suit, or a number"
                raise Fault((cell.start, cell.stop), message, A_CELL)
            cells[at] = _rank(cell) if cell.kind == CellKind.RANK and not cell.card else cell
    return list(zip(block.lines, rows, strict=True))


def _drop_numbers(rows: Sequence[list[list[Cell]]]) -> None:
    """Take the numbers that count rows, before or after them, out of their fields."""
    for at in (0, -1):
        cells = [[c for field in fields for c in field] for fields in rows]
        ends = [row[at] for row in cells if row and row[at].kind == CellKind.RANK]
        ends = [cell for cell in ends if not cell.card]
        if len(ends) == len(rows) and _counts_on([int(cell.text) for cell in ends]):
            for fields, end in zip(rows, ends, strict=True):
                for field in fields:
                    field[:] = [cell for cell in field if cell is not end]


def _by_fields(layout: str, block: Block, rows: list[tuple[TextLine, list[list[Cell]]]]) -> Grid:
    """Return rows whose cells have tabs, or bars and commas, between them.

    A bar before the first cell of every row, or after the last, is a frame.
    """
    heads = str(block.heads or "").strip()
    texts = [line.text.strip() for line in block.lines] + [heads] * ("|" in heads)
    opens = layout == "barred" and all(text.startswith("|") for text in texts)
    closes = layout == "barred" and all(text.endswith(("|", ",", ";")) for text in texts)
    table: list[list[Cell | None]] = []
    for line, fields in rows:
        if not table and line.label is not None and not any(fields):
            continue  # a line of a page that is empty but for its number
        row: list[Cell | None] = [field[0] if field else None for field in fields]
        table.append(row[opens and line.label is None : len(row) - closes])
    # Numbers of rows leave an empty field.
    while (
        layout == "barred"
        and all(row and row[0] is None for row in table)
        and max(map(len, table)) > COLUMNS
    ):
        for row in table:
            del row[0]
    return table_of(block, table)


def _by_blanks(block: Block, rows: list[tuple[TextLine, list[list[Cell]]]]) -> Grid:
    """Return rows whose cells stand below one another, or that all have ten.  Raises Fault."""
    flat = [(line, [c for field in fields for c in field]) for line, fields in rows]
    if {len(cells) for _, cells in flat} == {COLUMNS}:
        return table_of(block, [list(cells) for _, cells in flat])
    return place_in_columns(block, flat)
