"""The house rules: one frozen options object, and the presets that have names.

The options cover the four programs that the project starts from.  ``woods`` is the game as Don
Woods describes it (comp.windows.news, 17 January 1990): no deal while there is a space, a
complete suit may be removed but need not be.  The others are named in :data:`PRESETS`.

This module says which rules hold; :mod:`spiderpos.engine` plays by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from .errors import SpiderError

__all__ = [
    "COLUMNS",
    "PRESETS",
    "WOODS",
    "DealOverSpaces",
    "Rules",
    "RulesError",
    "ScoredSuits",
    "parse_rules",
]

#: Columns of a full tableau.
COLUMNS: Final = 10
#: The extra cards of the first round lie on the leftmost four columns, or on 1, 4, 7 and 10.
_LAYOUTS: Final[Mapping[str, tuple[int, ...]]] = {
    "first-four": (6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
    "spread": (6, 5, 5, 6, 5, 5, 6, 5, 5, 6),
}


class RulesError(SpiderError):
    """Options that are unknown, out of range, or contradict each other."""


class DealOverSpaces(StrEnum):
    """When a row may be dealt although there is a space."""

    NEVER = "never"
    #: xpat2's ``-relaxed 1``: if every nonempty column is in order of rank and suit.
    IF_IN_SUIT = "if-in-suit"
    #: xpat2's ``-relaxed 2``: if every nonempty column is in order of rank.
    IF_IN_RANK = "if-in-rank"
    ALWAYS = "always"


class ScoredSuits(StrEnum):
    """Which complete suits of an unfinished game count 50 points."""

    #: Woods: those removed.
    REMOVED = "removed"
    #: xpat2 and Stolz: those removed and those complete in the tableau.
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """House rules.  Every option has Woods' value as its default.

    ``suits``: different suits in the 104 cards, 4, 2 (spades and hearts) or 1 (spades).
    ``start``: cards that each of the ten columns starts with, 2 to 7, the last one face up.
    ``cells``: free cells, 0 to 4, each for one card from a column's bottom.
    ``deal_over_spaces``: when a row may be dealt although there is a space.
    ``short_last_deal``: a last row may have fewer cards than there are columns; the first
    columns get them.
    ``kings_on_aces``: ranks wrap around: a King may be placed on an Ace, and K on A of one
    suit is natural.  A complete suit is still King down to Ace.
    ``automatic_removal``: a complete suit at the bottom of a column goes off at once.
    ``scored_suits``: which complete suits of an unfinished game score 50.

    Raises RulesError if an option is out of range or two contradict each other.
    """

    suits: int = 4
    start: tuple[int, ...] = _LAYOUTS["spread"]
    cells: int = 0
    deal_over_spaces: DealOverSpaces = DealOverSpaces.NEVER
    short_last_deal: bool = False
    kings_on_aces: bool = False
    automatic_removal: bool = False
    scored_suits: ScoredSuits = ScoredSuits.REMOVED

    def __post_init__(self) -> None:
        if self.suits not in (1, 2, 4):
            raise RulesError(f"suits: there can be 1, 2 or 4, not {self.suits}")
        if len(self.start) != COLUMNS or not all(2 <= n <= 7 for n in self.start):
            raise RulesError(
                "start: ten columns of 2 to 7 cards each, not " + ",".join(map(str, self.start))
            )
        if not 0 <= self.cells <= 4:
            raise RulesError(f"cells: there can be 0 to 4, not {self.cells}")
        if not self.short_last_deal and (104 - sum(self.start)) % COLUMNS:
            raise RulesError(
                f"start: {sum(self.start)} cards leave {104 - sum(self.start)} for the hand, "
                "which is no whole number of rows of ten: set short_last_deal=yes too"
            )

    @property
    def name(self) -> str | None:
        """The name of the preset that these rules are, or None."""
        return next((name for name, preset in PRESETS.items() if preset == self), None)

    @property
    def copies(self) -> int:
        """How many of each card the 104 hold: 2, 4 or 8."""
        return 8 // self.suits

    @property
    def hand_at_start(self) -> int:
        """Cards in the hand before the first deal."""
        return 104 - sum(self.start)

    def describe(self) -> dict[str, str]:
        """The options that differ from Woods', each as ``parse_rules`` takes it."""
        return {
            f.name: _option_text(f.name, getattr(self, f.name))
            for f in fields(self)
            if getattr(self, f.name) != getattr(WOODS, f.name)
        }

    def __str__(self) -> str:
        name = self.name
        if name is not None:
            return name
        return ";".join(f"{key}={text}" for key, text in self.describe().items())


