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
removed.  ``docs/notations/letters.md`` says what is tolerated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal, NoReturn, TypeAlias

from ..cards import UNKNOWN, Card, from_pairs
from ..census import DECKS
from ..errors import NotationError, NotWritable
from ..lettercards import CARD, CARDS
from ..position import Column, Position
from ..rules import COLUMNS
from ..source import SourceText
from ..wording import count_phrase
from .base import OLD_DEFAULTS, PLAIN_SIGNS, Format, Old, ReadOptions, without_marks
from .beside import is_text
from .completion import complete
from .strictness import refuse_unwritten

__all__ = [
    "FORMAT",
    "HAND",
    "TEXT",
    "Form",
    "dump",
    "dumps",
    "load",
    "loads",
    "may_be_a_run",
    "may_be_numbers",
    "recognises",
    "resembles",
    "resembles_hand",
]

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
_COUNTS: Final = {word: number for number, word in enumerate(_NUMBERS)} | {"no": 0, "zero": 0}
_EMPTY: Final = frozenset(
    word
    for name in ("empty", "none", "space", "hole", "sp", "")
    for word in (name, f"({name})", f"[{name}]")
    if word
) | {"-", "--"}

_A_CARD: Final = "a card, as in 9c, Td or 0d (a ten), or ?? for one that isn't known"


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read a position in any of the three forms.

    What is not said (the hand, the suits removed) is worked out for a full position.  With
    ``options.strict`` the text must be as :func:`dumps` writes it.  Raises NotationError or
    PositionError.
    """
    return _loads(text, _form(text[:_LONGEST]), name, options)


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


def recognises(text: str) -> bool:
    """Whether a text looks like the slash form."""
    return _BEGINS_LIKE_SLASHES.match(text[:_LONGEST].translate(PLAIN_SIGNS)) is not None


def resembles(text: str) -> bool:
    """Whether a text that is in no notation may be in the slash form, with a slip in it."""
    columns, checksum, _ = text[:_LONGEST].partition("hecksum")
    mostly = len(_OF_SLASHES.findall(columns)) * 10 > 9 * len(columns)
    return columns.count("/") >= (1 if checksum else COLUMNS // 2) and mostly


def _form(text: str) -> Form:
    """Which form a text is most likely in."""
    if recognises(text):
        return "slash"
    row = _LIKE_A_ROW.search(text)
    if row is not None and (not text[: row.start()].strip() or _recognises_text(text)):
        return "text"
    return "slash" if "/" in text or _CHECKSUM.search(text) else "hand"


def _loads(text: str, form: Form, name: str, options: ReadOptions) -> Position:
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        message = f"this is too long for a position: more than {_LONGEST:,} characters"
        raise NotationError(message, source.place(_LONGEST), "the position without the text")
    # Marks of quoted mail become blanks, so that every other character stays where it was.
    plain = text.translate(PLAIN_SIGNS)
    plain = without_marks(plain)
    if not plain.strip():
        raise NotationError("there is nothing to read", source.place(0))
    position = _READERS[form](source, plain, options)
    if options.strict:
        refuse_unwritten(source, dumps(position, form=form))
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


# The slash form

_SIGN: Final = re.compile(
    rf"""(?P<down> x)
    | (?P<card> {CARD} | \?\?)
    | (?P<slash> /)
    | (?P<empty> --? | \((?:empty|none|space|hole|sp|\s?)\) | empty | none)
    | (?P<blank> \s+)
    | (?P<other> [^\s/x]+ | x)""",
    re.IGNORECASE | re.VERBOSE,
)
_CHECKSUM: Final = re.compile(r"check\s{0,3}sum", re.IGNORECASE)
_SUM: Final = re.compile(
    r"""check\s*sum \s* [:=]? \s*
    \(? \s* (?P<counts> \d{1,3} (?:\s* \+ \s* \d{1,3}){0,10}) \s* \)? \s*
    \+ \s* (?P<deals> \d{1,2}) \s* [*x\u00d7\u00b7] \s* 10 \s*
    \+ \s* (?P<suits> \d{1,2}) \s* [*x\u00d7\u00b7] \s* 13 \s*
    = \s* (?P<total> \d{1,4}) (?!\d) \s* \.? \s*""",
    re.IGNORECASE | re.VERBOSE,
)
_A_WORD: Final = re.compile(r"\S+")
#: An empty line within a column of the slash form.
_EMPTY_LINE: Final = re.compile(r"(?<=[^\s/])[ \t\r]*+\n[ \t\r]*+\n\s*+(?=[^\s/])")
#: No mail is as narrow as that.
_NARROW: Final = 40
#: Face-down cards that may be written as ``xx`` each, as other cards have two signs.
_SIGNS_OF_DOWN: Final = re.compile(r"x++", re.IGNORECASE)
_NO_CARD_BELOW: Final = re.compile(r"xx\s*+(?:/|\Z)", re.IGNORECASE)
_TWO_SIGNS: Final = re.compile(r"(?<![^\s/])xx(?![^\s/])", re.IGNORECASE)
_A_LINE: Final = re.compile(r"[ \t]*+\S.*")
_DELIMITER: Final = re.compile(r"^[ \t]*--[ \t\r]*$", re.MULTILINE)
#: The most characters of a text with a position in it.
_LONGEST: Final = 100_000
_BEGINS_LIKE_SLASHES: Final = re.compile(
    rf"[\s>]*+(?:\((?:none|empty)\)\s*+|(?:(?:x|{CARD}|\?\?)\s*+){{0,104}}+)/"
    rf"(?:\s*+(?:x|{CARD}|\?\?|/|--?|\(none\)|\(empty\)|\Z)){{2}}",
    re.IGNORECASE,
)
#: The characters of the slash form.
_OF_SLASHES: Final = re.compile(r"[x/?cdhs0-9tajqk\s-]", re.IGNORECASE)

_WRITTEN_SUM: Final = re.compile(r"\(([\d +]+)\) \+ (\d)\*10 \+ (\d)\*13 = 104\n?", re.ASCII)


def _read_slash(source: SourceText, text: str, options: ReadOptions) -> Position:
    told = options.partial or options.hand is not None or options.removed is not None
    written = None if told else _written_slash(text)
    if written is not None:
        shown, hand = written
        return complete(shown, (), options, name=source.name, hand=(UNKNOWN,) * hand)
    text = text[: _signature(text)]
    checksum = _CHECKSUM.search(text)
    stop = checksum.start() if checksum else len(text)
    columns = _slash_columns(source, text, stop)
    if not checksum:
        _refuse_two_signs_each(source, text)
        if len(columns) < COLUMNS:
            _refuse_blanks(source, text)
        return complete(columns, (), options, name=source.name)
    at = (stop, checksum.end())
    match = _SUM.match(text, stop)
    if match is None:
        example = "Checksum: (11 + 2 + ...) + 2*10 + 0*13 = 104"
        _fail(
            source, at, "this checksum can't be read", f"cards, rows and suits, as in '{example}'"
        )
    more = _A_WORD.search(text, match.end())
    if more is not None:
        why = "nothing more can stand below the checksum"
        _fail(source, more.span(), why, "the end of the text, or a line '--' above a signature")
    hand, suits = 10 * int(match["deals"]), int(match["suits"])
    _check_sum(source, match, columns, options)
    options = _told(source, options, hand, match.span("deals"))
    if options.removed is not None and len(options.removed) != suits:
        _fail(
            source,
            match.span("suits"),
            f"here {count_phrase(suits, 'suit')} are removed, but it is said to be "
            f"{len(options.removed)}",
        )
    if options.partial and options.removed is None:
        options = replace(options, removed=(None,) * suits)
    return complete(columns, (), options, name=source.name)


def _signature(text: str) -> int:
    """Where a signature begins, if there is one: below a line ``--`` that is no column."""
    for match in _DELIMITER.finditer(text):
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        if "/" in before and not before.endswith("/") and not after.startswith("/"):
            return match.start()
    return len(text)


def _slash_columns(source: SourceText, text: str, stop: int) -> tuple[Column, ...]:
    columns: list[tuple[int, list[Card]]] = [(0, [])]
    space: tuple[int, int] | None = None
    for match in _SIGN.finditer(text, 0, stop):
        down, up = columns[-1]
        kind = match.lastgroup
        if space is not None and kind in ("down", "card", "empty"):
            _fail(source, space, "more follows in this column", "'x' for a face-down card, or '/'")
        if kind == "slash":
            if len(columns) == COLUMNS:
                _one_more_column(source, match.span())
            columns.append((0, []))
            space = None
        elif kind == "down":
            if up:
                _fail(source, match.span(), f"a face-down card below the {up[-1]}")
            columns[-1] = (down + 1, up)
        elif kind == "card":
            up.append(CARDS[match[0].lower()])
        elif kind == "empty":
            if down or up:
                _fail(source, match.span(), "this column is not empty", "a card or '/'")
            space = match.span()
        elif kind == "other":
            what = "x for a face-down card, '/' between columns, or " + _A_CARD
            _fail(source, match.span(), f"'{_shorten(match[0])}' is not understood", what)
        if down + len(up) > DECKS:
            _fail(source, match.span(), f"more than {DECKS} cards in a column")
    return tuple(Column((UNKNOWN,) * down, tuple(up)) for down, up in columns)


def _refuse_two_signs_each(source: SourceText, text: str) -> None:
    """Raise NotationError if each face-down card may be ``xx``: no checksum tells how many."""
    signs = _SIGNS_OF_DOWN.findall(text)
    found = _TWO_SIGNS.search(text)
    if (
        found is not None
        and not _NO_CARD_BELOW.search(text)
        and len(_TWO_SIGNS.findall(text)) == len(signs)
    ):
        _fail(
            source,
            found.span(),
            "this can be one face-down card, or two",
            "'x' for one, and 'xx' for two right before the next card, as in xx8s",
        )


def _refuse_blanks(source: SourceText, text: str) -> None:
    """Raise NotationError if a column is blank, which may be a space or a slash too many, or has
    an empty line in it, which may part one position from another.

    A checksum or ten columns tell which; in fewer columns without one nothing does.
    """
    parted = _EMPTY_LINE.search(text)
    if parted is not None:
        message = "an empty line within a column: it ends here, or goes on"
        _fail(source, (parted.end(), parted.end() + 1), message, "'/' between two columns")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if _may_be_rows(lines):
        at = text.index(lines[1], text.index(lines[0]) + len(lines[0]))
        message = "these lines may be rows, or a column may go on in the next one"
        _fail(source, (at, at + len(lines[1])), message, "all columns on one line")
    start = 0
    for number, field in enumerate(text.split("/"), 1):
        stop = start + len(field)
        if not field.strip():
            at = stop if stop < len(text) else start - 1
            message = f"nothing is said of column {number}: write '-' for a space"
            _fail(source, (at, at + 1), message, "cards or '-', and no slash too many")
        start = stop + 1


def _may_be_rows(lines: list[str]) -> bool:
    """Whether lines may be the rows of a table: no slash parts one from the next, and they weren't
    wrapped, as the first was short, or each has as many slashes.
    """
    alike = len({line.count("/") for line in lines}) == 1
    return any(
        (alike or len(one) < _NARROW)
        and "/" in one
        and not (one.endswith("/") or two.startswith("/"))
        for one, two in pairwise(lines)
    )


def _written_slash(text: str) -> tuple[tuple[Column, ...], int] | None:
    """The columns and the size of the hand of a full position as :func:`dumps` writes it; None
    for all else.  What it takes means the same read sign by sign.
    """
    tableau, _, end = text.partition("\nChecksum: ")
    match = _WRITTEN_SUM.fullmatch(end)
    fields = tableau.split("/")
    if match is None or len(fields) > COLUMNS:
        return None
    shown = [field.lstrip("x") for field in fields]
    try:
        cards = from_pairs("".join(shown))
    except ValueError:
        return None
    columns, counts = [], []
    at = 0
    for field, up in zip(fields, shown, strict=True):
        down, half = len(field) - len(up), len(up) // 2
        columns.append(Column((UNKNOWN,) * down, cards[at : at + half]))
        counts.append(down + half)
        at += half
    rows, suits = int(match[2]), int(match[3])
    right = match[1] == " + ".join(map(str, counts)) and at == len(cards)
    if not right or sum(counts) + 10 * rows + 13 * suits != DECKS:
        return None
    return tuple(columns), 10 * rows


def _check_sum(
    source: SourceText, match: re.Match[str], columns: Sequence[Column], options: ReadOptions
) -> None:
    """Raise NotationError if a number of the checksum isn't right."""
    counts = list(re.finditer(r"\d+", match["counts"]))
    start = match.start("counts")
    shown = sum(map(len, columns))
    if len(counts) == 1 and len(columns) > 1:
        wanted = [shown]
    else:
        wanted = [len(column) for column in columns]
    if len(counts) != len(wanted):
        _fail(
            source,
            match.span("counts"),
            f"the checksum has {count_phrase(len(counts), 'number')} for "
            f"{count_phrase(len(wanted), 'column')}",
        )
    for number, (found, right) in enumerate(zip(counts, wanted, strict=True), 1):
        if int(found[0]) != right:
            where = f"column {number} has" if len(wanted) > 1 else "the columns have"
            span = (start + found.start(), start + found.end())
            _fail(source, span, f"{where} {count_phrase(right, 'card')}, not {found[0]}")
    total = shown + 10 * int(match["deals"]) + 13 * int(match["suits"])
    if total != int(match["total"]):
        _fail(source, match.span("total"), f"the sum is {total}, not {match['total']}")
    if total != DECKS and not options.partial:
        _fail(source, match.span("total"), f"the sum is {total}, but there are {DECKS} cards")


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


