"""Questions with unknown cards: an answer must be correct for every arrangement of them."""

import random

import pytest

from spiderpos import formats
from spiderpos import solver as solving
from spiderpos.advice.suggest import suggest
from spiderpos.formats.base import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import Suit, parse_card
from spiderpos.game.census import by_elimination, can_be_hidden, faults, hidden_kinds, name_suits
from spiderpos.game.moves import Deal, Shift
from spiderpos.goals.goal import Objective, Reach, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import prover
from spiderpos.solver.prover import Outcome
from tests import fillings

from .documents import document
from .running import run

#: A position whose removed suit must be hearts: of each other suit some card is seen twice.
HEARTS_GONE = (
    "x:2d/x:9cKd6sTc5d4c5cAhTh3c/3s8c4dQh9h8h2sTdJdKd/2cKh3hQd7d5s7s9d4d6c/Js3c8d8s6sKc4c2d7cAc/"
    "5cKc3dTsJc7d9sJd3dAd/5s2h5d4sKs8d9c3sQsAs/8c7hQc6h7c9sKs6c4hAs/QcJh2s7sTsTc6d9dAc/"
    "Qd4sJsTd6d2c8sJcAd - ?"
)


def read(text, *, partial=False):
    return formats.loads(text, "fen", options=ReadOptions(partial=partial))


@pytest.mark.parametrize("goal", ["get a space", "get a space whatever turns up"])
def test_nothing_is_proved_if_a_card_in_a_cell_is_unknown(goal):
    # With the Qd in the cell, there is a line.
    position = read("Js/Kd - - cells=?? rules=cells=1", partial=True)
    assert solving.solve(position, parse(goal)).outcome is Outcome.UNDECIDED
    assert suggest(position).verdict == "nothing found"


# Removed suits that are unknown


def test_a_guess_leaves_a_whole_set_for_a_removed_suit():
    result = run("solve", HEARTS_GONE, "get a space in column 1 whatever turns up")
    assert result.exit_code == 0, result.output
    assert "if it's 5h:" in result.output


def test_only_cards_that_the_removed_suits_leave_can_be_hidden():
    position = read(HEARTS_GONE)
    assert list(map(str, hidden_kinds(position))) == ["5h", "Qs"]
    assert can_be_hidden(position, (parse_card("5h"), parse_card("Qs")))
    assert not can_be_hidden(position, (parse_card("Ah"),))
    assert not can_be_hidden(position, (parse_card("5h"),) * 2)
    named = name_suits(position, random.Random(1))
    assert named.removed == (Suit.HEARTS,)
    assert not faults(named)


def test_a_removed_suit_is_not_named_for_a_card_that_can_only_be_one():
    for removed in ("ccddhhs", "?c?ddh?"):
        start = read(f"x:K-2s/-/-/-/-/-/-/-/-/- - {removed}")
        result = by_elimination(start)
        assert (result.columns[0].down, result.removed) == ((parse_card("As"),), start.removed)
        assert by_elimination(result) == result


def test_a_goal_may_name_only_cards_that_can_be_hidden():
    position = read(HEARTS_GONE)
    columns = HEARTS_GONE.partition(" ")[0].removeprefix("x:2d")
    for card, output in (("5h", ""), ("Qs", ""), ("Ah", "the position has only 1 Ah")):
        text = f"{card}{columns} - -"
        assert Reach(read(text, partial=True), text).mismatch(position) == output


#: Partial positions in which all unseen cards are Aces of spades, so the hidden cards are, too.
FEW = (
    ("x:K-2s/K-2s/- - ccddhh", "remove spades"),
    ("x:K-2s/x:K-2s/- - ccddhh", "remove 2 suits"),
    ("x:K-2s/K-2s/- - sssss? rules=suits=1", "remove spades"),
    ("x:K-2s/K-2s/- - ccddh?", "remove spades"),  # hearts: no complete suit of spades is left
)


@pytest.mark.parametrize(("text", "goal"), FEW)
@pytest.mark.parametrize("whatever", ["", " whatever turns up"])
def test_a_card_that_can_only_be_one_is_known_in_a_partial_position_too(text, goal, whatever):
    start = read(text, partial=True)
    result = by_elimination(start)
    assert {str(card) for column in result.columns for card in column.down} == {"As"}
    assert {f.columns for f in fillings.fillings(None, start, 10**6)} == {result.columns}
    answer = prover.solve(start, parse(goal + whatever))
    assert answer.outcome is Outcome.SOLVED
    assert {str(t.card) for step in answer.steps for t in step.turned} == {"As"}
    assert judge(parse(goal + whatever), start, answer.steps).assumption == ""


