"""Orders of the hidden cards in which a goal can't be reached, so that no plan exists."""

from __future__ import annotations

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions
from spiderpos.game.cards import UNKNOWN
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import known_to_player
from spiderpos.solver import certificates, prover
from spiderpos.solver.budget import Clock
from spiderpos.solver.prover import Budget, Outcome
from spiderpos.solver.prover.answer import Answer, Role, Searched
from spiderpos.solver.prover.orders import Orders
from tests.boards import board
from tests.checking import verdict
from tests.running import needs_core

COLUMN_1 = parse(
    "turn up a card in column 1 and get the space back without dealing whatever turns up"
)


def orders_of_woods_3():
    return Orders.of(
        known_to_player(find_problem("woods-3").position("unseen"), COLUMN_1), COLUMN_1
    )


def test_one_impossible_order_is_an_answer():
    asked = []

    def ask(position, goal, budget, begin):
        assert not any(UNKNOWN in column.down for column in position.columns)
        assert not goal.whatever
        asked.append(position)
        outcome = Outcome.IMPOSSIBLE if len(asked) == 9 else Outcome.SOLVED
        return Answer(outcome, (), Searched("classes"), "lost")

    answer = orders_of_woods_3().lost(ask, Clock(Budget()), 1)
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.rests_on.role is Role.ORDER
    assert answer.rests_on.position == asked[8]
    assert answer.reason.startswith("it can't be done if the face-down cards are ")


def test_only_orders_that_ran_out_of_time_are_searched_again():
    late = Answer(Outcome.UNDECIDED, (), Searched("classes"), "late", out_of_time=True)
    ended = Answer(Outcome.UNDECIDED, (), Searched("positions"), "ended")
    begun = []

    def ask(position, goal, budget, begin):
        begun.append(begin)
        assert budget.work == 100_000
        return late if len(begun) % 4 == 0 else ended

    orders = orders_of_woods_3()
    assert orders.lost(ask, Clock(Budget()), 0.1) is None
    first = len(begun)
    assert begun == [None] * first
    assert len(orders.waiting) == first // 4
    assert orders.lost(ask, Clock(Budget()), 0.1) is None
    assert begun[first:] == [late.searched] * (first // 4)


def test_a_face_up_card_that_is_not_known_gives_no_orders():
    seen = board("9s", "(3c) ??", "(??) 5c")
    assert not Orders.of(seen, parse("get a space whatever turns up")).waiting


@needs_core
@pytest.mark.parametrize(
    ("position", "goal"),
    [
        ("8s/7d/x:4-Ac/x:Q-Tc/7-6c/8h/7h7h/9c/8c/8s - -", "complete clubs"),
        ("x:K-2s/3h - -", "get 2 spaces in at most 2 moves"),
    ],
)
def test_the_order_has_a_certificate(position, goal):
    """The board isn't whole, or the goal limits the moves, so the searches for plans refuse it."""
    start = formats.loads(position, options=ReadOptions(partial=True))
    asked = parse(f"{goal} without dealing whatever turns up")
    answer = prover.solve(start, asked, budget=Budget(work=2_000_000))
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert verdict(certificates.certificate(start, asked, answer)) == "accepted"
