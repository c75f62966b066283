"""Where a piece of text stands: file, line and column, and the line itself with a caret; and what
in it says nothing.

Every reader in the package reports errors through a :class:`Place`, so that all of them look
alike.  Lines and columns are counted from 1; a column is a character of the line as written (a
tab is one).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

#: What blanks within a line may be: tabs too, and those at which no line is broken.
BLANKS: Final = " \t\xa0\u2007\u202f"

_SHOWN_WIDTH = 96
# Characters that are looked at to the left and to the right.
_NEAR = 400


#: Dashes, as signs of a keyboard.
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
#: The signs of suits, full and hollow, with their letters; clubs first.
SUIT_SIGNS: Final[Mapping[str, str]] = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_NO_WIDTH: Final = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"
#: What a character is taken for where it stands in a move or a tableau.
SPELLINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(BLANKS[2:], " "),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys("\u2192\u21d2\u2794", "->"),
    **dict.fromkeys(_NO_WIDTH, ""),
    **SUIT_SIGNS,
}

#: The sign that makes an emoji or none, and a blank without a break on one side of a hyphen.
_INVISIBLE: Final = re.compile(
    r"[\ufe0e\ufe0f]+"
    rf"|(?<=\w[-{_DASHES}])[{BLANKS[2:]}]+(?=\w)|(?<=\w)[{BLANKS[2:]}]+(?=[-{_DASHES}]\w)"
)
#: A comment, or a parenthesis, which may have others within it.
_REMARK: Final = re.compile(r"#[^\n]*|\((?:[^()]|\([^()]*\))*\)")
_SUIT_SIGN: Final = re.compile(f"(?<=[0-9AJQKTajqkt])[{''.join(SUIT_SIGNS)}]")
#: What a line begins with when a post quotes it, perhaps more than once.
_QUOTE_MARKS: Final = re.compile(r"^(?:[ \t]?>)+", re.MULTILINE)
#: Colours of a terminal; characters of no width, marks of the direction of writing.
_NOT_SEEN: Final = (
    r"(?:\x1b\[[0-9;]*+[mK]"
    r"|[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])++"
)
_UNSEEN: Final = re.compile(
    rf"(?<=[0-9AJQKTajqkt][CDHScdhs]){_NOT_SEEN}(?=[0-9AJQKTajqkt])|({_NOT_SEEN})"
)
#: Letters that a pattern without regard to case takes for an s, a k or an i.
_FOLDED: Final = str.maketrans("\u017f\u212a\u0131\u0130", "skiI")


def in_plain_letters(text: str) -> str:
    """Return the text as a grammar is to see it: what patterns take for a letter is that letter.

    Every character stays in its place.
    """
    return text if text.isascii() else text.translate(_FOLDED)


def visible(text: str) -> str:
    """Return a text without what is never seen: colours of a terminal, characters of no width.

    Between two cards in one word they stay: they may stand for a sign that parted them.
    """
    return (
        text
        if text.isascii() and "\x1b" not in text
        else _UNSEEN.sub(lambda match: "" if match[1] else match[0], text)
    )


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with blanks for what a pattern matches.

    Every other character stays in place.
    """
    return pattern.sub(lambda match: " " * len(match[0]), text)


def without_invisible(text: str) -> str:
    """Return a visible text in which ``9-6s`` is one word, whatever nobody sees within."""
    text = visible(text)
    return text if text.isascii() else _INVISIBLE.sub("", text)


def in_one_line(text: str) -> str:
    """Return the text in one line, without the marks of quoted lines, and comments.

    A comment ends with its line: in one line all that follows would be part of it.
    """
    bare = _REMARK.sub(
        lambda remark: " " if remark[0].startswith("#") else remark[0],
        _blanked(_QUOTE_MARKS, text),
    )
    return " ".join(bare.split())


def plain(text: str) -> str:
    """Return a text as a grammar is to see it: without marks of quoted lines, suits as letters.

    A sign such as ``♥`` is one behind a rank.  Every other character stays in its place.
    """
    text = in_plain_letters(_blanked(_QUOTE_MARKS, text))
    return _SUIT_SIGN.sub(lambda sign: SUIT_SIGNS[sign[0]], text)


def without_remarks(text: str) -> str:
    """Blank the remarks out: parentheses, and comments up to the end of their line.

    A ``#`` between parentheses starts no comment, and a parenthesis in a comment counts for
    nothing.  One that isn't closed, or never was opened, stays.
    """
    return _blanked(_REMARK, text)


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
        """The beginning of a message about it; empty for moves that somebody said, in no file."""
        return "" if self.name == "<moves>" else f"{self}: "

    def excerpt(self) -> str:
        """Return the line with a caret line below it.

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
    """Return the text in one line, with ``\\ufffd`` for each character that can't be printed."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@dataclass(slots=True)
class SourceText:
    """A text and the name (a file's, or ``<text>``) that errors in it are reported under."""

    text: str
    name: str = "<text>"
    #: Where each line begins, once that is asked for.
    _starts: list[int] = field(default_factory=list, repr=False)
    #: The number and the text of the last line, which the many places of one long line share.
    _last: tuple[int, str] = field(default=(0, ""), repr=False)

    def place(self, offset: int, width: int = 1) -> Place:
        """Return the place of the character at ``offset`` (0 to the text's length)."""
        offset = max(0, min(offset, len(self.text)))
        starts = self._line_starts()
        number = bisect_right(starts, offset)
        column = offset - starts[number - 1] + 1
        return Place(self.name, number, column, self.line(number), width)

    def line(self, number: int) -> str:
        """Return the text of a line (counted from 1) without its line end; empty past the last."""
        if self._last[0] != number:
            starts = self._line_starts()
            if not 1 <= number <= len(starts):
                return ""
            start = starts[number - 1]
            stop = self.text.find("\n", start)
            self._last = number, self.text[start : stop if stop >= 0 else None].rstrip("\r")
        return self._last[1]

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return self._starts
