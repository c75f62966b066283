"""A Dask scheduler and workers on this machine, for tests."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress


@contextmanager
def cluster_program(name, *args):
    program = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.dask_{name}", *args]
    process = subprocess.Popen(
        [*program, "--host", "127.0.0.1", "--no-dashboard"],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def cluster_scheduler(tmp_path):
    """Start a scheduler; yield its address and process."""
    where = tmp_path / "scheduler.json"
    with cluster_program("scheduler", "--port", "0", "--scheduler-file", where) as process:
        address = ""
        while not address and process.poll() is None:
            time.sleep(0.05)
            with suppress(OSError, ValueError):
                address = json.loads(where.read_text())["address"]
        yield address, process


def cluster_worker(address, folder):
    return cluster_program(
        "worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", folder
    )
