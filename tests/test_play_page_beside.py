"""What stands beside the board of the page to play on, and how it looks, in a real browser."""

import re

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.game import census
from spiderpos.game.deals import deal
from spiderpos.game.moves import Shift
from spiderpos.game.rules import DealOverSpaces, parse_rules
from spiderpos.games.session import Session
from spiderpos.play import app
from spiderpos.solver import prover

from .boards import board
from .browsing import accessible, button, drag_by_touch, has_value, no_wider, shown, shows
from .play_page import asked, box_of, card_at, drag, end_of, moves_made, said
from .serving import serving


def test_questions_on_the_side(play):
    page = play()
    page.click("[data-act=score]")
    asked(page, "492  in all")
    page.click("#dialog >> text=Close")
    page.click("[data-act=locate]")
    page.fill("#dialog input", "TH")
    page.keyboard.press("Enter")
    said(page, "10h in column 1")
    assert page.locator("#position [data-mark=target][data-card='10h']").count() == 2
    page.click("[data-act=expand]")
    page.fill("#dialog input", "4")
    page.keyboard.press("Enter")
    said(page, "column 4: Ad 7-5d Q-Js 10d")
    page.click("#position .removed")
    asked(page, "spades")
    page.click("#dialog >> text=Close")


def test_hints(play):
    page = play("woods-4")
    for text in (
        "Aim at a space in column 9: 3 moves",
        "Look at the 3 of diamonds",
        "3-2d from 5",
    ):
        page.click("#hint")
        page.locator("#hint-text", has_text=text).wait_for()
    assert page.locator("#position [data-mark=picked]").count() == 2
    page.click("#hint-text >> text=Play it")
    moves_made(page, 1)
    # Without a goal, from what a player sees.
    page = play(Session(board("(9c) 5s", "6s", "6h")))
    page.click("#hint")
    page.locator("#hint-text", has_text="5s from 1 to 2: ").wait_for()


@pytest.mark.skipif(not prover.native_core(), reason="the core is not installed")
def test_a_hint_for_a_deal_tells_the_chance_to_win(play, monkeypatch):
    monkeypatch.setattr(app, "_DRAWS", 1)
    page = play(Session(deal(2, rules=parse_rules("suits=1"))))
    page.click("#hint")
    page.locator("#hint-text", has_text="Chance to win from here: ").wait_for()
    page.click("#settings")
    page.get_by_label("After each move").select_option("true")
    button(page, "Close").click()
    page.locator("#live", has_text=re.compile("^[01] of 1 won$")).wait_for()
    page.click("#hint-text >> text=Play it")
    moves_made(page, 1)
    page.locator("#live", has_text=re.compile("^[01] of 1 won$")).wait_for()


def test_a_first_game_shows_where_to_begin(open_page, tmp_path):
    with serving(tmp_path / "games") as served:
        home = open_page(served.server.address())
        home.click("#choice button >> nth=0")
        home.locator("#hint-text", has_text="Begin here. Look at the ").wait_for()
        home.locator("#position [data-mark=picked]").first.drag_to(
            home.locator("#position [data-mark=target]")
        )
        moves_made(home, 1)
        shows(home.locator("#hint-text"), "")
        # The next game is no first one.
        home.goto(served.server.address().partition("#")[0])
        home.click("#choice button >> nth=0")
        moves_made(home, 0)
        assert not home.locator("#hint-text").inner_text()


