"""``save``: a whole save file of Don Woods' programs as a script, its move log.

A file that is cut short is read as far as it goes, and ``Script.notes`` says so.  Whether the
moves lead to the position of the file's line is for :func:`spiderpos.formats.save.check_end`,
which needs a position that they were played from.  See ``docs/notations/save.md``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple

from ..engine import Step
from ..errors import NotationError, NotWritable
from ..source import BLANKS, Place, SourceText
from ..wording import count_phrase
from .base import Script, ScriptFormat
from .log import Record, read_records

__all__ = [
    "BLANK_LINE",
    "LOG",
    "SCRIPT_FORMAT",
    "Log",
    "Unindented",
    "dump",
    "dumps",
    "load",
    "loads",
    "read_log",
    "recognises",
]

#: What looks like a log, from the end of the save line on; it matches any text.
LOG: Final = re.compile(r"[ \t]*[0-o]*(?:[ \t]*[\r\n]+[ \t]*[0-o]*)*+")
#: What stands there if the file has no log.
BLANK_LINE: Final = re.compile(r"[ \t]*\r?\n[ \t]*\r?\n")
_ROW: Final = re.compile(r"[ \t]*\r?\n[ \t]")
_CHARACTER: Final = re.compile(r"[0-o]")
#: A line of one sign below the save line, which parts text from text; a log ends in a full stop.
_RULER: Final = re.compile(r"(?:[ \t]*\r?\n)+[ \t]*([^\w\s]|_)\1{3,}+[ \t]*(?=[\r\n]|\Z)")
_SECOND_LOG: Final = re.compile(r"\.[ \t]*\r?\n[ \t]*([0-o]{2,})\.[ \t]*(?=[\r\n]|\Z)")
_INDENT: Final = re.compile(f"[{BLANKS}]+")
#: A log of at least one move, over several lines perhaps, with marks that quote them.
_QUOTED_LOG: Final = re.compile(r"(?:[>|]+[ \t]+)*+[0-o]{2}(?:[0-o\s]|(?<=[\s>|])\|)*+\.")


class Unindented:
    """The text of a save file without what all its lines begin with, if its save line does.

    ``text`` is the text so, ``source`` the text as it was.  Errors that ``placed`` passes on, and
    the places that ``place`` gives, are those in ``source``.
    """

    def __init__(self, text: str, name: str, start: int) -> None:
        """``start`` is the offset where the save line begins."""
        self.source = SourceText(text, name)
        self.text = text
        first = text.rfind("\n", 0, start) + 1
        found = _INDENT.match(text, first)
        self.indent = found[0] if found and found.end() >= start else ""
        below = text[first:].partition("\n")[2]
        if below.strip() and not below.lstrip("\r\n").startswith(self.indent):
            self.indent = ""
        if self.indent:
            self.text = re.sub(f"(?m)^{re.escape(self.indent)}", "", text)

    def place(self, place: Place) -> Place:
        """The place in the text as it was of one in the text without its indentation."""
        written = self.source.line(place.line)
        if not self.indent or not written.startswith(self.indent):
            return place
        return replace(place, column=place.column + len(self.indent), text=written)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Give the errors that are raised within the places that they have in the text."""
        try:
            yield
        except NotationError as error:
            if not self.indent or error.place is None:
                raise
            raise NotationError(error.message, self.place(error.place), error.expected) from None


class Log(NamedTuple):
    """The log of a save file.

    ``records``: its moves.  ``stop``: the offset where what follows the log begins, None if the
    file doesn't go on so far.  ``cut_off``: whether it ends within the log.  ``note``: what the
    file lacks up to there, in a sentence; empty for nothing.
    """

    records: tuple[Record, ...]
    stop: int | None
    cut_off: bool = False
    note: str = ""


def read_log(source: SourceText, start: int) -> Log:
    """Read the log that follows a save line, which ends just before the offset ``start``.

    Raises NotationError.
    """
    text = source.text
    ruler = _RULER.match(text, start)
    if ruler is not None:
        start = ruler.end()
    found = LOG.match(text, start)
    end = found.end() if found else start
    log_end = start + len(text[start:end].rstrip(" \t\r\n"))
    if not text[start:].strip():
        return Log((), None, note="the file ends after the save line: it has no moves")
    if end < len(text) and text[end] == ".":
        below = _SECOND_LOG.match(text, end)
        if below is not None and log_end <= start and _is_log(source, *below.span(1)):
            raise NotationError(
                "an empty log, and below it another one", source.place(below.start(1)), "one log"
            )
        return Log(read_records(source, start, log_end), end + 1)
    if end < len(text):
        if not BLANK_LINE.match(text, start) and not _ROW.match(text, start):
            # This names the character that has no place in a log.
            read_records(source, start, end + 1)
        _refuse_quoted_log(source, start)
        return Log((), start, note="the file has no move log")
    if len(_CHARACTER.findall(text, start)) % 2:
        log_end -= 1
    records = read_records(source, start, log_end)
    note = f"the file is cut off in the move log, after {count_phrase(len(records), 'move')}"
    return Log(records, None, cut_off=True, note=note)


def _is_log(source: SourceText, start: int, stop: int) -> bool:
    """Whether moves stand there; ``Done`` are none."""
    try:
        read_records(source, start, stop)
    except NotationError:
        return False
    return True


def _refuse_quoted_log(source: SourceText, start: int) -> None:
    """Raise NotationError if what follows a save line is a log, but for marks and entities."""
    rest = source.text[start:].lstrip()
    if _QUOTED_LOG.match(html.unescape(rest)):
        raise NotationError(
            "this looks like the move log, and can't be read as it stands here",
            source.place(len(source.text) - len(rest)),
            "the log right below the save line, without marks of a quotation and HTML entities",
        )


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read the moves of a save file.  Raises NotationError.

    *Not* checked: the save line and the diagram.
    """
    plain = Unindented(text, name, len(text) - len(text.lstrip()))
    stop = plain.text.find(".")
    if stop < 0:
        raise NotationError(
            "the save line has no full stop at its end: the file is cut off in it, or it is none",
            plain.source.place(len(text.rstrip())),
            "the rest of the line, '.', and the move log",
        )
    with plain.placed():
        log = read_log(SourceText(plain.text, name), stop + 1)
    records = tuple(replace(record, place=plain.place(record.place)) for record in log.records)
    return Script(records, name, (log.note,) if log.note else ())


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

    head = text[:4096]
    plain = Unindented(head, "", len(head) - len(head.lstrip())).text
    return line.looks_like(plain.partition(".")[0])


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
load = SCRIPT_FORMAT.load
dump = SCRIPT_FORMAT.dump
