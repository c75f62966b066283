"""Claims that are decided on several cores."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problems, parallel, proving
from spiderpos.catalogue.proving import Proof, Standing
from spiderpos.cli import main
from spiderpos.solver import evidence, prover
from spiderpos.solver.prover import Budget, Outcome

needs_core = pytest.mark.skipif(
    not prover.native_core(), reason="the compiled core is not installed"
)
QUICK = """\
id: two-nines
title: Two Nines
author: Nobody
source: {text: A test, year: 2026}
partial: true
stipulation: Get spaces.
position: {text: 9s/Ts/2c - -, format: fen}
claims:
"""


@pytest.fixture
def quick(tmp_path: Path) -> Path:
    claims = [
        f"  - {{id: c{n}-{m}, statement: It is so., goal: 'get {n} spaces without dealing"
        f"{', turning up' * m}', verdict: {'solved' if n < 3 - m else 'impossible'}}}\n"
        for n in (2, 3, 4)
        for m in (0, 1)
    ]
    path = tmp_path / "quick.yaml"
    path.write_text(QUICK + "".join(claims))
    return path


def test_the_same_order_and_verdicts(quick: Path) -> None:
    def outcome(jobs: int) -> list[str]:
        proofs = parallel.prove_all(load_problems(quick), Budget(60), jobs=jobs)
        return [f"{p.claim.id} {p.standing} {p.answer and p.answer.outcome}" for p in proofs]

    assert len(outcome(1)) == 6
    assert outcome(3) == outcome(1)


@needs_core
def test_the_command(quick: Path) -> None:
    words = ["problems", "check", "woods-4", str(quick), "--prove", "-v", "--jobs"]
    one, two = (CliRunner().invoke(main, [*words, jobs]) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code

    def told(text: str) -> list[str]:
        return [line.partition("(")[0] for line in text.splitlines()]

    assert told(one.output) == told(two.output)


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_a_process_that_dies_is_told(quick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_work", _dies_at_first)
    told: list[Proof] = []
    found = parallel.prove_all(load_problems(quick), Budget(60), jobs=2, decided=told.append)
    proofs = list(found)
    assert proofs[0].claim.id == "c2-0"
    assert sorted(map(str, told)) == sorted(map(str, proofs))
    first, *others = (p.answer for p in proofs)
    assert first is not None
    assert first.outcome is Outcome.UNDECIDED
    assert first.reason == "the process that was to decide it ended by signal 9"
    assert all(a is not None and a.outcome is not Outcome.UNDECIDED for a in others)


def test_what_is_decided_is_told_before_its_turn(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first claim waits until all others are decided."""
    order: list[str] = []

    def decided(proof: Proof) -> None:
        order.append(proof.claim.id)
        if len(order) == 5:
            quick.with_name("go").touch()

    monkeypatch.setattr(parallel, "_work", _first_is_last)
    (problem,) = load_problems(quick)
    proofs = list(parallel.prove_all([problem], Budget(60), jobs=2, decided=decided))
    assert [proof.claim for proof in proofs] == list(problem.claims)
    assert (len(order), order[-1]) == (6, "c2-0")


def _first_is_last(theirs, budget):  # type: ignore[no-untyped-def]
    """In the process itself."""

    def found(problem, claim, record, budget):  # type: ignore[no-untyped-def]
        until = time.monotonic() + 20
        while claim.id == "c2-0" and time.monotonic() < until:
            if Path(problem.name).with_name("go").exists():
                break
            time.sleep(0.01)
        return _found(problem, claim, record, budget)

    parallel._found = found
    _work(theirs, budget)


_work = parallel._work
_found = parallel._found


def _dies_at_first(theirs, budget):  # type: ignore[no-untyped-def]
    """In the process itself."""

    def found(problem, claim, record, budget):  # type: ignore[no-untyped-def]
        if claim.id == "c2-0":
            os.kill(os.getpid(), signal.SIGKILL)
        return _found(problem, claim, record, budget)

    parallel._found = found
    _work(theirs, budget)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[BaseProcess]:
    """The processes that are begun to decide claims."""
    processes: list[BaseProcess] = []
    start = parallel._CONTEXT.Process.start

    def starting(process: BaseProcess) -> None:
        processes.append(process)
        start(process)  # type: ignore[arg-type] # it is one of the context's

    monkeypatch.setattr(parallel._CONTEXT.Process, "start", starting)
    return processes


def test_a_process_decides_many_claims(quick: Path, begun: list[BaseProcess]) -> None:
    problems = load_problems(quick) * 3
    proofs = list(parallel.prove_all(problems, Budget(60), jobs=2))
    assert len(proofs) == 18
    assert all(p.answer and p.answer.outcome is not Outcome.UNDECIDED for p in proofs)
    assert len(begun) == 2
    # What comes back is about what was asked, not about a copy.
    assert [p.problem for p in proofs[::6]] == problems
    assert all(p.claim in p.problem.claims for p in proofs)


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_another_process_goes_on_after_one_that_died(
    quick: Path, monkeypatch: pytest.MonkeyPatch, begun: list[BaseProcess]
) -> None:
    monkeypatch.setattr(parallel, "_work", _dies_at_first)
    problems = load_problems(quick) * 3
    proofs = list(parallel.prove_all(problems, Budget(60), jobs=2))
    undecided = [p.claim.id for p in proofs if p.standing is Standing.UNDECIDED]
    assert (len(proofs), undecided) == (18, ["c2-0"] * 3)
    # Two at first, and one for each that died; but for the last, if the other one took the rest.
    assert len(begun) in (4, 5)


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_a_process_that_dies_between_two_claims_has_none(
    quick: Path, begun: list[BaseProcess]
) -> None:
    # With one claim at a time, nobody has one while the proof before is looked at.
    with closing(parallel._spread(_asked(quick), Budget(60), 1)) as found:
        proofs = [next(found)]
        begun[0].kill()
        begun[0].join()
        proofs += found
    assert [p.claim.id for p in proofs if p.standing is Standing.UNDECIDED] == []
    assert (len(proofs), len(begun)) == (6, 2)