def _option_text(key: str, value: Any) -> str:
    if key == "start":
        layout = next((name for name, start in _LAYOUTS.items() if start == value), None)
        if layout is None:
            layout = str(value[0]) if len(set(value)) == 1 else ",".join(map(str, value))
        return layout
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


WOODS: Final = Rules()

#: The rules that have a name.
PRESETS: Final[Mapping[str, Rules]] = {
    "woods": WOODS,
    "woods-leftmost": Rules(start=_LAYOUTS["first-four"]),
    "xpat2": Rules(scored_suits=ScoredSuits.COMPLETE),
    "xpat2-relaxed1": Rules(
        deal_over_spaces=DealOverSpaces.IF_IN_SUIT, scored_suits=ScoredSuits.COMPLETE
    ),
    "xpat2-relaxed2": Rules(
        deal_over_spaces=DealOverSpaces.IF_IN_RANK, scored_suits=ScoredSuits.COMPLETE
    ),
    "pipkin-default": Rules(
        start=_LAYOUTS["first-four"], automatic_removal=True, short_last_deal=True
    ),
    "pipkin-beginner": Rules(
        start=(4,) * COLUMNS,
        automatic_removal=True,
        short_last_deal=True,
        cells=4,
        kings_on_aces=True,
        deal_over_spaces=DealOverSpaces.ALWAYS,
    ),
    "modern": Rules(start=_LAYOUTS["first-four"], automatic_removal=True),
    "modern-relaxed": Rules(
        start=_LAYOUTS["first-four"],
        automatic_removal=True,
        deal_over_spaces=DealOverSpaces.ALWAYS,
    ),
    "two-suits": Rules(suits=2, start=_LAYOUTS["first-four"], automatic_removal=True),
    "one-suit": Rules(suits=1, start=_LAYOUTS["first-four"], automatic_removal=True),
}

_BOOLEANS: Final = {
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}


def parse_rules(name: str = "woods", options: Mapping[str, Any] | None = None) -> Rules:
    """The rules called ``name``, with single options changed.

    ``name`` is a preset's name or the text that ``str(rules)`` gives (``key=value`` pairs
    separated by semicolons).  The values of ``options`` are what YAML gives (numbers,
    booleans, text) or text as on a command line: ``yes``/``no``, ``first-four`` or ``spread``
    or one number or ten for ``start``.  Raises RulesError, saying which names, keys and values
    there are.
    """
    changes: dict[str, Any] = dict(options or {})
    base = PRESETS.get(name.lower())
    if base is None and "=" in name:
        pairs = [part.partition("=") for part in name.split(";")]
        changes = {key.strip(): text.strip() for key, _, text in pairs} | changes
        base = WOODS
    if base is None:
        raise RulesError(f"no rules are called '{name}'; there are {', '.join(PRESETS)}")
    values = {_key(key): _value(_key(key), value) for key, value in changes.items()}
    return replace(base, **values)


def _key(key: str) -> str:
    known = [f.name for f in fields(Rules)]
    word = str(key).replace("-", "_")
    if word not in known:
        raise RulesError(f"no rule option is called '{key}'; there are {', '.join(known)}")
    return word


def _value(key: str, value: Any) -> Any:
    text = str(value).strip().lower()
    try:
        if key in ("suits", "cells"):
            if isinstance(value, bool):
                raise ValueError
            return int(text)
        if key == "start":
            return _start(value, text)
        if key == "deal_over_spaces":
            return DealOverSpaces(text)
        if key == "scored_suits":
            return ScoredSuits(text)
        return _BOOLEANS[text]
    except (ValueError, KeyError, TypeError):
        raise RulesError(f"{key}: '{value}' is not {_WANTED.get(key, 'yes or no')}") from None


_WANTED: Final = {
    "suits": "1, 2 or 4",
    "cells": "a number from 0 to 4",
    "start": "first-four, spread, one number from 2 to 7, or ten of them",
    "deal_over_spaces": ", ".join(DealOverSpaces),
    "scored_suits": " or ".join(ScoredSuits),
}


def _start(value: Any, text: str) -> tuple[int, ...]:
    if isinstance(value, (list, tuple)):
        return tuple(int(n) for n in value)
    if text in _LAYOUTS:
        return _LAYOUTS[text]
    numbers = tuple(int(part) for part in text.replace(",", " ").split())
    return numbers * COLUMNS if len(numbers) == 1 else numbers
