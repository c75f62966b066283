"""Evidence: an answer of the solver as a record that anybody can check again.

A record holds the position, the goal, the answer and what was searched.  :func:`recheck` checks
it: a line is played by the engine and held against the goal; of "impossible" the last search is
made again and has to come to the same set of classes.  ``docs/evidence.md`` describes the JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .. import __version__, formats, plans, scripts
from ..census import DECKS
from ..errors import NotationError, PositionError
from ..files import read_head
from ..formats.base import ReadOptions
from ..formats.jsontext import WrongValue
from ..formats.jsontext import parse as parse_json
from ..goals import Goal, parse
from ..judge import Verdict, as_played, judge
from ..plans import Plan
from ..position import Position
from ..prover import brute, native
from ..prover.answer import MIB, Answer, Budget, Outcome, Progress, Searched
from ..prover.precision import of_words
from ..replay import ReplayError, replay
from ..scripts.base import Script
from ..source import Place, SourceText
from ..utf8 import text_of
from ..wording import count_phrase, join_words
from . import solve

__all__ = [
    "FORMAT",
    "LARGEST",
    "NO_MOVE",
    "Recheck",
    "Record",
    "SearchedText",
    "as_file",
    "by_itself",
    "check_texts",
    "compare",
    "dumps",
    "engine_of",
    "facts",
    "file_text",
    "is_ours",
    "is_plain",
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
#: Half of a character that JSON writes in two halves; a text that is read has none alone.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
#: Few records have more characters than the first, none that is read more than the second.
_USUAL: Final = 64 * 1024
_LONGEST: Final = 1_000_000
#: So much of a claim's name is quoted.
_SHOWN: Final = 100
#: The largest file of records that is read or written, in bytes: there is room for the records
#: of all claims that a problem file can hold.
LARGEST: Final = 16 * 1024 * 1024
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
            return at + json.JSONDecoder().raw_decode(piece)[1]
        except json.JSONDecodeError as error:
            what, stop = error.msg, error.pos
        except RecursionError:
            raise _too_deep(source.name) from None
        except ValueError as error:
            raise NotationError(f"this is not JSON: {error}", source.place(at)) from None
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
    left: list[tuple[Any, Collection[str]]] = [
        (record, Record.model_fields),
        (record["searched"], SearchedText.model_fields),
    ]
    if record.get("plan") is not None:
        left.append((record["plan"], ("moves", "branches")))
    while left:
        value, keys = left.pop()
        if not isinstance(value, dict) or not value.keys() <= set(keys):
            return False
        if "branches" in value and "moves" in value:
            if not isinstance(value["branches"], list):
                return False
            left += ((branch, ("cards", "plan")) for branch in value["branches"])
        elif "cards" in value:
            left.append((value.get("plan"), ("moves", "branches")))
    return True


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
        what = first["msg"][:1].lower() + first["msg"][1:]
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


@dataclass(frozen=True, slots=True)
class Recheck:
    """What came of checking a record again.

    ``verdict``: HOLDS if the record is right, FAILS if it isn't, UNDECIDED if the search did not
    end within the budget or the record itself decides nothing.  ``found`` says it in a sentence.
    ``answer`` is the new answer, if one was compared; UNDECIDED if the record refutes it.
    ``named``: whether the claim that the record names was found to ask this; otherwise that is
    only what it says.
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
    alone, _ = by_itself(record, name)
    if alone.verdict is not Verdict.HOLDS or not (
        record.outcome == "impossible" or record.shortest
    ):
        return alone
    return compare(record, _search_again(record, budget, progress, name), name=name)


def compare(record: Record, answer: Answer, *, name: str = "record") -> Recheck:
    """Whether a record agrees with an answer to its question that was found without it.

    All that the record says is looked at: its line or plan is played, of "impossible" the search
    is compared.  Both searches were complete then, so another engine, or other cards taken
    exactly, confirm the verdict; the same search with another set of classes doesn't.  *Not*
    looked for is a line shorter than one that is said to be the shortest: that is UNDECIDED
    unless ``answer`` says so.  "Impossible" where the record's line was played and reaches the
    goal can only be an error of the search: that is UNDECIDED, as its ``answer`` is then.
    Raises as :func:`recheck`.
    """
    alone, moves = by_itself(record, name)
    if alone.verdict is not Verdict.HOLDS:
        return alone
    if record.outcome == "impossible":
        return _same_search(record, answer)
    if answer.outcome is Outcome.IMPOSSIBLE:
        shown = alone.found.removeprefix("solved: ")
        found = f"internal error: a search says 'impossible', but {shown}; please report it"
        unsure = replace(answer, outcome=Outcome.UNDECIDED, reason=found)
        return Recheck(record, Verdict.UNDECIDED, found, unsure)
    return _none_shorter(record, moves, answer) if record.shortest else alone


