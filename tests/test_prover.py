"""The solver: brute force against a plainer check still, all else against brute force."""

import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.cli import main
from spiderpos.formats import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import Suit, card
from spiderpos.game.position import Position
from spiderpos.game.rules import WOODS, parse_rules
from spiderpos.goals.goal import Goal, Moves, NoMakingASpace, Objective, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import prover
from spiderpos.solver.prover import brute, native, plain
from spiderpos.solver.prover.answer import Budget, Outcome
from spiderpos.solver.prover.question import request
from tests.boards import board, cards
from tests.questions import (
    FEW,
    MORE,
    RULES,
    first_reached,
    narrow_question,
    random_question,
    run_pieces,
    stacked,
    tiny_question,
)

C, D, H, S = Suit
SOLVED, IMPOSSIBLE, UNDECIDED = Outcome

needs_core = pytest.mark.skipif(not native.available(), reason="the core is not installed")

#: Enough for some ten thousand positions; memory, not time, so that no machine differs.
SMALL = Budget(seconds=None, mebibytes=8)


def confirm(position, goal, answer):
    """That a line is what the engine plays, and that the judge says it reaches the goal."""
    steps = []
    for step in answer.steps:
        steps.append(engine.do(steps[-1].after if steps else position, step.move))
        assert steps[-1] == step
    judgement = judge(goal, position, steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.reached_at == len(steps)


# Brute force


@pytest.mark.parametrize("search", [plain.solve, brute.solve], ids=["plain", "compiled"])
@pytest.mark.parametrize("sort", ["few", "suit"])
@pytest.mark.parametrize("seed", range(4))
def test_brute_force_finds_what_trying_all_lines_finds(sort, seed, search):
    rng = random.Random(f"{sort} {seed}")
    all_lines = seed == 0
    depth = 3 if sort == "suit" or all_lines else 4
    outcomes = set()
    for _ in range(25):
        position, goal = tiny_question(rng, sort)
        limited = goal.under(Moves(depth))
        answer = search(position, limited, budget=SMALL)
        outcomes.add(answer.outcome)
        assert answer.outcome is not UNDECIDED
        tried = depth
        if answer.outcome is SOLVED:
            confirm(position, limited, answer)
            tried = len(answer.steps) - 1
        shorter = first_reached(position, limited, tried, all_lines=all_lines)
        assert shorter is None, f"{position} {goal}"
        # How far it goes beyond the depth makes no difference to what is asked of it here.
        whole = search(position, goal, budget=Budget(seconds=None, mebibytes=1))
        if answer.outcome is SOLVED:
            assert whole.outcome is SOLVED
            assert len(whole.steps) == len(answer.steps)
        elif whole.outcome is SOLVED:
            assert len(whole.steps) > depth
            confirm(position, goal, whole)
    assert outcomes == {SOLVED, IMPOSSIBLE}


@needs_core
@pytest.mark.parametrize("seed", range(4))
def test_both_kinds_of_brute_force_meet_the_same_positions(seed):
    """To the last one: so their digests are the same."""
    rng = random.Random(f"both {seed}")
    outcomes = Counter()
    for number in range(60):
        if number % 2:
            position, goal = tiny_question(rng, rng.choice(["few", "suit"]))
        else:
            position, goal = random_question(rng, FEW)
            position = replace(position, rules=rng.choice(RULES), cells=())
        slow = plain.solve(position, goal, budget=Budget(seconds=None, mebibytes=2))
        quick = brute.solve(position, goal, budget=Budget(seconds=None, mebibytes=64))
        if slow.outcome is UNDECIDED:
            continue
        assert (slow.outcome, len(slow.steps)) == (quick.outcome, len(quick.steps))
        if slow.outcome is IMPOSSIBLE:
            for figure in ("classes", "depth", "digest"):
                assert getattr(slow.searched, figure) == getattr(quick.searched, figure)
        outcomes[slow.outcome] += 1
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) >= 5


def test_the_order_of_columns_counts_where_a_column_is_named():
    start = board("9s", "10s", "(2h) 2c")
    assert len(brute.solve(start, parse("get a space in column 1")).steps) == 1
    assert len(brute.solve(start, parse("get a space in column 2")).steps) == 2
    named = brute.solve(start, parse("get a space in column 3"))
    anywhere = brute.solve(start, parse("get 3 spaces"))
    assert named.outcome is anywhere.outcome is IMPOSSIBLE
    assert named.searched.classes > anywhere.searched.classes


