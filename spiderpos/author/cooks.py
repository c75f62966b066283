"""Other solutions of a problem, as short as the one that its author found: cooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ..game.engine import Step
from ..game.moves import Shift
from ..game.position import Position
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus
from ..solver.prover import brute
from ..solver.prover.answer import Budget, Clock, Outcome
from .tries import first_steps, goal_after

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


def cooks(
    start: Position,
    goal: Goal,
    line: Sequence[Step],
    budget: Budget,
    *,
    missed: list[Step] | None = None,
) -> Iterator[Cook]:
    """Yield other solutions of the length of ``line``, wherever they leave it, within the time.

    The line has to be proved to be one of the shortest.  ``missed`` is given the moves of which
    it wasn't decided: if there are none in the end, there is no other solution than those.
    """
    missed = [] if missed is None else missed
    clock = Clock(budget)
    played = Counter(map(_act, line))
    here, left = known_to_player(start, goal), goal
    count = 0
    for number, step in enumerate(line):
        for other in first_steps(here, left):
            if _act(other) == _act(step):
                continue
            if count >= _MOST or clock.over:
                missed.append(other)
                return
            rest = _rest(here, left, other, len(line) - number - 1, clock.left())
            if rest is None or rest is Outcome.UNDECIDED:
                missed += [other] * (rest is not None)
                continue
            steps = (*line[:number], other, *rest)
            count += 1
            yield Cook(steps, number, Counter(map(_act, steps)) == played)
        rest_of = goal_after(left, here, step)
        if rest_of.goal is None:
            missed += [step] * (number + 1 < len(line))
            return
        here, left = step.after, rest_of.goal.free_of(Moves)


def _rest(
    here: Position, goal: Goal, step: Step, moves: int, budget: Budget
) -> tuple[Step, ...] | Literal[Outcome.UNDECIDED] | None:
    """Return the rest of a solution after a move, of at most so many moves; None if none is."""
    left = goal_after(goal, here, step)
    if left.standing is GoalStatus.REACHED:
        return ()
    if left.standing is GoalStatus.UNCLEAR:
        return Outcome.UNDECIDED
    if left.goal is None or moves == 0:
        return None
    limited = left.goal.under(Moves(moves))
    answer = brute.solve(step.after, limited, budget=budget).uninterrupted()
    if answer.outcome is Outcome.UNDECIDED:
        return Outcome.UNDECIDED
    return answer.steps if answer.outcome is Outcome.SOLVED else None


def _act(step: Step) -> _Act:
    """Return what identifies a move in any columns: its cards, and the card they go onto."""
    if not isinstance(step.move, Shift):
        return (type(step.move).__name__, step.cards)
    return (step.cards, step.before.column(step.move.target).bottom)
