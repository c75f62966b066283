"""The solver: brute force is compared with a simpler search, and everything else with
brute force."""

import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from spiderpos import formats
from spiderpos.catalogue import find_problem
from spiderpos.formats import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, Suit, card, codes_of
from spiderpos.game.position import Position
from spiderpos.game.rules import WOODS, parse_rules
from spiderpos.goals.goal import Goal, Moves, NoMakingASpace, Objective, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import prover
from spiderpos.solver.prover import brute, native, plain
from spiderpos.solver.prover.answer import Budget, Outcome
from spiderpos.solver.prover.question import request
from spiderpos.text.wording import count_phrase
from tests import tables
from tests.boards import board, cards, read
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
from tests.running import needs_core

pytestmark = pytest.mark.slow

C, D, H, S = Suit
SOLVED, IMPOSSIBLE, UNDECIDED, _ = Outcome


#: A limit of some ten thousand positions, in memory instead of time, so that all machines agree.
SMALL = Budget(seconds=None, mebibytes=8)


def confirm(position, goal, answer):
    """Check that the line of an answer is legal, and that its last move reaches the goal."""
    steps = []
    for step in answer.steps:
        steps.append(engine.do(steps[-1].after if steps else position, step.move))
        assert steps[-1] == step
    judgement = judge(goal, position, steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.reached_at == len(steps)


# Brute force


@pytest.mark.sweep
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
        # Without the limit on moves, the search may find a longer line.
        whole = search(position, goal, budget=Budget(seconds=None, mebibytes=1))
        if answer.outcome is SOLVED:
            assert whole.outcome is SOLVED
            assert len(whole.steps) == len(answer.steps)
        elif whole.outcome is SOLVED:
            assert len(whole.steps) > depth
            confirm(position, goal, whole)
    assert outcomes == {SOLVED, IMPOSSIBLE}


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize("seed", range(4))
def test_both_kinds_of_brute_force_meet_the_same_positions(seed):
    """Brute force in Python and in the core visit the same positions: the digests are equal."""
    rng = random.Random(f"both {seed}")
    outcomes = Counter()
    for number in range(40):
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


def with_unknown_cards(rng, position):
    columns = [
        replace(column, down=tuple(UNKNOWN if rng.random() < 0.7 else c for c in column.down))
        for column in position.columns
    ]
    return replace(position, columns=tuple(columns))


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize("seed", range(4))
def test_the_distances_of_classes_leave_out_no_shorter_line(seed):
    rng = random.Random(f"bounded {seed}")
    outcomes, saved = Counter(), 0
    for number in range(100):
        if number % 2:
            position, goal = tiny_question(rng, rng.choice(["few", "suit"]))
        else:
            position, goal = random_question(rng, rng.choice([FEW, MORE]))
        if number % 5 == 0:
            position = with_unknown_cards(rng, position)
        every = brute.solve(position, goal, budget=SMALL)
        if every.outcome is UNDECIDED:
            continue
        bounded = brute.solve(position, goal, budget=SMALL, bounded=True)
        assert (every.outcome, len(every.steps)) == (bounded.outcome, len(bounded.steps))
        outcomes[every.outcome] += 1
        saved += bounded.searched.classes < every.searched.classes / 2
        if every.outcome is SOLVED and len(every.steps) > 1:
            fewer = goal.under(Moves(len(every.steps) - 1))
            answer = brute.solve(position, fewer, budget=SMALL, bounded=True)
            assert answer.outcome is brute.solve(position, fewer, budget=SMALL).outcome
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE], saved) >= 5


@needs_core
@tables.of("solved")
def test_solutions_and_proofs(position, goal):
    """Return the outcome of a goal; all searches must agree, or be undecided."""
    start, question = read(position), parse(goal)
    answer = prover.solve(start, question, budget=SMALL)
    forced = [search(start, question, budget=SMALL) for search in (brute.solve, plain.solve)]
    assert {answer.outcome, *(result.outcome for result in forced)} <= {answer.outcome, UNDECIDED}
    if answer.outcome is SOLVED:
        assert len(forced[0].steps) == len(forced[1].steps) <= len(answer.steps)
        confirm(start, question, answer)
        return f"solved in {count_phrase(len(forced[0].steps), 'move')}"
    why = f": {answer.reason}" if answer.searched.method == "start" else ""
    differs = f"; brute force: {forced[0].outcome}" * (forced[0].outcome is not answer.outcome)
    return f"{answer.outcome}{why}{differs}"


