"""Save files of Woods' programs: games are read back, truncated files and damage are detected.

The results for single texts are in ``reading/save.cases``.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats, scripts
from spiderpos.formats import ReadOptions, diagram, line
from spiderpos.game import engine
from spiderpos.game.cards import Suit
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Remove, Shift, ToCell
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.games import save
from spiderpos.text.errors import NotationError, NotWritable, SpiderError

from .boards import board
from .positions import random_play

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def game(number=7, moves=80):
    start = deal(number)
    steps = tuple(random_play(start, Random(number), moves))
    return start, steps, save.dumps_game(start, steps)


def outcome(text):
    try:
        return save.load_game(text)
    except SpiderError as found:
        return found


def test_the_opening_of_woods_first_example():
    start = line.loads(LINES[0])
    steps = engine.play(start, [Shift(8, 9), Shift(2, 9), Shift(7, 2), Shift(7, 2)])
    text = save.dumps_game(start, steps)
    first, second, empty, *rows = text.splitlines()
    assert line.loads(first) == steps[-1].after
    assert second == "N2MlLdLd."
    assert empty == ""
    assert rows[3] == " --\t 4c\t --\t --\t --\t --\t10h\t 6s\t --\t --"
    assert "\n".join(rows) + "\n" == diagram.dumps(steps[-1].after)
    loaded = save.load_game(text)
    assert loaded == save.SavedGame(steps[-1].after, start, steps, start)


@pytest.mark.slow
@given(
    st.sampled_from(["woods", "modern", "one-suit", "modern-relaxed", "woods-leftmost"]),
    st.integers(1, 10**6),
    st.randoms(use_true_random=False),
    st.integers(0, 250),
)
def test_a_game_can_be_left_anywhere_and_taken_up_again(name, number, random, moves):
    start = deal(number, rules=PRESETS[name])
    steps = tuple(random_play(start, random, moves))
    text = save.dumps_game(start, steps)
    loaded = save.load_game(text, options=ReadOptions(strict=True, rules=PRESETS[name]))
    assert loaded.start == loaded.deal == start if steps else loaded.deal == start
    assert loaded.steps == steps
    assert loaded.position == (steps[-1].after if steps else start)
    assert loaded.notes == ()
    assert save.loads(text, options=ReadOptions(rules=PRESETS[name])) == loaded.position
    assert formats.recognise(text) is save.FORMAT
    assert save.dumps_game(loaded.start, loaded.steps) == text


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 60))
def test_where_the_deck_isnt_known_the_moves_are_taken_back(number, random, moves):
    """For a file without a deck, saved from a position set up by hand, the start is rebuilt."""
    start = deal(number)
    for step in random_play(start, random, 60):
        start = step.after
    start = replace(start, dealt=())
    steps = tuple(random_play(start, random, moves))
    loaded = save.load_game(save.dumps_game(start, steps))
    assert loaded.deal is None
    assert loaded.start == start
    assert loaded.steps == steps
    assert loaded.notes == ()


def test_removals_and_rows_are_taken_back_too():
    start = board(
        "-- K-Ah",
        *[f"{rank}c" for rank in "23456789J"],
        hand=" ".join(f"{rank}s" for rank in "A23456789J"),
    )
    steps = engine.play(start, [Deal(), Shift(3, 4, 1), Shift(2, 3, 1)])
    options = ReadOptions(partial=True)
    assert save.load_game(save.dumps_game(start, steps), options=options).start == start
    steps = engine.play(start, [Remove(1), Deal(), Shift(2, 3, 1)])
    loaded = save.load_game(save.dumps_game(start, steps), options=options)
    assert loaded.start == start
    assert loaded.steps == steps
    assert loaded.position.removed == (Suit.HEARTS,)


def test_games_that_cant_be_written():
    rules = Rules(cells=1)
    start = deal(1, rules=rules)
    steps = engine.play(start, [ToCell(1, 1)])
    with pytest.raises(NotWritable, match="cards in free cells"):
        save.dumps_game(start, steps)


def test_a_save_file_is_a_script_as_far_as_it_goes():
    start, steps, text = game()
    first, second = text.splitlines()[:2]
    for cut, count, output in (
        (first, 0, "the file has no move log"),
        (f"{first}\n{second[:20]}", 10, "cut off in the move log, after 10 moves"),
        (f"{first}\n{second[:21]}\n", 10, "cut off in the move log, after 10 moves"),
        (f"{first}\n{second}", len(steps), ""),
        (text, len(steps), ""),
    ):
        script = scripts.loads(cut)
        assert scripts.recognise(cut) is save.SCRIPT_FORMAT
        assert replay(start, script).steps == steps[:count]
        assert output in "".join(script.notes)
        assert bool(script.notes) == bool(output)
        save.check_end(cut, steps[-1].after if count == len(steps) else start)
    with pytest.raises(NotationError, match="the file is cut off in it"):
        save.load_moves(first[:150])


def test_the_moves_of_a_script_must_lead_to_the_line():
    start, steps, text = game()
    end = steps[-1].after
    assert save.check_end(text, end) == ()
    assert save.check_end(text, end.hide()) == ()
    assert save.check_end("\n".join(text.splitlines()[:2]), end) == (
        "the file ends after the move log: it has no diagram",
    )
    assert "cut off in the diagram" in save.check_end(text[:-30], end)[0]
    with pytest.raises(NotationError, match="don't lead to the position of the save line:\ncol"):
        save.check_end(text, steps[-2].after)
    other = line.dumps(start) + text[text.index("\n") :]
    with pytest.raises(NotationError, match="don't lead to the position of the save line"):
        save.check_end(other, end)
    with pytest.raises(NotationError, match="this row of the diagram differs from"):
        save.check_end(text.replace(" --", " 5c", 1), end)


def test_a_script_is_written_as_a_save_file():
    _, steps, text = game()
    assert scripts.dumps(steps, "save") == text
    with pytest.raises(NotWritable, match="no moves"):
        scripts.dumps((), "save")
    assert scripts.loads(f"{LINES[0]}\nN2MlLd.").instructions


def test_a_game_that_goes_on_from_a_known_deck():
    # With the deck in the file, the programs would play these moves from the initial deal, so the
    # deck isn't written.
    start, steps, text = game()
    middle = save.load_game(text).position
    more = tuple(random_play(middle, Random(3), 5))
    loaded = save.load_game(save.dumps_game(middle, more))
    assert loaded.steps == more
    assert loaded.deal is None
    assert save.load_game(save.dumps_game(middle, ())).deal == start
    assert save.load_game(save.dumps_game(start, steps + more)).deal == start


def test_without_a_log():
    _, _, text = game()
    first, _, rest = text.split("\n", 2)
    loaded = save.load_game(f"{first}\n{rest}")
    assert loaded.steps == ()
    assert loaded.position == line.loads(first)
    assert loaded.notes == ("the file has no move log",)
    assert save.recognises(f"{first}\n{rest}")


@pytest.mark.slow
def test_a_changed_character_of_a_log_is_detected():
    _, steps, text = game(moves=60)
    first, second, rest = text.split("\n", 2)
    random = Random(5)
    for index in range(len(second) - 1):
        for new in random.sample(line.ALPHABET, 6):
            changed = second[:index] + new + second[index + 1 :]
            if new == second[index]:
                continue
            loaded = outcome(f"{first}\n{changed}\n{rest}")
            if not isinstance(loaded, SpiderError):
                # The moves are the same: a row may be written with or without a count.
                assert loaded.steps == steps


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("tail", ["\n" + "JN" * 50_000, "\n\n" + " --\n" * 20_000, "\n" * 100_000])
def test_long_texts_below_a_line_take_linear_time(tail):
    assert outcome(LINES[0] + tail)
