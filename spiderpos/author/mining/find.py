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
    """Criteria of the search, and the limits of a question to the prover.

    ``kinds``: names of :data:`KINDS`, all if empty; ``player``: the policy that plays the games.
    ``least_moves``: the least length of a solution; ``least_tries``: the least number of other
    first moves, or other attractive options; positions with more distinct first moves than
    ``most_choices`` are skipped: they are too complex for a reader.  ``time`` (seconds),
    ``memory`` (mebibytes) and ``work`` (steps) limit each question.  ``year`` is the year of the
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
    """A proved fact: the goal can or can't be reached from ``position`` (None: the problem's)."""

    statement: str
    goal: Goal
    solved: bool
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Find:
    """A problem found by mining.

    ``line`` solves ``goal``; for ``swap`` it does so from ``swapped``, and the goal is
    impossible from the position itself.  ``title`` names it, ``hint`` belongs to the question,
    ``note`` lists what else was proved.  ``tries`` and ``facts`` are proved.  ``decisions`` are
    those of the line, if they were counted; ``candidates`` is the number of exchanges tried.
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
        """A score to compare it with others of its kind; not for display.

        It rewards a good length, moves that aren't natural, removed suits and more tries.
        """
        longest = max((len(t.steps) for t in self.tries), default=0)
        kept = sum(1 for step in self.line if step.removals)
        digs = sum(1 for step in self.line if not joins_naturally(step))
        length = min(len(self.line), max(0, 2 * _GOOD_LENGTH - len(self.line)))
        tall = max(len(column.down) + len(column.up) for column in self.position.columns)
        return (
            2 * length
            + 2 * min(len(self.tries), 6)
            + min(longest, _GOOD_LENGTH)
            + 3 * kept
            + min(digs, _GOOD_LENGTH)
            - max(0, tall - _TALL)
            - (_PLAIN if self.goal.asked(self.position).uncovered else 0)
        )


#: A solution of about this length can be found in the head, but not at a glance.
_GOOD_LENGTH: Final = 14
#: Uncovering a card is only chosen as a goal if nothing better is possible.
_PLAIN: Final = 12
#: Columns of more cards than this are hard to read.
_TALL: Final = 14
