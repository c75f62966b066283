"""Pages that play and prove in a browser: moves, questions, hints, answers, and own positions."""

import json
import re
from collections import Counter
from itertools import product

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.game.rules import PRESETS
from spiderpos.goals.goal import parse

from . import test_drawing, test_sure
from .boards import board
from .browsing import (
    PHONE,
    accessible,
    button,
    copied,
    forget,
    has_cards,
    has_value,
    line,
    middle,
    moves_made,
    no_wider,
    of_position,
    ready,
    remember,
    shown,
    shows,
    tableau,
    typed,
)
from .running import run

MOVES = ["3♦-2♦ from 5 to 9", "3\N{EN DASH}2d from 5 to 9", "3-2d from 5 to 9 (2 cards)"]
#: JavaScript that counts the changes of an element within a second.
_CHANGES = """(element) => new Promise((done) => {
  let count = 0;
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver((changes) => { count += changes.length; }).observe(element, options);
  setTimeout(() => done(count), 1000);
})"""
RANKS = ("A", *map(str, range(2, 11)), *"JQK")


def without_searching(page):
    """Make every search fail, to show that an answer needs none."""
    page.evaluate(
        "() => { window.Worker = class { constructor() { throw Error('a search'); } }; }"
    )


def ask(page, question):
    """Return the page's immediate answer to a question."""
    button(page, question).click()
    return page.locator("#hint-text" if question == "Hint" else "#proof").inner_text()


# Moves


def test_a_drag_a_tap_keys_and_a_click_on_the_free_table(visit):
    page = visit("woods-4")
    first = find_problem("woods-4").replayed("clubs").steps[0]
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


@pytest.mark.long
def test_clicks_and_presses_follow_the_settings(visit):
    page = visit(of_position(board("Jd 8h 7h 6h", "9c", "7s"), parse("win")))
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("A click on a card").select_option("select")
    button(page, "Close").click()
    last = page.locator(".column:nth-child(1) .card").last
    picked = page.locator("[data-mark=picked]")
    last.click()
    assert picked.count() == 1
    last.click()
    assert picked.count() == 3, "a second click picks up all that moves together"
    target = page.locator(".column:nth-child(2) .card").last
    target.click()
    assert ["9c", "8h", "7h", "6h"] in shown(page)
    button(page, "Undo").click()
    remember(page, settings={"press": "all"})
    last.drag_to(target)
    assert ["9c", "8h", "7h", "6h"] in shown(page)


@pytest.mark.long
def test_taps_on_a_phone(visit):
    """A tap moves a card with the cards on it; taps on the background do nothing unless
    enabled."""
    page = visit("woods-4", **PHONE)
    typed(page, "3-2d from 5 to 9; 4h from 5 to 6; 3-2d from 9 to 6; 8-5d from 5 to 9")
    moves_made(page, 4)
    before = shown(page)
    tapped = page.locator(".column:nth-child(8) .card[data-card='8h']")
    tapped.tap(position={"x": 5, "y": 5})
    moves_made(page, 5)
    assert shown(page)[4] == [*before[4], "8h", "7h", "6h", "5h", "4h", "3h"]
    top = page.locator(".board-top").bounding_box()
    felt = (top["x"] + top["width"] / 2, top["y"] + 10)
    page.touchscreen.tap(*felt)
    moves_made(page, 5)
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("A tap on the free table").select_option("true")
    page.get_by_role("button", name="Close").click()
    page.touchscreen.tap(*felt)
    moves_made(page, 4)


