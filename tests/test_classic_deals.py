"""The stored lines of the classic deals."""

import importlib.util
import lzma
import random
from pathlib import Path

import pytest

from spiderpos.text.errors import SpiderError

_FILE = Path(__file__).parent.parent / "certificates" / "classic_deals.py"
_spec = importlib.util.spec_from_file_location("classic_deals", _FILE)
classic = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(classic)


def stored_lines():
    text = lzma.decompress(classic.FILE.read_bytes()).decode()
    return {
        int(number): output
        for number, output in (line.split(" ", 1) for line in text.splitlines())
    }


def test_stored_lines_win_their_deals_and_no_others():
    lines = stored_lines()
    won = [number for number, output in lines.items() if output not in ("lost", "undecided")]
    for number in random.Random(1).sample(won, 20):
        assert classic.verdict(number, lines[number]) == "won"
    with pytest.raises((SpiderError, ValueError)):
        classic.verdict(won[0], lines[won[1]])
    with pytest.raises(ValueError, match="don't win"):
        classic.verdict(won[0], lines[won[0]].rpartition(",")[0])


def test_lost_deals_have_certificates_and_won_deals_are_listed():
    lines = stored_lines()
    for number, output in lines.items():
        assert output != "lost" or _FILE.with_name(f"deal-{number}.json.gz").exists()
    text = classic.WINNABLE.read_text(encoding="utf-8")
    listed = [int(line) for line in text.splitlines() if not line.startswith("#")]
    assert sorted(listed) == sorted(
        n for n, output in lines.items() if output not in ("lost", "undecided")
    )
