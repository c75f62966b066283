"""A loaded problem with its positions, lines and claims.

Lines and named positions can refer to each other.  A line may continue another line or begin at a
named position, and a named position may be derived from the end of a line.
:meth:`Problem.history` resolves such references, and :meth:`Problem.position` plays the moves that
lead to a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ..game.engine import Step
from ..game.position import Position
from ..game.replay import Replay, ReplayError, play
from ..game.script import Instruction, Script
from ..text.errors import SpiderError
from ..text.protocols import public
from ..text.unknown_names import missing
from .history import History, Part, unknown_name

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from ..goals.judge import Judgement
    from ..goals.plans import Plan
    from .schema import (
        Beginning,
        ClaimText,
        FindingText,
        LineText,
        NamedPositionText,
        ProblemText,
    )
    from .yamltext import Document, KeyPath

#: The name of the problem's own position.
START: Final = "start"
#: Maximum length of a chain of lines and positions in which each refers to the one before.
LONGEST_CHAIN: Final = 100


@public(
    "line.parts are its parts, line.script has all its moves",
    text="line.id == name compares the name",
)
@dataclass(frozen=True, slots=True)
class Line:
    """A line of play, such as ``problem.lines["clubs"]``.

    A line may continue another one.  ``script`` has all moves from the root (the problem's
    position, or a named one) to the end of this line, ``parts`` only this line's own moves.

    Iterating over a line plays it: each step has ``before``, ``move`` and ``after``.
    """

    data: LineText
    parts: tuple[Part, ...]
    script: Script
    path: KeyPath = field(repr=False)
    #: Set by :class:`Problem`.
    problem: Problem = field(default=cast("Problem", None), repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id

    @property
    def title(self) -> str:
        """Its title; its name with spaces, if the file has no title."""
        return self.data.title or self.data.id.replace("-", " ")

    @property
    def start(self) -> str:
        """The name of the position or line that its own moves continue."""
        return self.data.start

    @property
    def solves(self) -> bool:
        """True if the file has ``solves: true`` for this line.  Not verified here."""
        return self.data.solves

    @property
    def shows(self) -> tuple[Claim, ...]:
        """The claims for which the file names this line as the proof."""
        claims = self.problem.claims
        return tuple(c for c in claims if (c.data.line or "").partition("/")[0] == self.id)

    @property
    def root(self) -> Position:
        """The position before the first move of ``script``."""
        return self.problem.position(self.problem.history(self.id).root)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the root to its end.  Raises as :meth:`replay`."""
        return self.replay().steps

    @property
    def end(self) -> Position:
        """The position after its last move.  Raises as :meth:`replay`."""
        return self.replay().end

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        """Return the number of moves from the root to the end, or to the first illegal move."""
        try:
            return len(self.steps)
        except ReplayError as error:
            return len(error.played)

    def replay(self) -> Replay:
        """Play it from its root.  Raises ReplayError at an illegal move."""
        root = self.root
        return Replay(root, tuple(play(root, self.script)))

    def verify(self, goal: Goal | str | None = None) -> Judgement:
        """Check whether the line, played from its root, reaches a goal (default: the problem's).

        Raises ReplayError at an illegal move, NotationError for a goal that can't be parsed, and
        SpiderError if no goal is given and the problem states none.
        """
        from ..goals.goal import parse  # noqa: PLC0415 - positions and lines need no grammar
        from ..goals.judge import judge  # noqa: PLC0415

        replay = self.replay()
        if isinstance(goal, str):
            goal = parse(goal, position=replay.start)
        goal = goal or self.problem.goal
        if goal is None:
            raise SpiderError(f"{self.problem.id} states no goal: pass one, such as 'get a space'")
        return judge(goal, replay.start, replay.steps)

    def svg(self, **options: Any) -> str:
        """Return a picture of the position after its last move (see :meth:`Position.svg`)."""
        return self.end.svg(**options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def script_after(self, reference: str) -> Script:
        """Return the moves of this line that follow the position ``reference``.

        ``reference`` is a name as in :meth:`Problem.history`.  If this line doesn't pass through
        that position, return all moves.
        """
        whole, before = self.problem.history(self.id), self.problem.history(reference)
        count = len(before.parts)
        if whole.root != before.root or whole.parts[:count] != before.parts:
            return self.script
        instructions = self.script.instructions[len(before.instructions) :]
        return replace(self.script, instructions=instructions)

    def upto(self, part: str) -> tuple[Part, ...]:
        """Return its parts up to and including ``part``, or all for "".  Raises UnknownName."""
        names = [p.id for p in self.parts]
        if not part:
            return self.parts
        if part not in names:
            raise unknown_name(f"line {self.id}", "part", part, filter(None, names))
        return self.parts[: names.index(part) + 1]


class LinesByName(dict[str, Line]):
    """The lines of a problem by name.

    ``lines["printed/dig"]`` is the line ``printed`` up to the end of its part ``dig``.  An unknown
    name raises UnknownName, a subclass of KeyError.
    """

    def __init__(self, problem: Problem, lines: Iterable[Line]) -> None:
        super().__init__((line.id, replace(line, problem=problem)) for line in lines)
        self._problem_id = problem.id

    def __missing__(self, name: str) -> Line:
        line, _, part = name.partition("/")
        if line not in self:
            raise unknown_name(self._problem_id, "line", name, self)
        whole = self[line]
        parts = whole.upto(part)
        left_out = sum(len(p.script.instructions) for p in whole.parts[len(parts) :])
        instructions = whole.script.instructions[: len(whole.script.instructions) - left_out]
        script = replace(whole.script, instructions=instructions)
        return replace(whole, parts=parts, script=script)


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A named position of a problem, other than its start.

    ``own`` is the position if the file states it in full, None if it is derived from another one.
    ``diagram`` is the position of its diagram if the file has both a diagram and a save line.
    """

    data: NamedPositionText
    own: Position | None
    diagram: Position | None
    path: KeyPath = field(repr=False)

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id


@public("claim.data has what the file says of it", text="claim.id == name compares the name")
@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that a goal can or can't be reached, with the plan that proves it, if any."""

    data: ClaimText
    goal: Goal
    path: KeyPath = field(repr=False)
    plan: Plan | None = None

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id

    @property
    def shown(self) -> bool:
        """True if the file has a line or a plan for it."""
        return self.data.line is not None or self.plan is not None

    @property
    def expected(self) -> str:
        """The expected verdict, ``possible`` or ``impossible``; empty if the file has none.

        The kind of proof determines it; if the file names no proof, the verdict of the source.
        """
        kind = "plan" if self.plan is not None else self.data.known and self.data.known.kind
        if kind in ("line", "plan"):
            return "possible"
        if kind == "certificate":
            return "impossible"
        return self.source if self.source in ("possible", "impossible") else ""

    @property
    def source(self) -> str:
        """The verdict of the source: ``possible``, ``impossible``, ``question`` or ``nothing``.

        If the source gives a minimum number of moves, the goal asks for fewer, so the verdict is
        ``impossible``.
        """
        if isinstance(self.data.source, int):
            return "impossible"
        return self.data.source or "nothing"


class Doubt(NamedTuple):
    """A possible misreading of a text in a problem file: the text's path, and a sentence."""

    path: KeyPath
    text: str


@public(
    "problem.lines are its lines, problem.claims its claims",
    text="problem.id == name compares the name",
    shown=True,
)
@dataclass(frozen=True, repr=False)
class Problem:
    """A problem from the catalogue or from your own file.

    ``id`` is its name, ``data`` the content of the file, and ``document`` maps each value to its
    place in the file.  ``start`` is the problem's position; ``diagram`` is the position of its
    diagram if the file has both a diagram and a save line.  ``goal`` is None if the file states
    none.  ``doubts`` lists texts that could also be read in another way.
    """

    id: str
    data: ProblemText
    document: Document = field(repr=False, compare=False)
    start: Position
    diagram: Position | None
    goal: Goal | None
    positions: tuple[NamedPosition, ...]
    lines: Mapping[str, Line]
    claims: tuple[Claim, ...]
    doubts: tuple[Doubt, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", LinesByName(self, self.lines.values()))

    @classmethod
    def compiled(
        cls,
        id: str,
        start: Position,
        goal: Callable[[], Goal | None],
        solution: tuple[str, str] | None,
        read: Callable[[], Problem],
    ) -> Problem:
        """Return a problem with these values; the first access to any other calls ``read``."""
        problem = cls.__new__(cls)
        vars(problem).update(id=id, start=start, _goal=goal, _solution=solution, _read=read)
        return problem

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if "_read" not in vars(self) or name not in self.__dataclass_fields__:
                return missing(self, name)
            if name == "goal":
                vars(self)[name] = self._goal()
            else:
                vars(self).update(vars(vars(self).pop("_read")()))
            return vars(self)[name]

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Problem {self.id}: {self.title[:100]}>"

    @property
    def title(self) -> str:
        """The problem's title; its name, if the file has no title."""
        return self.data.title or self.data.id

    @property
    def stipulation(self) -> str:
        """The task, in words."""
        return " ".join(self.data.stipulation.split())

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.document.source.name

    @property
    def findings(self) -> tuple[FindingText, ...]:
        """Findings about the problem since its publication."""
        return self.data.findings

    @property
    def solution(self) -> Line | None:
        """The first line that solves the problem, or None."""
        return next((line for line in self.lines.values() if line.solves), None)

    @property
    def solution_script(self) -> tuple[str, Script] | None:
        """The name and the script of its solution, or None.

        If the index has the solution, the problem's file isn't read.
        """
        if stored := vars(self).get("_solution"):
            from ..scripts import words  # noqa: PLC0415 - loads a grammar

            return stored[0], words.loads(stored[1], name=f"{self.id}:{stored[0]}")
        solution = self.solution
        return None if solution is None else (solution.id, solution.script)

    @cached_property
    def _named(self) -> dict[str, NamedPosition]:
        return {position.id: position for position in self.positions}

    def claim(self, name: str) -> Claim:
        """Return the claim with this name.  Raises UnknownName if there is none."""
        claims = {claim.id: claim for claim in self.claims}
        if name not in claims:
            raise unknown_name(self.id, "claim", name, claims)
        return claims[name]

    def asks(self, claim: Claim) -> bool:
        """Return True if a claim is about the problem's position and goal."""
        return str(claim.goal) == str(self.goal) and claim.data.position == START

    def history(self, reference: str) -> History:
        """Return the moves that lead to the position ``reference``.

        ``reference`` is ``start``, a named position, a line (for its end), or ``line/part``.
        Raises UnknownName for an unknown name, and RecursionError for a chain of more than
        :data:`LONGEST_CHAIN` lines (never for a problem that was loaded, since the reader checks
        this).
        """
        return self._history(reference, LONGEST_CHAIN)

    def _history(self, reference: str, most: int) -> History:
        parts: list[tuple[str, Part]] = []
        for left in range(most, 0, -1):
            if reference == START or reference in self._named:
                return History(reference, tuple(parts))
            name, _, part = reference.partition("/")
            if name not in self.lines:
                names = (*self._named, *self.lines)
                raise unknown_name(self.id, "line or position", reference, names)
            line = self.lines[name]
            parts[:0] = [(name, part) for part in line.upto(part)]
            if line.data.beginning is not None:
                path = (*line.path, "as")
                script = Script(self._begun(line.data.beginning, left - 1))
                parts.insert(0, (name, Part("", script, None, None, path)))
            reference = line.start
        raise RecursionError

    def begin(self, line: Line) -> Position:
        """Return the position before the first of a line's own moves.

        Raises as :meth:`position`.
        """
        position = self.position(line.start)
        if line.data.beginning is None:
            return position
        return Replay(position, tuple(play(position, self.begun(line.data.beginning)))).end

    def begun(self, beginning: Beginning) -> tuple[Instruction, ...]:
        """Return the moves that a line or plan shares with the line named by its ``as`` key.

        Raises as :meth:`history`.
        """
        return self._begun(beginning, LONGEST_CHAIN)

    def _begun(self, beginning: Beginning, most: int) -> tuple[Instruction, ...]:
        moves = self._history(beginning.line, most).instructions
        return moves if beginning.own is None else moves[: beginning.own - 1]

    def stated(self, reference: str) -> Position:
        """Return the position, stated in full in the file, from which ``reference`` is derived.

        Raises as :meth:`history`.
        """
        for _ in range(LONGEST_CHAIN):
            root = self.history(reference).root
            if root == START:
                return self.start
            named = self._named[root]
            if named.own is not None:
                return named.own
            reference = named.data.start or START
        raise RecursionError

    def shown(self, claim: Claim) -> tuple[Position, tuple[Step, ...]]:
        """Return the position of a claim, and the moves of the line that proves it from there.

        Without such a line the moves are empty.  Raises as :meth:`position`.
        """
        if claim.data.line is None:
            return self.position(claim.data.position), ()
        before = self.replayed(claim.data.position)
        return before.end, self.replayed(claim.data.line).steps[len(before.steps) :]

    def replayed(self, reference: str) -> Replay:
        """Play the moves from the root to ``reference``.  Raises as :meth:`position`."""
        history = self.history(reference)
        root = self.position(history.root)
        return Replay(root, tuple(play(root, history.instructions)))

    def position(self, reference: str = START) -> Position:
        """Return the position ``reference`` (see :meth:`history`).

        Raises UnknownName for an unknown name, ReplayError if a move on the way is illegal, and
        NotationError or PositionError if the fields of a named position don't match the position
        that it is derived from.
        """
        if reference == START:
            return self.start
        named = self._named.get(reference)
        if named is None:
            return self.replayed(reference).end
        if named.own is not None:
            return named.own
        from .positions import apply_fields  # noqa: PLC0415 - rarely needed

        base = self.position(named.data.start or START)
        return apply_fields(base, named.data, self.document, named.path, partial=self.data.partial)
