"""Who may ask: only a page that this server gave out, on this machine.

The server listens on the loopback address.  That keeps other machines out, not other pages in the
same browser and not other users of the machine; so each request has to bring the token that is in
the address which the command prints, in a cookie or a header once it was there.  The address that
the browser is started with has another token, which lets in once (:mod:`.ticket`).  What else is
refused:

- another ``Host``: a name that a foreign page has pointed at this machine (DNS rebinding);
- another ``Origin``, or a request that the browser says a foreign page made;
- methods other than GET, HEAD and POST; a POST that isn't JSON; bodies above :data:`LARGEST`.

There are no CORS headers, so no foreign page reads an answer.  Every answer, refusals too, has
headers that let the page load nothing from elsewhere and run no inline script.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .ticket import Ticket

__all__ = ["LARGEST", "PATIENCE", "TOKEN_HEADER", "Guard", "is_admitted"]

#: The largest body that is read, in bytes.
LARGEST: Final = 1024 * 1024
#: What is read of a larger one, and thrown away, before it's refused: a client that is still
#: writing would not see the reason.
_DRAINED: Final = 64 * 1024 * 1024
#: How long a request may take to come in, in seconds.
PATIENCE: Final = 20
TOKEN_HEADER: Final = "x-spiderpos-token"  # noqa: S105 - a header's name
#: Where a request's ``state`` says that it may be asked.
_ADMITTED: Final = "spiderpos.admitted"

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a request isn't answered: the status and the reason."""

    status: int
    reason: str

    def response(self, headers: Headers) -> Response:
        """The answer: a page for a person who opened the address, otherwise JSON."""
        if "text/html" not in headers.get("accept", ""):
            return JSONResponse({"error": self.reason}, self.status)
        text = f"{self.reason[0].upper()}{self.reason[1:]}."
        return HTMLResponse(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>spiderpos</title>'
            f"<h1>spiderpos</h1><p>{escape(text)}</p></html>",
            self.status,
        )


class Guard:
    """Passes on to ``app`` what may be asked, and answers the rest with 4xx and the reason."""

    def __init__(self, app: ASGIApp, *, token: str, port: int, ticket: Ticket) -> None:
        self._app = app
        self._ticket = ticket
        self._port = port
        self._token = token.encode()
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        # Cookies are shared by all ports of a host.
        self._cookie = f"spiderpos-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        by_ticket = self._brings_ticket(scope, headers)
        refusal = self._refusal(scope, headers, by_ticket)
        scope.setdefault("state", {})[_ADMITTED] = refusal is None
        if refusal is None and scope["method"] == "POST":
            receive, refusal = await _whole(headers, receive)
        by_address = refusal is None and (by_ticket or self._told(scope["query_string"]))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    answer.setdefault(name, value)
                if by_address:
                    value = f"{self._cookie}={self._token.decode()}"
                    answer.append("set-cookie", f"{value}; Path=/; HttpOnly; SameSite=Strict")
            await send(message)

        if refusal is not None:
            await refusal.response(headers)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _is_at_home(self, headers: Headers) -> bool:
        hosts = headers.getlist("host")
        return len(hosts) == 1 and hosts[0].lower() in self._hosts

    def _brings_ticket(self, scope: Scope, headers: Headers) -> bool:
        """Whether the address has the token that lets in once, which is then used up."""
        told = _parameter(scope["query_string"], "once")
        if told is None or scope["method"] != "GET" or not self._is_at_home(headers):
            return False
        client = scope.get("client") or ("", 0)
        return self._ticket.take(told, client[1], self._port)

    def _refusal(self, scope: Scope, headers: Headers, by_ticket: bool) -> _Refusal | None:
        hosts = headers.getlist("host")
        if not self._is_at_home(headers):
            return _Refusal(421, "this server answers only under the address that it printed")
        if not by_ticket and not self._is_known(scope, headers):
            return _Refusal(
                403,
                "the token is missing or wrong: open the whole address that 'spiderpos play' "
                "printed (each start has a new one)",
            )
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{hosts[0].lower()}":
            return _Refusal(403, "another page may not ask this server")
        site = headers.get("sec-fetch-site", "none")
        opened = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
        if site not in ("none", "same-origin") and not opened:
            return _Refusal(403, "another page may not ask this server")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _Refusal(405, f"there is no {scope['method'][:20]} here")
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return _Refusal(415, "what is sent has to be JSON")
        return None

    def _is_known(self, scope: Scope, headers: Headers) -> bool:
        """Whether the request brings the token, compared in constant time."""
        told = [*headers.getlist(TOKEN_HEADER)]
        for line in headers.getlist("cookie"):
            # By hand: the standard library takes quadratic time for some cookies, and stops at the
            # first that isn't well-formed.  There is nothing to unquote in ours.
            for part in line.split(";"):
                name, _, value = part.partition("=")
                if name.strip() == self._cookie:
                    told.append(value.strip())
        known = any(self._is_token(token) for token in told)
        return known or (scope["method"] in ("GET", "HEAD") and self._told(scope["query_string"]))

    def _told(self, query: bytes) -> bool:
        """Whether the token is in the address."""
        token = _parameter(query, "token")
        return token is not None and self._is_token(token)

    def _is_token(self, told: str) -> bool:
        return hmac.compare_digest(told.encode("utf-8", "surrogatepass"), self._token)


def is_admitted(scope: Mapping[str, Any]) -> bool:
    """Whether :class:`Guard` has let a request in, whatever came of it."""
    return bool(scope.get("state", {}).get(_ADMITTED, False))


def _parameter(query: bytes, name: str) -> str | None:
    """The value of a parameter of the address; None if it isn't there just once."""
    try:
        values = parse_qs(query[:2000].decode("ascii"), max_num_fields=20).get(name, [])
    except ValueError:
        return None
    return values[0] if len(values) == 1 else None


async def _whole(headers: Headers, receive: Receive) -> tuple[Receive, _Refusal | None]:
    """The body, to be received again in one piece, or the refusal of one that is too large."""
    length = headers.get("content-length", "0")
    size = int(length) if length.isascii() and length.isdecimal() else 0
    parts: list[bytes] = []
    found = 0
    more = True
    last = asyncio.get_running_loop().time() + PATIENCE
    while more and found <= _DRAINED and size <= _DRAINED:
        try:
            async with asyncio.timeout_at(last):
                message = await receive()
        except TimeoutError:
            return receive, _Refusal(408, "what was to be sent didn't come in time")
        if message["type"] != "http.request":
            break
        part = message.get("body", b"")
        found += len(part)
        if found <= LARGEST:
            parts.append(part)
        more = message.get("more_body", False)
    if max(found, size) > LARGEST:
        mebibytes = LARGEST // 1024 // 1024
        return receive, _Refusal(
            413, f"that is too much: {mebibytes} MiB is the most that is read"
        )
    body: Message = {"type": "http.request", "body": b"".join(parts), "more_body": False}
    waiting = [body]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again, None
