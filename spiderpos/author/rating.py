"""Ratings of problems and of who solves them, by Glicko-2, from what pages exported.

A solver and a problem are opponents, and what came of the problem is their one game.  The
formulas are those of Mark Glickman, "Example of the Glicko-2 system" (2022).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

from ..text.errors import NotationError
from ..text.source import Place

_SCALE: Final = 173.7178
#: How much volatility may change, and how exactly it's computed.
_TAU: Final = 0.5
_EXACT: Final = 1e-6
#: A fit ends when no rating moves by more than so much, and after so many rounds.
_STILL: Final = 0.01
_ROUNDS: Final = 1000


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation and volatility; without more, as it is before any game."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def updated(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after a period of games: the opponents, and 1 for each won, 0 for lost."""
    mu, phi = (own.rating - 1500) / _SCALE, own.deviation / _SCALE
    information = gain = 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / _SCALE / pi) ** 2)
        expected = 1 / (1 + exp(weight * ((other.rating - 1500) / _SCALE - mu)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information if information else float("inf")
    sigma = _volatility(own.volatility, phi, variance, gain) if games else own.volatility
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + information)
    return Rating(1500 + _SCALE * (mu + phi**2 * gain), _SCALE * phi, sigma)


def _volatility(sigma: float, phi: float, variance: float, gain: float) -> float:
    """Return the new volatility: the zero of a function, by the Illinois method (step 5)."""
    delta, start = variance * gain, log(sigma**2)

    def f(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    low, high = start, start - _TAU
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        while f(high) < 0:
            high -= _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _EXACT:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def fit(games: Mapping[tuple[str, str], float]) -> tuple[dict[str, Rating], dict[str, Rating]]:
    """Return the ratings of the solvers and of the problems, whatever the order of the games.

    Args:
        games: By solver and problem, 1 if the solver solved it, 0 if not, or a share of that.

    Each is rated from its start by all its games, against the others as they are rated in the
    end: rounds go on until nothing moves.
    """
    by_solver: dict[str, list[tuple[str, float]]] = {}
    by_problem: dict[str, list[tuple[str, float]]] = {}
    for (solver, problem), score in games.items():
        by_solver.setdefault(solver, []).append((problem, score))
        by_problem.setdefault(problem, []).append((solver, 1 - score))
    solvers, problems = dict.fromkeys(by_solver, Rating()), dict.fromkeys(by_problem, Rating())
    for _ in range(_ROUNDS):
        before = [*solvers.values(), *problems.values()]
        solvers = _against(problems, by_solver)
        problems = _against(solvers, by_problem)
        now = [*solvers.values(), *problems.values()]
        if all(abs(a.rating - b.rating) < _STILL for a, b in zip(before, now, strict=True)):
            break
    return solvers, problems


def _against(
    others: Mapping[str, Rating], games: Mapping[str, Sequence[tuple[str, float]]]
) -> dict[str, Rating]:
    return {
        name: updated(Rating(), [(others[other], score) for other, score in met])
        for name, met in games.items()
    }


def scores(text: str, name: str) -> dict[str, float]:
    """Return what came of each problem that a reader tried, from the file that a page exported.

    1 if it was solved without help, a half with help, 0 if it wasn't.  Raises NotationError if
    the text is nothing that a page exported; ``name`` is the file's.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    keys = ("counts", "solved", "unaided")
    if not isinstance(data, dict) or not all(isinstance(data.get(key), dict) for key in keys):
        message = "this is nothing that a page exported"
        raise NotationError(message, Place(name, 0, 0), "what 'Export' on a book's index writes")
    counts, solved, unaided = (data[key] for key in keys)
    return {
        problem: (1.0 if problem in unaided else 0.5) if problem in solved else 0.0
        for problem in sorted({*counts, *solved})
    }
