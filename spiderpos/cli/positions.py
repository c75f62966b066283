"""Commands about single positions: ``show`` and ``formats``."""

from __future__ import annotations

from typing import Any

import click

from .. import formats, scripts
from ..show.pictures import PICTURES
from .inputs import position_options, read_position
from .output import Output, find_format, format_option, picture_options

__all__ = ["formats_command", "show"]


@click.command()
@click.argument("position")
@position_options
@format_option
@click.option("--hide", is_flag=True, help="Forget face-down cards, the hand and the deck.")
@picture_options
def show(position: str, as_format: str, hide: bool, output: Output, **told: Any) -> None:
    """Print a position as a diagram, in another notation, or as a picture.

    POSITION is the name of a catalogue problem, a file in any notation, '-' for standard
    input, or a position written out in one line.  A diagram in the middle of a longer text is
    found; --number picks one of several.

    \b
    Examples:
      spiderpos show woods-4
      spiderpos show woods-3 --as line
      spiderpos show post.txt --number 2
      spiderpos show woods-2 --as unicode
      spiderpos show woods-4 --as svg --arrow "from 2 to 9" -o woods-4.svg
    """
    format = find_format(as_format)
    output.check(format)
    if hide and output.show_hidden:
        raise click.UsageError("--hide and --show-hidden contradict each other")
    loaded = read_position(position, **told)
    output.write(loaded.position.hide() if hide else loaded.position, format)


@click.command(name="formats")
def formats_command() -> None:
    """The notations that positions and moves can be in, with an example of each."""
    click.echo(click.style("Positions (--from, --as)", bold=True))
    for format in formats.FORMATS.values():
        _entry(format.name, format.summary, format.example)
    click.echo()
    click.echo(click.style("Pictures of positions (--as)", bold=True))
    for picture in PICTURES.values():
        click.echo(f"\n  {click.style(picture.name, bold=True)}: {picture.summary}")
    click.echo()
    click.echo(click.style("Moves (--script-from, convert-script --as)", bold=True))
    for script_format in scripts.SCRIPT_FORMATS.values():
        _entry(script_format.name, script_format.summary, script_format.example)


def _entry(name: str, summary: str, example: str) -> None:
    click.echo(f"\n  {click.style(name, bold=True)}: {summary}")
    for line in example.splitlines():
        click.echo(f"      {line}")
