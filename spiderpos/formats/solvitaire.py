"""``solvitaire``: positions in the JSON of the Solvitaire solver (C. Blake, I. Gent).

In a pile the first card is at the top of the table; one whose suit is a small letter lies face
down.  The *last* card of the stock is dealt first.  This follows the source of the program.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..game.cards import ALL_CARDS, Card, Suit, card
from ..game.census import DECKS
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import join_words
from .base import OURS, Draft, Format, ReadOptions, refuse_unwritable
from .jsontext import Value, WrongValue, read

_PILES: Final = "tableau piles"
_KEYS: Final = (_PILES, "stock", "foundations")
_ITEMS: Final = {_PILES: "column", "stock": "card", "foundations": "card"}
_NAMES: Final = {c: str(c).upper() for c in ALL_CARDS}
_CARDS: Final[dict[str, Card]] = {
    **{name: c for c, name in _NAMES.items()},
    # Like the program, accept a number for every rank.
    **{f"{c.rank}{c.suit.letter}".upper(): c for c in ALL_CARDS},
}
_BEGINS_LIKE_ONE: Final = re.compile(
    r'\s*+\{\s*+"(?:tableau piles"\s*+:|(?:stock|foundations)"\s*+:\s*+\[)'
)


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """Parse a JSON document to a draft of the position; errors name the path of a wrong value."""
    return (read(source, _draft, _ITEMS),)


def dumps(position: Position) -> str:
    """Write a position in this notation.

    Raises NotWritable for unknown cards or removed suits, for cards in free cells, and for a suit
    removed twice: the program would put all 26 cards on one foundation and never count the game
    as won.
    """
    refuse_unwritable("solvitaire", position, tableau=False)
    piles = position.columns
    if not all(all(column.down) and all(column.up) for column in piles):
        raise NotWritable("solvitaire", "cards in the tableau that aren't known", OURS)
    if not all(position.hand):
        raise NotWritable("solvitaire", "cards in the hand that aren't known", OURS)
    twice = [suit for suit, times in Counter(position.removed).items() if times > 1]
    if twice:
        raise NotWritable("solvitaire", f"{join_words(twice)} removed twice", OURS)
    columns = ",\n    ".join(
        json.dumps([*map(_small, column.down), *(_NAMES[c] for c in column.up)])
        for column in piles
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
    """Return True if a text looks like the JSON of such a position."""
    return _BEGINS_LIKE_ONE.match(text) is not None


def _small(c: Card) -> str:
    return _NAMES[c][:-1] + c.suit.letter


def _rows(names: Sequence[str], width: int = 10) -> str:
    lines = [
        json.dumps(names[start : start + width])[1:-1] for start in range(0, len(names), width)
    ]
    return "[\n    " + ",\n    ".join(lines) + "\n  ]" if names else "[]"


def _draft(document: Value) -> Draft:
    fields = document.fields(_KEYS, "position")
    if _PILES not in fields:
        raise WrongValue((), f"this is not a position: the key '{_PILES}' is missing")
    return Draft(
        columns=tuple(map(_column, fields[_PILES].items(COLUMNS))),
        hand=_cards(fields["stock"])[::-1] if "stock" in fields else (),
        removed=_removed(fields["foundations"]) if "foundations" in fields else (),
    )


def _column(pile: Value) -> Column:
    cards = _cards(pile)
    down = [name[-1:].islower() for name in pile.it]
    covered = down.index(False) if False in down else len(down)
    if True in down[covered:]:
        index = down.index(True, covered)
        message = f"a face-down card below the {cards[index - 1]}"
        raise WrongValue((*pile.path, index), message, "a capital letter for a suit face up")
    return Column(cards[:covered], cards[covered:])


def _cards(value: Value) -> tuple[Card, ...]:
    return tuple(map(_card, value.items(DECKS)))


def _card(value: Value) -> Card:
    card = _CARDS.get(value.it.upper()) if isinstance(value.it, str) else None
    return card or value.refuse("a card", 'a card as in "10H" or "KS"')


def _removed(value: Value) -> tuple[Suit, ...]:
    """Return the suits whose cards are on the foundations.

    ``value`` is one list of cards, or a list of such lists, one for each foundation.
    """
    piles = value.items(DECKS)
    lists = any(isinstance(pile.it, list) for pile in piles)
    cards = [c for pile in piles for c in _cards(pile)] if lists else [*map(_card, piles)]
    counts = Counter(cards)
    for c in cards:
        missing = next((r for r in range(1, 14) if counts[card(r, c.suit)] < counts[c]), None)
        if missing:
            scarce = f"the {card(missing, c.suit)} is missing"
            message = f"the {c.suit} are not complete: {scarce}"
            raise WrongValue(value.path, message, "all 13 cards of each removed suit")
    return tuple(c.suit for c in cards if c.rank == 1)


FORMAT: Final = Format(
    name="solvitaire",
    summary="the JSON of the Solvitaire solver: everything known",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    lossy="house rules, cards in free cells, cards that aren't known",
)
loads = FORMAT.loads
