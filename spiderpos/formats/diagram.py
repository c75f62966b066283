"""The tableau diagram, as Don Woods prints it (comp.windows.news, 17 January 1990).

Ten columns separated by tabs, one row a line, the top of the table first; `` --`` is a face-down
card, ``(sp)`` in the first row an empty column, and a cell is right-aligned in three
characters::

     --	(sp)	 --
    10h		 Kd
     9h

If the rules have free cells, a line ``cells: 5d (sp)`` follows that has them all.

:func:`loads` takes what people paste, too: docs/notations/diagram.md says exactly what.  What can
be read in two ways is refused.  The stretches of a text that look like a diagram are found by
:mod:`.diagramrows` and read by the grammar ``diagram.lark``; their cells are assigned to columns
by :mod:`.alignment`, and what a diagram doesn't say is added by :mod:`.completion`.  What is wrong
with one is said by :mod:`.diagramfaults`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from math import factorial, prod
from typing import Final, cast

from lark import Token, UnexpectedInput

from ..cards import ALL_CARDS, UNKNOWN, Card
from ..errors import NotationError, PositionError
from ..position import Column, Position
from ..resources import grammar
from ..rules import COLUMNS, MOST_CELLS, PRESETS
from ..source import SourceText
from ..wording import count_phrase
from .alignment import RowError, split_rows
from .base import OLD_DEFAULTS, Old, PLAIN_SIGNS, Format, ReadOptions
from .completion import complete
from .diagramfaults import (
    A_HELD_CARD,
    CELL_WORD,
    broken_column,
    check_first_row,
    cut_off,
    cut_off_row,
    misprint,
    misread,
    no_diagram,
    rest_of_line,
    several,
    too_long,
    too_many_columns,
)
from .diagramrows import (
    DOWN,
    LAID_OUT,
    MOST_ROWS,
    SPACE,
    SPELLINGS,
    Block,
    Cell,
    exact_rows,
    find_blocks,
    is_heading,
    row_apart,
    split_words,
)
from .strictness import refuse_unwritten

__all__ = [
    "FORMAT",
    "FoundDiagram",
    "dump",
    "dumps",
    "fault",
    "find_diagrams",
    "load",
    "loads",
    "may_be_a_ruler",
    "may_be_shifted",
    "may_be_squeezed",
    "may_be_trimmed",
    "nth_diagram",
    "recognises",
    "recognises_small",
]


@dataclass(frozen=True, slots=True)
class FoundDiagram:
    """A diagram in a longer text: its position, first and last line (from 1), and its lines."""

    position: Position
    first_line: int
    last_line: int
    text: str


#: Every spelling of a cell right-aligned as it is printed, and None for no cell at all: what tabs
#: separate.
_FIELDS: Final[dict[str, Cell | None]] = {
    "": None,
    **{f"{word:>3}": cell for word, cell in SPELLINGS.items()},
}
_PRINTED_DOWN: Final = " --"
_PRINTED_SPACE: Final = "(sp)"
#: What is printed for a face-up card, by its code.
_PRINTED: Final = tuple(f"{name:>3}" for name in ("??", "", "", "", *map(str, ALL_CARDS)))
_EMPTY: Final = Column()


_BYTE_ORDER_MARK: Final = "\ufeff"
#: (Likely) cells in a line that make a stretch of rows a diagram of ten columns, if perhaps a
#: spoilt one, rather than something else.
_ENOUGH: Final = 6
#: What word processors make of ``--``.  Between words it's a dash; in a line that is laid out in
#: columns it's a face-down card, as ``.`` is.
_LONE_DASH: Final = re.compile(r"(?<![^\s>])[\u2013\u2014\u2212](?!\S)")
#: A ten in three signs.
_A_TEN: Final = re.compile(r"(?<!\w)10[cdhs](?!\w)", re.IGNORECASE)
_PLAIN_BLANKS: Final = {ord("\xa0"): " "}
#: A line that begins with blanks, perhaps behind the marks of a quotation and their blank.
_INDENTED: Final = re.compile(r"^(?:[> ]*> ?+)?+[ \t]+\S", re.MULTILINE)
#: So many arrangements of columns make it unlikely that theirs is by chance the sorted one.
_MANY_WAYS: Final = 10


def _diagrams(source: SourceText, options: ReadOptions, *, nearest: bool = False) -> list[Block]:
    """The blocks that are diagrams, right or wrong.

    With ``nearest`` what comes nearest to one, if there is none.  Raises NotationError if then
    there is nothing, or if there are parts of a diagram apart from it.
    """
    diagrams: list[Block] = []
    near: Block | None = None
    stray: NotationError | None = None
    below_diagram = False
    for block in find_blocks(source.text):
        wide = options.partial or block.widest >= _ENOUGH or block.rows > MOST_ROWS
        if block.rows and wide:
            diagrams.append(block)
            below_diagram = True
            continue
        below_diagram = below_diagram and block.follows
        if block.rows > 1 or (block.rows and block.widest > 2):
            near = max(near or block, block, key=lambda block: block.widest)
        if stray is None:
            stray = cut_off(source, block, below_diagram=below_diagram)
    if nearest and not diagrams:
        if near is None:
            raise no_diagram(source)
        return [near]
    if stray is not None:
        raise stray
    return diagrams


# Reading


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read the one diagram that is in ``text``.

    Face-down cards and the hand are ``UNKNOWN``; how many cards the hand has and which suits
    were removed is worked out for a full position (see :mod:`.completion`), unless ``options``
    say it.  A line of free cells says how many there are, where ``options.rules`` have none.
    With ``options.strict`` the text must be one diagram as :func:`dumps` writes it, and nothing
    else.

    Raises NotationError if there is no diagram or more than one, or it can't be read;
    PositionError with all that is wrong with its cards.
    """
    source = _source(text, name)
    diagrams = _diagrams(source, options, nearest=True)
    if len(diagrams) > 1:
        raise several(source, diagrams)
    apart = row_apart(source.text, diagrams[0])
    if apart is not None:
        raise cut_off_row(source, apart)
    position = _read(source, diagrams[0], options)
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position))
    return position


