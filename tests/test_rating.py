"""Ratings of problems and of those who solve them."""

import json

import pytest

from spiderpos.author.rating import Rating, fit, scores, updated
from spiderpos.text.errors import NotationError


def test_the_example_of_glickman():
    games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    own = updated(Rating(1500, 200, 0.06), games)
    assert own.rating == pytest.approx(1464.06, abs=0.02)
    assert own.deviation == pytest.approx(151.52, abs=0.005)
    assert own.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_only_the_deviation_grows():
    own = updated(Rating(1700, 50, 0.06), [])
    assert (own.rating, own.volatility) == (1700, 0.06)
    assert own.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)


def test_great_surprises_make_a_rating_volatile():
    own = updated(Rating(1500, 30, 0.06), [(Rating(1000, 30), 0)] * 10)
    assert own.volatility > 0.061


GAMES = {
    **{("ann", "easy"): 1.0, ("ann", "hard"): 0.0, ("ben", "easy"): 1.0, ("ben", "hard"): 1.0},
    **{("cy", "easy"): 0.0, ("cy", "hard"): 0.0, ("cy", "helped"): 0.5, ("ann", "helped"): 1.0},
}


def test_a_fit_knows_the_strong_and_the_hard_in_any_order():
    solvers, problems = fit(GAMES)
    assert sorted(solvers, key=lambda name: solvers[name].rating) == ["cy", "ann", "ben"]
    assert problems["easy"].rating < 1500 < problems["hard"].rating
    for one, other in zip(fit(dict(reversed(GAMES.items()))), (solvers, problems), strict=True):
        assert {name: round(own.rating) for name, own in one.items()} == {
            name: round(own.rating) for name, own in other.items()
        }


def test_what_a_page_exports_is_read():
    counts = {"a": {"tries": 2, "undos": 1}, "b": {"tries": 1, "hints": 3}, "c": {"tries": 1}}
    kept = {"counts": counts, "solved": {"a": 5, "b": 7, "d": 3}, "unaided": {"a": True}}
    assert scores(json.dumps(kept), "x") == {"a": 1.0, "b": 0.5, "c": 0.0, "d": 0.5}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"counts": []}', "[" * 100_000])
def test_what_no_page_exported_is_refused(text):
    with pytest.raises(NotationError, match="nothing that a page exported"):
        scores(text, "x.json")
