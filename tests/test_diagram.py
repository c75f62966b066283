"""The tableau diagram: Woods' own, what people paste, and what must be refused."""

from __future__ import annotations

import itertools
import re
import sys
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import UnexpectedInput

from spiderpos import deals, formats
from spiderpos.cards import UNKNOWN, Suit, parse_card
from spiderpos.catalogue import find_problem
from spiderpos.census import (
    CardCount,
    ColumnWithoutFaceUp,
    HandAndSuits,
    SuitsLeft,
    TooManyCopies,
)
from spiderpos.cli import main
from spiderpos.engine import do
from spiderpos.errors import NotationError, PositionError, SpiderError
from spiderpos.formats import diagram, diagramrows, doubtful, line
from spiderpos.formats.base import DEFAULTS, ReadOptions
from spiderpos.moves import Deal
from spiderpos.position import Column, Position
from spiderpos.resources import grammar
from spiderpos.rules import PRESETS, WOODS, Rules

from . import strategies
from .boards import board, cards

DATA = Path(__file__).parent / "data"
SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
DOCUMENT = SEEDS / "woods-spider-documentation.txt"

#: Woods' 24 diagrams, byte for byte and in his order.
WOODS_DIAGRAMS = re.split(r"(?<=\n)\n", (DATA / "woods-diagrams.txt").read_text(encoding="utf-8"))
#: The one that has a blank before some of its tabs.
STRAY_BLANKS = WOODS_DIAGRAMS[2]
AS_WRITTEN = [text for text in WOODS_DIAGRAMS if text != STRAY_BLANKS]
INITIAL = WOODS_DIAGRAMS[0]
#: One with a space and long columns.
LONG = WOODS_DIAGRAMS[5]

PARTIAL = ReadOptions(partial=True)
STRICT = ReadOptions(strict=True)
TWO_CELLS = ReadOptions(rules=Rules(cells=2))


def refused(text: str, options: ReadOptions = DEFAULTS) -> NotationError:
    """The NotationError that reading ``text`` ends in, which must be fit to be shown."""
    with pytest.raises(NotationError) as caught:
        diagram.loads(text, name="pasted.txt", options=options)
    error = caught.value
    assert error.place is not None
    assert error.expected
    shown = str(error)
    assert shown.startswith(f"pasted.txt:{error.place.line}:{error.place.column}: ")
    assert "^" in shown
    terminals = {"ROWS", "ROW", "CELLS_LINE", "CELL", "HELD", "MARGIN", "GAP", "LINE_END", "END"}
    assert not terminals & set(re.findall(r"\w+", f"{error.message} {error.expected}"))
    return error


def where(error: NotationError) -> tuple[int, int, str]:
    """The line and column of an error, and the characters that its carets mark."""
    place = error.place
    assert place is not None
    return place.line, place.column, place.text[place.column - 1 :][: place.width]


def tableau(number: int, *face_up: str) -> str:
    """A diagram of so many cards: ten columns with these face-up cards, the rest face down."""
    down = number - sum(len(cards(words)) for words in face_up)
    share, more = divmod(down, len(face_up))
    columns = ["-- " * (share + (i < more)) + words for i, words in enumerate(face_up)]
    return diagram.dumps(board(*columns, *[""] * (10 - len(columns))))


# As printed


def test_woods_diagrams_come_out_byte_for_byte():
    assert len(WOODS_DIAGRAMS) == 24
    assert len(AS_WRITTEN) == 23
    for text in AS_WRITTEN:
        position = diagram.loads(text)
        assert diagram.dumps(position) == text
        assert diagram.loads(text, options=STRICT) == position


def test_stray_blanks_before_tabs_are_all_that_the_other_one_loses():
    cleaned = re.sub(r"(?m)^ \t", "\t", STRAY_BLANKS)
    assert cleaned != STRAY_BLANKS
    assert diagram.dumps(diagram.loads(STRAY_BLANKS)) == cleaned
    assert diagram.loads(STRAY_BLANKS) == diagram.loads(cleaned, options=STRICT)
    error = refused(STRAY_BLANKS, STRICT)
    assert where(error)[:2] == (7, 1)
    assert error.expected == "a tab"


def test_the_initial_tableau():
    position = diagram.loads(INITIAL)
    assert [len(column.down) for column in position.columns] == [5, 4, 4, 5, 4, 4, 5, 4, 4, 5]
    assert " ".join(str(*column.up) for column in position.columns) == (
        "6d 10d As 4s 3h 9s 3c Jh Qh 7c"
    )
    assert position.hand == (UNKNOWN,) * 50
    assert position.removed == ()
    assert position.rules is WOODS


#: The diagrams that begin an example, which have a save line too.
WITH_A_LINE = [0, 5, 6, 8, 9, 15, 23]


@pytest.mark.parametrize("number", WITH_A_LINE)
def test_the_save_lines_say_the_same(number):
    lines = [
        line.loads(text)
        for text in (DATA / "woods-lines.txt").read_text(encoding="utf-8").splitlines()
        if text and not text.startswith("#")
    ]
    position = diagram.loads(WOODS_DIAGRAMS[number])
    same = [known for known in lines if known.hide().columns == position.columns]
    assert len(same) == 1
    assert len(same[0].hand) == len(position.hand)
    assert sorted(same[0].removed) == sorted(position.removed)


#: Cards in the hand and suits removed, as Woods tells it, where no save line does.
TOLD = {1: (50, ""), 2: (50, ""), 3: (50, ""), 4: (50, ""), 7: (10, ""), 10: (20, "c")} | {
    17: (20, "d"),
    18: (20, "s"),
    19: (20, "cd"),
    20: (20, "cd"),
    21: (20, "cds"),
    22: (20, "cds"),
}


@pytest.mark.parametrize("number", TOLD)
def test_the_hand_and_the_removed_suits_follow(number):
    position = diagram.loads(WOODS_DIAGRAMS[number])
    hand = len(position.hand), "".join(suit.letter for suit in position.removed)
    assert hand == TOLD[number]
    assert not any(position.hand)


@pytest.mark.skipif(not DOCUMENT.exists(), reason="Woods' document isn't at hand")
@pytest.mark.parametrize("options", [DEFAULTS, PARTIAL])
def test_woods_document_has_exactly_these_diagrams(options):
    text = DOCUMENT.read_text(encoding="utf-8")
    found = diagram.find_diagrams(text, options=options)
    assert [each.text for each in found] == WOODS_DIAGRAMS
    lines = text.split("\n")
    for each in found:
        assert "\n".join(lines[each.first_line - 1 : each.last_line]) + "\n" == each.text
        assert each.position == diagram.loads(each.text, options=options)


@pytest.mark.skipif(not DOCUMENT.exists(), reason="Woods' document isn't at hand")
def test_woods_signature_right_below_the_last_diagram_is_no_row():
    text = DOCUMENT.read_text(encoding="utf-8")
    last = diagram.find_diagrams(text)[-1]
    below = text.split("\n")[last.last_line]
    assert below.startswith("--\t-- Don Woods.")
    assert diagram.loads(last.text + below) == last.position


@pytest.mark.skipif(not SEEDS.exists(), reason="the other documents aren't at hand")
def test_other_documents_have_no_diagram():
    for path in SEEDS.glob("*.txt"):
        if path != DOCUMENT:
            assert diagram.find_diagrams(path.read_text(encoding="utf-8", errors="replace")) == []


def test_what_is_written():
    position = board("-- -- Kd 10h", "", "9s ??", "--", "Ac")
    assert diagram.dumps(position) == " --\t(sp)\t 9s\t --\t Ac\n --\t\t ??\n Kd\n10h\n"
    assert diagram.dumps(board("", "")) == "(sp)\t(sp)\n"
    known = Position((Column((parse_card("5h"),), (parse_card("4h"),)),))
    assert diagram.dumps(known) == " --\n 4h\n"


def test_a_won_game():
    text = "\t".join(["(sp)"] * 10) + "\n"
    position = diagram.loads(text, options=STRICT)
    assert position.removed == tuple(sorted([*Suit, *Suit]))
    assert position.hand == ()
    assert diagram.dumps(position) == text


# Round trips


@given(strategies.full_positions(strategies.rule_sets(), unknown_face_up=True), st.booleans())
def test_round_trip_of_full_positions(position, told):
    text = diagram.dumps(position)
    # A last row that may be short can leave two sizes of the hand open.
    told = told or position.rules.short_last_deal
    hand = len(position.hand) if told else None
    options = ReadOptions(rules=position.rules, hand=hand, strict=True)
    read = diagram.loads(text, options=options)
    assert read.columns == position.hide().columns
    assert read.cells == position.cells
    assert read.hand == (UNKNOWN,) * len(position.hand)
    assert len(read.removed) == len(position.removed)
    if None not in position.removed:
        named = [suit for suit in read.removed if suit is not None]
        assert all(named.count(suit) <= position.removed.count(suit) for suit in Suit)
    assert diagram.dumps(read) == text
    exact = ReadOptions(
        rules=position.rules, hand=len(position.hand), removed=position.removed, strict=True
    )
    assert diagram.loads(text, options=exact) == position.hide()


