"""Supermoves: move or exchange several natural runs as if they were one.

Only one natural run can move at a time.  A move of an off-suit run, which players write as one
move, is a sequence of single moves that temporarily puts runs into empty columns, or onto other
columns that fit.  :func:`expand` finds such a sequence or explains why there is none.

The search moves only the named cards, and restores all other columns.  Within these limits it is
complete: a ``NoSupermove`` that isn't ``undecided`` is raised only after all reachable
arrangements of the named cards have been visited.  Sequences that also move *other* cards are not
searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count as counter
from itertools import takewhile
from operator import eq
from typing import Final, NamedTuple, TypeAlias

from ..game import illegal as errors
from ..game.cards import ACE, KING, UNKNOWN, Card
from ..game.engine import (
    accepting_columns,
    fits,
    has_complete_suit,
    natural_run,
    natural_runs,
    rank_fits,
    verify,
)
from ..game.illegal import IllegalMove, a_rank, run_name
from ..game.moves import Shift
from ..game.position import Column, Position
from ..game.rules import Rules
from ..text.wording import columns_phrase, count_phrase, join_words

# For each search, the weight of the estimate and the maximum number of arrangements.  The first
# finds the fewest moves; the second is greedier, and runs only if the first is given up.
_SEARCHES: Final = ((1, 20_000), (3, 100_000))
#: The errors of a move whose columns or cards don't exist.
_MISSING: Final = (errors.NoSuchPlace, errors.SameColumn, errors.EmptyPlace, errors.TooFewCards)

_Cards: TypeAlias = tuple[Card, ...]


class _Place(NamedTuple):
    """A column without the named cards.  Equal places are interchangeable.

    ``rank``: the rank of the bottom card; 0 for an empty column, -1 if nothing may be put there.
    ``run``: the natural run at the bottom, if it begins with a King; otherwise empty.
    """

    rank: int
    run: _Cards = ()


_CLOSED: Final = _Place(-1)
_EMPTY: Final = _Place(0)

#: The named cards in each column.
_Board: TypeAlias = tuple[_Cards, ...]
#: The moves that lead to a board, as a linked list: the last one first.
_Line: TypeAlias = "tuple[Shift, _Line] | None"
_Key: TypeAlias = tuple[_Cards, _Cards, tuple[tuple[_Place, _Cards], ...]]


@dataclass(eq=False)
class NoSupermove(IllegalMove):
    """Cards that can't be moved, or exchanged, as if they were one run; ``why`` is the reason.

    If they are in order and fit at the target, no sequence of single moves of these cards alone
    exists, or the search was given up (``undecided``).
    """

    why: str
    undecided: bool = False

    def __str__(self) -> str:
        return self.why


def ordered_run(column: Column, rules: Rules) -> _Cards:
    """Return the longest run at the bottom of a column that descends by rank, in any suits."""
    up = column.up
    start = len(up) - 1
    while start > 0 and up[start - 1] and up[start] and fits(up[start], up[start - 1], rules):
        start -= 1
    return up[max(start, 0) :]


def expand(
    position: Position, source: int, target: int, count: int, back: int = 0
) -> tuple[Shift, ...]:
    """Return single moves that take the bottom ``count`` cards of ``source`` to ``target``.

    With ``back``, that many bottom cards of ``target`` go to ``source`` in exchange.  The moves
    are legal in this order, and the fewest possible if 20,000 arrangements suffice to find them.
    The search assumes that a complete suit is removed at once, so it completes one only at its
    final place.  It doesn't use cards that are turned up on the way.

    Raises the IllegalMove that explains the failure: the cards don't exist, aren't in order of
    rank, or don't fit at the target.  Raises NoSupermove if there is no such sequence, or if the
    search was given up (``undecided``).
    """
    if count or not back:
        _check_columns(position, Shift(source, target, count))
    if back:
        _check_columns(position, Shift(target, source, back))
    columns = position.columns
    here, there = columns[source - 1], columns[target - 1]
    # Equal cards at the head of both runs can stay in place; the rest must fit below them.
    equal = 0
    while equal < min(count, back) and here.up[equal - count] == there.up[equal - back] != UNKNOWN:
        equal += 1
    if count > equal:
        _check_fit(position, source, target, count - equal, back - equal)
    if back > equal:
        _check_fit(position, target, source, back - equal, count - equal)
    search = _Search(position, source, target, count, back)
    moves, searched = search.solve()
    if moves is not None:
        return moves
    raise NoSupermove(_impossible(position, source, target, search, searched), searched > 0)


def not_in_order(column: int, count: int, run: _Cards, onto: Card | None = None) -> NoSupermove:
    """Return the error for ``count`` bottom cards that don't descend by one rank each.

    ``run`` are the bottom cards that do.  ``onto`` is the target card, if ``count`` results from
    its rank.
    """
    text = " ".join(map(str, run)) or "no card"
    if onto is None:
        why = f"{count} cards of column {column} are not in order of rank"
    else:
        rank = a_rank((onto.rank - 2) % KING + 1)
        why = f"the {onto} takes {rank}, so {count_phrase(count, 'card')} would have to move"
    return NoSupermove(f"{why}: what is in order at the bottom of column {column} is {text}")


def _impossible(
    position: Position, source: int, target: int, search: _Search, searched: int
) -> str:
    """Explain the failure of a search, which was given up if ``searched`` isn't 0."""
    going, coming = (
        natural_runs(cards, position.rules) for cards in (search.going, search.coming)
    )
    text = f"{join_words(map(run_name, going))} of column {source}"
    if coming:
        other = f"{join_words(map(run_name, coming))} of column {target}"
        text += f" and {other} can't change places"
    else:
        text += f" are {len(going)} natural runs, and can't be moved to column {target} "
        text += "one after the other"
    if searched:
        return (
            f"undecided, as the search was given up: {text} in the {searched} arrangements "
            "that were tried; write single moves instead"
        )
    spaces = columns_phrase(n for n in position.spaces if n not in (source, target))
    return text + (f" with {spaces} empty" if spaces else " without an empty column")


