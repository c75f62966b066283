"""Doing many jobs: in this process, on all cores, or on the workers of a Dask scheduler.

The order in which jobs come back differs; what is kept doesn't depend on it.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context
from typing import Any, Final

from ..errors import SpiderError
from .jobs import Outcome, work
from .store import Store

__all__ = ["MiningError", "mine", "on_cores", "on_dask"]

#: So many jobs a worker are handed out at once, so that none waits and few are lost.
_AHEAD: Final = 3
_POLL: Final = 0.5


class MiningError(SpiderError):
    """A worker broke down, or the scheduler can't be reached."""


def timed(job: str) -> tuple[str, float]:
    """What :func:`spiderpos.mining.jobs.work` gives, and the seconds that it took."""
    began = time.monotonic()
    return work(job), time.monotonic() - began


def mine(
    jobs: Sequence[str],
    store: Store,
    results: Callable[[Sequence[str]], Iterator[tuple[str, str, float]]],
    *,
    limit: int | None = None,
    told: Callable[[int, int], None] = lambda done, found: None,
) -> Sequence[str]:
    """Do the jobs that the store doesn't have; return those that count.

    ``results`` does jobs and gives job, outcome and seconds as they are done: see
    :func:`on_cores` and :func:`on_dask`.  With a ``limit`` the run ends when the first jobs up
    to some one have found so many problems, and those jobs count; which ones they are doesn't
    depend on the order in which they were done.  ``told``: how many jobs are done, and how many
    problems found.
    """
    done = store.done(jobs)
    todo = [job for job in jobs if job not in done]
    whole = 0
    found: set[str] = set()

    def enough() -> bool:
        nonlocal whole
        while whole < len(jobs) and jobs[whole] in done:
            found.update(mined.key for mined in store.problems([jobs[whole]]))
            whole += 1
            if limit is not None and len(found) >= limit:
                return True
        return False

    finished = enough()
    told(len(done), len(found))
    if todo and not finished:
        stream = results(todo)
        try:
            for job, outcome, seconds in stream:
                store.add(job, Outcome.loads(outcome), seconds)
                done.add(job)
                finished = enough()
                told(len(done), len(found))
                if finished:
                    break
        finally:
            if hasattr(stream, "close"):
                stream.close()
    return jobs[:whole]


def on_cores(count: int) -> Callable[[Sequence[str]], Iterator[tuple[str, str, float]]]:
    """Work in so many processes; in this one, if it is one."""

    def here(jobs: Sequence[str]) -> Iterator[tuple[str, str, float]]:
        for job in jobs:
            yield (job, *timed(job))

    def spread(jobs: Sequence[str]) -> Iterator[tuple[str, str, float]]:
        pool = ProcessPoolExecutor(
            count, get_context("spawn"), initializer=_worker, initargs=(os.getpid(),)
        )
        waiting: dict[Future[tuple[str, float]], str] = {}
        rest = iter(jobs)
        try:
            while True:
                for job in rest:
                    waiting[pool.submit(timed, job)] = job
                    if len(waiting) >= _AHEAD * count:
                        break
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield (waiting.pop(future), *future.result())
        except BrokenProcessPool:
            raise MiningError(
                "a process that mines broke down; what was found is kept, and the same command "
                "goes on from there"
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(getattr(pool, "_processes", None) or {}.values()):
                process.kill()

    return here if count == 1 else spread


def _worker(parent: int) -> None:
    """End with the process that this one works for, however that ends; leave Ctrl-C to it."""
    import signal  # noqa: PLC0415 - in the worker alone

    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def on_dask(
    address: str, patience: float = 30
) -> Callable[[Sequence[str]], Iterator[tuple[str, str, float]]]:
    """Work on the workers of the Dask scheduler at this address, such as ``tcp://host:8786``.

    Workers may come and go: the jobs of one that is lost are given to another.  They need
    spiderpos installed.  ``patience``: seconds to reach the scheduler.  Raises MiningError.
    """
    try:
        # An extra, and without types of its own.
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise MiningError(
            "--scheduler needs Dask: install it with 'pip install spiderpos[cluster]'"
        ) from None

    def spread(jobs: Sequence[str]) -> Iterator[tuple[str, str, float]]:
        try:
            client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError) as error:
            raise MiningError(f"there is no Dask scheduler at {address} ({error})") from None
        with closing(client):
            yield from _on_client(distributed, client, jobs)

    return spread


def _on_client(
    distributed: Any, client: Any, jobs: Sequence[str]
) -> Iterator[tuple[str, str, float]]:
    waiting: dict[Any, str] = {}

    def submit(job: str) -> Any:
        # A key of its own each time: a job that was lost is done anew.
        future = client.submit(timed, job, pure=False)
        waiting[future.key] = job
        return future

    def slots() -> int:
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        threads = sum(int(worker["nthreads"]) for worker in workers)
        return max(4, _AHEAD * threads)

    rest = iter(jobs)
    stream = distributed.as_completed(loop=client.loop)
    while True:
        room = slots()
        while len(waiting) < room:
            job = next(rest, None)
            if job is None:
                break
            stream.add(submit(job))
        if not waiting:
            return
        future = next(stream)
        job = waiting.pop(future.key)
        try:
            outcome, seconds = future.result()
        except distributed.KilledWorker:
            stream.add(submit(job))
            continue
        yield job, outcome, seconds
