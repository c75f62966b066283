"""Where positions come from: a game played by the solver or a policy (constructions have
:mod:`spiderpos.author.mining.constructing`).

All of them are functions of their arguments alone, and no clock decides what they give; except
that the policy ``sampling`` looks at one.
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
from ...solver.winning import WIN, core
from ...solver.winning.playout import POLICIES, NotPlayable

__all__ = ["PLAYERS", "game", "usable"]

#: Beams of the solver, narrow ones first: how many positions they keep, and their style.
_BEAMS: Final = ((128, 0), (512, 1), (2048, 2))
_BEAM_BYTES: Final = 1 << 29
#: A policy's game is followed for so many moves.
_MOST_MOVES: Final = 400
#: Who can play a game.
PLAYERS: Final = ("solver", *POLICIES)


def game(position: Position, player: str) -> Iterator[Position]:
    """The positions of a game, the first one first.

    ``solver``: along a line that wins; nothing after the first position if none is found.
    Another name of :data:`PLAYERS`: as that policy plays, until it gives up or wins, or meets a
    position that it can't play.  All cards that come up have to be known.
    """
    yield position
    moves = _winning_line(position) if player == "solver" else _policy(position, player)
    for move in moves:
        try:
            position = engine.do(position, move).after
        except IllegalMove:
            return
        yield position


def _winning_line(position: Position) -> Iterator[Move]:
    try:
        aim = core.aim(position, WIN)
        for width, style in _BEAMS:
            reply = core.beam(
                position, aim, width=width, style=style, seconds=None, size=_BEAM_BYTES
            )
            if reply.moves:
                yield from reply.moves
                return
    except core.Unsupported:
        return


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
    """Whether a position can be a problem: no fault, and cards that can be moved."""
    return not faults(position) and any(
        isinstance(move, Shift) for move in engine.legal_moves(position)
    )
