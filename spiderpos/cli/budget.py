"""Options for the limits of a search, and the display of its progress."""

from __future__ import annotations

import functools
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click

from ..solver import Budget, Outcome, Progress, Searched
from ..solver.budget import MIB, Usual
from ..solver.prover import native_core
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, given_options, note
from .progress import write_line

_F = TypeVar("_F", bound=Callable[..., Any])

#: Exit codes by the outcome of a search.
EXITS: Final = {
    Outcome.SOLVED: HOLDS,
    Outcome.IMPOSSIBLE: DOES_NOT_HOLD,
    Outcome.UNDECIDED: UNDECIDED,
    Outcome.POSSIBLE: UNDECIDED,
}


def _memory() -> int:
    """Return the default for --memory: 2048 MiB, or half of the machine's memory if less.

    It is at least 64 MiB.
    """
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    except (AttributeError, OSError, ValueError):
        return 2048
    return max(64, min(2048, whole // 2))


def budget_options(
    seconds: float = 60, purpose: str = "", *, none: bool = False, memory: bool = False
) -> Callable[[_F], _F]:
    """Add the options ``--time`` and ``--work``, passed on together as ``budget``.

    Args:
        seconds: The default for ``--time``.
        purpose: Text for the help, such as ", for each file".
        none: True if ``--time`` may be 0.
        memory: True to add ``--memory`` as well.
    """

    def with_options(command: _F) -> _F:
        @functools.wraps(command)
        def with_budget(
            *args: Any,
            seconds: float,
            work: int | None,
            mebibytes: int = Budget().mebibytes,
            **others: Any,
        ) -> Any:
            given = given_options({"seconds"})
            limit = seconds if given else Usual(seconds)
            return command(*args, budget=Budget(limit, mebibytes, work=work), **others)

        wrapped: Any = with_budget
        for option in reversed(_limits(seconds, purpose, none=none)[: 3 if memory else 2]):
            wrapped = option(wrapped)
        return wrapped  # type: ignore[no-any-return]

    return with_options


def _limits(seconds: float, purpose: str, *, none: bool) -> list[Callable[[Any], Any]]:
    return [
        click.option(
            "--time",
            "seconds",
            type=click.FloatRange(min=0, min_open=not none),
            callback=_finite,
            default=seconds,
            metavar="SECONDS",
            help=f"Time limit of the search{purpose} (default: the work of {seconds:g} seconds).",
        ),
        click.option(
            "--work",
            type=click.IntRange(1, 10**15),
            metavar="STEPS",
            help="Limit of the search in steps, about a million per second. The result is then the"
            " same on every machine.",
        ),
        click.option(
            "--memory",
            "mebibytes",
            type=click.IntRange(1, 1 << 20),
            default=_memory,
            metavar="MIB",
            help="Memory limit of the search tables (default: 2048, or half of the machine's"
            " memory if that is less).",
        ),
    ]


def _finite(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    if not math.isfinite(value):
        raise click.BadParameter(f"{value!r} is not a number of seconds.")
    return value


def note_slow() -> None:
    """Print a note if the compiled core isn't installed."""
    if not native_core():
        note("the compiled core is not installed: searching in Python, which is slow")


def size_words(searched: Searched) -> str:
    """Return the size of a search as text, such as the number of positions visited."""
    if searched.method == "beam":
        rounds = f"a beam of {count_phrase(searched.rounds, 'position')}, "
    else:
        rounds = f"{count_phrase(searched.rounds, 'round')}, " if searched.rounds else ""
    return (
        f"{rounds}{searched.met}, "
        f"{count_phrase(searched.steps, 'step')}, {searched.seconds:.2f} s, "
        f"{searched.bytes / MIB:.1f} MiB"
    )


@contextmanager
def display() -> Iterator[Progress | None]:
    """Show the progress of a search in a line of the terminal, and erase it at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield lambda searched: write_line(size_words(searched))
    finally:
        write_line("")
