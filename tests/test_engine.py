"""Every rule of the engine, and every reason that it gives, on small positions."""

from dataclasses import replace

import pytest

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import UNKNOWN, Suit, parse_card
from spiderpos.game.engine import Removal, TurnedUp
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.position import Column
from spiderpos.game.rules import PRESETS, WOODS, parse_rules

from .boards import board, cards, column

KINGS_ON_ACES = parse_rules("kings_on_aces=yes")
AUTOMATIC = parse_rules("automatic_removal=yes")
CELLS = parse_rules("cells=2")
RELAXED1 = PRESETS["xpat2-relaxed1"]
RELAXED2 = PRESETS["xpat2-relaxed2"]


def fault(position, move, reveal=()):
    """The reason why a move is refused; the same one from ``verify`` and ``do``."""
    with pytest.raises(errors.IllegalMove) as caught:
        engine.do(position, move, reveal)
    if not reveal:
        assert not engine.can(position, move)
        with pytest.raises(type(caught.value)) as verified:
            engine.verify(position, move)
        assert vars(verified.value) == vars(caught.value)
    return caught.value


def after(position, move, reveal=()):
    """The columns after a legal move, as text."""
    assert engine.can(position, move)
    engine.verify(position, move)
    return texts(engine.do(position, move, reveal).after)


def texts(position):
    return [
        " ".join([f"({c})" for c in column.down] + [str(c) for c in column.up])
        for column in position.columns
    ]


# Building


def test_a_card_goes_onto_the_next_higher_rank_regardless_of_suit():
    position = board("5s", "6s", "6h")
    assert after(position, Shift(1, 2)) == ["", "6s 5s", "6h"]
    assert after(position, Shift(1, 3)) == ["", "6s", "6h 5s"]


def test_a_4_does_not_go_onto_a_6():
    found = fault(board("4s", "6s", "5h", "", "5c Kd"), Shift(1, 2))
    assert type(found) is errors.RankMismatch
    assert (found.head, found.column, found.found, found.accepting) == (
        *cards("4s"),
        2,
        *cards("6s"),
        (3, 4),
    )
    assert str(found) == (
        "the 4s can't go onto the 6s at the bottom of column 2: it needs a 5 or a space; "
        "columns 3 and 4 would take it"
    )


def test_hearts_on_a_7_of_hearts_move_with_it_and_on_another_7_do_not():
    onto_heart = board("7-4h", "8c")
    assert after(onto_heart, Shift(1, 2, 4)) == ["", "8c 7h 6h 5h 4h"]
    assert after(board("6-4h", "7h"), Shift(1, 2, 3)) == ["", "7h 6h 5h 4h"]
    found = fault(board("7s 6-4h", "8c"), Shift(1, 2, 4))
    assert type(found) is errors.NotNatural
    assert (found.column, found.upper, found.lower) == (1, *cards("7s 6h"))
    assert found.run == cards("6-4h")
    assert str(found) == (
        "these cards of column 1 can't move as a unit: the 6h is not of the 7s's suit; "
        "what can move from there is 6-4h"
    )


def test_any_lower_part_of_a_run_moves():
    position = board("6-4h", "7c", "6c", "5c")
    assert after(position, Shift(1, 2, 3))[:2] == ["", "7c 6h 5h 4h"]
    assert after(position, Shift(1, 3, 2))[::2] == ["6h", "6c 5h 4h"]
    assert after(position, Shift(1, 4, 1))[::3] == ["6h 5h", "5c 4h"]


def test_not_natural_names_the_lowest_break():
    found = fault(board("9s 9c 8c 3c 2c", "10d"), Shift(1, 2, 5))
    assert (found.upper, found.lower) == cards("8c 3c")
    assert "the 3c does not follow the 8c; what can move from there is 3-2c" in str(found)


def test_a_space_takes_any_card_and_any_run():
    position = board("Ks 9-6h", "")
    for count in range(1, 5):
        engine.verify(position, Shift(1, 2, count))
    assert after(position, Shift(1, 2, 4)) == ["Ks", "9h 8h 7h 6h"]


