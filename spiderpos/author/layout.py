"""Where things stand in the text of a problem file: what to write where, to change one of them.

The changes are :class:`.findings.Edit`\\ s of stretches of the text, found from the places that
the YAML was read at.  They serve blocks and braces (``{id: x, title: y}``).  A layout that isn't
served gives no edits; :mod:`.fixing` looks whether those that are given do what they should.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Final

from ..catalogue.yamltext import Document, KeyPath, Span
from .findings import Change, Edit

__all__ = [
    "added",
    "blanks",
    "comments",
    "ended",
    "line_end",
    "replaced",
    "unlike_ends",
    "without",
]

_COMMENT: Final = re.compile(r"#[^\n]*")
#: Unquoted texts that are read as themselves everywhere.
_PLAIN: Final = re.compile(r"[a-z][a-z0-9-]*")
_NOT_TEXT: Final = ("true", "false", "null")


def comments(document: Document) -> list[str]:
    """The comments of a text, in turn, without blanks at their ends."""
    text = document.source.text
    found: list[str] = []
    at = 0
    for span in _spans(document):
        found += _COMMENT.findall(text, at, max(at, span.start))
        if span.style in ("|", ">"):
            # Behind the sign that begins the text there may be one.
            found += _COMMENT.findall(text, span.start, _line_end(text, span.start))
        at = max(at, span.stop)
    found += _COMMENT.findall(text, at)
    return [comment.rstrip() for comment in found]


def blanks(document: Document) -> list[Edit]:
    """The edits that take away blanks at line ends where they aren't data.

    Lines of nothing but blanks are left alone.
    """
    text = document.source.text
    inside = [
        (_line_end(text, span.start) + 1, span.stop)
        for span in _spans(document)
        if span.style in ("|", ">")
    ]
    found = []
    start = 0
    for line in text.split("\n"):
        kept = line.removesuffix("\r").rstrip(" \t")
        stop = start + len(line.removesuffix("\r"))
        while inside and inside[0][1] <= start:
            inside.pop(0)
        data = inside and inside[0][0] <= start < inside[0][1]
        if kept and start + len(kept) < stop and not data:
            found.append(Edit(start + len(kept), stop, ""))
        start += len(line) + 1
    return found


def replaced(document: Document, path: KeyPath, value: str) -> tuple[Edit, ...]:
    """Another text for the one at ``path``, quoted as it is."""
    span = document.value_spans.get(path)
    if span is None or span.style in ("|", ">"):
        return ()
    return (Edit(span.start, span.stop, _written(value, span.style)),)


def without(document: Document, path: KeyPath) -> tuple[Edit, ...]:
    """The key at ``path`` and its value taken away, which has to be a word or a number."""
    text = document.source.text
    key, value = document.key_spans.get(path), document.value_spans.get(path)
    if key is None or value is None or value.style in ("|", ">"):
        return ()
    if not _in_braces(document, path[:-1]):
        stop = _line_end(text, value.stop)
        first = text.rfind("\n", 0, key.start) + 1
        if text[value.stop : stop].strip():
            # A comment behind it stays, where the key was.
            return (Edit(key.start, _past_blanks(text, value.stop), ""),)
        return (Edit(first, _next_line(text, stop), ""),)
    comma = _past_comments(text, value.stop)
    if text[comma : comma + 1] == ",":
        start, stop = _whole_line(text, key.start, _past_blanks(text, comma + 1))
        if comma == value.stop:
            return (Edit(start, stop, ""),)
        return (Edit(key.start, value.stop, ""), Edit(comma, comma + 1, ""))
    # The last one: the comma before it goes too, unless a comment stands between.
    before = len(text[: key.start].rstrip())
    if text[before - 1 : before] == ",":
        return (Edit(before - 1, value.stop, ""),)
    return (Edit(key.start, value.stop, ""),)


def added(document: Document, path: KeyPath, value: str | bool, after: str) -> tuple[Edit, ...]:
    """A new key at ``path`` with this value, behind the key ``after`` of the same mapping.

    The key is quoted as that one is, and a text as its value.
    """
    text = document.source.text
    behind = (*path[:-1], after)
    key, span = document.key_spans.get(behind), document.value_spans.get(behind)
    if key is None or span is None or span.style in ("|", ">"):
        return ()
    said = _written(value, span.style) if isinstance(value, str) else str(value).lower()
    said = f"{_written(str(path[-1]), key.style)}: {said}"
    if _in_braces(document, path[:-1]):
        return (Edit(span.stop, span.stop, f", {said}"),)
    indent = " " * (document.source.place(key.start).column - 1)
    stop = _line_end(text, span.stop)
    return (Edit(stop, stop, f"{line_end(text, stop)}{indent}{said}"),)


def ended(document: Document) -> tuple[tuple[Edit, ...], Change | None]:
    """An end for the last line, and what that changes: a text that ends the file gets one, too."""
    text = document.source.text
    edits = (Edit(len(text), len(text), line_end(text, len(text))),)
    path, span = max(document.value_spans.items(), key=lambda item: item[1].stop)
    if span.style not in ("|", ">") or span.stop < len(text):
        return edits, None
    value = document.text(path)
    strips = "-" in text[span.start : _line_end(text, span.start)].partition("#")[0]
    return edits, Change(path, f"{value}\n") if value and not strips else None


_ENDS: Final = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}


def unlike_ends(document: Document) -> tuple[tuple[Edit, ...], list[str], str]:
    """The edits that make all line ends alike, the kinds that they mend, and the usual one.

    That is the more frequent one of CRLF and LF.  To YAML they are all the same.
    """
    ends = list(re.finditer("\r\n?|\n", document.source.text))
    counts = Counter(end[0] for end in ends)
    usual = "\r\n" if counts["\r\n"] > counts["\n"] else "\n"
    edits = tuple(Edit(*end.span(), usual) for end in ends if end[0] != usual)
    kinds = [name for end, name in _ENDS.items() if counts[end] and end != usual]
    return edits, kinds, _ENDS[usual]


def line_end(text: str, at: int) -> str:
    """The line end that lines have there, or at the end of a text."""
    at = text.find("\n", at) if "\n" in text[at:] else text.rfind("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _spans(document: Document) -> list[Span]:
    found = (*document.key_spans.values(), *document.value_spans.values())
    return sorted(found, key=lambda span: (span.start, span.stop))


def _in_braces(document: Document, path: KeyPath) -> bool:
    span = document.value_spans.get(path)
    return span is not None and document.source.text[span.start : span.stop] == "{"


def _written(value: str, quote: str | None) -> str:
    """A text in such quotes, or unquoted (None) if it is read as itself then."""
    if quote == "'":
        return "'" + value.replace("'", "''") + "'"
    plain = _PLAIN.fullmatch(value) and value not in _NOT_TEXT
    return value if plain and quote is None else json.dumps(value)


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    stop = len(text) if stop < 0 else stop
    return stop - (stop > at and text[stop - 1] == "\r")


def _next_line(text: str, at: int) -> int:
    return min(text.find("\n", at) + 1 or len(text), len(text))


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t"):
        at += 1
    return at


def _past_comments(text: str, at: int) -> int:
    """Past blanks, line ends and comments."""
    while at < len(text) and text[at] in " \t\r\n#":
        at = _line_end(text, at) if text[at] == "#" else at + 1
    return at


def _whole_line(text: str, start: int, stop: int) -> tuple[int, int]:
    """The whole line, if nothing but blanks is left of it."""
    first = text.rfind("\n", 0, start) + 1
    end = _line_end(text, stop)
    if stop < end:
        return start, stop
    if not text[first:start].strip(" \t"):
        return first, _next_line(text, end)
    # No blanks are left behind what stays.
    return first + len(text[first:start].rstrip(" \t")), stop
