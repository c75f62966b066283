"""Play a problem as a game, and get hints for the goal of a game."""

from __future__ import annotations

from functools import lru_cache

from ..advice.hints import Hint, hint
from ..game.engine import Step
from ..game.position import Position
from ..games.session import Session
from ..goals.goal import Goal
from ..solver.budget import Budget
from .loading import find_problem, problem_ids
from .problem import START, Problem


def game_of_problem(problem: Problem, reference: str = START) -> Session:
    """Return a game that has reached a position of a problem, with the problem's stipulation.

    ``reference`` is the name of the position (see :meth:`Problem.history`).  The game contains the
    moves that lead there, so a player can undo them.  Raises the errors of
    :meth:`Problem.position`.
    """
    history = problem.history(reference)
    return Session(
        problem.position(history.root),
        problem.replayed(reference).steps if history.parts else (),
        title=f"{problem.id}: {problem.title}",
        stipulation=" ".join(problem.data.stipulation.split()),
        goal=problem.goal,
    )


def hint_for(game: Session, budget: Budget | None = None) -> Hint:
    """Return a hint for the next move of a game, using the catalogue's solution if there is one.

    Raises ValueError for a game without a goal.
    """
    if game.goal is None:
        raise ValueError("this game has no goal")
    solution = solution_of(game)
    return hint(game.start, game.goal, game.done, solution=solution, budget=budget)


def solution_of(game: Session) -> tuple[Step, ...]:
    """Return the solution of the shipped problem that has the start and goal of a game.

    Empty if no shipped problem has them, or if it has no solution.
    """
    return () if game.goal is None else _solution(game.start, game.goal)


@lru_cache(maxsize=64)
def _solution(start: Position, goal: Goal) -> tuple[Step, ...]:
    for problem in map(find_problem, problem_ids()):
        # Compare the solution last, because it requires reading the problem's file.
        if problem.start == start and problem.goal == goal and problem.solution is not None:
            return problem.replayed(problem.solution.id).steps
    return ()
