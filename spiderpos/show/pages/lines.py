"""Lines of play for a page: the lines and plans of a problem, and those found by the solver.

A line with an illegal move is shown up to that move, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, NamedTuple

from ...catalogue import Claim, Line, Problem
from ...catalogue.problem import START
from ...catalogue.proving import Proof
from ...catalogue.schema import Beginning
from ...game.census import PositionError, hidden_kinds
from ...game.engine import Step
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
from .markup import signs

#: Names of the line and the plan on a page made from a user's script.
OWN: Final = "line"
OWN_PLAN: Final = "plan"


@dataclass(frozen=True, slots=True)
class Root:
    """A position from which lines of a page begin."""

    name: str
    title: str
    position: Position


@dataclass(frozen=True, slots=True)
class Stop:
    """An illegal move: its number from the root, its text and the reason.

    ``expected`` is True if the file expects it (``fails``).  ``place`` is its place in the file,
    for messages to the author; the page itself doesn't show it.
    """

    number: int
    words: str
    reason: str
    expected: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)


class Begin(NamedTuple):
    """The beginning of a segment: the root, the key of the previous segment, the steps from the
    root, and the position after them.
    """

    root: str
    before: str | None
    past: tuple[Step, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Segment:
    """A sequence of moves that follows another segment, or begins at a root.

    ``key`` is the name of the line, or begins with it and a slash.  ``remarks`` has the mark and
    the comment of each move; it is empty for a script without remarks.  ``example`` is True for a
    branch of a plan for several cards: its first move turns up one of them as an example.
    """

    key: str
    title: str
    begin: Begin
    steps: tuple[Step, ...]
    stop: Stop | None = None
    example: bool = False
    remarks: tuple[tuple[str, str], ...] = ()

    @property
    def number(self) -> int:
        """The number of moves from the root to the beginning of the segment."""
        return len(self.begin.past)

    @property
    def after(self) -> Begin:
        """The beginning of a segment that follows this one."""
        past = (*self.begin.past, *self.steps)
        end = self.steps[-1].after if self.steps else self.begin.position
        return Begin(self.begin.root, self.key, past, end)


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of play or a plan, as segments, with its title and notes from the file.

    ``solves`` is True if the file says that a line solves the problem, or if a plan reaches its
    goal.  ``fault`` is the reason why the line's first position can't be reached.  ``judgement``
    is set for a line with ``solves: true`` that was played.  ``missed`` is the reason why a plan
    doesn't reach its goal.  ``claim`` is the name of the claim that a plan of the file belongs to;
    faults of such a plan are reported with the claim.
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
        """The number of moves from the root to the line's end, or the farthest end of a plan."""
        return max((s.number + len(s.steps) for s in self.segments), default=0)

    @property
    def playable(self) -> bool:
        """True if the line's first position can be reached and the line has no illegal move."""
        return not self.fault and not any(segment.stop for segment in self.segments)

    @property
    def faults(self) -> tuple[str, ...]:
        """The line's faults that the file doesn't expect, with their places in the file."""
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
    """The lines of a problem, each played after the line that it continues.

    ``roots`` has the positions from which they begin, ``lines`` the lines of the file, both by
    name.  :meth:`solved` and :meth:`planned` add roots if necessary.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.roots = {START: Root(START, "The position of the problem", problem.start)}
        self.lines: dict[str, LineShown] = {}
        # In the order of the file, except that a line comes after the line it continues.
        waiting = {line.id: line for line in problem.lines.values()}
        while waiting:
            ready = next(line for line in waiting.values() if not waiting.keys() & _before(line))
            self.lines[ready.id] = self._played(waiting.pop(ready.id))

    def solved(self, proof: Proof) -> LineShown | None:
        """Return the solver's line or plan for a claim as a line called ``for.CLAIM``."""
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
        """Return the file's plan for a claim.

        None if there is none, or if the claim's position can't be reached.
        """
        if claim.plan is None:
            return None
        try:
            line = self._plan(claim.plan, claim, plan_line(claim))
        except (NotationError, PositionError, ReplayError):
            return None
        return replace(line, claim=claim.id, by=claim.data.by or "")

    def _plan(self, plan: Plan, claim: Claim, name: str) -> LineShown:
        """Return a plan for a claim, starting with the hidden cards unknown.

        It solves the problem only if the claim has the problem's goal and start.
        """
        begin = self._begin(claim.data.position)
        seen = plans.known_to_player(begin.position, claim.goal)
        if seen != begin.position:
            root = f"{name}-root"
            self.roots[root] = Root(root, "the same, as the player sees it", seen)
            begin = Begin(root, None, (), seen)
        line = of_plan(plan, begin, claim.goal, name, claim.data.statement)
        return replace(line, solves=line.solves and self.problem.asks(claim))

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
            within = self._within(beginning, begin.root) if beginning is not None else None
            if within is not None:
                begin, before = within, ()
            for part in line.parts:
                key = f"{line.id}/{part.id}" if part.id else line.id
                script = replace(part.script, instructions=(*before, *part.script.instructions))
                played = segment(key, part.id.replace("-", " "), script, begin)
                remarks = part.script.line.moves if part.script.line else ()
                played = replace(played, remarks=tuple((m.mark, m.comment) for m in remarks))
                before = ()
                begin = played.after
                if played.stop is not None:
                    slip = part.expect is not None and part.expect.fails is not None
                    segments.append(replace(played, stop=replace(played.stop, expected=slip)))
                    break
                segments.append(played)
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

    def _within(self, beginning: Beginning, root: str) -> Begin | None:
        """Return the beginning of a segment that branches off from a move of another line.

        None if that line begins from another root, or if none of its segments has that move.
        """
        segments = self.lines[beginning.line.partition("/")[0]].segments
        if beginning.own is None or not segments or segments[0].begin.root != root:
            return None
        past = segments[-1].after.past[: beginning.own - 1]
        reached = next((s for s in segments if len(past) <= s.number + len(s.steps)), None)
        if reached is None or len(past) <= reached.number:
            return None
        return Begin(root, reached.key, past, past[-1].after)

    def _begin(self, reference: str) -> Begin:
        """Return the beginning of a segment after a line or part of one, or at a position."""
        name, _, part = reference.partition("/")
        if name in self.lines:
            segments = self.lines[name].segments
            before = next((s for s in segments if part and s.key == reference), None)
            before = before or (segments[-1] if segments else None)
            if before is None or before.stop is not None:
                raise NotationError(f"it continues '{reference}', which has an illegal move")
            return before.after
        if reference not in self.roots:
            named = next(p for p in self.problem.positions if p.id == reference)
            position = self.problem.position(reference)
            self.roots[reference] = Root(reference, named.data.title or reference, position)
        return Begin(reference, None, (), self.roots[reference].position)


