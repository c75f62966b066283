"""A small picture of a position for a list, as an SVG file of few elements."""

from __future__ import annotations

from typing import Final

from ...game.cards import RANK_NAMES, Card, Suit
from ...game.position import Position
from ...text.source import SUIT_SIGNS
from ..pictures import cardart
from .markup import Html, tag

#: Size of a card: width, height, and the visible height of a covered face and of a covered back.
_WIDTH, _HEIGHT, _FACE, _BACK = 10, 14, 4.2, 1.6
_STYLE: Final = (
    "path{stroke:#8888;stroke-width:.2}text{stroke:none!important;font:3.9px sans-serif}"
)
#: The filled suit symbols, clubs first.
_SUITS: Final = "".join(SUIT_SIGNS)[::2]


def thumbnail(position: Position) -> str:
    """Return the picture: the columns, and the hand as one more column with a back per deal."""
    piles: list[tuple[Card | None, ...]] = [
        (*(None for _ in column.down), *column.up) for column in position.columns
    ]
    piles += [(None,) * position.deals_left] * (position.deals_left > 0)
    shapes = {"sp-back": "", "sp-paper": ""}
    #: Letters of each colour, with their coordinates.
    letters: dict[str, list[tuple[str, float, float]]] = {"sp-c": [], "sp-d": []}
    height = 0.0
    for number, pile in enumerate(piles):
        x0, top = number * (_WIDTH + 1), 0.0
        for index, card in enumerate(pile):
            name, seen = ("sp-back", _BACK) if card is None else ("sp-paper", _FACE)
            if index + 1 == len(pile):
                seen = _HEIGHT
            shapes[name] += f"M{x0} {top:g}h10v{seen:g}h-10z"
            if card:
                suit = _SUITS[card.suit.code]
                place = x0 + 0.6
                for letter in RANK_NAMES[card.rank] + suit:
                    letters[
                        "sp-d" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else "sp-c"
                    ].append((letter, place, top + 3.5))
                    place += 2.6
            top = round(top + seen, 1)
        height = max(height, top)
    svg = tag(
        "svg",
        tag("style", Html(_STYLE + cardart.style())),
        (tag("path", class_=name, d=path) for name, path in shapes.items() if path),
        (
            tag(
                "text",
                "".join(letter for letter, _, _ in placed),
                class_=name,
                x=" ".join(f"{x:g}" for _, x, _ in placed),
                y=" ".join(f"{y:g}" for _, _, y in placed),
            )
            for name, placed in letters.items()
            if placed
        ),
        preserveAspectRatio="xMinYMin",
        viewBox=f"0 0 {len(piles) * (_WIDTH + 1)} {height:g}",
        xmlns="http://www.w3.org/2000/svg",
    )
    return f"{svg}\n"
