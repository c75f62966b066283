"""The files that ``solve`` writes: ``--evidence``, ``--save`` and ``--certificate``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict, as_played
from ..solver import Answer, Budget, Outcome, Searched, certificates, evidence, rechecking
from ..solver.prover.precision import of_words
from ..solver.prover.problem import wider
from ..text.errors import NotationError, SpiderError
from ..text.files import replace_file
from ..text.wording import count_phrase
from .errors import note
from .replacing import check_file, check_parent, replace_ours

__all__ = ["CertificateFile", "OutputFile", "RecordFile", "SaveFile", "write_all"]


def _record_of(path: Path, position: Position, goal: Goal) -> evidence.Record | None:
    """The record in a file, which is of this question; None if it isn't there, or empty.

    Raises UsageError or NotationError if the file holds anything else, or can't be written.
    """
    check_parent(path)
    check_file(path, evidence.is_ours, "a record of spiderpos")
    if not path.is_file() or not path.stat().st_size:
        return None
    record = evidence.loads(evidence.file_text(path), name=str(path))
    rechecking.check_question(record, position, goal, name=str(path))
    return record


def _is_decided(record: evidence.Record | None, path: Path) -> bool:
    """Whether a record has the answer: a line is played; "impossible" stands as it is written."""
    return (
        record is not None and rechecking.by_itself(record, str(path))[0].verdict is Verdict.HOLDS
    )


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The file of ``--evidence`` for a question; ``decided``: it has the answer already."""

    path: Path
    decided: bool

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> RecordFile:
        """Raises UsageError, NotationError or OSError if it can't be written, or may not be."""
        return cls(path, _is_decided(_record_of(path, position, goal), path))

    def write(self, answer: Answer, text: str) -> None:
        """Write the record of an answer; what is decided there isn't replaced by "undecided".

        Raises OSError, or NotationError, which says that nothing was written.
        """
        if self.decided and answer.outcome is Outcome.UNDECIDED:
            note(f"{self.path}: decided already; it stays as it is")
            return
        again = partial(check_file, self.path, evidence.is_ours, "a record of spiderpos")
        replace_ours(self.path, (text + "\n").encode(), again)


@dataclass(slots=True)
class SaveFile:
    """The file of ``--save``: a record with the exact cards that the next round begins with.

    ``begin``: what a search goes on from, None if it begins anew.
    """

    path: Path
    position: Position
    goal: Goal
    begin: Searched | None = None
    decided: bool = False

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> SaveFile:
        """Says what is there.  Raises UsageError, NotationError or OSError if it isn't of use."""
        record = _record_of(path, position, goal)
        found = cls(path, position, goal, decided=_is_decided(record, path))
        if record is not None and record.searched.method == "classes" and not record.line:
            known = wider(as_played(position, goal), goal).position
            of_words(known, record.searched.precision, name=f"{path}, precision")
            found.begin = record.searched
        if found.decided:
            note(f"{path}: decided already")
            if found.begin is not None:
                found.begin = replace(found.begin, rounds=0, steps=0, seconds=0.0)
        elif found.begin is not None:
            note(f"{path}: going on after {count_phrase(found.begin.rounds, 'round')}")
        return found

    def after_round(self, searched: Searched) -> None:
        """Keep a round; a disk that is full for a while isn't to end a search of hours."""
        if self.decided:
            return
        self.begin = searched
        answer = Answer(Outcome.UNDECIDED, (), searched, "the search goes on")
        facts = evidence.facts(self.position, self.goal, answer)
        try:
            replace_file(self.path, (json.dumps(facts, indent=2) + "\n").encode(), follow=True)
        except OSError as error:
            note(f"{self.path}: {error.strerror or error}; the search goes on")

    def write(self, answer: Answer, text: str) -> None:
        """Write the record of an answer that is decided.  Raises OSError."""
        if answer.outcome is not Outcome.UNDECIDED:
            replace_file(self.path, (text + "\n").encode(), follow=True)
        elif self.decided:
            note(f"{self.path}: it stays as it is")
        elif self.begin is not None:
            anew = "; single positions are searched anew" * (answer.searched.method == "positions")
            note(f"{self.path}: the same command goes on after this{anew}")
        else:
            note(f"{self.path}: not written, no round of the search by classes came to its end")


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """The file of ``--certificate``; ``budget`` is for the search that is written down in it."""

    path: Path
    position: Position
    goal: Goal
    budget: Budget

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal, budget: Budget) -> CertificateFile:
        """Raises UsageError or OSError if it can't be written, or may not be."""
        check_parent(path)
        _check_certificate(path)
        return cls(path, position, goal, budget)

    def write(self, answer: Answer, _text: str) -> None:
        """Write the certificate of "impossible", or say why there's none.

        Raises OSError, or NotationError, which says that nothing was written.
        """
        try:
            made = certificates.certificate(self.position, self.goal, answer, budget=self.budget)
        except certificates.NoCertificate as why:
            note(f"{self.path}: no certificate: {why}")
            return
        data = certificates.as_file(self.path, made)
        replace_ours(self.path, data, partial(_check_certificate, self.path))


#: What `solve` writes beside what it prints.
OutputFile: TypeAlias = RecordFile | SaveFile | CertificateFile


def _check_certificate(path: Path) -> None:
    check_file(path, certificates.is_ours, "a certificate of spiderpos")


def write_all(
    files: Sequence[OutputFile], answer: Answer, text: str
) -> list[OSError | SpiderError]:
    """Write them; what couldn't be written, as the answer is still to be told."""
    unwritten: list[OSError | SpiderError] = []
    for file in files:
        try:
            file.write(answer, text)
        except (OSError, NotationError) as error:
            unwritten.append(error)
    return unwritten
