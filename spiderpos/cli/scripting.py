"""How commands read a SCRIPT: moves in any notation, or a plan where a command takes one."""

from __future__ import annotations

import os
from typing import Any, Final

import click

from ..game.script import Script
from ..games.moves_text import Moves, moves_of
from ..goals import plans
from .errors import note
from .inputs import LARGEST, read_text

__all__ = ["noted", "read_moves", "read_script", "script_in", "script_options"]

#: The largest script that is read, in bytes: a million moves and more.
_LARGEST: Final = 64 * LARGEST


def script_options(command: Any) -> Any:
    """``--script-from`` and ``--prose``; passed on as ``notation``, a name or None."""

    def prose(context: click.Context, _parameter: click.Parameter, told: bool) -> bool:
        if told and context.params.get("notation") not in (None, "prose"):
            raise click.UsageError("--prose and --script-from contradict each other")
        if told:
            context.params["notation"] = "prose"
        return told

    for option in (
        click.option(
            "--prose",
            is_flag=True,
            expose_value=False,
            callback=prose,
            help="Pick the moves out of running text, as --script-from prose.",
        ),
        click.option(
            "--script-from",
            "notation",
            metavar="FORMAT",
            is_eager=True,
            help="The notation that SCRIPT is in (default: recognised).",
        ),
    ):
        command = option(command)
    return command


def noted(moves: Moves) -> Moves:
    """The same; what there is to say of its text is said."""
    for remark in moves.notes:
        note(remark)
    return moves


def read_moves(
    spec: str, notation: str | None = None, *, explained: bool = False, searched: bool = False
) -> Moves:
    """Read a script, or a plan, from a file, or from standard input for ``-``.

    Raises UsageError if there is no such file, or as :func:`moves_of`.
    """
    if spec != "-" and not os.path.lexists(spec):
        raise click.UsageError(f"there is no script file '{spec}' ('-' reads standard input)")
    text, name = read_text(spec, _LARGEST)
    return noted(moves_of(text, name, notation, explained=explained, searched=searched))


def read_script(spec: str, notation: str | None = None, *, command: str) -> Script:
    """Read a script as :func:`read_moves`; a plan is refused, as nothing for ``command``."""
    return script_in(read_moves(spec, notation), command)


def script_in(moves: Moves, command: str) -> Script:
    """The script of moves that were read; NotationError for a plan, as nothing for ``command``."""
    if moves.plan is not None:
        raise plans.no_plan(moves.plan, command)
    return moves.script