def test_an_objective_is_a_class_and_no_search_has_to_hear_of_it(monkeypatch):
    """Here, that the 9 lies in the second column; brute force asks the class itself."""
    monkeypatch.setattr(Objective, "kinds", dict(Objective.kinds))

    @dataclass(frozen=True)
    class Toy(Objective):
        names_a_column = True

        def holds(self, deeds):
            return deeds.now.columns[1].up == cards("9s")

        def found(self, deeds, line):
            return ""

    start = board("9s", "")
    assert len(brute.solve(start, Goal((Toy(),))).steps) == 1
    assert len(prover.solve(start, Goal((Toy(),))).steps) == 1


def test_a_position_that_a_forbidden_move_leads_to_may_be_met_later_all_the_same():
    # A line that makes a space on its way has it sooner, by another order of the 4s and 3s.
    start = board("3s 3s", "2s 5s 4s 2s 5s", "", "4s")
    goal = parse("uncover 4s in column 1 and uncover 3s in column 2 without making a space")
    answer = brute.solve(start, goal)
    assert answer.outcome is SOLVED
    assert len(answer.steps) == 6
    confirm(start, goal, answer)


@needs_core
@pytest.mark.parametrize(
    ("columns", "goal", "outcome"),
    [
        # The 9 goes onto the 10, a hidden 8 onto the 9, or a hidden 3 onto the other card.
        (("-- 9s", "10s", "2c"), "get a space", UNDECIDED),
        (("-- 9s", "10s", "2c"), "get 2 spaces", IMPOSSIBLE),
        (("-- 9s", "2c", "2c"), "get a space", IMPOSSIBLE),
        # Both hearts of the rank are seen.
        (("-- 9s", "10s", "3h", "3h"), "uncover 3h and uncover 9s and get 2 spaces", IMPOSSIBLE),
        (("-- 9s", "10s", "??"), "get 2 spaces", UNDECIDED),
        (("-- 9s", "2d", "??"), "get 3 spaces", IMPOSSIBLE),
        (("9s", "2d", "??"), "get a space", UNDECIDED),
        (("9s", "2d", "??"), "get 2 spaces", IMPOSSIBLE),
    ],
)
def test_what_no_card_could_do_is_impossible(columns, goal, outcome):
    for search in (brute.solve, prover.solve):
        assert search(board(*columns), parse(goal)).outcome is outcome


@pytest.mark.parametrize(
    ("columns", "wanted", "outcome"),
    [
        (("-- 9s", "6h 5h"), "2h:9s/6h5h", UNDECIDED),
        (("-- 9s", "6h 5h"), "2h:9s/6h4h", IMPOSSIBLE),
        (("-- 9s 5h", "6h"), "2h:9s/6h5h", UNDECIDED),
        (("-- 9s 5h", "6h"), "x:9s/6h5h", SOLVED),
        (("-- 9s 5h", "6h"), "2h2c:9s/6h5h", IMPOSSIBLE),
    ],
)
def test_a_hidden_card_that_the_goal_names_may_be_that_one(columns, wanted, outcome):
    """Nobody sees it, so neither search may say that it isn't."""
    start = board(*columns)
    for search in (brute.solve, prover.solve):
        assert search(start, parse(f'reach "{wanted} - -"')).outcome is outcome
    # With another card below it can't be so, and it is asked for whatever lies there.
    goal = parse('reach "2h:9s/6h5h - -" whatever turns up')
    assert prover.solve(board("-- 9s 5h", "6h"), goal).outcome is IMPOSSIBLE


@pytest.mark.parametrize(
    ("goal", "outcome"),
    [
        ("get a space and turn up a card", SOLVED),
        ("get a space and turn up a card whatever turns up", UNDECIDED),
        ("turn up a card whatever turns up", SOLVED),
        ("turn up a card without turning up whatever turns up", IMPOSSIBLE),
    ],
)
def test_whatever_turns_up_may_not_look(goal, outcome):
    start = board("(4h) 9s", "10s", "5h", "2c")
    assert brute.solve(start, parse(goal)).outcome is outcome


