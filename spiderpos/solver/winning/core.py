"""Requests to the compiled core for searches of whole games and plans, and its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...game.cards import UNKNOWN, Card
from ...game.census import unseen
from ...game.engine import SUIT_LENGTH
from ...game.moves import Move
from ...game.position import Position
from ...goals.goal import Goal
from ...goals.terms import Limits
from ..budget import MIB, Budget
from ..prover import native
from ..prover.native import Reason, Report, Status
from ..prover.question import Unsupported, board_text, fixed_bits, question_text

__all__ = [
    "MOST_ROUNDS",
    "STYLES",
    "Aim",
    "PlanEntry",
    "Policy",
    "SearchReply",
    "Unsupported",
    "aim",
    "asks_for_a_win",
    "beam",
    "cards_left",
    "move_unseeing",
    "shorten",
    "sure",
]

#: The number of evaluation styles of the beam (``native/winning/beam_styles.hpp``).
STYLES: Final = 4

#: The maximum number of rounds of shortening; each has twice the effort of the one before it.
MOST_ROUNDS: Final = 8

_SUITS: Final = 8
_UNLIMITED: Final = 1 << 20
#: The maximum position limit of a search for a plan: the core stores it in 32 bits.
_MOST_WORK: Final = 2**31 - 1
#: The strengths of the automatic player that doesn't see hidden cards
#: (``native/player/skill.hpp``).
INSTANT, POOLING = range(2)
#: ``_DECK``: the core's codes of all cards.  ``_PLAYING``: the budget of an automatic player for
#: choosing one line.
_DECK: Final = range(4, 56)
_PLAYING: Final = Budget(None, 256)


@dataclass(frozen=True, slots=True)
class Aim:
    """The requirements of a win.

    ``standing``: the minimum number of complete suits in the tableau at the end.
    ``most_removed``: the maximum number of suits removed.  ``deals``: True if rows may be dealt.
    ``most_moves``: the maximum length of the line.
    """

    standing: int = 0
    most_removed: int = _SUITS
    deals: bool = True
    most_moves: int = _UNLIMITED


@dataclass(frozen=True, slots=True)
class SearchReply:
    """The core's answer; ``moves`` is the line, or empty."""

    status: Status
    reason: Reason
    positions: int
    bytes: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """A node of a plan: the moves to play in one state.

    ``moves``: the moves, each with its cards (for a removed suit, the Ace).  ``column``: the
    column (from 1) in which the last move turns up a card.  ``following``: for each such card the
    number of the next entry; empty if the moves reach the goal.
    """

    moves: tuple[tuple[Move, tuple[Card, ...]], ...]
    column: int
    following: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """The core's answer to a search for a plan.

    ``entries``: a plan as a graph, with each entry after its successors and the start's entry
    last; empty if no plan was found.  ``suspects``: orders of the hidden cards, column by column
    from the top down, that no beam has won, so they may be lost.
    """

    reply: SearchReply
    entries: tuple[PlanEntry, ...] = ()
    suspects: tuple[tuple[Card, ...], ...] = ()


def asks_for_a_win(goal: Goal) -> bool:
    """Return True if the core's search for whole games supports this goal.

    It must be a win, not "whatever turns up"; its conditions can be a limit on moves, "without
    dealing" and "without removing".
    """
    limits = goal.limits
    other_suits = 0 if limits.other_suits == 0 else None
    supported = Limits(no_dealing=limits.no_dealing, other_suits=other_suits, moves=limits.moves)
    return goal.win is not None and limits == supported and not goal.whatever


def aim(position: Position, goal: Goal) -> Aim:
    """Return the requirements of a win from ``position``.  Raises Unsupported for other goals."""
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
    goal: Goal,
    *,
    width: int,
    style: int,
    apart: bool = False,
    budget: Budget,
    report: Report | None = None,
) -> SearchReply:
    """Run a beam search that keeps the ``width`` best positions after each move.

    ``style`` is the style of evaluation, 0 to ``STYLES`` - 1.  With ``apart`` few positions with
    the same cards turned up are kept, so that the beam is diverse.  The status is SOLVED or
    UNDECIDED, because a beam proves nothing.  Raises Unsupported.
    """
    question, other = _question(position, goal)
    text = f"beam\n{question}\n{width} {style} {int(apart)} {other}"
    return _ask(text, budget, report)


def shorten(
    position: Position,
    goal: Goal,
    moves: Sequence[Move],
    *,
    rounds: int = MOST_ROUNDS,
    budget: Budget,
    report: Report | None = None,
) -> SearchReply:
    """Shorten a line that reaches a goal, in rounds of increasing effort.

    ``rounds`` is their number, 1 to ``MOST_ROUNDS``.  The result of a completed round is
    deterministic.

    Returns:
        SOLVED if all rounds were completed, UNDECIDED if they were cut short; both with the line
        as ``moves``.  IMPOSSIBLE if the line isn't legal or doesn't reach the goal.

    Raises:
        Unsupported: The core doesn't support the goal, or the rules.
    """
    question, other = _question(position, goal)
    text = f"shorten\n{question}\n{native.moves_text(moves)}\n{rounds} {other}"
    return _ask(text, budget, report)


