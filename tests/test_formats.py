"""The registry of notations for positions."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import FORMATS, ReadOptions, line
from spiderpos.game.cards import UNKNOWN, Suit, parse_card
from spiderpos.game.deals import deal
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.text.errors import NotationError, NotWritable, SpiderError, UnknownFormat

from .boards import board, cards
from .positions import random_play
from .strategies import full_positions, rule_sets

#: Those that can't hold every position.
NOT_ALL = ("line", "kpat", "solvitaire", "letters", "letters-text", "letters-hand")
LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def written(position: Position) -> dict[str, str]:
    """The position in every notation that can hold it."""
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
def test_what_a_notation_writes_is_read_without_its_name(number, rules, random, moves, hide):
    position = deal(number, rules=rules)
    for step in random_play(position, random, moves):
        position = step.after
    position = position.hide() if hide else position
    for name, text in written(position).items():
        reading = formats.read(text, options=ReadOptions(rules=rules))
        assert reading.position.hide() == position.hide(), name
        assert {reading.format, name} <= {"diagram", "letters-text"} or reading.format == name


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_what_holds_everything_is_recognised_for_any_position(position):
    for name in ("json", "fen"):
        text = formats.dumps(position, name)
        assert formats.recognise(text) is FORMATS[name]
        assert formats.loads(text) == position


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


TEN = [""] * 9
HELD = {"cells": cards("5h"), "rules": Rules(cells=1)}


@pytest.mark.parametrize(
    ("name", "position", "what"),
    [
        *((name, board("4d", *TEN, **HELD), "cards in free cells") for name in NOT_ALL),
        *((name, board("4d"), "a tableau of 1 column") for name in ("line", "kpat")),
        *(
            (name, board("4d", *TEN, removed=(None,)), "a removed suit that isn't known: write")
            for name in ("line", "kpat", "solvitaire")
        ),
        ("line", Position((Column(),) * 10, (UNKNOWN,) * 105), "a hand of 105 cards"),
        ("line", Position((Column((), (UNKNOWN,) * 93),) * 10), "1034 cards"),
        ("line", replace(deal(1), dealt=deal(1).dealt[1:]), "a dealt part of 53 cards beside a"),
        (
            "line",
            replace(line.loads(LINES[1]), dealt=(UNKNOWN,) * 83 + (parse_card("Kc"),)),
            "known in other parts than whole rows",
        ),
        ("kpat", board("4d", *TEN, hand="5h 6h"), "a hand of 2 cards"),
        ("kpat", board("4d", *TEN, hand="5h " * 60), "a hand of 60 cards"),
        ("letters", board("Kd", hand="?? ?? ?? ?? ??"), "of 5 cards: write it as letters-text"),
        ("solvitaire", board("-- 4d"), "cards in the tableau that aren't known"),
        ("solvitaire", board("4d ??"), "cards in the tableau that aren't known"),
        ("solvitaire", board("4d", hand="??"), "cards in the hand that aren't known"),
        ("solvitaire", board("4d", removed=(Suit.CLUBS, Suit.CLUBS)), "clubs removed twice"),
    ],
)
def test_what_a_notation_cant_hold_is_refused(name, position, what):
    with pytest.raises(NotWritable, match=what):
        formats.dumps(position, name)


def test_every_entry_is_complete():
    for name, format in FORMATS.items():
        assert name == format.name == name.lower()
        assert format.summary
        assert not format.summary.endswith(".")
        assert format.example
        assert not any(row.startswith("\t") for row in format.example.splitlines()[:1])
        assert max(map(len, format.example.splitlines())) <= 100


def test_notations_are_found_by_name():
    assert formats.find("LINE") is line.FORMAT
    with pytest.raises(UnknownFormat, match=r"no notation is called 'xml'; there are .*save"):
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


def test_files(tmp_path):
    position = line.loads(LINES[1])
    for name in written(position):
        path = tmp_path / name
        formats.dump(position, path, name)
        assert path.read_text().endswith("\n")
        options = ReadOptions(hand=20, removed=())
        assert formats.load(path, options=options).hide() == position.hide()
        with path.open() as file:
            assert formats.load(file, name, options=options).hide() == position.hide()
    out = io.StringIO()
    formats.dump(position, out, "line")
    assert out.getvalue() == LINES[1] + "\n"
    (tmp_path / "bad").write_text("?")
    with pytest.raises(NotationError, match="bad:1:1: "):
        formats.load(tmp_path / "bad")


@given(st.text())
def test_recognition_never_raises(text):
    formats.recognise(text)


@given(st.text(alphabet='ABCJQK0123456789cdhsx-/|:.,(){}[]"\t\n ><=', max_size=200))
def test_any_text_is_read_or_refused(text):
    for format in (None, *FORMATS.values()):
        found = outcome(text, format)
        assert found is None or str(found)


def outcome(text, format) -> SpiderError | None:
    try:
        formats.loads(text, format, options=ReadOptions(partial=True))
    except SpiderError as found:
        return found
    return None


@pytest.mark.parametrize("format", [None, *FORMATS.values()], ids=lambda f: f.name if f else "any")
@pytest.mark.parametrize(
    "text",
    [
        "9-" * 500_000,
        "(" * 1_000_000,
        "((" * 1000 + "\n" * 100_000,
        "\t".join([" 9s"] * 100_000),
        "\n".join([" --"] * 20_000),
        " " * 1_000_000 + "x",
        "x" * 1_000_000,
        "Kd/" * 300_000,
        "[" * 100_000,
        "Kd/9-8s\n\n" * 50_000,
        "Kd - - cells=" + "," * 4000,
        '{"spiderpos": 1, "columns": [{"up": [' + '"Kd",' * 150_000 + '"Kx"]}]}',
        '{"spiderpos": ' + "9" * 5000 + "}",
        '{"tableau piles": [["' + "9" * 500_000 + '"]]}',
        "Play0: " + "KS.." * 250_000,
        "Kd/Qd\nchecksum: (1 + " + "1" * 5000 + ") + 0*10 + 0*13 = 104",
        "#\n" * 500_000,
    ],
    ids=[
        *("runs", "brackets", "breaks", "columns", "rows", "blanks", "xs", "slashes", "lists"),
        *("fens", "cells", "cards", "digits", "names", "kings", "sums", "remarks"),
    ],
)
def test_hostile_texts_end_in_an_error(text, format):
    """Reading takes linear time: nothing quadratic would end."""
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
