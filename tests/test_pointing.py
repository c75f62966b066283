"""Moves named by columns alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.advice.pointing import cards_from, move_between, obvious_from_cell, obvious_move
from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import parse_card
from spiderpos.game.moves import FromCell, Remove, Shift
from spiderpos.game.rules import parse_rules

from .boards import board, cards
from .positions import any_rules, random_middle
from .sampling import examples

KINGS = "kings_on_aces=yes"
CELLS = "cells=2"


def reason(call, *arguments):
    with pytest.raises(errors.IllegalMove) as caught:
        call(*arguments)
    return caught.value


def position_of(columns, rules):
    cells = (None, parse_card("9s")) if rules == CELLS else ()
    return board(*columns.split("|"), cells=cells, rules=parse_rules(rules))


@pytest.mark.parametrize(
    ("call", "columns", "arguments", "expected", "rules"),
    [
        # As many as possible: onto a card there is one choice, into a space the whole run goes.
        (move_between, "Kc 9-6s|10d", (1, 2), Shift(1, 2, 4), "woods"),
        (move_between, "Kc 9-6s|8h", (1, 2), Shift(1, 2, 2), "woods"),
        (move_between, "Kc 9-6s|7h", (1, 2), Shift(1, 2, 1), "woods"),
        (move_between, "Kc 9-6s|", (1, 2), Shift(1, 2, 4), "woods"),
        # A card and what covers it; of what is no unit the most that can move.
        (move_between, "Kc 9-6s|", (1, 2, 2), Shift(1, 2, 2), "woods"),
        (move_between, "Kc 9-6s|8c", (1, 2, 3), Shift(1, 2, 2), "woods"),
        (move_between, "Kc 9-6s|", (1, 2, 5), Shift(1, 2, 4), "woods"),
        (move_between, "Kc 9-6s|10d", (1, 2, 2), errors.RankMismatch, "woods"),
        # Of two choices the larger, where ranks wrap around.
        (move_between, "3-As K-As|4d", (1, 2), Shift(1, 2, 16), KINGS),
        (move_between, "3-As K-As|4d", (1, 2, 15), Shift(1, 2, 3), KINGS),
        (move_between, "6s|4d", (1, 2), errors.RankMismatch, "woods"),
        (move_between, "9-6s|", (2, 1), errors.EmptyPlace, "woods"),
        (move_between, "9-6s|", (1, 1), errors.SameColumn, "woods"),
        (move_between, "9-6s|", (1, 4), errors.NoSuchPlace, "woods"),
        (move_between, "9-6s|", (0, 1), errors.NoSuchPlace, "woods"),
        (move_between, "9-6s|??", (1, 2), errors.UnknownCard, "woods"),
        (move_between, "9-6s|??", (2, 1), errors.UnknownCard, "woods"),
        (move_between, "9-6s|", (1, 2, 0), errors.TooFewCards, "woods"),
        # The obvious place: a complete suit goes off, if all of it is meant.
        (obvious_move, "K-Ah|", (1,), Remove(1), "woods"),
        (obvious_move, "K-Ah|5s", (1, 4), Shift(1, 2, 4), "woods"),
        # The same suit comes before another, and that before a space.
        (obvious_move, "9-6s||10h|10s", (1,), Shift(1, 4, 4), "woods"),
        (obvious_move, "9-6s||10h|10d", (1,), Shift(1, 3, 4), "woods"),
        (obvious_move, "9-6s|Jd||", (1,), Shift(1, 3, 4), "woods"),
        (obvious_move, "K-Qs|Ad|", (1,), Shift(1, 3, 2), "woods"),
        (obvious_move, "K-Qs|Ad|", (1,), Shift(1, 2, 2), KINGS),
        # All the chosen cards go together.
        (obvious_move, "9-6s|8s|7h", (1,), errors.NoPlace, "woods"),
        (obvious_move, "9-6s|8s|7h", (1, 2), Shift(1, 2, 2), "woods"),
        (obvious_move, "9-6s|8s|7h", (1, 1), Shift(1, 3, 1), "woods"),
        (obvious_move, "|Jd", (1,), errors.EmptyPlace, "woods"),
        (obvious_move, "Jd", (2,), errors.NoSuchPlace, "woods"),
        (obvious_move, "Jd ??|Qd", (1,), errors.UnknownCard, "woods"),
        (obvious_move, "Jd ??|", (1,), Shift(1, 2, 1), "woods"),
        # The 9s in cell 2.
        (obvious_from_cell, "10h||10s|10d", (2,), FromCell(2, 3), CELLS),
        (obvious_from_cell, "8h||10h", (2,), FromCell(2, 3), CELLS),
        (obvious_from_cell, "8h|", (2,), FromCell(2, 2), CELLS),
        (obvious_from_cell, "8h", (2,), errors.NoPlace, CELLS),
        (obvious_from_cell, "8h", (1,), errors.EmptyPlace, CELLS),
        (obvious_from_cell, "8h", (3,), errors.NoSuchPlace, CELLS),
        # How many cards a card and what covers it are; the lower one, if it's there twice.
        (cards_from, "(9s) 9s 8s 9s 3h|6d", (1, parse_card("8s")), 3, "woods"),
        (cards_from, "(9s) 9s 8s 9s 3h|6d", (1, parse_card("9s")), 2, "woods"),
        (cards_from, "(9s) 9s 8s 9s 3h|6d", (1, parse_card("Kd")), errors.WrongCard, "woods"),
        (cards_from, "(9s) 9s 8s 9s 3h|6d", (3, parse_card("Kd")), errors.NoSuchPlace, "woods"),
    ],
)
def test_what_is_meant(call, columns, arguments, expected, rules):
    position = position_of(columns, rules)
    if isinstance(expected, type):
        assert type(reason(call, position, *arguments)) is expected
    else:
        assert call(position, *arguments) == expected


@pytest.mark.parametrize(
    ("call", "columns", "arguments", "said"),
    [
        (
            *(move_between, "Kc 9-6s|4d|8h|10d", (1, 2)),
            "none of 9-6s can go onto the 4d at the bottom of column 2; "
            "columns 3 and 4 would take some of them",
        ),
        (
            *(move_between, "9-6s|4d", (1, 2)),
            "none of 9-6s can go onto the 4d at the bottom of column 2",
        ),
        (obvious_move, "9-6s|Jd", (1,), "there is no place for 9-6s of column 1"),
        (
            *(cards_from, "(9s) 9s 8s 9s 3h|6d", (1, parse_card("6d"))),
            "the bottom of column 1 is 3h, not 6d (6d could move from column 2)",
        ),
    ],
)
def test_the_reason_in_words(call, columns, arguments, said):
    assert str(reason(call, position_of(columns, "woods"), *arguments)) == said


def test_no_place_for_a_card_in_a_cell():
    found = reason(obvious_from_cell, position_of("8h", CELLS), 2)
    assert (found.run, str(found)) == (cards("9s"), "there is no place for 9s in cell 2")


@settings(max_examples=examples(80))
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_as_many_as_possible_is_the_most_that_is_legal(rules, seed):
    position = random_middle(Random(seed), rules)
    best: dict[tuple[int, int], int] = {}
    for move in engine.legal_moves(position):
        if isinstance(move, Shift):
            key = move.source, move.target
            best[key] = max(best.get(key, 0), move.count)
    for source in range(1, 11):
        for target in range(1, 11):
            if (source, target) in best:
                assert move_between(position, source, target).count == best[source, target]
            else:
                reason(move_between, position, source, target)


@settings(max_examples=examples(80))
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_the_obvious_move_is_legal(rules, seed):
    position = random_middle(Random(seed), rules)
    for number, column in enumerate(position.columns, 1):
        run = engine.natural_run(column, rules)
        try:
            move = obvious_move(position, number)
        except (errors.NoPlace, errors.EmptyPlace):
            assert not any(engine.can(position, Shift(number, n, len(run))) for n in range(1, 11))
        else:
            engine.verify(position, move)