@given(strategies.partial_positions(strategies.rule_sets(), unknown_face_up=True))
def test_round_trip_of_partial_positions(position):
    text = diagram.dumps(position)
    options = ReadOptions(
        rules=position.rules,
        partial=True,
        strict=True,
        hand=len(position.hand),
        removed=position.removed,
    )
    assert diagram.loads(text, options=options) == position.hide()
    plain = diagram.loads(text, options=ReadOptions(rules=position.rules, partial=True))
    assert (plain.hand, plain.removed) == ((), ())


PROSE = ("", "Solution:", "We move the 9s from 6 to 9, and the 6s\nfrom 8 to 10.", "1;]mcD9/ [f.")


@given(
    st.lists(strategies.full_positions(), min_size=1, max_size=4),
    st.lists(st.sampled_from(PROSE), min_size=5, max_size=5),
)
def test_diagrams_are_found_where_they_stand(positions, prose):
    text = ""
    lines = []
    for position, before in zip(positions, prose, strict=False):
        text += before + "\n\n"
        lines.append(text.count("\n") + 1)
        text += diagram.dumps(position) + "\n"
    found = diagram.find_diagrams(text + prose[-1])
    assert [each.first_line for each in found] == lines
    assert [each.position.columns for each in found] == [p.hide().columns for p in positions]
    assert [each.text for each in found] == [diagram.dumps(p) for p in positions]
    assert all(e.last_line - e.first_line + 1 == e.text.count("\n") for e in found)


def test_load_and_dump_files(tmp_path):
    position = diagram.loads(LONG)
    file = tmp_path / "position.txt"
    diagram.dump(position, file)
    assert file.read_text() == LONG
    assert diagram.load(file) == position
    file.write_bytes(LONG.replace("\n", "\r\n").encode())
    assert diagram.load(file) == position


# What is worked out


@pytest.mark.parametrize("rules", [r for r in PRESETS.values() if not r.short_last_deal])
def test_the_number_of_cards_leaves_no_choice(rules):
    sums = [hand + 13 * gone for hand in rules.hand_sizes for gone in range(9)]
    assert len(sums) == len(set(sums))


KINGS = ("Kc", "Kd", "Kh", "Ks", "Qc", "Qd", "Qh", "Qs", "Jc", "Jd")


@pytest.mark.parametrize(
    ("text", "removed"),
    [
        (tableau(65, "K-Ac", "K-Ac", "K-Ad", "K-Ad", "K-Ah"), "hss"),
        (tableau(13, "K-Ac"), "cddhhss"),
        # One suit is gone, and any may be.
        (tableau(91, *KINGS), "?"),
        # Two are gone: both diamonds and both spades are here, and one of the clubs.
        (tableau(78, "5d", "5d", "5s", "5s", "5c"), "h?"),
        # Cards that aren't known tell nothing.
        (tableau(91, "5c 5c", "5d 5d", "5h 5h", "5s", "??"), "s"),
    ],
)
def test_removed_suits_are_named_if_they_are_certain(text, removed):
    position = diagram.loads(text)
    assert position.hand == ()
    assert "".join("?" if s is None else s.letter for s in position.removed) == removed


def test_a_suit_that_cannot_have_gone():
    text = tableau(91, "5c 5c", "5d 5d", "5h 5h", "5s 5s")
    with pytest.raises(PositionError) as caught:
        diagram.loads(text)
    assert caught.value.faults == (SuitsLeft(1, 0),)


def test_options_say_what_a_diagram_does_not():
    assert len(diagram.loads(INITIAL, options=ReadOptions(hand=50)).hand) == 50
    assert diagram.loads(INITIAL, options=ReadOptions(removed=())).hand == (UNKNOWN,) * 50
    clubs = (Suit.CLUBS,)
    assert diagram.loads(tableau(91, *KINGS), options=ReadOptions(removed=clubs)).removed == clubs
    partial = ReadOptions(partial=True, hand=3, removed=(Suit.SPADES, None))
    position = diagram.loads(" 5h\n", options=partial)
    assert (position.hand, position.removed) == ((UNKNOWN,) * 3, (Suit.SPADES, None))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ReadOptions(hand=40), "40 cards in the hand that leaves 10 for the removed suits"),
        (ReadOptions(removed=(None,)), "1 suit removed that leaves 37 for the hand"),
        (ReadOptions(hand=100), "50 too few"),
        (ReadOptions(hand=40, removed=()), "94 cards in the tableau"),
    ],
)
def test_options_that_contradict_the_diagram(options, words):
    with pytest.raises(PositionError, match=words) as caught:
        diagram.loads(INITIAL, options=options)
    assert any(isinstance(fault, CardCount) for fault in caught.value.faults)


def test_a_number_of_cards_that_cannot_be():
    with pytest.raises(PositionError) as caught:
        diagram.loads(tableau(53, *KINGS), name="mine.txt")
    assert caught.value.faults == (HandAndSuits(53, 104, (0, 10, 20, 30, 40, 50)),)
    assert str(caught.value).startswith("mine.txt: ")
    assert "53 cards shown, so 51 are elsewhere" in str(caught.value)


def test_too_many_cards():
    with pytest.raises(PositionError) as caught:
        diagram.loads(tableau(105, *KINGS))
    assert CardCount(105) in caught.value.faults


def test_other_starts_have_other_hands():
    rules = Rules(start=(4,) * 10, short_last_deal=True)
    text = tableau(40, *KINGS)
    assert len(diagram.loads(text, options=ReadOptions(rules=rules)).hand) == 64
    # 26 in the hand, or none and two suits removed.
    rules = Rules(start=(6,) * 8 + (5, 5), short_last_deal=True)
    assert 26 in rules.hand_sizes
    options = ReadOptions(rules=rules)
    error = refused(tableau(78, *KINGS), options)
    assert "26 cards in the hand and no suits removed" in error.message
    assert "no cards in the hand and 2 suits removed" in error.message
    told = ReadOptions(rules=rules, hand=26)
    assert diagram.loads(tableau(78, *KINGS), options=told).removed == ()


def test_every_fault_is_reported_at_once():
    text = INITIAL.replace("10d\t As", " 5h\t 5h").replace(" 3h", " 5h").replace(" 6d", "")
    with pytest.raises(PositionError) as caught:
        diagram.loads(text)
    kinds = {type(fault) for fault in caught.value.faults}
    assert {TooManyCopies, ColumnWithoutFaceUp, HandAndSuits} <= kinds


def test_three_of_a_card():
    text = INITIAL.replace(" 4s", " 5h").replace(" 3c", " 5h").replace(" 3h", " 5h")
    with pytest.raises(PositionError) as caught:
        diagram.loads(text)
    (fault,) = caught.value.faults
    assert isinstance(fault, TooManyCopies)
    assert str(fault) == "there are 3 5h, and the decks have 2 (column 4, column 5 and column 7)"


# What people paste


def quoted(text: str, mark: str = "> ") -> str:
    return re.sub(r"(?m)^(?=.)", mark, text)


PASTED = {
    "blanks for tabs": str.expandtabs,
    "quoted": quoted,
    "quoted twice": lambda text: quoted(quoted(text)),
    "quoted without a blank": lambda text: quoted(text, ">"),
    "quoted, then blanks for tabs": lambda text: quoted(text).expandtabs(),
    "blanks for tabs, then quoted": lambda text: quoted(text.expandtabs()),
    "indented": lambda text: quoted(text, "    "),
    "indented by a tab": lambda text: quoted(text, "\t"),
    "indented, blanks for tabs": lambda text: quoted(text, "          ").expandtabs(),
    "an indented quotation": lambda text: quoted(text, "\t> "),
    "Windows' line ends": lambda text: text.replace("\n", "\r\n"),
    "no line end": lambda text: text.rstrip("\n"),
    "byte order mark": lambda text: "\ufeff" + text,
    "trailing blanks": lambda text: text.replace("\n", "  \t \n"),
    "blanks that don't break": lambda text: text.expandtabs().replace(" ", "\xa0"),
    "stray blanks": lambda text: text.replace("\t ", "  \t  "),
    "capitals": str.upper,
    "small letters": str.lower,
    "T for ten": lambda text: text.replace("10", " T"),
    "no padding": lambda text: re.sub(" +", "", text),
    "flush left": lambda text: re.sub("( +)([^ \t\n]+)", r"\2\1", text).expandtabs(),
    "two dots": lambda text: text.replace("--", ".."),
    "one dot": lambda text: text.replace("--", " ."),
    "xx": lambda text: text.replace("--", "xx"),
    "one dash": lambda text: text.replace("--", "\u2014"),
    "one dash, quoted": lambda text: quoted(text.replace("--", "\u2013").replace(" ", "\xa0")),
    "one dash, flush left": lambda text: re.sub(" +", "", text.replace("--", "\u2014")),
    "hashes": lambda text: text.replace("--", "##"),
    "brackets": lambda text: text.replace("--", "[]"),
    "( )": lambda text: text.replace("(sp)", "( )"),
    "( ) and blanks": lambda text: text.replace("(sp)", "( )").expandtabs(),
    "sp": lambda text: text.replace("(sp)", " sp"),
    "column numbers": lambda text: "\t".join(map(str, range(1, 11))) + "\n" + text,
    "column letters": lambda text: "   ".join("ABCDEFGHIJ") + "\n" + text,
    "prose on both sides": lambda text: f"The tableau is\nas follows:\n{text}What now?\n",
    "a caption below": lambda text: text + "  (from the second game)\n",
}


