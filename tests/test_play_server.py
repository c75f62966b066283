"""The server of the page to play on: its answers, who may ask, the command that starts it."""

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest

from spiderpos import formats, scripts
from spiderpos.advice.hints import seeming
from spiderpos.catalogue import find_problem
from spiderpos.game.deals import deal
from spiderpos.game.replay import replay
from spiderpos.games import session
from spiderpos.games.session import Session
from spiderpos.goals.goal import parse
from spiderpos.play import app, view
from spiderpos.play.app import LARGEST, LONGEST_TEXT
from spiderpos.play.server import PortError, Server
from spiderpos.play.store import data_folder
from spiderpos.scripts.words import describe
from spiderpos.show.web.data import move_data
from spiderpos.solver import Budget, prover
from spiderpos.solver.winning import playout

from .boards import board
from .serving import serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server for all tests of this file; each has games of its own."""
    with serving(tmp_path_factory.mktemp("served") / "games") as found:
        yield found


# The server


@pytest.mark.parametrize("reader", ["game_of_text", "scripts"])
def test_a_text_that_takes_long_to_read_is_given_up(served, monkeypatch, reader):
    """The server answers others meanwhile; a game that was to get the moves stays as it is."""
    reading, ended = threading.Event(), threading.Event()

    def slow(*_, **__):
        reading.set()
        ended.wait(60)

    monkeypatch.setattr(app, "READING_SECONDS", 0.5)
    table = served.begin()
    if reader == "scripts":
        monkeypatch.setattr(scripts, "loads", slow)
        request = f"/api/games/{table.id}/script", {"version": table.version, "text": "8s from 3"}
    else:
        monkeypatch.setattr(app, "game_of_text", slow)
        request = "/api/games", {"text": "Kd/Qs - -"}
    answers = []
    asking = threading.Thread(target=lambda: answers.append(served.ask(*request)))
    asking.start()
    assert reading.wait(60)
    assert served.get("/api/games")[0] == 200
    asking.join()
    ended.set()
    ((status, data),) = answers
    assert status == 422
    assert data["error"] == "this text took longer than 0.5 seconds to read"
    assert (table.game.at, table.game.steps) == (0, ())


@pytest.mark.parametrize(
    "text",
    [
        '{"session": 1, "title": "x", "done": 1e999}',
        '{"session": 1, "title": "x", "done": NaN}',
        '{"session": 1, "title": {"a": 1}, "done": []}',
        "[" * 100_000,
        "5",
        "",
    ],
)
def test_a_damaged_game_does_not_take_the_list_away(served, text):
    path = served.store.folder / "damaged.json"
    path.write_text(text)
    begun = served.begin("woods-2")
    status, answer = served.ask("/api/games")
    games = {game["id"]: game["facts"] for game in answer["games"]}
    assert status == 200
    assert begun.id in games
    assert games["damaged"] == "the file is damaged"
    path.unlink()


def test_a_game_is_played_through_the_server(served):
    status, begun = served.ask("/api/games", {"problem": "woods-4"})
    assert status == 201
    status, state = served.ask(f"/api/games/{begun['id']}")
    assert (status, state["title"], state["done"]) == (200, "woods-4: Clubs and hearts", 0)
    table = served.store.table(begun["id"])
    problem = find_problem("woods-4")
    steps = replay(problem.start, problem.solution.script).steps
    for number, step in enumerate(steps):
        told = {"same": number, "moves": [describe(step)], "done": number + 1}
        answer = served.act(table, "keep", **told)
    assert session.load(table.file.path).position == steps[-1].after
    assert (answer["state"]["done"], answer["state"]["won"]) == (36, False)
    assert answer["state"]["solution"] == answer["state"]["moves"]


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
    move, reason = seeming(table.game.start, [], parse("win"))
    assert answer == {"move": move_data(move), "reason": reason}
    served.act(table, "script", text="Jh from 8 to 9, 10d from 2 to 9")
    for name in view.SAVED_AS:
        status, headers, text = served.get(f"/api/games/{table.id}/save/{name}")
        assert (status, text) == (200, view.saved(table.game, name)[0])
        assert headers["content-disposition"].startswith("attachment; filename=")
    assert served.ask(f"/api/games/{table.id}/save/pickle")[0] == 422


@pytest.mark.skipif(not prover.native_core(), reason="the core is not installed")
def test_the_chance_to_win(served, monkeypatch):
    monkeypatch.setattr(app, "_DRAWS", 2)
    monkeypatch.setattr(app, "_COUNTING_SECONDS", 60.0)
    _, begun = served.ask("/api/games", {"deal": 77, "suits": 1})
    position = served.store.table(begun["id"]).game.position
    _, answer = served.ask(f"/api/games/{begun['id']}/chance")
    won, games = playout.wins_from(position, 2, Budget(60))
    assert (answer["won"], answer["games"]) == (won, games) == (won, 2)
    assert f"won {won} of 2 games" in answer["words"]
    # A part of the cards is no whole deal.
    _, answer = served.ask(f"/api/games/{served.begin('first-move').id}/chance")
    assert answer == {"won": 0, "games": 0, "words": ""}


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ({"problem": "woods-4:clubs"}, "woods-4: Clubs and hearts"),
        ({"deal": 14934}, "Deal 14934, four suits"),
        ({"suits": 1, "rules": "one-suit"}, "Deal "),
        ({"suits": "clubs+hearts", "rules": "modern"}, "Deal "),
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
    games = served.ask("/api/games")[1]["games"]
    assert (begun["id"], state["title"]) in [(game["id"], game["title"]) for game in games]
    assert "<span>One space, two deals left. Which column should be dug" in served.get("/")[2]


def test_a_game_that_is_stale_gone_or_forgotten(served):
    table = served.begin()
    act = {"version": table.version, "text": "8-6s from 3 to 2"}
    served.act(table, "script", text="8-6s from 3 to 2")
    status, answer = served.ask(f"/api/games/{table.id}/script", act)
    assert (status, "gone on elsewhere" in answer["error"]) == (409, True)
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
        b'{"version": "x", "same": -1}',
        b'{"version": "x", "moves": [1]}',
        b'{"version": "' + b"x" * 500 + b'"}',
    ],
)
def test_malformed_json(served, body):
    table = served.begin()
    status, answer = served.ask(f"/api/games/{table.id}/keep", body)
    assert (status, bool(answer["error"]), table.game.at) == (400, True, 0)


@pytest.mark.parametrize(
    "asked",
    [
        {"problem": "woods-99"},
        {"problem": "woods-2:nowhere"},
        {"deal": 0},
        {"suits": 3},
        {"suits": "clubs+clubs"},
        {"rules": "nonsense"},
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


@pytest.mark.parametrize("token", [None, "", "x", "ä"])
def test_a_missing_or_forged_token(served, token):
    """Neither the address nor a cookie stands for the header."""
    table = served.begin()
    before = served.store.listed()
    right = served.server.token
    for path in ("/api/games", "/api/games/x", "/api/nowhere", f"/api/games/{table.id}/look/info"):
        for address in (path, f"{path}?token={right}"):
            assert refused(served, path=address, x_spiderpos_token=token) == 403
            assert (
                refused(served, path=address, x_spiderpos_token=token, cookie=f"spiderpos={right}")
                == 403
            )
    for path in ("/api/games", f"/api/games/{table.id}/forget", f"/api/games/{table.id}/keep"):
        body = b'{"problem": "woods-2"}'
        assert refused(served, "POST", path, body, x_spiderpos_token=token) == 403
    assert served.store.listed() == before


def test_what_is_open_to_all_says_nothing_of_games(served):
    table = served.begin("woods-5")
    for path in ("/", f"/game/{table.id}", "/game/unknown", "/static/play.js"):
        status, answered, text = served.get(path, **{"x-spiderpos-token": None})
        assert status == 200
        assert str(served.store.folder) not in text
        assert table.id not in text
        assert served.server.token not in str(answered) + text


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:80"])
def test_another_host(served, host):
    assert refused(served, host=host) == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_origin(served, origin):
    table = served.begin()
    path = f"/api/games/{table.id}/script"
    asked = {"version": table.version, "text": "8-6s from 3 to 2"}
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
        ("/api/games/unknown/keep", 405),
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


def test_a_port_that_is_taken_or_was_used_before(served, tmp_path):
    with pytest.raises(PortError, match="can't be used"):
        Server(served.store, served.server.port)
    with serving(tmp_path) as first:
        port = first.server.port
    with serving(tmp_path) as again:
        assert again.server.port == port


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
    assert re.fullmatch(rf"http://127\.0\.0\.1:\d+/game/{name}#token=\S{{32}}", address)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors
    assert "the game is kept in" in errors
    assert re.search(rf"{re.escape(str(tmp_path))}/{kept}", errors)
    assert len(list((tmp_path / "games").glob("*.json"))) == (arguments == ["woods-2"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_the_command_ends_cleanly_while_it_counts(tmp_path):
    session.dump(Session(deal(1)), tmp_path / "game.json")
    process = start(tmp_path, "game.json")
    url = urlsplit(process.stdout.readline().strip())
    token = {"X-Spiderpos-Token": url.fragment.removeprefix("token=")}
    api = f"/api/games/{url.path.rpartition('/')[2]}"
    counting, other = (http.client.HTTPConnection(url.netloc, timeout=120) for _ in range(2))
    counting.request("GET", f"{api}/chance", headers=token)
    other.request("GET", api, headers=token)
    other.getresponse().read()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert re.fullmatch(r".* Ctrl-C ends it\.\n\nended; the game is kept in .*\n", errors), errors


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
