"""The choice of the search, and the shortcuts for goals on which complete searches take long."""

import time

import pytest

from spiderpos import formats
from spiderpos import solver as solving
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions, fen
from spiderpos.game import deals
from spiderpos.game.moves import Deal
from spiderpos.game.replay import replay
from spiderpos.game.rules import Rules
from spiderpos.goals.goal import Moves, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.scripts import words
from spiderpos.solver.prover import Answer, Budget, Outcome, Searched, native_core
from spiderpos.solver.shortcuts import Attempts

from .boards import board

pytestmark = pytest.mark.skipif(not native_core(), reason="the compiled core is not installed")


def attempted(position, text, seconds=20):
    """Return the answer of the heuristic searches alone; check that its line ends at the goal."""
    goal = parse(text)
    attempts = Attempts(position, goal)
    assert attempts.more
    answer = attempts.attempt(seconds, Budget(work=10**9))
    if answer is None:
        assert not attempts.more
    else:
        assert answer.outcome is Outcome.SOLVED
        judgement = judge(goal, position, answer.steps)
        assert judgement.verdict is Verdict.HOLDS
        assert judgement.reached_at == len(answer.steps)
    return answer


def test_a_goal_is_reached_part_by_part():
    start = board("K-As", "K-2h", "3d Ah", "5c 4d", "5d")
    for goal in ("remove spades and hearts", "remove 2 suits", "remove spades and get 2 spaces"):
        assert attempted(start, f"{goal} without dealing") is not None, goal


def test_parts_that_can_get_in_each_others_way():
    """A line reaches both parts, although the 4d in the space would uncover the 5c and fill it."""
    start = board("9s", "10s", "5c 4d", "5c", "4c")
    goal = "uncover 5c in column 3 and get a space without dealing"
    assert attempted(start, goal) is not None


@pytest.mark.parametrize(
    ("name", "most", "outcome"),
    [
        ("woods-2", 10, Outcome.SOLVED),
        ("woods-2", 9, Outcome.IMPOSSIBLE),
        ("woods-1", 13, Outcome.IMPOSSIBLE),
        pytest.param("woods-4", 36, Outcome.SOLVED, marks=pytest.mark.long),
    ],
)
def test_a_limit_on_moves(name, most, outcome):
    """A limit on moves is met by a line found without it and then shortened, or is refuted."""
    problem = find_problem(name)
    goal = problem.goal.under(Moves(most))
    answer = solving.solve(problem.start, goal, budget=Budget(work=10_000_000))
    assert answer.outcome is outcome
    assert answer.length <= most


@pytest.mark.long
def test_a_goal_that_requires_a_deal():
    answer = attempted(deals.deal(1), "remove any suit")
    assert any(isinstance(step.move, Deal) for step in answer.steps)
    assert answer.searched.method == "beam"


def test_a_goal_can_be_reached_from_the_deals_of_a_winning_line():
    """A winning line removes its suits in one order; after its deals, both orders are found."""
    start = board("K-2s", "K-2h", hand="As Ah", rules=Rules(short_last_deal=True))
    for order in ("spades before hearts", "hearts before spades"):
        assert attempted(start, f"remove {order} and remove 2 suits") is not None, order


#: A part of a solution by Woods; its final tableau is the goal.
SKETCH = """
3h from 5 to 1; 6-4c from 5 to 6; 7d from 5 to 8; 6-4c from 6 to 8; 9-8h from 5 to 6
J-10c from 5 to 2; 9-8h from 6 to 2; 6-4c from 8 to 5; 7d from 8 to 2; 6-4c from 5 to 2
3h from 1 to 2
"""


def test_a_tableau_is_approached():
    """A target tableau is found by searching similar positions first.

    A full search is too slow.
    """
    start = find_problem("woods-5").position("column-6")
    end = replay(start, words.loads(SKETCH)).steps[-1].after
    goal = f'reach "{fen.dumps(end).strip()}" without dealing'
    answer = solving.solve(start, parse(goal), budget=Budget(work=5_000_000))
    assert answer.outcome is Outcome.SOLVED
    assert answer.length == 11
    assert answer.searched.method == "beam"


def test_shortcuts_that_find_nothing_give_no_answer():
    start = board("K-2s", "2d", "2d", hand="3c 3c 3c 4c 4c 4c")
    assert attempted(start, "remove any suit") is None
    assert solving.solve(start, parse("remove any suit")).outcome is Outcome.IMPOSSIBLE


def test_no_short_cuts():
    woods = find_problem("woods-4").start
    assert not Attempts(woods, parse("get a space and win whatever turns up")).more


@pytest.mark.long
def test_an_attempt_with_more_time_can_find_more():
    goal = parse("remove hearts and get a space in column 7 without dealing, turning up")
    attempts = Attempts(find_problem("woods-4").start, goal)
    assert attempts.attempt(1e-6, Budget(work=10**9)) is None
    assert attempts.more
    assert attempts.attempt(60, Budget(work=10**9)) is not None


def test_the_work_that_ran_out_is_the_work_given():
    start, goal = deals.deal(14934), parse("turn up 40 cards")
    answer = solving.solve(start, goal, budget=Budget(work=300_000))
    assert answer.reason.startswith("the work ran out (300000 steps); single positions were sea")
    # The count includes more than the last short search.
    assert answer.searched.steps > 100


def test_unknown_cards_are_no_proof_that_a_line_has_to_deal():
    """If unknown cards might turn up, a search for lines without deals proves nothing."""
    start = formats.loads("x:9h/x:2c/Td/5s 4x -", "fen", options=ReadOptions(partial=True))
    answer = solving.solve(start, parse("turn up 2 cards"), budget=Budget(work=300_000))
    assert answer.outcome is Outcome.UNDECIDED
    assert "impossible" not in answer.reason


