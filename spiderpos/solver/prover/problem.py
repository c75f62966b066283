"""A position and a goal as the compiled core wants them.

The core (``docs/prover.md``) plays by Woods' rules without deals; of other rules it's asked a
question that allows more.  What it can be asked is said here, and so is what its answer
"impossible" would leave open; a line is judged in any case.  The lists are of what is known: a
rule, a condition or a goal that is on none of them is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from ...game.cards import Card, Suit
from ...game.census import DECKS
from ...game.engine import SUIT_LENGTH, complete_columns, has_complete_suit, may_be_complete
from ...game.position import Column, Position
from ...game.rules import COLUMNS, MOST_CELLS, Rules
from ...goals.goal import (
    Complete,
    GetSpaces,
    Goal,
    Objective,
    Reach,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
)
from ...text.wording import count_phrase

__all__ = [
    "Asked",
    "Request",
    "Unsupported",
    "Wider",
    "asked",
    "narrower",
    "request",
    "too_much",
    "unknown_rule",
    "wider",
]

_OF_A_RANK = 8
_SUITS = 8

#: The options of ``Rules`` that make no difference to play without deals.
_RULES: Final = frozenset(
    {"suits", "start", "deal_over_spaces", "short_last_deal", "scored_suits"}
)
#: What the other options are called in reasons, where their names don't say it.
_OTHER_RULES: Final = {
    "cells": "free cells",
    "kings_on_aces": "the rule that Kings go on Aces",
    "automatic_removal": "the rule that complete suits go off by themselves",
}
#: What is asked of where cards lie in the end; classes don't know it where Kings go on Aces.
_PLACES: Final = (SpaceIn, Uncover, Complete, Win)
#: The parts of ``Conditions`` and of ``Goal`` that :func:`request` and brute force put into words,
#: or say that they leave out.
_CONDITIONS: Final = frozenset(
    {
        "no_dealing",
        "no_turning_up",
        "no_removing",
        "no_removing_suits",
        "no_making_a_space",
        "other_suits",
        "moves",
    }
)
_GOAL: Final = frozenset({"objectives", "conditions", "whatever"})


class Unsupported(Exception):  # noqa: N818 - an answer, not an error
    """Why the core can't be asked: a phrase such as "the goal 'win'"."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the core is asked: ``words`` as ``read`` in ``native/spiderpos.cpp`` takes them.

    ``asked``: the question that they are, which may allow more.  ``deals_left_out``: rows might
    be dealt, which the core doesn't do: its "impossible" isn't the whole truth.
    ``line_may_fail``: a line for the question that is asked may be none.
    """

    words: tuple[int, ...]
    asked: Wider
    deals_left_out: bool
    line_may_fail: bool


@dataclass(frozen=True, slots=True)
class Wider:
    """A question by rules that classes know, with a line wherever the one at hand has a line.

    ``allowed``: what it allows more, as clauses; empty if it is the question at hand.
    ``goes_off``: the last move may make a space, and then one suit be removed.
    """

    position: Position
    goal: Goal
    allowed: tuple[str, ...] = ()
    goes_off: bool = False


@dataclass(slots=True)
class Asked:
    """The fields of ``Goal`` in ``native/goal.hpp``, in its order and with its meaning.

    Columns are numbered from 1; ``win`` is the least number of complete suits, None if winning
    isn't asked for.  ``reach``: tableaus that are to be reached, which :meth:`words` leaves out.
    """

    spaces: int = 0
    need: Counter[int] = field(default_factory=Counter)
    any: int = 0
    turned: int = 0
    turned_in: dict[int, int] = field(default_factory=dict)
    empty: list[int] = field(default_factory=list)
    uncovered: list[tuple[int, int]] = field(default_factory=list)
    complete: Counter[int] = field(default_factory=Counter)
    complete_any: bool = False
    win: int | None = None
    most_turned: int = DECKS
    no_space: bool = False
    goes_off: bool = False
    forbidden: int = 0
    first: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    most_others: int = DECKS
    reach: list[Position] = field(default_factory=list)

    def check(self) -> None:
        """Raise Unsupported for numbers that ``read_goal`` (``native/spiderpos.cpp``) refuses."""
        for most, numbers in (
            (_SUITS, (*self.need.values(), self.any, *self.complete.values(), self.win or 0)),
            (COLUMNS, (self.spaces,)),
            (DECKS, (self.turned, *self.turned_in.values(), len(self.uncovered))),
        ):
            if max(numbers) > most:
                raise Unsupported("more than two decks have, or a tableau")

    def words(self) -> tuple[int, ...]:
        """As ``read_goal`` takes them."""
        return (
            self.spaces,
            *(self.need[suit] for suit in range(4)),
            self.any,
            self.turned,
            len(self.turned_in),
            *(number for pair in sorted(self.turned_in.items()) for number in pair),
            len(self.empty),
            *self.empty,
            len(self.uncovered),
            *(number for pair in self.uncovered for number in pair),
            *(self.complete[suit] for suit in range(4)),
            int(self.complete_any),
            0 if self.win is None else self.win + 1,
            self.most_turned,
            int(self.no_space),
            int(self.goes_off),
            self.forbidden,
            *self.first,
            self.most_others,
        )


def wider(position: Position, goal: Goal) -> Wider:
    """The question to be asked of classes: impossible there is impossible here.

    Why is said in ``docs/prover.md``, section 7: complete suits needn't go off, a free cell is a
    column on the right of the others.  Rules that this doesn't take away stay.
    """
    rules = position.rules
    allowed = ["complete suits may stay"] * rules.automatic_removal
    allowed += ["each free cell is a column"] * bool(position.cells)
    kept = [o for o in goal.objectives if not (rules.kings_on_aces and isinstance(o, _PLACES))]
    if kept and len(kept) < len(goal.objectives):
        allowed.append("cards may lie anywhere in the end")
        goal = replace(goal, objectives=tuple(kept))
    if not allowed:
        return Wider(position, goal)
    goes_off = goal.conditions.no_making_a_space and not (
        position.cells or rules.kings_on_aces or any(map(_may_hold_a_suit, position.columns))
    )
    if goal.conditions.no_making_a_space and not goes_off:
        allowed.append("spaces may be made")
    held = tuple(Column((), () if cell is None else (cell,)) for cell in position.cells)
    woods = replace(rules, automatic_removal=False, cells=0)
    back = GetSpaces(len(position.spaces))
    return Wider(
        replace(position, columns=position.columns + held, cells=(), rules=woods),
        replace(
            goal,
            objectives=tuple(back if isinstance(o, SpaceBack) else o for o in goal.objectives),
            conditions=replace(goal.conditions, no_making_a_space=goes_off, moves=None),
        ),
        tuple(allowed),
        goes_off,
    )


def _may_hold_a_suit(column: Column) -> bool:
    """Whether a complete suit, in order, may be among the face-up cards of a column."""
    ends = (Column((), column.up[:end]) for end in range(SUIT_LENGTH, len(column.up) + 1))
    return any(has_complete_suit(end) or may_be_complete(end) for end in ends)


def narrower(position: Position) -> Position:
    """The position by rules that classes know, without the free cells and what they hold.

    A line there is one here, unless a complete suit goes off by itself or a card in a cell is
    wanted; that there is none says nothing.
    """
    woods = replace(position.rules, cells=0, kings_on_aces=False)
    return replace(position, cells=(), rules=woods)


def request(position: Position, goal: Goal) -> Request:
    """The position and the goal for the search by classes.  Raises Unsupported."""
    dealing = bool(position.deals_left) and not goal.conditions.no_dealing
    may_fail = goal.whatever or goal.conditions.moves is not None
    whole = wider(position, goal)
    position, goal = whole.position, whole.goal
    _check(position)
    numbers = asked(position, goal)
    numbers.goes_off = whole.goes_off
    kings = position.rules.kings_on_aces
    for objective in goal.objectives:
        if isinstance(objective, Reach) or (isinstance(objective, Win) and position.hand):
            raise Unsupported(f"'{objective}'")
        if kings and isinstance(objective, _PLACES):
            raise Unsupported(f"{_OTHER_RULES['kings_on_aces']} with '{objective}'")
    tableau: list[int] = [int(kings), len(position.columns)]
    for column in position.columns:
        for cards in (column.down, column.up):
            tableau += [len(cards), *cards]
    return Request(
        (*tableau, *numbers.words()),
        whole,
        deals_left_out=dealing,
        line_may_fail=may_fail or bool(whole.allowed),
    )


def asked(position: Position, goal: Goal) -> Asked:
    """What a goal asks for, in numbers, but for its moves.  Raises Unsupported."""
    _check_goal(goal)
    found = Asked()
    _objectives(position, goal, found)
    conditions = goal.conditions
    if conditions.no_turning_up:
        found.most_turned = 0
    if conditions.no_removing:
        found.most_others = 0
    if conditions.other_suits is not None:
        found.most_others = min(found.most_others, conditions.other_suits)
    for suit in conditions.no_removing_suits:
        found.forbidden |= 1 << suit
    found.no_space = conditions.no_making_a_space
    found.check()
    return found


def too_much(position: Position, goal: Goal) -> str:
    """Why the cards and columns are too few for the goal, under any rules; empty if they aren't.

    A suit that goes off takes thirteen cards along, cards that stand complete are thirteen
    others, a win leaves nothing else, no card is ever turned face down, and a column has one
    bottom card.  Where complete suits go off by themselves, one that stands has stood since the
    start, in a column that no move has changed.  Cards that aren't known may be any.
    """
    removed, number = goal.suits_to_remove()
    standing: Counter[Suit] = Counter()
    together = 0
    bottoms: dict[int, set[Card]] = {}
    left = [*position.hand, *(cell for cell in position.cells if cell is not None)]
    for place in position.columns:
        left += [*place.down, *place.up]
    for objective in goal.objectives:
        match objective:
            case Complete(suits):
                standing |= Counter(suits)
            case Win(in_tableau):
                if in_tableau is None and position.removed:
                    gone = len(position.removed)
                    are = "suit is" if gone == 1 else "suits are"
                    return f"the goal needs all suits, and {gone} {are} removed already"
                if not _may_be_suits(left):
                    return "the cards that are left don't make up complete suits"
                together = max(together, in_tableau or 0)
            case TurnUp(count, column):
                down = sum(
                    len(c.down) for n, c in enumerate(position.columns, 1) if column in (None, n)
                )
                if count > down:
                    where = "" if column is None else f" in column {column}"
                    hidden = f"{count_phrase(count, 'card')} face down{where}"
                    return f"the goal needs {hidden}, and there {_number(down)}"
            case Uncover(card, column):
                bottoms.setdefault(column or 0, set()).add(card)
            case _:
                pass
    cards = len(left)
    asked = max(removed.total(), number) + max(standing.total(), together)
    if asked * SUIT_LENGTH > cards:
        needed = f"{asked * SUIT_LENGTH} cards for {count_phrase(asked, 'suit')}"
        return f"the goal needs {needed}, and there {_number(cards)}"
    if position.rules.automatic_removal:
        stand = len(complete_columns(position)) + sum(map(may_be_complete, position.columns))
        need = max(standing.total(), int(Complete() in goal.objectives))
        if need > stand:
            return (
                "complete suits go off by themselves: the goal needs "
                f"{count_phrase(need, 'suit')} to stand that {'does' if need == 1 else 'do'} "
                f"so from the start, and there {_number(stand)}"
            )
    wanted = set().union(*bottoms.values())
    two = [n for n, cards_of in bottoms.items() if n and len(cards_of) > 1]
    if two:
        return f"column {min(two)} can't have two cards uncovered at once"
    if len(wanted) > len(position.columns):
        return f"{len(wanted)} cards can't be uncovered at once in {len(position.columns)} columns"
    return ""


def _number(there: int) -> str:
    return "is 1" if there == 1 else f"are {there or 'none'}"


def _may_be_suits(cards: Sequence[Card]) -> bool:
    """Whether cards, of which some may be unknown, may be complete suits and nothing else."""
    known = Counter(cards)
    suits = sum(
        max(known[Card(4 * rank + suit)] for rank in range(1, SUIT_LENGTH + 1))
        for suit in range(4)
    )
    return len(cards) % SUIT_LENGTH == 0 and suits * SUIT_LENGTH <= len(cards)


def unknown_rule(rules: Rules) -> str | None:
    """A rule, in words, that the theory of ``docs/prover.md`` doesn't know; None if it knows all.

    That is any option of which nobody has said that it is known, unless it is as Woods has it.
    """
    other = rules.describe()
    for name in other:
        if name not in _RULES:
            return _OTHER_RULES.get(name, f"the rule {name}={other[name]}")
    return None


def _check_goal(goal: Goal) -> None:
    """Refuse conditions of which nobody has said that they are known, if they are made."""
    for whole, known in ((goal.conditions, _CONDITIONS), (goal, _GOAL)):
        for part in fields(whole):
            if part.name not in known and getattr(whole, part.name) != part.default:
                raise Unsupported(f"the condition {part.name} of '{goal}'")


def _check(position: Position) -> None:
    rule = unknown_rule(replace(position.rules, kings_on_aces=False))
    if rule is not None:
        raise Unsupported(rule)
    columns = position.columns
    if not 1 <= len(columns) <= COLUMNS + MOST_CELLS:
        raise Unsupported(f"{len(columns)} columns")
    if any(column.down and not column.up for column in columns):
        raise Unsupported("a column without a face-up card")
    cards = [card for column in columns for card in (*column.down, *column.up)]
    of_a_rank = Counter(card >> 2 for card in cards if card)
    if len(cards) > DECKS or any(count > _OF_A_RANK for count in of_a_rank.values()):
        raise Unsupported("more cards than two decks have")


def _objectives(position: Position, goal: Goal, asked: Asked) -> None:
    for objective in goal.objectives:
        match objective:
            case RemoveSuits(suits):
                asked.need |= Counter(int(suit) for suit in suits)
            case RemoveNumber(count):
                asked.any = max(asked.any, count)
            case RemoveBefore(first, second):
                asked.need |= Counter([int(first)])
                if first is not second:
                    # Once the second suit is removed without the first, all is lost.
                    asked.first[second] |= 1 << first
            case GetSpaces(count):
                asked.spaces = max(asked.spaces, count)
            case SpaceBack():
                asked.spaces = max(asked.spaces, len(position.spaces))
            case TurnUp(count, None):
                asked.turned = max(asked.turned, count)
            case _:
                _place(position, objective, asked)


def _place(position: Position, objective: Objective, asked: Asked) -> None:
    """What is asked of a column, or of where cards lie in the end."""
    match objective:
        case TurnUp(count, int(column)) if column <= len(position.columns):
            asked.turned_in[column] = max(asked.turned_in.get(column, 0), count)
        case SpaceIn(column) if column <= len(position.columns):
            if column not in asked.empty:
                asked.empty.append(column)
        case Uncover(card, column) if (column or 0) <= len(position.columns):
            wanted = (int(card), column or 0)
            if wanted not in asked.uncovered:
                asked.uncovered.append(wanted)
        case Complete(()):
            asked.complete_any = True
        case Complete(suits):
            asked.complete |= Counter(int(suit) for suit in suits)
        case Reach(wanted) if len(wanted.columns) == len(position.columns):
            asked.reach.append(wanted)
        case Win(in_tableau):
            if in_tableau is None and position.removed:
                raise Unsupported(f"'{objective}' after a removal")
            if in_tableau is None:
                asked.forbidden = 0b1111
            asked.win = max(asked.win or 0, in_tableau or 0)
        case _:
            raise Unsupported(f"'{objective}'")
