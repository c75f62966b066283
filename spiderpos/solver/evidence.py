"""Evidence: an answer of the solver as a record that anybody can check again.

A record holds the position, the goal, the answer and what was searched; ``docs/evidence.md``
describes the JSON.  :mod:`spiderpos.solver.rechecking` checks it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeAlias

from .. import formats, scripts
from ..formats.jsontext import Path as JsonPath
from ..formats.jsontext import WrongValue
from ..formats.jsontext import parse as parse_json
from ..game.position import Position
from ..game.replay import retrace
from ..goals import plans
from ..goals.goal import Goal
from ..goals.plans import Branch, Plan
from ..text.errors import NotationError
from ..text.files import read_head, text_of
from ..text.source import Place, SourceText, printable
from ..text.wording import join_words
from ..version import __version__
from .prover import blocked, brute, native
from .prover.answer import Answer, Draw, Outcome, Searched

#: The version of the records' format.
FORMAT: Final = 1
#: The script of a line without moves.
NO_MOVE: Final = "# no move is needed\n"
#: The largest file of records that is read, in bytes.
LARGEST: Final = 16_000_000
_BLANKS: Final = re.compile(r"\s*")
#: Tells where a value ends; the JSON is read by ``parse_json``.
_LAYOUT: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


@dataclass(frozen=True, slots=True)
class RecordedDraw:
    """A draw of the hidden cards: the position (``fen``), what came of it, and its line."""

    position: str
    outcome: Outcome
    line: str | None = None


Draws: TypeAlias = tuple[RecordedDraw, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A position, a goal, the answer, and how it was found.

    ``evidence`` is the version of this format, ``spiderpos`` and ``engine`` say what gave the
    answer, ``claim`` which claim of a catalogue it is about (``woods-5:no-space-first``), if any.
    ``position`` is in our own one-line notation (``fen``), ``line`` a script or a plan (we write
    words), and ``shortest`` says that no line has fewer moves.  ``draws``: of a goal that is
    possible, the draws of the hidden cards; ``line`` is for the first of them that has one.
    All other texts are of one line, of printable characters.
    """

    evidence: int
    spiderpos: str
    engine: str
    rules: str
    position: str
    goal: str
    outcome: Outcome
    searched: Searched
    claim: str | None = None
    reason: str = ""
    moves: int | None = None
    line: str | None = None
    shortest: bool = False
    draws: Draws = ()

    @property
    def plan(self) -> str | None:
        """The line, if it is a plan."""
        return self.line if plans.recognises(self.line or "") else None


#: What the values of a record are, by the types above.
_KINDS: Final[Mapping[str, tuple[Any, str]]] = {
    "str": (str, "a text of one line, without control characters"),
    "int": (int, "a whole number"),
    "float": (int | float, "a number"),
    "bool": (bool, "true or false"),
    "tuple[str, ...]": (list, "a list of texts of one line"),
    "Outcome": (str, join_words(Outcome, "or")),
    "Searched": (dict, "an object"),
    "Draws": (list, "a list of draws"),
}


def engine_of(method: str) -> str:
    """Return the search that a method stands for, with its version: "classes 1"."""
    versions = {"positions": brute.VERSION, "classes": native.VERSION, "heads": blocked.VERSION}
    return f"{method} {versions[method]}" if method in versions else method


def facts(
    position: Position, goal: Goal, answer: Answer, *, claim: str | None = None
) -> dict[str, Any]:
    """Return the record of an answer as a JSON object."""
    return {
        "evidence": FORMAT,
        **({"claim": claim} if claim else {}),
        "spiderpos": __version__,
        "engine": engine_of(answer.searched.method),
        "rules": str(position.rules),
        "position": formats.dumps(position, "fen").strip(),
        "goal": str(goal),
        "outcome": str(answer.outcome),
        # It may name a file, which can be called anything.
        "reason": printable(answer.reason),
        "moves": answer.length if answer.outcome in _WITH_LINE else None,
        "line": _in_words(answer),
        **({"shortest": True} if answer.shortest else {}),
        **({"plan": _branching(answer.plan)} if answer.plan is not None else {}),
        **({"draws": [_draw(draw) for draw in answer.draws]} if answer.draws else {}),
        "searched": asdict(answer.searched),
    }


_WITH_LINE: Final = (Outcome.SOLVED, Outcome.POSSIBLE)


def _draw(draw: Draw) -> dict[str, Any]:
    solved = draw.outcome is Outcome.SOLVED
    steps = retrace(draw.position, draw.moves, draw.position)
    return {
        "position": formats.dumps(draw.position, "fen").strip(),
        "outcome": str(draw.outcome),
        "line": (scripts.dumps(steps) if steps else NO_MOVE) if solved else None,
    }


def _in_words(answer: Answer) -> str | None:
    """Return the line or plan of an answer in words, None if there is none."""
    if answer.plan is not None:
        return plans.dumps(answer.plan)
    if answer.steps:
        return scripts.dumps(answer.steps)
    return NO_MOVE if answer.outcome in _WITH_LINE else None


