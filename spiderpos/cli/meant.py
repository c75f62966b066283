"""What people type who know other commands, and the command or option that does it here."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import click

from ..catalogue import problem_ids
from ..formats import FORMATS
from ..show.pictures import PICTURES

_HINT: Final = "hint POSITION [GOAL]"
_SOLVE: Final = "solve POSITION GOAL"
_PICTURE: Final = "show POSITION --as svg -o FILE"
#: What is typed for a command, and how the one is called that does it.
_COMMANDS: Final = {
    **dict.fromkeys(("best", "best-move", "suggest", "advise", "bestmove", "go", "next"), _HINT),
    **dict.fromkeys(("prove", "impossible", "search", "stuck", "find", "can"), _SOLVE),
    **dict.fromkeys(("draw", "svg", "png", "pdf", "picture", "image", "render"), _PICTURE),
    **dict.fromkeys(("convert", "export", "write", "to"), "show POSITION --as NOTATION"),
    **dict.fromkeys(("print", "cat", "view", "display", "read", "board"), "show POSITION"),
    **dict.fromkeys(("list", "ls", "catalogue", "catalog"), "problems list"),
    **dict.fromkeys(("check", "validate", "judge"), "verify PROBLEM SCRIPT"),
    **dict.fromkeys(("random", "shuffle", "seed"), "deal --seed TEXT"),
    **dict.fromkeys(("stats", "analyse", "analyze", "count", "score", "unseen"), "info POSITION"),
    **dict.fromkeys(("new", "start", "do", "undo", "redo", "save", "load"), "session --help"),
    **dict.fromkeys(("mine", "lint", "sheet"), "author --help"),
    **dict.fromkeys(("serve", "server", "gui", "web"), "play POSITION"),
    **dict.fromkeys(("simulate", "winrate", "win-rate"), "play-out POSITION"),
    **dict.fromkeys(("batch", "solve-many", "deals"), "solve-deals DEALS"),
    **dict.fromkeys(("html", "publish"), "page POSITION"),
    **dict.fromkeys(("legal", "legal-moves", "move"), "moves POSITION"),
    **dict.fromkeys(("winnable", "solvable", "win"), "solve POSITION win"),
    **dict.fromkeys(("daily", "today", "game"), "play"),
    **dict.fromkeys(("solution", "solutions", "answer", "lines"), "problems show PROBLEM"),
    "blunder": "lost POSITION SCRIPT",
    "goal": "solve --goals",
    "goals": "solve --goals",
    "formats": "show --formats",
    "notations": "show --formats",
    "rules": "show POSITION --rules NAME",
    "help": "[COMMAND] --help",
    "version": "--version",
}
#: What is typed for an option: the options that do it, or how a command is called that does.
#: The first is meant that the command has.
_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("--format", "--to", "--notation", "--output-format"), ("--as",)),
    **{f"--{name}": (f"--as {name}",) for name in (*FORMATS, *PICTURES)},
    **dict.fromkeys(("--timeout", "--seconds", "--limit", "--max-time", "-t"), ("--time",)),
    **dict.fromkeys(("--threads", "--workers", "--processes", "-j"), ("--jobs",)),
    **dict.fromkeys(("--input-format", "--in", "--read"), ("--from",)),
    **dict.fromkeys(("--out", "--file", "--to-file"), ("--output",)),
    **dict.fromkeys(("--line", "--moves", "--solution"), ("SCRIPT",)),
    **dict.fromkeys(("--incomplete", "--part"), ("--partial",)),
    **dict.fromkeys(("--cluster", "--dask"), ("--scheduler",)),
    **dict.fromkeys(("--overwrite", "-f"), ("--force",)),
    **dict.fromkeys(("--depth", "--nodes", "--iterations", "--steps-limit"), ("--work",)),
    **dict.fromkeys(("--batch", "--deals"), ("spiderpos solve-deals DEALS",)),
    "--deal": ("NUMBER", "spiderpos deal NUMBER"),
    "--help-goals": ("--goals",),
    "--recheck": ("spiderpos recheck RECORD",),
    "--stock": ("--hand",),
    "--suits": ("--rule suits=2",),
}


def command_meant(word: str, ctx: click.Context) -> str:
    """Return what is meant by a word that is no command of a group, as `` (...)``; or empty.

    One of the group's own that is close comes first, then any that does it.
    """
    group, root = ctx.command, ctx.find_root().command
    assert isinstance(group, click.Group)  # noqa: S101 - only a group lacks commands
    assert isinstance(root, click.Group)  # noqa: S101
    own, all_known = group.list_commands(ctx), [*_COMMANDS, *root.list_commands(ctx)]
    if word in problem_ids() or Path(word).is_file():
        path = "spiderpos problems" if group.name == "problems" else "spiderpos"
        return f" ('{path} show {word}' shows it)"
    if group is not root and (close := get_close_matches(word.lower(), own, n=1)):
        return f" (did you mean '{close[0]}'?)"
    close = get_close_matches(word.lower(), all_known, n=1)
    if group is root and close and close[0] in own:
        return f" (did you mean '{close[0]}'?)"
    return f" ('spiderpos {_COMMANDS.get(close[0], close[0])}' does that)" if close else ""


def option_meant(name: str, command: click.Command) -> str:
    """Return a sentence on what is meant by an option that a command doesn't have; or empty."""
    options = {option for param in command.params for option in param.opts if option[0] == "-"}
    arguments = {param.human_readable_name.strip("[].") for param in command.params}
    for meant in (*_OPTIONS.get(name, ()), name.strip("-").upper()):
        if meant.split()[0] in options:
            return f"Did you mean '{meant}'?"
        if meant in arguments:
            return f"{meant} stands without a name before it."
        if meant.startswith("spiderpos "):
            return f"'{meant}' does that."
    return ""
