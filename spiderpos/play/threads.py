"""Work beside the server: in a thread, with a limit of time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")


async def in_time(work: Callable[[], _T], seconds: float) -> _T:
    """Return what ``work`` does, in a thread beside the server; raise TimeoutError if it is late.

    The thread can't be stopped, and doesn't keep the process from ending.
    """
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
            value = work()
        except BaseException as error:  # it is raised where the result is waited for
            fault = error
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, value, fault)

    threading.Thread(target=run, name="spiderpos beside", daemon=True).start()
    return await asyncio.wait_for(result, seconds)