def test_a_king_goes_only_into_a_space():
    position = board("K-Qs", "As", "", "2d")
    assert after(position, Shift(1, 3, 2)) == ["", "As", "Ks Qs", "2d"]
    onto_ace = fault(position, Shift(1, 2, 2))
    assert str(onto_ace) == (
        "the Ks can't go onto the As at the bottom of column 2: a King can go only into a space "
        "(kings_on_aces is off); column 3 takes it"
    )
    assert "a King can go only into a space;" in str(fault(position, Shift(1, 4, 2)))
    assert "no column takes the Kh now" in str(fault(board("Kh", "2c"), Shift(1, 2)))


def test_nothing_goes_onto_an_ace():
    assert "it needs a K or a space" in str(fault(board("Qs", "As"), Shift(1, 2)))


def test_the_last_face_down_card_is_turned_up():
    step = engine.do(board("(2c) (Jd) 5s", "6s"), Shift(1, 2))
    assert step.turned == (TurnedUp(1, parse_card("Jd")),)
    assert step.after.column(1) == Column(cards("2c"), cards("Jd"))
    assert step.cards == cards("5s")
    assert step.before == board("(2c) (Jd) 5s", "6s")


def test_no_card_is_turned_up_while_one_lies_face_up():
    step = engine.do(board("(Jd) 9c 5s", "6s"), Shift(1, 2))
    assert step.turned == ()
    assert texts(step.after) == ["(Jd) 9c", "6s 5s"]


def test_columns_that_do_not_exist():
    position = board("5s", "6s")
    for move, number in ((Shift(0, 1), 0), (Shift(1, 3), 3), (Remove(-1), -1)):
        found = fault(position, move)
        assert type(found) is errors.NoSuchPlace
        assert (found.number, found.places) == (number, 2)
        assert str(found) == f"there is no column {number}: the columns are 1 to 2"


def test_from_a_column_to_itself():
    found = fault(board("5s", "6s"), Shift(2, 2))
    assert type(found) is errors.SameColumn
    assert str(found) == "the move goes from column 2 to column 2 itself"


def test_nothing_moves_from_a_space():
    found = fault(board("", "6s"), Shift(1, 2))
    assert type(found) is errors.EmptyPlace
    assert str(found) == "column 1 is empty: there is no card to move"


def test_more_cards_than_lie_face_up():
    found = fault(board("(5s) 4s", "6s"), Shift(1, 2, 2))
    assert type(found) is errors.TooFewCards
    assert (found.column, found.wanted, found.found) == (1, 2, 1)
    assert str(found) == "column 1 has only 1 card face up, so 2 can't move"


def test_more_cards_than_there_are_and_fewer_than_one():
    found = fault(board("5-4s", "6s"), Shift(1, 2, 3))
    assert type(found) is errors.TooFewCards
    assert str(found) == "column 1 has only 2 cards, not 3"
    for count in (0, -1):
        found = fault(board("5-4s", "6s"), Shift(1, 2, count))
        assert type(found) is errors.TooFewCards
        assert str(found) == f"a move takes at least one card, not {count}"


# The hand

TEN = "2c 2d 2h 2s 4c 4d 4h 4s 6c 6d"
ROW = "Kc Kd Kh Ks Jc Jd Jh Js 9c 9d"


def test_a_row_of_ten_face_up_the_first_card_to_column_1():
    position = board(*TEN.split(), hand=ROW + " 7c")
    step = engine.do(position, Deal())
    assert texts(step.after) == [f"{a} {b}" for a, b in zip(TEN.split(), ROW.split(), strict=True)]
    assert step.after.hand == cards("7c")
    assert step.cards == cards(ROW)
    assert step.turned == step.removals == ()


def test_no_deal_with_an_empty_hand():
    found = fault(board(*TEN.split()), Deal())
    assert type(found) is errors.ShortHand
    assert str(found) == "the hand is empty: there is no row to deal"


