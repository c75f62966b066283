"""Where a tableau stands in a text, and what its lines say: cells, labels, heads, remarks.

People print a tableau as rows of columns or as a column a line; with tabs, blanks, commas, bars;
with numbers beside it and words around it.  This module finds the lines that are one, and cuts
them into :class:`~.cells.Cell`.  What the cells mean together is for :mod:`.meanings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ..text.source import SourceText
from .base import without_fences, without_marks
from .beside_tableau import is_status
from .cells import CARD, CELL, COUNT, NUMBER, SIGN, Cell, Kind, cell_of, read_cells

__all__ = ["MOST_ROWS", "Block", "Line", "find_blocks"]

#: What can't be printed and says nothing, blanks that aren't blanks, bars and dashes.
_PLAIN: Final = str.maketrans(
    "\ufeff\xa0\u2007\u202f\u2502\u2503\u2010\u2011\u2012\u2013\u2014\u2212", "    ||------"
)
#: What bounds a cell.
_ENDS: Final = r"(?=[\s|,;/(\[]|$)"
#: The number of a column or row: "3:", "T3:", "Column 3", "- c)", "| 3 |".
_LABEL: Final = re.compile(
    r"""[ \t]*+ (?:[*•+-][ \t]++)? \|?+ [ \t]*+
    (?: (?:columns?|col|pile|stack|tableau|row)[ \t.]*+\#?+[ \t]*+(?:\d{1,2}|[a-j])\b
            [ \t]*(?:[:.)=|]|->|-(?=[ \t]))?
      | [\#tcp]?\d{1,2}[ \t]?(?:[:.)=](?![)\]:])|->)
      | [a-j][ \t]?[:.)=](?![)\]:])
      | \d{1,2}[ \t]*\|(?=[ \t]) )""",
    re.IGNORECASE | re.VERBOSE,
)
#: What else stands in a line, mostly a card or a sign; tabs aside.
_PIECE: Final = re.compile(
    rf"[ \t]*+(?:(?P<card>{CARD}){_ENDS}|(?P<sign>{SIGN}){_ENDS}"
    rf"|(?P<cells>(?i:{COUNT}){_ENDS}|{CELL}{_ENDS})|(?P<number>{NUMBER}){_ENDS}"
    r"|(?P<bar>[|,;])|(?P<other>[^\s|,;]+))"
)
_LABEL_NUMBER: Final = re.compile(r"\d{1,2}|(?<![a-z])[a-j](?![a-z])", re.IGNORECASE)
#: Lines of a tableau have few long words; others are not looked at more closely.
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_MOST_LONG_WORDS: Final = 6
#: A line that parts rows, or what stands above a table from it.
_RULE: Final = re.compile(
    r"[ \t]*+(?=[|+:=-])(?=.*(?:[|+]|[-=]{5}))[|+]?(?:[ \t]*+:?[-=]{3,}+:?[ \t]*+[|+]?)++[ \t]*"
)
#: The same below column numbers, where it needn't be as long.
_DASHED: Final = re.compile(r"[ \t]*+(?:[-=]{3,}+[ \t]*+)++")
_HEAD: Final = re.compile(r"(?i:columns?|col|pile|stack|[ctp])?[.#]?(\d{1,2}|[a-j])\b", re.ASCII)
_HEAD_WORD: Final = re.compile(r"(?:(?:columns?|col|pile|stack) )?[^\s|,;]+", re.IGNORECASE)
#: What a line may say behind its cells: ``Deals left: 2``.
_REMARK: Final = re.compile(
    r"(?<=[ \t]{2})[A-Za-z]{3,}[^:|]*:.*|(?<!\S)(?:#|//|<-+)[ \t]*[A-Za-z]{3,}.*"
)
#: What is probably a cell with a slip in it.
_LIKE_A_CELL: Final = re.compile(
    r"\S*\d\S{0,2}|[AJQKT]\S|[CDHScdhs]|[^\w\s]\S{0,2}|[xX]{1,2}\S", re.ASCII
)
_LONGEST_CELL: Final = 4
#: How a line begins that is one of a tableau, if far too long.
_A_CELL: Final = re.compile(rf"[ \t]*+(?:{CELL}){_ENDS}")
#: What stands in a line that says anything of a tableau.
_SAYS_SOMETHING: Final = re.compile(rf"[|,;\t]|[^\W_]|{CELL}")
#: A diagram has no more rows, and no line of one is longer.
MOST_ROWS: Final = 110
_LONGEST_LINE: Final = 2000


@dataclass(slots=True)
class Line:
    """One line of a text: its number, the offset where it begins, and what stands in it.

    ``label`` is the number that it begins with, ``begins`` the offset behind that, ``bars`` are
    the offsets of what parts its cells (bars, commas, semicolons), ``tabs`` those of tabs,
    ``heads`` the places of column numbers,
    ``numbers`` bare numbers, ``other`` the spans of words that are nothing of a tableau,
    ``remark`` what is said behind the cells.
    """

    number: int
    start: int
    text: str
    label: int | None = None
    begins: int = 0
    cells: list[Cell] = field(default_factory=list)
    numbers: list[Cell] = field(default_factory=list)
    bars: list[int] = field(default_factory=list)
    tabs: list[int] = field(default_factory=list)
    heads: list[tuple[int, int]] = field(default_factory=list)
    other: list[tuple[int, int]] = field(default_factory=list)
    remark: str = ""
    is_rule: bool = False

    @property
    def is_tableau(self) -> bool:
        """Whether the line has cells and nothing that is none, or a label alone."""
        has_cells = bool(self.cells or self.label is not None or self.numbers)
        return has_cells and not self.other and not self.heads

    @property
    def begins_a_column(self) -> bool:
        """Whether the line begins as a column does, with its number or that of hidden cards."""
        return self.label is not None or [c.kind for c in self.cells[:1]] == [Kind.COUNT]

    @property
    def says_the_rest(self) -> bool:
        """Whether the line is about the hand, the removed suits or the free cells."""
        return is_status(self.text)

    @property
    def is_spoilt(self) -> bool:
        """Whether the line is probably one of a tableau, with something wrong in it."""
        if len(self.text) > _LONGEST_LINE:
            return _A_CELL.match(self.text) is not None
        if not self.other or self.says_the_rest:
            return False
        words = [self.text[start - self.start : stop - self.start] for start, stop in self.other]
        if all(len(w) <= _LONGEST_CELL and _LIKE_A_CELL.fullmatch(w) for w in words):
            return True
        return len(self.cells) >= len(words)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand together and may be a tableau.

    ``lines`` have cells; ``heads`` are the places of the column numbers above them, if there are;
    ``around`` are the offsets and texts of remarks and of lines above and below, which may say
    what the tableau doesn't.
    """

    lines: tuple[Line, ...]
    heads: tuple[tuple[int, int], ...]
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
        return max(len(line.cells) or len(line.numbers) for line in self.lines)

    @property
    def spoilt(self) -> tuple[int, int] | None:
        """The span of the first word that is no cell."""
        return next((line.other[0] for line in self.lines if line.other), None)


