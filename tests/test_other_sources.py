"""Positions that others have published with results, as independent evidence.

Positions and results are facts; each has its source.
"""

import pytest

from spiderpos import formats
from spiderpos.game.cards import RANK_NAMES
from spiderpos.goals.goal import parse
from spiderpos.solver import Budget, Outcome, solve

from .documents import document

PARTIAL = formats.ReadOptions(partial=True)

#: codegolf.stackexchange.com, question 266656 (2023): one suit, no hand, all cards known; a row is
#: a column from the top down, 0 is King and 12 Ace.  "Stale" positions can't be cleared.
ONE_SUIT = {
    "stale": (
        "3 9 5 3 9 10/1 2 10 12 8 4/10 5 5 4 5/11 1 3 0 1 2/0 6 2 10 10 11 12/1 5 6 4 4 5/"
        "3 6 9 3 8/4 8/2 3 8 9 10/6 5 1 5 1 2",
        Outcome.IMPOSSIBLE,
    ),
    "one suit": ("0 1 2/3 4/11/9/5/10/12/8/6/7", Outcome.SOLVED),
    "two suits": ("0 1 2/3 4/11 11/0 9 12/5 10/1 10 9/12 5/2 8 8/6 7/3 4 7 6", Outcome.SOLVED),
}


def in_spades(columns):
    cards = ("".join(f"{RANK_NAMES[13 - int(n)]}s" for n in c.split()) for c in columns.split("/"))
    return formats.loads("/".join(cards) + " - - rules=one-suit", "fen", options=PARTIAL)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("name", ONE_SUIT)
def test_positions_of_one_suit_with_published_answers(name):
    columns, outcome = ONE_SUIT[name]
    position = in_spades(columns)
    budget = Budget(work=3_000_000, mebibytes=64)
    # The first has 54 cards, so no play can clear it; therefore also ask for a single suit.
    goals = ["win", "remove any suit"] if outcome is Outcome.IMPOSSIBLE else ["win"]
    assert {solve(position, parse(goal), budget=budget).outcome for goal in goals} == {outcome}


#: spidersolitaireaddict.blog, "Game on", 21 September 2021: the number of face-down cards, then
#: the others from the top down; 40 cards in the hand.  According to the blog, three columns can be
#: turned up.
GAME_ON = document("game-on.txt")


def test_a_game_of_a_blog():
    columns = []
    for row in GAME_ON.splitlines():
        down, up = row.split(": ")
        columns.append(down + "x:" + up.replace(" ", ""))
    position = formats.loads("/".join(columns) + " 40x -", "fen", options=PARTIAL)
    goals = {
        column: parse(f"turn up a card in column {column} without dealing, removing")
        for column in range(1, 11)
    }
    # Some hundred steps are enough for these; a longer search for the others would prove nothing.
    answers = {n: solve(position, goals[n], budget=Budget(work=100_000)) for n in goals}
    turned = {column for column in goals if answers[column].outcome is Outcome.SOLVED}
    assert {2, 3, 4} <= turned
