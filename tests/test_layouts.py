"""Tableaux in the layouts that people use: each is read as what it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import diagram
from spiderpos.formats.base import ReadOptions
from spiderpos.game.census import PositionError
from spiderpos.game.position import Position
from spiderpos.game.rules import WOODS, Rules
from spiderpos.text.errors import NotationError, SpiderError

from . import shapes
from .positions import random_deal, random_play


def middle(seed: int, moves: int, rules: Rules = WOODS) -> Position:
    """Return a position from the middle of a random game."""
    random = Random(seed)
    position = random_deal(random, rules)
    for step in random_play(position, random, moves):
        position = step.after
    return position


#: Positions after deals, with spaces, and with removed suits; the last three are Woods'.
POSITIONS = {
    "early": middle(1, 30),
    "late": middle(2, 120),
    "a space": find_problem("woods-2").start.hide(),
    "a suit removed": find_problem("woods-4").start.hide(),
    "two spaces": find_problem("woods-6").position("clubs").hide(),
}
PRINTERS = {"rows": shapes.in_rows, "lines": shapes.in_lines}


def shows(result: Position, position: Position) -> bool:
    """Return True if two positions agree, except in unknown cards."""
    pairs = zip(result.columns, position.columns, strict=True)
    cards = zip(
        chain.from_iterable((*c.down, *c.up) for c in result.columns),
        chain.from_iterable((*c.down, *c.up) for c in position.columns),
        strict=False,
    )
    return (
        all(len(a.down) == len(b.down) and len(a.up) == len(b.up) for a, b in pairs)
        and all(a == b or not a or not b for a, b in cards)
        and len(result.hand) == len(position.hand)
        and len(result.removed) == len(position.removed)
    )


@pytest.mark.parametrize("of", POSITIONS)
@pytest.mark.parametrize("printer", PRINTERS)
def test_every_shape_is_read(printer: str, of: str) -> None:
    position = POSITIONS[of]
    for name, text in PRINTERS[printer](position, shapes.Spelling(down=lambda _: "xx")):
        reading = formats.read(text, name=name)
        assert shows(reading.position, position), (name, text, reading)
        assert any("hand" in words for words in reading.assumed) is not says_the_hand(text)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("of", POSITIONS)
@pytest.mark.parametrize("down", ["xx", "--", "??"])
def test_every_other_shape_is_read_or_refused(of: str, down: str) -> None:
    position = POSITIONS[of]
    for name, text in shapes.in_other_ways(position, shapes.Spelling(down=lambda _: down)):
        try:
            reading = formats.read(text, name=name)
        except SpiderError:
            assert name in shapes.REFUSED, text
        else:
            assert shows(reading.position, position), (name, text, reading)


def says_the_hand(text: str) -> bool:
    """Return True if a text states the number of cards in the hand."""
    return "Stock" in text


@pytest.mark.sweep
@pytest.mark.parametrize("spelling", shapes.SPELLINGS)
def test_every_spelling_is_read(spelling: str) -> None:
    for position in POSITIONS.values():
        layouts = dict(shapes.in_rows(position, shapes.SPELLINGS[spelling]))
        for layout in ("blanks", "tabs"):
            assert shows(formats.loads(layouts[layout]), position), layouts[layout]


@pytest.mark.parametrize("spelling", shapes.KNOWN)
def test_face_down_cards_may_be_known(spelling: str) -> None:
    position = middle(3, 40)
    for _, text in chain(
        shapes.in_rows(position, shapes.KNOWN[spelling]),
        list(shapes.in_lines(position, shapes.KNOWN[spelling]))[:11],
    ):
        result = formats.loads(text)
        assert result.columns == position.columns, text


@pytest.mark.parametrize(("suits", "words"), [(1, "one suit, spades"), (2, "two suits, hearts")])
def test_the_suits_of_a_hidden_game_are_those_that_are_seen(suits: int, words: str) -> None:
    for seed in range(20):
        position = middle(seed, 40, replace(WOODS, suits=suits)).hide()
        for notation in ("diagram", "fen", "letters", "letters-text"):
            text = formats.dumps(replace(position, rules=WOODS), notation).replace(
                "rules=woods", ""
            )
            reading = formats.read(text, notation)
            assert len(reading.position.rules.suits) == suits
            assert any(result.startswith(words) for result in reading.assumed)


def test_a_game_of_one_suit_may_have_ranks_alone() -> None:
    position = middle(5, 40, Rules(suits=1)).hide()
    ranks = shapes.Spelling(lambda card: str(card)[:-1], lambda _: "xx", "--")
    for text in (
        shapes.grid(ranks.rows(position)),
        dict(shapes.in_lines(position, ranks))["{}: "],
    ):
        assert shows(formats.loads(text), position), text


def test_stated_figures_are_not_assumptions() -> None:
    position = middle(4, 40, Rules(suits=2)).hide()
    text = diagram.dumps(position)
    assert len(formats.read(text).assumed) == 2
    options = ReadOptions(rules=Rules(suits=2), hand=len(position.hand))
    assert formats.read(text, options=options).assumed == ()
    with pytest.raises(PositionError):
        formats.read(text, options=replace(options, rules=WOODS))


@pytest.mark.parametrize("of", POSITIONS)
def test_a_diagram_without_a_row_is_refused_or_the_hand_is_reported(of: str) -> None:
    rows = diagram.dumps(POSITIONS[of]).splitlines(keepends=True)
    for index in range(len(rows)):
        text = "".join(rows[:index] + rows[index + 1 :])
        try:
            reading = formats.read(text)
        except SpiderError:
            continue
        assert any("in the hand" in words for words in reading.assumed), text


def test_the_first_row_of_woods_fifth_problem_is_missed() -> None:
    whole = diagram.dumps(find_problem("woods-5").start)
    without = whole.partition("\n")[2]
    with pytest.raises(PositionError, match="a row or a card may be missing"):
        formats.loads(without)


@pytest.mark.parametrize("seed", range(40))
def test_lines_without_leading_blanks_are_refused_or_reported(seed: int) -> None:
    position = middle(seed, 20 + 3 * seed).hide()
    text = shapes.grid(shapes.Spelling().rows(position))
    stripped = "\n".join(line.lstrip() for line in text.splitlines())
    try:
        reading = formats.read(stripped)
    except NotationError:
        return
    except PositionError:
        return
    output = any("lost the blanks" in words for words in reading.assumed)
    assert output or shows(reading.position, position), text


def test_what_is_written_is_read_again() -> None:
    for position in POSITIONS.values():
        text = diagram.dumps(position)
        assert diagram.dumps(formats.loads(text)) == text
        assert formats.read(text, options=ReadOptions(strict=True)).format == "diagram"
        with pytest.raises(NotationError):
            formats.loads("\n" + text, options=ReadOptions(strict=True))


def test_diagrams_of_a_text_are_found_and_counted() -> None:
    texts = [diagram.dumps(position) for position in POSITIONS.values()]
    whole = "\nThen we play on and reach this:\n\n".join(texts)
    result = diagram.find_diagrams(whole)
    assert [diagram.dumps(each.position) for each in result] == texts
    assert diagram.nth_diagram(whole, 2).position == result[1].position
    with pytest.raises(NotationError, match=f"this text has {len(texts)} diagrams"):
        formats.loads(whole)
    with pytest.raises(NotationError, match="no diagram number 9"):
        diagram.nth_diagram(whole, 9)


def test_two_readings_are_described_by_their_cards() -> None:
    options = ReadOptions(partial=True)
    with pytest.raises(NotationError) as caught:
        formats.loads("1: 10h 9s\n2: 8c 7d\n", options=options)
    ways = caught.value.message.splitlines()[1:]
    assert [way.partition(":")[0].strip() for way in ways] == [
        "column 1 is 10h 9s",
        "column 1 is 10h 8c",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Kd Qs     9h\nQd        8h\n",
        "      Kd Qs\n      Qd\n",
        "1  2  3  4\nKd Qs 9h\n",
        "| Kd | Qs |\n| Qd | Js |\n",
        "Kd, Qs\nQd, Js\n",
        "1: Kd, Qs\n2: Qd, Js\n",
        "1 | Kd | Qs\n2 | Qd | Js\n",
    ],
)
def test_what_may_be_an_empty_column_or_a_table_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"a gap|numbers above|don't make columns"):
        formats.loads(text, options=ReadOptions(partial=True))


def test_blanks_that_collapsed_are_refused() -> None:
    for position in POSITIONS.values():
        text = shapes.grid(shapes.Spelling().rows(position))
        with pytest.raises(SpiderError):
            formats.loads("".join(f"{' '.join(line.split())}\n" for line in text.splitlines()))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1: 5+ 10h\n2: 3+ 9s 8s\n", "5+"),
        ("Here is my game\n\nxx xx fnord 7d\n", "fnord"),
        ("Kolumne 1: xx 7d 6d\n", "Kolumne"),
    ],
)
def test_a_word_that_is_not_understood_is_named(text: str, word: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"'{word}' is neither a card")):
        formats.loads(text)
