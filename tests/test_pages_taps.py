"""What a tap means."""

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.game.rules import PRESETS
from spiderpos.goals.goal import parse
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import render

from .boards import board
from .test_pages_browser import shown
from .test_pages_playing import PHONE, line, moves_made, typed


def tap(page, column, card):
    page.locator(f".column:nth-child({column}) .card[data-card='{card}']").tap(
        position={"x": 5, "y": 5}
    )


def test_the_card_that_is_tapped_goes(open_problem):
    """The 10 of hearts has no place, and the 8 on it has."""
    page = open_problem("woods-4", **PHONE)
    typed(page, "3-2d from 5 to 9; 4h from 5 to 6; 3-2d from 9 to 6; 8-5d from 5 to 9")
    moves_made(page, 4)
    before = shown(page)
    tap(page, 8, "8h")
    moves_made(page, 5)
    after = shown(page)
    assert after[4] == [*before[4], "8h", "7h", "6h", "5h", "4h", "3h"]


@pytest.mark.parametrize(
    ("columns", "card", "after"),
    [
        # The card tapped, though the whole run has a place too.
        (("Jd 8h 7h 6h", "7c", "9s"), "6h", "7c 6h"),
        # It has none: as many as can.
        (("Jd 8h 7h 6h", "8c", "9s"), "6h", "9s 8h 7h 6h"),
        (("Jd 8h 7h 6h", "7c", "Ks"), "8h", "7c 6h"),
        # What lies above the run can't go with it.
        (("Jd 8h 7h 6h", "9c", "Ks"), "Jd", "9c 8h 7h 6h"),
    ],
)
def test_if_it_cannot_go_what_can(open_page, tmp_path, columns, card, after):
    found = content.of_position(board(*columns), title="Taps", goal=parse("win"))
    (tmp_path / "taps.html").write_text(render(found))
    page = open_page((tmp_path / "taps.html").as_uri(), **PHONE)
    page.locator("body[data-track=game]").wait_for()
    tap(page, 1, card)
    assert after.split() in shown(page)


def test_a_reason_is_true_of_all_cards(open_page, tmp_path):
    found = content.of_position(board("Jd 8h 7h", "Ac", "2s"), title="Taps", goal=parse("win"))
    (tmp_path / "taps.html").write_text(render(found))
    page = open_page((tmp_path / "taps.html").as_uri(), **PHONE)
    page.locator("body[data-track=game]").wait_for()
    tap(page, 1, "7h")
    page.locator("#status.refused", has_text="nor for another card of its run").wait_for()


def test_a_tap_on_the_felt_takes_nothing_back_unless_set(open_problem):
    page = open_problem("woods-4", **PHONE)
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    top = page.locator(".board-top").bounding_box()
    felt = (top["x"] + top["width"] / 2, top["y"] + 10)
    page.touchscreen.tap(*felt)
    moves_made(page, 1)
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("A tap on the free table").select_option("true")
    page.get_by_role("button", name="Close").click()
    page.touchscreen.tap(*felt)
    moves_made(page, 0)


@pytest.mark.parametrize("motion", [True, False])
def test_a_win_is_a_win(open_page, tmp_path, motion):
    names = ("woods-3", "woods-4", "woods-5")
    site.write(site.build([find_problem(name) for name in names]), tmp_path / "book")
    page = open_page((tmp_path / "book/woods-4.html").as_uri(), motion=motion)
    page.locator("body[data-track=game]").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    typed(page, line("woods-4", "clubs"))
    page.locator("#status.good").wait_for()
    report = page.locator("#reward")
    assert "With 1 hint." in report.inner_text()
    report.get_by_text("Next unsolved: ").wait_for()
    link = report.get_by_role("link").first.get_attribute("href")
    assert link in ("woods-3.html", "woods-5.html")
    report.get_by_role("button", name="Copy a link to your win").wait_for()
    assert page.locator(".flight svg").last.is_visible() == motion
    page.get_by_role("button", name="Undo", exact=True).click()
    moves_made(page, 35)
    assert not page.locator(".flight").is_visible()
    assert not report.is_visible()


def test_an_empty_board_has_a_picture(open_page, tmp_path):
    start = board("Ks Qs Js 10s 9s 8s 7s 6s 5s 4s 3s 2s", "As", rules=PRESETS["modern"])
    page_file = tmp_path / "won.html"
    page_file.write_text(render(content.of_position(start, title="Won", goal=parse("win"))))
    page = open_page(page_file.as_uri())
    page.locator("body[data-track=game]").wait_for()
    typed(page, "As from 2 to 1")
    page.locator("#status.good", has_text="Solved by move 1.").wait_for()
    page.locator(".flight svg").last.wait_for()
