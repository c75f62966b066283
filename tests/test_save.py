"""Save files: written, read back move by move, cut short, and damaged."""

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import engine, formats, scripts
from spiderpos.cards import Suit
from spiderpos.cli import main
from spiderpos.deals import deal
from spiderpos.engine import Step
from spiderpos.errors import NotationError, NotWritable, SpiderError
from spiderpos.formats import ReadOptions, diagram, line, save
from spiderpos.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from spiderpos.position import Position
from spiderpos.replay import replay
from spiderpos.rules import PRESETS, Rules
from spiderpos.scripts import log, saved
from spiderpos.source import SourceText, printable

from .boards import COMPLETE, board
from .positions import random_play

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def played(position: Position, *moves: Move) -> tuple[Step, ...]:
    steps = []
    for move in moves:
        steps.append(engine.do(position, move))
        position = steps[-1].after
    return tuple(steps)


def game(number: int = 7, moves: int = 80) -> tuple[Position, tuple[Step, ...], str]:
    start = deal(number)
    steps = tuple(random_play(start, Random(number), moves))
    return start, steps, save.dumps_game(start, steps)


def error(text: str, **options) -> str:
    with pytest.raises(NotationError) as caught:
        save.load_game(text, name="g.save", options=ReadOptions(**options))
    assert caught.value.place is not None
    return str(caught.value)


# Whole files


def test_the_opening_of_woods_first_example():
    start = line.loads(LINES[0])
    steps = played(start, Shift(8, 9), Shift(2, 9), Shift(7, 2), Shift(7, 2))
    text = save.dumps_game(start, steps)
    first, second, empty, *rows = text.splitlines()
    assert line.loads(first) == steps[-1].after
    assert second == "N2MlLdLd."
    assert empty == ""
    assert rows[3] == " --\t 4c\t --\t --\t --\t --\t10h\t 6s\t --\t --"
    assert "\n".join(rows) + "\n" == diagram.dumps(steps[-1].after)
    loaded = save.load_game(text)
    assert loaded == save.SavedGame(steps[-1].after, start, steps, start, ())


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 150))
def test_a_game_can_be_left_anywhere_and_taken_up_again(number, random, moves):
    start = deal(number)
    steps = tuple(random_play(start, random, moves))
    text = save.dumps_game(start, steps)
    loaded = save.load_game(text, options=ReadOptions(strict=True))
    assert loaded.start == loaded.deal == start if steps else loaded.deal == start
    assert loaded.steps == steps
    assert loaded.position == (steps[-1].after if steps else start)
    assert loaded.notes == ()
    assert save.loads(text) == loaded.position
    assert formats.recognise(text) is save.FORMAT
    assert save.dumps_game(loaded.start, loaded.steps) == text


@given(st.integers(1, 10**6), st.randoms(use_true_random=False), st.integers(0, 60))
def test_where_the_deck_isnt_known_the_moves_are_taken_back(number, random, moves):
    """As in a file saved from a conundrum: the log begins at a position set up by hand."""
    start = deal(number)
    for step in random_play(start, random, 60):
        start = step.after
    start = replace(start, dealt=())
    steps = tuple(random_play(start, random, moves))
    loaded = save.load_game(save.dumps_game(start, steps))
    assert loaded.deal is None
    assert loaded.start == start
    assert loaded.steps == steps
    assert loaded.notes == ()


def test_removals_and_rows_are_taken_back_too():
    start = board(
        "-- " + COMPLETE[Suit.HEARTS],
        *[f"{rank}c" for rank in "23456789J"],
        hand=" ".join(f"{rank}s" for rank in "A23456789J"),
    )
    steps = played(start, Deal(), Shift(3, 4, 1), Shift(2, 3, 1))
    options = ReadOptions(partial=True)
    assert save.load_game(save.dumps_game(start, steps), options=options).start == start
    steps = played(start, Remove(1), Deal(), Shift(2, 3, 1))
    loaded = save.load_game(save.dumps_game(start, steps), options=options)
    assert loaded.start == start
    assert loaded.steps == steps
    assert loaded.position.removed == (Suit.HEARTS,)


def test_a_won_game():
    start = board(COMPLETE[Suit.SPADES], *[""] * 9)
    steps = played(start, Remove(1))
    text = save.dumps_game(start, steps)
    assert save.load_game(text, options=ReadOptions(partial=True)).steps == steps


