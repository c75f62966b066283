"""Proofs that no space is ever made and no suit completed, even with further deals.

A deal can be lost for a reason that a person can follow: "a 2 needs a 3, a 6 needs a 7, a King
needs a space; and there are never enough".  :func:`blocked` searches for such a reason: a few
ranks whose cards need a place to go to, while all other cards are assumed to disappear when they
are free.  If no line makes a space or completes a suit even then, none does in the game.  A win
needs both, so the deal is lost.

``docs/prover.md``, section 8, proves the method; ``certificates/check.py`` checks each proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Final, NamedTuple

from ...game.cards import KING, RANK_NAMES
from ...game.position import Position
from ...goals.goal import Goal
from ...goals.rewriting import Clause, Form, NotRewritten, Rewriting, form
from ...text.wording import join_words
from ..budget import IN_PYTHON
from .answer import Answer, Budget, Clock, Outcome, Searched

#: Increase it with every change of the states, or of the digest.
VERSION: Final = 1
#: A search with more states than this is abandoned; it has too many ranks.
MOST_STATES: Final = 20_000
_KING_ALONE: Final = frozenset({KING})
#: The options of ``Rules`` that may differ from Woods'.  They matter only for deals over a space,
#: after a removal, or not at all in play, except ``short_last_deal``, which ``_Deal`` considers.
_RULES: Final = frozenset(
    {"deal_over_spaces", "short_last_deal", "automatic_removal", "suits", "start", "scored_suits"}
)


class State(NamedTuple):
    """The abstraction of a position in this search.

    ``dealt``: the number of rows dealt.  ``heads``: for each column, from the top down, the ranks
    of the highest cards of its segments, which must move to free the cards above them; ranks
    that this search ignores are omitted.
    ``down``: the number of face-down cards left in each column.  ``places``: by rank, the number
    of cards that can still take a card of the next lower rank.  ``joined``: the ranks of which a
    card lay on one of the next higher rank, from the start or after a move or a deal.
    """

    dealt: int
    heads: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    places: tuple[int, ...]
    joined: frozenset[int]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A proof that no space is made and no suit completed: the ranks searched, and all states."""

    ranks: tuple[int, ...]
    states: tuple[State, ...]

    def __str__(self) -> str:
        """Return the reason in a sentence."""
        needs = [f"a {RANK_NAMES[r]} a {RANK_NAMES[r + 1]}" for r in self.ranks if r < KING]
        words = join_words([*needs, "a King a space"])
        return (
            f"no space is ever made and no suit completed, however rows are dealt: {words} "
            "to go to, and there are never enough where they are needed, even if all other cards "
            "go away by themselves"
        )

    @property
    def digest(self) -> str:
        """A hash of the states, in hexadecimal."""
        return sha256(repr([_order(state) for state in self.states]).encode()).hexdigest()[:16]


def answer(position: Position, goal: Goal, budget: Budget) -> Answer | None:
    """Return the answer IMPOSSIBLE if a proof of this kind is found, else None.

    It is tried only if rows can be dealt, which the search by classes doesn't support, and takes
    at most a tenth of the time.
    """
    if goal.limits.no_dealing or not position.deals_left:
        return None
    if not needs_a_space_or_suit(goal):
        return None
    clock = Clock(budget.share(1 / 10))
    proof = blocked(position, clock)
    if proof is None:
        return None
    searched = Searched(
        "heads",
        len(proof.states),
        seconds=clock.seconds,
        precision=tuple(RANK_NAMES[rank] for rank in proof.ranks),
        digest=proof.digest,
    )
    return Answer(Outcome.IMPOSSIBLE, (), searched, str(proof))


def needs_a_space_or_suit(goal: Goal) -> bool:
    """Return True if the goal can't be reached without making a space or completing a suit.

    This is for positions without a space; see :data:`spiderpos.goals.rewriting.FORMS`.
    """
    clauses: list[Clause] = [*goal.objectives, *goal.conditions]
    try:
        forms = [form(clause, Rewriting.RANKS) for clause in clauses]
    except NotRewritten:
        return False
    return Form.EVENT in forms


def blocked(position: Position, clock: Clock, *, dealing: bool = True) -> Blocked | None:
    """Return a proof that no line from ``position`` makes a space or completes a suit.

    Without ``dealing`` only lines without deals are considered.  None if no proof is found in
    time, or if the position isn't supported: it has a space, unknown cards, or a rule that isn't
    in ``_RULES``, such as free cells or Kings on Aces.
    """
    columns = position.columns
    cards = [*position.hand, *(c for column in columns for c in (*column.down, *column.up))]
    if (
        not position.rules.describe().keys() <= _RULES
        or not all(cards)
        or not all(column.up for column in columns)
    ):
        return None
    deal = _Deal(position, dealing)
    ranks = _KING_ALONE
    while True:
        result = _Search(deal, ranks, clock).run()
        if isinstance(result, int):
            ranks |= {result}
        elif not result:
            return None
        else:
            break
    for rank in sorted(ranks - {KING}):
        fewer = _Search(deal, ranks - {rank}, clock).run()
        if isinstance(fewer, tuple) and fewer:
            ranks, result = ranks - {rank}, fewer
    return Blocked(tuple(sorted(ranks)), tuple(sorted(result, key=_order)))


