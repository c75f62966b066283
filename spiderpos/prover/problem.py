"""A position and a goal as the compiled core wants them.

The core (``docs/prover.md``) plays by Woods' rules without deals and knows spaces, removed
suits and cards turned up.  What it can't be asked is said here, and so is what its answer
"impossible" would leave open; a line is judged in any case.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..goals import (
    GetSpaces,
    Goal,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    TurnUp,
)
from ..position import Position
from ..rules import COLUMNS

__all__ = ["Request", "Unsupported", "request"]

_CARDS = 104
_OF_A_RANK = 8


class Unsupported(Exception):  # noqa: N818 - an answer, not an error
    """Why the core can't be asked: a phrase such as "the goal 'win'"."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the core is asked: ``words`` as ``read`` in ``native/spiderpos.cpp`` takes them.

    ``deals_left_out``: rows might be dealt, which the core doesn't do: its "impossible" isn't
    the whole truth.  ``line_may_fail``: it doesn't know all conditions, so that a line of its
    may break one.
    """

    words: tuple[int, ...]
    deals_left_out: bool
    line_may_fail: bool


@dataclass(slots=True)
class _Asked:
    """The fields of ``Goal`` in ``native/classes.hpp``, in its order and with its meaning."""

    spaces: int = 0
    need: Counter[int] = field(default_factory=Counter)
    any: int = 0
    turn: int = 0
    turn_column: int = 0
    most_turned: int = _CARDS
    no_space: bool = False
    forbidden: int = 0
    most_others: int = _CARDS

    def words(self) -> tuple[int, ...]:
        return (
            self.spaces,
            *(self.need[suit] for suit in range(4)),
            self.any,
            self.turn,
            self.turn_column,
            self.most_turned,
            int(self.no_space),
            self.forbidden,
            self.most_others,
        )


def request(position: Position, goal: Goal) -> Request:
    """The position and the goal for the core.  Raises Unsupported."""
    _check(position)
    asked = _Asked()
    _objectives(position, goal, asked)
    conditions = goal.conditions
    if conditions.no_turning_up:
        asked.most_turned = 0
    if conditions.no_removing:
        asked.most_others = 0
    if conditions.other_suits is not None:
        asked.most_others = min(asked.most_others, conditions.other_suits)
    for suit in conditions.no_removing_suits:
        asked.forbidden |= 1 << suit
    asked.no_space = conditions.no_making_a_space
    tableau: list[int] = [len(position.columns)]
    for column in position.columns:
        for cards in (column.down, column.up):
            tableau += [len(cards), *cards]
    return Request(
        (*tableau, *asked.words()),
        deals_left_out=bool(position.hand) and not conditions.no_dealing,
        line_may_fail=goal.whatever or conditions.moves is not None,
    )


def _check(position: Position) -> None:
    rules = position.rules
    if rules.cells or position.cells:
        raise Unsupported("free cells")
    if rules.kings_on_aces:
        raise Unsupported("the rule that Kings go on Aces")
    if rules.automatic_removal:
        raise Unsupported("the rule that complete suits go off by themselves")
    columns = position.columns
    if not 1 <= len(columns) <= COLUMNS:
        raise Unsupported(f"{len(columns)} columns")
    if any(column.down and not column.up for column in columns):
        raise Unsupported("a column without a face-up card")
    cards = [card for column in columns for card in (*column.down, *column.up)]
    of_a_rank = Counter(card >> 2 for card in cards if card)
    if len(cards) > _CARDS or any(count > _OF_A_RANK for count in of_a_rank.values()):
        raise Unsupported("more cards than two decks have")


def _objectives(position: Position, goal: Goal, asked: _Asked) -> None:
    for objective in goal.objectives:
        match objective:
            case RemoveSuits(suits):
                asked.need |= Counter(int(suit) for suit in suits)
            case RemoveNumber(count):
                asked.any = max(asked.any, count)
            case RemoveBefore(first, second) if len(goal.objectives) == 1:
                # Once the second suit is removed without the first, the goal is lost for good.
                asked.need |= Counter([int(first)])
                asked.forbidden |= 1 << second
            case GetSpaces(count):
                asked.spaces = max(asked.spaces, count)
            case SpaceBack():
                asked.spaces = max(asked.spaces, len(position.spaces))
            case TurnUp(count, None):
                asked.turn = max(asked.turn, count)
            case TurnUp(1, int(column)) if _one_column(position, asked, column):
                asked.turn_column = column
            case _:
                raise Unsupported(f"'{objective}'" + " beside others" * (len(goal.objectives) > 1))


def _one_column(position: Position, asked: _Asked, column: int) -> bool:
    """Whether the column is there, and no other one is asked for too."""
    return column <= len(position.columns) and asked.turn_column in (0, column)
