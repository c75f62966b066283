"""Cards and suits, and the one spelling of them that every notation here starts from.

A card is a small integer, ``4 * rank + suit``, as in Don Woods' save lines: ranks run from 1
(Ace) to 13 (King), suits from 0 to 3 in the order clubs, diamonds, hearts, spades.  ``UNKNOWN``
(0) is a card whose identity is not known; it is false in a boolean context, every other card is
true.

This module knows nothing of columns, rules or notations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final

from ..text.errors import NotationError, SpiderError
from ..text.instead import instead
from ..text.wording import NUMBERS

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

#: The printed name of each rank, indexed by rank; index 0 is unused.
RANK_NAMES: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Suit(IntEnum):
    """One of the four suits; its value is the one used in card codes."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's lower-case letter: ``c``, ``d``, ``h`` or ``s``."""
        return "cdhs"[self]

    @property
    def plural(self) -> str:
        """The suit's name as it stands in a sentence: ``clubs`` and so on."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.plural

    @classmethod
    def _missing_(cls, value: object) -> Suit | None:
        """Return the suit of a letter or a name."""
        return parse_suit(value) if isinstance(value, str) else None


_PARSE: Final = "spiderpos.parse_card(text) reads one, as '10h'"


@instead(from_str=_PARSE, from_text=_PARSE, parse=_PARSE)
class Card(int):
    """A playing card, or ``UNKNOWN``; compares and hashes as its integer code.

    Make one with :func:`card` or :func:`parse_card`, or by its name, ``Card("9h")``.  Of a code
    the constructor does *not* check that it is one of a card (0 or 4 to 55).
    """

    __slots__ = ()

    def __new__(cls, code: Any) -> Card:
        """Return the card of a name or a code."""
        return parse_card(code) if isinstance(code, str) else int.__new__(cls, code)

    @property
    def rank(self) -> int:
        """The rank, 1 (Ace) to 13 (King); 0 for ``UNKNOWN``."""
        return self >> 2

    @property
    def suit(self) -> Suit:
        """The suit.  Meaningless (clubs) for ``UNKNOWN``."""
        return _SUITS[self & 3]

    def __str__(self) -> str:
        return _NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)

    def __repr__(self) -> str:
        return f"<Card {_NAMES[self]}>"


_SUITS: Final = tuple(Suit)
_NAMES: Final = ("??", "", "", "") + tuple(
    RANK_NAMES[code >> 2] + "cdhs"[code & 3] for code in range(4, 56)
)
_CARDS: Final = tuple(Card(code) for code in range(56))

#: A card whose identity is not known.
UNKNOWN: Final = _CARDS[0]
#: The 52 different cards in order of their codes: Ac, Ad, Ah, As, 2c, ... Ks.
ALL_CARDS: Final = _CARDS[4:]
_CODES: Final = bytes((UNKNOWN, *ALL_CARDS))

_RANKS: Final = {name: rank for rank, name in enumerate(RANK_NAMES) if name} | {"T": 10}
#: Ranks in words, the Ace first.
RANK_WORDS: Final = ("ace", *NUMBERS[2:11], "jack", "queen", "king")
#: A regular expression for a rank as it is read, in any case, and as it is written.
RANK: Final = "(?:10|[2-9TAJQK])"
WRITTEN_RANK: Final = "(?:10|[2-9AJQK])"
_CARD_PATTERN: Final = re.compile(rf"({RANK})([CDHS])", re.IGNORECASE | re.ASCII)

#: A regular expression for a card as the notations in letters spell it (a ten is ``T``, ``0`` or
#: ``10``), with a capital rank; or, without regard to case, with any.
CARD: Final = r"(?:10|[2-9TJQKA0])[CDHScdhs]"
#: One for a card in what people paste, by letters or with the sign of its suit.
PASTED_CARD: Final = "(?:10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠]"

_LOWER: Final = {
    **{str(c).lower(): c for c in ALL_CARDS},
    **{f"{ten}{c.suit.letter}": c for c in ALL_CARDS if c.rank == 10 for ten in "t0"},
}

#: Each spelling in lower case, and with a capital rank, and its card; ``??`` is ``UNKNOWN``.
CARDS: Final[dict[str, Card]] = {
    "??": UNKNOWN,
    **_LOWER,
    **{name.capitalize(): c for name, c in _LOWER.items()},
}
#: The same, and cards in words: ``ten of clubs``, ``10 of clubs``.
NAMED_CARDS: Final[Mapping[str, Card]] = CARDS | {
    f"{rank} of {suit.plural}": _CARDS[4 * number + suit]
    for suit in Suit
    for number, word in enumerate(RANK_WORDS, 1)
    for rank in (word, RANK_NAMES[number].lower())
}


def card(rank: int, suit: Suit) -> Card:
    """Return the card of this rank (1 to 13) and suit.

    Raises SpiderError if the rank is out of range.
    """
    if not ACE <= rank <= KING:
        raise SpiderError(f"a rank is a number from 1 (Ace) to 13 (King), not {rank!r}")
    return _CARDS[4 * rank + suit]


def from_code(code: int) -> Card:
    """Return the card with this code: 0 for ``UNKNOWN``, otherwise ``4 * rank + suit`` (4 to 55).

    Raises ValueError for any other number.
    """
    if code == 0 or 4 <= code <= 55:
        return _CARDS[code]
    raise ValueError(f"{code} is not the code of a card")


def from_codes(codes: bytes) -> tuple[Card, ...]:
    """Return the cards with these codes, as :func:`from_code` for each; much quicker for many.

    Raises ValueError if one of them isn't the code of a card.
    """
    if codes.translate(None, _CODES):
        wrong = next(code for code in codes if code not in _CODES)
        raise ValueError(f"{wrong} is not the code of a card")
    return tuple([_CARDS[code] for code in codes])


def parse_card(text: str) -> Card:
    """Read one card: ``10h``, ``Td``, ``as``, ``KC``.

    Capitals and lower case are both taken, ``T`` and ``10`` both mean ten.  Raises NotationError,
    with a sentence that says what was expected, for anything else.
    """
    match = _CARD_PATTERN.fullmatch(text)
    if match is None:
        raise NotationError(
            f"'{text}' is not a card: expected a rank (A, 2 to 10, J, Q, K) "
            "and a suit (c, d, h, s), as in 10h"
        )
    rank, suit = match.groups()
    return _CARDS[4 * _RANKS[rank.upper()] + "cdhs".index(suit.lower())]


def parse_rank(text: str) -> int:
    """Read a rank: ``A``, ``2`` to ``10`` or ``T``, ``J``, ``Q``, ``K``, in either case.

    Returns 1 to 13; raises NotationError for anything else.
    """
    rank = _RANKS.get(text.upper())
    if rank is None:
        raise NotationError(f"'{text}' is not a rank: expected A, 2 to 10, J, Q or K")
    return rank


def parse_suit(text: str) -> Suit:
    """Read a suit by letter or name (``h``, ``heart``, ``hearts``), in either case.

    Raises NotationError for anything else.
    """
    word = text.lower()
    for suit in Suit:
        if word in (suit.letter, suit.plural, suit.plural[:-1]):
            return suit
    raise NotationError(f"'{text}' is not a suit: expected clubs, diamonds, hearts or spades")


def rank_name(rank: int) -> str:
    """Return the printed name of a rank (1 to 13): ``A``, ``2`` ... ``10``, ``J``, ``Q``."""
    return RANK_NAMES[rank]
