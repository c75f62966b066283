"""The page to play on, as far as it is in Python: games, what players do, what is told."""

import json
import random
import re
import tempfile
from pathlib import Path

import pytest

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem
from spiderpos.game import census, deals, engine
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import RulesError, parse_rules
from spiderpos.goals.goal import parse
from spiderpos.play import hidden, view
from spiderpos.play.opening import game_of_problem, game_of_text
from spiderpos.play.store import Store, UnknownGameError
from spiderpos.play.table import Grip, Question, RefusedError, StaleError
from spiderpos.play.watch import watched
from spiderpos.played import session
from spiderpos.played.session import Session, SessionError
from spiderpos.scripts import words
from spiderpos.scripts.words import describe
from spiderpos.text.errors import NotationError

from . import tables
from .boards import board, read


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "games")


def begin(store, *columns, goal=None, **more):
    return store.begin(Session(board(*columns, **more), title="A test", goal=goal and parse(goal)))


def move(table, source, target, **more):
    return table.move(table.version, source, target, **more)


# Where games begin


def test_a_problem_brings_what_it_asks():
    game = game_of_problem(find_problem("woods-2"))
    assert game.title == "woods-2: Which column to dig"
    assert str(game.goal) == "get 2 spaces without dealing"
    assert game.stipulation.startswith("One space, two deals left.")
    assert not game.steps
    # A line of it is played.
    problem = find_problem("woods-4")
    game = game_of_problem(problem, "clubs")
    assert (game.start, game.position) == (problem.start, problem.position("clubs"))
    assert watched(game).solved


@pytest.mark.parametrize("name", sorted(view.SAVED_AS))
def test_every_way_to_save_can_be_read_again(name):
    game = game_of_problem(find_problem("woods-4"), "clubs")
    text, ending = view.saved(game, name)
    assert re.fullmatch("[a-z]+", ending)
    if name == "script":
        assert replay(game.start, scripts.loads(text)).end == game.position
        return
    again, notes = game_of_text(text, title="mine")
    assert [c.up for c in again.position.columns] == [c.up for c in game.position.columns]
    if name in ("session", "save"):
        assert [step.move for step in again.steps] == [step.move for step in game.steps]
    else:
        assert again.title == "mine"
    assumed = "assumed: 10 cards in the hand, 3 suits removed (the text doesn't say)"
    assert (assumed in notes) == (name == "diagram")


# The folder


def test_the_same_game_is_gone_on_with_unless_a_new_one_is_asked_for(store):
    game = game_of_problem(find_problem("woods-2"))
    first = store.begin(game, resume=True)
    move(first, "3", "2")
    again = Store(store.folder).begin(game_of_problem(find_problem("woods-2")), resume=True)
    assert (again.id, again.game.at, again.version) == (first.id, 1, first.version)
    assert store.begin(game).id == f"{first.id}-2"


@pytest.mark.parametrize(
    "name", ["", "..", "../secret", "a/b", "x\0y", "A", "woods-2.json", "-", "ä", "a" * 200]
)
def test_ids_are_names_of_files_in_the_folder_or_nothing(store, name, tmp_path):
    (tmp_path / "secret.json").write_text(session.dumps(Session(board("5s"))))
    for call in (store.table, store.forget):
        with pytest.raises(UnknownGameError):
            call(name)
    assert (tmp_path / "secret.json").exists()


def test_the_list_and_what_is_forgotten(store):
    table = begin(store, "5s", "6s")
    (store.folder / "broken.json").write_text("{")
    (store.folder / "notes.txt").write_text("not ours")
    listed = {game.id: game for game in store.listed()}
    assert set(listed) == {table.id, "broken"}
    assert (listed[table.id].title, listed[table.id].moves) == ("A test", 0)
    assert listed["broken"].fault
    store.forget(table.id)
    assert [game.id for game in store.listed()] == ["broken"]
    with pytest.raises(UnknownGameError):
        store.table(table.id)


