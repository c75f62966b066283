"""Text for the exact cards of a search: those whose suits matter (``docs/prover.md``, 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...game.cards import codes_of, from_code
from ...game.position import Position
from ...text.errors import NotationError

_LEVELS: Final = {1: "shallow", 2: "kept", 3: "deep"}
_ENTRY: Final = re.compile(
    r"(?P<card>\w{2,3}) in column (?P<column>\d{1,2})"
    r"(?: \(row (?P<row>\d{1,3})\))?, (?P<level>\w+)"
)


def in_words(position: Position, exact: Iterable[tuple[int, int, int, int]]) -> tuple[str, ...]:
    """Return each card as text, such as "9s in column 3, deep".

    ``exact`` are tuples (column, row, card, level), with columns and rows from 1, and the levels
    1 to 3 for shallow, kept and deep.  If the column has two such cards, the row is added:
    "9s in column 3 (row 5), deep".
    """
    return tuple(
        f"{from_code(card)} in column {column}"
        + (f" (row {row})" if _cards(position, column).count(card) > 1 else "")
        + f", {_LEVELS[level]}"
        for column, row, card, level in exact
    )


def of_words(
    position: Position, words: Iterable[str], *, name: str = "exact cards"
) -> tuple[tuple[int, int, int, int], ...]:
    """Parse the output of :func:`in_words`.  Raises NotationError for other text or cards."""
    levels = {word: level for level, word in _LEVELS.items()}
    cards: list[tuple[int, int, int, int]] = []
    for text in words:
        entry = _ENTRY.fullmatch(text)
        rows: list[int] = []
        if entry is not None and entry["level"] in levels:
            column = int(entry["column"])
            rows = [
                row
                for row, card in enumerate(_cards(position, column), 1)
                if card and str(from_code(card)) == entry["card"]
            ]
            if entry["row"] is not None:
                rows = [row for row in rows if row == int(entry["row"])]
        if entry is None or not rows:
            raise NotationError(
                f"{name}: '{text}' is not an exact card of this position",
                expected="such as '9s in column 3, deep' (or shallow, or kept)",
            )
        card = _cards(position, column)[rows[0] - 1]
        if any(before[:2] == (column, rows[0]) for before in cards):
            raise NotationError(f"{name}: '{text}' names a card a second time")
        cards.append((column, rows[0], card, levels[entry["level"]]))
    return tuple(cards)


def _cards(position: Position, column: int) -> Sequence[int]:
    """Return the codes of a column's cards, from the top down; empty if it doesn't exist."""
    if not 1 <= column <= len(position.columns):
        return ()
    pile = position.columns[column - 1]
    return (*codes_of(pile.down), *codes_of(pile.up))
