"""The cells of a printed tableau: what each terminal of ``grammars/layouts.lark`` stands for.

A cell is a card, a sign that stands for a face-down card, for a card that isn't known or for no
card, or a number of face-down cards.  Some signs mean one thing to one writer and another to the
next (``--`` is a face-down card to Woods and no card to others): for those the table has all
meanings, and the position decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..game.cards import RANK_NAMES, RANK_WORDS, UNKNOWN, Card, Suit, card
from ..text.errors import NotationError
from ..text.resources import grammar
from ..text.source import SUIT_SIGNS, SourceText
from ..text.wording import NUMBERS

if TYPE_CHECKING:
    from lark import Lark, Token


class Meaning:
    """What a sign stands for, in words: one of these."""

    DOWN: Final = "a face-down card"
    UP: Final = "a card that lies face up"
    UNKNOWN: Final = "a card that lies face up and isn't known"
    NOTHING: Final = "no card"


class CellKind:
    """How a cell is written: one of these."""

    CARD: Final = "card"
    ENCLOSED: Final = "card in brackets"
    SIGN: Final = "sign"
    COUNT: Final = "number of face-down cards"
    RANK: Final = "rank without a suit"


class Fault(Exception):  # noqa: N818 - becomes a NotationError, with the place in the text
    """What keeps a table from making columns: the span of the cell, the reason, what would do."""

    def __init__(
        self, span: tuple[int, int], message: str, expected: str = "", settled_by: str = ""
    ) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected
        self.settled_by = settled_by

    def located(self, source: SourceText) -> NotationError:
        """Return the same as an error that shows the place."""
        start, stop = self.span
        place = source.place(start, stop - start)
        return NotationError(self.message, place, self.expected, self.settled_by)


@dataclass(slots=True)
class Cell:
    """A cell as it is written: its kind, its text and where that starts and stops.

    ``card`` is the card that it names (of a rank without a suit: the spade), ``number`` the number
    of cards that it stands for, ``sign`` the terminal of a sign.
    """

    kind: str
    text: str
    start: int
    stop: int
    card: Card = UNKNOWN
    number: int = 1
    sign: str = ""


#: The layouts of the grammar, which are start rules.
LAYOUTS: Final = (
    *("tabbed", "barred", "rows", "listed", "dashed", "labelled", "numbered", "bulleted"),
    *("counted", "plain"),
)


def parser() -> Lark:
    """Return the parser of ``grammars/layouts.lark``."""
    return grammar("layouts", positions=False, start=("text", *LAYOUTS))


def span_of(token: Token) -> tuple[int, int]:
    """Return where a token stands, without the blanks before it."""
    stop = token.end_pos or 0
    return stop - len(token.lstrip()), stop


_D, _U, _N = Meaning.DOWN, Meaning.UNKNOWN, Meaning.NOTHING
#: What the signs of a terminal may mean, the commonest first.
MEANINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("BACK", "BACKS", "HOLLOW", "STAR"), (_D,)),
    "DOTS": (_D, _N),
    "DASHES": (_D, _N, _U),
    "QUESTIONS": (_U, _D),
    **dict.fromkeys(("DASH", "LINES"), (_N, _D)),
    "SPACE": (_N,),
}
#: The terminals of cards that need nothing around them.
CARDS: Final = ("CARD", "CARD_LABEL", "NEXT_CARD", "RUN", "WORDED", "COLONS")
_OTHER: Final = ("ROUND", "SQUARE", "COUNT", "COUNT_IN_WORDS", "BRACKETED", "RANK")
#: The terminals of all cells but bare numbers, which may be something else.
CELLS: Final = frozenset((*CARDS, *_OTHER, *MEANINGS))

_COUNTS: Final = {word: number for number, word in enumerate(NUMBERS)} | {"none": 0}
_RANKS: Final = {
    **{name.lower(): rank for rank, name in enumerate(RANK_NAMES) if name},
    **{word: rank for rank, word in enumerate(RANK_WORDS, 1)},
    **{"t": 10, "0": 10},
}
#: The suits, as letters and signs.
SUITS: Final = f"CDHScdhs{''.join(SUIT_SIGNS)}"
_SUITS: Final = {sign: Suit(SUIT_SIGNS.get(sign, sign)) for sign in SUITS[4:]}
#: The playing-card characters: after the backs a row of sixteen for each suit, with a Knight.
_PICTURES: Final = {
    chr(0x1F0A0 + 16 * row + at): card(rank, suit)
    for row, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    for rank, at in enumerate((*range(1, 12), 13, 14), 1)
}
_FACE: Final = re.compile(
    rf"(10|[2-9tjqka0])([{SUITS[4:]}])|([{SUITS[4:]}])(10|[2-9tjqka0])",
)
_WORDS: Final = re.compile(r"[0-9]+|[a-z]+")


def face(text: str) -> Card:
    """Return the card of a text such as ``10h``, ``hT``, ``10♥`` or ``three of hearts``."""
    text = text.strip(" ()[]:-").replace("\ufe0f", "")
    if text in _PICTURES:
        return _PICTURES[text]
    match = _FACE.fullmatch(text.lower())
    if match is None:
        rank, _, suit = text.lower().split()
        return card(_RANKS[rank], _SUITS[suit[0]])
    return card(_RANKS[match[1] or match[4]], _SUITS[match[2] or match[3]])


def number_in(text: str) -> int:
    """Return the number in a text, in digits or in a word."""
    words = _WORDS.findall(text.lower())
    return next(
        int(w) if w.isdigit() else _COUNTS[w] for w in words if w.isdigit() or w in _COUNTS
    )


def cells_of(token: Token) -> list[Cell]:
    """Return the cell of a token; of a run, each of its cards.  Raises Fault for no such run."""
    kind, text, stop = token.type, token.lstrip(), token.end_pos or 0
    start = stop - len(text)
    match kind:
        case "RUN":
            head, tail = re.split(r"-|\.\.", text)
            low = face(tail)
            high = _RANKS[head.rstrip(f"{SUITS}\ufe0f").lower()]
            if high <= low.rank:
                raise Fault((start, stop), f"'{text}' doesn't go down", "a run as in K-9d")
            ranks = range(high, low.rank - 1, -1)
            return [Cell(CellKind.CARD, text, start, stop, card(rank, low.suit)) for rank in ranks]
        case "ROUND" | "SQUARE":
            return [Cell(CellKind.ENCLOSED, text[1:-1].strip(), start, stop, face(text))]
        case "COUNT" | "COUNT_IN_WORDS" | "BRACKETED":
            return [Cell(CellKind.COUNT, text, start, stop, number=number_in(text), sign=kind)]
        case "BACKS":
            sign = text[0].lower()
            return [Cell(CellKind.SIGN, sign, start, stop, number=len(text), sign=kind)]
        case "RANK" | "NUMBER":
            rank = _RANKS.get(text.lower())
            named = UNKNOWN if rank is None or kind == "NUMBER" else card(rank, Suit.SPADES)
            return [Cell(CellKind.RANK, text, start, stop, named)]
        case _ if kind in MEANINGS:
            return [Cell(CellKind.SIGN, text.lower(), start, stop, sign=kind)]
    return [Cell(CellKind.CARD, text.lstrip("-"), start, stop, face(text))]
