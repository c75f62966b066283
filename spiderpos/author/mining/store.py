"""What was mined, in one SQLite file: every write is a transaction, and nothing is half there.

A job and what it found are written together, so that a run which was killed at any time goes on
with the jobs that aren't there.  Conundrums that several jobs found are kept for each of them;
reading gives each once, and the same one in whatever order the jobs were done.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from ...text.errors import SpiderError
from ...text.wording import control_character
from .jobs import Mined, Outcome

__all__ = ["Store", "StoreError"]

_APPLICATION: Final = 0x53504D31
_NAME: Final = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]{0,99}")
#: The longest text that is kept, in bytes: a problem file or a job is far shorter.
_LONGEST: Final = 4 * 1024 * 1024
#: No job has counted more of anything, or taken more seconds.
_MOST: Final = 2**63 - 1
#: What says nothing of the contents of a file.
_OF_DISK: Final = {
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
}
#: How each table begins that SQLite keeps for itself.
_A_TABLE: Final = "CREATE TABLE sqlite_"
_TABLES: Final = """
CREATE TABLE job (
    text TEXT PRIMARY KEY,
    positions INTEGER NOT NULL,
    questions INTEGER NOT NULL,
    seconds REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE problem (
    key TEXT NOT NULL,
    job TEXT NOT NULL REFERENCES job(text),
    kind TEXT NOT NULL,
    interest INTEGER NOT NULL,
    title TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (key, job)
) STRICT, WITHOUT ROWID;
"""


class StoreError(SpiderError):
    """The file holds something else, or is damaged, or another run is writing to it."""


class Store:
    """The file of results; a context manager.  Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = sqlite3.connect(path, timeout=30, isolation_level=None)
        except sqlite3.Error as error:
            raise _not_opened(path, error) from None
        try:
            self._open()
        except sqlite3.Error as error:
            self._file.close()
            raise _not_opened(path, error) from None
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> None:
        file = self._file
        file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        file.execute("PRAGMA trusted_schema = OFF")
        # Full synchronisation is the default of a rollback journal: what is written stays.
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("BEGIN IMMEDIATE")
        (kind,) = file.execute("PRAGMA application_id").fetchone()
        tables = _tables(file)
        if not kind and not tables:
            _create(file)
            file.execute(f"PRAGMA application_id = {_APPLICATION}")
        elif kind != _APPLICATION:
            raise StoreError(f"{self.path}: this database holds something else")
        else:
            with closing(sqlite3.connect(":memory:")) as new:
                _create(new)
                wanted = _tables(new)
            # Neither other columns nor a view or a trigger, which could compute for ever.
            if tables != wanted:
                raise StoreError(f"{self.path}: this file is damaged (it has other tables)")
        file.execute("COMMIT")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _rows(self, query: str, job: str) -> list[tuple[Any, ...]]:
        """What a query says of a job.  Raises StoreError if the file is damaged."""
        try:
            return self._file.execute(query, (job,)).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{self.path}: this file is damaged ({error})") from None

    def done(self, jobs: Iterable[str]) -> set[str]:
        """Those of the jobs that are done."""
        return {job for job in jobs if self._rows("SELECT 1 FROM job WHERE text = ?", job)}

    def add(self, job: str, outcome: Outcome, seconds: float) -> None:
        """Write a job with what it found; it is on the disk when this returns."""
        file = self._file
        try:
            file.execute("BEGIN IMMEDIATE")
            file.execute(
                "INSERT OR IGNORE INTO job VALUES (?, ?, ?, ?)",
                (job, outcome.positions, outcome.questions, seconds),
            )
            file.executemany(
                "INSERT OR IGNORE INTO problem VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(m.key, job, m.kind, m.interest, m.title, m.name, m.text) for m in outcome.mined],
            )
            file.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_of_disk(error, 'written')}") from None

    def problems(self, jobs: Sequence[str]) -> list[Mined]:
        """The problems that these jobs found, each conundrum once, in the order of the jobs.

        Of a conundrum that several found it is the most promising one, and of equals the first.
        """
        best: dict[str, Mined] = {}
        for job in jobs:
            rows = self._rows(
                "SELECT key, kind, interest, title, name, text FROM problem WHERE job = ?"
                " ORDER BY kind",
                job,
            )
            for row in rows:
                mined = self._mined(row)
                if mined.key not in best or mined.interest > best[mined.key].interest:
                    best[mined.key] = mined
        return list(best.values())

    def _mined(self, row: tuple[Any, ...]) -> Mined:
        """A problem as it is kept; a file's name is made of its ``name``, so that is looked at."""
        mined = Mined(*row)
        texts = (mined.key, mined.kind, mined.title, mined.name, mined.text)
        if (
            not all(isinstance(text, str) for text in texts)
            or type(mined.interest) is not int
            or not _NAME.fullmatch(mined.name)
            or control_character(mined.name + mined.title) is not None
        ):
            raise StoreError(f"{self.path}: this file is damaged (there is no such problem)")
        return mined

    def figures(self, jobs: Iterable[str]) -> tuple[int, int, float]:
        """How many positions and questions the jobs came to, and the seconds of work."""
        positions, questions, seconds = 0, 0, 0.0
        for job in jobs:
            rows = self._rows("SELECT positions, questions, seconds FROM job WHERE text = ?", job)
            for row in rows:
                # A file that others made can hold anything, whatever its tables say.
                kinds = [type(number) for number in row]
                if kinds != [int, int, float] or not all(0 <= number <= _MOST for number in row):
                    raise StoreError(f"{self.path}: this file is damaged (its figures are none)")
                positions, questions, seconds = (
                    positions + row[0],
                    questions + row[1],
                    seconds + row[2],
                )
        return positions, questions, seconds


def _not_opened(path: Path, error: sqlite3.Error) -> StoreError:
    """What is wrong with a file, or with the disk that it is on, or with who else has it open."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_DISK:
        return StoreError(f"{path}: {_of_disk(error, 'opened')}")
    return StoreError(f"{path}: these are no results of mining ({error})")


def _of_disk(error: sqlite3.Error, done: str) -> str:
    full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
    return "the disk is full" if full else f"can't be {done} ({error})"


def _create(file: sqlite3.Connection) -> None:
    for statement in filter(str.strip, _TABLES.split(";")):
        file.execute(statement)


def _tables(file: sqlite3.Connection) -> set[tuple[Any, ...]]:
    """What a database consists of, in the words that made it, however they are laid out.

    The tables that SQLite keeps for itself (``ANALYZE`` makes one) don't count.
    """
    found = file.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    there = {
        (*names, " ".join(sql.split()) if isinstance(sql, str) else sql) for *names, sql in found
    }
    return {row for row in there if not _is_of_sqlite(*row)}


def _is_of_sqlite(kind: object, name: object, _table: object, sql: object) -> bool:
    # A view, a trigger or a virtual table could compute something, whatever it is called.
    return kind == "table" and str(name).startswith("sqlite_") and f"{sql}".startswith(_A_TABLE)
