"""Notations for positions: what they write is read back; bad texts are refused.

The results for single texts are in ``reading/*.cases``.
"""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import FORMATS, ReadOptions, json_format, line
from spiderpos.game.cards import UNKNOWN, Suit, parse_card
from spiderpos.game.deals import deal
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, Rules
from spiderpos.text.errors import NotationError, NotWritable, SpiderError, UnknownFormat

from . import tables
from .boards import read
from .positions import random_play
from .strategies import full_positions, positions, rule_sets

SCHEMA = jsonschema.Draft202012Validator(json_format.schema())
LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def written(position: Position) -> dict[str, str]:
    """Return the position in every notation that can express it."""
    texts = {}
    for format in FORMATS.values():
        try:
            texts[format.name] = format.dumps(position)
        except NotWritable:
            assert format.lossy
    return texts


@given(
    st.integers(1, 10**6),
    st.sampled_from(list(PRESETS.values())),
    st.randoms(use_true_random=False),
    st.integers(0, 120),
    st.booleans(),
)
def test_texts_that_a_notation_writes_are_read_without_its_name(
    number, rules, random, moves, hide
):
    position = deal(number, rules=rules)
    for step in random_play(position, random, moves):
        position = step.after
    position = position.hide() if hide else position
    for name, text in written(position).items():
        reading = formats.read(text, options=ReadOptions(rules=rules))
        expected = position.hide()
        if "suits are removed" in FORMATS[name].lossy:
            # The text may not show enough cards to know which suits these are.
            assert len(reading.position.removed) == len(position.removed), name
            assert not Counter(filter(is_named, reading.position.removed)) - Counter(
                position.removed
            )
            expected = replace(expected, removed=reading.position.removed)
        assert reading.position.hide() == expected, name
        assert {reading.format, name} <= {"diagram", "letters-text"} or reading.format == name


@pytest.mark.parametrize("name", ["letters", "diagram"])
def test_a_removed_suit_that_does_not_follow_is_not_named(name):
    text = "2x:Th/3x:Qh/5x:K-Qh/2x:T-6h/x:4-As/3x:KhQs/6-Ah/2x:Ah/-/6s 50x s rules=two-suits"
    position = formats.loads(text, "fen")
    options = ReadOptions(rules=position.rules)
    reading = formats.read(formats.dumps(position, name), options=options)
    assert reading.position.removed == (None,)


def is_named(suit: Suit | None) -> bool:
    return suit is not None


#: The part of a position that each notation preserves, as a function.
KEPT = {
    **dict.fromkeys(("json", "fen", "line", "kpat", "solvitaire"), lambda p: (p, p.rules)),
    "letters": lambda p: (p.hide().columns, len(p.hand), len(p.removed)),
    "letters-hand": lambda p: (p.columns, p.hand),
}


@pytest.mark.parametrize("name", KEPT)
@given(position=positions(rule_sets(), unknown_face_up=True))
def test_any_position_is_read_back(name, position):
    try:
        text = formats.dumps(position, name)
    except NotWritable:
        assert FORMATS[name].lossy
        return
    options = ReadOptions(partial=True, rules=position.rules, strict=True)
    result = formats.loads(text, name, options=options)
    assert KEPT[name](result) == KEPT[name](position)
    if not FORMATS[name].lossy and len(position.columns) > 1:
        assert formats.recognise(text) is FORMATS[name]
    if name == "fen":
        assert not set(text) & set("\"'`$\\!*()<>|&\n")
    if name == "json":
        SCHEMA.validate(json.loads(text))


@given(full_positions(unknown_face_up=True))
def test_capitals_tens_and_single_cards_mean_the_same(position):
    text = formats.dumps(replace(position, rules=WOODS), "fen").removesuffix(" rules=woods")
    options = ReadOptions(rules=WOODS)
    for other in (text.upper(), text.lower(), re.sub(r"T(?=[cdhs-])", "10", text)):
        assert formats.loads(other, "fen", options=options) == position


@tables.of("written")
def test_how_positions_are_written(name, position):
    return formats.dumps(read(position), name)


@tables.of("recognised")
def test_recognised_notations(text):
    """Return the names of all notations that recognise a text."""
    results = [format.name for format in FORMATS.values() if format.recognises(text)]
    assert formats.recognise(text).name == (results or ["diagram"])[0]
    return results or "none"


# The JSON Schema


def document(**changes):
    return {"spiderpos": 1, "columns": [{"up": ["Kd"]}], "hand": 0, "removed": []} | changes


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from([*document(), "up", "down", "x"]), inner, max_size=5),
    ),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_any_document_is_read_or_refused(data):
    outcome(json.dumps(data), "json")
    outcome(json.dumps({"spiderpos": 1} | data if isinstance(data, dict) else data), "json")


def test_the_schema_is_valid_and_refuses_the_same_data_as_the_reader():
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
        assert outcome(json.dumps(document(**changes)), "json") is not None, changes


def test_the_schema_knows_the_rule_options_there_are():
    options = json_format.schema()["$defs"]["rules"]["properties"]
    assert set(options) == set(Rules.__dataclass_fields__)
    for key, option in options.items():
        for value in option.get("enum", ()):
            text = json.dumps(document(rules={key: value}, columns=[{"up": ["As"]}]))
            assert outcome(text, "json") is None


