"""Interface to the compiled core (``native/``): load, call, monitor and stop it.

The core is a shared library with a C interface, built when spiderpos is installed;
``docs/prover.md`` and ``docs/winning.md`` explain its searches.  This module doesn't verify
answers: :mod:`spiderpos.solver.prover` and :mod:`spiderpos.solver.winning` do.
"""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeAlias

from ...game.cards import codes_of
from ...game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ...game.position import Position
from ...game.rules import DealOverSpaces
from ...goals.terms import GoalNumbers
from ...text import core
from ..budget import MIB, Budget, Clock

#: The message for an answer that failed verification.
UNCONFIRMED: Final = "internal error: the core's answer could not be confirmed; please report it"

#: The version of the interface, the same as in ``native/door.cpp``.
_INTERFACE: Final = 12
#: Increase this version when the search visits other classes; answers as JSON contain it.
VERSION: Final = 2
_FOREVER: Final = 1e9

#: Called a few times a second with (rounds, classes, steps, seconds, bytes).
Report: TypeAlias = Callable[[int, int, int, float, int], None]


class Status(IntEnum):
    """Status of an answer of the core."""

    IMPOSSIBLE = 0
    SOLVED = 1
    UNDECIDED = 2
    BROKEN = 3


class Reason(IntEnum):
    """The core's reason for an undecided answer."""

    NONE = 0
    TIME = 1
    MEMORY = 2
    CANCELLED = 3
    #: A path of classes could be neither played nor refuted.
    PATH = 4
    #: A class has more successors than the core can store.
    OVERFLOW = 5


@dataclass(frozen=True, slots=True)
class Reply:
    """The core's answer.

    ``precision``: (column, row, card, level) of each card whose suit matters, as in
    :func:`.exact_cards.in_words`.  ``bases``: True if classes include the cards stuck in the
    columns that the goal names.  ``moves``: the line's shifts and removals.
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
    moves: tuple[Move, ...] = ()


_REPORT = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_double,
    ctypes.c_int64,
)
_ON_DATA = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_char), ctypes.c_int64)

_DEAL_OVER: Final = tuple(DealOverSpaces)
_KINDS: Final = (Shift, Deal, Remove, ToCell, FromCell)


def board_text(position: Position) -> str:
    """Serialize a position for ``read_layout`` in ``native/game/layout.hpp``.

    0 is an unknown card.  *Not* checked: that the core supports the rules and the cards (see
    :func:`spiderpos.solver.prover.question.board_text`).
    """
    rules = position.rules
    numbers = [
        len(position.columns),
        len(position.cells),
        _DEAL_OVER.index(rules.deal_over_spaces),
        int(rules.short_last_deal),
        int(rules.kings_on_aces),
        int(rules.automatic_removal),
    ]
    for column in position.columns:
        numbers += [len(column.down), *codes_of(column.down)]
        numbers += [len(column.up), *codes_of(column.up)]
    for card in position.cells:
        numbers += [0] if card is None else [1, card.code]
    numbers += [len(position.hand), *codes_of(position.hand), len(position.removed)]
    return section("board", numbers)


def goal_text(numbers: GoalNumbers) -> str:
    """Serialize the requirements of a goal for ``read_goal`` in ``native/game/goal.hpp``."""
    return section("goal", numbers.words)


def moves_text(moves: Sequence[Move]) -> str:
    """Serialize moves: their number, then the kind, source, target and count of each.

    Columns and cells are numbered from 1.
    """
    numbers = [len(moves)]
    for move in moves:
        match move:
            case Shift(source, target, count):
                numbers += [0, source, target, count]
            case Deal():
                numbers += [1, 1, 1, 0]
            case Remove(column):
                numbers += [2, column, 1, 0]
            case ToCell(column, cell):
                numbers += [3, column, cell, 1]
            case FromCell(cell, column):
                numbers += [4, cell, column, 1]
    return " ".join(map(str, numbers))


def to_moves(rows: Iterable[Sequence[int]]) -> tuple[Move, ...]:
    """Convert the moves of the core's answer, each a row of four numbers, to engine moves."""
    return tuple(to_move(*row) for row in rows)


def to_move(kind: int, source: int, target: int, count: int) -> Move:
    """Convert a move of the core's answer to a move of the engine."""
    match _KINDS[kind]:
        case move if move is Shift:
            return Shift(source, target, count)
        case move if move is Deal:
            return Deal()
        case move if move is Remove:
            return Remove(source)
        case move if move is ToCell:
            return ToCell(source, target)
        case _:
            return FromCell(source, target)


def section(name: str, numbers: Iterable[int]) -> str:
    """Return a line of a request to the core: a name and numbers."""
    return f"{name} {' '.join(str(int(number)) for number in numbers)}"


@cache
def _library() -> ctypes.CDLL | None:
    library = core.library()
    if library is None:
        return None
    try:
        library.spiderpos_interface.restype = ctypes.c_int32
        if library.spiderpos_interface() != _INTERFACE:
            return None
        library.spiderpos_search.restype = ctypes.c_void_p
        library.spiderpos_search.argtypes = [
            ctypes.c_char_p,
            ctypes.c_double,
            ctypes.c_int64,
            ctypes.c_int64,
            _REPORT,
            _ON_DATA,
        ]
        library.spiderpos_free.restype = None
        library.spiderpos_free.argtypes = [ctypes.c_void_p]
    except AttributeError:
        return None
    return library


