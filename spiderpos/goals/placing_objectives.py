"""Objectives of a goal that depend on the places of cards, such as ``uncover 6s in column 9``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from ..formats import loads as load_position
from ..game import census, engine
from ..game.cards import UNKNOWN, Card, Suit, card
from ..game.census import PositionError
from ..game.difference import difference
from ..game.engine import SUIT_LENGTH, Step
from ..game.position import Column, Position
from ..game.survey import complete_suits, is_won
from ..text.wording import columns_phrase, count_phrase, join_words
from .conditions import NoDealing, NoTurningUp, OtherSuits
from .objectives import Objective, SpaceIn, TurnUp
from .terms import ClauseWords, GoalNumbers, LineProgress, Unclear


@dataclass(frozen=True)
class Uncover(Objective):
    """Have this card at the bottom of ``column`` (from 1), or of any column."""

    card: Card
    column: int | None = None

    def __str__(self) -> str:
        text = f"uncover {self.card}"
        return text if self.column is None else f"{text} in column {self.column}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.card, phrase.column)

    @property
    def in_column(self) -> int | None:
        return self.column

    def holds(self, progress: LineProgress) -> bool:
        columns = _with_bottom(progress.now, self.card)
        return self.column in columns if self.column else bool(columns)

    def may_hold(self, now: Position) -> bool:
        columns = _with_bottom(now, UNKNOWN)
        possible = self.column in columns if self.column else bool(columns)
        return possible and census.can_be_hidden(now, (self.card,))

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        columns = _with_bottom(progress.now, self.card)
        if not columns:
            return f"no {self.card} is at the bottom of a column"
        return f"{self.card} is at the bottom of {columns_phrase(columns)}"

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        pair = (self.card, self.column or 0)
        if pair not in requirements.uncovered:
            requirements.uncovered.append(pair)

    @property
    def imperative(self) -> str:
        if self.column is None:
            return f"free the {self.card}, so that no card lies on it"
        return f"have the {self.card} at the end of column {self.column}"

    @property
    def thing(self) -> str:
        return f"down to the {self.card}"


@dataclass(frozen=True)
class DigDown(Objective):
    """Dig down to this card of a column: the cards that cover it at the start must leave.

    The card is the copy in that column at the start; if both copies are in it, the upper one.
    The objective holds if the column ends in the card, with the same cards above it as at the
    start.
    """

    card: Card
    column: int

    def __str__(self) -> str:
        return f"dig down to {self.card} in column {self.column}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        objective = cls(phrase.card, phrase.column or 1)
        if phrase.position is not None and (why := objective.mismatch(phrase.position)):
            raise phrase.error(phrase.token("CARD"), why, "a card of that column")
        return objective

    @property
    def in_column(self) -> int:
        return self.column

    def _down_to(self, position: Position) -> tuple[Card, ...]:
        """Return the cards of the column from the top to this card; empty if it isn't there."""
        cards = _cards_of(position, self.column)
        return cards[: cards.index(self.card) + 1] if self.card in cards else ()

    def depth(self, position: Position) -> int:
        """Return the row of the card in the column, from 1; 0 if it isn't there."""
        return len(self._down_to(position))

    def holds(self, progress: LineProgress) -> bool:
        expected = self._down_to(progress.start)
        return bool(expected) and _cards_of(progress.now, self.column) == expected

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        expected, actual = self._down_to(progress.start), _cards_of(progress.now, self.column)
        if expected and actual[: len(expected)] == expected:
            over = len(actual) - len(expected)
            return f"{count_phrase(over, 'card') if over else 'no card'} on it in its column"
        return f"column {self.column} isn't as it was down to that card"

    def mismatch(self, position: Position) -> str:
        if mismatch := super().mismatch(position):
            return mismatch
        down_to = self._down_to(position)
        return "" if down_to else f"column {self.column} has no {self.card} that is known"

    def rest(self, progress: LineProgress) -> Objective | None:
        expected = self._down_to(progress.start)
        if expected and _cards_of(progress.now, self.column)[: len(expected)] == expected:
            return self
        raise Unclear(f"that {self.card} has left column {self.column}")

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        super().ask(requirements, start)
        requirements.dug.append((self.card, self.column))

    def bottoms(self) -> Sequence[Objective]:
        return (Uncover(self.card, self.column),)

    def instead(self, position: Position) -> tuple[Position, Objective] | None:
        """Return an equivalent question about cards to turn up (``docs/prover.md``, section 7).

        None if no card covers this one, or if the card on it may form a run with it.
        """
        count, column = len(self._down_to(position)), position.column(self.column)
        hidden = len(column.down)
        if count <= hidden:
            return position, TurnUp(hidden - count + 1, self.column)
        down, up = _cards_of(position, self.column)[:count], column.up[count - hidden :]
        if not up or not up[0] or up[0].rank in (self.card.rank - 1, self.card.rank + 12):
            return None
        columns = list(position.columns)
        columns[self.column - 1] = Column(down, up)
        return replace(position, columns=tuple(columns)), TurnUp(1, self.column)

    @property
    def thing(self) -> str:
        return f"down to the {self.card}"


