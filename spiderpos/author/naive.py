"""A naive player: how seldom somebody who plays what looks natural solves a problem.

The player makes, every other time, one of the moves that tempt (:func:`tempts`), if there are
any; else any move.  Positions that were met in the game are left alone.  Chance begins with the
same number every time, so that the share is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..game.survey import Arrangement, arrangement, distinct_moves
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus, what_is_left
from ..solver.budget import IN_PYTHON
from ..solver.prover.answer import Clock
from .tries import tempts

#: So many games stand for a thousand.
GAMES: Final = 1000
_SEED: Final = 1997
#: The work that finding out about a move stands for.
_A_MOVE: Final = 10 * IN_PYTHON


@dataclass(frozen=True, slots=True)
class _Choice:
    """A move, whether it tempts, what is left of the goal after it (None: reached or lost)."""

    after: Position
    key: Arrangement
    tempts: bool
    reached: bool
    left: Goal | None


@dataclass(slots=True)
class _Player:
    random: Random
    known: dict[tuple[Position, Goal], tuple[_Choice, ...]] = field(default_factory=dict)

    def wins(self, here: Position, goal: Goal, moves: int) -> bool:
        met = {arrangement(here)}
        for _ in range(moves):
            Clock.count(IN_PYTHON)
            choices = [choice for choice in self._choices(here, goal) if choice.key not in met]
            tempting = [choice for choice in choices if choice.tempts]
            if tempting and self.random.randrange(2):
                choices = tempting
            if not choices:
                return False
            choice = self.random.choice(choices)
            if choice.left is None:
                return choice.reached
            here, goal = choice.after, choice.left
            met.add(choice.key)
        return False

    def _choices(self, here: Position, goal: Goal) -> tuple[_Choice, ...]:
        choices = self.known.get((here, goal))
        if choices is None:
            steps = [step for step in distinct_moves(here) if not isinstance(step.move, Deal)]
            Clock.count(_A_MOVE * len(steps))
            choices = tuple(_choice(here, goal, step) for step in steps)
            self.known[here, goal] = choices
        return choices


def _choice(here: Position, goal: Goal, step: Step) -> _Choice:
    left = what_is_left(goal, here, (step,))
    reached = left.standing is GoalStatus.REACHED
    rest = left.goal if left.standing is GoalStatus.OPEN else None
    return _Choice(step.after, arrangement(step.after), bool(tempts(step)), reached, rest)


def naive_wins(
    start: Position, goal: Goal, moves: int, *, games: int = GAMES, clock: Clock | None = None
) -> int | None:
    """Return of how many of a thousand games a naive player reaches the goal.

    Args:
        start: Where they begin; rows are never dealt.
        goal: A limit on moves doesn't count.
        moves: The length of the solution; a game ends after three times as many, and ten.
        games: So many are played, the same ones every time.
        clock: When its time is out before they are, the answer is None.
    """
    player = _Player(Random(_SEED))  # noqa: S311 - nothing is kept secret by it
    here, goal = known_to_player(start, goal), goal.free_of(Moves)
    wins = 0
    for _ in range(games):
        if clock is not None and clock.over:
            return None
        wins += player.wins(here, goal, 3 * moves + 10)
    return round(1000 * wins / games)
