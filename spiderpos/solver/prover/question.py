"""A position and a goal as the compiled core wants them.

The core (``docs/prover.md``) plays by Woods' rules without deals; of other rules it's asked a
question that allows more.  What it can be asked is said here, and so is what its answer
"impossible" would leave open; a line is judged in any case.  The lists are of what is known: a
rule, a condition or a goal that is on none of them is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from ...game.cards import Suit
from ...game.census import DECKS
from ...game.engine import SUIT_LENGTH, complete_columns, has_complete_suit, may_be_complete
from ...game.position import Column, Position
from ...game.rules import COLUMNS, MOST_CELLS, Rules
from ...goals.conditions import Moves, NoMakingASpace, NoTurningUp
from ...goals.goal import Goal
from ...goals.terms import Asked, Deeds
from ...text.wording import count_phrase

__all__ = [
    "Request",
    "Unsupported",
    "Wider",
    "asked",
    "check_board",
    "narrower",
    "request",
    "too_much",
    "unknown_rule",
    "wider",
    "words",
]

_OF_A_RANK: Final = 8

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


def words(asked: Asked) -> tuple[int, ...]:
    """What is asked as ``read_goal`` in ``native/spiderpos.cpp`` takes it, without ``reach``."""
    return (
        asked.spaces,
        *(asked.need[suit] for suit in Suit),
        asked.any,
        asked.turned,
        len(asked.turned_in),
        *(number for pair in sorted(asked.turned_in.items()) for number in pair),
        len(asked.empty),
        *asked.empty,
        len(asked.uncovered),
        *(number for pair in asked.uncovered for number in pair),
        *(asked.complete[suit] for suit in Suit),
        int(asked.complete_any),
        0 if asked.win is None else asked.win + 1,
        asked.most_turned,
        int(asked.no_space),
        int(asked.goes_off),
        asked.forbidden,
        *asked.first,
        asked.most_others,
    )


def wider(position: Position, goal: Goal) -> Wider:
    """The question to be asked of classes: impossible there is impossible here.

    Why is said in ``docs/prover.md``, section 7: complete suits needn't go off, a free cell is a
    column on the right of the others.  Rules that this doesn't take away stay.
    """
    rules = position.rules
    position, goal, turned = _in_numbers(position, goal)
    allowed = ["cards may be turned up"] * turned
    allowed += ["complete suits may stay"] * rules.automatic_removal
    allowed += ["each free cell is a column"] * bool(position.cells)
    kings = rules.kings_on_aces
    kept = tuple(o for o in goal.objectives if not (kings and Goal((o,)).asked(position).places))
    if kept and len(kept) < len(goal.objectives):
        allowed.append("cards may lie anywhere in the end")
        goal = replace(goal, objectives=kept)
    if not allowed:
        return Wider(position, goal)
    no_space = goal.limits.no_making_a_space
    goes_off = no_space and not (
        position.cells or kings or any(map(_may_hold_a_suit, position.columns))
    )
    if no_space and not goes_off:
        allowed.append("spaces may be made")
        goal = goal.free_of(NoMakingASpace)
    held = tuple(Column((), () if cell is None else (cell,)) for cell in position.cells)
    woods = replace(rules, automatic_removal=False, cells=0)
    # Where there are more columns, those that were spaces at the start are counted here.
    begun = Deeds(position, position)
    return Wider(
        replace(position, columns=position.columns + held, cells=(), rules=woods),
        replace(
            goal.free_of(Moves), objectives=tuple(o.rest(begun) or o for o in goal.objectives)
        ),
        tuple(allowed),
        goes_off,
    )


def _in_numbers(position: Position, goal: Goal) -> tuple[Position, Goal, bool]:
    """The question as the core knows it; whether it allows to turn up cards, and this didn't."""
    instead = goal.objectives[0].instead(position) if len(goal.objectives) == 1 else None
    if instead is None:
        return position, goal, False
    turned = goal.limits.no_turning_up
    return instead[0], replace(goal.free_of(NoTurningUp), objectives=(instead[1],)), turned


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
    dealing = bool(position.deals_left) and not goal.limits.no_dealing
    may_fail = goal.whatever or goal.limits.moves is not None
    whole = wider(position, goal)
    position, goal = whole.position, whole.goal
    if rule := unknown_rule(replace(position.rules, kings_on_aces=False)):
        raise Unsupported(rule)
    check_board(position, COLUMNS + MOST_CELLS)
    numbers = asked(position, goal)
    numbers.goes_off = whole.goes_off
    kings = position.rules.kings_on_aces
    for objective in goal.objectives:
        alone = Goal((objective,)).asked(position)
        if alone.reach or (alone.win is not None and position.hand):
            raise Unsupported(f"'{objective}'")
        # Classes don't know where cards lie in the end where Kings go on Aces.
        if kings and alone.places:
            raise Unsupported(f"{_OTHER_RULES['kings_on_aces']} with '{objective}'")
    tableau: list[int] = [int(kings), len(position.columns)]
    for column in position.columns:
        for cards in (column.down, column.up):
            tableau += [len(cards), *cards]
    return Request(
        (*tableau, *words(numbers)),
        whole,
        deals_left_out=dealing,
        line_may_fail=may_fail or bool(whole.allowed),
    )


