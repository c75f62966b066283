"""What is looked for, and what is found: a problem with all that was proved of it."""

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
    """What is looked for, and what a question to the prover may use up.

    ``kinds``: names of :data:`KINDS`, all if there are none; ``player`` plays the games.
    ``least_moves``: how long a solution has to be; ``least_tries``: how many other first moves, or
    things that look as good, there have to be; positions with more distinct first moves than
    ``most_choices`` are passed over: they are a tangle to a reader.  ``time`` (seconds),
    ``memory`` (mebibytes) and ``work`` (steps) are for each question.  ``year`` is for the
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
    """A proved fact: whether a goal can be reached from ``position`` (None: the problem's)."""

    statement: str
    goal: Goal
    solved: bool
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Find:
    """A problem that was found.

    ``line`` solves ``goal``; for ``swap`` it does so from ``swapped``, and the goal is
    impossible from the position itself.  ``title`` names it, ``hint`` belongs to what is asked,
    ``note`` says what else was shown.  ``tries`` and ``facts`` are proved.  ``decisions`` are
    those of the line, if they were counted; of so many ``candidates`` is ``swapped`` one.
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
        """A measure of how promising it is among its kind: to be compared, not to be shown.

        A solution of good length, not all of it natural, with suits that go and more to refute.
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


#: A solution of about so many moves can be found in the head, and isn't seen at a glance.
_GOOD_LENGTH: Final = 14
#: To dig down to a card is asked for only where there is nothing better to ask for.
_PLAIN: Final = 12
#: Columns of more cards than this are hard to read.
_TALL: Final = 14
