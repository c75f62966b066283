"""``solve --batch`` and ``solve --deals``: many deals, and how far the run is."""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from ..game import deals, rules
from ..game.position import Position
from ..goals.goal import Goal, parse
from ..solver import winning
from ..solver.prover import Budget, Outcome, native_core
from ..solver.store import Store
from ..solver.winning import batch
from ..solver.winning.batch import Result, Task
from ..text.errors import NotationError, SpiderError
from ..text.source import Place
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import FileName, house_rules, read_position, read_text
from .progress import ProgressBar

__all__ = ["Batch", "batch_options", "deals_of_file", "deals_of_numbers"]

_F = TypeVar("_F", bound=Callable[..., Any])

#: More numbers than anybody means; a slip such as 1-1000000000 shouldn't fill the memory.
_MOST: Final = 1_000_000
_RANGE: Final = re.compile(r"([0-9]{1,4000})[ \t]*(?:-[ \t]*([0-9]{1,4000}))?")


def deals_of_numbers(text: str, scheme: str, **told: Any) -> Iterator[Task]:
    """The deals of a list of numbers and ranges such as ``1-100,14934``."""
    name, options = told.get("rules_name"), told.get("rule_options", ())
    found: rules.Rules | None = None
    if name or options:
        known = deals.SCHEMES.get(scheme.lower())
        found = house_rules(name or str(known.rules if known else rules.WOODS), options)
    for number in _numbers(text):
        yield Task(str(number), deals.deal(number, scheme=scheme, rules=found))


def _numbers(text: str) -> list[int]:
    numbers: dict[int, None] = {}
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        start, stop = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not 1 <= start <= stop or len(numbers) + stop - start >= _MOST:
            raise click.UsageError(
                f"--deals {text}: '{part}' is no number or range; expected numbers and ranges "
                "such as 1-100 or 1-10,14934"
            )
        numbers.update(dict.fromkeys(range(start, stop + 1)))
    return list(numbers)


def deals_of_file(spec: str, scheme: str, **told: Any) -> Iterator[Task]:
    """The deals of a file, one a line: a number, or a position in a notation of one line.

    Empty lines and lines that begin with ``#`` are passed over.
    """
    text, name = read_text(spec)
    found = False
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        found = True
        if entry.isascii() and entry.isdecimal():
            yield from deals_of_numbers(entry, scheme, **told)
            continue
        try:
            position = read_position(entry, **told).position
        except (SpiderError, click.UsageError) as error:
            said = error.message if isinstance(error, click.UsageError) else str(error)
            raise NotationError(
                f"this line is no deal: {said}",
                Place(name, number, 1, line),
                "a deal's number, or a position in one line, as 'deal --as fen' writes it",
            ) from None
        yield Task(f"{Path(name).name}:{number}", position)
    if not found:
        raise NotationError("there is no deal in it", Place(name, 0, 0), "one a line")


def _goal(text: str) -> Goal:
    """The goal of a text, which may be a position by mistake."""
    try:
        return parse(text, name="GOAL")
    except NotationError as error:
        said = "--deals and --batch want no POSITION, only a GOAL"
        raise click.UsageError(f"{said}: {error}") from None


