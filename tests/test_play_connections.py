"""Connections that do harm to the page's server: half requests, too many, errors of the system."""

import asyncio
import contextlib
import errno
import socket
import time

import pytest

from spiderpos.play import connections
from tests.serving import serving


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)


def connected(served):
    return socket.create_connection(("127.0.0.1", served.server.port), timeout=60)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n",
        b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_is_never_finished_is_closed(tmp_path, quick, half):
    with serving(tmp_path) as served, connected(served) as half_open:
        half_open.sendall(half)
        # Whatever it answers, it ends.
        with contextlib.suppress(ConnectionError):
            while half_open.recv(4096):
                continue
        assert served.get("/")[0] == 200


def test_a_slow_request_that_comes_in_time_is_answered(tmp_path):
    with serving(tmp_path) as served, connected(served) as slow:
        request = f"GET / HTTP/1.1\r\nhost: {served.host}\r\nx-spiderpos-token: "
        slow.sendall(request.encode())
        time.sleep(0.1)
        slow.sendall(f"{served.server.token}\r\n\r\n".encode())
        assert slow.recv(12) == b"HTTP/1.1 200"


def test_connections_are_capped_and_the_server_goes_on(tmp_path, quick):
    with serving(tmp_path) as served:
        several = []
        for _ in range(connections.MOST_CONNECTIONS + 40):
            several.append(connected(served))
        ended = 0
        for one in several:
            try:
                ended += one.recv(1) == b""
            except ConnectionError:
                ended += 1
            one.close()
        assert ended == len(several)
        assert served.get("/")[0] == 200


def test_errors_of_the_system_are_told_once_a_minute(monkeypatch, capsys):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    loop = asyncio.new_event_loop()
    handle = connections.say_at_times()
    error = OSError(errno.EMFILE, "Too many open files")
    for _ in range(100):
        handle(loop, {"message": "accept", "exception": error})
        now[0] += 1
    assert (
        capsys.readouterr().err.splitlines()
        == ["spiderpos: the system says: Too many open files"] * 2
    )
    loop.close()
