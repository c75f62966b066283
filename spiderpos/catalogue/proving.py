"""Deciding the claims of a problem: those that no line shows are given to the solver.

:func:`prove_problem` goes through a problem's claims, :func:`prove_claim` decides one of them.
A claim that names a line is left to :mod:`spiderpos.catalogue.checking`, which replays it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from ..game.illegal import PositionError
from ..game.position import Position
from ..game.replay import ReplayError
from ..goals.goal import Goal
from ..goals.judge import Verdict
from ..solver import certificates, evidence, rechecking, solve
from ..solver.evidence import Record
from ..solver.prover.answer import Answer, Budget, Outcome, Progress
from ..solver.rechecking import Recheck
from ..text.errors import NotationError
from ..text.files import read_head, replace_file
from ..text.source import printable
from ..text.wording import count_phrase
from .loading import check_names, find_problem, problem_ids
from .problem import Claim, Problem

__all__ = [
    "Beside",
    "Proof",
    "Standing",
    "beside",
    "evidence_file",
    "evidence_of",
    "left_over",
    "may_be_merged",
    "prove_claim",
    "prove_problem",
    "questions",
    "recheck",
    "unshown",
    "write_certificates",
    "write_evidence",
]


#: What a claim or a record asks.
_Question: TypeAlias = tuple[Position, Goal]


class Standing(StrEnum):
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
    def standing(self) -> Standing:
        """OK if the solver says what is claimed, WRONG if it says the contrary.

        WRONG too if the record of it says anything else.
        """
        if self.answer is None or self.against_record:
            return Standing.WRONG
        if self.answer.outcome is Outcome.UNDECIDED:
            return Standing.UNDECIDED
        return Standing.WRONG if self.against_claim else Standing.OK

    @property
    def against_claim(self) -> bool:
        """Whether the answer is the contrary of what is claimed."""
        if self.answer is None or self.answer.outcome is Outcome.UNDECIDED:
            return False
        return (self.answer.outcome is Outcome.SOLVED) != self.claim.solved

    @property
    def against_record(self) -> bool:
        """Whether the record of the claim is wrong, or not what the answer is."""
        return self.recorded is not None and self.recorded.verdict is Verdict.FAILS

    def __str__(self) -> str:
        text = f"{self.standing}: claim {self.claim.id}: "
        if self.answer is None:
            return text + self.fault
        if self.against_claim:
            text += f"'{self.claim.goal}' is claimed to be {self.claim.data.verdict}, but is "
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
        text += f" {by} {count_phrase(answer.moves, 'move')}"
    if answer.outcome is Outcome.UNDECIDED:
        text += f": {answer.reason}"
    classes = searched.method in ("classes", "plan")
    noun, plural = ("class", "classes") if classes else ("position", "positions")
    found = count_phrase(searched.classes, noun, plural)
    memory = searched.bytes / 2**20
    return f"{text} ({found}, {searched.seconds:.1f} s, {memory:.0f} MiB)"


@dataclass(frozen=True, slots=True)
class Beside:
    """The records that lie beside a problem file.

    ``records`` by claim; ``strays``: what claims the others name ("woods-5:old-name"), which
    this problem doesn't have, "" for none.
    """

    records: Mapping[str, Record]
    strays: tuple[str, ...]


def unshown(problem: Problem) -> tuple[Claim, ...]:
    """The claims of a problem that no line of it shows."""
    return tuple(claim for claim in problem.claims if not claim.shown)


def questions(problem: Problem) -> dict[str, _Question]:
    """What the claims ask that no line shows, by what a record calls them ("woods-5:no-space").

    Without those whose position can't be reached.
    """
    found = {}
    for claim in unshown(problem):
        with suppress(NotationError, PositionError, ReplayError):
            position = problem.position(claim.data.position)
            found[_full_name(problem, claim)] = position, claim.goal
    return found


def prove_claim(
    problem: Problem,
    claim: Claim,
    budget: Budget,
    *,
    records: Mapping[str, Record] | None = None,
    progress: Progress | None = None,
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
    if record is None:
        answer = solve(position, claim.goal, budget=budget, progress=progress)
        return Proof(problem, claim, answer, budget)
    if rechecking.question(record) != (position, claim.goal):
        return Proof(
            problem,
            claim,
            None,
            budget,
            "the record is about another question: take it away if the claim was changed",
        )
    answer = solve(position, claim.goal, budget=budget, progress=progress)
    recorded = rechecking.compare(record, answer)
    return Proof(problem, claim, recorded.answer or answer, budget, recorded=recorded)


def evidence_of(problem: Problem) -> Mapping[str, Record]:
    """The records that lie beside a problem file, by claim.  Raises as :func:`beside`."""
    return beside(problem).records


def beside(problem: Problem) -> Beside:
    """All records that lie beside a problem file: see :func:`evidence_file`.

    Raises OSError or NotationError if there is such a file that can't be read (its positions,
    goals and lines are, too), or if it has two records of one claim.
    """
    claims = {_full_name(problem, claim): claim.id for claim in problem.claims}
    path = evidence_file(problem)
    if not path.is_file():
        return Beside({}, ())
    records: dict[str, Record] = {}
    astray = []
    for record in evidence.loads_all(evidence.file_text(path), name=str(path)):
        rechecking.check_texts(record, name=str(path))
        claim = claims.get(record.claim or "")
        if claim in records:
            raise NotationError(
                f"{printable(str(path))}: there are two records of {record.claim}, and only one "
                "can be compared: take the other away"
            )
        if claim is not None:
            records[claim] = record
        else:
            astray.append(record.claim or "")
    return Beside(records, tuple(astray))


def evidence_file(problem: Problem) -> Path:
    """Where the records of a problem's claims lie: ``evidence/<id>.json`` beside its file."""
    return Path(problem.name).parent / "evidence" / f"{problem.id}.json"


