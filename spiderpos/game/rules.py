"""House rules: a frozen object of options, and named presets.

The options cover the rules of four programs and of the common modern game:

- Don Woods' Spider (NeWS, 1989; documentation in comp.windows.news, 17 January 1990), which
  sets the defaults: no deal while there is a space, and the player chooses when to remove a
  complete suit;
- xpat2 1.07 (``help.Spider``), with its options ``-relaxed 1`` and ``-relaxed 2``;
- Andrew Pipkin's Spider 1.00 (26 February 2000), with cells, Kings on Aces, fewer cards;
- Horst Stolz' Spider 1.0 for the Amiga (1995), which differs in the score.

This module only defines the options; :mod:`spiderpos.game.engine` applies the rules of play and
:mod:`spiderpos.game.survey` those of the score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from ..text.errors import SpiderError
from ..text.protocols import Word, public
from ..text.wording import did_you_mean, join_words
from .cards import Suit, parse_suit

#: Columns of a full tableau.
COLUMNS: Final = 10
#: The maximum number of free cells.
MOST_CELLS: Final = 4
#: Layouts by name: the columns with six cards are the leftmost four, or 1, 4, 7 and 10.
_LAYOUTS: Final[Mapping[str, tuple[int, ...]]] = {
    "first-four": (6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
    "spread": (6, 5, 5, 6, 5, 5, 6, 5, 5, 6),
}


#: The suits in play, by their number.
_SUITS_OF: Final[Mapping[int, tuple[Suit, ...]]] = {
    1: (Suit.SPADES,),
    2: (Suit.HEARTS, Suit.SPADES),
    4: tuple(Suit),
}


class RulesError(SpiderError):
    """Raised for options that are unknown, out of range, or contradict each other."""


class DealOverSpaces(Word):
    """The conditions under which a row may be dealt while there is a space."""

    NEVER = "never"
    #: xpat2's ``-relaxed 1``: if every nonempty column is face up and in order of rank and suit.
    IF_IN_SUIT = "if-in-suit"
    #: xpat2's ``-relaxed 2``: if every nonempty column is face up and in order of rank.
    IF_IN_RANK = "if-in-rank"
    ALWAYS = "always"


class ScoredSuits(Word):
    """The complete suits that score 50 points each in an unfinished game."""

    #: Woods: the removed suits.
    REMOVED = "removed"
    #: xpat2: the removed suits and the complete ones in the tableau.
    COMPLETE = "complete"
    #: Stolz: as xpat2.  The bonus of 2 points for each complete suit in the tableau after the
    #: third is also given before the game is won.
    COMPLETE_WITH_BONUS = "complete-with-bonus"


@public(
    "rules.describe() has the options by name",
    text="write rules == spiderpos.parse_rules(text), or compare str(rules)",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """House rules.  The defaults are Woods' rules.

    ``suits``: the suits in play, 1, 2 or 4 of them.  The number 2 means hearts and spades, 1
    means spades; other suits are given as text, ``clubs+hearts``.
    ``start``: the initial number of cards of each of the ten columns, 2 to 7, of which the last
    is face up.
    ``cells``: the number of free cells, 0 to 4; each takes one card from the bottom of a column.
    ``deal_over_spaces``: the condition for dealing a row while there is a space.
    ``short_last_deal``: the last row may have fewer cards than there are columns; they go to the
    first columns.
    ``kings_on_aces``: ranks wrap around: a King may be placed on an Ace, and is natural on the
    Ace of its suit.  A complete suit is still King down to Ace.
    ``automatic_removal``: a complete suit at the bottom of a column is removed at once.
    ``scored_suits``: the complete suits that score 50 points in an unfinished game.

    All options are also accepted as text: numbers, the values of the enumerations, ``yes`` or
    ``no``, and for ``start`` ``first-four``, ``spread``, one number or ten.  Raises RulesError if
    an option is out of range or of the wrong type, or if two contradict each other: a hand that
    does not divide into rows of ten requires ``short_last_deal``.
    """

    suits: tuple[Suit, ...] = tuple(Suit)
    start: tuple[int, ...] = _LAYOUTS["spread"]
    cells: int = 0
    deal_over_spaces: DealOverSpaces = DealOverSpaces.NEVER
    short_last_deal: bool = False
    kings_on_aces: bool = False
    automatic_removal: bool = False
    scored_suits: ScoredSuits = ScoredSuits.REMOVED

    def __new__(cls, *args: Any, **_options: Any) -> Rules:
        """Create rules; raise TypeError for positional arguments."""
        if args:
            raise TypeError(f"to parse rules, call spiderpos.parse_rules({args[0]!r:.60})")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name in ("start", "suits") or type(value) is not type(f.default):
                object.__setattr__(self, f.name, _value(f.name, value))
        if len(self.suits) not in _SUITS_OF:
            raise RulesError(f"suits: expected 1, 2 or 4, not {len(self.suits)}")
        if len(self.start) != COLUMNS or not all(2 <= n <= 7 for n in self.start):
            raise RulesError(
                "start: expected ten numbers from 2 to 7, not " + ",".join(map(str, self.start))
            )
        if not 0 <= self.cells <= MOST_CELLS:
            raise RulesError(f"cells: expected 0 to {MOST_CELLS}, not {self.cells}")
        if not self.short_last_deal and self.hand_at_start % COLUMNS:
            raise RulesError(
                f"start: {sum(self.start)} cards leave {self.hand_at_start} for the hand, "
                "which does not divide into rows of ten: set short_last_deal=yes too"
            )

    @property
    def name(self) -> str | None:
        """The name of the preset equal to these rules, or None."""
        return next((name for name, preset in PRESETS.items() if preset == self), None)

    @property
    def copies(self) -> int:
        """The number of copies of each card in the 104: 2, 4 or 8."""
        return 8 // len(self.suits)

    @property
    def suits_value(self) -> int | str:
        """The value of ``suits`` in files: the number of suits, or names as ``clubs+hearts``."""
        text = _option_text("suits", self.suits)
        return int(text) if text.isdecimal() else text

    @property
    def hand_at_start(self) -> int:
        """The number of cards in the hand before the first deal."""
        return 104 - sum(self.start)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The possible sizes of the hand during a game, in cards, in ascending order."""
        sizes = range(self.hand_at_start % COLUMNS, self.hand_at_start + 1, COLUMNS)
        return tuple(sizes) if 0 in sizes else (0, *sizes)

    @property
    def face_down_at_start(self) -> int:
        """The number of face-down cards before the first move: all but one of each column."""
        return sum(self.start) - COLUMNS

    def describe(self) -> dict[str, str]:
        """Return the options that differ from Woods' rules, as text for ``parse_rules``."""
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
    if key == "suits":
        number = len(value)
        return str(number) if _SUITS_OF[number] == value else "+".join(map(str, value))
    if key == "start":
        layout = next((name for name, start in _LAYOUTS.items() if start == value), None)
        if layout is None:
            layout = str(value[0]) if len(set(value)) == 1 else ",".join(map(str, value))
        return layout
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_YES_OR_NO: Final = "yes or no"
_EXPECTED: Final = {
    "suits": "1, 2 or 4, or suits as clubs+hearts",
    "cells": "a number from 0 to 4",
    "start": "first-four, spread, one number from 2 to 7, or ten of them",
    "deal_over_spaces": join_words(DealOverSpaces, "or"),
    "scored_suits": join_words(ScoredSuits, "or"),
}
_ENUMS: Final[Mapping[str, type[Word]]] = {
    "deal_over_spaces": DealOverSpaces,
    "scored_suits": ScoredSuits,
}


