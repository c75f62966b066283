"""The options and the presets, held against what the four programs' documents say."""

from dataclasses import replace

import pytest
from hypothesis import given

from spiderpos.game.rules import (
    PRESETS,
    WOODS,
    DealOverSpaces,
    Rules,
    RulesError,
    ScoredSuits,
    parse_rules,
)

from .positions import any_rules


def test_woods_deals_54_cards_44_of_them_face_down():
    assert sum(WOODS.start) == 54
    assert WOODS.face_down_at_start == 44
    assert WOODS.hand_at_start == 50


def test_the_four_extra_cards_lie_on_the_leftmost_columns_or_on_1_4_7_and_10():
    spread = [n for n, count in enumerate(PRESETS["woods"].start, 1) if count == 6]
    leftmost = [n for n, count in enumerate(PRESETS["woods-leftmost"].start, 1) if count == 6]
    assert spread == [1, 4, 7, 10]
    assert leftmost == [1, 2, 3, 4]
    assert set(PRESETS["woods"].start) == {5, 6}


def test_xpat2_without_relaxed_plays_as_woods_but_counts_complete_suits():
    assert PRESETS["xpat2"] == replace(WOODS, scored_suits=ScoredSuits.COMPLETE)
    relaxed1, relaxed2 = PRESETS["xpat2-relaxed1"], PRESETS["xpat2-relaxed2"]
    assert relaxed1 == replace(PRESETS["xpat2"], deal_over_spaces=DealOverSpaces.IF_IN_SUIT)
    assert relaxed2 == replace(PRESETS["xpat2"], deal_over_spaces=DealOverSpaces.IF_IN_RANK)


def test_pipkin_default():
    rules = PRESETS["pipkin-default"]
    assert rules.start == (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
    assert rules.automatic_removal
    assert rules.cells == 0
    assert not rules.kings_on_aces
    assert rules.deal_over_spaces is DealOverSpaces.NEVER


def test_pipkin_beginner_turns_on_all_that_his_tips_name():
    rules = PRESETS["pipkin-beginner"]
    assert rules.cells > 0
    assert max(rules.start) < 5
    assert rules.kings_on_aces
    assert rules.deal_over_spaces is DealOverSpaces.ALWAYS


def test_amiga_plays_as_woods():
    rules = PRESETS["amiga"]
    assert replace(rules, scored_suits=ScoredSuits.REMOVED) == WOODS


def test_modern_presets():
    assert PRESETS["modern"].automatic_removal
    assert PRESETS["modern-relaxed"].deal_over_spaces is DealOverSpaces.ALWAYS
    assert PRESETS["two-suits"].suits == 2
    assert PRESETS["one-suit"].suits == 1
    assert [PRESETS[name].copies for name in ("modern", "two-suits", "one-suit")] == [2, 4, 8]


def test_no_two_presets_are_the_same():
    assert len(set(PRESETS.values())) == len(PRESETS)
    for name, rules in PRESETS.items():
        assert rules.name == name
        assert str(rules) == name


@pytest.mark.parametrize("count", range(2, 8))
def test_columns_of_2_to_7_cards_at_the_start(count):
    rules = parse_rules("pipkin-default", {"start": count})
    assert rules.start == (count,) * 10
    assert rules.hand_at_start == 104 - 10 * count


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"suits": 3}, "suits: there can be 1, 2 or 4, not 3"),
        ({"cells": 5}, "cells: there can be 0 to 4, not 5"),
        ({"cells": -1}, "cells: there can be 0 to 4, not -1"),
        ({"start": 1}, "start: ten columns of 2 to 7 cards each, not 1,1,1,1,1,1,1,1,1,1"),
        ({"start": 8}, "start: ten columns of 2 to 7 cards each, not 8,8,8,8,8,8,8,8,8,8"),
        ({"start": [6, 6]}, "start: ten columns of 2 to 7 cards each, not 6,6"),
        (
            {"start": 5},
            "start: 50 cards leave 54 for the hand, which is no whole number of rows of ten: "
            "set short_last_deal=yes too",
        ),
        ({"cells": True}, "cells: 'True' is not a number from 0 to 4"),
        ({"cells": "many"}, "cells: 'many' is not a number from 0 to 4"),
        (
            {"start": "leftmost"},
            "start: 'leftmost' is not first-four, spread, one number from 2 to 7, or ten of them",
        ),
        ({"automatic_removal": "perhaps"}, "automatic_removal: 'perhaps' is not yes or no"),
        (
            {"deal_over_spaces": "sometimes"},
            "deal_over_spaces: 'sometimes' is not never, if-in-suit, if-in-rank or always",
        ),
    ],
)
def test_options_out_of_range_or_contradictory_are_refused(options, reason):
    with pytest.raises(RulesError) as caught:
        parse_rules("woods", options)
    assert str(caught.value) == reason


@pytest.mark.parametrize("count", [5.9, True, None])
def test_columns_of_no_whole_number_of_cards_are_refused(count):
    with pytest.raises(RulesError, match=r"^start: '\["):
        parse_rules("woods", {"start": [count] * 10})


def test_a_short_hand_is_a_contradiction_only_without_short_last_deal():
    assert parse_rules("woods", {"start": 5, "short_last_deal": "yes"}).hand_at_start == 54
    with pytest.raises(RulesError, match="short_last_deal=yes"):
        Rules(start=(5,) * 10)


@pytest.mark.parametrize(
    "options",
    [
        {"cells": True},
        {"suits": 4.0},
        {"start": None},
        {"short_last_deal": 1},
        {"scored_suits": 1},
    ],
)
def test_wrong_types_are_refused(options):
    with pytest.raises(RulesError, match=next(iter(options))):
        Rules(**options)


def test_text_is_taken_for_the_enums_and_a_list_for_the_columns():
    rules = Rules(deal_over_spaces="always", start=[6] * 10, short_last_deal=True)
    assert rules.deal_over_spaces is DealOverSpaces.ALWAYS
    assert hash(rules) == hash(replace(rules))


def test_unknown_names_and_keys_say_what_there_is():
    with pytest.raises(RulesError, match="no rules are called 'wood'; there are woods, "):
        parse_rules("wood")
    with pytest.raises(RulesError, match="no rule option is called 'cell'; there are suits, "):
        parse_rules("woods", {"cell": 1})


def test_a_key_given_twice_contradicts_itself():
    with pytest.raises(RulesError, match="cells is given twice: 1 and 2"):
        parse_rules("cells=1;cells=2")
    with pytest.raises(RulesError, match="deal_over_spaces is given twice: never and always"):
        parse_rules("woods", {"deal_over_spaces": "never", "deal-over-spaces": "always"})
    assert parse_rules("cells=1;cells=1").cells == 1


def test_options_go_over_a_preset_and_over_the_text():
    assert parse_rules("one-suit", {"suits": 4}) == PRESETS["modern"]
    assert parse_rules("modern;suits=2") == PRESETS["two-suits"]
    assert parse_rules("Woods", {"deal-over-spaces": "if-in-suit"}).name is None
    assert parse_rules("cells=1", {"cells": 2}).cells == 2


@given(any_rules())
def test_what_str_writes_parse_rules_reads(rules):
    assert parse_rules(str(rules)) == rules
    assert parse_rules("woods", rules.describe()) == rules
