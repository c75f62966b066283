"""Mining: sources, criteria, the file of results, and killed runs."""

import json
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import islice, pairwise

import pytest
from click.testing import CliRunner

from spiderpos.author.composing import Spec, compose
from spiderpos.author.ideas import ideas_of
from spiderpos.author.lint import lint
from spiderpos.author.mining import asking, constructing, criteria, jobs, sources
from spiderpos.author.mining.find import Options
from spiderpos.author.mining.writing import written
from spiderpos.author.reduce import size
from spiderpos.catalogue import check_problem, find_problem, loads_problem
from spiderpos.catalogue.proving import ClaimStanding, prove_claim, unshown
from spiderpos.cli import main
from spiderpos.game import deals, engine
from spiderpos.game.cards import Suit, card
from spiderpos.game.census import faults
from spiderpos.game.position import Column
from spiderpos.goals import goal as goals
from spiderpos.solver.prover import Budget, native_core
from spiderpos.solver.results import ResultStore
from spiderpos.text.errors import NotationError

from .boards import board
from .cluster import cluster_worker
from .running import partial

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not native_core(), reason="mining needs the compiled core"),
]


@pytest.fixture
def asker():
    return asking.Asker(Budget(work=60_000_000, mebibytes=1))


# Sources


@pytest.mark.parametrize(("made", "most"), [("constructed", 8), ("unplayed", 6)])
def test_positions_that_are_made_are_whole_and_repeatable(made, most):
    make = getattr(constructing, made)
    for seed in map(str, range(20)):
        position = make(seed)
        assert not faults(position)
        assert position == make(seed)
        assert 4 <= 8 - len(position.removed) <= most


@pytest.mark.long
def test_the_solver_plays_to_the_end():
    played = list(sources.game(deals.deal(1), "solver"))
    assert played[0] == deals.deal(1)
    assert len(played) > 100
    assert played[-1].face_down == 0


def test_a_policy_plays_legal_moves_and_ends():
    played = list(sources.game(deals.deal(2), "greedy"))
    for before, after in pairwise(played):
        assert any(engine.do(before, m).after == after for m in engine.legal_moves(before))


# Questions


def test_moves_that_differ_in_the_order_of_columns_are_one():
    position = partial("5h/6s/6s/-/-")
    steps = list(asking.changing_moves(position))
    # The 5h can go onto a 6s; moving a 6s into a space only changes the order of the columns.
    assert [(step.move.source, step.cards[0]) for step in steps] == [
        (1, position.columns[0].up[0])
    ]


# Criteria


def test_a_first_move_may_remove_what_the_goal_asks_for():
    position = partial("K-As/9h/-")
    for goal, allowed in (
        ("get a space", False),
        ("remove hearts", False),
        ("remove spades", True),
        ("remove a suit", True),
        ("remove spades before hearts", True),
        ("remove hearts before spades", False),
    ):
        steps = asking.allowed_moves(position, goals.parse(f"{goal} without removing"))
        assert any(step.removals for step in steps) is allowed, goal


def check_find(find, asker):
    """Check, with new searches, that a mined problem fits the definition of its kind."""
    assert (
        find.line[-1].after
        == engine.play(find.line[0].before, [s.move for s in find.line])[-1].after
    )
    assert asker.can(find.swapped or find.position, find.goal)
    for attempt in find.tries:
        assert asker.cannot(
            engine.play(find.position, [s.move for s in attempt.steps])[-1].after, attempt.left
        )
    for fact in find.facts:
        assert asker.can(fact.position or find.position, fact.goal) is fact.solved
    if find.kind == "swap":
        assert asker.cannot(find.position, find.goal)
    if find.kind == "only-move":
        assert len(asking.allowed_moves(find.position, find.goal)) == len(find.tries) + 1


# Results


def outcome(*keys, interest=1):
    mined = tuple(
        jobs.Mined(key, key.partition(":")[0], interest, f"Title {key}", key, "text")
        for key in keys
    )
    return jobs.JobResult(10, 20, 1.0, mined)


def results_file(path, outcomes):
    """Return a results file with these results of jobs."""
    store = ResultStore(path, jobs.read, jobs.WANTED)
    for job, result in outcomes.items():
        store.add({"job": job} | asdict(result))
    return store


def test_each_conundrum_is_given_once(tmp_path):
    result = {"two": outcome("swap:1", "swap:2", interest=5), "one": outcome("swap:1", interest=3)}
    with results_file(tmp_path / "a.jsonl", result) as store:
        for keys in (["one", "two"], ["one", "three", "two"]):
            lines = [(m.key, m.interest) for m in jobs.problems(keys, store)]
            assert lines == [("swap:1", 5), ("swap:2", 5)]
        assert store.get("one") == result["one"]


