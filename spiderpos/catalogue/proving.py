"""Deciding the claims of a problem: those that no line shows are given to the solver.

:func:`prove_problem` goes through a problem's claims, :func:`prove_claim` decides one of them.
A claim that names a line is left to :mod:`spiderpos.catalogue.checking`, which replays it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from .. import prover
from ..errors import NotationError, PositionError
from ..prover.answer import Answer, Budget, Outcome, Progress
from ..replay import ReplayError
from ..wording import count_phrase
from .problem import Claim, Problem

__all__ = ["Proof", "Standing", "prove_claim", "prove_problem", "unshown"]


class Standing(StrEnum):
    """How a claim stands after the solver has looked at it."""

    OK = "ok"
    WRONG = "WRONG"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim and what the solver says of it.

    ``answer`` is None if the claim's position can't be reached; ``fault`` then says why.
    """

    problem: Problem
    claim: Claim
    answer: Answer | None
    budget: Budget
    fault: str = ""

    @property
    def standing(self) -> Standing:
        """OK if the solver says what is claimed, WRONG if it says the contrary."""
        if self.answer is None:
            return Standing.WRONG
        if self.answer.outcome is Outcome.UNDECIDED:
            return Standing.UNDECIDED
        agrees = (self.answer.outcome is Outcome.SOLVED) == self.claim.solved
        return Standing.OK if agrees else Standing.WRONG

    def __str__(self) -> str:
        text = f"{self.standing}: claim {self.claim.id}: "
        if self.answer is None:
            return text + self.fault
        if self.standing is Standing.WRONG:
            text += f"'{self.claim.goal}' is claimed to be {self.claim.data.verdict}, but is "
        return text + _answered(self.answer)


def _answered(answer: Answer) -> str:
    searched = answer.searched
    text = str(answer.outcome)
    if answer.outcome is Outcome.SOLVED:
        text += f" in {count_phrase(len(answer.steps), 'move')}"
    if answer.outcome is Outcome.UNDECIDED:
        text += f": {answer.reason}"
    noun = "position" if searched.method == "positions" else "class"
    plural = "positions" if searched.method == "positions" else "classes"
    found = count_phrase(searched.classes, noun, plural)
    memory = searched.bytes / 2**20
    return f"{text} ({found}, {searched.seconds:.1f} s, {memory:.0f} MiB)"


def unshown(problem: Problem) -> tuple[Claim, ...]:
    """The claims of a problem that no line of it shows."""
    return tuple(claim for claim in problem.claims if not claim.shown)


def prove_claim(
    problem: Problem, claim: Claim, budget: Budget, *, progress: Progress | None = None
) -> Proof:
    """Give a claim's position and goal to the solver.

    Nothing is raised for a claim whose position can't be reached: that is WRONG.
    """
    try:
        position = problem.position(claim.data.position)
    except (NotationError, PositionError, ReplayError) as error:
        return Proof(problem, claim, None, budget, str(error))
    answer = prover.solve(position, claim.goal, budget=budget, progress=progress)
    return Proof(problem, claim, answer, budget)


def prove_problem(
    problem: Problem, budget: Budget, *, progress: Progress | None = None
) -> Iterator[Proof]:
    """Decide the claims of a problem that no line shows, each within ``budget``."""
    for claim in unshown(problem):
        yield prove_claim(problem, claim, budget, progress=progress)
