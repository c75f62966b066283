"""Answers of the solver, with statistics of the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ...game.engine import Step
from ...game.moves import HoldsMoves, Move
from ...game.position import Position
from ...goals.goal import Goal
from ...goals.plans import Plan
from ...text.errors import SpiderError
from ...text.protocols import Verdicts, Word, public
from ...text.wording import count_phrase
from ..budget import MIB, Budget, Clock
from ..detours import Shortened

__all__ = [
    "MIB",
    "Answer",
    "Budget",
    "Clock",
    "Draw",
    "Implication",
    "Outcome",
    "Progress",
    "Role",
    "Searched",
]


class Outcome(Verdicts):
    """Outcome of a search for a goal."""

    #: The answer has a line or plan that reaches the goal.
    SOLVED = "solved"
    #: It is proved, by a complete search or by counting, that no line or plan reaches the goal.
    IMPOSSIBLE = "impossible"
    #: No line was found, and none of the proofs succeeded.
    UNDECIDED = "undecided"
    #: For one order of the hidden cards, stated in the answer, a line reaches the goal.
    POSSIBLE = "possible"


@public("its figures are attributes, such as searched.steps")
@dataclass(frozen=True, slots=True)
class Searched:
    """Statistics of a search, and its state for resuming it.

    ``method``: ``start`` (no search), ``positions`` (brute force), ``classes``, ``plan`` (a proof
    that no plan exists, as one order of the hidden cards is impossible), ``heads``
    (:mod:`spiderpos.solver.prover.blocked`; its ``precision`` lists ranks), ``orders`` (a proof
    for each order of the hidden cards; ``classes`` is the number of orders), ``sure`` (the search
    for a plan by beams), ``strategy`` (the exhaustive search for a strategy of a player who sees
    only face-up cards; its ``classes`` are states), ``beam`` (a beam search for a line, which
    proves nothing) or ``shortening`` (of a line; only in progress reports).

    ``classes``: the number of positions or classes of the last search; for a win or a plan, of all
    searches.  ``steps``: the number of all moves or steps tried.  ``seconds``: the total time.
    ``bytes``: the most memory that the tables of a search used.

    ``digest``: a hash of the visited classes, positions or states, in hexadecimal, if IMPOSSIBLE.

    Only for classes: ``rounds`` of refinement; ``precision``, the cards whose suits matter, one
    entry per card; ``bases``, True if classes distinguish the cards that stay at the top of the
    goal's columns.

    Only for positions: ``depth``, the length up to which all lines were tried.  For a beam
    ``rounds`` is the number of positions that the widest beam kept.

    ``rules`` and ``goal``: those of the question searched, as text, if they differ from the
    original ones (:func:`spiderpos.solver.prover.question.relax`; a part of a win).
    """

    method: str = "start"
    classes: int = 0
    steps: int = 0
    seconds: float = 0.0
    bytes: int = 0
    rounds: int = 0
    precision: tuple[str, ...] = ()
    digest: str = ""
    depth: int = 0
    bases: bool = False
    rules: str = ""
    goal: str = ""

    @property
    def met(self) -> str:
        """The number of classes, positions or states visited, as text such as "12 positions"."""
        word, words = _MET.get(self.method, ("position", "positions"))
        return count_phrase(self.classes, word, words)


_MET: Final = {
    "classes": ("class", "classes"),
    "plan": ("class", "classes"),
    "heads": ("state", "states"),
    "orders": ("order", "orders"),
    "strategy": ("state", "states"),
}


class Role(Word):
    """The part that the answer "impossible" to another question has in the proof for this one."""

    #: The other question has one order of the hidden cards, so no plan succeeds for every order.
    ORDER = "order"
    #: The other answer proves that no card can be turned up, so the unknown cards don't matter.
    NO_CARD_TURNS_UP = "no card turns up"
    #: A line that answers this question would also answer the other one.
    IMPLIED = "implied"


@dataclass(frozen=True, slots=True)
class Implication:
    """Another question, proved impossible, and its role in the proof for this one."""

    role: Role
    position: Position
    goal: Goal
    answer: Answer


@public("draw.position has the cards, draw.moves the line")
@dataclass(frozen=True, slots=True)
class Draw:
    """One order of the hidden cards, and the result of the search for it.

    All cards of ``position`` are known.  If ``outcome`` is SOLVED, ``moves`` is the
    line from there.
    """

    position: Position
    outcome: Outcome
    moves: tuple[Move, ...] = ()
    reason: str = ""


#: The maximum length of a reason in a one-line summary, in characters.
_MOST_SHOWN: Final = 150


@public(
    "answer.moves are the moves of its line, answer.steps what each did",
    truth="ask if answer.outcome == 'solved'; else 'impossible', 'possible' or 'undecided'",
    text="answer.outcome == 'solved' compares the outcome",
    shown=True,
)
@dataclass(frozen=True, slots=True, repr=False)
class Answer(HoldsMoves):
    """The answer to a position and a goal.

    ``steps``: the line, if SOLVED; if POSSIBLE, the line for one order of the hidden cards, which
    its steps name as they turn up.
    ``plan``: the plan, if the goal has "whatever turns up" and needs one; then ``steps`` is empty.
    ``reason``: if UNDECIDED, the limit that was reached or the unsupported part; if IMPOSSIBLE,
    the proof in words; if SOLVED, remarks about the line.
    ``shortest``: True if it is proved that no line has fewer moves.
    ``interrupted``: True if Ctrl-C ended the search, or the shortening of the line, early.
    ``out_of_time``: True if more time might decide an UNDECIDED question.
    ``needs_unknown``: True if an UNDECIDED question is proved to have no line unless a card that
    isn't known turns up and helps.
    ``draws``: the orders of the hidden cards that were drawn, if POSSIBLE or UNDECIDED.
    ``rests_on``: the other question that IMPOSSIBLE follows from, if any.
    """

    outcome: Outcome
    steps: tuple[Step, ...]
    searched: Searched
    reason: str = ""
    plan: Plan | None = None
    shortest: bool = False
    interrupted: bool = False
    out_of_time: bool = False
    needs_unknown: bool = False
    rests_on: Implication | None = None
    draws: tuple[Draw, ...] = ()

    @classmethod
    def cut_short(cls, searched: Searched) -> Answer:
        """Return the answer of a search that Ctrl-C cut short."""
        return cls(Outcome.UNDECIDED, (), searched, "the search was interrupted", interrupted=True)

    def __repr__(self) -> str:
        return f"<Answer {self._summary()}>"

    def __str__(self) -> str:
        """Return the answer in one line, with the moves."""
        from ...scripts.words import describe  # noqa: PLC0415 - it needs a grammar

        moves = ", ".join(map(describe, self.steps))
        return f"{self._summary()}{f': {moves}' if moves else ''}"

    def _summary(self) -> str:
        if self.outcome is Outcome.SOLVED:
            count = count_phrase(self.length, "move")
            return f"solved in {count}" if self.plan is None else f"solved by a plan, in {count}"
        reason = " ".join(self.reason.split())
        if len(reason) > _MOST_SHOWN:
            reason = f"{reason[:_MOST_SHOWN]}..."
        return f"{self.outcome}: {reason}" if reason else str(self.outcome)

    def steps_to_play(self) -> tuple[Step, ...]:
        """Return the steps of the line.  Raises SpiderError for an answer without a line."""
        if self.plan is not None or self.outcome not in (Outcome.SOLVED, Outcome.POSSIBLE):
            raise SpiderError(f"the answer has no line to play: {self._summary()}")
        return self.steps

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line; empty for a plan."""
        return tuple(step.move for step in self.steps)

    @property
    def length(self) -> int:
        """The number of moves of the line, or of the longest path through the plan."""
        return len(self.steps) if self.plan is None else self.plan.moves

    def shortened(self, shorter: Shortened) -> Answer:
        """Return this answer with the line of ``shorter``, even if the shortening ended early."""
        note = "shortening the line was interrupted" if shorter.interrupted else ""
        reason = "; ".join(filter(None, (self.reason, note, shorter.fault)))
        return replace(
            self,
            steps=shorter.steps,
            reason=reason,
            shortest=shorter.shortest,
            interrupted=shorter.interrupted,
        )

    def uninterrupted(self) -> Answer:
        """Return this answer.  Raises KeyboardInterrupt again if Ctrl-C cut the search short."""
        if self.interrupted:
            raise KeyboardInterrupt
        return self


#: Called a few times a second with the state of the search.
Progress: TypeAlias = Callable[[Searched], None]
