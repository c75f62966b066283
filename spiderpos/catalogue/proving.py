"""Deciding the claims of problems: those that no line shows are given to the solver.

:func:`prove_all` decides many, :func:`prove_claim` one of them.
A claim that names a line is left to :mod:`spiderpos.catalogue.checking`, which replays it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ..game.illegal import PositionError
from ..game.replay import ReplayError
from ..solver import certificate_files, certificates, solve
from ..solver.jobs import Failed, each
from ..solver.prover.answer import Answer, Budget, Outcome, Searched
from ..text.errors import NotationError
from ..text.files import replace_file
from ..text.wording import count_phrase
from .problem import Claim, Problem


class ClaimStanding(StrEnum):
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
    def standing(self) -> ClaimStanding:
        """OK if the solver says what is claimed, WRONG if it says the contrary."""
        if self.answer is None:
            return ClaimStanding.WRONG
        if self.answer.outcome is Outcome.UNDECIDED:
            return ClaimStanding.UNDECIDED
        return ClaimStanding.WRONG if self.against_claim else ClaimStanding.OK

    @property
    def against_claim(self) -> bool:
        """True if the answer is the contrary of what is claimed."""
        if self.answer is None or self.answer.outcome is Outcome.UNDECIDED:
            return False
        solved = self.answer.outcome is Outcome.SOLVED
        return self.claim.expected == ("impossible" if solved else "possible")

    def __str__(self) -> str:
        text = f"{self.standing}: claim {self.claim.id}: "
        if self.answer is None:
            return text + self.fault
        if self.against_claim:
            text += f"'{self.claim.goal}' is claimed to be {self.claim.expected}, but is "
        return text + _answered(self.answer)


def _answered(answer: Answer) -> str:
    searched = answer.searched
    text = str(answer.outcome)
    if answer.outcome is Outcome.SOLVED:
        by = "by a plan of up to" if answer.plan is not None else "in"
        text += f" {by} {count_phrase(answer.length, 'move')}"
    if answer.outcome is Outcome.UNDECIDED:
        text += f": {answer.reason}"
    memory = searched.bytes / 2**20
    return f"{text} ({searched.met}, {searched.seconds:.1f} s, {memory:.0f} MiB)"


def unshown(problem: Problem) -> tuple[Claim, ...]:
    """Return the claims of a problem that no line of it shows."""
    return tuple(claim for claim in problem.claims if not claim.shown)


def prove_claim(problem: Problem, claim: Claim, budget: Budget) -> Proof:
    """Give a claim's position and goal to the solver.

    Nothing is raised for a claim whose position can't be reached: that is WRONG.
    """
    try:
        position = problem.position(claim.data.position)
    except (NotationError, PositionError, ReplayError) as error:
        return Proof(problem, claim, None, budget, str(error))
    return Proof(problem, claim, solve(position, claim.goal, budget=budget), budget)


def write_certificates(
    proofs: Iterable[Proof], folder: Path, *, on_none: Callable[[str], object]
) -> int:
    """Write a certificate of each claim that was proved impossible: ``<id>.<claim>.json.gz``.

    The folder is made if it isn't there; a file that is there is replaced.
    ``on_none`` is told of each claim that gets none, and why.  Returns how many are written.
    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for proof in proofs:
        if proof.answer is None or proof.answer.outcome is not Outcome.IMPOSSIBLE:
            continue
        path = folder / f"{proof.problem.id}.{proof.claim.id}.json.gz"
        position = proof.problem.position(proof.claim.data.position)
        try:
            made = certificates.certificate(
                position, proof.claim.goal, proof.answer, budget=proof.budget
            )
            data = certificate_files.checked_file(path, made)
        except certificates.NoCertificate as why:
            on_none(f"no certificate of {proof.problem.id}:{proof.claim.id}: {why}")
            continue
        replace_file(path, data)
        written += 1
    return written


def prove_all(
    problems: Sequence[Problem], budget: Budget, *, jobs: int = 1
) -> Generator[Proof, None, None]:
    """Decide the claims that no line shows, in their order, each within ``budget``.

    ``jobs``: processes at once (with one: this process).  If one dies, the claim that it had is
    undecided, and the reason says so.  Raises KeyboardInterrupt at Ctrl-C.
    """
    tasks = [(problem, claim, budget) for problem in problems for claim in unshown(problem)]
    done: dict[int, Proof] = {}
    given = 0
    with closing(each(_decide, tasks, jobs=jobs)) as results:
        for number, result in results:
            problem, claim = tasks[number][:2]
            if isinstance(result, Failed):
                answer = Answer(Outcome.UNDECIDED, (), Searched(), result.reason)
                done[number] = Proof(problem, claim, answer, budget)
            else:
                # What comes back from another process has a copy of the problem.
                done[number] = replace(result, problem=problem, claim=claim)
            while given in done:
                yield done.pop(given)
                given += 1


def _decide(task: tuple[Problem, Claim, Budget]) -> Proof:
    proof = prove_claim(*task)
    if proof.answer is not None:
        proof.answer.uninterrupted()
    return proof
