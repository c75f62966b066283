"""What a search may use up: seconds, or work done; memory; and who may stop it.

A search shares its budget out among its parts, so much for this and so much for that.  What
a part may take at most is *work*, which comes to the same on every machine, however busy that
is; shares of what is left are shares of the clock, or, where the budget is in work, of that.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ..text.wording import count_phrase, seconds_phrase

#: So many bytes are a mebibyte.
MIB: Final = 1024 * 1024

#: So much work stands for a second, as ``native/game/control.hpp`` has it.
WORK_PER_SECOND: Final = 1_000_000

#: So much work is a step of a search in Python, which takes about as long.
IN_PYTHON: Final = 50
_OF_A_CASE: Final = 20 * IN_PYTHON


class OutOfTime(Exception):  # noqa: N818 - no error
    """The end of what a clock ran out for."""


class Cancelled(KeyboardInterrupt):
    """The end of a search that another thread stopped; what Ctrl-C is caught by catches it."""


class Usual(float):
    """A number of seconds that nobody gave: the work that stands for them is the limit."""


#: The usual limit.
A_MINUTE: Final = Usual(60)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may use up.

    ``seconds``: None for as long as it takes.  ``work``: steps of the search, about a million a
    second; None for no limit.  If neither is given, it is the work of a minute, so that the same
    question has the same answer on every machine; of both, the first to run out ends the search.
    ``mebibytes``: of its largest table.
    ``stop``: an event that ends the search when any thread sets it.
    ``whole``: the budget that this one is a part of, which is the one that somebody gave.
    """

    seconds: float | None = A_MINUTE
    mebibytes: int = 2048
    whole: Budget | None = field(default=None, compare=False, repr=False)
    work: int | None = None
    stop: threading.Event | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put work in place of the usual seconds."""
        if isinstance(self.seconds, Usual):
            if self.work is None:
                object.__setattr__(self, "work", round(self.seconds * WORK_PER_SECOND))
            object.__setattr__(self, "seconds", None)

    def part(self, seconds: float | None) -> Budget:
        """Return so much of it, with all of its memory: seconds, or the work that stands for them.

        None: all of it.
        """
        whole = self.whole or self
        if self.work is None:
            return replace(self, seconds=seconds, whole=whole)
        work = self.work if seconds is None else max(0, round(seconds * WORK_PER_SECOND))
        return replace(self, work=work, whole=whole)

    def limited(self, seconds: float) -> Budget:
        """Return it with no more work than stands for so many seconds."""
        return replace(self, work=round(seconds * WORK_PER_SECOND), whole=self.whole or self)

    def share(self, share: float) -> Budget:
        """Return that share of the time or work, with all of its memory."""
        return self.part(None if self.amount is None else share * self.amount)

    @property
    def amount(self) -> float | None:
        """The seconds that it shares out, or that its work stands for; None without an end."""
        return self.seconds if self.work is None else self.work / WORK_PER_SECOND

    @property
    def time_ran_out(self) -> str:
        """The words for time or work that ran out, with what somebody gave."""
        given = self.whole or self
        time_words = f"time ran out ({seconds_phrase(given.seconds or 0)})"
        if given.work is None:
            return f"the {time_words}"
        work_words = f"the work ran out ({count_phrase(given.work, 'step')})"
        return work_words if given.seconds is None else f"{work_words}, or the {time_words}"

    @property
    def memory_ran_out(self) -> str:
        """The words for memory that ran out."""
        return f"the memory ran out ({self.mebibytes} MiB)"

    def check_stop(self) -> None:
        """Raise Cancelled if another thread wants the search to end."""
        if self.stop is not None and self.stop.is_set():
            raise Cancelled


class _Work(threading.local):
    """The work that all searches of this thread have done."""

    done = 0


_WORK: Final = _Work()


class Clock:
    """Counts the time or the work of a budget from when it is made, in the thread that made it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.began = time.monotonic()
        self._work = _WORK.done

    @staticmethod
    def count(work: int) -> None:
        """Add work that was done; each search does, in the thread of its clocks."""
        _WORK.done += work

    @property
    def seconds(self) -> float:
        """The seconds since then."""
        return time.monotonic() - self.began

    @property
    def spent(self) -> float:
        """The seconds since then, or those that the work since then stands for."""
        if self.budget.work is None:
            return self.seconds
        return (_WORK.done - self._work) / WORK_PER_SECOND

    @property
    def over(self) -> bool:
        """True if nothing is left.  Raises Cancelled."""
        self.budget.check_stop()
        budget = self.budget
        if budget.work is not None and self.spent >= budget.work / WORK_PER_SECOND:
            return True
        return budget.seconds is not None and self.seconds >= budget.seconds

    def check(self, *_: object) -> None:
        """Raise OutOfTime if nothing is left, or Cancelled; a callback with any arguments."""
        if self.over:
            raise OutOfTime

    def check_case(self, *_: object) -> None:
        """Count a case of a plan that was played, and check; a callback with any arguments."""
        self.count(_OF_A_CASE)
        self.check()

    def left(self, share: float = 1, *, least: float = 0, most: float | None = None) -> Budget:
        """Return that share of what is left, ``least`` seconds at least, ``most`` at most.

        ``most`` is the work that stands for those seconds: a question within a search ends at the
        same place on every machine, unless all the time is over.  So is ``least`` where the budget
        is in work; the seconds, if they have an end as well, are all that are left.
        Never more than what is left.
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
