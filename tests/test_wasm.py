"""The core for pages: it matches its sources, and its answers in Node are those of the native
core."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from spiderpos import formats
from spiderpos.formats import fen
from spiderpos.game.cards import ALL_CARDS, UNKNOWN
from spiderpos.game.deals import deal
from spiderpos.game.replay import play
from spiderpos.goals.clauses import game_data
from spiderpos.goals.goal import parse
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.scripts import words
from spiderpos.show.web import core, joined
from spiderpos.solver.prover import native

from . import tables, test_drawing, test_sure, wasm_vectors
from .boards import board, read
from .voice import card_words

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
WEB = ROOT / "spiderpos/show/web"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node isn't installed")

#: A goal that depends on hidden cards.
DEPENDS = "turn up 2 cards and get a space without dealing"

#: Positions with the answer to "is the win sure?", and its number of cases.
SURE = [
    (test_sure.FIVE, ["solved", 120]),
    (test_sure.LOST, ["impossible", 0]),
    (fen.dumps(deal(1)).strip(), ["it can't be searched here: there are rows to be dealt yet", 0]),
]

_spec = importlib.util.spec_from_file_location("build_wasm", ROOT / "native/build_wasm.py")
assert _spec
assert _spec.loader
build_wasm = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build_wasm)


def in_node(script: str, given: object) -> object:
    """Return the JSON output of a script that has ``given`` and the core, opened as
    ``machine``."""
    text = f"""
      import {{ readFileSync }} from "node:fs";
      {wasm_vectors.CORE}
      const given = JSON.parse(readFileSync(0, "utf8"));
      const machine = await Machine.open(readFileSync({json.dumps(str(WEB / "spiderpos.wasm"))}));
      {script}
    """
    return wasm_vectors.run_in_node(text, given)


def test_the_built_file_belongs_to_the_sources():
    built = build_wasm.WASM.read_bytes()
    assert built.endswith(build_wasm.section()), "run: python native/build_wasm.py"
    assert len(built) < 265_000


@needs_node
def test_a_page_unpacks_the_core_as_it_was():
    script = f"""
      globalThis.window = globalThis;
      eval(given);
      {joined("unpack.js")}
      console.log(JSON.stringify(Buffer.from(coreBytes()).toString("base64")));
    """
    assert base64.b64decode(in_node(script, core())) == build_wasm.WASM.read_bytes()


@needs_node
def test_a_page_calls_cards_what_python_calls_them():
    cards = [UNKNOWN, *ALL_CARDS]
    script = joined("faces.js") + "console.log(JSON.stringify(given.map(cardName)));"
    assert in_node(script, list(map(str, cards))) == list(map(card_words, cards))


@needs_node
@pytest.mark.parametrize("case", SURE, ids=str)
def test_a_page_says_whether_a_win_is_sure(case):
    """The page's core answers "is the win sure?" with the number of cases, if no row is left."""
    data = game_data(formats.loads(case[0]), None)
    answer = in_node(
        """
          const { outcome, cases, reason } = machine.call(new Game(machine, given).sure(), 60);
          console.log(JSON.stringify([outcome === "undecided" ? reason : outcome, cases]));
        """,
        data,
    )
    assert answer == case[1]


@needs_node
@pytest.mark.parametrize(
    ("goal", "outcome", "reason"),
    [
        (DEPENDS, "possible", "in [1-7] of 8 draws .* a line, in [1-7] there is none: it depends"),
        ("turn up 2 cards without dealing", "solved", ""),
        ("turn up 3 cards without dealing", "impossible", "the goal needs 3 cards face down"),
        (f"{DEPENDS} whatever turns up", "undecided", ""),
    ],
)
def test_a_page_says_what_is_possible_in_some_draws_of_the_hidden_cards(goal, outcome, reason):
    """The page's core finds a line for some orders of the hidden cards, and plays it."""
    data = game_data(test_drawing.boards()[0], parse(goal))
    answer = in_node(
        """
          const game = new Game(machine, given);
          const answer = machine.call(game.request(), 60);
          if (answer.line) game.script(answer.line);
          console.log(JSON.stringify({ ...answer, end: game.made, verdict: game.state.verdict }));
        """,
        data,
    )
    assert isinstance(answer, dict)
    assert answer["outcome"] == outcome
    assert re.search(reason, answer["reason"])
    if outcome == "possible":
        assert (answer["verdict"], answer["end"]) == ("holds", len(answer["moves"]))
        assert "turning up" in answer["line"]


