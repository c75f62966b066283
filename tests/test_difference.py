from dataclasses import replace

from hypothesis import given

from spiderpos.formats import diagram
from spiderpos.game.cards import UNKNOWN, Suit
from spiderpos.game.difference import ColumnDifference, OtherDifference, difference, text
from spiderpos.game.rules import Rules
from tests import strategies
from tests.boards import board, cards


def test_columns_are_shown_from_the_last_card_that_is_as_expected():
    expected = board("-- -- 9s 8s 7s", "", "10h 9h", "Kd", "-- 3c 2c")
    found = board("(5c) (4h) 9s 8s", "2d", "10h 9s 8d", "Kd", "-- -- 3c 2c")
    assert text(difference(expected, found)).splitlines() == [
        "column 1: expected ... 8s 7s",
        "             found ... 8s and no more",
        "column 2: expected a space",
        "             found 2d",
        "column 3: expected 10h 9h",
        "             found 10h 9s 8d",
        "column 5: expected -- 3c 2c",
        "             found -- -- 3c 2c",
    ]


def test_face_down_and_face_up_differ():
    (found,) = difference(board("-- 9s 8s"), board("9s 8s 7s"))
    assert (found.column, found.same) == (1, 0)
    (found,) = difference(board("(9s) 8s"), board("9s 8s"))
    assert "expected (9s) 8s\n" in str(found)
    assert "found 9s 8s" in str(found)


def test_what_is_expected_but_not_known_may_be_anything():
    assert difference(board("-- ??", hand="?? ??"), board("(5c) 9s", hand="Ac 2c")) == []
    (found,) = difference(board("-- 9s"), board("-- ??"))
    assert str(found).endswith("found ... -- ??") or str(found).endswith("found -- ??")
    assert difference(board("(5c) 9s"), board("-- 9s")) != []
    assert difference(board("9s", hand="Ac"), board("9s", hand="2c")) == [
        OtherDifference("the hand", "Ac", "2c")
    ]


def test_other_numbers_of_columns():
    extra = board("9s", "8s")
    assert [str(d) for d in difference(extra, board("9s"))] == [
        "column 2: expected, but the tableau has no such column"
    ]
    assert [str(d) for d in difference(board("9s"), extra)] == [
        "column 2: not expected in the tableau"
    ]


def test_hand_removed_and_cells():
    rules = Rules(cells=2)
    expected = board("9s", hand="?? ??", removed=(Suit.CLUBS, None), cells=(UNKNOWN,), rules=rules)
    same = board(
        "9s", hand="Ac 2c", removed=(Suit.HEARTS, Suit.CLUBS), cells=cards("5h"), rules=rules
    )
    assert difference(expected, same) == []
    other = board("9s", hand="Ac", removed=(Suit.HEARTS, None), rules=rules)
    assert list(map(str, difference(expected, other))) == [
        "the hand: expected 2 cards, found 1 card",
        "removed suits: expected clubs and an unknown suit, found hearts and an unknown suit",
        "free cells: expected ?? --, found -- --",
    ]
    assert difference(board("9s"), replace(board("9s"), removed=(Suit.CLUBS,))) == [
        OtherDifference("removed suits", "none", "clubs")
    ]


def test_only_the_columns_that_differ():
    one, other = board("9s", "8s", "7s"), board("9s", "8d", "7s")
    assert [d.column for d in difference(one, other) if isinstance(d, ColumnDifference)] == [2]


@given(strategies.positions())
def test_a_position_fits_itself_and_its_hidden_self(position):
    assert difference(position, position) == []
    assert difference(position.hide(), position) == []
    assert text([]) == ""


def test_a_diagram_fits_the_position_that_it_shows():
    shown = board("(5c) 9s", "", "10h", *[""] * 7)
    from spiderpos.formats.base import ReadOptions

    read = diagram.loads(diagram.dumps(shown), options=ReadOptions(partial=True))
    assert difference(read, shown) == []


def test_a_suit_that_is_removed_once_stands_for_one_that_is_to_be():
    twice = board("5s", removed=(Suit.HEARTS, Suit.HEARTS))
    other = board("5s", removed=(Suit.SPADES, Suit.HEARTS))
    assert text(difference(twice, other)) == (
        "removed suits: expected hearts and hearts, found spades and hearts"
    )
    assert difference(twice, twice) == []
    assert difference(board("5s", removed=(None, Suit.HEARTS)), other) == []