def _recognises_text(text: str) -> bool:
    """Whether a text has two lines or more of the text form."""
    first = _LIKE_A_ROW.search(text)
    return first is not None and _LIKE_A_ROW.search(text, first.end()) is not None


def _write_text(position: Position) -> str:
    lines = []
    for column in position.columns:
        down = len(column.down)
        count = _NUMBERS[down] if down < len(_NUMBERS) else str(down)
        lines.append(f"({count}) {'-'.join(map(_with_t, column.up))}".rstrip())
    return "\n".join(lines) + f"\nCards in stock = {len(position.hand)}\n"


# The hand form

_HAND_WORD: Final = re.compile(r"[^\s,]+")
_DOWN: Final = {f"-{word}": card for word, card in CARDS.items()}
_A_COLUMN: Final = "cards separated by blanks, each face-down one with a '-' before it"


def _read_hand(source: SourceText, text: str, options: ReadOptions) -> Position:
    lines = _hand_lines(source, text)
    _check_halves(source, text, lines)
    columns = [_hand_column(source, text, span) for span in lines[: _columns_in(text, lines)]]
    stock = [
        _cards_of(source, text, _HAND_WORD, (start, stop))
        if text[start:stop].strip().lower() not in _EMPTY
        else []
        for start, stop in lines[len(columns) :]
    ]
    for number, cards in enumerate(stock, 1):
        if not len(stock[0]) - 1 <= len(cards) <= len(stock[number - 2] if number > 1 else cards):
            _fail(
                source,
                lines[len(columns) + number - 1],
                f"column {number} is dealt {count_phrase(len(cards), 'card')}, column 1 "
                f"{len(stock[0])}",
                "as many cards in each line, or one less after a last row that is short",
            )
    deals = max(map(len, stock), default=0)
    hand = tuple(cards[i] for i in range(deals) for cards in stock if i < len(cards))
    at = lines[0]
    options = _told(source, options, len(hand), lines[len(columns)] if stock else at)
    return complete(tuple(columns), (), options, name=source.name, hand=hand)


