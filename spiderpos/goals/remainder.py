"""The rest of a goal after a part of a line has been played."""

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
    """The status of a goal after a part of a line."""

    REACHED = "reached"
    #: The moves broke a condition or made the goal unreachable.
    BROKEN = "broken"
    #: ``Remaining.goal`` must still be reached.
    OPEN = "open"
    #: The goal language can't express what remains to be done, or it depends on an unknown card.
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Remaining:
    """The rest of a goal: its status, the reason, and the goal for the moves that follow.

    OPEN has a goal and no reason; every other status has a reason and no goal.
    """

    status: GoalStatus
    why: str = ""
    goal: Goal | None = None


def what_is_left(goal: Goal, start: Position, steps: Sequence[Step]) -> Remaining:
    """Return the rest of ``goal`` after ``steps``, played from ``start``.

    - OPEN: a line that begins with these steps satisfies ``goal`` if and only if its later moves
      satisfy ``Remaining.goal``.  ``whatever`` is copied from the goal.  *Not* checked: that these
      steps are possible for every order of the hidden cards.
    - REACHED: every line that begins with these steps satisfies the goal.
    - BROKEN: no such line does.
    - UNCLEAR: some may.  The goal language can't express which, or it depends on an unknown card.
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
        rest = rewrite(goal, Rewriting.BEGUN, progress)
    except (NotRewritten, Unclear) as why:
        return Remaining(GoalStatus.UNCLEAR, str(why))
    except NoMoveLeft:
        if judgement.verdict is Verdict.UNDECIDED:
            return Remaining(GoalStatus.UNCLEAR, _DEPENDS)
        return Remaining(GoalStatus.BROKEN, "there is no move left")
    return Remaining(GoalStatus.OPEN, "", rest)
