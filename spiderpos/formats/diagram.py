"""The tableau diagram, as Don Woods prints it (comp.windows.news, 17 January 1990).

Ten columns separated by tabs, one row a line, the top of the table first; `` --`` is a face-down
card, ``(sp)`` in the first row an empty column, and a cell is right-aligned in three
characters::

     --	(sp)	 --
    10h		 Kd
     9h

If the rules have free cells, a line ``cells: 5d (sp)`` follows that has them all.

:func:`loads` takes what people paste, too: docs/notations/diagram.md says exactly what.  What can
be read in two ways is refused.  A text is gone through once, line by line, to find the stretches
that look like a diagram (:func:`_blocks`); those are read by the grammar ``diagram.lark``, their
cells assigned to columns by :mod:`.alignment`, and what a diagram doesn't say is added by
:mod:`.completion`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, zip_longest
from math import factorial, prod
from typing import Final, TypeAlias, cast

from lark import Token, UnexpectedInput, UnexpectedToken

from ..cards import ALL_CARDS, RANK_NAMES, UNKNOWN, Card, parse_card
from ..census import DECKS
from ..errors import NotationError, PositionError
from ..position import Column, Position
from ..resources import grammar
from ..rules import COLUMNS, MOST_CELLS
from ..source import Place, SourceText
from ..wording import count_phrase, join_words, ordinal
from .alignment import RowError, Span, spans, split_rows
from .base import DEFAULTS, PLAIN_SIGNS, Format, ReadOptions
from .completion import complete
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


# What the cells say


class _Sign:
    """A cell that is no face-up card."""


_DOWN: Final = _Sign()
_SPACE: Final = _Sign()
_Cell: TypeAlias = Card | _Sign

_RANKS: Final = (*RANK_NAMES[1:], "T")
#: Every spelling of a cell.  The grammar's CELL takes exactly these.
_SPELLINGS: Final[dict[str, _Cell]] = {
    "??": UNKNOWN,
    **dict.fromkeys(("--", "..", ".", "xx", "xX", "Xx", "XX", "##", "[]"), _DOWN),
    **dict.fromkeys(("()", "( )"), _SPACE),
    **{f"{s}{p}": _SPACE for s in "sS" for p in "pP"},
    **{f"({s}{p})": _SPACE for s in "sS" for p in "pP"},
    **{
        name: parse_card(name)
        for rank in _RANKS
        for suit in "cdhs"
        for r in {rank, rank.lower()}
        for name in (r + suit, r + suit.upper())
    },
}
#: The same right-aligned as they are printed, and None for no cell at all: what tabs separate.
_FIELDS: Final[dict[str, _Cell | None]] = {
    "": None,
    **{f"{word:>3}": cell for word, cell in _SPELLINGS.items()},
}

_A_CELL: Final = (
    "a card (rank A, 2 to 10, J, Q, K and suit c, d, h, s, as in 10h), -- for a face-down card, "
    "(sp) for an empty column, ?? for a face-up card that isn't known"
)
_A_HELD_CARD: Final = "for each cell a card, as in 10h, (sp) if it is empty, or ?? if not known"
_A_DIAGRAM: Final = (
    "a tableau of ten columns, one row a line, with -- for face-down cards and (sp) for an empty "
    "column (a partial position may have fewer: --partial)"
)


_PRINTED_DOWN: Final = " --"
_PRINTED_SPACE: Final = "(sp)"
#: What is printed for a face-up card, by its code.
_PRINTED: Final = tuple(f"{name:>3}" for name in ("??", "", "", "", *map(str, ALL_CARDS)))
_EMPTY: Final = Column()


# Finding diagrams

#: What somebody may have meant for a cell, or for several without a blank between them.
_LIKE_A_CELL: Final = re.compile(
    r"[0-9]{1,3}[a-z]|(?-i:[AJQKT][A-Za-z])"
    r"|(?=.{0,20}[0-9ajqkt(])(?:(?:10|[0-9ajqkt])[cdhs]|--|\.\.|##|\[\]|xx|\?\?|\(sp\)){2,10}",
    re.ASCII | re.IGNORECASE,
)
#: No row is longer, however wide its gaps are.
_LONGEST_LINE: Final = 2000
_LONGEST_CELL: Final = 4
#: A line with room between its words, or before them.
_LAID_OUT: Final = re.compile(r"\t *\S|\S {2,}\S")
_NUMBERS: Final = [str(number) for number in range(1, COLUMNS + 1)]
_LETTERS: Final = "abcdefghij"
#: What every line begins a word with that has a likely cell; others needn't be taken apart.
_HINT: Final = re.compile(
    r"(?<![^\s>])(?:[0-9]{1,3}[a-zA-Z]|[AJQKT][a-zA-Z]|[ajqkt][cdhsCDHS]|--|\.|##|\[\]|\?\?|\("
    r"|(?i:xx|sp|(?:free +)?cells:))"
)
_CELLS_LINE: Final = re.compile(r"[ >\t]*(?:free +)?cells:", re.IGNORECASE)
#: What stands above a signature (RFC 3676, 4.3); its blank is often lost.
_DELIMITER: Final = re.compile(r"(?:[> ]*> ?)?--[ \t\r]*")
_TEXT_LINE: Final = re.compile(r"[\s>]*+([^\n]*)")
_MARGIN: Final = re.compile(r"[ >\t]*")
_WORD: Final = re.compile(r"[^ \t\r\n]*")
_CELL: Final = re.compile(r"\( \)|[^\s>]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
_BYTE_ORDER_MARK: Final = "\ufeff"
#: Words are shown no further than this.
_LONGEST_WORD: Final = 40
#: (Likely) cells in a line that make a stretch of rows a diagram of ten columns, if perhaps a
#: spoilt one, rather than something else.
_ENOUGH: Final = 6
#: So many diagrams are named, if there are more than one.
_NAMED: Final = 5
#: No column can have more cards, so no diagram has more rows.
_MOST_ROWS: Final = DECKS
_MOST_BLOCKS: Final = 5000
#: A line that begins with blanks, perhaps behind the marks of a quotation.
_INDENTED: Final = re.compile(r"^(?:[> ]*>)?[ \t]+\S", re.MULTILINE)
#: So many arrangements of columns make it unlikely that theirs is by chance the sorted one.
_MANY_WAYS: Final = 10


@dataclass(slots=True)
class _Block:
    """Consecutive lines that look like rows of a diagram, or like its line of free cells.

    ``start`` and ``stop`` are offsets in the text, ``line`` the number of the first line.
    ``widest`` is the number of (likely) cells in the line that has most, ``too_long`` the offset
    of a line that is too long for a row.  ``follows`` says that there are only empty lines
    between this and the rows before it.
    """

    start: int
    line: int
    indent: int
    follows: bool
    stop: int = 0
    rows: int = 0
    held: int = 0
    widest: int = 0
    too_long: int | None = None

    @property
    def last_line(self) -> int:
        return self.line + self.rows + self.held - 1


def _blocks(text: str) -> Iterator[_Block]:
    """The stretches of a text that look like diagrams, in time linear in its length.

    Of a long line no more is looked at than a row could have.  A stretch with more lines than a
    diagram can have ends the search, and so do more stretches than any text has.
    """
    before: _Block | None = None
    counted, number = 0, 1
    found = 0
    start, stop = _hinted_line(text, 0)
    while start < len(text) and found < _MOST_BLOCKS:
        line = text[start:stop]
        held, cells = _measure(text, start, stop)
        if not (cells or held):
            start, stop = _hinted_line(text, stop)
            continue
        done = before.stop if before else 0
        follows = before is not None and before.rows > 0 and not text[done:start].strip()
        # The line above may be the first row, if it was spoilt.
        above_start = max(done, text.rfind("\n", done, max(start - 1, done)) + 1)
        above = text[above_start : max(start - 1, above_start)]
        spoilt = bool(above.strip()) and _is_spoilt_row(above, _words(above[:_LONGEST_LINE]))
        first = above_start if spoilt else start
        number += text.count("\n", counted, first)
        counted = first
        block = before = _Block(first, number, _indent(line), follows, rows=spoilt)
        while cells or held or (line.strip() and _is_spoilt_row(line, _words(line), block)):
            block.stop = min(stop + 1, len(text))
            block.rows += not held
            block.held += held
            block.widest = max(block.widest, cells)
            if stop - start > _LONGEST_LINE and block.too_long is None:
                block.too_long = start
            if block.rows > _MOST_ROWS or stop >= len(text):
                break
            start = stop + 1
            stop = _line_end(text, start)
            line = text[start:stop]
            held, cells = _measure(text, start, stop)
        yield block
        found += 1
        if block.rows > _MOST_ROWS or stop >= len(text):
            return
        start, stop = _hinted_line(text, start)


def _hinted_line(text: str, start: int) -> tuple[int, int]:
    """Where the next line begins and ends that has what begins like a cell."""
    hint = _HINT.search(text, start)
    if hint is None:
        return len(text), len(text)
    return text.rfind("\n", 0, hint.start()) + 1, _line_end(text, hint.start())


def _line_end(text: str, start: int) -> int:
    stop = text.find("\n", start)
    return len(text) if stop < 0 else stop


def _measure(text: str, start: int, stop: int) -> tuple[bool, int]:
    """Whether a line is one of free cells, and otherwise how many likely cells it has."""
    line = text[start:stop]
    if ":" in line and _CELLS_LINE.match(line) is not None:
        return True, 0
    if _DELIMITER.fullmatch(line) is not None and _signs_off(text, start, stop):
        return False, 0
    return False, _likely_cells(_words(line[:_LONGEST_LINE]))


def _signs_off(text: str, start: int, stop: int) -> bool:
    """Whether a line of ``--`` alone is what newsreaders put above a signature.

    What follows it tells: below a row with a face-down card there has to be another row.  Without
    that the column would end face down, so no row can be lost here without an error.
    """
    following = _TEXT_LINE.match(text, stop)
    words = _words(following[1][:_LONGEST_LINE]) if following else []
    if text[start:stop].rstrip("\r").endswith(" "):
        return not any(word in _SPELLINGS for word in words)
    return not _likely_cells(words)


def _words(line: str) -> list[str]:
    if "( )" in line:
        line = line.replace("( )", "()")
    return line.lstrip(" >\t").split()


def _likely_cells(words: Sequence[str]) -> int:
    """How many words are cells or meant to be, if more than half of them are; otherwise 0."""
    cells = sum(map(_SPELLINGS.__contains__, words))
    if cells == len(words):
        return cells
    if 2 * cells <= len(words):
        like = _LIKE_A_CELL.fullmatch
        cells = len([word for word in words if word in _SPELLINGS or like(word)])
    # Dots among other words lead to the page number in a table of contents.
    return cells if 2 * cells > len(words) and cells > words.count(".") else 0


def _is_spoilt_row(line: str, words: Sequence[str], block: _Block | None = None) -> bool:
    """Whether a line next to rows, or below those of ``block``, is laid out like one.

    A heading of column numbers or letters isn't.
    """
    if not all(len(word) <= _LONGEST_CELL for word in words):
        return False
    if block is not None and block.rows and _indent(line) >= block.indent + _LONGEST_CELL:
        return True
    return (
        _LAID_OUT.search(line) is not None
        and words != _NUMBERS[: len(words)]
        and ("".join(words).lower() != _LETTERS[: len(words)])
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" >"))


def _diagrams(source: SourceText, options: ReadOptions, *, nearest: bool = False) -> list[_Block]:
    """The blocks that are diagrams, right or wrong.

    With ``nearest`` what comes nearest to one, if there is none.  Raises NotationError if then
    there is nothing, or if there are parts of a diagram apart from it.
    """
    diagrams: list[_Block] = []
    near: _Block | None = None
    stray: NotationError | None = None
    below_diagram = False
    for block in _blocks(source.text):
        wide = options.partial or block.widest >= _ENOUGH or block.rows > _MOST_ROWS
        if block.rows and wide:
            diagrams.append(block)
            below_diagram = True
            continue
        below_diagram = below_diagram and block.follows
        if block.rows > 1 or (block.rows and block.widest > 2):
            near = max(near or block, block, key=lambda block: block.widest)
        if stray is None:
            stray = _stray(source, block, below_diagram=below_diagram)
    if nearest and not diagrams:
        if near is None:
            raise _no_diagram(source)
        return [near]
    if stray is not None:
        raise stray
    return diagrams


def _stray(source: SourceText, block: _Block, *, below_diagram: bool) -> NotationError | None:
    """What is wrong with a block that is no diagram: it may be a part of one."""
    if block.rows:
        if below_diagram or _LAID_OUT.search(source.text, block.start, block.stop):
            return NotationError(
                "rows of a diagram that are cut off from it",
                _rest_of_line(source, block.start),
                "a diagram without empty lines and other text in it",
            )
        return None
    line = source.line(block.line)
    if not all(word in _SPELLINGS for word in _words(line.partition(":")[2])):
        return None
    return NotationError(
        "a line of free cells without a diagram",
        _rest_of_line(source, block.start),
        "it directly above the rows of a diagram or directly below them",
    )


# Reading


def loads(text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Position:
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
        raise _several(source, diagrams)
    position = _read(source, diagrams[0], options)
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position))
    return position


def find_diagrams(
    text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS
) -> list[FoundDiagram]:
    """Read all diagrams of a longer text, in their order; the empty list if it has none.

    Raises as :func:`loads` does, for the first diagram that can't be read: none is passed over.
    With ``options.strict`` each must be as :func:`dumps` writes it.
    """
    source = _source(text, name)
    return [_found(source, text, block, options) for block in _diagrams(source, options)]


def nth_diagram(
    text: str, number: int, *, name: str = "<text>", options: ReadOptions = DEFAULTS
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


def _found(source: SourceText, text: str, block: _Block, options: ReadOptions) -> FoundDiagram:
    raw = SourceText(text.removeprefix(_BYTE_ORDER_MARK), source.name)
    try:
        position = _read(source, block, options)
    except PositionError as error:
        raise PositionError(error.faults, f"{source.name}:{block.line}") from None
    if options.strict:
        refuse_unwritten(raw, dumps(position), block.start, block.stop)
    lines = raw.text[block.start : block.stop]
    return FoundDiagram(position, block.line, block.last_line, lines)


def may_be_squeezed(text: str, position: Position) -> bool:
    """Whether runs of tabs in a diagram may have become one: then cards stand in other columns.

    ``position`` is what was read from ``text``.  The text is then what is written for a position
    whose columns from the second on are sorted by length (one tab is left before the first cell of
    a row), so no reader can refuse it.  It may be squeezed if at most one in ten arrangements of
    these columns is sorted, and the position isn't as long as the rules' start everywhere.
    """
    columns = position.columns[1:]
    heights = [max(1, len(column)) for column in columns]
    if "\t" not in text or heights != sorted(heights, reverse=True):
        return False
    if tuple(map(len, position.columns)) == position.rules.start:
        return False
    # An empty column is told by its sign, wherever it stands.
    lengths = Counter(len(column) for column in columns if not column.is_space)
    ways = factorial(lengths.total()) // prod(map(factorial, lengths.values()))
    return ways >= _MANY_WAYS


def may_be_trimmed(text: str, position: Position) -> bool:
    """Whether rows of a diagram may have lost the tabs and blanks that they began with.

    ``position`` is what was read from ``text``.  Then all of them begin in column 1, which is the
    longest for that; where cells were padded with blanks, that is refused instead.
    """
    first, *others = (len(column) for column in position.columns)
    return first > max(others, default=first) and _INDENTED.search(text) is None


def recognises(text: str) -> bool:
    """Whether there is probably a diagram in a text.

    So it is if some line consists of ten cells, or the text of nothing but rows.
    """
    text = _source(text, "").text
    first: _Block | None = None
    blocks = 0
    for block in _blocks(text):
        blocks += 1
        first = first or block
        if block.widest >= COLUMNS and COLUMNS in _exact_rows(text, block):
            return True
    if blocks != 1 or first is None or 0 in _exact_rows(text, first):
        return False
    return not text[: first.start].strip() and not text[first.stop :].strip()


def recognises_small(text: str) -> bool:
    """Whether there is probably a diagram of a few columns between other text.

    Its lines have cells and nothing else, and are laid out in columns or more than one.  A card
    that stands alone in a line is none, and nothing is one beside lines that are only half cells.
    """
    text = _source(text, "").text
    blocks = [block for block in _blocks(text) if block.rows]
    return bool(blocks) and all(
        0 not in _exact_rows(text, block)
        and (block.rows > 1 or _LAID_OUT.search(text, block.start, block.stop))
        for block in blocks
    )


def fault(text: str, name: str, options: ReadOptions) -> NotationError | None:
    """What is wrong with a text that isn't recognised, if it seems to have a diagram."""
    if found := _misprint(_source(text, name)):
        return found
    if all(block.widest < _ENOUGH for block in _blocks(_source(text, name).text)):
        return None
    try:
        loads(text, name=name, options=options)
    except NotationError as error:
        return error
    except PositionError:
        pass
    return None


