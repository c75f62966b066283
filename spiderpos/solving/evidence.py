"""Evidence: an answer of the solver as a record that anybody can check again.

A record holds the position, the goal, the answer and what was searched.  :func:`recheck` checks
it: a line is played by the engine and held against the goal; of "impossible" the last search is
made again and has to come to the same set of classes.  ``docs/evidence.md`` describes the JSON.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .. import __version__, formats, plans, scripts
from ..census import DECKS
from ..errors import NotationError
from ..files import read_head
from ..formats.base import ReadOptions
from ..formats.jsontext import WrongValue
from ..formats.jsontext import parse as parse_json
from ..goals import Goal, parse
from ..judge import Verdict, as_played, judge
from ..plans import Plan
from ..position import Position
from ..prover import brute, native
from ..prover.answer import Answer, Budget, Outcome, Progress, Searched
from ..prover.precision import of_words
from ..replay import ReplayError, replay
from ..source import Place, SourceText
from ..utf8 import text_of
from ..wording import count_phrase
from . import solve

__all__ = [
    "LARGEST",
    "NO_MOVE",
    "Recheck",
    "Record",
    "SearchedText",
    "compare",
    "dumps",
    "facts",
    "file_text",
    "is_ours",
    "loads",
    "loads_all",
    "objects",
    "question",
    "recheck",
]

#: The version of the records' format.
FORMAT: Final = 1
#: The script of a line without moves.
NO_MOVE: Final = "# no move is needed\n"
_BLANKS: Final = re.compile(r"\s*")


#: The largest file of records that is read, in bytes.
LARGEST: Final = 1024 * 1024
#: No search has counted more of anything.
_MOST: Final = 2**63 - 1
_Count: TypeAlias = Annotated[int, Field(ge=0, le=_MOST)]


class SearchedText(BaseModel):
    """What was searched, as a record says it; see :class:`~spiderpos.prover.Searched`."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    method: Literal["start", "positions", "classes", "plan", "beam"]
    classes: _Count
    steps: _Count
    seconds: Annotated[float, Field(ge=0, le=_MOST, allow_inf_nan=False)] = 0.0
    bytes: _Count = 0
    rounds: _Count = 0
    precision: Annotated[tuple[str, ...], Field(max_length=DECKS)] = ()
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")] = ""
    depth: _Count = 0
    bases: bool = False

    def as_searched(self) -> Searched:
        """The same as the solver says it."""
        return Searched(**self.model_dump())


class Record(BaseModel):
    """A position, a goal, the answer, and how it was found.

    ``evidence`` is the version of this format, ``spiderpos`` and ``engine`` say what gave the
    answer, ``claim`` which claim of a catalogue it is about (``woods-5:no-space-first``), if any.
    ``position`` is in our own one-line notation (``fen``), ``line`` a script or a plan, ``plan``
    the same plan as JSON, and ``shortest`` says that no line has fewer moves.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    evidence: Annotated[int, Field(ge=1, le=FORMAT)]
    claim: str | None = None
    spiderpos: str
    engine: str
    rules: str
    position: Annotated[str, Field(min_length=1)]
    goal: Annotated[str, Field(min_length=1)]
    outcome: Literal["solved", "impossible", "undecided"]
    reason: str = ""
    moves: _Count | None = None
    line: str | None = None
    plan: Any = None
    shortest: bool = False
    searched: SearchedText


def engine_of(method: str) -> str:
    """The search that a method stands for, with its version: "classes 1"."""
    versions = {"positions": brute.VERSION, "classes": native.VERSION}
    return f"{method} {versions[method]}" if method in versions else method


def facts(
    position: Position, goal: Goal, answer: Answer, line: str | None, *, claim: str | None = None
) -> dict[str, Any]:
    """The record of an answer as a JSON object; ``line`` is its script, None if there is none."""
    return {
        "evidence": FORMAT,
        **({"claim": claim} if claim else {}),
        "spiderpos": __version__,
        "engine": engine_of(answer.searched.method),
        "rules": str(position.rules),
        "position": formats.dumps(position, "fen").strip(),
        "goal": str(goal),
        "outcome": str(answer.outcome),
        "reason": answer.reason,
        "moves": answer.moves if answer.outcome is Outcome.SOLVED else None,
        "line": line,
        **({"shortest": True} if answer.shortest else {}),
        **({"plan": _branching(answer.plan)} if answer.plan is not None else {}),
        "searched": asdict(answer.searched),
    }


def _branching(plan: Plan) -> dict[str, Any]:
    """A plan as JSON: its moves, and its branches by card."""
    return {
        "moves": [" ".join(i.text.split()) for i in plan.script.instructions],
        "branches": [
            {"cards": [str(card) for card in branch.cards], "plan": _branching(branch.plan)}
            for branch in plan.branches
        ],
    }


def dumps(position: Position, goal: Goal, answer: Answer, *, claim: str | None = None) -> str:
    """The record of an answer as JSON, several lines."""
    line = None
    if answer.plan is not None:
        line = plans.dumps(answer.plan)
    elif answer.outcome is Outcome.SOLVED:
        line = scripts.dumps(answer.steps) if answer.steps else NO_MOVE
    return json.dumps(facts(position, goal, answer, line, claim=claim), indent=2) + "\n"


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
    decoder = json.JSONDecoder()
    records: list[tuple[str, Record]] = []
    at = 0
    while (at := _BLANKS.match(text, at).end()) < len(text):  # type: ignore[union-attr] # always
        try:
            _, at_end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            parse_json(text[at:] if records else text, name)  # says what is wrong
            raise _too_deep(name) from None
        piece, at = text[at:at_end], at_end
        if piece.startswith("["):
            value = parse_json(piece, name)
            try:
                items = [json.dumps(item) for item in value]
            except RecursionError:
                raise _too_deep(name) from None
            records += [
                (item, loads(item, name=f"{name}, item {number}"))
                for number, item in enumerate(items, 1)
            ]
        else:
            records.append((piece, loads(piece, name=name)))
    if not records:
        raise NotationError(
            "there is no record here",
            SourceText(text, name).place(0),
            "what 'solve --json' writes",
        )
    return records


def is_ours(path: Path) -> bool:
    """Whether a file holds records, and nothing else.  Raises OSError if it can't be read."""
    try:
        loads_all(file_text(path), name=str(path))
    except NotationError:
        return False
    return True