def find_diagrams(
    text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS
) -> list[FoundDiagram]:
    """Read all diagrams of a longer text, in their order; the empty list if it has none.

    Raises as :func:`loads` does, for the first diagram that can't be read: none is passed over.
    With ``options.strict`` each must be as :func:`dumps` writes it.
    """
    source = _source(text, name)
    return [_found(source, text, block, options) for block in _diagrams(source, options)]


def nth_diagram(
    text: str, number: int, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS
) -> FoundDiagram:
    """Read one diagram of a longer text, counted from 1; the others may be wrong.

    Raises as :func:`loads` does, and NotationError if the text has fewer diagrams.
    """
    source = _source(text, name)
    diagrams = _diagrams(source, options)
    if not 1 <= number <= len(diagrams):
        raise NotationError(
            f"there is no diagram number {number}: the text has {len(diagrams)}",
            source.place(len(source.text)),
        )
    return _found(source, text, diagrams[number - 1], options)


def _found(source: SourceText, text: str, block: Block, options: ReadOptions) -> FoundDiagram:
    raw = SourceText(text.removeprefix(_BYTE_ORDER_MARK), source.name)
    try:
        position = _read(source, block, options)
    except PositionError as error:
        where = f"{source.name}:{block.line}"
        raise PositionError(error.faults, where, hint=error.hint) from None
    if options.strict:
        refuse_unwritten(raw, dumps(position), block.start, block.stop)
    lines = raw.text[block.start : block.stop]
    return FoundDiagram(position, block.line, block.last_line, lines)


