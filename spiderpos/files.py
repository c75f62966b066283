"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import contextlib
import glob
import os
import tempfile
import time
from pathlib import Path
from typing import Final

__all__ = ["replace_file"]


def replace_file(path: Path, data: bytes, *, like: Path | None = None) -> None:
    """Put a file in place in one step, whatever was there before.

    It has the permissions of ``like`` (of the file that was there, if not told), otherwise those
    of a new file.  Raises OSError; the file that was there is then as it was.  What killed
    writers of it have left behind is swept away.
    """
    like = like or path
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    except OSError as error:
        # The name beside it says nothing to whoever asked for this file.
        error.filename = str(path)
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, like.stat().st_mode & 0o777 if like.exists() else 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
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


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
