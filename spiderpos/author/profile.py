"""The decision profile of a solution: the alternatives at each of its moves.

A *decision* is a move with an alternative that tempts a player, can't be undone, and loses.  The
same temptation isn't counted again at later moves.  Alternatives are proved to lose; those that
aren't decided in time are reported as undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..advice.tries import first_steps, goal_after, reversible, tempts
from ..game import engine
from ..game.engine import Step
from ..game.moves import Shift
from ..game.position import Position
from ..game.survey import Act, Arrangement, act_of, arrangement, distinct_moves
from ..goals.goal import Goal, Moves
from ..goals.judge import known_to_player
from ..goals.remainder import GoalStatus
from ..scripts.words import describe
from ..solver import solve
from ..solver.budget import IN_PYTHON
from ..solver.prover import brute
from ..solver.prover.answer import Answer, Budget, Clock, Outcome
from ..text.wording import count_phrase, join_words

#: Limits for :func:`lives`: the number of irreversible moves counted, and of positions searched.
_LONGEST_LIFE: Final = 6
_MOST_POSITIONS: Final = 300


@dataclass(frozen=True, slots=True)
class Wrong:
    """A move that loses.

    ``tempting``: the reasons why a player might choose it; empty if it loses at once.  ``lives``:
    the maximum number of irreversible moves that can still follow (6 if more), 0 if the move
    doesn't tempt.  The higher it is, the later a player notices the loss.
    """

    step: Step
    tempting: tuple[str, ...]
    lives: int


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of the solution and its alternatives.

    ``legal``: the number of distinct moves, including this one.  ``keeping``: the number of these,
    including this one, that keep the goal reachable.  ``undecided``: the number of these for which
    that isn't decided.
    """

    step: Step
    legal: int
    keeping: int
    wrong: tuple[Wrong, ...]
    undecided: int

    @property
    def tempting(self) -> tuple[Wrong, ...]:
        """The alternatives that tempt a player and lose."""
        return tuple(wrong for wrong in self.wrong if wrong.tempting)

    @property
    def plain(self) -> bool:
        """True if the move needs no decision: it tempts or is forced, and no alternative tempts.

        No alternative may be undecided, either.
        """
        gain = bool(tempts(self.step))
        return not self.tempting and not self.undecided and (gain or self.legal == 1)


@dataclass(frozen=True, slots=True)
class Profile:
    """The decision profile of a solution: the alternatives to each of its moves."""

    plies: tuple[Ply, ...]

    @property
    def decisions(self) -> int:
        """The number of moves with a tempting and losing alternative that no earlier move had."""
        earlier: set[Act] = set()
        count = 0
        for ply in self.plies:
            new = {_temptation(wrong.step) for wrong in ply.tempting} - earlier
            count += bool(new)
            earlier |= new
        return count

    @property
    def finished(self) -> bool:
        """True if every alternative was decided."""
        return not any(ply.undecided for ply in self.plies)

    @property
    def tail(self) -> int:
        """The number of plain moves at the end, which the problem could leave out."""
        for number, ply in enumerate(reversed(self.plies)):
            if not ply.plain:
                return number
        return len(self.plies)


def _temptation(step: Step) -> Act:
    """Return the identity of a tempting move: the first card moved and its target card."""
    act = act_of(step)
    return act._replace(cards=act.cards[:1])


def profile(
    start: Position, goal: Goal, steps: Sequence[Step], budget: Budget | None = None
) -> Profile:
    """Return the decision profile of a line that reaches ``goal``, within one budget.

    The profile ends at the move after which the rest of the goal can't be expressed as a goal.
    *Not* checked: that the line reaches the goal.
    """
    return Profile(tuple(_plies(start, goal, steps, Clock(budget or Budget()))))


def _plies(start: Position, goal: Goal, steps: Sequence[Step], clock: Clock) -> Iterator[Ply]:
    here, left = known_to_player(start, goal), goal.free_of(Moves)
    for number, step in enumerate(steps):
        others = [other for other in first_steps(here, left) if not _same(other, step, here, left)]
        share = clock.left(1 / (len(steps) - number), least=0.02)
        yield _ply(here, left, step, others, Clock(share))
        after = goal_after(left, here, step)
        if after.goal is None:
            return
        here, left = step.after, after.goal.free_of(Moves)


