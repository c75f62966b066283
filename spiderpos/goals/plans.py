"""Plans: lines of play that branch on the card that turns up.

::

    Jd from 9 to 1
    if it's Kh:
        Q-Jh from 8 to 9
        K-Jh from 9 to 2
    if it's 5h:
        4-Ah from 6 to 9

The moves are in Woods' notation.  A plan branches after a move that turns up a card: each branch
names its cards, ``otherwise:`` covers all others, and the moves of a branch are indented.  A plan
is a graph: several branches may lead to the same plan, which is then written once, at the end,
with a number.  ``docs/plans.md`` defines the syntax; :func:`check` verifies a plan for a goal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ..game import engine
from ..game.cards import Card
from ..game.census import by_elimination, hidden_kinds
from ..game.engine import Step, TurnedUp
from ..game.illegal import IllegalMove
from ..game.moves import Deal
from ..game.position import Position
from ..game.script import Instruction
from ..text.wording import count_phrase, join_words
from .goal import Goal, Win
from .judge import Verdict, judge, known_to_player
from .plan_texts import Branch, Plan, dumps, loads, no_plan, recognises, shared
from .remainder import GoalStatus, what_is_left

__all__ = [
    "MOST_CASES",
    "Branch",
    "Case",
    "Checked",
    "Plan",
    "PlayedPlan",
    "cases",
    "check",
    "dumps",
    "known_to_player",
    "loads",
    "no_plan",
    "play_plan",
    "recognises",
    "shared",
    "turned_by",
    "turning_up",
]

#: The maximum number of cases to play one by one.
MOST_CASES: Final = 20_000
#: The default maximum number of cases to play if cases that reach the same state are played once.
_MOST_PLAYED: Final = 200_000


@dataclass(frozen=True, slots=True)
class Case:
    """A plan played for one choice of the cards that turn up, ``turned``.

    ``stopped`` is the reason why the plan could not be played to its end, or empty.
    ``instruction`` is the move that could not be played, if that is the reason.  ``unclear``: the
    plan branches after a move that turns up several unknown cards.  ``unbranched``: all moves
    were played, but the plan has no branch for the card that turned up.
    """

    turned: tuple[TurnedUp, ...]
    steps: tuple[Step, ...]
    stopped: str = ""
    instruction: Instruction | None = None
    unclear: bool = False
    unbranched: bool = False

    def __str__(self) -> str:
        if not self.turned:
            return "in any case"
        return "if " + join_words(f"column {t.column} turns up {t.card}" for t in self.turned)


def cases(plan: Plan, position: Position) -> Iterator[Case]:
    """Play a plan from ``position`` in every case: for each card that may turn up.

    There is a case for each card that may still be hidden.  An illegal move does not raise an
    error; it ends the case, and ``Case.stopped`` is the reason.
    """
    waiting: list[tuple[Plan, Position, tuple[TurnedUp, ...], tuple[Step, ...]]] = [
        (plan, position, (), ())
    ]
    while waiting:
        part, now, turned, before = waiting.pop()
        steps, stopped, instruction = _play(part, by_elimination(now), before)
        if stopped or not part.branches:
            yield Case(turned, steps, stopped, instruction)
            continue
        last = steps[-1]
        by = turned_by(last)
        if by is None:
            yield Case(turned, steps, _branches_at_nothing(last), unclear=bool(last.turned))
            continue
        further = []
        for card in [by.card] if by.card else hidden_kinds(last.before):
            branch = part.branch(card)
            cards = (*turned, TurnedUp(by.column, card))
            step = turning_up(last, card)
            path = (*steps[:-1], step)
            if branch is None:
                yield Case(cards, path, f"the plan has no branch for {card}", unbranched=True)
            else:
                further.append((branch.plan, step.after, cards, path))
        waiting += reversed(further)


def turned_by(step: Step) -> TurnedUp | None:
    """Return the card that a step turns up and on which branches depend; None if it isn't unique.

    If a step turns up several cards, branches depend on the only unknown one.
    """
    unknown = [turned for turned in step.turned if not turned.card]
    candidates = unknown if len(step.turned) > 1 else step.turned
    return candidates[0] if len(candidates) == 1 else None


def turning_up(step: Step, card: Card) -> Step:
    """Return the step with its unknown turned-up cards replaced by ``card``."""
    if all(turned.card for turned in step.turned):
        return step
    row = step.cards if isinstance(step.move, Deal) else ()
    cards = (turned.card or card for turned in step.turned)
    return engine.do(step.before, step.move, (*row, *cards))


def _play(
    plan: Plan, position: Position, before: tuple[Step, ...]
) -> tuple[tuple[Step, ...], str, Instruction | None]:
    """Play the moves of a plan before its branches, after the steps ``before``.

    Returns all steps, the reason why a move could not be played (or an empty string), and that
    move.
    """
    steps = [*before]
    why = ""
    for instruction in plan.script.instructions:
        number = len(steps) + 1
        try:
            for call in instruction.resolve(position):
                step = engine.do(position, call.move, call.reveal)
                if call.reveal and step != engine.do(position, call.move):
                    why = "it assumes which card turns up"
                    break
                steps.append(step)
                position = step.after
        except IllegalMove as reason:
            why = str(reason)
        if why:
            text = f"move {number}, '{instruction.in_one_line}': {why}"
            return tuple(steps), text, instruction
    return tuple(steps), "", None


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking that a plan reaches a goal.

    ``cases`` is the number of cases, ``moves`` the largest number of moves in a case.  ``failed``
    is the first case that doesn't reach the goal; ``reason`` explains why it doesn't.
    """

    verdict: Verdict
    cases: int
    moves: int
    failed: Case | None = None
    reason: str = ""