def _cards_of(position: Position, number: int) -> tuple[Card, ...]:
    """Return all cards of a column, from the top down; empty if the column doesn't exist."""
    if number > len(position.columns):
        return ()
    column = position.column(number)
    return (*column.down, *column.up)


def _with_bottom(position: Position, card: Card) -> tuple[int, ...]:
    """Return the columns that have this card at the bottom."""
    return tuple(n for n, column in enumerate(position.columns, 1) if column.bottom == card)


@dataclass(frozen=True)
class Complete(Objective):
    """Have these suits complete at the bottom of columns; any suit if none is named."""

    suits: tuple[Suit, ...] = ()

    def __str__(self) -> str:
        return f"complete {join_words(self.suits) or 'any suit'}"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        return cls(phrase.suits)

    def for_another_suit(self, suit: Suit) -> Objective | None:
        return Complete((suit,)) if self.suits else None

    def merged(self, other: Objective) -> Objective | None:
        if isinstance(other, Complete) and self.suits and other.suits:
            return Complete(self.suits + other.suits)
        return None

    def holds(self, progress: LineProgress) -> bool:
        complete = _complete(progress.now)
        return not Counter(self.suits) - complete if self.suits else bool(complete)

    def may_hold(self, now: Position) -> bool:
        return any(map(engine.may_be_complete, now.columns))

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        complete = _complete(progress.now)
        if not complete:
            return "no suit is complete at the bottom of a column"
        return f"complete at the bottom of a column: {join_words(complete.elements())}"

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.complete |= Counter(self.suits)
        requirements.complete_any = requirements.complete_any or not self.suits


def _complete(position: Position) -> Counter[Suit]:
    """Count the suits that are complete at the bottom of a column."""
    numbers = engine.complete_columns(position)
    return Counter(position.column(number).up[-1].suit for number in numbers)


_A_POSITION: Final = "a position with the same columns and cards"


@dataclass(frozen=True)
class Reach(Objective):
    """Reach the tableau of a given position, whose unknown cards match any card.

    ``text`` is the position as written in the goal.
    """

    position: Position
    text: str = field(compare=False)

    def __str__(self) -> str:
        return f'reach "{self.text}"'

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        token = phrase.token("STRING")
        options = replace(phrase.options, partial=True)
        name = f"{phrase.source.name} (reach)"
        try:
            objective = cls(load_position(token[1:-1], name=name, options=options), token[1:-1])
        except PositionError as error:
            raise phrase.error(token, str(PositionError(error.faults)), _A_POSITION) from None
        if phrase.position is not None and (why := objective.mismatch(phrase.position)):
            raise phrase.error(token, why, _A_POSITION)
        return objective

    @property
    def names_a_column(self) -> bool:
        return True

    def _different(self, now: Position) -> list[int]:
        """Return the numbers of the columns that differ from the target."""
        return [d.column for d in difference(self.position, now) if d.column]

    def holds(self, progress: LineProgress) -> bool:
        return not self._different(progress.now)

    def may_hold(self, now: Position) -> bool:
        return len(self.position.columns) == len(now.columns) and all(
            _may_be(expected.down, actual.down) and _may_be(expected.up, actual.up)
            for expected, actual in zip(self.position.columns, now.columns, strict=True)
        )

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        different = self._different(progress.now)
        if not different:
            return "the tableau is the same"
        return f"{columns_phrase(different)} differ{'s' * (len(different) == 1)}"

    def mismatch(self, position: Position) -> str:
        columns = count_phrase(len(position.columns), "column")
        if len(self.position.columns) != len(position.columns):
            return f"the position has {columns}, but this has {len(self.position.columns)}"
        counts = Counter(position.known_cards())
        # An unknown card may be any card that is left in the decks.
        hidden = census.unknown_count(position)
        cards = (c for column in self.position.columns for c in (*column.down, *column.up) if c)
        for one, count in Counter(cards).items():
            more = min(hidden, count - counts[one])
            while more > 0 and not census.can_be_hidden(position, [one] * more):
                more -= 1
            have = counts[one] + max(0, more)
            if count > have:
                return f"the position has {f'only {have}' if have else 'no'} {one}"
        return ""

    def bottoms(self) -> Sequence[Objective]:
        objectives: list[Objective] = []
        for number, column in enumerate(self.position.columns, 1):
            if not len(column):
                objectives.append(SpaceIn(number))
            elif column.up and column.up[-1]:
                objectives.append(Uncover(column.up[-1], number))
        return objectives

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.reach.append(self.position)


