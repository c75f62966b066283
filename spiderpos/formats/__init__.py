"""The notations in which positions are written, by name.

:data:`FORMATS` holds them all; :func:`loads` reads a text in any of them, recognising which it
is if that isn't said, and :func:`dumps` writes one.  Each is a module of this package with
``loads`` and ``dumps`` of its own, and adds itself here by one line of :data:`_FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from os import PathLike
from types import MappingProxyType
from typing import Final, TextIO

from ..errors import NotationError, SpiderError, UnknownFormat
from ..files import read_from
from ..position import Position
from ..source import SourceText
from . import diagram, fen, json_format, kpat, letters, line, save, session_format, solvitaire
from .base import DEFAULTS, Format, ReadOptions, without_marks

__all__ = [
    "DEFAULTS",
    "FORMATS",
    "Format",
    "ReadOptions",
    "dump",
    "dumps",
    "find",
    "load",
    "loads",
    "recognise",
]

# In the order in which they are tried on a text: those that can't be mistaken first, those
# that take what people paste last.  A new notation is one more line here.
_FORMATS: Final[tuple[Format, ...]] = (
    session_format.FORMAT,
    save.FORMAT,
    line.FORMAT,
    json_format.FORMAT,
    solvitaire.FORMAT,
    kpat.FORMAT,
    fen.FORMAT,
    letters.FORMAT,
    letters.TEXT,
    letters.HAND,
    diagram.FORMAT,
)

#: Those whose readers don't know quoted mail themselves, and take blanks where lines begin.
_UNQUOTED: Final = frozenset(f.FORMAT.name for f in (json_format, solvitaire, kpat))

#: The lines that Markdown and HTML have around a text that stays as it is.
_FENCE: Final = re.compile(
    r"^[ \t>]*(?:`{3,}+[ \t]*\w*|~{3,}+[ \t]*\w*|</?pre>)[ \t\r]*$", re.IGNORECASE | re.MULTILINE
)

#: Notations that may stand beside others: what their readers make of that is theirs to say.
_BESIDE_OTHERS: Final = frozenset(f.FORMAT.name for f in (session_format, save, line))
_EMPTY_LINES: Final = re.compile(r"\n(?:[ \t\r>]*+\n)++")
#: A text is looked at so far for a second position.
_LOOKED_AT: Final = 20_000

_SMALL_DIAGRAM: Final = "; a diagram of fewer than ten columns is read with --partial"
_HAND_FILE: Final = "; a hand file, a column a line, is read with --from letters-hand"
_IS_QUOTED: Final = "; it may be without the '>' marks of a quotation"

#: Every notation by its name, in the order in which :func:`recognise` tries them.
FORMATS: Final[Mapping[str, Format]] = MappingProxyType({f.name: f for f in _FORMATS})


def find(name: str) -> Format:
    """The notation called ``name``, in either case.  Raises UnknownFormat."""
    found = FORMATS.get(name.lower())
    if found is None:
        raise UnknownFormat(name, tuple(FORMATS))
    return found


def recognise(text: str, *, partial: bool = False) -> Format | None:
    """The notation that ``text`` is probably in, or None.  Never raises.

    With ``partial`` a diagram of fewer than ten columns is looked for between other text too.
    That a notation is recognised doesn't mean that the text can be read.
    """
    text = _without_fences(text)
    plain = without_marks(text)
    found = next(
        (f for f in _FORMATS if f.recognises(plain if f.name in _UNQUOTED else text)), None
    )
    if found is None and partial and diagram.recognises_small(text):
        return diagram.FORMAT
    if found is None and fen.resembles(text):
        return fen.FORMAT
    if found is None and line.resembles(text):
        return line.FORMAT
    return letters.FORMAT if found is None and letters.resembles(text) else found


def loads(
    text: str,
    format: str | Format | None = None,
    *,
    name: str = "<text>",
    options: ReadOptions = DEFAULTS,
) -> Position:
    """Read a position from ``text``, in ``format`` (or its name) if it is given.

    ``name`` is what errors call the text.  Raises NotationError if the text can't be read or
    no notation is recognised, PositionError if the cards don't make a position, UnknownFormat.
    """
    if isinstance(format, str):
        format = find(format)
    text = _without_fences(text)
    found = format or recognise(text, partial=options.partial)
    if found is None:
        raise _unrecognised(text, name, options)
    if found.name in _UNQUOTED:
        text = without_marks(text)
    try:
        position = found.loads(text, name=name, options=options)
    except NotationError as error:
        if found is not diagram.FORMAT or not letters.resembles_hand(text):
            raise
        raise NotationError(error.message + _HAND_FILE, error.place, error.expected) from None
    if format is None and found.name not in _BESIDE_OTHERS:
        _refuse_another(SourceText(text, name), found, position)
    return position


def _refuse_another(source: SourceText, found: Format, position: Position) -> None:
    """Raise NotationError if a part between empty lines is another position in another notation.

    It must be a whole one: a row of cards or a small diagram may be a remark.
    """
    parts = _EMPTY_LINES.split(source.text[:_LOOKED_AT])
    for part in parts if len(parts) > 1 else ():
        other = recognise(part)
        if other is None or other is found or other.name in _BESIDE_OTHERS:
            continue
        try:
            second = other.loads(part, options=ReadOptions(rules=position.rules))
        except SpiderError:
            continue
        if second.hide().columns != position.hide().columns:
            raise NotationError(
                f"two positions: this one is in '{other.name}', another in '{found.name}'",
                source.place(source.text.index(part.lstrip())),
                "one position",
            )


def _without_fences(text: str) -> str:
    """A text with blanks for the lines that only mark where it begins and ends."""
    return _FENCE.sub(lambda match: " " * len(match[0]), text)


def load(
    file: str | PathLike[str] | TextIO,
    format: str | Format | None = None,
    *,
    options: ReadOptions = DEFAULTS,
) -> Position:
    """Read a position from a path or an open text file (read to its end).

    Raises OSError or UnicodeDecodeError if the file can't be read, otherwise as :func:`loads`.
    """
    text, name = read_from(file)
    return loads(text, format, name=name, options=options)


def dumps(position: Position, format: str | Format) -> str:
    """Write a position in a notation.

    Raises NotWritable if the notation can't hold the position, UnknownFormat.
    """
    return (find(format) if isinstance(format, str) else format).dumps(position)


def dump(position: Position, file: str | PathLike[str] | TextIO, format: str | Format) -> None:
    """Write a position to a path (replaced) or an open text file.  Raises as :func:`dumps`."""
    (find(format) if isinstance(format, str) else format).dump(position, file)


def _unrecognised(text: str, name: str, options: ReadOptions) -> NotationError:
    start = len(text) - len(text.lstrip())
    if start == len(text):
        return NotationError("there is nothing to read", SourceText(text, name).place(0))
    if fault := diagram.fault(text, name, options):
        return fault
    known = "".join(f"\n  {f.name}: {f.summary}" for f in FORMATS.values())
    message = "no notation for positions is recognised here"
    if letters.resembles_hand(text):
        message += _HAND_FILE
    elif diagram.recognises_small(text):
        message += _SMALL_DIAGRAM
    elif text.lstrip().startswith(">"):
        message += _IS_QUOTED
    return NotationError(
        message,
        SourceText(text, name).place(start),
        f"a position in one of these:{known}",
    )
