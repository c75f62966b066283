"""Fresh games: a deal by its number or any, the deal of the day, one that can be won."""

from __future__ import annotations

import random
from datetime import date
from threading import Event
from typing import Final

from ..game.rules import Rules
from ..games.loading import game_of_deal
from ..games.session import Session
from ..goals.goal import parse as parse_goal
from ..solver import Budget, Outcome, solve
from ..solver.budget import Clock
from .table import RefusedError

_HIGHEST: Final = 2**31 - 1
#: How long one deal is tried, and how long all of them, in seconds.
_EACH: Final = 4.0
LOOKING: Final = 20.0


def any_deal(rules: Rules) -> Session:
    """Return a game of a deal at random."""
    return game_of_deal(random.SystemRandom().randint(1, _HIGHEST), rules=rules)


def deal_of_the_day(rules: Rules, day: date) -> Session:
    """Return the game of a day: of the deal whose number is the date, as 20261231."""
    game = game_of_deal(int(f"{day:%Y%m%d}"), rules=rules)
    kind = game.title.rpartition(", ")[2]
    game.title = f"Deal of {day:%Y-%m-%d}, {kind}"
    return game


def winnable_deal(rules: Rules, stop: Event) -> Session:
    """Return a game of a deal at random for which a line to a win was found.

    Whether there are others is not said: none is called lost.  Raises RefusedError if none was
    found in the time, Cancelled if another thread has set ``stop``.
    """
    clock = Clock(Budget(LOOKING, stop=stop))
    while not clock.over:
        game = any_deal(rules)
        budget = clock.left(most=_EACH)
        answer = solve(game.start, parse_goal("win"), budget=budget, polish=0)
        if answer.outcome is Outcome.SOLVED:
            return game
    raise RefusedError(
        f"no deal was found in {LOOKING:g} seconds that can be won for sure; try again, or deal "
        "any"
    )