def _each_once(tasks: Sequence[Task]) -> list[Task]:
    """The tasks without those whose deal is another's before them; says how many those are."""
    found: dict[Position, Task] = {}
    for task in tasks:
        found.setdefault(task.position, task)
    if more := len(tasks) - len(found):
        note(f"{count_phrase(more, 'deal')} named a second time: each is solved once")
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Batch:
    """The values of ``batch_options``."""

    deals: str | None
    batch_file: str | None
    scheme: str
    output: str | None
    jobs: int | None

    @classmethod
    def of(cls, told: dict[str, Any]) -> Batch | None:
        """Take the options out of those of the command; None if no batch is asked for."""
        found = cls(**{name: told.pop(name) for name in cls.__slots__})
        if found.deals is None and found.batch_file is None:
            for option, value in (("--output", found.output), ("--jobs", found.jobs)):
                if value is not None:
                    raise click.UsageError(f"{option} goes with --deals or --batch")
            return None
        if found.deals is not None and found.batch_file is not None:
            raise click.UsageError(
                "--deals and --batch each name the deals: give one of them (a line of the batch's "
                "file may be a deal's number, too)"
            )
        return found

    def run(self, goal: str | None, budget: Budget, *, shorten: bool, **told: Any) -> int:
        """Solve the deals, print a JSON line for each, and give the exit code."""
        asked = _goal(goal) if goal is not None else winning.WIN
        if not winning.asks_for_a_win(asked):
            raise click.UsageError(f"--deals and --batch ask for a win, not for '{asked}'")
        tasks: list[Task] = []
        if self.deals is not None:
            tasks += deals_of_numbers(self.deals, self.scheme, **told)
        if self.batch_file is not None:
            tasks += deals_of_file(self.batch_file, self.scheme, **told)
        tasks = _each_once(tasks)
        if not native_core():
            note("the compiled core is not installed: searching in Python, which is slow")
        return _solve(tasks, asked, self._results(), budget, shorten=shorten, jobs=self.jobs)

    def _results(self) -> Path:
        """Where the results go; if nothing is said, a file in the current directory."""
        if self.output is not None:
            return Path(self.output)
        source = "deals-" + self.deals if self.deals else Path(self.batch_file or "").stem
        stem = "".join(c if c.isalnum() or c in "-." else "-" for c in source)
        return Path(f"spiderpos-{stem[:80]}.jsonl")


def batch_options(command: _F) -> _F:
    """The options for many deals at once."""
    options = [
        click.option(
            "--deals",
            metavar="NUMBERS",
            help="Solve deals by number, such as 1-100 or 1-10,14934; a JSON line for each.",
        ),
        click.option(
            "--batch",
            "batch_file",
            type=FileName(),
            metavar="FILE",
            help="Solve the deals of FILE, one a line: a number, or a position in one line.",
        ),
        click.option(
            "--scheme",
            default="classic",
            show_default=True,
            metavar="NAME",
            help=f"Whose numbers --deals and --batch mean: {', '.join(deals.SCHEMES)}.",
        ),
        click.option(
            "--output",
            type=FileName(),
            metavar="FILE",
            help="Where the JSON lines go too, and where a second start goes on "
            "(default: a file spiderpos-....jsonl here).",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1, 1024),
            metavar="N",
            help="Deals to solve at once (default: as many as there are cores).",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _solve(
    tasks: Sequence[Task],
    goal: Goal,
    path: Path,
    budget: Budget,
    *,
    shorten: bool,
    jobs: int | None,
) -> int:
    results: list[Result] = []
    with Store(path, batch.read, batch.WANTED) as store, ProgressBar(len(tasks)) as bar:
        if len(store):
            note(f"{path} has {count_phrase(len(store), 'result')}: going on from there")
        found = batch.run(tasks, goal, store, budget=budget, shorten=shorten, jobs=jobs)
        solved = 0
        bar.show(0, "0 solved")
        try:
            with closing(found):
                for result in found:
                    results.append(result)
                    solved += result["outcome"] == Outcome.SOLVED
                    bar.clear()
                    click.echo(json.dumps(result))
                    bar.show(len(results), f"{solved} solved")
        except KeyboardInterrupt:
            bar.clear()
            note(f"results so far: {path}; the same command goes on from there")
            raise
    note(f"{_summary(results)}\nresults: {path}")
    outcomes = {result["outcome"] for result in results}
    if Outcome.UNDECIDED in outcomes:
        return UNDECIDED
    return DOES_NOT_HOLD if Outcome.IMPOSSIBLE in outcomes else HOLDS


def _summary(results: Sequence[Result]) -> str:
    outcomes = Counter(result["outcome"] for result in results)
    parts = [f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome]]
    text = f"{count_phrase(len(results), 'deal')}: {', '.join(parts)}"
    seconds = [result["seconds"] for result in results]
    text += f"; median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"
    moves = [result["moves"] for result in results if result["moves"]]
    return text + (f"; {statistics.mean(moves):.1f} moves on average" if moves else "")
