"""A line of ``fen`` as it comes back from mail: quoted, wrapped, between other text.

Nothing here knows what the line means.  :func:`unfolded` finds it in a text and says in which ways
its pieces may belong together; the reader tries them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, pairwise
from typing import Final

from .base import PLAIN_SIGNS, without_marks

__all__ = ["Unfolded", "another", "line_ends", "unfolded"]

_BEGIN: Final = re.compile(
    r"(?<!\S)[0-9ATJQKXCDHS?:-]{1,300}+\s*+/\s*+[0-9ATJQKXCDHS?-]", re.IGNORECASE
)
#: Ten columns, whatever they are glued to.
_TEN_COLUMNS: Final = re.compile(
    r"(?<![0-9ATJQKXCDHS?:-])(?:[0-9ATJQKXCDHS?:-]{1,300}+(?<=[CDHS?-])\s*+/\s*+){9}"
    r"[0-9ATJQKXCDHS?:-]{1,300}+(?<=[CDHS?-])",
    re.IGNORECASE,
)
_PIECE: Final = re.compile(r"[0-9ATJQKXCDHS?:/-]+|[a-z]*=\S*", re.IGNORECASE)
_KEY: Final = re.compile(r"(?:cells|rules|dealt)=")
_SIGNATURE: Final = re.compile(r"--[ \t\r]*")
_WORD: Final = re.compile(r"\S+")
_LINE_END: Final = re.compile(r"\n(?=[ \t\r]*+\S)")
_EMPTY: Final = re.compile(r"\n[ \t\r]*+\n")
_RANK: Final = r"(?:10|[2-9ATJQK])"
_CARDS: Final = rf"{_RANK}(?:-{_RANK})?[cdhs]"
#: The face-down cards of a column, and no heading: ``5x:``, ``Kd9s:``; ``JD:`` may be a name.
_FACE_DOWN: Final = re.compile(rf"(?:\d{{0,3}}x|{_CARDS}(?!:))++(?:{_RANK}[cdhs])?:")
#: What a line was cut off behind, within its first column; no other text has it.
_SEVERAL_CARDS: Final = re.compile(rf"(?=.*[cdhs])(?:(?:\d{{0,3}}x|\?\?|{_CARDS}):?){{2,}}+")
_NOT_LETTERS: Final = re.compile(r"[\d?]|:(?!$)")
_RANKS: Final = re.compile(r"[atjqk](?=[cdhs-])")
#: No mail has lines as short as that.
_NARROWEST: Final = 11
#: A text is looked at so far.
_LOOKED_AT: Final = 20_000
#: So many pieces are put together; a line is never wrapped so often.
_MOST_PIECES: Final = 40


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A line put together, and the offset of each of its characters in the text."""

    text: str
    offsets: Sequence[int]


def unfolded(text: str) -> tuple[int, list[Unfolded]]:
    """Where a line begins in a text, and the ways to put it together; none if there is no line.

    Blanks about a ``/`` don't count.  A line end elsewhere may divide two fields or fall within
    one.  Text above the line is left out, and text below it after an empty line, or from the
    delimiter of a signature on; words after an empty line that may be a part of it are so in
    some of the ways.
    """
    plain = without_marks(text[:_LOOKED_AT].translate(PLAIN_SIGNS))
    begin = _BEGIN.search(plain)
    if begin is None:
        return 0, []
    start = begin.start()
    # Words just before it that look like a part of it are one, right or wrong; but a line above
    # only if it was cut off there, and not the last word of a heading.
    for word in reversed(list(_WORD.finditer(plain, 0, start))):
        cut_off = len(word[0]) >= _NARROWEST and _line(plain, word).split() == [word[0]]
        # The face-down cards of a column come once.
        one = plain.find(":", start, plain.find("/", start)) < 0
        face_down = one and _are_cards(_FACE_DOWN, word[0])
        named = word[0].endswith(":") and not face_down
        alike = _PIECE.fullmatch(word[0]) is not None and (cut_off or not named)
        joined = "/" in (word[0][-1], plain[start]) or (
            alike and (face_down or _are_cards(_SEVERAL_CARDS, word[0]))
        )
        if not alike and not joined:
            break
        between = plain[word.end() : start]
        if between.count("\n") > (cut_off or joined):
            break
        start = word.start()
    lines = []
    for end in _ends(plain, start):
        words = list(_WORD.finditer(plain, start, end))
        lines += [_joined(words, at) for at in _divisions(plain, words)]
    return start, lines


