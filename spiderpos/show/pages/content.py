"""What a page tells of a problem: its lines played out as a tree, its claims with their evidence.

The same is made of a problem of the catalogue (:func:`of_problem`) and of a position with a
script (:func:`of_position`).  Lines that can't be played to their end are told as far as they go,
with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from ...catalogue import Claim, Line, Problem, check_problem
from ...catalogue.checking import Kind, Outcome
from ...catalogue.problem import START
from ...catalogue.proving import Proof, Standing, evidence_of
from ...catalogue.schema import FindingText
from ...game.census import hidden_kinds
from ...game.engine import Step
from ...game.illegal import PositionError
from ...game.position import Position
from ...game.replay import ReplayError, play
from ...game.script import Script
from ...goals import plans
from ...goals.goal import Goal
from ...goals.judge import Judgement, Verdict, judge
from ...goals.plans import Case, Plan
from ...solver.difficulty import rate
from ...solver.evidence import Record
from ...solver.prover.answer import Outcome as Answered
from ...solver.rechecking import by_itself, question
from ...text.errors import NotationError
from ...text.source import Place
from ...text.wording import count_phrase, join_words

__all__ = [
    "ClaimShown",
    "LineShown",
    "Page",
    "Root",
    "Segment",
    "Stop",
    "claims_of",
    "found_line",
    "held",
    "of_position",
    "of_problem",
    "plan_line",
]


#: The name of the line, or the plan, of a page that has one of the user's own.
_OWN: Final = "line"
_OWN_PLAN: Final = "plan"


@dataclass(frozen=True, slots=True)
class Root:
    """A position that lines begin from: its name, its title, the position."""

    name: str
    title: str
    position: Position


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a line can't be played on: the move's number from the root, its words, why.

    ``place`` is where the words stand, for who wrote them: a page doesn't tell where files lie.
    """

    number: int
    words: str
    reason: str
    expected: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of moves that follows another one, or begins at a root.

    ``key`` is ``line`` or begins with ``line/``; ``before`` the key of the segment that it goes on
    from, None at the root; ``number`` how many moves lead to it from the root.  ``example``: it
    is for several cards that its first move may turn up, which shows one of them.
    """

    key: str
    title: str
    root: str
    before: str | None
    number: int
    start: Position
    steps: tuple[Step, ...]
    stop: Stop | None = None
    example: bool = False

    @property
    def end(self) -> Position:
        """The position after its last move."""
        return self.steps[-1].after if self.steps else self.start


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of play: what the file says of it, and its segments.

    ``fault`` says why it couldn't be begun; ``judgement`` is there for a line that is said to
    solve the problem, and was played.  ``missed`` says where a plan doesn't do what it is for;
    ``claim`` is the claim that a plan of the file is to show, and that answers for it.
    """

    id: str
    title: str
    segments: tuple[Segment, ...]
    note: str = ""
    origin: str = ""
    by: str = ""
    solves: bool = False
    fault: str = ""
    judgement: Judgement | None = None
    missed: str = ""
    claim: str = ""

    @property
    def moves(self) -> int:
        """How many moves there are from the root to its (farthest) end."""
        return max((s.number + len(s.steps) for s in self.segments), default=0)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with it that the file doesn't expect, with the place if it has one."""
        if self.claim:
            return ()
        name = {_OWN: "the line", _OWN_PLAN: "the plan"}.get(self.id, f"line {self.id}")
        found = [f"{name}: {self.fault}"] if self.fault else []
        for segment in self.segments:
            stop = segment.stop
            if stop is not None and not stop.expected:
                said = f"{name}: move {stop.number}, '{stop.words}': {stop.reason}"
                place = stop.place
                found.append(f"{place}: {said}\n{place.excerpt()}" if place else said)
        if self.judgement is not None and self.judgement.verdict is Verdict.FAILS:
            broken = [f.phrase for f in self.judgement.findings if f.verdict is Verdict.FAILS]
            found.append(f"{name}: it doesn't solve the problem: {', '.join(broken)}")
        if self.missed and not found:
            found.append(f"{name}: {self.missed}")
        return tuple(found)


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """A claim, and its evidence.

    ``shown`` is whether the line that it names, or that its record has, was found to show it,
    ``message`` why not; ``proof`` what a solver said just now, ``record`` what one is said to
    have found before: a text that lies beside the problem, which anybody could have written.
    """

    claim: Claim
    shown: Outcome
    message: str = ""
    proof: Proof | None = None
    record: Record | None = None

    @property
    def decided(self) -> bool:
        """Whether the claim was found to be so just now: by a line, or by a solver."""
        if self.proof is not None and self.proof.standing is Standing.OK:
            return True
        return self.shown is Outcome.OK

    @property
    def recorded(self) -> bool:
        """Whether a record says what is claimed, and nothing else was found here."""
        alone = self.record is not None and self.proof is None
        return alone and not (self.decided or self.message)

    @property
    def contradicted(self) -> bool:
        """Whether a solver said the contrary just now."""
        return self.proof is not None and self.proof.standing is Standing.WRONG

    @property
    def standing(self) -> str:
        """What there is to say before the verdict: nothing only if the claim was decided here."""
        if self.decided:
            return ""
        return "recorded" if self.recorded else "claimed"


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that a page tells."""

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
    problem: Problem | None = field(default=None, repr=False)

    @property
    def solution(self) -> LineShown | None:
        """The first line that solves the problem."""
        return next((line for line in self.lines if line.solves), None)

    def segment(self, key: str) -> Segment:
        """The segment with this key, or the last one of the line with this name; or KeyError."""
        for line in self.lines:
            for segment in line.segments:
                if segment.key == key:
                    return segment
            if line.id == key and line.segments:
                return line.segments[-1]
        raise KeyError(key)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the problem's lines and claims; empty if all is as it says."""
        return (
            *(fault for line in self.lines for fault in line.faults),
            *(
                f"claim {shown.claim.id}: {shown.message}"
                for shown in self.claims
                if shown.shown is Outcome.WRONG
            ),
            *(
                str(shown.proof)
                for shown in self.claims
                if shown.proof is not None and shown.proof.standing is Standing.WRONG
            ),
        )