LARGE = board("K-9s", "8-5h 5c", "4-As", "9h", "10h 3c", "", "", "", "Qh", "Jd 10d")


def test_budgets_are_kept_to():
    goal = parse("win")
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=None, mebibytes=1))
    assert answer.outcome is UNDECIDED
    assert "1 MiB" in answer.reason
    assert 1 << 19 < answer.searched.bytes <= 1 << 20
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=0))
    assert answer.outcome is UNDECIDED
    assert "0 s" in answer.reason


@pytest.mark.parametrize("search", [plain.solve, brute.solve], ids=["plain", "compiled"])
def test_an_interrupt_leaves_it_undecided(monkeypatch, search):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "legal_moves", interrupt)
    monkeypatch.setattr(native, "call", interrupt)
    answer = search(LARGE, parse("win"))
    assert (answer.outcome, answer.reason) == (UNDECIDED, "the search was interrupted")


@needs_core
def test_the_positions_of_a_search_that_ended_can_be_listed():
    """The start is among them, and so is what any move leads to."""
    start, goal = board("9s", "10s", "2c", "Kh 10h"), parse("get 2 spaces without dealing")
    met = brute.closed_set(start, goal)
    assert len(met) == len(set(met)) == brute.solve(start, goal).searched.classes
    columns = {found.columns for found in met}
    assert tuple(sorted(start.columns, key=_packed)) in columns
    for found in met:
        now = Position(found.columns)
        for move in engine.legal_moves(now):
            after = engine.do(now, move).after
            assert tuple(sorted(after.columns, key=_packed)) in columns
    assert brute.closed_set(start, parse("get a space")) is None
    # A card that comes up is each that isn't seen.
    hidden = brute.closed_set(board("-- 9s", "10s", "2c"), parse("get 2 spaces"))
    shown = {column.up[0] for found in hidden for column in found.columns if len(column) == 1}
    assert len(shown) == 52


def _packed(column):
    return bytes((len(column.down), len(column), *column.down, *column.up))


# Other rules


MODERN = parse_rules("modern")
#: Where a suit goes off by itself, the King's column and the Ace's are emptied by one move.
TWO_AT_ONCE = ("K-2s", "As", "9h", "9d")


@needs_core
@pytest.mark.parametrize(
    ("columns", "goal", "rules", "outcome"),
    [
        (TWO_AT_ONCE, "get 2 spaces without dealing, making a space", "woods", IMPOSSIBLE),
        (TWO_AT_ONCE, "get 2 spaces without dealing, making a space", "modern", SOLVED),
        (TWO_AT_ONCE, "get 3 spaces without dealing, making a space", "modern", IMPOSSIBLE),
        (TWO_AT_ONCE, "complete spades without dealing", "woods", SOLVED),
        (TWO_AT_ONCE, "complete spades without dealing", "modern", IMPOSSIBLE),
        (("K-2s", "As"), "get a space without dealing, removing", "woods", SOLVED),
        (("K-2s", "As"), "get a space without dealing, removing", "modern", IMPOSSIBLE),
        (("9h 9s", "2c"), "get a space without dealing", "woods", IMPOSSIBLE),
        (("9h 9s", "2c"), "get a space without dealing", "woods;cells=1", SOLVED),
        (("9h 9s", "2c"), "get 2 spaces without dealing", "woods;cells=1", IMPOSSIBLE),
        (("4d Kh", "As", "5s"), "get a space without dealing", "woods", IMPOSSIBLE),
        (("4d Kh", "As", "5s"), "get a space without dealing", "woods;kings_on_aces=yes", SOLVED),
        (("4d Kh", "As"), "get a space without dealing", "woods;kings_on_aces=yes", IMPOSSIBLE),
    ],
)
def test_other_rules(columns, goal, rules, outcome):
    start = board(*columns, rules=parse_rules(rules))
    for search in (prover.solve, brute.solve, plain.solve):
        assert search(start, parse(goal)).outcome is outcome


