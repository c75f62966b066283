"""Search exhaustively for a strategy of a player who sees only the cards turned up so far.

The compiled core (``native/prover/strategy.hpp``) searches the player's states of knowledge: a
visible position, and the set of unseen cards.  It returns a strategy as the entries of a plan, or
a closed set of states as the proof that no strategy exists.  The entries are not verified here:
:mod:`spiderpos.solver.sure` plays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..game.cards import UNKNOWN
from ..game.census import possible_rows, shows_unknown, unseen, with_certain_suits
from ..game.position import Position
from ..goals.conditions import NoDealing
from ..goals.goal import Goal
from .prover import brute, native
from .prover.answer import Budget
from .prover.native import Reason, Status
from .prover.question import Unsupported
from .winning import core

#: The maximum number of possible rows in a deal, each of which leads to another state.  If there
#: are more, the search leaves deals out and can't prove that no strategy exists.
_MOST_ROWS: Final = 5000


@dataclass(frozen=True, slots=True)
class Strategy:
    """The result of the exhaustive search for a strategy.

    ``sure``: True if there is a strategy, False if it is proved that there is none, else None.
    ``entries``: the strategy as a plan; empty if a plan can't express it (unknown dealt rows).
    ``states``: the number of states visited.  ``closed``: the set of states that proves that there
    is no strategy, if requested.
    """

    sure: bool | None
    reason: Reason = Reason.NONE
    states: int = 0
    bytes: int = 0
    entries: Sequence[core.PlanEntry] = ()
    closed: Sequence[brute.Met] = ()


def search(
    seen: Position,
    goal: Goal,
    *,
    budget: Budget,
    report: native.Report | None = None,
    listed: bool = False,
) -> Strategy:
    """Search exhaustively for a strategy that reaches ``goal``, which has "whatever turns up".

    Args:
        seen: The position as the player sees it (:func:`spiderpos.goals.judge.known_to_player`).
        goal: The goal.
        budget: The limits of the search.
        report: Called with the state of the search, see :data:`.native.Report`.
        listed: True to return the closed set if no strategy exists.

    Raises:
        Unsupported: The core doesn't support the question.
    """
    start, plain = with_certain_suits(seen), replace(goal, whatever=False)
    if not native.available():
        raise Unsupported("any question, as the compiled core is not installed")
    if None in start.removed or unseen(start).total() < _unknown(start):
        raise Unsupported("which cards are hidden")
    if shows_unknown(start):
        raise Unsupported("a face-up card that isn't known")
    without_rows = not plain.limits.no_dealing and _possible_rows(start) > _MOST_ROWS
    if without_rows:
        plain = plain.under(NoDealing())
    keys: list[bytes] = []
    answer = native.call(
        brute.request_text("strategy", start, plain, lucky=True, listed=listed),
        budget=budget,
        report=report,
        on_data=keys.append if listed else None,
    )
    if answer is None:
        return Strategy(None, Reason.MEMORY)
    status, reason = Status(answer["status"]), Reason(answer["reason"])
    result = Strategy(None, reason, answer["classes"], answer["bytes"])
    if status is Status.SOLVED:
        entries = tuple(core.plan_entries(answer["entries"]))
        return replace(result, sure=True, entries=entries)
    if status is Status.IMPOSSIBLE and not without_rows and not answer["unknown"]:
        return replace(result, sure=False, closed=[brute.met(start, key) for key in keys])
    return result


def _unknown(position: Position) -> int:
    down = sum(column.down.count(UNKNOWN) for column in position.columns)
    return down + position.hand.count(UNKNOWN)


def _possible_rows(position: Position) -> int:
    """Return the most ways in which the unknown cards of one row may lie."""
    width = len(position.columns)
    rows = (position.hand[n : n + width] for n in range(0, len(position.hand), width))
    return max((possible_rows(position, row) for row in rows), default=1)
