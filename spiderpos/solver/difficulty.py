"""Rate the difficulty of a problem for a person with a formula, the same on every machine.

The line is cut into *stretches*, each of which ends with a gain: a card turned up, a suit
removed, a row dealt, or an additional space.  The difficulty lies in seeing the next gain, so
the effort grows faster than the choices of a stretch:

    choices of a move = log2(number of distinct legal moves), half of that for a natural join
    effort = sum over the stretches of (sum of their choices) ^ 1.2
    rating = 0.6 * log2(1 + effort) + 0.8 * log10(1000 / (naive + 0.5)) + 0.25 * decisions

``naive``: games out of 1,000 that a naive player wins.  ``decisions``: moves of the line with a
tempting alternative that loses; more than 8 count as 8.  If a problem asks which two cards to
exchange, the exchange counts as an additional first move; its choices are log2(number of possible
exchanges).  The rating is limited to 0 to 10.  The constants were fitted to thirty problems that a
person sorted by difficulty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2, log10
from typing import Final

from ..game.engine import Step, joins_naturally
from ..game.position import Position
from ..game.survey import distinct_moves
from ..goals.goal import Goal
from ..goals.judge import judge
from ..text.wording import count_phrase

_POWER: Final = 1.2
_NATURAL: Final = 0.5
_EFFORT, _LUCK, _DECISION, _MOST_DECISIONS = 0.6, 0.8, 0.25, 8


@dataclass(frozen=True, slots=True)
class DifficultyRating:
    """A rating, from 0 (solved at a glance) to 10 in steps of 0.1, and its components.

    ``effort``, ``decisions`` and ``naive`` (out of 1,000 games) are those of the module's formula;
    ``exchanges`` is the number of possible exchanges of two cards, 0 if none is asked for.
    """

    rating: float
    effort: int
    decisions: int
    naive: int
    exchanges: int = 0

    def __str__(self) -> str:
        return f"{self.rating:g} of 10 ({self.note})"

    @property
    def note(self) -> str:
        """The components of the rating as text."""
        decisions = count_phrase(self.decisions, "decision")
        begin = f"one exchange of {self.exchanges}, " * bool(self.exchanges)
        chance = f"by chance in {self.naive} of 1000 games"
        return f"{begin}effort {self.effort}, {decisions}, {chance}"


def rate(
    start: Position,
    goal: Goal,
    steps: Sequence[Step],
    *,
    decisions: int = 0,
    naive: int = 0,
    exchanges: int = 0,
) -> DifficultyRating:
    """Rate a problem by a line that solves it, and by measurements.

    The other arguments are the components of :class:`DifficultyRating`.  With the defaults only
    the line is rated, as for a deal of a whole game.  Moves after the goal is reached are ignored.
    *Not* checked: that the line solves the problem, or is the shortest one; a longer line has a
    higher rating.
    """
    reached = judge(goal, start, steps).reached_at
    line = steps if reached is None else steps[:reached]
    stretches = [[log2(max(1, exchanges))]]
    for step in line:
        stretches[-1].append(_choices(step))
        if step.is_event or len(step.after.spaces) > len(step.before.spaces):
            stretches.append([])
    effort = round(sum(sum(stretch) ** _POWER for stretch in stretches))
    rating = _EFFORT * log2(1 + effort) + _LUCK * log10(1000 / (naive + 0.5))
    rating += _DECISION * min(decisions, _MOST_DECISIONS)
    rating = round(min(10.0, max(0.0, rating)), 1)
    return DifficultyRating(rating, effort, decisions, naive, exchanges)


def _choices(step: Step) -> float:
    bits = log2(max(1, len(distinct_moves(step.before))))
    return bits * _NATURAL if joins_naturally(step) else bits
