"""Solve many deals, with a results file from which an interrupted run can be resumed."""

from __future__ import annotations

import hashlib
import json
import math
import re
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ... import formats, scripts
from ...game import deals
from ...game.position import Position
from ...game.rules import Rules
from ...goals.goal import Goal
from ...text.errors import NotationError, SpiderError
from ...text.source import Place
from .. import solve
from ..budget import MIB, Budget
from ..difficulty import rate
from ..jobs import Failed, each, is_one_process
from ..prover.answer import Outcome
from ..results import ResultStore
from . import POLISH

#: A line of the results file, which is also printed.
Result: TypeAlias = dict[str, Any]

#: The expected kind of file, for the error message of ``ResultStore`` about any other file.
WANTED: Final = "a file that was written by solving deals, or a new one"
#: The keys of a result that identify its deal and goal.
_QUESTION: Final = ("deal", "rules", "goal", "digest")


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to solve; ``name`` identifies it in the results."""

    name: str
    position: Position


#: The maximum number of deals.  It catches typing errors such as 1-1000000000, which would fill
#: the memory.
_MOST: Final = 1_000_000
_RANGE: Final = re.compile(r"([0-9]{1,4000})[ \t]*(?:-[ \t]*([0-9]{1,4000}))?")


def tasks_of_numbers(
    text: str, *, scheme: str = "classic", rules: Rules | None = None
) -> Iterator[Task]:
    """Yield the deals of a list of numbers and ranges such as ``1-100,14934``, each once.

    Raises NotationError for other text, DealError for an invalid number or scheme.
    """
    numbers: dict[int, None] = {}
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        start, stop = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= start <= stop or len(numbers) + stop - start >= _MOST:
            expected = "numbers and ranges such as 1-100 or 1-10,14934"
            raise NotationError(f"'{part}' is not a number or range", expected=expected)
        numbers.update(dict.fromkeys(range(start, stop + 1)))
    for number in numbers:
        yield Task(str(number), deals.deal(number, scheme=scheme, rules=rules))


def tasks_of_text(
    text: str,
    name: str,
    position_of: Callable[[str], Position],
    *,
    scheme: str = "classic",
    rules: Rules | None = None,
) -> Iterator[Task]:
    """Yield the deals of a text, one per line: a number, or a position for ``position_of``.

    Empty lines and lines that begin with ``#`` are skipped.  Raises NotationError for a line that
    isn't a deal, or a text without deals; DealError for an invalid number or scheme.
    """
    has_deals = False
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        has_deals = True
        if entry.isascii() and entry.isdecimal():
            yield from tasks_of_numbers(entry, scheme=scheme, rules=rules)
            continue
        try:
            position = position_of(entry)
        except SpiderError as error:
            raise NotationError(
                f"this line is not a deal: {error}",
                Place(name, number, 1, line),
                "a deal's number, or a position in one line, as in FEN",
            ) from None
        yield Task(f"{name.rpartition('/')[2]}:{number}", position)
    if not has_deals:
        raise NotationError("this text has no deals", Place(name, 0, 0), "one per line")


def read(line: Result) -> tuple[str, Result]:
    """Return the key and the result of a line, for a store.  Raises KeyError or ValueError."""
    Outcome(line["outcome"])
    seconds, *others = (
        line["seconds"],
        line["moves"] or 0,
        line["budget"] or 0,
        line.get("work") or 0,
    )
    if not all(isinstance(number, int | float) for number in (seconds, *others)):
        raise ValueError(line)
    return json.dumps([line[key] for key in _QUESTION]), line


def run(
    tasks: Sequence[Task],
    goal: Goal,
    store: ResultStore[Result],
    *,
    budget: Budget,
    polish: float = POLISH,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Generator[Result, None, None]:
    """Solve the deals that have no result in the store; yield the results of all deals.

    Stored results come first, in the order of the tasks, then the others as they are found.  A
    deal whose process is killed is undecided, and is tried again by the next run.

    Args:
        tasks: The deals.
        goal: The goal for each deal.
        store: The stored results; new ones are added.
        budget: The limits for each deal.  An undecided deal is tried again if the budget is larger
            than the stored one.
        polish: The limit for shortening a line, in seconds.
        jobs: The number of processes, by default one for each core.
        cluster: The address of a Dask scheduler, whose workers solve the deals instead.
        progress: Called with the number of results so far, and in total.

    Raises:
        JobsError: No process can be started, or the scheduler is lost.
        OSError: A result can't be written.
        Cancelled: The budget's ``stop`` was set.  The results so far are in the store.
    """
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(tasks))

    todo: list[tuple[Task, Result]] = []
    for task in tasks:
        question = _question(task, goal, budget)
        stored = _stored(store, question)
        if stored is None:
            todo.append((task, question))
        else:
            count()
            yield stored
    # An event can't be passed to another process.
    own = budget if is_one_process(todo, jobs, cluster) else replace(budget, stop=None)
    work = [(task.position, goal, own, polish) for task, _ in todo]
    with closing(each(_solve, work, jobs=jobs, cluster=cluster, stop=budget.stop)) as results:
        for number, result in results:
            _, question = todo[number]
            count()
            if isinstance(result, Failed):
                yield question | _undecided(result.reason)
            else:
                store.add(question | result)
                yield question | result


def _question(task: Task, goal: Goal, budget: Budget) -> Result:
    """Return the first keys of a result, which identify the deal, the goal and the limits."""
    text = formats.dumps(task.position, "json")
    return {
        "deal": task.name,
        "rules": str(task.position.rules),
        "goal": str(goal),
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
        "budget": budget.seconds,
    } | ({} if budget.work is None else {"work": budget.work})


def _stored(store: ResultStore[Result], question: Result) -> Result | None:
    """Return the stored result for a deal.

    None if there is none, or if it is undecided and this budget is larger.
    """
    stored = store.get(json.dumps([question[key] for key in _QUESTION]))
    if stored is None or stored["outcome"] != Outcome.UNDECIDED:
        return stored
    # A missing limit counts as infinite.
    larger = any(
        stored.get(key) is not None and (question.get(key) or math.inf) > stored[key]
        for key in ("budget", "work")
    )
    return None if larger else stored


def _solve(work: tuple[Position, Goal, Budget, float]) -> Result:
    position, goal, budget, polish = work
    began = time.monotonic()
    answer = solve(position, goal, budget=budget, polish=polish)
    budget.check_stop()
    answer = answer.uninterrupted()
    searched = answer.searched
    return {
        "outcome": str(answer.outcome),
        "reason": answer.reason,
        "seconds": round(time.monotonic() - began, 3),
        "positions": searched.classes,
        "mebibytes": round(searched.bytes / MIB, 1),
        "beam": searched.rounds or None if searched.method == "beam" else None,
        "moves": len(answer.steps) or None,
        "difficulty": rate(position, goal, answer.steps).rating if answer.steps else None,
        "line": scripts.dumps(answer.steps, "words") if answer.steps else None,
    }


def _undecided(reason: str) -> Result:
    return {"outcome": "undecided", "reason": reason, "seconds": 0.0, "moves": None}