def test_a_file_of_ones_own(store, tmp_path):
    path = tmp_path / "mine.json"
    table = store.open_file(path, Session(board("5s", "6s", "")))
    move(table, "1", "2")
    assert session.load(path).at == 1
    assert store.table(table.id) is table
    assert not list(store.folder.iterdir())
    with pytest.raises(FileExistsError):
        store.open_file(path, Session(board("5s", "6s")))
    # Opened twice it is one game, by another name too.
    (tmp_path / "link.json").symlink_to(path)
    assert store.open_file(path) is table
    assert store.open_file(tmp_path / "link.json") is table
    session.dump(Session(board("9s")), path)
    assert store.open_file(path).game.at == 0


# A session's file


def test_another_program_s_moves_are_not_overwritten(store):
    table = begin(store, "5s", "6s", "")
    other = session.load(table.file.path)
    other.do(Shift(1, 3))
    session.dump(other, table.file.path)
    with pytest.raises(StaleError):
        move(table, "1", "2")
    assert table.game.steps == other.steps


def test_a_file_that_was_damaged_is_said_and_left(store):
    table = begin(store, "5s", "6s", "")
    table.file.path.write_text("{}")
    with pytest.raises(NotationError):
        move(table, "1", "2")
    assert table.file.path.read_text() == "{}"
    assert table.game.at == 0


def test_a_disk_that_is_full_loses_nothing(store, monkeypatch):
    table = begin(store, "5s", "6s", "")
    version, text = table.version, table.file.path.read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        move(table, "1", "2")
    assert (table.version, table.game.at, table.file.path.read_text()) == (version, 0, text)


# What a player does


@tables.of("gestures")
def test_gestures(position, gestures):
    """``adjust 1 cell_2 3``: the grip, from where, to where (``-`` if not said), and how many."""
    with tempfile.TemporaryDirectory() as folder:
        table = Store(Path(folder)).begin(Session(read(position)))
        before = table.version
        for gesture in gestures.split(", "):
            grip, source, target, *take = gesture.split()
            more = {"grip": Grip(grip), "take": int(take[0]) if take else None}
            places = [None if p == "-" else p.replace("_", " ") for p in (source, target)]
            try:
                move(table, *places, **more)
            except IllegalMove:
                assert table.game.steps or table.version == before
                raise
        return list(map(describe, table.game.steps))


def test_a_stale_page_is_refused(store):
    table = begin(store, "5s", "6s", "")
    old = table.version
    move(table, "1", "2")
    for call in (
        lambda: table.move(old, "2", "3"),
        lambda: table.deal(old),
        lambda: table.undo(old),
        lambda: table.redo(old),
        lambda: table.go(old, 0),
        lambda: table.script(old, "5s from 2 to 3"),
    ):
        with pytest.raises(StaleError):
            call()
    assert table.game.at == 1


def test_going_back_over_what_was_shown_asks(store):
    table = begin(store, "(9c) 5s", "6s", "5h", hand="2c 2d 2h")
    move(table, "1", "2")
    version = table.version
    question = table.undo(version)
    assert isinstance(question, Question)
    assert "the 9c turned up in column 1" in question.text
    assert table.version == version
    table.deal(version, confirmed=True)
    assert "a row dealt" in table.undo(table.version).text
    assert "2 moves, 2 of which showed" in table.go(table.version, 0).text
    table.go(table.version, 0, confirmed=True)
    assert (table.game.at, len(table.game.steps)) == (0, 2)
    table.redo(table.version)
    assert table.game.at == 1
    table.undo(table.version, confirmed=True)
    with pytest.raises(SessionError, match="there is no move 3"):
        table.go(table.version, 3)


