"""Reading files, and writing them atomically."""

from __future__ import annotations

import codecs
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
    """Return the absolute path with all links resolved; the file need not exist.

    Raises OSError with the path if the links form a loop, and OSError without a path if the
    working directory was deleted.
    """
    # Path.resolve() reports a loop of links differently in different versions of Python.
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.stat(path)
    return Path(os.path.realpath(path))


def read_head(path: Path, most: int) -> bytes:
    """Return the first ``most`` bytes of a file.  Raises OSError with the path."""
    with _named(path), path.open("rb") as file:
        return file.read(most)


def replace_file(path: Path, data: bytes, *, follow: bool = False) -> None:
    """Write a file atomically, replacing an existing one.

    The permissions of an existing file are kept.  A link is replaced; with ``follow``, the file
    that it points to is replaced instead.  A pipe, a device or a deleted file is written to
    directly.

    Raises OSError with the path (PermissionError for a write-protected file); an existing file is
    then unchanged, unless it is written to directly.
    """
    with _named(path):
        target = resolved(path) if follow else path
        # /dev/stdout may point to a file that was deleted.
        if path.exists() and not (path.is_file() and target.exists()):
            path.write_bytes(data)
            return
        # os.replace() needs only the permissions of the folder.  It would overwrite a
        # write-protected file.
        if target.is_file() and not target.is_symlink() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        permissions = target.stat().st_mode & 0o777 if target.exists() else None
        with _temporary(target, data, permissions) as temporary:
            os.replace(temporary, target)


def new_file(path: Path, data: bytes) -> None:
    """Create a file atomically.

    Raises FileExistsError, and leaves the file unchanged, if it exists; raises OSError with the
    path if it can't be written.
    """
    with _named(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with _temporary(path, data) as temporary:
            try:
                os.link(temporary, path)
            except FileExistsError:
                raise
            except OSError:
                # Not every file system has hard links.
                os.replace(temporary, path)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name ``path`` in an OSError raised in the block, in place of the temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def _temporary(path: Path, data: bytes, permissions: int | None = None) -> Iterator[Path]:
    """Create a temporary file in the same folder; delete it at the end unless it was renamed."""
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")

    def opener(name: str, flags: int) -> int:
        # If the permissions are set later, the file must not be readable by others until then.
        return os.open(name, flags, 0o666 if permissions is None else 0o600)

    try:
        with open(temporary, "xb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if permissions is not None:
            os.chmod(temporary, permissions)
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def text_of(data: bytes, name: str) -> str:
    """Decode UTF-8 text, without a byte order mark and with line ends unchanged.

    ``name`` is the name of the text in errors.  Raises NotationError with the line and column
    (both from 1, the column in bytes) of the first invalid byte, or else of the first NUL.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_text(name, data, error.start) from None
    if "\0" in text:
        raise _not_text(name, data, data.index(0))
    return text


def _not_text(name: str, data: bytes, offset: int) -> NotationError:
    line = data.count(b"\n", 0, offset) + 1
    column = offset - data.rfind(b"\n", 0, offset)
    stop = data.find(b"\n", offset)
    text = data[offset - column + 1 : stop if stop >= 0 else offset + 40].decode("latin-1")
    return NotationError(
        f"this is not a text file (byte {data[offset]:#04x})",
        Place(name, line, column, text),
        "a text in UTF-8",
    )
