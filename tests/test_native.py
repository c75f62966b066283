"""The compiled core: requests, answers, and interruption."""

import _thread
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace

import pytest

from spiderpos.advice import counting
from spiderpos.advice.suggest import suggest
from spiderpos.catalogue import find_problem
from spiderpos.game import engine, rules
from spiderpos.game.cards import Card
from spiderpos.game.moves import Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import Rules, RulesError
from spiderpos.goals.goal import Condition, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import prover
from spiderpos.solver.prover import Budget, Outcome, Searched, brute, native, question
from spiderpos.solver.prover.exact_cards import in_words
from spiderpos.solver.prover.question import Unsupported, request
from spiderpos.solver.winning import core
from tests import tables
from tests.boards import board
from tests.running import needs_core, partial

#: A goal that a search of two million classes doesn't decide.
LONG = parse("remove hearts without dealing, removing at most 1 other suit")


def start(name):
    return find_problem(name).start


def ask(name, goal):
    answer = prover.solve(start(name), parse(goal), budget=Budget(work=10_000_000))
    assert answer.searched.method == "classes"
    return answer


@needs_core
@tables.of("woods-goals")
def test_goals_of_woods_problems(name, goal):
    answer, before = ask(name, goal), start(name)
    if answer.outcome is Outcome.IMPOSSIBLE:
        result = answer.searched
        assert min(result.classes, result.steps, result.bytes) > 0
        return f"{answer.outcome}, {result.classes} classes, digest {result.digest}"
    judgement = judge(parse(goal), before, answer.steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.reached_at == len(answer.steps) > 0
    again = engine.play(before, [step.move for step in answer.steps])
    assert [step.after for step in again] == [step.after for step in answer.steps]
    return str(answer.outcome)


@needs_core
@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (Budget(work=50_000), "the work ran out (50000 steps)"),
        (Budget(None, mebibytes=1), "the memory ran out (1 MiB)"),
    ],
)
def test_budgets_are_respected(budget, expected):
    answer = prover.solve(start("woods-6"), LONG, budget=budget)
    assert answer.outcome is Outcome.UNDECIDED
    assert expected in answer.reason
    assert answer.searched.classes > 0
    assert 0 < answer.searched.bytes <= budget.mebibytes * 1024 * 1024


def exact(position, *ranks, level=3):
    """Return the cards of these ranks as exact cards for ``native.search``."""
    return tuple(
        (number, row, card.code, level)
        for number, column in enumerate(position.columns, 1)
        for row, card in enumerate((*column.down, *column.up), 1)
        if card.rank in ranks
    )


@needs_core
@pytest.mark.parametrize(
    ("position", "ranks", "goal", "size"),
    [
        # If an uncovered 8 has room for another 7, the 7s needn't be placed on the 8s in all ways.
        ("8c:7s7h/8s8c:7d/5s5s7d:8d/6h7s8h", (5, 6, 7, 8), "get 2 spaces", (6, 7)),
        # An 8 also has room for another 7 if its own 7 can move once a natural 5 lies on its 6.
        ("4h/7h/7c5s:7s/7d:6-5c6c/6h:5h7s", (4, 6, 7), "get 2 spaces", (47, 75)),
        # A stuck 10 leaves no room for another 10 on the same Jack.
        ("TsJs:Td/Tc:TdJhJs/8d:9h", (8, 9, 10, 11), "get 2 spaces", (15, 21)),
    ],
)
def test_numbers_of_classes_and_steps_are_minimal(position, ranks, goal, size):
    position = partial(f"{position} - -")
    text = request(position, parse(f"{goal} without dealing")).text
    reply = native.search(text, budget=Budget(), precision=exact(position, *ranks))
    assert (reply.status, reply.classes, reply.steps) == (native.Status.IMPOSSIBLE, *size)


@needs_core
def test_a_column_whose_king_was_removed_is_open_to_choice():
    """A column may become a space by a removal of the suit of its exact King."""
    position = board("K-2s", "2h As", "5h 9c")
    begin = Searched("classes", precision=in_words(position, exact(position, 13)), bases=True)
    goal = parse("get a space in column 1 without dealing")
    assert prover.solve(position, goal, begin=begin).outcome is Outcome.SOLVED


@needs_core
def test_a_class_with_more_successors_than_the_core_holds_proves_nothing():
    """A class with too many successors (here 2^10 * 3^3 choices of removed cards) is undecided."""
    position = board("K-As", "K-As", "K-Js", "2h", "2h")
    spades = exact(position, *range(1, 14), level=1)[:-2]
    begin = Searched("classes", precision=in_words(position, spades))
    answer = prover.solve(position, parse("get 6 spaces without dealing"), begin=begin)
    assert (answer.outcome, answer.reason) == (
        Outcome.UNDECIDED,
        "a class has too many successors",
    )


@needs_core
def test_control_c():
    lines = []

    def interrupt(searched):
        if not lines:
            _thread.interrupt_main()
        lines.append(searched)

    answer = prover.solve(start("woods-6"), LONG, budget=Budget(None), progress=interrupt)
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.reason == "the search was interrupted"
    assert lines[0].method == "classes"


def test_without_the_core(monkeypatch):
    monkeypatch.setattr(native, "_library", lambda: None)
    assert not prover.native_core()
    with pytest.raises(RuntimeError):
        native.search("", budget=Budget(1))
    answer = prover.solve(partial("KhQs/Jh - -"), parse("get a space"))
    assert answer.outcome is Outcome.SOLVED
    assert answer.searched.method == "positions"
    answer = prover.solve(start("woods-5"), parse("get a space"), budget=Budget(work=200_000))
    assert answer.outcome is Outcome.UNDECIDED
    assert "the compiled core is not installed" in answer.reason


