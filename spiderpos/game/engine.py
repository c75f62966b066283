"""The rules engine: it checks moves, lists the legal ones and plays them.

Each kind of move has three operations: :func:`verify` raises the precise reason why it is
illegal, :func:`can` returns a boolean, :func:`do` plays it.  All of them follow
``position.rules``.  This module and :mod:`spiderpos.game.position`, which defines the cards that
fit on each other, are the only Python modules of the package that implement the rules; the
compiled core has its own implementation.

The position after a step shares the columns that did not change with the position before it.

The rules are Don Woods' (comp.windows.news, 17 January 1990, section II); where an option of
:class:`spiderpos.game.rules.Rules` comes from another program, its comment says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..text.protocols import public
from . import illegal as errors
from .cards import ALL_CARDS, UNKNOWN, Card, Suit
from .census import can_be_hidden, copies_accounted_for
from .illegal import IllegalMove
from .moves import Deal, FromCell, Move, Remove, Shift, ToCell
from .position import (
    SUIT_LENGTH,
    Column,
    Position,
    fits,
    has_complete_suit,
    is_natural_pair,
    may_be_complete,
    natural_run,
    natural_runs,
    rank_fits,
)
from .rules import DealOverSpaces, Rules

# Names of the position module that other modules import from here.
__all__ = [
    "SUIT_LENGTH",
    "fits",
    "has_complete_suit",
    "is_natural_pair",
    "may_be_complete",
    "natural_run",
    "natural_runs",
    "rank_fits",
]


@public("turned.column is a number, turned.card a card")
@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card turned up, or dealt face up, in a column; ``UNKNOWN`` if its identity isn't known."""

    column: int
    card: Card


@public("removal.column is a number, removal.suit a suit")
@dataclass(frozen=True, slots=True)
class Removal:
    """A complete suit removed from a column."""

    column: int
    suit: Suit


@public("step.cards, step.turned and step.removals list the cards moved, turned up and removed")
@dataclass(frozen=True, slots=True)
class Step:
    """A move that was played.

    ``cards``: the cards that moved, from the top down (the row of a deal, the suit of a removal).
    ``turned``: the face-down cards turned up: first in the column that the cards left, then
    where automatic removals uncovered one.
    ``removals``: the suits removed, by the move or automatically, in order.
    """

    move: Move
    before: Position
    after: Position
    cards: tuple[Card, ...]
    turned: tuple[TurnedUp, ...] = ()
    removals: tuple[Removal, ...] = ()

    @property
    def is_event(self) -> bool:
        """True if the step turned up a card, removed a suit or dealt a row.

        Moves of a player cannot reverse such a step.
        """
        return bool(self.turned or self.removals) or isinstance(self.move, Deal)


# Cards that fit on each other


@cache
def _fitting(rules: Rules) -> Mapping[Card, frozenset[Card]]:
    """Return for each card the set of cards that fit on it; nothing fits on ``UNKNOWN``."""
    return {UNKNOWN: frozenset()} | {
        onto: frozenset(head for head in ALL_CARDS if fits(head, onto, rules))
        for onto in ALL_CARDS
    }


def joins_naturally(step: Step) -> bool:
    """Return True if a step shifted cards onto a card with which they form a natural pair."""
    move = step.move
    if not isinstance(move, Shift):
        return False
    onto = step.before.column(move.target).bottom
    return onto is not None and is_natural_pair(onto, step.cards[0], step.before.rules)


def depends_on_unknown(step: Step) -> bool:
    """Return True if an unknown face-up card may have completed a suit in a step.

    This matters only under ``automatic_removal``, which would then have removed the suit; without
    that rule the result is False.  Whether the required cards are still unseen is *not* checked.
    """
    return step.before.rules.automatic_removal and any(
        now is not was and now != was and may_be_complete(now)
        for was, now in zip(step.before.columns, step.after.columns, strict=True)
    )


def complete_columns(position: Position, suit: Suit | None = None) -> tuple[int, ...]:
    """Return the columns with a complete suit at the bottom: any suit, or ``suit``."""
    return tuple(
        number
        for number, column in enumerate(position.columns, 1)
        if has_complete_suit(column) and suit in (None, column.up[-1].suit)
    )


