"""Looking a position over: where a card is, what a column holds, which suits can be had.

These are the questions that the programs answer on the side: Woods' Locate, Expand and "which
suits have enough cards face up" (comp.windows.news, 17 January 1990, section III), and Stolz'
Information (Spider 1.0, 1995).  All of them answer from what a player sees, unless hidden cards
are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from ..text.wording import columns_phrase, count_phrase, join_words, ordinal
from . import engine
from .cards import KING, Card, Suit, parse_card, parse_rank, rank_name
from .census import playing_suits
from .engine import Step, fits, is_natural_pair
from .illegal import run_name
from .position import Position
from .score import complete_suits, turned_up

__all__ = [
    "Info",
    "Spot",
    "arrangement",
    "available_suits",
    "distinct_moves",
    "expand",
    "free_cards",
    "info",
    "locate",
    "look_for",
    "missing_phrase",
    "missing_ranks",
    "suits_words",
]

#: Columns in some fixed order (face down, face up), hand, removed suits, cells.
Arrangement: TypeAlias = tuple[
    tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...],
    tuple[Card, ...],
    tuple[Suit | None, ...],
    tuple[Card | None, ...],
]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a card lies: in a column, in a cell or in the hand.

    ``column`` and ``row``: its column, and its place in it from the top, both from 1; 0 if it
    isn't in a column.  ``face_up`` and ``covered_by`` (from the top down) speak of columns.
    ``cell``: its free cell, from 1.  ``hand``: its place in the hand, 1 for the next to be
    dealt.
    """

    card: Card
    column: int = 0
    row: int = 0
    face_up: bool = True
    covered_by: tuple[Card, ...] = ()
    cell: int = 0
    hand: int = 0

    def __str__(self) -> str:
        if self.cell:
            return f"{self.card} in cell {self.cell}"
        if self.hand:
            return f"{self.card} in the hand, {ordinal(self.hand)} to be dealt"
        where = f"{self.card} in column {self.column}, {ordinal(self.row)} from the top"
        if not self.face_up:
            return f"{where}, face down"
        if not self.covered_by:
            return f"{where}, at the bottom"
        return f"{where}, covered by {' '.join(map(str, self.covered_by))}"


def look_for(position: Position, name: str, *, hidden: bool = False) -> tuple[Spot, ...]:
    """Where a card is, or which cards of a rank are free, by its name.

    ``10h``, ``Th`` or ``TH`` is a card, for :func:`locate`; ``10``, ``T`` or ``t`` a rank, for
    :func:`free_cards`.  Raises ValueError for anything else.
    """
    try:
        rank = parse_rank(name)
    except ValueError:
        return locate(position, parse_card(name), hidden=hidden)
    return free_cards(position, rank)


def locate(position: Position, wanted: Card, *, hidden: bool = False) -> tuple[Spot, ...]:
    """Every place where a card lies face up: columns from the left, then cells.

    With ``hidden`` also face-down cards and those in the hand, as far as they're known; a
    player doesn't see them.
    """
    return _spots(position, lambda card: card == wanted, hidden=hidden)


def free_cards(position: Position, rank: int) -> tuple[Spot, ...]:
    """The free cards of a rank (1 to 13): face up, not covered by a card of the next lower rank.

    That is Woods' definition: a card on which nothing of the next lower rank lies may yet take
    one, though other cards may have to leave it first.  Under ``kings_on_aces`` a King is the
    next lower card for an Ace.  Cards in cells take nothing and aren't free in this sense.
    """
    return tuple(
        spot
        for spot in _spots(position, lambda card: card.rank == rank, hidden=False)
        if spot.column
        and not (
            spot.covered_by
            and spot.covered_by[0]
            and fits(spot.covered_by[0], spot.card, position.rules)
        )
    )


def _spots(
    position: Position, wanted: Callable[[Card], bool], *, hidden: bool
) -> tuple[Spot, ...]:
    found: list[Spot] = []
    for number, column in enumerate(position.columns, 1):
        if hidden:
            found += [
                Spot(card, number, row, face_up=False)
                for row, card in enumerate(column.down, 1)
                if wanted(card)
            ]
        first = len(column.down) + 1
        found += [
            Spot(card, number, first + at, covered_by=column.up[at + 1 :])
            for at, card in enumerate(column.up)
            if wanted(card)
        ]
    for number, held in enumerate(position.cells, 1):
        if held is not None and wanted(held):
            found.append(Spot(held, cell=number))
    if hidden:
        found += [Spot(c, hand=n) for n, c in enumerate(position.hand, 1) if wanted(c)]
    return tuple(found)


def arrangement(position: Position) -> Arrangement:
    """What lies in the columns, whichever they are, and what lies elsewhere.

    Equal for positions that differ in the order of the columns only, as far as their cards are
    known: ask for it of :meth:`Position.hide` to compare what a player sees.
    """
    columns = tuple(sorted((column.down, column.up) for column in position.columns))
    return columns, position.hand, position.removed, position.cells


