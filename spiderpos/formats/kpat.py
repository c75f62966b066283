"""``kpat``: positions as the solvers of KPatience's author write and read them (S. Kulow).

Sixteen lines: ten columns, five rows of the hand, and the removed suits: ``Play0: |8C |KC QH``,
``Deal4: KS 7H ...``, ``Off: KS``.  ``|`` stands before a face-down card; ``XX`` is a card that
isn't known; ``KS..5S`` is a run.  The first row that isn't empty is dealt next.  ``Off`` has the
King of each removed suit.  ``docs/notations/kpat.md`` says what is tolerated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..game.cards import ALL_CARDS, KING, UNKNOWN, Card, Suit, card
from ..game.census import DECKS
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from .base import DOWN_ABOVE, OURS, Draft, Format, ReadOptions, refuse, refuse_unwritable

_ROWS: Final = 5
_PLAYS: Final = tuple(f"Play{i}" for i in range(COLUMNS))
_DEALS: Final = tuple(f"Deal{i}" for i in range(_ROWS))
_LABELS: Final = (*_PLAYS, *_DEALS, "Off")
_NAMES: Final = {c: str(c).replace("10", "T").upper() for c in ALL_CARDS} | {UNKNOWN: "XX"}
_CARDS: Final[dict[str, Card]] = {
    **{name: c for c, name in _NAMES.items()},
    **{str(c).upper(): c for c in ALL_CARDS},
}
_LINE: Final = re.compile(r"[ \t]*(?P<label>[A-Za-z]+\d{0,3}):(?P<cards>.*)")
_WORD: Final = re.compile(r"\S+")
_PRINTED_ABOUT: Final = frozenset(("print-layout-begin", "print-layout-end"))
_BEGINS_LIKE_ONE: Final = re.compile(
    r"(?:\s|#[^\n]*+|print-layout-begin)*+(?:Play\d|Deal\d|Off):", re.IGNORECASE
)
_A_LINE: Final = "Play0 to Play9, Deal0 to Deal4 and Off, each once, and ':'"
_A_CARD: Final = "a card as in TC or |TC, |XX for one that isn't known, or a run as in KS..5S"

#: From where to where something stands in a text.
_Span = tuple[int, int]


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """Return the position of the lines; what has no Deal or no Off line says nothing of it."""
    lines = _lines(source)
    plays = [label for label in _PLAYS if label in lines]
    expected = _PLAYS[: len(plays)] if options.partial and plays else _PLAYS
    missing = next((label for label in expected if label not in lines), None)
    if missing is not None:
        refuse(source, len(source.text.rstrip()), f"the line {missing} is missing", _A_LINE)
    hand: tuple[Card, ...] | None = None
    for label in _DEALS:
        if label in lines:
            row = tuple(c for c, _, _ in _cards(source, lines[label]))
            if row and len(row) != len(plays):
                start, stop = lines[label]
                count = count_phrase(len(row), "card")
                message = f"{label} has {count}; a row has {len(plays)}"
                refuse(source, start, message, "a card for each column", stop - start)
            hand = (hand or ()) + row
    return (
        Draft(
            columns=tuple(_column(source, lines[label]) for label in plays),
            hand=hand,
            removed=_removed(source, lines["Off"]) if "Off" in lines else None,
            place=source.place(lines[plays[0]][0]),
        ),
    )


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


def _lines(source: SourceText) -> dict[str, _Span]:
    """Return for each label the span of what stands after it."""
    spans: dict[str, _Span] = {}
    at = 0
    for line in source.text.splitlines(keepends=True):
        start, at = at, at + len(line)
        bare = line.strip()
        if not bare or bare.startswith("#") or bare in _PRINTED_ABOUT:
            continue
        match = _LINE.match(source.text, start, at)
        label = match["label"].capitalize() if match else ""
        if match is None or label not in _LABELS or label in spans:
            first = start + len(line) - len(line.lstrip())
            refuse(source, first, "this line can't stand here", _A_LINE, len(label or bare))
        spans[label] = match.span("cards")
    return spans


def _column(source: SourceText, span: _Span) -> Column:
    cards = _cards(source, span)
    down = tuple(c for c, is_down, _ in cards if is_down)
    for (above, above_down, _), (_, is_down, (start, stop)) in pairwise(cards):
        if is_down and not above_down:
            refuse(source, start, f"a face-down card below the {above}", DOWN_ABOVE, stop - start)
    return Column(down, tuple(c for c, is_down, _ in cards if not is_down))


def _removed(source: SourceText, span: _Span) -> tuple[Suit, ...]:
    cards = _cards(source, span)
    for c, _, (start, stop) in cards:
        if not c:
            refuse(source, start, "an unknown suit", "a King, as in KS", stop - start)
    return tuple(c.suit for c, _, _ in cards)


def _cards(source: SourceText, span: _Span) -> list[tuple[Card, bool, _Span]]:
    """Return the cards of a line, whether each lies face down, and where it stands."""
    cards: list[tuple[Card, bool, _Span]] = []
    for match in _WORD.finditer(source.text, *span):
        word = match[0].upper()
        is_down = word.startswith("|")
        first, dots, last = word.removeprefix("|").partition("..")
        head, tail = _CARDS.get(first), _CARDS.get(last if dots else first)
        known = head is not None and tail is not None and len(cards) <= DECKS
        is_run = head and tail and head.suit is tail.suit and head > tail
        if head is None or tail is None or not known or (dots and not is_run):
            message = f"'{match[0][:20]}' is not a card"
            refuse(source, match.start(), message, _A_CARD, len(word))
        ranks = range(head.rank, tail.rank - 1, -1)
        run = [card(rank, head.suit) for rank in ranks] if dots else [head]
        cards += [(c, is_down, match.span()) for c in run]
    return cards


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
