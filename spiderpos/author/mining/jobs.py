"""Jobs: a piece of mining as plain text, and what came of it as plain text.

:func:`work` is all that a worker does, in this process, in another one or on another machine.
It is a function of the job's text; only a question that runs out of *time* rather than memory
can make a slow machine find less.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import permutations
from typing import Any, Final

from ... import formats
from ...formats.base import ReadOptions
from ...game.engine import fits
from ...game.position import Column, Position
from ...solver.prover import Budget
from . import constructing, sources
from .asking import Asker
from .criteria import KINDS, Find, Limits, finds, shortened
from .writing import title, written

__all__ = ["Job", "Mined", "Options", "Outcome", "class_key", "work"]

#: A deal's first rows are nearly always trivial: positions with more cards face down are
#: passed over.
_MOST_DOWN: Final = 30
#: How positions are made, by the name of the source.
_MADE: Final[Mapping[str, Callable[[str], Position]]] = {
    "random": constructing.constructed,
    "unplayed": constructing.unplayed,
}
#: Play from a construction soon makes it simple: so many moves are looked at.
_FOLLOWED: Final = 6


@dataclass(frozen=True, slots=True)
class Options:
    """What is looked for, and what a question to the prover may use up.

    ``kinds``: names of :data:`spiderpos.author.mining.criteria.KINDS`; ``player`` plays the games.
    ``seconds`` and ``mebibytes`` are for each question.  ``year`` is for the problems' source.
    """

    kinds: tuple[str, ...] = tuple(KINDS)
    player: str = "greedy"
    seconds: float = 5.0
    mebibytes: int = 1
    limits: Limits = field(default_factory=Limits)
    year: int = 2026


@dataclass(frozen=True, slots=True)
class Job:
    """Where positions come from, and the options.

    ``source``: ``deal`` (``name`` is its number, ``position`` the deal as JSON), ``position``
    (``name`` is the file's), ``random`` or ``unplayed`` (``name`` is the seed, ``position`` is
    empty).
    """

    source: str
    name: str
    options: Options
    position: str = ""

    def dumps(self) -> str:
        """The job as text; equal jobs have equal texts."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def loads(cls, text: str) -> Job:
        """Read what :meth:`dumps` wrote."""
        data = json.loads(text)
        options = data.pop("options")
        limits = Limits(**options.pop("limits"))
        kinds = tuple(options.pop("kinds"))
        return cls(options=Options(kinds=kinds, limits=limits, **options), **data)

    def command(self, kind: str) -> str:
        """The command that finds a problem of this kind here, and nothing else."""
        match self.source:
            case "random" | "unplayed":
                seed, _, number = self.name.rpartition(":")
                where = f"--{self.source} {number}-{number} --seed {shlex.quote(seed)}"
            case "deal":
                number, _, scheme = self.name.partition(" ")
                where = f"--deals {number}"
                where += f" --scheme {scheme.strip('()')}" if scheme else ""
            case _:
                where = shlex.quote(self.name)
        said, usual = self.options, Options()
        options = {
            "--least-moves": (said.limits.moves, usual.limits.moves),
            "--least-tries": (said.limits.tries, usual.limits.tries),
            "--most-choices": (said.limits.choices, usual.limits.choices),
            "--time": (f"{said.seconds:g}", f"{usual.seconds:g}"),
            "--memory": (said.mebibytes, usual.mebibytes),
        }
        others = "".join(
            f" {name} {value}" for name, (value, us) in options.items() if value != us
        )
        return f"spiderpos author mine {where} --player {said.player} --kind {kind}{others}"

    @property
    def origin(self) -> str:
        """Where its positions come from, in words."""
        if self.source == "random":
            return f"construction {self.name}"
        if self.source == "unplayed":
            return f"the position played backwards {self.name}"
        player = "the solver" if self.options.player == "solver" else f"'{self.options.player}'"
        what = f"deal {self.name}" if self.source == "deal" else self.name
        return f"{what} as played by {player}"


