"""Which files a command may replace: those of the kind that it writes, and no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from ..text.files import replace_file
from .writing import check_folder as check_writable
from .writing import check_new

__all__ = ["check_file", "check_parent", "check_writable", "replace_ours"]


def check_file(path: Path, is_ours: Callable[[Path], bool], what: str) -> None:
    """Raise UsageError if a file that is there may not be replaced; OSError if it can't be read.

    It may if ``is_ours`` says so; ``what`` is the kind of file that would be written.
    """
    check_new(path, force=True)
    if path.is_file() and path.stat().st_size and not is_ours(path):
        raise click.UsageError(f"'{path}' is there already, and is not {what}")


def check_parent(path: Path) -> None:
    """Raise UsageError if the folder isn't there that a file is to be written to, or protected."""
    check_new(path, force=True)


def replace_ours(path: Path, data: bytes, check: Callable[[], object]) -> None:
    """Put a file that the user named in place.  Raises OSError."""
    check()
    replace_file(path, data, follow=True)
