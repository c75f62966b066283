"""What a text may have been meant as, where it is read as it stands and may say something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..cards import UNKNOWN
from ..position import Position
from . import diagram, letters, letterstext
from .base import Format

__all__ = ["doubts", "may_be_face_down"]

#: What a face-down card is in notations that have another sign for one that isn't known.
_FACE_DOWN: Final = {
    "diagram": "--",
    "fen": "x, as in 4x:6d",
    "kpat": "|XX (and XX is ??)",
    "letters": "x, as in xxxx6d",
    "letters-hand": "-??",
}

_ELSEWHERE: Final = (
    "cards belong in other columns, and each column that a row passes over needs its tab"
)


def doubts(text: str, format: Format | None, position: Position) -> tuple[str, ...]:
    """Sentences on what in a text may have been meant otherwise; mostly none.

    ``position`` was read from ``text`` in ``format``.  Only a diagram and the text form of
    letters are doubted for more than unknown cards that lie face up: for what reasons,
    docs/notations/diagram.md and letters.md say.
    """
    found: list[str] = []
    if format is diagram.FORMAT:
        found += _of_diagram(text, position)
    elif format in (letters.FORMAT, letters.TEXT) and letters.TEXT.recognises(text):
        found += _of_letters(text, position)
    if format is not None and format.name in _FACE_DOWN and may_be_face_down(position):
        found.append(
            "?? is a card that lies face up and isn't known, and no card lies face down here; a "
            f"face-down card is {_FACE_DOWN[format.name]}"
        )
    return tuple(found)


def may_be_face_down(position: Position) -> bool:
    """Whether unknown cards may have been meant for face-down ones.

    They lie face up, so this is suspected if no card lies face down, and all of them lie above
    known cards where face-down ones would.
    """
    tops = 0
    for column in position.columns:
        known = [card != UNKNOWN for card in column.up]
        if column.down or known != sorted(known) or not all(known[-1:]):
            return False
        tops += known.count(False)
    return tops > 0


def _of_letters(text: str, position: Position) -> Iterator[str]:
    run = letterstext.may_be_a_run(text, position)
    if run is not None:
        yield f"'{run}' is read as two cards: in this notation a dash stands between cards"
    if letterstext.may_be_numbers(text):
        yield (
            "(1), (2) and so on are read as numbers of face-down cards: columns are labelled "
            "a), b) and so on"
        )


def _of_diagram(text: str, position: Position) -> Iterator[str]:
    if diagram.may_be_squeezed(position):
        yield (
            "the columns from the second on are sorted by length: if runs of tabs "
            f"were squeezed to one, {_ELSEWHERE}"
        )
    elif diagram.may_be_trimmed(text, position):
        yield f"all rows begin in column 1: if they have lost what they began with, {_ELSEWHERE}"
    elif diagram.may_be_shifted(position):
        yield f"rows fit better further right: if they have lost tabs, {_ELSEWHERE}"
    if diagram.may_be_a_ruler(text, position):
        yield (
            "the first row is -- in each column, below a heading: if it is a line that parts the "
            "two, and no row of face-down cards, take it out"
        )
