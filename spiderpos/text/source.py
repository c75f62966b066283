"""Places in source texts, and normalisation of texts before parsing.

Every parser in the package reports errors with a :class:`Place`: file, line, column, and the line
with a caret.  Lines and columns are counted from 1; a column is one character of the line, and a
tab counts as one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

#: The blanks within a line: space, tab and the no-break spaces.
BLANKS: Final = " \t\xa0\u2007\u202f"

#: The maximum width of an excerpt, in characters, without the dots where it is cut.
_SHOWN_WIDTH = 96
#: An excerpt is cut from the characters up to this distance on each side of the place.
_NEAR = 400


#: Dashes that are read as a hyphen.
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
#: Suit symbols, filled and outlined, with their letters; clubs first.
SUIT_SIGNS: Final[Mapping[str, str]] = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_NO_WIDTH: Final = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"
#: Replacements for characters in moves and tableaus.
SPELLINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(BLANKS[2:], " "),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys("\u2192\u21d2\u2794", "->"),
    **dict.fromkeys(_NO_WIDTH, ""),
    **SUIT_SIGNS,
}

#: Emoji variation selectors, and no-break spaces on one side of a hyphen.
INVISIBLE: Final = re.compile(
    r"[\ufe0e\ufe0f]+"
    rf"|(?<=\w[-{_DASHES}])[{BLANKS[2:]}]+(?=\w)|(?<=\w)[{BLANKS[2:]}]+(?=[-{_DASHES}]\w)"
)
#: A comment, or text in parentheses, which may contain one more level of parentheses.
_REMARK: Final = re.compile(r"#[^\n]*|\((?:[^()]|\([^()]*\))*\)")
_SUIT_SIGN: Final = re.compile(f"(?<=[0-9AJQKTajqkt])[{''.join(SUIT_SIGNS)}]")
#: The quote marks at the start of a line of an e-mail, possibly several.
_QUOTE_MARKS: Final = re.compile(r"^(?:[ \t]?>)+", re.MULTILINE)
#: Terminal colour codes, zero-width characters and marks of text direction.
_NOT_SEEN: Final = (
    r"(?:\x1b\[[0-9;]*+[mK]"
    r"|[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])++"
)
UNSEEN: Final = re.compile(
    rf"(?<=[0-9AJQKTajqkt][CDHScdhs]){_NOT_SEEN}(?=[0-9AJQKTajqkt])|({_NOT_SEEN})"
)
#: Letters such as the long s that a case-insensitive pattern matches as s, k or i.
_FOLDED: Final = str.maketrans("\u017f\u212a\u0131\u0130", "skiI")


def in_plain_letters(text: str) -> str:
    """Replace letters such as the long s, which case-insensitive patterns match as an ASCII one.

    The length of the text doesn't change.
    """
    return text if text.isascii() else text.translate(_FOLDED)


def visible(text: str) -> str:
    """Remove invisible characters: terminal colours, zero-width characters, direction marks.

    Between two cards in one word they are kept, because they may have replaced a separator.
    """
    return (
        text
        if text.isascii() and "\x1b" not in text
        else UNSEEN.sub(lambda match: "" if match[1] else match[0], text)
    )


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """Replace the matches of a pattern by blanks of the same length."""
    return pattern.sub(lambda match: " " * len(match[0]), text)


def without_invisible(text: str) -> str:
    """Remove invisible characters, also no-break spaces within a run such as ``9-6s``."""
    text = visible(text)
    return text if text.isascii() else INVISIBLE.sub("", text)


def in_one_line(text: str) -> str:
    """Return the text in one line, without quote marks and comments.

    Comments must go because they extend to the end of the line.
    """
    bare = _REMARK.sub(
        lambda remark: " " if remark[0].startswith("#") else remark[0],
        _blanked(_QUOTE_MARKS, text),
    )
    return " ".join(bare.split())


def plain(text: str) -> str:
    """Normalise a text for a grammar: blank out quote marks, replace suit symbols by letters.

    A suit symbol is replaced only after a rank.  Letters are replaced as by
    :func:`in_plain_letters`.  The length of the text doesn't change.
    """
    text = in_plain_letters(_blanked(_QUOTE_MARKS, text))
    return _SUIT_SIGN.sub(lambda sign: SUIT_SIGNS[sign[0]], text)


def without_remarks(text: str) -> str:
    """Replace comments, and text in parentheses, by blanks.

    A ``#`` within parentheses doesn't start a comment, and parentheses within a comment are
    ignored.  An unbalanced parenthesis is kept, and so is the outermost of three levels.
    """
    return _blanked(_REMARK, text)


def remarks(text: str) -> list[str]:
    """Return the texts in parentheses; :func:`without_remarks` replaces these by blanks."""
    return [match[0] for match in _REMARK.finditer(text) if match[0].startswith("(")]


def span(node: Any) -> tuple[int, int]:
    """Return the offsets of the start and the end of a token, or of the ``meta`` of a rule."""
    return node.start_pos or 0, node.end_pos or 0


class Place(NamedTuple):
    """A span within one line of a text: file name, line and column (from 1), and width.

    ``text`` is the whole line.
    """

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
        """The start of an error message; empty for moves given as values, which have no text."""
        return "" if self.name == "<moves>" else f"{self}: "

    def excerpt(self) -> str:
        """Return the line, and below it a line with carets.

        Tabs are expanded to eight columns, unprintable characters are shown as ``\\ufffd``, and a
        very long line is cut to the part around the caret.
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
    """Return the text with ``\\ufffd`` for each unprintable character, including line ends."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@dataclass(slots=True)
class SourceText:
    """A text with its file name (or ``<text>``), which computes the places of errors in it."""

    text: str
    name: str = "<text>"
    #: The offsets of the lines, computed on first use.
    _starts: list[int] = field(default_factory=list, repr=False)
    #: The number and text of the last line requested, so that all its places share one string.
    _last: tuple[int, str] = field(default=(0, ""), repr=False)

    def place(self, offset: int, width: int = 1) -> Place:
        """Return the place of the character at ``offset`` (0 to the text's length)."""
        offset = max(0, min(offset, len(self.text)))
        starts = self._line_starts()
        number = bisect_right(starts, offset)
        column = offset - starts[number - 1] + 1
        return Place(self.name, number, column, self.line(number), width)

    def line(self, number: int) -> str:
        """Return a line (counted from 1) without its line end; empty after the last line."""
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
