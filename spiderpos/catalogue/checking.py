"""Checking a problem: every line is replayed, everything expected compared.

:func:`check_problem` says of each single thing whether it is as the file says.  It plays lines
and judges them; it does *not* decide claims for which the file has no line (that is a proof, not
a check), and lists them as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..game import illegal as errors
from ..game.cards import Card
from ..game.difference import difference
from ..game.engine import Step
from ..game.illegal import PositionError, run_name
from ..game.position import Position
from ..game.replay import Played, Replay, ReplayError, play
from ..game.survey import score
from ..goals import plans
from ..goals.judge import Judgement, Verdict, judge
from ..text.errors import NotationError
from ..text.source import Place
from ..text.wording import columns_phrase, count_phrase, join_words
from .problem import Claim, Line, Part, Problem
from .schema import Expectation, Failure
from .yamltext import KeyPath


class CheckResult(StrEnum):
    """What came of a check."""

    OK = "ok"
    WRONG = "wrong"
    #: Not decided here: it needs a proof, or the goal is more than one line can show.
    OPEN = "open"


_OUTCOMES: Final = {
    Verdict.HOLDS: CheckResult.OK,
    Verdict.FAILS: CheckResult.WRONG,
    Verdict.UNDECIDED: CheckResult.OPEN,
}


class CheckKind(StrEnum):
    """What a check is about."""

    POSITION = "position"
    #: A position's diagram against its line.
    AGREEMENT = "agreement"
    #: That a line can be played.
    MOVES = "moves"
    #: What a line is expected to come to, or where to stop.
    OUTCOME = "outcome"
    #: That a line reaches the problem's goal.
    SOLUTION = "solution"
    CLAIM = "claim"


#: What of a problem is checked, where it isn't a line.
_NOUNS: Final = {
    CheckKind.POSITION: "position",
    CheckKind.AGREEMENT: "position",
    CheckKind.CLAIM: "claim",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    ``about``: the id of the position, line (or ``LINE/PART``) or claim; empty for the problem's
    first position.  ``detail``: what of it, as in ``diagram``; may be empty.  ``message``: what
    is wrong or still open, as a line that reaches the goal only if cards come up that nobody
    knows.  ``place``: where the file says it.
    """

    kind: CheckKind
    about: str
    detail: str
    outcome: CheckResult
    message: str = ""
    place: Place | None = None

    @property
    def what(self) -> str:
        """The thing that was checked, as in ``line printed: diagram``."""
        text = f"{_NOUNS.get(self.kind, 'line')} {self.about}".rstrip()
        return f"{text}: {self.detail}" if self.detail else text

    @property
    def ok(self) -> bool:
        """True if it isn't wrong."""
        return self.outcome is not CheckResult.WRONG

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
        """True if nothing is wrong; open checks don't count."""
        return all(check.ok for check in self.checks)

    @property
    def wrong(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if not check.ok)

    @property
    def open(self) -> tuple[Check, ...]:
        """The checks that can't be decided without a proof."""
        return tuple(check for check in self.checks if check.outcome is CheckResult.OPEN)


def check_problem(problem: Problem) -> Report:
    """Check all that a problem file expects; nothing is raised for what is wrong."""
    return Report(problem, tuple(_Checker(problem).checks()))