@pytest.mark.parametrize("name", ["modern", "one-suit", "modern-relaxed", "woods-leftmost"])
def test_under_other_rules(name):
    rules = PRESETS[name]
    for number in range(1, 12):
        start = deal(number, rules=rules)
        steps = tuple(random_play(start, Random(number), 250))
        loaded = save.load_game(save.dumps_game(start, steps), options=ReadOptions(rules=rules))
        assert loaded.steps == steps
        assert loaded.start == start


def test_a_position_without_moves():
    for text in LINES:
        position = line.loads(text)
        written = save.dumps(position)
        assert written.splitlines()[:3] == [text, ".", ""]
        loaded = save.load_game(written)
        assert loaded.position == loaded.start == position
        assert loaded.notes == loaded.steps == ()
        assert save.loads(written, options=ReadOptions(strict=True)) == position


def test_the_moves_serve_as_a_script():
    start, steps, text = game()
    assert replay(start, scripts.loads(text)).steps == steps


def test_what_cant_be_written():
    rules = Rules(cells=1)
    start = deal(1, rules=rules)
    steps = played(
        start, next(m for m in engine.legal_moves(start) if type(m).__name__ == "ToCell")
    )
    with pytest.raises(NotWritable, match="cards in free cells"):
        save.dumps_game(start, steps)
    _, steps, _ = game()
    with pytest.raises(ValueError, match="don't follow one another"):
        save.dumps_game(deal(1), steps)


# What is tolerated


def test_line_breaks_inside_the_log_and_the_line():
    _, steps, text = game()
    first, second, rest = text.split("\n", 2)
    wrapped = "\n".join(second[i : i + 33] for i in range(0, len(second), 33))
    assert save.load_game(f"{first}\n{wrapped}\n{rest}").steps == steps
    broken = first[:70] + "\n" + first[70:]
    assert save.load_game(f"{broken}\n\n{second}\r\n{rest}").steps == steps


def test_the_diagram_as_the_x11_program_writes_it():
    # Ten tabs a row, (sp) without a blank before it, and a last row of tabs.
    _, steps, text = game()
    first, second, _, *rows = text.splitlines()
    rows = [row + "\t" * (10 - row.count("\t")) for row in rows]
    written = "\n".join([first, second, "", *rows, "\t" * 10, ""])
    loaded = save.load_game(written)
    assert loaded.steps == steps
    assert loaded.notes == ()
    position = line.loads(LINES[1])
    assert save.loads(
        save.dumps(position).replace("\t(sp)", "\t(sp)\t").replace("(sp)\t\t", "(sp)\t")
    )


def test_a_diagram_with_blanks_for_tabs():
    _, steps, text = game()
    first, second, rest = text.split("\n", 2)
    assert save.load_game(f"{first}\n{second}\n{rest.expandtabs(8)}").steps == steps


# Save files as scripts


def test_a_save_file_is_a_script_as_far_as_it_goes():
    start, steps, text = game()
    first, second = text.splitlines()[:2]
    for cut, count, said in (
        (first, 0, "after the save line: it has no moves"),
        (first + "\n\n", 0, "after the save line: it has no moves"),
        (f"{first}\n{second[:20]}", 10, "cut off in the move log, after 10 moves"),
        (f"{first}\n{second[:21]}\n", 10, "cut off in the move log, after 10 moves"),
        (f"{first}\n{second}", len(steps), ""),
        (text, len(steps), ""),
    ):
        script = scripts.loads(cut)
        assert scripts.recognise(cut) is saved.SCRIPT_FORMAT
        assert replay(start, script).steps == steps[:count]
        assert said in "".join(script.notes)
        assert bool(script.notes) == bool(said)
        save.check_end(cut, steps[-1].after if count == len(steps) else start)
    with pytest.raises(NotationError, match="the file is cut off in it"):
        saved.loads(first[:150])


def test_the_moves_of_a_script_must_lead_to_the_line():
    start, steps, text = game()
    end = steps[-1].after
    assert save.check_end(text, end) == ()
    assert save.check_end(text, end.hide()) == ()
    assert save.check_end("\n".join(text.splitlines()[:2]), end) == (
        "the file ends after the move log: it has no diagram",
    )
    assert "cut off in the diagram" in save.check_end(text[:-30], end)[0]
    with pytest.raises(NotationError, match="don't lead to the position of the save line:\ncol"):
        save.check_end(text, steps[-2].after)
    other = line.dumps(start) + text[text.index("\n") :]
    with pytest.raises(NotationError, match="don't lead to the position of the save line"):
        save.check_end(other, end)
    with pytest.raises(NotationError, match="a face-down card below"):
        save.check_end(text.replace(" --", " 5c", 1), end)


