"""The page of a game, opened in a browser, and what a hand does there."""

import json
import re

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.play.folder import write_game


@pytest.fixture
def play(book, address, open_page):
    """Open the page of a game: a problem's name, or a session."""

    def opened(game="woods-2", **options):
        begun = game_of_problem(find_problem(game)) if isinstance(game, str) else game
        page = open_page(f"{address}/{write_game(book, begun).name}", **options)
        moves_made(page, begun.at)
        return page

    return opened


def kept(page):
    """The game that the page's address names, as the browser keeps it."""
    _, _, name = page.url.partition("#game=")
    return json.loads(page.evaluate("id => localStorage.getItem('spiderpos game ' + id)", name))


def moves_made(page, number):
    """Wait until the page says that so many moves are made."""
    page.locator("#moves", has_text=re.compile(rf"^{number} moves?$")).wait_for()


def said(page, text):
    page.locator("#status", has_text=text).wait_for()


def asked(page, text):
    """Wait until a dialog is open that says this."""
    page.locator("#dialog[open]", has_text=text).wait_for()


def box_of(locator):
    """Where an element is, once it is there: the board is drawn anew after each move."""
    for _ in range(100):
        box = locator.bounding_box()
        if box is not None:
            return box
        locator.page.wait_for_timeout(20)
    raise AssertionError("it isn't drawn")


def card_at(page, column, count):
    """A point on the part of a card that shows, the ``count``-th from the bottom of a column."""
    cards = page.locator(f"#position [data-column='{column}'] .card")
    box = box_of(cards.nth(cards.count() - count))
    return box["x"] + box["width"] / 2, box["y"] + min(5, box["height"] / 2)


def end_of(page, column):
    """A point on the bottom card of a column, or in the space."""
    cards = page.locator(f"#position [data-column='{column}'] .card")
    place = (
        cards.last if cards.count() else page.locator(f"#position [data-column='{column}'] .pile")
    )
    box = box_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7


def drag(page, start, stop, *, button="left"):
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2, steps=3)
    page.mouse.move(*stop, steps=3)
    page.mouse.up(button=button)
