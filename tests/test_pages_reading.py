"""Texts that Python reads are read by a page as the same position, or refused."""

from dataclasses import replace

import pytest

from spiderpos import formats, scripts
from spiderpos.formats import ReadOptions, fen
from spiderpos.game.census import by_elimination
from spiderpos.game.replay import ReplayError, replay
from spiderpos.goals.clauses import game_data
from spiderpos.text.errors import SpiderError

from . import reading
from .test_wasm import in_node, needs_node
from .wasm_vectors import link_of

_READ = """
  console.log(JSON.stringify(given.map((text) => readPosition(machine, text))));
"""


def texts_of_cases():
    for path in sorted(reading.HERE.glob("*.cases")):
        for case in reading.cases(path.name):
            if "--start" not in case.options:
                yield case.text


def positions(text):
    """Return the positions that Python reads in a text, as a complete game and as a part
    of one."""
    result = set()
    for partial in (False, True):
        try:
            position = formats.read(text, options=ReadOptions(partial=partial)).position
        except SpiderError:
            continue
        result.add(fen.dumps(replace(position, dealt=())).strip())
    return result


@pytest.mark.slow
@needs_node
def test_no_text_is_read_as_another_position():
    texts = list(texts_of_cases())
    readings = in_node(_READ, texts)
    assert isinstance(readings, list)
    misread = {
        text: result["data"]["position"]["fen"]
        for text, result in zip(texts, readings, strict=True)
        if "data" in result and result["data"]["position"]["fen"] not in positions(text)
    }
    assert misread == {}


#: Scripts with a start; each must give the same result, or the same error, as in Python.
_DEAL = "x:Qs/Ts:AsAh/K-Ah 4sJs h rules=suits=2;short_last_deal=yes"
_RUN = "Kd3-2d/3h/4c/- - -"
_SUIT = "2s/K-2s/As/As - - rules=suits=1"
_HIDDEN = "2x:Kd/2x:Qd5c/6h/-/- - -"
SCRIPTS = [
    (_DEAL, "deal, turning up 4s Js"),
    (_DEAL, "deal, turning up 4s"),
    (_DEAL, "deal turning up 4s 5s"),
    (_DEAL, "deal; deal; deal"),
    (_SUIT, "As from 3 to 2"),
    (_SUIT, "As from 3 to 2; remove the spades"),
    (_SUIT, "As from 3 to 2; remove the hearts"),
    (_SUIT, "remove the suit"),
    (_SUIT, "remove the hearts from column 2"),
    (_RUN, "3-\xa02d from 1 to 3"),
    (_RUN, "3\u2011\xa02d from 1 to 3, 3\xa0-2d from 3 to 4"),
    (_RUN, "3d from 1 to 4"),
    (_RUN, "3-2d from 1 to 3 (2 cards)"),
    (_RUN, "Kd from 1 to 4"),
    (_RUN, "3d from 2 to 3"),
    (_RUN, "5d from 2 to 3"),
    (_RUN, "4c from 4 to 1"),
    (_RUN, "3h from 2 into the space; 3d from 1 to 3, 4c from 3 into the space"),
    (_RUN, "3h from 7 to 1"),
    (_RUN, "3h from 2 to cell 1"),
    (_RUN, "3 cards from 1 to 4"),
    (_HIDDEN, "Kd from 1 to 4, turning up Qs; 5c from 2 to 3; Qd from 2 to 5, turning up Qh"),
    (_HIDDEN, "Kd from 1 to 4, turning up Qd; ?? from 1 to 5"),
    (_HIDDEN, "5c from 2 to 3, turning up Ah"),
    (_HIDDEN, "Kd from 1 to 4; Kh from 1 to 5"),
]


@needs_node
def test_a_script_ends_as_it_does_in_python():
    starts = [formats.loads(start, options=ReadOptions(partial=True)) for start, _ in SCRIPTS]
    given = [
        [game_data(start, None), text] for start, (_, text) in zip(starts, SCRIPTS, strict=True)
    ]
    result = in_node(
        r"""
          const results = given.map(([data, text]) => {
            const game = new Game(machine, data);
            return game.script(text).error ?? game.link().replace(/=\d+\.\w\w/g, "");
          });
          console.log(JSON.stringify(results));
        """,
        given,
    )
    expected = []
    for start, (_, text) in zip(starts, SCRIPTS, strict=True):
        try:
            steps = replay(by_elimination(start), scripts.loads(text)).steps
            expected.append("".join(link_of(step.move) for step in steps))
        except ReplayError as error:
            expected.append(str(error.reason))
    assert result == expected


@needs_node
def test_moves_in_another_notation_are_refused_with_the_command_that_reads_them() -> None:
    texts = [
        "be,bc",
        "<ab2,bc> -> Js",
        "a2=b1",
        "3 8 2",
        "3-8",
        "Move 3->8",
        '[{"from": 3, "to": 8}]',
    ]
    result = in_node(
        """
          const game = new Game(machine, given.shift());
          console.log(JSON.stringify(given.map((text) => game.script(text).error)));
        """,
        [game_data(formats.loads("Kd/3h - -", options=ReadOptions(partial=True)), None), *texts],
    )
    assert isinstance(result, list)
    assert all("spiderpos convert-script" in error for error in result), result
