"""The page of benchmarks agrees with the stored results; each benchmark runs in a short form."""

import importlib
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from benchmarks import report, sure
from benchmarks.__main__ import BENCHMARKS, written
from spiderpos.catalogue import find_problem

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = sorted({path.stem for path in (ROOT / "benchmarks").glob("[a-z]*.py")} - {"report"})
ENDGAMES = list(sure.questions("lines"))
#: Values to replace in a benchmark: a test must take less time than the benchmark's quick run.
SHORTER = {
    "notations": {"MOVES": 20},
    "prover": {
        "QUICK_PLAIN": 0.01,
        "QUICK_CLAIM": 0.01,
        "load_problems": lambda _: [find_problem("woods-5")],
    },
    "starting": {"compiled": Mock()},
    "sure": {"SETS": {"lines": 1000.0}, "questions": lambda _: ENDGAMES[:1]},
    "winning": {"QUICK_DEALS": 1},
}
#: Short runs of benchmarks without a quick run, or with one that builds other programs.
RUN = {
    "duel": lambda duel: duel.play(duel.OURS, 1, 1)["moves"],
    "playing": lambda playing: playing.summed([playing.play("weighing", 1, 3001)])["sets"],
    "sure": lambda sure: sure.of_set("lines")["sure"],
}


def test_page_is_written_from_the_results():
    assert report.PAGE.read_text(encoding="utf-8") == written()


def test_no_stored_result_is_from_a_quick_run():
    stored = [report.load(one.name) for one in BENCHMARKS]
    assert all(result is not None and not result.quick for result in stored)


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_program_runs(monkeypatch, name):
    module = importlib.import_module(f"benchmarks.{name}")
    for what, value in SHORTER.get(name, {}).items():
        monkeypatch.setattr(module, what, value)
    assert RUN.get(name, lambda module: module.section(module.measure(True)))(module)


@pytest.mark.long
def test_quick_form(tmp_path):
    page = tmp_path / "page.md"
    command = [sys.executable, "-m", "benchmarks", "starting", "--quick", "-o", str(page)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert "\n## Starting\n" in page.read_text(encoding="utf-8")


def test_unknown_names_are_refused():
    command = [sys.executable, "-m", "benchmarks", "chess", "--quick"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no benchmark is called chess" in done.stderr


@pytest.mark.overnight
def test_a_net_is_learned_and_printed_as_the_core_has_it(tmp_path):
    learn = tmp_path / "learn"
    source = ROOT / "benchmarks" / "learn.cpp"
    subprocess.run(["c++", "-O2", "-std=c++17", source, "-o", learn], check=True)
    net = subprocess.run([learn, "1", "12"], check=True, capture_output=True, text=True).stdout
    printed = tmp_path / "net.cpp"
    printed.write_text(
        f'#include "{ROOT}/native/player/player.hpp"\n'
        f"constexpr spiderpos::winning::Chance NET =\n{net};\n"
    )
    subprocess.run(["c++", "-std=c++17", "-fsyntax-only", printed], check=True)
