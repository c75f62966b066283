"""A game being played, and its file."""

import json
import os
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import ReadOptions
from spiderpos.game.cards import parse_card
from spiderpos.game.illegal import IllegalMove, RankMismatch
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.rules import PRESETS
from spiderpos.games import session
from spiderpos.games.session import Session, SessionError, information
from spiderpos.text.errors import NotationError, NotWritable
from spiderpos.text.files import hold

from .boards import board, cards
from .positions import any_rules, random_deal, random_middle, random_play

SEEDS = st.integers(0, 2**32 - 1)

A, B, C = Shift(1, 2), Shift(3, 2), Shift(1, 4)


@pytest.fixture
def game():
    """A small game with three moves done: 5s, 4d onto the 6s, then 9c into the space."""
    played = Session(board("(9c) 5s", "6s", "4d", "", hand="2c 2d 2h 2s"))
    played.do(A)
    played.do(B)
    played.do(C)
    return played


# Undo and redo


def test_undo_and_redo_go_back_and_forth(game):
    positions = list(game.replay())
    assert [game.undo().move for _ in range(3)] == [C, B, A]
    assert game.position == game.start == positions[0]
    assert [game.redo().move for _ in range(3)] == [A, B, C]
    assert list(game.replay()) == positions
    assert game.position == positions[3]


def test_the_same_move_keeps_what_was_undone(game):
    game.undo()
    game.undo()
    game.do(B)
    assert [step.move for step in game.undone] == [C]


def test_another_move_forgets_what_was_undone(game):
    game.undo()
    game.undo()
    game.do(Shift(3, 4))
    assert game.undone == ()
    assert [step.move for step in game.done] == [A, Shift(3, 4)]


def test_an_illegal_move_changes_nothing(game):
    game.undo()
    before = game.steps, game.at
    with pytest.raises(RankMismatch):
        game.do(Shift(2, 1))
    assert (game.steps, game.at) == before


def test_nothing_to_undo_or_redo(game):
    with pytest.raises(SessionError, match="no move was undone"):
        game.redo()
    game.start_over()
    with pytest.raises(SessionError, match="no move is done"):
        game.undo()


def test_start_over_and_go_to(game):
    end = game.position
    assert game.start_over() == game.start
    assert len(game.undone) == 3
    assert game.go_to(3) == end
    assert game.go_to(1) == game.steps[0].after
    for number in (-1, 4):
        with pytest.raises(SessionError, match="the session has 3 moves"):
            game.go_to(number)


def test_what_a_move_showed():
    game = Session(board("(9c) 5s", "6s", "-- 4d", "7h", hand="2c 2d 2h 2s"))
    assert information(game.do(A)) == "the 9c turned up in column 1"
    assert information(game.do(B)) == "a card turned up in column 3"
    assert information(game.do(Deal())) == "a row dealt"


def test_a_move_that_shows_nothing(game):
    assert information(game.steps[1]) == ""


def test_a_card_once_seen_is_known_when_the_move_is_redone():
    game = Session(board("-- 5s", "6s", "6d"))
    game.do(Shift(1, 2), cards("9c"))
    game.undo()
    assert game.do(Shift(1, 2)).turned[0].card == parse_card("9c")
    game.undo()
    assert game.do(Shift(1, 2), cards("9c")).turned[0].card == parse_card("9c")
    game.undo()
    assert game.do(Shift(1, 2), cards("8c")).turned[0].card == parse_card("8c")


def test_another_card_said_forgets_what_was_undone():
    game = Session(board("-- 5s", "6s", "7d", "8c"))
    game.do(Shift(1, 2), cards("9c"))
    game.do(Shift(3, 4))
    game.start_over()
    game.do(Shift(1, 2), cards("9d"))
    assert game.undone == ()


def test_the_row_of_a_deal_can_be_said_again():
    game = Session(board("3c", "4c", hand="?? ??"))
    game.do(Deal(), cards("9c 9d"))
    game.undo()
    assert game.do(Deal(), cards("9c 9d")).cards == cards("9c 9d")
    game.undo()
    with pytest.raises(IllegalMove):
        game.do(Deal(), cards("9c"))


