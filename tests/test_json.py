"""The JSON notation and its schema."""

import json
import time
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.cards import UNKNOWN, Suit, parse_card
from spiderpos.deals import deal
from spiderpos.errors import NotationError, PositionError, SpiderError
from spiderpos.formats import ReadOptions, json_format, line
from spiderpos.position import Position
from spiderpos.rules import PRESETS, WOODS, Rules

from .boards import board
from .positions import any_rules, random_play
from .strategies import full_positions, partial_positions, rule_sets

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
PARTIAL = ReadOptions(partial=True)
SCHEMA = jsonschema.Draft202012Validator(json_format.schema())


def read(text: str) -> Position:
    return json_format.loads(text, options=PARTIAL)


def document(**changes) -> str:
    parts = {"spiderpos": 1, "columns": [{"up": ["Kd"]}], "hand": 0, "removed": []} | changes
    return json.dumps({key: value for key, value in parts.items() if value is not ...})


# Writing and reading back


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_any_full_position_comes_back(position):
    text = json_format.dumps(position)
    back = json_format.loads(text, options=ReadOptions(strict=True))
    assert back == position
    assert back.rules == position.rules
    SCHEMA.validate(json.loads(text))
    assert formats.recognise(text) is json_format.FORMAT


@given(partial_positions(rule_sets(), unknown_face_up=True))
def test_any_partial_position_comes_back(position):
    text = json_format.dumps(position)
    assert read(text) == position
    SCHEMA.validate(json.loads(text))


@given(any_rules())
def test_any_rules_come_back(rules):
    text = json_format.dumps(board("As", rules=rules))
    assert read(text).rules == rules
    SCHEMA.validate(json.loads(text))


@pytest.mark.parametrize("text", LINES)
def test_a_save_line_goes_through_it_byte_for_byte(text):
    assert line.dumps(json_format.loads(json_format.dumps(line.loads(text)))) == text


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 60))
def test_the_dealt_part_is_kept(number, random, moves):
    position = deal(number)
    for step in random_play(position, random, moves):
        position = step.after
    text = json_format.dumps(position)
    assert json_format.loads(text).dealt == position.dealt
    assert ("dealt" in text) == (position != deal(number))
    SCHEMA.validate(json.loads(text))


def test_what_it_looks_like():
    rules = Rules(cells=2, kings_on_aces=True)
    position = board(
        "-- -- Kd 10h",
        "",
        "-- (5h) ??",
        hand="-- 3c",
        removed=(Suit.HEARTS, None),
        cells=(None, parse_card("2s")),
        rules=rules,
    )
    assert json_format.dumps(position) == (
        """{
  "spiderpos": 1,
  "rules": {"cells": 2, "kings_on_aces": true},
  "columns": [
    {"down": 2, "up": ["Kd", "10h"]},
    {},
    {"down": ["??", "5h"], "up": ["??"]}
  ],
  "hand": ["??", "3c"],
  "removed": ["hearts", null],
  "cells": [null, "2s"]
}
"""
    )
    assert read(json_format.dumps(position)) == position


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_written_by_name(name):
    text = json_format.dumps(board("As", rules=PRESETS[name]))
    assert json.loads(text)["rules"] == name


# What else is read


def test_cards_and_suits_in_other_spellings():
    text = document(columns=[{"up": ["TH", "kd", "10c"]}], removed=["H", "spade"])
    assert read(text) == board("10h Kd 10c", removed=(Suit.HEARTS, Suit.SPADES))


def test_one_line_and_any_order_of_keys():
    text = json.dumps(json.loads(json_format.dumps(line.loads(LINES[1]))), sort_keys=True)
    assert json_format.loads(text) == line.loads(LINES[1])
    assert json_format.recognises(text)
    with pytest.raises(NotationError, match="not how it is written"):
        json_format.loads(text, options=ReadOptions(strict=True))


def test_hand_and_suits_left_out_are_worked_out_as_for_a_diagram():
    position = line.loads(LINES[1]).hide()
    data = json.loads(json_format.dumps(position))
    del data["hand"], data["removed"]
    assert json_format.loads(json.dumps(data)) == position


def test_rules_come_from_the_options_where_the_document_has_none():
    options = ReadOptions(partial=True, rules=PRESETS["modern"])
    assert json_format.loads(document(), options=options).rules == PRESETS["modern"]
    assert json_format.loads(document(rules="woods"), options=options).rules == WOODS
    assert read(document(rules="modern;cells=2")).rules.cells == 2


