"""Scripts in Woods' words: what is read, what is refused and how, what is written."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos import scripts
from spiderpos.game import illegal as errors
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.replay import replay
from spiderpos.game.rules import Rules
from spiderpos.scripts import Call, prose, words
from spiderpos.text.errors import NotationError, UnknownFormat
from spiderpos.text.resources import grammar
from spiderpos.text.source import SourceText
from tests.boards import board
from tests.positions import any_rules, random_deal, random_middle, random_play


def readings(text):
    return [instruction.words() for instruction in words.loads(text).instructions]


def moves(position, text):
    """The moves that the words mean, all of them in the same position."""
    return [
        call.move
        for instruction in words.loads(text).instructions
        for call in instruction.resolve(position)
    ]


def fault(text):
    with pytest.raises(NotationError) as caught:
        words.loads(text, name="s")
    return caught.value


# Reading

SUIT = ["remove the suit"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Moves
        ("9-6s from 7 to 3", ["9-6s from 7 to 3"]),
        ("As from 10 to 5", ["As from 10 to 5"]),
        ("the Jh from column 8 to column 9", ["Jh from 8 to 9"]),
        ("We move the 9-6s from pile 7 back to column 3.", ["9-6s from 7 to 3"]),
        ("moving 3-2d from 5 to 9", ["3-2d from 5 to 9"]),
        ("as from 10 to 5, AS from 10 to 5", ["As from 10 to 5"] * 2),
        ("9s-6s from 7 to 3", ["9-6s from 7 to 3"]),
        ("9\u20136s from 7 to 3; 9\u20146S from 7 to 3", ["9-6s from 7 to 3"] * 2),
        ("9-3h\n  from 9\n  to 4\nAc from 8 to 5", ["9-3h from 9 to 4", "Ac from 8 to 5"]),
        ("8-6s from 3 into the space", ["8-6s from 3 into a space"]),
        ("?? from 3 to 4", ["?? from 3 to 4"]),
        ("4 cards from 3 to 4; 1 card from 3 to 4", ["4 cards from 3 to 4", "1 card from 3 to 4"]),
        # Free cells
        ("5d from 3 to cell 1", ["5d from 3 to cell 1"]),
        ("5d from CELL12 to 4", ["5d from cell 12 to 4"]),
        ("5d from cell 1 into the space", ["5d from cell 1 into a space"]),
        # Deals
        ("Deal a row. dealing another row; deal the next round", ["deal"] * 3),
        ("deal turning up 6d Ah 10h", ["deal turning up 6d Ah 10h"]),
        ("deal, turning up 6d ?? Th", ["deal turning up 6d ?? 10h"]),
        # Removals
        ("remove the clubs from column 8", ["remove the clubs from column 8"]),
        ("removing clubs from 8", ["remove the clubs from column 8"]),
        ("remove a set of hearts", ["remove the hearts"]),
        ("remove column 8, remove from column 8", ["remove column 8"] * 2),
        # Cards turned up
        ("9s from 7 to 3, turning up 6s", ["9s from 7 to 3, turning up 6s"]),
        ("9s from 7 to 3 and turn up a 6s", ["9s from 7 to 3, turning up 6s"]),
        ("9s from 7 to 3.  Turns up 6s.", ["9s from 7 to 3, turning up 6s"]),
        ("9s from 7 to 3, turning up ?? 5d", ["9s from 7 to 3, turning up ?? 5d"]),
        ("remove clubs from 8, turning up 5d", ["remove the clubs from column 8, turning up 5d"]),
        # Between the moves
        ("9s from 7 to 3, then 8s from 1 to 3", ["9s from 7 to 3", "8s from 1 to 3"]),
        ("9s from 7 to 3, and finally deal.", ["9s from 7 to 3", "deal"]),
        ("9s from 7 to 3 and\n\n\n, deal!", ["9s from 7 to 3", "deal"]),
        ("\r\n9s from 7 to 3\r\ndeal\rdeal", ["9s from 7 to 3", "deal", "deal"]),
        ("1. 9s from 7 to 3\n12) deal, 13. remove the suit", ["9s from 7 to 3", "deal"] + SUIT),
        ("\ufeff9s from 7 to 3", ["9s from 7 to 3"]),
        # Remarks
        ("9s from 7 (now bare) to 3 (natural) # good\ndeal", ["9s from 7 to 3", "deal"]),
        ("9s (a (nested one) # here)\nfrom 7 to 3", ["9s from 7 to 3"]),
        ("# 9s from 7 to 3 (\ndeal # )\n# and\n# so on", ["deal"]),
        # Nothing
        ("", []),
        ("# nothing\n(nothing)\n", []),
    ],
)
def test_what_is_read(text, wanted):
    assert readings(text) == wanted


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["9-6s", "As", "10h", "K-10d", "2s-As", "the Jh"]),
        st.integers(0, 12),
        st.sampled_from(["", ", turning up 6s", " turning up the 10h", ". Turning up ??"]),
        st.sampled_from([", ", "\n", ".", ";  ", "\r\n", " then ", ", then ", ",\n", " and\n"]),
    ),
    max_size=12,
)


@given(STEPS)
def test_lists_of_plain_steps_read_like_steps_one_by_one(steps):
    """They are one token of the grammar; a step with a move number before it is not."""
    plain = "".join(f"{run} from {n} to 3{turned}{end}" for run, n, turned, end in steps)
    numbered = "".join(f"1. {run} from {n} to 3{turned}{end}" for run, n, turned, end in steps)
    assert readings(plain) == readings(numbered)
    assert len(readings(plain)) == len(steps)
    found = words.loads(plain).instructions
    source = SourceText(plain)
    at = 0
    for instruction in found:
        at = plain.index(instruction.text, at)
        assert instruction.place == source.place(at, len(instruction.text))
        at += len(instruction.text)


# What can't be read

A_MOVE = "expected a move such as '9-6s from 7 to 3', 'deal' or 'remove the clubs'"
WAY = "expected the columns that it leaves and goes to, as in 'from 7 to 3'"
WHERE = "expected where it goes, as in 'to 3' or 'into the space'"
A_SUIT = "expected a suit (clubs, diamonds, hearts, spades) or a column"
NEXT = "expected a comma or a line end before the next move"
A_CARD = "expected a card such as 10h"


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("1h from 3 to 4", (1, 1), f"'1h' is not a card|{A_MOVE}"),
        ("deal\nshove", (2, 1), f"'shove' is not understood here (did you mean 'move'?)|{A_MOVE}"),
        ("9-6s from 7", (1, 12), f"the move breaks off here|{WHERE}"),
        ("9-6s from 7\n8s from 1 to 2", (1, 12), f"the move breaks off here|{WHERE}"),
        ("9-6s", (1, 5), f"the move breaks off here|{WAY}"),
        ("9-6s to 3", (1, 6), f"'to 3' is not understood here|{WAY}"),
        ("9s form 7 to 3", (1, 4), f"'form' is not understood here (did you mean 'from'?)|{WAY}"),
        ("6-9s from 7 to 3", (1, 1), "6-9s is upside down|expected 9-6s"),
        ("9h-8s from 7 to 3", (1, 1), "9h-8s is of two suits|expected a run of one suit"),
        ("9-6s from 3 to cell 1", (1, 1), "a cell holds one card|expected a single card"),
        ("9s from cell 1 to cell 2", (1, 16), "no card moves from cell to cell|'to' and a column"),
        ("remove the cups", (1, 8), f"'the cups' is not a suit|{A_SUIT}"),
        ("remove the clubs form 8", (1, 18), f"'form' is not|'from' and a column or {NEXT[9:]}"),
        ("deal deal", (1, 6), f"'deal' begins another move|{NEXT}"),
        ("9s from 7 to 3 8s from 1 to 2", (1, 16), f"'8s' begins another move|{NEXT}"),
        ("9s from 7 to 3, turning up 1h", (1, 28), f"'1h' is not a card|{A_CARD}"),
        ("9s from 7 to 3, turning up 9-6s", (1, 28), "a run is not turned up at once"),
        ("deal (and so\non", (1, 6), "this remark has no end|expected a closing parenthesis"),
        ("deal)", (1, 5), "this parenthesis closes no remark"),
        ("deal\n\0", (2, 1), "this is not a text: it has zero bytes"),
    ],
)  # fmt: skip
def test_what_is_refused(text, at, said):
    error = fault(text)
    assert (error.place.line, error.place.column) == at
    for part in said.split("|"):
        assert part in str(error)


def test_an_error_shows_the_line_with_a_caret():
    assert str(fault("deal\n9-6s from 7 too 3")) == (
        "s:2:13: 'too' is not understood here\n"
        "    2 | 9-6s from 7 too 3\n"
        "      |             ^^^\n"
        "expected where it goes, as in 'to 3' or 'into the space'"
    )


VOCABULARY = (
    "9-6s 10h 5-9d 1h ?? from to 7 deal remove move 12. , then and ( ) foo turning_up 4_cards "
    "cell_1 to_3 from_7 from_7_to_3 from_cell_1 to_cell_2 into_the_space the_clubs column_3 \n #_x"
)
TEXTS = (
    st.lists(st.sampled_from(VOCABULARY.split(" ")), max_size=12).map(
        lambda found: " ".join(found).replace("_", " ")
    )
    | st.text(max_size=40)
    | st.text("9-6s from7t3hdAK10,.()#\n", max_size=40)
)


@given(TEXTS)
@settings(max_examples=400)
def test_any_text_is_read_or_refused_in_words(text):
    terminals = {t.name for t in grammar("script", positions=False).terminals} | {"END", "Token"}
    try:
        script = words.loads(text)
    except NotationError as error:
        refused = error
    else:
        again = "\n".join(instruction.words() for instruction in script.instructions)
        assert readings(again) == readings(text)
        return
    assert refused.place is not None
    said = f"{refused.message} {refused.expected}".replace(text, "")
    assert not set(re.findall(r"[A-Z_]{2,}\w*", said)) & terminals
    assert "Token" not in said


# What it means in a position

BOARD = board(
    *["Kd 5h 8-4c", "-- 9h 8-7s", "10s", "", "9-6s"],
    *["-- ??", "", "10d 9c", "K-Ac", "9s ?? 7-6s"],
    cells=(parse_card("5d"), None, UNKNOWN),
    rules=Rules(cells=3),
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("9-6s from 5 to 3", Shift(5, 3, 4)),
        ("6s from 5 to 4", Shift(5, 4, 1)),
        ("9-6s from 5 into a space", Shift(5, 4, 4)),
        ("?? from 6 to 4", Shift(6, 4, 1)),
        ("4 cards from 5 to 3", Shift(5, 3, 4)),
        ("6s from 5 to cell 2", ToCell(5, 2)),
        ("5d from cell 1 to 5", FromCell(1, 5)),
        ("5d from cell 1 into the space", FromCell(1, 4)),
        ("?? from cell 3 to 4", FromCell(3, 4)),
        # Nobody knew it when that was written; now it is known.
        ("?? from 5 to 3", Shift(5, 3, 1)),
        ("remove the clubs", Remove(9)),
        ("remove the clubs from column 9", Remove(9)),
        ("remove column 3", Remove(3)),
        ("deal", Deal()),
        # Whether it may go there is for the engine to say.
        ("9-6s from 5 to 8", Shift(5, 8, 4)),
    ],
)
def test_what_is_meant(text, wanted):
    assert moves(BOARD, text) == [wanted]


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("8-5c from 1 to 2", errors.WrongCard, "covered by 4c; the run at its bottom is 8-4c"),
        ("8d from 1 to 2", errors.WrongCard, "the bottom of column 1 is 8-4c, not 8d"),
        ("Kd from 1 to 2", errors.WrongCard, "covered by 5h, 8c, 7c, 6c, 5c and 4c"),
        ("9-6s from 8 to 3", errors.WrongCard, "is 9c, not 9-6s (9-6s could move from column 5)"),
        ("Kd from 8 to 3", errors.WrongCard, "is 9c, not Kd (Kd is covered in column 1)"),
        ("9-7s from 2 to 3", errors.WrongCard, "the bottom of column 2 is 8-7s, not 9-7s"),
        ("10s from 4 to 5", errors.EmptyPlace, "no 10s to move (10s could move from column 3)"),
        ("10s from 11 to 5", errors.NoSuchPlace, "no column 11: the columns are 1 to 10"),
        ("9s from 6 to 8", errors.UnknownCard, "a card of column 6"),
        ("?? from 4 to 3", errors.EmptyPlace, "column 4 is empty: there is no ?? to move"),
        ("?? from cell 2 to 3", errors.EmptyPlace, "cell 2 is empty"),
        ("5s from cell 1 to 3", errors.WrongCard, "cell 1 holds 5d, not 5s"),
        ("5s from cell 4 to 3", errors.NoSuchPlace, "the cells are 1 to 3"),
        ("7s from 5 to cell 2", errors.WrongCard, "covered by 6s"),
        ("remove the hearts", errors.NotComplete, "another suit is, in column 9"),
        ("remove the hearts from 9", errors.NotComplete, "is clubs, not hearts"),
    ],
)
def test_what_does_not_fit(text, error, said):
    with pytest.raises(error) as caught:
        moves(BOARD, text)
    assert type(caught.value) is error
    assert said in str(caught.value)


def test_the_suit_that_is_removed_from_a_column_is_the_one_named():
    position = board("K-Ah", "K-Ac", "Q-Ad")
    assert moves(position, "remove the clubs from 2") == [Remove(2)]
    with pytest.raises(errors.NotComplete, match="in column 1 is hearts, not clubs"):
        moves(position, "remove the clubs from 1")
    # That a suit isn't complete is for the engine to say.
    assert moves(position, "remove the clubs from 3") == [Remove(3)]


HEADED = board("Kd 5h 8c 7c 6c 5c 4c", "6d", "9h", "", "9c 8d 7c", "8c")


@pytest.mark.parametrize(
    ("text", "move", "assumed"),
    [
        ("8c from 1 to 3", Shift(1, 3, 5), "takes 8-4c"),
        ("5c from 1 to 2", Shift(1, 2, 2), "takes 5-4c"),
        ("5c from 1 into the space", Shift(1, 4, 2), "takes 5-4c"),
        ("4c from 1 to 4", Shift(1, 4, 1), ""),
        ("8-4c from 1 to 3", Shift(1, 3, 5), ""),
        # The card alone is there, too.
        ("8c from 6 to 3", Shift(6, 3, 1), ""),
    ],
)
def test_a_single_card_may_head_the_natural_run_that_moves(text, move, assumed):
    (instruction,) = words.loads(text).instructions
    assert instruction.resolve(HEADED) == (Call(move, assumed=assumed),)


@pytest.mark.parametrize("text", ["8-5c from 1 to 3", "5h from 1 to 2", "9c from 5 to 4"])
def test_no_card_moves_from_below_others(text):
    with pytest.raises(errors.WrongCard, match="covered by"):
        moves(HEADED, text)


def test_no_space_and_two_sets_of_one_suit():
    with pytest.raises(errors.NoPlace, match="no column is empty"):
        moves(board("9s", "10s"), "9s from 1 into the space")
    both = board("K-Ac", "K-Ah", "", "K-Ac")
    assert moves(both, "remove the hearts") == [Remove(2)]
    assert moves(both, "remove the clubs from 4") == [Remove(4)]
    with pytest.raises(errors.AmbiguousMove) as caught:
        moves(both, "remove the clubs")
    assert caught.value.options == (
        "remove the clubs from column 1",
        "remove the clubs from column 4",
    )


# Writing

AUTOMATIC = Rules(automatic_removal=True)
WRAPPED = Rules(kings_on_aces=True)
CELL = "9s from 1 to cell 1, turning up 10h\n9s from cell 1 to 1\n"
ROWS = "deal turning up 3c ??\ndeal turning up 4c 5c\ndeal\n"
OFF = "2c from 1 to 2\nAc from 3 to 2, turning up {} 7d  # the clubs go off from column 2\n"


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (board("-- 9s", "10s"), "9s from 1 to 2, turning up 10h\n"),
        (board("9s 8s", ""), "9-8s from 1 to 2\n9-8s from 2 to 1\n"),
        (board("K-Ac", ""), "K-Ac from 1 to 2\n"),
        (board("??", ""), "?? from 1 to 2\n"),
        (board("(10h) 9s", rules=Rules(cells=1)), CELL),
        (board("5h", "6h", hand="3c ?? 4c 5c ?? ??"), ROWS),
        (board("-- K-Ac"), "remove the clubs from column 1, turning up 5d\n"),
        (board("2c", "(7d) K-3c", "(2h) Ac", rules=AUTOMATIC), OFF.format("2h")),
        (board("2c", "(7d) K-3c", "-- Ac", rules=AUTOMATIC), OFF.format("??")),
        # A run that wraps around has no name that couldn't be another's.
        (board("3-As K-Qs", "", rules=WRAPPED), "5 cards from 1 to 2\n"),
        (board("Ac K-Ac", "", rules=WRAPPED), "14 cards from 1 to 2\nK-Ac from 2 to 1\n"),
    ],
)
def test_what_is_written(position, text):
    steps = replay(position, words.loads(text)).steps
    assert words.dumps(steps) == text
    assert "".join(f"{words.describe(step)}\n" for step in steps) == re.sub("  #.*", "", text)


@given(rules=any_rules(), seed=st.integers(0, 2**32), middle=st.booleans())
@settings(max_examples=50)
def test_what_is_written_reads_back_and_replays_to_the_same(rules, seed, middle):
    random = Random(seed)
    start = random_middle(random, rules) if middle else random_deal(random, rules)
    steps = tuple(random_play(start, random, 40))
    text = words.dumps(steps)
    read = words.loads(text)
    assert len(read.instructions) == len(steps) == text.count("\n")
    again = replay(start, read)
    assert [step.after for step in again.steps] == [step.after for step in steps]
    assert words.dumps(again.steps) == text
    # What it says of the cards is all that a player needs who doesn't know them.
    blind = replay(start.hide(), read)
    assert [s.after.hide() for s in blind.steps] == [step.after.hide() for step in steps]
    assert words.dumps(blind.steps) == text


# The registry

READ = ["# a remark\n (another)\n12. the Jh from 8 to 9", "We move the Jh from 8 to 9", "deal"]
READ += ["9-6s from 7 to 3", "remove the clubs", "4 cards from 7 to 3"]
OTHER = ["", "be,bc,eb", "6D 3-8", "deal 14934", "A solution: 9-6s from 7 to 3", "\0"]


@pytest.mark.parametrize("text", READ + OTHER)
def test_recognising(text):
    assert words.recognises(text) == (text in READ)
    assert text in OTHER or scripts.recognise(text) is words.SCRIPT_FORMAT


def test_formats_by_name():
    assert scripts.find("Words") is words.SCRIPT_FORMAT
    assert scripts.find("prose") is prose.SCRIPT_FORMAT
    assert scripts.SCRIPT_FORMATS["words"].loads(words.SCRIPT_FORMAT.example).instructions
    with pytest.raises(UnknownFormat, match="words"):
        scripts.loads("deal", "latin")
    assert len(scripts.loads("deal", words.SCRIPT_FORMAT).instructions) == 1


def test_quote_marks_before_a_line_are_passed_over():
    script = words.loads("> 9-8s from 2 to 1,\n>> 4h from\n> > 3 to 2")
    assert [i.place.line for i in script.instructions] == [1, 2]
    error = fault("> 9-8s from 2 to 1\n> 4h fro 3 to 2")
    assert (error.place.line, error.place.column) == (2, 6)