def test_the_field_takes_scripts_and_a_link_holds_the_game(visit):
    page = visit("woods-4")
    assert page.locator("#clauses .open").count() == 1
    for text in MOVES:
        typed(page, text)
        page.locator("#own-moves button:not(.undone)", has_text="3-2♦ from 5 to 9").wait_for()
        page.locator("#first").click()
    typed(page, line("woods-4", "clubs"))
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    assert shown(page) == tableau(find_problem("woods-4").replayed("clubs").end)
    assert not page.evaluate("location.hash"), "nobody copies moves without wanting to"
    fragment = copied_link(page, "Copy a link to this")
    page.reload()
    moves_made(page, 36)
    typed(page, "Ks from 1 to")
    has_value(page.get_by_label("Moves", exact=True), "Ks from 1 to")
    assert page.locator("#typed-error").inner_text()
    button(page, "Undo").click()
    moves_made(page, 35)
    assert "solved" not in page.locator("#verdict").inner_text()
    button(page, "Redo").click()
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    # The line of a link is hidden at first, and doesn't mark the problem as solved.
    forget(page)
    other = visit("woods-4", fragment, waits=False)
    other.get_by_text("The link holds a line of 36 moves.").wait_for()
    assert shown(other) == tableau(find_problem("woods-4").start)
    button(other, "Show the line").click()
    other.locator("#last").click()
    assert shown(other) == tableau(find_problem("woods-4").replayed("clubs").end)
    data = json.loads(other.evaluate("localStorage.getItem('spiderpos') ?? '{}'"))
    assert not data.get("solved")
    button(other, "Back to the game").click()
    moves_made(other, 0)
    # The index ignores results in an address.
    forget(other)
    other = visit("index", "#solved=woods-4:0")
    assert other.locator("#progress").inner_text().startswith("0 of ")


@pytest.mark.long
def test_a_game_begins_from_a_line_and_is_replayed(visit):
    page = visit("woods-4", width=390, height=844)
    page.locator("#solution > summary").click()
    page.locator('#moves a[href="#hearts:12"]').click()
    typed(page, line("woods-4", "clubs").split("; ")[12])
    moves_made(page, 13)
    before = shown(page)
    page.locator("#back").click()
    button(page, "Replay").click()
    page.get_by_text("12 moves, from the start up to here.").wait_for()
    button(page, "Cancel").click()
    button(page, "Replay").click()
    button(page, "Play them").click()
    page.locator("body[data-track=line]").wait_for()
    page.locator("#last").click()
    button(page, "Back to the game").click()
    page.locator("body[data-track=game]").wait_for()
    moves_made(page, 12)
    page.locator("#forward").click()
    assert shown(page) == before


# A win