@pytest.mark.long
def test_settings_say_what_a_click_does(play):
    page = play()
    page.click("#settings")
    page.select_option("#dialog select >> nth=0", "select")
    page.click("#dialog >> text=Close")
    page.mouse.click(*card_at(page, 3, 2))
    assert page.locator("#position [data-mark=picked]").count() == 2
    page.mouse.click(*end_of(page, 2))
    moves_made(page, 1)
    assert page.table.game.done[-1].move == Shift(3, 2, 2)
    # A click on the free table takes it back.
    box = box_of(page.locator("#position"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
    moves_made(page, 0)
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    page.locator("#position.flash").wait_for()


def test_rules_change_in_the_middle_of_a_game(play):
    page = play()
    page.click("[data-act=options]")
    page.select_option("#dialog select[name=cells]", "2")
    page.click("#dialog >> text=Go on")
    said(page, "The rules are now: cells=2")
    assert page.locator("#position [data-cell]").count() == 2


@pytest.mark.long
def test_keys_for_a_new_game_and_its_file(play):
    page = play()
    page.focus("#position")
    page.keyboard.press("3")
    page.keyboard.press("2")
    moves_made(page, 1)
    page.keyboard.press("a")
    asked(page, "This takes back what came up: 8 of diamonds in column 3.")
    page.keyboard.press("Enter")
    moves_made(page, 0)
    page.keyboard.press("Control+s")
    asked(page, "on the disk anyway")
    page.keyboard.press("Escape")
    page.focus("#position")
    page.keyboard.press("n")
    page.click("#dialog >> text=Other…")
    page.wait_for_url("**/#fresh")
    page.select_option("[name=start]", "3")
    page.select_option("[name=cells]", "2")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-*")
    page.locator("#position .card").first.wait_for()
    assert page.locator("#position [data-column='1'] .card").count() == 3
    page.focus("#position")
    page.keyboard.press("Control+o")
    page.wait_for_url("**/#own")


def test_saving_and_resuming(play, served, open_page, tmp_path):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s")
    before = shown(page)
    page.click("[data-act=save]")
    page.select_option("#dialog select", "save")
    has_value(page.locator("#dialog textarea"), re.compile("^[^{].*/"))
    text = page.locator("#dialog textarea").input_value()
    with page.expect_download() as download:
        page.click("#dialog >> text=Download")
    assert download.value.suggested_filename.endswith("-1.save")
    assert download.value.path().read_text() == text
    home = open_page(served.server.address())
    home.fill("#text", text)
    home.click("text=Play it")
    home.wait_for_url("**/game/**")
    moves_made(home, 1)
    assert shown(home) == before
    file = tmp_path / "game.save"
    file.write_text(text)
    home.goto(served.server.address())
    home.set_input_files("[name=file]", file)
    home.click("text=Play it")
    home.wait_for_url("**/game/**")


def test_the_list(served, open_page):
    page = open_page(served.server.address())
    part = page.locator("details", has=page.locator("[data-problem=woods-3]"))
    part.locator("summary").click()
    page.click("text=woods-3: A card for nothing")
    page.wait_for_url("**/game/woods-3-*")
    page.locator("#position .card").first.wait_for()
    page.click("text=spiderpos")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-*")
    page.go_back()
    page.fill("[name=number]", "14934")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-14934-*")
    shows(page.locator("#title"), "Deal 14934, four suits")
    page.goto(served.server.address())
    item = page.locator("#games li", has_text="Deal 14934")
    item.locator("button").click()
    item.locator("button", has_text="Really delete?").click()
    item.wait_for(state="detached")


def test_a_pasted_text_that_lacks_something(served, open_page):
    page = open_page(served.server.address())
    before = len(served.store.listed())
    page.fill("#text", "Kd 9s 8q")
    page.click("text=Play it")
    page.locator("#fault").wait_for()
    page.evaluate("document.querySelector('#text').value = '9-'.repeat(500000)")
    page.click("text=Play it")
    page.locator("#fault", has_text="1000000 characters").wait_for()
    assert len(served.store.listed()) == before
    page.fill("#text", formats.dumps(find_problem("woods-5").start, "diagram"))
    page.click("text=Play it")
    page.wait_for_url("**/game/**")
    said(page, "assumed: ")
    page.reload()
    said(page, "assumed: ")


def test_a_card_that_nobody_knows(play):
    page = play(Session(find_problem("woods-2").start.hide(), title="hidden"))
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    page.locator("#dialog option[value='Kh']").wait_for(state="attached")
    assert not page.locator("#dialog option[value='7s']").count()
    page.select_option("#dialog select", "Kh")
    page.click("#dialog >> text=That's it")
    said(page, "8-6s from 3 to 2, turning up Kh")
    page.reload()
    said(page, "8-6s from 3 to 2, turning up Kh")
    page.click("#deal")
    page.click("#dialog button.first")
    page.locator("#dialog select").nth(9).wait_for()
    page.click("#dialog >> text=Draw all hidden cards")
    said(page, "The hidden cards are drawn")
    assert not census.faults(page.table.game.start)
    assert page.table.game.at == 2


def test_a_phone(play):
    page = play(width=360, height=740, touch=True)
    no_wider(page, 360)
    drag_by_touch(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s from 3 to 2, turning up 8d")
    page.touchscreen.tap(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")
    page.click("[data-act=info]")
    asked(page, "2 moves made")


def test_nothing_is_wider_or_lower_than_the_window(play, served, open_page):
    # 27 cards in a column: the cards at its bottom are those that can be dragged.
    page = play("woods-2")
    sizes = ((320, 740), (768, 740), (1280, 720), (1920, 1080))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        no_wider(page, width)
        bottoms = page.locator("#position .card").evaluate_all(
            "cards => cards.map(card => card.getBoundingClientRect().bottom)"
        )
        assert len(bottoms) == 84
        assert max(bottoms) < height or width < 1280
    drag(page, card_at(page, 5, 1), end_of(page, 8))
    said(page, "2s")
    home = open_page(served.server.address())
    home.locator("#problems li").first.wait_for()
    for width, height in sizes:
        home.set_viewport_size({"width": width, "height": height})
        no_wider(home, width)


@pytest.mark.long
def test_cards_in_cells(play):
    rules = parse_rules("cells=2")
    page = play(Session(board("Kc 9-8s", "9h", "10h", cells=(None, None), rules=rules)))
    cell = box_of(page.locator("#position [data-cell='2']"))
    centre = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
    drag(page, card_at(page, 1, 1), centre)
    said(page, "8s from 1 to cell 2")
    drag(page, centre, end_of(page, 2))
    said(page, "8s from cell 2 to 2")


@pytest.mark.parametrize(
    ("width", "dark"),
    [(360, True), *(pytest.param(1280, d, marks=pytest.mark.long) for d in (False, True))],
)
def test_accessibility(play, served, open_page, dark, width):
    page = play(width=width, dark=dark)
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s")
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    said(page, "The 7h can't go")
    home = open_page(served.server.address(), width=width, dark=dark)
    home.locator("#problems li").first.wait_for()
    accessible(page, home)
    page.click("#settings")
    accessible(page)


@pytest.mark.long
def test_a_new_deal_is_dealt_card_by_card(served, open_page):
    page = open_page("about:blank", motion=True)
    page.add_init_script(
        """window.delays = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
          window.delays.push(timing.delay);
          return animate.call(this, frames, timing);
        };"""
    )
    table = served.store.begin(Session(deal(1)))
    page.goto(served.server.address(table))
    moves_made(page, 0)
    page.wait_for_function("window.delays.length >= 54")
    assert page.evaluate("new Set(window.delays).size") == 54
    assert page.locator("#position .card").count() == 54
    button(page, "Rules").click()
    values = page.locator("#dialog [name=deal_over_spaces] option").all_inner_texts()
    assert values == list(DealOverSpaces)
