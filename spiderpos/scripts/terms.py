"""The words of ``grammars/terms.lark`` and what they mean: a card or a run, a column, a way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from ..game.cards import ALL_CARDS, UNKNOWN, Card, Suit, card, parse_rank, parse_suit, rank_name
from ..text.resources import grammar

__all__ = [
    "CARD",
    "CARDS",
    "BadRunError",
    "pattern",
    "read_number",
    "read_run",
    "read_suit",
    "read_way",
]

_RUN: Final = re.compile(
    r"(?:(10|[2-9TAJQK])([CDHS]?)[-\u2010-\u2015\u2212])?(10|[2-9TAJQK])([CDHS])", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"\d{1,4}$")

#: A regular expression for a card as the notations in letters spell it (a ten is ``T``, ``0`` or
#: ``10``), with a capital rank; or, without regard to case, with any.
CARD: Final = r"(?:10|[2-9TJQKA0])[CDHScdhs]"

_LOWER: Final = {
    **{str(c).lower(): c for c in ALL_CARDS},
    **{f"{ten}{c.suit.letter}": c for c in ALL_CARDS if c.rank == 10 for ten in "t0"},
}

#: Each spelling in lower case, and with a capital rank, and its card; ``??`` is ``UNKNOWN``.
CARDS: Final[Mapping[str, Card]] = {
    "??": UNKNOWN,
    **_LOWER,
    **{name.capitalize(): c for name, c in _LOWER.items()},
}


class BadRunError(ValueError):
    """A card or run that can't be one; ``expected`` is what it may have meant."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


@lru_cache(maxsize=4096)
def read_run(words: str) -> tuple[Card, Card]:
    """The highest and the lowest card of ``9-6s``, ``9s-6s``, ``10h``, ``the Jh``, ``??``.

    Both are the same for a single card, and ``UNKNOWN`` for ``??``.  Raises BadRunError.
    """
    name = words.rsplit(maxsplit=1)[-1]
    if name == "??":
        return UNKNOWN, UNKNOWN
    match = _RUN.fullmatch(name)
    if match is None:
        raise BadRunError(f"'{name}' is not a card", "a card such as 10h or a run such as 9-6s")
    head_rank, head_suit, tail_rank, tail_suit = match.groups()
    tail = card(parse_rank(tail_rank), parse_suit(tail_suit))
    if head_rank is None:
        return tail, tail
    head = card(parse_rank(head_rank), parse_suit(head_suit or tail_suit))
    if head.suit is not tail.suit:
        raise BadRunError(f"{name} is of two suits, which can't move as one", "a run of one suit")
    if head < tail:
        raise BadRunError(
            f"{name} is upside down: a run is named by its highest card and then its lowest",
            f"{rank_name(tail.rank)}-{head}",
        )
    return head, tail


def read_number(words: str) -> int:
    """The number that the words end in: ``column 8`` gives 8, ``cell2`` 2, ``->9`` 9."""
    number = _NUMBER.search(words)
    assert number is not None  # noqa: S101 - the terminals end in one
    return int(number[0])


def read_suit(words: str) -> Suit | None:
    """The suit that the words end in: ``the clubs``; None for ``the suit``, whichever it is."""
    name = words.rsplit(maxsplit=1)[-1].lower()
    return None if name in ("suit", "set") else parse_suit(name)


@lru_cache(maxsize=4096)
def read_way(words: str) -> tuple[int, int]:
    """The columns of ``from 7 to 3``, ``from column 8 to column 9``."""
    source, target = (int(word) for word in words.split() if word.isdigit())
    return source, target


@cache
def pattern(name: str, form: str) -> re.Pattern[str]:
    """A pattern in which ``{RUN}`` stands for what ``grammars/<name>.lark`` means by that.

    For taking a token apart that holds several things.
    """
    terminals = grammar(name, positions=False).terminals
    return re.compile(form.format_map({t.name: f"(?:{t.pattern.to_regexp()})" for t in terminals}))
