"""Scripts as numbers, as cards and columns, and as JSON or YAML are read back unchanged."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos import scripts
from spiderpos.catalogue import find_problem
from spiderpos.game import engine
from spiderpos.game.moves import Remove, Shift
from spiderpos.game.replay import ReplayError, replay
from spiderpos.scripts import data, numbers
from spiderpos.text.errors import NotationError
from tests.boards import board
from tests.positions import any_rules, random_middle, random_play
from tests.sampling import examples


def near_the_end():
    """Return a position and steps of which two are removals: clubs, then hearts."""
    position = board("K-2c", "2d Ac", "K-2h", "Qs Ah", "3h 2-As")
    moves = [Shift(2, 1), Remove(1), Shift(4, 3), Remove(3), Shift(5, 1), Shift(5, 3)]
    return position, engine.play(position, moves)


def test_a_log_without_removals():
    start, steps = near_the_end()
    shifts = [step for step in steps if isinstance(step.move, Shift)]
    again = replay(start, numbers.loads(numbers.dumps(shifts)))
    assert again.end == steps[-1].after
    assert again.assumed == (
        "move 2, '2 1 1', removes the clubs from column 1 at once, and 1 more move like it",
    )


@given(rules=any_rules(), seed=st.integers(0, 2**32))
@settings(max_examples=examples(50))
def test_written_scripts_are_read_back(rules, seed):
    random = Random(seed)
    start = random_middle(random, replace(rules, cells=0))
    steps = tuple(random_play(start, random, 40))
    for module in (numbers, data):
        text = module.dumps(steps)
        again = replay(start, module.loads(text))
        assert [step.after for step in again.steps] == [step.after for step in steps]
        blind = replay(start.hide(), module.loads(text))
        assert [s.after.hide() for s in blind.steps] == [step.after.hide() for step in steps]


def test_any_number_of_moves():
    position = board("9s", "10d", "10c")
    lines = ["1 2 1", "2 3 1", "3 2 1"] + ["2 3 1", "3 2 1"] * 5000
    assert len(replay(position, scripts.loads("\n".join(lines))).played) == len(lines)


@pytest.mark.parametrize("text", ["- from: 1\n" + "- " * 100_000, "- to: " + "9" * 5000])
def test_data_that_are_too_much_for_their_reader_are_refused(text):
    with pytest.raises(NotationError):
        scripts.loads(text)


def test_an_error_says_how_the_script_is_read():
    with pytest.raises(
        ReplayError, match=r"move 2, '5-9 2' \(counts columns from 0\): column 6 has"
    ):
        replay(find_problem("woods-4").start, scripts.loads("4-7, 5-9 2"))


def test_a_remark_in_parentheses_is_reported():
    """A remark in parentheses is reported, as it may mean that a move is taken back."""
    script = numbers.loads("1-2 (taken back), 3-4 (2 cards)")
    assert len(script.instructions) == 2
    assert script.notes == ("not read: the remark '(taken back)'",)