def test_no_deal_over_a_space():
    position = board("", *TEN.split()[1:9], "", hand=ROW)
    found = fault(position, Deal())
    assert type(found) is errors.DealOverSpace
    assert (found.spaces, found.condition, found.unordered) == ((1, 10), "", ())
    assert str(found) == "no row may be dealt while columns 1 and 10 are empty"
    position = board(*TEN.split()[:9], "", hand=ROW)
    assert str(fault(position, Deal())) == "no row may be dealt while column 10 is empty"


def test_deal_over_spaces_always():
    rules = parse_rules("deal_over_spaces=always")
    assert after(board("", "2c", hand="3d 4d", rules=rules), Deal()) == ["3d", "2c 4d"]


def test_relaxed_1_asks_for_rank_and_suit_and_relaxed_2_for_rank_only():
    in_suit = ("", "9-6s", "Ah", "K-Qd")
    in_rank = ("", "9-6s", "Ah", "Kd Qh")
    for columns, relaxed1, relaxed2 in ((in_suit, True, True), (in_rank, False, True)):
        for rules, legal in ((RELAXED1, relaxed1), (RELAXED2, relaxed2)):
            assert engine.can(board(*columns, hand="2c 2c 2d 2d", rules=rules), Deal()) is legal
    found = fault(board(*in_rank, hand="2c 2c 2d 2d", rules=RELAXED1), Deal())
    assert (found.spaces, found.unordered) == ((1,), (4,))
    assert str(found) == (
        "no row may be dealt while column 1 is empty unless every other column is in order of "
        "rank and suit: column 4 is not"
    )


def test_relaxed_2_refuses_a_column_out_of_order_or_with_a_face_down_card():
    position = board("", "9h 7h", "(Ks) Qs", "As", hand="2c 2c 2d 2d", rules=RELAXED2)
    found = fault(position, Deal())
    assert found.unordered == (2, 3)
    assert str(found).endswith("is in order of rank: columns 2 and 3 are not")


def test_relaxed_rules_matter_only_if_there_is_a_space():
    for rules in (RELAXED1, RELAXED2):
        engine.verify(board("9h 7h", "(Ks) 2s", hand="3c 3d", rules=rules), Deal())


def test_a_short_hand_is_dealt_to_the_first_columns_if_the_rules_allow_it():
    position = board("2c", "2d", "2h", hand="Kc Kd", rules=PRESETS["pipkin-default"])
    step = engine.do(position, Deal())
    assert texts(step.after) == ["2c Kc", "2d Kd", "2h"]
    assert step.after.hand == ()
    found = fault(board("2c", "2d", "2h", hand="Kc Kd"), Deal())
    assert type(found) is errors.ShortHand
    assert (found.hand, found.columns) == (2, 3)
    assert str(found) == (
        "the hand has 2 cards, too few for a row of 3 (rule short_last_deal is off)"
    )


def test_a_short_deal_wants_every_column_filled_too():
    position = board("2c", "2d", "", hand="Kc Kd", rules=PRESETS["pipkin-default"])
    assert type(fault(position, Deal())) is errors.DealOverSpace


def test_deals_left_counts_a_short_row_only_if_it_can_be_dealt():
    columns, hand = ("2c", "2d"), "Kc Kd Kh"
    assert board(*columns, hand=hand).deals_left == 1
    assert board(*columns, hand=hand, rules=PRESETS["pipkin-default"]).deals_left == 2


# Removal


def test_a_complete_suit_may_be_removed_and_need_not_be():
    position = board("(5h) (Jd) K-Ac", "K-2h", "Ah")
    assert set(engine.legal_moves(position)) >= {Remove(1), Shift(3, 2)}
    step = engine.do(position, Remove(1))
    assert step.removals == (Removal(1, Suit.CLUBS),)
    assert step.turned == (TurnedUp(1, parse_card("Jd")),)
    assert step.cards == cards("K-Ac")
    assert step.after.removed == (Suit.CLUBS,)
    assert texts(step.after)[0] == "(5h) Jd"
    assert engine.do(position, Shift(3, 2)).removals == ()


def test_a_suit_on_top_of_other_cards_is_removed_from_the_bottom():
    step = engine.do(board("Qd K-As"), Remove(1))
    assert texts(step.after) == ["Qd"]
    assert step.turned == ()


