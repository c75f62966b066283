"""Counting the cards of a position against the two decks.

:func:`faults` lists everything that is wrong with a position at once; :func:`unseen` gives the
cards that are nowhere to be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ..text.wording import columns_phrase, count_phrase, join_words
from .cards import ALL_CARDS, UNKNOWN, Card, Suit, card
from .illegal import PositionError
from .position import Column, Position
from .rules import COLUMNS, Rules

if TYPE_CHECKING:
    from random import Random

#: Cards in the two decks.
DECKS: Final = 104
_RANKS: Final = range(1, 14)
#: The thirteen cards of each suit.
_SET: Final[Mapping[Suit, tuple[Card, ...]]] = {
    suit: tuple(card(rank, suit) for rank in _RANKS) for suit in Suit
}
#: Of more missing cards only the first so many are named.
_LISTED: Final = 11


@dataclass(frozen=True, slots=True)
class CensusFault:
    """Something that is wrong with a position, and the sentence that says it.

    ``cards`` are those that are there too often, missing, or of a suit that isn't played with;
    ``columns`` the numbers of the columns that are wrong.  ``of_number``: whether it is about
    how many cards there are in all, or which are missing.  ``settled_by`` is what would settle
    it, as of a SpiderError.
    """

    text: str
    cards: tuple[Card, ...] = ()
    columns: tuple[int, ...] = ()
    of_number: bool = False
    settled_by: str = ""

    def __str__(self) -> str:
        return self.text


@cache
def _deck_of(suits: tuple[Suit, ...]) -> Mapping[Card, int]:
    return MappingProxyType({c: 8 // len(suits) for c in ALL_CARDS if c.suit in suits})


def deck(rules: Rules) -> Counter[Card]:
    """Return the 104 cards of the game, as counts."""
    return Counter(_deck_of(rules.suits))


def accounted_for(position: Position) -> Counter[Card]:
    """Count each card's copies with a known place, those of removed suits included."""
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
    """Return the number of copies of one card that have a known place or have been removed."""
    return sum(1 for c in position.known_cards() if c == card) + sum(
        1 for suit in position.removed if suit is card.suit
    )


def unknown_count(position: Position) -> int:
    """Return the number of the position's cards that aren't known (13 for such a removed suit)."""
    return (
        sum(column.down.count(UNKNOWN) + column.up.count(UNKNOWN) for column in position.columns)
        + position.hand.count(UNKNOWN)
        + sum(1 for card in position.cells if card is not None and not card)
        + 13 * position.removed.count(None)
    )


def is_whole(position: Position) -> bool:
    """Return True if a position has ten columns and as many cards as two decks, known or not.

    *Not* checked: which cards they are; :func:`faults` does that.
    """
    in_cells = sum(card is not None for card in position.cells)
    cards = sum(map(len, position.columns)) + len(position.hand) + in_cells
    return len(position.columns) == COLUMNS and cards + 13 * len(position.removed) == DECKS


def unseen(position: Position) -> Counter[Card]:
    """Return the cards of the decks that have no known place in the position, as counts.

    In a full position these are the cards that its unknown places hold.  Cards of which there
    are too many are left out.
    """
    return deck(position.rules) - accounted_for(position)


def by_elimination(position: Position) -> Position:
    """Return the position with those hidden cards known that can only be one: all left are equal.

    So in a partial position too: a card that is missing there isn't seen either, and counts
    among those that are left.  Removed suits that aren't known stay so.
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
    """Return True if a card that isn't known lies face down or in the hand."""
    return UNKNOWN in position.hand or any(UNKNOWN in column.down for column in position.columns)


def suits_left(counts: Mapping[Card, int], rules: Rules) -> dict[Suit, int]:
    """Return the number of further sets of each suit that can have been removed, by ``counts``.

    ``counts`` says how many of each card are accounted for; a suit is left as often as its
    scarcest card.
    """
    return {
        suit: max(0, rules.copies - max(counts.get(card(rank, suit), 0) for rank in _RANKS))
        for suit in rules.suits
    }


