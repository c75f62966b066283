"""Running the server: a free port of the loopback address, the browser, and the end by Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import os
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ..text.errors import SpiderError
from . import guard
from .app import make_app
from .store import Store
from .table import Table
from .ticket import Ticket

__all__ = ["PortError", "Server", "open_browser"]

if sys.platform != "win32":
    import resource

#: The most blanks in a row that a request's head may have.
_MOST_BLANKS: Final = 1000
_BLANKS: Final = re.compile(rb"[ \t]+")
_END_OF_HEAD: Final = re.compile(rb"\n\r?\n")
#: Numbers connections in the order in which they come.
_AGES: Final = itertools.count()
_LOOPBACK: Final = "127.0.0.1"
#: The most connections that have brought no token; the oldest gives way to one more.
_STRANGERS: Final = 64
#: How many connections may wait to be accepted.
_WAITING: Final = 128
#: What the system says if it allows no more connections.
_EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class PortError(SpiderError):
    """Another program listens on the port, or the system doesn't give it."""

    def __init__(self, port: int, why: str) -> None:
        super().__init__(port, why)
        self.port = port
        self.why = why

    def __str__(self) -> str:
        return (
            f"port {self.port} can't be used ({self.why.lower()}): name another with --port, or "
            "none, and a free one is taken"
        )


def _most_strangers() -> int:
    """How many connections without the token there may be: the player needs files, too."""
    if sys.platform == "win32":
        return _STRANGERS
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _STRANGERS if most == resource.RLIM_INFINITY else max(1, min(_STRANGERS, most // 4))


class _Impatient(H11Protocol):
    """Ends a connection that has brought nothing to be answered for :data:`guard.PATIENCE`.

    Whoever may connect could otherwise hold all that the system allows: by sending nothing, by
    sending what is refused again and again, or by not reading the answers.  Of the connections
    that have never brought the token there are only some at a time; the oldest gives way.
    """

    _was_admitted = False
    _age = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._age = next(_AGES)
        self._look_again()
        strangers = [one for one in self.connections if one.is_stranger()]  # type: ignore[union-attr]
        if len(strangers) > _most_strangers():
            min(strangers, key=lambda one: one._age).transport.abort()  # type: ignore[union-attr]

    def handle_events(self) -> None:
        # The next request takes the place of this one.
        self._was_admitted = not self.is_stranger()
        if self._is_slow_to_read():
            self.transport.abort()
        else:
            super().handle_events()

    def _is_slow_to_read(self) -> bool:
        """Whether there are more blanks in a row in what is to be read than in any request.

        h11 takes quadratic time for them, at the beginning of a value with a control character.
        """
        data, _ = self.conn.trailing_data
        if self.conn.their_state is h11.IDLE:
            data = _END_OF_HEAD.split(data, maxsplit=1)[0]
        elif not self.is_stranger():
            return False
        return max(map(len, _BLANKS.findall(data)), default=0) > _MOST_BLANKS

    def is_stranger(self) -> bool:
        """Whether no request of this connection has been admitted, and it's still there."""
        if self._was_admitted or self.transport.is_closing():
            return False
        return self.cycle is None or not guard.is_admitted(self.cycle.scope)

    def shutdown(self) -> None:
        if self.is_stranger():
            # Nobody waits for what it's to read.
            self.transport.abort()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._timer.cancel()

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(guard.PATIENCE, self._look, self.cycle)

    def _look(self, before: RequestResponseCycle | None) -> None:
        cycle = self.cycle
        if cycle is not None and guard.is_admitted(cycle.scope):
            # What waits for the client to read isn't at work.
            at_work = not cycle.response_complete and not self.flow.write_paused
            if at_work or cycle is not before:
                self._look_again()
                return
        # To close it would wait for the client to read what is written.
        self.transport.abort()


class _Uvicorn(uvicorn.Server):
    """Lets more connections wait than are accepted at once; the loop has one number for both.

    Who doesn't find room to wait tries again after a second.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or []:
            one.listen(_WAITING)


class Server:
    """A server for the games of a store, bound to a port (0 for a free one) when it's made.

    Raises PortError.  It answers once :meth:`run` is called; connections made before wait.
    """

    def __init__(self, store: Store, port: int = 0) -> None:
        self._socket = _bound(port)
        self.port: int = self._socket.getsockname()[1]
        self.token = secrets.token_urlsafe(24)
        self._ticket = Ticket()
        app = make_app(store, token=self.token, port=self.port, ticket=self._ticket)
        self._uvicorn = _Uvicorn(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                date_header=False,
                lifespan="off",
                ws="none",
                http=_Impatient,
                loop="asyncio",
                # So many are accepted before any is looked at; a request that came along with its
                # connection is known before as many have come as there may be.
                backlog=max(1, _most_strangers() // 4),
                proxy_headers=False,
                timeout_graceful_shutdown=2,
            )
        )

    def address(self, table: Table | None = None) -> str:
        """The address to open, with the token: of a game, or of the list of games."""
        return f"{self._page(table)}?token={self.token}"

    def address_for_once(self, table: Table | None = None) -> str:
        """The same to start a browser with: it lets in once, soon, and only one of them does."""
        return f"{self._page(table)}?once={self._ticket.issue()}"

    def _page(self, table: Table | None) -> str:
        path = f"/game/{table.id}" if table else "/"
        return f"http://{_LOOPBACK}:{self.port}{path}"

    def run(self, started: Callable[[], None] = lambda: None) -> None:
        """Answer until the process gets SIGINT or SIGTERM, or :meth:`stop` is called.

        ``started`` is called first; what it asks of the server waits until it answers.
        """
        with _interrupted_by(self.stop):
            started()
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._on_exception)
        await self._uvicorn.serve(sockets=[self._socket])

    def _on_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say nothing of connections that can't be accepted now: the loop tries again by itself.

        It also does once the socket is closed, and complains of that.
        """
        error = context.get("exception")
        exhausted = isinstance(error, OSError) and error.errno in _EXHAUSTED
        closed = isinstance(error, ValueError) and self._socket.fileno() < 0
        if not exhausted and not closed:
            loop.default_exception_handler(context)

    def stop(self) -> None:
        """End :meth:`run` soon; from another thread, or when a signal comes."""
        self._uvicorn.should_exit = True


@contextlib.contextmanager
def _interrupted_by(stop: Callable[[], None]) -> Iterator[None]:
    """SIGINT calls ``stop``, also before uvicorn listens to it: while it makes its event loop.

    Other threads than the main one get no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def open_browser(address: str) -> None:
    """Open the address in the user's browser, if there is one, without waiting for it.

    Other users of the machine may see it.
    """
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _bound(port: int) -> socket.socket:
    # asyncio turns the delay of small packets off, which is 40 ms an answer, only if the protocol
    # is named.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # A port that was just given back; elsewhere this would share one that is in use.
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((_LOOPBACK, port))
        found.listen(_WAITING)
    except (OSError, OverflowError) as error:
        found.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PortError(port, why) from None
    return found
