"""Parse tableaux with ``grammars/layouts.lark`` into cells, and into the lines of each layout.

Some signs have a different meaning for different writers (``--`` is a face-down card to Woods and
no card to others).  :data:`MEANINGS` lists them all; the position decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Transformer

from ..game.cards import NAMED_CARDS, RANK_NAMES, UNKNOWN, Card, Suit, card
from ..text.errors import Fault
from ..text.resources import grammar
from ..text.source import SUIT_SIGNS
from ..text.wording import NUMBERS

#: The possible meanings of a sign, in words.
DOWN: Final = "a face-down card"
FACE_UP: Final = "a card that lies face up"
NOT_KNOWN: Final = "a card that lies face up and isn't known"
NO_CARD: Final = "no card"


@dataclass(slots=True)
class Cell:
    """A cell: its terminal, its text and the offsets of its start and end.

    ``card`` is the card that it names (a rank without a suit is of spades), ``number`` the number
    of cards that it represents.
    """

    kind: str
    text: str
    start: int
    stop: int
    card: Card = UNKNOWN
    number: int = 1

    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the cell's start and end in the text."""
        return self.start, self.stop

    @property
    def is_count(self) -> bool:
        """True if the cell is a number of face-down cards."""
        return self.kind in COUNTS

    @property
    def may_be_down(self) -> bool:
        """True if the cell is a sign that can mean a face-down card."""
        return DOWN in MEANINGS.get(self.kind, ())


class ColumnLine(NamedTuple):
    """A line that describes one column: its label or number, and its cells."""

    label: Token | None
    cells: list[Cell]


#: The possible meanings of the signs of a terminal, the most common first.
MEANINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("BACK", "BACKS", "HOLLOW", "STAR"), (DOWN,)),
    "DOTS": (DOWN, NO_CARD),
    "DASHES": (DOWN, NO_CARD, NOT_KNOWN),
    "QUESTIONS": (NOT_KNOWN, DOWN),
    "DASH": (NO_CARD, DOWN),
    "SPACE": (NO_CARD,),
}
#: The kinds of cells that state a number of face-down cards; BARE is a number without brackets or
#: words, before the cards of a column.
COUNTS: Final = ("COUNT", "COUNT_IN_WORDS", "BARE")
#: The kinds of cells, in this order: cards with a suit; cells that are not a card with a suit; all
#: cells except the terminal NUMBER, which may be something else.
CARDS: Final = ("CARD", "NEXT_CARD", "RUN", "WORDED", "COLONS")
UNSUITED: Final = frozenset(("RANK", *COUNTS, *MEANINGS))
CELLS: Final = frozenset((*CARDS, "ROUND", *UNSUITED))

_COUNTS: Final = {word: number for number, word in enumerate(NUMBERS)} | {"none": 0}
_RANKS: Final = {name.lower(): rank for rank, name in enumerate(RANK_NAMES)} | {"t": 10, "0": 10}
_LETTERS: Final = str.maketrans({**SUIT_SIGNS, "\ufe0f": ""})
#: Unicode's playing cards: sixteen code points for each suit.  The first is not a card of the
#: suit, and the Knight comes before the Queen.
_PICTURES: Final = {
    chr(0x1F0A0 + 16 * row + index): card(rank, suit)
    for row, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    for rank, index in enumerate((*range(1, 12), 13, 14), 1)
}
_WORDS: Final = re.compile(r"[0-9]+|[a-z]+")


def face(text: str) -> Card:
    """Return the card of a text such as ``10h``, ``10♥`` or ``three of hearts``."""
    name = text.strip(" ()[]:-").translate(_LETTERS).lower()
    return _PICTURES.get(name) or NAMED_CARDS[name]


def number_in(text: str) -> int:
    """Return the first number in a text, in digits or in a word."""
    words = _WORDS.findall(text.lower())
    return next(
        int(w) if w.isdigit() else _COUNTS[w] for w in words if w.isdigit() or w in _COUNTS
    )


class _Reader(Transformer[Token, Any]):
    """Transformer with a method for each rule below the layouts."""

    def cell(self, tokens: list[Token]) -> list[Cell]:
        return cells_of(tokens[0])

    cell_of_row = cell_of_count = number_cell = shown = cell

    def label(self, tokens: list[Token]) -> Token:
        return tokens[0]

    number = label

    def field(self, cells: list[list[Cell]]) -> list[Cell]:
        return cells[0] if cells else []

    def fields(self, parts: list[Any]) -> list[list[Cell]]:
        return [part for part in parts if isinstance(part, list)]

    def row(self, parts: list[Any]) -> list[list[Cell]]:
        return [[cell for part in parts if isinstance(part, list) for cell in part]]

    def column(self, parts: list[Any]) -> ColumnLine:
        label = parts[0] if parts and getattr(parts[0], "type", "") in _LABELS else None
        return ColumnLine(label, [c for part in parts if isinstance(part, list) for c in part])


_LABELS: Final = ("LABEL", "NUMBER")
_READER: Final = _Reader()
#: The layouts, which are start rules of the grammar.
LAYOUTS: Final = (
    *("tabbed", "rows", "listed", "dashed", "labelled", "numbered", "bulleted", "counted"),
    "plain",
)


def parser() -> Lark:
    """Return the parser of ``grammars/layouts.lark``."""
    starts = ("text", *LAYOUTS)
    return grammar("layouts", positions=False, start=starts, transformer=_READER)


def span_of(token: Token) -> tuple[int, int]:
    """Return the offsets of a token, without the blanks before it."""
    stop = token.end_pos or 0
    return stop - len(token.lstrip()), stop


def cells_of(token: Token) -> list[Cell]:
    """Return the cell of a token, or one for each card of a run.  Raises Fault for a wrong run."""
    kind, text = token.type, token.lstrip()
    start, stop = span_of(token)
    if kind == "RUN":
        head, tail = re.split(r"-|\.\.", text)
        low = face(tail)
        high = _RANKS[head.rstrip(f"CDHScdhs{''.join(SUIT_SIGNS)}\ufe0f").lower()]
        if high <= low.rank:
            raise Fault((start, stop), f"'{text}' doesn't go down", "a run as in K-9d")
        ranks = range(high, low.rank - 1, -1)
        return [Cell(kind, text, start, stop, card(rank, low.suit)) for rank in ranks]
    cell = Cell(kind, text, start, stop)
    if kind == "ROUND":
        cell.text, cell.card = text[1:-1].strip(), face(text)
    elif kind in COUNTS:
        cell.number = number_in(text)
    elif kind == "BACKS":
        cell.text, cell.number = text[0].lower(), len(text)
    elif kind in MEANINGS:
        cell.text = text.lower()
    elif kind == "RANK":
        cell.card = card(_RANKS[text.lower()], Suit.SPADES)
    elif kind != "NUMBER":
        cell.text, cell.card = text.lstrip("-"), face(text)
    return [cell]
