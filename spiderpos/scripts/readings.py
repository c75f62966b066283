"""What programs that log their moves leave unsaid, and the readings that this makes.

Some count columns from 1 (and write 0 for column 10), some from 0; in some a complete suit goes
off at once, without a word.  A script in numbers or in JSON has a reading for each; which one it
is the position decides (:func:`spiderpos.game.replay.play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from ..game import engine
from ..game import illegal as errors
from ..game.cards import Card, from_code
from ..game.moves import Remove
from ..game.position import Position
from ..game.script import Call, Instruction, Script
from .instructions import RemoveSuit, unsaid_removals

__all__ = ["ColumnOf", "Removal", "run_tail", "script_of"]

#: Which column (from 1) is meant by a number in the text.
ColumnOf: TypeAlias = Callable[[int], int]

_FROM_ZERO: Final = "counts columns from 0"


@dataclass(frozen=True, slots=True)
class Removal(RemoveSuit):
    """A suit that a log says is gone: where suits go off by themselves it has gone already."""

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`RemoveSuit.resolve`; no move if it has gone off by itself."""
        if not position.rules.automatic_removal:
            return RemoveSuit.resolve(self, position)
        if not position.removed or (self.suit and self.suit not in (*position.removed, None)):
            raise errors.NotInTableau(self.suit, ())
        return ()


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
            calls.append(replace(call, assumed=_FROM_ZERO) if self.from_zero else call)
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


def script_of(read: Callable[[ColumnOf], Iterable[Instruction]], name: str) -> Script:
    """A script from what reads its instructions, given what columns the text's numbers are.

    Its first reading has 10 for 0, and suits that stay until they are removed.  The others are
    those that the text leaves open: a column 10 in it, or a suit that goes off, settles that.
    """
    said: set[int] = set()

    def noted(number: int) -> int:
        said.add(number)
        return _ten_for_zero(number)

    first = tuple(read(noted))
    from_zero = (False,) if 10 in said else (False, True)
    at_once = (False,) if any(isinstance(i, RemoveSuit) for i in first) else (False, True)
    others = tuple(
        partial(_taken, read, zero, gone) for zero in from_zero for gone in at_once if zero or gone
    )
    return Script(first, name, others=others)


def _taken(
    read: Callable[[ColumnOf], Iterable[Instruction]], from_zero: bool, at_once: bool
) -> tuple[Instruction, ...]:
    column = _one_more if from_zero else _ten_for_zero
    return tuple(_Taken(i.place, i.text, i, from_zero, at_once) for i in read(column))


def _ten_for_zero(number: int) -> int:
    return number or 10


def _one_more(number: int) -> int:
    return number + 1


def run_tail(head: Card, count: int) -> Card:
    """The lowest card of a natural run of so many, which ``head`` heads; at least an Ace."""
    return from_code(max(head - 4 * (count - 1), int(head.suit) + 4)) if head else head