def test_a_script_is_written_as_a_save_file():
    _, steps, text = game()
    assert scripts.dumps(steps, "save") == text
    with pytest.raises(NotWritable, match="no moves"):
        scripts.dumps((), "save")
    assert scripts.loads(saved.SCRIPT_FORMAT.example).instructions


def test_a_game_that_goes_on_from_a_known_deck():
    # By its deck the programs would play the moves from the deal, so it isn't written.
    start, steps, text = game()
    middle = save.load_game(text).position
    more = tuple(random_play(middle, Random(3), 5))
    loaded = save.load_game(save.dumps_game(middle, more))
    assert loaded.steps == more
    assert loaded.deal is None
    assert save.load_game(save.dumps_game(middle, ())).deal == start
    assert save.load_game(save.dumps_game(start, steps + more)).deal == start


def run(*args, text=None):
    result = CliRunner().invoke(main, list(args), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    moves = "Jh from 8 to 9\n10d from 2 to 9\n3c from 7 to 2\n"
    (tmp_path / "game.save").write_text(
        run("replay", "woods-1", "-", "--as", "save", text=moves).stdout
    )
    first, second, *_ = (tmp_path / "game.save").read_text().splitlines()
    (tmp_path / "line.save").write_text(first + "\n")
    (tmp_path / "log.save").write_text(f"{first}\n{second[:-3]}")
    (tmp_path / "cut.line").write_text(first[:140])
    return tmp_path


@pytest.mark.parametrize(
    ("file", "moves", "said"),
    [
        ("game.save", 3, ""),
        ("log.save", 2, "log.save: the file is cut off in the move log, after 2 moves"),
        ("line.save", 0, "line.save: the file ends after the save line: it has no moves"),
    ],
)
def test_replaying_a_save_file(folder, file, moves, said):
    for args in (("woods-1", file), (file,), ("woods-1", file, "--script-from", "save")):
        result = run("replay", *args)
        assert result.exit_code == 0, result.output
        assert f"{moves or 'no'} moves" in result.stderr
        assert said in result.stderr
    from_input = run("replay", "-", text=(folder / file).read_text())
    assert from_input.stdout == result.stdout or not moves
    assert from_input.exit_code == 0


def test_replaying_what_holds_no_game(folder):
    result = run("replay", "woods-1:commentary")
    assert result.exit_code == 2
    assert "name a SCRIPT (a file of moves" in result.stderr
    result = run("replay", "game.save", "--script-from", "letters")
    assert result.exit_code == 2
    result = run("replay", "woods-1", "cut.line")
    assert result.exit_code == 2
    assert "cut.line:1:141: the save line has no full stop at its end" in result.stderr


def test_going_on_with_a_save_file(folder):
    result = run("replay", "game.save", "-", "--as", "save", text="6d from 1 to 10\n")
    (folder / "longer.save").write_text(result.stdout)
    for args in (("longer.save",), ("woods-1", "longer.save")):
        assert "4 moves, all legal" in run("replay", *args).stderr
    words = run("convert-script", "longer.save", "--as", "prose").stdout
    assert words.splitlines()[-1] == "6d from 1 to 10, turning up Jd"
    assert (
        run("convert-script", "woods-1", "-", "--as", "save", text=words).stdout == result.stdout
    )
    assert run("convert-script", "longer.save", "--as", "log").stdout == "N2MlLdN6.\n"


def test_a_save_file_of_another_game_is_no_script_for_this_one(folder):
    text = (folder / "game.save").read_text()
    start = run("show", "woods-1", "--as", "line").stdout
    (folder / "other.save").write_text(start + text[text.index("\n") + 1 :])
    result = run("replay", "woods-1", "other.save")
    assert result.exit_code == 2
    assert "don't lead to the position of the save line" in result.stderr


# Files cut short


def test_the_line_alone():
    for text in (LINES[0], LINES[2] + "\n", game()[2].splitlines()[0] + "\n\n"):
        loaded = save.load_game(text)
        assert loaded.steps == ()
        assert loaded.start == loaded.position == line.loads(text)
        assert loaded.notes == (
            "the file ends after the save line: it has no moves and no diagram",
        )
    start, _, text = game()
    assert save.load_game(text.splitlines()[0]).deal == start


def test_cut_off_after_the_log():
    _, steps, text = game()
    for cut in ("\n".join(text.splitlines()[:2]), "\n".join(text.splitlines()[:3]) + "\n"):
        loaded = save.load_game(cut)
        assert loaded.steps == steps
        assert loaded.notes == ("the file ends after the move log: it has no diagram",)
        assert save.recognises(cut)


def test_cut_off_in_the_log():
    start, steps, text = game()
    first, second = text.splitlines()[:2]
    for length in range(1, len(second)):
        loaded = save.load_game(f"{first}\n{second[:length]}")
        count = length // 2
        assert loaded.steps == steps[:count]
        assert loaded.start == start
        assert loaded.position == steps[-1].after
        words = {0: "no moves", 1: "1 move"}.get(count, f"{count} moves")
        assert loaded.notes == (f"the file is cut off in the move log, after {words}",)


def test_cut_off_in_the_log_of_an_unknown_deck():
    start = line.loads(LINES[2])
    steps = tuple(random_play(start, Random(1), 20))
    text = save.dumps_game(start, steps)
    first, second = text.splitlines()[:2]
    loaded = save.load_game(f"{first}\n{second[:20]}")
    assert loaded.steps == ()
    assert loaded.position == steps[-1].after
    assert "after 10 moves, which can't be placed without the rest" in loaded.notes[0]


def test_cut_off_anywhere_in_the_diagram():
    _, steps, text = game()
    begin = text.index("\n\n") + 2
    for length in range(begin + 1, len(text.rstrip())):
        if not text[begin:length].strip():
            continue
        loaded = save.load_game(text[:length])
        assert loaded.steps == steps
        rows = text[begin:length].rstrip().count("\n")
        (note,) = loaded.notes
        assert note.startswith("the file is cut off in the diagram, after row ")
        assert int(note.split()[-1]) - rows in (0, 1)
    assert save.load_game(text.rstrip()).notes == ()


def test_without_a_log():
    _, _, text = game()
    first, _, rest = text.split("\n", 2)
    loaded = save.load_game(f"{first}\n{rest}")
    assert loaded.steps == ()
    assert loaded.position == line.loads(first)
    assert loaded.notes == ("the file has no move log",)
    assert save.recognises(f"{first}\n{rest}")


# Damage


def test_a_move_lost_or_changed_is_named():
    _, _, text = game()
    first, second, rest = text.split("\n", 2)
    message = error(f"{first}\n{second[:10]}{second[12:]}\n{rest}")
    assert message.startswith("g.save:2:")
    assert "of the log can't be played: " in message or "doesn't lead to the save" in message
    assert "'z' has no place in a move log" in error(f"{first}\n{second[:8]}z{second[9:]}\n{rest}")
    assert "a move has two: one was lost" in error(f"{first}\n{second[:8]}{second[9:]}\n{rest}")


def test_the_log_must_lead_to_the_line():
    _, steps, text = game()
    first, second, rest = text.split("\n", 2)
    message = error(f"{first}\n{second[:-3]}.\n{rest}")
    assert "the move log doesn't lead to the save line's position" in message
    assert f"after move {len(steps) - 1}, the last one, column " in message
    other = line.dumps(played(deal(8), next(engine.legal_moves(deal(8))))[0].after)
    assert "of the log can't be played" in error(f"{other}\n{second}\n{rest}")


def test_no_changed_character_of_a_log_goes_unnoticed():
    _, steps, text = game(moves=60)
    first, second, rest = text.split("\n", 2)
    random = Random(5)
    for at in range(len(second) - 1):
        for new in random.sample(line.ALPHABET, 6):
            changed = second[:at] + new + second[at + 1 :]
            if new == second[at]:
                continue
            loaded = outcome(f"{first}\n{changed}\n{rest}")
            if not isinstance(loaded, SpiderError):
                # The same moves: a row may be written with or without a count.
                assert loaded.steps == steps


def test_no_lost_move_goes_unnoticed():
    _, steps, text = game(moves=60)
    first, second, rest = text.split("\n", 2)
    noticed = 0
    for at in range(0, len(second) - 1, 2):
        loaded = outcome(f"{first}\n{second[:at]}{second[at + 2 :]}\n{rest}")
        if isinstance(loaded, SpiderError):
            noticed += 1
        else:
            # There and back again: other moves, but the line's position.
            assert loaded.steps[-1].after == steps[-1].after
    assert noticed >= len(steps) * 3 // 4


def outcome(text: str) -> save.SavedGame | SpiderError:
    try:
        return save.load_game(text)
    except SpiderError as found:
        return found


def test_a_move_that_cant_be_taken_back_is_named():
    start = line.loads(LINES[2])
    steps = tuple(random_play(start, Random(1), 6))
    first = line.dumps(steps[-1].after)
    full = next(n for n, column in enumerate(steps[-1].after.columns, 1) if len(column.up) > 1)
    to = 1 if full != 1 else 2
    number = full + 11 * (to + 11 * (14 + 1))
    bad = chr(48 + number // 64) + chr(48 + number % 64)
    message = error(f"{first}\n{bad}.\n")
    assert "move 1 of the log can't be taken back from the save line's position: " in message


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ([(1, 0, 13, 0)], "no suit has been removed"),
        ([(1, 2, 13, 0)], "column 2 has only 2 cards face up"),
        ([(1, 2, 2, 0)], "column 2 has no card face up"),
        ([(1, 2, 1, 1)], "column 1 has 3 cards face up where only the one turned up should be"),
        ([(0, 0, 0, 1)], "column 4 has no card of the row that was dealt"),
    ],
)
def test_why_a_move_cant_be_taken_back(moves, reason):
    position = board("Kd Qd Jd", "-- 9s 8s", "Kc 3c", *[""] * 7)
    text = "".join(
        chr(48 + n // 64) + chr(48 + n % 64)
        for n in (a + 11 * (b + 11 * (14 * t + c)) for a, b, c, t in moves)
    )
    message = error(f"{line.dumps(position)}\n{text}.\n", partial=True)
    assert reason in message


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        # 7h would be there a third time, Qs wouldn't.
        ("\t 7d\t", "\t 7h\t", "5:1", "this row of the diagram is another than that of the save"),
        (" Qc\t --\t 3s", " Qs\t --\t 3s", "4:1", "has Qs in row 1 of column 6"),
        ("\t --\t Ad", "\t 8d\t Ad", "5:4", "a face-down card below a face-up one in column 3"),
        ("\t As\n", "\n", "13:1", "has nothing in row 10 of column 10, and the save line has As"),
        ("\t 2s\t", "\t 2s\t Qs", "5:1", "this row of the diagram is another"),
        ("\t 3s\t", "\t xx\t", "4:1", "has -- in row 1 of column 8"),
    ],
)
def test_a_diagram_of_another_position_is_refused(old, new, place, reason):
    text = save.dumps(line.loads(LINES[1]))
    assert text.count(old) >= 1
    message = error(text.replace(old, new, 1))
    assert message.startswith(f"g.save:{place}: ")
    assert reason in message


