"""Checking a problem: every line is replayed, everything expected compared.

:func:`check_problem` says of each single thing whether it is as the file says.  It plays lines
and judges them; it does *not* decide claims for which the file has no line (that is a proof, not
a check), and lists them as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .. import difference, errors, plans
from ..cards import Card
from ..engine import Step
from ..errors import NotationError, PositionError, run_name
from ..judge import Judgement, Verdict, judge
from ..position import Position
from ..replay import Played, Replay, ReplayError, play
from ..score import score
from ..source import Place
from ..wording import columns_phrase, count_phrase, join_words
from .problem import Claim, Line, Part, Problem
from .schema import Expectation, Failure
from .yamltext import KeyPath

__all__ = ["Check", "Outcome", "Report", "check_problem"]


class Outcome(StrEnum):
    """What came of a check."""

    OK = "ok"
    WRONG = "wrong"
    #: Not decided here: it needs a proof, or the goal is more than one line can show.
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    ``what``: the thing, as in ``line printed: diagram``.  ``message``: what is wrong or still
    open, as a line that reaches the goal only if cards come up that nobody knows.
    ``place``: where the file says it.
    """

    what: str
    outcome: Outcome
    message: str = ""
    place: Place | None = None

    @property
    def ok(self) -> bool:
        """Whether it isn't wrong."""
        return self.outcome is not Outcome.WRONG

    def __str__(self) -> str:
        text = f"{self.outcome}: {self.what}"
        if self.place is not None and not self.ok:
            text = f"{self.place}: {text}"
        return f"{text}: {self.message}" if self.message else text


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of a problem."""

    problem: Problem
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; open checks don't count."""
        return all(check.ok for check in self.checks)

    @property
    def wrong(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.ok)

    @property
    def open(self) -> tuple[Check, ...]:
        """The checks that can't be decided without a proof."""
        return tuple(check for check in self.checks if check.outcome is Outcome.OPEN)


def check_problem(problem: Problem) -> Report:
    """Check all that a problem file expects; nothing is raised for what is wrong."""
    return Report(problem, tuple(_Checker(problem).checks()))


