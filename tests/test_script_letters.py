"""Moves in letters: published rounds, what each word means, and what is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.formats import fen
from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.moves import Deal, Remove, Shift, ToCell
from spiderpos.game.position import Position
from spiderpos.game.replay import ReplayError, do_move, replay
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.scripts import letters
from spiderpos.scripts.supermove import NoSupermove
from spiderpos.text.errors import NotationError, NotWritable
from tests.boards import board, cards
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


# Published

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


# What the words mean


@pytest.mark.parametrize(
    ("columns", "text", "expected"),
    [
        (("Kd 9s 8s 7s", "10c"), "ab", [Shift(1, 2, 3)]),
        (("Kd 9s 8s 7s", "9c"), "ab", [Shift(1, 2, 2)]),
        (("Kd 9s 8s 7s", "10c"), "ab3", [Shift(1, 2, 3)]),
        (("Kd 9s 8s 7s", "10c"), "ab (3 cards)", [Shift(1, 2, 3)]),
        (("Kd 9h 8s 7s", ""), "ab", [Shift(1, 2, 2)]),
        (("Kd 9h 8s 7s", ""), "ab1", [Shift(1, 2, 1)]),
        (("Kd 9h 8s 7s", ""), "ab(1 card)", [Shift(1, 2, 1)]),
        (("Kd 9h 8s", "", ""), "ab2", [Shift(1, 3, 1), Shift(1, 2, 1), Shift(3, 2, 1)]),
        (
            ("10d 9d", "10c 9h", ""),
            "a1=b1",
            [Shift(1, 3, 1), Shift(2, 1, 1), Shift(3, 2, 1)],
        ),
        (("10d 9d", "10c", ""), "a1=b0", [Shift(1, 2, 1)]),
        (("10d 9d", "10c", ""), "b0 = a1", [Shift(1, 2, 1)]),
        (("6d 5d", "6d 5d"), "a1=b1", []),
    ],
)
def test_words(columns, text, expected):
    assert moves(board(*columns), text) == expected


def test_a_deal_is_our_own_word():
    position = board("4d", "5d", hand="9c 9s ?? ??")
    end = replay(position, letters.loads("deal -> 9c 9s\ndeal > 4h ??")).end
    assert end == board("4d 9c 4h", "5d 9s ??")
    assert isinstance(stopped(position, "ab deal").reason, errors.DealOverSpace)
    assert isinstance(stopped(position, "deal -> 9c 9d").reason, errors.WrongReveal)


@pytest.mark.parametrize(
    ("columns", "text", "shown"),
    [
        # Cards belong to the last move that turns one up.
        ("-- 9s|10d|-- 3c|4h|(Kd) 5h", "ab,cd Js", "?? Js"),
        ("-- 9s|10d|-- 3c|4h|(Kd) 5h", "ab Js,cd Qs", "Js Qs"),
        ("-- 9s|10d|-- 3c|4h|(Kd) 5h", "ab -> Js cd", "Js ??"),
        ("-- 9s|10d|-- 3c|4h|(Kd) 5h", "ab,cd -> ??", "?? ??"),
        # Nothing is known of the card until the group's end, but the second move needs it.
        ("-- 9s|10d|Qh", "ab,ac -> Js", "Js"),
        ("-- 9s|10d|Qh|-- 3c|4h", "ab -> Js, ac, de -> 5c", "Js 5c"),
        # Two are turned up by one word.
        ("-- K-2c|-- Ac", "ba -> 4d Kd", "4d Kd"),
        ("-- K-2c|-- Ac", "ba -> 4d", "4d ??"),
        ("(Kd) K-2c|4d Ac", "ba -> Kd", "Kd"),
    ],
)
def test_the_moves_that_cards_belong_to(columns, text, shown):
    steps = replay(board(*columns.split("|")), letters.loads(text)).steps
    assert [t.card for step in steps for t in step.turned] == list(cards(shown))


def test_cards_that_may_belong_to_two_moves():
    position = board("-- 9s", "10d", "Qh", "-- 3c", "4h")
    assert isinstance(stopped(position, "ab,ac,de -> Js").reason, errors.NothingRevealed)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("ab -> 5c", errors.WrongReveal, "column 1 turns up the Kd, not the 5c"),
        ("ab,ba -> 5c", errors.WrongReveal, "column 1 turns up the Kd, not the 5c"),
        ("cb -> 5c", errors.NothingRevealed, "turns up no cards, but 5c is announced"),
        ("cd,dc -> 5c", errors.NothingRevealed, "turns up no cards, but 5c is announced"),
        ("ab -> Kd 5c", errors.NothingRevealed, "turns up 1 card, but Kd and 5c"),
    ],
)
def test_what_is_announced_is_checked(text, error, words):
    reason = stopped(board("(Kd) 9s", "10d", "10h 9h", "10c"), text).reason
    assert type(reason) is error
    assert words in str(reason)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ag", errors.NoSuchPlace),
        ("aa", errors.SameColumn),
        ("ea", errors.EmptyPlace),
        ("ab", NoSupermove),
        ("ba", errors.RankMismatch),
        ("ca", errors.UnknownCard),
        ("ac", errors.UnknownCard),
        ("ae2", NoSupermove),
        ("d2=e0", NoSupermove),
        ("a1=b1", NoSupermove),
        ("off a", errors.NotComplete),
        ("ba1 keep", errors.RankMismatch),
        ("de keep", errors.NotComplete),
        ("a2=j1", errors.NoSuchPlace),
    ],
)
def test_reasons(text, error):
    position = board("Kd 4d", "10c", "4c ??", "10h 9c 8d", "")
    assert type(stopped(position, text).reason) is error


def test_the_reason_names_the_place():
    error = stopped(board("Kd 9h 8s 7d", "10c", "Qs"), "  ab # three runs")
    assert str(error.instruction.place) == "<text>:1:3"
    assert "9h, 8s and 7d of column 1 are 3 natural runs" in str(error)


# Suits that go off


KEPT = board("K-2c", "4d Ac", "5s")


@pytest.mark.parametrize(
    ("position", "text", "expected"),
    [
        # Without a word
        (board("(Kd) K-2c", "4d Ac"), "ba", [Shift(2, 1, 1), Remove(1)]),
        (board("(Kd) K-2c", "4d Ac"), "<ba> -> Kd", [Shift(2, 1, 1), Remove(1)]),
        (board("(Kd) K-2c", "4d Ac", rules=MODERN), "ba", [Shift(2, 1, 1)]),
        (board("(Kd) K-2c", "4d Ac", rules=MODERN), "ba -> Kd", [Shift(2, 1, 1)]),
        # It stays, and goes off later.
        (KEPT, "ba keep, bc, off a", [Shift(2, 1, 1), Shift(2, 3, 1), Remove(1)]),
        # By a deal
        (board("K-2c", "K-2h", hand="Ac Ah"), "deal", [Deal(), Remove(1), Remove(2)]),
        (board("K-2c", "K-2h", hand="Ac Ah"), "deal keep, off b", [Deal(), Remove(2)]),
        # It was kept, covered by a deal, and the card that covers it goes.
        (board("K-Ac Qs", "Kd"), "ab", [Shift(1, 2, 1), Remove(1)]),
        # By a supermove
        (
            board("2d Ah", "K-2h As", ""),
            "a1=b1",
            [Shift(1, 3, 1), Shift(2, 1, 1), Shift(3, 2, 1), Remove(2)],
        ),
    ],
)
def test_complete_suits_go_off(position, text, expected):
    assert moves(position, text) == expected


def test_none_stays_where_suits_go_off_by_themselves():
    reason = stopped(Position(KEPT.columns, rules=MODERN), "ba keep").reason
    assert isinstance(reason, errors.NotComplete)


# Texts


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("be, xy", 1, 5, "'xy' is not a move"),
        ("be,\nBC", 2, 1, "'BC' is not a move: columns are small letters"),
        ("e2=h", 1, 1, "'e2=h' is no swap"),
        ("ab2s", 1, 1, "'ab2s' is not understood"),
        ("Qh", 1, 1, "a card is named, but no move"),
        ("ab -> ac", 1, 7, "'ac' can be a move or a card: write 'Ac' for the card"),
        ("move the 9s", 1, 6, "'the' is not understood"),
        ("ab\x00", 1, 3, "is not understood"),
        ("ab, -", 1, 5, "'-' is not understood"),
        ("ab2♥", 1, 1, "'ab2h' is not understood"),
        ("ab -> a♣ ac♣", 1, 12, "'♣' is not understood"),
    ],
)
def test_what_cannot_be_read(text, line, column, message):
    with pytest.raises(NotationError) as caught:
        letters.loads(text, name="moves.txt")
    place = caught.value.place
    assert (place.name, place.line, place.column) == ("moves.txt", line, column)
    assert message in caught.value.message


@pytest.mark.parametrize("text", ["", " \n", "# nothing\n", "<>", "move."])
def test_a_text_without_moves(text):
    assert letters.loads(text).instructions == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<be,bc,eb> Js", True),
        ("<off c>", True),
        ("deal keep", True),
        ("“df,ad”", True),
        (".ji, ja, dj", True),
        ("e2=h1", True),
        ("ha(3 cards)", True),
        ("ha # a good move\nib", True),
        ("move ha", True),
        ("move the 9s", False),
        ("1. ha\n2. ib", True),
        ("1. ha 2. ib", True),
        ("1. Jh from 8 to 9", False),
        ("deal -> 6d Ah", True),
        ("deal\nab, bc", True),
        ("deal 6d Ah\n<ab>", True),
        ("deal", False),
        ("deal\nAc col 9 -> 2D col 6", False),
        ("deal turning up 6d", False),
        ("9-6s from 7 to 3", False),
        ("he said that", False),
        ("", False),
    ],
)
def test_recognises(text, expected):
    assert letters.recognises(text) is expected


# Writing

DEALT = board("4h K-2c", "K-2h", "4d", hand="Ac Ah 3s 5c 5d 5h")


@pytest.mark.parametrize(
    ("position", "read", "text"),
    [
        (BEFORE, "fg,ij,ig,jg -> Tc", "<fg,ij,ig> -> 10c\n<jg>\n"),
        # Counts, where they are needed
        (board("Kd 9h 8s 7s", "", "8c"), "ab1", "<ab1>\n"),
        (board("Kd 9h 8s 7s", "", "8c"), "ab2", "<ab>\n"),
        (board("Kd 9h 8s 7s", "", "8c"), "ac", "<ac>\n"),
        # Removals
        (board("(Kd) K-2c", "4d Ac", "5s"), "<ba> -> Kd, bc", "<ba> -> Kd\n<bc>\n"),
        (board("(Kd) K-2c", "4d Ac", "5s"), "ba keep,bc,off a", "<ba keep,bc,off a> -> Kd\n"),
        # Deals
        (DEALT, "deal -> Ac Ah 3s, ca", "deal -> Ac Ah 3s\n<ca>\n"),
        (DEALT, "deal keep, off b", "deal keep -> Ac Ah 3s\n<off b>\n"),
        (DEALT.hide(), "deal", "deal\n"),
    ],
)
def test_writes(position, read, text):
    assert letters.dumps(replay(position, letters.loads(read)).steps) == text


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
