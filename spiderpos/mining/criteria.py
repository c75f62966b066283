"""What makes a position a problem: the kinds that are mined for.

Each kind is a function from a position (as a player sees it) and an :class:`Asker` to what it
finds there.  A find rests on proved verdicts alone: whatever the prover can't decide is passed
over.  ``docs/mining.md`` says in words what each kind asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, TypeAlias

from ..cards import Card, Suit
from ..engine import Step, has_complete_suit, is_natural_pair
from ..goals import (
    Conditions,
    GetSpaces,
    Goal,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    Uncover,
)
from ..moves import Remove, Shift
from ..position import Column, Position
from ..winning.playout import greedy
from .asking import Asker, Undecided, first_steps, left_of

__all__ = ["KINDS", "Claimed", "Find", "Limits", "Try", "finds"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What is worth a problem.

    ``moves``: the least number of moves of the solution; ``tries``: the least number of other
    first moves, or of things that look as good; ``choices``: positions with more distinct first
    moves than this are passed over: they are a tangle to a reader.
    """

    moves: int = 6
    tries: int = 4
    choices: int = 30


@dataclass(frozen=True, slots=True)
class Try:
    """Moves that look good and lose: what is left of the goal after them is impossible."""

    steps: tuple[Step, ...]
    title: str
    left: Goal


@dataclass(frozen=True, slots=True)
class Claimed:
    """A proved fact: whether a goal can be reached from ``position`` (None: the problem's)."""

    statement: str
    goal: Goal
    solved: bool
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Find:
    """A problem that was found.

    ``line`` solves ``goal``; for ``swap`` it does so from ``swapped``, and the goal is
    impossible from the position itself.  ``tries`` and ``facts`` are proved.  ``cards``: the
    two that change places.
    """

    kind: str
    position: Position
    goal: Goal
    line: tuple[Step, ...]
    tries: tuple[Try, ...] = ()
    facts: tuple[Claimed, ...] = ()
    swapped: Position | None = None
    cards: tuple[tuple[Card, int], ...] = ()
    subject: str = field(default="")

    @property
    def interest(self) -> int:
        """How promising it is, compared with others of its kind: longer, with more to refute."""
        longest = max((len(t.steps) for t in self.tries), default=0)
        kept = sum(1 for step in self.line if step.removals)
        digs = sum(1 for step in self.line if not _joins(step))
        return min(len(self.line), 30) + 2 * min(len(self.tries), 6) + longest + 3 * kept + digs


def _joins(step: Step) -> bool:
    """Whether a shift joins natural cards."""
    move = step.move
    if not isinstance(move, Shift):
        return False
    bottom = step.before.column(move.target).bottom
    return bottom is not None and is_natural_pair(bottom, step.cards[0], step.before.rules)


# What can be asked of a position


def conditions(position: Position) -> Conditions:
    """Without dealing; and where cards lie face down, without turning any up.

    So nothing depends on cards that a reader can't see.
    """
    return Conditions(no_dealing=True, no_turning_up=position.face_down > 0)


def suits_in_sight(position: Position) -> list[Suit]:
    """The suits of which all thirteen ranks lie face up."""
    seen = {c for column in position.columns for c in column.up}
    return [
        suit for suit in Suit if all(Card(4 * rank + suit) in seen for rank in range(1, 14))
    ]


def _removals(position: Position) -> list[Objective]:
    return [RemoveSuits((suit,)) for suit in suits_in_sight(position)]


def aims(position: Position) -> Iterator[Goal]:
    """The goals that a position may be a problem for, the greatest first."""
    said = conditions(position)
    suits = suits_in_sight(position)
    for pair in combinations(suits, 2):
        yield Goal((RemoveSuits(pair),), said)
    for suit in suits:
        yield Goal((RemoveSuits((suit,)), GetSpaces(len(position.spaces) + 1)), said)
        yield Goal((RemoveSuits((suit,)),), said)
    for more in (2, 1):
        yield Goal((GetSpaces(len(position.spaces) + more),), said)


def _works(position: Position, goal: Goal, asker: Asker, limits: Limits) -> tuple[Step, ...]:
    """The line, if the goal can be reached and that is long enough; else nothing."""
    if not asker.solved(position, goal):
        return ()
    line = asker.line(position, goal)
    return line if len(line) >= limits.moves else ()


# The kinds


