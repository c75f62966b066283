"""Suggestions in usage errors: unknown commands and options, arguments in the wrong order."""

from __future__ import annotations

from pathlib import Path

import click

from ..catalogue import problem_ids
from ..text.unknown_names import meant_by, misspelled, synonyms
from ..text.wording import join_words


def unknown_command(word: str, ctx: click.Context) -> click.UsageError:
    """Return the error for an unknown command, with a suggestion and the valid commands."""
    group, root = ctx.command, ctx.find_root().command
    assert isinstance(group, click.Group)  # noqa: S101 - only a group lacks commands
    assert isinstance(root, click.Group)  # noqa: S101
    commands, all_commands = group.list_commands(ctx), root.list_commands(ctx)
    name = word.lower()
    similar = misspelled(name, synonyms()["commands"])
    path = "spiderpos problems" if group.name == "problems" else "spiderpos"
    if word in problem_ids() or Path(word).is_file():
        advice = f"'{path} show {word}' shows it"
    elif close := misspelled(name, commands):
        advice = f"did you mean '{close}'?"
    elif synonym := (
        meant_by(name, "commands")
        or (name in all_commands and name)
        or meant_by(similar, "commands")
    ):
        advice = (
            f"'spiderpos {synonym}' does that" if synonym[0] != "_" else f"'{synonym}' does that"
        )
    else:
        close = misspelled(name, all_commands)
        advice = f"did you mean 'spiderpos {close}'?" if close else ""
    advice += "; " * bool(advice)
    return click.UsageError(
        f"No such command '{word}': {advice}expected one of {join_words(commands, 'or')}", ctx
    )


def unknown_option_message(name: str, command: click.Command) -> str:
    """Return the message for an unknown option, with a suggestion and the valid options."""
    options = sorted(o for param in command.params for o in param.opts if o.startswith("--"))
    arguments = {param.human_readable_name.strip("[].") for param in command.params}
    similar = misspelled(name, synonyms()["options"])
    synonym = meant_by(name, "options") or meant_by(similar, "options")
    kinds = (*synonym.split(" | "), name.strip("-").upper())
    advice = next((text for kind in kinds if (text := _suggestion(kind, options, arguments))), "")
    if not advice and (notation := _notation(name)) and "--as" in options:
        advice = f"did you mean '--as {notation}'?"
    if not advice and (close := misspelled(name, options)):
        advice = f"did you mean '{close}'?"
    if not advice and isinstance(command, click.Group):
        names = join_words(command.list_commands(click.Context(command)), "or")
        return f"No such option '{name}': options follow a command, which is one of {names}"
    valid = f"expected one of {join_words(options, 'or')}" if options else "the only one is --help"
    return f"No such option '{name}': {advice}{'; ' * bool(advice)}{valid}"


def _suggestion(synonym: str, options: list[str], arguments: set[str]) -> str:
    word = synonym.partition(" ")[0]
    if word in options:
        return f"did you mean '{synonym}'?"
    if word in arguments:
        return f"write {synonym} as an argument, without an option name"
    if word == "spiderpos":
        return f"'{synonym}' does that"
    return synonym if " " in synonym and not word.startswith("-") else ""


def _notation(name: str) -> str:
    from ..formats import FORMATS  # noqa: PLC0415 - for errors only
    from ..show.pictures import PICTURES  # noqa: PLC0415

    notation = name.strip("-")
    return notation if notation in FORMATS or notation in PICTURES else ""


def improve(error: click.ClickException) -> None:
    """Add a suggestion to the message of a usage error."""
    message = error.message
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        message = unknown_option_message(error.option_name, error.ctx.command)
        vars(error).update(possibilities=[])
    elif isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.human_readable_name
        if name in ("POSITION", "PROBLEM", "SCRIPT"):
            text = f"Missing argument '{name}': '-' reads it from standard input"
            # Click's format_message ignores the message attribute of this error.
            vars(error)["format_message"] = lambda: text
        return
    elif message.startswith("Got unexpected extra argument"):
        extra = message.partition("(")[2].rstrip(")")
        message += ": quote a text of several words"
        if all(Path(word).is_file() or word in problem_ids() for word in extra.split()):
            message = f"expected one position or file, and got also {extra}"
            context = getattr(error, "ctx", None)
            options = context.command.params if context is not None else ()
            if any("--lines" in option.opts for option in options):
                message += "; --lines reads a file of many positions"
    vars(error)["message"] = message