# Of a problem


def of_problem(problem: Problem, proofs: Iterable[Proof] = ()) -> Page:
    """What there is to tell of a problem; ``proofs`` are what a solver has just found out.

    Nothing is raised for lines that can't be played, or claims that don't hold.  Raises OSError
    or NotationError if records that lie beside the problem can't be read.
    """
    data = problem.data
    proofs = tuple(proofs)
    reader = _Lines(problem)
    lines = (
        *reader.lines(),
        *filter(None, map(reader.planned, problem.claims)),
        *filter(None, map(reader.found, proofs)),
    )
    source = data.source
    difficulty, note = _difficulty(problem, lines)
    return Page(
        id=problem.id,
        title=problem.title,
        start=problem.start,
        roots=tuple(reader.roots.values()),
        lines=lines,
        stipulation=data.stipulation,
        goal=problem.goal,
        author=data.author,
        source=f"{source.text} ({source.year}){f', {source.place}' if source.place else ''}",
        url=source.url or "",
        claims=claims_of(problem, proofs),
        findings=problem.findings,
        difficulty=difficulty,
        difficulty_note=note,
        notes=data.notes or "",
        problem=problem,
    )


def _difficulty(problem: Problem, lines: Iterable[LineShown]) -> tuple[float | None, str]:
    """The difficulty that the file states, or else the rating of the solution; and its note."""
    if problem.data.difficulty is not None:
        return problem.data.difficulty.rating, problem.data.difficulty.note or ""
    solution = next((line for line in lines if line.solves), None)
    if solution is None or solution.judgement is None or problem.goal is None:
        return None, ""
    if solution.judgement.verdict is not Verdict.HOLDS:
        return None, ""
    steps = problem.replayed(solution.id).steps
    return rate(problem.start, problem.goal, steps).rating, "rated by its solution"