def may_be_squeezed(position: Position) -> bool:
    """Whether runs of tabs in a diagram may have become one: then cards stand in other columns.

    ``position`` is what was read.  The text is then what is written for a position whose columns
    from the second on are sorted by length (one tab is left before the first cell of a row), so no
    reader can refuse it; nor if blanks were put for the tabs that are left.  It may be squeezed if
    at most one in ten arrangements of these columns is sorted.  The deals that known rules start
    with are not suspected.
    """
    columns = position.columns[1:]
    heights = [max(1, len(column)) for column in columns]
    if heights != sorted(heights, reverse=True) or _is_start(position):
        return False
    # An empty column is told by its sign, wherever it stands.
    lengths = Counter(len(column) for column in columns if not column.is_space)
    ways = factorial(lengths.total()) // prod(map(factorial, lengths.values()))
    return ways >= _MANY_WAYS


def may_be_trimmed(text: str, position: Position) -> bool:
    """Whether rows of a diagram may have lost the tabs and blanks that they began with.

    ``position`` is what was read from ``text``.  Then all of them begin in column 1, and the last
    ones fit as well further right, below the cells of the row above; where cells were padded with
    blanks, that is refused instead.  The deals that known rules start with are not suspected.
    """
    if _is_start(position):
        return False
    source = _source(text, "")
    block = _widest(source)
    if block is None or _INDENTED.search(source.text, block.start, block.stop):
        return False
    heights = [max(1, len(column)) for column in position.columns]
    rows = [{i for i, h in enumerate(heights) if h > row} for row in range(max(heights))]
    moved: list[set[int]] = []
    for above, row in pairwise(rows):
        shifted = [{column + by for column in row} for by in range(1, len(heights))]
        moved = [cells for cells in shifted if any(cells <= over for over in (above, *moved))]
    return bool(moved)


def _widest(source: SourceText) -> Block | None:
    """The block that was read, of a text with one diagram in it."""
    return max(find_blocks(source.text), key=lambda block: block.widest, default=None)


def may_be_a_ruler(text: str, position: Position) -> bool:
    """Whether the first row of a diagram may be a line of dashes below a heading.

    ``position`` was read from ``text``.  Tables are printed so, with the dashes as wide as the
    columns: ``--`` for each where no ten is written ``10``.  The deals that known rules start with
    are not suspected.
    """
    if not all(column.down for column in position.columns) or _is_start(position):
        return False
    source = _source(text, "")
    block = _widest(source)
    if block is None or block.line < 2:
        return False
    heading = split_words(source.line(block.line - 1))
    first = split_words(source.line(block.line))
    return (
        len(heading) > 1
        and is_heading(heading)
        and set(first) == {_PRINTED_DOWN.strip()}
        and _A_TEN.search(source.text, block.start, block.stop) is None
    )


def may_be_shifted(position: Position) -> bool:
    """Whether rows of a diagram may have lost tabs that they began with.

    ``position`` is what was read.  Then its rows, moved right so that each of their cells still
    lies below another, make more cards lie one rank below the card above them, or face down below
    a face-down one; two more, if there are fewer than ten columns, since who sets a problem lets
    cards fit elsewhere.  Not all lost tabs show in this, and now and then it's so by chance.  The
    deals that known rules start with are not suspected.
    """
    if _is_start(position) or all(column.is_space for column in position.columns):
        return False
    columns = [(*((None,) * len(column.down)), *column.up) for column in position.columns]
    first, *rows = (
        {at: column[row] for at, column in enumerate(columns) if row < len(column)}
        for row in range(max(map(len, columns)))
    )
    as_read = 0
    above, best = first, {0: 0}  # the most fits down to the row above, by how far that is moved
    for row in rows:
        as_read += _fits(above, row, 0) or 0
        moved: dict[int, int] = {}
        for by in range(len(columns) - max(row)):
            ways = [
                most + fits
                for other, most in best.items()
                if (fits := _fits(above, row, by - other)) is not None
            ]
            if ways:
                moved[by] = max(ways)
        above, best = row, moved
    more = max(best.values()) - as_read
    return more > (len(columns) < COLUMNS)


