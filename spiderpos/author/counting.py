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
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Final, TypeAlias

from ..game.cards import KING, Card, Suit, card, rank_name
from ..game.position import Position
from ..goals.goal import (
    Goal,
    NoMakingASpace,
    NoRemoving,
    Objective,
    OtherSuits,
    RemoveNumber,
)
from ..goals.terms import Asked
from ..solver.prover.question import unknown_rule
from ..text.wording import join_words

__all__ = ["reasons"]

#: So many states of the columns are looked at, at most.
_MOST: Final = 60_000
_Counts: TypeAlias = tuple[int, ...]
_NAMES: Final = {11: "Jack", 12: "Queen", 13: "King"}


def reasons(
    position: Position, goal: Goal, *, impossible: Callable[[Goal], bool] | None = None
) -> tuple[str, ...] | None:
    """Why the goal is impossible by counting, in sentences; None if that doesn't show it.

    Counting doesn't follow the removal of a suit.  Where one might be removed on the way (for a
    suit that is to be removed: another one before it), ``impossible`` is asked whether that can
    be ruled out.  The solver may know, and the reasons say that it was.  Without ``impossible``,
    or if it doesn't know, the answer is None.  None says nothing about the goal: it may be
    possible, or impossible for reasons of suits.
    """
    absent = tuple(_absent(position, goal))
    if absent:
        return absent
    if not _can_be_counted(position, goal):
        return None
    game = _Game(position, impossible)
    if not game.complete:
        return None
    for objective in goal.objectives:
        found = game.why_not(objective, goal)
        if found:
            return (*game.searched(), *found)
    return None


def _can_be_counted(position: Position, goal: Goal) -> bool:
    """Whether counting says anything about a goal."""
    if position.spaces or unknown_rule(position.rules):
        return False
    if position.hand and not goal.limits.no_dealing:
        return False
    return not goal.whatever and all(c for column in position.columns for c in column.up)


