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
_LEFT: Final = r"(?:left|remain(?:s|ing)?|to\ go)"
_SMALL: Final = ("none", "one", "two", "three", "four", "five")
_NUMBERS: Final = {word: n for n, word in enumerate(_SMALL)} | {"no": 0, "nothing": 0}
_NUMBER: Final = rf"(?P<number>\d{{1,3}}|{'|'.join(_NUMBERS)})\b"
#: A word for the hand or the removed suits, and what is said of them: ``Cards in stock = 40``.
_SAID: Final = re.compile(
    rf"""(?: (?P<deals> (?:deals?|rows?) [ -]*+ {_LEFT}? )
           | (?P<gone> {_GONE} (?:\s+suits?)? )
           | (?:(?:number\ of\ )?cards?\s+)? (?:{_LEFT}\s+)? (?:in\s+(?:the\s+)?)? {_PILE} )
       [ \t]*+ (?:[:=-]|is|are|has)? [ \t]*+ (?P<what>.+)""",
    re.IGNORECASE | re.VERBOSE,
)
#: A number of cards or rows, and what that may be of: ``3 more deals``, ``3*10``, ``40 cards``.
_COUNT: Final = re.compile(
    rf"\(?{_NUMBER}(?P<deals>\s*[*x]\s*10|\s+(?:more\s+)?(?:deals?|rows?|piles?))?.*",
    re.IGNORECASE,
)
#: The number first: ``2 more deals left``, ``40 cards in the stock``.
_COUNTED: Final = re.compile(
    rf"""{_NUMBER}\s+(?:more\s+)?
      (?: (?P<deals>deals?|rows?) \s+ (?:{_LEFT}|in)
        | cards?\s+(?:{_LEFT}\s+)?(?:in|on)\s+(?:the\s+)?{_PILE} ).*""",
    re.IGNORECASE | re.VERBOSE,
)
_SUITS: Final = re.compile(rf"{_NUMBER}(?!\s*of)", re.IGNORECASE)
_CARDS: Final = re.compile(rf"{_PILE}[^:=]*[:=]\s*(?P<cards>.+)", re.IGNORECASE)
_CELLS: Final = re.compile(r"[ \t]*(?:free\s*)?cells?\s*[:=]\s*(?P<cards>.+)", re.IGNORECASE)
_WORD: Final = re.compile(rf"{CELL}(?=[\s,;]|$)")
_PARTS: Final = re.compile(r"[;|]|\s{2,}|,(?=\s*[A-Za-z]{3,})|\.(?=\s|$)")


class Status(NamedTuple):
    """What is said of the hand, the removed suits and the free cells; None where nothing is."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()


#: Nothing said.
_NOTHING: Final = Status()


def is_status(line: str) -> bool:
    """Whether a line says something of the hand, the removed suits or the free cells."""
    short = len(line) <= _LONGEST
    return short and (_CELLS.match(line) is not None or read_status((line,)) != _NOTHING)


def read_status(lines: Iterable[str], status: Status = _NOTHING) -> Status:
    """What lines beside a tableau say, and what is known before; all others are passed over.

    Raises ValueError for free cells that can't be read.
    """
    for line in lines:
        if len(line) > _LONGEST:
            continue
        cells = _CELLS.fullmatch(line)
        if cells is not None:
            held = _cards(cells["cards"])
            if held is None:
                raise ValueError("this is no line of free cells")
            status = status._replace(cells=held)
            continue
        for part in (line, *_PARTS.split(line)):
            status = _with(status, part.strip(" \t\r>*#.()-"))
    return status


def _with(status: Status, text: str) -> Status:
    """What is known already, and what is said in a part of a line."""
    said = _SAID.fullmatch(text)
    if said is not None and said["gone"]:
        first = status.removed is None
        return status._replace(removed=_suits(said["what"].strip(" ()."))) if first else status
    if status.hand is not None:
        return status
    listed = _CARDS.fullmatch(text)
    known = _cards(listed["cards"]) if listed is not None else None
    if known is not None and len(known) >= _ROW and None not in known:
        return status._replace(hand=tuple(card or UNKNOWN for card in known))
    count = _COUNTED.fullmatch(text) if said is None else _COUNT.fullmatch(said["what"])
    if count is None:
        return status
    rows = count["deals"] or (said is not None and said["deals"])
    return status._replace(hand=(UNKNOWN,) * (_number(count) * (_ROW if rows else 1)))


def _number(match: re.Match[str]) -> int:
    word = match["number"].lower()
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _cards(text: str) -> tuple[Card | None, ...] | None:
    """The cards of a list, None for a sign that is none; None if something else stands in it."""
    if _WORD.sub("", text).strip(" ,;\t\r"):
        return None
    cells = [cell for word in _WORD.finditer(text) for cell in read_cells(word[0])]
    return tuple(cell.card if cell.kind == Kind.CARD else None for cell in cells)


def _suits(said: str) -> tuple[Suit | None, ...] | None:
    """The suits of ``clubs, hearts``, ``2``, ``none``, ``26 cards``; None for anything else."""
    number = _SUITS.match(said)
    if number is not None:
        count = _number(number)
        if count >= _SUIT_LENGTH and count % _SUIT_LENGTH == 0:
            count //= _SUIT_LENGTH
        return (None,) * count if count <= 8 else None
    words = re.split(r"[\s,;+&]+|\band\b", said)
    try:
        return tuple(parse_suit(word) for word in words if word)
    except ValueError:
        return None
