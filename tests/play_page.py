"""Fixtures and actions for tests of the page of a game in a browser."""

import json
import re

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.play.folder import write_game


@pytest.fixture
def play(book, address, open_page):
    """Return a function that opens the page of a game, for a problem's name or a session."""

    def opened(game="woods-2", **options):
        begun = game_of_problem(find_problem(game)) if isinstance(game, str) else game
        page = open_page(f"{address}/{write_game(book, begun).name}", **options)
        moves_made(page, begun.at)
        return page

    return opened


def stored_game(page):
    """Return the stored data of the game that the page's address names."""
    _, _, name = page.url.partition("#game=")
    return json.loads(page.evaluate("id => localStorage.getItem('spiderpos game ' + id)", name))


def moves_made(page, number):
    """Wait until the page shows that this number of moves is done."""
    page.locator("#moves", has_text=re.compile(rf"^{number} moves?$")).wait_for()


def with_signs(text):
    """Replace suit letters of cards by symbols, as the page does: K♠ for Ks."""
    return re.sub(
        r"\b(10|[2-9AJQK])([cdhs])\b", lambda card: card[1] + "♣♦♥♠"["cdhs".index(card[2])], text
    )


def wait_for_status(page, text):
    """Wait until the status line of the page contains this text."""
    page.locator("#status", has_text=text).wait_for()


def wait_for_dialog(page, text):
    """Wait until a dialog that contains this text is open."""
    page.locator("#dialog[open]", has_text=text).wait_for()


def escape(page):
    """Close the dialog, and wait until it is closed: until then the board can't have the focus."""
    page.keyboard.press("Escape")
    page.locator("#dialog[open]").wait_for(state="detached")


def box_of(locator):
    """Wait for an element, as the board is redrawn after each move; return its bounding box."""
    while True:
        locator.wait_for()
        if box := locator.bounding_box():
            return box


def card_at(page, column, count):
    """Return a point on the visible part of the ``count``-th card from the bottom of a column."""
    cards = page.locator(f"#position [data-column='{column}'] .card")
    box = box_of(cards.nth(cards.count() - count))
    return box["x"] + box["width"] / 2, box["y"] + min(5, box["height"] / 2)


def end_of(page, column):
    """Return a point on the bottom card of a column, or in the space."""
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
