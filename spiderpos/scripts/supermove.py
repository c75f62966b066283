"""Supermoves: several natural runs moved, or exchanged, as if they were one.

Only one natural run moves at a time.  What players write as one move of an off-suit run is a
sequence of single moves that uses empty columns, and other columns that fit, as places for a
while.  :func:`expand` finds such a sequence or says why there is none.

The search moves none but the named cards, and leaves every other column as it was.  Within that
it is complete: ``NoSupermove`` is raised only when all arrangements of the named cards that can
be reached have been seen.  What moving *other* cards out of the way could do is not looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count as counter
from typing import Final, TypeAlias

from ..game import illegal as errors
from ..game.cards import ACE, KING, UNKNOWN, Card
from ..game.engine import (
    SUIT_LENGTH,
    accepting_columns,
    fits,
    has_complete_suit,
    is_natural_pair,
    natural_run,
    natural_runs,
    rank_fits,
)
from ..game.moves import Shift
from ..game.position import Column, Position
from ..game.rules import Rules

__all__ = ["expand", "ordered_run"]

# A first search for the fewest moves, and if it grows too large a second, hastier one.  Each is
# the weight of the estimate and the number of arrangements at which the search is given up.
_SEARCHES: Final = ((1, 20_000), (3, 100_000))
_GLANCE: Final = (3, 5_000)
_MOST_MISSING: Final = 3

_Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """What a column is to the named cards: places of one kind are interchangeable.

    ``rank`` of its own bottom card; 0 for an empty column, -1 if nothing may be put there.
    ``suit``, if its own cards end in a natural run from the King, else -1.
    """

    rank: int
    suit: int = -1


# The named cards on the source, on the target, and on other columns, these in a fixed order.
_Loads: TypeAlias = tuple[tuple[_Place, _Cards], ...]
_Arrangement: TypeAlias = tuple[_Cards, _Cards, _Loads]
# From which place (and its load) to which: 0 is the source, 1 the target.
_Key: TypeAlias = int | tuple[_Place, _Cards]
_Step: TypeAlias = tuple[_Key, _Key, int]

_CLOSED: Final = _Place(-1)
_EMPTY: Final = _Place(0)


def ordered_run(column: Column, rules: Rules) -> _Cards:
    """The longest run at the bottom of a column that descends by rank, suits aside."""
    up = column.up
    start = len(up) - 1
    while start > 0 and up[start - 1] and up[start] and fits(up[start], up[start - 1], rules):
        start -= 1
    return up[max(start, 0) :]


def expand(
    position: Position, source: int, target: int, count: int, back: int = 0
) -> tuple[Shift, ...]:
    """Single moves that take the lowest ``count`` cards of ``source`` to ``target``.

    With ``back``, so many of the lowest cards of ``target`` go to ``source`` for them.  The
    moves are legal one after the other, and the fewest if 20,000 arrangements suffice to find
    them.  A complete suit counts as going off at once, so none is completed on the way, save
    where it comes to stay.  A card turned up on the way is not used.

    Raises the IllegalMove that says why it can't be done: the cards aren't there, aren't in
    order of rank, or don't fit where they are sent; NoSupermove if there is no such sequence;
    UndecidedSupermove if the search was given up.
    """
    _check_columns(position, source, target, count, back)
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
    board = _Board(
        position.rules,
        here.up[len(here.up) - count :],
        there.up[len(there.up) - back :],
        _under(here, count, position.rules),
        _under(there, back, position.rules),
    )
    others = {
        number: _under(column, 0, position.rules)
        for number, column in enumerate(columns, 1)
        if number not in (source, target)
    }
    found, searched = board.solve(Counter(others.values()))
    if found is not None:
        return _shifts(found, board, source, target, others)
    runs = natural_runs(board.going, position.rules)
    runs_back = natural_runs(board.coming, position.rules)
    if searched:
        raise errors.UndecidedSupermove(source, target, runs, runs_back, searched)
    raise errors.NoSupermove(
        source,
        target,
        runs,
        runs_back,
        tuple(n for n, place in others.items() if place == _EMPTY),
        tuple(n for n, place in others.items() if place.rank > 0 and board.takes_any(place)),
        board.missing(Counter(others.values())),
    )


def _check_columns(position: Position, source: int, target: int, count: int, back: int) -> None:
    """Raise if there are no such columns, or not so many cards face up in them."""
    columns = position.columns
    for number in (source, target):
        if not 0 < number <= len(columns):
            raise errors.NoSuchColumn(number, len(columns))
    if source == target:
        raise errors.SameColumn(source)
    if count + back < 1:
        raise errors.TooFewCards(source, count, len(columns[source - 1].up))
    for number, wanted in ((source, count), (target, back)):
        column = columns[number - 1]
        if wanted > len(column.up):
            if column.down:
                raise errors.FaceDown(number, wanted, len(column.up))
            raise errors.TooFewCards(number, wanted, len(column.up))


def _check_fit(position: Position, source: int, target: int, count: int, leaving: int) -> None:
    """Raise why the lowest ``count`` cards can't lie where the ``leaving`` lowest ones do.

    Each of them has to be moved, so what fits must follow from the rules of a single move.
    """
    column, other = position.columns[source - 1], position.columns[target - 1]
    if not all(column.up[-count:]):
        raise errors.UnknownCard(source)
    run = ordered_run(column, position.rules)
    if count > len(run):
        raise errors.NotInOrder(source, count, run)
    head = column.up[-count]
    staying = other.up[: len(other.up) - leaving]
    onto = staying[-1] if staying else None
    if onto is None:
        if leaving and other.down:
            raise errors.NotExchangeable(head, target, other.up[-leaving], None)
    elif not onto:
        raise errors.UnknownTarget(head, target)
    elif not fits(head, onto, position.rules):
        if leaving:
            raise errors.NotExchangeable(head, target, other.up[-leaving], onto)
        accepting = accepting_columns(position, head, source)
        rules = position.rules
        raise errors.RankMismatch(head, target, onto, accepting, rules.kings_on_aces)


def _under(column: Column, leaving: int, rules: Rules) -> _Place:
    """What a column is to the named cards without its ``leaving`` lowest ones."""
    staying = Column(column.down, column.up[: len(column.up) - leaving])
    if staying.is_space:
        return _EMPTY
    # A card turned up on the way is news, and a complete suit laid bare goes off.
    if not staying.bottom or (leaving and has_complete_suit(staying)):
        return _CLOSED
    run = natural_run(staying, rules)
    return _Place(run[-1].rank, run[0].suit if run[0].rank == KING else -1)


@dataclass(frozen=True, slots=True)
class _Board:
    """The named cards, and what the source and the target are without them."""

    rules: Rules
    going: _Cards
    coming: _Cards
    source: _Place
    target: _Place

    def solve(self, others: Counter[_Place]) -> tuple[list[_Step] | None, int]:
        """The steps, or None and 0 if there are none, or None and how many were tried."""
        tried = 0
        for weight, limit in _SEARCHES:
            steps, tried = self._search(others, weight, limit)
            if steps is not None or not tried:
                return steps, 0
        return None, tried

    def missing(self, others: Counter[_Place]) -> int | None:
        """How many more empty columns would do, up to three; None if that isn't found quickly."""
        for more in range(1, _MOST_MISSING + 1):
            if self._search(others + Counter({_EMPTY: more}), *_GLANCE)[0] is not None:
                return more
        return None

    def takes_any(self, place: _Place) -> bool:
        """Whether a place can take one of the named cards."""
        return any(self._fits(card, place.rank) for card in self.going + self.coming)

    def _search(
        self, others: Counter[_Place], weight: int, limit: int
    ) -> tuple[list[_Step] | None, int]:
        """A* over arrangements; with a weight above 1 hastier, and not always the fewest moves.

        Returns the steps; None and 0 if all arrangements that can be reached were seen; None
        and the number seen if it was given up.
        """
        start: _Arrangement = (self.going, self.coming, ())
        goal: _Arrangement = (self.coming, self.going, ())
        estimate = _Estimate(self.going, self.coming, self.rules)
        order = counter()
        reached: dict[_Arrangement, int] = {start: 0}
        came: dict[_Arrangement, tuple[_Arrangement, _Step]] = {}
        queue = [(weight * estimate(start), next(order), start, 0)]
        while queue:
            _, _, now, moves = heappop(queue)
            if moves > reached[now]:
                continue
            if now == goal:
                steps: list[_Step] = []
                while now != start:
                    now, step = came[now]
                    steps.append(step)
                return steps[::-1], 0
            if len(reached) > limit:
                return None, len(reached)
            for step, then in self._steps(now, others):
                if moves + 1 < reached.get(then, moves + 2):
                    reached[then] = moves + 1
                    came[then] = (now, step)
                    cost = moves + 1 + weight * estimate(then)
                    heappush(queue, (cost, next(order), then, moves + 1))
        return None, 0

    def _steps(
        self, now: _Arrangement, others: Counter[_Place]
    ) -> list[tuple[_Step, _Arrangement]]:
        """What one move of a natural run makes of an arrangement, alike ones once."""
        here, there, loads = now
        used = Counter(place for place, _ in loads)
        keys: list[tuple[_Key, _Place, _Cards]] = [(0, self.source, here), (1, self.target, there)]
        keys += [(load, *load) for load in dict.fromkeys(loads)]
        free = [place for place in others if used[place] < others[place]]
        targets = [*keys, *(((place, ()), place, ()) for place in free)]
        found: list[tuple[_Step, _Arrangement]] = []
        for key, place, cards in keys:
            if self._at_goal(key, cards) and self._is_complete(place, cards):
                continue  # it has gone off
            for length in range(1, self._movable(cards) + 1):
                moved, left = cards[-length:], cards[:-length]
                for to, to_place, to_cards in targets:
                    onto = to_cards[-1].rank if to_cards else to_place.rank
                    if to == key or not self._fits(moved[0], onto):
                        continue
                    then = to_cards + moved
                    if self._is_complete(to_place, then) and not self._at_goal(to, then):
                        continue
                    arrangement = _changed(now, key, left, to, then)
                    found.append(((key, to, length), arrangement))
        return found

    def _fits(self, head: Card, rank: int) -> bool:
        """Whether a card may go to a place whose bottom card is of this rank."""
        return rank_fits(head >> 2, rank, self.rules) if rank > 0 else rank == 0

    def _movable(self, cards: _Cards) -> int:
        """How many of the lowest cards are one natural run."""
        length = min(1, len(cards))
        while length < len(cards) and is_natural_pair(
            cards[-length - 1], cards[-length], self.rules
        ):
            length += 1
        return length

    def _is_complete(self, place: _Place, cards: _Cards) -> bool:
        """Whether cards at a place end in a complete suit that they have a part in."""
        if not cards or cards[-1].rank != ACE:
            return False
        length = self._movable(cards)
        if length >= SUIT_LENGTH:
            return True
        return (
            length == len(cards)
            and place.suit == cards[0].suit
            and place.rank == cards[0].rank + 1
        )

    def _at_goal(self, key: _Key, cards: _Cards) -> bool:
        return (key == 0 and cards == self.coming) or (key == 1 and cards == self.going)


