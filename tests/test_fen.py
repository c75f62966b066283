"""The package's own one-line notation."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.cards import UNKNOWN, Suit, parse_card
from spiderpos.catalogue import find_problem
from spiderpos.deals import deal
from spiderpos.errors import NotationError, PositionError, SpiderError
from spiderpos.formats import ReadOptions, fen, line
from spiderpos.position import Column, Position
from spiderpos.rules import PRESETS, WOODS, Rules

from .boards import board, cards
from .positions import random_play
from .strategies import full_positions, partial_positions, rule_sets

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
PARTIAL = ReadOptions(partial=True)
DOCS = Path(__file__).resolve().parents[1] / "docs" / "notations" / "fen.md"


def read(text: str) -> Position:
    return fen.loads(text, options=PARTIAL)


# Writing and reading back


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_any_full_position_comes_back(position):
    text = fen.dumps(position)
    assert fen.loads(text) == position
    assert fen.loads(text, options=ReadOptions(strict=True)) == position
    assert fen.loads(text).rules == position.rules
    assert fen.recognises(text)
    assert "\n" not in text
    assert not set(text) & set("\"'`$\\!*()<>|&")


@given(partial_positions(rule_sets(), unknown_face_up=True))
def test_any_partial_position_comes_back(position):
    text = fen.dumps(position)
    assert read(text) == position
    assert fen.dumps(read(text)) == text


@given(full_positions(unknown_face_up=True))
def test_capitals_tens_and_single_cards_mean_the_same(position):
    text = fen.dumps(position)
    assert fen.loads(text.upper().replace("X", "x").replace("x", "X")) == position
    assert fen.loads(text.lower()) == position
    assert fen.loads(re.sub(r"T(?=[cdhs-])", "10", text)) == position


@pytest.mark.parametrize("text", LINES)
def test_a_save_line_goes_through_it_byte_for_byte(text):
    position = line.loads(text)
    written = fen.dumps(position)
    assert line.dumps(fen.loads(written)) == text
    assert formats.recognise(written) is fen.FORMAT


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 100))
def test_the_dealt_part_is_kept(number, random, moves):
    position = deal(number)
    for step in random_play(position, random, moves):
        position = step.after
    back = fen.loads(fen.dumps(position))
    assert back == position
    assert back.dealt == position.dealt


def test_the_dealt_part_of_a_fresh_deal_needs_no_words():
    text = fen.dumps(deal(1))
    assert "dealt" not in text
    assert fen.loads(text).dealt == deal(1).dealt


# What it looks like


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (board("9s 8s 7s"), "9-7s - -"),
        (board("9s 8s", "10h"), "9-8s/Th - -"),
        (board("9s 8d 7d Kc Qc 10c"), "9s8-7dK-QcTc - -"),
        (board("-- -- -- 9s"), "3x:9s - -"),
        (board("-- (5h) -- 9s", ""), "x5hx:9s/- - -"),
        (board("?? Kd ??"), "??Kd?? - -"),
        (board("As Ks"), "AsKs - -"),
        (board("Kd", hand="-- -- --"), "Kd 3x -"),
        (board("Kd", "3c", hand="-- 5h 6h 7h 8h"), "Kd/3c x5h/6h7h/8h -"),
        (
            board("Kd", removed=(Suit.SPADES, None, Suit.HEARTS)),
            "Kd - s?h",
        ),
        (
            board("Kd", cells=(None, parse_card("3c"), UNKNOWN), rules=Rules(cells=3)),
            "Kd - - cells=-,3c,?? rules=cells=3",
        ),
        (board("Kd", rules=PRESETS["pipkin-beginner"]), "Kd - - rules=pipkin-beginner"),
        (
            board("Ks", rules=Rules(suits=2, start=(4,) * 10, short_last_deal=True)),
            "Ks - - rules=suits=2;start=4;short_last_deal=yes",
        ),
    ],
)
def test_how_a_position_is_written(position, text):
    assert fen.dumps(position) == text
    assert read(text) == position


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("KdQd - -", "K-Qd - -"),
        ("kD/10H/tS - -", "Kd/Th/Ts - -"),
        ("xxxx:Kd - -", "4x:Kd - -"),
        ("2X1x:Kd xx5x -", "3x:Kd 7x -"),
        ("  Kd   3c/4c\t-\n", "Kd 3c/4c -"),
        ("Kd/3c 5h6h7h -", "Kd/3c 5h6h/7h -"),
        ("Kd - SH", "Kd - sh"),
        ("Kd - - rules=woods", "Kd - -"),
        ("Kd - - rules=cells=2 cells=3c", "Kd - - cells=3c,- rules=cells=2"),
        ("4-2c:Kd 9-8h -", "4c3c2c:Kd 9h/8h -"),
        ("Kd", "Kd - -"),
        ("Kd rules=cells=1 cells=-", "Kd - - rules=cells=1"),
    ],
)
def test_what_else_is_read(text, same):
    assert fen.dumps(read(text)) == same
    assert read(text) == read(same)
    with pytest.raises(NotationError, match=r"not how it is written|more text"):
        fen.loads(text, options=ReadOptions(partial=True, strict=True))


def test_hand_and_suits_left_out_are_worked_out_as_for_a_diagram():
    position = line.loads(LINES[1]).hide()
    tableau = fen.dumps(position).split()[0]
    assert fen.loads(tableau) == position
    assert fen.loads(line_removed()).removed == (Suit.SPADES,)
    told = ReadOptions(hand=20)
    assert fen.loads(tableau, options=told) == position
    with pytest.raises(PositionError, match="with 10 cards in the hand"):
        fen.loads(tableau, options=ReadOptions(hand=10))


def line_removed() -> str:
    return fen.dumps(line.loads(LINES[3])).split()[0]


def test_rules_come_from_the_options_where_the_line_has_none():
    options = ReadOptions(partial=True, rules=PRESETS["modern"])
    assert fen.loads("Kd - -", options=options).rules == PRESETS["modern"]
    assert fen.loads("Kd - - rules=woods", options=options).rules == WOODS


# What is refused


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "there is nothing to read"),
        ("Kd//Qh - -", 4, "column 2 is empty"),
        ("Kd//- - -", 4, "column 2 is empty"),
        ("Kd:/Qh - -", 3, "column 1 has no face-up card after its ':'"),
        (":Kd - -", 1, "column 1 has no face-down card before its ':'"),
        ("4x:3x:Kd - -", 6, "column 1 has a second ':'"),
        ("xxxx6d/Qh - -", 1, "'x' stands for face-down cards, and these are face up"),
        ("4X:5xKd - -", 4, "'5x' stands for face-down cards"),
        ("4??:Kd - -", 1, "'4' has no suit"),
        ("??:Kd - -", 1, "'??' stands for a face-up card"),
        ("Kd ?? -", 4, "'??' stands for a face-up card"),
        ("Kd?h - -", 3, "one '?' is no card"),
        ("K - -", 1, "'K' has no suit"),
        ("KdQ/3c - -", 3, "'Q' has no suit"),
        ("10 - -", 1, "'10' has no suit"),
        ("s9 - -", 1, "'s' has no rank before it"),
        ("Kd/1h - -", 4, "'1' has no suit"),
        ("Kd/9-K - -", 4, "the run '9-K' has no suit"),
        ("Kd/9-Ks - -", 4, "'9-Ks' is no run: it goes down"),
        ("Kd/9-9s - -", 4, "'9-9s' is no run"),
        ("Kd/9h-8h - -", 6, "'-' has no place here"),
        ("Kd/-3c - -", 4, "'-' has no place here"),
        ("Kd/3c,4c - -", 6, "',' has no place here"),
        ("Kd/é - -", 4, "'é' has no place here"),
        ("0x:Kd - -", 1, "'0x': not a number of cards from 1 to 104"),
        ("105x:Kd - -", 1, "'105x': not a number of cards"),
        ("99999x:Kd - -", 1, "'9' has no suit"),
        ("/".join(["Kd"] * 11) + " - -", 31, "11 columns; there can be 1 to 10"),
        ("Kd -", 5, "the removed suits are missing"),
        ("Kd 3c/4c4h/5c -", 7, "row 2 of the hand has 2 cards"),
        ("Kd/3d 3c/4c -", 7, "row 1 of the hand has 1 card"),
        ("Kd 3c//4c -", 7, "cards are missing"),
        ("Kd - x", 6, "'x' is not a suit"),
        ("Kd - s-", 7, "'-' is not a suit"),
        ("Kd - - -", 8, "nothing more can stand here"),
        ("Kd - - Qh", 8, "nothing more can stand here"),
        ("Kd - - rule=modern", 8, "no field is called 'rule' (did you mean 'rules'?)"),
        ("Kd - - rules=modren", 14, "no rules are called 'modren'"),
        ("Kd - - rules=cells=9", 14, "cells: there can be 0 to 4, not 9"),
        ("Kd - - rules=woods rules=woods", 20, "a second 'rules='"),
        ("Kd rules=woods - -", 4, "'rules=' stands too early"),
        ("rules=woods", 1, "the columns are missing"),
        ("Kd - - cells=Kd,Q", 17, "'Q' has no suit"),
        ("Kd - - cells=", 14, "cards are missing"),
        ("Kd - - cells=3c4c", 14, "more than one card for a free cell"),
        ("Kd - - cells=2x", 14, "'2x' stands for face-down cards"),
        ("Kd - - dealt=", 14, "cards are missing"),
        ("Kd - - dealt=Z", 14, "'Z' has no place here"),
        ("Kd - - dealt=3c", 8, "the dealt part has 1 card, but with 0 in the hand"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(text, column, reason):
    with pytest.raises(NotationError) as caught:
        read(text)
    error = caught.value
    assert reason in str(error)
    assert (error.place.line, error.place.column) == (1, column)


def test_a_message_in_full():
    with pytest.raises(NotationError) as caught:
        fen.loads("4x:6d/K-9s/xx2h/- 50x -", name="<argument>")
    assert str(caught.value).splitlines() == [
        "<argument>:1:12: 'x' stands for face-down cards, and these are face up",
        "    1 | 4x:6d/K-9s/xx2h/- 50x -",
        "      |            ^",
        "expected ':' after the face-down cards; a face-up card that isn't known is '??'",
    ]


def test_the_dealt_part_must_agree():
    position = deal(1)
    other = replace(position, dealt=deal(2).dealt)
    with pytest.raises(NotationError, match="is in the deck"):
        fen.loads(fen.dumps(other))


def test_the_cards_are_counted():
    with pytest.raises(PositionError, match="there are 3 Kd"):
        read("KdKdKd - -")
    with pytest.raises(PositionError, match="too few for 104"):
        fen.loads("/".join(["Kd"] * 2 + ["-"] * 8) + " - -")
    with pytest.raises(PositionError, match="the rules give none"):
        read("Kd - - cells=3c")


@given(st.text(alphabet="KQTA1032-/:x?cdhs =,cells rules dealt", max_size=60))
def test_any_text_is_read_or_refused(text):
    fen.recognises(text)
    found = outcome(text)
    assert found is None or str(found)
    assert not isinstance(found, NotationError) or found.place is not None


@given(st.sampled_from(LINES), st.data())
def test_every_damage_is_explained(text, data):
    text = fen.dumps(line.loads(text))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text("Kd-/:x? =T1", max_size=2)) + text[at + cut :]
    found = outcome(text)
    assert found is None or str(found)


def outcome(text: str) -> SpiderError | None:
    try:
        read(text)
    except SpiderError as found:
        return found
    return None


@pytest.mark.parametrize(
    "text",
    [
        "9-" * 500_000,
        "a/" * 500_000,
        "104x" * 250_000,
        "104x" * 1000 + ":Kd - -",
        "Kd/" * 1300 + "Kd",
        "Kd " * 1300,
        " " * 1_000_000,
        "/".join(["Kd"] * 100_000) + " - -",
        "Kd - - rules=" + "a=b;" * 900,
        "Kd - - cells=" + "," * 4000,
    ],
)
def test_hostile_texts_end_in_an_error_soon(text):
    began = time.process_time()
    fen.recognises(text)
    with pytest.raises(SpiderError):
        read(text)
    assert time.process_time() - began < 10


def test_recognition():
    assert fen.recognises("4x:6d/K-9s 50x -")
    assert fen.recognises("Kd/Qh - -")
    assert fen.recognises("Kd/K-9s")
    assert fen.recognises("4x:6d/Qh")
    assert fen.recognises("Kd - - rules=modern")
    assert fen.recognises("4x:6d/K-9z/Zs/Qh - -")
    for text in (
        "",
        "Kd",
        "Kd Qh 3c",
        "xxxxx6d5c9c8dJd8c/Kd4c",
        "Kd/Qh",
        "4x:6d/K-9z/Zs/Wh - -",
        "9-6s from 7 to 3",
        " --\t --\n",
        "{}",
        LINES[0],
        "deal",
    ):
        assert not fen.recognises(text), text


def test_the_example_is_a_position():
    position = fen.loads(fen.FORMAT.example)
    assert position == line.loads(LINES[7]).hide()


def test_the_examples_of_the_docs_can_be_read():
    text = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"```fen\n(.*?)```", text, re.DOTALL)
    examples = [example for block in blocks for example in block.splitlines()]
    assert len(examples) >= 6
    for example in examples:
        assert fen.dumps(read(example)) == example


def test_equal_positions_are_written_alike():
    a = Position((Column((), cards("Kd Qd")),), cards("3c"))
    b = Position((Column((), cards("Kd Qd")),), cards("3c"))
    assert fen.dumps(a) == fen.dumps(b)


# Columns as they are written are read all at once: it must be as if card by card


def thoroughly(tableau: str) -> tuple[Column, ...] | None:
    try:
        return tuple(map(fen._column, tableau.split("/")))
    except fen._Unreadable:
        return None


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_columns_as_they_are_written_are_read_at_once(position):
    tableau = fen.dumps(position).split()[0]
    quickly = fen._written_columns(tableau)
    assert quickly == position.columns or (quickly is None and "?" in tableau and "x" in tableau)
    assert thoroughly(tableau) == position.columns


TOKENS = ["Kd", "K-Js", "9-8", "9-Ks", "A-Kd", "Th", "10h", "kd", "4x", "x", "105x", "0x", "X"]
SIGNS = ["??", "?", ":", ":", "/", "/", "-", "-", "-/", "/-", "s", "9", "1", "é"]


@given(st.lists(st.sampled_from(TOKENS + SIGNS), max_size=12).map("".join))
def test_what_is_read_at_once_means_the_same_card_by_card(tableau):
    quickly = fen._written_columns(tableau)
    assert quickly is None or quickly == thoroughly(tableau)


def test_one_sign_more_or_less_is_never_read_otherwise_at_once():
    tableau = "Kd9h:K-9s2h/-/4xTh:Jd3c/5c/-/3x:K-Ac"
    for text in (tableau, tableau.replace("4x", "Qs").replace("3x", "Qd")):
        assert fen._written_columns(text) is not None
        for at in range(len(text)):
            for sign in ("", *"K9s-:/x?"):
                for changed in (text[:at] + sign + text[at + 1 :], text[:at] + sign + text[at:]):
                    quickly = fen._written_columns(changed)
                    assert quickly is None or quickly == thoroughly(changed)


# What mails make of a line

SENT = (
    "K-QhJdT-7s6-4c/KsTh9-8d/KhQs8s7-4h8-Ad7d/QhAcAc4s3h/J-Tc9-8h/QdJ-Th6-5s4-2hAs/JsK-2c3s/"
    "9s9cKc9-6h5d4s/TsK-9d8c7-5s/6dQ-Js 20x -"
)
UNCOMMON = "Kd/4x:3s3s/- 3c??Ks - cells=Kh,- rules=modern;cells=2".replace("??", "x")


def folded(text: str, width: int) -> str:
    return "".join(text[at : at + width] + "\n" for at in range(0, len(text), width))


def quoted(text: str) -> str:
    return re.sub("(?m)^", "> ", text.rstrip("\n")) + "\n"


PASTED = {
    "quoted": quoted(SENT),
    "quoted twice": quoted(quoted(SENT)),
    "wrapped": folded(SENT, 60),
    "wrapped and quoted": quoted(folded(SENT, 47)),
    "wrapped short": quoted(folded(SENT, 11)),
    "wrapped at its blanks": SENT.replace(" ", "\n"),
    "blanks about the slashes": SENT.replace("/", " / "),
    "suits as signs": SENT.translate(str.maketrans("cdhs", "♣♦♥♠")),
    "introduced": f"My position:\n{SENT}\n",
    "introduced in its line": f"> My position: {SENT}\n",
    "signed": f"{SENT}\n-- \nA. Player, K/A\n",
    "in a mail": quoted(f"Hello,\n\n{folded(SENT, 72)}\nCan you win this/that?\n\n--\nA."),
}


@pytest.mark.parametrize("way", PASTED)
def test_what_mails_make_of_a_line_is_read(way):
    text = PASTED[way]
    assert formats.recognise(text) is fen.FORMAT
    assert formats.loads(text) == fen.loads(SENT)
    with pytest.raises(NotationError):
        fen.loads(text, options=ReadOptions(strict=True))


@given(full_positions(unknown_face_up=True), st.integers(20, 80))
def test_any_line_that_is_wrapped_comes_back_or_is_unclear(position, width):
    text = quoted(folded(fen.dumps(position), width))
    try:
        assert fen.loads(text) == position
    except NotationError as error:
        # Of the cards at the end, more or less can be the hand.
        assert "in two ways" in error.message  # noqa: PT017


def test_fields_are_wrapped_too():
    for width in (12, 20, 30, 40):  # not within the name of a field
        assert read(quoted(folded(UNCOMMON, width))) == read(UNCOMMON)


def test_faults_of_a_wrapped_line_are_shown_where_they_are():
    text = quoted(folded(SENT.replace("9s9cKc", "9s9zKc"), 60))
    error = refusal(text)
    assert (error.message, error.place.line, error.place.column) == ("'9' has no suit", 2, 32)
    with pytest.raises(PositionError, match="105 cards"):
        formats.loads(quoted(folded(SENT.replace("Ks", "KsKs", 1), 60)))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"{SENT}\nCan you win it?\n", (2, 1)),
        (f"{SENT}\n\ncells=Kh\nand more\n", (3, 1)),
        (f"{SENT}\n\n{SENT}\n", (3, 1)),
    ],
)
def test_nothing_that_may_belong_to_a_line_is_dropped(text, place):
    error = refusal(text)
    assert (error.place.line, error.place.column) == place
    assert "an empty line between it and other text" in error.expected


def refusal(text: str, **told: ReadOptions) -> NotationError:
    with pytest.raises(NotationError) as caught:
        formats.loads(text, **told)
    assert caught.value.place is not None
    return caught.value


@pytest.mark.parametrize(
    "above", ["Mind the Ks\n\n", "Problem 1\n\n", "Study 5\n", "> Deal 14934\n>\n> "]
)
def test_a_heading_is_no_part_of_the_line_below_it(above):
    text = "Qs/x:Kd/Kh - -"
    position = formats.loads(f"{above}{text}\n", options=ReadOptions(partial=True))
    assert position == fen.loads(text, options=ReadOptions(partial=True))


def test_small_letters_alone_are_a_word_of_the_heading():
    for above in ("Bob asks\n", "asks\n\n"):
        options = ReadOptions(partial=True)
        assert formats.loads(f"{above}Qs/x:Kd/Kh - -", "fen", options=options).columns[0].up
    for above in ("ks9s\n", "9sks\n"):
        with pytest.raises(NotationError):
            formats.loads(f"{above}Qs/x:Kd/Kh - -", "fen", options=ReadOptions(partial=True))


def test_a_field_below_words_is_not_dropped():
    error = refusal(f"{SENT}\n\nMind the rules:\nrules=cells=1\n")
    assert error.message == "nothing more can stand here"


def test_two_lines_one_below_the_other_are_not_put_together():
    with pytest.raises(NotationError):
        fen.loads("x:Th/Kd/Qs\n4x:Kd/Th/- - -\n", options=ReadOptions(partial=True))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x:5h/4c\n\nx:9h/8c\n", 3),
        ("x:5h/4c\nx:5h/4c\n", 2),
        ("> 5x:Td/4x:9s/4x:Kd\n> 7d/2x:4c/x:9s\n", 2),
    ],
)
def test_columns_of_two_positions_are_not_taken_for_a_wrapped_line(text, line):
    error = refusal(text, options=ReadOptions(partial=True))
    assert error.message == "this can be two positions, or one that is wrapped"
    assert error.place.line == line


@pytest.mark.parametrize("width", range(30, 80))
def test_a_whole_line_that_is_cut_anywhere_is_one_line(width):
    for partial in (False, True):
        found = formats.loads(folded(SENT, width), "fen", options=ReadOptions(partial=partial))
        assert found == fen.loads(SENT)


def test_ten_columns_that_are_cut_are_one_position():
    text = "4c5h/9s8s/Kd/-/7c/3x:Kh\nQh/2s/9d/Tc/3s - -\n"
    options = ReadOptions(partial=True)
    found = formats.loads(text, "fen", options=options)
    assert found == fen.loads(text.replace("\n", "", 1), options=options)


def test_words_above_two_lines_are_no_part_of_them():
    error = refusal("Mine:\nx:5h/4c\nx:9h/8c\n", options=ReadOptions(partial=True))
    assert "two positions" in error.message


def test_two_lines_of_which_the_first_is_wrapped():
    text = "5x:Td/\n4x:9s/\n4x:Kd\n7d/2x:4c/x:9s\n"
    with pytest.raises(NotationError):
        formats.loads(text, "fen", options=ReadOptions(partial=True))


@pytest.mark.parametrize("at", ["\n", "\n> "])
def test_a_line_that_is_cut_where_columns_meet_is_one(at):
    for text in (f"5x:Td/4x:9s/{at}4x:Kd7d/x:9s", f"5x:Td/4x:9s{at}/4x:Kd7d/x:9s - -"):
        whole = text.replace(at, "")
        options = ReadOptions(partial=True)
        assert formats.loads(text, "fen", options=options) == fen.loads(whole, options=options)


@pytest.mark.parametrize(("above", "column"), [("fen =", 5), ("=", 1), ("position =", 10)])
def test_a_sign_without_a_name_of_a_field_is_shown(above, column):
    error = refusal(f"{above} {SENT}")
    assert error.message == "'=' has no name of a field before it"
    assert (error.place.column, error.place.width) == (column, 1)


def test_a_hand_on_a_line_of_its_own_becomes_no_column():
    columns, hand, _ = fen.dumps(find_problem("woods-4").start).split()
    # Its ten cards could as well lie in the last column, and none be in the hand.
    assert "can be read in two ways" in refusal(f"{columns}\n{hand}\n").message
    for gap in (" ", "\n"):
        text = f"5x:Td/4x:9s/4x:Kd/5x:Jd/4x:4s/4x:8h/5x:Qh/4x:Qd/4x:7s/5x:9d{gap}50x"
        assert refusal(text).message == "the removed suits are missing"


@pytest.mark.parametrize("below", ["Jack", "Kat", "JD", "Hasta", "-", "Chad\n\nJD"])
@pytest.mark.parametrize("wrapped", [200, 72, 65, 48])
def test_words_of_card_letters_below_an_empty_line_are_other_text(below, wrapped):
    text = f"{folded(SENT, wrapped)}\n{below}\n"
    assert formats.recognise(text) is fen.FORMAT
    assert formats.loads(text) == fen.loads(SENT)


def test_a_field_below_an_empty_line_is_still_one():
    text = "K-9s2h/Kd - -"
    for gap in ("\n\n", "\n\n\n"):
        below = f"{text}{gap}rules=modern\n"
        assert read(below).rules == PRESETS["modern"]


@pytest.mark.parametrize("between", ["", "And then:\n\n", "Jack\n\n"])
def test_a_second_line_is_never_dropped(between):
    refusal(f"{SENT}\n\n{between}{SENT}\n")


@pytest.mark.parametrize("glued", ["({})", "<pre>{}", "1.{}", '"{}"', "Before:{}"])
def test_a_second_line_glued_to_something_is_told(glued):
    other = fen.FORMAT.example
    second = glued.format(other)
    for text, row in ((f"{second}\n\n{other}\n", 1), (f"{other}\n\n{second}\n", 3)):
        with pytest.raises(NotationError, match="another position stands here") as caught:
            formats.loads(text)
        place = caught.value.place
        assert place.line == row
        assert text.splitlines()[row - 1][place.column - 1 :].lstrip(":").startswith("5x:Td/")


def test_slashes_of_dates_and_paths_are_no_second_line():
    words = "(1/2/2026), <a/b/c> 'and/or' (1/2/3/4/5/6/7/8/9/10)"
    text = f"{words}:\n\n{fen.FORMAT.example}\n\n{words}\n"
    assert formats.loads(text) == fen.loads(fen.FORMAT.example)


@pytest.mark.parametrize("width", [30, 50, 60, 70])
def test_words_right_below_a_wrapped_line_are_shown(width):
    text = (
        "K-QhJdT-7s6-4c/KsTh9-8d/KhQs8s7-4h8-Ad7d/QhAcAc4s3h/J-Tc9-8h/QdJ-Th6-5s4-2hAs/JsK-2c3s/"
        "9s9cKc9-6h5d4s/TsK-9d8c7-5s/6dQ-Js 20x -"
    )
    text = folded(text, width).rstrip() + "\nAny ideas?\n"
    for sent in (text, quoted(text)):
        with pytest.raises(NotationError, match="nothing more can stand here") as caught:
            formats.loads(sent)
        assert "an empty line between it and other text" in caught.value.expected


@pytest.mark.parametrize("above", ["A: ", "JD:\n", "A:\n"])
def test_a_word_with_a_colon_stands_above_a_line(above):
    assert formats.loads(f"{above}{fen.FORMAT.example}") == fen.loads(fen.FORMAT.example)


def test_a_word_behind_others_was_cut_off_there_if_it_is_cards():
    text = "Deal of the KdQdJdTd9d8d\n4x:9s/4x:Kd - -\n"
    assert read(text) == read("KdQdJdTd9d8d4x:9s/4x:Kd - -")
    text = "Deal of the Kd\n4x:9s/4x:Kd - -\n"
    assert read(text) == read("4x:9s/4x:Kd - -")


def test_a_line_in_very_many_pieces_is_refused_soon():
    began = time.process_time()
    with pytest.raises(NotationError):
        fen.loads("Kd/Kd:KdKdKdKd\n" + "KdKdKdKdKdKdKd\n" * 1000)
    assert time.process_time() - began < 5


def test_a_line_with_all_its_fields_is_none_without_removed_suits():
    # The hand could stand in the last column, and "-" be the hand.
    text = (
        "9d/-/6c3s7dQs8d/5s9c/Ah:3c7dKh2c4s3d6dAs3dKcTsJsKd8d9h2s5h9d7c8sJcQcAc4d7s2s7sAsQh3h4h"
        "QhTdAc4c2cTh5sQdQs2h6d4h5c7cJdKd2d7h3cJhAhKs6s9s5-4c3s8hAd4d/-/JdJsJh8s3h8h9s4sQcTs6h/"
        "QdKsKh5d7h2h6c/9h8c2dJc/9-8c TcAd5d5hTdKcTc6hTh6s -"
    )
    assert fen.loads(quoted(folded(text, 20))) == fen.loads(text)


def test_a_line_may_be_wrapped_below_the_first_colon():
    text = "3h5c9d2s8d4c:Td/4x:9s/4x:Kd - -"
    assert read(folded(text, text.index(":") + 1)) == read(text)


@pytest.mark.parametrize("down", ["5x:", "x:", "Kd9s:", "K-Qd9s:", "3xKd:", "5 x:", "> 5x:"])
def test_face_down_cards_above_the_rest_of_a_line_are_no_heading(down):
    for between in (" ", "\n"):
        text = f"{down}{between}6d/4x:Th/2c - -\n"
        if text.startswith(">"):
            text = text.replace("\n6d", "\n> 6d")
        try:
            position = formats.loads(text, options=ReadOptions(partial=True))
        except NotationError:
            continue
        assert position.columns[0].down


@pytest.mark.parametrize("above", ["Bob asks:", "How Anne acts:", "What now ????", "Spider 2x:"])
def test_words_of_card_letters_above_a_line_are_no_cards(above):
    whole = fen.dumps(deal(7))
    assert formats.loads(f"{above}\n{whole}\n") == fen.loads(whole)


def test_a_line_that_was_cut_within_its_first_column_behind_other_words():
    options = ReadOptions(partial=True)
    whole = formats.loads("3hAhTd9d:7c/As4cKdAs:7d", options=options)
    for text in (
        "Three columns are left: 3hAh\nTd9d:7c/As4cKdAs:7d\n",
        "Three columns are left: 3hAhTd9d:\n7c/As4cKdAs:7d\n",
        "> Three columns are left: 3hAh\n> Td9d:7c/As4cKdAs:7d\n",
    ):
        for written in (text, text.lower(), text.upper()):
            assert formats.loads(written, options=options) == whole
    # Never is the rest of the column taken for all of it.
    for cut in (
        "Position: x:Kd\n9-8s/5x:4-3c/- - -\n",
        "x:Kd\n9-8s/4-3c/- - -",
        "kd9s8h\n7c/4-3c/-",
    ):
        for written in (cut, cut.lower(), cut.upper()):
            with pytest.raises(NotationError):
                formats.loads(written, options=options)
