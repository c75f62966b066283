"""What the layout of running text says: emphasis, letters of alternatives, numbers of items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from .remarks import plain, without_remarks

__all__ = ["END", "LaidOut", "items", "laid_out", "without_numbers"]

#: "*Jh from 8 to 9*" and "_Jh from 8 to 9_" are that without the marks.
_EMPHASIS: Final = re.compile(
    r"(?<![\w*])[*_]{1,3}(?=[^\W_])|(?<=[^\W_])(?<!\*)[*_]{1,3}(?![\w*])"
    r"|(?<=[^\W_][.,;:!?])[*_]{1,3}(?![\w*])"
)
#: What a heading ends in, and what stands before it, in the place of a line feed.
END: Final = "\x1e"
_CODE: Final = re.compile(r"^[^\S\n]*```[^\n]*|`", re.MULTILINE)
#: Headings: "## Losing line", and a line with another of dashes below it.
_TITLE: Final = re.compile(r"^[^\S\n]*(?P<mark>#+)[^\S\n]+\S[^\n]*$", re.MULTILINE)
_UNDERLINED: Final = re.compile(
    r"^[^\S\n]*[^\s#-][^\n]*\n(?P<mark>[^\S\n]*(?:-{3,}|={3,})[^\S\n]*)$", re.MULTILINE
)
#: Lines of a post that say who wrote it, and to whom.
_HEADERS: Final = re.compile(
    r"^(?:(?:from|to|cc|subject|date|sent|newsgroups|message-id|organi[sz]ation|references|path|lines"
    r"|reply-to|in-reply-to|sender|xref|x-[\w-]{1,40}|content-[\w-]{1,40}|mime-version|approved"
    r"|distribution|keywords|summary|user-agent):[^\S\n][^\n]*"
    r"|[^\n]{0,200}\b(?:wrote|writes)\s*:[^\S\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: The letters of alternatives: "2a. ...", "2b. ...", or without a number.
_SUBITEM: Final = re.compile(r"^([^\S\n]*\d{0,3}[a-h])[.)](?=\s)", re.IGNORECASE | re.MULTILINE)
#: "Problem #4": no remark begins there.
_NUMBER_SIGN: Final = re.compile(r"#(?=\d)")
_LETTERED: Final = re.compile(r"\([a-h]\)", re.IGNORECASE)
#: The number of an item, perhaps as "Step 2": at the beginning of a line, or behind punctuation,
#: a number or a card.
_ITEM_NUMBER: Final = re.compile(
    r"(?:^[^\S\n]{0,20}(?P<word>(?:step|move)[^\S\n]+)?|(?P<before>[,;:.!?\d]|(?-i:[2-90TJQKA][cdhs]))\s{1,20})"
    r"(?P<number>\d{1,3})(?P<mark>\.\)|[.):])(?=\s)",
    re.MULTILINE | re.IGNORECASE,
)
#: But what a line ends with that a column's number follows, is none.
_COLUMN_FOLLOWS: Final = re.compile(
    r"(?:\b(?:to|from|of|off|in|on|and|or|columns?|col\.|piles?|stacks?|cell)|[-\u2192>])\s*\Z",
    re.IGNORECASE,
)


class LaidOut(NamedTuple):
    """A text without the marks of emphasis and headings, each character in its place.

    ``whole`` is all of it, ``bare`` the same without remarks, ``remarks`` their starts and stops.
    """

    whole: str
    bare: str
    remarks: list[tuple[int, int]]


def laid_out(text: str) -> LaidOut:
    """Blank out what quotes and emphasises a text, who wrote it, and its remarks.

    "(a) ... (b) ...", which parts what could be done, is no remark.
    """
    whole = plain(text)
    for marks in (_CODE, _EMPHASIS, _HEADERS):
        whole = marks.sub(lambda found: " " * len(found[0]), whole)
    whole = _headings_apart(_NUMBER_SIGN.sub(" ", _SUBITEM.sub(r"\1 ", whole)))
    bare, spans = without_remarks(whole)[:2]
    lettered = [span for span in spans if _LETTERED.fullmatch(whole, *span)]
    if len(lettered) > 1:
        spans = [span for span in spans if not _LETTERED.fullmatch(whole, *span)]
        letters = list(bare)
        for start, stop in lettered:
            letters[start:stop] = whole[start:stop]
        bare = "".join(letters)
    return LaidOut(whole, bare, spans)


def _headings_apart(text: str) -> str:
    """The text with headings cut off from what stands above and below, and without their marks."""
    letters = list(text)
    for pattern in (_UNDERLINED, _TITLE):
        for heading in pattern.finditer(text):
            start, stop = heading.span()
            for at in (start - 1, stop):
                if 0 <= at < len(text):
                    letters[at] = END
            start, stop = heading.span("mark")
            letters[start:stop] = " " * (stop - start)
    return "".join(letters)


def without_numbers(text: str) -> str:
    """The text with a comma for each number of an item that counts on: "1. ..., 2. ..., 3. ...".

    A number out of order that stands within a line loses its full stop, so that it ends no
    sentence: what belongs to one list is taken or refused together.  Characters stay in place.
    """
    pieces: list[str] = []
    at = 0
    for match, counts_on in _numbered(text):
        if counts_on:
            start, comma = match.start("word" if match["word"] else "number"), ","
        elif (match["before"] or _goes_on(text, match.start())) and match["before"] not in [
            *".!?"
        ]:
            start, comma = match.start("mark"), ""
            if match["before"] == ";":
                pieces += (text[at : match.start()], ",")
                at = match.start() + 1
        else:
            continue
        pieces += (text[at:start], comma.ljust(match.end() - start))
        at = match.end()
    return "".join([*pieces, text[at:]])


def items(text: str) -> Iterator[tuple[int, int]]:
    """Where each item of a numbered list starts, and where its line, or the item, stops."""
    numbered = [match for match, counts_on in _numbered(text) if counts_on]
    for match, following in zip_longest(numbered, numbered[1:]):
        line_end = text.find("\n", match.end())
        ends = [len(text) if line_end < 0 else line_end]
        ends += [following.start("number")] if following is not None else []
        yield match.start("number"), min(ends)


def _numbered(text: str) -> Iterator[tuple[re.Match[str], bool]]:
    """What looks like the number of an item, and whether those beside it count on."""
    found = [
        match
        for match in _ITEM_NUMBER.finditer(text)
        if match["before"]
        or not _COLUMN_FOLLOWS.search(text[max(match.start() - 30, 0) : match.start()])
    ]
    numbers = [int(match["number"]) for match in found]
    for n, match in enumerate(found):
        before, after = numbers[n - 1 : n], numbers[n + 1 : n + 2]
        yield match, numbers[n] - 1 in before or numbers[n] + 1 in after


def _goes_on(text: str, line: int) -> bool:
    """Whether the line before the one that begins here doesn't end a sentence."""
    before = text[max(line - 80, 0) : line].rstrip(" \t")
    return before.endswith("\n") and before[-2:-1] not in ["", "\n", *".!?:"]
