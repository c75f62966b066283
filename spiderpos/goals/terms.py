"""What objectives and conditions speak of: what a line has done, numbers for searches, words read.

Nothing here knows a single objective or condition.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lark import Token

from ..formats.base import ReadOptions
from ..game.cards import Card, Suit, codes_of, parse_card, parse_suit
from ..game.census import DECKS
from ..game.engine import Step, TurnedUp
from ..game.position import Position
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import NUMBERS, count_phrase

# What a line has done


class LineProgress(NamedTuple):
    """What a line of so many ``moves`` has done, as far as a goal may ask for it.

    ``removed``: the suits that it has removed, in that order; ``turned``: the cards that it has
    turned up.
    """

    start: Position
    now: Position
    removed: tuple[Suit, ...] = ()
    turned: tuple[TurnedUp, ...] = ()
    moves: int = 0

    def after(self, step: Step) -> LineProgress:
        """Return the same once one more step is made."""
        removed = self.removed
        if step.removals:
            removed += tuple(removal.suit for removal in step.removals)
        turned = self.turned + step.turned
        return LineProgress(self.start, step.after, removed, turned, self.moves + 1)


def along(start: Position, steps: Sequence[Step]) -> Iterator[LineProgress]:
    """Yield the progress of a line before its first move, and after each."""
    progress = LineProgress(start, start)
    yield progress
    for step in steps:
        progress = progress.after(step)
        yield progress


class ToRemove(NamedTuple):
    """The suits that clauses name to be removed, and the most that one gives by number.

    Suits that several clauses name count as often as the one that names them most.
    """

    named: Counter[Suit]
    number: int

    def others(self, removed: Sequence[Suit]) -> int:
        """Return the number of these suits beyond those asked for, by name or by number."""
        by_name = (Counter(removed) & self.named).total()
        return len(removed) - max(by_name, min(len(removed), self.number))

    def all_named_in(self, removed: Sequence[Suit]) -> bool:
        """Return True if these contain all suits that are named."""
        return not self.named - Counter(removed)


class Unclear(Exception):  # noqa: N818 - an answer, not an error
    """Why it can't be said what is left of a condition."""


# Numbers


class Limits(NamedTuple):
    """What conditions forbid, as plain facts; None is no limit.

    ``in_words``: what can't be said so.
    """

    no_dealing: bool = False
    no_turning_up: bool = False
    no_removing_suits: tuple[Suit, ...] = ()
    no_making_a_space: bool = False
    other_suits: int | None = None
    moves: int | None = None
    in_words: tuple[str, ...] = ()


