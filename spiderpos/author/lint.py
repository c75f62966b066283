"""Everything that is wrong or weak in a problem file.

:func:`lint` reads a file's text as far as it can be read, plays what can be played, and asks
the solver for what has to be proved, within a time.  Nothing is raised for what it finds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Final, TypeVar

from ..catalogue import Line, Problem, check_problem, loads_problem
from ..catalogue.checking import Check, Kind, Outcome
from ..catalogue.problem import START
from ..catalogue.proving import (
    Standing,
    beside,
    evidence_file,
    prove_claim,
    unshown,
)
from ..catalogue.reading import CardsError, text_faults, validated
from ..catalogue.yamltext import parse
from ..game.cards import Card
from ..game.census import by_elimination, faults
from ..game.engine import Step
from ..game.illegal import PositionError
from ..game.replay import ReplayError
from ..goals.judge import Verdict, as_played, judge
from ..scripts.words import describe
from ..solver.evidence import Record
from ..solver.prover.answer import Budget
from ..solver.prover.answer import Outcome as Answered
from ..text.errors import NotationError
from ..text.source import Place, printable
from ..text.wording import columns_phrase, count_phrase, join_words
from .after import ask
from .cooks import cooks, shorter
from .findings import Finding, Severity
from .template import unfilled

__all__ = ["Linted", "lint", "unread"]

#: The most moves of a line that a finding shows.
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings in a file, by line; ``readable``: it is a problem file at all."""

    findings: tuple[Finding, ...]
    readable: bool = True

    @property
    def clean(self) -> bool:
        """Whether there is nothing but hints."""
        return not any(finding.counts for finding in self.findings)


def lint(text: str, *, name: str = "<text>", budget: Budget | None = None) -> Linted:
    """All findings in the text of a problem file.

    ``budget`` is for all that needs a proof: false claims, goals that can't be reached, shorter
    and other solutions.  None, or no time, leaves that out.
    """
    try:
        document = parse(text, name)
    except NotationError as error:
        return Linted((unread("yaml", error, name),), False)
    if not isinstance(document.data, dict):
        return Linted((Finding("yaml", "this is no problem file", Place(name, 1, 1)),), False)
    data, wrong = validated(document)
    if data is None:
        return Linted(_in_order(unread("schema", error, name) for error in wrong), False)
    unreadable = text_faults(document, data)
    if unreadable:
        found = (
            unread("cards" if isinstance(error, CardsError) else "read", error, name)
            for error in unreadable
        )
        return Linted(_in_order(found))
    problem = loads_problem(text, name=name)
    return Linted(_in_order(_Linter(problem, budget or Budget(seconds=0)).findings()))


def _in_order(findings: Any) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (f.place.line, f.place.column)))


def unread(code: str, error: NotationError, name: str) -> Finding:
    """The finding that a text of the file ``name`` can't be read, and what was expected."""
    # A text that the message quotes may go over several lines.
    text = " ".join((error.message + _expected(error)).split())
    return Finding(code, text, error.place or Place(name, 1, 1))


def _expected(error: OSError | NotationError) -> str:
    expected = getattr(error, "expected", "")
    return f" (expected {expected})" if expected else ""