@settings(max_examples=60, deadline=None)
@given(any_rules(), SEEDS)
def test_undo_after_do_is_where_it_was(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    game = Session(start)
    for step in random_play(start, random, 40):
        before = game.position
        game.do(step.move)
        assert game.undo().before == before
        assert game.position == before
        assert game.redo().after == game.position == step.after
    assert game.start_over() == start


# The file


@settings(max_examples=60, deadline=None)
@given(any_rules(), SEEDS, st.booleans())
def test_a_session_file_holds_everything(rules, seed, hidden):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    game = Session(start.hide() if hidden else start)
    for step in random_play(start, random, 30):
        row = step.cards if isinstance(step.move, Deal) else ()
        said = (*row, *(turned.card for turned in step.turned))
        game.do(step.move, said if hidden else ())
    game.go_to(random.randrange(len(game.steps) + 1))
    same(session.loads(session.dumps(game)), game)


@settings(max_examples=30, deadline=None)
@given(any_rules(), SEEDS)
def test_a_session_of_which_nobody_says_the_cards(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules).hide()
    game = Session(start)
    for step in random_play(start, random, 30):
        game.do(step.move)
    same(session.loads(session.dumps(game)), game)


def same(read, written):
    assert read.start == written.start
    assert read.start.rules == written.start.rules
    assert read.steps == written.steps
    assert read.at == written.at
    assert read.position == written.position
    assert read.start.dealt == written.start.dealt or not written.start.dealt


def test_a_partial_position(game, tmp_path):
    path = tmp_path / "game.json"
    game.undo()
    session.dump(game, path)
    same(session.load(path), game)
    document = json.loads(path.read_text())
    assert document["partial"] is True
    assert document["moves"] == [
        "5s from 1 to 2, turning up 9c",
        "4d from 3 to 2",
        "9c from 1 to 4",
    ]
    assert document["done"] == 2


def test_the_session_before_is_kept_as_a_backup(game, tmp_path):
    path = tmp_path / "game.json"
    session.dump(game, path)
    first = path.read_text()
    game.undo()
    session.dump(game, path)
    assert (tmp_path / "game.json.bak").read_text() == first
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "game.json.bak"]


@pytest.mark.parametrize("when", ["fsync", "replace", "chmod"])
def test_a_crash_while_writing_leaves_the_old_file(game, tmp_path, monkeypatch, when):
    path = tmp_path / "game.json"
    session.dump(game, path)
    session.dump(game, path)
    first = path.read_text()
    game.undo()

    def crash(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, when, crash)
    with pytest.raises(OSError, match="full"):
        session.dump(game, path)
    monkeypatch.undo()
    assert path.read_text() == first
    same(session.load(tmp_path / "game.json.bak"), session.load(path))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "game.json.bak"]


def moved_by(path, done):
    """Move a card back and forth, each time in a session read afresh, until so many are saved."""
    while done:
        saved = session.SessionFile(path)
        saved.game.do(Shift(1, 2) if saved.game.position.columns[0] else Shift(2, 1))
        with suppress(SessionError):
            saved.save()
            done -= 1


def test_programs_that_write_at_once_lose_no_move(tmp_path):
    path = tmp_path / "game"
    session.dump(Session(board("5s", "", "6h")), path)
    with ThreadPoolExecutor(3) as writers:
        for written in [writers.submit(moved_by, path, 15) for _ in range(3)]:
            written.result()
    assert session.load(path).at == 45


def test_what_another_program_puts_in_place_at_once_is_not_taken_for_ones_own(
    game, tmp_path, monkeypatch
):
    """The old file is kept from others until it is replaced; the new one may be replaced then."""
    path = tmp_path / "game"
    session.dump(game, path)
    ours = session.SessionFile(path)
    ours.game.undo()
    replaced = session.replace_file

    def and_another(target, data, **more):
        replaced(target, data, **more)
        monkeypatch.setattr(session, "replace_file", replaced)
        theirs = session.SessionFile(path)
        theirs.game.undo()
        theirs.save()

    monkeypatch.setattr(session, "replace_file", and_another)
    # Its backup is kept already.
    ours._backed_up = True
    ours.save()
    assert ours.changed()
    ours.game.redo()
    with pytest.raises(SessionError, match="was changed by another program"):
        ours.save()
    assert session.load(path).at == 1


