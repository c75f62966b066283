"""What a cell of a printed tableau may be: the one table of spellings that all readers share.

A cell is a card, a sign that stands for a face-down card, for a card that isn't known or for no
card, or a number of face-down cards.  Some signs mean one thing to one writer and another to the
next (``--`` is a face-down card to Woods and no card to others): for those the table has all
meanings, and the position decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..game.cards import RANK_NAMES, UNKNOWN, Card, Suit, card

__all__ = [
    "CARD",
    "CELL",
    "COUNT",
    "NUMBER",
    "SIGN",
    "SIGNS",
    "Cell",
    "Kind",
    "Meaning",
    "cell_of",
    "read_cells",
]


class Meaning:
    """What a sign stands for, in words: one of these."""

    DOWN: Final = "a face-down card"
    PAIR: Final = "two face-down cards"
    UP: Final = "a card that lies face up"
    UNKNOWN: Final = "a card that lies face up and isn't known"
    NOTHING: Final = "no card"


class Kind:
    """How a cell is written: one of these."""

    CARD: Final = "card"
    ROUND: Final = "card in round brackets"
    SQUARE: Final = "card in square brackets"
    SIGN: Final = "sign"
    COUNT: Final = "number of face-down cards"
    RANK: Final = "rank without a suit"


@dataclass(slots=True)
class Cell:
    """A cell as it is written: its kind, its text and where that starts and stops.

    ``card`` is the card that it names (of a rank without a suit: the spade), ``number`` the number
    of cards that it stands for.
    """

    kind: str
    text: str
    start: int
    stop: int
    card: Card = UNKNOWN
    number: int = 1


_D, _U, _N = Meaning.DOWN, Meaning.UNKNOWN, Meaning.NOTHING

#: Each sign, in small letters, and what it may mean, the commonest first.
SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        ("##", "#", "xx", "x", "**", "*", "::", "?", "[]", "[ ]", "(--)", "(-)"), (_D,)
    ),
    **dict.fromkeys(("■", "■■", "▮", "█", "██", "▓", "▓▓", "▒", "▒▒", "░", "░░", "□", "🂠"), (_D,)),
    **dict.fromkeys(("[x]", "[xx]", "[#]", "[##]", "[?]", "[??]", "[*]", "[**]", "[--]"), (_D,)),
    **dict.fromkeys(("(x)", "(xx)", "(#)", "(##)", "(?)", "(??)", "|xx", "|x"), (_D,)),
    **dict.fromkeys(("..", "."), (_D, _N)),
    "--": (_D, _N, _U),
    "??": (_U, _D),
    **dict.fromkeys(("-", "---", "----", "_", "__", "___", "....", "..."), (_N, _D)),
    **dict.fromkeys(
        ("(sp)", "[sp]", "sp", "()", "( )", "(  )", "[  ]", "empty", "(empty)", "[empty]"), (_N,)
    ),
    **dict.fromkeys(("space", "(space)", "[space]", "none", "hole", "^", "\\/", "∅"), (_N,)),
}

_RANKS: Final = {name: rank for rank, name in enumerate(RANK_NAMES) if name} | {"T": 10, "0": 10}
_LETTERS: Final = ("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")
_SUITS: Final = {letter: suit for suit in Suit for letter in _LETTERS[suit]}
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_COUNTS: Final = {word: number for number, word in enumerate(_NUMBERS)} | {"no": 0, "ten": 10}
#: The playing-card characters: after the backs a row of sixteen for each suit, with a Knight.
_PICTURES: Final = {
    chr(0x1F0A0 + 16 * row + at): card(rank, suit)
    for row, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    for rank, at in enumerate((*range(1, 12), 13, 14), 1)
}

#: Each spelling of a card.  The suit may be followed by the selector that makes an emoji of it.
_CARDS: Final = _PICTURES | {
    text: card(number, suit)
    for name, number in _RANKS.items()
    for rank in {name, name.lower()}
    for letter, suit in _SUITS.items()
    for sign in (letter, letter + "\ufe0f")
    for text in (rank + sign, sign + rank)
}

# As patterns.
_RANK: Final = r"(?:10|[2-9TJQKA0tjqka])"
_SUIT: Final = r"[CDHScdhs♣♧♦♢♥♡♠♤]\ufe0f?"
CARD: Final = rf"(?:{_RANK}{_SUIT}|{_SUIT}{_RANK}(?![CDHScdhs])|[{''.join(_PICTURES)}])"
_RUN: Final = rf"{_RANK}-{_RANK}{_SUIT}|{_RANK}{_SUIT}\.\.{_RANK}{_SUIT}"
SIGN: Final = f"(?i:{'|'.join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))})"
_HIDDEN: Final = r"(?:face[- ]?)?(?:down|hidden|unknown)"
#: Numbers of face-down cards, which letters-text has in words.
COUNT: Final = (
    rf"[(\[] *(?:\d{{1,2}}|{'|'.join(_COUNTS)})(?: +cards?)?(?: +{_HIDDEN})? *[)\]]"
    r"|\d{1,2} *[x×](?![0-9a-z])|x\d{1,2}\b"
    rf"|(?:\d{{1,2}}|one|two|three|four|five) +(?:cards? +)?{_HIDDEN}\b:?"
)
#: A number that is no cell: a column's or a row's, or a rank where no card has a suit.
NUMBER: Final = r"\d{1,2}"
#: A cell, or several without a blank between them; what bounds it is for the reader to say.
CELL: Final = (
    rf"(?:[(\[:] *{CARD} *[)\]:]"
    rf"|[xX]{{0,7}}(?:{_RUN}|{CARD})(?:-?{CARD})*"
    rf"|[xX]{{3,7}}|\*{{3,7}}|#{{3,7}}|{SIGN}|[AaJjQqKkTt])"
)
_ONE: Final = re.compile(
    rf"(?P<enclosed>[(\[:] *{CARD} *[)\]:])"
    rf"|(?P<run>{_RUN})|(?P<card>{CARD})|(?P<dash>-(?={CARD}))"
    rf"|(?P<count>(?i:{COUNT}))"
    rf"|(?P<glued>[xX]{{3,7}}|\*{{3,7}}|#{{3,7}}|[xX]{{1,7}}(?={CARD}))"
    rf"|(?P<sign>{SIGN})|(?P<rank>10|[2-9AJQKTajqkt])"
)
_DIGITS: Final = re.compile(r"\d+")


def read_cells(text: str, offset: int = 0) -> list[Cell]:
    """The cells of a word that :data:`CELL`, :data:`COUNT` or :data:`NUMBER` matches.

    Mostly one; several of a word such as ``xxx7d6c`` or ``7d-6c``.  ``offset`` is where it begins.
    """
    found: list[Cell] = []
    for match in _ONE.finditer(text):
        what, word, start = match.lastgroup, match[0], offset + match.start()
        if what == "run":
            head, tail = re.split(r"-|\.\.", word)
            low = _CARDS[tail]
            high = _RANKS[head.removesuffix("\ufe0f").rstrip("".join(_SUITS)).upper()]
            stop = start + len(word)
            for rank in range(high, low.rank - 1, -1):
                found.append(Cell(Kind.CARD, word, start, stop, card(rank, low.suit)))
        elif what != "dash":
            found.append(cell_of(what, word, start))
    return found


def cell_of(what: str | None, text: str, start: int) -> Cell:
    """The cell of what a group of a pattern matches, called ``card``, ``sign`` and so on."""
    stop = start + len(text)
    match what:
        case "card":
            return Cell(Kind.CARD, text, start, stop, _CARDS[text])
        case "sign":
            return Cell(Kind.SIGN, text.lower(), start, stop)
        case "enclosed":
            kind = {"(": Kind.ROUND, "[": Kind.SQUARE, ":": Kind.CARD}[text[0]]
            inner = text[1:-1].strip()
            return Cell(kind, inner, start, stop, _CARDS[inner])
        case "count":
            digits = _DIGITS.search(text)
            words = re.findall(r"[a-z]+", text.lower())
            count = int(digits[0]) if digits else next(_COUNTS[w] for w in words if w in _COUNTS)
            return Cell(Kind.COUNT, text, start, stop, number=count)
        case "glued":
            return Cell(Kind.SIGN, text[0].lower(), start, stop, number=len(text))
    return Cell(Kind.RANK, text, start, stop, card(_RANKS[text.upper()], Suit.SPADES))
