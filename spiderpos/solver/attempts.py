"""Lines found by short cuts, which say nothing if they find none.

The complete searches of :mod:`spiderpos.solver.prover` take a goal as a whole, and don't deal.
Often a line is found sooner part by part ("remove hearts and clubs": the hearts, and from there
the clubs), or on the way of a line that wins the game.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias

from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..goals.goal import Goal, NoDealing, Objective
from ..goals.judge import as_played
from ..goals.remainder import Standing, what_is_left
from . import prover, winning
from .prover.answer import Answer, Budget, Outcome, Progress
from .trimming import Shortened, played, trim

__all__ = ["Attempts"]

#: Seconds for leaving detours out of a line that was found.
_TRIMMING: Final = 2.0
#: One short cut: it gives lines, and None where a question took longer than it may this time.  An
#: empty line says that it has come nearer to one: it is the first to go on.
_Way: TypeAlias = Generator[Sequence[Step] | None]


class Attempts:
    """The short cuts to a goal: its parts, one after the other, and lines that win the game."""

    def __init__(
        self, position: Position, goal: Goal, budget: Budget, progress: Progress | None = None
    ) -> None:
        self._position = position
        self._goal = goal
        self._budget = budget
        self._seconds, self._until = 0.0, inf
        self._progress = progress
        self._searched = prover.Searched()
        self._known = as_played(position, goal)
        self._ways: list[_Way] = []
        if not goal.whatever:
            self._ways = self._part_by_part(self._known, goal)
            if self._known.deals_left and not goal.limits.no_dealing:
                self._ways.append(self._on_the_way_of_a_win())

    @property
    def more(self) -> bool:
        """Whether there is anything left that may find a line."""
        return bool(self._ways)

    def attempt(self, seconds: float, until: float = inf) -> Answer | None:
        """Try each of them, with no more than so many ``seconds`` for each question.

        ``until``: the time, as :func:`time.monotonic` tells it, when all have to be over.
        The answer is solved, with a line that the judge has confirmed.  None says nothing; with
        more time another attempt goes on from there.  Raises KeyboardInterrupt.
        """
        self._seconds, self._until = seconds, until
        for line in _lines(self._ways):
            found = self._confirmed(line)
            if found is not None:
                # Its exact cards and classes are those of a part, from another position.
                searched = replace(self._searched, precision=(), bases=False, digest="")
                return Answer(Outcome.SOLVED, found.steps, searched).shortened(found)
        return None

    def _confirmed(self, line: Sequence[Step]) -> Shortened | None:
        """The line up to the goal, without its detours; None if it doesn't get there."""
        moves = (step.move for step in line)
        steps = played(self._position, moves, self._known, self._goal)
        if steps is None:
            return None
        seconds = min(_TRIMMING, max(0.0, self._until - time.monotonic()))
        return trim(self._position, steps, self._goal, seconds)

    # Part by part

    def _part_by_part(self, known: Position, goal: Goal) -> list[_Way]:
        """A way for each part that may be first; none for a goal that has no parts."""
        parts = goal.parts
        if len(parts) < 2:
            return []
        return [self._with_first(part, known, goal) for part in dict.fromkeys(parts)]

    def _with_first(self, part: Objective, known: Position, goal: Goal) -> _Way:
        """Lines for one part of a goal, and from their ends for what is left of it."""
        first = yield from self._ask(known, replace(goal, objectives=(part,)))
        if not first.steps:
            return
        left = what_is_left(goal, known, first.steps)
        if left.standing is Standing.REACHED:
            yield first.steps
        if left.goal is None:
            return
        yield ()
        end = first.steps[-1].after
        ways = self._part_by_part(end, left.goal)
        # Parts that undo each other would come to no end.
        if ways and len(left.goal.parts) < len(goal.parts):
            while ways:
                yield from ((*first.steps, *line) for line in _lines(ways))
                yield None
        else:
            rest = yield from self._ask(end, left.goal)
            if rest.steps:
                yield *first.steps, *rest.steps

    # Deals

    def _on_the_way_of_a_win(self) -> _Way:
        """A line that wins, and from where it deals, lines for what is left of the goal."""
        try:
            while True:
                won = winning.solve(
                    self._known, budget=self._part(), polish=0, progress=self._progress
                ).uninterrupted()
                if not won.out_of_time:
                    break
                yield None
        except winning.Unsupported:
            return
        line, self._searched = won.steps, won.searched
        yield line
        for count, step in enumerate(line, 1):
            if not isinstance(step.move, Deal):
                continue
            left = what_is_left(self._goal, self._known, line[:count])
            if left.standing is Standing.BROKEN:
                return
            if left.goal is not None:
                rest = yield from self._ask(step.after, left.goal)
                if rest.steps:
                    yield *line[:count], *rest.steps

    # What is asked

    def _ask(self, position: Position, goal: Goal) -> Generator[None, None, Answer]:
        """The prover's answer without dealing, which it is best at; it has the time it wants."""
        still = goal.under(NoDealing())
        while True:
            answer = prover.solve(
                position, still, budget=self._part(), progress=self._progress
            ).uninterrupted()
            self._searched = answer.searched
            if not answer.out_of_time:
                return answer
            yield None

    def _part(self) -> Budget:
        """What the next question may take."""
        left = max(0.0, self._until - time.monotonic())
        return self._budget.part(min(self._seconds, left))


def _lines(ways: list[_Way]) -> Generator[Sequence[Step]]:
    """The lines of each, until it wants more time; those that have come to their end go."""
    for way in list(ways):
        for line in way:
            if line is None:
                break
            if line:
                yield line
            else:
                ways.remove(way)
                ways.insert(0, way)
        else:
            ways.remove(way)
