"""The page to play on, as far as it is in Python: games, the server's answers, who may ask."""

import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem
from spiderpos.game import census
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import parse_rules
from spiderpos.games import session
from spiderpos.games.session import Session, SessionError
from spiderpos.goals.goal import parse
from spiderpos.play import hidden, view
from spiderpos.play.app import LARGEST, LONGEST_TEXT
from spiderpos.play.opening import game_of_problem, game_of_text
from spiderpos.play.server import PortError, Server
from spiderpos.play.store import Store, UnknownGameError, data_folder
from spiderpos.play.table import Grip, Question, StaleError
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


def test_a_line_of_a_problem_is_played():
    problem = find_problem("woods-4")
    game = game_of_problem(problem, "clubs")
    assert game.start == problem.start
    assert game.position == problem.position("clubs")
    assert watched(game).solved


@pytest.mark.parametrize("format", ["diagram", "line", "fen", "json", "kpat"])
def test_a_text_in_any_notation(format):
    start = find_problem("woods-4").start
    game, notes = game_of_text(formats.dumps(start, format), title="mine")
    assert (game.position.columns, game.title) == (
        formats.loads(formats.dumps(start, format)).columns,
        "mine",
    )
    assumed = "assumed: 10 cards in the hand, 1 suit removed (the text doesn't say)"
    assert notes == ((assumed,) if format == "diagram" else ())


@pytest.mark.parametrize("format", ["session", "save"])
def test_a_text_with_moves_brings_them(format):
    played = game_of_problem(find_problem("woods-4"), "clubs")
    text, _ = view.saved(played, format)
    game, _ = game_of_text(text)
    assert game.done[-1].after == played.position
    assert [step.move for step in game.done] == [step.move for step in played.done]


# The folder


def test_the_same_game_is_gone_on_with(store):
    problem = find_problem("woods-2")
    first = store.begin(game_of_problem(problem), resume=True)
    move(first, "3", "2")
    again = Store(store.folder).begin(game_of_problem(problem), resume=True)
    assert (again.id, again.game.at) == (first.id, 1)
    assert again.version == first.version


def test_a_new_game_leaves_the_old_one(store):
    problem = find_problem("woods-2")
    first = store.begin(game_of_problem(problem))
    second = store.begin(game_of_problem(problem))
    assert second.id == f"{first.id}-2"
    assert store.begin(game_of_problem(problem), resume=True).id in (first.id, second.id)


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
    table = store.open_file(path, Session(board("5s", "6s")))
    move(table, "1", "2")
    assert session.load(path).at == 1
    assert store.table(table.id) is table
    assert not list(store.folder.iterdir())
    with pytest.raises(FileExistsError):
        store.open_file(path, Session(board("5s", "6s")))


def test_a_file_that_is_opened_twice_is_one_game(store, tmp_path):
    path = tmp_path / "mine.json"
    session.dump(Session(board("5s", "6s", "")), path)
    (tmp_path / "link.json").symlink_to(path)
    table = store.open_file(path)
    move(table, "1", "2")
    assert store.open_file(path) is table
    assert store.open_file(tmp_path / "link.json") is table
    session.dump(Session(board("9s")), path)
    assert store.open_file(path).game.at == 0
    path.unlink()
    with pytest.raises(FileNotFoundError):
        store.open_file(path)


# A session's file


def test_another_program_s_moves_are_not_overwritten(store):
    table = begin(store, "5s", "6s", "")
    other = session.load(table.file.path)
    other.do(Shift(1, 3))
    session.dump(other, table.file.path)
    version = table.version
    with pytest.raises(StaleError):
        table.move(version, "1", "2")
    assert table.game.steps == other.steps
    table.game.do(Shift(2, 1))
    session.dump(other, table.file.path)
    with pytest.raises(SessionError, match="changed by another program"):
        table.file.save()


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


