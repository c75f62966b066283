"""Suggestions are legal, have true reasons, and never loop."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.advice import suggest
from spiderpos.advice.suggest import Prospect
from spiderpos.catalogue import find_problem
from spiderpos.game import engine
from spiderpos.game.deals import seeded
from spiderpos.game.moves import Shift
from spiderpos.game.rules import PRESETS, parse_rules
from spiderpos.game.survey import is_won
from spiderpos.scripts.words import describe

from . import tables
from .boards import board, cards, read
from .positions import any_rules, random_deal, random_middle, random_play
from .sampling import examples

pytestmark = pytest.mark.slow

LITTLE = 12


def follow(position, effort=LITTLE, most=2000):
    """Follow the suggestions; return all positions, and the last suggestion."""
    met = [position]
    while len(met) <= most:
        output = suggest.suggest(position, effort=effort)
        if output.move is None:
            return met, output
        position = engine.do(position, output.move).after
        met.append(position)
    raise AssertionError("no end")


# Single positions


@tables.of("suggestions")
def test_suggestions(text):
    """Return the suggestion for a position, and the other moves of its line."""
    position = read(text)
    answer = suggest.suggest(position)
    steps = engine.play(position, answer.line)
    assert answer.move == (answer.line[0] if answer.line else None)
    return [f"{answer.verdict.name}: {answer}", *map(describe, steps[1:])]


def test_a_row_is_dealt_in_the_end():
    answer = suggest.suggest(find_problem("woods-6").start)
    assert answer.reason.endswith("moves later a row is dealt")


def test_a_space_is_filled_before_a_deal():
    position = board("9c 8h 5d", "", "10c 9h 8d", hand="2c 2d 2h")
    met, _ = follow(position)
    index = next(n for n, p in enumerate(met) if not p.hand)
    assert met[index - 1].spaces == ()


def test_less_effort_proves_less():
    """With little effort an endgame is undecided, with the default effort it is STUCK."""
    few = board(*["9c 8d", "9h", "4d", "6s", "5h 5c", "3s", "2s"])
    assert suggest.suggest(few, effort=1).verdict is Prospect.NOTHING_FOUND
    assert suggest.suggest(few).verdict is Prospect.STUCK


def test_moving_a_part_of_a_run_into_a_space_is_considered():
    # The 8-7s can go onto the 9d only if the 6s is first moved into the space and then back onto
    # the 7d.
    position = board("(Kc) 8-7s 5h", "9d", "6s", "4c 4h")
    met, _ = follow(position)
    assert met[-1].face_down == 0


@given(st.integers(0, 2**32 - 1))
def test_stuck_means_that_no_play_turns_up_removes_or_deals_anything(seed):
    """STUCK means that a search of all positions turns up, removes and deals nothing."""
    random = Random(seed)
    start = random_middle(random, PRESETS["woods"])
    columns = random.sample(start.columns, random.choice((2, 3)))
    small = replace(start, columns=tuple(columns), hand=(), removed=())
    seen, queue, event = {small}, [small], False
    while queue and not event and len(seen) < 3000:
        position = queue.pop()
        for move in engine.legal_moves(position):
            step = engine.do(position, move)
            if step.turned or step.removals:
                event = True
            elif step.after not in seen:
                seen.add(step.after)
                queue.append(step.after)
    if len(seen) < 3000 and not is_won(small):
        output = suggest.suggest(small, effort=1000)
        assert output.verdict is (Prospect.MOVE if event else Prospect.STUCK)


def test_cells_are_used():
    rules = parse_rules("cells=1")
    filled = board("(Kc) 8h", "9c", "9h 4c", cells=cards("3c"), rules=rules)
    met, _ = follow(filled)
    assert met[-1].face_down == 0


def test_hidden_cards_make_no_difference():
    for seed in range(6):
        position = seeded(seed, rules=PRESETS["two-suits"])
        for _ in range(12):
            output = suggest.suggest(position, effort=LITTLE)
            suggest._search.cache_clear()
            assert suggest.suggest(position.hide(), effort=LITTLE) == output
            if output.move is None:
                break
            position = engine.do(position, output.move).after


# Following them


@pytest.mark.sweep
@pytest.mark.parametrize("name", PRESETS)
def test_following_them_ends_and_never_meets_a_position_twice(name):
    rules = PRESETS[name]
    met, last = follow(seeded(name, rules=rules))
    assert len(set(met)) == len(met)
    assert last.verdict is not Prospect.MOVE


@settings(max_examples=examples(15))
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_following_them_from_any_position(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.3 else random_middle(random, rules)
    position = start
    for step in random_play(start, random, random.randrange(15)):
        position = step.after
    met, _ = follow(position, effort=5)
    assert len(set(met)) == len(met)


def test_a_looping_search_is_not_followed(monkeypatch):
    """Even if the search returns a line with a loop, suggestions repeat no position."""

    def circling(start, effort):
        for move in engine.legal_moves(start):
            step = engine.do(start, move)
            if isinstance(move, Shift) and not step.turned and not step.removals:
                return suggest._Result((move,), 1, complete=False)
        return suggest._Result((), 1, complete=False)

    monkeypatch.setattr(suggest, "_search", circling)
    for seed in range(4):
        for name in ("woods", "one-suit", "pipkin-beginner"):
            met, _ = follow(seeded(seed, rules=PRESETS[name]))
            assert len(set(met)) == len(met)
            assert len(met) > 5


# Quality
