"""Find faults and weaknesses in a problem file.

:func:`lint` parses as much of a file as possible, plays its lines, and tries to prove its claims
within a budget.  Findings are returned, never raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from ..catalogue import Line, Problem, check_problem
from ..catalogue.checking import Check, CheckKind, CheckResult
from ..catalogue.loading import file_text
from ..catalogue.problem import START
from ..catalogue.proving import ClaimStanding, prove_claim, unshown
from ..catalogue.reading import examine
from ..catalogue.themes import THEMES
from ..game.engine import Step
from ..game.replay import ReplayError
from ..goals.goal import Goal
from ..goals.judge import Judgement, Verdict, judge, known_to_player
from ..solver.prover.answer import Budget, Clock
from ..solver.prover.answer import Outcome as Answered
from ..text.errors import NotationError
from ..text.source import Place, printable
from ..text.wording import count_phrase, join_words
from .best import best_line
from .check import act_text, moves_text
from .difficulty import as_data, measured_problem
from .ideas import duals, ideas_of
from .profile import profile
from .template import unfilled
from .themes import Solved, themes_of

_ID: Final = re.compile(r"^id: *([a-z0-9-]+) *$", re.MULTILINE)


#: Patterns for columns, suits and cards.  If a stipulation and its goal both match a pattern, they
#: must have a match in common.
_NAMED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bcolumn \d+\b",
        r"\b(?:clubs|diamonds|hearts|spades)\b",
        r"\b(?:10|[2-9AJQK])[cdhs]\b",
    )
)


class Severity(StrEnum):
    """The seriousness of a finding of ``author lint``."""

    #: The file is wrong.
    ERROR = "error"
    #: The problem is weak, or easily misunderstood.
    WARNING = "warning"
    #: A property that may be intended; it doesn't affect the exit code.
    HINT = "hint"


#: Severities of findings by code; ``docs/authoring.md`` describes the codes.
REMARKS: Final[Mapping[str, Severity]] = {
    code: severity
    for severity, codes in (
        (
            Severity.ERROR,
            "yaml schema read cards position replay outcome solution claim already impossible",
        ),
        (
            Severity.WARNING,
            "todo id stipulation no-goal no-solution shorter cook after-goal rating theme",
        ),
        (Severity.HINT, "doubt hidden dual unproved solves"),
    )
    for code in codes.split()
}


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding in a problem file, a fault or weakness: its code, a description, and its place."""

    code: str
    text: str
    place: Place

    @property
    def severity(self) -> Severity:
        """The severity of the finding, by its code."""
        return REMARKS[self.code]

    @property
    def counts(self) -> bool:
        """True if the finding affects the exit code; hints don't."""
        return self.severity is not Severity.HINT

    def __str__(self) -> str:
        first, _, rest = self.text.partition("\n")
        where = f"{printable(self.place.name)}:{max(1, self.place.line)}"
        text = f"{where}: {self.severity}: {first} [{self.code}]"
        return f"{text}\n{rest}" if rest else text


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings in a file, by line.  ``readable`` is False if it is not a problem file."""

    findings: tuple[Remark, ...]
    readable: bool = True

    @property
    def clean(self) -> bool:
        """True if there are only hints."""
        return not any(finding.counts for finding in self.findings)


def lint(text: str, *, name: str = "<text>", budget: Budget | None = None) -> Linted:
    """Return all findings in the text of a problem file.

    ``budget`` limits all proofs together: of claims, unreachable goals, shorter and other
    solutions.  Without a budget, or with one of 0, these checks and those of the rating and the
    themes are skipped.
    """
    problem, unreadable = examine(text, name)
    findings: Iterable[Remark] = (_unread(code, error, name) for code, error in unreadable)
    if problem is not None:
        findings = _Linter(problem, budget or Budget(0)).findings()
    in_order = sorted(findings, key=lambda finding: (finding.place.line, finding.place.column))
    readable = all(code in ("read", "cards") for code, _ in unreadable)
    return Linted(tuple(in_order), readable)


def lint_file(path: Path, *, budget: Budget | None = None) -> Linted:
    """Return all findings in a problem file, like :func:`lint`.

    An unreadable file is reported as a finding.
    """
    try:
        text = file_text(path)
    except NotationError as error:
        return Linted((_unread("yaml", error, str(path)),), readable=False)
    except OSError as error:
        reason = f"can't be read: {error.strerror or error}"
        return Linted((Remark("yaml", reason, Place(str(path), 1, 1)),), readable=False)
    return lint(text, name=str(path), budget=budget)


def same_ids(paths: Iterable[Path]) -> dict[Path, Remark]:
    """Return a finding for each file whose problem has the same id as an earlier file's."""
    first: dict[str, Path] = {}
    findings = {}
    for path in paths:
        try:
            match = _ID.search(file_text(path))
        except (NotationError, OSError):
            continue
        if match is None:
            continue
        other = first.setdefault(match[1], path)
        if other != path:
            text = f"the problem '{match[1]}' is in {printable(str(other))} too"
            line = match.string.count("\n", 0, match.start(1)) + 1
            findings[path] = Remark("id", text, Place(str(path), line, 1))
    return findings


