"""Deals by the numbers of other programs, and deals from a seed.

``deal(14934)`` is the position that PySol and plspider deal for that number; :data:`SCHEMES`
lists the numbering schemes.  ``seeded("my seed")`` uses a shuffle of this package, which is the
same on every machine and in every version.  ``docs/deals.md`` specifies all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ..text.errors import SpiderError
from ..text.wording import join_words
from .cards import ALL_CARDS, Card, Suit, card
from .census import DECKS
from .history import with_history
from .position import Column, Position
from .rules import PRESETS, WOODS, Rules, with_suits

_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)
Suits: TypeAlias = tuple[Suit, ...]


class DealNumberError(SpiderError):
    """Raised for an unknown numbering scheme, or for a number outside its range."""


class Scheme(NamedTuple):
    """A numbering scheme for deals.

    ``highest``: the last number; the first is 1.  ``rules``: the rules to use if none are given.
    ``order``: returns the 104 cards in the order of dealing, for a number and the suits.
    ``continuous``: the face-up row begins in the column after the last face-down card, and the
    rows of the hand are dealt from column 10 to column 1.
    """

    name: str
    summary: str
    highest: int
    rules: Rules
    order: Callable[[int, Suits], Sequence[Card]]
    continuous: bool = False


def deal(
    number: int,
    *,
    scheme: str = "classic",
    suits: int | str | Suits | None = None,
    rules: Rules | None = None,
) -> Position:
    """Return the initial position with this number; every card is known.

    Args:
        number: The number of the deal, from 1.
        scheme: The numbering scheme, one of :data:`SCHEMES`.
        suits: Suits to use in place of those of the rules: 1, 2, 4, or names as in
            ``clubs+hearts``.
        rules: The rules; by default those of the scheme.  The deal depends only on their suits
            and their ``start``.

    Raises DealNumberError for an unknown scheme or number, RulesError for invalid suits.
    """
    numbering = SCHEMES.get(scheme.lower())
    if numbering is None:
        raise DealNumberError(
            f"unknown numbering of deals '{scheme}'; expected {join_words(SCHEMES, 'or')}"
        )
    if not isinstance(number, int):
        raise DealNumberError(
            f"the number of a deal must be an integer, as in deal(4711), not {number!r:.40}"
        )
    if not 1 <= number <= numbering.highest:
        raise DealNumberError(
            f"there is no deal {number}: the numbers of '{numbering.name}' deals go from 1 to "
            f"{numbering.highest}"
        )
    rules = numbering.rules if rules is None else rules
    if suits is not None:
        rules = with_suits(rules, suits)
    return _laid_out(numbering.order(number, rules.suits), rules, continuous=numbering.continuous)


def seeded(
    seed: int | str, *, suits: int | str | Suits | None = None, rules: Rules = WOODS
) -> Position:
    """Return the initial position for a seed; every card is known.

    A seed is any string, or a number, which is equivalent to its decimal digits.  The shuffle
    will not change in later versions.  ``suits`` replaces the suits of the rules.  Raises
    RulesError for invalid suits.
    """
    if suits is not None:
        rules = with_suits(rules, suits)
    playing = rules.suits
    deck = [c for c in ALL_CARDS if c.suit in playing for _ in range(rules.copies)]
    words = _words(str(seed))
    for last in range(DECKS - 1, 0, -1):
        picked = _below(last + 1, words)
        deck[last], deck[picked] = deck[picked], deck[last]
    return _laid_out(deck, rules)


def _words(seed: str) -> Iterator[int]:
    """Yield 32-bit numbers without end, from SHA-256 of the seed and a counter."""
    from hashlib import sha256  # noqa: PLC0415 - only a seed needs it, and it loads OpenSSL

    block = 0
    while True:
        digest = sha256(f"spiderpos:1:{block}:{seed}".encode("utf-8", "surrogatepass")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a uniformly distributed number below ``limit``.

    Words from the largest multiple of ``limit`` on are skipped; they would favour small numbers.
    """
    usable = 2**32 - 2**32 % limit
    return next(word for word in words if word < usable) % limit


