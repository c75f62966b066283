"""Supermoves: move or exchange several natural runs as if they were one.

A move of an off-suit run, which players write as one move, is a sequence of single moves that
temporarily puts runs into empty columns, or onto other columns that fit.  The search moves only
the named cards, and restores all other columns.  Within these limits it is complete, unless
it gives up after ``_LIMIT`` arrangements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count as counter
from itertools import takewhile
from operator import eq
from typing import Final, TypeAlias

from ..game import illegal as errors
from ..game.cards import KING, UNKNOWN, Card
from ..game.engine import (
    accepting_columns,
    fits,
    has_complete_suit,
    legal_moves,
    natural_runs,
    verify,
)
from ..game.illegal import IllegalMove, a_rank, run_name
from ..game.moves import Shift
from ..game.position import Column, Position
from ..game.rules import Rules
from ..text.wording import columns_phrase, count_phrase, join_words

#: The maximum number of arrangements of the named cards that a search visits.
_LIMIT: Final = 20_000
#: Kinds of errors for a move whose columns or cards don't exist, or whose columns are the same.
_MISSING: Final = (errors.NoSuchPlace, errors.SameColumn, errors.EmptyPlace, errors.TooFewCards)

_Cards: TypeAlias = tuple[Card, ...]
#: The moves that lead to an arrangement, as a linked list: the last one first.
_Line: TypeAlias = "tuple[Shift, _Line] | None"


@dataclass(eq=False)
class NoSupermove(IllegalMove):
    """Cards that can't be moved, or exchanged, as if they were one run.

    ``undecided``: the search was given up.
    """

    why: str
    undecided: bool = False

    def __str__(self) -> str:
        return self.why


def ordered_run(column: Column, rules: Rules) -> _Cards:
    """Return the longest run of known cards at the bottom of a column, in order and any suits."""
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
    are legal in this order, and the fewest possible.  A complete suit is assumed to be removed at
    once, so they complete one only at its final place.  Cards that are turned up on the way aren't
    used.

    Raises the IllegalMove that explains the failure, or NoSupermove.
    """
    if count or not back:
        _check_columns(position, Shift(source, target, count))
    if back:
        _check_columns(position, Shift(target, source, back))
    here, there = position.columns[source - 1].up, position.columns[target - 1].up
    going, coming = here[len(here) - count :], there[len(there) - back :]
    if not (all(going) and all(coming)):
        raise errors.UnknownCard(target if all(going) else source)
    if not back:
        _check_fit(position, source, target, count)
    search = _Search(position, source, target, count, back)
    moves = search.solve()
    if moves is None:
        why = _impossible(position, source, target, going, coming, search.gave_up)
        raise NoSupermove(why, search.gave_up)
    return moves


def not_in_order(column: int, count: int, run: _Cards, onto: Card | None = None) -> NoSupermove:
    """Return the error for ``count`` bottom cards that don't descend by one rank each.

    ``run`` are the bottom cards that do; ``onto`` is the target card, if ``count``
    results from its rank.
    """
    text = " ".join(map(str, run)) or "no card"
    if onto is None:
        why = f"{count} cards of column {column} are not in order of rank"
    else:
        rank = a_rank((onto.rank - 2) % KING + 1)
        why = f"the {onto} takes {rank}, so {count_phrase(count, 'card')} would have to move"
    return NoSupermove(f"{why}: what is in order at the bottom of column {column} is {text}")


def _impossible(
    position: Position, source: int, target: int, going: _Cards, coming: _Cards, gave_up: bool
) -> str:
    runs, others = natural_runs(going, position.rules), natural_runs(coming, position.rules)
    text = f"{join_words(map(run_name, runs))} of column {source}"
    if others:
        other = f"{join_words(map(run_name, others))} of column {target}"
        text += f" and {other} can't change places"
    else:
        text += f" are {len(runs)} natural runs, and can't be moved to column {target} "
        text += "one after the other"
    if gave_up:
        return (
            f"undecided, as the search was given up: {text} in the {_LIMIT} arrangements "
            "that were tried; write single moves instead"
        )
    spaces = columns_phrase(n for n in position.spaces if n not in (source, target))
    return text + (f" with {spaces} empty" if spaces else " without an empty column")


def _check_columns(position: Position, move: Shift) -> None:
    """Raise the error of a move if it is one of ``_MISSING``; allow any other move."""
    try:
        verify(position, move)
    except errors.IllegalMove as error:
        if isinstance(error, _MISSING):
            raise