def question(record: Record, *, name: str = "record") -> tuple[Position, Goal]:
    """The position and the goal of a record.  Raises NotationError if they can't be read."""
    options = ReadOptions(partial=True)
    where = _part(record, name, "position")
    try:
        position = formats.loads(record.position, "fen", name=where, options=options)
        where = _part(record, name, "goal")
        goal = parse(record.goal, name=where, position=position)
    except PositionError as error:
        raise NotationError(str(PositionError(error.faults, where))) from None
    if str(position.rules) != record.rules:
        where = _part(record, name, "rules")
        found = f"they are '{record.rules}', those of the position '{position.rules}'"
        raise NotationError(f"{where}: {found}")
    return position, goal


def check_texts(record: Record, *, name: str = "record") -> None:
    """Raise NotationError if the position, the goal or the line of a record can't be read."""
    question(record, name=name)
    if record.line is not None:
        _line(record, record.line, name)


def _line(record: Record, text: str, name: str) -> Script | Plan:
    read = plans.loads if plans.recognises(text) else scripts.loads
    return read(text, name=_part(record, name, "line"))


def _part(record: Record, name: str, key: str) -> str:
    """What errors in a text of a record call it: a file may have many records."""
    claim = f", {record.claim[:_SHOWN]}" if record.claim else ""
    return f"{name}{claim}, {key}"


def by_itself(record: Record, name: str = "record") -> tuple[Recheck, int]:
    """What a record comes to without a search, and how many moves its line or plan has.

    A line is played and judged, "impossible" stands as it is written.  Raises NotationError if
    the record's position, goal or line can't be read.
    """
    position, goal = question(record, name=name)
    line = _line(record, record.line, name) if record.line is not None else None
    if record.outcome == "undecided":
        return Recheck(record, Verdict.UNDECIDED, "the record itself is undecided"), 0
    if record.outcome == "impossible":
        more = (record.line, record.moves, record.plan, record.shortest)
        if more != (None, None, None, False):
            found = "the record says 'impossible' and has a line"
            return Recheck(record, Verdict.FAILS, found), 0
        return Recheck(record, Verdict.HOLDS, "impossible"), 0
    if line is None:
        found = "the record says 'solved' and has no line"
        return Recheck(record, Verdict.FAILS, found), 0
    if isinstance(line, Plan):
        return _plan_again(record, position, goal, line), line.moves
    return _line_again(record, position, goal, line)


def _line_again(
    record: Record, position: Position, goal: Goal, script: Script
) -> tuple[Recheck, int]:
    try:
        steps = replay(position, script).steps
    except ReplayError as error:
        found = f"the line can't be played: {error.reason}"
        return Recheck(record, Verdict.FAILS, found), 0
    judgement = judge(goal, position, steps)
    moves = count_phrase(len(steps), "move")
    if record.plan is not None:
        verdict, found = Verdict.FAILS, "the record has a plan, and its line is none"
    elif judgement.verdict is not Verdict.HOLDS:
        broken = "; ".join(
            f"{f.phrase}: {f.found or f.verdict}"
            for f in judgement.findings
            if f.verdict is not Verdict.HOLDS
        )
        verdict, found = judgement.verdict, f"the line of {moves} doesn't reach it: {broken}"
    elif record.moves not in (None, len(steps)):
        return _other_moves(record, f"the line has {moves}"), len(steps)
    elif judgement.assumption:
        found = f"the line of {moves} reaches the goal {judgement.assumption}"
        verdict = Verdict.UNDECIDED
    else:
        verdict, found = Verdict.HOLDS, f"solved: the line of {moves} reaches the goal"
    return Recheck(record, verdict, found), len(steps)


def _plan_again(record: Record, position: Position, goal: Goal, plan: Plan) -> Recheck:
    checked = plans.check(plan, position, goal)
    if checked.verdict is not Verdict.HOLDS:
        where = f" {checked.failed}" if checked.failed else ""
        found = f"the plan doesn't reach it{where}: {checked.found}"
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


