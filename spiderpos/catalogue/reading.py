"""Reading the text of a problem file.

It is read in two steps.  The YAML is checked against the dataclasses of
:mod:`spiderpos.catalogue.schema`; then the texts in it (diagrams, save lines, scripts, goals) are
read, and the names that refer to one another resolved.  Whatever is wrong is a NotationError
that names file, line and key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple, ParamSpec, Protocol, TypeVar

from .. import formats
from ..formats.base import Reading, ReadOptions
from ..game.illegal import PositionError
from ..game.position import Position
from ..game.rules import WOODS
from ..game.script import Script
from ..goals import goal as goals
from ..goals import plans
from ..scripts import words
from ..text.errors import NotationError, SpiderError, UnknownName
from ..text.source import Place
from ..text.wording import count_phrase, did_you_mean
from .history import Part
from .positions import told
from .problem import LONGEST_CHAIN, START, Claim, Doubt, Line, NamedPosition, Problem
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

#: So many faults of keys and values are told at once.
_SHOWN: Final = 8


class _CardsError(NotationError):
    """Cards in a problem file that don't add up."""


def read(text: str, name: str) -> Problem:
    """Read a problem, as :func:`spiderpos.catalogue.loads_problem` does."""
    problem, faults = examine(text, name)
    if problem is not None:
        return problem
    (kind, first), *rest = faults
    if kind != "schema":
        raise first
    # All faults of keys and values as one error, at the place of the first.
    message = first.message
    for _, error in rest[: _SHOWN - 1]:
        message += f"\n  line {error.place.line if error.place else 0}: {error.message}"
    if len(rest) >= _SHOWN:
        message += f"\n  and {len(rest) - _SHOWN + 1} more"
    raise NotationError(message, first.place)


def examine(text: str, name: str) -> tuple[Problem | None, list[tuple[str, NotationError]]]:
    """Return the problem in the text of a file, or else all that is wrong with it.

    Each fault has its kind: ``yaml`` (this is no problem file), ``schema`` (keys and values),
    ``read`` (texts in them, names) or ``cards`` (that don't add up).  *Not* checked: what
    :func:`spiderpos.catalogue.loads_problem` doesn't check.
    """
    try:
        document = parse(text, name)
        if not isinstance(document.data, dict):
            message = "this file is empty" if document.data is None else "this is no problem file"
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
        return None, [("schema", error) for error in _told(document, faults)]
    reader = _Reader(document, data)
    problem = reader.problem()
    if not reader.faults:
        return problem, []
    return None, [
        ("cards" if isinstance(error, _CardsError) else "read", error) for error in reader.faults
    ]