class _Estimate:
    """A number of moves that an arrangement needs at least.

    Each natural run that isn't where it is to be needs a move; one that lies on a card which
    must be in place before it needs two, as it must first make way.  (A run that is to join
    the run above it, or a card of which two are named, is counted once only.)
    """

    def __init__(self, going: _Cards, coming: _Cards, rules: Rules) -> None:
        self._goals = (coming, going, ())
        self._rules = rules
        named = Counter(going + coming)
        # Card: which goal it belongs to, how high up, and whether a run begins with it there.
        self._homes = {
            card: (goal, i, i == 0 or not is_natural_pair(cards[i - 1], card, rules))
            for goal, cards in enumerate((coming, going))
            for i, card in enumerate(cards)
            if named[card] == 1
        }

    def __call__(self, arrangement: _Arrangement) -> int:
        here, there, loads = arrangement
        moves = self._one(here, self._goals[0]) + self._one(there, self._goals[1])
        for _, cards in loads:
            moves += self._one(cards, ())
        return moves

    def _one(self, cards: _Cards, goal: _Cards) -> int:
        placed = 0
        while placed < min(len(cards), len(goal)) and cards[placed] == goal[placed]:
            placed += 1
        moves = 0
        # For each goal, the highest place that a card seen so far is to have.
        highest = [len(self._homes) + 1] * 2
        for i in range(placed, len(cards)):
            home = self._homes.get(cards[i])
            if i == placed or not is_natural_pair(cards[i - 1], cards[i], self._rules):
                moves += 1
                if home and home[2] and highest[home[0]] < home[1]:
                    moves += 1
            if home:
                highest[home[0]] = min(highest[home[0]], home[1])
        return moves


