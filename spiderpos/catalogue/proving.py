"""Deciding the claims of problems: those that no line shows are given to the solver.

:func:`prove_all` decides many, :func:`prove_claim` one of them.
A claim that names a line is left to :mod:`spiderpos.catalogue.checking`, which replays it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from ..game.illegal import PositionError
from ..game.position import Position
from ..game.replay import ReplayError
from ..goals.goal import Goal
from ..goals.judge import Verdict
from ..solver import certificate_files, certificates, evidence, rechecking, solve
from ..solver.evidence import Record
from ..solver.jobs import Failed, each
from ..solver.prover.answer import Answer, Budget, Outcome, Progress, Searched
from ..solver.rechecking import Recheck
from ..text.errors import NotationError
from ..text.files import replace_file
from ..text.wording import count_phrase
from .loading import check_names, find_problem, problem_ids
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
    ``recorded`` is what comes of holding the evidence that lies beside the problem against the
    answer, if there is any for the claim.
    """

    problem: Problem
    claim: Claim
    answer: Answer | None
    budget: Budget
    fault: str = ""
    recorded: Recheck | None = None

    @property
    def standing(self) -> ClaimStanding:
        """OK if the solver says what is claimed, WRONG if it says the contrary.

        WRONG too if the record of it says anything else.
        """
        if self.answer is None or self.against_record:
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

    @property
    def against_record(self) -> bool:
        """True if the record of the claim is wrong, or not what the answer is."""
        return self.recorded is not None and self.recorded.verdict is Verdict.FAILS

    def __str__(self) -> str:
        text = f"{self.standing}: claim {self.claim.id}: "
        if self.answer is None:
            return text + self.fault
        if self.against_claim:
            text += f"'{self.claim.goal}' is claimed to be {self.claim.expected}, but is "
        text += _answered(self.answer)
        if self.recorded is None:
            return text
        if self.recorded.verdict is Verdict.FAILS:
            if not self.against_claim and self.answer.outcome is not Outcome.UNDECIDED:
                text += ", as claimed"
            return f"{text}; its record is wrong: {self.recorded.found}"
        if self.recorded.found == self.answer.reason:
            return text
        if self.recorded.record.outcome == "undecided":
            return f"{text}; its record is undecided"
        undecided = self.recorded.verdict is Verdict.UNDECIDED
        return f"{text}; {'its record is undecided: ' * undecided}{self.recorded.found}"


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


def prove_claim(
    problem: Problem,
    claim: Claim,
    budget: Budget,
    *,
    records: Mapping[str, Record] | None = None,
) -> Proof:
    """Give a claim's position and goal to the solver, and hold its record against the answer.

    ``records``: those that :func:`evidence_of` gives, which are read here if they aren't told.
    Nothing is raised for a claim whose position can't be reached: that is WRONG.  Raises OSError
    or NotationError if the records can't be read.
    """
    record = (evidence_of(problem) if records is None else records).get(claim.id)
    try:
        position = problem.position(claim.data.position)
    except (NotationError, PositionError, ReplayError) as error:
        return Proof(problem, claim, None, budget, str(error))
    if record is not None and rechecking.question(record) != (position, claim.goal):
        fault = "the record is about another question: take it away if the claim was changed"
        return Proof(problem, claim, None, budget, fault)
    answer = solve(position, claim.goal, budget=budget)
    if record is None:
        return Proof(problem, claim, answer, budget)
    recorded = rechecking.compare(record, answer)
    checked = answer if recorded.answer is None else recorded.answer
    return Proof(problem, claim, checked, budget, recorded=recorded)


def evidence_of(problem: Problem) -> Mapping[str, Record]:
    """Return the records of a problem's claims that lie beside its file, by claim.

    Raises OSError or NotationError if there is such a file that can't be read (its positions,
    goals and lines are, too).
    """
    claims = {_full_name(problem, claim): claim.id for claim in problem.claims}
    path = Path(problem.name).parent / "evidence" / f"{problem.id}.json"
    records: dict[str, Record] = {}
    text = evidence.file_text(path) if path.is_file() else None
    for record in evidence.loads_all(text, name=str(path)) if text is not None else ():
        rechecking.check_texts(record, name=str(path))
        claim = claims.get(record.claim or "")
        if claim is not None:
            records[claim] = record
    return records


