"""Goals that can be reached for some orders of the hidden cards: the outcome "possible"."""

import json
from dataclasses import replace

import pytest

import spiderpos
from spiderpos import formats, scripts
from spiderpos.formats.base import ReadOptions
from spiderpos.game.cards import UNKNOWN
from spiderpos.game.census import unknown_count
from spiderpos.game.replay import replay, retrace
from spiderpos.game.rules import PRESETS
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import Budget, Outcome, answer_json, drawing, solve
from spiderpos.solver.certificates import NoCertificate, certificate
from tests.boards import board
from tests.running import run


def boards():
    hidden = board("-- 9s", "10s", "-- 8s", "2s", "2s", "2s")
    return replace(hidden, rules=PRESETS["one-suit"]), parse(
        "turn up 2 cards and get a space without dealing"
    )


@pytest.fixture(scope="module")
def answer():
    position, goal = boards()
    return solve(position, goal, budget=Budget(work=30_000_000), draws=True)


def test_some_draws_have_a_line_and_some_have_none(answer):
    position, goal = boards()
    assert answer.outcome is Outcome.POSSIBLE
    assert len(answer.draws) == len(drawing.all_orders(position))
    solved = [draw for draw in answer.draws if draw.outcome is Outcome.SOLVED]
    lost = [draw for draw in answer.draws if draw.outcome is Outcome.IMPOSSIBLE]
    assert solved
    assert lost
    for draw in answer.draws:
        assert draw.position.hide() == position.hide()
        assert not unknown_count(draw.position)
    for draw in solved:
        steps = retrace(draw.position, draw.moves, draw.position)
        assert judge(goal, draw.position, steps).verdict is Verdict.HOLDS
    judgement = judge(goal, position, answer.steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.assumed
    count = len(answer.draws)
    assert len(solved) + len(lost) == count
    assert f"in {len(solved)} of all {count} orders of the hidden cards" in answer.reason
    assert "it depends" in answer.reason
    assert answer.reason.endswith("no plan does it whatever turns up")
    assert str(answer).startswith("possible: ")


def test_draws_are_searched_only_on_request_and_for_hidden_cards():
    position, goal = boards()
    assert solve(position, goal, budget=Budget(work=30_000_000)).outcome is Outcome.UNDECIDED
    for other, question in (
        (drawing.draw_cards(position, 1), goal),
        (position, replace(goal, whatever=True)),
        (replace(position, columns=(*position.columns, board("??").columns[0])), goal),
    ):
        assert not drawing.can_be_drawn(other, question)
    assert spiderpos.solve(position, goal).outcome is Outcome.POSSIBLE


def test_a_goal_that_no_draw_reaches_stays_undecided(monkeypatch):
    position, goal = boards()
    lost = next(
        number
        for number in range(1, 99)
        if solve(drawing.draw_cards(position, number), goal).outcome is Outcome.IMPOSSIBLE
    )
    draw_cards = drawing.draw_cards
    monkeypatch.setattr(drawing, "draw_cards", lambda start, _: draw_cards(start, lost))
    monkeypatch.setattr(drawing, "MOST_ORDERS", 100)
    result = solve(position, goal, budget=Budget(work=30_000_000), draws=True)
    assert result.outcome is Outcome.UNDECIDED
    assert "in none of 100 draws of the hidden cards a line was found, and in 100" in result.reason


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("K-3h/9s/9s/9c/9c/9d/5s/5s/5c/5c 10x -", "remove hearts"),
        ("3x:9s/Ts/K-2h - -", "remove any suit without dealing"),
    ],
)
def test_an_order_that_favours_the_goal(text, goal, monkeypatch):
    """If no drawn order has a line, one in which the missing cards come first may have one."""
    monkeypatch.setattr(drawing, "DRAWS", 1)
    monkeypatch.setattr(drawing, "MOST_DRAWS", 1)
    position = formats.loads(text, "fen", options=ReadOptions(partial=True))
    result = solve(position, parse(goal), budget=Budget(work=30_000_000), draws=True)
    assert result.outcome is Outcome.POSSIBLE
    assert result.reason.startswith("in 0 of 1 draw of the hidden cards there is a line, in 1 ")
    assert "; the line is for an order chosen to favour the goal; " in result.reason
    assert judge(parse(goal), position, result.steps).verdict is Verdict.HOLDS


@pytest.mark.long
def test_a_goal_that_no_order_reaches_is_impossible():
    """The last suit is removed at once, and the Jh with it."""
    position = formats.loads(
        "-/-/-/-/-/-/x:Q-Ah/-/-/- - - rules=modern", "fen", options=ReadOptions(partial=True)
    )
    goal = parse("uncover Jh and remove hearts")
    answer = solve(position, goal, budget=Budget(work=30_000_000), draws=True)
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.reason == "52 orders of the hidden cards were searched, and none has a line"
    with pytest.raises(NoCertificate):
        certificate(position, goal, answer)


def test_the_answer_as_json_has_all_draws_with_their_lines(answer):
    position, goal = boards()
    facts = json.loads(json.dumps(answer_json.facts(position, goal, answer)))
    assert (facts["outcome"], facts["moves"]) == ("possible", len(answer.steps))
    assert len(facts["draws"]) == len(answer.draws)
    for draw in facts["draws"]:
        assert (draw["line"] is not None) == (draw["outcome"] == "solved")
        if draw["line"]:
            start = spiderpos.read(draw["position"], partial=True)
            assert spiderpos.verify(start, draw["line"], goal=goal).verdict is Verdict.HOLDS


def test_the_command(tmp_path):
    position, goal = boards()
    file = tmp_path / "position.txt"
    file.write_text(formats.dumps(position, "fen"))
    words = ["solve", "--partial", str(file), str(goal)]
    result = run(*words)
    assert result.exit_code == 3
    assert result.stdout.startswith("# possible: in ")
    line = replay(position, scripts.loads(result.stdout)).steps
    assert judge(goal, position, line).verdict is Verdict.HOLDS
    shown = json.loads(run(*words, "--json").stdout)
    assert shown["outcome"] == "possible"
    assert (
        UNKNOWN
        not in formats.loads(
            shown["draws"][0]["position"], "fen", options=ReadOptions(partial=True)
        )
        .columns[0]
        .down
    )
