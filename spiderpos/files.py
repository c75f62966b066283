"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

__all__ = ["replace_file"]


def replace_file(path: Path, data: bytes, *, like: Path | None = None) -> None:
    """Put a file in place in one step, whatever was there before.

    It has the permissions of ``like`` if that is there, otherwise those of a new file.  Raises
    OSError; the file that was there is then as it was.
    """
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        told = like is not None and like.exists()
        os.chmod(beside, like.stat().st_mode & 0o777 if like and told else 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    # The new name is only on the disk once the folder is; not every system can be asked for it.
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
