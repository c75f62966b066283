"""Criteria by which mining recognizes problems in positions, one for each kind of problem.

A criterion is a function that takes a position, as a player sees it, and an :class:`Asker`, and
yields the problems there with their texts.  Problems depend only on proved verdicts: anything that
the prover leaves undecided is skipped.  ``docs/mining.md`` describes the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Final, TypeAlias

from ...game.cards import KING
from ...game.engine import Step, has_complete_suit, joins_naturally
from ...game.moves import Remove
from ...game.position import Position
from ...goals.goal import (
    GetSpaces,
    Goal,
    Moves,
    Objective,
    RemoveBefore,
    RemoveSuits,
    SpaceBack,
    Uncover,
)
from ...solver.prover import brute
from ...solver.prover.answer import Budget, Outcome
from ...solver.winning.players import greedy
from ...text.wording import NUMBERS
from ..difficulty import exchanges
from .asking import (
    Asker,
    Try,
    aims,
    allowed_moves,
    changing_moves,
    conditions,
    removable,
    removals,
    uncoverings,
)
from .find import Fact, Find, Options


def _count(number: int) -> str:
    return NUMBERS[number] if number < 10 else str(number)


def _thing(goal: Goal) -> str:
    """Return the goal's object as a noun for the beginning of a title, such as "A space"."""
    thing = goal.objectives[0].thing
    return thing[0].upper() + thing[1:]


def _line(position: Position, goal: Goal, asker: Asker, options: Options) -> tuple[Step, ...]:
    """Return a line to the goal; empty if none is found or it is too short."""
    line = asker.line(position, goal)
    return line if len(line) >= options.least_moves else ()


# The kinds