@pytest.mark.parametrize(
    "text", ["K-2s", "Q-As", "K-8s 7h 6-As", "K-As 4d", "K-3s 2h As", "K-8s ?? 6-As", ""]
)
def test_an_incomplete_suit_is_not_removed(text):
    found = fault(board(text, "K-Ad"), Remove(1))
    assert type(found) is errors.NotComplete
    assert (found.column, found.complete) == (1, (2,))
    assert str(found).startswith(
        "no complete suit, King to Ace, is at the bottom of column 1: it is "
    )
    assert str(found).endswith("; column 2 could be removed from")


def test_not_complete_says_what_is_there():
    assert str(fault(board("Kd 4-2s"), Remove(1))).endswith("column 1: it is 4-2s")
    assert str(fault(board(""), Remove(1))).endswith("column 1: it is empty")


def test_complete_columns_by_suit():
    position = board("K-Ad", "K-Ah 2s", "5c K-Ad", "K-As")
    assert engine.complete_columns(position) == (1, 3, 4)
    assert engine.complete_columns(position, Suit.DIAMONDS) == (1, 3)
    assert engine.complete_columns(position, Suit.HEARTS) == ()


def test_automatic_removal_by_a_move():
    position = board("(3c) As", "(Jd) K-2s", rules=AUTOMATIC)
    step = engine.do(position, Shift(1, 2))
    assert step.removals == (Removal(2, Suit.SPADES),)
    assert step.turned == (TurnedUp(1, *cards("3c")), TurnedUp(2, *cards("Jd")))
    assert texts(step.after) == ["3c", "Jd"]
    assert step.cards == cards("As")


def test_automatic_removal_by_a_deal_and_from_a_cell():
    position = board("(Jd) K-2s", "4h", "K-2d", hand="As 9h Ad", rules=AUTOMATIC)
    step = engine.do(position, Deal())
    assert step.removals == (Removal(1, Suit.SPADES), Removal(3, Suit.DIAMONDS))
    assert step.turned == (TurnedUp(1, *cards("Jd")),)
    assert texts(step.after) == ["Jd", "4h 9h", ""]

    rules = parse_rules("automatic_removal=yes;cells=1")
    held = board("K-2s", cells=cards("As"), rules=rules)
    step = engine.do(held, FromCell(1, 1))
    assert step.removals == (Removal(1, Suit.SPADES),)
    assert step.after.cells == (None,)


def test_automatic_removal_goes_on_until_no_changed_column_ends_in_a_suit():
    rules = parse_rules("automatic_removal=yes;kings_on_aces=yes")
    stacked = board("Ad", "4c K-As K-2d", rules=rules)
    assert [r.suit for r in engine.do(stacked, Shift(1, 2)).removals] == [
        Suit.DIAMONDS,
        Suit.SPADES,
    ]
    uncovered = board("3h", "(9d) K-As 2h", "2c", rules=AUTOMATIC)
    step = engine.do(uncovered, Shift(2, 1))
    assert step.removals == (Removal(2, Suit.SPADES),)
    assert step.turned == (TurnedUp(2, *cards("9d")),)


def test_a_set_up_suit_in_a_column_that_the_move_does_not_touch_stays():
    position = board("As", "K-Ad", "2c", rules=AUTOMATIC)
    step = engine.do(position, Shift(1, 3))
    assert step.removals == ()
    assert engine.can(step.after, Remove(2))


# Kings on Aces


def test_kings_on_aces_wrap_the_ranks_around():
    position = board("Kd", "As", "Kh 3c", rules=KINGS_ON_ACES)
    assert after(position, Shift(1, 2)) == ["", "As Kd", "Kh 3c"]
    assert str(fault(position, Shift(1, 3))) == (
        "the Kd can't go onto the 3c at the bottom of column 3: it needs an Ace or a space; "
        "column 2 takes it"
    )
    assert not engine.can(board("Kd", "As"), Shift(1, 2))


