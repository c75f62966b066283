"""Types that objectives and conditions share: progress of a line, numbers for searches, tokens.

This module does not depend on the objectives and conditions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ..formats.base import ReadOptions
from ..game.cards import Card, Suit, codes_of, parse_card, parse_suit
from ..game.census import DECKS
from ..game.engine import Step, TurnedUp
from ..game.position import Position
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import NUMBERS, count_phrase

if TYPE_CHECKING:
    from lark import Token

# The progress of a line


class LineProgress(NamedTuple):
    """The facts about a line played so far on which goals depend; ``moves`` is its length.

    ``removed``: the suits that it removed, in order.  ``turned``: the cards that it turned up.
    """

    start: Position
    now: Position
    removed: tuple[Suit, ...] = ()
    turned: tuple[TurnedUp, ...] = ()
    moves: int = 0

    def after(self, step: Step) -> LineProgress:
        """Return the progress after one more step."""
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
    """The suits that a goal requires to be removed: by name, and by number.

    If several clauses of the goal name a suit or give a number, the highest count applies.
    """

    named: Counter[Suit]
    number: int

    def others(self, removed: Sequence[Suit]) -> int:
        """Count the suits in ``removed`` that the goal requires neither by name nor by number."""
        by_name = (Counter(removed) & self.named).total()
        return len(removed) - max(by_name, min(len(removed), self.number))

    def all_named_in(self, removed: Sequence[Suit]) -> bool:
        """Return True if all suits that the goal requires by name are in ``removed``."""
        return not self.named - Counter(removed)


class Unclear(Exception):  # noqa: N818 - an answer, not an error
    """Raised if the goal language can't express what remains of a clause; with the reason."""


# Numbers


class Limits(NamedTuple):
    """The limits on a line that a goal's conditions set, for searches; None means no limit.

    ``in_words``: conditions without a field of their own, as text.
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
    """The numeric requirements of a goal on a position, for searches.

    The fields are in the order of ``Goal`` in ``native/game/goal.hpp``, where they are documented.
    Columns are numbered from 1.  ``win`` is the least number of complete suits in the tableau;
    None if the goal is not a win.

    The fields after ``most_others`` are not part of that struct.  ``reach``: target tableaus.
    ``none_removed``: no suit may have been removed, even before the line.  ``dug``: cards to dig
    down to, with their columns; of the searches, only those of positions support them.
    ``in_words``: as text, the requirements in ``dug``, and those that have no field here.
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
    space_before_removal: bool = False
    forbidden: int = 0
    first: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    most_others: int = DECKS
    reach: list[Position] = field(default_factory=list)
    none_removed: bool = False
    dug: list[tuple[Card, int]] = field(default_factory=list)
    in_words: list[str] = field(default_factory=list)

    @property
    def words(self) -> tuple[int, ...]:
        """The numbers as ``read_goal`` in ``native/game/goal.hpp`` expects them."""
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
            int(self.space_before_removal),
            self.forbidden,
            *self.first,
            self.most_others,
        )

    @property
    def reach_words(self) -> list[int]:
        """The target tableaus as numbers: their count, then the columns of each."""
        words = [len(self.reach)]
        for column in (column for tableau in self.reach for column in tableau.columns):
            words += [len(column.down), len(column), *codes_of(column.down), *codes_of(column.up)]
        return words

    def keep_to(self, limits: Limits) -> None:
        """Add the limits set by conditions, except those on deals and the number of moves."""
        if limits.no_turning_up:
            self.most_turned = 0
        if limits.other_suits is not None:
            self.most_others = limits.other_suits
        for suit in limits.no_removing_suits:
            self.forbidden |= 1 << suit.code
        self.no_space = limits.no_making_a_space
        self.in_words += limits.in_words


# Tokens


def rule_of(kind: type) -> str:
    """Return the name of the grammar's rule for a class: ``get_spaces`` for ``GetSpaces``."""
    words = re.findall(r"[A-Z][a-z]*", kind.__name__)
    return "_".join(words).lower()


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """The tokens of an objective or a condition, with methods to read their values.

    ``options`` apply to the position of a ``reach`` clause.  ``position`` is the position that
    the goal is for, if known.  Errors are NotationErrors with the place of the token.
    """

    source: SourceText
    tokens: Sequence[Token]
    options: ReadOptions
    position: Position | None = None

    def __contains__(self, terminal: str) -> bool:
        return any(token.type == terminal for token in self.tokens)

    def token(self, terminal: str) -> Token:
        """Return the first token of this terminal.  Raises StopIteration if it is missing."""
        return next(token for token in self.tokens if token.type == terminal)

    def error(self, token: Token, message: str, expected: str) -> NotationError:
        """Return an error with the place of a token."""
        place = self.source.place(token.start_pos or 0, len(token))
        return NotationError(message, place, expected)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits that the clause names, in the order of the text."""
        return tuple(
            parse_suit(token.replace(",", " ").split()[-1])
            for token in self.tokens
            if token.type in ("SUIT", "NEXT_SUIT")
        )

    @property
    def card(self) -> Card:
        """The card that the clause names."""
        return parse_card(self.token("CARD"))

    def number(self, most: int, problem: str, *, least: int = 1, otherwise: int = 1) -> int:
        """Return the number in the clause, or ``otherwise`` if it has none.

        ``problem`` completes the error for a number that is not between ``least`` and ``most``:
        "spaces are not possible".
        """
        if "NUMBER" not in self:
            return otherwise
        token = self.token("NUMBER")
        value = _number(token)
        if not least <= value <= most:
            raise self.error(token, f"{token} {problem}", f"a number from {least} to {most}")
        return value

    @property
    def column(self) -> int | None:
        """The column that the clause names, or None.  Raises NotationError if it doesn't exist."""
        if "COLUMN" not in self:
            return None
        token = self.token("COLUMN")
        value = _number(token)
        if not 1 <= value <= 10:
            raise self.error(token, f"there is no column {token}", "a number from 1 to 10")
        most = len(self.position.columns) if self.position is not None else value
        if value > most:
            why = f"the position has {count_phrase(most, 'column')}"
            raise self.error(token, why, f"a number from 1 to {most}" if most > 1 else "1")
        return value


def _number(token: str) -> int:
    return NUMBERS.index(token.lower()) if token.isalpha() else int(token)
