"""The server of the page against what isn't a browser: connections that say nothing, links."""

import asyncio
import contextlib
import http.client
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.games import session
from spiderpos.games.session import Session
from spiderpos.play import guard, server
from spiderpos.play.store import Store, UnknownGameError
from spiderpos.play.ticket import Ticket

from .serving import serving


def answer(served, data):
    """What a connection gets that sends ``data``, until the server closes it."""
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=60) as connection:
        connection.sendall(data)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def test_who_says_nothing_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.2)
    with serving(tmp_path) as served:
        assert answer(served, b"") == b""
        assert answer(served, b"GET / HTTP/1.1\r\nHost:") == b""
        host = f"127.0.0.1:{served.server.port}"
        head = (
            f"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            f"{guard.TOKEN_HEADER}: {served.server.token}\r\nContent-Length: 100\r\n\r\n{{"
        )
        assert answer(served, head.encode()).startswith(b"HTTP/1.1 408 ")


def sends_for_ever(connection, data, *, reads):
    """Send data until the server ends the connection, which is an error."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        connection.sendall(data)
        if reads and not connection.recv(65536):
            raise ConnectionResetError


@pytest.mark.parametrize(("many", "reads"), [(1000, False), (1, True)])
def test_who_has_no_token_is_not_waited_for(tmp_path, monkeypatch, many, reads):
    """Neither if the answers aren't read, nor if one refused request comes after the other."""
    monkeypatch.setattr(guard, "PATIENCE", 0.2)
    with serving(tmp_path) as served, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", served.server.port))
        request = f"GET / HTTP/1.1\r\nHost: {served.host}\r\n\r\n".encode()
        with pytest.raises(ConnectionError):
            sends_for_ever(connection, request * many, reads=reads)


def test_who_brings_the_token_is_waited_for(tmp_path, monkeypatch):
    """A look at a connection ends it only if no other request has come since the look before."""
    monkeypatch.setattr(guard, "PATIENCE", 3600)
    with serving(tmp_path) as served:
        connection = http.client.HTTPConnection("127.0.0.1", served.server.port, timeout=20)
        connection.connect()
        connection.auto_open = 0

        def ask():
            connection.request("GET", "/", headers={guard.TOKEN_HEADER: served.server.token})
            answer = connection.getresponse()
            answer.read()
            return answer.status

        assert ask() == 200
        (protocol,) = served.server._uvicorn.server_state.connections
        before = protocol.cycle
        protocol.loop.call_soon_threadsafe(protocol._look, None)
        assert ask() == 200
        protocol.loop.call_soon_threadsafe(protocol._look, before)
        assert ask() == 200
        protocol.loop.call_soon_threadsafe(protocol._look, protocol.cycle)
        with contextlib.suppress(ConnectionError):
            assert connection.sock.recv(65536) == b""
        connection.close()


def test_endless_blanks_are_not_looked_at(tmp_path):
    """The library that reads requests would take a quarter of an hour for these."""
    with serving(tmp_path) as served:
        head = f"GET / HTTP/1.1\r\nHost: {served.host}\r\n"
        blanks = "A: " + " " * 200_000 + "\0\r\n\r\n"
        for data in (head + blanks, f"{head}\r\n{head}{blanks}"):
            with contextlib.suppress(ConnectionError):
                answer(served, data.encode())
            assert served.ask("/api/home")[0] == 200
        game = {"text": " " * 100_000, "name": "blanks"}
        status, told = served.ask("/api/games", game)
        assert status == 422, told


def idle(served, many):
    """Connections that say nothing, one after the other."""
    address = ("127.0.0.1", served.server.port)
    return [socket.create_connection(address, timeout=20) for _ in range(many)]


def test_the_oldest_without_the_token_give_way(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 3600)
    monkeypatch.setattr(server, "_most_strangers", lambda: 8)
    with serving(tmp_path) as served, contextlib.ExitStack() as stack:
        served.server._uvicorn.config.timeout_keep_alive = 3600
        known = http.client.HTTPConnection("127.0.0.1", served.server.port, timeout=20)
        stack.callback(known.close)
        known.connect()
        known.auto_open = 0
        for _ in range(2):
            known.request("GET", "/", headers={guard.TOKEN_HEADER: served.server.token})
            answered = known.getresponse()
            answered.read()
            assert answered.status == 200
            strangers = idle(served, 20)
            for stranger in strangers:
                stack.callback(stranger.close)
            for stranger in strangers[:12]:
                with contextlib.suppress(ConnectionError):
                    assert stranger.recv(1) == b""
            assert served.ask("/api/home")[0] == 200
            strangers[-1].setblocking(False)
            with pytest.raises(BlockingIOError):
                strangers[-1].recv(1)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_more_connections_than_descriptors(tmp_path):
    """Those who may have them leave the player some, and nothing is said of it, nor at the end."""
    code = (
        "import resource, sys; from spiderpos.play.server import Server; "
        "from spiderpos.play.store import Store; from pathlib import Path; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
        "server = Server(Store(Path(sys.argv[1]))); "
        "server.run(lambda: print(server.port, server.token, flush=True))"
    )
    with (
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
        contextlib.ExitStack() as stack,
    ):
        stack.callback(process.kill)
        port, token = process.stdout.readline().split()
        for _ in range(120):
            stranger = stack.enter_context(socket.socket())
            stranger.setblocking(False)
            stranger.connect_ex(("127.0.0.1", int(port)))
        known = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
        stack.callback(known.close)
        known.request("GET", "/", headers={guard.TOKEN_HEADER: token})
        assert known.getresponse().status == 200
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "")


@pytest.mark.parametrize(
    "data", [b"\x16\x03\x01\x00\xc8\x01\x00", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000]
)
def test_what_is_no_request(tmp_path, data):
    with serving(tmp_path) as served:
        try:
            found = answer(served, data + b"\r\n\r\n")
        except ConnectionError:
            return
        assert found.startswith(b"HTTP/1.1 400 ")


def test_a_cookie_is_read_in_linear_time(tmp_path):
    """What takes a minute and a half if the time is quadratic takes milliseconds."""
    with serving(tmp_path) as served:
        port = served.server.port

        async def unused(*_):
            raise AssertionError

        async def send(message):
            told.append(message)

        told = []
        cookie = b'a="' + b"\\" * 200_000 + b'"'
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [(b"host", f"127.0.0.1:{port}".encode()), (b"cookie", cookie)],
        }
        barrier = guard.Guard(unused, token="x", port=port, ticket=Ticket())  # noqa: S106
        before = time.process_time()
        # In a thread of its own: browser tests before this one keep this one's loop running.
        with ThreadPoolExecutor() as threads:
            threads.submit(asyncio.run, barrier(scope, unused, send)).result()
        assert time.process_time() - before < 20
        assert told[0]["status"] == 403