def _fits(above: Mapping[int, Card | None], row: Mapping[int, Card | None], by: int) -> int | None:
    """How many cards of a row, moved right by so many columns, fit on the ones above.

    None if one has nothing above it, or is face down and what is above it isn't.
    """
    fits = 0
    for at, card in row.items():
        if at + by not in above:
            return None
        over = above[at + by]
        if card is None:
            if over is not None:
                return None
            fits += 1
        elif over is not None and UNKNOWN not in (card, over):
            fits += over.rank == card.rank + 1
    return fits


def _is_start(position: Position) -> bool:
    lengths = tuple(map(len, position.columns))
    return lengths in {rules.start for rules in (position.rules, *PRESETS.values())}


def recognises(text: str) -> bool:
    """Whether there is probably a diagram in a text.

    So it is if some line consists of ten cells, or the text of nothing but rows.
    """
    text = _source(text, "").text
    first: Block | None = None
    blocks = 0
    for block in find_blocks(text):
        blocks += 1
        first = first or block
        if block.widest >= COLUMNS and COLUMNS in exact_rows(text, block):
            return True
    if blocks != 1 or first is None or 0 in exact_rows(text, first):
        return False
    return not text[: first.start].strip() and not text[first.stop :].strip()


def recognises_small(text: str) -> bool:
    """Whether there is probably a diagram of a few columns between other text.

    Its lines have cells and nothing else, and are laid out in columns or more than one.  A card
    that stands alone in a line is none, and nothing is one beside lines that are only half cells.
    """
    text = _source(text, "").text
    blocks = [block for block in find_blocks(text) if block.rows]
    return bool(blocks) and all(
        0 not in exact_rows(text, block)
        and (block.rows > 1 or LAID_OUT.search(text, block.start, block.stop))
        for block in blocks
    )


def fault(text: str, name: str, options: ReadOptions) -> NotationError | None:
    """What is wrong with a text that isn't recognised, if it seems to have a diagram."""
    source = _source(text, name)
    if found := misprint(source):
        return found
    if not any(
        block.widest >= _ENOUGH or (options.partial and block.rows > 1 and block.widest > 1)
        for block in find_blocks(source.text)
    ):
        return None
    try:
        loads(text, name=name, options=options)
    except NotationError as error:
        return error
    except PositionError:
        pass
    return None


