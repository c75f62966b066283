"""``spiderpos author``: writing problems, from the empty file to the printed sheet."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from ..authoring import template
from ..catalogue import loads_problem
from .errors import note
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
