"""Pages in a browser: lines, keys, addresses, sizes, visits, printing, and pages from the disk."""

import json
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.formats import dumps, fen
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import render
from spiderpos.show.pictures import cardart

from .boards import board
from .browsing import (
    BOOK,
    PHONE,
    accessible,
    button,
    copied,
    line,
    moves_done,
    moves_made,
    no_wider,
    of_position,
    ready,
    remember,
    shown,
    shown_after,
    shows,
    shows_position,
    tableau,
    typed,
)


def solve(page):
    page.locator("#solution > summary").click()
    page.locator("body[data-track=line]").wait_for()


# Lines


def test_a_line_is_stepped_through_and_described(visit):
    problem = find_problem("woods-4")
    replay = problem.replayed("clubs")
    page = visit("woods-4")
    assert shown(page) == tableau(problem.start)
    assert not page.locator("#moves").is_visible()
    column = page.get_by_role("list", name="Column 10: 2 face down, 9 face up")
    assert column.get_by_role("listitem").count() == 11
    shows(column.get_by_role("listitem").last, "7 of hearts")
    assert page.get_by_role("list", name="Column 9: space").count() == 1
    assert page.locator(".hand").get_attribute("aria-label") == "Hand: 10 cards, 1 row"
    solve(page)
    button(page, "One move forward").click()
    tree = page.locator("#status").aria_snapshot()
    assert "Move 1 of 36: 3 to 2 of diamonds from column 5 to column 9." in tree
    assert "3-2d" not in tree
    # Nothing happens after the end.
    after = shown_after(page, "#forward", len(replay.steps))
    assert after == [tableau(step.after) for step in (*replay.steps[1:], replay.steps[-1])]
    removed = page.locator(".removed").get_attribute("aria-label")
    assert removed == "Removed: " + ", ".join(str(s) for s in replay.end.removed)
    assert "It goes on from here" in page.locator("#status").inner_text()
    button(page, "One move back").click()
    assert shown(page) == tableau(replay.steps[-1].before)


@pytest.mark.long
def test_cards_move_and_the_end_is_the_same(visit):
    problem = find_problem("woods-6")
    steps = problem.replayed("king-first").steps
    page = visit("woods-6", "#king-first:1", motion=True)
    last = len(steps)
    for number in (last, 0, last - 3, 60, 61, 62, 61):
        page.evaluate(
            "n => { const j = document.querySelector('#jump'); j.value = n;"
            " j.dispatchEvent(new Event('input')); }",
            number,
        )
        expected = steps[number - 1].after if number else problem.start
        assert shown(page) == tableau(expected)
    page.locator(".moving, .ghost").first.wait_for(state="detached")
    assert shown(page) == tableau(steps[60].after)


def test_keys_and_automatic_play_of_a_line(visit):
    page = visit("woods-4", fresh=True)
    replay = find_problem("woods-4").replayed("clubs")
    page.keyboard.press("ArrowRight")
    assert shown(page) == tableau(replay.start), "the solution isn't shown yet"
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('#solution > summary')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("body[data-track=line]").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown(page) == tableau(replay.steps[1].after)
    page.keyboard.press("ArrowLeft")
    assert moves_done(page) == 1
    page.keyboard.press("Home")
    assert shown(page) == tableau(replay.start)
    page.keyboard.press("Control+ArrowRight")
    assert moves_done(page) == 0
    page.locator("#jump").focus()
    page.keyboard.press("ArrowRight")
    assert moves_done(page) == 1
    page.keyboard.press("End")
    assert shown(page) == tableau(replay.end)
    for _ in range(2):
        button(page, "One move back").click()
    page.clock.install()
    button(page, "Play the moves").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.clock.run_for(5_000)
    assert moves_done(page) == 36
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def test_addresses_and_words_lead_to_moves(visit):
    problem = find_problem("woods-4")
    page = visit("woods-4", "#hearts:3")
    shows_position(page, problem.replayed("hearts").steps[2].after)
    assert page.locator("#controls").is_visible()
    page.locator('#moves a[href="#hearts:12"]').click()
    shows_position(page, problem.replayed("clubs").steps[11].after)
    shows(page.locator("#moves [aria-current]"), "8-5♦ from 9 to 4")
    assert page.url.endswith("#hearts:12")
    page.locator("#claims > summary").click()
    page.locator("#claim-hearts-first").get_by_role("link").click()
    shows_position(page, problem.position("hearts"))
    # A link to a claim opens it.
    page = visit("woods-4", "#claim-hearts-first")
    page.locator("#claim-hearts-first").wait_for()


