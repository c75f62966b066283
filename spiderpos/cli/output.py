"""How commands print positions: notations and pictures, to a terminal, a pipe or a file."""

from __future__ import annotations

import functools
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from .. import formats
from ..formats.base import Format
from ..game.engine import Step
from ..game.position import Position
from ..game.rules import WOODS, Rules
from ..show.pictures import PICTURES, Drawing, Picture, parse_arrow, parse_mark, terminal
from ..text.errors import UnknownFormat
from .errors import note
from .inputs import FileName, Title
from .replacing import check_file, is_like, is_within, replace_ours

__all__ = [
    "Output",
    "find_format",
    "format_option",
    "picture_options",
    "print_position",
    "tell_rules",
    "write_position",
]

_RED_CARD: Final = re.compile(r"\b(?:10|[2-9AJQK])[dh]\b")
_F = TypeVar("_F", bound=Callable[..., Any])


def format_option(command: click.decorators.FC) -> click.decorators.FC:
    """``--as FORMAT``, the notation or picture to write; passed on as ``as_format``.

    A name that isn't known ends the command before it has done anything.
    """

    def known(context: click.Context, _parameter: click.Parameter, name: str) -> str:
        # Before the command does anything: no move is kept whose position can't be shown.
        format = find_format(name)
        if "output" not in {told.name for told in context.command.params}:
            _check_terminal(format, "use a pipe")
        return name

    return click.option(
        "--as",
        "as_format",
        metavar="FORMAT",
        default="diagram",
        callback=known,
        help="The notation or picture to write (default: diagram); 'spiderpos formats' lists "
        "them.",
    )(command)


def find_format(name: str) -> Format | Picture:
    """The notation or picture called ``name``, in either case.  Raises UnknownFormat."""
    found = PICTURES.get(name.lower())
    if found is not None:
        return found
    try:
        return formats.find(name)
    except UnknownFormat:
        raise UnknownFormat(name, (*formats.FORMATS, *PICTURES)) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Where and how a position is to be written: the values of ``picture_options``.

    None and empty stand for options that aren't given.
    """

    output: str | None = None
    size: int | None = None
    four_colours: bool | None = None
    column_numbers: bool | None = None
    show_hidden: bool | None = None
    theme: str | None = None
    background: str | None = None
    title: str | None = None
    marks: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()

    def given(self) -> dict[str, Any]:
        """The options of a picture that are given, by the names of Drawing's fields."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "output"}
        return {name: value for name, value in values.items() if value not in (None, ())}

    def check(self, format: Format | Picture, *, game: bool = False) -> None:
        """Raise UsageError for an option that has no meaning for what is written.

        With ``game`` a save file may get a whole game: it depends on that what it replaces.
        """
        heeds = format.heeds if isinstance(format, Picture) else frozenset[str]()
        for name in self.given():
            if name not in heeds:
                kinds = [p.name for p in PICTURES.values() if name in p.heeds]
                raise click.UsageError(
                    f"{_OPTIONS[name]} has no meaning for '{format.name}': it goes with "
                    f"--as {' or '.join(kinds)}"
                )
        suffix = Path(self.output).suffix.lower().removeprefix(".") if self.output else ""
        if suffix in PICTURES and suffix != format.name:
            raise click.UsageError(
                f"'{self.output}' is named like {suffix}, but would hold '{format.name}': "
                f"write --as {suffix}, or give it another name"
            )
        later = game and format.name == "save"
        if self.output not in (None, "-") and "{}" not in (self.output or "") and not later:
            _check_file(Path(self.output or ""), format)

    def drawing(self, position: Position) -> Drawing:
        """How the position is to be drawn.  Raises DrawingError."""
        given = self.given()
        if "marks" in given:
            given["marks"] = tuple(map(parse_mark, given["marks"]))
        if "arrows" in given:
            given["arrows"] = tuple(parse_arrow(arrow, position) for arrow in given["arrows"])
        return Drawing(**given)

    def check_steps(self, format: Format | Picture) -> None:
        """Raise UsageError if a position after every move can't be written so."""
        if self.marks or self.arrows:
            raise click.UsageError("--highlight and --arrow are for one position, not for --steps")
        several = isinstance(format, Picture) and format.name != "unicode"
        if (self.output or several) and "{}" not in (self.output or ""):
            raise click.UsageError(
                "--steps writes a file for each position: name them with {} for the number, "
                f"as in -o 'step-{{}}.{format.name if several else 'txt'}'"
            )

    def write(self, position: Position, format: Format | Picture) -> None:
        """Print the position, or put it into the file that is named."""
        if self.output is None or self.output == "-":
            print_position(position, format.name, self)
        else:
            path = Path(self.output)
            data = write_position(position, format.name, self)
            _put(path, data, lambda: _check_file(path, format))
            tell_rules(position.rules, format)

    def write_step(self, position: Position, format: Format | Picture, number: int) -> None:
        """Print the position after a move, or put it into the file of that number."""
        if self.output is None:
            if number:
                click.echo()
            print_position(position, format.name, self)
        else:
            replace(self, output=self.output.replace("{}", str(number))).write(position, format)

    def write_game(self, start: Position, steps: Sequence[Step]) -> None:
        """Print a game as a save file, or put it into the file that is named."""
        from ..games import save  # noqa: PLC0415 - most commands write no game

        text = save.dumps_game(start, steps)
        if self.output is None or self.output == "-":
            click.echo(text.rstrip("\n"))
        else:
            path = Path(self.output)
            what = "a position alone in 'save', or the beginning of this game"

            def check() -> None:
                check_file(path, lambda there: is_within(there, start, steps), what)

            _put(path, text, check)
        tell_rules(start.rules, save.FORMAT)