def accepting_columns(position: Position, head: Card, source: int = 0) -> tuple[int, ...]:
    """Return the columns, other than ``source``, onto which a run headed by ``head`` can move."""
    return tuple(
        number
        for number, column in enumerate(position.columns, 1)
        if number != source
        and (
            column.is_space
            or (bool(column.up) and bool(head) and fits(head, column.up[-1], position.rules))
        )
    )


# Checking moves


def verify(position: Position, move: Move) -> None:
    """Raise an IllegalMove with the reason if ``move`` is illegal."""
    fault = _fault(position, move)
    if fault is not None:
        raise fault


def can(position: Position, move: Move) -> bool:
    """Return True if ``move`` is legal."""
    return _fault(position, move) is None


def _fault(position: Position, move: Move) -> IllegalMove | None:
    if type(move) is Shift:
        return _shift_fault(position, move)
    if type(move) is Deal:
        return _deal_fault(position)
    if type(move) is Remove:
        return _remove_fault(position, move)
    if type(move) is ToCell:
        return _to_cell_fault(position, move)
    if type(move) is FromCell:
        return _from_cell_fault(position, move)
    raise TypeError(f"{move!r} is not a move")


def _shift_fault(position: Position, move: Shift) -> IllegalMove | None:
    columns = position.columns
    source, target, count = move.source, move.target, move.count
    for number in (source, target):
        if not 0 < number <= len(columns):
            return errors.NoSuchPlace(number, len(columns))
    if source == target:
        return errors.SameColumn(source)
    column = columns[source - 1]
    up = column.up
    if not up:
        return errors.EmptyPlace(source)
    if not 0 < count <= len(up):
        return errors.TooFewCards(source, count, len(up), bool(column.down))
    if count > 1:
        rules = position.rules
        for i in range(len(up) - 1, len(up) - count, -1):
            if up[i - 1].code - up[i].code != 4 or not up[i]:
                if not (up[i] and up[i - 1]):
                    return errors.UnknownCard(source)
                if not is_natural_pair(up[i - 1], up[i], rules):
                    run = natural_run(column, rules)
                    return errors.NotNatural(source, up[i - 1], up[i], run)
    return _target_fault(position, up[-count], target, source)


def _target_fault(
    position: Position, head: Card, target: int, source: int = 0, cell: int = 0
) -> IllegalMove | None:
    """Return the error if ``head`` can't move onto column ``target``; None if it can.

    ``source`` is the column it comes from, ``cell`` the free cell; the other one is 0.
    """
    column = position.columns[target - 1]
    if not column.up:
        return None
    onto = column.up[-1]
    if not head:
        return errors.UnknownCard(source, cell)
    if not onto:
        return errors.UnknownCard(target, head=head)
    if not fits(head, onto, position.rules):
        return errors.RankMismatch(
            head,
            target,
            onto,
            accepting_columns(position, head, source),
            position.rules.kings_on_aces,
        )
    return None


def _deal_fault(position: Position) -> IllegalMove | None:
    if not position.hand:
        return errors.ShortHand(0, len(position.columns))
    if len(position.hand) < len(position.columns) and not position.rules.short_last_deal:
        return errors.ShortHand(len(position.hand), len(position.columns))
    spaces = position.spaces
    policy = position.rules.deal_over_spaces
    if not spaces or policy is DealOverSpaces.ALWAYS:
        return None
    if policy is DealOverSpaces.NEVER:
        return errors.DealOverSpace(spaces)
    in_suit = policy is DealOverSpaces.IF_IN_SUIT
    unordered = tuple(
        number
        for number, column in enumerate(position.columns, 1)
        if not _in_order(column, position.rules, in_suit=in_suit)
    )
    if not unordered:
        return None
    condition = f"in order of rank{' and suit' * in_suit}"
    return errors.DealOverSpace(spaces, condition, unordered)


def _in_order(column: Column, rules: Rules, *, in_suit: bool) -> bool:
    """Return True if a column is face up and each card fits (in suit) on the one above it."""
    pairs = zip(column.up, column.up[1:], strict=False)
    follows = is_natural_pair if in_suit else (lambda a, b, r: bool(a and b) and fits(b, a, r))
    return not column.down and all(follows(upper, lower, rules) for upper, lower in pairs)


def _remove_fault(position: Position, move: Remove) -> IllegalMove | None:
    columns = position.columns
    if not 0 < move.column <= len(columns):
        return errors.NoSuchPlace(move.column, len(columns))
    column = columns[move.column - 1]
    if has_complete_suit(column):
        return None
    return errors.NotComplete(
        move.column, natural_run(column, position.rules), complete_columns(position)
    )


