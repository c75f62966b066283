"""What every notation for positions has in common.

A notation is one module of this package.  It defines ``loads(text, *, name, options)`` and
``dumps(position)``, and a :class:`Format` that adds the file forms (the module names them
``load`` and ``dump``), the name and the recogniser; :mod:`spiderpos.formats` collects them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from typing import Final, Protocol, TextIO

from ..cards import Suit
from ..files import read_from, write_to
from ..position import Position
from ..rules import WOODS, Rules

__all__ = ["DEFAULTS", "PLAIN_SIGNS", "Format", "ReadOptions", "without_fences", "without_marks"]

#: Blanks that don't break, suits as signs, and dashes that an editor made of hyphens, each as the
#: one character that it stands for.
PLAIN_SIGNS: Final = str.maketrans("\xa0♣♧♦♢♥♡♠♤–—−", " ccddhhss---")
_MARKS: Final = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
#: The lines that Markdown and HTML have around a text that stays as it is.
_FENCE: Final = re.compile(
    r"^[ \t>]*+(?:`{3,}+[ \t]*+\w*+|~{3,}+[ \t]*+\w*+|</?pre>)[ \t\r]*+$",
    re.IGNORECASE | re.MULTILINE,
)


def without_fences(text: str) -> str:
    """A text with blanks for the lines that only mark where it begins and ends."""
    return _FENCE.sub(lambda match: " " * len(match[0]), text)


def without_marks(text: str) -> str:
    """A text with blanks for the marks ``>`` of quoted lines, so that all places stay."""
    return _MARKS.sub(lambda match: " " * len(match[0]), text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a reader is told beyond the text.

    ``rules``: the rules, where the notation doesn't say them.
    ``partial``: fewer cards and fewer than ten columns are accepted.
    ``strict``: only what the notation's writer would write, nothing that is merely tolerated.
    ``hand``: the number of cards in the hand, where the notation doesn't say it.
    ``removed``: the suits removed, where the notation doesn't say it.
    """

    rules: Rules = WOODS
    partial: bool = False
    strict: bool = False
    hand: int | None = None
    removed: tuple[Suit | None, ...] | None = None


#: What a reader goes by if it isn't told anything.
DEFAULTS: Final = ReadOptions()


class Loads(Protocol):
    """Reads a position from text."""

    def __call__(self, text: str, *, name: str = "<text>", options: ReadOptions = ...) -> Position:
        """Return the position; raise NotationError or PositionError."""


@dataclass(frozen=True, slots=True)
class Format:
    """A notation for positions.

    ``name`` is what ``--from`` and ``--as`` call it, ``summary`` a phrase for the help text,
    ``example`` a short example of the notation.  ``recognises`` tells from a text whether it
    is probably in this notation; it must be quick, and never raises.  ``lossy`` names what
    the notation can't hold (empty if it holds everything).
    """

    name: str
    summary: str
    loads: Loads
    dumps: Callable[[Position], str]
    recognises: Callable[[str], bool]
    example: str = ""
    lossy: str = ""
    extensions: tuple[str, ...] = field(default=())

    def load(
        self, file: str | PathLike[str] | TextIO, *, options: ReadOptions = DEFAULTS
    ) -> Position:
        """Read a position from a path or an open text file (read to its end).

        Raises OSError or UnicodeDecodeError if the file can't be read, otherwise as ``loads``.
        """
        text, name = read_from(file)
        return self.loads(text, name=name, options=options)

    def dump(self, position: Position, file: str | PathLike[str] | TextIO) -> None:
        """Write a position to a path (replaced) or an open text file; a line end is added.

        Raises OSError if that can't be written (a file that was there is then as it was),
        otherwise as ``dumps``.
        """
        text = self.dumps(position)
        if not text.endswith("\n"):
            text += "\n"
        write_to(file, text)
