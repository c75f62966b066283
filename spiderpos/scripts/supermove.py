"""Supermoves: several natural runs moved, or exchanged, as if they were one.

Only one natural run moves at a time.  What players write as one move of an off-suit run is a
sequence of single moves that uses empty columns, and other columns that fit, as places for a
while.  :func:`expand` finds such a sequence or says why there is none.

The search moves none but the named cards, and leaves every other column as it was.  Within that
it is complete: a ``NoSupermove`` that isn't ``undecided`` is raised only when all arrangements of
the named cards that can be reached have been seen.  What moving *other* cards out of the way
could do is not looked at.
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

# A first search for the fewest moves, and if it grows too large a second, hastier one.  Each is
# the weight of the estimate and the number of arrangements at which the search is given up.
_SEARCHES: Final = ((1, 20_000), (3, 100_000))
#: What is wrong with a move of cards that aren't there.
_MISSING: Final = (errors.NoSuchPlace, errors.SameColumn, errors.EmptyPlace, errors.TooFewCards)

_Cards: TypeAlias = tuple[Card, ...]


class _Place(NamedTuple):
    """What a column is to the named cards: places of one kind are interchangeable.

    ``rank`` of its own bottom card; 0 for an empty column, -1 if nothing may be put there.
    ``run``: its own cards that end in a natural run from the King, if they do.
    """

    rank: int
    run: _Cards = ()


_CLOSED: Final = _Place(-1)
_EMPTY: Final = _Place(0)

#: The named cards by columns, and the moves that brought them there, the last one first.
_Board: TypeAlias = tuple[_Cards, ...]
_Line: TypeAlias = "tuple[Shift, _Line] | None"
_Key: TypeAlias = tuple[_Cards, _Cards, tuple[tuple[_Place, _Cards], ...]]


@dataclass(eq=False)
class NoSupermove(IllegalMove):
    """Cards that can't be moved, or exchanged, as if they were one run; ``why`` says it.

    If they are in order and fit where they are sent, no sequence of single moves of these cards
    alone does it; unless that is ``undecided``, as the search was given up.
    """

    why: str
    undecided: bool = False

    def __str__(self) -> str:
        return self.why


def ordered_run(column: Column, rules: Rules) -> _Cards:
    """Return the longest run at the bottom of a column that descends by rank, suits aside."""
    up = column.up
    start = len(up) - 1
    while start > 0 and up[start - 1] and up[start] and fits(up[start], up[start - 1], rules):
        start -= 1
    return up[max(start, 0) :]


def expand(
    position: Position, source: int, target: int, count: int, back: int = 0
) -> tuple[Shift, ...]:
    """Return single moves that take the lowest ``count`` cards of ``source`` to ``target``.

    With ``back``, so many of the lowest cards of ``target`` go to ``source`` for them.  The
    moves are legal one after the other, and the fewest if 20,000 arrangements suffice to find
    them.  A complete suit counts as going off at once, so none is completed on the way, save
    where it comes to stay.  A card turned up on the way is not used.

    Raises the IllegalMove that says why it can't be done: the cards aren't there, aren't in
    order of rank, or don't fit where they are sent; NoSupermove if there is no such sequence, or
    if the search was given up (``undecided``).
    """
    if count or not back:
        _check_columns(position, Shift(source, target, count))
    if back:
        _check_columns(position, Shift(target, source, back))
    columns = position.columns
    here, there = columns[source - 1], columns[target - 1]
    # Equal cards that head both runs can stay where they are; the rest must fit below them.
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
    """Return the error that so many cards of a column don't descend by one rank each.

    ``run`` is what does; ``onto`` the card that they were to go onto, if it asks for so many.
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
    """Return why a search found no way: there is none, or ``searched`` arrangements aren't all."""
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
            f"whether it can be done was not found out: {text} in the {searched} arrangements "
            "that were tried; write single moves instead"
        )
    spaces = columns_phrase(n for n in position.spaces if n not in (source, target))
    return text + (f" with {spaces} empty" if spaces else " without an empty column")


def _check_columns(position: Position, move: Shift) -> None:
    """Raise if there are no such columns, or not so many cards face up in the first."""
    try:
        verify(position, move)
    except errors.IllegalMove as fault:
        if isinstance(fault, _MISSING):
            raise


