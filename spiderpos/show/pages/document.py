"""The frame of a page: one HTML file that asks nothing of anybody.

Styles and scripts stand in the file, and its policy names their digests: a browser runs no others.
The pages of a book share theirs, as files beside them (:func:`shared`).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Final

from .. import web
from .markup import Content, Html, fill, tag

#: The style sheet that the pages of a book share.
_SHEET: Final = "spiderpos.css"


def footer(lines: int, *more: Content) -> Html:
    """Return the end of a page with so many lines of play: what was done with them."""
    made = "Lines checked move by move with spiderpos." if lines else "Made with spiderpos."
    return tag("footer", tag("p", made, *more))


@cache
def _styles(*more: str) -> str:
    """Return the styles of all pages, and ``more`` sheets."""
    sheets = map(web.asset, ("board.css", "base.css", "page.css", *more))
    return web.bare_sheet("".join((web.card_style(), *sheets)))


def shared(*scripts: str) -> dict[str, str]:
    """Return the files that the pages of a book share: styles, and these scripts."""
    return {_SHEET: _styles("index.css")} | {name: _script(name) for name in scripts}


def _script(name: str) -> str:
    return web.script(name, art=name in ("page.js", "play.js"))


@cache
def _inside(name: str) -> tuple[str, ...]:
    """Return a script as it stands in a page; then what it unpacks and runs, if it does."""
    if name != "page.js":
        return (_script(name),)
    text = web.script(name, art=True, unpacking=False)
    return web.packed(text), text


def document(
    *body: Content,
    title: str,
    styles: str | None = None,
    scripts: Sequence[str] = (),
    description: str = "",
    in_book: bool = False,
    address: str = "",
    picture: str = "",
) -> str:
    """Return a whole page, ending in a line end.

    ``styles`` are other ones than those of all pages, ``scripts`` files of
    ``spiderpos.show.web`` or ``core.js``, ``description`` a sentence for search engines and
    previews, ``address`` and ``picture`` addresses for these, as far as they are known.  A page
    that is ``in_book`` has styles and scripts beside it.
    """
    styles = _styles() if styles is None else styles
    texts = [] if in_book else [text for name in scripts for text in _inside(name)]
    beside = "'self' file:"
    sources = [beside] if in_book else list(map(_digest, texts))
    working = "core.js" in scripts
    policy = [
        "default-src 'none'",
        f"style-src {beside if in_book else _digest(styles)}",
        " ".join(("script-src", *sources, "'wasm-unsafe-eval'" * working)) if scripts else "",
        "worker-src blob:" if working else "",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    if in_book:
        sheet = tag("link", rel="stylesheet", href=_SHEET)
        run = [tag("script", src=name, defer=True) for name in scripts]
    else:
        sheet = tag("style", Html(styles))
        run = [tag("script", Html(_inside(name)[0])) for name in scripts]
    return fill(
        "document.html",
        policy=Html("; ".join(filter(None, map(str.strip, policy)))),
        title=title,
        preview=description or title,
        address=(
            tag("meta", property=f"og:{name}", content=content)
            for name, content in (("url", address), ("image", picture))
            if content
        ),
        description=tag("meta", name="description", content=description) if description else None,
        sheet=sheet,
        body=body,
        scripts=run,
    )


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
