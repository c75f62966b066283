"""Pages that play and prove in a browser, from the disk, with nothing else there."""

import json
import re
from collections import Counter
from itertools import product

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.game.engine import natural_run
from spiderpos.game.moves import Shift
from spiderpos.goals.goal import parse
from spiderpos.scripts.words import describe
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import render
from tests.browsing import has_value, shows

from . import test_drawing, test_sure
from .boards import board
from .test_pages_browser import accessible, button, no_wider, ready, shown, tableau

RANKS = ("A", *map(str, range(2, 11)), *"JQK")
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A site of some problems, on the disk."""
    folder = tmp_path_factory.mktemp("public")
    names = ("woods-3", "woods-4", "woods-5", "woods-6", "woods-6-swapped")
    site.write(site.build([find_problem(name) for name in names]), folder)
    return folder


@pytest.fixture
def visit(open_page, folder):
    """Opens a page of the site, and waits until it plays."""

    def open_(name, fragment="", **options):
        page = open_page(f"{(folder / f'{name}.html').as_uri()}{fragment}", **options)
        if name != "index":
            ready(page)
        return page

    return open_


@pytest.fixture
def single(open_page, tmp_path):
    """Opens a page of one file."""

    def open_(found, fragment="", **options):
        file = tmp_path / "one.html"
        file.write_text(render(found))
        page = open_page(file.as_uri() + fragment, **options)
        ready(page)
        return page

    return open_


def typed(page, text):
    page.get_by_label("Moves", exact=True).fill(text)
    button(page, "Play").click()


def moves_made(page, number):
    page.wait_for_function(
        "n => document.querySelectorAll('#own-moves button:not(.undone)').length === n", arg=number
    )


def line(name, reference, number=None):
    """The moves of a line in words."""
    steps = find_problem(name).replayed(reference).steps[:number]
    return "; ".join(map(describe, steps))


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 6)


def drag_by_touch(page, start, stop):
    client = page.context.new_cdp_session(page)
    for part in range(7):
        x, y = (a + (b - a) * min(part, 5) / 5 for a, b in zip(start, stop, strict=True))
        kind = "touchStart" if not part else "touchEnd" if part == 6 else "touchMove"
        points = [] if part == 6 else [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# Playing


def test_woods_third_problem_is_solved_by_touch(visit):
    problem = find_problem("woods-3")
    page = visit("woods-3", **PHONE)
    column = page.locator(".column")
    steps = problem.replayed("contingency").steps
    for number, step in enumerate(steps, 1):
        move = step.move
        assert isinstance(move, Shift)
        source, target = column.nth(move.source - 1), column.nth(move.target - 1)
        source.scroll_into_view_if_needed()
        run = natural_run(step.before.column(move.source), step.before.rules)
        if move.target in step.before.spaces and move.count < len(run):
            card = source.locator(".card").nth(-move.count)
            drag_by_touch(page, middle(card), middle(target.locator(".pile")))
        else:
            source.locator(".column-number").tap()
            target.locator(".column-number").tap()
        moves_made(page, number)
    assert (
        "solved by move 30; the printed line takes 30 too" in page.locator("#verdict").inner_text()
    )
    assert page.locator("#clauses .holds").count() == page.locator("#clauses li").count()


def test_the_field_takes_what_scripts_take(visit):
    page = visit("woods-4")
    assert page.locator("#clauses .open").count() == 1
    typed(page, line("woods-4", "clubs"))
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    assert shown(page) == tableau(find_problem("woods-4").replayed("clubs").end)
    typed(page, "Ks from 1 to")
    has_value(page.get_by_label("Moves", exact=True), "Ks from 1 to")
    assert page.locator("#typed-error").inner_text()
    button(page, "Undo").click()
    moves_made(page, 35)
    assert "solved" not in page.locator("#verdict").inner_text()
    button(page, "Redo").click()
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    accessible(page)


def test_a_drag_a_tap_keys_and_a_click_on_the_free_table(visit):
    page = visit("woods-4")
    first = find_problem("woods-4").replayed("clubs").steps[0]
    assert describe(first) == "3-2d from 5 to 9"
    cards = page.locator(".column:nth-child(5) .card")
    start, stop = middle(cards.nth(-2)), middle(page.locator(".column:nth-child(9) .pile"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*stop, steps=4)
    page.mouse.up()
    moves_made(page, 1)
    assert shown(page) == tableau(first.after)
    top = page.locator(".board-top").bounding_box()
    page.mouse.click(top["x"] + top["width"] / 2, top["y"] + 10)
    moves_made(page, 0)
    page.locator("#position").focus()
    page.keyboard.press("5")
    page.keyboard.press("9")
    moves_made(page, 1)
    page.keyboard.press("u")
    moves_made(page, 0)
    page.keyboard.press("5")
    page.keyboard.press("4")
    assert "refused" in page.locator("#status").get_attribute("class")


def test_the_game_is_replayed_up_to_here(visit):
    page = visit("woods-4")
    typed(page, line("woods-4", "clubs", 3))
    moves_made(page, 3)
    before = shown(page)
    page.locator("#back").click()
    button(page, "Replay").click()
    page.get_by_text("2 moves, from the start up to here.").wait_for()
    button(page, "Cancel").click()
    button(page, "Replay").click()
    button(page, "Play them").click()
    page.locator("body[data-track=line]").wait_for()
    page.locator("#last").click()
    button(page, "Back to the game").click()
    page.locator("body[data-track=game]").wait_for()
    moves_made(page, 2)
    page.locator("#forward").click()
    assert shown(page) == before


def of_clicks(open_page, tmp_path, **settings):
    """Open the page of a small position, with these settings."""
    position = board("Jd 8h 7h 6h", "9c", "7s")
    clicks = content.of_position(position, title="Clicks", goal=parse("win"))
    (tmp_path / "clicks.html").write_text(render(clicks))
    page = open_page((tmp_path / "clicks.html").as_uri())
    ready(page)
    stored = json.dumps({"settings": settings})
    page.evaluate("text => localStorage.setItem('spiderpos', text)", stored)
    return page


def test_a_second_click_picks_up_all_that_moves_together(open_page, tmp_path):
    page = of_clicks(open_page, tmp_path, tap="select")
    last, picked = (
        page.locator(".column:nth-child(1) .card").last,
        page.locator("[data-mark=picked]"),
    )
    last.click()
    assert picked.count() == 1
    last.click()
    assert picked.count() == 3
    page.locator(".column:nth-child(2) .card").last.click()
    assert ["9c", "8h", "7h", "6h"] in shown(page)


def test_pressing_may_mean_as_many_as_can(open_page, tmp_path):
    page = of_clicks(open_page, tmp_path, press="all")
    source, target = (page.locator(f".column:nth-child({n}) .card").last for n in (1, 2))
    source.drag_to(target)
    assert ["9c", "8h", "7h", "6h"] in shown(page)


def test_a_click_may_pick_up_instead(visit):
    page = visit("woods-4")
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("A click on a card").select_option("select")
    accessible(page)
    button(page, "Close").click()
    page.locator(".column:nth-child(5) .card").last.click()
    page.locator(".column:nth-child(9) .pile").click()
    moves_made(page, 1)
    assert shown(page)[8] == ["2d"]


def test_a_deal_says_how_many_are_left_and_what_it_breaks(visit):
    page = visit("woods-5")
    shows(page.locator("#deal"), "Deal (2 left)")
    page.locator("#deal").click()
    assert "solved without it" in page.locator("dialog").inner_text()
    page.locator("dialog").get_by_role("button", name="Deal").click()
    moves_made(page, 1)
    shows(page.locator("#deal"), "Deal (1 left)")
    assert "broken by move 1" in page.locator("#clauses").inner_text()


def test_a_game_begins_from_a_line(visit):
    page = visit("woods-4", "", width=390, height=844)
    page.locator("#solution > summary").click()
    page.locator('#moves a[href="#hearts:12"]').click()
    typed(page, line("woods-4", "clubs").split("; ")[12])
    moves_made(page, 13)


def test_a_link_holds_the_game(visit):
    page = visit("woods-4")
    typed(page, line("woods-4", "clubs"))
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    fragment = page.evaluate("location.hash")
    again = visit("woods-4", fragment)
    again.locator("#verdict", has_text="solved by move 36").wait_for()
    # Another page opens it too.
    other = visit("woods-5", fragment)
    moves_made(other, 36)
    assert shown(other) == tableau(find_problem("woods-4").replayed("clubs").end)


def test_a_position_of_ones_own(visit):
    page = visit("woods-4")
    page.locator("#own > summary").click()
    field = page.locator("#own-text")
    field.fill("Kx")
    button(page, "Try it").click()
    page.locator("#own-said.refused").wait_for()
    own = find_problem("woods-2").start.hide()
    field.fill(formats.dumps(own, "fen"))
    page.locator("#own-goal").fill("turn up a card")
    button(page, "Try it").click()
    page.locator("#own-said", has_text="Read as").wait_for()
    assert shown(page) == tableau(own)
    typed(page, "8-6s from 3 to 2")
    dialog = page.locator("dialog")
    # Only what can be there: all cards that aren't seen, and nothing else.
    kinds = set(dialog.locator("option").evaluate_all("all => all.map(({ value }) => value)"))
    seen = Counter(card for column in tableau(own) for card in column)
    assert kinds == {
        "??",
        *(card for card in map("".join, product(RANKS, "cdhs")) if seen[card] < 2),
    }
    button(page, "Cancel").click()
    moves_made(page, 0)
    page.locator("#forward").click()
    typed(page, "")
    page.locator("#back").click()
    typed(page, "8-6s from 3 to 2")
    dialog.get_by_label("The card").select_option("Kh")
    button(page, "That's it").click()
    assert shown(page)[2] == ["--"] * 2 + ["Kh"]
    page.locator("#verdict", has_text="solved by move 1").wait_for()
    accessible(page)


# Proving


def test_a_claim_is_checked_before_ones_eyes(visit):
    page = visit("woods-5")
    page.locator("#claims > summary").click()
    claim = page.locator("#claim-no-space-first")
    shows(claim.locator(".chip").first, "recorded: impossible")
    claim.get_by_role("button", name="Check it now").click()
    checked = claim.locator(".checked")
    checked.get_by_text("digest e527f30daa2c0db7").first.wait_for()
    assert "Recorded: 56 classes, digest e527f30daa2c0db7: the same." in checked.inner_text()
    assert claim.locator(".chip.impossible").count() == 1
    accessible(page)


def test_a_search_can_be_stopped(visit):
    page = visit("woods-6")
    button(page, "Prove it").click()
    proof = page.locator("#proof")
    proof.locator("progress").wait_for()
    proof.get_by_role("button", name="Stop").click()
    proof.get_by_text("Undecided.").wait_for()
    assert "stopped" in proof.inner_text()


def test_where_it_was_lost(single):
    position = board("6h 5s", "7s", "", "8d")
    found = content.of_position(position, title="Small", goal=parse("get 2 spaces"))
    page = single(found)
    button(page, "Can it still be done?").click()
    page.locator("#proof", has_text="it can still be done").wait_for()
    button(page, "Where did I lose it?").click()
    page.locator("#proof", has_text="isn't lost").wait_for()


@pytest.fixture
def lost(single):
    """A game that its second move has lost: the 5 is on the 6, which was to go."""
    position = board("Kd 5h", "6s", "Ac 7d", "Jc 8h", "Jd 9s")
    page = single(content.of_position(position, title="Small", goal=parse("get a space")))
    typed(page, "8h from 4 to 5; 5h from 1 to 2")
    moves_made(page, 2)
    return page


def test_a_page_says_whether_the_win_is_sure(single):
    """The plan's moves up to the first card are played; then it is asked again."""
    position = formats.loads(test_sure.FIVE)
    page = single(content.of_position(position, title="Five", goal=parse("win")))
    button(page, "Sure to win?").click()
    proof = page.locator("#proof")
    proof.locator("strong.good", has_text="Yes: you can be sure to win.").wait_for()
    assert "in each of 120 cases, which were all played" in proof.inner_text()
    moves = int(re.search(r"(\d+) moves? to the first card", proof.inner_text())[1])
    button(page, "Play up to the card").click()
    moves_made(page, moves)


