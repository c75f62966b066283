"""The compiled search for whole games (``native/winning.cpp``): what it is asked and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ...game.cards import UNKNOWN, Card
from ...game.census import unseen
from ...game.engine import SUIT_LENGTH
from ...game.moves import Move
from ...game.position import Position
from ...goals.goal import Goal
from ...goals.terms import Limits
from ..budget import MIB, Budget
from ..prover import encoding, native
from ..prover.native import Reason, Report, Status
from ..prover.question import Unsupported

__all__ = [
    "MOST_ROUNDS",
    "STYLES",
    "Aim",
    "Entry",
    "Policy",
    "Reply",
    "Unsupported",
    "aim",
    "asks_for_a_win",
    "beam",
    "cards_left",
    "move_unseeing",
    "shorten",
    "sure",
]

#: How many ways of judging positions the beam knows (``native/winning/beam_styles.hpp``).
STYLES: Final = 4

#: Rounds of shortening, each with twice the effort of the one before it.
MOST_ROUNDS: Final = 8

_SUITS: Final = 8
_UNLIMITED: Final = 1 << 20
#: The most positions that a search for a plan may look at.
_MOST_WORK: Final = 2**31 - 1
#: All cards, and what playing on may use up.
_DECK: Final = range(4, 56)
_PLAYING: Final = Budget(None, 256)


class _Task(IntEnum):
    BEAM = 0
    SHORTEN = 2
    PLAY = 4
    SURE = 5


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
class Entry:
    """What to do in one state: moves, each with the cards that it moves (of a suit removed the
    Ace), and for each card that the last of them turns up in ``column`` (from 1) the number of
    the entry that follows; no cards if the moves win.
    """

    moves: tuple[tuple[Move, tuple[Card, ...]], ...]
    column: int
    following: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """The core's answer to "win whatever turns up".

    ``entries``: a plan as a graph, each entry after those that it leads to, the last one for the
    start; none if no plan was found.  ``suspects``: orders of the hidden cards, column by column
    from the top down, that no beam has won; they may be lost.
    """

    reply: Reply
    entries: tuple[Entry, ...] = ()
    suspects: tuple[tuple[Card, ...], ...] = ()


def asks_for_a_win(goal: Goal) -> bool:
    """Return True if the core knows this goal: a win, perhaps in so many moves, without
    dealing or without removing.
    """
    limits = goal.limits
    keeps_all = 0 if limits.other_suits == 0 else None
    known = Limits(no_dealing=limits.no_dealing, other_suits=keeps_all, moves=limits.moves)
    return goal.win is not None and limits == known and not goal.whatever


def aim(position: Position, goal: Goal) -> Aim:
    """Return the core's aim.  Raises Unsupported if the goal isn't a win that it knows."""
    win = goal.win if asks_for_a_win(goal) else None
    if win is None:
        raise Unsupported(f"the goal '{goal}'")
    limits = goal.limits
    removed = len(position.removed)
    suits = cards_left(position) // SUIT_LENGTH
    standing = win.in_tableau
    most = removed + suits - (suits if standing is None else standing)
    if limits.other_suits == 0:
        most = removed
    return Aim(
        standing=0 if standing is None else standing,
        most_removed=max(0, min(_SUITS, most)),
        deals=not limits.no_dealing,
        most_moves=_UNLIMITED if limits.moves is None else limits.moves,
    )


def cards_left(position: Position) -> int:
    """Return the number of cards in the tableau, the cells and the hand."""
    in_cells = sum(cell is not None for cell in position.cells)
    return sum(map(len, position.columns)) + len(position.hand) + in_cells


def beam(
    position: Position,
    target: Aim,
    *,
    width: int,
    style: int,
    budget: Budget,
    report: Report | None = None,
) -> Reply:
    """Search with the ``width`` best positions after each move, judged in a ``style``.

    The status is SOLVED or UNDECIDED: a beam proves nothing.  Raises Unsupported.
    """
    words = [_Task.BEAM, *_words(position, target), width, style]
    return _ask(words, budget, report)


def shorten(
    position: Position,
    target: Aim,
    moves: Sequence[Move],
    *,
    rounds: int = MOST_ROUNDS,
    budget: Budget,
    report: Report | None = None,
) -> Reply:
    """Make a line that wins shorter, in so many rounds (1 to ``MOST_ROUNDS``) of more and more
    effort; the result of a round that isn't cut short is always the same.

    SOLVED: the rounds are done; UNDECIDED: they were cut short; ``moves`` is the line
    in both cases.  IMPOSSIBLE: the line isn't legal or doesn't win.  Raises Unsupported.
    """
    words = [_Task.SHORTEN, *_words(position, target), len(moves), *encoding.from_moves(moves)]
    return _ask([*words, rounds], budget, report)


def move_unseeing(seen: Position, seed: int) -> tuple[Move, ...]:
    """Return the moves of a player who sees only ``seen``, with some luck begun by ``seed``.

    They are those up to the next card, row or suit; none if there is nothing to be done.
    ``seed`` has 31 bits.  What is hidden has to be unknown, and nothing else.  Raises
    Unsupported.
    """
    counts = unseen(seen)
    words = [_Task.PLAY, *encoding.words(seen), *(counts[Card(card)] for card in _DECK), seed]
    reply = _ask(words, _PLAYING, None)
    if reply.status is not Status.SOLVED:
        raise Unsupported("a position that isn't a whole deal")
    return reply.moves


def sure(
    seen: Position,
    target: Aim,
    *,
    seed: int,
    most: int,
    budget: Budget,
    report: Report | None = None,
) -> Policy:
    """Search for a plan that wins whatever turns up, from what a player sees.

    The hand has to be empty, and only face-down cards may be unknown.  ``seed`` (31 bits) begins
    what is drawn; ``most`` positions are looked at.  Raises Unsupported.
    """
    counts = unseen(seen)
    limits = [target.standing, target.most_removed, int(target.deals), target.most_moves]
    hidden = [counts[Card(card)] for card in _DECK]
    words = [_Task.SURE, *encoding.words(seen), *limits, *hidden, seed, min(most, _MOST_WORK)]
    answer = native.call("spiderpos_winning", words, budget=budget, report=report)
    if answer is None:
        return Policy(Reply(Status.UNDECIDED, Reason.MEMORY, 0, budget.mebibytes * MIB, ()))
    status, reason, positions, _, used = answer[:5]
    reply = Reply(Status(status), Reason(reason), positions, used, ())
    if reply.status is Status.BROKEN or len(answer) == 5:
        return Policy(reply)
    entries, rest = _entries(answer, 5)
    count, *orders = rest
    places = sum(hidden)
    suspects = (orders[places * number : places * (number + 1)] for number in range(count))
    return Policy(reply, tuple(entries), tuple(tuple(map(Card, order)) for order in suspects))


def _entries(numbers: Sequence[int], at: int) -> tuple[list[Entry], Sequence[int]]:
    """Return the entries that stand at a place of an answer, and what comes behind them.

    The same move with the same cards is one object in all of them.
    """
    known: dict[tuple[int, ...], tuple[Move, tuple[Card, ...]]] = {}
    entries: list[Entry] = []
    number, at = numbers[at], at + 1
    for _ in range(number):
        moves = range(at + 1, at + 1 + 4 * numbers[at], 4)
        card = moves.stop + 1
        moved: list[tuple[Move, tuple[Card, ...]]] = []
        for place in moves:
            move = tuple(numbers[place : place + 4])
            end = card + (move[3] if move[0] == 0 else 1)
            key = (*move, *numbers[card:end])
            if key not in known:
                ((played,), _) = encoding.to_moves((1, *move))
                known[key] = played, tuple(map(Card, key[4:]))
            moved.append(known[key])
            card = end
        column, kinds = numbers[card : card + 2]
        at = card + 2 + 2 * kinds
        pairs = zip(numbers[card + 2 : at : 2], numbers[card + 3 : at : 2], strict=True)
        following = tuple((Card(code), entry) for code, entry in pairs)
        entries.append(Entry(tuple(moved), column, following))
    return entries, numbers[at:]


def _ask(words: Sequence[int], budget: Budget, report: Report | None) -> Reply:
    answer = native.call("spiderpos_winning", words, budget=budget, report=report)
    if answer is None:
        return Reply(Status.UNDECIDED, Reason.MEMORY, 0, budget.mebibytes * MIB, ())
    status, reason, positions, _, used = answer[:5]
    return Reply(Status(status), Reason(reason), positions, used, encoding.to_moves(answer[5:])[0])


def _words(position: Position, target: Aim) -> list[int]:
    """The position and the aim, as ``read_aim`` in ``native/winning.cpp`` takes it."""
    words = [*_known(position), target.standing, target.most_removed]
    return [*words, int(target.deals), min(target.most_moves, _UNLIMITED)]


def _known(position: Position) -> list[int]:
    """The position.  Raises Unsupported, too if a card of it isn't known."""
    cards: list[Card | None] = [*position.hand, *position.cells]
    for column in position.columns:
        cards += [*column.down, *column.up]
    if UNKNOWN in cards:
        raise Unsupported("cards that are not known")
    return encoding.words(position)
