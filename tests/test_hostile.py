"""Hostile input through the command line: an error each time, never a traceback."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos.catalogue import find_problem, yamltext
from spiderpos.cli import main
from spiderpos.cli.inputs import LARGEST
from spiderpos.solver import evidence
from spiderpos.text.errors import NotationError
from spiderpos.text.resources import shipped_folder

SIZE = 200_000
TEXTS = {
    "newlines": "\n" * SIZE,
    "blanks": " " * SIZE,
    "comments": "#\n" * (SIZE // 2),
    "quotes": "> \n" * (SIZE // 3),
    "9-": "9-" * (SIZE // 2),
    "parentheses": "(" * SIZE,
    "nested": "(" * (SIZE // 2) + ")" * (SIZE // 2),
    "columns": "6d\t" * 100_000,
    "cells": "cells:\n" * (SIZE // 7),
    "spoilt rows": "6d a\n" * (SIZE // 5),
    "rows apart": "6d\n\n" * (SIZE // 4),
    "objects": '{"a":' * (SIZE // 5),
    "lists": "[" * SIZE,
    "number": "[" + "9" * SIZE + "]",
    "slashes": "6d/" * (SIZE // 3),
    "entities": "&gt; " * (SIZE // 5),
    "labels": "Play0: 8C\n" * (SIZE // 10),
    "letters": "<" + "ab," * (SIZE // 3),
    "bytes": "\0" * SIZE,
    "marks": "a" + "\u0301" * (SIZE // 2),
    "fence": "```" + " " * SIZE + "!",
    "word behind a fence": "~~~" + "a" * SIZE + "!",
    "quoted fence": ">" * SIZE + "```!",
}
#: As a script these are one without moves.
EMPTY = ("comments", "quotes")


@pytest.mark.parametrize("command", [["show", "-"], ["replay", "woods-1", "-"]])
@pytest.mark.parametrize("kind", TEXTS)
def test_hostile_input_is_refused(kind, command):
    result = CliRunner().invoke(main, command, input=TEXTS[kind])
    if command[0] == "replay" and kind in EMPTY:
        assert (result.exit_code, result.stderr) == (0, "no moves\n")
        return
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code in (1, 2)
    assert result.stderr.startswith("error: ")
    assert len(result.stderr) < 5000


def test_what_is_too_large_is_not_read():
    result = CliRunner().invoke(main, ["show", "-"], input="\n" * (LARGEST + 1))
    assert result.exit_code == 2
    assert "larger than 1 MiB" in result.stderr


ESCAPE = "\x1b]0;title\x07\x1b[31m\u202e"


@pytest.mark.parametrize(
    "command",
    [
        ["show", f"a{ESCAPE}"],
        ["show", "woods-4", "--number", ESCAPE],
        ["show", "woods-4", "--rule", f"{ESCAPE}=1"],
        ["show", f"--{ESCAPE}"],
        ["show", "-", "--from", ESCAPE],
        [f"sho{ESCAPE}"],
        ["replay", "woods-4", f"{ESCAPE}.txt"],
        ["solve", "woods-4", ESCAPE],
        ["solve", "--deals", ESCAPE],
        ["problems", "show", ESCAPE],
    ],
    ids=lambda command: command[0].removesuffix(ESCAPE) + str(len(command)),
)
def test_a_terminal_is_told_nothing(command):
    result = CliRunner().invoke(main, command, input=ESCAPE)
    assert result.exit_code == 2
    assert not set(result.output) & set(ESCAPE) - set("]0;tile[31m")


@pytest.mark.parametrize(
    "text",
    [
        'title: "\\e[31mred"',
        'title: "\\u202e"',
        'title: "\\0"',
        'title: "\\ud800"',
        '"\\e": 1',
        'title: "\\U7fffffff"',
        f"%YAML 1.{'9' * 5000}\n---\ntitle: 1",
        '\ufefftitle: "\\Uffffffff"',
    ],
)
def test_yaml_with_characters_that_are_none(text):
    with pytest.raises(NotationError, match="character"):
        yamltext.parse(text, "hostile.yaml")


@pytest.mark.parametrize("text", ['{"moves": ' + "9" * 5000 + "}", "[" + "9" * 5000 + "]"])
def test_numbers_of_a_record_that_are_too_long(text):
    with pytest.raises(NotationError, match="too many digits"):
        evidence.loads_all(text)


@pytest.mark.parametrize("said", [ESCAPE, "x\nwoods-5:no-space-first: reproduced: impossible"])
def test_a_record_prints_no_line_and_no_escape_of_its_own(said):
    """What it says stands in lines that say what was found out."""
    command = ["solve", "--from", "fen", "--partial", "KhQs/Jh - -", "get a space", "--json"]
    record = json.loads(CliRunner().invoke(main, command).stdout)
    texts = {"claim", *(key for key, value in record.items() if isinstance(value, str))}
    for key in texts - {"line", "outcome"}:
        with pytest.raises(NotationError, match=f"{key}: this can't be read"):
            evidence.loads(json.dumps(record | {key: said}))
    for changed in (
        record | {"claim": said},
        record | {"searched": record["searched"] | {"precision": [said]}},
        {said: {said: 1, "x": "\ud800"}} | record,
    ):
        result = CliRunner().invoke(main, ["solve", "--recheck", "-"], input=json.dumps(changed))
        assert result.exit_code == 2
        assert "\x1b" not in result.output
        assert not any(line.startswith("woods-5") for line in result.output.splitlines())


def test_what_a_problem_file_says_is_listed_in_its_own_line(tmp_path):
    text = Path(find_problem("woods-1").name).read_text()
    said = json.dumps("A\nwoods-9  forged")
    for key in ("author: ", "  text: "):
        before, found, after = text.partition(f"\n{key}")
        _, _, rest = after.partition("\n")
        text = f"{before}{found}{said}\n{rest}"
    (tmp_path / "woods-1.yaml").write_text(text)
    for words in ("list", str(tmp_path)), ("show", str(tmp_path / "woods-1.yaml")):
        lines = CliRunner().invoke(main, ["problems", *words]).stdout.splitlines()
        assert any("A woods-9 forged" in line for line in lines)
        assert not any(line.startswith("woods-9") for line in lines)


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are POSIX's")
@pytest.mark.parametrize("name", ["pipe", "/dev/null"])
def test_a_journal_that_is_no_file(tmp_path, name):
    path = tmp_path / name
    if name == "pipe":
        os.mkfifo(path)
    result = CliRunner().invoke(main, ["solve", "--deals", "1", "--output", str(path)])
    assert result.exit_code == 2
    assert f"error: '{path}' is a pipe or a device" in result.stderr


def test_a_finding_names_its_file_without_what_can_not_be_shown(tmp_path):
    path = tmp_path / f"x{ESCAPE.replace('/', '')}.yaml"
    path.write_bytes((shipped_folder("problems") / "woods-2.yaml").read_bytes())
    result = CliRunner().invoke(main, ["author", "lint", str(path)], color=True)
    assert result.exit_code == 0
    assert "x\ufffd]0;title\ufffd\ufffd[31m\ufffd.yaml" in result.stdout
    assert "\u202e" not in result.output


# Records

RECORD = {
    "evidence": 1,
    "spiderpos": "1",
    "engine": "classes 2",
    "rules": "woods",
    "position": "9s/Ts/2c - -",
    "goal": "get 2 spaces",
    "outcome": "impossible",
    "searched": {"method": "classes", "classes": 1, "steps": 1},
}
QUESTION = ("solve", "--from", "fen", "--partial", RECORD["position"], RECORD["goal"])


@pytest.mark.parametrize(
    "changes",
    [
        {"bytes": 10**400},
        {"classes": 2**63},
        {"steps": 2**70},
        {"rounds": 10**30},
        {"depth": 10**30},
        {"seconds": 10**400},
        {"precision": ["9s in column 1, deep"] * 30_000},
        {"precision": ["9s in column 1, deep", "9s in column 1, shallow"]},
    ],
    ids=range(8),
)
def test_a_record_with_absurd_counts_is_bad(tmp_path, changes):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD | {"searched": RECORD["searched"] | changes}))
    for words in (("solve", "--recheck", path), (*QUESTION, "--save", path)):
        result = CliRunner().invoke(main, list(map(str, words)))
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith(f"error: {path}")
        assert "internal" not in result.stderr
        assert len(result.stderr) < 1000


@pytest.mark.parametrize("content", [b'{"goal": "\xff"}', b" " * (evidence.LARGEST + 1)])
def test_records_beside_a_problem_are_read_within_bounds(tmp_path, content):
    shipped = shipped_folder("problems") / "woods-4.yaml"
    path = tmp_path / "woods-4.yaml"
    path.write_bytes(shipped.read_bytes())
    beside = tmp_path / "evidence" / "woods-4.json"
    beside.parent.mkdir()
    beside.write_bytes(content)
    for words in (
        ("page", path, "-o", tmp_path / "p.html"),
        ("site", path, "-o", tmp_path / "public"),
        (*QUESTION, "--save", beside),
    ):
        result = CliRunner().invoke(main, list(map(str, words)))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {beside}")
    result = CliRunner().invoke(main, ["author", "lint", str(path)])
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code in (1, 2)
    assert str(beside) in result.output


# Values of options


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "-1", "\u0661", "1_0", ""])
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "woods-2"],
        ["problems", "check", "woods-2"],
        ["page", "woods-2", "-o", "-"],
        ["author", "check", "woods-2"],
        ["author", "explain", "woods-2"],
        ["author", "lint", "woods-2"],
    ],
)
def test_a_time_is_a_number_with_an_end(words, value):
    result = CliRunner().invoke(main, [*words, "--time", value])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for '--time'" in result.stderr


@pytest.mark.parametrize("title", ["a\udcff", "a\x1b[31m", "a\u202eb"])
def test_a_title_that_can_not_be_written_is_refused(tmp_path, title):
    for words in (
        ["page", "woods-4", "-o", tmp_path / "y.html"],
        ["site", "-o", tmp_path / "public"],
        ["author", "sheet", shipped_folder("problems"), "-o", tmp_path / "y.html"],
    ):
        result = CliRunner().invoke(main, [*map(str, words), "--title", title])
        assert (result.exit_code, result.stdout) == (2, "")
        assert "Invalid value for '--title': character 2 is none" in result.stderr
    assert not list(tmp_path.iterdir())


def test_digits_are_those_from_0_to_9(tmp_path):
    one = "\N{ARABIC-INDIC DIGIT ONE}"
    (tmp_path / "deals.txt").write_text(one + "\n", encoding="utf-8")
    for words in (
        ["solve", "--deals", one],
        ["solve", "--deals", f"1-{one}"],
        ["solve", "--deals", "1_0"],
        ["solve", "--batch", tmp_path / "deals.txt"],
        ["show", "woods-2", "--rule", f"cells={one}"],
        ["show", "woods-2", "--rule", f"start={one}"],
    ):
        result = CliRunner().invoke(main, list(map(str, words)))
        assert (result.exit_code, result.stdout) == (2, ""), words