@pytest.mark.parametrize("what", ["game", "game.bak"])
@pytest.mark.parametrize("write", ["dump", "save"])
def test_what_an_editor_writes_at_the_last_moment_is_not_overwritten(
    game, tmp_path, monkeypatch, write, what
):
    """It keeps no file from others: its text is there when ours is on the disk without a name."""
    path = tmp_path / "game"
    session.dump(game, path)
    saved = session.SessionFile(path)
    before = path.read_bytes()
    usual = os.fsync

    def sync(handle):
        (tmp_path / what).write_text("mine")
        usual(handle)

    monkeypatch.setattr(os, "fsync", sync)
    saved.game.undo()
    do = saved.save if write == "save" else lambda: session.dump(saved.game, path)
    with pytest.raises(SessionError, match=r"by another program|rename it first"):
        do()
    assert (tmp_path / what).read_text() == "mine"
    assert what == "game" or path.read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} <= {"game", "game.bak"}


def test_a_session_does_not_replace_what_appears_while_it_is_written(game, tmp_path, monkeypatch):
    path = tmp_path / "game"
    usual = os.fsync

    def sync(handle):
        path.write_text("mine")
        usual(handle)

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(SessionError, match="no session that can be read"):
        session.dump(game, path)
    assert path.read_text() == "mine"


def test_what_another_program_did_is_kept_as_the_backup_once_it_is_read(game, tmp_path):
    path = tmp_path / "game"
    session.dump(game, path)
    ours, theirs = session.SessionFile(path), session.SessionFile(path)
    ours.game.undo()
    ours.save()
    theirs.reload()
    theirs.game.undo()
    theirs.save()
    ours.reload()
    ours.game.undo()
    ours.save()
    assert session.load(tmp_path / "game.bak").at == 1
    assert session.load(path).at == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no locks of files there")
def test_the_file_that_is_kept_from_others_is_the_one_that_has_the_name(
    game, tmp_path, monkeypatch
):
    path, other = tmp_path / "game", tmp_path / "other"
    session.dump(game, path)
    session.dump(game, other)
    kept = []

    def hold_after_another(file, wait):
        if not kept:
            other.replace(path)
        kept.append(os.fstat(file.fileno()).st_ino)
        return hold(file, wait)

    monkeypatch.setattr(session, "hold", hold_after_another)
    with session._held(path):
        assert kept[-1] == path.stat().st_ino


@pytest.mark.skipif(sys.platform == "win32", reason="no locks of files there")
def test_a_file_that_another_program_keeps_is_not_written(game, tmp_path, monkeypatch):
    monkeypatch.setattr(session, "_PATIENCE", 0)
    path = tmp_path / "game"
    session.dump(game, path)
    before = path.read_bytes()
    saved = session.SessionFile(path)
    saved.game.undo()
    with path.open("rb") as kept:
        assert hold(kept)
        for write in (saved.save, lambda: session.dump(saved.game, path)):
            with pytest.raises(SessionError, match="is being written by another program"):
                write()
    assert path.read_bytes() == before
    saved.save()
    assert session.load(path).at == 2


def test_a_file_cut_off_anywhere_is_refused_with_a_place(game):
    text = session.dumps(game).rstrip()
    for at in range(0, len(text), 3):
        with pytest.raises(NotationError) as caught:
            session.loads(text[:at], name="game.json")
        assert str(caught.value).startswith("game.json:")
        assert caught.value.place.line <= text[:at].count("\n") + 1


def test_a_damaged_file_says_that_the_backup_is_whole(game, tmp_path):
    path = tmp_path / "game.json"
    session.dump(game, path)
    session.dump(game, path)
    path.write_text(path.read_text()[:200])
    with pytest.raises(NotationError, match=r"game.json.bak' is whole, with 3 moves"):
        session.load(path)
    (tmp_path / "game.json.bak").unlink()
    with pytest.raises(NotationError) as caught:
        session.load(path)
    assert "backup" not in str(caught.value)


