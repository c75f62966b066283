"""Positions as PNG and as PDF, by libraries that the extra ``pictures`` installs.

Neither needs anything of the system.  Of a PNG resvg-py draws each card once, and Pillow lays them
out; fpdf2 makes a PDF of the SVG.
"""

from __future__ import annotations

import importlib
import io
import math
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from ...game.position import Position
from ...text.extras import missing
from . import svg
from .cardart import DIGIT, HEIGHT, WIDTH, definitions
from .drawing import Drawing, DrawingError, Picture
from .flat import flattened
from .places import Layout, Placed

#: Points a pixel: CSS has 96 pixels to the inch, PDF 72 points.
_POINTS: Final = 0.75
#: The most pixels of a PNG; they take four bytes each while it is drawn.
MOST_DOTS: Final = 64_000_000


def png(position: Position, drawing: Drawing) -> bytes:
    """Return the picture as PNG, transparent unless there is a background; ``auto`` is light.

    Cards lie on whole pixels.  Raises DrawingError as :func:`.svg.draw`, if it would have more
    than ``MOST_DOTS`` pixels, and if resvg-py or Pillow isn't installed.
    """
    info = _library("PIL.PngImagePlugin", "png")
    layout = Layout(position, drawing)
    width, height = svg.size_of(position, drawing)
    if width * height > MOST_DOTS:
        raise DrawingError(
            f"a picture of {width} by {height} pixels is too large: at most "
            f"{MOST_DOTS // 1_000_000} million can be drawn, so choose a smaller size"
        )
    drawing, zoom = _settled(drawing), width / layout.width
    if zoom > _MOST_ZOOM:
        picture = _dots(svg.draw(position, drawing))
    else:
        picture = _laid_out(layout, (width, height), zoom, drawing)
    metadata = info.PngInfo()
    metadata.add_itxt("Software", "spiderpos")
    metadata.add_itxt("Title", svg.titled(drawing))
    metadata.add_itxt("Description", svg.describe(position, show_hidden=drawing.show_hidden))
    data = io.BytesIO()
    picture.save(data, "png", pnginfo=metadata, compress_level=3)
    return data.getvalue()


#: The cards and digits of pictures before, by how they are coloured, name and pixels a unit; each
#: with the distance of its origin from its upper left corner.
_DRAWN: Final[dict[tuple[str, str, float], tuple[Any, int]]] = {}
_MOST_KEPT: Final = 500
#: Larger pictures are drawn whole.
_MOST_ZOOM: Final = 2


def _laid_out(layout: Layout, size: tuple[int, int], zoom: float, drawing: Drawing) -> Any:
    """Return a picture of cards that are drawn once, and kept for other pictures."""
    width, height = size
    # A pixel more on each side: what is drawn beside a card's edge.
    whole = width + 2, height + 2
    image = _library("PIL.Image", "png")
    picture = image.new("RGBA", whole, drawing.background or "#0000")
    placed = (*layout.cards, *layout.digits)
    pieces = _pieces(placed, zoom, drawing)
    for name, x, y, scale in placed:
        piece, origin = pieces[name, scale]
        at = round(x * zoom) + 1 - origin, round(y * zoom) + 1 - origin
        picture.alpha_composite(piece, at)
    if layout.boxes:
        marks = f'<g transform="translate(1 1)scale({zoom})">{svg.marks(layout, drawing)}</g>'
        picture.alpha_composite(_dots(_framed(marks, whole, drawing)))
    return picture.crop((1, 1, width + 1, height + 1))


def _pieces(
    placed: Iterable[Placed], zoom: float, drawing: Drawing
) -> dict[tuple[str, float], tuple[Any, int]]:
    """Return the pieces placed, by name and scale.

    Each is drawn alone: beside others its edges would differ by where it lies, and so a picture by
    those drawn before it.
    """
    prefix = svg.prefix_of(drawing)
    if len(_DRAWN) > _MOST_KEPT:
        _DRAWN.clear()
    pieces = {}
    for name, scale in dict.fromkeys((name, scale) for name, _, _, scale in placed):
        key = prefix, name, scale * zoom
        if key not in _DRAWN:
            _DRAWN[key] = _piece(name, scale * zoom, drawing)
        pieces[name, scale] = _DRAWN[key]
    return pieces


def _piece(name: str, size: float, drawing: Drawing) -> tuple[Any, int]:
    """Return a card or a digit drawn, and how far its origin is from its upper left corner."""
    p = svg.prefix_of(drawing)
    # Digits lie around their origin.
    is_digit = name[0] == "r"
    origin = math.ceil(DIGIT * size) + 1 if is_digit else 1
    wide, high = (
        (2 * origin,) * 2 if is_digit else (math.ceil(side * size) + 2 for side in (WIDTH, HEIGHT))
    )
    faint = f'class="{p}faint" ' * is_digit
    drawn = (
        f"<defs>{definitions(frozenset([name]), p)}</defs>"
        f'<g {faint}transform="translate({origin} {origin})scale({size})">'
        f'<use href="#{p}{name}"/></g>'
    )
    return _dots(_framed(drawn, (wide, high), drawing)), origin


def _framed(drawn: str, size: tuple[int, int], drawing: Drawing) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">'.format(*size)
        + f"<style>{svg.style_of(drawing)}</style>{drawn}</svg>"
    )


def _dots(text: str) -> Any:
    """Return the picture that SVG draws, in pixels."""
    data = _library("resvg_py", "png").svg_to_bytes(svg_string=text, skip_system_fonts=True)
    return _library("PIL.Image", "png").open(io.BytesIO(bytes(data))).convert("RGBA")


def pdf(position: Position, drawing: Drawing) -> bytes:
    """Return the picture as a page of PDF of just its size, with lines and areas, not dots.

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
    """Return the light theme for ``auto``: nobody's preference is known here."""
    return replace(drawing, theme="light") if drawing.theme == "auto" else drawing


def _library(name: str, kind: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        needs = missing("pictures")
        raise DrawingError(f"{kind} needs {needs} (svg and tex need none)") from None


PNG: Final = Picture("png", "the same in dots (needs spiderpos[pictures])", png, binary=True)
PDF: Final = Picture(
    "pdf", "the same as a page of its size (needs spiderpos[pictures])", pdf, binary=True
)
