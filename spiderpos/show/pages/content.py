"""The content of a problem's page: lines of play as a tree, and claims with their evidence.

:func:`of_problem` collects it for a problem, :func:`of_position` for a position with a script.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from ...catalogue import Claim, Problem, check_problem
from ...catalogue.checking import By, Check, CheckKind, CheckResult, Standing
from ...catalogue.problem import START
from ...catalogue.proving import ClaimStanding, Proof
from ...catalogue.schema import FindingText
from ...game.cards import UNKNOWN
from ...game.position import Column, Position
from ...game.rules import PRESETS
from ...game.script import Script
from ...goals import plans
from ...goals.goal import Goal
from ...goals.judge import Verdict, judge
from ...goals.plans import Plan
from ...solver.difficulty import DifficultyRating
from ...solver.prover.answer import Outcome
from .lines import OWN, OWN_PLAN, Begin, Lines, LineShown, Root, Segment, of_plan, segment


class How(StrEnum):
    """The kind of evidence for a claim, or against it.  The values are phrases for the page."""

    BY_LINE = "shown by lines that were replayed"
    BY_PLAN = "shown by plans that were played in every case"
    CERTIFIED = "proved by certificates"
    SEARCHED = "decided by a search"
    CONTRADICTED = "contradicted by a search"
    NOT_SHOWN = "not shown by the given line or plan"
    OPEN = "not decided here"


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """A claim and its evidence, for a page.

    ``shown`` is the result of replaying the claim's line or plan, and ``message`` the reason for a
    failure.  ``proof`` is the answer of a search made for this page.  ``checked`` is the status
    without that search.  For a shipped problem, the proof in a certificate was not checked for
    this page, only that its question is the claim.
    """

    claim: Claim
    shown: CheckResult
    message: str = ""
    proof: Proof | None = None
    checked: Standing | None = None

    @property
    def comparison(self) -> Standing:
        """The publication's verdict and the proved one, including a search made for this page."""
        if self.how is How.SEARCHED and self.proof is not None and self.proof.answer is not None:
            solved = self.proof.answer.outcome is Outcome.SOLVED
            return Standing(self.claim, By.SEARCH, "possible" if solved else "impossible")
        if self.checked is None or self.how is How.CONTRADICTED:
            return Standing(self.claim, By.OPEN)
        return self.checked

    @property
    def how(self) -> How:
        """The kind of evidence for the claim, or the lack of it."""
        if self.proof is not None and self.proof.standing is ClaimStanding.WRONG:
            return How.CONTRADICTED
        if self.shown is CheckResult.OK and self.checked and self.checked.by is By.CERTIFICATE:
            proved = self.proof is not None and self.proof.standing is ClaimStanding.OK
            return How.SEARCHED if proved else How.CERTIFIED
        if self.checked is not None and self.checked.by is By.SEARCH:
            return How.SEARCHED
        if self.shown is CheckResult.OK:
            return How.BY_PLAN if self.claim.plan is not None else How.BY_LINE
        if self.proof is not None and self.proof.standing is ClaimStanding.OK:
            return How.SEARCHED
        if self.shown is CheckResult.WRONG:
            return How.NOT_SHOWN
        return How.OPEN

    @property
    def decided(self) -> bool:
        """True if the claim was verified for this page, by a line, a plan or a search."""
        return self.how in (How.BY_LINE, How.BY_PLAN, How.SEARCHED)

    @property
    def qualifier(self) -> str:
        """The word before the verdict, such as "claimed"; empty if verified for this page."""
        if self.decided:
            return ""
        return "certified" if self.how is How.CERTIFIED else "claimed"


@dataclass(frozen=True, slots=True)
class Page:
    """The content of a problem's page.

    If ``set_up`` is True, the page begins with an editor in which readers set up a position.
    """

    id: str
    title: str
    start: Position
    roots: tuple[Root, ...]
    lines: tuple[LineShown, ...]
    stipulation: str = ""
    goal: Goal | None = None
    author: str = ""
    source: str = ""
    url: str = ""
    claims: tuple[ClaimShown, ...] = ()
    findings: tuple[FindingText, ...] = ()
    difficulty: float | None = None
    difficulty_note: str = ""
    notes: str = ""
    answer: str = ""
    hints: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    problem: Problem | None = field(default=None, repr=False)
    set_up: bool = False

    @property
    def solution(self) -> LineShown | None:
        """The first line with ``solves``, or None."""
        return next((line for line in self.lines if line.solves), None)

    def segment(self, key: str) -> Segment:
        """Return the segment with this key, or the last segment of the line with this name.

        Raises KeyError.
        """
        for line in self.lines:
            for part in line.segments:
                if part.key == key:
                    return part
            if line.id == key and line.segments:
                return line.segments[-1]
        raise KeyError(key)

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults of the problem's lines, claims and words; empty if all are correct."""
        wrong = [shown for shown in self.claims if shown.shown is CheckResult.WRONG]
        proofs = [shown.proof for shown in self.claims if shown.proof is not None]
        unwritten = [name for name in ("title", "stipulation") if "TODO" in getattr(self, name)]
        return (
            *(f"the {name} still has TODO" for name in unwritten),
            *(fault for line in self.lines for fault in line.faults),
            *(f"claim {shown.claim.id}: {shown.message}" for shown in wrong),
            *(str(proof) for proof in proofs if proof.standing is ClaimStanding.WRONG),
        )


