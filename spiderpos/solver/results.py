"""What long runs found, in a file from which an interrupted one goes on.

It is a file of JSON lines, one a result, that is only added to.
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

#: A longer line, in bytes, is no result.
_LONGEST: Final = 4_000_000


class ResultStore(Generic[_T]):
    """Results by their keys; a context manager.

    ``read`` gives the key and the result that a line's JSON object says, and raises KeyError,
    TypeError or ValueError if it says none; ``expected``: what the file is to be, in words.  Of
    several lines with one key the last one counts.  A last line that a killed run has cut off is
    taken away, if there is a whole one before it.  Raises NotationError with the line that can't
    be read, or OSError, which names the file.  What is read is believed.
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
        """Return the result with this key, if it is there."""
        return self._results.get(key)

    def add(self, line: dict[str, Any]) -> None:
        """Write a result; it is on the disk when this returns.  Raises OSError."""
        key, result = self._read(line)
        try:
            self._write(json.dumps(line).encode() + b"\n")
            # Who interrupts the next call finds it here all the same.
            self._results[key] = result
            os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise

    def _write(self, data: bytes) -> None:
        """Write all of it; raise OSError if the system takes a part, which is taken back."""
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