def _before(line: Line) -> set[str]:
    """Return the names of the lines that this one continues, which must be played first."""
    beginning = line.data.beginning
    names = [line.start] if beginning is None else [line.start, beginning.line]
    return {name.partition("/")[0] for name in names}


def found_line(claim: Claim) -> str:
    """Return the name of the line that the solver found for a claim.

    It contains a full stop, so no line of a problem file has this name.
    """
    return f"for.{claim.id}"


def plan_line(claim: Claim) -> str:
    """Return the name of the line for a claim's plan.

    It contains a full stop, so no line of a problem file has this name.
    """
    return f"plan.{claim.id}"


def segment(key: str, title: str, script: Script, begin: Begin) -> Segment:
    """Play a script and return it as a segment, up to the first illegal move."""
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
    """Return the message of an error without the path of the file, for the page."""
    if isinstance(error, ReplayError):
        words = " ".join(error.instruction.text.split())
        return f"move {error.number} before it, '{words}', is illegal: {error.reason}"
    if isinstance(error, PositionError):
        return str(PositionError(error.faults))
    return error.message


# Plans


def of_plan(plan: Plan, begin: Begin, goal: Goal | None, name: str, title: str) -> LineShown:
    """Return a plan as a line with branching segments, checked against ``goal`` if given.

    ``solves`` is True if the plan reaches the goal in every case.
    """
    verdict, note = _check_plan(plan, begin.position, goal)
    segments = tuple(_branches(plan, begin, name))
    solves = goal is not None and verdict is Verdict.HOLDS
    missed = f"{note[0].lower()}{note[1:-1]}" if verdict is Verdict.FAILS else ""
    return LineShown(name, title, segments, note, solves=solves, missed=missed)


def _check_plan(plan: Plan, start: Position, goal: Goal | None) -> tuple[Verdict, str]:
    """Return the verdict on a plan over all cases, and a sentence about it.

    It holds if the plan reaches the goal, or without a goal, if all moves are legal.
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
    case_text = _if(checked.failed)
    if checked.verdict is Verdict.FAILS:
        return checked.verdict, f"It does not reach the goal{case_text}: {checked.reason}."
    return checked.verdict, f"It is undecided if it reaches the goal{case_text}: {checked.reason}."


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
    """Yield the segments of a plan after the steps ``first``.

    The move that turns up a card is the first step of each branch, since its card differs
    between branches.  A branch for several cards shows the first of them.
    """
    past, now = (*begin.past, *first), first[-1].after if first else begin.position
    played = segment(key, title, plan.script, begin._replace(past=past, position=now))
    steps = (*first, *played.steps)
    turning = steps[-1] if steps and plan.branches and played.stop is None else None
    by = plans.turned_by(turning) if turning is not None else None
    segment_before = replace(played, begin=begin, example=example)
    if turning is None or by is None:
        yield replace(segment_before, steps=steps)
        return
    segment_before = replace(segment_before, steps=steps[:-1])
    yield segment_before
    possible = (by.card,) if by.card else hidden_kinds(turning.before)
    for count, branch in enumerate(plan.branches, 1):
        matching = [card for card in possible if plan.branch(card) is branch]
        if matching:
            cards = signs(join_words(branch.cards, "or")) if branch.cards else "another card"
            yield from _branches(
                branch.plan,
                segment_before.after,
                f"{key}/{count}",
                f"{title}, then {cards}" if title else f"If it's {cards}",
                (plans.turning_up(turning, matching[0]),),
                len(matching) > 1,
            )
