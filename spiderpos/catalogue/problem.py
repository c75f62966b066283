"""A loaded problem with its positions, lines and claims.

Lines and named positions can refer to each other.  A line may continue another line or begin at a
named position, and a named position may be derived from the end of a line.
:meth:`Problem.history` resolves such references, and :meth:`Problem.position` plays the moves that
lead to a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..game.position import Position
from ..text.files import new_file
from ..text.protocols import ANSWERS, public
from ..text.unknown_names import missing
from .history import History, Part, unknown_name
from .line import Claim, Line, LinesByName

if TYPE_CHECKING:
    from ..game.engine import Step
    from ..game.replay import Replay
    from ..game.script import Instruction, Script
    from ..goals.goal import Goal
    from .schema import (
        Beginning,
        FindingText,
        NamedPositionText,
        ProblemText,
    )
    from .yamltext import Document, KeyPath

#: The reserved name of a problem's starting position.
START: Final = "start"
#: Maximum length of a chain of lines and positions in which each refers to the one before.
LONGEST_CHAIN: Final = 100


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A named position of a problem, other than its start.

    ``own`` is the position if the file gives it in full, None if it is derived from another one.
    ``diagram`` is the position of its diagram if the file has both a diagram and a save line.
    """

    data: NamedPositionText
    own: Position | None
    diagram: Position | None
    path: KeyPath = field(repr=False)

    @property
    def id(self) -> str:
        """The position's name, unique in its problem."""
        return self.data.id


class Doubt(NamedTuple):
    """An ambiguous text in a problem file: its path, and a sentence with the other reading."""

    path: KeyPath
    text: str