def _misprint(source: SourceText) -> NotationError | None:
    """What is wrong with a text in which no diagram is found, if it seems to begin with a row.

    So it seems if most words of its first line are cells, and one is not: that one is named.
    """
    start = len(source.text) - len(source.text.lstrip())
    line = source.text[start : min(_line_end(source.text, start), start + _LONGEST_LINE)]
    words = list(re.finditer(r"[^\s>]+", line))
    known = [word[0] in _SPELLINGS for word in words]
    if all(known) or 2 * sum(known) < len(words):
        return None
    stray = words[known.index(False)]
    place = source.place(start + stray.start(), min(len(stray[0]), _LONGEST_WORD))
    return NotationError(_why_no_cell(stray[0]), place, _A_CELL)


def _exact_rows(text: str, block: _Block) -> set[int]:
    """How many cells the lines of a block have; 0 for one with other words in it."""
    lines = (_words(line) for line in text[block.start : block.stop].splitlines())
    return {len(words) if all(word in _SPELLINGS for word in words) else 0 for words in lines}


def _source(text: str, name: str) -> SourceText:
    """The text without a byte order mark, its typographic signs written plainly.

    Each stays one character, so that all places stay what they were.
    """
    return SourceText(text.removeprefix(_BYTE_ORDER_MARK).translate(PLAIN_SIGNS), name)


