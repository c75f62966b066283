"""``letters``: positions as the Spider Solitaire Addict blog writes them (T. Tao, 2019-2022).

There are three forms; ``docs/notations/letters.md`` shows them.  *Slash*: the columns in one line,
then a checksum of the cards in the columns, the rows in the hand and the suits removed.  *Text*:
one column per line, the number of its face-down cards in words.  *Hand*: one column per line;
then for each column a line with the cards that it will be dealt, the first deal first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from ..game.cards import ALL_CARDS, CARD, CARDS, UNKNOWN, Card
from ..game.census import DECKS
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import NUMBERS
from . import diagram
from .base import (
    DOWN_ABOVE,
    PLAIN_SIGNS,
    Draft,
    Format,
    ReadOptions,
    parsed,
    refuse,
    refuse_unwritable,
    without_marks,
)

if TYPE_CHECKING:
    from lark import Token

_NUMBERS: Final = ("none", *NUMBERS[1:])
#: The names of cards, with T or 0 for a ten.
_T_NAMES: Final = {c: str(c).replace("10", "T") for c in (UNKNOWN, *ALL_CARDS)}
_0_NAMES: Final = {c: str(c).replace("10", "0") for c in (UNKNOWN, *ALL_CARDS)}
#: The texts for an empty column.
_EMPTY: Final = frozenset(("", "-", "--", "empty", "none", "(empty)", "(none)"))
#: The number of characters at the start of a text that are used to recognise it.
_HEAD_LENGTH: Final = 8192


def _plain_head(text: str) -> str:
    return without_marks(text[:_HEAD_LENGTH].translate(PLAIN_SIGNS))


# The slash form

_BEGINS: Final = re.compile(
    rf"\s*+(?:\((?:none|empty)\)\s*+|(?:(?:x|{CARD}|\?\?)\s*+)*+)/"
    rf"(?:\s*+(?:x|{CARD}|\?\?|/|--?|\(none\)|\(empty\)|\Z)){{2}}",
    re.IGNORECASE,
)
#: Matches a character of the slash form; and the proportion of such characters that shows a text
#: to be in that form.
_OF_SLASHES: Final = re.compile(r"[x/?cdhs0-9tajqk\s-]", re.IGNORECASE)
_SHARE: Final = 0.9


_A_CARD: Final = (
    "x for a face-down card above the others, '/' between columns, or a card, as in 9c, Td or 0d "
    "(a ten), or ?? for one that isn't known"
)


def _slash_drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Parse the slash form to a draft; only a checksum gives the hand and removed suits."""
    parts = parsed(source, "slash", _A_CARD).children
    columns = [_slash_column(part.children) for part in parts if part.data == "column"]
    start = len(source.text) - len(source.text.lstrip())
    if len(columns) > COLUMNS:
        refuse(source, start, f"{len(columns)} columns; a tableau has 10", "10 columns")
    checksum = parts[-1].children if parts[-1].data == "checksum" else []
    words = {word for word in source.text.lower().replace("/", " ").split() if not word.strip("x")}
    tops = any(column.up[:1] == (UNKNOWN,) for column in columns)
    doubt = ""
    if words == {"xx"}:
        doubt = "each 'xx' may be one face-down card or two"
    elif tops and not any(column.down for column in columns):
        doubt = "the '??' at the top of a column may be a face-down card"
    if doubt and len(checksum) < len(columns) + 2:
        refuse(source, start, doubt, "x for each face-down card")
    draft = Draft(columns=tuple(columns), place=source.place(start))
    if checksum:
        rows, suits = _from_checksum(source, checksum, columns, options)
        draft.hand = (UNKNOWN,) * COLUMNS * rows
        draft.removed = (None,) * suits if options.partial else None
    return [draft]


def _slash_column(tokens: Sequence[Token]) -> Column:
    down = sum(token.type == "DOWN" for token in tokens)
    return Column((UNKNOWN,) * down, tuple(CARDS[token.lower()] for token in tokens[down:]))


