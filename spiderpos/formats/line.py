r"""``line``: the one-line positions of Don Woods' programs, his "line of apparent garbage".

::

    HAND/DEALT COLUMN1 COLUMN2 ... COLUMN10[ REMOVED].

Each card is one character from ``0`` to ``o``, enciphered with the card before it and its
place in the line, so the cipher runs on over the whole line.  A column is its face-down cards,
``/``, its face-up cards; without ``/`` all are face up; nothing at all is a space.  REMOVED is
one Ace for each suit removed.  HAND is the undealt cards, the next one first, and DEALT the
other cards of the deck, the last one dealt first: the two make 104.

The format is that of the X11 program (``movelog.c``, D. Lemke 1990, after Woods); see
``docs/notations/line.md`` for what is tolerated and what damage is found.
"""

from __future__ import annotations

import html
import re
from typing import Final

from ..cards import ACE, UNKNOWN, card
from ..census import DECKS
from ..errors import NotWritable, PositionError
from ..history import dealt_at_start
from ..position import Position
from ..rules import COLUMNS
from ..source import BLANKS, SourceText
from ..wording import count_phrase
from . import linefaults
from .base import OLD_DEFAULTS, Old, Format, ReadOptions
from .linecipher import ALPHABET, LINE_BREAK, LONGEST, encipher, known_rows, lone_unknown
from .linefaults import AS_BLANKS, FOREIGN, LOOKED_AT, QUOTE_MARKS
from .linewraps import read
from .strictness import refuse_unwritten

__all__ = [
    "ALPHABET",
    "FORMAT",
    "dump",
    "dumps",
    "garbled_in",
    "load",
    "loads",
    "looks_like",
    "recognises",
    "resembles",
]