def of_problem(problem: Problem, proofs: Iterable[Proof] = ()) -> Page:
    """Return the content of a problem's page; ``proofs`` are results of the solver.

    Illegal moves and wrong claims raise nothing: see :attr:`Page.faults`.  Raises OSError if a
    certificate can't be read.
    """
    data, source = problem.data, problem.data.source
    proofs = tuple(proofs)
    played = Lines(problem)
    other_lines = (*map(played.planned, problem.claims), *map(played.solved, proofs))
    lines = (*played.lines.values(), *filter(None, other_lines))
    return Page(
        id=problem.id,
        title=problem.title,
        start=problem.start,
        roots=tuple(played.roots.values()),
        lines=lines,
        stipulation=data.stipulation,
        goal=problem.goal,
        author=data.author,
        source=", ".join(filter(None, (str(source), source.place))) if source else "",
        url=source.url or "" if source else "",
        claims=_claims(problem, proofs),
        findings=problem.findings,
        difficulty=difficulty(problem),
        difficulty_note=_rating_note(problem),
        notes=data.notes or "",
        answer=data.answer or "",
        hints=data.hints,
        themes=data.themes,
        problem=problem,
    )


def difficulty(problem: Problem) -> float | None:
    """Return the rating of a problem in its file; None if it has none."""
    return problem.data.difficulty.rating if problem.data.difficulty is not None else None


def _rating_note(problem: Problem) -> str:
    """Return the file's note on its difficulty rating, or else the rating's components as text."""
    rated = problem.data.difficulty
    if rated is None or rated.note is not None or rated.effort is None:
        return "" if rated is None else rated.note or ""
    counts = (rated.effort, rated.decisions or 0, rated.naive or 0, rated.exchanges or 0)
    return DifficultyRating(rated.rating, *counts).note


def _claims(problem: Problem, proofs: Iterable[Proof]) -> tuple[ClaimShown, ...]:
    proved = {proof.claim.id: proof for proof in proofs}
    checks = {c.about: c for c in check_problem(problem).checks if c.kind is CheckKind.CLAIM}
    return tuple(
        _claim(problem, claim, checks[claim.id], proved.get(claim.id)) for claim in problem.claims
    )


def _claim(problem: Problem, claim: Claim, check: Check, proof: Proof | None) -> ClaimShown:
    message = check.message.replace(problem.file, Path(problem.file).name)
    return ClaimShown(claim, check.outcome, message, proof, check.standing)


def of_position(
    start: Position,
    moves: Script | Plan | None = None,
    *,
    title: str,
    name: str = "position",
    goal: Goal | None = None,
    stipulation: str = "",
) -> Page:
    """Return the content of a page for a position, with the moves checked against the goal.

    Illegal moves raise nothing: see :attr:`Page.faults`.
    """
    lines: tuple[LineShown, ...] = ()
    if isinstance(moves, Plan):
        if goal is not None:
            start = plans.known_to_player(start, goal)
        begin = Begin(START, None, (), start)
        lines = (of_plan(moves, begin, goal, OWN_PLAN, "The plan"),)
    elif moves is not None:
        part = segment(OWN, "", moves, Begin(START, None, (), start))
        judgement = judge(goal, start, part.steps) if goal is not None else None
        solves = judgement is not None and judgement.verdict is Verdict.HOLDS
        lines = (LineShown(OWN, "The moves", (part,), solves=solves, judgement=judgement),)
    root = Root(START, "The position", start)
    return Page(name, title, start, (root,), lines, stipulation, goal)


def to_set_up(name: str = "set-up") -> Page:
    """Return the content of a page for setting up a position; it starts with an unknown deal."""
    rules = PRESETS["modern"]
    hidden = [Column((UNKNOWN,) * (count - 1), (UNKNOWN,)) for count in rules.start]
    start = Position(tuple(hidden), (UNKNOWN,) * rules.hand_at_start, rules=rules)
    root = Root(START, "The position", start)
    words = (
        "Set up the position of your game, or paste it. Then play it here, ask for a hint, or "
        "prove what can be done."
    )
    return Page(name, "Set up a position", start, (root,), (), words, set_up=True)
