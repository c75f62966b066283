"""Brute force in plain Python: for any goal under any rules, with the engine and the judge.

It is slow and simple, so that its answers can be trusted: the engine plays each legal move, and
the goal's own tests decide if it is reached or a condition is broken.  The compiled searches are
tested against it, and it replaces them if the core isn't installed or doesn't support a question.
Lines are pruned only if they contain a move to avoid or exceed the limit on moves, and by these
rules:

- A position that was visited before, with the same removed suits, isn't searched again.  Nothing
  else of a line's past matters for the goal.
- If no row can be dealt, the order of the columns that the goal doesn't name is ignored.  All
  rules but those of deals treat the columns alike.
- A line that has broken a condition isn't continued, because no later move repairs it.  The same
  holds if it has made an objective impossible: by removing two suits in the wrong order, or if too
  few suits are left to complete in the tableau.
- A move whose outcome depends on an unknown card isn't played; the answer is then not IMPOSSIBLE.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from typing import Final

from ...game import engine
from ...game.cards import UNKNOWN, Suit
from ...game.engine import Step
from ...game.moves import Move
from ...game.position import Position
from ...game.survey import Act, act_of
from ...goals.goal import Goal
from ...goals.judge import Verdict, judge, known_to_player, may_be_reached
from ...goals.terms import LineProgress
from ...text.wording import count_phrase
from ..budget import IN_PYTHON, MIB
from ..detours import played
from .answer import Answer, Budget, Clock, Outcome, Progress, Searched

#: Estimated memory for a visited position, in bytes, and what it takes in addition while it waits
#: in the queue.
_MET: Final = 400
_WAITING: Final = 1500

#: The reason for an undecided answer if an unknown card might lead to the goal.
UNKNOWN_MATTER: Final = (
    "every line was tried that the known cards allow, but some matter that aren't known: "
    "what they are may make more possible"
)
#: The reason if the judge doesn't confirm the line.  With automatic removal the values of hidden
#: cards can matter.
UNCONFIRMED: Final = "the line that was found depends on hidden cards"


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
    avoid: Collection[Act] = (),
) -> Answer:
    """Decide whether ``goal`` can be reached from ``position``, by exhaustive search.

    ``avoid``: moves that lines may not contain.

    SOLVED: the line has the fewest moves, and the judge has confirmed it.  IMPOSSIBLE: every line
    was tried.  UNDECIDED: the budget or the system's memory ran out, the search was interrupted,
    or the answer depends on unknown cards.  A goal with ``whatever turns up`` is SOLVED only if a
    single line reaches it without knowing any hidden card.

    Memory is estimated from the number of positions.  Raises nothing.  *Not* checked: that the
    position's cards form a complete deck.
    """
    return _Search(position, goal, budget or Budget(), progress, avoid).answer()


def in_place(position: Position, goal: Goal) -> bool:
    """Return True if the order of columns matters to the goal, or because a row can be dealt."""
    return goal.names_a_column or may_deal(position, goal)


def may_deal(position: Position, goal: Goal) -> bool:
    """Return True if a row is left in the hand, and the goal allows deals."""
    return position.deals_left > 0 and not goal.limits.no_dealing


class _Stop(Exception):  # noqa: N818 - no error
    """Raised when the search can't continue; the message is the reason."""


