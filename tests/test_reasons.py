"""Reasons why a goal is lost: they are true for every position that can follow."""

import pytest

from spiderpos.advice.hints import where_lost
from spiderpos.advice.reasons import _LETTERS, reason, why_lost
from spiderpos.advice.tries import first_steps, goal_after
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.game import engine
from spiderpos.game.moves import Deal, Shift
from spiderpos.goals.goal import parse
from spiderpos.goals.remainder import GoalStatus
from spiderpos.solver import prover
from spiderpos.solver.prover import brute
from spiderpos.solver.prover.answer import Budget, Outcome

from .boards import board

pytestmark = pytest.mark.skipif(not prover.native_core(), reason="the reasons come from the core")

#: Small problems, whose positions after a first move can all be visited.
SMALL = [name for name in problem_ids() if name.startswith("composed-")]
_MOST = 3000


def lost_at_once(problem):
    """Yield the first steps of a problem that break no condition, but make the goal impossible."""
    for step in first_steps(problem.start, problem.goal):
        left = goal_after(problem.goal, problem.start, step)
        if left.status is not GoalStatus.OPEN:
            continue
        answer = brute.solve(step.after, left.goal, budget=Budget(work=2_000_000))
        if answer.outcome is Outcome.IMPOSSIBLE:
            yield step


def cards_of(position, number):
    column = position.column(number)
    return (*column.down, *column.up)


def positions_after(position, goal):
    """Return all positions that can follow without a deal; None if there are too many.

    No move makes a space if the goal forbids that.
    """
    results, waiting = {position}, [position]
    while waiting:
        here = waiting.pop()
        for move in engine.legal_moves(here):
            after = engine.do(here, move).after
            filled = len(after.spaces) <= len(here.spaces)
            allowed = not isinstance(move, Deal) and (filled or not goal.limits.no_making_a_space)
            if allowed and after not in results:
                results.add(after)
                waiting.append(after)
        if len(results) > _MOST:
            return None
    return results


@pytest.mark.sweep
@pytest.mark.parametrize("name", SMALL)
def test_a_card_that_cannot_get_free_never_leaves_its_column(name):
    problem = find_problem(name)
    line = problem.solution.steps
    for step in lost_at_once(problem):
        result = reason(problem.start, problem.goal, [step], line=line)
        if len(result["stuck"]) != 1:
            continue
        [[column, index]] = result["stuck"]
        cards = cards_of(step.after, column)
        assert f"the {cards[index]} of column {column}" in result["why"].translate(_LETTERS)
        for position in positions_after(step.after, problem.goal) or ():
            assert cards_of(position, column)[: index + 1] == cards[: index + 1], result["why"]


def test_most_losing_first_moves_get_a_reason():
    """At least 80 % of the losing first moves of small problems have a reason."""
    results = [
        bool(why_lost(problem.start, problem.goal, [step], line=problem.solution.steps))
        for problem in map(find_problem, SMALL)
        for step in lost_at_once(problem)
    ]
    assert len(results) > 50
    assert sum(results) >= 0.8 * len(results)


@pytest.mark.parametrize(
    ("position", "goal", "moves", "expected"),
    [
        (
            board("8d 2c", "9s", "Kh 8h", "3h", "Kc"),
            "get a space in column 1",
            [Shift(3, 2)],
            "the 8d of column 1 can't get free any more: it needs a 9 or a space; "
            "the 9s of column 2 now has the 8h on it",
        ),
    ],
)
def test_reasons(position, goal, moves, expected):
    steps = []
    for move in moves:
        steps.append(engine.do(steps[-1].after if steps else position, move))
    assert why_lost(position, parse(goal), steps) == expected


def test_the_losing_move_of_a_game_has_its_reason():
    problem = find_problem("first-three-aces")
    step = next(lost_at_once(problem))
    lost = where_lost(problem.start, problem.goal, [step], solution=problem.solution.steps)
    assert (lost.can, lost.cannot) == (0, 1)
    assert "can't get free any more" in lost.why
