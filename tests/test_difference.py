from dataclasses import replace

import pytest
from hypothesis import given

from spiderpos.formats import diagram
from spiderpos.formats.base import ReadOptions
from spiderpos.game.cards import UNKNOWN, Suit
from spiderpos.game.difference import difference
from spiderpos.game.rules import Rules
from tests import strategies
from tests.boards import board, cards

CELLS = Rules(cells=2)
HELD = board("9s", hand="?? ??", removed=(Suit.CLUBS, None), cells=(UNKNOWN,), rules=CELLS)
HEARTS_TWICE = board("5s", removed=(Suit.HEARTS, Suit.HEARTS))
SPADES_AND_HEARTS = board("5s", removed=(Suit.SPADES, Suit.HEARTS))
FITS = [
    # What is expected but not known may be anything.
    (board("-- ??", hand="?? ??"), board("(5c) 9s", hand="Ac 2c")),
    (
        HELD,
        board(
            *("9s",),
            hand="Ac 2c",
            removed=(Suit.HEARTS, Suit.CLUBS),
            cells=cards("5h"),
            rules=CELLS,
        ),
    ),
    (board("5s", removed=(None, Suit.HEARTS)), SPADES_AND_HEARTS),
]
DIFFERS = [
    (
        board("-- -- 9s 8s 7s", "", "10h 9h", "Kd", "-- 3c 2c"),
        board("(5c) (4h) 9s 8s", "2d", "10h 9s 8d", "Kd", "-- -- 3c 2c"),
        "column 1: expected ... 8s 7s\n             found ... 8s and no more\n"
        "column 2: expected a space\n             found 2d\n"
        "column 3: expected 10h 9h\n             found 10h 9s 8d\n"
        "column 5: expected -- 3c 2c\n             found -- -- 3c 2c",
    ),
    (board("-- 9s"), board("-- ??"), "column 1: expected -- 9s\n             found -- ??"),
    (board("(9s) 8s"), board("9s 8s"), "column 1: expected (9s) 8s\n             found 9s 8s"),
    (board("(5c) 9s"), board("-- 9s"), "column 1: expected (5c) 9s\n             found -- 9s"),
    (board("9s", hand="Ac"), board("9s", hand="2c"), "the hand: expected Ac, found 2c"),
    (
        *(board("9s", "8s"), board("9s")),
        "column 2: expected, but the tableau has no such column",
    ),
    (board("9s"), board("9s", "8s"), "column 2: not expected in the tableau"),
    (
        HELD,
        board("9s", hand="Ac", removed=(Suit.HEARTS, None), rules=CELLS),
        "the hand: expected 2 cards, found 1 card\n"
        "removed suits: expected clubs and an unknown suit, found hearts and an unknown suit\n"
        "free cells: expected ?? --, found -- --",
    ),
    (
        *(board("9s"), replace(board("9s"), removed=(Suit.CLUBS,))),
        "removed suits: expected none, found clubs",
    ),
    # A suit that is removed once stands for one that is to be.
    (
        *(HEARTS_TWICE, SPADES_AND_HEARTS),
        "removed suits: expected hearts and hearts, found spades and hearts",
    ),
]


@pytest.mark.parametrize(("expected", "found"), FITS)
def test_what_fits(expected, found):
    assert difference(expected, found) == []


@pytest.mark.parametrize(("expected", "found", "text"), DIFFERS)
def test_what_differs(expected, found, text):
    differences = difference(expected, found)
    assert "\n".join(map(str, differences)) == text
    assert [f"column {d.column}" if d.column else "" for d in differences] == [
        d.what if d.what.startswith("column") else "" for d in differences
    ]


@given(strategies.positions())
def test_a_position_fits_itself_and_its_hidden_self(position):
    assert difference(position, position) == []
    assert difference(position.hide(), position) == []


def test_a_diagram_fits_the_position_that_it_shows():
    shown = board("(5c) 9s", "", "10h", *[""] * 7)
    read = diagram.loads(diagram.dumps(shown), options=ReadOptions(partial=True))
    assert difference(read, shown) == []
