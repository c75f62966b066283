"""Compare the cards of a position with the two decks.

:func:`faults` lists every fault of a position at once; :func:`unseen` counts the cards whose
place is not known.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ..text.errors import SpiderError
from ..text.wording import columns_phrase, count_phrase, join_words
from .cards import ALL_CARDS, UNKNOWN, Card, Suit, card
from .position import Column, Position
from .rules import COLUMNS, Rules

if TYPE_CHECKING:
    from random import Random

#: The number of cards in the two decks.
DECKS: Final = 104
_RANKS: Final = range(1, 14)
#: The thirteen cards of each suit.
_SET: Final[Mapping[Suit, tuple[Card, ...]]] = {
    suit: tuple(card(rank, suit) for rank in _RANKS) for suit in Suit
}
#: The number of missing cards that a message names before it counts the rest; a rest of one card
#: is named as well.
_LISTED: Final = 11


class CensusFault(NamedTuple):
    """A fault of a position, described in a sentence.

    ``cards`` are the cards that occur too often, are missing, or have a suit that is not in
    play.  ``columns`` are the numbers of the faulty columns.  ``of_number`` is True if the fault
    is the total number of cards, or cards that are missing.  ``settled_by`` names the option that
    would resolve it, as for a SpiderError.
    """

    text: str
    cards: tuple[Card, ...] = ()
    columns: tuple[int, ...] = ()
    of_number: bool = False
    settled_by: str = ""

    def __str__(self) -> str:
        return self.text


class PositionError(SpiderError):
    """Raised for a position whose cards don't fit two decks and the rules.

    ``faults`` lists every fault (see :func:`faults`).  ``name`` is the name of the
    text that the position was read from, or empty.
    """

    def __init__(self, faults: Sequence[CensusFault], name: str = "") -> None:
        super().__init__(tuple(faults), name)
        self.faults = tuple(faults)
        self.name = name
        self.settled_by = next((f.settled_by for f in faults if f.settled_by), "")

    def __str__(self) -> str:
        prefix = f"{self.name}: " if self.name else ""
        if len(self.faults) == 1:
            return f"{prefix}not a position: {self.faults[0]}"
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        return f"{prefix}not a position, {count_phrase(len(self.faults), 'fault')}:{lines}"


@cache
def _deck_of(suits: tuple[Suit, ...]) -> Mapping[Card, int]:
    return MappingProxyType({c: 8 // len(suits) for c in ALL_CARDS if c.suit in suits})


def deck(rules: Rules) -> Counter[Card]:
    """Return the number of copies of each card among the 104 of the game."""
    return Counter(_deck_of(rules.suits))


def accounted_for(position: Position) -> Counter[Card]:
    """Count the copies of each card that have a known place or have been removed."""
    cards = [*position.hand, *filter(None, position.cells)]
    for column in position.columns:
        cards += column.down
        cards += column.up
    counts = Counter(cards)
    del counts[UNKNOWN]
    for suit in position.removed:
        if suit is not None:
            counts.update(_SET[suit])
    return counts


def copies_accounted_for(position: Position, card: Card) -> int:
    """Return the number of copies of a card that have a known place or have been removed."""
    return sum(1 for c in position.known_cards() if c == card) + sum(
        1 for suit in position.removed if suit is card.suit
    )


def unknown_count(position: Position) -> int:
    """Return the number of unknown cards in a position, 13 for each unknown removed suit."""
    return (
        sum(column.down.count(UNKNOWN) + column.up.count(UNKNOWN) for column in position.columns)
        + position.hand.count(UNKNOWN)
        + sum(1 for card in position.cells if card is not None and not card)
        + 13 * position.removed.count(None)
    )


def is_whole(position: Position) -> bool:
    """Return True if a position has ten columns and 104 cards, known or not.

    The identity of the cards is *not* checked; :func:`faults` does that.
    """
    in_cells = sum(card is not None for card in position.cells)
    cards = sum(map(len, position.columns)) + len(position.hand) + in_cells
    return len(position.columns) == COLUMNS and cards + 13 * len(position.removed) == DECKS


def unseen(position: Position) -> Counter[Card]:
    """Count the copies of each card of the decks that are not :func:`accounted_for`.

    If a valid position is whole, these are its unknown cards, with those of unknown removed
    suits.  Cards with no copy left, or that occur too often, are left out.
    """
    return deck(position.rules) - accounted_for(position)


def by_elimination(position: Position) -> Position:
    """Return the position with its hidden cards known, if all must be copies of the same card.

    The hidden cards are those face down or in the hand.  In a partial position, the cards that
    are missing count as candidates too.  Unknown cards that lie face up or in cells, and unknown
    removed suits, stay unknown.
    """
    if not hides_unknown(position):
        return position
    kinds = hidden_kinds(position)
    if len(kinds) != 1:
        return position
    card = kinds[0]
    return replace(
        position,
        columns=tuple(
            Column(tuple(c or card for c in column.down), column.up) for column in position.columns
        ),
        hand=tuple(c or card for c in position.hand),
    )


def hides_unknown(position: Position) -> bool:
    """Return True if an unknown card lies face down or in the hand."""
    return UNKNOWN in position.hand or any(UNKNOWN in column.down for column in position.columns)


def shows_unknown(position: Position) -> bool:
    """Return True if an unknown card lies face up in a column, or in a cell."""
    return UNKNOWN in position.cells or any(UNKNOWN in column.up for column in position.columns)


def suits_left(counts: Mapping[Card, int], rules: Rules) -> dict[Suit, int]:
    """Return for each suit the maximum number of further sets that can have been removed.

    ``counts`` holds the number of copies of each card that are accounted for.  The card with the
    fewest copies left limits its suit.
    """
    return {
        suit: max(0, rules.copies - max(counts.get(card(rank, suit), 0) for rank in _RANKS))
        for suit in rules.suits
    }


def can_be_hidden(position: Position, cards: Iterable[Card]) -> bool:
    """Return True if all these cards together can lie in unknown places of the position.

    No card may then occur too often, and a complete set must be left for each unknown removed
    suit.  The number of unknown places is *not* checked.
    """
    counts = accounted_for(position)
    counts.update(cards)
    whole = _deck_of(position.rules.suits)
    if any(count > whole.get(c, 0) for c, count in counts.items()):
        return False
    unnamed = position.removed.count(None)
    return not unnamed or sum(suits_left(counts, position.rules).values()) >= unnamed


def hidden_kinds(position: Position) -> tuple[Card, ...]:
    """Return the distinct cards that may lie in an unknown place, in the order of their codes."""
    kinds = sorted(unseen(position))
    if None not in position.removed:
        return tuple(kinds)
    return tuple(card for card in kinds if can_be_hidden(position, (card,)))


def possible_rows(position: Position, row: Sequence[Card]) -> int:
    """Return the number of ways to replace the unknown cards of a row by unseen cards."""
    left = unseen(position)
    ways = [1] + [0] * row.count(UNKNOWN)  # by the number of cards used, of the kinds so far
    for kind in hidden_kinds(position):
        ways = [
            sum(math.comb(n, k) * ways[n - k] for k in range(min(n, left[kind]) + 1))
            for n in range(len(ways))
        ]
    return ways[-1]


def name_suits(position: Position, random: Random) -> Position:
    """Return the position with its unknown removed suits drawn at random from the possible ones.

    The unseen cards of the result are then those of its unknown places.  A suit stays unknown
    if no suit is possible.
    """
    if None not in position.removed:
        return position
    sets_left = suits_left(accounted_for(position), position.rules)
    sets = [suit for suit, count in sets_left.items() for _ in range(count)]
    random.shuffle(sets)
    return replace(
        position,
        removed=tuple(sets.pop() if suit is None and sets else suit for suit in position.removed),
    )


def with_certain_suits(position: Position) -> Position:
    """Return the position with its unknown removed suits named, if only one choice is possible."""
    sets_left = suits_left(accounted_for(position), position.rules)
    sets = [suit for suit, count in sets_left.items() for _ in range(count)]
    if len(sets) != position.removed.count(None):
        return position
    return replace(position, removed=tuple(suit or sets.pop() for suit in position.removed))


def filled(position: Position, random: Random) -> Position:
    """Return the position with its unknown cards drawn at random from the unseen ones.

    A card stays unknown if no unseen card is left.
    """
    position = name_suits(position, random)
    pool = list(unseen(position).elements())
    random.shuffle(pool)

    def drawn(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(card or (pool.pop() if pool else UNKNOWN) for card in cards)

    return replace(
        position,
        columns=tuple(Column(drawn(column.down), drawn(column.up)) for column in position.columns),
        hand=drawn(position.hand),
        cells=tuple(
            content if content is None else drawn((content,))[0] for content in position.cells
        ),
    )


def faults(position: Position, *, partial: bool = False) -> list[CensusFault]:
    """Return every fault of a position; an empty list if it is valid.

    With ``partial``, fewer cards and fewer than ten columns are accepted.  If there are more than
    ten columns, the cards are not counted.  Whether the position can be reached in play is *not*
    checked.
    """
    result: list[CensusFault] = []
    rules, columns = position.rules, len(position.columns)
    if columns > COLUMNS or columns < (1 if partial else COLUMNS):
        few = not partial and columns < COLUMNS
        allowed = f"there can be 1 to {COLUMNS}" if partial else f"a tableau has {COLUMNS}"
        text = f"{count_phrase(columns, 'column')}; {allowed}"
        text += " (a partial position may have fewer)" * few
        result.append(CensusFault(text, settled_by="partial" * few))
    covered = tuple(n for n, c in enumerate(position.columns, 1) if c.down and not c.up)
    if covered:
        text = f"the bottom card of {columns_phrase(covered)} is face down"
        result.append(CensusFault(f"{text}; it would have been turned up", columns=covered))
    if len(position.cells) > rules.cells:
        cells = count_phrase(len(position.cells), "free cell")
        result.append(CensusFault(f"{cells}; the rules give {rules.cells or 'none'}"))

    counts = accounted_for(position)
    playing, copies, whole = rules.suits, rules.copies, _deck_of(rules.suits)
    wrong = tuple(sorted(counts.keys() - whole.keys()))
    if wrong:
        suits = join_words(s for s in Suit if any(c.suit is s for c in wrong))
        text = f"there are {suits}, but the rules play with {join_words(playing)} only"
        result.append(CensusFault(text, wrong))
    for extra in sorted(c for c, n in counts.items() if n > copies and c in whole):
        text = f"there are {counts[extra]} {extra}, and the decks have {copies}"
        result.append(CensusFault(f"{text} ({join_words(_places(position, extra))})", (extra,)))
    unnamed = position.removed.count(None)
    if unnamed and unnamed > (possible := sum(suits_left(counts, rules).values())):
        sets = f"{'only ' * (possible > 0)}{count_phrase(possible, 'complete set')}"
        text = f"{count_phrase(unnamed, 'unknown suit')} removed, but the known cards leave {sets}"
        result.append(CensusFault(text))
    if columns > COLUMNS:
        return result

    unknown = unknown_count(position)
    total = counts.total() + unknown
    if total == DECKS and not (result or partial):
        return result
    missing = deck(rules) - counts
    room = missing.total()
    if total > DECKS or (total < DECKS and not partial):
        # If columns are missing, their fault already has the hint.
        result.append(card_count(total, hint=total < DECKS and columns == COLUMNS))
    if (partial or total < DECKS) and unknown > room:
        text = (
            f"{count_phrase(unknown, 'card')} unknown, but the decks have "
            f"{count_phrase(room, 'unseen card')} left for them"
        )
        result.append(CensusFault(text))
    elif missing and not unknown and not partial and (total < DECKS or not wrong):
        # If the total is right, missing cards mean that others occur too often.  With a wrong
        # suit and too few cards, the faults above already explain what is missing.
        result.append(_missing(tuple(sorted(missing.elements()))))
    return result


def card_count(count: int, *, hint: bool = False) -> CensusFault:
    """Return the fault that a position does not have 104 cards.

    ``hint``: mention that a partial position may have fewer.
    """
    more = count > DECKS
    difference = f"{count - DECKS} too many" if more else f"{DECKS - count} too few"
    text = (
        f"{count_phrase(count, 'card')} in the tableau, the hand and the removed suits: "
        f"{difference} for {DECKS}{' (a partial position may have fewer)' * hint}"
    )
    return CensusFault(text, of_number=True, settled_by="partial" * hint)


def _missing(cards: tuple[Card, ...]) -> CensusFault:
    words = [str(card) for card in cards]
    if len(words) > _LISTED + 1:
        words[_LISTED:] = [f"{len(words) - _LISTED} more"]
    return CensusFault(f"missing: {join_words(words)}", cards, of_number=True)


def validate(position: Position, *, partial: bool = False, name: str = "") -> None:
    """Raise PositionError if the position has :func:`faults`.

    ``name`` is the name of the text that it was read from, for the message.
    """
    result = faults(position, partial=partial)
    if result:
        raise PositionError(result, name)


def _places(position: Position, card: Card) -> tuple[str, ...]:
    """Describe the places of the copies of a card."""
    places: list[str] = []
    for number, column in enumerate(position.columns, 1):
        times = column.up.count(card) + column.down.count(card)
        if times:
            places.append(f"column {number}" + (f" {times} times" if times > 1 else ""))
    for number, content in enumerate(position.cells, 1):
        if content == card:
            places.append(f"cell {number}")
    times = position.hand.count(card)
    if times:
        places.append("the hand" + (f" {times} times" if times > 1 else ""))
    times = sum(1 for suit in position.removed if suit is card.suit)
    if times:
        places.append("a removed suit" if times == 1 else f"{times} removed suits")
    return tuple(places)
