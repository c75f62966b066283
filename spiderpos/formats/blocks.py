"""Where a tableau stands in a text: the lines that may be one, and what stands around them.

The signs of the lines are those of ``grammars/layouts.lark``.  Which layout they are is for
:mod:`.tables`, what their cells mean together for :mod:`.interpretations`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..game.cards import PASTED_CARD
from ..game.rules import COLUMNS
from .base import without_fences, without_marks
from .cells import CARDS, CELLS, SUITS, parser
from .surroundings import has_statements

if TYPE_CHECKING:
    from lark import Token

#: What says nothing, blanks that aren't blanks, bars and dashes.
_PLAIN: Final = str.maketrans(
    "\ufeff\xa0\u2007\u202f\u2502\u2503\u2010\u2011\u2012\u2013\u2014\u2212", "    ||------"
)
_QUOTES: Final = re.compile(r"(?<![^\s,;|(\[])[\"']|[\"'](?![^\s,;|)\]])")
_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_MOST_LONG_WORDS: Final = 6
#: A word in a line of a tableau that is probably a cell with a slip in it.
_LIKE_A_CELL: Final = re.compile(
    r"\S*\d\S{0,2}|[AJQKT]\S|[CDHScdhs]|[^\w\s]\S{0,2}|[xX]{1,2}\S", re.ASCII
)
_LONGEST_CELL: Final = 4
_NUMBERS: Final = re.compile(r"\s*(?:\d{1,2}\s+)*\d{1,2}\s*")
#: The highest number of a rank; those of Kings are 12 or 13, or 0.
_MOST_RANKS: Final = 13
#: Cells that may stand in running text; labels and the others hardly do.
_IN_TEXT: Final = frozenset(
    ("RANK", "DASH", "DASHES", "DOTS", "STAR", "BACKS", "SPACE", "LINES", "QUESTIONS")
)
_SURE: Final = (CELLS | {"LABEL"}) - _IN_TEXT
#: A line that parts column numbers from what stands below them.
_DASHED: Final = re.compile(r"[ \t]*+(?:[-=]{3,}+[ \t]*+)++")
_HAS_A_CARD: Final = re.compile(rf"(?<![^\W_]){PASTED_CARD}(?![^\W_])")
#: A diagram has no more rows, and no line of one is longer.
MOST_ROWS: Final = 110
_LONGEST_LINE: Final = 2000
_TOO_LONG: Final = re.compile(rf"^.{{{_LONGEST_LINE + 1},}}$", re.MULTILINE)


@dataclass(slots=True)
class TextLine:
    """A line of a text: its number, the offset where it begins, and what stands in it."""

    number: int
    start: int
    text: str
    tokens: list[Token] = field(default_factory=list)
    cells: int = 0
    numbers: int = 0
    label: Token | None = None
    heads: Token | None = None
    remark: Token | None = None
    words: list[Token] = field(default_factory=list)
    is_rule: bool = False

    def add(self, token: Token) -> None:
        """Take a token in."""
        kind = token.type
        if kind in CELLS:
            self.cells += 1
        elif kind == "NUMBER":
            self.numbers += 1
        elif kind == "LABEL":
            self.label = token
        elif kind == "WORD":
            self.words.append(token)
        elif kind == "HEADS":
            self.heads = token
        elif kind == "RULER":
            self.is_rule = True
        elif kind == "REMARK":
            self.remark = token
        self.tokens.append(token)

    @property
    def span(self) -> tuple[int, int]:
        """Its start and its end in the text."""
        return self.start, self.start + len(self.text)

    @property
    def is_tableau(self) -> bool:
        """True if the line has cells and nothing that is none, or a label alone."""
        has_cells = bool(self.cells or self.label is not None or self.numbers)
        return has_cells and not self.words and self.heads is None

    @property
    def is_apart(self) -> bool:
        """True if the line is none of a tableau, and has words."""
        return bool(self.text.strip()) and not (self.is_tableau or self.is_rule or self.heads)

    @property
    def begins_a_column(self) -> bool:
        """True if the line begins as a column does, with its label or a number of hidden cards."""
        first = self.tokens[0].type if self.tokens else ""
        return first in ("LABEL", "COUNT", "COUNT_IN_WORDS", "BRACKETED")

    @property
    def is_spoilt(self) -> bool:
        """True if the line is probably one of a tableau, with something wrong in it."""
        if not self.words or has_statements(self.text):
            return False
        return any(token.type in _SURE for token in self.tokens) or all(
            (len(w) <= _LONGEST_CELL and _LIKE_A_CELL.fullmatch(w))
            or w[0] in "(["
            or _HAS_A_CARD.search(w)
            for w in self.words
        )

    @property
    def is_prose(self) -> bool:
        """True if the line has more words than one of a tableau."""
        words = sum(len(_LONG_WORD.findall(word)) for word in self.words)
        return words > _MOST_LONG_WORDS


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand together and may be a tableau.

    ``lines`` have cells; ``heads`` are the column numbers above them, if there are; ``around`` are
    the offsets and texts of remarks and of lines above and below, which may say what the tableau
    doesn't.
    """

    lines: tuple[TextLine, ...]
    heads: Token | None
    around: tuple[tuple[int, str], ...]

    @property
    def first_line(self) -> int:
        """The number of its first line, from 1."""
        return self.lines[0].number

    @property
    def last_line(self) -> int:
        """The number of its last line."""
        return self.lines[-1].number

    @property
    def widest(self) -> int:
        """The most cells in a line."""
        return max(line.cells or line.numbers for line in self.lines)

    @property
    def cards(self) -> int:
        """The number of its cards that are written as cards."""
        return sum(token.type in CARDS for line in self.lines for token in line.tokens)

    @property
    def spoilt(self) -> Token | None:
        """The first word that is no cell."""
        return next((line.words[0] for line in self.lines if line.words), None)


