"""Deals that are lost because no card can be placed: random ones, compared with brute force, and
known ones."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from spiderpos.game import deals
from spiderpos.game.cards import UNKNOWN, Suit, card
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS
from spiderpos.goals.goal import parse
from spiderpos.solver import Outcome, certificates
from spiderpos.solver.prover import Budget, brute
from spiderpos.solver.prover.answer import Clock
from spiderpos.solver.prover.blocked import _Deal, _Search, answer, blocked, needs_a_space_or_suit
from tests.checking import closed, question, verdict

SPACE = parse("get a space")


def proof(position):
    return blocked(position, Clock(Budget(work=20_000_000)))


def small(rng):
    """Return a random position: short columns without a space, up to three rows in the hand."""
    wide = rng.randint(2, 4)
    low = rng.randint(1, 10)
    ranks = range(low, min(13, low + rng.randint(2, 5)) + 1)
    pool = [card(rank, suit) for rank in ranks for suit in rng.sample(list(Suit), 2)] * 2
    rng.shuffle(pool)
    columns = []
    for _ in range(wide):
        down, up = rng.randint(0, 2), rng.choice([1, 1, 1, 2])
        taken = [pool.pop() for _ in range(min(down + up, len(pool)))] or [card(13, Suit.CLUBS)]
        columns.append(
            Column(tuple(taken[:down][: len(taken) - 1]), tuple(taken[down:] or taken[-1:]))
        )
    hand = pool[: wide * rng.randint(0, 3)]
    return Position(tuple(columns), tuple(hand[: len(hand) // wide * wide]))


def test_blocked_goals_are_impossible_by_brute_force():
    rng = random.Random(5)
    impossible = shown = 0
    for _ in range(400):
        position = small(rng)
        result = proof(position)
        values = brute.solve(position, SPACE, budget=Budget(work=20_000_000))
        assert values.outcome is not Outcome.UNDECIDED
        assert result is None or values.outcome is Outcome.IMPOSSIBLE, position.fen()
        impossible += values.outcome is Outcome.IMPOSSIBLE
        shown += result is not None
    # The other cases need an argument about suits, or about covered cards.
    assert shown > 0.5 * impossible > 50


def test_goals_of_accepted_proofs_are_impossible_by_brute_force():
    rng = random.Random(6)
    accepted = 0
    for _ in range(300):
        position = small(rng)
        names = rng.sample(
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"], rng.randint(0, 9)
        )
        node = closed(question(position, SPACE) | {"proof": "heads", "ranks": names}, 3000)
        message = verdict(node)
        assert message.startswith(("accepted", "refused: the goal may be met"))
        if message == "accepted":
            accepted += 1
            assert brute.solve(position, SPACE).outcome is Outcome.IMPOSSIBLE, position.fen()
    assert accepted > 30


def test_a_certificate_is_made_of_each_proof():
    rng = random.Random(7)
    made = 0
    for _ in range(100):
        position = small(rng)
        result = answer(position, SPACE, Budget(work=20_000_000))
        if result is not None:
            assert verdict(certificates.certificate(position, SPACE, result)) == "accepted"
            made += 1
    assert made > 10


@pytest.mark.parametrize(
    ("number", "ranks", "states"), [(1748, (5, 13), 6), (14934, (2, 6, 13), 23)]
)
def test_known_lost_deals_are_proved_lost(number, ranks, states):
    result = proof(deals.deal(number))
    assert (result.ranks, len(result.states)) == (ranks, states)


@pytest.mark.parametrize("number", [1, 2, 3, 617])
def test_a_deal_that_can_be_won_gets_no_proof(number):
    assert proof(deals.deal(number)) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda p: replace(p, columns=(*p.columns[:9], Column())),
        lambda p: p.hide(),
        lambda p: replace(p, rules=replace(p.rules, kings_on_aces=True)),
        lambda p: replace(p, cells=(None,), rules=replace(p.rules, cells=1)),
    ],
)
def test_unsupported_positions_get_no_proof(change):
    assert proof(change(deals.deal(14934))) is None


@pytest.mark.parametrize(
    ("goal", "needs"),
    [
        ("win", True),
        ("get a space", True),
        ("remove a suit", True),
        ("complete spades", True),
        ("turn up a card", False),
        ("uncover 10h", False),
    ],
)
def test_requirements_of_a_goal(goal, needs):
    assert needs_a_space_or_suit(parse(goal)) is needs


def with_runs(rng):
    """Return a random position of mostly runs, with rows in the hand of which many cards fit."""
    low = rng.randint(1, 9)
    pool = [card(rank, suit) for rank in range(low, low + 5) for suit in Suit] * 2
    rng.shuffle(pool)
    columns = []
    for _ in range(rng.randint(2, 4)):
        down = [pool.pop() for _ in range(rng.randint(0, 2))]
        up = [pool.pop()]
        while rng.random() < 0.6:
            below = [c for c in pool if c.rank == up[-1].rank - 1]
            up += below[:1]
            pool = [c for c in pool if c not in below[:1]]
        columns.append(Column(tuple(down), tuple(up)))
    hand = [c for c in pool if c.rank < low + 4][: len(columns) * rng.randint(1, 2)]
    return Position(tuple(columns), tuple(hand))


def test_joined_ranks_are_recorded_and_checked():
    """A proof records which ranks lay on the next higher rank, before and after a deal."""
    rng, at_the_start, later = random.Random(2), 0, 0
    for _ in range(400):
        position = with_runs(rng)
        result = answer(position, SPACE, Budget(work=20_000_000))
        if result is not None:
            made = certificates.certificate(position, SPACE, result)
            assert verdict(made) == "accepted"
            at_the_start += any(state[4] for state in made["states"] if state[0] == 0)
            later += any(state[4] for state in made["states"] if state[0] > 0)
    assert min(at_the_start, later) >= 5


def test_a_short_last_row_or_an_unknown_card_may_prevent_the_proof():
    columns = tuple(Column((), (card(rank, Suit.SPADES),)) for rank in (9, 5))
    position = Position(columns, (card(6, Suit.SPADES),))
    assert proof(position) is not None
    assert proof(replace(position, rules=replace(WOODS, short_last_deal=True))) is None
    hidden = Column((UNKNOWN,), columns[0].up)
    assert proof(replace(position, columns=(hidden, columns[1]))) is None
    named = Column((card(2, Suit.SPADES),), columns[0].up)
    assert proof(replace(position, columns=(named, columns[1]))) is not None


def test_a_card_of_a_row_that_fits_has_joined():
    columns = tuple(Column((), (card(rank, Suit.SPADES),)) for rank in (9, 5))
    hand = (card(8, Suit.HEARTS), card(2, Suit.HEARTS))
    deal = _Deal(Position(columns, hand), dealing=True)
    search = _Search(deal, frozenset({8, 13}), Clock(Budget(work=20_000_000)))
    after = [state for state, _ in search._deals(search._start())]
    assert [state.joined for state in after] == [frozenset(), frozenset({8})]