def asked(position: Position, goal: Goal) -> Asked:
    """What a goal asks for, in numbers that ``native/`` takes.  Raises Unsupported."""
    for objective in goal.objectives:
        if (objective.in_column or 0) > len(position.columns) or any(
            len(wanted.columns) != len(position.columns)
            for wanted in Goal((objective,)).asked(position).reach
        ):
            raise Unsupported(f"'{objective}'")
    found = goal.asked(position)
    if found.in_words:
        raise Unsupported(f"'{found.in_words[0]}'")
    if found.none_removed and position.removed:
        raise Unsupported("a goal that is lost by a removal before it")
    return found


def too_much(position: Position, goal: Goal) -> str:
    """Why the cards and columns are too few for the goal, under any rules; empty if they aren't.

    A suit that goes off takes thirteen cards along, cards that stand complete are thirteen
    others, no card is ever turned face down, and a column has one bottom card.  Where complete
    suits go off by themselves, one that stands has stood since the start, in a column that no
    move has changed.  Cards that aren't known may be any.
    """
    for objective in goal.objectives:
        if why := objective.too_much(position):
            return why
    wanted = goal.asked(position)
    held = sum(cell is not None for cell in position.cells)
    cards = sum(map(len, position.columns)) + len(position.hand) + held
    standing = wanted.complete.total()
    suits = max(wanted.need.total(), wanted.any) + max(standing, wanted.win or 0)
    if suits * SUIT_LENGTH > cards:
        needed = f"{suits * SUIT_LENGTH} cards for {count_phrase(suits, 'suit')}"
        return f"the goal needs {needed}, and there {_number(cards)}"
    if position.rules.automatic_removal:
        stand = len(complete_columns(position)) + sum(map(may_be_complete, position.columns))
        need = max(standing, int(wanted.complete_any))
        if need > stand:
            return (
                "complete suits go off by themselves: the goal needs "
                f"{count_phrase(need, 'suit')} to stand that {'does' if need == 1 else 'do'} "
                f"so from the start, and there {_number(stand)}"
            )
    bottoms = {card for card, _ in wanted.uncovered}
    columns = Counter(column for _, column in wanted.uncovered if column)
    if two := [column for column, count in columns.items() if count > 1]:
        return f"column {min(two)} can't have two cards uncovered at once"
    if len(bottoms) > len(position.columns):
        return (
            f"{len(bottoms)} cards can't be uncovered at once in {len(position.columns)} columns"
        )
    return ""


def _number(there: int) -> str:
    return "is 1" if there == 1 else f"are {there or 'none'}"


def unknown_rule(rules: Rules) -> str | None:
    """A rule, in words, that the theory of ``docs/prover.md`` doesn't know; None if it knows all.

    That is any option of which nobody has said that it is known, unless it is as Woods has it.
    """
    other = rules.describe()
    for name in other:
        if name not in _RULES:
            return _OTHER_RULES.get(name, f"the rule {name}={other[name]}")
    return None


def check_board(position: Position, most: int = COLUMNS) -> None:
    """Raise Unsupported for more columns or cards than the core holds."""
    columns = position.columns
    if not 1 <= len(columns) <= most:
        raise Unsupported(f"{len(columns)} columns")
    if any(column.down and not column.up for column in columns):
        raise Unsupported("a column without a face-up card")
    cards = [*position.hand, *(held for held in position.cells if held is not None)]
    cards += (card for column in columns for card in (*column.down, *column.up))
    of_a_rank = Counter(card >> 2 for card in cards if card)
    if len(cards) > DECKS or any(count > _OF_A_RANK for count in of_a_rank.values()):
        raise Unsupported("more cards than two decks have")