def test_ways_to_take_cards(store):
    columns = ("Kc 9-6s", "", "10d", "8h")
    for grip, take, target, count in (
        ("point", None, "2", 4),
        ("point", 2, "2", 4),
        ("adjust", 2, "2", 2),
        ("card", 2, "2", 2),
        ("card", 2, "3", 4),
        ("card", 4, "4", 2),
        ("adjust", 5, "2", 4),
        ("adjust", 3, "4", 2),
    ):
        table = begin(store, *columns)
        move(table, "1", target, take=take, grip=Grip(grip))
        (step,) = table.game.steps
        assert step.move == Shift(1, int(target), count), (grip, take, target)


def test_a_click_is_the_obvious_place(store):
    table = begin(store, "Kc 9-6s", "10h", "10s", COMPLETE[0])
    move(table, "1", None)
    move(table, "4", None)
    assert [step.move for step in table.game.steps] == [Shift(1, 3, 4), Remove(4)]


def test_a_suit_is_dragged_off(store):
    table = begin(store, COMPLETE[1], "5s")
    move(table, "1", "removed")
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
        ("cell cell 1", "1", "neither a column nor a cell"),
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


def test_backing_up_over_what_was_shown_asks(store):
    table = begin(store, "(9c) 5s", "6s", "5h", hand="2c 2d 2h")
    move(table, "1", "2")
    before = table.version
    question = table.undo(before)
    assert isinstance(question, Question)
    assert "the 9c turned up in column 1" in question.text
    assert table.version == before
    table.undo(before, confirmed=True)
    assert table.game.at == 0
    table.redo(table.version)
    table.deal(table.version, confirmed=True)
    assert "a row dealt" in table.undo(table.version).text


def test_starting_over(store):
    table = begin(store, "(9c) 5s", "6s", "")
    move(table, "1", "2")
    move(table, "2", "3")
    question = table.go(table.version, 0)
    assert "2 moves" in question.text
    table.go(table.version, 0, confirmed=True)
    assert (table.game.at, len(table.game.steps)) == (0, 2)
    table.go(table.version, 2)
    assert table.game.at == 2
    with pytest.raises(SessionError, match="there is no move 3"):
        table.go(table.version, 3)


def test_a_deal_asks_first(store):
    table = begin(store, "5s", "6s", hand="2c 2d 2h 2s")
    question = table.deal(table.version)
    assert question.text == "Deal a row? 2 rows left."
    table.deal(table.version, confirmed=True)
    assert table.game.steps[0].move == Deal()
    space = begin(store, "5s", "", hand="2c 2d")
    with pytest.raises(IllegalMove, match="column 2 is empty"):
        space.deal(space.version)


def test_moves_that_are_typed_all_or_none(store):
    table = begin(store, "5s", "6s", "7d", "")
    done = table.script(table.version, "5s from 1 to 2, 6-5s from 2 to 3")
    assert done.words == "5s from 1 to 2; 6-5s from 2 to 3"
    before, steps = table.version, table.game.steps
    for text in ("6-5s from 3 to 4, 5s from 4 to 3", "5s to", "nonsense"):
        with pytest.raises((NotationError, ReplayError)):
            table.script(before, text)
        assert (table.version, table.game.steps) == (before, steps)


def test_a_plan_that_is_typed_is_called_one(store):
    table = begin(store, "5s", "6s", "7d", "")
    with pytest.raises(NotationError, match="plan with branches, and this field takes a single"):
        table.script(table.version, "5s from 1 to 2\nif it's Kh:\n    6-5s from 2 to 3\n")
    assert table.game.steps == ()


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
    table.redo(table.version)
    assert (table.game.at, len(table.game.steps)) == (2, 4)
    move(table, "2", "3")
    assert (table.game.at, len(table.game.steps)) == (3, 3)


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


def test_it_may_stay_unknown(store):
    table = begin(store, "-- 5s", "6s")
    move(table, "1", "2", reveal="unknown")
    assert table.position.column(1).up == (UNKNOWN,)


def test_a_card_that_is_not_left_is_refused(store):
    table = begin(store, "-- 5s", "6s", "Kh Kh")
    with pytest.raises(IllegalMove, match="Kh"):
        move(table, "1", "2", reveal=[parse_card("Kh")])


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
    move(table, "1", "2")
    move(table, "2", "1")
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


