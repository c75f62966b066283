"""The package's own JSON; ``reading/json.cases`` has what is read, and what isn't."""

import json
from pathlib import Path

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import ReadOptions, json_format
from spiderpos.game.rules import Rules
from spiderpos.text.errors import SpiderError

from .boards import board
from .strategies import positions, rule_sets

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
PARTIAL = ReadOptions(partial=True)
SCHEMA = jsonschema.Draft202012Validator(json_format.schema())


def document(**changes):
    data = {"spiderpos": 1, "columns": [{"up": ["Kd"]}], "hand": 0, "removed": []} | changes
    return {key: value for key, value in data.items() if value is not ...}


def refusal(text):
    try:
        json_format.loads(text, options=PARTIAL)
    except SpiderError as error:
        return str(error)
    return None


@given(positions(rule_sets(), unknown_face_up=True))
def test_any_position_comes_back(position):
    text = json_format.dumps(position)
    back = json_format.loads(text, options=ReadOptions(partial=True, strict=True))
    assert (back, back.rules) == (position, position.rules)
    SCHEMA.validate(json.loads(text))
    assert formats.recognise(text) is json_format.FORMAT


def test_how_a_position_is_written():
    rules = Rules(cells=1, short_last_deal=True)
    assert json_format.dumps(board("-- 9s 8s", "", hand="3c", rules=rules)) == (
        '{\n  "spiderpos": 1,\n  "rules": {"cells": 1, "short_last_deal": true},\n'
        '  "columns": [\n    {"down": 1, "up": ["9s", "8s"]},\n    {}\n  ],\n'
        '  "hand": ["3c"],\n  "removed": [],\n  "cells": [null]\n}\n'
    )


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
    refusal(json.dumps(data))
    refusal(json.dumps({"spiderpos": 1} | data if isinstance(data, dict) else data))


def test_the_schema_is_one_and_refuses_what_the_reader_refuses():
    jsonschema.Draft202012Validator.check_schema(json_format.schema())
    assert SCHEMA.is_valid(document())
    for changes in (
        {"spiderpos": 2},
        {"columns": [{}] * 11},
        {"columns": [{"up": ["Zz"]}]},
        {"columns": [{"left": 3}]},
        {"hand": 105},
        {"removed": ["hats"]},
        {"cells": ["Kd", 3]},
        {"rules": {"cels": 3}},
        {"more": 1},
    ):
        assert not SCHEMA.is_valid(document(**changes)), changes
        assert refusal(json.dumps(document(**changes))) is not None, changes


def test_the_schema_knows_the_rule_options_there_are():
    options = json_format.schema()["$defs"]["rules"]["properties"]
    assert set(options) == set(Rules.__dataclass_fields__)
    for key, option in options.items():
        for value in option.get("enum", ()):
            text = json.dumps(document(rules={key: value}, columns=[{"up": ["As"]}]))
            assert refusal(text) is None


def test_recognition():
    for text in ("", "{}", '{"tableau piles": []}', '"spiderpos"', LINES[0]):
        assert not json_format.recognises(text)
    assert json_format.recognises('\n {"spiderpos": 7}')


def test_the_example_can_be_read():
    assert refusal(json_format.FORMAT.example) is None
    SCHEMA.validate(json.loads(json_format.FORMAT.example))
