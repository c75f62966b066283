"""Jobs in several processes: they run no code of the current folder, they end, and they fail
separately."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from spiderpos.catalogue import load_problems, proving
from spiderpos.solver.jobs import Failed, JobsError, each
from spiderpos.solver.prover import Budget, Outcome
from spiderpos.solver.results import ResultStore
from spiderpos.text.errors import NotationError

from .running import needs_core, run

pytestmark = pytest.mark.slow

posix = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")

#: Names of modules that Python imports before or with the package's modules.
NAMES = ("signal", "dataclasses", "json", "random", "click", "spiderpos")

PROBLEM = """\
id: {id}
title: A space
author: Nobody
source: {{text: A test, year: 2026}}
partial: true
stipulation: Get a space.
position: {{text: 9s/Ts/2c - -, format: fen}}
claims:
"""


def doubled(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def late(number):
    time.sleep(1000 * number)
    return number


@posix
def test_only_the_job_whose_process_dies_fails():
    results = dict(each(doubled, range(6), jobs=2))
    failed = results.pop(3)
    assert isinstance(failed, Failed)
    assert "was killed" in failed.reason
    assert results == {number: 2 * number for number in (0, 1, 2, 4, 5)}


def test_one_process_is_this_one():
    assert list(each(os.getppid().__add__, [0, 1], jobs=1)) == [
        (0, os.getppid()),
        (1, os.getppid() + 1),
    ]
    assert list(each(late, [])) == []


def test_stopping_leaves_no_process():
    with closing(each(late, range(5), jobs=2)) as results:
        assert next(results) == (0, 0)
    assert not multiprocessing.active_children()


def test_a_missing_cluster_is_reported(monkeypatch):
    monkeypatch.setattr("spiderpos.solver.jobs._PATIENCE", 0.5)
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    for address in ("tcp://127.0.0.1:1", "none://127.0.0.1:1"):
        with pytest.raises(JobsError, match=f"no Dask scheduler answers at {address} "):
            list(each(late, [1], cluster=address))


# Commands


@pytest.fixture
def hostile(tmp_path):
    """Return a folder with a problem, and modules that leave a file behind if they are
    imported."""
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write('{name}')")
    claims = "".join(claim(count, "impossible") for count in (2, 3))
    (folder / "one.yaml").write_text(PROBLEM.format(id="one") + claims)
    return folder


def claim(count, verdict):
    goal = f"get {count} spaces without dealing"
    return f"  - {{id: c{count}, statement: It is so., goal: {goal}, verdict: {verdict}}}\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("problems check . --prove", 0),
        pytest.param("play-out --deals 1-2", 0, marks=pytest.mark.long),
    ],
)
def test_modules_of_the_current_folder_are_not_run(words, code, hostile, tmp_path):
    # Start it like the installed command: as a script in another folder.
    start = tmp_path / "start.py"
    start.write_text("from spiderpos.cli import main\nif __name__ == '__main__':\n    main()\n")
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, str(start), *words.split(), "--jobs", "2"],
        cwd=hostile,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    ran = tmp_path / "ran"
    assert not ran.exists(), f"ran {ran.read_text()}"
    assert done.returncode == code, done.stderr


LONG = {
    "solve": "solve-deals 914,915 --time 600",
    "check": "problems check long.yaml --prove --time 600 -v",
}


@needs_core
@posix
@pytest.mark.parametrize(
    ("words", "sent"),
    [
        pytest.param(LONG["solve"], signal.SIGKILL, marks=pytest.mark.long),
        pytest.param(LONG["solve"], signal.SIGINT, marks=pytest.mark.long),
        (LONG["check"], signal.SIGINT),
    ],
)
def test_a_command_that_ends_leaves_no_process(words, sent, tmp_path):
    goal = "remove hearts without dealing, removing at most 1 other suit"
    again = ", ".join(
        f"{{id: {name}, statement: It is so., goal: '{goal}', verdict: impossible}}"
        for name in ("one", "two")
    )
    shipped = Path(__file__).parents[1] / "problems" / "woods-6.yaml"
    long = shipped.read_text().partition("claims:")[0].replace("id: woods-6", "id: long", 1)
    (tmp_path / "long.yaml").write_text(f"{long}claims: [{again}]\n")
    with subprocess.Popen(
        [sys.executable, "-m", "spiderpos", *words.split(), "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + 300
        while _workers(process.pid) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        if sent is signal.SIGINT:
            os.killpg(process.pid, sent)
        else:
            process.kill()
        # The workers share its output, which ends only when all of them have ended.
        _, output = process.communicate(timeout=300)
    assert process.returncode == (130 if sent is signal.SIGINT else -sent)
    # A killed process may leave a starting worker behind, which prints an error.
    assert sent is signal.SIGKILL or "Traceback" not in output


def _workers(process):
    """Count the worker processes of a process."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        commands = [Path(f"/proc/{child}/cmdline").read_text() for child in children]
    except OSError:
        pytest.skip("looks for processes in /proc")
    return sum("multiprocessing-fork" in command for command in commands)


