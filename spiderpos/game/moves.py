"""The moves of the game, as small frozen values.

A move does not record its consequences, such as a card turned up or a suit removed;
:mod:`spiderpos.game.engine` determines them.  Columns and cells are numbered from 1.  ``str``
returns a text without card names, which is valid in a script.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ..text.protocols import public
from ..text.unknown_names import answer_names

__all__ = ["Deal", "FromCell", "HoldsMoves", "Move", "Moves", "Remove", "Shift", "ToCell"]


_move = public(
    "its numbers are attributes, such as move.source and move.target",
    text="move == position.parse_move(text) compares the move of a text",
)


@answer_names
class _Move:
    """The base class of all kinds of moves."""

    __slots__ = ()

    def __init__(self, *args: Any) -> None:
        numbers = ", ".join(map(repr, args)) if 2 <= len(args) <= 3 else "7, 3"
        raise TypeError(
            f"Move is a base class: use spiderpos.Shift({numbers}) to move from column to column, "
            "or Deal(), Remove(column), ToCell or FromCell; position.parse_move(text) parses a "
            "move"
        )


@_move
@dataclass(frozen=True, slots=True)
class Shift(_Move):
    """Move the ``count`` cards at the bottom of column ``source`` to column ``target``."""

    source: int
    target: int
    count: int = 1

    def __post_init__(self) -> None:
        # With other types a move would never be legal and comparisons would silently be false.
        if not type(self.source) is type(self.target) is type(self.count) is int:
            raise TypeError(
                f"a Shift needs integers, Shift(source, target, count=1), not {self!r:.60}"
            )

    def __str__(self) -> str:
        cards = "card" if self.count == 1 else "cards"
        return f"{self.count} {cards} from {self.source} to {self.target}"


@_move
@dataclass(frozen=True, slots=True)
class Deal(_Move):
    """Deal a row from the hand: one card to each column, or to the first ones in a short row."""

    def __str__(self) -> str:
        return "deal"


@_move
@dataclass(frozen=True, slots=True)
class Remove(_Move):
    """Remove the complete suit at the bottom of a column."""

    column: int

    def __str__(self) -> str:
        return f"remove from column {self.column}"


@_move
@dataclass(frozen=True, slots=True)
class ToCell(_Move):
    """Move the bottom card of a column to an empty free cell."""

    column: int
    cell: int

    def __str__(self) -> str:
        return f"from {self.column} to cell {self.cell}"


@_move
@dataclass(frozen=True, slots=True)
class FromCell(_Move):
    """Move the card in a free cell to a column."""

    cell: int
    column: int

    def __str__(self) -> str:
        return f"from cell {self.cell} to {self.column}"


if TYPE_CHECKING:
    Move: TypeAlias = Shift | Deal | Remove | ToCell | FromCell
else:
    #: At run time the base class, so that calling it raises an error that lists the subclasses.
    Move = _Move
    Move.__name__ = Move.__qualname__ = "Move"


class HoldsMoves:
    """The base class of values that contain moves: scripts, replays, answers with a line."""

    __slots__ = ()

    def steps_to_play(self) -> Iterable[Any]:
        """Return the moves or steps to play.  Raises SpiderError if the value has none."""
        raise NotImplementedError


#: The type of arguments with moves: a move, a script or another value with moves, a text to
#: parse, or an iterable of these.
Moves: TypeAlias = Move | HoldsMoves | str | Iterable[Move | HoldsMoves | str]
