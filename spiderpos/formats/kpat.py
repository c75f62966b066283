"""``kpat``: positions as the solvers of KPatience's author write and read them (S. Kulow).

``grammars/kpat.lark`` defines it.  The first row that isn't empty is dealt next.  ``Off`` has the
King of each removed suit.  ``docs/notations/kpat.md`` lists what else is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from ..game.cards import ALL_CARDS, CARDS, KING, UNKNOWN, Card, card
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import DOWN_ABOVE, OURS, Draft, Format, ReadOptions, parsed, refuse, refuse_unwritable

_ROWS: Final = 5
_LABELS: Final = (
    *(f"Play{i}" for i in range(COLUMNS)),
    *(f"Deal{i}" for i in range(_ROWS)),
    "Off",
)
_NAMES: Final = {c: str(c).replace("10", "T").upper() for c in ALL_CARDS} | {UNKNOWN: "XX"}
_CARDS: Final = CARDS | {name.lower(): c for c, name in _NAMES.items()}
_BEGINS_LIKE_ONE: Final = re.compile(
    r"(?:\s|#[^\n]*+|print-layout-begin)*+(?:Play\d|Deal\d|Off):", re.IGNORECASE
)
#: A card, True if it lies face down, and its offset in the text.
_Card = tuple[Card, bool, int]
_EXPECTED: Final = (
    "Play0 to Play9, Deal0 to Deal4 and Off, each with cards: TC, |TC face down, |XX for one that "
    "isn't known, a run KS..5S"
)


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Parse a text to a draft.

    Hand and removed suits are None if the text has no line for them.
    """
    lines: dict[str, list[list[_Card]]] = {"play": [], "deal": [], "off": []}
    for line in parsed(source, "kpat", _EXPECTED).children:
        label, *parts = line.children
        group = lines[line.data]
        if label[-1].isdigit() and int(label[-1]) != len(group):
            expected = f"{label[:-1].capitalize()}{len(group)}"
            refuse(source, label.start_pos, f"{label} is out of order", expected, len(label))
        group.append([card for part in parts for card in _cards(source, part)])
        if line.data == "deal" and len(group[-1]) not in (0, len(lines["play"])):
            message = f"{label} has {count_phrase(len(group[-1]), 'card')}"
            refuse(source, label.start_pos, message, "a card for each column", len(label))
    plays, deals, off = lines.values()
    if len(plays) < COLUMNS and not options.partial:
        message = f"the line Play{len(plays)} is missing"
        refuse(source, len(source.text.rstrip()), message, _EXPECTED)
    for king, _, offset in off[0] if off else ():
        if not king:
            refuse(source, offset, "an unknown suit", "Kings, as in KS")
    return (
        Draft(
            columns=tuple(_column(source, cards) for cards in plays),
            hand=tuple(c for row in deals for c, _, _ in row) if deals else None,
            removed=tuple(c.suit for c, _, _ in off[0]) if off else None,
            place=source.place(len(source.text) - len(source.text.lstrip())),
        ),
    )


def _cards(source: SourceText, part: Any) -> list[_Card]:
    """Convert a parsed card or run to cards.  Raises NotationError if a run isn't in order."""
    tokens = part.children
    offset = tokens[0].start_pos or 0
    first, *rest = (_CARDS[token.lower()] for token in tokens if token.type == "CARD")
    ranks = range(first.rank, rest[0].rank - 1, -1) if rest else range(first.rank, first.rank + 1)
    if rest and (first.suit is not rest[0].suit or not rest[0] or len(ranks) < 2):
        refuse(source, offset, "this is not a run", "a run as in KS..5S")
    run = [card(rank, first.suit) for rank in ranks] if first else [UNKNOWN]
    return [(c, tokens[0].type == "DOWN", offset) for c in run]


def _column(source: SourceText, cards: Sequence[_Card]) -> Column:
    down = tuple(c for c, is_down, _ in cards if is_down)
    for (above, above_down, _), (_, is_down, offset) in pairwise(cards):
        if is_down and not above_down:
            refuse(source, offset, f"a face-down card below the {above}", DOWN_ABOVE)
    return Column(down, tuple(c for c, is_down, _ in cards if not is_down))


def dumps(position: Position) -> str:
    """Write a position.  Raises NotWritable unless the hand has zero to five whole rows."""
    refuse_unwritable("kpat", position)
    rows, rest = divmod(len(position.hand), COLUMNS)
    if rest or rows > _ROWS:
        raise NotWritable("kpat", f"a hand of {len(position.hand)} cards", OURS)
    piles = [
        [*("|" + _NAMES[c] for c in column.down), *(_NAMES[c] for c in column.up)]
        for column in position.columns
    ]
    piles += [[]] * (_ROWS - rows)
    for start in range(0, len(position.hand), COLUMNS):
        row = position.hand[start : start + COLUMNS]
        piles.append([_NAMES[c] if c else "|XX" for c in row])
    piles.append([_NAMES[card(KING, suit)] for suit in position.removed if suit is not None])
    return "".join(
        f"{label}: {' '.join(pile)}".rstrip() + "\n"
        for label, pile in zip(_LABELS, piles, strict=True)
    )


def recognises(text: str) -> bool:
    """Return True if a text begins with a line such as ``Play0: ...``."""
    return _BEGINS_LIKE_ONE.match(text) is not None


FORMAT: Final = Format(
    name="kpat",
    summary="the text of the solver by KPatience's author",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    lossy="house rules, cards in free cells",
)
loads = FORMAT.loads
