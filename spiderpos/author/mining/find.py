"""Mining options, and the problems found with their proofs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...catalogue.themes import Theme
from ...game.engine import Step, joins_naturally
from ...game.position import Position
from ...goals.goal import Goal
from .asking import Try


@dataclass(frozen=True, slots=True)
class Options:
    """Criteria of the search, and the limits of a query to the prover.

    ``kinds``: names of :data:`KINDS`, all if empty.  ``player``: the one of :data:`PLAYERS` that
    plays the games.
    ``least_moves``: the minimum length of a solution.  ``least_tries``: the minimum number of
    other first moves, or for ``swap`` of exchanges.  ``most_choices``: ``only-move`` and
    ``poisoned`` skip positions with more distinct first moves, which are too complex for a reader,
    and ``swap`` those with more than a third of this number.  ``time`` (seconds),
    ``memory`` (mebibytes) and ``work`` (steps) limit each query.  ``year`` is the year of the
    problems' source.
    """

    kinds: tuple[str, ...] = ()
    player: str = "greedy"
    least_moves: int = 6
    least_tries: int = 2
    most_choices: int = 25
    time: float | None = 5.0
    memory: int = 1
    year: int = 2026
    work: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A proved fact for a claim: the goal can (``solved``) or can't be reached from ``position``.

    If ``position`` is None, it is the problem's position.
    """

    statement: str
    goal: Goal
    solved: bool
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Find:
    """A problem found by mining.

    ``line`` solves ``goal``; for the kind ``swap`` it does so from ``swapped``, and the goal is
    impossible from ``position``.  ``title``, ``hint`` and ``note`` are texts of the problem file;
    a hint for a swap is part of the stipulation.  ``tries`` and ``facts`` are proved.
    ``decisions`` is the number of decisions of the line, if they were counted; ``candidates`` is
    the number of exchanges tried.
    """

    kind: str
    position: Position
    goal: Goal
    line: tuple[Step, ...]
    title: str
    hint: str
    tries: tuple[Try, ...] = ()
    facts: tuple[Fact, ...] = ()
    swapped: Position | None = None
    note: str = ""
    themes: tuple[Theme, ...] = ()
    decisions: int | None = None
    candidates: int = 0

    @property
    def interest(self) -> int:
        """A score for comparing problems of the same kind; not for display.

        It rewards a good length, moves that aren't natural, removed suits and more tries.
        """
        longest = max((len(t.steps) for t in self.tries), default=0)
        removals = sum(1 for step in self.line if step.removals)
        unnatural = sum(1 for step in self.line if not joins_naturally(step))
        length = min(len(self.line), max(0, 2 * _GOOD_LENGTH - len(self.line)))
        tall = max(len(column.down) + len(column.up) for column in self.position.columns)
        return (
            2 * length
            + 2 * min(len(self.tries), 6)
            + min(longest, _GOOD_LENGTH)
            + 3 * removals
            + min(unnatural, _GOOD_LENGTH)
            - max(0, tall - _TALL)
            - (_PLAIN if self.goal.requirements(self.position).uncovered else 0)
        )


#: A solution of about this length can be found without a board, but not at a glance.
_GOOD_LENGTH: Final = 14
#: The penalty for a goal to uncover a card, which is chosen only if nothing better is possible.
_PLAIN: Final = 12
#: Columns with more cards than this are hard to read, and lower the score.
_TALL: Final = 14
