"""Why a goal is impossible, where counting is enough, as Don Woods argues.

Forget the suits: then a run can always be moved onto a free card of the next rank, and what
limits a player is how many such cards there are.  Every column is cut into *segments* (stretches
that descend by one, suits aside; a face-down card is one by itself), and digging one off uses up
a free card of the next rank.  :func:`reasons` tries every order of digging.  If the goal can't
be reached even so, it can't be reached, and the reason is the card that is one too few: "one free
4, needed for the 3h of column 1 and the 3d of column 6".

That works while there is no space and no suit is gone, so up to the first of these.
Until then no card leaves the tableau, so each card of a rank that was moved onto one of the next
rank still has one to itself.  A player has therefore never dug deeper than counting lets him,
and a suit that goes off as the first one lies complete in the cards that counting brings into
play.  So a suit can't be removed if counting never brings it into play, *and* no other suit can
go off before it: that one could lay bare what is missing.  ``docs/prover.md`` has the theory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final, TypeAlias

from ..game.cards import KING, Card, Suit, card, rank_name
from ..game.position import Position
from ..goals.goal import (
    GetSpaces,
    Goal,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceIn,
    TurnUp,
    Uncover,
)
from ..solver.prover.problem import unknown_rule
from ..text.wording import join_words

__all__ = ["Reasons", "reasons"]

#: So many states of the columns are looked at, at most.
_MOST: Final = 60_000
_Counts: TypeAlias = tuple[int, ...]
_PLURAL: Final = {11: "Jacks", 12: "Queens", 13: "Kings", 1: "Aces"}
_SINGULAR: Final = {11: "Jack", 12: "Queen", 13: "King", 1: "Ace"}


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a goal can't be reached: the sentences, and in how many states columns can be."""

    sentences: tuple[str, ...]
    states: int

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def reasons(
    position: Position, goal: Goal, *, impossible: Callable[[Goal], bool] | None = None
) -> Reasons | None:
    """Why the goal is impossible by counting; None if that doesn't show it.

    Counting doesn't follow the removal of a suit.  Where one might be removed on the way (for a
    suit that is to be removed: another one before it), ``impossible`` is asked whether that can
    be ruled out (the solver may know), and the reasons say that it was; without ``impossible``,
    or if it doesn't know, the answer is None.  None says nothing about the goal: it may be
    possible, or impossible for reasons of suits.
    """
    absent = tuple(_absent(position, goal))
    if absent:
        return Reasons(absent, 0)
    game = _Game.of(position, goal, impossible)
    if game is None or not game.complete:
        return None
    for objective in goal.objectives:
        found = game.why_not(objective, goal)
        if found:
            return Reasons((*game.searched(), *found), len(game.reached))
    return None


def _absent(position: Position, goal: Goal) -> Iterator[str]:
    """Suits asked for of which a card isn't there at all; one is enough."""
    there = [c for column in position.columns for c in (*column.down, *column.up)]
    there += [c for c in position.cells if c is not None]
    if not all(there) or (position.hand and not goal.conditions.no_dealing):
        return
    for objective in goal.objectives:
        suits: tuple[Suit, ...] = ()
        if isinstance(objective, RemoveSuits):
            suits = objective.suits
        elif isinstance(objective, RemoveBefore):
            suits = (objective.first,)
        for suit in dict.fromkeys(suits):
            ranks = [card(rank, suit) for rank in range(1, KING + 1)]
            missing = [c for c in ranks if there.count(c) < suits.count(suit)]
            if missing:
                few = "no" if suits.count(suit) == 1 else "no second"
                yield (
                    f"The {suit} can't be removed: there is {few} "
                    f"{join_words(missing, 'or')} in the tableau."
                )


