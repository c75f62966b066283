"""Explain by counting why a goal is impossible, with Don Woods' argument.

Ignore the suits: then a run can always be moved onto a free card of the next rank, and the
player is limited only by the number of such cards.  Every column is cut into *segments*
(sequences that descend by one rank, in any suits; a face-down card is a segment), and moving a
segment away uses up a free card of the next rank.  :func:`reasons` tries all sequences of such
moves.  If the goal can't be reached even then, it is impossible, and the reason is the missing
card: "one free 4, needed for the 3h of column 1 and the 3d of column 6".

This is valid until the first space is made or the first suit removed.  Until then no card leaves
the tableau, so each card that was moved onto one of the next rank still occupies one of that rank.
In the real game a player therefore can't dig deeper than counting allows, and all cards of the
first suit to be removed are among those that counting uncovers.  So a suit can't be removed if
counting never uncovers all its cards, *and* no other suit can be removed before it: that could
uncover the missing cards.  ``docs/prover.md`` has the theory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Final, TypeAlias

from ..game.cards import KING, Card, Suit, card, rank_name
from ..game.census import shows_unknown
from ..game.position import Position
from ..goals.goal import (
    Goal,
    NoMakingASpace,
    NoRemoving,
    Objective,
    OtherSuits,
    RemoveNumber,
)
from ..goals.terms import GoalNumbers
from ..solver.prover.question import unsupported_rule
from ..text.wording import NUMBERS, join_words

#: The maximum number of states; if there are more, nothing is proved.
_MOST: Final = 60_000
_Counts: TypeAlias = tuple[int, ...]
_NAMES: Final = {11: "Jack", 12: "Queen", 13: "King"}


def reasons(
    position: Position, goal: Goal, *, impossible: Callable[[Goal], bool] | None = None
) -> tuple[str, ...] | None:
    """Return sentences that prove by counting that the goal is impossible; None without proof.

    Counting doesn't cover the removal of a suit.  If a suit might be removed on the way (another
    one, if the goal is to remove a suit), ``impossible`` is called with a goal that has to be
    ruled out, and the reasons mention the result.  In that case the answer is None if
    ``impossible`` is None or returns False.  None proves nothing: the goal may be possible, or
    impossible because of the suits.
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
        sentences = game.why_not(objective, goal)
        if sentences:
            return (*game.searched(), *sentences)
    return None


def _can_be_counted(position: Position, goal: Goal) -> bool:
    """Return True if counting applies to a goal."""
    if position.spaces or unsupported_rule(position.rules):
        return False
    if position.hand and not goal.limits.no_dealing:
        return False
    return not (goal.whatever or shows_unknown(position))


