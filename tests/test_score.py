"""The score, held against the figures in the programs' documents."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.catalogue import find_problem
from spiderpos.game.cards import UNKNOWN, Suit
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, WOODS, parse_rules
from spiderpos.game.score import Score, best_score, complete_suits, is_won, score

from .boards import COMPLETE, board, column
from .positions import any_rules, random_deal, random_middle, random_play

ALL_SUITS = tuple(Suit) * 2
KINGS_DOWN = [COMPLETE[suit] for suit in ALL_SUITS]


def position(*columns, removed=0, rules=WOODS, **more):
    """Ten columns, the last of them spaces, and so many suits removed."""
    spaces = [""] * (10 - len(columns))
    return board(*columns, *spaces, removed=ALL_SUITS[:removed], rules=rules, **more)


def whole(position):
    """The position with as many cards in the hand as make two decks."""
    rest = 104 - 13 * len(position.removed) - sum(map(len, position.columns))
    return replace(position, hand=(UNKNOWN,) * rest)


def test_all_suits_removed_make_990():
    end = score(position(removed=8))
    assert end == Score(44, 10, 0, 8, 0, 0, 0, won=True)
    assert end.total == 990


def test_all_suits_in_the_tableau_make_1000():
    end = score(position(*KINGS_DOWN))
    assert end == Score(44, 10, 0, 0, 8, 8, 5, won=True)
    assert end.total == 1000
    assert end.total == best_score(WOODS)


@pytest.mark.parametrize(
    ("name", "line", "total"),
    [
        ("game-one-suit", "win", 990),
        ("game-two-suits", "win", 990),
        ("game-four-suits", "win", 990),
        ("woods-7", "all-eight", 1000),
    ],
)
def test_whole_games_score_that(name, line, total):
    problem = find_problem(name)
    (script,) = [found.script for found in problem.lines if found.id == line]
    played = replay(problem.start, script)
    assert score(played.end).total == total
    scores = [score(step.after) for step in played.steps]
    assert [found.turned for found in scores] == sorted(found.turned for found in scores)


@pytest.mark.parametrize(
    ("in_tableau", "total"),
    [(0, 990), (1, 990), (3, 990), (4, 992), (5, 994), (7, 998), (8, 1000)],
)
def test_a_won_game_scores_2_for_each_suit_in_the_tableau_after_the_third(in_tableau, total):
    suits = KINGS_DOWN[8 - in_tableau :]
    for rules in (WOODS, PRESETS["xpat2"], PRESETS["amiga"]):
        assert score(position(*suits, removed=8 - in_tableau, rules=rules)).total == total


def test_all_cards_turned_make_590():
    # Stolz' figure: 44 cards and ten columns.
    parts = score(whole(position("Kc Qd", "3h 5s"))).parts()
    assert [points for points, _ in parts[:2]] == [440, 150]


def test_an_unplayed_deal_scores_nothing_but_chance_links():
    deal = random_deal(Random(1))
    assert score(deal) == Score(0, 0, 0, 0, 0, 0, 0, won=False)


def test_cards_and_columns_turned_up():
    columns = ["(2c) (3d) 9h", "(5s) Jc", "Kd"]
    found = score(whole(position(*columns)))
    assert (found.turned, found.cleared) == (44 - 3, 8)
    fewer = score(whole(position(*columns, rules=PRESETS["pipkin-beginner"])))
    assert fewer.turned == 30 - 3


def test_a_link_is_a_card_on_the_next_higher_of_its_suit():
    assert score(position("9-6s 5h 4h 2h", "Kc Qd", "As Ks")).links == 4
    # Face-down cards and unknown ones make no link.
    assert score(position("(9s) 8s", "5h ?? 3h")).links == 0
    assert score(position("Ac ??")).links == 0  # whose codes differ as those of a link do
    # The King is on the Ace, but the Ace isn't the next higher card.
    assert score(position("2-Ad K-Qd", rules=parse_rules("kings_on_aces=yes"))).links == 2


def test_complete_suits_of_an_unfinished_game():
    columns = [*KINGS_DOWN[:5], "9h 8h"]
    in_tableau = 5
    woods = score(position(*columns))
    assert (woods.links, woods.complete, woods.counted, woods.bonus) == (5 * 12 + 1, 5, 0, 0)
    xpat2 = score(position(*columns, rules=PRESETS["xpat2"]))
    assert (xpat2.links, xpat2.counted, xpat2.bonus) == (1, in_tableau, 0)
    amiga = score(position(*columns, rules=PRESETS["amiga"]))
    assert (amiga.links, amiga.counted, amiga.bonus) == (1, in_tableau, 2)
    assert xpat2.total - woods.total == 5 * (50 - 24)
    assert amiga.total - xpat2.total == 4


def test_a_covered_suit_is_complete_too():
    stacked = position(f"(4d) {COMPLETE[Suit.CLUBS]} {COMPLETE[Suit.HEARTS]} 3s", "9h")
    assert complete_suits(stacked) == ((1, 2), (1, 15))
    assert score(stacked).complete == 2
    with_gap = position(COMPLETE[Suit.CLUBS].replace("7c", "7d"))
    assert complete_suits(with_gap) == ()
    assert not complete_suits(position("K-8s ?? 6-As"))


def test_won():
    assert is_won(position(*KINGS_DOWN[6:], removed=6))
    assert not is_won(position(*KINGS_DOWN[7:], "2c", removed=6))
    assert not is_won(position(*KINGS_DOWN[7:], f"(4d) {COMPLETE[Suit.CLUBS]}", removed=6))
    unknown = replace(position(removed=0), removed=(None,) * 8)
    assert is_won(unknown)
    assert score(unknown).total == 990


def test_of_a_partial_position_it_isn_t_known_what_was_turned_up():
    found = score(board("Kh Qs", "Jh"))
    assert (found.turned, found.cleared, found.total) == (None, 2, 30)
    assert str(found).splitlines()[0] == "    0  cards turned up: not known"
    few = position("(2c) 9h", "Jc")
    assert score(few).turned is None
    # More face-down cards than the rules lay down are no reason to go below nothing.
    assert score(whole(position("(2c) " * 50 + "9h"))).turned == 0


def test_the_parts_in_words():
    here = position("(2c) 9h 8h", *KINGS_DOWN[:1], removed=2, rules=PRESETS["xpat2"])
    found = score(whole(here))
    assert str(found).splitlines() == [
        "  430  43 cards turned up",
        "  135  9 columns without face-down cards",
        "    2  1 card on the next higher of the suit",
        "  100  2 suits removed",
        "   50  1 complete suit in the tableau",
        "    0  no complete suits in the tableau after the third",
        "  717  in all",
    ]
    assert found.total == 717


def test_the_best_score_by_rules():
    assert best_score(PRESETS["modern"]) == 990
    assert best_score(parse_rules("start=2;short_last_deal=yes")) == 10 * 10 + 150 + 400 + 10


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_the_score_never_leaves_its_bounds(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    before = score(start)
    for step in random_play(start, random, 60):
        found = score(step.after)
        assert 0 <= found.total <= best_score(rules)
        assert all(points >= 0 for points, _ in found.parts())
        assert found.turned >= before.turned
        assert found.cleared >= before.cleared
        assert found.removed >= before.removed
        before = found


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(10)), st.integers(0, 8), any_rules())
def test_a_won_game_scores_the_same_however_it_lies(places, in_tableau, rules):
    columns = [column(text) for text in KINGS_DOWN[:in_tableau]] + [column("")] * (10 - in_tableau)
    end = Position(tuple(columns[i] for i in places), removed=ALL_SUITS[in_tableau:], rules=rules)
    found = score(end)
    assert found.won
    assert found.total == 10 * rules.face_down_at_start + 150 + 400 + 2 * max(0, in_tableau - 3)
