"""The slash form of ``letters``: ``grammars/slash.lark`` read into drafts."""

from __future__ import annotations

from typing import Any, Final

from lark import Token, Transformer

from ..game.cards import CARDS, UNKNOWN
from ..game.census import DECKS
from ..game.position import Column
from ..game.rules import COLUMNS
from ..text.source import SourceText
from .base import Draft, ReadOptions, parsed, refuse

_A_CARD: Final = (
    "x for a face-down card above the others, '/' between columns, or a card, as in 9c, Td or 0d "
    "(a ten), or ?? for one that isn't known"
)


class _Reader(Transformer[Token, Any]):
    """A method for each rule of the grammar."""

    def start(self, parts: list[Any]) -> list[Any]:
        return parts

    def column(self, tokens: list[Token]) -> Column:
        down = sum(token.type == "DOWN" for token in tokens)
        return Column((UNKNOWN,) * down, tuple(CARDS[token.lower()] for token in tokens[down:]))

    def term(self, numbers: list[Token]) -> tuple[int, int]:
        return int(numbers[0]), int(numbers[1]) if numbers[1:] else 1

    def checksum(self, parts: list[Any]) -> tuple[list[tuple[int, int]], Token]:
        return parts[:-1], parts[-1]


_READER: Final = _Reader()


def drafts(source: SourceText, options: ReadOptions) -> list[Draft]:
    """Return the draft of a text: hand and removed suits only if there is a checksum.

    Raises NotationError.
    """
    parts = parsed(source, "slash", _A_CARD, _READER)
    columns = [part for part in parts if isinstance(part, Column)]
    text = source.text
    start = len(text) - len(text.lstrip())
    if len(columns) > COLUMNS:
        refuse(source, start, f"{len(columns)} columns, and there are 10", "10 columns")
    words = {word.lower() for word in text.replace("/", " ").split() if not word.strip("xX")}
    tops = any(column.up[:1] == (UNKNOWN,) for column in columns)
    is_counted = parts[-1] is not columns[-1] and len(parts[-1][0]) > len(columns)
    doubtful = words == {"xx"} or (tops and not any(column.down for column in columns))
    if doubtful and not is_counted:
        message = "this may be one face-down card or two, or ?? may be face down"
        refuse(source, start, message, "x for each face-down card")
    draft = Draft(columns=tuple(columns), place=source.place(start))
    if parts[-1] is not columns[-1]:
        terms, total = parts[-1]
        lengths = list(map(len, columns)) if len(terms) > 3 else [sum(map(len, columns))]
        *counts, (rows, ten), (suits, thirteen) = terms
        right = sum(lengths) + 10 * rows + 13 * suits
        if (
            counts != [(n, 1) for n in lengths]
            or (ten, thirteen) != (10, 13)
            or int(total) != right
        ):
            shown = " + ".join(map(str, lengths))
            expected = f"cards, rows and suits, as in '({shown}) + 2*10 + 0*13 = 104'"
            refuse(source, total.start_pos or 0, "this checksum doesn't fit the columns", expected)
        if right != DECKS and not options.partial:
            message = f"the sum is {total}, but there are {DECKS} cards"
            refuse(source, total.start_pos or 0, message, f"{DECKS}", len(total))
        draft.hand = (UNKNOWN,) * COLUMNS * rows
        draft.removed = (None,) * suits if options.partial else None
    return [draft]
