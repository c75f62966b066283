"""What makes a position a problem: the kinds that are mined for.

Each kind is a function from a position (as a player sees it) and an :class:`Asker` to what it
finds there.  A find rests on proved verdicts alone: whatever the prover can't decide is passed
over.  ``docs/mining.md`` says in words what each kind asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations, islice
from typing import Final, TypeAlias

from ...game.cards import Card
from ...game.engine import Step, has_complete_suit, joins_naturally
from ...game.moves import Remove
from ...game.position import Column, Position
from ...goals.goal import (
    GetSpaces,
    Goal,
    Moves,
    NoDealing,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
)
from ...solver.prover import brute
from ...solver.prover.answer import Budget, Outcome
from ...solver.winning.playout import greedy
from .aims import aims, conditions, removable, removals, suits_in_sight, uncoverings
from .asking import Asker, Undecided, allowed_ways, left_of, ways

__all__ = ["KINDS", "Claimed", "Criterion", "Find", "Kind", "Limits", "Try", "finds", "shortened"]


class Kind(StrEnum):
    """The kinds of problems, by the names that commands and files have for them.

    :data:`KINDS` says how each is found, :mod:`spiderpos.author.mining.writing` how it is put in
    words.
    """

    ONLY_MOVE = "only-move"
    POISONED = "poisoned"
    ONE_ORDER = "one-order"
    SPACE_BACK = "space-back"
    SWAP = "swap"
    ONE_COLUMN = "one-column"
    ONE_DIG = "one-dig"
    ONE_SUIT = "one-suit"


@dataclass(frozen=True, slots=True)
class Limits:
    """What is worth a problem.

    ``moves``: the least number of moves of the solution; ``tries``: the least number of other
    first moves, or of things that look as good; ``choices``: positions with more distinct first
    moves than this are passed over: they are a tangle to a reader.
    """

    moves: int = 6
    tries: int = 2
    choices: int = 25


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

    kind: Kind
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
        """How promising it is, compared with others of its kind: to be compared, not to be shown.

        A solution of good length, not all of it natural, with suits that go and more to refute.
        """
        longest = max((len(t.steps) for t in self.tries), default=0)
        kept = sum(1 for step in self.line if step.removals)
        digs = sum(1 for step in self.line if not joins_naturally(step))
        length = min(len(self.line), max(0, 2 * _GOOD_LENGTH - len(self.line)))
        tall = max(len(column.down) + len(column.up) for column in self.position.columns)
        return (
            2 * length
            + 2 * min(len(self.tries), 6)
            + min(longest, _GOOD_LENGTH)
            + 3 * kept
            + min(digs, _GOOD_LENGTH)
            - max(0, tall - _TALL)
            - (_PLAIN if self.goal.asked(self.position).uncovered else 0)
        )


#: A solution of about so many moves can be found in the head, and isn't seen at a glance.
_GOOD_LENGTH: Final = 14
#: To dig down to a card is asked for only where there is nothing better to ask for.
_PLAIN: Final = 12
#: Columns of more cards than this are hard to read.
_TALL: Final = 14


def _works(position: Position, goal: Goal, asker: Asker, limits: Limits) -> tuple[Step, ...]:
    """The line, if the goal is proved to be in reach and that is long enough; else nothing."""
    if not asker.can(position, goal):
        return ()
    line = asker.line(position, goal)
    return line if len(line) >= limits.moves else ()


# The kinds


def only_move(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Exactly one first move keeps the goal in reach."""
    if not limits.tries < len(ways(position)) <= limits.choices:
        return
    for goal in aims(position, asker):
        steps = allowed_ways(position, goal)
        if len(steps) <= limits.tries:
            continue
        losing = _losing(steps, goal, asker)
        line = _works(position, goal, asker, limits) if losing else ()
        if line and len(losing) >= limits.tries:
            yield Find(Kind.ONLY_MOVE, position, goal, line, losing)


def _losing(steps: list[Step], goal: Goal, asker: Asker) -> tuple[Try, ...]:
    """All of the first moves but one, if these are proved to lose; else nothing."""
    losing: list[Try] = []
    working = 0
    for step in steps:
        try:
            if not asker.after(step, goal):
                losing.append(_try(step, goal))
                continue
        except Undecided:
            return ()
        working += 1
        if working > 1:
            return ()
    return tuple(losing)


def _try(step: Step, goal: Goal, title: str = "") -> Try:
    left = left_of(goal, [step])
    assert left is not None  # noqa: S101 - it loses, so something is left
    return Try((step,), title, left)


