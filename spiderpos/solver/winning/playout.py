"""Playing with hidden cards: how often does a policy win that sees only what a player sees?

A game has all its cards known to the referee, here; the policy is given the position as a player
sees it, and names moves.  All policies play the same games, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from ...game import engine
from ...game.position import Position
from ...game.survey import is_won
from ...text.errors import SpiderError
from ..jobs import Failed, each
from .players import POLICIES, Policy, completed

#: A game is given up after so many moves.
_MOST_MOVES: Final = 1500


@dataclass(frozen=True, slots=True)
class PlayOut:
    """How a game went."""

    won: bool
    moves: int
    removed: int
    turned: int


def play_game(position: Position, policy: Policy) -> PlayOut:
    """Play a game to its end: won, given up, or going round in circles.

    All cards of ``position`` have to be known; the policy sees what a player sees.  Raises
    IllegalMove if the policy names a move that isn't legal.
    """
    start = position
    met = {position}
    moves = 0
    while not is_won(position) and moves < _MOST_MOVES:
        line = policy(position.hide())
        if not line:
            break
        before = position
        for move in line:
            step = engine.do(position, move)
            position = step.after
            moves += 1
            if step.is_event:
                break
        if position in met and position != before:
            break
        met.add(position)
        if position == before:
            break
    removed = len(position.removed) - len(start.removed)
    return PlayOut(is_won(position), moves, removed, start.face_down - position.face_down)


def draws(position: Position, seed: str = "0") -> Iterator[Position]:
    """Give the position again and again, its hidden cards drawn anew; as :func:`completed`."""
    for number in count():
        yield completed(position, Random(f"{seed}:{number}"))  # noqa: S311


def play_games(
    work: Sequence[tuple[Position, str]],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Generator[tuple[int, PlayOut], None, None]:
    """Play many games; give each with its number in ``work``, from 0, as it ends.

    ``work``: where a game begins, and who plays it, a name of ``POLICIES``.  ``jobs``: games at
    once, as many as there are cores if not given; ``cluster``: the address of a Dask scheduler
    whose workers play instead.  Raises as :func:`play_game`, or SpiderError if
    a process that plays is killed.
    """
    for number, game in each(_play, work, jobs=jobs, cluster=cluster):
        if isinstance(game, Failed):
            raise SpiderError(f"a game was not played: {game.reason}")
        yield number, game


def _play(work: tuple[Position, str]) -> PlayOut:
    start, name = work
    return play_game(start, POLICIES[name])
