"""The command ``solve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spiderpos.cli import main
from spiderpos.solver.prover import native
from spiderpos.text.wording import seconds_phrase

needs_core = pytest.mark.skipif(
    not native.available(), reason="the compiled core is not installed"
)

SPADES = "remove spades without dealing, making a space"


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


@needs_core
@pytest.mark.parametrize("notation", ["words", "letters", "log"])
def test_a_line_that_verify_confirms(notation: str, tmp_path: Path) -> None:
    found = run("solve", "woods-6-swapped", SPADES, "--as", notation)
    assert found.exit_code == 0
    assert "solved in" in found.stderr
    script = tmp_path / "line.txt"
    script.write_text(found.stdout)
    assert run("verify", "woods-6-swapped", str(script), "--goal", SPADES).exit_code == 0
    assert run("replay", "woods-6-swapped", "-", text=found.stdout).exit_code == 0


@needs_core
def test_options_that_a_plan_can_not_heed_are_named(tmp_path: Path) -> None:
    question = (
        "solve",
        "woods-6:prepared-unseen",
        "remove hearts without dealing, removing whatever turns up",
    )
    plain = run(*question, "--as", "prose")
    assert "for a single line only" not in plain.stderr
    for options in (("--as", "letters"), ("--shorten",)):
        found = run(*question, *options)
        assert (found.exit_code, found.stdout) == (0, plain.stdout)
        assert "--as and --shorten are for a single line only\n" in found.stderr
    script = tmp_path / "plan.txt"
    script.write_text(plain.stdout)
    refused = run(*question, str(script), "--shorten")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "this is a plan with branches, and 'solve --shorten' takes" in refused.stderr


@needs_core
def test_impossible() -> None:
    found = run("solve", "woods-5", "get a space without dealing, removing")
    assert found.exit_code == 1
    lines = found.stdout.splitlines()
    assert lines[0] == "impossible"
    assert "suits matter only for" in lines[1]
    assert lines[2].startswith("searched: ")
    assert "classes" in lines[2]
    assert "Qd in column 6" in lines[3]


@needs_core
def test_undecided() -> None:
    goal = "remove hearts without dealing, removing at most 1 other suit"
    found = run("solve", "woods-6", goal, "--memory", "1")
    assert found.exit_code == 3
    assert found.stdout.startswith("undecided\nthe memory ran out (1 MiB)\nsearched: ")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (3.99969, "4 seconds"),
        (12.5, "12.5 seconds"),
        (100000, "100000 seconds"),
        (0.999, "1 second"),
        (0.254, "0.25 seconds"),
        (0.0000012, "0.0000012 seconds"),
        (0, "0 seconds"),
    ],
)
def test_a_time_is_told_as_people_say_it(seconds: float, said: str) -> None:
    assert seconds_phrase(seconds) == said


@needs_core
@pytest.mark.parametrize(("problem", "goal"), [("woods-5", "get a space"), ("woods-7", "win")])
def test_the_time_that_ran_out(problem: str, goal: str) -> None:
    found = run("solve", problem, goal, "--time", "0.00000123456")
    assert found.exit_code == 3
    assert "\nthe time ran out (0.0000012 seconds)" in found.stdout


@needs_core
def test_json() -> None:
    found = run("solve", "woods-6", SPADES, "--json")
    facts = json.loads(found.stdout)
    assert found.exit_code == 1
    assert (facts["outcome"], facts["line"], facts["moves"]) == ("impossible", None, None)
    assert facts["goal"] == SPADES
    assert facts["searched"]["classes"] > 0
    found = run("solve", "--json", "--from", "fen", "--partial", "KhQs/Jh - -", "get a space")
    facts = json.loads(found.stdout)
    assert (facts["outcome"], facts["line"], facts["moves"]) == ("solved", "Jh from 2 to 1\n", 1)


def test_a_goal_that_holds_already() -> None:
    found = run("solve", "--from", "fen", "--partial", "KhQs/-/Jh - -", "get a space")
    assert (found.exit_code, found.stdout) == (0, "# no move is needed\n")
    played = run("replay", "--from", "fen", "--partial", "KhQs/-/Jh - -", "-", text=found.stdout)
    assert played.exit_code == 0


def test_the_goal_of_the_problem() -> None:
    found = run("solve", "woods-6-swapped", "--time", "0.01")
    assert found.exit_code in {0, 1, 3}
    found = run("solve", "--from", "fen", "--partial", "KhQs/Jh - -")
    assert found.exit_code == 2
    assert "say what is asked" in found.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["get a spade"], "spade"),
        (["get a space", "--time", "0"], "--time"),
        (["get a space", "--memory", "0"], "--memory"),
        (["get a space", "--as", "nonsense"], "nonsense"),
        (["remove", "clubs"], 'a goal of several words goes in quotes: "remove clubs"'),
        (["get", "a", "space"], 'a goal of several words goes in quotes: "get a space"'),
        (["win", __file__], "a LINE goes with --shorten"),
        (["get a space", "nofile.txt"], "a LINE goes with --shorten"),
        (["win", "-"], "a LINE goes with --shorten"),
        (["get a space", "line.txt", "more", "--shorten"], "nothing follows it"),
    ],
)
def test_wrong_usage(words: list[str], said: str) -> None:
    found = run("solve", "woods-5", *words)
    assert found.exit_code == 2
    assert said in found.stderr


def test_forms_of_before_are_the_commands_of_now(tmp_path: Path) -> None:
    record = str(tmp_path / "record.json")
    question = ("--from", "fen", "--partial", "KhQs/Jh - -", "get a space")
    assert run("solve", *question, "--evidence", record).exit_code == 0
    for words in (("recheck", record), ("solve", "--time", "5", f"--recheck={record}")):
        found = run(*words)
        assert (found.exit_code, found.stdout[:10]) == (0, "reproduced")
    # A question beside it is one too many.
    assert run("solve", "--recheck", record, *question).exit_code == 2
    results = ("--output", str(tmp_path / "out.jsonl"), "--time", "0.001")
    now = run("solve-deals", "1-2", "win", *results)
    assert now.exit_code == 3
    for words in (("--deals", "1-2", "win"), ("win", "--deals", "1-2")):
        assert run("solve", *words, *results).stdout.count("\n") == 2


def test_what_goes_with_prove_alone(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    for words, said in (
        (["--evidence", str(folder)], "--evidence goes with --prove"),
        (["--time", "60"], "--time goes with --prove"),
        (["--jobs", "1", "--time", "5"], "--time goes with --prove"),
    ):
        found = run("problems", "check", "woods-2", *words)
        assert (found.exit_code, found.stdout) == (2, "")
        assert said in found.stderr
        assert not folder.exists()


def test_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_library", lambda: None)
    found = run("solve", "--from", "fen", "--partial", "KhQs/Jh - -", "get a space")
    assert (found.exit_code, found.stdout) == (0, "Jh from 2 to 1\n")
    assert found.stderr.count("the compiled core is not installed") == 1


def test_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIDERPOS_PURE", "1")
    native._library.cache_clear()
    try:
        assert not native.available()
    finally:
        monkeypatch.delenv("SPIDERPOS_PURE")
        native._library.cache_clear()


def test_shortest() -> None:
    found = run(
        "solve", "--shortest", "--from", "fen", "--partial", "KhQs/Jh/Kd - -", "get a space"
    )
    assert (found.exit_code, found.stdout) == (0, "Jh from 2 to 1\n")
    assert "proved to be the shortest" in found.stderr
