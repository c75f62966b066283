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


def difference(expected: Position, actual: Position) -> list[Difference]:
    """Return the differences of ``actual`` from ``expected``; empty if there are none.

    A card that ``expected`` doesn't know may be any card, or unknown; one that it knows has to
    be that card.  So a diagram, which hides the face-down cards, fits each position that it
    shows, and a position that doesn't know a face-up card fits no diagram that does.

    Columns are compared one by one, then the hand, the removed suits (in any order) and the
    free cells.  The rules and the history (``dealt``) are *not* compared.
    """
    actual_at, expected_at = (dict(enumerate(p.columns, 1)) for p in (actual, expected))
    differences = []
    for number in sorted(expected_at | actual_at):
        text = _column_text(expected_at.get(number), actual_at.get(number), number)
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
    """Return how a column differs, in words; empty if it doesn't."""
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
        not known or known == card for known, card in zip(expected, actual, strict=True)
    )


def _same(expected: Column, actual: Column) -> int:
    """Return the number of cards, from the top down, that are as expected, face down or up too."""
    sides = len(expected.down), len(actual.down)
    pairs = zip(expected.down + expected.up, actual.down + actual.up, strict=False)
    count = 0
    for row, (known, card) in enumerate(pairs):
        if (row < sides[0]) != (row < sides[1]) or (known and known != card):
            break
        count += 1
    return count


def _cards(column: Column, same: int) -> str:
    """Return the cards of a column, those that are as expected shortened to the last one."""
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
