"""Pages in a browser: stepping, keys, jumps, variations, phones, accessibility, print."""

import re
from itertools import pairwise

import pytest

from spiderpos.catalogue import find_problem, loads_problem
from spiderpos.formats import dumps
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import render
from tests.browsing import shows

from .boards import board
from .test_pages_claims import CLAIMED

WIDTHS = (360, 768, 1280)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A site of some problems, on the disk."""
    folder = tmp_path_factory.mktemp("public")
    names = ("woods-1", "woods-3", "woods-4", "woods-6", "woods-7")
    site.write(site.build([find_problem(name) for name in names]), folder)
    return folder


@pytest.fixture
def visit(open_page, folder):
    """Opens a page of the site."""

    def open_(name, fragment="", **options):
        return open_page(f"{(folder / f'{name}.html').as_uri()}{fragment}", **options)

    return open_


@pytest.fixture
def open_position(open_page, tmp_path):
    """Opens a page of a position."""

    def open_(position, **options):
        file = tmp_path / "position.html"
        file.write_text(render(content.of_position(position, title="A position")))
        return open_page(file.as_uri(), **options)

    return open_


def shown(page):
    """The tableau that a page shows, as a diagram's cards by column."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.column')].map((column) =>
          [...column.querySelectorAll('.card')].map((card) =>
            card.classList.contains('down') ? '--' : card.dataset.card))"""
    )


def tableau(position):
    return [["--"] * len(c.down) + [str(card) for card in c.up] for c in position.columns]


def no_wider(page, width):
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def accessible(*pages):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for page in pages:
        # Nothing can be asked for, style sheets neither.
        results = axe.run(page, options={"resultTypes": ["violations"], "preload": False})
        assert results.violations_count == 0, results.generate_report()


def solve(page):
    page.locator("#solution > summary").click()
    page.locator("body[data-track=line]").wait_for()


def ready(page):
    """Waits until the page plays."""
    page.locator("body[data-track=game]").wait_for()


def at(page):
    """How many moves the page says that it is at."""
    return int(page.locator("#jump").input_value())


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


# Stepping


def test_step_through_woods_4_to_its_end(visit):
    problem = find_problem("woods-4")
    replay = problem.replayed("clubs")
    page = visit("woods-4")
    assert shown(page) == tableau(problem.start)
    assert not page.locator("#moves").is_visible()
    solve(page)
    for number, step in enumerate(replay.steps, 1):
        button(page, "One move forward").click()
        assert shown(page) == tableau(step.after)
        assert at(page) == number
    assert shown(page) == tableau(replay.end)
    removed = page.locator(".removed").get_attribute("aria-label")
    assert removed == "Removed: " + ", ".join(str(s) for s in replay.end.removed)
    assert "It goes on from here" in page.locator("#status").inner_text()
    # Further than the end there is nothing.
    button(page, "One move forward").click(force=True)
    assert shown(page) == tableau(replay.end)
    button(page, "One move back").click()
    assert shown(page) == tableau(replay.steps[-1].before)


def test_cards_move_and_the_end_is_the_same(visit):
    problem = find_problem("woods-7")
    replay = problem.replayed("all-removed")
    page = visit("woods-7", motion=True)
    solve(page)
    page.get_by_role("link", name="All eight suits removed").first.click()
    last = len(replay.steps)
    for number in (last, 0, last - 3, 60, 61, 62, 61):
        page.evaluate(
            "n => { const j = document.querySelector('#jump'); j.value = n;"
            " j.dispatchEvent(new Event('input')); }",
            number,
        )
        expected = replay.steps[number - 1].after if number else problem.start
        assert shown(page) == tableau(expected)
    page.locator(".moving, .ghost").first.wait_for(state="detached")
    assert shown(page) == tableau(replay.steps[60].after)


def test_keys(visit):
    page = visit("woods-4")
    replay = find_problem("woods-4").replayed("clubs")
    ready(page)
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
    assert at(page) == 1
    page.keyboard.press("End")
    assert shown(page) == tableau(replay.end)
    page.keyboard.press("Home")
    assert shown(page) == tableau(replay.start)
    page.keyboard.press("Control+ArrowRight")
    assert at(page) == 0
    page.locator("#jump").focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 1


def test_jump_by_a_move_in_words(visit):
    page = visit("woods-4")
    solve(page)
    replay = find_problem("woods-4").replayed("clubs")
    page.locator('#moves a[href="#hearts:12"]').click()
    assert shown(page) == tableau(replay.steps[11].after)
    shows(page.locator("#moves [aria-current]"), "8-5d from 9 to 4")
    assert page.url.endswith("#clubs:12")


def test_an_address_leads_to_a_move(visit):
    page = visit("woods-6", "#diamonds:14")
    replay = find_problem("woods-6").replayed("diamonds")
    assert shown(page) == tableau(replay.steps[13].after)
    assert page.locator("#controls").is_visible()
    # A line in parts goes by its name, too.
    page = visit("woods-1", "#commentary:5")
    assert shown(page) == tableau(find_problem("woods-1").replayed("commentary").steps[4].after)


def test_play_goes_on_by_itself_and_stops_at_the_end(visit):
    page = visit("woods-4", "#clubs:34")
    page.clock.install()
    button(page, "Play the moves").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.clock.run_for(5_000)
    assert at(page) == 36
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def test_a_page_without_lines(open_position):
    page = open_position(board("-- 5h", "6s"))
    assert shown(page) == [["--", "5h"], ["6s"]]
    assert page.locator("#solution").count() == 0
    ready(page)
    assert not button(page, "Hint").is_visible()


# Variations


def test_variations(visit):
    problem = find_problem("woods-6")
    page = visit("woods-6")
    solve(page)
    lines = page.locator(".lines a")
    planned = [claim for claim in problem.claims if claim.plan is not None]
    assert lines.count() == len(problem.lines) + len(planned)
    for line in problem.lines:
        page.locator(f'.lines a[data-of="{line.id}"]').click()
        button(page, "To the end").click()
        assert shown(page) == tableau(problem.position(line.id)), line.id
        button(page, "To the start").click()
        root = problem.history(line.id).root
        assert shown(page) == tableau(problem.position(root)), line.id


def test_lines_that_leave_the_one_shown_are_offered_where_they_do(visit):
    page = visit("woods-3", "#contingency:19")
    here = page.locator("#variations")
    assert "as printed" in here.inner_text()
    assert "without preparation" in here.inner_text()
    here.get_by_role("link", name="Turn up the card without preparation").click()
    assert at(page) == 19
    button(page, "To the end").click()
    assert shown(page) == tableau(find_problem("woods-3").position("unprepared"))


def test_a_slip_is_told_where_the_line_stops(visit):
    page = visit("woods-3", "#contingency-printed:27")
    assert "can't be played" in page.locator("#status").inner_text()
    assert "8-4c" in page.locator("#status").inner_text()


def test_claims_lead_to_the_lines_that_show_them(visit):
    page = visit("woods-4")
    page.locator("#claims > summary").click()
    page.locator("#claim-hearts-first").get_by_role("link").click()
    assert shown(page) == tableau(find_problem("woods-4").position("hearts"))
    # A link to a claim unfolds them.
    page = visit("woods-6", "#claim-diamonds-column-9")
    page.locator("#claim-diamonds-column-9").wait_for()


def test_face_down_cards_can_be_looked_at(visit):
    page = visit("woods-1")
    name = ".column:first-child .card .hidden-text"
    shows(page.locator(name).first, "face down")
    page.get_by_label("Show the face-down cards").check()
    first = find_problem("woods-1").start.column(1).down[0]
    assert page.locator(".column:first-child .card").first.get_attribute("data-card") == str(first)
    assert re.match(r"face down: \w+ of \w+", page.locator(name).first.inner_text())


def test_the_position_can_be_copied(visit):
    page = visit("woods-4", "#hearts:3", permissions=["clipboard-read", "clipboard-write"])

    def copied(which):
        page.locator(which, has_text="Copy").click()
        page.locator(which, has_text="Copied").wait_for()
        return page.evaluate("navigator.clipboard.readText()")

    replayed = find_problem("woods-4").replayed("hearts")
    here = "#copy-here"
    assert copied(here) == dumps(replayed.steps[2].after, "fen").strip()
    page.keyboard.press("End")
    assert copied(here) == dumps(replayed.end, "fen").strip()
    page.locator("#text > summary").click()
    assert copied("[data-copy=diagram]") == dumps(replayed.start, "diagram").rstrip("\n")


# What it says to those who don't see it


def test_the_live_region_says_the_move_in_words(visit):
    page = visit("woods-4")
    solve(page)
    button(page, "One move forward").click()
    status = page.get_by_role("status").first
    assert "3 to 2 of diamonds from column 5 to column 9." in status.inner_text()
    tree = page.locator("#status").aria_snapshot()
    assert "Move 1 of 36: 3 to 2 of diamonds from column 5 to column 9." in tree
    assert "3-2d" not in tree


def test_cards_and_columns_have_names(visit):
    page = visit("woods-4")
    column = page.get_by_role("list", name="Column 10: 2 face down, 9 face up")
    items = column.get_by_role("listitem")
    assert items.count() == 11
    shows(items.last, "7 of hearts")
    assert page.get_by_role("list", name="Column 9: space").count() == 1
    assert page.locator(".hand").get_attribute("aria-label") == "Hand: 10 cards, 1 row"


@pytest.mark.parametrize(
    ("width", "dark"), [(360, True), (1280, False)], ids=["phone, dark", "wide, light"]
)
def test_accessibility(visit, width, dark):
    page = visit("woods-3", "#contingency-printed:27", width=width, dark=dark)
    for name in ("claims", "text"):
        page.locator(f"#{name} > summary").click()
    accessible(page, visit("index", width=width, dark=dark))
    levels = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map((h) => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


# Sizes


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(visit, width):
    for name, fragment in (("woods-6", "#king-first:88"), ("woods-3", ""), ("index", "")):
        page = visit(name, fragment, width=width, height=740)
        for details in page.locator("details").all():
            details.evaluate("d => { d.open = true; }")
        no_wider(page, width)


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
    board = page.locator("#position").bounding_box()
    controls = page.locator("#controls").bounding_box()
    assert controls["y"] + controls["height"] <= 740.5
    assert controls["y"] >= board["y"]
    buttons = page.locator("#controls .buttons button").all()
    for box in filter(None, (button.bounding_box() for button in buttons)):
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_long_columns_are_pushed_together_on_a_low_screen(open_position):
    ranks = "KQJT98765432A"
    tall = " ".join(f"{rank}{suit}" for suit in "shdc" for rank in ranks)
    page = open_position(board(tall, "Ks"), height=700)
    cards = page.locator(".column:first-child .card")
    assert cards.count() == 52
    strip = cards.nth(1).bounding_box()["y"] - cards.nth(0).bounding_box()["y"]
    width = cards.first.bounding_box()["width"]
    assert 0.25 * width < strip < 0.31 * width


# Print, and without a script


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
    page = visit("woods-4", java_script_enabled=False)
    assert "(sp)" in page.locator("#position pre").inner_text()
    page.locator("#solution > summary").click()
    assert page.get_by_text("3-2d from 5 to 9").first.is_visible()


def test_the_policy_stops_scripts_that_are_not_ours(open_page, folder):
    page = open_page((folder / "woods-4.html").as_uri())
    open_page.expect("Content Security Policy")
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        page.evaluate(
            """() => {
              const script = document.createElement('script');
              script.textContent = 'window.bad = true';
              document.body.append(script);
            }"""
        )
    assert page.evaluate("window.bad") is None


def test_pages_of_a_book_are_linked(visit):
    page = visit("index")
    assert page.locator(".book svg").count() == 5
    page.get_by_role("link", name="Clubs and hearts").first.click()
    shows(page.locator("h1"), "Clubs and hearts")
    page.get_by_role("link", name="All problems").click()
    shows(page.locator("h1"), "Spider problems")


def test_a_claims_own_plan_can_be_stepped_through(open_page, tmp_path):
    (tmp_path / "plan.html").write_text(render(content.of_problem(loads_problem(CLAIMED))))
    page = open_page((tmp_path / "plan.html").as_uri() + "#plan.plan:0")
    status = page.locator("#status")
    status.get_by_text("The start", exact=True).first.wait_for()
    here = page.locator("#variations")
    assert here.inner_text().startswith("It branches here: ")
    here.get_by_role("link", name="If it's another card").click()
    button(page, "To the end").click()
    assert shown(page)[2] == ["5h"]
    button(page, "To the start").click()
    here.get_by_role("link", name="If it's Kd").click()
    status.get_by_text("The start: 2 moves to come", exact=True).first.wait_for()
    button(page, "To the end").click()
    assert shown(page) == [[], ["6s", "5h"], ["Kd"]]
    page.locator("#claims > summary").click()
    page.get_by_role("link", name="the plan").click()
    assert at(page) == 0
