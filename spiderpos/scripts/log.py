r"""``log``: the moves of a save file, two characters each, as Don Woods' programs write them.

A move is one number, ``64 * a + b`` for characters of values ``a`` and ``b`` (``0`` is 0, ``o``
is 63)::

    from + 11 * (to + 11 * (14 * turned + count))

with columns from 1 to 10.  ``from`` 0 is a row dealt, ``to`` 0 a complete suit removed;
``turned`` is 1 if a face-down card came up, ``count`` the number of cards moved.  For a row the
X11 program writes ``turned`` 1 and ``count`` 0.  The log ends in a full stop; line breaks and
blanks don't count.

What ``turned`` says is checked when the log is replayed.
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

_WANTED: Final = "two characters from '0' to 'o' for each move, and a final full stop"
_WORD: Final = re.compile(r"\S+")
_FOREIGN: Final = re.compile(r"[^0-o\s]")
_LOG: Final = re.compile(r"(?:[0-o]{2})+\.")


@dataclass(frozen=True, slots=True)
class LogRecord(Instruction):
    """A move of a log.  ``source`` 0 is a row dealt, ``target`` 0 a suit removed."""

    source: int
    target: int
    count: int
    turned: bool

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the move.  Raises WrongReveal if the log is wrong about a card turned up.

        Under automatic removal a suit that the log takes off after the move that completed it
        has gone already: that record is no move.
        """
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
                named, known = (UNKNOWN, None) if self.turned else (None, UNKNOWN)
                raise WrongReveal(self.source, named, known)
        if not self.target:
            return (Call(Remove(self.source)),)
        return (Call(Shift(self.source, self.target, self.count)),)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a move log.  Raises NotationError."""
    source = SourceText(text, name)
    stop = text.find(".")
    if stop < 0:
        end = len(text.rstrip())
        raise NotationError("the move log has no full stop at its end", source.place(end), _WANTED)
    records = read_records(source, 0, stop)
    rest = text[stop + 1 :].lstrip()
    if rest:
        raise NotationError(
            "there is text after the full stop that ends the move log",
            source.place(len(text) - len(rest)),
            "the end of the log",
        )
    return Script(records, name)


def read_records(source: SourceText, start: int, stop: int) -> tuple[LogRecord, ...]:
    """Return the moves of a log that stands in a text from ``start`` to ``stop`` (no full stop).

    Raises NotationError.
    """
    foreign = _FOREIGN.search(source.text, start, stop)
    if foreign:
        message = f"'{foreign[0]}' has no place in a move log"
        raise NotationError(message, source.place(foreign.start()), _WANTED)
    written = _WORD.finditer(source.text, start, stop)
    places = [at for word in written for at in range(*word.span())]
    if len(places) % 2:
        raise NotationError(
            f"the move log has {count_phrase(len(places), 'character')}, and a move has two: "
            "one was lost, or one is too many",
            source.place(places[-1]),
            _WANTED,
        )
    pairs = zip(places[::2], places[1::2], strict=True)
    return tuple([_record(source, first, second) for first, second in pairs])


def _record(source: SourceText, first: int, second: int) -> LogRecord:
    text = source.text[first] + source.text[second]
    place = source.place(first, 2 if second == first + 1 else 1)
    start, target, count, turned = decoded = _decoded(*text)
    if not _is_move(*decoded):
        message = f"'{text}' is no move: a character was lost or changed, here or before"
        raise NotationError(message, place)
    return LogRecord(place, text, start, target, count, bool(turned))


def _decoded(first: str, second: str) -> tuple[int, int, int, int]:
    """Return from, to, count and turned of two characters."""
    rest, start = divmod(64 * (ord(first) - 48) + ord(second) - 48, 11)
    rest, target = divmod(rest, 11)
    turned, count = divmod(rest, 14)
    return start, target, count, turned


def _is_move(start: int, target: int, count: int, turned: int) -> bool:
    """Return True if these can be a move: cards moved, a suit removed, or a row dealt."""
    if turned > 1 or not start:
        return turned <= 1 and not target and count in (0, 10)
    return count == SUIT_LENGTH if not target else start != target and count > 0


def dumps(steps: Sequence[Step], *, one_line: bool = False) -> str:
    """Write the steps of a game as a move log, without a line end.

    The full stop gets a line of its own where the log could be read as letters or words, unless
    it is to have ``one_line``.

    Replayed from the first step's position it gives the same positions again, but for the cards
    that :func:`unsaid` names: as in the programs, the position beside a log knows them.  A suit
    that went off automatically gets a move of its own, as the programs' rules want it.  Raises
    NotWritable for moves to and from free cells, and of more than 13 cards.
    """
    written = []
    for step in steps:
        move = step.move
        turned = {up.column for up in step.turned}
        if isinstance(move, Shift):
            if move.count > SUIT_LENGTH:
                raise NotWritable("log", f"a move of {move.count} cards", ("words", "letters"))
            left = step.before.column(move.source)
            # A card of the same column may come up later, under a suit that goes off.
            up = bool(left.down) and len(left.up) == move.count
            written.append(_encoded(move.source, move.target, move.count, up))
        elif isinstance(move, Deal):
            written.append(_encoded(0, 0, 0, True))
        elif not isinstance(move, Remove):
            raise NotWritable("log", "moves to and from free cells", ("words",))
        for removal in step.removals:
            up = removal.column in turned
            written.append(_encoded(removal.column, 0, SUIT_LENGTH, up))
    text = "".join(written)
    return f"{text}\n." if not one_line and _is_read_otherwise(f"{text}.") else f"{text}."


def unsaid(steps: Sequence[Step]) -> tuple[Card, ...]:
    """Return the cards that came up in these steps and that a replay of their log doesn't know."""
    cards: list[Card] = []
    for step in steps:
        again = do(by_elimination(step.before), step.move)
        if (again.cards, again.turned) != (step.cards, step.turned):
            dealt = step.cards if isinstance(step.move, Deal) else ()
            cards += [card for card in (*dealt, *(up.card for up in step.turned)) if card]
    return tuple(cards)


def _encoded(source: int, target: int, count: int, turned: bool) -> str:
    number = source + 11 * (target + 11 * (14 * turned + count))
    return chr(48 + number // 64) + chr(48 + number % 64)


def recognises(text: str) -> bool:
    """Return True if a text is a move log.

    What begins as letters or words do, as ``ab.`` and ``deal.``, is theirs, unless the full stop
    stands on a line of its own.
    """
    log = "".join(text.split())
    if not _LOG.fullmatch(log) or (not text.rstrip().endswith("\n.") and _is_read_otherwise(text)):
        return False
    return all(_is_move(*_decoded(*pair)) for pair in zip(log[:-1:2], log[1::2], strict=False))


def _is_read_otherwise(text: str) -> bool:
    return letters.begins_with_one(text) or words.recognises(text)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="log",
    summary="the move log of Woods' save files, two characters a move",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="N2MlLd.",
)
