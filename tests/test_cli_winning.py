"""``solve`` for whole games, many deals and shorter lines; ``play-out``."""

import json
from pathlib import Path

import pytest

from spiderpos.formats import dumps
from spiderpos.game.deals import deal

from .running import needs_core, run

pytestmark = pytest.mark.slow


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


# Many deals


@needs_core
def test_deals_by_number(here):
    done = run("solve-deals", "1002,1004-1005", "--as-found", "--jobs", "2")
    assert done.exit_code == 0
    results = lines(done.stdout)
    assert sorted(str(r["deal"]) for r in results) == ["1002", "1004", "1005"]
    assert {r["outcome"] for r in results} == {"solved"}
    assert "3 deals: 3 solved" in done.stderr
    assert Path("spiderpos-deals-1002-1004-1005.jsonl").read_text() == done.stdout
    for result in results:
        text = dumps(deal(int(str(result["deal"]))), "fen")
        Path("line.txt").write_text(str(result["line"]))
        assert run("verify", text, "line.txt", "--goal", "win").exit_code == 0


@needs_core
def test_a_second_start_solves_only_the_remaining_deals(here):
    words = ("--as-found", "--output", "out.jsonl", "--jobs", "1")
    first = run("solve-deals", "1002,1004", *words)
    assert first.exit_code == 0
    with Path("out.jsonl").open("a") as file:
        file.write('{"deal": "1005", "outc')
    more = run("solve-deals", "1002-1005", *words)
    assert "continuing from there" in more.stderr
    assert lines(more.stdout)[:2] == lines(first.stdout)
    written = lines(Path("out.jsonl").read_text())
    assert written[:2] == lines(first.stdout)
    assert [r["deal"] for r in written] == ["1002", "1004", "1003", "1005"]
    again = run("solve-deals", "1002-1005", *words)
    assert [r["deal"] for r in lines(again.stdout)] == ["1002", "1003", "1004", "1005"]
    assert lines(Path("out.jsonl").read_text()) == written


def test_undecided_is_tried_again_with_more_work(here):
    Path("hard.txt").write_text("914\n")
    args = ["solve-deals", "hard.txt", "--jobs", "1", "--work"]
    for work, count in (("10000", 1), ("10000", 1), ("20000", 2)):
        assert run(*args, work).exit_code == 3
        assert len(lines(Path("spiderpos-hard.jsonl").read_text())) == count


# Hidden cards
