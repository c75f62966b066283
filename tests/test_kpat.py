"""The text of the solver by KPatience's author: its published games, errors, round trips."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from spiderpos import engine, formats
from spiderpos.cards import UNKNOWN, Suit
from spiderpos.errors import NotationError, NotWritable, PositionError
from spiderpos.formats import ReadOptions, kpat, line
from spiderpos.moves import Deal
from spiderpos.rules import PRESETS, Rules
from tests.boards import COMPLETE, board, cards
from tests.strategies import full_positions

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(strict=True)
LEFTMOST = ReadOptions(rules=PRESETS["woods-leftmost"])

# Game 41 of the examples at github.com/coolo/spider, four suits.
GAME_41 = """\
Play0: |5D |7C |QS |2C |QH JD
Play1: |JS |8S |5S |QD |AC 7S
Play2: |4S |TC |6S |2H |3H 5S
Play3: |8D |6S |3S |JH |AS TS
Play4: |9H |9S |2S |JD 2D
Play5: |KC |8D |5H |4S TH
Play6: |7S |4H |7D |4H 8S
Play7: |AD |2S |3D |8C QD
Play8: |6D |8C |5H |KH 3S
Play9: |AC |JH |6C |AH 9S
Deal0: 5C TD KD 6D 6C 3C TD 9H JS AD
Deal1: AH TH QH QC 4D JC 4C 9C QC KH
Deal2: 5D 9C 9D KC AS 8H KD 2D JC 2H
Deal3: 3C 7H 3D TS QS KS 2C 8H 4D 9D
Deal4: KS 7H 3H 5C 7D 7C 6H 6H 4C TC
Off: """
# The first game there, two suits: here the rows of the hand lie face down.
FIRST_GAME = """\
Play0: |AS |3H |4S |3S |TS QH \n\
Play1: |KS |TH |TH |8S |2H TH \n\
Play2: |KS |KH |9S |TS |9S JS \n\
Play3: |7H |KH |7H |6S |AH 8H \n\
Play4: |QS |4H |JS |9S 5H \n\
Play5: |3H |6H |6H |3S TH \n\
Play6: |JH |2H |QH |9H 5H \n\
Play7: |JS |5H |7S |4H QS \n\
Play8: |3H |JH |AH |9H 2S \n\
Play9: |KS |8H |AH |3H 7S \n\
Deal0: |4H |4S |7S |9H |7S |2S |6S |TS |5S |AS \n\
Deal1: |QH |7H |6S |9H |8S |7H |QS |6S |5H |6H \n\
Deal2: |8H |JS |4H |TS |AS |AS |2S |5S |KH |2H \n\
Deal3: |8S |8H |2H |KS |QH |3S |QS |JH |6H |9S \n\
Deal4: |8S |JH |3S |KH |2S |5S |4S |AH |4S |5S \n\
Off: \n\
\n"""


def error(text, **options):
    with pytest.raises(NotationError) as caught:
        kpat.loads(text, name="a.game", options=ReadOptions(**options))
    return caught.value


def test_a_published_game():
    position = kpat.loads(GAME_41, options=LEFTMOST)
    assert position.column(1) == board("(5d) (7c) (Qs) (2c) (Qh) Jd").column(1)
    assert position.column(10).bottom == cards("9s")[0]
    assert position.hand[:10] == cards("5c 10d Kd 6d 6c 3c 10d 9h Js Ad")
    assert position.deals_left == 5
    assert formats.recognise(GAME_41) is kpat.FORMAT
    assert kpat.dumps(position) == GAME_41.rstrip() + "\n"


def test_a_published_game_with_a_hand_face_down():
    options = ReadOptions(rules=PRESETS["two-suits"])
    position = kpat.loads(FIRST_GAME, options=options)
    assert position.hand[:3] == cards("4h 4s 7s")
    assert kpat.loads(kpat.dumps(position), options=options) == position


def test_the_first_row_that_is_not_empty_is_dealt_next():
    position = kpat.loads(GAME_41, options=LEFTMOST)
    after = engine.do(position, Deal()).after
    lines = kpat.dumps(after).splitlines()
    assert lines[0] == "Play0: |5D |7C |QS |2C |QH JD 5C"
    assert lines[10:12] == ["Deal0:", "Deal1: AH TH QH QC 4D JC 4C 9C QC KH"]
    assert kpat.loads("\n".join(lines), options=LEFTMOST) == after


def test_removed_suits_and_unknown_cards():
    position = board(
        "-- -- Kd ??",
        *[""] * 9,
        hand="?? " * 9 + "4d",
        removed=(Suit.SPADES, Suit.HEARTS),
    )
    text = kpat.dumps(position)
    assert text.splitlines()[0] == "Play0: |XX |XX KD XX"
    assert text.splitlines()[14:] == [
        "Deal4: |XX |XX |XX |XX |XX |XX |XX |XX |XX 4D",
        "Off: KS KH",
    ]
    assert kpat.loads(text, options=ReadOptions(partial=True, strict=True)) == position


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.lower(),
        lambda text: text.replace("T", "10"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "# game 41\n  " + text.replace("\n", "\n  ") + "\n# end\n",
        lambda text: "print-layout-begin\n" + text + "\nprint-layout-end\n",
        lambda text: text.replace("Deal0: 5C TD", "Deal0: |5C |TD"),
        lambda text: "\n".join(reversed(text.splitlines())),
        lambda text: text.removesuffix("\nOff: "),
    ],
)
def test_what_is_tolerated(change):
    text = change(GAME_41)
    assert kpat.loads(text, options=LEFTMOST) == kpat.loads(GAME_41, options=LEFTMOST)
    assert kpat.recognises(text)
    with pytest.raises(NotationError):
        kpat.loads(text, options=replace(LEFTMOST, strict=True))


def test_runs():
    text = "Play0: |4D KS..5S 3c..Ac\nPlay1: 9h\n"
    position = kpat.loads(text, options=ReadOptions(partial=True))
    assert position == board("(4d) K-5s 3-Ac", "9h")


def test_without_deal_and_off_lines_the_rest_follows():
    position = kpat.loads("\n".join(GAME_41.splitlines()[:10]))
    assert position.hand == (UNKNOWN,) * 50
    assert position.removed == ()
    assert position.columns == kpat.loads(GAME_41).columns


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "there is nothing to read"),
        ("# only\n", 1, 1, "there is nothing to read"),
        (GAME_41.replace("|JS |8S", "|JS |8X"), 2, 12, "'|8X' is not a card"),
        (GAME_41.replace("|JS |8S", "|JS |XXX"), 2, 12, "'|XXX' is not a card"),
        (GAME_41.replace("QH JD", "QH JD |3C"), 1, 31, "a face-down card below the Jd"),
        (GAME_41.replace("JD\n", "JS..JD\n"), 1, 28, "'JS..JD' is not a run"),
        (GAME_41.replace("JD\n", "5D..JD\n"), 1, 28, "'5D..JD' is not a run"),
        (GAME_41.replace("JD\n", "XX..JD\n"), 1, 28, "'XX..JD' is not a run"),
        (GAME_41.replace("JD\n", "JD..\n"), 1, 28, "'JD..' is not a card"),
        (GAME_41.replace("Play3", "Play2"), 4, 1, "there is Play2 already"),
        (GAME_41.replace("Play3", "Foo3"), 4, 1, "this line has no name that is known"),
        (GAME_41.replace("Play3:", "Play3"), 4, 1, "this line has no name that is known"),
        (GAME_41.replace("Play3:", "#"), 16, 5, "the line Play3 is missing"),
        (GAME_41.replace(" KH\n", "\n"), 12, 7, "Deal1 has 9 cards; a row has 10"),
        (GAME_41 + "XX", 16, 6, "a removed suit can't be unknown here"),
        (GAME_41 + "KS " * 9, 16, 30, "more than 8 removed suits"),
        (GAME_41.replace("JD\n", "KS " * 100 + "\n"), 1, 325, "more than 104 cards in a line"),
    ],
)
def test_what_cannot_be_read(text, line, column, message):
    found = error(text)
    assert message in found.message
    assert (found.place.name, found.place.line, found.place.column) == ("a.game", line, column)


def test_cards_that_make_no_position():
    with pytest.raises(PositionError, match=r"there are 3 Js"):
        kpat.loads(GAME_41.replace("QH JD", "QH JS"))
    with pytest.raises(PositionError, match="117 cards"):
        kpat.loads(GAME_41 + "KS")


@pytest.mark.parametrize(
    "text",
    [
        "9-" * 500_000,
        "Play0:" * 200_000,
        "Play0: " + "|" * 1_000_000,
        "Play0: " + "KS " * 300_000,
        "Play0: " + "KS.." * 250_000,
        "Play0:\n" * 100_000,
        "a" * 1_000_000,
        "#\n" * 500_000,
        GAME_41 + "KS " * 300_000,
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


@pytest.mark.parametrize("text", LINES)
def test_woods_positions(text):
    position = line.loads(text)
    assert kpat.loads(kpat.dumps(position), options=STRICT) == position


@given(full_positions(knowledge="everything", unknown_face_up=True))
def test_positions_read_back(position):
    for p in (position, position.hide()):
        assert kpat.loads(kpat.dumps(p), options=STRICT) == p