@pytest.mark.parametrize("order", ["abcd", "dcba", "cbda"])
def test_the_limit_does_not_depend_on_the_order(order, tmp_path, monkeypatch):
    result = {"a": [], "b": ["swap:1"], "c": ["swap:1", "swap:2"], "d": ["swap:3"]}
    todo = {name: jobs.Job("random", name, Options()) for name in result}

    def each(_work, items, **_how):
        for job in sorted(items, key=lambda job: order.index(job.name)):
            yield items.index(job), outcome(*result[job.name])

    monkeypatch.setattr(jobs, "each", each)
    with results_file(tmp_path / "a.jsonl", {}) as store:
        *_, (_, count) = jobs.mine(todo, store, limit=2)
        assert count == 2
        assert [m.key for m in jobs.problems(todo, store, 2)] == ["swap:1", "swap:2"]
        # A second run has nothing to do.
        assert len(list(jobs.mine(todo, store, limit=2))) == 1


def test_a_problem_id_in_the_results_is_not_a_path(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"job": "one"} | asdict(outcome("../swap:1"))) + "\n")
    with pytest.raises(NotationError, match=r"a\.jsonl:1:1: this line is not a result"):
        results_file(path, {})


# Jobs


MINED = ("mined-two-moves-or-more", "mined-pair")
KINDS = ("poisoned", "space-back", "one-order")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mined-pair", "one-order"),
        ("mined-one-space", "only-move"),
        ("mined-hearts-at-last", "poisoned"),
        ("mined-two-moves-or-more", "space-back"),
        ("mined-exchange", "swap"),
    ],
)
def test_finds_hold_by_the_words_of_their_kind(name, kind, asker):
    start = find_problem(name).start
    results = list(criteria.finds(start, asker, Options((kind,), least_moves=4)))
    assert results
    for find in results:
        assert find.kind == kind
        check_find(find, asker)


def test_a_matrix_is_varied_to_order_and_each_problem_keeps_to_the_criteria():
    matrix = find_problem("composed-by-your-leave").start
    spec = Spec((goals.parse("get a space"),), moves=(4, 9), rating=(2.0, 8.0))
    attempts = list(islice(compose(matrix, spec), 120))
    results = [attempt for attempt in attempts if attempt.find]
    assert results
    assert all(attempt.reason for attempt in attempts if not attempt.find)
    for attempt in results:
        find = attempt.find
        check_find(find, asking.Asker(Budget(work=1_000_000)))
        assert 4 <= len(find.line) <= 9
        assert 2.0 <= attempt.rating.rating <= 8.0
        assert ideas_of(find.position, find.goal, find.line, Budget(work=1_000_000)).sound
        text = written(find, find.position, "a matrix", "composed-1", 2026)
        remarks = lint(text, name="composed-1.yaml", budget=Budget(work=2_000_000)).findings
        assert [remark for remark in remarks if remark.counts] == []
    # The composition is repeatable; of a large matrix only a part is varied.
    again = list(islice(compose(matrix, spec), 20))
    assert [attempt.position for attempt in again] == [a.position for a in attempts[:20]]
    large = islice(compose(find_problem("mined-pair").start.hide(), spec), 5)
    assert all(size(attempt.position) <= spec.most_cards for attempt in large)


def test_a_policy_that_cannot_play_ends_the_game():
    # Far more cards are unseen than hidden here, so it isn't a whole deal.
    position = board("(2h) 9s", "10h", "")
    assert list(sources.game(position, "weighing")) == [position]


