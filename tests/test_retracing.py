"""``retrace``: a line is played again with the cards that it turned up."""

from random import Random

import pytest

from spiderpos.game import engine
from spiderpos.game.deals import seeded
from spiderpos.game.replay import redo, retrace, shown_by
from spiderpos.game.rules import PRESETS

from .positions import random_play


@pytest.mark.sweep
@pytest.mark.parametrize("name", PRESETS)
def test_a_game_is_played_again_from_its_visible_cards(name: str) -> None:
    """From its visible cards a game is played again, with deals and automatic removals."""
    for seed in range(6):
        start = seeded(f"{name} {seed}", rules=PRESETS[name])
        steps = tuple(random_play(start, Random(seed), 120))
        blind = start.hide()
        revealed = shown_by(blind, steps)
        again = retrace(blind, [step.move for step in steps], revealed)
        shown = [(step.cards, step.turned, step.removals) for step in steps]
        assert [(step.cards, step.turned, step.removals) for step in again] == shown
        assert shown_by(blind, again) == revealed
        assert shown_by(start, steps) == start


def test_unknown_cards_stay_unknown() -> None:
    start = seeded("nothing told").hide()
    move = engine.Deal()
    assert redo(start, move, start) == engine.do(start, move)
