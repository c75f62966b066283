"""Winning whole games: the core's rules, compared with the engine's; answers; shorter lines."""

import _thread
import ctypes
import json
import random
from dataclasses import replace

import pytest

from spiderpos import scripts
from spiderpos.catalogue import find_problem
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, from_code
from spiderpos.game.deals import deal, seeded
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, Rules
from spiderpos.game.survey import is_won, score
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import solve, winning
from spiderpos.solver.detours import trim
from spiderpos.solver.prover import Budget, Outcome, native
from spiderpos.solver.winning import core
from spiderpos.text.core import library

from . import tables, wasm_vectors
from .boards import read
from .running import needs_core, partial

pytestmark = pytest.mark.slow


WIN = parse("win")
ALL_EIGHT = parse("win with all suits in the tableau")


#: Three suits that are complete except for a few misplaced cards.
ENDGAME = "KsQsJsTs9s8s7s6s5s4s3s/KhQhJhTh9h8h7h6h5h4h3hAs/KdQdJdTd9d8d7d6d5d4d3d2s/2hAd/2dAh - -"


# The rules


def answer_of_the_core(request):
    """Return the answer of the compiled core for pages, in this process."""
    core = library()
    core.spiderpos_page.restype = ctypes.c_void_p
    core.spiderpos_page.argtypes = [ctypes.c_char_p, *[ctypes.c_double] * 3]
    core.spiderpos_free.argtypes = [ctypes.c_void_p]
    address = core.spiderpos_page(request.encode(), 0, 0, 0)
    text = ctypes.string_at(address)
    core.spiderpos_free(address)
    return json.loads(text)


def compare_to_the_engine(start, rng, most, goal=None):
    """Play a random game in core and engine, compare them after each move; return the end."""
    now, steps = start, list[engine.Step]()
    for _ in range(most):
        request, expected = wasm_vectors.state(start, goal, steps, len(steps))
        assert answer_of_the_core(request) == expected
        legal = tuple(engine.legal_moves(now))
        if not legal:
            break
        shifts = [move for move in legal if not isinstance(move, Deal)]
        removals = [move for move in legal if isinstance(move, Remove)]
        steps.append(
            engine.do(
                now, rng.choice(removals or (shifts if rng.random() < 0.9 else legal) or legal)
            )
        )
        now = steps[-1].after
    return now


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize("name", PRESETS)
def test_the_core_plays_by_the_engines_rules(name):
    """In random games the legal moves, their order, and the positions are equal after
    each move."""
    for seed in range(3):
        start = seeded(f"{name} {seed}", rules=PRESETS[name])
        compare_to_the_engine(start, random.Random(seed), 50)


@needs_core
@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize("wraps", [False, True])
def test_the_core_ends_games_as_the_engine_does(automatic, wraps):
    """Core and engine agree in endgames with complete suits, also on face-down cards."""
    rules = Rules(automatic_removal=automatic, kings_on_aces=wraps)
    suit = tuple(map(from_code, range(54, 5, -4)))
    rng = random.Random(7)
    ended = 0
    for _ in range(40):
        cut = rng.randrange(1, 13)
        columns = [
            Column((from_code(55), from_code(9)), suit[:cut]),
            Column((), (from_code(53), *suit[cut:])),
            Column((from_code(7),), suit),
            Column((), (from_code(51), from_code(47))),
        ]
        rng.shuffle(columns)
        start = Position(tuple(columns), rules=rules)
        ended += bool(compare_to_the_engine(start, rng, 12, WIN).removed)
    assert ended


@needs_core
def test_requests_that_the_core_refuses():
    for text in ("", "beam", "beam board 11", "beam board 1 0 0 0 0 0 0 1 99", "see", "beam 1e3"):
        answer = native.call(text, budget=Budget(work=1_000_000, mebibytes=1))
        assert answer is not None
        assert answer["status"] == native.Status.BROKEN


# Answers


