"""The files that ``solve`` writes beside its answer, and ``recheck``, which reads records."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from ..catalogue import proving
from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict, known_to_player
from ..solver import (
    Answer,
    Budget,
    Outcome,
    Searched,
    certificate_files,
    certificates,
    evidence,
    rechecking,
)
from ..solver.prover.exact_cards import of_words
from ..solver.prover.question import relax_position
from ..text.wording import count_phrase, harmless
from .budget import budget_options, display
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import read_text
from .options import file_name
from .writing import check_new, put


@dataclass(slots=True)
class SaveFile:
    """The file of ``--save``: a record with the exact cards that the next round begins with.

    ``begin``: what a search goes on from, None if it begins anew; ``decided``: the file has the
    answer already.
    """

    path: Path
    position: Position
    goal: Goal
    begin: Searched | None = None
    decided: bool = False

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> SaveFile:
        """Say what is there.

        Raises UsageError, NotationError or OSError if the file can't be written, or holds
        anything but a record of this question.
        """
        check_new(path, force=True)
        saved = cls(path, position, goal)
        if not path.is_file() or not path.stat().st_size:
            return saved
        record = evidence.loads(evidence.file_text(path), name=str(path))
        rechecking.check_question(record, position, goal, name=str(path))
        saved.decided = rechecking.by_itself(record, str(path))[0].verdict is Verdict.HOLDS
        if record.searched.method == "classes" and record.line is None:
            known = relax_position(known_to_player(position, goal))
            of_words(known, record.searched.precision, name=f"{path}, precision")
            saved.begin = record.searched
        if saved.decided:
            note(f"{path}: decided already")
            if saved.begin is not None:
                saved.begin = replace(saved.begin, rounds=0, steps=0, seconds=0.0)
        elif saved.begin is not None:
            note(f"{path}: going on after {count_phrase(saved.begin.rounds, 'round')}")
        return saved

    def after_round(self, searched: Searched) -> None:
        """Keep a round; a disk that is full for a while isn't to end a search of hours."""
        if self.decided:
            return
        self.begin = searched
        answer = Answer(Outcome.UNDECIDED, (), searched, "the search goes on")
        facts = evidence.facts(self.position, self.goal, answer)
        try:
            put(self.path, json.dumps(facts, indent=2) + "\n")
        except OSError as error:
            note(f"{self.path}: {error.strerror or error}; the search goes on")

    def write(self, answer: Answer, text: str) -> None:
        """Write the record of an answer that is decided.  Raises OSError."""
        if answer.outcome is not Outcome.UNDECIDED:
            put(self.path, text + "\n")
        elif self.decided:
            note(f"{self.path}: it stays as it is")
        elif self.begin is not None:
            anew = "; single positions are searched anew" * (answer.searched.method == "positions")
            note(f"{self.path}: the same command goes on after this{anew}")
        else:
            note(f"{self.path}: not written, no round of the search by classes came to its end")


def write_certificate(
    path: Path, position: Position, goal: Goal, answer: Answer, budget: Budget
) -> None:
    """Write the certificate of "impossible", or say why there's none.  Raises OSError.

    ``budget`` is for the search that is written down in it.
    """
    try:
        made = certificates.certificate(position, goal, answer, budget=budget)
        data = certificate_files.checked_file(path, made)
    except certificates.NoCertificate as why:
        note(f"{path}: no certificate: {why}")
    else:
        put(path, data)


@click.command()
@click.argument("record", type=file_name)
@budget_options(memory=True)
def recheck(record: str, budget: Budget) -> None:
    """Check the answers in a RECORD of 'solve' again: play its line, or repeat the search.

    RECORD is a file that 'solve --evidence' wrote, or '-'; it may hold several records.  The
    position and the goal are those of the record.

    \b
    Exit codes: 0 reproduced; 1 not; 2 unreadable; 3 undecided.

    \b
    Examples:
      spiderpos recheck proof.json
      spiderpos solve woods-2 "get a space" --json | spiderpos recheck -
    """
    text, name = read_text(record, evidence.LARGEST)
    verdicts: set[Verdict] = set()
    for each in evidence.loads_all(text, name=name):
        with display() as progress:
            result = proving.recheck(each, budget=budget, progress=progress, name=name)
        verdicts.add(result.verdict)
        click.echo(harmless(str(result)))
    if Verdict.FAILS in verdicts:
        sys.exit(DOES_NOT_HOLD)
    sys.exit(UNDECIDED if Verdict.UNDECIDED in verdicts else HOLDS)
