"""The lines and the claims of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from ..game.position import Position
from ..text.errors import SpiderError
from ..text.protocols import public
from .history import Part, unknown_name

if TYPE_CHECKING:
    from ..game.engine import Step
    from ..game.replay import Replay
    from ..game.script import Script
    from ..goals.goal import Goal
    from ..goals.judge import Judgement
    from ..goals.plans import Plan
    from .schema import ClaimText, LineText
    from .yamltext import KeyPath


@public("claim.data has its entry in the file", text="claim.id == name compares the name")
@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that a goal can or can't be reached, with the plan that proves it, if any.

    ``is_outcome`` is True for the outcome of a line, such as a variation with ``=> lost``.
    """

    data: ClaimText
    goal: Goal
    path: KeyPath = field(repr=False)
    plan: Plan | None = None
    is_outcome: bool = False

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """The claim's name, unique in its problem."""
        return self.data.id

    @property
    def shown(self) -> bool:
        """True if the problem file has a line or a plan that proves the claim."""
        return self.data.line is not None or self.plan is not None

    @property
    def expected(self) -> str:
        """The expected verdict, ``possible`` or ``impossible``; empty if the file has none.

        The kind of proof determines it.  Without a proof it is the verdict of the source, if any.
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

        ``question``: the source only asks it; ``nothing``: it doesn't mention it.  If the source
        gives a minimum number of moves, the goal asks for fewer, so the verdict is ``impossible``.
        """
        if isinstance(self.data.source, int):
            return "impossible"
        return self.data.source or "nothing"


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
    #: The problem that contains this line; set by :class:`Problem`.
    problem: Any = field(default=None, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """The line's name, unique in its problem."""
        return self.data.id

    @property
    def title(self) -> str:
        """The line's title; if the file has none, its name with spaces for hyphens."""
        return self.data.title or self.data.id.replace("-", " ")

    @property
    def start(self) -> str:
        """The name of the position or line from which the line's own moves are played."""
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
        return cast(Position, self.problem.position(self.problem.history(self.id).root))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the root to the end of the line.  Raises like :meth:`replay`."""
        return self.replay().steps

    @property
    def end(self) -> Position:
        """The position after the line's last move.  Raises like :meth:`replay`."""
        return self.replay().end

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        """Return the number of moves from the root to the end, or to the first illegal move."""
        from ..game.replay import ReplayError  # noqa: PLC0415 - a position needs no moves

        try:
            return len(self.steps)
        except ReplayError as error:
            return len(error.played)

    def replay(self) -> Replay:
        """Play the line from its root.  Raises ReplayError at an illegal move."""
        from ..game.replay import Replay, play  # noqa: PLC0415 - a position needs no moves

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
            raise SpiderError(f"{self.problem.id} has no goal: pass one, such as 'get a space'")
        return judge(goal, replay.start, replay.steps)

    def svg(self, **options: Any) -> str:
        """Draw the position after the line's last move (see :meth:`Position.svg`)."""
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
        return replace(self.script, instructions=instructions, line=None)

    def upto(self, part: str) -> tuple[Part, ...]:
        """Return the line's parts up to and including ``part``; all of them if it is empty.

        Raises UnknownName if the line has no such part.
        """
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

    def __init__(self, problem: Any, lines: Iterable[Line]) -> None:
        super().__init__((line.id, replace(line, problem=problem)) for line in lines)
        self._problem_id = problem.id

    def __missing__(self, name: str) -> Line:
        line, _, part = name.partition("/")
        if line not in self:
            raise unknown_name(self._problem_id, "line", name, self)
        whole = self[line]
        parts = whole.upto(part)
        omitted = sum(len(p.script.instructions) for p in whole.parts[len(parts) :])
        instructions = whole.script.instructions[: len(whole.script.instructions) - omitted]
        script = replace(whole.script, instructions=instructions, line=None)
        return replace(whole, parts=parts, script=script)
