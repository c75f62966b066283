"""The compiled search for whole games (``native/winning.cpp``): what it is asked and answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ..cards import UNKNOWN
from ..census import DECKS
from ..engine import SUIT_LENGTH
from ..goals import Conditions, Goal, Win
from ..moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..position import Position
from ..prover import native
from ..prover.native import Reason, Report, Status
from ..prover.problem import Unsupported
from ..rules import COLUMNS, DealOverSpaces

__all__ = [
    "MOST_ROUNDS",
    "STYLES",
    "VERSION",
    "Aim",
    "Looked",
    "Reply",
    "Unsupported",
    "aim",
    "asks_for_a_win",
    "beam",
    "cards_left",
    "exhaust",
    "look",
    "shorten",
]

#: How many ways of judging positions the beam knows (``native/styles.hpp``).
STYLES: Final = 4

#: Of the figures of :func:`exhaust`: the same search of one version meets as many positions.
VERSION: Final = 1

#: Rounds of shortening, each with twice the effort of the one before it.
MOST_ROUNDS: Final = 8

_SUITS: Final = 8
_UNLIMITED: Final = 1 << 20
_DEAL_OVER: Final = tuple(DealOverSpaces)
#: The options of ``Rules`` that the core is told, and those that make no difference to it.
_RULES: Final = frozenset(
    {"cells", "deal_over_spaces", "short_last_deal", "kings_on_aces", "automatic_removal"}
    | {"suits", "start", "scored_suits"}
)


class _Task(IntEnum):
    BEAM = 0
    EXHAUST = 1
    SHORTEN = 2
    LOOK = 3


class _Kind(IntEnum):
    SHIFT = 0
    DEAL = 1
    REMOVE = 2
    TO_CELL = 3
    FROM_CELL = 4


@dataclass(frozen=True, slots=True)
class Aim:
    """What a win asks for.

    ``standing``: complete suits in the tableau at the end, at least; ``most_removed``: suits
    that may be removed in all; ``deals``: whether rows may be dealt; ``most_moves``: of the line.
    """

    standing: int = 0
    most_removed: int = _SUITS
    deals: bool = True
    most_moves: int = _UNLIMITED


@dataclass(frozen=True, slots=True)
class Reply:
    """The core's answer; ``moves`` is the line, if there is one."""

    status: Status
    reason: Reason
    positions: int
    bytes: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """A position as the core has it after some moves."""

    legal: tuple[Move, ...]
    won: bool
    columns: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    cells: tuple[int, ...]
    dealt: int
    removed: int


def asks_for_a_win(goal: Goal) -> bool:
    """Whether the core knows this goal: a win, perhaps in so many moves, without dealing or
    without removing.
    """
    conditions = goal.conditions
    known = Conditions(
        no_dealing=conditions.no_dealing,
        no_removing=conditions.no_removing,
        moves=conditions.moves,
    )
    return (
        len(goal.objectives) == 1
        and isinstance(goal.objectives[0], Win)
        and goal == Goal(goal.objectives, known)
    )


def aim(position: Position, goal: Goal) -> Aim:
    """What the core is to aim at.  Raises Unsupported if the goal isn't a win that it knows."""
    objective = goal.objectives[0] if asks_for_a_win(goal) else None
    if not isinstance(objective, Win):
        raise Unsupported(f"the goal '{goal}'")
    conditions = goal.conditions
    removed = len(position.removed)
    suits = cards_left(position) // SUIT_LENGTH
    wanted = objective.in_tableau
    most = removed + suits - (suits if wanted is None else wanted)
    if conditions.no_removing:
        most = removed
    return Aim(
        standing=0 if wanted is None else wanted,
        most_removed=max(0, min(_SUITS, most)),
        deals=not conditions.no_dealing,
        most_moves=_UNLIMITED if conditions.moves is None else conditions.moves,
    )


def cards_left(position: Position) -> int:
    """How many cards are in the tableau, the cells and the hand."""
    held = sum(cell is not None for cell in position.cells)
    return sum(map(len, position.columns)) + len(position.hand) + held


def beam(
    position: Position,
    wanted: Aim,
    *,
    width: int,
    style: int,
    seconds: float | None,
    size: int,
    report: Report | None = None,
) -> Reply:
    """Search with the ``width`` best positions after each move, judged in a ``style``.

    The status is SOLVED or UNDECIDED: a beam proves nothing.  Raises Unsupported.
    """
    words = [_Task.BEAM, *_words(position, wanted), width, style]
    return _ask(words, seconds, size, report)


def exhaust(
    position: Position,
    wanted: Aim,
    *,
    seconds: float | None,
    size: int,
    report: Report | None = None,
) -> Reply:
    """Search everything.  SOLVED: the line is one of the shortest; IMPOSSIBLE: there is none.

    Raises Unsupported.
    """
    return _ask([_Task.EXHAUST, *_words(position, wanted)], seconds, size, report)


