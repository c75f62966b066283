"""Buttons and dialogs below the board: links, settings, and the tools of a book's pages."""

from __future__ import annotations

from typing import Final

from .markup import Html, fill, join, tag

#: Buttons for the actions of tools.js on the pages of a book.
TOOLS: Final = join(
    tag("button", words, type="button", data_act=act, class_="scripted-only")
    for act, words in (
        *(("over", "Start over"), ("new", "New game"), ("save", "Save"), ("open", "Open")),
        *(("options", "Rules"), ("score", "Score"), ("info", "Info"), ("suits", "Suits")),
        *(("locate", "Locate"), ("expand", "Expand")),
    )
)
COPY: Final = join(
    tag("button", "Copy a link to this", type="button", id="copy-link", class_="scripted-only"),
    tag("button", "Copy this position", type="button", id="copy-here", class_="scripted-only"),
    tag("button", "Replay", type="button", id="replay", class_="scripted-only"),
)


def settings(*, tools: bool = False) -> Html:
    """Return the templates of the settings and of the help for the controls.

    With ``tools`` also the keys and the dialogs of tools.js.  The pages of a book get the
    templates from a script that they share.
    """
    return join(
        fill("settings.html", keys=fill("keys.html") if tools else None),
        fill("tools.html") if tools else None,
    )
