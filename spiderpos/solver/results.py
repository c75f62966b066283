"""A file of results of a long run, from which an interrupted run can be resumed.

Results are only appended, each as a line of JSON.
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

#: The maximum length of a line of the file, in bytes.
_LONGEST: Final = 4_000_000


class ResultStore(Generic[_T]):
    """A mapping from keys to results, stored in a file; a context manager.

    ``read`` converts the JSON object of a line to a key and a result; it raises KeyError,
    TypeError or ValueError if the object is invalid.  ``expected`` describes the file in error
    messages.  If several lines have the same key, the last one counts.  An incomplete last line,
    left by a killed run, is removed if a complete line precedes it.  Opening the store raises
    NotationError for the first invalid line, or OSError with the file name.  The results are
    trusted, not verified.
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
            # Before fsync, because Ctrl-C may interrupt that call after the line was written.
            self._results[key] = result
            os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _write(self, data: bytes) -> None:
        """Write all of the data; on a partial write, undo it and raise OSError."""
        size_before = os.fstat(self._file.fileno()).st_size
        try:
            written = self._file.write(data)
        except OSError:
            written = None
            raise
        finally:
            if written != len(data):
                with suppress(OSError):
                    self._file.truncate(size_before)
        if written != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _load(self, file: IO[bytes], expected: str) -> None:
        with self.path.open("rb") as lines:
            offset, line = 0, b"\n"
            for number, line in enumerate(iter(partial(lines.readline, _LONGEST), b""), 1):
                try:
                    key, result = self._read(_object(line))
                except (KeyError, TypeError, ValueError, RecursionError):
                    if number > 1 and not line.endswith(b"\n") and len(line) < _LONGEST:
                        file.truncate(offset)
                        return
                    shown = line.decode("utf-8", "replace").rstrip("\n")
                    place = Place(str(self.path), number, 1, shown)
                    raise NotationError("this line is not a result", place, expected) from None
                self._results[key] = result
                offset += len(line)
            if not line.endswith(b"\n"):
                file.write(b"\n")


def _object(line: bytes) -> dict[str, Any]:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise TypeError(line)
    return value
