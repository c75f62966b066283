r"""``log``: the move log in the save files of Don Woods' programs, two characters per move.

Two characters with the values ``a`` and ``b`` (``0`` is 0, ``o`` is 63) stand for the number
``64 * a + b``, which encodes a move as::

    from + 11 * (to + 11 * (14 * turned + count))

Columns are 1 to 10.  ``from`` 0 deals a row, ``to`` 0 removes a complete suit; ``turned`` is 1 if
a face-down card is turned up, and ``count`` is the number of cards moved.  For a row the X11
program writes ``turned`` 1 and ``count`` 0.  The log ends in a full stop; line breaks and blanks
are ignored.

``turned`` is checked when the log is replayed, except for a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..game.cards import UNKNOWN, Card
from ..game.census import by_elimination
from ..game.engine import SUIT_LENGTH, Step, do, has_complete_suit
from ..game.illegal import WrongReveal
from ..game.moves import Deal, Remove, Shift
from ..game.position import Position
from ..game.script import Call, Instruction, Script, ScriptFormat
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase
from . import letters, words

_EXPECTED: Final = "two characters from '0' to 'o' for each move, and a final full stop"
_WORD: Final = re.compile(r"\S+")
_FOREIGN: Final = re.compile(r"[^0-o\s]")
_LOG: Final = re.compile(r"(?:[0-o]{2})+\.")


@dataclass(frozen=True, slots=True)
class LogRecord(Instruction):
    """A move of a log.  ``source`` 0 deals a row, ``target`` 0 removes a suit."""

    source: int
    target: int
    count: int
    turned: bool

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the move; nothing if the suit was removed automatically.  Raises WrongReveal."""
        if not self.source:
            return (Call(Deal()),)
        if self.source <= len(position.columns):
            column = position.columns[self.source - 1]
            if (
                not self.target
                and position.rules.automatic_removal
                and position.removed
                and not has_complete_suit(column)
            ):
                return ()
            turns = bool(column.down) and len(column.up) == self.count
            if turns != self.turned and self.count <= len(column.up):
                named, actual = (UNKNOWN, None) if self.turned else (None, UNKNOWN)
                raise WrongReveal(self.source, named, actual)
        if not self.target:
            return (Call(Remove(self.source)),)
        return (Call(Shift(self.source, self.target, self.count)),)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a move log.  Raises NotationError."""
    source = SourceText(text, name)
    log, stop, rest = text.partition(".")
    if not stop:
        message = "the move log has no full stop at its end"
        raise NotationError(message, source.place(len(text.rstrip())), _EXPECTED)
    records = read_records(source, 0, len(log))
    if rest.strip():
        message = "there is text after the full stop that ends the move log"
        place = source.place(len(text) - len(rest.lstrip()))
        raise NotationError(message, place, "the end of the log")
    return Script(records, name)


def read_records(source: SourceText, start: int, stop: int) -> tuple[LogRecord, ...]:
    """Parse the log between two offsets, without its full stop.  Raises NotationError."""
    foreign = _FOREIGN.search(source.text, start, stop)
    if foreign:
        message = f"'{foreign[0]}' has no place in a move log"
        raise NotationError(message, source.place(foreign.start()), _EXPECTED)
    matches = _WORD.finditer(source.text, start, stop)
    offsets = [offset for match in matches for offset in range(*match.span())]
    if len(offsets) % 2:
        raise NotationError(
            f"the move log has {count_phrase(len(offsets), 'character')}, and a move has two: "
            "one was lost, or one is too many",
            source.place(offsets[-1]),
            _EXPECTED,
        )
    records = []
    for first, second in zip(offsets[::2], offsets[1::2], strict=True):
        text = source.text[first] + source.text[second]
        place = source.place(first, 2 if second == first + 1 else 1)
        column, target, count, turned = decoded = _decode(*text)
        if not _is_move(*decoded):
            message = f"'{text}' is not a valid move"
            why = "a character was lost or changed, here or before"
            raise NotationError(f"{message}: {why}", place)
        records.append(LogRecord(place, text, column, target, count, bool(turned)))
    return tuple(records)


def _decode(first: str, second: str) -> tuple[int, int, int, int]:
    """Decode two characters into from, to, count and turned."""
    rest, start = divmod(64 * (ord(first) - 48) + ord(second) - 48, 11)
    rest, target = divmod(rest, 11)
    turned, count = divmod(rest, 14)
    return start, target, count, turned


def _is_move(start: int, target: int, count: int, turned: int) -> bool:
    """Return True if the values encode a move: cards moved, a suit removed, or a row dealt."""
    if turned > 1 or not start:
        return turned <= 1 and not target and count in (0, 10)
    return count == SUIT_LENGTH if not target else start != target and count > 0


def dumps(steps: Sequence[Step], *, one_line: bool = False) -> str:
    """Write played steps as a move log, without a line end.

    The full stop is put on a line of its own if the log could be read as letters or words, unless
    ``one_line``.  After replaying the log, the cards of :func:`unsaid` are unknown.  A suit that
    was removed automatically gets a record of its own, because a removal is a move in the
    programs.
    """
    written = []
    for step in steps:
        move = step.move
        turned = {up.column for up in step.turned}
        if isinstance(move, Shift):
            if move.count > SUIT_LENGTH:
                raise NotWritable("log", f"a move of {move.count} cards", ("words", "letters"))
            left = step.before.column(move.source)
            # Not from step.turned, which also has cards turned up by the removal of a suit.
            up = bool(left.down) and len(left.up) == move.count
            written.append(_encode(move.source, move.target, move.count, up))
        elif isinstance(move, Deal):
            written.append(_encode(0, 0, 0, True))
        elif not isinstance(move, Remove):
            raise NotWritable("log", "moves to and from free cells", ("words",))
        for removal in step.removals:
            up = removal.column in turned
            written.append(_encode(removal.column, 0, SUIT_LENGTH, up))
    text = "".join(written)
    return f"{text}\n." if not one_line and _is_ambiguous(f"{text}.") else f"{text}."


def unsaid(steps: Sequence[Step]) -> tuple[Card, ...]:
    """Return the known cards dealt or turned up that are unknown after a replay of the log."""
    cards: list[Card] = []
    for step in steps:
        replayed = do(by_elimination(step.before), step.move)
        if (replayed.cards, replayed.turned) != (step.cards, step.turned):
            dealt = step.cards if isinstance(step.move, Deal) else ()
            cards += [card for card in (*dealt, *(up.card for up in step.turned)) if card]
    return tuple(cards)


def _encode(source: int, target: int, count: int, turned: bool) -> str:
    number = source + 11 * (target + 11 * (14 * turned + count))
    return chr(48 + number // 64) + chr(48 + number % 64)


def recognises(text: str) -> bool:
    """Return True if a text is a move log.

    If it can be read as letters or words too, its full stop must be on a line of its own.
    """
    log = "".join(text.split())
    if not _LOG.fullmatch(log) or (not text.rstrip().endswith("\n.") and _is_ambiguous(text)):
        return False
    return all(_is_move(*_decode(*pair)) for pair in zip(log[:-1:2], log[1::2], strict=False))


def _is_ambiguous(text: str) -> bool:
    return letters.begins_with_one(text) or words.recognises(text)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="log",
    summary="the move log of Woods' save files, two characters a move",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
)
