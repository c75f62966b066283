"""Positions from a game played by the solver or a policy.

They depend only on the arguments, except that the solver stops after a minute.  For constructed
positions see :mod:`spiderpos.author.mining.constructing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...game import engine
from ...game.census import faults
from ...game.illegal import IllegalMove
from ...game.moves import Move, Shift
from ...game.position import Position
from ...game.survey import is_won
from ...solver import solve
from ...solver.prover import Budget
from ...solver.winning import WIN, core
from ...solver.winning.players import POLICIES, NotPlayable

#: The solver's budget for a game.
_BUDGET: Final = Budget(60, 512)
#: The maximum number of lines requested from a policy in one game.
_MOST_MOVES: Final = 400
#: The players of a game.
PLAYERS: Final = ("solver", *POLICIES)


def game(position: Position, player: str) -> Iterator[Position]:
    """Yield the positions of a game, beginning with ``position``.

    The player ``solver`` follows a winning line; if none is found, only the first position is
    yielded.  Another player of :data:`PLAYERS` is a policy, which plays until it wins, gives up,
    repeats a position, reaches a position that it doesn't support, or has returned 400 lines.  All
    cards that turn up must be known.
    """
    yield position
    if player == "solver":
        answer = solve(position, WIN, budget=_BUDGET).uninterrupted()
        yield from (step.after for step in answer.steps)
        return
    for move in _policy(position, player):
        try:
            position = engine.do(position, move).after
        except IllegalMove:
            return
        yield position


def _policy(position: Position, player: str) -> Iterator[Move]:
    policy = POLICIES[player]
    met = {position}
    for _ in range(_MOST_MOVES):
        try:
            line = () if is_won(position) else policy(position.hide())
        except (NotPlayable, core.Unsupported):
            return
        for move in line:
            yield move
            step = engine.do(position, move)
            position = step.after
            if step.turned or step.removals:
                break
        if position in met:
            return
        met.add(position)


def usable(position: Position) -> bool:
    """Return True if a position can be a problem: its cards are valid, and a shift is possible."""
    return not faults(position) and any(
        isinstance(move, Shift) for move in engine.legal_moves(position)
    )
