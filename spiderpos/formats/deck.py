"""``deck``: a deal, written as the list of its 104 cards (only read).

Programs deal such lists in different ways.  The lengths of the lines show which::

    five lines of ten cards, one of four             rows, a sixth card in columns 1 to 4, or in
                                                     those under which the four are printed
    four lines of ten, one of four, one of ten       rows, a sixth card in 1, 4, 7 and 10
    ten lines of six and five cards                  one column per line, the face-up card last

and then the hand, in five lines of ten.  A list on one line, or wrapped in any other way, is
assumed to be dealt in rows.  If the hand is one line of 50 cards, either end may be dealt first.
``docs/notations/deck.md`` names the programs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from ..game.cards import UNKNOWN, Card, parse_card
from ..game.census import DECKS
from ..game.history import breaks
from ..game.position import Column
from ..game.rules import COLUMNS, WOODS
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import PLAIN_SIGNS, Draft, Format, ReadOptions, only_read, refuse

_HEADING: Final = re.compile(
    r"\s*(?:spider|deck|deal|cards|game number \d+)\b\s*:?", re.IGNORECASE
)
#: A card or another word, with the separators before it.
_PIECE: Final = re.compile(
    r"""(?P<between>[\s,;"'\[\]]*+)
    (?:(?P<card>(?:10|[2-9TJQKA])[CDHS]) | (?P<other>[^\s,;"'\[\]]+) | \Z)""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST: Final = 2000
_EMPTY_CELL: Final = re.compile(r"\S\t\t")
_A_CARD: Final = "104 cards, as in 10h, Th or TH, separated by blanks, commas, quotes or brackets"
#: The lengths of columns if neither the text nor the options show them.
_FIRST_FOUR: Final = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
#: The number of rows that are dealt in a game.
_DEALS: Final = 5


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Return a draft of the position for each deal that a list of cards may mean."""
    lines, ends = _lines(source)
    cards = [c for line in lines for c in line]
    if len(cards) != DECKS:
        count = count_phrase(len(cards), "card")
        refuse(source, len(source.text.rstrip()), f"there are {count} here", _A_CARD)
    counts = list(map(len, lines))
    assumed = ""
    if sum(counts[:COLUMNS]) == 54 and set(counts[:COLUMNS]) == {5, 6}:
        columns = lines[:COLUMNS]
    elif counts[:6] == [10, 10, 10, 10, 4, 10]:
        columns = _in_rows(cards, _dealt_to(WOODS.start))
    elif counts[:6] == [10, 10, 10, 10, 10, 4]:
        below = [n for n, end in enumerate(ends[4]) if end in ends[5]]
        sixth = below if len(below) == 4 else range(4)
        columns = _in_rows(cards, [*[range(COLUMNS)] * 5, sixth])
    else:
        start = _FIRST_FOUR if options.rules is None else options.rules.start
        columns = _in_rows(cards, _dealt_to(start))
        assumed = f"dealt in rows, to columns of {' '.join(map(str, start))} cards"
    hand = cards[sum(map(len, columns)) :]
    ways = [(hand, assumed)]
    if counts[-1] == len(hand):
        turned = [c for first in range(40, -1, -10) for c in hand[first : first + 10]]
        ways = [(hand, "the first ten cards of the hand are dealt first")]
        ways += [(turned, "the last ten cards of the hand are dealt first")]
    return [
        Draft(
            columns=tuple(Column(tuple(column[:-1]), (column[-1],)) for column in columns),
            hand=tuple(way),
            removed=(),
            assumed=(f"{words} (the text doesn't say)",) if words else (),
            place=source.place(0),
        )
        for way, words in ways
    ]


def _lines(source: SourceText) -> tuple[list[list[Card]], list[list[int]]]:
    """Return the cards of each line or list in brackets, and the end of each card in its line."""
    text = source.text.translate(PLAIN_SIGNS)
    heading = _HEADING.match(text)
    lines: list[list[Card]] = [[]]
    ends: list[list[int]] = [[]]
    for match in _PIECE.finditer(text, heading.end() if heading else 0):
        if word := match["other"]:
            message = f"'{word[:20]}' is not a card"
            refuse(source, match.start("other"), message, _A_CARD, len(word))
        if lines[-1] and ("\n" in match["between"] or "]" in match["between"]):
            lines.append([])
            ends.append([])
        if match["card"]:
            lines[-1].append(parse_card(match["card"]))
            ends[-1].append(match.end() - text.rfind("\n", 0, match.end()))
    return [line for line in lines if line], ends


def _dealt_to(start: Sequence[int]) -> list[Sequence[int]]:
    """Return the indexes of the columns that get a card in each row; Woods' last row has ten."""
    rows: list[Sequence[int]] = [
        [n for n in range(COLUMNS) if start[n] > row] for row in range(max(start))
    ]
    if tuple(start) == WOODS.start:
        rows[-2:] = rows[:-3:-1]
    return rows


def _in_rows(cards: Sequence[Card], rows: Sequence[Sequence[int]]) -> list[list[Card]]:
    columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
    for c, number in zip(cards, (n for row in rows for n in row), strict=False):
        columns[number].append(c)
    return columns


def recognises(text: str) -> bool:
    """Return True if a text is a list of 104 cards, and not a tableau of them.

    A tableau has fewer breaks than a shuffled deck, and only a tableau has empty cells.
    """
    if len(text.strip()) > _LONGEST or _EMPTY_CELL.search(text):
        return False
    try:
        lines, _ = _lines(SourceText(text))
    except NotationError:
        return False
    return sum(map(len, lines)) == DECKS and (
        max(map(len, lines)) > COLUMNS
        or len(lines) > COLUMNS + _DEALS
        or any(
            breaks([c for c in column if c], WOODS) > _DEALS
            for column in zip_longest(*lines, fillvalue=UNKNOWN)
        )
    )


FORMAT: Final = Format(
    name="deck",
    summary="a deal as the list of its 104 cards (only read)",
    drafts=drafts,
    dumps=only_read("deck"),
    recognises=recognises,
    lossy="everything: such lists are only read",
)
loads = FORMAT.loads
