"""How hard a problem is for a person: a formula, the same on every machine.

The line is cut into *stretches*, each of which ends with a gain: a card turned up, a suit
removed, a row dealt, a space more.  What a solver has to see before the next gain is what is
hard, so the choices of a stretch count more the more of them there are:

    choices of a move = log2(positions that the legal moves lead to), half for a natural join
    effort = sum over the stretches of (sum of their choices) ^ 1.2

If it is known how many *decisions* the line has (moves at which something else tempts and
loses), and how many of a thousand games a naive player wins,

    rating = 0.6 * log2(1 + effort) + 0.8 * log10(1000 / (wins + 0.5)) + 0.25 * decisions

with at most 8 decisions; otherwise it is an estimate by the line alone,

    rating = 1.4 * (log2(effort) - 3), at least 0.3 * log2(1 + effort)

both within 0 to 10.  What asks which two cards change places is rated by the candidates:
0.6 * log2(exchanges).  Positions that differ in the order of the columns count once.  The
constants of the estimate are set on Don Woods' seven problems, which come out in his order;
those of the measured rating on thirty problems that a person put in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2, log10
from typing import Final

from ..game.engine import Step, joins_naturally
from ..game.moves import Shift
from ..game.position import Position
from ..game.survey import distinct_moves
from ..goals.goal import Goal
from ..goals.judge import judge
from ..text.wording import count_phrase

_POWER: Final = 1.2
_SCALE: Final = 1.4
_ZERO: Final = 3.0
_NATURAL: Final = 0.5
_BOTTOM: Final = 0.3
_EFFORT, _LUCK, _DECISION, _MOST_DECISIONS = 0.6, 0.8, 0.25, 8
_CANDIDATE: Final = 0.6


@dataclass(frozen=True, slots=True)
class DifficultyRating:
    """A rating, 0 (at a glance) to 10 in steps of 0.1, and what it rests on.

    ``moves``: the line's length up to the goal.  ``choices``: bits in all.  ``longest``: the
    most moves between two gains.  ``spaces_used``: the moves into a space.  ``decisions`` and
    ``naive`` (of a thousand games): None if they weren't measured.
    """

    rating: float
    moves: int
    choices: float
    longest: int
    spaces_used: int
    decisions: int | None = None
    naive: int | None = None

    def __str__(self) -> str:
        return f"{self.rating:g} of 10 ({self.note})"

    @property
    def note(self) -> str:
        """The figures that the rating rests on, in words."""
        return (
            f"{count_phrase(self.moves, 'move')}, at most {self.longest} without a gain, "
            f"{count_phrase(round(self.choices), 'bit')} of choice, "
            f"{count_phrase(self.spaces_used, 'move')} into a space"
            + (
                f", {count_phrase(self.decisions, 'decision')}"
                if self.decisions is not None
                else ""
            )
            + (f", by chance in {self.naive} of 1000 games" if self.naive is not None else "")
        )


def rate(
    start: Position,
    goal: Goal,
    steps: Sequence[Step],
    *,
    decisions: int | None = None,
    naive: int | None = None,
) -> DifficultyRating:
    """Rate a problem by a line that solves it, and by what was measured of it.

    ``decisions`` and ``naive`` are as in :class:`DifficultyRating`.  Moves after the goal is
    reached don't count.  *Not* checked: whether the line solves the problem, or is the shortest; a
    longer one rates higher.
    """
    reached = judge(goal, start, steps).reached_at
    line = steps if reached is None else steps[:reached]
    stretches: list[list[float]] = [[]]
    for step in line:
        stretches[-1].append(_choices(step))
        if _gains(step):
            stretches.append([])
    effort = sum(sum(stretch) ** _POWER for stretch in stretches)
    bits = log2(1 + effort)
    if decisions is not None and naive is not None:
        rating = _EFFORT * bits + _LUCK * log10(1000 / (naive + 0.5))
        rating += _DECISION * min(decisions, _MOST_DECISIONS)
    else:
        rating = max(_BOTTOM * bits, _SCALE * (log2(effort) - _ZERO) if effort > 0 else 0.0)
    return DifficultyRating(
        round(min(10.0, max(0.0, rating)), 1),
        len(line),
        sum(map(sum, stretches)),
        max(map(len, stretches)),
        sum(1 for step in line if _into_space(step)),
        decisions,
        naive,
    )


def rate_exchange(candidates: int) -> float:
    """Rate a problem that asks which two cards change places, by how many pairs there are."""
    return round(min(10.0, _CANDIDATE * log2(max(1, candidates))), 1)


def _choices(step: Step) -> float:
    bits = log2(max(1, len(distinct_moves(step.before))))
    return bits * _NATURAL if joins_naturally(step) else bits


def _into_space(step: Step) -> bool:
    return isinstance(step.move, Shift) and step.before.column(step.move.target).is_space


def _gains(step: Step) -> bool:
    return step.is_event or len(step.after.spaces) > len(step.before.spaces)
