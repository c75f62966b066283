"""How commands report what went wrong: one place for messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from ..errors import IllegalMove, SpiderError
from ..replay import ReplayError

__all__ = ["DOES_NOT_HOLD", "HOLDS", "UNDECIDED", "UNREADABLE", "complain", "note", "reported"]

HOLDS = 0
DOES_NOT_HOLD = 1
UNREADABLE = 2
UNDECIDED = 3


def complain(message: str) -> None:
    """Print an error to standard error; its first line is marked on a terminal."""
    first, _, rest = message.partition("\n")
    sys.stdout.flush()
    click.echo(
        click.style("error: ", fg="red", bold=True) + click.style(first, bold=True), err=True
    )
    if rest:
        click.echo(rest, err=True)


def note(message: str) -> None:
    """Print a remark to standard error."""
    sys.stdout.flush()
    click.echo(message, err=True)


@contextmanager
def reported() -> Iterator[None]:
    """Turn the exceptions that input can cause into a message and an exit code."""
    try:
        yield
        sys.stdout.flush()
    except (IllegalMove, ReplayError) as error:
        complain(str(error))
        sys.exit(DOES_NOT_HOLD)
    except SpiderError as error:
        complain(str(error))
        sys.exit(UNREADABLE)
    except BrokenPipeError:
        # The reader went away ('| head'): say nothing, and keep the interpreter from trying
        # to flush what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(HOLDS)
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        sys.exit(UNREADABLE)
    except KeyboardInterrupt:
        note("interrupted")
        sys.exit(130)
