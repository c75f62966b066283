"""Doing many jobs: in this process, on all cores, or on the workers of a Dask scheduler.

The order in which jobs come back differs; what is kept doesn't depend on it.
"""

from __future__ import annotations

import importlib
import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from typing import Any, Final

from ...solver import processes
from ...text.errors import SpiderError
from ...text.extras import missing
from .jobs import Outcome, work
from .store import Store

__all__ = ["MiningError", "mine", "on_cores", "on_dask"]

#: So many jobs a worker are handed out at once, so that none waits and few are lost.
_AHEAD: Final = 3
#: So often a job is handed out again whose workers ended, several each time.
_MOST_ENDED: Final = 3
_POLL: Final = 0.5
#: Seconds between looks at a scheduler that has nothing to tell, and to take leave of it.
_LOOK: Final = 2.0
_CLOSING: Final = 2.0


class MiningError(SpiderError):
    """Why a run can't go on: a worker broke down, or the scheduler can't be reached.

    What was done before is in the store.
    """


def timed(job: str) -> tuple[str, float]:
    """What :func:`spiderpos.author.mining.jobs.work` gives, and the seconds that it took."""
    began = time.monotonic()
    return work(job), time.monotonic() - began


def mine(
    jobs: Sequence[str],
    store: Store,
    results: Callable[[Sequence[str]], Iterator[tuple[str, str, float]]],
    *,
    limit: int | None = None,
    told: Callable[[int, int], None] = lambda _done, _found: None,
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
        with closing(processes.on_cores(timed, jobs, count)) as results:
            try:
                for number, found in results:
                    yield (jobs[number], *found)
            except BrokenProcessPool:
                raise MiningError("a process that mines broke down") from None

    return here if count == 1 else spread


def on_dask(
    address: str, patience: float = 30, say: Callable[[str], None] = lambda _remark: None
) -> Callable[[Sequence[str]], Iterator[tuple[str, str, float]]]:
    """Work on the workers of the Dask scheduler at this address, such as ``tcp://host:8786``.

    Workers may come and go: the jobs of one that is lost are given to another, and if there is
    none, the run waits for one, which ``say`` is told.  They need spiderpos installed.
    ``patience``: seconds to reach the scheduler, or to reach it again.  Raises MiningError.
    """
    try:
        # An extra, and without types of its own.
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise MiningError(f"--scheduler needs {missing('cluster')}") from None

    def spread(jobs: Sequence[str]) -> Iterator[tuple[str, str, float]]:
        # What Dask has to say of lost connections is said here in one sentence.
        for name in ("distributed", "distributed.client", "distributed.core", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        client = _connected(distributed, address, patience)
        try:
            yield from _Cluster(distributed, client, address, patience, say).results(jobs)
        finally:
            with suppress(Exception):
                client.close(timeout=_CLOSING)

    return spread


def _connected(distributed: Any, address: str, patience: float) -> Any:
    """A client of the scheduler.  Raises MiningError if none answers so soon, whatever does."""
    answered: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def connect() -> None:
        try:
            answered.put(distributed.Client(address, timeout=patience))
        # What something else says is read as lengths of what comes, as names, as anything.
        except Exception as error:
            answered.put(error)

    # Dask waits for ever if what accepts a connection says nothing.
    threading.Thread(target=connect, daemon=True).start()
    try:
        client = answered.get(timeout=patience + _CLOSING)
    except queue.Empty:
        client = TimeoutError(f"nothing within {patience:g} s")
    if not isinstance(client, Exception):
        return client
    plain = isinstance(client, (OSError, ValueError, TypeError, ImportError))
    reason = str(client) if plain else "what is there says something else"
    raise MiningError(f"no Dask scheduler answers at {address} ({reason})")


def _lost(distributed: Any) -> tuple[type[BaseException], ...]:
    """What futures raise when the connection to the scheduler is lost, by Dask's version."""
    names = ("FutureCancelledError", "FuturesCancelledError")
    found = (getattr(distributed.client, name, None) for name in names)
    return (CancelledError, *(error for error in found if error is not None))


class _Cluster:
    """Jobs on the workers of a scheduler."""

    def __init__(
        self,
        distributed: Any,
        client: Any,
        address: str,
        patience: float,
        say: Callable[[str], None],
    ) -> None:
        self.distributed = distributed
        self.client = client
        self.address = address
        self.patience = patience
        self.say = say
        self.waiting: dict[Any, str] = {}
        self.ended: Counter[str] = Counter()
        self.idle = False

    def results(self, jobs: Sequence[str]) -> Iterator[tuple[str, str, float]]:
        rest = iter(jobs)
        while True:
            room = max(4, _AHEAD * self._threads())
            while len(self.waiting) < room:
                job = next(rest, None)
                if job is None:
                    break
                self._submit(job)
            if not self.waiting:
                return
            for future in self._finished():
                job = self.waiting.pop(future)
                try:
                    outcome, seconds = future.result()
                except self.distributed.KilledWorker:
                    # Dask says so of a job under which several workers have ended.
                    self.ended[job] += 1
                    if self.ended[job] > _MOST_ENDED:
                        raise MiningError(f"worker after worker ended in job {job}") from None
                    self._submit(job)
                    continue
                except _lost(self.distributed):
                    raise self._gone() from None
                yield job, outcome, seconds

    def _submit(self, job: str) -> None:
        # A key of its own each time: a job that was lost is done anew.
        self.waiting[self.client.submit(timed, job, pure=False)] = job

    def _finished(self) -> Collection[Any]:
        """Those of the futures that are finished, within a short time."""
        try:
            looked: Any = self.distributed.wait(
                list(self.waiting), timeout=_LOOK, return_when="FIRST_COMPLETED"
            )
        except _lost(self.distributed):
            raise self._gone() from None
        except TimeoutError:
            return ()
        done: Collection[Any] = looked.done
        return done

    def _threads(self) -> int:
        """How many jobs the workers can do at once.  Raises MiningError without a scheduler."""
        began = time.monotonic()
        while self.client.status != "running":
            if self.client.status == "closed" or time.monotonic() - began > self.patience:
                raise self._gone()
            time.sleep(_POLL)
        workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        threads = sum(int(worker["nthreads"]) for worker in workers)
        if not threads and not self.idle:
            self.say(
                f"there is no worker at {self.address}: waiting for one (start one with 'dask "
                f"worker {self.address}'; Ctrl-C ends the run, and what was found is kept)"
            )
        elif threads and self.idle:
            self.say("a worker is there: going on")
        self.idle = not threads
        return threads

    def _gone(self) -> MiningError:
        return MiningError(f"the Dask scheduler at {self.address} is gone")
