"""How commands report what went wrong: one place for messages and exit codes."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import click
from click.core import ParameterSource

from ..game.illegal import IllegalMove
from ..text.errors import SpiderError
from ..text.source import Place
from ..text.wording import harmless

HOLDS = 0
DOES_NOT_HOLD = 1
UNREADABLE = 2
UNDECIDED = 3
#: Of 'lost' and 'hope', whose 1 says another thing.
ILLEGAL = 4
INTERRUPTED = 128 + 2
READER_GONE = 128 + 13

#: The options that say what would settle an error.
_OPTIONS: Final = {
    "partial": "--partial takes it as a partial position",
    "hand": "--hand N says how many cards are in the hand",
    "port": "--port names another; without it a free one is taken",
}


def complain(message: str) -> None:
    """Print an error to standard error; its first line is marked on a terminal."""
    first, _, rest = harmless(message).partition("\n")
    # Where even this can't be written, the exit code says it.
    with contextlib.suppress(OSError):
        click.echo(
            click.style("error: ", fg="red", bold=True) + click.style(first, bold=True), err=True
        )
        if rest:
            click.echo(rest, err=True)


def complain_of_all(faults: Iterable[object], code: int) -> None:
    """Print what is wrong, and exit with ``code`` if anything is."""
    messages = list(map(str, faults))
    for fault in messages:
        complain(fault)
    if messages:
        sys.exit(code)


def note(message: str) -> None:
    """Print a remark to standard error."""
    click.echo(harmless(message), err=True)


def given_options(names: Collection[str]) -> dict[str, str]:
    """Return the parameters of ``names`` that are given, and how: ``"seconds": "--time"``.

    Something that is given counts, if only as its default.
    """
    context = click.get_current_context()
    return {
        param.name: max(param.opts, key=len)
        for param in context.command.params
        if param.name in names
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    }


def open_closed_streams() -> None:
    """Open standard streams that are closed: input and errors as empty, output as an error.

    Otherwise a file that is opened later would get their numbers.
    """
    for name, mode in (("stdin", "r"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, os.O_WRONLY if mode == "w" else os.O_RDONLY)
            written = "w" if name != "stdin" else "r"
            setattr(sys, name, open(file, written, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def reported() -> Iterator[None]:
    """Turn the exceptions that input can cause into a message and an exit code."""
    try:
        yield
    except SpiderError as error:
        from ..game.replay import ReplayError  # noqa: PLC0415 - the help needs no grammars

        complain(what_went_wrong(error))
        holds_not = isinstance(error, (IllegalMove, ReplayError))
        sys.exit(DOES_NOT_HOLD if holds_not else UNREADABLE)
    except BrokenPipeError:
        # What reads the output went away.  The interpreter would try to flush what is left.
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        sys.exit(READER_GONE)
    except OSError as error:
        complain(what_went_wrong(error))
        if error.filename is None:
            # Standard output may be what failed: the interpreter would try to flush what is left.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
    except MemoryError:
        complain("the memory doesn't suffice for this")
        sys.exit(UNDECIDED)
    except click.ClickException as error:
        from .advice import improve  # noqa: PLC0415 - for errors only

        improve(error)
        # It's of some class with more in it than the message, which Click prints as it is.
        vars(error)["message"] = harmless(error.message)
        with contextlib.suppress(OSError):
            error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort) as error:
        # Click makes one of both when it asks.
        if isinstance(error.__context__, EOFError):
            complain("the input ended where an answer was asked for")
            sys.exit(UNREADABLE)
        note("interrupted")
        sys.exit(INTERRUPTED)


class Group(click.Group):
    """A group that says which command is meant by a word that is none of its own."""

    def resolve_command(  # noqa: D102 - click's
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from .advice import no_command  # noqa: PLC0415 - for errors only

            raise no_command(args[0], ctx) from None


def what_went_wrong(error: OSError | SpiderError) -> str:
    """Return the message of an error, with what it is about, if that is known."""
    if isinstance(error, SpiderError):
        option = _OPTIONS.get(error.settled_by)
        return f"{error}\n{option}" if option else str(error)
    message = error.strerror or str(error)
    return message if error.filename is None else f"{Place(str(error.filename), 0, 0)}: {message}"
