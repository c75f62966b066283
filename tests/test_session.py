"""A game in progress, and its file."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import ReadOptions
from spiderpos.game.cards import parse_card
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, Shift
from spiderpos.games import session
from spiderpos.games.session import Session, SessionError, information
from spiderpos.text.errors import NotationError, NotWritable

from . import tables
from .boards import board, cards
from .documents import DATA, changed
from .positions import any_rules, random_deal, random_middle, random_play

SEEDS = st.integers(0, 2**32 - 1)

#: The session file of :func:`game`.
GAME = (DATA / "game.json").read_text(encoding="utf-8")
A, B, C = Shift(1, 2), Shift(3, 2), Shift(1, 4)


@pytest.fixture
def game():
    """Return a small game after three moves: 5s onto 6s, 4d onto 5s, 9c into a space."""
    played = Session(board("(9c) 5s", "6s", "4d", "", hand="2c 2d 2h 2s"))
    played.do(A)
    played.do(B)
    played.do(C)
    return played


# Undo and redo


def test_the_same_move_keeps_undone_moves(game):
    game.undo()
    game.undo()
    game.do(B)
    assert [step.move for step in game.undone] == [C]


def test_another_move_discards_undone_moves(game):
    game.undo()
    game.undo()
    game.do(Shift(3, 4))
    assert game.undone == ()
    assert [step.move for step in game.done] == [A, Shift(3, 4)]


def test_nothing_to_undo_or_redo(game):
    with pytest.raises(SessionError, match="no move was undone"):
        game.redo()
    game.go_to(0)
    with pytest.raises(SessionError, match="no move is done"):
        game.undo()


def test_start_over_and_go_to(game):
    end = game.position
    assert game.go_to(0) == game.start
    assert len(game.undone) == 3
    assert game.go_to(3) == end
    assert game.go_to(1) == game.steps[0].after
    for number in (-1, 4):
        with pytest.raises(SessionError, match="the session has 3 moves"):
            game.go_to(number)


def test_cards_shown_by_a_move():
    game = Session(board("(9c) 5s", "6s", "-- 4d", "7h", hand="2c 2d 2h 2s"))
    assert information(game.do(A)) == "the 9c turned up in column 1"
    assert information(game.do(B)) == "a card turned up in column 3"
    assert information(game.do(Deal())) == "a row dealt"


def test_a_card_once_seen_is_known_when_the_move_is_redone():
    game = Session(board("-- 5s", "6s", "6d"))
    game.do(Shift(1, 2), cards("9c"))
    game.undo()
    assert game.do(Shift(1, 2)).turned[0].card == parse_card("9c")
    game.undo()
    assert game.do(Shift(1, 2), cards("9c")).turned[0].card == parse_card("9c")
    game.undo()
    assert game.do(Shift(1, 2), cards("8c")).turned[0].card == parse_card("8c")


def test_another_announced_card_discards_undone_moves():
    game = Session(board("-- 5s", "6s", "7d", "8c"))
    game.do(Shift(1, 2), cards("9c"))
    game.do(Shift(3, 4))
    game.go_to(0)
    game.do(Shift(1, 2), cards("9d"))
    assert game.undone == ()


def test_the_row_of_a_deal_can_be_announced_again():
    game = Session(board("3c", "4c", hand="?? ??"))
    game.do(Deal(), cards("9c 9d"))
    game.undo()
    assert game.do(Deal(), cards("9c 9d")).cards == cards("9c 9d")
    game.undo()
    with pytest.raises(IllegalMove):
        game.do(Deal(), cards("9c"))


@given(any_rules(), SEEDS)
def test_undo_reverts_do(rules, seed):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    game = Session(start)
    for step in random_play(start, random, 40):
        before = game.position
        game.do(step.move)
        assert game.undo().before == before
        assert game.position == before
        assert game.redo().after == game.position == step.after
    assert game.go_to(0) == start


# The file


@given(any_rules(), SEEDS, st.booleans())
def test_a_session_file_holds_everything(rules, seed, hidden):
    random = Random(seed)
    start = random_deal(random, rules) if random.random() < 0.5 else random_middle(random, rules)
    game = Session(start.hide() if hidden else start)
    for step in random_play(start, random, 30):
        row = step.cards if isinstance(step.move, Deal) else ()
        output = (*row, *(turned.card for turned in step.turned))
        game.do(step.move, output if hidden else ())
    game.go_to(random.randrange(len(game.steps) + 1))
    same(session.loads(session.dumps(game)), game)


def same(read, written):
    assert read.start == written.start
    assert read.start.rules == written.start.rules
    assert read.steps == written.steps
    assert read.at == written.at
    assert read.position == written.position
    assert read.start.dealt == written.start.dealt or not written.start.dealt


def test_what_another_program_did_is_not_overwritten(game, tmp_path):
    path = tmp_path / "game.json"
    ours = session.SessionFile(path, game)
    theirs = session.SessionFile(path)
    ours.game.undo()
    ours.save()
    assert (theirs.changed(), ours.changed()) == (True, False)
    theirs.game.go_to(0)
    with pytest.raises(SessionError, match="was changed by another program"):
        theirs.save()
    assert theirs.reload().at == 2
    theirs.game.go_to(0)
    theirs.save()
    assert session.load(path).at == 0
    with pytest.raises(FileExistsError):
        session.SessionFile(path, game)


def test_an_older_file_has_a_check_sum(game):
    document = json.loads(session.dumps(game))
    assert session.loads(json.dumps(document | {"check": "1f0a93c5"})).steps == game.steps


def test_a_game_too_long_for_a_file_is_not_written(game, tmp_path, monkeypatch):
    monkeypatch.setattr(session, "LARGEST", 100)
    with pytest.raises(NotWritable, match="game of 3 moves: its file would be larger than"):
        session.dump(game, tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_a_file_cut_off_anywhere_is_refused_with_a_place(game):
    text = session.dumps(game).rstrip()
    for index in range(0, len(text), 3):
        with pytest.raises(NotationError) as caught:
            session.loads(text[:index], name="game.json")
        assert str(caught.value).startswith("game.json:")
        assert caught.value.place.line <= text[:index].count("\n") + 1


@tables.of("sessions")
def test_a_file_that_was_changed(*edits):
    """Return the error, with its place, for a session file with invalid changes."""
    session.loads(changed(GAME, *edits), name="game.json")
    return "whole"


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