class _Search:
    def __init__(
        self,
        start: Position,
        goal: Goal,
        budget: Budget,
        progress: Progress | None,
        avoid: Collection[Act],
    ) -> None:
        self.avoid = avoid
        self.start = start
        self.goal = goal
        self.budget = budget
        self.progress = progress
        #: The root of the search; for a goal "whatever turns up" its hidden cards are unknown.
        self.root = known_to_player(start, goal)
        self.seen: set[bytes] = set()
        #: For each visited position: its predecessor's number, and the move from there.
        self.parents: list[tuple[int, Move | None]] = [(-1, None)]
        self.waiting: deque[tuple[int, LineProgress]] = deque()
        self.tried = 0
        #: The length up to which all lines were tried.
        self.depth = 0
        self.out_of_time = False
        self.unknown = self._leaves_open(LineProgress(self.root, self.root))
        self.clock = Clock(budget)
        self.reported_at = 0.0

    def answer(self) -> Answer:
        if judge(self.goal, self.start, ()).verdict is Verdict.HOLDS:
            return self._answer(Outcome.SOLVED, reason="the goal holds already", shortest=True)
        try:
            number = self._search()
        except _Stop as stop:
            return self._answer(Outcome.UNDECIDED, reason=str(stop))
        except KeyboardInterrupt:
            return Answer.cut_short(self._searched())
        except MemoryError:
            # The system has less memory than the budget: free some for the answer.
            self.waiting.clear()
            searched = self._searched()
            self.seen.clear()
            return Answer(Outcome.UNDECIDED, (), searched, "the system has no more memory")
        if number is not None:
            return self._solved(number)
        if self.unknown:
            return self._answer(Outcome.UNDECIDED, reason=UNKNOWN_MATTER)
        met = count_phrase(len(self.seen), "position")
        return self._answer(
            Outcome.IMPOSSIBLE, reason=f"every line was tried; they lead to {met}", digest=True
        )

    def _search(self) -> int | None:
        """Return the number of the first position that reaches the goal; None if none does."""
        most = self.goal.limits.moves
        suits = self.goal.suits_to_remove()
        progress = LineProgress(self.root, self.root)
        self.seen.add(self._key(progress))
        self.waiting.append((0, progress))
        while self.waiting:
            self._check_time()
            number, before = self.waiting.popleft()
            self.depth = before.moves
            if most is not None and before.moves >= most:
                continue
            for move in engine.legal_moves(before.now):
                self.tried += 1
                self.clock.count(IN_PYTHON)
                step = engine.do(before.now, move)
                if self.avoid and act_of(step) in self.avoid:
                    continue
                if engine.depends_on_unknown(step):
                    # The move's outcome depends on an unknown card, so no line may use it.
                    self.unknown = True
                    continue
                progress = before.after(step)
                broken = [c for c in self.goal.conditions if c.broken_by(step, progress, suits)]
                if not all(condition.last_move_may for condition in broken):
                    continue
                key = self._key(progress)
                if key in self.seen or any(o.lost(progress) for o in self.goal.objectives):
                    continue
                self.unknown = self.unknown or self._leaves_open(progress)
                if all(objective.holds(progress) for objective in self.goal.objectives):
                    self.parents.append((number, move))
                    return len(self.parents) - 1
                if broken:
                    # Not marked as visited: a line may reach it without a broken condition.
                    continue
                if self._bytes() + _MET + _WAITING > self.budget.mebibytes * MIB:
                    raise _Stop(self.budget.memory_ran_out)
                self.seen.add(key)
                self.parents.append((number, move))
                self.waiting.append((len(self.parents) - 1, progress))
        return None

    def _leaves_open(self, progress: LineProgress) -> bool:
        """Return True if an unknown card lies face up or in a cell, or the goal may hold here."""
        return _shows_unknown(progress.now) or may_be_reached(self.goal, progress)

    def _key(self, progress: LineProgress) -> bytes:
        """Return a key of the search state: the position and the suits that the line removed.

        It equals ``key`` in ``native/prover/positions.hpp``, so that the digests are equal.
        """
        position = progress.now
        columns = [
            bytes((len(c.down), len(c), *(card.code or 1 for card in (*c.down, *c.up))))
            for c in position.columns
        ]
        fixed = self.goal.fixed_columns(len(columns))
        if may_deal(position, self.goal):
            fixed = set(range(1, len(columns) + 1))
        free = iter(sorted(c for n, c in enumerate(columns, 1) if n not in fixed))
        columns = [c if n in fixed else next(free) for n, c in enumerate(columns, 1)]
        cells = sorted(0 if cell is None else cell.code or 1 for cell in position.cells)
        gone = Counter(progress.removed)
        rest = (*cells, len(position.hand), *(gone[suit] for suit in Suit))
        return b"".join([*columns, bytes(rest)])

    def _solved(self, number: int) -> Answer:
        moves: list[Move] = []
        while number > 0:
            number, move = self.parents[number]
            if move is not None:
                moves.append(move)
        steps = played(self.start, reversed(moves), self.root, self.goal)
        if steps is None:
            return self._answer(Outcome.UNDECIDED, reason=UNCONFIRMED)
        return self._answer(
            Outcome.SOLVED,
            steps,
            reason="no line has fewer moves: all shorter were tried",
            shortest=True,
        )

    def _answer(
        self,
        outcome: Outcome,
        steps: tuple[Step, ...] = (),
        *,
        reason: str = "",
        digest: bool = False,
        shortest: bool = False,
    ) -> Answer:
        searched = self._searched(digest=digest)
        return Answer(
            outcome, steps, searched, reason, shortest=shortest, out_of_time=self.out_of_time
        )

    def _searched(self, *, digest: bool = False) -> Searched:
        return Searched(
            method="positions" if self.seen else "start",
            classes=len(self.seen),
            steps=self.tried,
            seconds=self.clock.seconds,
            bytes=self._bytes(),
            digest=_digest(self.seen) if digest else "",
            depth=self.depth,
        )

    def _bytes(self) -> int:
        return _MET * len(self.seen) + _WAITING * len(self.waiting)

    def _check_time(self) -> None:
        if self.clock.over:
            self.out_of_time = True
            raise _Stop(self.budget.time_ran_out)
        if self.progress is not None and self.clock.seconds - self.reported_at >= 0.3:
            self.reported_at = self.clock.seconds
            self.progress(self._searched())


def _shows_unknown(position: Position) -> bool:
    """Return True if an unknown card lies face up, or in a cell."""
    return UNKNOWN in position.cells or any(UNKNOWN in column.up for column in position.columns)


def _digest(keys: set[bytes]) -> str:
    """Return a digest of a set, independent of order: the sum of 64-bit hashes (FNV-1a)."""
    total = 0
    for key in keys:
        digest = 0xCBF29CE484222325
        for byte in key:
            digest = (digest ^ byte) * 0x100000001B3 & _WORD
        total += digest ^ digest >> 29
    return f"{total & _WORD:016x}"


_WORD: Final = (1 << 64) - 1
