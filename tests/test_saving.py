"""Long searches that are saved after each round, killed, and resumed."""

import errno
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.goals.goal import parse
from spiderpos.solver import prover
from spiderpos.solver.prover import Budget, Outcome

from .running import needs_core, run

pytestmark = [pytest.mark.slow, needs_core]

SPADES = "remove spades without dealing, making a space"
#: A goal that isn't decided within minutes.
LONG = "remove hearts without dealing, removing at most 1 other suit"


def rounds(goal=SPADES, name="woods-6"):
    stored = []
    prover.solve(find_problem(name).start, parse(goal), after_round=stored.append)
    return stored


def test_a_disk_that_is_full_does_not_end_a_search(tmp_path, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", full)
    file = tmp_path / "spades.json"
    result = run("solve", "woods-6", SPADES, "--save", file)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (2, "impossible")
    assert f"{file}: no room; the search continues\n" in result.stderr
    assert result.stderr.endswith(f"error: {file}: no room\n")


def test_from_any_round_on_the_answer_is_the_same():
    position = find_problem("woods-6").start
    whole = prover.solve(position, parse(SPADES))
    stored = rounds()
    for begin in stored:
        answer = prover.solve(position, parse(SPADES), begin=begin)
        assert answer.outcome is Outcome.IMPOSSIBLE
        assert answer.searched.rounds > begin.rounds
        assert answer.searched.steps > begin.steps
    last = prover.solve(position, parse(SPADES), begin=stored[-1]).searched
    assert (last.digest, last.precision) == (whole.searched.digest, whole.searched.precision)
    assert last.rounds == whole.searched.rounds


def test_any_exact_cards_to_begin_with_give_a_true_answer():
    """Starting with the cards whose suits mattered for another goal doesn't change an answer."""
    position = find_problem("woods-5").start
    begin = rounds("remove diamonds without dealing", "woods-5")[-1]
    goals = {
        "remove clubs without dealing, removing": Outcome.SOLVED,
        "remove diamonds without dealing, removing": Outcome.IMPOSSIBLE,
        "uncover Ks in column 2 without dealing, removing": Outcome.SOLVED,
        "get a space in column 4 without dealing, removing": Outcome.IMPOSSIBLE,
    }
    for goal, outcome in goals.items():
        assert prover.solve(position, parse(goal), begin=begin).outcome is outcome


def test_an_undecided_answer_says_how_far_it_got():
    stored = []
    position = find_problem("woods-6").start
    answer = prover.solve(
        position, parse(LONG), budget=Budget(None, mebibytes=1), after_round=stored.append
    )
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.searched.precision == stored[-1].precision


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_killed_at_any_moment(tmp_path):
    """After ``kill -9`` at any moment a ``--save`` file has all reported rounds."""
    file = tmp_path / "long.json"
    code = "from spiderpos.cli import main; main()"
    words = ["solve", "woods-6", LONG, "--time", "100000", "--save", str(file)]
    reached = 0
    for kill in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.DEVNULL)
        try:
            while _rounds(file) < reached + 1 + kill % 2:
                assert process.poll() is None
                time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        now = _rounds(file)
        assert now > reached
        reached = now
    assert json.loads(file.read_text())["searched"]["precision"]


def _rounds(file):
    """Return the number of saved rounds; the file is complete at any moment."""
    return json.loads(file.read_text())["searched"]["rounds"] if file.exists() else 0


@pytest.mark.parametrize(
    ("change", "goal", "work", "outcome"),
    [
        # A decided answer isn't replaced by an undecided one.
        ({}, "get 2 spaces", 1, "impossible"),
        ({}, "get a space", 10**9, "solved"),
        ({"outcome": "undecided", "line": None}, "get a space", 10**9, "solved"),
        # An answer in the file is not trusted.
        ({"outcome": "solved", "moves": 1, "line": "x"}, "get 2 spaces", 10**9, "impossible"),
    ],
)
def test_updates_of_an_existing_file(tmp_path, change, goal, work, outcome):
    file = tmp_path / "proof.json"
    question = ("--from", "fen", "--partial", "9s/Ts/2c - -", goal)
    run("solve", *question, "--save", file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    run("solve", *question, "--save", file, "--work", str(work))
    assert json.loads(file.read_text())["outcome"] == outcome


@pytest.mark.parametrize(
    "text", ["x", "[]", "{}", '{"searched": 1}', "[" * 5000, '{"searched": {"method": "classes"}}']
)
def test_another_file_is_refused_and_stays(tmp_path, text):
    file = tmp_path / "it.json"
    file.write_text(text)
    result = run("solve", "woods-6", SPADES, "--save", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert file.read_text() == text


@pytest.mark.parametrize(
    "searched",
    [
        {"rounds": "1"},
        {"precision": None},
        {"precision": ["9s in column 11, deep"]},
        {"steps": []},
    ],
)
def test_files_that_cannot_be_resumed_are_errors(tmp_path, searched):
    file = tmp_path / "spades.json"
    run("solve", "woods-6", SPADES, "--save", file)
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"searched": content["searched"] | searched}))
    result = run("solve", "woods-6", SPADES, "--save", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(file) in result.stderr
