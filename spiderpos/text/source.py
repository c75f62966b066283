"""Where a piece of text stands: file, line and column, and the line itself with a caret.

Every reader in the package reports errors through a :class:`Place`, so that all of them look
alike.  Lines and columns are counted from 1; a column is a character of the line as written (a
tab is one).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

__all__ = ["BLANKS", "Place", "SourceText", "in_plain_letters", "printable"]

#: What blanks within a line may be: tabs too, and those at which no line is broken.
BLANKS: Final = " \t\xa0\u2007\u202f"

_SHOWN_WIDTH = 96
_LINE_END = re.compile("\n")
# Characters that are looked at to the left and to the right.
_NEAR = 400


#: Letters that a pattern without regard to case takes for an s, a k or an i.
_FOLDED: Final = str.maketrans("\u017f\u212a\u0131\u0130", "skiI")


def in_plain_letters(text: str) -> str:
    """The text as a grammar is to see it: what its patterns take for a letter is that letter.

    Every character stays in its place.
    """
    return text if text.isascii() else text.translate(_FOLDED)


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a text: file name, line, column (from 1), and its length."""

    name: str
    line: int
    column: int
    text: str = ""
    width: int = 1

    def __str__(self) -> str:
        name = printable(self.name)
        return f"{name}:{self.line}:{self.column}" if self.line else name

    @property
    def prefix(self) -> str:
        """What a message about it begins with; empty for moves that somebody said, in no file."""
        return "" if self.name == "<moves>" else f"{self}: "

    def excerpt(self) -> str:
        """The line with a caret line below it.

        Tabs are widened to eight columns, unprintable characters shown as ``\\ufffd``, and a
        very long line is cut to the part about the caret.
        """
        start = min(self.column - 1, len(self.text))
        stop = min(start + min(max(self.width, 1), _NEAR), max(len(self.text), start + 1))
        origin = max(0, start - _NEAR)
        shown = printable(self.text[origin : stop + _NEAR].expandtabs(8))
        left = len(self.text[origin:start].expandtabs(8))
        right = len(self.text[origin:stop].expandtabs(8))
        if origin or (len(shown) > _SHOWN_WIDTH and left > _SHOWN_WIDTH // 2):
            cut = max(0, left - 40)
            shown = "..." + shown[cut:]
            left, right = left - cut + 3, right - cut + 3
        if len(shown) > _SHOWN_WIDTH:
            shown, right = shown[:_SHOWN_WIDTH] + "...", min(right, _SHOWN_WIDTH)
        carets = "^" * max(1, len(shown[left:right].rstrip()))
        return f"{self.line:5d} | {shown.rstrip()}\n      | {' ' * left}{carets}"


def printable(text: str) -> str:
    """The text in one line, with ``\\ufffd`` for each character that can't be printed."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@dataclass(slots=True)
class SourceText:
    """A text and the name (a file's, or ``<text>``) that errors in it are reported under."""

    text: str
    name: str = "<text>"
    #: Where each line begins, once that is worth the memory.
    _starts: list[int] = field(default_factory=list, repr=False)
    #: The line of the last place: its number, where it begins and ends, and its text, which the
    #: many places of one long line share.
    _last: tuple[int, int, int, str] = field(default=(1, 0, -1, ""), repr=False)

    def place(self, offset: int, width: int = 1) -> Place:
        """The place of the character at ``offset`` (0 to the text's length)."""
        if not 0 <= offset <= len(self.text):
            offset = max(0, min(offset, len(self.text)))
        number, start, stop, line = self._last
        if not start <= offset <= stop:
            if offset > stop:
                # Places mostly come in order, so each line end is counted once.
                first = self.text.rfind("\n", 0, offset) + 1
                number += self.text.count("\n", max(stop, 0), first)
            else:
                number = bisect_right(self._line_starts(), offset)
                first = self._starts[number - 1]
            start, stop, line = self._keep(number, first)
        return Place(self.name, number, offset - start + 1, line, width)

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line end; empty past the last."""
        if self._last[0] != number or self._last[2] < 0:
            starts = self._line_starts()
            if not 1 <= number <= len(starts):
                return ""
            self._keep(number, starts[number - 1])
        return self._last[3]

    def _keep(self, number: int, start: int) -> tuple[int, int, str]:
        """Remember a line as the last one; where it begins and ends, and its text."""
        stop = self.text.find("\n", start)
        if stop < 0:
            stop = len(self.text)
        line = self.text[start:stop].rstrip("\r")
        self._last = (number, start, stop, line)
        return start, stop, line

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return self._starts
