"""The first moves of a problem: those that solve it, those that lose, and the tempting ones.

In terms of chess problems, a *try* is a first move that looks right and fails, and a *dual* is
another one that also solves the problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ..game import engine
from ..game.engine import Step, joins_naturally
from ..game.moves import Deal, Move, Shift
from ..game.position import Position
from ..game.survey import arrangement, distinct_moves
from ..goals.goal import Goal, Moves
from ..goals.judge import Verdict, judge, known_to_player
from ..goals.remainder import GoalStatus, Remaining, what_is_left
from ..scripts.words import describe
from ..solver import solve
from ..solver.prover import brute
from ..solver.prover.answer import Answer, Budget, Clock, Outcome
from ..text.wording import count_phrase, join_words
from . import suggest

#: The minimum time limit for the search of one first move, in seconds.
_LEAST: Final = 0.05


class Fate(StrEnum):
    """The effect of a first move on the goal."""

    SOLVES = "solves"
    #: The goal stays reachable, because the move can be undone.
    WAITS = "can be taken back"
    LOSES = "loses"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first move and its effect on the goal.

    ``tempting``: the reasons why a player might make it, empty if there are none.  ``answer``:
    the solver's answer for the position after it; None if it wasn't needed.
    """

    step: Step
    fate: Fate
    why: str
    tempting: tuple[str, ...] = ()
    answer: Answer | None = None

    @property
    def line(self) -> tuple[Step, ...]:
        """The move and the line that the search found after it; empty without such a line."""
        if self.fate is not Fate.SOLVES or self.answer is None or not self.answer.steps:
            return ()
        return (self.step, *self.answer.steps)

    @property
    def words(self) -> str:
        """The move in the words of a script."""
        return describe(self.step)

    @property
    def is_try(self) -> bool:
        """True if the move tempts and loses."""
        return self.fate is Fate.LOSES and bool(self.tempting)


def first_steps(position: Position, goal: Goal) -> tuple[Step, ...]:
    """Return the first moves, without those that differ only by the order of the columns.

    Deals are omitted if the goal forbids them.  If the goal names a column, or a row can be
    dealt, that order matters, and all moves are returned.
    """
    position = known_to_player(position, goal)
    if not brute.in_place(position, goal):
        steps = distinct_moves(position)
        return tuple(step for step in steps if not isinstance(step.move, Deal))
    return tuple(
        engine.do(position, move)
        for move in engine.legal_moves(position)
        if not (goal.limits.no_dealing and isinstance(move, Deal))
    )


def goal_after(goal: Goal, start: Position, step: Step) -> Remaining:
    """Return the rest of ``goal``, with its status, after a first move from ``start``.

    OPEN: a line that begins with this move reaches ``goal`` from ``start`` if and only if its
    other moves reach ``Remaining.goal`` from the position after the move.  A goal that isn't
    reached or broken is UNCLEAR if the move shows an unknown card.
    """
    left = what_is_left(goal, start, (step,))
    if left.status is GoalStatus.BROKEN:
        return left
    if left.status is GoalStatus.REACHED:
        if judge(goal, start, (step,)).verdict is Verdict.HOLDS:
            return left
        return Remaining(GoalStatus.UNCLEAR, "whether the goal is reached depends on hidden cards")
    if not all(turned.card for turned in step.turned) or (
        isinstance(step.move, Deal) and not all(step.cards)
    ):
        why = "a card that isn't known comes up, and what follows isn't searched"
        return Remaining(GoalStatus.UNCLEAR, why)
    return left


def reversible(step: Step, goal: Goal) -> bool:
    """Return True if moving the same cards back undoes a move, under a goal's conditions.

    Moving the cards back out of a space makes a space again, which the goal may forbid.  *Not*
    checked: a limit on the number of moves.
    """
    move = step.move
    if not isinstance(move, Shift) or step.turned or step.removals:
        return False
    back = Shift(move.target, move.source, move.count)
    if not engine.can(step.after, back):
        return False
    if goal.limits.no_making_a_space and len(step.after.spaces) < len(step.before.spaces):
        return False
    # With automatic removal, a suit that was complete in the initial position may be removed now.
    return engine.do(step.after, back).after == step.before


