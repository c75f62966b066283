"""Plans that branch by the card that turns up: reading, playing, and searching for them."""

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions
from spiderpos.game.cards import parse_card
from spiderpos.game.census import by_elimination
from spiderpos.goals import plans
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict
from spiderpos.solver import prover, solve
from spiderpos.solver.prover import Budget, Outcome
from spiderpos.text.errors import NotationError
from tests import tables
from tests.boards import board, read
from tests.running import run

pytestmark = pytest.mark.slow

HEARTS = "remove hearts without dealing, removing whatever turns up"
PLAN = """\
Jd from 9 to 1
if it's Kh:
    Q-Jh from 8 to 9, K-Jh from 9 to 2
    if it turns up the 5h:   # it is known by now
        4-Ah from 6 to 9
        5c from 6 to 8, 10-6h from 6 to 2, 5-Ah from 9 to 2
        remove the hearts from column 2

otherwise:
    4-Ah from 6 to 9, 5c from 6 to 2, 5-Ah from 9 to 6
    Q-Jh from 8 to 9, 10-Ah from 6 to 9
    remove the hearts from column 9
"""


@pytest.fixture(scope="module")
def prepared():
    return find_problem("woods-6").position("prepared-unseen")


# Reading and writing


def test_a_plan_reads_as_it_is_written():
    plan = plans.loads(PLAN)
    assert [branch.cards for branch in plan.branches] == [(parse_card("Kh"),), ()]
    assert plan.branches[0].plan.branches[0].cards == (parse_card("5h"),)
    assert plan.moves == 1 + 2 + 5
    text = plans.dumps(plan)
    assert plans.dumps(plans.loads(text)) == text
    assert plans.recognises(PLAN)
    assert not plans.recognises("9-6s from 7 to 3\n")


def test_places_are_those_of_the_whole_text():
    plan = plans.loads(PLAN, name="my.txt")
    last = plan.branches[1].plan.script.instructions[-1]
    assert (last.place.name, last.place.line, last.place.column) == ("my.txt", 12, 5)


@tables.of("plans")
def test_how_texts_of_plans_are_written(text):
    """Write a parsed plan; reading the result and writing it again must not change it."""
    written = plans.dumps(plans.loads(text))
    assert plans.dumps(plans.loads(written)) == written
    return written


@pytest.mark.parametrize(
    "text",
    [
        "9h from 1 to 2\n" + "if it's 9h:\n" * 20_000,
        "".join(" " * i + "9h from 1 to 2\n" + " " * i + "otherwise:\n" for i in range(400)),
        "9h from 1 to 2\nif it's " + "9h," * 80_000 + "x:",
        "9h from 1 to 2\n" + "if it's " * 30_000,
    ],
)
def test_hostile_texts_end_in_an_error(text):
    with pytest.raises(NotationError):
        plans.loads(text)


# Playing


@tables.of("plan-checks")
def test_checks_of_plans(position, text, goal):
    """Check a plan; return the verdict, the numbers of cases and moves, and what fails."""
    start = find_problem("woods-6").position(position[8:]) if ":" in position else read(position)
    plan = plans.loads(text)
    checked = plans.check(plan, start, parse(goal))
    failed = [f"{checked.failed}"] if checked.failed else []
    stopped = sorted({case.stopped for case in plans.cases(plan, start)} - {""})
    result = f"{checked.verdict}, {checked.cases} cases, {checked.moves} moves"
    return [
        result,
        *failed,
        *filter(None, [checked.reason]),
        *(f"stops: {why}" for why in stopped[:1]),
    ]


def test_an_unknown_removed_suit_leaves_ambiguous_cards_unknown():
    two = formats.loads("x:K-2s/x:K-2h/-/-/-/-/-/-/-/- - ccdd??")
    assert by_elimination(two) == two
    same = by_elimination(formats.loads("x:K-2s/x:K-2s/-/-/-/-/-/-/-/- - ccdd??"))
    assert [str(c) for column in same.columns for c in column.down] == ["As", "As"]
    partial = formats.loads("x:K-2s - ccddh?", options=formats.ReadOptions(partial=True))
    assert by_elimination(partial) == partial


# Searching


