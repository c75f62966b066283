"""``kpat``: positions as the solvers of KPatience's author write and read them (S. Kulow).

Sixteen lines: ten columns, five rows of the hand, and the removed suits::

    Play0: |8C |KC QH
    ...
    Play9: |AC |JH |6C |AH 9S
    Deal0:
    ...
    Deal4: KS 7H 3H 5C 7D 7C 6H 6H 4C TC
    Off: KS

``|`` stands before a face-down card; ``XX`` is a card that isn't known; ``KS..5S`` is a run.  The
first row that isn't empty is dealt next, its first card to the first column.  ``Off`` has a card,
the King, of each removed suit.

The form is that of the solver's game files (github.com/coolo/spider) and of what the program
prints since its version of 2023; ``docs/notations/kpat.md`` says what is tolerated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from ..cards import ALL_CARDS, KING, UNKNOWN, Card, card
from ..census import DECKS, validate
from ..errors import NotationError, NotWritable
from ..position import Column, Position
from ..rules import COLUMNS
from ..source import SourceText
from ..wording import count_phrase
from .base import OLD_DEFAULTS, Format, Old, ReadOptions
from .completion import complete
from .strictness import refuse_unwritten

__all__ = ["FORMAT", "dump", "dumps", "load", "loads", "recognises"]

_ROWS: Final = 5
_SUITS: Final = 8
_LABELS: Final = (
    *(f"Play{i}" for i in range(COLUMNS)),
    *(f"Deal{i}" for i in range(_ROWS)),
    "Off",
)
_NAMES: Final = {c: str(c).replace("10", "T").upper() for c in ALL_CARDS}
_CARDS: Final[dict[str, Card]] = {
    **{name: c for c, name in _NAMES.items()},
    **{str(c).upper(): c for c in ALL_CARDS},
    "XX": UNKNOWN,
}
# The same as words of a line: what lies face up, and what face down.
_UP: Final = {**_CARDS, **{name.lower(): c for name, c in _CARDS.items()}}
_DOWN: Final = {"|" + name: c for name, c in _UP.items()}
_LINE: Final = re.compile(r"[ \t]*(?P<label>[A-Za-z]+\d{0,3}):(?P<cards>.*)")
_WORD: Final = re.compile(r"\S+")
_PRINTED_ABOUT: Final = frozenset(("print-layout-begin", "print-layout-end"))
_BEGINS_LIKE_ONE: Final = re.compile(
    r"(?:\s|#[^\n]*+|print-layout-begin)*+(?:Play\d|Deal\d|Off):", re.IGNORECASE
)
_A_CARD: Final = "a card as in TC or |TC, |XX for one that isn't known, or a run as in KS..5S"


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read a position.

    If there is no Deal and no Off line, what they would say is worked out for a full position.
    Raises NotationError or PositionError.
    """
    source = SourceText(text, name)
    lines = _lines(source)
    columns = _columns(source, lines, partial=options.partial)
    if any(not label.startswith("Play") for label in lines):
        hand = _hand(source, lines, width=len(columns))
        removed = tuple(c.suit for c in _removed(source, lines))
        position = Position(columns, hand, removed, (), options.rules)
        validate(position, partial=options.partial, name=name)
    else:
        position = complete(columns, (), options, name=name)
    if options.strict:
        refuse_unwritten(source, dumps(position))
    return position


def dumps(position: Position) -> str:
    """Write a position.

    Raises NotWritable for filled free cells, other than ten columns, a hand that isn't of up to
    five rows of ten, and a removed suit that isn't known.
    """
    if len(position.columns) != COLUMNS:
        count = count_phrase(len(position.columns), "column")
        raise NotWritable("kpat", f"a tableau of {count}")
    if any(held is not None for held in position.cells):
        raise NotWritable("kpat", "cards in free cells", ("fen", "json"))
    if None in position.removed:
        raise NotWritable("kpat", "a removed suit that isn't known", ("fen", "json"))
    rows, rest = divmod(len(position.hand), COLUMNS)
    if rest or rows > _ROWS:
        raise NotWritable("kpat", f"a hand of {len(position.hand)} cards", ("fen", "json"))
    piles = [
        [*("|" + _name(c) for c in column.down), *map(_name, column.up)]
        for column in position.columns
    ]
    piles += [[]] * (_ROWS - rows)
    for start in range(0, len(position.hand), COLUMNS):
        row = position.hand[start : start + COLUMNS]
        piles.append([_name(c) if c else "|XX" for c in row])
    piles.append([_name(card(KING, suit)) for suit in position.removed if suit is not None])
    return "".join(
        f"{label}: {' '.join(pile)}".rstrip() + "\n"
        for label, pile in zip(_LABELS, piles, strict=True)
    )


def recognises(text: str) -> bool:
    """Whether a text begins with a line as ``Play0: ...``."""
    return _BEGINS_LIKE_ONE.match(text) is not None


def _name(c: Card) -> str:
    return _NAMES.get(c, "XX")


def _fail(source: SourceText, span: tuple[int, int], message: str, expected: str = "") -> NoReturn:
    raise NotationError(message, source.place(span[0], span[1] - span[0]), expected)