def _check_columns(position: Position, move: Shift) -> None:
    """Raise the error of a move whose columns or cards don't exist; allow any other move."""
    try:
        verify(position, move)
    except errors.IllegalMove as error:
        if isinstance(error, _MISSING):
            raise


def _check_fit(position: Position, source: int, target: int, count: int, leaving: int) -> None:
    """Raise if ``count`` cards of ``source`` can't replace ``leaving`` cards of ``target``.

    All of them have to move, so the head must fit there as in a single move.
    """
    column, other = position.columns[source - 1], position.columns[target - 1]
    if not all(column.up[-count:]):
        raise errors.UnknownCard(source)
    run = ordered_run(column, position.rules)
    if count > len(run):
        raise not_in_order(source, count, run)
    head = column.up[-count]
    staying = other.up[: len(other.up) - leaving]
    if not staying:
        why = "a face-down card would be turned up there" if leaving and other.down else ""
    elif not staying[-1]:
        raise errors.UnknownCard(target, head=head)
    else:
        onto = staying[-1]
        why = "" if fits(head, onto, position.rules) else f"it would lie on the {onto}"
        if why and not leaving:
            accepting = accepting_columns(position, head, source)
            wrapped = position.rules.kings_on_aces
            raise errors.RankMismatch(head, target, onto, accepting, wrapped)
    if why:
        left = f"the {other.up[-leaving]} in column {target}"
        raise NoSupermove(f"the {head} can't take the place of {left}: {why}")


def _place_of(column: Column, leaving: int, rules: Rules) -> _Place:
    """Return the place that a column is without its bottom ``leaving`` cards."""
    staying = Column(column.down, column.up[: len(column.up) - leaving])
    if staying.is_space:
        return _EMPTY
    # No card may go onto one that is unknown or turned up on the way, nor onto a complete suit
    # that is uncovered, because it would be removed.
    if not staying.bottom or (leaving and has_complete_suit(staying)):
        return _CLOSED
    run = natural_run(staying, rules)
    return _Place(run[-1].rank, run if run[0].rank == KING else ())