def available() -> bool:
    """Return True if a core of this version is installed and ``SPIDERPOS_PURE=1`` isn't set."""
    return _library() is not None


def search(
    question: str,
    *,
    budget: Budget,
    report: Report | None = None,
    bases: bool = False,
    precision: Sequence[tuple[int, int, int, int]] = (),
    after_round: Callable[[Reply], None] | None = None,
) -> Reply:
    """Run the core's search by classes for a goal.

    ``question`` is the serialized position and goal.  ``bases`` and ``precision`` are the initial
    values of those in :class:`Reply`.  ``after_round`` is called after each round except the last,
    in the search's thread, with the values for the next round.  For the others see :func:`call`.
    """
    answer = call(
        f"prove\n{question}\n{_begin_text(bases, precision)}",
        budget=budget,
        report=report,
        on_data=None
        if after_round is None
        else lambda text: after_round(_reply(json.loads(text))),
    )
    if answer is None:
        return Reply(Status.UNDECIDED, Reason.MEMORY, 0, 0, 0, budget.mebibytes * MIB, 0)
    return _reply(answer)


def classes(
    question: str,
    *,
    budget: Budget,
    bases: bool = False,
    precision: Sequence[tuple[int, int, int, int]] = (),
) -> list[bytes] | None:
    """Return the classes of one search with these exact cards, in the format of ``Game::pack``.

    None if the search reaches the goal, or if time or memory runs out.  The arguments are those
    of :func:`search`.
    """
    members: list[bytes] = []
    request = f"classes\n{question}\n{_begin_text(bases, precision)}"
    answer = call(request, budget=budget, on_data=members.append)
    return members if answer and answer["status"] == Status.IMPOSSIBLE else None


def _begin_text(bases: bool, precision: Sequence[tuple[int, int, int, int]]) -> str:
    numbers = [int(bases), len(precision), *(number for card in precision for number in card)]
    return section("begin", numbers)


def call(
    request: str,
    *,
    budget: Budget,
    report: Report | None = None,
    on_data: Callable[[bytes], None] | None = None,
) -> dict[str, Any] | None:
    """Call the core and return its answer; None if the system has too little memory for the call.

    The work of the search is counted (:meth:`Clock.count`).  Ctrl-C, or another thread that sets
    ``budget.stop``, ends the search with ``Reason.CANCELLED``.

    Args:
        request: The request; its format and that of the answer are those of ``native/door.cpp``.
        budget: The limits of the search.
        report: Called a few times a second with the state of the search, in its thread.
        on_data: Called with the data that the core sends before the answer, in its thread.

    Raises:
        RuntimeError: The core isn't installed.
        KeyboardInterrupt: At Ctrl-C, if the search ended before it could be stopped.

    Exceptions of ``report`` and ``on_data`` are raised after the search has been stopped.
    """
    library = _library()
    if library is None:
        raise RuntimeError("the compiled core is not installed")
    stop = threading.Event()
    raised: list[BaseException] = []
    interrupted = False
    answers: list[dict[str, Any]] = []
    ended = threading.Event()

    def reported(rounds: int, classes: int, steps: int, spent: float, used: int) -> int:
        try:
            if report is not None and not raised:
                report(rounds, classes, steps, spent, used)
        except BaseException as error:  # it can't propagate through the core
            raised.append(error)
        return int(stop.is_set() or bool(raised))

    def received(data: Any, size: int) -> None:
        try:
            if on_data is not None and not raised:
                on_data(ctypes.string_at(data, size))
        except BaseException as error:
            raised.append(error)

    def ask() -> None:
        try:
            seconds = _FOREVER if budget.seconds is None else budget.seconds
            work = -1 if budget.work is None else budget.work
            size = budget.mebibytes * MIB
            answer = library.spiderpos_search(
                request.encode(),
                seconds,
                work,
                size,
                _REPORT(reported),
                _ON_DATA() if on_data is None else _ON_DATA(received),
            )
            if answer:
                answers.append(json.loads(ctypes.string_at(answer)))
                library.spiderpos_free(answer)
        finally:
            ended.set()

    # The search runs in its own thread, so that this thread can receive Ctrl-C.  It waits for an
    # event, because an interrupted join() may mark a running thread as ended.
    thread = threading.Thread(target=ask, name="spiderpos search")
    try:
        try:
            thread.start()
        except RuntimeError:  # no memory for a thread
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
    Clock.count(sum(answer["work"] for answer in answers))
    if raised:
        raise raised[0]
    answer = answers[0] if answers else None
    # The core checks for cancellation only ten times a second, so a search may end before it
    # notices.  Without this the caller would miss the interrupt.
    if interrupted and (answer is None or answer["reason"] != Reason.CANCELLED):
        raise KeyboardInterrupt
    return answer


def _reply(answer: dict[str, Any]) -> Reply:
    return Reply(
        Status(answer["status"]),
        Reason(answer["reason"]),
        answer["rounds"],
        answer["classes"],
        answer["steps"],
        answer["bytes"],
        int(answer.get("digest", "0"), 16),
        bool(answer.get("bases")),
        tuple((*card,) for card in answer.get("precision", ())),
        to_moves(answer.get("moves", ())),
    )