def _to_cell_fault(position: Position, move: ToCell) -> IllegalMove | None:
    if not 0 < move.column <= len(position.columns):
        return errors.NoSuchPlace(move.column, len(position.columns))
    if not 0 < move.cell <= len(position.cells):
        return errors.NoSuchPlace(move.cell, len(position.cells), "cell")
    if not position.columns[move.column - 1].up:
        return errors.EmptyPlace(move.column)
    card = position.cells[move.cell - 1]
    if card is not None:
        free = tuple(n for n, content in enumerate(position.cells, 1) if content is None)
        return errors.CellFull(move.cell, card, free)
    return None


def _from_cell_fault(position: Position, move: FromCell) -> IllegalMove | None:
    if not 0 < move.column <= len(position.columns):
        return errors.NoSuchPlace(move.column, len(position.columns))
    if not 0 < move.cell <= len(position.cells):
        return errors.NoSuchPlace(move.cell, len(position.cells), "cell")
    card = position.cells[move.cell - 1]
    if card is None:
        return errors.EmptyPlace(0, cell=move.cell)
    return _target_fault(position, card, move.column, cell=move.cell)


def legal_moves(position: Position) -> Iterator[Move]:
    """Yield every legal move, in a fixed order: shifts by column, cells, removals, the deal.

    Equivalent moves are not merged: each space and each cell is listed as a target, and a whole
    column can move into a space.
    """
    rules = position.rules
    columns = position.columns
    fitting = _fitting(rules)
    for source, column in enumerate(columns, 1):
        run = natural_run(column, rules)
        if not run:
            continue
        # The possible first cards of a moving run, from the bottom up.  An unknown card is in no
        # set of fitting cards, so it can only move into a space.
        heads = tuple(enumerate(reversed(run), 1))
        for target, other in enumerate(columns, 1):
            if target == source:
                continue
            up = other.up
            if not up:
                for count, _ in heads:
                    yield Shift(source, target, count)
            else:
                accepted = fitting[up[-1]]
                for count, head in heads:
                    if head in accepted:
                        yield Shift(source, target, count)
    for cell, card in enumerate(position.cells, 1):
        for number, column in enumerate(columns, 1):
            if card is None and column.up:
                yield ToCell(number, cell)
            elif card is not None and _target_fault(position, card, number) is None:
                yield FromCell(cell, number)
    for number in complete_columns(position):
        yield Remove(number)
    if _deal_fault(position) is None:
        yield Deal()


# Playing moves


def do(position: Position, move: Move, reveal: Sequence[Card] = ()) -> Step:
    """Play ``move`` and return the step, whose ``after`` is the new position.

    ``reveal`` names the cards that come face up: for a deal the whole row first, then the cards
    turned up, in the order of ``Step.turned``.  A known card must be the one named.  Without
    ``reveal``, unknown cards stay ``UNKNOWN``.

    Raises the IllegalMove of :func:`verify`.  For ``reveal``: WrongReveal if it contradicts a
    known card, NothingRevealed if it has more cards than come face up or fewer than a deal's row,
    CardNotLeft if a card can't be one of the unknown cards.
    """
    fault = _fault(position, move)
    if fault is not None:
        raise fault
    return _play(position, move, reveal)


def play(position: Position, moves: Iterable[Move]) -> tuple[Step, ...]:
    """Play a line with :func:`do` and return its steps.  Raises IllegalMove."""
    steps: list[Step] = []
    for move in moves:
        steps.append(do(position, move))
        position = steps[-1].after
    return tuple(steps)


