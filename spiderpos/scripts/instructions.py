"""Instructions for moves of named cards or columns, and the text of moves in Woods' words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..game import engine
from ..game import illegal as errors
from ..game.cards import UNKNOWN, Card, Suit, from_code
from ..game.engine import SUIT_LENGTH, Step
from ..game.illegal import IllegalMove, run_name
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Column, Position
from ..game.script import Call, Instruction
from ..text.errors import NotationError
from ..text.wording import count_phrase, join_words


@dataclass(frozen=True, slots=True)
class InCell:
    """A free cell, by its number from 1."""

    number: int

    def __str__(self) -> str:
        return f"cell {self.number}"


@dataclass(frozen=True, slots=True)
class Onto:
    """A target of a move: a bottom card, or None for a space; perhaps with the column's number.

    ``leftmost``: if several columns match, the leftmost is meant.
    """

    card: Card | None
    column: int | None = None
    leftmost: bool = False


#: The source of cards: a column by its number, a cell, or None if the text doesn't name it.
Source: TypeAlias = int | InCell | None
#: The target of cards, as for ``Source``, or a bottom card or space.
Target: TypeAlias = int | InCell | Onto | None


@dataclass(frozen=True, slots=True)
class MoveRun(Instruction):
    """``9-6s from 7 to 3``: a natural run, named by its highest and its lowest card.

    ``head`` and ``tail`` have the same suit, and ``head`` is not the lower one.  They are equal
    for a single card, and both ``UNKNOWN`` for ``??``, a card that the writer didn't know: it
    matches any bottom card.  ``reveal`` are the cards that the text names as turned up.
    ``exact``: cards that cover the named ones don't move with them.
    """

    head: Card
    tail: Card
    source: Source
    target: Target
    reveal: tuple[Card, ...] = ()
    exact: bool = False

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`Instruction.resolve`.

        A single card in the natural run at the bottom of its column moves with the cards that
        cover it.  If the text omits the source or the target, exactly one move must match, or
        exactly one of those that match must be legal.
        """
        target = self.target
        moves = self.fitting(position)
        legal = moves if len(moves) == 1 else [m for m in moves if engine.can(position, m)]
        if len(legal) != 1:
            options = tuple(move_words(move, self._cards) for move in legal)
            raise errors.AmbiguousMove(self.words(), options)
        move = legal[0]
        assumed = []
        if isinstance(move, Shift) and move.count > len(self._cards):
            run = position.columns[move.source - 1].up[-move.count :]
            assumed.append(f"takes {run_name(run)}")
        if isinstance(target, Onto) and target.leftmost and len(position.spaces) > 1:
            assumed.append(f"goes to column {position.spaces[0]}, the leftmost space")
        return (Call(move, self.reveal, join_words(assumed)),)

    @property
    def _cards(self) -> tuple[Card, ...]:
        """The named cards, the highest first."""
        if self.head == self.tail:
            return (self.head,)
        return tuple(map(from_code, range(self.head.code, self.tail.code - 1, -4)))

    def _lies_at_bottom(self, column: Column) -> bool:
        cards = self._cards
        return column.up[-len(cards) :] == cards or (not self.head and bool(column.up))

    def _source_error(self, position: Position, source: int) -> IllegalMove:
        """Return the error for cards that can't be moved from a column."""
        columns = position.columns
        if not 0 < source <= len(columns):
            return errors.NoSuchPlace(source, len(columns))
        up = columns[source - 1].up
        cards = self._cards
        elsewhere = tuple(
            n for n, c in enumerate(columns, 1) if self.head and self._lies_at_bottom(c)
        )
        if not up:
            return errors.EmptyPlace(source, run_name(cards), elsewhere)
        pairs = zip(up[-len(cards) :], cards, strict=False)
        if len(up) >= len(cards) and all(card in (expected, UNKNOWN) for card, expected in pairs):
            return errors.UnknownCard(source)
        run = engine.natural_run(columns[source - 1], position.rules)
        covered = tuple(n for n, c in enumerate(columns, 1) if _covering(c.up, cards))
        return errors.WrongCard(
            source, run_name(cards), run, _covering(up, cards), elsewhere, covered
        )

    def fitting(self, position: Position) -> list[Move]:
        """Return all moves that match the text, legal or not.

        Raises NoSuchPlace, EmptyPlace, WrongCard or UnknownCard for the source, and NoSuchPlace,
        NoPlace or WrongTarget for the target.
        """
        sources, targets = self._sources(position), self._targets(position)
        return [
            move
            for source, count in sources
            for target in targets
            if (source != target or target == self.target)
            and (move := _move(source, target, count))
        ]

    def _sources(self, position: Position) -> list[tuple[int | InCell, int]]:
        source = self.source
        columns = position.columns
        if isinstance(source, InCell):
            if not 0 < source.number <= len(position.cells):
                raise errors.NoSuchPlace(source.number, len(position.cells), "cell")
            card = position.cells[source.number - 1]
            if card is None:
                raise errors.EmptyPlace(0, cell=source.number)
            if self.head and card != self.head:
                raise errors.WrongCard(0, str(self.head), (card,), cell=source.number)
            return [(source, 1)]
        numbers = range(1, len(columns) + 1)
        if source is not None:
            numbers = range(source, source + 1) if source in numbers else range(0)
        places: list[tuple[int | InCell, int]] = [
            (n, len(self._cards)) for n in numbers if self._lies_at_bottom(columns[n - 1])
        ]
        if source is None and self.head == self.tail:
            cells = enumerate(position.cells, 1)
            places += [(InCell(n), 1) for n, card in cells if card and card == self.head]
        alone = self.exact or isinstance(self.target, InCell)
        if not places and self.head == self.tail and not alone:
            runs = ((n, engine.natural_run(columns[n - 1], position.rules)) for n in numbers)
            places += [(n, len(run) - run.index(self.head)) for n, run in runs if self.head in run]
        if not places and source is not None:
            raise self._source_error(position, source)
        return places

    def _targets(self, position: Position) -> Sequence[int | InCell]:
        target = self.target
        columns = position.columns
        if isinstance(target, (int, InCell)):
            return [target]
        if target is None:
            return list(range(1, len(columns) + 1))
        if target.column is not None:
            if not 0 < target.column <= len(columns):
                raise errors.NoSuchPlace(target.column, len(columns))
            column = columns[target.column - 1]
            if column.bottom != target.card:
                expected = "a space" if target.card is None else f"the {target.card}"
                run = engine.natural_run(column, position.rules)
                there = run_name(run) if run else "a space"
                raise errors.WrongTarget(expected, there, target.column)
            return [target.column]
        numbers = [n for n, column in enumerate(columns, 1) if column.bottom == target.card]
        if not numbers and target.card is None:
            raise errors.NoPlace(self._cards, no_space=True)
        return numbers[:1] if target.leftmost else numbers

    def words(self) -> str:
        """Return the instruction in the canonical notation, as far as that can express it."""
        source = "" if self.source is None else f" from {self.source}"
        target = self.target
        if isinstance(target, Onto):
            space = f" into {'a' if target.leftmost else 'the'} space"
            destination = space if target.card is None else f" onto the {target.card}"
            destination += "" if target.column is None else f" in column {target.column}"
        else:
            destination = "" if target is None else f" to {target}"
        return run_name(self._cards) + source + destination + turned_words(self.reveal)


