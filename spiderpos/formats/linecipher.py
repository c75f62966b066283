"""The cipher of Woods' save lines, and the reading of those that are well formed.

For :mod:`spiderpos.formats.line`, which says what such a line is; why a text isn't one is for
:mod:`spiderpos.formats.linefaults` to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from operator import xor
from typing import Final

from ..cards import ACE, KING, UNKNOWN, Card, Suit, card, from_codes
from ..census import DECKS, validate
from ..history import contradiction
from ..position import Column, Position
from ..rules import COLUMNS, Rules
from .base import ReadOptions

__all__ = [
    "ALPHABET",
    "KEYS",
    "LINE",
    "LINE_BREAK",
    "LONGEST",
    "RESAVED",
    "decipher",
    "decode",
    "encipher",
    "known_rows",
    "lone_unknown",
]

#: The characters that stand for the values 0 to 63.
ALPHABET: Final = "".join(map(chr, range(ord("0"), ord("o") + 1)))
#: The most characters of cards; no line of a full position comes near (104 of the deck, 104 on
#: the table).
LONGEST: Final = 1024
#: What each place in the line adds to the cipher.
KEYS: Final = bytes(((5 * i) % 4 + 20 * i) & 63 for i in range(1, LONGEST + 1))
#: What X11's program writes for a deck that it read as unknown.
RESAVED: Final = card(KING, Suit.SPADES)
#: Line breaks within a line.
LINE_BREAK: Final = re.compile(r"[\r\n]+")

_TO_VALUES: Final = bytes((code - 48) & 63 for code in range(256))
_TO_CHARACTERS: Final = bytes(ALPHABET, "ascii") + bytes(192)
_KEYS_AS_NUMBER: Final = int.from_bytes(KEYS, "little")
#: The form of a line on one line.
LINE: Final = re.compile(r"[0-o]*/[0-o]*(?: (?:[0-o]+(?:/[0-o]+)?)?){10}(?: [0-o]+)?\.")


def encipher(cards: Iterable[Card]) -> str:
    """The characters of all cards of a line, in its order."""
    cards = tuple(cards)
    values = map(xor, map(xor, cards, chain((0,), cards)), KEYS)
    return bytes(values).translate(_TO_CHARACTERS).decode("ascii")


def decipher(line: str) -> bytes:
    """What the characters of a line stand for, 0 to 63 each; ``/``, blanks, full stops and line
    breaks are passed over, and so is what comes after the first ``LONGEST``.
    """
    values = line.encode("ascii").translate(_TO_VALUES, b"/ .\r\n")[:LONGEST]
    length = 8 * len(values)
    mask = (1 << length) - 1
    number = int.from_bytes(values, "little") ^ _KEYS_AS_NUMBER & mask
    # Each card has gone into the cipher of the next, so it is the XOR of all characters up to
    # its own: all at once, by doubling.
    stride = 8
    while stride < length:
        number ^= number << stride & mask
        stride *= 2
    return number.to_bytes(len(values), "little")


def decode(body: str, name: str, options: ReadOptions) -> Position | None:
    """The position in a line of the form of ``LINE``, or None if its cipher or deck is damaged.

    Raises PositionError.
    """
    if len(body) > 2 * LONGEST:
        return None
    codes = decipher(body)
    try:
        cards = from_codes(codes)
    except ValueError:
        return None
    fields = body[:-1].split(" ")
    in_hand = fields[0].index("/")
    if len(fields[0]) != DECKS + 1:
        return None
    hand, dealt, deck = cards[:in_hand], cards[in_hand:DECKS], codes[in_hand:DECKS]
    columns = []
    at = DECKS
    for field in fields[1:11]:
        down, _, up = field.rpartition("/")
        middle = at + len(down)
        stop = middle + len(up)
        columns.append(Column(cards[at:middle], cards[middle:stop]))
        at = stop
    aces = cards[at:]
    if aces and any(ace >> 2 != ACE for ace in aces):
        return None
    if UNKNOWN in deck or deck.count(RESAVED) > options.rules.copies:
        rows = known_rows(dealt, options.rules)
        if rows is None:
            return None
        dealt = dealt[:rows] + (UNKNOWN,) * (len(dealt) - rows) if rows else ()
    position = Position(
        tuple(columns),
        hand,
        tuple([ace.suit for ace in aces]),
        (),
        options.rules,
        dealt,
    )
    if dealt and contradiction(position) is not None:
        return None
    if UNKNOWN in codes[DECKS:] and lone_unknown(position):
        return None
    validate(position, partial=options.partial, name=name)
    return position


def known_rows(dealt: tuple[Card, ...], rules: Rules) -> int | None:
    """How many cards of a dealt part that isn't known throughout are known: whole rows, dealt
    since the position was set up, which stand first.  None if others are known too.
    """
    unknown = UNKNOWN if UNKNOWN in dealt else RESAVED
    rows = dealt.index(unknown)
    if dealt.count(unknown) < len(dealt) - rows:
        return None
    return rows if rows % COLUMNS == 0 or rows == len(dealt) - sum(rules.start) else None


def lone_unknown(position: Position) -> bool:
    """Whether of a whole game's cards just one isn't known, and it lies face up.

    The others tell which it is, so no program writes it as unknown; a damage may.
    """
    columns, hand = position.columns, position.hand
    up = sum(column.up.count(UNKNOWN) for column in columns)
    if up != 1 or UNKNOWN in hand or any(UNKNOWN in column.down for column in columns):
        return False
    return len(hand) + sum(map(len, columns)) + 13 * len(position.removed) == DECKS