class _Linter:
    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem = problem
        self.document = problem.document
        self.budget = budget
        self.deadline = time.monotonic() + (budget.seconds or 0)
        #: Those that lie beside the file; None if they can't be read.
        self.records: Mapping[str, Record] | None = None

    def findings(self) -> Iterator[Finding]:
        yield from self._texts()
        yield from self._records()
        yield from self._checked()
        yield from self._goals()
        yield from self._hidden()
        yield from self._lines()
        if self.budget.seconds is None or self.budget.seconds > 0:
            yield from self._claims()
            yield from self._solutions()

    def _place(self, *path: str | int) -> Place:
        return self.document.place(path, key=True)

    def _found(self, code: str, text: str, *path: str | int, **more: Any) -> Finding:
        # A finding is one line; what an error says further is a picture of it.
        return Finding(code, text.partition("\n")[0], self._place(*path), **more)

    def _part(self, share: float) -> Budget:
        """A share of the time that is left."""
        if self.budget.seconds is None:
            return self.budget
        left = max(0.05, self.deadline - time.monotonic())
        return replace(self.budget, seconds=left * share)

    # Texts

    def _texts(self) -> Iterator[Finding]:
        data = self.problem.data
        for path in unfilled(self.problem):
            yield self._found("todo", f"{self.document.key(path)} isn't filled in", *path)
        for doubt in self.problem.doubts:
            yield self._found("doubt", doubt.text, *doubt.path)
        stem = PurePath(self.problem.name).stem
        place = self._place("id")
        if PurePath(self.problem.name).suffix in (".yaml", ".yml") and self.problem.id != stem:
            text = f"the file is called '{printable(stem)}'"
            records = evidence_file(self.problem)
            if records.exists():
                # The records would be lost sight of.
                kept = f"{records.parent.name}/{records.name}"
                text += f", but {kept} is there: rename the file, or the records too"
            yield Finding("id", text, place)
        if data.partial and not faults(self.problem.start) and not self._partial_elsewhere():
            text = "both decks are there: 'partial' says nothing"
            yield self._found("partial", text, "partial")

    def _partial_elsewhere(self) -> bool:
        return any(named.own is not None and faults(named.own) for named in self.problem.positions)

    def _records(self) -> Iterator[Finding]:
        """What is wrong with the records that lie beside the file; keeps those that aren't."""
        try:
            found = beside(self.problem)
        except (OSError, NotationError) as error:
            text = str(error).partition("\n")[0] + _expected(error)
            yield self._found("evidence", text, "claims")
            return
        self.records = found.records
        for claim in found.strays:
            about = f"is about '{claim}'" if claim else "says of no claim that it is about it"
            text = (
                f"a record in {evidence_file(self.problem).name} {about}, which nothing looks at"
            )
            yield self._found("stray", text, "claims")

    # What is played

    def _checked(self) -> Iterator[Finding]:
        for check in check_problem(self.problem).checks:
            if check.outcome is Outcome.WRONG:
                message = check.message.replace(f"{self.problem.name}:", "line ")
                text = f"{_fault(check)}: {message.lstrip(' ')}".replace(": \n", "\n")
                yield Finding(_CODES[check.kind], text, self._where(check))

    def _where(self, check: Check) -> Place:
        return check.place or Place(self.problem.name, 1, 1)

    # The goal

    def _goals(self) -> Iterator[Finding]:
        problem = self.problem
        if problem.goal is None:
            yield self._found(
                "no-goal",
                "there is no goal, so no line can be judged",
                "stipulation",
                lighter=Severity.HINT if problem.claims else None,
            )
        elif judge(problem.goal, problem.start, ()).reached_at == 0:
            yield self._found("already", f"'{problem.goal}' is so before the first move", "goal")
        for claim in problem.claims:
            position = _tried(problem.position, claim.data.position)
            if position is None or not claim.solved:
                continue
            if judge(claim.goal, position, ()).reached_at == 0:
                yield self._found(
                    "already",
                    f"claim {claim.id}: '{claim.goal}' is so before the first move",
                    *claim.path,
                    "goal",
                    lighter=Severity.WARNING,
                )

    # Cards that aren't seen

    def _hidden(self) -> Iterator[Finding]:
        problem = self.problem
        known = by_elimination(problem.start)
        for number, (was, now) in enumerate(
            zip(problem.start.columns, known.columns, strict=True), 1
        ):
            cards = [c for a, c in zip(was.down, now.down, strict=True) if c and not a]
            if cards:
                yield self._found(
                    "known",
                    f"the unknown cards of column {number} can only be {join_words(cards)}",
                    "position",
                )
        goal = problem.goal
        if goal is None or goal.whatever:
            return
        for line in problem.lines:
            steps = self._solution(line)
            if steps is None or not line.solves:
                continue
            assumption = judge(goal, problem.start, steps).assumption
            if assumption:
                text = f"line {line.id} reaches the goal only {assumption}"
                yield self._found("hidden", text, *line.path)
            used = list(_hidden_used(steps))
            if used and not _mentions_hidden(problem.data.stipulation):
                yield self._found(
                    "hidden",
                    f"line {line.id} counts on {_few(used)}, which the solver doesn't see: "
                    "tell the face-down cards in the stipulation, or ask for it "
                    "'whatever turns up'",
                    *line.path,
                )

    def _solution(self, line: Line) -> tuple[Step, ...] | None:
        """The steps of a line from the start, up to the goal if it solves the problem."""
        problem = self.problem
        if problem.goal is None or problem.history(line.id).root != START:
            return None
        steps = _tried(self._steps, line.id)
        if steps is None:
            return None
        judgement = judge(problem.goal, problem.start, steps)
        return steps[: judgement.reached_at] if judgement.verdict is Verdict.HOLDS else None

    def _steps(self, line: str) -> tuple[Step, ...]:
        return self.problem.replayed(line).steps

    # Lines

    def _lines(self) -> Iterator[Finding]:
        problem = self.problem
        for line in problem.lines:
            steps = self._solution(line)
            if steps is None or problem.goal is None:
                continue
            after = len(self._steps(line.id)) - len(steps)
            surely = judge(problem.goal, problem.start, steps).surely is not None
            if surely and not line.solves and not any(other.solves for other in problem.lines):
                text = f"line {line.id} solves the problem, and lacks 'solves: true'"
                yield self._found("solves", text, *line.path, "title")
            elif line.solves and after:
                rest = count_phrase(after, "move")
                yield self._found(
                    "after-goal",
                    f"line {line.id} reaches the goal by move {len(steps)} and goes on for {rest}",
                    *line.path,
                )
        yield from self._unnamed_lines()

    def _unnamed_lines(self) -> Iterator[Finding]:
        """Claims without a line that a line of the file shows."""
        problem = self.problem
        for claim in problem.claims:
            if claim.shown or not claim.solved or claim.goal.whatever:
                continue
            base = claim.data.position
            for line in problem.lines:
                if base not in {line.start, START}:
                    continue
                history = _tried(problem.history, line.id)
                steps = _tried(self._steps, line.id)
                position = _tried(problem.position, base)
                if history is None or steps is None or position is None:
                    continue
                if base == START and history.root != START:
                    continue
                if base != START:
                    steps = steps[len(problem.replayed(base).steps) :]
                if judge(claim.goal, position, steps).surely is not None:
                    text = f"claim {claim.id}: line '{line.id}' shows it"
                    yield self._found("line", text, *claim.path, "verdict")
                    break

    # What needs a proof

    def _claims(self) -> Iterator[Finding]:
        problem, records = self.problem, self.records
        if records is None:
            return
        open_claims = unshown(problem)
        for number, claim in enumerate(open_claims):
            budget = self._part(0.5 / (len(open_claims) - number))
            proof = prove_claim(problem, claim, budget, records=records)
            if proof.standing is Standing.WRONG:
                yield self._found("claim", str(proof).partition(": ")[2], *claim.path)
            elif proof.standing is Standing.UNDECIDED:
                yield self._found("unproved", str(proof).partition(": ")[2], *claim.path)

    def _solutions(self) -> Iterator[Finding]:
        problem = self.problem
        goal = problem.goal
        if goal is None or judge(goal, problem.start, ()).reached_at == 0:
            return
        lines = [line for line in problem.lines if line.solves]
        good = [(line, steps) for line in lines if (steps := self._solution(line)) is not None]
        if not good:
            if any(self._solution(line) is not None for line in problem.lines):
                return  # one of them solves it, and isn't said to
            if not any(_same(claim.goal, goal) for claim in problem.claims):
                yield from self._without_solution()
            return
        line, steps = min(good, key=lambda pair: len(pair[1]))
        if any(finding.kind in ("shorter", "cook") for finding in problem.findings):
            return
        limit = goal.limits.moves
        if limit is not None and len(steps) < limit:
            allowed = f"the goal allows {count_phrase(limit, 'move')}"
            yield self._found(
                "shorter", f"{allowed}, and line {line.id} takes {len(steps)}", "goal"
            )
        start = as_played(problem.start, goal)
        length = shorter(start, goal, steps, self._part(0.5))
        if length.shorter:
            yield self._found(
                "shorter",
                f"line {line.id} takes {count_phrase(len(steps), 'move')}, and "
                f"{len(length.shorter)} do: {_moves(length.shorter)}",
                *line.path,
            )
            return
        for cook in cooks(start, goal, steps, self._part(1), shortest=length.proved):
            if cook.reordered:
                text = f"the moves of line {line.id} in another order: {_moves(cook.steps)}"
                yield self._found("order", text, *line.path)
                continue
            other = describe(cook.steps[cook.same])
            yield self._found(
                "cook",
                f"another solution than line {line.id}, with {other!r} as move {cook.same + 1}: "
                f"{_moves(cook.steps)}",
                *line.path,
                lighter=None if length.proved else Severity.HINT,
            )

    def _without_solution(self) -> Iterator[Finding]:
        problem = self.problem
        assert problem.goal is not None  # noqa: S101 - the caller knows
        answer = ask(problem.start, problem.goal, self._part(0.8))
        if answer.outcome is Answered.IMPOSSIBLE:
            yield self._found(
                "impossible", f"'{problem.goal}' can't be reached: {answer.reason}", "goal"
            )
            return
        text = "no line solves the problem"
        if answer.outcome is Answered.SOLVED:
            text += f"; this does: {_moves(answer.steps)}" if answer.steps else "; a plan does"
        else:
            text += f", and none was found: {answer.reason}"
        yield self._found("no-solution", text, "goal")