@pytest.mark.parametrize("how", PASTED)
@pytest.mark.parametrize("text", [INITIAL, LONG, WOODS_DIAGRAMS[10]], ids=["initial", "long", "c"])
def test_what_people_paste(how, text):
    changed = PASTED[how](text)
    assert changed != text or "(sp)" not in text
    assert diagram.loads(changed) == diagram.loads(text)
    assert [each.position for each in diagram.find_diagrams(changed)] == [diagram.loads(text)]
    if changed not in (text, text.rstrip("\n")):
        refused(changed, STRICT)


@pytest.mark.parametrize("distance", [4, 5, 6, 7, 9, 10, 12])
@pytest.mark.parametrize("align", "<>^")
def test_other_even_grids(distance, align):
    rows = [row.split("\t") for row in INITIAL.splitlines()]
    text = "".join(
        "".join(f"{cell.strip():{align}3}".ljust(distance) for cell in row).rstrip() + "\n"
        for row in rows
    )
    assert diagram.loads(text) == diagram.loads(INITIAL)


def test_complete_rows_need_no_grid():
    text = " -- --   --  -- -- -- -- -- -- --\n10h 9s As 4s 3h 9s 3c Jh Qh Kc\n"
    columns = diagram.loads(text, options=PARTIAL).columns
    assert " ".join(str(*column.up) for column in columns) == "10h 9s As 4s 3h 9s 3c Jh Qh Kc"


def test_the_text_that_was_found_is_given_as_it_stands():
    text = "\ufeffHere:\r\n" + quoted(INITIAL.expandtabs()).replace("\n", "\r\n")
    (found,) = diagram.find_diagrams(text)
    assert (found.first_line, found.last_line) == (2, 7)
    assert found.text == "".join(text.splitlines(keepends=True)[1:7])


def test_partial_positions():
    position = diagram.loads(" Kh\t(sp)\t --\n Qh\t\t ??\n", options=PARTIAL)
    assert position == board("Kh Qh", "", "-- ??")
    assert diagram.loads("> Kh\n> Qh\n", options=PARTIAL) == board("Kh Qh")


# Nothing is read as something else


@st.composite
def mangled(draw, rows):
    """The rows as one text, as clipboards, mail programs and editors may leave it."""
    if draw(st.booleans()):
        width = draw(st.sampled_from((1, 3)))
        text = "".join(
            "\t".join(f"{c:>{width}}" if c else "" for c in row).rstrip("\t") + "\n"
            for row in rows
        )
        text = quoted(
            text, draw(st.sampled_from(("", "> ", ">", "> > ", "> > > ", "\t", " " * 8)))
        )
        number = draw(st.integers(1, 10))
        change = draw(st.integers(0, 4))
        if change == 0:
            text = text.expandtabs(number)
        elif change == 1:
            text = text.replace("\t", " " * number)
        elif change == 2:
            text = re.sub("[ \t]+", " ", text)
        elif change == 3:
            which = draw(st.sets(st.integers(0, len(rows))))
            lines = text.splitlines(keepends=True)
            text = "".join(
                row.expandtabs(8 if number > 5 else 4) if i in which else row
                for i, row in enumerate(lines)
            )
    else:
        # Wide enough for every cell: a wider one would push its row out of line for anybody.
        width, align = draw(st.integers(4, 9)), draw(st.sampled_from("<>^"))
        gap = " " * draw(st.integers(0, 2))
        text = "".join(
            gap.join(f"{c:{align}{width}}" for c in row).rstrip() + "\n" for row in rows
        )
    return quoted(text, draw(st.sampled_from(("", "", "> ", ">>", "   "))))


@settings(max_examples=400)
@given(st.data(), strategies.partial_positions(knowledge="nothing", hand=False, removed=False))
def test_a_mangled_diagram_is_read_rightly_or_refused(data, position):
    columns = [["--"] * len(c.down) + [*map(str, c.up)] or ["(sp)"] for c in position.columns]
    rows = [list(row) for row in itertools.zip_longest(*columns, fillvalue="")]
    text = data.draw(mangled(rows))
    try:
        read = diagram.loads(text, options=PARTIAL)
    except SpiderError:
        return
    assert read.columns == position.columns


TRAPS = {
    # By where the cells stand it would be columns 1, 3, 5 and 7; it's 1, 4, 7 and 10.
    "three blanks for a tab": INITIAL.replace("\t", "   "),
    "one blank for a tab": INITIAL.replace("\t", " "),
    "squeezed": re.sub("[ \t]+", " ", INITIAL),
    "squeezed and stripped": re.sub("(?m)^ ", "", re.sub("[ \t]+", " ", INITIAL)),
    "tab stops after the marks": quoted(LONG, "> > > ").expandtabs(),
    "two tab stops a column": " Js\t 2h\t10s\t 5d\t 6s\n\t\t\t\t10d\n".expandtabs(2),
    "stops of three": " 2h\t 5h\t 6c\t 9c\n\t\t Js\n".expandtabs(3),
    "one row blanks, one row tabs": "> > > 9c\tKd\n" + "> > > \tAh\n".expandtabs(),
    "five blanks for a tab": " 2h\t 5h\t 6c\t 9c\t 4c\n\t\t\t\t 3c\n".replace("\t", " " * 5),
    "between two columns": INITIAL.expandtabs().replace("7c\n", "  7c\n"),
    "the starts of the rows trimmed": re.sub("(?m)^[ \t]+", "", LONG),
    "trimmed, then quoted": quoted(re.sub("(?m)^[ \t]+", "", LONG)),
    "a stop between": INITIAL.replace("10d\t", "10d      \t"),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_traps(trap):
    error = refused(TRAPS[trap], DEFAULTS if TRAPS[trap].count("\n") > 2 else PARTIAL)
    assert error.message.startswith("it can't be told which column this stands in: ")
    assert "tabs" in error.expected


def test_trimmed_rows_that_fit_nowhere_else_are_read():
    # No row begins further right, and each could begin in one column only.
    trimmed = re.sub("(?m)^ +", "", INITIAL)
    assert trimmed != INITIAL
    assert diagram.loads(trimmed) == diagram.loads(INITIAL)
    # No cell has a blank before it here, so nothing was lost.
    flush_left = re.sub("(?m) +", "", LONG)
    assert diagram.loads(flush_left) == diagram.loads(LONG)
    ragged = "--\t9h\t10s\n5s\t8h\n4s\n"
    assert diagram.loads(ragged, options=PARTIAL) == board("-- 5s 4s", "9h 8h", "10s")
    # The last row would fit further right below the first row, but not below the second.
    right = " --\t 9h\t 9c\t 9s\n 5s\t\t 8c\t 8s\n 4s\t\t 7c\n"
    trimmed = re.sub("(?m)^ ", "", right)
    assert diagram.loads(trimmed, options=PARTIAL) == diagram.loads(right, options=PARTIAL)


def test_trimmed_rows_without_a_ten_at_their_start_are_refused():
    right = " --\t 9h\t10c\n 5s\t 8h\t 8c\n\t 7h\n"
    error = refused(re.sub(r"(?m)^\s+", "", right), PARTIAL)
    assert where(error) == (3, 1, "7h")
    assert "the rows have lost the blanks that they began with" in error.message
    # All rows begin in column 1, and still have their blank.
    kept = " --\t 9h\t10c\n 5s\t 8h\t 8c\n 7h\n"
    for text in (kept, kept.upper(), quoted(kept, ">")):
        assert diagram.loads(text, options=PARTIAL) == board("-- 5s 7h", "9h 8h", "10c 8c")


def test_squeezed_tabs_are_suspected():
    for text in WOODS_DIAGRAMS:
        position = diagram.loads(text)
        assert not diagram.may_be_squeezed(position)
        # Blanks may have been put for the tabs that were left.
        for stops in (0, 5, 8):
            squeezed = re.sub("\t+", "\t", text)
            try:
                other = diagram.loads(squeezed.expandtabs(stops) if stops else squeezed)
            except SpiderError:
                continue
            assert other == position or diagram.may_be_squeezed(other)


@pytest.mark.parametrize(
    ("columns", "suspected"),
    [
        (["Kc", "9h 8h 7h", "9h 8h", "10s"], False),  # one in six
        (["Kc", "9h 8h 7h", "9h 8h", "10s", "2c"], True),  # one in twelve
        (["Kc", "9h 8h 7h", "9h", "9h 8h", "2c", "3c"], False),
        (["9h 8h", *["9h"] * 9], False),  # only the first
        (["Kc", "9h 8h", *["9h"] * 9], True),
        (["Kc", "9h 8h", *["9h"] * 8, ""], False),  # one in nine: the space is seen
    ],
)
def test_sorted_columns_are_suspected_where_that_is_rare(columns, suspected):
    assert diagram.may_be_squeezed(board(*columns)) is suspected


@pytest.mark.parametrize("rules", PRESETS)
def test_a_deal_that_is_sorted_is_not_suspected(rules):
    # A diagram says no rules, so it's mostly read under others.
    position = Position(deals.deal(1, rules=PRESETS[rules]).columns)
    assert not diagram.may_be_squeezed(position)


@pytest.mark.parametrize(
    ("right", "damage", "told"),
    [
        (" Kh\t Kh\n Qh\n", r"^\t+", False),  # nothing was lost
        (" 9h\t Kh\n\t Qh\n", r"^\t+", True),
        (" --\t 9h\t Kh\n 3c\t\t Qh\n\t\t Jh\n", r"^\t+", True),
        # The next row is moved with the one that was.
        (" 9h\t Kh\t 5s\n\t Qh\t 4s\n\t\t 3s\n", r"^\t", True),
        (" 9h\t Kh\n\t 3h\n", r"^\t+", False),  # fits no better
        (" 2d\t Kh\t 9s\n\t Qh\t 8s\n", r"^\t", True),
        # Moved right it would bring a face-down card below another.
        (" --\t Qh\t Kh\n --\n Jh\n", r"^\t+", False),
        (" ??\t ??\t Kh\n ??\n", r"^\t+", False),  # unknown cards fit nowhere
        # The next row stays where it is, below one that is moved.
        (" 2d\t 2h\t 2s\n\t Qh\t 8s\n\t Jh\n", r"^\t(?= Q)", True),
        # A face-down card can't come to lie below one that lies face up.
        (" --\t 9h\t Kh\n --\t Qh\n 2c\n", r"^\t+", False),
    ],
)
def test_rows_that_may_have_lost_tabs_are_told(right, damage, told):
    missing = 10 - len(right.partition("\n")[0].split("\t"))
    right = right.replace("\n", "\t(sp)" * missing + "\n", 1)
    position = diagram.loads(right, options=PARTIAL)
    assert not diagram.may_be_shifted(position)
    trimmed = diagram.loads(re.sub(f"(?m){damage}", "", right), options=PARTIAL)
    assert diagram.may_be_shifted(trimmed) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" 9h\t Kh\n Qh\n", False),
        (" 9h\t Kh\n Qh\n Jc\n 4d\n", False),
        (" 9h\t Kh\t Qs\n Qh\t Jh\n", True),
    ],
)
def test_of_few_columns_two_cards_tell_that_tabs_were_lost(text, told):
    assert diagram.may_be_shifted(diagram.loads(text, options=PARTIAL)) is told