@needs_core
def test_an_answer_says_which_rules_were_searched():
    start = find_problem("woods-5").start.under(MODERN)
    answer = prover.solve(start, parse("get a space without dealing, removing"))
    assert answer.outcome is IMPOSSIBLE
    assert answer.reason.startswith("even if complete suits may stay and suits matter only for ")
    assert answer.searched.rules == "woods-leftmost"
    assert answer.searched.goal == ""
    answer = prover.solve(start, parse("get 3 spaces without dealing, in at most 3 moves"))
    assert answer.searched.goal in ("", "get 3 spaces without dealing")


def classes_alone(monkeypatch):
    """The solver with what classes say, and nothing else."""
    monkeypatch.setattr(prover.brute, "solve", lambda *_, **__: prover.Answer(
        UNDECIDED, (), prover.Searched("positions")
    ))  # fmt: skip


@needs_core
@pytest.mark.parametrize(
    "rules", ["modern", "two-suits", "woods;cells=1", "modern;cells=2", "woods;kings_on_aces=yes"]
)
def test_classes_under_other_rules_against_brute_force(monkeypatch, rules):
    by_force = brute.solve
    classes_alone(monkeypatch)
    rng = random.Random(rules)
    outcomes = Counter()
    for number in range(150):
        position, goal = random_question(rng, FEW)
        if number % 2:
            goal = goal.under(NoMakingASpace())
        position = replace(position, rules=parse_rules(rules), cells=())
        answer = prover.solve(position, goal, budget=Budget(0.1))
        outcomes[answer.outcome] += 1
        if answer.outcome is not UNDECIDED:
            found = by_force(position, goal, budget=Budget(seconds=None, mebibytes=8))
            assert found.outcome in (answer.outcome, UNDECIDED), f"{position} {goal}"
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) >= 15


def kings_board(rng):
    """Kings and Aces, and cards that lie next to them."""
    suits = rng.sample(list(Suit), rng.randint(1, 3))
    ranks = rng.choice([(12, 13, 1, 2), (13, 1, 2), (11, 12, 13, 1), (13, 1, 2, 3)])
    pool = [card(rank, suit) for rank in ranks for suit in suits] * 2
    pieces = run_pieces(rng, pool, rng.randint(5, 13))
    columns = stacked(rng, pieces, rng.randint(3, 6), rng.choice([0, 0, 1]), rng.choice([0, 0.5]))
    return Position(columns, rules=parse_rules("woods;kings_on_aces=yes"))


@needs_core
def test_what_only_kings_on_aces_reach_no_choice_of_exact_cards_calls_impossible():
    rng = random.Random("Kings")
    asked = 0
    while asked < 40:
        position = kings_board(rng)
        text = rng.choice(
            ["get {n} spaces", "turn up {n} cards", "turn up {n} cards and get {n} spaces"]
        )
        text = text.format(n=len(position.spaces) + rng.randint(1, 3))
        goal = parse(
            text.replace(" 1 spaces", " a space").replace(" 1 cards", " a card")
            + " without dealing"
        )
        if brute.solve(position, goal, budget=SMALL).outcome is not SOLVED:
            continue
        if brute.solve(position.under(WOODS), goal, budget=SMALL).outcome is not IMPOSSIBLE:
            continue
        places = [
            (number, row, value)
            for number, column in enumerate(position.columns, 1)
            for row, value in enumerate((*column.down, *column.up), 1)
        ]
        for share in (0, 0.3, 0.7, 1):
            exact = [(*place, rng.randint(1, 3)) for place in places if rng.random() < share]
            reply = native.search(
                request(position, goal).words, seconds=0.2, size=1 << 26, precision=exact
            )
            assert reply.status is not native.Status.IMPOSSIBLE, f"{position} {goal} {exact}"
        asked += 1


# The solver against brute force


@needs_core
def test_a_card_is_sought_in_a_column_without_trying_all_ways_to_hang_it_there():
    problem = find_problem("woods-6")
    claim = problem.claim("space-no-five")
    answer = prover.solve(problem.position("space"), claim.goal, budget=Budget(seconds=60))
    assert answer.outcome is IMPOSSIBLE
    assert answer.searched.precision == ()
    assert answer.searched.steps < 10_000


