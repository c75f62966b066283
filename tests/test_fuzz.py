"""The readers over the stored inputs of the fuzzer, and the solver over a few of its questions."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FUZZ = Path(__file__).resolve().parents[1] / "fuzz"
if not FUZZ.is_dir():
    pytest.skip("the fuzzer isn't part of what is installed", allow_module_level=True)
sys.path.insert(0, str(FUZZ))

from targets import TARGETS  # noqa: E402

from fuzz import forged, planted, questions  # noqa: E402

pytestmark = pytest.mark.slow


def inputs(kind):
    return sorted(path for path in (FUZZ / kind).glob("*/*") if path.is_file())


@pytest.mark.parametrize("path", inputs("regressions"), ids=lambda p: f"{p.parent.name}-{p.name}")
def test_what_once_broke_a_reader(path):
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_is_read_or_refused(name):
    stored = [path for path in inputs("corpus") if path.parent.name == name]
    assert stored
    for path in stored[:: max(1, len(stored) // 6)]:
        TARGETS[name](path.read_bytes())


def test_each_planted_mistake_has_its_place():
    for mistake in planted.mistakes():
        text = (FUZZ.parent / mistake.path).read_text(encoding="utf-8")
        assert text.count(mistake.right) == 1, mistake


#: What a text is damaged by.
PIECES = [
    b"",
    b"\0",
    b"\n",
    b" ",
    b"-",
    b"9",
    b'"',
    b"(",
    b"[",
    b"{",
    b"\xff",
    "\u0301".encode(),
    b"\x1b[",
]


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_text_is_read_or_refused(name, data):
    stored = [path for path in inputs("corpus") if path.parent.name == name]
    text = data.draw(st.sampled_from(stored)).read_bytes()
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    piece = data.draw(st.sampled_from(PIECES)) * data.draw(st.sampled_from((1, 2, 50)))
    again = text[start:stop] * data.draw(st.integers(0, 2))
    TARGETS[name](text[:start] + piece + again + text[stop:])


@pytest.mark.skipif(sys.platform == "win32", reason="it forks, and sets timers of POSIX")
def test_damaged_texts_and_commands_at_random():
    """``python -m fuzz.abuse texts``, ``commands``, ``kills`` go on from there."""
    code = "from fuzz import abuse; print(abuse.texts(70, 0, '') + abuse.commands(6, 0, 'show'))"
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=FUZZ.parent)
    assert said.stdout.splitlines()[-1] == "[]"


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_the_solver_agrees_with_an_engine_that_shares_no_code_with_it(seed):
    """``python -m fuzz.questions`` asks thousands."""
    found = [questions.ask(30 * seed + number) for number in range(30)]
    assert not [result.wrong for result in found if result.wrong]
    assert {"solved", "impossible"} <= {result.outcome for result in found}


def test_what_is_sure_is_planned_and_nothing_else():
    """Endgames, any goal: the plan is found where trying everything says that there is one."""
    found = [questions.ask_sure(number) for number in range(300)]
    assert not [result.wrong for result in found if result.wrong]
    counts = Counter(result.outcome for result in found)
    assert min(counts[outcome] for outcome in ("undecided", "line", "planned")) > 20


def test_a_certificate_that_is_forged_is_refused_or_still_a_proof():
    """``python -m fuzz.forged`` forges thousands."""
    results = [forged.forge(number, 300) for number in range(80)]
    assert not [why for _, why in results if why]
    assert {"accepted, a proof", "refused", "unreadable"} <= {said for said, _ in results}