def _play(position: Position, move: Move, reveal: Sequence[Card]) -> Step:
    columns = list(position.columns)
    hand, cells, dealt = position.hand, position.cells, position.dealt
    announced = bool(reveal)
    # The columns that cards were moved from, and those that cards were moved to.
    sources: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    if isinstance(move, Shift):
        sources, targets = (move.source,), (move.target,)
        source, target = columns[move.source - 1], columns[move.target - 1]
        cards = source.up[-move.count :]
        columns[move.source - 1] = Column(source.down, source.up[: -move.count])
        columns[move.target - 1] = Column(target.down, target.up + cards)
    elif isinstance(move, Deal):
        cards = hand[: len(columns)]
        if reveal:
            cards = _revealed_row(cards, reveal)
            reveal = reveal[len(cards) :]
        targets = tuple(range(1, len(cards) + 1))
        for i, card in enumerate(cards):
            columns[i] = Column(columns[i].down, (*columns[i].up, card))
        hand = hand[len(cards) :]
        dealt = cards[::-1] + dealt if dealt else ()
    elif isinstance(move, Remove):
        sources = (move.column,)
        source = columns[move.column - 1]
        cards = source.up[-SUIT_LENGTH:]
        columns[move.column - 1] = Column(source.down, source.up[:-SUIT_LENGTH])
    elif isinstance(move, ToCell):
        sources = (move.column,)
        source = columns[move.column - 1]
        cards = source.up[-1:]
        columns[move.column - 1] = Column(source.down, source.up[:-1])
        cells = (*cells[: move.cell - 1], cards[0], *cells[move.cell :])
    else:
        targets = (move.column,)
        target = columns[move.column - 1]
        content = cells[move.cell - 1]
        cards = () if content is None else (content,)
        columns[move.column - 1] = Column(target.down, target.up + cards)
        cells = (*cells[: move.cell - 1], None, *cells[move.cell :])

    removals: tuple[Removal, ...] = ()
    if isinstance(move, Remove):
        removals = (Removal(move.column, cards[-1].suit),)
    if position.rules.automatic_removal:
        removals += _remove_complete(columns, sources + targets)
        for removal in removals:
            if removal.column not in sources:
                sources += (removal.column,)

    turned: tuple[TurnedUp, ...] = ()
    for number in sources:
        column = columns[number - 1]
        if column.down and not column.up:
            face = column.down[-1]
            if len(turned) < len(reveal):
                face = _revealed(number, face, reveal[len(turned)])
            columns[number - 1] = Column(column.down[:-1], (face,))
            turned += (TurnedUp(number, face),)
    if reveal and len(reveal) > len(turned):
        raise errors.NothingRevealed(tuple(reveal), len(turned))

    after = Position(
        tuple(columns),
        hand,
        position.removed + tuple([removal.suit for removal in removals]),
        cells,
        position.rules,
        dealt,
    )
    step = Step(move, position, after, cards, turned, removals)
    if announced:
        _check_copies(step)
    return step


def _remove_complete(columns: list[Column], changed: Sequence[int]) -> tuple[Removal, ...]:
    """Remove complete suits from the bottom of the changed columns until none is left."""
    removals: tuple[Removal, ...] = ()
    for number in changed:
        column = columns[number - 1]
        while has_complete_suit(column):
            removals += (Removal(number, column.up[-1].suit),)
            column = columns[number - 1] = Column(column.down, column.up[:-SUIT_LENGTH])
    return removals


def _revealed(column: int, card: Card, named: Card) -> Card:
    """Return the card that comes face up.  Raises WrongReveal if ``named`` isn't the known one."""
    if card and named and named != card:
        raise errors.WrongReveal(column, named, card)
    return card or named


def _revealed_row(row: tuple[Card, ...], reveal: Sequence[Card]) -> tuple[Card, ...]:
    if len(reveal) < len(row):
        raise errors.NothingRevealed(tuple(reveal), len(row))
    return tuple(
        _revealed(number, card, named)
        for number, (card, named) in enumerate(zip(row, reveal, strict=False), 1)
    )


def made_known(step: Step) -> tuple[Card, ...]:
    """Return the cards that were unknown before a step and are known after it."""
    before = step.before
    new: list[Card] = []
    if isinstance(step.move, Deal):
        new += [now for was, now in zip(before.hand, step.cards, strict=False) if now and not was]
    for turned in step.turned:
        if turned.card and not before.columns[turned.column - 1].down[-1]:
            new.append(turned.card)
    return tuple(new)


def _check_copies(step: Step) -> None:
    """Raise CardNotLeft if a card that became known can't have been one of the unknown cards."""
    before = step.before
    new = made_known(step)
    for card in new:
        if card.suit not in before.rules.suits:
            raise errors.CardNotLeft(card, 0)
        if copies_accounted_for(before, card) + new.count(card) > before.rules.copies:
            raise errors.CardNotLeft(card, before.rules.copies)
    if None in before.removed:
        for count, card in enumerate(new, 1):
            if not can_be_hidden(before, new[:count]):
                raise errors.CardNotLeft(card, before.rules.copies, removed=True)