def _branching(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON: its moves, and its branches by card.

    What several branches lead to is listed once, under ``shared``; such a branch has its
    ``number`` there, from 1.
    """
    numbers = plans.shared(plan)
    parts = {id(part): part for part in plan.parts()}

    def written(plan: Plan) -> dict[str, Any]:
        return {
            "moves": [instruction.in_one_line for instruction in plan.script.instructions],
            "branches": [branch(each) for each in plan.branches],
        }

    def branch(branch: Branch) -> dict[str, Any]:
        cards = [str(card) for card in branch.cards]
        if number := numbers.get(id(branch.plan)):
            return {"cards": cards, "number": number}
        return {"cards": cards, "plan": written(branch.plan)}

    shared = [written(parts[part]) for part in numbers]
    return written(plan) | ({"shared": shared} if shared else {})


def dumps(position: Position, goal: Goal, answer: Answer, *, claim: str | None = None) -> str:
    """Return the record of an answer as JSON, several lines."""
    return json.dumps(facts(position, goal, answer, claim=claim), indent=2) + "\n"


def loads(text: str, *, name: str = "<text>") -> Record:
    """Read one record.  Raises NotationError with the place of what is wrong."""
    records = loads_all(text, name=name)
    if len(records) != 1:
        raise NotationError(f"{len(records)} records are here", Place(name, 0, 0), "one record")
    return records[0]


def loads_all(text: str, *, name: str = "<text>") -> tuple[Record, ...]:
    """Read one record, or several, one after the other or in a list.

    Raises NotationError with the place of what is wrong.
    """
    return tuple(record for _, record in _pieces(text, name))


def objects(text: str, *, name: str = "<text>") -> list[dict[str, Any]]:
    """Return the same as JSON objects, with all that is in them: to be written again.

    Raises NotationError as :func:`loads_all`.
    """
    return [value for value, _ in _pieces(text, name)]


def _pieces(text: str, name: str) -> list[tuple[dict[str, Any], Record]]:
    """Return JSON objects, each with the record that it is."""
    records: list[tuple[dict[str, Any], Record]] = []
    for piece in _values(text):
        value = parse_json(piece, name)
        listed = isinstance(value, list)
        for index, item in enumerate(value if listed else [value]):
            try:
                records.append((item, _record(item)))
            except WrongValue as wrong:
                path = (index, *wrong.path) if listed else wrong.path
                again = WrongValue(path, wrong.message, wrong.expected)
                raise again.located(piece, name, {}) from None
    if not records:
        place = SourceText(text, name).place(0)
        raise NotationError("there is no record here", place, "the record of an answer of 'solve'")
    return records


def _values(text: str) -> Iterator[str]:
    """Yield the JSON values of a text, one after the other.

    Each with blanks before it, to its place.
    """
    at = _behind_blanks(text, 0)
    while at < len(text):
        try:
            end = _LAYOUT.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            # Who reads it says what is wrong with it.
            end = len(text)
        lines = text.count("\n", 0, at)
        yield "\n" * lines + " " * (at - text.rfind("\n", 0, at) - 1) + text[at:end]
        at = _behind_blanks(text, end)


def _behind_blanks(text: str, at: int) -> int:
    return _BLANKS.match(text, at).end()  # type: ignore[union-attr] # it always matches


def _record(value: object) -> Record:
    if not isinstance(value, dict):
        raise WrongValue((), "this is no record", "a JSON object, as 'solve' writes it")
    entries = _fields(Record, value, ())
    for key, known in (("evidence", [FORMAT]), ("outcome", list(Outcome))):
        if entries[key] not in known:
            raise WrongValue((key,), "this can't be read", join_words(known, "or"))
    entries["outcome"] = Outcome(entries["outcome"])
    entries["draws"] = tuple(
        _recorded_draw(draw, ("draws", index))
        for index, draw in enumerate(entries.get("draws", ()))
    )
    searched = _fields(Searched, value["searched"], ("searched",), "method", "classes", "steps")
    entries["searched"] = Searched(**searched)
    return Record(**entries)


def _recorded_draw(value: object, path: JsonPath) -> RecordedDraw:
    if not isinstance(value, dict):
        raise WrongValue(path, "this is no draw", "a JSON object, as 'solve' writes it")
    entries = _fields(RecordedDraw, value, path)
    if entries["outcome"] not in (Outcome.SOLVED, Outcome.IMPOSSIBLE, Outcome.UNDECIDED):
        expected = "solved, impossible or undecided"
        raise WrongValue((*path, "outcome"), "this can't be read", expected)
    return RecordedDraw(**(entries | {"outcome": Outcome(entries["outcome"])}))


def _fields(cls: type[Any], value: dict[str, Any], path: JsonPath, *needed: str) -> dict[str, Any]:
    """Return what an object says of the fields of a class; other keys are passed over.

    Those without a default are needed, and those that are named.
    """
    entries = {}
    for field in fields(cls):
        if field.name not in value:
            if field.default is MISSING or field.name in needed:
                raise WrongValue(path, f"the key '{field.name}' is missing")
            continue
        item = value[field.name]
        kind, may_be_none, _ = str(field.type).partition(" | None")
        types, expected = _KINDS[kind]
        # All but the line are printed within lines that say what was found out.
        texts = [] if field.name == "line" else item if isinstance(item, list) else [item]
        holds = isinstance(item, types) or (item is None and may_be_none)
        if kind.startswith(("str", "tuple")) and holds and item is not None:
            holds = all(isinstance(text, str) and text.isprintable() for text in texts)
        if not holds:
            raise WrongValue((*path, field.name), "this can't be read", expected)
        entries[field.name] = tuple(item) if isinstance(item, list) else item
    return entries


def file_text(path: Path) -> str:
    """Return the text of a file of records.

    Raises OSError, or NotationError if it is larger than ``LARGEST`` or not UTF-8 text.
    """
    data = read_head(path, LARGEST + 1)
    if len(data) > LARGEST:
        what = f"larger than {LARGEST:,} bytes"
        raise NotationError(what, Place(str(path), 0, 0), "records")
    return text_of(data, str(path))
