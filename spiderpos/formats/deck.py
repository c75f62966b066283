"""``deck``: a deal, written as the list of its 104 cards.

Programs deal such lists in different ways.  The lengths of the lines show which::

    five lines of ten cards, one of four             rows, a sixth card in columns 1 to 4, or
                                                     in those under which the four are printed
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
from ..game.history import breaks, is_initial
from ..game.position import Column, Position
from ..game.rules import COLUMNS, WOODS
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import OURS, PLAIN_SIGNS, Draft, Format, ReadOptions, refuse

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
_A_CARD: Final = "104 cards, as in 10h, Th or TH, and nothing else but blanks, commas and quotes"

_FIRST_FOUR: Final = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
_ROWS: Final = [10, 10, 10, 10, 10, 4]
_SPREAD_ROWS: Final = [10, 10, 10, 10, 4, 10]
#: The number of rows that are dealt in a game.
_DEALS: Final = 5


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Return the drafts of the deals that a list may be.  Raises NotationError for other texts."""
    lines, ends = _lines(source)
    cards = [c for line in lines for c in line]
    if len(cards) != DECKS:
        count = count_phrase(len(cards), "card")
        refuse(source, len(source.text.rstrip()), f"there are {count} here", _A_CARD)
    counts = list(map(len, lines))
    assumed = ""
    if sum(counts[:COLUMNS]) == 54 and set(counts[:COLUMNS]) == {5, 6}:
        columns = lines[:COLUMNS]
    elif counts[:6] == _SPREAD_ROWS:
        columns = _in_rows(cards, _dealt_to(WOODS.start))
    elif counts[:6] == _ROWS:
        below = [n for n, end in enumerate(ends[4]) if end in ends[5]]
        sixth = below if len(below) == 4 else range(4)
        columns = _in_rows(cards, [*[range(COLUMNS)] * 5, sixth])
    else:
        start = _FIRST_FOUR if options.rules is None else options.rules.start
        columns = _in_rows(cards, _dealt_to(start))
        sizes = " ".join(map(str, start))
        assumed = f"dealt in rows, to columns of {sizes} cards"
    hand = tuple(cards[sum(map(len, columns)) :])
    ways = [(hand, assumed)]
    if counts[-1] == len(hand):
        reversed_hand = tuple(c for first in range(40, -1, -10) for c in hand[first : first + 10])
        ways = [(hand, "the first ten cards of the hand are dealt first")]
        ways += [(reversed_hand, "the last ten cards of the hand are dealt first")]
    return [
        Draft(
            columns=tuple(Column(tuple(column[:-1]), (column[-1],)) for column in columns),
            hand=cards,
            removed=(),
            assumed=(f"{words} (the text doesn't say)",) if words else (),
            place=source.place(0),
        )
        for cards, words in ways
    ]


def _lines(source: SourceText) -> tuple[list[list[Card]], list[list[int]]]:
    """Return the cards of each line that has any, and the place in the line where each ends.

    A list in brackets counts as a line.
    """
    text = source.text.translate(PLAIN_SIGNS)
    heading = _HEADING.match(text)
    start = heading.end() if heading else 0
    lines: list[list[Card]] = [[]]
    ends: list[list[int]] = [[]]
    for match in _PIECE.finditer(text, start):
        word = match["other"]
        if word:
            refuse(
                source, match.start("other"), f"'{word[:20]}' is not a card", _A_CARD, len(word)
            )
        if lines[-1] and ("\n" in match["between"] or "]" in match["between"]):
            lines.append([])
            ends.append([])
        if match["card"]:
            lines[-1].append(parse_card(match["card"]))
            ends[-1].append(match.end() - text.rfind("\n", 0, match.end()))
    return [line for line in lines if line], ends


def _dealt_to(start: Sequence[int]) -> list[Sequence[int]]:
    """Return the columns that each row is dealt to.

    In Woods' deal, the row of the four long columns comes before the last row, which lies face up.
    """
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


def dumps(position: Position) -> str:
    """Write a deal, one row per line.

    Raises NotWritable for any other position, for cards that aren't known, and for columns of
    other lengths than in Woods' rules or six cards in the first four columns and five in the rest.
    """
    columns = [(*column.down, *column.up) for column in position.columns]
    start = tuple(map(len, columns))
    if not is_initial(position) or start not in (_FIRST_FOUR, WOODS.start):
        raise NotWritable("deck", "a position that is not a deal of 54 cards", OURS)
    rows = [[c for c in row if c is not None] for row in zip_longest(*columns)]
    if start == WOODS.start:
        rows[-2:] = [
            [column[-2] for column in columns if len(column) == 6],
            [c[-1] for c in columns],
        ]
    rows += [list(position.hand[first : first + 10]) for first in range(0, len(position.hand), 10)]
    if any(UNKNOWN in row for row in rows):
        raise NotWritable("deck", "a card that isn't known", OURS)
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


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
    summary="a deal as the list of its 104 cards",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example="10c 5h Jc Ac 6d Qs 8h 2h 3d Ac\nQd 9h ...",
    lossy="all positions but deals, house rules",
    writable=False,
)
loads = FORMAT.loads
