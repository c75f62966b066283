"""The ideas of a problem: the moves that every solution needs, however long it is.

The *key* of a solution is its first move, identified by the cards moved and the card they go onto,
in any columns.  If some lines lack it, but all contain the first move of another shortest line,
that one is the key.  A problem is *sound* if no line of any length reaches the goal without the
key.  So a detour, another order of the moves or another space is not another idea.  A line without
the key is a *cook*; each further idea is the shortest line without the keys of the ideas before
it.  If the goal limits the number of moves, longer lines are not cooks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..advice.tries import first_steps, goal_after
from ..game.engine import Step
from ..game.position import Position
from ..game.survey import Act, act_of
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus
from ..solver.prover import brute
from ..solver.prover.answer import Budget, Clock, Outcome

#: The maximum number of ideas to search for, and of other lines of the same length (duals).
_MOST: Final = 4


@dataclass(frozen=True, slots=True)
class Idea:
    """The solutions that contain one key move, represented by a shortest one.

    ``key``: the step with that move; ``steps``: the line.
    """

    key: Step
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ideas:
    """The ideas of a problem, that of its solution first.

    ``complete``: True if it is proved that each line of any length has one of their keys;
    otherwise ``reason`` explains why this isn't proved.
    """

    ideas: tuple[Idea, ...]
    complete: bool
    reason: str = ""

    @property
    def cooks(self) -> tuple[Idea, ...]:
        """The ideas other than that of the author's solution."""
        return self.ideas[1:]

    @property
    def sound(self) -> bool | None:
        """True if the solution's idea is the only one, None if that isn't decided."""
        return False if self.cooks else self.complete or None


def ideas_of(start: Position, goal: Goal, line: Sequence[Step], budget: Budget) -> Ideas:
    """Return the ideas of a problem.

    Args:
        start: The problem's position.
        goal: The problem's goal; each line must satisfy its conditions.
        line: The solution, of at least one move.  *Not* checked: that it reaches the goal.
        budget: The limit for all searches together.
    """
    clock = Clock(budget)
    ideas: list[Idea] = []
    avoided: list[Act] = []
    idea = Idea(line[0], tuple(line))
    while True:
        ideas.append(idea)
        avoided.append(act_of(idea.key))
        answer = brute.solve(start, goal, budget=clock.left(0.5), avoid=avoided).uninterrupted()
        if answer.outcome is not Outcome.SOLVED or not answer.steps or len(ideas) == _MOST:
            break
        idea = Idea(_essential(start, goal, answer.steps, avoided, clock), answer.steps)
    if len(ideas) > 1 and (key := _common_key(start, goal, ideas, clock)):
        return Ideas((Idea(key, tuple(line)),), complete=True)
    complete = answer.outcome is Outcome.IMPOSSIBLE
    return Ideas(tuple(ideas), complete, "" if complete else answer.reason)


def _common_key(start: Position, goal: Goal, ideas: Sequence[Idea], clock: Clock) -> Step | None:
    """Find a move that begins a line as short as the solution and occurs in every solution.

    None if there is none, or if that isn't proved.
    """
    here, line = known_to_player(start, goal), ideas[0].steps
    acts = set.intersection(*(set(map(act_of, idea.steps)) for idea in ideas))
    for step in first_steps(here, goal):
        act = act_of(step)
        rests = _rests(here, goal, step, len(line) - 1, clock.left(0.5))
        if act in acts and any(rest is not None for rest in rests):
            answer = brute.solve(start, goal, budget=clock.left(0.5), avoid=[act])
            if answer.uninterrupted().outcome is Outcome.IMPOSSIBLE:
                return next(step for step in line if act_of(step) == act)
    return None


def _essential(
    start: Position, goal: Goal, steps: Sequence[Step], avoided: Sequence[Act], clock: Clock
) -> Step:
    """Return the first step of a cook that is proved to occur in every cook.

    If there is no such step, return the first of all.
    """
    for step in steps:
        part = clock.left(0.1)
        answer = brute.solve(start, goal, budget=part, avoid=[*avoided, act_of(step)])
        if answer.uninterrupted().outcome is Outcome.IMPOSSIBLE:
            return step
    return steps[0]


def duals(
    start: Position, goal: Goal, line: Sequence[Step], budget: Budget
) -> Iterator[tuple[Step, ...] | None]:
    """Yield duals: other solutions of the same length and with the same key as ``line``.

    Lines with the same moves in another order are omitted.  None is yielded for moves that may
    begin such a line, but weren't decided: at the end of the budget, after four results, or if the
    rest of the goal can't be expressed as a goal.  *Not* checked: that no line is shorter.
    """
    clock = Clock(budget)
    key, played = act_of(line[0]), Counter(map(act_of, line))
    here, left = known_to_player(start, goal), goal
    count = 0
    for number, step in enumerate(line):
        for other in first_steps(here, left):
            if act_of(other) == act_of(step):
                continue
            if count >= _MOST or clock.over:
                yield None
                return
            for rest in _rests(here, left, other, len(line) - number - 1, clock.left()):
                steps = (*line[:number], other, *rest) if rest is not None else None
                acts = Counter(map(act_of, steps or ()))
                if steps is None or (acts != played and key in acts):
                    count += 1
                    yield steps
        remaining = goal_after(left, here, step)
        if remaining.goal is None:
            if number + 1 < len(line):
                yield None
            return
        here, left = step.after, remaining.goal.free_of(Moves)


def _rests(
    here: Position, goal: Goal, step: Step, moves: int, budget: Budget
) -> Iterator[tuple[Step, ...] | None]:
    """Yield the moves of a solution after ``step``, if at most ``moves`` moves are enough.

    Yields None if that isn't decided.
    """
    left = goal_after(goal, here, step)
    if left.status is GoalStatus.REACHED:
        yield ()
    elif left.status is GoalStatus.UNCLEAR:
        yield None
    elif left.goal is not None and moves:
        limited = left.goal.under(Moves(moves))
        answer = brute.solve(step.after, limited, budget=budget).uninterrupted()
        if answer.outcome is Outcome.SOLVED:
            yield answer.steps
        elif answer.outcome is Outcome.UNDECIDED:
            yield None
