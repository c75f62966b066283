"""Play games with hidden cards, to measure how often a policy wins.

This module knows all cards of a game; the policy gets the position as a player sees it, and
returns moves.  All policies play the same games, so that they can be compared.
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

#: A game is abandoned when it has this number of moves or more.
_MOST_MOVES: Final = 1500


@dataclass(frozen=True, slots=True)
class PlayOut:
    """The result of a game played by a policy."""

    won: bool
    moves: int
    removed: int
    turned: int


def play_game(position: Position, policy: Policy) -> PlayOut:
    """Play a game until it is won, given up or too long, or until a position is repeated.

    All cards of ``position`` must be known; the policy sees what a player sees.  Raises
    IllegalMove if the policy returns an illegal move.
    """
    start = position
    visited = {position}
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
        if position in visited and position != before:
            break
        visited.add(position)
        if position == before:
            break
    removed = len(position.removed) - len(start.removed)
    return PlayOut(is_won(position), moves, removed, start.face_down - position.face_down)


def draws(position: Position, seed: str = "0") -> Iterator[Position]:
    """Yield the position endlessly, with its hidden cards drawn at random (:func:`completed`)."""
    for number in count():
        yield completed(position, Random(f"{seed}:{number}"))  # noqa: S311


def play_games(
    work: Sequence[tuple[Position, str]],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Generator[tuple[int, PlayOut], None, None]:
    """Play many games; yield each with its number in ``work``, from 0, as it ends.

    Args:
        work: The first position and the policy, a name of ``POLICIES``, of each game.
        jobs: The number of processes, by default one for each core.
        cluster: The address of a Dask scheduler, whose workers play the games instead.

    Raises:
        SpiderError: The process of a game was killed.  The errors of :func:`play_game` are raised
            as well.
    """
    for number, game in each(_play, work, jobs=jobs, cluster=cluster):
        if isinstance(game, Failed):
            raise SpiderError(f"a game was not played: {game.reason}")
        yield number, game


def _play(work: tuple[Position, str]) -> PlayOut:
    start, name = work
    return play_game(start, POLICIES[name])
