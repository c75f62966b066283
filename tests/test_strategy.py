"""The exhaustive search for strategies with hidden cards: plans, and proofs that none exists."""

import copy
from dataclasses import replace

import pytest

from fuzz.questions import ask_whatever
from spiderpos.game.cards import UNKNOWN
from spiderpos.game.position import Column
from spiderpos.goals import plans
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.solver import Budget, Outcome, certificates, solve, sure
from spiderpos.solver.prover import native
from tests.checking import verdict
from tests.running import partial

pytestmark = pytest.mark.skipif(not native.available(), reason="the core is not installed")


#: A goal without a strategy, although a player who knows the hidden cards could reach it.
NOT_SURE = "-/2x:9-3c/x:K-Jc - scdhhsd", "get 2 spaces without dealing whatever turns up"


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("2x:5-4c/x:Q-7c/3-2c - hhdsdsc", "dig down to 3c in column 3 without dealing"),
        ("3-Ad/Tdx:8-4d/Kdx:Jd - csshhdc", "dig down to 3d in column 1 without dealing"),
        # Two cards turn up, and it doesn't matter which one is which.
        (
            "9c/-/x:Qd/x:8-6d/4d:3-Ad/8-7c 4c6cJd5c3cTd/QcTc2cAcKcJc chsdsh cells=-,5d "
            "rules=start=first-four;cells=2;automatic_removal=yes",
            "uncover 5d in column 6 and uncover Kd and turn up 3 cards without making a space, "
            "dealing",
        ),
        # The hand is known.
        ("x:4s/9c/9d 3s5hKd -", "turn up a card"),
    ],
)
def test_sure(text, goal):
    position, goal = partial(text), parse(f"{goal} whatever turns up")
    answer = solve(position, goal, budget=Budget(work=1_000_000))
    assert answer.outcome is Outcome.SOLVED
    if answer.plan is not None:
        assert plans.check(answer.plan, position, goal).verdict is Verdict.HOLDS


def test_no_strategy():
    position, goal = partial(NOT_SURE[0]), parse(NOT_SURE[1])
    answer = solve(position, goal, budget=Budget(work=1_000_000))
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.searched.method == "strategy"
    assert "every move can be refuted by a card that turns up" in answer.reason
    made = certificates.certificate(position, goal, answer)
    assert made["proof"] == "strategy"
    assert verdict(made) == "accepted"
    for number in range(len(made["positions"])):
        left = made["positions"][:number] + made["positions"][number + 1 :]
        assert verdict(made | {"positions": left}).startswith("refused")


def test_a_limit_on_moves():
    """Four moves are enough, whatever turns up; with fewer the proof counts the moves."""
    position = partial("x:5-4c/x:Q-7c/6d/8h - -")
    for most in range(1, 6):
        goal = parse(f"turn up 2 cards in at most {most} moves whatever turns up")
        answer = sure.all_play(position, goal, budget=Budget(work=1_000_000))
        assert answer.outcome is (Outcome.SOLVED if most >= 4 else Outcome.IMPOSSIBLE)
        if most < 4:
            made = certificates.certificate(position, goal, answer)
            assert {entry[4] for entry in made["positions"]} == {*range(most + 1)}
            assert verdict(made) == "accepted"
            left = [entry for entry in made["positions"] if entry[4] < most]
            assert verdict(made | {"positions": left}).startswith("refused")
            more = made["goal"] | {"moves": 4}
            assert verdict(made | {"goal": more}).startswith("refused")


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("goal", {"whatever_turns_up": False}),
        ("goal", {"moves": 3}),
        ("goal", {"spaces": 1}),
        ("position", {"removed_before": ["?"]}),
        ("position", {"columns": ["|", "?? ?? | 9c 8c 7c 6c 5c 4c 3c", "| ??"]}),
    ],
)
def test_a_set_for_another_question_is_refused(part, change):
    position, goal = partial(NOT_SURE[0]), parse(NOT_SURE[1])
    made = certificates.certificate(position, goal, solve(position, goal))
    forged = copy.deepcopy(made)
    forged[part] |= change
    assert verdict(forged) != "accepted"
    wider = {"rules": made["rules"], "position": made["position"], "goal": made["goal"]}
    assert verdict(made | {"wider": wider}) != "accepted"


def test_unsupported_questions():
    """The search for strategies supports no unknown face-up card."""
    position = partial(NOT_SURE[0])
    unknown = replace(position, columns=(*position.columns, Column((), (UNKNOWN,))))
    goal = parse("get 2 spaces whatever turns up")
    assert sure.all_play(unknown, goal, budget=Budget(work=1000)) is None


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(24))
def test_all_play_agrees_with_a_reference_that_shares_no_code(part):
    """The search for strategies agrees with a reference; each "impossible" has a certificate."""
    decided = 0
    for seed in range(50 * part, 50 * part + 50):
        result = ask_whatever(seed, 1_000_000)
        assert not result.wrong, f"{seed}: {result.wrong}"
        decided += result.method == "strategy"
    assert decided
