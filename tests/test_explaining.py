"""Explanations of moves, and of impossible goals by counting."""

from random import Random

import pytest

from spiderpos.advice.counting import reasons
from spiderpos.advice.explain import explain, summary
from spiderpos.game.cards import Suit
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.scripts import words
from spiderpos.solver.prover import Outcome, brute

from . import tables
from .boards import board, cards, read
from .questions import stacked, suit_pieces
from .test_authoring import SOON, small_position


@tables.of("explained")
def test_explanations_of_moves(position, script, goal):
    """Return the explanation of each move of a script (for a goal, if given), and a summary."""
    steps = replay(read(position), words.loads(script)).steps
    explained = explain(steps) if goal == "-" else explain(steps, parse(goal))
    return [*(each.text for each in explained), summary(steps)]


@tables.of("counting")
def test_reasons_by_counting(position, goal):
    """Return the sentences by which counting proves a goal impossible."""
    return reasons(read(position), parse(goal)) or "nothing"


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(8))
def test_counting_never_rules_out_a_goal_that_can_be_reached(seed):
    random = Random(seed)
    shown = 0
    for _ in range(25):
        position = small_position(random)
        for text in ("get a space", "turn up a card without making a space",
                     "uncover 5s without making a space", "get a space in column 1"):  # fmt: skip
            if reasons(position, parse(text)) is not None:
                shown += 1
                answer = brute.solve(position, parse(text), budget=SOON)
                assert answer.outcome is Outcome.IMPOSSIBLE
    assert shown


def position_with_suits(random):
    """Return a random position: spades and hearts in one to three runs each, among other cards."""
    pieces = [[c] for c in random.sample(cards("Kd Kc 8s 5h 9d 6c Ad"), random.randrange(1, 5))]
    for suit in (Suit.SPADES, Suit.HEARTS):
        pieces += suit_pieces(random, suit, random.choice((0, 1, 1, 2)))
    wide = random.randrange(3, min(6, len(pieces) + 1))
    return Position(stacked(random, pieces, wide, 0, 0.3))


REMOVALS = [
    "remove spades", "remove spades and hearts", "remove spades and remove hearts",
    "remove any suit", "remove spades before hearts", "remove hearts without making a space",
    "remove spades without removing hearts", "remove hearts, removing at most 0 other suits",
    "turn up a card and remove hearts without removing", "turn up a card without making a space",
    "turn up a card without removing hearts, making a space", "uncover Kd without making a space",
]  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(6))
def test_counting_allows_removals_that_another_removal_makes_possible(seed):
    random = Random(seed)
    shown = 0
    for _ in range(20):
        position = position_with_suits(random)

        def impossible(goal, position=position):
            return brute.solve(position, goal, budget=SOON).outcome is Outcome.IMPOSSIBLE

        for goal in map(parse, REMOVALS):
            searched = reasons(position, goal, impossible=impossible)
            counted = reasons(position, goal)
            if counted is not None:
                assert searched == counted
            if searched is not None:
                shown += 1
                assert impossible(goal), (str(goal), searched)
    assert shown > 40


def test_counting_uses_the_results_of_searches():
    # If suits are ignored, all hearts come into play together; only a search can tell if they can
    # be removed.
    position = board("8s Kd", "K-9s", "7-As", "K-6h 4-Ah", "9c 5h")
    goal = parse("remove spades without making a space")
    assert reasons(position, goal) is None
    assert reasons(position, goal, impossible=lambda _: False) is None
    questions = []
    result = reasons(position, goal, impossible=lambda other: questions.append(other) or True)
    assert result[0] == ("No suit but the spades can be removed first (a search shows that).")
    assert "The spades can't be removed: the " in result[1]
    assert list(map(str, questions)) == ["remove any suit without removing spades, making a space"]