def test_a_diagram_of_another_size_is_refused():
    text = save.dumps(line.loads(LINES[1]))
    head, rows = text.splitlines()[:3], text.splitlines()[3:]
    nine = [row.rpartition("\t")[0] if row.count("\t") == 9 else row for row in rows]
    assert "the diagram has 9 columns" in error("\n".join([*head, *nine]))
    assert "9c" in error("\n".join([*head, *rows, "\t\t\t\t 9c"]))


def test_what_a_save_line_or_a_log_cannot_hold_a_save_file_cannot():
    start = replace(line.loads(LINES[1]), rules=Rules(cells=1), cells=(None,))
    steps = played(start, ToCell(1, 1), FromCell(1, 1))
    for position, those in ((steps[0].after, ()), (start, steps)):
        with pytest.raises(NotWritable, match=r"'save' can't hold .* free cells"):
            save.dumps_game(position, those)


def test_a_diagram_with_free_cells_is_refused():
    _, _, text = game()
    for held in ("(sp)", "5h"):
        assert "the diagram" in error(f"{text}cells: {held}\n")


def test_text_that_is_no_diagram():
    _, steps, text = game()
    first, second, _ = text.split("\n", 2)
    for below in ("hello", "-- \nDon Woods", "=" * 40, "Cheers,\n\nD."):
        read = save.load_game(f"{first}\n{second}\n\n{below}\n")
        assert read.steps == steps
        assert read.notes == ("the file has no diagram: what follows the save line isn't read",)
    assert "no place in a move log" in error(f"{first}\nhello wörld\n")
    assert error(f"{first}\n{second}\n\nhello\n", strict=True)


