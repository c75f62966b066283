"""Problems from easy to hard: those for beginners, others, whole games."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from ..game.position import Position
from ..goals.goal import Goal

#: The names of problems for beginners begin so.
_FIRST: Final = "first-"


#: Ranges of the difficulty, each with its ends, in words.
DIFFICULTIES: Final = ((0, 3, "to 3"), (3, 6, "3 to 6"), (6, 10, "6 and more"))


class Asking(Protocol):
    """A problem, or what is shown of one."""

    @property
    def id(self) -> str:
        """The name."""

    @property
    def start(self) -> Position:
        """The position."""

    @property
    def goal(self) -> Goal | None:
        """The goal, if it's asked for one."""


class Section(Enum):
    """A section of a list of problems, in order, with its heading."""

    FIRST = "First steps"
    PROBLEMS = "Problems"
    GAMES = "Whole games"


def section_of(problem: Asking) -> Section:
    """Return the section of a list that a problem belongs to.

    A whole game asks for a win from a deal of which no row has been dealt yet.
    """
    start, goal = problem.start, problem.goal
    if goal is not None and goal.win is not None and len(start.hand) >= 5 * len(start.columns):
        return Section.GAMES
    return Section.FIRST if problem.id.startswith(_FIRST) else Section.PROBLEMS


def order(problem: Asking, rating: float | None) -> tuple[int, bool, float]:
    """Return a key for sorting, with the problem's difficulty; without one it comes last."""
    return list(Section).index(section_of(problem)), rating is None, rating or 0.0
