"""The moves of the game, as small frozen values.

A move says what is done, not what it does to a position: that a card is turned up by it, or a
suit goes off, is for :mod:`spiderpos.game.engine` to say.  Columns and cells are numbered from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Deal", "FromCell", "Move", "Remove", "Shift", "ToCell"]


@dataclass(frozen=True, slots=True)
class Shift:
    """Move the lowest ``count`` cards of column ``source`` to column ``target``."""

    source: int
    target: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal a row from the hand, one card to each column."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove the complete suit at the bottom of a column."""

    column: int


@dataclass(frozen=True, slots=True)
class ToCell:
    """Move the bottom card of a column to an empty free cell."""

    column: int
    cell: int


@dataclass(frozen=True, slots=True)
class FromCell:
    """Move the card in a free cell to a column."""

    cell: int
    column: int


Move: TypeAlias = Shift | Deal | Remove | ToCell | FromCell
