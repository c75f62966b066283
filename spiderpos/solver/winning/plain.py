"""The beam search for a win in plain Python, for where the compiled core isn't installed.

It keeps the best positions after each move, and the best from which a row can be dealt, as
``native/beam.hpp`` does; slower by a factor of hundreds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ...game import engine
from ...game.cards import KING
from ...game.engine import is_natural_pair
from ...game.moves import Deal, Move, Remove, Shift
from ...game.position import Column, Position
from ...game.survey import complete_suits, is_won
from ..prover.native import Report
from .core import Aim

__all__ = ["beam", "worth"]

#: Moves between two deals, and after the last one, at most.
_LAYERS: Final = 40
_LAST_LAYERS: Final = 200
#: Layers that bring nothing better.
_IDLE: Final = 6
_LAST_IDLE: Final = 40


@dataclass(frozen=True, slots=True)
class _State:
    worth: float
    position: Position
    line: tuple[object, Move] | None
    moves: int


def beam(
    position: Position,
    wanted: Aim,
    *,
    width: int,
    until: Callable[[], object],
    report: Report | None = None,
) -> tuple[tuple[Move, ...] | None, int]:
    """A line that wins, or None; and how many positions were looked at from.

    ``until`` is called now and then, and ends the search by an exception.
    """
    looked = 0
    layer = [_State(worth(position), position, None, 0)]
    while layer:
        more = wanted.deals and layer[0].position.deals_left > 0
        met = {_key(state.position) for state in layer}
        dealt: dict[object, _State] = {}
        best, idle = float("-inf"), 0
        for _ in range(_LAYERS if more else _LAST_LAYERS):
            found: list[_State] = []
            for state in layer:
                until()
                looked += 1
                if report is not None:
                    report(0, looked, looked, 0.0, 0)
                for move in _moves(state.position, wanted):
                    after = engine.do(state.position, move).after
                    moves = state.moves + 1
                    if len(after.removed) > wanted.most_removed or moves > wanted.most_moves:
                        continue
                    line = (state.line, move)
                    if is_won(after) and len(complete_suits(after)) >= wanted.standing:
                        return _line(line), looked
                    key = _key(after)
                    is_deal = isinstance(move, Deal)
                    if key in (dealt if is_deal else met):
                        continue
                    reached = _State(worth(after) - 3 * moves, after, line, moves)
                    if is_deal:
                        dealt[key] = reached
                    else:
                        met.add(key)
                        found.append(reached)
            layer = _best(found, width)
            if not layer:
                break
            idle = 0 if layer[0].worth > best else idle + 1
            best = max(best, layer[0].worth)
            if idle > (_IDLE if more else _LAST_IDLE):
                break
        layer = _best(dealt.values(), width) if more else []
    return None, looked


def _best(states: Iterable[_State], width: int) -> list[_State]:
    return sorted(states, key=lambda state: -state.worth)[:width]


def _line(line: tuple[object, Move] | None) -> tuple[Move, ...]:
    moves: list[Move] = []
    while line is not None:
        line, move = line  # type: ignore[assignment]
        moves.append(move)
    return tuple(reversed(moves))


def _key(position: Position) -> object:
    cells = tuple(sorted(held or 0 for held in position.cells))
    return frozenset(enumerate(sorted(map(hash, position.columns)))), len(position.hand), cells


def _moves(position: Position, wanted: Aim) -> Iterable[Move]:
    first_space = min(position.spaces, default=0)
    for move in engine.legal_moves(position):
        if isinstance(move, Deal) and not wanted.deals:
            continue
        if isinstance(move, Remove) and len(position.removed) >= wanted.most_removed:
            continue
        if isinstance(move, Shift) and move.target in position.spaces:
            whole = move.count == len(position.column(move.source))
            if whole or move.target != first_space:
                continue
        yield move


def worth(position: Position) -> float:
    """What a position is worth to the search: as ``native/worth.hpp``, with fewer parts."""
    worth = (12 * 8 + 30.0) * len(position.removed)
    for column in position.columns:
        worth += _column(column, position)
    return worth + 15.0 * sum(held is None for held in position.cells)


def _column(column: Column, position: Position) -> float:
    up = column.up
    if not up:
        return 15.0
    worth = -6.0 * len(column.down)
    if not column.down and up[0] >> 2 == KING:
        worth += 5
    run = 1
    for upper, lower in pairwise(up):
        if is_natural_pair(upper, lower, position.rules):
            run += 1
            worth += 8 + 0.5 * (run - 2)
            continue
        run = 1
        worth -= 2 if engine.fits(lower, upper, position.rules) else 5
    return worth
