"""The reading of save lines that may have been wrapped, and have lost blanks by that.

The programs pass over line breaks.  Others wrap a line at its blanks and put the breaks in their
stead, take away the blanks that a line then ends in, or make one blank of two; and where a blank
is missing, cards stand in other columns.  So all ways are tried to put the missing blanks back,
and the line is read if just one of them makes a position, and the line breaks show that it is so:
else a blank may have been lost anywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb
from typing import Final

from ..cards import from_codes
from ..census import DECKS, is_whole
from ..errors import PositionError
from ..position import Position
from ..rules import COLUMNS
from .base import ReadOptions
from .linecipher import LINE, LINE_BREAK, LONGEST, decipher, decode

__all__ = ["is_unclear", "read"]

#: So many ways to put blanks back are tried, of one text.
_MOST_WAYS: Final = 3000
_BLANKS: Final = re.compile(" +")
_CARDS: Final = re.compile(r"[0-o]*/[0-o/ ]*\.")


class _UnclearError(Exception):
    """There are several ways to put the blanks back, or too many to try them."""


def read(text: str, name: str, options: ReadOptions) -> Position | None:
    """The position, or None if the text is no line or it isn't clear which blanks it lacks.

    Raises PositionError.
    """
    try:
        return _read(text, name, options)
    except _UnclearError:
        return None


def is_unclear(text: str, options: ReadOptions) -> bool:
    """Whether a text is a wrapped line that lacks blanks, and it isn't clear where."""
    try:
        _read(text, "", options)
    except _UnclearError:
        return True
    except PositionError:
        pass
    return False


def _read(text: str, name: str, options: ReadOptions) -> Position | None:
    pieces = LINE_BREAK.split(text.strip(" \t\r\n"))
    joined = "".join(pieces)
    found: list[Position] = []
    failure = None
    if LINE.fullmatch(joined):
        try:
            position = decode(joined, name, options)
        except PositionError as error:
            failure = error
        else:
            # Without the count of the cards the removed suits may pass for column 10.
            if position is not None and (len(pieces) == 1 or is_whole(position)):
                return position
            found += () if position is None else (position,)
    if len(pieces) > 1 and _is_of_cards(joined):
        sure = len(found)
        for way, shown in _ways(pieces):
            try:
                position = decode(way, name, options)
            except PositionError as error:
                failure = failure or error
                continue
            if position is not None and position not in found:
                found.append(position)
                sure += shown
            if len(found) > 1:
                raise _UnclearError
        if found and not sure:
            raise _UnclearError
    if failure is not None and not found:
        raise failure
    return found[0] if found else None


def _is_of_cards(joined: str) -> bool:
    """Whether a text is a line but for its blanks."""
    if len(joined) > 2 * LONGEST or not _CARDS.fullmatch(joined):
        return False
    try:
        from_codes(decipher(joined))
    except ValueError:
        return False
    return True


def _ways(pieces: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The lines that the pieces of a wrapped one may have been, with blanks put back.

    And whether the wrapping shows that they were lost there: it was at blanks, one at each break,
    or each line is as much shorter than the longest one.  Raises _UnclearError if there are too
    many.
    """
    joined = "".join(pieces)
    longest = max(map(len, pieces))
    short = {
        len(joined[:at].rstrip(" ")): longest - len(before) for at, before, _ in _breaks(pieces)
    }
    for words in (COLUMNS, COLUMNS + 1):
        missing = words - joined.count(" ")
        at_blanks = _is_wrapped_at_blanks(pieces, missing)
        places = _places(pieces, at_blanks=at_blanks)
        more = missing - sum(places.values())
        if more < 0 or not places:
            continue
        if comb(len(places) + more - 1, more) > _MOST_WAYS:
            raise _UnclearError
        parts = [joined[a:b] for a, b in pairwise([0, *places, len(joined)])]
        for chosen in combinations_with_replacement(places, more):
            blanks = Counter(chosen)
            way = parts[0]
            for (at, least), part in zip(places.items(), parts[1:], strict=True):
                way += " " * (least + blanks[at]) + part
            if LINE.fullmatch(way):
                put = {at: least + blanks[at] for at, least in places.items()}
                # Behind the deck one blank surely stood.
                trimmed = all(
                    count == short.get(at, 0) or (at == DECKS + 1 and count == 1)
                    for at, count in put.items()
                )
                yield way, (at_blanks and not more) or trimmed


def _places(pieces: Sequence[str], *, at_blanks: bool) -> dict[int, int]:
    """Where in the joined pieces blanks may be missing, in order, and how many must be.

    That's at breaks, but not within the 105 characters of the deck, which has no blanks; and
    beside other blanks, unless two that stand together show that such were left.
    """
    joined = "".join(pieces)
    longest = max(map(len, pieces))
    places: dict[int, int] = {}
    if not any("  " in piece.strip(" ") for piece in pieces):
        places = {blanks.start(): 0 for blanks in _BLANKS.finditer(joined)}
    for at, before, after in _breaks(pieces):
        start = len(joined[:at].rstrip(" "))
        # A word that is longer than the lines is cut.
        word = len(before.rpartition(" ")[2]) + len(after.partition(" ")[0])
        must_be = start == DECKS + 1 or (at_blanks and word <= longest)
        places[start] = int(must_be and joined[start] != " ")
    return dict(sorted(places.items()))


def _is_wrapped_at_blanks(pieces: Sequence[str], missing: int) -> bool:
    """Whether a line was surely wrapped at blanks, not at a width wherever that falls.

    That's so if each word that a line begins with had no room in the line before, and no width
    gives lines of these lengths, even if all the missing blanks were at the ends of lines.  Words
    before the save line may have made the first one shorter.
    """
    lengths = list(map(len, pieces))
    if sum(max(lengths) - length for length in lengths[1:-1]) <= missing:
        return False
    room = max((len(piece) for piece in pieces if " " in piece.strip(" ")), default=0)
    return all(
        len(before.rstrip(" ")) + 1 + len(after.lstrip(" ").partition(" ")[0]) > room
        for _, before, after in _breaks(pieces)
    )


def _breaks(pieces: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The breaks after the deck: their offset in the joined pieces, and the piece on each side."""
    ends = accumulate(map(len, pieces))
    for at, (before, after) in zip(ends, pairwise(pieces), strict=False):
        if at > DECKS:
            yield at, before, after
