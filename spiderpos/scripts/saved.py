"""``save``: a whole save file of Don Woods' programs as a script, its move log.

A file that is cut short is read as far as it goes, and ``Script.notes`` says so.  Whether the
moves lead to the position of the file's line is for :func:`spiderpos.formats.save.check_end`,
which needs a position that they were played from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..engine import Step
from ..errors import NotationError, NotWritable
from ..source import SourceText
from ..wording import count_phrase
from .base import Script, ScriptFormat
from .log import Record, read_records

__all__ = ["SCRIPT_FORMAT", "Log", "dumps", "loads", "read_log", "recognises"]

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


def dumps(steps: Sequence[Step]) -> str:
    """Write a save file of a game, from the first step's position on.

    Raises NotWritable for what a save file can't hold, and for no steps, which don't say where
    the game stands.
    """
    from ..formats import save  # noqa: PLC0415 - it reads logs by this module

    if not steps:
        raise NotWritable("save", "no moves, which say no position")
    return save.dumps_game(steps[0].before, steps)


def recognises(text: str) -> bool:
    """Whether a text begins with a save line, whatever follows it."""
    from ..formats import line  # noqa: PLC0415

    return line.begins_like_one(text.partition(".")[0])


SCRIPT_FORMAT: Final = ScriptFormat(
    name="save",
    summary="a whole save file of Woods' programs: its move log",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example=(
        r"J6m\ZM^3>gU82j]`LGMFl8o0WeDimHa;d^1QcHGKQdQAZ6l;oK/QmbbBhNhiMiWe=FOH<jJ]T^1URFDdGj^_7T"
        "\n"
        r"RgK7lFY52@aDCd1==>D >Kg74/^ YoT/[S mCcF/P \MNXm/Q EK25/k 9^0M/c KF0@/W Me=/F 6=f8/6CW "
        "\n"
        r"gW8hH/2."
        "\n"
        "N2MlLd."
    ),
)