def _check_fit(position: Position, source: int, target: int, count: int) -> None:
    """Raise if ``count`` cards of ``source`` are not in order, or don't fit on ``target``."""
    column, onto = position.columns[source - 1], position.columns[target - 1].bottom
    run = ordered_run(column, position.rules)
    if count > len(run):
        raise not_in_order(source, count, run)
    head = column.up[-count]
    if onto is not None and not onto:
        raise errors.UnknownCard(target, head=head)
    if onto is not None and not fits(head, onto, position.rules):
        accepting = accepting_columns(position, head, source)
        raise errors.RankMismatch(head, target, onto, accepting, position.rules.kings_on_aces)


class _Search:
    """The search for the shortest sequence of moves of the named cards, by A*."""

    def __init__(
        self, position: Position, source: int, target: int, count: int, back: int
    ) -> None:
        leaving = [0] * len(position.columns)
        leaving[source - 1], leaving[target - 1] = count, back
        columns = list(map(_without_the_rest, position.columns, leaving))
        #: The number of cards of each column that stay.
        self._staying = [len(c) - n for c, n in zip(columns, leaving, strict=True)]
        rules = replace(position.rules, automatic_removal=False, cells=0)
        self._start = Position(tuple(columns), rules=rules)
        goal = list(columns)
        here, there = columns[source - 1].up, columns[target - 1].up
        stay, stay_there = len(here) - count, len(there) - back
        goal[source - 1] = Column((), here[:stay] + there[stay_there:])
        goal[target - 1] = Column((), there[:stay_there] + here[stay:])
        self._goal = tuple(goal)
        self._ends = source - 1, target - 1
        self.gave_up = False

    def solve(self) -> tuple[Shift, ...] | None:
        """Return the moves; None if there are none, or if the search was given up."""
        order = counter()
        reached = {self._key(self._start): 0}
        queue: list[tuple[int, int, int, Position, _Line]] = [
            (0, next(order), 0, self._start, None)
        ]
        while queue:
            _, _, length, board, line = heappop(queue)
            if length > reached[self._key(board)]:
                continue
            if board.columns == self._goal:
                return _moves(line)
            if len(reached) > _LIMIT:
                self.gave_up = True
                return None
            for move, after in self._steps(board):
                key = self._key(after)
                if length + 1 < reached.get(key, length + 2):
                    reached[key] = length + 1
                    cost = length + 1 + self._lower_bound(after)
                    heappush(queue, (cost, next(order), length + 1, after, (move, line)))
        return None

    def _key(self, board: Position) -> tuple[object, ...]:
        """Return a key that ignores the order of the columns other than source and target."""
        ends = [board.columns[n].up for n in self._ends]
        others = [column.up for n, column in enumerate(board.columns) if n not in self._ends]
        return (*ends, *sorted(others))

    def _steps(self, board: Position) -> Iterator[tuple[Shift, Position]]:
        for move in legal_moves(board):
            if not isinstance(move, Shift):
                continue
            source, target = move.source - 1, move.target - 1
            columns = list(board.columns)
            left, reached = columns[source].up, columns[target].up
            if move.count > len(left) - self._staying[source]:
                continue
            if columns[source] == self._goal[source] and has_complete_suit(columns[source]):
                continue  # the suit has been removed
            columns[source] = Column((), left[: -move.count])
            columns[target] = Column((), reached + left[-move.count :])
            if has_complete_suit(columns[target]) and columns[target] != self._goal[target]:
                continue
            yield move, replace(board, columns=tuple(columns))

    def _lower_bound(self, board: Position) -> int:
        """Return a lower bound of the moves left: one for each run not in its final place."""
        moves = 0
        for column, goal, staying in zip(board.columns, self._goal, self._staying, strict=True):
            cards = column.up[staying:]
            placed = sum(takewhile(bool, map(eq, cards, goal.up[staying:])))
            moves += len(natural_runs(cards[placed:], board.rules))
        return moves


def _without_the_rest(column: Column, leaving: int) -> Column:
    """Return a column without cards that do not matter to moves of its last ``leaving`` cards.

    No card may go onto one that is turned up on the way, nor onto a complete suit that is
    uncovered: such places have an unknown card.
    """
    start = len(column.up) - leaving
    staying = Column(column.down, column.up[:start])
    is_closed = not staying.up and staying.down
    if is_closed or (leaving and has_complete_suit(staying)):
        return Column((), (UNKNOWN, *column.up[start:]))
    return Column((), column.up)


def _moves(line: _Line) -> tuple[Shift, ...]:
    moves: list[Shift] = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(reversed(moves))
