"""Fixtures that tests share, the selection of tests, and settings without time limits."""

import fcntl
import os
import signal
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

from spiderpos.solver.jobs import cores

from .browsing import address, book, browser, contexts, open_page, visit  # noqa: F401 - fixtures
from .cluster import cluster_scheduler
from .play_page import play  # noqa: F401 - fixtures
from .sampling import Examples, examples, sample
from .warm import read_problems_once

# Shells make commands started with "&" ignore Ctrl-C, which some tests need.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Without the bytecode cache each process that a test starts would compile all modules again.
# The same holds for pytest, which compiles the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

read_problems_once()


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out tests marked slow")


def pytest_configure(config):
    if config.getoption("--quick"):
        config.option.markexpr = "not long and not slow"
    if config.option.markexpr.startswith("long"):
        Examples.share = 1
    # No test may fail because the machine is slow.
    settings.register_profile("unhurried", deadline=None, max_examples=examples(60))
    settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark browser tests as slow, and the cases of sweeps outside the sample as long.

    In a run of the long tests, the tests of hypothesis count as long, too, and try all examples.
    """
    sweeps = defaultdict(list)
    for item in items:
        if Examples.share == 1 and getattr(item.obj, "is_hypothesis_test", False):
            item.add_marker("long")
        if item.get_closest_marker("sweep"):
            sweeps[item.nodeid.partition("[")[0]].append(item)
        if "browser" in item.fixturenames:
            item.add_marker("slow")
    for name, cases in sweeps.items():
        chosen = sample(name, [case.nodeid for case in cases])
        for case in cases:
            if case.nodeid not in chosen:
                case.add_marker("long")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Return one worker per available core, not more: each takes ten seconds to start."""
    return cores()


@pytest.fixture(scope="session")
def made_once(tmp_path_factory, worker_id):
    """Return a function that makes a folder once per run, for all workers.

    ``made_once(name, write)`` returns the path of the folder. The first worker that requests it
    calls ``write`` with a new, empty folder; the others wait until it has returned.
    """
    top = tmp_path_factory.getbasetemp()
    top = top if worker_id == "master" else top.parent

    def made(name, write):
        folder = top / name
        with (top / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                new = Path(tempfile.mkdtemp(dir=top))
                write(new)
                new.rename(folder)
        return folder

    return made


@pytest.fixture
def scheduler(tmp_path):
    """Start a Dask scheduler on this machine; return its address and process."""
    pytest.importorskip("distributed", reason="needs spiderpos[cluster]")
    with cluster_scheduler(tmp_path) as address_and_process:
        yield address_and_process