_BOOLEANS: Final = {
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
}


def _value(key: str, value: Any) -> Any:
    """Convert the value of an option, given in its own type or as text.  Raises RulesError."""
    text = str(value).strip().lower()
    try:
        if key == "suits":
            return _suits(value, text)
        if key == "cells":
            return _number(text)
        if key == "start":
            return _start(value, text)
        if key in _ENUMS:
            return _ENUMS[key](text)
        return _BOOLEANS[text]
    except RulesError:
        raise
    except (ValueError, KeyError):
        raise RulesError(
            f"{key}: expected {_EXPECTED.get(key, _YES_OR_NO)}, not '{value}'"
        ) from None


def _suits(value: Any, text: str) -> tuple[Suit, ...]:
    """Return suits from their number, from names in a text, or from a list, sorted by code."""
    if text.isdecimal():
        number = _number(text)
        if number not in _SUITS_OF:
            raise RulesError(f"suits: expected 1, 2 or 4, not {text}")
        return _SUITS_OF[number]
    words = value if isinstance(value, (list, tuple)) else re.split("[+,]", text)
    suits = sorted(parse_suit(str(word).strip()) for word in words)
    if len(set(suits)) < len(suits):
        raise ValueError
    return tuple(suits)


def _number(text: str) -> int:
    """Convert ASCII digits to a number.

    Raises ValueError for other digits, which int() would accept.
    """
    if not text.isascii():
        raise ValueError
    return int(text)


