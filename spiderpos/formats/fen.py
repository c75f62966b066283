"""``fen``: a position in one short line that people can read and type, as FEN is for chess.

::

    4x:6d/K-9s2h/-/... 50x -

The columns from left to right, separated by ``/``: face-down cards, ``:``, face-up cards, each
from the top down; ``-`` is a space.  Then the hand, the next card first, and the removed suits;
``-`` is none.  Then what there is of ``cells=``, ``rules=`` and ``dealt=``.  ``K-9s`` is a
natural run, ``4x`` four face-down or undealt cards that aren't known, ``??`` a face-up one.

This is the package's own notation; ``docs/notations/fen.md`` specifies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NoReturn

from ..game.cards import ACE, ALL_CARDS, KING, UNKNOWN, Card, Suit, card, from_pairs
from ..game.census import DECKS
from ..game.history import dealt_at_start
from ..game.position import Column, Position
from ..game.rules import COLUMNS, WOODS, Rules, RulesError, parse_rules
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import count_phrase, did_you_mean
from .base import PLAIN_SIGNS, Draft, Format, ReadOptions
from .settling import leaves_suits_open

__all__ = ["FORMAT", "dumps", "loads", "recognises"]

# Two decks, all known, three times over stay far below this.
_LONGEST: Final = 4096
_KEYS: Final = ("cells", "rules", "dealt")
_RANKS: Final = " A23456789TJQK"
_SUITS: Final[dict[str, Suit | None]] = {suit.letter: suit for suit in Suit} | {"?": None}
_NAMES: Final = {c: _RANKS[c.rank] + c.suit.letter for c in ALL_CARDS} | {UNKNOWN: "??"}

_EMPTY_LINE: Final = re.compile(r"\n[ \t\r]*\n")
_FIELD: Final = re.compile(r"^[ \t]*(?:cells|rules|dealt)=", re.M)
_RANK: Final = "(?:10|[A2-9TJQK])"
_TOKEN: Final = re.compile(rf"{_RANK}(?:-{_RANK})?[CDHS]|\?\?|\d{{0,3}}X", re.I | re.A)
#: What stands for several cards, as it is written.
_WRITTEN_RUN: Final = re.compile(r"[2-9TJQK]-[A2-9TJQ][cdhs]")
_WRITTEN_COUNT: Final = re.compile(r"\d{0,3}x", re.A)
_NO_SUIT: Final = re.compile(rf"{_RANK}-{_RANK}|10|[0-9ATJQK]", re.I | re.A)
#: What no other notation has in its columns, and what none of ours has in any field.
_OURS: Final = re.compile(rf":|\dX|{_RANK}-{_RANK}", re.I)
_FOREIGN: Final = re.compile(r"[^0-9ATJQKXCDHS?:/-]", re.I)
_HAND_AND_REMOVED: Final = re.compile(r"(?:-|[0-9ATJQKXCDHS?/]+) (?:-|[CDHS?]+)", re.I)

_FORM: Final = "the columns, the hand, the removed suits ('-' for none)"
_CARD: Final = "a card as in Kd or Th, a natural run as in K-9s"


def _runs() -> Iterator[tuple[str, tuple[Card, ...]]]:
    for suit in Suit:
        for high in range(ACE + 1, KING + 1):
            for low in range(ACE, high):
                run = tuple(card(rank, suit) for rank in range(high, low - 1, -1))
                yield f"{_RANKS[high]}-{_RANKS[low]}{suit.letter}", run


# The cards of every token as it is written, and those of several cards one by one.
_CARDS_OF: Final[dict[str, tuple[Card, ...]]] = {
    **{name: (c,) for c, name in _NAMES.items()},
    **dict(_runs()),
    **{f"{count}x": (UNKNOWN,) * count for count in range(1, DECKS + 1)},
    "x": (UNKNOWN,),
}
_SPELT: Final = {
    token: "".join(map(_NAMES.__getitem__, cards))
    for token, cards in _CARDS_OF.items()
    if "-" in token or "x" in token
}


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """The position of a line, which may stand between other text."""
    start, stop = _part(source)
    text = source.text[:stop]
    if not text.isascii():
        text = text.translate(PLAIN_SIGNS)
    plain: list[tuple[int, str]] = []
    fields: dict[str, tuple[int, str]] = {}
    end = start
    for word in text[start:].split():
        at = text.index(word, end)
        end = at + len(word)
        key, equals, value = word.partition("=")
        if equals and (key not in _KEYS or key in fields):
            known = f"no field is called '{key}'{did_you_mean(key, _KEYS)}"
            message = f"a second '{key}='" if key in fields else known
            _fail(source, at, message, "cells=, rules= or dealt=, each once", len(key))
        if equals:
            fields[key] = at + len(key) + 1, value
        elif fields:
            key, (at, _) = fields.popitem()
            early = f"'{key}=' stands too early"
            _fail(source, at - len(key) - 1, early, f"it after {_FORM}", len(key))
        else:
            plain.append((at, word))
    if not plain or stop - start > _LONGEST:
        _fail(source, start, "this is no position in one line", _FORM)
    dealt_at, dealt_text = fields.get("dealt", (0, None))
    hand: tuple[Card, ...] | None = None
    dealt: tuple[Card, ...] = ()
    quick = _at_once(plain[0][1], plain[1][1], dealt_text) if len(plain) > 1 else None
    if quick is not None:
        columns, hand, dealt = quick
    else:
        columns = _columns(source, *plain[0])
        if len(plain) > 1:
            hand = _hand(source, *plain[1], len(columns))
        if dealt_text is not None:
            dealt = _cards(source, dealt_at, dealt_text, face_up=False)
    if len(plain) == 2:
        _fail(
            source,
            plain[1][0] + len(plain[1][1]),
            "the removed suits are missing",
            "their letters, or '-'",
        )
    removed = _removed(source, *plain[2]) if len(plain) > 2 else None
    if len(plain) > 3:
        wanted = "cells=, rules= or dealt=; an empty line between a position and other text"
        _fail(source, plain[3][0], "nothing more can stand here", wanted, len(plain[3][1]))
    return (
        Draft(
            columns=columns,
            hand=hand,
            removed=removed,
            cells=_cells(source, *fields["cells"]) if "cells" in fields else (),
            rules=_rules(source, *fields["rules"]) if "rules" in fields else None,
            dealt=dealt if any(dealt) else (),
            place=source.place(plain[0][0]) if hand is None else None,
            dealt_at=dealt_at - len("dealt="),
        ),
    )


def _fail(
    source: SourceText, at: int, message: str, expected: str = "", width: int = 1
) -> NoReturn:
    raise NotationError(message, source.place(at, max(1, width)), expected)


def _part(source: SourceText) -> tuple[int, int]:
    """Where the line begins, and where the text ends that belongs to it: at an empty line."""
    text = source.text
    start = _begin(text, 0) if "\n" in text.strip() else 0
    empty = _EMPTY_LINE.search(text, start or 0)
    if start is None or empty is None:
        return start or 0, len(text)
    stop = empty.start()
    field = _FIELD.search(text, stop)
    second = field.start() if field else _begin(text, stop)
    if second is not None:
        one = f"this may belong to the position in line {source.place(start).line}, or to another"
        _fail(source, second, one, "one position, in one line")
    return start, stop


def _begin(text: str, at: int) -> int | None:
    """Where the first line begins that is one of this notation."""
    for line in text[at:].splitlines(keepends=True):
        if _is_line(line):
            return at
        at += len(line)
    return None


def _is_line(line: str) -> bool:
    """Whether a line can be nothing else, though a character or two fit nowhere."""
    words = line[:_LONGEST].translate(PLAIN_SIGNS).split(maxsplit=8)
    plain = [word for word in words if "=" not in word]
    columns = plain[0] if plain else ""
    ours = _OURS.search(columns) is not None
    if len(plain) == 3 and ours and columns.count("/") > 2:
        return len(_FOREIGN.findall("".join(plain))) <= 2
    if not columns or _FOREIGN.search(columns):
        return False
    if len(plain) == 3 or (len(plain) > 3 and "/" in columns):
        return _HAND_AND_REMOVED.fullmatch(" ".join(plain[1:3])) is not None
    return "/" in columns and (ours or len(plain) < len(words))


def recognises(text: str) -> bool:
    """Whether a text has a line of this notation; below other text one that can be no other."""
    begin = _begin(text, 0)
    if begin is None:
        return False
    return not text[:begin].strip() or _OURS.search(text[begin:].split(maxsplit=1)[0]) is not None


def _at_once(
    columns: str, hand: str, dealt: str | None
) -> tuple[tuple[Column, ...], tuple[Card, ...], tuple[Card, ...]] | None:
    """The columns, the hand and the dealt part if all are as :func:`dumps` writes them, or None.

    What it takes means the same to what reads card by card; it is quicker.
    """
    try:
        columns = _spelt_out(columns)
        rows = [] if hand == "-" else _spelt_out(hand).split("/")
        behind = "" if dealt is None else _spelt_out(dealt)
        unknown = "?" in columns
        fields = columns.split("/")
        pieces: list[str] = []
        for field in fields:
            down, colon, up = field.rpartition(":")
            if field == "-":
                up = ""
            elif not up or (colon and not down) or (unknown and "?" in up):
                return None
            pieces += (down, up)
        cards = from_pairs("".join((*pieces, *rows, behind)))
    except (KeyError, ValueError):
        return None
    found = []
    at = 0
    for down, up in zip(pieces[::2], pieces[1::2], strict=True):
        middle = at + len(down) // 2
        stop = middle + len(up) // 2
        found.append(Column(cards[at:middle], cards[middle:stop]))
        at = stop
    end = len(cards) - len(behind) // 2
    sizes = list(map(len, rows))
    width = 2 * len(fields)
    if (
        len(fields) > COLUMNS
        or end - at != sum(sizes) // 2  # a card stands in two pieces
        or (len(rows) > 1 and (sizes[:-1].count(width) < len(rows) - 1 or sizes[-1] > width))
        or 0 in sizes
    ):
        return None
    return tuple(found), cards[at:end], cards[end:]


def _spelt_out(text: str) -> str:
    """A field with each run and each number of hidden cards card by card.

    Raises ValueError or KeyError if any isn't as it is written, or an ``??`` is there.
    """
    if not text or "?" in text:
        raise ValueError
    if "x" in text:
        text = _WRITTEN_COUNT.sub(_spelt, text)
    return _WRITTEN_RUN.sub(_spelt, text) if "-" in text else text


def _spelt(match: re.Match[str]) -> str:
    return _SPELT[match[0]]


def _columns(source: SourceText, at: int, text: str) -> tuple[Column, ...]:
    fields = text.split("/")
    columns = []
    for number, field in enumerate(fields, 1):
        if number > COLUMNS:
            many = f"{len(fields)} columns; there can be 1 to {COLUMNS}"
            _fail(source, at, many, "the hand, after a blank", len(field))
        down, colon, up = field.partition(":")
        behind = at + len(down)
        if colon and not (down and up):
            one = f"column {number} has cards on one side of its ':' only"
            _fail(source, behind, one, "face-down cards, ':' and face-up cards, or no ':'")
        if colon:
            hidden = _cards(source, at, down, face_up=False)
            columns.append(Column(hidden, _cards(source, behind + 1, up, face_up=True)))
        else:
            shown = () if field == "-" else _cards(source, at, field, face_up=True)
            columns.append(Column((), shown))
        at += len(field) + 1
    return tuple(columns)


def _hand(source: SourceText, at: int, text: str, columns: int) -> tuple[Card, ...]:
    rows = [] if text == "-" else text.split("/")
    cards: list[Card] = []
    for number, row in enumerate(rows, 1):
        found = _cards(source, at, row, face_up=False)
        size = len(found)
        if len(rows) > 1 and (size > columns or (size < columns and number < len(rows))):
            wrong = f"row {number} of the hand has {count_phrase(size, 'card')}"
            _fail(source, at, wrong, f"a row of {columns}, one card for each column", len(row))
        cards += found
        at += len(row) + 1
    return tuple(cards)


def _removed(source: SourceText, at: int, text: str) -> tuple[Suit | None, ...]:
    for offset, letter in enumerate(text if text != "-" else "", at):
        if letter.lower() not in _SUITS:
            wanted = "the removed suits, each c, d, h or s, or '?' if not known; '-' for none"
            _fail(source, offset, f"'{letter}' is not a suit", wanted)
    return () if text == "-" else tuple(_SUITS[letter] for letter in text.lower())


def _cells(source: SourceText, at: int, text: str) -> tuple[Card | None, ...]:
    cells: list[Card | None] = []
    for cell in text.split(","):
        cards = (None,) if cell == "-" else _cards(source, at, cell, face_up=True)
        if len(cards) > 1:
            wanted = "one card or '-' for each cell, with commas between"
            _fail(source, at, "more than one card for a free cell", wanted, len(cell))
        cells += cards
        at += len(cell) + 1
    return tuple(cells)


def _rules(source: SourceText, at: int, text: str) -> Rules:
    try:
        return _rules_called(text)
    except RulesError as error:
        _fail(source, at, str(error), width=len(text))


@lru_cache(maxsize=64)
def _rules_called(text: str) -> Rules:
    """The rules of a field; texts of many positions say the same ones again and again."""
    return parse_rules(text)


def _cards(source: SourceText, start: int, text: str, *, face_up: bool) -> tuple[Card, ...]:
    """The cards of a row.  Raises NotationError at the first that is none."""
    wanted = f"{_CARD}, or ?? for one that isn't known"
    if not face_up:
        wanted = f"{_CARD}, or 4x for four that aren't known"
    if not text:
        _fail(source, start, "cards are missing", wanted)
    cards: list[Card] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            no_suit = _NO_SUIT.match(text, at)
            message = f"'{no_suit[0]}' has no suit" if no_suit else f"'{text[at]}' is no card here"
            _fail(source, start + at, message, wanted)
        token = match[0].upper()
        written = token[:-1].replace("10", "T") + token[-1].lower()
        if token.endswith("X"):
            written = token.lower()
        message = ""
        if written.endswith("x" if face_up else "?"):
            lies, lie = ("down", "up") if face_up else ("up", "down")
            message = f"stands for face-{lies} cards, and these are face {lie}"
        elif written not in _CARDS_OF:
            message = f"is not 1 to {DECKS} cards"
            if "-" in token:
                message = "is no run: it goes down, from the higher rank to the lower"
        if message:
            _fail(source, start + at, f"'{match[0]}' {message}", wanted, len(token))
        cards += _CARDS_OF[written]
        at = match.end()
    return tuple(cards)


def dumps(position: Position) -> str:
    """Write a position in this notation, without a line end.  It can hold every position.

    ``rules`` is left out if they are Woods' and would be taken for granted, ``cells`` if all are
    empty, ``dealt`` if it isn't known or follows from the position.
    """
    fields = [
        "/".join(map(_column_text, position.columns)),
        _hand_text(position.hand, len(position.columns)),
        "".join("?" if suit is None else suit.letter for suit in position.removed) or "-",
    ]
    if any(held is not None for held in position.cells):
        cells = ("-" if held is None else _NAMES[held] for held in position.cells)
        fields.append("cells=" + ",".join(cells))
    if position.rules != WOODS or leaves_suits_open(position):
        fields.append(f"rules={position.rules}")
    if position.dealt and position.dealt != dealt_at_start(position):
        fields.append("dealt=" + _cards_text(position.dealt))
    return " ".join(fields)


def _column_text(column: Column) -> str:
    if column.is_space:
        return "-"
    up = _runs_text(column.up)
    return f"{_cards_text(column.down)}:{up}" if column.down else up


def _runs_text(cards: Sequence[Card]) -> str:
    """Face-up cards, natural runs drawn together."""
    parts: list[str] = []
    start = 0
    for at, c in enumerate(cards):
        if at + 1 < len(cards) and c and cards[at + 1] and c - cards[at + 1] == 4:
            continue
        if at > start:
            parts.append(f"{_RANKS[cards[start].rank]}-{_NAMES[c]}")
        else:
            parts.append(_NAMES[c])
        start = at + 1
    return "".join(parts)


def _cards_text(cards: Iterable[Card]) -> str:
    """Face-down or undealt cards, unknown ones counted."""
    parts: list[str] = []
    for is_known, group in groupby(cards, bool):
        several = list(group)
        if is_known:
            parts += map(_NAMES.__getitem__, several)
        else:
            parts.append(f"{len(several)}x" if len(several) > 1 else "x")
    return "".join(parts)


def _hand_text(hand: tuple[Card, ...], columns: int) -> str:
    if not hand:
        return "-"
    if not any(hand) or not columns:
        return _cards_text(hand)
    return "/".join(_cards_text(hand[at : at + columns]) for at in range(0, len(hand), columns))


FORMAT: Final = Format(
    name="fen",
    summary="our own, one short line to read, type and quote; holds everything",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example="5x:Td/4x:9s/4x:Kd/5x:Jd/4x:4s/4x:8h/5x:Qh/4x:Qd/4x:7s/5x:9d 50x -",
)
loads = FORMAT.loads