class _Search:
    """The search for a sequence of moves of the named cards."""

    def __init__(
        self, position: Position, source: int, target: int, count: int, back: int
    ) -> None:
        leaving = [0] * len(position.columns)
        leaving[source - 1], leaving[target - 1] = count, back
        columns = list(zip(position.columns, leaving, strict=True))
        self._rules = position.rules
        self._ends = source - 1, target - 1
        self._start: _Board = tuple(column.up[len(column.up) - n :] for column, n in columns)
        self.places = [_place_of(column, n, position.rules) for column, n in columns]
        self.going, self.coming = self._start[source - 1], self._start[target - 1]

    def solve(self) -> tuple[tuple[Shift, ...] | None, int]:
        """Run the searches in turn; return the result of the last one, as :meth:`_search`."""
        for weight, limit in _SEARCHES:
            moves, tried = self._search(weight, limit)
            if moves is not None or not tried:
                break
        return moves, tried

    def _search(self, weight: int, limit: int) -> tuple[tuple[Shift, ...] | None, int]:
        """Search arrangements by A*; a weight above 1 is faster, but may miss the fewest moves.

        Returns the moves and 0; None and 0 if there are none; None and the number of visited
        arrangements if the search was given up.
        """
        order = counter()
        reached = {self._key(self._start): 0}
        queue: list[tuple[int, int, int, _Board, _Line]] = [(0, next(order), 0, self._start, None)]
        while queue:
            _, _, length, board, line = heappop(queue)
            if length > reached[self._key(board)]:
                continue
            if self._lower_bound(board) == 0:
                return _moves(line), 0
            if len(reached) > limit:
                return None, len(reached)
            for move, after in self._steps(board):
                key = self._key(after)
                if length + 1 < reached.get(key, length + 2):
                    reached[key] = length + 1
                    cost = length + 1 + weight * self._lower_bound(after)
                    heappush(queue, (cost, next(order), length + 1, after, (move, line)))
        return None, 0

    def _key(self, board: _Board) -> _Key:
        """Return a key that is the same for arrangements that differ only in equal places."""
        here, there = self._ends
        loads = [
            (self.places[n], cards)
            for n, cards in enumerate(board)
            if cards and n not in self._ends
        ]
        return board[here], board[there], tuple(sorted(loads))

    def _steps(self, board: _Board) -> Iterator[tuple[Shift, _Board]]:
        """Yield the possible moves in an arrangement, each with the arrangement after it."""
        for source, cards in enumerate(board):
            if cards and self._at_goal(source, cards) and self._is_complete(source, cards):
                continue  # it has been removed
            for count in range(1, self._movable(cards) + 1):
                moved = cards[-count:]
                seen: set[object] = set()
                for target, others in enumerate(board):
                    place = self.places[target]
                    kind = target if target in self._ends else (place, others)
                    if kind in seen:
                        continue
                    seen.add(kind)
                    onto = others[-1].rank if others else place.rank
                    then = others + moved
                    if target == source or not self._fits(moved[0], onto):
                        continue
                    if self._is_complete(target, then) and not self._at_goal(target, then):
                        continue
                    after = list(board)
                    after[source], after[target] = cards[:-count], then
                    yield Shift(source + 1, target + 1, count), tuple(after)

    def _fits(self, head: Card, rank: int) -> bool:
        """Return True if a card may go onto a bottom card of this rank, 0 for an empty column."""
        return rank_fits(head.rank, rank, self._rules) if rank > 0 else rank == 0

    def _movable(self, cards: _Cards) -> int:
        """Return the length of the natural run at the bottom of the cards."""
        return len(natural_run(Column((), cards), self._rules))

    def _is_complete(self, number: int, cards: _Cards) -> bool:
        """Return True if these cards complete a suit at a place."""
        return cards[-1].rank == ACE and has_complete_suit(
            Column((), self.places[number].run + cards)
        )

    def _at_goal(self, number: int, cards: _Cards) -> bool:
        here, there = self._ends
        return cards == (self.coming if number == here else self.going if number == there else ())

    def _lower_bound(self, board: _Board) -> int:
        """Return a lower bound of the moves left: one for each run not in its final place."""
        here, there = self._ends
        moves = 0
        for number, cards in enumerate(board):
            goal = self.coming if number == here else self.going if number == there else ()
            placed = sum(takewhile(bool, map(eq, cards, goal)))
            moves += len(natural_runs(cards[placed:], self._rules))
        return moves


def _moves(line: _Line) -> tuple[Shift, ...]:
    moves: list[Shift] = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(reversed(moves))
