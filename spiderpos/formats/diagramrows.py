"""Where the rows of diagrams stand in a text, and what a cell of one can say.

For :mod:`spiderpos.formats.diagram`, which reads what is found.  A text is gone through once,
line by line; nothing is decided here but which lines look like rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, TypeAlias

from ..cards import RANK_NAMES, UNKNOWN, Card, parse_card
from ..census import DECKS
from ..rules import COLUMNS
from .beside import is_text

__all__ = [
    "CELLS_LINE",
    "DOWN",
    "LAID_OUT",
    "LIKE_A_CELL",
    "LONGEST_LINE",
    "MOST_ROWS",
    "SPACE",
    "SPELLINGS",
    "Block",
    "Cell",
    "exact_rows",
    "find_blocks",
    "is_heading",
    "likely_cells",
    "line_end",
    "row_apart",
    "split_words",
]


# What the cells say


class _Sign:
    """A cell that is no face-up card."""


DOWN: Final = _Sign()
SPACE: Final = _Sign()
Cell: TypeAlias = Card | _Sign

_RANKS: Final = (*RANK_NAMES[1:], "T")
#: Every spelling of a cell.  The grammar's CELL takes exactly these.
SPELLINGS: Final[dict[str, Cell]] = {
    "??": UNKNOWN,
    **dict.fromkeys(("--", "..", ".", "xx", "xX", "Xx", "XX", "##", "[]"), DOWN),
    **dict.fromkeys(("()", "( )"), SPACE),
    **{f"{s}{p}": SPACE for s in "sS" for p in "pP"},
    **{f"({s}{p})": SPACE for s in "sS" for p in "pP"},
    **{
        name: parse_card(name)
        for rank in _RANKS
        for suit in "cdhs"
        for r in {rank, rank.lower()}
        for name in (r + suit, r + suit.upper())
    },
}


# Lines that look like rows

#: What somebody may have meant for a cell, or for several without a blank between them.
LIKE_A_CELL: Final = re.compile(
    r"[0-9]{1,3}[a-z]|(?-i:[AJQKT][A-Za-z])"
    r"|(?=.{0,20}[0-9ajqkt(])(?:(?:10|[0-9ajqkt])[cdhs]|--|\.\.|##|\[\]|xx|\?\?|\(sp\)){2,10}",
    re.ASCII | re.IGNORECASE,
)
#: What begins with a card, perhaps behind signs: ``10h...``, ``**Ah**``.
_BEGINS_WITH_CARD: Final = re.compile(
    r"[\W_]*?(?:(?:10|[2-9ajqkt])[cdhs]|\?\?)+(?![^\W_])", re.IGNORECASE
)
_LETTER: Final = re.compile(r"[^\W_]|\?\?")
_TAG: Final = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
#: A remark on the cell before it, like ``<-- here``.
_REMARK: Final = re.compile(r"(?<=\S)(?:\s*(?:←|<-)|\s+[<#/;(!|]).*")
#: What people write where a cell is empty, or a card face down, in other words than ours.
_STANDS_FOR_A_CELL: Final = re.compile(
    r"[^\w\s]{1,4}|_{1,4}|[^\W_]|\(?\d{1,2}\)?|ace|jack|queen|king"
    r"|face|[<(\[]?(?:(?:face-?)?down|hidden|back|unknown|none|empty|blank|void|null|nil|n/a|space|hole"
    r"|x{1,7})[)>\]]?"
    r"|[a-z0-9][cdhs]|1o[cdhs]|[cdhs](?:10|[0-9ajqkt])|[0-9ajqkt]{1,2}-[cdhs]",
    re.IGNORECASE,
)
#: No row is longer, however wide its gaps are.
LONGEST_LINE: Final = 2000
_LONGEST_CELL: Final = 4
#: Rows of so many columns touch nothing that isn't clearly a text.
_FEW: Final = COLUMNS - 1
#: No column of a deal has more face-down cards, so no number of them is higher.
_MOST_DOWN: Final = 6
#: A number of hidden cards for each column, one digit each.
_DIGITS: Final = re.compile(r"(?<![\w.])[0-6]{10}(?![\w.])", re.ASCII)
#: Cards face down, one below the other, in one word.
_STACK: Final = re.compile(
    r"x{1,7}|(?:\(\d{1,2}\))?--(?:\(\d{1,2}\)|x?\d{1,2})?|\d{1,2}--", re.IGNORECASE
)
_HIDDEN: Final = re.compile(r"\b(?:hidden|covered|(?:face[ -]?)?down|unknown)\b", re.IGNORECASE)
#: So many numbers in a line that speaks of hidden cards are those of columns.
_MANY: Final = 4
_NUMBER_WORDS: Final = re.compile(
    r"(?<![^\W_])(?:[a-jx]?\d{1,2}|none|zero|one|two|three|four|five|six|seven)(?![^\W_])",
    re.IGNORECASE,
)
#: A label before the cells of a row has no more words.
_LONGEST_LABEL: Final = 4
_SIGNS_OF_LABELS: Final = "()[].:#"
#: A line with room between its words, or before them.
LAID_OUT: Final = re.compile(r"\t *\S|\S {2,}\S")
_TABBED: Final = re.compile(r"[ >]*\t")
_LETTERS: Final = "abcdefghij"
#: What every line begins a word with that has a likely cell; others needn't be taken apart.
_HINT: Final = re.compile(
    r"(?<![^\s>])(?:[0-9]{1,3}[a-zA-Z]|[AJQKT][a-zA-Z]|[ajqkt][cdhsCDHS]|--|\.|##|\[\]|\?\?|\("
    r"|(?i:xx|sp|(?:free *)?cells?:))"
)
CELLS_LINE: Final = re.compile(r"[ >\t]*(?:free *)?cells?:", re.IGNORECASE)
#: What stands above a signature (RFC 3676, 4.3); its blank is often lost.
_DELIMITER: Final = re.compile(r"(?:[> ]*> ?)?--[ \t\r]*")
_TEXT_LINE: Final = re.compile(r"[\s>]*+([^\n]*)")
#: No column can have more cards, so no diagram has more rows.
MOST_ROWS: Final = DECKS
_MOST_BLOCKS: Final = 5000


@dataclass(slots=True)
class Block:
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
        """The number of the last line."""
        return self.line + self.rows + self.held - 1


def find_blocks(text: str) -> Iterator[Block]:
    """The stretches of a text that look like diagrams, in time linear in its length.

    Of a long line no more is looked at than a row could have.  A stretch with more lines than a
    diagram can have ends the search, and so do more stretches than any text has.
    """
    before: Block | None = None
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
        words = split_words(above[:LONGEST_LINE])
        spoilt = bool(words) and (
            _is_spoilt_row(above, words, cells) or _is_filled_row(above, words, cells)
        )
        first = above_start if spoilt else start
        number += text.count("\n", counted, first)
        counted = first
        block = before = Block(first, number, _indent(line), follows, rows=spoilt)
        while cells or held or (line.strip() and _goes_on(line, split_words(line), block)):
            block.stop = min(stop + 1, len(text))
            block.rows += not held
            block.held += held
            block.widest = max(block.widest, cells)
            if stop - start > LONGEST_LINE and block.too_long is None:
                block.too_long = start
            if block.rows > MOST_ROWS or stop >= len(text):
                break
            start = stop + 1
            stop = line_end(text, start)
            line = text[start:stop]
            held, cells = _measure(text, start, stop)
        yield block
        found += 1
        if block.rows > MOST_ROWS or stop >= len(text):
            return
        start, stop = _hinted_line(text, start)


def _hinted_line(text: str, start: int) -> tuple[int, int]:
    """Where the next line begins and ends that has what begins like a cell."""
    hint = _HINT.search(text, start)
    if hint is None:
        return len(text), len(text)
    return text.rfind("\n", 0, hint.start()) + 1, line_end(text, hint.start())


def line_end(text: str, start: int) -> int:
    """Where the line ends that ``start`` is in."""
    stop = text.find("\n", start)
    return len(text) if stop < 0 else stop


def _measure(text: str, start: int, stop: int) -> tuple[bool, int]:
    """Whether a line is one of free cells, and otherwise how many likely cells it has."""
    line = text[start:stop]
    if ":" in line and CELLS_LINE.match(line) is not None:
        return True, 0
    if _DELIMITER.fullmatch(line) is not None and _signs_off(text, start, stop):
        return False, 0
    return False, likely_cells(split_words(line[:LONGEST_LINE]))


def _signs_off(text: str, start: int, stop: int) -> bool:
    """Whether a line of ``--`` alone is what newsreaders put above a signature.

    What follows it tells: below a row with a face-down card there has to be another row.  Without
    that the column would end face down, so no row can be lost here without an error.
    """
    following = _TEXT_LINE.match(text, stop)
    words = split_words(following[1][:LONGEST_LINE]) if following else []
    if text[start:stop].rstrip("\r").endswith(" "):
        return not any(word in SPELLINGS for word in words)
    return not likely_cells(words)


def split_words(line: str) -> list[str]:
    """The words of a line behind the marks of a quotation; ``( )`` is one of them."""
    if "( )" in line:
        line = line.replace("( )", "()")
    return line.lstrip(" >\t").split()


def likely_cells(words: Sequence[str]) -> int:
    """How many words are cells or meant to be, if more than half of them are; otherwise 0."""
    cells = sum(map(SPELLINGS.__contains__, words))
    if cells == len(words):
        return cells
    if 2 * cells <= len(words):
        like = LIKE_A_CELL.fullmatch
        cells = len([word for word in words if word in SPELLINGS or like(word)])
    # Dots among other words lead to the page number in a table of contents.
    return cells if 2 * cells > len(words) and cells > words.count(".") else 0


def _is_spoilt_row(
    line: str, words: Sequence[str], width: int, block: Block | None = None
) -> bool:
    """Whether a line next to rows of ``width`` cells, or below those of ``block``, was to be one.

    So it is if it's laid out like one, or it's cards to which something was glued or added.  A
    heading of column numbers or letters isn't.
    """
    laid_out = LAID_OUT.search(line) is not None
    deep = block is not None and block.rows > 0 and _indent(line) >= block.indent + _LONGEST_CELL
    if all(len(word) <= _LONGEST_CELL for word in words) and (
        deep or (laid_out and not is_heading(words))
    ):
        return True
    # Dots with something glued on; only where they aren't laid out they lead to a page number.
    if laid_out and 2 * sum(map(SPELLINGS.__contains__, words)) > len(words):
        return True
    # Cells, and then a remark; but two dashes may begin a signature.
    first = list(takewhile(SPELLINGS.__contains__, words))
    if laid_out and len(first) > 1 and (len(first) == width or set(first) - {"--", "."}):
        return True
    bare = split_words(_REMARK.sub("", _TAG.sub(" ", line)))
    cards = [_BEGINS_WITH_CARD.match(word) is not None for word in bare if _LETTER.search(word)]
    if not any(cards):
        return False
    if cards[0] and (deep or _TABBED.match(line)):
        return True
    # "Removed: Kc, Kd" is a list of cards, no row.
    listed = not laid_out and not cards[0] and bare[0].endswith(":")
    return not listed and 2 * sum(cards) >= len(cards) + (not laid_out)


def _goes_on(line: str, words: Sequence[str], block: Block) -> bool:
    """Whether a line below the rows of a block was meant to be one."""
    width = block.widest
    return _is_spoilt_row(line, words, width, block) or _is_filled_row(line, words, width)


def _is_filled_row(line: str, words: Sequence[str], width: int) -> bool:
    """Whether a line next to rows of ``width`` cells may be one in which other words than ours
    stand for empty places or face-down cards: ``x x 8s``, ``hidden hidden``, ``Down: 5 4 4``.

    A heading isn't, nor is a line of signs that parts text from text.  Next to few columns all is
    that isn't clearly a text.
    """
    if is_heading(words):
        return False
    if width <= _FEW:
        return not is_text(line)
    numbers = _NUMBER_WORDS.findall(line[:LONGEST_LINE])
    stacks = len(words) > 1 and all(map(_STACK.fullmatch, words))
    if (stacks and not set(words) <= SPELLINGS.keys()) or _DIGITS.search(line) is not None:
        return True
    if len(numbers) == 2 * width:
        return True  # "1=5 2=4", or columns and their numbers
    told = _HIDDEN.search(line)
    if told is not None and len(numbers) >= (2 if ":" in line[told.end() :] else _MANY):
        return True
    if len(numbers) == width:
        # As many as columns: numbers of hidden cards, if they don't count the columns.
        counts = (range(1, width + 1), range(width), range(width, 0, -1))
        return all(numbers != list(map(str, count)) for count in counts)
    if len(words) < 2:
        return False
    others = Counter(word.lower() for word in words if word not in SPELLINGS)
    if any(
        count == 1 and _STANDS_FOR_A_CELL.fullmatch(word) is None for word, count in others.items()
    ):
        return _is_labelled_row(words, width)
    if others.total() < len(words):
        # "Jh - 9" says where a card went.
        return len(others) == 1 or not any(n == 1 and word.isdigit() for word, n in others.items())
    return (
        len(words) == width
        or all(n > 1 and word.isalpha() for word, n in others.items())
        or _is_labelled_row(words, width)
    )


def _is_labelled_row(words: Sequence[str], width: int) -> bool:
    """Whether words are a label and then a number, or what else stands for a cell, a column."""
    label, cells = words[:-width], words[-width:]
    return (
        width > 1
        and 0 < len(label) <= _LONGEST_LABEL
        and not is_heading(cells)
        and all(map(_may_be_a_cell, cells))
        and (label[-1].endswith((":", "=")) or all(word.isdigit() for word in cells))
    )


def is_heading(words: Sequence[str]) -> bool:
    """Whether words are the numbers or letters of columns, from the first on: ``c1 c2 c3``.

    They may have signs with them: ``1)``, ``(1)``, ``#1``.  Numbers may count from 0 if there are
    more than face-down cards in a column.
    """
    bare = [word.strip(_SIGNS_OF_LABELS) for word in words]
    for first in (1, 0) if len(bare) > _MOST_DOWN else (1,):
        before = bare[0].removesuffix(str(first)) if bare else ""
        numbers = [str(number) for number in range(first, first + len(bare))]
        if [word.removeprefix(before) for word in bare] == numbers:
            return True
    return "".join(bare).lower() == _LETTERS[: len(bare)]


def _may_be_a_cell(word: str) -> bool:
    return word in SPELLINGS or _STANDS_FOR_A_CELL.fullmatch(word) is not None


def row_apart(text: str, block: Block) -> int | None:
    """Where a line begins that may be one more row of few columns, behind empty lines.

    It is laid out, and each of its words is a cell or may stand for one.
    """
    if block.widest > _FEW:
        return None
    above = text[: block.start].rstrip()
    below = len(text) - len(text[block.stop :].lstrip())
    for start in (above.rfind("\n") + 1, text.rfind("\n", 0, below) + 1):
        stop = line_end(text, start)
        line = text[start:stop]
        words = split_words(line[:LONGEST_LINE])
        if (
            (stop <= block.start or start >= block.stop)
            and LAID_OUT.search(line) is not None
            and any(word in SPELLINGS for word in words)
            and all(map(_may_be_a_cell, words))
        ):
            return start
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" >"))


def exact_rows(text: str, block: Block) -> set[int]:
    """How many cells the rows of a block have; 0 for one with other words in it."""
    rows = text[block.start : block.stop].splitlines()
    lines = (split_words(row) for row in rows if not CELLS_LINE.match(row))
    return {len(words) if all(word in SPELLINGS for word in words) else 0 for words in lines}
