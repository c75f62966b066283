"""``spiderpos author mine``: find problems in played deals, save files and constructions."""

from __future__ import annotations

import datetime
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click

from .. import formats
from ..author.mining import jobs as mining
from ..author.mining.criteria import KINDS
from ..author.mining.find import Options
from ..author.mining.jobs import Job, JobResult, Mined
from ..author.mining.sources import PLAYERS
from ..solver.budget import Budget
from ..solver.jobs import JobsError
from ..solver.results import ResultStore
from ..solver.winning.batch import tasks_of_numbers
from ..text.files import new_file, read_head
from ..text.wording import count_phrase, harmless, join_words
from .budget import budget_options
from .errors import DOES_NOT_HOLD, HOLDS, INTERRUPTED, UNREADABLE, complain, note
from .inputs import read_position
from .options import (
    A_POSITION,
    file_name,
    jobs_option,
    scheduler_option,
    scheme_option,
)
from .progress import ProgressLine

_F = TypeVar("_F", bound=Callable[..., Any])
_USUAL = Options()
#: The maximum number of constructions of one kind in a run.
_MOST = 1_000_000


def _limit(name: str, least: int, default: int, text: str) -> Callable[[_F], _F]:
    return click.option(
        name, type=click.IntRange(least), default=default, show_default=True, help=text
    )


