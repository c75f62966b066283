"""The page to play on in a real browser: what a person does there with mouse, finger and keys."""

import re

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.replay import replay
from spiderpos.game.rules import parse_rules
from spiderpos.play.opening import game_of_problem
from spiderpos.play.watch import watched
from spiderpos.played import session
from spiderpos.played.session import Session

from .boards import COMPLETE, board
from .serving import serving
from .test_pages_browser import accessible, no_wider, shown, tableau


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("served") / "games") as found:
        yield found


@pytest.fixture
def play(served, open_page):
    """Opens the page of a game: a problem's name, or a session."""

    def opened(game="woods-2", **options):
        begun = game_of_problem(find_problem(game)) if isinstance(game, str) else game
        table = served.store.begin(begun)
        page = open_page(served.server.address(table), **options)
        ready(page, table)
        page.table = table
        return page

    return opened


def ready(page, table):
    """Wait until the page shows the game as it is."""
    moves_made(page, table.game.at)


def moves_made(page, number):
    """Wait until the page says that so many moves are made."""
    page.locator("#moves", has_text=re.compile(rf"^{number} moves?$")).wait_for()


def said(page, text):
    page.locator("#message", has_text=text).wait_for()


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
    cards = page.locator(f"#board [data-column='{column}'] .card")
    box = box_of(cards.nth(cards.count() - count))
    return box["x"] + box["width"] / 2, box["y"] + min(5, box["height"] / 2)


def end_of(page, column):
    """A point on the bottom card of a column, or in the space."""
    cards = page.locator(f"#board [data-column='{column}'] .card")
    place = cards.last if cards.count() else page.locator(f"#board [data-column='{column}'] .pile")
    box = box_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7


def drag(page, start, stop, *, button="left"):
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2, steps=3)
    page.mouse.move(*stop, steps=3)
    page.mouse.up(button=button)


@pytest.mark.parametrize(
    "name", ["woods-2", pytest.param("woods-4", marks=pytest.mark.long), "woods-6-swapped"]
)
def test_a_printed_solution_is_played_by_dragging(play, name):
    page = play(name, height=1200)
    problem = find_problem(name)
    steps = replay(problem.start, problem.solution.script).steps
    for number, step in enumerate(steps, 1):
        match step.move:
            case Shift(source, target, count):
                drag(page, card_at(page, source, count), end_of(page, target))
            case Remove(column):
                box = box_of(page.locator("#board .removed"))
                drag(page, card_at(page, column, 13), (box["x"] + 10, box["y"] + 10))
        moves_made(page, number)
        assert shown(page) == tableau(step.after), number
    solved = watched(page.table.game)
    assert solved.solved
    assert solved.sentence == f"Solved by move {len(steps)}."
    assert page.locator("#verdict").inner_text() == solved.sentence
    assert page.locator("#findings .holds").count() == len(solved.findings)
    assert session.load(page.table.file.path).position == steps[-1].after


