"""Moves on the page to play on, in a real browser: what a person does with mouse and keys."""

import re

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.replay import replay
from spiderpos.play.opening import game_of_problem
from spiderpos.play.watch import watched
from spiderpos.played import session
from spiderpos.played.session import Session

from .boards import COMPLETE, board
from .play_page import asked, box_of, card_at, drag, end_of, moves_made, ready, said
from .serving import serving
from .test_pages_browser import shown, tableau


@pytest.mark.parametrize(
    "name", ["woods-2", pytest.param("woods-4", marks=pytest.mark.long), "woods-6-swapped"]
)
def test_a_printed_solution_is_played_by_dragging(play, name):
    page = play(name, height=1200)
    problem = find_problem(name)
    steps = replay(problem.start, problem.solution.script).steps
    for number, step in enumerate(steps, 1):
        match step.move:
            case Shift(source, target, count):
                drag(page, card_at(page, source, count), end_of(page, target))
            case Remove(column):
                box = box_of(page.locator("#board .removed"))
                drag(page, card_at(page, column, 13), (box["x"] + 10, box["y"] + 10))
        moves_made(page, number)
        assert shown(page) == tableau(step.after), number
    solved = watched(page.table.game)
    assert solved.solved
    assert solved.sentence == f"Solved by move {len(steps)}."
    assert page.locator("#verdict").inner_text() == solved.sentence
    assert page.locator("#findings .holds").count() == len(solved.findings)
    assert session.load(page.table.file.path).position == steps[-1].after


