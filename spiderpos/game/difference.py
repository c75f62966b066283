"""How two positions differ, column by column.

:func:`difference` compares what was expected with what was found, and lists each column that is
not as expected, then what else isn't; ``str`` of each gives a line or two of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..text.wording import count_phrase, join_words
from .cards import Card, Suit
from .position import Column, Position

__all__ = ["CELLS", "Difference", "difference"]

#: What a difference of the free cells is about.
CELLS: Final = "free cells"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that isn't as expected, and the words that say it.

    ``what`` is "column 3", "the hand", "removed suits" or "free cells"; ``column`` the number of
    the column, from 1, or 0.
    """

    what: str
    text: str
    column: int = 0

    def __str__(self) -> str:
        return f"{self.what}: {self.text}"


def difference(expected: Position, found: Position) -> list[Difference]:
    """What in ``found`` is not as ``expected``; empty if it all is.

    A card that ``expected`` doesn't know may be any card, or unknown; one that it knows has to
    be that card.  So a diagram, which hides the face-down cards, fits each position that it
    shows, and a position that doesn't know a face-up card fits no diagram that does.

    Columns are compared one by one, then the hand, the removed suits (in any order) and the
    free cells.  The rules and the history (``dealt``) are *not* compared.
    """
    found_at, expected_at = (dict(enumerate(p.columns, 1)) for p in (found, expected))
    differences = []
    for number in sorted(expected_at | found_at):
        text = _column_text(expected_at.get(number), found_at.get(number), number)
        if text:
            differences.append(Difference(f"column {number}", text, number))
    if not _same_cards(expected.hand, found.hand):
        text = _unlike(_hand(expected, found), _hand(found, expected))
        differences.append(Difference("the hand", text))
    missing = Counter(expected.removed) - Counter(found.removed)
    del missing[None]
    if missing or len(expected.removed) != len(found.removed):
        text = _unlike(_suits(expected.removed), _suits(found.removed))
        differences.append(Difference("removed suits", text))
    if any(held is not None for held in expected.cells + found.cells) and not (
        _same_cards(expected.cells, found.cells)
        and [a is None for a in expected.cells] == [b is None for b in found.cells]
    ):
        text = _unlike(_cells(expected.cells), _cells(found.cells))
        differences.append(Difference(CELLS, text))
    return differences


def _unlike(expected: str, found: str) -> str:
    return f"expected {expected}, found {found}"


def _column_text(expected: Column | None, found: Column | None, number: int) -> str:
    """How a column differs; empty if it doesn't."""
    if found is None:
        return "expected, but the tableau has no such column"
    if expected is None:
        return "not expected in the tableau"
    if _same_cards(expected.down, found.down) and _same_cards(expected.up, found.up):
        return ""
    same = _same(expected, found)
    indent = " " * (len(str(number)) + 9)
    return f"expected {_cards(expected, same)}\n{indent}   found {_cards(found, same)}"


def _same_cards(expected: Sequence[Card | None], found: Sequence[Card | None]) -> bool:
    return len(expected) == len(found) and all(
        not wanted or wanted == card for wanted, card in zip(expected, found, strict=True)
    )


def _same(expected: Column, found: Column) -> int:
    """How many cards from the top down are as expected, each face down or up as it should be."""
    sides = len(expected.down), len(found.down)
    pairs = zip(expected.down + expected.up, found.down + found.up, strict=False)
    count = 0
    for row, (wanted, card) in enumerate(pairs):
        if (row < sides[0]) != (row < sides[1]) or (wanted and wanted != card):
            break
        count += 1
    return count


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
