"""Write output files, and refuse to overwrite existing ones without ``--force``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..text.files import replace_file
from .options import file_name, options

_F = TypeVar("_F", bound=Callable[..., Any])

force_option = click.option("--force", is_flag=True, help="Overwrite an existing file.")


def output_option(
    text: str, *, metavar: str = "FILE", required: bool = False
) -> Callable[[_F], _F]:
    """Add the options ``-o FILE`` and ``--force``."""
    output = click.option(
        "-o", "--output", type=file_name, metavar=metavar, required=required, help=text
    )
    return options(output, force_option)


def check_new(path: Path, *, force: bool) -> None:
    """Raise UsageError if a file can't be written, or exists and ``force`` is False.

    Called before any work is done.  An empty file, a pipe or a device needs no ``force``.
    """
    check_parent(path)
    if path.is_dir():
        raise click.UsageError(f"'{path}' is a folder: expected a file")
    if path.is_file() and path.stat().st_size and not force:
        raise click.UsageError(f"'{path}' already exists (--force overwrites it)")
    writable = not path.exists() or os.access(path, os.W_OK)
    # An ordinary file is replaced by a new one in its folder.
    if path.is_file() or not path.exists():
        writable = writable and os.access(path.resolve().parent, os.W_OK)
    if not writable:
        raise click.UsageError(f"'{path}' can't be written: it is write-protected")


def check_parent(path: Path) -> None:
    """Raise UsageError if the folder of a file doesn't exist."""
    if not path.parent.is_dir():
        raise click.UsageError(f"'{path}' can't be written: there is no folder '{path.parent}'")


def check_folder(folder: Path) -> None:
    """Raise UsageError if files can't be written to a folder, or if it can't be created."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK):
        reason = "is write-protected" if existing.is_dir() else "is not a folder"
        raise click.UsageError(f"'{folder}' can't be written to: '{existing}' {reason}")


def put(path: Path, data: str | bytes) -> None:
    """Write a file atomically, following a symbolic link.  Raises OSError."""
    replace_file(path, data.encode() if isinstance(data, str) else data, follow=True)
