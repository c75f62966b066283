"""Hints for a goal: each keeps the goal reachable, and impossible goals are reported."""

from itertools import product
from random import Random

import pytest

from spiderpos.advice import hints
from spiderpos.advice.hints import Chance, hint
from spiderpos.catalogue import find_problem
from spiderpos.game import deals, engine
from spiderpos.game.moves import Shift
from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.scripts import words
from spiderpos.solver import prover
from spiderpos.solver.prover import brute
from spiderpos.solver.prover.answer import Budget, Outcome
from spiderpos.solver.winning.players import pooling

from . import tables
from .boards import board, read

pytestmark = pytest.mark.slow

BUDGET = Budget(work=5_000_000)


def solution(problem):
    return problem.replayed(problem.solution.id).steps


@pytest.mark.parametrize(
    ("name", "with_solution"),
    [
        ("woods-3", True),
        ("woods-6-swapped", True),
        pytest.param("woods-6-swapped", False, marks=pytest.mark.long),
        *product(("mined-pair", "mined-sure-card"), (False, True)),
        ("mined-narrow-door", True),
        pytest.param("mined-narrow-door", False, marks=pytest.mark.long),
    ],
)
def test_following_hints_reaches_the_goal(name, with_solution):
    problem = find_problem(name)
    line = solution(problem) if with_solution else ()
    steps = []
    while True:
        answer = hint(problem.start, problem.goal, steps, solution=line, budget=BUDGET)
        if answer.move is None:
            break
        assert answer.chance is Chance.OPEN
        assert answer.aim
        assert answer.cards
        steps.append(engine.do(steps[-1].after if steps else problem.start, answer.move))
        assert len(steps) < 100
        hints._answer.cache_clear()
    assert answer.chance is Chance.REACHED
    assert judge(problem.goal, problem.start, steps).verdict is Verdict.HOLDS


def test_a_known_solution_is_followed_and_gone_back_to():
    problem = find_problem("woods-4")
    line = solution(problem)
    answer = hint(problem.start, problem.goal, line[:5], solution=line, budget=BUDGET)
    assert answer.line == line[5:]
    aside = engine.play(problem.start, [Shift(5, 9, 1)])
    answer = hint(problem.start, problem.goal, aside, solution=line, budget=BUDGET)
    assert answer.words == "2d from 9 to 5"
    assert answer.line[1:] == line


@tables.of("hints")
def test_hints_for_goals(position, goal, script):
    """Return a hint after a script: chance, aim, cards, move (or where to go back), and reason."""
    start = read(position)
    answer = hint(start, parse(goal), replay(start, words.loads(script)).steps, budget=BUDGET)
    result = answer.words if answer.move else f"no move, back to {answer.back_to}"
    return [
        answer.chance.name,
        *filter(None, [answer.aim, answer.cards]),
        f"{result}: {answer.reason}",
    ]


def test_an_unknown_outcome_is_reported_and_keeps_the_conditions():
    problem = find_problem("woods-6")
    answer = hint(problem.start, problem.goal, budget=Budget(work=10_000))
    assert answer.chance is Chance.UNKNOWN
    assert "this move only seems good: it isn't known whether the goal" in answer.reason
    step = engine.do(problem.start, answer.move)
    left = what_is_left(problem.goal, problem.start, [step])
    assert left.status is not GoalStatus.BROKEN
    # The heuristic could only suggest the deal, which the goal forbids.
    position = board("Kc", "Kd", "Ks ?? Kh", hand="5c 5d 5h")
    answer = hint(position, parse("remove hearts without dealing"), budget=Budget(work=10_000))
    assert answer.move is None


@pytest.mark.parametrize("seed", range(4))
def test_hints_are_never_wrong(seed):
    random = Random(seed)
    deck = ["Kc", "Qc", "Jc", "10c", "Kh", "Qh", "Jh", "10h", "9h", "9c", "8h", "8c"]
    lines = set()
    for _ in range(12):
        random.shuffle(deck)
        columns = [" ".join(deck[index : index + 3]) for index in range(0, 12, 3)]
        position = board(*columns, "" if random.random() < 0.5 else "7s")
        question = random.choice(["get a space", "get 2 spaces", "uncover Kc in column 1"])
        limit = random.choice(["", " in at most 4 moves", " without making a space"])
        goal = parse(question + limit)
        steps = []
        for _ in range(random.randrange(4)):
            legal = list(engine.legal_moves(steps[-1].after if steps else position))
            if legal:
                here = steps[-1].after if steps else position
                steps.append(engine.do(here, random.choice(legal)))
        answer = hint(position, goal, steps, budget=BUDGET)
        lines.add(answer.chance)

        def can(number, position=position, goal=goal, steps=steps):
            left = what_is_left(goal, position, steps[:number])
            there = steps[number - 1].after if number else position
            return left.goal is not None and (
                brute.solve(there, left.goal, budget=Budget(work=5_000_000)).outcome
                is Outcome.SOLVED
            )

        if answer.chance is Chance.OPEN:
            assert judge(goal, position, [*steps, *answer.line]).verdict is Verdict.HOLDS
        elif answer.chance is Chance.LOST:
            possible = [n for n in range(len(steps) + 1) if can(n)]
            assert max(possible, default=None) == answer.back_to
    assert {Chance.OPEN, Chance.LOST} <= lines


@pytest.mark.skipif(not prover.native_core(), reason="the core is not installed")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_hint_for_a_win_is_the_move_of_the_best_policy(number):
    here = deals.deal(number).hide()
    answer = hint(here, parse("win"), budget=Budget(work=200_000))
    assert answer.chance is Chance.UNKNOWN
    assert answer.move == pooling(here)[0]
    assert "seems good" in answer.reason


@pytest.mark.skipif(not prover.native_core(), reason="the core is not installed")
@pytest.mark.parametrize("number", [5004, 5006])
def test_following_uncertain_hints_never_loops(number):
    start = deals.deal(number)
    steps, met = [], {start}
    for _ in range(20):
        move, _ = hints.seeming(start, steps, parse("win"))
        steps.append(engine.do(steps[-1].after if steps else start, move))
        assert steps[-1].after not in met
        met.add(steps[-1].after)
