"""Running the server: a free port of the loopback address, the browser, and the end by Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from ..text.errors import SpiderError
from .app import make_app
from .connections import Connection, say_at_times
from .store import GameStore
from .table import Table
from .threads import stop_all

_LOOPBACK: Final = "127.0.0.1"
#: How long answers, and what is worked out for them, may take when it ends, in seconds.
_ENDING: Final = 2


class PortError(SpiderError):
    """Another program listens on the port, or the system doesn't give it."""

    settled_by = "port"

    def __init__(self, port: int, why: str) -> None:
        super().__init__(port, why)
        self.port = port
        self.why = why

    def __str__(self) -> str:
        return f"port {self.port} can't be used: {self.why.lower()}"


class _Announced(uvicorn.Server):
    """A server that calls ``started_by`` once it answers."""

    started_by: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(say_at_times())
        await super().startup(sockets)
        self.started_by()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        stop_all()
        await super().shutdown(sockets)


class Server:
    """A server for the games of a store, bound to a port when it's made.

    0 is the port of the server before, so that open pages find it, or any that is free.  Raises
    PortError.  It answers once :meth:`run` is called; connections made before wait.
    """

    def __init__(self, store: GameStore, port: int = 0) -> None:
        self._socket = _bound(port) if port else _bound_again(store.folder / "port")
        self.port: int = self._socket.getsockname()[1]
        self.token = secrets.token_urlsafe(24)
        self._uvicorn = _Announced(
            uvicorn.Config(
                make_app(store, token=self.token),
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                http=Connection,
                loop="asyncio",
                proxy_headers=False,
                timeout_graceful_shutdown=_ENDING,
            )
        )

    def address(self, table: Table | None = None) -> str:
        """Return the address to open: of a game, or of the list of games.

        The token stands behind the "#", so that no request has it in its address.
        """
        path = f"/game/{table.id}" if table else "/"
        return f"http://{_LOOPBACK}:{self.port}{path}#token={self.token}"

    def run(self, started: Callable[[], None] = lambda: None) -> None:
        """Answer until the process gets SIGINT or SIGTERM, or :meth:`stop` is called.

        ``started`` is called when it answers, and when a signal ends it cleanly.
        """
        self._uvicorn.started_by = started
        # uvicorn raises the signal again when it has ended.
        with contextlib.suppress(KeyboardInterrupt):
            self._uvicorn.run(sockets=[self._socket])
        stop_all(_ENDING)

    def stop(self) -> None:
        """End :meth:`run` soon; from another thread."""
        self._uvicorn.should_exit = True


def open_browser(address: str) -> None:
    """Open the address in the user's browser, if there is one, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _bound_again(file: Path) -> socket.socket:
    """Return a socket at the port that a file names, or at another, which it names then."""
    with contextlib.suppress(OSError, ValueError, PortError):
        return _bound(int(file.read_text()))
    listener = _bound(0)
    with contextlib.suppress(OSError):
        file.write_text(str(listener.getsockname()[1]))
    return listener


def _bound(port: int) -> socket.socket:
    # asyncio turns the delay of small packets off, which is 40 ms an answer, only if the protocol
    # is named.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # A port that was just given back; elsewhere this would share one that is in use.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((_LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PortError(port, error.strerror or str(error)) from None
    return listener
