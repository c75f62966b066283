"""A store for the results of long runs, which an interrupted run can resume.

It is an append-only file of JSON lines, with one result per line.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

from ..text.errors import NotationError
from ..text.source import Place

_T = TypeVar("_T")

#: The longest line of a result, in bytes.
_LONGEST: Final = 4_000_000


class ResultStore(Generic[_T]):
    """Results by their keys; a context manager.

    ``read`` converts a line's JSON object to a key and a result, and raises KeyError,
    TypeError or ValueError if it can't; ``expected``: a description of the file for messages.  If
    several lines have the same key, the last one counts.  A last line that a killed run left
    incomplete is removed, if there is a complete line before it.  Raises NotationError with the
    first bad line, or OSError, which names the file.  The results are trusted, not verified.
    """

    def __init__(
        self, path: Path, read: Callable[[dict[str, Any]], tuple[str, _T]], expected: str
    ) -> None:
        self.path = path
        self._read = read
        self._results: dict[str, _T] = {}
        self._file = path.open("a+b", buffering=0)
        try:
            self._load(self._file, expected)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultStore[_T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: str) -> _T | None:
        """Return the result with this key, or None."""
        return self._results.get(key)

    def add(self, line: dict[str, Any]) -> None:
        """Append a result and flush it to the disk.  Raises OSError."""
        key, result = self._read(line)
        try:
            self._write(json.dumps(line).encode() + b"\n")
            # Set it before fsync, so that it is kept even if Ctrl-C interrupts that call.
            self._results[key] = result
            os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _write(self, data: bytes) -> None:
        """Write all of the data; on a partial write, undo it and raise OSError."""
        begun = os.fstat(self._file.fileno()).st_size
        try:
            written = self._file.write(data)
        except OSError:
            written = None
            raise
        finally:
            if written != len(data):
                with suppress(OSError):
                    self._file.truncate(begun)
        if written != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _load(self, file: IO[bytes], expected: str) -> None:
        with self.path.open("rb") as lines:
            at, line = 0, b"\n"
            for number, line in enumerate(iter(partial(lines.readline, _LONGEST), b""), 1):
                try:
                    key, result = self._read(_object(line))
                except (KeyError, TypeError, ValueError, RecursionError):
                    if number > 1 and not line.endswith(b"\n") and len(line) < _LONGEST:
                        file.truncate(at)
                        return
                    shown = line.decode("utf-8", "replace").rstrip("\n")
                    place = Place(str(self.path), number, 1, shown)
                    raise NotationError("this line is no result", place, expected) from None
                self._results[key] = result
                at += len(line)
            if not line.endswith(b"\n"):
                file.write(b"\n")


def _object(line: bytes) -> dict[str, Any]:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise TypeError(line)
    return value
