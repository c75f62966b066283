"""What programs that log their moves say of each, and the readings of what they leave unsaid.

A move is columns, and how many cards or which card: legality settles the rest.  Some programs
count columns from 1 (and write 0 for column 10), some from 0; in some a complete suit goes off at
once, without a word.  A script in numbers or in JSON has a reading for each; which one it is the
position decides (:func:`spiderpos.game.replay.play`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ..game import engine
from ..game import illegal as errors
from ..game.cards import Card, Suit, from_code
from ..game.moves import Remove, Shift
from ..game.position import Position
from ..game.script import Call, Instruction, Script
from ..text.source import Place
from .instructions import (
    DealRow,
    MoveCards,
    MoveRun,
    Onto,
    RemoveSuit,
    Space,
    Target,
    unsaid_removals,
)

__all__ = ["Entry", "script_of"]

_FROM_ZERO: Final = "counts columns from 0"


@dataclass(frozen=True, slots=True)
class Entry:
    """A move as a log says it, with the numbers that it has for columns.

    ``head`` and ``tail``: the highest card that moves, and the lowest.  ``depth``: the place of
    the highest one in its column, from 1.  ``onto``: the card that it goes onto, or an empty
    column.  ``bare``: the card that lies bare then.  ``deals``, ``removes``: it is no shift.
    """

    place: Place
    text: str
    source: int | None = None
    target: int | None = None
    count: int | None = None
    head: Card | None = None
    tail: Card | None = None
    depth: int | None = None
    onto: Card | Space | None = None
    turned: tuple[Card, ...] = ()
    bare: Card | None = None
    deals: bool = False
    removes: bool = False
    suit: Suit | None = None

    def instruction(self, first: int) -> Instruction:
        """What it says, where columns are counted from ``first``; from 1, 0 is column 10."""
        words = self.place, self.text
        source, target = (
            n if n is None else n + 1 if not first else n or 10 for n in (self.source, self.target)
        )
        if self.deals:
            return DealRow(*words, self.turned)
        if self.removes:
            return RemoveSuit(*words, self.suit, source, self.turned, may_be_gone=True)
        if source is None or target is None:
            raise ValueError("an entry that moves cards has two columns")
        if self.head is None:
            return MoveCards(*words, source, target, self.count, self.turned, self.depth)
        tail = _tail(self.head, self.count or 1) if self.tail is None else self.tail
        where: Target = target
        if isinstance(self.onto, Space):
            where = Space(target)
        elif self.onto is not None:
            where = Onto(self.onto, target)
        if self.bare is None:
            return MoveRun(*words, self.head, tail, source, where, self.turned)
        return _LayingBare(*words, self.head, tail, source, where, (self.bare,))


def _tail(head: Card, count: int) -> Card:
    """The lowest card of a natural run of so many, which ``head`` heads; at least an Ace."""
    return from_code(max(head - 4 * (count - 1), int(head.suit) + 4)) if head else head


@dataclass(frozen=True, slots=True)
class _LayingBare(MoveRun):
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


def script_of(entries: Sequence[Entry], name: str) -> Script:
    """A script from what a text says of its moves; ``name`` is that of the text.

    Its first reading has 10 for 0, and suits that stay until they are removed.  The others are
    those that the text leaves open: a column 10 in it, or a suit that goes off, settles that.
    """
    counts_ten = any(10 in (entry.source, entry.target) for entry in entries)
    says_removals = any(entry.removes for entry in entries)
    others = [
        partial(_taken, entries, from_zero, at_once)
        for from_zero in (False, True)[: 1 if counts_ten else 2]
        for at_once in (False, True)[: 1 if says_removals else 2]
        if from_zero or at_once
    ]
    return Script(tuple(entry.instruction(1) for entry in entries), name, others=tuple(others))


def _taken(entries: Sequence[Entry], from_zero: bool, at_once: bool) -> tuple[Instruction, ...]:
    return tuple(
        _Taken(entry.place, entry.text, entry.instruction(not from_zero), from_zero, at_once)
        for entry in entries
    )