# Files and names


@pytest.mark.parametrize("text", LINES)
def test_woods_positions_in_every_notation(text):
    position = line.loads(text)
    for name, other in written(position).items():
        options = ReadOptions(hand=len(position.hand), removed=position.removed)
        back = formats.loads(other, name, options=options)
        assert back.hide() == position.hide(), name
        if not FORMATS[name].lossy:
            assert back == position
            assert line.dumps(back) == text


@tables.of("unwritable")
def test_limits_of_notations(name, position):
    return formats.dumps(read(position), name)


@pytest.mark.parametrize(
    ("position", "what"),
    [
        (Position((Column((), (UNKNOWN,) * 93),) * 10), "1034 cards"),
        (replace(deal(1), dealt=deal(1).dealt[1:]), "a dealt part of 53 cards with a"),
        (
            replace(line.loads(LINES[1]), dealt=(UNKNOWN,) * 83 + (parse_card("Kc"),)),
            "known in other parts than whole rows",
        ),
    ],
)
def test_a_position_that_a_line_cannot_express_is_refused(position, what):
    with pytest.raises(NotWritable, match=what):
        line.dumps(position)


def test_every_entry_is_complete():
    for name, format in FORMATS.items():
        assert name == format.name == name.lower()
        assert format.summary
        assert not format.summary.endswith(".")


def test_notations_are_found_by_name():
    assert formats.find("LINE") is line.FORMAT
    with pytest.raises(UnknownFormat, match=r"unknown notation 'xml'; expected .*save"):
        formats.find("xml")
    with pytest.raises(UnknownFormat):
        formats.loads(LINES[0], "xml")
    position = line.loads(LINES[1])
    for format in (None, "line", "Line", line.FORMAT):
        assert formats.loads(LINES[1], format) == position


def test_a_text_without_a_position_says_so():
    with pytest.raises(NotationError, match=r"note.txt:2:3: no position is found"):
        formats.loads("\n  hello, world", name="note.txt")
    with pytest.raises(NotationError, match="there is nothing to read"):
        formats.loads(" \n")


@given(st.text())
def test_recognition_never_raises(text):
    formats.recognise(text)


@given(st.text(alphabet='ABCJQK0123456789cdhsx-/|:.,(){}[]"\t\n ><=', max_size=200))
def test_any_text_is_read_or_refused(text):
    for format in (None, *FORMATS.values()):
        result = outcome(text, format)
        assert result is None or str(result)


def outcome(text, format) -> SpiderError | None:
    try:
        formats.loads(text, format, options=ReadOptions(partial=True))
    except SpiderError as found:
        return found
    return None


@pytest.mark.sweep
@pytest.mark.parametrize("format", [None, *FORMATS.values()], ids=lambda f: f.name if f else "any")
@pytest.mark.parametrize(
    "text",
    [
        "9-" * 50_000,
        "(" * 100_000,
        "((" * 1000 + "\n" * 10_000,
        "\t".join([" 9s"] * 10_000),
        "\n".join([" --"] * 5_000),
        " " * 100_000 + "x",
        "x" * 100_000,
        "Kd/" * 30_000,
        "[" * 10_000,
        "Kd/9-8s\n\n" * 5_000,
        "Kd - - cells=" + "," * 4000,
        '{"spiderpos": 1, "columns": [{"up": [' + '"Kd",' * 15_000 + '"Kx"]}]}',
        '{"spiderpos": ' + "9" * 5000 + "}",
        '{"tableau piles": [["' + "9" * 50_000 + '"]]}',
        "Play0: " + "KS.." * 25_000,
        "Kd/Qd\nchecksum: (1 + " + "1" * 5000 + ") + 0*10 + 0*13 = 104",
        "#\n" * 5_000,
    ],
    ids=[
        *("runs", "brackets", "breaks", "columns", "rows", "blanks", "xs", "slashes", "lists"),
        *("fens", "cells", "cards", "digits", "names", "kings", "sums", "remarks"),
    ],
)
def test_hostile_texts_end_in_an_error(text, format):
    """Readers refuse hostile texts in linear time; in quadratic time this test wouldn't end."""
    assert outcome(text, format) is not None


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("save", "session")])
@pytest.mark.parametrize("fence", [("```", "```"), ("```text", "```"), ("<pre>", "</PRE>")])
def test_fences_and_quotation_marks_are_passed_over(name, fence):
    position = line.loads(LINES[3])
    text = written(position).get(name)
    if text is None:
        return
    options = ReadOptions(hand=len(position.hand), removed=position.removed)
    fenced = f"{fence[0]}\n{text.rstrip()}\n{fence[1]}\n"
    quoted = re.sub("^", "> ", text.rstrip(), flags=re.MULTILINE)
    for around in (fenced, quoted):
        assert formats.loads(around, options=options).hide() == position.hide()


def test_many_texts_are_read_with_their_errors_in_place():
    texts = [formats.dumps(deal(1), "fen"), "no position", formats.dumps(deal(2), "line")]
    first, error, last = formats.read_many(texts)
    assert (first.position, last.position) == (deal(1), deal(2))
    assert isinstance(error, NotationError)
    assert error.place.name == "<text>:2"
    with pytest.raises(UnknownFormat):
        next(formats.read_many(texts, "none"))