@pytest.mark.parametrize("motion", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_win_is_reported(visit, motion):
    page = visit("woods-4", motion=motion, **PHONE)
    moves = line("woods-4", "clubs").split("; ")
    typed(page, "; ".join(moves[:-1]))
    moves_made(page, len(moves) - 1)
    places = "['#position', '#controls'].map((q) => document.querySelector(q)"
    tops = f"{places}.getBoundingClientRect().top)"
    before = page.evaluate(tops)
    typed(page, moves[-1])
    report = page.locator("#reward")
    report.wait_for()
    board, controls = page.evaluate(tops)
    assert controls - board == pytest.approx(before[1] - before[0], abs=1), "it moves nothing"
    assert "unaided; the line on this page takes 36 too" in page.locator("#verdict").inner_text()
    assert page.locator("body").inner_text().lower().count("solved by move 36") == 1
    # The report has a still picture of some cards.
    assert report.locator(".fan svg").last.is_visible()
    assert button(page, "Hint").is_disabled()
    report.get_by_text("Next for you: ").wait_for()
    challenge = copied(page, button(page, "Challenge somebody"))
    assert challenge.endswith("/woods-4.html#by=36%2Cunaided")
    # The animation leaves nothing behind.
    page.locator(".flight").wait_for(state="detached")
    page.get_by_role("button", name="Undo", exact=True).click()
    moves_made(page, 35)
    assert not report.is_visible()
    forget(page)
    other = visit("woods-4", challenge[challenge.index("#") :], **PHONE)
    output = "Whoever sent you this solved it in 36, unaided. Can you?"
    shows(other.locator("#status"), output)
    moves_made(other, 0)


@pytest.mark.long
def test_an_empty_board_has_a_picture(visit):
    start = board("Ks Qs Js 10s 9s 8s 7s 6s 5s 4s 3s 2s", "As", rules=PRESETS["modern"])
    page = visit(of_position(start, parse("win")))
    typed(page, "As from 2 to 1")
    page.locator("#verdict.holds", has_text="solved by move 1").wait_for()
    page.locator(".flight svg").last.wait_for()


# Answers that are a card or a column


def test_two_cards_are_an_answer(visit):
    page = visit("mined-exchange")
    for other in ("J♦ in column 4", "J♦ in column 8"):
        page.get_by_label("Card 1").select_option(f"the {other}")
        page.get_by_label("Card 2").select_option("the J♠ in column 3")
        button(page, "Check").click()
        page.get_by_text(f"the {other} and the J♠ in column 3.").wait_for()
        has = page.locator("#clauses", has_text="remove clubs").count()
        assert has == other.endswith("8")
    page.get_by_text("Yes: ").wait_for()
    typed(page, line("mined-exchange", "solution"))
    page.locator("#verdict", has_text="solved by move").wait_for()


@pytest.mark.long
def test_a_column_is_an_answer(visit):
    page = visit("woods-2")
    for number, answer in ((5, "No, not column 5."), (3, "Yes: column 3. Now show")):
        page.get_by_label("Column", exact=True).select_option(f"column {number}")
        button(page, "Check").click()
        page.get_by_text(answer).wait_for()
    typed(page, line("woods-2", "two-spaces"))
    page.locator("#verdict", has_text="solved by move").wait_for()


@pytest.mark.long
def test_the_worst_card_turns_up(visit):
    page = visit("mined-sure-card")
    moves = line("mined-sure-card", "solution").split("; ")
    typed(page, "; ".join(moves[:-1]))
    page.locator("#status", has_text=" turns up").wait_for()
    assert not page.locator("dialog").is_visible()


# Questions about the position


def test_a_claim_is_checked_before_ones_eyes(visit):
    page = visit("woods-5")
    page.locator("#claims > summary").click()
    claim = page.locator("#claim-no-space-first")
    assert claim.locator(".chip").first.inner_text() == "impossible"
    assert "by a certificate" in claim.inner_text()
    claim.get_by_role("button", name="Check it now").click()
    checked = claim.locator(".checked")
    checked.get_by_text("Checked here: by a complete search of ").first.wait_for()
    assert checked.locator(".chip.impossible").count() == 1


def test_the_hints_of_the_author_come_first(visit):
    page = visit("first-one-ten")
    written = page.locator("#hints .hint p").all_text_contents()
    assert len(written) == len(find_problem("first-one-ten").data.hints)
    assert not page.locator("#hints").is_visible()
    assert [ask(page, "Hint") for _ in written] == written
    assert ask(page, "Hint") == "Aim at a space in column 2: 3 moves from here."


def test_searches_can_be_stopped(visit):
    problem = find_problem("woods-6")
    page = visit(of_position(problem.start, problem.goal))
    button(page, "Hint").click()
    hint = page.locator("#hint-text")
    hint.get_by_role("button", name="Stop").click()
    hint.get_by_text("Not decided. The search was stopped.").wait_for()
    # The user can continue the search, and screen readers don't announce each second.
    hint.get_by_role("button", name="Look longer").click()
    hint.locator("progress").wait_for()
    assert hint.get_by_role("progressbar", name="Looking for a way").count() == 1
    assert hint.evaluate(_CHANGES) == 0
    hint.get_by_role("button", name="Stop").click()
    button(page, "Can it still be done?").click()
    proof = page.locator("#proof")
    proof.locator("progress").wait_for()
    proof.get_by_role("button", name="Stop").click()
    proof.get_by_text("Not decided.").wait_for()
    assert "stopped" in proof.inner_text()


def test_a_long_search_offers_the_way_back(visit):
    page = visit("woods-6")
    typed(page, "7h from 8 to 1")
    moves_made(page, 1)
    button(page, "Can it still be done?").click()
    proof = page.locator("#proof")
    proof.get_by_text("1 move back it can be done.").wait_for()
    assert proof.locator("progress").count() == 1
    proof.get_by_role("button", name="Stop").click()
    proof.get_by_text("Not decided from here. The search was stopped.").wait_for()
    proof.get_by_role("button", name="Take the move back").click()
    moves_made(page, 0)


def test_the_move_that_lost_it_is_found(visit):
    """The page names the move that lost the goal: the second, which covers the 6."""
    position = board("Kd 5h", "6s", "Ac 7d", "Jc 8h", "Jd 9s")
    page = visit(of_position(position, parse("get a space")))
    proof, hint = page.locator("#proof"), page.locator("#hint-text")
    button(page, "Can it still be done?").click()
    proof.get_by_text("Yes: it can still be done, in 1 move.").wait_for()
    button(page, "Where did I lose it?").click()
    proof.get_by_text("isn't lost").wait_for()
    typed(page, "8h from 4 to 5; 5h from 1 to 2")
    moves_made(page, 2)
    button(page, "Can it still be done?").click()
    proof.get_by_text("It can't be done any more from here.").wait_for()
    proof.get_by_role("button", name="Where did I lose it?").click()
    proof.get_by_text("It was lost by move 2, 5♥ from 1 to 2.").wait_for()
    assert "After move 1 it can still be done." in proof.inner_text()
    reason = "The 6♠ of column 2 can't get free any more: it needs a 7 or a space"
    proof.get_by_text(reason).wait_for()
    assert page.locator("[data-mark=picked]").get_attribute("data-card") == "6s"
    assert page.locator("[data-mark=target]").get_attribute("data-card") == "7d"
    button(page, "Hint").click()
    hint.get_by_text("It can't be done any more from here.").wait_for()
    hint.get_by_text(reason).wait_for()
    hint.get_by_role("button", name="Take the move back").click()
    moves_made(page, 1)


@pytest.mark.long
def test_a_page_says_whether_the_win_is_sure(visit):
    """If a win is sure, a button plays the plan's moves up to the first hidden card."""
    page = visit(of_position(formats.loads(test_sure.FIVE), parse("win")))
    button(page, "Sure to win?").click()
    proof = page.locator("#proof")
    proof.locator("strong.good", has_text="Yes: you can be sure to win.").wait_for()
    assert "in each of 120 cases, which were all played" in proof.inner_text()
    moves = int(re.search(r"(\d+) moves? to the first card", proof.inner_text())[1])
    button(page, "Play up to the card").click()
    moves_made(page, moves)
    # The question is offered only if the goal is a win.
    assert not visit("first-move").locator("#ask-sure").is_visible()


@pytest.mark.long
def test_a_page_says_that_it_depends_on_the_hidden_cards(visit):
    """If a goal depends on hidden cards, the page shows a line for one order of them."""
    page = visit(of_position(*test_drawing.boards()))
    button(page, "Can it still be done?").click()
    proof = page.locator("#proof")
    proof.locator("strong", has_text="Possible: it depends on the hidden cards.").wait_for()
    moves = int(re.search(r"A line of (\d+) moves?", proof.inner_text())[1])
    button(page, "Play it, with these cards").click()
    moves_made(page, moves)
    page.locator("#verdict", has_text=f"solved by move {moves}").wait_for()


def test_hints_come_in_three_steps_of_a_line_that_is_known(visit):
    page = visit("woods-4")
    without_searching(page)
    assert "Aim at" in ask(page, "Hint")
    assert "Look at" in ask(page, "Hint")
    assert page.locator("[data-mark=picked]").count()
    button(page, "Hint").click()
    button(page, "Play it").click()
    moves_made(page, 1)
    assert "Aim at" in ask(page, "Hint")
    assert "Yes: it can still be done, in 35" in ask(page, "Can it still be done?")
    assert "It isn't lost" in ask(page, "Where did I lose it?")
    # After a broken condition all answers are negative.
    typed(page, "deal, 8h from 8 to 1")
    page.locator("#clauses", has_text="broken by move 2").wait_for()
    for question in ("Hint", "Can it still be done?", "Where did I lose it?"):
        assert "“without dealing” is broken by move 2, deal" in ask(page, question)
    page.locator("#proof").get_by_role("button", name="Back to before move 2").click()
    moves_made(page, 1)
    assert "Yes" in ask(page, "Can it still be done?")


# The user's own positions


def columns(page):
    return page.locator(".editor .pile")


def put(page, *cards):
    for card in cards:
        page.locator(f'.palette [data-put="{card}"]').click()


def test_a_problem_is_set_up_kept_examined_and_passed_on(visit, tmp_path):
    page = visit("set-up")
    board = page.locator("#position")
    assert not board.is_visible(), "nothing is there to play"
    left = page.locator('.palette [data-put="6s"] small')
    columns(page).nth(0).click()
    page.get_by_label("One face-down card more").click()
    put(page, "5h")
    columns(page).nth(1).click()
    put(page, "6s", "6s")
    assert left.inner_text() == "0"
    page.keyboard.type("6s")  # there is none left
    assert columns(page).nth(1).get_attribute("aria-label").endswith(": 6 of spades, 6 of spades")
    button(page, "Take the last card off").click()
    assert left.inner_text() == "1"
    # The position has too few cards for a game, and the page says so.
    output = page.locator("#editor-status")
    output.get_by_text("Ready to play. A part of a game.").wait_for()
    page.get_by_label("From a list:").select_option("turn up a card")
    page.get_by_label("without dealing").check()
    has_value(page.locator("#own-goal"), "turn up a card without dealing")
    page.get_by_label("Title").fill("One turns up")
    page.get_by_label("What is asked, in words").fill("Turn it up.")
    page.reload()
    ready(page)
    assert columns(page).nth(0).get_attribute("aria-label").endswith("1 face down, 5 of hearts")
    has_value(page.locator("#own-goal"), "turn up a card without dealing")
    button(page, "Try it").click()
    page.locator("#own-result", has_text="Read as fen").wait_for()
    assert shown(page) == [["--", "5h"], ["6s"]]
    button(page, "What comes of it?").click()
    form = page.locator("#own-position")
    form.get_by_text("Solved, in 1 move.").wait_for()
    form.get_by_text("This first move only: 5h from 1 to 2").wait_for()
    accessible(page)
    with page.expect_download() as download:
        button(page, "Save problem file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    for command in ("check", "lint"):
        result = run("author", command, str(file))
        assert result.exit_code == 0, result.output
    assert "# the only first move that solves it" in file.read_text()
    # A link opens the position as a problem.
    again = visit("game", copied_link(page, "Copy a link to it"), waits=False)
    shows(again.locator("h1"), "One turns up")
    shows(again.locator("#stipulation"), "Turn it up.")
    typed(again, "5h from 1 to 2, turning up Kc")
    again.locator("#verdict", has_text="solved by move 1").wait_for()
    # A link to the line hides it at first.
    link = copied_link(again, "Copy a link to this")
    forget(page)
    other = visit("game", link, waits=False)
    button(other, "Show the line").click()
    other.locator("#last").click()
    assert shown(other) == [["Kc"], ["6s", "5h"]]


def copied_link(page, name):
    """Click a button that copies a link; return the link's part that begins with "#"."""
    return "#" + copied(page, button(page, name)).partition("#")[2]


@pytest.mark.long
def test_it_is_set_up_by_touch_on_a_phone(visit):
    page = visit("set-up", **PHONE)
    tap = page.locator('.palette [data-put="10h"]')
    tap.tap()
    assert columns(page).nth(0).get_attribute("aria-label") == "Column 1: 10 of hearts"
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 568})
        no_wider(page, width)
        box = tap.bounding_box()
        assert min(box["width"], box["height"]) >= 24


