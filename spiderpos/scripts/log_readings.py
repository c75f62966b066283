"""Ambiguities in other programs' move logs, and the readings that result from them.

Programs count columns from 1 (and write 0 for column 10) or from 0.  They remove a complete suit
at once, without a record, or leave it.  The third number of a move is the number of cards, or the
index of the highest one in its column.  The position decides between the readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, Final

from ..game import engine
from ..game import illegal as errors
from ..game.moves import Remove, Shift
from ..game.position import Position
from ..game.script import Call, Instruction, OpenPoint, OtherReading, Script
from ..text.wording import join_words
from .instructions import MoveCards, MoveRun, Onto, RemoveSuit, implied_removals

#: The fields of instructions that may contain the number of a column.
_COLUMN_FIELDS = ("source", "target", "column")


@dataclass(frozen=True, slots=True)
class LayingBare(MoveRun):
    """A move such as ``JD col 9 -> Qs col 2, reveals 6s``.

    It names the new bottom card of the source column, which may have been face up before.
    """

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`MoveRun.resolve`.  Raises WrongReveal if the new bottom card is another."""
        (call,) = MoveRun.resolve(replace(self, reveal=()), position)
        move = call.move
        left = position.column(move.source).up[: -move.count] if isinstance(move, Shift) else ()
        if not left:
            return (call._replace(reveal=self.reveal),)
        if left[-1:] != self.reveal:
            raise errors.WrongReveal(int(str(self.source)), self.reveal[0], left[-1])
        return (call,)


@dataclass(frozen=True, slots=True)
class _Assuming(Instruction):
    """An instruction under the assumptions of one reading.

    ``at_once``: suits are removed by the moves that complete them.
    """

    inner: Instruction
    assumed: str
    at_once: bool

    @property
    def reading(self) -> str:
        """See :attr:`Instruction.reading`."""
        return self.assumed

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the moves of the instruction, and if ``at_once`` the removals that they imply."""
        calls: list[Call] = []
        for call in self.inner.resolve(position):
            calls.append(call._replace(assumed=self.assumed or call.assumed))
            if not self.at_once:
                continue
            step = engine.do(position, call.move, call.reveal)
            position = step.after
            for number in implied_removals(step):
                suit = position.columns[number - 1].up[-1].suit
                text = f"removes the {suit} from column {number} at once"
                calls.append(Call(Remove(number), assumed=text))
                position = engine.do(position, Remove(number)).after
        return calls


@dataclass(frozen=True, slots=True)
class MoveThree(MoveCards):
    """A move such as ``7 5 9``; the third number may be a count, or an index in the column."""


_FROM_ZERO: Final = OpenPoint(
    "columns are counted from 0",
    "columns are counted from 1",
    "name the cards, as in '6D 3-8'",
)
_AT_ONCE: Final = OpenPoint(
    "complete suits are removed automatically",
    "complete suits stay",
    "play by the rule automatic_removal=yes if suits are removed automatically, "
    "or write 'remove 2' where one is removed",
)
_START_INDEX: Final = OpenPoint(
    "the third number is the index of the highest card in its column, from 0",
    "the third number is the number of cards",
    "write '2 cards from 3 to 8'",
)


def script_of(
    instructions: Sequence[Instruction], name: str, notes: tuple[str, ...] = ()
) -> Script:
    """Return a script with all readings that the text allows.

    ``instructions`` have the column numbers of the text.

    In the first reading 0 is column 10, complete suits stay until an instruction removes them,
    and a third number is a count.  The others are the remaining combinations that the text allows.
    """
    from_one = any(10 in _columns(each) for each in instructions)
    stay = any(isinstance(each, RemoveSuit) for each in instructions)
    of_three = [
        isinstance(each, MoveThree) for each in instructions if isinstance(each, MoveCards)
    ]
    axes = (
        () if from_one else (_FROM_ZERO,),
        () if stay else (_AT_ONCE,),
        (_START_INDEX,) if of_three and all(of_three) else (),
    )
    combinations = product(*([None, *axis] for axis in axes))
    points = [tuple(point for point in each if point) for each in combinations]
    first = tuple(
        _renumber(each, _ten_for_zero) if 0 in _columns(each) else each for each in instructions
    )
    others = (
        OtherReading(each, partial(_assuming, instructions, each)) for each in points if each
    )
    return Script(first, name, notes, tuple(others))


def _assuming(
    instructions: Sequence[Instruction], points: Sequence[OpenPoint]
) -> Iterator[Instruction]:
    """Yield the instructions of the reading that assumes ``points``."""
    phrases = {_FROM_ZERO: "counts columns from 0", _START_INDEX: "names a place, not a count"}
    assumed = join_words(phrases[point] for point in points if point in phrases)
    for each in instructions:
        renumbered = _renumber(each, _one_more if _FROM_ZERO in points else _ten_for_zero)
        if _START_INDEX in points and isinstance(renumbered, MoveThree):
            renumbered = replace(renumbered, count=None, depth=(renumbered.count or 0) + 1)
        yield _Assuming(each.place, each.text, renumbered, assumed, _AT_ONCE in points)


def _columns(instruction: Instruction) -> Iterator[Any]:
    """Yield the column numbers of an instruction, among other values of the same fields."""
    for field in _COLUMN_FIELDS:
        value = getattr(instruction, field, None)
        yield value.column if isinstance(value, Onto) else value


def _renumber(instruction: Instruction, renumber: Callable[[int], int]) -> Instruction:
    """Return the instruction with ``renumber`` applied to its column numbers."""
    changed: dict[str, Any] = {}
    for field in _COLUMN_FIELDS:
        value = getattr(instruction, field, None)
        if isinstance(value, int):
            changed[field] = renumber(value)
        elif isinstance(value, Onto) and value.column is not None:
            changed[field] = replace(value, column=renumber(value.column))
    return replace(instruction, **changed)


def _ten_for_zero(number: int) -> int:
    return number or 10


def _one_more(number: int) -> int:
    return number + 1
