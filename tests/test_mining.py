"""Mining: sources, criteria, the file of results, and runs that are killed."""

import json
import os
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.author.mining import asking, constructing, criteria, jobs, running, sources, writing
from spiderpos.author.mining.store import Store, StoreError
from spiderpos.catalogue import check_problem, find_problem, loads_problem
from spiderpos.catalogue.proving import Standing, prove_claim, unshown
from spiderpos.cli import main
from spiderpos.formats.base import ReadOptions
from spiderpos.game import deals, engine
from spiderpos.game.cards import Card
from spiderpos.game.census import faults
from spiderpos.game.moves import Remove
from spiderpos.game.position import Column
from spiderpos.goals import goal as goals
from spiderpos.solver.prover import Budget, native_core
from spiderpos.solver.winning.playout import POLICIES
from spiderpos.text.resources import shipped_folder

from .boards import board

pytestmark = pytest.mark.skipif(not native_core(), reason="mining needs the compiled core")


def partial(text):
    return formats.loads(text, "fen", options=ReadOptions(partial=True))


@pytest.fixture
def asker():
    return asking.Asker(Budget(60, 1))


# Sources


@pytest.mark.parametrize("seed", range(30))
def test_constructions_are_whole_and_repeatable(seed):
    position = constructing.constructed(str(seed))
    assert not faults(position)
    assert position == constructing.constructed(str(seed))


@pytest.mark.parametrize("seed", range(30))
def test_positions_played_backwards_are_whole_and_repeatable(seed):
    position = constructing.unplayed(str(seed))
    assert not faults(position)
    assert position == constructing.unplayed(str(seed))
    assert 4 <= 8 - len(position.removed) <= 6


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
    steps = list(asking.ways(position))
    # The 5h onto a 6s; a 6s onto nothing but a space changes the order of columns only.
    assert [(step.move.source, step.cards[0]) for step in steps] == [
        (1, position.columns[0].up[0])
    ]


def test_what_is_left_of_a_goal():
    goal = goals.parse("remove spades and hearts and get the space back without dealing")
    position = partial("K-As/9h/-")
    step = engine.do(position, Remove(1))
    assert str(asking.left_of(goal, [step])) == "remove hearts and get a space without dealing"
    assert asking.left_of(goals.parse("remove spades"), [step]) is None


@pytest.mark.parametrize(
    ("goal", "allowed"),
    [
        ("get a space", False),
        ("remove hearts", False),
        ("remove spades", True),
        ("remove a suit", True),
        ("remove spades before hearts", True),
        ("remove hearts before spades", False),
    ],
)
def test_a_first_move_may_remove_what_the_goal_asks_for(goal, allowed):
    step = engine.do(partial("K-As/9h/-"), Remove(1))
    assert asking.allowed(step, goals.parse(f"{goal} without removing")) is allowed


# Criteria


def _check(find, asker):
    """A find by the plain words of its kind, asked anew."""
    end = find.swapped or find.position
    assert asker.solved(end, find.goal)
    assert find.line
    for attempt in find.tries:
        now = find.position
        for step in attempt.steps:
            now = engine.do(now, step.move).after
        assert not asker.solved(now, attempt.left)
    if find.kind == "swap":
        assert not asker.solved(find.position, find.goal)
    if find.kind == "only-move":
        steps = asking.allowed_ways(find.position, find.goal)
        assert sum(asker.after(step, find.goal) for step in steps) == 1
        assert len(steps) == len(find.tries) + 1


# The store


def outcome(*keys, interest=1):
    mined = tuple(
        jobs.Mined(key, key.partition(":")[0], interest, f"Title {key}", key, "text")
        for key in keys
    )
    return jobs.Outcome(10, 20, mined)


def test_the_store_gives_each_conundrum_once(tmp_path):
    with Store(tmp_path / "a.sqlite") as store:
        store.add("two", outcome("swap:1", "swap:2", interest=5), 1.0)
        store.add("one", outcome("swap:1", interest=3), 1.0)
        store.add("one", outcome("swap:1", interest=3), 1.0)
        assert store.done(["one", "two", "three"]) == {"one", "two"}
        found = [(m.key, m.interest) for m in store.problems(["one", "two"])]
        assert found == [("swap:1", 5), ("swap:2", 5)]
        assert store.figures(["one", "two"])[0] == 20


