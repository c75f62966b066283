"""What a reader is told beyond a text, and what the text says of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..game.cards import Card, Suit
from ..game.position import Column
from ..game.rules import Rules
from ..text.source import Place

__all__ = ["DEFAULTS", "Draft", "ReadOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a reader is told beyond the text.

    ``rules``: the rules, where the notation doesn't say them; None if they aren't told, and then
    they are Woods', with the suits that are seen.
    ``suits_open``: ``rules`` don't say how many suits there are.
    ``partial``: fewer cards and fewer than ten columns are accepted; the hand is empty and no
    suit is removed unless that is said.
    ``strict``: only what the notation's writer would write, nothing that is merely tolerated.
    ``hand``: the number of cards in the hand, where the notation doesn't say it.
    ``removed``: the suits removed, where the notation doesn't say it.
    """

    rules: Rules | None = None
    suits_open: bool = False
    partial: bool = False
    strict: bool = False
    hand: int | None = None
    removed: tuple[Suit | None, ...] | None = None


#: What a reader goes by if it isn't told anything.
DEFAULTS: Final = ReadOptions()


@dataclass(slots=True, kw_only=True)
class Draft:
    """What a text says of a position; None where it says nothing.

    The fields are those of :class:`Position`.  ``assumed`` are sentences on what the reader took
    for granted, ``place`` is where the tableau stands, for errors that have no better place, and
    ``dealt_at`` the offset of the dealt part; ``fallback``: this one counts only if none before it
    can stand.  Nothing is checked.
    """

    columns: tuple[Column, ...]
    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()
    rules: Rules | None = None
    dealt: tuple[Card, ...] = ()
    assumed: tuple[str, ...] = ()
    place: Place | None = None
    fallback: bool = False
    dealt_at: int = 0
