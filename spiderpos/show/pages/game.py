"""The page of a game: a deal, or the reader's own position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...game.rules import PRESETS
from .document import document
from .markup import data_block, fill, join, tag
from .problem import BOOK
from .rules import rules_folded
from .tools import COPY, TOOLS

#: Address of the page in a book.
GAME: Final = "game.html"


def render_game(given: Mapping[str, Any] | None = None) -> str:
    """Return the page of a book for playing the game that the address of the page determines.

    ``given`` is the data, for ``show/web/play.js``, of a game for an address that determines none.
    """
    start = tag("button", "Copy a link to the start", type="button", id="copy-start")
    return document(
        fill(
            "game.html",
            player=fill(
                "player.html",
                stipulation=tag("p", id="stipulation", class_="stipulation"),
                goal=None,
                facts=rules_folded(PRESETS["modern"]),
                diagram="",
                controls=fill("controls.html"),
                printed="",
                line="",
                tools=join(COPY, start, TOOLS),
                settings=None,
                solution=None,
            ),
            data=data_block("data", {"given": given}),
        ),
        title="A game",
        description="Spider solitaire: a deal, or your own position",
        scripts=(BOOK, "core.js", "play.js"),
        in_book=True,
    )