@pytest.mark.parametrize(
    "name", ["mined-pair", pytest.param("mined-narrow-door", marks=pytest.mark.overnight)]
)
def test_the_command_in_a_problem_finds_it_again(name, tmp_path):
    shipped = find_problem(name)
    source = " ".join(shipped.data.source.text.split())
    command = shlex.split(source[source.index("spiderpos author") :].rstrip("'"))
    assert command[:3] == ["spiderpos", "author", "mine"]
    words = [*command[1:], "-o", str(tmp_path), "--jobs", "1"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0
    (path,) = tmp_path.glob("*.yaml")
    again = loads_problem(path.read_text(), name=str(path))
    assert (again.start, again.goal) == (shipped.start, shipped.goal)
    moves = [[step.move for step in result.solution.steps] for result in (again, shipped)]
    assert moves[0][0] == moves[1][0]


def _renamed(find, order, suits):
    """Return a mined problem with its columns in another order and its suits renamed."""
    columns = [find.position.columns[i] for i in order]
    columns = tuple(
        Column((), tuple(card(c.rank, Suit(suits[c.suit.code])) for c in column.up))
        for column in columns
    )
    return replace(find, position=replace(find.position, columns=columns))


def test_the_key_of_a_class():
    start = partial("9h8s5d/9sKd/2c/4h")
    goal = goals.parse("get a space")
    find = criteria.Find("only-move", start, goal, (), "", "")
    key = jobs.class_key(find)
    assert jobs.class_key(_renamed(find, (3, 1, 0, 2), (2, 3, 0, 1))) == key
    assert jobs.class_key(_renamed(find, (0, 1, 2, 3), (0, 0, 2, 3))) != key
    assert jobs.class_key(replace(find, kind="poisoned")) != key
    # Moving a card from one card of the next rank to another is reversible.
    here, there = partial("9h8s/9d/2c"), partial("9h/9d8s/2c")
    assert jobs.class_key(replace(find, position=here)) == jobs.class_key(
        replace(find, position=there)
    )


# Runs

MINE = [
    *(sys.executable, "-m", "spiderpos", "author", "mine", *MINED, "--player", "greedy"),
    *(word for kind in KINDS for word in ("--kind", kind)),
]


def mined(folder):
    return {path.name: path.read_text() for path in folder.glob("*.yaml")}


def run(*args):
    command = [*MINE, *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@contextmanager
def running(folder, *args):
    """Start ``author mine`` and wait for its first job; kill it at the end of the block."""
    results = folder / "mined.jsonl"
    with subprocess.Popen(
        [*MINE, "-o", str(folder), *map(str, args)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # If the tests were started with Ctrl-C ignored, the run would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        try:
            while process.poll() is None and not (
                results.exists() and b"\n" in results.read_bytes()
            ):
                time.sleep(0.02)
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def on_one_core(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one")
    done = run("-o", str(folder), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert mined(folder)
    return mined(folder)


@pytest.mark.long
def test_what_is_found_holds(on_one_core):
    for name, text in on_one_core.items():
        problem = loads_problem(text)
        assert f"{problem.id}.yaml" == name
        assert check_problem(problem).ok
        for claim in unshown(problem):
            assert (
                prove_claim(problem, claim, Budget(work=20_000_000)).standing is ClaimStanding.OK
            )


@pytest.mark.long
def test_two_processes_find_the_same(on_one_core, tmp_path):
    done = run("-o", str(tmp_path), "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert mined(tmp_path) == on_one_core
    assert f"{len(on_one_core)} problem" in done.stderr


@pytest.mark.long
def test_ctrl_c_writes_what_was_found(on_one_core, tmp_path):
    with running(tmp_path, "--jobs", 2) as process:
        process.send_signal(signal.SIGINT)
        _, output = process.communicate()
    if process.returncode == 0:
        pytest.skip("all was done before the signal came")
    assert process.returncode == 130
    assert "the same command continues from there" in output
    assert "Traceback" not in output
    assert mined(tmp_path)
    assert mined(tmp_path).items() <= on_one_core.items()


@pytest.mark.long
def test_a_problem_that_was_edited_is_kept(on_one_core, tmp_path):
    assert "kept" not in run("-o", str(tmp_path), "--jobs", "1").stderr
    name = min(on_one_core)
    (tmp_path / name).write_text("edited")
    again = run("-o", str(tmp_path), "--jobs", "1")
    assert again.returncode == 0
    assert f"\n1 file kept, with other text: {name}\n" in f"\n{again.stderr}"
    assert mined(tmp_path) == on_one_core | {name: "edited"}
    (tmp_path / name).unlink()
    run("-o", str(tmp_path))
    assert mined(tmp_path) == on_one_core


# Clusters


@pytest.mark.long
def test_a_lost_scheduler_is_reported(on_one_core, scheduler, tmp_path):
    address, process = scheduler
    folder = tmp_path / "found"
    with (
        cluster_worker(address, tmp_path / "worker"),
        running(folder, "--scheduler", address) as miner,
    ):
        process.kill()
        _, output = miner.communicate(timeout=300)
    assert miner.returncode == 2
    assert f"error: the Dask scheduler at {address} is gone" in output
    assert "Traceback" not in output
    assert mined(folder).items() <= on_one_core.items()
