"""Exit codes, and the reporting of errors, for all commands."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import click
from click.core import ParameterSource

from ..text.errors import SpiderError
from ..text.source import Place
from ..text.wording import harmless

HOLDS = 0
DOES_NOT_HOLD = 1
UNREADABLE = 2
UNDECIDED = 3
#: Exit code of 'lost' and 'hope' for an illegal move, since their exit code 1 has another meaning.
ILLEGAL = 4
INTERRUPTED = 128 + 2
#: The exit code that a shell reports for a program ended by SIGPIPE.
READER_GONE = 128 + 13

#: Options that can resolve an error, by the error's ``settled_by``.
_OPTIONS: Final = {
    "partial": "use --partial for a partial position",
    "hand": "use --hand N to give the number of cards in the hand",
    "port": "use --port for another port, or omit it for a free one",
}


def complain(message: str) -> None:
    """Print an error to standard error, its first line in bold on a terminal."""
    first, _, rest = harmless(message).partition("\n")
    # If standard error can't be written to, the exit code still reports the failure.
    with contextlib.suppress(OSError):
        click.echo(
            click.style("error: ", fg="red", bold=True) + click.style(first, bold=True), err=True
        )
        if rest:
            click.echo(rest, err=True)


def complain_of_all(faults: Iterable[object], code: int) -> None:
    """Print each fault, and exit with ``code`` if there is one."""
    messages = list(map(str, faults))
    for fault in messages:
        complain(fault)
    if messages:
        sys.exit(code)


def note(message: str) -> None:
    """Print a note to standard error."""
    click.echo(harmless(message), err=True)


def given_options(names: Collection[str]) -> dict[str, str]:
    """Return the parameters in ``names`` that the user gave, as ``{"seconds": "--time"}``.

    A parameter counts as given even if the value is its default.
    """
    context = click.get_current_context()
    return {
        param.name: max(param.opts, key=len)
        for param in context.command.params
        if param.name in names
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    }


def open_closed_streams() -> None:
    """Open closed standard streams on the null device.

    Otherwise a file opened later would get their file descriptors.  Standard output is opened for
    reading only, so that writing to it fails.
    """
    for name, mode in (("stdin", "r"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, os.O_WRONLY if mode == "w" else os.O_RDONLY)
            written = "w" if name != "stdin" else "r"
            setattr(sys, name, open(file, written, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def reported() -> Iterator[None]:
    """Convert exceptions caused by input into a message and an exit code."""
    try:
        yield
    except SpiderError as error:
        from ..game.illegal import IllegalMove  # noqa: PLC0415 - for errors only
        from ..game.replay import ReplayError  # noqa: PLC0415

        complain(error_message(error))
        holds_not = isinstance(error, (IllegalMove, ReplayError))
        sys.exit(DOES_NOT_HOLD if holds_not else UNREADABLE)
    except BrokenPipeError:
        # The reader of a pipe has exited.  Redirect the streams, because the interpreter would
        # try to flush the rest of the output at exit.
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        sys.exit(READER_GONE)
    except OSError as error:
        complain(error_message(error))
        if error.filename is None:
            # Standard output may have failed.  Redirect it for the same reason.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
    except MemoryError:
        complain("out of memory")
        sys.exit(UNDECIDED)
    except click.ClickException as error:
        from .advice import improve  # noqa: PLC0415 - for errors only

        improve(error)
        # Subclasses print more than the message, so change the message of this error.
        vars(error)["message"] = harmless(error.message)
        with contextlib.suppress(OSError):
            error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort) as error:
        # Click raises Abort for Ctrl-C and for the end of input at a prompt.
        if isinstance(error.__context__, EOFError):
            complain("the input ended before a prompt was answered")
            sys.exit(UNREADABLE)
        note("interrupted")
        sys.exit(INTERRUPTED)


class Group(click.Group):
    """A group that suggests a command for an unknown name."""

    def resolve_command(  # noqa: D102 - click's
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from .advice import unknown_command  # noqa: PLC0415 - for errors only

            raise unknown_command(args[0], ctx) from None


def error_message(error: OSError | SpiderError) -> str:
    """Return the message of an error, with its file, and an option that can resolve it."""
    if isinstance(error, SpiderError):
        option = _OPTIONS.get(error.settled_by)
        return f"{error}\n{option}" if option else str(error)
    message = error.strerror or str(error)
    return message if error.filename is None else f"{Place(str(error.filename), 0, 0)}: {message}"
