"""What commands make of a SCRIPT that holds no moves, or a plan, or ends too soon."""

import click
import pytest
from click.testing import CliRunner

from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.formats import diagram, line
from spiderpos.game.moves import Shift
from spiderpos.games import session
from spiderpos.games.session import Session

POSITION = "woods-6:prepared-unseen"
GOAL = "remove hearts without dealing, removing whatever turns up"
PLAN = """\
Jd from 9 to 1
if it's 5h:
    5h from 9 to 2, turning up Kh
    # a remark
    4-Ah from 6 to 3
otherwise:
    4-Ah from 6 to 9
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none.txt").write_text("Nothing here at all.\n")
    (tmp_path / "remark.txt").write_text("# no move\n")
    (tmp_path / "plan.txt").write_text(PLAN)

    def call(*words, text=None):
        return CliRunner().invoke(main, [str(word) for word in words], input=text)

    return call


@pytest.mark.parametrize("command", ["replay", "verify", "explain", "page", "convert-script"])
def test_running_text_without_a_move_is_refused_everywhere(run, tmp_path, command):
    more = ["--as", "log"] if command == "convert-script" else []
    result = run(command, "woods-4", "none.txt", "--prose", *more)
    assert result.exit_code == 2
    assert "none.txt: no move is found in this text" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "none.txt",
        "plan.txt",
        "remark.txt",
    ]


def test_to_explain_a_script_without_moves_judges_nothing(run):
    result = run("explain", "woods-4", "remark.txt")
    assert (result.exit_code, result.stdout) == (0, "No move is made.\n")


@pytest.mark.parametrize("command", ["replay", "verify", "page"])
def test_an_illegal_move_of_a_plan_has_its_place(run, command):
    more = ["--goal", GOAL] if command == "verify" else []
    result = run(command, POSITION, "plan.txt", *more)
    assert result.exit_code == 1
    assert "plan.txt:5:5: " in result.stderr
    assert "move 3, '4-Ah from 6 to 3'" in result.stderr
    assert "    5 |     4-Ah from 6 to 3\n      |     ^^^^" in result.stderr


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (["explain", POSITION, "plan.txt"], "and 'explain' takes a single line"),
        (["convert-script", POSITION, "plan.txt", "--as", "log"], "and 'convert-script' takes"),
    ],
)
def test_a_plan_is_called_one_where_none_is_taken(run, command, what):
    result = run(*command)
    assert result.exit_code == 2
    assert f"plan.txt:2:1: this is a plan with branches, {what}" in result.stderr
    assert "    2 | if it's 5h:\n      | ^^^^^^^^^^^\nexpected" in result.stderr


def test_running_text_with_a_line_like_a_branch_is_no_plan(run):
    text = "We move the Ah from 2 to 9\n\nif it's Kh:\nall is well.\n"
    result = run("replay", "woods-4", "-", "--prose", text=text)
    assert result.exit_code == 0
    assert "1 move, all legal" in result.stderr


def test_a_plan_has_no_diagram_of_its_end(run):
    result = run("verify", POSITION, "plan.txt", "--diagram", "--goal", "remove hearts")
    assert result.exit_code == 2
    assert "--diagram and --json are for one line" in result.stderr


# Moves for a session


@pytest.fixture
def game(run, tmp_path):
    assert run("session", "new", "game.json", "woods-1").exit_code == 0
    return tmp_path / "game.json"


@pytest.mark.parametrize(("moves", "text"), [([""], None), (["-"], ""), (["-"], " \n\n")])
def test_a_session_refuses_moves_with_nothing_in_them(run, game, moves, text):
    before = game.read_bytes()
    result = run("session", "do", game, *moves, text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the script is empty" in result.stderr
    assert game.read_bytes() == before
    assert run("session", "do", game, "# no move").exit_code == 0


def test_a_session_takes_no_plan(run, game):
    result = run("session", "do", game, "-", text=PLAN)
    assert result.exit_code == 2
    assert "<stdin>:2:1: this is a plan with branches, and 'session do' takes" in result.stderr


# Without a SCRIPT, and without an answer


PLANNED = """\
id: planned
title: With a plan
author: A. Nonymous
source: {text: Here, year: 2026}
stipulation: Turn up a card.
position:
  line: |
    LINE
