"""Soundness of the small problems, by searches without a limit on the line's length."""

import pytest

from spiderpos import scripts
from spiderpos.author.check import act_text, check
from spiderpos.author.ideas import ideas_of
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.game.replay import replay
from spiderpos.game.survey import act_of
from spiderpos.goals.goal import parse
from spiderpos.solver.prover import Budget, brute, plain

from .boards import board
from .running import needs_core, partial

BUDGET = Budget(work=30_000_000)
#: Brute force in Python runs only if the compiled one visited at most this many positions.
MOST = 2000
SMALL = [name for name in problem_ids() if name.startswith(("composed-", "first-"))]


@needs_core
@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("name", SMALL)
def test_no_solution_is_without_the_key(name):
    """A solution without the key must be marked in the file; both kinds of brute force agree."""
    problem = find_problem(name)
    start, goal = problem.start, problem.goal
    line = problem.solution.steps
    ideas = ideas_of(start, goal, line, BUDGET)
    assert ideas.ideas[0].key == line[0]
    marked = any(finding.kind == "cook" for finding in problem.findings)
    assert ideas.sound is not None
    assert ideas.sound is not marked
    key = act_of(line[0])
    answer = brute.solve(start, goal, budget=BUDGET, avoid=[key])
    if answer.searched.classes <= MOST:
        other = plain.solve(start, goal, budget=BUDGET, avoid=[key])
        assert (other.outcome, other.length) == (answer.outcome, answer.length)


@needs_core
def test_each_idea_is_a_solution_without_the_keys_before_it():
    start = board("Kh 5h", "Ks 3c Ah Ad 5c", "", "4c 2h 6h", "2c", "7c Ac 4c")
    goal = parse("uncover Kh in column 1 and uncover Ks in column 2")
    checked = check(start, goal, BUDGET)
    assert checked.sound is False
    assert checked.ideas.complete
    ideas = checked.ideas.ideas
    assert [(act_text(idea.key), len(idea.steps)) for idea in ideas] == [
        ("6h into a space", 8),
        ("Ac onto the 2c", 9),
    ]
    assert act_of(ideas[0].key) not in map(act_of, ideas[1].steps)
    # With a limit of the fewest moves the problem is sound, and the other idea is too slow.
    limited = check(start, parse(f"{goal} in at most 8 moves"), BUDGET)
    assert limited.sound
    slow = {first.words: first.why for first in limited.firsts}
    assert slow["4c from 6 to 2"] == "too slow: it takes 9 moves"


@needs_core
def test_the_key_does_not_depend_on_the_line_that_is_found_first():
    start, goal = partial("K-9s/8-2s/As"), parse("remove spades")
    runs = ["8-2s from 2 to 1, As from 3 to 1", "As from 3 to 2, 8-As from 2 to 1"]
    lines = [
        replay(start, scripts.loads(f"{run}, remove the spades from column 1")).steps
        for run in runs
    ]
    keys = [ideas_of(start, goal, line, BUDGET) for line in lines]
    for ideas in (*keys, check(start, goal, BUDGET).ideas):
        assert ideas.sound
        assert act_text(ideas.ideas[0].key) == "As onto the 2s"
    # The removal is in every line too, but it can't be the first move.
    start = partial("K-9s/8-2s/As/8-As")
    assert check(start, goal, BUDGET).sound is False


@needs_core
def test_both_searches_leave_the_same_acts_out():
    start = board("Kh 5h", "Ks 3c Ah Ad 5c", "", "4c 2h 6h", "2c", "7c Ac 4c")
    goal = parse("uncover Kh in column 1 and uncover Ks in column 2")
    avoid = [act_of(idea.key) for idea in check(start, goal, BUDGET).ideas.ideas]
    for count in (1, 2):
        compiled = brute.solve(start, goal, budget=BUDGET, avoid=avoid[:count])
        other = plain.solve(start, goal, budget=BUDGET, avoid=avoid[:count])
        assert (other.outcome, other.length) == (compiled.outcome, compiled.length)