def with_count(run: MoveRun, count: int) -> MoveRun:
    """Return ``run`` with exactly ``count`` cards, as the text states, from its highest card down.

    Raises NotationError if it can't have them.
    """
    tail = run.head.code - 4 * (count - 1)
    contradicts = run.head != run.tail and run.tail.code != tail
    if not 0 < count <= max(1, run.head.rank) or contradicts:
        cards = run_name(run._cards)
        raise NotationError(f"{cards} can't be {count_phrase(count, 'card')}", run.place)
    return replace(run, tail=from_code(tail), exact=True)


@dataclass(frozen=True, slots=True)
class MoveCards(Instruction):
    """``4 cards from 7 to 3``, ``3-8``: a number of cards, or the only number that is legal.

    With ``depth``: the cards from that index of the column on, where 1 is its first card.
    """

    source: int
    target: int
    count: int | None = None
    reveal: tuple[Card, ...] = ()
    depth: int | None = None

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`Instruction.resolve`."""
        count = self._legal_count(position) if self.count is None else self.count
        return (Call(Shift(self.source, self.target, count), self.reveal),)

    def _legal_count(self, position: Position) -> int:
        columns = position.columns
        if not 0 < self.source <= len(columns):
            raise errors.NoSuchPlace(self.source, len(columns))
        column = columns[self.source - 1]
        if self.depth is not None:
            return len(column) - self.depth + 1
        run = engine.natural_run(column, position.rules)
        counts = [
            count
            for count in range(1, len(run) + 1)
            if engine.can(position, Shift(self.source, self.target, count))
        ]
        if len(counts) > 1:
            options = (f"{count_phrase(n, 'card')} ({_moved_words(run[-n:])})" for n in counts)
            raise errors.AmbiguousMove(self.in_one_line, tuple(options))
        return counts[0] if counts else required_count(position, self.source, self.target)

    def words(self) -> str:
        """Return the instruction in the canonical notation, as far as that can express it."""
        cards = "cards" if self.count is None else count_phrase(self.count, "card")
        return f"{cards} from {self.source} to {self.target}{turned_words(self.reveal)}"


def required_count(position: Position, source: int, target: int) -> int:
    """Return the number of bottom cards that must move for the ranks of two columns to fit.

    It is 1 if no number fits; if ``target`` has no face-up card, the length of the natural run.
    """
    columns = position.columns
    if not (0 < source <= len(columns) and 0 < target <= len(columns)):
        return 1
    column, other = columns[source - 1], columns[target - 1]
    if not other.up:
        return max(1, len(engine.natural_run(column, position.rules)))
    onto, lowest = other.up[-1], column.bottom
    if not onto or not lowest:
        return 1
    count = onto.rank - lowest.rank
    if count < 1 and position.rules.kings_on_aces:
        count += 13
    return max(1, count)


def implied_removals(step: Step) -> list[int]:
    """Return the columns (from 1) of the suits to remove after a step if a text omits removals.

    After a shift these are the complete suits in its two columns, after a deal or a move with a
    cell those in any column.  A column with two of them is listed twice.  Empty if the rules
    remove suits automatically, or if the step is a removal.
    """
    if step.before.rules.automatic_removal or isinstance(step.move, Remove):
        return []
    if isinstance(step.move, Shift):
        changed: Sequence[int] = (step.move.source, step.move.target)
    else:
        changed = range(1, len(step.after.columns) + 1)
    removals = []
    position = step.after
    for number in changed:
        while engine.has_complete_suit(position.columns[number - 1]):
            removals.append(number)
            position = engine.do(position, Remove(number)).after
    return removals


@dataclass(frozen=True, slots=True)
class DealRow(Instruction):
    """``deal``; ``reveal`` are the named cards: the row, then other cards turned up."""

    reveal: tuple[Card, ...] = ()

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`Instruction.resolve`."""
        return (Call(Deal(), self.reveal),)

    def words(self) -> str:
        """Return the instruction in the canonical notation, as far as that can express it."""
        return move_words(Deal(), ()) + turned_words(self.reveal, after_comma=False)