def test_a_new_objective_needs_no_change_to_the_searches(monkeypatch):
    """Brute force in Python supports a new kind of objective by calling its ``holds``."""
    monkeypatch.setattr(Objective, "kinds", dict(Objective.kinds))

    @dataclass(frozen=True)
    class Toy(Objective):
        names_a_column = True

        def holds(self, progress):
            return progress.now.columns[1].up == cards("9s")

        def report(self, progress, line):
            return ""

    start = board("9s", "")
    assert len(brute.solve(start, Goal((Toy(),))).steps) == 1
    assert len(prover.solve(start, Goal((Toy(),))).steps) == 1


LARGE = board("K-9s", "8-5h 5c", "4-As", "9h", "10h 3c", "", "", "", "Qh", "Jd 10d")


def test_budgets_are_respected():
    goal = parse("win")
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=None, mebibytes=1))
    assert answer.outcome is UNDECIDED
    assert "1 MiB" in answer.reason
    assert 1 << 19 < answer.searched.bytes <= 1 << 20
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=0))
    assert answer.outcome is UNDECIDED
    assert "0 s" in answer.reason


@needs_core
def test_the_choice_of_named_columns_counts_as_work():
    """A goal that names ten columns gives one class very many successors."""
    text = "8s7s:6s/6s/K-9s/8s/7s/7-6s/7-6s/8s/8s/8s - - rules=one-suit"
    start = formats.loads(text, "fen", options=ReadOptions(partial=True))
    target = "8s:7s/Q-8s/Ks/6s/7-6s/7-6s/7-6s/8s/8s/8s - -"
    goal = parse(f'turn up 2 cards and reach "{target}" without removing', position=start)
    answer = prover.solve(start, goal, budget=Budget(work=300_000))
    assert answer.outcome is UNDECIDED


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
    """The listed positions of a complete search include the start and all successors."""
    start, goal = board("9s", "10s", "2c", "Kh 10h"), parse("get 2 spaces without dealing")
    met = brute.closed_set(start, goal)
    assert len(met) == len(set(met)) == brute.solve(start, goal).searched.classes
    columns = {result.columns for result in met}
    assert tuple(sorted(start.columns, key=_packed)) in columns
    for result in met:
        now = Position(result.columns)
        for move in engine.legal_moves(now):
            after = engine.do(now, move).after
            assert tuple(sorted(after.columns, key=_packed)) in columns
    assert brute.closed_set(start, parse("get a space")) is None
    # A card that turns up may be any unseen card.
    hidden = brute.closed_set(board("-- 9s", "10s", "2c"), parse("get 2 spaces"))
    shown = {column.up[0] for result in hidden for column in result.columns if len(column) == 1}
    assert len(shown) == 52


def _packed(column):
    return bytes((len(column.down), len(column), *codes_of(column.down), *codes_of(column.up)))


# Other rules


MODERN = parse_rules("modern")


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
    """Disable all searches but the one by classes."""
    monkeypatch.setattr(prover.brute, "solve", lambda *_, **__: prover.Answer(
        UNDECIDED, (), prover.Searched("positions")
    ))  # fmt: skip


@pytest.mark.sweep
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
        answer = prover.solve(position, goal, budget=Budget(work=100_000))
        outcomes[answer.outcome] += 1
        if answer.outcome is not UNDECIDED:
            result = by_force(position, goal, budget=Budget(seconds=None, mebibytes=8))
            assert result.outcome in (answer.outcome, UNDECIDED), f"{position} {goal}"
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) >= 15


@needs_core
@pytest.mark.parametrize(
    ("column", "outcome"),
    [
        ("K-Ah", SOLVED),
        ("5c K-Ah", SOLVED),
        ("(5c) K-Ah", IMPOSSIBLE),
        ("(5c) 7d K-Ah", SOLVED),
        ("(5c) (7d) K-Ah", IMPOSSIBLE),
    ],
)
def test_a_removal_turns_up_the_card_under_the_king(monkeypatch, column, outcome):
    """The search by classes knows when a removal turns up the card under the King."""
    classes_alone(monkeypatch)
    goal = parse("remove hearts without dealing, turning up")
    answer = prover.solve(board(column, "9s"), goal, budget=Budget(work=100_000))
    assert (answer.outcome, answer.searched.method) == (outcome, "classes")


def kings_board(rng):
    """Return a position of Kings and Aces, and of ranks next to them."""
    suits = rng.sample(list(Suit), rng.randint(1, 3))
    ranks = rng.choice([(12, 13, 1, 2), (13, 1, 2), (11, 12, 13, 1), (13, 1, 2, 3)])
    pool = [card(rank, suit) for rank in ranks for suit in suits] * 2
    pieces = run_pieces(rng, pool, rng.randint(5, 13))
    columns = stacked(rng, pieces, rng.randint(3, 6), rng.choice([0, 0, 1]), rng.choice([0, 0.5]))
    return Position(columns, rules=parse_rules("woods;kings_on_aces=yes"))


