"""What a text may have been meant as, where it is read as it stands and may say something else."""

from __future__ import annotations

from ..position import Position
from . import diagram, line
from .base import Format

__all__ = ["doubts"]


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
            "the columns from the second on are sorted by length, as it seems where runs "
            "of tabs were squeezed to one; then cards belong in other columns"
        )
    elif diagram.may_be_trimmed(text, position):
        found.append(
            "all rows begin in column 1, as it seems where they have lost what they "
            "began with; then cards belong in other columns"
        )
    elif diagram.may_be_shifted(position):
        found.append(
            "rows fit better further right, as it seems where they have lost tabs that "
            "they began with; then cards belong in other columns"
        )
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