def test_a_plan_is_found_and_taken_by_verify_and_replay(tmp_path):
    result = run("solve", "woods-6:prepared-unseen", HEARTS)
    assert result.exit_code == 0
    assert "a plan for 2 cases" in result.stderr
    path = tmp_path / "plan.txt"
    path.write_text(result.stdout)
    (tmp_path / "wrong.txt").write_text(result.stdout.replace("5h", "6h"))
    all_cases = "solved in all 2 cases, in at most 8 moves\n"
    for words, code, output in (
        (("verify", "woods-6:prepared-unseen", path, "--goal", HEARTS), 0, all_cases),
        (("replay", "woods-6:prepared-unseen", path), 0, "2 cases, all legal"),
        (("replay", "woods-6:prepare", path), 0, "the plan doesn't branch"),
        (("convert-script", "woods-6:prepare", path, "--as", "letters"), 2, ""),
        (("verify", "woods-6:prepared-unseen", tmp_path / "wrong.txt", "--goal", HEARTS), 1, ""),
        (("replay", "woods-6:prepared-unseen", tmp_path / "wrong.txt"), 1, ""),
    ):
        done = run(*words)
        assert (done.exit_code, output in done.output) == (code, True), done.output


def test_a_plan_branches_by_the_one_card_of_two_that_is_not_known(tmp_path):
    """If a move turns up a known and an unknown card, a plan branches on the unknown one."""
    text = "3h:As/x:K-2s/x:K-4h - ccddhs rules=modern"
    start = formats.loads(text, options=ReadOptions(partial=True))
    goal = parse("remove hearts and spades in at most 5 moves whatever turns up")
    answer = solve(start, goal)
    assert answer.outcome is Outcome.SOLVED
    assert answer.plan.script.instructions[0].in_one_line == "As from 1 to 2"
    assert {str(c) for branch in answer.plan.branches for c in branch.cards} == {"Ah", "2h"}
    checked = plans.check(answer.plan, start, goal)
    assert (checked.verdict, checked.cases) == (Verdict.HOLDS, 2)
    path = tmp_path / "plan.txt"
    path.write_text(plans.dumps(answer.plan))
    page = tmp_path / "page.html"
    result = run("page", text, path, "--partial", "--goal", str(goal), "-o", page)
    assert result.exit_code == 0, result.output
    assert "turning up 3♥ A♥" in page.read_text()
    # With two unknown cards it would be ambiguous which one "it" is.
    both = formats.loads(text.replace("3h:", "x:"), options=ReadOptions(partial=True))
    (case,) = plans.cases(answer.plan, both)
    assert case.stopped
    assert solve(both, goal, budget=Budget(work=1_000_000)).outcome is not Outcome.SOLVED


def test_a_plan_branches_after_a_deal_that_turns_a_card_up():
    """A plan can branch after a deal that completes a suit, if its removal turns up a card."""
    start = formats.loads(
        "x:K-2s/5h As9h - rules=modern;short_last_deal=yes", options=ReadOptions(partial=True)
    )
    plan = plans.loads(
        "deal\nif it's 2c:\n    9h from 2 to 1\notherwise:\n    # no move is needed\n"
    )
    result = {str(case.turned[0].card): case for case in plans.cases(plan, start)}
    assert result["2c"].stopped
    assert {case.stopped for name, case in result.items() if name != "2c"} == {""}
    assert str(result["3d"].steps[-1].after.column(2).bottom) == "9h"


def test_a_plan_is_never_called_shortest(prepared):
    answer = solve(prepared, parse(HEARTS), shortest=True)
    assert answer.plan is not None
    assert answer.reason == "a plan for 2 cases; whether the plan is the shortest is not proved"
    line = parse("get a space without dealing whatever turns up")
    answer = prover.solve(board("9s", "10h", "(??) 3c"), line, shortest=True)
    assert answer.outcome is Outcome.SOLVED
    assert "shortest" in answer.reason


def test_impossible_names_an_order_of_the_cards():
    start = board("-- -- 9s", "10s", "Jh 5c 8c", "Kd")
    answer = prover.solve(start, parse("turn up 2 cards without dealing whatever turns up"))
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert "if the face-down cards are" in answer.reason


def test_a_tab_goes_to_the_next_eighth_column():
    head = "Jd from 9 to 1\nif it's Kh:\n"
    blanks = f"{head}        Qd from 8 to 2\n        9s from 3 to 4\nif it's 5h:\n  deal\n"
    tabs = f"{head}\tQd from 8 to 2\n        9s from 3 to 4\nif it's 5h:\n  deal\n"
    assert plans.dumps(plans.loads(tabs)) == plans.dumps(plans.loads(blanks))
    inner = f"{head}    Qd from 8 to 2\n    if it's 5h:\n\tdeal\n"
    deal = plans.loads(inner).branches[0].plan.branches[0].plan
    assert len(deal.script.instructions) == 1
