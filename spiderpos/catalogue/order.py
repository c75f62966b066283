"""Sort problems from easy to hard: first steps, other problems, whole games."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from ..game.position import Position
from ..goals.goal import Goal

#: All problems for beginners have names with this prefix.
_FIRST: Final = "first-"


class HasGoal(Protocol):
    """A problem, or an object that describes one."""

    @property
    def id(self) -> str:
        """The problem's name."""

    @property
    def start(self) -> Position:
        """The problem's starting position."""

    @property
    def goal(self) -> Goal | None:
        """The problem's goal, or None."""


class Section(Enum):
    """The sections of a list of problems, in order, with their headings."""

    FIRST = "First steps"
    PROBLEMS = "Problems"
    GAMES = "Whole games"


def section_of(problem: HasGoal) -> Section:
    """Return the section of a list that a problem belongs to.

    A whole game is a problem whose goal is to win, from a position with at least five full rows in
    the hand.
    """
    start, goal = problem.start, problem.goal
    if goal is not None and goal.win is not None and len(start.hand) >= 5 * len(start.columns):
        return Section.GAMES
    return Section.FIRST if problem.id.startswith(_FIRST) else Section.PROBLEMS


def order(problem: HasGoal, rating: float | None) -> tuple[int, bool, float]:
    """Return a sort key: section, then rating.  Problems without a rating come last."""
    return list(Section).index(section_of(problem)), rating is None, rating or 0.0