def test_a_drag_that_is_illegal_or_given_up(play):
    page = play()
    before = shown(page)
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    said(page, "None of 7-Ah can go onto the 10d at the bottom of column 4")
    assert "refused" in page.locator("#message").get_attribute("class")
    page.mouse.move(*card_at(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*end_of(page, 2), steps=4)
    assert page.locator("#board .lifted").count() == 3
    page.keyboard.press("Escape")
    assert page.locator("#board .lifted").count() == 0
    page.mouse.up()
    assert page.table.game.at == 0
    assert shown(page) == before


def test_drags_and_clicks(play):
    page = play()
    for button in ("left", "middle", "right"):
        drag(page, card_at(page, 3, 2), end_of(page, 2), button=button)
        moves_made(page, 1)
        assert page.table.game.done[-1].move == Shift(3, 2, 2)
        page.click("[data-act=undo]")
        moves_made(page, 0)
    # From below a column it takes as many as possible.
    x, y = end_of(page, 3)
    drag(page, (x, y + 150), end_of(page, 2))
    said(page, "8-6s from 3 to 2, turning up 8d")
    # A click sends cards to the obvious place.
    page.mouse.click(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")
    page.mouse.click(*card_at(page, 7, 1))
    said(page, "7-Ah from 7 to 3")


def test_backing_up_asks_where_something_was_shown(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "turning up 8d")
    page.click("[data-act=undo]")
    asked(page, "takes back the 8d turned up in column 3")
    page.click("#dialog >> text=Cancel")
    assert page.table.game.at == 1
    page.click("[data-act=undo]")
    page.click("#dialog button.first")
    said(page, "Taken back")
    page.click("[data-act=redo]")
    said(page, "Done again: 8-6s from 3 to 2")
    page.click("[data-act=over]")
    page.click("#dialog button.first")
    said(page, "Started over")
    assert shown(page) == tableau(find_problem("woods-2").start)


def test_a_deal_and_what_the_problem_says(play):
    page = play(
        Session(
            board("5s", "6s", hand="2c 2d 3c 3d"),
            goal=game_of_problem(find_problem("woods-2")).goal,
            stipulation="Two spaces.",
        )
    )
    page.click("#board .hand")
    asked(page, "The problem forbids it.")
    page.click("#dialog button.first")
    said(page, "You dealt: the problem forbids it (move 1).")
    assert "broken" in page.locator("#findings .fails").inner_text()
    # A double click on the hand deals without asking.
    page.dblclick("#board .hand")
    moves_made(page, 2)
    assert [step.move for step in page.table.game.steps] == [Deal(), Deal()]
    page.locator("[data-act=deal]:disabled").wait_for()
    page.keyboard.press("d")
    said(page, "The hand is empty")


def test_a_suit_is_removed_by_a_click_and_won_is_said(play):
    page = play(Session(board(COMPLETE[2], "")))
    said(page, "The game is won.")
    page.mouse.click(*card_at(page, 1, 4))
    moves_made(page, 1)
    assert page.locator("#board .removed .stub").count() == 1


def test_keys(play):
    page = play()
    page.focus("#board")
    for key in "32":
        page.keyboard.press(key)
    said(page, "8-6s from 3 to 2, turning up 8d")
    page.keyboard.press("u")
    asked(page, "takes back")
    page.keyboard.press("Enter")
    said(page, "Taken back")
    # Two cards of column 3, which the cursor is at, to the space.
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    moves_made(page, 1)
    assert page.table.game.done[-1].move == Shift(3, 2, 2)
    page.keyboard.press("Control+z")
    moves_made(page, 0)
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("o")
    moves_made(page, 1)


def test_the_voice_says_what_happens(play):
    page = play()
    page.focus("#board")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    voice = page.locator("#voice")
    assert voice.inner_text() == "Column 3: 8 of spades to 6 of spades, 3 face down."
    page.keyboard.press("Enter")
    assert voice.inner_text().startswith("Picked up 8 of spades to 6 of spades from column 3")
    page.keyboard.press("2")
    page.locator("#voice", has_text="Turned up: 8 of diamonds in column 3.").wait_for()
    assert voice.get_attribute("aria-live") == "polite"


def test_typed_moves(play):
    page = play()
    page.fill("#script", "8-6s from 3 to 2, As from 10 to 5")
    page.press("#script", "Enter")
    said(page, "8-6s from 3 to 2")
    assert page.table.game.at == 2
    page.fill("#script", "8-6s from 2 to 4")
    page.press("#script", "Enter")
    said(page, "'8-6s from 2 to 4': ")
    assert not page.locator("#dialog[open]").count()
    page.fill("#script", "8-6s from")
    page.press("#script", "Enter")
    said(page, "'from' is not understood here")
    asked(page, "expected the columns that it leaves and goes to")
    page.click("#dialog >> text=Close")
    assert page.locator("#script").input_value() == "8-6s from"


def test_a_reload_in_the_middle_loses_nothing(play):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s from 3 to 2")
    before = shown(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    ready(page, page.table)
    assert shown(page) == before
    assert page.locator("#list [aria-current]").inner_text() == "8-6s from 3 to 2, turning up 8d"
    page.mouse.click(*card_at(page, 10, 1))
    moves_made(page, 2)
    # The page asks for nothing but its own.
    host = page.url.split("/game/")[0]
    assert all(url.startswith(host) and "token" not in url for url in [page.url, *asked])


def test_a_second_tab_follows_and_a_stale_one_is_refused(play, served, open_page):
    page = play()
    # A browser of its own, so that only the server can tell it.
    other = open_page(served.server.address(page.table))
    ready(other, page.table)
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(other, "The game went on in another window.")
    assert shown(other) == shown(page)
    # Now one that doesn't look in time.
    open_page.expect("net::ERR_FAILED")
    other.route(re.compile("/api/games/[^/]*[?]version="), lambda route: route.abort())
    drag(page, card_at(page, 10, 1), end_of(page, 5))
    said(page, "As from 10 to 5")
    drag(other, card_at(other, 9, 1), end_of(other, 1))
    moves_made(other, 2)
    assert page.table.game.at == 2
    assert shown(other) == shown(page)


def test_a_restart_loses_nothing(tmp_path, open_page):
    # No server, and then one that doesn't know the old address' token.
    open_page.expect("net::ERR_CONNECTION_REFUSED|403")
    with serving(tmp_path) as served:
        table = served.begin()
        page = open_page(served.server.address(table))
        ready(page, table)
        drag(page, card_at(page, 3, 3), end_of(page, 2))
        said(page, "8-6s")
        before, port = shown(page), served.server.port
    said(page, "spiderpos doesn't answer")
    with serving(tmp_path, port) as served:
        # The old address has an old token.
        said(page, "the token is missing or wrong")
        again = open_page(served.server.address(served.store.table(table.id)))
        ready(again, table)
        assert shown(again) == before
        # They would go on asking a server that isn't there.
        page.close()
        again.close()


def test_moves_and_replay(play):
    page = play("woods-1")
    page.fill("#script", "Jh from 8 to 9, 10d from 2 to 9, 3c from 7 to 2")
    page.press("#script", "Enter")
    moves_made(page, 3)
    end = shown(page)
    page.click("[data-act=replay]")
    said(page, "Move 0 of 3: the start")
    page.click("[data-replay=on]")
    said(page, "Move 1 of 3: Jh from 8 to 9, turning up 6s")
    page.click("[data-replay=last]")
    said(page, "Move 3 of 3")
    assert shown(page) == end
    page.click("[data-replay=first]")
    page.click("[data-replay=end]")
    assert shown(page) == end
    assert page.table.game.at == 3
    page.click("#list >> text=Jh from 8 to 9")
    page.click("#dialog button.first")
    said(page, "Now after move 1")
    assert page.locator("#list .undone").count() == 2


def test_questions_on_the_side(play):
    page = play()
    page.click("[data-act=score]")
    asked(page, "492  in all")
    page.click("#dialog >> text=Close")
    page.click("[data-act=locate]")
    page.fill("#dialog input", "TH")
    page.keyboard.press("Enter")
    said(page, "10h in column 1")
    assert page.locator("#board [data-mark=target][data-card='10h']").count() == 2
    page.click("[data-act=expand]")
    page.fill("#dialog input", "4")
    page.keyboard.press("Enter")
    said(page, "column 4: Ad 7-5d Q-Js 10d")
    page.click("#board .removed")
    asked(page, "spades")
    page.click("#dialog >> text=Close")


def test_hints_come_in_three_steps(play):
    page = play("woods-4")
    assert page.locator("#deals").inner_text() == "1 deal left"
    page.click("[data-act=suggest]")
    said(page, "Aim: remove the hearts, 20 moves from here.")
    page.click("[data-act=suggest]")
    said(page, "To move: the 3-2d of column 5.")
    assert page.locator("#board [data-mark=picked]").count() == 2
    page.click("[data-act=suggest]")
    said(page, "3-2d from 5 to 9: uses the space")
    assert page.locator("#board [data-mark=target]").count() == 1
    drag(page, card_at(page, 5, 2), end_of(page, 9))
    moves_made(page, 1)
    page.click("[data-act=suggest]")
    said(page, "Aim: remove the hearts, 19 moves from here.")
    lost = play("mined-bait")
    lost.click("[data-column='9'] .column-number")
    lost.click("[data-column='1'] .column-number")
    moves_made(lost, 1)
    lost.click("[data-act=suggest]")
    said(
        lost, "It can't be done any more from here; the last time that it could was at the start."
    )


def test_settings_say_what_a_click_does(play):
    page = play()
    page.click("[data-act=settings]")
    page.select_option("#dialog select >> nth=0", "select")
    page.click("#dialog >> text=Close")
    page.mouse.click(*card_at(page, 3, 2))
    assert page.locator("#board [data-mark=picked]").count() == 2
    page.mouse.click(*end_of(page, 2))
    moves_made(page, 1)
    assert page.table.game.done[-1].move == Shift(3, 2, 2)
    # A click on the free table takes it back.
    box = box_of(page.locator("#board"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
    moves_made(page, 0)
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    page.locator("#board.flash").wait_for()


def test_rules_change_in_the_middle_of_a_game(play):
    page = play()
    page.click("[data-act=options]")
    page.select_option("#dialog select[name=cells]", "2")
    page.click("#dialog >> text=Go on")
    said(page, "The rules are now: cells=2")
    assert page.locator("#board [data-cell]").count() == 2


def test_keys_for_a_new_game_and_its_file(play):
    page = play()
    page.focus("#board")
    page.keyboard.press("3")
    page.keyboard.press("2")
    moves_made(page, 1)
    page.keyboard.press("a")
    asked(page, "takes back 1 move")
    page.keyboard.press("Enter")
    moves_made(page, 0)
    page.keyboard.press("Control+s")
    asked(page, "on the disk anyway")
    page.keyboard.press("Escape")
    page.focus("#board")
    page.keyboard.press("n")
    page.wait_for_url("**/#fresh")
    page.select_option("[name=start]", "3")
    page.select_option("[name=cells]", "2")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-*")
    page.locator("#board .card").first.wait_for()
    assert page.locator("#board [data-column='1'] .card").count() == 3
    page.focus("#board")
    page.keyboard.press("Control+o")
    page.wait_for_url("**/#own")


def test_saving_and_resuming(play, served, open_page, tmp_path):
    page = play()
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s")
    before = shown(page)
    page.click("[data-act=save]")
    page.select_option("#dialog select", "save")
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(page.locator("#dialog textarea")).to_have_value(re.compile("^[^{].*/"))
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
    page.click("text=woods-3: A card for nothing")
    page.wait_for_url("**/game/woods-3-*")
    page.locator("#board .card").first.wait_for()
    page.click("text=spiderpos")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-*")
    page.go_back()
    page.fill("[name=number]", "14934")
    page.click("#fresh button")
    page.wait_for_url("**/game/deal-14934-*")
    assert page.locator("#title").inner_text() == "Deal 14934, four suits"
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
    page.locator("#dialog select").wait_for()
    assert page.input_value("#dialog select") == ""
    page.click("#dialog >> text=That's it")
    page.select_option("#dialog select", "Kh")
    page.click("#dialog >> text=That's it")
    said(page, "8-6s from 3 to 2, turning up Kh")
    page.mouse.click(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")


def touch(page, start, stop):
    """A finger that goes from one point to another."""
    client = page.context.new_cdp_session(page)

    def point(kind, at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    point("touchStart", start)
    for part in range(1, 6):
        at = [a + (b - a) * part / 5 for a, b in zip(start, stop, strict=True)]
        point("touchMove", at)
    point("touchEnd", None)


def test_a_phone(play):
    page = play(width=360, height=740, has_touch=True, is_mobile=True)
    no_wider(page, 360)
    touch(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s from 3 to 2, turning up 8d")
    page.touchscreen.tap(*card_at(page, 10, 1))
    said(page, "As from 10 to 5")
    page.click("#more")
    page.click("[data-act=info]")
    asked(page, "2 moves made")


@pytest.mark.parametrize("width", [320, 768, 1920])
def test_nothing_is_wider_than_the_window(play, served, open_page, width):
    page = play(width=width)
    home = open_page(served.server.address(), width=width)
    home.locator("#problems li").first.wait_for()
    no_wider(page, width)
    no_wider(home, width)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_all_cards_of_long_columns_are_in_the_window(play, width, height):
    # 27 cards in a column: the cards at its bottom are those that can be dragged.
    page = play("woods-2", width=width, height=height)
    bottoms = page.evaluate(
        "[...document.querySelectorAll('#board .card')].map(c => c.getBoundingClientRect().bottom)"
    )
    assert len(bottoms) == 84
    assert max(bottoms) < height
    drag(page, card_at(page, 5, 1), end_of(page, 8))
    said(page, "2s")


def test_cards_in_cells(play):
    rules = parse_rules("cells=2")
    page = play(Session(board("Kc 9-8s", "9h", "10h", cells=(None, None), rules=rules)))
    cell = box_of(page.locator("#board [data-cell='2']"))
    centre = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
    drag(page, card_at(page, 1, 1), centre)
    said(page, "8s from 1 to cell 2")
    drag(page, centre, end_of(page, 2))
    said(page, "8s from cell 2 to 2")


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False), (1280, True)])
def test_accessibility(play, served, open_page, dark, width):
    page = play(width=width, dark=dark)
    drag(page, card_at(page, 3, 3), end_of(page, 2))
    said(page, "8-6s")
    drag(page, card_at(page, 7, 8), end_of(page, 4))
    said(page, "None of 7-Ah")
    home = open_page(served.server.address(), width=width, dark=dark)
    home.locator("#problems li").first.wait_for()
    accessible(page, home)
    if width == 360:
        page.click("#more")
    page.click("[data-act=help]")
    accessible(page)
