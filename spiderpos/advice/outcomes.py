"""Judge the outcomes that a script claims for its lines (``=> lost``), with the solver."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..game.cards import UNKNOWN
from ..game.position import Position
from ..game.replay import face_up_by
from ..games.tree import MoveNode
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge, known_to_player
from ..goals.remainder import GoalStatus, what_is_left
from ..solver import solve
from ..solver.prover.answer import Budget, Outcome
from ..text.wording import count_phrase

#: The work limit of the search for one claim; it is reached in a few seconds.
WORK: Final = 6_000_000


class ClaimVerdict(StrEnum):
    """The solver's verdict on a claim, such as ``=> lost``, about the end of a line."""

    PROVED = "proved"
    NOT_FOUND = "not found"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class JudgedOutcome:
    """A claim about the end of a line, with its verdict and the reason."""

    end: MoveNode
    verdict: ClaimVerdict
    why: str

    def __str__(self) -> str:
        return f"{self.end.outcome}: {self.verdict} ({self.why})"


def judge_outcome(
    end: MoveNode, start: Position, goal: Goal, *, work: int = WORK
) -> JudgedOutcome | None:
    """Judge the claim about a line that ends at a node.

    ``lost`` is proved if neither the line nor a continuation reaches the goal, ``solved`` if one
    of them does.

    Args:
        end: The last node of the line.
        start: The position at the root of the tree, from which the goal counts.
        goal: The goal to reach.
        work: The limit of the search, in steps of the solver.

    Returns:
        The judged claim; None if the line has no claim, or claims ``undecided``.
    """
    if end.outcome not in ("lost", "solved"):
        return None
    reachable, why = _is_reachable(end, known_to_player(start, goal), goal, work)
    if reachable is None:
        return JudgedOutcome(end, ClaimVerdict.NOT_FOUND, why)
    is_true = reachable == (end.outcome == "solved")
    return JudgedOutcome(end, ClaimVerdict.PROVED if is_true else ClaimVerdict.WRONG, why)


def _is_reachable(
    end: MoveNode, start: Position, goal: Goal, work: int
) -> tuple[bool | None, str]:
    """Return True if the line or a continuation reaches the goal (None: unknown), and a reason."""
    left = what_is_left(goal, start, end.steps)
    if left.status is GoalStatus.REACHED:
        holds = judge(goal, start, end.steps).verdict is Verdict.HOLDS
        return holds or None, left.why if holds else "the goal depends on hidden cards"
    if left.status is GoalStatus.BROKEN:
        return False, left.why
    if left.goal is None:
        return None, left.why
    if any(UNKNOWN in face_up_by(step) for step in end.steps):
        return None, "an unknown card is turned up"
    answer = solve(end.position, left.goal, budget=Budget(None, work=work)).uninterrupted()
    if answer.outcome is Outcome.SOLVED:
        return True, f"a line of {count_phrase(answer.length, 'more move')} reaches the goal"
    if answer.outcome is Outcome.IMPOSSIBLE:
        return False, "no line from here reaches the goal"
    return None, answer.reason
