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

from ..cards import UNKNOWN, Card
from ..errors import NotationError, SpiderError, UnknownFormat
from ..files import read_from
from ..position import Position
from ..source import SourceText
from . import diagram, fen, json_format, kpat, letters, line, save, session_format, solvitaire
from .base import DEFAULTS, Format, ReadOptions, without_fences, without_marks
from .doubtful import doubts

__all__ = [
    "DEFAULTS",
    "FORMATS",
    "Format",
    "ReadOptions",
    "doubts",
    "dump",
    "dumps",
    "find",
    "load",
    "loads",
    "recognise",
    "refuse_another",
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

#: What stands together in the files of Woods' programs, and may show two positions of a game.
_OF_A_GAME: Final = frozenset(f.FORMAT.name for f in (session_format, save, line, diagram))
_EMPTY_LINES: Final = re.compile(r"\n(?:[ \t\r>]*+\n)++")
#: A text is looked at so far for a second position.
_LOOKED_AT: Final = 20_000

_SMALL_DIAGRAM: Final = "; a diagram of fewer than ten columns is read with --partial"
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
    text = without_fences(text)
    plain = without_marks(text)
    found = next(
        (f for f in _FORMATS if f.recognises(plain if f.name in _UNQUOTED else text)), None
    )
    if found is None and partial and diagram.recognises_small(text):
        return diagram.FORMAT
    if found is None and fen.resembles(text):
        return fen.FORMAT
    return found


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
    text = without_fences(text)
    found = format or recognise(text, partial=options.partial)
    if found is None:
        raise _unrecognised(text, name, options)
    plain = without_marks(text) if found.name in _UNQUOTED else text
    position = found.loads(plain, name=name, options=options)
    if format is None:
        refuse_another(text, found, position, name=name)
    return position


def refuse_another(text: str, found: Format, position: Position, *, name: str = "<text>") -> None:
    """Raise NotationError if a part between empty lines is another position in another notation.

    ``position`` was read from ``text``, which is in the notation ``found``; ``name`` is what
    errors call the text.  The other must be a whole one: a row of cards or a small diagram may be
    a remark.  *Not* compared are the notations of a game's file with one another, and how many
    cards are in the hand.
    """
    source = SourceText(text, name)
    plain = without_fences(text[:_LOOKED_AT])
    parts = _EMPTY_LINES.split(plain)
    for part in parts if len(parts) > 1 else ():
        other = recognise(part)
        if other is None or other is found or _OF_A_GAME.issuperset((found.name, other.name)):
            continue
        try:
            second = loads(part, other, options=ReadOptions(rules=position.rules))
        except SpiderError:
            continue
        if not _may_be_the_same(second, position):
            raise NotationError(
                f"two positions: this one is in '{other.name}', another in '{found.name}'",
                source.place(plain.index(part.lstrip())),
                "one position",
            )


def _may_be_the_same(first: Position, second: Position) -> bool:
    """Whether two tableaux have cards in the same places, and none that is known is another."""
    shapes = [[(len(c.down), len(c.up)) for c in both.columns] for both in (first, second)]
    places = zip(_cards(first), _cards(second), strict=False)
    return shapes[0] == shapes[1] and all(a == b or UNKNOWN in (a, b) for a, b in places)


def _cards(position: Position) -> tuple[Card, ...]:
    """All cards of a position but those that are removed or held, the hand last."""
    columns = (card for column in position.columns for card in (*column.down, *column.up))
    return (*columns, *position.hand)


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
    if diagram.recognises_small(text):
        message += _SMALL_DIAGRAM
    elif text.lstrip().startswith(">"):
        message += _IS_QUOTED
    return NotationError(
        message,
        SourceText(text, name).place(start),
        f"a position in one of these:{known}",
    )
