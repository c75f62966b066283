"""Budgets: in work they come to the same everywhere; any thread may end a search."""

from __future__ import annotations

import threading

import pytest

import spiderpos
from spiderpos import solver
from spiderpos.catalogue import find_problem
from spiderpos.game.deals import deal
from spiderpos.goals.goal import parse
from spiderpos.solver import Budget, Outcome, winning
from spiderpos.solver.budget import WORK_PER_SECOND, Cancelled, Clock, Usual
from spiderpos.solver.prover import native_core

needs_core = pytest.mark.skipif(not native_core(), reason="the compiled core is not installed")

LONG = "remove hearts without dealing, removing at most 1 other suit"
QUESTIONS = [
    ("woods-6", LONG),
    ("woods-7", "win"),
    ("woods-3", "uncover 8d in column 6 whatever turns up"),
    ("woods-5", "get a space without dealing, removing"),
    ("woods-2", "turn up 6 cards"),
]


def test_the_usual_seconds_give_way_to_work():
    assert Budget().seconds == 60
    assert Budget(work=5).seconds is None
    assert Budget(seconds=60, work=5).seconds == 60
    assert Budget(Usual(3), work=5).seconds is None


def test_parts_of_a_budget_in_work():
    clock = Clock(Budget(work=1_000_000))
    assert clock.left(1 / 4).work == 250_000
    assert clock.left(most=0.1).work == 100_000
    Clock.count(900_000)
    assert clock.left(1 / 2).work == 50_000
    assert clock.left(1 / 2, least=10).work == 100_000
    assert not clock.over
    Clock.count(100_000)
    assert clock.over
    assert clock.left().work == 0
    assert clock.left(1 / 2).time_ran_out == "the work ran out (1000000 steps)"


def test_of_seconds_and_work_the_first_to_run_out_ends_it():
    clock = Clock(Budget(0, work=1_000_000))
    assert clock.over
    assert clock.left(1 / 2).seconds == 0
    assert "work ran out (1000000 steps), or the time ran out" in clock.budget.time_ran_out


def test_no_part_is_more_than_what_is_left():
    clock = Clock(Budget(1e-9))
    assert clock.left(least=5).seconds == 0


@needs_core
@pytest.mark.parametrize(("name", "text"), QUESTIONS)
def test_so_much_work_comes_to_the_same(name, text):
    """Also beside another search, which takes turns with it on a busy machine."""
    position = find_problem(name).start
    goal = parse(text, position=position)
    results = []

    def ask():
        clock = Clock(Budget(work=10**9))
        answer = solver.solve(position, goal, budget=Budget(work=300_000))
        moves = [step.move for step in answer.steps]
        searched = (answer.searched.method, answer.searched.classes, answer.searched.steps)
        results.append((answer.outcome, answer.reason, moves, searched, clock.spent))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1]
    # A search in Python, or to the end of its unit, may go over a little.
    assert results[0][-1] < 1.1 * 300_000 / WORK_PER_SECOND


@needs_core
def test_a_search_ends_when_another_thread_says_so():
    stop = threading.Event()
    begun = threading.Event()
    thread = threading.Thread(target=lambda: begun.wait() and stop.set())
    thread.start()
    answer = spiderpos.solve(
        find_problem("woods-6").start,
        LONG,
        seconds=None,
        progress=lambda _: begun.set(),
        stop=stop,
    )
    thread.join()
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.interrupted
    assert answer.reason == "the search was interrupted"


@pytest.mark.parametrize("text", ["win", "get a space", "get a space whatever turns up"])
def test_a_search_that_was_stopped_before_it_began(text):
    stop = threading.Event()
    stop.set()
    answer = spiderpos.solve(deal(914), text, work=10**9, stop=stop)
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.interrupted


def test_shortening_is_stopped_too():
    start = find_problem("woods-7").start
    answer = solver.solve(start, winning.WIN, budget=Budget(work=10**8), polish=0)
    stop = threading.Event()
    stop.set()
    found = winning.shorten(start, answer.steps, budget=Budget(work=10**9, stop=stop))
    assert found.interrupted
    assert found.steps == answer.steps


def test_what_a_stopped_search_raises_is_caught_as_ctrl_c():
    assert issubclass(Cancelled, KeyboardInterrupt)


@needs_core
def test_what_progress_raises_ends_the_search():
    def enough(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        spiderpos.solve(find_problem("woods-6").start, LONG, work=10**9, progress=enough)


@needs_core
def test_a_start_with_unknown_cards_is_answered_at_once():
    """What is said in the end is known from the beginning, and what was searched is told."""
    start = deal(1).hide()
    answer = spiderpos.solve(start, "win", work=10**9)
    assert answer.outcome is Outcome.UNDECIDED
    assert "aren't known" in answer.reason
    assert answer.searched.classes > 0
    assert answer.searched.steps > answer.searched.classes
    clock = Clock(Budget(work=10**9))
    spiderpos.solve(start, "win", work=10**9)
    assert clock.spent < 1