def left_over(problems: Iterable[Problem]) -> tuple[Path, ...]:
    """Files of records that belong to no problem, in the folders of these problems.

    ``problems``: all those that there are in their folders.
    """
    known = {evidence_file(problem) for problem in problems}
    folders = sorted({path.parent for path in known})
    return tuple(
        path for folder in folders for path in sorted(folder.glob("*.json")) if path not in known
    )


def _full_name(problem: Problem, claim: Claim) -> str:
    """What a record calls a claim."""
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
    asked = _asked(record.claim or "")
    if asked is not None:
        for here, there, what in zip(
            rechecking.question(record, name=name), asked, ("position", "goal"), strict=True
        ):
            if here != there:
                found = f"the catalogue's {record.claim} has another {what}"
                return Recheck(record, Verdict.FAILS, found)
    found_out = rechecking.recheck(record, budget=budget, progress=progress, name=name)
    return replace(found_out, named=asked is not None)


def _asked(name: str) -> _Question | None:
    """The position and the goal of a claim of the catalogue; None if there is none so called."""
    problem_id, _, claim_id = name.partition(":")
    if problem_id not in problem_ids():
        return None
    problem = find_problem(problem_id)
    claim = next((claim for claim in problem.claims if claim.id == claim_id), None)
    return (problem.position(claim.data.position), claim.goal) if claim is not None else None


def write_evidence(
    proofs: Iterable[Proof],
    folder: Path,
    *,
    on_error: Callable[[OSError | NotationError], object] | None = None,
) -> int:
    """Write a record of each claim that was proved impossible: ``<id>.json`` for each problem.

    Records of other claims that are in such a file stay there.  Returns how many are written.
    The folder is made if it isn't there, and taken away again if nothing could be written.

    Raises NotationError, before anything is written, for two problems of one name; OSError if the
    folder can't be made.  Then OSError, or NotationError if a file holds something else, or a
    record of the claim that is about another question, or would be larger than those that are
    read, or if somebody writes it meanwhile: with ``on_error`` that is handed to it, and the other
    files are written all the same.
    """
    proofs = tuple(proofs)
    check_names(proof.problem for proof in proofs)
    found: dict[str, list[dict[str, Any]]] = {}
    asked: dict[str, _Question] = {}
    # In the order of the claims, whatever was decided first.
    for proof in sorted(proofs, key=lambda proof: proof.problem.claims.index(proof.claim)):
        if proof.answer is None or proof.answer.outcome is not Outcome.IMPOSSIBLE:
            continue
        claim = _full_name(proof.problem, proof.claim)
        asked[claim] = proof.problem.position(proof.claim.data.position), proof.claim.goal
        facts = evidence.facts(*asked[claim], proof.answer, claim=claim)
        facts["searched"]["seconds"] = round(facts["searched"]["seconds"], 3)
        found.setdefault(proof.problem.id, []).append(facts)
    if not found:
        return 0
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, records in found.items():
            try:
                _write(folder / f"{name}.json", records, asked)
                written += len(records)
            except (OSError, NotationError) as error:
                if on_error is None:
                    raise
                on_error(error)
    finally:
        if not written:
            with suppress(OSError):
                for path in made:
                    path.rmdir()
    return written


