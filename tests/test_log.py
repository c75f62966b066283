"""The move log of save files, as a notation for scripts."""

import time
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import engine, scripts
from spiderpos.deals import deal, seeded
from spiderpos.errors import NotationError, NotWritable, SpiderError, WrongTurn
from spiderpos.formats import ReadOptions, fen, save
from spiderpos.moves import Deal, Remove, Shift, ToCell
from spiderpos.replay import ReplayError, replay
from spiderpos.rules import PRESETS
from spiderpos.scripts import log

from .boards import COMPLETE, board
from .positions import random_middle, random_play


def written(position, *moves):
    """The log of these moves, played from the position."""
    steps = []
    for move in moves:
        steps.append(engine.do(position, move))
        position = steps[-1].after
    return log.dumps(steps)


def value(text: str) -> int:
    return 64 * (ord(text[0]) - 48) + ord(text[1]) - 48


def rewritten(text: str, moves: str) -> bool:
    """Whether a script, written as a log, plays the same."""
    position = fen.loads(text, options=ReadOptions(partial=True))
    played = replay(position, scripts.loads(moves))
    return replay(position, log.loads(log.dumps(played.steps))).steps == played.steps


def test_a_card_under_a_suit_that_goes_off_isn_t_turned_up_by_the_move_before_that():
    suit = "KhQhJhTh9h8h7h6h5h4h3h2hAh"
    assert rewritten(f"-/3h5d:{suit}5h - - rules=automatic_removal=yes", "5h from 2 to 1")


def test_what_a_log_can_t_hold_is_refused_when_it_s_written():
    run = "KsQsJsTs9s8s7s6s5s4s3s2sAsKs"
    with pytest.raises(NotWritable, match="a move of 14 cards"):
        rewritten(f"{run}/-/4h - - rules=kings_on_aces=yes", "14 cards from 1 to 2")


def test_the_cards_that_a_log_can_t_say_are_named():
    position = fen.loads("-/x:5h/Td - -", options=ReadOptions(partial=True))
    named = replay(position, scripts.loads("5h from 2 to 1, turning up 9c; 9c from 2 to 3")).steps
    assert list(map(str, log.unsaid(named))) == ["9c"]
    with pytest.raises(ReplayError, match="not known"):
        replay(position, log.loads(log.dumps(named)))
    assert not log.unsaid(replay(position, scripts.loads("5h from 2 to 1")).steps)
    assert rewritten("-/x:5h/Td - -", "5h from 2 to 1")


# The encoding


def test_a_move_is_one_number_of_two_characters():
    position = board("(6s) 9s 8s", "-- 3c", "10h")
    text = written(position, Shift(1, 3, 2))
    assert len(text) == 3
    assert value(text) == 1 + 11 * (3 + 11 * (14 * 1 + 2))
    assert value(written(board("6s 9s", "-- 3c", "10h"), Shift(1, 3, 1))) == 1 + 11 * (3 + 11)


def test_a_row_dealt_is_written_as_the_x11_program_does():
    # record (0, 0, 0, True): no columns, no count, and the bit for a card turned up.
    assert value(written(deal(1), Deal())) == 11 * 11 * 14
    assert written(deal(1), Deal(), Deal()) == "JNJN."


def test_a_suit_removed():
    position = board("-- " + COMPLETE[0], COMPLETE[1])
    assert value(written(position, Remove(1))) == 1 + 11 * (0 + 11 * (14 + 13))
    assert value(written(position, Remove(2))) == 2 + 11 * (0 + 11 * 13)


def test_the_first_moves_of_woods_example():
    script = log.loads("N2MlLd.")
    records = [(r.source, r.target, r.count, r.turned) for r in script.instructions]
    assert records == [(8, 9, 1, True), (2, 9, 1, True), (7, 2, 1, True)]
    assert [r.place.column for r in script.instructions] == [1, 3, 5]


# Games


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 200))
def test_a_game_comes_back(number, random, moves):
    position = deal(number)
    steps = tuple(random_play(position, random, moves))
    text = log.dumps(steps)
    assert len(text) == 2 * len(steps) + 1
    assert replay(position, log.loads(text)).steps == steps
    if len(steps) > 2:
        assert log.recognises(text)
        assert scripts.recognise(text) is log.SCRIPT_FORMAT


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_under_other_rules_comes_back(name):
    for number in range(20):
        position = seeded(number, rules=PRESETS[name])
        steps = [
            step
            for step in random_play(position, Random(number), 300)
            if type(step.move) in (Shift, Deal, Remove)
        ]
        before = position
        played = []
        for step in steps:
            if step.before != before:
                break
            played.append(step)
            before = step.after
        assert replay(position, log.loads(log.dumps(played))).steps == tuple(played)


