"""Run many jobs in this process, in several processes, or on the workers of a Dask cluster.

A job is a call of a top-level function with one item as its argument.  The function, the items
and the results must be picklable.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, MutableMapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from ..text.errors import SpiderError
from ..text.extras import missing
from .budget import Cancelled

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

_T = TypeVar("_T")
_R = TypeVar("_R")

#: The variable that keeps Python from searching the current folder for modules.
_SAFE_PATH: Final = "PYTHONSAFEPATH"
#: Timeout for connecting to a scheduler, and for disconnecting from it, in seconds.
_PATIENCE: Final = 30
_CLOSING: Final = 2
#: Seconds between two checks for a cancellation by another thread.
_LOOK: Final = 0.1
#: The number of jobs under way at once for each thread of a cluster, and the minimum for the
#: whole cluster.
_AHEAD: Final = 2
_LEAST_AHEAD: Final = 4


class JobsError(SpiderError):
    """Raised if no process can be started, or if the scheduler can't be reached."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The result of a job whose process was killed."""

    reason: str


#: Pairs of an item's number, from 0, and its result.
Results: TypeAlias = Generator[tuple[int, "_R | Failed"], None, None]


def cores() -> int:
    """Return the number of processes that can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def each(
    function: Callable[[_T], _R],
    items: Sequence[_T],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    stop: threading.Event | None = None,
) -> Results[_R]:
    """Call ``function`` with each item; yield the results as they arrive.

    No process is left when the generator ends or is closed.

    Args:
        function: The function to call.
        items: Its arguments.
        jobs: The number of processes, by default one for each core.  If it is 1, or if there is
            only one item, the function runs in this process, and the results are in order.
        cluster: The address of a Dask scheduler, whose workers run the function instead.
        stop: An event with which another thread can end the run.

    Raises:
        JobsError: No process can be started, or the scheduler can't be reached.
        KeyboardInterrupt: At Ctrl-C; its subclass Cancelled when ``stop`` is set.  In this process
            ``stop`` is checked only before each call.

    Exceptions of ``function`` are raised as well.
    """
    if cluster is not None:
        yield from _on_cluster(function, items, cluster, stop)
    elif not is_one_process(items, jobs, cluster):
        yield from _in_processes(function, items, min(jobs or cores(), len(items)), stop)
    else:
        for number, item in enumerate(items):
            _check(stop)
            yield number, function(item)


def is_one_process(items: Sequence[object], jobs: int | None, cluster: str | None) -> bool:
    """Return True if :func:`each` calls its function in this process."""
    return cluster is None and min(jobs or cores(), len(items)) <= 1


def _check(stop: threading.Event | None) -> None:
    if stop is not None and stop.is_set():
        raise Cancelled


def _in_processes(
    function: Callable[[_T], _R],
    items: Sequence[_T],
    count: int,
    stop: threading.Event | None,
) -> Results[_R]:
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - few need it

    left = dict(enumerate(items))
    while left:
        under_way: dict[Future[_R], int] = {}
        with suppress(BrokenProcessPool), _pool(count) as pool:
            begin = _begun(pool, function)
            for number, result in _results(begin, left, under_way, lambda: count, stop):
                del left[number]
                yield number, result
        # Each of these jobs may have killed the process: run each in a separate one.
        for number in under_way.values():
            with _pool(1) as pool:
                try:
                    alone: _R | Failed = _begun(pool, function)(left.pop(number)).result()
                except BrokenProcessPool:
                    alone = Failed("the process of this job was killed")
            yield number, alone


def _results(
    begin: Callable[[_T], Future[_R]],
    items: MutableMapping[int, _T],
    under_way: MutableMapping[Future[_R], int],
    most: Callable[[], int],
    stop: threading.Event | None,
    killed: tuple[type[Exception], ...] = (),
) -> Iterator[tuple[int, _R | Failed]]:
    """Yield the results of items, with at most ``most()`` jobs ``under_way`` at once.

    ``killed``: exceptions that mean that the process of one job was killed.
    """
    rest = iter(list(items.items()))
    while True:
        for number, item in islice(rest, max(0, most() - len(under_way))):
            under_way[begin(item)] = number
        if not under_way:
            return
        _check(stop)
        seconds = None if stop is None else _LOOK
        for future in wait(under_way, seconds, return_when=FIRST_COMPLETED).done:
            try:
                result: _R | Failed = future.result()
            except killed:
                result = Failed("every worker that ran this job was killed")
            yield under_way.pop(future), result


def _begun(pool: ProcessPoolExecutor, function: Callable[[_T], _R]) -> Callable[[_T], Future[_R]]:
    def begin(item: _T) -> Future[_R]:
        try:
            # Child processes must ignore Ctrl-C: their parent handles it.
            with _safe_path(), _unheard(signal.SIGINT):
                return pool.submit(function, item)
        except OSError as error:
            raise JobsError(f"no process can be started ({error})") from None

    return begin


@contextmanager
def _pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of processes that end with the block, or when this process ends or is killed."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with _safe_path(), _unheard(signal.SIGINT):
        pool = ProcessPoolExecutor(count, context, _end_with, (theirs,))
    try:
        yield pool
    except BaseException:
        # Closing the pipe ends the processes, whose jobs may take long.
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _end_with(alive: Connection) -> None:
    """End this process as soon as the other end of a pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            alive.recv()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep Python processes started in this block from importing from the current folder.

    Otherwise they would run a file such as ``signal.py`` in that folder.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _unheard(*signals: signal.Signals) -> Iterator[None]:
    """Block signals for this thread in the block; they are delivered at its end.

    A process started in the block has them blocked, too.  *Not* done on Windows.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# A cluster


def _on_cluster(
    function: Callable[[_T], _R],
    items: Sequence[_T],
    address: str,
    stop: threading.Event | None,
) -> Results[_R]:
    """Yield results; the jobs of a lost worker go to another one, or wait for one."""
    try:
        # An optional dependency without type hints.
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise JobsError(f"working on a cluster needs {missing('cluster')}") from None
    # Silence Dask's log about lost connections; a JobsError reports them.
    for name in ("distributed", "distributed.client", "distributed.core", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise JobsError(f"no Dask scheduler answers at {address} ({error})") from None

    executor = client.get_executor(pure=False)

    def begin(item: _T) -> Future[_R]:
        future: Future[_R] = executor.submit(function, item)
        return future

    def most() -> int:
        threads: int = sum(client.nthreads().values())
        return max(_LEAST_AHEAD, _AHEAD * threads)

    try:
        left = dict(enumerate(items))
        yield from _results(begin, left, {}, most, stop, (distributed.KilledWorker,))
    except (CancelledError, OSError):
        raise JobsError(f"the Dask scheduler at {address} is gone") from None
    finally:
        with suppress(Exception):
            client.close(timeout=_CLOSING)