def _hand_lines(source: SourceText, text: str) -> list[tuple[int, int]]:
    """Where the lines that aren't blank stand."""
    lines: list[tuple[int, int]] = []
    for match in re.finditer(r"(?<![^\r\n])[^\S\r\n]*+\S[^\r\n]*", text):
        if match[0].strip() == "--" and len(lines) in (COLUMNS, 2 * COLUMNS):
            words = text[match.end() :].lstrip().partition("\n")[0].lower().replace(",", " ")
            if any(word not in _DOWN and word not in CARDS for word in words.split()):
                break  # what follows is a signature
        if len(lines) == 2 * COLUMNS:
            _fail(source, match.span(), f"this is line {len(lines) + 1}", f"{2 * COLUMNS} at most")
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        lines.append((start, start + len(match[0].strip())))
    return lines


def _columns_in(text: str, lines: list[tuple[int, int]]) -> int:
    """How many of the lines are columns: those before an empty line in the middle, or ten."""
    half, odd = divmod(len(lines), 2)
    if not odd and _are_apart(text, lines, half):
        return half
    return COLUMNS if len(lines) == 2 * COLUMNS else len(lines)


def _check_halves(source: SourceText, text: str, lines: list[tuple[int, int]]) -> None:
    """Raise NotationError if there is a hand with another number of lines than the columns."""
    if len(lines) == 2 * COLUMNS:
        return
    parts = [at for at in range(1, len(lines)) if _are_apart(text, lines, at)]
    if len(lines) <= COLUMNS:
        if parts and [len(lines)] != [2 * at for at in parts] and len(lines) < COLUMNS:
            _fail(
                source,
                lines[parts[0]],
                "it can't be told which lines are columns and which are the hand",
                "one empty line, below the columns, and as many lines of the hand below it",
            )
        return
    if len(parts) > 1 or [len(lines)] == [2 * at for at in parts]:
        return
    if not parts:
        columns = "the lines of the columns, an empty line, and as many lines of the hand"
        _fail(source, lines[COLUMNS], f"this is line {COLUMNS + 1} of {len(lines)}", columns)
    before = parts[0] != COLUMNS
    count = parts[0] if before else len(lines) - parts[0]
    stand = f"{count_phrase(count, 'line')} {'stands' if count == 1 else 'stand'}"
    _fail(
        source,
        lines[parts[0] - 1 if before else -1],
        f"{stand} {'before' if before else 'after'} the empty line",
        f"{COLUMNS}: a line for each column, and one for what it will be dealt",
    )