def _may_be(expected: Sequence[Card], actual: Sequence[Card]) -> bool:
    return len(expected) == len(actual) and all(
        not a or not b or a == b for a, b in zip(expected, actual, strict=True)
    )


@dataclass(frozen=True)
class Win(Objective):
    """Win: every suit is removed or complete in the tableau, and no other card is left.

    ``in_tableau`` is the minimum number of complete suits in the tableau, 0 to 8; None means that
    all must be there, so that no suit may be removed.
    """

    in_tableau: int | None = 0
    contrary = (NoDealing, NoTurningUp, OtherSuits)

    def __str__(self) -> str:
        if self.in_tableau is None:
            return "win with all suits in the tableau"
        if self.in_tableau:
            return f"win with {count_phrase(self.in_tableau, 'suit')} in the tableau"
        return "win"

    @classmethod
    def read(cls, phrase: ClauseWords) -> Self:
        if "WITH_ALL_SUITS_IN_THE_TABLEAU" in phrase:
            return cls(None)
        return cls(phrase.number(8, "suits can't be in the tableau", otherwise=0))

    def holds(self, progress: LineProgress) -> bool:
        now = progress.now
        if not is_won(now):
            return False
        if self.in_tableau is None:
            return not now.removed
        return len(complete_suits(now)) >= self.in_tableau

    def may_hold(self, now: Position) -> bool:
        unknown = any(UNKNOWN in column.up for column in now.columns)
        return unknown and not now.hand and not now.face_down

    def report(self, progress: LineProgress, line: Sequence[Step]) -> str:
        now = progress.now
        return (
            f"{count_phrase(len(now.removed), 'suit')} removed, {len(complete_suits(now))} "
            f"complete in the tableau, {count_phrase(len(now.hand), 'card')} in the hand"
        )

    def lost(self, progress: LineProgress) -> str:
        if self.in_tableau is None:
            return "a suit is removed" if progress.now.removed else ""
        few = len(_cards_left(progress.now)) < SUIT_LENGTH * self.in_tableau
        return "too few cards are left" if few else ""

    def impossible_by_count(self, position: Position) -> str:
        removed = len(position.removed)
        if self.in_tableau is None and removed:
            are = "suit is" if removed == 1 else "suits are"
            return f"the goal needs all suits, but {removed} {are} removed already"
        cards = _cards_left(position)
        counts = Counter(cards)
        suits = sum(
            max(counts[card(rank, suit)] for rank in range(1, SUIT_LENGTH + 1)) for suit in Suit
        )
        if len(cards) % SUIT_LENGTH or suits * SUIT_LENGTH > len(cards):
            return "the cards that are left don't make up complete suits"
        return ""

    def ask(self, requirements: GoalNumbers, start: Position) -> None:
        requirements.win = max(requirements.win or 0, self.in_tableau or 0)
        if self.in_tableau is None:
            requirements.forbidden = 0b1111
            requirements.none_removed = True


def _cards_left(position: Position) -> list[Card]:
    cards = [*position.hand, *(cell for cell in position.cells if cell is not None)]
    for column in position.columns:
        cards += [*column.down, *column.up]
    return cards