def _order(state: State) -> tuple[object, ...]:
    return (*state[:-1], sorted(state.joined))


class _Deal:
    """The ranks in a position: the segments of its columns, face-down cards, rows to deal."""

    def __init__(self, position: Position, dealing: bool) -> None:
        self.down = [tuple(card.rank for card in column.down) for column in position.columns]
        self.segments = [_segments(card.rank for card in c.up) for c in position.columns]
        width = len(position.columns)
        hand = [card.rank for card in position.hand] if dealing else []
        rows = [tuple(hand[i : i + width]) for i in range(0, len(hand), width)]
        if rows and len(rows[-1]) < width and not position.rules.short_last_deal:
            rows.pop()
        self.rows = rows


def _segments(ranks: Iterable[int]) -> list[list[int]]:
    """Split a column at each card that doesn't lie on one of the next higher rank."""
    segments: list[list[int]] = []
    for rank in ranks:
        if segments and segments[-1][-1] == rank + 1:
            segments[-1].append(rank)
        else:
            segments.append([rank])
    return segments


@dataclass(frozen=True, slots=True)
class _Step:
    """The step that leads to a state: moving the lowest head of ``column``, or a deal (None).

    ``joined``: for a deal, the columns in which the new card lands on one of the next higher rank.
    Columns are numbered from 0.
    """

    before: State
    column: int | None
    joined: tuple[int, ...] = ()


@dataclass
class _Search:
    """One search, with a fixed set of ranks."""

    deal: _Deal
    ranks: frozenset[int]
    clock: Clock
    met: dict[State, _Step | None] = field(default_factory=dict)

    @cached_property
    def named(self) -> frozenset[int]:
        """The next higher ranks of ``ranks``: those of the cards onto which these can move."""
        return frozenset(rank + 1 for rank in self.ranks if rank < KING)

    def run(self) -> tuple[State, ...] | int:
        """Search all states; return them if none has a space or a complete suit.

        Otherwise return a rank to add, whose cards were assumed to disappear but couldn't.  Return
        ``()`` if no rank can be added, if a limit is exceeded, or if time ran out.
        """
        start = self._start()
        self.met[start] = None
        open_states = [start]
        while open_states:
            state = open_states.pop()
            self.clock.count(IN_PYTHON)
            if self._is_event(state):
                return self._too_easy(state) or ()
            if len(self.met) > MOST_STATES or self.clock.over:
                return ()
            for after, step in (*self._deals(state), *self._digs(state)):
                if after not in self.met:
                    self.met[after] = step
                    open_states.append(after)
        return tuple(self.met)

    def _is_event(self, state: State) -> bool:
        if not all(state.heads):
            return True
        kings = any(heads[-1] == KING for heads in state.heads)
        return kings and self.ranks - {KING} <= state.joined

    def _start(self) -> State:
        places = [0] * (KING + 1)
        heads, down, joined = [], [], set[int]()
        for segments, face_down in zip(self.deal.segments, self.deal.down, strict=True):
            for segment in segments:
                places[segment[-1]] += segment[-1] in self.named
                joined.update(lower for _, lower in pairwise(segment))
            own = [segment[0] for segment in segments if segment[0] in self.ranks]
            left = len(face_down)
            if not own:
                own, left = self._turn_up(face_down, left, places)
            heads.append(tuple(own))
            down.append(left)
        return State(0, tuple(heads), tuple(down), tuple(places), self.ranks & joined)

    def _turn_up(
        self, face_down: tuple[int, ...], left: int, places: list[int]
    ) -> tuple[list[int], int]:
        """Turn up a column's cards until one has a rank of the search.

        Return that rank, in a list that is empty if there is none, and the number of cards left
        face down.
        """
        while left:
            left -= 1
            rank = face_down[left]
            places[rank] += rank in self.named
            if rank in self.ranks:
                return [rank], left
        return [], 0

    def _digs(self, state: State) -> Iterator[tuple[State, _Step]]:
        """Yield the states after moving one free head onto a card of the next higher rank."""
        for column, own in enumerate(state.heads):
            rank = own[-1]
            if rank == KING or not state.places[rank + 1]:
                continue
            places = list(state.places)
            places[rank + 1] -= 1
            rest, left = list(own[:-1]), state.down[column]
            if not rest:
                rest, left = self._turn_up(self.deal.down[column], left, places)
            after = State(
                state.dealt,
                (*state.heads[:column], tuple(rest), *state.heads[column + 1 :]),
                (*state.down[:column], left, *state.down[column + 1 :]),
                tuple(places),
                state.joined | {rank},
            )
            yield after, _Step(state, column)

    def _deals(self, state: State) -> Iterator[tuple[State, _Step]]:
        """Yield the states after dealing a row.

        There is a state for each set of dealt cards that may land on a card of the next higher
        rank.
        """
        if state.dealt == len(self.deal.rows):
            return
        row = self.deal.rows[state.dealt]

        def chosen(
            column: int, places: list[int], fits: tuple[int, ...]
        ) -> Iterator[tuple[int, ...]]:
            if column == len(row):
                yield fits
                return
            yield from chosen(column + 1, places, fits)
            rank = row[column]
            if rank in self.ranks and rank < KING and places[rank + 1]:
                taken = places[:]
                taken[rank + 1] -= 1
                yield from chosen(column + 1, taken, (*fits, column))

        for fits in chosen(0, list(state.places), ()):
            places = list(state.places)
            heads = list(state.heads)
            for i, rank in enumerate(row):
                if i in fits:
                    places[rank + 1] -= 1
                elif rank in self.ranks:
                    heads[i] = (*heads[i], rank)
                places[rank] += rank in self.named
            joined = state.joined | {row[i] for i in fits}
            after = State(state.dealt + 1, tuple(heads), state.down, tuple(places), joined)
            yield after, _Step(state, None, fits)

    # Ranks to add

    def _too_easy(self, end: State) -> int | None:
        """Return the first rank whose cards were assumed to disappear, but couldn't.

        The line to ``end`` is replayed with all ranks.
        """
        line: list[tuple[_Step, State]] = []
        state = end
        while (step := self.met[state]) is not None:
            line.insert(0, (step, state))
            state = step.before
        return _Replay(self.deal, self.ranks).fault([step for step, _ in line], end)