def _absent(position: Position, goal: Goal) -> Iterator[str]:
    """Suits asked for of which a card isn't there at all; one is enough."""
    there = [c for column in position.columns for c in (*column.down, *column.up)]
    there += [c for c in position.cells if c is not None]
    if not all(there) or (position.hand and not goal.limits.no_dealing):
        return
    for suit, count in goal.suits_to_remove().named.items():
        ranks = [card(rank, suit) for rank in range(1, KING + 1)]
        missing = [c for c in ranks if there.count(c) < count]
        if missing:
            few = "no" if count == 1 else "no second"
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

    @cached_property
    def reached(self) -> dict[_Counts, None]:
        """All states by breadth."""
        found: dict[_Counts, None] = {self.start: None}
        waiting = deque([self.start])
        while waiting and len(found) <= _MOST:
            counts = waiting.popleft()
            for column, head in self.heads(counts):
                if counts[column] == 1 or not self.free(counts, head.rank):
                    continue
                after = (*counts[:column], counts[column] - 1, *counts[column + 1 :])
                if after not in found:
                    found[after] = None
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
        asked = Asked()
        objective.ask(asked, self.position)
        if asked.spaces or asked.empty:
            # With another space, a column that is named can be emptied by more than counting sees.
            if self.removable(goal) or self.space():
                return None
            columns = [asked.empty[0] - 1] if asked.empty else range(len(self.start))
            return tuple(f"Column {n + 1} can't be emptied: {self._stuck(n)}." for n in columns)
        if not goal.limits.no_making_a_space and self.space():
            return None
        for column, count in [(0, asked.turned), *asked.turned_in.items()]:
            if count:
                return None if self.removable(goal) else self._no_card(count, column)
        for wanted, column in asked.uncovered:
            return None if self.removable(goal) else self._covered(wanted, column)
        found: list[str] = []
        for suit in asked.need:
            before = [f" before the {other}" for other in Suit if asked.first[other] >> suit & 1]
            why = self._no_suit(suit, "".join(before))
            if why and not self.removable(goal, besides=suit):
                found += why
        if asked.any:
            each = [self._no_suit(suit) for suit in self.first_suits(goal)]
            found += chain(*each) if all(each) else ()
        return tuple(found)

    def space(self) -> bool:
        """Whether some column can be emptied."""
        return any(
            counts[column] == 1 and self.free(counts, head.rank) > 0
            for counts in self.reached
            for column, head in self.heads(counts)
        )

    def removable(self, goal: Goal, *, besides: Suit | None = None) -> bool:
        """Whether a suit (other than ``besides``) might be the first to be removed on the way.

        Before the first space, that is; counting doesn't follow it.
        """
        suits = [suit for suit in self.first_suits(goal) if suit is not besides]
        if all(self.missing(suit) for suit in suits):
            return False
        if self.impossible is None:
            return True
        if besides not in self.ruled_out:
            others = [NoRemoving(suit) for suit in Suit if suit not in suits]
            free = goal.free_of(OtherSuits, NoRemoving).under(NoMakingASpace(), *others)
            self.ruled_out[besides] = self.impossible(replace(free, objectives=(RemoveNumber(1),)))
        return not self.ruled_out[besides]

    def first_suits(self, goal: Goal) -> tuple[Suit, ...]:
        """The suits of which the first removal may be, by what the goal says."""
        later = goal.asked(self.position).first
        suits = {suit for suit in Suit if not later[suit]} - {*goal.limits.no_removing_suits}
        named, number = goal.suits_to_remove()
        if goal.limits.other_suits == 0:
            suits &= set(Suit) if number else set(named)
        return tuple(sorted(suits))

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

    def _no_card(self, count: int, column: int) -> tuple[str, ...] | None:
        """``column``: from 1, or 0 for any."""
        columns = [
            n for n, c in enumerate(self.position.columns) if c.down and column in (0, n + 1)
        ]
        if not columns:
            return ("There is no face-down card.",)
        if count != 1:
            return None
        for n in columns:
            if any(counts[n] <= len(self.position.columns[n].down) for counts in self.reached):
                return None
        return tuple(f"Column {n + 1} turns up no card: {self._stuck(n)}." for n in columns)

    def _covered(self, wanted: Card, column: int) -> tuple[str, ...] | None:
        """Only cards that never come into play are called covered."""
        found = []
        for n, segments in enumerate(self.segments):
            if column not in (0, n + 1):
                continue
            lowest = min(counts[n] for counts in self.reached)
            for number, segment in enumerate(segments):
                if wanted in segment:
                    if number >= lowest - 1:
                        return None
                    found.append(
                        f"The {wanted} of column {n + 1} stays covered: {self._stuck(n)}."
                    )
        if column and any(c == wanted for counts in self.reached for c, _ in self.in_play(counts)):
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
        wanted = _NAMES.get(head.rank + 1, rank_name(head.rank + 1))
        if not users:
            return f"the {head} needs a free {wanted}, and there is none"
        number = {1: "one", 2: "two", 3: "three"}.get(len(users), str(len(users)))
        return (
            f"{number} free {wanted}{'s' * (len(users) > 1)}, needed for "
            f"{join_words([*users, f'the {head} of column {column + 1}'])}"
        )

    def _dug(self, counts: _Counts) -> Iterator[tuple[int, Card]]:
        """The heads that were dug on the way to a state."""
        for column, (before, now) in enumerate(zip(self.start, counts, strict=True)):
            for number in range(now, before):
                yield column, self.segments[column][number][0]


def _segments(down: Sequence[Card], up: Sequence[Card]) -> list[list[Card]]:
    """A column cut into segments, from the top down."""
    found = [[c] for c in down]
    for number, c in enumerate(up):
        if number and c and up[number - 1] and up[number - 1].rank == c.rank + 1:
            found[-1].append(c)
        else:
            found.append([c])
    return found
