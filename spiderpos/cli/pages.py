"""Commands that write pages: ``page`` and ``site``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..catalogue import Problem, find_problem, load_problems, problem_ids
from ..catalogue.proving import Proof, prove_all, unshown
from ..game.script import Script
from ..goals.goal import parse
from ..goals.plans import Plan
from ..show.pages import content
from ..show.pages import site as sites
from ..show.pages.problem import render
from ..solver.prover.answer import Budget
from ..text.errors import NotationError
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, UNREADABLE, complain, note
from .inputs import FileName, Title, note_doubts, position_options, read_position, time_option
from .scripting import read_moves, script_options
from .writing import check_folder, check_new, output_option, put

__all__ = ["page", "site"]


def _proving(command: Any) -> Any:
    command = time_option(60, ", with --prove: for each claim")(command)
    help = "Decide the claims that no line shows."
    return click.option("--prove", is_flag=True, help=help)(command)


@click.command()
@click.argument("problem")
@click.argument("script", required=False)
@output_option(
    "The file to write, '-' for standard output (default: the problem's name and .html)."
)
@click.option("--title", type=Title(), help="The page's title (default: the problem's).")
@click.option("--goal", metavar="GOAL", help="What is asked (default: the problem's goal).")
@script_options
@_proving
@position_options
def page(
    problem: str,
    script: str | None,
    output: str | None,
    force: bool,
    title: str | None,
    goal: str | None,
    notation: str | None,
    prove: bool,
    seconds: float,
    **told: Any,
) -> None:
    """Write a page that shows PROBLEM, and steps through its solution.

    PROBLEM is the name of a catalogue problem, a problem file, or any POSITION; with SCRIPT (a
    file of moves, or '-') the page has that line of play and no other.  The page is one file
    that needs nothing else: it works from a disk, offline and on a phone, and prints.

    The page is written even if a line can't be played or a claim doesn't hold; the page says so,
    and the exit code is 1.

    \b
    Examples:
      spiderpos page woods-3 -o woods-3.html
      spiderpos page my-problem.yaml
      spiderpos page position.txt moves.txt --goal "get a space" -o mine.html
    """
    if problem == "-" and script == "-":
        raise click.UsageError("PROBLEM and SCRIPT can't both be standard input")
    loaded = read_position(problem, **told)
    name = loaded.problem.id if loaded.problem else "position"
    path = Path(output or f"{name}.html")
    if output != "-":
        check_new(path, force=force)
    whole = loaded.problem is not None and loaded.name == loaded.problem.id and script is None
    if whole and goal is not None:
        raise click.UsageError("--goal goes with a SCRIPT, or a POSITION that is no problem")
    if loaded.problem is not None and whole:
        found = content.of_problem(
            loaded.problem, _proofs(loaded.problem, seconds) if prove else ()
        )
    else:
        asked = None
        if loaded.meant_otherwise is not None and goal is None:
            if script is None:
                raise click.UsageError(f"{loaded.asks_nothing}: name a --goal, or a SCRIPT")
            note(f"{loaded.asks_nothing}: this page has no goal")
        if goal is not None:
            asked = parse(goal, name="--goal", position=loaded.position)
        moves: Script | Plan | None = None
        if script is not None:
            given = read_moves(script, notation)
            moves = given.plan or given.script
        found = content.of_position(
            loaded.position,
            moves,
            title=loaded.problem.title if loaded.problem else "A position",
            name=name,
            goal=asked or (loaded.problem.goal if loaded.problem else None),
            stipulation=loaded.problem.data.stipulation if loaded.problem else "",
        )
    if title is not None:
        found = replace(found, title=title)
    html = render(found)
    if output == "-":
        click.echo(html, nl=False)
    else:
        put(path, html)
        note(f"'{path}': {count_phrase(len(found.lines), 'line')} of play")
    _complain_of(found.faults)


def _proofs(problem: Problem, seconds: float) -> list[Proof]:
    decided = prove_all([problem], Budget(seconds=seconds))
    with click.progressbar(
        decided,
        len(unshown(problem)),
        problem.id,
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as proofs:
        return list(proofs)


def _complain_of(faults: Sequence[str]) -> None:
    for fault in faults:
        complain(fault)
    if faults:
        sys.exit(DOES_NOT_HOLD)


@click.command()
@click.argument("folder", type=FileName(), required=False)
@output_option("The folder to write the site to.", metavar="FOLDER", required=True)
@click.option(
    "--title", type=Title(), default="Spider problems", show_default=True, help="The book's title."
)
@_proving
def site(
    folder: str | None, output: str, force: bool, title: str, prove: bool, seconds: float
) -> None:
    """Write a book of problems: a page for each problem in FOLDER, and an index.

    Without FOLDER, the problems of the catalogue.  The site is plain files; it needs no server.

    Nothing is written if a problem can't be read (exit 2), or if the folder to write to isn't
    empty: --force writes over what is in it.  Problems whose lines can't be played are written,
    and named (exit 1).

    \b
    Examples:
      spiderpos site -o public
      spiderpos site my-problems/ -o public --title "My problems"
    """
    bad: list[NotationError] = []
    if folder is None:
        problems = [find_problem(name) for name in problem_ids()]
    else:
        problems = load_problems(folder, on_error=bad.append)
    for error in bad:
        complain(str(error))
    if bad:
        sys.exit(UNREADABLE)
    for problem in problems:
        note_doubts(problem)
    check_folder(Path(output))
    if not force and Path(output).is_dir() and any(Path(output).iterdir()):
        raise click.UsageError(f"'{output}' is not empty (--force writes over what is in it)")
    done = sites.build(
        problems,
        title=title,
        prove=(lambda problem: _proofs(problem, seconds)) if prove else None,
    )
    sites.write(done, Path(output))
    note(f"'{output}': {count_phrase(len(problems), 'problem')}")
    _complain_of(done.faults)
