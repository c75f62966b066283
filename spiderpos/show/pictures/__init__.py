"""Pictures of positions: for a terminal, as SVG, PNG, PDF and LaTeX.

:data:`PICTURES` is the registry of formats; :func:`draw` draws a picture::

    draw(position, "svg", four_colours=True)

Pictures cannot be read back.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from ...formats import FORMATS
from ...game.cards import Card
from ...game.moves import Move
from ...game.position import Position
from ...text.registry import Registry
from ...text.wording import did_you_mean, join_words
from .drawing import (
    ALL,
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

#: The picture formats by name; their modules are imported on first access.
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
    """Draw a position; ``options`` are the fields of :class:`Drawing`.

    ``marks`` and ``arrows`` may contain texts for :func:`parse_mark` and :func:`parse_arrow`.
    Returns bytes for ``png`` and ``pdf``, otherwise text.  Raises DrawingError for an unknown
    ``kind`` or an invalid value, TypeError for an unknown option.
    """
    if kind not in PICTURES:
        notation = (
            f"; spiderpos.write(position, '{kind}') writes a notation" if kind in FORMATS else ""
        )
        raise DrawingError(
            f"unknown picture '{kind}'; expected {join_words(PICTURES, 'or')}{notation}"
        )
    for name in options:
        if name not in ALL:
            suggestion = did_you_mean(name, ALL)
            raise TypeError(
                f"unknown option of a picture '{name}'{suggestion}; expected "
                + join_words(sorted(ALL), "or")
            )
    for name, parse in (
        ("marks", parse_mark),
        ("arrows", partial(parse_arrow, position=position)),
    ):
        if name in options:
            given = options[name]
            several = (given,) if isinstance(given, str | Move | Mark | Card) else given
            options[name] = tuple(parse(one) if isinstance(one, str) else one for one in several)
    return PICTURES[kind].draw(position, Drawing(**options) if options else PLAIN)
