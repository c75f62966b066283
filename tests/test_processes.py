"""Processes that commands start: they run no code of the current folder, and end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from spiderpos.solver.processes import ended_in_order, safe_path

#: Modules that a process of Python loads before, or while, it loads ours.
NAMES = ("signal", "dataclasses", "json", "random", "click", "spiderpos")

PROBLEM = """\
id: {id}
title: A space
author: Nobody
source: {{text: A test, year: 2026}}
partial: true
stipulation: Get a space.
position: {{text: 6h/7s - -, format: fen}}
claims:
  - {{id: space, statement: It is so., goal: get a space without dealing, verdict: solved}}
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with two problems, and modules that leave a file behind when they are run."""
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write('{name}')")
    for name in ("one", "two"):
        (folder / f"{name}.yaml").write_text(PROBLEM.format(id=name))
    return folder


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("problems check . --prove", 0),
        ("solve --deals 1-2 --time 0.1", 3),
        ("play-out --deals 1-2", 0),
        ("author mine --deals 1-2 --player greedy --time 0.1 --kind only-move", 1),
    ],
)
def test_modules_of_the_current_folder_are_not_run(
    words: str, code: int, hostile: Path, tmp_path: Path
) -> None:
    # As the installed command is: a script in a folder of its own.
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


@pytest.mark.parametrize("before", [None, "", "1"])
def test_the_environment_is_as_before(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    with safe_path():
        with safe_path():
            assert os.environ["PYTHONSAFEPATH"] == "1"
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ.get("PYTHONSAFEPATH") == before


def _descendants(process: int) -> int:
    """How many processes a process has begun, and those."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return len(found) - 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("play-out --deals 1-200 --policy sure", 3),
        ("solve --deals 1-200 --time 60", 2),
        ("problems check woods-5 woods-6 --prove --time 60", 4),
        ("author mine --deals 1-200 --player solver", 3),
    ],
)
def test_what_a_killed_command_began_ends(words: str, count: int, tmp_path: Path) -> None:
    """``count``: the workers, and what Python begins to begin them."""
    command = [sys.executable, "-m", "spiderpos", *words.split(), "--jobs", "2"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        while process.poll() is None and _descendants(process.pid) < count:
            time.sleep(0.02)
        assert process.poll() is None, process.stdout and process.stdout.read()
        process.send_signal(signal.SIGKILL)
        # They have its output too: it ends when all of them have ended.
        process.communicate(timeout=30)


def _uncovered() -> dict[str, str]:
    """The environment for what is told to end: coverage has a way of its own for that."""
    return {name: said for name, said in os.environ.items() if not name.startswith("COVERAGE_")}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("problems check woods-5 woods-6 --prove --time 60", 4),
        ("author mine --deals 1-200 --player solver", 3),
    ],
)
def test_a_command_that_is_told_to_end_says_nothing(
    words: str, count: int, tmp_path: Path
) -> None:
    """Neither does Python, of what is left of a pool of processes."""
    command = [sys.executable, "-m", "spiderpos", *words.split(), "--jobs", "2"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=_uncovered(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None and _descendants(process.pid) < count:
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert "Warning" not in said
    assert "Traceback" not in said


BEGUN = """
import os, signal
from multiprocessing import forkserver, util
from spiderpos.solver import processes
from spiderpos.catalogue import find_problem, parallel
from spiderpos.solver.prover import Budget

def then_end(function, when):
    def begin(*args):
        begun = function(*args)
        if when(args):
            os.kill(os.getpid(), signal.SIGTERM)
        return begun
    return begin

util.spawnv_passfds = then_end(util.spawnv_passfds, lambda a: "--multiprocessing-fork" in a[1])
forkserver.connect_to_new_process = then_end(forkserver.connect_to_new_process, lambda _: True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize(
    "results",
    [
        "processes.on_cores(abs, [1, 2], 2)",
        "parallel.prove_all([find_problem('woods-5')] * 2, Budget(60), jobs=2)",
    ],
)
def test_told_to_end_while_it_begins_another(results: str) -> None:
    """That one has all of its work, or it would complain that there is half of it."""
    with subprocess.Popen(
        [sys.executable, "-c", f"{BEGUN}list({results})"],
        env=_uncovered(),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        # It ends when all that have it have ended.
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (128 + signal.SIGTERM, "")


def test_what_the_main_thread_began_may_end_in_another() -> None:
    """As a generator does that another thread closes, or the collector there."""
    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faults = []

    def leave() -> None:
        try:
            inside.__exit__(None, None, None)
        except ValueError as error:
            faults.append(error)

    try:
        inside = ended_in_order()
        inside.__enter__()
        other = threading.Thread(target=leave)
        other.start()
        other.join()
        assert not faults
        with pytest.raises(SystemExit):
            signal.raise_signal(signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with ended_in_order():
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
