"""Jobs: a piece of mining, and what came of it; many of them, and the file of what they found.

:func:`work` is all that a worker does, in this process, in another one or on another machine.
It is a function of the job; only a question that runs out of *time* rather than memory can make
a slow machine find less.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from ... import formats
from ...formats.base import ReadOptions
from ...game.engine import fits
from ...game.position import Column, Position
from ...solver.jobs import Failed, JobsError, each, is_one_process
from ...solver.prover import Budget
from ...solver.results import ResultStore
from . import constructing, sources
from .asking import Asker
from .criteria import finds, shortened
from .find import Find, Options
from .writing import written

#: What the file of results is to be, for :class:`spiderpos.solver.results.ResultStore`.
WANTED: Final = "a file of results that 'author mine' wrote"

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
#: The options that earlier versions didn't have; all that a command says.
_LATER: Final = ("work",)
_NUMBERS: Final = ("least_moves", "least_tries", "most_choices", "time", "memory", *_LATER)


@dataclass(frozen=True, slots=True)
class Job:
    """Where positions come from, and the options.

    ``source``: ``deal`` (``name`` is its number, ``position`` the deal as JSON), ``position``
    (``name`` is the file's), ``random`` or ``unplayed`` (``name`` is the seed,
    ``position`` is empty).
    """

    source: str
    name: str
    options: Options
    position: str = ""

    @property
    def key(self) -> str:
        """The job as text; equal jobs have equal texts."""
        facts = asdict(self)
        # What came later is left out where it's usual: results of before stay.
        for name in _LATER:
            if facts["options"][name] == getattr(Options(), name):
                del facts["options"][name]
        return json.dumps(facts, sort_keys=True)

    def command(self, kind: str) -> str:
        """Return the command that finds a problem of this kind here, and nothing else."""
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
        arguments = f" --player {self.options.player} --kind {kind}"
        for name in _NUMBERS:
            value = getattr(self.options, name)
            if value is None or value == getattr(Options(), name):
                continue
            arguments += f" --{name.replace('_', '-')} {value:g}"
        return f"spiderpos author mine {where}{arguments}"

    @property
    def origin(self) -> str:
        """The source of its positions, in words."""
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
class JobResult:
    """What came of a job: how many positions and questions, the seconds, and the problems."""

    positions: int
    questions: int
    seconds: float
    mined: tuple[Mined, ...]


def read(line: Mapping[str, Any]) -> tuple[str, JobResult]:
    """Return the job and the outcome of a line of the file.

    Raises KeyError, TypeError or ValueError.
    """
    mined = tuple(Mined(**one) for one in line["mined"])
    if any(Path(one.name).name != one.name for one in mined):
        raise ValueError("a file is called by this name")
    positions, questions, seconds = (line[key] for key in ("positions", "questions", "seconds"))
    return str(line["job"]), JobResult(int(positions), int(questions), float(seconds), mined)


def mine(
    jobs: Mapping[str, Job],
    store: ResultStore[JobResult],
    *,
    limit: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: threading.Event | None = None,
) -> Generator[tuple[int, int], None, None]:
    """Do the jobs that the store doesn't have; tells how many are done, and the problems so far.

    ``jobs`` are by their keys; ``processes`` and ``cluster`` are as for
    :func:`spiderpos.solver.jobs.each`, whose errors it raises, too; a job whose process is killed
    ends the run.  With a ``limit`` the run ends when the first jobs up to some one have found so
    many problems: see :func:`problems`.  ``progress`` is called with how many jobs are done, and
    how many there are.  Raises Cancelled when any thread sets ``stop``; what the jobs done have
    found is in the store.  How much each question may be searched for is said by the jobs'
    options, in seconds or in work.
    """
    tell = progress or (lambda *_: None)
    todo = [key for key in jobs if store.get(key) is None]
    done = len(jobs) - len(todo)
    count = len(problems(jobs, store, limit))
    tell(done, len(jobs))
    yield done, count
    if limit is not None and count >= limit:
        return
    work_left = [jobs[key] for key in todo]
    # An event of this process is for its own threads.
    own = stop if is_one_process(todo, processes, cluster) else None
    doing = each(partial(work, stop=own), work_left, jobs=processes, cluster=cluster, stop=stop)
    with closing(doing) as results:
        for number, outcome in results:
            if isinstance(outcome, Failed):
                raise JobsError(f"a job of mining was not done: {outcome.reason}")
            store.add({"job": todo[number]} | asdict(outcome))
            done += 1
            tell(done, len(jobs))
            count = len(problems(jobs, store, limit))
            yield done, count
            if limit is not None and count >= limit:
                return


def problems(
    keys: Iterable[str], store: ResultStore[JobResult], limit: int | None = None
) -> list[Mined]:
    """Return the problems that jobs in the store found, each conundrum once, in the jobs' order.

    Of a conundrum that several found it is the most promising one, and of equals the first.  With
    a ``limit`` no job counts that comes after one that isn't done, or after those that found so
    many: so it doesn't matter in which order they were done.
    """
    best: dict[str, Mined] = {}
    for key in keys:
        outcome = store.get(key)
        if limit is not None and (outcome is None or len(best) >= limit):
            break
        for mined in outcome.mined if outcome is not None else ():
            if mined.key not in best or mined.interest > best[mined.key].interest:
                best[mined.key] = mined
    return list(best.values())[:limit]


def work(job: Job, stop: threading.Event | None = None) -> JobResult:
    """Do a job.

    Of each kind the best find is kept, so that no two problems come from one stretch of play.
    Raises Cancelled when ``stop`` is set.
    """
    began = time.monotonic()
    options = job.options
    asker = Asker(Budget(options.time, options.memory, work=options.work, stop=stop))
    best: dict[str, tuple[Find, Position]] = {}
    count = 0
    for position, problems_here in _screened(job, asker):
        count += 1
        for find in problems_here:
            known = best.get(find.kind)
            # Of equals the first one, which is the same one everywhere.
            if known is None or find.interest > known[0].interest:
                # An exchange makes another position, all of which is known.
                full = position if find.position == position.hide() else find.position
                best[find.kind] = (find, full)
    kept = ((find, shortened(find), full) for _, (find, full) in sorted(best.items()))
    mined = tuple(
        _mined(job, find, full, class_key(original))
        for original, find, full in kept
        if len(find.line) >= options.least_moves
    )
    return JobResult(count, asker.questions, time.monotonic() - began, mined)


def _mined(job: Job, find: Find, full: Position, key: str) -> Mined:
    name = f"{find.kind}-{key[:8]}"
    origin = f"{job.origin}, by '{job.command(find.kind)}'"
    text = written(find, full, origin, name, job.options.year)
    return Mined(f"{find.kind}:{key}", find.kind, find.interest, find.title, name, text)


def _screened(job: Job, asker: Asker) -> Iterator[tuple[Position, Iterable[Find]]]:
    """Yield the positions of a job, and the problems that each of them is."""
    for position in _positions(job):
        yield position, finds(position, asker, job.options)


def _positions(job: Job) -> Iterator[Position]:
    """Yield the positions of a job that are worth a look, none twice."""
    made = _MADE.get(job.source)
    if made is not None:
        start = made(job.name)
    else:
        start = formats.loads(job.position, "json", options=ReadOptions(partial=True))
    positions = sources.game(start, job.options.player)
    met = set()
    for number, position in enumerate(positions):
        if made is not None and number > _FOLLOWED:
            return
        if position in met or position.face_down > _MOST_DOWN or not sources.usable(position):
            continue
        met.add(position)
        yield position


def class_key(find: Find) -> str:
    """Return a key, in hexadecimal, that finds share if they come to the same conundrum.

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
    """Yield the pieces of the tableau, each led by how many cards face down it lies on, or -1."""
    for column in columns:
        piece = [len(column.down)]
        for above, card in zip((None, *column.up), column.up, strict=False):
            if above is not None and fits(card, above, position.rules):
                yield tuple(piece)
                piece = [-1]
            piece.append(4 * card.rank + suits[card.suit.code])
        yield tuple(piece)
