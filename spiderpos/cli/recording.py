"""The files that ``solve`` writes: the record of ``--evidence``, and how far ``--save`` got."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict
from ..solver import (
    Answer,
    Budget,
    Outcome,
    Searched,
    certificates,
    evidence,
    rechecking,
    saving,
)
from ..text.errors import NotationError, SpiderError
from ..text.wording import count_phrase, join_words
from .errors import note
from .replacing import check_file, check_parent, replace_ours

__all__ = ["CertificateFile", "OutputFile", "RecordFile", "SaveFile", "confirmed", "write_all"]


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The file of ``--evidence`` for a question, and the record of it that was there."""

    path: Path
    position: Position
    goal: Goal
    earlier: evidence.Record | None

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> RecordFile:
        """Raises UsageError, NotationError or OSError if it can't be written, or may not be."""
        check_parent(path)
        earlier = _replaceable(path, position, goal)
        if earlier is not None:
            alone, _ = rechecking.by_itself(earlier, str(path))
            if alone.verdict is Verdict.FAILS:
                note(f"{path}: the record there is wrong and counts for nothing: {alone.found}")
        return cls(path, position, goal, earlier)

    def write(self, answer: Answer, text: str) -> None:
        """Write the record of an answer if it is worth more than the one that is there.

        Raises OSError, or NotationError, which says that nothing was written.
        """
        if self.earlier is not None and _decides_less(answer, self.earlier):
            note(f"{self.path}: {_told(self.earlier)}; it stays as it is")
            return

        def still() -> None:
            there = _replaceable(self.path, self.position, self.goal)
            if there is not None and _decides_less(answer, there):
                raise NotationError(f"{self.path}: written meanwhile: {_told(there)}")

        replace_ours(self.path, (text + "\n").encode(), still)


def _replaceable(path: Path, position: Position, goal: Goal) -> evidence.Record | None:
    """The record in a file that the record of this question may replace; None if it has none.

    Raises UsageError or NotationError if the file holds anything else, OSError.
    """
    check_file(path, evidence.is_ours, "a record of spiderpos")
    if not path.is_file() or not path.stat().st_size:
        return None
    records = evidence.loads_all(evidence.file_text(path), name=str(path))
    if len(records) != 1:
        raise click.UsageError(
            f"'{path}' holds {len(records)} records, which one would replace: name another file"
        )
    try:
        saving.check_question(records[0], position, goal, name=str(path))
    except NotationError as error:
        raise NotationError(f"{error}; name another file") from None
    return records[0]


def _decides_less(answer: Answer, earlier: evidence.Record) -> bool:
    """Whether an answer is less than a record of the same question has already.

    That is: undecided, but by the same search that got as far; "impossible", where there is a
    line; more moves; or as many, where it's said to be proved that none has fewer.  A record that
    is wrong by itself has nothing, and a line that needs certain cards is more than "undecided"
    alone.
    """
    alone, moves = rechecking.by_itself(earlier)
    if alone.verdict is Verdict.FAILS:
        return False
    if answer.outcome is Outcome.UNDECIDED:
        unsure = alone.verdict is Verdict.UNDECIDED
        return not (unsure and saving.gives_way(earlier, answer.searched))
    if earlier.outcome != "solved" or alone.verdict is Verdict.UNDECIDED:
        return False
    if answer.outcome is Outcome.IMPOSSIBLE:
        return True
    return (answer.moves, not answer.shortest) > (moves, not earlier.shortest)


def _told(record: evidence.Record) -> str:
    """What is known of the record in a file: a line was played, nothing else was checked."""
    if record.outcome == "impossible":
        return "'impossible' is recorded there, and was not checked ('solve --recheck' does that)"
    if record.line is None:
        searched = record.searched
        rounds = [count_phrase(searched.rounds, "round")] if searched.rounds else []
        far = join_words([*rounds, count_phrase(searched.steps, "step")])
        return f"the search there is undecided, too, after {far} ({searched.method})"
    if rechecking.by_itself(record)[0].verdict is not Verdict.HOLDS:
        return "the line there reaches the goal only if certain cards come up"
    moves = f" in {count_phrase(record.moves, 'move')}" if record.moves is not None else ""
    shortest = ", which is said to be the fewest" * record.shortest
    return f"decided already (solved{moves}{shortest})"


@dataclass(slots=True)
class SaveFile:
    """The file of ``--save``."""

    saved: saving.Savepoint
    told: bool = False

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> SaveFile:
        """Says what is there.  Raises UsageError, NotationError or OSError if it isn't of use."""
        check_parent(path)
        saved = saving.Savepoint.open(path, position, goal)
        if saved.fault:
            note(f"{path}: the record there is wrong and counts for nothing: {saved.fault}")
        elif saved.decided is not None:
            unless = " unless a line is found" * (saved.decided.outcome == "impossible")
            kept = f"it stays as it is{unless}"
            again = kept if saved.begin is None else "the search's last round is repeated"
            note(f"{path}: {_told(saved.decided)}; {again}")
        elif saved.begin is not None:
            note(f"{path}: going on after {count_phrase(saved.begin.rounds, 'round')}")
        return cls(saved)

    @property
    def earlier(self) -> evidence.Record | None:
        """The record that was there, if it decides the question."""
        return self.saved.decided

    @property
    def after_round(self) -> Callable[[Searched], None] | None:
        """Keeps each round; None if the answer is there already."""
        return self._keep if self.saved.decided is None else None

    def _keep(self, searched: Searched) -> None:
        """A disk that is full for a while isn't to end a search of hours."""
        try:
            self.saved.keep(searched)
        except OSError as error:
            if not self.told:
                note(f"{self.saved.path}: {error.strerror or error}; the search goes on")
            self.told = True

    def write(self, answer: Answer, text: str) -> None:
        """Write the record of an answer, or the last round of one that isn't decided.

        What is decided stays, but for "impossible" where there is a line.  Raises OSError, or
        NotationError, which says that nothing was written.
        """
        saved = self.saved
        if saved.decided is not None and not (
            saved.decided.outcome == "impossible" and answer.outcome is Outcome.SOLVED
        ):
            return
        if answer.outcome is not Outcome.UNDECIDED:
            replace_ours(saved.path, (text + "\n").encode(), partial(saved.check, answer))
            return
        if saved.unwritten is not None:
            saved.keep(saved.unwritten)
        if saved.begin is not None:
            anew = "; single positions are searched anew" * (answer.searched.method == "positions")
            note(f"{saved.path}: the same command goes on after this{anew}")
        else:
            note(f"{saved.path}: not written, no round of the search by classes came to its end")


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

    @property
    def earlier(self) -> None:
        """A certificate that was there decides nothing: nobody has checked it."""

    def write(self, answer: Answer, text: str) -> None:
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


def confirmed(files: Sequence[OutputFile], answer: Answer) -> Answer:
    """The answer; undecided if it says "impossible", and one of the files has a line."""
    for file in files:
        record = file.earlier
        if answer.outcome is not Outcome.IMPOSSIBLE or record is None:
            continue
        if record.outcome == "solved":
            held = rechecking.compare(record, answer)
            if held.verdict is Verdict.UNDECIDED and held.answer is not None:
                answer = held.answer
    return answer
