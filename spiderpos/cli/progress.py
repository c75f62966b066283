"""A progress bar in one line of the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

_T = TypeVar("_T")

#: Jobs finished within this time from the start, in seconds, are assumed to be results of an
#: earlier run, and are excluded from the estimate of the time left.
_RESUMED_SECONDS: Final = 0.2
#: Width of the bar in characters.
_BAR_WIDTH: Final = 20


class ProgressLine:
    """A progress bar on standard error, as a context manager that erases it at the end.

    Nothing is written if standard error isn't a terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._began = self._counted = time.monotonic()
        self._resumed = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._began

    def clear(self) -> None:
        """Erase the line before other output."""
        write_line("")

    def show(self, done: int, remark: str) -> None:
        """Update the line: number of finished jobs, ``remark``, and estimated time left."""
        now = time.monotonic()
        if now - self._began < _RESUMED_SECONDS:
            self._resumed, self._counted = done, now
        filled = _BAR_WIDTH * done // max(1, self.total)
        text = f"[{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {done}/{self.total}, {remark}"
        if self._resumed < done < self.total:
            seconds_left = (now - self._counted) / (done - self._resumed) * (self.total - done)
            text += f", {seconds_left:.0f} s to go"
        write_line(text)


def write_line(text: str) -> None:
    """Replace the current line of the terminal; do nothing if standard error isn't a terminal."""
    if sys.stderr.isatty():
        # If the terminal has been closed, the run continues.
        with suppress(OSError):
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()


def counted(items: Iterable[_T], total: int, label: str) -> Iterator[_T]:
    """Yield the items and show how many were processed."""
    with ProgressLine(total) as line:
        for done, item in enumerate(items, 1):
            yield item
            line.show(done, label)