def file_text(path: Path) -> str:
    """The text of a file of records.

    Raises OSError, or NotationError if it is larger than ``LARGEST`` or not UTF-8 text.
    """
    data = read_head(path, LARGEST + 1)
    if len(data) > LARGEST:
        raise NotationError("larger than 1 MiB", Place(str(path), 0, 0), "a record")
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
        if first["type"] == "missing":
            raise WrongValue(path[:-1], f"the key '{path[-1]}' is missing") from None
        what = first["msg"][:1].lower() + first["msg"][1:]
        raise WrongValue(path, what) from None


@dataclass(frozen=True, slots=True)
class Recheck:
    """What came of checking a record again.

    ``verdict``: HOLDS if the record is right, FAILS if it isn't, UNDECIDED if the search did not
    end within the budget or the record itself decides nothing.  ``found`` says it in a sentence.
    ``answer`` is the new answer, for a record that says "impossible".  ``named``: whether the
    claim that the record names was found to ask this; otherwise that is only what it says.
    """

    record: Record
    verdict: Verdict
    found: str
    answer: Answer | None = None
    named: bool = False

    def __str__(self) -> str:
        word = {
            Verdict.HOLDS: "reproduced",
            Verdict.FAILS: "not reproduced",
            Verdict.UNDECIDED: "undecided",
        }[self.verdict]
        claim = ""
        if self.record.claim:
            called = f"the record calls itself '{self.record.claim}'"
            claim = f"{self.record.claim}: " if self.named else f"({called}) "
        return f"{claim}{word}: {self.found}"


def recheck(
    record: Record,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
    name: str = "record",
) -> Recheck:
    """Check a record again.

    Raises NotationError if its position, goal or line can't be read.
    """
    position, goal = question(record, name=name)
    match record.outcome:
        case "solved":
            if record.line is None:
                return Recheck(record, Verdict.FAILS, "the record says 'solved' and has no line")
            if plans.recognises(record.line):
                return _plan_again(record, position, goal, name)
            return _line_again(record, position, goal, budget, progress, name)
        case "impossible":
            if (record.line, record.moves, record.plan) != (None, None, None):
                found = "the record says 'impossible' and has a line"
                return Recheck(record, Verdict.FAILS, found)
            return _search_again(record, position, goal, budget, progress, name)
    return Recheck(record, Verdict.UNDECIDED, "the record itself is undecided")


def question(record: Record, *, name: str = "record") -> tuple[Position, Goal]:
    """The position and the goal of a record.  Raises NotationError if they can't be read."""
    options = ReadOptions(partial=True)
    position = formats.loads(record.position, "fen", name=f"{name}, position", options=options)
    if str(position.rules) != record.rules:
        raise NotationError(
            f"{name}: the rules are '{record.rules}', those of the position '{position.rules}'"
        )
    return position, parse(record.goal, name=f"{name}, goal", position=position)


def _line_again(
    record: Record,
    position: Position,
    goal: Goal,
    budget: Budget | None,
    progress: Progress | None,
    name: str,
) -> Recheck:
    script = scripts.loads(record.line or "", name=f"{name}, line")
    try:
        steps = replay(position, script).steps
    except ReplayError as error:
        return Recheck(record, Verdict.FAILS, f"the line can't be played: {error.reason}")
    judgement = judge(goal, position, steps)
    moves = count_phrase(len(steps), "move")
    if record.plan is not None:
        return Recheck(record, Verdict.FAILS, "the record has a plan, and its line is none")
    if judgement.verdict is Verdict.HOLDS:
        if record.moves not in (None, len(steps)):
            return _other_moves(record, f"the line has {moves}")
        found = f"the line of {moves} reaches the goal"
        if judgement.assumption:
            return Recheck(record, Verdict.UNDECIDED, f"{found} {judgement.assumption}")
        if record.shortest:
            return _shortest_again(record, position, goal, len(steps), budget, progress)
        return Recheck(record, Verdict.HOLDS, f"solved: {found}")
    broken = "; ".join(
        f"{f.phrase}: {f.found or f.verdict}"
        for f in judgement.findings
        if f.verdict is not Verdict.HOLDS
    )
    return Recheck(record, judgement.verdict, f"the line of {moves} doesn't reach it: {broken}")