def _lines(source: SourceText) -> dict[str, tuple[int, int]]:
    """For each label the span of what stands after it."""
    found: dict[str, tuple[int, int]] = {}
    at = 0
    for line in source.text.splitlines(keepends=True):
        start, at = at, at + len(line)
        bare = line.strip()
        if not bare or bare.startswith("#") or bare in _PRINTED_ABOUT:
            continue
        match = _LINE.match(source.text, start, at)
        label = match["label"].capitalize() if match else ""
        if match is None or label not in _LABELS:
            known = "Play0: to Play9:, Deal0: to Deal4: or Off:"
            stop = match.end("label") if match else start + len(line.rstrip())
            first = start + len(line) - len(line.lstrip())
            _fail(source, (first, stop), "this line has no name that is known", known)
        if label in found:
            _fail(source, match.span("label"), f"there is {label} already")
        found[label] = match.span("cards")
    if not found:
        raise NotationError(
            "there is nothing to read", source.place(0), "lines as 'Play0: |8C QH'"
        )
    return found


def _columns(
    source: SourceText, lines: dict[str, tuple[int, int]], *, partial: bool
) -> tuple[Column, ...]:
    labels = [label for label in _LABELS[:COLUMNS] if label in lines]
    expected = list(_LABELS[: len(labels) if partial and labels else COLUMNS])
    missing = next((label for label in expected if label not in lines), None)
    if missing is not None:
        end = len(source.text.rstrip())
        raise NotationError(f"the line {missing} is missing", source.place(end))
    columns = []
    for label in labels:
        quick = _quick_column(source.text[slice(*lines[label])])
        if quick is not None:
            columns.append(quick)
            continue
        down: list[Card] = []
        up: list[Card] = []
        for c, is_down, span in _cards(source, lines[label]):
            if is_down and up:
                _fail(source, span, f"a face-down card below the {up[-1]}")
            (down if is_down else up).append(c)
        columns.append(Column(tuple(down), tuple(up)))
    return tuple(columns)


def _quick_column(text: str) -> Column | None:
    """A line of plain cards; None for all else, to be read word by word."""
    words = text.split()
    if len(words) > DECKS:
        return None
    hidden = sum(word[0] == "|" for word in words)
    try:
        return Column(
            tuple([_DOWN[word] for word in words[:hidden]]),
            tuple([_UP[word] for word in words[hidden:]]),
        )
    except KeyError:
        return None


def _hand(
    source: SourceText, lines: dict[str, tuple[int, int]], *, width: int
) -> tuple[Card, ...]:
    hand: list[Card] = []
    for label in _LABELS[COLUMNS : COLUMNS + _ROWS]:
        if label not in lines:
            continue
        quick = _quick_column(source.text[slice(*lines[label])])
        if quick is not None and not (quick.down and quick.up):
            row = [*quick.down, *quick.up]
        else:
            row = [c for c, _, _ in _cards(source, lines[label])]
        if row and len(row) != width:
            count = count_phrase(len(row), "card")
            _fail(source, lines[label], f"{label} has {count}; a row has {width}")
        hand += row
    return tuple(hand)


def _removed(source: SourceText, lines: dict[str, tuple[int, int]]) -> Sequence[Card]:
    found = []
    for c, _, span in _cards(source, lines.get("Off", (0, 0))):
        if not c:
            _fail(source, span, "a removed suit can't be unknown here", "its King, as in KS")
        found.append(c)
        if len(found) > _SUITS:
            _fail(source, span, f"more than {_SUITS} removed suits")
    return found


def _cards(source: SourceText, span: tuple[int, int]) -> list[tuple[Card, bool, tuple[int, int]]]:
    """The cards of a line, whether each lies face down, and where it stands."""
    found: list[tuple[Card, bool, tuple[int, int]]] = []
    for match in _WORD.finditer(source.text, *span):
        word = match[0].upper()
        is_down = word.startswith("|")
        first, dots, last = word.removeprefix("|").partition("..")
        head, tail = _CARDS.get(first), _CARDS.get(last if dots else first)
        if head is None or tail is None:
            shown = match[0] if len(match[0]) <= 20 else match[0][:20] + "..."
            _fail(source, match.span(), f"'{shown}' is not a card", _A_CARD)
        if not dots:
            found.append((head, is_down, match.span()))
        elif not head or not tail or head.suit is not tail.suit or head.rank <= tail.rank:
            _fail(
                source, match.span(), f"'{match[0]}' is not a run", "from high to low, as KS..5S"
            )
        else:
            ranks = range(head.rank, tail.rank - 1, -1)
            found += [(card(rank, head.suit), is_down, match.span()) for rank in ranks]
        if len(found) > DECKS:
            _fail(source, match.span(), f"more than {DECKS} cards in a line")
    return found


FORMAT: Final = Format(
    name="kpat",
    summary="the text of the solver by KPatience's author",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example="Play0: |8C |KC QH",
    lossy="house rules, cards in free cells",
    extensions=("game",),
)
load = FORMAT.load
dump = FORMAT.dump
