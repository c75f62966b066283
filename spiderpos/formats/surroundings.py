"""Read the lines around a tableau, clause by clause.

A clause that is a statement of the notation as a whole is read.  Any other clause is reported and
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ..text.errors import NotationError
from ..text.source import SourceText
from .status import StatementError, StatusLines, merged

#: Marks that people put before a line, and the ends of sentences.
_MARKS: Final = " \t\r>*#-!.?"
#: The separators of clauses in a line that is not all statements.
_BETWEEN_CLAUSES: Final = re.compile(r"[;|\t]|\s{2,}|[,.!?](?=\s|$)|(?<=\d)\s(?=[A-Za-z]+=)")
_LONGEST_SHOWN: Final = 60


class _Clause(NamedTuple):
    """A clause, its offset in the line, and its statements; None if it has none."""

    text: str
    start: int
    status: StatusLines | StatementError | None


def has_statements(line: str) -> bool:
    """Return True if a clause of a line is a statement of the notation."""
    return any(clause.status is not None for clause in _clauses(line))


def read_lines(
    source: SourceText, lines: Iterable[tuple[int, str]], statements: Iterable[StatusLines] = ()
) -> tuple[StatusLines, tuple[str, ...]]:
    """Parse the statements in lines around a tableau; also return the parts that were not read.

    ``lines`` are offsets and texts; ``statements`` are earlier ones to combine with.  Raises
    NotationError for statements that contradict each other.
    """
    status = merged(statements)
    unread: list[tuple[int, str]] = []
    for start, line in lines:
        clauses = _clauses(line)
        for clause in clauses:
            try:
                if isinstance(clause.status, StatementError):
                    raise clause.status
                if clause.status is not None:
                    status = merged((status, clause.status))
            except StatementError as error:
                place = source.place(start + clause.start, len(clause.text))
                raise NotationError(error.message, place, error.expected) from None
        others = [clause for clause in clauses if clause.status is None]
        if others and len(others) == len(clauses):
            others = [_Clause(line.strip(), len(line) - len(line.lstrip()), None)]
        unread += [(start + clause.start, clause.text) for clause in others]
    return status, tuple(_phrase(source, offset, text) for offset, text in sorted(unread))


def _phrase(source: SourceText, offset: int, text: str) -> str:
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
    return f'line {source.place(offset).line} "{shown}"'


@lru_cache(maxsize=256)
def _clauses(line: str) -> tuple[_Clause, ...]:
    """Return a line as one clause if it is all statements, otherwise its separate clauses."""
    whole = _clause(line, 0)
    return tuple(_parts(line)) if whole.status is None else (whole,)


def _parts(line: str) -> Iterator[_Clause]:
    start = 0
    for between in (*_BETWEEN_CLAUSES.finditer(line), None):
        part = line[start : between.start() if between else len(line)]
        if any(map(str.isalnum, part)):
            yield _clause(part, start)
        start = between.end() if between else start


def _clause(text: str, start: int) -> _Clause:
    from .tableau import status_of  # noqa: PLC0415 - most commands need no grammar

    bare = text.strip(_MARKS)
    offset = start + text.index(bare)
    try:
        return _Clause(bare, offset, status_of(bare))
    except StatementError as error:
        return _Clause(bare, offset, error)
