"""Draws of the hidden cards: what comes of a goal where they lie in certain ways.

Where cards aren't known a goal may be neither out of reach nor sure.  :func:`look` draws the
hidden cards some times at random and asks each time.  One line is enough for "possible".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from ..game.cards import UNKNOWN, Card
from ..game.census import filled, hides_unknown
from ..game.illegal import IllegalMove
from ..game.position import Position
from ..game.replay import retrace
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from ..text.wording import count_phrase
from .prover.answer import Answer, Budget, Clock, Draw, Outcome

#: How many draws are looked at.
DRAWS: Final = 8
#: Of the time that is left, what each question of a round may take: many short ones come first.
_SHARES: Final = (1 / 40, 1 / 8)

#: Decides a question of which all cards are known, within a budget.
Ask: TypeAlias = Callable[[Position, Goal, Budget], Answer]


def can_be_drawn(position: Position, goal: Goal) -> bool:
    """Return True if draws may tell something: hidden cards aren't known, and all others are."""
    face_up = [card for column in position.columns for card in column.up]
    shown = UNKNOWN not in (*face_up, *(card for card in position.cells if card is not None))
    return shown and hides_unknown(position) and not goal.whatever


def draw_cards(position: Position, number: int) -> Position:
    """Return the position with its hidden cards as draw ``number`` has them."""
    return filled(position, Random(number))  # noqa: S311 - no secret


def can_be_draw(position: Position, draw: Position) -> bool:
    """Return True if ``draw`` is the position with all cards known."""

    def fits(known: Sequence[Card | None], drawn: Sequence[Card | None]) -> bool:
        return len(known) == len(drawn) and all(
            a == b or (a is UNKNOWN and b is not None and b is not UNKNOWN)
            for a, b in zip(known, drawn, strict=True)
        )

    return (
        not hides_unknown(draw)
        and position.rules == draw.rules
        and len(position.columns) == len(draw.columns)
        and all(
            fits(a.down, b.down) and fits(a.up, b.up)
            for a, b in zip(position.columns, draw.columns, strict=True)
        )
        and fits(position.hand, draw.hand)
        and fits(position.cells, draw.cells)
        and len(position.removed) == len(draw.removed)
        and all(a in (b, None) for a, b in zip(position.removed, draw.removed, strict=True))
    )


def look(position: Position, goal: Goal, answer: Answer, ask: Ask, clock: Clock) -> Answer:
    """Return what draws make of an undecided answer.

    Args:
        answer: what is known without draws.
        ask: the solver for a position of which all cards are known.
        clock: of the time that is left for all draws together.

    Returns:
        POSSIBLE with the line for the first draw that has one; otherwise ``answer``, with what
        was tried added to its reason.  Ctrl-C ends it with what is known.
    """
    starts = [draw_cards(position, number) for number in range(1, DRAWS + 1)]
    draws = [Draw(start, Outcome.UNDECIDED) for start in starts if not hides_unknown(start)]
    try:
        for share in _SHARES:
            for index, draw in enumerate(draws):
                if draw.outcome is Outcome.UNDECIDED and not clock.over:
                    left = (
                        clock.left(share)
                        if share is not _SHARES[-1]
                        else clock.left(
                            1 / sum(d.outcome is Outcome.UNDECIDED for d in draws[index:])
                        )
                    )
                    draws[index] = _drawn(draw.position, goal, draws, ask, left)
    except KeyboardInterrupt:
        if not any(draw.outcome is Outcome.SOLVED for draw in draws):
            return Answer.cut_short(answer.searched)
    return _with_draws(position, goal, answer, tuple(draws))


def _drawn(start: Position, goal: Goal, draws: list[Draw], ask: Ask, budget: Budget) -> Draw:
    """Return what comes of one draw: lines of other draws are tried first."""
    for other in draws:
        if other.outcome is Outcome.SOLVED and _reaches(start, goal, other):
            return Draw(start, Outcome.SOLVED, other.moves)
    answer = ask(start, goal, budget).uninterrupted()
    return Draw(start, answer.outcome, answer.moves, answer.reason)


def _reaches(start: Position, goal: Goal, draw: Draw) -> bool:
    try:
        steps = retrace(start, draw.moves, start)
    except IllegalMove:
        return False
    return judge(goal, start, steps).verdict is Verdict.HOLDS


def _with_draws(position: Position, goal: Goal, answer: Answer, draws: tuple[Draw, ...]) -> Answer:
    """Return the answer with what came of the draws, if a line for one of them can be shown."""
    for draw in draws:
        if draw.outcome is Outcome.SOLVED:
            steps = retrace(position, draw.moves, draw.position)
            if judge(goal, position, steps).verdict is Verdict.HOLDS:
                reason = count_words(draws)
                return replace(
                    answer, outcome=Outcome.POSSIBLE, steps=steps, reason=reason, draws=draws
                )
    tried = f"in none of {count_phrase(len(draws), 'draw')} of the hidden cards a line was found"
    lost = sum(draw.outcome is Outcome.IMPOSSIBLE for draw in draws)
    tried += f", and in {lost} there is none" * bool(lost)
    return replace(answer, reason="; ".join(filter(None, (answer.reason, tried))), draws=draws)


def count_words(draws: tuple[Draw, ...]) -> str:
    """Return what the draws say, in a sentence."""
    solved = sum(draw.outcome is Outcome.SOLVED for draw in draws)
    lost = sum(draw.outcome is Outcome.IMPOSSIBLE for draw in draws)
    text = f"in {solved} of {count_phrase(len(draws), 'draw')} of the hidden cards there is a line"
    if lost:
        text += f", in {lost} there is none: it depends on how they lie"
    return f"{text}; whether it is sure, ask '... whatever turns up'"
