"""Reading a file that a caller names, and writing files so that nobody ever finds half of one.

Text that we write and never read carries a seal, a check sum in a comment: so that it is known
again, and whoever has put something of their own into it doesn't lose that.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO, Final, TextIO

__all__ = [
    "hold",
    "new_file",
    "read_ends",
    "read_from",
    "read_head",
    "read_pdf",
    "read_sealed",
    "replace_file",
    "resolved",
    "sealed",
    "write_to",
]


_MEBIBYTE: Final = 1024 * 1024
#: A longer file isn't looked at for its seal.
_LONGEST: Final = 16 * _MEBIBYTE


def resolved(path: str | PathLike[str]) -> Path:
    """Where a path leads, from the root and through all links; what isn't there has a place, too.

    Raises OSError, which names the path, for links that lead in a circle; one without a name if
    the working folder is gone.
    """
    # Which versions of pathlib complain of a circle, and how, isn't the same.
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.stat(path)
    return Path(os.path.realpath(path))


def read_head(path: Path, most: int) -> bytes:
    """What a file begins with, up to so many bytes.  Raises OSError, which names the file."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        # One that comes of reading says nothing of what was read.
        error.filename = str(path)
        raise


def read_ends(path: Path) -> bytes:
    """A file, if it is longer than two mebibytes its first and its last one.

    So that what is known by its beginning isn't taken for ours with other things after it.
    Raises OSError, which names the file.
    """
    try:
        with path.open("rb") as file:
            head = file.read(2 * _MEBIBYTE)
            if len(head) < 2 * _MEBIBYTE:
                return head
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - _MEBIBYTE, _MEBIBYTE))
            return head[:_MEBIBYTE] + file.read(_MEBIBYTE)
    except OSError as error:
        error.filename = str(path)
        raise


def read_pdf(path: Path) -> bytes | None:
    """The ends of a PDF, as :func:`read_ends`; None if it is none, or something was added to it.

    Who adds something to a PDF puts it after its end, with an end of its own.  Raises OSError,
    which names the file.
    """
    data = read_ends(path)
    whole = data.rstrip().endswith(b"%%EOF") and data.count(b"%%EOF") == 1
    return data if data.startswith(b"%PDF") and whole else None


def sealed(text: str, comment: str) -> str:
    """A text that ends in a line end, with the check sum of it in a last line.

    ``comment`` is what is no part of the text for those who read it, with ``{}`` for the seal.
    """
    return f"{text}{_seal(text.encode(errors='surrogatepass'), comment)}\n"


def read_sealed(path: Path, comment: str) -> bytes | None:
    """A file that :func:`sealed` made, None if it is none, or anything in it was changed.

    White space after its end is nobody's.  Longer ones than 16 MiB are none.  Raises OSError,
    which names the file.
    """
    data = read_head(path, _LONGEST + 1)
    text, end, last = data.rstrip().rpartition(b"\n")
    whole = len(data) <= _LONGEST and last == _seal(text + end, comment).encode()
    return data if whole else None


def _seal(text: bytes, comment: str) -> str:
    return comment.format(f"spiderpos {hashlib.sha256(text).hexdigest()[:16]}")


def read_from(
    file: str | PathLike[str] | TextIO, unpack: Callable[[bytes], str | None] | None = None
) -> tuple[str, str]:
    """The text of a path or an open text file (read to its end), and the name for errors.

    ``unpack`` gives the text within a binary file, None if it is none.  Raises OSError or
    UnicodeDecodeError if it can't be read.
    """
    if isinstance(file, (str, PathLike)):
        text = unpack(Path(file).read_bytes()) if unpack else None
        if text is not None:
            return text, str(file)
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
    path: Path,
    data: bytes,
    *,
    like: Path | None = None,
    follow: bool = False,
    check: Callable[[], object] | None = None,
) -> None:
    """Put a file in place in one step, whatever was there before.

    It has the permissions of ``like`` (of the file that was there, if not told), otherwise those
    of a new file.  A link is replaced, or with ``follow`` the file that it leads to: only for a
    path that the user named.  What is no ordinary file (a pipe, a device), or has no name any
    more, is written to.

    ``check`` is called last, when the new file is on the disk and has only to take the name: what
    it raises is raised, and nothing is replaced.  It looks whether the old file is still one that
    may go; *not* noticed is who writes in the instant after it.

    Raises OSError, which names the file (PermissionError for one that is write-protected); one
    that was there is then as it was.  What killed writers of it have left behind is swept away.
    """
    try:
        target = resolved(path) if follow else path
        # What /dev/stdout leads to may have lost its name.
        if path.exists() and not (path.is_file() and target.exists()):
            path.write_bytes(data)
            return
        _replace(target, data, like or target, check)
    except OSError as error:
        # The name of one beside it would say nothing to whoever asked for this file.
        if error.errno is not None:
            error.filename = str(path)
        raise


def new_file(path: Path, data: bytes) -> None:
    """Write a file that isn't there yet: all of it or none, at every moment.

    Raises FileExistsError, which leaves it as it is, or another OSError.
    """
    try:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with _beside(path, data) as beside:
            _name(beside, path)
    except OSError as error:
        if error.errno is not None:
            error.filename, error.filename2 = str(path), None
        raise
    _settle(path)


def hold(file: IO[bytes], wait: float = 0) -> bool:
    """Keep an open file for this program until it is closed: whether nobody else has it.

    ``wait``: so many seconds, at most, for another program to be done with it.  True as well
    where files can't be kept so (some systems, some network disks).
    """
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return True
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)
        except OSError:
            return True
        else:
            return True


def _name(beside: Path, path: Path) -> None:
    """Give a file a name that nothing has.  Raises OSError."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has two names for a file.  There, whoever is killed between these
        # steps leaves an empty one.
        with path.open("xb"):
            pass
        try:
            os.replace(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise


def _replace(
    path: Path, data: bytes, like: Path, check: Callable[[], object] | None = None
) -> None:
    # The folder's permissions alone say whether a name can be taken; who protects a file means it.
    if path.is_file() and not path.is_symlink() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    permissions = like.stat().st_mode & 0o777 if like.exists() else None
    with _beside(path, data, permissions) as beside:
        if check is not None:
            check()
        os.replace(beside, path)
    _settle(path)


@contextmanager
def _beside(path: Path, data: bytes, permissions: int | None = None) -> Iterator[Path]:
    """A file with these data beside another one; in the end it is gone, if it is still there."""
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
        yield beside
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _settle(path: Path) -> None:
    """Bring a file's new name to the disk, and sweep up."""
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
    # Nothing but the names that are made above: a file of the user's may look much like them.
    ours = f".{glob.escape(path.name)}.{'[0-9a-f]' * 8}.tmp"
    for left in path.parent.glob(ours):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < time.time() - _STALE:
                left.unlink()