@lru_cache(maxsize=4)
def find_blocks(text: str) -> tuple[Block, ...]:
    """Return the stretches of a text that may be a tableau, in order."""
    return tuple(_blocks(_lines(text)))


def all_around(text: str, block: Block) -> Block:
    """Return the one block of a text with all lines around it, however far away."""
    lines = _lines(text)
    texts = [(line.start, line.text) for line in lines if line.is_apart]
    return replace(block, around=tuple(dict.fromkeys((*block.around, *texts))))


def unknown_word(text: str) -> Token | None:
    """Return the first word that is no cell in a line that has a label or most of whose are."""
    return next(
        (
            line.words[0]
            for line in _lines(text)
            if line.words and (line.label is not None or line.cells >= len(line.words))
        ),
        None,
    )


def ranks_in_numbers(text: str) -> TextLine | None:
    """Return the first of ten lines or more of numbers alone, if some are ranks beyond ten."""
    lines = [line for line in _lines(text) if _NUMBERS.fullmatch(line.text)]
    numbers = {int(number) for line in lines for number in line.text.split()}
    columns = len(lines) >= COLUMNS and max(numbers, default=0) <= _MOST_RANKS
    return lines[0] if columns and numbers & {0, 11, 12, 13} else None


def _blocks(lines: Sequence[TextLine]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        if not lines[at].is_tableau:
            at += 1
            continue
        first = at
        while first and lines[first - 1].is_spoilt:
            first -= 1
        stop = at + 1
        while stop < len(lines) and (
            lines[stop].is_tableau or lines[stop].is_spoilt or _lies_between(lines, first, stop)
        ):
            stop += 1
        yield _block(lines, first, stop)
        at = stop


def _lies_between(lines: Sequence[TextLine], first: int, at: int) -> bool:
    """Return True if a line that is none of a tableau has one directly above and below.

    It may be empty between columns that begin with labels or numbers of face-down cards, as the
    first line of them does.
    """
    line = lines[at]
    if not line.text.strip():
        below = next((line for line in lines[at + 1 : at + 4] if line.text.strip()), line)
        return lines[first].begins_a_column and below.is_tableau and below.begins_a_column
    if at + 1 == len(lines) or not lines[at + 1].is_tableau:
        return False
    return line.is_rule or (bool(line.words) and not has_statements(line.text))


def _block(lines: Sequence[TextLine], first: int, stop: int) -> Block:
    """Return the block of these lines, with the heads above it and what is said around it."""
    above = first
    heads: Token | None = None
    while above and (lines[above - 1].is_rule or lines[above - 1].heads is not None):
        above -= 1
        heads = heads or lines[above].heads
    near = [*lines[max(0, above - 4) : above], *lines[stop : stop + 5]]
    remarks = [
        (line.remark.start_pos or 0, str(line.remark)) for line in lines[first:stop] if line.remark
    ]
    texts = [(line.start, line.text) for line in near if line.is_apart]
    inner = tuple(line for line in lines[first:stop] if not line.is_rule and line.text.strip())
    return Block(inner, heads, (*remarks, *texts))


def joined(blocks: Sequence[Block], count: int) -> Block | None:
    """Return the block of all lines, if there are so many with the empty lines between them.

    Each of these is a column then.
    """
    lines: list[TextLine] = []
    for block in blocks:
        for line in block.lines:
            if lines and line.number == lines[-1].number + 2:
                lines.append(TextLine(line.number - 1, line.start - 1, ""))
            lines.append(line)
    whole = len(lines) == count == lines[-1].number - lines[0].number + 1
    if not whole or any(line.label or block.heads for block in blocks for line in block.lines):
        return None
    return Block(tuple(lines), None, (*blocks[0].around, *blocks[-1].around))


@lru_cache(maxsize=2)
def _lines(text: str) -> list[TextLine]:
    text = _QUOTES.sub(" ", without_marks(without_fences(text)).translate(_PLAIN))
    lines: list[TextLine] = []
    read: dict[str, TextLine] = {}
    texts = text.split("\n")
    for known in _read(tuple(dict.fromkeys(texts))):
        read[known.text] = known
    tokens = [token for known in read.values() for token in known.tokens]
    # C3 is a card only where others have their suits before their ranks, too.
    if not any(t.type in ("CARD", "NEXT_CARD") and t.lstrip(" -")[0] in SUITS for t in tokens):
        for token in tokens:
            token.type = "LABEL" if token.type == "CARD_LABEL" else token.type
    start = 0
    for number, words in enumerate(texts, 1):
        line, known = TextLine(number, start, words), read[words]
        for token in known.tokens:
            line.add(_moved(token, start - known.start))
        lines.append(line)
        start += len(words) + 1
    for above, line in pairwise(lines):
        if above.heads is not None and _DASHED.fullmatch(line.text):
            line.is_rule = True
    for line in lines:
        if line.is_rule or line.heads is not None:
            line.cells = line.numbers = 0
            line.words = []
        elif line.is_prose:
            line.cells = line.numbers = 0
        elif line.remark is not None and not line.cells and line.label is None:
            line.words.append(line.remark)
    return lines


def _read(texts: Sequence[str]) -> list[TextLine]:
    """Return lines with their tokens, as they stand below one another."""
    # A line that is too long for a tableau is one word, so that all places stay.
    text = _TOO_LONG.sub(lambda match: "¤" * len(match[0]), "\n".join(texts))
    lines: list[TextLine] = []
    start = 0
    for words in texts:
        lines.append(TextLine(0, start, words))
        start += len(words) + 1
    parsing = parser().parse_interactive(text, start="text")
    tokens: Iterator[Token] = parsing.lexer_thread.lex(  # type: ignore[no-untyped-call]
        parsing.parser_state
    )
    at = 0
    for token in tokens:
        if token.type == "NEWLINE":
            at += 1
        else:
            lines[at].tokens.append(token)
    return lines


def _moved(token: Token, by: int) -> Token:
    """Return a token that stands so much further on."""
    if not by:
        return token
    start, stop = (token.start_pos or 0) + by, (token.end_pos or 0) + by
    return type(token)(token.type, str(token), start, None, token.column, end_pos=stop)
