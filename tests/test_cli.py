"""The command line, except for text output, which ``test_commands`` tests."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import click
import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem, loads_problem
from spiderpos.cli import main
from spiderpos.scripts import supermove
from spiderpos.solver.prover import native
from spiderpos.text.wording import seconds_phrase

from . import tables, warm
from .running import run as invoke

#: The command in a separate process; :mod:`tests.warm` avoids its start-up time.
SPIDERPOS = [sys.executable, "-m", "spiderpos"]


def run(*args, text="", cwd=None, words=None):
    """Run a command; return its exit code, standard output and standard error."""
    arguments = [*map(str, args)]
    if words is None and hasattr(os, "fork"):
        code, out, err = warm.run(arguments, text.encode(), cwd or Path.cwd())
    else:
        words = [*(words or SPIDERPOS), *arguments]
        done = subprocess.run(
            words, input=text.encode(), capture_output=True, cwd=cwd, check=False
        )
        code, out, err = done.returncode, done.stdout, done.stderr
    assert b"Traceback" not in err
    return code, out.decode(), err.decode()


def test_help_lists_every_command():
    code, out, _ = run("--help")
    assert code == 0
    names = main.list_commands(click.Context(main))
    assert out.index("\nPositions:\n  problems ") < out.index("\nScripts:\n  replay ")
    for name in names:
        assert out.count(f"\n  {name} ") == 1, name


@pytest.mark.parametrize("words", [SPIDERPOS, [Path(sys.executable).with_name("spiderpos")]])
def test_how_it_is_started(words):
    code, out, _ = run("--version", words=words)
    assert code == 0
    assert out.startswith("spiderpos, version ")
    assert run("show", "woods-4", words=words) == run("show", "woods-4")
    assert run("show", "woods-9", words=words)[0] == 2


def test_a_closed_pipe_is_no_error():
    process = subprocess.Popen(
        [*SPIDERPOS, "replay", "woods-4", "-", "--steps"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(b"2d from 2 to 9\n2d from 9 to 2\n" * 400)
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err
    assert process.returncode == 141


def test_a_file_in_a_protected_folder_is_refused_before_the_work(tmp_path, monkeypatch):
    file = tmp_path / "page.html"
    file.write_text("old")
    # os.access() is True for root in any folder.
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) != tmp_path)
    result = invoke("page", "woods-1", "-o", file, "--force")
    assert result.exit_code == 2
    assert "is write-protected" in result.stderr
    assert file.read_text() == "old"


def test_readme_commands_are_those_of_the_ci_script():
    root = Path(__file__).parents[1]
    readme = (root / "README.md").read_text()
    ci = (root / ".ci" / "run").read_text()
    for marker in ("main command", "test command"):
        block = readme.split(f"<!-- {marker} -->")[1].split("<!-- end -->")[0]
        assert [line for line in block.splitlines() if line.startswith("python3 ")]
        assert f'$(readme_command "{marker}")' in ci


def test_an_interrupted_question_exits_as_any_interruption(tmp_path, monkeypatch):
    def interrupted(_prompt):
        raise KeyboardInterrupt

    (tmp_path / "moves.txt").write_text("9h from 1 to 2\n")
    monkeypatch.setattr(click.termui, "visible_prompt_func", interrupted)
    words = ["replay", "x:9h/Td/- - -", str(tmp_path / "moves.txt"), "--partial", "--ask"]
    with pytest.raises(SystemExit) as stopped:
        main(words, standalone_mode=False)
    assert stopped.value.code == 130


def test_a_supermove_too_large_to_search_is_undecided(monkeypatch):
    monkeypatch.setattr(supermove, "_LIMIT", 1)
    args = ["convert-script", "Kd9h8s7d/Tc/Qs/-/9s/- - -", "-", "--partial", "--as", "words"]
    result = invoke(*args, text="ab")
    assert result.exit_code == 3
    assert "the search was given up" in result.stderr


# Problems


def test_a_diagram_next_to_a_line_is_unambiguous():
    start = find_problem("woods-1").start
    rows = textwrap.indent(formats.dumps(start, "diagram"), "    ")
    quoted = json.dumps(formats.dumps(start, "line").split("\n")[0])
    head = "id: a\ntitle: A\nauthor: B\nsource: {text: C, year: 2026}\nstipulation: D\n"
    text = f"{head}position:\n  line: {quoted}\n  diagram: |2\n{rows}"
    assert loads_problem(text).doubts == ()


# Solving


@tables.of("seconds")
def test_durations_in_words(seconds):
    return seconds_phrase(float(seconds))


def test_without_the_core(monkeypatch):
    monkeypatch.setattr(native, "_library", lambda: None)
    result = invoke("solve", "--partial", "KhQs/Jh - -", "get a space")
    assert (result.exit_code, result.stdout) == (0, "Jh from 2 to 1\n")
    assert result.stderr.count("the compiled core is not installed") == 1


def test_switched_off(monkeypatch):
    monkeypatch.setenv("SPIDERPOS_PURE", "1")
    native._library.cache_clear()
    try:
        assert not native.available()
    finally:
        monkeypatch.delenv("SPIDERPOS_PURE")
        native._library.cache_clear()


def test_a_file_without_hidden_cards_is_reported(tmp_path):
    with (tmp_path / "deal.txt").open("w") as file:
        command = [sys.executable, "-m", "spiderpos", "deal", "4711"]
        for words, result in ([], True), (["--as", "line"], False), (["--hide"], False):
            done = subprocess.run(
                [*command, *words], stdout=file, stderr=subprocess.PIPE, text=True, check=True
            )
            assert ("use --as line or --as fen" in done.stderr) is result
    assert "hidden cards" not in invoke("deal", "4711").output
