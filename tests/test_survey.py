"""Looking a position over."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.game.cards import ALL_CARDS, Suit, parse_card
from spiderpos.game.rules import PRESETS, parse_rules
from spiderpos.game.survey import (
    Spot,
    arrangement,
    available_suits,
    distinct_moves,
    expand,
    free_cards,
    info,
    locate,
    look_for,
    missing_phrase,
    missing_ranks,
)

from .boards import board, cards
from .positions import any_rules, random_deal, random_middle

KINGS_ON_ACES = parse_rules("kings_on_aces=yes")


def places(spots):
    return [str(spot) for spot in spots]


# Locate


def test_a_card_is_found_wherever_it_lies_face_up():
    position = board("10h 9s", "(10h) 4c", "Kd 10h", hand="10h", rules=parse_rules("cells=2"))
    assert places(locate(position, parse_card("10h"))) == [
        "10h in column 1, 1st from the top, covered by 9s",
        "10h in column 3, 2nd from the top, at the bottom",
    ]
    held = board("10h", cells=(None, parse_card("10h")), rules=parse_rules("cells=2"))
    assert places(locate(held, parse_card("10h")))[1] == "10h in cell 2"


def test_hidden_cards_are_found_only_if_asked_for():
    position = board("(2c) (10h) 4c", hand="3d 10h")
    assert locate(position, parse_card("10h")) == ()
    assert places(locate(position, parse_card("10h"), hidden=True)) == [
        "10h in column 1, 2nd from the top, face down",
        "10h in the hand, 2nd to be dealt",
    ]


def test_places_count_face_down_cards():
    (spot,) = locate(board("-- -- Kd 9c 8d"), parse_card("9c"))
    assert spot == Spot(parse_card("9c"), 1, 4, covered_by=cards("8d"))


@pytest.mark.parametrize("name", ["10h", "10H", "Th", "th", "TH"])
def test_a_card_by_name(name):
    assert look_for(board("10h 9s"), name) == locate(board("10h 9s"), parse_card("10h"))


@pytest.mark.parametrize("name", ["10", "T", "t"])
def test_a_rank_by_name(name):
    position = board("10h", "10s 9d", "4c")
    assert [spot.column for spot in look_for(position, name)] == [1]


@pytest.mark.parametrize("name", ["", "1", "11", "10x", "hearts", "h10", "K Q"])
def test_what_is_neither_is_an_error(name):
    with pytest.raises(ValueError, match="is not a card"):
        look_for(board("10h"), name)


def test_free_is_what_no_card_of_the_next_lower_rank_covers():
    position = board("10h", "10s 9d", "10d 9d 8c", "10c 4h", "(10c) 5h")
    assert [(s.column, str(s.card)) for s in free_cards(position, 10)] == [(1, "10h"), (4, "10c")]


def test_an_ace_is_always_free_but_not_under_a_king_where_kings_go_on_aces():
    columns = ("Ac Kd", "As 2d")
    assert [s.column for s in free_cards(board(*columns), 1)] == [1, 2]
    assert [s.column for s in free_cards(board(*columns, rules=KINGS_ON_ACES), 1)] == [2]


def test_a_card_in_a_cell_takes_nothing():
    held = board("4c", cells=cards("10h"), rules=parse_rules("cells=1"))
    assert free_cards(held, 10) == ()


def test_a_card_covered_by_an_unknown_one_counts_as_free():
    assert len(free_cards(board("10h ??"), 10)) == 1
    assert len(free_cards(board("As ??"), 1)) == 1


# Expand


def test_a_column_in_text_with_its_natural_runs():
    position = board("-- -- Kh 9-6s 5h 4-3d", "", "5c ??")
    assert expand(position, 1) == "-- -- Kh 9-6s 5h 4-3d"
    assert expand(position, 2) == "(sp)"
    assert expand(position, 3) == "5c ??"
    for number in (0, 4):
        with pytest.raises(IndexError):
            expand(position, number)


# Moves


def test_moves_that_come_to_the_same_are_one():
    position = board("5h", "6s", "6s", "", "")
    found = [(str(step.cards[0]), step.move.target) for step in distinct_moves(position)]
    # Onto either 6s; and any card into any space leaves the columns as they were.
    assert found == [("5h", 2), ("5h", 4)]
    other = board("", "6s", "5h", "6s", "")
    assert arrangement(other) == arrangement(position)
    assert arrangement(replace(other, removed=(Suit.HEARTS,))) != arrangement(other)
    # A card face down isn't one that lies face up.
    assert arrangement(board("(5h) 6s")) != arrangement(board("5h 6s"))


# Suits


def test_a_suit_is_available_if_all_its_ranks_lie_face_up_anywhere():
    position = board("K-9h", "7-Ah 5s", "(Ks) 8h", "Q-As")
    assert available_suits(position) == (Suit.HEARTS,)
    missing = missing_ranks(position)
    assert missing[Suit.SPADES] == (13,)
    assert missing[Suit.CLUBS] == tuple(range(13, 0, -1))
    assert missing_phrase(missing[Suit.HEARTS]) == "all 13 ranks face up"
    assert missing_phrase((13, 10, 2)) == "no K, 10 or 2 face up"


def test_cards_in_cells_lie_face_up_and_removed_suits_are_gone():
    rules = parse_rules("cells=1")
    held = board("K-8h", "6-Ah", cells=cards("7h"), removed=(Suit.CLUBS,), rules=rules)
    assert available_suits(held) == (Suit.HEARTS,)


def test_only_the_suits_that_are_played_with_count():
    position = board("K-As", rules=PRESETS["one-suit"])
    assert missing_ranks(position) == {Suit.SPADES: ()}


# Information


def test_the_figures_of_a_position():
    columns = ["(2c) (3c) 9h 8h 7s", "", "Kd 4c 4d", "5h ?? 3h", *["Qc"] * 5, ""]
    position = board(*columns, hand="2d " * 20, removed=(Suit.SPADES, None))
    found = info(position, moves=3)
    assert found.hand == 20
    assert found.deals_left == 2
    assert found.turned is None  # not two decks: nothing tells how it began
    assert found.face_down == 2
    assert found.spaces == (2, 10)
    assert found.natural == 1
    assert found.discontinuities == 2
    assert str(found).splitlines() == [
        "3 moves made",
        "20 cards in the hand, 2 deals left",
        "2 cards face down",
        "2 spaces: columns 2 and 10",
        "1 card on the next higher of the suit",
        "2 discontinuities",
        "2 suits removed: spades and one not known",
    ]


def test_the_figures_of_a_new_deal():
    text = str(info(random_deal(Random(3))))
    assert text.splitlines() == [
        "50 cards in the hand, 5 deals left",
        "no cards turned up, 44 face down",
        "no spaces",
        "no cards on the next higher of the suit",
        "no discontinuities",
        "no suits removed",
    ]


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_what_is_found_is_there(rules, seed):
    position = random_middle(Random(seed), rules)
    seen = 0
    for wanted in ALL_CARDS:
        for spot in locate(position, wanted, hidden=True):
            seen += 1
            if spot.column:
                here = position.column(spot.column)
                assert (here.down + here.up)[spot.row - 1] == wanted
                assert here.up[len(here.up) - len(spot.covered_by) :] == spot.covered_by
            elif spot.cell:
                assert position.cells[spot.cell - 1] == wanted
            else:
                assert position.hand[spot.hand - 1] == wanted
    assert seen == len(list(position.known_cards()))