class _Checker:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def checks(self) -> Iterator[Check]:
        yield from self._positions()
        for line in self.problem.lines.values():
            yield from self._line(line)
        for claim in self.problem.claims:
            yield self._claim(claim)

    def _check(
        self,
        kind: CheckKind,
        about: str,
        detail: str,
        message: str,
        path: KeyPath,
        outcome: CheckResult | None = None,
    ) -> Check:
        """Return a check that is right if nothing is found, where the outcome isn't told."""
        outcome = outcome or (CheckResult.WRONG if message else CheckResult.OK)
        return Check(
            kind, about, detail, outcome, message, self.problem.document.place(path, key=True)
        )

    # Positions

    def _positions(self) -> Iterator[Check]:
        problem = self.problem
        agree = "diagram and line agree"
        if problem.diagram is not None:
            faults = _differences(problem.diagram, problem.start)
            yield self._check(CheckKind.AGREEMENT, "", agree, faults, ("position",))
        for named in problem.positions:
            if named.own is not None and named.diagram is not None:
                faults = _differences(named.diagram, named.own)
                yield self._check(CheckKind.AGREEMENT, named.id, agree, faults, named.path)
                continue
            try:
                problem.position(named.id)
                faults = ""
            except (NotationError, PositionError, ReplayError) as error:
                faults = str(error)
            yield self._check(CheckKind.POSITION, named.id, "", faults, named.path)

    # Lines

    def _line(self, line: Line) -> Iterator[Check]:
        try:
            position = self.problem.begin(line)
        except (NotationError, PositionError, ReplayError) as error:
            yield self._check(CheckKind.MOVES, line.id, "begins", str(error), line.path)
            return
        for part in line.parts:
            about = f"{line.id}/{part.id}" if part.id else line.id
            played: list[Played] = []
            stopped: ReplayError | None = None
            try:
                played.extend(play(position, part.script))
            except ReplayError as error:
                stopped = error
            failure = part.expect.fails if part.expect is not None else None
            yield self._moves(about, part, played, stopped, failure)
            if part.expect is not None and stopped is None and failure is None:
                yield from self._expected(
                    about, part, part.expect, Replay(position, tuple(played))
                )
            if stopped is not None:
                return
            position = played[-1].step.after if played else position
        if line.solves and self.problem.goal is not None:
            judgement = judge(
                self.problem.goal, self.problem.start, self.problem.replayed(line.id).steps
            )
            yield self._judged(
                CheckKind.SOLUTION,
                line.id,
                "solves the problem",
                judgement,
                (*line.path, "solves"),
            )

    def _moves(
        self,
        about: str,
        part: Part,
        played: Sequence[Played],
        stopped: ReplayError | None,
        failure: Failure | None,
    ) -> Check:
        """Check that a script plays to its end, or stops where and why it is expected to."""
        if failure is None and stopped is None:
            moves = count_phrase(len(played), "move")
            return self._check(CheckKind.MOVES, about, moves, "", (*part.path, "script"))
        if failure is None and stopped is not None:
            words = " ".join(stopped.instruction.text.split())
            what, why = f"move {stopped.number}, '{words}'", str(stopped.reason)
            place = stopped.instruction.place
            return Check(CheckKind.MOVES, about, what, CheckResult.WRONG, why, place)
        assert failure is not None  # noqa: S101 - or else it was told above
        detail = f"stops at move {failure.move}"
        wrong = _wrong_failure(failure, stopped)
        return self._check(
            CheckKind.OUTCOME, about, detail, wrong, (*part.path, "expect", "fails")
        )

    def _expected(
        self, about: str, part: Part, expect: Expectation, replay: Replay
    ) -> Iterator[Check]:
        position = replay.end
        compared: list[tuple[str, str, str]] = []
        if part.diagram is not None:
            compared.append(("diagram", "diagram", _differences(part.diagram, position)))
        if expect.turned is not None:
            wrong = _wrong_turned(expect.turned, replay.steps)
            compared.append(("turned", "cards turned up", wrong))
        if expect.removed is not None:
            removed = [r.suit for step in replay.steps for r in step.removals]
            wrong = _unlike(join_words(expect.removed), join_words(removed))
            compared.append(("removed", "suits removed", wrong))
        if expect.spaces is not None:
            spaces = columns_phrase(sorted(expect.spaces))
            compared.append(("spaces", "spaces", _unlike(spaces, columns_phrase(position.spaces))))
        if expect.score is not None:
            wrong = _unlike(str(expect.score), str(score(position).total))
            compared.append(("score", "score", wrong))
        for key, detail, wrong in compared:
            yield self._check(CheckKind.OUTCOME, about, detail, wrong, (*part.path, "expect", key))

    def _judged(
        self, kind: CheckKind, about: str, detail: str, judgement: Judgement, path: KeyPath
    ) -> Check:
        """Return a line held against a goal."""
        text = "; ".join(
            f"{finding.phrase}: {finding.verdict}" + f" ({finding.found})" * bool(finding.found)
            for finding in judgement.findings
            if finding.verdict is not Verdict.HOLDS
        )
        text = "; ".join(filter(None, (text, judgement.assumption)))
        return self._check(kind, about, detail, text, path, _OUTCOMES[judgement.shown])

    # Claims

    def _claim(self, claim: Claim) -> Check:
        problem = self.problem
        try:
            start = problem.position(claim.data.position)
            if claim.plan is not None:
                checked = plans.check(claim.plan, start, claim.goal)
                case = f"{checked.failed}: " * (checked.failed is not None)
                message = (case + checked.found) * bool(checked.found)
                outcome, path = _OUTCOMES[checked.verdict], (*claim.path, "plan")
                return self._check(CheckKind.CLAIM, claim.id, "", message, path, outcome)
            if claim.data.line is None:
                message = f"'{claim.goal}' is claimed to be {claim.data.verdict}"
                return self._check(
                    CheckKind.CLAIM, claim.id, "", message, claim.path, CheckResult.OPEN
                )
            _, steps = problem.shown(claim)
        except (NotationError, PositionError, ReplayError) as error:
            return self._check(CheckKind.CLAIM, claim.id, "", str(error), claim.path)
        return self._judged(
            CheckKind.CLAIM, claim.id, "", judge(claim.goal, start, steps), (*claim.path, "line")
        )


def _differences(expected: Position, actual: Position) -> str:
    """Return how a position differs from a diagram (of the tableau), as lines below a check."""
    text = "\n".join(str(d) for d in difference(expected, actual) if d.column)
    return "".join(f"\n  {line}" for line in text.splitlines())


def _unlike(expected: str, actual: str) -> str:
    """Return the words that one thing is expected, another there; empty if they are equal."""
    return f"expected {expected or 'none'}, found {actual or 'none'}" if expected != actual else ""


def _wrong_failure(failure: Failure, error: ReplayError | None) -> str:
    """Return how a failure isn't the one expected; empty if it is."""
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
    """Return how the cards turned up aren't those expected, by column; empty if they are."""
    cards: dict[int, tuple[Card, ...]] = {}
    for step in steps:
        for turned in step.turned:
            cards[turned.column] = (*cards.get(turned.column, ()), turned.card)
    compared = {
        column: _unlike(join_words(expected.get(column, ())), join_words(cards.get(column, ())))
        for column in sorted(expected | cards)
    }
    return "; ".join(f"column {column}: {wrong}" for column, wrong in compared.items() if wrong)