def _unread(code: str, error: NotationError, name: str) -> Remark:
    """Return the finding for an error that prevents reading the file ``name``."""
    # The message may quote text with line breaks.
    text = " ".join((error.message + _expected(error)).split())
    return Remark(code, text, error.place or Place(name, 1, 1))


def _expected(error: OSError | NotationError) -> str:
    expected = getattr(error, "expected", "")
    return f" (expected {expected})" if expected else ""


class _Solution(NamedTuple):
    """A line that reaches the goal from the start.

    ``steps``: the moves up to the goal, which ``judgement`` is about; ``after``: the number of
    moves after that.
    """

    line: Line
    steps: tuple[Step, ...]
    after: int
    judgement: Judgement


class _Linter:
    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem = problem
        self.document = problem.document
        self.clock = Clock(budget)
        self.solutions = tuple(_solutions(problem))

    def findings(self) -> Iterator[Remark]:
        yield from self._texts()
        yield from self._checked()
        yield from self._goals()
        yield from self._lines()
        if self.clock.budget.amount != 0:
            yield from self._claims()
            yield from self._measured()
            yield from self._others()

    def _remark(self, code: str, text: str, *path: str | int) -> Remark:
        # A finding is one line of text; further lines of an error only show the place.
        return Remark(code, text.partition("\n")[0], self.document.place(path, key=True))

    def _part(self, share: float) -> Budget:
        """Return a share of the remaining budget."""
        return self.clock.left(share, least=0.05)

    # Texts

    def _texts(self) -> Iterator[Remark]:
        file = Path(self.problem.file)
        if file.suffix in (".yaml", ".yml") and file.stem != self.problem.id:
            text = f"the file is called '{file.name}', but the problem '{self.problem.id}'"
            yield self._remark("id", text, "id")
        for path in unfilled(self.problem):
            yield self._remark("todo", f"{self.document.key(path)} isn't filled in", *path)
        for doubt in self.problem.doubts:
            yield self._remark("doubt", doubt.text, *doubt.path)

    # Lines and positions

    def _checked(self) -> Iterator[Remark]:
        for check in check_problem(self.problem).checks:
            if check.outcome is CheckResult.WRONG:
                message = check.message.replace(f"{self.problem.file}:", "line ")
                text = f"{_fault(check)}: {message.lstrip(' ')}".replace(": \n", "\n")
                place = check.place or Place(self.problem.file, 1, 1)
                yield Remark(_CODES.get(check.kind, check.kind.value), text, place)

    # The goal

    def _goals(self) -> Iterator[Remark]:
        problem = self.problem
        if problem.goal is not None:
            yield from self._contradicted(str(problem.goal))
            if judge(problem.goal, problem.start, ()).reached_at == 0:
                text = f"'{problem.goal}' is reached before the first move"
                yield self._remark("already", text, "goal")
        elif not problem.claims:
            text = "the problem has no goal, so its lines can't be judged"
            yield self._remark("no-goal", text, "stipulation")

    def _contradicted(self, goal: str) -> Iterator[Remark]:
        """Yield a finding if stipulation and goal match a pattern, with no match in common."""
        for pattern in _NAMED:
            words, terms = (
                list(dict.fromkeys(pattern.findall(text)))
                for text in (self.problem.stipulation, goal)
            )
            if words and terms and not {*words} & {*terms}:
                text = f"the stipulation names {join_words(words)}, the goal {join_words(terms)}"
                yield self._remark("stipulation", text, "stipulation")

    # Lines

    def _lines(self) -> Iterator[Remark]:
        problem = self.problem
        for line, steps, after, judgement in self.solutions:
            if line.solves and judgement.assumption:
                text = f"line {line.id} reaches the goal only {judgement.assumption}"
                yield self._remark("hidden", text, *line.path)
            surely = judgement.surely is not None
            if surely and not any(other.solves for other in problem.lines.values()):
                text = f"line {line.id} solves the problem, but lacks 'solves: true'"
                yield self._remark("solves", text, *line.path, "title")
            elif line.solves and after:
                text = f"line {line.id} reaches the goal by move {len(steps)} and continues for "
                yield self._remark("after-goal", text + count_phrase(after, "move"), *line.path)

    # Proofs

    def _claims(self) -> Iterator[Remark]:
        problem = self.problem
        open_claims = unshown(problem)
        for number, claim in enumerate(open_claims):
            budget = self._part(0.5 / (len(open_claims) - number))
            proof = prove_claim(problem, claim, budget)
            if proof.standing is not ClaimStanding.OK:
                code = "claim" if proof.standing is ClaimStanding.WRONG else "unproved"
                yield self._remark(code, str(proof).partition(": ")[2], *claim.path)

    def _measured(self) -> Iterator[Remark]:
        """Yield a finding if the file's rating or themes differ from those of the solution."""
        problem = self.problem
        good = [solution for solution in self.solutions if solution.line.solves]
        if problem.data.difficulty is not None and (good or problem.goal is None):
            rating = measured_problem(problem)
            parts = asdict(problem.data.difficulty).items()
            in_file = {(k, v) for k, v in parts if k != "note" and v is not None}
            if rating and not in_file <= as_data(rating).items():
                values = ", ".join(f"{key}: {value:g}" for key, value in as_data(rating).items())
                text = f"'author check' gives another difficulty: {{{values}}}"
                yield self._remark("rating", text, "difficulty")
        if problem.goal is None or not good or not problem.data.themes:
            return
        start = known_to_player(problem.start, problem.goal)
        profiled = profile(start, problem.goal, good[0].steps, self._part(0.3))
        solved = Solved(start, problem.goal, good[0].steps, profiled)
        themes = themes_of(solved) if profiled.finished else THEMES
        for number, theme in enumerate(problem.data.themes):
            if theme not in themes:
                text = f"the solution doesn't have the theme {theme}"
                yield self._remark("theme", text, "themes", number)

    def _others(self) -> Iterator[Remark]:
        """Yield findings about shorter or different solutions, or that there is no solution."""
        problem = self.problem
        goal = problem.goal
        if goal is None or judge(goal, problem.start, ()).reached_at == 0:
            return
        good = [solution for solution in self.solutions if solution.line.solves]
        if not good:
            # A line may solve the problem without 'solves: true'.
            claimed = any(str(claim.goal) == str(goal) for claim in problem.claims)
            if not self.solutions and not claimed:
                yield self._without_solution(goal)
            return
        line, steps, _, _ = min(good, key=lambda solution: len(solution.steps))
        if any(finding.kind in ("shorter", "cook") for finding in problem.findings):
            return
        limit = goal.limits.moves
        if limit is not None and len(steps) < limit:
            allowed = f"the goal allows {count_phrase(limit, 'move')}"
            text = f"{allowed}, and line {line.id} takes {len(steps)}"
            yield self._remark("shorter", text, "goal")
        start = known_to_player(problem.start, goal)
        best = best_line(start, goal, self._part(0.6), steps)
        if len(best.steps) < len(steps):
            text = f"line {line.id} takes {count_phrase(len(steps), 'move')}, and "
            text += f"{len(best.steps)} do: {moves_text(best.steps)}"
            yield self._remark("shorter", text, *line.path)
            return
        ideas = ideas_of(start, goal, steps, self._part(0.7))
        for idea in ideas.cooks:
            text = f"another idea than that of line {line.id}: {act_text(idea.key)} in place of "
            text += f"{act_text(steps[0])}, in {count_phrase(len(idea.steps), 'move')}: "
            yield self._remark("cook", text + moves_text(idea.steps), *line.path)
        for dual in duals(start, goal, steps, self._part(1)) if best.proved else ():
            if dual is not None:
                text = f"as short as line {line.id}, with other moves: {moves_text(dual)}"
                yield self._remark("dual", text, *line.path)

    def _without_solution(self, goal: Goal) -> Remark:
        best = best_line(self.problem.start, goal, self._part(0.5))
        answer = best.answer
        if answer.outcome is Answered.IMPOSSIBLE:
            text = f"'{goal}' can't be reached: {answer.reason}"
            return self._remark("impossible", text, "goal")
        text = "no line solves the problem"
        if answer.outcome is Answered.SOLVED:
            text += f"; this does: {moves_text(best.steps)}" if best.steps else "; a plan does"
        else:
            text += f", and the search found none: {answer.reason}"
        return self._remark("no-solution", text, "goal")


def _solutions(problem: Problem) -> Iterator[_Solution]:
    """Yield the lines that reach the goal from the start, whatever their declared outcome."""
    goal, start = problem.goal, problem.start
    for line in problem.lines.values():
        if goal is None or problem.history(line.id).root != START:
            continue
        try:
            steps = problem.replayed(line.id).steps
        except ReplayError:  # check_problem reports it
            continue
        judgement = judge(goal, start, steps)
        if judgement.verdict is Verdict.HOLDS:
            solution = steps[: judgement.reached_at]
            yield _Solution(
                line, solution, len(steps) - len(solution), judge(goal, start, solution)
            )


#: Codes of findings from failed checks, if they differ from the name of the check.
_CODES: Final = {CheckKind.AGREEMENT: "position", CheckKind.MOVES: "replay"}


def _fault(check: Check) -> str:
    """Describe a failed check: its subject and the fault, such as "diagram and line differ"."""
    details = {
        CheckKind.AGREEMENT: "diagram and line differ",
        CheckKind.SOLUTION: "doesn't solve the problem",
    }
    return replace(check, detail=details.get(check.kind, check.detail)).what