def test_a_row_that_is_not_known_is_asked_for(store):
    table = begin(store, "5s", "6s", hand="?? ??")
    question = table.deal(table.version, confirmed=True)
    assert question.columns == (1, 2)
    table.deal(table.version, reveal=[parse_card("2c"), parse_card("3c")])
    assert table.game.steps[0].cards == (parse_card("2c"), parse_card("3c"))


# The stipulation


def test_luck_with_the_cards_that_came_up_is_said(store):
    table = begin(store, "(??) 4s", "5h", "Ks 3h", goal="uncover Ks")
    table.game.do(Shift(1, 2), (parse_card("Ks"),))
    now = watched(table.game)
    assert now.solved
    assert now.sentence == "Solved by move 1, with the cards that came up."
    # What follows solves it whatever they are.
    table.game.do(Shift(3, 2))
    assert watched(table.game).sentence == "Solved by move 2."


def test_a_deal_that_the_problem_forbids(store):
    table = begin(store, "5s", "6s", hand="2c 2d 2h 2s", goal="get a space without dealing")
    assert table.deal(table.version).text == "Deal a row? The problem forbids it."
    table.deal(table.version, confirmed=True)
    assert watched(table.game).sentence == "You dealt: the problem forbids it (move 1)."
    assert table.deal(table.version).text == "Deal a row? 1 row left."


@pytest.mark.parametrize(
    ("goal", "columns", "moves", "said"),
    [
        (
            "uncover 2c without turning up",
            ("(9c) 5s", "6s"),
            [Shift(1, 2)],
            "You turned up a card: the problem forbids it (move 1).",
        ),
        (
            "uncover 2c without making a space",
            ("5s", "6s"),
            [Shift(1, 2)],
            "You made a space: the problem forbids it (move 1).",
        ),
        (
            "uncover 2c without removing clubs",
            (COMPLETE[0], "5s"),
            [Remove(1)],
            "You removed clubs: the problem forbids it (move 1).",
        ),
        (
            "remove hearts without removing",
            (COMPLETE[0], "5s"),
            [Remove(1)],
            "You removed another suit: the problem forbids it (move 1).",
        ),
        (
            "uncover 2c in at most 1 move",
            ("5s", "6s", "7d"),
            [Shift(1, 2), Shift(2, 3, 2)],
            "The problem asks for this in at most 1 move: 2 moves.",
        ),
        ("get a space", ("5s", "6s"), [Shift(1, 2)], "Solved by move 1."),
        ("get a space", ("5s", ""), [], "Solved."),
    ],
)
def test_what_is_said_of_a_stipulation(goal, columns, moves, said):
    game = Session(board(*columns), goal=parse(goal))
    for one in moves:
        game.do(one)
    assert watched(game).sentence == said


def test_reached_but_not_as_asked():
    game = Session(board("Kc", "Qc", hand="2c 3c"), goal=parse("uncover 3c without dealing"))
    game.do(Deal())
    assert watched(game).sentence == (
        "The goal is reached by move 1, but not as asked. "
        "You dealt: the problem forbids it (move 1)."
    )


def test_reached_for_these_cards_only():
    game = Session(board("(Kh) 5s", "6s"), goal=parse("uncover Kh whatever turns up"))
    game.do(Shift(1, 2))
    now = watched(game)
    assert not now.solved
    assert now.sentence.startswith("The goal is reached by move 1 for these cards: ")


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


@pytest.mark.parametrize("name", sorted(view.SAVED_AS))
def test_every_way_to_save_can_be_read_again(store, name):
    game = game_of_problem(find_problem("woods-4"), "clubs")
    text, ending = view.saved(game, name)
    assert re.fullmatch("[a-z]+", ending)
    if name == "script":
        assert replay(game.start, scripts.loads(text)).end == game.position
    else:
        found = formats.loads(text, name)
        assert [c.up for c in found.columns] == [c.up for c in game.position.columns]


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


def test_a_stale_page_gets_the_state(served):
    table = served.begin()
    old = table.version
    served.act(table, "move", source="3", target="2")
    status, answer = served.ask(
        f"/api/games/{table.id}/move", {"version": old, "source": "1", "target": "2"}
    )
    assert (status, answer["kind"]) == (409, "stale")
    assert answer["state"]["version"] == table.version
    assert "Traceback" not in answer["error"]


