"""Pictures of positions: for a terminal, as SVG, PNG, PDF and LaTeX.

:data:`PICTURES` holds the kinds by name; :func:`draw` draws one::

    draw(position, "svg", four_colours=True)

Pictures are written, never read.
"""

from __future__ import annotations

from typing import Any, Final

from ...game.position import Position
from ...text.registry import Registry
from .drawing import (
    PLAIN,
    Arrow,
    Drawing,
    DrawingError,
    Mark,
    Picture,
    parse_arrow,
    parse_mark,
)

__all__ = [
    "PICTURES",
    "PLAIN",
    "Arrow",
    "Drawing",
    "DrawingError",
    "Mark",
    "Picture",
    "draw",
    "parse_arrow",
    "parse_mark",
]

#: Every kind of picture by its name, each imported when it is first asked for.
PICTURES: Final = Registry[Picture](
    {
        "unicode": f"{__name__}.terminal:PICTURE",
        "svg": f"{__name__}.svg:PICTURE",
        "png": f"{__name__}.raster:PNG",
        "pdf": f"{__name__}.raster:PDF",
        "tex": f"{__name__}.tex:PICTURE",
    }
)


def draw(position: Position, kind: str = "svg", **options: Any) -> str | bytes:
    """Draw a position; ``options`` are those of :class:`Drawing`.

    Returns bytes for ``png`` and ``pdf``, otherwise text.  Raises DrawingError if it can't be
    drawn so, KeyError for a kind that isn't in :data:`PICTURES`, TypeError for an option that
    isn't one.
    """
    return PICTURES[kind].draw(position, Drawing(**options) if options else PLAIN)
