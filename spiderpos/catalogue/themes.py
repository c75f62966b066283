"""The names of themes in problem files and commands."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

#: The name of a theme of a problem.  :mod:`spiderpos.author.themes` defines and detects each.
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
#: All themes: ``declined-join``, then the others as :mod:`spiderpos.author.themes` tests them.
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
