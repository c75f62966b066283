"""Print positions and JSON to a terminal, a pipe or a file."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO, TypeAlias, TypeVar

import click

from .. import formats
from ..formats.base import Format
from ..game.cards import WRITTEN_RANK
from ..game.position import Position
from ..game.rules import WOODS, Rules
from ..show.pictures import PICTURES, Drawing, Picture, parse_arrow, parse_mark
from ..text.errors import UnknownFormat
from .errors import given_options, note
from .lines import runs_for_a_line
from .options import Completed, gathered, title_option
from .writing import check_new, output_option, put

if TYPE_CHECKING:
    from ..game.engine import Step

_RED_CARD: Final = re.compile(rf"\b{WRITTEN_RANK}[dh]\b")
_F = TypeVar("_F", bound=Callable[..., Any])
#: A notation or kind of picture in which a position can be written.
Written: TypeAlias = Format | Picture

hide_option = click.option("--hide", is_flag=True, help="Hide face-down cards and the hand.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")


def print_json(facts: object) -> None:
    """Print numbers, texts, lists and dicts as one JSON value."""
    click.echo(json.dumps(facts, indent=2, ensure_ascii=False))


def format_option(command: click.decorators.FC) -> click.decorators.FC:
    """Add ``--as FORMAT``, the notation or picture to write; passed on as ``format``.

    An unknown name is an error before the command does any work.
    """
    return click.option(
        "--as",
        "format",
        type=Completed(lambda: (*formats.FORMATS, *PICTURES)),
        metavar="FORMAT",
        default="diagram",
        callback=lambda _context, _parameter, name: _find_format(name),
        help="Notation or picture to write (default: diagram); 'show --formats' lists them.",
    )(command)


def _find_format(name: str) -> Written:
    """Return the notation or picture with this name, ignoring case.  Raises UnknownFormat."""
    picture = PICTURES.get(name.lower())
    if picture is not None:
        return picture
    try:
        return formats.find(name)
    except UnknownFormat:
        raise UnknownFormat(name, (*formats.FORMATS, *PICTURES)) from None


class Output(NamedTuple):
    """The values of ``picture_options``; None, False or empty for those that aren't given."""

    output: str | None = None
    force: bool = False
    size: int | None = None
    four_colours: bool | None = None
    column_numbers: bool | None = None
    show_hidden: bool | None = None
    theme: str | None = None
    background: str | None = None
    title: str | None = None
    marks: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()

    @property
    def path(self) -> Path | None:
        """The file to write to; None for standard output."""
        return Path(self.output) if self.output not in (None, "-") else None

    def check(self, format: Written) -> None:
        """Raise UsageError for an option that ``format`` doesn't support, or an unusable file."""
        supported = format.heeds if isinstance(format, Picture) else frozenset[str]()
        for name, option in given_options(_PICTURE_OPTIONS - supported).items():
            kinds = " or ".join(p.name for p in PICTURES.values() if name in p.heeds)
            raise click.UsageError(
                f"{option} has no effect with '{format.name}': use it with --as {kinds}"
            )
        if self.path is None:
            return
        suffix = self.path.suffix.lower().removeprefix(".")
        if suffix in PICTURES and suffix != format.name:
            raise click.UsageError(
                f"'{self.output}' has the suffix of {suffix}, but the format is '{format.name}': "
                f"use --as {suffix} or another name"
            )
        if "{}" not in self.path.name:
            check_new(self.path, force=self.force)

    def drawing(self, position: Position) -> Drawing:
        """Return the drawing options for this position.  Raises DrawingError."""
        options = {name: getattr(self, name) for name in _PICTURE_OPTIONS}
        options["marks"] = tuple(map(parse_mark, self.marks))
        options["arrows"] = tuple(parse_arrow(arrow, position) for arrow in self.arrows)
        return Drawing(**{name: value for name, value in options.items() if value is not None})

    def check_steps(self, format: Written) -> None:
        """Raise UsageError if these options can't be used with ``--steps``."""
        if self.marks or self.arrows:
            raise click.UsageError("--highlight and --arrow can't be combined with --steps")
        needs_files = isinstance(format, Picture) and format.name != "unicode"
        if (self.output or needs_files) and "{}" not in (self.output or ""):
            raise click.UsageError(
                "--steps writes a file for each position: use {} in the name for the number, "
                f"as in -o 'step-{{}}.{format.name if needs_files else 'txt'}'"
            )

    def write(self, position: Position, format: Written) -> None:
        """Print the position, or write it to the file."""
        if self.path is None:
            print_position(position, format, self)
        else:
            self._put(self.path, write_position(position, format, self))
            note_rules(position.rules, format)
            note_hidden(position, format)

    def write_step(self, position: Position, format: Written, number: int) -> None:
        """Print the position after a move, or write it to the file with that number."""
        if self.output is None:
            if number:
                click.echo()
            print_position(position, format, self)
        else:
            named = self._replace(output=self.output.replace("{}", str(number)))
            named.check(format)
            named.write(position, format)

    def write_game(self, start: Position, steps: Sequence[Step]) -> None:
        """Print a game as a save file, or write it to the file."""
        from ..games import save  # noqa: PLC0415 - rarely needed

        text = save.dumps_game(start, steps)
        if self.path is None:
            click.echo(text.rstrip("\n"))
        else:
            self._put(self.path, text)
        note_rules(start.rules, save.FORMAT)

    def _put(self, path: Path, data: str | bytes) -> None:
        put(path, data.rstrip("\n") + "\n" if isinstance(data, str) else data)


