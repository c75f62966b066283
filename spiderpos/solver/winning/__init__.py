"""Whole games: find a line that wins, prove in small endgames that none exists, shorten lines.

:func:`solve` searches for a win with all cards known, under any house rules, with the compiled
core (``native/``; explained in ``docs/winning.md``).  Without the core brute force decides
endgames.  The engine plays each line and the judge confirms it before it is returned.
"Impossible" means a complete search, or that the cards alone rule out a win.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ...game.census import unknown_count
from ...game.engine import SUIT_LENGTH, Step
from ...game.moves import Move
from ...game.position import Position
from ...game.replay import shown_by
from ...goals.goal import Goal, Moves, NoDealing, Objective, RemoveNumber, TurnUp, Win
from ...goals.judge import Verdict, judge
from ...goals.rewriting import Rewriting, rewrite
from ...goals.terms import LineProgress
from ...text.wording import count_phrase
from .. import prover
from ..detours import Shortened, played, trim
from ..prover import Answer, Budget, Outcome, Progress, Searched, native
from ..prover.answer import Clock, Implication, Role
from ..prover.native import Reason, Status
from ..prover.question import impossible_by_count
from . import core
from .core import Unsupported, asks_for_a_win

__all__ = ["POLISH", "WIN", "Shortened", "Unsupported", "asks_for_a_win", "shorten", "solve"]

#: The goal ``win``.
WIN: Final = Goal((Win(),))

#: Width of the first beam, and of the widest one.
_FIRST_WIDTH: Final = 128
_WIDEST: Final = 1 << 22
#: From this width on, a second beam follows each, with another evaluation and diverse positions.
_WIDE: Final = 8192
#: The work limit, in seconds, of the first complete search; that of each later one is three times
#: as high.
_FIRST_EXHAUST: Final = 0.1
#: The work limit, in seconds, for a complete search that is unlikely to end.
_GLANCE: Final = 0.1
#: A beam that ended after fewer positions than this has probably visited nearly all of them.
_FEW_POSITIONS: Final = 5000
#: The work limit, in seconds, for the search for a shortest line, per round of shortening; for a
#: line of more than ``_LONG`` moves the limit is ``_GLANCE``.
_EXACT: Final = 0.5
_LONG: Final = 20
#: The default work limit for shortening a line, in seconds; one round usually takes less.
POLISH: Final = 5.0


def solve(
    position: Position,
    goal: Goal = WIN,
    *,
    budget: Budget | None = None,
    shortest: bool = False,
    polish: float = POLISH,
    progress: Progress | None = None,
) -> Answer:
    """Search for a line that wins.

    Args:
        position: The position.  If cards are unknown, the result is never SOLVED.
        goal: A win, see :func:`asks_for_a_win`.
        budget: The limits of the search.
        shortest: First use half of the time for a complete search, which finds a shortest line;
            ``reason`` states whether the line is proved to be the shortest.
        polish: The work limit, in seconds, for shortening the line in one round.
        progress: Called a few times a second with the state of the search.

    Returns:
        SOLVED with a line that the judge has confirmed; IMPOSSIBLE by a complete search, or by
        the cards alone; UNDECIDED if the budget ran out, cards are unknown, or after Ctrl-C.

    Raises:
        Unsupported: The goal isn't a win, or the core doesn't support the rules, the number of
            columns or the cards.
    """
    clock = Clock(budget or Budget())
    return _Search(position, goal, clock, polish, progress).answer(shortest)


def shorten(
    position: Position,
    steps: Sequence[Step],
    goal: Goal = WIN,
    *,
    rounds: int = core.MOST_ROUNDS,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Shortened:
    """Shorten a line that reaches ``goal``.

    ``steps`` must be legal, from ``position`` or the same position with more cards known; cards
    that they reveal are assumed to lie where they turned up.  Moves after the one that reaches the
    goal are removed.  The compiled core shortens the line in ``rounds`` of increasing effort;
    after the first one it searches for a shortest line with a part of the budget.  Without the
    core, and for goals that it doesn't support, only detours are cut out.  The result is never
    longer, and the judge has confirmed it.  Ctrl-C ends the shortening early.

    Raises ValueError if the line doesn't reach the goal.
    """
    judgement = judge(goal, position, steps)
    if judgement.verdict is not Verdict.HOLDS or judgement.reached_at is None:
        raise ValueError(f"the line doesn't reach the goal '{goal}'")
    best = tuple(steps[: judgement.reached_at])
    budget = budget or Budget()
    if best and native.available():
        with contextlib.suppress(Unsupported):
            shorter = _shortened(position, best, goal, rounds, budget, progress)
            return replace(shorter, before=len(steps))
    return replace(trim(position, best, goal, budget), before=len(steps))


def _shortened(
    position: Position,
    steps: tuple[Step, ...],
    goal: Goal,
    rounds: int,
    budget: Budget,
    progress: Progress | None,
) -> Shortened:
    """Shorten a line with the core."""

    def report(_rounds: int, positions: int, tried: int, spent: float, size: int) -> None:
        if progress is not None:
            progress(Searched("shortening", positions, tried, spent, size))

    start, before, fault = steps[0].before, len(steps), ""
    revealed = shown_by(start, steps)
    clock = Clock(budget)
    shorter: tuple[Step, ...] | None = steps
    try:
        for count in sorted({1, rounds}):
            moves = [step.move for step in steps]
            left = clock.left()
            reply = core.shorten(revealed, goal, moves, rounds=count, budget=left, report=report)
            if reply.moves:
                shorter = played(start, reply.moves, revealed, goal, judged_from=position)
                if shorter is not None and len(shorter) < len(steps):
                    steps = shorter
            if shorter is None or reply.status in (Status.IMPOSSIBLE, Status.BROKEN):
                fault = native.UNCONFIRMED
            elif count == 1 and reply.status is Status.SOLVED:
                # Now the line is short, which makes the search for a shortest one smaller.
                most = rounds * (_GLANCE if len(steps) > _LONG else _EXACT)
                left = clock.left(1 / 4, most=most)
                shortest = _shortest(position, steps, revealed, goal, left)
                if shortest is not None:
                    proved = not unknown_count(replace(start, removed=()))
                    return Shortened(shortest, before, finished=True, shortest=proved)
            if fault or reply.status is not Status.SOLVED:
                break
    except KeyboardInterrupt:
        return Shortened(steps, before, finished=False, interrupted=True)
    return Shortened(
        steps,
        before,
        finished=reply.status is Status.SOLVED and not fault,
        interrupted=reply.reason is Reason.CANCELLED,
        out_of_memory=reply.reason is Reason.MEMORY,
        fault=fault,
    )


def _shortest(
    position: Position, steps: tuple[Step, ...], revealed: Position, goal: Goal, budget: Budget
) -> tuple[Step, ...] | None:
    """Return a shortest line; None if none is found within the budget."""
    shorter = goal.under(Moves(len(steps) - 1)) if len(steps) > 1 else None
    if shorter is None:
        return steps
    answer = prover.brute.solve(revealed, shorter, budget=budget, bounded=True).uninterrupted()
    if answer.outcome is Outcome.IMPOSSIBLE:
        return steps
    moves = [step.move for step in answer.steps]
    return played(steps[0].before, moves, revealed, goal, judged_from=position) if moves else None


class _Stop(Exception):  # noqa: N818 - no error
    """Raised when the search can't continue; the message is the reason."""


