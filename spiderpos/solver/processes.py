"""Working in several processes.

They find modules only where they are installed, leave Ctrl-C to the process that started them,
and end with it, however it ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Final, NoReturn, TypeVar

__all__ = [
    "cores",
    "end_with",
    "end_with_creator",
    "ended_in_order",
    "hear",
    "on_cores",
    "safe_path",
    "unheard",
]

_T = TypeVar("_T")
_R = TypeVar("_R")

_VARIABLE: Final = "PYTHONSAFEPATH"
_lock = threading.RLock()
#: Seconds between looks whether a parent is still there.
_POLL: Final = 0.5
#: So many items a process are handed out at once, so that none waits and few are lost.
_AHEAD: Final = 3


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def end_with(parent: int) -> None:
    """End this process soon after its parent is gone, whatever it is doing then.

    ``parent``: its number, as the parent knows it or :func:`os.getppid` gives it.  *Not* done
    on Windows, where a process keeps that number.
    """

    def gone() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL)

    _end_after(gone)


def end_with_creator() -> None:
    """End this process soon after the one that began it is gone, whatever it is doing then.

    For processes of :mod:`multiprocessing`, however they are begun: one that a server has forked
    keeps that server alive, and so doesn't see in :func:`os.getppid` that the other is gone.
    """
    from multiprocessing import parent_process  # noqa: PLC0415

    creator = parent_process()
    if creator is not None:
        _end_after(creator.join)


def _end_after(gone: Callable[[], None]) -> None:
    """End this process when ``gone`` returns, which a thread of its own waits for."""

    def watch() -> None:
        gone()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def on_cores(
    function: Callable[[_T], _R], items: Iterable[_T], count: int
) -> Generator[tuple[int, _R], None, None]:
    """Call ``function`` with each item in ``count`` processes; give results as they come.

    Each comes with the number of its item, from 0.  All of it is to be such that it can be
    pickled.  No process is left when the generator ends or is closed.  Raises what ``function``
    raises, BrokenProcessPool if a process ends before its time or can't be begun, or SystemExit
    at SIGTERM.
    """
    with ended_in_order():
        yield from _on_cores(function, items, count)


def _on_cores(
    function: Callable[[_T], _R], items: Iterable[_T], count: int
) -> Generator[tuple[int, _R], None, None]:
    # Every command begins by this module, and few begin processes.
    from concurrent.futures import (  # noqa: PLC0415
        FIRST_COMPLETED,
        Future,
        ProcessPoolExecutor,
        wait,
    )
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    with safe_path():
        pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin)
    waiting: dict[Future[_R], int] = {}
    rest = enumerate(items)
    try:
        while True:
            for number, item in rest:
                try:
                    # What is told half of its work complains.
                    with safe_path(), unheard(signal.SIGTERM):
                        waiting[pool.submit(function, item)] = number
                except BrokenProcessPool:
                    raise
                except (OSError, RuntimeError) as error:
                    raise BrokenProcessPool(f"no process can be begun ({error})") from None
                if len(waiting) >= _AHEAD * count:
                    break
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        # The pool forgets its processes when it is shut down, and would wait for their work.
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


@contextmanager
def ended_in_order() -> Generator[None, None, None]:
    """SIGTERM ends this process as an exception does, if nothing else was said for it.

    Otherwise Python warns on standard error of what a pool of processes leaves behind.  Only the
    main thread can say so, or set it back: if another leaves this, SIGTERM goes on to do that.
    """
    ours = _is_main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        # A generator that is in here may be closed by any thread.
        if ours and _is_main_thread():
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def unheard(*signals: signal.Signals) -> Generator[None, None, None]:
    """Put off signals until the end, for this thread; they come right then.

    A process that is begun meanwhile never hears them, unless it sees to it.  *Not* done on
    Windows.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # One that came just before may be raised here, when they are blocked already.
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear(*signals: signal.Signals) -> None:
    """Hear signals that were blocked when this process was begun.  *Not* done on Windows."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _end(number: int, _frame: object) -> NoReturn:
    # What a shell says of a program that this signal ended.
    raise SystemExit(128 + number)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hear(signal.SIGTERM)
    end_with_creator()


@contextmanager
def safe_path() -> Generator[None, None, None]:
    """Processes of Python that are begun meanwhile don't look for modules in the current folder.

    ``python -c`` and ``python -m``, which :mod:`multiprocessing` uses, look there first: a file
    ``signal.py`` that lies beside a problem would be run.  What they get of this process's own
    ``sys.path`` stays as it is.
    """
    with _lock:
        before = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_VARIABLE]
            else:
                os.environ[_VARIABLE] = before