def _same(other: Step, step: Step, here: Position, goal: Goal) -> bool:
    """Return True if two moves lead to the same position.

    The order of the columns is ignored unless the goal depends on it.
    """
    return other.move == step.move or (
        not brute.in_place(here, goal) and arrangement(other.after) == arrangement(step.after)
    )


def _ply(here: Position, goal: Goal, step: Step, others: Sequence[Step], clock: Clock) -> Ply:
    keeping, undecided = 1, 0
    wrong: list[Wrong] = []
    for number, other in enumerate(others):
        if reversible(other, goal):
            keeping += 1
            continue
        if clock.over:
            undecided += 1
            continue
        left = goal_after(goal, here, other)
        if left.status is GoalStatus.REACHED:
            keeping += 1
        elif left.status is GoalStatus.BROKEN:
            wrong.append(Wrong(other, (), 0))
        elif left.goal is None:
            undecided += 1
        else:
            share = clock.left(1 / (len(others) - number), least=0.02)
            answer = _solve(other.after, left.goal, share)
            if answer.outcome is Outcome.SOLVED:
                keeping += 1
            elif answer.outcome is Outcome.IMPOSSIBLE:
                tempting = tempts(other)
                wrong.append(Wrong(other, tempting, lives(other.after) if tempting else 0))
            else:
                undecided += 1
    return Ply(step, 1 + len(others), keeping, tuple(wrong), undecided)


#: The work limit for brute force, which is tried before the prover.
_BRUTE_WORK: Final = 20_000


def _solve(position: Position, goal: Goal, budget: Budget) -> Answer:
    quick = Budget(budget.seconds, budget.mebibytes, work=_BRUTE_WORK)
    answer = brute.solve(position, goal, budget=quick).uninterrupted()
    if answer.outcome is Outcome.UNDECIDED:
        answer = solve(position, goal, budget=budget).uninterrupted()
    return answer


def lives(position: Position) -> int:
    """Return the maximum number of irreversible moves that can still be played, at most 6.

    Moves that can be undone aren't counted, and rows are not dealt.  The search ends after 300
    positions.
    """
    seen: dict[Arrangement, Position] = {arrangement(position): position}
    level = [position]
    for depth in range(_LONGEST_LIFE):
        beyond: dict[Arrangement, Position] = {}
        index = 0
        while index < len(level):
            steps = distinct_moves(level[index])
            Clock.count(2 * IN_PYTHON * len(steps))
            for step in steps:
                key = arrangement(step.after)
                if key in seen or not step.cards or step.after.hand != position.hand:
                    continue
                if _can_be_undone(step):
                    seen[key] = step.after
                    level.append(step.after)
                    beyond.pop(key, None)
                else:
                    beyond.setdefault(key, step.after)
                if len(seen) + len(beyond) > _MOST_POSITIONS:
                    return depth + bool(beyond)
            index += 1
        if not beyond:
            return depth
        seen |= beyond
        level = list(beyond.values())
    return _LONGEST_LIFE


def _can_be_undone(step: Step) -> bool:
    move = step.move
    if not isinstance(move, Shift) or step.turned or step.removals:
        return False
    return engine.can(step.after, Shift(move.target, move.source, move.count))


# In words


def words(profiled: Profile) -> Iterator[str]:
    """Yield the profile as lines of text: the moves with losing alternatives, and a summary."""
    for number, ply in enumerate(profiled.plies, 1):
        if not ply.wrong and not ply.undecided:
            continue
        text = f"move {number}: {count_phrase(ply.legal, 'legal move')}, {ply.keeping} "
        text += "keeps the goal" if ply.keeping == 1 else "keep the goal"
        text += f", {ply.undecided} undecided" if ply.undecided else ""
        wrong = [
            f"{describe(one.step)} ({join_words(one.tempting)}), "
            f"with {count_phrase(one.lives, 'more move')} before the loss is plain"
            for one in ply.tempting
        ]
        yield f"{text}; loses: {join_words(wrong)}" if wrong else text
    count = count_phrase(profiled.decisions, "decision")
    yield f"decisions: {count} in {count_phrase(len(profiled.plies), 'move')}" + (
        f"; the last {count_phrase(profiled.tail, 'move')} play themselves" * (profiled.tail > 1)
    )
