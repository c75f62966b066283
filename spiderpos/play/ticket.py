"""A token that lets in once: for the address that a browser is started with.

Other users of the machine can read the command line of a browser, so what stands there is not to
let them in for as long as the server runs.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import time
from pathlib import Path
from typing import Final

__all__ = ["PATIENCE", "Ticket"]

#: How long a browser may take to start, in seconds.
PATIENCE: Final = 120
#: Linux tells of every connection whose it is.
_CONNECTIONS: Final = Path("/proc/net/tcp")


class Ticket:
    """At most one token at a time, which :meth:`take` accepts once."""

    def __init__(self) -> None:
        self._token = b""
        self._issued = 0.0

    def issue(self) -> str:
        """A new token, for :data:`PATIENCE`; one that was issued before is void."""
        token = secrets.token_urlsafe(24)
        self._token, self._issued = token.encode(), time.monotonic()
        return token

    def take(self, told: str, client: int, server: int) -> bool:
        """Whether this is the token, on a connection between these ports; it is void then.

        Where the system tells whose the connection is, it has to be this user's.
        """
        token = self._token
        if not token or time.monotonic() - self._issued > PATIENCE:
            return False
        if not hmac.compare_digest(told.encode("utf-8", "surrogatepass"), token):
            return False
        if _owner(client, server) not in (None, _user()):
            return False
        self._token = b""
        return True


def _user() -> int | None:
    return os.getuid() if hasattr(os, "getuid") else None


def _owner(client: int, server: int) -> int | None:
    """Who opened the connection from one port of this machine to another; None if not known."""
    ends = f":{client:04X}", f":{server:04X}"
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in _CONNECTIONS.read_text().splitlines()[1:]:
            words = line.split()
            if words[1].endswith(ends[0]) and words[2].endswith(ends[1]):
                return int(words[7])
    return None