@needs_core
@pytest.mark.parametrize("goal", [WIN, ALL_EIGHT])
def test_the_easy_deck(goal):
    start = find_problem("woods-7").start
    answer = winning.solve(start, goal, polish=0.1)
    assert answer.outcome is Outcome.SOLVED
    judgement = judge(goal, start, answer.steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.reached_at == len(answer.steps)
    assert sum(isinstance(step.move, Deal) for step in answer.steps) == 5
    if goal is ALL_EIGHT:
        assert score(answer.steps[-1].after).total == 1000


@pytest.mark.sweep
@needs_core
@pytest.mark.parametrize("name", PRESETS)
def test_deals_under_house_rules(name):
    start = deal(1002, rules=PRESETS[name])
    answer = winning.solve(start, WIN, polish=0)
    assert answer.outcome is Outcome.SOLVED
    assert judge(WIN, start, answer.steps).verdict is Verdict.HOLDS
    assert answer.searched.method == "beam"


@needs_core
@pytest.mark.parametrize(
    "goal", ["win without removing", "win with 4 suits in the tableau", "win in at most 190 moves"]
)
def test_conditions_that_the_search_knows(goal):
    start = find_problem("woods-7").start
    answer = winning.solve(start, parse(goal), polish=0)
    assert answer.outcome is Outcome.SOLVED


def test_goals_that_are_no_wins():
    for text in ("get a space", "win without turning up", "win whatever turns up"):
        assert not winning.asks_for_a_win(parse(text))
        with pytest.raises(winning.Unsupported):
            winning.solve(partial(ENDGAME), parse(text))


@pytest.mark.parametrize("pure", [False, True])
def test_impossible_after_a_complete_search(pure, monkeypatch):
    if pure:
        monkeypatch.setattr(native, "_library", lambda: None)
    stuck = partial("2sKsQsJsTs9s8s7s6s5s4s3s/As - -")
    answer = winning.solve(stuck, WIN)
    assert answer.outcome is Outcome.IMPOSSIBLE
    assert answer.reason.startswith(
        "every line was tried" if pure or not native.available() else "a win takes"
    )


@needs_core
@tables.of("wins")
def test_wins(position, goal):
    """Return "solved", or the outcome, the number of positions, and the reason."""
    answer = winning.solve(read(position), parse(goal))
    if answer.outcome is Outcome.SOLVED:
        assert judge(parse(goal), read(position), answer.steps).verdict is Verdict.HOLDS
        return "solved"
    return f"{answer.outcome}, {answer.searched.classes} positions: {answer.reason}"


@pytest.mark.parametrize("hide", [False, True])
def test_no_win_without_dealing_while_the_hand_has_cards(hide):
    start = find_problem("woods-7").start
    answer = winning.solve(start.hide() if hide else start, parse("win without dealing"))
    assert (answer.outcome, answer.searched.classes) == (Outcome.IMPOSSIBLE, 0)
    gone = winning.solve(replace(start, removed=(None,)), ALL_EIGHT)
    assert (gone.outcome, gone.searched.classes) == (Outcome.IMPOSSIBLE, 0)


@needs_core
def test_a_win_alone_is_at_least_as_decided_as_with_more_clauses():
    """The solver refutes "win" like a win with more clauses.  No move is possible here."""
    stuck = partial("x:2sKsQsJsTs9s8s7s6s5s4s3s - -")
    for text in ("win", "win and get a space", "win without dealing"):
        answer = solve(stuck, parse(text))
        assert answer.outcome is Outcome.IMPOSSIBLE
        assert answer.searched.method == "classes"


def test_cards_that_are_not_known():
    hidden = find_problem("woods-7").start.hide()
    answer = winning.solve(hidden, WIN, budget=Budget(work=500_000))
    assert answer.outcome is Outcome.UNDECIDED
    assert "94 cards of the position aren't known" in answer.reason
    assert UNKNOWN in hidden.hand


@needs_core
def test_constants_agree_with_the_core():
    """The core accepts the highest style and number of rounds of ``core.py``, no higher ones."""
    position = partial("Ks/Qs - -")
    rest = {"budget": Budget(work=1_000_000, mebibytes=16)}
    broken = native.Status.BROKEN
    for style in (core.STYLES - 1, core.STYLES):
        reply = core.beam(position, WIN, width=8, style=style, **rest)
        assert (reply.status is broken) == (style == core.STYLES)
    start = partial(ENDGAME)
    moves = [step.move for step in winning.solve(start).steps]
    for rounds in (core.MOST_ROUNDS, core.MOST_ROUNDS + 1):
        reply = core.shorten(start, WIN, moves, rounds=rounds, **rest)
        assert (reply.status is broken) == (rounds > core.MOST_ROUNDS)


@needs_core
def test_positions_kept_apart_win_where_the_best_alone_do_not():
    position = deal(33)
    won = []
    for apart in (False, True):
        budget = Budget(work=10_000_000)
        reply = core.beam(position, WIN, width=512, style=0, apart=apart, budget=budget)
        end = position
        for move in reply.moves:
            end = engine.do(end, move).after
        won.append(is_won(end))
    assert won == [False, True]


@needs_core
def test_time_and_memory_run_out():
    for budget, reason in (
        (Budget(0.01), "the time ran out (0.01 seconds)"),
        (Budget(work=20_000), "the work ran out (20000 steps)"),
    ):
        answer = winning.solve(deal(14934), WIN, budget=budget)
        assert answer.outcome is Outcome.UNDECIDED
        assert reason in answer.reason
    answer = winning.solve(deal(14934), WIN, budget=Budget(work=60_000_000, mebibytes=1))
    assert answer.outcome is Outcome.UNDECIDED
    assert "the memory ran out (1 MiB)" in answer.reason


@needs_core
def test_shortest():
    start = partial(ENDGAME)
    answer = winning.solve(start, WIN, shortest=True)
    assert "no line has fewer moves" in answer.reason


def test_without_the_core_endgames_are_decided(monkeypatch):
    monkeypatch.setattr(native, "_library", lambda: None)
    answer = winning.solve(partial(ENDGAME), shortest=True)
    assert (answer.outcome, answer.shortest) == (Outcome.SOLVED, True)
    answer = winning.solve(deal(14934), WIN, budget=Budget(work=20_000))
    assert answer.outcome is Outcome.UNDECIDED
    assert answer.reason.startswith("the work ran out")
    assert answer.reason.endswith("as the compiled core is not installed")


# Shorter lines


def interrupted(*_, **__):
    raise KeyboardInterrupt


@pytest.mark.long
@needs_core
def test_control_c_ends_shortening(monkeypatch):
    """Ctrl-C ends shortening with the line so far and the reason."""
    problem = find_problem("woods-7")
    line = problem.lines["all-eight"]
    steps = replay(problem.start, line.script).steps
    replies = []
    shorten = core.shorten

    def shorten_and_record(*args, **more):
        replies.append(shorten(*args, **more))
        return replies[0]

    monkeypatch.setattr(core, "shorten", shorten_and_record)
    reports = []

    def interrupt(searched):
        # At the first report the main thread may still be starting the search.
        if len(reports) == 1:
            _thread.interrupt_main()
        reports.append(searched)

    answer = winning.shorten(
        problem.start, steps, ALL_EIGHT, budget=Budget(None), progress=interrupt
    )
    (reply,) = replies
    assert (reply.status, reply.reason) == (native.Status.UNDECIDED, native.Reason.CANCELLED)
    assert 0 < len(reply.moves) == len(answer.steps) <= len(steps)
    assert judge(ALL_EIGHT, problem.start, answer.steps).verdict is Verdict.HOLDS
    assert not answer.finished
    with pytest.raises(KeyboardInterrupt):
        answer.uninterrupted()


@needs_core
def test_a_line_that_was_found_is_not_lost_to_control_c(monkeypatch):
    """Ctrl-C doesn't lose a line that was found, even right after the core has ended."""
    monkeypatch.setattr(winning, "_shortest", lambda *_: None)
    monkeypatch.setattr(core, "shorten", interrupted)
    answer = winning.solve(partial(ENDGAME))
    assert (answer.outcome, answer.interrupted) == (Outcome.SOLVED, True)
    assert answer.reason == "shortening the line was interrupted"
    assert judge(WIN, partial(ENDGAME), answer.steps).verdict is Verdict.HOLDS


@needs_core
def test_a_line_becomes_shorter():
    problem = find_problem("woods-7")
    line = problem.lines["all-eight"]
    steps = replay(problem.start, line.script).steps
    answer = winning.shorten(problem.start, steps, ALL_EIGHT, budget=Budget(work=2_000_000))
    assert answer.before == len(steps)
    assert answer.saved == len(steps) - len(answer.steps) > 0
    assert judge(ALL_EIGHT, problem.start, answer.steps).verdict is Verdict.HOLDS


@pytest.mark.parametrize("pure", [False, True])
def test_detours_are_cut_out(pure, monkeypatch):
    """Moves back and forth are removed from a line for any goal, as are moves after the goal."""
    if pure:
        monkeypatch.setattr(native, "_library", lambda: None)
    start = partial("KhQs/Jh/Qd/Kc/- - -")
    moves = [Shift(3, 4), Shift(4, 5), Shift(5, 4), Shift(2, 4), Shift(4, 1), Shift(4, 3)]
    answer = winning.shorten(start, engine.play(start, moves), parse("get 3 spaces"))
    assert len(answer.steps) == 2
    assert answer.saved == 4
    assert answer.finished


def test_lines_that_cannot_be_shortened():
    start = partial("KhQs/Jh - -")
    with pytest.raises(ValueError, match="doesn't reach"):
        winning.shorten(start, [], parse("get a space"))
    answer = winning.shorten(start, engine.play(start, [Shift(2, 1)]), parse("get a space"))
    assert (answer.saved, len(answer.steps)) == (0, 1)


def steps_of(start, text):
    return replay(start, scripts.loads(text, name="line")).steps


def test_a_shorter_line_keeps_the_cards_that_the_script_names():
    """A shortened line names the turned-up cards that it needs, as the original does."""
    start = partial("x:2c/8s/3c/Qs/Th/- - -")
    steps = steps_of(
        start,
        "10h from 5 to 6\n2c from 1 to 3, turning up Jh\n10h from 6 to 1\n"
        "10h from 1 to 5\nJh from 1 to 4",
    )
    goal = parse("get 2 spaces without dealing")
    answer = winning.shorten(start, steps, goal)
    assert (answer.before, len(answer.steps)) == (5, 2)
    assert [str(shown.card) for step in answer.steps for shown in step.turned] == ["Jh"]
    assert judge(goal, start, answer.steps).assumption.endswith("Jh in column 1")


@needs_core
def test_the_core_shortens_a_win_in_which_a_card_turns_up_that_the_script_names():
    start = partial("x:KsQsJsTs9s8s7s6s5s4s3s2s/-/- - -")
    steps = steps_of(start, "K-2s from 1 to 2, turning up As\nK-2s from 2 to 3\nAs from 1 to 3")
    answer = winning.shorten(start, steps, WIN)
    assert (answer.saved, answer.finished) == (1, True)
    assert [str(shown.card) for step in answer.steps for shown in step.turned] == ["As"]


def test_trimming_keeps_what_is_needed():
    start = partial("KhQs/Jh/2c/3d - -")
    steps = engine.play(start, [Shift(3, 4), Shift(2, 1)])
    goal = parse("get 2 spaces")
    assert trim(start, steps, goal).steps == steps


def test_a_row_that_is_not_needed_is_not_dealt():
    """Shortening removes an unnecessary deal, and the moves that clear away its cards."""
    start = partial("x:9s/Th/Kc 5h6h7h -")
    steps = engine.play(start, [Deal(), Shift(1, 2, 1), Shift(2, 3, 2), Shift(1, 2, 1)])
    goal = parse("turn up a card")
    assert [step.move for step in trim(start, steps, goal).steps] == [Shift(1, 2, 1)]
