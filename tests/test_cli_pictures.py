"""Pictures on the command line: the written files, and refused combinations."""

import os
import pty
import subprocess
import sys

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.show.pictures import Drawing, draw, parse_arrow, terminal

from . import warm
from .test_cli import run


def command(*args):
    """Return the command line that runs the command with these arguments."""
    return [
        *([warm.command()] if hasattr(os, "fork") else [sys.executable, "-m", "spiderpos"]),
        *args,
    ]


def on_a_terminal(*args, **environment):
    """Run a command on a pseudo-terminal; return its exit code, its output and its errors."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command(*args),
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8"} | environment,
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while chunk := os.read(ours, 4096):
                printed += chunk
        except OSError:  # Linux raises this at the end of a terminal's output
            pass
        errors = process.stderr.read().decode()
    os.close(ours)
    return process.returncode, printed.decode().replace("\r\n", "\n"), errors


def test_all_options_of_a_picture_are_drawn():
    position = find_problem("woods-4").start
    code, out, _ = run(
        *("show", "woods-4", "--as", "svg", "--size", "400", "--four-colours", "--show-hidden"),
        *("--no-column-numbers", "--arrow", "from 2 to 9", "--highlight", "Kc"),
        *("--theme", "dark", "--background", "#123", "--title", "<Woods>"),
    )
    assert code == 0
    assert out == draw(
        position,
        size=400,
        four_colours=True,
        show_hidden=True,
        column_numbers=False,
        arrows=(parse_arrow("from 2 to 9", position),),
        marks=(next(c for c in position.column(7).up),),
        theme="dark",
        background="#112233",
        title="<Woods>",
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_binary_is_for_files_and_pipes(kind, tmp_path):
    pytest.importorskip({"png": "resvg_py", "pdf": "fpdf"}[kind], reason="an extra's library")
    code, printed, errors = on_a_terminal("show", "woods-4", "--as", kind)
    assert (code, printed) == (2, "")
    assert "use -o FILE" in errors
    words = command("show", "woods-4", "--as", kind)
    piped = subprocess.run(words, capture_output=True, check=True).stdout
    assert run("show", "woods-4", "--as", kind, "-o", tmp_path / f"w.{kind}")[0] == 0
    assert (
        (tmp_path / f"w.{kind}").read_bytes() == piped == draw(find_problem("woods-4").start, kind)
    )


def test_a_terminal_gets_colours_unless_it_says_no():
    position = find_problem("woods-4").start
    plain = terminal.draw(position)
    assert run("show", "woods-4", "--as", "unicode")[1] == plain
    arguments = ("show", "woods-4", "--as", "unicode")
    assert on_a_terminal(*arguments) == (0, terminal.draw(position, colour=True), "")
    assert on_a_terminal(*arguments, NO_COLOR="1")[1] == plain
    assert on_a_terminal(*arguments, TERM="dumb")[1] == plain
    four = on_a_terminal(*arguments, "--four-colours", "--show-hidden")[1]
    drawing = Drawing(four_colours=True, show_hidden=True)
    assert four == terminal.draw(position, drawing, colour=True)