@given(strategies.partial_positions())
def test_any_position_is_doubted_or_not(position):
    position = Position(position.columns)
    for doubt in (doubtful.may_be_face_down, diagram.may_be_shifted, diagram.may_be_squeezed):
        assert doubt(position) in (True, False)
    emptied = Position(tuple(Column() for _ in position.columns))
    assert formats.doubts(diagram.dumps(emptied), diagram.FORMAT, emptied) == ()


def test_published_diagrams_and_deals_are_not_taken_for_shifted():
    for text in WOODS_DIAGRAMS:
        assert not diagram.may_be_shifted(diagram.loads(text))
    for name, rules in PRESETS.items():
        for number in range(20):
            assert not diagram.may_be_shifted(deals.deal(number + 1, rules=rules)), name


def test_indented_or_empty_columns():
    error = refused("\t Kh\t Qd\n\t Qh\n", PARTIAL)
    assert "empty ones on their left" in error.message
    assert where(error) == (1, 3, "Kh")
    refused(" " * 8 + " Kh      Qd\n" + " " * 8 + " Qh\n", PARTIAL)
    # By ten columns it's clear.
    assert diagram.loads(quoted(INITIAL, "\t\t")) == diagram.loads(INITIAL)


def test_a_card_that_looks_like_prose_is_one():
    text = " As\n"
    assert diagram.loads(text, options=PARTIAL) == board("As")


# Errors in cells


@pytest.mark.parametrize(
    ("change", "line_and_column", "mark", "message"),
    [
        ((" 4s", " 1h"), (6, 8), "1h", "'1h' is no card: there is no rank 1"),
        (("10d", "11d"), (5, 5), "11d", "'11d' is no card: there is no rank 11"),
        (("10d", "10x"), (5, 5), "10x", "'10x' is no card: there is no suit x"),
        (("10d", " 9?"), (5, 6), "9?", "'9?' is no cell of a diagram"),
        ((" As\t --", "Kd2h"), (5, 9), "Kd2h", "'Kd2h': cells run together"),
        (("10d\t As", "10dAs"), (5, 5), "10dAs", "'10dAs': cells run together"),
        ((" --\t10d", " --10d"), (5, 2), "--10d", "'--10d': cells run together"),
        ((" 7c", "\t 7c"), (6, 21), "7c", "this cell stands in column 11, but the first row has"),
        ((" 6d", "\t 6d"), (6, 21), "7c", "this cell stands in column 11, but the first row has"),
        ((" 6d\t\t", " 6d\t\t\tfoo\t"), (6, 7), "foo", "'foo' is no cell of a diagram"),
    ],
)
def test_a_bad_cell(change, line_and_column, mark, message):
    text = INITIAL.replace(*change)
    assert text != INITIAL
    error = refused(text)
    assert where(error) == (*line_and_column, mark)
    assert error.message.startswith(message)
    # The same with blanks, where it isn't a question of columns.
    if "column" not in message:
        assert refused(text.expandtabs()).message == error.message
    with pytest.raises(NotationError):
        diagram.find_diagrams(text)


def test_eleven_columns():
    error = refused(INITIAL.replace("--\n", "--\t --\n", 1))
    assert where(error) == (1, 42, "--")
    assert error.message.startswith("this is the 11th cell of the first row")
    assert error.expected == "10 columns"
    assert refused(" 5h\t" * 11, PARTIAL).expected == "10 columns at most"


@pytest.mark.parametrize("rows", [1, 6])
def test_nine_columns(rows):
    text = "".join(re.sub(r"\t[^\t]*$", "\n", row) for row in INITIAL.splitlines(True)[:rows])
    error = refused(text)
    assert where(error)[:2] == (1, 36)
    assert error.message == "the first row ends after 9 cells"
    assert "10 columns" in error.expected
    assert "--partial" in error.expected
    assert len(refused(text.expandtabs()).message)


def test_a_dot_is_no_empty_place():
    dotted = refused(" 9h\t Kh\n .\t Qh\n", PARTIAL)
    assert where(dotted) == (2, 2, ".")
    assert dotted.expected.endswith("where there is no card there is a blank")
    assert "." not in refused(" 9h\t Kh\n --\t Qh\n", PARTIAL).expected


def test_a_column_that_is_left_out():
    error = refused(LONG.replace("(sp)", ""))
    assert error.message == "the first row has nothing in column 2"
    assert "(sp)" in error.expected


@pytest.mark.parametrize(
    ("text", "mark", "message"),
    [
        (INITIAL + "\t 5h\n", (7, 3, "5h"), "this cell stands below an empty place of column 2"),
        (INITIAL + " --\n", (7, 2, "--"), "a face-down card below a face-up one in column 1"),
        (INITIAL.replace("10d", "(sp)"), (5, 5, "(sp)"), "column 2 has cells above this"),
        (LONG.replace("\t\t --", "\t 5h\t --"), (2, 3, "5h"), "column 2 is marked as empty"),
    ],
)
def test_a_broken_column(text, mark, message):
    error = refused(text)
    assert where(error) == mark
    assert error.message.startswith(message)
    refused(text.expandtabs())


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "there is nothing to read", (1, 1)),
        (" \n\t\n", "there is nothing to read", (1, 1)),
        ("Here is nothing.\nNothing at all.", "there is no diagram here", (1, 1)),
        ("\n\n  9-6s from 7 to 3", "there is no diagram here", (3, 3)),
        ("abc\x00\x01\x02\xff\xfe", "this isn't text", (1, 4)),
        ("\x7fELF\x02\x01\x01\x00", "this isn't text", (1, 5)),
    ],
)
def test_no_diagram(text, message, place):
    error = refused(text)
    assert error.message == message
    assert where(error)[:2] == place
    assert "ten columns" in error.expected