def test_the_dealt_part_may_be_unknown():
    position = read(document(hand=50, dealt=54))
    assert position.dealt == ()
    assert position.hand == (UNKNOWN,) * 50


# What is refused


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "this is not JSON: expecting value"),
        ("[]", 1, "this is not a position"),
        ("3", 1, "this is not a position"),
        ("{}", 1, "the key 'spiderpos' is missing"),
        ('{"spiderpos": 2, "new": 1}', 15, "spiderpos: version 2 of the format can't be read"),
        ('{"spiderpos": true}', 15, "version true of the format can't be read"),
        ('{"spiderpos": "1"}', 15, 'version "1" of the format can\'t be read'),
        ('{"spiderpos": 1.0}', 15, "version 1.0 of the format can't be read"),
        ('{"spiderpos": 1}', 1, "the key 'columns' is missing"),
        ('{"spiderpos": 1, "colums": []}', 18, "no such key (did you mean 'columns'?)"),
        ('{"spiderpos": 1, "columns": 3}', 29, "columns: these are no columns"),
        (document(columns=[[]]), 30, "columns[0] (column 1): this is no column"),
        (document(columns=[{"upp": []}]), 31, "columns[0].upp (column 1): a column has no such"),
        (document(columns=[{}] * 11), 70, "columns[10] (column 11): 11 columns"),
        (
            document(columns=[{}, {"up": ["Kd", "Zz"]}]),
            48,
            'columns[1].up[1] (column 2): "Zz" is not a card',
        ),
        (document(columns=[{"up": [None]}]), 38, "null is not a card"),
        (document(columns=[{"up": [["Kd"]]}]), 38, '["Kd"] is not a card'),
        (document(columns=[{"up": ["x" * 99]}]), 38, "xxx... is not a card"),
        (document(columns=[{"up": "Kd"}]), 37, "columns[0].up (column 1): these are no cards"),
        (document(columns=[{"up": -1}]), 37, "these are no cards"),
        (document(columns=[{"up": 105}]), 37, "these are no cards"),
        (document(columns=[{"up": True}]), 37, "these are no cards"),
        (document(columns=[{"up": ["Kx"] * 105}]), 37, "105 cards; there are 104"),
        (document(hand=None), 1, "the key 'hand' is missing"),
        (document(removed=...), 1, "the key 'removed' is missing"),
        (document(removed="hearts"), 69, "removed: these are no removed suits"),
        (document(removed=["hats"]), 70, 'removed[0]: "hats" is not a suit'),
        (document(removed=[3]), 70, "removed[0]: 3 is not a suit"),
        (document(cells={}), 82, "cells: these are no cells"),
        (document(cells=[4]), 83, "cells[0]: 4 is not a card"),
        (document(rules="modren"), 82, "rules: no rules are called 'modren'"),
        (document(rules={"cells": 7}), 82, "rules: cells: there can be 0 to 4, not 7"),
        (document(rules=3), 82, "rules: these are no rules"),
        (document(dealt=["Kd"]), 82, "the dealt part has 1 card, but with 0 in the hand"),
        ('{"spiderpos": 1, "spiderpos": 1}', 18, "spiderpos: this key stands here a second"),
        (
            '{"spiderpos": 1, "columns": [{"up": 0}, {"up": 0, "down": 1, "up": 2}]}',
            62,
            "columns[1].up: this key stands here a second time",
        ),
        ('{"spiderpos": NaN}', 15, "'NaN' is no number"),
        ('{"NaN": "NaN", "x": [1, NaN]}', 25, "'NaN' is no number"),
        ('{"NaN": NaNx}', 9, "'NaN' is no number"),
        ("[-Infinity1]", 2, "'-Infinity' is no number"),
        ('{"spiderpos": 1,, }', 17, "this is not JSON: "),
        ('{"spiderpos": ' + "9" * 5000 + "}", 15, "a number of 5,000 digits: at most 1,000"),
        ('{"x": [-' + "9" * 1000 + ", -" + "9" * 1001 + "]}", 1011, "a number of 1,001 digits"),
        ("[" * 50_000, 1, "this is nested far too deeply\n"),
    ],
)
def test_what_is_wrong_is_named_by_its_path_and_shown_where_it_is(text, column, reason):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert reason in str(caught.value)
    assert (caught.value.place.line, caught.value.place.column) == (1, column)


