"""Moves in running text: the candidates, and those that lead from one diagram to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import line
from spiderpos.formats.base import ReadOptions
from spiderpos.game.replay import replay, retrace
from spiderpos.game.script import LONGEST
from spiderpos.games import tracing
from spiderpos.scripts import dumps, prose
from spiderpos.scripts.words import describe
from spiderpos.text.errors import NotationError

from . import tables
from .documents import DATA, document

PARTIAL = ReadOptions(partial=True)
START = "10s\t 9s\t 4h\t --\n   \t 8s\t\t Qh\n\t\t\t Jd\n"
SEED = Path(__file__).resolve().parents[2] / "shared" / "seeds" / "woods-spider-documentation.txt"

# Woods' chapter

#: The diagrams of the chapter, and the moves that lead to them.
CHAPTER = document("woods-chapter.txt").rstrip("\n")
needs_seed = pytest.mark.skipif(not SEED.exists(), reason="the seeds are not there")


@pytest.mark.slow
@needs_seed
def test_the_moves_of_woods_chapter_lead_through_its_diagrams():
    """The moves in Woods' chapter lead to all its diagrams but one, which has no moves."""
    traced = tracing.trace(SEED.read_text(), name="woods")
    assert "\n".join(map(str, traced)) == CHAPTER


@pytest.mark.slow
@needs_seed
def test_the_prose_of_woods_first_example_agrees_with_its_save_line():
    story = [t.result for t in tracing.trace(SEED.read_text(), name="woods")[:4]]
    steps = [move.step for result in story for move in result.played]
    turned = [str(turned.card) for step in steps for turned in step.turned]
    assert " ".join(turned) == "6s 4c 2c 10h Kc 6c 2h 9d As Qh 10d 7h 5d 3s"
    start = line.loads((DATA / "woods-lines.txt").read_text().splitlines()[0])
    again = retrace(start, [step.move for step in steps], start)
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
        for each in list(problem.lines.values())[:2]:
            yield pytest.param(
                problem.position(each.start), each.script, id=f"{problem.id}:{each.id}"
            )


@pytest.mark.parametrize(("start", "script"), list(catalogue_lines()))
def test_lines_of_the_catalogue_lead_from_one_diagram_to_the_other(start, script):
    done = replay(start, script.instructions[:12])
    text = f"It begins so.  We could deal a row.\n{dumps(done.steps)}And so it ends."
    result = tracing.search(start.hide(), prose.candidates(text), done.end.hide())
    assert [move.step.move for move in result.played] == [step.move for step in done.steps]


@tables.of("traced")
def test_diagrams_and_the_text_between_them(*parts):
    """Trace the diagrams of a text; return the moves to each, and the assumptions."""
    traced = tracing.trace("\n\n".join(parts) + "\n", options=PARTIAL)
    texts = []
    for each in traced:
        played = (each.result and each.result.played) or ()
        moves = [f"{describe(move.step)} ({move.assumed or 'as told'})" for move in played]
        texts.append(" ".join([f"{each}:", *moves]))
    return texts


# Parts of moves

AFTER = "10s\t(sp)\t 4h\t --\n 9s\t\t\t Qh\n 8s\t\t\t Jd\n"


def test_a_row_that_is_dealt_is_read_off_the_diagram():
    start = find_problem("woods-1").start
    done = replay(start, prose.loads("deal").instructions)
    result = tracing.search(start.hide(), prose.candidates("We deal a row."), done.end.hide())
    assert result.played[0].step.cards == done.steps[0].cards
    assert result.played[0].assumed.startswith("is deal and turns up ")


# Diagrams that aren't reached


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
        "post:1:5: skipped: '9-8s onto 4h'",
        "post:1:22: skipped: '3-9s from 2 to 1'",
        "post:2:9: '9-8s from 2 to 1' is move 1, 9-8s from 2 to 1, turning up 6s",
        "post:3:12: 'deal' is move 2, deal",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [("we turn up 3-9s", "turn up 3-9s"), ("deal, turning up 3-9s",) * 2, ("3-9s is", "3-9s")],
)
def test_impossible_cards_are_not_moves(text, expected):
    assert prose.loads(text).instructions == ()
    assert f"skipped: '{expected}'" in prose.explain(text)[0]


def test_a_text_that_is_too_long_or_none_is_refused():
    with pytest.raises(NotationError, match="too long"):
        prose.loads("a" * (LONGEST + 1))
    with pytest.raises(NotationError, match="zero bytes"):
        prose.loads("a\0b")


# On the command line


def test_written_scripts_are_read_back():
    position = formats.loads(START, "diagram", options=PARTIAL)
    steps = replay(position, prose.loads("9-8s from 2 to 1, then 4h from 3 to 2")).steps
    assert prose.dumps(steps) == "9-8s from 2 to 1\n4h from 3 to 2\n"
    assert replay(position, prose.loads(prose.dumps(steps))).steps == steps