@pytest.mark.parametrize("options", [DEFAULTS, PARTIAL])
def test_a_row_that_is_nearly_one_is_what_is_wrong(options):
    error = refused("Look at this:\n\n -- -- 10h 1h -- -- -- -- -- --\n\nWell?", options)
    assert error.message == "'1h' is no card: there is no rank 1"
    assert where(error) == (3, 12, "1h")


def test_a_few_columns_are_not_taken_for_ten():
    error = refused("Three columns:\n Kh\t(sp)\t 5h\n Qh\n")
    assert error.message == "the first row ends after 3 cells"
    assert where(error)[:2] == (2, 13)


def test_a_spoilt_first_row_is_not_passed_over():
    """The second row could be a first one, and the number of cards might even fit."""
    rows = INITIAL.splitlines(keepends=True)
    for first in (
        "ab\tcd\tef\tgh\tij\tkl\tmn\top\tqr\tst\n",
        "one\ttwo\t --\tfour\t --\tsix\t --\n",
    ):
        error = refused(first + "".join(rows[1:]))
        assert where(error)[0] == 1
    error = refused(rows[0].replace(" --\t --", " --\t 1h") + "".join(rows[1:]))
    assert where(error) == (1, 6, "1h")


def test_a_spoilt_row_does_not_end_a_diagram():
    error = refused(INITIAL + "\tfoo\n")
    assert where(error) == (7, 2, "foo")
    assert "an empty line" in error.expected
    error = refused(INITIAL.expandtabs() + "        foo\n")
    assert where(error) == (7, 9, "foo")
    refused(INITIAL + "1h\n")


def with_at(text: str, row: int, before: str, after: str) -> str:
    """A diagram with something before the first cell of a row, and behind its last one."""
    lines = text.splitlines()
    lines[row] = re.sub(r"^(\s*)(.*)", rf"\1{before}\2{after}", lines[row])
    return "\n".join(lines) + "\nWhat now?\n"


#: Something glued on before a row's first cell or behind its last one, or a remark on it.
GLUED = [
    *[("", after) for after in ("</pre>", "...", "<br>", "</td>", "<--", "**", ",", "\ufe0f")],
    *[("", after) for after in (" <-- here!", " <-- stuck for good", "</code></pre>", "<- here")],
    *[(before, "") for before in ("**", "<pre>", "<td>", "(", "| ", "* ", "<pre> ")],
    ("**", "**"),
]
SMALL = " 9s\t10h\t Kc\n 8s\t\t Qc\n\t\t Jc\n\t\t Ah\n"


@pytest.mark.parametrize(("before", "after"), GLUED)
@pytest.mark.parametrize(
    "text", [INITIAL, LONG, WOODS_DIAGRAMS[4], SMALL, " --\t 9s\n 9h\n", " 9s\n 8s\n 7s\n"]
)
def test_a_row_with_something_glued_on_is_never_dropped(text, before, after):
    right = diagram.loads(text, options=PARTIAL)
    for row, styled in itertools.product((0, 1, -2, -1), (text, flush_left(text.rstrip()))):
        spoilt = with_at(styled, row, before, after)
        for options in (DEFAULTS, PARTIAL):
            try:
                read = diagram.loads(spoilt, options=options)
            except SpiderError:
                continue
            assert read.columns == right.columns, spoilt


@pytest.mark.parametrize("mark", [".", "\u2014", "--", "XX"])
@pytest.mark.parametrize(("before", "after"), [("Position:\t", ""), ("", " (top)")])
def test_a_row_of_hidden_cards_with_something_glued_on_is_no_text(mark, before, after):
    text = diagram.dumps(do(deals.deal(1), Deal()).after).replace("--", mark)
    assert diagram.loads(text)
    error = refused(f"{before}{text}".replace("\n", f"{after}\n", 1))
    assert where(error)[::2] == (1, (before or after).strip())


def test_face_up_cards_that_may_be_meant_to_be_hidden(tmp_path):
    text = diagram.dumps(deals.deal(1))
    file = tmp_path / "a.txt"
    for meant, told in ((text.replace("--", "??"), True), (text, False), (SMALL, False)):
        file.write_text(meant)
        assert doubtful.may_be_face_down(diagram.loads(meant, options=PARTIAL)) == told
        said = CliRunner().invoke(main, ["show", "--partial", str(file)])
        assert said.exit_code == 0
        assert ("a face-down card is --" in said.stderr) == told
    # Face up where a face-down card can't be, or beside one.
    one = " ??\t 9s\n 8h\n"
    assert doubtful.may_be_face_down(diagram.loads(one, options=PARTIAL))
    for said in (" 9s\t10h\n ??\t Qc\n 8s\n", " ??\t10h\n ??\n", " --\t ??\n 9s\t ??\n\t 4h\n"):
        assert not doubtful.may_be_face_down(diagram.loads(said, options=PARTIAL))


@pytest.mark.parametrize(
    ("name", "signs", "meant"),
    [
        ("letters", "x", "??"),
        ("kpat", "|XX", "XX"),
        ("letters-hand", "-??", "??"),
        ("fen", None, None),
    ],
)
def test_unknown_cards_for_hidden_ones_are_told_in_other_notations(name, signs, meant):
    notation = formats.FORMATS[name]
    start = deals.deal(1).hide()
    if signs is None:
        text = "/".join("??" * len(c.down) + str(c.up[0]) for c in start.columns).replace(
            "10", "T"
        )
    else:
        head, mark, rest = notation.dumps(start).partition("Checksum")
        text = head.replace(signs, meant) + mark + rest
    options = ReadOptions(partial=True)
    found = notation.loads(text, options=options)
    assert not any(column.down for column in found.columns)
    assert "a face-down card is" in formats.doubts(text, notation, found)[-1]
    written = notation.dumps(start)
    assert formats.doubts(written, notation, notation.loads(written)) == ()


def test_a_last_row_with_words_in_it_is_shown():
    for tail, mark in (("</pre>", "Ah</pre>"), (" is stuck here", "is"), ("... or so?", "Ah...")):
        error = refused(SMALL.replace(" Ah\n", f" Ah{tail}\n"), PARTIAL)
        assert where(error)[::2] == (4, mark)
        assert error.message == f"'{mark}' is no cell of a diagram"
        assert error.expected.endswith("between a diagram and other text an empty line")
        assert refused(SMALL.replace(" Ah\n", f" Ah{tail}\n").expandtabs(), PARTIAL).place
        with pytest.raises(NotationError, match=re.escape(error.message)):
            formats.loads(SMALL.replace(" Ah\n", f" Ah{tail}\n"), options=PARTIAL)


def test_a_row_of_which_half_is_cards_is_no_other_text():
    error = refused(" 9s\t10h\t Kc\n 8s\t\t Qc\n 7s\t\tJclubs\n", PARTIAL)
    assert where(error) == (3, 6, "Jclubs")


@pytest.mark.parametrize(
    "words",
    [
        "As you see, the 10h is stuck.  Why?",
        "<!-- woods -->",
        "----------",
        "10h goes to column 2.",
        "Jh from 8 to 9",
        "9-6s from 7 to 3",
        "  (from 1990)",
        "</td>",
        "As before:",
        "Actually,",
        "Removed: Kc, Kd",
        "...",
    ],
)
def test_other_lines_next_to_a_diagram_are_passed_over(words):
    for text in (f"{words}\n{INITIAL}", f"{INITIAL}{words}\n", f"{LONG}{words}\n"):
        assert diagram.dumps(diagram.loads(text)) in (INITIAL, LONG)


def test_empty_lines_in_a_diagram():
    rows = INITIAL.splitlines(keepends=True)
    error = refused("".join(rows[:5]) + "\n" + rows[5])
    assert error.message == "rows of a diagram that are cut off from it"
    assert where(error)[0] == 7
    error = refused("".join(rows[:4]) + "\n" + "".join(rows[4:]))
    assert error.message == "there are 2 diagrams in this text: in lines 1-4 and 6-7"
    error = refused("".join(rows[:5]) + "- 12 -\n" + rows[5])
    assert error.message == "rows of a diagram that are cut off from it"


@pytest.mark.parametrize("mark", ["", "> ", "> > "])
@pytest.mark.parametrize(
    "signature",
    ["-- \nJohn\n", "--\nJohn\n", "-- \n\nAl\n", "-- \r\nJohn\r\n", "--", "-- \n10z, AB\n"],
)
def test_a_signature_is_no_row(signature, mark):
    for gap in ("\n", "", "Solve that.\n\n"):
        for rows in (INITIAL, LONG, INITIAL.expandtabs()):
            text = quoted(rows + gap + signature, mark)
            assert diagram.dumps(diagram.loads(text)) in (INITIAL, LONG)
            assert formats.recognise(text) is diagram.FORMAT
            (found,) = diagram.find_diagrams(text)
            assert found.text == text[: len(found.text)]
            assert (
                diagram.nth_diagram(f"{text}\n\nAnother:\n\n{rows}", 2).first_line
                > found.last_line
            )


