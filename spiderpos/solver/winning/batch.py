"""Many deals on all cores, with a journal from which an interrupted run goes on.

Each result is one JSON line of the journal, written in one piece and brought to the disk before
it counts.  Whatever kills a run, the next one reads the journal, drops a last line that is cut
off after at least one whole result, and solves what has no line yet.  A file that isn't such a
journal is left as it is; so is one with nothing but a line that is cut off, as it may be anything.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import queue
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Any, Final, Literal, NoReturn, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ... import formats
from ...game.position import Position
from ...game.replay import ReplayError, replay
from ...goals.goal import Goal
from ...goals.judge import Verdict, judge
from ...scripts import words
from ...text.errors import NotationError, SpiderError
from ...text.files import hold
from ...text.source import Place
from ..processes import cores
from ..prover import Budget, Outcome

__all__ = ["Journal", "JournalError", "Result", "Task", "run"]

#: One line of the journal.
Result: TypeAlias = dict[str, Any]


#: How every line of a journal begins, and what one can have, in bytes; lines have a few hundred.
_BEGINNING: Final = b'{"deal": "'
_LONGEST: Final = 1_000_000
#: No run has taken more seconds, or made more moves.
_MOST: Final = 2**63 - 1


class JournalError(SpiderError):
    """Something else writes to the journal, it is gone or no file, or a worker can't work."""


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be solved; ``name`` is what the results call it."""

    name: str
    position: Position


def run(
    tasks: Sequence[Task],
    goal: Goal,
    journal: Journal,
    *,
    budget: Budget,
    shorten: bool = False,
    jobs: int | None = None,
    doubted: Callable[[str], None] | None = None,
) -> Generator[Result, None, None]:
    """Solve the tasks that the journal has no result for; give all results.

    Those that were there come first, in the tasks' order, then the others as they are found.
    ``budget`` is for each deal; an undecided one is tried again if the budget has more seconds
    than it had.  ``jobs``: processes at once, as many as there are cores if not given.  A result
    in the journal whose line doesn't reach the goal, or that has one and isn't solved, or says of
    a goal that holds already that it can't be reached, or has what no result can have, counts for
    nothing: ``doubted`` is told why, in words, and its deal is solved anew.  Otherwise
    "impossible" is taken from the journal as it stands.

    Raises JournalError if a worker ends before its time, or as :meth:`Journal.add`, as OSError.
    """
    todo: list[tuple[Task, Result]] = []
    for task in tasks:
        question = _question(task, goal, budget, shorten=shorten)
        known = journal.result(question)
        if known is not None and (fault := _fault(known, task.position, goal)):
            if doubted is not None:
                doubted(fault)
            known = None
        if known is None:
            todo.append((task, question))
        else:
            yield known
    if todo:
        with _Workers(min(jobs or cores(), len(todo)), todo, goal, budget, shorten) as workers:
            for result in workers.results():
                journal.add(result)
                yield result


def _fault(result: Result, position: Position, goal: Goal) -> str:
    """What is wrong with a result by itself, in words; empty if nothing is.

    *Not* searched: whether there is no line where it says so.
    """
    of_deal = f"for deal {result['deal']}"
    try:
        rest = _Rest.model_validate(result)
    except ValidationError as error:
        key = error.errors()[0]["loc"][0]
        return f"the result {of_deal} has a '{key}' that none can have"
    fault = f"the result {of_deal} contradicts itself"
    if rest.saved is not None and not result["shorten"]:
        return fault
    if result["outcome"] != Outcome.SOLVED:
        there = judge(goal, position, ()).verdict is Verdict.HOLDS
        return fault if there or rest.line is not None or rest.saved else ""
    no_line = f"the line {of_deal} doesn't reach the goal"
    try:
        steps = replay(position, words.loads(rest.line)).steps if rest.line is not None else ()
    except (NotationError, ReplayError):
        return no_line
    if judge(goal, position, steps).verdict is not Verdict.HOLDS:
        return no_line
    right = result["moves"] == (len(steps) or None) and (steps or not rest.saved)
    return "" if right else fault


def _question(task: Task, goal: Goal, budget: Budget, *, shorten: bool) -> Result:
    """What the result begins with; it is the answer to the same question if this is the same."""
    text = formats.dumps(task.position, "json")
    return {
        "deal": task.name,
        "rules": str(task.position.rules),
        "goal": str(goal),
        "shorten": shorten,
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
        "budget": budget.seconds,
    }


class _Line(BaseModel):
    """What every line of a journal has, and within which bounds.

    Any number of seconds may be asked for, but not one that has no end.
    """

    model_config = ConfigDict(strict=True, extra="ignore")

    deal: str
    rules: str
    goal: str
    shorten: bool
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    budget: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
    outcome: Literal["solved", "impossible", "undecided"]
    seconds: Annotated[float, Field(ge=0, le=_MOST, allow_inf_nan=False)]
    moves: Annotated[int, Field(ge=1, le=_MOST)] | None


class _Rest(BaseModel):
    """What else a result has, and within which bounds; an older one may lack some of it."""

    model_config = ConfigDict(strict=True, extra="ignore")

    reason: str = ""
    positions: Annotated[int, Field(ge=0, le=_MOST)] = 0
    mebibytes: Annotated[float, Field(ge=0, le=_MOST)] = 0
    beam: Annotated[int, Field(ge=1, le=_MOST)] | None = None
    saved: Annotated[int, Field(ge=0, le=_MOST)] | None = None
    line: str | None = None


class Journal:
    """The results so far, in a file of JSON lines; to be used as a context manager.

    Opening it drops a last line that was cut off, if a whole one is before it.  Raises
    NotationError if the file has other lines that are no results, JournalError if another run has
    it open or it is no ordinary file, OSError, which names the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None
        self._results: dict[str, Result] = {}
        #: So many bytes are results.
        self._size = 0

    def __enter__(self) -> Journal:
        if self.path.exists() and not self.path.is_file() and not self.path.is_dir():
            raise JournalError(
                f"'{self.path}' is a pipe or a device; results go to a file, where a second start "
                "finds them"
            )
        with self._named():
            self._file = self.path.open("a+b")
        try:
            if not hold(self._file):
                raise JournalError(f"another run is writing to {self.path}")
            with self._named():
                self._read(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def __len__(self) -> int:
        return len(self._results)

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Errors of the file name it."""
        try:
            yield
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _read(self, file: IO[bytes]) -> None:
        file.seek(0)
        ended = True
        for number, line in enumerate(iter(partial(file.readline, _LONGEST), b""), 1):
            result = _result(line)
            if result is None:
                if _is_cut_off(line) and self._results:
                    file.truncate(self._size)
                    return
                raise NotationError(
                    "this line is no result of a batch",
                    Place(str(self.path), number, 1, line.decode("utf-8", "replace").rstrip("\n")),
                    "a file that 'solve --batch' or 'solve --deals' wrote, or a new one",
                )
            self._size += len(line)
            self._results[_key(result)] = result
            ended = line.endswith(b"\n")
        if not ended:
            self._append(b"\n")

    def _append(self, data: bytes) -> None:
        """Bring bytes to the disk, all of them or none.  Raises OSError, or as :meth:`check`."""
        assert self._file is not None  # noqa: S101 - it was opened
        there = self._file.fileno()
        # After somebody else's bytes it might be no line of its own.
        self.check()
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(there, left) :]
            os.fsync(there)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(there, self._size)
            raise
        self._size += len(data)
        self.check()

    def check(self) -> None:
        """Raise JournalError if the file of this name hasn't all results any more, or has more.

        Raises OSError if that can't be seen.
        """
        assert self._file is not None  # noqa: S101 - it was opened
        again = "the same command goes on from what is there"
        with contextlib.suppress(FileNotFoundError):
            now = os.stat(self.path)
            ours = os.path.samestat(now, os.fstat(self._file.fileno()))
            if ours and now.st_size == self._size:
                return
            if ours and now.st_size > self._size:
                raise JournalError(
                    f"another program wrote to {self.path} during the run: take out what is no "
                    "result there, and the same command goes on from the results"
                )
            if not stat.S_ISREG(now.st_mode):
                again = "what is there now is no file for them, so name another one"
        raise JournalError(
            f"{self.path} was taken away, shortened or replaced by another file during the run: "
            f"results are missing; {again}"
        )

    def result(self, question: Result) -> Result | None:
        """The result for a question, unless a larger budget might change it."""
        known = self._results.get(_key(question))
        if known is None or known["outcome"] != Outcome.UNDECIDED:
            return known
        now, then = question["budget"], known["budget"]
        return known if then is None or (now is not None and now <= then) else None

    def add(self, result: Result) -> None:
        """Write a result; it is on the disk, in the file of this name, when this returns.

        Raises OSError, which names the file; that is then as it was.  JournalError as
        :meth:`check`.
        """
        with self._named():
            self._append(json.dumps(result).encode() + b"\n")
        self._results[_key(result)] = result


def _result(line: bytes) -> Result | None:
    """The result that a line is; None if it is none."""
    if len(line) >= _LONGEST:
        return None
    try:
        found = json.loads(line, parse_constant=_no_number, parse_float=_finite)
        checked = _Line.model_validate(found)
    except (ValueError, RecursionError):
        return None
    # Only a line has moves, and only what is solved has a line.
    if checked.moves is not None and checked.outcome != "solved":
        return None
    result: Result = found
    return result


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _finite(text: str) -> float:
    """The number; results are printed again, and JSON has no infinity."""
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _is_cut_off(line: bytes) -> bool:
    """Whether the last line of a file, which is no result, may be the beginning of one."""
    if line.endswith(b"\n") or len(line) >= _LONGEST:
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return line.startswith(_BEGINNING) or _BEGINNING.startswith(line)
    return False


def _key(result: Result) -> str:
    return json.dumps([result[k] for k in ("deal", "rules", "goal", "shorten", "digest")])


#: A result, or why a worker has none.
_Found: TypeAlias = Result | BaseException


class _Workers:
    """Processes that solve, each with a thread that feeds it; they end with the block."""

    def __init__(
        self,
        count: int,
        todo: Sequence[tuple[Task, Result]],
        goal: Goal,
        budget: Budget,
        shorten: bool,
    ) -> None:
        self.count = count
        self.todo: queue.SimpleQueue[tuple[Task, Result]] = queue.SimpleQueue()
        self.expected = len(todo)
        for item in todo:
            self.todo.put(item)
        self.found: queue.SimpleQueue[_Found] = queue.SimpleQueue()
        self.goal = goal
        self.budget = budget
        self.shorten = shorten
        self.processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> _Workers:
        command = [sys.executable, "-P", "-m", "spiderpos.solver.winning.worker"]
        package = str(Path(__file__).resolve().parents[2])
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
        try:
            self._begin(command, environment)
        except (OSError, RuntimeError) as error:
            # There is no process, or no thread, to be had.
            self.__exit__()
            raise JournalError(f"no process to solve deals can be begun ({error})") from None
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        for _ in range(self.count):
            # A session of its own, so that Ctrl-C is for us alone.
            process = subprocess.Popen(  # noqa: S603 - our own module
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
                start_new_session=True,
            )
            self.processes.append(process)
            threading.Thread(target=self._feed, args=(process,), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()

    def results(self) -> Iterator[Result]:
        for _ in range(self.expected):
            found = self._next()
            if isinstance(found, BaseException):
                raise found
            yield found

    def _next(self) -> _Found:
        # With a time limit, so that Ctrl-C is heard.
        while True:
            with contextlib.suppress(queue.Empty):
                return self.found.get(timeout=0.2)

    def _feed(self, process: subprocess.Popen[str]) -> None:
        try:
            while True:
                try:
                    task, question = self.todo.get_nowait()
                except queue.Empty:
                    return
                self.found.put(question | self._solved(process, task))
        except (OSError, ValueError) as error:
            self.found.put(JournalError(f"a process that solves deals broke down ({error})"))
        except BaseException as error:
            # Raised again by the thread that waits for results, which would wait for ever.
            self.found.put(error)

    def _solved(self, process: subprocess.Popen[str], task: Task) -> Result:
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        assert process.stdout is not None  # noqa: S101
        request = {
            "position": formats.dumps(task.position, "json"),
            "partial": True,
            "goal": str(self.goal),
            "seconds": self.budget.seconds,
            "mebibytes": self.budget.mebibytes,
            "shorten": self.shorten,
        }
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise ValueError(f"it ended with {process.wait()}")
        result: Result = json.loads(line)
        return result
