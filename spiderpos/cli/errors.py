"""How commands report what went wrong: one place for messages and exit codes."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import click
from click.core import ParameterSource

from ..game.illegal import IllegalMove
from ..text.errors import SpiderError
from ..text.source import Place
from ..text.wording import harmless

__all__ = [
    "DOES_NOT_HOLD",
    "HOLDS",
    "UNDECIDED",
    "UNREADABLE",
    "complain",
    "note",
    "reported",
    "told_beside",
    "what_went_wrong",
]

HOLDS = 0
DOES_NOT_HOLD = 1
UNREADABLE = 2
UNDECIDED = 3
READER_GONE = 128 + 13

#: The options that say what would settle an error.
_OPTIONS: Final = {
    "partial": "--partial takes it as a partial position",
    "hand": "--hand N says how many cards are in the hand",
}
#: What only comes of writing.
_NO_ROOM: Final = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def complain(message: str) -> None:
    """Print an error to standard error; its first line is marked on a terminal."""
    first, _, rest = harmless(message).partition("\n")
    sys.stdout.flush()
    # Where even this can't be written, the exit code says it.
    with contextlib.suppress(OSError):
        click.echo(
            click.style("error: ", fg="red", bold=True) + click.style(first, bold=True), err=True
        )
        if rest:
            click.echo(rest, err=True)


def note(message: str) -> None:
    """Print a remark to standard error."""
    sys.stdout.flush()
    click.echo(harmless(message), err=True)


def told_beside(heeded: Collection[str]) -> list[str]:
    """What the command line says beside the parameters ``heeded``: "--rules", "POSITION".

    For what would be ignored in silence.  Something that is given counts, if only as its default.
    """
    context = click.get_current_context()
    return [
        max(param.opts, key=len) if isinstance(param, click.Option) else (param.name or "").upper()
        for param in context.command.params
        if param.name not in heeded
        and context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]


@contextmanager
def reported() -> Iterator[None]:
    """Turn the exceptions that input can cause into a message and an exit code."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as we run
    if sys.stdout is None:
        sys.stdout = sys.stderr
        complain("standard output is closed")
        sys.exit(UNREADABLE)
    with _reader_may_go(), _explained():
        yield


@contextmanager
def _reader_may_go() -> Iterator[None]:
    """Exit silently, as a program that SIGPIPE ends, if what reads the output goes away."""
    try:
        yield
    except BrokenPipeError:
        # The interpreter would try to flush what is left.
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        sys.exit(READER_GONE)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
        sys.stdout.flush()
    except SpiderError as error:
        from ..game.replay import ReplayError  # noqa: PLC0415 - the help needs no grammars

        complain(what_went_wrong(error))
        holds_not = isinstance(error, (IllegalMove, ReplayError))
        sys.exit(DOES_NOT_HOLD if holds_not else UNREADABLE)
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(what_went_wrong(error))
        sys.exit(UNREADABLE)
    except MemoryError as error:
        # What filled the memory is held by the frames that it was raised in.
        error.__traceback__ = error.__context__ = None
        complain("the memory doesn't suffice for this")
        sys.exit(UNDECIDED)
    except click.ClickException as error:
        # It's of some class with more in it than the message, which Click prints as it is.
        vars(error)["message"] = harmless(error.message)
        with contextlib.suppress(OSError):
            error.show()
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        _interrupted()
    except click.Abort as error:
        # Click makes one of both when it asks.
        if not isinstance(error.__context__, EOFError):
            _interrupted()
        complain("the input ended where an answer was asked for")
        sys.exit(UNREADABLE)


def _interrupted() -> NoReturn:
    note("interrupted")
    sys.exit(130)


def what_went_wrong(error: OSError | SpiderError) -> str:
    """What there is to say of an error, with what it is about, if that is known."""
    if isinstance(error, SpiderError):
        option = _OPTIONS.get(error.settled_by)
        return f"{error}\n{option}" if option else str(error)
    said = error.strerror or str(error)
    if error.filename is not None:
        return f"{Place(str(error.filename), 0, 0)}: {said}"
    if error.errno == errno.ENOENT:
        # All that is looked for has a name, but where we are.
        return "the current folder is not there any more"
    # Files that we write are named.
    return f"output: {said}" if error.errno in _NO_ROOM else said
