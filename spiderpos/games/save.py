"""``save``: the save files of Don Woods' programs: a save line, the move log, and a diagram.

::

    HAND/DEALT COLUMN1 ... COLUMN10[ REMOVED].
    two characters a move.

     --\t --\t ...

:func:`load_game` returns the game: its start, steps and final position.  The log is
replayed by the rules engine and must lead to the position of the save line, and the diagram must
show that position.  ``loads`` returns only the position, after the same checks.  Read as a script,
a file is its log; :func:`check_end` compares the line and the diagram with the end of the log.

The format is that of the X11 program (``movelog.c``, D. Lemke 1990).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NamedTuple

from ..formats import diagram, line
from ..formats.base import DEFAULTS, Format, Reading, ReadOptions, refuse_unwritten
from ..game.cards import ACE, KING, UNKNOWN, Card, Suit, card
from ..game.census import PositionError
from ..game.difference import difference
from ..game.engine import Step
from ..game.history import initial, is_initial, with_history
from ..game.moves import Deal
from ..game.position import Column, Position
from ..game.replay import ReplayError, replay
from ..game.script import Script, ScriptFormat
from ..scripts import log
from ..scripts.log import LogRecord
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import count_phrase

#: A save line must begin within this number of characters, since other text may precede it.
_SEARCHED: Final = 4096
_BEGINNING: Final = re.compile(r"^[ \t]*+[0-o/]{60}", re.MULTILINE)
#: Matches from the save line up to a log.  A log begins on the same line or on the next one, which
#: is then neither empty nor a row of a diagram.
_LOG: Final = re.compile(r"[ \t]*(?:\r?\n)?(?=\S|[ \t]+[0-o]*\.)")
_NO_LINE_END: Final = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The content of a save file.

    ``position``: the position of the save line.  ``start``: the position before the log.
    ``steps``: the moves of the log; they lead to ``position``, unless the file is cut off in the
    log.  ``deal``: the initial position; None if the line has no deck.  ``notes``: sentences
    about missing parts; empty for a complete file.  ``assumed``: facts that the file omits and
    the reader assumed.
    """

    position: Position
    start: Position
    steps: tuple[Step, ...] = ()
    deal: Position | None = None
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


class _Parts(NamedTuple):
    """The parts of a save file.

    ``line``: the save line, with blanks in place of the text before it, to keep its offsets.
    ``records``: the moves of the log.  ``stop``: the offset after the log, or after the save line
    if there is no log; None if the file is cut off in the log.  ``note``: a sentence about a
    missing or incomplete log; else empty.
    """

    line: str
    records: tuple[LogRecord, ...]
    stop: int | None
    note: str = ""


def _split(source: SourceText) -> _Parts:
    """Split a save file into its parts.  Raises NotationError for errors in the log."""
    text = source.text
    start = _line_start(text)
    end = text.find(".", start) + 1 or len(text)
    line_text = _NO_LINE_END.sub(" ", text[:start]) + text[start:end]
    begin = _LOG.match(text, end)
    if begin is None:
        return _Parts(line_text, (), end, "the file has no move log")
    stop = text.find(".", begin.end())
    if stop >= 0:
        return _Parts(line_text, log.read_records(source, begin.end(), stop), stop + 1)
    stop = len(text.rstrip())
    stop -= len("".join(text[end:stop].split())) % 2
    records = log.read_records(source, begin.end(), stop)
    moves = count_phrase(len(records), "move")
    return _Parts(line_text, records, None, f"the file is cut off in the move log, after {moves}")