def test_a_save_line_alone_starts_over_from_its_deal(store):
    start = deals.deal(5)
    later = engine.do(start, next(engine.legal_moves(start))).after
    saved = formats.dumps(later, "save").splitlines()
    game, _ = game_of_text(saved[0])
    table = store.begin(game)
    assert table.position == later
    assert view.state(table)["from_deal"]
    question = table.go(table.version, 0)
    assert "goes back to the deal" in question.text
    table.go(table.version, 0, confirmed=True)
    assert table.position.hide() == start.hide()
    assert not view.state(table)["from_deal"]
    assert table.go(table.version, 0).words == "nothing to take back"


def test_options_change_in_the_middle_of_a_game(store):
    table = begin(store, "K-2s", "As", "5h", hand="2c 2d 2h", goal="remove spades")
    move(table, "2", "1")
    assert view.state(table)["options"]["cells"] == "0"
    done = table.options(table.version, {"cells": "2", "kings_on_aces": "yes"})
    assert done.words == (
        "the rules are now: cells=2;kings_on_aces=yes; the problem is for its own rules, and no "
        "longer asked"
    )
    assert (table.game.at, table.game.goal, table.position.cells) == (1, None, (None, None))
    table.undo(table.version)
    move(table, "3", "cell 1")
    with pytest.raises(RefusedError, match="a card lies in a cell that would be gone"):
        table.options(table.version, {"cells": "0"})
    with pytest.raises(RulesError, match="0 to 4, not 9"):
        table.options(table.version, {"cells": "9"})
    same = table.options(table.version, {"cells": "2"})
    assert same.words == "the rules stay as they are"
    # Under these rules the move that was made isn't one.
    king = begin(store, "As", "Kc", "", rules=parse_rules("kings_on_aces=yes"))
    move(king, "2", "1")
    done = king.options(king.version, {"kings_on_aces": "no"})
    assert done.words.endswith("the moves up to here can't be taken back")
    assert (king.game.at, len(king.position.column(1))) == (0, 2)


def test_a_deal_asks_first(store):
    table = begin(store, "5s", "6s", hand="2c 2d 2h 2s", goal="get a space without dealing")
    assert table.deal(table.version).text == "Deal a row? The problem forbids it."
    table.deal(table.version, confirmed=True)
    assert table.game.steps[0].move == Deal()
    # What is broken already isn't said again.
    assert table.deal(table.version).text == "Deal a row? 1 row left."
    free = begin(store, "5s", "6s", hand="2c 2d 2h 2s")
    assert free.deal(free.version).text == "Deal a row? 2 rows left."
    space = begin(store, "5s", "", hand="2c 2d")
    with pytest.raises(IllegalMove, match="column 2 is empty"):
        space.deal(space.version)


def test_moves_that_are_typed_all_or_none(store):
    table = begin(store, "5s", "6s", "7d", "")
    done = table.script(table.version, "5s from 1 to 2, 6-5s from 2 to 3")
    assert done.words == "5s from 1 to 2; 6-5s from 2 to 3"
    before, steps = table.version, table.game.steps
    for text, said in (
        ("6-5s from 3 to 4, 5s from 4 to 3", "5s"),
        ("nonsense", "nonsense"),
        ("5s from 1 to 2\nif it's Kh:\n    6-5s from 2 to 3\n", "this field takes a single"),
    ):
        with pytest.raises((NotationError, ReplayError), match=said):
            table.script(before, text)
        assert (table.version, table.game.steps) == (before, steps)


def test_a_longer_game_that_was_opened_goes_back_and_forth(store, monkeypatch):
    monkeypatch.setattr("spiderpos.play.table.MOST_MOVES", 2)
    table = begin(store, "5s", "6s", "7s", "")
    for shift in (Shift(1, 2), Shift(2, 1), Shift(1, 2), Shift(2, 1)):
        table.game.do(shift)
    table.file.save()
    with pytest.raises(IllegalMove, match="at most 2 moves"):
        move(table, "1", "2")
    table.undo(table.version)
    assert table.game.at == session.load(table.file.path).at == 3
    table.go(table.version, 1)
    move(table, "2", "3")
    assert (table.game.at, len(table.game.steps)) == (2, 2)


