"""Mining jobs, their results, and the results file.

:func:`work` runs one job, in this process, in another one or on another machine.  Its result
depends only on the job, except for the time that it took.  But a search that reaches its *time*
limit may find less on a slow machine.
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

#: The expected kind of file, for the error message of ``ResultStore`` about any other file.
WANTED: Final = "a file of results that 'author mine' wrote"

#: Positions with more face-down cards than this are skipped: at the beginning of a game goals are
#: nearly always trivial.
_MOST_DOWN: Final = 30
#: The functions that construct positions, by the name of the source.
_MADE: Final[Mapping[str, Callable[[str], Position]]] = {
    "random": constructing.constructed,
    "unplayed": constructing.unplayed,
}
#: The number of moves played from a constructed position; after more it would be too simple.
_FOLLOWED: Final = 6
#: The options that results of earlier versions lack; and all numeric options of the command.
_LATER: Final = ("work",)
_NUMBERS: Final = ("least_moves", "least_tries", "most_choices", "time", "memory", *_LATER)


@dataclass(frozen=True, slots=True)
class Job:
    """A source of positions, and the options of the search.

    ``source``: ``deal`` (``name`` is its number, perhaps with the scheme in parentheses),
    ``position`` (``name`` is the file's), ``random`` or ``unplayed`` (``name`` is the seed).
    ``position``: the first position as JSON; empty for ``random`` and ``unplayed``.
    """

    source: str
    name: str
    options: Options
    position: str = ""

    @property
    def key(self) -> str:
        """The job as JSON, its key in the results file; equal jobs have equal keys."""
        facts = asdict(self)
        # Omit newer options with default values, so that older results keep their keys.
        for name in _LATER:
            if facts["options"][name] == getattr(Options(), name):
                del facts["options"][name]
        return json.dumps(facts, sort_keys=True)

    def command(self, kind: str) -> str:
        """Return the command that repeats this job, but finds only problems of ``kind``."""
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
        """The source of the job's positions as a phrase, for the problem file."""
        if self.source == "random":
            return f"construction {self.name}"
        if self.source == "unplayed":
            return f"the position played backwards {self.name}"
        player = "the solver" if self.options.player == "solver" else f"'{self.options.player}'"
        subject = f"deal {self.name}" if self.source == "deal" else self.name
        return f"{subject} as played by {player}"


@dataclass(frozen=True, slots=True)
class Mined:
    """A problem found by a job.

    ``key`` is equal for equivalent problems: the kind, and the :func:`class_key`.  ``interest`` is
    for comparison within a kind.  ``text`` is the text of the problem file.
    """

    key: str
    kind: str
    interest: int
    title: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job: counts of positions and questions, the seconds, and the problems."""

    positions: int
    questions: int
    seconds: float
    mined: tuple[Mined, ...]


def read(line: Mapping[str, Any]) -> tuple[str, JobResult]:
    """Parse a line of the file: return the job and its result.

    Raises KeyError, TypeError or ValueError.
    """
    mined = tuple(Mined(**one) for one in line["mined"])
    if any(Path(one.name).name != one.name for one in mined):
        raise ValueError("expected the name of a problem, not a path")
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
    """Run the jobs without a stored result; yield the numbers of jobs done and problems so far.

    Args:
        jobs: The jobs by their keys.  Their options limit each query, in seconds or in work.
        store: The results of finished jobs; new ones are added.
        limit: End the run when the jobs before the first unfinished one have found this many
            problems (see :func:`problems`).
        processes: As for :func:`spiderpos.solver.jobs.each`.
        cluster: As for :func:`spiderpos.solver.jobs.each`.
        progress: Called with the number of jobs done and the number of all jobs.
        stop: An event with which another thread can stop the run.

    Raises:
        Cancelled: ``stop`` was set.
        JobsError: A job failed, because its process was killed.  The errors of
            :func:`spiderpos.solver.jobs.each` are raised as well.
    """
    report = progress or (lambda *_: None)
    todo = [key for key in jobs if store.get(key) is None]
    done = len(jobs) - len(todo)
    count = len(problems(jobs, store, limit))
    report(done, len(jobs))
    yield done, count
    if limit is not None and count >= limit:
        return
    work_left = [jobs[key] for key in todo]
    # An event can't be passed to another process.
    own = stop if is_one_process(todo, processes, cluster) else None
    doing = each(partial(work, stop=own), work_left, jobs=processes, cluster=cluster, stop=stop)
    with closing(doing) as results:
        for number, outcome in results:
            if isinstance(outcome, Failed):
                raise JobsError(f"a mining job failed: {outcome.reason}")
            store.add({"job": todo[number]} | asdict(outcome))
            done += 1
            report(done, len(jobs))
            count = len(problems(jobs, store, limit))
            yield done, count
            if limit is not None and count >= limit:
                return


def problems(
    keys: Iterable[str], store: ResultStore[JobResult], limit: int | None = None
) -> list[Mined]:
    """Return the problems of jobs in the store, in the order of the jobs.

    If several jobs found equivalent problems (see :func:`class_key`), only the one with the
    highest ``interest`` is returned, or the first of equals.  With a ``limit`` only the jobs
    before the first unfinished one count, up to the one that reaches the limit.  So the result
    doesn't depend on the order in which the jobs ran.
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
    """Run a job.

    Only the best problem of each kind is returned: successive positions of a game often contain
    nearly the same problem.  Raises Cancelled when ``stop`` is set.
    """
    began = time.monotonic()
    options = job.options
    asker = Asker(Budget(options.time, options.memory, work=options.work, stop=stop))
    best: dict[str, tuple[Find, Position]] = {}
    count = 0
    for position, problems_here in _screened(job, asker):
        count += 1
        for find in problems_here:
            best_so_far = best.get(find.kind)
            # Of equals keep the first, which is the same on every machine.
            if best_so_far is None or find.interest > best_so_far[0].interest:
                # The position of a problem made by an exchange of cards is new, and all its cards
                # known.
                full = position if find.position == position.hide() else find.position
                best[find.kind] = (find, full)
    short = ((find, shortened(find), full) for _, (find, full) in sorted(best.items()))
    mined = tuple(
        _mined(job, find, full, class_key(original))
        for original, find, full in short
        if len(find.line) >= options.least_moves
    )
    return JobResult(count, asker.questions, time.monotonic() - began, mined)


def _mined(job: Job, find: Find, full: Position, key: str) -> Mined:
    name = f"{find.kind}-{key[:8]}"
    origin = f"{job.origin}, by '{job.command(find.kind)}'"
    text = written(find, full, origin, name, job.options.year)
    return Mined(f"{find.kind}:{key}", find.kind, find.interest, find.title, name, text)


def _screened(job: Job, asker: Asker) -> Iterator[tuple[Position, Iterable[Find]]]:
    """Yield the positions of a job, each with the problems found there."""
    for position in _positions(job):
        yield position, finds(position, asker, job.options)


def _positions(job: Job) -> Iterator[Position]:
    """Yield the usable positions of a job, each once."""
    construct = _MADE.get(job.source)
    if construct is not None:
        start = construct(job.name)
    else:
        start = formats.loads(job.position, "json", options=ReadOptions(partial=True))
    positions = sources.game(start, job.options.player)
    visited = set()
    for number, position in enumerate(positions):
        if construct is not None and number > _FOLLOWED:
            return
        if position in visited or position.face_down > _MOST_DOWN or not sources.usable(position):
            continue
        visited.add(position)
        yield position


def class_key(find: Find) -> str:
    """Return a key, in hexadecimal, that is equal for equivalent problems.

    Moving cards from one card of the next rank to another can always be undone.  So the key has
    only the sequences of cards that such moves don't separate: cards that lie on others that they
    don't fit.  It ignores the order of the columns and permutations of the suits.
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
    """Yield sequences of cards for :func:`class_key`, each with a number before the cards.

    It is the number of face-down cards above the sequence, or -1 if this lies on a card of the
    next rank.
    """
    for column in columns:
        piece = [len(column.down)]
        for above, card in zip((None, *column.up), column.up, strict=False):
            if above is not None and fits(card, above, position.rules):
                yield tuple(piece)
                piece = [-1]
            piece.append(4 * card.rank + suits[card.suit.code])
        yield tuple(piece)
