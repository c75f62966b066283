"""What the machine may do to a command: too little memory, a full disk, an interrupted start."""

import threading

import pytest
from click.testing import CliRunner

from spiderpos import engine, prover, survey
from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.goals import parse
from spiderpos.prover import Budget, Outcome, brute, native

LONG = parse("remove hearts without dealing, removing at most 1 other suit")
GOAL = "remove hearts without dealing"


def out_of_memory(*_args, **_more):
    raise MemoryError


def test_a_command_without_memory_says_so(monkeypatch):
    monkeypatch.setattr(survey, "info", out_of_memory)
    result = CliRunner().invoke(main, ["info", "woods-4"])
    assert result.exit_code == 3
    assert result.stderr == "error: the memory doesn't suffice for this\n"


def test_a_search_without_memory_is_undecided(monkeypatch):
    monkeypatch.setattr(engine, "legal_moves", out_of_memory)
    answer = brute.solve(find_problem("woods-6").start, parse(GOAL))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.reason == "the system has no more memory"


@pytest.mark.skipif(not native.available(), reason="the compiled core is not installed")
def test_no_memory_for_a_thread(monkeypatch):
    def start(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert native.call("spiderpos_winning", [0], seconds=1, size=1 << 20) is None


@pytest.mark.skipif(not native.available(), reason="the compiled core is not installed")
def test_control_c_while_the_search_begins(monkeypatch):
    began = threading.Thread.start
    threads = []

    def start(thread):
        began(thread)
        threads.append(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start)
    answer = prover.solve(find_problem("woods-6").start, LONG, budget=Budget(None))
    assert answer.reason == "the search was interrupted"
    threads[0].join(30)
    assert not threads[0].is_alive()
