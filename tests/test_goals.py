import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.formats import ReadOptions, fen
from spiderpos.game.cards import ALL_CARDS, Suit, parse_card
from spiderpos.goals.goal import (
    Complete,
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

C, D, H, S = Suit
PARTIAL = ReadOptions(partial=True)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("remove spades and remove 2 suits and remove hearts before clubs", False),
        ("get 2 spaces and get the space back", False),
        ("get a space in column 3", True),
        ("turn up a card", False),
        ("turn up a card and turn up a card in column 3", True),
        ("uncover 9h", False),
        ("uncover 9h in column 3", True),
        ("complete hearts and complete any suit and win", False),
        ('win and reach "9h/8h - -"', True),
    ],
)
def test_whether_a_goal_names_a_column(text, named):
    assert parse(text).names_a_column is named


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("remove clubs,hearts", "remove clubs and hearts"),
        ("remove clubs, hearts, and spades", "remove clubs, hearts and spades"),
        ("Remove a set of clubs and a set of hearts", "remove clubs and hearts"),
        ("remove spades and remove spades", "remove spades and spades"),
        ("remove two suits", "remove 2 suits"),
        ("free the 10h in column 3", "uncover 10h in column 3"),
        ("turn up another face-down card", "turn up a card"),
        ("turn up 2 more face-down cards in column 3", "turn up 2 cards in column 3"),
        ("win without dealing any more cards", "win without dealing"),
        ("win with all eight suits still in the tableau", "win with all suits in the tableau"),
        ("complete spades in the tableau", "complete spades"),
        ("complete any suit in the tableau", "complete any suit"),
        ("complete hearts and complete clubs, hearts", "complete hearts, clubs and hearts"),
        (
            "remove clubs and complete any suit and remove hearts and clubs",
            "remove clubs, hearts and clubs and complete any suit",
        ),
        ("win without dealing or turning up", "win without dealing, turning up"),
        (
            "win, removing at most 2 other suits, without dealing",
            "win without dealing, removing at most 2 other suits",
        ),
        (
            "win without removing hearts or clubs, and the spades, dealing",
            "win without dealing, removing clubs, removing hearts, removing spades",
        ),
        (
            "win without dealing, removing more than 1 other suit, turning up",
            "win without dealing, turning up, removing at most 1 other suit",
        ),
        ("win without removing more than two others", "win, removing at most 2 other suits"),
        ("win, removing at most 0 other suits", "win without removing"),
        ("win without removing any other suit", "win without removing"),
        ("win without dealing, removing no others", "win without dealing, removing"),
        ("win without dealing or removing another suit", "win without dealing, removing"),
        ("win in at most 1 move, in at most 99 moves", "win in at most 1 move"),
        ("win in at most 99 moves, in at most 1 move", "win in at most 1 move"),
        (
            "win removing at most 2 other suits, removing at most 1 other suit",
            "win, removing at most 1 other suit",
        ),
        ("get a\n  space  WITHOUT\tDealing", "get a space without dealing"),
    ],
)
def test_what_is_said_in_several_ways(text, written):
    """What the written form means is the next test's: it reads back any goal that can be made."""
    assert parse(text) == parse(written)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("remove hearts before clubs", Goal((RemoveBefore(H, C),))),
        ("uncover 6s and get the space back", Goal((Uncover(parse_card("6s")), SpaceBack()))),
        ("win", Goal((Win(0),))),
        ("win with all suits in the tableau whatever turns up", Goal((Win(None),), whatever=True)),
        ("win without dealing, removing", Goal((Win(0),), (NoDealing(), OtherSuits()))),
        (
            "win without removing clubs in at most 9 moves",
            Goal((Win(0),), (NoRemoving(C), Moves(9))),
        ),
    ],
)
def test_what_is_read(text, goal):
    assert parse(text) == goal


