"""The options and the presets, held against what the four programs' documents say."""

import pytest
from hypothesis import given

from spiderpos.game.rules import PRESETS, WOODS, DealOverSpaces, Rules, RulesError, parse_rules

from .positions import any_rules


def test_woods_deals_54_cards_44_of_them_face_down():
    assert WOODS.start == (6, 5, 5, 6, 5, 5, 6, 5, 5, 6)
    assert (sum(WOODS.start), WOODS.face_down_at_start, WOODS.hand_at_start) == (54, 44, 50)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("woods-leftmost", "start=6,6,6,6,5,5,5,5,5,5"),
        ("xpat2", "scored_suits=complete"),
        ("xpat2-relaxed1", "xpat2;deal_over_spaces=if-in-suit"),
        ("xpat2-relaxed2", "xpat2;deal_over_spaces=if-in-rank"),
        ("amiga", "scored_suits=complete-with-bonus"),
        ("pipkin-default", "woods-leftmost;automatic_removal=yes;short_last_deal=yes"),
        ("pipkin-beginner", "pipkin-default;start=4;cells=4;kings_on_aces=yes;"
         "deal_over_spaces=always"),
        ("modern", "woods-leftmost;automatic_removal=yes"),
        ("modern-relaxed", "modern;deal_over_spaces=always"),
        ("two-suits", "modern;suits=2"),
        ("one-suit", "modern;suits=1"),
    ],
)  # fmt: skip
def test_the_presets_are_what_the_programs_play(name, rules):
    assert parse_rules(rules) == PRESETS[name]


def test_no_two_presets_are_the_same():
    assert len(set(PRESETS.values())) == len(PRESETS)
    for name, rules in PRESETS.items():
        assert rules.name == str(rules) == name
    assert [PRESETS[name].copies for name in ("modern", "two-suits", "one-suit")] == [2, 4, 8]


@pytest.mark.parametrize("count", range(2, 8))
def test_columns_of_2_to_7_cards_at_the_start(count):
    rules = parse_rules("pipkin-default", {"start": count})
    assert rules.start == (count,) * 10
    assert rules.hand_at_start == 104 - 10 * count


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"suits": 3}, "suits: there can be 1, 2 or 4, not 3"),
        ({"suits": 4.0}, "suits: '4.0' is not 1, 2 or 4"),
        ({"cells": 5}, "cells: there can be 0 to 4, not 5"),
        ({"cells": -1}, "cells: there can be 0 to 4, not -1"),
        ({"cells": True}, "cells: 'True' is not a number from 0 to 4"),
        ({"cells": "many"}, "cells: 'many' is not a number from 0 to 4"),
        ({"start": 1}, "start: ten columns of 2 to 7 cards each, not 1,1,1,1,1,1,1,1,1,1"),
        ({"start": 8}, "start: ten columns of 2 to 7 cards each, not 8,8,8,8,8,8,8,8,8,8"),
        ({"start": [6, 6]}, "start: ten columns of 2 to 7 cards each, not 6,6"),
        (
            {"start": 5},
            "start: 50 cards leave 54 for the hand, which is no whole number of rows of ten: "
            "set short_last_deal=yes too",
        ),
        (
            {"start": "leftmost"},
            "start: 'leftmost' is not first-four, spread, one number from 2 to 7, or ten of them",
        ),
        (
            {"start": [5.9] * 4},
            "start: '[5.9, 5.9, 5.9, 5.9]' is not first-four, spread, one number from 2 to 7, "
            "or ten of them",
        ),
        ({"automatic_removal": "perhaps"}, "automatic_removal: 'perhaps' is not yes or no"),
        (
            {"deal_over_spaces": "sometimes"},
            "deal_over_spaces: 'sometimes' is not never, if-in-suit, if-in-rank or always",
        ),
    ],
)
def test_options_out_of_range_or_contradictory_are_refused(options, reason):
    for refuse in (lambda: parse_rules("woods", options), lambda: Rules(**options)):
        with pytest.raises(RulesError) as caught:
            refuse()
        assert str(caught.value) == reason


def test_a_short_hand_is_a_contradiction_only_without_short_last_deal():
    assert parse_rules("woods", {"start": 5, "short_last_deal": "yes"}).hand_at_start == 54


def test_text_is_taken_for_the_enums_and_a_list_for_the_columns():
    rules = Rules(deal_over_spaces="always", start=[6] * 10, short_last_deal=True)
    assert rules.deal_over_spaces is DealOverSpaces.ALWAYS
    assert hash(rules) == hash(parse_rules(str(rules)))


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("wood", {}, "no rules are called 'wood'; there are woods, "),
        ("woods", {"cell": 1}, "no rule option is called 'cell'; there are suits, "),
        ("cells=1;cells=2", {}, "cells is given twice: 1 and 2"),
        (
            "woods",
            {"deal_over_spaces": "never", "deal-over-spaces": "always"},
            "deal_over_spaces is given twice: never and always",
        ),
    ],
)
def test_unknown_names_and_keys_given_twice_are_refused(text, options, reason):
    with pytest.raises(RulesError) as caught:
        parse_rules(text, options)
    assert str(caught.value).startswith(reason)


def test_options_go_over_a_preset_and_over_the_text():
    assert parse_rules("one-suit", {"suits": 4}) == PRESETS["modern"]
    assert parse_rules("Woods", {"deal-over-spaces": "if-in-suit"}).name is None
    assert parse_rules("cells=1", {"cells": 2}).cells == parse_rules("cells=2;cells=2").cells == 2


@given(any_rules())
def test_what_str_writes_parse_rules_reads(rules):
    assert parse_rules(str(rules)) == rules
    assert parse_rules("woods", rules.describe()) == rules
