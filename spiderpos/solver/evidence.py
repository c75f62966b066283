"""Evidence: an answer of the solver as a record that anybody can check again.

A record holds the position, the goal, the answer and what was searched; ``docs/evidence.md``
describes the JSON.  :mod:`spiderpos.solver.rechecking` checks it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from .. import formats, scripts
from ..formats.jsontext import WrongValue
from ..formats.jsontext import parse as parse_json
from ..game.census import DECKS
from ..game.position import Position
from ..goals import plans
from ..goals.goal import Goal
from ..goals.plans import Plan
from ..text.errors import NotationError
from ..text.files import read_head
from ..text.source import Place, SourceText, printable
from ..text.utf8 import text_of
from ..version import __version__
from .prover import brute, native
from .prover.answer import MIB, Answer, Outcome, Searched

__all__ = [
    "FORMAT",
    "LARGEST",
    "NO_MOVE",
    "Record",
    "SearchedText",
    "as_file",
    "branching",
    "dumps",
    "engine_of",
    "facts",
    "file_text",
    "is_ours",
    "is_plain",
    "loads",
    "loads_all",
    "objects",
]

#: The version of the records' format.
FORMAT: Final = 1
#: The script of a line without moves.
NO_MOVE: Final = "# no move is needed\n"
_BLANKS: Final = re.compile(r"\s*")
#: Tells where a value ends, whatever its numbers are; :func:`loads` reads it.
_LAYOUT: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
#: Half of a character that JSON writes in two halves; a text that is read has none alone.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
#: Few records have more characters than the first, none that is read more than the second.
_USUAL: Final = 64 * 1024
_LONGEST: Final = 1_000_000
#: The largest file of records that is read or written, in bytes: there is room for the records
#: of all claims that a problem file can hold.
LARGEST: Final = 16 * 1024 * 1024
#: No search has counted more of anything.
_MOST: Final = 2**63 - 1
_Count: TypeAlias = Annotated[int, Field(ge=0, le=_MOST)]


def _one_line(text: str) -> str:
    # It is printed within lines that say what was found out.
    if not text.isprintable():
        raise ValueError("this is to be one line, without control characters")
    return text


_Line: TypeAlias = Annotated[str, AfterValidator(_one_line)]


class SearchedText(BaseModel):
    """What was searched, as a record says it; see :class:`~spiderpos.solver.prover.Searched`."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    method: Literal["start", "positions", "classes", "plan", "beam", "exhaust"]
    classes: _Count
    steps: _Count
    seconds: Annotated[float, Field(ge=0, le=_MOST, allow_inf_nan=False)] = 0.0
    bytes: _Count = 0
    rounds: _Count = 0
    precision: Annotated[tuple[_Line, ...], Field(max_length=DECKS)] = ()
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")] = ""
    depth: _Count = 0
    bases: bool = False
    rules: _Line = ""
    goal: _Line = ""

    def as_searched(self) -> Searched:
        """The same as the solver says it."""
        return Searched(**self.model_dump())