class _Reader:
    """Reads the texts of a problem file and resolves its names."""

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
        """Return the problem, or None with faults: of all texts, or else the first of names."""
        data = self.data
        stated = self._tried(self._position, data.position, ("position",))
        goal = self._tried(self._goal, data.goal, ("goal",)) if data.goal is not None else None
        named = [self._named(entry, path) for entry, path in self.items.positions]
        lines = [self._line(entry, path) for entry, path in _each(data.lines, "lines")]
        claims = [self._claim(entry, path) for entry, path in self.items.claims]
        if self.faults or stated is None:
            return None
        problem = Problem(
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
        for check in (
            self._check_names,
            self._check_references,
            self._check_beginnings,
            self._check_solutions,
            self._check_claims,
            self._check_goals,
        ):
            self._tried(check, problem)
            if self.faults:
                return None
        whole = {
            name: replace(line, script=Script(problem.history(name).instructions, self.name))
            for name, line in problem.lines.items()
        }
        planned = tuple(_with_beginning(problem, claim) for claim in problem.claims)
        return replace(problem, lines=whole, claims=planned)

    def _tried(self, read: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T | None:
        """Return the result of ``read``; None if it fails, and then that is one of the faults."""
        try:
            return read(*arguments, **named)
        except NotationError as error:
            self.faults.append(error)
            return None

    def _named(self, data: NamedPositionText, path: KeyPath) -> NamedPosition | None:
        if data.start:
            return NamedPosition(data, None, None, path)
        stated = self._tried(self._position, data, path)
        return None if stated is None else NamedPosition(data, *stated, path)

    def _line(self, data: LineText, path: KeyPath) -> Line | None:
        parts = self._tried(self._parts, data, path)
        return None if parts is None else Line(data, parts, Script(()), path)

    def _claim(self, data: ClaimText, path: KeyPath) -> Claim | None:
        goal = self._tried(self._goal, data.goal, (*path, "goal"))
        plan = self._tried(self._plan, data.plan, (*path, "plan")) if data.plan else None
        return None if goal is None else Claim(data, goal, path, plan)

    # Texts in notations of their own

    @contextmanager
    def _at(self, path: KeyPath) -> Iterator[None]:
        """Report what goes wrong in the text at ``path`` with its place in the file."""
        try:
            yield
        except NotationError as error:
            place = self.document.place_in(path, error.place)
            message = f"{error.message}{_cure(error)}"
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
        located = self._error(path, f"{PositionError(error.faults)}{_cure(error)}")
        return _CardsError(located.message, located.place, located.expected)

    def _options(self, data: PositionText | None = None, path: KeyPath = ()) -> ReadOptions:
        return ReadOptions(
            rules=None if self._are_rules_open(path) else self.rules,
            partial=self.data.partial,
            hand=len(data.hand) if data is not None and data.hand is not None else None,
            removed=data.removed if data is not None else None,
        )

    def _position(self, data: PositionText, path: KeyPath) -> _Stated:
        """Return the position that a file states, and that of its diagram if it has a line too."""
        options = self._options(data, path)
        full = diagram = None
        for key, text, format in (("text", data.text, data.format), ("line", data.line, "line")):
            if text is None:
                continue
            with self._at((*path, key)):
                reading = formats.read(text, format, name=self.name, options=options)
            full = reading.position
            self._check_rules(full, (*path, key))
            self._assumed(reading, (*path, key))
        if data.diagram is not None:
            if full is not None:
                hand = len(full.hand)
                options = replace(options, rules=full.rules, hand=hand, removed=full.removed)
            shown = self._diagram(data.diagram, (*path, "diagram"), options)
            diagram = shown.position
            if full is None:
                self._assumed(shown, (*path, "diagram"))
        base = full or diagram
        assert base is not None  # noqa: S101 - the schema asks for one of them
        try:
            position = told(base, data, self.document, path, partial=self.data.partial)
        except PositionError as error:
            raise self._cards_error(path, error) from None
        return _Stated(position, diagram if full is not None else None)

    def _assumed(self, reading: Reading, path: KeyPath) -> None:
        self._doubt(reading.reports, path)

    def _doubt(self, texts: Iterable[str], path: KeyPath) -> None:
        self.doubts += (Doubt(path, text) for text in texts)

    def _check_rules(self, position: Position, path: KeyPath) -> None:
        """Check that a position is under the problem's rules, if the file says which those are.

        A file that names none takes those of its position; a named position's text can't
        bring in other ones, since goals and diagrams are read under the problem's.
        """
        if position.rules == self.rules:
            return
        if self._are_rules_open(path[:-1]):
            self.rules = position.rules
            return
        message = f"the text says the rules are '{position.rules}', and the problem's are"
        raise self._error(path, f"{message} '{self.rules}'")

    def _are_rules_open(self, path: KeyPath) -> bool:
        """Return True if the position at ``path`` settles the rules, as the file doesn't."""
        return path == ("position",) and self.data.rules is None

    def _diagram(self, text: str, path: KeyPath, options: ReadOptions) -> Reading:
        if self.document.runs_together(path):
            message = "the rows run together: write '|2' after 'diagram:'"
            raise NotationError(message, self.document.place(path, key=True))
        with self._at(path):
            reading = formats.find("diagram").read(text, name=self.name, options=options)
        self._check_rules(reading.position, path)
        return reading

    def _parts(self, data: LineText, path: KeyPath) -> tuple[Part, ...]:
        if data.script is not None:
            return (self._part("", data.script, data.expect, path),)
        return tuple(
            self._part(part.id, part.script, part.expect, where)
            for part, where in _each(data.parts or (), *path, "parts")
        )

    def _part(self, name: str, text: str, expect: Expectation | None, path: KeyPath) -> Part:
        diagram = None
        if expect is not None and expect.diagram is not None:
            # It shows a tableau; the hand and the removed suits are those of the line.
            options = replace(self._options(), partial=True)
            diagram = self._diagram(expect.diagram, (*path, "expect", "diagram"), options).position
        return Part(name, self._script(text, (*path, "script")), expect, diagram, path)

    def _script(self, text: str, path: KeyPath) -> Script:
        with self._at(path):
            script = words.loads(text, name=self.name)
        self._doubt(script.notes, path)
        placed = (
            replace(instruction, place=self.document.place_in(path, instruction.place))
            for instruction in script.instructions
        )
        return replace(script, instructions=tuple(placed))

    def _plan(self, text: str, path: KeyPath) -> plans.Plan:
        with self._at(path):
            plan = plans.loads(text, name=self.name)
        self._doubt(plan.notes, path)
        return plan

    def _goal(self, text: str, path: KeyPath, position: Position | None = None) -> goals.Goal:
        with self._at(path):
            return goals.parse(text, name=self.name, options=self._options(), position=position)

    # Names

    def _check_names(self, _: Problem) -> None:
        """Check that no name is given twice."""
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
                    raise self._error((*path, "id"), f"'{name}' is here a second time")
                seen.add(name)
        names = {line.id for line, _ in lines}
        for line, path in lines:
            if line.beginning is not None and line.start.partition("/")[0] in names:
                message = (
                    f"'{line.start}' is a line, and this one begins as '{line.beginning.line}'"
                )
                raise self._error((*path, "from"), message, "a position, or 'as' alone")
        begun = [(line.beginning, path) for line, path in lines]
        begun += [(claim.beginning, path) for claim, path in self.items.claims]
        for beginning, path in begun:
            if beginning is not None and beginning.line.partition("/")[0] not in names:
                meant = did_you_mean(beginning.line, names)
                raise self._error(
                    (*path, "as"), f"there is no line '{beginning.line}' here{meant}"
                )

    def _check_references(self, problem: Problem) -> None:
        """Check that what names refer to is there, and goes back to a stated position."""
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
            known = [claim.id for claim in data.claims]
            if finding.claim is not None and finding.claim not in known:
                meant = did_you_mean(finding.claim, known)
                message = f"there is no claim '{finding.claim}'{meant}"
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
            meant = did_you_mean(reference, names)
            message = f"there is no position or line '{reference}' here{meant}"
        except RecursionError:
            far = f"goes back over more than {LONGEST_CHAIN} lines and positions"
            message = f"'{reference}' {far}, or comes back to itself"
        else:
            return
        raise self._error(path, message)

    def _check_beginnings(self, problem: Problem) -> None:
        """Check that what lines and plans begin with is a line, and has so many moves."""
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
                raise self._error(path, "the problem states no goal that a line could solve")
            if problem.history(line.id).root != START:
                raise self._error(path, "the line does not begin with the problem's position")

    def _check_claims(self, problem: Problem) -> None:
        for claim in problem.claims:
            reference = claim.data.line
            if reference is None:
                continue
            path = (*claim.path, "known")
            whole, start = problem.history(reference), problem.history(claim.data.position)
            if whole.root != start.root or whole.parts[: len(start.parts)] != start.parts:
                raise self._error(
                    path, f"'{reference}' does not go on from '{claim.data.position}'"
                )

    def _check_goals(self, problem: Problem) -> None:
        """Check that the positions have the columns and cards that the goals name."""
        if problem.goal is not None:
            self._check_goal(problem.goal, ("goal",), self.data.goal or "", problem.start)
        for claim in problem.claims:
            stated = problem.stated(claim.data.position)
            self._check_goal(claim.goal, (*claim.path, "goal"), claim.data.goal, stated)

    def _check_goal(self, goal: goals.Goal, path: KeyPath, text: str, position: Position) -> None:
        if goal.mismatch(position):
            self._goal(text, path, position)  # again, for the place


class _Stated(NamedTuple):
    """A position that a file states, and what its diagram shows if it has a line too."""

    position: Position
    diagram: Position | None


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


_P = ParamSpec("_P")
_T = TypeVar("_T")
_Item = TypeVar("_Item")


def _cure(error: NotationError | PositionError) -> str:
    return ": 'partial: true' at the top of the file says so" * (error.settled_by == "partial")


def _ids(items: Iterable[tuple[_HasId, KeyPath]]) -> list[tuple[str, KeyPath]]:
    return [(item.id, path) for item, path in items]


def _line_of(beginning: Beginning | None) -> str | None:
    return None if beginning is None else beginning.line


def _with_beginning(problem: Problem, claim: Claim) -> Claim:
    """Return the claim with the whole plan, where that begins as a line."""
    beginning, plan = claim.data.beginning, claim.plan
    if beginning is None or plan is None:
        return claim
    moves = (*problem.begun(beginning), *plan.script.instructions)
    return replace(claim, plan=replace(plan, script=replace(plan.script, instructions=moves)))


def _each(items: Sequence[_Item], *path: str | int) -> list[tuple[_Item, KeyPath]]:
    """Return the items of a list in the file, each with its path."""
    return [(item, (*path, number)) for number, item in enumerate(items)]


def _told(document: Document, faults: list[DataFault]) -> list[NotationError]:
    """Return faults with their places, in turn; what is missing has none, and comes last."""
    errors: list[tuple[tuple[bool, int, int, int], NotationError]] = []
    for fault in faults:
        words = f"{document.key(fault.path)}: {fault.text}"
        path = fault.path[:-1] if fault.missing else fault.path
        place = document.place(path, key=fault.on_key)
        order = (fault.missing, place.line, place.column, len(errors))
        errors.append((order, NotationError(words, place)))
    return [error for _, error in sorted(errors)]
