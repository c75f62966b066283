"""Convert a position and a goal into a request for the compiled core.

The search by classes (``docs/prover.md``) plays by Woods' rules without deals; for other rules it
gets a relaxed question.  This module decides which questions are supported, and what an answer
"impossible" proves; a line is always verified.  The tables list supported rules, conditions and
goals; all others are rejected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from ...game.cards import UNKNOWN, Card, Suit, card
from ...game.census import DECKS, unseen
from ...game.engine import SUIT_LENGTH, complete_columns, has_complete_suit, may_be_complete
from ...game.position import Column, Position
from ...game.rules import COLUMNS, MOST_CELLS, DealOverSpaces, Rules
from ...goals.conditions import NoMakingASpace, NoTurningUp
from ...goals.goal import DigDown, Goal, Win
from ...goals.rewriting import NotRewritten, Rewriting, rewrite
from ...goals.terms import GoalNumbers, LineProgress
from ...text.wording import count_phrase
from . import native

_OF_A_RANK: Final = 8

#: The options of ``Rules`` that don't affect play without deals.
_RULES: Final = frozenset(
    {"suits", "start", "deal_over_spaces", "short_last_deal", "scored_suits"}
)
#: Names of the other options in reasons, if the option's own name isn't clear.
_OTHER_RULES: Final = {
    "cells": "free cells",
    "kings_on_aces": "the rule that Kings go on Aces",
    "automatic_removal": "the rule that complete suits are removed automatically",
}


#: The options that searches of positions support, including those without effect on them.
_RULES_OF_POSITIONS: Final = _RULES | {"cells", "kings_on_aces", "automatic_removal"}


class Unsupported(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a search doesn't support a question; the message is the unsupported part.

    It is a phrase such as "the goal 'win'".
    """


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the search by classes.

    ``text``: the request for :func:`spiderpos.solver.prover.native.search`.  ``relaxed``: its
    question, which may be a relaxation.  ``deals_left_out``: True if rows could be dealt; then
    "impossible" doesn't cover lines with deals.  ``line_may_fail``: True if a line that
    answers the request may not answer the original question.
    """

    text: str
    relaxed: Relaxed
    deals_left_out: bool
    line_may_fail: bool


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A question that the search by classes supports; if it is impossible, so is the original.

    ``allowed``: the relaxations, as clauses such as "spaces may be made"; empty if there are none.
    ``space_before_removal``: True if the last move but one may make a space, if the last one then
    removes a suit.
    """

    position: Position
    goal: Goal
    allowed: tuple[str, ...] = ()
    space_before_removal: bool = False


def relax(position: Position, goal: Goal) -> Relaxed:
    """Relax a question for the search by classes: if the result is impossible, so is the original.

    :data:`spiderpos.goals.rewriting.FORMS` defines the rewriting of each clause of a goal.  Raises
    Unsupported for a clause that it refuses or doesn't contain, or if no objective remains.
    """
    original = goal
    position, goal = _in_numbers(position, goal)
    start = LineProgress(position, position)
    allowed: list[str] = []
    if original.limits.no_turning_up and not goal.limits.no_turning_up:
        allowed.append("cards may be turned up")
    relaxed = goal
    for rewriting, words in _relaxations(position.rules):
        before, relaxed = relaxed, _rewritten(relaxed, rewriting, start)
        changed = relaxed.objectives != before.objectives
        if changed or rewriting not in (Rewriting.BOTTOMS, Rewriting.KINGS):
            allowed.append(words)
        if not relaxed.objectives:
            why = f"'{before.objectives[-1]}'"
            other = rewriting is Rewriting.KINGS
            raise Unsupported(f"{_OTHER_RULES['kings_on_aces']} with {why}" if other else why)
    no_space = relaxed.limits.no_making_a_space
    space_before_removal = (
        no_space and position.rules.automatic_removal and _completes_one_suit_at_most(position)
    )
    if no_space and position.rules.automatic_removal and not space_before_removal:
        relaxed = relaxed.free_of(NoMakingASpace)
    if goal.limits.no_making_a_space and not relaxed.limits.no_making_a_space:
        allowed.append("spaces may be made")
    return Relaxed(relax_position(position), relaxed, tuple(allowed), space_before_removal)


