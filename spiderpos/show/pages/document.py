"""The frame of a page: a single HTML file that loads nothing from the network.

Styles and scripts are inside the file, and its content security policy has their digests, so that
a browser runs no others.  The pages of a book share files for these (:func:`shared`).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Final

from .. import web
from .markup import Content, Html, fill, join, tag

#: Name of the style sheet that the pages of a book share.
SHEET: Final = "spiderpos.css"


def footer(lines: int, *more: Content) -> Html:
    """Return the footer of a page; ``lines`` is the number of lines of play on it."""
    text = "Lines checked move by move with spiderpos." if lines else "Made with spiderpos."
    return tag("footer", tag("p", text, *more))


@cache
def _styles(*more: str) -> str:
    """Return the styles of all pages together with those in ``more``."""
    sheets = map(web.asset, ("board.css", "base.css", "page.css", *more))
    return web.bare_sheet("".join((web.card_style(), *sheets)))


def shared(*scripts: str) -> dict[str, str]:
    """Return the files that the pages of a book share, by name: the styles and these scripts."""
    return {SHEET: _styles("set-up.css", "index.css")} | {name: _script(name) for name in scripts}


def _script(name: str) -> str:
    return web.script(name, art=name in ("page.js", "play.js"))


@cache
def _inside(name: str) -> tuple[str, ...]:
    """Return the texts of the scripts that a page runs for ``name``.

    For a compressed script these are the script that unpacks it, and the unpacked one.
    """
    if name != "page.js":
        return (_script(name),)
    text = web.script(name, art=True, unpacking=False)
    return web.packed(text), text


def document(
    *body: Content,
    title: str,
    styles: str | None = None,
    sheets: tuple[str, ...] = (),
    scripts: Sequence[str] = (),
    description: str = "",
    in_book: bool = False,
    address: str = "",
    picture: str = "",
    icon: str = "",
) -> str:
    """Return a complete page, ending in a line end.

    ``styles`` replaces the usual style sheet; ``sheets`` are added to the usual one.  ``scripts``
    are names for :func:`.web.script`, or of files of the book.  ``description`` is a sentence for
    search engines and previews; ``address`` and ``picture`` are the addresses of the page and its
    preview picture, if known.  A page that is ``in_book`` refers to shared files for styles and
    scripts, and doesn't use ``styles`` and ``sheets``.  With an ``icon``, a file of the book, it
    may show pictures of the book and be installed.
    """
    styles = _styles(*sheets) if styles is None else styles
    texts = [] if in_book else [text for name in scripts for text in _inside(name)]
    shared_files = "'self' file:"
    sources = [shared_files] if in_book else list(map(_digest, texts))
    has_core = "core.js" in scripts
    policy = [
        "default-src 'none'",
        f"style-src {shared_files if in_book else _digest(styles)}",
        f"img-src {shared_files}; manifest-src 'self'" if icon else "",
        " ".join(("script-src", *sources, "'wasm-unsafe-eval'" * has_core)) if scripts else "",
        "worker-src 'self'" if icon else "worker-src blob:" if has_core else "",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    if in_book:
        sheet = join(
            tag("link", rel="stylesheet", href=SHEET),
            tag("link", rel="icon", href=icon) if icon else None,
        )
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
