"""Who may ask: whoever knows the token in the address that the command prints.

The server listens on the loopback address.  That keeps other machines out, not other users of
this one and not other pages in the same browser.  So each request brings the token, in a cookie
or a header once it was in the address; and no other page's ``Origin``.  (A foreign ``Host``, which
is a name that somebody has pointed at this machine, is refused by Starlette.)

There are no CORS headers, so no foreign page reads an answer.  Every answer, refusals too, has
headers that let the page load nothing from elsewhere and run no inline script.
"""

from __future__ import annotations

import hmac
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER: Final = "x-spiderpos-token"  # noqa: S105 - a header's name

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Passes on to ``app`` what may be asked, and answers the rest with 403 and the reason."""

    def __init__(self, app: ASGIApp, *, token: str, port: int) -> None:
        self._app = app
        self._token = token
        # Cookies are shared by all ports of a host.
        self._cookie = f"spiderpos-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        asks = request.method in ("GET", "HEAD")
        by_address = asks and self._is_token(request.query_params.get("token"))
        origin = request.headers.get("origin")
        refusal = ""
        if not (
            by_address
            or self._is_token(request.headers.get(TOKEN_HEADER))
            or self._is_token(request.cookies.get(self._cookie))
        ):
            refusal = (
                "the token is missing or wrong: open the whole address that 'spiderpos play' "
                "printed (each start has a new one)"
            )
        elif origin is not None and origin != f"http://{request.headers.get('host')}":
            refusal = "another page may not ask this server"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.update(_HEADERS)
                if by_address and not refusal:
                    value = f"{self._cookie}={self._token}"
                    answer.append("set-cookie", f"{value}; Path=/; HttpOnly; SameSite=Strict")
            await send(message)

        app = self._app
        if refusal and "text/html" in request.headers.get("accept", ""):
            app = PlainTextResponse(f"spiderpos: {refusal}", 403)
        elif refusal:
            app = JSONResponse({"error": refusal}, 403)
        await app(scope, receive, with_headers)

    def _is_token(self, text: str | None) -> bool:
        return text is not None and hmac.compare_digest(text.encode(), self._token.encode())