def find_blocks(source: SourceText) -> Iterator[Block]:
    """The stretches of a text that may be a tableau, in order."""
    text = without_marks(without_fences(source.text)).translate(_PLAIN)
    lines = _lines(text)
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
            lines[stop].is_tableau or lines[stop].is_spoilt or _lies_between(lines, stop)
        ):
            stop += 1
        yield _block(lines, first, stop)
        at = stop


def _lies_between(lines: Sequence[Line], at: int) -> bool:
    """Whether a line that is none of a tableau has one directly above and below.

    It may be empty between two columns, each of which begins with its number or with that of its
    face-down cards, as in the posts of the Spider Solitaire Addict.
    """
    line = lines[at]
    if at + 1 == len(lines) or not lines[at + 1].is_tableau:
        return False
    if not line.text.strip():
        return lines[at - 1].begins_a_column and lines[at + 1].begins_a_column
    return line.is_rule or (bool(line.other) and not line.says_the_rest)


def _block(lines: Sequence[Line], first: int, stop: int) -> Block:
    """The block of these lines, with the heads above it and what is said around it."""
    above = first
    heads: tuple[tuple[int, int], ...] = ()
    while above and (lines[above - 1].is_rule or lines[above - 1].heads):
        above -= 1
        start = lines[above].start
        heads = heads or tuple((a - start, b - start) for a, b in lines[above].heads)
    near = [*lines[max(0, above - 4) : above], *lines[stop : stop + 5]]
    remarks = [(line.start, line.remark) for line in lines[first:stop] if line.remark]
    said = [(line.start, line.text) for line in near if line.text.strip() and not line.is_tableau]
    inner = tuple(line for line in lines[first:stop] if not line.is_rule and line.text.strip())
    return Block(inner, heads, (*remarks, *said))


