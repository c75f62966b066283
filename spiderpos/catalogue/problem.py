"""A problem that was loaded: its positions, lines and claims as values.

Lines and named positions build on one another.  A line may continue another one or begin at a
named position, and a named position may be made from the end of a line.
:meth:`Problem.history` resolves such references, :meth:`Problem.position` plays what has to be
played to get there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..game.cards import Card
from ..game.census import validate
from ..game.position import Column, Position
from ..game.replay import Replay, play
from ..game.script import Instruction, Script
from ..text.errors import NotationError, UnknownName
from ..text.instead import missing
from ..text.protocols import public
from ..text.wording import count_phrase, did_you_mean, join_words

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from ..goals.plans import Plan
    from .schema import (
        Beginning,
        ClaimText,
        Expectation,
        FindingText,
        LineText,
        NamedPositionText,
        PositionText,
        ProblemText,
    )
    from .yamltext import Document, KeyPath

#: The name of the problem's own position.
START: Final = "start"
#: The most lines that may build on one another, and positions that are made from others.
LONGEST_CHAIN: Final = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line: its moves, and what is expected at its end.

    ``id`` is its name within the line (empty for a line in one piece), ``diagram`` the diagram
    that is expected at its end, ``path`` where it stands in the file.
    """

    id: str
    script: Script
    expect: Expectation | None
    diagram: Position | None
    path: KeyPath = field(repr=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play.

    ``script`` holds every move from the root of the line (the problem's position, or a named
    one) through the lines that this one continues to its own end; ``parts`` its own moves only.
    """

    data: LineText
    parts: tuple[Part, ...]
    script: Script
    path: KeyPath = field(repr=False)

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id

    @property
    def title(self) -> str:
        """Its effect, in words; its name, if the file has no title."""
        return self.data.title or self.data.id.replace("-", " ")

    @property
    def start(self) -> str:
        """The reference to the position that it begins with."""
        return self.data.start

    @property
    def solves(self) -> bool:
        """True if it is said to solve the problem."""
        return self.data.solves

    def upto(self, part: str) -> tuple[Part, ...]:
        """Return its parts up to the one with this name, or all for "".  Raises UnknownName."""
        names = [p.id for p in self.parts]
        if not part:
            return self.parts
        if part not in names:
            raise _no_name(f"line {self.id}", "part", part, filter(None, names))
        return self.parts[: names.index(part) + 1]


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A further position of a problem.

    ``own`` is the position if the file states it in full, None if it is made from another one;
    ``diagram`` is what its diagram shows, if the file has a save line besides.
    """

    data: NamedPositionText
    own: Position | None
    diagram: Position | None
    path: KeyPath = field(repr=False)

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: the file's words, the goal that they state, and perhaps a plan that shows it."""

    data: ClaimText
    goal: Goal
    path: KeyPath = field(repr=False)
    plan: Plan | None = None

    @property
    def id(self) -> str:
        """Its name in the problem."""
        return self.data.id

    @property
    def shown(self) -> bool:
        """True if the file has a line or a plan that shows it."""
        return self.data.line is not None or self.plan is not None

    @property
    def solved(self) -> bool:
        """True if the goal is claimed to be reachable."""
        return self.data.verdict == "solved"


@dataclass(frozen=True, slots=True)
class History:
    """How a position comes about: the parts of lines that are played from ``root`` on.

    ``root`` is ``start`` or the name of a position.
    """

    root: str
    parts: tuple[tuple[str, Part], ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All moves from the root."""
        return tuple(i for _, part in self.parts for i in part.script.instructions)


def _no_name(owner: str, kind: str, name: str, known: Iterable[str]) -> UnknownName:
    names = list(known)
    return UnknownName(
        f"{owner} has no {kind} '{name}'{did_you_mean(name, names)}; "
        f"it has {join_words(names) or 'none'}"
    )


class Doubt(NamedTuple):
    """What a text of a problem file may have meant, in a sentence; ``path`` leads to the text."""

    path: KeyPath
    text: str


@public(
    "problem.lines are its lines, problem.claims what it claims",
    text="problem.id == name compares the name",
    shown=True,
)
@dataclass(frozen=True, repr=False)
class Problem:
    """A problem of the catalogue, or of one's own.

    ``id`` is its name, ``data`` the file's content, ``document`` knows where everything stands
    in the file, ``start`` is the problem's position, ``diagram`` what its diagram shows, if the
    file has a save line besides, and ``goal`` what the problem asks for (None if it doesn't say).
    ``doubts`` are about texts that are read as they stand, and may have meant something else.
    """

    id: str
    data: ProblemText
    document: Document = field(repr=False, compare=False)
    start: Position
    diagram: Position | None
    goal: Goal | None
    positions: tuple[NamedPosition, ...]
    lines: tuple[Line, ...]
    claims: tuple[Claim, ...]
    doubts: tuple[Doubt, ...]

    @classmethod
    def compiled(
        cls, id: str, start: Position, goal: Callable[[], Goal | None], read: Callable[[], Problem]
    ) -> Problem:
        """Return the problem that ``read`` reads, once more than its summary is needed."""
        problem = cls.__new__(cls)
        vars(problem).update(id=id, start=start, _goal=goal, _read=read)
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
        """The problem's title; its name, if the file has none."""
        return self.data.title or self.data.id

    @property
    def stipulation(self) -> str:
        """The task, in words."""
        return " ".join(self.data.stipulation.split())

    @property
    def name(self) -> str:
        """The file that it was read from."""
        return self.document.source.name

    @property
    def findings(self) -> tuple[FindingText, ...]:
        """The findings about it since it was published."""
        return self.data.findings

    @property
    def solution(self) -> Line | None:
        """The first line that solves the problem, or None."""
        return next((line for line in self.lines if line.solves), None)

    def line(self, name: str) -> Line:
        """Return the line with this name.  Raises UnknownName if there is none."""
        if name not in self._lines:
            raise _no_name(self.id, "line", name, self._lines)
        return self._lines[name]

    @cached_property
    def _lines(self) -> dict[str, Line]:
        return {line.id: line for line in self.lines}

    @cached_property
    def _named(self) -> dict[str, NamedPosition]:
        return {position.id: position for position in self.positions}

    def claim(self, name: str) -> Claim:
        """Return the claim with this name.  Raises UnknownName if there is none."""
        claims = {claim.id: claim for claim in self.claims}
        if name not in claims:
            raise _no_name(self.id, "claim", name, claims)
        return claims[name]

    def asks(self, claim: Claim) -> bool:
        """Return True if a claim is about what the problem asks."""
        return str(claim.goal) == str(self.goal) and claim.data.position == START

    def history(self, reference: str) -> History:
        """Return the history of the position that ``reference`` names.

        ``reference`` is ``start``, a named position, a line (its end), or ``line/part``.
        Raises UnknownName if there is no such name, RecursionError for more than
        :data:`LONGEST_CHAIN` lines on the way (of a problem that was read: never).
        """
        return self._history(reference, LONGEST_CHAIN)

    def _history(self, reference: str, most: int) -> History:
        parts: list[tuple[str, Part]] = []
        for left in range(most, 0, -1):
            if reference == START or reference in self._named:
                return History(reference, tuple(parts))
            name, _, part = reference.partition("/")
            if name not in self._lines:
                names = (*self._named, *self._lines)
                raise _no_name(self.id, "line or position", reference, names)
            line = self.line(name)
            parts[:0] = [(name, part) for part in line.upto(part)]
            if line.data.beginning is not None:
                path = (*line.path, "as")
                script = Script(self._begun(line.data.beginning, left - 1))
                parts.insert(0, (name, Part("", script, None, None, path)))
            reference = line.start
        raise RecursionError

    def begin(self, line: Line) -> Position:
        """Return the position before a line's own moves.  Raises as :meth:`position`."""
        position = self.position(line.start)
        if line.data.beginning is None:
            return position
        return Replay(position, tuple(play(position, self.begun(line.data.beginning)))).end

    def begun(self, beginning: Beginning) -> tuple[Instruction, ...]:
        """Return the moves that a line or a plan begins with.  Raises as :meth:`history`."""
        return self._begun(beginning, LONGEST_CHAIN)

    def _begun(self, beginning: Beginning, most: int) -> tuple[Instruction, ...]:
        moves = self._history(beginning.line, most).instructions
        return moves if beginning.own is None else moves[: beginning.own - 1]

    def stated(self, reference: str) -> Position:
        """Return the position that the file states in full, from which this one comes about.

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

    def replayed(self, reference: str) -> Replay:
        """Play up to ``reference`` from its root.  Raises as :meth:`position`."""
        history = self.history(reference)
        root = self.position(history.root)
        return Replay(root, tuple(play(root, history.instructions)))

    def position(self, reference: str = START) -> Position:
        """Return the position that ``reference`` names (see :meth:`history`).

        Raises UnknownName if there is no such name; ReplayError if a line on the way can't be
        played; NotationError or PositionError if what the file says of a named position
        doesn't fit the one that it is made from.
        """
        if reference == START:
            return self.start
        named = self._named.get(reference)
        if named is None:
            return self.replayed(reference).end
        if named.own is not None:
            return named.own
        base = self.position(named.data.start or START)
        return told(base, named.data, self.document, named.path, partial=self.data.partial)


def told(
    base: Position, data: PositionText, document: Document, path: KeyPath, *, partial: bool
) -> Position:
    """Return ``base`` with what a file says beyond it: hidden, face down, in the hand, removed.

    ``path`` is where the file says so.  Raises NotationError if it doesn't fit the position,
    PositionError if the cards don't add up.
    """

    def mismatch(key: KeyPath, there: int, noun: str, here: int) -> NotationError:
        place = (*path, *key)
        return NotationError(
            f"{document.key(place)}: {count_phrase(there, noun)} there, and here are {here}",
            document.place(place),
        )

    position = base.hide() if data.hide else base
    columns = list(position.columns)
    for number, cards in (data.face_down or {}).items():
        down = columns[number - 1].down if number <= len(columns) else ()
        if len(cards) != len(down):
            raise mismatch(("face_down", number), len(down), "card", len(cards))
        columns[number - 1] = Column(_known(cards, down), columns[number - 1].up)
    for number, card in (data.next or {}).items():
        down = columns[number - 1].down if number <= len(columns) else ()
        if not down:
            raise NotationError(
                f"{document.key((*path, 'next', number))}: no card is face down there",
                document.place((*path, "next", number)),
            )
        columns[number - 1] = Column((*down[:-1], card), columns[number - 1].up)
    position = replace(position, columns=tuple(columns))
    if data.hand is not None:
        if len(data.hand) != len(position.hand):
            raise mismatch(("hand",), len(position.hand), "card", len(data.hand))
        position = replace(position, hand=_known(data.hand, position.hand))
    if data.removed is not None:
        if len(data.removed) != len(position.removed):
            raise mismatch(("removed",), len(position.removed), "suit", len(data.removed))
        position = replace(position, removed=data.removed)
    if position != base:
        validate(position, partial=partial, name=str(document.place(path)))
    return position


def _known(cards: tuple[Card, ...], known: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that are said, and those known where ``??`` is said."""
    return tuple(card or other for card, other in zip(cards, known, strict=True))
