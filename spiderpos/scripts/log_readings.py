"""What programs that log their moves leave unsaid, and the readings that this makes.

Some count columns from 1 (and write 0 for column 10), some from 0; in some a complete suit goes
off at once, without a word; some write how many cards go, some the place of the highest of them.
A script in numbers or in JSON has a reading for each; which one it is the position decides
(:func:`spiderpos.game.replay.play`).
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
from .instructions import MoveCards, MoveRun, Onto, RemoveSuit, unsaid_removals

#: What has the number of a column.
_PLACES = ("source", "target", "column")


@dataclass(frozen=True, slots=True)
class LayingBare(MoveRun):
    """``JD col 9 -> Qs col 2, reveals 6s``: the card that lies bare then, turned up or not."""

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`MoveRun.resolve`.  Raises WrongReveal too."""
        (call,) = MoveRun.resolve(replace(self, reveal=()), position)
        move = call.move
        left = position.column(move.source).up[: -move.count] if isinstance(move, Shift) else ()
        if not left:
            return (replace(call, reveal=self.reveal),)
        if left[-1:] != self.reveal:
            raise errors.WrongReveal(int(str(self.source)), self.reveal[0], left[-1])
        return (call,)


@dataclass(frozen=True, slots=True)
class _Taken(Instruction):
    """An instruction of a reading that takes for granted what the text doesn't say."""

    inner: Instruction
    assumed: str
    at_once: bool

    @property
    def reading(self) -> str:
        """See :attr:`Instruction.reading`."""
        return self.assumed

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the moves of the instruction, and the removals of suits that it completes."""
        calls: list[Call] = []
        for call in self.inner.resolve(position):
            calls.append(replace(call, assumed=self.assumed or call.assumed))
            if not self.at_once:
                continue
            step = engine.do(position, call.move, call.reveal)
            position = step.after
            for number in unsaid_removals(step):
                suit = position.columns[number - 1].up[-1].suit
                text = f"removes the {suit} from column {number} at once"
                calls.append(Call(Remove(number), assumed=text))
                position = engine.do(position, Remove(number)).after
        return calls


@dataclass(frozen=True, slots=True)
class MoveThree(MoveCards):
    """``7 5 9``: three numbers, of which the last (``count``) may be a place in the column."""


@dataclass(frozen=True, slots=True)
class MoveCountOrRank(MoveCards):
    """``3 from 5 to 9``: three cards, but the 3 may be meant."""

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`MoveCards.resolve`.  Raises AmbiguousMove if either can be."""
        for column in position.columns[self.source - 1 : self.source]:
            run = engine.natural_run(column, position.rules)
            for count, card in enumerate(reversed(run), 1):
                other = Shift(self.source, self.target, count)
                if card.rank == self.count != count and engine.can(position, other):
                    options = (f"{self.count} cards", f"the {card}")
                    raise errors.AmbiguousMove(self.in_one_line, options)
        return MoveCards.resolve(self, position)


_FROM_ZERO: Final = OpenPoint(
    "columns are counted from 0",
    "columns are counted from 1",
    "name the cards, as in '6D 3-8'",
)
_AT_ONCE: Final = OpenPoint(
    "a complete suit goes off by itself",
    "complete suits stay",
    "play by the rule automatic_removal=yes if suits go off by themselves, "
    "or write 'remove 2' where one is taken off",
)
_START_INDEX: Final = OpenPoint(
    "the third number is the place of the highest card in its column, from 0",
    "the third number is how many cards go",
    "write '2 cards from 3 to 8'",
)


def script_of(read: Sequence[Instruction], name: str, notes: tuple[str, ...] = ()) -> Script:
    """Return a script of instructions that have the numbers of columns as the text has them.

    Its first reading has 10 for 0, suits that stay until they are removed, and counts.  The others
    are those that the text leaves open: a column 10 in it, a suit that goes off, or a move without
    a third number settles that.
    """
    from_one = any(10 in _columns(each) for each in read)
    stay = any(isinstance(each, RemoveSuit) for each in read)
    of_three = [isinstance(each, MoveThree) for each in read if isinstance(each, MoveCards)]
    axes = (
        () if from_one else (_FROM_ZERO,),
        () if stay else (_AT_ONCE,),
        (_START_INDEX,) if of_three and all(of_three) else (),
    )
    combinations = product(*([None, *axis] for axis in axes))
    points = [tuple(point for point in each if point) for each in combinations]
    first = tuple(_counted(each, _ten_for_zero) if 0 in _columns(each) else each for each in read)
    others = (OtherReading(each, partial(_taken, read, each)) for each in points if each)
    return Script(first, name, notes, tuple(others))


def _taken(read: Sequence[Instruction], points: Sequence[OpenPoint]) -> Iterator[Instruction]:
    """Yield the instructions of a reading that takes the points for granted."""
    phrases = {_FROM_ZERO: "counts columns from 0", _START_INDEX: "names a place, not a count"}
    assumed = join_words(phrases[point] for point in points if point in phrases)
    for each in read:
        counted = _counted(each, _one_more if _FROM_ZERO in points else _ten_for_zero)
        if _START_INDEX in points and isinstance(counted, MoveThree):
            counted = replace(counted, count=None, depth=(counted.count or 0) + 1)
        yield _Taken(each.place, each.text, counted, assumed, _AT_ONCE in points)


def _columns(instruction: Instruction) -> Iterator[Any]:
    """Yield the numbers of columns, among others, that an instruction has."""
    for place in _PLACES:
        value = getattr(instruction, place, None)
        yield value.column if isinstance(value, Onto) else value


def _counted(instruction: Instruction, count: Callable[[int], int]) -> Instruction:
    """Return the instruction with other numbers of columns."""
    changed: dict[str, Any] = {}
    for place in _PLACES:
        value = getattr(instruction, place, None)
        if isinstance(value, int):
            changed[place] = count(value)
        elif isinstance(value, Onto) and value.column is not None:
            changed[place] = replace(value, column=count(value.column))
    return replace(instruction, **changed)


def _ten_for_zero(number: int) -> int:
    return number or 10


def _one_more(number: int) -> int:
    return number + 1
