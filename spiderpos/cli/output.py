"""How commands print positions: plain in a pipe, with red suits on a terminal."""

from __future__ import annotations

import re
import sys
from typing import Final

import click

from .. import formats
from ..position import Position
from ..rules import WOODS
from .errors import note

__all__ = ["format_option", "print_position", "write_position"]

_RED_CARD: Final = re.compile(r"\b(?:10|[2-9AJQK])[dh]\b")


def format_option(command: click.decorators.FC) -> click.decorators.FC:
    """``--as FORMAT``, the notation to write; passed on as ``as_format``."""
    return click.option(
        "--as",
        "as_format",
        metavar="FORMAT",
        default="diagram",
        help="The notation to write (default: diagram); 'spiderpos formats' lists them.",
    )(command)


def painted(text: str) -> str:
    """The text with its red cards in red."""
    return _RED_CARD.sub(lambda match: click.style(match[0], fg="red"), text)


def write_position(position: Position, as_format: str = "diagram") -> str:
    """The text to print for a position, without a line end."""
    text = formats.dumps(position, as_format).rstrip("\n")
    if as_format == "diagram" and sys.stdout.isatty():
        return painted(text)
    return text


def print_position(position: Position, as_format: str = "diagram", *, err: bool = False) -> None:
    """Print a position to standard output (or standard error)."""
    click.echo(write_position(position, as_format), err=err)
    format = formats.find(as_format)
    if position.rules != WOODS and format.name != "diagram" and "rules" in format.lossy:
        note(f'{format.name} doesn\'t say the rules: read it with --rules "{position.rules}"')