@dataclass(slots=True)
class _Search:
    position: Position
    goal: Goal
    clock: Clock
    polish: float
    progress: Progress | None
    #: Statistics: positions visited by all searches, steps tried by brute force, the memory of the
    #: largest search in bytes, and the width of the widest beam.
    positions: int = 0
    steps: int = 0
    bytes: int = 0
    widest: int = 0
    method: str = "start"
    #: Goals that every win reaches on the way.  If one is proved impossible, so is the win.  Each
    #: has the state of its search, to resume it.
    parts: dict[Goal, Searched | None] = field(default_factory=dict)
    #: True if a search for one of ``parts`` ran out of time.
    out_of_time: bool = False

    @property
    def budget(self) -> Budget:
        return self.clock.budget

    def answer(self, shortest: bool) -> Answer:
        core.aim(self.position, self.goal)
        if not self.position.deals_left:
            self.parts = dict.fromkeys(_parts(self.position, self.goal))
        if judge(self.goal, self.position, ()).verdict is Verdict.HOLDS:
            return replace(self._answer(Outcome.SOLVED, "the goal holds already"), shortest=True)
        reason = self._hopeless()
        if reason:
            return self._answer(Outcome.IMPOSSIBLE, reason)
        try:
            if unknown := unknown_count(replace(self.position, removed=())):
                return self._by_unknown(unknown)
            if native.available():
                return self._by_beams(shortest)
        except _Stop as stop:
            return self._answer(Outcome.UNDECIDED, str(stop))
        except KeyboardInterrupt:
            return Answer.cut_short(self._searched())
        return prover.solve(
            self.position,
            self.goal,
            budget=self.budget,
            shortest=shortest,
            progress=self.progress,
        )

    def _hopeless(self) -> str:
        """Return the reason why the cards alone rule out a win; empty if they don't."""
        reason = impossible_by_count(self.position, self.goal)
        if reason:
            return reason
        if self.position.hand and (self.goal.limits.no_dealing or not self.position.deals_left):
            return "there are cards in the hand that can't be dealt"
        return ""

    def _by_unknown(self, cards: int) -> Answer:
        """Try to prove that a position with ``cards`` unknown cards can't be won.

        SOLVED is impossible, because any line depends on the unknown cards.
        """
        if native.available():
            answer = self._by_parts(share=1 / 4)
            if answer is None:
                # With rows left to deal, a complete search is unlikely to end.
                most = _GLANCE if self.position.deals_left else None
                answer = self._exhaust(self._left(most=most))[0]
            if answer is not None:
                return answer
        return self._answer(
            Outcome.UNDECIDED,
            f"{count_phrase(cards, 'card')} of the position "
            f"{'is' if cards == 1 else 'are'}n't known, and a line to a win depends on "
            f"{'it' if cards == 1 else 'them'} ('spiderpos play-out' plays such positions)",
        )

    def _by_beams(self, shortest: bool) -> Answer:
        ran_out = ""
        if shortest:
            answer, ran_out = self._exhaust(self._left(1 / 2))
            if answer is not None:
                return answer
        width, style, patience = _FIRST_WIDTH, 0, _FIRST_EXHAUST
        while True:
            answer, ended = self._beam(width, style)
            if answer is None and width >= _WIDE:
                answer, _ = self._beam(width, (style + 2) % core.STYLES, apart=True)
            if answer is not None:
                return _not_proved(answer, ran_out) if shortest else answer
            if ended < _FEW_POSITIONS or self.position.deals_left == 0:
                answer = self._by_parts(most=patience)
                if answer is None:
                    answer = self._exhaust(self._left(most=patience))[0]
                if answer is not None:
                    return answer
                patience *= 3
            width = min(width * 2, _WIDEST)
            style = (style + 1) % core.STYLES

    def _left(self, share: float = 1, most: float | None = None) -> Budget:
        """Return a budget with this share (0 to 1) of the rest, at most ``most`` seconds of work.

        Raises _Stop if the time or work has run out.
        """
        if self.clock.over:
            self.out_of_time = True
            raise _Stop(
                f"{self.budget.time_ran_out}; the widest beam kept "
                f"{count_phrase(self.widest, 'position')}"
            )
        return self.clock.left(share, most=most)

    def _report(self, _rounds: int, positions: int, _steps: int, _spent: float, size: int) -> None:
        if self.progress is not None:
            self.progress(self._searched(positions, size))

    def _searched(self, positions: int = 0, size: int = 0) -> Searched:
        whole = self.positions + positions
        rounds = self.widest if self.method == "beam" else 0
        spent, most = self.clock.seconds, max(self.bytes, size)
        steps = self.steps if self.method == "positions" else whole
        return Searched(self.method, whole, steps, spent, most, rounds)

    def _count(self, reply: core.SearchReply) -> None:
        self.positions += reply.positions
        self.bytes = max(self.bytes, reply.bytes)
        if reply.status is Status.BROKEN:
            raise _Stop(native.UNCONFIRMED)
        if reply.reason is Reason.CANCELLED:
            raise KeyboardInterrupt

    def _beam(self, width: int, style: int, *, apart: bool = False) -> tuple[Answer | None, int]:
        """Run a beam; return the answer or None, and the number of positions visited."""
        left = self._left()
        self.method, self.widest = "beam", max(width, self.widest)
        reply = core.beam(
            self.position,
            self.goal,
            width=width,
            style=style,
            apart=apart,
            budget=left,
            report=self._report,
        )
        self._count(reply)
        if reply.reason is Reason.MEMORY:
            self._left()
            raise _Stop(
                f"{self.budget.memory_ran_out} with a beam of {count_phrase(width, 'position')}"
            )
        if reply.status is not Status.SOLVED:
            return None, reply.positions
        return self._solved(reply.moves), reply.positions

    def _exhaust(self, budget: Budget) -> tuple[Answer | None, str]:
        """Search all lines; return the answer, or None and the reason why it is undecided."""
        answer = prover.brute.solve(
            self.position, self.goal, budget=budget, progress=self.progress
        ).uninterrupted()
        if answer.outcome is not Outcome.UNDECIDED:
            return answer, ""
        self.positions += answer.searched.classes
        self.steps += answer.searched.steps
        if self.method == "start":
            self.method = "positions"
        self.bytes = max(self.bytes, answer.searched.bytes)
        return None, answer.reason

    def _by_parts(self, share: float = 1, most: float | None = None) -> Answer | None:
        """Try to prove with the prover that one of ``parts`` is impossible.

        The search for each goal gets the fraction ``share`` of the remaining budget, at most
        ``most`` seconds of work, and resumes its last search.  Goals that more time can't refute
        are removed from ``parts``.
        """
        for goal, begin in list(self.parts.items()):
            answer = prover.solve(
                self.position,
                goal,
                budget=self._left(share, most),
                progress=self.progress,
                begin=begin,
            ).uninterrupted()
            if answer.outcome is Outcome.IMPOSSIBLE:
                searched = replace(answer.searched, goal=answer.searched.goal or str(goal))
                reason = f"a win takes '{goal}', and {answer.reason}"
                case = Implication(Role.IMPLIED, self.position, goal, answer)
                return Answer(Outcome.IMPOSSIBLE, (), searched, reason, rests_on=case)
            if not answer.out_of_time:
                del self.parts[goal]
            elif answer.searched.method == "classes":
                self.parts[goal] = answer.searched
        self.out_of_time |= bool(self.parts)
        return None

    def _solved(self, moves: Sequence[Move]) -> Answer:
        steps = played(self.position, moves, self.position, self.goal)
        if steps is None:
            raise _Stop(native.UNCONFIRMED)
        shorter = Shortened(steps, len(steps), finished=False)
        left = self.clock.left(most=self.polish)
        if left.amount != 0:
            shorter = shorten(self.position, steps, self.goal, rounds=1, budget=left)
        return self._answer(Outcome.SOLVED, "", steps).shortened(shorter)

    def _answer(self, outcome: Outcome, reason: str = "", steps: tuple[Step, ...] = ()) -> Answer:
        unsure = outcome is Outcome.UNDECIDED and self.out_of_time
        return Answer(outcome, steps, self._searched(), reason, out_of_time=unsure)


def _parts(position: Position, goal: Goal) -> list[Goal]:
    """Return goals that a win without deals reaches if its complete suits are then removed."""
    rewritten = rewrite(goal, Rewriting.WON, LineProgress(position, position)).under(NoDealing())
    parts: list[Objective] = [RemoveNumber(1)]
    if position.face_down:
        parts.append(TurnUp(position.face_down))
    suits = core.cards_left(position) // SUIT_LENGTH
    if suits > 1:
        parts.append(RemoveNumber(suits))
    return [replace(rewritten, objectives=(part,)) for part in parts]


def _not_proved(answer: Answer, why: str) -> Answer:
    """Note in an answer that its line isn't proved to be the shortest, with the reason ``why``."""
    reason = f"whether the line is the shortest is not proved: {why}"
    return replace(answer, reason="; ".join(filter(None, (reason, answer.reason))))