@pytest.mark.parametrize("sign", ["=", "-", "*", "~", ".", "_"])
@pytest.mark.parametrize("length", [4, 8, 59, 60, 75, 80, 200])
def test_lines_that_part_texts_are_no_part_of_a_save_file(sign, length):
    """Don Woods has a line of 75 ``=`` above each of his positions."""
    _, _, text = game()
    line, _, rest = text.partition("\n")
    diagram = rest.partition("\n")[2]
    ruler = sign * length
    above = f"{ruler}\n\n{line}\n\n{diagram}"
    for text in (above, f"That was that.\n\n{above}\nMore\n", f"> {ruler}\n{line}\n\n{diagram}"):
        assert save.recognises(text)
        assert save.loads(text) == save.loads(line + "\n")
    for between in ("\n", "\n\n"):
        below = f"{line}{between}{ruler}\n"
        assert save.loads(below) == save.loads(line + "\n")
        assert save.load_game(below).notes


@pytest.mark.parametrize("ruler", ["====", "=" * 70, "......", "....", "-----", "*****", "~~~~"])
def test_a_line_between_the_save_line_and_the_log(ruler):
    _, steps, text = game()
    line, rest = text.split("\n", 1)
    for between in ("\n", "\n\n"):
        assert save.load_game(f"{line}{between}{ruler}\n{rest}").steps == steps


