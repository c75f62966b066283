"""Positions as SVG, drawn with paths only, without fonts or unused definitions.

The same position and options give the same file, byte for byte.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Final

from ...game.cards import Card
from ...game.position import Column, Position
from ...text.wording import count_phrase, join_words
from .cardart import definitions, style
from .drawing import PLAIN, Drawing, Picture
from .places import ArrowLine, Layout, Placed

#: The default number of pixels per unit; a card is then 62 pixels wide.
_USUAL: Final = 0.62
_ROUNDING: Final = 9
#: The default title of a picture.
TITLE: Final = "A Spider position"


def draw(position: Position, drawing: Drawing = PLAIN) -> str:
    """Return the picture of a position.

    Raises DrawingError for marks and arrows on cards that the position doesn't have.
    """
    layout = Layout(position, drawing)
    p = prefix_of(drawing)
    wide, high = round(layout.width, 2), round(layout.height, 2)
    width, height = _pixels(layout, drawing)
    names = {placed.name for placed in layout.cards}
    names.update(placed.name for placed in layout.digits)
    ground = (
        f'<rect width="{wide:g}" height="{high:g}" fill="{drawing.background}"/>'
        if drawing.background
        else ""
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
        f'width="{width}" height="{height}" role="img">'
        f"<title>{escape(titled(drawing))}</title>"
        f"<desc>{escape(describe(position, show_hidden=drawing.show_hidden))}</desc>"
        f"<style>{style_of(drawing)}</style>"
        f"<defs>{definitions(frozenset(names), p)}</defs>{ground}"
        f"{''.join(_uses(layout.cards, p))}{_digits(layout, p)}{marks(layout, drawing)}</svg>\n"
    )


def size_of(position: Position, drawing: Drawing = PLAIN) -> tuple[int, int]:
    """Return the width and height of the picture in pixels."""
    return _pixels(Layout(position, drawing), drawing)


def _pixels(layout: Layout, drawing: Drawing) -> tuple[int, int]:
    width = drawing.size or round(layout.width * _USUAL)
    return width, max(1, round(layout.height * width / layout.width))


def prefix_of(drawing: Drawing) -> str:
    """Return the prefix of ids and classes.

    It depends on the colours, because ids and classes apply to all pictures of a page.
    """
    theme = "" if drawing.theme == "auto" else drawing.theme[0]
    return f"p{theme}{'4' if drawing.four_colours else ''}-"


def style_of(drawing: Drawing) -> str:
    """Return the CSS of the colours."""
    return _style(drawing.four_colours, drawing.theme, prefix_of(drawing))


@cache
def _style(four_colours: bool, theme: str, prefix: str) -> str:
    return style(four_colours=four_colours, theme=theme, prefix=prefix)


def _uses(placed: Iterable[Placed], p: str) -> Iterable[str]:
    for name, x, y, scale in placed:
        if scale == 1:
            yield f'<use href="#{p}{name}" x="{x:g}" y="{y:g}"/>'
        else:
            yield f'<use href="#{p}{name}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


def _digits(layout: Layout, p: str) -> str:
    if not layout.digits:
        return ""
    return f'<g class="{p}faint">{"".join(_uses(layout.digits, p))}</g>'


def marks(layout: Layout, drawing: Drawing) -> str:
    """Return the elements of the marks and arrows."""
    p = prefix_of(drawing)
    if not layout.boxes:
        return ""
    boxes = "".join(
        f'<rect x="{b.x - 2:g}" y="{b.y - 2:g}" width="{b.width + 4:g}" '
        f'height="{b.height + 4:g}" rx="{_ROUNDING}" fill="none" stroke-width="5"/>'
        for b in layout.boxes
    )
    arrows = "".join(map(_arrow, layout.lines))
    return f'<g class="{p}mark">{boxes}{arrows}</g>'


def _arrow(line: ArrowLine) -> str:
    """Return a path with the outline of an arrow."""
    x1, y1, x2, y2 = line
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length

    def point(along: float, aside: float) -> str:
        return f"{_n(x1 + along * ux - aside * uy)} {_n(y1 + along * uy + aside * ux)}"

    neck = max(0, length - 30)
    shaft = f"M{point(0, 5)}L{point(neck, 5)} {point(neck, 16)} {point(length, 0)} "
    back = f"{point(neck, -16)} {point(neck, -5)} {point(0, -5)}z"
    return f'<path opacity=".85" stroke-width="1" stroke-linejoin="round" d="{shaft}{back}"/>'


def _n(number: float) -> str:
    return f"{round(number, 1) + 0:g}"


def titled(drawing: Drawing) -> str:
    """Return the title of a picture, by default ``TITLE``.

    Unprintable characters other than tabs and line ends are replaced by ``\\ufffd``.
    """
    text = drawing.title or TITLE
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def describe(position: Position, *, show_hidden: bool = False) -> str:
    """Describe the position in words, for screen readers."""
    parts = [
        f"Column {number}: {_column(column, show_hidden)}."
        for number, column in enumerate(position.columns, 1)
    ]
    if position.cells:
        cells = ("empty" if c is None else _card(c) for c in position.cells)
        parts.append(f"Cells: {', '.join(cells)}.")
    parts.append(
        f"Hand: {count_phrase(position.deals_left, 'deal')} left." if position.hand else ""
    )
    if position.removed:
        suits = ("an unknown suit" if s is None else s.plural for s in position.removed)
        parts.append(f"Removed: {join_words(suits)}.")
    return " ".join(filter(None, parts))


def _column(column: Column, show_hidden: bool) -> str:
    if column.is_space:
        return "a space"
    down = len(column.down)
    parts = [f"{down} face down"] if down else []
    if show_hidden and any(column.down):
        parts = [f"{down} face down ({' '.join(map(_card, column.down))})"]
    if column.up:
        parts.append(" ".join(map(_card, column.up)))
    return ", ".join(parts)


def _card(card: Card) -> str:
    return str(card) if card else "unknown"


PICTURE: Final = Picture("svg", "cards, for a screen or a page", draw)