#: The fields of Output that are also fields of Drawing.
_PICTURE_OPTIONS: Final = frozenset(Output._fields) - {"output", "force"}


#: ``-o FILE`` and the options of pictures, passed on as ``output``.
picture_options: Final = gathered(
    "output",
    Output,
    output_option("Write to this file."),
    click.option("--size", type=int, metavar="N", help="Pictures: width in pixels."),
    click.option(
        "--four-colours/--two-colours", default=None, help="Pictures: green clubs, blue diamonds."
    ),
    click.option(
        "--column-numbers/--no-column-numbers",
        default=None,
        help="Pictures: number the columns (default: yes).",
    ),
    click.option(
        "--show-hidden/--no-show-hidden",
        default=None,
        help="Pictures: show known face-down cards, greyed out.",
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
        help="Pictures: arrow for a move, such as 'from 7 to 3' or '9-6s from 7 to 3'.",
    ),
    click.option(
        "--theme",
        type=click.Choice(("auto", "light", "dark")),
        default=None,
        help="Pictures: colours; auto follows the reader's system if the format can.",
    ),
    click.option("--background", metavar="COLOUR", help="Pictures: background colour."),
    title_option("Pictures: title for screen readers."),
)


def write_position(
    position: Position, format: Written, output: Output | None = None
) -> str | bytes:
    """Return a position as text without a line end, coloured for a terminal, or as bytes."""
    output = output or Output()
    coloured = output.path is None and _has_colours()
    if isinstance(format, Picture):
        drawing = output.drawing(position)
        drawn: str | bytes
        if format.name == "unicode":
            from ..show.pictures import terminal  # noqa: PLC0415 - only this picture

            letters = output.path is None and not _can_print(terminal.CHARACTERS)
            drawn = terminal.draw(position, drawing, colour=coloured, letters=letters)
        else:
            drawn = format.draw(position, drawing)
        return drawn if isinstance(drawn, bytes) else drawn.rstrip("\n")
    text = format.dumps(position).rstrip("\n")
    if format.name == "diagram" and coloured:
        text = _RED_CARD.sub(lambda match: click.style(match[0], fg="red"), text)
    return text


def _has_colours() -> bool:
    """Return True if standard output is a terminal and colours aren't disabled."""
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
    format: Written | None = None,
    output: Output | None = None,
    *,
    err: bool = False,
) -> None:
    """Print a position (default: as a diagram); to standard error if ``err``."""
    format = format or formats.FORMATS["diagram"]
    if (
        isinstance(format, Picture)
        and format.binary
        and (sys.stdout.isatty() or runs_for_a_line())
    ):
        raise click.UsageError(f"{format.name} is a binary format: use -o FILE or a pipe")
    data = write_position(position, format, output)
    if isinstance(data, bytes):
        click.echo(data, nl=False)
        return
    click.echo(data, err=err)
    if format.name != "diagram":
        # A printed diagram is for reading, so the note would only distract.
        note_rules(position.rules, format)


def note_rules(rules: Rules, format: Written) -> None:
    """Print a note if the format can't store the rules of the position."""
    if not isinstance(format, Picture) and rules != WOODS and "rules" in format.lossy:
        _note_once(f'{format.name} doesn\'t store the rules: read it with --rules "{rules}"')


def note_hidden(position: Position, format: Written) -> None:
    """Print a note if the format can't store known cards that are face down or in the hand."""
    if not isinstance(format, Picture) and "face" in format.lossy and position != position.hide():
        _note_once(f"'{format.name}' doesn't store hidden cards: use --as line or --as fen")


def _note_once(text: str) -> None:
    """Print a note unless the command has printed it."""
    messages: set[str] = click.get_current_context().meta.setdefault(f"{__name__}.notes", set())
    if text not in messages:
        messages.add(text)
        note(text)


def is_file(stream: TextIO) -> bool:
    """Return True if a stream is redirected to or from a regular file."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False
