"""The page of a game: a deal, or a position of the reader's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...game.rules import PRESETS
from .document import document
from .markup import data_block, fill, join, tag
from .problem import BOOK, COPY, TOOLS
from .rules import rules_folded

#: Its address in a book.
GAME: Final = "game.html"


def render_game(given: Mapping[str, Any] | None = None) -> str:
    """Return the page of a game in a book, which plays what its address names.

    ``given`` is a game that the page is for, as ``show/web/play.js`` takes it.
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
                solution=None,
            ),
            data=data_block("data", {"given": given}),
        ),
        title="A game",
        description="Spider solitaire: a deal, or a position of one's own",
        scripts=(BOOK, "core.js", "play.js"),
        in_book=True,
    )
