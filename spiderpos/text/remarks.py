"""What in a script is no move: remarks in parentheses, ``#`` comments, and quote marks."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .source import in_plain_letters

__all__ = ["Remarks", "in_one_line", "plain", "without_remarks"]

#: A comment, or a parenthesis, which may have others within it.
_REMARK: Final = re.compile(r"#[^\n]*|\((?:[^()]|\([^()]*\))*\)")
_SUITS: Final = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_SUIT_SIGN: Final = re.compile("(?<=[0-9AJQKTajqkt])[♣♧♦♢♥♡♠♤]")
#: What a line begins with when a post quotes it, perhaps more than once.
_QUOTE_MARKS: Final = re.compile(r"^(?:[ \t]?>)+", re.MULTILINE)


def _without_quote_marks(text: str) -> str:
    """Blank out the ``>`` that quoted lines begin with; every other character stays in place."""
    return _QUOTE_MARKS.sub(lambda marks: " " * len(marks[0]), text)


def in_one_line(text: str) -> str:
    """The text in one line, without the marks of quoted lines."""
    return " ".join(_without_quote_marks(text).split())


def plain(text: str) -> str:
    """A text as a grammar is to see it: without the marks of quoted lines, suits as letters.

    A sign such as ``♥`` is one behind a rank.  Every other character stays in its place.
    """
    text = in_plain_letters(_without_quote_marks(text))
    return _SUIT_SIGN.sub(lambda sign: _SUITS[sign[0]], text)


class Remarks(NamedTuple):
    """A text with blanks for its remarks, where these are, and where one has no end (or None)."""

    text: str
    spans: list[tuple[int, int]]
    unclosed: int | None


def without_remarks(text: str) -> Remarks:
    """Blank the remarks out: parentheses, and comments up to the end of their line.

    A ``#`` between parentheses starts no comment, and a parenthesis in a comment counts for
    nothing.  One that isn't closed, or never was opened, stays.
    """
    spans: list[tuple[int, int]] = []

    def blank(remark: re.Match[str]) -> str:
        spans.append(remark.span())
        return " " * len(remark[0])

    bare = _REMARK.sub(blank, text)
    unclosed = bare.find("(")
    return Remarks(bare, spans, unclosed if unclosed >= 0 else None)
