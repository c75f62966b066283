"""Lines of play for a page: the lines of a problem, plans and lines that were found, played out.

What can't be played to its end is told as far as it goes, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, NamedTuple

from ...catalogue import Claim, Line, Problem
from ...catalogue.problem import START
from ...catalogue.proving import Proof
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
from ...solver.prover.answer import Outcome as Answered
from ...text.errors import NotationError
from ...text.source import Place
from ...text.wording import count_phrase, join_words

#: The name of the line, or the plan, of a page that has one of the user's own.
OWN: Final = "line"
OWN_PLAN: Final = "plan"


@dataclass(frozen=True, slots=True)
class Root:
    """A position that lines begin from: its name, its title, the position."""

    name: str
    title: str
    position: Position


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a line can't be played on: the move's number from the root, its words, why.

    ``expected``: the file says so.  ``place`` is where the words stand, for who wrote them: a
    page doesn't tell where files lie.
    """

    number: int
    words: str
    reason: str
    expected: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)


class Begin(NamedTuple):
    """Where a segment begins: its root, the segment before it, the steps from there, and after
    them the position.
    """

    root: str
    before: str | None
    past: tuple[Step, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of moves that follows another one, or begins at a root.

    ``key`` is ``line`` or begins with ``line/``; ``begin`` is where it goes on from.
    ``example``: it is for several cards that its first move may turn up, which shows one of them.
    """

    key: str
    title: str
    begin: Begin
    steps: tuple[Step, ...]
    stop: Stop | None = None
    example: bool = False

    @property
    def number(self) -> int:
        """The number of moves that lead to it from the root."""
        return len(self.begin.past)

    @property
    def after(self) -> Begin:
        """The beginning of what goes on from it."""
        past = (*self.begin.past, *self.steps)
        end = self.steps[-1].after if self.steps else self.begin.position
        return Begin(self.begin.root, self.key, past, end)


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
        """The number of moves from the root to its (farthest) end."""
        return max((s.number + len(s.steps) for s in self.segments), default=0)

    @property
    def playable(self) -> bool:
        """True if it was played to its end."""
        return not self.fault and not any(segment.stop for segment in self.segments)

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults in it that the file doesn't expect, each with its place if it has one."""
        if self.claim:
            return ()
        name = {OWN: "the line", OWN_PLAN: "the plan"}.get(self.id, f"line {self.id}")
        faults = [f"{name}: {self.fault}"] if self.fault else []
        for stop in (s.stop for s in self.segments if s.stop and not s.stop.expected):
            text = f"{name}: move {stop.number}, '{stop.words}': {stop.reason}"
            place = stop.place
            faults.append(f"{place}: {text}\n{place.excerpt()}" if place else text)
        if self.judgement is not None and self.judgement.verdict is Verdict.FAILS:
            broken = [f.phrase for f in self.judgement.findings if f.verdict is Verdict.FAILS]
            faults.append(f"{name}: it doesn't solve the problem: {', '.join(broken)}")
        if self.missed and not faults:
            faults.append(f"{name}: {self.missed}")
        return tuple(faults)


class Lines:
    """The lines of a problem, each played after the one that it goes on from.

    ``roots`` are the positions that they begin from, by name, and ``lines`` the lines of the
    file, by name; :meth:`found` and :meth:`planned` make more, and more roots.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.roots = {START: Root(START, "The position of the problem", problem.start)}
        self.lines: dict[str, LineShown] = {}
        # In the order of the file, but none before one that it goes on from.
        waiting = {line.id: line for line in problem.lines.values()}
        while waiting:
            ready = next(
                line for line in waiting.values() if line.start.partition("/")[0] not in waiting
            )
            self.lines[ready.id] = self._played(waiting.pop(ready.id))

    def found(self, proof: Proof) -> LineShown | None:
        """Return the line or the plan that a solver found for a claim.

        It is called ``for.CLAIM``.
        """
        answer, claim = proof.answer, proof.claim
        if answer is None or answer.outcome is not Answered.SOLVED:
            return None
        name = found_line(claim)
        if answer.plan is not None:
            line = self._plan(answer.plan, claim, name)
        else:
            part = Segment(name, "", self._begin(claim.data.position), answer.steps)
            line = LineShown(name, claim.data.statement, (part,))
        return replace(line, origin="found", by="the solver")

    def planned(self, claim: Claim) -> LineShown | None:
        """Return the file's own plan for a claim, if it has one that can be begun."""
        if claim.plan is None:
            return None
        try:
            line = self._plan(claim.plan, claim, plan_line(claim))
        except (NotationError, PositionError, ReplayError):
            return None
        solves = line.solves and self.problem.asks(claim)
        return replace(line, claim=claim.id, by=claim.data.by or "", solves=solves)

    def _plan(self, plan: Plan, claim: Claim, name: str) -> LineShown:
        """Return a plan for a claim, from what the player sees."""
        begin = self._begin(claim.data.position)
        seen = plans.known_to_player(begin.position, claim.goal)
        if seen != begin.position:
            root = f"{name}-root"
            self.roots[root] = Root(root, "the same, as the player sees it", seen)
            begin = Begin(root, None, (), seen)
        return of_plan(plan, begin, claim.goal, name, claim.data.statement)

    def _played(self, line: Line) -> LineShown:
        segments: list[Segment] = []
        fault = ""
        try:
            begin = self._begin(line.start)
        except (NotationError, PositionError, ReplayError) as error:
            fault = _reason(error)
        else:
            beginning = line.data.beginning
            before = self.problem.begun(beginning) if beginning is not None else ()
            for part in line.parts:
                key = f"{line.id}/{part.id}" if part.id else line.id
                script = replace(part.script, instructions=(*before, *part.script.instructions))
                stretch = segment(key, part.id.replace("-", " "), script, begin)
                before = ()
                begin = stretch.after
                if stretch.stop is not None:
                    slip = part.expect is not None and part.expect.fails is not None
                    segments.append(replace(stretch, stop=replace(stretch.stop, expected=slip)))
                    break
                segments.append(stretch)
        judgement = None
        if line.solves and self.problem.goal is not None and not fault:
            judgement = judge(self.problem.goal, self.problem.start, begin.past)
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

    def _begin(self, reference: str) -> Begin:
        """Return the end of a line or of a part of one, or a position of the file, by its name."""
        name, _, part = reference.partition("/")
        if name in self.lines:
            segments = self.lines[name].segments
            before = next((s for s in segments if part and s.key == reference), None)
            before = before or (segments[-1] if segments else None)
            if before is None or before.stop is not None:
                raise NotationError(f"it goes on from '{reference}', which can't be played")
            return before.after
        if reference not in self.roots:
            named = next(p for p in self.problem.positions if p.id == reference)
            position = self.problem.position(reference)
            self.roots[reference] = Root(reference, named.data.title or reference, position)
        return Begin(reference, None, (), self.roots[reference].position)


def found_line(claim: Claim) -> str:
    """Return the name of the line that a solver found for a claim.

    None of a problem has such a name.
    """
    return f"for.{claim.id}"


def plan_line(claim: Claim) -> str:
    """Return the name of the line that is a claim's own plan.

    None of a problem has such a name.
    """
    return f"plan.{claim.id}"


def segment(key: str, title: str, script: Script, begin: Begin) -> Segment:
    """Return a stretch of moves, played as far as it goes."""
    steps: list[Step] = []
    stop = None
    try:
        steps.extend(played.step for played in play(begin.position, script))
    except ReplayError as error:
        instruction = error.instruction
        number, words = len(begin.past) + error.number, " ".join(instruction.text.split())
        stop = Stop(number, words, str(error.reason), place=instruction.place)
    return Segment(key, title, begin, tuple(steps), stop)


def _reason(error: NotationError | PositionError | ReplayError) -> str:
    """Return the words on an error, without the place: a page doesn't tell where files lie."""
    if isinstance(error, ReplayError):
        words = " ".join(error.instruction.text.split())
        return f"the way there stops at move {error.number}, '{words}': {error.reason}"
    if isinstance(error, PositionError):
        return str(PositionError(error.faults))
    return error.message


# Plans


def of_plan(plan: Plan, begin: Begin, goal: Goal | None, name: str, title: str) -> LineShown:
    """Return a plan as a line whose segments branch, held against a goal if there is one.

    It ``solves`` if it reaches that goal in every case.
    """
    verdict, note = _held(plan, begin.position, goal)
    segments = tuple(_branches(plan, begin, name))
    solves = goal is not None and verdict is Verdict.HOLDS
    missed = f"{note[0].lower()}{note[1:-1]}" if verdict is Verdict.FAILS else ""
    return LineShown(name, title, segments, note, solves=solves, missed=missed)


def _held(plan: Plan, start: Position, goal: Goal | None) -> tuple[Verdict, str]:
    """Return the verdict on a plan in every case, and a sentence.

    It holds if the plan reaches the goal; without a goal, if it can be played.
    """
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


def _branches(
    plan: Plan,
    begin: Begin,
    key: str,
    title: str = "",
    first: tuple[Step, ...] = (),
    example: bool = False,
) -> Iterator[Segment]:
    """Yield the segments of a plan, after the ``first`` move if that turned up its card.

    The move that turns up a card stands at the beginning of each branch, with the card that it
    turns up there: the first one, if the branch is for several.
    """
    past, now = (*begin.past, *first), first[-1].after if first else begin.position
    stretch = segment(key, title, plan.script, begin._replace(past=past, position=now))
    steps = (*first, *stretch.steps)
    turning = steps[-1] if steps and plan.branches and stretch.stop is None else None
    by = plans.turned_by(turning) if turning is not None else None
    here = replace(stretch, begin=begin, example=example)
    if turning is None or by is None:
        yield replace(here, steps=steps)
        return
    here = replace(here, steps=steps[:-1])
    yield here
    left = (by.card,) if by.card else hidden_kinds(turning.before)
    for count, branch in enumerate(plan.branches, 1):
        others = [card for card in left if plan.branch(card) is branch]
        if others:
            cards = join_words(branch.cards, "or") if branch.cards else "another card"
            yield from _branches(
                branch.plan,
                here.after,
                f"{key}/{count}",
                f"{title}, then {cards}" if title else f"If it's {cards}",
                (plans.turning_up(turning, others[0]),),
                len(others) > 1,
            )
