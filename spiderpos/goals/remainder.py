"""What is left of a goal once a part of a line has been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ..game import engine
from ..game.engine import Step
from ..game.position import Position
from ..text.wording import join_words
from .goal import Goal
from .judge import Verdict, judge
from .rewriting import NoMoveLeft, NotRewritten, Rewriting, rewrite
from .terms import Unclear, along

_DEPENDS: Final = "it depends on a face-up card that isn't known"


class GoalStatus(StrEnum):
    """How a goal stands after a part of a line."""

    REACHED = "reached"
    #: A condition is broken, or the goal is out of reach by what the moves did.
    BROKEN = "broken"
    #: ``Remaining.goal`` is what is to be reached from there.
    OPEN = "open"
    #: What is left can't be said as a goal.
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left of a goal: how it stands, why, and the goal from there on."""

    standing: GoalStatus
    why: str = ""
    goal: Goal | None = None


def what_is_left(goal: Goal, start: Position, steps: Sequence[Step]) -> Remaining:
    """Return the rest of ``goal``, which is about ``start``, after ``steps`` played from there.

    OPEN: a line that begins with these steps holds for the judge if and only if the rest of it
    holds for ``Remaining.goal`` (which has ``whatever`` if the goal has; what hidden cards there
    are is not looked at).
    REACHED: the steps hold, and so does every line that begins with them.
    BROKEN: no such line does.  UNCLEAR: one might; the goal language can't say which.
    """
    judgement = judge(replace(goal, whatever=False), start, steps)
    conditions = judgement.about_conditions
    broken = [finding for finding in conditions if finding.verdict is Verdict.FAILS]
    if broken:
        return Remaining(GoalStatus.BROKEN, join_words(f"{f.phrase}: {f.found}" for f in broken))
    depends = any(map(engine.depends_on_unknown, steps[: judgement.reached_at]))
    if depends or any(finding.verdict is Verdict.UNDECIDED for finding in conditions):
        return Remaining(GoalStatus.UNCLEAR, _DEPENDS)
    if judgement.reached_at is not None:
        return Remaining(GoalStatus.REACHED, "the goal is reached")
    *_, progress = along(start, steps)
    for objective in goal.objectives:
        if why := objective.lost(progress):
            return Remaining(GoalStatus.BROKEN, why)
    try:
        left = rewrite(goal, Rewriting.BEGUN, progress)
    except (NotRewritten, Unclear) as why:
        return Remaining(GoalStatus.UNCLEAR, str(why))
    except NoMoveLeft:
        if judgement.verdict is Verdict.UNDECIDED:
            return Remaining(GoalStatus.UNCLEAR, _DEPENDS)
        return Remaining(GoalStatus.BROKEN, "there is no move left")
    return Remaining(GoalStatus.OPEN, "", left)