def _are_apart(text: str, lines: list[tuple[int, int]], at: int) -> bool:
    """Whether there is an empty line before a line."""
    return text[lines[at - 1][1] : lines[at][0]].count("\n") > 1


def _hand_column(source: SourceText, text: str, span: tuple[int, int]) -> Column:
    words = text[slice(*span)].split()
    if len(words) <= DECKS:
        hidden = sum(word[0] == "-" for word in words)
        try:
            return Column(
                tuple([_DOWN[word] for word in words[:hidden]]),
                tuple([CARDS[word] for word in words[hidden:]]),
            )
        except KeyError:
            pass  # not quite as it is written: read it word by word
    if text[slice(*span)].lower() in _EMPTY:
        return Column()
    down: list[Card] = []
    up: list[Card] = []
    for match in _HAND_WORD.finditer(text, *span):
        word = match[0].lower()
        card = CARDS.get(word.removeprefix("-"))
        if card is None:
            _fail(source, match.span(), f"'{_shorten(match[0])}' is not a card", _A_COLUMN)
        if word.startswith("-") and up:
            _fail(source, match.span(), f"a face-down card below the {up[-1]}")
        (down if word.startswith("-") else up).append(card)
        if len(down) + len(up) > DECKS:
            _fail(source, match.span(), f"more than {DECKS} cards in a column")
    return Column(tuple(down), tuple(up))


