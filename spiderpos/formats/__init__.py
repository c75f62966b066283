"""The notations for positions, by name.

:data:`FORMATS` lists them.  Each is in a module of this package, except those for games (``save``,
``session``), which are in the package ``games``.
"""

from __future__ import annotations

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

#: The notations by name, in the order in which they are tried on a text: unmistakable ones first,
#: tolerant ones last.
FORMATS: Final = Registry[Format](
    {
        "fen": "spiderpos.formats.fen:FORMAT",
        "session": "spiderpos.games.session_format:FORMAT",
        "save": "spiderpos.games.save:FORMAT",
        "line": "spiderpos.formats.line:FORMAT",
        "windows7": "spiderpos.formats.windows7:FORMAT",
        "json": "spiderpos.formats.json_format:FORMAT",
        "solvitaire": "spiderpos.formats.solvitaire:FORMAT",
        "card-json": "spiderpos.formats.card_json:FORMAT",
        "kpat": "spiderpos.formats.kpat:FORMAT",
        "letters": "spiderpos.formats.letters:FORMAT",
        "deck": "spiderpos.formats.deck:FORMAT",
        "letters-hand": "spiderpos.formats.letters:HAND",
        "letters-text": "spiderpos.formats.letters:TEXT",
        "diagram": "spiderpos.formats.diagram:FORMAT",
    }
)

#: The notation of a text that no other notation recognises.
_TABLEAU: Final = "diagram"


def find(name: str) -> Format:
    """Return the notation with this name, ignoring case.  Raises UnknownFormat."""
    return FORMATS.find(name)


def recognise(text: str) -> Format:
    """Return the notation that ``text`` is probably in; ``diagram`` if no other fits.

    Never raises.
    """
    text = visible(text)
    others = (format for name, format in FORMATS.items() if name != _TABLEAU)
    matching = (format for format in others if format.recognises(unquoted(text, format)))
    return next(matching, FORMATS[_TABLEAU])


def unquoted(text: str, format: Format) -> str:
    """Replace Markdown fences, and the marks ``>`` of quoted lines, by blanks.

    The marks stay if the notation is ``verbatim`` and recognises the text with them.
    """
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
    """Read a position from ``text``.

    ``format`` is a notation or its name; None to recognise it.  ``name`` is the name of the text
    in errors.  Raises NotationError if the text can't be read or is ambiguous, PositionError if
    the cards don't make a position, UnknownFormat.
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

    The name of a text in errors is ``name`` with its number, from 1.  Raises UnknownFormat.
    """
    format = find(notation) if isinstance(notation, str) else notation
    for number, text in enumerate(texts, 1):
        try:
            yield read(text, format, name=f"{name}:{number}")
        except SpiderError as error:
            yield error


def unpack(data: bytes) -> str | None:
    """Return the text in a binary file of one of the notations; None for any other file."""
    texts = (f.unpack(data) for f in FORMATS.values() if f.unpack is not None)
    return next((text for text in texts if text is not None), None)


def dumps(position: Position, format: str | Format) -> str:
    """Write a position.

    Raises UnknownFormat, and NotWritable if the notation can't represent it.
    """
    return (find(format) if isinstance(format, str) else format).dumps(position)