def test_a_dash_between_words_is_no_card():
    for words in (
        "Jh \u2014 9\n",
        "\u2014\nJohn\n",
        "As \u2014 and why not?\n",
        "\u2014 \u2014 \u2014\n",
    ):
        (found,) = diagram.find_diagrams(f"{words}\n{INITIAL}\n{words}")
        assert found.text == INITIAL
        assert diagram.loads(INITIAL + words) == diagram.loads(INITIAL)


def test_a_row_that_looks_like_the_line_above_a_signature_is_never_lost():
    for dash in ("--", "-- ", "--\t"):
        rows = ["\t".join(["--", *["??"] * 9]) + "\n", f"{dash}\n", "Qh\n"]
        column = diagram.loads("".join(rows), options=PARTIAL).columns[0]
        assert (len(column.down), len(column.up)) == (2, 1)
        for gap, below in itertools.product(("", "\n", "John\n"), ("Qh\n", "John\n", "1h\n", "")):
            for text in (rows[0] + gap + rows[1] + below, rows[0] + rows[1] + gap + below):
                if (gap, below) == ("", "Qh\n"):
                    continue
                with pytest.raises(SpiderError):
                    diagram.loads(text, options=PARTIAL)
    error = refused(f"{INITIAL}\n-- \nJohn\n\n\t\t Kd\t 9h\n")
    assert error.message == "rows of a diagram that are cut off from it"
    assert where(error)[0] == INITIAL.count("\n") + 5


def test_several_diagrams():
    text = "\n".join([INITIAL, LONG, INITIAL])
    error = refused(text)
    assert error.message == "there are 3 diagrams in this text: in lines 1-6, 8-32 and 34-39"
    assert where(error)[0] == 8
    assert "--number N" in error.expected
    assert where(error)[2] == LONG.splitlines()[0]
    error = refused("\n".join(WOODS_DIAGRAMS))
    assert error.message.startswith("there are 24 diagrams in this text: in lines 1-6, 8-14")
    assert error.message.endswith("and 19 more places")


def test_tables_of_contents_are_no_diagrams():
    text = "Rules . . . . . . . . . . 3\nPlay . . . . . . . . . . . . 5\n"
    assert diagram.find_diagrams(text) == []
    assert [e.first_line for e in diagram.find_diagrams(text + "\n" + INITIAL)] == [4]


def test_strict_reading():
    for text in (INITIAL, INITIAL.rstrip("\n")):
        assert diagram.loads(text, options=STRICT) == diagram.loads(text)
    error = refused(INITIAL.replace("6d", "6D"), STRICT)
    assert where(error) == (6, 3, "D")
    assert error.expected == "'d'"
    assert refused(INITIAL + "\n", STRICT).expected == "nothing more"
    assert refused("Here:\n" + INITIAL, STRICT).expected == "' --'"
    assert refused(INITIAL.replace("7c\n", "7c\t\n"), STRICT).expected == "the end of the line"
    # In a longer text each diagram is to be as it's printed.
    found = diagram.find_diagrams(f"Here:\n{INITIAL}\n{LONG}", options=STRICT)
    assert [each.text for each in found] == [INITIAL, LONG]
    with pytest.raises(NotationError) as caught:
        diagram.find_diagrams(f"Here:\n{INITIAL}\n{LONG.expandtabs()}", options=STRICT)
    assert where(caught.value)[0] == 9


# Free cells

HELD = tableau(53, *KINGS)


def test_free_cells_are_written_and_read():
    position = diagram.loads(HELD + "cells: 5d (sp)\n", options=TWO_CELLS)
    assert position.cells == (parse_card("5d"), None)
    assert len(position.hand) == 50
    assert diagram.dumps(position) == HELD + "cells: 5d (sp)\n"
    unknown = diagram.loads(HELD + "cells: (sp) ??\n", options=TWO_CELLS)
    assert unknown.cells == (None, UNKNOWN)
    assert diagram.loads(tableau(54, *KINGS), options=TWO_CELLS).cells == (None, None)
    (found,) = diagram.find_diagrams(f"\n{HELD}cells: 5d (sp)\n", options=TWO_CELLS)
    assert (found.first_line, found.last_line) == (2, 2 + HELD.count("\n"))
    assert found.position == position


@pytest.mark.parametrize(
    "line",
    ["Cells:  5D --", "free cells: 5d ( )", "CELLS:\t5d\tsp", "> cells: 5d (SP)", "cells: 5d () "],
)
@pytest.mark.parametrize("above", [True, False])
def test_free_cells_as_people_write_them(line, above):
    text = f"{line}\n{HELD}" if above else f"{HELD}{line}"
    position = diagram.loads(text, options=TWO_CELLS)
    assert position.cells == (parse_card("5d"), None)
    refused(text, ReadOptions(rules=Rules(cells=2), strict=True))


@pytest.mark.parametrize(
    ("text", "mark", "message"),
    [
        ("{}cells: 5d", "", "1 cell here, but the rules have 2"),
        ("{}cells:", "", "no cells here, but the rules have 2"),
        ("{}cells: 5d -- --", "--", "this is cell 3, but the rules have 2 free cells"),
        ("{}cells: 5d 1h", "1h", "'1h' can't be in a cell"),
        ("{}cells: 5d ..", "..", "'..' can't be in a cell"),
        ("{}cells: 5d10h", "5d10h", "'5d10h' can't be in a cell"),
        ("cells: 5d --\n{}cells: -- --", "cells: -- --", "a second line of free cells"),
        ("{}cells: 5d --\ncells: -- --", "cells:", "a second line of free cells"),
        ("{}\ncells: 5d --", "cells: 5d --", "a line of free cells without a diagram"),
    ],
)
def test_free_cells_that_are_wrong(text, mark, message):
    error = refused(text.format(HELD), TWO_CELLS)
    assert error.message == message
    assert where(error)[2].startswith(mark)


def test_free_cells_without_rules_for_them():
    written = HELD + "cells: 5d (sp)\n"
    position = diagram.loads(written)
    assert (position.rules, position.cells) == (Rules(cells=2), (parse_card("5d"), None))
    assert diagram.dumps(position) == written
    for text, options in (
        (written, STRICT),
        (HELD + "cells:\n", ReadOptions()),
        (HELD + "cells: 5d (sp) (sp) (sp) (sp)\n", ReadOptions()),
    ):
        error = refused(text, options)
        assert error.message == "a line of free cells, but the rules have none"
        assert where(error)[2].startswith("cells:")
        assert "--rule cells=N" in error.expected


def test_rows_below_the_free_cells():
    error = refused(f"{HELD}cells: 5d --\n{HELD}", TWO_CELLS)
    assert error.message == "rows of a diagram below its line of free cells"


def test_prose_about_cells_is_prose():
    text = f"Cells: Pipkin allows up to four.\n\n{INITIAL}\ncells: see above\n"
    assert len(diagram.find_diagrams(text)) == 1


# The manual


def test_the_examples_of_the_manual():
    manual = (Path(__file__).parents[1] / "docs/notations/diagram.md").read_text(encoding="utf-8")
    examples = dict(re.findall(r"(?m)^```(diagram|text)\n((?:[^`]*\n)*?)```$", manual))
    assert examples["diagram"] == LONG
    assert diagram.loads(examples["diagram"], options=STRICT) == diagram.loads(LONG)
    assert diagram.loads(examples["text"]) == diagram.loads(INITIAL)


# Recognising


def test_recognises():
    for text in WOODS_DIAGRAMS:
        assert diagram.recognises(text)
        assert formats.recognise(text) is diagram.FORMAT
        assert formats.recognise(quoted(text.expandtabs())) is diagram.FORMAT
    assert diagram.recognises(f"Some prose.\n{INITIAL}More of it.")
    assert diagram.recognises(" Kh\t(sp)\n Qh\n")
    assert diagram.recognises(diagram.FORMAT.example)
    assert diagram.loads(diagram.FORMAT.example, options=PARTIAL)


@pytest.mark.parametrize(
    "text", ["", "\n", "9-6s from 7 to 3\n", "Here it is:\n Kh\t(sp)\n", "\x00\xff", "KdKd" * 999]
)
def test_recognises_no_diagram(text):
    assert not diagram.recognises(text)