def _laid_out(deck: Sequence[Card], rules: Rules, *, continuous: bool = False) -> Position:
    """Deal the face-down cards row by row in the layout of ``rules.start``, then a face-up row."""
    cards = iter(deck)
    columns: list[list[Card]] = [[] for _ in rules.start]
    last = -1
    for row in range(max(rules.start) - 1):
        for number, count in enumerate(rules.start):
            if count - 1 > row:
                columns[number].append(next(cards))
                last = number
    first = last + 1 if continuous else 0
    for step in range(len(columns)):
        columns[(first + step) % len(columns)].append(next(cards))
    hand = list(cards)
    if continuous:
        rows = (hand[n : n + len(columns)] for n in range(0, len(hand), len(columns)))
        hand = [c for row_of_hand in rows for c in reversed(row_of_hand)]
    return with_history(
        Position(
            tuple(Column(tuple(cards[:-1]), (cards[-1],)) for cards in columns),
            tuple(hand),
            rules=rules,
        )
    )


# The numberings


def _black_and_red(suits: Suits) -> tuple[Suit, Suit]:
    """Return the suits that replace the black and the red ones in games of one or two suits."""
    first, last = suits[0], suits[-1]
    return (first, last) if first is Suit.CLUBS and last in _RED else (last, first)


def _suit_by_suit(suits: Suits) -> list[Card]:
    """Return PySol's unshuffled decks: clubs, spades, hearts, diamonds, each from Ace to King."""
    black, red = _black_and_red(suits)
    clubs, diamonds, hearts, spades = suits if len(suits) == 4 else (black, red, red, black)
    return [
        card(rank, suit)
        for _ in range(2)
        for suit in (clubs, spades, hearts, diamonds)
        for rank in range(1, 14)
    ]


def _classic(number: int, suits: Suits) -> list[Card]:
    return _microsoft(number, _suit_by_suit(suits))


def _kpat(number: int, suits: Suits) -> list[Card]:
    black, red = _black_and_red(suits)
    order = suits if len(suits) == 4 else (red, black, red, black)
    return _microsoft(
        number, [card(rank, suit) for _ in range(2) for rank in range(1, 14) for suit in order]
    )


def _microsoft(number: int, deck: list[Card]) -> list[Card]:
    """Shuffle the deck with the generator of Microsoft's C library, seeded with ``number``."""
    state = number
    drawn = []
    while deck:
        state = (state * 214013 + 2531011) % 2**31
        picked = (state >> 16) % len(deck)
        drawn.append(deck[picked])
        deck[picked] = deck[-1]
        deck.pop()
    return drawn


def _pysolfc(number: int, suits: Suits) -> list[Card]:
    from random import Random  # noqa: PLC0415 - only these deals need it

    if number <= 32000:
        return _classic(number, suits)
    deck = _suit_by_suit(suits)
    # Python guarantees that random() gives the same sequence for a seed in every version.
    random = Random(number).random  # noqa: S311
    for last in range(len(deck) - 1, 0, -1):
        picked = int(random() * (last + 1))
        deck[last], deck[picked] = deck[picked], deck[last]
    return deck[::-1]


#: The numbering schemes by name.
SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(
    {
        scheme.name: scheme
        for scheme in (
            Scheme(
                "classic",
                "PySol's and plspider's numbers (to 32000), extended to 2147483647",
                2**31 - 1,
                WOODS,
                _classic,
            ),
            Scheme(
                "pysolfc",
                "PySolFC's numbers: as classic to 32000, another shuffle above",
                10**20,
                WOODS,
                _pysolfc,
            ),
            Scheme(
                "kpat",
                "KPatience's numbers",
                2**31 - 1,
                PRESETS["modern-relaxed"],
                _kpat,
                continuous=True,
            ),
        )
    }
)
