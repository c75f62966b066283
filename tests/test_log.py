"""The move log of save files, as a notation for scripts."""

from itertools import takewhile
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import scripts
from spiderpos.formats import ReadOptions, fen
from spiderpos.game import engine
from spiderpos.game.deals import deal, seeded
from spiderpos.game.illegal import WrongReveal
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import PRESETS
from spiderpos.scripts import log
from spiderpos.text.errors import NotWritable

from .boards import board
from .positions import random_play

PARTIAL = ReadOptions(partial=True)


def written(position, *moves):
    """Play moves from a position and return their log."""
    return log.dumps(engine.play(position, moves))


def entry(number):
    """Return the log of one move, given as the number that encodes it."""
    return chr(48 + number // 64) + chr(48 + number % 64) + "."


def rewritten(text: str, moves: str) -> bool:
    """Return True if a script that is converted to a log plays the same moves."""
    position = fen.loads(text, options=PARTIAL)
    played = replay(position, scripts.loads(moves))
    return replay(position, log.loads(log.dumps(played.steps))).steps == played.steps


def test_a_card_under_a_removed_suit_is_turned_up_by_the_removal():
    suit = "KhQhJhTh9h8h7h6h5h4h3h2hAh"
    assert rewritten(f"-/3h5d:{suit}5h - - rules=automatic_removal=yes", "5h from 2 to 1")


def test_moves_that_a_log_can_t_express_are_not_written():
    run = "KsQsJsTs9s8s7s6s5s4s3s2sAsKs"
    with pytest.raises(NotWritable, match="a move of 14 cards"):
        rewritten(f"{run}/-/4h - - rules=kings_on_aces=yes", "14 cards from 1 to 2")


def test_cards_that_a_log_omits():
    position = fen.loads("-/x:5h/Td - -", options=PARTIAL)
    named = replay(position, scripts.loads("5h from 2 to 1, turning up 9c; 9c from 2 to 3")).steps
    assert list(map(str, log.unsaid(named))) == ["9c"]
    with pytest.raises(ReplayError, match="not known"):
        replay(position, log.loads(log.dumps(named)))
    assert not log.unsaid(replay(position, scripts.loads("5h from 2 to 1")).steps)
    assert rewritten("-/x:5h/Td - -", "5h from 2 to 1")


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 200))
def test_a_game_is_read_back(number, random, moves):
    position = deal(number)
    steps = tuple(random_play(position, random, moves))
    text = log.dumps(steps)
    assert len(text) == 2 * len(steps) + 1
    assert replay(position, log.loads(text)).steps == steps
    if len(steps) > 2:
        assert log.recognises(text)
        assert scripts.recognise(text) is log.SCRIPT_FORMAT


@pytest.mark.sweep
@pytest.mark.parametrize("name", PRESETS)
def test_a_game_under_other_rules_is_read_back(name):
    for number in range(20):
        position = seeded(number, rules=PRESETS[name])
        steps = random_play(position, Random(number), 300)
        steps = tuple(takewhile(lambda s: not isinstance(s.move, ToCell | FromCell), steps))
        assert replay(position, log.loads(log.dumps(steps))).steps == steps


def test_an_automatic_removal_is_logged_as_a_move():
    rules = PRESETS["modern"]
    start = board("(4h) K-2s", "-- 5c As", "", "Kd", rules=rules)
    text = written(start, Shift(2, 1, 1), Shift(4, 3, 1))
    by_hand = board("(4h) K-2s", "-- 5c As", "", "Kd")
    assert text == written(by_hand, Shift(2, 1, 1), Remove(1), Shift(4, 3, 1))
    played = replay(start, log.loads(text))
    assert [step.move for step in played.steps] == [Shift(2, 1, 1), Shift(4, 3, 1)]
    assert log.dumps(played.steps) == text


def test_a_wrong_turned_bit_is_an_illegal_move():
    position = board("(6s) 9s", "-- 3c", "10h 10d")
    right = written(position, Shift(1, 3, 1))
    number = 64 * (ord(right[0]) - 48) + ord(right[1]) - 48
    with pytest.raises(ReplayError, match="column 1 turns up a card, but none is announced") as e:
        replay(position, log.loads(entry(number - 11 * 11 * 14)))
    assert isinstance(e.value.reason, WrongReveal)
    other = board("6s 9s", "-- 3c", "10h 10d")
    with pytest.raises(
        ReplayError, match="is announced for column 1, but none is turned up there"
    ):
        replay(other, log.loads(right))


@pytest.mark.parametrize("number", [0, 11 * 11 * 10, 11 * 11 * 14, 11 * 11 * 24])
def test_a_row_with_or_without_the_bit_or_a_count(number):
    assert replay(deal(1), log.loads(entry(number))).steps[0].move == Deal()


@pytest.mark.parametrize("word", ["ab.", "deal.", "DEAL.", "ab;bc;cd.", "ab\nbc\ncd.", "<ab>."])
def test_texts_that_other_notations_can_read_are_not_recognised_as_a_log(word):
    assert len(log.loads(word).instructions) * 2 == len(word.replace("\n", "")) - 1
    assert not log.recognises(word)
    assert scripts.loads(word) != log.loads(word)
    assert log.recognises(word[:-1] + "\n.")


def test_cells_cant_be_written():
    rules = PRESETS["pipkin-beginner"]
    position = seeded(1, rules=rules)
    with pytest.raises(NotWritable, match="moves to and from free cells: write it as words"):
        written(position, ToCell(1, 1))


def test_a_log_of_any_length_takes_linear_time():
    script = log.loads("M5" * 100_000 + ".")
    assert len(script.instructions) == 100_000
    assert script.instructions[-1].place.column == 199_999


def test_a_log_of_one_move_is_no_pair_of_letters():
    position = deal(1)
    assert written(position, Deal()) == "JN."
    assert scripts.recognise("JN.") is log.SCRIPT_FORMAT
