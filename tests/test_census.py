"""Counting cards: the quick answer must be the thorough one."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.game import census
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Suit
from spiderpos.game.census import faults, validate
from spiderpos.game.deals import seeded
from spiderpos.game.illegal import PositionError
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS

from .boards import board
from .strategies import full_positions, partial_positions, rule_sets


def spoilt(position: Position, random: Random) -> Position:
    """The position with something changed at random; it may still stand."""
    columns = list(position.columns)
    what = random.randrange(9)
    number = random.randrange(len(columns))
    column = columns[number]
    some = random.choice((UNKNOWN, *ALL_CARDS))
    if what == 0 and column.up:
        at = random.randrange(len(column.up))
        columns[number] = Column(column.down, (*column.up[:at], some, *column.up[at + 1 :]))
    elif what == 1 and column.up:
        columns[number] = Column(column.down, column.up[:-1])
    elif what == 2:
        columns[number] = Column(column.down, (*column.up, some))
    elif what == 3:
        return replace(position, hand=(*position.hand, some))
    elif what == 4:
        return replace(position, hand=position.hand[1:])
    elif what == 5:
        return replace(position, removed=(*position.removed, random.choice((*Suit, None))))
    elif what == 6:
        return replace(position, removed=position.removed[1:])
    elif what == 7:
        return replace(position, cells=(*position.cells, some))
    else:
        del columns[number]
    return replace(position, columns=tuple(columns))


@given(
    st.one_of(full_positions(rule_sets(), unknown_face_up=True), partial_positions(rule_sets())),
    st.randoms(use_true_random=False),
    st.integers(0, 3),
    st.booleans(),
)
def test_the_quick_check_never_passes_what_the_thorough_one_refuses(
    position, random, times, partial
):
    for _ in range(times):
        if position.columns:
            position = spoilt(position, random)
    found = faults(position, partial=partial)
    if census._stands(position):
        assert not found
        assert not faults(position, partial=not partial)
    if found:
        with pytest.raises(PositionError):
            validate(position, partial=partial)
    else:
        validate(position, partial=partial)


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_it_passes_every_full_position_whose_removed_suits_are_known(position):
    assert census._stands(position) == (None not in position.removed)


@given(full_positions(rule_sets(), knowledge="some"))
def test_known_and_unseen_cards_make_the_decks(position):
    known = census.accounted_for(position)
    assert known + census.unseen(position) == census.deck(position.rules)
    bare = replace(position, removed=())
    assert census.accounted_for(bare) == Counter(position.known_cards())


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_cards_from_a_deck(suits):
    rules = seeded(1, suits=suits).rules
    codes = bytes(seeded(1, suits=suits).known_cards())
    assert census.is_from_deck(codes, rules)
    assert census.is_from_deck(b"", rules)
    assert census.is_from_deck(codes[1:] + bytes(200), rules)  # unknown cards don't count
    assert not census.is_from_deck(codes + codes[:1], rules)
    assert not census.is_from_deck(bytes([codes[0]] * (rules.copies + 1)), rules)
    assert not census.is_from_deck(bytes([2]), rules)  # no card has that code
    if suits < 4:
        assert not census.is_from_deck(bytes([4]), rules)  # the Ace of clubs


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
