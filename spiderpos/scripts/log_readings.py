"""What programs that log their moves leave unsaid, and the readings that this makes.

Some count columns from 1 (and write 0 for column 10), some from 0; in some a complete suit goes
off at once, without a word.  A script in numbers or in JSON has a reading for each; which one it
is the position decides (:func:`spiderpos.game.replay.play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..game import engine
from ..game import illegal as errors
from ..game.cards import Card, from_code
from ..game.moves import Remove, Shift
from ..game.position import Position
from ..game.script import Call, Instruction, Script
from .instructions import MoveRun, Onto, RemoveSuit, unsaid_removals

__all__ = ["LayingBare", "run_tail", "script_of"]

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
    from_zero: bool
    at_once: bool

    def resolve(self, position: Position) -> Sequence[Call]:
        """The moves of the instruction, and the removals of suits that it completes."""
        calls: list[Call] = []
        for call in self.inner.resolve(position):
            assumed = "counts columns from 0" if self.from_zero else call.assumed
            calls.append(replace(call, assumed=assumed))
            if not self.at_once:
                continue
            step = engine.do(position, call.move, call.reveal)
            position = step.after
            for number in unsaid_removals(step):
                suit = position.columns[number - 1].up[-1].suit
                said = f"removes the {suit} from column {number} at once"
                calls.append(Call(Remove(number), assumed=said))
                position = engine.do(position, Remove(number)).after
        return calls


def script_of(read: Sequence[Instruction], name: str) -> Script:
    """A script from its instructions, with the numbers of columns as the text has them.

    Its first reading has 10 for 0, and suits that stay until they are removed.  The others are
    those that the text leaves open: a column 10 in it, or a suit that goes off, settles that.
    """
    from_zero = (False,) if any(10 in _columns(each) for each in read) else (False, True)
    at_once = (False,) if any(isinstance(each, RemoveSuit) for each in read) else (False, True)
    others = [
        partial(_taken, read, zero, gone) for zero in from_zero for gone in at_once if zero or gone
    ]
    first = tuple(_counted(each, _ten_for_zero) if 0 in _columns(each) else each for each in read)
    return Script(first, name, others=tuple(others))


def _taken(read: Sequence[Instruction], from_zero: bool, at_once: bool) -> tuple[Instruction, ...]:
    counted = (_counted(each, _one_more if from_zero else _ten_for_zero) for each in read)
    return tuple(_Taken(each.place, each.text, each, from_zero, at_once) for each in counted)


def _columns(instruction: Instruction) -> Iterator[Any]:
    """The numbers of columns, among others, that an instruction has."""
    for place in _PLACES:
        said = getattr(instruction, place, None)
        yield said.column if isinstance(said, Onto) else said


def _counted(instruction: Instruction, count: Callable[[int], int]) -> Instruction:
    """The instruction with other numbers of columns."""
    changed: dict[str, Any] = {}
    for place in _PLACES:
        said = getattr(instruction, place, None)
        if isinstance(said, int):
            changed[place] = count(said)
        elif isinstance(said, Onto) and said.column is not None:
            changed[place] = replace(said, column=count(said.column))
    return replace(instruction, **changed)


def _ten_for_zero(number: int) -> int:
    return number or 10


def _one_more(number: int) -> int:
    return number + 1


def run_tail(head: Card, count: int) -> Card:
    """The lowest card of a natural run of so many, which ``head`` heads; at least an Ace."""
    return from_code(max(head - 4 * (count - 1), int(head.suit) + 4)) if head else head
