"""What pages say without a search: by lines that are known, and by a condition that is broken."""

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.catalogue.problem import START
from spiderpos.scripts import words
from spiderpos.show.pages import content
from spiderpos.show.web import joined
from spiderpos.show.web.data import game_data, position_data

from .test_pages_browser import button
from .test_pages_playing import line, moves_made, typed
from .test_wasm import build_wasm, in_node, needs_node

#: Lines of other aims than their page's goal, after whose moves it isn't known within that work
#: whether that can still be done; of the first one, "whatever turns up" isn't decided in pages.
OPEN = {
    "mined-spades-in-line": ["try"],
    "woods-3": ["king-of-2-by-the-space"],
    "woods-5": ["grab", "first-try"],
    "woods-6": [
        *("queen-of-7", "space", "diamonds", "spades-first", "straightforward"),
        *("spades-after-diamonds", "diamonds-after-spades", "clubs-at-once", "two-spaces-at-once"),
        *("king-of-8", "clubs", "spades", "gather", "hasty-king"),
    ],
}


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


def played(name):
    """A page's game, and its lines from the start in words; None without a goal."""
    page = content.of_problem(find_problem(name))
    if page.goal is None:
        return None
    segments = [s for each in page.lines for s in each.segments if s.begin.root == START]
    lines = {s.key: words.dumps((*s.begin.past, *s.steps)) for s in segments}
    return {"name": name, "game": game_data(page.start, page.goal), "lines": lines}


@needs_node
def test_the_core_plays_the_lines_of_pages():
    """All moves, in the words that stand in the page, and to the same position."""
    given = []
    for name in problem_ids():
        page = content.of_problem(find_problem(name))
        roots = {root.name: root.position for root in page.roots}
        for segment in (segment for each in page.lines for segment in each.segments):
            steps = (*segment.begin.past, *segment.steps)
            after = steps[-1].after if steps else roots[segment.begin.root]
            given.append(
                {
                    "name": segment.key,
                    "game": game_data(roots[segment.begin.root], None),
                    "words": [words.describe(step) for step in steps],
                    "after": position_data(after),
                }
            )
    different = in_node(
        joined("known.js")
        + """
          const core = new Core(machine);
          const wrong = given.filter(({ game: data, words, after }) => {
            const game = core.game(data);
            if (words.length) game.script(words.join("; "));
            return game.at !== words.length || keyOf(game.position) !== keyOf(after);
          });
          console.log(JSON.stringify(wrong.map(({ name }) => name)));
        """,
        given,
    )
    assert different == []


@needs_node
def test_pages_answer_at_the_start_and_on_all_their_lines():
    """After a third, two thirds and all of a line: by a known line, or in half a million steps."""
    pages = [page for name in problem_ids() if (page := played(name))]
    answers = in_node(
        joined("known.js")
        + """
          const bytes = readFileSync(given.core);
          const answers = {};
          for (const { name, game: data, lines } of given.pages) {
            const core = new Core(await Machine.open(bytes));
            const games = Object.entries(lines).map(([key, text]) => {
              const game = core.game(data);
              game.script(text);
              return { key, game };
            });
            const printed = games.map(({ game }) => lineOf(game, 0));
            const known = new Known(() => printed);
            const start = known.rest(core.game(data)) !== null;
            answers[name] = { start, questions: 0, open: [] };
            for (const { key, game } of games) {
              if (given.open[name]?.includes(key)) continue;
              for (const part of [1 / 3, 2 / 3, 1]) {
                const at = Math.round(part * game.moves.length);
                const here = game.fork(at);
                answers[name].questions++;
                if (here.verdict() === "holds" || broken(here) || known.rest(here)) continue;
                const machine = await Machine.open(bytes);
                const { outcome } = machine.ask(here.request(), 1e9, 2 ** 30, 5e5);
                if (outcome === "solved" || outcome === "impossible") continue;
                answers[name].open.push([key, at]);
              }
            }
          }
          console.log(JSON.stringify(answers));
        """,
        {"pages": pages, "open": OPEN, "core": str(build_wasm.WASM)},
    )
    assert all(answer["start"] for answer in answers.values())
    assert {name: answer["open"] for name, answer in answers.items() if answer["open"]} == {}
    assert sum(answer["questions"] for answer in answers.values()) > 300
