"""``spiderpos convert-script``: the same moves in every notation."""

import pytest
from click.testing import CliRunner

from spiderpos import scripts
from spiderpos.cli import main
from spiderpos.game.replay import replay
from spiderpos.scripts import letters, supermove
from tests.boards import board

# The position and the line of a post of 21 September 2021 at spidersolitaireaddict.blog.
POSITION = """\
(five) 3c-2s-As-2s
(four) 7c-6c-5d-6d
(five) 2h-4c
(four) 9c-3d
(four) 9s-2c
(three) Kc
(three) Jd-Js-Td-9s-8h
(three) 7d-6s-5s-7s
(two) Tc
(four) Kh-9c
Cards in stock = 40
"""
LETTERS = "<bh,bh,bg,ch,dh,ch,di>\n"
WORDS = """\
6d from 2 to 8
5d from 2 to 8
7-6c from 2 to 7
4c from 3 to 8
3d from 4 to 8
2h from 3 to 8
9c from 4 to 9
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "position.txt").write_text(POSITION)
    (tmp_path / "letters.txt").write_text(LETTERS)
    (tmp_path / "words.txt").write_text(WORDS)

    def call(script, *args, text=None):
        spec = script if script == "-" else str(tmp_path / script)
        command = ["convert-script", str(tmp_path / "position.txt"), spec, *args]
        return CliRunner().invoke(main, command, input=text)

    return call


@pytest.mark.parametrize(
    ("script", "format", "expected"),
    [
        ("letters.txt", "prose", WORDS),
        ("letters.txt", "words", WORDS),
        ("letters.txt", "letters", LETTERS),
        ("words.txt", "letters", LETTERS),
        ("words.txt", "LETTERS", LETTERS),
    ],
)
def test_rewrites_a_script(run, script, format, expected):
    result = run(script, "--as", format)
    assert (result.exit_code, result.stdout) == (0, expected)


def test_a_log_and_back(run):
    log = run("letters.txt", "--as", "log")
    assert log.exit_code == 0
    back = run("-", "--as", "letters", "--script-from", "log", text=log.stdout)
    assert (back.exit_code, back.stdout) == (0, LETTERS)


def test_supermoves_become_single_moves(run):
    result = run("-", "--as", "words", text="bh,bh,bg7c")
    assert result.exit_code == 2
    position = board("Kd 9h 8s", "10c", "")
    steps = replay(position, letters.loads("ab")).steps
    assert scripts.dumps(steps) == "8s from 1 to 3\n9h from 1 to 2\n8s from 3 to 2\n"


def test_an_illegal_move(run):
    result = run("-", "--as", "words", text="bh,bh,bg,cg,dg,cg,di")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "<stdin>:1:10: move 4, 'cg': the 6c takes a 5" in result.stderr
    assert "the position before it:" in result.stderr


def test_a_supermove_too_large_to_search_is_undecided(tmp_path, monkeypatch):
    monkeypatch.setattr(supermove, "_SEARCHES", ((1, 1),))
    position = tmp_path / "position.txt"
    position.write_text("Kd9h8s7d/Tc/Qs/-/9s/-\n")
    args = ["convert-script", str(position), "-", "--partial", "--as", "words"]
    result = CliRunner().invoke(main, args, input="ab")
    assert result.exit_code == 3
    assert "was not found out" in result.stderr


def test_unknown_formats(run):
    result = run("letters.txt", "--as", "latin")
    assert result.exit_code == 2
    assert "no notation is called 'latin'" in result.stderr
    assert "letters" in result.stderr
    assert run("letters.txt").exit_code == 2


def test_help():
    result = CliRunner().invoke(main, ["convert-script", "--help"])
    assert result.exit_code == 0
    assert "--as letters" in result.stdout
