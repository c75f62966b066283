"""What in a script is no move: remarks in parentheses, ``#`` comments, and quote marks.

Suits as signs are written plainly too, before a grammar sees them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ..source import in_plain_letters, printable
from ..wording import count_phrase

__all__ = [
    "Remarks",
    "in_one_line",
    "moves_in",
    "numbers_in",
    "plain",
    "quoted",
    "turned_up_in",
    "without_remarks",
]

_PARENTHESIS: Final = re.compile(r"[()]")
#: A parenthesis, or comments, those on the next lines too.
_MARK: Final = re.compile(r"[()]|#[^\n]*(?:\s*+#[^\n]*)*")
_SUITS: Final = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_SUIT_SIGN: Final = re.compile("(?<=[0-9AJQKTajqkt])[♣♧♦♢♥♡♠♤]")
#: A remark that says what is turned up: "(turning up 6s)".
_TURNED_UP: Final = re.compile(
    r"\(\s*(?:which\s+)?turn(?:s|ed|ing)?\s+up\b[^()]{0,40}?\b(?:10|[2-9AJQKT])[cdhs]\b[^()]{0,40}\)",
    re.IGNORECASE,
)
#: A comment that begins a line, and perhaps is meant as the number of a move: "#1 ...".
_NUMBERED: Final = re.compile(r"^[ \t>]*+(#\d+[.:)]*+[ \t]++[^\s#][^\n]*)", re.MULTILINE)
#: A remark that says where something goes: "(and 4c from 10 to 9)"; or a row: "(6d Ah 10h)".
_A_MOVE: Final = re.compile(
    r"\bfrom\s++(?:column\s++)?+\d{1,2}\s++(?:in)?to\s++(?:column\s++)?+\d{1,2}\b"
    r"|\((?:[\s,]*+(?:10|[2-9AJQKT])[cdhs]\b){2,10}[\s,]*+\)",
    re.IGNORECASE,
)
#: A remark that says which space: "into the space (column 5)".
_A_PLACE: Final = re.compile(
    r"\b(?:space|hole)\s*+[(#]\s*+(?:(?:in|of|at)\s++)?+(?:column|col\.?|pile|stack)?+"
    r"\s*+\d{1,2}\s*+(?:\)|\Z|$)",
    re.IGNORECASE | re.MULTILINE,
)
#: What a line begins with when a post quotes it, perhaps more than once.
_QUOTE_MARKS: Final = re.compile(r"^(?:[ \t]?>)+", re.MULTILINE)


def _without_quote_marks(text: str) -> str:
    """Blank out the ``>`` that quoted lines begin with; every other character stays in place."""
    return _QUOTE_MARKS.sub(lambda marks: " " * len(marks[0]), text)


def quoted(line: str) -> int:
    """How deep the quote is that a line belongs to; 0 if it belongs to none."""
    marks = _QUOTE_MARKS.match(line)
    return marks[0].count(">") if marks else 0


def in_one_line(text: str) -> str:
    """The text in one line, without the marks of quoted lines."""
    return " ".join(_without_quote_marks(text).split())


def plain(text: str) -> str:
    """Blank out the marks of quoted lines, and write suits as letters that stand as signs after
    a rank, as in ``10♥``, and letters as a grammar expects them (:func:`in_plain_letters`); every
    other character stays in place.
    """
    text = in_plain_letters(_without_quote_marks(text))
    return _SUIT_SIGN.sub(lambda sign: _SUITS[sign[0]], text)


class Remarks(NamedTuple):
    """A text without its remarks.

    ``text`` has blanks in their place, so that every other character stays where it was;
    ``spans`` are their starts and stops in order (comments on lines that follow one another count
    as one remark); ``unclosed`` is the place of the first
    opening parenthesis that isn't closed, or None.
    """

    text: str
    spans: list[tuple[int, int]]
    unclosed: int | None


def without_remarks(text: str) -> Remarks:
    """Blank the remarks out: parentheses, nested ones too, and comments.

    A ``#`` between parentheses starts no comment, and a parenthesis in a comment counts for
    nothing.  A parenthesis that isn't closed, or never was opened, stays.
    """
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    mark = _MARK.search(text)
    while mark is not None:
        start, stop = mark.span()
        if mark[0] == "(":
            opened.append(start)
        elif mark[0] != ")":
            spans.append((start, stop))
        elif opened:
            start = opened.pop()
            # What lies within is part of this one.
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, stop))
        mark = (_PARENTHESIS if opened else _MARK).search(text, stop)
    if not spans:
        return Remarks(text, spans, opened[0] if opened else None)
    pieces: list[str] = []
    at = 0
    for start, stop in spans:
        pieces += (text[at:start], " " * (stop - start))
        at = stop
    pieces.append(text[at:])
    return Remarks("".join(pieces), spans, opened[0] if opened else None)


def turned_up_in(text: str, remarks: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """A sentence on remarks that seem to say which card is turned up, if there are any."""
    said = [text[start:stop] for start, stop in remarks if _TURNED_UP.fullmatch(text, start, stop)]
    if not said:
        return ()
    shown = printable(" ".join(said[0].split()))
    more = f" and {count_phrase(len(said) - 1, 'other')}" if len(said) > 1 else ""
    return (
        f"'{shown}'{more}: what is in parentheses is a remark and names no card; "
        "without them it does",
    )


def moves_in(text: str, remarks: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """A sentence on remarks that seem to say where a card goes, or what is dealt, if there are
    any: ``(and 4c from 10 to 9)``, ``into the space (column 5)``, ``deal (6d Ah)``.

    Moves behind ``#`` are mostly left out on purpose.
    """
    said = [
        text[start:stop]
        for start, stop in remarks
        if (text[start] == "(" and _A_MOVE.search(text, start, stop))
        or _A_PLACE.search(text, max(0, start - 10), stop)
    ]
    if not said:
        return ()
    more = f" and {count_phrase(len(said) - 1, 'other')}" if len(said) > 1 else ""
    shown = printable(" ".join(said[0].split()))
    return (f"'{shown}'{more}: what is in parentheses or follows # is a remark, and isn't read",)


def numbers_in(text: str, remarks: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """A sentence on comments that seem to be numbered moves (``#1 deal``), if there are any."""
    said = [
        line[1]
        for start, stop in remarks
        if text[start] == "#"
        for line in _NUMBERED.finditer(text, text.rfind("\n", 0, start) + 1, stop)
    ]
    if not said:
        return ()
    more = f" and {count_phrase(len(said) - 1, 'other')}" if len(said) > 1 else ""
    return (
        f"'{printable(' '.join(said[0].split()))}'{more}: what follows # is a remark; "
        "a number before a move is written '1.'",
    )