# Cards that nobody knows


def test_an_unknown_card_is_asked_for(store):
    table = begin(store, "-- 5s", "6s")
    question = move(table, "1", "2")
    assert (question.columns, table.game.at) == ((1,), 0)
    assert parse_card("5s") in question.cards
    move(table, "1", "2", reveal=[parse_card("Kh")])
    assert table.position.column(1).up == (parse_card("Kh"),)
    table.undo(table.version, confirmed=True)
    # What was said once isn't asked again.
    move(table, "1", "2")
    assert table.position.column(1).up == (parse_card("Kh"),)


def test_it_may_stay_unknown_but_be_no_card_that_is_elsewhere(store):
    table = begin(store, "-- 5s", "6s", "Kh Kh")
    with pytest.raises(IllegalMove, match="Kh"):
        move(table, "1", "2", reveal=[parse_card("Kh")])
    move(table, "1", "2", reveal="unknown")
    assert table.position.column(1).up == (UNKNOWN,)


def test_a_row_that_is_not_known_is_asked_for(store):
    table = begin(store, "5s", "6s", hand="?? ??")
    question = table.deal(table.version, confirmed=True)
    assert question.columns == (1, 2)
    table.deal(table.version, reveal=[parse_card("2c"), parse_card("3c")])
    assert table.game.steps[0].cards == (parse_card("2c"), parse_card("3c"))


def test_hidden_cards_are_drawn_once_and_for_all(store):
    known = find_problem("woods-2").start
    table = store.begin(Session(known.hide()))
    move(table, "3", "2", reveal="draw")
    start = table.game.start
    assert not census.faults(start)
    assert UNKNOWN not in start.hand
    assert all(UNKNOWN not in column.down for column in start.columns)
    assert [column.up for column in start.columns] == [column.up for column in known.columns]
    shown = table.position.column(3).bottom
    table.undo(table.version, confirmed=True)
    move(table, "3", "2")
    assert table.position.column(3).bottom == shown


def test_what_was_shown_stays_when_the_rest_is_drawn():
    game = Session(find_problem("woods-2").start.hide())
    game.do(Shift(3, 2, 3), [parse_card("8d")])
    game.do(Shift(10, 5))
    game.undo()
    again = hidden.drawn(game, random.Random(5))
    assert again.start.column(3).down[-1] == parse_card("8d")
    assert [step.move for step in again.steps] == [step.move for step in game.steps]
    assert (again.at, again.position.column(3).up) == (1, game.position.column(3).up)
    assert not census.faults(again.start)


# The stipulation


@tables.of("watched")
def test_what_is_said_of_a_stipulation(position, script, goal):
    game = Session(read(position), goal=parse(goal))
    for step in replay(game.start, words.loads(script)).steps:
        row = step.cards if isinstance(step.move, Deal) else ()
        game.do(step.move, (*row, *(turned.card for turned in step.turned)))
    return f"{watched(game).sentence} [{'solved' if watched(game).solved else 'not solved'}]"


# What the page gets


def test_the_page_sees_what_a_player_sees(store):
    table = store.begin(game_of_problem(find_problem("woods-2")))
    state = json.dumps(view.state(table))
    position = view.state(table)["position"]
    assert position["hand"] == 20
    assert position["columns"][2] == {"down": 3, "up": ["8s", "7s", "6s"]}
    # The line's hand begins 5c Kd, and 8d lies below column 3.
    assert "fen" not in position
    assert "8d" not in state


def test_runs_and_where_they_go(store):
    table = begin(store, "Kc 9-6s", "", "10d", "?? 4h")
    state = view.state(table)
    assert state["runs"] == [4, 0, 1, 1]
    assert state["goes"] == [[2, 3], [], [2], [2]]
