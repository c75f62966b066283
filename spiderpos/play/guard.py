"""Who may ask: whoever knows the token in the address that the command prints.

The server listens on the loopback address.  That keeps other machines out, not other users of
this one and not other pages in the same browser.  So each request for a game brings the token in
a header, and no other page's ``Origin``.  (A foreign ``Host``, which is a name that somebody has
pointed at this machine, is refused by Starlette.)  The token comes to the browser behind the "#"
of the address, which no browser sends; the page keeps it for its own tab.  A cookie would go to
every server of this machine.  The pages without their games are the same for everybody, and open.

There are no CORS headers, so no foreign page reads an answer.  Every answer, refusals too, has
headers that let the page load nothing from elsewhere and run no inline script.
"""

from __future__ import annotations

import hmac
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER: Final = "x-spiderpos-token"  # noqa: S105 - a header's name
#: The addresses that take the token begin so: games, and what is done with them.
_GUARDED: Final = "/api/"

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

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        open_to_all = not request.url.path.startswith(_GUARDED)
        origin = request.headers.get("origin")
        refusal = ""
        if not (open_to_all or self._is_token(request.headers.get(TOKEN_HEADER))):
            refusal = (
                "the token is missing or wrong: open the whole address that 'spiderpos play' "
                "printed (each start has a new one)"
            )
        elif origin is not None and origin != f"http://{request.headers.get('host')}":
            refusal = "another page may not ask this server"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        app = JSONResponse({"error": refusal}, 403) if refusal else self._app
        await app(scope, receive, with_headers)

    def _is_token(self, text: str | None) -> bool:
        return text is not None and hmac.compare_digest(text.encode(), self._token.encode())
