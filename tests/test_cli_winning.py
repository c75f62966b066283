"""``solve`` for whole games, many deals and shorter lines; ``play-out``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spiderpos.cli import main
from spiderpos.formats import dumps
from spiderpos.game.deals import deal
from spiderpos.solver.prover import native

needs_core = pytest.mark.skipif(
    not native.available(), reason="the compiled core is not installed"
)

#: A suit in three parts, and one that is complete.
EASY = "KsQsJs/TsKhQhJhTh9h8h7h6h5h4h3h2hAh/9s8s7s6s5s4s3s2sAs/- - -"
STUCK = "2sKsQsJsTs9s8s7s6s5s4s3s/As - -"


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@needs_core
@pytest.mark.parametrize("notation", ["words", "letters", "log"])
def test_a_line_that_verify_confirms(notation: str, here: Path) -> None:
    found = run("solve", "woods-7", "win", "--as", notation)
    assert found.exit_code == 0
    Path("line.txt").write_text(found.stdout)
    assert run("verify", "woods-7", "line.txt", "--goal", "win").exit_code == 0
    assert run("replay", "woods-7", "line.txt").exit_code == 0


@needs_core
def test_a_deal_of_ones_own() -> None:
    text = run("deal", "1002", "--as", "fen").stdout
    found = run("solve", text, "win", "--time", "60")
    assert found.exit_code == 0
    assert found.stdout.count("deal") == 5
    assert "solved in" in found.stderr
    facts = json.loads(run("solve", text, "win", "--json").stdout)
    assert facts["outcome"] == "solved"


def test_the_three_answers() -> None:
    assert run("solve", "--partial", EASY, "win").exit_code == 0
    found = run("solve", "--partial", STUCK, "win")
    assert (found.exit_code, found.stdout.splitlines()[0]) == (1, "impossible")
    found = run("solve", dumps(deal(1).hide(), "diagram"), "win", "--time", "0.5")
    assert (found.exit_code, found.stdout.splitlines()[0]) == (3, "undecided")
    assert "94 cards of the position aren't known" in found.stdout
    found = run("solve", "--partial", "x:KhQhJhTh9h8h7h6h5h4h3h/Ah/- - -", "win")
    assert "1 card of the position isn't known, and a line to a win depends on it" in found.stdout


# Shorter lines


@pytest.mark.parametrize("words", [["win", "long.txt"], ["long.txt"]])
def test_a_line_is_shortened(words: list[str], here: Path) -> None:
    Path("long.txt").write_text(
        "K-Ah from 2 to 4\n10s from 2 to 1\nK-Ah from 4 to 2\n9-As from 3 to 1\n"
    )
    args = ["solve", "--partial", EASY, *words, "--shorten"]
    if "win" not in words:
        found = run(*args)
        assert found.exit_code == 2
        assert "say what is asked" in found.stderr
        return
    found = run(*args)
    assert found.exit_code == 0
    assert "shortened from 4 to 3 moves, 1 saved" in found.stderr
    Path("short.txt").write_text(found.stdout)
    assert run("verify", "--partial", EASY, "short.txt", "--goal", "win").exit_code == 0
    again = run("solve", "--partial", EASY, "win", "short.txt", "--shorten")
    assert "no shorter line was found" in again.stderr
    assert "shortened" not in again.stderr


@needs_core
def test_the_line_found_is_shortened() -> None:
    found = run("solve", "woods-7", "win", "--shorten", "--time", "4")
    assert found.exit_code == 0
    assert "shortened from" in found.stderr or "no shorter line was found" in found.stderr


def test_lines_that_cannot_be_shortened(here: Path) -> None:
    Path("none.txt").write_text("# no move\n")
    found = run("solve", "--partial", EASY, "win", "none.txt", "--shorten")
    assert found.exit_code == 2
    assert "doesn't reach the goal" in found.stderr
    Path("bad.txt").write_text("Ks from 1 to 2\n")
    found = run("solve", "--partial", EASY, "win", "bad.txt", "--shorten")
    assert found.exit_code == 2
    assert "bad.txt:1:1: move 1, " in found.stderr
    Path("more.txt").write_text("9s from 1 to 3\n8s from 2 to 3\n")
    found = run(
        "solve", "--partial", "9s/8s/Th/- - -", "uncover 9s in column 3", "more.txt", "--shorten"
    )
    assert "more.txt reaches the goal after 1 move; no shorter line" in found.stderr
    assert "for this goal only detours are cut out" in found.stderr
    found = run("solve", "--partial", EASY, "win", "none.txt")
    assert found.exit_code == 2
    assert "--shorten" in found.stderr


def test_a_shorter_line_says_what_it_assumes(here: Path) -> None:
    """The cards that LINE names, and nothing of those that can be no others."""
    start = "x:2c/9s/3c - -"
    Path("line.txt").write_text("2c from 1 to 3, turning up Ks\n")
    for goal, code in (("uncover Ks", 3), ("turn up a card", 0)):
        asked = ("solve", "--partial", start, goal, "line.txt", "--shorten")
        found = run(*asked)
        assert (found.exit_code, found.stdout) == (code, "2c from 1 to 3, turning up Ks\n")
        assumes = "if the cards come up as the line assumes: Ks in column 1" in found.stderr
        assert assumes == (code == 3)
        found = run(*asked, "--json")
        assert found.exit_code == code
        Path("record.json").write_text(found.stdout)
        assert run("solve", "--recheck", "record.json").exit_code == code
        verified = run("verify", "--partial", start, "line.txt", "--goal", goal)
        assert ("assumes" in verified.stdout) == (code == 3)
    forced = "x:K-2s/-/-/-/-/-/-/-/-/- - ccddhhs"
    goal = "remove spades without dealing whatever turns up"
    found = run("solve", forced, goal, "--shorten")
    assert found.exit_code == 0
    assert "K-2s from 1 to 2, turning up As" in found.stdout
    assert "no shorter line was found" in found.stderr
    assert "assumes" not in found.stderr


# Many deals


@pytest.mark.parametrize("position", ["woods-2", "9s/8s/Th/- - -", "-", "wim"])
def test_many_deals_want_no_position(position: str) -> None:
    found = run("solve", position, "--deals", "3")
    assert found.exit_code == 2
    assert "a GOAL goes with DEALS, and no POSITION" in found.stderr


@needs_core
def test_deals_by_number(here: Path) -> None:
    found = run("solve", "--deals", "1002,1004-1005", "--jobs", "2")
    assert found.exit_code == 0
    results = lines(found.stdout)
    assert sorted(str(r["deal"]) for r in results) == ["1002", "1004", "1005"]
    assert {r["outcome"] for r in results} == {"solved"}
    assert "3 deals: 3 solved" in found.stderr
    assert Path("spiderpos-deals-1002-1004-1005.jsonl").read_text() == found.stdout
    for result in results:
        text = dumps(deal(int(str(result["deal"]))), "fen")
        Path("line.txt").write_text(str(result["line"]))
        assert run("verify", text, "line.txt", "--goal", "win").exit_code == 0


@needs_core
def test_a_second_start_solves_only_what_is_left(here: Path) -> None:
    first = run("solve", "--deals", "1002,1004", "--output", "out.jsonl", "--jobs", "1")
    assert first.exit_code == 0
    with Path("out.jsonl").open("a") as file:
        file.write('{"deal": "1005", "outc')
    more = run("solve", "--deals", "1002-1005", "--output", "out.jsonl", "--jobs", "1")
    assert "going on from there" in more.stderr
    assert lines(more.stdout)[:2] == lines(first.stdout)
    written = lines(Path("out.jsonl").read_text())
    assert written[:2] == lines(first.stdout)
    assert [r["deal"] for r in written] == ["1002", "1004", "1003", "1005"]
    again = run("solve", "--deals", "1002-1005", "--output", "out.jsonl")
    assert [r["deal"] for r in lines(again.stdout)] == ["1002", "1003", "1004", "1005"]
    assert lines(Path("out.jsonl").read_text()) == written


@needs_core
def test_killed_in_the_middle(here: Path) -> None:
    """kill -9 at some moment: what was written stays, the rest is done by the next start."""
    command = [sys.executable, "-m", "spiderpos", "solve", "--deals", "1001-1005"]
    command += ["--output", "out.jsonl", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal = Path("out.jsonl")
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if journal.exists() and journal.read_bytes().count(b"\n") >= 1:
            break
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = journal.read_text()
    kept = lines(before[: before.rfind("\n") + 1])
    assert kept
    found = run("solve", "--deals", "1001-1005", "--output", "out.jsonl", "--jobs", "2")
    assert found.exit_code == 0
    results = lines(journal.read_text())
    assert results[: len(kept)] == kept
    assert sorted(str(r["deal"]) for r in results) == [str(n) for n in range(1001, 1006)]


def test_deals_of_a_file(here: Path) -> None:
    Path("deals.txt").write_text(f"# two endgames\n\n{EASY}\n{STUCK}\n")
    found = run("solve", "--batch", "deals.txt", "--partial", "--jobs", "1")
    assert found.exit_code == 1
    results = {str(r["deal"]): r for r in lines(found.stdout)}
    assert results["deals.txt:3"]["outcome"] == "solved"
    assert results["deals.txt:4"]["outcome"] == "impossible"
    assert Path("spiderpos-deals.jsonl").exists()


def test_undecided_is_tried_again_with_more_time(here: Path) -> None:
    Path("hard.txt").write_text("14934\n")
    args = ["solve", "--batch", "hard.txt", "--jobs", "1", "--time"]
    for seconds, count in (("0.01", 1), ("0.01", 1), ("0.02", 2)):
        assert run(*args, seconds).exit_code == 3
        assert len(lines(Path("spiderpos-hard.jsonl").read_text())) == count


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deals", "1-x"], "no number or range"),
        (["--deals", "5-1"], "no number or range"),
        (["--deals", "1-1000000000"], "no number or range"),
        (["--deals", "0"], "no number or range"),
        (["--deals", "1", "get a space"], "solved for a win"),
        (["--deals", "1", "win", "win"], "unexpected extra argument"),
        (["--deals", "1", "--scheme", "none"], "numbering"),
        (["--batch", "none.txt"], "'none.txt' is no number or range"),
        (["--batch", "empty.txt"], "no deal"),
        (["--batch", "bad.txt"], "bad.txt:2"),
        (["--deals", "1", "--output", "bad.txt"], "bad.txt:1:1: this line is no result"),
    ],
)
def test_wrong_usage(words: list[str], said: str, here: Path) -> None:
    Path("empty.txt").write_text("# nothing\n")
    Path("bad.txt").write_text("# x\nnonsense and more\n")
    found = run("solve", *words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert Path("bad.txt").read_text() == "# x\nnonsense and more\n"


# Hidden cards


def test_policies_are_compared_on_the_same_games(here: Path) -> None:
    text = run("deal", "1", "--rules", "one-suit", "--as", "fen").stdout
    args = ["play-out", text, "--policy", "greedy", "--games", "4", "--jobs", "1", "--json"]
    first, second = (json.loads(run(*args).stdout) for _ in range(2))
    assert first == second
    greedy = first["policies"]["greedy"]
    assert greedy["games"] == len(greedy["results"]) == 4
    assert sum(greedy["turned"]) / 4 == greedy["turned_up"]
    low, high = greedy["interval"]
    assert 0 <= low <= greedy["rate"] <= high <= 1
    other = json.loads(run(*args, "--seed", "1").stdout)
    assert other["policies"]["greedy"]["turned_up"] != greedy["turned_up"]


def test_play_out_compares_two_policies_game_by_game() -> None:
    words = ["play-out", "--deals", "3001", "--rules", "one-suit", "--jobs", "1"]
    words += ["--policy", "greedy", "--policy", "sampling"]
    found = run(*words)
    assert found.exit_code == 0
    *_, wins, turned = found.stdout.splitlines()
    assert wins.startswith("sampling against greedy: ")
    assert "that only greedy won (sign test: p = " in wins
    assert turned.startswith("sampling against greedy: turned up more in ")


def test_play_out_of_numbered_deals() -> None:
    found = run("play-out", "--deals", "1-3", "--rules", "one-suit", "--jobs", "1")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[1].split()[0] == "greedy"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["woods-7", "--policy", "greedly"], "not one of 'greedy'"),
        ([], "either a POSITION or --deals"),
        (["--deals", "1", "--games", "2"], "--games"),
        (["--partial", "Kh/?? - -", "--games", "1"], "isn't known"),
        (["--partial", "Kh/Qs - -", "--games", "1"], "unseen"),
    ],
)
def test_wrong_usage_of_play_out(words: list[str], said: str) -> None:
    found = run("play-out", *words)
    assert found.exit_code == 2
    assert said in found.stderr
