"""What a page says of links, of failures and of a win."""

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.game.rules import PRESETS, DealOverSpaces, Rules
from spiderpos.goals.goal import parse
from spiderpos.show.pages import content
from spiderpos.show.pages.problem import render
from spiderpos.show.pages.rules import rules_words

from .boards import board
from .test_pages_browser import button
from .test_pages_playing import line, moves_made, typed


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#position=zzz&moves=1", "The position in the address can't be read: "),
        ("#nothing-like-it:3", "a line that this page doesn't have: ‘nothing-like-it’"),
        ("#position={fen}&moves=1", "The moves in the address can't be played: "),
    ],
)
def test_a_broken_link_says_so(open_problem, fragment, words):
    page = open_problem("woods-4")
    typed(page, "3-2d from 5 to 9")
    moves_made(page, 1)
    fen = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('position')")
    # In a page that is open, and in one that opens, which keeps the game that was begun.
    page.evaluate("hash => { location.hash = hash; }", fragment.replace("{fen}", fen))
    page.locator("#status.refused", has_text=words).wait_for()
    page.reload()
    page.locator("#status.refused", has_text=words).wait_for()
    moves_made(page, 1)


@pytest.mark.parametrize("name", ["woods-4", "game-one-suit"])
def test_typed_moves_that_win_say_so(open_problem, name):
    page = open_problem(name)
    solution = content.of_problem(find_problem(name)).solution
    typed(page, line(name, solution.id))
    reached = solution.judgement.reached_at
    page.locator("#status.good", has_text=f"Solved by move {reached}.").wait_for()


def test_one_class_is_one(open_page, tmp_path):
    goal = parse("get 2 spaces without dealing")
    (tmp_path / "one.html").write_text(
        render(content.of_position(board("6h 5s", "5c"), title="One", goal=goal))
    )
    page = open_page((tmp_path / "one.html").as_uri())
    page.locator("body[data-track=game]").wait_for()
    button(page, "Prove it").click()
    page.locator("#proof", has_text="searched in").wait_for()
    assert "1 classes" not in page.locator("#proof").inner_text()


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("delete window.WebAssembly", "Playing needs a newer browser: "),
        (
            "window.WebAssembly.instantiate = () => { throw new Error('no room') }",
            "Playing doesn't",
        ),
    ],
)
def test_what_fails_at_the_beginning_is_named(open_problem, open_page, tmp_path, setup, words):
    open_problem("woods-4")
    page = open_page("about:blank")
    page.add_init_script(setup)
    page.goto((tmp_path / "woods-4.html").as_uri())
    page.locator("#status.refused", has_text=words).wait_for()


@pytest.mark.parametrize(
    ("name", "spoilers"),
    [
        ("woods-2", ["a nine is the likelier card"]),
        ("mined-bait", ["15 moves", "author mine", "As FEN:"]),
    ],
)
def test_nothing_is_given_away(open_problem, name, spoilers):
    page = open_problem(name)
    notes = page.locator("#notes")
    assert all(words in notes.text_content() for words in spoilers)
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        seen = page.locator("body").inner_text()
        assert not [words for words in spoilers if words in seen and words != "As FEN:"]
    page.emulate_media(media="screen")
    solution = content.of_problem(find_problem(name)).solution
    typed(page, line(name, solution.id))
    page.locator("#status.good").wait_for()
    assert notes.evaluate("details => details.open")
    # It is known to be solved when the page opens again.
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.locator("#notes[open]").wait_for()


OPTIONS = [
    *PRESETS.values(),
    *(Rules(suits=suits) for suits in (1, 2, 4)),
    *(Rules(cells=cells) for cells in range(5)),
    *(Rules(deal_over_spaces=when) for when in DealOverSpaces),
]


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
def test_rules_are_told_in_words(rules):
    words = rules_words(rules)
    in_play = rules.describe().keys() - {"start", "scored_suits"}
    assert words.count(";") + bool(words) == len(in_play)
    assert "=" not in words
    assert rules.name is None or rules.name not in words
