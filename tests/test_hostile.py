"""Hostile input through the command line: an error each time, never a traceback."""

import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from spiderpos.catalogue import yamltext
from spiderpos.cli import main
from spiderpos.cli.inputs import LARGEST
from spiderpos.errors import NotationError
from spiderpos.formats import diagram
from spiderpos.mining.jobs import Mined, Outcome
from spiderpos.mining.store import Store, StoreError

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
}


@pytest.mark.parametrize("command", [["show", "-"], ["replay", "woods-1", "-"]])
@pytest.mark.parametrize("kind", TEXTS)
def test_hostile_input_is_refused(kind, command):
    result = CliRunner().invoke(main, command, input=TEXTS[kind])
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code in (1, 2)
    assert result.stderr.startswith("error: ")
    assert len(result.stderr) < 5000


def test_what_is_too_large_is_not_read():
    result = CliRunner().invoke(main, ["show", "-"], input="\n" * (LARGEST + 1))
    assert result.exit_code == 2
    assert "larger than 1 MiB" in result.stderr


def test_a_text_of_too_many_stretches_is_not_read_to_its_end():
    assert sum(1 for _ in diagram._blocks("6d\n\n" * 30_000)) == 5000


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


@pytest.mark.parametrize(
    ("column", "value"),
    [("name", "../outside"), ("name", ".hidden"), ("name", "a/b"), ("title", ESCAPE)],
)
def test_results_of_mining_that_were_tampered_with(tmp_path, column, value):
    mined = Mined("tangle:1", "tangle", 3, "A title", "tangle-1", "text")
    with Store(tmp_path / "mined.sqlite") as store:
        store.add("job", Outcome(1, 1, (mined,)), 0.5)
        assert store.problems(["job"]) == [mined]
    with closing(sqlite3.connect(tmp_path / "mined.sqlite")) as file, file:
        file.execute(f"UPDATE problem SET {column} = ?", (value,))  # noqa: S608
    with Store(tmp_path / "mined.sqlite") as store, pytest.raises(StoreError, match="damaged"):
        store.problems(["job"])


def test_results_of_mining_without_their_tables(tmp_path):
    with Store(tmp_path / "mined.sqlite"):
        pass
    with closing(sqlite3.connect(tmp_path / "mined.sqlite")) as file, file:
        file.execute("DROP TABLE problem")
        file.execute("DROP TABLE job")
    with Store(tmp_path / "mined.sqlite") as store:
        for read in (store.done, store.problems, store.figures):
            with pytest.raises(StoreError, match="damaged"):
                read(["job"])
