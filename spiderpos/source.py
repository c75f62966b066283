"""Where a piece of text stands: file, line and column, and the line itself with a caret.

Every reader in the package reports errors through a :class:`Place`, so that all of them look
alike.  Lines and columns are counted from 1; a column is a character of the line as written (a
tab is one).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

__all__ = ["Place", "SourceText"]

_SHOWN_WIDTH = 96
# Characters that are looked at to the left and to the right.
_NEAR = 400


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a text: file name, line, column (from 1), and its length."""

    name: str
    line: int
    column: int
    text: str = ""
    width: int = 1

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}" if self.line else self.name

    def excerpt(self) -> str:
        """The line with a caret line below it.

        Tabs are widened to eight columns, unprintable characters shown as ``\\ufffd``, and a
        very long line is cut to the part about the caret.
        """
        start = min(self.column - 1, len(self.text))
        stop = min(start + min(max(self.width, 1), _NEAR), max(len(self.text), start + 1))
        origin = max(0, start - _NEAR)
        shown = _printable(self.text[origin : stop + _NEAR].expandtabs(8))
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


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@dataclass(slots=True)
class SourceText:
    """A text and the name (a file's, or ``<text>``) that errors in it are reported under."""

    text: str
    name: str = "<text>"
    _starts: list[int] = field(default_factory=list, repr=False)
    _last: tuple[int, str] = field(default=(0, ""), repr=False)

    def place(self, offset: int, width: int = 1) -> Place:
        """The place of the character at ``offset`` (0 to the text's length)."""
        if not self._starts:
            self._starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = find("\n", at + 1)
        if not 0 <= offset <= len(self.text):
            offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        return Place(self.name, line, offset - start + 1, self.line(line), width)

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line end; empty past the last."""
        if not self._starts:
            self.place(0)
        if not 1 <= number <= len(self._starts):
            return ""
        # The many places of one long line share one copy of it.
        if self._last[0] != number:
            start = self._starts[number - 1]
            stop = self._starts[number] if number < len(self._starts) else len(self.text)
            self._last = (number, self.text[start:stop].rstrip("\r\n"))
        return self._last[1]
