"""The reader of the text form of ``letters``, until the reader of layouts takes it over."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final, NoReturn

from ..cards import UNKNOWN, Card
from ..census import DECKS
from ..errors import NotationError
from ..lettercards import CARD, CARDS
from ..position import Column, Position
from ..rules import COLUMNS
from ..source import SourceText
from ..wording import count_phrase
from .base import OLD_DEFAULTS, PLAIN_SIGNS, ReadOptions, without_marks
from .beside import is_text
from .completion import complete
from .strictness import refuse_unwritten

_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_COUNTS: Final = {word: number for number, word in enumerate(_NUMBERS)} | {"no": 0, "zero": 0}
_EMPTY: Final = frozenset(
    word
    for name in ("empty", "none", "space", "hole", "sp", "")
    for word in (name, f"({name})", f"[{name}]")
    if word
) | {"-", "--"}
_A_CARD: Final = "a card, as in 9c, Td or 0d (a ten), or ?? for one that isn't known"
_LONGEST: Final = 100_000
_A_LINE: Final = re.compile(r"[ \t]*+\S.*")


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    from . import letters  # noqa: PLC0415

    source = SourceText(text, name)
    plain = without_marks(text.translate(PLAIN_SIGNS))
    if not plain.strip():
        raise NotationError("there is nothing to read", source.place(0))
    position = _read_text(source, plain, options)
    if options.strict:
        refuse_unwritten(source, letters.dumps(position, form="text"))
    return position


def _fail(source: SourceText, span: tuple[int, int], message: str, expected: str = "") -> NoReturn:
    start, stop = span
    raise NotationError(message, source.place(start, stop - start), expected)


def _shorten(word: str) -> str:
    return word if len(word) <= 20 else word[:20] + "..."


def _cards_of(
    source: SourceText, text: str, words: re.Pattern[str], span: tuple[int, int]
) -> list[Card]:
    """The cards that the ``words`` of a stretch of text name."""
    plain = text[slice(*span)].split()
    if len(plain) <= DECKS:
        try:
            return [CARDS[word] for word in plain]
        except KeyError:
            pass  # not quite as it is written: read it word by word
    found: list[Card] = []
    for match in words.finditer(text, *span):
        card = CARDS.get(match[0].lower())
        if card is None:
            _fail(source, match.span(), f"'{_shorten(match[0])}' is not a card", _A_CARD)
        found.append(card)
        if len(found) > DECKS:
            _fail(source, match.span(), f"more than {DECKS} cards in a column")
    return found


def _one_more_column(source: SourceText, span: tuple[int, int]) -> NoReturn:
    _fail(source, span, f"this is column {COLUMNS + 1}, and there are {COLUMNS}")


def _told(
    source: SourceText, options: ReadOptions, hand: int | None, span: tuple[int, int]
) -> ReadOptions:
    """The options with the hand that the text says; the two may not contradict each other."""
    if hand is None:
        return options
    if options.hand not in (None, hand):
        _fail(
            source,
            span,
            f"here the hand has {count_phrase(hand, 'card')}, but it is said to have "
            f"{options.hand}",
        )
    return replace(options, hand=hand)


# The text form

_ROW: Final = re.compile(
    r"""^[ \t]*+ (?: (?P<label> [A-J]) [.:)] [ \t]*+ )?
    (?: \( [ \t]* (?P<count> [a-z]{2,6} | \d{1,3}) [ \t]* \) (?P<cards> .*)
      | (?P<empty> --? | [(\[]? [a-z]{0,5} [)\]]? ) \.? [ \t]* )$""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_LIKE_A_ROW: Final = re.compile(
    r"^[ \t>]*(?:[A-J][.:)][ \t]*)?\([ \t]*(?:" + "|".join(_COUNTS) + r"|\d{1,3})[ \t]*\)",
    re.IGNORECASE | re.MULTILINE,
)
_TEXT_WORD: Final = re.compile(r"[^\s,\u2010-\u2015\u2212-]+")
_A_ROW_WITHIN: Final = re.compile(
    r"\([ \t]*+(?:"
    + "|".join(_COUNTS)
    + rf"|\d{{1,3}})[ \t]*+\)[ \t]*+(?:(?P<card>(?:{CARD}|\?\?)(?![0-9a-z]))|\r?$)",
    re.IGNORECASE | re.MULTILINE,
)
_TWO_CARDS: Final = re.compile(rf"({CARD})[ \t]?-[ \t]?(?=({CARD})(?![0-9a-z]))", re.IGNORECASE)
_BEGINS_LIKE_STOCK: Final = re.compile(
    r"^[ \t]*+cards\s{1,9}in\s{1,9}(?:the\s{1,9})?stock\b", re.IGNORECASE | re.MULTILINE
)
_STOCK: Final = re.compile(
    r"cards\s{1,9}in\s{1,9}(?:the\s{1,9})?stock\s{0,9}[=:]?\s{0,9}(\d{1,4})(?!\w)",
    re.IGNORECASE,
)


