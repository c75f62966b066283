"""Positions for a terminal, with suit symbols, marked runs and marked breaks.

Ten columns take 80 characters.  A natural run has a line at its left.  A discontinuity, a card
that isn't of the next lower rank than the card above it, has a dash before it::

       1      2
      ░░     ░░
      Q♦   ╭ 9♠
    ┄ 7♥   ╰ 8♠
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from ...game.cards import RANK_NAMES, UNKNOWN, WRITTEN_RANK, Card, Suit
from ...game.engine import fits, is_natural_pair
from ...game.position import Column, Position
from ...game.rules import Rules
from ...text.wording import count_phrase
from .drawing import PLAIN, Drawing, Picture

#: The width of a column: dash, line, rank (two characters), suit, and the gap to the next column.
_WIDTH: Final = 8
#: The characters for suits, for the start, middle and end of a run, a break, a face-down card.
CHARACTERS: Final = "♣♦♥♠╭│╰┄░"
_LETTERS: Final = str.maketrans(CHARACTERS, "cdhs,|'--")

_RESET: Final = "\x1b[0m"
_DIM: Final = "\x1b[2m"
_BOLD: Final = "\x1b[1m"
_RED: Final = "\x1b[31m"
_COLOURS: Final = {"♣": _BOLD, "♦": _RED, "♥": _RED, "♠": _BOLD}
_FOUR: Final = _COLOURS | {"♣": "\x1b[32m", "♦": "\x1b[34m"}
#: Coloured text: cards and suits in the colour of the suit; marks and face-down cards dimmed.
_COLOURED: Final = re.compile(
    rf"(?P<dim>\({WRITTEN_RANK}[♣♦♥♠]\)|\(sp\)|\?\?|░░(?: ░░)*|[┄╭│╰]+)"
    rf"|{WRITTEN_RANK}?(?P<suit>[♣♦♥♠])"
)


def draw(
    position: Position, drawing: Drawing = PLAIN, *, colour: bool = False, letters: bool = False
) -> str:
    """Return the picture, ending with a line end.

    ``colour``: add escape sequences for colours.
    ``letters``: use only ASCII, with the letters c d h s for suits.
    ``drawing``: only ``four_colours``, ``column_numbers`` and ``show_hidden`` are used.
    """
    columns = [_column(c, position.rules, drawing.show_hidden) for c in position.columns]
    lines = map(_joined, zip_longest(*columns, fillvalue=""))
    text = "\n".join((*lines, *_rest(position)))
    if colour:
        text = _painted(text, _FOUR if drawing.four_colours else _COLOURS)
    if drawing.column_numbers:
        above = _joined(f"{number:>4}" for number in range(1, len(columns) + 1))
        if colour:
            above = re.sub("[0-9]+", lambda match: f"{_DIM}{match[0]}{_RESET}", above)
        text = f"{above}\n{text}"
    return (text.translate(_LETTERS) if letters else text) + "\n"


def _joined(row: Iterable[str]) -> str:
    return "".join(f"{cell:<{_WIDTH}}" for cell in row).rstrip()


def _painted(text: str, colours: dict[str, str]) -> str:
    return _COLOURED.sub(
        lambda match: f"{_DIM if match['dim'] else colours[match['suit']]}{match[0]}{_RESET}", text
    )


def _column(column: Column, rules: Rules, show_hidden: bool) -> Iterator[str]:
    """Yield the lines of a column."""
    if column.is_space:
        yield "  (sp)"
    for card in column.down:
        yield f"{'(' + _name(card):>5})" if card and show_hidden else "  ░░"
    bound = False
    for card, above, below in zip(
        column.up, (UNKNOWN, *column.up), (*column.up[1:], UNKNOWN), strict=False
    ):
        before, bound = bound, is_natural_pair(card, below, rules)
        broken = bool(card and above) and not fits(card, above, rules)
        line = ("│" if bound else "╰") if before else "╭" if bound else " "
        yield f"{'┄' if broken else ' '}{line}{_name(card):>3}"


def _rest(position: Position) -> Iterator[str]:
    """Yield the lines below the columns: the hand, the cells, the removed suits."""
    if position.hand or position.cells or position.removed:
        yield ""
    if position.hand:
        deals = position.deals_left
        backs = " ".join(["░░"] * min(10, deals))
        cards = count_phrase(len(position.hand), "card")
        left = f"{count_phrase(deals, 'deal')} left ({cards})"
        yield f"hand     {backs}{'  ' if deals else ' '}{left}"
    if position.cells:
        cells = ("(sp)" if card is None else _name(card) for card in position.cells)
        yield f"cells    {'  '.join(cells)}"
    if position.removed:
        yield f"removed  {' '.join('?' if s is None else _sign(s) for s in position.removed)}"


def _sign(suit: Suit) -> str:
    return CHARACTERS[suit.code]


def _name(card: Card) -> str:
    return RANK_NAMES[card.rank] + _sign(card.suit) if card else "??"


PICTURE: Final = Picture(
    "unicode",
    "signs for the suits, for a terminal; natural runs and breaks are marked",
    draw,
    frozenset(("four_colours", "column_numbers", "show_hidden")),
)