def test_a_log_of_one_move_made_twice_is_no_line_that_parts_texts():
    for cut in ("MMMM.", "MMMM"):
        found = saved.read_log(SourceText(f"\n{cut}\n", ""), 0)
        assert len(found.records) == 2
        assert found.cut_off is (cut == "MMMM")


def test_an_empty_log_above_another_one():
    _, _, text = game()
    line, log, rest = text.split("\n", 2)
    assert "an empty log" in error(f"{line}\n.\n{log}\n{rest}")
    assert save.load_game(f"{line}\n.\n\n{rest}").notes == ()
    for words in ("End.", "Done.", "Hello."):
        assert save.load_game(f"{line}\n.\n{words}\n").steps == ()


def test_rows_apart_from_the_diagram():
    _, _, text = game()
    line, log, rest = text.split("\n", 2)
    below = f"{line}\n{log}\n{rest}\n.\n"
    assert error(below).startswith(f"g.save:{below.count(chr(10))}:")
    assert error(f"{line}\n{log}\n--\n{rest}").startswith("g.save:3:")


def test_a_row_that_differs_is_one_of_the_diagram():
    _, _, text = game()
    line, _, rest = text.partition("\n")
    rows = rest.partition("\n")[2].lstrip("\n").splitlines()
    cards = Counter(" ".join(rows).split())
    twice = next(card for card, count in cards.items() if count == 2 and card not in rows[-1])
    rows[-1] = rows[-1].replace(rows[-1].split()[-1], twice)
    found = error(f"{line}\n\nWords come first.\n\n" + "\n".join(rows) + "\n\nAnd last.\n")
    assert found.startswith(f"g.save:{4 + len(rows)}:")
    assert "another than that of the save line" in found


def test_errors_of_the_line_are_those_of_save_lines():
    _, _, text = game()
    first, rest = text.split("\n", 1)
    damaged = first[:30] + first[31:]
    assert error(f"{damaged}\n{rest}").startswith("g.save:1:")
    assert "'>' marks of a quotation" in error("> " + text)


def test_strict_reading_takes_only_what_is_written():
    _, _, text = game()
    assert save.load_game(text, options=ReadOptions(strict=True)).notes == ()
    first, second, rest = text.split("\n", 2)
    wrapped = f"{first}\n{second[:10]}\n{second[10:]}\n{rest}"
    assert "not how it is written" in error(wrapped, strict=True)


@given(st.data())
def test_every_damage_is_explained(data):
    text = game(moves=15)[2]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(st.text(".\n\t /-0JKdsN", max_size=3)) + text[at + cut :]
    save.recognises(text)
    found = outcome(text)
    assert isinstance(found, save.SavedGame) or str(found)


def test_a_row_whose_cells_stand_in_other_columns_is_named():
    text = game(moves=15)[2]
    place = text.rindex("\t\t")
    damaged = f"{text[:place]}{text[place + 1 :]}"
    found = outcome(damaged)
    assert "this row of the diagram" in str(found) or "the save line has" in str(found)


