"""Lines found by short cuts, which say nothing if they find none.

The complete searches of :mod:`spiderpos.prover` take a goal as a whole, and don't deal.  Often a
line is found sooner part by part ("remove hearts and clubs": the hearts, and from there the
clubs), or on the way of a line that wins the game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from math import inf
from typing import Final

from .. import prover, winning
from ..engine import Step
from ..errors import IllegalMove
from ..goals import Goal, Objective, RemoveNumber, RemoveSuits
from ..judge import Verdict, as_played, judge
from ..moves import Deal
from ..position import Position
from ..prover.answer import Answer, Budget, Outcome, Progress, Searched
from ..remainder import Standing, what_is_left
from ..replay import retrace
from ..trimming import trim

__all__ = ["attempt", "worth_it"]

#: What is left of the time is divided by this for each question that is asked.
_SHARE: Final = 2
#: Seconds for the first question about each part of a goal; each further one has four times as
#: many.
_FIRST: Final = 0.5
#: Seconds for leaving detours out of a line that was found.
_TRIMMING: Final = 2.0


def worth_it(position: Position, goal: Goal) -> bool:
    """Whether there is any short cut: a goal in parts, or rows that may be dealt."""
    if goal.whatever:
        return False
    return _may_deal(position, goal) or len(list(_parts(goal))) > 1


def attempt(
    position: Position,
    goal: Goal,
    budget: Budget,
    seconds: float,
    progress: Progress | None = None,
) -> Answer | None:
    """Look for a line to ``goal`` by short cuts, which may take so many seconds altogether.

    The answer is solved, with a line that the judge has confirmed; None says nothing.  Raises
    KeyboardInterrupt.
    """
    return _Attempt(position, goal, budget, seconds, progress).answer()


@dataclass(slots=True)
class _Attempt:
    position: Position
    goal: Goal
    budget: Budget
    seconds: float
    progress: Progress | None
    began: float = field(default_factory=time.monotonic)

    def answer(self) -> Answer | None:
        known = as_played(self.position, self.goal)
        for moves, searched in chain(
            self._in_parts(known, self.goal), self._on_the_way_of_a_win(known)
        ):
            steps = self._confirmed(moves, known)
            if steps:
                return Answer(Outcome.SOLVED, steps, self._all_of(searched))
        return None

    def _confirmed(self, moves: Sequence[Step], known: Position) -> tuple[Step, ...]:
        """The line up to the goal, without its detours; empty if it doesn't get there."""
        try:
            steps = retrace(self.position, [step.move for step in moves], known)
        except IllegalMove:
            return ()
        judgement = judge(self.goal, self.position, steps)
        if judgement.verdict is not Verdict.HOLDS:
            return ()
        seconds = self._share(_TRIMMING).seconds
        return trim(self.position, steps[: judgement.reached_at], self.goal, seconds)

    # Part by part

    def _in_parts(self, known: Position, goal: Goal) -> Iterator[tuple[Sequence[Step], Searched]]:
        """Lines for one part of a goal, and from their ends for what is left of it."""
        parts = list(_parts(goal))
        waiting = list(dict.fromkeys(parts)) if len(parts) > 1 else []
        seconds = _FIRST
        while waiting and self._left() > 0:
            undecided = []
            for part in waiting:
                first = self._ask(known, replace(goal, objectives=(part,)), seconds)
                if first.outcome is Outcome.UNDECIDED:
                    undecided.append(part)
                elif first.steps:
                    yield from self._after(known, goal, len(parts), first)
            waiting = undecided
            seconds *= 4

    def _after(
        self, known: Position, goal: Goal, parts: int, first: Answer
    ) -> Iterator[tuple[Sequence[Step], Searched]]:
        """The lines that begin with one for the first part of a goal that has so many."""
        left = what_is_left(goal, known, first.steps)
        if left.standing is Standing.REACHED:
            yield first.steps, first.searched
        if left.goal is None:
            return
        end = first.steps[-1].after
        # Parts that undo each other would come to no end.
        if 1 < len(list(_parts(left.goal))) < parts:
            for steps, searched in self._in_parts(end, left.goal):
                yield (*first.steps, *steps), searched
        else:
            rest = self._ask(end, left.goal)
            if rest.steps:
                yield (*first.steps, *rest.steps), rest.searched

    # Deals

    def _on_the_way_of_a_win(self, known: Position) -> Iterator[tuple[Sequence[Step], Searched]]:
        """A line that wins, and from where it deals, lines for what is left of the goal."""
        if not _may_deal(known, self.goal):
            return
        try:
            won = winning.solve(known, budget=self._share(), polish=0, progress=self.progress)
        except winning.Unsupported:
            return
        line = won.uninterrupted().steps
        yield line, won.searched
        for count, step in enumerate(line, 1):
            if not isinstance(step.move, Deal):
                continue
            left = what_is_left(self.goal, known, line[:count])
            if left.standing is Standing.BROKEN:
                return
            if left.goal is not None:
                rest = self._ask(step.after, left.goal)
                if rest.steps:
                    yield (*line[:count], *rest.steps), rest.searched

    # What is asked

    def _ask(self, position: Position, goal: Goal, most: float = inf) -> Answer:
        """The prover's answer without dealing, which it is best at, in no more than its share."""
        still = replace(goal, conditions=replace(goal.conditions, no_dealing=True))
        answer = prover.solve(position, still, budget=self._share(most), progress=self.progress)
        return answer.uninterrupted()

    def _share(self, most: float = inf) -> Budget:
        return self.budget.part(min(self._left() / _SHARE, most))

    def _left(self) -> float:
        """Seconds."""
        return max(0.0, self.began + self.seconds - time.monotonic())

    def _all_of(self, searched: Searched) -> Searched:
        return replace(searched, seconds=time.monotonic() - self.began)


def _may_deal(position: Position, goal: Goal) -> bool:
    return bool(position.deals_left) and not goal.conditions.no_dealing


def _parts(goal: Goal) -> Iterator[Objective]:
    """What a goal asks for, one by one."""
    for objective in goal.objectives:
        match objective:
            case RemoveSuits(suits):
                yield from (RemoveSuits((suit,)) for suit in suits)
            case RemoveNumber(count):
                yield from repeat(RemoveNumber(1), count)
            case _:
                yield objective
