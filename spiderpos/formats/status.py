"""What lines beside a tableau say of the rest: the hand, the removed suits, the free cells.

Only lines that say nothing else are understood: ``Stock: 30 cards``, ``2 deals left``,
``Cards in stock = 40``, ``Packs-Off=1``, ``Removed: clubs, hearts``, ``cells: 5d (sp)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ..game.cards import UNKNOWN, Card, Suit, parse_suit
from .cells import CELL, Kind, read_cells

__all__ = ["Status", "is_status", "read_status"]

#: Longer lines say more than that.
_LONGEST: Final = 400
_ROW: Final = 10
_SUIT_LENGTH: Final = 13
_PILE: Final = r"(?:stock(?:pile)?|hand|deck|talon|draw[ -]pile|card[ ]shuffler|undealt)"
_GONE: Final = (
    r"(?:removed|completed?|foundations?|finished|packs?[ -]off|off|home[ ]filled"
    r"|suits?[ ](?:removed|done|completed?))"
)
_IS: Final = r"[ \t]*+(?:[:=-]|is|are|has)?[ \t]*+"
_SMALL: Final = "none|no|one|two|three|four|five"
_LEFT: Final = r"(?:left|remain(?:s|ing)?|to\ go)"
_HAND: Final = re.compile(
    rf"""(?:(?:number\ of\ )?cards?\s+)?(?:{_LEFT}\s+)?(?:in\s+(?:the\s+)?)?{_PILE}{_IS}
         \(?(?P<number>\d{{1,3}}|{_SMALL})(?:\s*cards?)?\b.*
    | (?P<before>\d{{1,3}}|{_SMALL})\s+(?:more\s+)?cards?\s+(?:{_LEFT}\s+)?(?:in|on)\s+(?:the\s+)?
         {_PILE}.*""",
    re.IGNORECASE | re.VERBOSE,
)
_DEALS: Final = re.compile(
    rf"""(?:(?:deals?|rows?)[ -]*+{_LEFT}?|{_PILE}){_IS}(?P<number>\d|{_SMALL})
         (?:\s+(?:more\s+)?(?:deals?|rows?|piles?).*)?
    | (?:number\ of\ )?cards?\s+in\ the\s+{_PILE}{_IS}(?P<times>\d)\s*[*x]\s*10
    | (?P<before>\d|{_SMALL})\s+(?:more\s+)?(?:deals?|rows?)\s+(?:{_LEFT}|in).*""",
    re.IGNORECASE | re.VERBOSE,
)
_REMOVED: Final = re.compile(rf"{_GONE}(?:\s+suits?)?{_IS}(?P<what>.+)", re.IGNORECASE)
_STOCK_CARDS: Final = re.compile(rf"{_PILE}[^:=]*[:=]\s*(?P<cards>.+)", re.IGNORECASE)
_CELLS: Final = re.compile(r"[ \t]*(?:free\s*)?cells?\s*[:=]\s*(?P<cards>.+)", re.IGNORECASE)
_WORD: Final = re.compile(rf"{CELL}(?=[\s,;]|$)")
_PARTS: Final = re.compile(r"[;|]|\s{2,}|,(?=\s*[A-Za-z]{3,})|\.(?=\s|$)")
_NUMBERS: Final = {"no": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Status(NamedTuple):
    """What is said of the hand, the removed suits and the free cells; None where nothing is."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()


def is_status(line: str) -> bool:
    """Whether a line says something of the hand, the removed suits or the free cells."""
    short = len(line) <= _LONGEST
    return short and (_CELLS.match(line) is not None or read_status((line,)) != Status())


def read_status(lines: Iterable[str]) -> Status:
    """What lines beside a tableau say; all others are passed over.

    Raises ValueError for free cells that can't be read.
    """
    status = Status()
    for line in lines:
        if len(line) > _LONGEST:
            continue
        cells = _CELLS.fullmatch(line)
        if cells is not None:
            held = _cards(cells["cards"], allow_empty=True)
            if held is None:
                raise ValueError("this is no line of free cells")
            status = status._replace(cells=held)
            continue
        for part in (line, *_PARTS.split(line)):
            status = _with(status, part.strip(" \t\r>*#.()-"))
    return status


def _with(status: Status, said: str) -> Status:
    if status.hand is None:
        cards = _STOCK_CARDS.fullmatch(said)
        known = _cards(cards["cards"]) if cards is not None else None
        if known and len(known) >= _ROW:
            return status._replace(hand=tuple(card or UNKNOWN for card in known))
        deals = _DEALS.fullmatch(said)
        hand = _HAND.fullmatch(said)
        if deals is not None and (
            hand is None or deals["times"] or re.search("deal|row|pile", said, re.IGNORECASE)
        ):
            return status._replace(hand=(UNKNOWN,) * (_ROW * _count(deals)))
        if hand is not None:
            return status._replace(hand=(UNKNOWN,) * _count(hand))
    gone = _REMOVED.fullmatch(said)
    if gone is not None and status.removed is None:
        return status._replace(removed=_suits(gone["what"].strip(" ().")))
    return status


def _count(match: re.Match[str]) -> int:
    word = next(filter(None, match.groups())).lower()
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _cards(text: str, *, allow_empty: bool = False) -> tuple[Card | None, ...] | None:
    """The cards of a list; None if something else stands in it."""
    if _WORD.sub("", text).strip(" ,;\t\r"):
        return None
    cells = [cell for word in _WORD.finditer(text) for cell in read_cells(word[0])]
    if not allow_empty and any(cell.kind is not Kind.CARD for cell in cells):
        return None
    return tuple(cell.card if cell.kind is Kind.CARD else None for cell in cells)


def _suits(said: str) -> tuple[Suit | None, ...] | None:
    """The suits of ``clubs, hearts``, ``2``, ``none``, ``26 cards``; None for anything else."""
    number = re.match(
        r"(\d{1,3}|none|no|nothing|one|two|three|four|five)\b(?!\s*of)", said, re.IGNORECASE
    )
    if number is not None:
        word = number[0].lower()
        count = 0 if word == "nothing" else _NUMBERS[word] if word in _NUMBERS else int(word)
        if count >= _SUIT_LENGTH and count % _SUIT_LENGTH == 0:
            count //= _SUIT_LENGTH
        return (None,) * count if count <= 8 else None
    found: list[Suit | None] = []
    for word in re.split(r"[\s,;+&]+|\band\b", said):
        if not word:
            continue
        times = re.fullmatch(r"(\d)?[x×]?(\w+)", word)
        try:
            found += [parse_suit(times[2] if times else word)] * int((times and times[1]) or 1)
        except ValueError:
            return None
    return tuple(found)
