"""The themes of problems, by the names that files and commands have for them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

#: What is at work in a problem; :mod:`spiderpos.author.themes` says what each is, and tests it.
Theme: TypeAlias = Literal[
    "declined-join",
    "poisoned-suit",
    "switchback",
    "round-trip",
    "sacrifice",
    "wrong-twin",
    "other-king",
    "space-lent",
    "lent-twice",
    "waiting-room",
    "clearance",
    "suit-order",
    "swap",
    "sure-card",
    "decoy-space",
]
#: All of them, in the order of :mod:`spiderpos.author.themes`.
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