def move_unseeing(seen: Position, seed: int, strength: int) -> tuple[Move, ...]:
    """Return the moves of a player who sees only ``seen``, up to the next event.

    An event is a card turned up, a row dealt or a suit removed.  Empty if no legal move helps.

    Args:
        seen: The position; its hidden cards, and no others, must be unknown.
        seed: The random seed, 31 bits.
        strength: INSTANT or POOLING.

    Raises:
        Unsupported: The position isn't a whole deal.
    """
    counts = unseen(seen)
    hidden = native.section("unseen", (counts[Card(card)] for card in _DECK))
    reply = _ask(f"play\n{board_text(seen)}\n{hidden} {seed} {strength}", _PLAYING, None)
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
    goal: Goal | None = None,
) -> Policy:
    """Search for a plan that wins whatever turns up, or reaches another ``goal`` without dealing.

    Args:
        seen: The position as a player sees it.  Only hidden cards may be unknown; for a win the
            hand must be empty.
        target: The requirements of a win.  With ``goal``, ``Aim(deals=False)``: if rows may be
            dealt, the core refuses a position with cards in the hand.
        seed: The random seed, 31 bits.
        most: The maximum number of positions.
        budget: The limits of the search.
        report: Called with the state of the search.
        goal: The goal, if it isn't a win.

    Returns:
        A :class:`Policy`; the status of its reply is SOLVED if a plan was found, otherwise
        UNDECIDED, or BROKEN if the core refuses the request.

    Raises:
        Unsupported: The core doesn't support the goal, the rules or the columns.
    """
    other = _other(seen, goal) if goal else "0"
    counts = unseen(seen)
    hidden = native.section("unseen", (counts[Card(card)] for card in _DECK))
    numbers = f"{hidden} {seed} {min(most, _MOST_WORK)}"
    answer = native.call(
        f"sure\n{board_text(seen)}\n{_aim(target)}\n{numbers} {other}",
        budget=budget,
        report=report,
    )
    if answer is None:
        return Policy(SearchReply(Status.UNDECIDED, Reason.MEMORY, 0, budget.mebibytes * MIB, ()))
    suspects = tuple(tuple(map(Card, order)) for order in answer.get("suspects", ()))
    return Policy(_reply(answer), tuple(plan_entries(answer.get("entries", ()))), suspects)


def plan_entries(rows: Iterable[Any]) -> Iterator[PlanEntry]:
    """Yield the entries of a plan in the core's answer.

    Equal moves with the same cards share one object.
    """
    interned: dict[tuple[int, ...], tuple[Move, tuple[Card, ...]]] = {}
    for moves, cards, column, following in rows:
        moved: list[tuple[Move, tuple[Card, ...]]] = []
        start = 0
        for move in moves:
            end = start + (move[3] if move[0] == 0 else 1)
            key = (*move, *cards[start:end])
            if key not in interned:
                interned[key] = native.to_move(*move), tuple(map(Card, cards[start:end]))
            moved.append(interned[key])
            start = end
        pairs = tuple((Card(code), entry) for code, entry in following)
        yield PlanEntry(tuple(moved), column, pairs)


def _question(position: Position, goal: Goal) -> tuple[str, str]:
    """Return two texts: the position with the aim, and the goal ("0" for a win).

    Raises Unsupported.
    """
    if asks_for_a_win(goal):
        return f"{_board_text(position)}\n{_aim(aim(position, goal))}", "0"
    target = Aim(deals=not goal.limits.no_dealing)
    return f"{board_text(position)}\n{_aim(target)}", _other(position, goal)


def _other(position: Position, goal: Goal) -> str:
    """Serialize a goal other than a win for ``read_other``.  Raises Unsupported."""
    return f"1\n{question_text(position, goal)} {fixed_bits(position, goal)}"


def _ask(text: str, budget: Budget, report: Report | None) -> SearchReply:
    answer = native.call(text, budget=budget, report=report)
    if answer is None:
        return SearchReply(Status.UNDECIDED, Reason.MEMORY, 0, budget.mebibytes * MIB, ())
    return _reply(answer)


def _reply(answer: dict[str, Any]) -> SearchReply:
    return SearchReply(
        Status(answer["status"]),
        Reason(answer["reason"]),
        answer["classes"],
        answer["bytes"],
        native.to_moves(answer.get("moves", ())),
    )


def _aim(target: Aim) -> str:
    numbers = (target.standing, target.most_removed, int(target.deals))
    return native.section("aim", (*numbers, min(target.most_moves, _UNLIMITED)))


def _board_text(position: Position) -> str:
    """Serialize a position.  Raises Unsupported, also for a position with unknown cards."""
    cards: list[Card | None] = [*position.hand, *position.cells]
    for column in position.columns:
        cards += [*column.down, *column.up]
    if UNKNOWN in cards:
        raise Unsupported("cards that are not known")
    return board_text(position)
