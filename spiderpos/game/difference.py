"""Differences between an expected and an actual position.

:func:`difference` lists the columns that differ, then the other parts that do.  ``str`` of a
difference is one or two lines of text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..text.wording import count_phrase, join_words
from .cards import Card, Suit
from .position import Column, Position

#: ``Difference.what`` for the free cells.
CELLS: Final = "free cells"


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a position that is not as expected.

    ``what`` is "column 3", "the hand", "removed suits" or "free cells".  ``column`` is the number
    of the column, from 1; 0 for the other parts.
    """

    what: str
    text: str
    column: int = 0

    def __str__(self) -> str:
        return f"{self.what}: {self.text}"


def difference(expected: Position, actual: Position) -> list[Difference]:
    """Return the differences between ``expected`` and ``actual``; empty if there are none.

    An unknown card of ``expected`` matches any card, known or not; a known one matches only
    itself.  So a diagram, which hides the face-down cards, matches every position that it shows,
    but an unknown face-up card of ``actual`` does not match a known one.

    The columns are compared one by one, then the hand, the removed suits (in any order) and the
    free cells.  The rules and the history (``dealt``) are *not* compared.
    """
    actual_columns, expected_columns = (
        dict(enumerate(position.columns, 1)) for position in (actual, expected)
    )
    differences = []
    for number in sorted(expected_columns | actual_columns):
        text = _column_text(expected_columns.get(number), actual_columns.get(number), number)
        if text:
            differences.append(Difference(f"column {number}", text, number))
    if not _same_cards(expected.hand, actual.hand):
        text = _unlike(_hand(expected, actual), _hand(actual, expected))
        differences.append(Difference("the hand", text))
    missing = Counter(expected.removed) - Counter(actual.removed)
    del missing[None]
    if missing or len(expected.removed) != len(actual.removed):
        text = _unlike(_suits(expected.removed), _suits(actual.removed))
        differences.append(Difference("removed suits", text))
    if any(card is not None for card in expected.cells + actual.cells) and not (
        _same_cards(expected.cells, actual.cells)
        and [a is None for a in expected.cells] == [b is None for b in actual.cells]
    ):
        text = _unlike(_cells(expected.cells), _cells(actual.cells))
        differences.append(Difference(CELLS, text))
    return differences


def _unlike(expected: str, actual: str) -> str:
    return f"expected {expected}, found {actual}"


def _column_text(expected: Column | None, actual: Column | None, number: int) -> str:
    """Describe the difference between two columns; empty if there is none."""
    if actual is None:
        return "expected, but the tableau has no such column"
    if expected is None:
        return "not expected in the tableau"
    if _same_cards(expected.down, actual.down) and _same_cards(expected.up, actual.up):
        return ""
    same = _same(expected, actual)
    indent = " " * (len(str(number)) + 9)
    return f"expected {_cards(expected, same)}\n{indent}   found {_cards(actual, same)}"


def _same_cards(expected: Sequence[Card | None], actual: Sequence[Card | None]) -> bool:
    return len(expected) == len(actual) and all(
        not expected_card or expected_card == card
        for expected_card, card in zip(expected, actual, strict=True)
    )


def _same(expected: Column, actual: Column) -> int:
    """Return the number of cards, from the top, that match: the same card with the same side up.

    An unknown card of ``expected`` matches any card.
    """
    sides = len(expected.down), len(actual.down)
    pairs = zip(expected.down + expected.up, actual.down + actual.up, strict=False)
    count = 0
    for row, (expected_card, card) in enumerate(pairs):
        if (row < sides[0]) != (row < sides[1]) or (expected_card and expected_card != card):
            break
        count += 1
    return count


def _cards(column: Column, same: int) -> str:
    """Write the cards of a column; ``...`` replaces the first ``same`` cards except the last one.

    These are the cards that match.
    """
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
