"""Budgets: limits in work give the same result on every machine; any thread can stop a search."""

from __future__ import annotations

import functools
import threading

import pytest

import spiderpos
from spiderpos import formats, solver
from spiderpos.author.mining import jobs as mining
from spiderpos.author.mining.find import Options
from spiderpos.author.mining.jobs import Job
from spiderpos.catalogue import find_problem
from spiderpos.game.deals import deal
from spiderpos.goals import plans
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.solver import Budget, Outcome, winning
from spiderpos.solver.budget import WORK_PER_SECOND, Cancelled, Clock, Usual
from spiderpos.solver.prover import native_core
from spiderpos.solver.prover.brute import TOO_MANY_ROWS
from spiderpos.solver.results import ResultStore
from spiderpos.solver.winning import batch
from tests.running import needs_core, run
from tests.test_plans import HEARTS, PLAN

LONG = "remove hearts without dealing, removing at most 1 other suit"
QUESTIONS = [
    ("woods-6", LONG),
    ("woods-7", "win"),
    ("woods-3", "uncover 8d in column 6 whatever turns up"),
    ("woods-5", "get a space without dealing, removing"),
    ("woods-2", "turn up 6 cards"),
]


def test_without_seconds_work_is_the_limit():
    assert (Budget().seconds, Budget().work) == (None, 60_000_000)
    assert Budget(work=5).seconds is None
    assert Budget(seconds=60).work is None
    assert Budget(seconds=60, work=5).seconds == 60
    assert (Budget(Usual(3)).seconds, Budget(Usual(3)).work) == (None, 3_000_000)
    assert Budget(Usual(3), work=5).work == 5


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


def test_the_first_limit_to_run_out_ends_the_search():
    clock = Clock(Budget(0, work=1_000_000))
    assert clock.over
    assert clock.left(1 / 2).seconds == 0
    assert "work ran out (1000000 steps), or the time ran out" in clock.budget.time_ran_out


def test_no_share_is_larger_than_the_rest():
    clock = Clock(Budget(1e-9))
    assert clock.left(least=5).seconds == 0


@needs_core
@pytest.mark.parametrize(("name", "text"), QUESTIONS)
def test_equal_work_gives_equal_results(name, text):
    """Searches with equal limits in work give equal results, even if others run meanwhile."""
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
    # A search in Python, or one that finishes its unit of work, may exceed the limit slightly.
    assert results[0][-1] < 1.1 * 300_000 / WORK_PER_SECOND


@needs_core
def test_another_thread_can_stop_a_search():
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
    result = winning.shorten(start, answer.steps, budget=Budget(work=10**9, stop=stop))
    assert result.interrupted
    assert result.steps == answer.steps


@needs_core
def test_an_exception_in_progress_ends_the_search():
    def enough(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        spiderpos.solve(find_problem("woods-6").start, LONG, work=10**9, progress=enough)


@pytest.mark.slow
@needs_core
def test_a_start_with_unknown_cards_is_answered_at_once():
    """The answer that a deal with unknown cards may be won is quick, and counts all its work."""
    start = deal(1).hide()
    clock = Clock(Budget(work=10**9))
    answer = spiderpos.solve(start, "win", work=10**9)
    assert answer.outcome is (Outcome.POSSIBLE if native_core() else Outcome.UNDECIDED)
    assert answer.searched.classes > 0
    assert answer.searched.steps > answer.searched.classes
    # An earlier version spent a minute's worth of work.
    assert clock.spent < 10


@needs_core
@pytest.mark.parametrize("goal", ["remove a suit", "get 3 spaces"])
def test_rows_with_too_many_arrangements_are_omitted(goal):
    """Brute force skips a deal of unknown cards with more possible rows than it can try."""
    columns = "4x:8h/3x:Th/3x:Ah/4x:Jc/3x:4h/3x:7h/4x:Qs/3x:Qc/3x:7c/12x:3s"
    args = ["solve", "--partial", f"{columns} Kc9x -", goal, "--work", "200000"]
    result = run(*args)
    assert result.exit_code == 3
    assert TOO_MANY_ROWS in result.output
    assert "searched: 72 positions, 120 steps" in result.output


# Many jobs, and plans


def easy_deals(count):
    text = "\n".join(["K-2s/As - -"] * count)
    read = functools.partial(formats.loads, options=formats.ReadOptions(partial=True))
    return list(batch.tasks_of_text(text, "deals", read))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_many_deals_say_how_far_they_are(tmp_path, jobs):
    calls = []
    with ResultStore(tmp_path / "r.jsonl", batch.read, batch.WANTED) as store:
        run = functools.partial(
            batch.run, easy_deals(3), parse("win"), store, budget=Budget(work=1000), jobs=jobs
        )
        assert len(list(run(progress=lambda *counts: calls.append(counts)))) == 3
        assert calls == [(1, 3), (2, 3), (3, 3)]
        # Stored results are reported too.
        calls.clear()
        assert len(list(run(progress=lambda *counts: calls.append(counts)))) == 3
        assert calls == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_many_deals_are_stopped_by_another_thread(tmp_path, jobs):
    stop = threading.Event()
    tasks = list(batch.tasks_of_numbers("1-3"))
    with ResultStore(tmp_path / "r.jsonl", batch.read, batch.WANTED) as store:
        results = batch.run(tasks, parse("win"), store, budget=Budget(None, stop=stop), jobs=jobs)
        threading.Timer(0.3, stop.set).start()
        with pytest.raises(Cancelled):
            list(results)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_mining_reports_progress_and_can_be_stopped(tmp_path, processes):
    options = Options(kinds=("only-move",), time=None, work=1000)
    several = [Job("random", f"1:{number}", options) for number in range(4)]
    jobs = {job.key: job for job in several}
    stop = threading.Event()
    calls = []

    def tell(*counts):
        calls.append(counts)
        if counts[0] == 1:
            stop.set()

    with ResultStore(tmp_path / "m.jsonl", mining.read, mining.WANTED) as store:
        with pytest.raises(Cancelled):
            list(mining.mine(jobs, store, processes=processes, progress=tell, stop=stop))
        assert calls == [(0, 4), (1, 4)]
        assert len(store) == 1


def test_a_plan_is_checked_within_its_budget():
    position = find_problem("woods-6").position("prepared-unseen")
    plan, goal = plans.loads(PLAN), parse(HEARTS)
    counts = []
    checked = plans.check(plan, position, goal, progress=counts.append)
    assert (checked.verdict, checked.cases, counts) == (Verdict.HOLDS, 2, [1, 2])
    less = plans.check(plan, position, goal, work=1)
    assert (less.verdict, less.reason) == (Verdict.UNDECIDED, "there are more than 1 case")
    stop = threading.Event()
    checked = plans.check(plan, position, goal, progress=lambda _: stop.set(), stop=stop)
    assert checked.verdict is Verdict.UNDECIDED
    assert checked.reason == "it was stopped after 1 case"