@pytest.mark.parametrize("mark", ["", "> "])
def test_a_small_diagram_between_words_is_recognised_if_it_may_be_partial(mark):
    lines = "My position:\n10h\t 9s\tTh\n\t 8s\t 7c\nCan I get a space?\n".splitlines()
    text = "".join(f"{mark}{line}\n" for line in lines)
    position = formats.loads(text, options=PARTIAL)
    assert position == formats.loads(text, "diagram", options=PARTIAL)
    assert [len(column) for column in position.columns] == [1, 2, 2]
    with pytest.raises(NotationError, match="no notation"):
        formats.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "The King went to the 10h.\nKh\nand then to column 3.\n",
        "I am an ace player.  As you know, 10h is red,\nso 9s fits.\n",
        "A 9s lies on the 10h.\n\nKh Qd  nothing Js\n Qc\n",
        "9-6s from 7 to 3\nAs from 2 to 4\n",
    ],
)
def test_prose_is_no_small_diagram(text):
    assert formats.recognise(text, partial=True) is None


def test_recognises_no_other_notation():
    for other in formats.FORMATS.values():
        if other is not diagram.FORMAT and other.name != "save":
            assert not diagram.recognises(other.example), other.name


@given(st.text() | st.text("10AKQJThcdsx-.()[]#? >\t\n:cels"))
def test_no_text_gets_anything_but_an_answer(text):
    diagram.recognises(text)
    for options in (DEFAULTS, PARTIAL, TWO_CELLS, STRICT):
        try:
            position = diagram.loads(text, options=options)
        except SpiderError:
            continue
        again = diagram.loads(diagram.dumps(position), options=options)
        assert diagram.dumps(again) == diagram.dumps(position)


# The grammar and the table of spellings say the same


def is_cell(word: str) -> bool:
    try:
        tree = grammar("diagram", positions=False).parse(word)
    except UnexpectedInput:
        return False
    return tree.children[0].type == "ROWS"


SIGNS = "0123456789ATJQKatjqkCDHScdhsXx-.#[]()?pP"


def test_every_spelling_is_a_cell_of_the_grammar():
    assert all(map(is_cell, diagramrows.SPELLINGS))


@pytest.mark.parametrize("length", [1, 2])
def test_short_words_are_cells_if_they_are_spellings(length):
    for letters in itertools.product(SIGNS, repeat=length):
        word = "".join(letters)
        assert is_cell(word) == (word in diagramrows.SPELLINGS), word


@settings(max_examples=500)
@given(st.text(SIGNS, min_size=3, max_size=5) | st.from_regex(r"\A(10[cdhsx]|\(.{1,2}\))\Z"))
def test_longer_words_are_cells_if_they_are_spellings(word):
    if not set(word) & set(" \t\r\n>"):
        assert is_cell(word) == (word in diagramrows.SPELLINGS)


# Hostile sizes