@pytest.mark.parametrize(("turned", "other"), [("Qs", "3s"), ("3s", "Qs")])
def test_a_card_is_known_once_a_line_has_shown_all_others(turned, other):
    start = read("x:J-4s/x:2-As/Ks/- - ccddhhs", partial=True)
    steps = [engine.do(start, Shift(1, 4, 8), [parse_card(turned)])]
    there = judge(parse(f'reach "{turned}/{other}:2-As/Ks/J-4s - -"'), start, steps)
    assert (there.verdict, there.surely) == (Verdict.HOLDS, None)
    assert there.assumption.endswith(f": {turned} in column 1")
    if turned == "3s":
        steps.append(engine.do(steps[-1].after, Shift(2, 1, 2)))
        assert judge(parse("uncover Qs"), start, steps).assumed == there.assumed


@pytest.mark.parametrize("rules", ["", "automatic_removal=yes;"])
def test_a_card_with_a_single_possible_value_need_not_be_announced(rules):
    """A script need not name a card that turns up if it has a single possible value."""
    short = f"rules=woods;{rules}deal_over_spaces=always;short_last_deal=yes"
    for text, move, goal in (
        (f"x:K-2s/- - ccddhhs {short}", Shift(1, 2, 12), "uncover As"),
        (f"K-2s/- x ccddhhs {short}", Deal(), "remove spades" if rules else "complete spades"),
    ):
        start = read(text, partial=True)
        raw = engine.do(start, move)
        judged = judge(parse(goal), start, [raw])
        assert (judged.verdict, judged.assumed) == (Verdict.HOLDS, ())
        (output,) = judged.surely
        assert "As" in [str(card) for card in output.cards] + [str(t.card) for t in output.turned]
        assert output.before == start
    # The rest can't be played if the suit has been removed.
    after = engine.do(raw.after, Shift(1, 2, 1))
    judged = judge(parse("get a space in column 1"), start, [raw, after])
    assert judged.reached_at == (1 if rules else None)


# Random questions: an answer must hold for every arrangement of the cards

#: The kinds of random questions, and the number of each (answers take the longest).
WRONG = {
    fillings.wrong_answer: 24,
    fillings.wrong_judgement: 110,
    fillings.wrong_rest: 100,
    fillings.wrong_plan: 80,
}
#: Questions that earlier versions answered wrongly.
MET = [line.split(" => ") for line in document("once-wrong.txt").splitlines()]


def test_questions_have_all_objectives():
    questions = set()
    for seed in range(300):
        rng = random.Random(seed)
        goal = fillings.random_goal(rng, fillings.random_position(rng))
        questions.update(map(type, goal.objectives))
    assert questions == set(Objective.kinds.values())


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_answers_are_true_for_all_arrangements(wrong):
    texts = set()
    for seed in range(WRONG[wrong]):
        rng = random.Random(seed)
        some = fillings.nearly_all_known if seed % 2 else fillings.random_position
        position = some(rng)
        goal = fillings.random_goal(rng, position)
        assert parse(str(goal), position=position) == goal
        result, verdict = wrong(rng, position, goal)
        assert result is None, f"{seed}: {position} {goal}"
        texts.add(str(getattr(verdict, "outcome", verdict)))
    assert len(texts) >= (2 if wrong is fillings.wrong_answer else 3)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
@pytest.mark.parametrize(("text", "question"), MET)
def test_questions_that_were_once_answered_wrongly(wrong, text, question):
    position = read(text, partial=True)
    goal = parse(question, position=position)
    for seed in range(1 if wrong is fillings.wrong_answer else 8):
        result, _ = wrong(random.Random(seed), position, goal)
        assert result is None, seed


# Searches without time


@pytest.mark.parametrize(
    "goal",
    ["win", "get 2 spaces", "get 2 spaces whatever turns up", "get 2 spaces in at most 3 moves"],
)
def test_searches_without_time_report_it(goal):
    answer = solving.solve(read(HEARTS_GONE), parse(goal), budget=prover.Budget(0))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.out_of_time
