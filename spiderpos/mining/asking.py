"""Questions to the prover, and what is left of a goal once moves have been made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from .. import engine, prover
from ..cards import Suit
from ..engine import Step
from ..goals import GetSpaces, Goal, Objective, RemoveNumber, RemoveSuits, SpaceBack, TurnUp
from ..moves import Deal
from ..position import Position
from ..prover import Answer, Budget, Outcome
from ..prover.answer import INTERRUPTED
from ..trimming import trim

__all__ = ["Asker", "Undecided", "allowed", "distinct", "first_steps", "left_of", "tableau"]


class Undecided(Exception):  # noqa: N818 - no error: the position is passed over
    """The prover had not enough time or memory; nothing may be built on that."""


_Tableau: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]


def tableau(position: Position) -> _Tableau:
    """What lies in the columns, whichever they are, as a player sees it."""
    columns = ((len(c.down), tuple(map(int, c.up))) for c in position.columns)
    return tuple(sorted(columns))


def distinct(position: Position) -> Iterator[Step]:
    """The legal moves without a deal; one of those that come to the same but for the order of
    the columns.
    """
    seen = {tableau(position)}
    for move in engine.legal_moves(position):
        if isinstance(move, Deal):
            continue
        step = engine.do(position, move)
        key = tableau(step.after)
        if key not in seen:
            seen.add(key)
            yield step


def allowed(step: Step, goal: Goal) -> bool:
    """Whether the goal's conditions let a first move be made."""
    conditions = goal.conditions
    if step.turned and conditions.no_turning_up:
        return False
    return not (step.removals and conditions.no_removing and not _asked_for(step, goal))


def _asked_for(step: Step, goal: Goal) -> bool:
    suits = {suit for o in goal.objectives if isinstance(o, RemoveSuits) for suit in o.suits}
    return all(removal.suit in suits for removal in step.removals)


def first_steps(position: Position, goal: Goal) -> list[Step]:
    """The distinct first moves that the goal allows."""
    return [step for step in distinct(position) if allowed(step, goal)]


def left_of(goal: Goal, steps: Sequence[Step]) -> Goal | None:
    """What is still to be done after some moves; None if nothing is.

    The goal must be of those that are mined for: nothing of it but removals and cards turned
    up can be done once and for all.
    """
    if not steps:
        return goal
    removed = [removal.suit for step in steps for removal in step.removals]
    turned = [turned.column for step in steps for turned in step.turned]
    objectives: list[Objective] = []
    for objective in goal.objectives:
        match objective:
            case RemoveSuits(suits):
                still: list[Suit] = list(suits)
                for suit in removed:
                    if suit in still:
                        still.remove(suit)
                if still:
                    objectives.append(RemoveSuits(tuple(still)))
            case RemoveNumber(count):
                if count > len(removed):
                    objectives.append(RemoveNumber(count - len(removed)))
            case TurnUp(count, column):
                done = turned.count(column) if column else len(turned)
                if count > done:
                    objectives.append(TurnUp(count - done, column))
            case SpaceBack():
                objectives.append(GetSpaces(len(steps[0].before.spaces)))
            case _:
                objectives.append(objective)
    return replace(goal, objectives=tuple(objectives)) if objectives else None


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
        if found.reason == INTERRUPTED:
            raise KeyboardInterrupt
        if found.outcome is Outcome.UNDECIDED:
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
        return trim(position, self.answer(position, goal).steps, goal)

    def forget(self) -> None:
        """Forget the answers, to be called between positions."""
        self._known.clear()
