"""The package's own one-line notation; ``reading/fen.cases`` has what is read, and what isn't."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.formats import ReadOptions, fen, line
from spiderpos.game.cards import UNKNOWN, Suit, parse_card
from spiderpos.game.deals import deal
from spiderpos.game.position import Position
from spiderpos.game.rules import PRESETS, WOODS, Rules

from .boards import board
from .positions import random_play
from .strategies import full_positions, partial_positions, rule_sets

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
PARTIAL = ReadOptions(partial=True)
DOCS = Path(__file__).resolve().parents[1] / "docs" / "notations" / "fen.md"


def read(text: str) -> Position:
    return fen.loads(text, options=PARTIAL)


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_any_full_position_comes_back(position):
    text = fen.dumps(position)
    reading = fen.FORMAT.read(text, options=ReadOptions(strict=True))
    assert (reading.position, reading.assumed) == (position, ())
    assert reading.position.rules == position.rules
    assert fen.recognises(text)
    assert not set(text) & set("\"'`$\\!*()<>|&\n")


@given(partial_positions(rule_sets(), unknown_face_up=True))
def test_any_partial_position_comes_back(position):
    text = fen.dumps(position)
    assert read(text) == position
    assert fen.dumps(read(text)) == text


@given(full_positions(unknown_face_up=True))
def test_capitals_tens_and_single_cards_mean_the_same(position):
    text = fen.dumps(replace(position, rules=WOODS)).removesuffix(" rules=woods")
    told = ReadOptions(rules=WOODS)
    for other in (text.upper(), text.lower(), re.sub(r"T(?=[cdhs-])", "10", text)):
        assert fen.loads(other, options=told) == position


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 100))
def test_the_dealt_part_is_kept(number, random, moves):
    position = deal(number)
    assert fen.loads(fen.dumps(position)).dealt == position.dealt
    for step in random_play(position, random, moves):
        position = step.after
    back = fen.loads(fen.dumps(position))
    assert (back, back.dealt) == (position, position.dealt)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (board("9s 8s 7s"), "9-7s - -"),
        (board("9s 8d 7d Kc Qc 10c"), "9s8-7dK-QcTc - -"),
        (board("-- (5h) -- 9s", ""), "x5hx:9s/- - -"),
        (board("?? Kd ??"), "??Kd?? - -"),
        (board("Kd", "3c", hand="-- 5h 6h 7h 8h"), "Kd/3c x5h/6h7h/8h -"),
        (board("Kd", removed=(Suit.SPADES, None, Suit.HEARTS)), "Kd - s?h"),
        (
            board("Kd", cells=(None, parse_card("3c"), UNKNOWN), rules=Rules(cells=3)),
            "Kd - - cells=-,3c,?? rules=cells=3",
        ),
        (board("Kd", rules=PRESETS["pipkin-beginner"]), "Kd - - rules=pipkin-beginner"),
    ],
)
def test_how_a_position_is_written(position, text):
    assert fen.dumps(position) == text


def test_recognition():
    for text in ("4x:6d/K-9s 50x -", "Kd/Qh - -", "Kd - - rules=modern", "4x:6d/K-9z/Zs/Qh - -"):
        assert fen.recognises(text), text
    for text in ("", "Kd", "Kd Qh 3c", "xxxxx6d5c9c/Kd4c", "Kd/Qh", "4x:6d/K-9z/Zs/Wh - -", "1/2"):
        assert not fen.recognises(text), text
    assert not fen.recognises("Hello,\nKd/Qh - -")
    assert fen.recognises("Hello,\nx:Kd/Qh - -")


def test_the_examples_can_be_read():
    assert fen.loads(fen.FORMAT.example) == line.loads(LINES[7]).hide()
    blocks = re.findall(r"```fen\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    examples = [example for block in blocks for example in block.splitlines()]
    assert len(examples) >= 5
    for example in examples:
        assert fen.dumps(read(example)) == example
