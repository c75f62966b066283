"""What the cells of a tableau mean together: the drafts of a position that its lines can be.

A block of lines may be rows of columns or a column a line, and a sign may mean one thing or
another.  Each way in which all of it makes columns is a draft: face-down cards above face-up ones,
nothing below an empty place.  Of drafts that turn the columns over or move rows aside, those with
the fewest breaks are kept; what was taken for granted is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, product, zip_longest
from operator import attrgetter
from statistics import median
from typing import Final, TypeAlias

from .. import history
from ..cards import Card, Suit, card
from ..errors import NotationError
from ..position import Column
from ..rules import COLUMNS, PRESETS, WOODS
from ..source import Place, SourceText
from ..wording import count_phrase
from .base import Draft, ReadOptions
from .cells import SIGNS, Cell, Kind, Meaning
from .layout import MOST_ROWS, Block, Line
from .status import Status, read_status

__all__ = ["Fault", "Table", "drafts_of", "drafts_of_block"]

_A_CELL: Final = "a card as in 10h, -- for a face-down card, or (sp) for an empty column"
#: So many meanings of a table's signs are tried.
_MOST_MEANINGS: Final = 64


class Fault(Exception):  # noqa: N818 - becomes a NotationError, with the place in the text
    """What keeps a table from making columns: the span of the cell, the reason, what would do."""

    def __init__(self, span: tuple[int, int], message: str, expected: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected

    def located(self, source: SourceText) -> NotationError:
        """The same as an error that shows the place."""
        start, stop = self.span
        return NotationError(self.message, source.place(start, stop - start), self.expected)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of cells, each from the top down; None where a row has nothing.

    ``by_lines``: each of them was a line.  ``hand`` are rows of the hand that stand below,
    ``assumed`` what was taken for granted.
    """

    columns: tuple[tuple[Cell | None, ...], ...]
    by_lines: bool = False
    hand: tuple[Card, ...] | None = None
    assumed: tuple[str, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """All cells."""
        return (cell for column in self.columns for cell in column if cell is not None)


def drafts_of_block(source: SourceText, block: Block, options: ReadOptions) -> list[Draft]:
    """The drafts of a block of lines, the likeliest first.  Raises NotationError: the nearest fault."""
    if len(block.lines) > MOST_ROWS:
        start = block.lines[MOST_ROWS].start
        raise NotationError(f"more than {MOST_ROWS} rows", source.place(start), "fewer rows")
    if block.spoilt is not None:
        start, stop = block.spoilt
        word = source.text[start : min(stop, start + 20)]
        message = f"'{word}' is neither a card nor an empty place"
        raise NotationError(message, source.place(start, stop - start), _A_CELL)
    status = read_status(block.around)
    first = block.lines[0]
    place = source.place(first.start, len(first.text))
    found: list[Draft] = []
    faults: list[Fault] = []
    for way in _ways(block, partial=options.partial):
        try:
            table = way(block)
            _check_width(table, block, partial=options.partial)
            found += drafts_of(table, status, place)
        except Fault as fault:
            faults.append(fault)
    if not found:
        raise faults[0].located(source)
    return found


def _told_apart(table: Table) -> tuple[Table, ...]:
    """The table with ``xx`` as one card and as two, the likelier first.

    It's two beside ``x`` or ``xxx``; and maybe if it stands once in a line at most.
    """
    signs = [[cell.text for cell in column if cell is not None] for column in table.columns]
    if not any("xx" in column for column in signs):
        return (table,)
    columns = tuple(
        tuple(
            cell._replace(text="x", count=2) if cell is not None and cell.text == "xx" else cell
            for cell in column
        )
        for column in table.columns
    )
    words = "xx is two face-down cards"
    pairs = replace(table, columns=columns, assumed=(*table.assumed, words))
    if any("x" in column for column in signs):
        return pairs, table
    once = table.by_lines and all(column.count("xx") <= 1 for column in signs)
    return (table, pairs) if once else (table,)


def drafts_of(table: Table, status: Status, place: Place | None = None) -> list[Draft]:
    """The drafts of a table, the likeliest first; those behind it count if it can't stand.

    ``status`` is what is said beside it.  Raises Fault if there is none.
    """
    found: list[Draft] = []
    fault: Fault | None = None
    for turned in chain.from_iterable(map(_turned, _told_apart(table))):
        for meanings in islice(_meanings(turned), _MOST_MEANINGS):
            try:
                columns = tuple(_column(cells, meanings) for cells in turned.columns)
            except Fault as wrong:
                fault = fault or wrong
                continue
            draft = Draft(
                columns=columns,
                hand=status.hand if status.hand is not None else turned.hand,
                removed=status.removed,
                cells=status.cells,
                assumed=(*turned.assumed, *meanings.assumed()),
                place=place,
                fallback=bool(found),
            )
            found.append(draft)
    if not found:
        assert fault is not None  # noqa: S101 - there is a meaning at least
        raise fault
    opening = _opening(found[0])
    return [*found, opening] if opening is not None else found


# What the signs mean


@dataclass(frozen=True, slots=True)
class _Meanings:
    """One way to understand a table: each sign, and cards in small letters or in brackets.

    ``told`` are phrases on what others could have understood otherwise.
    """

    signs: Mapping[str, Meaning]
    small_is_down: bool
    round_is_down: bool
    square_is_down: bool

    def lies_down(self, cell: Cell) -> bool:
        """Whether a card lies face down."""
        if cell.kind is Kind.ROUND:
            return self.round_is_down
        if cell.kind is Kind.SQUARE:
            return self.square_is_down
        return self.small_is_down and _style(cell) == "small"

    def assumed(self) -> tuple[str, ...]:
        """What the text doesn't say of its own signs."""
        found = [
            f"{sign} is {meaning.value}"
            for sign, meaning in self.signs.items()
            if meaning is not SIGNS[sign][0] or (sign == "??" and meaning is Meaning.DOWN)
        ]
        if self.small_is_down:
            found.append("a card in small letters lies face down")
        return tuple(found)


def _meanings(table: Table) -> Iterator[_Meanings]:
    """The ways to understand a table, the likeliest first."""
    cells = list(table.cells())
    signs = list(dict.fromkeys(cell.text for cell in cells if cell.kind is Kind.SIGN))
    choices = [_choices(sign, signs) for sign in signs]
    kinds = {cell.kind for cell in cells}
    styles = {_style(cell) for cell in cells if cell.kind is Kind.CARD}
    small = (True, False) if styles == {"small", "capital"} else (False,)
    enclosed = [
        (True, False) if kind in kinds and Kind.CARD in kinds else (False,)
        for kind in (Kind.ROUND, Kind.SQUARE)
    ]
    for small_is_down, round_is_down, square_is_down in product(small, *enclosed):
        for chosen in product(*choices):
            meant = dict(zip(signs, chosen, strict=True))
            yield _Meanings(meant, small_is_down, round_is_down, square_is_down)


def _choices(sign: str, signs: Sequence[str]) -> tuple[Meaning, ...]:
    """The meanings of a sign beside the others of its table, the likeliest first."""
    choices = SIGNS[sign]
    if sign == "??" and not any(SIGNS[other][0] is Meaning.DOWN for other in signs):
        return choices[::-1]
    return choices


def _style(cell: Cell) -> str:
    letters = [char for char in cell.text if char.isalpha()]
    if not letters:
        return "none"
    if all(map(str.islower, letters)):
        return "small"
    return "capital" if all(map(str.isupper, letters)) else "mixed"


def _column(cells: Sequence[Cell | None], meanings: _Meanings) -> Column:
    """The column of these cells, from the top down.  Raises Fault."""
    down: list[Card] = []
    up: list[Card] = []
    empty = False
    for cell in cells:
        if cell is None:
            empty = True
            continue
        meaning = meanings.signs.get(cell.text) if cell.kind is Kind.SIGN else None
        if meaning is Meaning.NOTHING:
            empty = True
            continue
        if empty and cell.count:
            raise Fault((cell.start, cell.stop), "there is no card above this one", _A_CELL)
        hides = meaning is Meaning.DOWN or cell.kind is Kind.COUNT or meanings.lies_down(cell)
        if hides and up and cell.count:
            message = (
                f"a face-down card below the {up[-1]}"
                if up[-1]
                else "a face-down card below one that lies face up"
            )
            raise Fault((cell.start, cell.stop), message, "face-down cards above the others")
        (down if hides else up).extend([cell.card] * cell.count)
    if down and not up:
        last = next(cell for cell in reversed(cells) if cell is not None)
        message = "no card of this column lies face up"
        raise Fault((last.start, last.stop), message, "its bottom card")
    return Column(tuple(down), tuple(up))


# How the columns lie


def _turned(table: Table) -> Iterator[Table]:
    """The table as it is, and upside down; the likelier first if no card lies face down."""
    reversed_columns = tuple(_from_the_end(cells) for cells in table.columns)
    words = "the first card of each line is the bottom one"
    other = replace(table, columns=reversed_columns, assumed=(*table.assumed, words))
    if table.by_lines and all(cell.kind is Kind.CARD for cell in table.cells()):
        straight, around = _breaks(table), _breaks(other)
        said = replace(
            table, assumed=(*table.assumed, "the last card of each line is the bottom one")
        )
        yield from (said, other) if straight <= around else (other, said)
        return
    yield table
    if table.by_lines:
        counts = tuple(_counts_first(cells) for cells in table.columns)
        yield replace(table, columns=counts)
    yield other


def _from_the_end(cells: Sequence[Cell | None]) -> tuple[Cell | None, ...]:
    turned = list(reversed(cells))
    while turned and turned[0] is None:
        del turned[0]
    return tuple(turned)


def _counts_first(cells: Sequence[Cell | None]) -> tuple[Cell | None, ...]:
    counts = [cell for cell in cells if cell is not None and cell.kind is Kind.COUNT]
    return (*counts, *(cell for cell in cells if cell is None or cell.kind is not Kind.COUNT))


def _breaks(table: Table) -> int:
    columns = ([cell.card for cell in column if cell is not None] for column in table.columns)
    return sum(history.breaks(column, WOODS) for column in columns)


def _opening(draft: Draft) -> Draft | None:
    """The draft as a deal at which nothing was done, if all of its cards lie open and it can be."""
    starts = {rules.start for rules in PRESETS.values()}
    lengths = tuple(map(len, draft.columns))
    if lengths not in starts or any(column.down for column in draft.columns):
        return None
    columns = tuple(Column(column.up[:-1], column.up[-1:]) for column in draft.columns)
    words = "this is a deal before the first move: the last card of each column lies face up"
    return replace(draft, columns=columns, assumed=(*draft.assumed, words), fallback=True)


# Rows of columns, or a column a line


def _ways(block: Block, *, partial: bool) -> Iterator[Callable[[Block], Table]]:
    """How the lines may make columns, the likeliest first."""
    labelled = all(line.label is not None for line in block.lines)
    counted = any(cell.kind is Kind.COUNT for line in block.lines for cell in line.cells)
    ways: list[Callable[[Block], Table]] = []
    if any(line.bars for line in block.lines):
        ways.append(_by_bars)
    elif any(line.tabs for line in block.lines):
        ways += [_by_tabs, _by_blanks]
    else:
        ways.append(_by_blanks)
    if not partial or labelled or counted:
        ways.insert(0 if labelled or counted else len(ways), _by_lines)
    return iter(ways)


def _check_width(table: Table, block: Block, *, partial: bool) -> None:
    """Raise Fault if a table hasn't as many columns as a tableau."""
    count = len(table.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    line = max(block.lines, key=lambda line: len(line.cells) + len(line.numbers))
    start, stop = line.start, line.start + len(line.text)
    cells = [cell for cell in line.cells if cell.count]
    if count > COLUMNS and len(cells) > COLUMNS:
        start, stop = cells[COLUMNS].start, cells[COLUMNS].stop
    elif cells:
        start, stop = cells[0].start, cells[-1].stop
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    raise Fault((start, stop), message, f"{COLUMNS} columns, each with its cell in the first row")


def _rows(block: Block) -> list[tuple[Line, list[Cell]]]:
    """The cells of each line, without the numbers of rows.  Raises Fault."""
    lines = block.lines
    suited = any(cell.card and cell.kind is not Kind.RANK for line in lines for cell in line.cells)
    merged = [sorted([*line.cells, *line.numbers], key=attrgetter("start")) for line in lines]
    numbers = {cell for line in lines for cell in line.numbers}
    for at in (0, -1):
        ends = [cells[at] for cells in merged if cells and cells[at] in numbers]
        if len(ends) == len(merged) and _counts_on([int(cell.text) for cell in ends]):
            for cells in merged:
                del cells[at]
    found: list[tuple[Line, list[Cell]]] = []
    for line, cells in zip(lines, merged, strict=True):
        if suited:
            wrong = next((c for c in cells if c in numbers or c.kind is Kind.RANK), None)
            if wrong is not None and (wrong is not cells[0] or wrong not in numbers):
                message = f"'{wrong.text}' is a rank without a suit, or a number"
                raise Fault((wrong.start, wrong.stop), message, _A_CELL)
            if wrong is not None:
                cells[0] = wrong._replace(kind=Kind.COUNT, count=int(wrong.text))
            found.append((line, cells))
        else:
            found.append((line, [_rank(cell) if cell in numbers else cell for cell in cells]))
    return found


def _counts_on(values: Sequence[int]) -> bool:
    """Whether numbers of rows go up or down by one, perhaps from 10 to 1 again."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def _rank(cell: Cell) -> Cell:
    """A number as a rank; raises Fault if it is none."""
    rank = int(cell.text)
    if not 2 <= rank <= 10:
        raise Fault((cell.start, cell.stop), f"'{cell.text}' is no rank", _A_CELL)
    return cell._replace(card=card(rank, Suit.SPADES))


def _by_lines(block: Block) -> Table:
    """A column a line, perhaps with rows of the hand below.  Raises Fault."""
    lines = block.lines
    labels = [line.label for line in lines]
    rows = _rows(block)
    columns = [tuple(cells) for _, cells in rows]
    if None not in labels:
        numbers = [label for label in labels if label is not None]
        if numbers[0] > 1 or any(b - a != 1 for a, b in pairwise(numbers)):
            columns = [
                (Cell(Kind.COUNT, str(n), line.start, line.start + 1, count=n), *cells)
                for n, (line, cells) in zip(numbers, rows, strict=True)
            ]
    elif any(labels):
        line = next(line for line in lines if line.label is None)
        where = (line.start, line.start + len(line.text))
        raise Fault(where, "this line has no number, and others have", "the number of its column")
    elif all(cells and cells[0].kind is Kind.COUNT for cells in columns) and [
        cells[0].count for cells in columns
    ] == list(range(1, len(columns) + 1)):
        # "(1) xx 7d", "(2) Kd": nobody has one more card face down in each column.
        columns = [cells[1:] for cells in columns]
    hand = columns[COLUMNS:]
    if hand and all(len(row) == COLUMNS for row in hand):
        cards = tuple(cell.card for row in hand for cell in row)
        words = "the rows below the columns are the hand, the first of them dealt next"
        return Table(tuple(columns[:COLUMNS]), True, cards, (words,))
    return Table(tuple(columns), True)


def _by_bars(block: Block) -> Table:
    """Rows whose cells are parted by bars, commas or semicolons."""
    return _by_fields(block, [line.bars for line in block.lines], outer=True)


def _by_tabs(block: Block) -> Table:
    """Rows whose cells are parted by tabs."""
    return _by_fields(block, [line.tabs for line in block.lines], outer=False)


def _by_fields(block: Block, parts: Sequence[Sequence[int]], *, outer: bool) -> Table:
    """Rows whose cells are parted by what stands at these offsets.

    ``outer``: what stands before the first cell of every row, or behind the last one, parts nothing.
    """
    rows: list[list[Cell | None]] = []
    texts = [line.text.strip() for line in block.lines]
    opens = outer and all(text.startswith("|") for text in texts)
    closes = outer and all(text.endswith(("|", ",", ";")) for text in texts)
    for (line, cells), between in zip(_rows(block), parts, strict=True):
        row: list[Cell | None] = [None] * (len(between) + 1)
        for cell in cells:
            at = bisect_left(between, cell.start)
            if row[at] is not None:
                raise Fault(
                    (cell.start, cell.stop), "two cells stand in one place", "what parts them"
                )
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
        return _below_one_another(block, rows, _as_counted)
    except Fault:
        return _below_one_another(block, rows, _as_printed)


#: A stretch of a line, and the line, to the place where it is printed.
_Printed: TypeAlias = Callable[[tuple[int, int], str], tuple[int, int]]


def _below_one_another(
    block: Block, rows: Sequence[tuple[Line, list[Cell]]], printed: _Printed
) -> Table:
    """Rows whose cells stand below one another.  Raises Fault."""
    spans = [
        [printed((c.start - line.start, c.stop - line.start), line.text) for c in cells]
        for line, cells in rows
    ]
    heads = [printed(span, block.lines[0].text) for span in block.heads]
    places = _merged([*heads, *(span for row in spans for span in row)])
    widest = max(spans, key=len)
    if len(places) < len(widest):
        places = sorted(widest)
    places = _with_spaces(places)
    table: list[list[Cell | None]] = []
    for (_, cells), row in zip(rows, spans, strict=True):
        placed: list[Cell | None] = [None] * len(places)
        for cell, span in zip(cells, row, strict=True):
            at = max(range(len(places)), key=lambda n: _overlap(places[n], span))
            if placed[at] is not None:
                message = "it can't be said which column this cell stands in"
                raise Fault((cell.start, cell.stop), message, "cells below one another, or tabs")
            placed[at] = cell
        table.append(placed)
    return _table(block, table, indented=any(span[0][0] > places[0][0] for span in spans if span))


def _as_counted(span: tuple[int, int], text: str) -> tuple[int, int]:
    """Where a stretch of a line is printed, each character as wide as another, tabs at every 8th."""
    start, stop = span
    before = len(text[:start].expandtabs(8))
    return before, before + stop - start


def _as_printed(span: tuple[int, int], text: str) -> tuple[int, int]:
    """Where a stretch of a line is printed where the sign that makes an emoji takes no room."""
    start, stop = (len(text[:at].replace("\ufe0f", "")) for at in span)
    return _as_counted((start, stop), text.replace("\ufe0f", ""))


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans with those put together that stand above one another."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((start, stop))
    return found


def _with_spaces(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places with those of empty columns that nothing is printed in, if that makes ten.

    They are where twice as much room is left as between others, before the first one or behind
    the last one too.
    """
    missing = COLUMNS - len(places)
    if missing <= 0 or len(places) < 2:
        return places
    steps = [b - a for (_, a), (_, b) in pairwise(places)]
    pitch = median(steps)
    found: list[tuple[int, int]] = []
    for at, place in enumerate(places):
        left = place[1] if at == 0 else place[1] - places[at - 1][1]
        room = round(left / pitch) - 1 if left > pitch else 0
        found += [
            (place[0] - round(n * pitch), place[1] - round(n * pitch)) for n in range(room, 0, -1)
        ]
        found.append(place)
    last = found[-1]
    while len(found) < COLUMNS:
        last = (last[0] + round(pitch), last[1] + round(pitch))
        found.append(last)
    return found if len(found) == COLUMNS else places


def _overlap(place: tuple[int, int], span: tuple[int, int]) -> tuple[int, int]:
    """How far a cell stands in a place, then how near."""
    common = min(place[1], span[1]) - max(place[0], span[0])
    return common, -abs(place[0] + place[1] - span[0] - span[1])


def _table(block: Block, rows: list[list[Cell | None]], *, indented: bool = True) -> Table:
    """The table of these rows, each cell in its place."""
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    width = max(len(block.heads) if len(block.heads) <= COLUMNS else 0, *map(len, rows))
    columns = tuple(zip_longest(*rows, [None] * width))
    trimmed = tuple(tuple(_without_tail(column)) for column in columns)
    del indented
    return Table(trimmed)


def _without_tail(column: Sequence[Cell | None]) -> list[Cell | None]:
    cells = list(column)
    while cells and cells[-1] is None:
        cells.pop()
    return cells
