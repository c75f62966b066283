"""Check a problem: replay its lines and compare the results with what the file expects.

:func:`check_problem` checks the positions, each line part by part, the expectations and the
claims.  A line that the file calls a solution must reach the problem's goal.  A certificate that
the file gives as the proof of a claim must exist and be about that claim; claims without a proof
are open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from ..game import illegal as errors
from ..game.cards import Card
from ..game.census import PositionError
from ..game.difference import difference
from ..game.engine import Step
from ..game.illegal import run_name
from ..game.position import Position
from ..game.replay import Played, Replay, ReplayError, play
from ..game.survey import score
from ..goals import plans
from ..goals.judge import Judgement, Verdict, judge
from ..solver import certificate_files
from ..solver.prover.answer import Budget
from ..text.errors import NotationError
from ..text.resources import shipped_folder
from ..text.source import Place
from ..text.wording import columns_phrase, count_phrase, join_words
from .history import Part
from .line import Claim, Line
from .problem import Problem
from .proving import ClaimStanding, prove_claim
from .schema import Expectation, Failure
from .yamltext import KeyPath


class CheckResult(StrEnum):
    """The result of a check."""

    OK = "ok"
    WRONG = "wrong"
    #: Undecided: there is no proof, or the moves of one line can't show that the goal is reached.
    OPEN = "open"


#: The work limit of a search for the outcome of a variation: a few seconds.
_WORK: Final = 2_000_000
_OUTCOMES: Final = {
    Verdict.HOLDS: CheckResult.OK,
    Verdict.FAILS: CheckResult.WRONG,
    Verdict.UNDECIDED: CheckResult.OPEN,
}


class By(StrEnum):
    """The kind of proof that decides a claim."""

    LINE = "by a line"
    PLAN = "by a plan"
    CERTIFICATE = "by a certificate"
    SEARCH = "by a search"
    OPEN = "open"


class Relation(StrEnum):
    """The comparison of a claim's proved verdict with the verdict of its publication."""

    AGREES = "agrees"
    REFUTED = "refuted"
    #: The publication asks the question but gives no verdict.
    ANSWERED = "answered"
    #: The publication doesn't mention the claim.
    ADDED = "added"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """The status of a claim: the verdict of its publication, and the proved one.

    ``verdict``: the proved one, ``possible`` or ``impossible``; empty if the claim is open.
    """

    claim: Claim
    by: By
    verdict: str = ""

    @property
    def relation(self) -> Relation:
        """The comparison of the proved verdict with that of the publication."""
        if self.by is By.OPEN:
            return Relation.OPEN
        kinds = {"question": Relation.ANSWERED, "nothing": Relation.ADDED}
        source = self.claim.source
        return kinds.get(source, Relation.AGREES if source == self.verdict else Relation.REFUTED)

    @property
    def known(self) -> str:
        """The verdict and its proof as text: ``possible, by the line clubs``, or ``open``."""
        if self.by is By.OPEN:
            return "open"
        line = self.claim.data.line
        by = f"by the line {line}" if self.by is By.LINE and line else str(self.by)
        return f"{self.verdict}, {by}"

    @property
    def source(self) -> str:
        """The verdict of the publication as text: ``impossible``, ``the least number is 3``."""
        source = self.claim.data.source
        return f"the least number is {source}" if isinstance(source, int) else self.claim.source

    def __str__(self) -> str:
        return f"source: {self.source}; known: {self.known}; {self.relation}"


class CheckKind(StrEnum):
    """The kind of property that a check verifies."""

    #: A named position can be reached and set up.
    POSITION = "position"
    #: The diagram and the save line of a position show the same tableau.
    AGREEMENT = "agreement"
    #: A line can be played.
    MOVES = "moves"
    #: A part of a line has the expected outcomes, or stops at the expected illegal move.
    OUTCOME = "outcome"
    #: A line reaches the problem's goal.
    SOLUTION = "solution"
    CLAIM = "claim"


