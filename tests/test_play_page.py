"""Pages of games, from deals, problems and other positions, in a real browser."""

import re

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions
from spiderpos.game import deals
from spiderpos.game.moves import ToCell
from spiderpos.game.rules import DealOverSpaces, parse_rules
from spiderpos.games import session
from spiderpos.games.session import Session
from spiderpos.goals.goal import parse

from .boards import COMPLETE, board
from .browsing import (
    accessible,
    button,
    drag_by_touch,
    has_value,
    no_wider,
    remember,
    shown,
    shows,
    tableau,
)
from .play_page import (
    box_of,
    card_at,
    drag,
    end_of,
    escape,
    moves_made,
    stored_game,
    wait_for_dialog,
    wait_for_status,
    with_signs,
)

# Moves


def test_drags_clicks_and_what_is_refused(play):
    page = play()
    before = shown(page)
    # A flash may end before a busy machine looks for it.
    page.evaluate(
        """() => new MutationObserver(([{ target }]) => {
            if (target.matches(".flash")) window.flashed = true;
        }).observe(document.querySelector("#position"), { attributeFilter: ["class"] })"""
    )
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    wait_for_status(page, "The 7♥ can't go onto the 10♦ at the bottom of column 4")
    page.wait_for_function("window.flashed")
    page.mouse.move(*card_at(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*end_of(page, 2), steps=4)
    assert page.locator("#position .lifted").count() == 3
    page.keyboard.press("Escape")
    page.mouse.up()
    assert shown(page) == before
    for pressed in ("left", "middle", "right"):
        drag(page, card_at(page, 3, 2), end_of(page, 2), button=pressed)
        moves_made(page, 1)
        assert stored_game(page)["moves"] == ["7-6s from 3 to 2"]
        page.click("#back")
        moves_made(page, 0)
    # A drag that starts below a column takes as many cards as possible.
    x, y = end_of(page, 3)
    drag(page, (x, y + 150), end_of(page, 2))
    wait_for_status(page, "8-6♠ from 3 to 2, turning up 8♦")
    # A click sends a card, and the cards on it, to the obvious place.
    page.mouse.click(*card_at(page, 10, 1))
    wait_for_status(page, "A♠ from 10 to 5")
    page.mouse.click(*card_at(page, 7, 7))
    wait_for_status(page, "7-A♥ from 7 to 3")


def test_a_game_goes_back_to_its_deal_where_that_is_known(play):
    game = Session(deals.deal(1))
    game.play("deal")
    page = play(Session(game.position))
    page.click("[data-act=over]")
    wait_for_dialog(page, "This goes back to the deal")
    page.click("#dialog button.first")
    wait_for_status(page, "Started over, from the deal.")
    assert shown(page) == tableau(game.start)


def test_a_row_is_dealt_and_a_suit_removed(play):
    goal = parse("get 2 spaces without dealing")
    page = play(Session(board("5s", "6s", hand="2c 2d 3c 3d"), goal=goal))
    page.click("#position .hand")
    wait_for_dialog(page, "The problem is to be solved without it.")
    page.click("#dialog button.first")
    page.locator("#clauses .broken", has_text="broken by move 1").wait_for()
    # A double click on the hand deals without confirmation, here also a slow one.
    remember(page, settings={"double": 1_000_000})
    page.dblclick("#position .hand")
    moves_made(page, 2)
    page.locator("#deal:disabled").wait_for(state="attached")
    page = play(Session(board(COMPLETE["hearts"], "")))
    page.mouse.click(*card_at(page, 1, 4))
    moves_made(page, 1)
    assert page.locator("#position .removed .stub").count() == 1


def test_keys_and_a_voice(play):
    page = play()
    page.focus("#position")
    for key in "32":
        page.keyboard.press(key)
    wait_for_status(page, "8-6♠ from 3 to 2, turning up 8♦")
    page.keyboard.press("a")
    wait_for_dialog(page, "takes back")
    page.keyboard.press("Enter")
    moves_made(page, 0)
    # Move two cards of column 3, which has the cursor, to the space.
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    moves_made(page, 1)
    assert stored_game(page)["moves"] == ["7-6s from 3 to 2"]
    page.keyboard.press("Control+z")
    moves_made(page, 0)
    page.keyboard.press("ArrowRight")
    shows(page.locator("#voice"), "Column 3: 8 of spades to 6 of spades, 3 face down.")
    for key, words in (("s", "in all"), ("Control+s", "As the whole game")):
        page.keyboard.press(key)
        wait_for_dialog(page, words)
        escape(page)
        page.focus("#position")
    # A key is handled as soon as a dialog is closed, before the dialog's "close" event is sent.
    page.keyboard.press("i")
    wait_for_dialog(page, "0 moves made")
    page.evaluate(
        """() => {
            document.querySelector("dialog").close();
            const pressed = new KeyboardEvent("keydown", { key: "s", bubbles: true });
            document.querySelector("#position").dispatchEvent(pressed);
        }"""
    )
    wait_for_dialog(page, "in all")
    escape(page)
    page.focus("#position")
    page.keyboard.press("n")
    page.wait_for_url("**/index.html#new")


@pytest.mark.long
def test_a_phone(play):
    page = play(width=360, height=740, touch=True)
    no_wider(page, 360)
    drag_by_touch(page, card_at(page, 3, 3), end_of(page, 2))
    wait_for_status(page, "8-6♠ from 3 to 2, turning up 8♦")
    page.touchscreen.tap(*card_at(page, 10, 1))
    wait_for_status(page, "A♠ from 10 to 5")


# Storage in the browser


def test_a_reload_loses_nothing_and_tabs_follow(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    wait_for_status(page, "8-6♠ from 3 to 2")
    before = shown(page)
    page.reload()
    moves_made(page, 1)
    assert shown(page) == before
    shows(page.locator("#own-moves [aria-current]"), "8-6♠ from 3 to 2, turning up 8♦")
    other = page.context.new_page()
    other.goto(page.url)
    moves_made(other, 1)
    page.mouse.click(*card_at(page, 10, 1))
    moves_made(page, 2)
    wait_for_status(other, "The game went on in another window.")
    assert shown(other) == shown(page)
    # A change from an outdated tab is ignored.
    game = stored_game(page) | {"version": 99, "done": 1}
    page.evaluate(
        "game => localStorage.setItem('spiderpos game ' + game.id, JSON.stringify(game))", game
    )
    page.mouse.click(*card_at(page, 7, 7))
    wait_for_status(page, "The game has gone on in another window")
    moves_made(page, 1)
    other.close()


@pytest.mark.long
def test_a_browser_without_storage_shows_a_warning(play):
    page = play(fresh=True)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    page.evaluate("localStorage.clear()")
    page.reload()
    wait_for_status(page, "This browser keeps nothing: save the game as a file")


def test_games_leave_as_files_and_come_back(play, visit, tmp_path):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    wait_for_status(page, "8-6♠")
    before, text = shown(page), {}
    page.click("[data-act=save]")
    for name in ("script", "fen", "diagram", "session"):
        page.select_option("#dialog select", name)
        text[name] = page.locator("#dialog textarea").input_value()
    position = session.loads(text["session"]).position
    assert formats.loads(text["fen"], "fen") == position
    assert text["diagram"] == formats.dumps(position, "diagram")
    assert text["script"] == "8-6s from 3 to 2, turning up 8d\n"
    with page.expect_download() as download:
        page.click("#dialog >> text=Download")
    assert download.value.suggested_filename.endswith("-1.json")
    escape(page)
    file = tmp_path / "game.json"
    file.write_text(text["session"])
    opened = set()
    for _ in range(2):
        page = visit("index")
        page.get_by_role("link", name="Open", exact=True).click()
        page.set_input_files("#dialog input[type=file]", file)
        button(page, "Open").last.click()
        moves_made(page, 1)
        assert shown(page) == before
        opened.add(page.url)
    assert len(opened) == 2, "a text that is opened again replaces the saved game"
    page.keyboard.press("Control+o")
    page.fill("#dialog textarea", "Kd 9s 8q")
    page.locator("#dialog button.first").click()
    page.locator("#dialog .refused", has_text=re.compile(r"\w")).wait_for()
    has_value(page.locator("#dialog textarea"), "Kd 9s 8q")
    page.fill("#dialog textarea", formats.dumps(find_problem("woods-5").start, "diagram"))
    page.locator("#dialog button.first").click()
    wait_for_status(page, "ssumed: ")


# Information and options


def test_information_and_options(play):
    page = play()
    page.click("[data-act=score]")
    wait_for_dialog(page, "492  in all")
    page.click("#dialog >> text=Close")
    page.click("[data-act=locate]")
    page.fill("#dialog input", "TH")
    page.keyboard.press("Enter")
    wait_for_status(page, "10♥ in column 1")
    assert page.locator("#position [data-mark=target][data-card='10h']").count() == 2
    page.click("[data-act=expand]")
    page.fill("#dialog input", "4")
    page.keyboard.press("Enter")
    wait_for_status(page, "Column 4: A♦ 7-5♦ Q-J♠ 10♦")
    page.click("#position .removed")
    wait_for_dialog(page, "spades")
    page.click("#dialog >> text=Close")
    page.click("[data-act=options]")
    values = page.locator("#dialog [name=deal_over_spaces] option").all_inner_texts()
    assert values == ["as it is", *DealOverSpaces]
    page.select_option("#dialog select[name=cells]", "2")
    page.click("#dialog >> text=Go on")
    wait_for_status(page, "The rules are now: cells=2")
    assert page.locator("#position [data-cell]").count() == 2


def test_a_card_flies_to_a_free_cell_and_from_it(play):
    game = Session(formats.loads("Kc/Jd/- - - rules=cells=1", options=ReadOptions(partial=True)))
    game.do(ToCell(2, 1))
    page = play(game, motion=True)
    page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.flights = [];
            Element.prototype.animate = function (frames, timing) {
                window.flights.push(frames.map(({ transform }) => transform));
                return animate.call(this, frames, timing);
            };
        }"""
    )
    page.click("#back")
    page.locator("[data-column='2'] .card:not(.moving)").wait_for()
    cell, card = box_of(page.locator("[data-cell='1']")), box_of(page.locator(".card").last)
    page.click("#forward")
    page.locator("[data-cell='1'][data-card]").wait_for()
    (came, *_), (_, left) = page.evaluate("window.flights")
    for flight in came, left:
        x, y = map(float, re.findall(r"-?[\d.]+", flight))
        assert abs(cell["x"] - card["x"] - x) < 1
        assert abs(cell["y"] - card["y"] - y) < 1


def test_an_unknown_card_turns_up(play):
    page = play(Session(find_problem("woods-2").start.hide(), title="hidden"))
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    page.locator("#dialog option[value='Kh']").wait_for(state="attached")
    assert not page.locator("#dialog option[value='7s']").count()
    page.select_option("#dialog select", "Kh")
    page.click("#dialog >> text=That's it")
    wait_for_status(page, "8-6♠ from 3 to 2, turning up K♥")
    page.reload()
    wait_for_status(page, "8-6♠ from 3 to 2, turning up K♥")
    page.click("#deal")
    page.click("#dialog button.first")
    page.locator("#dialog select").nth(9).wait_for()
    page.click("#dialog >> text=Draw all hidden cards")
    wait_for_status(page, "The hidden cards are drawn")
    assert stored_game(page)["done"] == 2
    assert "x" not in stored_game(page)["game"]["position"]["fen"]


# Whole deals


def test_a_deal_is_chosen_and_hinted_without_sight(visit):
    home = visit("index")
    home.click("#choice button >> nth=0")
    home.locator("#hint-text", has_text="Begin here. Look at the ").wait_for()
    button(home, "Hint").click()
    home.locator("#hint-text", has_text=" games from here, with the hidden").wait_for()
    home.click("#hint-text >> text=Play it")
    moves_made(home, 1)
    shows(home.locator("#score"), "499 points")
    # Swapping face-down cards must not change a hint.
    other = stored_game(home)
    columns, hand, rest = other["game"]["position"]["fen"].split(" ", 2)
    down = re.search(r"(\w\w)(\w\w)\w*:", columns)
    swapped = columns.replace(down[1] + down[2], down[2] + down[1], 1)
    home.evaluate(
        "game => localStorage.setItem('spiderpos game other', JSON.stringify(game))",
        other
        | {"id": "other", "moves": [], "done": 0, "played": 0}
        | {
            "game": {
                "position": {"fen": f"{swapped} {hand} {rest}"},
                "goal": other["game"]["goal"],
            }
        },
    )
    first = with_signs(other["moves"][0].partition(", turning")[0])
    home.goto(home.url.partition("#")[0] + "#game=other")
    moves_made(home, 0)
    button(home, "Hint").click()
    home.locator("#hint-text b", has_text=first).wait_for()


def test_deals_by_number_and_date_and_the_list(visit):
    page = visit("index", fresh=True)
    page.locator("#other > summary").click()
    page.select_option("[name=start]", "3")
    page.select_option("[name=cells]", "2")
    page.fill("[name=number]", "14934")
    page.click("#fresh button")
    shows(page.locator("#title"), "Deal 14934, four suits")
    rules = parse_rules("modern", {"start": "3", "short_last_deal": "yes", "cells": "2"})
    assert shown(page) == tableau(deals.deal(14934, rules=rules))
    page.clock.install(time="2026-03-28T10:00:00")
    page.get_by_role("link", name="All games and problems").click()
    # Games in which no move was played aren't listed.
    assert not page.locator("#going").is_visible()
    page.click("#deals [data-day] >> nth=1")
    shows(page.locator("#title"), "Deal of 2026-03-28, two suits")
    assert shown(page) == tableau(deals.deal(20260328, rules=parse_rules("two-suits")))
    page.click("#deal")
    page.click("#dialog button.first")
    moves_made(page, 1)
    page.get_by_role("link", name="All games and problems").click()
    item = page.locator("#games li", has_text="Deal of 2026-03-28")
    page.locator("#statistics > summary").click()
    shows(page.locator("#statistics tbody tr >> nth=1 >> td >> nth=0"), "1")
    item.locator("button").click()
    item.locator("button", has_text="Really delete?").click()
    item.wait_for(state="detached")


def won_but_for_a_suit():
    """Return a deal of one suit that is one move from a win."""
    return formats.loads("K-2s/As/-/-/-/-/-/-/-/- - sssssss rules=one-suit", "fen")


def test_a_deal_is_finished_with_one_click_and_is_a_win(play):
    page = play(Session(won_but_for_a_suit(), title="Nearly"))
    button(page, "Finish (1 move)").click()
    page.locator("#verdict", has_text="solved by move 1, unaided; in 0:0").wait_for()
    reward = page.locator("#reward")
    assert reward.locator(".fan svg").last.is_visible()
    reward.get_by_role("link", name="All games").wait_for()
    board_box, box = box_of(page.locator("#position")), box_of(reward)
    assert box["y"] >= board_box["y"] + board_box["height"] or box["x"] >= (
        board_box["x"] + board_box["width"]
    )
    assert stored_game(page)["won"]


@pytest.mark.long
def test_as_the_cards_lie(play):
    # The spades can be removed only because the face-down card is their Ace.
    page = play(
        Session(board("(As) 5s", "K-2s", "6h"), goal=parse("remove spades without dealing"))
    )
    page.click("#ask-still")
    page.locator("#proof", has_text="Yes: it can still be done, in ").wait_for()
    page.click("#proof >> text=Show the line")
    page.locator("body[data-track=line]").wait_for()
    page.click("#forward")
    assert kept_nothing(page)
    button(page, "Back to the game").click()
    moves_made(page, 0)


def kept_nothing(page):
    return not page.evaluate("Object.keys(localStorage).some(key => key.includes('game '))")


@pytest.mark.long
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)])
def test_accessibility(play, dark, width):
    page = play(width=width, dark=dark)
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    wait_for_status(page, "8-6♠")
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    wait_for_status(page, "The 7♥ can't go")
    accessible(page)
    page.click("#settings")
    accessible(page)