def _changed(now: _Arrangement, key: _Key, left: _Cards, to: _Key, then: _Cards) -> _Arrangement:
    """The arrangement with new cards at two places."""
    here, there, loads = now
    rest = list(loads)
    for where, cards in ((key, left), (to, then)):
        if where == 0:
            here = cards
        elif where == 1:
            there = cards
        elif not isinstance(where, int):
            if where[1]:
                rest.remove(where)
            if cards:
                rest.append((where[0], cards))
    return here, there, tuple(sorted(rest))


def _shifts(
    steps: list[_Step], board: _Board, source: int, target: int, others: dict[int, _Place]
) -> tuple[Shift, ...]:
    """Steps between kinds of places as moves between columns, the leftmost of its kind."""
    loads: dict[int, tuple[_Place, _Cards]] = {n: (place, ()) for n, place in others.items()}
    loads[source] = (board.source, board.going)
    loads[target] = (board.target, board.coming)

    def column(key: _Key) -> int:
        if isinstance(key, int):
            return (source, target)[key]
        return next(n for n in others if loads[n] == key)

    moves = []
    for key, to_key, length in steps:
        here, there = column(key), column(to_key)
        (place, cards), (to_place, to_cards) = loads[here], loads[there]
        loads[here] = (place, cards[:-length])
        loads[there] = (to_place, to_cards + cards[-length:])
        moves.append(Shift(here, there, length))
    return tuple(moves)
