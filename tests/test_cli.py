"""The command line as a user calls it: real processes, real files, real exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from spiderpos.cli import main

from . import warm

#: How it is started by hand; :mod:`tests.warm` spares the start.
SPIDERPOS = [sys.executable, "-m", "spiderpos"]


def run(*args, text="", cwd=None, data=None, words=None):
    """The exit code, standard output and standard error of a command."""
    arguments = [*map(str, args)]
    data = text.encode() if data is None else data
    if words is None and hasattr(os, "fork"):
        code, out, err = warm.run(arguments, data, cwd or Path.cwd())
    else:
        words = [*(words or SPIDERPOS), *arguments]
        done = subprocess.run(words, input=data, capture_output=True, cwd=cwd, check=False)
        code, out, err = done.returncode, done.stdout, done.stderr
    assert b"Traceback" not in err
    return code, out.decode(), err.decode()


SMALL = """\
 --	10h	(sp)
 9s	 9c
 8s
"""
NO_HAND = "assumed: no cards in the hand, no suits removed (the text doesn't say)\n"


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text(SMALL)
    return path


def test_help_lists_every_command():
    code, out, _ = run("--help")
    assert code == 0
    names = main.list_commands(click.Context(main))
    assert out.index("\nPositions:\n  problems ") < out.index("\nScripts:\n  replay ")
    for name in names:
        assert out.count(f"\n  {name} ") == 1, name


def test_each_command_has_help_with_an_example():
    for name in ("show", "replay", "verify"):
        code, out, _ = run(name, "--help")
        assert code == 0
        assert f"spiderpos {name}" in out.split("Options:")[0].split("Examples:")[1]


@pytest.mark.parametrize("words", [SPIDERPOS, [Path(sys.executable).with_name("spiderpos")]])
def test_how_it_is_started(words):
    code, out, _ = run("--version", words=words)
    assert code == 0
    assert out.startswith("spiderpos, version ")
    assert run("show", "woods-4", words=words) == run("show", "woods-4")
    assert run("show", "woods-9", words=words)[0] == 2


def test_show_prints_the_diagram_and_nothing_else(small):
    assert run("show", small, "--partial", "--hand", 0) == (0, SMALL, "")
    assert run("show", "-", "--partial", text=SMALL) == (0, SMALL, NO_HAND)


def test_show_a_catalogue_problem():
    code, out, err = run("show", "woods-4")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == " --\t --\t 8c\t Ks\t Kh\t 5c\t Kc\t --\t(sp)\t --"
    assert len(out.splitlines()) == 15
    assumed = "assumed: 10 cards in the hand, 1 suit removed (the text doesn't say)\n"
    assert run("show", "-", text=out) == (0, out, assumed)
    assert run("show", "-", "--hand", 10, text=out) == (0, out, "")


def test_replay_prints_the_resulting_diagram(small):
    code, out, err = run("replay", small, "-", "--partial", text="9-8s from 1 to 3, turning up 5h")
    assert code == 0
    assert out == " 5h\t10h\t 9s\n\t 9c\t 8s\n"
    assert "1 move, all legal" in err


def test_a_turned_card_that_nobody_names_stays_unknown(small):
    code, out, _ = run("replay", small, "-", "--partial", text="9-8s from 1 to 3")
    assert code == 0
    assert out.startswith(" ??\t")
    assert run("show", "-", "--partial", text=out)[:2] == (0, out)


def test_replay_asks_for_the_card(small, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("9-8s from 1 to 3")
    code, out, err = run("replay", small, script, "--partial", "--ask", text="1h\n5h\n")
    assert code == 0
    assert out.startswith(" 5h\t")
    assert "column 1" in err
    assert "'1h' is not a card" in err


def test_steps_print_a_diagram_for_every_move(small):
    script = "9-8s from 1 to 3\n9c from 2 to 1 # not legal, the card is not known"
    code, out, err = run("replay", small, "-", "--partial", "--steps", text=script)
    assert code == 1
    assert out.count("\n\n") == 1
    assert out.startswith(SMALL)
    assert "1. 9-8s from 1 to 3" in err


def test_an_illegal_move_stops_with_place_reason_and_position(small, tmp_path):
    script = tmp_path / "solution.txt"
    script.write_text("9-8s from 1 to 3, turning up 5h,\n9c from 2 to 3\n")
    code, out, err = run("replay", small, script, "--partial")
    assert code == 1
    assert out == ""
    assert f"{script}:2:1: move 2, '9c from 2 to 3'" in err
    assert "the 9c can't go onto the 8s at the bottom of column 3" in err
    assert " 5h\t10h\t 9s\n\t 9c\t 8s\n" in err


def test_expect_compares_column_by_column(small, tmp_path):
    wanted = tmp_path / "wanted.txt"
    wanted.write_text(" 5h\t10h\t 9s\n\t 9c\t 8s\n")
    script = "9-8s from 1 to 3, turning up {}"
    args = ("replay", small, "-", "--partial", "--expect", wanted)
    assert run(*args, text=script.format("5h"))[0] == 0
    code, out, err = run(*args, text=script.format("6h"))
    assert code == 1
    assert out.startswith(" 6h\t")
    assert "column 1: expected 5h" in err
    assert "found 6h" in err


def test_an_expected_diagram_says_the_tableau_only(tmp_path):
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("\t".join(["(sp)", " 9h", *["(sp)"] * 8]) + "\n")
    start = "9h/-/-/-/-/-/-/-/-/- 10x sc"
    args = ("replay", start, "-", "--partial", "--expect", wanted)
    assert run(*args, text="9h from 1 to 2")[0] == 0
    assert run(*args, text="9h from 1 to 3")[0] == 1


def test_a_numbered_diagram_may_stand_beside_a_bad_one(tmp_path):
    _, good, _ = run("show", "woods-4")
    path = tmp_path / "two.txt"
    path.write_text(f"{good}\n{good.replace(' 9s', ' 9h')}")
    assert run("show", path, "--number", 1)[:2] == (0, good)
    code, _, err = run("show", path, "--number", 2)
    assert code == 2
    assert f"{path}:17: not a position" in err


def test_verify_says_which_conditions_hold(small):
    args = ("verify", small, "-", "--partial", "--goal")
    code, out, _ = run(*args, "turn up a card", text="9-8s from 1 to 3")
    assert code == 0
    assert "solved by move 1" in out
    code, out, _ = run(*args, "turn up a card without turning up", text="9-8s from 1 to 3")
    assert code == 1
    assert "without turning up" in out
    assert "not solved" in out
    code, out, _ = run(*args, "get a space", text="# nothing to do")
    assert code == 0
    assert "at the start" in out


def test_verify_the_catalogue_s_own_solution():
    code, out, _ = run("verify", "woods-4")
    assert code == 0
    assert "without dealing" in out
    assert "solved by move" in out


def test_a_problem_s_own_solution_is_replayed_and_written_in_another_notation():
    code, out, err = run("convert-script", "woods-4", "--as", "prose")
    assert (code, out.splitlines()[0], out.count("\n")) == (0, "3-2d from 5 to 9", 36)
    assert err == "woods-4: the catalogue's line 'clubs'\n"
    whole = run("replay", "woods-4", "-", text=out)
    assert run("replay", "woods-4")[:2] == whole[:2]
    code, _, err = run("replay", "mined-two-jacks")
    assert code == 2
    assert "mined-two-jacks holds a position and no game" in err


def test_verify_tells_a_forbidden_deal(tmp_path):
    code, out, err = run("verify", "woods-4", "-", text="2d from 2 to 9, deal")
    assert code == 1
    assert "no space" in err or "column" in err or "without dealing" in out


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d.replace(" 9s\t", " 1h\t", 1), "1h"),
        (lambda d: d.replace("\n", "\t 4c\n", 1), "11 columns"),
        (lambda d: d.replace(" 5s\t", " 5h\t").replace(" 5d\t", " 5h\t"), "3 5h"),
        (lambda _: "", "nothing to read"),
        (lambda _: "no diagram here\n", "no "),
    ],
)
def test_bad_diagrams(tmp_path, spoil, message):
    _, diagram, _ = run("show", "woods-4")
    path = tmp_path / "bad.txt"
    path.write_text(spoil(diagram))
    code, out, err = run("show", path)
    assert code == 2
    assert out == ""
    assert str(path) in err
    assert message in err


@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("9-6s fly 7 to 3", 2, "'fly'"),
        ("9-6s from 7", 2, "to"),
        ("1h from 7 to 3", 2, "1h"),
        ("5h from 9 to 3", 1, "column 9 is empty"),
        ("5h from 11 to 3", 1, "column 11"),
        ("", 2, "empty"),
        (" \n\n", 2, "empty"),
    ],
)
def test_bad_scripts(tmp_path, script, code, message):
    path = tmp_path / "script.txt"
    path.write_text(script)
    got, out, err = run("replay", "woods-4", path)
    assert got == code
    assert out == ""
    assert str(path) in err
    assert message in err


def test_a_binary_file(tmp_path):
    path = tmp_path / "bad.bin"
    path.write_bytes(bytes(range(256)))
    for args in (("show", path), ("replay", "woods-4", path)):
        code, out, err = run(*args)
        assert (code, out) == (2, "")
        assert "not a text file" in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("show", "woods-44"), "did you mean 'woods-4'?"),
        (("show", "woods-4", "--from", "diagram"), "--from doesn't apply"),
        (("show", "woods-4", "--hand", "0"), "--hand doesn't apply"),
        (("show", "nowhere.txt"), "nowhere.txt"),
        (("show", "woods-4", "--as", "nothing"), "nothing"),
        (("show", "-", "--rules", "chess"), "chess"),
        (("show", "-", "--rule", "cells"), "KEY=VALUE"),
        (("show", "-", "--removed", "cups"), "cups"),
        (("replay", "-", "-", "--partial"), "standard input"),
        (("replay", "woods-4", "nowhere.txt"), "nowhere.txt"),
        (("replay", "woods-4", "-", "--explain"), "--prose"),
        (("verify", "woods-4", "-", "--goal", "get cups"), "'cups'"),
        (("shwo", "woods-4"), "did you mean 'show'?"),
    ],
)
def test_wrong_usage(args, message):
    code, out, err = run(*args, text=SMALL)
    assert (code, out) == (2, "")
    assert message in err


def test_a_folder_is_no_position(tmp_path):
    code, _, err = run("show", tmp_path)
    assert code == 2
    assert "directory" in err


def test_a_byte_order_mark_and_crlf_do_no_harm(tmp_path):
    path = tmp_path / "dos.txt"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert run("show", path, "--partial")[:2] == (0, SMALL)


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


def test_the_shipped_folders_are_found():
    from spiderpos.text.resources import shipped_folder

    assert (shipped_folder("grammars") / "goal.lark").is_file()
    assert (shipped_folder("problems") / "woods-1.yaml").is_file()
    with pytest.raises(FileNotFoundError):
        shipped_folder("nothing-of-the-kind")


def test_readme_commands_are_those_of_the_ci_script():
    root = Path(__file__).parents[1]
    readme = (root / "README.md").read_text()
    ci = (root / ".ci" / "run").read_text()
    for marker in ("main command", "test command"):
        block = readme.split(f"<!-- {marker} -->")[1].split("<!-- end -->")[0]
        assert [line for line in block.splitlines() if line.startswith("python3 ")]
        assert f'$(readme_command "{marker}")' in ci


def test_a_guessed_card_is_said(small):
    args = ("verify", small, "-", "--partial", "--goal")
    told = "9-8s from 1 to 3, turning up 5h"
    code, out, _ = run(*args, "uncover 5h", text=told)
    assert code == 0
    assert out.endswith(f"if the cards come up as the line assumes: 5h in column 1\n{NO_HAND}")
    for text in (told, "9-8s from 1 to 3"):
        assert "assumes" not in run(*args, "turn up a card", text=text)[1]


def test_prose_without_a_move_is_an_error():
    code, out, err = run("replay", "woods-4", "-", "--prose", text="What a lovely position!")
    assert (code, out) == (2, "")
    assert "no move" in err


def test_the_steps_can_be_read_back(tmp_path):
    _, out, _ = run("replay", "woods-4", "-", "--steps", text="3-2d from 5 to 9, 4h from 5 to 6")
    path = tmp_path / "steps.txt"
    path.write_text(out)
    for number in (1, 2, 3):
        assert run("show", path, "--number", number)[0] == 0
    assert run("show", path, "--number", 4)[0] == 2


@pytest.mark.parametrize(
    "args", [("show", "-"), ("replay", "woods-4", "-"), ("verify", "woods-4", "-")]
)
def test_closed_standard_streams(args):
    command = " ".join([*SPIDERPOS, *args])
    for redirect, message in (("<&-", "standard input is closed"), (">&-", "")):
        done = subprocess.run(
            ["bash", "-c", f"echo | {command} {redirect}"], capture_output=True, check=False
        )
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert message in done.stderr.decode()


def test_signs_for_suits_and_long_dashes_are_read(small):
    text = SMALL.replace("--", "––").replace("10h", "10♥").replace(" 9c", " 9♣")
    assert run("show", "-", "--partial", text=text)[:2] == (0, SMALL)


def test_the_end_of_a_catalogue_line_can_be_named():
    code, out, _ = run("verify", "woods-4:hearts", "-", text="# nothing")
    assert code == 1
    assert "not solved" in out
    assert run("verify", "woods-4:hearts")[0] == 2


def test_a_bad_problem_file_does_not_hide_the_others(tmp_path):
    good = Path(__file__).parents[1] / "problems" / "woods-4.yaml"
    (tmp_path / "good.yaml").write_text(good.read_text())
    (tmp_path / "bad.yaml").write_text("id: [\n")
    code, out, err = run("problems", "check", tmp_path)
    assert code == 2
    assert "woods-4: " in out
    assert "bad.yaml:" in err


def test_escape_characters_do_not_reach_the_terminal():
    _, _, err = run("replay", "woods-4", "-", text="9h from 1 to \x1b[31mX")
    assert "\x1b" not in err


def test_rules_as_a_group_of_keys(tmp_path):
    problem = (Path(__file__).parents[1] / "problems" / "woods-4.yaml").read_text()
    path = tmp_path / "own.yaml"
    path.write_text(problem.replace("\ngoal:", "\nrules:\n  cells: 2\ngoal:"))
    assert run("show", path)[1].splitlines()[-1].startswith("cells:")
    path.write_text(problem.replace("\ngoal:", "\nrules:\n  cels: 2\ngoal:"))
    code, _, err = run("show", path)
    assert code == 2
    assert "cels" in err


def test_a_literal_position_may_begin_with_a_space():
    code, out, err = run("show", "-/K-9s", "--partial")
    assert (code, err) == (0, NO_HAND)
    assert out.startswith("(sp)\t Ks\n")