class _Game:
    """The game without suits and without spaces: how many segments each column has left."""

    def __init__(self, position: Position, impossible: Callable[[Goal], bool] | None) -> None:
        self.position = position
        self.impossible = impossible
        #: What ``impossible`` said: whether no suit but this one can be removed first.
        self.ruled_out: dict[Suit | None, bool] = {}
        self.segments = [_segments(column.down, column.up) for column in position.columns]
        self.start = tuple(map(len, self.segments))

    @classmethod
    def of(
        cls, position: Position, goal: Goal, impossible: Callable[[Goal], bool] | None
    ) -> _Game | None:
        """The game for a goal, or None if it isn't one that counting says anything about."""
        if position.spaces or unknown_rule(position.rules):
            return None
        if position.hand and not goal.conditions.no_dealing:
            return None
        if goal.whatever or not all(c for column in position.columns for c in column.up):
            return None
        return cls(position, impossible)

    @cached_property
    def reached(self) -> dict[_Counts, tuple[_Counts, int] | None]:
        """All states by breadth: how each came about (the one before it, the column dug)."""
        found: dict[_Counts, tuple[_Counts, int] | None] = {self.start: None}
        waiting = deque([self.start])
        while waiting and len(found) <= _MOST:
            counts = waiting.popleft()
            for column, head in self.heads(counts):
                if counts[column] == 1 or not self.free(counts, head.rank):
                    continue
                after = (*counts[:column], counts[column] - 1, *counts[column + 1 :])
                if after not in found:
                    found[after] = (counts, column)
                    waiting.append(after)
        return found

    @property
    def complete(self) -> bool:
        """Whether all states were looked at, and none shows a card that isn't known."""
        return len(self.reached) <= _MOST and not any(
            not segment[0]
            for counts in self.reached
            for segment in (s[n - 1] for s, n in zip(self.segments, counts, strict=True))
        )

    def heads(self, counts: _Counts) -> Iterator[tuple[int, Card]]:
        """The columns (from 0) with the head that would be dug next."""
        for column, left in enumerate(counts):
            head = self.segments[column][left - 1][0]
            if head:
                yield column, head

    def in_play(self, counts: _Counts) -> Iterator[tuple[Card, bool]]:
        """The cards in play, and whether each lies on one of the next rank."""
        for column, left in enumerate(counts):
            for number in range(left - 1, len(self.segments[column])):
                for place, found in enumerate(self.segments[column][number]):
                    yield found, place > 0 or number >= left

    def free(self, counts: _Counts, rank: int) -> int:
        """How many cards of the next rank are free for one of this rank."""
        free = 0
        for found, linked in self.in_play(counts):
            free += found.rank == rank + 1
            free -= linked and found.rank == rank
        return free

    # Why not

    def why_not(self, objective: Objective, goal: Goal) -> tuple[str, ...] | None:
        """Why an objective is out of reach, or None if counting doesn't show it."""
        if not isinstance(objective, (GetSpaces, SpaceIn)):
            if not goal.conditions.no_making_a_space and self.space():
                return None
        elif self.removable(goal):
            return None
        match objective:
            case GetSpaces():
                return self._no_space(range(len(self.start)))
            case SpaceIn(column):
                if self.space(except_for=column - 1):
                    return None
                return self._no_space([column - 1])
            case TurnUp(_, column) if not self.removable(goal):
                return self._no_card(objective, column)
            case Uncover(wanted, column) if not self.removable(goal):
                return self._covered(wanted, column)
            case RemoveSuits(suits):
                found = [
                    why
                    for suit in dict.fromkeys(suits)
                    for why in self._no_suit(suit)
                    if not self.removable(goal, besides=suit)
                ]
                return tuple(found)
            case RemoveBefore(first, second) if not self.removable(goal, besides=first):
                return self._no_suit(first, f" before the {second}")
            case RemoveNumber():
                each = [self._no_suit(suit) for suit in _first_suits(goal)]
                return tuple(chain(*each)) if all(each) else None
        return None

    def space(self, except_for: int = -1) -> bool:
        """Whether some column can be emptied."""
        return any(
            counts[column] == 1 and column != except_for and self.free(counts, head.rank) > 0
            for counts in self.reached
            for column, head in self.heads(counts)
        )

    def removable(self, goal: Goal, *, besides: Suit | None = None) -> bool:
        """Whether a suit (other than ``besides``) might be the first to be removed on the way.

        Before the first space, that is; counting doesn't follow it.
        """
        suits = [suit for suit in _first_suits(goal) if suit is not besides]
        if all(self.missing(suit) for suit in suits):
            return False
        if self.impossible is None:
            return True
        if besides not in self.ruled_out:
            conditions = replace(
                goal.conditions,
                no_removing=False,
                no_removing_suits=tuple(suit for suit in Suit if suit not in suits),
                no_making_a_space=True,
                other_suits=None,
            )
            self.ruled_out[besides] = self.impossible(Goal((RemoveNumber(1),), conditions))
        return not self.ruled_out[besides]

    def searched(self) -> Iterator[str]:
        """What a search had to show, in sentences."""
        for suit, shown in self.ruled_out.items():
            if shown:
                other = f"suit but the {suit}" if suit else "suit"
                yield f"No {other} can be removed first (a search shows that)."

    def missing(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit that never come into play together with the others.

        Those that never do at all, if there are any.
        """
        ever: set[Card] = set()
        for counts in self.reached:
            here = {found for found, _ in self.in_play(counts) if found.suit is suit}
            if len(here) == KING:
                return ()
            ever |= here
        never = tuple(
            card(rank, suit) for rank in range(1, KING + 1) if card(rank, suit) not in ever
        )
        return never or tuple(sorted(ever))

    def _no_space(self, columns: Sequence[int]) -> tuple[str, ...] | None:
        if any(
            counts[column] == 1 and column in columns and self.free(counts, head.rank) > 0
            for counts in self.reached
            for column, head in self.heads(counts)
        ):
            return None
        return tuple(f"Column {n + 1} can't be emptied: {self._stuck(n)}." for n in columns)

    def _no_card(self, objective: TurnUp, column: int | None) -> tuple[str, ...] | None:
        columns = [
            n
            for n, c in enumerate(self.position.columns)
            if c.down and (column is None or n == column - 1)
        ]
        if not columns:
            return ("There is no face-down card.",)
        if objective.count != 1:
            return None
        for n in columns:
            if any(counts[n] <= len(self.position.columns[n].down) for counts in self.reached):
                return None
        return tuple(f"Column {n + 1} turns up no card: {self._stuck(n)}." for n in columns)

    def _covered(self, wanted: Card, column: int | None) -> tuple[str, ...] | None:
        """Only cards that never come into play are called covered."""
        found = []
        for n, segments in enumerate(self.segments):
            if column is not None and n != column - 1:
                continue
            lowest = min(counts[n] for counts in self.reached)
            for number, segment in enumerate(segments):
                if wanted in segment:
                    if number >= lowest - 1:
                        return None
                    found.append(
                        f"The {wanted} of column {n + 1} stays covered: {self._stuck(n)}."
                    )
        if column is not None and any(
            c == wanted for counts in self.reached for c, _ in self.in_play(counts)
        ):
            return None
        return tuple(found) or None

    def _no_suit(self, suit: Suit, before: str = "") -> tuple[str, ...]:
        """Why a suit can't be the first to be removed; nothing if counting doesn't show it."""
        missing = self.missing(suit)
        if not missing or len(missing) == KING:
            return ()
        cards = join_words(missing, "and")
        verb = "doesn't" if len(missing) == 1 else "don't"
        where = self._where(missing[0])
        return (f"The {suit} can't be removed{before}: the {cards} {verb} come into play{where}.",)

    def _where(self, wanted: Card) -> str:
        """What keeps each copy of a card that lies in the columns out of play."""
        columns = [n for n, segments in enumerate(self.segments) if wanted in chain(*segments)]
        if not columns:
            return ""
        return " (" + "; ".join(f"column {n + 1}: {self._stuck(n)}" for n in columns) + ")"

    def _stuck(self, column: int) -> str:
        """What a column lacks to be dug on, at its deepest."""
        lowest = min(counts[column] for counts in self.reached)
        head = self.segments[column][lowest - 1][0]
        if head.rank == KING:
            return f"the {head} has only a space to go to"
        here = next(counts for counts in self.reached if counts[column] == lowest)
        users = [
            f"the {card} of column {n + 1}"
            for n, card in self._dug(here)
            if card.rank == head.rank
        ]
        if not users:
            wanted = _SINGULAR.get(head.rank + 1, rank_name(head.rank + 1))
            return f"the {head} needs a free {wanted}, and there is none"
        number = {1: "one", 2: "two", 3: "three"}.get(len(users), str(len(users)))
        several = f"{rank_name(head.rank + 1)}s"
        wanted = (
            _SINGULAR.get(head.rank + 1, rank_name(head.rank + 1))
            if len(users) == 1
            else _PLURAL.get(head.rank + 1, several)
        )
        return (
            f"{number} free {wanted}, needed for "
            f"{join_words([*users, f'the {head} of column {column + 1}'])}"
        )

    def _dug(self, counts: _Counts) -> Iterator[tuple[int, Card]]:
        """The heads that were dug on the way to a state."""
        for column, (before, now) in enumerate(zip(self.start, counts, strict=True)):
            for number in range(now, before):
                yield column, self.segments[column][number][0]


def _first_suits(goal: Goal) -> tuple[Suit, ...]:
    """The suits of which the first removal may be, by what the goal says."""
    conditions = goal.conditions
    suits = set(Suit) - set(conditions.no_removing_suits)
    named, number = goal.suits_to_remove()
    for objective in goal.objectives:
        if isinstance(objective, RemoveBefore):
            suits -= {objective.second} - {objective.first}
    if conditions.no_removing or conditions.other_suits == 0:
        suits &= set(Suit) if number else set(named)
    return tuple(sorted(suits))


def _segments(down: Sequence[Card], up: Sequence[Card]) -> list[list[Card]]:
    """A column cut into segments, from the top down."""
    found = [[c] for c in down]
    for number, c in enumerate(up):
        if number and c and up[number - 1] and up[number - 1].rank == c.rank + 1:
            found[-1].append(c)
        else:
            found.append([c])
    return found
