"""Cut detours out of a line, for any goal under any rules, with the engine and the judge.

If a line reaches the same position twice, the moves in between are cut out.  Then single steps
are left out, with the later steps that became illegal, as long as the goal is still reached.
A later step counts as the same if the same cards move onto the same card, from any column:
so cards that reach their place through another column move there directly.

The shorter line reveals the same unknown cards as the original one.

:class:`Shortened` is the result of every way of shortening a line.
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
    """A line, and the number of moves it had before.

    ``finished``: True if no way of shortening was left to try; otherwise the time ran out, or,
    if ``out_of_memory``, the memory, or, if ``interrupted``, Ctrl-C ended it, or there was a
    ``fault``, the message of an internal error.
    ``shortest``: True if it is proved that no line has fewer moves.
    ``detours_only``: True if leaving moves out was the only attempt.
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
    """Return the line without its detours; the judge has confirmed it.  It never gets longer.

    ``steps`` must be legal, from ``position`` or from the same with more cards known.
    ``budget`` is unlimited by default.  Ctrl-C ends the shortening early.
    """
    clock = Clock(budget or Budget(None))
    best = tuple(steps)
    start = best[0].before if best else position
    known = shown_by(start, best)
    at = 0
    changed = interrupted = False
    try:
        without_loop = reaching(position, _no_loops(best), goal)
        if without_loop is not None:
            best = without_loop
        while at < len(best) and not clock.over:
            clock.count(IN_PYTHON * (len(best) - at))
            shorter = reaching(position, _without(start, best, at, known), goal)
            if shorter is None:
                at += 1
            else:
                best = shorter
                changed = True
            if at == len(best) and changed:
                at, changed = 0, False
    except KeyboardInterrupt:
        interrupted = True
    finished = at == len(best) and not interrupted
    return Shortened(best, len(steps), finished, interrupted, detours_only=True)


def _no_loops(steps: Sequence[Step]) -> list[Step]:
    """Remove the steps between two occurrences of the same position."""
    last = {step.after: number for number, step in enumerate(steps, 1)}
    kept: list[Step] = []
    at = last.get(steps[0].before, 0) if steps else 0
    while at < len(steps):
        kept.append(steps[at])
        at = last[steps[at].after]
    return kept


def _without(start: Position, steps: Sequence[Step], at: int, known: Position) -> list[Step]:
    """Return the line without the step at this place and the steps that depend on it."""
    rest: list[Step] = list(steps[:at])
    now = rest[-1].after if rest else start
    for step in steps[at + 1 :]:
        played = _again(now, step, known)
        if played is not None:
            rest.append(played)
            now = played.after
    return rest


def _again(now: Position, step: Step, known: Position) -> Step | None:
    """Return the step played from another position, or an equivalent one there."""
    try:
        played = redo(now, step.move, known)
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
                return redo(now, Shift(number, target, move.count), known)
            except IllegalMove:
                continue
    return None


def played(
    start: Position,
    moves: Iterable[Move],
    known: Position,
    goal: Goal,
    *,
    judged_from: Position | None = None,
) -> tuple[Step, ...] | None:
    """Play moves from a position until they reach the goal; return the steps.

    None if they don't reach it.

    ``known``: the start with all cards that turn up.  ``judged_from``: the start as the judge
    knows it, if that is less.
    """
    try:
        return reaching(judged_from or start, retrace(start, moves, known), goal)
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
