"""The compiled core (``native/``): how it is loaded, asked, watched and stopped.

It is a shared library with a plain C interface, built when spiderpos is installed; see
``docs/prover.md`` and ``docs/winning.md`` for what it searches.  Nothing here judges its
answers: that is done in :mod:`spiderpos.solver.prover` and :mod:`spiderpos.solver.winning`.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeAlias

from ...text import core
from ..budget import MIB, Budget, Clock

#: What to say of an answer that can't be right.
UNCONFIRMED: Final = "internal error: the core's answer could not be confirmed; please report it"

#: The version of the interface, as ``native/prover.cpp`` has it.
_INTERFACE: Final = 6
#: The same of ``native/winning.cpp``.
_WINNING_INTERFACE: Final = 7
#: The version of the search, to be raised when it comes to other classes; records name it.
VERSION: Final = 2
_FOREVER: Final = 1e9

#: Told a few times a second (rounds, classes, steps, seconds, bytes).
Report: TypeAlias = Callable[[int, int, int, float, int], None]


class Status(IntEnum):
    """What the core says."""

    IMPOSSIBLE = 0
    SOLVED = 1
    UNDECIDED = 2
    BROKEN = 3


class Reason(IntEnum):
    """Why the core doesn't decide."""

    NONE = 0
    TIME = 1
    MEMORY = 2
    CANCELLED = 3
    #: A path of classes could neither be played nor refuted.
    PATH = 4
    #: A class has more successors than the core holds.
    OVERFLOW = 5


@dataclass(frozen=True, slots=True)
class Reply:
    """The core's answer.

    ``precision``: (column, row, card, level) of each card whose suit matters, columns and rows
    from 1; ``bases``: whether classes say what is stuck in the columns that the goal names;
    ``moves``: (from, to, count), to 0 if a suit is removed.
    """

    status: Status
    reason: Reason
    rounds: int
    classes: int
    steps: int
    bytes: int
    digest: int
    bases: bool = False
    precision: tuple[tuple[int, int, int, int], ...] = ()
    moves: tuple[tuple[int, int, int], ...] = ()


_REPORT = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_double,
    ctypes.c_int64,
)
_AFTER_ROUND = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_int64))
_MEMBER = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int64)


@cache
def _library() -> ctypes.CDLL | None:
    library = core.library()
    if library is None:
        return None
    try:
        library.spiderpos_interface.restype = ctypes.c_int32
        library.spiderpos_winning_interface.restype = ctypes.c_int32
        if library.spiderpos_interface() != _INTERFACE:
            return None
        if library.spiderpos_winning_interface() != _WINNING_INTERFACE:
            return None
        functions = library.spiderpos_solve, library.spiderpos_winning, library.spiderpos_classes
        for function in functions:
            function.restype = ctypes.POINTER(ctypes.c_int64)
            function.argtypes = [
                ctypes.POINTER(ctypes.c_int32),
                ctypes.c_int64,
                ctypes.c_double,
                ctypes.c_int64,
                ctypes.c_int64,
                _REPORT,
            ]
        library.spiderpos_solve.argtypes = [*library.spiderpos_solve.argtypes, _AFTER_ROUND]
        library.spiderpos_classes.argtypes = [*library.spiderpos_classes.argtypes, _MEMBER]
        library.spiderpos_free.restype = None
        library.spiderpos_free.argtypes = [ctypes.POINTER(ctypes.c_int64)]
    except AttributeError:
        return None
    return library


def available() -> bool:
    """Return True if the compiled core is there and ``SPIDERPOS_PURE=1`` isn't set."""
    return _library() is not None


def search(
    request: Sequence[int],
    *,
    budget: Budget,
    report: Report | None = None,
    bases: bool = False,
    precision: Sequence[tuple[int, int, int, int]] = (),
    after_round: Callable[[Reply], None] | None = None,
) -> Reply:
    """Ask the core whether a goal can be reached.

    ``request``: see ``read`` in ``native/prover.cpp``; ``bases`` and ``precision``: what to
    begin with, as in a :class:`Reply`; ``after_round`` is told after each round but the last, in
    the search's thread, what the next begins with; the rest as for :func:`call`.
    """
    begin = [int(bases), len(precision), *(number for card in precision for number in card)]
    words = call(
        "spiderpos_solve",
        (*request, *begin),
        budget=budget,
        report=report,
        after=None if after_round is None else lambda words: after_round(_reply(words)),
    )
    if words is None:
        return Reply(Status.UNDECIDED, Reason.MEMORY, 0, 0, 0, budget.mebibytes * MIB, 0)
    return _reply(words)


