"""Looking a position over; the score is held against the figures in the programs' documents."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.catalogue import find_problem
from spiderpos.formats import line
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Suit, parse_card
from spiderpos.game.deals import deal
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, WOODS, parse_rules
from spiderpos.game.survey import (
    Spot,
    arrangement,
    best_score,
    complete_suits,
    distinct_moves,
    expand,
    free_cards,
    info,
    is_won,
    locate,
    look_for,
    missing_ranks,
    score,
    suits_words,
    unseen_cards,
    unseen_words,
)

from .boards import COMPLETE, board, cards
from .positions import any_rules, random_deal, random_middle, random_play

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
KINGS_ON_ACES = parse_rules("kings_on_aces=yes")
ONE_CELL = parse_rules("cells=1")
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


@pytest.mark.parametrize(
    ("name", "links", "counted", "bonus"),
    [("woods", 5 * 12 + 1, 0, 0), ("xpat2", 1, 5, 0), ("amiga", 1, 5, 2)],
)
def test_complete_suits_of_an_unfinished_game(name, links, counted, bonus):
    found = score(position(*KINGS_DOWN[:5], "9h 8h", rules=PRESETS[name]))
    assert (found.links, found.complete) == (links, 5)
    assert (found.counted, found.bonus) == (counted, bonus)
    assert found.total == 10 * 15 + 2 * links + 50 * counted + 2 * bonus


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
    # More face-down cards than the rules lay down are no reason to go below nothing.
    assert score(whole(position("(2c) " * 50 + "9h"))).turned == 0


def test_the_parts_in_words():
    here = position("(2c) 9h 8h", *KINGS_DOWN[:1], removed=2, rules=PRESETS["xpat2"])
    assert str(score(whole(here))).splitlines() == [
        "  430  43 cards turned up",
        "  135  9 columns without face-down cards",
        "    2  1 card on the next higher of the suit",
        "  100  2 suits removed",
        "   50  1 complete suit in the tableau",
        "  717  in all",
    ]


def test_the_best_score_by_rules():
    assert best_score(WOODS) == 1000
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


def places(spots):
    return [str(spot) for spot in spots]


# Locate


def test_a_card_is_found_wherever_it_lies_face_up():
    position = board("10h 9s", "(10h) 4c", "Kd 10h", hand="10h", rules=parse_rules("cells=2"))
    assert places(locate(position, parse_card("10h"))) == [
        "10h in column 1, 1st from the top, covered by 9s",
        "10h in column 3, 2nd from the top, at the bottom",
    ]
    held = board("10h", cells=(None, parse_card("10h")), rules=parse_rules("cells=2"))
    assert places(locate(held, parse_card("10h")))[1] == "10h in cell 2"


def test_hidden_cards_are_found_only_if_asked_for():
    position = board("(2c) (10h) 4c", hand="3d 10h")
    assert locate(position, parse_card("10h")) == ()
    assert places(locate(position, parse_card("10h"), hidden=True)) == [
        "10h in column 1, 2nd from the top, face down",
        "10h in the hand, 2nd to be dealt",
    ]


def test_places_count_face_down_cards():
    (spot,) = locate(board("-- -- Kd 9c 8d"), parse_card("9c"))
    assert spot == Spot(parse_card("9c"), 1, 4, covered_by=cards("8d"))


@pytest.mark.parametrize(
    ("names", "columns"),
    [("10h 10H Th th TH", [1, 2]), ("10 T t", [1])],
)
def test_a_card_or_a_rank_by_name(names, columns):
    position = board("10h", "10h 9d", "4c")
    for name in names.split():
        assert [spot.column for spot in look_for(position, name)] == columns


@pytest.mark.parametrize("name", ["", "1", "11", "10x", "hearts", "h10", "K Q"])
def test_what_is_neither_is_an_error(name):
    with pytest.raises(ValueError, match="is not a card"):
        look_for(board("10h"), name)


@pytest.mark.parametrize(
    ("columns", "rank", "rules", "free"),
    [
        # Free is what no card of the next lower rank covers.
        (["10h", "10s 9d", "10d 9d 8c", "10c 4h", "(10c) 5h"], 10, WOODS, [1, 4]),
        (["Ac Kd", "As 2d"], 1, WOODS, [1, 2]),
        (["Ac Kd", "As 2d"], 1, KINGS_ON_ACES, [2]),
        # A card covered by an unknown one counts as free.
        (["10h ??"], 10, WOODS, [1]),
        (["As ??"], 1, WOODS, [1]),
    ],
)
def test_free_cards(columns, rank, rules, free):
    assert [spot.column for spot in free_cards(board(*columns, rules=rules), rank)] == free


def test_a_card_in_a_cell_takes_nothing():
    assert free_cards(board("4c", cells=cards("10h"), rules=ONE_CELL), 10) == ()


# Expand


def test_a_column_in_text_with_its_natural_runs():
    position = board("-- -- Kh 9-6s 5h 4-3d", "", "5c ??")
    assert expand(position, 1) == "-- -- Kh 9-6s 5h 4-3d"
    assert expand(position, 2) == "(sp)"
    assert expand(position, 3) == "5c ??"
    for number in (0, 4):
        with pytest.raises(IndexError):
            expand(position, number)


# Moves


def test_moves_that_come_to_the_same_are_one():
    position = board("5h", "6s", "6s", "", "")
    found = [(str(step.cards[0]), step.move.target) for step in distinct_moves(position)]
    # Onto either 6s; and any card into any space leaves the columns as they were.
    assert found == [("5h", 2), ("5h", 4)]
    other = board("", "6s", "5h", "6s", "")
    assert arrangement(other) == arrangement(position)
    assert arrangement(replace(other, removed=(Suit.HEARTS,))) != arrangement(other)
    # A card face down isn't one that lies face up.
    assert arrangement(board("(5h) 6s")) != arrangement(board("5h 6s"))


# Suits


def test_a_suit_is_available_if_all_its_ranks_lie_face_up_anywhere():
    position = board("K-9h", "7-Ah 5s", "(Ks) 8h", "Q-As")
    missing = missing_ranks(position)
    assert missing[Suit.SPADES] == (13,)
    assert missing[Suit.CLUBS] == tuple(range(13, 0, -1))
    assert missing[Suit.HEARTS] == ()
    assert suits_words(position).splitlines()[2:] == [
        "hearts: all 13 ranks face up",
        "spades: no K face up",
    ]
    held = board("K-8h", "6-Ah", cells=cards("7h"), removed=(Suit.CLUBS,), rules=ONE_CELL)
    assert missing_ranks(held)[Suit.HEARTS] == ()
    assert missing_ranks(board("K-As", rules=PRESETS["one-suit"])) == {Suit.SPADES: ()}


# Information


def test_the_figures_of_a_position():
    columns = ["(2c) (3c) 9h 8h 7s", "", "Kd 4c 4d", "5h ?? 3h", *["Qc"] * 5, ""]
    position = board(*columns, hand="2d " * 20, removed=(Suit.SPADES, None))
    found = info(position, moves=3)
    assert found.turned is None  # not two decks: nothing tells how it began
    assert (found.face_down, found.spaces) == (2, (2, 10))
    assert str(found).splitlines() == [
        "3 moves made",
        "20 cards in the hand, 2 deals left",
        "2 cards face down",
        "2 spaces: columns 2 and 10",
        "1 card on the next higher of the suit",
        "2 discontinuities",
        "2 suits removed: spades and one not known",
    ]


@settings(max_examples=60, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_what_is_found_is_there(rules, seed):
    position = random_middle(Random(seed), rules)
    seen = 0
    for wanted in ALL_CARDS:
        for spot in locate(position, wanted, hidden=True):
            seen += 1
            if spot.column:
                here = position.column(spot.column)
                assert (here.down + here.up)[spot.row - 1] == wanted
                assert here.up[len(here.up) - len(spot.covered_by) :] == spot.covered_by
            elif spot.cell:
                assert position.cells[spot.cell - 1] == wanted
            else:
                assert position.hand[spot.hand - 1] == wanted
    assert seen == len(list(position.known_cards()))


# Unseen cards


def test_what_a_player_doesnt_see():
    # The face-down cards and the hand of the line, sorted.
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
    known = board(COMPLETE[3], removed=(next(iter(COMPLETE)),))
    assert len(unseen_cards(known)) == 104 - 26
    unknown = board(COMPLETE[3], removed=(None,))
    assert len(unseen_cards(unknown)) == 104 - 13


@pytest.mark.parametrize("name", ["one-suit", "two-suits", "woods"])
def test_the_decks_are_those_of_the_rules(name):
    hidden = deal(3, rules=PRESETS[name]).hide()
    assert len(unseen_cards(hidden)) == 94
    assert len({c.suit for c in unseen_cards(hidden)}) == PRESETS[name].suits