#: The nouns for the subjects of checks; for the other kinds it is "line".
_NOUNS: Final = {
    CheckKind.POSITION: "position",
    CheckKind.AGREEMENT: "position",
    CheckKind.CLAIM: "claim",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One check and its result.

    ``about``: the id of the position, line (or ``LINE/PART``) or claim; empty for the starting
    position.  ``detail``: the property that was checked, such as ``diagram``; may be empty.
    ``message``: the reason why the result is wrong or open; empty if it is OK.  ``place``: the
    place in the file.  ``standing``: the status of a claim; None for other checks.
    """

    kind: CheckKind
    about: str
    detail: str
    outcome: CheckResult
    message: str = ""
    place: Place | None = None
    standing: Standing | None = None

    @property
    def what(self) -> str:
        """The subject of the check as text, such as ``line printed: diagram``."""
        text = f"{_NOUNS.get(self.kind, 'line')} {self.about}".rstrip()
        return f"{text}: {self.detail}" if self.detail else text

    @property
    def ok(self) -> bool:
        """True if the result is OK or open."""
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
        """The checks that are undecided."""
        return tuple(check for check in self.checks if check.outcome is CheckResult.OPEN)

    @property
    def claims(self) -> dict[str, Standing]:
        """The status of each claim, by its name."""
        return {check.about: check.standing for check in self.checks if check.standing is not None}


def known_summary(reports: Iterable[Report]) -> str:
    """Count the claims by status: ``76 claims from 70 sentences: 74 known (4 refuted), 2 open``.

    A sentence in a file about several cards counts as one claim per card, since each card needs
    a separate proof.  The number of sentences is omitted if it equals the number of claims.
    """
    standings = [(r.problem.id, standing) for r in reports for standing in r.claims.values()]
    relations = Counter(standing.relation for _, standing in standings)
    claims = ((name, standing.claim) for name, standing in standings)
    sentences = len({(name, c.id if c.is_outcome else c.path) for name, c in claims})
    text = count_phrase(len(standings), "claim")
    if sentences < len(standings):
        text += f" from {count_phrase(sentences, 'sentence')}"
    refuted = relations[Relation.REFUTED]
    proved = f"{len(standings) - relations[Relation.OPEN]} known"
    proved += f" ({refuted} refuted)" * bool(refuted)
    return f"{text}: {proved}, {relations[Relation.OPEN]} open"


def check_problem(problem: Problem) -> Report:
    """Check all lines, expectations and claims of a problem file.

    Faults are reported as checks with the result WRONG; no error is raised for them.
    """
    return Report(problem, tuple(_Checker(problem).checks()))


class _Checker:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def checks(self) -> Iterator[Check]:
        yield from self._positions()
        for line in self.problem.lines.values():
            yield from self._line(line)
        for claim in self.problem.claims:
            check = self._claim(claim)
            if claim.is_outcome:
                variation = self.problem.lines[claim.id].parts[-1].script.line
                check = replace(check, place=(variation and variation.place) or check.place)
            by, verdict = By.OPEN, ""
            if check.outcome is CheckResult.OK:
                by = By.LINE if claim.data.line else By.PLAN if claim.plan else By.CERTIFICATE
                if claim.is_outcome and not certificate_path(self.problem, claim).exists():
                    by = By.SEARCH
                verdict = "possible" if by in (By.LINE, By.PLAN) else claim.expected
            yield replace(check, standing=Standing(claim, by, verdict))

    def _check(
        self,
        kind: CheckKind,
        about: str,
        detail: str,
        message: str,
        path: KeyPath,
        outcome: CheckResult | None = None,
    ) -> Check:
        """Make a check.  ``outcome`` defaults to WRONG if there is a message, else OK."""
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
        """Check that a script plays to its end, or stops at the expected move and error."""
        if failure is None and stopped is None:
            moves = count_phrase(len(played), "move")
            return self._check(CheckKind.MOVES, about, moves, "", (*part.path, "script"))
        if failure is None and stopped is not None:
            words = " ".join(stopped.instruction.text.split())
            detail, why = f"move {stopped.number}, '{words}'", str(stopped.reason)
            place = stopped.instruction.place
            return Check(CheckKind.MOVES, about, detail, CheckResult.WRONG, why, place)
        assert failure is not None  # noqa: S101 - None is handled above
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
        """Convert a goal's judgement of a line to a check."""
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
                message = (case + checked.reason) * bool(checked.reason)
                outcome, path = _OUTCOMES[checked.verdict], (*claim.path, "plan")
                return self._check(CheckKind.CLAIM, claim.id, "", message, path, outcome)
            if claim.data.line is None:
                return self._certified(claim, start)
            _, steps = problem.shown(claim)
        except (NotationError, PositionError, ReplayError) as error:
            return self._check(CheckKind.CLAIM, claim.id, "", str(error), claim.path)
        return self._judged(
            CheckKind.CLAIM, claim.id, "", judge(claim.goal, start, steps), (*claim.path, "known")
        )

    def _certified(self, claim: Claim, start: Position) -> Check:
        """Check that the certificate of a claim exists and is about this claim.

        The proof in it is checked as well, except for shipped problems, whose certificates
        ``.ci/run`` checks.  The outcome of a variation without a certificate is searched for.
        """
        proof = claim.data.known
        path = certificate_path(self.problem, claim)
        message, outcome = "", CheckResult.OK
        try:
            if proof is None and claim.is_outcome and not path.exists():
                message, outcome = self._searched(claim)
            elif (proof is not None and proof.kind == "open") or (
                proof is None and not path.exists()
            ):
                message, outcome = "no line, plan or certificate proves it", CheckResult.OPEN
            elif not certificate_files.read(path).is_about(start, claim.goal):
                message, outcome = f"'{path}' is about another question", CheckResult.WRONG
            elif not _ships(self.problem) and (why := certificate_files.refusal(path)):
                message, outcome = f"'{path}' is refused: {why}", CheckResult.WRONG
        except FileNotFoundError:
            message, outcome = f"there is no certificate '{path}'", CheckResult.WRONG
        except (OSError, NotationError) as error:
            message, outcome = str(error), CheckResult.WRONG
        return self._check(CheckKind.CLAIM, claim.id, "", message, (*claim.path, "known"), outcome)

    def _searched(self, claim: Claim) -> tuple[str, CheckResult]:
        """Search for the outcome of a variation; return a message and the result."""
        proof = prove_claim(self.problem, claim, Budget(None, work=_WORK))
        if proof.contradicts:
            return f"'{claim.goal}' is claimed to be {claim.expected}", CheckResult.WRONG
        if proof.standing is ClaimStanding.OK:
            return "", CheckResult.OK
        return "a search didn't decide it", CheckResult.OPEN


def certificate_path(problem: Problem, claim: Claim) -> Path:
    """Return the path of a claim's certificate; the file need not exist.

    It is in the folder ``certificates`` next to the problem file.  The certificates of shipped
    problems are all in one folder of the package.
    """
    folder = Path(problem.file).parent / "certificates"
    if _ships(problem):
        folder = shipped_folder("certificates")
    return folder / f"{problem.id}.{claim.id}.json.gz"


def _ships(problem: Problem) -> bool:
    """Return True if a problem was read from the shipped catalogue."""
    return shipped_folder("problems") in Path(problem.file).absolute().parents


def _differences(expected: Position, actual: Position) -> str:
    """Return the differences between the tableaus of two positions, in indented lines."""
    text = "\n".join(str(d) for d in difference(expected, actual) if d.column)
    return "".join(f"\n  {line}" for line in text.splitlines())


def _unlike(expected: str, actual: str) -> str:
    """Return an error message if two values differ, else an empty text."""
    return f"expected {expected or 'none'}, found {actual or 'none'}" if expected != actual else ""


def _wrong_failure(failure: Failure, error: ReplayError | None) -> str:
    """Return an error message if a script didn't stop as expected, else an empty text."""
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
    """Return an error message for columns that turned up unexpected cards; empty if none."""
    cards: dict[int, tuple[Card, ...]] = {}
    for step in steps:
        for turned in step.turned:
            cards[turned.column] = (*cards.get(turned.column, ()), turned.card)
    compared = {
        column: _unlike(join_words(expected.get(column, ())), join_words(cards.get(column, ())))
        for column in sorted(expected | cards)
    }
    return "; ".join(f"column {column}: {wrong}" for column, wrong in compared.items() if wrong)
