"""What a first visit and a daily one see: rules, order, a win, the sign after each move."""

import gzip
import json
from datetime import date

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.catalogue.order import Section, section_of
from spiderpos.show.pages import content, site
from spiderpos.show.pictures import cardart

from .browsing import shows
from .test_pages_browser import accessible, button
from .test_pages_playing import PHONE, line, moves_made, typed


def test_three_sentences_of_rules_are_a_tap_away(open_problem):
    page = open_problem("woods-4", **PHONE)
    rules = page.locator("#rules p")
    assert not rules.is_visible()
    page.get_by_text("How Spider is played").tap()
    assert rules.inner_text().count(". ") == 2


def test_a_win_moves_nothing_on_a_phone(open_problem):
    page = open_problem("woods-4", **PHONE)
    moves = line("woods-4", "clubs").split("; ")
    typed(page, "; ".join(moves[:-1]))
    moves_made(page, len(moves) - 1)
    places = "['#position', '#controls'].map((q) => document.querySelector(q)"
    tops = f"{places}.getBoundingClientRect().top)"
    before = page.evaluate(tops)
    typed(page, moves[-1])
    reward = page.locator("#reward")
    reward.wait_for()
    assert page.evaluate(tops) == pytest.approx(before, abs=1)
    assert "takes 36 too. Unaided." in reward.inner_text()
    # A picture that lies still, though cards are left.
    assert reward.locator(".fan svg").last.is_visible()
    assert button(page, "Hint").is_disabled()
    reward.get_by_role("button", name="Close").tap()
    assert not reward.is_visible()


def test_a_sign_after_each_move_if_it_is_set(open_problem):
    page = open_problem("mined-two-moves-or-more")
    sign = page.locator("#live")
    assert not sign.is_visible()
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("After each move").select_option("true")
    page.get_by_role("button", name="Close").click()
    page.locator("#live", has_text="still possible").wait_for()
    page.reload()
    page.locator("#live", has_text="still possible").wait_for()
    button(page, "Hint").wait_for()


def test_a_sign_says_that_a_condition_is_broken(open_problem):
    page = open_problem("woods-4")
    page.evaluate("""localStorage.setItem("spiderpos", '{"settings": {"live": true}}')""")
    page.reload()
    page.locator("body[data-track=game]").wait_for()
    typed(page, "3-2d from 5 to 9, deal")
    page.locator("#live button", has_text="lost here: take back").click()
    moves_made(page, 1)
    page.locator("#live", has_text="still possible").wait_for()


def test_problems_go_from_easy_to_hard_whole_games_last():
    pages = [content.of_problem(find_problem(name)) for name in problem_ids()]
    ordered = site.by_difficulty(pages)
    games = [page for page in pages if section_of(page) is Section.GAMES]
    assert {page.id for page in games} >= {"game-one-suit", "game-two-suits", "game-four-suits"}
    assert set(map(id, ordered[-len(games) :])) == set(map(id, games))
    beginners = [page for page in ordered if page.id.startswith("first-")]
    assert ordered[: len(beginners)] == beginners
    for part in (beginners, ordered[len(beginners) : -len(games)]):
        ratings = [page.difficulty for page in part if page.difficulty is not None]
        assert ratings == sorted(ratings)
    assert {site.theme(page) for page in games} == {"a win"}
    assert "suits" in map(site.theme, pages)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    names = ("first-move", "woods-2", "woods-4", "woods-5", "mined-bait", "mined-no-air")
    site.write(site.build([find_problem(name) for name in names]), folder)
    return folder


def test_a_first_visit_is_shown_where_to_begin(open_page, book):
    page = open_page((book / "first-move.html").as_uri())
    hint = page.locator("#hint-text")
    shows(
        hint, "Begin here. Look at the 5 of hearts in column 1. Click it, or drag it, to column 2."
    )
    assert page.locator("#position [data-mark=target]").count() == 1
    page.locator("#position [data-mark=picked]").click()
    page.locator("#reward", has_text="Unaided").wait_for()
    shows(hint, "")
    # Whoever has solved one needs it no more, nor does the next problem tell its move.
    page.reload()
    page.locator("body[data-track=game]").wait_for()
    assert not hint.inner_text()


def test_a_problem_of_the_day_and_days_in_a_row(open_page, book):
    page = open_page((book / "index.html").as_uri())
    page.clock.install(time=f"{date(2026, 3, 28)}T10:00:00")
    daily, titles = page.locator("#daily a"), []
    for day in range(28, 33):
        month, number = (3, day) if day < 32 else (4, day - 31)
        page.clock.set_fixed_time(f"2026-{month:02}-{number:02}T10:00:00")
        page.reload()
        titles.append(daily.inner_text())
    assert len(set(titles)) == 5, "each comes once"
    kept = '{"days": ["2026-03-27", "2026-03-28", "2026-03-30", "2026-03-31"]}'
    page.evaluate("kept => localStorage.setItem('spiderpos', kept)", kept)
    page.reload()
    assert "2 days in a row (at most 2)" in page.locator("#progress").inner_text()