def _asked(path: Path) -> list[parallel._Asked]:
    return [
        parallel._Asked(problem, claim, {})
        for problem in load_problems(path)
        for claim in problem.claims
    ]


# Records beside a problem


@pytest.fixture
def right(tmp_path: Path) -> Path:
    """A problem whose claims are all right."""
    path = tmp_path / "right.yaml"
    path.write_text(
        QUICK
        + "".join(
            f"  - {{id: c{n}, statement: It is so., goal: get {n} spaces without dealing, "
            "verdict: impossible}\n"
            for n in (2, 3, 4)
        )
    )
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_read_once(right: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    command = ["problems", "check", str(right), "--prove", "--jobs", str(jobs)]
    made = CliRunner().invoke(main, [*command, "--evidence", str(right.parent / "evidence")])
    read = []
    file_text = evidence.file_text

    def reading(path: Path) -> str:
        read.append(path)
        return file_text(path)

    monkeypatch.setattr(evidence, "file_text", reading)
    again = CliRunner().invoke(main, [*command, "-v"])
    assert made.exit_code == again.exit_code == 0
    assert again.stdout.count(", as recorded") == 3
    # For all claims, and for what else is there.
    assert len(read) == 2
    read.pop()
    list(proving.prove_problem(*load_problems(right), Budget(60)))
    assert len(read) == 2
    for words in (["author", "lint", str(right)], ["page", str(right), "--prove", "-o", "-"]):
        del read[:]
        CliRunner().invoke(main, words)
        assert len(read) <= 2


BAD = {
    "no JSON": ("x", ":1:1: this is not JSON: expecting value"),
    "cut off": ('{"x"', ":1:5: this is not JSON: expecting ':' delimiter"),
    "too large": (" " * (evidence.LARGEST + 1), ": larger than 16 MiB"),
    "position": ({"position": "9z - -"}, ", two-nines:c2, position:1:1: "),
    "cards": ({"position": "9s9s9s/Ts/2c - -"}, ", two-nines:c2, position: not a position: "),
    "goal": ({"goal": "get a spade"}, ", two-nines:c2, goal:1:"),
    "rules": ({"rules": "modern"}, ", two-nines:c2, rules: they are 'modern'"),
    "line": ({"line": "fly"}, ", two-nines:c2, line:1:1"),
    "key": ({"outcome": "perhaps"}, ":10:"),
}


@pytest.mark.parametrize("bad", BAD)
def test_records_that_can_not_be_read(
    right: Path, capfd: pytest.CaptureFixture[str], bad: str
) -> None:
    """The same error, which names the file, however many processes decide the claims."""
    command = ["problems", "check", str(right), "--prove"]
    folder = right.parent / "evidence"
    CliRunner().invoke(main, [*command, "--evidence", str(folder)])
    file = folder / "two-nines.json"
    content, said = BAD[bad]
    if isinstance(content, dict):
        first, *others = json.loads(file.read_text())
        content = json.dumps([first | content, *others], indent=1)
    file.write_text(content)
    told = set()
    for words in (
        [*command, "--jobs", "1"],
        [*command, "--jobs", "2"],
        ["page", str(right), "--prove", "-o", "-"],
        ["page", str(right), "-o", "-"],
        ["solve", "--recheck", str(file)],
    ):
        found = CliRunner().invoke(main, words)
        assert found.exit_code == 2, found.output
        told.add(found.stderr.partition("error: ")[2].splitlines()[0])
    assert len(told) == 1
    assert told.pop().startswith(f"{file}{said}")
    found = CliRunner().invoke(main, ["author", "lint", str(right)])
    assert found.exit_code == 1
    assert str(file) in found.output
    assert "Traceback" not in capfd.readouterr().err


@needs_core
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_who_stops_leaves_no_process() -> None:
    problem = find_problem("woods-4")
    with closing(parallel.prove_all([problem, problem], Budget(60), jobs=2)) as proofs:
        next(proofs)
    assert not parallel._CONTEXT.active_children()


def _long_search(path: Path, jobs: str) -> subprocess.Popen[str]:
    """A command on a claim that nobody has decided yet, once it has decided another one."""
    goal = "remove hearts without dealing, removing at most 1 other suit"
    start = formats.dumps(find_problem("woods-6").start, "fen").strip()
    path.write_text(
        QUICK.replace("9s/Ts/2c - -", f"'{start}'").replace("partial: true\n", "")
        + "  - {id: now, statement: It is so., goal: 'get a space without dealing, removing', "
        "verdict: impossible}\n"
        f"  - {{id: never, statement: It is so., goal: '{goal}', verdict: impossible}}\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "spiderpos", "problems", "check", str(path), "--prove", "-v"]
        + ["--jobs", jobs, "--time", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "claim now" in line and "open" not in line:
            break
    return process


@needs_core
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c(tmp_path: Path, jobs: str) -> None:
    process = _long_search(tmp_path / "long.yaml", jobs)
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said.rstrip().endswith("interrupted")
    assert "Traceback" not in said


@needs_core
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_nothing_goes_on_searching_for_who_was_killed(tmp_path: Path) -> None:
    process = _long_search(tmp_path / "long.yaml", "2")
    process.kill()
    try:
        # The workers have its output too: it ends when all of them have ended.
        process.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
