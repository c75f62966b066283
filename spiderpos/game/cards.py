"""Cards, ranks and suits, with the spellings that all notations share.

A card is a ``str`` holding its name: ``9h``.  Its ``code`` is ``4 * rank + suit``, as in Don
Woods' save lines: ranks run from 1 (Ace) to 13 (King), suits from 0 to 3 in the order clubs,
diamonds, hearts, spades.  ``UNKNOWN`` (code 0) is a card whose identity is not known.  It is
false in a boolean context; every other card is true.

This module does not depend on columns, rules or notations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..text.errors import NotationError, SpiderError
from ..text.protocols import Word, equals_name
from ..text.unknown_names import answer_names
from ..text.wording import NUMBERS

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

#: The printed name of each rank, indexed by rank; index 0 is unused.
RANK_NAMES: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Suit(Word):
    """One of the four suits.  Its value is its name; ``code`` is its number in card codes."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    code: int

    @property
    def letter(self) -> str:
        """The suit's lower-case letter: ``c``, ``d``, ``h`` or ``s``."""
        return "cdhs"[self.code]

    @property
    def plural(self) -> str:
        """The suit's name for use in a sentence, such as ``clubs``."""
        return self.value

    @classmethod
    def _spelled(cls, text: str) -> Suit | None:
        return _SPELLED_SUITS.get(text.lower())

    @classmethod
    def _missing_(cls, value: object) -> Suit | None:
        """Return the suit for a letter, another spelling of its name, or its code."""
        if isinstance(value, int) and 0 <= value < 4:
            return _SUITS[value]
        return parse_suit(value) if isinstance(value, str) else None


class Rank(int):
    """The rank of a card: 1 (Ace) to 13 (King), or 0 for an unknown card.

    Comparing a rank with a string raises TypeError, because it could never be equal.
    """

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            number = _RANKS.get(other.upper(), 13)
            raise TypeError(
                f"a rank is a number from 1 (Ace) to 13 (King): write {number} for {other!r:.20}"
            )
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