def claims_of(problem: Problem, proofs: Iterable[Proof] = ()) -> tuple[ClaimShown, ...]:
    """The claims of a problem with their evidence; ``proofs`` as for :func:`of_problem`.

    Raises OSError or NotationError if records that lie beside the problem can't be read.
    """
    proved = {proof.claim.id: proof for proof in proofs}
    checks = {
        check.about: check for check in check_problem(problem).checks if check.kind is Kind.CLAIM
    }
    records = evidence_of(problem)
    found = []
    for claim in problem.claims:
        check = checks[claim.id]
        shown = ClaimShown(claim, check.outcome, "", proved.get(claim.id))
        record = records.get(claim.id)
        if record is not None and not claim.shown and check.outcome is Outcome.OPEN:
            shown = _with_record(problem, shown, record)
        elif check.message:
            message = check.message.replace(problem.name, Path(problem.name).name)
            shown = replace(shown, message=message)
        found.append(shown)
    return tuple(found)


def _with_record(problem: Problem, shown: ClaimShown, record: Record) -> ClaimShown:
    """A claim with its record, if that is about it; a line of the record is played."""
    claim, name = shown.claim, f"the record of {shown.claim.id}"
    asked = problem.position(claim.data.position), claim.goal
    if question(record, name=name) != asked:
        return replace(shown, shown=Outcome.WRONG, message="its record is about another question")
    if record.outcome != claim.data.verdict:
        message = f"its record says {record.outcome}"
        return replace(shown, shown=Outcome.WRONG, message=message)
    alone, _ = by_itself(record, name)
    if alone.verdict is Verdict.FAILS:
        message = f"its record is wrong: {alone.found}"
        return replace(shown, shown=Outcome.WRONG, message=message)
    if alone.verdict is Verdict.UNDECIDED:
        message = f"its record decides nothing: {alone.found}"
        return replace(shown, record=record, message=message)
    played = record.outcome == "solved" and shown.proof is None
    return replace(shown, record=record, shown=Outcome.OK if played else shown.shown)


class _Lines:
    """Plays the lines of a problem, each after the one that it goes on from."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.roots: dict[str, Root] = {
            START: Root(START, "The position of the problem", problem.start)
        }
        self._shown: dict[str, LineShown] = {}

    def lines(self) -> tuple[LineShown, ...]:
        for line in self._in_order():
            self._shown[line.id] = self._line(line)
        return tuple(self._shown.values())

    def found(self, proof: Proof) -> LineShown | None:
        """The line or the plan that a solver found for a claim; it is called ``for.CLAIM``."""
        answer = proof.answer
        if answer is None or answer.outcome is not Answered.SOLVED:
            return None
        claim = proof.claim
        name = found_line(claim)
        if answer.plan is None:
            before, root, number, position = self._beginning(claim.data.position)
            segment = Segment(name, "", root, before, number, position, answer.steps)
            return LineShown(
                name, claim.data.statement, (segment,), origin="found", by="the solver"
            )
        line = self._of_plan(answer.plan, claim, name)
        return replace(line, origin="found", by="the solver")

    def planned(self, claim: Claim) -> LineShown | None:
        """The file's own plan for a claim, if it has one that can be begun."""
        if claim.plan is None:
            return None
        try:
            line = self._of_plan(claim.plan, claim, plan_line(claim))
        except (NotationError, PositionError, ReplayError):
            return None
        same = str(claim.goal) == str(self.problem.goal) and claim.data.position == START
        return replace(line, claim=claim.id, by=claim.data.by or "", solves=line.solves and same)

    def _of_plan(self, plan: Plan, claim: Claim, name: str) -> LineShown:
        """A plan for a claim, from what the player sees."""
        before, root, number, position = self._beginning(claim.data.position)
        seen = plans.as_played(position, claim.goal)
        if seen != position:
            root, before, number = f"{name}-root", None, 0
            self.roots[root] = Root(root, "the same, as the player sees it", seen)
        title = claim.data.statement
        return _of_plan(plan, seen, claim.goal, root, before, number, name, title)

    def _in_order(self) -> list[Line]:
        """The lines as the file has them, but none before one that it goes on from."""
        waiting = list(self.problem.lines)
        names = {line.id for line in waiting}
        found: list[Line] = []
        while waiting:
            ready = next(line for line in waiting if line.start.partition("/")[0] not in names)
            waiting.remove(ready)
            names.remove(ready.id)
            found.append(ready)
        return found

    def _line(self, line: Line) -> LineShown:
        segments: list[Segment] = []
        fault = ""
        try:
            before, root, number, position = self._beginning(line.start)
        except (NotationError, PositionError, ReplayError) as error:
            fault = _reason(error)
        else:
            for part in line.parts:
                segment = _segment(
                    f"{line.id}/{part.id}" if part.id else line.id,
                    part.id.replace("-", " "),
                    part.script,
                    root,
                    before,
                    number,
                    position,
                    may_fail=part.expect is not None and part.expect.fails is not None,
                )
                segments.append(segment)
                before, number = segment.key, number + len(segment.steps)
                position = segment.end
                if segment.stop is not None:
                    break
        judgement = None
        if line.solves and self.problem.goal is not None and not fault:
            judgement = judge(self.problem.goal, self.problem.start, self._path(segments))
        return LineShown(
            line.id,
            line.title,
            tuple(segments),
            line.data.note or "",
            line.data.origin,
            line.data.by or "",
            line.solves,
            fault,
            judgement,
        )

    def _beginning(self, reference: str) -> tuple[str | None, str, int, Position]:
        """The segment that a line goes on from, its root, the moves before, the position."""
        name, _, part = reference.partition("/")
        if name not in self._shown:
            if reference not in self.roots:
                named = next(p for p in self.problem.positions if p.id == reference)
                position = self.problem.position(reference)
                self.roots[reference] = Root(reference, named.data.title or reference, position)
            return None, reference, 0, self.roots[reference].position
        segments = self._shown[name].segments
        before = next((s for s in segments if s.key == reference), None) if part else None
        before = before or (segments[-1] if segments else None)
        if before is None or before.stop is not None:
            raise NotationError(f"it goes on from '{reference}', which can't be played")
        return before.key, before.root, before.number + len(before.steps), before.end

    def _path(self, segments: Sequence[Segment]) -> list[Step]:
        """All steps from the root to the end of the last of these segments."""
        known = {s.key: s for line in self._shown.values() for s in line.segments}
        known |= {s.key: s for s in segments}
        steps: list[Step] = []
        segment = segments[-1] if segments else None
        while segment is not None:
            steps[:0] = segment.steps
            segment = known[segment.before] if segment.before is not None else None
        return steps


