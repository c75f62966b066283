"""Search for the shortest solution of a problem, for all commands that need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..game.engine import Step
from ..game.position import Position
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..solver import solve, winning
from ..solver.prover import brute
from ..solver.prover.answer import Answer, Budget, Clock, Outcome

#: The minimum time limit for one search, in seconds.
_LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Best:
    """The shortest known solution of a problem, and the solver's answer, which may be a proof.

    ``steps`` is empty if there is no line, or only a plan.  ``proved`` is True if it is proved
    that no line is shorter.
    """

    answer: Answer
    steps: tuple[Step, ...]
    proved: bool


def best_line(position: Position, goal: Goal, budget: Budget, line: Sequence[Step] = ()) -> Best:
    """Return the shortest solution found within the budget.

    ``line`` is empty, or reaches the goal with its last move; then shorter lines are first
    searched for by brute force.  The solver is next.  If neither proves that a line is shortest,
    detours are cut out of the best one, unless the goal has ``whatever turns up``.
    """
    clock = Clock(budget)
    start = known_to_player(position, goal)
    if line:
        limited = goal.under(Moves(len(line) - 1))
        tried = brute.solve(start, limited, budget=clock.left(0.6, least=_LEAST)).uninterrupted()
        if tried.outcome is not Outcome.UNDECIDED:
            steps = tried.steps or tuple(line)
            return Best(replace(tried, outcome=Outcome.SOLVED, steps=steps), steps, proved=True)
    answer = solve(position, goal, budget=clock.left(0.7, least=_LEAST), shortest=True)
    answer = answer.uninterrupted()
    if answer.shortest and answer.outcome is Outcome.SOLVED:
        return Best(answer, answer.steps, proved=True)
    lines = [each for each in (tuple(line), answer.steps) if each]
    if not lines:
        return Best(answer, (), proved=False)
    steps = min(lines, key=len)
    if answer.outcome is not Outcome.SOLVED:
        answer = replace(answer, outcome=Outcome.SOLVED, steps=steps, reason="the line solves")
    if not goal.whatever:
        rest = clock.left(least=_LEAST)
        steps = winning.shorten(position, steps, goal, budget=rest).uninterrupted().steps
    return Best(answer, steps, proved=False)