suits = st.sampled_from(Suit)
objectives = st.one_of(
    st.builds(RemoveSuits, st.lists(suits, min_size=1, max_size=4).map(tuple)),
    st.builds(RemoveNumber, st.integers(1, 8)),
    st.permutations(list(Suit)).map(lambda p: RemoveBefore(p[0], p[1])),
    st.builds(GetSpaces, st.integers(1, 10)),
    st.builds(SpaceBack),
    st.builds(SpaceIn, st.integers(1, 10)),
    st.builds(Uncover, st.sampled_from(ALL_CARDS), st.none() | st.integers(1, 10)),
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


@pytest.mark.parametrize(
    ("text", "column", "message", "expected"),
    [
        ("", 1, "empty", "'remove'"),
        ("uncover 1h", 9, "'1h'", "a card such as 10h"),
        ("get a space in column 11", 23, "11", "1 to 10"),
        ("remove cups", 8, "'cups'", "a suit"),
        ("get spaces", 5, "'spaces'", "'a space'"),
        ("remove spades without", 22, "too soon", "'dealing'"),
        ("remove spades without flying", 23, "'flying'", "'making a space'"),
        ("win and clubs", 9, "alone", "'remove'"),
        ("get 11 spaces", 5, "11", "1 to 10"),
        ("get 0 spaces", 5, "0", "1 to 10"),
        ("turn up a card in column 12", 26, "12", "1 to 10"),
        ("remove hearts before hearts", 22, "itself", "another suit"),
        ("win without dealing or hearts", 24, "alone", "after 'removing'"),
        ("win, removing at most 9 other suits", 23, "9", "0 to 8"),
        ("win without removing more than 9 other suits", 32, "9", "0 to 8"),
        ("win without removing at most 1 other suit", 22, "'at'", "'more than'"),
        ('reach "abc', 7, "'\"abc'", "double quotes"),
        ("removespades", 1, "'removespades'", "'remove'"),
        ("x" * 5000, 4001, "too long", "get a space"),
    ],
)
def test_errors_name_the_place_and_what_was_expected(text, column, message, expected):
    with pytest.raises(NotationError) as caught:
        parse(text, name="goal.txt")
    error = caught.value
    assert error.place.name == "goal.txt"
    assert error.place.column == column
    assert message in error.message
    assert expected in error.expected


@pytest.mark.parametrize("comma", [", ", ",\n"])
@pytest.mark.parametrize("second", ["get a space in column 3", "win", "dealing", ""])
def test_clauses_are_joined_by_and_and_an_error_behind_a_comma_says_so(comma, second):
    with pytest.raises(NotationError) as caught:
        parse(f"uncover Qs{comma}{second}")
    assert caught.value.expected == "'and', 'without', 'removing' or 'in at most'"
    assert parse(f"uncover Qs{comma}and win") == parse("uncover Qs and win")
    with pytest.raises(NotationError) as caught:
        parse(f"uncover Qs without turning up{comma}win")
    assert "'dealing'" in caught.value.expected
    assert "'and'" not in caught.value.expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("turn up a card in column 6", 26, "the position has 3 columns"),
        ("get a space in column 4", 23, "the position has 3 columns"),
        ("get a space and uncover Kh in column 9", 38, "the position has 3 columns"),
        ('reach "KhQs/Jh - -"', 7, "the position has 3 columns, and this 2"),
        ('reach "KhQsJh/3c/- - -"', 7, "the position has no 3c"),
        ('reach "KhKhQs/Jh/- - -"', 7, "the position has only 1 Kh"),
    ],
)
def test_goals_for_other_columns_or_cards_than_the_position_s(text, column, message):
    parse(text)
    with pytest.raises(NotationError) as caught:
        parse(text, position=fen.loads("KhQs/Jh/- - -", options=PARTIAL))
    assert (caught.value.place.column, caught.value.message) == (column, message)


def test_cards_that_make_no_position_are_an_error_of_the_goal():
    position = fen.loads("4s3s/- - -", options=PARTIAL)
    for known in (None, position):
        with pytest.raises(NotationError, match="there are 3 3s, and the decks have 2") as caught:
            parse('win and reach "4s3s/3s3s - -"', position=known)
        assert caught.value.place.column == 15


def test_what_is_to_be_reached_is_read_under_the_rules_of_the_position():
    position = fen.loads("2s3s4s/-/4s4s4s/- - - rules=one-suit", options=PARTIAL)
    (reach,) = parse('reach "2s3s/4s/4s4s4s/-"', position=position).objectives
    assert reach.position.rules == position.rules


def test_a_card_that_isn_t_known_may_be_the_one_that_is_to_be_reached():
    position = fen.loads("x:KhQs/Jh - -", options=PARTIAL)
    parse('reach "3cKhQs/Jh - -"', position=position)
    with pytest.raises(NotationError, match="has only 1 3c"):
        parse('reach "3c3cQs/Jh - -"', position=position)


@given(st.text(alphabet='removgtaspcdhunwi ,"0123\n', max_size=60))
def test_any_text_is_read_or_refused(text):
    message = ""
    try:
        parse(text)
    except NotationError as error:
        message = str(error)
    assert not any(name in message for name in ("REMOVE", "NUMBER", "$END", "WITHOUT"))