@pytest.mark.long
def test_a_text_is_pasted_changed_and_played(visit):
    page = visit("set-up")
    field, goal, output = (page.locator(f"#own-{part}") for part in ("text", "goal", "result"))
    field.fill("1: Kd Qs\n2: (2) Jh\n")
    page.locator("#own-editor > summary").click()
    page.locator("#own-editor > summary").click()
    columns(page).nth(1).and_(page.get_by_label("Column 2: 2 face down, jack of hearts")).click()
    put(page, "10s")
    has_value(field, "KdQs/2x:JhTs - -")
    field.fill("Kx")
    button(page, "Try it").click()
    page.locator("#own-result.refused").wait_for()
    own = find_problem("woods-2").start.hide()
    field.fill(formats.dumps(own, "fen"))
    goal.fill("win twice")
    button(page, "Try it").click()
    page.locator("#own-result.refused", has_text="‘win twice’").wait_for()
    goal.fill("turn up a card")
    button(page, "Try it").click()
    output.get_by_text("Read as").wait_for()
    assert shown(page) == tableau(own)
    typed(page, "8-6s from 3 to 2")
    dialog = page.locator("dialog")
    # The options are all cards that can be there, and ``??``.
    kinds = set(dialog.locator("option").evaluate_all("all => all.map(({ value }) => value)"))
    seen = Counter(card for column in tableau(own) for card in column)
    cards = {card for card in map("".join, product(RANKS, "cdhs")) if seen[card] < 2}
    assert kinds == {"??", *cards}
    button(page, "Cancel").click()
    moves_made(page, 0)
    typed(page, "8-6s from 3 to 2")
    dialog.get_by_label("The card").select_option("Kh")
    button(page, "That's it").click()
    page.locator("#verdict", has_text="solved by move 1").wait_for()
    has_cards(page, 3, ["--", "--", "Kh"])
