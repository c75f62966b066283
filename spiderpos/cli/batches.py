"""The command ``solve-deals``."""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path

import click

from ..game.position import Position
from ..goals.goal import parse
from ..solver import Budget, Outcome, winning
from ..solver.jobs import JobsError
from ..solver.results import ResultStore
from ..solver.winning import batch
from ..solver.winning.batch import Result, Task
from ..text.errors import NotationError
from ..text.wording import count_phrase
from .budget import EXITS, budget_options, note_slow
from .errors import note
from .inputs import deal_rules, read_position, read_text
from .options import (
    A_GOAL,
    PositionOptions,
    file_option,
    jobs_option,
    position_options,
    scheduler_option,
    scheme_option,
)
from .progress import ProgressLine


@click.command(name="solve-deals")
@click.argument("deals")
@click.argument("goal", type=A_GOAL, default="win")
@budget_options(memory=True)
@scheme_option("Numbering of the deals")
@file_option(
    "-o",
    "--output",
    help="Also write the JSON lines to this file; a later run continues from it "
    "(default: spiderpos-....jsonl in the current folder).",
)
@click.option("--as-found", is_flag=True, help="Don't shorten the lines; this takes less time.")
@jobs_option("Deals to solve")
@scheduler_option
@position_options
def solve_deals(
    deals: str,
    goal: str,
    budget: Budget,
    scheme: str | None,
    output: str | None,
    as_found: bool,
    jobs: int | None,
    scheduler: str | None,
    reading: PositionOptions,
) -> None:
    """Solve many DEALS; print one line of JSON for each, or one line of text on a terminal.

    DEALS are numbers and ranges, such as 1-100 or 1-10,14934, or a file (or '-') with a number or
    a position in each line.  GOAL must be "win" or an equivalent phrase.

    \b
    Exit codes: 0 all solved; 1 one is impossible; 2 unreadable; 3 one is undecided.

    \b
    Examples:
      spiderpos solve-deals 1-100 --time 10
      spiderpos solve-deals deals.txt --output results.jsonl
      spiderpos solve-deals 1-32000 --as-found --time 20 --output results.jsonl
    """
    try:
        target = parse(goal, name="GOAL")
    except NotationError as error:
        raise click.UsageError(f"cannot parse GOAL: {error}") from None
    if not winning.asks_for_a_win(target):
        raise click.UsageError(f"expected the goal 'win', not '{target}'")
    tasks = _tasks(deals, scheme or "classic", reading)
    note_slow()
    results = Path(output) if output is not None else _results(deals)
    polish = 0 if as_found else winning.POLISH
    with ResultStore(results, batch.read, batch.WANTED) as store:
        run = batch.run(
            tasks, target, store, budget=budget, polish=polish, jobs=jobs, cluster=scheduler
        )
        sys.exit(_tell(run, len(tasks), len(store), results))


def _tasks(deals: str, scheme: str, reading: PositionOptions) -> list[Task]:
    """Return the deals of the argument DEALS: a file if one has this name, otherwise numbers."""
    rules = deal_rules(scheme, reading.rules_name, reading.rule_options)

    def position_of(entry: str) -> Position:
        try:
            return read_position(entry, reading).position
        except click.UsageError as error:
            raise NotationError(error.message) from None

    if deals == "-" or os.path.lexists(deals):
        text, name = read_text(deals)
        return list(batch.tasks_of_text(text, name, position_of, scheme=scheme, rules=rules))
    return list(batch.tasks_of_numbers(deals, scheme=scheme, rules=rules))


def _results(deals: str) -> Path:
    """Return the default path of the results, in the current directory."""
    source = Path(deals).stem if os.path.lexists(deals) else "deals-" + deals
    stem = "".join(c if c.isalnum() or c in "-." else "-" for c in source)
    return Path(f"spiderpos-{stem[:80]}.jsonl")


def _tell(run: Generator[Result, None, None], total: int, before: int, path: Path) -> int:
    """Print each result of a run, with a progress line on a terminal; return the exit code."""
    results: list[Result] = []
    solved = 0
    with ProgressLine(total) as bar, closing(run):
        if before:
            note(f"{path} has {count_phrase(before, 'result')}: continuing from there")
        bar.show(0, "0 solved")
        try:
            for result in run:
                results.append(result)
                solved += result["outcome"] == Outcome.SOLVED
                bar.clear()
                click.echo(_line(result) if sys.stdout.isatty() else json.dumps(result))
                bar.show(len(results), f"{solved} solved")
        except (KeyboardInterrupt, JobsError):
            bar.clear()
            note(f"results so far: {path}; the same command continues from there")
            raise
    note(f"{_summary(results)}\nresults: {path}")
    return max(EXITS[Outcome(result["outcome"])] for result in results)


def _line(result: Result) -> str:
    """Return a result as text: ``deal 5: solved, 123 moves, 0.42 s``."""
    moves = f", {count_phrase(result['moves'], 'move')}" if result["moves"] else ""
    return f"deal {result['deal']}: {result['outcome']}{moves}, {result['seconds']:.2f} s"


def _summary(results: Sequence[Result]) -> str:
    outcomes = Counter(result["outcome"] for result in results)
    parts = [f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome]]
    text = f"{count_phrase(len(results), 'deal')}: {', '.join(parts)}"
    seconds = [result["seconds"] for result in results]
    text += f"; median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"
    moves = [result["moves"] for result in results if result["moves"]]
    return text + (f"; {statistics.mean(moves):.1f} moves on average" if moves else "")