def test_lines_are_counted():
    text = json_format.dumps(line.loads(LINES[1])).replace('"4c", "3d"', '"4c", "4x"')
    with pytest.raises(NotationError, match=r"p\.json:10:44: columns\[5\]\.up\[5\] \(column 6\)"):
        json_format.loads(text, name="p.json")


def test_the_cards_are_counted():
    with pytest.raises(PositionError, match="there are 3 Kd"):
        read(document(columns=[{"up": ["Kd"] * 3}]))
    with pytest.raises(PositionError, match="a tableau has 10"):
        json_format.loads(document())


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4),
            st.dictionaries(
                st.sampled_from([*json_format._KEYS, "up", "down", "x"]), inner, max_size=5
            ),
        ),
        max_leaves=12,
    )
)
def test_any_document_is_read_or_refused(data):
    for value in (data, {"spiderpos": 1} | data if isinstance(data, dict) else data):
        text = json.dumps(value)
        found = outcome(text)
        assert found is None or str(found)
        assert not isinstance(found, NotationError) or found.place is not None


@given(st.text(alphabet='{}[]",:0 spiderpos1\\', max_size=40))
def test_any_text_is_read_or_refused(text):
    json_format.recognises(text)
    found = outcome('{"spiderpos": 1, ' + text)
    assert found is None or str(found)


def outcome(text: str) -> SpiderError | None:
    try:
        read(text)
    except SpiderError as found:
        return found
    return None


@pytest.mark.parametrize(
    "text",
    [
        "9-" * 500_000,
        "[" * 500_000,
        '{"a":' * 150_000,
        "[" * 900 + "]" * 900,
        '{"spiderpos": 1, "columns": [' + "{}," * 300_000 + "{}]}",
        '{"spiderpos": 1, "columns": [{"up": [' + '"Kd",' * 150_000 + '"Kx"]}]}',
        '{"spiderpos": 1, "columns": [{"up": [' + '"Kd",' * 150_000 + '"Kd"]}]}',
        '{"spiderpos": 1, ' + ",".join(f'"k{i}": 1' for i in range(60_000)) + "}",
        '{"spiderpos": 1, ' + ",".join(f'"k{i}": 1' for i in range(60_000)) + ', "k0": 1}',
        '"' + "\\" * 900_001,
        '{"spiderpos": "' + "x" * 900_000 + '"}',
        " " * 2_000_000,
    ],
)
def test_hostile_texts_end_in_an_error_soon(text):
    began = time.process_time()
    json_format.recognises(text)
    with pytest.raises(SpiderError):
        read(text)
    assert time.process_time() - began < 10


# The schema


def test_the_schema_is_one_and_refuses_what_the_reader_refuses():
    jsonschema.Draft202012Validator.check_schema(json_format.schema())
    for changes in (
        {"spiderpos": 2},
        {"columns": []},
        {"columns": [{}] * 11},
        {"columns": [{"up": ["Zz"]}]},
        {"columns": [{"left": 3}]},
        {"hand": 105},
        {"removed": ...},
        {"removed": ["hats"]},
        {"cells": ["Kd", 3]},
        {"rules": {"cels": 3}},
        {"more": 1},
    ):
        data = json.loads(document(**changes))
        assert not SCHEMA.is_valid(data), changes
        assert outcome(json.dumps(data)) is not None, changes
    assert SCHEMA.is_valid(json.loads(document()))


def test_the_schema_knows_the_rule_options_there_are():
    options = json_format.schema()["$defs"]["rules"]["properties"]
    assert set(options) == set(Rules.__dataclass_fields__)
    for key, option in options.items():
        for value in option.get("enum", ()):
            read(document(rules={key: value}, columns=[{"up": ["As"]}]))


def test_recognition():
    for text in ("", "{}", '{"tableau piles": []}', '"spiderpos"', LINES[0]):
        assert not json_format.recognises(text)
    assert json_format.recognises('\n {"spiderpos": 7}')


def test_the_example_can_be_read():
    assert read(json_format.FORMAT.example).column(2).is_space
    SCHEMA.validate(json.loads(json_format.FORMAT.example))


def test_files(tmp_path):
    position = line.loads(LINES[1])
    json_format.dump(position, tmp_path / "p.json")
    assert json_format.load(tmp_path / "p.json") == position
    with (tmp_path / "p.json").open() as file:
        assert formats.load(file) == position