def _in_numbers(position: Position, goal: Goal) -> tuple[Position, Goal]:
    """Replace a goal with a single objective by one that the core supports, if there is one.

    This is for digging down to a card: see section 7 of ``docs/prover.md``.  The new question is
    equivalent, except that it drops the condition "without turning up".
    """
    instead = goal.objectives[0].instead(position) if len(goal.objectives) == 1 else None
    if instead is None:
        return position, goal
    return instead[0], replace(goal.free_of(NoTurningUp), objectives=(instead[1],))


def _relaxations(rules: Rules) -> Iterator[tuple[Rewriting, str]]:
    """Yield the rewritings that these rules require, each with its relaxation in words."""
    yield Rewriting.BOTTOMS, "the cards above the bottom one of a column may differ"
    if rules.automatic_removal:
        yield Rewriting.STAY, "complete suits may stay"
    if rules.cells:
        yield Rewriting.CELLS, "each free cell is a column"
    if rules.kings_on_aces:
        yield Rewriting.KINGS, "cards may lie anywhere in the end"


def _rewritten(goal: Goal, rewriting: Rewriting, start: LineProgress) -> Goal:
    try:
        return rewrite(goal, rewriting, start)
    except NotRewritten as why:
        raise Unsupported(str(why)) from None


def only_bottoms(position: Position, goal: Goal) -> Goal:
    """Return the goal with the bottom cards and spaces of the columns that it gives whole.

    Raises NotRewritten for an objective that ``FORMS`` doesn't have.
    """
    return rewrite(goal, Rewriting.BOTTOMS, LineProgress(position, position))


def relax_position(position: Position) -> Position:
    """Return the position of the relaxed question, without automatic removal and free cells.

    The cells become columns on the right.
    """
    rules = replace(position.rules, automatic_removal=False, cells=0)
    cards = (position.cells[number - 1] for number in cells_in_order(position))
    cells = tuple(Column((), () if card is None else (card,)) for card in cards)
    return replace(position, columns=position.columns + cells, cells=(), rules=rules)


def cells_in_order(position: Position) -> list[int]:
    """Return the numbers of the cells, from 1, in the order of their columns when relaxed.

    Cells with a card come first, as in a certificate.
    """
    cells = position.cells
    return sorted(range(1, len(cells) + 1), key=lambda number: cells[number - 1] is None)


def _completes_one_suit_at_most(position: Position) -> bool:
    """Return True if no move removes two suits, by the Last Move Lemma (``docs/prover.md``)."""
    rules = position.rules
    return not (rules.cells or rules.kings_on_aces or any(map(_suits_within, position.columns)))


def _suits_within(column: Column) -> int:
    """Count the complete suits among a column's face-up cards; unknown cards may fit."""
    ends = (Column((), column.up[:end]) for end in range(SUIT_LENGTH, len(column.up) + 1))
    return sum(has_complete_suit(end) or may_be_complete(end) for end in ends)


def restrict(position: Position) -> Position:
    """Return the position without free cells, their cards, and the rule that Kings go on Aces.

    A line from it is also a line from ``position``, unless a complete suit is removed
    automatically or the goal needs a card in a cell.  "Impossible" proves nothing about
    ``position``.
    """
    woods = replace(position.rules, cells=0, kings_on_aces=False)
    return replace(position, cells=(), rules=woods)


