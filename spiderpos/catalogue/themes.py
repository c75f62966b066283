"""The names of themes in problem files and commands."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

#: A theme of a problem.  :mod:`spiderpos.author.themes` defines each and tests for it.
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
#: All themes, in the order of :mod:`spiderpos.author.themes`.
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
