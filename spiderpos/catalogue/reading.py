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
from typing import Any, Final, TypeVar

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
from ..text.wording import did_you_mean
from .problem import LONGEST_CHAIN, START, Claim, Doubt, Line, NamedPosition, Part, Problem, told
from .schema import Expectation, LineText, PositionText, ProblemText
from .validation import Fault, build
from .yamltext import Document, KeyPath, parse

__all__ = ["examine", "read"]

#: So many faults of keys and values are told at once.
_SHOWN: Final = 8


class _CardsError(NotationError):
    """Cards in a problem file that don't add up."""


def read(text: str, name: str) -> Problem:
    """What :func:`spiderpos.catalogue.loads_problem` does."""
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
    """The problem in the text of a file, or else all that is wrong with it.

    Each fault has its kind: ``yaml`` (this is no problem file), ``schema`` (keys and values),
    ``read`` (texts in them, names) or ``cards`` (that don't add up).  *Not* checked: what
    :func:`spiderpos.catalogue.loads_problem` doesn't check.
    """
    try:
        document = parse(text, name)
        if not isinstance(document.data, dict):
            found = "this file is empty" if document.data is None else "this is no problem file"
            raise NotationError(found, document.place(()), "keys such as 'id:' and 'position:'")
    except NotationError as error:
        return None, [("yaml", error)]
    faults: list[Fault] = []
    data = build(ProblemText, document.data, (), faults)
    if faults:
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
        self.data = data
        self.name = document.source.name
        self.rules = data.rules or WOODS
        self.doubts: list[Doubt] = []
        self.faults: list[NotationError] = []

    def problem(self) -> Problem | None:
        """The problem, perhaps None with faults: of all texts, or else the first of names."""
        data = self.data
        stated = self._tried(self._position, data.position, ("position",))
        goal = self._tried(self._goal, data.goal, ("goal",)) if data.goal is not None else None
        named = [
            (said, (None, None) if said.start else self._tried(self._position, said, path), path)
            for said, path in _each(data.positions, "positions")
        ]
        own = {
            said.id: self._tried(self._parts, said, path)
            for said, path in _each(data.lines, "lines")
        }
        claims = [
            (
                said,
                self._tried(self._goal, said.goal, (*path, "goal")),
                path,
                self._tried(self._plan, said.plan, (*path, "plan")) if said.plan else None,
            )
            for said, path in _each(data.claims, "claims")
        ]
        if self.faults:
            return None
        start, diagram = stated
        problem = Problem(
            data.id,
            data,
            self.document,
            start,
            diagram,
            goal,
            tuple(NamedPosition(said, found[0], found[1], path) for said, found, path in named),
            tuple(
                Line(said, own[said.id], Script(()), path)
                for said, path in _each(data.lines, "lines")
            ),
            tuple(Claim(*claim) for claim in claims),
            tuple(self.doubts),
        )
        for check in (
            self._check_names,
            self._check_references,
            self._check_solutions,
            self._check_claims,
            self._check_goals,
        ):
            self._tried(check, problem)
            if self.faults:
                return None
        lines = tuple(
            replace(line, script=Script(problem.history(line.id).instructions, self.name))
            for line in problem.lines
        )
        return replace(problem, lines=lines)

    def _tried(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """What is read, or None if it can't be: then that is one of the faults."""
        try:
            return read(*arguments)
        except NotationError as error:
            self.faults.append(error)
            return None

    # Texts in notations of their own

    @contextmanager
    def _at(self, path: KeyPath) -> Iterator[None]:
        """Report what goes wrong in the text at ``path`` with its place in the file."""
        try:
            yield
        except NotationError as error:
            place = self.document.place_in(path, error.place)
            raise self._error(path, error.message, error.expected, place) from None
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
        partial = error.settled_by == "partial"
        cure = ": 'partial: true' at the top of the file says so" * partial
        found = self._error(path, f"{PositionError(error.faults)}{cure}")
        return _CardsError(found.message, found.place, found.expected)

    def _options(self, said: PositionText | None = None, path: KeyPath = ()) -> ReadOptions:
        return ReadOptions(
            rules=None if self._are_rules_open(path) else self.rules,
            partial=self.data.partial,
            hand=len(said.hand) if said is not None and said.hand is not None else None,
            removed=said.removed if said is not None else None,
        )

    def _position(self, said: PositionText, path: KeyPath) -> tuple[Position, Position | None]:
        """The position that a file states, and what its diagram shows if it has a line too."""
        options = self._options(said, path)
        full = diagram = None
        for key, text, format in (("text", said.text, said.format), ("line", said.line, "line")):
            if text is None:
                continue
            with self._at((*path, key)):
                reading = formats.read(text, format, name=self.name, options=options)
            full = reading.position
            self._check_rules(full, (*path, key))
            self._assumed(reading.assumed, (*path, key))
        if said.diagram is not None:
            if full is not None:
                hand = len(full.hand)
                options = replace(options, rules=full.rules, hand=hand, removed=full.removed)
            shown = self._diagram(said.diagram, (*path, "diagram"), options)
            diagram = shown.position
            if full is None:
                self._assumed(shown.assumed, (*path, "diagram"))
        base = full or diagram
        assert base is not None  # noqa: S101 - the schema asks for one of them
        try:
            position = told(base, said, self.document, path, partial=self.data.partial)
        except PositionError as error:
            raise self._cards_error(path, error) from None
        return position, diagram if full is not None else None

    def _assumed(self, assumed: Iterable[str], path: KeyPath) -> None:
        self._doubt((f"assumed: {words}" for words in assumed), path)

    def _doubt(self, found: Iterable[str], path: KeyPath) -> None:
        self.doubts += (Doubt(path, text) for text in found)

    def _check_rules(self, position: Position, path: KeyPath) -> None:
        """That a position is under the problem's rules, if the file says which those are.

        A file that names none takes those of its position; a named position's text can't
        bring in other ones, since goals and diagrams are read under the problem's.
        """
        if position.rules == self.rules:
            return
        if self._are_rules_open(path[:-1]):
            self.rules = position.rules
            return
        said = f"the text says the rules are '{position.rules}', and the problem's are"
        raise self._error(path, f"{said} '{self.rules}'")

    def _are_rules_open(self, path: KeyPath) -> bool:
        """Whether the position that is said there settles the rules, as the file doesn't."""
        return path == ("position",) and self.data.rules is None

    def _diagram(self, text: str, path: KeyPath, options: ReadOptions) -> Reading:
        with self._at(path):
            found = formats.find("diagram").read(text, name=self.name, options=options)
        self._check_rules(found.position, path)
        return found

    def _parts(self, said: LineText, path: KeyPath) -> tuple[Part, ...]:
        if said.script is not None:
            return (self._part("", said.script, said.expect, path),)
        return tuple(
            self._part(part.id, part.script, part.expect, where)
            for part, where in _each(said.parts or (), *path, "parts")
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
        """That no name is given twice."""
        data = self.data
        lines = _each(data.lines, "lines")
        kinds: list[list[tuple[Any, KeyPath]]] = [
            [*_each(data.positions, "positions"), *lines],
            _each(data.claims, "claims"),
            _each(data.findings, "findings"),
            *(_each(line.parts or (), *path, "parts") for line, path in lines),
        ]
        for kind in kinds:
            seen = {START}
            for item, path in kind:
                if item.id in seen:
                    raise self._error((*path, "id"), f"'{item.id}' is here a second time")
                seen.add(item.id)

    def _check_references(self, problem: Problem) -> None:
        """That what the names refer to is there, and goes back to a position that is stated."""
        data = self.data
        lines, claims = _each(data.lines, "lines"), _each(data.claims, "claims")
        findings = _each(data.findings, "findings")
        for named, path in _each(data.positions, "positions"):
            self._check_reference(problem, named.start, (*path, "from"))
        for line, path in lines:
            self._check_reference(problem, line.start, (*path, "from"))
        for claim, path in claims:
            self._check_reference(problem, claim.position, (*path, "position"))
            self._check_reference(problem, claim.line, (*path, "line"))
        for finding, path in findings:
            self._check_reference(problem, finding.line, (*path, "line"))
            known = [claim.id for claim in data.claims]
            if finding.claim is not None and finding.claim not in known:
                meant = did_you_mean(finding.claim, known)
                found = f"there is no claim '{finding.claim}'{meant}"
                raise self._error((*path, "claim"), found)

    def _check_reference(self, problem: Problem, reference: str | None, path: KeyPath) -> None:
        if reference is None:
            return
        try:
            problem.stated(reference)
        except UnknownName:
            names = [START, *(named.id for named in problem.positions)]
            for line in problem.lines:
                names += [line.id, *(f"{line.id}/{part.id}" for part in line.parts if part.id)]
            meant = did_you_mean(reference, names)
            found = f"there is no position or line '{reference}' here{meant}"
        except RecursionError:
            far = f"goes back over more than {LONGEST_CHAIN} lines and positions"
            found = f"'{reference}' {far}, or comes back to itself"
        else:
            return
        raise self._error(path, found)

    def _check_solutions(self, problem: Problem) -> None:
        for line in problem.lines:
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
            path = (*claim.path, "line")
            if not claim.solved:
                raise self._error(path, "a line can't show that something is impossible")
            whole, start = problem.history(reference), problem.history(claim.data.position)
            if whole.root != start.root or whole.parts[: len(start.parts)] != start.parts:
                raise self._error(
                    path, f"'{reference}' does not go on from '{claim.data.position}'"
                )

    def _check_goals(self, problem: Problem) -> None:
        """That the positions have the columns and cards that the goals name."""
        if problem.goal is not None:
            self._check_goal(problem.goal, ("goal",), self.data.goal or "", problem.start)
        for claim in problem.claims:
            stated = problem.stated(claim.data.position)
            self._check_goal(claim.goal, (*claim.path, "goal"), claim.data.goal, stated)

    def _check_goal(self, goal: goals.Goal, path: KeyPath, text: str, position: Position) -> None:
        if goal.misfit(position):
            self._goal(text, path, position)  # again, for the place


_Item = TypeVar("_Item")


def _each(items: Sequence[_Item], *path: str | int) -> list[tuple[_Item, KeyPath]]:
    """Items of a list in the file, each with its path."""
    return [(item, (*path, number)) for number, item in enumerate(items)]


def _told(document: Document, faults: list[Fault]) -> list[NotationError]:
    """Faults in words with their places, in turn; what is missing has none, and comes last."""
    found: list[tuple[tuple[bool, int, int, int], NotationError]] = []
    for fault in faults:
        words = f"{document.key(fault.path)}: {fault.text}"
        path = fault.path[:-1] if fault.missing else fault.path
        place = document.place(path, key=fault.on_key)
        order = (fault.missing, place.line, place.column, len(found))
        found.append((order, NotationError(words, place)))
    return [error for _, error in sorted(found)]
