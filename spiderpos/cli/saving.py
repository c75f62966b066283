"""The files of ``solve --save`` and ``solve --certificate``."""

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

#: Maximum size of a ``--save`` file in bytes.
_LARGEST: Final = 1_000_000
#: The fields of ``searched`` from which a search resumes, and their types.
_RESUMED: Final = {
    "precision": list,
    "bases": bool,
    "rounds": int,
    "steps": int,
    "seconds": int | float,
}


@dataclass(slots=True)
class SaveFile:
    """The file of ``solve --save``: an answer, and the state from which the search resumes.

    ``begin`` is that state, or None to start a new search.  ``decided`` is True if the file
    already has a final answer.
    """

    path: Path
    position: Position
    goal: Goal
    begin: Searched | None = None
    decided: bool = False

    @classmethod
    def open(cls, path: Path, position: Position, goal: Goal) -> SaveFile:
        """Read the file if it exists, and print a note of its state.

        Raises UsageError, NotationError or OSError if the file can't be written, or contains
        something other than an answer to this question.
        """
        check_new(path, force=True)
        saved = cls(path, position, goal)
        if not path.is_file() or not path.stat().st_size:
            return saved
        content = _content(path)
        question = answer_json.question(position, goal)
        for key, value in question.items():
            if content.get(key) != value:
                raise NotationError(
                    f"this file answers another question: the {key} differs", _place(path)
                )
        saved.decided = content.get("outcome") in (Outcome.SOLVED, Outcome.IMPOSSIBLE)
        saved.begin = _begin(content, path)
        if saved.begin is not None:
            relaxed = relax_position(known_to_player(position, goal))
            of_words(relaxed, saved.begin.precision, name=f"{path}, precision")
        if saved.decided:
            note(f"{path}: already decided")
            if saved.begin is not None:
                saved.begin = replace(saved.begin, rounds=0, steps=0, seconds=0.0)
        elif saved.begin is not None:
            note(f"{path}: continuing after {count_phrase(saved.begin.rounds, 'round')}")
        return saved

    def after_round(self, searched: Searched) -> None:
        """Save a finished round.

        An error is only noted: a temporarily full disk shouldn't end a search of many hours.
        """
        if self.decided:
            return
        self.begin = searched
        answer = Answer(Outcome.UNDECIDED, (), searched, "the search continues")
        facts = answer_json.facts(self.position, self.goal, answer)
        try:
            put(self.path, json.dumps(facts, indent=2) + "\n")
        except OSError as error:
            note(f"{self.path}: {error.strerror or error}; the search continues")

    def write(self, answer: Answer, text: str) -> None:
        """Write the answer if it is decided; otherwise print a note about the file's state.

        Raises OSError.
        """
        if answer.outcome is not Outcome.UNDECIDED:
            put(self.path, text + "\n")
        elif self.decided:
            note(f"{self.path}: unchanged")
        elif self.begin is not None:
            restart = "; the search of single positions starts again"
            note(
                f"{self.path}: the same command continues from here"
                + restart * (answer.searched.method == "positions")
            )
        else:
            note(f"{self.path}: not written, because no round of the search by classes finished")


def _place(path: Path) -> Place:
    return Place(str(path), 0, 0)


def _content(path: Path) -> dict[str, Any]:
    """Return the content of a ``--save`` file.  Raises OSError or NotationError."""
    value = parse_json(text_of(read_head(path, _LARGEST), str(path)), str(path))
    if not isinstance(value, dict) or not isinstance(value.get("searched"), dict):
        raise NotationError("this is not a file of 'solve --save'", _place(path))
    return value


def _begin(content: dict[str, Any], path: Path) -> Searched | None:
    """Return the state of a search by classes; None if the search was another, or found a line."""
    searched = content["searched"]
    if searched.get("method") != "classes" or content.get("line") is not None:
        return None
    values = {key: searched.get(key) for key in _RESUMED}
    for key, kind in _RESUMED.items():
        if not isinstance(values[key], kind):
            raise NotationError(f"'{key}' is missing or invalid", _place(path))
    return Searched("classes", **values | {"precision": tuple(map(str, values["precision"]))})


def write_certificate(
    path: Path, position: Position, goal: Goal, answer: Answer, budget: Budget
) -> None:
    """Write a certificate of "impossible", or print a note if that can't be done.

    ``budget`` limits the search that is recorded in the certificate.  Raises OSError.
    """
    try:
        certificate = certificates.certificate(position, goal, answer, budget=budget)
        data = certificate_files.checked_file(path, certificate)
    except certificates.NoCertificate as reason:
        note(f"{path}: no certificate: {reason}")
    else:
        put(path, data)