def request(position: Position, goal: Goal) -> Request:
    """Return the request for the search by classes.  Raises Unsupported."""
    dealing = not goal.limits.no_dealing and may_ever_deal(position)
    may_fail = goal.whatever or goal.limits.moves is not None
    relaxed = relax(position, goal)
    position, goal = relaxed.position, relaxed.goal
    if rule := unsupported_rule(replace(position.rules, kings_on_aces=False)):
        raise Unsupported(rule)
    check_board(position, COLUMNS + MOST_CELLS)
    numbers = goal_numbers(
        position, _rewritten(goal, Rewriting.CLASSES, LineProgress(position, position))
    )
    numbers.space_before_removal = relaxed.space_before_removal
    if numbers.win is not None and position.hand:
        raise Unsupported(f"'{next(o for o in goal.objectives if isinstance(o, Win))}'")
    return Request(
        f"{native.board_text(position)}\n{native.goal_text(numbers)}",
        relaxed,
        deals_left_out=dealing,
        line_may_fail=may_fail or bool(relaxed.allowed),
    )


def goal_numbers(position: Position, goal: Goal, *, dug: bool = False) -> GoalNumbers:
    """Return a goal as numbers for ``native/``.  Raises Unsupported.

    ``dug``: True for a search of positions, which supports digging down to a card.
    """
    for objective in goal.objectives:
        if (objective.in_column or 0) > len(position.columns) or any(
            len(target.columns) != len(position.columns)
            for target in Goal((objective,)).requirements(position).reach
        ):
            raise Unsupported(f"'{objective}'")
    numbers = goal.requirements(position)
    if len(numbers.in_words) > len(numbers.dug) * dug:
        raise Unsupported(f"'{numbers.in_words[0]}'")
    if numbers.none_removed and position.removed:
        raise Unsupported("a goal that is lost by a removal before it")
    return numbers


def question_text(position: Position, goal: Goal) -> str:
    """Serialize a goal for ``read_question``.  Raises Unsupported."""
    numbers = goal_numbers(position, goal, dug=True)
    reach = native.section("reach", numbers.reach_words)
    depths = [(o.column, o.depth(position)) for o in goal.objectives if isinstance(o, DigDown)]
    if not all(depth for _, depth in depths):
        raise Unsupported("a card to dig down to that isn't in its column")
    pairs = (number for pair in depths for number in pair)
    return f"{native.goal_text(numbers)}\n{reach}\n{native.section('dug', (len(depths), *pairs))}"


def fixed_bits(position: Position, goal: Goal) -> int:
    """Return the columns whose place matters to the goal, as bits: 1 for the first column."""
    return sum(1 << number - 1 for number in goal.fixed_columns(len(position.columns)))


def names_the_same_cards(goal: Goal, seen: Position, order: Position) -> bool:
    """Return True if a goal means the same cards when the hidden cards are in a known order.

    Of equal cards in a column a goal means the upper one, which may be one of the hidden cards.
    """
    dug = [o for o in goal.objectives if isinstance(o, DigDown)]
    return all(o.depth(seen) == o.depth(order) for o in dug)


def impossible_by_count(position: Position, goal: Goal) -> str:
    """Return the reason why cards or columns are too few for the goal; else "".

    Positions under all rules are supported.  The main arguments are: a removed suit takes thirteen
    cards, and a complete suit in the tableau thirteen others; no card is ever turned face down; a
    column has only one bottom card.  With automatic removal, a complete suit in the tableau has
    been there since the start, in a column that no move has changed.  An unknown card may be any
    card of the decks that isn't seen.
    """
    for objective in goal.objectives:
        if why := objective.impossible_by_count(position):
            return why
    with suppress(NotRewritten):
        goal = only_bottoms(position, goal)
    numbers = goal.requirements(position)
    on_table = _cards_on_table(position)
    cards = on_table + len(position.hand)
    if numbers.win is not None and position.deals_left and not may_ever_deal(position):
        spaces = count_phrase(len(position.columns), "column")
        return f"{count_phrase(on_table, 'card')} can't fill {spaces}: no row can ever be dealt"
    standing = numbers.complete.total()
    suits = max(numbers.need.total(), numbers.any) + max(standing, numbers.win or 0)
    if suits * SUIT_LENGTH > cards:
        needed = f"{suits * SUIT_LENGTH} cards for {count_phrase(suits, 'suit')}"
        return f"the goal needs {needed}, and there {_number(cards)}"
    bottoms = {card for card, _ in numbers.uncovered}
    if why := _missing(position, numbers.need + numbers.complete, bottoms):
        return why
    if position.rules.automatic_removal:
        at_bottom = len(complete_columns(position)) + sum(map(may_be_complete, position.columns))
        of_a_win = cards // SUIT_LENGTH if numbers.none_removed else numbers.win or 0
        for need, there in (
            (max(standing, int(numbers.complete_any)), at_bottom),
            (of_a_win, sum(map(_suits_within, position.columns))),
        ):
            if need > there:
                return (
                    "complete suits are removed automatically: the goal needs "
                    f"{count_phrase(need, 'suit')} complete from the start, and there "
                    f"{_number(there)}"
                )
    columns = Counter(column for _, column in numbers.uncovered if column)
    if two := [column for column, count in columns.items() if count > 1]:
        return f"column {min(two)} can't have two cards uncovered at once"
    if both := {*columns} & {*numbers.empty}:
        return f"column {min(both)} can't be a space and have a card uncovered"
    if len(bottoms) > len(position.columns):
        return (
            f"{len(bottoms)} cards can't be uncovered at once in {len(position.columns)} columns"
        )
    return ""