def classes(
    request: Sequence[int],
    *,
    budget: Budget,
    bases: bool = False,
    precision: Sequence[tuple[int, int, int, int]] = (),
) -> list[bytes] | None:
    """The classes of one search with these exact cards, as ``Game::pack`` writes them.

    None if it reaches the goal, or if there isn't the time or the memory for it.  The arguments
    are those of :func:`search`.
    """
    begin = [int(bases), len(precision), *(number for card in precision for number in card)]
    members: list[bytes] = []

    def member(data: Any, width: int) -> None:
        members.append(ctypes.string_at(data, width))

    words = call("spiderpos_classes", (*request, *begin), budget=budget, more=_MEMBER(member))
    return None if words is None else members


def call(
    entry: str,
    request: Sequence[int],
    *,
    budget: Budget,
    report: Report | None = None,
    after: Callable[[Sequence[int]], None] | None = None,
    more: Any = None,
) -> Sequence[int] | None:
    """Call a function of the core, and return its answer; None if there's no memory for one.

    ``entry`` is the function's name.  ``budget`` is what it may use up; the work that it does is
    counted.  ``after`` (only for ``spiderpos_solve``) is told an answer after each round;
    ``more`` is an argument that other functions take beside these.  Ctrl-C, and another thread
    by ``budget.stop``, end the search with ``Reason.CANCELLED``.  Raises RuntimeError if the core
    isn't there; KeyboardInterrupt if the search had ended by itself before it could be stopped;
    any exception that ``report`` or ``after`` raises, after the search has been stopped.
    """
    library = _library()
    if library is None:
        raise RuntimeError("the compiled core is not installed")
    function = getattr(library, entry)
    stop = threading.Event()
    raised: list[BaseException] = []
    interrupted = False
    answers: list[Sequence[int]] = []
    done: list[int] = []
    ended = threading.Event()

    def told(rounds: int, classes: int, steps: int, spent: float, used: int) -> int:
        try:
            if report is not None and not raised:
                report(rounds, classes, steps, spent, used)
        except BaseException as error:  # it can't pass through the core
            raised.append(error)
        return int(stop.is_set() or bool(raised))

    def round_ended(answer: Any) -> None:
        try:
            if after is not None and not raised:
                after(answer[2 : 1 + answer[0]])
        except BaseException as error:
            raised.append(error)

    def ask() -> None:
        try:
            words = (ctypes.c_int32 * len(request))(*request)
            seconds = _FOREVER if budget.seconds is None else budget.seconds
            work = -1 if budget.work is None else budget.work
            size = budget.mebibytes * MIB
            beside = [] if more is None else [more]
            if entry == "spiderpos_solve":
                beside = [_AFTER_ROUND(round_ended)]
            answer = function(words, len(words), seconds, work, size, _REPORT(told), *beside)
            if answer:
                done.append(answer[1])
                answers.append(answer[2 : 1 + answer[0]])
                library.spiderpos_free(answer)
        finally:
            ended.set()

    # The search has a thread of its own: only so can Ctrl-C be heard meanwhile.  It is waited
    # for by an event, since an interrupted join() takes a thread for ended that isn't.
    thread = threading.Thread(target=ask, name="spiderpos search")
    try:
        try:
            thread.start()
        except RuntimeError:  # there's no memory for a thread
            return None
        while not ended.is_set():
            try:
                ended.wait(0.05)
                budget.check_stop()
            except KeyboardInterrupt:
                interrupted = True
                stop.set()
    finally:
        stop.set()
    Clock.count(sum(done))
    if raised:
        raise raised[0]
    answer = answers[0] if answers else None
    # The core asks whether to stop ten times a second: a search may end by itself before, and
    # whoever called would go on as if nothing had been said.
    if interrupted and (answer is None or answer[1] != Reason.CANCELLED):
        raise KeyboardInterrupt
    return answer


def _reply(words: Sequence[int]) -> Reply:
    status, reason, rounds, classes, steps, used, digest, bases, cards = words[:9]
    moves_at = 9 + 4 * cards
    exact, moves = words[9:moves_at], words[moves_at + 1 :]
    return Reply(
        Status(status),
        Reason(reason),
        rounds,
        classes,
        steps,
        used,
        digest % 2**64,
        bool(bases),
        tuple(
            (exact[i], exact[i + 1], exact[i + 2], exact[i + 3]) for i in range(0, 4 * cards, 4)
        ),
        tuple((moves[i], moves[i + 1], moves[i + 2]) for i in range(0, len(moves), 3)),
    )
