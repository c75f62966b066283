"""The registry of notations for positions."""

import io
import itertools
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.deals import deal, seeded
from spiderpos.errors import (
    NotationError,
    NotWritable,
    PositionError,
    SpiderError,
    UnknownFormat,
)
from spiderpos.formats import FORMATS, ReadOptions, diagram, line
from spiderpos.play.opening import game_of_text
from spiderpos.position import Column, Position
from spiderpos.rules import PRESETS

from .positions import random_play
from .strategies import full_positions, rule_sets

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def written(position: Position) -> dict[str, str]:
    """The position in every notation that can hold it."""
    texts = {}
    for format in FORMATS.values():
        try:
            texts[format.name] = format.dumps(position)
        except NotWritable:
            assert format.lossy
    return texts


@given(
    st.integers(1, 10**6),
    st.sampled_from(list(PRESETS.values())),
    st.randoms(use_true_random=False),
    st.integers(0, 120),
    st.booleans(),
)
def test_every_notation_recognises_what_it_writes_and_no_other_does(
    number, rules, random, moves, hide
):
    position = deal(number, rules=rules)
    for step in random_play(position, random, moves):
        position = step.after
    for name, text in written(position.hide() if hide else position).items():
        found = formats.recognise(text)
        assert found is not None
        assert found.name == name


@given(full_positions(rule_sets(), unknown_face_up=True))
def test_what_holds_everything_is_recognised_for_any_position(position):
    for name in ("json", "fen"):
        text = formats.dumps(position, name)
        assert formats.recognise(text) is FORMATS[name]
        assert formats.loads(text) == position


@pytest.mark.parametrize("text", LINES)
def test_woods_positions_in_every_notation(text):
    position = line.loads(text)
    for name, other in written(position).items():
        options = ReadOptions(hand=len(position.hand), removed=position.removed)
        back = formats.loads(other, name, options=options)
        assert back.hide() == position.hide(), name
        if not FORMATS[name].lossy:
            assert back == position
            assert line.dumps(back) == text


def test_every_entry_is_complete():
    for name, format in FORMATS.items():
        assert name == format.name == name.lower()
        assert format.summary
        assert not format.summary.endswith(".")
        assert format.example
        assert not any(row.startswith("\t") for row in format.example.splitlines()[:1])
        assert max(map(len, format.example.splitlines())) <= 100


def test_notations_are_found_by_name():
    assert formats.find("LINE") is line.FORMAT
    with pytest.raises(
        UnknownFormat, match=r"no notation is called 'xml'; there are .*save, line"
    ):
        formats.find("xml")
    with pytest.raises(UnknownFormat):
        formats.dumps(line.loads(LINES[0]), "xml")
    with pytest.raises(UnknownFormat):
        formats.loads(LINES[0], "xml")


def test_a_text_in_no_notation_names_those_there_are():
    with pytest.raises(NotationError) as caught:
        formats.loads("\n  hello, world", name="note.txt")
    text = str(caught.value)
    assert text.startswith("note.txt:2:3: no notation for positions is recognised here\n")
    assert all(f"\n  {f.name}: {f.summary}" in text for f in FORMATS.values())
    with pytest.raises(NotationError, match="there is nothing to read"):
        formats.loads(" \n")


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("Kd 9s 8q", 7, "'8q' is no card: there is no suit q"),
        ("9d 4h 5", 7, "'5' is no cell of a diagram"),
        ("  9d,4h 5s", 3, "'9d,4h' is no cell of a diagram"),
        ("--  5h  11s\n 3c", 9, "'11s' is no card: there is no rank 11"),
    ],
)
def test_a_slip_in_what_seems_to_be_a_diagram_is_named(text, column, said):
    with pytest.raises(NotationError) as caught:
        formats.loads(text)
    assert caught.value.message == said
    assert (caught.value.place.line, caught.value.place.column) == (1, column)
    with pytest.raises(NotationError, match=said):
        formats.loads(text, "diagram")