def _recognises_hand(text: str) -> bool:
    """Whether there are cards in the first lines that are written as only hand files do.

    Two with a minus before them are enough where most words are cards: what is wrong with the
    rest is for the reader to say.  Otherwise every word must be a card, and one of them a ten
    with a 0, or have a minus; but in what is laid out as a diagram that is a slip.
    """
    lines = _first_lines(text)
    words = [word for line in lines for word in line.split()]
    if sum(map(_DOWN.__contains__, words)) > 1:
        return 2 * sum(word in _DOWN or word in CARDS for word in words) > len(words)
    laid_out = any("\t" in line or "  " in line for line in lines)
    return not laid_out and any(w in _DOWN or w[0] == "0" for w in _words_of_cards(lines))


def resembles_hand(text: str) -> bool:
    """Whether a text may be a hand file, though nothing in it is as only hand files have it.

    Rows of cards in ten columns look the same, unless tabs lay them out.
    """
    return "\t" not in text and len(_words_of_cards(_first_lines(text))) > COLUMNS


def _first_lines(text: str) -> list[str]:
    """The first ten lines that aren't blank, in small letters and without commas."""
    plain = without_marks(text[:8192].translate(PLAIN_SIGNS)).replace(",", " ").lower()
    return [line.strip() for line in plain.splitlines() if line.strip()][:COLUMNS]


