"""A position of one's own in a page: set up by hand or pasted, played, and passed on."""

from __future__ import annotations

from itertools import product

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.game.deals import deal
from spiderpos.goals.goal import parse
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import CONDITIONS, OBJECTIVES, phrases_data, render
from spiderpos.show.web import joined
from spiderpos.show.web.data import game_data
from tests.browsing import has_value

from .tables import rows
from .test_pages_browser import accessible, button, no_wider, ready, shown, tableau
from .test_wasm import MOVES, TEXTS, in_node, needs_node

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("public")
    site.write(site.build([find_problem("woods-4")]), folder)
    return folder


@pytest.fixture
def visit(open_page, folder):
    """Opens a page of the site, and waits until it plays."""

    def open_(name, fragment="", **options):
        page = open_page(f"{(folder / f'{name}.html').as_uri()}{fragment}", **options)
        ready(page)
        return page

    return open_


def columns(page):
    return page.locator(".editor .pile")


def put(page, *cards):
    for card in cards:
        page.locator(f'.palette [data-put="{card}"]').click()


def left(page, card):
    return page.locator(f'.palette [data-put="{card}"] small').inner_text()


def test_a_position_is_set_up_played_and_passed_on(visit):
    page = visit("set-up")
    columns(page).nth(0).click()
    page.get_by_label("One face-down card more").click()
    put(page, "5h")
    columns(page).nth(1).click()
    put(page, "6s", "6s")
    assert left(page, "6s") == "0"
    page.keyboard.type("6s")  # there is none left
    assert columns(page).nth(1).get_attribute("aria-label").endswith(": 6 of spades, 6 of spades")
    button(page, "Take the last card off").click()
    assert left(page, "6s") == "1"
    said = page.locator(".editor [role=status]")
    said.get_by_text("Not ready yet").wait_for()
    page.get_by_label("only these columns").check()
    said.get_by_text("Ready to play").wait_for()
    page.locator("#own-goal").fill("Turn up  a card without dealing")
    accessible(page)
    button(page, "Try it").click()
    page.locator("#own-said", has_text="Read as fen").wait_for()
    assert shown(page) == [["--", "5h"], ["6s"]]
    page.get_by_label("Moves", exact=True).fill("5h from 1 to 2, turning up Kc")
    button(page, "Play").click()
    page.locator("#verdict", has_text="solved by move 1").wait_for()
    # A link holds it all, and any page opens it.
    again = visit("woods-4", page.evaluate("location.hash"))
    again.locator("#verdict", has_text="solved by move 1").wait_for()
    assert shown(again) == [["Kc"], ["6s", "5h"]]


def test_a_whole_deal_is_typed(visit):
    page = visit("set-up")
    position = deal(1).hide()
    columns(page).nth(0).focus()
    for column in position.columns:
        for _ in column.down:
            page.keyboard.press("+")
        for key in str(column.up[0]):
            page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
    said = page.locator(".editor [role=status]")
    said.get_by_text("Ready to play. 50 cards in the hand, no suits removed").wait_for()
    button(page, "Try it").click()
    page.locator("#own-said", has_text="Read as fen").wait_for()
    assert shown(page) == tableau(position)


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, PHONE])
def test_it_works_by_touch_on_a_phone(visit, size):
    page = visit("set-up", **PHONE | size)
    tap = page.locator('.palette [data-put="10h"]')
    tap.tap()
    assert columns(page).nth(0).get_attribute("aria-label") == "Column 1: 10 of hearts"
    no_wider(page, size["width"])
    box = tap.bounding_box()
    assert min(box["width"], box["height"]) >= 24


def test_a_text_is_pasted_and_changed_by_hand(visit):
    page = visit("woods-4")
    page.locator("#own > summary").click()
    page.locator("#own-text").fill(TEXTS["named"])
    page.locator("#own-editor > summary").click()
    assert columns(page).nth(1).get_attribute("aria-label") == (
        "Column 2: 2 face down, jack of hearts"
    )
    columns(page).nth(1).click()
    put(page, "10s")
    has_value(page.locator("#own-text"), "KdQs/2x:JhTs")


def test_a_goal_that_isnt_known_is_refused(visit):
    page = visit("woods-4")
    page.locator("#own > summary").click()
    page.locator("#own-text").fill(formats.dumps(find_problem("woods-2").start, "fen"))
    page.locator("#own-goal").fill("win twice")
    button(page, "Try it").click()
    page.locator("#own-said.refused", has_text="‘win twice’").wait_for()


def test_the_field_takes_moves_as_people_write_them(visit):
    page = visit("woods-4")
    for text in MOVES:
        page.get_by_label("Moves", exact=True).fill(text)
        button(page, "Play").click()
        page.locator("#own-moves button:not(.undone)", has_text="3-2d from 5 to 9").wait_for()
        page.locator("#first").click()


def test_without_a_position_a_page_is_to_set_one_up(open_page, tmp_path):
    file = tmp_path / "set-up.html"
    file.write_text(render(content.to_set_up()))
    page = open_page(file.as_uri())
    ready(page)
    put(page, "Ks")
    has_value(page.locator("#own-text"), "Ks/-/-/-/-/-/-/-/-/-")


@needs_node
def test_goals_are_put_together_as_they_are_read():
    texts = [
        *OBJECTIVES,
        *(f"{what} {condition}" for what, condition in product(OBJECTIVES[:9], CONDITIONS)),
        "get a space and turn up 2 cards without dealing or making a space",
        "remove the clubs, and get a space without dealing, without making a space",
    ]
    start = find_problem("woods-4").start
    found = in_node(
        joined("goals.js")
        + """
          const goals = given.texts.map((text) => goalOf(text, undefined, given.phrases));
          console.log(JSON.stringify(goals.map(({ clauses }) => clauses)));
        """,
        {"texts": texts, "phrases": phrases_data()},
    )
    assert found == [game_data(start, parse(text))["goal"]["clauses"] for text in texts]


@needs_node
def test_no_goal_is_read_otherwise():
    texts = [row.given[0] for row in rows("goals") if row.given[1] == "any"]
    start = find_problem("woods-4").start
    found = in_node(
        joined("goals.js")
        + """
          const goals = given.texts.map((text) => goalOf(text, undefined, given.phrases));
          console.log(JSON.stringify(goals.map((goal) => goal?.clauses ?? null)));
        """,
        {"texts": texts, "phrases": phrases_data()},
    )
    for text, clauses in zip(texts, found, strict=True):
        if clauses is not None:
            assert clauses == game_data(start, parse(text))["goal"]["clauses"], text
    assert any(found)