goal: turn up a card whatever turns up
claims:
  - id: shown
    statement: It can be done.
    goal: turn up a card whatever turns up
    verdict: solved
    plan: |
      Jh from 8 to 9
""".replace("LINE", line.dumps(find_problem("woods-1").start).strip())


@pytest.mark.parametrize(
    ("position", "what"),
    [
        ("mined-two-jacks", "mined-two-jacks has no line that is to solve it"),
        ("planned.yaml", "planned has a plan instead of a line, which its claim 'shown' checks"),
        ("woods-4:hearts", "woods-4:hearts stands for a position, which has"),
        ("game.json", "game.json stands for a position, which has no line of its own"),
        ("bare.txt", "bare.txt stands for a position, which has no line of its own"),
    ],
)
def test_verify_without_a_script_gives_no_verdict(run, game, position, what):
    (game.parent / "bare.txt").write_text(run("show", "woods-1").stdout)
    (game.parent / "planned.yaml").write_text(PLANNED)
    result = run("verify", position, "--goal", "turn up a card")
    assert result.exit_code == 2, result.output
    assert f"no SCRIPT is given to check, and {what}" in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", ["replay", "verify", "convert-script"])
def test_an_answer_that_does_not_come_is_no_verdict(run, tmp_path, command):
    unknown = run("show", "woods-1", "--as", "diagram").stdout
    (tmp_path / "unknown.txt").write_text(unknown)
    (tmp_path / "moves.txt").write_text("Jh from 8 to 9\n")
    more = {"verify": ["--goal", "turn up a card"], "convert-script": ["--as", "log"]}
    result = run(command, "unknown.txt", "moves.txt", "--ask", *more.get(command, ()), text="")
    assert result.exit_code == 2
    assert "the input ended where an answer was asked for" in result.stderr
    assert "Aborted" not in result.stderr


def test_an_interrupted_question_exits_as_any_interruption(run, tmp_path, monkeypatch):
    def interrupted(_prompt):
        raise KeyboardInterrupt

    (tmp_path / "unknown.txt").write_text(run("show", "woods-1", "--as", "diagram").stdout)
    (tmp_path / "moves.txt").write_text("Jh from 8 to 9\n")
    monkeypatch.setattr(click.termui, "visible_prompt_func", interrupted)
    with pytest.raises(SystemExit) as stopped:
        main(["replay", "unknown.txt", "moves.txt", "--ask"], standalone_mode=False)
    assert stopped.value.code == 130


def test_a_long_game_is_replayed_from_each_of_its_files(run, tmp_path):
    start = find_problem("woods-2").start
    played = Session(start)
    for _ in range(4000):
        played.do(Shift(1, 2))
        played.do(Shift(2, 1))
    session.dump(played, tmp_path / "long.json")
    everything = "8000 moves, all legal\n"
    result = run("replay", "long.json")
    assert (result.exit_code, result.stderr) == (0, everything)
    assert result.stdout == diagram.dumps(start)
    (tmp_path / "long.save").write_text(run("replay", "long.json", "--as", "save").stdout)
    result = run("replay", "long.save")
    assert (result.exit_code, result.stderr) == (0, everything)
    (tmp_path / "log.txt").write_text(run("convert-script", "long.json", "--as", "words").stdout)
    result = run("replay", "woods-2", "log.txt")
    assert (result.exit_code, result.stderr) == (0, everything)


@pytest.mark.parametrize("command", [["replay"], ["convert-script", "--as", "letters"]])
def test_a_game_that_is_none_under_other_rules_stops_at_the_move(run, command):
    run("session", "new", "spades.json", "3hK-2s/As/9d - -", "--partial")
    moves = ["As from 2 to 1", "remove the spades from column 1", "9d from 3 to 2"]
    assert run("session", "do", "spades.json", *moves).exit_code == 0
    assert run(*command, "spades.json").exit_code == 0
    result = run(*command, "spades.json", "--rules", "modern")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        "error: spades.json: move 2, 'remove the spades from column 1': no complete suit, "
        "King to Ace, is at the bottom of column 1: it is 3h\n"
        "the position before it:\n 3h\t(sp)\t 9d\n"
    ) in result.stderr
    # To verify is another matter.
    result = run("verify", "spades.json", "--rules", "modern", "--goal", "get a space")
    assert result.exit_code == 2
    assert "spades.json stands for a position, which has no line of its own" in result.stderr
