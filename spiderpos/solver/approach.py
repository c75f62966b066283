"""Lines to a tableau that is to be reached: what differs least from it is played on first.

This proves nothing, and needn't find a line; of those that it finds the judge says if they hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from operator import itemgetter
from typing import Final, TypeAlias

from ..game import engine
from ..game.cards import Card
from ..game.engine import Step
from ..game.position import Column, Position
from ..goals.goal import Goal
from ..goals.terms import LineProgress
from .budget import IN_PYTHON, Budget, Clock
from .prover.answer import Searched

#: How many positions the first beam keeps of each length, how many times as many each further one,
#: and how many moves a line has at most.
_WIDTH: Final = 32
_WIDER: Final = 4
_LONGEST: Final = 200

#: Cards that are in the wrong place, what a line has done, and its steps.
_Kept: TypeAlias = tuple[int, LineProgress, tuple[Step, ...]]


@dataclass(slots=True)
class Approach:
    """A line, or None; whether the budget ran out before; and what was searched."""

    line: tuple[Step, ...] | None = None
    ran_out: bool = False
    searched: Searched = field(default_factory=Searched)


def approach(start: Position, target: Position, goal: Goal, budget: Budget) -> Approach:
    """Look for a line from ``start`` to the tableau of ``target``, by wider and wider beams.

    Moves that break a condition of ``goal`` are left out, and those of which an unknown card
    decides what comes of them.
    """
    clock, width, positions = Clock(budget), _WIDTH, 0
    result = Approach()
    while not clock.over:
        beam = _Beam(start, target, goal, clock, width)
        result.line = beam.line()
        positions += beam.positions
        result.searched = Searched("beam", positions, positions, clock.seconds, 0, width)
        if result.line is not None or beam.whole:
            return result
        width *= _WIDER
    result.ran_out = True
    return result


def distance(position: Position, target: Position) -> int:
    """Return how many cards have to leave or to join columns, from where they first differ."""
    pairs = zip(position.columns, target.columns, strict=True)
    return sum(_differing(column, other) for column, other in pairs)


def _differing(column: Column, target: Column) -> int:
    cards, others = (*column.down, *column.up), (*target.down, *target.up)
    same = sum(1 for _ in takewhile(_may_be_same, zip(cards, others, strict=False)))
    turned = len(column.down) - len(target.down)
    return len(cards) + len(others) - 2 * same + abs(turned)


def _may_be_same(pair: tuple[Card, Card]) -> bool:
    card, other = pair
    return card == other or not other


@dataclass(slots=True)
class _Beam:
    start: Position
    target: Position
    goal: Goal
    clock: Clock
    width: int
    positions: int = 0
    #: Whether no position was left out.
    whole: bool = False

    def line(self) -> tuple[Step, ...] | None:
        start, suits, whole = self.start, self.goal.suits_to_remove(), True
        seen = {start.columns}
        level: list[_Kept] = [(distance(start, self.target), LineProgress(start, start), ())]
        for _ in range(_LONGEST):
            following: list[_Kept] = []
            for _, before, steps in level:
                if self.clock.over:
                    return None
                for step in self._steps(before.now):
                    progress = before.after(step)
                    # The last move may break some of them; the complete searches know that.
                    if any(c.broken_by(step, progress, suits) for c in self.goal.conditions):
                        continue
                    left = distance(step.after, self.target)
                    if not left:
                        return (*steps, step)
                    if step.after.columns not in seen:
                        seen.add(step.after.columns)
                        following.append((left, progress, (*steps, step)))
            following.sort(key=itemgetter(0))
            whole &= len(following) <= self.width
            level = following[: self.width]
            if not level:
                self.whole = whole
                return None
        return None

    def _steps(self, position: Position) -> Iterator[Step]:
        for move in engine.legal_moves(position):
            self.clock.count(IN_PYTHON)
            self.positions += 1
            step = engine.do(position, move)
            if not engine.depends_on_unknown(step):
                yield step