def _check_fit(position: Position, source: int, target: int, count: int, leaving: int) -> None:
    """Raise why the lowest ``count`` cards can't lie where the ``leaving`` lowest ones do.

    Each of them has to be moved, so what fits must follow from the rules of a single move.
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


def _under(column: Column, leaving: int, rules: Rules) -> _Place:
    """Return the place that a column is to the named cards, less its ``leaving`` lowest ones."""
    staying = Column(column.down, column.up[: len(column.up) - leaving])
    if staying.is_space:
        return _EMPTY
    # A card turned up on the way is news, and a complete suit laid bare goes off.
    if not staying.bottom or (leaving and has_complete_suit(staying)):
        return _CLOSED
    run = natural_run(staying, rules)
    return _Place(run[-1].rank, run if run[0].rank == KING else ())


class _Search:
    """The named cards, and what each column is without them."""

    def __init__(
        self, position: Position, source: int, target: int, count: int, back: int
    ) -> None:
        leaving = [0] * len(position.columns)
        leaving[source - 1], leaving[target - 1] = count, back
        columns = list(zip(position.columns, leaving, strict=True))
        self._rules = position.rules
        self._ends = source - 1, target - 1
        self._start: _Board = tuple(column.up[len(column.up) - n :] for column, n in columns)
        self.places = [_under(column, n, position.rules) for column, n in columns]
        self.going, self.coming = self._start[source - 1], self._start[target - 1]

    def solve(self) -> tuple[tuple[Shift, ...] | None, int]:
        """Return the moves, or None and 0 if there are none, or None and how many were tried."""
        for weight, limit in _SEARCHES:
            moves, tried = self._search(weight, limit)
            if moves is not None or not tried:
                break
        return moves, tried

    def _search(self, weight: int, limit: int) -> tuple[tuple[Shift, ...] | None, int]:
        """Search arrangements by A*; a weight above 1 is hastier, and not always the fewest moves.

        Returns the moves; None and 0 if all arrangements that can be reached were seen; None
        and the number seen if it was given up.
        """
        order = counter()
        reached = {self._key(self._start): 0}
        queue: list[tuple[int, int, int, _Board, _Line]] = [(0, next(order), 0, self._start, None)]
        while queue:
            _, _, length, board, line = heappop(queue)
            if length > reached[self._key(board)]:
                continue
            if self._left(board) == 0:
                return _moves(line), 0
            if len(reached) > limit:
                return None, len(reached)
            for move, after in self._steps(board):
                key = self._key(after)
                if length + 1 < reached.get(key, length + 2):
                    reached[key] = length + 1
                    cost = length + 1 + weight * self._left(after)
                    heappush(queue, (cost, next(order), length + 1, after, (move, line)))
        return None, 0

    def _key(self, board: _Board) -> _Key:
        """Return the same for arrangements that differ only in places of one kind."""
        here, there = self._ends
        loads = [
            (self.places[n], cards)
            for n, cards in enumerate(board)
            if cards and n not in self._ends
        ]
        return board[here], board[there], tuple(sorted(loads))

    def _steps(self, board: _Board) -> Iterator[tuple[Shift, _Board]]:
        """Yield each move of a natural run in an arrangement, with the arrangement after it."""
        for source, cards in enumerate(board):
            if cards and self._at_goal(source, cards) and self._is_complete(source, cards):
                continue  # it has gone off
            for count in range(1, self._movable(cards) + 1):
                moved = cards[-count:]
                met: set[object] = set()
                for target, others in enumerate(board):
                    place = self.places[target]
                    kind = target if target in self._ends else (place, others)
                    if kind in met:
                        continue
                    met.add(kind)
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
        """Return True if a card may go to a place whose bottom card is of this rank."""
        return rank_fits(head.rank, rank, self._rules) if rank > 0 else rank == 0

    def _movable(self, cards: _Cards) -> int:
        """Return the number of lowest cards that are one natural run."""
        return len(natural_run(Column((), cards), self._rules))

    def _is_complete(self, number: int, cards: _Cards) -> bool:
        """Return True if cards at a place end in a complete suit that they have a part in."""
        return cards[-1].rank == ACE and has_complete_suit(
            Column((), self.places[number].run + cards)
        )

    def _at_goal(self, number: int, cards: _Cards) -> bool:
        here, there = self._ends
        return cards == (self.coming if number == here else self.going if number == there else ())

    def _left(self, board: _Board) -> int:
        """Return how many moves are needed at least: one for each run that isn't in its place."""
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