@pytest.mark.parametrize(
    ("position", "goal"),
    [
        (partial("KhQs/Jh - -"), 'reach "Kh/Qs/Jh - -"'),
        (partial("2c 2d -"), "win"),
        (partial("2c - c"), "win with all suits in the tableau"),
        (partial("2c3c/2c3c - -"), "turn up a card in column 3"),
        (partial("2c3c/2c3c - -"), "uncover 2c in column 3"),
        (partial("2c3c/2c3c - -"), "get a space in column 3"),
        (Position((Column((Card("2c"),), ()),)), "get a space"),
        (Position((Column((), (Card("2c"),)),) * 11), "get a space"),
        (Position((Column((), (Card("2c"),)),) * 9), "get a space"),
        (partial("2c - - rules=kings_on_aces=yes"), "uncover 2c"),
    ],
)
def test_questions_that_the_core_does_not_support(position, goal):
    with pytest.raises(Unsupported):
        request(position, parse(goal))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreRules(Rules):
    """Rules with an additional rule, which the searches don't know."""

    two_apart: bool = False


def test_a_new_rule_is_refused(monkeypatch):
    """Searches refuse a position with a rule that they don't know, unless it has its default."""
    monkeypatch.setattr(rules, "WOODS", MoreRules())
    board = partial("Ks/Th/8s - -")
    for two_apart, refused in ((False, False), (True, True)):
        position = replace(board, rules=MoreRules(two_apart=two_apart))
        with pytest.raises(Unsupported, match="two_apart") if refused else nullcontext():
            request(position, parse("get a space"))
        with pytest.raises(Unsupported, match="two_apart") if refused else nullcontext():
            core._board_text(position)
        with pytest.raises(RulesError, match="two_apart") if refused else nullcontext():
            suggest(position)
        goal = parse("turn up a card without dealing")
        assert counting._can_be_counted(position, goal) == (not refused)


def test_a_new_condition_is_refused(monkeypatch):
    """The core refuses a new kind of condition; brute force in Python calls ``broken_by``."""
    monkeypatch.setattr(Condition, "kinds", dict(Condition.kinds))

    @dataclass(frozen=True, order=True)
    class NoTens(Condition):
        act = "moving a 10"

        def broken_by(self, step, progress, to_remove):
            return step.cards[0].rank == 10

        def report(self, progress, to_remove, move):
            return ""

    board, goal = partial("9s/Th/Jh - -"), parse("get 2 spaces")
    assert brute.solve(board, goal).outcome is Outcome.SOLVED
    with pytest.raises(Unsupported, match="moving a 10"):
        request(board, goal.under(NoTens()))
    for solve in (brute.solve, prover.solve):
        assert solve(board, goal.under(NoTens())).outcome is Outcome.IMPOSSIBLE


def test_every_option_is_known_or_refused():
    """Each option of ``Rules`` is supported or refused by the searches; new ones fail here."""
    options = {f.name for f in fields(Rules)}
    assert options == question._RULES | {"cells", "kings_on_aces", "automatic_removal"}
    assert options == question._RULES_OF_POSITIONS


@needs_core
def test_shortest_says_whether_that_is_proved():
    position = partial("KhQs/Jh/Kd - -")
    answer = prover.solve(position, parse("get a space"), shortest=True)
    assert [step.move for step in answer.steps] == [Shift(2, 1, 1)]
    assert "proved to be the shortest" in answer.reason
    goal = parse("remove spades without dealing, making a space")
    answer = prover.solve(
        start("woods-6-swapped"), goal, shortest=True, budget=Budget(work=60_000_000, mebibytes=1)
    )
    assert answer.outcome is Outcome.SOLVED
    assert "not proved" in answer.reason


@needs_core
@pytest.mark.parametrize(
    ("tried", "expected"), [(1, "at least 2 moves are needed"), (2, "proved to be")]
)
def test_all_lines_that_were_tried_are_a_bound(tried, expected, monkeypatch):
    """If brute force has tried all lines of up to n moves, the shortest has at least n + 1."""
    position, goal = partial("Kh/Qh/Jh/Th - -"), parse("get 3 spaces without dealing")
    assert len(brute.solve(position, goal).steps) == 3
    searched = Searched("positions", 9, 9, 0.0, 9, depth=tried)
    stopped = prover.Answer(Outcome.UNDECIDED, (), searched, "the time ran out")
    monkeypatch.setattr(brute, "solve", lambda *_, **__: stopped)
    answer = prover.solve(position, goal, shortest=True)
    assert len(answer.steps) == 3
    assert expected in answer.reason
    assert answer.shortest is (tried == 2)


@needs_core
def test_brute_force_gets_a_moment_before_the_search_by_classes(monkeypatch):
    """After a short search by classes brute force is tried; it is faster on some small boards."""
    position, goal = partial("9s/Ts/2c - -"), parse("get 2 spaces without dealing")
    works = []

    def search(words, *, budget, **rest):
        works.append(budget.work)
        return native.Reply(native.Status.UNDECIDED, native.Reason.TIME, 1, 9, 9, 0, 0)

    monkeypatch.setattr(native, "search", search)
    answer = prover.solve(position, goal, budget=Budget(work=60_000_000))
    assert (answer.outcome, answer.searched.method) == (Outcome.IMPOSSIBLE, "positions")
    assert works == [30_000]
