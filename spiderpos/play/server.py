"""Running the server: a free port of the loopback address, the browser, and the end by Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ..errors import SpiderError
from . import guard
from .app import make_app
from .store import Store
from .table import Table
from .ticket import Ticket

__all__ = ["PortError", "Server", "open_browser"]

_LOOPBACK: Final = "127.0.0.1"


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


class _Impatient(H11Protocol):
    """Ends a connection that has brought nothing to be answered for :data:`guard.PATIENCE`.

    Whoever may connect could otherwise hold all that the system allows: by sending nothing, by
    sending what is refused again and again, or by not reading the answers.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_again()

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
        self._uvicorn = uvicorn.Server(
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
            self._uvicorn.run(sockets=[self._socket])

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
        found.listen()
    except (OSError, OverflowError) as error:
        found.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PortError(port, why) from None
    return found
