"""Hopes: solve a goal separately for each card that the last move may turn up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game import engine
from ..game.cards import UNKNOWN, Card
from ..game.census import unseen
from ..game.engine import Step
from ..game.moves import Moves
from ..game.position import Position
from ..game.replay import face_up_by, replay
from ..goals.goal import Goal, parse
from ..scripts import as_script
from ..solver import Answer, Budget, solve
from ..text.errors import SpiderError


@dataclass(frozen=True, slots=True)
class Hope:
    """A card that may turn up, the number of unseen copies, and the answer if it does."""

    card: Card
    count: int
    answer: Answer


def hope(position: Position, moves: Moves, goal: Goal | str, budget: Budget) -> Iterator[Hope]:
    """Play ``moves``, and solve ``goal`` for each card that the last move may turn up.

    ``budget`` applies to each card.  The cards are ordered by rank, from the Ace.  Raises
    NotationError for a text that can't be parsed (for ``goal`` only when the iteration begins),
    ReplayError for an illegal move, SpiderError unless the last move turns up exactly one unknown
    card.
    """
    steps = replay(position, as_script(moves)).steps
    hidden = face_up_by(steps[-1]).count(UNKNOWN) if steps else 0
    if hidden != 1:
        cards = "no unknown card" if not hidden else f"{hidden} unknown cards"
        raise SpiderError(f"the last move turns up {cards}: expected one that turns up one")
    return _cases(steps[-1], goal, budget)


def _cases(step: Step, goal: Goal | str, budget: Budget) -> Iterator[Hope]:
    before, move = step.before, step.move
    for card, count in sorted(unseen(before).items()):
        after = engine.do(before, move, (card,)).after
        case_goal = parse(goal, position=after) if isinstance(goal, str) else goal
        yield Hope(card, count, solve(after, case_goal, budget=budget).uninterrupted())