def test_what_is_no_session_is_not_overwritten(game, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Buy milk.")
    with pytest.raises(SessionError, match="is not overwritten"):
        session.dump(game, path)
    assert path.read_text() == "Buy milk."


@pytest.mark.parametrize("there", ["my precious notes\n", '{"session": 1, "start"', "game"])
def test_a_backup_that_is_no_session_is_not_overwritten(game, tmp_path, there):
    path, backup = tmp_path / "game.json", tmp_path / "game.json.bak"
    session.dump(game, path)
    before = path.read_bytes()
    text = session.dumps(game)[:-1] + ' "and notes"\n' if there == "game" else there
    backup.write_text(text)
    saved = session.SessionFile(path)
    saved.game.undo()
    for write in (saved.save, lambda: session.dump(saved.game, path)):
        with pytest.raises(SessionError, match=r"game.json.bak', but .* rename it first"):
            write()
    assert (path.read_bytes(), backup.read_text()) == (before, text)
    backup.rename(tmp_path / "notes")
    saved.save()
    assert (session.load(path).at, backup.read_bytes()) == (2, before)


def test_a_backup_of_another_game_is_not_overwritten(game, tmp_path):
    path, backup = tmp_path / "game.json", tmp_path / "game.json.bak"
    session.dump(game, path)
    other = session.dumps(Session(board("5s", "")))
    backup.write_text(other)
    before = path.read_bytes()
    saved = session.SessionFile(path)
    saved.game.undo()
    for write in (saved.save, lambda: session.dump(saved.game, path)):
        with pytest.raises(SessionError, match="a session of another game; rename it first"):
            write()
    assert (path.read_bytes(), backup.read_text()) == (before, other)


@pytest.mark.parametrize("empty", [True, False])
def test_a_backup_that_is_empty_or_a_session_is_replaced(game, tmp_path, empty):
    path, backup = tmp_path / "game.json", tmp_path / "game.json.bak"
    session.dump(game, path)
    backup.write_text("" if empty else session.dumps(Session(game.start)))
    before = path.read_bytes()
    game.undo()
    session.dump(game, path)
    assert backup.read_bytes() == before


@pytest.fixture
def not_for_ever():
    """A test that waits for something that never comes fails, and doesn't hang."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("this waits for ever"))
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
@pytest.mark.usefixtures("not_for_ever")
def test_pipes_are_not_waited_for(game, tmp_path):
    path, backup = tmp_path / "game.json", tmp_path / "game.json.bak"
    session.dump(game, path)
    before = path.read_bytes()
    os.mkfifo(backup)
    saved = session.SessionFile(path)
    saved.game.undo()
    with pytest.raises(SessionError, match="rename it first"):
        saved.save()
    assert path.read_bytes() == before
    path.write_bytes(before[:100])
    with pytest.raises(NotationError, match="not JSON"):
        session.load(path)
    for write in (lambda: session.SessionFile(backup), lambda: session.dump(game, backup)):
        with pytest.raises(SessionError, match="no ordinary file"):
            write()


def test_a_folder_that_is_not_there_is_told_by_the_files_name(game, tmp_path):
    path = tmp_path / "nowhere" / "game.json"
    with pytest.raises(FileNotFoundError) as caught:
        session.dump(game, path)
    assert caught.value.filename == str(path)


def test_a_link_stays_a_link_and_permissions_stay(game, tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    session.dump(game, real)
    real.chmod(0o640)
    link.symlink_to(real)
    game.undo()
    session.dump(game, link)
    assert link.is_symlink()
    assert session.load(real).at == 2
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def damaged(game, change):
    """The error for a session file after a change to its document."""
    document = json.loads(session.dumps(game))
    change(document)
    with pytest.raises(NotationError) as caught:
        session.loads(json.dumps(document, indent=2), name="game.json")
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("session", 2, "game.json:2:14: session: this was written by a later spiderpos"),
        ("session", "1", "game.json:2:14: session: this is no version"),
        ("session", True, "game.json:2:14: session: this is no version"),
        ("start", "nonsense", "game.json:3:12: start: "),
        ("start", 5, "game.json:3:12: start: this can't stand here"),
        ("partial", 1, "game.json:4:14: partial: this is neither true nor false"),
        ("partial", False, "game.json:3:12: start: "),
        ("moves", "A", "game.json:5:12: moves: this can't stand here"),
        ("moves", [1], "game.json:6:5: moves[0] (move 1): this is not a line of text"),
        ("done", 4, "game.json:10:11: done: there aren't so many moves"),
        ("done", -1, "game.json:10:11: done: there aren't so many moves"),
        ("done", True, "game.json:10:11: done: this can't stand here"),
        ("position", "nonsense", "game.json:11:15: position: "),
        ("extra", 1, "game.json:13:3: extra: there is no such key"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(game, key, value, message):
    lines = damaged(game, lambda document: document.update({key: value}))
    assert lines[0].startswith(message)
    assert lines[1].split("|")[1].strip()


def test_a_changed_letter_anywhere_is_noticed():
    """Also where all is legal and nothing is known: a card of a move that was taken back."""
    game = Session(board("(??) 9c", "10h", "(??) 8d 5h", "9s 6h"))
    game.do(Shift(1, 2), (parse_card("6s"),))
    game.do(Shift(3, 4), ())
    game.start_over()
    text = session.dumps(game)
    for at, letter in enumerate(text.rstrip()):
        for other in "9d ":
            if letter in " \n" or other == letter:
                continue
            with pytest.raises(NotationError):
                session.loads(text[:at] + other + text[at + 1 :])


def test_a_file_changed_by_hand_needs_no_check_sum(game):
    document = json.loads(session.dumps(game))
    document["title"] = "Another"
    with pytest.raises(NotationError, match="check: the file has been changed"):
        session.loads(json.dumps(document))
    del document["check"]
    assert session.loads(json.dumps(document)).title == "Another"


def test_what_a_killed_writer_left_is_swept_away(game, tmp_path):
    path = tmp_path / "game.json"
    old, new = tmp_path / ".game.json.0123abcd.tmp", tmp_path / ".game.json.0123abce.tmp"
    for left in (old, new):
        left.write_text("{")
    os.utime(old, (1, 1))
    session.dump(game, path)
    assert not old.exists()
    assert new.exists()


def test_a_writer_that_is_killed_leaves_a_whole_file(game, tmp_path):
    path = tmp_path / "game.json"
    session.dump(game, path)
    writer = (
        "import sys; from spiderpos import session\n"
        "game = session.load(sys.argv[1])\n"
        "while True:\n"
        "    for n in range(4):\n"
        "        game.go_to(n); session.dump(game, sys.argv[1]); print(n, flush=True)\n"
    )
    for written in (1, 2, 5):
        with subprocess.Popen(
            [sys.executable, "-c", writer, str(path)], stdout=subprocess.PIPE
        ) as process:
            for _ in range(written):
                process.stdout.readline()
            process.kill()
        assert session.load(path).steps == game.steps


@pytest.mark.parametrize("key", ["start", "moves", "done", "position"])
def test_what_is_missing_is_named(game, key):
    lines = damaged(game, lambda document: document.pop(key))
    assert lines[0] == f"game.json:1:1: the key '{key}' is missing"


def test_a_move_that_is_not_legal_is_named_with_its_place(game):
    def change(document):
        document["moves"][1] = "4d from 3 to 1"

    lines = damaged(game, change)
    assert lines[0].startswith(
        "game.json:7:5: moves[1] (move 2): the 4d can't go onto the 9c at the bottom of column 1"
    )
    assert lines[1] == '    7 |     "4d from 3 to 1",'


def test_a_move_that_can_not_be_read_is_named_with_its_place(game):
    def change(document):
        document["moves"][2] = "9z from 1 to 4"

    assert damaged(game, change)[0].startswith("game.json:8:5: moves[2] (move 3): ")
    for text in ("", "# 9c", "9c from 1 to 4, 9c from 4 to 1", "9c from 1 to 4\n9c from 4 to 1"):
        lines = damaged(game, lambda document, text=text: document["moves"].__setitem__(2, text))
        assert lines[0].startswith("game.json:8:5: moves[2] (move 3): ")


def test_an_end_that_the_moves_do_not_lead_to(game):
    lines = damaged(game, lambda document: document.update(done=2))
    assert lines[0] == (
        "game.json:11:15: position: the moves that are done don't lead to this position"
    )


@pytest.mark.parametrize(
    "text", ["", "  \n", "null", "[]", "{}", "7", "[" * 100_000, '{"a":' * 100_000, "1" * 10_000]
)
def test_other_texts_are_refused(text):
    with pytest.raises(NotationError):
        session.loads(text)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b'\xff\xfe{"session": 1\x00')
    with pytest.raises(NotationError):
        session.load(path)


def test_a_title_that_is_not_in_utf_8_is_refused_with_its_place(game, tmp_path):
    """It is not read as if the letter were another one, and written so by the next move."""
    game.title = "Café"
    document = json.loads(session.dumps(game))
    del document["check"]
    path = tmp_path / "game.json"
    data = json.dumps(document, indent=2, ensure_ascii=False).encode("latin-1")
    path.write_bytes(data)
    with pytest.raises(NotationError, match=r"not a text file \(byte 0xe9\)") as caught:
        session.load(path)
    assert (caught.value.place.line, caught.value.place.column) == (3, 16)
    with pytest.raises(SessionError):
        session.dump(game, path)
    assert path.read_bytes() == data


def test_a_byte_order_mark_is_no_part_of_the_text(game, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + session.dumps(game).encode())
    assert session.load(path).steps == game.steps


def test_a_file_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "LARGEST", 100)
    path = tmp_path / "game.json"
    path.write_text(" " * 101)
    with pytest.raises(NotationError, match="larger than"):
        session.load(path)


def test_a_game_longer_than_a_script_may_be_is_read_again(tmp_path):
    game = Session(board("5h", ""))
    for number in range(8500):
        game.do(Shift(1, 2) if number % 2 == 0 else Shift(2, 1))
    text = session.dumps(game)
    assert sum(map(len, json.loads(text)["moves"])) > 110_000 < len(text) < session.LARGEST
    read = session.loads(text)
    assert (read.at, read.steps) == (8500, game.steps)


def test_what_could_not_be_read_again_is_not_written(game, tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    game.undo()
    session.dump(game, path)
    before = path.read_bytes()
    monkeypatch.setattr(session, "LARGEST", len(before))
    monkeypatch.setattr(session, "_SPARE", 0)
    saved = session.SessionFile(path)
    saved.game.do(Shift(2, 4))
    saved.game.do(Shift(4, 2))
    for write in (saved.save, lambda: session.dump(saved.game, path)):
        with pytest.raises(NotWritable, match="game of 4 moves: its file would be larger than"):
            write()
    with pytest.raises(NotWritable):
        session.SessionFile(tmp_path / "new.json", saved.game)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    assert session.load(path).at == 2
    assert session.loads(session.dumps(game)).at == 2


def test_the_longest_game_can_be_gone_back_in(monkeypatch):
    """Though its text is longer then: a column counts more than a space."""
    game = Session(board("K-2s", "As"))
    game.do(Shift(2, 1))
    longest = session.dumps(game)
    monkeypatch.setattr(session, "LARGEST", len(longest) + session._SPARE)
    game.undo()
    assert len(session.dumps(game)) > len(longest)
    game.redo()
    assert session.dumps(game) == longest
    game.do(Shift(1, 2))
    with pytest.raises(NotWritable):
        session.dumps(game)


def test_all_presets_go_through_a_file(tmp_path):
    for name, rules in PRESETS.items():
        game = Session(random_deal(Random(7), rules))
        for step in random_play(game.start, Random(7), 25):
            game.do(step.move)
        path = tmp_path / f"{name}.json"
        session.dump(game, path)
        same(session.load(path), game)


def test_a_session_is_a_position_too(game):
    game.undo()
    text = session.dumps(game)
    assert formats.recognise(text).name == "session"
    assert formats.loads(text) == game.position
    assert formats.loads(text, options=ReadOptions(strict=True)) == game.position
    with pytest.raises(NotationError):
        formats.loads(text.replace("  ", " "), options=ReadOptions(strict=True))
    fresh = formats.dumps(game.position, "session")
    same(session.loads(fresh), Session(game.position))
