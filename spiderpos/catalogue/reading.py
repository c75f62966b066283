"""Parse problem files.

The YAML is first validated against the dataclasses of :mod:`spiderpos.catalogue.schema`.  Then the
embedded texts (diagrams, save lines, scripts, goals) are parsed and references between names are
resolved.  Every error is a NotationError with file, line and key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, NamedTuple, ParamSpec, Protocol, TypeVar

from .. import formats
from ..formats.base import Reading, ReadOptions
from ..game.census import PositionError
from ..game.position import Position
from ..game.rules import WOODS
from ..game.script import Script, ScriptLine, ScriptMove
from ..goals import goal as goals
from ..goals import plans
from ..scripts import words
from ..text.errors import NotationError, SpiderError, UnknownName
from ..text.source import Place
from ..text.wording import count_phrase, did_you_mean
from . import variations
from .history import Part
from .line import Claim, Line
from .positions import apply_fields
from .problem import LONGEST_CHAIN, START, Doubt, NamedPosition, Problem
from .schema import (
    Beginning,
    ClaimText,
    Expectation,
    LineText,
    NamedPositionText,
    PositionText,
    ProblemText,
    with_source,
)
from .turning import items_of
from .validation import DataFault, build, misplaced
from .yamltext import Document, KeyPath, parse

#: Maximum number of errors that one message lists.
_SHOWN: Final = 8


class _CardsError(NotationError):
    """A position in a problem file with a wrong set of cards."""


def read(text: str, name: str) -> Problem:
    """Read a problem (see :func:`spiderpos.catalogue.loads_problem`)."""
    problem, faults = examine(text, name)
    if problem is not None:
        return problem
    (_, first), *rest = faults
    if not rest:
        raise first
    # Report all errors together, at the place of the first.
    message = first.message
    for _, error in rest[: _SHOWN - 1]:
        message += f"\n  line {error.place.line if error.place else 0}: {error.message}"
    if len(rest) >= _SHOWN:
        message += f"\n  and {len(rest) - _SHOWN + 1} more"
    raise NotationError(message, first.place, first.expected)


def examine(text: str, name: str) -> tuple[Problem | None, list[tuple[str, NotationError]]]:
    """Return the problem in the text of a file, or None and a list of its errors.

    Each error has a kind: ``yaml`` (not YAML, or not a mapping), ``schema`` (keys and values),
    ``read`` (embedded texts, references) or ``cards`` (a wrong set of cards).  See
    :func:`spiderpos.catalogue.loads_problem` for what is *not* checked.
    """
    try:
        document = parse(text, name)
        if not isinstance(document.data, dict):
            empty = document.data is None
            message = "this file is empty" if empty else "this is not a problem file"
            raise NotationError(message, document.place(()), "keys such as 'id:' and 'position:'")
    except NotationError as error:
        return None, [("yaml", error)]
    faults: list[DataFault] = []
    content = document.data
    if isinstance(content.get("claims"), tuple):
        content = content | {"claims": tuple(map(with_source, content["claims"]))}
    data = build(ProblemText, content, (), faults)
    if faults:
        faults = [misplaced(ProblemText, fault) for fault in faults]
        return None, [("schema", error) for error in _sorted_errors(document, faults)]
    reader = _Reader(document, data)
    problem = reader.problem()
    if not reader.faults:
        return problem, []
    return None, [
        ("cards" if isinstance(error, _CardsError) else "read", error) for error in reader.faults
    ]


class _Reader:
    """Parses the embedded texts of a problem file and resolves its references."""

    def __init__(self, document: Document, data: ProblemText) -> None:
        self.document = document
        self.items = items_of(data)
        self.data = replace(
            data,
            positions=tuple(entry for entry, _ in self.items.positions),
            claims=tuple(entry for entry, _ in self.items.claims),
        )
        self.name = document.source.name
        self.rules = data.rules or WOODS
        self.doubts: list[Doubt] = []
        self.faults: list[NotationError] = []

    def problem(self) -> Problem | None:
        """Return the problem, or None after appending errors to ``faults``.

        The errors are those of all embedded texts; if these are valid, that of the first check
        that fails: of names, references, solutions, claims, goals or outcomes.
        """
        data = self.data
        stated = self._attempt(self._position, data.position, ("position",))
        goal = self._attempt(self._goal, data.goal, ("goal",)) if data.goal is not None else None
        named = [self._named(entry, path) for entry, path in self.items.positions]
        lines = [self._line(entry, path) for entry, path in _each(data.lines, "lines")]
        claims = [self._claim(entry, path) for entry, path in self.items.claims]
        if self.faults or stated is None:
            return None
        problem = Problem.of(
            data.id,
            data,
            self.document,
            stated.position,
            stated.diagram,
            goal,
            tuple(filter(None, named)),
            {line.id: line for line in lines if line is not None},
            tuple(filter(None, claims)),
            tuple(self.doubts),
        )
        with suppress(RecursionError, UnknownName):  # the checks below report these
            problem = self._attempt(variations.with_lines, problem) or problem
        for check in (
            self._check_names,
            self._check_references,
            self._check_beginnings,
            self._check_solutions,
            self._check_claims,
            self._check_goals,
        ):
            self._attempt(check, problem)
            if self.faults:
                return None
        whole = {
            name: replace(line, script=problem.history(name).script(self.name))
            for name, line in problem.lines.items()
        }
        planned = tuple(_with_beginning(problem, claim) for claim in problem.claims)
        problem = problem.having(lines=whole, claims=planned)
        outcomes = self._attempt(variations.claims, problem)
        return None if outcomes is None else problem.having(claims=(*planned, *outcomes))

    def _attempt(
        self, read: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs
    ) -> _T | None:
        """Return the result of ``read``; on a NotationError, record it and return None."""
        try:
            return read(*arguments, **named)
        except NotationError as error:
            self.faults.append(error)
            return None

    def _named(self, data: NamedPositionText, path: KeyPath) -> NamedPosition | None:
        if data.start:
            return NamedPosition(data, None, None, path)
        stated = self._attempt(self._position, data, path)
        return None if stated is None else NamedPosition(data, *stated, path)

    def _line(self, data: LineText, path: KeyPath) -> Line | None:
        parts = self._attempt(self._parts, data, path)
        return None if parts is None else Line(data, parts, Script(()), path)

    def _claim(self, data: ClaimText, path: KeyPath) -> Claim | None:
        goal = self._attempt(self._goal, data.goal, (*path, "goal"))
        plan = self._attempt(self._plan, data.plan, (*path, "plan")) if data.plan else None
        return None if goal is None else Claim(data, goal, path, plan)

    # Embedded texts

    @contextmanager
    def _errors_at(self, path: KeyPath) -> Iterator[None]:
        """Add the place in the file and the key to errors in the text at ``path``."""
        try:
            yield
        except NotationError as error:
            place = self.document.place_in(path, error.place)
            message = f"{error.message}{_partial_hint(error)}"
            raise self._error(path, message, error.expected, place) from None
        except PositionError as error:
            raise self._cards_error(path, error) from None
        except SpiderError as error:
            raise self._error(path, str(error)) from None

    def _error(
        self, path: KeyPath, message: str, expected: str = "", place: Place | None = None
    ) -> NotationError:
        place = place or self.document.place(path)
        return NotationError(f"{self.document.key(path)}: {message}", place, expected)

    def _cards_error(self, path: KeyPath, error: PositionError) -> _CardsError:
        located = self._error(path, f"{PositionError(error.faults)}{_partial_hint(error)}")
        return _CardsError(located.message, located.place, located.expected)

    def _options(self, data: PositionText | None = None, path: KeyPath = ()) -> ReadOptions:
        return ReadOptions(
            rules=None if self._are_rules_open(path) else self.rules,
            partial=self.data.partial,
            hand=len(data.hand) if data is not None and data.hand is not None else None,
            removed=data.removed if data is not None else None,
        )

    def _position(self, data: PositionText, path: KeyPath) -> _Stated:
        """Parse the position of ``data``; if it has a save line and a diagram, parse both."""
        options = self._options(data, path)
        full = diagram = None
        for key, text, format in (("text", data.text, data.format), ("line", data.line, "line")):
            if text is None:
                continue
            with self._errors_at((*path, key)):
                reading = formats.read(text, format, name=self.name, options=options)
            full = reading.position
            self._check_rules(full, (*path, key))
            self._add_assumptions(reading, (*path, key))
        if data.diagram is not None:
            if full is not None:
                hand = len(full.hand)
                options = replace(options, rules=full.rules, hand=hand, removed=full.removed)
            diagram_reading = self._diagram(data.diagram, (*path, "diagram"), options)
            diagram = diagram_reading.position
            if full is None:
                self._add_assumptions(diagram_reading, (*path, "diagram"))
        base = full or diagram
        assert base is not None  # noqa: S101 - the schema requires one of them
        try:
            position = apply_fields(base, data, self.document, path, partial=self.data.partial)
        except PositionError as error:
            raise self._cards_error(path, error) from None
        return _Stated(position, diagram if full is not None else None)

    def _add_assumptions(self, reading: Reading, path: KeyPath) -> None:
        self._add_doubts(reading.reports, path)

    def _add_doubts(self, texts: Iterable[str], path: KeyPath) -> None:
        self.doubts += (Doubt(path, text) for text in texts)

    def _check_rules(self, position: Position, path: KeyPath) -> None:
        """Check that the text of a position has the same rules as the problem.

        If the file has no ``rules``, the problem has those of its starting position.  Named
        positions can't have other rules, because goals and diagrams are read under the problem's.
        """
        if position.rules == self.rules:
            return
        if self._are_rules_open(path[:-1]):
            self.rules = position.rules
            return
        message = f"the rules in this text are '{position.rules}', but the problem's rules are"
        raise self._error(path, f"{message} '{self.rules}'")

    def _are_rules_open(self, path: KeyPath) -> bool:
        """Return True for the starting position in a file without ``rules``: it sets the rules."""
        return path == ("position",) and self.data.rules is None

    def _diagram(self, text: str, path: KeyPath, options: ReadOptions) -> Reading:
        if self.document.runs_together(path):
            message = "YAML joins these rows into one line: write '|2' after 'diagram:'"
            raise NotationError(message, self.document.place(path, key=True))
        with self._errors_at(path):
            reading = formats.find("diagram").read(text, name=self.name, options=options)
        self._check_rules(reading.position, path)
        return reading

    def _parts(self, data: LineText, path: KeyPath) -> tuple[Part, ...]:
        if data.script is not None:
            return (self._part("", data.script, data.expect, path),)
        return tuple(
            self._part(part.id, part.script, part.expect, part_path)
            for part, part_path in _each(data.parts or (), *path, "parts")
        )

    def _part(self, name: str, text: str, expect: Expectation | None, path: KeyPath) -> Part:
        diagram = None
        if expect is not None and expect.diagram is not None:
            # The diagram shows only the tableau; hand and removed suits follow from the line.
            options = replace(self._options(), partial=True)
            diagram = self._diagram(expect.diagram, (*path, "expect", "diagram"), options).position
        return Part(name, self._script(text, (*path, "script")), expect, diagram, path)

    def _script(self, text: str, path: KeyPath) -> Script:
        with self._errors_at(path):
            script = words.loads(text, name=self.name)
        self._add_doubts(script.notes, path)
        line = script.line or ScriptLine(tuple(map(ScriptMove, script.instructions)))
        line = line.placed(lambda place: self.document.place_in(path, place))
        line_or_none = line if script.line is not None else None
        return replace(script, instructions=line.instructions, line=line_or_none)

    def _plan(self, text: str, path: KeyPath) -> plans.Plan:
        with self._errors_at(path):
            plan = plans.loads(text, name=self.name)
        self._add_doubts(plan.notes, path)
        return plan

    def _goal(self, text: str, path: KeyPath, position: Position | None = None) -> goals.Goal:
        with self._errors_at(path):
            return goals.parse(text, name=self.name, options=self._options(), position=position)

    # References

    def _check_names(self, _: Problem) -> None:
        """Check that names are unique, and that each ``as`` refers to a line.

        A line with ``as`` can't continue another line by ``from``.
        """
        data = self.data
        lines = _each(data.lines, "lines")
        kinds: list[list[tuple[str, KeyPath]]] = [
            [*_ids(self.items.positions), *_ids(lines)],
            _ids(self.items.claims),
            _ids(_each(data.findings, "findings")),
            *(_ids(_each(line.parts or (), *path, "parts")) for line, path in lines),
        ]
        for kind in kinds:
            seen = {START}
            for name, path in kind:
                if name in seen:
                    raise self._error((*path, "id"), f"duplicate name '{name}'")
                seen.add(name)
        names = {line.id for line, _ in lines}
        for line, path in lines:
            if line.beginning is not None and line.start.partition("/")[0] in names:
                message = f"'{line.start}' is a line, which can't be combined with 'as'"
                raise self._error((*path, "from"), message, "a position, or 'as' without 'from'")
        beginnings = [(line.beginning, path) for line, path in lines]
        beginnings += [(claim.beginning, path) for claim, path in self.items.claims]
        for beginning, path in beginnings:
            if beginning is not None and beginning.line.partition("/")[0] not in names:
                hint = did_you_mean(beginning.line, names)
                raise self._error((*path, "as"), f"unknown line '{beginning.line}'{hint}")

    def _check_references(self, problem: Problem) -> None:
        """Check that every reference leads back to a position given in full.

        The ``claim`` of a finding must be one of the claims.
        """
        data = self.data
        lines, claims = _each(data.lines, "lines"), self.items.claims
        findings = _each(data.findings, "findings")
        for named, path in self.items.positions:
            self._check_reference(problem, named.start, (*path, "from"))
        for line, path in lines:
            self._check_reference(problem, line.start, (*path, "from"))
            self._check_reference(problem, _line_of(line.beginning), (*path, "as"))
        for claim, path in claims:
            self._check_reference(problem, claim.position, (*path, "position"))
            self._check_reference(problem, claim.line, (*path, "known"))
            self._check_reference(problem, _line_of(claim.beginning), (*path, "as"))
        for finding, path in findings:
            self._check_reference(problem, finding.line, (*path, "line"))
            claim_ids = [claim.id for claim in data.claims]
            if finding.claim is not None and finding.claim not in claim_ids:
                hint = did_you_mean(finding.claim, claim_ids)
                message = f"unknown claim '{finding.claim}'{hint}"
                raise self._error((*path, "claim"), message)

    def _check_reference(self, problem: Problem, reference: str | None, path: KeyPath) -> None:
        if reference is None:
            return
        try:
            problem.stated(reference)
        except UnknownName:
            names = [START, *(named.id for named in problem.positions)]
            for line in problem.lines.values():
                names += [line.id, *(f"{line.id}/{part.id}" for part in line.parts if part.id)]
            hint = did_you_mean(reference, names)
            message = f"unknown position or line '{reference}'{hint}"
        except RecursionError:
            chain = f"a chain of more than {LONGEST_CHAIN} lines and positions"
            message = f"'{reference}' refers to itself or begins {chain}"
        else:
            return
        raise self._error(path, message)

    def _check_beginnings(self, problem: Problem) -> None:
        """Check that N in ``as: LINE, from move N`` is the number of a move of that line."""
        items: list[Line | Claim] = [*problem.lines.values(), *problem.claims]
        for item in items:
            beginning = item.data.beginning
            if beginning is None or beginning.own is None:
                continue
            count = len(problem.history(beginning.line).instructions)
            if beginning.own > count:
                message = f"'{beginning.line}' has {count_phrase(count, 'move')}"
                raise self._error((*item.path, "as"), message)

    def _check_solutions(self, problem: Problem) -> None:
        for line in problem.lines.values():
            if not line.solves:
                continue
            path = (*line.path, "solves")
            if problem.goal is None:
                raise self._error(path, "this needs a problem with a goal")
            if problem.history(line.id).root != START:
                raise self._error(path, "the line does not begin at the problem's position")

    def _check_claims(self, problem: Problem) -> None:
        for claim in problem.claims:
            reference = claim.data.line
            if reference is None:
                continue
            path = (*claim.path, "known")
            whole, start = problem.history(reference), problem.history(claim.data.position)
            if whole.root != start.root or whole.parts[: len(start.parts)] != start.parts:
                raise self._error(
                    path, f"'{reference}' does not continue from '{claim.data.position}'"
                )

    def _check_goals(self, problem: Problem) -> None:
        """Check that the columns and cards named in goals exist in their positions."""
        if problem.goal is not None:
            self._check_goal(problem.goal, ("goal",), self.data.goal or "", problem.start)
        for claim in problem.claims:
            stated = problem.stated(claim.data.position)
            self._check_goal(claim.goal, (*claim.path, "goal"), claim.data.goal, stated)

    def _check_goal(self, goal: goals.Goal, path: KeyPath, text: str, position: Position) -> None:
        if goal.mismatch(position):
            self._goal(text, path, position)  # parse again to raise the error with its place


class _Stated(NamedTuple):
    """A position given in full in a file; with a save line, also the position of its diagram."""

    position: Position
    diagram: Position | None


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


_P = ParamSpec("_P")
_T = TypeVar("_T")
_Item = TypeVar("_Item")


def _partial_hint(error: NotationError | PositionError) -> str:
    hint = ": if cards are left out, write 'partial: true' at the top of the file"
    return hint if error.settled_by == "partial" else ""


def _ids(items: Iterable[tuple[_HasId, KeyPath]]) -> list[tuple[str, KeyPath]]:
    return [(item.id, path) for item, path in items]


def _line_of(beginning: Beginning | None) -> str | None:
    return None if beginning is None else beginning.line


def _with_beginning(problem: Problem, claim: Claim) -> Claim:
    """Return the claim with the moves of its ``as`` line inserted at the start of its plan."""
    beginning, plan = claim.data.beginning, claim.plan
    if beginning is None or plan is None:
        return claim
    moves = (*problem.begun(beginning), *plan.script.instructions)
    return replace(claim, plan=replace(plan, script=replace(plan.script, instructions=moves)))


def _each(items: Sequence[_Item], *path: str | int) -> list[tuple[_Item, KeyPath]]:
    """Return pairs of an item and its path for a list in the file."""
    return [(item, (*path, number)) for number, item in enumerate(items)]


def _sorted_errors(document: Document, faults: list[DataFault]) -> list[NotationError]:
    """Return faults as errors in the order of the file, missing keys last."""
    errors: list[tuple[tuple[bool, int, int, int], NotationError]] = []
    for fault in faults:
        message = f"{document.key(fault.path)}: {fault.text}"
        path = fault.path[:-1] if fault.missing else fault.path
        place = document.place(path, key=fault.on_key)
        order = (fault.missing, place.line, place.column, len(errors))
        errors.append((order, NotationError(message, place)))
    return [error for _, error in sorted(errors)]
