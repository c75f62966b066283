"""What a connection may do to the server: how long a request takes, how many there are at once.

A player has a few connections; more of them, or requests that never end, are somebody's mistake
or worse, and may neither keep the player out nor fill the terminal.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: The most connections at once; a browser opens six.
MOST_CONNECTIONS: Final = 64
#: A request that hasn't all come in so many seconds is given up.
REQUEST_SECONDS: Final = 10.0
#: Errors of the operating system are told once in so many seconds.
_QUIET_SECONDS: Final = 60.0


class Connection(H11Protocol):
    """A connection with a limit of time for each request, closed if there are too many."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or close it at once."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unwatch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._watch()
        else:
            self._unwatch()

    def on_response_complete(self) -> None:
        """Go on with what may have come of the next request."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._watch()

    def _watch(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()


def say_at_times() -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Return a handler of what goes wrong in a loop, which tells errors of the system seldom."""
    last_time = float("-inf")

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal last_time
        error = context.get("exception")
        if not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif time.monotonic() - last_time >= _QUIET_SECONDS:
            last_time = time.monotonic()
            print(f"spiderpos: the system says: {error.strerror or error}", file=sys.stderr)

    return handle
