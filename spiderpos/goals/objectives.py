"""Objectives of a goal, such as ``remove spades`` or ``get a space``.

There is one class per kind of objective, named after its rule in ``grammars/goal.lark``.  The
class defines the syntax, the test on a line, the explanation of a verdict, and the requirements
for searches and authors.  Little other code depends on the class of an objective.  To add one, add
a class here (or in ``placing_objectives.py``, if it depends on the places of cards), a rule to the
grammar, a row to ``FORMS`` in ``rewriting.py`` and a row to ``docs/goals.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import ClassVar, Self

from ..game.cards import Suit
from ..game.engine import Step
from ..game.position import Position
from ..game.survey import complete_suits
from ..text.wording import NUMBERS, columns_phrase, count_phrase, join_words
from .conditions import Condition, NoTurningUp, OtherSuits
from .terms import ClauseWords, GoalNumbers, LineProgress, rule_of


class Objective:
    """A part of a goal that a line must reach; ``str`` writes it in the language of goals.

    Subclasses override the methods here that don't fit them.
    """

    #: The subclasses by grammar rule.
    kinds: ClassVar[dict[str, type[Objective]]] = {}
    #: Kinds of conditions that make the objective impossible, such as "without removing" for a
    #: win.
    contrary: ClassVar[tuple[type[Condition], ...]] = ()

    def __init_subclass__(cls) -> None:
        if not cls.__name__.startswith("_"):
            Objective.kinds[rule_of(cls)] = cls

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:  # noqa: ARG003
        """Build the objective from its tokens.  Raises NotationError."""
        return cls()

    def for_another_suit(self, suit: Suit) -> Objective | None:
        """Return the objective for a suit that the goal adds by "and hearts".

        None if this objective can't be followed by another suit.
        """
        return None

    def merged(self, other: Objective) -> Objective | None:
        """Merge this objective with another one; None if they stay separate."""
        return None

    def holds(self, progress: LineProgress) -> bool:
        """Return True if a line has reached the objective."""
        raise NotImplementedError

    def may_hold(self, now: Position) -> bool:
        """Return True if the objective may hold for some values of the unknown face-up cards."""
        return False

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        """Explain the verdict on a line: why it reaches the objective, or doesn't."""
        raise NotImplementedError

    def rest(self, progress: LineProgress) -> Objective | None:
        """Return the objective that remains for later moves; None if it holds whatever follows."""
        return self

    def lost(self, progress: LineProgress) -> str:
        """Return the reason why no continuation reaches the objective; empty if one may."""
        return ""

    def parts(self) -> Iterator[Objective]:
        """Yield the objectives into which this one can be split, such as one for each suit."""
        yield self

    @property
    def in_column(self) -> int | None:
        """The number of the column that the objective names, from 1, or None."""
        return None

    @property
    def names_a_column(self) -> bool:
        """True if the order of the columns matters to the objective."""
        return self.in_column is not None

    def removals(self) -> tuple[Counter[Suit], int]:
        """Return the suits to remove: those that are named, and a number of suits of any kind."""
        return Counter(), 0

    def mismatch(self, position: Position) -> str:
        """Describe a column or card of the objective that a position lacks; empty if none.

        *Not* checked: that the objective can be reached in play.
        """
        columns = len(position.columns)
        too_high = (self.in_column or 0) > columns
        return f"the position has {count_phrase(columns, 'column')}" if too_high else ""

    def impossible_by_count(self, position: Position) -> str:
        """Return the reason why the cards can't suffice for the objective; empty if they may."""
        return ""

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        """Add the objective's requirements to those of the goal, for searches from ``start``."""
        requirements.in_words.append(str(self))

    def instead(self, position: Position) -> tuple[Position, Objective] | None:
        """Return an equivalent question that searches support.

        The returned position and objective have a solution if and only if this objective alone
        has one in ``position``.  None if there is no such question.
        """
        return None

    def bottoms(self) -> Sequence[Objective]:
        """Return objectives about bottom cards and spaces that this one implies."""
        return ()

    @property
    def imperative(self) -> str:
        """The instruction for the text of a problem: "remove a set of hearts"."""
        return str(self)

    @property
    def thing(self) -> str:
        """The thing to get or remove, as a noun for the title of a problem: "a space"."""
        return "a suit"