def _lines(text: str) -> list[Line]:
    found: list[Line] = []
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        below_heads = bool(found and found[-1].heads)
        found.append(_line(number, start, line, below_heads=below_heads))
        start += len(line) + 1
    return found


def _line(number: int, start: int, text: str, *, below_heads: bool = False) -> Line:
    line = Line(number, start, text)
    if not text or text.isspace():
        return line
    if len(text) > _LONGEST_LINE:
        line.other.append((start, start + len(text)))
        return line
    if _RULE.fullmatch(text) or (below_heads and _DASHED.fullmatch(text)):
        line.is_rule = True
        return line
    line.heads = _heads(start, text)
    if line.heads:
        return line
    has_words = _WORD.search(text) is not None
    remark = _REMARK.search(text) if has_words else None
    stop = len(text) if remark is None else remark.start()
    if has_words and len(_LONG_WORD.findall(text, 0, stop)) > _MOST_LONG_WORDS:
        line.other.append((start, start + len(text)))
        return line
    _read_line(line, text[:stop])
    if line.other and _SAYS_SOMETHING.search(text, 0, stop) is None:
        line.other = [(start, start + len(text))]
    if remark is not None:
        line.remark = remark[0]
        if not line.cells and line.label is None:
            line.other.append((start + stop, start + len(text)))
    return line


def _read_line(line: Line, text: str) -> None:
    """Put what stands in a line where it belongs: its label, cells, numbers, and so on."""
    label = _LABEL.match(text)
    if label is not None:
        number = _LABEL_NUMBER.search(label[0])
        line.label = None if number is None else _number(number[0])
        line.begins = label.end()
    start = line.start
    line.tabs = [start + n for n, c in enumerate(text) if c == "\t" and n >= line.begins]
    for piece in _PIECE.finditer(text, line.begins):
        what, word = piece.lastgroup, piece[piece.lastindex or 0]
        stop = line.start + piece.end()
        start = stop - len(word)
        match what:
            case "card" | "sign":
                line.cells.append(cell_of(what, word, start))
            case "cells":
                line.cells += read_cells(word, start)
            case "number":
                line.numbers.append(Cell(Kind.RANK, word, start, stop))
            case "bar":
                line.bars.append(start)
            case _:
                line.other.append((start, stop))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else ord(text.lower()) - ord("a") + 1


def _heads(start: int, text: str) -> list[tuple[int, int]]:
    """The places of column numbers, if a line has nothing else: ``1 2 3``, ``| C1 | C2 |``."""
    places: list[tuple[int, int]] = []
    numbers: list[int] = []
    for word in _HEAD_WORD.finditer(text):
        head = _HEAD.fullmatch(word[0].replace(" ", ""))
        if head is None:
            return []
        places.append((start + word.start(), start + word.end()))
        numbers.append(_number(head[1]))
    steps = {b - a for a, b in pairwise(numbers)}
    return places if steps in ({1}, {-1}) and min(numbers) <= 1 else []
