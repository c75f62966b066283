"""What pages say without a search: by lines that are known, and by a condition that is broken."""

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.show.pages import content

from .test_pages_browser import button
from .test_pages_playing import line, moves_made, typed


def without_searching(page):
    """Makes every search fail, so that an answer can't come of one."""
    page.evaluate(
        "() => { window.Worker = class { constructor() { throw Error('a search'); } }; }"
    )


def ask(page, question):
    """What a page answers at once to a question."""
    button(page, question).click()
    return page.locator("#hint-text" if question == "Hint" else "#proof").inner_text()


@pytest.mark.parametrize("name", ["woods-3", "woods-4", "woods-6", "mined-bait"])
def test_lines_of_the_page_are_asked_first(open_problem, name):
    problem = find_problem(name)
    solution = content.of_problem(problem).solution
    words = line(name, solution.id).split("; ")
    reached = solution.judgement.reached_at
    page = open_problem(name)
    without_searching(page)
    made = 0
    for number in (0, 1, reached // 2, reached - 1):
        if number > made:
            typed(page, "; ".join(words[made:number]))
            moves_made(page, number)
            made = number
        assert "Yes: it can still be done, in " in ask(page, "Can it still be done?")
        assert "It isn't lost" in ask(page, "Where did I lose it?")
        assert "Aim at" in ask(page, "Hint")


def test_a_line_that_is_left_is_known_up_to_there(open_problem):
    page = open_problem("woods-4")
    last = len(find_problem("woods-4").replayed("clubs").steps)
    typed(page, line("woods-4", "clubs"))
    moves_made(page, last)
    without_searching(page)
    assert button(page, "Where did I lose it?").is_disabled(), "a question rests"
    # Moves that were taken back are known too.
    button(page, "To the start").click()
    moves_made(page, 0)
    assert f"in {last} moves" in ask(page, "Can it still be done?")


@pytest.mark.parametrize("question", ["Hint", "Can it still be done?", "Where did I lose it?"])
def test_a_broken_condition_is_a_no(open_problem, question):
    page = open_problem("woods-4")
    typed(page, "3-2d from 5 to 9, deal, 8h from 8 to 1")
    page.locator("#clauses", has_text="broken by move 2").wait_for()
    made = page.locator("#own-moves button:not(.undone)").count()
    assert made >= 2
    without_searching(page)
    assert "“without dealing” is broken by move 2, deal" in ask(page, question)
    button(page, "Back to before move 2").click()
    moves_made(page, 1)
    assert "Yes" in ask(page, "Can it still be done?")