def shorten(
    position: Position,
    wanted: Aim,
    moves: Sequence[Move],
    *,
    rounds: int = MOST_ROUNDS,
    seconds: float | None,
    size: int,
    report: Report | None = None,
) -> Reply:
    """Make a line that wins shorter, in so many rounds (1 to ``MOST_ROUNDS``) of more and more
    effort; the result of a round that isn't cut short is always the same.

    SOLVED: the rounds are done; UNDECIDED: they were cut short; ``moves`` is the line
    in both cases.  IMPOSSIBLE: the line isn't legal or doesn't win.  Raises Unsupported.
    """
    words = [_Task.SHORTEN, *_words(position, wanted), len(moves), *_from_moves(moves)]
    return _ask([*words, rounds], seconds, size, report)


def look(position: Position, moves: Sequence[Move] = ()) -> Looked | None:
    """Play moves in the core; None if one of them isn't legal there.  Raises Unsupported.

    This is how the core's rules are held against the engine's.
    """
    words = [_Task.LOOK, *_words(position, Aim()), len(moves), *_from_moves(moves)]
    answer = native.call("spiderpos_winning", words, seconds=None, size=1 << 30)
    if answer is None or answer[0] != Status.SOLVED:
        return None
    found = iter(answer[4:])
    legal = _to_moves(found)
    won = bool(next(found))
    columns = []
    for _ in position.columns:
        down, length = next(found), next(found)
        cards = tuple(next(found) for _ in range(length))
        columns.append((cards[:down], cards[down:]))
    cells = tuple(next(found) for _ in position.cells)
    return Looked(legal, won, tuple(columns), cells, next(found), next(found))


def _ask(words: Sequence[int], seconds: float | None, size: int, report: Report | None) -> Reply:
    answer = native.call("spiderpos_winning", words, seconds=seconds, size=size, report=report)
    if answer is None:
        return Reply(Status.UNDECIDED, Reason.MEMORY, 0, size, ())
    status, reason, positions, used = answer[:4]
    return Reply(
        Status(status), Reason(reason), positions, used, _to_moves(iter(answer[4:] or (0,)))
    )


def _words(position: Position, wanted: Aim) -> list[int]:
    """As ``read`` in ``native/winning.cpp`` takes them."""
    rules = position.rules
    columns = position.columns
    _check(position)
    words = [
        len(columns),
        len(position.cells),
        _DEAL_OVER.index(rules.deal_over_spaces),
        int(rules.short_last_deal),
        int(rules.kings_on_aces),
        int(rules.automatic_removal),
    ]
    for column in columns:
        words += [len(column.down), *column.down, len(column.up), *column.up]
    words += [held or 0 for held in position.cells]
    words += [len(position.hand), *position.hand]
    words += [len(position.removed), wanted.standing, wanted.most_removed]
    return [*words, int(wanted.deals), min(wanted.most_moves, _UNLIMITED)]


def _check(position: Position) -> None:
    columns = position.columns
    for name, value in position.rules.describe().items():
        if name not in _RULES:
            raise Unsupported(f"the rule {name}={value}")
    if not 1 <= len(columns) <= COLUMNS:
        raise Unsupported(f"{len(columns)} columns")
    if any(column.down and not column.up for column in columns):
        raise Unsupported("a column without a face-up card")
    cards = Counter(position.hand) + Counter(held for held in position.cells if held is not None)
    for column in columns:
        cards += Counter((*column.down, *column.up))
    if cards[UNKNOWN]:
        raise Unsupported("cards that are not known")
    if cards.total() > DECKS or len(position.removed) > _SUITS:
        raise Unsupported("more cards than two decks have")


def _from_moves(moves: Iterable[Move]) -> list[int]:
    words: list[int] = []
    for move in moves:
        match move:
            case Shift(source, target, count):
                words += [_Kind.SHIFT, source - 1, target - 1, count]
            case Deal():
                words += [_Kind.DEAL, 0, 0, 0]
            case Remove(column):
                words += [_Kind.REMOVE, column - 1, 0, 0]
            case ToCell(column, cell):
                words += [_Kind.TO_CELL, column - 1, cell - 1, 1]
            case FromCell(cell, column):
                words += [_Kind.FROM_CELL, cell - 1, column - 1, 1]
    return words


def _to_moves(words: Iterable[int]) -> tuple[Move, ...]:
    found = iter(words)
    moves: list[Move] = []
    for _ in range(next(found, 0)):
        kind, source, target, count = (next(found) for _ in range(4))
        match _Kind(kind):
            case _Kind.SHIFT:
                moves.append(Shift(source + 1, target + 1, count))
            case _Kind.DEAL:
                moves.append(Deal())
            case _Kind.REMOVE:
                moves.append(Remove(source + 1))
            case _Kind.TO_CELL:
                moves.append(ToCell(source + 1, target + 1))
            case _Kind.FROM_CELL:
                moves.append(FromCell(source + 1, target + 1))
    return tuple(moves)