def only_move(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Exactly one first move keeps the goal in reach."""
    for goal in aims(position):
        steps = first_steps(position, goal)
        if len(steps) <= limits.tries or len(steps) > limits.choices:
            continue
        line = _works(position, goal, asker, limits)
        if not line:
            continue
        losing: list[Try] = []
        working = 0
        for step in steps:
            if asker.after(step, goal):
                working += 1
                if working > 1:
                    break
            else:
                losing.append(_try(step, goal))
        if working == 1 and len(losing) >= limits.tries:
            yield Find("only-move", position, goal, line, tuple(losing))
            return


def _try(step: Step, goal: Goal, title: str = "") -> Try:
    left = left_of(goal, [step])
    assert left is not None  # noqa: S101 - it loses, so something is left
    return Try((step,), title, left)


def poisoned(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """The obvious move loses: taking a suit that is on offer, or the best natural join."""
    steps = list(first_steps(position, Goal((GetSpaces(),), conditions(position))))
    if not limits.tries <= len(steps) <= limits.choices:
        return
    for goal in aims(position):
        for step, title in _obvious(position, goal):
            line = _works(position, goal, asker, limits)
            if not line:
                break
            if not asker.after(step, goal):
                yield Find("poisoned", position, goal, line, (_try(step, goal, title),))
                return


def _obvious(position: Position, goal: Goal) -> Iterator[tuple[Step, str]]:
    """The moves that a player would make without thinking, with what they are."""
    steps = first_steps(position, goal)
    removals = [step for step in steps if isinstance(step.move, Remove)]
    for step in removals:
        yield step, f"Take the {step.removals[0].suit} that are on offer"
    if removals:
        return
    moves = greedy(position)
    for step in steps:
        if moves and step.move == moves[0] and _joins(step):
            yield step, "The natural move"


def one_order(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Two suits can be removed, in one order only, though either can be removed first."""
    said = conditions(position)
    for pair in combinations(suits_in_sight(position), 2):
        both = Goal((RemoveSuits(pair),), said)
        line = _works(position, both, asker, limits)
        if not line:
            continue
        for first, second in (pair, pair[::-1]):
            wrong = Goal((RemoveBefore(second, first), RemoveSuits((first,))), said)
            alone = Goal((RemoveSuits((second,)),), replace(said, no_removing=True))
            if asker.solved(position, wrong) or not asker.solved(position, alone):
                continue
            trap = asker.line(position, alone)
            left = left_of(both, trap)
            if left is None or asker.solved(trap[-1].after, left):
                continue
            facts = (
                Claimed(f"The {second} can be removed first.", alone, True),
                Claimed(
                    f"Both can't be removed with the {second} before the {first}.", wrong, False
                ),
            )
            trap_try = Try(trap, f"The {second} first", left)
            yield Find("one-order", position, both, line, (trap_try,), facts, subject=str(first))
            return


def space_back(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """A space has to be used, and to be had back in the end; there is a way that loses it."""
    if not 1 <= len(position.spaces) <= 2:
        return
    for objective in (*_removals(position), *_uncoverings(position)):
        goal = Goal((objective, SpaceBack()), conditions(position))
        line = _works(position, goal, asker, limits)
        if not line:
            continue
        alone = replace(goal, objectives=(objective,))
        bare = without_column(position, position.spaces[0])
        there = _renumbered(alone, position.spaces[0])
        if asker.solved(bare, there):
            continue
        trap = asker.line(position, alone)
        left = left_of(goal, trap)
        if left is None or not trap or asker.solved(trap[-1].after, left):
            continue
        facts = (
            Claimed("Without the space it can't be done at all.", there, False, bare),
            Claimed("It can be done without getting the space back.", alone, True),
        )
        title = "Done, and the space is gone for good"
        yield Find("space-back", position, goal, line, (Try(trap, title, left),), facts)
        return


def _uncoverings(position: Position) -> Iterator[Objective]:
    """To get down to the highest face-up card of columns with something on it."""
    for number, column in enumerate(position.columns, 1):
        if len(column.up) > 2 and (column.down or column.up[0].rank == 13):
            yield Uncover(column.up[0], number)


def without_column(position: Position, number: int) -> Position:
    """The position without a column."""
    columns = position.columns
    return replace(position, columns=columns[: number - 1] + columns[number:])


def _renumbered(goal: Goal, gone: int) -> Goal:
    """The goal for a position that lacks a column."""
    objectives = tuple(
        replace(o, column=o.column - (o.column > gone))
        if isinstance(o, (Uncover, SpaceIn)) and o.column
        else o
        for o in goal.objectives
    )
    return replace(goal, objectives=objectives)


def swap(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Impossible, unless two certain cards of a rank change places."""
    said = conditions(position)
    suits = suits_in_sight(position)
    goals: list[Goal] = [Goal((RemoveSuits((suit,)),), said) for suit in suits]
    goals.append(Goal((GetSpaces(len(position.spaces) + 1),), said))
    for goal in goals:
        if asker.solved(position, goal):
            continue
        found: list[tuple[Position, tuple[tuple[Card, int], ...]]] = []
        tried = 0
        for other, cards in _swaps(position):
            tried += 1
            if asker.solved(other, goal):
                found.append((other, cards))
                if len(found) > 1:
                    break
        if len(found) != 1 or tried < limits.tries:
            continue
        other, cards = found[0]
        if any(has_complete_suit(column) for column in other.columns):
            continue
        line = asker.line(other, goal)
        if len(line) >= limits.moves:
            yield Find(
                "swap", position, goal, line, swapped=other, cards=cards, subject=str(tried)
            )
            return


def _swaps(position: Position) -> Iterator[tuple[Position, tuple[tuple[Card, int], ...]]]:
    """The positions with two face-up cards of one rank, and not one suit, exchanged."""
    places = [
        (card, number, at)
        for number, column in enumerate(position.columns)
        for at, card in enumerate(column.up)
    ]
    for (a, i, at_a), (b, j, at_b) in combinations(places, 2):
        if a == b or a >> 2 != b >> 2:
            continue
        ups = [list(column.up) for column in position.columns]
        ups[i][at_a], ups[j][at_b] = b, a
        columns = tuple(
            Column(column.down, tuple(up))
            for column, up in zip(position.columns, ups, strict=True)
        )
        yield replace(position, columns=columns), ((a, i + 1), (b, j + 1))


def one_column(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """A space can be had in one column only."""
    said = conditions(position)
    columns = [n for n, c in enumerate(position.columns, 1) if c.up and not c.down]
    if len(columns) <= limits.tries or position.spaces:
        return
    working = []
    for number in columns:
        if asker.solved(position, Goal((SpaceIn(number),), said)):
            working.append(number)
        if len(working) > 1:
            return
    if len(working) != 1:
        return
    goal = Goal((GetSpaces(1),), said)
    line = _works(position, goal, asker, limits)
    if line:
        facts = tuple(
            Claimed(
                f"Column {number} can't be emptied first.", Goal((SpaceIn(number),), said), False
            )
            for number in columns
            if number not in working
        )
        yield Find("one-column", position, goal, line, facts=facts, subject=str(working[0]))


def one_suit(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Several suits are in sight, and one of them only can be removed."""
    said = conditions(position)
    suits = suits_in_sight(position)
    if len(suits) < 3:
        return
    goals = {suit: Goal((RemoveSuits((suit,)),), said) for suit in suits}
    working = [suit for suit, goal in goals.items() if asker.solved(position, goal)]
    if len(working) != 1:
        return
    goal = Goal((RemoveNumber(1),), said)
    line = _works(position, goal, asker, limits)
    if line:
        facts = tuple(
            Claimed(f"The {suit} can't be removed.", goals[suit], False)
            for suit in suits
            if suit not in working
        )
        yield Find("one-suit", position, goal, line, facts=facts, subject=str(working[0]))


Kind: TypeAlias = Callable[[Position, Asker, Limits], Iterator[Find]]

#: The kinds by name.
KINDS: Final[Mapping[str, Kind]] = {
    "only-move": only_move,
    "poisoned": poisoned,
    "one-order": one_order,
    "space-back": space_back,
    "swap": swap,
    "one-column": one_column,
    "one-suit": one_suit,
}


def finds(
    position: Position, kinds: tuple[str, ...], asker: Asker, limits: Limits
) -> Iterator[Find]:
    """The problems of these kinds that a position is, as a player sees it."""
    seen = position.hide()
    for kind in kinds:
        try:
            yield from KINDS[kind](seen, asker, limits)
        except Undecided:
            continue
    asker.forget()
