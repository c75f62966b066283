"""Significance of win rates: confidence intervals, and a comparison of two players."""

from __future__ import annotations

import math


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a win rate (0 to 1), by Wilson's formula."""
    if not games:
        return 0.0, 1.0
    z = 1.959964
    rate = won / games
    middle = rate + z * z / (2 * games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def sign_test(better: int, worse: int) -> float:
    """Return the p-value of the two-sided sign test of the hypothesis that two players are equal.

    ``better`` is the number of games that only the first player won, ``worse`` the number of those
    that only the second one won.
    """
    games = better + worse
    if not games:
        return 1.0
    tail: float = sum(math.comb(games, k) for k in range(min(better, worse) + 1)) / 2**games
    return min(1.0, 2 * tail)
