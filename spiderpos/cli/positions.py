"""Commands about single positions: ``show`` and ``formats``."""

from __future__ import annotations

from typing import Any

import click

from .. import formats, scripts
from .inputs import position_options, read_position
from .output import format_option, print_position

__all__ = ["formats_command", "show"]


@click.command()
@click.argument("position")
@position_options
@format_option
@click.option("--hide", is_flag=True, help="Forget face-down cards, the hand and the deck.")
def show(position: str, as_format: str, hide: bool, **told: Any) -> None:
    """Print a position as a diagram, or in another notation.

    POSITION is the name of a catalogue problem, a file in any notation, '-' for standard
    input, or a position written out in one line.  A diagram in the middle of a longer text is
    found; --number picks one of several.

    \b
    Examples:
      spiderpos show woods-4
      spiderpos show woods-3 --as line
      spiderpos show post.txt --number 2
    """
    format = formats.find(as_format)
    loaded = read_position(position, **told)
    print_position(loaded.position.hide() if hide else loaded.position, format.name)


@click.command(name="formats")
def formats_command() -> None:
    """The notations that positions and moves can be in, with an example of each."""
    click.echo(click.style("Positions (--from, --as)", bold=True))
    for format in formats.FORMATS.values():
        _entry(format.name, format.summary, format.example)
    click.echo()
    click.echo(click.style("Moves (--script-from, convert-script --as)", bold=True))
    for script_format in scripts.SCRIPT_FORMATS.values():
        _entry(script_format.name, script_format.summary, script_format.example)


def _entry(name: str, summary: str, example: str) -> None:
    click.echo(f"\n  {click.style(name, bold=True)}: {summary}")
    for line in example.splitlines():
        click.echo(f"      {line}")
