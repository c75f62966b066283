"""Conversion of style sheets in SVG to attributes, for viewers that don't support CSS."""

from __future__ import annotations

import re
from typing import Final

_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RULE: Final = re.compile(r"\.([\w-]+)\{([^}]*)\}")
_CLASS: Final = re.compile(r'class="([^"]*)"')


def flattened(svg: str) -> str:
    """Replace the CSS classes of an SVG picture by attributes; remove its title and description.

    The picture must come from :mod:`.svg`, with the theme ``light`` or ``dark``.
    """
    style = _STYLE.search(svg)
    rules = dict(_RULE.findall(style[1])) if style else {}

    def attributes(match: re.Match[str]) -> str:
        text = ";".join(rules[name] for name in match[1].split())
        pairs = (part.partition(":") for part in text.split(";"))
        return " ".join(f'{key}="{value}"' for key, _, value in pairs)

    bare = re.sub(r"<(title|desc|style)>.*?</\1>|<!--.*?-->\n", "", svg, flags=re.DOTALL)
    return _CLASS.sub(attributes, bare)
