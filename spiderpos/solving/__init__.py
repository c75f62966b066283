"""Whether a goal can be reached, and the evidence for it: the one place that chooses the search.

:func:`solve` gives a win to the search for whole games (:mod:`spiderpos.winning`), all else to the
prover (:mod:`spiderpos.prover`).  :mod:`~spiderpos.solving.evidence` makes records of answers, and
checks them again; :mod:`~spiderpos.solving.saving` keeps in a file how far a long search is.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from .. import prover, winning
from ..goals import Goal
from ..judge import as_played
from ..position import Position
from ..prover.answer import Answer, Budget, Outcome, Progress, Searched
from ..replay import retrace

__all__ = ["Answer", "Budget", "Outcome", "Progress", "Searched", "solve"]


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    shortest: bool = False,
    progress: Progress | None = None,
    begin: Searched | None = None,
    after_round: Progress | None = None,
) -> Answer:
    """Decide whether ``goal`` can be reached from ``position``.

    The arguments and the answer are those of :func:`spiderpos.prover.solve`; a win, which
    :func:`spiderpos.winning.solve` looks for, makes nothing of ``begin`` and ``after_round``.
    Raises NotationError if the position doesn't have the exact cards of ``begin``.
    """
    if winning.asks_for_a_win(goal):
        known = as_played(position, goal)
        with suppress(winning.Unsupported):
            answer = winning.solve(
                known, goal, budget=budget, shortest=shortest, progress=progress
            )
            if known == position:
                return answer
            moves = [step.move for step in answer.steps]
            return replace(answer, steps=retrace(position, moves, known))
    return prover.solve(
        position,
        goal,
        budget=budget,
        shortest=shortest,
        progress=progress,
        begin=begin,
        after_round=after_round,
    )
