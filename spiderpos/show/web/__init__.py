"""What the pages are made of: scripts, styles, the card art, and positions as JSON for them.

The files are plain modern JavaScript and CSS and need no build step.  A page of one file takes
them with :func:`joined` and :func:`asset`; a server can send them as they are.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Final

from ..pictures import cardart

__all__ = ["asset", "card_art", "card_style", "joined"]

_IMPORT: Final = re.compile(r'^import [^"]*"\./([\w.-]+)";\n', re.MULTILINE)


def asset(name: str) -> str:
    """The text of a file of this package, such as ``board.css``.

    Raises FileNotFoundError if there is none; ``name`` is *not* checked otherwise, so it may
    not come from outside.
    """
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def joined(name: str) -> str:
    """A module with those that it imports put before it, each once, as one inline module.

    All imports have to be of files here (``import { Board } from "./board.js";``), and what the
    modules declare has to have different names.
    """
    found: dict[str, str] = {}

    def add(module: str) -> None:
        if module in found:
            return
        text = asset(module)
        for other in _IMPORT.findall(text):
            add(other)
        found[module] = _IMPORT.sub("", text)

    add(name)
    return "".join(found.values())


def card_art() -> str:
    """The symbols of the cards that a board refers to, as an element that shows nothing."""
    return f'<svg class="card-art" aria-hidden="true">{cardart.sprite()}</svg>'


def card_style(*, four_colours: bool = False) -> str:
    """The CSS for :func:`card_art`: colours that go by light and dark and can be set."""
    return ".card-art{display:none}" + cardart.style(four_colours=four_colours, variables=True)
