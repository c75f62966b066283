"""``kpat``: positions as the solvers of KPatience's author write and read them (S. Kulow).

``grammars/kpat.lark`` read into a draft.  Sixteen lines: ten columns, five rows of the hand, and
the removed suits.  The first row that isn't empty is dealt next.  ``Off`` has the King of each
removed suit.  ``docs/notations/kpat.md`` says what else is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from ..game.cards import ALL_CARDS, CARDS, KING, UNKNOWN, Card, card
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import DOWN_ABOVE, OURS, Draft, Format, ReadOptions, parsed, refuse, refuse_unwritable

if TYPE_CHECKING:
    from lark import Token, Tree

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
_EXPECTED: Final = (
    "Play0 to Play9, Deal0 to Deal4 and Off, each once, then cards: TC, |TC face down, |XX "
    "for one that isn't known, a run KS..5S"
)


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Return the position of the lines; None for the hand or the removed suits without a line."""
    lines: dict[str, tuple[Column, Token]] = {}
    for line in cast("Tree[Any]", parsed(source, "kpat", _EXPECTED)).children:
        label = line.children[0]
        name = label.capitalize()
        if name in lines:
            refuse(source, label.start_pos or 0, f"a second {name}", _EXPECTED, len(label))
        lines[name] = _column(source, line.children[1:]), label
    plays = [name for name in _LABELS[:COLUMNS] if name in lines]
    expected = _LABELS[: len(plays)] if options.partial and plays else _LABELS[:COLUMNS]
    missing = next((name for name in expected if name not in lines), None)
    if missing is not None:
        at = len(source.text.rstrip())
        refuse(source, at, f"the line {missing} is missing", _EXPECTED)
    rows = [lines[name] for name in _LABELS[COLUMNS:-1] if name in lines]
    for row, label in rows:
        if len(row) not in (0, len(plays)):
            message = f"this row has {count_phrase(len(row), 'card')}, not {len(plays)}"
            refuse(source, label.start_pos or 0, message, "a card for each column", len(label))
    kings, label = lines.get("Off", (None, None))
    if kings and label and UNKNOWN in (*kings.down, *kings.up):
        refuse(source, label.start_pos or 0, "an unknown suit", "Kings, as in KS", len(label))
    return (
        Draft(
            columns=tuple(lines[name][0] for name in plays),
            hand=tuple(c for row, _ in rows for c in (*row.down, *row.up)) if rows else None,
            removed=tuple(c.suit for c in (*kings.down, *kings.up)) if kings else None,
            place=source.place(lines[plays[0]][1].start_pos or 0),
        ),
    )


def _column(source: SourceText, parts: Sequence[Tree[Any]]) -> Column:
    """Return the cards of a line.  Raises NotationError for a wrong run or order."""
    down: list[Card] = []
    up: list[Card] = []
    for part in parts:
        token = part.children[0]
        cards = [_CARDS[each.lower()] for each in part.children if each.type == "CARD"]
        if part.data == "run":
            high, low = cards
            cards = [card(rank, low.suit) for rank in range(high.rank, low.rank - 1, -1)]
            if high.suit is not low.suit or not low or len(cards) < 2:
                refuse(source, token.start_pos or 0, "this is not a run", "a run as in KS..5S")
        if token.type == "DOWN" and up:
            message = f"a face-down card below the {up[-1]}"
            refuse(source, token.start_pos or 0, message, DOWN_ABOVE)
        (down if token.type == "DOWN" else up).extend(cards)
    return Column(tuple(down), tuple(up))


def dumps(position: Position) -> str:
    """Write a position.

    Raises NotWritable for filled free cells, other than ten columns, a hand that isn't of up to
    five rows of ten, and a removed suit that isn't known.
    """
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
    """Return True if a text begins with a line as ``Play0: ...``."""
    return _BEGINS_LIKE_ONE.match(text) is not None


FORMAT: Final = Format(
    name="kpat",
    summary="the text of the solver by KPatience's author",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example="Play0: |8C |KC QH",
    lossy="house rules, cards in free cells",
    extensions=("game",),
)
loads = FORMAT.loads
