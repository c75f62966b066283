"""What a text may have been meant as, where it is read as it stands and may say something else."""

from __future__ import annotations

from typing import Final

from ..position import Position
from . import diagram, line
from .base import Format

__all__ = ["doubts"]

_ELSEWHERE: Final = (
    "cards belong in other columns, and each column that a row passes over needs its tab"
)


def doubts(text: str, format: Format | None, position: Position) -> tuple[str, ...]:
    """Sentences on what in a text may have been meant otherwise; mostly none.

    ``position`` was read from ``text`` in ``format``.  Only a diagram is doubted: for what
    reasons, docs/notations/diagram.md says.
    """
    if format is not diagram.FORMAT:
        return ()
    found: list[str] = []
    if diagram.may_be_squeezed(position):
        found.append(
            f"the columns from the second on are sorted by length: if runs of tabs "
            f"were squeezed to one, {_ELSEWHERE}"
        )
    elif diagram.may_be_trimmed(text, position):
        found.append(
            f"all rows begin in column 1: if they have lost what they began with, {_ELSEWHERE}"
        )
    elif diagram.may_be_shifted(position):
        found.append(f"rows fit better further right: if they have lost tabs, {_ELSEWHERE}")
    if diagram.may_be_face_down(position):
        found.append(
            "?? is a card that lies face up and isn't known, and no card lies face down "
            "here; a face-down card is --"
        )
    at = line.garbled_in(text)
    if at is not None:
        number = text.count("\n", 0, at) + 1
        found.append(
            f"only the diagram is read, not what looks like a save line in line {number}; read "
            "as a save file (--from save) that counts, or it's said what is wrong with it"
        )
    return tuple(found)