def _words_of_cards(lines: list[str]) -> list[str]:
    """The words of ten lines, if all are cards as hand files have them.

    What stands for an empty column stands alone: ``--`` among cards is of a diagram.
    """
    words = [word for line in lines if line not in _EMPTY for word in line.split()]
    known = all(word in _DOWN or word in CARDS for word in words)
    return words if known and len(lines) >= COLUMNS else []


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

_READERS: Final[dict[Form, Callable[[SourceText, str, ReadOptions], Position]]] = {
    "slash": _read_slash,
    "text": _read_text,
    "hand": _read_hand,
}
_WRITERS: Final[dict[Form, Callable[[Position], str]]] = {
    "slash": _write_slash,
    "text": _write_text,
    "hand": _write_hand,
}


def _loads_text(
    text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS
) -> Position:
    """Read a position in the text form.  Raises as :func:`loads`."""
    return _loads(text, "text", name, options)


def _loads_hand(
    text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS
) -> Position:
    """Read a position in the hand form.  Raises as :func:`loads`."""
    return _loads(text, "hand", name, options)


def _dumps_text(position: Position) -> str:
    return dumps(position, form="text")


def _dumps_hand(position: Position) -> str:
    return dumps(position, form="hand")


_SUITS_LOST: Final = "house rules, cards in free cells, which suits are removed"

FORMAT: Final = Format(
    name="letters",
    summary="the Spider Solitaire Addict blog's slash form, with checksum",
    drafts=Old(loads),
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
    drafts=Old(_loads_text),
    dumps=_dumps_text,
    recognises=_recognises_text,
    example="(five) 3c-2s-As-2s",
    lossy=f"what face-down cards and the hand are, {_SUITS_LOST}",
)
HAND: Final = Format(
    name="letters-hand",
    summary="the same blog's hand files: face-down cards and hand included",
    drafts=Old(_loads_hand),
    dumps=_dumps_hand,
    recognises=_recognises_hand,
    example="-9c -9s 8s",
    lossy=_SUITS_LOST,
)
load = FORMAT.load
dump = FORMAT.dump