@needs_core
def test_a_long_search_refutes_many_paths_in_a_round():
    """One path a round, with cards lowered again after it, came to no end in 250 rounds."""
    problem = find_problem("woods-6")
    position, goal = problem.position("space"), problem.claim("space-hearts-need-diamonds").goal
    found = prover.solve(position, goal, budget=Budget(seconds=None)).searched
    assert found.rounds < 50
    assert found.steps < 10_000_000
    again = prover.solve(position, goal, begin=replace(found, rounds=0))
    assert again.outcome is IMPOSSIBLE
    assert (again.searched.digest, again.searched.precision) == (found.digest, found.precision)
    assert again.searched.rounds == 1


def compare(rng, count, size, budget, question=random_question):
    """Ask both ``count`` questions; returns how many both decided, by outcome."""
    both = {SOLVED: 0, IMPOSSIBLE: 0}
    for _ in range(count):
        position, goal = question(rng, size)
        plain = brute.solve(position, goal, budget=budget)
        answer = prover.solve(position, goal, budget=Budget(seconds=10, mebibytes=64))
        if answer.outcome is SOLVED:
            confirm(position, goal, answer)
        if UNDECIDED in (plain.outcome, answer.outcome):
            continue
        assert answer.outcome is plain.outcome, f"{position} {goal}"
        assert len(answer.steps) >= len(plain.steps)
        # Brute force against itself would be no test.
        both[answer.outcome] += answer.searched.method == "classes"
    return both


@needs_core
@pytest.mark.parametrize("seed", range(5))
def test_the_solver_says_what_brute_force_says(seed):
    both = compare(random.Random(seed), 42, FEW, Budget(seconds=None, mebibytes=1))
    assert min(both.values()) >= 8


@needs_core
@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_the_solver_says_what_brute_force_says_thousands_of_times(seed):
    both = compare(random.Random(seed), 100, MORE, Budget(seconds=None, mebibytes=32))
    assert min(both.values()) >= 5


@needs_core
def test_the_solver_says_what_brute_force_says_of_making_no_space():
    small = Budget(seconds=None, mebibytes=1)
    both = compare(random.Random(1), 40, FEW, small, narrow_question)
    assert min(both.values()) >= 5
    start = formats.loads("3c5d:Ad/4h:2c/3d:4h3c - -", "fen", options=ReadOptions(partial=True))
    goal = parse("turn up 3 cards without making a space")
    answer = prover.solve(start, goal)
    assert (answer.outcome, answer.searched.method) == (SOLVED, "classes")
    confirm(start, goal, answer)


@needs_core
def test_a_row_in_the_hand_may_be_what_is_wanting():
    """Classes don't deal: that they know no line is no proof."""
    start = board("9s", "2c", hand="8s 10s")
    answer = prover.solve(start, parse("get a space without dealing"))
    assert (answer.outcome, answer.searched.method) == (IMPOSSIBLE, "classes")
    answer = prover.solve(start, parse("get a space"))
    assert answer.outcome is SOLVED
    confirm(start, parse("get a space"), answer)


# Claims of the catalogue

PROBLEM = """\
id: two-nines
title: Two Nines
author: Nobody
source: {text: A test, year: 2026}
partial: true
stipulation: Get spaces.
position: {text: 9s/Ts/2c - -, format: fen}
lines:
  - {id: one, title: One space, origin: found, script: 9s from 1 to 2}
claims:
  - {id: shown, statement: A line shows it., goal: get a space, verdict: solved, line: one}
  - {id: right, statement: It can., goal: get a space without dealing, verdict: solved}
  - {id: too, statement: It can't., goal: get 2 spaces without dealing, verdict: impossible}
  - {id: mad, statement: It can., goal: get 3 spaces without dealing, verdict: solved}
"""


def run(*arguments):
    return CliRunner().invoke(main, ["problems", "check", *map(str, arguments)])


@pytest.fixture
def problem_file(tmp_path):
    path = tmp_path / "two-nines.yaml"
    path.write_text(PROBLEM)
    return path


def test_check_prove_says_what_is_wrong(problem_file):
    assert run(problem_file).exit_code == 0
    result = run("--prove", problem_file)
    assert result.exit_code == 1
    assert "WRONG: claim mad" in result.output
    assert "claim right" not in result.output
    assert "claim right" in run("--prove", "-v", problem_file).output
    assert "3 claims without a line: 2 decided as expected, 1 wrong, 0 undecided" in result.output