def _absent(position: Position, goal: Goal) -> Iterator[str]:
    """Yield a sentence for each suit named by the goal that lacks a card; each is a proof."""
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
    """The game without suits and spaces; a state is the number of segments left per column."""

    def __init__(self, position: Position, impossible: Callable[[Goal], bool] | None) -> None:
        self.position = position
        self.impossible = impossible
        #: Results of ``impossible``: True if no suit but this one can be removed first.
        self.ruled_out: dict[Suit | None, bool] = {}
        self.segments = [_segments(column.down, column.up) for column in position.columns]
        self.start = tuple(map(len, self.segments))

    @cached_property
    def reached(self) -> dict[_Counts, None]:
        """All reachable states, breadth-first; if there are more than ``_MOST``, only some."""
        states: dict[_Counts, None] = {self.start: None}
        waiting = deque([self.start])
        while waiting and len(states) <= _MOST:
            counts = waiting.popleft()
            for column, head in self.heads(counts):
                if counts[column] == 1 or not self.free(counts, head.rank):
                    continue
                after = (*counts[:column], counts[column] - 1, *counts[column + 1 :])
                if after not in states:
                    states[after] = None
                    waiting.append(after)
        return states

    @property
    def complete(self) -> bool:
        """True if all states were searched and none uncovers an unknown card."""
        return len(self.reached) <= _MOST and not any(
            not segment[0]
            for counts in self.reached
            for segment in (s[n - 1] for s, n in zip(self.segments, counts, strict=True))
        )

    def heads(self, counts: _Counts) -> Iterator[tuple[int, Card]]:
        """Yield each column (from 0) and the highest card of its lowest segment if it is known."""
        for column, left in enumerate(counts):
            head = self.segments[column][left - 1][0]
            if head:
                yield column, head

    def in_play(self, counts: _Counts) -> Iterator[tuple[Card, bool]]:
        """Yield the uncovered cards, each with True if it lies on a card of the next rank.

        A card is *uncovered* if its segment was moved or is the lowest one left in its column.
        """
        for column, left in enumerate(counts):
            for number in range(left - 1, len(self.segments[column])):
                for place, c in enumerate(self.segments[column][number]):
                    yield c, place > 0 or number >= left

    def free(self, counts: _Counts, rank: int) -> int:
        """Count the uncovered cards of ``rank + 1`` on which no card of ``rank`` lies."""
        free = 0
        for c, linked in self.in_play(counts):
            free += c.rank == rank + 1
            free -= linked and c.rank == rank
        return free

    # Reasons

    def why_not(self, objective: Objective, goal: Goal) -> tuple[str, ...] | None:
        """Return sentences that explain why counting makes an objective impossible.

        None, or no sentences, if counting doesn't prove that.
        """
        demands = GoalNumbers()
        objective.ask(demands, self.position)
        if demands.spaces or demands.empty:
            # A second space may help to empty the named column, which counting doesn't cover.
            if self.removable(goal) or self.space():
                return None
            columns = [demands.empty[0] - 1] if demands.empty else range(len(self.start))
            return tuple(f"Column {n + 1} can't be emptied: {self._stuck(n)}." for n in columns)
        if not goal.limits.no_making_a_space and self.space():
            return None
        for column, count in [(0, demands.turned), *demands.turned_in.items()]:
            if count:
                return None if self.removable(goal) else self._no_card(count, column)
        for target, column in demands.uncovered:
            return None if self.removable(goal) else self._covered(target, column)
        sentences: list[str] = []
        for suit in demands.need:
            later = (other for other in Suit if demands.first[other.code] >> suit.code & 1)
            before = [f" before the {other}" for other in later]
            why = self._no_suit(suit, "".join(before))
            if why and not self.removable(goal, besides=suit):
                sentences += why
        if demands.any:
            each = [self._no_suit(suit) for suit in self.first_suits(goal)]
            sentences += chain(*each) if all(each) else ()
        return tuple(sentences)

    def space(self) -> bool:
        """Return False if counting, which ignores suits, proves that no column can be emptied."""
        return any(
            counts[column] == 1 and self.free(counts, head.rank) > 0
            for counts in self.reached
            for column, head in self.heads(counts)
        )

    def removable(self, goal: Goal, *, besides: Suit | None = None) -> bool:
        """Return True if a suit other than ``besides`` may be removed before a space is made."""
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
        """Return the suits whose removal may come first under the goal's conditions."""
        later = goal.requirements(self.position).first
        suits = {suit for suit in Suit if not later[suit.code]} - {*goal.limits.no_removing_suits}
        named, number = goal.suits_to_remove()
        if goal.limits.other_suits == 0:
            suits &= set(Suit) if number else set(named)
        return tuple(sorted(suits))

    def searched(self) -> Iterator[str]:
        """Yield a sentence for each search by ``impossible`` that ruled out another suit."""
        for suit, shown in self.ruled_out.items():
            if shown:
                other = f"suit but the {suit}" if suit else "suit"
                yield f"No {other} can be removed first (a search shows that)."

    def missing(self, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of a suit that stay covered; () if all can be uncovered at one time.

        If each card can be uncovered, but never all at one time, return all of them.
        """
        ever: set[Card] = set()
        for counts in self.reached:
            here = {c for c, _ in self.in_play(counts) if c.suit is suit}
            if len(here) == KING:
                return ()
            ever |= here
        never = tuple(
            card(rank, suit) for rank in range(1, KING + 1) if card(rank, suit) not in ever
        )
        return never or tuple(sorted(ever))

    def _no_card(self, count: int, column: int) -> tuple[str, ...] | None:
        """Return sentences that explain why no card turns up in ``column`` (from 1; 0: any).

        None if one may turn up, or if ``count`` asks for several.
        """
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

    def _covered(self, target: Card, column: int) -> tuple[str, ...] | None:
        """Return sentences that explain why a card can't be uncovered; None if it may be."""
        sentences = []
        for n, segments in enumerate(self.segments):
            if column not in (0, n + 1):
                continue
            lowest = min(counts[n] for counts in self.reached)
            for number, segment in enumerate(segments):
                if target in segment:
                    if number >= lowest - 1:
                        return None
                    sentences.append(
                        f"The {target} of column {n + 1} stays covered: {self._stuck(n)}."
                    )
        if column and any(c == target for counts in self.reached for c, _ in self.in_play(counts)):
            return None
        return tuple(sentences) or None

    def _no_suit(self, suit: Suit, before: str = "") -> tuple[str, ...]:
        """Return the sentence that explains why a suit can't be removed first.

        () if it may be, or if each of its cards can be uncovered, but never all at one time.
        """
        missing = self.missing(suit)
        if not missing or len(missing) == KING:
            return ()
        cards = join_words(missing, "and")
        verb = "doesn't" if len(missing) == 1 else "don't"
        where = self._where(missing[0])
        return (f"The {suit} can't be removed{before}: the {cards} {verb} come into play{where}.",)

    def _where(self, target: Card) -> str:
        """Explain, in brackets, why no copy of a card in the columns can be uncovered."""
        columns = [n for n, segments in enumerate(self.segments) if target in chain(*segments)]
        if not columns:
            return ""
        return " (" + "; ".join(f"column {n + 1}: {self._stuck(n)}" for n in columns) + ")"

    def _stuck(self, column: int) -> str:
        """Explain why a column can't be dug deeper."""
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
        rank = _NAMES.get(head.rank + 1, rank_name(head.rank + 1))
        if not users:
            return f"the {head} needs a free {rank}, and there is none"
        number = NUMBERS[len(users)] if len(users) < 4 else str(len(users))
        return (
            f"{number} free {rank}{'s' * (len(users) > 1)}, needed for "
            f"{join_words([*users, f'the {head} of column {column + 1}'])}"
        )

    def _dug(self, counts: _Counts) -> Iterator[tuple[int, Card]]:
        """Yield column (from 0) and highest card of each segment moved to reach a state."""
        for column, (before, now) in enumerate(zip(self.start, counts, strict=True)):
            for number in range(now, before):
                yield column, self.segments[column][number][0]


def _segments(down: Sequence[Card], up: Sequence[Card]) -> list[list[Card]]:
    """Cut a column into segments, from its top down."""
    segments = [[c] for c in down]
    for number, c in enumerate(up):
        if number and c and up[number - 1] and up[number - 1].rank == c.rank + 1:
            segments[-1].append(c)
        else:
            segments.append([c])
    return segments
