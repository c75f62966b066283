"""Find the lines of a text that may be a tableau, and the lines around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from ..game.cards import PASTED_CARD
from ..game.rules import COLUMNS
from .base import without_fences, without_marks
from .cells import CARDS, CELLS, parser
from .tableau import has_statements

if TYPE_CHECKING:
    from lark import Token

#: Maps special blanks, bars of frames, and dashes to ASCII.
_PLAIN: Final = str.maketrans(
    "\ufeff\xa0\u2007\u202f\u2502\u2503\u2010\u2011\u2012\u2013\u2014\u2212", "    ||------"
)
_QUOTES: Final = re.compile(r"(?<![^\s,;|(\[])[\"']|[\"'](?![^\s,;|)\]])")
#: Matches a word in a line of a tableau that is probably a card with a typing error.
_LIKE_A_CELL: Final = re.compile(
    rf"(?a:[^\s]?\d\S{{0,2}}|[AJQKT]\S|[CDHScdhs]|[^\w\s]\S{{0,2}}|[xX]{{1,2}}\S)"
    rf"|[(\[].*|.*(?<![^\W_]){PASTED_CARD}(?![^\W_]).*"
)
_NUMBERS: Final = re.compile(r"\s*(?:\d{1,2}\s+)*\d{1,2}\s*")
#: The grammar's terminals for cells (cards or signs) that also occur in ordinary text.
_IN_TEXT: Final = frozenset(
    ("RANK", "DASH", "DASHES", "DOTS", "STAR", "BACKS", "SPACE", "QUESTIONS")
)
_SURE: Final = (CELLS | {"LABEL"}) - _IN_TEXT
_BEGINS_A_COLUMN: Final = ("LABEL", "COUNT", "COUNT_IN_WORDS")
#: A ruled line between column numbers and the rows.
_DASHED: Final = re.compile(r"[ \t]*+(?:[-=]{3,}+[ \t]*+)++")
#: The maximum number of rows of a diagram, and of characters of a line.
MOST_ROWS: Final = 110
_TOO_LONG: Final = re.compile(r"^.{2001,}$", re.MULTILINE)
#: The numbers of lines above and below a diagram that belong to it if the text has several.
_NEAR: Final = (4, 5)


class TextLine(NamedTuple):
    """A line of a text: its number, the offset of its start, and its tokens.

    ``cells`` and ``numbers`` count the tokens of these kinds; ``words`` are the tokens that
    can't be part of a tableau.
    """

    number: int
    start: int
    text: str
    tokens: Sequence[Token] = ()
    cells: int = 0
    numbers: int = 0
    label: Token | None = None
    heads: Token | None = None
    remark: Token | None = None
    words: Sequence[Token] = ()
    is_rule: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the line's start and end in the text."""
        return self.start, self.start + len(self.text)

    @property
    def is_tableau(self) -> bool:
        """True if the line has cells, numbers or a label, and no words."""
        has_cells = bool(self.cells or self.label is not None or self.numbers)
        return has_cells and not (self.words or self.is_rule) and self.heads is None

    @property
    def is_apart(self) -> bool:
        """True if the line has text, but isn't a line of a tableau, a rule or column numbers."""
        return bool(self.text.strip()) and not (self.is_tableau or self.is_rule or self.heads)

    @property
    def begins_a_column(self) -> bool:
        """True if the line begins with a label or a number of face-down cards."""
        return bool(self.tokens) and self.tokens[0].type in _BEGINS_A_COLUMN

    @property
    def is_spoilt(self) -> bool:
        """True if the line is probably part of a tableau, but has an error."""
        if not self.words or has_statements(self.text):
            return False
        return any(token.type in _SURE for token in self.tokens) or all(
            _LIKE_A_CELL.fullmatch(word) for word in self.words
        )


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that may be a tableau, perhaps with column numbers (``heads``) above them.

    ``near`` are the offsets and texts of remarks in the block and of nearby lines (``_NEAR``).
    """

    lines: tuple[TextLine, ...]
    heads: Token | None
    near: tuple[tuple[int, str], ...]

    @property
    def widest(self) -> int:
        """The largest number of cells in a line; of bare numbers in a line without other cells."""
        return max(line.cells or line.numbers for line in self.lines)

    @property
    def cards(self) -> int:
        """The number of cells in the block that are cards."""
        return sum(token.type in CARDS for line in self.lines for token in line.tokens)


@lru_cache(maxsize=4)
def find_blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of lines that may be a tableau, in order."""
    return tuple(_blocks(_lines(text)))


def unknown_word(text: str) -> Token | None:
    """Return the first word that isn't a card or sign, in a line that is otherwise a tableau."""
    words = (
        line.words[0]
        for line in _lines(text)
        if line.words and (line.label is not None or line.cells >= len(line.words))
    )
    return next(words, None)


