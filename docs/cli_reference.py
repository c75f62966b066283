"""Generate the reference of the command line, ``cli.md``, from the ``--help`` of each command.

The commands are in the order of ``spiderpos --help``.
"""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Iterator

import click

from spiderpos.cli import main

__all__ = ["page"]

_INTRODUCTION = """# Commands

This page is the `--help` of every command. A POSITION is the name of a catalogue problem
(`woods-4`; `woods-4:clubs` is the position at the end of its line `clubs`), a file in any
notation, `-` for standard input, or a position in one line. A SCRIPT is a file of moves, or `-`.

Results go to standard output, errors and notes to standard error. The output has no colours if it
isn't a terminal, or if `NO_COLOR` is set.

| exit code | meaning |
|---|---|
| 0 | the answer is yes, or the command succeeded |
| 1 | the answer is no: an illegal move, a goal that isn't reached, an outcome that differs |
| 2 | unreadable input or wrong usage |
| 3 | undecided |
| 130 | interrupted by Ctrl-C, unless the command describes another code |
"""


def page() -> str:
    """Return the complete page as Markdown."""
    context = click.Context(main, info_name="spiderpos")
    parts = [_INTRODUCTION]
    for name in main.list_commands(context):
        parts += _command(name, main.get_command(context, name), context, level=2)
    return "\n".join(parts) + "\n"


def _command(
    name: str, command: click.Command | None, parent: click.Context, level: int
) -> Iterator[str]:
    """Yield a command and its subcommands as Markdown."""
    if command is None or command.hidden:
        return
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} {context.command_path.removeprefix('spiderpos ')}\n"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n"
    yield from _help(command)
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from _command(below, command.get_command(context, below), context, level + 1)


def _help(command: click.Command) -> Iterator[str]:
    """Yield the text of ``--help``: paragraphs as text, preformatted lines as code blocks."""
    text = inspect.cleandoc(command.help or "")
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.split("\n")
        if lines[0] != "\b":
            yield _escaped(paragraph) + "\n"
            continue
        title, *rest = lines[1:]
        if rest and all(line.startswith("  ") for line in rest):
            examples = "\n".join(f"$ {line[2:]}" for line in rest)
            yield f"{_escaped(title)}\n\n```console\n{examples}\n```\n"
        else:
            yield "  \n".join(map(_escaped, lines[1:])) + "\n"
    if not isinstance(command, click.Group) and "Exit codes" not in text:
        fails = "1 as said above; " if re.search(r"\b[Ee]xit( code is)? 1\b", text) else ""
        yield f"Exit codes: 0 done; {fails}2 unreadable input or wrong usage.\n"


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    rows = [record for record in records if record and record[1] and "--help" not in record[0]]
    if rows:
        yield '<div class="options" markdown>\n\n| option | |\n|---|---|'
    for names, text in rows:
        cells = " / ".join(f"`{name}`" for name in names.replace("|", "\\|").split(" / "))
        yield f"| {cells} | {_escaped(text)} |"
    yield "\n</div>\n" if rows else ""


def _escaped(text: str) -> str:
    """Escape text for Markdown."""
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", html.escape(text, quote=False))
