"""Brute force: search all reachable positions, for any goal under any rules.

The search is done by the compiled core (``native/prover/exhaust.hpp``) if it is installed and
supports the question, otherwise in Python (:mod:`spiderpos.solver.prover.plain`), which visits the
same positions as the core's first search and makes no second one.

In the first search unknown cards stay unknown: they move only into spaces and cells, so that the
line works whatever the cards are.  If it finds no line, a second search lets the player choose,
among the unseen cards, each card that turns up.  If the goal can't be reached even then, it is
impossible for every order of the cards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from ...game import engine
from ...game.cards import UNKNOWN, Card, Suit
from ...game.census import hidden_kinds, possible_rows, unseen
from ...game.moves import Deal, Move, Shift
from ...game.position import Column, Position
from ...game.survey import Act
from ...goals.goal import Goal
from ...goals.judge import Verdict, judge, known_to_player
from ...text.wording import count_phrase
from ..detours import played
from . import native, plain
from .answer import Answer, Budget, Clock, Outcome, Progress, Searched
from .native import Reason, Status
from .plain import UNCONFIRMED, UNKNOWN_MATTER, in_place
from .question import Unsupported, board_text, fixed_bits, question_text

__all__ = ["VERSION", "Met", "closed_set", "in_place", "solve"]

#: Increase this version when the searched positions or the digest change.
VERSION: Final = 4
#: The number of moves that stands for "no limit" in requests to the core.
_UNLIMITED: Final = 1 << 20
_DECK: Final = range(4, 56)
#: The maximum number of possible rows of a deal with unknown cards.  Each leads to another
#: position, so more would exceed any memory.
_MOST_ROWS: Final = 10**9
TOO_MANY_ROWS: Final = (
    "the known cards alone don't do it, and a row that isn't known may lie in more ways than can "
    "be tried"
)


@dataclass(frozen=True, slots=True)
class Met:
    """A position visited by the core; its columns and cells may be in another order than in play.

    ``hand``: the number of cards in the hand.  ``removed``: the suits that the line has removed.
    ``moves``: the number of moves made if the goal of a strategy limits them, else None.
    """

    columns: tuple[Column, ...]
    cells: tuple[Card | None, ...]
    hand: int
    removed: tuple[Suit, ...]
    moves: int | None = None


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
    bounded: bool = False,
    avoid: Collection[Act] = (),
) -> Answer:
    """Decide whether ``goal`` can be reached from ``position``, by exhaustive search.

    ``bounded``: prune positions from which a line would be too long, by the distances between
    classes.  This needs fewer positions, but an answer "impossible" can't be certified.
    ``avoid``: moves that lines may not contain; the answer is about the other lines.

    SOLVED: the line has the fewest moves, and the judge has confirmed it.  IMPOSSIBLE: every line
    was tried, for all values of the unknown cards.  UNDECIDED: the budget ran out, the search was
    interrupted, or the answer depends on unknown cards.  A goal with ``whatever turns up`` is
    SOLVED only if a single line reaches it without knowing any hidden card.

    Raises nothing.  *Not* checked: that the position's cards form a complete deck.
    """
    budget = budget or Budget()
    if native.available():
        try:
            return _Search(position, goal, budget, progress, bounded=bounded, avoid=avoid).answer()
        except Unsupported:
            pass
    return plain.solve(position, goal, budget=budget, progress=progress, avoid=avoid)


def too_many_rows(position: Position, row: Sequence[Card]) -> bool:
    """Return True if a row with unknown cards has too many possible values for a search."""
    return possible_rows(position, row) > _MOST_ROWS


def closed_set(
    position: Position, goal: Goal, *, budget: Budget | None = None
) -> list[Met] | None:
    """Return all positions of a search that proves a goal impossible; None if it doesn't.

    They include the start, once for each possible choice of its unknown face-up cards.  Every move
    leads from one of them to another, or breaks a condition.  If an unknown card that turns up
    matters, there is a position for each possible card; face-down cards stay unknown.  Raises
    Unsupported, or RuntimeError without the compiled core.
    """
    search = _Search(position, goal, budget or Budget(), None, listed=True)
    return search.met if search.answer().outcome is Outcome.IMPOSSIBLE else None


class _Search:
    """One search; raises Unsupported for a question that the core doesn't support."""

    def __init__(
        self,
        start: Position,
        goal: Goal,
        budget: Budget,
        progress: Progress | None,
        *,
        bounded: bool = False,
        listed: bool = False,
        avoid: Collection[Act] = (),
    ) -> None:
        self.bounded = bounded
        self.avoid = [_avoided(act) for act in avoid]
        self.start = start
        self.goal = goal
        self.budget = budget
        self.progress = progress
        self.listed = listed
        self.met: list[Met] = []
        self.root = known_to_player(start, goal)
        self.clock = Clock(budget)
        self.searched = Searched()
        request_text("force", self.root, goal)

    def answer(self) -> Answer:
        if judge(self.goal, self.start, ()).verdict is Verdict.HOLDS:
            reason = "the goal holds already"
            return Answer(Outcome.SOLVED, (), self.searched, reason, shortest=True)
        try:
            answer, unknown = self._ask()
            # The first search didn't try the values of unknown cards, so it proves nothing yet.
            if answer.outcome is not Outcome.IMPOSSIBLE or not unknown:
                return answer
            too_many = self._may_deal_too_many_rows()
            answer = self._ended(TOO_MANY_ROWS) if too_many else self._ask(lucky=True)[0]
            return replace(answer, needs_unknown=answer.outcome is Outcome.UNDECIDED)
        except KeyboardInterrupt:
            return Answer.cut_short(self.searched)

    def _ask(self, *, lucky: bool = False) -> tuple[Answer, bool]:
        """Return the answer of one search, and True if unknown cards may change it."""
        if self.clock.over:
            return self._ended(self.budget.time_ran_out, out_of_time=True), False
        keys: list[bytes] = []
        reply = native.call(
            request_text(
                "force",
                self.root,
                self.goal,
                bounded=self.bounded,
                lucky=lucky,
                listed=self.listed,
                avoid=self.avoid,
            ),
            budget=self.clock.left(),
            report=self._report,
            on_data=keys.append if self.listed else None,
        )
        if reply is None:
            return self._ended("the system has no more memory"), False
        status, reason = Status(reply["status"]), Reason(reply["reason"])
        if status is Status.BROKEN:
            return self._ended(native.UNCONFIRMED), False
        positions = reply["classes"]
        if status is Status.UNDECIDED:
            # Report the larger count of the two searches.
            positions = max(positions, self.searched.classes)
        self.searched = Searched(
            "positions",
            positions,
            self.searched.steps + reply["steps"],
            self.clock.spent,
            max(self.searched.bytes, reply["bytes"]),
            digest=reply["digest"] if status is Status.IMPOSSIBLE else "",
            depth=reply.get("depth", 0),
        )
        moves = native.to_moves(reply.get("moves", ()))
        answer = self._answer(status, reason, moves, lucky=lucky)
        if self.listed:
            self.met = [met(self.root, key) for key in keys]
        return answer, bool(reply.get("unknown")) and not lucky

    def _answer(
        self, status: Status, reason: Reason, moves: Sequence[Move], *, lucky: bool
    ) -> Answer:
        if reason is Reason.CANCELLED:
            raise KeyboardInterrupt
        if reason is Reason.TIME:
            return self._ended(self.budget.time_ran_out, out_of_time=True)
        if reason is Reason.MEMORY:
            return self._ended(self.budget.memory_ran_out)
        if status is Status.IMPOSSIBLE:
            met = count_phrase(self.searched.classes, "position")
            if self.bounded:
                text = f"every line was tried that the distances of classes allow ({met})"
                return Answer(Outcome.IMPOSSIBLE, (), replace(self.searched, digest=""), text)
            who = ", whatever the cards are that aren't known" if lucky else ""
            text = f"every line was tried{who}; they lead to {met}"
            return Answer(Outcome.IMPOSSIBLE, (), self.searched, text)
        if lucky:
            return self._ended(UNKNOWN_MATTER)
        steps = played(self.start, moves, self.root, self.goal)
        if steps is None:
            return self._ended(UNCONFIRMED)
        text = "no line has fewer moves: all shorter were tried"
        return Answer(Outcome.SOLVED, steps, self.searched, text, shortest=True)

    def _ended(self, why: str, *, out_of_time: bool = False) -> Answer:
        searched = replace(self.searched, digest="")
        return Answer(Outcome.UNDECIDED, (), searched, why, out_of_time=out_of_time)

    def _may_deal_too_many_rows(self) -> bool:
        if self.goal.limits.no_dealing or not engine.can(self.root, Deal()):
            return False
        return too_many_rows(self.root, self.root.hand[: len(self.root.columns)])

    def _report(self, _rounds: int, positions: int, steps: int, spent: float, size: int) -> None:
        if self.progress is not None:
            self.progress(Searched("positions", positions, steps, spent, size))