def _read(source: SourceText, block: _Block, options: ReadOptions) -> Position:
    """The position of one block."""
    if block.rows > _MOST_ROWS:
        raise NotationError(
            f"more than {_MOST_ROWS} rows",
            _rest_of_line(source, block.start),
            "no more rows than a column can have cards",
        )
    if block.too_long is not None:
        raise _too_long(source, block.too_long)
    text = source.text[block.start : block.stop]
    try:
        tokens = cast("list[Token]", grammar("diagram", positions=False).parse(text).children)
    except UnexpectedInput as error:
        raise _misread(source, block, error) from None
    table = next(token for token in tokens if token.type == "ROWS")
    cells: tuple[Card | None, ...] = ()
    for line in tokens:
        if line is not table:
            at = block.start + (line.start_pos or 0)
            if cells:
                where = _rest_of_line(source, at)
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
        where = _rest_of_line(source, block.start)
        raise NotationError(error.message, where, error.expected) from None


def _columns(rows: Sequence[str], *, partial: bool) -> tuple[Column, ...]:
    """The columns of a diagram, from its rows without their ends.  Raises RowError."""
    try:
        table = [[*map(_FIELDS.__getitem__, row.split("\t"))] for row in rows]
    except KeyError:
        table = []
    # Tabs and nothing that isn't as printed leave nothing to be decided.
    if not table or None in table[0] or not _can_be_width(len(table[0]), partial=partial):
        _check_first_row(rows[0], partial=partial)
        table = [[*map(_SPELLINGS.get, cells)] for cells in split_rows(rows)]
    width = len(table[0])
    if len(max(table, key=len)) > width:
        raise _too_many_columns(rows, table)
    columns = []
    for number, cells in enumerate(zip_longest(*table), 1):
        height = cells.index(None) if None in cells else len(cells)
        down = cells.count(_DOWN)
        if (
            cells.count(None) != len(cells) - height
            or (down and cells[:down].count(_DOWN) != down)
            or (_SPACE in cells and height > 1)
        ):
            raise _broken_column(rows, table, number)
        if cells[0] is _SPACE:
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
    where = [match.span() for match in _CELL.finditer(line, line.index(":") + 1)]
    cells = options.rules.cells
    if not cells and (options.strict or not 1 <= len(where) <= MOST_CELLS):
        raise NotationError(
            "a line of free cells, but the rules have none",
            _rest_of_line(source, at),
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
            _A_HELD_CARD,
        )
    held = (_SPELLINGS[line[start:stop]] for start, stop in where)
    return tuple(card if isinstance(card, Card) else None for card in held)