def test_looking(served):
    table = served.begin()
    for what, found in {
        "score": "492  in all",
        "info": "20 cards in the hand",
        "suits": "clubs",
        "locate?name=TH": "10h in column 1",
        "locate?name=Q": "Qd in column 5",
        "expand?name=4": "column 4: Ad 7-5d Q-Js 10d",
    }.items():
        status, answer = served.ask(f"/api/games/{table.id}/look/{what}")
        assert status == 200
        assert found in answer["text"]
    for what in ("locate?name=xyz", "expand?name=11", "expand?name=", "nothing"):
        status, answer = served.ask(f"/api/games/{table.id}/look/{what}")
        assert status == 422, what
        assert answer["error"]


def test_suggesting_replaying_saving(served):
    table = served.begin("woods-1")
    _, answer = served.ask(f"/api/games/{table.id}/suggest")
    assert answer["words"] == "Jh from 8 to 9"
    assert answer["move"] == {"source": "8", "count": 1, "target": "9"}
    served.act(table, "script", text="Jh from 8 to 9, 10d from 2 to 9")
    _, answer = served.ask(f"/api/games/{table.id}/replay")
    assert [frame["words"] for frame in answer["frames"]] == [
        "the start",
        "Jh from 8 to 9, turning up 6s",
        "10d from 2 to 9, turning up 4c",
    ]
    told = {"host": served.host, "x-spiderpos-token": served.server.token}
    for name in view.SAVED_AS:
        status, headers, text = served.raw(
            "GET", f"/api/games/{table.id}/save/{name}", headers=told
        )
        assert (status, text) == (200, view.saved(table.game, name)[0])
        assert headers["content-disposition"].startswith("attachment; filename=")
    assert served.ask(f"/api/games/{table.id}/save/pickle")[0] == 422


def test_beginning_in_every_way(served):
    line = formats.dumps(find_problem("woods-3").start, "line")
    for asked in (
        {"problem": "woods-2"},
        {"problem": "woods-4:clubs"},
        {"deal": 14934},
        {"fresh": True, "suits": 1, "rules": "one-suit"},
        {"text": line, "name": "pasted"},
        {"text": "9s/10h/-", "partial": True},
    ):
        status, answer = served.ask("/api/games", asked)
        assert status == 201, answer
        assert served.ask(f"/api/games/{answer['id']}")[0] == 200
    status, home = served.ask("/api/home")
    assert status == 200
    assert {"pasted", "A position", "Deal 14934, four suits"} <= {
        g["title"] for g in home["games"]
    }
    assert {"id", "title", "stipulation", "author"} == set(home["problems"][0])


def test_forgetting(served):
    table = served.begin()
    assert served.ask(f"/api/games/{table.id}/forget", {})[0] == 200
    assert served.ask(f"/api/games/{table.id}")[0] == 404
    assert served.ask(f"/api/games/{table.id}/forget", {})[0] == 404


def test_a_file_that_is_gone(served):
    table = served.begin()
    table.file.path.unlink()
    status, answer = served.ask(f"/api/games/{table.id}")
    assert status == 410
    assert "gone" in answer["error"]


def test_a_restart_loses_nothing(tmp_path):
    with serving(tmp_path) as served:
        table = served.begin()
        served.act(table, "move", source="3", target="2")
        served.act(table, "move", source="10", target="5")
        served.act(table, "undo", confirmed=True)
        before = served.ask(f"/api/games/{table.id}")[1]
    with serving(tmp_path) as served:
        assert served.ask(f"/api/games/{table.id}")[1] == before


# Who may ask


def refused(served, method="GET", path="/", body=None, **more):
    told = {"host": served.host, "x-spiderpos-token": served.server.token}
    told |= {name.replace("_", "-"): value for name, value in more.items()}
    told = {name: value for name, value in told.items() if value is not None}
    status, answered, text = served.raw(method, path, body, told)
    assert 400 <= status < 500, (status, text)
    assert "Traceback" not in text
    assert answered["content-security-policy"].startswith("default-src 'none'")
    assert "access-control-allow-origin" not in answered
    return status


