"""The files that a user names for a command to write: what is there is kept, but for --force."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..text.files import replace_file
from .options import file_name, options

_F = TypeVar("_F", bound=Callable[..., Any])

force_option = click.option("--force", is_flag=True, help="Overwrite a file that is there.")


def output_option(
    text: str, *, metavar: str = "FILE", required: bool = False
) -> Callable[[_F], _F]:
    """Add ``-o FILE`` and ``--force``: where a command writes what it makes."""
    output = click.option(
        "-o", "--output", type=file_name, metavar=metavar, required=required, help=text
    )
    return options(output, force_option)


def check_new(path: Path, *, force: bool) -> None:
    """Raise UsageError if a file can't be written, or may not be, before any work is done.

    An empty file, a pipe or a device may be written to.
    """
    check_parent(path)
    if path.is_dir():
        raise click.UsageError(f"'{path}' is a folder: name a file to write")
    if path.is_file() and path.stat().st_size and not force:
        raise click.UsageError(f"'{path}' is there already (--force overwrites it)")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"'{path}' can't be written: it is write-protected")


def check_parent(path: Path) -> None:
    """Raise UsageError if the folder that a file is to be in isn't there."""
    if not path.parent.is_dir():
        raise click.UsageError(f"'{path}' can't be written: there is no folder '{path.parent}'")


def check_folder(folder: Path) -> None:
    """Raise UsageError if no file can be written to a folder, which is made if it isn't there."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        why = "is write-protected" if there.is_dir() else "is no folder"
        raise click.UsageError(f"'{folder}' can't be written to: '{there}' {why}")


def put(path: Path, data: str | bytes) -> None:
    """Write a file that was checked, in one step; a link is followed.  Raises OSError."""
    replace_file(path, data.encode() if isinstance(data, str) else data, follow=True)