# What is wrong with a diagram


def _check_first_row(row: str, *, partial: bool) -> None:
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


def _too_long(source: SourceText, at: int) -> NotationError:
    """A line that begins at ``at`` and is too long for a row."""
    cells = [match.span() for match in islice(_CELL.finditer(source.text, at), COLUMNS + 1)]
    if len(cells) > COLUMNS and not _CELLS_LINE.match(source.text, at):
        start, stop = cells[-1]
        message = f"this is the {ordinal(len(cells))} cell of a row"
        return NotationError(message, source.place(start, stop - start), f"{COLUMNS} columns")
    return NotationError(
        "this line is too long for a row of a diagram",
        source.place(at),
        f"at most {_LONGEST_LINE} characters",
    )


_Table: TypeAlias = Sequence[Sequence[_Cell | None]]


def _span(rows: Sequence[str], table: _Table, row: int, column: int) -> Span:
    """Where the cell of a column (from 0) stands in its row."""
    before = sum(cell is not None for cell in table[row][:column])
    return spans(rows[row])[before]


def _too_many_columns(rows: Sequence[str], table: _Table) -> RowError:
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


def _broken_column(rows: Sequence[str], table: _Table, number: int) -> RowError:
    """What is wrong with a column (from 1) that something is wrong with."""
    cells = [line[number - 1] if number <= len(line) else None for line in table]
    for row, (above, cell) in enumerate(pairwise(cells), 1):
        if cell is None:
            continue
        if above is None:
            message = f"this cell stands below an empty place of column {number}"
            expected = "the cells of a column one below the other, from the first row down"
        elif cell is _SPACE:
            message = f"column {number} has cells above this, so it isn't empty"
            expected = "(sp) in the first row only"
        elif above is _SPACE:
            message = f"column {number} is marked as empty in the first row"
            expected = f"nothing below the {rows[0][slice(*_span(rows, table, 0, number - 1))]}"
        elif cell is _DOWN and above is not _DOWN:
            message = f"a face-down card below a face-up one in column {number}"
            expected = "the face-down cards of a column above its face-up cards"
        else:
            continue
        return RowError(row, _span(rows, table, row, number - 1), message, expected)
    raise AssertionError(f"nothing is wrong with column {number}")


