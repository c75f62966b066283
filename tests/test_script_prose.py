"""Running text: what may be a move in it, and which moves lead from one diagram to another."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.formats import line
from spiderpos.formats.base import ReadOptions
from spiderpos.game.replay import replay, retrace
from spiderpos.game.script import LONGEST
from spiderpos.played import tracing
from spiderpos.scripts import dumps, prose
from spiderpos.text.errors import NotationError

PARTIAL = ReadOptions(partial=True)
START = "10s\t 9s\t 4h\t --\n   \t 8s\t\t Qh\n\t\t\t Jd\n"
DATA = Path(__file__).parent / "data"
SEED = Path(__file__).resolve().parents[2] / "shared" / "seeds" / "woods-spider-documentation.txt"

# Woods' chapter

CHAPTER = """\
diagram at line 290: reached from line 254 in 4 moves
diagram at line 315: reached from line 290 in 4 moves
diagram at line 335: reached from line 315 in 4 moves
diagram at line 350: reached from line 335 in 4 moves
diagram at line 376: another example starts here
diagram at line 455: another example starts here
diagram at line 512: reached from line 455 in 19 moves
diagram at line 552: another example starts here
diagram at line 615: another example starts here
diagram at line 682: reached from line 615 in 18 moves
diagram at line 715: reached from line 615 in 20 moves
diagram at line 734: reached from line 715 in 4 moves
diagram at line 762: reached from line 734 in 10 moves
diagram at line 783: not reached
diagram at line 821: another example starts here
diagram at line 943: reached from line 821 in 11 moves
diagram at line 992: reached from line 943 in 13 moves
diagram at line 1032: reached from line 943 in 19 moves
diagram at line 1077: reached from line 992 in 20 moves
diagram at line 1113: reached from line 1077 in 30 moves
diagram at line 1138: reached from line 1077 in 11 moves
diagram at line 1169: reached from line 1138 in 25 moves
diagram at line 1199: another example starts here"""
needs_seed = pytest.mark.skipif(not SEED.exists(), reason="the seeds are not there")


@needs_seed
def test_the_moves_of_woods_chapter_lead_through_its_diagrams():
    """The one that isn't reached is "something like" where his hints lead, without moves."""
    traced = tracing.trace(SEED.read_text(), name="woods")
    assert "\n".join(map(str, traced)) == CHAPTER


@needs_seed
def test_the_story_of_woods_first_example_is_what_his_save_line_says():
    story = [t.way for t in tracing.trace(SEED.read_text(), name="woods")[:4]]
    steps = [move.step for way in story for move in way.played]
    turned = [str(turned.card) for step in steps for turned in step.turned]
    assert " ".join(turned) == "6s 4c 2c 10h Kc 6c 2h 9d As Qh 10d 7h 5d 3s"
    known = line.loads((DATA / "woods-lines.txt").read_text().splitlines()[0])
    again = retrace(known, [step.move for step in steps], known)
    assert [step.turned for step in again] == [step.turned for step in steps]
    assumed = [f"{m.instruction.place}: {m.assumed}" for w in story for m in w.played if m.assumed]
    assert assumed == [
        "woods:287:23: is 2c from 7 to 2",
        "woods:299:20: turns up Kc",
        "woods:312:70: is 2h from 5 to 4",
        "woods:326:26: is As from 3 to 4",
    ]


def catalogue_lines():
    for problem in map(find_problem, ("woods-1", "woods-5", "woods-6", "game-two-suits")):
        for each in problem.lines[:2]:
            yield pytest.param(
                problem.position(each.start), each.script, id=f"{problem.id}:{each.id}"
            )


@pytest.mark.parametrize(("start", "script"), list(catalogue_lines()))
def test_lines_of_the_catalogue_lead_from_one_diagram_to_the_other(start, script):
    done = replay(start, script.instructions[:25])
    text = f"It begins so.  We could deal a row.\n{dumps(done.steps)}And so it ends."
    way = tracing.search(start.hide(), prose.candidates(text), done.end.hide())
    assert [move.step.move for move in way.played] == [step.move for step in done.steps]


# Parts of moves