def _plan_again(record: Record, position: Position, goal: Goal, name: str) -> Recheck:
    plan = plans.loads(record.line or "", name=f"{name}, line")
    checked = plans.check(plan, position, goal)
    if checked.verdict is not Verdict.HOLDS:
        found = f"the plan doesn't reach it {checked.failed or ''}: {checked.found}"
        return Recheck(record, checked.verdict, found)
    if record.moves not in (None, plan.moves):
        return _other_moves(record, f"the plan takes up to {count_phrase(plan.moves, 'move')}")
    if record.plan not in (None, _branching(plan)):
        return Recheck(record, Verdict.FAILS, "'plan' isn't the plan that 'line' says")
    found = f"the plan reaches the goal in each of {checked.cases} cases"
    if record.shortest:
        found += "; that none is shorter is nothing that a search can show"
        return Recheck(record, Verdict.UNDECIDED, found)
    return Recheck(record, Verdict.HOLDS, f"solved: {found}")


def _other_moves(record: Record, found: str) -> Recheck:
    said = f"the record says {count_phrase(record.moves or 0, 'move')}"
    return Recheck(record, Verdict.FAILS, f"{said}, and {found}")


def _shortest_again(
    record: Record,
    position: Position,
    goal: Goal,
    moves: int,
    budget: Budget | None,
    progress: Progress | None,
) -> Recheck:
    """Look for a shorter line than the one of so many moves, which reaches the goal."""
    line = f"the line of {count_phrase(moves, 'move')} reaches the goal"
    answer = solve(position, goal, budget=budget, shortest=True, progress=progress)
    if answer.outcome is Outcome.SOLVED and answer.plan is None:
        if answer.moves < moves:
            shorter = f"{count_phrase(answer.moves, 'move')}: {'; '.join(_words(answer))}"
            found = f"{line}, and so does one of {shorter}"
            return Recheck(record, Verdict.FAILS, found, answer)
        if answer.shortest and answer.moves == moves:
            found = f"solved: {line}, and no line has fewer moves"
            return Recheck(record, Verdict.HOLDS, found, answer)
    found = f"{line}; that none has fewer moves could not be shown again: {answer.reason}"
    return Recheck(record, Verdict.UNDECIDED, found, answer)


def _search_again(
    record: Record,
    position: Position,
    goal: Goal,
    budget: Budget | None,
    progress: Progress | None,
    name: str,
) -> Recheck:
    """Search once more, with the recorded exact cards: only the last search is repeated.

    That is enough, since "impossible" is true whatever cards are exact.  If those cards don't
    do (the record may be wrong, or of another version), the search goes on from them.
    """
    begin = None
    if record.searched.method == "classes":
        exact = record.searched
        begin = Searched("classes", 0, 0, 0.0, 0, precision=exact.precision, bases=exact.bases)
        of_words(as_played(position, goal), exact.precision, name=f"{name}, precision")
    answer = solve(position, goal, budget=budget, progress=progress, begin=begin)
    if answer.outcome is Outcome.UNDECIDED:
        return Recheck(record, Verdict.UNDECIDED, answer.reason, answer)
    if answer.outcome is Outcome.SOLVED:
        moves = count_phrase(len(answer.steps), "move")
        found = f"there is a line of {moves}: {'; '.join(_words(answer))}"
        return Recheck(record, Verdict.FAILS, found, answer)
    return compare(record, answer)


def compare(record: Record, answer: Answer) -> Recheck:
    """Whether a new answer "impossible" comes to what the record says.

    Both stand for a complete search, so another engine, or other cards taken exactly, confirm
    the verdict.  The same search with another set of classes doesn't.
    """
    then, now = record.searched, answer.searched
    engine = engine_of(now.method)
    what = ("class", "classes") if now.method == "classes" else ("position", "positions")
    found = f"impossible, {count_phrase(now.classes, *what)}, digest {now.digest or 'none'}"
    if not (now.digest or then.digest):
        return Recheck(record, Verdict.HOLDS, f"impossible: {answer.reason}", answer)
    if (then.classes, then.digest) == (now.classes, now.digest):
        return Recheck(record, Verdict.HOLDS, f"{found}, as recorded", answer)
    was = f"{then.classes} and {then.digest or 'no digest'}"
    if engine != record.engine:
        found += f" by '{engine}' (recorded by '{record.engine}': {was})"
        return Recheck(record, Verdict.HOLDS, found, answer)
    if then.precision != now.precision:
        found += f", by another choice of exact cards than recorded ({was})"
        return Recheck(record, Verdict.HOLDS, found, answer)
    return Recheck(record, Verdict.FAILS, f"{found}, and not {was} as recorded", answer)


def _words(answer: Answer) -> list[str]:
    return scripts.dumps(answer.steps).splitlines()
