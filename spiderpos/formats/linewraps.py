"""The reading of save lines that may have been wrapped, and have lost blanks by that.

The programs pass over line breaks.  Others wrap a line at its blanks and put the breaks in their
stead; and where a blank is missing, cards stand in other columns.  So blanks are put back only
where a break surely stands for one, and the line is read if these are all that it lacks: else one
may have been lost anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Final

from ..cards import ACE, from_codes
from ..census import DECKS, is_whole
from ..errors import PositionError
from ..position import Position
from ..rules import COLUMNS
from .base import ReadOptions
from .linecipher import LINE, LINE_BREAK, LONGEST, decipher, decode

__all__ = ["lacks_blanks", "read"]

_CARDS: Final = re.compile(r"[0-o]*/[0-o/ ]*\.")


def read(text: str, name: str, options: ReadOptions) -> Position | None:
    """The position, or None if the text is no line or it isn't clear which blanks it lacks.

    Raises PositionError.
    """
    pieces = _pieces(text)
    joined = "".join(pieces)
    # In the deck there's no blank to be lost.
    is_sure = len(joined) - len(pieces[-1]) <= DECKS
    failure = None
    for way in chain((joined,), _with_blanks(pieces)):
        if LINE.fullmatch(way):
            try:
                position = decode(way, name, options)
            except PositionError as error:
                failure = failure or error
                continue
            if position is not None and (is_sure or not _may_end_in_suits(position)):
                return position
    if failure is not None:
        raise failure
    return None


def lacks_blanks(text: str) -> bool:
    """Whether a text may be a wrapped line that has lost blanks: it's one but for their number."""
    return _lacks_blanks(_pieces(text))


def _pieces(text: str) -> list[str]:
    return LINE_BREAK.split(text.strip(" \t\r\n"))


def _lacks_blanks(pieces: Sequence[str]) -> bool:
    joined = "".join(pieces)
    if len(pieces) == 1 or len(joined) > 2 * LONGEST or not _CARDS.fullmatch(joined):
        return False
    try:
        from_codes(decipher(joined))
    except ValueError:
        return False
    return joined.count(" ") <= COLUMNS


def _may_end_in_suits(position: Position) -> bool:
    """Whether column 10 may end in the Aces of removed suits, as it does if a blank is lost."""
    up = position.columns[-1].up
    return bool(up) and up[-1].rank == ACE and not is_whole(position)


def _with_blanks(pieces: Sequence[str]) -> Iterator[str]:
    """The lines that the pieces of a wrapped one were, if a blank stood at each of its breaks.

    None if they don't lack any; else at most one for ten columns and one for ten columns and the
    removed suits.
    """
    if not _lacks_blanks(pieces):
        return
    joined = "".join(pieces)
    longest = max(map(len, pieces))
    for words in (COLUMNS, COLUMNS + 1):
        missing = words - joined.count(" ")
        at_blanks = _is_wrapped_at_blanks(pieces, missing)
        places = []
        for at, before, after in _breaks(pieces):
            # One stands behind the deck.  A word longer than the lines, as the deck, is cut.
            word = len(before.rpartition(" ")[2]) + len(after.partition(" ")[0])
            lost = not before.endswith(" ") and not after.startswith(" ")
            if lost and (at == DECKS + 1 or (at_blanks and word <= longest)):
                places.append(at)
        if 0 < missing == len(places):
            yield " ".join(joined[a:b] for a, b in pairwise([0, *places, len(joined)]))


def _is_wrapped_at_blanks(pieces: Sequence[str], missing: int) -> bool:
    """Whether a line was surely wrapped at blanks, not at a width wherever that falls.

    That's so if each word that a line begins with had no room in the line before, and no width
    gives lines of these lengths, even if all the missing blanks were at the ends of lines.  Words
    before the save line may have made the first one shorter, and the deck longer, where words
    aren't cut.
    """
    lengths = list(map(len, pieces))
    if sum(max(lengths) - length for length in lengths[1:-1]) <= missing:
        return False
    room = max(lengths)
    if lengths[0] > DECKS:
        room = max((len(piece) for piece in pieces if " " in piece.strip(" ")), default=0)
    return all(
        len(before.rstrip(" ")) + 1 + len(after.lstrip(" ").partition(" ")[0]) > room
        for _, before, after in _breaks(pieces)
    )


def _breaks(pieces: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The breaks: their offset in the joined pieces, and the piece on each side."""
    ends = accumulate(map(len, pieces))
    for at, (before, after) in zip(ends, pairwise(pieces), strict=False):
        yield at, before, after
