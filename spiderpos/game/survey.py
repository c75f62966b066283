"""Information about a position: the score, places of cards, suits that are face up, unseen cards.

Other programs give this information as well: Woods' Locate, Expand and "which suits have enough
cards face up" (comp.windows.news, 17 January 1990, section III), and Stolz' Information (Spider
1.0, 1995).  :func:`look_for` and :func:`locate` find only cards that a player sees, unless
``hidden`` is set.  To treat known hidden cards as unseen elsewhere, pass the results of
:meth:`Position.hide`.

The score is Woods' (section II, "Scoring"): 10 points for each card turned up since the start, 15
for each column without face-down cards, 2 for each card on the next higher one of its suit, 50
for each suit removed (its 12 links no longer count).  If the game is won with 4 or more complete
suits in the tableau, each of them after the third scores 2.

Removing everything scores 990.  Woods also states that a game won with all eight suits in the
tableau scores 1000.  That is true only if the complete suits of a won game score 50 each, like
removed ones; so they do here.  For unfinished games the programs differ, see
:class:`spiderpos.game.rules.ScoredSuits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from textwrap import fill
from typing import Final, NamedTuple, TypeAlias

from ..text.wording import columns_phrase, count_phrase, join_words, ordinal
from . import engine
from .cards import KING, Card, Suit, card, parse_card, parse_rank, rank_name
from .census import is_whole, unseen
from .engine import SUIT_LENGTH, Step, fits, has_complete_suit, is_natural_pair
from .illegal import run_name
from .moves import Move, Shift
from .position import Column, Position
from .rules import ScoredSuits

SUITS: Final = 8
_TURNED: Final = 10
_CLEARED: Final = 15
_LINK: Final = 2
_SUIT: Final = 50
_BONUS: Final = 2
#: The number of complete suits in the tableau without a bonus.
_BONUS_FREE: Final = 3
#: Sorted columns (face down, face up), hand, removed suits, cells.
Arrangement: TypeAlias = tuple[
    tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...],
    tuple[Card, ...],
    tuple[Suit | None, ...],
    tuple[Card | None, ...],
]


# The score


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position.

    ``turned``: cards turned up since the start, 10 points each; None, and no points, for a
    partial position, whose start is not known.
    ``cleared``: columns without face-down cards, 15 each.
    ``links``: cards on the next higher one of their suit, 2 each, not counting the suits that
    score 50.
    ``removed``: suits removed, 50 each.
    ``complete``: complete suits in the tableau; ``counted`` of them score 50 each.
    ``bonus``: complete suits in the tableau with a bonus of 2 points.
    ``won``: True if every suit is removed or complete.
    """

    turned: int | None
    cleared: int
    links: int
    removed: int
    complete: int
    counted: int
    bonus: int
    won: bool

    @property
    def total(self) -> int:
        """The sum of the points."""
        return sum(points for points, _ in self.parts())

    def parts(self) -> tuple[tuple[int, str], ...]:
        """Return each item of the score: its points and its description."""
        turned = self.turned
        words = "cards turned up: not known" if turned is None else count_phrase(turned, "card")
        return (
            (_TURNED * (turned or 0), words if turned is None else f"{words} turned up"),
            (
                _CLEARED * self.cleared,
                f"{count_phrase(self.cleared, 'column')} without face-down cards",
            ),
            (
                _LINK * self.links,
                f"{count_phrase(self.links, 'card')} on the next higher of the suit",
            ),
            (_SUIT * self.removed, f"{count_phrase(self.removed, 'suit')} removed"),
            (
                _SUIT * self.counted,
                f"{count_phrase(self.counted, 'complete suit')} in the tableau",
            ),
            (
                _BONUS * self.bonus,
                f"{count_phrase(self.bonus, 'complete suit')} in the tableau after the third",
            ),
        )

    def __str__(self) -> str:
        # The first line appears even without points, as the number of cards may be unknown.
        turned, *rest = self.parts()
        shown = [turned, *(part for part in rest if part[0])]
        lines = [f"{points:5d}  {words}" for points, words in shown]
        return "\n".join([*lines, f"{self.total:5d}  in all"])


