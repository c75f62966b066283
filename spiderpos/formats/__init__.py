"""The notations in which positions are written, by name.

:data:`FORMATS` holds them all; :func:`read` reads a text in any of them, recognising which it
is if that isn't said, and says what had to be assumed; :func:`loads` gives the position alone, and
:func:`dumps` writes one.  Each is a module of this package; those that hold a game (``save``,
``session``) are in the package ``games``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..game.position import Position
from ..text.errors import SpiderError
from ..text.registry import Registry
from ..text.source import visible
from .base import DEFAULTS, Draft, Format, Reading, ReadOptions, without_fences, without_marks

__all__ = [
    "DEFAULTS",
    "FORMATS",
    "Draft",
    "Format",
    "ReadOptions",
    "Reading",
    "dumps",
    "find",
    "loads",
    "read",
    "read_many",
    "recognise",
    "unpack",
    "unquoted",
]

#: Every notation of this package by its name, in the order in which they are tried on a text:
#: those that can't be mistaken first, those that take what people paste last.
FORMATS: Final = Registry[Format](
    {
        "session": "spiderpos.games.session_format:FORMAT",
        "save": "spiderpos.games.save:FORMAT",
        "line": "spiderpos.formats.line:FORMAT",
        "windows7": "spiderpos.formats.windows7:FORMAT",
        "json": "spiderpos.formats.json_format:FORMAT",
        "solvitaire": "spiderpos.formats.solvitaire:FORMAT",
        "card-json": "spiderpos.formats.card_json:FORMAT",
        "kpat": "spiderpos.formats.kpat:FORMAT",
        "fen": "spiderpos.formats.fen:FORMAT",
        "letters": "spiderpos.formats.letters:FORMAT",
        "deck": "spiderpos.formats.deck:FORMAT",
        "letters-hand": "spiderpos.formats.letters:HAND",
        "letters-text": "spiderpos.formats.letters:TEXT",
        "diagram": "spiderpos.formats.diagram:FORMAT",
    }
)

#: The last of them: what a text is read as in which no other is recognised.
_TABLEAU: Final = "diagram"


def find(name: str) -> Format:
    """Return the notation called ``name``, in either case.  Raises UnknownFormat."""
    return FORMATS.find(name)


#: A text that is one line of ``fen``: no other notation can be that, so none is asked.
_FEN: Final = re.compile(
    r"\s*+[-:/0-9xTJQKAcdhs?]++ [-/0-9xTJQKAcdhs?]++ (?:-|[cdhs?]{1,8}+)(?: \w++=\S++)*+\s*+"
)


def recognise(text: str) -> Format:
    """Return the notation that ``text`` is probably in: ``diagram``, if it's none of the others.

    That doesn't mean that the text can be read.  Never raises.
    """
    text = without_fences(visible(text))
    plain = without_marks(text)
    if _FEN.fullmatch(plain) and FORMATS["fen"].recognises(plain):
        return FORMATS["fen"]
    others = (format for name, format in FORMATS.items() if name != _TABLEAU)
    return next(
        (
            format
            for format in others
            if format.recognises(plain)
            or (format.verbatim and plain != text and format.recognises(text))
        ),
        FORMATS[_TABLEAU],
    )


def unquoted(text: str, format: Format) -> str:
    """Return a text with blanks for what mail and Markdown add, if it is in this notation."""
    text = without_fences(text)
    plain = without_marks(text)
    return text if format.verbatim and plain != text and format.recognises(text) else plain


def read(
    text: str,
    format: str | Format | None = None,
    *,
    name: str = "<text>",
    options: ReadOptions = DEFAULTS,
) -> Reading:
    """Read a position from ``text``, in ``format`` (or its name) if it is given.

    ``name`` is what errors call the text.  Raises NotationError if the text can't be read or
    can be read in several ways, PositionError if the cards don't make a position, UnknownFormat.
    """
    if isinstance(format, str):
        format = find(format)
    reader = format or recognise(text)
    return reader.read(unquoted(text, reader), name=name, options=options)


def loads(
    text: str,
    format: str | Format | None = None,
    *,
    name: str = "<text>",
    options: ReadOptions = DEFAULTS,
) -> Position:
    """Return the position that :func:`read` reads; raises as it does."""
    return read(text, format, name=name, options=options).position


def read_many(
    texts: Iterable[str], notation: str | Format | None = None, *, name: str = "<text>"
) -> Iterator[Reading | SpiderError]:
    """Read each text as :func:`read` does; yield its reading, or the error that is raised.

    ``name`` is what errors call a text, with its number, from 1.  Raises UnknownFormat.
    """
    format = find(notation) if isinstance(notation, str) else notation
    for number, text in enumerate(texts, 1):
        try:
            yield read(text, format, name=f"{name}:{number}")
        except SpiderError as error:
            yield error


def unpack(data: bytes) -> str | None:
    """Return the text within a binary file of one of the notations; None for any other file."""
    texts = (f.unpack(data) for f in FORMATS.values() if f.unpack is not None)
    return next((text for text in texts if text is not None), None)


def dumps(position: Position, format: str | Format) -> str:
    """Write a position in a notation.

    Raises NotWritable if the notation can't hold the position, UnknownFormat.
    """
    return (find(format) if isinstance(format, str) else format).dumps(position)