def _start(value: Any, text: str) -> tuple[int, ...]:
    if isinstance(value, (list, tuple)):
        return tuple(_number(str(n)) for n in value)
    if text in _LAYOUTS:
        return _LAYOUTS[text]
    numbers = tuple(_number(part) for part in text.replace(",", " ").split())
    return numbers * COLUMNS if len(numbers) == 1 else numbers


WOODS: Final = Rules()

#: The named rules.
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
    "amiga": Rules(scored_suits=ScoredSuits.COMPLETE_WITH_BONUS),
    "pipkin-default": Rules(
        start=_LAYOUTS["first-four"], automatic_removal=True, short_last_deal=True
    ),
    # Pipkin recommends to beginners: cells, fewer cards, Kings on Aces, deals over spaces.  He
    # gives no numbers; four cells and four cards per column are our choice.
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
    "two-suits": Rules(suits=_SUITS_OF[2], start=_LAYOUTS["first-four"], automatic_removal=True),
    "one-suit": Rules(suits=_SUITS_OF[1], start=_LAYOUTS["first-four"], automatic_removal=True),
}


def with_suits(rules: Rules, suits: int | str | Iterable[Suit]) -> Rules:
    """Return the rules with other suits: a number (1, 2 or 4), or names as ``clubs+hearts``.

    Raises RulesError.
    """
    value = suits if isinstance(suits, (int, str)) else tuple(suits)
    return replace(rules, suits=_value("suits", value))


def parse_rules(
    name: str = "woods", options: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()
) -> Rules:
    """Return the rules called ``name``, with some options changed.

    Args:
        name: A preset, or options as ``str(rules)`` writes them: ``key=value`` pairs separated
            by semicolons.  A preset before the pairs is their base (``modern;suits=2``); without
            one it is ``woods``.
        options: Options of :class:`Rules`, which take precedence over those in ``name``.

    Raises RulesError for an unknown name, key or value, and if ``name`` or ``options`` give two
    different values for one key.  The message lists the valid ones.
    """
    first, *pairs = name.split(";")
    if "=" in first:
        first, pairs = "woods", [first, *pairs]
    base = PRESETS.get(first.strip().lower())
    if base is None:
        suggestion = did_you_mean(first, PRESETS)
        raise RulesError(f"unknown rules '{first}'{suggestion}; expected {', '.join(PRESETS)}")
    split = [pair.partition("=") for pair in pairs]
    changes = _options((key.strip(), text.strip()) for key, _, text in split)
    changes |= _options(options.items() if isinstance(options, Mapping) else options)
    return replace(base, **changes)


def _options(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    names = [f.name for f in fields(Rules)]
    options: dict[str, Any] = {}
    for key, text in pairs:
        word = str(key).replace("-", "_")
        if word not in names:
            suggestion = did_you_mean(word, names)
            raise RulesError(
                f"unknown rule option '{key}'{suggestion}; expected {', '.join(names)}"
            )
        value = _value(word, text)
        if options.setdefault(word, value) != value:
            raise RulesError(
                f"{word} is given twice: {_option_text(word, options[word])} and "
                f"{_option_text(word, value)}"
            )
    return options