def _missing(position: Position, suits: Counter[Suit], bottoms: Iterable[Card]) -> str:
    """Return the reason why the cards in play can't include these; empty if they may."""
    there = Counter(_cards_in_play(position))
    needed = Counter({card(rank, suit): n for suit, n in suits.items() for rank in range(1, 14)})
    missing = (needed | Counter(bottoms)) - there
    if missing.total() <= there[UNKNOWN] and missing <= unseen(position):
        return ""
    return f"the goal needs cards that are not in play, such as {max(missing)}"


def _cards_in_play(position: Position) -> list[Card]:
    cards = [*position.hand, *(cell for cell in position.cells if cell is not None)]
    return cards + [one for column in position.columns for one in (*column.down, *column.up)]


def may_ever_deal(position: Position) -> bool:
    """Return False if no row can ever be dealt.

    That is so if none is left, or if the cards are too few to fill all spaces as the rules demand.
    Only a deal adds cards to the tableau and the cells.
    """
    rules, columns = position.rules, len(position.columns)
    stuck = rules.deal_over_spaces is DealOverSpaces.NEVER and _cards_on_table(position) < columns
    return bool(position.deals_left) and not stuck


def _cards_on_table(position: Position) -> int:
    in_cells = sum(cell is not None for cell in position.cells)
    return sum(map(len, position.columns)) + in_cells


def _number(there: int) -> str:
    return "is 1" if there == 1 else f"are {there or 'none'}"


def unsupported_rule(rules: Rules) -> str | None:
    """Return a rule, in words, that the theory of ``docs/prover.md`` doesn't support, or None.

    Every option that isn't in the list of supported ones must have Woods' value.
    """
    other = rules.describe()
    for name in other:
        if name not in _RULES:
            return _OTHER_RULES.get(name, f"the rule {name}={other[name]}")
    return None


def board_text(position: Position) -> str:
    """Serialize a position for a search of positions.  Raises Unsupported."""
    for name, value in position.rules.describe().items():
        if name not in _RULES_OF_POSITIONS:
            raise Unsupported(f"the rule {name}={value}")
    check_board(position)
    return native.board_text(position)


def check_board(position: Position, most: int = COLUMNS) -> None:
    """Raise Unsupported for columns or cards that the core can't store.

    ``most`` is the maximum number of columns.
    """
    columns = position.columns
    if not 1 <= len(columns) <= most:
        raise Unsupported(f"{len(columns)} columns")
    if any(column.down and not column.up for column in columns):
        raise Unsupported("a column without a face-up card")
    cards = _cards_in_play(position)
    of_a_rank = Counter(one.rank for one in cards if one)
    if len(cards) > DECKS or any(count > _OF_A_RANK for count in of_a_rank.values()):
        raise Unsupported("more cards than two decks have")