def _read_text(source: SourceText, text: str, options: ReadOptions) -> Position:
    rows = _text_rows(source, text)
    columns = tuple(_text_column(source, text, row) for row in rows)
    end = rows[-1].end()
    stock = _STOCK.search(text, end)
    unread = _BEGINS_LIKE_STOCK.search(text, end, stock.start() if stock else len(text))
    if unread is not None:
        _fail(
            source,
            (unread.end() - len(unread[0].lstrip()), unread.end()),
            "how many cards are in the stock can't be read here",
            "a number, as in 'Cards in stock = 40'",
        )
    if stock is not None:
        options = _told(source, options, int(stock[1]), stock.span(1))
    return complete(columns, (), options, name=source.name)


def _text_rows(source: SourceText, text: str) -> list[re.Match[str]]:
    """The rows of the columns; only blank lines may stand between them."""
    rows: list[re.Match[str]] = []
    for match in _ROW.finditer(text):
        if not _is_text_row(match):
            continue
        if rows:
            between = text[rows[-1].end() : match.start()]
            below_stock = _BEGINS_LIKE_STOCK.match(between.strip()) is not None
            if (below_stock and not _is_counted(match)) or _signs_off(source, text, rows, match):
                text = text[: match.start()]
                break
            if below_stock:
                _fail(source, match.span(), "a second position begins here", "one position")
            if between.strip():
                at = rows[-1].end() + len(between) - len(between.lstrip())
                line = text[at:].partition("\n")[0].rstrip()
                _fail(
                    source,
                    (at, at + len(line)),
                    "this line between two columns is no column",
                    "a number of face-down cards, as in '(five)' or '(none)', and cards",
                )
        if len(rows) == COLUMNS:
            _one_more_column(source, match.span())
        label = match["label"]
        if label and label.lower() != "abcdefghij"[len(rows)]:
            right = "abcdefghij"[len(rows)]
            _fail(source, match.span("label"), f"this is column {right}, not {label}")
        rows.append(match)
    if not rows:
        at = len(text) - len(text.lstrip())
        raise NotationError(
            "there is no column here", source.place(at), "a line as '(five) 3c-2s-As-2s'"
        )
    _refuse_words_apart(source, text, rows)
    _refuse_rows_within(source, text, rows)
    return rows


def _refuse_words_apart(source: SourceText, text: str, rows: list[re.Match[str]]) -> None:
    """Raise NotationError if a word for an empty column stands further from the columns than they
    from each other: it may be one of a text.
    """
    for row, other, others in ((rows[0], rows[1:2], rows[1:]), (rows[-1], rows[-2:-1], rows[:-1])):
        if not other or len(others) < 2 or _is_counted(row):
            continue
        apart = _apart(text, others)
        first, second = sorted((row, other[0]), key=lambda match: match.start())
        if text.count("\n", first.end(), second.start()) > apart:
            _fail(
                source,
                row.span("empty"),
                "this may be an empty column, or of the text beside the columns",
                "'(none)' for an empty column, as far from the others as these from each other",
            )


def _apart(text: str, rows: list[re.Match[str]]) -> int:
    """How many line ends stand between two neighbouring rows at most; 1 if there is one row."""
    gaps = (text.count("\n", one.end(), two.start()) for one, two in pairwise(rows))
    return max(gaps, default=1)


def _is_counted(row: re.Match[str]) -> bool:
    word = (row["count"] or "").lower()
    return word in _COUNTS or word.isdigit()


def _is_text_row(match: re.Match[str]) -> bool:
    word = (match["count"] or match["empty"] or "").lower()
    return _is_counted(match) or (word in _EMPTY and not (match["cards"] or "").strip())