@pytest.mark.long
def test_variations_are_offered_where_they_leave_the_line(visit):
    problem = find_problem("woods-3")
    page = visit("woods-3", "#contingency:19")
    here = page.locator("#variations")
    assert "as printed" in here.inner_text()
    here.get_by_role("link", name="8♠ from 6 to 3").click()
    shows_position(page, problem.replayed("contingency-1a").steps[18].after)
    button(page, "To the end").click()
    shows_position(page, problem.position("contingency-1a"))
    page.locator('.lines a[href^="#contingency:"]').click()
    page.locator("#moves a[href^='#contingency:']").first.wait_for()
    button(page, "To the end").click()
    shows_position(page, problem.position("contingency"))
    page.evaluate("location.hash = '#contingency-printed:27'")
    page.locator("#status", has_text="can't be played").get_by_text("8-4♣").first.wait_for()


def test_face_down_cards_can_be_looked_at_and_positions_copied(visit):
    # A line in parts also has an address by name.
    page = visit("woods-1", "#commentary:5")
    name = page.locator(".column:first-child .card .hidden-text").first
    shows(name, "face down")
    page.get_by_label("Show the face-down cards").check()
    problem = find_problem("woods-1")
    first = problem.start.column(1).down[0]
    assert page.locator(".column:first-child .card").first.get_attribute("data-card") == str(first)
    assert " of " in name.inner_text().removeprefix("face down: ")

    replayed = problem.replayed("commentary")
    for key, position in (("", replayed.steps[4].after), ("End", replayed.end)):
        if key:
            page.keyboard.press(key)
        here = copied(page, page.locator("#copy-here"))
        assert here == fen.dumps(replace(position, dealt=())).strip()
    page.locator("#text > summary").click()
    diagram = dumps(replayed.start, "diagram").rstrip("\n")
    assert copied(page, page.locator("[data-copy=diagram]")) == diagram


# Appearance


