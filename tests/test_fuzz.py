"""The readers over the stored inputs of the fuzzer: texts that ship, and what once broke one."""

import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parents[1] / "fuzz"
if not FUZZ.is_dir():
    pytest.skip("the fuzzer isn't part of what is installed", allow_module_level=True)
sys.path.insert(0, str(FUZZ))

from targets import TARGETS  # noqa: E402


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