@dataclass(slots=True)
class GoalNumbers:
    """What a goal asks of a position, in numbers, as searches know it.

    In the order of ``Goal`` in ``native/game/goal.hpp``, which says what they mean.  Columns are
    numbered from 1; ``win`` is the least number of complete suits, None if none is asked for.

    ``reach``: tableaus that are to be reached.  ``none_removed``: nothing may have been removed,
    before the line either.  ``in_words``: what can't be said in numbers, to searches at least;
    ``dug``: cards of columns that pages know how to dig down to, and their judge alone.
    """

    spaces: int = 0
    need: Counter[Suit] = field(default_factory=Counter)
    any: int = 0
    turned: int = 0
    turned_in: dict[int, int] = field(default_factory=dict)
    empty: list[int] = field(default_factory=list)
    uncovered: list[tuple[Card, int]] = field(default_factory=list)
    complete: Counter[Suit] = field(default_factory=Counter)
    complete_any: bool = False
    win: int | None = None
    most_turned: int = DECKS
    no_space: bool = False
    goes_off: bool = False
    forbidden: int = 0
    first: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    most_others: int = DECKS
    reach: list[Position] = field(default_factory=list)
    none_removed: bool = False
    dug: list[tuple[Card, int]] = field(default_factory=list)
    in_words: list[str] = field(default_factory=list)

    @property
    def places(self) -> bool:
        """True if it is asked where certain cards, or spaces, are in the end."""
        return bool(
            self.empty
            or self.uncovered
            or self.complete
            or self.complete_any
            or self.win is not None
        )

    @property
    def words(self) -> tuple[int, ...]:
        """The numbers as ``read_goal`` in ``native/game/goal.hpp`` takes them."""
        return (
            self.spaces,
            *(self.need[suit] for suit in Suit),
            self.any,
            self.turned,
            len(self.turned_in),
            *(number for pair in sorted(self.turned_in.items()) for number in pair),
            len(self.empty),
            *self.empty,
            len(self.uncovered),
            *(number for card, column in self.uncovered for number in (card.code, column)),
            *(self.complete[suit] for suit in Suit),
            int(self.complete_any),
            0 if self.win is None else self.win + 1,
            self.most_turned,
            int(self.no_space),
            int(self.goes_off),
            self.forbidden,
            *self.first,
            self.most_others,
        )

    @property
    def reach_words(self) -> list[int]:
        """The tableaux to reach, in numbers: how many they are, then column by column."""
        words = [len(self.reach)]
        for column in (column for tableau in self.reach for column in tableau.columns):
            words += [len(column.down), len(column), *codes_of(column.down), *codes_of(column.up)]
        return words

    def keep_to(self, limits: Limits) -> None:
        """Put in what conditions forbid, but for deals and the number of moves."""
        if limits.no_turning_up:
            self.most_turned = 0
        if limits.other_suits is not None:
            self.most_others = limits.other_suits
        for suit in limits.no_removing_suits:
            self.forbidden |= 1 << suit.code
        self.no_space = limits.no_making_a_space
        self.in_words += limits.in_words


# Words


def rule_of(kind: type) -> str:
    """Return the name of the grammar's rule for a class: ``get_spaces`` for ``GetSpaces``."""
    words = re.findall(r"[A-Z][a-z]*", kind.__name__)
    return "_".join(words).lower()


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """The tokens of a clause or a condition, each by the name of its terminal.

    ``options`` are for reading the position of a ``reach``; ``position`` is the one that the goal
    is for, if that is known.  Errors are NotationErrors with the place of the word.
    """

    source: SourceText
    tokens: Sequence[Token]
    options: ReadOptions
    position: Position | None = None

    def __contains__(self, terminal: str) -> bool:
        return any(token.type == terminal for token in self.tokens)

    def token(self, terminal: str) -> Token:
        """Return the token of this terminal.  Raises StopIteration if there is none."""
        return next(token for token in self.tokens if token.type == terminal)

    def error(self, token: Token, message: str, expected: str) -> NotationError:
        """Return the error of a token, with its place."""
        place = self.source.place(token.start_pos or 0, len(token))
        return NotationError(message, place, expected)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits that are named."""
        return tuple(
            parse_suit(token.replace(",", " ").split()[-1])
            for token in self.tokens
            if token.type in ("SUIT", "NEXT_SUIT")
        )

    @property
    def card(self) -> Card:
        """The card that is named."""
        return parse_card(self.token("CARD"))

    def number(self, most: int, what: str, *, least: int = 1, otherwise: int = 1) -> int:
        """Return the number, from ``least`` to ``most``, or another one if there is none.

        ``what`` is wrong with it: "spaces can't be had".
        """
        if "NUMBER" not in self:
            return otherwise
        token = self.token("NUMBER")
        value = _number(token)
        if not least <= value <= most:
            raise self.error(token, f"{token} {what}", f"a number from {least} to {most}")
        return value

    @property
    def column(self) -> int | None:
        """The column that is named, if one is; the position has to have it."""
        if "COLUMN" not in self:
            return None
        token = self.token("COLUMN")
        value = _number(token)
        if not 1 <= value <= 10:
            raise self.error(token, f"{token} is no column", "a number from 1 to 10")
        most = len(self.position.columns) if self.position is not None else value
        if value > most:
            why = f"the position has {count_phrase(most, 'column')}"
            raise self.error(token, why, f"a number from 1 to {most}" if most > 1 else "1")
        return value


def _number(token: str) -> int:
    return NUMBERS.index(token.lower()) if token.isalpha() else int(token)
