"""Everything that is wrong or weak in a problem file.

:func:`lint` reads a file's text as far as it can be read, plays what can be played, and asks
the solver for what has to be proved, within a time.  Nothing is raised for what it finds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Final, TypeVar

from ..catalogue import Line, Problem, check_problem
from ..catalogue.checking import Check, Kind, Outcome
from ..catalogue.problem import START
from ..catalogue.proving import Standing, beside, evidence_file, prove_claim, unshown
from ..catalogue.reading import examine
from ..game.cards import Card
from ..game.census import faults
from ..game.engine import Step
from ..game.illegal import PositionError
from ..game.replay import ReplayError
from ..goals.goal import Goal
from ..goals.judge import Verdict, as_played, judge
from ..scripts.words import describe
from ..solver import solve
from ..solver.evidence import Record
from ..solver.prover.answer import Budget
from ..solver.prover.answer import Outcome as Answered
from ..text.errors import NotationError
from ..text.source import Place, printable
from ..text.wording import columns_phrase, count_phrase, join_words
from .cooks import cooks, shorter
from .template import unfilled

__all__ = ["REMARKS", "Finding", "Linted", "Severity", "lint", "unread"]

#: The most moves of a line that a finding shows.
_SHOWN: Final = 12


class Severity(StrEnum):
    """How much a finding weighs."""

    #: The file says what isn't so.
    ERROR = "error"
    #: The problem is weak, or will be misunderstood.
    WARNING = "warning"
    #: Worth a look; doesn't count.
    HINT = "hint"


#: Every remark: its code, how much it weighs, and what it stands for.
REMARKS: Final[Mapping[str, tuple[Severity, str]]] = {
    "yaml": (Severity.ERROR, "the file is no YAML, or no text"),
    "schema": (Severity.ERROR, "a key or a value that the format doesn't know"),
    "read": (Severity.ERROR, "a diagram, script, goal or name that can't be read"),
    "cards": (Severity.ERROR, "the cards don't add up"),
    "position": (Severity.ERROR, "a diagram and a save line disagree"),
    "replay": (Severity.ERROR, "a line that can't be played"),
    "outcome": (Severity.ERROR, "an expected outcome that a line doesn't have"),
    "solution": (Severity.ERROR, "a line that is said to solve the problem and doesn't"),
    "claim": (Severity.ERROR, "a claim that is false"),
    "evidence": (Severity.ERROR, "the evidence beside the file can't be read"),
    "already": (Severity.ERROR, "a goal that is reached before the first move"),
    "impossible": (Severity.ERROR, "a goal that can't be reached"),
    "stray": (Severity.WARNING, "a record beside the file that is about none of its claims"),
    "todo": (Severity.WARNING, "a text of the template that isn't filled in"),
    "no-goal": (Severity.WARNING, "neither a goal nor claims: nothing can be judged"),
    "no-solution": (Severity.WARNING, "no line solves the problem"),
    "shorter": (Severity.WARNING, "there is a shorter solution"),
    "cook": (Severity.WARNING, "there is another solution"),
    "after-goal": (Severity.WARNING, "a solution goes on after the goal is reached"),
    "doubt": (Severity.HINT, "what a text doesn't say and had to be assumed"),
    "hidden": (Severity.HINT, "a solution that needs cards which the solver doesn't see"),
    "order": (Severity.HINT, "the solution's moves in another order do as well"),
    "other": (Severity.HINT, "another first move, after which the goal can be reached"),
    "unproved": (Severity.HINT, "a claim that wasn't decided in the time"),
    "solves": (Severity.HINT, "a line solves the problem and doesn't say so"),
    "partial": (Severity.HINT, "'partial' where both decks are there"),
    "id": (Severity.HINT, "the id isn't the file's name"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong or weak: its code, what is so, and where."""

    code: str
    text: str
    place: Place

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        return REMARKS[self.code][0]

    @property
    def counts(self) -> bool:
        """Whether it makes a file one with findings; hints don't."""
        return self.severity is not Severity.HINT

    def __str__(self) -> str:
        first, _, rest = self.text.partition("\n")
        where = f"{printable(self.place.name)}:{max(1, self.place.line)}"
        text = f"{where}: {self.severity}: {first} [{self.code}]"
        return f"{text}\n{rest}" if rest else text


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
    problem, unreadable = examine(text, name)
    found: Iterable[Finding] = (unread(code, error, name) for code, error in unreadable)
    if problem is not None:
        found = _Linter(problem, budget or Budget(seconds=0)).findings()
    in_order = sorted(found, key=lambda finding: (finding.place.line, finding.place.column))
    readable = all(code in ("read", "cards") for code, _ in unreadable)
    return Linted(tuple(in_order), readable)


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

    def _found(self, code: str, text: str, *path: str | int) -> Finding:
        # A finding is one line; what an error says further is a picture of it.
        return Finding(code, text.partition("\n")[0], self.document.place(path, key=True))

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
        file = PurePath(self.problem.name)
        if file.suffix in (".yaml", ".yml") and self.problem.id != file.stem:
            yield self._found("id", f"the file is called '{printable(file.stem)}'", "id")
        if data.partial and not data.positions and not faults(self.problem.start):
            text = "both decks are there: 'partial' says nothing"
            yield self._found("partial", text, "partial")

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
                place = check.place or Place(self.problem.name, 1, 1)
                yield Finding(_CODES[check.kind], text, place)

    # The goal

    def _goals(self) -> Iterator[Finding]:
        problem = self.problem
        if problem.goal is not None:
            if judge(problem.goal, problem.start, ()).reached_at == 0:
                text = f"'{problem.goal}' is so before the first move"
                yield self._found("already", text, "goal")
        elif not problem.claims:
            text = "there is no goal, so no line can be judged"
            yield self._found("no-goal", text, "stipulation")

    # Cards that aren't seen

    def _hidden(self) -> Iterator[Finding]:
        problem = self.problem
        goal = problem.goal
        if goal is None or goal.whatever:
            return
        words = problem.data.stipulation.lower()
        said = any(word in words for word in ("face-down", "face down", "hidden", "game"))
        for line in problem.lines:
            steps = self._solution(line)
            if steps is None or not line.solves:
                continue
            assumption = judge(goal, problem.start, steps).assumption
            if assumption:
                text = f"line {line.id} reaches the goal only {assumption}"
                yield self._found("hidden", text, *line.path)
            used = list(_hidden_used(steps))
            if used and not said:
                text = (
                    f"line {line.id} counts on {join_words(used)}, which the solver doesn't see: "
                    "tell the face-down cards in the stipulation, or ask for it "
                    "'whatever turns up'"
                )
                yield self._found("hidden", text, *line.path)

    def _solution(self, line: Line) -> tuple[Step, ...] | None:
        """The steps of a line from the start, up to the goal if it solves the problem."""
        problem = self.problem
        if problem.goal is None or problem.history(line.id).root != START:
            return None
        replayed = _tried(problem.replayed, line.id)
        if replayed is None:
            return None
        steps = replayed.steps
        judgement = judge(problem.goal, problem.start, steps)
        return steps[: judgement.reached_at] if judgement.verdict is Verdict.HOLDS else None

    # Lines

    def _lines(self) -> Iterator[Finding]:
        problem = self.problem
        for line in problem.lines:
            steps = self._solution(line)
            if steps is None or problem.goal is None:
                continue
            after = len(problem.replayed(line.id).steps) - len(steps)
            surely = judge(problem.goal, problem.start, steps).surely is not None
            if surely and not line.solves and not any(other.solves for other in problem.lines):
                text = f"line {line.id} solves the problem, and lacks 'solves: true'"
                yield self._found("solves", text, *line.path, "title")
            elif line.solves and after:
                text = f"line {line.id} reaches the goal by move {len(steps)} and goes on for "
                yield self._found("after-goal", text + count_phrase(after, "move"), *line.path)

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
            if not any(str(claim.goal) == str(goal) for claim in problem.claims):
                yield self._without_solution(goal)
            return
        line, steps = min(good, key=lambda pair: len(pair[1]))
        if any(finding.kind in ("shorter", "cook") for finding in problem.findings):
            return
        limit = goal.limits.moves
        if limit is not None and len(steps) < limit:
            allowed = f"the goal allows {count_phrase(limit, 'move')}"
            text = f"{allowed}, and line {line.id} takes {len(steps)}"
            yield self._found("shorter", text, "goal")
        start = as_played(problem.start, goal)
        length = shorter(start, goal, steps, self._part(0.5))
        if length.shorter:
            text = f"line {line.id} takes {count_phrase(len(steps), 'move')}, and "
            text += f"{len(length.shorter)} do: {_moves(length.shorter)}"
            yield self._found("shorter", text, *line.path)
            return
        for cook in cooks(start, goal, steps, self._part(1), shortest=length.proved):
            if cook.reordered:
                text = f"the moves of line {line.id} in another order: {_moves(cook.steps)}"
                yield self._found("order", text, *line.path)
                continue
            move = f"with {describe(cook.steps[cook.same])!r} as move {cook.same + 1}"
            text = f"another solution than line {line.id}, {move}: {_moves(cook.steps)}"
            yield self._found("cook" if length.proved else "other", text, *line.path)

    def _without_solution(self, goal: Goal) -> Finding:
        answer = solve(self.problem.start, goal, budget=self._part(0.8)).uninterrupted()
        if answer.outcome is Answered.IMPOSSIBLE:
            text = f"'{goal}' can't be reached: {answer.reason}"
            return self._found("impossible", text, "goal")
        text = "no line solves the problem"
        if answer.outcome is Answered.SOLVED:
            text += f"; this does: {_moves(answer.steps)}" if answer.steps else "; a plan does"
        else:
            text += f", and none was found: {answer.reason}"
        return self._found("no-solution", text, "goal")


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
    said = {Kind.AGREEMENT: "diagram and line differ", Kind.SOLUTION: "doesn't solve the problem"}
    return replace(check, detail=said.get(check.kind, check.detail)).what


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