@public(
    "problem.lines are its lines, problem.claims its claims",
    text="problem.id == name compares the name",
    shown=True,
)
@dataclass(frozen=True, repr=False, init=False)
class Problem:
    """A problem from the catalogue or from your own file.

    ``id`` is its name, ``data`` the content of the file, and ``document`` maps each value to its
    place in the file.  ``start`` is the problem's position; ``diagram`` is the position of its
    diagram if the file has both a diagram and a save line.  ``goal`` is None if the file has
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

    def __init__(
        self,
        position: Any,
        goal: Goal | str | None = None,
        lines: Mapping[str, Any] | Any = (),
        *,
        id: str = "problem",
        title: str = "",
        author: str = "anonymous",
        stipulation: str = "",
    ) -> None:
        """Make a problem.

        Args:
            position: The position, in any form that :func:`spiderpos.read` takes.
            goal: The goal, or its text.
            lines: Lines from the position by name; or the moves of a single line, the solution.
                Moves are in any form that :func:`spiderpos.replay` takes; comments, marks and
                variations are kept.  A line that reaches the goal solves the problem.
            id: The problem's name: lower-case words and numbers joined by hyphens.
            title: The title.
            author: The author's name.
            stipulation: The task in words; by default the text of the goal.

        Raises:
            NotationError: A text can't be read.
            ReplayError: A line can't be played.
        """
        from ..game.replay import replay  # noqa: PLC0415
        from ..games.tree import MoveTree  # noqa: PLC0415
        from ..goals.goal import parse  # noqa: PLC0415 - positions need no grammar
        from ..goals.judge import judge  # noqa: PLC0415
        from ..scripts import dumps  # noqa: PLC0415
        from .writing import problem_text  # noqa: PLC0415

        start = ANSWERS["position_of"](position, "Problem(position, goal)")
        target = parse(goal, position=start) if isinstance(goal, str) else goal
        named = lines if isinstance(lines, Mapping) else {"solution": lines} if lines else {}
        texts: dict[str, str] = {}
        solving: list[str] = []
        for name, moves in named.items():
            script = ANSWERS["script_of"](moves, "Problem(position, goal, moves)")
            steps = replay(start, script).steps
            has_remarks = script.line is not None
            texts[name] = str(MoveTree(start, script)) if has_remarks else dumps(steps)
            if target is not None and judge(target, start, steps).reached_at is not None:
                solving.append(name)
        text = problem_text(
            start,
            goal=str(target or ""),
            lines=texts,
            solving=solving,
            id=id,
            title=title,
            author=author,
            stipulation=stipulation or str(target or "What can be done here?"),
        )
        vars(self).update(vars(ANSWERS["loads_problem"](text, name=f"{id}.yaml")))
        vars(self)["lines"] = LinesByName(self, self.lines.values())

    @classmethod
    def of(cls, *values: Any) -> Problem:
        """Make a problem from the values of all its fields, in the order of the fields."""
        problem = cls.__new__(cls)
        return problem.having(**dict(zip(cls.__dataclass_fields__, values, strict=True)))

    def having(self, **values: Any) -> Problem:
        """Return a copy of the problem with these fields replaced."""
        problem = type(self).__new__(type(self))
        vars(problem).update(vars(self) | values)
        vars(problem)["lines"] = LinesByName(problem, problem.lines.values())
        return problem

    def check(self, *, seconds: float | None = 60.0, work: int | None = None) -> Any:
        """Prove the properties of the problem, like the command ``spiderpos author check``.

        Returns a :class:`spiderpos.author.check.CheckReport`.  ``seconds`` or ``work`` limits the
        search.  Raises SpiderError if the problem has no goal.
        """
        return ANSWERS["check_of"](self, seconds=seconds, work=work)

    def solutions(
        self, *, seconds: float | None = 60.0, work: int | None = None
    ) -> tuple[tuple[Step, ...], ...]:
        """Return one solution for each idea that is found, at most four: the shortest known.

        It is empty if none is found within the limits, if the solution is a plan, or if the goal
        holds at the start.  A single idea doesn't prove that the problem is sound; ``sound`` of
        the report of :meth:`check` does.  The limits are those of :meth:`check`.  Raises
        SpiderError if the problem has no goal.
        """
        ideas = self.check(seconds=seconds, work=work).ideas
        return () if ideas is None else tuple(idea.steps for idea in ideas.ideas)

    def write(self, path: str | Path) -> None:
        """Write the problem file.  Raises FileExistsError if the file exists, or OSError."""
        new_file(Path(path), self.document.source.text.encode())

    @classmethod
    def compiled(
        cls,
        id: str,
        start: Position,
        goal: Callable[[], Goal | None],
        solution: Callable[[], tuple[str, Script] | None],
        read: Callable[[], Problem],
    ) -> Problem:
        """Make a problem from the index; the first access to another field calls ``read``."""
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
    def file(self) -> str:
        """The name of the problem's file."""
        return self.document.source.name

    @property
    def findings(self) -> tuple[FindingText, ...]:
        """Discoveries about the problem since its publication, such as a second solution."""
        return self.data.findings

    @property
    def solution(self) -> Line | None:
        """The first line that the file marks with ``solves: true``, unverified; or None."""
        return next((line for line in self.lines.values() if line.solves), None)

    @property
    def solution_script(self) -> tuple[str, Script] | None:
        """The name and the script of the problem's solution, or None.

        The problem's file isn't read if the build-time index has the solution.
        """
        stored: Callable[[], tuple[str, Script] | None] | None = vars(self).get("_solution")
        if stored and (named := stored()):
            return named
        solution = self.solution
        return None if solution is None else (solution.id, solution.script)

    @cached_property
    def _named(self) -> dict[str, NamedPosition]:
        return {position.id: position for position in self.positions}

    def claim(self, name: str) -> Claim:
        """Return the claim with this name.  Raises UnknownName for an unknown name."""
        claims = {claim.id: claim for claim in self.claims}
        if name not in claims:
            raise unknown_name(self.id, "claim", name, claims)
        return claims[name]

    def asks(self, claim: Claim) -> bool:
        """Return True if a claim has the problem's starting position and goal."""
        return str(claim.goal) == str(self.goal) and claim.data.position == START

    def history(self, reference: str) -> History:
        """Return the moves that lead to the position ``reference``.

        ``reference`` is ``start``, a named position, a line (for its end), or ``line/part``.
        Raises UnknownName for an unknown name, and RecursionError for a chain that has, with its
        root, more than :data:`LONGEST_CHAIN` lines and positions (never for a loaded problem,
        because the reader checks this).
        """
        return self._history(reference, LONGEST_CHAIN)

    def _history(self, reference: str, most: int) -> History:
        parts: list[tuple[str, Part]] = []
        for remaining in range(most, 0, -1):
            if reference == START or reference in self._named:
                return History(reference, tuple(parts))
            name, _, part = reference.partition("/")
            if name not in self.lines:
                names = (*self._named, *self.lines)
                raise unknown_name(self.id, "line or position", reference, names)
            line = self.lines[name]
            parts[:0] = [(name, part) for part in line.upto(part)]
            if line.data.beginning is not None:
                from ..game.script import Script  # noqa: PLC0415 - a position needs no moves

                path = (*line.path, "as")
                script = Script(self._begun(line.data.beginning, remaining - 1))
                parts.insert(0, (name, Part("", script, None, None, path)))
            reference = line.start
        raise RecursionError

    def begin(self, line: Line) -> Position:
        """Return the position before a line's own moves, after those shared with another line.

        Raises like :meth:`position`.
        """
        position = self.position(line.start)
        if line.data.beginning is None:
            return position
        return self._played(position, self.begun(line.data.beginning)).end

    def begun(self, beginning: Beginning) -> tuple[Instruction, ...]:
        """Return the moves that a line or plan takes over from the line named in its ``as`` key.

        Raises like :meth:`history`.
        """
        return self._begun(beginning, LONGEST_CHAIN)

    def _begun(self, beginning: Beginning, most: int) -> tuple[Instruction, ...]:
        moves = self._history(beginning.line, most).instructions
        return moves if beginning.own is None else moves[: beginning.own - 1]

    def stated(self, reference: str) -> Position:
        """Return the position, given in full in the file, from which ``reference`` is derived.

        Raises like :meth:`history`.
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

        Without such a line the moves are empty.  Raises like :meth:`position`.
        """
        if claim.data.line is None:
            return self.position(claim.data.position), ()
        before = self.replayed(claim.data.position)
        return before.end, self.replayed(claim.data.line).steps[len(before.steps) :]

    def replayed(self, reference: str) -> Replay:
        """Play the moves from the root to ``reference``.  Raises like :meth:`position`."""
        history = self.history(reference)
        root = self.position(history.root)
        return self._played(root, history.instructions)

    def _played(self, root: Position, moves: tuple[Instruction, ...]) -> Replay:
        from ..game.replay import Replay, play  # noqa: PLC0415 - a position needs no moves

        return Replay(root, tuple(play(root, moves)))

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
