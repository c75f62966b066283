"""Counting cards against the two decks."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given

from spiderpos.game import census
from spiderpos.game.cards import UNKNOWN, Suit, card
from spiderpos.game.census import PositionError, faults, validate
from spiderpos.game.rules import PRESETS

from .boards import board
from .strategies import full_positions, partial_positions, rule_sets


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_full_positions_are_valid(position):
    validate(position)


@given(partial_positions(rule_sets()))
def test_partial_positions_are_valid_as_partial_ones(position):
    validate(position, partial=True)


@given(full_positions(rule_sets(), knowledge="some"))
def test_known_and_unseen_cards_make_the_decks(position):
    counted = census.accounted_for(position)
    assert counted + census.unseen(position) == census.deck(position.rules)
    bare = replace(position, removed=())
    assert census.accounted_for(bare) == Counter(position.known_cards())


def test_several_faults_at_once():
    position = board("Kd Kd Kd", "-- ", *["3c"] * 7)
    with pytest.raises(PositionError) as caught:
        validate(position, name="p.txt")
    text = str(caught.value)
    assert text.startswith("p.txt: not a position, ")
    for part in ("9 columns", "bottom card of column 2", "3 Kd", "7 3c", "too few for 104"):
        assert part in text


def test_a_card_of_a_suit_that_is_not_played_is_one_fault():
    position = replace(board("Kc " * 9), rules=PRESETS["one-suit"])
    (fault,) = faults(position, partial=True)
    assert "there are clubs, but the rules play with spades only" in str(fault)


@pytest.mark.parametrize("seed", range(20))
def test_the_possible_rows_are_counted(seed):
    rng = random.Random(seed)
    deck = [card(rank, Suit.SPADES) for rank in range(1, 14)] * 2
    rng.shuffle(deck)
    unknown, count = deck[:6], rng.randint(0, 4)
    position = replace(
        board(" ".join(map(str, deck[6:]))), removed=(Suit.SPADES,) * 6, rules=PRESETS["one-suit"]
    )
    assert census.possible_rows(position, [UNKNOWN] * count) == len(
        {*permutations(unknown, count)}
    )
    assert census.possible_rows(position, deck[6:]) == 1
