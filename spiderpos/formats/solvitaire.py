"""``solvitaire``: positions in the JSON of the Solvitaire solver (C. Blake, I. Gent).

::

    {
      "tableau piles": [["2d", "AD"], ["9C"], ...],
      "stock": ["2C", ...],
      "foundations": ["AS", "2S", ...]
    }

In a pile the first card is at the top of the table.  A card whose suit is a small letter lies
face down (in games whose rules know face-down cards, as Spider does there).  The *last* card of
the stock is dealt first, to the first pile.  ``foundations`` has all the cards of the removed
suits.

All of this is as the program's source reads it (github.com/thecharlieblake/Solvitaire:
``deal_parser.cpp``, ``card.cpp``, and ``make_stock_to_all_tableau_move`` in ``game_state.cpp``);
``docs/notations/solvitaire.md`` says more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from ..game.cards import ALL_CARDS, Card, Suit, card
from ..game.census import DECKS
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import did_you_mean, join_words
from .base import Draft, Format, ReadOptions
from .jsontext import Path, WrongValue, read

__all__ = ["FORMAT", "dumps", "loads", "recognises"]

_PILES: Final = "tableau piles"
_KEYS: Final = (_PILES, "stock", "foundations")
_ITEMS: Final = {_PILES: "column", "stock": "card", "foundations": "card"}
_NAMES: Final = {c: str(c).upper() for c in ALL_CARDS}
_CARDS: Final[dict[str, Card]] = {
    **{name: c for c, name in _NAMES.items()},
    # As the program, take a number for every rank.
    **{f"{c.rank}{c.suit.letter}".upper(): c for c in ALL_CARDS},
}
_BEGINS_LIKE_ONE: Final = re.compile(
    r'\s*+\{\s*+"(?:tableau piles"\s*+:|(?:stock|foundations)"\s*+:\s*+\[)'
)


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """The position of a document; errors name the path of the value that is wrong.

    A file whose cards are all in capitals has none face down.
    """
    return (read(source, _draft, _ITEMS),)


def dumps(position: Position) -> str:
    """Write a position.

    Raises NotWritable for cards and removed suits that aren't known, filled free cells, and a
    suit removed twice: the program would put all 26 cards on one foundation and never count the
    game as won.
    """
    others = ("fen", "json")
    piles = position.columns
    if not all(all(column.down) and all(column.up) for column in piles):
        raise NotWritable("solvitaire", "cards in the tableau that aren't known", others)
    if not all(position.hand):
        raise NotWritable("solvitaire", "cards in the hand that aren't known", others)
    if any(held is not None for held in position.cells):
        raise NotWritable("solvitaire", "cards in free cells", others)
    if None in position.removed:
        raise NotWritable("solvitaire", "a removed suit that isn't known", others)
    twice = [suit for suit, times in Counter(position.removed).items() if times > 1]
    if twice:
        raise NotWritable("solvitaire", f"{join_words(twice)} removed twice", others)
    columns = ",\n    ".join(
        _list([*map(_small, column.down), *(_NAMES[c] for c in column.up)]) for column in piles
    )
    parts = [f'"{_PILES}": [\n    {columns}\n  ]']
    stock = [_NAMES[c] for c in reversed(position.hand)]
    parts.append(f'"stock": {_rows(stock)}')
    if position.removed:
        gone = [
            _NAMES[card(r, s)] for s in position.removed if s is not None for r in range(1, 14)
        ]
        parts.append(f'"foundations": {_rows(gone, 13)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def recognises(text: str) -> bool:
    """Whether a text looks like the JSON of such a position."""
    return _BEGINS_LIKE_ONE.match(text) is not None


def _small(c: Card) -> str:
    """A face-down card."""
    return _NAMES[c][:-1] + c.suit.letter


def _list(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _rows(names: list[str], width: int = 10) -> str:
    if not names:
        return "[]"
    lines = [
        ", ".join(f'"{name}"' for name in names[start : start + width])
        for start in range(0, len(names), width)
    ]
    return "[\n    " + ",\n    ".join(lines) + "\n  ]"


def _draft(document: Any) -> Draft:
    for key in document if type(document) is dict else ():
        if key not in _KEYS:
            message = f"there is no such thing here{did_you_mean(key, _KEYS)}"
            raise WrongValue((key,), message, join_words(_KEYS, "or"), key=True)
    if type(document) is not dict or _PILES not in document:
        raise WrongValue((), "this is not a position", f'an object, {{"{_PILES}": [...], ...}}')
    piles = _checked_list(document[_PILES], (_PILES,), COLUMNS)
    stock = _cards(document.get("stock", []), ("stock",))
    return Draft(
        columns=tuple(_column(pile, (_PILES, at)) for at, pile in enumerate(piles)),
        hand=tuple(stock[::-1]),
        removed=_removed(document.get("foundations", [])),
    )


def _checked_list(value: Any, path: Path, most: int) -> list[Any]:
    if type(value) is not list:
        raise WrongValue(path, "this is no list", "a list in square brackets")
    if len(value) > most:
        raise WrongValue((*path, most), f"{len(value)} entries; there can be {most}")
    return value


def _column(pile: Any, path: Path) -> Column:
    cards = _cards(pile, path)
    down = [name[-1:].islower() for name in pile]
    covered = down.index(False) if False in down else len(down)
    if True in down[covered:]:
        at = down.index(True, covered)
        message = f"a face-down card below the {cards[at - 1]}"
        raise WrongValue((*path, at), message, "a capital letter for the suit of a face-up card")
    return Column(tuple(cards[:covered]), tuple(cards[covered:]))


def _cards(value: Any, path: Path) -> list[Card]:
    found = []
    for at, name in enumerate(_checked_list(value, path, DECKS)):
        c = _CARDS.get(name.upper()) if isinstance(name, str) else None
        if c is None:
            shown = f'"{name[:20]}"' if isinstance(name, str) else "this"
            raise WrongValue((*path, at), f"{shown} is not a card", 'a card as in "10H" or "KS"')
        found.append(c)
    return found


def _removed(value: Any) -> tuple[Suit, ...]:
    """The suits whose cards are on the foundations: one list of cards, or one for each."""
    path: Path = ("foundations",)
    piles = _checked_list(value, path, DECKS)
    if any(isinstance(pile, list) for pile in piles):
        cards = [c for at, pile in enumerate(piles) for c in _cards(pile, (*path, at))]
    else:
        cards = _cards(piles, path)
    counts = Counter(cards)
    for suit in dict.fromkeys(c.suit for c in cards):
        ranks = [counts[card(rank, suit)] for rank in range(1, 14)]
        if len(set(ranks)) > 1:
            scarce = card(ranks.index(min(ranks)) + 1, suit)
            message = f"the {suit} are not complete: the {scarce} is missing"
            raise WrongValue(path, message, "all 13 cards of each removed suit")
    return tuple(c.suit for c in cards if c.rank == 1)


FORMAT: Final = Format(
    name="solvitaire",
    summary="the JSON of the Solvitaire solver: everything known",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example='{"tableau piles": [["2d", "AD"], ["9C"]], "stock": ["2C", "KH"]}',
    lossy="house rules, cards in free cells, cards that aren't known",
    extensions=("json",),
)
loads = FORMAT.loads