def test_what_was_done_is_exported_from_the_index(open_page, book, tmp_path):
    page = open_page((book / "mined-bait.html").as_uri())
    typed(page, "Ks from 7 to 1")
    moves_made(page, 1)
    page.locator("#back").click()
    moves_made(page, 0)
    button(page, "Hint").click()
    page.locator("#hint-text", has_text=" ").wait_for()
    page.goto((book / "index.html").as_uri())
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    download.value.save_as(tmp_path / "done.json")
    counts = json.loads((tmp_path / "done.json").read_text())["counts"]
    assert counts == {"mined-bait": {"tries": 1, "undos": 1, "hints": 1}}


def test_a_page_of_a_book_is_light(book):
    assert len(gzip.compress((book / "woods-4.html").read_bytes())) < 8_000


def test_two_cards_are_an_answer(open_problem):
    page = open_problem("mined-two-jacks")

    def answer(*cards):
        button(page, "Answer: choose two cards").click()
        for column, index in cards:
            card = page.locator(f".column:nth-child({column}) .card").nth(index)
            card.click(position={"x": 5, "y": 4})

    answer((3, 1), (4, 1))
    page.get_by_text("No, not the jack of spades and the jack of diamonds.").wait_for()
    answer((3, 1), (8, 2))
    page.get_by_text("Yes: the jack of spades and the jack of diamonds.").wait_for()
    page.locator("#clauses", has_text="remove clubs").wait_for()
    typed(page, line("mined-two-jacks", "solution"))
    page.locator("#reward", has_text="Solved by move").wait_for()


def test_an_answer_by_keys(open_problem):
    page = open_problem("mined-two-jacks")
    button(page, "Answer: choose two cards").click()
    page.keyboard.press("ArrowRight")
    page.locator("#voice", has_text="Column 2: ").wait_for()
    for across, card in ((1, "jack of spades"), (5, "jack of diamonds")):
        for _ in range(across):
            page.keyboard.press("ArrowRight")
        while card not in page.locator("#voice").inner_text():
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
    page.get_by_text("Yes: the jack of spades and the jack of diamonds.").wait_for()


def test_a_column_is_an_answer(open_problem):
    page = open_problem("woods-2")
    button(page, "Answer: choose a column").click()
    page.locator(".column:nth-child(5) .card").last.click()
    page.get_by_text("No, not column 5.").wait_for()
    button(page, "Answer: choose a column").click()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.get_by_text("Yes: column 3. Now show that it can be done.").wait_for()
    typed(page, line("woods-2", "two-spaces"))
    page.locator("#reward", has_text="Solved by move").wait_for()


def test_whatever_turns_up_the_worst_card_does(open_problem):
    page = open_problem("mined-sure-card")
    moves = line("mined-sure-card", "solution").split("; ")
    typed(page, "; ".join(moves[:-1]))
    page.locator("#status", has_text=" turns up").wait_for()
    assert not page.locator("dialog").is_visible()


def test_a_look_and_sounds_are_set(open_problem):
    page = open_problem("woods-5", motion=True)
    page.evaluate(
        """() => {
          window.heard = 0;
          window.delays = new Set();
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            window.delays.add(timing.delay);
            return animate.call(this, frames, timing);
          };
          const Oscillator = OscillatorNode;
          window.OscillatorNode = class extends Oscillator {
            constructor(...given) {
              super(...given);
              window.heard++;
            }
          };
        }"""
    )
    felt = "getComputedStyle(document.querySelector('#position')).backgroundColor"
    club = "getComputedStyle(document.querySelector('#position')).getPropertyValue('--sp-c')"
    plain = page.evaluate(felt)
    page.get_by_role("button", name="Settings and keys").click()
    for label, value in {
        "The suits have": "four",
        "The table is": "green",
        "The backs of cards are": "red",
    }.items():
        page.get_by_label(label).select_option(value)
    accessible(page)
    assert page.evaluate(felt) != plain
    assert page.evaluate(club) == cardart.FOUR_COLOURS["c"]
    page.get_by_label("Sounds of moves").select_option("true")
    button(page, "Close").click()
    page.locator("#deal").click()
    page.locator("dialog").get_by_role("button", name="Deal").click()
    moves_made(page, 1)
    # A row is dealt card by card.
    assert page.evaluate("window.delays.size") >= 10
    assert page.evaluate("window.heard") == 3
    page.reload()
    assert page.locator("body").get_attribute("data-colours") == "four"
