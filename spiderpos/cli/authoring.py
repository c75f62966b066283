"""``spiderpos author``: writing problems, from the empty file to the printed sheet."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..authoring import template
from ..authoring.findings import Finding, Severity
from ..authoring.fixing import fixed
from ..authoring.lint import Linted
from ..authoring.lint import lint as find_faults
from ..catalogue import loads_problem
from ..catalogue.loading import file_text
from ..errors import NotationError
from ..files import replace_file
from ..prover.answer import Budget
from ..source import Place
from ..wording import count_phrase
from .errors import DOES_NOT_HOLD, UNREADABLE, note
from .inputs import read_position

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


@author.command()
@click.argument("file")
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
    position = None
    if start is not None:
        position = read_position(start, partial=partial).position
    text = template.new(path.name, datetime.datetime.now(datetime.UTC).year, position)
    loads_problem(text, name=file)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    except FileExistsError:
        raise click.UsageError(f"'{file}' is there already, and is left as it is") from None
    note(f"'{file}': fill in what says TODO, then 'spiderpos author lint {file}'")


# Lint

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}


@author.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--fix", is_flag=True, help="Mend what is mechanical; comments stay.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0),
    default=20,
    show_default=True,
    help="Seconds for what has to be proved in each file; 0 leaves that out.",
)
def lint(files: tuple[str, ...], fix: bool, seconds: float) -> None:
    """Name everything that is wrong or weak in problem files.

    Each finding is printed as 'file:line: severity: text [code]'; docs/authoring.md explains
    the codes.  A folder stands for the problem files in it.

    \b
    Exit codes: 0 nothing but hints; 1 errors or warnings; 2 a file can't be read.
    """
    worst = 0
    count = 0
    for path in _files(files):
        found = _linted(path, seconds)
        findings = found.findings
        if fix:
            findings = _mended(path, findings)
        for finding in findings:
            click.echo(click.style(str(finding), fg=_COLOURS[finding.severity]))
        count += sum(1 for finding in findings if finding.counts)
        if not found.readable:
            worst = UNREADABLE
        elif any(finding.counts for finding in findings):
            worst = max(worst, DOES_NOT_HOLD)
    note(f"{count_phrase(count, 'finding')}" if count else "nothing wrong was found")
    sys.exit(worst)


def _files(names: Iterable[str]) -> Iterator[Path]:
    for name in names:
        path = Path(name)
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
            if not found:
                raise NotationError(f"{name}: there are no problem files (*.yaml) in this folder")
            yield from found
        else:
            yield path


def _linted(path: Path, seconds: float) -> Linted:
    try:
        text = file_text(path)
    except NotationError as error:
        place = error.place or Place(str(path), 1, 1)
        return Linted((Finding("yaml", error.message, place),), False)
    except OSError as error:
        reason = f"can't be read: {error.strerror or error}"
        return Linted((Finding("yaml", reason, Place(str(path), 1, 1)),), False)
    return find_faults(text, name=str(path), budget=Budget(seconds=seconds))


def _mended(path: Path, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Mend a file, say so, and return the findings that are left."""
    if not any(finding.edits for finding in findings):
        return findings
    text, done = fixed(file_text(path), findings, name=str(path))
    if done:
        replace_file(path, text.encode())
    for finding in done:
        click.echo(
            f"{finding.place.name}:{finding.place.line}: fixed: {finding.text} [{finding.code}]"
        )
    return tuple(finding for finding in findings if finding not in done)