def _full_name(problem: Problem, claim: Claim) -> str:
    """Return a claim's name in records."""
    return f"{problem.id}:{claim.id}"


def recheck(
    record: Record,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
    name: str = "record",
) -> Recheck:
    """Check a record again; if the catalogue has the claim that it names, it has to ask the same.

    Raises NotationError if its position, goal or line can't be read.
    """
    if (question := _asked(record.claim or "")) is not None:
        for here, there, what in zip(
            rechecking.question(record, name=name), question, ("position", "goal"), strict=True
        ):
            if here != there:
                message = f"the catalogue's {record.claim} has another {what}"
                return Recheck(record, Verdict.FAILS, message)
    return rechecking.recheck(record, budget=budget, progress=progress, name=name)


def _asked(name: str) -> tuple[Position, Goal] | None:
    """Return the position and the goal of a claim of the catalogue.

    None if there is none so called.
    """
    problem_id, _, claim_id = name.partition(":")
    if problem_id not in problem_ids():
        return None
    problem = find_problem(problem_id)
    claim = next((claim for claim in problem.claims if claim.id == claim_id), None)
    return (problem.position(claim.data.position), claim.goal) if claim is not None else None


def write_evidence(proofs: Iterable[Proof], folder: Path) -> int:
    """Write a record of each claim that was proved impossible: ``<id>.json`` for each problem.

    Records of other claims that are in such a file stay there; its folder is made if it isn't
    there.  Returns how many are written.  Raises NotationError, before anything is written, for
    two problems of one name; OSError, or NotationError if a file holds something else.
    """
    proofs = tuple(proofs)
    check_names(proof.problem for proof in proofs)
    by_problem: dict[str, dict[str, dict[str, Any]]] = {}
    for proof in proofs:
        if proof.answer is None or proof.answer.outcome is not Outcome.IMPOSSIBLE:
            continue
        claim = _full_name(proof.problem, proof.claim)
        position = proof.problem.position(proof.claim.data.position)
        facts = evidence.facts(position, proof.claim.goal, proof.answer, claim=claim)
        facts["searched"]["seconds"] = round(facts["searched"]["seconds"], 3)
        by_problem.setdefault(proof.problem.id, {})[claim] = facts
    for name, records in by_problem.items():
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.json"
        known = evidence.file_text(path) if path.exists() else ""
        before = evidence.objects(known, name=str(path)) if known else []
        others = [record for record in before if record.get("claim") not in records]
        text = json.dumps([*others, *records.values()], indent=1) + "\n"
        replace_file(path, text.encode())
    return sum(map(len, by_problem.values()))


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
            on_none(f"no certificate of {_full_name(proof.problem, proof.claim)}: {why}")
            continue
        replace_file(path, data)
        written += 1
    return written


class _Asked(NamedTuple):
    """A claim that is to be decided, with the record that lies beside its problem."""

    problem: Problem
    claim: Claim
    record: Record | None
    budget: Budget


def prove_all(
    problems: Sequence[Problem], budget: Budget, *, jobs: int = 1
) -> Generator[Proof, None, None]:
    """Decide the claims that no line shows, in their order, each within ``budget``.

    ``jobs``: processes at once (with one: this process).  If one dies, the claim that it had is
    undecided, and the reason says so.  Raises OSError or NotationError, before anything is
    decided, if the records beside a problem can't be read; KeyboardInterrupt at Ctrl-C.
    """
    tasks = []
    for problem in problems:
        if claims := unshown(problem):
            records = evidence_of(problem)
            tasks += [_Asked(problem, claim, records.get(claim.id), budget) for claim in claims]
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


def _decide(task: _Asked) -> Proof:
    problem, claim, record, budget = task
    records = {} if record is None else {claim.id: record}
    proof = prove_claim(problem, claim, budget, records=records)
    if proof.answer is not None:
        proof.answer.uninterrupted()
    return proof
