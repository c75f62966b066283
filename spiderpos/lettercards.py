"""Cards as the notations in letters spell them: a ten is ``T``, ``0`` or ``10``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .cards import ALL_CARDS, UNKNOWN, Card

__all__ = ["CARD", "CARDS"]

#: A regular expression for a card that is known, with a capital rank; or, without regard to
#: case, with any.
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
