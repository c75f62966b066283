"""Decide goals.  This module chooses the search for each question.

:func:`solve` passes a win to the search for whole games (:mod:`spiderpos.solver.winning`), and
every other goal to the prover (:mod:`spiderpos.solver.prover`).
:mod:`~spiderpos.solver.certificates` writes proofs of "impossible";
:mod:`~spiderpos.solver.jobs` runs many jobs in parallel; :mod:`~spiderpos.solver.results` stores
the results of long runs.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from ..game.census import by_elimination, unknown_count
from ..game.position import Position
from ..game.replay import retrace
from ..goals.goal import Goal
from ..goals.judge import known_to_player
from . import drawing, prover, sure, winning
from .budget import Cancelled
from .prover import blocked
from .prover.answer import Answer, Budget, Clock, Outcome, Progress, Searched
from .shortcuts import Attempts

__all__ = ["Answer", "Budget", "Outcome", "Progress", "Searched", "solve"]

#: The complete search and the heuristic short cuts alternate.  ``_FIRST_TURN``: the work limit, in
#: seconds, of the first turn of the complete search.  ``_LONGER``: the factor from one turn to the
#: next.  ``_PATIENCE`` and ``_ATTEMPT``: the work limits of one search of a short cut, and of all
#: the short cuts of a turn together, as multiples of that of the complete search.
_FIRST_TURN: Final = 0.25
_LONGER: Final = 8
_PATIENCE: Final = 2
_ATTEMPT: Final = 14
#: ``_STRATEGY``: the work limit, in seconds, of the first turn of the strategy search.
#: ``_NEXT_TURN``: the factor from one of its turns to the next.  ``_PLANS``: the work limit of the
#: plan searches that follow a turn, as a multiple of that of the turn.
_STRATEGY: Final = 0.1
_PLANS: Final = 8
_NEXT_TURN: Final = 4
#: The work limit, in seconds, of the strategy search for a goal without "whatever turns up".
_ALL_PLAY: Final = 1.0
#: The work limit, in seconds, of a search for a line without branches after the strategy search
#: found a plan.
_LINE: Final = 0.25


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    shortest: bool = False,
    polish: float = winning.POLISH,
    progress: Progress | None = None,
    begin: Searched | None = None,
    after_round: Progress | None = None,
    draws: bool = False,
) -> Answer:
    """Decide whether ``goal`` can be reached from ``position``.

    The other arguments and the answer are those of :func:`spiderpos.solver.prover.solve`.  A win
    is solved by :func:`spiderpos.solver.winning.solve` if it supports the question; ``begin`` and
    ``after_round`` then have no effect.  A line is shortened for up to ``polish`` seconds of work.
    Heuristic searches (:mod:`~spiderpos.solver.shortcuts`), if any apply, alternate with the
    complete search, unless ``shortest`` or ``begin`` is given.

    ``draws``: if the goal is still undecided, and cards are unknown but all of them hidden, search
    for a plan that reaches it whatever turns up; if none is found, solve the goal for each order
    of the hidden cards, or for a random sample of orders (:mod:`~spiderpos.solver.drawing`).  At
    least half of the time is left for this.  The outcome is POSSIBLE if a line is found for one of
    the orders.

    Raises NotationError if the position doesn't have the exact cards of ``begin``.
    """
    budget = budget or Budget()
    clock = Clock(budget)
    draws = draws and drawing.can_be_drawn(by_elimination(position), goal)
    answer = _decided(
        position,
        goal,
        clock.left(1 / 2) if draws else budget,
        shortest=shortest,
        polish=polish,
        progress=progress,
        begin=begin,
        after_round=after_round,
    )
    if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
        return answer
    if draws:
        answer = _with_draws(position, goal, answer, clock, progress)
    late = answer.needs_unknown and answer.out_of_time
    if answer.outcome is Outcome.UNDECIDED and late and not clock.over:
        last = prover.solve(position, goal, budget=clock.left(), progress=progress)
        return last if last.outcome is not Outcome.UNDECIDED or last.interrupted else answer
    return answer


def _with_draws(
    position: Position, goal: Goal, answer: Answer, clock: Clock, progress: Progress | None
) -> Answer:
    """Search for a plan for all orders of the hidden cards, then for a line for one of them.

    ``answer`` is the undecided answer without orders, which is returned with the orders tried.
    """
    view = known_to_player(position, goal)
    left = clock.left(1 / 4, most=_ALL_PLAY)
    surely = sure.all_play(view, replace(goal, whatever=True), budget=left, progress=progress)
    if surely is not None and (surely.outcome is Outcome.SOLVED or surely.interrupted):
        return _as_seen(surely, position, view)

    def ask(start: Position, draw_goal: Goal, budget: Budget) -> Answer:
        return _decided(start, draw_goal, budget, polish=0, progress=progress)

    unsure = surely is not None and surely.outcome is Outcome.IMPOSSIBLE
    return drawing.look(position, goal, answer, ask, clock, unsure=unsure)


def _as_seen(answer: Answer, position: Position, view: Position) -> Answer:
    """Convert an answer about ``view``, with more known cards, to one about ``position``."""
    if view == position:
        return answer
    moves = [step.move for step in answer.steps]
    return replace(answer, steps=retrace(position, moves, view))


def _decided(
    position: Position,
    goal: Goal,
    budget: Budget,
    *,
    shortest: bool = False,
    polish: float = winning.POLISH,
    progress: Progress | None = None,
    begin: Searched | None = None,
    after_round: Progress | None = None,
) -> Answer:
    """Return the answer of the search that suits the question, without drawing hidden cards."""
    view = known_to_player(position, goal)
    if goal.whatever and not unknown_count(replace(view, removed=())):
        # No unknown card can turn up.
        goal = replace(goal, whatever=False)
    try:
        if (lost := blocked.answer(view, goal, budget)) is not None:
            return lost
    except Cancelled:
        return Answer.cut_short(Searched())
    if winning.asks_for_a_win(goal):
        with suppress(winning.Unsupported):
            answer = winning.solve(
                view, goal, budget=budget, shortest=shortest, polish=polish, progress=progress
            )
            return _as_seen(answer, position, view)
    clock = Clock(budget)
    if goal.whatever:
        answer = _whatever(position, view, goal, budget, progress)
        if shortest:
            answer = prover.with_length_note(answer)
    elif not (shortest or begin) and (short_cuts := Attempts(position, goal, progress)).more:
        answer = _in_turns(position, goal, short_cuts, budget, progress, after_round)
    else:
        answer = prover.solve(
            position,
            goal,
            budget=budget,
            shortest=shortest,
            progress=progress,
            begin=begin,
            after_round=after_round,
        )
    if polish and answer.steps and not (answer.shortest or answer.interrupted):
        left = clock.left(most=polish)
        shorter = winning.shorten(position, answer.steps, goal, rounds=1, budget=left)
        return answer.shortened(shorter)
    return answer


def _whatever(
    position: Position,
    view: Position,
    goal: Goal,
    budget: Budget,
    progress: Progress | None,
) -> Answer:
    """Alternate the strategy search and the plan search; return the first decisive answer.

    If there is none, return the last answer.  If the plan search doesn't support the question, the
    prover searches for a line instead.  ``view`` is the position as the player sees it.  If the
    strategy search finds a plan, a line without branches is searched for and preferred.
    """
    clock, seconds, unfinished = Clock(budget), _STRATEGY, True
    while True:
        if unfinished:
            left = clock.left(1 / 2, most=seconds)
            tried = sure.all_play(view, goal, budget=left, progress=progress)
            if tried is not None and tried.plan is not None:
                left = clock.left(1 / 2, most=_LINE)
                line = prover.solve(position, goal, budget=left, progress=progress)
                return line if line.steps else tried
            if tried is not None and (tried.interrupted or _decides(tried)):
                return tried
            unfinished = tried is not None and tried.out_of_time
        left = clock.left(most=_PLANS * seconds if unfinished else None)
        if sure.is_supported(view, goal):
            answer = sure.solve(view, goal, budget=left, progress=progress)
        else:
            answer = prover.solve(position, goal, budget=left, progress=progress)
        if answer.interrupted or _decides(answer) or clock.over:
            return answer
        if not (unfinished or answer.out_of_time):
            return answer
        seconds *= _NEXT_TURN


def _decides(answer: Answer) -> bool:
    return answer.outcome is not Outcome.UNDECIDED


def _in_turns(
    position: Position,
    goal: Goal,
    short_cuts: Attempts,
    budget: Budget,
    progress: Progress | None,
    after_round: Progress | None,
) -> Answer:
    """Alternate the complete search and the short cuts; return the first decisive answer.

    Each turn is longer than the one before.  The last turn is the complete search, with the rest
    of the budget.  If no answer is decisive, return that of ``furthest``.
    """
    clock = Clock(budget)
    seconds, begin, ended = _FIRST_TURN, None, False
    #: The answer of the complete search in the turn with the most steps.
    furthest: Answer | None = None
    while True:
        last = not short_cuts.more
        if furthest is None or not ended:
            answer = prover.solve(
                position,
                goal,
                budget=clock.left(most=None if last else seconds),
                progress=progress,
                begin=begin,
                after_round=after_round,
            )
            if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
                return answer
            if furthest is None or answer.searched.steps >= furthest.searched.steps:
                furthest = answer
            if answer.searched.method == "classes":
                begin = answer.searched
            if answer.needs_unknown:
                # The short cuts don't use unknown cards.
                return answer
            ended = not answer.out_of_time
        try:
            if last or clock.over:
                return furthest
            # Keep half of the rest for the complete search: only it can prove "impossible".
            most = clock.left(1 if ended else 1 / 2, most=_ATTEMPT * seconds)
            solution = short_cuts.attempt(_PATIENCE * seconds, most)
        except KeyboardInterrupt:
            return Answer.cut_short(furthest.searched)
        if solution is not None:
            return solution
        seconds *= _LONGER
