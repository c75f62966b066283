"""The text of the solver by KPatience's author; ``reading/kpat.cases`` has its games."""

from pathlib import Path

import pytest
from hypothesis import given

from spiderpos.formats import ReadOptions, kpat, line
from spiderpos.game import engine
from spiderpos.game.cards import Suit
from spiderpos.game.deals import deal
from spiderpos.game.illegal import PositionError
from spiderpos.game.moves import Deal
from spiderpos.game.rules import WOODS, Rules
from spiderpos.text.errors import NotationError, NotWritable
from tests.boards import COMPLETE, board, cards
from tests.strategies import full_positions

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(rules=WOODS, strict=True)


@pytest.mark.parametrize("text", LINES)
def test_woods_positions(text):
    position = line.loads(text)
    assert kpat.loads(kpat.dumps(position), options=STRICT) == position


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


@pytest.mark.parametrize(
    "text",
    [
        "Play0:" * 200_000,
        "Play0: " + "|" * 1_000_000,
        "Play0: " + "KS " * 300_000,
        "Play0: " + "KS.." * 250_000,
        "#\n" * 500_000,
    ],
)
def test_hostile_texts_are_refused(text):
    kpat.recognises(text)
    with pytest.raises((NotationError, PositionError)) as caught:
        kpat.loads(text)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("text", ["", "Player 1: ten", " --\t --", '{"Play0": []}', "x6d/Kd"])
def test_other_texts_are_not_recognised(text):
    assert not kpat.recognises(text)


@pytest.mark.parametrize(
    ("position", "what"),
    [
        (board("4d"), "a tableau of 1 column"),
        (board("4d", *[""] * 9, cells=cards("5h"), rules=Rules(cells=1)), "cards in free cells"),
        (board("4d", *[""] * 9, removed=(None,)), "a removed suit that isn't known"),
        (board("4d", *[""] * 9, hand="5h 6h"), "a hand of 2 cards"),
        (board("4d", *[""] * 9, hand=COMPLETE[Suit.CLUBS] + " 5h" * 47), "a hand of 60 cards"),
    ],
)
def test_what_can_not_be_written(position, what):
    with pytest.raises(NotWritable, match=what):
        kpat.dumps(position)