def test_runs_wrap_around_where_kings_go_on_aces():
    here = cards("2-Ad K-Qd 9c")
    assert engine.natural_runs(here, WOODS) == (cards("2-Ad"), cards("K-Qd"), cards("9c"))
    assert engine.natural_runs(here, KINGS_ON_ACES) == (cards("2-Ad K-Qd"), cards("9c"))
    assert engine.natural_runs((), WOODS) == ()


def test_what_joins_naturally():
    position = board("9-8h", "10h", "10s", "", "K-As")
    moves = [Shift(1, 2, 2), Shift(1, 3, 2), Shift(1, 4, 2), Shift(1, 4, 1), Remove(5)]
    joins = [engine.joins_naturally(engine.do(position, move)) for move in moves]
    assert joins == [True, False, False, False, False]


def test_a_king_on_the_ace_of_its_suit_is_natural():
    position = board("2-As K-Qs", "3h", "2h", rules=KINGS_ON_ACES)
    assert engine.natural_run(position.column(1), KINGS_ON_ACES) == cards("2-As K-Qs")
    assert after(position, Shift(1, 2, 4)) == ["", "3h 2s As Ks Qs", "2h"]
    assert after(position, Shift(1, 3, 3)) == ["2s", "3h", "2h As Ks Qs"]
    other = board("2-As K-Qd", "3h", rules=KINGS_ON_ACES)
    assert type(fault(other, Shift(1, 2, 4))) is errors.NotNatural
    without = board("2-As K-Qs", "3h")
    assert type(fault(without, Shift(1, 2, 4))) is errors.NotNatural


def test_a_suit_is_still_removed_from_king_down_to_ace_only():
    wrapped = board("5-As K-6s", rules=KINGS_ON_ACES)
    assert type(fault(wrapped, Remove(1))) is errors.NotComplete
    longer = board("2-As K-As", rules=KINGS_ON_ACES)
    assert texts(engine.do(longer, Remove(1)).after) == ["2s As"]


def test_a_run_longer_than_a_suit_moves_as_a_unit():
    position = board("3-As K-As", "4d", "", rules=KINGS_ON_ACES)
    found = set(engine.legal_moves(position))
    assert Shift(1, 2, 16) in found
    assert Shift(1, 2, 3) in found
    assert Shift(1, 2, 4) not in found
    assert after(position, Shift(1, 3, 16))[0] == ""


# Free cells


def test_a_card_goes_to_a_cell_and_back():
    position = board("(7c) 5d", "6c", "", rules=CELLS)
    step = engine.do(position, ToCell(1, 2))
    assert step.cards == cards("5d")
    assert step.after.cells == (None, *cards("5d"))
    assert step.turned == (TurnedUp(1, *cards("7c")),)
    back = engine.do(step.after, FromCell(2, 2))
    assert back.after.cells == (None, None)
    assert texts(back.after) == ["7c", "6c 5d", ""]
    assert texts(engine.do(step.after, FromCell(2, 3)).after)[2] == "5d"


def test_a_cell_holds_one_card():
    position = board("5d", "6c", cells=(None, *cards("9h")), rules=CELLS)
    found = fault(position, ToCell(1, 2))
    assert type(found) is errors.CellFull
    assert (found.cell, found.found, found.free) == (2, *cards("9h"), (1,))
    assert str(found) == "cell 2 holds the 9h: cell 1 is empty"
    full = board("5d", cells=cards("9h 8h"), rules=CELLS)
    assert str(fault(full, ToCell(1, 1))) == "cell 1 holds the 9h: no cell is empty"


def test_from_a_cell_the_rank_must_fit():
    position = board("5d", "10c", cells=cards("9h 4h"), rules=CELLS)
    found = fault(position, FromCell(1, 1))
    assert type(found) is errors.RankMismatch
    assert found.accepting == (2,)
    empty = board("5d", rules=CELLS)
    found = fault(empty, FromCell(2, 1))
    assert type(found) is errors.EmptyPlace
    assert str(found) == "cell 2 is empty: there is no card to move"


