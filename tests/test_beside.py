"""What is said beside a tableau, wherever it stands in the text: read, or refused."""

from __future__ import annotations

import pytest

from spiderpos import formats
from spiderpos.formats import ReadOptions
from spiderpos.text.errors import SpiderError

#: A deal after three rows: 20 cards are in the hand, and no suit is removed.
TABLEAU = """\
1: 8c
2: x x x 10h 9d 8s 7c 6d 5c 4c 6h 5h 4h
3: 4s 3c 2c Ac
4: x x x x x Kd Qd Jd 10c 9h 8h
5: x x x x Ks Kh Qh Jh 10c
6: x x x 9c 4d 6d
7: x x x x x 5c 4d
8: x x x x 9c 8d 2h Ah
9: x x x x 3s 2c As Ks Kd Qc Js 10s 9s 8s 7s 6s 5h 4s 3s 2s
10: x x x x Kc
"""
_TALK = "I have played this for a week.\n\nMy sister doesn't like it.\n\nSee below.\n\nThanks.\n"
PLACES = {
    "above": "{said}\n{tableau}",
    "below": "{tableau}{said}\n",
    "far above": "{said}\n\n" + _TALK + "\n{tableau}",
    "far below": "{tableau}\n" + _TALK + "\n{said}\n",
    "in a sentence": "{tableau}I am stuck. {said}. Thanks.\n",
    "in a page": "{tableau}<p>{said}</p>\n",
}
#: What is wrong of this tableau, or can't be read.
WRONG = [
    *("Stock: 30 cards", "There are 30 cards left in the stock", "Cards remaining: 30"),
    *("I have 3 deals left", "My stock has 3 rows left", "Still 3 deals in the stock"),
    *("only one deal left", "The stock is empty", "Stock exhausted", "Draw pile (30)"),
    *("All rows have been dealt", "The last deal has been made", "2 of 5 deals used"),
    *("I've dealt everything, no more deals", "position after the final deal", "[30 in stock]"),
    *("1 suit removed", "I have removed the clubs already", "One set of spades is off"),
    *("two suits are home", "One complete suit has gone", "Completed: 1/8", "Spades done"),
    *("one-suit spider", "Difficulty: medium (2 suits)", "Spades only", "I play with one suit"),
    *("Listed in reverse", "rightmost column first", "Playable card first", "Columns 10 to 1"),
    "Listed from the bottom card to the top card",
    *("The face-down cards are omitted", "Only face-up cards are shown"),
    *("EDIT: column 1 should be 8s", "Oops, columns 3 and 4 are swapped"),
    *("two deals (30 cards) remaining", "2 deals (10 cards) left", "two rows (20 cards) dealt"),
]
RIGHT = [
    *("Stock: 20 cards", "There are 20 cards left in the stock", "I have 2 deals left"),
    "There are two deals (20 cards) remaining",
    *("No suits removed", "Completed: 0/8", "Four suits", "four-suit spider"),
]
#: What says nothing of the position.
OTHER = [
    *("Can you remove a suit in five moves?", "Goal: remove the spades without dealing"),
    *("Find a way to complete a suit before the next deal", "I dealt with this for hours"),
    *("The clubs can be removed in ten moves", "A problem from the hand of a friend"),
]


def read(said: str, place: str) -> tuple[str, ...]:
    return formats.read(PLACES[place].format(said=said, tableau=TABLEAU)).assumed


@pytest.mark.parametrize("place", PLACES)
def test_what_is_wrong_is_refused(place: str) -> None:
    for said in WRONG:
        with pytest.raises(SpiderError):
            pytest.fail(f"{said}: {read(said, place)}")


@pytest.mark.parametrize("place", PLACES)
def test_what_is_right_is_read(place: str) -> None:
    for said in RIGHT:
        assumed = any("cards in the hand" in words for words in read(said, place))
        assert assumed is not ("20 cards" in said or "2 deals" in said), said


@pytest.mark.parametrize("place", PLACES)
def test_what_says_nothing_is_passed_over(place: str) -> None:
    for said in OTHER:
        assert read(said, place) == read("Hello", place), said


def test_another_tableau_isn_t_left_out() -> None:
    with pytest.raises(SpiderError, match="2 diagrams"):
        formats.read(f"{TABLEAU}\nand later\n\n1: Kd Qs\n2: Jh\n3: 9h\n")


def test_heads_that_go_down_are_refused() -> None:
    rows = "\n".join(
        ["\t".join(["xx"] * 10)] * 4 + ["\t".join(f"{rank}s" for rank in "A2345678TJ")]
    )
    for heads in ("j i h g f e d c b a", "10 9 8 7 6 5 4 3 2 1"):
        with pytest.raises(SpiderError):
            formats.read(
                "\t".join(heads.split()) + f"\n{rows}\n", options=ReadOptions(partial=True)
            )


def test_a_text_says_how_many_suits_there_are() -> None:
    deal = "\n".join(f"{n}: ({4 + (n < 5)}) {card}" for n, card in enumerate("A2345678TJ", 1))
    for number, suits in ((1, 1), (2, 2), (4, 4)):
        text = "".join(f"{line}s\n" for line in deal.split("\n")) + f"{number} suits\n"
        assert len(formats.read(text).position.rules.suits) == suits