@dataclass(frozen=True, slots=True)
class RemoveSuit(Instruction):
    """``remove the clubs from column 8``; the suit, the column or both may be omitted.

    ``may_be_gone``: the text may be a log that also records automatic removals.  Under automatic
    removal the suit must then have been removed already.
    """

    suit: Suit | None
    column: int | None
    reveal: tuple[Card, ...] = ()
    may_be_gone: bool = False

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`Instruction.resolve`.

        If the text omits the column, exactly one must have a complete suit that fits the text.
        """
        if self.may_be_gone and position.rules.automatic_removal:
            if not position.removed or (self.suit and self.suit not in (*position.removed, None)):
                raise errors.NotComplete(0, suit=self.suit)
            return ()
        column = self.column
        if column is None:
            column = self._only_column(position)
        elif not 0 < column <= len(position.columns):
            raise errors.NoSuchPlace(column, len(position.columns))
        elif self.suit is not None and engine.has_complete_suit(position.columns[column - 1]):
            column_run = position.columns[column - 1].up[-SUIT_LENGTH:]
            if column_run[-1].suit is not self.suit:
                raise errors.NotComplete(column, column_run, suit=self.suit)
        return (Call(Remove(column), self.reveal),)

    def _only_column(self, position: Position) -> int:
        columns = engine.complete_columns(position, self.suit)
        if not columns:
            raise errors.NotComplete(0, complete=engine.complete_columns(position), suit=self.suit)
        if len(columns) > 1:
            options = (move_words(Remove(n), position.column(n).up) for n in columns)
            raise errors.AmbiguousMove(self.words(), tuple(options))
        return columns[0]

    def words(self) -> str:
        """Return the instruction in the canonical notation, as far as that can express it."""
        text = "the suit" if self.suit is None else f"the {self.suit}"
        if self.column is not None:
            column = f"column {self.column}"
            text = column if self.suit is None else f"{text} from {column}"
        return f"remove {text}{turned_words(self.reveal)}"


def _move(source: int | InCell, target: int | InCell, count: int) -> Move | None:
    """Return the move of ``count`` cards; None from cell to cell, which is impossible."""
    if isinstance(source, int):
        if isinstance(target, int):
            return Shift(source, target, count)
        return ToCell(source, target.number)
    if isinstance(target, int):
        return FromCell(source.number, target)
    return None


def _covering(up: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that cover the last occurrence of ``cards`` in ``up``."""
    for stop in range(len(up) - 1, len(cards) - 1, -1):
        if up[stop - len(cards) : stop] == cards:
            return up[stop:]
    return ()


def _moved_words(cards: Sequence[Card]) -> str:
    if len(cards) <= SUIT_LENGTH and cards[0] >= cards[-1]:
        return run_name(cards)
    return count_phrase(len(cards), "card")


def move_words(move: Move, cards: Sequence[Card]) -> str:
    """Return a move in the canonical notation; ``cards`` are those that it moves or removes."""
    if isinstance(move, Shift):
        return f"{_moved_words(cards)} from {move.source} to {move.target}"
    if isinstance(move, ToCell):
        return f"{_moved_words(cards)} from {move.column} to cell {move.cell}"
    if isinstance(move, FromCell):
        return f"{_moved_words(cards)} from cell {move.cell} to {move.column}"
    if isinstance(move, Remove):
        return f"remove the {cards[-1].suit} from column {move.column}"
    return "deal"


def turned_words(cards: Sequence[Card], *, after_comma: bool = True) -> str:
    """Return ``, turning up 6s``; empty if no card is known."""
    if not any(cards):
        return ""
    return f"{',' * after_comma} turning up {' '.join(map(str, cards))}"
