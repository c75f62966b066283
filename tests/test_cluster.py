"""Many deals and many games on a cluster of two workers, one of which is killed."""

import json
import signal
import subprocess
import sys

import pytest

from .cluster import cluster_worker

pytestmark = pytest.mark.slow


def started(folder, *words):
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "spiderpos", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.long
def test_deals_are_solved_though_a_worker_is_killed(scheduler, tmp_path):
    """Deals are solved on a cluster although a worker is killed; each job is short."""
    address, _ = scheduler
    deals = "\n".join(f"{a}/{b} - -" for a in ("K-2s", "K-3s") for b in ("As", "-/As", "As/-"))
    (tmp_path / "deals.txt").write_text(f"{deals}\n")
    with cluster_worker(address, tmp_path / "a") as first, cluster_worker(address, tmp_path / "b"):
        run = started(
            tmp_path, "solve-deals", "deals.txt", "--partial", "--scheduler", address, "-o", "out"
        )
        line = run.stdout.readline()
        first.send_signal(signal.SIGKILL)
        rest, output = run.communicate(timeout=300)
    results = [json.loads(text) for text in (line + rest).splitlines()]
    assert run.returncode in (0, 1, 3), output
    assert len(results) == len({r["deal"] for r in results}) == deals.count("\n") + 1, output
    stored = [json.loads(text) for text in (tmp_path / "out").read_text().splitlines()]
    assert sorted(r["deal"] for r in stored) == sorted(r["deal"] for r in results)


@pytest.mark.parametrize("command", ["solve-deals 1", "play-out --deals 1"])
def test_one_place_to_work_at(command, tmp_path):
    run = started(tmp_path, *command.split(), "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1")
    _, output = run.communicate(timeout=300)
    assert run.returncode == 2
    assert "--jobs can't be combined with --scheduler" in output
