"""How far a run of many jobs is, in one line of the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

_T = TypeVar("_T")

#: What is done in the first seconds was done by a run before this one.
_KNOWN: Final = 0.2
#: How wide the bar is.
_BAR: Final = 20


class ProgressLine:
    """A line on standard error that is gone at the end; to be used as a context manager.

    Nothing is written if standard error is no terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._began = self._counted = time.monotonic()
        self._known = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._began

    def clear(self) -> None:
        """Empty the line, so that something else can be written."""
        write_line("")

    def show(self, done: int, remark: str) -> None:
        """Write the line anew: how many are done, the ``remark`` on them, and the time left."""
        now = time.monotonic()
        if now - self._began < _KNOWN:
            self._known, self._counted = done, now
        filled = _BAR * done // max(1, self.total)
        text = f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{self.total}, {remark}"
        if self._known < done < self.total:
            left = (now - self._counted) / (done - self._known) * (self.total - done)
            text += f", {left:.0f} s to go"
        write_line(text)


def write_line(text: str) -> None:
    """Write the last line of the terminal anew; nothing if standard error is none."""
    if sys.stderr.isatty():
        # A terminal that is gone is no reason to end.
        with suppress(OSError):
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()


def counted(items: Iterable[_T], total: int, label: str) -> Iterator[_T]:
    """Go through items, and show how many were met."""
    with ProgressLine(total) as line:
        for done, item in enumerate(items, 1):
            yield item
            line.show(done, label)