def write_certificates(
    proofs: Iterable[Proof], folder: Path, *, on_none: Callable[[str], object]
) -> int:
    """Write a certificate of each claim that was proved impossible: ``<id>.<claim>.json.gz``.

    The folder is made if it isn't there; a file that is there is replaced if it is a certificate.
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
            if path.exists() and not certificates.is_ours(path):
                raise certificates.NoCertificate(f"{path} is there already, and is none")
            made = certificates.certificate(
                position, proof.claim.goal, proof.answer, budget=proof.budget
            )
        except certificates.NoCertificate as why:
            on_none(f"no certificate of {_full_name(proof.problem, proof.claim)}: {why}")
            continue
        replace_file(path, certificates.as_file(path, made))
        written += 1
    return written


def _write(path: Path, records: list[dict[str, Any]], asked: Mapping[str, _Question]) -> None:
    """Put the records of one problem's claims into its file."""
    read = read_head(path, evidence.LARGEST) if path.exists() else b""
    if read and not may_be_merged(path, asked):
        raise NotationError(f"{path}: this holds something else, and is left as it is")
    text = json.dumps(_merged(_known(path), records), indent=1) + "\n"
    data = evidence.as_file(text, name=str(path))
    replace_file(path, data, check=partial(_check_unchanged, path, read))


def may_be_merged(path: Path, asked: Mapping[str, _Question]) -> bool:
    """Whether records of claims can be put into a file of this name, and nothing is lost.

    It holds records, and those of these claims hold nothing but what would be written again.
    ``asked``: as of :func:`questions`.  Raises NotationError if there is a record of such a claim
    that is about something else: another problem's, or of what this one was before; OSError.
    """
    try:
        found = evidence.objects(evidence.file_text(path), name=str(path))
    except NotationError:
        return False
    for known in found:
        claim = known.get("claim") or ""
        if claim not in asked:
            continue
        if not evidence.is_plain(known):
            return False
        record = evidence.loads(json.dumps(known), name=str(path))
        if rechecking.question(record, name=str(path)) != asked[claim]:
            raise NotationError(
                f"{path}: the record of {claim} is about another position or goal; take it away "
                "if that is what the claim was before, or name another folder"
            )
    return True


def _known(path: Path) -> list[dict[str, Any]]:
    """The records that are in a file, as JSON objects; none if it isn't there, or empty."""
    try:
        text = evidence.file_text(path)
    except FileNotFoundError:
        return []
    return evidence.objects(text, name=str(path)) if text else []


def _check_unchanged(path: Path, was: bytes) -> None:
    if (read_head(path, evidence.LARGEST) if path.exists() else b"") != was:
        raise NotationError(f"{path}: written by another program meanwhile; it is left as it is")


def _merged(
    before: Iterable[dict[str, Any]], records: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The records, each in the place of those of the same claim, the others after those known."""
    new = {record["claim"]: record for record in records}
    placed: set[str] = set()
    merged = []
    for record in before:
        claim = record.get("claim", "")
        if claim not in new:
            merged.append(record)
        elif claim not in placed:
            merged.append(new[claim])
            placed.add(claim)
    return [*merged, *(record for claim, record in new.items() if claim not in placed)]


def prove_problem(
    problem: Problem, budget: Budget, *, progress: Progress | None = None
) -> Iterator[Proof]:
    """Decide the claims of a problem that no line shows, each within ``budget``.

    Raises OSError or NotationError, before anything else, if the records beside the problem
    can't be read.
    """
    claims = unshown(problem)
    records = evidence_of(problem) if claims else {}
    for claim in claims:
        yield prove_claim(problem, claim, budget, records=records, progress=progress)