def score(position: Position) -> Score:
    """Return the score of a position under ``position.rules``.

    In a position with fewer than ten columns, the existing columns are scored.  Cards turned up
    are scored only if the position has all 104 cards.

    Both cards of a link must be face up and known.  A King on an Ace is not a link, whatever the
    rules, because the Ace isn't the next higher card.  The thirteen cards of a complete suit must
    lie face up in sequence; other cards may cover them.
    """
    rules = position.rules
    columns = position.columns
    removed = len(position.removed)
    complete = len(complete_suits(position))
    won = is_won(position)
    counted = complete if won or rules.scored_suits is not ScoredSuits.REMOVED else 0
    with_bonus = won or rules.scored_suits is ScoredSuits.COMPLETE_WITH_BONUS
    links = sum(
        upper.code - lower.code == 4
        for column in columns
        for upper, lower in pairwise(column.up)
        if lower and upper
    )
    return Score(
        turned=turned_up(position),
        cleared=sum(not column.down for column in columns),
        links=links - (SUIT_LENGTH - 1) * counted,
        removed=removed,
        complete=complete,
        counted=counted,
        bonus=max(0, complete - _BONUS_FREE) if with_bonus else 0,
        won=won,
    )


def turned_up(position: Position) -> int | None:
    """Return the number of cards turned up since the start; None for a partial position.

    This is the number of face-down cards at the start minus their number now, but at least 0: a
    position that was set up by hand may have more of them.  The start of a partial position is
    not known.
    """
    if not is_whole(position):
        return None
    return max(0, position.rules.face_down_at_start - position.face_down)


def is_won(position: Position) -> bool:
    """Return True if every suit is removed or complete in the tableau, and no other card is left.

    In a partial position this applies to the cards that it has.  A complete suit may lie on
    another one.
    """
    return (
        not position.hand
        and not position.face_down
        and all(card is None for card in position.cells)
        and all(len(column.up) % SUIT_LENGTH == 0 for column in position.columns)
        and sum(len(column.up) for column in position.columns)
        == SUIT_LENGTH * len(complete_suits(position))
    )


def complete_suits(position: Position) -> tuple[tuple[int, int], ...]:
    """Return the complete suits in the tableau, covered or not, from the left and from the top.

    Each is given by the number of its column and the row of its King in it (from 1 at the top,
    counting face-down cards).
    """
    return tuple(
        (number, len(column.down) + index + 1)
        for number, column in enumerate(position.columns, 1)
        for index, card in enumerate(column.up)
        if card.rank == KING and has_complete_suit(Column((), column.up[: index + SUIT_LENGTH]))
    )


# Places of cards, distinct moves, figures


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a card: in a column, in a cell or in the hand.

    ``column`` and ``row``: the column and the row from the top, both from 1; 0 if the card isn't
    in a column.  ``face_up`` and ``covered_by`` (from the top down) apply to columns only.
    ``cell``: the free cell, from 1.  ``hand``: the place in the hand; 1 is dealt next.
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
        place = f"{self.card} in column {self.column}, {ordinal(self.row)} from the top"
        if not self.face_up:
            return f"{place}, face down"
        if not self.covered_by:
            return f"{place}, at the bottom"
        return f"{place}, covered by {' '.join(map(str, self.covered_by))}"


def look_for(position: Position, name: str, *, hidden: bool = False) -> tuple[Spot, ...]:
    """Return the places of a card (see :func:`locate`) or of a rank (see :func:`free_cards`).

    ``10h``, ``Th`` or ``TH`` names a card; ``10``, ``T`` or ``t`` names a rank.  Raises
    ValueError for anything else.
    """
    try:
        rank = parse_rank(name)
    except ValueError:
        return locate(position, parse_card(name), hidden=hidden)
    return free_cards(position, rank)


def locate(position: Position, card: Card, *, hidden: bool = False) -> tuple[Spot, ...]:
    """Return the places where a card lies face up: columns from the left, then cells.

    ``hidden`` includes known cards that the player doesn't see: face down or in the hand.
    """
    return _spots(position, lambda other: other == card, hidden=hidden)


