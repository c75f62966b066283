"""The files that ``solve`` writes next to its answer: ``--save`` and ``--certificate``."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ..formats.jsontext import parse as parse_json
from ..game.position import Position
from ..goals.goal import Goal
from ..goals.judge import known_to_player
from ..solver import (
    Answer,
    Budget,
    Outcome,
    Searched,
    answer_json,
    certificate_files,
    certificates,
)
from ..solver.prover.exact_cards import of_words
from ..solver.prover.question import relax_position
from ..text.errors import NotationError
from ..text.files import read_head, text_of
from ..text.source import Place
from ..text.wording import count_phrase
from .errors import note
from .writing import check_new, put

#: The largest file of ``--save`` that is read, in bytes.
_LARGEST: Final = 1_000_000
#: The values of ``searched`` that a search goes on from, and their types.
_CONTINUED: Final = {
    "precision": list,
    "bases": bool,
    "rounds": int,
    "steps": int,
    "seconds": int | float,
}


@dataclass(slots=True)
class SaveFile:
    """The file of ``--save``: an answer with the exact cards that the next round begins with.

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
        """Read the file, if it is there.

        Raises UsageError, NotationError or OSError if the file can't be written, or holds
        anything but an answer to this question.
        """
        check_new(path, force=True)
        saved = cls(path, position, goal)
        if not path.is_file() or not path.stat().st_size:
            return saved
        content = _content(path)
        question = answer_json.question(position, goal)
        for key, value in question.items():
            if content.get(key) != value:
                raise NotationError(f"this is about another question: another {key}", _at(path))
        saved.decided = content.get("outcome") in (Outcome.SOLVED, Outcome.IMPOSSIBLE)
        saved.begin = _begin(content, path)
        if saved.begin is not None:
            known = relax_position(known_to_player(position, goal))
            of_words(known, saved.begin.precision, name=f"{path}, precision")
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
        facts = answer_json.facts(self.position, self.goal, answer)
        try:
            put(self.path, json.dumps(facts, indent=2) + "\n")
        except OSError as error:
            note(f"{self.path}: {error.strerror or error}; the search goes on")

    def write(self, answer: Answer, text: str) -> None:
        """Write an answer that is decided.  Raises OSError."""
        if answer.outcome is not Outcome.UNDECIDED:
            put(self.path, text + "\n")
        elif self.decided:
            note(f"{self.path}: it stays as it is")
        elif self.begin is not None:
            anew = "; single positions are searched anew" * (answer.searched.method == "positions")
            note(f"{self.path}: the same command goes on after this{anew}")
        else:
            note(f"{self.path}: not written, no round of the search by classes came to its end")


def _at(path: Path) -> Place:
    return Place(str(path), 0, 0)


def _content(path: Path) -> dict[str, Any]:
    """Return the answer in a file of ``--save``.  Raises OSError or NotationError."""
    value = parse_json(text_of(read_head(path, _LARGEST), str(path)), str(path))
    if not isinstance(value, dict) or not isinstance(value.get("searched"), dict):
        raise NotationError("this is not a file of 'solve --save'", _at(path))
    return value


def _begin(content: dict[str, Any], path: Path) -> Searched | None:
    """Return what a search by classes goes on from; None if the answer is by another search."""
    searched = content["searched"]
    if searched.get("method") != "classes" or content.get("line") is not None:
        return None
    values = {key: searched.get(key) for key in _CONTINUED}
    for key, kind in _CONTINUED.items():
        if not isinstance(values[key], kind):
            raise NotationError(f"'{key}' is missing, or is not right", _at(path))
    return Searched("classes", **values | {"precision": tuple(map(str, values["precision"]))})


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