@needs_core
def test_goals_that_need_kings_on_aces_are_never_called_impossible():
    rng = random.Random("Kings")
    question = 0
    while question < 40:
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
            (number, row, card.code)
            for number, column in enumerate(position.columns, 1)
            for row, card in enumerate((*column.down, *column.up), 1)
        ]
        for share in (0, 0.3, 0.7, 1):
            exact = [(*place, rng.randint(1, 3)) for place in places if rng.random() < share]
            reply = native.search(
                request(position, goal).text,
                budget=Budget(work=200_000, mebibytes=64),
                precision=exact,
            )
            assert reply.status is not native.Status.IMPOSSIBLE, f"{position} {goal} {exact}"
        question += 1


# The solver against brute force


@needs_core
def test_uncovering_in_a_column_does_not_try_all_arrangements():
    problem = find_problem("woods-6")
    claim = problem.claim("space-no-five")
    answer = prover.solve(problem.position("space"), claim.goal, budget=Budget(work=60_000_000))
    assert answer.outcome is IMPOSSIBLE
    assert answer.searched.precision == ()
    assert answer.searched.steps < 10_000


@pytest.mark.long
@needs_core
def test_a_long_search_refutes_many_paths_in_a_round():
    """The search by classes ends soon; an earlier version refuted one path a round, and didn't
    end in 250 rounds."""
    problem = find_problem("woods-6")
    position, goal = problem.position("space"), problem.claim("space-hearts-need-diamonds").goal
    answer = prover.solve(position, goal, budget=Budget(seconds=None)).searched
    assert answer.rounds < 50
    assert answer.steps < 10_000_000
    again = prover.solve(position, goal, begin=replace(answer, rounds=0))
    assert again.outcome is IMPOSSIBLE
    assert (again.searched.digest, again.searched.precision) == (answer.digest, answer.precision)
    assert again.searched.rounds == 1


def compare(rng, count, size, budget, question=random_question):
    """Compare brute force and the solver on ``count`` questions; count the outcomes.

    Only questions that both decide, the solver by classes, are counted.
    """
    both = {SOLVED: 0, IMPOSSIBLE: 0}
    for _ in range(count):
        position, goal = question(rng, size)
        plain = brute.solve(position, goal, budget=budget)
        answer = prover.solve(position, goal, budget=Budget(work=10_000_000, mebibytes=64))
        if answer.outcome is SOLVED:
            confirm(position, goal, answer)
        if UNDECIDED in (plain.outcome, answer.outcome):
            continue
        assert answer.outcome is plain.outcome, f"{position} {goal}"
        assert len(answer.steps) >= len(plain.steps)
        # Comparing brute force with itself would test nothing.
        both[answer.outcome] += answer.searched.method == "classes"
    return both


@needs_core
@pytest.mark.parametrize("seed", range(5))
def test_the_solver_says_what_brute_force_says(seed):
    both = compare(random.Random(seed), 42, FEW, Budget(seconds=None, mebibytes=1))
    assert min(both.values()) >= 8


@needs_core
@pytest.mark.overnight
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
def test_a_row_in_the_hand_may_be_needed():
    """If a row can be dealt, a search by classes that finds no line proves nothing."""
    start = board("9s", "2c", hand="8s 10s")
    answer = prover.solve(start, parse("get a space without dealing"))
    assert (answer.outcome, answer.searched.method) == (IMPOSSIBLE, "classes")
    answer = prover.solve(start, parse("get a space"))
    assert answer.outcome is SOLVED
    confirm(start, parse("get a space"), answer)


# Digging down


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize("seed", range(3))
def test_digging_down_by_classes_is_digging_down_card_by_card(seed):
    """Classes turn up cards instead of digging down, and agree with brute force."""
    rng = random.Random(f"dig {seed}")
    outcomes = Counter()
    while min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) < 15:
        position, _ = tiny_question(rng, rng.choice(["few", "suit"]))
        number, column = rng.choice([*enumerate(position.columns, 1)])
        cards = [card for card in (*column.down, *column.up) if card]
        if not cards:
            continue
        goal = parse(f"dig down to {rng.choice(cards)} in column {number} without dealing")
        slow = plain.solve(position, goal, budget=Budget(seconds=None, mebibytes=2))
        answer = prover.solve(position, goal, budget=SMALL)
        if UNDECIDED in (slow.outcome, answer.outcome):
            continue
        assert answer.outcome is slow.outcome, f"{position} {goal}"
        if answer.outcome is SOLVED:
            confirm(position, goal, answer)
        outcomes[answer.outcome] += answer.searched.method == "classes"
