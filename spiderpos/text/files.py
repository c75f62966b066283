"""Reading a file that a caller names, and writing files so that nobody ever finds half of one."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from .errors import NotationError
from .source import Place


def resolved(path: str | PathLike[str]) -> Path:
    """Return where a path leads, from the root and through all links.

    What isn't there has a place, too.  Raises OSError, which names the path, for links that lead
    in a circle; one without a name if the working folder is gone.
    """
    # Which versions of pathlib complain of a circle, and how, isn't the same.
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.stat(path)
    return Path(os.path.realpath(path))


def read_head(path: Path, most: int) -> bytes:
    """Return a file's first bytes, ``most`` at most.  Raises OSError, which names the file."""
    with _named(path), path.open("rb") as file:
        return file.read(most)


def replace_file(path: Path, data: bytes, *, follow: bool = False) -> None:
    """Put a file in place in one step, whatever was there before.

    It has the permissions of the file that was there, otherwise those of a new one.  A link is
    replaced, or with ``follow`` the file that it leads to.  What is no ordinary file (a pipe, a
    device), or has no name any more, is written to.

    Raises OSError, which names the file (PermissionError for one that is write-protected); one
    that was there is then as it was.
    """
    with _named(path):
        target = resolved(path) if follow else path
        # What /dev/stdout leads to may have lost its name.
        if path.exists() and not (path.is_file() and target.exists()):
            path.write_bytes(data)
            return
        # The folder's permissions alone say whether a name can be taken; who protects a file
        # means it.
        if target.is_file() and not target.is_symlink() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        permissions = target.stat().st_mode & 0o777 if target.exists() else None
        with _beside(target, data, permissions) as beside:
            os.replace(beside, target)


def new_file(path: Path, data: bytes) -> None:
    """Write a file that isn't there yet: all of it or none, at every moment.

    Raises FileExistsError, which leaves it as it is, or another OSError.
    """
    with _named(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with _beside(path, data) as beside:
            try:
                os.link(beside, path)
            except FileExistsError:
                raise
            except OSError:
                # Not every file system has two names for a file.
                os.replace(beside, path)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let errors of the system name the file that was meant, not one beside it."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def _beside(path: Path, data: bytes, permissions: int | None = None) -> Iterator[Path]:
    """Keep a file with these data beside another one; in the end it is gone, if still there."""
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")

    def opener(name: str, flags: int) -> int:
        # One that is to be like another isn't readable for more people at any moment.
        return os.open(name, flags, 0o666 if permissions is None else 0o600)

    try:
        with open(beside, "xb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if permissions is not None:
            os.chmod(beside, permissions)
        yield beside
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def text_of(data: bytes, name: str) -> str:
    """Return the text that ``data`` says in UTF-8, without a byte order mark.

    Line ends as they are.

    ``name`` is what errors call it.  Raises NotationError with the line and column (both from 1,
    the column in bytes) of the first byte that is no text, a NUL among them.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_text(name, data, error.start) from None
    if "\0" in text:
        raise _not_text(name, data, data.index(0))
    return text


def _not_text(name: str, data: bytes, at: int) -> NotationError:
    line = data.count(b"\n", 0, at) + 1
    column = at - data.rfind(b"\n", 0, at)
    stop = data.find(b"\n", at)
    text = data[at - column + 1 : stop if stop >= 0 else at + 40].decode("latin-1")
    return NotationError(
        f"this is not a text file (byte {data[at]:#04x})",
        Place(name, line, column, text),
        "a text in UTF-8",
    )
