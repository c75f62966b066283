"""How two positions differ, column by column.

:func:`difference` compares what was expected with what was found, and lists each column that is
not as expected; each entry is a value with fields, and ``str`` gives a line or two of text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..text.wording import count_phrase, join_words
from .cards import Card, Suit
from .position import Column, Position

__all__ = ["CELLS", "ColumnDifference", "Difference", "OtherDifference", "difference", "text"]

#: What an OtherDifference of the free cells is about.
CELLS: Final = "free cells"


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    """A column that isn't as expected.

    ``column``: its number, from 1.  ``expected``, ``found``: what it should hold and what it
    holds; None if the tableau has no such column.  ``same``: how many of its cards, from the
    top down, are as expected.
    """

    column: int
    expected: Column | None
    found: Column | None
    same: int = 0

    def __str__(self) -> str:
        if self.found is None:
            return f"column {self.column}: expected, but the tableau has no such column"
        if self.expected is None:
            return f"column {self.column}: not expected in the tableau"
        return (
            f"column {self.column}: expected {_cards(self.expected, self.same)}\n"
            f"{'':{len(str(self.column)) + 9}}   found {_cards(self.found, self.same)}"
        )


@dataclass(frozen=True, slots=True)
class OtherDifference:
    """Something beside the columns: ``what`` is "the hand", "removed suits" or "free cells"."""

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


Difference: TypeAlias = ColumnDifference | OtherDifference


def difference(expected: Position, found: Position) -> list[Difference]:
    """What in ``found`` is not as ``expected``; empty if it all is.

    A card that ``expected`` doesn't know may be any card, or unknown; one that it knows has to
    be that card.  So a diagram, which hides the face-down cards, fits each position that it
    shows, and a position that doesn't know a face-up card fits no diagram that does.

    Columns are compared one by one, then the hand, the removed suits (in any order) and the
    free cells.  The rules and the history (``dealt``) are *not* compared.
    """
    differences: list[Difference] = []
    for number in range(1, max(len(expected.columns), len(found.columns)) + 1):
        wanted = expected.columns[number - 1] if number <= len(expected.columns) else None
        actual = found.columns[number - 1] if number <= len(found.columns) else None
        if wanted is None or actual is None:
            differences.append(ColumnDifference(number, wanted, actual))
        elif not _same_column(wanted, actual):
            differences.append(ColumnDifference(number, wanted, actual, _same(wanted, actual)))
    if not _same_cards(expected.hand, found.hand):
        differences.append(
            OtherDifference("the hand", _hand(expected, found), _hand(found, expected))
        )
    if not _same_suits(expected.removed, found.removed):
        differences.append(
            OtherDifference("removed suits", _suits(expected.removed), _suits(found.removed))
        )
    if any(a is not None for a in expected.cells + found.cells) and not _same_cells(
        expected.cells, found.cells
    ):
        differences.append(OtherDifference(CELLS, _cells(expected.cells), _cells(found.cells)))
    return differences


def text(differences: Sequence[Difference]) -> str:
    """The differences as lines of text; empty for none."""
    return "\n".join(str(d) for d in differences)


def _same_cards(expected: Sequence[Card], found: Sequence[Card]) -> bool:
    return len(expected) == len(found) and all(
        not wanted or wanted == card for wanted, card in zip(expected, found, strict=True)
    )


def _same_column(expected: Column, found: Column) -> bool:
    return _same_cards(expected.down, found.down) and _same_cards(expected.up, found.up)


def _same(expected: Column, found: Column) -> int:
    """How many cards from the top down are as expected, each face down or up as it should be."""
    count = 0
    sides = len(expected.down), len(found.down)
    for row, (wanted, card) in enumerate(
        zip(expected.down + expected.up, found.down + found.up, strict=False)
    ):
        if (row < sides[0]) != (row < sides[1]) or (wanted and wanted != card):
            break
        count += 1
    return count


def _same_suits(expected: Sequence[Suit | None], found: Sequence[Suit | None]) -> bool:
    if len(expected) != len(found):
        return False
    left = [suit for suit in found if suit is not None]
    for suit in expected:
        if suit is not None:
            if suit not in left:
                return False
            left.remove(suit)
    return True


def _same_cells(expected: Sequence[Card | None], found: Sequence[Card | None]) -> bool:
    return len(expected) == len(found) and all(
        (a is None) == (b is None) and (not a or a == b)
        for a, b in zip(expected, found, strict=True)
    )


def _cards(column: Column, same: int) -> str:
    """The cards of a column, those that are as expected shortened to the last one."""
    words = [f"({card})" if card else "--" for card in column.down]
    words += [str(card) for card in column.up]
    if not words:
        return "a space"
    if same > 1:
        words = [f"... {words[same - 1]}", *words[same:]]
    if len(words) == 1 and same:
        words.append("and no more")
    return " ".join(words)


def _hand(position: Position, other: Position) -> str:
    if len(position.hand) != len(other.hand):
        return count_phrase(len(position.hand), "card")
    return " ".join(map(str, position.hand))


def _suits(suits: Sequence[Suit | None]) -> str:
    return join_words("an unknown suit" if suit is None else suit for suit in suits) or "none"


def _cells(cells: Sequence[Card | None]) -> str:
    return " ".join("--" if card is None else str(card) for card in cells) or "none"