def test_a_row_of_unknown_cards_ends_the_search_without_deals():
    """After a deal of unknown cards no known card can move, so positions aren't searched."""
    answer = solving.solve(deals.deal(1).hide(), parse("remove hearts"))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.reason.startswith("the known cards alone don't do it")
    assert (answer.needs_unknown, answer.searched.method) == (True, "classes")


def test_an_unknown_bottom_card_fits_on_no_card():
    text = "-/-/-/-/K-3h??/-/Ah/-/-/- - - rules=kings_on_aces=yes"
    start = formats.loads(text, "fen", options=ReadOptions(partial=True))
    goal = parse("dig down to 3h in column 5 and get the space back without dealing")
    assert solving.solve(start, goal, budget=Budget(work=300_000)).outcome is Outcome.UNDECIDED


def test_whatever_turns_up_where_all_is_known():
    """If all hidden cards are known by elimination, "whatever turns up" has no effect."""
    text = "3s/4s/5s/6s/7s/8s/9s/Ts/JsAs/KsQs x ccddhhs rules=short_last_deal=yes"
    start = formats.loads(text, "fen", options=ReadOptions(partial=True))
    for objective in ("win", "remove spades"):
        goal = parse(f"{objective} whatever turns up")
        answer = solving.solve(start, goal, budget=Budget(work=20_000_000))
        assert judge(goal, start, answer.steps).verdict is Verdict.HOLDS


WOODS = find_problem("woods-4").start
BOTH = parse("remove clubs and hearts without dealing")


class Asked:
    """A fake prover that records its calls; in each it runs out of time after one more round.

    The beam search is disabled.
    """

    def __init__(self, monkeypatch, reason="the time ran out (1 second)", *, late=True):
        self.reason, self.late = reason, late
        self.seconds, self.begun = [], []
        monkeypatch.setattr(solving.prover, "solve", self.solve)
        monkeypatch.setattr(solving.prover, "native_core", lambda: False)

    def solve(self, position, goal, *, budget, begin=None, after_round=None, **_):
        whole = goal == BOTH and position == WOODS
        if whole:
            self.seconds.append(budget.amount)
            self.begun.append(begin and begin.rounds)
        rounds = 1 + (begin.rounds if begin else 0)
        searched = Searched("classes", 1, 10 if whole else 1, 0.0, 1, rounds)
        if after_round is not None:
            after_round(searched)
        return Answer(Outcome.UNDECIDED, (), searched, self.reason, out_of_time=self.late)


def test_turns_grow_and_go_on_from_the_one_before(monkeypatch):
    fake = Asked(monkeypatch)
    attempts = []

    def attempt(short_cuts, seconds, whole):
        attempts.append(seconds)
        short_cuts.more = len(stored) < 3

    monkeypatch.setattr(Attempts, "attempt", attempt)
    stored = []

    def stop(searched):
        stored.append(searched.rounds)
        if len(stored) == 3:
            fake.reason, fake.late = "enough", False

    answer = solving.solve(WOODS, BOTH, budget=Budget(None), after_round=stop)
    assert answer.reason == "enough"
    assert fake.begun == [None, 1, 2]
    assert stored == [1, 2, 3]
    assert fake.seconds[1] > fake.seconds[0]
    assert attempts[1] > attempts[0]


def test_a_search_that_gave_up_is_not_repeated(monkeypatch):
    fake = Asked(monkeypatch, "too much", late=False)
    answer = solving.solve(WOODS, BOTH, budget=Budget(None))
    assert (answer.reason, len(fake.seconds)) == ("too much", 1)


def test_searches_that_ran_out_of_time_get_more_whatever_the_reason(monkeypatch):
    """A search that ran out of time has another turn, whatever the reason in its answer."""
    fake = Asked(monkeypatch, "cards that aren't known might help")
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    solve = fake.solve

    def slow(*arguments, budget, **options):
        now[0] += budget.amount
        return solve(*arguments, budget=budget, **options)

    monkeypatch.setattr(solving.prover, "solve", slow)
    solving.solve(WOODS, BOTH, budget=Budget(60))
    assert len(fake.seconds) > 2
    # The search that can prove something gets most of the time.
    assert sum(fake.seconds) > 20


def test_the_shortcuts_together_respect_the_time(monkeypatch):
    """The budget of each heuristic search is at most the time that is left."""
    fake = Asked(monkeypatch)
    seconds = []
    monkeypatch.setattr(
        solving.prover,
        "solve",
        lambda *a, budget, **k: seconds.append(budget.seconds) or fake.solve(*a, budget=budget),
    )
    assert Attempts(WOODS, BOTH).attempt(5, Budget(0)) is None
    assert set(seconds) == {0}


def test_ctrl_c_in_a_short_cut(monkeypatch):
    Asked(monkeypatch)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Attempts, "attempt", interrupted)
    assert solving.solve(WOODS, BOTH).interrupted


@pytest.mark.parametrize(
    "options", [{"shortest": True}, {"begin": Searched("classes", 1, 1, 0, 1, 1)}]
)
def test_no_turns_for_the_shortest_line_or_a_resumed_search(monkeypatch, options):
    """Heuristic searches are skipped for "shortest", and when a search is resumed."""
    fake = Asked(monkeypatch)
    solving.solve(WOODS, BOTH, budget=Budget(7), **options)
    assert fake.seconds == [7]