def load_game(text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> SavedGame:
    """Read a save file with its moves.

    If the save line has the deck, the log begins at the deal; otherwise its start is found by
    undoing its moves from the position of the save line.  Every move must then be legal and turn
    up a card if and only if the log records one, and the last one must lead to that position.  The
    diagram must show it, too.  A file that is cut off after the save line is read as far as it
    goes, and ``notes`` reports it.

    Raises NotationError (at the first wrong move, if moves are wrong) or PositionError.
    """
    source = SourceText(text, name)
    parts = _split(source)
    lenient = replace(options, strict=False)
    read = line.FORMAT.read(parts.line, name=name, options=lenient)
    position, deal = read.position, initial(read.position)
    notes = [parts.note] if parts.note else []
    begin, steps = position, tuple[Step, ...]()
    if parts.stop is None and deal is None:
        notes = [f"{parts.note}, which can't be replayed: the save line has no deck"]
    elif parts.records:
        begin = deal or _undo_all(parts.records, position)
        try:
            steps = replay(begin, parts.records).steps
        except ReplayError as error:
            message = f"move {error.number} of the log can't be played: {error.reason}"
            raise NotationError(message, error.instruction.place) from None
        if parts.stop is not None and steps and steps[-1].after != position:
            differences = "\n".join(map(str, difference(position, steps[-1].after)))
            message = f"the move log doesn't lead to the save line's position:\n{differences}"
            raise NotationError(message, source.place(parts.stop - 1))
    if parts.stop is not None:
        notes += _diagram_notes(source, parts.stop, position)
    if options.strict:
        refuse_unwritten(source, dumps_game(begin, steps))
    return SavedGame(position, begin, steps, deal, tuple(notes), read.assumed)


def load_moves(text: str, *, name: str = "<text>") -> Script:
    """Read the moves of a save file as a script.  Raises NotationError.

    *Not* checked: the save line and the diagram; see :func:`check_end`.
    """
    source = SourceText(text, name)
    if "." not in text:
        message = "the save line has no full stop at its end: the file is cut off in it"
        place = source.place(len(text.rstrip()))
        raise NotationError(message, place, "the rest of the line, '.', and the move log")
    parts = _split(source)
    return Script(parts.records, name, (parts.note,) if parts.note else ())


def check_end(text: str, end: Position, *, name: str = "<text>") -> tuple[str, ...]:
    """Check that the moves of a save file lead to the position of its save line.

    ``end`` is the position after the moves.  Unknown cards on either side match any card.  The
    save line is read under ``end.rules``.  If the file has no moves or is cut off in the log, the
    positions aren't compared, because that of the save line is a later one.  The diagram must show
    the position of the save line.  Returns sentences about missing parts of the diagram.  Raises
    NotationError or PositionError.
    """
    source = SourceText(text, name)
    parts = _split(source)
    options = ReadOptions(rules=end.rules, partial=True)
    position = line.loads(parts.line, name=name, options=options)
    if parts.stop is None:
        return ()
    differences = difference(_hide_unknown(end, position), end) if parts.records else []
    if differences:
        message = "the moves don't lead to the position of the save line:\n"
        place = source.place(len(text) - len(text.lstrip()))
        raise NotationError(message + "\n".join(map(str, differences)), place)
    return _diagram_notes(source, parts.stop, position)


def _hide_unknown(other: Position, position: Position) -> Position:
    """Replace by UNKNOWN the cards of ``position`` that are unknown in ``other``."""

    def hide(cards: tuple[Card, ...], others: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(
            UNKNOWN if other_card == UNKNOWN else card
            for card, other_card in zip_longest(cards, others[: len(cards)])
        )

    columns = tuple(
        Column(hide(column.down, there.down), hide(column.up, there.up))
        for column, there in zip(position.columns, other.columns, strict=True)
    )
    return replace(position, columns=columns, hand=hide(position.hand, other.hand))


def dumps(position: Position) -> str:
    """Write a save file of ``position``, without moves.

    Raises NotWritable for a position that a save line can't express.
    """
    return dumps_game(position, ())


def dumps_game(start: Position, steps: Sequence[Step]) -> str:
    """Write a save file of a game that began at ``start`` and continued with ``steps``.

    The file contains the deck if ``start`` is a deal with all cards known, or if there are no
    steps and ``start.dealt`` is known.  Otherwise the deck is omitted, because Woods' programs
    play the moves of a file with a deck from the deal.

    Raises NotWritable for a game that the format can't express.  *Not* checked: that the
    steps follow one another from ``start``.
    """
    dealt = with_history(start).dealt if is_initial(start) or not steps else ()
    for step in steps:
        if dealt and isinstance(step.move, Deal):
            dealt = step.cards[::-1] + dealt
    end = replace(steps[-1].after if steps else start, dealt=dealt)
    try:
        return f"{line.dumps(end)}\n{log.dumps(steps, one_line=True)}\n\n{diagram.dumps(end)}"
    except NotWritable as error:
        raise NotWritable(FORMAT.name, error.what, error.instead) from None


def dumps_moves(steps: Sequence[Step]) -> str:
    """Write moves as a save file: of the game that begins before the first of ``steps``.

    Raises NotWritable for moves that the format can't express, and for an empty sequence, which
    determines no position.
    """
    if not steps:
        raise NotWritable("save", "no moves, which don't determine a position")
    return dumps_game(steps[0].before, steps)


def recognises(text: str) -> bool:
    """Return True if a text looks like a save file: a save line followed by more text.

    Other text may precede the save line if a diagram follows it.
    """
    start = _line_start(text)
    head, _, rest = text[start : start + _SEARCHED].partition(".")
    return (
        bool(rest.strip())
        and line.begins_like_one(head)
        and (not text[:start].strip() or diagram.recognises(rest))
    )


def _line_start(text: str) -> int:
    """Return the offset of the save line in a text; 0 if none is found."""
    for match in _BEGINNING.finditer(text[:_SEARCHED]):
        # Skip the lines of "====" that Don Woods' programs write above each position.
        if line.begins_like_one(text[match.start() :]):
            return match.start()
    return 0


def _undo_all(records: tuple[LogRecord, ...], position: Position) -> Position:
    """Undo the moves of a log from ``position``, in reverse, and return the position before them.

    Raises NotationError at a move that can't be undone.  *Not* checked: that the moves are legal.
    """
    down = [list(column.down) for column in position.columns]
    up = [list(column.up) for column in position.columns]
    hand, removed, dealt = list(position.hand), list(position.removed), position.dealt
    for number, record in reversed(list(enumerate(records, 1))):
        try:
            if not record.source:
                hand[:0] = [column.pop() for column in up]
                dealt = dealt[len(up) :]
                continue
            if record.turned:
                down[record.source - 1].append(up[record.source - 1].pop())
            if record.target:
                cards = [up[record.target - 1].pop() for _ in range(record.count)][::-1]
            else:
                suit = removed.pop()
                cards = [card(rank, suit or Suit.CLUBS) for rank in range(KING, ACE - 1, -1)]
            up[record.source - 1] += cards
        except IndexError:
            raise NotationError(
                f"move {number} of the log can't be taken back from the save line's position: "
                "there are too few cards",
                record.place,
            ) from None
    columns = tuple(Column(tuple(a), tuple(b)) for a, b in zip(down, up, strict=True))
    return replace(
        position, columns=columns, hand=tuple(hand), removed=tuple(removed), dealt=dealt
    )


def _diagram_notes(source: SourceText, start: int, position: Position) -> tuple[str, ...]:
    """Compare the diagram of a save file with its position; describe what is missing.

    Raises NotationError at the first row that differs (in more than blanks, if any does).
    """
    rows = source.text[start:].rstrip().split("\n")
    above = next((n for n, row in enumerate(rows) if row.strip()), len(rows))
    shown = [row.rstrip() for row in rows[above:]]
    written = diagram.dumps(position).rstrip().split("\n")
    if not shown:
        return ("the file ends after the move log: it has no diagram",)
    if shown[: len(written)] == written and not "".join(shown[len(written) :][:1]):
        return ()
    if "\n".join(written).startswith("\n".join(shown)):
        return (f"the file is cut off in the diagram, after row {len(shown) - 1}",)
    # It may be another layout of the position, a diagram with an error, or other text.
    if shown[0] != written[0] and not diagram.recognises("\n".join(shown)):
        return ("the file has no diagram: what follows the save line isn't read",)
    options = ReadOptions(
        rules=position.rules, partial=True, hand=len(position.hand), removed=position.removed
    )
    with suppress(NotationError, PositionError):
        shown_position = diagram.FORMAT.loads("\n".join(shown), options=options)
        if not difference(position.hide(), shown_position):
            return ()
    pairs = list(zip_longest(shown, written, fillvalue=""))
    differing = [n for n, (row, expected) in enumerate(pairs) if row != expected]
    index = next(
        (n for n in differing if pairs[n][0].split() != pairs[n][1].split()), differing[0]
    )
    row, expected = pairs[index]
    column = next((n for n, (a, b) in enumerate(zip_longest(row, expected)) if a != b), 0)
    offset = sum(len(each) + 1 for each in rows[: above + index]) + column
    raise NotationError(
        "this row of the diagram differs from the save line's position",
        source.place(start + offset),
        expected.expandtabs(8) or "no more rows",
    )


@dataclass(frozen=True, slots=True)
class _SaveFormat(Format):
    """A notation for positions whose reader checks the whole save file, including the moves."""

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Read a save file and return its current position."""
        game = load_game(text, name=name, options=options)
        return Reading(game.position, self.name, game.assumed)


FORMAT: Final = _SaveFormat(
    name="save",
    summary="the save files of Woods' programs: line, move log and diagram",
    drafts=lambda _source, _options: (),
    dumps=dumps,
    recognises=recognises,
    lossy="house rules, cards in free cells",
    verbatim=True,
)
loads = FORMAT.loads
SCRIPT_FORMAT: Final = ScriptFormat(
    name="save",
    summary="a whole save file of Woods' programs: its move log",
    loads=load_moves,
    dumps=dumps_moves,
    recognises=lambda text: line.begins_like_one(text.partition(".")[0]),
)