def _from_checksum(
    source: SourceText, parts: Sequence[Any], columns: Sequence[Column], options: ReadOptions
) -> tuple[int, int]:
    *terms, total = parts
    factors = [[*map(int, term.children), 1][:2] for term in terms]
    *counts, (rows, ten), (suits, thirteen) = factors
    lengths = list(map(len, columns)) if len(terms) > 3 else [sum(map(len, columns))]
    correct = sum(lengths) + 10 * rows + 13 * suits
    offset = total.start_pos or 0
    if counts != [[n, 1] for n in lengths] or (ten, thirteen, int(total)) != (10, 13, correct):
        shown = " + ".join(map(str, lengths))
        expected = f"cards, rows and suits, as in '({shown}) + 2*10 + 0*13 = 104'"
        refuse(source, offset, "this checksum doesn't fit the columns", expected)
    if correct != DECKS and not options.partial:
        refuse(source, offset, f"the sum is {total}, but there are {DECKS} cards", f"{DECKS}")
    return rows, suits


def recognises(text: str) -> bool:
    """Return True if a text looks like the slash form, perhaps with an error in it."""
    head = _plain_head(text)
    if _BEGINS.match(head):
        return True
    columns, checksum, _ = head.partition("hecksum")
    enough = columns.count("/") >= (1 if checksum else COLUMNS // 2)
    return enough and len(_OF_SLASHES.findall(columns)) > _SHARE * len(columns)


def dumps(position: Position) -> str:
    """Write a position in the slash form.

    Raises NotWritable for a hand of other than whole rows.
    """
    refuse_unwritable("letters", position, tableau=False, suits=False)
    rows, rest = divmod(len(position.hand), 10)
    if rest:
        what = f"a hand of {len(position.hand)} cards"
        raise NotWritable("letters", what, ("letters-text", "letters-hand"))
    columns = "/".join(
        "x" * len(column.down) + "".join(_T_NAMES[c] for c in column.up)
        for column in position.columns
    )
    counts = [len(column) for column in position.columns]
    total = sum(counts) + 10 * rows + 13 * len(position.removed)
    return (
        f"{columns}\nChecksum: ({' + '.join(map(str, counts))}) + {rows}*10 + "
        f"{len(position.removed)}*13 = {total}\n"
    )


# The text form


_BEGINS_A_COLUMN: Final = re.compile(rf"\s*+\((?:{'|'.join(_NUMBERS)})\)", re.IGNORECASE)


def _write_text(position: Position) -> str:
    refuse_unwritable("letters-text", position, tableau=False, suits=False)
    lines = []
    for column in position.columns:
        down = len(column.down)
        count = _NUMBERS[down] if down < len(_NUMBERS) else str(down)
        lines.append(f"({count}) {'-'.join(_T_NAMES[c] for c in column.up)}".rstrip())
    return "\n".join(lines) + f"\nCards in stock = {len(position.hand)}\n"


# The hand form

_LINE: Final = re.compile(r"\S(?:[^\r\n]*\S)?")
#: Lines without an empty line between them.
_BLOCK: Final = re.compile(r"\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*")
_WORD: Final = re.compile(r"[^\s,]+")
_HIDDEN: Final = frozenset(f"-{word}" for word in CARDS)
_A_COLUMN: Final = "cards separated by blanks, each face-down one with a '-' before it"


def _hand_drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    text = source.text.translate(PLAIN_SIGNS)
    blocks = [list(_LINE.finditer(text, *block.span())) for block in _BLOCK.finditer(text)]
    if len(blocks) == 1 and len(blocks[0]) == 2 * COLUMNS:
        blocks = [blocks[0][:COLUMNS], blocks[0][COLUMNS:]]
    if len(blocks[0]) > COLUMNS or len(blocks) > 2 or len(blocks[0]) != len(blocks[-1]):
        line = (blocks[1:] or [blocks[0][COLUMNS:]])[0][0]
        message = "this line may be a column or a part of the hand"
        expected = "the lines of the columns, an empty line, and as many lines of the hand"
        refuse(source, line.start(), message, expected, len(line[0]))
    columns = [_hand_column(source, text, line) for line in blocks[0]]
    stock: list[tuple[Card, ...]] = []
    for line in blocks[1] if len(blocks) > 1 else ():
        column = _hand_column(source, text, line)
        stock.append(column.up)
        before = len(stock[-2] if len(stock) > 1 else column.up)
        if column.down or not len(stock[0]) - 1 <= len(column.up) <= before:
            message = "this line of the hand doesn't fit the others"
            expected = "cards without '-', as many in each line, or one less in the last lines"
            refuse(source, line.start(), message, expected, len(line[0]))
    hand = tuple(card for row in zip_longest(*stock) for card in row if card is not None)
    return [Draft(columns=tuple(columns), hand=hand, place=source.place(blocks[0][0].start()))]


def _hand_column(source: SourceText, text: str, line: re.Match[str]) -> Column:
    down: list[Card] = []
    up: list[Card] = []
    for match in () if line[0].lower() in _EMPTY else _WORD.finditer(text, *line.span()):
        word = match[0].lower()
        card = CARDS.get(word.removeprefix("-"))
        if card is None:
            message = f"'{match[0][:20]}' is not a card"
            refuse(source, match.start(), message, _A_COLUMN, len(word))
        if word.startswith("-") and up:
            message = f"a face-down card below the {up[-1]}"
            refuse(source, match.start(), message, DOWN_ABOVE, len(word))
        (down if word.startswith("-") else up).append(card)
    return Column(tuple(down), tuple(up))


def _recognises_hand(text: str) -> bool:
    """Return True if the first lines are mostly cards, in a form that only hand files have.

    That is two cards after a minus; or a ten written with a 0, in ten lines of nothing but cards.
    """
    plain = _plain_head(text).lower()
    lines = [line.strip() for line in plain.splitlines() if line.strip()][:COLUMNS]
    words = [word for line in lines if line not in _EMPTY for word in _WORD.findall(line)]
    cards = sum(word in _HIDDEN or word in CARDS for word in words)
    if sum(map(_HIDDEN.__contains__, words)) > 1:
        return 2 * cards > len(words)
    laid_out = any("\t" in line or "  " in line for line in lines)
    whole = len(lines) == COLUMNS and cards == len(words) and not laid_out
    return whole and any(word[0] == "0" for word in words)


def _write_hand(position: Position) -> str:
    refuse_unwritable("letters-hand", position, tableau=False, suits=False)
    lines = [
        " ".join([*(f"-{_0_NAMES[c]}" for c in column.down), *(_0_NAMES[c] for c in column.up)])
        or "empty"
        for column in position.columns
    ]
    width = len(position.columns)
    if position.hand:
        lines.append("")
        lines += [
            " ".join(_0_NAMES[c] for c in position.hand[i::width]) or "-" for i in range(width)
        ]
    return "\n".join(lines) + "\n"


# The formats

_SUITS_LOST: Final = "house rules, cards in free cells, which suits are removed"

FORMAT: Final = Format(
    name="letters",
    summary="the Spider Solitaire Addict blog's slash form, with checksum",
    drafts=_slash_drafts,
    dumps=dumps,
    recognises=recognises,
    lossy=f"what face-down cards and the hand are, {_SUITS_LOST}",
)
TEXT: Final = Format(
    name="letters-text",
    summary="the same blog's text version: a line a column",
    drafts=diagram.drafts,
    dumps=_write_text,
    recognises=lambda text: _BEGINS_A_COLUMN.match(_plain_head(text)) is not None,
    lossy=f"what face-down cards and the hand are, {_SUITS_LOST}",
)
HAND: Final = Format(
    name="letters-hand",
    summary="the same blog's hand files: face-down cards and hand included",
    drafts=_hand_drafts,
    dumps=_write_hand,
    recognises=_recognises_hand,
    lossy=_SUITS_LOST,
)
loads = FORMAT.loads