@pytest.mark.parametrize(
    "tail",
    [
        "\n" + "JN" * 500_000 + ".\n",
        "\n" + "JN" * 10_000 + ".\n",
        "\n" + "M5" * 15_000,
        "\n.\n\n" + " --\t" * 250_000,
        "\n.\n\n" + " --\n" * 100_000,
        "\n.\n\n" + "9-" * 500_000,
        "\n" * 1_000_000 + ".",
        "\n\n" + " " * 1_000_000 + "x",
        "\n\nab" + "\n" * 500_000 + "\xe9",
        "\n\nab" + "\n>" * 300_000 + " \xe9",
    ],
)
def test_hostile_texts_end_soon(tail):
    began = time.process_time()
    for head in (LINES[0], LINES[2]):
        save.recognises(head + tail)
        found = outcome(head + tail)
        assert isinstance(found, save.SavedGame) or str(found)
    assert time.process_time() - began < 10


def test_recognition():
    assert not save.recognises(LINES[0])
    assert not save.recognises(LINES[0] + "\n\n")
    assert not save.recognises("N2MlLd.")
    assert not save.recognises(LINES[0] + "\nHere, to start you off, is an example")
    assert save.recognises(LINES[0] + "\nN2")
    assert save.recognises(LINES[0] + "\n.\n\n --")


def test_the_example():
    loaded = save.load_game(save.FORMAT.example)
    assert loaded.start == line.loads(LINES[0])
    assert log.dumps(loaded.steps) == "N2MlLd."


def test_files(tmp_path):
    _, steps, text = game()
    (tmp_path / "g.save").write_text(text)
    assert save.load(tmp_path / "g.save") == steps[-1].after
    assert formats.load(tmp_path / "g.save") == steps[-1].after


@pytest.mark.parametrize(
    "words",
    ["Here it is:\n", "Hello.\n\nThis is my game. Look:\n\n", "Position: ", "(Woods, 1990) "],
)
def test_words_before_the_line_are_passed_over_but_not_the_line(words):
    _, steps, text = game()
    position = formats.loads(words + text)
    assert position == steps[-1].after
    assert position.dealt == save.loads(text).dealt
    stands_alone = save.load_game(words + text)
    assert stands_alone.steps == steps
    # The line is read too: one that is damaged, quoted or of another position is told.
    at = len(words) + 30
    damaged = words + text[:30] + ("0" if text[30] != "0" else "1") + text[31:]
    with pytest.raises(NotationError) as caught:
        formats.loads(damaged)
    assert caught.value.place.line >= 1 + damaged[:at].count("\n")
    other = text.replace("\n\n", "\n\n 2c", 1)
    with pytest.raises(NotationError):
        formats.loads(words + other)
    with pytest.raises(NotationError, match="not how it is written strictly"):
        formats.loads(words + text, "save", options=ReadOptions(strict=True))


def test_a_quoted_line_after_words_is_told():
    _, _, text = game()
    quoted = "\n".join(f"> {row}" for row in ("Hello", *text.splitlines()))
    with pytest.raises(NotationError, match="the save line is quoted"):
        formats.loads(quoted)


def test_words_about_a_line_without_a_diagram_are_no_save_file():
    assert not save.recognises(f"Hello:\n{LINES[0]}\n\nThat is it.")
    assert not save.recognises(f"Hello:\n{LINES[0]}\n")


# Indented, quoted, and with a line that isn't read


@pytest.mark.parametrize("indent", ["    ", "  ", "        ", "\t", "\xa0 ", "\u202f\u202f"])
def test_an_indented_file_is_read_whole(indent):
    start, steps, text = game()
    rows = text.splitlines()
    wrapped = "\n".join([rows[0][:70], rows[0][70:], rows[1][:40], rows[1][40:], *rows[2:]])
    for written in (text, wrapped, f"What I have:\n\n{text}"):
        indented = "".join(f"{indent}{row}\n" for row in written.splitlines())
        assert formats.recognise(indented) is save.FORMAT
        assert save.load_game(indented) == save.load_game(text)
        assert error(indented, strict=True)
    indented = "".join(f"{indent if row else ''}{row}\n" for row in text.splitlines())
    assert save.load_game(indented).steps == steps
    script = scripts.loads(indented)
    assert script.notes == ()
    assert replay(start, script.instructions).steps == steps
    assert {place.place.column for place in script.instructions} == set(
        range(1 + len(indent), 2 * len(steps) + len(indent), 2)
    )
    assert save.check_end(indented, steps[-1].after) == ()


