"""The command line.

Commands are thin: they read their arguments, call the library and print.  Each lives in a
module of this package and is imported when it is called, so that ``--help`` is quick.

Exit codes: 0 it holds; 1 it doesn't (illegal move, goal not reached, outcome differs);
2 unreadable input or wrong usage; 3 undecided, or possible.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from ..version import __version__
from .errors import Group, open_closed_streams, reported

__all__ = ["main"]

#: Group: command: (module of this package, name in it, help line), in the order of the help text.
_GROUPS: Final[Mapping[str, Mapping[str, tuple[str, str, str]]]] = {
    "Positions": {
        "problems": ("problems", "problems", "The catalogue: list, show and check problems."),
        "show": ("positions", "show", "Print a position as a diagram, or in another notation."),
        "deal": ("positions", "deal", "Print the deal with a number, or of a seed."),
        "info": ("positions", "info", "Print a position's figures, its score, suits and more."),
        "moves": ("moves", "moves", "List every legal move, or find the one that is meant."),
        "hint": ("hinting", "hint", "The best move with its reason, for a goal if there is one."),
    },
    "Scripts": {
        "replay": ("replaying", "replay", "Check that each move is legal; print the end."),
        "verify": ("verifying", "verify", "Does this script solve the problem, by its own rules?"),
        "convert-script": ("replaying", "convert_script", "Write moves in another notation."),
        "explain": ("explaining", "explain", "What a line does, or why there is none, in words."),
    },
    "Solving": {
        "solve": ("solving", "solve", "Can a goal be reached? A line, or that it is impossible."),
        "hope": ("hinting", "hope", "Which card to hope for when a move turns one up?"),
        "lost": ("lost", "lost", "Which move of a line lost the goal?"),
        "solve-deals": ("batches", "solve_deals", "Win many deals, with a file of the results."),
        "play-out": ("playouts", "play_out", "Win rates of policies that see what a player sees."),
    },
    "Playing": {
        "play": ("play", "play", "Play in the browser: a page on this machine."),
        "session": ("sessions", "session", "A game in a file: play, undo, redo, go on later."),
    },
    "Writing and publishing": {
        "author": ("authoring", "author", "Write problems: new, lint, check, mine, sheet."),
        "page": ("pages", "page", "Write a page that shows a problem and steps through it."),
        "site": ("pages", "site", "Write a book of problems: a page for each, and an index."),
    },
}
_COMMANDS: Final = {name: row for group in _GROUPS.values() for name, row in group.items()}


class _Commands(Group):
    """A group that imports a command's module only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        # Click would import every command, to see whether it's hidden.
        items = [CompletionItem(name, help=row[2]) for name, row in _COMMANDS.items()]
        matching = [item for item in items if item.value.startswith(incomplete)]
        return matching + click.Command.shell_complete(self, ctx, incomplete)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute, _ = _COMMANDS[cmd_name]
        loaded = importlib.import_module(f".{module}", __package__)
        command = getattr(loaded, attribute)
        assert isinstance(command, click.Command)  # noqa: S101 - our own table
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # A position whose first column is a space begins with '-', but is no option.
        return super().parse_args(
            ctx, [f" {arg}" if arg.startswith(("-/", "- ")) else arg for arg in args]
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, _COMMANDS))
        for title, group in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", row[2]) for name, row in group.items()])

    def main(self, *args: Any, **more: Any) -> Any:
        open_closed_streams()
        return super().main(*args, **more)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with reported():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        with reported():
            return super().invoke(ctx)


_HELP = """Spider-solitaire positions and problems: read, replay, verify.

A POSITION is the name of a catalogue problem (see 'spiderpos problems list'), a file in any
notation, '-' for standard input, or a position written out in one line.  A SCRIPT is a file of
moves or '-'.  'spiderpos COMMAND --help' has examples of each command, 'spiderpos show --formats'
the notations for both, with an example of each, 'spiderpos solve --goals' the words of goals.

\b
Try:
  spiderpos show woods-4
  spiderpos hint woods-4
  spiderpos verify woods-4
  echo "Ah from 2 to 9" | spiderpos replay woods-4 -

Exit codes: 0 it holds, 1 it doesn't, 2 unreadable input or wrong usage, 3 undecided,
or possible.
"""


@click.command(cls=_Commands, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="spiderpos")
def main() -> None:
    """Run a command (the entry point of the ``spiderpos`` script)."""
