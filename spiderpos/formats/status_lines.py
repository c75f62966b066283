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
from ..game.engine import SUIT_LENGTH
from ..game.rules import COLUMNS, WOODS
from ..text.wording import NUMBERS
from .cells import CARDS, face, parser

#: Longer lines say more than that.
_LONGEST: Final = 400
_EDGES: Final = " \t\r>*#.()!-"
_MOST_SUITS: Final = 8
_NUMBERS: Final = {word: number for number, word in enumerate(NUMBERS)} | {
    "none": 0,
    "nothing": 0,
}
_PARTS: Final = re.compile(r"[;|]|\s{2,}|\((?=\d)|,(?=\s*(?:\d\s+)?[A-Za-z]{3,})|\.(?=\s|$)")
#: A phrase has one of these words; any other is passed over at once.
_WORD: Final = re.compile(
    r"stock|hand|deck|talon|draw|shuffler|undealt|deal|row|remov|complet|foundation|finish|off"
    r"|home|done|cell",
    re.IGNORECASE,
)
_PILES: Final = "stock|deck|talon|undealt|deals?|rows?|removed|completed"
#: What says something of the hand or the removed suits, if it's understood.
_STATUS: Final = re.compile(
    rf"(?:[a-z'-]{{1,15}} ){{0,3}}(?:(?:{_PILES}|hand|draw pile|foundations?|finished|home)"
    r"(?: [a-z'-]{1,15}){0,2}|rest|remaining(?: cards)?) ?[:=] ?\S.{0,40}"
    rf"|(?:\d{{1,3}}|none|all|last|{'|'.join(NUMBERS)}) (?:of \d )?(?:[a-z'-]{{1,15}} ){{0,3}}"
    rf"(?:{_PILES}|to deal)(?: [a-z'-]{{1,15}}){{0,2}}",
    re.IGNORECASE,
)
#: What says that cards or columns stand the other way round; pages refuse the same.
ANOTHER_ORDER: Final = re.compile(
    r"\b(?:right to left|bottom (?:card )?first|top (?:card )?last|bottom (?:to top|up)"
    r"|upside[- ]down|mirrored|reversed? order)\b",
    re.IGNORECASE,
)
_CELLS: Final = re.compile(r"[ \t]*(?:free\s*)?cells?\s*[:=]", re.IGNORECASE)


class StatusLines(NamedTuple):
    """What is said of the hand, the removed suits and the free cells; None where nothing is."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()


_NOTHING: Final = StatusLines()


def is_status(line: str) -> bool:
    """Return True if a line says something of the hand, the removed suits or the free cells."""
    return len(line) <= _LONGEST and (_CELLS.match(line) is not None or bool(_phrases(line)))


def read_status(lines: Iterable[str], status: StatusLines = _NOTHING) -> StatusLines:
    """Return what lines beside a tableau say, and what is known before.

    All other lines are passed over.  Raises ValueError, with what was expected, for those that
    aren't understood, say otherwise than others, or name another order of the cards.
    """
    for line in lines:
        if len(line) > _LONGEST:
            continue
        if _CELLS.match(line) and not any(tree.data == "cells" for tree in _phrases(line)):
            raise ValueError("this is no line of free cells", "a card or (sp) for each cell")
        if ANOTHER_ORDER.search(line):
            raise ValueError("cards in this order aren't read", "columns from the left, top first")
        for tree in _phrases(line):
            status = _with(status, tree)
        for part in _PARTS.split(line):
            if _STATUS.fullmatch(part.lstrip(_EDGES).rstrip(" \t\r.)!")) and not _phrases(part):
                message = "it isn't understood what this says of the hand or the removed suits"
                raise ValueError(message, "'Stock: 30 cards', '2 deals left' or 'Removed: clubs'")
    return status


@lru_cache(maxsize=64)
def _phrases(line: str) -> tuple[Any, ...]:
    """Return what the phrases of a line are, as trees of the grammar."""
    return tuple(_parsed(line)) if _WORD.search(line) else ()


def _parsed(line: str) -> Iterator[Any]:
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - most commands need no grammar

    parts = (line.strip(),) if _CELLS.match(line) else (line, *_PARTS.split(line))
    for part in dict.fromkeys(parts):
        phrase = part if _CELLS.match(line) else part.strip(_EDGES)
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
        case "removed":
            suits = [parse_suit(str(t)) for t in tree.children if t.type == "SUIT"]
            removed = _suits(amount) if amount is not None else tuple(suits)
            return status._replace(removed=_agreed(status.removed, removed))
        case _ if amount is not None:
            rows = {"deals": amount, "dealt": max(WOODS.hand_sizes) // COLUMNS - amount}.get(
                tree.data
            )
            hand = (UNKNOWN,) * (amount if rows is None else COLUMNS * rows)
            return status._replace(hand=_agreed(status.hand, hand))
    if len(cards) < COLUMNS:
        raise ValueError(
            "a hand has no fewer cards than a row", "ten cards or more, or their number"
        )
    return status._replace(hand=_agreed(status.hand, tuple(map(face, cards))))


def _agreed(known: tuple[Any, ...] | None, new: tuple[Any, ...] | None) -> Any:
    """Return what two phrases say of the same.  Raises ValueError if they differ."""
    if known is None or new is None:
        return new if known is None else known
    if len(known) != len(new):
        message = f"this says {len(new)}, and the text says {len(known)} elsewhere"
        raise ValueError(message, "the same cards in the hand, and suits removed")
    return new if any(new) else known


def _number(text: str) -> int:
    word = text.lower()
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _suits(count: int) -> tuple[Suit | None, ...] | None:
    """Return so many unnamed suits, or those of so many cards."""
    if count >= SUIT_LENGTH and count % SUIT_LENGTH == 0:
        count //= SUIT_LENGTH
    return (None,) * count if count <= _MOST_SUITS else None