def tempts(step: Step, suggested: Move | None = None) -> tuple[str, ...]:
    """Return the reasons why a player might choose a move.

    ``suggested`` is the move that 'suggest' recommends.
    """
    reasons = []
    if step.removals:
        reasons.append(f"removes {join_words(removal.suit for removal in step.removals)}")
    if step.turned:
        reasons.append(f"turns up {count_phrase(len(step.turned), 'card')}")
    if len(step.after.spaces) > len(step.before.spaces):
        reasons.append("makes a space")
    if joins_naturally(step):
        reasons.append("joins a suit")
    if step.move == suggested:
        reasons.append("is what 'suggest' would do")
    return tuple(reasons)


def first_moves(
    position: Position, goal: Goal, budget: Budget, *, lines: Sequence[Sequence[Step]] = ()
) -> Iterator[FirstMove]:
    """Yield every first move with its effect; the goal must be reachable.

    Args:
        position: The problem's position.
        goal: The problem's goal.  If it limits the moves, a move that is too slow loses.
        budget: The limit for all moves together.
        lines: Lines that reach the goal.  A move that begins one of them isn't searched.  Nor is
            one that can be taken back, unless the goal limits the number of moves.
    """
    steps = first_steps(position, goal)
    suggested = suggest.suggest(position, effort=200).move if steps else None
    clock = Clock(budget)
    for number, step in enumerate(steps):
        share = clock.left(1 / (len(steps) - number), least=_LEAST)
        first = FirstMove(step, Fate.UNDECIDED, "", tempts(step, suggested))
        yield _judged(first, position, goal, share, lines)


def _judged(
    first: FirstMove,
    position: Position,
    goal: Goal,
    budget: Budget,
    lines: Sequence[Sequence[Step]],
) -> FirstMove:
    step = first.step
    in_order = brute.in_place(position, goal)
    left = goal_after(goal, known_to_player(position, goal), step)
    if left.status is GoalStatus.REACHED:
        return replace(first, fate=Fate.SOLVES, why=left.why)
    if left.goal is None:
        broken = left.status is GoalStatus.BROKEN
        return replace(first, fate=Fate.LOSES if broken else Fate.UNDECIDED, why=left.why)
    lengths = [len(line) for line in lines if _same(step, line[0], in_order=in_order)]
    if lengths:
        why = f"a line of {count_phrase(min(lengths), 'move')}"
        return replace(first, fate=Fate.SOLVES, why=why)
    if goal.limits.moves is None and reversible(step, goal):
        return replace(first, fate=Fate.WAITS, why="the same cards can be moved back")
    answer = solve(step.after, left.goal, budget=budget).uninterrupted()
    first = replace(first, why=answer.reason, answer=answer)
    if answer.outcome is Outcome.SOLVED:
        why = f"a line of {count_phrase(1 + answer.length, 'move')} was found"
        return replace(first, fate=Fate.SOLVES, why=why)
    if answer.outcome is Outcome.UNDECIDED:
        return first
    if goal.limits.moves is not None:
        slow = brute.solve(step.after, left.goal.free_of(Moves), budget=budget).uninterrupted()
        if slow.outcome is Outcome.SOLVED:
            why = f"too slow: it takes {count_phrase(1 + slow.length, 'move')}"
            first = replace(first, why=why)
    return replace(first, fate=Fate.LOSES)


def _same(step: Step, other: Step, *, in_order: bool) -> bool:
    """Return True if two first moves lead to the same position.

    Unless ``in_order``, positions with the same columns in another order are the same.
    """
    return step.move == other.move or (
        not in_order and arrangement(step.after) == arrangement(other.after)
    )
