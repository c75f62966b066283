"""Simulate a naive player, to measure how often tempting and random moves solve a problem.

With probability one half the player makes one of the moves that tempt (:func:`tempts`), if any;
otherwise any move.  Positions never repeat in a game.  The random seed is fixed, so that the
result is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ..advice.tries import tempts
from ..game.engine import depends_on_unknown
from ..game.moves import Deal
from ..game.position import Position
from ..game.survey import Arrangement, arrangement, distinct_moves
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..goals.terms import LineProgress

#: The number of simulated games, and the number of positions after which no further game begins.
_GAMES: Final = 1000
_MOST_POSITIONS: Final = 5000
_SEED: Final = 1997


@dataclass(frozen=True, slots=True)
class _Choice:
    """A possible move of the naive player.

    ``progress`` is None if the move ends the game, because it reaches or loses the goal.
    """

    key: Arrangement
    tempts: bool
    reached: bool
    progress: LineProgress | None


@dataclass(slots=True)
class _Player:
    goal: Goal
    random: Random
    cache: dict[tuple[object, ...], tuple[_Choice, ...]] = field(default_factory=dict)

    def wins(self, progress: LineProgress, moves: int) -> bool:
        visited = {arrangement(progress.now)}
        for _ in range(moves):
            choices = [choice for choice in self._choices(progress) if choice.key not in visited]
            tempting = [choice for choice in choices if choice.tempts]
            if tempting and self.random.randrange(2):
                choices = tempting
            if not choices:
                return False
            choice = self.random.choice(choices)
            if choice.progress is None:
                return choice.reached
            progress = choice.progress
            visited.add(choice.key)
        return False

    def _choices(self, progress: LineProgress) -> tuple[_Choice, ...]:
        key = (progress.now, progress.removed)
        choices = self.cache.get(key)
        if choices is None:
            choices = self.cache[key] = tuple(self._judged(progress))
        return choices

    def _judged(self, before: LineProgress) -> Iterator[_Choice]:
        suits = self.goal.suits_to_remove()
        for step in distinct_moves(before.now):
            if isinstance(step.move, Deal):
                continue
            after = before.after(step)
            broken = [c for c in self.goal.conditions if c.broken_by(step, after, suits)]
            lost = depends_on_unknown(step) or any(o.lost(after) for o in self.goal.objectives)
            reached = (
                not lost
                and all(condition.last_move_may for condition in broken)
                and all(objective.holds(after) for objective in self.goal.objectives)
            )
            over = reached or lost or bool(broken)
            key = arrangement(step.after)
            yield _Choice(key, bool(tempts(step)), reached, None if over else after)


def naive_wins(start: Position, goal: Goal, moves: int) -> int:
    """Return the number of games, out of 1,000, in which a naive player reaches the goal.

    Args:
        start: The first position; rows are never dealt.
        goal: The goal; a limit on moves is ignored.
        moves: The length of the solution.  A game ends after three times as many moves plus ten.

    If games visit many positions, fewer are played; the result is scaled to 1,000 games.
    """
    player = _Player(goal.free_of(Moves), Random(_SEED))  # noqa: S311 - nothing secret
    here = known_to_player(start, goal)
    games = wins = 0
    while games < _GAMES and len(player.cache) < _MOST_POSITIONS:
        games += 1
        wins += player.wins(LineProgress(here, here), 3 * moves + 10)
    return round(1000 * wins / games)
