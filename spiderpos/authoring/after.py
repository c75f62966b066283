"""What a line shows, what is left of a goal once a move has been made, and asking the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine import Step
from ..errors import IllegalMove
from ..goals import Goal
from ..judge import Verdict, as_played, judge
from ..moves import Deal
from ..position import Position
from ..prover.answer import Answer, Budget, Progress
from ..remainder import Left, Standing, what_is_left
from ..replay import retrace
from ..solving import solve

__all__ = ["Left", "Shown", "Standing", "ask", "goal_after", "shown"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a line shows: ``steps``, up to the goal, if it surely reaches it; otherwise none.

    ``assumption``: on which cards it depends that nobody knows, as a clause that begins with
    "if"; empty if on none.
    """

    steps: tuple[Step, ...] | None
    assumption: str = ""


def shown(goal: Goal, start: Position, line: Sequence[Step]) -> Shown:
    """Whether a line reaches a goal, whatever the cards are that it only says come up."""
    judgement = judge(goal, start, line)
    if judgement.verdict is not Verdict.HOLDS:
        return Shown(None)
    steps = tuple(line[: judgement.reached_at])
    if goal.whatever or not judgement.assumed:
        return Shown(steps)
    try:
        blind = retrace(start, [step.move for step in steps], as_played(start, goal))
    except IllegalMove:
        return Shown(None, judgement.assumption)
    if judge(goal, start, blind).verdict is not Verdict.HOLDS:
        return Shown(None, judgement.assumption)
    return Shown(blind)


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
        return Left(Standing.UNCLEAR, "all depends on which card turns up")
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
