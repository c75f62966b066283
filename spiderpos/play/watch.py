"""A problem's stipulation while it is played: what is still asked, what was broken, and when.

:mod:`spiderpos.goals.judge` decides; this puts it into words for the player.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..game.moves import Deal
from ..game.score import is_won
from ..games.session import Session
from ..goals.judge import Finding, Judgement, Verdict, judge
from ..text.wording import join_words

__all__ = ["Watch", "Watched"]


@dataclass(frozen=True, slots=True)
class Watched:
    """How a game stands to its goal.

    ``solved``: the goal is reached and nothing that it forbids was done.  ``reached_at``: after
    how many moves it was reached, None if it isn't.  ``broken``: what was done that the problem
    forbids, in sentences.  ``findings``: each part of the goal with its verdict.  ``won``:
    nothing is left but complete suits.  ``assumes``: with other cards than
    those that came up the same moves may not solve it.
    """

    solved: bool
    reached_at: int | None
    broken: tuple[str, ...]
    findings: tuple[Finding, ...]
    won: bool
    assumes: bool = False

    @property
    def sentence(self) -> str:
        """The most that can be said, in a sentence; empty if nothing has happened yet."""
        if self.solved:
            solved = f"Solved by move {self.reached_at}" if self.reached_at else "Solved"
            return f"{solved}, with the cards that came up." if self.assumes else f"{solved}."
        said = " ".join(self.broken)
        if self.reached_at is not None:
            doubts = [f.found for f in self.findings if f.verdict is Verdict.UNDECIDED]
            reached = f"The goal is reached by move {self.reached_at}"
            if self.broken:
                return f"{reached}, but not as asked. {said}"
            return f"{reached} for these cards: {join_words(doubts)}."
        if self.won:
            return said or "The game is won."
        return said


class Watch:
    """The goal of ``game``, held against its moves whenever it's asked."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._seen: tuple[object, Watched] | None = None

    def now(self) -> Watched:
        """How the game stands to its goal after the moves that are done."""
        done = self.game.done
        if self._seen is None or self._seen[0] != done:
            self._seen = done, self._look()
        return self._seen[1]

    def warning_before_deal(self) -> str:
        """What a problem that forbids dealing says before a row is dealt, else nothing."""
        goal = self.game.goal
        if goal is None or not goal.limits.no_dealing or self.now().reached_at is not None:
            return ""
        dealt = any(isinstance(step.move, Deal) for step in self.game.done)
        return "" if dealt else "The problem forbids it."

    def _look(self) -> Watched:
        game = self.game
        won = is_won(game.position)
        if game.goal is None:
            return Watched(False, None, (), (), won)
        found: Judgement = judge(game.goal, game.start, game.done)
        broken = tuple(
            sentence for finding in found.about_conditions if (sentence := _broken(finding))
        )
        solved = found.verdict is Verdict.HOLDS
        assumes = bool(found.assumption)
        return Watched(solved, found.reached_at, broken, found.findings, won, assumes)


def _broken(finding: Finding) -> str:
    """What was done against a condition, in a sentence; empty if it holds."""
    if finding.verdict is not Verdict.FAILS or finding.condition is None:
        return ""
    if not finding.condition.did:
        return f"The problem asks for this {finding.phrase}: {finding.found}."
    at = f" (move {finding.move})" if finding.move else ""
    return f"{finding.condition.did}: the problem forbids it{at}."