def distinct_moves(position: Position) -> tuple[Step, ...]:
    """The legal moves, one for all that come to the same but for the order of the columns."""
    found: dict[Arrangement, Step] = {}
    for move in engine.legal_moves(position):
        step = engine.do(position, move)
        found.setdefault(arrangement(step.after), step)
    return tuple(found.values())


def expand(position: Position, number: int) -> str:
    """A column in text, from the top down: ``-- -- Kh 9-6s 4d``.

    A face-down card is ``--``, a natural run is named by its highest and lowest card, an
    unknown face-up card is ``??``, a space ``(sp)``.  ``number`` counts from 1; raises
    IndexError if there is no such column.
    """
    column = position.column(number)
    runs = engine.natural_runs(column.up, position.rules)
    words = ["--"] * len(column.down) + [run_name(run) for run in runs]
    return " ".join(words) or "(sp)"


def missing_ranks(position: Position) -> dict[Suit, tuple[int, ...]]:
    """For each suit played with, the ranks of which no card lies face up, from the King down.

    Cards in cells lie face up too; removed suits don't count.
    """
    seen = {card for column in position.columns for card in column.up}
    seen.update(card for card in position.cells if card is not None)
    return {
        suit: tuple(rank for rank in range(KING, 0, -1) if 4 * rank + suit not in seen)
        for suit in playing_suits(position.rules)
    }


def available_suits(position: Position) -> tuple[Suit, ...]:
    """The suits of which all thirteen ranks lie face up, so that one might be completed."""
    return tuple(suit for suit, missing in missing_ranks(position).items() if not missing)


@dataclass(frozen=True, slots=True)
class Info:
    """A position in figures.

    ``moves``: moves made, None if not known (a position holds no history).
    ``hand``: cards in the hand; ``deals_left``: rows that it still holds.
    ``turned``: cards turned up since the start, None for a partial position, of which no start
    is known; ``face_down``: cards that still lie face down.
    ``spaces``: the empty columns.
    ``natural``: cards on the next higher one of their suit.
    ``discontinuities``: face-up cards on a card that isn't the next higher in rank.
    ``removed``: suits removed.
    """

    moves: int | None
    hand: int
    deals_left: int
    turned: int | None
    face_down: int
    spaces: tuple[int, ...]
    natural: int
    discontinuities: int
    removed: tuple[Suit | None, ...]

    def __str__(self) -> str:
        removed = join_words("one not known" if s is None else s for s in self.removed)
        if self.turned is None:
            turned = f"{count_phrase(self.face_down, 'card')} face down"
        else:
            turned = f"{count_phrase(self.turned, 'card')} turned up, "
            turned += f"{self.face_down or 'none'} face down"
        lines = [] if self.moves is None else [f"{count_phrase(self.moves, 'move')} made"]
        lines += [
            f"{count_phrase(self.hand, 'card')} in the hand, "
            f"{count_phrase(self.deals_left, 'deal')} left",
            turned,
            f"{count_phrase(len(self.spaces), 'space')}"
            + (f": {columns_phrase(self.spaces)}" if self.spaces else ""),
            f"{count_phrase(self.natural, 'card')} on the next higher of the suit",
            count_phrase(self.discontinuities, "discontinuity", "discontinuities"),
            f"{count_phrase(len(self.removed), 'suit')} removed"
            + (f": {removed}" if removed else ""),
        ]
        return "\n".join(lines)


def info(position: Position, moves: int | None = None) -> Info:
    """The figures of a position; ``moves`` is the number of moves made, if that is known.

    Cards turned up are counted as for the score.  A pair of which a card
    isn't known counts neither as natural nor as a discontinuity.
    """
    rules = position.rules
    pairs = [
        (upper, lower)
        for column in position.columns
        for upper, lower in pairwise(column.up)
        if upper and lower
    ]
    return Info(
        moves=moves,
        hand=len(position.hand),
        deals_left=position.deals_left,
        turned=turned_up(position),
        face_down=position.face_down,
        spaces=position.spaces,
        natural=sum(is_natural_pair(upper, lower, rules) for upper, lower in pairs),
        discontinuities=sum(not fits(lower, upper, rules) for upper, lower in pairs),
        removed=position.removed,
    )


def missing_phrase(ranks: tuple[int, ...]) -> str:
    """Missing ranks in words: ``no K, 10 or 2 face up``; ``all 13 ranks face up`` for none."""
    if not ranks:
        return "all 13 ranks face up"
    return f"no {join_words(map(rank_name, ranks), 'or')} face up"


def suits_words(position: Position) -> str:
    """A line for each suit played with: the ranks that it misses, where it is complete."""
    standing: dict[Suit, list[int]] = {}
    for number, row in complete_suits(position):
        column = position.column(number)
        standing.setdefault(column.up[row - 1 - len(column.down)].suit, []).append(number)
    lines = []
    for suit, missing in missing_ranks(position).items():
        complete = f"; complete in {columns_phrase(standing[suit])}" if suit in standing else ""
        lines.append(f"{suit}: {missing_phrase(missing)}{complete}")
    return "\n".join(lines)
