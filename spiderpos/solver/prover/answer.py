"""What the solver says: the answer, and how it was found."""

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
    """What the solver found out about a goal."""

    #: There is a line, and here it is.
    SOLVED = "solved"
    #: There is none: a complete search says so.
    IMPOSSIBLE = "impossible"
    #: Neither was found.
    UNDECIDED = "undecided"
    #: There is a line if the hidden cards lie as it says.
    POSSIBLE = "possible"


@public("its figures are attributes, such as searched.steps")
@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched.

    ``method``: ``start`` (nothing was), ``positions`` (brute force), ``classes``, ``plan`` (all
    the searches for a plan together), ``heads`` (:mod:`spiderpos.solver.prover.blocked`; its
    ``precision`` are ranks), ``sure`` (a plan), ``strategy`` (all play of a player who sees only
    what turns up; its ``classes`` are states), ``beam`` (the search for a win or
    a tableau, which proves nothing) or ``shortening`` (of a line that wins; told to a progress
    report alone).
    ``classes``: the positions or classes in the last search, ``steps``: the moves or steps tried
    in all, ``seconds`` and ``bytes`` what it took (``bytes`` the largest table of any search).
    For classes alone: ``rounds`` of refinement, the ``precision`` (the cards whose suits matter,
    in words, one entry a card), ``bases`` (whether classes say what is stuck in columns that the
    goal names) and the ``digest`` of the last set of classes, in hexadecimal.
    ``rules`` and ``goal``: what was searched, as text, if it isn't the question itself but one
    that is possible wherever that is (:func:`spiderpos.solver.prover.question.relax`; a part of a
    win). For positions alone: ``depth``, up to how many moves all lines were tried.
    For a beam: ``rounds`` is how many positions the widest one kept.
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
        """The number of classes, positions or states that were met, in words."""
        word, words = _MET.get(self.method, ("position", "positions"))
        return count_phrase(self.classes, word, words)


_MET: Final = {
    "classes": ("class", "classes"),
    "plan": ("class", "classes"),
    "heads": ("state", "states"),
    "strategy": ("state", "states"),
}


class Role(Word):
    """How "impossible" rests on the answer to another question."""

    #: The same with the hidden cards in one order: a plan for all of them isn't there either.
    ORDER = "order"
    #: No card can be turned up, so what those are that aren't known doesn't matter.
    NO_CARD_TURNS_UP = "no card turns up"
    #: Whoever reached the goal could reach the other one, too.
    IMPLIED = "implied"


@dataclass(frozen=True, slots=True)
class Implication:
    """Another question that is answered by "impossible", and what follows from that."""

    role: Role
    position: Position
    goal: Goal
    answer: Answer


@public("draw.position has the cards, draw.moves the line")
@dataclass(frozen=True, slots=True)
class Draw:
    """One way in which the hidden cards may lie, and what came of the question there.

    ``position`` knows all cards; ``moves`` are the line from there, if the outcome is solved.
    """

    position: Position
    outcome: Outcome
    moves: tuple[Move, ...] = ()
    reason: str = ""


#: How much of an answer's reason is shown in one line.
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

    ``steps``: the line, if solved, as the engine played it; if possible, the line for one draw of
    the hidden cards, which its steps announce.
    ``plan``: if no one line serves whatever turns up, the plan that does; ``steps`` is empty then.
    ``reason``: if undecided, which budget ran out or what isn't supported; if impossible, the
    proof in words; if solved, what there is to say about the line.
    ``shortest``: whether it is proved that no line has fewer moves.
    ``interrupted``: whether Ctrl-C cut the search short: it is undecided for that, or the line
    might have been made shorter.
    ``out_of_time``: whether it is undecided for want of time: with more of it, it might not be.
    ``draws``: the draws of the hidden cards that were looked at, if it is possible or undecided.
    ``rests_on``: if impossible, the other question that this was seen by, if it was.
    """

    outcome: Outcome
    steps: tuple[Step, ...]
    searched: Searched
    reason: str = ""
    plan: Plan | None = None
    shortest: bool = False
    interrupted: bool = False
    out_of_time: bool = False
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
        """Return the steps of the line.  Raises SpiderError if the answer has none."""
        if self.plan is not None or self.outcome not in (Outcome.SOLVED, Outcome.POSSIBLE):
            raise SpiderError(f"the answer has no line to play: {self._summary()}")
        return self.steps

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line; none of a plan."""
        return tuple(step.move for step in self.steps)

    @property
    def length(self) -> int:
        """The number of moves of the line, or of the longest way through the plan."""
        return len(self.steps) if self.plan is None else self.plan.moves

    def shortened(self, shorter: Shortened) -> Answer:
        """Return this answer with a shorter line, as far as that went before Ctrl-C or a fault."""
        note = "shortening the line was interrupted" if shorter.interrupted else ""
        reason = "; ".join(filter(None, (self.reason, note, shorter.fault)))
        return replace(self, steps=shorter.steps, reason=reason, interrupted=shorter.interrupted)

    def uninterrupted(self) -> Answer:
        """Return this answer.  Raises KeyboardInterrupt again if Ctrl-C cut the search short."""
        if self.interrupted:
            raise KeyboardInterrupt
        return self


#: Told a few times a second how far a search has got.
Progress: TypeAlias = Callable[[Searched], None]
