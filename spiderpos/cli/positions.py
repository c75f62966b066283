"""The command ``show``."""

from __future__ import annotations

from typing import Any

import click

from .inputs import position_options, read_position
from .output import Output, Written, format_option, hide_option, picture_options

__all__ = ["show"]


def _print_formats(context: click.Context, _parameter: click.Parameter, told: bool) -> None:
    if told:
        from .looking import print_formats  # noqa: PLC0415 - only this needs all of them

        print_formats()
        context.exit()


@click.command()
@click.argument("position")
@position_options
@format_option
@hide_option
@picture_options
@click.option(
    "--formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_formats,
    help="List the notations for positions and moves, with an example of each.",
)
def show(position: str, format: Written, hide: bool, output: Output, **told: Any) -> None:
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
    output.check(format)
    if hide and output.show_hidden:
        raise click.UsageError("--hide and --show-hidden contradict each other")
    loaded = read_position(position, **told)
    output.write(loaded.position.hide() if hide else loaded.position, format)
