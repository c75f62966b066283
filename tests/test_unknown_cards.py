"""Questions about cards that nobody knows: an answer has to be right however they may lie."""

import random

from click.testing import CliRunner

from spiderpos import formats
from spiderpos.cards import UNKNOWN, Suit, parse_card
from spiderpos.census import can_be_hidden, faults, hidden_kinds, name_suits
from spiderpos.cli import main
from spiderpos.formats.base import ReadOptions
from spiderpos.play.hidden import drawn
from spiderpos.session import Session

#: One suit is removed, and only hearts can be: of the others some card is seen twice.
HEARTS_GONE = (
    "x:2d/x:9cKd6sTc5d4c5cAhTh3c/3s8c4dQh9h8h2sTdJdKd/2cKh3hQd7d5s7s9d4d6c/Js3c8d8s6sKc4c2d7cAc/"
    "5cKc3dTsJc7d9sJd3dAd/5s2h5d4sKs8d9c3sQsAs/8c7hQc6h7c9sKs6c4hAs/QcJh2s7sTsTc6d9dAc/"
    "Qd4sJsTd6d2c8sJcAd - ?"
)


def read(text, *, partial=False):
    return formats.loads(text, "fen", options=ReadOptions(partial=partial))


def run(*words):
    return CliRunner().invoke(main, list(map(str, words)))


# Removed suits of which it isn't known which


def test_a_guess_leaves_a_whole_set_for_a_removed_suit():
    result = run("solve", HEARTS_GONE, "get a space in column 1 whatever turns up")
    assert result.exit_code == 0, result.output
    assert "if it's 5h:" in result.output


def test_only_what_the_removed_suits_leave_can_be_hidden():
    position = read(HEARTS_GONE)
    assert list(map(str, hidden_kinds(position))) == ["5h", "Qs"]
    assert can_be_hidden(position, (parse_card("5h"), parse_card("Qs")))
    assert not can_be_hidden(position, (parse_card("Ah"),))
    assert not can_be_hidden(position, (parse_card("5h"),) * 2)
    named = name_suits(position, random.Random(1))
    assert named.removed == (Suit.HEARTS,)
    assert not faults(named)


def test_a_game_with_an_unnamed_suit_is_drawn_from_what_can_be():
    for seed in range(5):
        start = drawn(Session(read(HEARTS_GONE)), random.Random(seed)).start
        assert not faults(start)
        assert not any(UNKNOWN in (*c.down, *c.up) for c in start.columns)