HOSTILE = {
    "9-": lambda n: "9-" * n,
    "tabs": lambda n: "\t" * n,
    "empty lines": lambda n: "\n" * n,
    "blanks": lambda n: " " * n + "x",
    "marks of quotations": lambda n: ">" * n,
    "columns": lambda n: "--\t" * n,
    "columns below": lambda n: INITIAL + "--\t" * n,
    "rows": lambda n: "--\n" * n,
    "full rows": lambda n: (" --\t" * 10 + "\n") * (n // 20),
    "rows apart": lambda n: "As\n\n" * n,
    "bad rows": lambda n: "9-\n" * n,
    "bad cells": lambda n: "Kx " * n,
    "parentheses": lambda n: "( " * n,
    "cells run together": lambda n: "Kd" * n,
    "spaces run together": lambda n: "(sp)" * n,
    "wide gaps": lambda n: (" " * (n // 10) + "10h") * 10,
    "wide gaps, ragged": lambda n: (" " * (n // 10) + "10h") * 10 + "\n" + " " * n + "9h",
    "diagrams": lambda n: (INITIAL + "\n") * (n // 50),
    "cells lines": lambda n: "cells:\n" * n,
    "held cards": lambda n: INITIAL + "cells:" + " 5h" * n,
}


def steps(text: str) -> int:
    """How many calls reading takes, Python's and built-in ones."""
    count = 0

    def tally(frame, event, argument):
        nonlocal count
        count += 1

    for options in (DEFAULTS, PARTIAL):
        sys.setprofile(tally)
        try:
            diagram.loads(text, options=options)
        except SpiderError as error:
            found = error
        finally:
            sys.setprofile(None)
        assert len(str(found)) < 2000
    return count


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_texts_end_in_an_error_in_linear_time(what):
    make = HOSTILE[what]
    steps(make(100))
    once, twice = steps(make(10_000)), steps(make(20_000))
    assert twice < 2.2 * once + 1000


def hostile(what: str, length: int) -> str:
    """About so many characters of it."""
    return HOSTILE[what](length * 1000 // len(HOSTILE[what](1000)))


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_megabyte_ends_in_an_error(what):
    text = hostile(what, 1_000_000)
    diagram.recognises(text)
    with pytest.raises(SpiderError) as caught:
        diagram.loads(text)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_texts_take_bounded_memory(what):
    text = hostile(what, 100_000)
    tracemalloc.start()
    try:
        with pytest.raises(SpiderError):
            diagram.loads(text)
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
    finally:
        tracemalloc.stop()


def flush_left(text):
    return "\n".join("\t".join(field.strip() for field in r.split("\t")) for r in text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "10s\t 9s\t 4h\t 3c\n 9d\t 8s\t\t 2c\n 5c\t\t\t 5s",
        "10s\t10c\t10h\t10d\n 9d\t 8s\t\t 2c\n 5c\t\t\t 5s",
        diagram.dumps(find_problem("woods-2").start),
        diagram.dumps(find_problem("woods-6").start),
        INITIAL.replace("--", "\u2014"),
    ],
)
@pytest.mark.parametrize("style", [str, flush_left])
def test_a_tab_that_became_blanks_moves_no_card_silently(text, style):
    text = style(text)
    position = diagram.loads(text, options=ReadOptions(partial=True))
    for at, character in enumerate(text):
        for blanks in (1, 2, 3, 7, 8) if character == "\t" else ():
            damaged = text[:at] + " " * blanks + text[at + 1 :]
            try:
                read = diagram.loads(damaged, options=ReadOptions(partial=True))
            except (NotationError, PositionError):
                continue
            assert read == position, damaged


def test_a_blank_that_was_a_tab_is_shown():
    with pytest.raises(NotationError) as caught:
        diagram.loads("10s\t 9s\t 4h\n 5c\t  5s", options=ReadOptions(partial=True))
    assert "a blank beside it may stand for a tab" in str(caught.value)
    assert (caught.value.place.line, caught.value.place.column) == (2, 7)


def test_a_long_line_of_marks_of_a_quotation_is_an_error():
    for marks in ("> " * 1001, ">" * 2001):
        with pytest.raises(NotationError, match="too long for a row"):
            diagram.loads(f"-- (sp) -- 10h Kd 9h\n{marks}\n", options=ReadOptions(partial=True))


def test_rows_that_may_have_lost_what_they_began_with_are_told():
    position = find_problem("woods-6").start
    lines = [line.split("\t") for line in diagram.dumps(position).splitlines()]
    bare = "\n".join("\t".join(cell.strip() for cell in line) for line in lines)
    trimmed = "\n".join(line.strip() for line in bare.splitlines())
    misread = diagram.loads(trimmed, options=ReadOptions(partial=True))
    assert misread != position
    assert diagram.may_be_trimmed(trimmed, misread)
    assert not diagram.may_be_trimmed(bare, diagram.loads(bare))
    for name in ("woods-2", "woods-3", "woods-5", "woods-6"):
        start = find_problem(name).start
        assert not diagram.may_be_trimmed(diagram.dumps(start), start), name


@pytest.mark.parametrize(
    "style", [str, str.expandtabs, quoted, lambda text: f"{text}\n  (I'm 2.)\n"]
)
def test_trimmed_rows_are_told_where_column_1_is_only_one_of_the_longest(style):
    right = "--\t9h\t9c\n5s\t8h\t8c\n\t7h\t7c\n\t6h\n"
    for text, told in (
        (right, False),  # some rows are indented
        (re.sub("(?m)^\t", "", right), True),  # only the row above the last one ties
        (re.sub("(?m)^\t", "", right.replace("\t6h\n", "")), True),
        ("--\t9h\n5s\t8h\n7h\n6h\n", True),  # the last row below one that is moved itself
        ("--\t9h\t9c\n5s\t8h\t8c\n4s\t\t7c\n", False),  # that fits nowhere else
        ("--\t9h\t9c\n5s\t8h\t8c\n4s\t7h\t7c\n", False),
    ):
        pasted = style(text)
        position = diagram.loads(pasted, options=PARTIAL)
        assert diagram.may_be_trimmed(pasted, position) is told, pasted


@pytest.mark.parametrize("rules", PRESETS)
def test_a_deal_is_not_taken_for_trimmed(rules):
    text = flush_left(diagram.dumps(deals.deal(1, rules=PRESETS[rules])))
    assert not diagram.may_be_trimmed(text, diagram.loads(text, options=PARTIAL))


@pytest.mark.parametrize("between", [" ", "\t"])
@pytest.mark.parametrize(
    "row",
    [
        *("x x 8s", "| | 8s |", "0 0 8s 0", "Jd none none", "empty empty 8s", "x 8s", "? ? ?"),
        *("hidden hidden hidden", "*** *** ***", "\u25a0 \u25a0 \u25a0", "(3) (2) (0)", "3 2 0"),
        *("hidden 9c hidden", "face down face down face down", "0 1 2", "* * *", "none - back"),
        *("hidden empty 8s", "Back 8s NONE", "| | 8s ? ?", "[x] 8s"),
    ],
)
def test_other_words_for_cells_next_to_rows_are_not_passed_over(row, between):
    rows = "Kd 9h 10s\nQd 8h 9s\n"
    for text in (f"{rows}{row}\n", f"{row}\n{rows}"):
        with pytest.raises(NotationError, match="is no cell of a diagram"):
            diagram.loads(text.replace(" ", between), options=ReadOptions(partial=True))


@pytest.mark.parametrize(
    "row",
    [
        *("hidden", "X", "?", "1Oh", "H7", "\u26657", "7", "xxxxx", "--x5"),
        *("K-5d", "_", "nil", "(x)"),
        *("Down: 1 2 0", "face down: 2 1 1", "hidden 1 1 2", "Hidden: x x x", "face down"),
        *(
            "last row: 7h",
            "7 of hearts",
            "hearts 7",
            "7h only",
            "3rd row: 7h",
            "2 x -- --",
            "Anne",
        ),
        *("+ 2 hidden rows", "Column 3:", "third:", "Jh - 9", "next: 5h", "- -", "* *", "so far"),
        *(
            "5h?",
            "(two?) 5h?",
            "empty?",
            "no 5h",
            "Deal 5h",
            "Missing.",
            "empty:",
            "Ks-Qs:",
            "Bare.",
        ),
        *("Kd 9h   Stock: 3 rows", "-- -- --   Stock: 3 rows", "Kd  9h  10s  is what lies here"),
    ],
)
def test_single_words_and_labels_next_to_few_columns_are_not_passed_over(row):
    few = "Kd 9h 10s\nQd 8h 9s\n"
    nine = "Kd 9h 10s Qc Jc 2d 3d 4d 5d\nQd 8h 9s Jh 10c As 2s 3s 4s\n"
    for rows in (few, nine):
        for text in (f"{rows}{row}\n", f"{row}\n{rows}"):
            with pytest.raises(NotationError, match="is no cell of a diagram"):
                diagram.loads(text, options=PARTIAL)


@pytest.mark.parametrize(
    "line",
    ["Position:", "-----", "=====", "```", "Hello, my friends!", "ok:", "Problem 3", "What now?"],
)
def test_words_of_a_text_next_to_few_columns_are_passed_over(line):
    rows = "Kd 9h 10s\nQd 8h 9s\n"
    for text in (f"{rows}{line}\n", f"{line}\n{rows}"):
        position = diagram.loads(text, options=PARTIAL)
        assert [len(column.up) for column in position.columns] == [2, 2, 2]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "0 1 2 3 4 5 6 7 8 9",
            "1) 2) 3) 4) 5) 6) 7) 8) 9) 10)",
            "#1 #2 #3 #4 #5 #6 #7 #8 #9 #10",
        ),
        *("(1) (2) (3) (4) (5) (6) (7) (8) (9) (10)", "C0 C1 C2 C3 C4 C5 C6 C7 C8 C9"),
        "a. b. c. d. e. f. g. h. i. j.",
    ],
)
def test_headings_of_ten_columns(line):
    position = deals.deal(3)
    assert diagram.loads(f"{line}\n{diagram.dumps(position)}") == diagram.loads(
        diagram.dumps(position)
    )


@pytest.mark.parametrize("label", ["Hidden:", "hidden", "face down cards:", "Down ="])
def test_labelled_numbers_of_hidden_cards_are_not_passed_over(label):
    rows = diagram.dumps(
        board(*["Kd 2c"] * 2, *["Qh"] * 2, *["3s 4d"] * 2, *["Jc"] * 2, "8h", "9h")
    )
    numbers = [0, 0, 0, 0, 2, 1, 0, 0, 0, 0]
    for sign in " ,/-":
        line = f"{label} {sign.join(map(str, numbers))}\n"
        for text in (line + rows, rows + line):
            with pytest.raises(NotationError, match="is no cell of a diagram"):
                diagram.loads(text, options=PARTIAL)


@pytest.mark.parametrize(
    "line",
    [
        *("5,4,4,0,0,1,2,3,4,0", "+5 +4 +4 +0 +0 +1 +2 +3 +4 +0", "x5 x4 x4 x0 x0 x1 x2 x3 x4 x0"),
        *("five four four none none one two three four none", "5-4-4-0-0-1-2-3-4-0 hidden"),
        *(
            "xxxxx xxxx xxxx xxx xxx x xx xxx xxxx xx",
            "5440012340",
            "Hidden 5440012340",
            "xxxxx xxx",
        ),
        *(
            "hidden: 5 4 4 1 2 3 4",
            "Hidden: 5 4 4",
            "Hidden: 5,4,4,4,4,4,4,4,4,0 (37)",
            "1=5 2=4 3=4 4=0 5=0 6=1 7=2 8=3 9=4 10=0",
        ),
        "a5 b4 c4 d0 e0 f1 g2 h3 i4 j0",
    ],
)
def test_numbers_of_hidden_cards_next_to_ten_columns(line):
    rows = diagram.dumps(
        board(*["Kd 2c"] * 2, *["Qh"] * 2, *["3s 4d"] * 2, *["Jc"] * 2, "8h", "9h")
    )
    for text in (f"{line}\n{rows}", f"{rows}{line}\n"):
        with pytest.raises(NotationError, match="is no cell of a diagram"):
            diagram.loads(text, options=PARTIAL)


def test_a_ruler_of_dashes_below_a_heading_is_doubted():
    """As sqlite prints a table where no 10 is shown."""
    heading = "1 2 3 4 5 6 7 8 9 10\n"
    ruler = "\t".join([" --"] * 10) + "\n"
    rows = diagram.dumps(
        board(*["-- -- 9c"] * 2, *["-- Qh"] * 2, *["-- -- 4d"] * 2, "Jc", "8h", "7h", "As")
    )
    for text, doubted in (
        (heading + ruler + rows, True),
        (heading + "\n" + ruler + rows, False),
        (ruler + rows, False),
        (heading + rows, False),
    ):
        position = diagram.loads(text, options=PARTIAL)
        found = formats.doubts(text, diagram.FORMAT, position)
        assert any("the first row is --" in doubt for doubt in found) is doubted
    tens = diagram.dumps(board(*["-- -- 10c"] * 2, *["-- Qh"] * 2, *["-- -- 4d"] * 2))
    text = "1 2 3 4 5 6\n" + tens
    assert not diagram.may_be_a_ruler(text, diagram.loads(text, options=PARTIAL))
    start = deals.deal(3)
    text = heading + diagram.dumps(start)
    assert not diagram.may_be_a_ruler(text, diagram.loads(text))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "1 2 3",
            "A B C",
            "a b c",
            "What now then?",
            "Turned up: 5h",
            "next: 5h",
            "Jh - 9",
            "- -",
        ),
        *(
            "> \t>",
            ">",
            "\t",
            "* * * *",
            "*****",
            "=== ===",
            "the card in the hand",
            "9" * 6000,
            "1 " * 3000,
        ),
    ],
)
def test_headings_and_remarks_next_to_rows_are_passed_over(line):
    rows = "Kd 9h 10s Qc Jc 2d 3d 4d 5d 6d\nQd 8h 9s Jh 10c As 2s 3s 4s 5s\n"
    for text in (f"{rows}{line}\n", f"{line}\n{rows}"):
        position = diagram.loads(text, options=PARTIAL)
        assert [len(column.up) for column in position.columns] == [2] * 10


@pytest.mark.parametrize(
    "text",
    [
        *("6s\t3c\n\n5h\tx\n", "x\t4d\tx\n\n6s\t3c\t8d\n", "*  4d\n\n6s  3c\n"),
        "x\t4d\tx\n\n6s\t3c\t8d\n\n5h\tx\tx\n",
    ],
)
def test_a_row_behind_an_empty_line_is_not_dropped(text):
    with pytest.raises(NotationError, match="rows of a diagram that are cut off"):
        diagram.loads(text, options=PARTIAL)
    remarks = "Hello.\n\n6s\t3c\n\nMoves:\t5h\tto 3\n"
    assert len(diagram.loads(remarks, options=PARTIAL).columns) == 2
