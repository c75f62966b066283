"""``spiderpos author``: writing problems, from the empty file to the printed sheet."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..author import template
from ..author.check import check as find_out
from ..author.check import refutations, report
from ..author.lint import Finding, Linted, Severity, unread
from ..author.lint import lint as find_faults
from ..author.sheet import PAPERS, entries, html
from ..author.sheet_pdf import pdf
from ..catalogue import find_problem, load_problems, loads_problem, problem_ids
from ..catalogue.loading import file_text, problem_files
from ..solver.prover.answer import Budget, Outcome
from ..text.errors import NotationError
from ..text.files import new_file
from ..text.source import Place
from ..text.wording import count_phrase, harmless, join_words
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, UNREADABLE, complain, note
from .inputs import FileName, Title, note_doubts, read_position, read_problem, time_option
from .mining import mine
from .writing import check_new, force_option, output_option, put

__all__ = ["author"]


@click.group()
def author() -> None:
    """Write problems: begin a file, find what's wrong with it, prove, explain and print it.

    \b
    A problem's way:
      spiderpos author new swap.yaml --from woods-4
      spiderpos author lint swap.yaml
      spiderpos author check swap.yaml
      spiderpos author sheet my-problems/ -o book.pdf
    """


author.add_command(mine)


@author.command()
@click.argument("file", type=FileName())
@click.option(
    "--from",
    "start",
    metavar="POSITION",
    help="Begin with this position: a file, a problem's name, or one written out.",
)
@click.option("--partial", is_flag=True, help="POSITION has fewer cards than two decks.")
def new(file: str, start: str | None, partial: bool) -> None:
    """Write a commented problem file to fill in.

    FILE is never overwritten.  It loads as it is; 'author lint FILE' names what is left to do.

    \b
    Examples:
      spiderpos author new swap.yaml
      spiderpos author new clubs.yaml --from woods-4
      spiderpos author new mine.yaml --from my-game.save
    """
    path = Path(file)
    if not path.parent.is_dir():
        raise click.UsageError(f"'{file}' can't be written: there is no folder '{path.parent}'")
    position = None
    if start is not None:
        position = read_position(start, partial=partial).position
    text = template.new(path.name, datetime.datetime.now(datetime.UTC).year, position)
    text = template.schema_line(path.parent) + text
    loads_problem(text, name=file)
    if not path.parent.is_dir():
        raise click.UsageError(f"'{file}' can't be written: there is no folder '{path.parent}'")
    try:
        new_file(path, text.encode())
    except FileExistsError:
        raise click.UsageError(f"'{file}' is there already, and is left as it is") from None
    note(f"'{file}': fill in what says TODO, then 'spiderpos author lint {file}'")


# Lint

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}


@author.command()
@click.argument("files", type=FileName(), nargs=-1, required=True, metavar="FILE...")
@time_option(20, ", for each file; 0 leaves out what has to be proved", none=True)
def lint(files: tuple[str, ...], seconds: float) -> None:
    """Name everything that is wrong or weak in problem files.

    Each finding is printed as 'file:line: severity: text [code]'; docs/authoring.md explains
    the codes.  A folder stands for the problem files in it.

    \b
    Exit codes: 0 nothing but hints; 1 errors or warnings; 2 a file can't be read.
    """
    worst = 0
    count = hints = 0
    for path in _files(files):
        found = _linted(path, seconds)
        findings = found.findings
        for finding in findings:
            click.echo(click.style(harmless(str(finding)), fg=_COLOURS[finding.severity]))
        counted = sum(1 for finding in findings if finding.counts)
        count += counted
        hints += len(findings) - counted
        if not found.readable:
            worst = UNREADABLE
        elif counted:
            worst = max(worst, DOES_NOT_HOLD)
    said = count_phrase(count, "finding") if count else "nothing wrong was found"
    note(f"{said}, {count_phrase(hints, 'hint')}" if hints else said)
    sys.exit(worst)


def _files(names: Iterable[str]) -> Iterator[Path]:
    for name in names:
        yield from problem_files(Path(name))


def _linted(path: Path, seconds: float) -> Linted:
    try:
        text = file_text(path)
    except NotationError as error:
        return Linted((unread("yaml", error, str(path)),), False)
    except OSError as error:
        reason = f"can't be read: {error.strerror or error}"
        return Linted((Finding("yaml", reason, Place(str(path), 1, 1)),), False)
    return find_faults(text, name=str(path), budget=Budget(seconds=seconds))


# Check


@author.command()
@click.argument("file", type=FileName())
@time_option(60, ", for all of it")
@click.option(
    "--evidence",
    "record_file",
    type=FileName(),
    metavar="FILE",
    help="Write a record of each refutation to FILE, for 'recheck'.",
)
@force_option
def check(file: str, seconds: float, record_file: str | None, force: bool) -> None:
    """Prove a problem: solvable, how short, how unique, its tries, what it takes.

    FILE is a problem file or the name of a catalogue problem.  What could not be decided in the
    time is called undecided.

    \b
    Exit codes: 0 solvable; 1 impossible; 2 unreadable; 3 undecided.
    """
    problem = read_problem(file)
    goal = problem.goal
    if goal is None:
        raise click.UsageError(f"{problem.id} states no goal")
    solution = problem.solution
    line = problem.replayed(solution.id).steps if solution is not None else ()
    if record_file is not None:
        check_new(Path(record_file), force=force)
    checked = find_out(problem.start, goal, Budget(seconds=seconds), line=line)
    if record_file is not None:
        records = refutations(checked, name=problem.id)
        if records:
            put(Path(record_file), records)
        else:
            note(f"{record_file}: not written, as no first move was refuted")
    click.echo(click.style(f"{problem.id}: {goal}", bold=True))
    for text in report(checked):
        click.echo(text)
    sys.exit(
        {Outcome.SOLVED: HOLDS, Outcome.IMPOSSIBLE: DOES_NOT_HOLD}.get(
            checked.answer.outcome, UNDECIDED
        )
    )


# Sheet


@author.command()
@click.argument("folder", type=FileName())
@output_option("The file to write: .pdf or .html.", required=True)
@click.option(
    "--title",
    type=Title(),
    default="Spider problems",
    show_default=True,
    help="The sheet's title.",
)
@click.option(
    "--paper", type=click.Choice(sorted(PAPERS)), default="a4", show_default=True, help="Its size."
)
@click.option("--by-difficulty", is_flag=True, help="From the easiest to the hardest.")
@click.option(
    "--font",
    type=FileName(),
    metavar="FILE",
    help="For PDF: a TrueType font, for other alphabets.",
)
def sheet(
    folder: str,
    output: str,
    force: bool,
    title: str,
    paper: str,
    by_difficulty: bool,
    font: str | None,
) -> None:
    """Write a sheet of problems to print, the solutions at the end.

    FOLDER is a folder of problem files, a file, or the name of a catalogue problem.  A PDF needs
    spiderpos[pictures]; HTML needs nothing and prints from any browser.

    Nothing is written if a problem can't be read (exit 2).  A solution that can't be played is
    named on the sheet, and the exit code is 1.

    \b
    Examples:
      spiderpos author sheet my-problems/ -o book.pdf
      spiderpos author sheet my-problems/ -o book.html --title "Ten for the train"
    """
    path = Path(output)
    kind = path.suffix.lower()
    if kind not in (".pdf", ".html"):
        raise click.UsageError(f"'{output}' is neither a .pdf nor a .html file")
    check_new(path, force=force)
    if not Path(folder).exists() and folder in problem_ids():
        problems = [find_problem(folder)]
    else:
        bad: list[NotationError] = []
        problems = load_problems(folder, on_error=bad.append)
        for error in bad:
            complain(str(error))
        if bad:
            sys.exit(UNREADABLE)
    for problem in problems:
        note_doubts(problem)
    found = entries(problems, by_difficulty=by_difficulty)
    if kind == ".pdf":
        data = pdf(found, title=title, paper=paper, font=Path(font) if font else None)
    else:
        data = html(found, title=title, paper=paper).encode()
    put(path, data)
    note(f"'{output}': {count_phrase(len(found), 'problem')}")
    for problem in problems:
        if left := [problem.document.key(path) for path in template.unfilled(problem)]:
            note(f"{problem.id}: still to be filled in: {join_words(left)}")
    unplayed = [entry for entry in found if entry.unplayable]
    for entry in unplayed:
        complain(f"{entry.id}: {entry.fault}")
    if unplayed:
        sys.exit(DOES_NOT_HOLD)
