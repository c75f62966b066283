"""The options and the presets, compared with the documents of the four programs."""

import json
from dataclasses import fields

from hypothesis import given

from spiderpos.game.rules import PRESETS, WOODS, DealOverSpaces, Rules, parse_rules

from . import tables
from .positions import any_rules


def test_woods_deals_54_cards_44_of_them_face_down():
    assert WOODS.start == (6, 5, 5, 6, 5, 5, 6, 5, 5, 6)
    assert (sum(WOODS.start), WOODS.face_down_at_start, WOODS.hand_at_start) == (54, 44, 50)


@tables.of("rules")
def test_rules(text, options):
    """Return the rules as text, their differences from Woods', and the number of cards in the
    hand."""
    rules = parse_rules(text, json.loads(options))
    assert parse_rules(str(rules)) == rules
    differ = [
        f"{field.name}={rules.suits_value if field.name == 'suits' else value}"
        for field in fields(Rules)
        if (value := getattr(rules, field.name)) != getattr(WOODS, field.name)
    ]
    return [str(rules), *differ, f"{rules.hand_at_start} cards in the hand"]


def test_no_two_presets_are_the_same():
    assert len(set(PRESETS.values())) == len(PRESETS)
    for name, rules in PRESETS.items():
        assert rules.name == str(rules) == name
    assert [PRESETS[name].copies for name in ("modern", "two-suits", "one-suit")] == [2, 4, 8]


def test_text_is_accepted_for_enums_and_a_list_for_columns():
    rules = Rules(deal_over_spaces="always", start=[6] * 10, short_last_deal=True)
    assert rules.deal_over_spaces is DealOverSpaces.ALWAYS
    assert hash(rules) == hash(parse_rules(str(rules)))


def test_options_go_over_a_preset_and_over_the_text():
    assert parse_rules("one-suit", {"suits": 4}) == PRESETS["modern"]
    assert parse_rules("Woods", {"deal-over-spaces": "if-in-suit"}).name is None
    assert parse_rules("cells=1", {"cells": 2}).cells == parse_rules("cells=2;cells=2").cells == 2


@given(any_rules())
def test_parse_rules_reads_str(rules):
    assert parse_rules(str(rules)) == rules
    assert parse_rules("woods", rules.describe()) == rules
