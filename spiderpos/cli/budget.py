"""What the commands that search share: what a search may use up, and how far it is."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click

from ..solver import Budget, Outcome, Progress, Searched
from ..solver.prover import native_core
from ..solver.prover.answer import MIB
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .options import time_option
from .progress import write_line

__all__ = ["EXITS", "budget_options", "display", "note_slow", "size_words"]

_F = TypeVar("_F", bound=Callable[..., Any])

#: The exit codes of answers.
EXITS: Final = {
    Outcome.SOLVED: HOLDS,
    Outcome.IMPOSSIBLE: DOES_NOT_HOLD,
    Outcome.UNDECIDED: UNDECIDED,
    Outcome.POSSIBLE: UNDECIDED,
}


def _memory() -> int:
    """The default for --memory: 2048 MiB, or half of the machine's memory if that is less."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    except (AttributeError, OSError, ValueError):
        return 2048
    return max(64, min(2048, whole // 2))


def budget_options(command: _F) -> _F:
    """``--time`` and ``--memory``; passed on as ``budget``."""

    @functools.wraps(command)
    def with_budget(*args: Any, seconds: float, mebibytes: int, **others: Any) -> Any:
        return command(*args, budget=Budget(seconds, mebibytes), **others)

    memory = click.option(
        "--memory",
        "mebibytes",
        type=click.IntRange(1, 1 << 20),
        default=_memory,
        metavar="MIB",
        help="What the search's tables may take (default: 2048, or half of the machine's memory).",
    )
    wrapped: Any = time_option(60)(memory(with_budget))
    return wrapped  # type: ignore[no-any-return]


def note_slow() -> None:
    """Say that the compiled core isn't installed, if it isn't."""
    if not native_core():
        note("the compiled core is not installed: searching in Python, which is slow")


def size_words(searched: Searched) -> str:
    """How large a search was, in words."""
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
    """How far the search is, in one line of the terminal that is gone at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield lambda searched: write_line(size_words(searched))
    finally:
        write_line("")
