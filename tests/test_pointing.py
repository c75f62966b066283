"""Moves named by columns alone, as with a mouse."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.advice.pointing import cards_from, move_between, obvious_from_cell, obvious_move
from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import parse_card
from spiderpos.game.moves import Shift

from . import tables
from .boards import read
from .positions import any_rules, random_middle
from .sampling import examples

ASKED = {
    "between": move_between,
    "obvious": obvious_move,
    "from cell": obvious_from_cell,
    "cards": cards_from,
}


@tables.of("pointing")
def test_the_move_for_a_gesture(position, question):
    """Return the move, or the number of cards, for columns, cells and cards as pointed at."""
    name, *rest = re.split(r" (?=\d)", question)
    words = " ".join(rest).split()
    return str(
        ASKED[name](read(position), *(int(w) if w.isdigit() else parse_card(w) for w in words))
    )


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
                with pytest.raises(errors.IllegalMove):
                    move_between(position, source, target)


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
