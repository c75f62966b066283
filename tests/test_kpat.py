"""The text of the solver by KPatience's author; ``reading/kpat.cases`` has its games."""

from pathlib import Path

import pytest
from hypothesis import given

from spiderpos.formats import ReadOptions, kpat
from spiderpos.game import engine
from spiderpos.game.cards import Suit
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal
from spiderpos.game.rules import WOODS
from tests.boards import board
from tests.strategies import full_positions

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(rules=WOODS, strict=True)


@given(full_positions(knowledge="everything", unknown_face_up=True))
def test_positions_read_back(position):
    for p in (position, position.hide()):
        assert kpat.loads(kpat.dumps(p), options=STRICT) == p


def test_the_first_row_that_is_not_empty_is_dealt_next():
    after = engine.do(deal(1), Deal()).after
    lines = kpat.dumps(after).splitlines()
    assert lines[10] == "Deal0:"
    assert lines[0].endswith(kpat.dumps(deal(1)).splitlines()[10].split()[1])
    assert kpat.loads("\n".join(lines)) == after


def test_how_unknown_cards_and_removed_suits_are_written():
    hand = "?? " * 9 + "4d"
    position = board("-- Kd ??", *[""] * 9, hand=hand, removed=(Suit.SPADES, Suit.HEARTS))
    lines = kpat.dumps(position).splitlines()
    assert (lines[0], lines[15]) == ("Play0: |XX KD XX", "Off: KS KH")
    assert lines[14] == "Deal4:" + " |XX" * 9 + " 4D"


@pytest.mark.parametrize("text", ["", "Player 1: ten", " --\t --", '{"Play0": []}', "x6d/Kd"])
def test_other_texts_are_not_recognised(text):
    assert not kpat.recognises(text)
