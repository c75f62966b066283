"""The page to play on, as far as it is in Python: games, the server's answers, who may ask."""

import json
import random
import re
import signal
import subprocess
import sys

import pytest

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem
from spiderpos.game import census, deals, engine
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import RulesError, parse_rules
from spiderpos.games import session
from spiderpos.games.session import Session, SessionError
from spiderpos.goals.goal import parse
from spiderpos.play import hidden, view
from spiderpos.play.app import LARGEST, LONGEST_TEXT
from spiderpos.play.opening import game_of_problem, game_of_text
from spiderpos.play.server import PortError, Server
from spiderpos.play.store import Store, UnknownGameError, data_folder
from spiderpos.play.table import Grip, Question, RefusedError, StaleError
from spiderpos.play.watch import watched
from spiderpos.text.errors import NotationError

from .boards import COMPLETE, board
from .serving import serving


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "games")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server for all tests of this file; each has games of its own."""
    with serving(tmp_path_factory.mktemp("served") / "games") as found:
        yield found


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


@pytest.mark.parametrize(
    ("grip", "take", "target", "done"),
    [
        ("point", None, "2", Shift(1, 2, 4)),
        ("point", 2, "2", Shift(1, 2, 4)),
        ("adjust", 2, "2", Shift(1, 2, 2)),
        ("card", 2, "2", Shift(1, 2, 2)),
        ("card", 2, "3", Shift(1, 3, 4)),
        ("card", 4, "4", Shift(1, 4, 2)),
        ("adjust", 5, "2", Shift(1, 2, 4)),
        ("adjust", 3, "4", Shift(1, 4, 2)),
        # A click sends them to the obvious place.
        ("point", None, None, Shift(1, 3, 4)),
    ],
)
def test_ways_to_take_cards(store, grip, take, target, done):
    table = begin(store, "Kc 9-6s", "", "10s", "8h")
    move(table, "1", target, take=take, grip=Grip(grip))
    assert [step.move for step in table.game.steps] == [done]


@pytest.mark.parametrize("target", ["removed", None])
def test_a_suit_is_dragged_off_or_clicked_on(store, target):
    table = begin(store, COMPLETE[1], "5s")
    move(table, "1", target)
    assert table.game.steps[0].move == Remove(1)
    for source in ("2", "removed"):
        with pytest.raises(IllegalMove):
            move(table, source, "removed")


def test_cells(store):
    table = begin(store, "Kc 9-8s", "9h", "10h", cells=(None, None), rules=parse_rules("cells=2"))
    move(table, "1", "cell 2")
    move(table, "1", "cell 1", take=1, grip=Grip.CARD)
    move(table, "cell 2", None)
    move(table, "cell 1", "3")
    assert [step.move for step in table.game.steps] == [
        ToCell(1, 2),
        ToCell(1, 1),
        FromCell(2, 2),
        FromCell(1, 3),
    ]


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("cell 2", "cell 1", "no card moves from cell to cell"),
        ("cell 2", "removed", "only a complete suit"),
        ("cell 3", "1", "there is no cell 3"),
        ("1", "cell 2", "cell 2"),
        ("1", "1", "itself"),
        ("9", "1", "there is no column 9"),
        ("1", "0", "there is no column 0"),
        ("1", "third", "neither a column nor a cell"),
        ("²", "1", "neither a column nor a cell"),
    ],
)
def test_what_can_not_be_done_says_why(store, source, target, reason):
    table = begin(
        store, "9-8s", "4d", cells=(None, parse_card("5h")), rules=parse_rules("cells=2")
    )
    before = table.version
    with pytest.raises(IllegalMove, match=re.escape(reason)):
        move(table, source, target)
    assert table.version == before


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


@pytest.mark.parametrize(
    ("goal", "columns", "move", "said"),
    [
        ("get a space without dealing", ("5s", "6s"), Deal(), "You dealt"),
        ("uncover 2c without turning up", ("(9c) 5s", "6s"), Shift(1, 2), "You turned up a card"),
        ("uncover 2c without making a space", ("5s", "6s"), Shift(1, 2), "You made a space"),
        ("uncover 2c without removing clubs", (COMPLETE[0], "5s"), Remove(1), "You removed clubs"),
        (
            "remove hearts without removing",
            (COMPLETE[0], "5s"),
            Remove(1),
            "You removed another suit",
        ),
        (
            "uncover 3c without dealing",
            ("Kc", "Qc"),
            Deal(),
            "The goal is reached by move 1, but not as asked. You dealt",
        ),
    ],
)
def test_what_a_problem_forbids_is_told(goal, columns, move, said):
    game = Session(board(*columns, hand="2c 3c"), goal=parse(goal))
    game.do(move)
    assert watched(game).sentence == f"{said}: the problem forbids it (move 1)."
    assert not watched(game).solved


@pytest.mark.parametrize(
    ("goal", "columns", "moves", "solved", "said"),
    [
        ("get a space", ("5s", ""), [], True, "Solved."),
        ("get a space", ("5s", "6s"), [Shift(1, 2)], True, "Solved by move 1."),
        (
            "uncover 2c in at most 1 move",
            ("5s", "6s", "7d"),
            [Shift(1, 2), Shift(2, 3, 2)],
            False,
            "The problem asks for this in at most 1 move: 2 moves.",
        ),
        (
            "uncover Kh whatever turns up",
            ("(Kh) 5s", "6s"),
            [Shift(1, 2)],
            False,
            "The goal is reached by move 1 for these cards: "
            "whether it gets there depends on which card turned up.",
        ),
    ],
)
def test_what_is_said_of_a_stipulation(goal, columns, moves, solved, said):
    game = Session(board(*columns), goal=parse(goal))
    for one in moves:
        game.do(one)
    assert (watched(game).sentence, watched(game).solved) == (said, solved)


def test_luck_with_the_cards_that_came_up_is_said():
    game = Session(board("(??) 4s", "5h", "Ks 3h"), goal=parse("uncover Ks"))
    game.do(Shift(1, 2), (parse_card("Ks"),))
    assert watched(game).sentence == "Solved by move 1, with the cards that came up."
    # What follows solves it whatever they are.
    game.do(Shift(3, 2))
    assert watched(game).sentence == "Solved by move 2."


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


# The server


def test_a_game_is_played_through_the_server(served):
    status, begun = served.ask("/api/games", {"problem": "woods-4", "resume": True})
    assert status == 201
    status, state = served.ask(f"/api/games/{begun['id']}")
    assert (status, state["title"], state["done"]) == (200, "woods-4: Clubs and hearts", 0)
    table = served.store.table(begun["id"])
    problem = find_problem("woods-4")
    for step in replay(problem.start, problem.solution.script).steps:
        match step.move:
            case Shift(source, target, count):
                gesture = {"source": str(source), "target": str(target), "take": count}
                answer = served.act(table, "move", grip="card", **gesture)
            case Remove(column):
                answer = served.act(table, "move", source=str(column), target="removed")
        assert answer["state"]["position"] == view.position_data(step.after, face_down=False)
    assert answer["state"]["solved"]
    assert answer["state"]["sentence"] == "Solved by move 36."


@pytest.mark.parametrize(
    ("what", "status", "found"),
    [
        ("info", 200, "20 cards in the hand"),
        ("locate?name=Q", 200, "Qd in column 5"),
        ("locate?name=xyz", 422, "xyz"),
        ("expand?name=11", 422, "there is no column '11': the columns are 1 to 10"),
        ("expand?name=", 422, "there is no column ''"),
        ("nothing", 422, "'nothing' is nothing that can be looked at"),
    ],
)
def test_looking(served, what, status, found):
    answered, answer = served.ask(f"/api/games/{served.begin().id}/look/{what}")
    assert answered == status
    assert found in answer["text" if status == 200 else "error"]


def test_suggesting_and_saving(served):
    table = served.begin("woods-1")
    _, answer = served.ask(f"/api/games/{table.id}/suggest")
    assert (answer["words"], answer["cards"]) == ("Jh from 8 to 9", "Jh of column 8")
    assert answer["aim"] == "turn up a card in column 8, 1 move from here"
    assert answer["move"] == {"source": "8", "count": 1, "target": "9"}
    without = served.begin("game-one-suit")
    without.game.goal = None
    _, answer = served.ask(f"/api/games/{without.id}/suggest")
    assert "aim" not in answer
    bait = served.begin("mined-bait")
    served.act(bait, "script", text="Kh from 9 to 1")
    _, answer = served.ask(f"/api/games/{bait.id}/suggest")
    assert answer["move"] is None
    assert answer["reason"].startswith("it can't be done any more from here")
    served.act(table, "script", text="Jh from 8 to 9, 10d from 2 to 9")
    for name in view.SAVED_AS:
        status, headers, text = served.get(f"/api/games/{table.id}/save/{name}")
        assert (status, text) == (200, view.saved(table.game, name)[0])
        assert headers["content-disposition"].startswith("attachment; filename=")
    assert served.ask(f"/api/games/{table.id}/save/pickle")[0] == 422


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ({"problem": "woods-4:clubs"}, "woods-4: Clubs and hearts"),
        ({"deal": 14934}, "Deal 14934, four suits"),
        ({"fresh": True, "suits": 1, "rules": "one-suit"}, "Deal "),
        ({"deal": 7, "options": {"start": "3", "short_last_deal": "yes", "cells": "2"}}, "Deal 7"),
        ({"text": formats.dumps(find_problem("woods-3").start, "line"), "name": "mine"}, "mine"),
        ({"text": "9s/10h/-", "partial": True}, "A position"),
    ],
)
def test_beginning_in_every_way(served, asked, title):
    status, begun = served.ask("/api/games", asked)
    assert status == 201, begun
    status, state = served.ask(f"/api/games/{begun['id']}")
    assert (status, state["title"][: len(title)]) == (200, title)
    status, home = served.ask("/api/home")
    assert (begun["id"], state["title"]) in {(g["id"], g["title"]) for g in home["games"]}
    assert {"id", "title", "stipulation", "author"} == set(home["problems"][0])


def test_a_game_that_is_stale_gone_or_forgotten(served):
    table = served.begin()
    act = {"version": table.version, "source": "1", "target": "2"}
    served.act(table, "move", source="3", target="2")
    status, answer = served.ask(f"/api/games/{table.id}/move", act)
    assert (status, answer["kind"]) == (409, "stale")
    assert answer["state"]["version"] == table.version
    table.file.path.unlink()
    status, answer = served.ask(f"/api/games/{table.id}")
    assert (status, "gone" in answer["error"]) == (410, True)
    other = served.begin()
    assert served.ask(f"/api/games/{other.id}/forget", {})[0] == 200
    assert served.ask(f"/api/games/{other.id}")[0] == 404


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"{}",
        b'{"version": "x", "more": 1}',
        b'{"version": "x", "source": "1", "take": 0}',
        b'{"version": "x", "source": "1", "reveal": "everything"}',
        b'{"version": "' + b"x" * 500 + b'", "source": "1"}',
    ],
)
def test_malformed_json(served, body):
    table = served.begin()
    status, answer = served.ask(f"/api/games/{table.id}/move", body)
    assert (status, bool(answer["error"]), table.game.at) == (400, True, 0)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"problem": "woods-99"},
        {"problem": "woods-2:nowhere"},
        {"deal": 0},
        {"fresh": True, "suits": 3},
        {"fresh": True, "rules": "nonsense"},
        {"text": "hello"},
        {"text": "Kc/Kc/Kc/Kc - -"},
    ],
)
def test_what_can_not_be_begun(served, asked):
    before = served.store.listed()
    status, answer = served.ask("/api/games", asked)
    assert 400 <= status < 500
    assert answer["error"]
    assert served.store.listed() == before


@pytest.mark.parametrize("piece", ["9-", "((((", "x/", "A"])
def test_a_pasted_megabyte(served, piece):
    table = served.begin()
    text = (piece * 1_000_000)[:1_000_000]
    act = f"/api/games/{table.id}/script"
    for path, asked in (("/api/games", {}), (act, {"version": table.version})):
        status, answer = served.ask(path, asked | {"text": text})
        assert (status, answer["error"]) == (
            422,
            "this text has 1000000 characters; 262144 are the most that are read",
        )
    assert served.ask("/api/games", {"text": text[:LONGEST_TEXT]})[0] == 422
    status, answer = served.ask("/api/games", b" " * (LARGEST + 1))
    assert (status, answer["error"]) == (413, "that is too much: 1 MiB is the most that is read")


# Who may ask


def refused(served, method="GET", path="/", body=None, **more):
    told = {name.replace("_", "-"): value for name, value in more.items()}
    status, answered, text = served.get(path, method, body, **told)
    assert 400 <= status < 500, (status, text)
    assert "Traceback" not in text
    assert answered["content-security-policy"].startswith("default-src 'none'")
    assert "access-control-allow-origin" not in answered
    return status


def test_pages_are_served_with_the_token(served):
    table = served.begin()
    for path in ("/", f"/game/{table.id}", "/static/play.js", "/static/cards.css"):
        status, answered, text = served.get(path)
        assert status == 200
        assert text
        assert "script-src 'self'" in answered["content-security-policy"]
        assert answered["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answered
        assert "style=" not in text or path.endswith(".js")


@pytest.mark.parametrize("other", ["other=1", 'a={"b": [1, 2]}', "="])
def test_the_address_gives_a_cookie_and_the_cookie_lets_in(served, other):
    address = f"/?token={served.server.token}"
    host = f"localhost:{served.server.port}"
    status, answered, _ = served.raw("GET", address, headers={"host": host})
    cookie, _, details = answered["set-cookie"].partition(";")
    assert status == 200
    assert details == " Path=/; HttpOnly; SameSite=Strict"
    assert str(served.server.port) in cookie.partition("=")[0]
    # Cookies of other ports keep nobody out.
    for told in (f"{other}; {cookie}", f"{cookie}; {other}"):
        assert served.raw("GET", "/api/home", headers={"host": host, "cookie": told})[0] == 200


@pytest.mark.parametrize("token", [None, "", "x", "ä"])
def test_a_missing_or_forged_token(served, token):
    for path in ("/", "/api/home", "/static/play.js", "/nowhere", "/?token=x", "/?token=%ff"):
        assert refused(served, path=path, x_spiderpos_token=token) == 403
    assert refused(served, x_spiderpos_token=token, cookie=f"spiderpos-{served.server.port}=x")
    # The one in the address is not for writing.
    before = served.store.listed()
    path = f"/api/games?token={served.server.token}"
    assert refused(served, "POST", path, b'{"problem": "woods-2"}', x_spiderpos_token=token) == 403
    assert served.store.listed() == before
    # A person gets the reason as text.
    status, _, text = served.get("/", **{"x-spiderpos-token": token, "accept": "text/html,*/*"})
    assert status == 403
    assert text.startswith("spiderpos: the token is missing or wrong: open the whole address")


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:80"])
def test_another_host(served, host):
    assert refused(served, host=host) == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_origin(served, origin):
    table = served.begin()
    path = f"/api/games/{table.id}/move"
    asked = {"version": table.version, "source": "3", "target": "2"}
    assert refused(served, "POST", path, json.dumps(asked).encode(), origin=origin) == 403
    assert served.ask(path, asked, origin=f"http://{served.host}")[0] == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/..%2f..%2fapp.py", 404),
        ("/static/app.py", 404),
        ("/game/woods-9<script>", 404),
        ("/api/games/%00", 404),
        ("/api/games/..%2fsecret/save/session", 404),
        ("/api/games/unknown/undo", 405),
        ("/api/home/", 404),
        ("/%ff%fe", 404),
    ],
)
def test_paths_that_lead_nowhere(served, path, status):
    (served.store.folder.parent / "secret.json").write_text(session.dumps(Session(board("5s"))))
    found, _, text = served.get(path)
    assert found == status
    assert '"session"' not in text
    assert "<script>" not in text


def test_a_port_that_is_taken(served, store):
    with pytest.raises(PortError, match="can't be used"):
        Server(store, served.server.port)


# The command


def start(tmp_path, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "spiderpos", "play", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={"SPIDERPOS_DATA": str(tmp_path / "games"), "PATH": ""},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize(
    ("arguments", "name", "kept"),
    [
        (["woods-2"], "woods-2-[0-9a-f]{6}", r"games/woods-2-[0-9a-f]{6}\.json"),
        (["game.json"], "file-game-[0-9a-f]{16}", r"game\.json"),
        (["--session", "game.json"], "file-game-[0-9a-f]{16}", r"game\.json"),
    ],
)
def test_the_command_prints_its_address_and_ends_cleanly(tmp_path, arguments, name, kept):
    session.dump(Session(find_problem("woods-1").start), tmp_path / "game.json")
    process = start(tmp_path, *arguments)
    address = process.stdout.readline().strip()
    assert re.fullmatch(rf"http://127\.0\.0\.1:\d+/game/{name}\?token=\S{{32}}", address)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors
    assert "the game is kept in" in errors
    assert re.search(rf"{re.escape(str(tmp_path))}/{kept}", errors)
    assert len(list((tmp_path / "games").iterdir())) == (arguments == ["woods-2"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["woods-22"], "did you mean 'woods-2'"),
        (["--session", "none.json"], "say which POSITION"),
        (["--new"], "--new goes with a POSITION"),
        (["woods-2", "--session", "there.json"], "is there already"),
        (["--port", "70000"], "70000"),
    ],
)
def test_wrong_usage(tmp_path, arguments, said):
    (tmp_path / "there.json").write_text("{}")
    process = start(tmp_path, *arguments)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert said in errors
    assert "Traceback" not in errors


def test_without_the_extra():
    """The command says how to install it; a page of a problem can be made all the same."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn', 'platformdirs']));"
        "from spiderpos.cli import main; main(sys.argv[1:])"
    )

    def run(*arguments):
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    refused = run("play", "woods-2")
    assert refused.returncode == 2
    assert "playing in the browser needs the extra 'play', which isn't installed" in refused.stderr
    assert run("page", "woods-2", "-o", "-").stdout.startswith("<!doctype html>")


def test_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SPIDERPOS_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("SPIDERPOS_DATA")
    assert data_folder().parts[-2:] == ("spiderpos", "games")
