"""Run the readers on the fuzzer's stored inputs, and the solver on a few of its questions."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parents[1] / "fuzz"
if not FUZZ.is_dir():
    pytest.skip("the fuzzer isn't part of what is installed", allow_module_level=True)
sys.path.insert(0, str(FUZZ))

from targets import TARGETS  # noqa: E402

from fuzz import mutants, questions  # noqa: E402

from .sampling import examples  # noqa: E402

pytestmark = pytest.mark.slow


def inputs(kind):
    return sorted(path for path in (FUZZ / kind).glob("*/*") if path.is_file())


@pytest.mark.parametrize("path", inputs("regressions"), ids=lambda p: f"{p.parent.name}-{p.name}")
def test_texts_that_once_broke_a_reader(path):
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.sweep
@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_is_read_or_refused(name):
    stored = [path for path in inputs("corpus") if path.parent.name == name]
    assert stored
    for path in stored[:: max(1, len(stored) // 6)]:
        TARGETS[name](path.read_bytes())


def test_each_planted_mistake_has_its_place():
    assert len(list(mutants.mistakes())) > 50


@pytest.mark.skipif(sys.platform == "win32", reason="it forks, and sets timers of POSIX")
def test_damaged_texts_and_commands_at_random():
    """Damaged texts and random commands cause no fault; ``python -m fuzz.abuse`` tries more."""
    code = "from fuzz.abuse import *; print(*texts(30, 0, ''), *commands(2, 0, 'show'), 'end')"
    command = [sys.executable, "-c", code]
    output = subprocess.check_output(command, text=True, cwd=FUZZ.parent)
    assert output.splitlines()[-1] == "end"


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_the_solver_agrees_with_an_engine_that_shares_no_code_with_it(seed):
    """Solver and reference agree on random questions; ``python -m fuzz.questions`` asks more."""
    results = [questions.ask(20 * seed + number) for number in range(examples(10))]
    assert not [result.wrong for result in results if result.wrong]
    assert {result.outcome for result in results} & {"solved", "impossible"}


@pytest.mark.parametrize(
    "numbers", [range(60), pytest.param(range(60, 300), marks=pytest.mark.long)]
)
def test_goals_in_endgames_are_solved_exactly_if_they_are_sure(numbers):
    """The solver decides every question, as an independent search of all play does."""
    results = [questions.ask_sure(number) for number in numbers]
    assert not [result.wrong for result in results if result.wrong]
    counts = Counter(result.outcome.split()[0] for result in results)
    assert min(counts[outcome] for outcome in ("solved", "impossible")) >= len(numbers) // 15
