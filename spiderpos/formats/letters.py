"""``letters``: positions as the Spider Solitaire Addict blog writes them (T. Tao, 2019-2022).

There are three forms.  *Slash*: the columns in one line, ``x`` a face-down card, then a sum of
the cards in the columns, the rows in the hand and the suits removed::

    xxxxx6d5c9c8dJd8c/Kd4c/xxx3d2d5h/...
    Checksum: (11 + 2 + 6 + ...) + 2*10 + 0*13 = 104

*Text*: a line a column, the number of its face-down cards in words::

    (five) 3c-2s-As-2s
    (none) Kc-Qh
    Cards in stock = 40

*Hand*: a line a column, a ``-`` before each face-down card; then a line a column of the cards
that the column will be dealt, the first deal first::

    -9c -9s 8s
    ...

    4d Kh 2c 7s 0d

Only the hand form says what the face-down cards and the hand are.  No form says which suits are
removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final, Literal, NoReturn, TypeAlias

from ..game.cards import UNKNOWN, Card
from ..game.census import DECKS
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..scripts.terms import CARD, CARDS
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from . import diagram
from .base import PLAIN_SIGNS, Draft, Format, ReadOptions, without_marks

__all__ = ["FORMAT", "HAND", "TEXT", "Form", "dumps", "loads", "recognises"]

#: The forms of a position.
Form: TypeAlias = Literal["slash", "text", "hand"]

_NAMES: Final[dict[Form, str]] = {
    "slash": "letters",
    "text": "letters-text",
    "hand": "letters-hand",
}
_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
#: What stands for an empty column.
_EMPTY: Final = frozenset(("-", "--", "empty", "none", "(empty)", "(none)"))
_A_CARD: Final = "a card, as in 9c, Td or 0d (a ten), or ?? for one that isn't known"
_WORD: Final = re.compile(r"[^\s,]+")
#: Of a text this much is looked at to recognise it.
_LOOKED_AT: Final = 8192


def dumps(position: Position, *, form: Form = "slash") -> str:
    """Write a position in one of the forms.

    Raises NotWritable for filled free cells, and for a hand of no whole number of rows where
    the checksum would have to say it.
    """
    if any(held is not None for held in position.cells):
        raise NotWritable(_NAMES[form], "cards in free cells", ("fen", "json"))
    if len(position.columns) > COLUMNS:
        raise NotWritable(_NAMES[form], f"{len(position.columns)} columns")
    return _WRITERS[form](position)


def _plain(source: SourceText) -> str:
    """The text in plain signs, each in its place.  Raises NotationError if there is none."""
    text = without_marks(source.text.translate(PLAIN_SIGNS))
    if not text.strip():
        raise NotationError("there is nothing to read", source.place(0))
    return text


def _fail(source: SourceText, span: tuple[int, int], message: str, expected: str = "") -> NoReturn:
    start, stop = span
    raise NotationError(message, source.place(start, stop - start), expected)


# The slash form

_COLUMN: Final = re.compile(
    rf"\s*+(?P<down>(?:x\s*+)*+)(?P<up>(?:(?:{CARD}|\?\?)\s*+)*+)", re.IGNORECASE
)
_CARD: Final = re.compile(rf"{CARD}|\?\?", re.IGNORECASE)
_OTHER: Final = re.compile(r"[^\s/x]+|x", re.IGNORECASE)
_TWO_SIGNS: Final = re.compile(r"(?:\s*xx(?![^\s/]))*", re.IGNORECASE)
_CHECKSUM: Final = re.compile(r"check\s?sum", re.IGNORECASE)
_SUM: Final = re.compile(
    r"""check\s?sum \s* [:=]? \s*
    \(? \s* (?P<counts> \d{1,3} (?:\s* \+ \s* \d{1,3})* ) \s* \)? \s*
    \+ \s* (?P<deals> \d{1,2}) \s* [*x\u00d7\u00b7] \s* 10 \s*
    \+ \s* (?P<suits> \d{1,2}) \s* [*x\u00d7\u00b7] \s* 13 \s*
    = \s* (?P<total> \d{1,4}) (?!\d) \s* \.? \s*""",
    re.IGNORECASE | re.VERBOSE,
)
_BEGINS: Final = re.compile(
    rf"\s*+(?:\((?:none|empty)\)\s*+|(?:(?:x|{CARD}|\?\?)\s*+)*+)/"
    rf"(?:\s*+(?:x|{CARD}|\?\?|/|--?|\(none\)|\(empty\)|\Z)){{2}}",
    re.IGNORECASE,
)
#: The characters of the slash form; a text with columns of which most are these is in it.
_OF_SLASHES: Final = re.compile(r"[x/?cdhs0-9tajqk\s-]", re.IGNORECASE)
_MOST: Final = 0.9


def _slash_drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """The slash form: columns, and hand and removed suits if there is a checksum."""
    text = _plain(source)
    checksum = _CHECKSUM.search(text)
    end = checksum.start() if checksum else len(text)
    columns: list[Column] = []
    start = 0
    while start <= end:
        stop = text.find("/", start, end)
        stop = end if stop < 0 else stop
        if len(columns) == COLUMNS:
            _fail(source, (start - 1, start), f"this is column {COLUMNS + 1}, and there are 10")
        columns.append(_slash_column(source, text, start, stop))
        start = stop + 1
    place = source.place(len(text) - len(text.lstrip()))
    if checksum is None:
        return [Draft(columns=tuple(columns), place=place)]
    match = _SUM.match(text, end)
    if match is None:
        wanted = "cards, rows and suits, as in 'Checksum: (11 + 2 + ...) + 2*10 + 0*13 = 104'"
        _fail(source, checksum.span(), "this checksum can't be read", wanted)
    if match.end() < len(text):
        word = (match.end(), match.end() + 1)
        _fail(source, word, "there is more text below the checksum", "the end of the text")
    _check_sum(source, match, columns, options)
    return [
        Draft(
            columns=tuple(columns),
            hand=(UNKNOWN,) * 10 * int(match["deals"]),
            removed=(None,) * int(match["suits"]) if options.partial else None,
            place=place,
        )
    ]


def _slash_column(source: SourceText, text: str, start: int, stop: int) -> Column:
    match = _COLUMN.match(text, start, stop)
    assert match is not None  # noqa: S101 - it matches the empty text, too
    at = match.end()
    up = [CARDS[word.lower()] for word in _CARD.findall(match["up"])]
    if at < stop and text[start:stop].strip().lower() not in _EMPTY:
        other = _OTHER.match(text, at, stop)
        if up and text[at] in "xX":
            _fail(source, (at, at + 1), f"a face-down card below the {up[-1]}")
        what = f"x for a face-down card, '/' between columns, or {_A_CARD}"
        word = other[0] if other else text[at]
        _fail(source, (at, at + len(word)), f"'{_shorten(word)}' is not understood", what)
    return Column((UNKNOWN,) * len("".join(match["down"].split())), tuple(up))


def _shorten(word: str) -> str:
    return word if len(word) <= 20 else word[:20] + "..."


def _check_sum(
    source: SourceText, match: re.Match[str], columns: Sequence[Column], options: ReadOptions
) -> None:
    """Raise NotationError if a number of the checksum isn't right."""
    counts = list(re.finditer(r"\d+", match["counts"]))
    wanted = list(map(len, columns))
    shown = sum(wanted)
    if len(counts) == 1:
        wanted = [shown]
    if len(counts) != len(wanted):
        numbers, width = count_phrase(len(counts), "number"), count_phrase(len(wanted), "column")
        _fail(source, match.span("counts"), f"the checksum has {numbers} for {width}")
    for number, (found, right) in enumerate(zip(counts, wanted, strict=True), 1):
        if int(found[0]) != right:
            where = f"column {number} has" if len(wanted) > 1 else "the columns have"
            start, stop = (match.start("counts") + at for at in found.span())
            cards = count_phrase(right, "card")
            _fail(source, (start, stop), f"{where} {cards}, not {found[0]}")
    total = shown + 10 * int(match["deals"]) + 13 * int(match["suits"])
    if total != int(match["total"]):
        _fail(source, match.span("total"), f"the sum is {total}, not {match['total']}")
    if total != DECKS and not options.partial:
        _fail(source, match.span("total"), f"the sum is {total}, but there are {DECKS} cards")


