"""A problem's stipulation while it is played: what is still asked, what was broken, and when.

:mod:`spiderpos.goals.judge` decides; this puts it into words for the player.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..game.moves import Deal
from ..game.survey import is_won
from ..goals.judge import Finding, Verdict, judge
from ..played.session import Session
from ..text.wording import join_words

__all__ = ["Watched", "warning_before_deal", "watched"]


@dataclass(frozen=True, slots=True)
class Watched:
    """How a game stands to its goal.

    ``sentence``: the most that can be said; empty if nothing has happened yet.  ``solved``: the
    goal is reached and nothing that it forbids was done.  ``reached``: it is reached.  ``broken``:
    something was done that the problem forbids.  ``won``: nothing is left but complete suits.
    ``findings``: each part of the goal with its verdict.
    """

    sentence: str
    solved: bool = False
    reached: bool = False
    broken: bool = False
    won: bool = False
    findings: tuple[Finding, ...] = ()


def watched(game: Session) -> Watched:
    """How the game stands to its goal after the moves that are done."""
    won = is_won(game.position)
    if game.goal is None:
        return Watched("The game is won." if won else "", won=won)
    found = judge(game.goal, game.start, game.done)
    broken = " ".join(filter(None, map(_broken, found.about_conditions)))
    solved = found.verdict is Verdict.HOLDS
    at = found.reached_at
    if solved:
        sentence = f"Solved by move {at}" if at else "Solved"
        sentence += ", with the cards that came up." if found.assumption else "."
    elif at is not None and broken:
        sentence = f"The goal is reached by move {at}, but not as asked. {broken}"
    elif at is not None:
        doubts = [f.found for f in found.findings if f.verdict is Verdict.UNDECIDED]
        sentence = f"The goal is reached by move {at} for these cards: {join_words(doubts)}."
    else:
        sentence = broken or ("The game is won." if won else "")
    return Watched(sentence, solved, at is not None, bool(broken), won, found.findings)


def warning_before_deal(game: Session) -> str:
    """What a problem that forbids dealing says before the first row is dealt, else nothing."""
    goal = game.goal
    if goal is None or not goal.limits.no_dealing or watched(game).reached:
        return ""
    dealt = any(isinstance(step.move, Deal) for step in game.done)
    return "" if dealt else "The problem forbids it."


def _broken(finding: Finding) -> str:
    """What was done against a condition, in a sentence; empty if it holds."""
    if finding.verdict is not Verdict.FAILS or finding.condition is None:
        return ""
    if not finding.condition.did:
        return f"The problem asks for this {finding.phrase}: {finding.found}."
    at = f" (move {finding.move})" if finding.move else ""
    return f"{finding.condition.did}: the problem forbids it{at}."
