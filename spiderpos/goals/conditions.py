"""Conditions of a goal, such as ``without dealing``: restrictions on a line of play.

There is one class per kind of condition, named after its rule in ``grammars/goal.lark``.  A class
defines the syntax, the moves that break the condition, the condition that remains after some
moves, and the limits for searches.
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
    """A restriction on a line; ``str`` writes it as part of a goal.

    The methods of this class are the defaults.
    """

    #: The subclasses by grammar rule, in the order in which goals are written.
    kinds: ClassVar[dict[str, type[Condition]]] = {}
    #: True if the condition does not restrict the move that reaches the goal.
    last_move_may: ClassVar[bool] = False
    #: True if a goal may have several conditions of this kind.  If False, it keeps only the
    #: strictest one.
    several: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        Condition.kinds[rule_of(cls)] = cls

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:  # noqa: ARG003
        """Build the condition from its tokens.  Raises NotationError."""
        return cls()

    @property
    def act(self) -> str:
        """The words after "without" in the goal's text; empty if it is written in another form."""
        return ""

    def __str__(self) -> str:
        return f"without {self.act}"

    def for_another_suit(self, suit: Suit) -> Condition | None:
        """Return the condition for a suit that the goal adds by "or hearts".

        None if this condition can't be followed by another suit.
        """
        return None

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        """Return True if a step breaks the condition.

        ``progress`` describes the line up to and including the step; ``to_remove`` are the suits
        that the goal requires to be removed.
        """
        raise NotImplementedError

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        """Explain the verdict on a line.

        ``move`` is the number (from 1) of the move that breaks the condition; None if none does.
        """
        raise NotImplementedError

    def limit(self, limits: Limits) -> Limits:
        """Return the search limits ``limits`` with that of this condition added."""
        return limits._replace(in_words=(*limits.in_words, str(self)))

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        """Return the condition that remains for later moves, after a line that keeps to this one.

        None means that no further move is allowed.  Raises Unclear if the goal language can't
        express the remaining condition.
        """
        return self

    def question(self, line: Sequence[Step]) -> str:
        """Describe the act in a line that the condition restricts: "a row dealt"; or return ""."""
        return ""


class NoDealing(Condition):
    """Forbids dealing a row."""

    act = "dealing"

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return isinstance(step.move, Deal)

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"a row is dealt by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_dealing=True)

    def question(self, line: Sequence[Step]) -> str:
        return "a row dealt" if any(isinstance(step.move, Deal) for step in line) else ""


class NoTurningUp(Condition):
    """Forbids turning up a face-down card, even with the last move."""

    act = "turning up"

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return bool(step.turned)

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"a card is turned up by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_turning_up=True)

    def question(self, line: Sequence[Step]) -> str:
        return "a card turned up" if any(step.turned for step in line) else ""


@dataclass(frozen=True, order=True)
class OtherSuits(Condition):
    """Limits the suits removed in addition to those that the goal requires, 0 to 8."""

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

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        if self.most:
            return f"{count_phrase(to_remove.others(progress.removed), 'other suit')} removed"
        return f"another suit is removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(other_suits=self.most)

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        """Return the limit that remains for later moves.

        A removed suit may be required by name, or count towards the number of suits to remove.
        The remaining limit differs in the two cases.  Raises Unclear if later moves decide which
        of them applies.
        """
        removed = len(progress.removed)
        by_name = removed - ToRemove(to_remove.named, 0).others(progress.removed)
        if (
            by_name < removed
            and to_remove.number > by_name
            and not to_remove.all_named_in(progress.removed)
        ):
            raise Unclear(
                "it removes a suit, and later moves decide if that suit counts for the goal"
            )
        return replace(self, most=max(0, self.most - to_remove.others(progress.removed)))

    def question(self, line: Sequence[Step]) -> str:
        return "a suit removed" if any(step.removals for step in line) else ""


@dataclass(frozen=True, order=True)
class NoRemoving(Condition):
    """Forbids removing this suit."""

    suit: Suit
    several = True

    @property
    def act(self) -> str:
        return f"removing {self.suit}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(*phrase.suits)

    def for_another_suit(self, suit: Suit) -> Condition:
        return NoRemoving(suit)

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return any(removal.suit is self.suit for removal in step.removals)

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"{self.suit} are removed by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_removing_suits=(*limits.no_removing_suits, self.suit))


class NoMakingASpace(Condition):
    """Forbids increasing the number of spaces before the move that reaches the goal."""

    act = "making a space"
    last_move_may = True

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return len(step.after.spaces) > len(step.before.spaces)

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return f"a space is made by move {move}" if move else ""

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(no_making_a_space=True)

    def question(self, line: Sequence[Step]) -> str:
        makes_space = any(len(s.after.spaces) > len(s.before.spaces) for s in line[:-1])
        return "a space made on the way" if makes_space else ""


@dataclass(frozen=True, order=True)
class Moves(Condition):
    """Limits the number of moves, including deals and removals by the player."""

    most: int

    def __str__(self) -> str:
        return f"in at most {count_phrase(self.most, 'move')}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(9999, "moves can't be played"))

    def broken_by(self, step: Step, progress: LineProgress, to_remove: ToRemove) -> bool:
        return progress.moves > self.most

    def report(self, progress: LineProgress, to_remove: ToRemove, move: int | None) -> str:
        return count_phrase(progress.moves, "move")

    def limit(self, limits: Limits) -> Limits:
        return limits._replace(moves=self.most)

    def rest(self, progress: LineProgress, to_remove: ToRemove) -> Condition | None:
        moves = self.most - progress.moves
        return Moves(moves) if moves > 0 else None


#: The conditions that the check of a problem tries: if the solution breaks one, can the goal be
#: reached without breaking it?
QUESTIONS: Final = (NoDealing(), NoTurningUp(), OtherSuits(0), NoMakingASpace())


def in_order(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Sort conditions in the order in which goals are written; keep the strictest of each kind.

    All conditions of a kind are kept if a goal may have ``several``.
    """
    order = list(Condition.kinds.values())
    result: list[Condition] = []
    for condition in sorted(set(conditions), key=lambda c: (order.index(type(c)), c)):
        if condition.several or not result or type(result[-1]) is not type(condition):
            result.append(condition)
    return tuple(sorted(result, key=lambda c: not c.act))
