"""The notation ``letters``: scripts that are written are read back.

The results for single texts are in ``reading/letters.cases``.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.game import engine
from spiderpos.game.moves import Deal, Remove, ToCell
from spiderpos.game.replay import do_move, replay
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.scripts import letters
from spiderpos.text.errors import NotWritable
from tests.boards import board
from tests.sampling import examples
from tests.strategies import positions

MODERN = PRESETS["modern"]


# Writing


def test_refuses_moves_of_cells():
    position = board("4d 3c", "9s", rules=Rules(cells=1))
    step = engine.do(position, ToCell(1, 1))
    with pytest.raises(NotWritable, match=r"letters.*free cells"):
        letters.dumps([step])


@st.composite
def games(draw):
    """Draw steps from any position, or from one in which suits can be completed."""
    kind = draw(st.sampled_from(("any", "suits")))
    rules = draw(st.sampled_from((Rules(), MODERN, Rules(kings_on_aces=True))))
    if kind == "any":
        position = draw(positions(rules))
    else:
        below, suit = draw(st.sampled_from(("", "--", "(4d)"))), draw(st.sampled_from("cdhs"))
        columns = [f"{below} K-2{suit}"]
        columns += ["(9s) Ac", "-- Ad", "Ah", "(3d) 2s As", ""]
        hand = draw(st.sampled_from(("", "?? ?? ?? ?? ?? ??", "Ac Ad Ah As 3c 2s")))
        position = board(*columns, hand=hand, rules=rules)
    steps = []
    for _ in range(draw(st.integers(0, 12))):
        legal = list(engine.legal_moves(position))
        if not legal:
            break
        onto = [m for m in legal if isinstance(m, (Remove, Deal))]
        pool = onto if onto and draw(st.booleans()) else legal
        steps.append(do_move(position, draw(st.sampled_from(pool))))
        position = steps[-1].after
    return steps


@settings(max_examples=examples(300))
@given(games())
def test_written_scripts_are_read_back(steps):
    text = letters.dumps(steps)
    if not steps:
        assert text == ""
        return
    again = replay(steps[0].before, letters.loads(text)).steps
    assert again == tuple(steps)
    assert letters.dumps(again) == text
    # A script with nothing but deals is also one in words.
    assert letters.recognises(text) or set(text.split()) == {"deal"}