class Record(BaseModel):
    """A position, a goal, the answer, and how it was found.

    ``evidence`` is the version of this format, ``spiderpos`` and ``engine`` say what gave the
    answer, ``claim`` which claim of a catalogue it is about (``woods-5:no-space-first``), if any.
    ``position`` is in our own one-line notation (``fen``), ``line`` a script or a plan (we write
    words), ``plan`` the same plan as JSON, and ``shortest`` says that no line has fewer moves.
    All other texts are of one line, of printable characters.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    evidence: Annotated[int, Field(ge=1, le=FORMAT)]
    claim: _Line | None = None
    spiderpos: _Line
    engine: _Line
    rules: _Line
    position: Annotated[_Line, Field(min_length=1)]
    goal: Annotated[_Line, Field(min_length=1)]
    outcome: Literal["solved", "impossible", "undecided"]
    reason: _Line = ""
    moves: _Count | None = None
    line: str | None = None
    plan: Any = None
    shortest: bool = False
    searched: SearchedText


def engine_of(method: str) -> str:
    """The search that a method stands for, with its version: "classes 1"."""
    versions = {
        "positions": brute.VERSION,
        "classes": native.VERSION,
    }
    return f"{method} {versions[method]}" if method in versions else method


def facts(
    position: Position, goal: Goal, answer: Answer, *, claim: str | None = None
) -> dict[str, Any]:
    """The record of an answer as a JSON object."""
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
        "moves": answer.moves if answer.outcome is Outcome.SOLVED else None,
        "line": _in_words(answer),
        **({"shortest": True} if answer.shortest else {}),
        **({"plan": branching(answer.plan)} if answer.plan is not None else {}),
        "searched": asdict(answer.searched),
    }


def _in_words(answer: Answer) -> str | None:
    """The line or plan of an answer in words, None if there is none."""
    if answer.plan is not None:
        return plans.dumps(answer.plan)
    if answer.steps:
        return scripts.dumps(answer.steps)
    return NO_MOVE if answer.outcome is Outcome.SOLVED else None


def branching(plan: Plan) -> dict[str, Any]:
    """A plan as JSON: its moves, and its branches by card."""
    return {
        "moves": [" ".join(i.text.split()) for i in plan.script.instructions],
        "branches": [
            {"cards": [str(card) for card in branch.cards], "plan": branching(branch.plan)}
            for branch in plan.branches
        ],
    }


def dumps(position: Position, goal: Goal, answer: Answer, *, claim: str | None = None) -> str:
    """The record of an answer as JSON, several lines."""
    return json.dumps(facts(position, goal, answer, claim=claim), indent=2) + "\n"


def loads(text: str, *, name: str = "<text>") -> Record:
    """Read one record.  Raises NotationError with the place of what is wrong."""
    value = parse_json(text, name)
    try:
        if not isinstance(value, dict):
            raise WrongValue((), "this is no record", "a JSON object, as 'solve --json' writes it")
        return _record(value)
    except WrongValue as wrong:
        raise wrong.located(text, name, {}) from None


def loads_all(text: str, *, name: str = "<text>") -> tuple[Record, ...]:
    """Read one record, or several, one after the other or in a list.

    Raises NotationError with the place of what is wrong.
    """
    return tuple(record for _, record in _pieces(text, name))


def objects(text: str, *, name: str = "<text>") -> list[dict[str, Any]]:
    """The same as JSON objects, with all that is in them: to be written again.

    Raises NotationError as :func:`loads_all`.
    """
    return [json.loads(piece) for piece, _ in _pieces(text, name)]


def _pieces(text: str, name: str) -> list[tuple[str, Record]]:
    """The texts of records, each with what it says."""
    records: list[tuple[str, Record]] = []
    source = SourceText(text, name)
    for at, end in _values(source):
        piece = text[at:end]
        try:
            records.append((piece, loads(piece, name=name)))
        except NotationError as error:
            raise _within(source, at, error) from None
    return records


def _values(source: SourceText) -> Iterator[tuple[int, int]]:
    """Where the values of a text begin and end: one after the other, or in lists.

    They come one by one, and none is longer than a record may be: so a text that holds something
    else is given up long before its end.
    """
    text = source.text
    at = _behind_blanks(text, 0)
    if at == len(text):
        raise _nothing(source, 0)
    while at < len(text):
        if text[at] == "[":
            at = yield from _items(source, at)
        else:
            end = _end(source, at)
            yield at, end
            at = end
        at = _behind_blanks(text, at)


def _items(source: SourceText, at: int) -> Generator[tuple[int, int], None, int]:
    """The same of the items of a list; gives where it ends."""
    text = source.text
    item = _behind_blanks(text, at + 1)
    if text[item : item + 1] == "]":
        raise _nothing(source, at)
    while True:
        end = _end(source, item)
        yield item, end
        at = _behind_blanks(text, end)
        if text[at : at + 1] == "]":
            return at + 1
        if text[at : at + 1] != ",":
            what = "this is not JSON: expecting ',' delimiter"
            raise NotationError(what, source.place(at))
        item = _behind_blanks(text, at + 1)


def _nothing(source: SourceText, at: int) -> NotationError:
    return NotationError("there is no record here", source.place(at), "what 'solve --json' writes")


def _behind_blanks(text: str, at: int) -> int:
    return _BLANKS.match(text, at).end()  # type: ignore[union-attr] # it always matches


def _end(source: SourceText, at: int) -> int:
    """Where the JSON value ends that begins at an offset."""
    text = source.text
    for most in (_USUAL, _LONGEST + 1):
        piece = text[at : at + most]
        try:
            return at + _LAYOUT.raw_decode(piece)[1]
        except json.JSONDecodeError as error:
            what, stop = error.msg, error.pos
        except RecursionError:
            raise _too_deep(source.name) from None
    cut_off = stop >= len(piece) - len("false") or what.startswith("Unterminated")
    if cut_off and at + len(piece) < len(text):
        raise NotationError(
            f"more than {_LONGEST} characters are too many for a record", source.place(at)
        )
    raise NotationError(f"this is not JSON: {what[:1].lower()}{what[1:]}", source.place(at + stop))


def _within(source: SourceText, at: int, error: NotationError) -> NotationError:
    """An error in a part of a text that begins at an offset, with its place in the whole."""
    place = error.place
    if place is None or not place.line:
        return error
    lines = source.text[at:].split("\n", place.line - 1)
    at = len(source.text) - len(lines[-1]) if place.line > 1 else at
    return NotationError(error.message, source.place(at + place.column - 1), error.expected)


def as_file(text: str, *, name: str = "<text>") -> bytes:
    """Records as a file that can be read again.  Raises NotationError if it could not be."""
    data = text.encode()
    if len(data) > LARGEST:
        what = f"the records would take more than {LARGEST // MIB} MiB, which is not read again"
        raise NotationError(what, Place(name, 0, 0))
    loads_all(text, name=name)
    return data


def is_ours(path: Path) -> bool:
    """Whether a file holds records, and nothing else: no keys but those that are written here.

    Raises OSError if it can't be read.
    """
    try:
        return all(map(is_plain, objects(file_text(path), name=str(path))))
    except NotationError:
        return False


def is_plain(record: dict[str, Any]) -> bool:
    """Whether a record, one that can be read, has only keys that are written here."""
    more = record.keys() - Record.model_fields.keys()
    more |= record["searched"].keys() - SearchedText.model_fields.keys()
    if more:
        return False
    left = [plan for plan in (record.get("plan"),) if plan is not None]
    while left:
        match left.pop():
            case {"moves": moves, "branches": [*branches], **rest} if not rest:
                if not _are_texts(moves):
                    return False
            case _:
                return False
        for branch in branches:
            match branch:
                case {"cards": cards, "plan": plan, **rest} if not rest and _are_texts(cards):
                    left.append(plan)
                case _:
                    return False
    return True


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def file_text(path: Path) -> str:
    """The text of a file of records.

    Raises OSError, or NotationError if it is larger than ``LARGEST`` or not UTF-8 text.
    """
    data = read_head(path, LARGEST + 1)
    if len(data) > LARGEST:
        what = f"larger than {LARGEST // MIB} MiB"
        raise NotationError(what, Place(str(path), 0, 0), "records")
    return text_of(data, str(path))


def _too_deep(name: str) -> NotationError:
    return NotationError("this is nested far too deeply for a record", Place(name, 0, 0))


def _record(value: dict[str, Any]) -> Record:
    try:
        return Record.model_validate_json(json.dumps(value))
    except RecursionError:
        raise WrongValue((), "this is nested far too deeply for a record") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = tuple(first["loc"])
        if first["type"] == "json_invalid":
            # What it says of the place is about JSON that was written anew.
            raise _unwritable(value) from None
        if first["type"] == "missing":
            raise WrongValue(path[:-1], f"the key '{path[-1]}' is missing") from None
        what = first["msg"].removeprefix("Value error, ")
        what = what[:1].lower() + what[1:]
        raise WrongValue(path, what) from None


def _unwritable(record: dict[str, Any]) -> WrongValue:
    """What is wrong with a record that JSON was read from and can't be written as."""
    left: list[tuple[tuple[str | int, ...], Any]] = [((), record)]
    while left:
        path, value = left.pop()
        if isinstance(value, str) and _SURROGATE.search(value):
            return WrongValue(path, "half of a character stands here, without the other half")
        items: Iterable[tuple[str | int, Any]] = ()
        if isinstance(value, dict):
            items = value.items()
            key = next(filter(_SURROGATE.search, value), None)
            if key is not None:
                said = "half of a character stands in a key, without the other half"
                return WrongValue(path, said)
        elif isinstance(value, list):
            items = enumerate(value)
        left += reversed([((*path, step), item) for step, item in items])
    return WrongValue((), "this is nested far too deeply for a record")
