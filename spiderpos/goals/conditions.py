"""The conditions: each thing that a line may not do on the way, in one class.

A class says how it is written and read (its rule in ``grammars/goal.lark`` has its name), which
move breaks it, what is left of it, and what searches have to keep to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from ..game.cards import Suit
from ..game.engine import Step
from ..game.moves import Deal
from ..text.wording import count_phrase
from .terms import Deeds, Limits, Said, ToRemove, Unclear, rule_of

__all__ = [
    "QUESTIONS",
    "Condition",
    "Moves",
    "NoDealing",
    "NoMakingASpace",
    "NoRemoving",
    "NoTurningUp",
    "OtherSuits",
    "in_order",
]


@dataclass(frozen=True, order=True)
class Condition:
    """Something that a line may not do; ``str`` writes it as part of a goal.

    What is said here holds for one that says nothing else.
    """

    #: The classes by their rules in the grammar, in the order in which goals are written.
    kinds: ClassVar[dict[str, type[Condition]]] = {}
    #: Whether the move that reaches the goal may do it.
    last_move_may: ClassVar[bool] = False
    #: Whether a goal may have several of the kind; of others the lowest one counts.
    several: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        Condition.kinds[rule_of(cls)] = cls

    @classmethod
    def read(cls, said: Said) -> Self:  # noqa: ARG003
        """The condition that a phrase says.  Raises NotationError."""
        return cls()

    @property
    def act(self) -> str:
        """What is forbidden, as said behind "without"; empty for one that is said otherwise."""
        return ""

    @property
    def did(self) -> str:
        """What is said to a player who broke it; empty if its own words are enough."""
        return ""

    def __str__(self) -> str:
        return f"without {self.act}"

    def again(self, suit: Suit) -> Condition | None:
        """What "or hearts" forbids after it; None if it forbids nothing."""
        return None

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        """Whether a step breaks it, after which a line has done these ``deeds``.

        ``wanted``: the suits that the goal asks to be removed.
        """
        raise NotImplementedError

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        """What to say of a line that breaks it by this move (from 1), or of one that doesn't."""
        raise NotImplementedError

    def limit(self, limits: Limits) -> Limits:
        """The limits with this one put in."""
        return limits._replace(in_words=(*limits.in_words, str(self)))

    def rest(self, deeds: Deeds, wanted: ToRemove) -> Condition | None:
        """What is left of it after a line that keeps to it; None if no move may follow.

        Raises Unclear.
        """
        return self

    def question(self, line: Sequence[Step]) -> str:
        """What a line makes use of that is forbidden by this, as in "a row dealt"; or nothing."""
        return ""


@dataclass(frozen=True, order=True)
class NoDealing(Condition):
    """No row is dealt."""

    act = "dealing"
    did = "You dealt"

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return isinstance(step.move, Deal)

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        return f"a row is dealt by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_dealing=True)

    def question(self, line: Sequence[Step]) -> str:
        return "a row dealt" if any(isinstance(step.move, Deal) for step in line) else ""


@dataclass(frozen=True, order=True)
class NoTurningUp(Condition):
    """No face-down card is turned up, not even by the last move."""

    act = "turning up"
    did = "You turned up a card"

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return bool(step.turned)

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        return f"a card is turned up by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_turning_up=True)

    def question(self, line: Sequence[Step]) -> str:
        return "a card turned up" if any(step.turned for step in line) else ""


@dataclass(frozen=True, order=True)
class OtherSuits(Condition):
    """At most this many suits (0 to 8) are removed beyond those that the goal asks for."""

    most: int = 0

    @property
    def act(self) -> str:
        return "" if self.most else "removing"

    @property
    def did(self) -> str:
        return "" if self.most else "You removed another suit"

    def __str__(self) -> str:
        if not self.most:
            return "without removing"
        return f"removing at most {count_phrase(self.most, 'other suit')}"

    @classmethod
    def read(cls, said: Said) -> Self:
        return cls(said.number(8, "suits can't be removed", least=0, otherwise=0))

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return bool(step.removals) and wanted.others(deeds.removed) > self.most

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        if self.most:
            return f"{count_phrase(wanted.others(deeds.removed), 'other suit')} removed"
        return f"another suit is removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(other_suits=self.most)

    def rest(self, deeds: Deeds, wanted: ToRemove) -> Condition | None:
        """What was removed may be asked for by name, or else by number.

        What is left of the limit is another one in the two cases.  It can be said where one of
        them comes to more than the other whatever follows.
        """
        gone = len(deeds.removed)
        by_name = len(deeds.removed) - ToRemove(wanted.named, 0).others(deeds.removed)
        if by_name < gone and wanted.number > by_name and not wanted.all_named_in(deeds.removed):
            raise Unclear(
                "it removes a suit, and which others may go off depends on what the goal counts"
            )
        return replace(self, most=max(0, self.most - wanted.others(deeds.removed)))

    def question(self, line: Sequence[Step]) -> str:
        return "a suit removed" if any(step.removals for step in line) else ""


@dataclass(frozen=True, order=True)
class NoRemoving(Condition):
    """This suit isn't removed."""

    suit: Suit
    several = True

    @property
    def act(self) -> str:
        return f"removing {self.suit}"

    @property
    def did(self) -> str:
        return f"You removed {self.suit}"

    @classmethod
    def read(cls, said: Said) -> Self:
        return cls(*said.suits)

    def again(self, suit: Suit) -> Condition:
        return NoRemoving(suit)

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return any(removal.suit is self.suit for removal in step.removals)

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        return f"{self.suit} are removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_removing_suits=(*limits.no_removing_suits, self.suit))


@dataclass(frozen=True, order=True)
class NoMakingASpace(Condition):
    """No move before the one that reaches the goal leaves more spaces than were before it."""

    act = "making a space"
    did = "You made a space"
    last_move_may = True

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return len(step.after.spaces) > len(step.before.spaces)

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        return f"a space is made by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_making_a_space=True)

    def question(self, line: Sequence[Step]) -> str:
        made = any(len(s.after.spaces) > len(s.before.spaces) for s in line[:-1])
        return "a space made on the way" if made else ""


@dataclass(frozen=True, order=True)
class Moves(Condition):
    """At most this many moves: each shift, deal, removal by choice is one."""

    most: int

    def __str__(self) -> str:
        return f"in at most {count_phrase(self.most, 'move')}"

    @classmethod
    def read(cls, said: Said) -> Self:
        return cls(said.number(9999, "moves can't be played"))

    def broken_by(self, step: Step, deeds: Deeds, wanted: ToRemove) -> bool:
        return deeds.moves > self.most

    def found(self, deeds: Deeds, wanted: ToRemove, move: int | None) -> str:
        return count_phrase(deeds.moves, "move")

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(moves=self.most)

    def rest(self, deeds: Deeds, wanted: ToRemove) -> Condition | None:
        left = self.most - deeds.moves
        return Moves(left) if left > 0 else None


#: What a solution may or may not be able to do without.
QUESTIONS: Final = (NoDealing(), NoTurningUp(), OtherSuits(0), NoMakingASpace())


def in_order(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Conditions as goals are written, each kind once but for those of which there are several."""
    order = list(Condition.kinds.values())
    kept: list[Condition] = []
    for condition in sorted(set(conditions), key=lambda c: (order.index(type(c)), c)):
        if condition.several or not kept or type(kept[-1]) is not type(condition):
            kept.append(condition)
    return tuple(sorted(kept, key=lambda c: not c.act))
