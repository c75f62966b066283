"""Checking a problem: every line is replayed, everything expected compared.

:func:`check_problem` says of each single thing whether it is as the file says.  It plays lines
and judges them; of a claim that is known by a certificate it checks that there is one, about that
claim.  Claims without a proof are open.
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
    """What came of a check."""

    OK = "ok"
    WRONG = "wrong"
    #: Not decided here: it needs a proof, or the goal is more than one line can show.
    OPEN = "open"


#: The work limit of the search for the outcome of a variation, which takes a few seconds.
_WORK: Final = 2_000_000
_OUTCOMES: Final = {
    Verdict.HOLDS: CheckResult.OK,
    Verdict.FAILS: CheckResult.WRONG,
    Verdict.UNDECIDED: CheckResult.OPEN,
}


class By(StrEnum):
    """The kind of proof by which a claim is known."""

    LINE = "by a line"
    PLAN = "by a plan"
    CERTIFICATE = "by a certificate"
    SEARCH = "by a search"
    OPEN = "open"


class Relation(StrEnum):
    """The relation of what is known of a claim to what its source says."""

    AGREES = "agrees"
    REFUTED = "refuted"
    #: The source only asks.
    ANSWERED = "answered"
    #: The source says nothing of it.
    ADDED = "added"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """The two parts of a claim: what its source says, and what is known.

    ``verdict``: ``possible`` or ``impossible``, which is proved; empty if the claim is open.
    """

    claim: Claim
    by: By
    verdict: str = ""

    @property
    def relation(self) -> Relation:
        """The relation of what is known to what the source says."""
        if self.by is By.OPEN:
            return Relation.OPEN
        kinds = {"question": Relation.ANSWERED, "nothing": Relation.ADDED}
        says = self.claim.source
        return kinds.get(says, Relation.AGREES if says == self.verdict else Relation.REFUTED)

    @property
    def known(self) -> str:
        """The known part in words: ``possible, by the line clubs``, or ``open``."""
        if self.by is By.OPEN:
            return "open"
        line = self.claim.data.line
        by = f"by the line {line}" if self.by is By.LINE and line else str(self.by)
        return f"{self.verdict}, {by}"

    @property
    def source(self) -> str:
        """The source in words: ``impossible``, ``the least number is 3``."""
        says = self.claim.data.source
        return f"the least number is {says}" if isinstance(says, int) else self.claim.source

    def __str__(self) -> str:
        return f"source: {self.source}; known: {self.known}; {self.relation}"


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
    knows.  ``place``: where the file says it.  ``standing``: of a claim, what is known of it.
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

    @property
    def claims(self) -> dict[str, Standing]:
        """The two parts of each claim, by its name."""
        return {check.about: check.standing for check in self.checks if check.standing is not None}


def known_summary(reports: Iterable[Report]) -> str:
    """Return how many claims are known and open: ``76 claims: 74 known (4 refuted), 2 open``.

    An entry of a file about several cards counts once for each card, since each card needs its
    own proof; where that makes a difference, the number of entries is given as sentences.
    """
    standings = [(r.problem.id, standing) for r in reports for standing in r.claims.values()]
    relations = Counter(standing.relation for _, standing in standings)
    sentences = len({(name, standing.claim.path) for name, standing in standings})
    text = count_phrase(len(standings), "claim")
    if sentences < len(standings):
        text += f" from {count_phrase(sentences, 'sentence')}"
    refuted = relations[Relation.REFUTED]
    known = f"{len(standings) - relations[Relation.OPEN]} known"
    known += f" ({refuted} refuted)" * bool(refuted)
    return f"{text}: {known}, {relations[Relation.OPEN]} open"


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
                return self._certified(claim, start)
            _, steps = problem.shown(claim)
        except (NotationError, PositionError, ReplayError) as error:
            return self._check(CheckKind.CLAIM, claim.id, "", str(error), claim.path)
        return self._judged(
            CheckKind.CLAIM, claim.id, "", judge(claim.goal, start, steps), (*claim.path, "known")
        )

    def _certified(self, claim: Claim, start: Position) -> Check:
        """Check that a certificate lies with the problem and is about this claim.

        Its proof is put to ``certificates/check.py``, unless the problem is one of the catalogue:
        the proofs that ship are checked when the package is made.
        """
        known = claim.data.known
        path = certificate_path(self.problem, claim)
        message, outcome = "", CheckResult.OK
        try:
            if known is None and claim.is_outcome and not path.exists():
                message, outcome = self._searched(claim)
            elif (known is not None and known.kind == "open") or (
                known is None and not path.exists()
            ):
                message, outcome = "nobody has proved it or shown it", CheckResult.OPEN
            elif not certificate_files.read(path).is_about(start, claim.goal):
                message, outcome = f"'{path}' is about another question", CheckResult.WRONG
            elif not _ships(self.problem) and (why := certificate_files.refusal(path)):
                message, outcome = f"'{path}' is refused: {why}", CheckResult.WRONG
        except FileNotFoundError:
            message, outcome = f"there is no certificate '{path}'", CheckResult.WRONG
        except (OSError, NotationError) as error:
            message, outcome = str(error), CheckResult.WRONG
        where = (*claim.path, "known")
        return self._check(CheckKind.CLAIM, claim.id, "", message, where, outcome)

    def _searched(self, claim: Claim) -> tuple[str, CheckResult]:
        """Decide the outcome of a variation with a search."""
        proof = prove_claim(self.problem, claim, Budget(None, work=_WORK))
        if proof.contradicts:
            return f"'{claim.goal}' is claimed to be {claim.expected}", CheckResult.WRONG
        if proof.standing is ClaimStanding.OK:
            return "", CheckResult.OK
        return "a search didn't decide it", CheckResult.OPEN


def certificate_path(problem: Problem, claim: Claim) -> Path:
    """Return the file of a claim's certificate; it need not exist.

    It lies in ``certificates`` next to the problem file; those of the catalogue lie together.
    """
    folder = Path(problem.name).parent / "certificates"
    if _ships(problem):
        folder = shipped_folder("certificates")
    return folder / f"{problem.id}.{claim.id}.json.gz"


def _ships(problem: Problem) -> bool:
    """Return True if a problem was read from the catalogue that ships."""
    return shipped_folder("problems") in Path(problem.name).absolute().parents


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
