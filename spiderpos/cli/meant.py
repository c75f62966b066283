"""What people type who know other commands, and the command or option that does it here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ..catalogue import problem_ids
from ..text.wording import did_you_mean

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
    "blunder": "lost POSITION SCRIPT",
    "goal": "solve --goals",
    "goals": "solve --goals",
    "formats": "show --formats",
    "notations": "show --formats",
    "rules": "show POSITION --rules NAME",
    "help": "[COMMAND] --help",
    "version": "--version",
}
#: What is typed for an option, and those that do it, the first of which the command has.
_OPTIONS: Final = {
    **dict.fromkeys(("--format", "--to", "--notation", "--output-format"), ("--as",)),
    **dict.fromkeys(("--svg", "--png", "--pdf", "--fen", "--unicode"), ("--as",)),
    **dict.fromkeys(("--timeout", "--seconds", "--limit", "--max-time", "-t"), ("--time",)),
    **dict.fromkeys(("--threads", "--workers", "--processes", "-j"), ("--jobs",)),
    **dict.fromkeys(("--input-format", "--in", "--read"), ("--from",)),
    **dict.fromkeys(("--out", "--file", "--to-file"), ("--output",)),
    **dict.fromkeys(("--incomplete", "--part"), ("--partial",)),
    **dict.fromkeys(("--cluster", "--dask"), ("--scheduler",)),
    **dict.fromkeys(("--overwrite", "-f"), ("--force",)),
    **dict.fromkeys(("--depth", "--nodes", "--iterations", "--steps-limit"), ("--work",)),
    "--stock": ("--hand",),
    "--help-goals": ("--goals",),
}


def command_meant(word: str, commands: Collection[str]) -> str:
    """Return what a command that isn't there means, as `` (...)``; empty if nothing is known."""
    if word in problem_ids() or Path(word).is_file():
        return f" ('spiderpos show {word}' shows that position)"
    close = get_close_matches(word.lower(), [*_COMMANDS, *commands], n=1)
    if close and close[0] in _COMMANDS:
        return f" ('spiderpos {_COMMANDS[close[0]]}' does that)"
    return did_you_mean(word, commands)


def option_meant(name: str, options: Iterable[str]) -> str:
    """Return the option of a command that is meant by one that it doesn't have; or empty."""
    known = set(options)
    option = next((option for option in _OPTIONS.get(name, ()) if option in known), "")
    value = f" {name[2:]}" if option == "--as" and name[2:] in ("svg", "png", "pdf", "fen") else ""
    return f"{option}{value}"
