"""Claims that are decided on several cores."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos import formats, prover
from spiderpos.catalogue import find_problem, load_problems, parallel
from spiderpos.cli import main
from spiderpos.prover import Budget, Outcome

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
    proofs = list(parallel.prove_all(load_problems(quick), Budget(60), jobs=2))
    assert proofs[0].claim.id == "c2-0"
    first, *others = (p.answer for p in proofs)
    assert first is not None
    assert first.outcome is Outcome.UNDECIDED
    assert first.reason == "the process that was to decide it ended by signal 9"
    assert all(a is not None and a.outcome is not Outcome.UNDECIDED for a in others)


_work = parallel._work


def _dies_at_first(theirs, problem, claim, budget):  # type: ignore[no-untyped-def]
    if claim.id == "c2-0":
        os.kill(os.getpid(), signal.SIGKILL)
    _work(theirs, problem, claim, budget)


@needs_core
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_who_stops_leaves_no_process() -> None:
    problem = find_problem("woods-4")
    with closing(parallel.prove_all([problem, problem], Budget(60), jobs=2)) as proofs:
        next(proofs)
    assert not parallel._CONTEXT.active_children()


@needs_core
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c(tmp_path: Path, jobs: str) -> None:
    """While a claim is searched that nobody has decided yet; another one has just been."""
    path = tmp_path / "long.yaml"
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
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said.rstrip().endswith("interrupted")
    assert "Traceback" not in said
