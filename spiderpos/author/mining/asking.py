"""Questions to the prover, and what is left of a goal once moves have been made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...game.engine import Step
from ...game.moves import Deal
from ...game.position import Position
from ...game.survey import arrangement, distinct_moves
from ...goals.goal import Goal
from ...goals.remainder import Standing, what_is_left
from ...solver import prover
from ...solver.prover import Answer, Budget, Outcome
from ...solver.trimming import trim

__all__ = ["Asker", "Undecided", "allowed", "allowed_ways", "left_of", "ways"]


class Undecided(Exception):  # noqa: N818 - no error: the position is passed over
    """The prover had not enough time or memory; nothing may be built on that."""


def ways(position: Position) -> tuple[Step, ...]:
    """The distinct moves that change something, but for a deal."""
    here = arrangement(position)
    return tuple(
        step
        for step in distinct_moves(position)
        if not isinstance(step.move, Deal) and arrangement(step.after) != here
    )


def allowed(step: Step, goal: Goal) -> bool:
    """Whether a first move keeps to what is said of turning up and of removing.

    A move that breaks another condition isn't looked for here: :func:`left_of` raises Undecided.
    """
    if step.turned and goal.limits.no_turning_up:
        return False
    others = goal.suits_to_remove().others([removal.suit for removal in step.removals])
    return goal.limits.other_suits != 0 or not others


def allowed_ways(position: Position, goal: Goal) -> list[Step]:
    """Those of the :func:`ways` to begin that the goal allows."""
    return [step for step in ways(position) if allowed(step, goal)]


def left_of(goal: Goal, steps: Sequence[Step]) -> Goal | None:
    """What is still to be done after some moves; None if the goal is reached.

    Raises Undecided if the moves break a condition, or if what is left can't be said.
    """
    if not steps:
        return goal
    left = what_is_left(goal, steps[0].before, steps)
    if left.goal is None and left.standing is not Standing.REACHED:
        raise Undecided(left.why)
    return left.goal


@dataclass(slots=True)
class Asker:
    """Asks the prover, and counts.

    ``budget`` is for each question.  Its memory is the limit that is meant to be met first: it
    doesn't depend on how fast the machine is.
    """

    budget: Budget
    questions: int = 0
    _known: dict[tuple[Position, Goal], Answer] = field(default_factory=dict)

    def answer(self, position: Position, goal: Goal) -> Answer:
        """What the prover says.  Raises Undecided, and KeyboardInterrupt again."""
        found = self._known.get((position, goal))
        if found is None:
            self.questions += 1
            found = prover.solve(position, goal, budget=self.budget)
            self._known[position, goal] = found
        if found.uninterrupted().outcome is Outcome.UNDECIDED:
            raise Undecided(found.reason)
        return found

    def solved(self, position: Position, goal: Goal) -> bool:
        """Whether the goal can be reached.  Raises Undecided."""
        return self.answer(position, goal).outcome is Outcome.SOLVED

    def can(self, position: Position, goal: Goal) -> bool:
        """Whether it is proved that the goal can be reached."""
        try:
            return self.solved(position, goal)
        except Undecided:
            return False

    def cannot(self, position: Position, goal: Goal) -> bool:
        """Whether it is proved that the goal can't be reached."""
        try:
            return not self.solved(position, goal)
        except Undecided:
            return False

    def after(self, step: Step, goal: Goal) -> bool:
        """Whether the goal can still be reached once a move is made.  Raises Undecided."""
        rest = left_of(goal, [step])
        return rest is None or self.solved(step.after, rest)

    def line(self, position: Position, goal: Goal) -> tuple[Step, ...]:
        """A line without detours that reaches the goal, which is known to be reachable."""
        found = trim(position, self.answer(position, goal).steps, goal)
        return found.uninterrupted().steps

    def forget(self) -> None:
        """Forget the answers, to be called between positions."""
        self._known.clear()