class PlayedPlan(NamedTuple):
    """A plan played in every case.

    ``cases`` are the cases that were played.  ``stopped`` is the last of them if it couldn't be
    played to its end; ``complete`` is False if there are too many cases.  ``end`` is the last
    position of the stopped or single case, the position in which several cases first differ, or
    the start if there are too many cases.
    """

    cases: tuple[Case, ...]
    end: Position
    stopped: Case | None = None
    complete: bool = True


def play_plan(plan: Plan, start: Position) -> PlayedPlan:
    """Play a plan in every case from ``start``, up to the first case that can't be played."""
    played: list[Case] = []
    for case in cases(plan, start):
        played.append(case)
        if case.stopped:
            end = case.steps[-1].after if case.steps else start
            return PlayedPlan(tuple(played), end, stopped=case)
        if len(played) > MOST_CASES:
            return PlayedPlan(tuple(played), start, complete=False)
    steps = played[0].steps
    if len(played) == 1:
        return PlayedPlan(tuple(played), steps[-1].after if steps else start)
    lines = zip(*(case.steps for case in played), strict=False)
    common = next(n for n, row in enumerate(lines) if len(set(row)) > 1)
    return PlayedPlan(tuple(played), engine.do(steps[common].before, steps[common].move).after)


def check(
    plan: Plan,
    position: Position,
    goal: Goal,
    *,
    work: int | None = None,
    progress: Callable[[int], None] | None = None,
    stop: threading.Event | None = None,
) -> Checked:
    """Check that a plan reaches ``goal`` in every case.

    The player knows the cards of :func:`known_to_player`.  After the goal is reached, branches
    may be missing, but moves must still be legal and branches must follow a move that turns up a
    card.  Cases that reach the same state (sub-plan, position and remaining goal) are counted
    separately, but played once.

    Args:
        plan: The plan.
        position: The position before its first move.
        goal: The goal to reach.
        work: The maximum number of cases to play; the default takes a few minutes.
        progress: Called with the number of cases played so far.  An exception that it raises
            ends the check.
        stop: An event that ends the check when it is set, by any thread.

    Returns:
        The verdict; UNDECIDED if there are too many cases, if the check was stopped, or if a
        branch depends on several unknown cards.
    """
    root, aim = known_to_player(position, goal), replace(goal, whatever=False)
    return _Check(root, aim, work, progress, stop).answer(plan)


class _Failed(Exception):  # noqa: N818 - no error
    """Ends a check: a case doesn't hold, there are too many cases, or the check was stopped."""

    def __init__(self, verdict: Verdict, message: str, case: Case | None = None) -> None:
        self.verdict, self.message, self.case = verdict, message, case


