"""Statements in lines around a tableau are parsed, refused, or reported as ignored."""

from __future__ import annotations

import pytest

from spiderpos import formats
from spiderpos.formats import ReadOptions
from spiderpos.text.errors import SpiderError

#: A game after three deals: 20 cards are in the hand, and no suit is removed.
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
}
#: Statements that are wrong for this tableau, or not in the notation.
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
#: Statements in the notation that are true for this tableau.
RIGHT = [
    *("Stock: 20 cards", "There are 20 cards left in the stock", "2 deals left"),
    "There are two deals (20 cards) remaining",
    *("No suits removed", "Completed: 0/8", "Four suits", "four-suit spider"),
]


def read(remark: str, place: str) -> formats.Reading:
    return formats.read(PLACES[place].format(said=remark, tableau=TABLEAU))


@pytest.mark.parametrize("place", PLACES)
def test_a_wrong_statement_is_refused_or_reported(place: str) -> None:
    plain = read("Hello", place)
    for output in WRONG:
        try:
            reading = read(output, place)
        except SpiderError:
            continue
        assert any(output.partition(", ")[0] in words for words in reading.not_read), output
        assert (reading.position, reading.assumed) == (plain.position, plain.assumed), output


@pytest.mark.parametrize("place", PLACES)
def test_a_right_statement_is_read(place: str) -> None:
    for output in RIGHT:
        reading = read(output, place)
        assumed = any("cards in the hand" in words for words in reading.assumed)
        assert assumed is not ("20 cards" in output or "2 deals" in output), output
        assert not any(output in words for words in reading.not_read), output


def test_each_line_that_is_not_read_is_named() -> None:
    lines = ["What would you do here, with 3 of hearts?", "Moves: 12  Score: 480", "Thanks."]
    reading = formats.read("\n\n".join([lines[0], TABLEAU, *lines[1:]]))
    numbers = [words.split()[1] for words in reading.not_read]
    assert numbers == ["1", "15", "17"]
    assert all(line in words for line, words in zip(lines, reading.not_read, strict=True))


def test_the_clauses_of_a_line_are_read_each_as_a_whole() -> None:
    reading = read("Stock: 20 cards, Moves: 35, 2 suits or so are off", "below")
    assert len(reading.position.hand) == 20
    assert reading.not_read == ('line 11 "Moves: 35"', 'line 11 "2 suits or so are off"')


@pytest.mark.parametrize("line", ["3 rows", "10 piles", "5 deals", "2 cards", "hand of a friend"])
def test_a_number_of_anything_is_not_read(line: str) -> None:
    reading = read(line, "below")
    assert reading.not_read == (f'line 11 "{line}"',)
    assert reading.position == read("Hello", "below").position


@pytest.mark.parametrize("line", ["I moved the 9s away", "then 10h and 9h from 4"])
def test_a_line_of_words_and_cards_at_a_tableau_is_an_error(line: str) -> None:
    for text in (f"{line}\n{TABLEAU}", f"{TABLEAU}{line}\n"):
        with pytest.raises(SpiderError, match="is neither a card nor an empty place"):
            formats.read(text)


def test_missing_cards_are_reported_with_the_line_that_was_not_read() -> None:
    rows = TABLEAU.splitlines(keepends=True)
    rows[4] = rows[4].replace(" 10c", "")
    with pytest.raises(SpiderError, match=r"21 are elsewhere.*'Stock: 20 cards\. Removed:"):
        formats.read("my stock has two rows\n" + "".join(rows))


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
