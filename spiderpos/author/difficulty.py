"""Rate the difficulty of a problem by its solution, with the same method for all kinds.

The searches are limited by work, not by time, so that ratings are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from typing import Any, Final

from ..catalogue import Problem
from ..catalogue.problem import START
from ..game.engine import Step
from ..game.position import Column, Position
from ..goals.goal import Goal
from ..goals.judge import judge, known_to_player
from ..solver.difficulty import DifficultyRating, rate
from ..solver.prover.answer import Budget
from .naive import naive_wins
from .profile import profile

#: The limits of the proofs that other moves lose: work for each move of the line, and memory.
_WORK: Final = 100_000
_MEBIBYTES: Final = 64


def measured(
    start: Position, goal: Goal, line: Sequence[Step], *, exchanges: int = 0
) -> DifficultyRating:
    """Rate a problem by its solution.  A decision counts if its alternative is proved to lose.

    Args:
        start: The position before the line.
        goal: The goal of the problem.
        line: The solution; moves after the goal is reached are ignored.
        exchanges: The number of possible exchanges of two cards, if the problem asks for one.
    """
    reached = judge(goal, start, line).reached_at
    steps = line if reached is None else line[:reached]
    start = known_to_player(start, goal)
    budget = Budget(None, _MEBIBYTES, work=_WORK * max(1, len(steps)))
    return rate(
        start,
        goal,
        steps,
        decisions=profile(start, goal, steps, budget).decisions,
        naive=round(naive_wins(start, goal, len(steps)) / max(1, exchanges)),
        exchanges=exchanges,
    )


def measured_problem(problem: Problem) -> DifficultyRating | None:
    """Rate a problem by its solution, or by the exchange of two cards that it asks for.

    None if it has neither.  Raises ReplayError if the solution can't be played.
    """
    if problem.goal is not None and problem.solution is not None:
        return measured(problem.start, problem.goal, problem.solution.steps)
    for claim in problem.claims:
        if problem.goal is not None or claim.expected != "possible" or not claim.data.line:
            continue
        position, steps = problem.shown(claim)
        others = list(exchanges(problem.start))
        if claim.data.position != START and position in [other for other, _ in others]:
            return measured(position, claim.goal, steps, exchanges=len(others))
    return None


def exchanges(position: Position) -> Iterator[tuple[Position, int]]:
    """Yield each position after exchanging two face-up cards of one rank and different suits.

    Each comes with the rank.
    """
    places = [
        (card, number, row)
        for number, column in enumerate(position.columns)
        for row, card in enumerate(column.up)
    ]
    for (a, i, row_a), (b, j, row_b) in combinations(places, 2):
        if a == b or a.rank != b.rank:
            continue
        ups = [list(column.up) for column in position.columns]
        ups[i][row_a], ups[j][row_b] = b, a
        columns = tuple(
            Column(column.down, tuple(up))
            for column, up in zip(position.columns, ups, strict=True)
        )
        yield replace(position, columns=columns), a.rank


def as_data(rating: DifficultyRating) -> dict[str, Any]:
    """Return a rating as keys of a problem file; ``exchanges`` is omitted if it is 0."""
    return {key: value for key, value in asdict(rating).items() if value or key != "exchanges"}
