"""Work beside the server: in a thread, with a limit of time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import TypeVar

from ..solver.budget import Cancelled

_T = TypeVar("_T")


class _Beside(threading.Thread):
    def __init__(self, work: Callable[[], None], stop: Event) -> None:
        super().__init__(target=work, name="spiderpos beside", daemon=True)
        self.stop = stop


async def in_time(work: Callable[[Event], _T], seconds: float, stop: Event | None = None) -> _T:
    """Return what ``work`` does, in a thread beside the server.

    Raises TimeoutError if it is late, or if the server ends; the event that ``work`` gets is set
    then.  The thread doesn't keep the process from ending.
    """
    stop = stop or Event()
    loop = asyncio.get_running_loop()
    result: asyncio.Future[_T] = loop.create_future()

    def settle(value: _T | None, error: BaseException | None) -> None:
        if result.done():
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value: _T | None = None
        fault: BaseException | None = None
        try:
            value = work(stop)
        except Cancelled:
            fault = TimeoutError()
        except BaseException as error:  # it is raised where the result is waited for
            fault = error
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, value, fault)

    _Beside(run, stop).start()
    try:
        return await asyncio.wait_for(result, seconds)
    except asyncio.CancelledError:
        raise TimeoutError from None
    finally:
        stop.set()


def stop_all(wait: float = 0) -> None:
    """Stop all such work, and wait so many seconds for each: the core may not outlive Python."""
    for thread in threading.enumerate():
        if isinstance(thread, _Beside):
            thread.stop.set()
            thread.join(wait)
