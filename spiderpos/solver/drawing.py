"""Solve a goal for each order of the hidden cards, or for a random sample of orders.

With unknown cards a goal may be possible for some orders only.  :func:`look` solves it for each
order of the hidden cards if there are few, and otherwise for a random sample.  If none of these
has a line, it tries orders that favour the goal.  A line for one order is enough for "possible".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from ..game.cards import Card
from ..game.census import (
    filled,
    hides_unknown,
    name_suits,
    shows_unknown,
    unknown_count,
    unseen,
)
from ..game.illegal import IllegalMove
from ..game.moves import Move
from ..game.position import Column, Position
from ..game.replay import retrace
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from ..text.wording import count_phrase
from .budget import IN_PYTHON
from .prover.answer import Answer, Budget, Clock, Draw, Outcome, Searched
from .prover.question import may_ever_deal, names_the_same_cards
from .shortcuts import Attempts

#: The size of the random sample, used if there are more orders than ``MOST_ORDERS``, or if a
#: removed suit is unknown.  As long as none of its orders has a line, it grows, until it has
#: ``MOST_DRAWS`` orders or ``_MOST_WAITING`` of them are undecided.
DRAWS: Final = 8
MOST_DRAWS: Final = 100
_MOST_WAITING: Final = 16
MOST_ORDERS: Final = 5000
#: The maximum number of lines of other orders that are replayed before an order is searched.
_MOST_LINES: Final = 20
#: The fraction of the remaining time that the first round divides equally among the orders.
_FIRST_SHARE: Final = 1 / 5
#: The fraction of the remaining time for a favourable order, and the least time in seconds, which
#: is also the limit of each of its searches.
_FAVOURABLE_SHARE: Final = 1 / 2
_FAVOURABLE_LEAST: Final = 2.0
#: The least time, in seconds, for an order of the last round, as long as none has a line.
_LAST_LEAST: Final = 1.0

#: A function that decides a goal, with all cards known, within a budget.
Ask: TypeAlias = Callable[[Position, Goal, Budget], Answer]


def can_be_drawn(position: Position, goal: Goal) -> bool:
    """Return True if drawing cards may help: some are unknown, and all of those are hidden.

    A goal with "whatever turns up" is not about single orders, so it returns False.
    """
    return hides_unknown(position) and not (shows_unknown(position) or goal.whatever)


def draw_cards(position: Position, number: int) -> Position:
    """Return the position with its hidden cards filled at random, with ``number`` as the seed."""
    return filled(position, Random(number))  # noqa: S311 - no secret


def all_orders(position: Position) -> list[Position] | None:
    """Return the position with its unknown hidden cards in each order.

    None if there are more than ``MOST_ORDERS``, or if a removed suit is unknown.
    """
    if None in position.removed:
        return None
    left, orders, number = unseen(position), list[Position](), unknown_count(position)

    def fill(cards: tuple[Card, ...]) -> None:
        if len(orders) > MOST_ORDERS:
            return
        if len(cards) == number:
            orders.append(_with_hidden(position, cards))
            return
        for c in [c for c, count in left.items() if count > 0]:
            left[c] -= 1
            fill((*cards, c))
            left[c] += 1

    fill(())
    return None if len(orders) > MOST_ORDERS else orders


def favourable_orders(position: Position, goal: Goal) -> Iterator[Position]:
    """Yield orders of the hidden cards that favour a goal about complete or removed suits.

    The cards of these suits come first, from the King down: next in the hand, or, if no row may be
    dealt, lowest in the columns.  For a goal about any suit there is an order for each suit.
    """
    position = name_suits(position, Random(0))  # noqa: S311 - no secret
    numbers, pool = goal.requirements(position), unseen(position)
    named = {*(numbers.need + numbers.complete)}
    each = position.rules.suits if numbers.any or numbers.complete_any else ()
    shown = {*position.known_cards()}
    deals = not goal.limits.no_dealing and may_ever_deal(position)
    for suits in [named] if named else [{suit} for suit in each]:
        first = [card for card in pool if card.suit in suits]
        first.sort(key=lambda card: (card in shown, -card.rank))
        others = [*(pool - Counter(first)).elements()]
        Random(0).shuffle(others)  # noqa: S311 - no secret
        start = _with_hidden(position, first + others, hand_first=deals)
        if not hides_unknown(start):
            yield start


def _with_hidden(
    position: Position, cards: Iterable[Card], *, hand_first: bool = True
) -> Position:
    """Return the position with these cards in place of its unknown hidden ones.

    They are in this order: the hand, the next card first, then the columns, the lowest cards
    first.  Without ``hand_first`` the columns come before the hand.
    """
    hand, columns = [*position.hand], [[*column.down] for column in position.columns]
    in_hand = [(hand, index) for index, card in enumerate(hand) if not card]
    in_columns = [
        (down, -depth)
        for depth in range(1, 1 + max(map(len, columns)))
        for down in columns
        if depth <= len(down) and not down[-depth]
    ]
    places = in_hand + in_columns if hand_first else in_columns + in_hand
    for (pile, index), card in zip(places, cards, strict=False):
        pile[index] = card
    pairs = zip(columns, position.columns, strict=True)
    whole = tuple(Column(tuple(down), column.up) for down, column in pairs)
    return replace(position, columns=whole, hand=tuple(hand))


def look(
    position: Position, goal: Goal, answer: Answer, ask: Ask, clock: Clock, *, unsure: bool
) -> Answer:
    """Solve an undecided goal for orders of the hidden cards.

    Args:
        answer: The undecided answer of the search without known orders.
        ask: The solver for positions with all cards known.
        clock: The clock for all orders together.
        unsure: True if it is proved that no plan reaches the goal whatever turns up.

    Returns:
        POSSIBLE with the line for the first order that has one, or else for a favourable order;
        IMPOSSIBLE if it is proved for every order that no line exists; otherwise ``answer``, with
        a summary of the orders added to its reason.  After Ctrl-C: the result so far if a line was
        found, otherwise an interrupted UNDECIDED.
    """
    starts = all_orders(position)
    whole = starts is not None
    if starts is None:
        starts = [draw_cards(position, number) for number in range(1, DRAWS + 1)]
        starts = [start for start in starts if not hides_unknown(start)]
    draws = [Draw(start, Outcome.UNDECIDED) for start in starts]
    favoured = Draw(position, Outcome.UNDECIDED)
    lines: dict[tuple[Move, ...], None] = {}

    def waiting() -> list[int]:
        return [n for n, draw in enumerate(draws) if draw.outcome is Outcome.UNDECIDED]

    def search(number: int, share: float, least: float = 0) -> None:
        if clock.over:
            return
        left = clock.left(share, least=least)
        draws[number] = draw = _drawn(draws[number].position, goal, lines, ask, left)
        if draw.outcome is Outcome.SOLVED:
            lines[draw.moves] = None

    try:
        share = _FIRST_SHARE / max(1, len(draws))
        for number in range(len(draws)):
            search(number, share)
        for start in () if whole or lines else favourable_orders(position, goal):
            left = clock.left(_FAVOURABLE_SHARE, least=_FAVOURABLE_LEAST)
            if (line := Attempts(start, goal).attempt(_FAVOURABLE_LEAST, left)) is not None:
                favoured = Draw(start, Outcome.SOLVED, line.moves)
                break
        while draws and not (whole or lines or clock.over):
            if len(draws) >= MOST_DRAWS or len(waiting()) >= _MOST_WAITING:
                break
            draws.append(Draw(draw_cards(position, len(draws) + 1), Outcome.UNDECIDED))
            search(-1, share)
        for done, number in enumerate(last := waiting()):
            search(number, 1 / (len(last) - done), least=0 if lines else _LAST_LEAST)
    except KeyboardInterrupt:
        if not any(draw.outcome is Outcome.SOLVED for draw in (*draws, favoured)):
            return Answer.cut_short(answer.searched)
    result = _with_draws(position, goal, answer, tuple(draws), favoured, whole=whole)
    if result.outcome is not Outcome.POSSIBLE:
        return result
    note = "whether it is sure, ask '... whatever turns up'"
    if unsure:
        note = "no plan does it whatever turns up"
    return replace(result, reason=f"{result.reason}; {note}")


def _drawn(
    start: Position, goal: Goal, lines: dict[tuple[Move, ...], None], ask: Ask, budget: Budget
) -> Draw:
    """Solve a goal for one order; replay the latest lines of other orders first."""
    for moves in islice(reversed(lines), _MOST_LINES):
        if _reaches(start, goal, moves):
            return Draw(start, Outcome.SOLVED, moves)
    answer = ask(start, goal, budget).uninterrupted()
    return Draw(start, answer.outcome, answer.moves, answer.reason)


def _reaches(start: Position, goal: Goal, moves: tuple[Move, ...]) -> bool:
    Clock.count(2 * IN_PYTHON * len(moves))
    try:
        steps = retrace(start, moves, start)
    except IllegalMove:
        return False
    return judge(goal, start, steps).verdict is Verdict.HOLDS


def _with_draws(
    position: Position,
    goal: Goal,
    answer: Answer,
    draws: tuple[Draw, ...],
    favoured: Draw,
    *,
    whole: bool,
) -> Answer:
    """Return the answer with these orders.

    POSSIBLE if one of them, or the favourable one, has a confirmed line, IMPOSSIBLE if all orders
    are proved impossible.
    """
    for draw in (*draws, favoured):
        if draw.outcome is Outcome.SOLVED:
            steps = retrace(position, draw.moves, draw.position)
            if judge(goal, position, steps).verdict is Verdict.HOLDS:
                reason = count_words(draws, whole=whole)
                if draw is favoured:
                    reason += "; the line is for an order chosen to favour the goal"
                return replace(
                    answer, outcome=Outcome.POSSIBLE, steps=steps, reason=reason, draws=draws
                )
    lost = sum(draw.outcome is Outcome.IMPOSSIBLE for draw in draws)
    same = all(names_the_same_cards(goal, position, draw.position) for draw in draws)
    if whole and same and lost == len(draws) > 0:
        reason = (
            f"{count_phrase(lost, 'order')} of the hidden cards were searched, and none has a line"
        )
        searched = Searched("orders", lost, seconds=answer.searched.seconds)
        return replace(answer, outcome=Outcome.IMPOSSIBLE, reason=reason, searched=searched)
    tried = f"in none of {_these(draws, whole=whole)} a line was found"
    tried += f", and in {lost} there is none" * bool(lost)
    return replace(answer, reason="; ".join(filter(None, (answer.reason, tried))), draws=draws)


def count_words(draws: tuple[Draw, ...], *, whole: bool) -> str:
    """Return a clause with the number of drawn orders of the hidden cards that have a line.

    ``whole``: these are all possible orders.
    """
    solved = sum(draw.outcome is Outcome.SOLVED for draw in draws)
    lost = sum(draw.outcome is Outcome.IMPOSSIBLE for draw in draws)
    text = f"in {solved} of {_these(draws, whole=whole)} there is a line"
    undecided = len(draws) - solved - lost
    if undecided:
        text += f", and {undecided} are undecided"
    if lost:
        text += f", in {lost} there is none: it depends on how they lie"
    return text


def _these(draws: tuple[Draw, ...], *, whole: bool) -> str:
    count = (
        f"all {count_phrase(len(draws), 'order')}" if whole else count_phrase(len(draws), "draw")
    )
    return f"{count} of the hidden cards"