@needs_node
def test_a_page_digs_down_to_one_of_two_equal_cards():
    """The page's core can dig down to one of two equal cards of a column."""
    position = board("9s 5h 3c", "6c", "4d", "9s Kh")
    for goal, outcome in (
        ("dig down to 9s in column 1 without dealing", "solved"),
        ("dig down to 9s in column 4 without dealing", "impossible"),
    ):
        answer = in_node(
            """
              const request = new Game(machine, given).request();
              console.log(JSON.stringify(machine.call(request, 60)));
            """,
            game_data(position, parse(goal)),
        )
        assert isinstance(answer, dict)
        assert answer["outcome"] == outcome, answer


@needs_node
@pytest.mark.parametrize("count", [500, pytest.param(4000, marks=pytest.mark.long)])
def test_the_core_says_what_the_engine_says(count):
    result = wasm_vectors.in_node(wasm_vectors.random_vectors(count))
    assert result["count"] >= count
    assert result["different"] == []


@needs_node
@pytest.mark.skipif(not native.available(), reason="the compiled core isn't installed")
@pytest.mark.long
def test_the_claims_of_the_catalogue_are_proved_by_the_same_classes():
    result = wasm_vectors.claims(400_000)
    assert len(result) >= 80
    assert wasm_vectors.differing(result) == []


@needs_node
@pytest.mark.parametrize(
    ("goal", "removed", "script"),
    [
        ("remove spades before hearts", "", "remove the hearts"),
        ("win with all suits in the tableau", "", "remove the hearts"),
        ("win with all suits in the tableau", "s", ""),
    ],
)
def test_a_removed_suit_can_lose_the_goal(goal, removed, script):
    """The goal is lost by a suit removed during the game or before it, for pages and in Python."""
    position = read(f"K-Ah|2c; removed={removed}")
    played = play(position, words.loads(script)) if script else ()
    rest = what_is_left(parse(goal), position, [each.step for each in played])
    verdict = in_node(
        """
          const game = new Game(machine, given.data);
          if (given.script) game.script(given.script);
          console.log(JSON.stringify(game.state.verdict));
        """,
        {"data": game_data(position, parse(goal)), "script": script},
    )
    assert (verdict, rest.status) == ("fails", GoalStatus.BROKEN)


@cache
def moves_for_gestures():
    """Return the answers of a page to each row of the table of gestures, from one process."""
    rows = [row.given for row in tables.rows("gestures")]
    games = [
        {
            "data": game_data(read(position), None),
            "gestures": [
                dict(zip(("grip", "source", "target", "take"), each.split(), strict=False))
                for each in gestures.split(", ")
            ],
        }
        for position, gestures in rows
    ]
    script = (
        joined("pointing.js")
        + """
      const place = (name) => (name === "-" ? null : name.replace("_", " "));
      const answers = given.map(({ data, gestures }) => {
        const game = new Game(machine, data);
        return gestures.map(({ grip, source, target, take }) => {
          const gesture = { grip, source: place(source), target: place(target) };
          const result = moveFor(game, { ...gesture, take: Number(take) || null });
          return result.move ? game.play(result.move).words : result.why;
        });
      });
      console.log(JSON.stringify(answers));
    """
    )
    return dict(zip(rows, in_node(script, games), strict=True))


@needs_node
@tables.of("gestures")
def test_gestures(*row):
    """Return the move for a gesture such as ``adjust 1 cell_2 3``: grip, source, target, count."""
    return moves_for_gestures()[row]