AFTER = "10s\t(sp)\t 4h\t --\n 9s\t\t\t Qh\n 8s\t\t\t Jd\n"
TEXTS = [
    ("The 9-8s from column 2 could go to two places.", "9-8s from 2 to 1"),
    ("Note the 9-8s. We move it to column 1.", "9-8s from 2 to 1"),
    ("Column 1 waits for the 9-8s, so we'll move it there.", "9-8s from 2 to 1"),
    ("We move the 9-8s onto the 10s.", "9-8s from 2 to 1"),
    ("The 9s goes to column 1.", "9-8s from 2 to 1"),
    ("We could move 4h from 3 to 2. Instead: 9-8s from 2 to 1.", "9-8s from 2 to 1"),
    ("4h from 3 to 1 is illegal, 9-8s from 2 to 1 isn't.", "9-8s from 2 to 1"),
    (
        "8s from 2 to 3 and 9-8s to the 9h are no moves, 9-8s from 2 to the 10s is.",
        "9-8s from 2 to 1",
    ),
    ("The 9-8s should stay in column 2.", ""),
    ("Move the 8s onto the 10s.", ""),
    ("As 9s 8s: remove the spades, deal a row, nothing helps.", ""),
]


@pytest.mark.parametrize(("text", "move"), TEXTS)
def test_parts_of_moves_are_completed_where_they_lead_to_the_diagram(text, move):
    diagrams = START + "\n" + text + "\n\n" + AFTER
    (traced,) = tracing.trace(diagrams, options=PARTIAL)
    assert traced.way.is_complete
    assert dumps([m.step for m in traced.way.played or ()]).strip() == move


@pytest.mark.parametrize(
    ("said", "assumed"),
    [
        (", turning up a Kd", ""),
        (". This time a Kd is turned up", ""),
        (". Kd from 4 to 2 is next", "turns up Kd"),
        (", and look at that", "turns up Kd"),
    ],
)
def test_a_card_that_comes_up_is_the_one_that_is_said_or_shown(said, assumed):
    start = "Kc\t 9s\t --\n   \t\t Qh\n"
    text = f"{start}\nWe move the Qh from 3 to 1{said}.\n\nKc\t 9s\t Kd\nQh\n"
    (traced,) = tracing.trace(text, options=PARTIAL)
    (move,) = traced.way.played
    assert str(move.step.turned[0].card) == "Kd"
    assert move.assumed == assumed


def test_a_row_that_is_dealt_is_read_off_the_diagram():
    start = find_problem("woods-1").start
    known = replay(start, prose.loads("deal").instructions)
    way = tracing.search(start.hide(), prose.candidates("We deal a row."), known.end.hide())
    assert way.played[0].step.cards == known.steps[0].cards
    assert way.played[0].assumed.startswith("is deal and turns up ")


# What isn't reached


def test_a_text_may_go_back_to_an_earlier_diagram():
    third = "10s\t 9s\t(sp)\t --\n   \t 8s\t\t Qh\n\t\t\t Jd\n"
    text = (
        f"{START}\n9-8s from 2 to 1.\n\n{AFTER}\nBack to the start: nothing.\n\n{START}\n{third}"
    )
    assert list(map(str, tracing.trace(text, options=PARTIAL))) == [
        "diagram at line 7: reached from line 1 in 1 move",
        "diagram at line 13: reached from line 1 in no moves",
        "diagram at line 17: not reached",
    ]


@pytest.mark.parametrize(
    ("between", "said"),
    [
        ("Words.\n\n====\n", "line 9: another example starts here"),
        ("Words.\n\n* * *\n", "line 9: another example starts here"),
        # A line below a heading is no rule.
        ("Solution\n--------\n", "line 8: not reached"),
    ],
)
def test_another_example_starts_behind_a_rule(between, said):
    (traced,) = tracing.trace(f"{START}\n{between}\n{AFTER}", options=PARTIAL)
    assert str(traced) == f"diagram at {said}"


def test_a_search_that_is_given_up_says_so():
    moves = "4h from 3 to 2, 9-8s from 2 to 1, 4h from 3 to 2, 4h from 2 to 3."
    text = f"{START}\n{moves}\n\n{AFTER.replace('Jd', 'Jc')}"
    (last,) = tracing.trace(text, options=PARTIAL, budget=2)
    assert str(last) == "diagram at line 7: not reached: gave up after 3 positions"
    (last,) = tracing.trace(text, options=PARTIAL)
    assert str(last) == "diagram at line 7: not reached"


# Whole moves


def test_each_candidate_is_explained():
    text = "Try 9-8s onto 4h, or 3-9s from 2 to 1.\nWe move 9-8s from 2 to 1, turning up\na 6s; "
    text += "then deal."
    assert prose.explain(text, name="post") == (
        "post:1:5: not taken: '9-8s onto 4h' (passed over)",
        "post:1:22: not taken: '3-9s from 2 to 1' (passed over)",
        "post:2:9: '9-8s from 2 to 1' is move 1, 9-8s from 2 to 1, turning up 6s",
        "post:3:12: 'deal' is move 2, deal",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("we turn up 3-9s", "turn up 3-9s"), ("deal, turning up 3-9s",) * 2, ("3-9s is", "3-9s")],
)
def test_cards_that_cannot_be_are_no_moves(text, said):
    assert prose.loads(text).instructions == ()
    assert f"not taken: '{said}' (passed over)" in prose.explain(text)[0]