def _misread(source: SourceText, block: _Block, error: UnexpectedInput) -> NotationError:
    """Where and why the grammar doesn't take a block."""
    at = block.start + (error.pos_in_stream or 0)
    at = _end(_MARGIN, source.text, at)
    if isinstance(error, UnexpectedToken) and error.token.type in ("ROWS", "CELLS_LINE"):
        is_row = error.token.type == "ROWS"
        what = "rows of a diagram below its line of" if is_row else "a second line of"
        return NotationError(
            f"{what} free cells",
            _rest_of_line(source, at),
            "an empty line between two diagrams" if is_row else "one line",
        )
    word = source.text[at : _end(_WORD, source.text, at)]
    place = source.place(at, max(1, min(len(word), _LONGEST_WORD)))
    if _CELLS_LINE.match(place.text):
        return NotationError(f"'{_shortened(word)}' can't be in a cell", place, _A_HELD_CARD)
    expected = _A_CELL
    if not _likely_cells(_words(place.text)):
        expected += "; between a diagram and other text an empty line"
    return NotationError(_why_no_cell(word), place, expected)


def _rest_of_line(source: SourceText, at: int) -> Place:
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
    if _LIKE_A_CELL.fullmatch(word):
        return f"{shown}: cells run together"
    return f"{shown} is no cell of a diagram"