#: The options of pictures, by the names of Drawing's fields.
_OPTIONS: Final = {
    "size": "--size",
    "four_colours": "--four-colours",
    "column_numbers": "--column-numbers",
    "show_hidden": "--show-hidden",
    "theme": "--theme",
    "background": "--background",
    "title": "--title",
    "marks": "--highlight",
    "arrows": "--arrow",
}


def picture_options(command: _F) -> _F:
    """``-o FILE`` and what pictures can be told; passed on as ``output``, an Output."""

    @functools.wraps(command)
    def gathered(*args: Any, **told: Any) -> Any:
        values = {f.name: told.pop(f.name) for f in fields(Output)}
        return command(*args, output=Output(**values), **told)

    options = [
        click.option(
            "-o",
            "--output",
            type=FileName(),
            metavar="FILE",
            help="Write to this file, in one step; it replaces only a file of the same kind.",
        ),
        click.option("--size", type=int, metavar="N", help="Pictures: the width in pixels."),
        click.option(
            "--four-colours/--two-colours",
            default=None,
            help="Pictures: green clubs, blue diamonds.",
        ),
        click.option(
            "--column-numbers/--no-column-numbers",
            default=None,
            help="Pictures: number the columns (they do).",
        ),
        click.option(
            "--show-hidden/--no-show-hidden",
            default=None,
            help="Pictures: show face-down cards that are known, veiled.",
        ),
        click.option(
            "--highlight",
            "marks",
            multiple=True,
            metavar="WHAT",
            help="Pictures: outline a column (7), its lowest cards (7/3), a card (10h).",
        ),
        click.option(
            "--arrow",
            "arrows",
            multiple=True,
            metavar="MOVE",
            help="Pictures: an arrow for a move, as 'from 7 to 3' or '9-6s from 7 to 3'.",
        ),
        click.option(
            "--theme",
            type=click.Choice(("auto", "light", "dark")),
            default=None,
            help="Pictures: auto goes by the reader's system where it can.",
        ),
        click.option("--background", metavar="COLOUR", help="Pictures: a colour behind it all."),
        click.option("--title", type=Title(), help="Pictures: a title, for those who listen."),
    ]
    wrapped: Any = gathered
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return]


def _check_terminal(format: Format | Picture, advice: str) -> None:
    """Raise UsageError if bytes would go to a terminal."""
    if isinstance(format, Picture) and format.binary and sys.stdout.isatty():
        raise click.UsageError(f"{format.name} is no text: {advice}")


def painted(text: str) -> str:
    """The text with its red cards in red."""
    return _RED_CARD.sub(lambda match: click.style(match[0], fg="red"), text)


def write_position(
    position: Position, as_format: str = "diagram", output: Output | None = None
) -> str | bytes:
    """What to print for a position, text without a line end; coloured for a terminal."""
    format = find_format(as_format)
    to_file = output is not None and output.output not in (None, "-")
    coloured = not to_file and _has_colours()
    if isinstance(format, Picture):
        drawing = (output or Output()).drawing(position)
        if format.name == "unicode":
            letters = not to_file and not _can_print(terminal.CHARACTERS)
            drawn: str | bytes = terminal.draw(position, drawing, colour=coloured, letters=letters)
        else:
            drawn = format.draw(position, drawing)
        return drawn if isinstance(drawn, bytes) else drawn.rstrip("\n")
    text = format.dumps(position).rstrip("\n")
    return painted(text) if format.name == "diagram" and coloured else text


def _has_colours() -> bool:
    """Whether standard output is a terminal that colours are wanted on."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_position(
    position: Position,
    as_format: str = "diagram",
    output: Output | None = None,
    *,
    err: bool = False,
) -> None:
    """Print a position to standard output (or standard error)."""
    format = find_format(as_format)
    _check_terminal(format, "name a file with -o, or use a pipe")
    data = write_position(position, as_format, output)
    if isinstance(data, bytes):
        click.echo(data, nl=False)
        return
    click.echo(data, err=err)
    tell_rules(position.rules, format, kept=format.name != "diagram")


def tell_rules(rules: Rules, format: Format | Picture, *, kept: bool = True) -> None:
    """Say, once a command, that what was written is to be read under rules that it doesn't say.

    A diagram that is printed shows a position, rather than keeps it: nothing is said of that.
    """
    if not kept or isinstance(format, Picture) or rules == WOODS or "rules" not in format.lossy:
        return
    text = f'{format.name} doesn\'t say the rules: read it with --rules "{rules}"'
    said: set[str] = click.get_current_context().meta.setdefault(f"{__name__}.rules", set())
    if text not in said:
        said.add(text)
        note(text)


def _check_file(path: Path, format: Format | Picture) -> None:
    picture = isinstance(format, Picture)
    kind = f"a picture in '{format.name}'" if picture else f"a position alone in '{format.name}'"
    check_file(path, lambda there: is_like(there, format), kind)


def _put(path: Path, data: str | bytes, check: Callable[[], None]) -> None:
    if isinstance(data, str):
        data = data.rstrip("\n").encode() + b"\n"
    replace_ours(path, data, check)
