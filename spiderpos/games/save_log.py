"""``save``: a whole save file of Don Woods' programs as a script, its move log.

A file that is cut short is read as far as it goes, and ``Script.notes`` says so.  Whether the
moves lead to the position of the file's line is for :func:`spiderpos.games.save.check_end`,
which needs a position that they were played from.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..game.script import Script
from ..scripts.log import Record, read_records
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import count_phrase

__all__ = ["Log", "loads", "read_log"]

#: The log begins right below the save line; an empty line, or a diagram's row, is none.
_LOG: Final = re.compile(r"[ \t]*(?:\r?\n)?(?=\S|[ \t]+[0-o]*\.)")
_CHARACTERS: Final = re.compile(r"[0-o\s]*")


class Log(NamedTuple):
    """The log of a save file.

    ``records``: its moves.  ``stop``: the offset where what follows the log begins, None if the
    file doesn't go on so far.  ``note``: what the file lacks up to there, in a sentence; empty for
    nothing.
    """

    records: tuple[Record, ...]
    stop: int | None
    note: str = ""

    @property
    def is_cut_off(self) -> bool:
        """Whether the file ends among the moves."""
        return self.stop is None and bool(self.records)


def read_log(source: SourceText, start: int) -> Log:
    """Read the log that follows a save line, which ends just before the offset ``start``.

    Raises NotationError.
    """
    text = source.text
    if not text[start:].strip():
        return Log((), None, "the file ends after the save line: it has no moves")
    begin = _LOG.match(text, start)
    if begin is None:
        return Log((), start, "the file has no move log")
    stop = text.find(".", begin.end())
    if stop >= 0:
        return Log(read_records(source, begin.end(), stop), stop + 1)
    stop = len(text.rstrip())
    if _CHARACTERS.fullmatch(text, start) and len("".join(text[start:].split())) % 2:
        stop -= 1
    records = read_records(source, begin.end(), stop)
    moves = count_phrase(len(records), "move")
    return Log(records, None, f"the file is cut off in the move log, after {moves}")


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read the moves of a save file.  Raises NotationError.

    *Not* checked: the save line and the diagram.
    """
    source = SourceText(text, name)
    stop = text.find(".")
    if stop < 0:
        raise NotationError(
            "the save line has no full stop at its end: the file is cut off in it, or it is none",
            source.place(len(text.rstrip())),
            "the rest of the line, '.', and the move log",
        )
    log = read_log(source, stop + 1)
    return Script(log.records, name, (log.note,) if log.note else ())
