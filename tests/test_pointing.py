"""Moves named by columns alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import parse_card
from spiderpos.game.moves import FromCell, Remove, Shift
from spiderpos.game.rules import parse_rules
from spiderpos.games.pointing import cards_from, move_between, obvious_from_cell, obvious_move

from .boards import board, cards
from .positions import any_rules, random_middle

KINGS_ON_ACES = parse_rules("kings_on_aces=yes")


def reason(call, *arguments):
    with pytest.raises(errors.IllegalMove) as caught:
        call(*arguments)
    return caught.value


# As many as possible


def test_onto_a_card_there_is_one_choice():
    position = board("Kc 9-6s", "10d", "8h", "7h")
    assert [move_between(position, 1, target).count for target in (2, 3, 4)] == [4, 2, 1]


def test_into_a_space_the_whole_run_goes():
    assert move_between(board("Kc 9-6s", ""), 1, 2) == Shift(1, 2, 4)


def test_a_card_and_what_covers_it():
    position = board("Kc 9-6s", "", "10d", "8c")
    assert move_between(position, 1, 2, take=2) == Shift(1, 2, 2)
    assert move_between(position, 1, 4, take=3) == Shift(1, 4, 2)
    # Not a unit: the most that can move is meant instead.
    assert move_between(position, 1, 2, take=5) == Shift(1, 2, 4)
    assert type(reason(move_between, position, 1, 3, 2)) is errors.RankMismatch


def test_of_two_choices_the_larger_where_ranks_wrap_around():
    position = board("3-As K-As", "4d", rules=KINGS_ON_ACES)
    assert move_between(position, 1, 2) == Shift(1, 2, 16)
    assert move_between(position, 1, 2, take=15) == Shift(1, 2, 3)


def test_none_fits():
    position = board("Kc 9-6s", "4d", "8h", "10d")
    found = reason(move_between, position, 1, 2)
    assert type(found) is errors.RankMismatch
    assert (found.run, found.column, found.accepting) == (cards("9-6s"), 2, (3, 4))
    assert str(found) == (
        "none of 9-6s can go onto the 4d at the bottom of column 2; "
        "columns 3 and 4 would take some of them"
    )
    assert str(reason(move_between, board("9-6s", "4d"), 1, 2)).endswith("bottom of column 2")
    assert type(reason(move_between, board("6s", "4d"), 1, 2)) is errors.RankMismatch


def test_other_reasons_are_the_engine_s():
    position = board("9-6s", "", "??")
    for source, target, expected in (
        (2, 1, errors.EmptyPlace),
        (1, 1, errors.SameColumn),
        (1, 4, errors.NoSuchPlace),
        (0, 1, errors.NoSuchPlace),
        (1, 3, errors.UnknownCard),
        (3, 1, errors.UnknownCard),
    ):
        assert type(reason(move_between, position, source, target)) is expected
    assert type(reason(move_between, position, 1, 2, 0)) is errors.TooFewCards


# The obvious place


def test_a_complete_suit_is_removed():
    assert obvious_move(board("K-Ah", ""), 1) == Remove(1)
    # Only if all of it is meant.
    assert obvious_move(board("K-Ah", "5s"), 1, take=4) == Shift(1, 2, 4)


def test_the_same_suit_comes_before_another_and_that_before_a_space():
    assert obvious_move(board("9-6s", "", "10h", "10s"), 1) == Shift(1, 4, 4)
    assert obvious_move(board("9-6s", "", "10h", "10d"), 1) == Shift(1, 3, 4)
    assert obvious_move(board("9-6s", "Jd", "", ""), 1) == Shift(1, 3, 4)
    assert obvious_move(board("K-Qs", "Ad", ""), 1) == Shift(1, 3, 2)
    assert obvious_move(board("K-Qs", "Ad", "", rules=KINGS_ON_ACES), 1) == Shift(1, 2, 2)


def test_all_the_chosen_cards_go_together():
    position = board("9-6s", "8s", "7h")
    assert type(reason(obvious_move, position, 1)) is errors.NoPlace
    assert obvious_move(position, 1, take=2) == Shift(1, 2, 2)
    assert obvious_move(position, 1, take=1) == Shift(1, 3, 1)


def test_no_obvious_place():
    found = reason(obvious_move, board("9-6s", "Jd"), 1)
    assert (found.run, found.column) == (cards("9-6s"), 1)
    assert str(found) == "there is no place for 9-6s of column 1"
    assert type(reason(obvious_move, board("", "Jd"), 1)) is errors.EmptyPlace
    assert type(reason(obvious_move, board("Jd"), 2)) is errors.NoSuchPlace
    assert type(reason(obvious_move, board("Jd ??", "Qd"), 1)) is errors.UnknownCard
    assert obvious_move(board("Jd ??", ""), 1) == Shift(1, 2, 1)


# A card and what covers it


def test_cards_from():
    position = board("(9s) 9s 8s 9s 3h", "6d")
    assert cards_from(position, 1, parse_card("8s")) == 3
    assert cards_from(position, 1, parse_card("9s")) == 2
    found = reason(cards_from, position, 1, parse_card("6d"))
    assert type(found) is errors.WrongCard
    assert str(found) == "the bottom of column 1 is 3h, not 6d (6d could move from column 2)"
    assert str(reason(cards_from, position, 1, parse_card("Kd"))) == (
        "the bottom of column 1 is 3h, not Kd"
    )
    assert type(reason(cards_from, position, 3, parse_card("Kd"))) is errors.NoSuchPlace


@settings(max_examples=80, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_as_many_as_possible_is_the_most_that_is_legal(rules, seed):
    position = random_middle(Random(seed), rules)
    best: dict[tuple[int, int], int] = {}
    for move in engine.legal_moves(position):
        if isinstance(move, Shift):
            key = move.source, move.target
            best[key] = max(best.get(key, 0), move.count)
    for source in range(1, 11):
        for target in range(1, 11):
            if (source, target) in best:
                assert move_between(position, source, target).count == best[source, target]
            else:
                reason(move_between, position, source, target)


@settings(max_examples=80, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_the_obvious_move_is_legal(rules, seed):
    position = random_middle(Random(seed), rules)
    for number, column in enumerate(position.columns, 1):
        run = engine.natural_run(column, rules)
        try:
            move = obvious_move(position, number)
        except (errors.NoPlace, errors.EmptyPlace):
            assert not any(engine.can(position, Shift(number, n, len(run))) for n in range(1, 11))
        else:
            engine.verify(position, move)


# From a cell


def in_cells(*columns):
    return board(*columns, cells=(None, parse_card("9s")), rules=parse_rules("cells=2"))


def test_the_obvious_place_for_a_card_in_a_cell():
    assert obvious_from_cell(in_cells("10h", "", "10s", "10d"), 2) == FromCell(2, 3)
    assert obvious_from_cell(in_cells("8h", "", "10h"), 2) == FromCell(2, 3)
    assert obvious_from_cell(in_cells("8h", ""), 2) == FromCell(2, 2)


def test_no_obvious_place_for_a_card_in_a_cell():
    position = in_cells("8h")
    found = reason(obvious_from_cell, position, 2)
    assert type(found) is errors.NoPlace
    assert str(found) == "there is no place for 9s in cell 2"
    assert type(reason(obvious_from_cell, position, 1)) is errors.EmptyPlace
    assert type(reason(obvious_from_cell, position, 3)) is errors.NoSuchPlace