def free_cards(position: Position, rank: int) -> tuple[Spot, ...]:
    """Return the free cards of a rank (1 to 13): face up, not covered by one of the rank below.

    The definition is Woods'.  A free card may still receive a card of the next lower rank, though
    others may have to move away first.  Under ``kings_on_aces`` a King is the next lower card for
    an Ace.  A card in a cell can't receive a card, so it doesn't count.
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
    position: Position, matches: Callable[[Card], bool], *, hidden: bool
) -> tuple[Spot, ...]:
    spots: list[Spot] = []
    for number, column in enumerate(position.columns, 1):
        if hidden:
            spots += [
                Spot(card, number, row, face_up=False)
                for row, card in enumerate(column.down, 1)
                if matches(card)
            ]
        first = len(column.down) + 1
        spots += [
            Spot(card, number, first + index, covered_by=column.up[index + 1 :])
            for index, card in enumerate(column.up)
            if matches(card)
        ]
    for number, content in enumerate(position.cells, 1):
        if content is not None and matches(content):
            spots.append(Spot(content, cell=number))
    if hidden:
        spots += [Spot(c, hand=n) for n, c in enumerate(position.hand, 1) if matches(c)]
    return tuple(spots)


def arrangement(position: Position) -> Arrangement:
    """Return a key that is equal for positions that differ only in the order of their columns.

    To compare positions as a player sees them, pass the results of :meth:`Position.hide`.
    """
    columns = tuple(sorted((column.down, column.up) for column in position.columns))
    return columns, position.hand, position.removed, position.cells


def distinct_moves(position: Position) -> tuple[Step, ...]:
    """Return the steps of the legal moves.

    Of moves whose results differ only in the order of the columns, the first is returned.
    """
    steps: dict[Arrangement, Step] = {}
    for move in engine.legal_moves(position):
        step = engine.do(position, move)
        steps.setdefault(arrangement(step.after), step)
    return tuple(steps.values())


class Act(NamedTuple):
    """A move without its columns: its kind, the cards moved, and the card they are shifted onto.

    ``onto`` is None for a shift into a space, and for other kinds of moves.
    """

    kind: type[Move]
    cards: tuple[Card, ...]
    onto: Card | None = None


def act_of(step: Step) -> Act:
    """Return the move of a step as an Act, equal for moves that differ only in their columns."""
    move = step.move
    onto = step.before.column(move.target).bottom if isinstance(move, Shift) else None
    return Act(type(move), step.cards, onto)


def expand(position: Position, number: int) -> str:
    """Return a column as text, from the top down: ``-- -- Kh 9-6s 4d``.

    A face-down card is ``--``, a natural run is written with its highest and lowest rank, an
    unknown face-up card is ``??``, a space ``(sp)``.  ``number`` counts from 1.  Raises
    IndexError if there is no such column.
    """
    column = position.column(number)
    runs = engine.natural_runs(column.up, position.rules)
    words = ["--"] * len(column.down) + [run_name(run) for run in runs]
    return " ".join(words) or "(sp)"


def missing_ranks(position: Position) -> dict[Suit, tuple[int, ...]]:
    """Return for each suit the ranks without a face-up card, from the King down.

    Cards in cells are face up; removed suits are ignored.
    """
    seen = {c for column in position.columns for c in column.up}
    seen.update(c for c in position.cells if c is not None)
    return {
        suit: tuple(rank for rank in range(KING, 0, -1) if card(rank, suit) not in seen)
        for suit in position.rules.suits
    }


@dataclass(frozen=True, slots=True)
class Info:
    """Figures of a position.

    ``moves``: the number of moves made; None if not known, as a position does not record it.
    ``hand``: cards in the hand.
    ``deals_left``: rows left in the hand.
    ``turned``: cards turned up since the start; None for a partial position, whose start is not
    known.
    ``face_down``: cards that are still face down.
    ``spaces``: the empty columns.
    ``natural``: cards that form a natural pair with the card above them.
    ``discontinuities``: face-up cards that don't fit on the card above them.
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
    """Return the figures of a position; ``moves`` is the number of moves made, if known.

    A pair with an unknown card is neither natural nor a discontinuity.
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


def _missing_phrase(ranks: tuple[int, ...]) -> str:
    if not ranks:
        return "all 13 ranks face up"
    return f"no {join_words(map(rank_name, ranks), 'or')} face up"


def suits_words(position: Position) -> str:
    """Return one line per suit: ranks without a face-up card, columns where it is complete."""
    complete_in: dict[Suit, list[int]] = {}
    for number, row in complete_suits(position):
        column = position.column(number)
        complete_in.setdefault(column.up[row - 1 - len(column.down)].suit, []).append(number)
    lines = []
    for suit, missing in missing_ranks(position).items():
        columns = columns_phrase(complete_in.get(suit, ()))
        complete = f"; complete in {columns}" * bool(columns)
        lines.append(f"{suit}: {_missing_phrase(missing)}{complete}")
    return "\n".join(lines)


# Unseen cards


def unseen_cards(position: Position) -> tuple[Card, ...]:
    """Return the cards without a known place, by rank from the Ace, then by suit.

    Every copy is listed.  The cards of unknown removed suits are included.
    """
    return tuple(sorted(unseen(position).elements()))


def unseen_words(position: Position) -> str:
    """Return the number of unseen cards and, on further lines, the cards: ``3c 5d 5d 7h``.

    Lines have at most 80 characters.  There is no line end after the last one.
    """
    cards = unseen_cards(position)
    text = f"{count_phrase(len(cards), 'card')} unseen"
    return f"{text}\n{fill(' '.join(map(str, cards)), 80)}" if cards else text