def _signs_off(
    source: SourceText, text: str, rows: list[re.Match[str]], match: re.Match[str]
) -> bool:
    """Whether a line below the rows is a ``--`` above a signature, and no empty column.

    So it is if other text follows, and the line ends with the blank of RFC 3676, 4.3, or stands
    further from the rows than these from each other, or there are ten columns.  Raises
    NotationError if it may be either.
    """
    if match[0].strip() != "--":
        return False
    below = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip())
    following = _ROW.match(text, text.rfind("\n", 0, below) + 1)
    if (
        below == len(text)
        or (following is not None and _is_text_row(following))
        or _BEGINS_LIKE_STOCK.match(text, below)
    ):
        return False
    far = text.count("\n", rows[-1].end(), match.end()) > _apart(text, rows)
    if far or len(rows) == COLUMNS or match[0].rstrip("\r").endswith("-- "):
        return True
    if text.count("\n", match.end(), below) == 1:
        _fail(
            source,
            match.span("empty"),
            "this may be an empty column, or stand above a signature",
            "'(none)' for a column, or an empty line above a signature",
        )
    return False


def _refuse_rows_within(source: SourceText, text: str, rows: list[re.Match[str]]) -> None:
    """Raise NotationError if the line next to the rows is one more, behind other text.

    It is next to them if it is no further off than they are from each other.
    """
    spans = [row.span() for row in rows]
    apart = _apart(text, rows)
    above = text[: spans[0][0]].rstrip()
    below = text[spans[-1][1] :]
    line_below = spans[-1][1] + len(below) - len(below.lstrip())
    for start, far in (
        (above.rfind("\n") + 1, text.count("\n", len(above), spans[0][0])),
        (line_below, text.count("\n", spans[-1][1], line_below)),
    ):
        stop = text.find("\n", start)
        stop = stop if stop >= 0 else len(text)
        if not 0 < far <= apart:
            continue
        found = _A_ROW_WITHIN.search(text, start, stop)
        # A count alone, as in "Removed: (none)", is no column where all are there.
        if found is not None and (found["card"] or len(rows) < COLUMNS):
            why = "this looks like a column, but other text stands before it"
        else:
            told = _BEGINS_LIKE_STOCK.match(text, start, stop) or is_text(text[start:stop])
            found = _A_LINE.match(text, start, stop) if len(rows) < COLUMNS and not told else None
            why = "this may be a column, but not as one is written"
        if found is not None:
            _fail(
                source,
                (found.start(), found.start() + len(text[found.start() : stop].rstrip())),
                why,
                "the column on a line of its own, as '(five) 3c-2s' or '(none)', or an empty line "
                "between it and the columns",
            )


def _text_column(source: SourceText, text: str, row: re.Match[str]) -> Column:
    if not _is_counted(row):
        return Column()
    word = row["count"].lower()
    down = _COUNTS[word] if word in _COUNTS else int(word)
    if down > DECKS:
        _fail(source, row.span("count"), f"more than {DECKS} cards in a column")
    rest = row["cards"].strip().rstrip(".;,").strip().lower()
    if not down and (not rest or rest in _EMPTY):
        return Column()
    start, stop = row.span("cards")
    stop = start + len(text[start:stop].rstrip(" \t\r.;,"))
    up = _cards_of(source, text, _TEXT_WORD, (start, stop))
    return Column((UNKNOWN,) * down, tuple(up))


def may_be_a_run(text: str, position: Position) -> str | None:
    """Two cards of the text form with a dash between them that may stand for a run, as ``9s-6s``
    does in scripts; None if there are none.

    ``position`` was read from the text.  In a whole one of which the stock is said, the number of
    cards tells that there are no runs.
    """
    plain = text[:_LONGEST].translate(PLAIN_SIGNS)
    count = sum(map(len, position.columns)) + len(position.hand) + 13 * len(position.removed)
    if count == DECKS and _STOCK.search(plain):
        return None
    for row in filter(_is_text_row, _ROW.finditer(without_marks(plain))):
        for found in _TWO_CARDS.finditer(row["cards"] or ""):
            first, second = CARDS[found[1].lower()], CARDS[found[2].lower()]
            if first.suit == second.suit and first.rank > second.rank + 1:
                return f"{first}-{second}"
    return None


def may_be_numbers(text: str) -> bool:
    """Whether the numbers of face-down cards in the text form may be those of the columns."""
    rows = _ROW.finditer(without_marks(text[:_LONGEST].translate(PLAIN_SIGNS)))
    counts = [row["count"].lower() for row in filter(_is_counted, rows)]
    return len(counts) > 1 and counts == [str(number) for number in range(1, len(counts) + 1)]


def recognises(text: str) -> bool:
    """Whether a text has two lines or more of the text form."""
    first = _LIKE_A_ROW.search(text)
    return first is not None and _LIKE_A_ROW.search(text, first.end()) is not None