def _same(one: object, other: object) -> bool:
    return str(one) == str(other)


_T = TypeVar("_T")


def _tried(make: Callable[[str], _T], name: str) -> _T | None:
    """What can be made, or None if the file's faults (which are named elsewhere) forbid it."""
    try:
        return make(name)
    except (NotationError, PositionError, ReplayError, KeyError):
        return None


#: The code of a finding about a check that is wrong.
_CODES: Final = {
    Kind.POSITION: "position",
    Kind.AGREEMENT: "position",
    Kind.MOVES: "replay",
    Kind.OUTCOME: "outcome",
    Kind.SOLUTION: "solution",
    Kind.CLAIM: "claim",
}


def _fault(check: Check) -> str:
    """What is wrong, where the check says what should be."""
    match check.kind:
        case Kind.AGREEMENT:
            return replace(check, detail="diagram and line differ").what
        case Kind.SOLUTION:
            return replace(check, detail="doesn't solve the problem").what
        case _:
            return check.what


def _moves(steps: tuple[Step, ...]) -> str:
    shown = [describe(step) for step in steps[:_SHOWN]]
    more = f", and {len(steps) - _SHOWN} more" if len(steps) > _SHOWN else ""
    return "; ".join(shown) + more


def _hidden_used(steps: tuple[Step, ...]) -> Iterator[str]:
    """The cards that a line turns up and then makes use of, where they were known before."""
    turned: dict[Card, int] = {}
    for step in steps:
        for card in step.cards:
            if card in turned:
                yield f"the {card} of {columns_phrase([turned.pop(card)])}"
        for up in step.turned:
            if up.card and step.before.column(up.column).down[-1]:
                turned[up.card] = up.column


def _few(items: list[str]) -> str:
    more = [f"{len(items) - 3} more"] if len(items) > 4 else []
    return join_words([*(items[:3] if more else items), *more])


def _mentions_hidden(text: str) -> bool:
    return any(word in text.lower() for word in ("face-down", "face down", "hidden", "game"))