@pytest.mark.parametrize(
    ("width", "dark"), [(360, True), pytest.param(1280, False, marks=pytest.mark.long)]
)
def test_accessibility(visit, width, dark):
    page = visit("woods-3", "#contingency-printed:27", width=width, dark=dark)
    for name in ("claims", "text"):
        page.locator(f"#{name} > summary").click()
    accessible(page, visit("index", width=width, dark=not dark))
    levels = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map((h) => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


@pytest.mark.long
def test_nothing_is_wider_than_the_window(visit):
    for name, fragment in (("woods-6", "#king-first:88"), ("index", "")):
        page = visit(name, fragment)
        page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
        for width in (360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            no_wider(page, width)


@pytest.mark.long
def test_cards_can_be_read_and_buttons_hit_on_a_phone(visit):
    page = visit("woods-3", "#free-6:3", width=360, height=740)
    tops = page.evaluate(
        """() => [...document.querySelectorAll('.column')].flatMap((column) => {
          const cards = [...column.querySelectorAll('.card:not(.down)')];
          return cards.slice(1).map((card, i) =>
            card.getBoundingClientRect().top - cards[i].getBoundingClientRect().top);
        })"""
    )
    assert min(tops) >= 13
    position = page.locator("#position").bounding_box()
    controls = page.locator("#controls").bounding_box()
    assert controls["y"] + controls["height"] <= 740.5
    assert controls["y"] >= position["y"]
    buttons = page.locator("#controls .buttons button").all()
    for box in filter(None, (each.bounding_box() for each in buttons)):
        assert box["width"] >= 44
        assert box["height"] >= 44
    # In landscape format it shows the whole board.
    page.evaluate("location.hash = ''")
    page.set_viewport_size({"width": 844, "height": 390})
    bottoms = "[...document.querySelectorAll('.card')].map(c => c.getBoundingClientRect().bottom)"
    assert max(page.evaluate(bottoms)) <= 390
    no_wider(page, 844)


@pytest.mark.long
def test_long_columns_are_pushed_together_on_a_low_screen(visit):
    ranks = "KQJT98765432A"
    tall = " ".join(f"{rank}{suit}" for suit in "shdc" for rank in ranks)
    page = visit(of_position(board(tall, "Ks")), height=700)
    cards = page.locator(".column:first-child .card")
    assert cards.count() == 52
    strip = cards.nth(1).bounding_box()["y"] - cards.nth(0).bounding_box()["y"]
    width = cards.first.bounding_box()["width"]
    assert 0.25 * width < strip < 0.31 * width
    # This page has neither a line nor a goal.
    assert page.locator("#solution").count() == 0
    assert not button(page, "Hint").is_visible()


def test_a_look_and_sounds_are_set(visit):
    page = visit("woods-5", motion=True, width=480, height=480)
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
        "Sounds of moves": "true",
    }.items():
        page.get_by_label(label).select_option(value)
    assert page.evaluate(felt) != plain
    assert page.evaluate(club) == cardart.FOUR_COLOURS["c"]
    button(page, "Close").click()
    shows(page.locator("#deal"), "Deal (2 left)")
    page.locator("#deal").click()
    assert "solved without it" in page.locator("dialog").inner_text()
    page.locator("dialog").get_by_role("button", name="Deal").click()
    moves_made(page, 1)
    shows(page.locator("#deal"), "Deal (1 left)")
    assert "broken by move 1" in page.locator("#clauses").inner_text()
    # A row is dealt card by card.
    assert page.evaluate("window.delays.size") >= 10
    assert page.evaluate("window.heard") == 3
    page.reload()
    assert page.locator("body").get_attribute("data-colours") == "four"


# Visits


def test_a_first_visit_is_shown_where_to_begin(visit):
    page = visit("first-move", **PHONE)
    rules = page.locator("#rules p")
    assert not rules.is_visible()
    page.get_by_text("How Spider is played").tap()
    assert rules.inner_text().count(". ") == 4
    hint = page.locator("#hint-text")
    shows(hint, "Begin here. Look at the 5♥ in column 1. Click it, or drag it, to column 2.")
    assert page.locator("#position [data-mark=target]").count() == 1
    page.locator("#position [data-mark=picked]").tap()
    page.locator("#verdict", has_text="unaided").wait_for()
    shows(hint, "")
    # After one solved problem the help isn't shown again, and the next problem doesn't reveal its
    # move.
    page.reload()
    page.locator("body[data-track=game]").wait_for()
    assert not hint.inner_text()


def test_the_index_remembers_filters_and_exports(visit, tmp_path):
    page = visit("index")
    pictures = page.locator(".book img")
    assert pictures.count() == len(BOOK)
    pictures.last.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.book > li:last-child img').naturalWidth > 0")
    page.get_by_role("link", name="Clubs and hearts").first.click()
    ready(page)
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    page.locator("#back").click()
    button(page, "Hint").click()
    page.locator("#hint-text", has_text=" ").wait_for()
    # The moves are restored.
    page.goto(page.url.split("#")[0])
    ready(page)
    moves_made(page, 0)
    typed(page, line("woods-4", "clubs"))
    page.locator("#verdict", has_text="solved by move 36").wait_for()
    page.get_by_role("link", name="All problems").click()
    entry = page.locator("[data-id=woods-4]")
    entry.get_by_text("solved in 36").wait_for()
    assert f"1 of {len(BOOK)} problems solved" in page.locator("#progress").inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    download.value.save_as(tmp_path / "done.json")
    exported = json.loads((tmp_path / "done.json").read_text())
    assert exported["solved"] == {"woods-4": 36}
    page.get_by_label("State").select_option("open")
    shows(page.locator("#shown"), f"{len(BOOK) - 1} problems")
    assert not entry.is_visible()
    page.get_by_label("State").select_option("")
    # Each rating is in one range, also at its bounds; no range has a problem without a rating.
    ranges = page.get_by_label("Difficulty").locator("option[value]:not([value=''])")
    for rating, times in {"0": 1, "2.9": 1, "3": 1, "6": 1, "10": 1, "": 0}.items():
        entry.evaluate("(entry, rating) => { entry.dataset.difficulty = rating; }", rating)
        visible = []
        for value in ranges.evaluate_all("all => all.map(({ value }) => value)"):
            page.get_by_label("Difficulty").select_option(value)
            visible.append(entry.is_visible())
        assert visible.count(True) == times, rating
    page.get_by_label("Difficulty").select_option("")
    # Letters find the signs of suits.
    for words in ("exchanged", "uncover kh", "Uncover K♥"):
        page.get_by_label("Words").fill("none has this")
        shows(page.locator("#shown"), "No problem matches.")
        page.get_by_label("Words").fill(words)
        shows(page.locator("#shown"), "1 problem")


@pytest.mark.long
def test_a_problem_of_the_day_and_days_in_a_row(visit):
    page = visit("index", fresh=True)
    page.clock.install(time=f"{date(2026, 3, 28)}T10:00:00")
    page.goto(page.url.replace("index", "daily"))
    daily, titles = page.locator("#day a"), []
    for day in range(28, 32):
        page.clock.set_fixed_time(f"2026-03-{day}T10:00:00")
        page.reload()
        titles.append(daily.inner_text())
    assert len(set(titles)) == 4, "each comes once"
    stored = '{"days": ["2026-03-27", "2026-03-28", "2026-03-30", "2026-03-31"]}'
    page.evaluate("kept => localStorage.setItem('spiderpos', kept)", stored)
    page.reload()
    assert page.locator("#streak").inner_text() == "2 days in a row; the longest streak is 2."
    assert page.locator("#days a").count() == 31, "each day of the month up to today"
    page.get_by_role("button", name="The month before").click()
    assert page.locator("#days a").count() == 28


@pytest.mark.long
@pytest.mark.parametrize("name", ["mined-pair", "woods-2"])
def test_no_solution_is_revealed(visit, name):
    spoilers = {"mined-pair": ["As FEN: "], "woods-2": ["a nine is the likelier card"]}
    page = visit(name)
    notes = page.locator("#notes")
    assert all(words in notes.text_content() for words in spoilers[name])
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        seen = page.locator("body").inner_text()
        assert not [words for words in spoilers[name] if words in seen]
    page.emulate_media(media="screen")
    solution = content.of_problem(find_problem(name)).solution
    typed(page, line(name, solution.id))
    page.locator("#verdict.holds").wait_for()
    assert notes.evaluate("details => details.open")
    # The problem is shown as solved when the page opens again.
    page.goto(page.url.partition("#")[0])
    page.locator("#notes[open]").wait_for()


# Printing, pages without a script, and errors


def test_print_has_the_start_and_all_lines(visit):
    page = visit("woods-6", "#diamonds:14")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert shown(page) == tableau(find_problem("woods-6").start)
    page.emulate_media(media="print")
    assert not page.locator("#controls").is_visible()
    assert page.locator('[data-line="five-first-solved"]').is_visible()
    assert page.locator(".goes-on").first.is_visible()
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert shown(page) == tableau(find_problem("woods-6").replayed("diamonds").steps[13].after)
    assert len(page.pdf(format="A4")) > 10_000


def test_without_a_script_there_is_text(visit):
    page = visit("woods-4", waits=False, java_script_enabled=False)
    assert "(sp)" in page.locator("#position pre").inner_text()
    page.locator("#solution > summary").click()
    assert page.get_by_text("3-2♦ from 5 to 9").first.is_visible()


def test_a_page_from_the_disk_plays_and_runs_no_other_script(open_page, tmp_path):
    """The scripts of this single-file page are packed; its policy allows these scripts and no
    others."""
    file = tmp_path / "one.html"
    file.write_text(render(content.of_problem(find_problem("woods-4"))))
    page = open_page(file.as_uri())
    ready(page)
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    open_page.expect("Content Security Policy")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(
            """() => {
              const script = document.createElement('script');
              script.textContent = 'window.bad = true';
              document.body.append(script);
            }"""
        )
    assert page.evaluate("window.bad") is None


@pytest.mark.long
def test_a_book_from_the_disk_is_linked_and_remembers(open_page, tmp_path, monkeypatch):
    """A book opened from the disk has working links and remembers solved problems."""
    monkeypatch.setattr(site, "_PIECE", 1)
    site.write(site.build(map(find_problem, ("woods-4", "woods-5"))), tmp_path)
    page = open_page((tmp_path / "index.html").as_uri())
    assert "woods-5" in (tmp_path / "index-2.js").read_text()
    shows(page.locator("#shown"), "2 problems")
    page.get_by_label("Words").fill("Clubs and hearts")
    shows(page.locator("#shown"), "1 problem")
    page.get_by_label("Words").fill("")
    page.get_by_role("link", name="Clubs and hearts").first.click()
    shows(page.locator("h1"), "Clubs and hearts")
    ready(page)
    typed(page, line("woods-4", "clubs"))
    page.locator("#reward").get_by_text("Next for you: ").wait_for()
    assert page.locator("#reward").get_by_role("link").get_attribute("href") == "woods-5.html"
    page.get_by_role("link", name="All problems").click()
    page.locator("[data-id=woods-4]").get_by_text("solved in 36").wait_for()


@pytest.mark.long
def test_errors_at_the_start_are_shown(visit, open_page, address):
    refused = "window.WebAssembly.instantiate = () => { throw new Error('no room') }"
    for setup, words in (
        ("delete window.WebAssembly", "Playing needs a newer browser: "),
        (refused, "Playing doesn't"),
    ):
        page = open_page("about:blank", fresh=True)
        page.add_init_script(setup)
        page.goto(f"{address}/woods-4.html")
        page.locator("#status.refused", has_text=words).wait_for()


@pytest.mark.long
def test_a_broken_link_says_so(visit):
    page = visit("woods-4")
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    begin = fen.dumps(find_problem("woods-4").start).strip()
    for fragment, words in (
        ("#position=zzz&moves=1", "The position in the address can't be read: "),
        ("#nothing-like-it:3", "a line that this page doesn't have: ‘nothing-like-it’"),
        (f"#position={begin}&moves=1", "The moves in the address can't be played: "),
    ):
        # The error is shown in an open page, and in one that is loaded, which keeps its game.
        page.evaluate("hash => { location.hash = hash; }", fragment)
        page.locator("#status.refused", has_text=words).wait_for()
        page.reload()
        page.locator("#status.refused", has_text=words).wait_for()
        moves_made(page, 1)
    # Names that every object has, and storage written by another program, must not break a page.
    visit("woods-4", "#position=5s/6s+-+-&goal=__proto__")
    remember(page, solved=None, begun=3, days={})
    moves_made(page, 1)


@pytest.mark.long
def test_a_sign_after_each_move_if_it_is_set(visit):
    page = visit("woods-4")
    assert not page.locator("#live").is_visible()
    remember(page, settings={"live": True})
    typed(page, "3-2d from 5 to 9, deal")
    page.locator("#live button", has_text="lost here: take back").click()
    moves_made(page, 1)
    page.locator("#live", has_text="still possible").wait_for()