def _shortened(word: str) -> str:
    return word if len(word) <= _LONGEST_WORD // 2 else f"{word[: _LONGEST_WORD // 2]}..."


def _no_diagram(source: SourceText) -> NotationError:
    text = source.text
    start = len(text) - len(text.lstrip())
    if start == len(text):
        return NotationError("there is nothing to read", source.place(0), _A_DIAGRAM)
    if control := _CONTROL.search(text):
        return NotationError("this isn't text", source.place(control.start()), _A_DIAGRAM)
    if found := _misprint(source):
        return found
    return NotationError("there is no diagram here", source.place(start), _A_DIAGRAM)


def _several(source: SourceText, diagrams: Sequence[_Block]) -> NotationError:
    where = [f"{block.line}-{block.last_line}" for block in diagrams[:_NAMED]]
    if len(diagrams) > _NAMED:
        where.append(f"{len(diagrams) - _NAMED} more places")
    return NotationError(
        f"there are {len(diagrams)} diagrams in this text: in lines {join_words(where)}",
        _rest_of_line(source, diagrams[1].start),
        "one diagram, with no empty line in it (--number N takes the Nth of several)",
    )


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
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example=" --\t(sp)\t --\n10h\t\t Kd\n 9h\n",
    lossy="which cards lie face down and in the hand, which suits are removed, and the rules",
)
load = FORMAT.load
dump = FORMAT.dump