def test_cells_and_columns_that_do_not_exist():
    position = board("5d", "", rules=CELLS)
    for move in (ToCell(1, 3), FromCell(0, 1)):
        found = fault(position, move)
        assert type(found) is errors.NoSuchPlace
        assert str(found) == f"there is no cell {move.cell}: the cells are 1 to 2"
    assert str(fault(board("5d"), ToCell(1, 1))) == (
        "there is no cell 1: these rules have no free cells"
    )
    assert type(fault(position, ToCell(3, 1))) is errors.NoSuchPlace
    assert type(fault(position, FromCell(1, 3))) is errors.NoSuchPlace
    assert type(fault(position, ToCell(2, 1))) is errors.EmptyPlace


def test_cells_do_not_matter_for_a_deal():
    position = board("5d", cells=(None, *cards("9h")), hand="3c", rules=CELLS)
    assert engine.do(position, Deal()).after.cells == (None, *cards("9h"))


# Cards that aren't known


def test_an_unknown_card_is_turned_up_as_unknown():
    step = engine.do(board("-- -- 5s", "6s"), Shift(1, 2))
    assert step.turned == (TurnedUp(1, UNKNOWN),)
    assert step.after.column(1) == Column((UNKNOWN,), (UNKNOWN,))


def test_an_unknown_card_becomes_the_one_announced():
    step = engine.do(board("-- -- 5s", "6s"), Shift(1, 2), cards("Kh"))
    assert step.turned == (TurnedUp(1, *cards("Kh")),)
    assert step.after.column(1) == Column((UNKNOWN,), cards("Kh"))


def test_a_known_card_must_be_the_one_announced():
    position = board("(Jd) 5s", "6s")
    assert engine.do(position, Shift(1, 2), cards("Jd")).turned == (TurnedUp(1, *cards("Jd")),)
    assert engine.do(position, Shift(1, 2), (UNKNOWN,)).turned == (TurnedUp(1, *cards("Jd")),)
    found = fault(position, Shift(1, 2), cards("Jh"))
    assert type(found) is errors.WrongReveal
    assert (found.column, found.said, found.found) == (1, *cards("Jh Jd"))
    assert str(found) == "column 1 turns up the Jd, not the Jh"


def test_nothing_to_turn_up():
    found = fault(board("9c 5s", "6s"), Shift(1, 2), cards("Jh"))
    assert type(found) is errors.NothingRevealed
    assert (found.said, found.turned) == (cards("Jh"), 0)
    assert str(found) == "the move turns up no cards, but Jh is announced"
    found = fault(board("(Jh) 5s", "6s"), Shift(1, 2), cards("Jh 2c"))
    assert str(found) == "the move turns up 1 card, but Jh and 2c are announced"


def test_a_card_of_which_none_is_left_is_refused():
    position = board("-- 5s", "6s", "Kh", "(Kh) 2d")
    found = fault(position, Shift(1, 2), cards("Kh"))
    assert type(found) is errors.CardNotLeft
    assert (found.said, found.copies) == (*cards("Kh"), 2)
    assert str(found) == "the Kh can't be turned up: both of them are accounted for"


def test_removed_suits_the_hand_and_cells_count_as_accounted_for():
    gone = board("-- 5s", "6s", "Kh", removed=(Suit.HEARTS,))
    in_hand = board("-- 5s", "6s", hand="Kh Kh")
    in_cell = board("-- 5s", "6s", "Kh", cells=cards("Kh ??"), rules=CELLS)
    for position in (gone, in_hand, in_cell):
        assert type(fault(position, Shift(1, 2), cards("Kh"))) is errors.CardNotLeft
        engine.do(position, Shift(1, 2), cards("Qh"))


def test_fewer_suits_have_more_copies():
    rules = PRESETS["two-suits"]
    position = board("-- 5s", "6s", "Kh Kh Kh", rules=rules)
    engine.do(position, Shift(1, 2), cards("Kh"))
    full = board("-- 5s", "6s", "Kh Kh Kh Kh", rules=rules)
    assert str(fault(full, Shift(1, 2), cards("Kh"))) == (
        "the Kh can't be turned up: all four of them are accounted for"
    )
    found = fault(position, Shift(1, 2), cards("Kc"))
    assert found.copies == 0
    assert str(found) == "the Kc can't be turned up: these rules play without clubs"