def _are_cards(cards: re.Pattern[str], word: str) -> bool:
    """Whether a word is cards, in small letters or capitals too if it has more than letters:
    ``asks`` is a word, ``ks9s`` none.
    """
    return cards.fullmatch(word) is not None or (
        _NOT_LETTERS.search(word) is not None and cards.fullmatch(_in_capitals(word)) is not None
    )


def _in_capitals(word: str) -> str:
    """The word with its ranks in capitals, and all else in small letters."""
    return _RANKS.sub(lambda rank: rank[0].upper(), word.lower())


def another(text: str, start: int, stop: int) -> tuple[int, int] | None:
    """Where the columns of another line stand in a text, glued to something, so that
    :func:`unfolded` takes them for other text; None if none do outside ``start`` to ``stop``.
    """
    plain = without_marks(text[:_LOOKED_AT].translate(PLAIN_SIGNS))
    found = _TEN_COLUMNS.search(plain, 0, start) or _TEN_COLUMNS.search(plain, stop)
    return found and found.span()


def line_ends(text: str, start: int) -> Iterator[int]:
    """Where the lines end that one which begins at ``start`` may be wrapped into."""
    plain = without_marks(text[:_LOOKED_AT].translate(PLAIN_SIGNS))
    ends = _LINE_END.finditer(plain, start, _end(plain, start))
    return (found.start() for found in islice(ends, _MOST_PIECES))


def _ends(plain: str, start: int) -> tuple[int, ...]:
    """Where the line that begins at ``start`` may end: above an empty line, too, if no other line
    and no field begins below that, so that nothing is dropped that can't be other text.
    """
    end = _end(plain, start)
    empty = _EMPTY.search(plain, start, end)
    if empty is None or any(p.search(plain, empty.end(), end) for p in (_BEGIN, _KEY)):
        return (end,)
    return (empty.start(), end)


def _end(plain: str, start: int) -> int:
    """Where the line ends at the latest: what is below must be no part of it."""
    stop = at = (plain.find("\n", start) + 1) or len(plain)
    blank = False
    while at < len(plain):
        after = (plain.find("\n", at) + 1) or len(plain)
        row = plain[at:after].rstrip("\n").strip(" ")
        words = row.split()
        if words and _SIGNATURE.fullmatch(row):
            return stop
        if not all(map(_PIECE.fullmatch, words)):
            rest = plain[at:]
            apart = blank and not (_BEGIN.search(rest) or _KEY.search(rest))
            return stop if apart else len(plain)
        blank = not words
        stop = stop if blank else after
        at = after
    return stop


def _divisions(plain: str, words: Sequence[re.Match[str]]) -> Iterator[set[int]]:
    """The ways in which words begin fields, by their indices."""
    fixed = {0}
    free = []
    in_fields = False
    widest = max(len(_line(plain, word)) for word in words)
    for index, (before, word) in enumerate(pairwise(words), 1):
        if _KEY.match(word[0]):
            in_fields = True
            fixed.add(index)
        elif "/" in (before[0][-1], word[0][0]):
            continue
        elif "\n" not in plain[before.end() : word.start()]:
            fixed.add(index)
        elif "=" in word[0]:
            in_fields = True
        elif len(_line(plain, before)) < widest:
            # Only a line that is full was cut within a field.
            fixed.add(index)
        elif not in_fields:
            free.append(index)
    plain_fields = sum(not _KEY.match(words[index][0]) for index in fixed)
    # Two are too few, but the reader must know that they may be meant.
    counts = [3 - plain_fields, 2 - plain_fields, 1 - plain_fields]
    if len(free) > _MOST_PIECES or not any(0 <= count <= len(free) for count in counts):
        if plain_fields > 3:
            # Other text stands right below: what is above it was cut in fields or between them.
            yield fixed
        yield fixed.union(free)
        return
    yield from map(
        fixed.union,
        chain.from_iterable(combinations(free, count) for count in counts if count >= 0),
    )


def _line(plain: str, word: re.Match[str]) -> str:
    """The line of a word, without the blanks that it ends in."""
    stop = plain.find("\n", word.end())
    return plain[plain.rfind("\n", 0, word.start()) + 1 : stop if stop >= 0 else None].rstrip()


def _joined(words: Sequence[re.Match[str]], starts: set[int]) -> Unfolded:
    parts: list[str] = []
    offsets: list[int] = []
    for index, word in enumerate(words):
        if index in starts and index:
            parts.append(" ")
            offsets.append(words[index - 1].end())
        parts.append(word[0])
        offsets.extend(range(*word.span()))
    offsets.append(words[-1].end())
    return Unfolded("".join(parts), offsets)