class _Check:
    def __init__(
        self,
        root: Position,
        goal: Goal,
        work: int | None,
        progress: Callable[[int], None] | None,
        stop: threading.Event | None,
    ) -> None:
        self.work = work
        self.progress = progress
        self.stop = stop
        self.root = root
        self.goal = goal
        #: True if the goal is the same after every move until it is reached, as for a win.
        self.lasting = not goal.conditions and all(isinstance(o, Win) for o in goal.objectives)
        self.played = 0
        self.cases = 0
        self.most = 0
        #: Results by state (sub-plan, position, remaining goal): number of cases, most moves.
        self.results: dict[tuple[int, Position, Goal], tuple[int, int]] = {}

    def answer(self, plan: Plan) -> Checked:
        try:
            self.part(plan, self.root, self.goal, (), ())
        except _Failed as failed:
            return Checked(failed.verdict, self.cases, self.most, failed.case, failed.message)
        return Checked(Verdict.HOLDS, self.cases, self.most)

    def part(
        self,
        plan: Plan,
        now: Position,
        remaining: Goal | None,
        turned: tuple[TurnedUp, ...],
        before: tuple[Step, ...],
    ) -> None:
        """Play a sub-plan after the steps before it.  Raises _Failed.

        ``remaining`` is the rest of the goal, as :meth:`left` returns it.  If it is None, the
        whole line is judged by the original goal.
        """
        now = by_elimination(now)
        key = None if remaining is None else (id(plan), now, remaining)
        if key in self.results:
            cases, moves = self.results[key]
            self.cases += cases
            self.most = max(self.most, len(before) + moves)
            return
        cases_before, most_before, self.most = self.cases, self.most, 0
        steps, stopped, instruction = _play(plan, now, before)
        own = steps[len(before) :]
        if stopped or not plan.branches:
            self.end(Case(turned, steps, stopped, instruction), now, remaining, own)
        else:
            self.branches(plan, now, remaining, turned, steps, own)
        if key is not None:
            self.results[key] = self.cases - cases_before, max(0, self.most - len(before))
        self.most = max(self.most, most_before)

    def branches(
        self,
        plan: Plan,
        now: Position,
        remaining: Goal | None,
        turned: tuple[TurnedUp, ...],
        steps: tuple[Step, ...],
        own: tuple[Step, ...],
    ) -> None:
        last = steps[-1]
        by = turned_by(last)
        if by is None:
            case = Case(turned, steps, _branches_at_nothing(last), unclear=bool(last.turned))
            self.end(case, now, remaining, own)
            return
        for card in [by.card] if by.card else hidden_kinds(last.before):
            branch = plan.branch(card)
            cards = (*turned, TurnedUp(by.column, card))
            step = turning_up(last, card)
            path = (*own[:-1], step)
            whole = (*steps[:-1], step)
            if branch is None:
                missing = Case(cards, whole, f"the plan has no branch for {card}", unbranched=True)
                self.end(missing, now, remaining, path)
                continue
            self.part(branch.plan, step.after, self.left(remaining, now, path), cards, whole)

    def left(self, left: Goal | None, now: Position, own: tuple[Step, ...]) -> Goal | None:
        """Return the goal that remains of ``left`` after the steps ``own``, played from ``now``.

        None if it is reached or broken, or if the goal language can't express it.
        """
        if left is None or self.lasting:
            return left
        rest = what_is_left(left, now, own)
        return rest.goal if rest.status is GoalStatus.OPEN else None

    def end(
        self, case: Case, now: Position, remaining: Goal | None, own: tuple[Step, ...]
    ) -> None:
        """Judge a case by the goal.

        Raises _Failed unless it holds, if there are too many cases, or if ``stop`` is set.
        """
        usual = MOST_CASES if remaining is None else _MOST_PLAYED
        if self.played >= (usual if self.work is None else self.work):
            raise _Failed(
                Verdict.UNDECIDED, f"there are more than {count_phrase(self.played, 'case')}"
            )
        if self.stop is not None and self.stop.is_set():
            raise _Failed(
                Verdict.UNDECIDED, f"it was stopped after {count_phrase(self.played, 'case')}"
            )
        self.played += 1
        if self.progress is not None:
            self.progress(self.played)
        self.cases += 1
        if remaining is None:
            judgement, start = judge(self.goal, self.root, case.steps), 0
        else:
            judgement, start = judge(remaining, now, own), len(case.steps) - len(own)
        holds = judgement.verdict is Verdict.HOLDS
        reached = start + (judgement.reached_at or 0)
        self.most = max(self.most, reached if holds else len(case.steps))
        if holds and (not case.stopped or case.unbranched):
            return
        message = case.stopped or "; ".join(
            f"{f.phrase}: {f.found or f.verdict}"
            for f in judgement.findings
            if f.verdict is not Verdict.HOLDS
        )
        verdict = judgement.verdict
        if case.unclear:
            verdict = Verdict.UNDECIDED
        elif case.stopped and not case.unbranched:
            verdict = Verdict.FAILS
        raise _Failed(verdict, message, case)


def _branches_at_nothing(step: Step) -> str:
    turned = count_phrase(len(step.turned), "card") if step.turned else "no card"
    return f"the plan branches after a move that turns up {turned}"
