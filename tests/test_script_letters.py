"""Moves in letters: published rounds, what each word means, and what is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.formats import fen
from spiderpos.game import engine
from spiderpos.game.moves import Deal, Remove, Shift, ToCell
from spiderpos.game.replay import ReplayError, do_move, replay
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.scripts import letters
from spiderpos.text.errors import NotWritable
from tests.boards import board
from tests.strategies import positions

MODERN = PRESETS["modern"]


def moves(position, text):
    """The single moves that a script means."""
    return [step.move for step in replay(position, letters.loads(text)).steps]


def stopped(position, text):
    """The illegal move that a script stops at."""
    with pytest.raises(ReplayError) as caught:
        replay(position, letters.loads(text))
    return caught.value


# The round of 21 September 2021 at spidersolitaireaddict.blog.  The post prints the position
# after it; this is the one before, which its moves and the card turned up determine.
ROUND = "5x:3c2-As2s/4x:7-6c5d6d/5x:2h4c/4x:9c3d/4x:9s2c/{}/3x:7d6-5s7s/{}/4x:Kh9c 40x -"
BEFORE = fen.loads(ROUND.format("3x:KcTd/3x:JdJs", "3x:9s8h"))
AFTER = fen.loads(ROUND.format("3x:Kc/3x:JdJsTd9s8h", "2x:Tc"))


@pytest.mark.parametrize(
    "text",
    [
        "(move fg,ij,ig,jg), Ten of clubs.",
        "<fg,ij,ig,jg> Tc",
        "<fg,ij,ig,jg>  0c",
        "fg, ij, ig -> 10c, jg",
        "fg.ij ig > tc jg",
        "“fg,ij”, “ig,jg” → Tc",
    ],
)
def test_a_published_round_turns_up_the_card_that_it_announces(text):
    assert replay(BEFORE, letters.loads(text)).end == AFTER


def test_a_published_plan_plays():
    # The comment's "bh,bh,bg" and "ch,dh,ch" turn up columns 2 and 3, and "di" column 4.
    after = replay(AFTER, letters.loads("“bh,bh,bg” “ch,dh,ch” di"))
    assert [len(step.turned) for step in after.steps] == [0, 0, 1, 0, 0, 1, 1]


def test_a_published_slip_is_found():
    # The post has g for h three times: "bh,bh,bg,cg,dg,cg,di".
    error = stopped(AFTER, "bh,bh,bg,cg,dg,cg,di")
    assert error.number == 4
    assert error.instruction.place.column == 10
    assert str(error.reason) == (
        "the 6c takes a 5, so 2 cards would have to move: what is in order at the bottom of "
        "column 3 is 4c"
    )


def test_the_authors_example_of_a_supermove():
    # "<ab2,ac5,bc3>", with the counts "<ab,ac,bc>", as a supermove "<ac>".
    position = board("Kd 10s 9s 8s 7s 6s 5s 4h 3h", "", "Jd")
    spelled = moves(position, "<ab2,ac6,bc2>")
    assert spelled == moves(position, "<ab,ac,bc>") == moves(position, "<ac>")
    assert spelled == [Shift(1, 2, 2), Shift(1, 3, 6), Shift(2, 3, 2)]


# Writing


def test_refuses_moves_of_cells():
    position = board("4d 3c", "9s", rules=Rules(cells=1))
    step = engine.do(position, ToCell(1, 1))
    with pytest.raises(NotWritable, match=r"letters.*free cells"):
        letters.dumps([step])


@st.composite
def games(draw):
    """A position and steps played from it, suits completed among them more often than not."""
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


@settings(max_examples=300, deadline=None)
@given(games())
def test_what_is_written_reads_back(steps):
    text = letters.dumps(steps)
    if not steps:
        assert text == ""
        return
    again = replay(steps[0].before, letters.loads(text)).steps
    assert again == tuple(steps)
    assert letters.dumps(again) == text
    # Deals alone are the same in words.
    assert letters.recognises(text) or set(text.split()) == {"deal"}
