"""Moves on the page to play on, in a real browser: what a person does with mouse and keys."""

import re

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.replay import replay
from spiderpos.games import session
from spiderpos.games.session import Session

from .boards import COMPLETE, board
from .browsing import has_value, shown, shows, tableau
from .play_page import asked, box_of, card_at, drag, end_of, moves_made, ready, said
from .serving import serving

LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("woods-4", "woods-6-swapped")]


@pytest.mark.parametrize("name", ["woods-2", *LONG])
def test_a_printed_solution_is_played_by_dragging(play, name):
    page = play(name, height=1200)
    problem = find_problem(name)
    steps = replay(problem.start, problem.solution.script).steps
    for number, step in enumerate(steps, 1):
        match step.move:
            case Shift(source, target, count):
                drag(page, card_at(page, source, count), end_of(page, target))
            case Remove(column):
                box = box_of(page.locator("#position .removed"))
                drag(page, card_at(page, column, 13), (box["x"] + 10, box["y"] + 10))
        moves_made(page, number)
        assert shown(page) == tableau(step.after), number
    shows(page.locator("#verdict"), f"solved by move {len(steps)}")
    assert page.locator("#clauses .holds").count() == page.locator("#clauses li").count()
    assert session.load(page.table.file.path).position == steps[-1].after