def test_two_cards_turned_up_by_one_move_count_together():
    position = board("-- As", "-- K-2s", "Kh", rules=AUTOMATIC)
    engine.do(position, Shift(1, 2), cards("Kh Qh"))
    assert type(fault(position, Shift(1, 2), cards("Kh Kh"))) is errors.CardNotLeft


def test_a_row_that_is_not_known():
    position = board("2c", "2d", hand="?? Kd")
    step = engine.do(position, Deal())
    assert step.cards == cards("?? Kd")
    assert engine.do(position, Deal(), cards("Kh Kd")).cards == cards("Kh Kd")
    found = fault(position, Deal(), cards("Kh Kc"))
    assert type(found) is errors.WrongReveal
    assert str(found) == "column 2 turns up the Kd, not the Kc"
    short = fault(position, Deal(), cards("Kh"))
    assert type(short) is errors.NothingRevealed
    assert str(short) == "the move turns up 2 cards, but Kh is announced"
    assert type(fault(position, Deal(), cards("Kh Kd 2c"))) is errors.NothingRevealed


def test_a_row_counts_its_own_cards():
    position = board("Kh", "2d", "3d", hand="?? ?? Kh")
    assert type(fault(position, Deal(), cards("Kh 2c Kh"))) is errors.CardNotLeft
    position = board("2c", "2d", "3d", hand="?? ?? 5c")
    engine.do(position, Deal(), cards("Kh Kh 5c"))


def test_a_deal_can_say_what_a_suit_that_goes_off_turns_up():
    position = board("-- K-2s", "2d", hand="?? ??", rules=AUTOMATIC)
    step = engine.do(position, Deal(), cards("As 9d Jh"))
    assert step.removals == (Removal(1, Suit.SPADES),)
    assert step.turned == (TurnedUp(1, *cards("Jh")),)
    assert step.cards == cards("As 9d")


def test_moves_that_depend_on_an_unknown_card_are_refused():
    position = board("?? 5s", "6s", "4s", "6s ??", "")
    # The codes of an Ace of clubs and of no card differ as those of a run do.
    assert type(fault(board("Ac ??", "2h"), Shift(1, 2, 2))) is errors.UnknownCard
    assert str(fault(position, Shift(1, 5, 2))) == (
        "a card of column 1 that this depends on is not known: say what it is where it is "
        "turned up ('turning up Kh')"
    )
    assert type(fault(position, Shift(4, 2))) is errors.UnknownCard
    found = fault(position, Shift(3, 4))
    assert type(found) is errors.UnknownCard
    assert (found.head, found.column) == (*cards("4s"), 4)
    assert str(found).startswith(
        "the bottom card of column 4 is not known, so it can't be said whether the 4s can go there"
    )
    held = board("5s", "", cells=cards("?? ??"), rules=CELLS)
    found = fault(held, FromCell(2, 1))
    assert (type(found), found.cell) == (errors.UnknownCard, 2)
    assert str(found).startswith("the card in cell 2 that this depends on is not known")


def test_an_unknown_card_may_go_where_it_need_not_be_known():
    position = board("6s ??", "", rules=CELLS)
    assert after(position, Shift(1, 2)) == ["6s", "??"]
    assert engine.do(position, ToCell(1, 1)).after.cells == (UNKNOWN, None)
    held = board("", cells=(UNKNOWN, None), rules=CELLS)
    assert after(held, FromCell(1, 1)) == ["??"]


def test_what_an_unknown_card_may_complete():
    for text in ("K-8s ?? 6-As", "9d ?? Q-3s ?? As", "?? " * 13):
        assert engine.may_be_complete(column(text))
    for text in ("K-8s ?? 6-2s Ad", "K-8s 6s ?? 5-As", "K-As", "Q-2s ??", "?? K-As"):
        assert not engine.may_be_complete(column(text))
    depends = board("K-8s ?? 6-2s", "As 2c", "Ac", "3h", rules=AUTOMATIC)
    assert not engine.depends_on_unknown(engine.do(depends, Shift(2, 4)))
    step = engine.do(engine.do(depends, Shift(2, 4)).after, Shift(2, 1))
    assert step.removals == ()
    assert engine.depends_on_unknown(step)
    asked = replace(step.before, rules=WOODS)
    assert not engine.depends_on_unknown(engine.do(asked, Shift(2, 1)))


