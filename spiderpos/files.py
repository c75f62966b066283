"""Reading a file that a caller names, and writing files so that nobody ever finds half of one."""

from __future__ import annotations

import contextlib
import glob
import os
import secrets
import time
from os import PathLike
from pathlib import Path
from typing import Final, TextIO

__all__ = ["new_file", "read_from", "replace_file", "write_to"]


def read_from(file: str | PathLike[str] | TextIO) -> tuple[str, str]:
    """The text of a path or an open text file (read to its end), and the name for errors.

    Raises OSError or UnicodeDecodeError if it can't be read.
    """
    if isinstance(file, (str, PathLike)):
        return Path(file).read_text(encoding="utf-8"), str(file)
    return file.read(), str(getattr(file, "name", "<file>"))


def write_to(file: str | PathLike[str] | TextIO, text: str) -> None:
    """Write a text to a path, as :func:`replace_file`, or to an open text file.

    A link is followed.  Raises OSError or UnicodeEncodeError; a file that was there is then as
    it was.
    """
    if isinstance(file, (str, PathLike)):
        replace_file(Path(file), text.encode(), follow=True)
    else:
        file.write(text)


def replace_file(
    path: Path, data: bytes, *, like: Path | None = None, follow: bool = False
) -> None:
    """Put a file in place in one step, whatever was there before.

    It has the permissions of ``like`` (of the file that was there, if not told), otherwise those
    of a new file.  A link is replaced, or with ``follow`` the file that it leads to: only for a
    path that the user named.  What is no ordinary file (a pipe, a device) is written to.  Raises
    OSError, which names the file; one that was there is then as it was.  What killed writers of
    it have left behind is swept away.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        target = path.resolve() if follow else path
        _replace(target, data, like or target)
    except OSError as error:
        # The name of one beside it would say nothing to whoever asked for this file.
        if error.errno is not None:
            error.filename = str(path)
        raise


def new_file(path: Path, data: bytes) -> None:
    """Write a file that isn't there yet: all of it or none.

    Raises FileExistsError, which leaves it as it is, or another OSError.
    """
    with path.open("xb"):
        pass
    try:
        replace_file(path, data)
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def _replace(path: Path, data: bytes, like: Path) -> None:
    permissions = like.stat().st_mode & 0o777 if like.exists() else None
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")

    def opener(name: str, flags: int) -> int:
        # One that is to be like another isn't readable for more people at any moment; a new one
        # has the permissions that the system gives to new files.
        return os.open(name, flags, 0o666 if permissions is None else 0o600)

    try:
        with open(beside, "xb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if permissions is not None:
            os.chmod(beside, permissions)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sweep(path)
    # The new name is only on the disk once the folder is; not every system can be asked for it.
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


#: After so many seconds a file that was being written has been left behind by a crash.
_STALE: Final = 3600


def _sweep(path: Path) -> None:
    """Take away what writers of a file that were killed have left beside it."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < time.time() - _STALE:
                left.unlink()
