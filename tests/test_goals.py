import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.game.cards import ALL_CARDS, Suit
from spiderpos.goals.goal import (
    Complete,
    DigDown,
    GetSpaces,
    Goal,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    OtherSuits,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
    parse,
)
from spiderpos.text.errors import NotationError

from . import tables
from .boards import read

C, D, H, S = Suit


@tables.of("goals-with-columns")
def test_whether_a_goal_names_a_column(text):
    """Return whether a goal names a column, and each clause as a stipulation has it."""
    goal = parse(text)
    return [
        "a column" if goal.names_a_column else "no column",
        *(objective.imperative for objective in goal.objectives),
    ]


@tables.of("goals")
def test_what_is_written(text, position):
    """Parse a goal, for a position if given; return it as written back, or the error."""
    goal = parse(text, position=None if position == "any" else read(position))
    return str(goal)


def test_a_goal_that_is_too_long_is_refused():
    with pytest.raises(NotationError, match="too long"):
        parse("x" * 5000)


suits = st.sampled_from(Suit)
objectives = st.one_of(
    st.builds(RemoveSuits, st.lists(suits, min_size=1, max_size=4).map(tuple)),
    st.builds(RemoveNumber, st.integers(1, 8)),
    st.permutations(list(Suit)).map(lambda p: RemoveBefore(p[0], p[1])),
    st.builds(GetSpaces, st.integers(1, 10)),
    st.builds(SpaceBack),
    st.builds(SpaceIn, st.integers(1, 10)),
    st.builds(Uncover, st.sampled_from(ALL_CARDS), st.none() | st.integers(1, 10)),
    st.builds(DigDown, st.sampled_from(ALL_CARDS), st.integers(1, 10)),
    st.builds(TurnUp, st.integers(1, 44), st.none() | st.integers(1, 10)),
    st.builds(Complete, st.lists(suits, max_size=4).map(tuple)),
    st.builds(Win, st.none() | st.integers(0, 8)),
)
conditions = st.lists(
    st.one_of(
        st.sampled_from([NoDealing(), NoTurningUp(), NoMakingASpace()]),
        st.builds(NoRemoving, suits),
        st.builds(OtherSuits, st.integers(0, 8)),
        st.builds(Moves, st.integers(1, 9999)),
    )
).map(tuple)


@given(st.builds(Goal, st.lists(objectives, min_size=1).map(tuple), conditions, st.booleans()))
def test_what_is_written_reads_back(goal):
    assert parse(str(goal)) == goal


@given(st.text(alphabet='removgtaspcdhunwi ,"0123\n', max_size=60))
def test_any_text_is_read_or_refused(text):
    message = ""
    try:
        parse(text)
    except NotationError as error:
        message = str(error)
    assert not any(name in message for name in ("REMOVE", "NUMBER", "$END", "WITHOUT"))