def request_text(
    task: str,
    root: Position,
    goal: Goal,
    *,
    bounded: bool = False,
    lucky: bool = False,
    listed: bool = False,
    avoid: Sequence[tuple[int, int, int]] = (),
) -> str:
    """Return a request for brute force, in the format of ``read_limits`` (native/door.cpp).

    ``task`` is the name of the request.  ``lucky``: the player may choose, among the unseen cards,
    each unknown card that turns up.  ``avoid``: forbidden moves, each as the first card, the
    number of cards, and the card that they move onto (0: a space).  Raises Unsupported.
    """
    limits = goal.limits
    moves = _UNLIMITED if limits.moves is None else min(limits.moves, _UNLIMITED)
    numbers = [
        int(not limits.no_dealing),
        fixed_bits(root, goal),
        moves,
        int(bounded),
        int(lucky),
    ]
    if lucky:
        kinds, counts = hidden_kinds(root), unseen(root)
        numbers += [counts[card] if card in kinds else 0 for card in map(Card, _DECK)]
    numbers += [int(listed), len(avoid), *chain(*avoid)]
    section = native.section("limits", numbers)
    return f"{task}\n{board_text(root)}\n{question_text(root, goal)}\n{section}"


def _avoided(act: Act) -> tuple[int, int, int]:
    if act.kind is not Shift or not all(act.cards):
        raise Unsupported("an act other than a shift of known cards")
    return act.cards[0].code, len(act.cards), act.onto.code if act.onto else 0


def met(root: Position, key: bytes) -> Met:
    """Convert a position from the core, which is packed in ``key``."""

    def cards(first: int, end: int) -> tuple[Card, ...]:
        return tuple(UNKNOWN if code == 1 else Card(code) for code in key[first:end])

    columns: list[Column] = []
    offset = 0
    for _ in root.columns:
        up, end = offset + 2 + key[offset], offset + 2 + key[offset + 1]
        columns.append(Column(cards(offset + 2, up), cards(up, end)))
        offset = end
    end = offset + len(root.cells)
    cells = tuple(cards(i, i + 1)[0] if key[i] else None for i in range(offset, end))
    hand, *removed = key[end : end + 5]
    suits = tuple(suit for suit in Suit for _ in range(removed[suit.code]))
    moves = int.from_bytes(key[end + 5 :], "little") if key[end + 5 :] else None
    return Met(tuple(columns), cells, hand, suits, moves)