def test_a_text_that_is_too_long_or_none_is_refused():
    with pytest.raises(NotationError, match="too long"):
        prose.loads("a" * (LONGEST + 1))
    with pytest.raises(NotationError, match="zero bytes"):
        prose.loads("a\0b")


# On the command line


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("after.txt").write_text(AFTER)

    def call(text, *words):
        Path("post.txt").write_text(text)
        result = CliRunner().invoke(main, ["replay", *words, "--prose", "--partial"])
        # What the diagrams leave open isn't looked at here.
        notes = result.stderr.splitlines(keepends=True)
        notes = [note for note in notes if "in the hand" not in note]
        return result.exit_code, result.stdout, "".join(notes)

    return call


POST = f"{START}\nThen move the 9s\nto column 1.\n\n{AFTER}"


def test_a_post_with_its_diagrams(run):
    code, out, err = run(POST, "post.txt")
    assert (code, out) == (0, "diagram at line 8: reached from line 1 in 1 move\n")
    assert err == "assumed: post.txt:5:15: '9s to column 1' is 9-8s from 2 to 1\n"
    code, _, err = run(POST + "\nNow Jd from 4 to 2.", "post.txt", "--explain")
    assert code == 0
    assert err == (
        "post.txt:5:15: '9s to column 1' is move 1, 9-8s from 2 to 1\n"
        "whole moves behind the last diagram, which nothing checks: 1\n"
    )
    code, out, err = run(POST.replace("9s\nto column 1", "9s\nto column 3"), "post.txt")
    assert (code, out, err) == (1, "diagram at line 8: not reached\n", "")
    code, _, err = run(POST, "post.txt", "--steps")
    assert code == 2
    assert "post.txt has 2 diagrams: --steps and --expect are for one line of moves" in err


def test_a_post_with_one_diagram_or_none(run):
    code, out, err = run(f"{START}\nNote the 4h to 2. 9-8s from 2 to 1.", "post.txt")
    assert (code, out) == (0, AFTER)
    assert err == (
        "post.txt: read as 1 move: 9-8s from 2 to 1\n"
        "post.txt: 1 other that may be a move not taken\n"
        "1 move, all legal\n"
    )
    code, _, err = run("9-8s from 2 to 1.", "post.txt")
    assert code == 2
    assert "no diagram is found in this text: name a POSITION, and the text behind it" in err


def test_the_position_expected_decides(run):
    Path("start.txt").write_text(START)
    words = ("start.txt", "post.txt", "--expect", "after.txt")
    code, out, err = run("4h from 3 to 2? No: 9s to column 1.", *words)
    assert (code, out) == (0, AFTER)
    assert err.splitlines() == [
        "assumed: post.txt:1:21: '9s to column 1' is 9-8s from 2 to 1",
        "1 move, all legal",
        "the end is the position expected",
    ]
    code, out, err = run("9s to column 1.", *words, "--steps", "--explain")
    assert code == 0
    assert out.endswith(f"\n\n{AFTER}")
    assert "1. 9-8s from 2 to 1\n" in err
    code, out, err = run("4h from 3 to 2.", *words)
    assert (code, out) == (1, "")
    assert "post.txt: the moves that the text names don't lead to the position expected" in err
    code, _, err = run("Nothing.", *words)
    assert code == 2
    assert "no move is found in this text" in err


def test_a_move_that_is_not_legal_says_how_to_leave_it_out(run):
    Path("start.txt").write_text(START)
    code, _, err = run("4h from 3 to 1 loses. 9-8s from 2 to 1.", "start.txt", "post.txt")
    assert code == 1
    assert "post.txt:1:1: move 1, '4h from 3 to 1': the 4h can't go onto the 10s" in err
    assert "what the text only speaks of is left out if it stands in parentheses" in err
    assert run("(4h from 3 to 1) 9-8s from 2 to 1.", "start.txt", "post.txt")[:2] == (0, AFTER)


def test_what_is_written_reads_back():
    position = formats.loads(START, "diagram", options=PARTIAL)
    steps = replay(position, prose.loads("9-8s from 2 to 1, then 4h from 3 to 2")).steps
    assert prose.dumps(steps) == "9-8s from 2 to 1\n4h from 3 to 2\n"
    assert replay(position, prose.loads(prose.dumps(steps))).steps == steps