@dataclass(frozen=True, slots=True)
class Mined:
    """A problem that was found.

    ``key`` tells conundrums apart: the kind and the class of the position.  ``interest`` is for
    comparison within a kind.  ``text`` is the problem file.
    """

    key: str
    kind: str
    interest: int
    title: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: how many positions and questions, and the problems."""

    positions: int
    questions: int
    mined: tuple[Mined, ...]

    def dumps(self) -> str:
        """As text."""
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> Outcome:
        """Read what :meth:`dumps` wrote."""
        data: dict[str, Any] = json.loads(text)
        mined = tuple(Mined(**one) for one in data["mined"])
        return cls(data["positions"], data["questions"], mined)


def work(text: str) -> str:
    """Do a job: its text in, the text of its :class:`Outcome` out.

    Of each kind the best find is kept, so that no two problems come from one stretch of play.
    """
    job = Job.loads(text)
    options = job.options
    asker = Asker(Budget(options.seconds, options.mebibytes))
    best: dict[str, tuple[int, str, Find, Position]] = {}
    count = 0
    for position in _positions(job):
        count += 1
        for find in finds(position, options.kinds, asker, options.limits):
            key = class_key(find)
            known = best.get(find.kind)
            # Of equals the first one, which is the same one everywhere.
            if known is None or find.interest > known[0]:
                # An exchange makes another position, all of which is known.
                full = position if find.position == position.hide() else find.position
                best[find.kind] = (find.interest, key, find, full)
    kept = (
        (shortened(find, asker.budget), full, key)
        for _, (_, key, find, full) in sorted(best.items())
    )
    mined = tuple(
        _mined(job, find, full, key)
        for find, full, key in kept
        if len(find.line) >= options.limits.moves
    )
    return Outcome(count, asker.questions, mined).dumps()


def _mined(job: Job, find: Find, full: Position, key: str) -> Mined:
    name = f"{find.kind}-{key[:8]}"
    origin = f"{job.origin}, by '{job.command(find.kind)}'"
    text = written(find, full, origin, name, job.options.year)
    return Mined(f"{find.kind}:{key}", find.kind, find.interest, title(find), name, text)


def _positions(job: Job) -> Iterator[Position]:
    """The positions of a job that are worth a look, none twice."""
    made = _MADE.get(job.source)
    if made is not None:
        start = made(job.name)
    else:
        start = formats.loads(job.position, "json", options=ReadOptions(partial=True))
    found = sources.game(start, job.options.player)
    met = set()
    for number, position in enumerate(found):
        if made is not None and number > _FOLLOWED:
            return
        if position in met or position.face_down > _MOST_DOWN or not sources.usable(position):
            continue
        met.add(position)
        yield position


def class_key(find: Find) -> str:
    """What a find has in common with those that come to the same conundrum, as hexadecimal.

    Shifting cards to and fro between cards of the next rank changes nothing that can't be
    changed back, so only the pieces count that such shifts leave together: cards that lie on
    others which they don't fit on.  Neither does the order of the columns count, nor which
    suit is which.
    """
    position = find.position
    best = min(
        tuple(sorted(_pieces(position.columns, position, suits)))
        for suits in permutations(range(4))
    )
    goal = f"{find.kind} {sorted(type(o).__name__ for o in find.goal.objectives)}"
    return hashlib.sha256(f"{goal} {best}".encode()).hexdigest()[:16]


def _pieces(
    columns: Sequence[Column], position: Position, suits: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """The pieces of the tableau, each led by how many cards face down it lies on, or -1."""
    for column in columns:
        piece = [len(column.down)]
        for above, card in zip((None, *column.up), column.up, strict=False):
            if above is not None and fits(card, above, position.rules):
                yield tuple(piece)
                piece = [-1]
            piece.append(4 * (card >> 2) + suits[card & 3])
        yield tuple(piece)
