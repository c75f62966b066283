"""What is possible: lines for some of the ways in which hidden cards may lie."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

import spiderpos
from spiderpos import formats, scripts
from spiderpos.cli import main
from spiderpos.formats.base import ReadOptions
from spiderpos.game.cards import UNKNOWN
from spiderpos.game.replay import replay, retrace
from spiderpos.game.rules import PRESETS
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import Budget, Outcome, drawing, evidence, rechecking, solve
from tests.boards import board


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
        assert drawing.can_be_draw(position, draw.position)
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


def test_draws_are_looked_at_only_where_they_are_asked_for_and_cards_are_hidden():
    position, goal = boards()
    assert solve(position, goal, budget=Budget(work=30_000_000)).outcome is Outcome.UNDECIDED
    for other, asked in (
        (drawing.draw_cards(position, 1), goal),
        (position, replace(goal, whatever=True)),
        (replace(position, columns=(*position.columns, board("??").columns[0])), goal),
    ):
        assert not drawing.can_be_drawn(other, asked)
    assert spiderpos.solve(position, goal).outcome is Outcome.POSSIBLE


def test_what_no_draw_reaches_stays_undecided(monkeypatch):
    position, goal = boards()
    lost = next(
        number
        for number in range(1, 99)
        if solve(drawing.draw_cards(position, number), goal).outcome is Outcome.IMPOSSIBLE
    )
    draw_cards = drawing.draw_cards
    monkeypatch.setattr(drawing, "draw_cards", lambda start, _: draw_cards(start, lost))
    monkeypatch.setattr(drawing, "MOST_ORDERS", 100)
    found = solve(position, goal, budget=Budget(work=30_000_000), draws=True)
    assert found.outcome is Outcome.UNDECIDED
    assert "in none of 8 draws of the hidden cards a line was found, and in 8" in found.reason


def test_a_record_holds_the_draws_and_they_are_played_again(answer):
    position, goal = boards()
    record = json.loads(evidence.dumps(position, goal, answer))
    assert record["outcome"] == "possible"
    assert record["moves"] == len(answer.steps)
    found = rechecking.recheck(evidence.loads(json.dumps(record)))
    assert found.verdict is Verdict.HOLDS
    assert found.found.startswith("possible: the line of ")
    lost = next(d for d in record["draws"] if d["outcome"] == "impossible")
    solved = next(d for d in record["draws"] if d["outcome"] == "solved")
    for change in (
        {"line": None},
        {"moves": 77},
        {"draws": []},
        {"draws": [lost]},
        {"draws": [solved | {"outcome": "impossible", "line": None}, *record["draws"]]},
        {"draws": [solved | {"position": lost["position"]}]},
        {"draws": [solved | {"position": record["position"]}]},
        {"line": "9s from 1 to 2\n"},
    ):
        again = rechecking.recheck(evidence.loads(json.dumps(record | change)))
        assert again.verdict is Verdict.FAILS, change


def test_records_of_draws_are_read_or_refused(answer):
    record = json.loads(evidence.dumps(*boards(), answer))
    for draws in ("text", ["text"], [{}], [record["draws"][0] | {"outcome": "possible"}]):
        with pytest.raises(spiderpos.NotationError):
            evidence.loads(json.dumps(record | {"draws": draws}))


def test_the_command(tmp_path):
    position, goal = boards()
    file = tmp_path / "position.txt"
    file.write_text(formats.dumps(position, "fen"))
    words = ["solve", "--partial", str(file), str(goal)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 3
    assert result.stdout.startswith("# possible: in ")
    line = replay(position, scripts.loads(result.stdout)).steps
    assert judge(goal, position, line).verdict is Verdict.HOLDS
    shown = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert shown["outcome"] == "possible"
    assert (
        UNKNOWN
        not in formats.loads(
            shown["draws"][0]["position"], "fen", options=ReadOptions(partial=True)
        )
        .columns[0]
        .down
    )
