"""The page to play on, as far as it is in Python: games, what players do, what is told."""

import json
import random
import re

import pytest

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem
from spiderpos.catalogue.games import game_of_problem
from spiderpos.game import census, deals, engine
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.moves import Shift
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import RulesError, parse_rules
from spiderpos.games import session
from spiderpos.games.loading import game_of_text
from spiderpos.games.session import Session, SessionError
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.play import hidden, view
from spiderpos.play.store import GameStore, UnknownGameError
from spiderpos.play.table import RefusedError, StaleError
from spiderpos.text.errors import NotationError

from .boards import board

pytestmark = pytest.mark.slow


@pytest.fixture
def store(tmp_path):
    return GameStore(tmp_path / "games")


def begin(store, *columns, goal=None, **more):
    return store.begin(Session(board(*columns, **more), title="A test", goal=goal and parse(goal)))


def move(table, text):
    return table.script(table.version, text)


def keep(table, *moves, same=0, done=None):
    done = same + len(moves) if done is None else done
    return table.keep(table.version, same, moves, done)


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
    assert judge(game.goal, game.start, game.done).verdict is Verdict.HOLDS


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
    move(first, "8-6s from 3 to 2")
    again = GameStore(store.folder).begin(game_of_problem(find_problem("woods-2")), resume=True)
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
    move(table, "5s from 1 to 2")
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
        move(table, "5s from 1 to 2")
    assert table.game.steps == other.steps


def test_a_file_that_was_damaged_is_said_and_left(store):
    table = begin(store, "5s", "6s", "")
    table.file.path.write_text("{}")
    with pytest.raises(NotationError):
        move(table, "5s from 1 to 2")
    assert table.file.path.read_text() == "{}"
    assert table.game.at == 0


def test_a_disk_that_is_full_loses_nothing(store, monkeypatch):
    table = begin(store, "5s", "6s", "")
    version, text = table.version, table.file.path.read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        move(table, "5s from 1 to 2")
    assert (table.version, table.game.at, table.file.path.read_text()) == (version, 0, text)


# What a player does


def test_the_page_tells_how_the_game_was_played_on(store):
    table = begin(store, "(9c) 5s", "6s", "5h", hand="2c 2d 2h")
    keep(table, "5s from 1 to 2, turning up 9c", "deal turning up 2c 2d 2h")
    assert (table.game.at, len(table.game.steps)) == (2, 2)
    keep(table, same=2, done=0)
    assert session.load(table.file.path).at == 0
    # Another move than the next one forgets the rest.
    keep(table, "5h from 3 to 2", same=0)
    assert (table.game.at, len(table.game.steps), table.game.title) == (1, 1, "A test")
    before = table.version
    for told, said in (
        ({"moves": ["5h from 3 to 2"], "same": 1}, "move 2 isn't kept: column 3 is empty"),
        ({"moves": ["nonsense"], "same": 1}, "move 2 isn't kept: 'nonsense'"),
        ({"moves": [], "same": 2}, "there is no move 2"),
        ({"moves": [], "same": 1, "done": 2}, "there is no move 2"),
    ):
        with pytest.raises((RefusedError, SessionError), match=re.escape(said)):
            table.keep(before, **({"done": 1} | told))
        assert table.version == before


def test_a_stale_page_is_refused(store):
    table = begin(store, "5s", "6s", "")
    old = table.version
    move(table, "5s from 1 to 2")
    for call in (
        lambda: table.keep(old, 0, ["5s from 1 to 3"], 1),
        lambda: table.script(old, "5s from 2 to 3"),
        lambda: table.draw(old),
        lambda: table.over(old),
        lambda: table.options(old, {}),
    ):
        with pytest.raises(StaleError):
            call()
    assert table.game.at == 1


def test_a_save_line_alone_starts_over_from_its_deal(store):
    start = deals.deal(5)
    later = engine.do(start, next(engine.legal_moves(start))).after
    saved = formats.dumps(later, "save").splitlines()
    game, _ = game_of_text(saved[0])
    table = store.begin(game)
    assert table.game.position == later
    assert view.state(table)["from_deal"]
    table.over(table.version)
    assert table.game.position.hide() == start.hide()
    assert not view.state(table)["from_deal"]
    with pytest.raises(RefusedError, match="isn't known how"):
        begin(store, "5s").over(begin(store, "5s").version)


def test_options_change_in_the_middle_of_a_game(store):
    table = begin(store, "K-2s", "As", "5h", hand="2c 2d 2h", goal="remove spades")
    move(table, "As from 2 to 1")
    assert view.state(table)["options"]["cells"] == "0"
    done = table.options(table.version, {"cells": "2", "kings_on_aces": "yes"})
    assert done == (
        "the rules are now: cells=2;kings_on_aces=yes; the problem is for its own rules, and no "
        "longer asked"
    )
    assert (table.game.at, table.game.goal, table.game.position.cells) == (1, None, (None, None))
    keep(table, "5h from 3 to cell 1")
    with pytest.raises(RefusedError, match="a card lies in a cell that would be gone"):
        table.options(table.version, {"cells": "0"})
    with pytest.raises(RulesError, match="0 to 4, not 9"):
        table.options(table.version, {"cells": "9"})
    same = table.options(table.version, {"cells": "2"})
    assert same == "the rules stay as they are"
    # Under these rules the move that was made isn't one.
    king = begin(store, "As", "Kc", "", rules=parse_rules("kings_on_aces=yes"))
    move(king, "Kc from 2 to 1")
    done = king.options(king.version, {"kings_on_aces": "no"})
    assert done.endswith("the moves up to here can't be taken back")
    assert (king.game.at, len(king.game.position.column(1))) == (0, 2)


def test_moves_that_are_typed_all_or_none(store):
    table = begin(store, "5s", "6s", "7d", "")
    done = table.script(table.version, "5s from 1 to 2, 6-5s from 2 to 3")
    assert done == "5s from 1 to 2; 6-5s from 2 to 3"
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
    with pytest.raises(RefusedError, match="at most 2 moves"):
        keep(table, "5s from 1 to 2", same=4)
    keep(table, same=4, done=1)
    assert (table.game.at, session.load(table.file.path).at) == (1, 1)
    keep(table, "6-5s from 2 to 3", same=1)
    assert (table.game.at, len(table.game.steps)) == (2, 2)


# Cards that nobody knows


def test_hidden_cards_are_drawn_once_and_for_all(store):
    known = find_problem("woods-2").start
    table = store.begin(Session(known.hide()))
    move(table, "8-6s from 3 to 2")
    table.draw(table.version)
    start = table.game.start
    assert not census.faults(start)
    assert UNKNOWN not in start.hand
    assert all(UNKNOWN not in column.down for column in start.columns)
    assert [column.up for column in start.columns] == [column.up for column in known.columns]
    assert table.game.position.column(3).bottom
    assert session.load(table.file.path).start == start


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


# What the page gets


def test_what_the_page_plays_by(store):
    table = store.begin(game_of_problem(find_problem("woods-2")))
    move(table, "8-6s from 3 to 2")
    state = json.loads(json.dumps(view.state(table)))
    assert state["game"]["goal"]["words"] == "get 2 spaces without dealing"
    assert (state["moves"], state["done"]) == (["8-6s from 3 to 2, turning up 8d"], 1)
    assert state["solution"][0] == "As from 10 to 5"
    assert (state["deals"], state["won"]) == (2, False)
