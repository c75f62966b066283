"""``fen``: a position in one short line that people can read and type, as FEN is for chess.

``4x:6d/K-9s2h/-/... 50x -`` has the columns, the hand and the removed suits; ``cells=``,
``rules=`` and ``dealt=`` may follow.  It is the package's own notation; ``docs/notations/fen.md``
specifies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from ..game.cards import ALL_CARDS, UNKNOWN, Card, Suit, card, parse_rank, parse_suit
from ..game.census import DECKS
from ..game.history import dealt_at_start
from ..game.position import Column, Position
from ..game.rules import COLUMNS, WOODS, Rules, RulesError, parse_rules
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import PLAIN_SIGNS, Draft, Format, ReadOptions, refuse
from .completion import leaves_suits_open

# Far longer than any position of two decks, even with the dealt part and all cards known.
_LONGEST: Final = 4096
_KEYS: Final = ("cells", "rules", "dealt")
_RANKS: Final = " A23456789TJQK"
_SUITS: Final[dict[str, Suit | None]] = {suit.letter: suit for suit in Suit} | {"?": None}
_NAMES: Final = {c: _RANKS[c.rank] + c.suit.letter for c in ALL_CARDS} | {UNKNOWN: "??"}

_WORD: Final = re.compile(r"\S+")
_RANK: Final = "(?:10|[A2-9TJQK])"
#: A token for one or more cards, or any other character.
_TOKEN: Final = re.compile(rf"{_RANK}(?:-{_RANK})?[CDHS]|\?\?|\d{{0,3}}X|.", re.I | re.A)
#: Matches text that occurs in the columns of this notation only.
_OURS: Final = re.compile(rf":|\dX|{_RANK}-{_RANK}", re.I)
#: Matches a character that isn't valid in any field of this notation.
_FOREIGN: Final = re.compile(r"[^0-9ATJQKXCDHS?:/-]", re.I)
_HAND_AND_REMOVED: Final = re.compile(r"(?:-|[0-9ATJQKXCDHS?/]+) (?:-|[CDHS?]+)", re.I)

_FORM: Final = "the columns, the hand, the removed suits ('-' for none)"
_CARD: Final = "a card as in Kd or Th, a natural run as in K-9s"

#: The offset of a piece of the line, and its text.
_Piece = tuple[int, str]


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """Parse a text in ``fen`` to a draft of the position."""
    text = source.text.translate(PLAIN_SIGNS)
    words = [(match.start(), match[0]) for match in _WORD.finditer(text)]
    count = next((n for n, (_, word) in enumerate(words) if "=" in word), len(words))
    plain, fields = words[:count], _fields(source, words[count:])
    if not plain or len(text) > _LONGEST:
        refuse(source, 0, "not a position in one line", _FORM)
    columns = _columns(source, *plain[0])
    hand = _hand(source, *plain[1], len(columns)) if len(plain) > 1 else None
    if len(plain) == 2:
        end = plain[1][0] + len(plain[1][1])
        refuse(source, end, "the removed suits are missing", "their letters, or '-'")
    removed = _removed(source, *plain[2]) if len(plain) > 2 else None
    if len(plain) > 3:
        expected = "cells=, rules= or dealt=, or the end of the text"
        refuse(source, plain[3][0], "text after the position", expected, len(plain[3][1]))
    dealt = _cards(source, *fields["dealt"], face_up=False) if "dealt" in fields else ()
    return (
        Draft(
            columns=columns,
            hand=hand,
            removed=removed,
            cells=_cells(source, *fields["cells"]) if "cells" in fields else (),
            rules=_rules(source, *fields["rules"]) if "rules" in fields else None,
            dealt=dealt if any(dealt) else (),
            place=source.place(plain[0][0]) if hand is None else None,
            dealt_at=fields["dealt"][0] - len("dealt=") if dealt else 0,
        ),
    )


def recognises(text: str) -> bool:
    """Return True if a text is probably in this notation, despite up to two wrong characters."""
    words = text[:_LONGEST].translate(PLAIN_SIGNS).split(maxsplit=8)
    plain = [word for word in words if "=" not in word]
    columns = plain[0] if plain else ""
    is_ours = _OURS.search(columns) is not None
    if len(plain) in (1, 3) and is_ours and columns.count("/") > 2:
        return len(_FOREIGN.findall("".join(plain))) <= 2
    if not columns or _FOREIGN.search(columns):
        return False
    if len(plain) == 3 or (len(plain) > 3 and "/" in columns):
        return _HAND_AND_REMOVED.fullmatch(" ".join(plain[1:3])) is not None
    return "/" in columns and (is_ours or len(plain) < len(words))


def _fields(source: SourceText, words: Iterable[_Piece]) -> dict[str, _Piece]:
    fields: dict[str, _Piece] = {}
    for offset, word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in _KEYS or key in fields:
            expected = f"{_FORM}, then cells=, rules= or dealt=, each once"
            refuse(source, offset, f"'{key}' is not allowed here", expected, len(key))
        fields[key] = offset + len(key) + 1, value
    return fields


def _columns(source: SourceText, offset: int, text: str) -> tuple[Column, ...]:
    fields = text.split("/")
    columns = []
    for number, field in enumerate(fields, 1):
        if number > COLUMNS:
            many = f"{len(fields)} columns; there can be 1 to {COLUMNS}"
            refuse(source, offset, many, "the hand, after a blank", len(field))
        down, colon, up = field.rpartition(":") if field.count(":") < 2 else field.partition(":")
        if colon and not (down and up):
            one = f"column {number} has cards on one side of its ':' only"
            expected = "face-down cards, ':' and face-up cards, or no ':'"
            refuse(source, offset + len(down), one, expected)
        hidden = _cards(source, offset, down, face_up=False) if colon else ()
        begin = offset + len(down) + len(colon)
        columns.append(
            Column(hidden, () if field == "-" else _cards(source, begin, up, face_up=True))
        )
        offset += len(field) + 1
    return tuple(columns)


def _hand(source: SourceText, offset: int, text: str, columns: int) -> tuple[Card, ...]:
    rows = [] if text == "-" else text.split("/")
    cards: list[Card] = []
    for number, row in enumerate(rows, 1):
        row_cards = _cards(source, offset, row, face_up=False)
        size = len(row_cards)
        if len(rows) > 1 and (size > columns or (size < columns and number < len(rows))):
            wrong = f"row {number} of the hand has {count_phrase(size, 'card')}"
            refuse(
                source, offset, wrong, f"a row of {columns}, one card for each column", len(row)
            )
        cards += row_cards
        offset += len(row) + 1
    return tuple(cards)


def _removed(source: SourceText, start: int, text: str) -> tuple[Suit | None, ...]:
    for offset, letter in enumerate(text if text != "-" else "", start):
        if letter.lower() not in _SUITS:
            expected = "the removed suits, each c, d, h or s, or '?' if not known; '-' for none"
            refuse(source, offset, f"'{letter}' is not a suit", expected)
    return () if text == "-" else tuple(_SUITS[letter] for letter in text.lower())


def _cells(source: SourceText, offset: int, text: str) -> tuple[Card | None, ...]:
    cells: list[Card | None] = []
    for cell in text.split(","):
        cards = (None,) if cell == "-" else _cards(source, offset, cell, face_up=True)
        if len(cards) > 1:
            expected = "one card or '-' for each cell, with commas between"
            refuse(source, offset, "more than one card for a free cell", expected, len(cell))
        cells += cards
        offset += len(cell) + 1
    return tuple(cells)


def _rules(source: SourceText, offset: int, text: str) -> Rules:
    try:
        return parse_rules(text)
    except RulesError as error:
        refuse(source, offset, str(error), "rules, or options such as suits=2", len(text))


def _cards(source: SourceText, start: int, text: str, *, face_up: bool) -> tuple[Card, ...]:
    """Return the cards that ``text`` states.  Raises NotationError at a token of another kind."""
    one = "?? for one that isn't known" if face_up else "4x for four that aren't known"
    expected = f"{_CARD}, or {one}"
    if not text:
        refuse(source, start, "cards are missing", expected)
    cards: list[Card] = []
    index = 0
    for token in _TOKEN.findall(text):
        try:
            cards += _meaning(token, face_up)
        except ValueError:
            refuse(source, start + index, f"{token!r} is not a card here", expected, len(token))
        index += len(token)
    return tuple(cards)


@lru_cache(maxsize=4096)
def _meaning(token: str, face_up: bool) -> tuple[Card, ...]:
    """Return the cards that a token stands for.  Raises ValueError if it isn't valid here."""
    if len(token) == 1 and token.lower() != "x":
        raise ValueError
    if token[-1] in "?xX":
        count = 1 if face_up else int(token[:-1] or 1)
        if face_up is token[-1].isalpha() or not 1 <= count <= DECKS:
            raise ValueError
        return (UNKNOWN,) * count
    high, dash, low = token[:-1].partition("-")
    first, suit = parse_rank(high), parse_suit(token[-1])
    last = parse_rank(low) if dash else first
    if first < last + len(dash):
        raise ValueError
    return tuple(card(rank, suit) for rank in range(first, last - 1, -1))


def dumps(position: Position) -> str:
    """Write a position, without a line end; fields with default values are left out."""
    fields = [
        "/".join(map(_column_text, position.columns)),
        _hand_text(position.hand, len(position.columns)),
        "".join("?" if suit is None else suit.letter for suit in position.removed) or "-",
    ]
    if any(card is not None for card in position.cells):
        cells = ("-" if card is None else _NAMES[card] for card in position.cells)
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
    parts: list[str] = []
    start = 0
    for index, c in enumerate(cards):
        if (
            index + 1 < len(cards)
            and c
            and cards[index + 1]
            and c.code - cards[index + 1].code == 4
        ):
            continue
        if index > start:
            parts.append(f"{_RANKS[cards[start].rank]}-{_NAMES[c]}")
        else:
            parts.append(_NAMES[c])
        start = index + 1
    return "".join(parts)


def _cards_text(cards: Iterable[Card]) -> str:
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
    return "/".join(
        _cards_text(hand[start : start + columns]) for start in range(0, len(hand), columns)
    )


FORMAT: Final = Format(
    name="fen",
    summary="our own, one short line to read, type and quote; holds everything",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
)
loads = FORMAT.loads
