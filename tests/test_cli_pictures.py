"""Pictures on the command line: what is written where, and what is refused."""

import os
import pty
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.show.pictures import Drawing, draw, parse_arrow, terminal

from . import warm
from .test_cli import run

COMMAND = [sys.executable, "-m", "spiderpos"]
WARM = hasattr(os, "fork")


def on_a_terminal(*args, **environment):
    """What a command prints if its output is a terminal, and its exit code."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*([warm.command()] if WARM else COMMAND), *args],
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8"} | environment,
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while chunk := os.read(ours, 4096):
                printed += chunk
        except OSError:  # what Linux says at the end of a terminal
            pass
        errors = process.stderr.read().decode()
    os.close(ours)
    return process.returncode, printed.decode().replace("\r\n", "\n"), errors


def test_svg_goes_to_standard_output_or_to_a_file(tmp_path):
    code, out, _ = run("show", "woods-4", "--as", "svg")
    assert (code, out) == (0, draw(find_problem("woods-4").start))
    target = tmp_path / "w.svg"
    assert run("show", "woods-4", "--as", "svg", "-o", target)[:2] == (0, "")
    assert target.read_text() == out
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    "words",
    [
        ("show", "woods-4", "-o", "s1"),
        ("show", "woods-4", "--as", "fen", "-o", "s1"),
        ("deal", "9", "-o", "s1"),
        ("replay", "woods-4", "-", "--as", "save", "-o", "s1"),
        ("replay", "woods-4", "-", "--steps", "-o", "s{}"),
    ],
)
def test_a_file_that_is_there_is_kept_but_for_force(words, tmp_path):
    (tmp_path / "s1").write_text("mine")
    code, _, err = run(*words, text="Ah from 2 to 9", cwd=tmp_path)
    assert (code, "is there already (--force overwrites it)" in err) == (2, True)
    assert (tmp_path / "s1").read_text() == "mine"
    assert run(*words, "--force", text="Ah from 2 to 9", cwd=tmp_path)[0] == 0
    assert (tmp_path / "s1").read_text() != "mine"


def test_notations_go_to_files_too(tmp_path):
    _, out, _ = run("show", "woods-4", "--as", "line")
    assert run("show", "woods-4", "--as", "line", "-o", tmp_path / "w")[0] == 0
    assert (tmp_path / "w").read_text() == out
    assert run("show", "woods-4", "--as", "line", "-o", "/dev/stdout")[1] == out
    assert run("show", "woods-4", "--as", "line", "-o", "-")[1] == out
    # A file that has no name any more, as shells have for the text of "<<<".
    with tempfile.TemporaryFile() as file:
        words = ("show", "woods-4", "--as", "line", "-o", "/dev/stdout")
        subprocess.run([*COMMAND, *words], stdout=file, check=True)
        file.seek(0)
        assert file.read().decode() == out


def test_what_is_asked_for_is_drawn():
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


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_binary_is_for_files_and_pipes(kind, tmp_path):
    pytest.importorskip({"png": "resvg_py", "pdf": "fpdf"}[kind], reason="an extra's library")
    code, printed, errors = on_a_terminal("show", "woods-4", "--as", kind)
    assert (code, printed) == (2, "")
    assert "name a file with -o" in errors
    piped = subprocess.run(
        [*COMMAND, "show", "woods-4", "--as", kind], capture_output=True, check=True
    ).stdout
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


def test_letters_where_signs_cannot_be_printed(tmp_path):
    done = subprocess.run(
        [*COMMAND, "show", "woods-4", "--as", "unicode"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("ascii") == terminal.draw(
        find_problem("woods-4").start, letters=True
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--size", "300"), "--size has no meaning for 'diagram'"),
        (("--as", "line", "--four-colours"), "--four-colours has no meaning for 'line'"),
        (("--as", "unicode", "--arrow", "from 1 to 2"), "--arrow has no meaning for 'unicode'"),
        (("--as", "tex", "--size", "300"), "--size has no meaning for 'tex'"),
        (("--as", "svg", "--size", "7"), "16 to 10000"),
        (("--as", "svg", "--highlight", "11"), "there is no column 11"),
        (("--as", "svg", "--highlight", "zz"), "can't be marked"),
        (("--as", "svg", "--theme", "pink"), "pink"),
        (("--as", "svg", "--hide", "--show-hidden"), "contradict"),
        (("--as", "svg", "-o", "x.png"), "named like png"),
        (("--as", "svg", "-o", "/"), "is a folder"),
        (("--as", "svg", "-o", "/no/such/folder/x.svg"), "there is no folder"),
        (("--as", "jpeg",), "there are"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(arguments, said, tmp_path):
    code, out, err = run("show", "woods-4", *arguments, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert said in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["unicode", "svg", "png", "pdf", "tex"])
def test_pictures_are_not_read(kind):
    code, _, err = run("show", "-", "--from", kind, text="x")
    assert code == 2
    assert f"{kind} is a picture: it is written (--as {kind}), never read" in err


def test_a_picture_after_each_move(tmp_path):
    arguments = ("replay", "woods-4", "-", "--steps", "--as", "svg")
    code, out, err = run(*arguments, text="Ah from 2 to 9")
    assert (code, out) == (2, "")
    assert "step-{}.svg" in err
    code, out, _ = run(*arguments, "-o", "s{}.svg", text="Ah from 2 to 9", cwd=tmp_path)
    assert (code, out) == (0, "")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s0.svg", "s1.svg"]
    assert (tmp_path / "s0.svg").read_text() == draw(find_problem("woods-4").start)
    code, _, err = run(*arguments, "-o", "s{}.svg", "--arrow", "1 to 2", text="Ah from 2 to 9")
    assert code == 2
    assert "not for --steps" in err
    code, out, _ = run(*arguments[:-1], "unicode", text="Ah from 2 to 9")
    assert code == 0
    assert len(re.findall("removed", out)) == 2


def test_replay_writes_the_end(tmp_path):
    arguments = ("replay", "woods-4", "-", "--as", "svg", "-o")
    target = tmp_path / "end.svg"
    assert run(*arguments, target, text="Ah from 2 to 9")[:2] == (0, "")
    root = ElementTree.parse(target).getroot()  # noqa: S314 - our own
    assert "Column 9: Ah." in root.findtext("{http://www.w3.org/2000/svg}desc")
    # Nothing is written where a move is illegal.
    assert run(*arguments, tmp_path / "x", text="3c from 1 to 2")[0] == 1
    assert [p.name for p in tmp_path.iterdir()] == ["end.svg"]


def test_the_list_of_notations_names_the_pictures():
    out = run("show", "--formats")[1]
    for kind in ("unicode", "svg", "png", "pdf", "tex", "fen", "words"):
        assert re.search(rf"^ +{kind}\b", out, re.MULTILINE)