class _Replay:
    """Replays a line of a search with all ranks, so that no card simply disappears."""

    def __init__(self, deal: _Deal, ranks: frozenset[int]) -> None:
        self.deal, self.ranks = deal, ranks
        self.heads = [[segment[0] for segment in segments] for segments in deal.segments]
        self.down = [list(cards) for cards in deal.down]
        self.places = [0] * (KING + 1)
        self.joined = set[int]()
        for segment in (s for segments in deal.segments for s in segments):
            self.places[segment[-1]] += 1
            self.joined.update(lower for _, lower in pairwise(segment))

    def fault(self, line: list[_Step], end: State) -> int | None:
        dealt = 0
        for step in line:
            if step.column is not None:
                rank = self._reach(step.column)
                if rank is None and self._go(step.column) is not None:
                    # The card to move onto may be face down: move away the free cards of ranks
                    # outside the search, and retry if all of them could move.
                    rank = self._all_go() or self._go(step.column)
                    if rank in self.ranks:
                        return None
                if rank is not None:
                    return rank
                continue
            for column, rank in enumerate(self.deal.rows[dealt]):
                if column in step.joined:
                    self.places[rank + 1] -= 1
                    self.joined.add(rank)
                else:
                    self.heads[column].append(rank)
            for rank in self.deal.rows[dealt]:
                self.places[rank] += 1
            dealt += 1
        for column, heads in enumerate(end.heads):
            if not heads:
                while self.heads[column]:
                    if (rank := self._go(column)) is not None:
                        return rank
                return None
        others = [rank for rank in range(1, KING) if rank not in self.ranks | self.joined]
        return others[0] if others else None

    def _reach(self, column: int) -> int | None:
        """Move away the cards below the last one in ``column`` that has a rank of the search.

        Return the rank of the first one that can't move, else None.
        """
        while self.heads[column][-1] not in self.ranks:
            if (rank := self._go(column)) is not None:
                return rank
        return None

    def _all_go(self) -> int | None:
        """Move away free cards of ranks outside the search.

        Stop at the first one that can't move and return its rank; return None if all can.
        """
        for column, heads in enumerate(self.heads):
            while heads and heads[-1] not in self.ranks:
                if (rank := self._go(column)) is not None:
                    return rank
        return None

    def _go(self, column: int) -> int | None:
        """Move the last segment of a column onto any card of the next higher rank that has room.

        If the column then shows no card, turn up the next one.  Return the rank of the segment's
        head if it can't move, else None.
        """
        rank = self.heads[column][-1]
        if rank == KING or not self.places[rank + 1]:
            return rank
        self.heads[column].pop()
        self.places[rank + 1] -= 1
        self.joined.add(rank)
        if not self.heads[column] and self.down[column]:
            turned = self.down[column].pop()
            self.heads[column].append(turned)
            self.places[turned] += 1
        return None