def _search_again(
    record: Record, budget: Budget | None, progress: Progress | None, name: str
) -> Answer:
    """Search once more for a line, or for a shorter one than the record has.

    Of "impossible" only the last search is repeated, with the recorded exact cards.  That is
    enough, since "impossible" is true whatever cards are exact.  If those cards don't do (the
    record may be wrong, or of another version), the search goes on from them.  Brute force is
    repeated as that, with half of the time; what it doesn't decide the other searches may.
    """
    position, goal = question(record, name=name)
    if record.outcome == "solved":
        return solve(position, goal, budget=budget, shortest=True, progress=progress)
    budget = budget or Budget()
    if record.searched.method == "positions":
        half = replace(budget, seconds=None if budget.seconds is None else budget.seconds / 2)
        answer = brute.solve(position, goal, budget=half, progress=progress)
        if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
            return answer
        budget = half
    begin = None
    if record.searched.method == "classes":
        exact = record.searched
        begin = Searched("classes", 0, 0, 0.0, 0, precision=exact.precision, bases=exact.bases)
        where = _part(record, name, "precision")
        of_words(as_played(position, goal), exact.precision, name=where)
    return solve(position, goal, budget=budget, progress=progress, begin=begin)


def _none_shorter(record: Record, moves: int, answer: Answer) -> Recheck:
    """Whether an answer shows that no line has fewer moves than the record's."""
    line = f"the line of {count_phrase(moves, 'move')} reaches the goal"
    if answer.outcome is Outcome.SOLVED and answer.plan is None:
        if answer.moves < moves:
            shorter = f"{count_phrase(answer.moves, 'move')}: {'; '.join(_words(answer))}"
            found = f"{line}, and so does one of {shorter}"
            return Recheck(record, Verdict.FAILS, found, answer)
        if answer.shortest and answer.moves == moves:
            found = f"solved: {line}, and no line has fewer moves"
            return Recheck(record, Verdict.HOLDS, found, answer)
    why = f": {answer.reason}" if answer.reason else ""
    found = f"{line}; that none has fewer moves could not be shown again{why}"
    return Recheck(record, Verdict.UNDECIDED, found, answer)


def _same_search(record: Record, answer: Answer) -> Recheck:
    """What an answer says of a record that says "impossible" and nothing else."""
    if answer.outcome is Outcome.UNDECIDED:
        return Recheck(record, Verdict.UNDECIDED, answer.reason, answer)
    if answer.outcome is Outcome.SOLVED:
        return Recheck(record, Verdict.FAILS, f"there is {_solution(answer)}", answer)
    then, now = record.searched, answer.searched
    engine = engine_of(now.method)
    found = f"impossible, {_size(now.method, now.classes, now.digest)}"
    was = _size(then.method, then.classes, then.digest)
    # A record of an earlier version may not have them.
    chosen = {"precision", *({"bases"} & then.model_fields_set)}
    others = any(getattr(then, key) != getattr(now, key) for key in chosen)
    figures = ["method", "classes", "digest", *({"depth"} & then.model_fields_set)]
    if now.method == then.method == "plan":
        # How many searches there are for a plan depends on how quick the machine is.
        return Recheck(record, Verdict.HOLDS, f"impossible: {answer.reason}", answer)
    if all(getattr(then, key) == getattr(now, key) for key in figures):
        if not now.digest:
            return Recheck(record, Verdict.HOLDS, f"impossible: {answer.reason}", answer)
        found += ", as recorded" + ", by another choice of exact cards" * others
        return Recheck(record, Verdict.HOLDS, found, answer)
    if (engine, now.method) != (record.engine, then.method):
        found += f" by '{engine}' (recorded by '{record.engine}': {was})"
        return Recheck(record, Verdict.HOLDS, found, answer)
    if others:
        found += f", by another choice of exact cards than recorded ({was})"
        return Recheck(record, Verdict.HOLDS, found, answer)
    wrong = join_words(
        f"{key} {getattr(then, key) or 'none'}"
        for key in figures
        if getattr(then, key) != getattr(now, key)
    )
    return Recheck(record, Verdict.FAILS, f"{found}; the record says {wrong}", answer)


def _size(method: str, classes: int, digest: str) -> str:
    what = ("class", "classes") if method == "classes" else ("position", "positions")
    return f"{count_phrase(classes, *what)}, digest {digest or 'none'}"


def _solution(answer: Answer) -> str:
    """What a solved answer has, as a phrase."""
    moves = count_phrase(answer.moves, "move")
    if answer.plan is not None:
        return f"a plan of up to {moves}"
    return f"a line of {moves}" + (f": {'; '.join(_words(answer))}" if answer.steps else "")


def _words(answer: Answer) -> list[str]:
    return scripts.dumps(answer.steps).splitlines()
