"""The commands ``page`` and ``site``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from ..author.template import unfilled
from ..catalogue import Line, Problem
from ..catalogue.proving import Proof, prove_all, unshown
from ..game.script import Script
from ..goals.goal import Goal
from ..goals.plans import Plan
from ..show.pages import content
from ..show.pages import site as sites
from ..show.pages.problem import render
from ..solver.prover.answer import Budget
from ..text.wording import count_phrase, join_words
from .budget import budget_options
from .errors import DOES_NOT_HOLD, complain_of_all, note
from .inputs import read_line, read_position, read_problems
from .options import (
    A_POSITION,
    A_SCRIPT,
    PositionOptions,
    file_name,
    goal_option,
    options,
    position_options,
    title_option,
)
from .progress import counted
from .scripting import chosen_goal, read_moves, script_options
from .writing import check_folder, check_new, output_option, put

proving_options = options(
    click.option("--prove", is_flag=True, help="Solve the claims without a line or plan."),
    budget_options(60, ", with --prove: for each claim"),
)


@click.command()
@click.argument("problem", type=A_POSITION, required=False)
@click.argument("script", type=A_SCRIPT, required=False)
@output_option("Output file, '-' for standard output (default: the problem's name with .html).")
@title_option("Title of the page (default: the problem's).")
@goal_option("Goal (default: the problem's).")
@script_options
@proving_options
@position_options
def page(
    problem: str | None,
    script: str | None,
    output: str | None,
    force: bool,
    title: str | None,
    goal: str | None,
    notation: str | None,
    prove: bool,
    budget: Budget,
    reading: PositionOptions,
) -> None:
    """Write an HTML page that shows PROBLEM and steps through its lines.

    PROBLEM is the name of a catalogue problem, a problem file, or any POSITION.  With SCRIPT (a
    file of moves, '-', or a line such as woods-6:space), or if PROBLEM is the name of a line, the
    page has only that line.  The page is a single file that works offline, also on a phone, and
    can be printed.  Without PROBLEM, it is a page on which readers set up a position and play it.

    If a line contains an illegal move or a claim is wrong, the page is still written and reports
    the fault; the exit code is 1.

    \b
    Examples:
      spiderpos page woods-3 -o woods-3.html
      spiderpos page woods-6:space
      spiderpos page my-problem.yaml
      spiderpos page position.txt moves.txt --goal "get a space" -o mine.html
    """
    named = read_line(problem, reading) if problem is not None and script is None else None
    loaded = None
    if problem is not None:
        loaded = named[0] if named is not None else read_position(problem, reading)
    name = "position"
    if loaded is None:
        name = content.to_set_up().id
    elif loaded.problem:
        name = loaded.problem.id
    path = Path(output or f"{name}.html")
    if output != "-":
        check_new(path, force=force)
    own_problem = loaded.problem if loaded is not None else None
    if loaded is None:
        if goal is not None:
            raise click.UsageError("--goal requires a POSITION: without one the page asks for it")
        page_content = content.to_set_up(name)
    elif (
        own_problem is not None
        and loaded.name == own_problem.id
        and script is None
        and named is None
    ):
        if goal is not None:
            raise click.UsageError("--goal requires a SCRIPT, or a POSITION that isn't a problem")
        page_content = content.of_problem(
            own_problem, proofs_of(own_problem, budget) if prove else ()
        )
    else:
        if named is not None and goal is None and not named[1].solves:
            target = _goal_of(named[1])
        elif goal is not None or (own_problem is not None and own_problem.goal is not None):
            target = chosen_goal(loaded, goal, "--goal")
        else:
            target = None
        moves: Script | Plan | None = named[1].script if named is not None else None
        if script is not None:
            script_moves = read_moves(script, notation, loaded=loaded)
            moves = script_moves.plan or script_moves.script
        title_of_line = f": {named[1].title}" if named is not None else ""
        page_content = content.of_position(
            loaded.position,
            moves,
            title=own_problem.title + title_of_line if own_problem else "A position",
            name=name,
            goal=target,
            stipulation=own_problem.data.stipulation if own_problem else "",
        )
    if title is not None:
        page_content = replace(page_content, title=title)
    html = render(page_content)
    if output == "-":
        click.echo(html, nl=False)
    else:
        put(path, html)
        note(f"'{path}': {count_phrase(len(page_content.lines), 'line')} of play")
        if not page_content.lines and not page_content.set_up:
            position = problem or "POSITION"
            note(f"add one with a SCRIPT, as in: spiderpos solve {position} win > line.txt")
    has_goal = (
        named
        or page_content.goal
        or page_content.set_up
        or (own_problem and own_problem.data.answer)
    )
    if not has_goal:
        note(
            "this page has no goal, so it has no hints and no proofs: add --goal win, or "
            '--goal "get a space"'
        )
    complain_of_all(page_content.faults, DOES_NOT_HOLD)


def _goal_of(line: Line) -> Goal | None:
    """Return the goal of the first claim about a line's root that the line proves, or None.

    The page judges the whole line, so claims about other positions don't apply.
    """
    root = line.problem.history(line.id).root
    return next((c.goal for c in line.shows if c.data.position == root), None)


def proofs_of(problem: Problem, budget: Budget) -> list[Proof]:
    """Solve the claims for which the file has no line or plan, showing the progress."""
    decided = prove_all([problem], budget)
    return list(counted(decided, len(unshown(problem)), problem.id))


def refuse_unfilled(problems: Iterable[Problem]) -> None:
    """Raise UsageError if a problem still contains TODO texts of the template."""
    for problem in problems:
        if left := [problem.document.key(path) for path in unfilled(problem)]:
            raise click.UsageError(f"{problem.id}: fill in each TODO first: {join_words(left)}")


@click.command()
@click.argument("folder", type=file_name, required=False)
@output_option("Output folder.", metavar="FOLDER", required=True)
@title_option("Title of the index.", "Spider problems")
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Address of the site, for pictures in link previews (requires the extra 'pictures').",
)
@proving_options
def site(
    folder: str | None,
    output: str,
    force: bool,
    title: str,
    address: str,
    prove: bool,
    budget: Budget,
) -> None:
    """Write a site: a page for each problem in FOLDER, and an index.

    Without FOLDER, write the problems of the catalogue.  The site consists of static files and
    needs no server.

    Nothing is written if a problem can't be read (exit 2), or if the output folder isn't empty
    (--force overwrites files in it).  Problems with illegal moves or wrong claims are written
    and reported (exit 1).

    \b
    Examples:
      spiderpos site -o public
      spiderpos site my-problems/ -o public --title "My problems"
    """
    if address and not address.startswith(("https://", "http://")):
        raise click.UsageError(f"'{address}' is not a valid address: expected https://...")
    problems = read_problems(folder)
    refuse_unfilled(problems)
    check_folder(Path(output))
    if not force and Path(output).is_dir() and any(Path(output).iterdir()):
        raise click.UsageError(f"'{output}' is not empty (--force overwrites files in it)")
    site_files = sites.build(
        problems,
        title=title,
        address=address,
        prove=(lambda problem: proofs_of(problem, budget)) if prove else None,
    )
    sites.write(site_files, Path(output))
    note(f"'{output}': {count_phrase(len(problems), 'problem')}")
    complain_of_all(site_files.faults, DOES_NOT_HOLD)
