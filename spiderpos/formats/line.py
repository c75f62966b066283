"""``line``: the one-line positions of Don Woods' programs, his "line of apparent garbage".

Each card is one character from ``0`` to ``o``, enciphered with the card before it and its place
in the line.  ``docs/notations/line.md`` specifies it.  Line breaks are ignored, as by the
programs; a line that lost blanks where it was wrapped is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from operator import xor
from typing import Final, NamedTuple

from ..game.cards import ACE, KING, UNKNOWN, Card, Suit, card, codes_of, from_codes
from ..game.census import DECKS
from ..game.history import dealt_at_start
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import Draft, Format, ReadOptions, refuse_unwritable

#: The characters for the values 0 to 63.
ALPHABET: Final = "".join(map(chr, range(ord("0"), ord("o") + 1)))
#: The maximum number of cards of a line.  A full position has 104 in the deck and at most 104 in
#: the columns.
LONGEST: Final = 1024
_LONGEST_TEXT: Final = LONGEST + 24
#: The cipher's key for each place in the line.
_KEYS: Final = bytes(((5 * i) % 4 + 20 * i) & 63 for i in range(1, LONGEST + 1))
_TO_VALUES: Final = bytes((code - 48) & 63 for code in range(256))
_TO_CHARACTERS: Final = bytes(ALPHABET, "ascii") + bytes(192)
_LINE: Final = re.compile(r"[0-o]*/[0-o]*(?: (?:[0-o]+(?:/[0-o]+)?)?){10}(?: [0-o]+)?\.")
#: Matches the longest valid beginning of a line; an error is reported at its end.
_BEGINNING: Final = re.compile(r"[0-o]*/[0-o]*(?: (?:[0-o]+(?:/[0-o]+)?)?){0,10}(?: [0-o]+)?")
_ROW: Final = re.compile(r"(?=[^\r\n])([^\S\r\n]*)[^\r\n]*")
_FOREIGN: Final = re.compile(r"[^0-o/ .\r\n]")
_BREAKS: Final = re.compile(r"[\r\n]+")
_FORM: Final = "HAND/DEALT, ten columns, perhaps the removed suits' Aces, '.'; all blanks"
#: Limits for recognising a line: the examined length of the text, the minimum length of the word
#: that is the deck, and the maximum number of invalid characters in it.
_HEAD_LENGTH: Final = 4096
_SHORTEST: Final = 60
_MOST_FOREIGN: Final = 2
#: The card that the X11 program writes for each card of the deck that it read as unknown, and the
#: maximum number of its copies in a real deck (of one suit).  If a deck has more, all are unknown.
_RESAVED: Final = card(KING, Suit.SPADES)
_MOST_COPIES: Final = 8


class _Body(NamedTuple):
    """A save line without line breaks, and the offset of each of its characters in the text."""

    text: str
    places: Sequence[int]


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """Parse a save line to a draft of the position.

    Raises NotationError if the text doesn't have the form of a line, or is damaged.
    """
    body = _unwrapped(source.text)
    if not _LINE.fullmatch(body.text) or len(body.text) > _LONGEST_TEXT:
        raise _misshapen(source, body)
    fields = body.text[:-1].split(" ")
    in_hand, in_deck = fields[0].index("/"), len(fields[0]) - 1
    codes = _deciphered(body.text)
    try:
        cards = from_codes(codes)
    except ValueError:
        raise _damaged(source, body, 0, "not all of these are cards") from None
    columns = []
    start = in_deck
    for field in fields[1:11]:
        down, _, up = field.rpartition("/")
        middle = start + len(down)
        stop = middle + len(up)
        columns.append(Column(cards[start:middle], cards[middle:stop]))
        start = stop
    aces = cards[start:]
    if any(ace.rank != ACE for ace in aces):
        raise _damaged(source, body, len(body.text) - 2, "a removed suit is written as its Ace")
    if in_deck != DECKS:
        message = f"the hand and the dealt part are {count_phrase(in_deck, 'card')}"
        raise _damaged(source, body, in_hand, message)
    dealt = cards[in_hand:DECKS]
    if 0 in codes[in_hand:DECKS] or codes.count(_RESAVED.code, in_hand, DECKS) > _MOST_COPIES:
        known_count = _known_rows(dealt)
        if known_count is None:
            message = "the dealt part is known in other parts than whole rows"
            raise _damaged(source, body, in_hand + 1, message)
        dealt = (
            dealt[:known_count] + (UNKNOWN,) * (len(dealt) - known_count) if known_count else ()
        )
    if 0 in codes[DECKS:] and _lone_unknown(columns, cards[:in_hand], len(aces)):
        signs = [place for place, sign in enumerate(body.text) if sign not in "/ ."]
        message = "this card isn't known, though all others are"
        raise _damaged(source, body, signs[cards.index(UNKNOWN, DECKS)], message)
    draft = Draft(
        columns=tuple(columns),
        hand=cards[:in_hand],
        removed=tuple([ace.suit for ace in aces]),
        dealt=dealt,
        dealt_at=body.places[in_hand],
    )
    return (draft,)


def _unwrapped(text: str) -> _Body:
    """Join the rows of a wrapped save line, without line breaks and common indentation."""
    stripped = text.strip()
    if "\n" not in stripped and "\r" not in stripped:
        start = text.index(stripped)
        return _Body(stripped, range(start, start + len(stripped)))
    rows = list(_ROW.finditer(text.rstrip()))
    indent = min(len(row[1]) for row in rows)
    places = [offset for row in rows for offset in range(row.start() + indent, row.end())]
    while text[places[0]].isspace():
        del places[0]
    return _Body("".join([text[offset] for offset in places]), places)


def _known_rows(dealt: Sequence[Card]) -> int | None:
    """Return the number of known cards in a dealt part, some of whose cards are unknown.

    None unless they come first, and are whole rows or the dealt part is the whole deck.
    """
    unknown = UNKNOWN if UNKNOWN in dealt else _RESAVED
    known_count = dealt.index(unknown)
    whole = known_count % COLUMNS == 0 or len(dealt) == DECKS
    return known_count if whole and dealt.count(unknown) == len(dealt) - known_count else None


def _lone_unknown(columns: Sequence[Column], hand: Sequence[Card], removed: int) -> bool:
    """Return True if exactly one card of a whole game is unknown, and it lies face up.

    The other 103 cards determine it, so a program would name it: the line must be damaged.
    """
    up = sum(column.up.count(UNKNOWN) for column in columns)
    down = any(UNKNOWN in column.down for column in columns)
    whole = len(hand) + sum(map(len, columns)) + 13 * removed == DECKS
    return up == 1 and whole and not down and UNKNOWN not in hand


# The cipher


def _enciphered(cards: Iterable[Card]) -> str:
    codes = codes_of(cards)
    values = map(xor, map(xor, codes, chain((0,), codes)), _KEYS)
    return bytes(values).translate(_TO_CHARACTERS).decode("ascii")


def _deciphered(line: str) -> bytes:
    """Return the codes of the cards of a line, 0 to 63 each."""
    values = line.encode("ascii").translate(_TO_VALUES, b"/ .")
    # A value is XORed with the card before it, so a card is the XOR of all values up to its own.
    return bytes(accumulate(map(xor, values, _KEYS), xor))


# Errors in a line


def _misshapen(source: SourceText, body: _Body) -> NotationError:
    """Return the error for a text without the form of a line, at its first wrong character."""
    match, foreign = _BEGINNING.match(body.text), _FOREIGN.search(body.text)
    end = match.end() if match else foreign.start() if foreign else 0
    offset = body.places[end] if end < len(body.places) else body.places[-1] + 1
    return NotationError("from here on this is not a save line", source.place(offset), _FORM)


def _damaged(source: SourceText, body: _Body, index: int, message: str) -> NotationError:
    return NotationError(
        f"{message}: a character was lost, added or changed, here or before",
        source.place(body.places[index]),
        "the line as it was saved",
    )


def dumps(position: Position) -> str:
    """Write a position as a save line, without a line end.

    Unknown cards are written, but the programs can't read them in the hand or in the tableau.
    Raises NotWritable for a dealt part that doesn't fit the hand, a single unknown card, more than
    ``LONGEST`` cards, and other positions that a line can't express.
    """
    refuse_unwritable("line", position)
    hand, dealt = position.hand, position.dealt or dealt_at_start(position)
    if len(hand) > DECKS:
        raise NotWritable("line", f"a hand of {len(hand)} cards")
    if not dealt:
        dealt = (UNKNOWN,) * (DECKS - len(hand))
    elif len(hand) + len(dealt) != DECKS:
        what = f"a dealt part of {len(dealt)} cards with a hand of {len(hand)}"
        raise NotWritable("line", what)
    elif UNKNOWN in dealt and _known_rows(dealt) is None:
        raise NotWritable("line", "a dealt part that is known in other parts than whole rows")
    if _lone_unknown(position.columns, hand, len(position.removed)):
        raise NotWritable("line", "a card that isn't known, though all others are", ("fen",))
    aces = [card(ACE, suit) for suit in position.removed if suit is not None]
    cards = [*hand, *dealt]
    for column in position.columns:
        cards += (*column.down, *column.up)
    cards += aces
    if len(cards) > LONGEST:
        raise NotWritable("line", f"{len(cards)} cards")
    text = _enciphered(cards)
    start = len(hand)
    parts = [text[:start], "/", text[start:DECKS]]
    start = DECKS
    for column in position.columns:
        down, up = start + len(column.down), start + len(column)
        parts += (" ", text[start:down], "/" if down > start else "", text[down:up])
        start = up
    if aces:
        parts += (" ", text[start:])
    return "".join(parts) + "."


def recognises(text: str) -> bool:
    """Return True if a text begins like a save line, and nothing follows its full stop.

    The line may be damaged.
    """
    head, stop, rest = text[:_HEAD_LENGTH].partition(".")
    return begins_like_one(head) and not (stop and rest.strip())


def begins_like_one(text: str) -> bool:
    """Return True if a text begins with a word that looks like the deck of a save line."""
    word = _BREAKS.sub("", text[:_HEAD_LENGTH].lstrip()).partition(" ")[0][: DECKS + 1]
    return (
        len(word) >= _SHORTEST
        and word.count("/") in (1, 2)
        and len(set(word[:_SHORTEST])) > _SHORTEST // 5
        and len(_FOREIGN.findall(word)) <= _MOST_FOREIGN
    )


FORMAT: Final = Format(
    name="line",
    summary="Woods' save line: one line, face-down cards and hand included",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    lossy="house rules, cards in free cells",
    verbatim=True,
)
loads = FORMAT.loads
