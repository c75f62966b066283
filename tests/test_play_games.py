"""Games for a regular player: one choice of suits, deals that can be won, what came of them."""

import json
from datetime import date
from threading import Event

import pytest

from spiderpos import formats
from spiderpos.formats.base import ReadOptions
from spiderpos.game.rules import PRESETS
from spiderpos.games.session import Session
from spiderpos.play import dealing
from spiderpos.play.statistics import NAME, Statistics, StatisticsEntry
from spiderpos.play.table import RefusedError
from spiderpos.solver import Outcome, solve
from spiderpos.solver.prover import native_core

from .play_page import moves_made

ONE_SUIT = PRESETS["one-suit"]
#: A whole game of one suit that is won by As from 9 to 8.
NEARLY = "/".join(["K-As"] * 7 + ["K-2s", "As", "-"]) + " - -"


def nearly_won():
    return Session(formats.loads(NEARLY, "fen", options=ReadOptions(rules=ONE_SUIT)))


# Deals


def test_the_deal_of_a_day_is_the_same_all_day(served):
    asked = {"day": True, "suits": 2, "rules": "modern"}
    first, again = (served.ask("/api/games", asked)[1]["id"] for _ in range(2))
    other = served.ask("/api/games", asked | {"suits": 1})[1]["id"]
    assert first == again != other
    game = dealing.deal_of_the_day(PRESETS["modern"], date(2026, 12, 31))
    assert game.title == "Deal of 2026-12-31, four suits"
    assert game.start == dealing.game_of_deal(20261231, rules=PRESETS["modern"]).start


@pytest.mark.skipif(not native_core(), reason="the compiled core is not installed")
def test_a_deal_that_can_be_won_is_won_by_the_solver(served):
    status, begun = served.ask("/api/games", {"winnable": True, "suits": 1, "rules": "modern"})
    assert status == 201
    start = served.store.table(begun["id"]).game.start
    assert start.rules.automatic_removal
    assert solve(start, dealing.parse_goal("win")).outcome is Outcome.SOLVED


def test_what_is_not_found_to_be_won_is_not_dealt(monkeypatch):
    monkeypatch.setattr(dealing, "LOOKING", 0.05)
    monkeypatch.setattr(dealing, "_EACH", 1e-6)
    with pytest.raises(RefusedError, match="no deal was found"):
        dealing.winnable_deal(PRESETS["modern"], Event())


# Figures


def test_games_are_counted_from_their_first_move(tmp_path):
    statistics = Statistics(tmp_path)
    game = nearly_won()
    statistics.count("a", game, 3)
    assert statistics.summary()[0]["begun"] == 0
    game.play("As from 9 to 8")
    statistics.count("a", game, 4)
    # Once it's won, going back and forth changes nothing.
    game.undo()
    game.play("As from 9 to 10")
    statistics.count("a", game, 100)
    row = statistics.summary()[0]
    assert (row["begun"], row["won"], row["share"]) == (1, 1, 100)
    assert (row["fewest_moves"], row["fastest"]) == (1, 4)
    # A problem isn't a game, nor is a part of one.
    statistics.count("b", Session(game.start, game.steps, goal="get a space"), 1)
    again = Statistics(tmp_path)
    assert again.summary() == statistics.summary()
    assert [row["games"] for row in again.summary()] == ["all games", "one suit"]
    again.forget()
    assert Statistics(tmp_path).summary()[0]["begun"] == 0


@pytest.mark.parametrize(
    ("won", "streak", "longest"),
    [
        ("", 0, 0),
        ("1", 1, 1),
        ("0", 0, 0),
        ("110", 2, 2),
        ("1101", 1, 2),
        ("11100", 0, 3),
        ("0111", 3, 3),
    ],
)
def test_streaks(tmp_path, won, streak, longest):
    lines = [vars(StatisticsEntry(str(n), 4, 9, 9, won=word == "1")) for n, word in enumerate(won)]
    (tmp_path / NAME).write_text(json.dumps(lines))
    row = Statistics(tmp_path).summary()[0]
    assert (row["streak"], row["longest"]) == (streak, longest)


@pytest.mark.parametrize("text", ["", "{}x", "[1]", '[{"id": 1, "suits": 4}]', "[" * 99999])
def test_a_file_that_can_not_be_read_stays_as_it_is(tmp_path, text):
    (tmp_path / NAME).write_text(text)
    statistics = Statistics(tmp_path)
    game = nearly_won()
    game.play("As from 9 to 8")
    statistics.count("a", game, 4)
    assert "can't be read" in statistics.fault
    assert (tmp_path / NAME).read_text() == text


# The page


def test_a_game_is_chosen_played_won_and_counted(served, open_page):
    table = served.store.begin(nearly_won())
    page = open_page(served.server.address(table))
    moves_made(page, 0)
    page.locator("#time", has_text="0:01").wait_for()
    page.fill("#moves-field", "As from 9 to 8")
    page.press("#moves-field", "Enter")
    page.locator("#verdict", has_text="The game is won.").wait_for()
    page.click("[data-act=new]")
    page.click("#dialog >> text=One suit")
    page.wait_for_url(lambda url: "/game/deal-" in url and table.id not in url)
    page.locator("#position .card").first.wait_for()
    page.goto(served.server.address())
    row = page.locator("#statistics tbody tr").first
    row.wait_for()
    facts = row.locator("td").all_inner_texts()
    assert facts[0] == facts[1] == "1"
    assert facts[2] == "100 %"
    page.click("#day >> text=two suits")
    page.wait_for_url("**/game/deal-of-*")
    page.go_back()
    page.click("#choice >> text=Four suits")
    page.wait_for_url("**/game/deal-*")
    page.goto(served.server.address())
    page.click("#forget-statistics")
    page.click("text=Really delete?")
    page.locator("#statistics").wait_for(state="hidden")