class _Removal(Objective):
    contrary = (OtherSuits,)

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        if progress.removed:
            return f"removed: {join_words(progress.removed)}"
        complete = len(complete_suits(progress.now))
        if not complete:
            return "no suit is removed"
        has = "has" if complete == 1 else "have"
        return f"no suit is removed: {count_phrase(complete, 'complete suit')} {has} to be removed"


@dataclass(frozen=True)
class RemoveSuits(_Removal):
    """Remove these suits, in any order; a suit that is named twice must be removed twice."""

    suits: tuple[Suit, ...]

    def __str__(self) -> str:
        return f"remove {join_words(self.suits)}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.suits)

    def for_another_suit(self, suit: Suit) -> Objective:
        return RemoveSuits((suit,))

    def merged(self, other: Objective) -> Objective | None:
        return RemoveSuits(self.suits + other.suits) if isinstance(other, RemoveSuits) else None

    def holds(self, progress: LineProgress) -> bool:
        return not Counter(self.suits) - Counter(progress.removed)

    def rest(self, progress: LineProgress) -> Objective | None:
        if not progress.removed:
            return self
        more = Counter(self.suits) - Counter(progress.removed)
        return RemoveSuits(tuple(sorted(more.elements()))) if more else None

    def parts(self) -> Iterator[Objective]:
        yield from (RemoveSuits((suit,)) for suit in self.suits)

    def removals(self) -> tuple[Counter[Suit], int]:
        return Counter(self.suits), 0

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.need |= Counter(self.suits)

    @property
    def imperative(self) -> str:
        return "remove " + join_words(f"a set of {suit}" for suit in self.suits)

    @property
    def thing(self) -> str:
        return join_words(self.suits)


@dataclass(frozen=True)
class RemoveNumber(_Removal):
    """Remove a number of suits (1 to 8) of any kind."""

    count: int = 1

    def __str__(self) -> str:
        return "remove any suit" if self.count == 1 else f"remove {self.count} suits"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(8, "suits can't be removed"))

    def holds(self, progress: LineProgress) -> bool:
        return len(progress.removed) >= self.count

    def rest(self, progress: LineProgress) -> Objective | None:
        missing = self.count - len(progress.removed)
        return RemoveNumber(missing) if missing > 0 else None

    def parts(self) -> Iterator[Objective]:
        yield from repeat(RemoveNumber(1), self.count)

    def removals(self) -> tuple[Counter[Suit], int]:
        return Counter(), self.count

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.any = max(requirements.any, self.count)

    @property
    def imperative(self) -> str:
        return "remove a suit" if self.count == 1 else f"remove {NUMBERS[self.count]} suits"


@dataclass(frozen=True)
class RemoveBefore(_Removal):
    """Remove ``first`` before ``second`` is removed."""

    first: Suit
    second: Suit

    def __str__(self) -> str:
        return f"remove {self.first} before {self.second}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        first, second = phrase.suits
        if first is second:
            second_token = [token for token in phrase.tokens if token.type == "SUIT"][1]
            message = "a suit can't be removed before itself"
            raise phrase.error(second_token, message, "another suit")
        return cls(first, second)

    def removals(self) -> tuple[Counter[Suit], int]:
        return Counter([self.first]), 0

    def holds(self, progress: LineProgress) -> bool:
        order = progress.removed
        return self.first in order and self.second not in order[: order.index(self.first)]

    def rest(self, progress: LineProgress) -> Objective | None:
        return None if self.first in progress.removed else self

    def lost(self, progress: LineProgress) -> str:
        wrong = self.second in progress.removed and not self.holds(progress)
        return f"the {self.second} go first" if wrong else ""

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.need |= Counter([self.first])
        # Removing the second suit before the first makes the goal unreachable.
        requirements.first[self.second.code] |= 1 << self.first.code