def test_another_file_is_left_alone(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("not a database, and long enough to be looked at as one" * 40)
    with pytest.raises(StoreError, match="no results of mining"):
        Store(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE mine (a)")
    file.close()
    with pytest.raises(StoreError, match="something else"):
        Store(other)


def test_what_is_wrong_with_the_disk_is_said(tmp_path, monkeypatch):
    with pytest.raises(StoreError, match=r"a\.sqlite: can't be opened \(unable to open"):
        Store(tmp_path / "missing" / "a.sqlite")

    class Full(sqlite3.Connection):
        """Has no room for more than one page, as a disk may."""

        def execute(self, text, *more):
            super().execute("PRAGMA max_page_count = 1")
            return super().execute(text, *more)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **more: connect(*a, **more, factory=Full))
    with pytest.raises(StoreError, match=r"a\.sqlite: the disk is full$"):
        Store(tmp_path / "a.sqlite")


def test_the_limit_does_not_depend_on_the_order(tmp_path):
    names = ["a", "b", "c", "d"]
    found = {"a": [], "b": ["swap:1"], "c": ["swap:1", "swap:2"], "d": ["swap:3"]}

    def results(order):
        def stream(todo):
            for name in order:
                if name in todo:
                    yield name, outcome(*found[name]).dumps(), 0.0

        return stream

    for number, order in enumerate(("abcd", "dcba", "cbda")):
        with Store(tmp_path / f"{number}.sqlite") as store:
            counted = running.mine(names, store, results(order), limit=2)
            assert list(counted) == ["a", "b", "c"]
            assert [m.key for m in store.problems(counted)] == ["swap:1", "swap:2"]


# Jobs


MINED = ("mined-bait", "mined-hearts-in-peace", "mined-three-beginnings", "mined-eight-wrong")
KINDS = ("poisoned", "space-back", "one-order")


def job_of(name, kinds=KINDS):
    start = formats.dumps(find_problem(name).start, "json")
    return jobs.Job("position", name, jobs.Options(kinds, "greedy"), start)


def test_jobs_are_text():
    options = jobs.Options(limits=criteria.Limits(5, 2, 9))
    job = jobs.Job("random", "1:5", options)
    assert jobs.Job.loads(job.dumps()) == job
    assert json.loads(job.dumps())["name"] == "1:5"


def test_a_construction_can_be_worked_on():
    options = jobs.Options(("one-column",), "greedy")
    found = jobs.Outcome.loads(jobs.work(jobs.Job("random", "1:3", options).dumps()))
    assert found.positions > 1


@pytest.mark.parametrize("name", MINED)
def test_what_is_found_holds_and_is_found_again(name):
    job = job_of(name, (*KINDS, "only-move")).dumps()
    found = jobs.Outcome.loads(jobs.work(job))
    assert found.mined
    assert jobs.Outcome.loads(jobs.work(job)) == found
    for mined in found.mined:
        problem = loads_problem(mined.text)
        assert problem.id == mined.name
        assert check_problem(problem).ok
        for claim in unshown(problem):
            assert prove_claim(problem, claim, Budget(20)).standing is Standing.OK


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mined-bait", "one-order"),
        ("mined-black-and-red", "one-order"),
        ("mined-eight-wrong", "only-move"),
        ("mined-hearts-in-peace", "poisoned"),
        ("mined-on-loan", "space-back"),
        ("mined-one-column", "one-column"),
        ("mined-sure-card", "one-dig"),
        ("mined-two-jacks", "swap"),
    ],
)
def test_finds_hold_by_the_words_of_their_kind(name, kind, asker):
    start = find_problem(name).start
    found = list(criteria.finds(start, (kind,), asker, criteria.Limits(moves=4)))
    assert found
    for find in found:
        assert find.kind is criteria.Kind(kind)
        _check(find, asker)


def test_every_kind_is_looked_for_and_has_words_of_its_own(asker):
    start = find_problem("mined-bait").start
    (find, *_) = criteria.finds(start, ("one-order",), asker, criteria.Limits(moves=4))
    cards = tuple((card, 2) for card in start.columns[1].up[:2])
    assert list(criteria.KINDS) == list(criteria.Kind)
    each = [replace(find, kind=kind, cards=cards) for kind in criteria.Kind]
    for words in (writing.title, writing.stipulation):
        assert len({words(one) for one in each}) == len(each)