@pytest.mark.parametrize("other", ['a={"b": [1, 2]}', "a[b]=1", "=", 'a="', "a"])
def test_cookies_of_other_ports_keep_nobody_out(tmp_path, other):
    with serving(tmp_path) as served:
        ours = f"spiderpos-{served.server.port}={served.server.token}"
        for cookie in (f"{other}; {ours}", f"{ours}; {other}"):
            status, _, _ = served.raw("GET", "/", headers={"host": served.host, "cookie": cookie})
            assert status == 200


def test_links_are_no_games(tmp_path):
    start = find_problem("woods-4").start
    elsewhere = tmp_path / "elsewhere.json"
    session.dump(Session(start), elsewhere)
    store = Store(tmp_path / "games")
    (store.folder / "link.json").symlink_to(elsewhere)
    assert store.listed() == []
    with pytest.raises(UnknownGameError):
        store.table("link")
    with pytest.raises(UnknownGameError):
        store.forget("link")


def test_nothing_is_written_through_a_link(tmp_path):
    game = Session(find_problem("woods-4").start, title="A game")
    table = Store(tmp_path / "first").begin(game)
    store = Store(tmp_path / "games")
    target = tmp_path / "target.json"
    (store.folder / f"{table.id}.json").symlink_to(target)
    assert store.begin(game).id == f"{table.id}-2"
    assert not target.exists()


def test_a_title_that_can_not_be_shown_is_kept_without_what_can_not(tmp_path):
    game = Session(find_problem("woods-4").start, title="\x1b[31mred\u202e\ud800" + "x" * 300)
    path = tmp_path / "game.json"
    session.dump(game, path)
    assert session.load(path).title == "\ufffd[31mred\ufffd\ufffd" + "x" * 190


@pytest.mark.parametrize(
    "content",
    [
        b'{"done": 1e999}',
        b'{"done": NaN}',
        b'{"done": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b"\xff",
        b"",
        b"[]",
        b'{"title": 5}',
    ],
    ids=range(8),
)
def test_a_damaged_game_is_listed_as_that(tmp_path, content):
    store = Store(tmp_path)
    (tmp_path / "game.json").write_bytes(content)
    (listed,) = store.listed()
    assert listed.fault == "the file is damaged"


def test_a_title_in_the_list_shows_what_can_be_shown(tmp_path):
    (tmp_path / "game.json").write_text('{"title": "\\u001b[31m\\ud800", "done": 3}')
    (listed,) = Store(tmp_path).listed()
    assert listed.title == "\ufffd[31m\ufffd"


@pytest.mark.parametrize("hosts", [0, 2])
def test_a_request_names_one_host(tmp_path, hosts):
    with serving(tmp_path) as served:
        token = f"{guard.TOKEN_HEADER}: {served.server.token}\r\nConnection: close\r\n"
        named = f"Host: {served.host}\r\n"
        head = "GET /api/home HTTP/1.0\r\n"
        assert b" 200 " in answer(served, f"{head}{named}{token}\r\n".encode())[:20]
        assert b" 200 " not in answer(served, f"{head}{named * hosts}{token}\r\n".encode())[:20]


def test_a_token_in_the_address_stands_there_once(tmp_path):
    with serving(tmp_path) as served:
        token = served.server.address().partition("?")[2]
        headers = {"host": served.host}
        assert served.raw("GET", f"/?{token}&{token}", headers=headers)[0] == 403
        assert served.raw("GET", f"/?{token}", headers=headers)[0] != 403
