"""Whether a goal can be reached, and the evidence for it: the one place that chooses the search.

:func:`solve` gives a win to the search for whole games (:mod:`spiderpos.winning`), all else to the
prover (:mod:`spiderpos.prover`).  :mod:`~spiderpos.solving.evidence` makes records of answers, and
checks them again; :mod:`~spiderpos.solving.saving` keeps in a file how far a long search is.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Final

from .. import prover, winning
from ..goals import Goal
from ..judge import as_played
from ..position import Position
from ..prover.answer import Answer, Budget, Outcome, Progress, Searched
from ..replay import retrace
from . import attempts

__all__ = ["Answer", "Budget", "Outcome", "Progress", "Searched", "solve"]

#: Seconds for the search of the whole goal before short cuts are tried, and for these, if there
#: is no limit.
_QUICK: Final = 1.0
_ATTEMPTS: Final = 30.0


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
    What may take long is first attempted by short cuts (:mod:`~spiderpos.solving.attempts`),
    unless there is a ``begin``.
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
    budget = budget or Budget()
    if not (shortest or begin) and attempts.worth_it(position, goal):
        began, seconds = time.monotonic(), budget.seconds
        quick = budget.part(_QUICK if seconds is None else min(_QUICK, seconds / 10))
        answer = prover.solve(position, goal, budget=quick, progress=progress)
        if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
            return answer
        try:
            most = _ATTEMPTS if seconds is None else seconds / 2
            found = attempts.attempt(position, goal, budget, most, progress)
        except KeyboardInterrupt:
            return Answer.cut_short(answer.searched)
        if found is not None:
            return found
        begin = answer.searched if answer.searched.method == "classes" else None
        if seconds is not None:
            budget = budget.part(max(0.0, seconds - (time.monotonic() - began)))
    return prover.solve(
        position,
        goal,
        budget=budget,
        shortest=shortest,
        progress=progress,
        begin=begin,
        after_round=after_round,
    )