def ranks_in_numbers(text: str) -> TextLine | None:
    """Return the first of ten or more lines of numbers if some of these must be court cards."""
    lines = [line for line in _lines(text) if _NUMBERS.fullmatch(line.text)]
    numbers = {int(number) for line in lines for number in line.text.split()}
    if len(lines) < COLUMNS or max(numbers) > 13:
        return None
    return lines[0] if numbers & {0, 11, 12, 13} else None


def _blocks(lines: Sequence[TextLine]) -> Iterator[Block]:
    index = 0
    while index < len(lines):
        if not lines[index].is_tableau:
            index += 1
            continue
        first = index
        while first and lines[first - 1].is_spoilt:
            first -= 1
        stop = index + 1
        while stop < len(lines) and (
            lines[stop].is_tableau or lines[stop].is_spoilt or _lies_between(lines, first, stop)
        ):
            stop += 1
        yield _block(lines, first, stop)
        index = stop


def _lies_between(lines: Sequence[TextLine], first: int, index: int) -> bool:
    """Return True if a line is not part of a tableau, but the lines above and below it are.

    Such a line is a rule or has words.  An empty line counts if the first line of the block and
    the next line with text both begin a column.
    """
    line = lines[index]
    if not line.text.strip():
        below = next((line for line in lines[index + 1 : index + 4] if line.text.strip()), line)
        return lines[first].begins_a_column and below.is_tableau and below.begins_a_column
    if index + 1 == len(lines) or not lines[index + 1].is_tableau:
        return False
    return line.is_rule or (bool(line.words) and not has_statements(line.text))


def _block(lines: Sequence[TextLine], first: int, stop: int) -> Block:
    above = first
    heads: Token | None = None
    while above and (lines[above - 1].is_rule or lines[above - 1].heads is not None):
        above -= 1
        heads = heads or lines[above].heads
    inner = tuple(line for line in lines[first:stop] if not line.is_rule and line.text.strip())
    before, after = _NEAR
    near = [*lines[max(0, above - before) : above], *lines[stop : stop + after]]
    texts = [(line.start, line.text) for line in near if line.is_apart]
    return Block(inner, heads, (*_remarks(inner), *texts))


def _remarks(lines: Sequence[TextLine]) -> list[tuple[int, str]]:
    return [(line.remark.start_pos or 0, str(line.remark)) for line in lines if line.remark]


def all_around(block: Block, text: str) -> tuple[tuple[int, str], ...]:
    """Return the offsets and texts of the remarks in a block and of all lines around it."""
    others = [(line.start, line.text) for line in _lines(text) if line.is_apart]
    return (*_remarks(block.lines), *others)


def joined(text: str) -> Block | None:
    """Return the blocks of a text as one block if they are ten columns, else None.

    Each line from the first block to the last is a column, an empty line a space.  None if these
    aren't ten lines, if one has a label or words, or if a block has column numbers.  The text
    must have a block.
    """
    blocks = find_blocks(text)
    numbers = [line.number for block in blocks for line in block.lines]
    lines = _lines(text)[numbers[0] - 1 : numbers[-1]]
    fits = all((line.is_tableau and line.label is None) or not line.text.strip() for line in lines)
    if len(lines) != COLUMNS or not fits or any(block.heads for block in blocks):
        return None
    return Block(tuple(lines), None, blocks[0].near)


@lru_cache(maxsize=2)
def _lines(text: str) -> list[TextLine]:
    text = _QUOTES.sub(" ", without_marks(without_fences(text)).translate(_PLAIN))
    # A line that is too long for a tableau becomes a word of the same length, to keep offsets.
    short = _TOO_LONG.sub(lambda match: "¤" * len(match[0]), text)
    tokens = cast("list[Token]", parser().parse(short, start="text").children)
    rows: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "NEWLINE":
            rows.append([])
        else:
            rows[-1].append(token)
    lines: list[TextLine] = []
    start = 0
    for number, (row, words) in enumerate(zip(rows, text.split("\n"), strict=True), 1):
        after_heads = bool(lines) and lines[-1].heads is not None
        lines.append(_line(number, start, words, row, after_heads))
        start += len(words) + 1
    return lines


def _line(number: int, start: int, text: str, tokens: list[Token], after_heads: bool) -> TextLine:
    first = {token.type: token for token in reversed(tokens)}
    label, heads, remark = first.get("LABEL"), first.get("HEADS"), first.get("REMARK")
    is_rule = "RULER" in first or (after_heads and _DASHED.fullmatch(text) is not None)
    cells = sum(token.type in CELLS for token in tokens)
    numbers = sum(token.type == "NUMBER" for token in tokens)
    words = [token for token in tokens if token.type == "WORD"]
    if is_rule or heads is not None:
        cells, words = 0, []
    elif remark is not None and not cells and label is None:
        words.append(remark)
    return TextLine(
        number, start, text, tokens, cells, numbers, label, heads, remark, words, is_rule
    )
