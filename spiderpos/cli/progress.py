"""How far a run of many jobs is, in one line of the terminal."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import suppress
from typing import Final

__all__ = ["ProgressBar"]

#: What is done in the first seconds was done by a run before this one.
_KNOWN: Final = 0.2


class ProgressBar:
    """A line on standard error that is gone at the end; to be used as a context manager.

    Nothing is written if standard error is no terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._began = self._counted = time.monotonic()
        self._known = 0

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._began

    def clear(self) -> None:
        """Empty the line, so that something else can be written."""
        self._write("")

    def show(self, done: int, said: str, *, at_most: bool = False) -> None:
        """Write the line anew: how many are done, what is ``said`` of them, and what is left.

        ``at_most``: the run may end before all are done.
        """
        now = time.monotonic()
        if now - self._began < _KNOWN:
            self._known, self._counted = done, now
        text = f" {done}/{self.total}, {said}"
        if self._known < done < self.total:
            left = (now - self._counted) / (done - self._known) * (self.total - done)
            text += f", {'at most ' if at_most else ''}{left:.0f} s to go"
        width = max(10, min(40, shutil.get_terminal_size().columns - len(text) - 3))
        full = width * done // max(1, self.total)
        self._write(f"[{'#' * full}{'-' * (width - full)}]{text}")

    def _write(self, line: str) -> None:
        if sys.stderr.isatty():
            # A terminal that is gone is no reason to end.
            with suppress(OSError):
                sys.stderr.write(f"\r\x1b[K{line}")
                sys.stderr.flush()
