"""Hostile input on the command line: an error or an empty result, never a traceback."""

import os
import shlex
import subprocess
import sys

import pytest
from click.testing import CliRunner

from spiderpos.cli import main
from spiderpos.cli.inputs import LARGEST

from .running import run

pytestmark = pytest.mark.slow

SIZE = 200_000
TEXTS = {
    "newlines": "\n" * SIZE,
    "quotes": "> \n" * (SIZE // 3),
    "runs": "9-" * (SIZE // 2),
    "nested": "(" * (SIZE // 2) + ")" * (SIZE // 2),
    "columns": "6d\t" * 100_000,
    "rows apart": "6d\n\n" * (SIZE // 4),
    "objects": '{"a":' * (SIZE // 5),
    "lists": "[" * SIZE,
    "number": "[" + "9" * SIZE + "]",
    "labels": "Play0: 8C\n" * (SIZE // 10),
    "letters": "<" + "ab," * (SIZE // 3),
    "bullets": "- \n" * (SIZE // 3),
    "rulers": "=\n" * (SIZE // 2),
    "bytes": "\0" * SIZE,
}


@pytest.mark.sweep
@pytest.mark.parametrize("command", [["show", "-"], ["replay", "woods-1", "-"]])
@pytest.mark.parametrize("kind", TEXTS)
def test_hostile_input_is_refused(kind, command):
    result = run(*command, text=TEXTS[kind])
    if command[0] == "replay" and kind == "quotes":  # a script without moves
        assert (result.exit_code, result.stderr) == (0, "no moves\n")
        return
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code in (1, 2)
    assert result.stderr.startswith("error: ")
    assert len(result.stderr) < 5000


def test_input_that_is_too_large_is_refused():
    result = CliRunner().invoke(main, ["show", "-"], input="\n" * (LARGEST + 1))
    assert result.exit_code == 2
    assert "larger than 1 MiB" in result.stderr


ESCAPE = "\x1b]0;title\x07\x1b[31m\u202e"


@pytest.mark.parametrize(
    "command",
    [
        ["show", "-", "--from", ESCAPE],
        ["replay", "woods-4", f"{ESCAPE}.txt"],
        ["solve", "woods-4", ESCAPE],
        ["problems", "show", ESCAPE],
    ],
    ids=lambda command: command[0],
)
def test_control_characters_are_not_printed(command):
    result = run(*command, text=ESCAPE)
    assert result.exit_code == 2
    assert not set(result.output) & set(ESCAPE) - set("]0;tile[31m")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--time", "nan"),
        ("--time", "inf"),
        ("--time", "-1"),
        ("--time", ""),
        ("--rule", "cells=\N{ARABIC-INDIC DIGIT ONE}"),
        ("--rule", "start=\N{ARABIC-INDIC DIGIT ONE}"),
    ],
)
def test_invalid_values_of_options(option, value):
    result = run("solve", "woods-2", "get a space", option, value)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.sweep
@pytest.mark.skipif(os.name != "posix", reason="a shell closes streams by number here")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("show woods-4", ">&-", 2),
        ("show woods-4", ">&- 2>&-", 2),
        ("show -", "<&-", 2),
        ("replay woods-4 -", "<&-", 2),
        ("verify woods-4", "<&- >&-", 2),
        ("show nothing", ">&- 2>&-", 2),
    ],
)
def test_a_closed_stream_is_an_error_without_a_traceback(words, closed, code):
    command = f"exec {shlex.quote(sys.executable)} -m spiderpos {words} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