def found_line(claim: Claim) -> str:
    """The name of the line that a solver found for a claim; none of a problem has such a name."""
    return f"for.{claim.id}"


def plan_line(claim: Claim) -> str:
    """The name of the line that is a claim's own plan; none of a problem has such a name."""
    return f"plan.{claim.id}"


def _of_plan(
    plan: Plan,
    start: Position,
    goal: Goal | None,
    root: str,
    before: str | None,
    number: int,
    name: str,
    title: str,
) -> LineShown:
    """A plan as a line whose segments branch, held against a goal if there is one.

    It ``solves`` if it reaches that goal in every case.
    """
    verdict, note = held(plan, start, goal)
    segments = tuple(_branches(plan, start, root, before, number, name))
    solves = goal is not None and verdict is Verdict.HOLDS
    missed = f"{note[0].lower()}{note[1:-1]}" if verdict is Verdict.FAILS else ""
    return LineShown(name, title, segments, note, solves=solves, missed=missed)


def held(plan: Plan, start: Position, goal: Goal | None) -> tuple[Verdict, str]:
    """Whether a plan reaches a goal (without one: can be played) in every case, and a sentence."""
    if goal is None:
        for case in islice(plans.cases(plan, start), plans.MOST_CASES):
            if case.stopped:
                return Verdict.FAILS, f"It can't be played{_if(case)}: {case.stopped}."
        return Verdict.HOLDS, ""
    checked = plans.check(plan, start, goal)
    if checked.verdict is Verdict.HOLDS:
        each = f"Played in each of {checked.cases} cases" if checked.cases > 1 else "Played"
        most = count_phrase(checked.moves, "move")
        return checked.verdict, f"{each}, it reaches the goal in at most {most}."
    where = _if(checked.failed)
    if checked.verdict is Verdict.FAILS:
        return checked.verdict, f"It does not reach the goal{where}: {checked.found}."
    return checked.verdict, f"Whether it reaches the goal{where} is not decided: {checked.found}."


