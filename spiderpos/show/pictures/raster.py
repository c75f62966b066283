"""Positions as PNG and PDF, with the libraries of the extra ``pictures``.

For a PNG, resvg-py renders each card once and Pillow composes the picture.  For a PDF, fpdf2
converts the SVG.  No system libraries or fonts are needed.
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

#: Points per pixel: CSS has 96 pixels per inch, PDF 72 points.
_POINTS: Final = 0.75
#: The maximum number of pixels of a PNG; rendering takes four bytes per pixel.
MOST_DOTS: Final = 64_000_000


def png(position: Position, drawing: Drawing) -> bytes:
    """Return the picture as PNG, which is transparent unless it has a background.

    The theme ``auto`` is light.  Cards are aligned to whole pixels.  Raises DrawingError as
    :func:`.svg.draw` does, for more than ``MOST_DOTS`` pixels, and if resvg-py or Pillow isn't
    installed.
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


#: Cache of rendered cards and digits, by colour scheme, name and pixels per unit.  The number is
#: the distance of the origin from the upper left corner.
_RENDERED: Final[dict[tuple[str, str, float], tuple[Any, int]]] = {}
_MOST_RENDERED: Final = 500
#: At more pixels per unit, pictures are rendered as a whole, because single cards would be large.
_MOST_ZOOM: Final = 2


def _laid_out(layout: Layout, size: tuple[int, int], zoom: float, drawing: Drawing) -> Any:
    """Compose a picture from cached cards."""
    width, height = size
    # The edges of cards may extend one pixel beyond the picture on each side.
    whole = width + 2, height + 2
    image = _library("PIL.Image", "png")
    picture = image.new("RGBA", whole, drawing.background or "#0000")
    placed = (*layout.cards, *layout.digits)
    pieces = _pieces(placed, zoom, drawing)
    for name, x, y, scale in placed:
        piece, origin = pieces[name, scale]
        corner = round(x * zoom) + 1 - origin, round(y * zoom) + 1 - origin
        picture.alpha_composite(piece, corner)
    if layout.boxes:
        marks = f'<g transform="translate(1 1)scale({zoom})">{svg.marks(layout, drawing)}</g>'
        picture.alpha_composite(_dots(_framed(marks, whole, drawing)))
    return picture.crop((1, 1, width + 1, height + 1))


def _pieces(
    placed: Iterable[Placed], zoom: float, drawing: Drawing
) -> dict[tuple[str, float], tuple[Any, int]]:
    """Return the rendered cards and digits by name and scale.

    Each is rendered alone.  If several were rendered in one image, the anti-aliasing of their
    edges would depend on their places in it, and so a picture would depend on those drawn before
    it.
    """
    prefix = svg.prefix_of(drawing)
    if len(_RENDERED) > _MOST_RENDERED:
        _RENDERED.clear()
    pieces = {}
    for name, scale in dict.fromkeys((name, scale) for name, _, _, scale in placed):
        key = prefix, name, scale * zoom
        if key not in _RENDERED:
            _RENDERED[key] = _piece(name, scale * zoom, drawing)
        pieces[name, scale] = _RENDERED[key]
    return pieces


def _piece(name: str, size: float, drawing: Drawing) -> tuple[Any, int]:
    """Render a card or digit; also return the distance of its origin from its corner."""
    p = svg.prefix_of(drawing)
    # Digits are centred on their origin.
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
    """Render an SVG text as a Pillow image."""
    data = _library("resvg_py", "png").svg_to_bytes(svg_string=text, skip_system_fonts=True)
    return _library("PIL.Image", "png").open(io.BytesIO(bytes(data))).convert("RGBA")


def pdf(position: Position, drawing: Drawing) -> bytes:
    """Return the picture as a PDF page of the same size, with vector graphics.

    Raises DrawingError as :func:`.svg.draw` does, and if fpdf2 isn't installed.
    """
    library = _library("fpdf", "pdf")
    picture = svg.draw(position, _settled(drawing))
    width, height = (n * _POINTS for n in svg.size_of(position, drawing))
    # "landscape" would swap the width and height of a custom format.
    page = library.FPDF(orientation="portrait", unit="pt", format=(width, height))
    page.set_margin(0)
    page.set_auto_page_break(False)
    page.set_title(svg.titled(drawing))
    page.set_subject(svg.describe(position, show_hidden=drawing.show_hidden))
    # A fixed date, so that the same position gives the same file.
    page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    page.add_page()
    page.image(io.BytesIO(flattened(picture).encode()), x=0, y=0, w=width)
    return bytes(page.output())


def _settled(drawing: Drawing) -> Drawing:
    """Replace the theme ``auto`` by ``light``, as these formats can't adapt to the reader."""
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
