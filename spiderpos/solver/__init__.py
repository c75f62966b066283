"""Whether a goal can be reached, and the evidence for it: the one place that chooses the search.

:func:`solve` gives a win to the search for whole games (:mod:`spiderpos.solver.winning`), all
else to the prover (:mod:`spiderpos.solver.prover`).  :mod:`~spiderpos.solver.certificates` writes
down a proof of "impossible".
:mod:`~spiderpos.solver.jobs` does many jobs at once, :mod:`~spiderpos.solver.results` keeps what
long runs found.
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

#: Where there are short cuts: seconds for the first turn of the complete search, and how many
#: times as long each further one is.  Then how many times as long each question of a short cut
#: may take, and all of them together.
_FIRST_TURN: Final = 0.25
_LONGER: Final = 8
_PATIENCE: Final = 2
_ATTEMPT: Final = 6
#: Seconds, as work, for all play, and then for the searches for a plan, in turns.
_TURNS: Final = ((0.1, 4.0), (1.0, 16.0), (None, None))
#: The same for all play where the goal doesn't say that it is for whatever turns up.
_ALL_PLAY: Final = 1.0
#: Seconds, as work, for a line that needs no plan, where all play has found a plan.
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

    The arguments and the answer are those of :func:`spiderpos.solver.prover.solve`; a win, which
    :func:`spiderpos.solver.winning.solve` looks for, makes nothing of ``begin`` and
    ``after_round``.  A line is shortened for up to ``polish`` seconds, as work.  Where there are
    short cuts (:mod:`~spiderpos.solver.shortcuts`) they take turns with the complete search,
    unless ``shortest`` or ``begin`` is told.

    ``draws``: where that leaves it undecided and cards are hidden, a plan is looked for that
    reaches the goal whatever turns up; if there is none, the cards are looked at in each order, or
    drawn some times (:mod:`~spiderpos.solver.drawing`), with half of the time at least.  The
    outcome is POSSIBLE then if there is a line in one of the draws.

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
    if not draws or answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
        return answer

    known = known_to_player(position, goal)
    left = clock.left(1 / 4, most=_ALL_PLAY)
    surely = sure.all_play(known, replace(goal, whatever=True), budget=left, progress=progress)
    if surely is not None and (surely.outcome is Outcome.SOLVED or surely.interrupted):
        return _as_seen(surely, position, known)

    def ask(start: Position, draw_goal: Goal, budget: Budget) -> Answer:
        return _decided(start, draw_goal, budget, polish=0, progress=progress)

    unsure = surely is not None and surely.outcome is Outcome.IMPOSSIBLE
    return drawing.look(position, goal, answer, ask, clock, unsure=unsure)


def _as_seen(answer: Answer, position: Position, known: Position) -> Answer:
    """Return an answer about ``known``, a position of which more is known, as one about it."""
    if known == position:
        return answer
    moves = [step.move for step in answer.steps]
    return replace(answer, steps=retrace(position, moves, known))


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
    """Return the answer by the search that knows the question best, without draws."""
    known = known_to_player(position, goal)
    if goal.whatever and not unknown_count(replace(known, removed=())):
        # Nothing can turn up that isn't known.
        goal = replace(goal, whatever=False)
    try:
        if (lost := blocked.answer(known, goal, budget)) is not None:
            return lost
    except Cancelled:
        return Answer.cut_short(Searched())
    if winning.asks_for_a_win(goal):
        with suppress(winning.Unsupported):
            answer = winning.solve(
                known, goal, budget=budget, shortest=shortest, polish=polish, progress=progress
            )
            return _as_seen(answer, position, known)
    clock = Clock(budget)
    if goal.whatever:
        answer = _whatever(position, known, goal, budget, shortest=shortest, progress=progress)
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
    known: Position,
    goal: Goal,
    budget: Budget,
    *,
    shortest: bool,
    progress: Progress | None,
) -> Answer:
    """Return the answer of all play, or of the searches for a plan, whichever decides.

    ``known`` is what the player knows.  A line that needs no plan is preferred to a plan.
    """
    clock = Clock(budget)
    unfinished = True
    for seconds, more in _TURNS:
        if unfinished:
            left = clock.left(1 / 2, most=seconds)
            tried = sure.all_play(known, goal, budget=left, progress=progress)
            if tried is not None and tried.plan is not None:
                left = clock.left(1 / 2, most=_LINE)
                line = prover.solve(position, goal, budget=left, progress=progress)
                return line if line.steps else tried
            if tried is not None and (tried.interrupted or _decides(tried)):
                return tried
            unfinished = tried is not None and tried.out_of_time
        left = clock.left(most=more)
        if sure.knows(known, goal):
            answer = sure.solve(known, goal, budget=left, progress=progress)
        else:
            answer = prover.solve(
                position, goal, budget=left, shortest=shortest, progress=progress
            )
        if answer.interrupted or _decides(answer):
            break
        if clock.over or not (unfinished or answer.out_of_time):
            break
    return answer


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
    """Return the answer of the complete search or of a short cut, whichever comes first.

    Each has more time in each turn, and the complete search all of it in the end.
    """
    clock = Clock(budget)
    seconds, begin, ended = _FIRST_TURN, None, False
    #: What the complete search says in the turn in which it got furthest.
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
            ended = not answer.out_of_time
        try:
            if last or clock.over:
                return furthest
            # Half of what is left is for the complete search, which alone proves anything.
            most = clock.left(1 if ended else 1 / 2, most=_ATTEMPT * seconds)
            solution = short_cuts.attempt(_PATIENCE * seconds, most)
        except KeyboardInterrupt:
            return Answer.cut_short(furthest.searched)
        if solution is not None:
            return solution
        seconds *= _LONGER
