"""Positions as PNG and as PDF: the SVG, given to libraries that the extra ``pictures`` installs.

Neither needs anything of the system: resvg-py brings its renderer along, fpdf2 is Python.
"""

from __future__ import annotations

import importlib
import io
import zlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from ...game.position import Position
from ...text.extras import missing
from . import svg
from .drawing import Drawing, DrawingError, Picture
from .flat import flattened

__all__ = ["PDF", "PNG"]

#: Points a pixel: CSS has 96 pixels to the inch, PDF 72 points.
_POINTS: Final = 0.75
#: The most pixels of a PNG; they take four bytes each while it is drawn.
MOST_DOTS: Final = 64_000_000
#: The signature and the first chunk of a PNG, which says how large it is.
_BEGINNING: Final = 8 + 25


def png(position: Position, drawing: Drawing) -> bytes:
    """The picture as PNG, transparent unless there is a background; ``auto`` is light.

    Raises DrawingError as :func:`.svg.draw`, if it would have more than ``MOST_DOTS`` pixels,
    and if resvg-py isn't installed.
    """
    library = _library("resvg_py", "png")
    width, height = svg.size_of(position, drawing)
    if width * height > MOST_DOTS:
        raise DrawingError(
            f"a picture of {width} by {height} pixels is too large: at most "
            f"{MOST_DOTS // 1_000_000} million can be drawn, so choose a smaller size"
        )
    picture = svg.draw(position, _settled(drawing))
    data = bytes(library.svg_to_bytes(svg_string=picture, skip_system_fonts=True))
    texts = {
        "Software": "spiderpos",
        "Title": svg.titled(drawing),
        "Description": svg.describe(position, show_hidden=drawing.show_hidden),
    }
    said = b"".join(_text_chunk(*text) for text in texts.items())
    return data[:_BEGINNING] + said + data[_BEGINNING:]


def _text_chunk(key: str, text: str) -> bytes:
    """A text in a PNG (iTXt, not compressed, of no language; PNG specification, 11.3.3.4)."""
    data = b"iTXt" + key.encode("latin-1") + bytes(5) + text.encode()
    return (len(data) - 4).to_bytes(4) + data + zlib.crc32(data).to_bytes(4)


def pdf(position: Position, drawing: Drawing) -> bytes:
    """The picture as a page of PDF of just its size, with lines and areas, not dots.

    Raises DrawingError as :func:`.svg.draw`, and if fpdf2 isn't installed.
    """
    library = _library("fpdf", "pdf")
    picture = svg.draw(position, _settled(drawing))
    width, height = (n * _POINTS for n in svg.size_of(position, drawing))
    # "portrait" leaves a size of one's own as it is, however wide.
    page = library.FPDF(orientation="portrait", unit="pt", format=(width, height))
    page.set_margin(0)
    page.set_auto_page_break(False)
    page.set_title(svg.titled(drawing))
    page.set_subject(svg.describe(position, show_hidden=drawing.show_hidden))
    # The same position gives the same file.
    page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    page.add_page()
    page.image(io.BytesIO(flattened(picture).encode()), x=0, y=0, w=width)
    return bytes(page.output())


def _settled(drawing: Drawing) -> Drawing:
    """Nobody's preference is known here."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


def _library(name: str, wanted: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        needs = missing("pictures")
        raise DrawingError(f"{wanted} needs {needs} (svg and tex need none)") from None


PNG: Final = Picture("png", "the same in dots (needs spiderpos[pictures])", png, binary=True)
PDF: Final = Picture(
    "pdf", "the same as a page of its size (needs spiderpos[pictures])", pdf, binary=True
)
