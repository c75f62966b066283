"""The search for a plan: accepted and refused answers."""

from __future__ import annotations

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN
from spiderpos.game.moves import Shift
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import known_to_player
from spiderpos.solver import prover
from spiderpos.solver.budget import Clock
from spiderpos.solver.prover import Budget, Outcome, planning
from spiderpos.solver.prover.answer import Answer, Searched
from tests.boards import board
from tests.running import needs_core

COLUMN_1 = parse(
    "turn up a card in column 1 and get the space back without dealing whatever turns up"
)


def planned(position, goal, ask):
    return planning.solve(
        position, goal, ask, budget=Budget(work=60_000_000), searched=Searched("start")
    )


def solve(position, goal, budget, begin=None):
    return prover.solve(position, goal, budget=budget)


@needs_core
def test_what_is_impossible_after_a_move_may_be_possible_at_the_start():
    text = "x:J-Ts/Ks/6-4s/x:2-As/9-7s - ccddhhs"
    start = formats.loads(text, options=ReadOptions(partial=True))
    goal = parse("remove any suit without dealing whatever turns up")
    root = [column.up for column in known_to_player(start, goal).columns]

    def ask(position, goal, budget, begin=None):
        if [column.up for column in position.columns] != root:
            return Answer(Outcome.IMPOSSIBLE, (), Searched("classes"), "lost by the move")
        return solve(position, goal, budget)

    assert planned(start, goal, solve).outcome is Outcome.SOLVED
    assert planned(start, goal, ask).outcome is Outcome.UNDECIDED


def test_goals_without_plans():
    def ask(position, goal, budget, begin=None):
        raise AssertionError

    start = find_problem("woods-2").start
    result = planned(start, parse("get a space whatever turns up"), ask)
    assert (result.outcome, result.reason) == (
        Outcome.UNDECIDED,
        "a plan is made without deals only",
    )
    result = planned(board("9s", "(3c) ??"), parse("get a space whatever turns up"), ask)
    assert (result.outcome, result.reason) == (Outcome.UNDECIDED, "a face-up card isn't known")


def test_a_way_that_serves_for_another_card_is_judged_with_what_came_before():
    start = board("9s", "10h", "3c", "4h")
    first = engine.do(start, Shift(1, 2, 1))
    second = engine.do(first.after, Shift(3, 4, 1))
    for text, same in (("get 2 spaces", True), ("get 2 spaces in at most 1 move", False)):
        goal = parse(f"{text} whatever turns up")
        search = planning._Search(start, goal, solve, Budget(work=1_000_000), Searched("start"))
        way = planning._Continuation((second,))
        assert (search._same(way, first.after, (first,)) is way) == same


@pytest.mark.parametrize(("there", "same"), [("5s", True), ("9s", False)])
def test_a_way_serves_for_another_card_only_if_it_turns_up_what_it_names(there, same):
    start = board(f"({there}) 3c", "4h")
    search = planning._Search(start, parse("turn up 1 card"), solve, Budget(1), Searched("start"))
    way = planning._Continuation((engine.do(board("(5s) 3c", "4h"), Shift(1, 2, 1)),))
    assert (search._same(way, start, ()) is way) == same


@needs_core
def test_many_short_questions_come_before_few_long_ones():
    """The search for a plan tries many short searches before it gives more work to some."""
    start = find_problem("woods-3").position("unseen")
    budgets = []

    def ask(position, goal, budget, begin=None):
        budgets.append(budget.work)
        Clock.count(budget.work)
        return Answer(Outcome.UNDECIDED, (), Searched("classes"), "enough", out_of_time=True)

    answer = planned(start, COLUMN_1, ask)
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.out_of_time
    assert "the work ran out (60000000 steps); " in answer.reason
    assert budgets[:16] == [100_000] * 16
    # The last question gets the remaining work.
    assert budgets[:-1] == sorted(budgets[:-1])


@needs_core
def test_an_order_of_the_hidden_cards_that_is_lost_is_an_answer():
    start = find_problem("woods-3").position("unseen")
    orders = []

    def ask(position, goal, budget, begin=None):
        assert not any(UNKNOWN in column.down for column in position.columns)
        orders.append(position)
        outcome = Outcome.IMPOSSIBLE if len(orders) == 9 else Outcome.UNDECIDED
        return Answer(outcome, (), Searched("classes"), "lost")

    answer = planned(start, COLUMN_1, ask)
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.rests_on is not None
    assert answer.rests_on.position == orders[8]
