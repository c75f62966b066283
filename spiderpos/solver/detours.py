"""Cut detours out of a line, for any goal under any rules, with the engine and the judge.

If a line reaches the same position twice, the moves in between are removed.  Then single steps are
removed, together with later steps that become illegal, if the goal is still reached.  A later step
stays legal if the same cards can still move onto the same card, in any columns.  So cards that
reach their target by way of another column move there directly.

Of the unknown cards, the shorter line relies only on those that the original one reveals.

:class:`Shortened` is the result of any method of shortening a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..game.engine import Step
from ..game.illegal import IllegalMove
from ..game.moves import Move, Shift
from ..game.position import Position
from ..game.replay import redo, retrace, shown_by
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from .budget import IN_PYTHON, Budget, Clock


@dataclass(frozen=True, slots=True)
class Shortened:
    """A line, and the number of moves that it had before.

    ``finished``: True if all attempts at shortening were made.  Otherwise the memory ran out if
    ``out_of_memory``, Ctrl-C ended it if ``interrupted``, an internal error occurred if ``fault``
    (its message) isn't empty, or else the time ran out.
    ``shortest``: True if it is proved that no line has fewer moves.
    ``detours_only``: True if only detours were cut out, and no search for a shorter line was made.
    """

    steps: tuple[Step, ...]
    before: int
    finished: bool
    interrupted: bool = False
    detours_only: bool = False
    shortest: bool = False
    out_of_memory: bool = False
    fault: str = ""

    @property
    def saved(self) -> int:
        """The number of moves saved."""
        return self.before - len(self.steps)

    def uninterrupted(self) -> Shortened:
        """Return this line.  Raises KeyboardInterrupt again if Ctrl-C ended the shortening."""
        if self.interrupted:
            raise KeyboardInterrupt
        return self


def trim(
    position: Position, steps: Sequence[Step], goal: Goal, budget: Budget | None = None
) -> Shortened:
    """Return the line without its detours, confirmed by the judge and never longer.

    ``steps`` must be legal, from ``position`` or the same position with more cards known.
    ``budget`` is unlimited by default.  Ctrl-C ends the shortening early.
    """
    clock = Clock(budget or Budget(None))
    best = tuple(steps)
    start = best[0].before if best else position
    revealed = shown_by(start, best)
    index = 0
    changed = interrupted = False
    try:
        without_loop = reaching(position, _no_loops(best), goal)
        if without_loop is not None:
            best = without_loop
        while index < len(best) and not clock.over:
            clock.count(IN_PYTHON * (len(best) - index))
            shorter = reaching(position, _without(start, best, index, revealed), goal)
            if shorter is None:
                index += 1
            else:
                best = shorter
                changed = True
            if index == len(best) and changed:
                index, changed = 0, False
    except KeyboardInterrupt:
        interrupted = True
    finished = index == len(best) and not interrupted
    return Shortened(best, len(steps), finished, interrupted, detours_only=True)


def _no_loops(steps: Sequence[Step]) -> list[Step]:
    """Remove the steps between two occurrences of the same position."""
    last = {step.after: number for number, step in enumerate(steps, 1)}
    remaining: list[Step] = []
    index = last.get(steps[0].before, 0) if steps else 0
    while index < len(steps):
        remaining.append(steps[index])
        index = last[steps[index].after]
    return remaining


def _without(start: Position, steps: Sequence[Step], index: int, revealed: Position) -> list[Step]:
    """Return the line without the step at this index and the steps that depend on it."""
    rest: list[Step] = list(steps[:index])
    now = rest[-1].after if rest else start
    for step in steps[index + 1 :]:
        played = _again(now, step, revealed)
        if played is not None:
            rest.append(played)
            now = played.after
    return rest


def _again(now: Position, step: Step, revealed: Position) -> Step | None:
    """Play a step, or an equivalent one, from another position; None if that is illegal."""
    try:
        played = redo(now, step.move, revealed)
    except IllegalMove:
        pass
    else:
        if played.cards == step.cards:
            return played
    move = step.move
    if not isinstance(move, Shift):
        return None
    onto = step.before.column(move.target).bottom
    for number, column in enumerate(now.columns, 1):
        if tuple(column.up[-move.count :]) != step.cards or number == move.target:
            continue
        targets = [n for n, c in enumerate(now.columns, 1) if c.bottom == onto and n != number]
        for target in sorted(targets, key=lambda n: n != move.target):
            try:
                return redo(now, Shift(number, target, move.count), revealed)
            except IllegalMove:
                continue
    return None


def played(
    start: Position,
    moves: Iterable[Move],
    revealed: Position,
    goal: Goal,
    *,
    judged_from: Position | None = None,
) -> tuple[Step, ...] | None:
    """Play moves from a position until they reach the goal; return the steps.

    None if they don't reach it or are illegal.  ``revealed`` is the start with all cards that turn
    up.  ``judged_from`` is the start for the judge, if fewer cards are known there.
    """
    try:
        return reaching(judged_from or start, retrace(start, moves, revealed), goal)
    except IllegalMove:
        return None


def reaching(position: Position, steps: Sequence[Step], goal: Goal) -> tuple[Step, ...] | None:
    """Return the line up to the step that reaches the goal according to the judge.

    None if no step does.
    """
    judgement = judge(goal, position, steps)
    if judgement.verdict is not Verdict.HOLDS or judgement.reached_at is None:
        return None
    return tuple(steps[: judgement.reached_at])
