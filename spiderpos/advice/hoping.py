"""Which card to hope for: what can be done after a move with each card that it may turn up."""

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
    """A card that may be turned up, how many of it are left, and what is to be had then."""

    card: Card
    count: int
    answer: Answer


def hope(position: Position, moves: Moves, goal: Goal | str, budget: Budget) -> Iterator[Hope]:
    """Play ``moves``, and ask for ``goal`` with each card that the last of them may turn up.

    ``budget`` is for each card.  Cards come by rank, Aces first.  Raises NotationError for a text
    that can't be read, ReplayError for a move that isn't legal, SpiderError if the last move
    doesn't turn up just one card that isn't known.
    """
    steps = replay(position, as_script(moves)).steps
    hidden = face_up_by(steps[-1]).count(UNKNOWN) if steps else 0
    if hidden != 1:
        what = "no card that isn't known" if not hidden else f"{hidden} cards that aren't known"
        raise SpiderError(f"the last move turns up {what}: name one that turns up one")
    return _cases(steps[-1], goal, budget)


def _cases(step: Step, goal: Goal | str, budget: Budget) -> Iterator[Hope]:
    before, move = step.before, step.move
    for card, count in sorted(unseen(before).items()):
        after = engine.do(before, move, (card,)).after
        case_goal = parse(goal, position=after) if isinstance(goal, str) else goal
        yield Hope(card, count, solve(after, case_goal, budget=budget).uninterrupted())