def can_be_hidden(position: Position, cards: Iterable[Card]) -> bool:
    """Return True if all these cards together can lie in unknown places of the position.

    None may be there too often, and they have to leave a whole set of one suit for each removed
    suit of which it isn't known which.  *Not* checked: whether there are as many unknown places.
    """
    counts = accounted_for(position)
    counts.update(cards)
    whole = _deck_of(position.rules.suits)
    if any(count > whole.get(c, 0) for c, count in counts.items()):
        return False
    unnamed = position.removed.count(None)
    return not unnamed or sum(suits_left(counts, position.rules).values()) >= unnamed


def hidden_kinds(position: Position) -> tuple[Card, ...]:
    """Return the cards that an unknown place of the position can hold, each once, in order."""
    kinds = sorted(unseen(position))
    if None not in position.removed:
        return tuple(kinds)
    return tuple(card for card in kinds if can_be_hidden(position, (card,)))


def name_suits(position: Position, random: Random) -> Position:
    """Return the position with removed suits that aren't known drawn from those that it can be.

    What is then unseen is what the unknown places hold.  One stays unknown if it can be none.
    """
    if None not in position.removed:
        return position
    left = suits_left(accounted_for(position), position.rules)
    sets = [suit for suit, count in left.items() for _ in range(count)]
    random.shuffle(sets)
    return replace(
        position,
        removed=tuple(sets.pop() if suit is None and sets else suit for suit in position.removed),
    )


def filled(position: Position, random: Random) -> Position:
    """Return the position with the unknown cards drawn at random from those that are unseen.

    One stays unknown if no card is left for it.
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
    """Return all that is wrong with a position; empty if it can stand.

    With ``partial`` fewer cards and fewer than ten columns are accepted.  *Not* checked:
    whether the position can be reached by play.
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
        most = f"{possible} at most" if possible else "none"
        text = f"{count_phrase(unnamed, 'suit')} must have been removed, but with the cards that "
        text += f"are known it can be {most}: of the others some card is accounted for as often "
        result.append(CensusFault(f"{text}as the decks have it"))
    if columns > COLUMNS:
        return result

    unknown = unknown_count(position)
    total = counts.total() + unknown
    if total == DECKS and not (result or partial):
        return result
    missing = deck(rules) - counts
    room = missing.total()
    if total > DECKS or (total < DECKS and not partial):
        # With fewer columns it is said of those.
        result.append(card_count(total, hint=total < DECKS and columns == COLUMNS))
    if (partial or total < DECKS) and unknown > room:
        text = (
            f"{count_phrase(unknown, 'card')} unknown, but the decks have "
            f"{count_phrase(room, 'unseen card')} left for them"
        )
        result.append(CensusFault(text))
    elif missing and not unknown and not partial and (total < DECKS or not wrong):
        # Of a full number others are too many.  With unknown cards or a wrong suit that says
        # all: these are short by as many.
        result.append(_missing(tuple(sorted(missing.elements()))))
    return result


def card_count(count: int, *, hint: bool = False) -> CensusFault:
    """Return the fault that the cards are not as many as two decks have.

    ``hint``: whether to say that a partial position may have fewer.
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
    """Raise PositionError with all of :func:`faults`, if there are any.

    ``name`` is what the position was read from, for the message.
    """
    result = faults(position, partial=partial)
    if result:
        raise PositionError(result, name)


def _places(position: Position, card: Card) -> tuple[str, ...]:
    """Return the places of the copies of a card, in words."""
    where: list[str] = []
    for number, column in enumerate(position.columns, 1):
        times = column.up.count(card) + column.down.count(card)
        if times:
            where.append(f"column {number}" + (f" {times} times" if times > 1 else ""))
    for number, content in enumerate(position.cells, 1):
        if content == card:
            where.append(f"cell {number}")
    times = position.hand.count(card)
    if times:
        where.append("the hand" + (f" {times} times" if times > 1 else ""))
    times = sum(1 for suit in position.removed if suit is card.suit)
    if times:
        where.append("a removed suit" if times == 1 else f"{times} removed suits")
    return tuple(where)