def test_pages_are_served_with_the_token(served):
    table = served.begin()
    told = {"host": served.host, "x-spiderpos-token": served.server.token}
    for path in ("/", f"/game/{table.id}", "/static/play.js", "/static/cards.css"):
        status, answered, text = served.raw("GET", path, headers=told)
        assert status == 200
        assert text
        assert "script-src 'self'" in answered["content-security-policy"]
        assert answered["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answered
        assert "style=" not in text or path.endswith(".js")


@pytest.mark.parametrize("other", ["other=1", 'a={"b": [1, 2]}', "=", 'a="', "a"])
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


def test_a_person_gets_the_reason_as_text(served):
    told = {"host": served.host, "accept": "text/html,*/*"}
    status, _, text = served.raw("GET", "/", headers=told)
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
        ("/static/", 404),
        ("/game/..%2f..%2fsecret", 404),
        ("/game/woods-9<script>", 404),
        ("/api/games/..%2fsecret", 405),
        ("/api/games/%00", 404),
        ("/api/games/unknown/suggest", 404),
        ("/api/games/..%2fsecret/save/session", 404),
        ("/api/games/unknown/undo", 405),
        ("/api/home/", 404),
        ("/%ff%fe", 404),
    ],
)
def test_paths_that_lead_nowhere(served, path, status):
    (served.store.folder.parent / "secret.json").write_text(session.dumps(Session(board("5s"))))
    told = {"host": served.host, "x-spiderpos-token": served.server.token}
    found, _, text = served.raw("GET", path, headers=told)
    assert found == status
    assert '"session"' not in text
    assert "<script>" not in text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"\xff\xfe",
        b"{}",
        b'{"version": 5}',
        b'{"version": "x", "more": 1}',
        b'{"version": "x", "source": "1", "take": 0}',
        b'{"version": "x", "source": "1", "take": true}',
        b'{"version": "x", "source": "1", "grip": "fist"}',
        b'{"version": "x", "source": "1", "reveal": "everything"}',
        b'{"version": "' + b"x" * 500 + b'", "source": "1"}',
    ],
)
def test_malformed_json(served, body):
    table = served.begin()
    status, answer = served.ask(f"/api/games/{table.id}/move", body)
    assert status == 400
    assert answer["error"]
    assert table.game.at == 0


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"problem": "woods-99"},
        {"problem": "woods-2:nowhere"},
        {"deal": 0},
        {"deal": 10**30},
        {"fresh": True, "suits": 3},
        {"fresh": True, "rules": "nonsense"},
        {"text": ""},
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
    assert session.load(table.file.path).at == 0
    assert served.ask("/api/games", {"text": text[:LONGEST_TEXT]})[0] == 422
    status, answer = served.ask("/api/games", b" " * (LARGEST + 1))
    assert (status, answer["error"]) == (413, "that is too much: 1 MiB is the most that is read")


def test_a_port_that_is_taken(tmp_path):
    with serving(tmp_path) as served, pytest.raises(PortError, match="can't be used"):
        Server(Store(tmp_path), served.server.port)


# The command


def start(tmp_path, *arguments, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "spiderpos", "play", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={"SPIDERPOS_DATA": str(tmp_path / "games"), "PATH": "", **more},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_the_command_prints_its_address_and_ends_cleanly(tmp_path):
    process = start(tmp_path, "woods-2")
    address = process.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/game/woods-2-[0-9a-f]{6}\?token=\S{32}", address)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors
    assert "the game is kept in" in errors
    assert len(list((tmp_path / "games").glob("woods-2-*.json"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_the_command_plays_a_session_in_its_own_file(tmp_path):
    session.dump(Session(find_problem("woods-1").start), tmp_path / "game.json")
    for arguments in (["game.json"], ["--session", "game.json"]):
        process = start(tmp_path, *arguments)
        assert "/game/file-game-" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert str(tmp_path / "game.json") in errors
        assert process.returncode == 0
    assert not list((tmp_path / "games").iterdir())


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
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder().parts[-2:] == ("spiderpos", "games")
    assert isinstance(data_folder(), Path)