@pytest.mark.parametrize("bad", ["1Oh", "Qx", "Q", "1h", "(s)", "hello"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_bad_cell_in_the_first_row_below_prose_is_named(bad, number):
    row, *rows = diagram.dumps(find_problem(f"woods-{number}").start).splitlines()
    first, _, rest = row.split("\t", 2)
    text = "\n".join(["Hello, look at this.", "", f"{first}\t{bad}\t{rest}", *rows])
    with pytest.raises(NotationError, match="is no ") as caught:
        formats.loads(text)
    place = caught.value.place
    assert (place.line, place.column) == (3, len(first) + 2)


@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize("name", ["diagram", "letters", "letters-text", "letters-hand", "fen"])
def test_after_one_slip_the_notation_is_recognised_and_the_slip_named(name, number):
    text = formats.dumps(find_problem(f"woods-{number}").start, name)
    cells = list(re.finditer(r"--|(?:10|[\dATJQK])[cdhs]", text))
    slips = itertools.cycle(["0z", "zz", "1h", "Zh"])
    for cell, slip in zip(cells[:: 1 + len(cells) // 40], slips, strict=False):
        spoilt = text[: cell.start()] + slip + text[cell.end() :]
        with pytest.raises(NotationError) as told:
            formats.loads(spoilt, name)
        with pytest.raises(NotationError) as caught:
            formats.loads(spoilt)
        assert str(caught.value) == str(told.value), slip
        assert caught.value.place.line == 1 + text.count("\n", 0, cell.start())


@pytest.mark.parametrize("slip", ["0h", "-0h", "0d"])
@pytest.mark.parametrize("gap", ["\t", "   "])
def test_a_slip_that_only_a_hand_file_may_have_makes_no_hand_file_of_a_diagram(slip, gap):
    rows = [gap.join(["Kd"] * 10)] * 12
    spoilt = "\n".join([*rows[:5], rows[0].replace("Kd", slip, 1), *rows])
    assert formats.recognise(spoilt) is diagram.FORMAT
    with pytest.raises(NotationError, match=f"'{slip}' is no c") as caught:
        formats.loads(spoilt)
    assert caught.value.place.line == 6


def test_a_path_or_a_date_is_no_position_with_a_slip_in_it():
    for text in ("https://www.spiderpos.example/a/b/c/d/e - -", "and/or/if/not/xor: 3-4 - -"):
        assert formats.recognise(text) is None, text


def test_an_error_of_a_printed_diagram_says_nothing_of_hand_files():
    rows = diagram.dumps(find_problem("woods-2").start).splitlines()
    rows[2] += "\t Kh\t Ks"
    with pytest.raises(NotationError, match="the first row has 10 columns") as caught:
        formats.loads("\n".join(rows))
    assert caught.value.message.endswith("columns")


def test_the_format_can_be_named_or_given():
    position = line.loads(LINES[1])
    for format in (None, "line", "Line", line.FORMAT):
        assert formats.loads(LINES[1], format) == position
    assert formats.dumps(position, "line") == formats.dumps(position, line.FORMAT) == LINES[1]


def test_files(tmp_path):
    position = line.loads(LINES[1])
    for name in written(position):
        path = tmp_path / name
        formats.dump(position, path, name)
        assert path.read_text().endswith("\n")
        options = ReadOptions(hand=20, removed=())
        assert formats.load(path, options=options).hide() == position.hide()
        with path.open() as file:
            assert formats.load(file, name, options=options).hide() == position.hide()
    out = io.StringIO()
    formats.dump(position, out, "line")
    assert out.getvalue() == LINES[1] + "\n"
    (tmp_path / "bad").write_text("?")
    with pytest.raises(NotationError, match=r"bad:1:1: no notation"):
        formats.load(tmp_path / "bad")


@given(st.text())
def test_recognition_never_raises(text):
    formats.recognise(text)


@given(st.text(alphabet='ABCJQK0123456789cdhsx-/|:.,(){}[]"\t\n ><=', max_size=200))
def test_any_text_is_read_or_refused(text):
    for format in (None, *FORMATS.values()):
        found = outcome(text, format)
        assert found is None or str(found)


def outcome(text, format) -> SpiderError | None:
    try:
        formats.loads(text, format, options=ReadOptions(partial=True))
    except SpiderError as found:
        return found
    return None


@pytest.mark.parametrize("format", [None, *FORMATS.values()], ids=lambda f: f.name if f else "any")
@pytest.mark.parametrize(
    "text",
    [
        "9-" * 500_000,
        "(" * 1_000_000,
        "((" * 1000 + "\n" * 100_000,
        "\t".join([" 9s"] * 100_000),
        "\n".join([" --"] * 100_000),
        " " * 1_000_000,
        "x" * 1_000_000,
        "Kd/" * 300_000,
    ],
    ids=["runs", "brackets", "breaks", "columns", "rows", "blanks", "xs", "slashes"],
)
def test_hostile_texts_end_in_an_error_soon(text, format):
    began = time.process_time()
    assert outcome(text, format) is not None
    # Linear reading takes far less, quadratic reading minutes.
    assert time.process_time() - began < 10


# What isn't quite a notation


def test_hand_files_without_a_face_down_card():
    text = formats.dumps(find_problem("woods-5").start, "letters-hand")
    assert "-" not in text
    assert formats.recognise(text).name == "letters-hand"
    assert formats.loads(text) == find_problem("woods-5").start
    # Rows of a diagram look the same if no ten is written with a 0.
    for unclear in (text.replace("0", "T"), "Kh Qh\n" * 10 + "empty\n"):
        with pytest.raises(NotationError, match="is read with --from letters-hand"):
            formats.loads(unclear)
    assert formats.loads(text.replace("0", "T"), "letters-hand") == formats.loads(text)


@pytest.mark.parametrize("text", ["KhQs/Jh - -", "KhQs/Jh" + "/-" * 8 + " - -"])
def test_an_error_about_a_partial_position_names_the_option(text):
    with pytest.raises(PositionError) as caught:
        formats.loads(text)
    assert str(caught.value).count("--partial") == 1
    assert str(caught.value).endswith(
        "missing: Ac, Ac, Ad, Ad, Ah, Ah, As, As, 2c, 2c, 2d and 90 more"
    )


def test_an_error_about_a_small_diagram_names_the_option():
    with pytest.raises(NotationError, match="is read with --partial"):
        formats.loads("My position:\n10h\t 9s\n\t 8s\n")


def test_a_fen_with_a_field_too_many_shows_it():
    text = formats.dumps(find_problem("woods-3").start.hide(), "fen")
    assert formats.recognise(text + " 5").name == "fen"
    for more in (" 5", " 5 7", " - -"):
        with pytest.raises(NotationError) as caught:
            formats.loads(text + more)
        assert caught.value.place.column == len(text) + 2


def test_letters_that_are_no_columns():
    for text, place in (("ak\n", 1), ("be, bl", 5), ("<ak,hi>", 2)):
        with pytest.raises(NotationError, match=r"'[ab][kl]' is not a move") as caught:
            scripts.loads(text)
        assert caught.value.place.column == place
    for text in ("Move it", "ak be see", "deal"):
        assert scripts.recognise(text) is not scripts.find("letters")


@pytest.mark.parametrize("number", ["\u0663", "1_0", " 3", "0x3", "3.0"])
def test_numbers_are_in_plain_digits(number):
    for args in (["deal", number], ["show", "woods-1", "--number", number]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 2
        assert "is not a valid integer" in result.stderr


def test_every_script_format_ends_with_a_line_end():
    for name in scripts.SCRIPT_FORMATS:
        args = ["convert-script", "woods-1", "-", "--as", name]
        result = CliRunner().invoke(main, args, input="Jh from 8 to 9")
        assert result.exit_code == 0
        assert result.stdout.endswith("\n")
        again = CliRunner().invoke(
            main,
            ["convert-script", "woods-1", "-", "--script-from", name, "--as", "words"],
            input=result.stdout,
        )
        assert again.stdout == "Jh from 8 to 9, turning up 6s\n"


@pytest.mark.parametrize("name", ["json", "solvitaire", "kpat"])
def test_quoted_mail_is_read_in_notations_that_do_not_know_it(name):
    position = deal(1)
    text = formats.dumps(position, name)
    for mark in ("> ", ">", "> > "):
        quoted = "".join(f"{mark}{row}\n" for row in text.splitlines())
        assert formats.recognise(quoted) is formats.FORMATS[name]
        assert formats.loads(quoted) == formats.loads(text)
        assert formats.loads(quoted, name) == formats.loads(text)
        with pytest.raises(NotationError):
            formats.loads(quoted, name, options=ReadOptions(strict=True))


def test_a_quoted_text_in_no_notation_is_called_quoted():
    with pytest.raises(NotationError, match="without the '>' marks"):
        formats.loads('> {\n> "session": 1\n> }\n')


@pytest.mark.parametrize(
    "name", ["diagram", "letters", "letters-text", "letters-hand", "kpat", "solvitaire"]
)
@pytest.mark.parametrize("suits", [1, 2])
def test_a_game_of_fewer_suits_is_told_how_it_can_be_read(name, suits):
    position = seeded(1, suits=suits)
    columns = tuple(Column((), column.down + column.up) for column in position.columns)
    text = formats.dumps(replace(position, columns=columns), name)
    preset = {1: "one-suit", 2: "two-suits"}[suits]
    with pytest.raises(PositionError, match=rf"\n.*\(--rules {preset}\) no card .*often\Z"):
        formats.loads(text, name)
    formats.loads(text, name, options=ReadOptions(rules=PRESETS[preset]))


@pytest.mark.parametrize(("name", "key"), [("fen", "rules="), ("json", "rules: ")])
def test_a_text_that_says_its_rules_is_told_other_rules_and_no_option(name, key):
    text = formats.dumps(seeded(1, rules=PRESETS["two-suits"]), name)
    assert "two-suits" in text
    for rules, cure in (("woods", f"{key}two-suits"), ("modern", "suits=2")):
        with pytest.raises(PositionError) as caught:
            formats.loads(text.replace("two-suits", rules), name)
        assert caught.value.hint.startswith(f"with two suits ({cure}) ")


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("save", "session")])
@pytest.mark.parametrize("fence", [("```", "```"), ("```text", "```"), ("<pre>", "</PRE>")])
def test_fences_around_a_position_are_passed_over(name, fence):
    text = formats.dumps(find_problem("woods-5").start, name).rstrip("\n")
    fenced = "\n".join((fence[0], text, fence[1], ""))
    assert formats.recognise(fenced) is FORMATS[name]
    assert formats.loads(fenced) == formats.loads(text)
    with pytest.raises(NotationError):
        formats.loads(fenced, options=ReadOptions(strict=True))


def test_a_fault_between_fences_is_shown_where_it_is():
    with pytest.raises(NotationError) as caught:
        formats.loads("```\n4x:6d/K-9s/xx2h/- 50x -\n```\n")
    assert (caught.value.place.line, caught.value.place.column) == (2, 12)


@pytest.mark.parametrize("end", ["", " - -"])
def test_suits_may_be_signs_between_slashes(end):
    text = "Kc9h3h/Kd10s/Kh4s/Qs3s" + end
    signs = text.translate(str.maketrans("cdhs", "\u2663\u2666\u2665\u2660"))
    partial = ReadOptions(partial=True)
    assert formats.loads(signs, options=partial) == formats.loads(text, options=partial)


@pytest.mark.parametrize("first", ["diagram", "fen", "letters-text"])
@pytest.mark.parametrize("second", ["diagram", "fen", "letters-text"])
def test_of_two_positions_in_different_notations_none_is_taken(first, second):
    one, other = (find_problem(f"woods-{number}").start for number in (1, 4))
    if first != second:
        with pytest.raises(NotationError) as caught:
            formats.loads(f"{formats.dumps(one, first)}\n\n{formats.dumps(other, second)}\n")
        assert "two positions" in caught.value.message
        same = outcome(f"{formats.dumps(one, first)}\n\n{formats.dumps(one, second)}\n", None)
        assert "two positions" not in str(same)


@pytest.mark.parametrize(
    "around", ["> {}", "```\n{}\n```", "<pre>\n{}\n</pre>", "> ```\n> {}\n> ```"]
)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("fen", "kpat"),
        *itertools.product(("diagram", "save"), ("fen", "json", "solvitaire", "letters")),
    ],
)
def test_of_two_positions_none_is_taken_if_one_is_quoted_or_fenced(
    tmp_path, first, second, around
):
    one = formats.dumps(find_problem("woods-1").start, first)
    other = formats.dumps(find_problem("woods-3").start, second).rstrip("\n")
    quoted = "\n> ".join(other.split("\n")) if ">" in around else other
    text = f"{one}\n\n{around.format(quoted)}\n"
    for whole in (text, "".join(f"> {row}\n" for row in text.splitlines())):
        if first == "save" and whole != text:
            continue  # a quoted save file is refused as such
        with pytest.raises(NotationError, match="two positions") as caught:
            game_of_text(whole)
        place = caught.value.place
        assert whole.splitlines()[place.line - 1].strip("> ").startswith(other.splitlines()[0])
        (tmp_path / "two.txt").write_text(whole)
        found = CliRunner().invoke(main, ["show", str(tmp_path / "two.txt")])
        assert "two positions" in found.output


def test_a_second_position_is_read_by_the_rules_of_the_first():
    options = ReadOptions(rules=PRESETS["one-suit"])
    one, other = (deal(number, rules=options.rules) for number in (1, 2))
    second = formats.dumps(one, "kpat")
    fens = [formats.dumps(each, "fen").split(" rules=")[0] for each in (one, other)]
    with pytest.raises(NotationError, match="two positions"):
        formats.loads(f"{fens[1]}\n\n{second}", options=options)
    formats.loads(f"{fens[0]}\n\n{second}", options=options)


def test_positions_that_differ_in_what_is_hidden_are_two():
    one = deal(1)
    first, *others = one.columns
    turned = Column((*first.down[1:], first.down[0]), first.up)
    for other in (
        replace(one, columns=(turned, *others), dealt=()),
        replace(one, hand=(*one.hand[1:], one.hand[0]), dealt=()),
    ):
        with pytest.raises(NotationError, match="two positions"):
            formats.loads(f"{formats.dumps(one, 'fen')}\n\n{formats.dumps(other, 'kpat')}")
        hidden = formats.dumps(other.hide(), "fen")
        formats.loads(f"{hidden}\n\n{formats.dumps(one, 'kpat')}")


def test_the_same_position_with_a_card_not_known_is_no_second_one():
    one = formats.dumps(find_problem("woods-1").start, "fen")
    text = formats.dumps(find_problem("woods-1").start, "diagram")
    formats.loads(f"{one}\n\n{text.replace(' 6d', ' ??')}")
    with pytest.raises(NotationError, match="two positions"):
        formats.loads(f"{one}\n\n{text.replace(' 6d', ' 5d')}", options=ReadOptions())


@pytest.mark.parametrize(
    ("first", "second"), [("diagram", "fen"), ("fen", "save"), ("save", "json")]
)
@pytest.mark.parametrize("words", [["show"], ["info"]])
def test_commands_refuse_two_positions_too(tmp_path, first, second, words):
    one, other = (find_problem(f"woods-{number}").start for number in (1, 4))
    file = tmp_path / "two.txt"
    file.write_text(f"{formats.dumps(one, first)}\n\n{formats.dumps(other, second)}\n")
    found = CliRunner().invoke(main, [*words, str(file)])
    assert found.exit_code == 2
    assert "two positions" in found.output
    with pytest.raises(NotationError, match="two positions"):
        game_of_text(file.read_text())


def test_a_fenced_session_is_read_by_commands(tmp_path):
    runner, file = CliRunner(), tmp_path / "game.json"
    assert runner.invoke(main, ["session", "new", str(file), "woods-1"]).exit_code == 0
    file.write_text(f"```json\n{file.read_text()}```\n")
    assert runner.invoke(main, ["show", str(file)]).exit_code == 0
    assert runner.invoke(main, ["replay", "woods-1", str(file)]).exit_code == 0
    assert game_of_text(file.read_text())[0].start == find_problem("woods-1").start
