"""Heuristic searches for lines; they prove nothing if they find none.

The complete searches of :mod:`spiderpos.solver.prover` treat a goal as a whole, and the search by
classes doesn't deal.  Often a line is found sooner by a beam search, by reaching the parts of the
goal in sequence ("remove hearts and clubs": first the hearts, then the clubs), or as the beginning
of a line that wins the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import retrace
from ..goals.goal import Goal, Moves, NoDealing
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus, what_is_left
from . import prover, winning
from .detours import played, trim
from .prover.answer import Answer, Budget, Clock, Outcome, Progress, Searched
from .prover.native import Reason, Status
from .prover.question import may_ever_deal
from .winning import core

#: ``_STYLE``: the beam's style of evaluation (``core.beam``).  ``_WIDTH``: the width of the first
#: beam.  ``_WIDER``: the factor for each further one.  ``_WIDEST``: from this width on, a beam is
#: no reason for another attempt.  ``_BEAM``: a beam's work limit, as a multiple of that of other
#: searches.
_STYLE: Final = 2
_WIDTH: Final = 4096
_WIDER: Final = 2
_WIDEST: Final = 1 << 20
_BEAM: Final = 6
#: The work limit for cutting detours out of a line, in seconds.
_TRIMMING: Final = 2.0


class Attempts:
    """Heuristic searches for one goal: beams, parts in sequence, and lines that win the game.

    They search without the goal's limit on moves, shorten the lines that they find, and discard
    those that are still too long.

    ``more``: True if another attempt with more time may find a line.
    """

    def __init__(self, position: Position, goal: Goal, progress: Progress | None = None) -> None:
        self._position = position
        self._goal, self._free = goal, goal.free_of(Moves)
        self._progress = progress
        self._clock, self._seconds = Clock(Budget()), 0.0
        self._searched = prover.Searched()
        self._view = known_to_player(position, goal)
        self._deals = not goal.limits.no_dealing and may_ever_deal(self._view)
        self._width = _WIDTH
        self._beams = prover.native_core() and not winning.asks_for_a_win(goal)
        self.more = not goal.whatever and (self._beams or self._deals or len(goal.parts) > 1)

    def attempt(self, seconds: float, whole: Budget) -> Answer | None:
        """Run the heuristic searches until one finds a line.

        Each has ``seconds`` of work, a beam ``_BEAM`` times as many.  ``whole`` limits all of them
        together.  Returns a SOLVED answer, whose line the judge has confirmed, or None, which
        proves nothing.  Raises KeyboardInterrupt.
        """
        self._clock, self._seconds, self.more = Clock(whole), seconds, False
        for line in self._lines():
            steps = played(self._position, (step.move for step in line), self._view, self._free)
            if steps is None:
                continue
            shorter = trim(self._position, steps, self._free, self._clock.left(most=_TRIMMING))
            # The exact cards and digest are omitted: they belong to another question.
            searched = replace(self._searched, precision=(), bases=False, digest="")
            most = self._goal.limits.moves
            if most is not None and len(shorter.steps) > most:
                steps, left = shorter.steps, self._part()
                shorter = winning.shorten(self._position, steps, self._free, rounds=1, budget=left)
            if most is None or len(shorter.steps) <= most:
                return Answer(Outcome.SOLVED, shorter.steps, searched).shortened(shorter)
        return None

    def _lines(self) -> Iterator[Sequence[Step]]:
        beam = self._by_a_beam() if self._beams else ()
        parts = self._part_by_part(self._view, self._free)
        # The parts take less time than a wide beam, but a narrow one often finds a shorter line.
        yield from chain(beam, parts) if self._width == _WIDTH else chain(parts, beam)
        if self._deals:
            yield from self._on_the_way_of_a_win()

    def _by_a_beam(self) -> Iterator[Sequence[Step]]:
        """Run a beam search and yield its line, if it finds one.  Each run has a wider beam."""
        clock = Clock(self._clock.left(most=_BEAM * self._seconds))
        try:
            reply = core.beam(
                self._view, self._free, width=self._width, style=_STYLE, budget=clock.budget
            )
        except core.Unsupported:
            return
        if reply.reason is Reason.CANCELLED:
            raise KeyboardInterrupt
        met = reply.positions
        self._searched = Searched("beam", met, met, clock.seconds, reply.bytes, self._width)
        self.more |= met >= self._width and self._width < _WIDEST
        self._width *= _WIDER
        if reply.status is Status.SOLVED:
            yield retrace(self._view, reply.moves, self._view)

    def _part_by_part(self, view: Position, goal: Goal) -> Iterator[Sequence[Step]]:
        """Yield lines that reach one part of the goal first, and then the other parts."""
        for part in dict.fromkeys(goal.parts) if len(goal.parts) > 1 else ():
            first = self._ask(view, replace(goal, objectives=(part,)))
            if not first:
                continue
            left = what_is_left(goal, view, first)
            if left.status is GoalStatus.REACHED:
                yield first
            if left.goal is None:
                continue
            end = first[-1].after
            # Recurse only for fewer parts: otherwise parts that undo each other would never end.
            if 1 < len(left.goal.parts) < len(goal.parts):
                yield from ((*first, *line) for line in self._part_by_part(end, left.goal))
            elif rest := self._ask(end, left.goal):
                yield *first, *rest

    def _on_the_way_of_a_win(self) -> Iterator[Sequence[Step]]:
        """Yield a line that wins the game (empty if none was found), then lines to the goal.

        Each of these is the winning line up to one of its deals, continued without another deal.
        """
        try:
            won = winning.solve(
                self._view, budget=self._part(), polish=0, progress=self._progress
            ).uninterrupted()
        except winning.Unsupported:
            return
        self._note(won)
        yield won.steps
        for count, step in enumerate(won.steps, 1):
            if not isinstance(step.move, Deal):
                continue
            left = what_is_left(self._free, self._view, won.steps[:count])
            if left.status is GoalStatus.BROKEN:
                return
            if left.goal is not None and (rest := self._ask(step.after, left.goal)):
                yield *won.steps[:count], *rest

    def _ask(self, position: Position, goal: Goal) -> Sequence[Step]:
        """Return a line found by the prover; empty if none.

        Deals are excluded, because the search by classes doesn't support them.
        """
        answer = prover.solve(
            position, goal.under(NoDealing()), budget=self._part(), progress=self._progress
        ).uninterrupted()
        self._note(answer)
        return answer.steps

    def _note(self, answer: Answer) -> None:
        self._searched = answer.searched
        self.more |= answer.out_of_time

    def _part(self) -> Budget:
        """Return the budget of the next search."""
        return self._clock.left(most=self._seconds)