@click.command()
@click.argument("positions", type=A_POSITION, nargs=-1, metavar="[POSITION]...")
@click.option("--deals", "numbers", metavar="NUMBERS", help="Deals to play, such as 1-100.")
@scheme_option("Numbering scheme of --deals")
@click.option(
    "--random",
    "constructions",
    metavar="NUMBERS",
    help="Random constructions: a count, or a range of numbers such as 101-200.",
)
@click.option(
    "--unplayed",
    metavar="NUMBERS",
    help="Positions played backwards from ones without two suits: a count or range, as --random.",
)
@click.option(
    "--seed",
    default="1",
    show_default=True,
    help="Random seed of --random and --unplayed.",
)
@click.option(
    "--player",
    type=click.Choice(PLAYERS),
    default=_USUAL.player,
    show_default=True,
    help="Policy that plays the deals and continues from a POSITION or construction.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(list(KINDS)),
    help="Kind of problem to look for; can be given several times. Default: all kinds.",
)
@_limit("--least-moves", 1, _USUAL.least_moves, "Minimum length of a solution.")
@_limit(
    "--least-tries",
    1,
    _USUAL.least_tries,
    "Minimum number of other first moves, columns or cards that look possible.",
)
@_limit("--most-choices", 2, _USUAL.most_choices, "Maximum number of first moves of a position.")
@budget_options(_USUAL.time or 0, ", for each search of the prover")
@_limit(
    "--memory",
    1,
    _USUAL.memory,
    "Memory for each search, in mebibytes. If it runs out before the time, runs are repeatable.",
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="End after N problems.")
@click.option(
    "-o",
    "--output",
    "folder",
    default="mined",
    show_default=True,
    type=file_name,
    metavar="FOLDER",
    help="Folder for the problem files and the results (mined.jsonl).",
)
@jobs_option("Jobs to do")
@scheduler_option
def mine(
    positions: tuple[str, ...],
    numbers: str | None,
    scheme: str | None,
    constructions: str | None,
    unplayed: str | None,
    seed: str,
    player: str,
    kinds: tuple[str, ...],
    least_moves: int,
    least_tries: int,
    most_choices: int,
    budget: Budget,
    memory: int,
    limit: int | None,
    folder: str,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    """Find problems, prove them, and write a file for each.

    Positions come from deals, from POSITION (a save file or another position, and the play from
    there), or are made: constructed at random, or played backwards.  docs/mining.md explains the
    kinds.

    Ctrl-C writes the problems found so far; the same command continues from there.  An existing
    file with a different text, which you may have edited, is not overwritten.

    \b
    Examples:
      spiderpos author mine --deals 1-100 -o mined
      spiderpos author mine --unplayed 200 --kind one-order --limit 3
      spiderpos author mine my-game.save --least-moves 4

    Exit codes: 0 problems were found; 1 none were found; 2 wrong usage, or the scheduler or a
    worker process was lost; 130 after Ctrl-C.
    """
    options = Options(
        tuple(kind for kind in KINDS if kind in kinds),
        player,
        least_moves,
        least_tries,
        most_choices,
        budget.seconds,
        memory,
        datetime.datetime.now(datetime.UTC).year,
        budget.work,
    )
    constructed = {"random": constructions, "unplayed": unplayed}
    todo = _jobs(positions, numbers, scheme or "classic", constructed, seed, options)
    if not todo:
        raise click.UsageError(
            "expected a source of positions: --deals, --random, --unplayed, or a POSITION"
        )
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    store = ResultStore(target / "mined.jsonl", mining.read, mining.WANTED)
    with store, ProgressLine(len(todo)) as bar:
        stopped: KeyboardInterrupt | JobsError | None = None
        done = 0
        run = mining.mine(todo, store, limit=limit, processes=jobs, cluster=scheduler)
        try:
            with closing(run):
                before, count = next(run)
                if before:
                    note(f"{count_phrase(before, 'job')} of {len(todo)} done before: continuing")
                for done, count in run:
                    bar.show(done, count_phrase(count, "problem"))
        except (KeyboardInterrupt, JobsError) as error:
            stopped = error
        mined = mining.problems(todo, store, limit if stopped is None else None)[:limit]
        outcomes = [outcome for key in todo if (outcome := store.get(key)) is not None]
        elapsed = bar.elapsed
    _write(mined, target)
    _summarise(mined, outcomes, elapsed)
    if stopped is not None:
        if isinstance(stopped, JobsError):
            complain(str(stopped))
        note(
            f"stopped after {len(outcomes)} of {count_phrase(len(todo), 'job')}; the problems "
            "found are written, and the same command continues from there"
        )
        sys.exit(UNREADABLE if isinstance(stopped, JobsError) else INTERRUPTED)
    sys.exit(HOLDS if mined else DOES_NOT_HOLD)


def _write(problems: Sequence[Mined], target: Path) -> None:
    """Write a file for each problem and print its name; keep existing files with other text."""
    unchanged = []
    for mined in problems:
        path = target / f"{mined.name}.yaml"
        text = mined.text.encode()
        try:
            new_file(path, text)
        except FileExistsError:
            if read_head(path, len(text) + 1) != text:
                unchanged.append(path.name)
        click.echo(harmless(f"{path}  {mined.title}"))
    if unchanged:
        files = count_phrase(len(unchanged), "file")
        note(f"{files} kept, with other text: {join_words(unchanged)}")


def _jobs(
    positions: Sequence[str],
    numbers: str | None,
    scheme: str,
    constructed: Mapping[str, str | None],
    seed: str,
    options: Options,
) -> dict[str, Job]:
    """Return the jobs by their keys: positions first, then deals, then constructions."""
    jobs: list[Job] = []
    for spec in positions:
        position = read_position(spec).position
        name = "a position" if "/" in spec and not Path(spec).exists() else Path(spec).name
        jobs.append(Job("position", name, options, formats.dumps(position, "json")))
    if numbers is not None:
        for task in tasks_of_numbers(numbers, scheme=scheme):
            text = formats.dumps(task.position, "json")
            name = task.name if scheme == "classic" else f"{task.name} ({scheme})"
            jobs.append(Job("deal", name, options, text))
    for source, counts in constructed.items():
        for number in _numbered(counts, source) if counts is not None else ():
            jobs.append(Job(source, f"{seed}:{number}", options))
    return {job.key: job for job in jobs}


def _numbered(text: str, source: str) -> range:
    """Parse the numbers of constructions: ``100`` means 1 to 100, ``101-200`` is a range."""
    first, dash, last = text.partition("-")
    try:
        start, stop = (int(first), int(last)) if dash else (1, int(text))
    except ValueError:
        start, stop = 1, 0
    if not 1 <= start <= stop or stop - start >= _MOST or not text.isascii():
        raise click.UsageError(
            f"--{source}: expected a count or FIRST-LAST (at most {_MOST:,} numbers), "
            f"found '{text}'"
        )
    return range(start, stop + 1)


def _summarise(problems: Sequence[Mined], outcomes: Sequence[JobResult], elapsed: float) -> None:
    screened = sum(outcome.positions for outcome in outcomes)
    questions = sum(outcome.questions for outcome in outcomes)
    spent = sum(outcome.seconds for outcome in outcomes)
    if screened and not questions:
        note(f"nothing to prove in {elapsed:.0f} s: no position had enough choices")
    rate = f", {screened / spent:.1f} positions a second of work" if spent > 0.5 else ""
    note(
        f"{count_phrase(screened, 'position')} screened, {count_phrase(questions, 'question')} "
        f"to the prover in {elapsed:.0f} s{rate}"
    )
    by_kind = Counter(mined.kind for mined in problems)
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(by_kind.items()))
    note(f"{count_phrase(len(problems), 'problem')}" + (f": {kinds}" if kinds else ""))