def test_a_drag_that_is_illegal_or_given_up(play):
    page = play()
    before = shown(page)
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    said(page, "The 7h can't go onto the 10d at the bottom of column 4")
    assert "refused" in page.locator("#status").get_attribute("class")
    page.mouse.move(*card_at(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*end_of(page, 2), steps=4)
    assert page.locator("#position .lifted").count() == 3
    page.keyboard.press("Escape")
    assert page.locator("#position .lifted").count() == 0
    page.mouse.up()
    assert page.table.game.at == 0
    assert shown(page) == before


def test_drags_and_clicks(play):
    page = play()
    for button in ("left", "middle", "right"):
        drag(page, card_at(page, 3, 2), end_of(page, 2), button=button)
        moves_made(page, 1)
        assert page.table.game.done[-1].move == Shift(3, 2, 2)
        page.click("#back")
        moves_made(page, 0)
    # From below a column it takes as many as possible.
    x, y = end_of(page, 3)
    drag(page, (x, y + 150), end_of(page, 2))
    said(page, "8-6s from 3 to 2, turning up 8d")
    # A click sends a card to the obvious place, with what covers it.
    page.mouse.click(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")
    page.mouse.click(*card_at(page, 7, 7))
    said(page, "7-Ah from 7 to 3")


def test_backing_up_asks_where_something_was_shown(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "turning up 8d")
    page.click("#back")
    asked(page, "This takes back what came up: 8 of diamonds in column 3.")
    page.click("#dialog >> text=Cancel")
    assert page.table.game.at == 1
    page.click("#back")
    page.click("#dialog button.first")
    said(page, "The start: 1 move to come")
    page.click("#forward")
    moves_made(page, 1)
    page.click("[data-act=over]")
    page.click("#dialog button.first")
    moves_made(page, 0)
    assert shown(page) == tableau(find_problem("woods-2").start)


def test_a_deal_and_what_the_problem_says(play):
    page = play(
        Session(
            board("5s", "6s", hand="2c 2d 3c 3d"),
            goal=game_of_problem(find_problem("woods-2")).goal,
            stipulation="Two spaces.",
        )
    )
    page.click("#position .hand")
    asked(page, "The problem is to be solved without it.")
    page.click("#dialog button.first")
    page.locator("#clauses .broken", has_text="broken by move 1").wait_for()
    moves_made(page, 1)
    # A double click on the hand deals without asking.
    page.dblclick("#position .hand")
    moves_made(page, 2)
    assert [step.move for step in page.table.game.steps] == [Deal(), Deal()]
    page.locator("#deal:disabled").wait_for()
    page.keyboard.press("d")
    said(page, "The hand is empty")


@pytest.mark.long
def test_a_suit_is_removed_by_a_click_and_won_is_said(play):
    page = play(Session(board(COMPLETE["hearts"], "")))
    page.locator("#verdict", has_text="The game is won.").wait_for()
    page.mouse.click(*card_at(page, 1, 4))
    moves_made(page, 1)
    assert page.locator("#position .removed .stub").count() == 1


def test_keys(play):
    page = play()
    page.focus("#position")
    for key in "32":
        page.keyboard.press(key)
    said(page, "8-6s from 3 to 2, turning up 8d")
    page.keyboard.press("u")
    asked(page, "takes back")
    page.keyboard.press("Enter")
    moves_made(page, 0)
    # Two cards of column 3, which the cursor is at, to the space.
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    moves_made(page, 1)
    assert page.table.game.done[-1].move == Shift(3, 2, 2)
    page.keyboard.press("Control+z")
    moves_made(page, 0)
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("o")
    moves_made(page, 1)


@pytest.mark.long
def test_the_voice_says_what_happens(play):
    page = play()
    page.focus("#position")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    voice = page.locator("#voice")
    shows(voice, "Column 3: 8 of spades to 6 of spades, 3 face down.")
    page.keyboard.press("Enter")
    assert voice.inner_text().startswith("Picked up 8 of spades to 6 of spades from column 3")
    page.keyboard.press("2")
    page.locator("#voice", has_text="Turned up: 8 of diamonds in column 3.").wait_for()
    assert voice.get_attribute("aria-live") == "polite"


def test_typed_moves(play):
    page = play()
    page.fill("#moves-field", "8-6s from 3 to 2, As from 10 to 5")
    page.press("#moves-field", "Enter")
    moves_made(page, 2)
    assert page.table.game.at == 2
    for text, fault in (
        ("8-6s from 2 to 4", "‘8-6s from 2 to 4’: the 8s can't go onto the 10d"),
        ("8-6s from", "the move breaks off here; expected a column"),
    ):
        page.fill("#moves-field", text)
        page.press("#moves-field", "Enter")
        page.locator("#typed-error", has_text=fault).wait_for()
        has_value(page.locator("#moves-field"), text)
    # A notation that only the engine reads.
    page.fill("#moves-field", "We move the 2c onto nothing")
    page.press("#moves-field", "Enter")
    page.locator("#typed-error").wait_for()
    assert page.table.game.at == 2


def test_a_reload_in_the_middle_loses_nothing(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s from 3 to 2")
    before = shown(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    ready(page, page.table)
    assert shown(page) == before
    shows(page.locator("#own-moves [aria-current]"), "8-6s from 3 to 2, turning up 8d")
    page.mouse.click(*card_at(page, 10, 1))
    moves_made(page, 2)
    # The page asks for nothing but its own, and the token is in no address and no cookie.
    assert page.context.cookies() == []
    host = page.url.split("/game/")[0]
    assert all(url.startswith(host) and "token" not in url for url in [page.url, *asked])


def test_a_second_tab_follows_and_a_stale_one_is_refused(play, served, open_page):
    page = play()
    # A browser of its own, so that only the server can tell it.
    other = open_page(served.server.address(page.table))
    ready(other, page.table)
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(other, "The game went on in another window.")
    assert shown(other) == shown(page)
    # Now one that doesn't look in time.
    open_page.expect("net::ERR_FAILED")
    other.route(re.compile("/api/games/[^/]*[?]version="), lambda route: route.abort())
    drag(page, card_at(page, 10, 1), end_of(page, 5))
    said(page, "As from 10 to 5")
    drag(other, card_at(other, 10, 1), end_of(other, 5))
    said(other, "The game has gone on elsewhere")
    moves_made(other, 2)
    assert page.table.game.at == 2
    assert shown(other) == shown(page)


def test_after_a_restart_open_tabs_go_on(tmp_path, open_page):
    # No server, and then one that doesn't know the old address' token.
    open_page.expect("net::ERR_CONNECTION_REFUSED|403")
    with serving(tmp_path) as served:
        table = served.begin()
        page = open_page(served.server.address(table))
        ready(page, table)
        drag(page, card_at(page, 3, 3), end_of(page, 2))
        moves_made(page, 1)
        before = shown(page)
    said(page, "spiderpos doesn't answer")
    # What can't be kept is taken back.
    drag(page, card_at(page, 10, 1), end_of(page, 5))
    page.locator("#position.flash").wait_for()
    assert shown(page) == before
    with serving(tmp_path) as served:
        # The tab has an old token; it gets the new one when the new address is opened.
        said(page, "the token is missing or wrong")
        other = page.context.new_page()
        other.goto(served.server.address(served.store.table(table.id)))
        said(page, "1/1 8-6s from 3 to 2")
        drag(page, card_at(page, 10, 1), end_of(page, 5))
        moves_made(page, 2)
        moves_made(other, 2)
        # A tab that is opened without it asks the others.
        third = page.context.new_page()
        third.goto(page.url)
        moves_made(third, 2)
        assert served.server.token not in third.url
        third.close()
        # They would go on asking a server that isn't there.
        page.close()
        other.close()


@pytest.mark.long
def test_moves_and_replay(play):
    page = play("woods-1")
    page.fill("#moves-field", "Jh from 8 to 9, 10d from 2 to 9, 3c from 7 to 2")
    page.press("#moves-field", "Enter")
    moves_made(page, 3)
    end = shown(page)
    page.click("[data-act=replay]")
    page.click("text=Play them")
    page.click("#play")
    page.click("#first")
    said(page, "The start: 3 moves to come")
    page.click("#forward")
    said(page, "1/3 Jh from 8 to 9, turning up 6s")
    # No card moves meanwhile.
    page.focus("#position")
    for key in "29":
        page.keyboard.press(key)
    page.click("#last")
    said(page, "3/3")
    assert shown(page) == end
    page.click("#first")
    page.click("text=Back to the game")
    assert shown(page) == end
    assert page.table.game.at == 3
    page.click("#own-moves >> text=Jh from 8 to 9")
    page.click("#dialog button.first")
    moves_made(page, 1)
    assert page.locator("#own-moves .undone").count() == 2


@pytest.mark.long
def test_the_prover_answers(play):
    page = play("mined-bait")
    page.click("[data-column='9'] .column-number")
    page.click("[data-column='1'] .column-number")
    moves_made(page, 1)
    page.click("#ask-still")
    page.locator("#proof", has_text="it can't be done any more from here").wait_for()
    page.click("#proof >> text=Where did I lose it?")
    page.locator("#proof", has_text="It was lost by move 1").wait_for()
    page.click("#proof >> text=Take back to there")
    moves_made(page, 0)