def test_what_becomes_known():
    position = board("-- 5s", "6s", hand="?? Kd")
    assert engine.made_known(engine.do(position, Shift(1, 2), cards("Kh"))) == cards("Kh")
    assert engine.made_known(engine.do(position, Shift(1, 2))) == ()
    assert engine.made_known(engine.do(position, Deal(), cards("Qh Kd"))) == cards("Qh")
    assert engine.made_known(engine.do(position, Deal())) == ()


def test_a_card_may_have_gone_with_a_removed_suit_that_is_not_known():
    # Each other suit has a card that is seen twice: it is the hearts that are gone.
    position = board("-- 5s", "2c 2c 2d 2d 2s 2s 6s", "Kh", removed=(None,))
    assert engine.do(position, Shift(1, 2), cards("Kd")).turned
    found = fault(position, Shift(1, 2), cards("Kh"))
    assert type(found) is errors.CardNotLeft
    assert found.removed


# What holds for all


def test_a_step_shares_the_columns_that_it_does_not_touch():
    position = board("5s", "6s", "9h", "(2c) Jd")
    step = engine.do(position, Shift(1, 2))
    assert step.after.columns[2] is position.columns[2]
    assert step.after.columns[3] is position.columns[3]


def test_dealt_cards_are_remembered_the_last_one_first():
    position = board("2c", "2d", hand="Kc Kd Qc Qd")
    assert engine.do(position, Deal()).after.dealt == ()
    known = replace(position, dealt=cards("2d 2c"))
    step = engine.do(known, Deal())
    assert step.after.dealt == cards("Kd Kc 2d 2c")
    assert engine.do(step.after, Deal()).after.dealt == cards("Qd Qc Kd Kc 2d 2c")


def test_legal_moves_in_order():
    position = board("5s", "6h", "", "(3h) K-Ac", hand="2c 2c 2d 2d", rules=CELLS)
    assert list(engine.legal_moves(position)) == [
        Shift(1, 2),
        Shift(1, 3),
        Shift(2, 3),
        Shift(4, 1, 4),
        Shift(4, 2, 5),
        *[Shift(4, 3, count) for count in range(1, 14)],
        ToCell(1, 1),
        ToCell(2, 1),
        ToCell(4, 1),
        ToCell(1, 2),
        ToCell(2, 2),
        ToCell(4, 2),
        Remove(4),
    ]
    held = replace(position, columns=(*position.columns[:2], column("9d"), position.columns[3]))
    held = replace(held, cells=cards("5c 10c"))
    assert list(engine.legal_moves(held))[-3:] == [FromCell(1, 2), Remove(4), Deal()]


def test_a_line_is_played_move_by_move():
    start = board("5s", "6s", "7h", hand="2c 2d 2h")
    steps = engine.play(start, iter([Shift(1, 2), Shift(2, 1, 2)]))
    assert [texts(step.after) for step in steps] == [["", "6s 5s", "7h"], ["6s 5s", "", "7h"]]
    with pytest.raises(errors.DealOverSpace):
        engine.play(start, [Shift(1, 2), Deal()])


def test_what_is_not_a_move_is_a_type_error():
    with pytest.raises(TypeError, match="is not a move"):
        engine.verify(board("5s"), "deal")


def test_column_helpers():
    assert column("(2c) 9s").bottom == parse_card("9s")
    assert column("").bottom is None
    assert engine.accepting_columns(board("6s", "", "6d", "5d"), parse_card("5c"), 1) == (2, 3)
    assert engine.accepting_columns(board("??", "5d"), parse_card("4c")) == (2,)
    assert engine.natural_run(column("9s ??"), AUTOMATIC) == (UNKNOWN,)
    assert engine.natural_run(column(""), AUTOMATIC) == ()
