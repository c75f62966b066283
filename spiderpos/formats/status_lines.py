"""What lines beside a tableau say of the rest: the hand, the removed suits, the free cells.

Only phrases that say nothing else are understood, by the rule ``status`` of the grammar:
``Stock: 30 cards``, ``2 deals left``, ``Packs-Off=1``, ``Removed: clubs, hearts``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ..game.cards import UNKNOWN, Card, Suit, parse_suit
from ..text.wording import NUMBERS
from .cells import CARDS, face, parser

#: Longer lines say more than that.
_LONGEST: Final = 400
_ROW: Final = 10
_SUIT_LENGTH: Final = 13
_MOST_SUITS: Final = 8
_NUMBERS: Final = {word: number for number, word in enumerate(NUMBERS)} | {
    "none": 0,
    "nothing": 0,
}
_PARTS: Final = re.compile(r"[;|]|\s{2,}|,(?=\s*[A-Za-z]{3,})|\.(?=\s|$)")
#: A phrase has one of these words; any other is passed over at once.
_WORD: Final = re.compile(
    r"stock|hand|deck|talon|draw|shuffler|undealt|deal|row|remov|complet|foundation|finish|off"
    r"|home|done|cell",
    re.IGNORECASE,
)
_CELLS: Final = re.compile(r"[ \t]*(?:free\s*)?cells?\s*[:=]", re.IGNORECASE)
_STOCK_OF: Final = re.compile(r"(?:stock|hand)[^:=]{0,20}[:=]\s*\d+[ \t]+\d", re.IGNORECASE)


class StatusLines(NamedTuple):
    """What is said of the hand, the removed suits and the free cells; None where nothing is."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()


_NOTHING: Final = StatusLines()


def is_status(line: str) -> bool:
    """Return True if a line says something of the hand, the removed suits or the free cells."""
    short = len(line) <= _LONGEST
    return short and (_CELLS.match(line) is not None or _read((line,)) != _NOTHING)


def read_status(lines: Iterable[str], status: StatusLines = _NOTHING) -> StatusLines:
    """Return what lines beside a tableau say, and what is known before.

    All other lines are passed over.  Raises ValueError for free cells and numbers that can't be
    read.
    """
    for line in lines:
        if len(line) > _LONGEST:
            continue
        if _CELLS.match(line) and not any(tree.data == "cells" for tree in _phrases(line)):
            raise ValueError("this is no line of free cells", "a card or (sp) for each cell")
        if _STOCK_OF.search(line):
            raise ValueError("this is no number of cards", "the number in one piece")
        status = _read((line,), status)
    return status


def _read(lines: Iterable[str], status: StatusLines = _NOTHING) -> StatusLines:
    for line in lines:
        for tree in _phrases(line):
            status = _with(status, tree)
    return status


@lru_cache(maxsize=64)
def _phrases(line: str) -> tuple[Any, ...]:
    """Return what the phrases of a line are, as trees of the grammar."""
    return tuple(_parsed(line)) if _WORD.search(line) else ()


def _parsed(line: str) -> Iterator[Any]:
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - most commands need no grammar

    parts = (line.strip(),) if _CELLS.match(line) else (line, *_PARTS.split(line))
    for part in dict.fromkeys(parts):
        phrase = part if len(parts) == 1 else part.strip(" \t\r>*#.()-")
        try:
            yield parser().parse(phrase, start="status").children[0]
        except UnexpectedInput:
            continue


def _with(status: StatusLines, tree: Any) -> StatusLines:
    """Return what is known already, and what a phrase says."""
    amount = next((_number(t) for t in tree.children if t.type == "AMOUNT"), None)
    cards = [t for t in tree.children if t.type in (*CARDS, "SPACE", "DASH", "DASHES", "LINES")]
    match tree.data:
        case "cells":
            cells = (face(token) if token.type in CARDS else None for token in cards)
            return status._replace(cells=tuple(cells))
        case "removed" if status.removed is None:
            suits = [parse_suit(str(t)) for t in tree.children if t.type == "SUIT"]
            return status._replace(removed=_suits(amount) if amount is not None else tuple(suits))
        case "hand" | "deals" if status.hand is None:
            if amount is not None:
                number = amount * (_ROW if tree.data == "deals" else 1)
                return status._replace(hand=(UNKNOWN,) * number)
            if len(cards) >= _ROW:
                return status._replace(hand=tuple(face(token) for token in cards))
    return status


def _number(text: str) -> int:
    word = text.lower()
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _suits(count: int) -> tuple[Suit | None, ...] | None:
    """Return so many unnamed suits, or those of so many cards."""
    if count >= _SUIT_LENGTH and count % _SUIT_LENGTH == 0:
        count //= _SUIT_LENGTH
    return (None,) * count if count <= _MOST_SUITS else None