def _source(text: str, name: str) -> SourceText:
    """The text without a byte order mark, its typographic signs written plainly.

    Each stays one character, so that all places stay what they were.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if _LONE_DASH.search(text):
        lines = text.translate(_PLAIN_BLANKS).splitlines(keepends=True)
        text = "".join(
            _LONE_DASH.sub(".", line) if LAID_OUT.search(line) else line for line in lines
        )
    return SourceText(text.translate(PLAIN_SIGNS), name)


def _read(source: SourceText, block: Block, options: ReadOptions) -> Position:
    """The position of one block."""
    if block.rows > MOST_ROWS:
        raise NotationError(
            f"more than {MOST_ROWS} rows",
            rest_of_line(source, block.start),
            "no more rows than a column can have cards",
        )
    if block.too_long is not None:
        raise too_long(source, block.too_long)
    text = source.text[block.start : block.stop]
    try:
        tokens = cast("list[Token]", grammar("diagram", positions=False).parse(text).children)
    except UnexpectedInput as error:
        raise misread(source, block, error) from None
    table = next(token for token in tokens if token.type == "ROWS")
    cells: tuple[Card | None, ...] = ()
    for line in tokens:
        if line is not table:
            at = block.start + (line.start_pos or 0)
            if cells:
                where = rest_of_line(source, at)
                raise NotationError("a second line of free cells", where, "one line")
            cells = _held_cards(source, at, line, options)
            if not options.rules.cells:
                options = replace(options, rules=replace(options.rules, cells=len(cells)))
    lines = table.removesuffix("\n").split("\n")
    try:
        columns = _columns([line.rstrip() for line in lines], partial=options.partial)
    except RowError as fault:
        start, stop = fault.span
        at = block.start + (table.start_pos or 0)
        at += sum(len(line) + 1 for line in lines[: fault.row])
        where = source.place(at + start, stop - start)
        raise NotationError(fault.message, where, fault.expected) from None
    try:
        return complete(columns, cells, options, name=source.name)
    except NotationError as error:
        where = rest_of_line(source, block.start)
        raise NotationError(error.message, where, error.expected) from None


def _columns(rows: Sequence[str], *, partial: bool) -> tuple[Column, ...]:
    """The columns of a diagram, from its rows without their ends.  Raises RowError."""
    try:
        table = [[*map(_FIELDS.__getitem__, row.split("\t"))] for row in rows]
    except KeyError:
        table = []
    # Tabs and nothing that isn't as printed leave nothing to be decided.
    if not table or None in table[0] or not _can_be_width(len(table[0]), partial=partial):
        check_first_row(rows[0], partial=partial)
        table = [[*map(SPELLINGS.get, cells)] for cells in split_rows(rows)]
    width = len(table[0])
    if len(max(table, key=len)) > width:
        raise too_many_columns(rows, table)
    columns = []
    for number, cells in enumerate(zip_longest(*table), 1):
        height = cells.index(None) if None in cells else len(cells)
        down = cells.count(DOWN)
        if (
            cells.count(None) != len(cells) - height
            or (down and cells[:down].count(DOWN) != down)
            or (SPACE in cells and height > 1)
        ):
            raise broken_column(rows, table, number)
        if cells[0] is SPACE:
            columns.append(_EMPTY)
        else:
            up = cast("tuple[Card, ...]", cells[down:height])
            columns.append(Column((UNKNOWN,) * down, up))
    return tuple(columns)


def _can_be_width(columns: int, *, partial: bool) -> bool:
    return columns == COLUMNS or (partial and columns < COLUMNS)


def _held_cards(
    source: SourceText, at: int, line: str, options: ReadOptions
) -> tuple[Card | None, ...]:
    """The free cells of the line ``line``, which begins at ``at``.

    Rules without free cells get as many as the line has, unless ``options.strict``.
    """
    where = [match.span() for match in CELL_WORD.finditer(line, line.index(":") + 1)]
    cells = options.rules.cells
    if not cells and (options.strict or not 1 <= len(where) <= MOST_CELLS):
        raise NotationError(
            "a line of free cells, but the rules have none",
            rest_of_line(source, at),
            "no such line, or rules with free cells (--rule cells=N)",
        )
    cells = cells or len(where)
    if len(where) > cells:
        start, stop = where[cells]
        raise NotationError(
            f"this is cell {cells + 1}, but the rules have {count_phrase(cells, 'free cell')}",
            source.place(at + start, stop - start),
            "no more cells, or rules with more (--rule cells=N)",
        )
    if len(where) < cells:
        raise NotationError(
            f"{count_phrase(len(where), 'cell')} here, but the rules have {cells}",
            source.place(at + len(line.rstrip())),
            A_HELD_CARD,
        )
    held = (SPELLINGS[line[start:stop]] for start, stop in where)
    return tuple(card if isinstance(card, Card) else None for card in held)


# Writing


def dumps(position: Position) -> str:
    """The diagram of a position, as Woods prints it, and a line of its free cells if it has any.

    It ends with a line end.  It doesn't say which cards lie face down or are in the hand, which
    suits are removed, or the rules.  The cards are not checked.
    """
    columns = [
        [_PRINTED_DOWN] * len(column.down) + [_PRINTED[card] for card in column.up]
        or [_PRINTED_SPACE]
        for column in position.columns
    ]
    rows = zip_longest(*columns, fillvalue="")
    lines = ["\t".join(row).rstrip("\t") for row in rows]
    if position.cells:
        held = (_PRINTED_SPACE if card is None else str(card) for card in position.cells)
        lines.append(f"cells: {' '.join(held)}")
    return "\n".join(lines) + "\n"


FORMAT: Final = Format(
    name="diagram",
    summary="the tableau as Woods prints it, one row a line",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example=" --\t(sp)\t --\n10h\t\t Kd\n 9h\n",
    lossy="which cards lie face down and in the hand, which suits are removed, and the rules",
)
load = FORMAT.load
dump = FORMAT.dump
