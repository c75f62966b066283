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
from .terms import ClauseWords, Limits, LineProgress, ToRemove, Unclear, rule_of


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
    def read(cls, phrase: ClauseWords) -> Self:  # noqa: ARG003
        """Return the condition that a phrase says.  Raises NotationError."""
        return cls()

    @property
    def act(self) -> str:
        """The forbidden act, as said behind "without"; empty for one that is said otherwise."""
        return ""

    def __str__(self) -> str:
        return f"without {self.act}"

    def again(self, suit: Suit) -> Condition | None:
        """Return the condition that "or hearts" adds after it; None if it forbids nothing."""
        return None

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        """Return True if a step breaks it.

        ``progress``: what the line has done after the step; ``to_remove``: the suits that the
        goal asks to be removed.
        """
        raise NotImplementedError

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        """Return the words on a line that breaks it by this move (from 1), or that doesn't."""
        raise NotImplementedError

    def limit(self, limits: Limits) -> Limits:
        """Return the limits with this one put in."""
        return limits._replace(in_words=(*limits.in_words, str(self)))

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        """Return the rest of it after a line that keeps to it; None if no move may follow.

        Raises Unclear.
        """
        return self

    def question(self, line: Sequence[Step]) -> str:
        """Return a line's use of what this forbids, as in "a row dealt"; or nothing."""
        return ""


@dataclass(frozen=True, order=True)
class NoDealing(Condition):
    """No row is dealt."""

    act = "dealing"

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return isinstance(step.move, Deal)

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"a row is dealt by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_dealing=True)

    def question(self, line: Sequence[Step]) -> str:
        return "a row dealt" if any(isinstance(step.move, Deal) for step in line) else ""


@dataclass(frozen=True, order=True)
class NoTurningUp(Condition):
    """No face-down card is turned up, not even by the last move."""

    act = "turning up"

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return bool(step.turned)

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
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

    def __str__(self) -> str:
        if not self.most:
            return "without removing"
        return f"removing at most {count_phrase(self.most, 'other suit')}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(8, "suits can't be removed", least=0, otherwise=0))

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return bool(step.removals) and to_remove.others(progress.removed) > self.most

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        if self.most:
            return f"{count_phrase(to_remove.others(progress.removed), 'other suit')} removed"
        return f"another suit is removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(other_suits=self.most)

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        """Return the limit that is left for the moves that follow.

        What was removed may be asked for by name, or else by number: the limit that is left is
        another one in the two cases.  It can be said where one of them comes to more than the
        other whatever follows; otherwise this raises Unclear.
        """
        gone = len(progress.removed)
        by_name = len(progress.removed) - ToRemove(to_remove.named, 0).others(progress.removed)
        if (
            by_name < gone
            and to_remove.number > by_name
            and not to_remove.all_named_in(progress.removed)
        ):
            raise Unclear(
                "it removes a suit, and which others may go off depends on what the goal counts"
            )
        return replace(self, most=max(0, self.most - to_remove.others(progress.removed)))

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

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(*phrase.suits)

    def again(self, suit: Suit) -> Condition:
        return NoRemoving(suit)

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return any(removal.suit is self.suit for removal in step.removals)

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"{self.suit} are removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_removing_suits=(*limits.no_removing_suits, self.suit))


@dataclass(frozen=True, order=True)
class NoMakingASpace(Condition):
    """No move before the one that reaches the goal leaves more spaces than were before it."""

    act = "making a space"
    last_move_may = True

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return len(step.after.spaces) > len(step.before.spaces)

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
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
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(9999, "moves can't be played"))

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return progress.moves > self.most

    def found(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return count_phrase(progress.moves, "move")

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(moves=self.most)

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        left = self.most - progress.moves
        return Moves(left) if left > 0 else None


#: What a solution may or may not be able to do without.
QUESTIONS: Final = (NoDealing(), NoTurningUp(), OtherSuits(0), NoMakingASpace())


def in_order(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return conditions as goals are written, each kind once if there is but one of it."""
    order = list(Condition.kinds.values())
    kept: list[Condition] = []
    for condition in sorted(set(conditions), key=lambda c: (order.index(type(c)), c)):
        if condition.several or not kept or type(kept[-1]) is not type(condition):
            kept.append(condition)
    return tuple(sorted(kept, key=lambda c: not c.act))