def test_a_page_says_that_it_depends_on_the_hidden_cards(single):
    """The line for one draw of them is shown, and played with the cards that it turns up."""
    position, goal = test_drawing.boards()
    page = single(content.of_position(position, title="Draws", goal=goal))
    button(page, "Can it still be done?").click()
    proof = page.locator("#proof")
    proof.locator("strong", has_text="Possible: it depends on the hidden cards.").wait_for()
    moves = int(re.search(r"A line of (\d+) moves?", proof.inner_text())[1])
    button(page, "Play it, with these cards").click()
    moves_made(page, moves)
    page.locator("#verdict", has_text=f"solved by move {moves}").wait_for()


def test_the_move_that_lost_it_is_found(lost):
    button(lost, "Where did I lose it?").click()
    proof = lost.locator("#proof")
    proof.get_by_text("It was lost by move 2, 5h from 1 to 2.").wait_for()
    assert "After move 1 it can still be done." in proof.inner_text()
    button(lost, "Take back to there").click()
    moves_made(lost, 1)


def test_a_hint_says_that_it_is_lost(lost):
    button(lost, "Hint").click()
    lost.locator("#hint-text", has_text="It can't be done any more from here.").wait_for()
    button(lost, "Back to where it can").click()
    moves_made(lost, 1)
    button(lost, "Hint").click()
    lost.locator("#hint-text", has_text="Aim at a space in column 2: 1 move from here.").wait_for()


