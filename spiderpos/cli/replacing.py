"""Which files a command may replace: those of the kind that it writes, and no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from ..errors import NotationError
from ..files import read_head
from ..formats.base import Format, ReadOptions
from ..pictures import Picture, terminal

__all__ = ["check_file", "is_like"]

#: What a file begins with, or holds, that is such a picture.
_SIGNS: Final[dict[str, tuple[bytes, bytes]]] = {
    "svg": (b"<", b"<svg"),
    "png": (b"\x89PNG\r\n\x1a\n", b""),
    # Other documents are of these kinds too.
    "pdf": (b"%PDF", b"(Column 1:"),
    "tex": (b"%", b"\\spiderUse"),
}

#: A longer text is no position; and what a file is can be seen at its beginning.
_LONGEST: Final = 1024 * 1024


def check_file(path: Path, is_ours: Callable[[Path], bool], what: str) -> None:
    """Raise UsageError if a file that is there may not be replaced; OSError if it can't be read.

    It may if ``is_ours`` says so, or if it is empty; ``what`` is the kind of file that would be
    written ("a page of spiderpos").  Pipes and devices are written to.
    """
    if path.is_dir():
        raise click.UsageError(f"'{path}' is a folder; name a file to write")
    if path.is_file() and path.stat().st_size and not is_ours(path):
        raise click.UsageError(f"'{path}' is there already, and is not {what}")


def is_like(path: Path, format: Format | Picture) -> bool:
    """Whether a file holds such a picture, or a position in this notation."""
    data = read_head(path, _LONGEST + 1)
    if format.name in _SIGNS:
        begin, within = _SIGNS[format.name]
        return data.startswith(begin) and within in data
    if len(data) > _LONGEST:
        return False
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    if isinstance(format, Picture):
        return any(sign in text for sign in terminal.CHARACTERS)
    if format.recognises(text):
        return True
    try:
        format.loads(text, name=str(path), options=ReadOptions(partial=True))
    except NotationError:
        return False
    return True