@answer_names
class Card(str):
    """A playing card, or ``UNKNOWN``: a string such as ``9h`` with ``rank`` and ``suit``.

    Create one with ``Card("9h")``, :func:`card` or :func:`parse_card`.  There is one object per
    card.  Cards are ordered by their codes: by rank, then by suit.  A card equals its name;
    comparing it with another spelling, such as ``9H``, raises TypeError.

    ``code`` is its number in Don Woods' save lines, ``4 * rank + suit.code``; 0 for ``UNKNOWN``.
    ``rank`` is 1 (Ace) to 13 (King), 0 for ``UNKNOWN``.
    ``suit`` is meaningless (clubs) for ``UNKNOWN``.
    """

    __slots__ = ("code", "rank", "suit")
    __match_args__ = ("rank", "suit")

    code: int
    rank: Rank
    suit: Suit

    def __new__(cls, card: str | int) -> Card:
        """Return the card with this name or code.

        Raises NotationError if a string does not name a card, ValueError if a number is not a
        code.
        """
        if isinstance(card, int):
            return from_code(card)
        return UNKNOWN if card is UNKNOWN or str.__eq__(card, "??") else parse_card(card)

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (str(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Card) or not isinstance(other, str):
            return False
        return equals_name("card", self, other, NAMED_CARDS.get(other.lower()))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __lt__(self, other: str) -> bool:
        return self.code < _code(other)

    def __le__(self, other: str) -> bool:
        return self.code <= _code(other)

    def __gt__(self, other: str) -> bool:
        return self.code > _code(other)

    def __ge__(self, other: str) -> bool:
        return self.code >= _code(other)

    def __dir__(self) -> list[str]:
        return ["code", "rank", "suit"]

    def __repr__(self) -> str:
        return f"<Card {self}>"


class _Unknown(Card):
    """The class of ``UNKNOWN``, the only card that is false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


def _code(other: str) -> int:
    if isinstance(other, Card):
        return other.code
    raise TypeError(f"cannot order a card and {other!r:.40}: compare it with Card({other!r:.40})")


def _new_card(code: int) -> Card:
    rank, suit = divmod(code, 4)
    name = f"{RANK_NAMES[rank]}{_SUITS[suit].letter}" if rank else "??"
    card: Card = str.__new__(Card if rank else _Unknown, name)
    card.code, card.rank, card.suit = code, Rank(rank), _SUITS[suit]
    return card


_SUITS: Final = tuple(Suit)
_SPELLED_SUITS: Final = {
    word: suit for suit in _SUITS for word in (suit.value[0], suit.value, suit.value[:-1])
}
for _number, _suit in enumerate(_SUITS):
    _suit.code = _number
#: Cards indexed by code.  Codes 1 to 3 are not used.
_CARDS: Final = tuple(_new_card(code if code > 3 else 0) for code in range(56))

#: A card whose identity is not known.
UNKNOWN: Final = _CARDS[0]
#: The 52 different cards in order of their codes: Ac, Ad, Ah, As, 2c, ... Ks.
ALL_CARDS: Final = _CARDS[4:]
_CODES: Final = bytes((0, *range(4, 56)))

_RANKS: Final = {name: rank for rank, name in enumerate(RANK_NAMES) if name} | {"T": 10}
#: The names of the ranks in words, starting with the Ace.
RANK_WORDS: Final = ("ace", *NUMBERS[2:11], "jack", "queen", "king")
#: A regular expression for a rank in input, to be matched without regard to case.
RANK: Final = "(?:10|[2-9TAJQK])"
#: A regular expression for a rank in output.
WRITTEN_RANK: Final = "(?:10|[2-9AJQK])"
_CARD_PATTERN: Final = re.compile(rf"({RANK})([CDHS])", re.IGNORECASE | re.ASCII)

#: A regular expression for a card without suit symbols.  A ten is ``T``, ``0`` or ``10``.  A
#: letter for a rank is a capital unless the expression is compiled to ignore case.
CARD: Final = r"(?:10|[2-9TJQKA0])[CDHScdhs]"
#: A regular expression for a card in pasted text, which may use suit symbols.
PASTED_CARD: Final = "(?:10|[2-9TJQKAtjqka])[CDHScdhs♣♦♥♠]"

_LOWER: Final = {
    **{str(c).lower(): c for c in ALL_CARDS},
    **{f"{ten}{c.suit.letter}": c for c in ALL_CARDS if c.rank == 10 for ten in "t0"},
}

#: Cards by spelling: in lower case, or with a capital letter as the rank; ``??`` is ``UNKNOWN``.
CARDS: Final[dict[str, Card]] = {
    "??": UNKNOWN,
    **_LOWER,
    **{name.capitalize(): c for name, c in _LOWER.items()},
}
#: ``CARDS`` and the names in words: ``ten of clubs``, ``10 of clubs``.
NAMED_CARDS: Final[Mapping[str, Card]] = CARDS | {
    f"{rank} of {suit.plural}": _CARDS[4 * number + suit.code]
    for suit in Suit
    for number, word in enumerate(RANK_WORDS, 1)
    for rank in (word, RANK_NAMES[number].lower())
}


def card(rank: int | str, suit: Suit | str | None = None) -> Card:
    """Return the card of a rank and a suit, such as ``card(9, "h")``.

    The rank is a number from 1 to 13 or a text (see :func:`parse_rank`).  The suit is a Suit or a
    text (see :func:`parse_suit`).  Without ``suit`` the argument is a card's name, as for
    :func:`parse_card`: ``card("9h")``.

    Raises SpiderError if the number is out of range, NotationError if a text can't be parsed.
    """
    if suit is None:
        return parse_card(str(rank))
    if isinstance(rank, str):
        rank = parse_rank(rank)
    if not isinstance(suit, Suit):
        suit = Suit(suit)
    if not ACE <= rank <= KING:
        raise SpiderError(f"a rank is a number from 1 (Ace) to 13 (King), not {rank!r}")
    return _CARDS[4 * rank + suit.code]


def from_code(code: int) -> Card:
    """Return the card with this code: ``4 * rank + suit.code``, or 0 for ``UNKNOWN``.

    Raises ValueError for any other number.
    """
    if code == 0 or 4 <= code <= 55:
        return _CARDS[code]
    raise ValueError(f"{code} is not the code of a card")


def from_codes(codes: bytes) -> tuple[Card, ...]:
    """Return the cards with these codes.  For many cards this is faster than :func:`from_code`.

    Raises ValueError if one of the codes is not valid.
    """
    if codes.translate(None, _CODES):
        wrong = next(code for code in codes if code not in _CODES)
        raise ValueError(f"{wrong} is not the code of a card")
    return tuple([_CARDS[code] for code in codes])


def codes_of(cards: Iterable[Card]) -> bytes:
    """Return the codes of cards, one byte per card."""
    return bytes([card.code for card in cards])


def parse_card(text: str) -> Card:
    """Parse one card: ``10h``, ``Td``, ``as``, ``KC``.

    Case is ignored; ``T`` and ``10`` both mean ten.  Raises NotationError for anything else.
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
    """Parse a rank: ``A``, ``2`` to ``10`` or ``T``, ``J``, ``Q``, ``K``, in either case.

    Returns a number from 1 to 13.  Raises NotationError for anything else.
    """
    rank = _RANKS.get(text.upper())
    if rank is None:
        raise NotationError(f"'{text}' is not a rank: expected A, 2 to 10, J, Q or K")
    return rank


def parse_suit(text: str) -> Suit:
    """Parse a suit: its letter or name (``h``, ``heart``, ``hearts``), in either case.

    Raises NotationError for anything else.
    """
    if suit := _SPELLED_SUITS.get(text.lower()):
        return suit
    raise NotationError(f"'{text}' is not a suit: expected clubs, diamonds, hearts or spades")


def rank_name(rank: int) -> str:
    """Return the printed name of a rank (1 to 13): ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return RANK_NAMES[rank]