def test_a_hint_says_that_nothing_is_known(single):
    problem = find_problem("woods-6")
    page = single(content.of_position(problem.position(), title="Six", goal=problem.goal))
    button(page, "Hint").click()
    hint = page.locator("#hint-text")
    hint.get_by_role("button", name="Stop").click()
    hint.get_by_text("I don't know: the search was stopped").wait_for()


def test_hints_come_in_three_steps(visit):
    page = visit("woods-4")
    hint = page.locator("#hint-text")
    button(page, "Hint").click()
    hint.get_by_text("Aim at").wait_for()
    button(page, "Hint").click()
    hint.get_by_text("Look at").wait_for()
    assert page.locator("[data-mark=picked]").count()
    button(page, "Hint").click()
    button(page, "Play it").click()
    moves_made(page, 1)
    # The line that was found goes on, without another search.
    button(page, "Hint").click()
    hint.get_by_text("Aim at").wait_for()


# A place to come back to


def test_the_index_remembers(visit, open_page, folder):
    page = visit("woods-4")
    typed(page, line("woods-4", "clubs"))
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    page.get_by_role("link", name="All problems").click()
    entry = page.locator("[data-id=woods-4]")
    entry.get_by_text("solved in 36").wait_for()
    assert "1 of 5 problems solved" in page.locator("#progress").inner_text()
    page.get_by_label("State").select_option("open")
    assert not entry.is_visible()
    shows(page.locator("#shown"), "4 problems")
    page.get_by_label("Words").fill("jacks")
    shows(page.locator("#shown"), "1 problem")


def test_moves_that_were_made_are_there_again(visit):
    page = visit("woods-4")
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    page.goto(page.url.split("#")[0])
    moves_made(page, 1)


def test_problems_that_speak_of_each_other_are_linked(visit):
    page = visit("woods-6")
    page.get_by_role("link", name=re.compile("two Jacks exchanged")).first.click()
    ready(page)
    assert "two Jacks" in page.locator("h1").inner_text()


@pytest.mark.parametrize("name", ["woods-3", "woods-5"])
def test_a_phone_on_its_side_shows_the_whole_board(visit, name):
    page = visit(name, width=844, height=390)
    bottoms = page.evaluate(
        "[...document.querySelectorAll('.card')].map(c => c.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= 390
    no_wider(page, 844)


def test_a_page_of_one_file_plays_within_a_second(single):
    page = single(content.of_problem(find_problem("woods-4")))
    assert page.evaluate("performance.now()") < 5000
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
