"""Surveys of positions; the score is compared with the figures in the programs' documents."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.catalogue import find_problem
from spiderpos.formats import line
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Suit
from spiderpos.game.deals import deal
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, WOODS
from spiderpos.game.survey import (
    arrangement,
    distinct_moves,
    expand,
    free_cards,
    info,
    is_won,
    locate,
    look_for,
    score,
    suits_words,
    unseen_cards,
    unseen_words,
)

from . import tables
from .boards import COMPLETE, board, read
from .positions import any_rules, random_deal, random_middle, random_play

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
ALL_SUITS = tuple(Suit) * 2
KINGS_DOWN = [COMPLETE[suit] for suit in ALL_SUITS]


def position(*columns, removed=0, rules=WOODS, **more):
    """Return a position of ten columns, the last ones spaces, with some removed suits."""
    spaces = [""] * (10 - len(columns))
    return board(*columns, *spaces, removed=ALL_SUITS[:removed], rules=rules, **more)


def whole(position):
    """Return the position with a new hand: as many unknown cards as two decks still lack."""
    rest = 104 - 13 * len(position.removed) - sum(map(len, position.columns))
    return replace(position, hand=(UNKNOWN,) * rest)


@pytest.mark.parametrize(
    ("name", "line", "total"),
    [
        ("game-one-suit", "win", 990),
        ("game-two-suits", "win", 990),
        ("game-four-suits", "win", 990),
        ("woods-7", "all-removed", 990),
        ("woods-7", "all-eight", 1000),
    ],
)
def test_whole_games_score_that(name, line, total):
    problem = find_problem(name)
    script = problem.lines[line].script
    played = replay(problem.start, script)
    assert score(played.end).total == total
    scores = [score(step.after) for step in played.steps]
    assert [result.turned for result in scores] == sorted(result.turned for result in scores)


@pytest.mark.parametrize(
    ("in_tableau", "total"),
    [(0, 990), (1, 990), (3, 990), (4, 992), (5, 994), (7, 998), (8, 1000)],
)
def test_a_won_game_scores_2_for_each_suit_in_the_tableau_after_the_third(in_tableau, total):
    suits = KINGS_DOWN[8 - in_tableau :]
    for rules in (WOODS, PRESETS["xpat2"], PRESETS["amiga"]):
        assert score(position(*suits, removed=8 - in_tableau, rules=rules)).total == total


def test_cards_and_columns_turned_up():
    columns = ["(2c) (3d) 9h", "(5s) Jc", "Kd"]
    result = score(whole(position(*columns)))
    assert (result.turned, result.cleared) == (44 - 3, 8)
    fewer = score(whole(position(*columns, rules=PRESETS["pipkin-beginner"])))
    assert fewer.turned == 30 - 3


def test_won():
    assert is_won(position(*KINGS_DOWN[6:], removed=6))
    assert not is_won(position(*KINGS_DOWN[7:], "2c", removed=6))
    assert not is_won(position(*KINGS_DOWN[6:], removed=6, hand="2c"))
    assert not is_won(position(*KINGS_DOWN[7:], f"(4d) {COMPLETE[Suit.CLUBS]}", removed=6))
    unknown = replace(position(removed=0), removed=(None,) * 8)
    assert is_won(unknown)
    assert score(unknown).total == 990


def test_a_partial_position_has_no_count_of_turned_up_cards():
    result = score(board("Kh Qs", "Jh"))
    assert (result.turned, result.cleared, result.total) == (None, 2, 30)
    assert str(result).splitlines()[0] == "    0  cards turned up: not known"
    # More face-down cards than at the start must not make the figure negative.
    assert score(whole(position("(2c) " * 50 + "9h"))).turned == 0


@given(any_rules(), st.integers(0, 2**32 - 1))
def test_the_score_never_leaves_its_bounds(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    before = score(start)
    # Turned-up cards, cleared columns, suits, and the bonus for the fourth to the eighth.
    most = 10 * rules.face_down_at_start + 15 * 10 + 50 * 8 + 10 * (not rules.automatic_removal)
    for step in random_play(start, random, 60):
        result = score(step.after)
        assert 0 <= result.total <= most
        assert all(points >= 0 for points, _ in result.parts())
        assert result.turned >= before.turned
        assert result.cleared >= before.cleared
        assert result.removed >= before.removed
        before = result


@tables.of("surveys")
def test_answers_about_positions(position, question):
    """Return the answer to ``locate 10h``, ``free 10``, ``column 2``, ``suits``, ``score`` or
    ``info``."""
    here, (what, _, name) = read(position), question.partition(" ")
    match what:
        case "locate":
            return look_for(here, name, hidden=True) or "nowhere"
        case "free":
            return free_cards(here, int(name)) or "none"
        case "column":
            return expand(here, int(name))
        case "suits":
            return suits_words(here).splitlines()
        case "score":
            return [" ".join(line.split()) for line in str(score(here)).splitlines()]
    return str(info(here, moves=3)).splitlines()


# Moves


def test_equivalent_moves_are_listed_once():
    position = board("5h", "6s", "6s", "", "")
    results = [(str(step.cards[0]), step.move.target) for step in distinct_moves(position)]
    # Both 6s are equivalent.  Moving the only card of a column into a space changes nothing.
    assert results == [("5h", 2), ("5h", 4)]
    other = board("", "6s", "5h", "6s", "")
    assert arrangement(other) == arrangement(position)
    assert arrangement(replace(other, removed=(Suit.HEARTS,))) != arrangement(other)
    # A face-down card differs from a face-up one.
    assert arrangement(board("(5h) 6s")) != arrangement(board("5h 6s"))


# Information


@given(any_rules(), st.integers(0, 2**32 - 1))
def test_what_is_found_is_there(rules, seed):
    position = random_middle(Random(seed), rules)
    seen = 0
    for expected in ALL_CARDS:
        for spot in locate(position, expected, hidden=True):
            seen += 1
            if spot.column:
                here = position.column(spot.column)
                assert (here.down + here.up)[spot.row - 1] == expected
                assert here.up[len(here.up) - len(spot.covered_by) :] == spot.covered_by
            elif spot.cell:
                assert position.cells[spot.cell - 1] == expected
            else:
                assert position.hand[spot.hand - 1] == expected
    assert seen == len(list(position.known_cards()))


# Unseen cards


def test_unseen_cards():
    # The unseen cards are the face-down cards and the hand.
    position = line.loads(LINES[1])
    assert unseen_words(position) == "no cards unseen"
    hidden = [c for column in position.columns for c in column.down] + list(position.hand)
    assert Counter(unseen_cards(position.hide())) == Counter(hidden)
    assert unseen_words(position.hide()) == (
        "32 cards unseen\n"
        "Ac Ad Ah As 2d 2h 3c 4d 4h 5c 5s 7c 8d 8d 8h 9d 9d 9h 9h 9s Jc Jd Jh Qh Qs Kc Kc\n"
        "Kd Kd Kh Ks Ks"
    )


def test_removed_suits_are_seen_if_it_is_known_which():
    position = board(COMPLETE[Suit.SPADES], removed=(next(iter(COMPLETE)),))
    assert len(unseen_cards(position)) == 104 - 26
    unknown = board(COMPLETE[Suit.SPADES], removed=(None,))
    assert len(unseen_cards(unknown)) == 104 - 13


@pytest.mark.parametrize("name", ["one-suit", "two-suits", "woods"])
def test_the_decks_are_those_of_the_rules(name):
    hidden = deal(3, rules=PRESETS[name]).hide()
    assert len(unseen_cards(hidden)) == 94
    assert len({c.suit for c in unseen_cards(hidden)}) == len(PRESETS[name].suits)
