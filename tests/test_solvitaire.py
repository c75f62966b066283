"""The JSON of the Solvitaire solver; ``reading/solvitaire.cases`` has its own test games."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from spiderpos import formats
from spiderpos.formats import ReadOptions, line, solvitaire
from spiderpos.game.cards import Suit
from spiderpos.game.deals import deal
from spiderpos.game.rules import WOODS, Rules
from spiderpos.text.errors import NotationError, NotWritable
from tests.boards import board, cards
from tests.strategies import positions

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(rules=WOODS, partial=True, strict=True)


def test_face_down_cards_have_a_small_suit_and_the_stock_is_dealt_from_its_end():
    text = solvitaire.dumps(deal(14934))
    assert '    ["10s", "3c", "Ks", "4c", "Jh", "5S"],\n' in text
    # The first row from the hand is 6d Ah ..., and stands at the end.
    assert text.splitlines()[-3].split(", ")[-2:] == ['"AH"', '"6D"']


@pytest.mark.parametrize("text", LINES)
def test_woods_positions(text):
    position = line.loads(text)
    written = solvitaire.dumps(position)
    assert solvitaire.loads(written, options=STRICT) == position
    assert formats.recognise(written) is solvitaire.FORMAT
    for other in (json.dumps(json.loads(written)), written.replace("K", "k")):
        assert solvitaire.loads(other) == position
        with pytest.raises(NotationError, match="strictly"):
            solvitaire.loads(other, options=STRICT)


@given(positions(knowledge="everything"))
def test_positions_read_back(position):
    position = replace(position, removed=tuple(dict.fromkeys(position.removed)))
    assert solvitaire.loads(solvitaire.dumps(position), options=STRICT) == position


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        '{"tableau piles": ' * 50_000,
        '{"tableau piles": [' + "[]," * 100_000 + "[]]}",
        '{"tableau piles": [[' + '"9C",' * 150_000 + '"9C"]]}',
        '{"tableau piles": [["' + "9" * 500_000 + '"]]}',
        '{"' + "a" * 900_000 + '": 1}',
    ],
)
def test_hostile_texts_are_refused(text):
    solvitaire.recognises(text)
    with pytest.raises(NotationError) as caught:
        solvitaire.loads(text)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize(
    "text", ["", "{}", '{"spiderpos": 1, "columns": []}', '{"stock": "AAPL"}', "[[]]"]
)
def test_other_texts_are_not_recognised(text):
    assert not solvitaire.recognises(text)


@pytest.mark.parametrize(
    ("position", "what"),
    [
        (board("-- 4d"), "cards in the tableau that aren't known"),
        (board("4d ??"), "cards in the tableau that aren't known"),
        (board("4d", hand="??"), "cards in the hand that aren't known"),
        (board("4d", cells=cards("5h"), rules=Rules(cells=1)), "cards in free cells"),
        (board("4d", removed=(None,)), "a removed suit that isn't known"),
        (board("4d", removed=(Suit.CLUBS, Suit.CLUBS)), "clubs removed twice"),
    ],
)
def test_what_can_not_be_written(position, what):
    with pytest.raises(NotWritable, match=what):
        solvitaire.dumps(position)