class _Spaces(Objective):
    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        at_start = len(progress.start.spaces)
        most = max([at_start, *(len(step.after.spaces) for step in line)])
        return (
            f"{count_phrase(len(progress.now.spaces), 'space')} at the end, {most} at most on the "
            f"way, {at_start} at the start"
        )


@dataclass(frozen=True)
class GetSpaces(_Spaces):
    """Reach a position with at least this many spaces at once."""

    count: int = 1

    def __str__(self) -> str:
        return "get a space" if self.count == 1 else f"get {self.count} spaces"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(10, "spaces are not possible"))

    def holds(self, progress: LineProgress) -> bool:
        return len(progress.now.spaces) >= self.count

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.spaces = max(requirements.spaces, self.count)

    @property
    def imperative(self) -> str:
        return f"{'get' if self.count == 1 else 'have'} {self.thing}"

    @property
    def thing(self) -> str:
        return "a space" if self.count == 1 else f"{NUMBERS[self.count]} spaces"


@dataclass(frozen=True)
class SpaceIn(Objective):
    """Empty this column (from 1)."""

    column: int

    def __str__(self) -> str:
        return f"get a space in column {self.column}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.column or 0)

    @property
    def in_column(self) -> int:
        return self.column

    def holds(self, progress: LineProgress) -> bool:
        return self.column in progress.now.spaces

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        return f"empty: {columns_phrase(progress.now.spaces) or 'no column'}"

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        if self.column not in requirements.empty:
            requirements.empty.append(self.column)


@dataclass(frozen=True)
class SpaceBack(_Spaces):
    """Have at least as many spaces as at the start."""

    def __str__(self) -> str:
        return "get the space back"

    def holds(self, progress: LineProgress) -> bool:
        return len(progress.now.spaces) >= len(progress.start.spaces)

    def rest(self, progress: LineProgress) -> Objective | None:
        count = len(progress.start.spaces)
        return GetSpaces(count) if count else None

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.spaces = max(requirements.spaces, len(start.spaces))

    @property
    def imperative(self) -> str:
        return "have the space back in the end"


@dataclass(frozen=True)
class TurnUp(Objective):
    """Turn up at least this many face-down cards, in one column (from 1) or anywhere."""

    count: int = 1
    column: int | None = None
    contrary = (NoTurningUp,)

    def __str__(self) -> str:
        text = "turn up a card" if self.count == 1 else f"turn up {self.count} cards"
        return text if self.column is None else f"{text} in column {self.column}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.number(104, "cards can't be turned up"), phrase.column)

    @property
    def in_column(self) -> int | None:
        return self.column

    def _turned(self, progress: LineProgress) -> int:
        return sum(self.column in (None, turned.column) for turned in progress.turned)

    def holds(self, progress: LineProgress) -> bool:
        return self._turned(progress) >= self.count

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        if not progress.turned:
            return "no card is turned up"
        return "turned up: " + join_words(
            f"{t.card} in column {t.column}" for t in progress.turned
        )

    def rest(self, progress: LineProgress) -> Objective | None:
        missing = self.count - self._turned(progress)
        return TurnUp(missing, self.column) if missing > 0 else None

    def impossible_by_count(self, position: Position) -> str:
        numbered = enumerate(position.columns, 1)
        down = sum(len(column.down) for n, column in numbered if self.column in (None, n))
        if self.count <= down:
            return ""
        place = "" if self.column is None else f" in column {self.column}"
        hidden = f"{count_phrase(self.count, 'card')} face down{place}"
        there = "is 1" if down == 1 else f"are {down or 'none'}"
        return f"the goal needs {hidden}, and there {there}"

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        if self.column is None:
            requirements.turned = max(requirements.turned, self.count)
        else:
            earlier = requirements.turned_in.get(self.column, 0)
            requirements.turned_in[self.column] = max(earlier, self.count)

    @property
    def thing(self) -> str:
        return "a card"
