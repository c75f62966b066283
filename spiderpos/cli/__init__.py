"""The command line.

Commands only parse their arguments, call the library and print the result.  The module of a
command is imported when the command is called, so that ``--help`` is fast.

Exit codes: 0 the answer is yes; 1 it is no (illegal move, goal not reached, outcome differs);
2 unreadable input or wrong usage; 3 undecided, or possible.  :mod:`spiderpos.cli.errors` has the
rarer ones.
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

#: Commands by group, in the order of the help text: module, function and help line.
_GROUPS: Final[Mapping[str, Mapping[str, tuple[str, str, str]]]] = {
    "Positions": {
        "problems": ("problems", "problems", "List, show and check problems."),
        "show": ("positions", "show", "Print a position as a diagram, or in another notation."),
        "deal": ("positions", "deal", "Print the deal of a number or a seed."),
        "info": (
            "positions",
            "info",
            "Print statistics of a position, its score, suits and more.",
        ),
        "moves": ("moves", "moves", "List every legal move, or complete a move."),
        "hint": ("hinting", "hint", "Suggest a move, with its reason."),
    },
    "Scripts": {
        "replay": (
            "replaying",
            "replay",
            "Check that each move is legal; print the last position.",
        ),
        "verify": ("verifying", "verify", "Check that a script solves a problem."),
        "convert-script": ("replaying", "convert_script", "Write moves in another notation."),
        "explain": ("explaining", "explain", "Explain a line, or why a goal is impossible."),
    },
    "Solving": {
        "solve": ("solving", "solve", "Find a line to a goal, or prove it impossible."),
        "hope": ("hinting", "hope", "List the cards that help when a move turns one up."),
        "lost": ("lost", "lost", "Find the move of a line that lost the goal."),
        "solve-deals": ("batches", "solve_deals", "Solve many deals and save the results."),
        "play-out": ("playouts", "play_out", "Measure how often a policy wins."),
    },
    "Playing": {
        "play": ("play", "play", "Play in the browser."),
        "session": (
            "sessions",
            "session",
            "Play a game that is saved in a file, with undo and redo.",
        ),
    },
    "Writing and publishing": {
        "author": ("authoring", "author", "Write problems: new, lint, check, mine, sheet."),
        "page": ("pages", "page", "Write an HTML page for a problem."),
        "site": ("pages", "site", "Write a site of problems, with an index."),
    },
}
_COMMANDS: Final = {name: row for group in _GROUPS.values() for name, row in group.items()}


class _Commands(Group):
    """A group that imports the module of a command on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        # Click's own version would import every command to check that it isn't hidden.
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
        # A position whose first column is a space begins with '-'.  The blank added here keeps
        # click from parsing it as an option.
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
notation, '-' for standard input, or a position in one line.  A SCRIPT is a file of moves or '-'.
'spiderpos COMMAND --help' shows examples of a command, 'spiderpos show --formats' lists the
notations for positions and moves, and 'spiderpos solve --goals' lists the phrases of goals.

\b
Try:
  spiderpos show woods-4
  spiderpos hint woods-4
  spiderpos verify woods-4
  echo "Ah from 2 to 9" | spiderpos replay woods-4 -

Exit codes: 0 the answer is yes, 1 it is no, 2 unreadable input or wrong usage, 3 undecided,
or possible.
"""


@click.command(cls=_Commands, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="spiderpos")
def main() -> None:
    """Run a command (the entry point of the ``spiderpos`` script)."""
