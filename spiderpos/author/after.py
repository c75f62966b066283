"""What is left of a goal once a move has been made, and asking the solver."""

from __future__ import annotations

from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from ..goals.remainder import Left, Standing, what_is_left
from ..solver import solve
from ..solver.prover.answer import Answer, Budget, Progress

__all__ = ["Left", "Standing", "ask", "goal_after"]


def goal_after(goal: Goal, start: Position, step: Step) -> Left:
    """What is left of ``goal``, which is about ``start``, after a first move from it.

    A line reaches the goal from ``start`` with that move if and only if the rest of it reaches
    what is left from there.
    """
    left = what_is_left(goal, start, (step,))
    if left.standing is Standing.BROKEN:
        return left
    if left.standing is Standing.REACHED:
        if judge(goal, start, (step,)).verdict is Verdict.HOLDS:
            return left
        return Left(Standing.UNCLEAR, "whether the goal is reached depends on hidden cards")
    if not all(turned.card for turned in step.turned) or (
        isinstance(step.move, Deal) and not all(step.cards)
    ):
        why = "a card that isn't known comes up, and what follows isn't searched"
        return Left(Standing.UNCLEAR, why)
    return left


def ask(
    position: Position,
    goal: Goal,
    budget: Budget,
    *,
    shortest: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """What the solver says.

    Nothing is raised; Ctrl-C is.
    """
    answer = solve(position, goal, budget=budget, shortest=shortest, progress=progress)
    return answer.uninterrupted()
