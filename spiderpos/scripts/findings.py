"""The moves found in running text so far, and the stretches that they were found in."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from ..cards import Card
from ..source import SourceText
from .instructions import DealRow, MoveCount, MoveRun, RemoveSuit
from .marks import Kind, Marks

__all__ = ["Findings", "Found"]

#: What is taken from a text.
Found: TypeAlias = MoveRun | MoveCount | RemoveSuit | DealRow


class Findings:
    """The moves that a text says are made; some are given back by what comes after them.

    Moves are numbered from 1.  ``announced``: the card last said to be turned up, and the column
    where it lies, for "which we move to ...".
    """

    def __init__(self, source: SourceText) -> None:
        self.moves: list[Found] = []
        self.marks = Marks(source)
        self.announced: tuple[Card, int | None] | None = None
        #: The numbers of the moves from each column.
        self._from: dict[int, list[int]] = {}
        #: How many there were before the sentence before this one, and before the first of the
        #: sentences up to it that all have moves.
        self._before = self._before_all = 0
        #: The moves that the sentence before says turn up a card: the number, and the move
        #: without that.
        self._shown: list[tuple[int, Found]] = []
        #: Whether what looked like a move was refused behind the last one.
        self.refused = False

    @property
    def last(self) -> Found | None:
        """The last move."""
        return self.moves[-1] if self.moves else None

    @property
    def in_sentence_before(self) -> bool:
        """Whether the sentence before this one says moves."""
        return self._before < len(self.moves)

    def last_from(self, column: int) -> int:
        """The number of the last move from a column; 0 if there is none."""
        return self._from[column][-1] if self._from.get(column) else 0

    def take(self, move: Found, start: int, stop: int) -> None:
        """A move is said to be made from ``start`` to ``stop``."""
        self.moves.append(move)
        self.refused = False
        self.announced = None
        self.marks.add(start, stop, Kind.MOVE, len(self.moves), move.words())
        if (source := _column(move)) is not None:
            self._from.setdefault(source, []).append(len(self.moves))

    def refuse(self, start: int, stop: int, reason: str, *, move: bool = True) -> None:
        """What looks like a ``move``, or like a part of one, isn't said to be made."""
        self.refused = self.refused or move
        self.marks.add(start, stop, Kind.NOT_TAKEN, reason=reason)

    def complete(self, move: Found, start: int, stop: int) -> None:
        """More is said of the last move, which is ``move`` with that."""
        self.moves[-1] = move
        self.marks.add(start, stop, Kind.MOVE, len(self.moves), move.words())

    def turn_up(
        self, number: int, cards: tuple[Card, ...], start: int, stop: int, *, new: int = 1
    ) -> None:
        """A move is said to turn up cards, of which the last ``new`` are said here."""
        move = self.moves[number - 1]
        self._shown.append((number, move))
        self.moves[number - 1] = replace(move, reveal=cards)
        said = f"turning up {' '.join(map(str, cards[-new:]))}"
        self.marks.add(start, stop, Kind.TURNED_UP, number, said)

    def give_back(self, reason: str) -> None:
        """The last move isn't made after all."""
        self.marks.give_back(len(self.moves), reason)
        source = _column(self.moves.pop())
        if source is not None:
            self._from[source].pop()
        self.announced = None

    def give_back_sentence(self, reason: str, *, run: bool = False) -> None:
        """The moves of the sentence before aren't made, or of all in a ``run`` with moves."""
        while len(self.moves) > (self._before_all if run else self._before):
            self.give_back(reason)

    def hide(self, reason: str) -> None:
        """The cards that the sentence before says are turned up aren't."""
        for number, move in reversed(self._shown):
            self.moves[number - 1] = move
            self.marks.give_back(number, reason, Kind.TURNED_UP)
        self.announced = None

    def next_sentence(self) -> None:
        """Go on to what this sentence says, now that those before are looked back at."""
        if not self.in_sentence_before:
            self._before_all = len(self.moves)
        self._before = len(self.moves)
        self._shown.clear()

    def break_off(self) -> None:
        """What comes from here on says nothing of the moves before."""
        self._before = self._before_all = len(self.moves)
        self._shown.clear()


def _column(move: Found) -> int | None:
    """The column that a move is from, as far as it's said."""
    if isinstance(move, RemoveSuit):
        return move.column
    source = move.source if isinstance(move, MoveRun | MoveCount) else None
    return source if isinstance(source, int) else None