def test_a_suit_that_goes_off_by_itself_gets_a_move_of_its_own():
    almost = COMPLETE[3].removesuffix(" As")
    rules = PRESETS["modern"]
    start = board(f"(4h) {almost}", "-- 5c As", "", "Kd", rules=rules)
    text = written(start, Shift(2, 1, 1), Shift(4, 3, 1))
    by_hand = board(f"(4h) {almost}", "-- 5c As", "", "Kd")
    assert text == written(by_hand, Shift(2, 1, 1), Remove(1), Shift(4, 3, 1))
    played = replay(start, log.loads(text))
    assert [step.move for step in played.steps] == [Shift(2, 1, 1), Shift(4, 3, 1)]
    assert log.dumps(played.steps) == text


def test_cards_turned_up_stay_unknown_where_they_are_not_known():
    position = board("-- 9s", "-- 3c", "10h")
    text = written(position, Shift(1, 3, 1))
    assert replay(position, log.loads(text)).end == board("??", "-- 3c", "10h 9s")


# What the log says of cards turned up


def test_a_wrong_turned_bit_is_an_illegal_move():
    position = board("(6s) 9s", "-- 3c", "10h 10d")
    right = written(position, Shift(1, 3, 1))
    number = value(right) - 11 * 11 * 14
    wrong = chr(48 + number // 64) + chr(48 + number % 64) + "."
    with pytest.raises(ReplayError, match="a card of column 1 is turned up, but the log") as e:
        replay(position, log.loads(wrong))
    assert isinstance(e.value.reason, WrongTurn)
    other = board("6s 9s", "-- 3c", "10h 10d")
    with pytest.raises(ReplayError, match="says that a card of column 1 is turned up, but none"):
        replay(other, log.loads(right))


def test_a_row_with_or_without_the_bit():
    position = deal(1)
    for turned in (0, 1):
        for count in (0, 10):
            number = 11 * 11 * (14 * turned + count)
            text = chr(48 + number // 64) + chr(48 + number % 64) + "."
            assert replay(position, log.loads(text)).steps[0].move == Deal()


# What is refused


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", (1, 1), "no full stop at its end"),
        ("N2Ml", (1, 5), "no full stop at its end"),
        ("N2Ml.more", (1, 6), "there is text after the full stop"),
        ("N2M.", (1, 3), "has 3 characters, and a move has two"),
        ("N2 Ml.", (1, 3), "a blank has no place in a move log"),
        ("N2\tMl.", (1, 3), "a tab has no place in a move log"),
        ("N2\nM!.", (2, 2), "'!' has no place in a move log"),
        ("N2oo.", (1, 3), "'oo' is no move (their number is too large)"),
        ("N205.", (1, 3), "'05' is no move (a suit removed has 13 cards, not 0)"),
        ("N20;.", (1, 3), "'0;' is no move (a row dealt has no target and no count"),
        ("N20<.", (1, 3), "'0<' is no move (from column 1 to column 1 itself)"),
        ("N20=.", (1, 3), "'0=' is no move (no cards from column 2 to column 1)"),
        (">" + "N2Ml.", (1, 5), "has 5 characters"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(text, place, reason):
    with pytest.raises(NotationError) as caught:
        log.loads(text)
    assert reason in str(caught.value)
    assert (caught.value.place.line, caught.value.place.column) == place


def test_line_breaks_inside_dont_count():
    for text in ("N2\nMlLd.", "N\r\n2MlLd\n.\n", "\n N2MlLd."):
        records = log.loads(text).instructions
        assert [(r.source, r.target) for r in records] == [(8, 9), (2, 9), (7, 2)]
        assert [r.text for r in records] == ["N2", "Ml", "Ld"]
    assert log.loads("N\n2.").instructions[0].place.line == 1


def test_an_empty_log():
    assert log.dumps(()) == "."
    assert log.loads(".").instructions == ()


def test_cells_cant_be_written():
    rules = PRESETS["pipkin-beginner"]
    position = seeded(1, rules=rules)
    with pytest.raises(NotWritable, match="moves to and from free cells: write it as words"):
        written(position, ToCell(1, 1))


def test_the_log_of_a_save_file_is_a_script():
    position = deal(5)
    steps = tuple(random_play(position, Random(1), 40))
    text = save.dumps_game(position, steps)
    script = scripts.loads(text, name="game.save")
    assert scripts.recognise(text) is scripts.find("save")
    with pytest.raises(NotationError, match="a whole save file is read as 'save'"):
        log.loads(text)
    assert replay(position, script).steps == steps
    assert str(script.instructions[0].place) == "game.save:2:1"


# Told from other notations


@pytest.mark.parametrize(
    ("columns", "moves", "wanted"),
    [
        ("2c/3d/Kh/9c/9d/9h/5h:Q-As/-/-/-", "Q-As from 7 to 3", "ab\n."),
        (
            "3s/2c/3d/5hKh:K-As/9c/5s:Q-Ad/9d/9h/9s/-",
            "K-As from 4 to 10, Q-Ad from 6 to 4",
            "deal\n.",
        ),
    ],
)
def test_a_log_that_others_could_read_has_its_full_stop_on_a_line_of_its_own(
    columns, moves, wanted
):
    position = fen.loads(f"{columns} - -", options=ReadOptions(partial=True))
    steps = replay(position, scripts.loads(moves)).steps
    text = log.dumps(steps)
    assert text == wanted
    assert replay(position, scripts.loads(text)).steps == steps
    assert f"\n{text.replace(chr(10), '')}\n" in save.dumps_game(position, steps)


@pytest.mark.parametrize("word", ["ab.", "deal.", "DEAL.", "ab;bc;cd.", "ab\nbc\ncd.", "<ab>."])
def test_what_others_can_read_is_theirs_without_that(word):
    assert len(log.loads(word).instructions) * 2 == len(word.replace("\n", "")) - 1
    assert not log.recognises(word)
    assert scripts.loads(word) != log.loads(word)
    assert log.recognises(word[:-1] + "\n.")


@pytest.mark.parametrize("text", [" ab \n.", "ab\t\r\n.\r\n", "    ab\n    .\n", "ab \n \n."])
def test_blanks_beside_a_line_end_count_for_nothing(text):
    """As mail and indentation put them there."""
    assert scripts.recognise(text) is log.SCRIPT_FORMAT
    (found,) = log.loads(text).instructions
    assert (found.text, found.place.line) == ("ab", 1)
    longer = " \n ".join(["N2Ml"] * 3)
    assert len(log.loads(f"{longer}.").instructions) == 6


def test_blanks_in_a_log_are_looked_at_once():
    with pytest.raises(NotationError, match="a blank has no place"):
        log.loads(f"ab{' ' * 1_000_000}ab.")


@pytest.mark.parametrize("text", ["2b.", "=d.", r"7c9\.", "3o."])
def test_digits_and_signs_are_no_word(text):
    assert scripts.recognise(text) is log.SCRIPT_FORMAT


@given(st.sampled_from(tuple(PRESETS.values())), st.randoms(use_true_random=False))
def test_what_any_notation_writes_is_read_back_without_its_name(rules, random):
    position = random_middle(random, rules)
    steps = tuple(random_play(position, random, random.randrange(1, 4)))
    for notation in scripts.SCRIPT_FORMATS.values():
        with suppress(NotWritable):
            assert replay(position, scripts.loads(notation.dumps(steps))).steps == steps


# Robustness


@given(st.text(alphabet="0JNl2M.\n /o", max_size=40))
def test_any_text_is_read_or_refused(text):
    log.recognises(text)
    found = outcome(text)
    assert found is None or str(found)


def outcome(text: str) -> SpiderError | None:
    try:
        log.loads(text)
    except SpiderError as found:
        return found
    return None


@pytest.mark.parametrize(
    "text",
    ["9-" * 500_000, "JN" * 500_000 + ".", "JN" * 500_000, "\n" * 1_000_000 + ".", "/" * 1_000_000]
    + ["JN\n" * 300_000 + ".", "a/" * 500_000 + "." + "a/" * 10],
)
def test_hostile_texts_end_soon(text):
    began = time.process_time()
    log.recognises(text)
    outcome(text)
    assert time.process_time() - began < 10


def test_too_many_moves_are_refused():
    with pytest.raises(NotationError, match="20000 moves are the most"):
        log.loads("JN" * 100_000 + ".")


@pytest.mark.parametrize(
    "text", ["", ".", "deal.", "lead.", "ab,bc.", "9-6s from 7 to 3.", "ab", "N2Ml", "Kd", "N2M."]
)
def test_recognition_leaves_other_texts_alone(text):
    assert not log.recognises(text)


def test_the_example():
    assert len(log.loads(log.SCRIPT_FORMAT.example).instructions) == 3
    assert log.recognises(log.SCRIPT_FORMAT.example)
