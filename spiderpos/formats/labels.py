"""What stands before lines and above rows: labels, heads, and whether they count on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..game.rules import COLUMNS
from ..text.wording import count_phrase, join_words
from .blocks import Block, TextLine
from .cells import CARDS, CELLS, Cell, Fault, face, number_in, span_of
from .geometry import HEAD, Grid

if TYPE_CHECKING:
    from lark import Token

#: What a label says that can't be the number of a row.
A_COLUMN: Final = re.compile(r"col|pile|stack|tab|[tcp]\d", re.IGNORECASE)
_LETTERS: Final = "abcdefghij"
#: Games that are dealt to seven columns are no Spider.
_OF_OTHERS: Final = 7
_SPIDER: Final = "a position of Spider: two decks, ten columns"
_LABEL_WORD: Final = re.compile(r"[a-z]++")


def label_number(label: str) -> int:
    """Return the number of a label, in digits or a word, or that of its letter, from 1."""
    digits = "".join(c for c in label if c.isdigit())
    if digits:
        return int(digits[-2:])
    word = _LABEL_WORD.findall(label.lower())[-1]
    return _LETTERS.index(word) + 1 if len(word) == 1 else number_in(word)


def counts_on(values: Sequence[int]) -> bool:
    """Return True if numbers of rows go up or down by one, perhaps from 10 to 1 again."""
    steps = {b - a for a, b in pairwise(values)}
    return len(values) > 1 and (steps <= {1, -9} or steps <= {-1, 9})


def check_heads(block: Block) -> None:
    """Raise Fault if the numbers above rows don't count on."""
    heads = [label_number(match[0]) for match in HEAD.finditer(block.heads or "")]
    if block.heads is not None and any(b - a != 1 for a, b in pairwise(heads)):
        message = "the numbers of the columns don't count on"
        raise Fault(span_of(block.heads), message, "1 to 10, from left to right")


def by_label(
    labels: Sequence[Token], columns: Sequence[tuple[Cell | None, ...]], *, partial: bool
) -> Grid:
    """Return the columns by the numbers before them; one that has no line is named.

    Raises Fault if the numbers don't count on.
    """
    numbers = [label_number(label) for label in labels]
    spans = list(map(span_of, labels))
    for at, (before, number) in enumerate(pairwise(numbers), 1):
        if number in numbers[:at]:
            raise Fault(spans[at], f"the label {number} is used twice", "a label for each column")
        if number < before:
            raise Fault(spans[at], f"column {number} stands below {before}", "columns in order")
    if not partial and numbers == list(range(1, _OF_OTHERS + 1)):
        raise Fault(spans[-1], _other_game(columns), _SPIDER)
    first = numbers[0] if partial else min(numbers[0], 1)
    last = numbers[-1] if partial else first + COLUMNS - 1
    if numbers[-1] > last or numbers[-1] > COLUMNS:
        message = f"{numbers[-1]} is no number of a column"
        raise Fault(spans[-1], message, f"numbers from 1 to {COLUMNS}")
    by_number = dict(zip(numbers, columns, strict=True))
    missing = [number for number in range(first, last + 1) if number not in by_number]
    words = f"{'columns' if len(missing) > 1 else 'column'} {join_words(missing)}"
    if missing:
        message = f"{words} {'is' if len(missing) == 1 else 'are'} left out"
        if not partial:
            message += " (a partial position may have fewer)"
        expected = f"a line '{missing[0]}: (sp)' if it is empty"
        raise Fault(spans[-1], message, expected, "" if partial else "partial")
    assumed: tuple[str, ...] = ()
    if first > 1:
        assumed = (f"columns {first} to {last} of the text are columns 1 to {len(columns)} here",)
    return Grid(tuple(columns), by_lines=True, assumed=assumed)


def _other_game(columns: Sequence[Sequence[Cell | None]]) -> str:
    """Return the sentence that names the game of seven columns."""
    heights = [sum(cell.number for cell in column if cell) for column in columns]
    if heights == list(range(1, _OF_OTHERS + 1)):
        return "this looks like Spiderette (one deck, seven columns)"
    if set(heights) == {_OF_OTHERS}:
        return "this looks like Scorpion (one deck, seven columns)"
    return "this looks like a game of seven columns, such as Spiderette or Scorpion"


def check_width(table: Grid, block: Block, *, partial: bool) -> None:
    """Raise Fault if a table hasn't as many columns as a tableau."""
    count = len(table.columns)
    if count == COLUMNS or (partial and 0 < count < COLUMNS):
        return
    if count == _OF_OTHERS and not partial:
        raise Fault(block.lines[0].span, _other_game(table.columns), _SPIDER, "partial")
    line = max(block.lines, key=lambda line: line.cells + line.numbers)
    start, stop = line.span
    cells = [t for t in line.tokens if t.type in CELLS]
    if cells:
        first, last = (COLUMNS, COLUMNS) if len(cells) > COLUMNS < count else (0, -1)
        start, stop = span_of(cells[first])[0], span_of(cells[last])[1]
    message = f"{count_phrase(count, 'column')}; a tableau has {COLUMNS}"
    settled_by = "partial" if count < COLUMNS else ""
    if settled_by:
        message += " (a partial position may have fewer)"
    each = "on its line" if table.by_lines else "with its cell in the first row"
    expected = f"{COLUMNS} columns, each {each}"
    raise Fault((start, stop), message, expected, settled_by)


def refuse_doubtful_runs(block: Block) -> None:
    """Raise Fault for Kd-9d, which may be five cards or two, if no other hyphen says which."""
    pairs = [
        (before, token)
        for line in block.lines
        for before, token in pairwise(line.tokens)
        if token.lstrip().startswith("-") and {before.type, token.type} <= {*CARDS[:3]}
    ]
    cards = [(face(before), face(token)) for before, token in pairs]
    if not all(high.suit == low.suit and high.rank > low.rank for high, low in cards):
        return
    for (before, token), (high, low) in zip(pairs, cards, strict=True):
        if high.rank - low.rank > 1:
            span = span_of(before)[0], span_of(token)[1]
            raise Fault(span, "this may be a run or two cards", "K-9d for a run")


def openers_stand_alone(block: Block) -> bool:
    """Return True if what begins each line, a dash or star, stands nowhere else."""
    openers = {opener(line) for line in block.lines}
    return not any(t.type in openers for line in block.lines for t in behind_opener(line))


def behind_opener(line: TextLine) -> list[Token]:
    """Return the tokens behind the label and the dash or star that a line begins with."""
    tokens = [t for t in line.tokens if t.type not in ("LABEL", "CARD_LABEL", "TAB")]
    if tokens and tokens[0].type == "NUMBER":
        tokens = tokens[1:]
    return tokens[1:]


def opener(line: TextLine) -> str:
    """Return the kind of the dash or star that a line begins with, behind its label."""
    behind = {id(token) for token in behind_opener(line)}
    return next((t.type for t in reversed(line.tokens) if id(t) not in behind), "")
