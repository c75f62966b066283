"""Shorten the line of an answer, or turn a user's line into an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..game.engine import Step
from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from ..text.wording import count_phrase
from . import winning
from .prover.answer import Answer, Budget, Outcome, Progress, Searched


def given(position: Position, goal: Goal, steps: Sequence[Step], name: str) -> Answer | None:
    """Return a SOLVED answer with the user's line up to the goal; None if the judge rejects it.

    ``name`` is the name of the line's file, for the answer's reason.
    """
    judgement = judge(goal, position, steps)
    if judgement.verdict is not Verdict.HOLDS:
        return None
    length = judgement.reached_at or 0
    reason = ""
    if length != len(steps):
        reason = f"the line in {name} reaches the goal after {count_phrase(length, 'move')}"
    return Answer(Outcome.SOLVED, tuple(steps[:length]), Searched(), reason)


def as_shown(position: Position, goal: Goal, answer: Answer) -> Answer:
    """Return the answer; UNDECIDED if its line needs cards that are known only from the script."""
    assumption = judge(goal, position, answer.steps).assumption
    if not assumption:
        return answer
    reason = "; ".join(filter(None, (answer.reason, f"the line reaches the goal {assumption}")))
    return replace(answer, outcome=Outcome.UNDECIDED, reason=reason)


def shortened(
    position: Position, goal: Goal, answer: Answer, budget: Budget, progress: Progress | None
) -> Answer:
    """Return the answer with its line shortened; its reason states the result."""
    shorter = winning.shorten(position, answer.steps, goal, budget=budget, progress=progress)
    sure = judge(goal, position, answer.steps).surely
    if sure and judge(goal, position, shorter.steps).assumption:
        # The shorter line depends on a card that only the script names; the original didn't.
        if shorter.interrupted:
            shorter = replace(shorter, steps=sure)
        else:
            shorter = winning.shorten(position, sure, goal, budget=budget, progress=progress)
    note = f"shortened from {shorter.before} to {len(shorter.steps)} moves, {shorter.saved} saved"
    if not shorter.saved:
        note = "no line has fewer moves" if shorter.shortest else "no shorter line was found"
    elif shorter.shortest:
        note += "; no line has fewer"
    if not (shorter.finished or shorter.interrupted or shorter.fault):
        resource = "memory" if shorter.out_of_memory else "time"
        note += f"; with more {resource} there may be more"
    if shorter.detours_only:
        which = "without the compiled core" if winning.asks_for_a_win(goal) else "for this goal"
        note += f"; {which} only detours are cut out"
    reason = f"{answer.reason}; {note}" if answer.reason else note
    return replace(answer, reason=reason).shortened(shorter)
