"""The unseen cards as texts: which they are, and how many.

:func:`spiderpos.game.census.unseen` counts them; a card is unseen if it has no known place in the
position.  ``position.hide()`` forgets what a save line knows and a player doesn't see.
"""

from __future__ import annotations

from textwrap import fill

from ..text.wording import count_phrase
from .cards import Card
from .census import unseen
from .position import Position

__all__ = ["long_text", "short_text", "unseen_cards"]

_SHORT_RANKS = " A234567890JQK"


def unseen_cards(position: Position) -> tuple[Card, ...]:
    """The unseen cards by rank, Aces first, then by suit; each as often as it is unseen.

    They include those of removed suits of which it isn't known which.
    """
    return tuple(sorted(unseen(position).elements()))


def long_text(position: Position) -> str:
    """How many cards are unseen, and on further lines which: ``3c 5d 5d 7h``.

    Lines have at most 80 characters; there is no line end after the last.
    """
    cards = unseen_cards(position)
    text = f"{count_phrase(len(cards), 'card')} unseen"
    return f"{text}\n{fill(' '.join(map(str, cards)), 80)}" if cards else text


def short_text(position: Position) -> str:
    """The ranks of the unseen cards in one word, ten as ``0``: ``35567779900000JQQ``.

    That is how the Spider Solitaire Addict blog writes them.  Empty if none is unseen.
    """
    return "".join(_SHORT_RANKS[card.rank] for card in unseen_cards(position))
