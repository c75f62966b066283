"""Hostile input through the command line: an error each time, never a traceback."""

import pytest
from click.testing import CliRunner

from spiderpos.cli import main
from spiderpos.cli.inputs import LARGEST
from spiderpos.formats import diagram

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
