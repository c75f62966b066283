"""Decide claims with the solver.

:func:`prove_all` decides the claims of many problems, :func:`prove_claim` a single claim.  Claims
with a line or a plan are left to :mod:`spiderpos.catalogue.checking`, which replays the line or
plan.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ..game.census import PositionError
from ..game.replay import ReplayError
from ..solver import certificate_files, certificates, solve
from ..solver.jobs import Failed, each
from ..solver.prover.answer import Answer, Budget, Outcome, Searched
from ..text.errors import NotationError
from ..text.files import replace_file
from ..text.wording import count_phrase
from .line import Claim
from .problem import Problem


class ClaimStanding(StrEnum):
    """The comparison of a claim's expected verdict with the solver's answer."""

    OK = "ok"
    WRONG = "WRONG"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim and the solver's answer.

    If the claim's position can't be reached, ``answer`` is None and ``fault`` is the reason.
    """

    problem: Problem
    claim: Claim
    answer: Answer | None
    budget: Budget
    fault: str = ""

    @property
    def standing(self) -> ClaimStanding:
        """OK if the answer confirms the claim, WRONG if it contradicts it."""
        if self.answer is None:
            return ClaimStanding.WRONG
        if self.answer.outcome is Outcome.UNDECIDED:
            return ClaimStanding.UNDECIDED
        return ClaimStanding.WRONG if self.contradicts else ClaimStanding.OK

    @property
    def contradicts(self) -> bool:
        """True if the answer contradicts the claim."""
        if self.answer is None or self.answer.outcome is Outcome.UNDECIDED:
            return False
        solved = self.answer.outcome is Outcome.SOLVED
        return self.claim.expected == ("impossible" if solved else "possible")

    def __str__(self) -> str:
        text = f"{self.standing}: claim {self.claim.id}: "
        if self.answer is None:
            return text + self.fault
        if self.contradicts:
            text += f"'{self.claim.goal}' is claimed to be {self.claim.expected}, but is "
        return text + _answer_text(self.answer)


def _answer_text(answer: Answer) -> str:
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
    """Return a problem's claims that have neither a line nor a plan as their proof."""
    return tuple(claim for claim in problem.claims if not claim.shown)


def prove_claim(problem: Problem, claim: Claim, budget: Budget) -> Proof:
    """Search for the goal of a claim from the claim's position.

    If an error prevents reaching that position, the standing is WRONG, and nothing is raised.
    """
    try:
        position = problem.position(claim.data.position)
    except (NotationError, PositionError, ReplayError) as error:
        return Proof(problem, claim, None, budget, str(error))
    return Proof(problem, claim, solve(position, claim.goal, budget=budget), budget)


def write_certificates(
    proofs: Iterable[Proof], folder: Path, *, on_none: Callable[[str], object]
) -> int:
    """Write a certificate ``<id>.<claim>.json.gz`` for each claim proved impossible.

    Creates the folder if necessary and replaces existing files.  Calls ``on_none(message)`` for
    each claim whose proof can't be written as a certificate.  Returns the number of files
    written.  Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for proof in proofs:
        if proof.answer is None or proof.answer.outcome is not Outcome.IMPOSSIBLE:
            continue
        path = folder / f"{proof.problem.id}.{proof.claim.id}.json.gz"
        position = proof.problem.position(proof.claim.data.position)
        try:
            certificate = certificates.certificate(
                position, proof.claim.goal, proof.answer, budget=proof.budget
            )
            data = certificate_files.checked_file(path, certificate)
        except certificates.NoCertificate as reason:
            on_none(f"no certificate for {proof.problem.id}:{proof.claim.id}: {reason}")
            continue
        replace_file(path, data)
        written += 1
    return written


def prove_all(
    problems: Sequence[Problem], budget: Budget, *, jobs: int = 1
) -> Generator[Proof, None, None]:
    """Search each claim that has no line or plan, within ``budget``; yield proofs in file order.

    ``jobs`` is the number of worker processes; with 1 the search runs in this process.  If a
    worker process dies, its claim is undecided, with this as the answer's reason.  Raises
    KeyboardInterrupt at Ctrl-C.
    """
    tasks = [(problem, claim, budget) for problem in problems for claim in unshown(problem)]
    done: dict[int, Proof] = {}
    yielded = 0
    with closing(each(_decide, tasks, jobs=jobs)) as results:
        for number, result in results:
            problem, claim = tasks[number][:2]
            if isinstance(result, Failed):
                answer = Answer(Outcome.UNDECIDED, (), Searched(), result.reason)
                done[number] = Proof(problem, claim, answer, budget)
            else:
                # A result from another process has a copy of the problem: restore the original.
                done[number] = replace(result, problem=problem, claim=claim)
            while yielded in done:
                yield done.pop(yielded)
                yielded += 1


def _decide(task: tuple[Problem, Claim, Budget]) -> Proof:
    proof = prove_claim(*task)
    if proof.answer is not None:
        proof.answer.uninterrupted()
    return proof
