"""Construct positions with all cards face up and few possible moves.

The positions depend only on the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...game.cards import Card, Suit, card
from ...game.engine import SUIT_LENGTH
from ...game.position import Column, Position
from ...game.rules import COLUMNS

#: Lengths of the natural runs of a construction, the maximum number of attempts to reduce its
#: possible moves by an exchange, and the maximum number of cards in an exchange.
_PIECES: Final = (1, 1, 2, 2, 3, 4, 6, 8)
_EXCHANGES: Final = 3000
_LONGEST_END: Final = 6
#: The minimum and maximum number of moves to play backwards for each suit, and the maximum length
#: of a column.
_TAKEN_BACK: Final = (8, 20)
_TALLEST: Final = 16
#: The difference between the codes of two cards of a suit with adjacent ranks.
_NEXT_RANK: Final = 4


def constructed(seed: str) -> Position:
    """Return a position with the cards of four to eight suits, face up, with few possible moves.

    Natural runs of various lengths are dealt to the columns at random.  Then lower ends of columns
    are exchanged, unless that adds moves, until at most three, four or five moves are possible, or
    3,000 exchanges were tried.  *Not* checked: that any goal can be reached.
    """
    random = Random(seed)  # noqa: S311 - no secret
    suits = [suit for suit in Suit for _ in range(2)]
    random.shuffle(suits)
    left = random.randint(4, 8)
    columns = _tightened(_dealt(suits[:left], random), random.randint(3, 5), random)
    return _position(columns, suits[left:])


def unplayed(seed: str) -> Position:
    """Return a position made by playing backwards from the removal of two suits.

    Therefore both suits can be removed, perhaps in only one order.  The other cards, of two to
    four suits, are placed as in :func:`constructed`.  Then, twice, a complete suit is put back,
    and moves are played backwards so that few moves are possible.
    """
    random = Random(seed)  # noqa: S311 - no secret
    suits = [suit for suit in Suit for _ in range(2)]
    random.shuffle(suits)
    left = random.randint(2, 4)
    removed = suits[left:]
    first = removed[0]
    # Prefer a different suit: two equal suits have only one order of removal.
    second = next((suit for suit in removed if suit != first), first)
    columns = _tightened(_dealt(suits[:left], random), random.randint(2, 4), random)
    for suit in (first, second):
        removed.remove(suit)
        _shortest(columns, random).extend(whole_suit(suit))
        for _ in range(random.randint(*_TAKEN_BACK)):
            columns = _taken_back(columns, random)
    return _position(columns, removed)


def _position(columns: Sequence[Sequence[Card]], removed: Sequence[Suit]) -> Position:
    return Position(tuple(Column((), tuple(column)) for column in columns), removed=tuple(removed))


def whole_suit(suit: Suit) -> list[Card]:
    """Return the thirteen cards of a suit, from the King down."""
    return [card(rank, suit) for rank in range(SUIT_LENGTH, 0, -1)]


def _dealt(suits: Sequence[Suit], random: Random) -> list[list[Card]]:
    """Cut suits into natural runs and deal these to the columns at random."""
    pieces = natural_pieces(suits, random)
    random.shuffle(pieces)
    columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
    for piece in pieces:
        _shortest(columns, random).extend(piece)
    return columns


def natural_pieces(suits: Sequence[Suit], random: Random) -> list[list[Card]]:
    """Cut suits into natural runs of random lengths."""
    pieces: list[list[Card]] = []
    for suit in suits:
        cards = whole_suit(suit)
        while cards:
            length = random.choice(_PIECES)
            pieces.append(cards[:length])
            cards = cards[length:]
    return pieces


def _shortest(columns: list[list[Card]], random: Random) -> list[Card]:
    """Return a short column, at random: at most three cards longer than the shortest."""
    return min(columns, key=lambda column: len(column) + random.random() * 4)


def _taken_back(columns: list[list[Card]], random: Random) -> list[list[Card]]:
    """Play one move backwards: a random one of those after which few moves are possible.

    A natural run that lies on a card of the next rank, or is a whole column, moves to any other
    column.
    """
    candidates: list[tuple[float, list[list[Card]]]] = []
    for here, column in enumerate(columns):
        count = 0
        while count < len(column) and (
            not count or column[-count - 1].code - column[-count].code == _NEXT_RANK
        ):
            count += 1
            below = column[-count - 1] if count < len(column) else None
            if below is not None and below.rank - column[-count].rank != 1:
                continue
            for there, other in enumerate(columns):
                if there == here or len(other) + count > _TALLEST:
                    continue
                changed = list(columns)
                changed[here] = column[:-count]
                changed[there] = [*other, *column[-count:]]
                candidates.append((_moves(changed) + 2 * random.random(), changed))
    return min(candidates, key=lambda one: one[0])[1] if candidates else columns


def _tightened(columns: list[list[Card]], most: int, random: Random) -> list[list[Card]]:
    """Exchange lower ends of columns until at most ``most`` moves are possible.

    The number of attempts is limited.
    """
    fewest = _moves(columns)
    for _ in range(_EXCHANGES):
        if fewest <= most:
            break
        first, second = random.sample(range(len(columns)), 2)
        one, other = columns[first], columns[second]
        if not one or not other:
            continue
        here = len(one) - random.randint(0, min(_LONGEST_END, len(one) - 1))
        there = len(other) - random.randint(0, min(_LONGEST_END, len(other) - 1))
        changed = list(columns)
        changed[first] = one[:here] + other[there:]
        changed[second] = other[:there] + one[here:]
        moves = _moves(changed)
        if moves <= fewest:
            columns, fewest = changed, moves
    return columns


def _moves(columns: list[list[Card]]) -> int:
    """Return the number of pairs of columns, source and target, between which cards can move."""
    bottoms = [column[-1].rank if column else 0 for column in columns]
    count = 0
    for column in columns:
        longest = 1
        while longest < len(column) and (
            column[-longest - 1].code - column[-longest].code == _NEXT_RANK
        ):
            longest += 1
        lowest = column[-1].rank if column else 0
        if lowest:
            count += sum(1 for bottom in bottoms if 1 <= bottom - lowest <= longest or not bottom)
    return count
