"""Goals with "whatever turns up": plans as graphs are checked and stored, and forged ones
refused."""

import pytest

from spiderpos import formats
from spiderpos.goals import plans
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.solver import Outcome, certificates, solve, sure
from spiderpos.solver.budget import Budget, Clock, OutOfTime
from spiderpos.solver.prover import native
from spiderpos.text.errors import NotationError
from tests.checking import verdict

SURE = parse("win whatever turns up")
WIN = parse("win")
#: A position with five face-down cards, which can be won for each order of them.
FIVE = "3-Ac/8c/K-Qc/8-6c/6-Ac/K-4d/K-9c/x:J-9c/-/4x:7c - sdhsh"
#: A position with six face-down cards, which is lost for some orders of them.
LOST = (
    "K-3cJs/6c9h/2x:Kd9-6h8d/2cAdK-QsJ-9d8-5s4-AhJh/K-8s7c6d5-4h3-2sAh4s3-2cAsTdAc5h/"
    "x:Th7d6-5s8d/K-QdQ-JcTh9d7-6h5-4d3-2hAc4c9c/KcQ-JdTc9s4sAs8c/3x:K-QhK-Jh2s/7-Ad2d - -"
)
pytestmark = pytest.mark.skipif(not native.available(), reason="the compiled core isn't installed")


@pytest.fixture(scope="module")
def five():
    position = formats.loads(FIVE)
    answer = solve(position, SURE)
    assert answer.outcome is Outcome.SOLVED
    assert answer.plan is not None
    return position, answer


def test_the_check_of_a_plan_ends_when_the_time_is_over(five, monkeypatch):
    position, _ = five
    monkeypatch.setattr(Clock, "check_case", lambda *_: (_ for _ in ()).throw(OutOfTime))
    answer = sure.solve(position, SURE, budget=Budget(work=60_000_000))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.out_of_time
    assert "while the cases of a plan were played" in answer.reason


def test_a_plan_is_a_graph(five):
    """A plan as a graph is written with shared parts, read back, and checked in 120 cases."""
    position, answer = five
    text = plans.dumps(answer.plan)
    assert "\nplan 1:\n" in text
    again = plans.loads(text)
    assert plans.dumps(again) == text
    assert len(again.parts()) == len(answer.plan.parts())
    checked = plans.check(again, position, SURE)
    assert (checked.verdict, checked.cases) == (Verdict.HOLDS, 120)
    assert checked.cases == sum(1 for _ in plans.cases(again, position))
    assert checked.moves == max(len(case.steps) for case in plans.cases(again, position))


def test_a_plan_has_no_certificate(five):
    position, answer = five
    with pytest.raises(certificates.NoCertificate):
        certificates.certificate(position, SURE, answer)


def test_a_forged_plan_is_refused(five):
    """A plan that lacks one of its lines (a move, a card, a branch) is refused in most cases."""
    position, answer = five
    lines = plans.dumps(answer.plan).splitlines()
    tried = [n for n, line in enumerate(lines) if line.strip() and not line.startswith("plan ")]
    refused = 0
    for number in tried[::80]:
        forged = [*lines[:number], *lines[number + 1 :]]
        try:
            plan = plans.loads("\n".join(forged))
        except NotationError:
            refused += 1
            continue
        verdict = plans.check(plan, position, SURE).verdict
        # Each line is needed, except moves that only tidy up.
        refused += verdict is not Verdict.HOLDS
    assert refused > 0.8 * len(tried[::80])


def test_an_order_that_is_lost_is_shown_with_its_proof():
    """If one order of the hidden cards is lost, the answer names it, and has a certificate."""
    position = formats.loads(LOST)
    answer = solve(position, SURE)
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.reason.startswith("it can't be done if the face-down cards are ")
    case = answer.rests_on
    assert case is not None
    assert (str(case.role), case.goal) == ("order", WIN)
    assert case.position.hide() == position.hide()
    assert solve(case.position, WIN).outcome is Outcome.IMPOSSIBLE
    made = certificates.certificate(position, SURE, answer)
    assert (made["proof"], verdict(made)) == ("classes", "accepted")