def only_move(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem for each goal that exactly one first move keeps reachable."""
    if not options.least_tries < len(changing_moves(position)) <= options.most_choices:
        return
    for goal in aims(position, asker):
        steps = allowed_moves(position, goal)
        if len(steps) <= options.least_tries:
            continue
        losing = _all_but_one(steps, goal, asker)
        line = _line(position, goal, asker, options) if losing else ()
        if line:
            begin, others = _count(len(steps)), _count(len(losing))
            hint = f"Of the {begin} ways to begin only one works; the other {others} lose."
            title = f"{_thing(goal)}, by one door"
            yield Find("only-move", position, goal, line, title, hint, losing)


def _all_but_one(steps: Sequence[Step], goal: Goal, asker: Asker) -> tuple[Try, ...]:
    """Return the losing first moves if all but one are proved to lose; otherwise ().

    The goal is reachable, so the remaining move keeps it reachable.
    """
    losing: list[Try] = []
    for number, step in enumerate(steps):
        attempt = asker.losing([step], goal)
        if attempt is not None:
            losing.append(attempt)
        elif len(losing) < number:
            return ()
    return tuple(losing)


def poisoned(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem if the obvious move loses: removing a suit, or the greedy policy's join."""
    if not options.least_tries < len(changing_moves(position)) <= options.most_choices:
        return
    for goal in aims(position, asker):
        steps = allowed_moves(position, goal)
        offers = [step for step in steps if isinstance(step.move, Remove)]
        moves = greedy(position)
        for step in offers or steps:
            if offers:
                suit = step.removals[0].suit
                attempt = asker.losing([step], goal)
                title = f"{_thing(goal)}, and a poisoned gift"
                hint = f"A set of {suit} is there for the taking; taking it now loses."
            elif moves and step.move == moves[0] and joins_naturally(step):
                attempt = asker.losing([step], goal)
                title = f"{_thing(goal)}, against nature"
                hint = "One natural move asks to be made at once; it loses."
            else:
                continue
            line = _line(position, goal, asker, options) if attempt is not None else ()
            if line and attempt is not None:
                yield Find("poisoned", position, goal, line, title, hint, (attempt,))


def one_order(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem if two suits can be removed, but in one order only.

    If the wrong suit can be removed first, the line that does so becomes a try.
    """
    limits = conditions(position)
    for pair in combinations(removable(position, asker), 2):
        both = Goal((RemoveSuits(pair),), limits)
        line = _line(position, both, asker, options)
        if not line:
            continue
        title = f"{_thing(both)}, in the right order"
        for first, second in (pair, pair[::-1]):
            wrong = Goal((RemoveBefore(second, first), RemoveSuits((first,))), limits)
            if not asker.cannot(position, wrong):
                continue
            alone = Goal((RemoveBefore(second, first),), limits)
            if asker.cannot(position, alone):
                early = Fact(f"The {second} can't be removed first.", alone, False)
                hint = "It goes in one order only: which?"
                yield Find("one-order", position, both, line, title, hint, (), (early,))
                continue
            trap = asker.losing(asker.line(position, alone), both)
            if trap is None:
                continue
            statement = f"Both can't be removed with the {second} before the {first}."
            facts = (
                Fact(f"The {second} can be removed first.", alone, True),
                Fact(statement, wrong, False),
            )
            hint = "Either suit can be removed first, but only one order removes both."
            yield Find("one-order", position, both, line, title, hint, (trap,), facts)


def space_back(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem if a space must be used and made again, and a plausible line loses it."""
    if not 1 <= len(position.spaces) <= 2:
        return
    space = position.spaces[0]
    columns = position.columns
    bare = replace(position, columns=columns[: space - 1] + columns[space:])
    for objective in (*removals(position), *uncoverings(position)):
        goal = Goal((objective, SpaceBack()), conditions(position))
        alone = replace(goal, objectives=(objective,))
        there = replace(goal, objectives=(_renumbered(objective, space),))
        line = _line(position, goal, asker, options)
        if not line or not asker.cannot(bare, there):
            continue
        trap = asker.losing(asker.line(position, alone), goal)
        if trap is None:
            continue
        facts = (
            Fact("Without the space it can't be done at all.", there, False, bare),
            Fact("It can be done without getting the space back.", alone, True),
        )
        title = f"{_thing(goal)}, with a space on loan"
        hint = "It can't be done without using the space; mind how you use it."
        yield Find("space-back", position, goal, line, title, hint, (trap,), facts)


def _renumbered(objective: Objective, gone: int) -> Objective:
    """Return the objective for a position without column ``gone``."""
    if isinstance(objective, Uncover) and objective.column:
        return replace(objective, column=objective.column - (objective.column > gone))
    return objective


def swap(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem if a goal becomes possible by exactly one exchange of two cards of a rank.

    The problem is this position, or one made from it by an exchange.
    """
    # About three hundred exchanges are tried, which is feasible only for simple positions.
    if len(changing_moves(position)) > options.most_choices // 3:
        return
    limits = conditions(position)
    goals = [Goal((GetSpaces(len(position.spaces) + 1),), limits)]
    goals += [Goal((objective,), limits) for objective in removals(position)[:1]]
    for goal in goals:
        if asker.cannot(position, goal):
            yield from _unlocked(position, goal, asker, options)
        elif _line(position, goal, asker, options):
            others = (other for other, _ in islice(exchanges(position), 0, None, _EACH))
            locked = (other for other in others if asker.cannot(other, goal))
            for other in islice(locked, _LOCKED):
                yield from _unlocked(other, goal, asker, options)


#: Try every seventh exchange, and use at most three that make the goal impossible.
_EACH: Final = 7
_LOCKED: Final = 3
_RANKS: Final = {1: "Aces", 11: "Jacks", 12: "Queens", KING: "Kings"}


def _unlocked(position: Position, goal: Goal, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield a problem if exactly one exchange of two cards makes an impossible goal possible."""
    helpful: list[tuple[Position, int]] = []
    tried = 0
    for other, rank in exchanges(position):
        tried += 1
        if not asker.cannot(other, goal):
            helpful.append((other, rank))
            if len(helpful) > 1:
                return
    if not helpful or tried < options.least_tries:
        return
    other, rank = helpful[0]
    if any(has_complete_suit(column) for column in other.columns):
        return
    line = _line(other, goal, asker, options)
    if line:
        cards = _RANKS.get(rank, f"{rank}s")
        title = f"{_thing(goal)}, but for two {cards}"
        hint = f"That can't be done. Which two {cards} have to change places so that it can?"
        note = (
            f"Of the {tried} exchanges of two cards of one rank in the tableau this is the only "
            "one that helps: each other was tried and proved impossible."
        )
        find = Find("swap", position, goal, line, title, hint, swapped=other, note=note)
        yield replace(find, candidates=tried)


Criterion: TypeAlias = Callable[[Position, Asker, Options], Iterator[Find]]

#: The criterion of each kind, by its name in commands and files.
KINDS: Final[Mapping[str, Criterion]] = {
    "only-move": only_move,
    "poisoned": poisoned,
    "one-order": one_order,
    "space-back": space_back,
    "swap": swap,
}


def finds(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield the problems of the requested kinds in a position, as a player sees it.

    Raises KeyError for a kind that isn't in :data:`KINDS`.
    """
    seen = position.hide()
    for kind in options.kinds or KINDS:
        yield from KINDS[kind](seen, asker, options)
    asker.forget()


#: Brute force tries all lines shorter than a solution if that has at most this number of moves,
#: within this memory (in mebibytes).
_TRIED_ALL: Final = 12
_TRIED_MEBIBYTES: Final = 8


def shortened(find: Find) -> Find:
    """Return the problem, with a shorter solution if brute force finds one.

    Memory bounds the search, so that the result is the same on every machine.
    """
    if len(find.line) > _TRIED_ALL or find.goal.whatever:
        return find
    goal = find.goal.under(Moves(len(find.line) - 1))
    budget = Budget(None, _TRIED_MEBIBYTES)
    answer = brute.solve(find.swapped or find.position, goal, budget=budget).uninterrupted()
    solved = answer.outcome is Outcome.SOLVED
    return replace(find, line=answer.steps) if solved else find