# Claims on several cores


@pytest.fixture
def quick(tmp_path):
    path = tmp_path / "quick.yaml"
    claims = [claim(n, "solved" if n < 2 else "impossible") for n in (1, 2, 3, 4)]
    path.write_text(PROBLEM.format(id="quick") + "".join(claims))
    return path


def test_the_same_order_and_verdicts(quick):
    def outcome(jobs):
        problems = load_problems(quick)
        proofs = list(proving.prove_all(problems, Budget(work=60_000_000), jobs=jobs))
        # The results refer to the original problem, not to a copy.
        assert all(proof.problem is problems[0] for proof in proofs)
        return [f"{p.claim.id} {p.standing} {getattr(p.answer, 'outcome', None)}" for p in proofs]

    assert len(outcome(1)) == 4
    assert outcome(3) == outcome(1)


def killed(task):
    if task[1].id == "c2":
        os.kill(os.getpid(), signal.SIGKILL)
    return proving_decide(task)


proving_decide = proving._decide


@pytest.mark.long
@posix
def test_the_claim_of_a_process_that_dies_is_undecided(quick, monkeypatch):
    monkeypatch.setattr(proving, "_decide", killed)
    result = proving.prove_all(load_problems(quick), Budget(work=60_000_000), jobs=2)
    outcomes = [proof.answer.outcome for proof in result if proof.answer is not None]
    solved, impossible = Outcome.SOLVED, Outcome.IMPOSSIBLE
    assert outcomes == [solved, Outcome.UNDECIDED, impossible, impossible]


# Results of long runs


def read(line):
    return str(line["key"]), line["value"] + 0


def results_file(path, *values):
    with ResultStore(path, read, "results") as store:
        for value in values:
            store.add({"key": value % 10, "value": value})
    return path


def test_results_are_stored_and_the_last_one_counts(tmp_path):
    path = results_file(results_file(tmp_path / "found.jsonl", 1, 2), 11)
    with ResultStore(path, read, "results") as store:
        assert (len(store), store.get("1"), store.get("2"), store.get("3")) == (2, 11, 2, None)


@pytest.mark.parametrize(
    ("more", "rest"),
    [
        ('{"key": 3, "val', ""),
        ('{"key": 3, "value": 3}', '{"key": 3, "value": 3}\n'),
        ('{"key": 3', ""),
    ],
)
def test_a_last_line_that_was_cut_off_is_dropped(tmp_path, more, rest):
    path = results_file(tmp_path / "found.jsonl", 1, 2)
    before = path.read_text()
    path.write_text(before + more)
    results_file(path)
    assert path.read_text() == before + rest
    results_file(path, 4)
    assert json.loads(path.read_text().splitlines()[-1]) == {"key": 4, "value": 4}


@pytest.mark.parametrize(
    "line", ["x", '{"key": 1}', "[]", '{"key": 1, "value": "x"}', "\xff", "[" * 9999]
)
@pytest.mark.parametrize("end", ["", "\n"])
def test_unreadable_results_are_reported_with_their_line(tmp_path, line, end):
    path = tmp_path / "found.jsonl"
    for text, number in ((line + end, 1), ('{"key": 1, "value": 1}\n' + line + "\n", 2)):
        path.write_text(text, encoding="latin-1")
        before = path.read_bytes()
        refused = rf"found\.jsonl:{number}:1: this line is not a res"
        with pytest.raises(NotationError, match=refused):
            results_file(path)
        assert path.read_bytes() == before


def test_a_file_of_results_that_can_not_be_written(tmp_path):
    with pytest.raises(IsADirectoryError):
        results_file(tmp_path)
    result = run("solve-deals", "1", "--output", str(tmp_path))
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def test_a_line_that_the_disk_takes_only_a_part_of_is_taken_back(tmp_path):
    path = tmp_path / "results.jsonl"
    with ResultStore(path, lambda line: (line["key"], line), "results") as store:
        store.add({"key": "a"})
        before = path.read_bytes()
        file = store._file

        class Short:
            def write(self, data):
                return file.write(data[:5])

            def __getattr__(self, name):
                return getattr(file, name)

        store._file = Short()
        with pytest.raises(OSError, match="No space left"):
            store.add({"key": "b"})
        assert path.read_bytes() == before
        assert store.get("b") is None
        store._file = file
