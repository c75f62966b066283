"""Properties of all positions and moves: random play under all rules, compared to a reference.

The long run is 100,000 random moves in each preset::

    pytest -m overnight tests/test_engine_properties.py
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, Suit, card
from spiderpos.game.census import faults
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, DealOverSpaces, Rules

from .positions import any_rules, plain, random_deal, random_middle, random_play, reference, state
from .sampling import examples

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("name", [field.name for field in fields(Rules)])
def test_any_rules_have_other_values_of_each_rule(name):
    generated = settings(phases=[Phase.generate])
    find(
        any_rules(), lambda rules: getattr(rules, name) != getattr(WOODS, name), settings=generated
    )


def all_moves(position):
    """Yield all moves between the columns and cells of a position, and some with wrong numbers."""
    columns = range(len(position.columns) + 2)
    longest = max(len(column.up) for column in position.columns) + 2
    yield from (Shift(s, t, n) for s in columns for t in columns for n in range(-1, longest))
    yield from (Remove(column) for column in columns)
    for cell in range(len(position.cells) + 2):
        yield from (ToCell(column, cell) for column in columns)
        yield from (FromCell(cell, column) for column in columns)
    yield Deal()


def games(random, rules):
    """Yield random games, each as its start and its steps."""
    while True:
        start = (
            random_deal(random, rules) if random.random() < 0.4 else random_middle(random, rules)
        )
        yield start, random_play(start, random, 120)


def compare(rules, seed, moves):
    """Play this number of random moves in the engine and the reference; count them by kind."""
    random = Random(seed)
    kinds: Counter[str] = Counter()
    for start, steps in games(random, rules):
        position, other = start, reference(start)
        same_moves(position, other, every=True)
        for step in steps:
            assert step.before is position
            position = step.after
            other.play(*plain(step.move))
            assert state(position) == state(other)
            same_moves(position, other, every=random.random() < 0.002)
            kinds[type(step.move).__name__] += 1
            kinds["turned"] += len(step.turned)
            kinds["removals"] += len(step.removals)
            moves -= 1
            if not moves:
                return kinds


def same_moves(position, other, *, every):
    legal = list(engine.legal_moves(position))
    assert len(set(legal)) == len(legal)
    assert {plain(move) for move in legal} == other.legal_moves()
    if every:
        for move in all_moves(position):
            assert engine.can(position, move) == other.is_legal(*plain(move)), move


#: Other presets differ from one of these only in the start or the score.
_PLAYED = ["woods", "xpat2-relaxed1", "xpat2-relaxed2", "pipkin-default", "pipkin-beginner"]
_PLAYED += ["modern-relaxed", "two-suits", "one-suit"]


@pytest.mark.sweep
@pytest.mark.parametrize("name", _PLAYED)
def test_the_engine_agrees_with_the_reference(name):
    kinds = compare(PRESETS[name], seed=1989, moves=800)
    assert kinds["Shift"] > 400
    assert kinds["Deal"]
    assert kinds["turned"]
    assert kinds["removals"]


@pytest.mark.overnight
@pytest.mark.parametrize("name", PRESETS)
def test_the_engine_agrees_with_the_reference_over_100_000_moves(name):
    kinds = compare(PRESETS[name], seed=17011990, moves=100_000)
    assert kinds["Deal"] > 100
    assert kinds["removals"] > 100
    if PRESETS[name].cells:
        assert kinds["ToCell"] > 1000
        assert kinds["FromCell"] > 1000


@settings(max_examples=examples(40))
@given(any_rules(), SEEDS)
def test_the_engine_agrees_with_the_reference_under_any_rules(rules, seed):
    compare(rules, seed, moves=12)


def orderly(random, rules):
    """Return a position for tests of deals: nearly ordered columns, spaces, any hand."""
    columns = []
    for _ in range(10):
        suits = [random.choice(list(Suit))]
        if random.random() < 0.15:
            suits = list(Suit)
        top, length = random.randrange(1, 14), random.randrange(1, 6)
        up = [card((top - n - 1) % 13 + 1, random.choice(suits)) for n in range(length)]
        if not rules.kings_on_aces:
            up = up[: top if top < length else length]
        if random.random() < 0.03:
            random.shuffle(up)
        down = (card(7, Suit.CLUBS),) if random.random() < 0.03 else ()
        columns.append(Column(down, tuple(up)))
    for space in random.sample(range(10), random.choice((0, 1, 1, 4))):
        columns[space] = Column()
    hand = tuple(card(9, Suit.HEARTS) for _ in range(random.choice((0, 3, 10, 14, 20))))
    return Position(tuple(columns), hand, rules=rules)


@pytest.mark.parametrize("policy", DealOverSpaces)
@pytest.mark.parametrize("more", [{}, {"kings_on_aces": True}, {"short_last_deal": True}])
def test_deals_agree_with_the_reference(policy, more):
    random = Random(15)
    rules = Rules(deal_over_spaces=policy, **more)
    over_spaces = Counter()
    for _ in range(600):
        position = orderly(random, rules)
        other = reference(position)
        may = engine.can(position, Deal())
        assert may == other.may_deal()
        if position.spaces and position.hand:
            over_spaces[may] += 1
        if may:
            other.play("deal")
            assert state(engine.do(position, Deal()).after) == state(other)
    assert policy is DealOverSpaces.NEVER or over_spaces[True] > 20
    assert policy is DealOverSpaces.ALWAYS or over_spaces[False] > 20


@settings(max_examples=examples(40))
@given(any_rules(), SEEDS)
def test_a_step_lists_all_changes_and_loses_no_card(rules, seed):
    random = Random(seed)
    start, steps = next(games(random, rules))
    assert faults(start) == []
    for step in steps:
        before, after = step.before, step.after
        assert faults(after) == []
        assert after.rules is rules
        assert len(after.cells) == rules.cells
        assert after.removed == before.removed + tuple(r.suit for r in step.removals)
        assert before.face_down - after.face_down == len(step.turned)
        for turned in step.turned:
            assert after.column(turned.column).up == (turned.card,)
            assert before.column(turned.column).down[-1] is turned.card
        row = step.cards if isinstance(step.move, Deal) else ()
        assert before.hand == row + after.hand
        again = engine.do(before, step.move).after
        assert again == after
        assert hash(again) == hash(after)


@settings(max_examples=examples(30))
@given(any_rules(), SEEDS)
def test_can_verify_do_and_legal_moves_agree(rules, seed):
    random = Random(seed)
    start = random_middle(random, rules)
    position = start
    for step in random_play(start, random, random.randrange(20)):
        position = step.after
    legal = set(engine.legal_moves(position))
    for move in all_moves(position):
        assert engine.can(position, move) == (move in legal)
        verified = outcome(engine.verify, position, move)
        done = outcome(engine.do, position, move)
        if move in legal:
            assert verified is None
            assert isinstance(done, engine.Step)
        else:
            assert isinstance(verified, IllegalMove)
            assert type(done) is type(verified)
            assert vars(done) == vars(verified)
            assert str(verified)


def outcome(call, *arguments):
    try:
        return call(*arguments)
    except IllegalMove as reason:
        return reason


@settings(max_examples=examples(25))
@given(any_rules(), SEEDS)
def test_a_hidden_game_with_announced_cards_is_the_same_game(rules, seed):
    """With every turned-up card named, a game with hidden cards equals one with known cards."""
    random = Random(seed)
    start, steps = next(games(random, rules))
    seen = start.hide()
    for step in steps:
        assert list(engine.legal_moves(seen)) == list(engine.legal_moves(step.before))
        row = step.cards if isinstance(step.move, Deal) else ()
        result = engine.do(seen, step.move, (*row, *(t.card for t in step.turned)))
        seen = result.after
        assert seen == step.after.hide()
        assert result.turned == step.turned
        assert result.removals == step.removals


@settings(max_examples=examples(30))
@given(any_rules(), SEEDS)
def test_no_card_is_ever_invented(rules, seed):
    """Moves that name no turned-up card never make an unknown card known."""
    random = Random(seed)
    start, _ = next(games(random, rules))
    position = start.hide()
    for step in random_play(position, random, 60):
        gone = Counter(card(rank, one.suit) for one in step.removals for rank in range(1, 14))
        assert Counter(step.after.known_cards()) + gone == Counter(step.before.known_cards())
        assert all(turned.card is UNKNOWN for turned in step.turned)


@given(any_rules(), SEEDS)
def test_runs_put_together_are_the_column(rules, seed):
    for here in random_middle(Random(seed), rules).columns:
        runs = engine.natural_runs(here.up, rules)
        assert sum(runs, ()) == here.up
        assert all(runs)
