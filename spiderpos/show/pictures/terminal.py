"""Positions for a terminal: suits as signs, runs and breaks marked, at most 80 columns wide.

A natural run is bound together by a line at its left, and a card that isn't of the next lower
rank than the one that it lies on (a discontinuity) has a dash before it::

       1      2
      ░░     ░░
      Q♦   ╭ 9♠
    ┄ 7♥   ╰ 8♠
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Final

from ...game.cards import RANK_NAMES, Card, Suit
from ...game.engine import fits
from ...game.position import Column, Position
from ...game.rules import Rules
from ...text.wording import count_phrase
from .drawing import PLAIN, Drawing

__all__ = ["CHARACTERS", "draw"]

#: What a column takes: a dash, a line, a rank of two and a suit, and room to the next.
_WIDTH: Final = 8


@dataclass(frozen=True, slots=True)
class _Signs:
    """The characters that a picture is made of."""

    suits: str
    first: str
    middle: str
    last: str
    break_: str
    down: str


_SIGNS: Final = _Signs("♣♦♥♠", "╭", "│", "╰", "┄", "░░")
_LETTERS: Final = _Signs("cdhs", ",", "|", "'", "-", "--")

#: What has to be printable for signs.
CHARACTERS: Final = "♣♦♥♠╭│╰┄░"

_RESET: Final = "\x1b[0m"
_DIM: Final = "\x1b[2m"
_BOLD: Final = "\x1b[1m"
_RED: Final = "\x1b[31m"
_COLOURS: Final = {Suit.CLUBS: _BOLD, Suit.DIAMONDS: _RED, Suit.HEARTS: _RED, Suit.SPADES: _BOLD}
_FOUR: Final = _COLOURS | {Suit.CLUBS: "\x1b[32m", Suit.DIAMONDS: "\x1b[34m"}


def draw(
    position: Position, drawing: Drawing = PLAIN, *, colour: bool = False, letters: bool = False
) -> str:
    """The picture, with a line end.

    ``colour``: with the escape sequences that colour it.
    ``letters``: with the letters c d h s for suits, and nothing that isn't ASCII.
    Of ``drawing`` only ``four_colours``, ``column_numbers`` and ``show_hidden`` are heeded.
    """
    pen = _Pen(_LETTERS if letters else _SIGNS, colour, drawing)
    columns = [pen.column(column, position.rules) for column in position.columns]
    lines = [_joined(row) for row in zip_longest(*columns, fillvalue=_NOTHING)]
    if drawing.column_numbers:
        numbers = [
            _Cell(f"{n:>4}", pen.dim(f"{n:>4}")) for n in range(1, len(position.columns) + 1)
        ]
        lines.insert(0, _joined(numbers))
    lines += pen.rest(position)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Cell:
    """A piece of a line: as it is to be measured, and as it is to be written."""

    plain: str
    written: str


_NOTHING: Final = _Cell("", "")


def _joined(cells: Iterable[_Cell]) -> str:
    parts, owed = [], 0
    for cell in cells:
        if cell.plain:
            parts.append(" " * owed + cell.written)
            owed = 0
        owed += _WIDTH - len(cell.plain)
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Pen:
    signs: _Signs
    colour: bool
    drawing: Drawing

    def paint(self, text: str, code: str) -> str:
        return f"{code}{text}{_RESET}" if self.colour and text.strip() else text

    def dim(self, text: str) -> str:
        return self.paint(text, _DIM)

    def suit(self, suit: Suit) -> str:
        colours = _FOUR if self.drawing.four_colours else _COLOURS
        return self.paint(self.signs.suits[suit], colours[suit])

    def card(self, card: Card) -> str:
        """A card's name without blanks."""
        if not card:
            return self.dim("??")
        colours = _FOUR if self.drawing.four_colours else _COLOURS
        return self.paint(RANK_NAMES[card.rank] + self.signs.suits[card.suit], colours[card.suit])

    def column(self, column: Column, rules: Rules) -> list[_Cell]:
        if column.is_space:
            return [_Cell("  (sp)", self.dim("  (sp)"))]
        cells = []
        for card in column.down:
            if card and self.drawing.show_hidden:
                name = _plain(card, self.signs)
                text = f"{'(' + name:>5})"
                cells.append(_Cell(text, self.dim(text)))
            else:
                cells.append(_Cell(f"  {self.signs.down}", self.dim(f"  {self.signs.down}")))
        up = column.up
        natural = [
            bool(upper and lower) and lower.suit == upper.suit and bool(fits(lower, upper, rules))
            for upper, lower in pairwise(up)
        ]
        for i, card in enumerate(up):
            above, below = i > 0 and natural[i - 1], i < len(natural) and natural[i]
            bound = self._bound(above, below)
            broken = i > 0 and bool(card and up[i - 1]) and not fits(card, up[i - 1], rules)
            lead = (self.signs.break_ if broken else " ") + bound
            name = _plain(card, self.signs)
            gap = " " * (5 - 2 - len(name))
            cells.append(_Cell(f"{lead}{gap}{name}", f"{self.dim(lead)}{gap}{self.card(card)}"))
        return cells

    def _bound(self, above: bool, below: bool) -> str:
        if above:
            return self.signs.middle if below else self.signs.last
        return self.signs.first if below else " "

    def rest(self, position: Position) -> list[str]:
        """The lines below the columns: the hand, the cells, the suits removed."""
        lines = []
        if position.hand:
            deals = position.deals_left
            left = f"{count_phrase(deals, 'deal')} left"
            cards = count_phrase(len(position.hand), "card")
            backs = " ".join([self.signs.down] * min(10, deals))
            lines.append(
                f"hand     {self.dim(backs)}{' ' * (deals > 0)} {left} ({cards})".rstrip()
            )
        if position.cells:
            cells = "  ".join(
                self.dim("(sp)") if c is None else self.card(c) for c in position.cells
            )
            lines.append(f"cells    {cells}")
        if position.removed:
            suits = " ".join("?" if s is None else self.suit(s) for s in position.removed)
            lines.append(f"removed  {suits}")
        return [""] + lines if lines else []


def _plain(card: Card, signs: _Signs) -> str:
    return RANK_NAMES[card.rank] + signs.suits[card.suit] if card else "??"