def recognises(text: str) -> bool:
    """Whether a text looks like the slash form, perhaps with a slip in it."""
    head = without_marks(text[:_LOOKED_AT].translate(PLAIN_SIGNS))
    if _BEGINS.match(head):
        return True
    columns, checksum, _ = head.partition("hecksum")
    enough = columns.count("/") >= (1 if checksum else COLUMNS // 2)
    return enough and len(_OF_SLASHES.findall(columns)) > _MOST * len(columns)


def _write_slash(position: Position) -> str:
    rows, rest = divmod(len(position.hand), 10)
    if rest:
        raise NotWritable(
            "letters", f"a hand of {len(position.hand)} cards", ("letters-text", "letters-hand")
        )
    columns = "/".join(
        "x" * len(column.down) + "".join(map(_with_t, column.up)) for column in position.columns
    )
    counts = [len(column) for column in position.columns]
    total = sum(counts) + 10 * rows + 13 * len(position.removed)
    return (
        f"{columns}\nChecksum: ({' + '.join(map(str, counts))}) + {rows}*10 + "
        f"{len(position.removed)}*13 = {total}\n"
    )


def _with_t(card: Card) -> str:
    return str(card).replace("10", "T")


# The text form


def _write_text(position: Position) -> str:
    lines = []
    for column in position.columns:
        down = len(column.down)
        count = _NUMBERS[down] if down < len(_NUMBERS) else str(down)
        lines.append(f"({count}) {'-'.join(map(_with_t, column.up))}".rstrip())
    return "\n".join(lines) + f"\nCards in stock = {len(position.hand)}\n"


# The hand form

_LINE: Final = re.compile(r"\S[^\r\n]*+")
_DOWN: Final = {f"-{word}": card for word, card in CARDS.items()}
_A_COLUMN: Final = "cards separated by blanks, each face-down one with a '-' before it"


def _hand_drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    """The hand form: the lines of the columns, and as many of what each will be dealt."""
    text = _plain(source)
    lines = [(m.start(), m.start() + len(m[0].rstrip())) for m in _LINE.finditer(text)]
    width = _columns_in(source, text, lines)
    columns = [_hand_column(source, text, span) for span in lines[:width]]
    stock: list[tuple[Card, ...]] = []
    for span in lines[width:]:
        column = _hand_column(source, text, span)
        if column.down:
            _fail(source, span, "a card of the hand has a '-' before it")
        stock.append(column.up)
        before = len(stock[-2] if len(stock) > 1 else column.up)
        if not len(stock[0]) - 1 <= len(column.up) <= before:
            message = (
                f"column {len(stock)} is dealt {count_phrase(len(column.up), 'card')}, column 1 "
                f"{len(stock[0])}"
            )
            wanted = "as many cards in each line, or one less after a last row that is short"
            _fail(source, span, message, wanted)
    rows = zip_longest(*stock)
    hand = tuple(card for row in rows for card in row if card is not None)
    return [Draft(columns=tuple(columns), hand=hand, place=source.place(*lines[0][:1]))]


def _columns_in(source: SourceText, text: str, lines: Sequence[tuple[int, int]]) -> int:
    """How many of the lines are columns: those before an empty line in the middle, ten, or all."""
    half = len(lines) // 2
    parts = [
        at for at in range(1, len(lines)) if text.count("\n", lines[at - 1][1], lines[at][0]) > 1
    ]
    if len(lines) == 2 * COLUMNS or (parts == [half] and len(lines) == 2 * half):
        return half
    if len(lines) > COLUMNS or parts:
        at = min(len(lines) - 1, 2 * COLUMNS if len(lines) > 2 * COLUMNS else (parts or [10])[0])
        message = f"it can't be told which of these {len(lines)} lines are columns"
        wanted = "the lines of the columns, an empty line, and as many lines of the hand"
        _fail(source, lines[at], message, wanted)
    return len(lines)


def _hand_column(source: SourceText, text: str, span: tuple[int, int]) -> Column:
    if text[slice(*span)].lower() in _EMPTY:
        return Column()
    down: list[Card] = []
    up: list[Card] = []
    for match in _WORD.finditer(text, *span):
        word = match[0].lower()
        card = CARDS.get(word.removeprefix("-"))
        if card is None:
            _fail(source, match.span(), f"'{_shorten(match[0])}' is not a card", _A_COLUMN)
        if word.startswith("-") and up:
            _fail(source, match.span(), f"a face-down card below the {up[-1]}")
        (down if word.startswith("-") else up).append(card)
    return Column(tuple(down), tuple(up))


def _recognises_hand(text: str) -> bool:
    """Whether the first lines are mostly cards, written as only hand files have them.

    That's two with a minus before them; or in ten lines of nothing but cards, not laid out as a
    diagram, a ten with a 0.
    """
    plain = without_marks(text[:_LOOKED_AT].translate(PLAIN_SIGNS)).lower()
    lines = [line.strip() for line in plain.splitlines() if line.strip()][:COLUMNS]
    words = [word for line in lines if line not in _EMPTY for word in _WORD.findall(line)]
    cards = sum(word in _DOWN or word in CARDS for word in words)
    if sum(map(_DOWN.__contains__, words)) > 1:
        return 2 * cards > len(words)
    laid_out = any("\t" in line or "  " in line for line in lines)
    whole = len(lines) == COLUMNS and cards == len(words) and not laid_out
    return whole and any(word[0] == "0" for word in words)


def _write_hand(position: Position) -> str:
    lines = [
        " ".join([*(f"-{_with_zero(c)}" for c in column.down), *map(_with_zero, column.up)])
        or "empty"
        for column in position.columns
    ]
    width = len(position.columns)
    if position.hand:
        lines.append("")
    for i in range(width if position.hand else 0):
        lines.append(" ".join(map(_with_zero, position.hand[i::width])) or "-")
    return "\n".join(lines) + "\n"


def _with_zero(card: Card) -> str:
    return str(card).replace("10", "0")


# The formats

_WRITERS: Final[dict[Form, Callable[[Position], str]]] = {
    "slash": _write_slash,
    "text": _write_text,
    "hand": _write_hand,
}


def _dumps_text(position: Position) -> str:
    return dumps(position, form="text")


def _dumps_hand(position: Position) -> str:
    return dumps(position, form="hand")


_SUITS_LOST: Final = "house rules, cards in free cells, which suits are removed"

FORMAT: Final = Format(
    name="letters",
    summary="the Spider Solitaire Addict blog's slash form, with checksum",
    drafts=_slash_drafts,
    dumps=dumps,
    recognises=recognises,
    example=(
        "xxxxx6d5c9c8dJd8c/Kd4c/xxx3d2d5h/...\nChecksum: (11 + 2 + 6 + ...) + 2*10 + 0*13 = 104"
    ),
    lossy=f"what face-down cards and the hand are, {_SUITS_LOST}",
)
TEXT: Final = Format(
    name="letters-text",
    summary="the same blog's text version: a line a column",
    drafts=diagram.drafts,
    dumps=_dumps_text,
    recognises=diagram.recognises,
    example="(five) 3c-2s-As-2s",
    lossy=f"what face-down cards and the hand are, {_SUITS_LOST}",
)
HAND: Final = Format(
    name="letters-hand",
    summary="the same blog's hand files: face-down cards and hand included",
    drafts=_hand_drafts,
    dumps=_dumps_hand,
    recognises=_recognises_hand,
    example="-9c -9s 8s",
    lossy=_SUITS_LOST,
)
loads = FORMAT.loads
