"""Build HTML.  Text is escaped unless it is marked as :class:`Html`."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from string import Template
from typing import Any, Final, TypeAlias

#: Begins a paragraph of a problem's notes that has a position in FEN; it isn't shown as prose.
AS_FEN: Final = "As FEN:"
_CARD: Final = re.compile(r"(?<![\w/])(10|[2-9AJQK])([cdhs])(?![\w/])")
_CARD_IN_PROSE: Final = re.compile(
    r"(?<!\bboth )(?<!\ball )(?<!\btwo )(?<!\bthree )(?<!\bfour )"
    r"(?<![\w/])(10|[2-9JQK]|A(?=c)|A(?=[dhs] from \d)|(?<=[-–])A"
    r"|(?<=\b[Tt]he )A|(?<=\bother )A|(?<=\bfirst )A)([cdhs])(?![\w/])"
)
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))


class Html(str):
    """A string of HTML, which is inserted without escaping."""

    __slots__ = ()


#: Content of an element: HTML, text to escape, None for nothing, or several of these.
Content: TypeAlias = "Html | str | Iterable[Content] | None"


def join(*parts: Content) -> Html:
    """Concatenate the parts, escaping those that aren't HTML."""
    text = []
    for part in parts:
        if isinstance(part, Html):
            text.append(str(part))
        elif isinstance(part, str):
            text.append(html.escape(part))
        elif part is not None:
            text.append(join(*part))
    return Html("".join(text))


def tag(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Html:
    """Return an element.

    In names of attributes, a final underscore is dropped and others become hyphens (``class_``,
    ``aria_label``).  The value True gives an attribute without a value; False and None give none.
    """
    text = f"<{name}"
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        text += f" {key.rstrip('_').replace('_', '-')}"
        if value is not True:
            text += f'="{html.escape(str(value))}"'
    if name in _VOID:
        return Html(f"{text}>")
    return Html(f"{text}>{join(*content)}</{name}>")


def fill(template: str, /, **parts: Content) -> Html:
    """Return a template of this package, such as ``page.html``, with each ``$name`` replaced.

    Raises KeyError for a name without a part.
    """
    return Html(_template(template).substitute({name: join(part) for name, part in parts.items()}))


@cache
def _template(name: str) -> Template:
    return Template((resources.files(__package__) / name).read_text(encoding="utf-8"))


def paragraphs(text: str, **attributes: str | None) -> Html:
    """Convert a text written by people to paragraphs, split at empty lines, with suit symbols."""
    blocks = (" ".join(block.split()) for block in text.split("\n\n"))
    return join(tag("p", prose(block), **attributes) for block in blocks if block)


def signs(text: str) -> str:
    """Replace suit letters by symbols ("K♠" for "Ks") in a text that spiderpos wrote."""
    return _CARD.sub(_with_sign, text)


def prose(text: str) -> str:
    """Replace suit letters by symbols in a text written by people, except in ambiguous words.

    These are "Ad", "Ah" and "As", except after words such as "the" and before a move ("from 3"),
    and plurals of ranks, as in "both 9s".
    """
    if text.startswith(AS_FEN):
        return text
    return _CARD_IN_PROSE.sub(_with_sign, text)


def _with_sign(card: re.Match[str]) -> str:
    return card[1] + "♣♦♥♠"["cdhs".index(card[2])]


def data_block(element_id: str, data: Any) -> Html:
    """Return data for a script, as JSON escaped so that it can't close the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return tag("script", Html(text), type="application/json", id=element_id)
