"""The goal language: a goal as a value and as a line of text.

:func:`parse` parses a phrase such as ``remove spades without dealing, making a space`` into a
:class:`Goal`; ``str`` writes it back.  ``docs/goals.md`` defines each phrase;
:mod:`spiderpos.goals.judge` judges a line of play by a goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from ..formats.base import ReadOptions
from ..game.cards import Suit
from ..game.position import Position
from ..text.protocols import public
from .conditions import (
    Condition,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    OtherSuits,
    in_order,
)
from .objectives import (
    GetSpaces,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
)
from .placing_objectives import Complete, DigDown, Reach, Uncover, Win
from .terms import GoalNumbers, Limits, ToRemove

__all__ = [
    "Complete",
    "Condition",
    "DigDown",
    "GetSpaces",
    "Goal",
    "Moves",
    "NoDealing",
    "NoMakingASpace",
    "NoRemoving",
    "NoTurningUp",
    "Objective",
    "OtherSuits",
    "Reach",
    "RemoveBefore",
    "RemoveNumber",
    "RemoveSuits",
    "SpaceBack",
    "SpaceIn",
    "TurnUp",
    "Uncover",
    "Win",
    "parse",
]


@public(
    "goal.objectives and goal.conditions are its parts",
    text="write goal == spiderpos.parse_goal(text), or compare str(goal)",
)
@dataclass(frozen=True, repr=False)
class Goal:
    """A goal: all objectives must hold at once, without breaking a condition.

    Objectives to remove named suits are merged into one, so that a suit named twice must be
    removed twice; the same goes for suits to be completed.  Of two limits of one kind the lower
    one applies.  ``whatever`` requires success for every order of the unknown cards.
    """

    objectives: tuple[Objective, ...]
    conditions: tuple[Condition, ...] = ()
    whatever: bool = False

    def __post_init__(self) -> None:
        given: object = self.objectives
        if isinstance(given, str):
            raise TypeError(
                f"to parse a goal, call spiderpos.parse_goal({given!r:.80}); functions with a "
                "goal argument also accept its text"
            )
        object.__setattr__(self, "objectives", _merged(self.objectives))
        object.__setattr__(self, "conditions", in_order(self.conditions))

    def __repr__(self) -> str:
        return f"<Goal {self}>"

    def under(self, *conditions: Condition) -> Goal:
        """Return the goal with these conditions added."""
        return replace(self, conditions=self.conditions + conditions)

    def free_of(self, *kinds: type[Condition]) -> Goal:
        """Return the goal without conditions of these kinds."""
        conditions = tuple(c for c in self.conditions if not isinstance(c, kinds))
        return replace(self, conditions=conditions)

    @property
    def parts(self) -> list[Objective]:
        """The objectives, with those to remove several suits split: one for each suit."""
        return [part for objective in self.objectives for part in objective.parts()]

    @property
    def names_a_column(self) -> bool:
        """True if the order of the columns matters to an objective.

        It never matters to a condition.
        """
        return any(objective.names_a_column for objective in self.objectives)

    def fixed_columns(self, count: int) -> set[int]:
        """Return the numbers, from 1, of the columns whose place matters, of ``count`` columns."""
        named = {o.in_column for o in self.objectives if o.names_a_column}
        return set(range(1, count + 1)) if None in named else {n for n in named if n}

    @property
    def win(self) -> Win | None:
        """The goal's objective if that is a single :class:`Win`, otherwise None."""
        (first, *others) = self.objectives
        return first if isinstance(first, Win) and not others else None

    @cached_property
    def limits(self) -> Limits:
        """The limits set by the conditions, for searches."""
        limits = Limits()
        for condition in self.conditions:
            limits = condition.limit(limits)
        return limits

    def requirements(self, position: Position) -> GoalNumbers:
        """Return the numeric requirements on a position.

        The limits on deals and on the number of moves are not included.
        """
        requirements = GoalNumbers()
        for objective in self.objectives:
            objective.ask(requirements, position)
        requirements.keep_to(self.limits)
        return requirements

    def suits_to_remove(self) -> ToRemove:
        """Return the suits that must be removed, by name and by number."""
        named: Counter[Suit] = Counter()
        number = 0
        for objective in self.objectives:
            suits, count = objective.removals()
            named |= suits
            number = max(number, count)
        return ToRemove(named, number)

    def mismatch(self, position: Position) -> str:
        """Describe a column or card of the goal that the position lacks; empty if none."""
        return next(filter(None, (o.mismatch(position) for o in self.objectives)), "")

    def __str__(self) -> str:
        text = " and ".join(str(objective) for objective in self.objectives)
        acts = [condition.act for condition in self.conditions if condition.act]
        limits = [str(condition) for condition in self.conditions if not condition.act]
        phrases = ["without " + ", ".join(acts)] * bool(acts) + limits
        return " ".join([text, *[", ".join(phrases)] * bool(phrases)]) + (
            " whatever turns up" * self.whatever
        )


def _merged(objectives: Iterable[Objective]) -> tuple[Objective, ...]:
    """Merge the objectives that can be merged, such as two to remove suits."""
    result: list[Objective] = []
    for objective in objectives:
        for index, earlier in enumerate(result):
            if both := earlier.merged(objective):
                result[index] = both
                break
        else:
            result.append(objective)
    return tuple(result)


def parse(
    text: str,
    *,
    name: str = "<goal>",
    options: ReadOptions | None = None,
    position: Position | None = None,
) -> Goal:
    """Parse a goal.

    Args:
        text: The goal, such as ``remove spades without dealing``.
        name: The name of the text in errors.
        options: Options for reading the position of a ``reach`` clause, which may be partial;
            by default with the rules of ``position``.
        position: The position from which the goal counts.  It must have the columns and cards that
            the goal names (see :meth:`Goal.mismatch`); without it they are not checked.

    Raises NotationError with the place and the expected text.  Whether the goal can be reached is
    *not* checked.
    """
    from .parsing import read  # noqa: PLC0415 - loads a grammar

    if options is None:
        options = ReadOptions(rules=position.rules) if position is not None else ReadOptions()
    return Goal(*read(text, name, options, position))