def _if(case: Case | None) -> str:
    return f" {case}" if case is not None and case.turned else ""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A part of a plan that is still to be played, after the move that turns up its card."""

    plan: Plan
    key: str
    title: str
    before: str | None
    number: int
    start: Position
    first: tuple[Step, ...] = ()
    example: bool = False


def _branches(
    plan: Plan, start: Position, root: str, before: str | None, number: int, name: str
) -> Iterator[Segment]:
    """The segments of a plan.

    The move that turns up a card stands at the beginning of each branch, with the card that it
    turns up there: the first one, if the branch is for several.
    """
    waiting = [_Waiting(plan, name, "", before, number, start)]
    while waiting:
        here = waiting.pop()
        now = here.first[-1].after if here.first else here.start
        played = here.number + len(here.first)
        found = _segment(here.key, here.title, here.plan.script, root, here.before, played, now)
        steps = (*here.first, *found.steps)
        branches = here.plan.branches
        turning = steps[-1] if steps and branches and found.stop is None else None
        by = plans.turned_by(turning) if turning is not None else None
        if by is not None:
            steps = steps[:-1]
        yield replace(
            found, number=here.number, start=here.start, steps=steps, example=here.example
        )
        if turning is None or by is None:
            continue
        left = (by.card,) if by.card else hidden_kinds(turning.before)
        further = []
        for count, branch in enumerate(branches, 1):
            others = [c for c in left if here.plan.branch(c) is branch]
            if not others:
                continue
            cards = join_words(branch.cards, "or") if branch.cards else "another card"
            further.append(
                _Waiting(
                    branch.plan,
                    f"{here.key}/{count}",
                    f"{here.title}, then {cards}" if here.title else f"If it's {cards}",
                    here.key,
                    here.number + len(steps),
                    turning.before,
                    (plans.turning_up(turning, others[0]),),
                    len(others) > 1,
                )
            )
        waiting += reversed(further)


def _reason(error: NotationError | PositionError | ReplayError) -> str:
    """What is wrong, without the place: a page doesn't tell where files lie."""
    if isinstance(error, ReplayError):
        words = " ".join(error.instruction.text.split())
        return f"the way there stops at move {error.number}, '{words}': {error.reason}"
    if isinstance(error, PositionError):
        return str(PositionError(error.faults))
    return error.message


def _segment(
    key: str,
    title: str,
    script: Script,
    root: str,
    before: str | None,
    number: int,
    start: Position,
    *,
    may_fail: bool = False,
) -> Segment:
    """A stretch of moves, played as far as it goes."""
    steps: list[Step] = []
    stop = None
    try:
        for played in play(start, script):
            steps.append(played.step)
    except ReplayError as error:
        words = " ".join(error.instruction.text.split())
        stop = Stop(
            number + error.number, words, str(error.reason), may_fail, error.instruction.place
        )
    return Segment(key, title, root, before, number, start, tuple(steps), stop)


# Of a position


def of_position(
    start: Position,
    moves: Script | Plan | None = None,
    *,
    title: str,
    name: str = "position",
    goal: Goal | None = None,
    stipulation: str = "",
) -> Page:
    """A page for a position, with a line or a plan and a goal that it is held against.

    Nothing is raised for moves that can't be played.
    """
    lines: tuple[LineShown, ...] = ()
    if isinstance(moves, Plan):
        if goal is not None:
            start = plans.as_played(start, goal)
        lines = (_of_plan(moves, start, goal, START, None, 0, _OWN_PLAN, "The plan"),)
    elif moves is not None:
        segment = _segment(_OWN, "", moves, START, None, 0, start)
        judgement = judge(goal, start, segment.steps) if goal is not None else None
        solves = judgement is not None and judgement.verdict is Verdict.HOLDS
        lines = (LineShown(_OWN, "The moves", (segment,), solves=solves, judgement=judgement),)
    root = Root(START, "The position", start)
    return Page(name, title, start, (root,), lines, stipulation, goal)