class _Checker:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def checks(self) -> Iterator[Check]:
        yield from self._positions()
        for line in self.problem.lines:
            yield from self._line(line)
        for claim in self.problem.claims:
            yield self._claim(claim)

    def _check(self, what: str, faults: str, path: KeyPath) -> Check:
        """A check that is right if there is no text of faults."""
        outcome = Outcome.WRONG if faults else Outcome.OK
        return Check(what, outcome, faults, self.problem.document.place(path, key=True))

    def _differences(self, expected: Position, found: Position) -> str:
        """How a position differs from a diagram, as text; a diagram shows no cells."""
        differences = difference.difference(expected, found)
        if self.problem.data.partial or found.rules.cells:
            differences = [d for d in differences if isinstance(d, difference.ColumnDifference)]
        return difference.text(differences)

    # Positions

    def _positions(self) -> Iterator[Check]:
        problem = self.problem
        if problem.diagram is not None:
            faults = self._differences(problem.diagram, problem.start)
            yield self._check("position: diagram and line agree", _below(faults), ("position",))
        for named in problem.positions:
            what = f"position {named.id}"
            if named.own is not None and named.diagram is not None:
                faults = self._differences(named.diagram, named.own)
                yield self._check(f"{what}: diagram and line agree", _below(faults), named.path)
            else:
                try:
                    problem.position(named.id)
                    yield self._check(what, "", named.path)
                except (NotationError, PositionError, ReplayError) as error:
                    yield self._check(what, str(error), named.path)

    # Lines

    def _line(self, line: Line) -> Iterator[Check]:
        what = f"line {line.id}"
        try:
            position = self.problem.position(line.start)
        except (NotationError, PositionError, ReplayError) as error:
            yield self._check(f"{what}: begins", str(error), line.path)
            return
        for part in line.parts:
            name = f"{what}/{part.id}" if part.id else what
            played, stopped = _play(position, part)
            failure = part.expect.fails if part.expect is not None else None
            yield self._moves(name, part, played, stopped, failure)
            if part.expect is not None and stopped is None and failure is None:
                yield from self._expected(name, part, part.expect, Replay(position, played))
            if stopped is not None:
                return
            position = played[-1].step.after if played else position
        if line.solves and self.problem.goal is not None:
            judgement = judge(
                self.problem.goal, self.problem.start, self.problem.replayed(line.id).steps
            )
            yield self._judged(f"{what}: solves the problem", judgement, (*line.path, "solves"))

    def _moves(
        self,
        name: str,
        part: Part,
        played: Sequence[Played],
        stopped: ReplayError | None,
        failure: Failure | None,
    ) -> Check:
        """That a script plays to its end, or stops where and why it is expected to."""
        if failure is None:
            if stopped is None:
                return Check(
                    f"{name}: {count_phrase(len(played), 'move')}",
                    Outcome.OK,
                    place=self.problem.document.place((*part.path, "script"), key=True),
                )
            place = stopped.instruction.place
            words = " ".join(stopped.instruction.text.split())
            return Check(
                f"{name}: move {stopped.number}, '{words}'",
                Outcome.WRONG,
                str(stopped.reason),
                place,
            )
        what = f"{name}: stops at move {failure.move}"
        return self._check(what, _wrong_failure(failure, stopped), (*part.path, "expect", "fails"))

    def _expected(
        self, name: str, part: Part, expect: Expectation, replay: Replay
    ) -> Iterator[Check]:
        found = replay.end
        path = (*part.path, "expect")
        if part.diagram is not None:
            faults = self._differences(part.diagram, found)
            yield self._check(f"{name}: diagram", _below(faults), (*path, "diagram"))
        if expect.turned is not None:
            faults = _wrong_turned(expect.turned, replay.steps)
            yield self._check(f"{name}: cards turned up", faults, (*path, "turned"))
        if expect.removed is not None:
            removed = tuple(r.suit for step in replay.steps for r in step.removals)
            faults = (
                f"expected {join_words(expect.removed) or 'none'}, "
                f"found {join_words(removed) or 'none'}"
                if removed != expect.removed
                else ""
            )
            yield self._check(f"{name}: suits removed", faults, (*path, "removed"))
        if expect.spaces is not None:
            faults = (
                f"expected {columns_phrase(sorted(expect.spaces)) or 'none'}, "
                f"found {columns_phrase(found.spaces) or 'none'}"
                if tuple(sorted(expect.spaces)) != found.spaces
                else ""
            )
            yield self._check(f"{name}: spaces", faults, (*path, "spaces"))
        if expect.score is not None:
            total = score(found).total
            faults = f"expected {expect.score}, found {total}" if total != expect.score else ""
            yield self._check(f"{name}: score", faults, (*path, "score"))

    def _judged(self, what: str, judgement: Judgement, path: KeyPath) -> Check:
        """A line held against a goal."""
        place = self.problem.document.place(path, key=True)
        text = "; ".join(
            f"{finding.phrase}: {finding.verdict}" + f" ({finding.found})" * bool(finding.found)
            for finding in judgement.findings
            if finding.verdict is not Verdict.HOLDS
        )
        text = "; ".join(filter(None, (text, judgement.assumption)))
        outcome = {
            Verdict.HOLDS: Outcome.OK,
            Verdict.FAILS: Outcome.WRONG,
            Verdict.UNDECIDED: Outcome.OPEN,
        }[judgement.shown]
        return Check(what, outcome, text, place)

    # Claims

    def _claim(self, claim: Claim) -> Check:
        what = f"claim {claim.id}"
        problem = self.problem
        try:
            start = problem.position(claim.data.position)
            if claim.plan is not None:
                return self._planned(what, claim, start)
            if claim.data.line is None:
                return Check(
                    what,
                    Outcome.OPEN,
                    f"'{claim.goal}' is claimed to be {claim.data.verdict}",
                    problem.document.place(claim.path, key=True),
                )
            skipped = len(problem.replayed(claim.data.position).steps)
            steps = problem.replayed(claim.data.line).steps[skipped:]
        except (NotationError, PositionError, ReplayError) as error:
            return self._check(what, str(error), claim.path)
        return self._judged(what, judge(claim.goal, start, steps), (*claim.path, "line"))

    def _planned(self, what: str, claim: Claim, start: Position) -> Check:
        """A plan held against a claim's goal, in every case."""
        assert claim.plan is not None  # noqa: S101 - the caller knows
        checked = plans.check(claim.plan, start, claim.goal)
        outcome = {
            Verdict.HOLDS: Outcome.OK,
            Verdict.FAILS: Outcome.WRONG,
            Verdict.UNDECIDED: Outcome.OPEN,
        }[checked.verdict]
        case = f"{checked.failed}: " if checked.failed is not None else ""
        place = self.problem.document.place((*claim.path, "plan"), key=True)
        return Check(what, outcome, case + checked.found if checked.found else "", place)


def _below(faults: str) -> str:
    """A text of several lines, set below the line that it belongs to."""
    return "".join(f"\n  {line}" for line in faults.splitlines())


def _play(position: Position, part: Part) -> tuple[tuple[Played, ...], ReplayError | None]:
    """As much of a part as can be played, and what stopped it."""
    try:
        return tuple(play(position, part.script)), None
    except ReplayError as error:
        return error.played, error


def _wrong_failure(failure: Failure, error: ReplayError | None) -> str:
    """How a failure isn't the one expected; empty if it is."""
    if error is None:
        return "the script can be played to its end"
    expected: type[Exception] = getattr(errors, failure.error)
    if error.number != failure.move or not isinstance(error.reason, expected):
        return (
            f"it stops at move {error.number}, {type(error.reason).__name__}, "
            f"not at move {failure.move}, {failure.error}: {error.reason}"
        )
    run = getattr(error.reason, "run", ())
    if failure.run is not None and run_name(run) != failure.run:
        return f"the run there is {run_name(run)}, not {failure.run}"
    return ""


def _wrong_turned(expected: dict[int, tuple[Card, ...]], steps: Sequence[Step]) -> str:
    """How the cards turned up aren't those expected, by column; empty if they are."""
    found: dict[int, tuple[Card, ...]] = {}
    for step in steps:
        for turned in step.turned:
            found[turned.column] = (*found.get(turned.column, ()), turned.card)
    return "; ".join(
        f"column {column}: expected {join_words(expected.get(column, ())) or 'none'}, "
        f"found {join_words(found.get(column, ())) or 'none'}"
        for column in sorted(expected | found)
        if expected.get(column, ()) != found.get(column, ())
    )
