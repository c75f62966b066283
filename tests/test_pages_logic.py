"""The JavaScript of pages, tested in Node: known lines, hints, taps, goals, links, days."""

from itertools import product

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.catalogue.problem import START
from spiderpos.goals.clauses import game_data
from spiderpos.goals.goal import parse
from spiderpos.scripts import words
from spiderpos.show.pages import content
from spiderpos.show.pages.problem import CONDITIONS, OBJECTIVES, phrases_data
from spiderpos.show.web import joined

from .boards import COMPLETE, board
from .tables import rows
from .test_wasm import build_wasm, in_node, needs_node

pytestmark = [needs_node, pytest.mark.slow]
OPEN = {
    "woods-3": ["king-of-2-by-the-space", "queen-of-8"],
    "woods-5": ["first-try", "clubs-1a"],
    "woods-6": [
        *("queen-of-7", "space", "diamonds", "spades-first", "spades-first-5a"),
        *("spades-after-diamonds", "diamonds-after-spades", "clubs-at-once", "two-spaces-at-once"),
        *("king-of-8", "clubs", "spades", "gather", "hasty-king"),
    ],
}


#: The searches for woods-6 and woods-7 take long.
NAMES = [
    pytest.param(name, marks=[pytest.mark.long] * (name in ("woods-6", "woods-7")))
    for name in problem_ids()
]


def played(name):
    """Return the game of a problem's page, and its lines from the start; None without a goal."""
    page = content.of_problem(find_problem(name))
    if page.goal is None:
        return None
    segments = [s for each in page.lines for s in each.segments if s.begin.root == START]
    lines = {s.key: words.dumps((*s.begin.past, *s.steps)) for s in segments}
    return {"name": name, "game": game_data(page.start, page.goal), "lines": lines}


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_a_page_answers_at_the_start_and_on_all_its_lines(name):
    """On every line of a page "can it be done?" has an answer.

    It is the rest of a known line, or comes from a search of at most half a million steps.
    """
    page = played(name)
    if page is None:
        return
    start, left = in_node(
        joined("known_lines.js")
        + """
          const bytes = readFileSync(given.core);
          const games = Object.entries(given.lines).map(([key, text]) => {
            const game = new Game(machine, given.game);
            game.script(text);
            return { key, game };
          });
          const printed = games.map(({ game }) => lineOf(game));
          const knownLines = new KnownLines(() => printed);
          const left = [];
          for (const { key, game } of games) {
            if (given.open.includes(key)) continue;
            for (const part of [1 / 3, 2 / 3, 1]) {
              const made = Math.round(part * game.moves.length);
              const here = game.fork(made);
              const { verdict } = here.state;
              if (verdict === "holds" || broken(here) || knownLines.rest(here)) continue;
              const machine = await Machine.open(bytes);
              const { outcome } = machine.call(here.request(), 1e9, 2 ** 30, 5e5);
              if (outcome !== "solved" && outcome !== "impossible") left.push([key, made]);
            }
          }
          const start = knownLines.rest(new Game(machine, given.game)) !== null;
          console.log(JSON.stringify([start, left]));
        """,
        {**page, "open": OPEN.get(name, []), "core": str(build_wasm.WASM)},
    )
    assert start
    assert left == []


@pytest.mark.parametrize(
    ("position", "goal", "script", "aim"),
    [
        (board("6h 5s", "6s"), "win", "5s from 1 to 2", "the goal itself: 1 move"),
        (board("5s", "6s"), "win", "5s from 1 to 2", "a space in column 1: 1 move"),
        (board("-- 5s", "6s"), "win", "5s from 1 to 2", "turning up the card in column 1: 1 move"),
        (
            board("6h 5s", "6s", hand="2c 3c"),
            "win",
            "5s from 1 to 2; deal",
            "dealing a row: 2 moves",
        ),
        (board(COMPLETE["hearts"]), "win", "remove the hearts", "removing the hearts: 1 move"),
    ],
)
def test_a_hint_aims_at_the_next_thing_of_note(position, goal, script, aim):
    result = in_node(
        joined("hints.js")
        + """
          const line = new Game(machine, given.game);
          line.script(given.script);
          const moves = line.moves.map(({ move }) => move);
          console.log(JSON.stringify(aimOf(line.fork(0), moves)));
        """,
        {"game": game_data(position, parse(goal)), "script": script},
    )
    assert result == f"Aim at {aim} from here."


def test_a_rating_picks_the_next_problem():
    """The next problem is the first one for a new reader, then the unsolved one of the closest
    difficulty."""
    ratings, picked = in_node(
        joined("memory.js")
        + """
          const book = [1, 2, 3, 4, 5, 6].map((n) => [`p${n}`, "", "", 1, n]);
          const items = new Map();
          const storage = {
            getItem: (key) => items.get(key) ?? null,
            setItem: (key, value) => items.set(key, value),
          };
          Object.assign(globalThis, { localStorage: storage, sessionStorage: storage });
          const picked = [pick(book)[0]];
          for (const [id, unaided] of given) {
            solved(id, 9, unaided, Number(id.slice(1)));
            picked.push(pick(queueOf(book))?.[0]);
          }
          store("shown", JSON.stringify(["p2", "p6"]));
          picked.push(pick(queueOf(book))[0]);
          console.log(JSON.stringify([remembered().rating, picked]));
        """,
        [["p1", True], ["p4", True], ["p3", False]],
    )
    assert picked == ["p1", "p2", "p2", "p2", "p2"]
    assert ratings[0] == 1.5
    assert ratings[1] > ratings[0] > ratings[2] - 1


# Goals


def test_goals_are_put_together_as_they_are_read():
    texts = [
        *OBJECTIVES,
        *(f"{what} {condition}" for what, condition in product(OBJECTIVES[:9], CONDITIONS)),
        "get a space and turn up 2 cards without dealing or making a space",
        "remove the clubs, and get a space without dealing, without making a space",
    ]
    start = find_problem("woods-4").start
    assert clauses_of(texts) == [
        game_data(start, parse(text))["goal"]["clauses"] for text in texts
    ]


def test_no_goal_is_read_otherwise():
    texts = [row.given[0] for row in rows("goals") if row.given[1] == "any"]
    start = find_problem("woods-4").start
    result = clauses_of(texts)
    for text, clauses in zip(texts, result, strict=True):
        if clauses is not None:
            assert clauses == game_data(start, parse(text))["goal"]["clauses"], text
    assert any(result)


def clauses_of(texts):
    """Parse goals with the page's parser; return their clauses, None for an error."""
    return in_node(
        joined("goals.js")
        + """
          const goals = given.texts.map((text) => goalOf(text, given.phrases));
          console.log(JSON.stringify(goals.map((goal) => goal?.clauses ?? null)));
        """,
        {"texts": texts, "phrases": phrases_data()},
    )
