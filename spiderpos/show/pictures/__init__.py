"""Pictures of positions: for a terminal, as SVG, PNG, PDF and LaTeX.

:data:`PICTURES` holds the kinds by name; :func:`draw` draws one::

    draw(position, "svg", four_colours=True)

Pictures are written, never read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ...game.position import Position
from . import raster, svg, terminal, tex
from .drawing import PLAIN, Arrow, Drawing, DrawingError, Mark, parse_arrow, parse_mark

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


@dataclass(frozen=True, slots=True)
class Picture:
    """A kind of picture.

    ``name`` is what ``--as`` calls it, ``summary`` a phrase for the help text, ``draw`` draws a
    position, as text or, if it is ``binary``, as bytes.  ``heeds`` names the fields of
    :class:`Drawing` that it goes by; the others have no meaning for it.
    """

    name: str
    summary: str
    draw: Callable[[Position, Drawing], str | bytes]
    heeds: frozenset[str]
    binary: bool = False


_ALL: Final = frozenset(Drawing.__dataclass_fields__)

_PICTURES: Final = (
    Picture(
        "unicode",
        "signs for the suits, for a terminal; natural runs and breaks are marked",
        terminal.draw,
        frozenset(("four_colours", "column_numbers", "show_hidden")),
    ),
    Picture("svg", "cards, for a screen or a page", svg.draw, _ALL),
    Picture(
        "png",
        "the same in dots (needs spiderpos[pictures])",
        raster.png,
        _ALL,
        binary=True,
    ),
    Picture(
        "pdf",
        "the same as a page of its size (needs spiderpos[pictures])",
        raster.pdf,
        _ALL,
        binary=True,
    ),
    Picture("tex", "the same as a LaTeX document with TikZ", tex.draw, _ALL - {"size"}),
)

#: Every kind of picture by its name.
PICTURES: Final[Mapping[str, Picture]] = MappingProxyType({p.name: p for p in _PICTURES})


def draw(position: Position, kind: str = "svg", **options: Any) -> str | bytes:
    """Draw a position; ``options`` are those of :class:`Drawing`.

    Returns bytes for ``png`` and ``pdf``, otherwise text.  Raises DrawingError if it can't be
    drawn so, KeyError for a kind that isn't in :data:`PICTURES`, TypeError for an option that
    isn't one.
    """
    return PICTURES[kind].draw(position, Drawing(**options) if options else PLAIN)
