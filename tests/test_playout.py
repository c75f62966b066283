"""Policies see only face-up cards; the simple one plays reasonably; statistics of games."""

import math
from dataclasses import replace
from random import Random

import pytest

from spiderpos import formats
from spiderpos.formats.base import ReadOptions
from spiderpos.game import census, engine
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.rules import PRESETS
from spiderpos.solver.winning.players import NotPlayable, completed, greedy, pooling, weighing
from spiderpos.solver.winning.playout import play_game
from spiderpos.solver.winning.statistics import interval, sign_test

from .running import needs_core


def test_a_policy_sees_only_face_up_cards():
    given = []

    def watching(seen):
        given.append(seen)
        return greedy(seen)

    play_game(deal(7, rules=PRESETS["one-suit"]), watching)
    assert len(given) > 20
    assert all(seen == seen.hide() for seen in given)


def test_drawn_cards_are_those_that_are_not_seen():
    start = deal(3)
    drawn = completed(start, Random(1))
    assert sorted(drawn.hand) != sorted(start.hand)
    census.validate(drawn)
    with pytest.raises(NotPlayable, match="44 cards are hidden, but 94 are unseen"):
        completed(replace(start, hand=()), Random(1))
    one = formats.loads("2s:9h - -", "fen", options=ReadOptions(partial=True))
    with pytest.raises(NotPlayable, match="1 card is hidden, but 103 are unseen"):
        completed(one, Random(1))


@needs_core
@pytest.mark.parametrize("rules", ["one-suit", "two-suits", "woods"])
def test_hidden_cards_make_no_difference(rules):
    """The moves of a policy don't depend on a hidden card before it turns up."""
    start = deal(7, rules=PRESETS[rules])
    for _ in range(12):
        line = weighing(start.hide())
        for seed in range(3):
            other = completed(start, Random(seed))
            assert other.hide() == start.hide()
            assert weighing(other.hide()) == line
        for move in line:
            start = engine.do(start, move).after


@needs_core
def test_proposals_of_others_are_weighed_too():
    """The policy "pooling" also weighs moves that variants propose, from visible cards only."""
    start = deal(3004)
    for _ in range(3):
        line = weighing(start.hide())
        assert pooling(start.hide()) == line
        start = start.play(line)
    line = pooling(start.hide())
    assert start.is_legal(line)
    assert line != weighing(start.hide())
    assert line == pooling(completed(start.hide(), Random(1)).hide())


@needs_core
def test_weighing_wins_known_positions_and_refuses_partial_ones():
    text = "KsQsJsTs9s8s7s6s5s4s3s2s/KhQhJhTh9h8h7h6h5h4h3h2h/AsAh - -"
    position = formats.loads(text, "fen", options=ReadOptions(partial=True))
    assert play_game(position, weighing).won
    with pytest.raises(NotPlayable, match="can't play a position that isn't a whole deal"):
        weighing(replace(deal(3), hand=()).hide())


def test_games_end():
    def to_and_fro(seen):
        return (Shift(1, 2),) if seen.column(1).up[-1:] != seen.column(3).up[-1:] else ()

    assert not play_game(deal(1), lambda _seen: ()).won
    with pytest.raises(engine.IllegalMove):
        play_game(deal(1), to_and_fro)
    ended = play_game(deal(1), lambda seen: (Deal(),) if seen.hand else ())
    assert (ended.moves, ended.turned, ended.won) == (5, 0, False)


def test_statistics():
    low, high = interval(149, 306)
    assert math.isclose(low, 0.431, abs_tol=0.002)
    assert math.isclose(high, 0.543, abs_tol=0.002)
    assert interval(0, 0) == (0, 1)
    assert sign_test(3, 4) == 1
    assert math.isclose(sign_test(0, 6), 2 / 64)
    assert sign_test(6, 0) == sign_test(0, 6)
