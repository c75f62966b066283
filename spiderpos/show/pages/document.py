"""The frame of a page: one HTML file that asks nothing of anybody.

Styles and scripts stand in the file and are the only ones that its policy lets a browser run: the
policy names their digests, and forbids every request.
"""

from __future__ import annotations

import base64
import hashlib

from .markup import Content, Html, fill, tag

__all__ = ["document", "footer"]


def footer(lines: int, *more: Content) -> Html:
    """The end of a page with so many lines of play: what was done with them."""
    made = "Lines checked move by move with spiderpos." if lines else "Made with spiderpos."
    return tag("footer", tag("p", made, *more))


def document(
    *body: Content,
    title: str,
    styles: str,
    script: str = "",
    description: str = "",
    pictures: bool = False,
) -> str:
    """A whole page, ending in a line end.

    ``script`` is an inline module, ``description`` a sentence for search engines and previews.
    With ``pictures`` the page may show pictures that lie beside it.
    """
    policy = [
        "default-src 'none'",
        f"style-src {_digest(styles)}",
        f"script-src {_digest(script)}" if script else "",
        "img-src 'self' file:" if pictures else "",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return fill(
        "document.html",
        policy=Html("; ".join(filter(None, policy))),
        title=title,
        description=tag("meta", name="description", content=description) if description else None,
        styles=Html(styles),
        body=body,
        script=tag("script", Html(script), type="module") if script else None,
    )


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
