"""Other solutions of a problem than the one that its author found: shorter ones, and cooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..game.engine import Step
from ..game.moves import Shift
from ..game.position import Position
from ..goals.goal import Goal, Moves
from ..goals.judge import as_played
from ..goals.remainder import Standing
from ..solver import solve, winning
from ..solver.prover import brute
from ..solver.prover.answer import Budget, Clock, Outcome
from .tries import first_steps, goal_after, reversible

__all__ = ["Cook", "cooks", "shorter"]

#: The most other solutions that are looked for.
_MOST: Final = 4
_Act: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Cook:
    """Another solution: ``steps`` from the start, the first ``same`` of them as in the line.

    ``reordered``: it makes the line's own moves in another order.
    """

    steps: tuple[Step, ...]
    same: int
    reordered: bool


def shorter(
    start: Position, goal: Goal, line: Sequence[Step], budget: Budget
) -> tuple[bool, tuple[Step, ...]]:
    """Whether ``line``, which solves the problem, is proved to be one of the shortest.

    If it isn't, a shorter one, or none if none was found.  Half of the time goes into a complete
    search; if it doesn't end, the line's own detours are cut out.
    """
    if len(line) <= 1:
        return True, ()
    half = budget.share(1 / 2)
    found = brute.solve(start, goal.under(Moves(len(line) - 1)), budget=half).uninterrupted()
    if found.outcome is not Outcome.UNDECIDED:
        return found.outcome is Outcome.IMPOSSIBLE, found.steps
    if goal.whatever:
        return False, ()
    less = winning.shorten(start, line, goal, budget=half).uninterrupted().steps
    return False, less if len(less) < len(line) else ()


def cooks(
    start: Position, goal: Goal, line: Sequence[Step], budget: Budget, *, shortest: bool
) -> Iterator[Cook]:
    """Other solutions than ``line``, within the time.

    ``shortest``: the line is proved to be one of the shortest.  Then every solution of that
    length counts, wherever it leaves the line.
    Otherwise the first other first move is given that can't be taken back and that the line
    never makes.
    """
    clock = Clock(budget)
    played = Counter(map(_act, line))
    here, left = as_played(start, goal), goal
    found = 0
    for number, step in enumerate(line if shortest else line[:1]):
        for other in first_steps(here, left):
            if _act(other) == _act(step) or (
                not shortest and (reversible(other, left) or _act(other) in played)
            ):
                continue
            if found >= _MOST or clock.over:
                return
            allowed = clock.left(1 if shortest else 1 / 4)
            rest = _solved(
                here, left, other, allowed, len(line) - number - 1 if shortest else None
            )
            if rest is None:
                continue
            steps = (*line[:number], other, *rest)
            found += 1
            yield Cook(steps, number, Counter(map(_act, steps)) == played)
            if not shortest:
                return
        rest_of = goal_after(left, here, step)
        if rest_of.goal is None:
            return
        here, left = step.after, rest_of.goal.free_of(Moves)


def _solved(
    here: Position, goal: Goal, step: Step, budget: Budget, moves: int | None
) -> tuple[Step, ...] | None:
    """The rest of a solution after a move (of at most so many moves), or None."""
    left = goal_after(goal, here, step)
    if left.standing is Standing.REACHED:
        return ()
    if left.goal is None or moves == 0:
        return None
    if moves is None:
        answer = solve(step.after, left.goal, budget=budget).uninterrupted()
    else:
        limited = left.goal.under(Moves(moves))
        answer = brute.solve(step.after, limited, budget=budget).uninterrupted()
    return answer.steps if answer.outcome is Outcome.SOLVED else None


def _act(step: Step) -> _Act:
    """What a move does, whatever the columns: the cards, and the card that they go onto."""
    if not isinstance(step.move, Shift):
        return (type(step.move).__name__, step.cards)
    return (step.cards, step.before.column(step.move.target).bottom)
