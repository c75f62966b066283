"""How far a long search is, kept in a file: so that it can be killed, and gone on with.

The file is a record (:mod:`spiderpos.solver.evidence`) with the outcome "undecided": it holds the
question, and the exact cards that the next round of refinement begins with.  It's replaced in
one step after each round.
"""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import Verdict, as_played
from ..text.errors import NotationError
from ..text.files import replace_file
from . import evidence, rechecking
from .prover.answer import Answer, Outcome, Searched
from .prover.precision import of_words
from .prover.problem import wider

__all__ = ["Savepoint", "check_question", "gives_way"]


def check_question(record: evidence.Record, position: Position, goal: Goal, *, name: str) -> None:
    """Raise NotationError if a record is about another position (or its rules) or goal."""
    asked, wanted = rechecking.question(record, name=name)
    if wanted != goal:
        raise NotationError(f"{name}: this is about another question: '{wanted}', not '{goal}'")
    if asked != position:
        raise NotationError(
            f"{name}: this is about another question: the goal is this one, the position not"
        )


#: No search by classes is further.
_FURTHEST: Final = Searched("classes", 0, 2**63, 0.0, 0, rounds=2**63)


def gives_way(record: evidence.Record, searched: Searched) -> bool:
    """Whether a record that decides nothing may be replaced by that of a search that doesn't, too.

    That is: it has no line, and no steps but of such a search, with no more rounds and no more
    steps than this one has.
    """
    then = record.searched
    if record.line is not None:
        return False
    if then.rounds == then.steps == 0:
        return True
    further = then.rounds <= searched.rounds and then.steps <= searched.steps
    return then.method == searched.method and further


@dataclass(slots=True)
class Savepoint:
    """A file, the question that it's about, and how far the search is: None if nowhere yet.

    ``decided``: the record, if it has the answer; ``begin`` is then what the search's last round
    began with, if it was one by classes.  ``fault``: what is wrong with a record that says that
    it has the answer, and doesn't; it decides nothing.
    ``unwritten``: what :meth:`keep` was told last, if the file couldn't be written.
    """

    path: Path
    position: Position
    goal: Goal
    begin: Searched | None = None
    decided: evidence.Record | None = None
    fault: str = ""
    unwritten: Searched | None = None

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> Savepoint:
        """What there is in the file, if there is one, and anything in it.

        Raises NotationError if the file is no record, is about another question, or would lose
        by a search by classes that decides nothing; OSError.
        """
        try:
            text = evidence.file_text(path)
        except FileNotFoundError:
            text = ""
        if not text:
            return cls(path, position, goal)
        record = evidence.loads(text, name=str(path))
        if not evidence.is_ours(path):
            raise NotationError(
                f"{path}: there is more in this record than is written; name another file"
            )
        check_question(record, position, goal, name=str(path))
        alone, _ = rechecking.by_itself(record, str(path))
        found = cls(path, position, goal)
        if alone.verdict is Verdict.FAILS:
            found.fault = alone.found
        elif alone.verdict is Verdict.HOLDS:
            found.decided = record
        elif not gives_way(record, _FURTHEST):
            what = f"a search by classes can't go on from this record: {alone.found}"
            raise NotationError(f"{path}: {what}; name another file")
        if record.searched.method != "classes" or record.outcome == "solved":
            return found
        of_words(
            wider(as_played(position, goal), goal).position,
            record.searched.precision,
            name=f"{path}, precision",
        )
        found.begin = record.searched.as_searched()
        if record.outcome != "undecided":
            found.begin = replace(found.begin, rounds=0, steps=0, seconds=0.0)
        return found

    def check(self, answer: Answer) -> None:
        """Raise FileExistsError if the file may not be replaced by an answer any more; OSError.

        What is decided there may not, but for "impossible" by a line.
        """
        if not self.path.is_file():
            return
        try:
            text = evidence.file_text(self.path)
            if not text:
                return
            record = evidence.loads(text, name=str(self.path))
            check_question(record, self.position, self.goal, name=str(self.path))
            ours = evidence.is_ours(self.path)
            alone, _ = rechecking.by_itself(record, str(self.path))
        except NotationError:
            ours = False
        if not ours:
            what = "something else was written here meanwhile, and is left as it is"
            raise FileExistsError(errno.EEXIST, what, str(self.path))
        refuted = record.outcome == "impossible" and answer.outcome is Outcome.SOLVED
        if alone.verdict is Verdict.HOLDS and not refuted:
            what = "it was decided meanwhile, and is left as it is"
            raise FileExistsError(errno.EEXIST, what, str(self.path))
        unsure = alone.verdict is Verdict.UNDECIDED
        open_still = answer.outcome is Outcome.UNDECIDED
        if unsure and open_still and not gives_way(record, answer.searched):
            what = "another search left more here meanwhile, which is left as it is"
            raise FileExistsError(errno.EEXIST, what, str(self.path))

    def keep(self, searched: Searched) -> None:
        """Write down how far the search is.  Raises OSError, as :meth:`check`."""
        answer = Answer(Outcome.UNDECIDED, (), searched, "the search goes on")
        self.unwritten = searched
        facts = evidence.facts(self.position, self.goal, answer)
        text = json.dumps(facts, indent=2) + "\n"
        replace_file(self.path, text.encode(), follow=True, check=partial(self.check, answer))
        self.begin, self.unwritten = searched, None