_LONGEST_WORD: Final = 160
# What stands between blanks, over line ends.
_WORD: Final = re.compile(f"[^{BLANKS}]{{60,}}")
# Marks of the cipher that long words of other texts seldom have.
_MARKS: Final = frozenset(";<>?@[\\]^`")


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read a position from a save line.

    Line breaks inside are ignored, as the programs do; blanks that were lost at them are put back
    if it's clear where (see :mod:`spiderpos.formats.linewraps`).  The rules are those of
    ``options``: a line doesn't say.  Raises NotationError, or PositionError for a line whose
    cards are read but don't make a position.
    """
    try:
        position = read(text, name, options)
    except PositionError:
        damage = linefaults.damage(text, name, options)
        if damage is None:
            raise
        raise damage from None
    if position is None:
        raise linefaults.fault(text, name, options)
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position) + "\n")
    return position


def dumps(position: Position) -> str:
    """Write a position as a save line, without a line end.

    Unknown cards are written as such, but the programs can't read them in the hand or in the
    tableau.  Raises NotWritable for filled free cells, other than ten columns, a removed suit
    that isn't known, a dealt part that doesn't fit the hand, and more than ``LONGEST`` cards.
    """
    hand, dealt = position.hand, position.dealt or dealt_at_start(position)
    if len(position.columns) != COLUMNS:
        raise NotWritable("line", f"a tableau of {count_phrase(len(position.columns), 'column')}")
    if any(held is not None for held in position.cells):
        raise NotWritable("line", "cards in free cells", ("fen", "json"))
    if None in position.removed:
        raise NotWritable("line", "a removed suit that isn't known", ("fen", "json"))
    if len(hand) > DECKS:
        raise NotWritable("line", f"a hand of {len(hand)} cards")
    if not dealt:
        dealt = (UNKNOWN,) * (DECKS - len(hand))
    elif len(hand) + len(dealt) != DECKS:
        raise NotWritable(
            "line", f"a dealt part of {len(dealt)} cards beside a hand of {len(hand)}"
        )
    elif UNKNOWN in dealt and known_rows(dealt, position.rules) is None:
        raise NotWritable("line", "a dealt part that is known in other parts than whole rows")
    if lone_unknown(position):
        raise NotWritable("line", "a card that isn't known, though all others are", ("fen",))
    aces = tuple(card(ACE, suit) for suit in position.removed if suit is not None)
    cards = [*hand, *dealt]
    for column in position.columns:
        cards += column.down
        cards += column.up
    cards += aces
    if len(cards) > LONGEST:
        raise NotWritable("line", f"{len(cards)} cards")
    text = encipher(cards)

    at = len(hand)
    parts = [text[:at], "/", text[at:DECKS]]
    at = DECKS
    for column in position.columns:
        down, up = at + len(column.down), at + len(column)
        parts += (" ", text[at:down], "/" if down > at else "", text[down:up])
        at = up
    if aces:
        parts += (" ", text[at:])
    return "".join(parts) + "."


def recognises(text: str) -> bool:
    """Whether a text looks like a save line and nothing else, if perhaps a damaged one."""
    head, stop, rest = text[:LOOKED_AT].partition(".")
    return looks_like(head) and not (stop and rest.strip())


def looks_like(head: str) -> bool:
    """Whether a text up to the first full stop looks like a save line."""
    plain = QUOTE_MARKS.sub("", html.unescape(head[:LOOKED_AT])).lstrip()
    word = LINE_BREAK.sub("", plain).partition(" ")[0]
    # Where a text was wrapped right after the deck, a column follows it without a blank.
    return len(word) >= 80 and 0 < word.count("/") < 3 and not FOREIGN.search(word)


def resembles(text: str) -> bool:
    """Whether somewhere in a text there is what may be a damaged save line.

    For texts in which no notation is recognised: what is wrong with a save line says more than
    that it isn't one.
    """
    plain = QUOTE_MARKS.sub("", html.unescape(text[:LOOKED_AT]))
    words = LINE_BREAK.sub("", plain.translate(AS_BLANKS)).split(" ")
    return any(
        len(word) >= 60
        and (word.count("/", 0, _LONGEST_WORD) in range(1, 9) or not FOREIGN.search(word))
        and "/" * 3 not in word
        and len(FOREIGN.findall(word)) <= len(word) // 20 + 2
        and len(set(word)) > 12
        for word in words
    )


def garbled_in(text: str) -> int | None:
    """Where in a text a damaged save line may begin, in whatever it stands; None if nowhere.

    For texts that are read in another notation: they may have held more than is read.
    """
    for found in _WORD.finditer(text):
        plain = LINE_BREAK.sub("", html.unescape(found[0][: 4 * _LONGEST_WORD]))
        word = max(plain.translate(AS_BLANKS).split(" "), key=len)
        foreign = set(FOREIGN.findall(word))
        lowered = word == word.lower() and foreign <= set("pqrstuvwxyz")
        if (
            len(word) >= 60
            and word.count("/") < 9
            and "/" * 3 not in word
            and len(set(word)) > 12
            and len(_MARKS & set(word)) > 2
            and (lowered or len(FOREIGN.findall(word)) <= len(word) // 20 + 2)
        ):
            rows = LINE_BREAK.split(found[0])
            return found.start() + found[0].index(max(rows[:2], key=len))
    return None


FORMAT: Final = Format(
    name="line",
    summary="Woods' save line: one line, face-down cards and hand included",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example=(
        r"J6m\ZM^3>gU82j]`LGMFl8o0WeDimHa;d^1QcHGKQdQAZ6l;oK/QmbbBhNhiMiWe=FOH<jJ]T^1URFDdGj^_7"
        "\n"
        r"TRgK7lFY52@aDCd1==>D >Kg74/^ YoT[/6 HCcF/P \MNXm/Q EK25/k 9^0M/c KF0@W/N \JHY/: 9GLR/"
        "\n"
        r"L \W8hH/2."
    ),
    lossy="house rules, cards in free cells",
)
load = FORMAT.load
dump = FORMAT.dump
