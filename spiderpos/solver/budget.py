"""Limits of a search: time or work, memory, and an event that cancels it.

A search divides its budget among its parts.  The maximum for a part is counted in *work* (steps of
the search), which is the same on every machine, however busy.  A share of the rest is a share of
the remaining time, or of the remaining work if the budget is given in work.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ..text.wording import count_phrase, seconds_phrase

#: Bytes in a mebibyte.
MIB: Final = 1024 * 1024

#: Units of work per second (the same number as in ``native/game/control.hpp``).
WORK_PER_SECOND: Final = 1_000_000

#: Units of work for one step of a search in Python, which takes about that many microseconds.
IN_PYTHON: Final = 50
#: Units of work counted for playing one case of a plan, that is, one path through its branches.
_OF_A_CASE: Final = 20 * IN_PYTHON


class OutOfTime(Exception):  # noqa: N818 - no error
    """Raised when the time or work of a clock is used up."""


class Cancelled(KeyboardInterrupt):
    """Raised in a search that another thread cancelled; handlers of Ctrl-C catch it too."""


class Usual(float):
    """A default limit in seconds, which :class:`Budget` converts to the equivalent work."""


#: The default limit.
A_MINUTE: Final = Usual(60)


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search.

    ``seconds``: None for no limit.  ``work``: steps of the search, about a million per second;
    None for no limit.  The default is the work of a minute, so that the same question has the same
    answer on every machine.  If both are given, the first to run out ends the search.
    ``mebibytes``: the limit of the memory that one search uses for its tables.  ``stop``: an event
    that ends the search when any thread sets it.  ``whole``: the user's budget, of which this one
    is a part.
    """

    seconds: float | None = A_MINUTE
    mebibytes: int = 2048
    whole: Budget | None = field(default=None, compare=False, repr=False)
    work: int | None = None
    stop: threading.Event | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Replace default seconds by the equivalent work."""
        if isinstance(self.seconds, Usual):
            if self.work is None:
                object.__setattr__(self, "work", round(self.seconds * WORK_PER_SECOND))
            object.__setattr__(self, "seconds", None)

    def part(self, seconds: float | None) -> Budget:
        """Return a budget of ``seconds``, or the equivalent work, with the same memory.

        None means no time limit, or the whole work.
        """
        whole = self.whole or self
        if self.work is None:
            return replace(self, seconds=seconds, whole=whole)
        work = self.work if seconds is None else max(0, round(seconds * WORK_PER_SECOND))
        return replace(self, work=work, whole=whole)

    def limited(self, seconds: float) -> Budget:
        """Return this budget with the equivalent of these seconds as its work limit."""
        return replace(self, work=round(seconds * WORK_PER_SECOND), whole=self.whole or self)

    def share(self, share: float) -> Budget:
        """Return a budget with this share (0 to 1) of the time or work, and the same memory."""
        return self.part(None if self.amount is None else share * self.amount)

    @property
    def amount(self) -> float | None:
        """The work limit in seconds, or without one the time limit; None without either."""
        return self.seconds if self.work is None else self.work / WORK_PER_SECOND

    @property
    def time_ran_out(self) -> str:
        """Message for time or work that ran out, with the user's limit."""
        given = self.whole or self
        time_words = f"time ran out ({seconds_phrase(given.seconds or 0)})"
        if given.work is None:
            return f"the {time_words}"
        work_words = f"the work ran out ({count_phrase(given.work, 'step')})"
        return work_words if given.seconds is None else f"{work_words}, or the {time_words}"

    @property
    def memory_ran_out(self) -> str:
        """Message for memory that ran out."""
        return f"the memory ran out ({self.mebibytes} MiB)"

    def check_stop(self) -> None:
        """Raise Cancelled if another thread has cancelled the search."""
        if self.stop is not None and self.stop.is_set():
            raise Cancelled


class _Work(threading.local):
    """Total work of all searches in this thread."""

    done = 0


_WORK: Final = _Work()


class Clock:
    """Counts time or work against a budget, from its creation, in the thread that created it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.began = time.monotonic()
        self._work = _WORK.done

    @staticmethod
    def count(work: int) -> None:
        """Add finished work.  Each search calls it, in the thread of its clocks."""
        _WORK.done += work

    @property
    def seconds(self) -> float:
        """The seconds since the clock was created."""
        return time.monotonic() - self.began

    @property
    def spent(self) -> float:
        """The seconds since the clock was created, or the equivalent of the work since then."""
        if self.budget.work is None:
            return self.seconds
        return (_WORK.done - self._work) / WORK_PER_SECOND

    @property
    def over(self) -> bool:
        """True if the time or work is used up.  Raises Cancelled."""
        self.budget.check_stop()
        budget = self.budget
        if budget.work is not None and self.spent >= budget.work / WORK_PER_SECOND:
            return True
        return budget.seconds is not None and self.seconds >= budget.seconds

    def check(self, *_: object) -> None:
        """Raise OutOfTime if the time or work is used up, or Cancelled; usable as any callback."""
        if self.over:
            raise OutOfTime

    def check_case(self, *_: object) -> None:
        """Count one played case of a plan, then check; usable as any callback."""
        self.count(_OF_A_CASE)
        self.check()

    def left(self, share: float = 1, *, least: float = 0, most: float | None = None) -> Budget:
        """Return a budget with this share (0 to 1) of the remaining time or work.

        It has at least ``least`` and at most ``most`` seconds.

        ``most`` is converted to work, so that a part of a search ends at the same step on every
        machine, unless the time runs out first.  If the budget is in work, ``least`` is converted
        too; an additional limit in seconds is not divided.  The result never exceeds the rest.
        """
        budget = self.budget
        if budget.work is not None and budget.seconds is not None:
            budget = replace(
                budget,
                seconds=max(0.0, budget.seconds - self.seconds),
                whole=budget.whole or budget,
            )
        if budget.amount is None:
            return budget if most is None else budget.limited(most)
        rest = max(0.0, budget.amount - self.spent)
        part = min(rest, max(least, share * rest))
        if most is None or most >= part:
            return budget.part(part)
        return budget.part(part).limited(most)
