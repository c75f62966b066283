r"""Positions as a LaTeX document with a TikZ picture, for print.

The picture is converted from the SVG: each definition becomes a macro, and each use a call of
that macro.  The document needs TikZ with its library ``svg.path``, which every TeX distribution
includes.  To use the picture in another document, copy the macros to its preamble and the
``tikzpicture`` environment to its body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree

from ...game.position import Position
from . import svg
from .cardart import COLOURS, colours
from .drawing import ALL, PLAIN, Drawing, Picture

#: The size of a unit in centimetres; a card is 1.5 cm wide.
_UNIT_CM: Final = 0.015

_NUMBER: Final = r"-?(?:\d+\.?\d*|\.\d+)"
_TOKEN: Final = re.compile(rf"[A-Za-z]|{_NUMBER}")
_TRANSFORM: Final = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")

_PREAMBLE: Final = r"""\documentclass{article}
\usepackage[margin=1.5cm]{geometry}
\usepackage{tikz}
\usetikzlibrary{svg.path}
\pagestyle{empty}
% A shape by its name, at a place, in a size.
\newcommand\spiderUse[1]{\csname spider:#1\endcsname}
\newcommand\spiderDefine[2]{\expandafter\def\csname spider:#1\endcsname{#2}}
\newcommand\spiderAt[4]{\begin{scope}\pgflowlevel{\pgftransformshift{\pgfpoint{#1pt}{#2pt}}%
  \pgftransformscale{#3}}\spiderUse{#4}\end{scope}}
\newcommand\spiderTurned[1]{\begin{scope}\pgflowlevel{%
  \pgftransformshift{\pgfpoint{100pt}{140pt}}\pgftransformscale{-1}}\spiderUse{#1}\end{scope}}
"""

_BEGIN: Final = "\\begin{document}\n\\noindent\n\\begin{tikzpicture}"
_END: Final = "\\end{tikzpicture}\n\\end{document}\n"


def draw(position: Position, drawing: Drawing = PLAIN) -> str:
    """Return the document.  The theme ``auto`` is light; ``size`` is ignored.

    Raises DrawingError as :func:`.svg.draw` does.
    """
    if drawing.theme == "auto":
        drawing = replace(drawing, theme="light")
    prefix = svg.prefix_of(drawing)
    root = ElementTree.fromstring(svg.draw(position, drawing))  # noqa: S314 - our own
    writer = _Writer(prefix)
    width, height = (float(n) for n in root.attrib["viewBox"].split()[2:])
    tall = f"{height * _UNIT_CM:.3f}"
    palette = colours(four_colours=drawing.four_colours, theme=drawing.theme)
    definitions, body = [], []
    for child in root:
        tag = _tag(child)
        if tag == "defs":
            definitions = [line for element in child for line in writer.definition(element)]
        elif tag == "rect":
            body.append(_ground(drawing.background or "", width, height))
        elif tag in ("use", "g"):
            body += writer.element(child)
    lines = [
        f"% {_comment(drawing.title or svg.TITLE)}",
        f"% {_comment(svg.describe(position, show_hidden=drawing.show_hidden))}",
        _PREAMBLE.rstrip(),
        *(
            rf"\definecolor{{{prefix}{name}}}{{HTML}}{{{palette[name].lstrip('#').upper()}}}"
            for name in COLOURS
        ),
        *definitions,
        _BEGIN,
        rf"\useasboundingbox (0,0) rectangle ({width * _UNIT_CM:.3f}cm,{tall}cm);",
        rf"\begin{{scope}}\pgflowlevel{{\pgftransformshift{{\pgfpoint{{0pt}}{{{tall}cm}}}}"
        rf"\pgftransformxscale{{{_SCALE:.5f}}}\pgftransformyscale{{-{_SCALE:.5f}}}}}",
        *body,
        r"\end{scope}",
        _END,
    ]
    return "\n".join(lines)


#: The scale from units to points.
_SCALE: Final = _UNIT_CM * 72.27 / 2.54


def _comment(text: str) -> str:
    """Return a text for use in a TeX comment, without line ends and unprintable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _ground(colour: str, width: float, height: float) -> str:
    define = rf"\definecolor{{ground}}{{HTML}}{{{colour[1:].upper()}}}"
    return rf"{define}\fill[ground] (0pt,0pt) rectangle ({width:g}pt,{height:g}pt);"


class _Writer:
    """Converts SVG elements, as written by :mod:`.svg`, to TikZ."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def definition(self, element: ElementTree.Element) -> Iterator[str]:
        name = element.attrib["id"].removeprefix(self.prefix)
        for nested in element.iter():
            if nested is not element and "id" in nested.attrib:
                yield from self.definition(nested)
        # Ranks, suits and figures inherit the colours of the group in which they are used.
        inherits = re.fullmatch(r"[cdhs]|[rf]\w+|.*-", name) is not None
        fill, stroke = ("", "") if inherits else ("black", "none")
        body = "".join(self.content(element, fill, stroke))
        yield rf"\spiderDefine{{{name}}}{{{body}}}"

    def content(self, element: ElementTree.Element, fill: str, stroke: str) -> Iterator[str]:
        children = list(element)
        if _tag(element) in ("rect", "path"):
            yield from self.element(element, fill, stroke)
        for child in children:
            yield from self.element(child, fill, stroke)

    def element(
        self, element: ElementTree.Element, fill: str = "black", stroke: str = "none"
    ) -> Iterator[str]:
        """Yield the commands for an element, given the colours that it inherits.

        A colour is a name, ``none``, or empty if it depends on the place of use.
        """
        tag, given = _tag(element), element.attrib
        own: dict[str, str] = {}
        for name in given.get("class", "").split():
            part = name.removeprefix(self.prefix)
            for key in ("fill", "stroke"):
                if f"{key}:" in COLOURS[part]:
                    own[key] = name
        fill = given.get("fill", own.get("fill", fill))
        stroke = given.get("stroke", own.get("stroke", stroke))
        if tag == "use":
            yield self.use(element)
        elif tag == "g":
            options = [
                f"{key}={value}"
                for key, value in (("fill", own.get("fill")), ("draw", own.get("stroke")))
                if value
            ]
            if given.get("stroke-linejoin"):
                options.append(f"line join={given['stroke-linejoin']}")
            yield rf"\begin{{scope}}[{','.join(options)}]"
            if "id" in given:
                yield rf"\spiderUse{{{given['id'].removeprefix(self.prefix)}}}"
            else:
                yield from self.content(element, fill, stroke)
            yield r"\end{scope}"
        else:
            yield self.shape(element, fill, stroke)

    def use(self, element: ElementTree.Element) -> str:
        given = element.attrib
        name = given["href"].removeprefix("#" + self.prefix)
        x, y, scale = given.get("x", "0"), given.get("y", "0"), "1"
        for kind, values in _TRANSFORM.findall(given.get("transform", "")):
            if kind == "translate":
                x, y = values.split()
            elif kind == "scale":
                scale = values
            else:
                return rf"\spiderTurned{{{name}}}"
        return rf"\spiderAt{{{x}}}{{{y}}}{{{scale}}}{{{name}}}"

    def shape(self, element: ElementTree.Element, fill: str, stroke: str) -> str:
        given = element.attrib
        options = []
        for key, colour in (("fill", fill), ("draw", stroke)):
            if colour != "none":
                options.append(f"{key}={colour}" if colour else key)
        if stroke != "none":
            options.append(f"line width={given.get('stroke-width', '1')}pt")
        for key, option in (
            ("opacity", "opacity"),
            ("stroke-linejoin", "line join"),
            ("stroke-linecap", "line cap"),
        ):
            if key in given:
                options.append(f"{option}={given[key]}")
        if "stroke-dasharray" in given:
            on, off = given["stroke-dasharray"].split()
            options.append(f"dash pattern=on {on}pt off {off}pt")
        if _tag(element) == "rect":
            x, y, wide, high = (float(given[k]) for k in ("x", "y", "width", "height"))
            options.append(f"rounded corners={given.get('rx', '0')}pt")
            outline = f"({x:g}pt,{y:g}pt) rectangle ({x + wide:g}pt,{y + high:g}pt)"
        else:
            outline = f"svg {{{' '.join(_TOKEN.findall(given['d']))}}}"
        return rf"\path[{','.join(options)}] {outline};"


PICTURE: Final = Picture("tex", "the same as a LaTeX document with TikZ", draw, ALL - {"size"})