def test_a_drag_that_is_illegal_or_given_up(play):
    page = play()
    before = shown(page)
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    said(page, "None of 7-Ah can go onto the 10d at the bottom of column 4")
    assert "refused" in page.locator("#message").get_attribute("class")
    page.mouse.move(*card_at(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*end_of(page, 2), steps=4)
    assert page.locator("#board .lifted").count() == 3
    page.keyboard.press("Escape")
    assert page.locator("#board .lifted").count() == 0
    page.mouse.up()
    assert page.table.game.at == 0
    assert shown(page) == before


def test_drags_and_clicks(play):
    page = play()
    for button in ("left", "middle", "right"):
        drag(page, card_at(page, 3, 2), end_of(page, 2), button=button)
        moves_made(page, 1)
        assert page.table.game.done[-1].move == Shift(3, 2, 2)
        page.click("[data-act=undo]")
        moves_made(page, 0)
    # From below a column it takes as many as possible.
    x, y = end_of(page, 3)
    drag(page, (x, y + 150), end_of(page, 2))
    said(page, "8-6s from 3 to 2, turning up 8d")
    # A click sends cards to the obvious place.
    page.mouse.click(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")
    page.mouse.click(*card_at(page, 7, 1))
    said(page, "7-Ah from 7 to 3")


def test_backing_up_asks_where_something_was_shown(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "turning up 8d")
    page.click("[data-act=undo]")
    asked(page, "takes back the 8d turned up in column 3")
    page.click("#dialog >> text=Cancel")
    assert page.table.game.at == 1
    page.click("[data-act=undo]")
    page.click("#dialog button.first")
    said(page, "Taken back")
    page.click("[data-act=redo]")
    said(page, "Done again: 8-6s from 3 to 2")
    page.click("[data-act=over]")
    page.click("#dialog button.first")
    said(page, "Started over")
    assert shown(page) == tableau(find_problem("woods-2").start)


def test_a_deal_and_what_the_problem_says(play):
    page = play(
        Session(
            board("5s", "6s", hand="2c 2d 3c 3d"),
            goal=game_of_problem(find_problem("woods-2")).goal,
            stipulation="Two spaces.",
        )
    )
    page.click("#board .hand")
    asked(page, "The problem forbids it.")
    page.click("#dialog button.first")
    said(page, "You dealt: the problem forbids it (move 1).")
    assert "broken" in page.locator("#findings .fails").inner_text()
    # A double click on the hand deals without asking.
    page.dblclick("#board .hand")
    moves_made(page, 2)
    assert [step.move for step in page.table.game.steps] == [Deal(), Deal()]
    page.locator("[data-act=deal]:disabled").wait_for()
    page.keyboard.press("d")
    said(page, "The hand is empty")


def test_a_suit_is_removed_by_a_click_and_won_is_said(play):
    page = play(Session(board(COMPLETE[2], "")))
    said(page, "The game is won.")
    page.mouse.click(*card_at(page, 1, 4))
    moves_made(page, 1)
    assert page.locator("#board .removed .stub").count() == 1


def test_keys(play):
    page = play()
    page.focus("#board")
    for key in "32":
        page.keyboard.press(key)
    said(page, "8-6s from 3 to 2, turning up 8d")
    page.keyboard.press("u")
    asked(page, "takes back")
    page.keyboard.press("Enter")
    said(page, "Taken back")
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


def test_the_voice_says_what_happens(play):
    page = play()
    page.focus("#board")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    voice = page.locator("#voice")
    assert voice.inner_text() == "Column 3: 8 of spades to 6 of spades, 3 face down."
    page.keyboard.press("Enter")
    assert voice.inner_text().startswith("Picked up 8 of spades to 6 of spades from column 3")
    page.keyboard.press("2")
    page.locator("#voice", has_text="Turned up: 8 of diamonds in column 3.").wait_for()
    assert voice.get_attribute("aria-live") == "polite"


def test_typed_moves(play):
    page = play()
    page.fill("#script", "8-6s from 3 to 2, As from 10 to 5")
    page.press("#script", "Enter")
    said(page, "8-6s from 3 to 2")
    assert page.table.game.at == 2
    page.fill("#script", "8-6s from 2 to 4")
    page.press("#script", "Enter")
    said(page, "'8-6s from 2 to 4': ")
    assert not page.locator("#dialog[open]").count()
    page.fill("#script", "8-6s from")
    page.press("#script", "Enter")
    said(page, "'from' is not understood here")
    asked(page, "expected the columns that it leaves and goes to")
    page.click("#dialog >> text=Close")
    assert page.locator("#script").input_value() == "8-6s from"


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
    assert page.locator("#list [aria-current]").inner_text() == "8-6s from 3 to 2, turning up 8d"
    page.mouse.click(*card_at(page, 10, 1))
    moves_made(page, 2)
    # The page asks for nothing but its own.
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
    drag(other, card_at(other, 9, 1), end_of(other, 1))
    moves_made(other, 2)
    assert page.table.game.at == 2
    assert shown(other) == shown(page)


def test_a_restart_loses_nothing(tmp_path, open_page):
    # No server, and then one that doesn't know the old address' token.
    open_page.expect("net::ERR_CONNECTION_REFUSED|403")
    with serving(tmp_path) as served:
        table = served.begin()
        page = open_page(served.server.address(table))
        ready(page, table)
        drag(page, card_at(page, 3, 3), end_of(page, 2))
        said(page, "8-6s")
        before, port = shown(page), served.server.port
    said(page, "spiderpos doesn't answer")
    with serving(tmp_path, port) as served:
        # The old address has an old token.
        said(page, "the token is missing or wrong")
        again = open_page(served.server.address(served.store.table(table.id)))
        ready(again, table)
        assert shown(again) == before
        # They would go on asking a server that isn't there.
        page.close()
        again.close()


def test_moves_and_replay(play):
    page = play("woods-1")
    page.fill("#script", "Jh from 8 to 9, 10d from 2 to 9, 3c from 7 to 2")
    page.press("#script", "Enter")
    moves_made(page, 3)
    end = shown(page)
    page.click("[data-act=replay]")
    said(page, "Move 0 of 3: the start")
    page.click("[data-replay=on]")
    said(page, "Move 1 of 3: Jh from 8 to 9, turning up 6s")
    page.click("[data-replay=last]")
    said(page, "Move 3 of 3")
    assert shown(page) == end
    page.click("[data-replay=first]")
    page.click("[data-replay=end]")
    assert shown(page) == end
    assert page.table.game.at == 3
    page.click("#list >> text=Jh from 8 to 9")
    page.click("#dialog button.first")
    said(page, "Now after move 1")
    assert page.locator("#list .undone").count() == 2
