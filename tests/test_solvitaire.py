"""The JSON of the Solvitaire solver; ``reading/solvitaire.cases`` has its own test games."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from spiderpos.formats import ReadOptions, solvitaire
from spiderpos.game.deals import deal
from spiderpos.game.rules import WOODS
from tests.strategies import positions

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(rules=WOODS, partial=True, strict=True)


def test_face_down_cards_have_a_small_suit_and_the_stock_is_dealt_from_its_end():
    text = solvitaire.dumps(deal(14934))
    assert '    ["10s", "3c", "Ks", "4c", "Jh", "5S"],\n' in text
    # The first row from the hand is 6d Ah ..., and stands at the end.
    assert text.splitlines()[-3].split(", ")[-2:] == ['"AH"', '"6D"']


@given(positions(knowledge="everything"))
def test_positions_read_back(position):
    position = replace(position, removed=tuple(dict.fromkeys(position.removed)))
    assert solvitaire.loads(solvitaire.dumps(position), options=STRICT) == position


@pytest.mark.parametrize(
    "text", ["", "{}", '{"spiderpos": 1, "columns": []}', '{"stock": "AAPL"}', "[[]]"]
)
def test_other_texts_are_not_recognised(text):
    assert not solvitaire.recognises(text)