def test_every_kind_and_player_is_offered_and_explained():
    told = CliRunner().invoke(main, ["author", "mine", "--help"], terminal_width=200).output
    page = (Path(__file__).parents[1] / "docs" / "mining.md").read_text()
    for kind in criteria.Kind:
        assert str(kind) in told
        assert f"| `{kind}` |" in page
    assert {"solver", *POLICIES} == set(sources.PLAYERS)
    for player in sources.PLAYERS:
        assert player in told
        assert f"`{player}`" in page or f"`--player {player}`" in page


def test_a_policy_that_cannot_play_ends_the_game():
    # Far more cards are unseen than hidden here, so 'sampling' can't draw the hidden ones.
    position = board("(2h) 9s", "10h", "")
    assert list(sources.game(position, "sampling")) == [position]


@pytest.mark.parametrize(
    "name",
    [
        *("mined-bait", "mined-three-beginnings"),
        pytest.param("mined-sure-card", marks=pytest.mark.long),
    ],
)
def test_the_command_in_a_problem_finds_it_again(name, tmp_path):
    shipped = find_problem(name)
    source = " ".join(shipped.data.source.text.split())
    command = shlex.split(source[source.index("spiderpos author") :].rstrip("'"))
    assert command[:3] == ["spiderpos", "author", "mine"]
    words = [*command[1:], "-o", str(tmp_path), "--jobs", "1"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0
    (path,) = tmp_path.glob("*.yaml")
    again = loads_problem(path.read_text(), name=str(path))
    assert (again.start, again.goal) == (shipped.start, shipped.goal)
    assert again.solution.data.script == shipped.solution.data.script
    assert again.data.difficulty == shipped.data.difficulty


def _renamed(find, order, suits):
    """The find with its columns in another order and its suits renamed."""
    columns = [find.position.columns[i] for i in order]
    columns = tuple(
        Column((), tuple(Card(4 * (c >> 2) + suits[c & 3]) for c in column.up))
        for column in columns
    )
    return replace(find, position=replace(find.position, columns=columns))


def test_the_key_of_a_class():
    start = partial("9h8s5d/9sKd/2c/4h")
    goal = goals.parse("get a space")
    find = criteria.Find(criteria.Kind.ONLY_MOVE, start, goal, ())
    key = jobs.class_key(find)
    assert jobs.class_key(_renamed(find, (3, 1, 0, 2), (2, 3, 0, 1))) == key
    assert jobs.class_key(_renamed(find, (0, 1, 2, 3), (0, 0, 2, 3))) != key
    assert jobs.class_key(replace(find, kind=criteria.Kind.POISONED)) != key
    # A card that goes from one card of the next rank to another changes nothing for good.
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


def run(*args, **options):
    return subprocess.run([*MINE, *args], capture_output=True, text=True, check=False, **options)


@pytest.fixture(scope="module")
def on_one_core(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one")
    done = run("-o", str(folder), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert mined(folder)
    return mined(folder)


def test_two_processes_find_the_same(on_one_core, tmp_path):
    done = run("-o", str(tmp_path), "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert mined(tmp_path) == on_one_core
    assert f"{len(on_one_core)} problem" in done.stderr


def test_a_run_that_is_killed_goes_on(on_one_core, tmp_path):
    for _ in range(2):
        process = subprocess.Popen(
            [*MINE, "-o", str(tmp_path), "--jobs", "2"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        before = _done(tmp_path)
        while process.poll() is None and _done(tmp_path) == before:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with sqlite3.connect(tmp_path / "mined.sqlite") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()
    done = run("-o", str(tmp_path), "--jobs", "1")
    assert "done before: going on" in done.stderr
    assert mined(tmp_path) == on_one_core


def _done(folder):
    path = folder / "mined.sqlite"
    if not path.exists():
        return 0
    file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return file.execute("SELECT count(*) FROM job").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        file.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_writes_what_was_found(on_one_core, tmp_path, jobs):
    process = subprocess.Popen(
        [*MINE, "-o", str(tmp_path), "--jobs", jobs],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests may have Ctrl-C ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    while process.poll() is None and _done(tmp_path) < 1:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    if process.returncode == 0:
        pytest.skip("all was done before the signal came")
    assert process.returncode == 130
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    assert mined(tmp_path)
    assert mined(tmp_path).items() <= on_one_core.items()
    run("-o", str(tmp_path), "--jobs", "1")
    assert mined(tmp_path) == on_one_core


def results(monkeypatch, *names, **changes):
    """The next run of ``author mine`` finds problems of these names."""
    shipped = (shipped_folder("problems") / "mined/mined-bait.yaml").read_text()
    found = tuple(
        replace(one, text=shipped.replace("id: mined-bait", f"id: {one.name}"), **changes)
        for one in outcome(*(f"swap:{name}" for name in names)).mined
        for one in [replace(one, name=one.key.replace(":", "-"))]
    )

    def run(todo, store, _results, **_options):
        store.add(todo[0], jobs.Outcome(10, 20, found), 1.0)
        return todo

    monkeypatch.setattr(running, "mine", run)


def test_a_problem_that_was_edited_is_kept(tmp_path, monkeypatch):
    results(monkeypatch, "1", "2", "3", "4")
    command = ["author", "mine", "--random", "1", "-o", str(tmp_path)]
    first = CliRunner().invoke(main, command)
    before = mined(tmp_path)
    assert len(before) == 4
    assert "kept" not in first.stderr
    edited = {"swap-1.yaml": "edit", "swap-2.yaml": "edited"}
    for name, text in (edited | {"swap-3.yaml": ""}).items():
        tmp_path.joinpath(name).write_text(text)
    again = CliRunner().invoke(main, command)
    assert again.exit_code == 0
    assert mined(tmp_path) == before | edited
    assert "\n2 files kept, with other text: swap-1.yaml and swap-2.yaml\n" in f"\n{again.stderr}"
    assert again.stdout == first.stdout


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": "hello: 1"}, "stipulation: this key is missing"),
        ({"text": ""}, "swap-1.yaml"),
        ({"name": "other"}, "'other' isn't the problem there"),
        ({"kind": "kind"}, "'swap-1' isn't the problem there"),
        ({"name": "a\u202egnp"}, "this file is damaged"),
        ({"name": "a\u009b31mz"}, "this file is damaged"),
        ({"name": "a\nb"}, "this file is damaged"),
    ],
)
def test_results_that_are_no_problems_are_not_written(tmp_path, monkeypatch, changes, said):
    results(monkeypatch, "1", "2")
    command = ["author", "mine", "--random", "1", "-o", str(tmp_path)]
    assert CliRunner().invoke(main, command).exit_code == 0
    for path in tmp_path.glob("*.yaml"):
        path.unlink()
    with closing(sqlite3.connect(tmp_path / "mined.sqlite")) as file, file:
        for column, value in changes.items():
            change = f"UPDATE problem SET {column} = ? WHERE key = 'swap:1'"  # noqa: S608
            file.execute(change, (value,))
    monkeypatch.setattr(running, "mine", lambda todo, *_, **_more: todo)
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not mined(tmp_path)


def test_a_folder_is_named_without_what_can_not_be_shown(tmp_path, monkeypatch):
    results(monkeypatch, "1")
    folder = tmp_path / "e\x1b[31mx\u202e"
    command = ["author", "mine", "--random", "1", "-o", str(folder)]
    result = CliRunner().invoke(main, command, color=True)
    assert result.exit_code == 0
    assert "e\ufffd[31mx\ufffd/swap-1.yaml" in result.stdout
    assert not {"\x1b", "\u202e"} & set(result.output)


def test_usage(tmp_path):
    done = run("-o", str(tmp_path), "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "--jobs is for this machine" in done.stderr
    bare = subprocess.run(
        [sys.executable, "-m", "spiderpos", "author", "mine", "-o", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert bare.returncode == 2
    assert "say where positions come from" in bare.stderr


@pytest.mark.parametrize("numbers", ["0", "x", "5-3", "-3", "1-2-3", f"5-{10**30}", "9" * 5000])
def test_numbers_of_constructions_that_are_none(numbers, tmp_path):
    told = CliRunner().invoke(main, ["author", "mine", f"--random={numbers}", "-o", str(tmp_path)])
    assert told.exit_code == 2
    assert "expected a count or FIRST-LAST" in told.stderr


# A cluster


def _cluster_program(name):
    return [sys.executable, "-W", "ignore", "-m", f"distributed.cli.dask_{name}"]


@pytest.fixture
def scheduler(tmp_path):
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    where = tmp_path / "scheduler.json"
    process = subprocess.Popen(
        [
            *_cluster_program("scheduler"),
            *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", where),
        ],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        while not where.exists() and process.poll() is None:
            time.sleep(0.05)
        address = ""
        while not address:
            try:
                address = json.loads(where.read_text())["address"]
            except ValueError:
                time.sleep(0.05)
        yield address, process
    finally:
        process.kill()
        process.wait()


def _cluster_worker(address, folder):
    return subprocess.Popen(
        [
            *_cluster_program("worker"),
            *(address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard"),
            *("--no-nanny", "--local-directory", str(folder)),
        ],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )


def test_a_cluster_that_loses_a_worker_finds_the_same(on_one_core, scheduler, tmp_path):
    address, _ = scheduler
    workers = [_cluster_worker(address, tmp_path / "first")]
    folder = tmp_path / "found"
    miner = subprocess.Popen(
        [*MINE, "-o", str(folder), "--scheduler", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        # The first worker is killed in the middle of its second job; another one comes.
        while miner.poll() is None and _done(folder) < 1:
            time.sleep(0.02)
        workers[0].send_signal(signal.SIGKILL)
        workers.append(_cluster_worker(address, tmp_path / "second"))
        _, said = miner.communicate(timeout=120)
        assert miner.returncode == 0, said
        assert mined(folder) == on_one_core
    finally:
        miner.kill()
        for worker in workers:
            worker.kill()
            worker.wait()


def test_a_job_that_ends_every_worker_ends_the_run():
    class KilledWorkerError(Exception):
        pass

    class Ended:
        def result(self):
            raise KilledWorkerError

    class Client:
        status = "running"
        asked = 0

        def submit(self, *_, **__):
            self.asked += 1
            return Ended()

        def scheduler_info(self, **_):
            return {"workers": {"one": {"nthreads": 1}}}

    def wait(futures, **_):
        return SimpleNamespace(done=set(futures))

    distributed = SimpleNamespace(
        KilledWorker=KilledWorkerError, wait=wait, client=SimpleNamespace()
    )
    client = Client()
    cluster = running._Cluster(distributed, client, "here", 1.0, print)
    with pytest.raises(running.MiningError, match="worker after worker ended in job some job"):
        list(cluster.results(["some job"]))
    assert client.asked == 4


def test_a_scheduler_that_goes_is_said_in_words(on_one_core, scheduler, tmp_path):
    address, process = scheduler
    folder = tmp_path / "found"
    worker = _cluster_worker(address, tmp_path / "worker")
    miner = subprocess.Popen(
        [*MINE, "-o", str(folder), "--scheduler", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while miner.poll() is None and _done(folder) < 1:
            time.sleep(0.02)
        process.kill()
        _, said = miner.communicate(timeout=120)
    finally:
        miner.kill()
        worker.kill()
        worker.wait()
    assert miner.returncode == 2
    assert f"error: the Dask scheduler at {address} is gone" in said
    assert "Traceback" not in said
    assert mined(folder).items() <= on_one_core.items()


def test_no_scheduler_is_said_in_words():
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    for address in ("tcp://127.0.0.1:1", "tls://127.0.0.1:1", "none://127.0.0.1:1"):
        with pytest.raises(running.MiningError, match=f"no Dask scheduler answers at {address} "):
            list(running.on_dask(address, 0.5)(["job"]))


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n" * 9, b"\xff" * 99, b"\x09" + bytes(99)],
)
def test_what_is_no_scheduler(answer):
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    connections = []

    def serve():
        with suppress(OSError):
            while True:
                connections.append(server.accept()[0])
                connections[-1].sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(running.MiningError, match=f"no Dask scheduler answers at {address} "):
            list(running.on_dask(address, 0.5)(["job"]))
        server.shutdown(socket.SHUT_RDWR)
    for connection in connections:
        connection.close()