def poisoned(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """The obvious move loses: taking a suit that is on offer, or the best natural join."""
    if not limits.tries < len(ways(position)) <= limits.choices:
        return
    for goal in aims(position, asker):
        for step, title in _obvious(position, goal):
            left = left_of(goal, [step])
            if left is not None and asker.cannot(step.after, left):
                line = _works(position, goal, asker, limits)
                if line:
                    attempt = Try((step,), title, left)
                    yield Find(Kind.POISONED, position, goal, line, (attempt,))


def _obvious(position: Position, goal: Goal) -> Iterator[tuple[Step, str]]:
    """The moves that a player would make without thinking, with what they are."""
    steps = allowed_ways(position, goal)
    removals = [step for step in steps if isinstance(step.move, Remove)]
    for step in removals:
        yield step, f"Take the {step.removals[0].suit} that are on offer"
    if removals:
        return
    moves = greedy(position)
    for step in steps:
        if moves and step.move == moves[0] and joins_naturally(step):
            yield step, "The natural move"


def one_order(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Two suits can be removed, in one order only.

    Best if the other one can be removed first, and costs the first one.
    """
    said = conditions(position)
    for pair in combinations(removable(position, asker), 2):
        both = Goal((RemoveSuits(pair),), said)
        line = _works(position, both, asker, limits)
        if not line:
            continue
        for first, second in (pair, pair[::-1]):
            wrong = Goal((RemoveBefore(second, first), RemoveSuits((first,))), said)
            if not asker.cannot(position, wrong):
                continue
            fact = f"Both can't be removed with the {second} before the {first}."
            facts = (Claimed(fact, wrong, False),)
            alone = Goal((RemoveBefore(second, first),), said)
            if asker.cannot(position, alone):
                early = Claimed(f"The {second} can't be removed first.", alone, False)
                yield Find(Kind.ONE_ORDER, position, both, line, (), (early,), subject=str(first))
                continue
            trap = asker.line(position, alone) if asker.can(position, alone) else ()
            left = left_of(both, trap)
            if not trap or left is None or not asker.cannot(trap[-1].after, left):
                continue
            trap_try = Try(trap, f"The {second} first", left)
            shown = (Claimed(f"The {second} can be removed first.", alone, True), *facts)
            yield Find(
                Kind.ONE_ORDER, position, both, line, (trap_try,), shown, subject=str(first)
            )


def space_back(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """A space has to be used, and to be had back in the end; there is a way that loses it."""
    if not 1 <= len(position.spaces) <= 2:
        return
    for objective in (*removals(position), *uncoverings(position)):
        goal = Goal((objective, SpaceBack()), conditions(position))
        alone = replace(goal, objectives=(objective,))
        bare = without_column(position, position.spaces[0])
        there = _renumbered(alone, position.spaces[0])
        line = _works(position, goal, asker, limits)
        if not line or not asker.cannot(bare, there):
            continue
        trap = asker.line(position, alone)
        left = left_of(goal, trap)
        if left is None or not trap or not asker.cannot(trap[-1].after, left):
            continue
        facts = (
            Claimed("Without the space it can't be done at all.", there, False, bare),
            Claimed("It can be done without getting the space back.", alone, True),
        )
        title = "Done, and the space is gone for good"
        yield Find(Kind.SPACE_BACK, position, goal, line, (Try(trap, title, left),), facts)


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
    """Impossible, unless two certain cards of a rank change places.

    Either the position is the problem, or one that an exchange makes of it.
    """
    # Some three hundred exchanges are tried for each: only where the rest is simple.
    if len(ways(position)) > limits.choices // 3:
        return
    said = conditions(position)
    goals = [Goal((GetSpaces(len(position.spaces) + 1),), said)]
    goals += [Goal((RemoveSuits((suit,)),), said) for suit in suits_in_sight(position)[:1]]
    for goal in goals:
        if asker.cannot(position, goal):
            yield from _unlocked(position, goal, asker, limits)
        elif _works(position, goal, asker, limits):
            others = (other for other, _ in islice(_swaps(position), 0, None, _EACH))
            locked = (other for other in others if asker.cannot(other, goal))
            for other in islice(locked, _LOCKED):
                yield from _unlocked(other, goal, asker, limits)


#: Of the exchanges that could make a problem each so-manieth is tried, and so many that do.
_EACH: Final = 7
_LOCKED: Final = 3


def _unlocked(position: Position, goal: Goal, asker: Asker, limits: Limits) -> Iterator[Find]:
    """The find, if just one exchange of two cards makes an impossible goal possible."""
    found: list[tuple[Position, tuple[tuple[Card, int], ...]]] = []
    tried = 0
    for other, cards in _swaps(position):
        tried += 1
        if not asker.cannot(other, goal):
            found.append((other, cards))
            if len(found) > 1:
                return
    if not found or tried < limits.tries:
        return
    other, cards = found[0]
    if any(has_complete_suit(column) for column in other.columns):
        return
    line = _works(other, goal, asker, limits)
    if line:
        yield Find(Kind.SWAP, position, goal, line, swapped=other, cards=cards, subject=str(tried))


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
    columns = [n for n, c in enumerate(position.columns, 1) if c.up and not c.down]
    if len(columns) <= limits.tries or position.spaces:
        return
    said = conditions(position)
    goals = {f"Column {n} can't be emptied first.": Goal((SpaceIn(n),), said) for n in columns}
    subjects = [str(number) for number in columns]
    goal = Goal((GetSpaces(1),), said)
    yield from _only_one(Kind.ONE_COLUMN, position, goal, goals, subjects, asker, limits)


def one_dig(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """A card can be turned up in one column only; where there is a space, without losing it."""
    columns = [number for number, column in enumerate(position.columns, 1) if column.down]
    if len(columns) <= limits.tries or len(position.spaces) > 1:
        return
    kept: tuple[Objective, ...] = (SpaceBack(),) if position.spaces else ()

    def goal(number: int | None) -> Goal:
        return Goal((TurnUp(1, number), *kept), (NoDealing(),), whatever=bool(kept))

    goals = {f"Column {number} gives none.": goal(number) for number in columns}
    subjects = [str(number) for number in columns]
    yield from _only_one(Kind.ONE_DIG, position, goal(None), goals, subjects, asker, limits)


def one_suit(position: Position, asker: Asker, limits: Limits) -> Iterator[Find]:
    """Several suits are in sight, and one of them only can be removed."""
    suits = suits_in_sight(position)
    if len(suits) < 3:
        return
    said = conditions(position)
    goals = {
        f"The {suit} can't be removed.": Goal((RemoveSuits((suit,)),), said) for suit in suits
    }
    goal = Goal((RemoveNumber(1),), said)
    subjects = [str(suit) for suit in suits]
    yield from _only_one(Kind.ONE_SUIT, position, goal, goals, subjects, asker, limits)


def _only_one(
    kind: Kind,
    position: Position,
    goal: Goal,
    goals: Mapping[str, Goal],
    subjects: Sequence[str],
    asker: Asker,
    limits: Limits,
) -> Iterator[Find]:
    """The find, if just one of ``goals`` can be reached; each is by what is said of the others.

    ``goal``: what is asked for; ``subjects``: what each of ``goals`` is about.
    """
    working: list[int] = []
    for number, one in enumerate(goals.values()):
        if asker.solved(position, one):
            working.append(number)
        if len(working) > 1:
            return
    line = _works(position, goal, asker, limits) if working else ()
    if line:
        facts = tuple(
            Claimed(statement, one, False)
            for number, (statement, one) in enumerate(goals.items())
            if number not in working
        )
        yield Find(kind, position, goal, line, facts=facts, subject=subjects[working[0]])


Criterion: TypeAlias = Callable[[Position, Asker, Limits], Iterator[Find]]

#: How each kind is found, by the kind's name.
KINDS: Final[Mapping[str, Criterion]] = {
    Kind.ONLY_MOVE.value: only_move,
    Kind.POISONED.value: poisoned,
    Kind.ONE_ORDER.value: one_order,
    Kind.SPACE_BACK.value: space_back,
    Kind.SWAP.value: swap,
    Kind.ONE_COLUMN.value: one_column,
    Kind.ONE_DIG.value: one_dig,
    Kind.ONE_SUIT.value: one_suit,
}


def finds(
    position: Position, kinds: Iterable[str], asker: Asker, limits: Limits
) -> Iterator[Find]:
    """The problems of these kinds that a position is, as a player sees it.

    ``kinds``: names of :data:`KINDS`; raises KeyError if one isn't.
    """
    seen = position.hide()
    for kind in kinds:
        try:
            yield from KINDS[kind](seen, asker, limits)
        except Undecided:
            continue
    asker.forget()


#: Solutions of at most so many moves are compared with all shorter lines, as far as so many
#: mebibytes of them reach.
_TRIED_ALL: Final = 12
_TRIED_MEBIBYTES: Final = 8


def shortened(find: Find, budget: Budget) -> Find:
    """The find with a shorter solution, if a plain search for one gets that far.

    The search is bounded by its memory, so that it finds the same everywhere.
    """
    if len(find.line) > _TRIED_ALL or find.goal.whatever:
        return find
    goal = find.goal.under(Moves(len(find.line) - 1))
    budget = replace(budget, seconds=None, mebibytes=_TRIED_MEBIBYTES)
    found = brute.solve(find.swapped or find.position, goal, budget=budget)
    solved = found.uninterrupted().outcome is Outcome.SOLVED
    return replace(find, line=found.steps) if solved else find