def test_errors_in_an_indented_file_have_their_places():
    text = game()[2]
    rows = text.splitlines()
    for row, broken in (
        (0, f"{rows[0][:30]}é{rows[0][31:]}"),
        (1, f"{rows[1][:30]}é{rows[1][31:]}"),
        (1, rows[1][:30] + rows[1][32:]),
        (5, rows[5].replace("--", "Kd", 1)),
    ):
        damaged = [*rows[:row], broken, *rows[row + 1 :]]
        with pytest.raises(NotationError) as plain:
            save.load_game("\n".join(damaged))
        with pytest.raises(NotationError) as indented:
            save.load_game("\n".join(f"   {there}" for there in damaged))
        here, there = plain.value.place, indented.value.place
        assert (there.line, there.column, there.text) == (
            here.line,
            here.column + 3,
            f"   {here.text}",
        )
        assert plain.value.message == indented.value.message


def test_a_line_alone_that_is_indented_moves_no_row():
    text = game()[2]
    assert save.load_game(f" {text}") == save.load_game(text)


def test_blanks_at_the_line_ends_of_a_log():
    text = game()[2]
    rows = text.splitlines()
    for log_rows in ([f"{rows[1]} "], [f"{rows[1][:40]} ", f"  {rows[1][40:]}\t"]):
        written = "\n".join([f"{rows[0]}  ", *log_rows, *rows[2:]])
        assert save.load_game(written) == save.load_game(text)


@pytest.mark.parametrize("change", ["> {}\n\n", ">> {}\n\n", "| {}\n\n", "&gt; {}\n\n"])
def test_a_log_that_is_quoted_is_not_called_missing(change):
    text = game()[2]
    quoted = "".join(change.format(row) for row in text.splitlines())
    with pytest.raises(NotationError, match="looks like the move log") as caught:
        saved.loads(quoted)
    assert caught.value.place.line == 3
    for below in (" 6d\t 5c\n", "DIAGRAM:\n 6d\t 5c\n", "==========\n 6d\t 5c\n"):
        without = f"{text.splitlines()[0]}\n\n{below}"
        assert saved.loads(without).notes == ("the file has no move log",)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "\u200b" + text,
        lambda text: "<pre>" + text,
        lambda text: text.lower(),
        lambda text: text.replace("/", "|"),
        lambda text: text.replace(" ", "&nbsp;"),
        lambda text: text + "x",
    ],
)
def test_a_diagram_isnt_taken_alone_without_a_word(folder, damage):
    for text in LINES:
        rows = save.dumps(line.loads(text)).splitlines()
        written = "\n".join(["Here it is:", "", damage(rows[0]), *rows[1:]]) + "\n"
        assert formats.recognise(written) is diagram.FORMAT
        assert line.garbled_in(written) == len("Here it is:\n\n")
    (folder / "odd.save").write_text(written, encoding="utf-8")
    result = CliRunner().invoke(main, ["show", "odd.save", "--as", "fen"])
    assert result.exit_code == 0
    begun = printable(written.splitlines()[2][:16])
    assert (
        f"only the diagram is read, not what looks like a save line, '{begun}...'" in result.stderr
    )


def test_long_words_that_are_no_save_line():
    words = ["=" * 80, "https://example.org/a?b=c;d=e&f=" + "abcdefghij" * 8, "QmFzZTY0+/" * 9]
    for word in words:
        assert line.garbled_in(f"See {word} there") is None
    assert line.garbled_in("a\n" * 300 + " 6d\t--\n" * 100) is None


ODD_WORD = "J6m\\ZM^3>gU82j]`LGMFl8o0WeDimHa;d^1QcHGKQdQAZ6l;oK/QmbbBhNhiM"


@pytest.mark.parametrize(
    "harmless",
    [
        ODD_WORD[:59],
        ODD_WORD[:57] + "&lt;",  # 58 signs, as a browser shows it
        "/".join(ODD_WORD[i : i + 7] for i in range(0, 63, 7)),
        ODD_WORD[:30] + "///" + ODD_WORD[30:],
        "J6m\\Z^3>gU8" * 6,
        ODD_WORD.translate(dict.fromkeys(map(ord, ">@[\\^`"), "k")),
        ODD_WORD[:40] + "pqrstu" + ODD_WORD[40:],
    ],
    ids=["short", "unescaped", "slashes", "a row of them", "few signs", "two marks", "odd"],
)
def test_what_a_damaged_save_line_has_and_other_words_have_not(harmless):
    assert line.garbled_in(f"See {ODD_WORD} there") == 4
    assert line.garbled_in(f"See {harmless} there") is None
