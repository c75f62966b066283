"""``save``: the save files of Don Woods' programs: a save line, the move log, and a diagram.

::

    HAND/DEALT COLUMN1 ... COLUMN10[ REMOVED].
    two characters a move.

     --\\t --\\t ...

:func:`load_game` gives the game: where it began, the steps, where it stands.  The log is
replayed by the rules engine and must lead to the position of the line, and the diagram must show
it.  ``loads`` gives that position alone, after the same checks.

The format is that of the X11 program (``movelog.c``, D. Lemke 1990).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest
from operator import eq
from typing import Final

from ..formats import diagram, line
from ..formats.base import DEFAULTS, Draft, Format, Reading, ReadOptions, refuse_unwritten
from ..game.cards import ACE, KING, UNKNOWN, Card, Suit, card
from ..game.difference import difference
from ..game.engine import Step
from ..game.history import initial, is_initial, with_history
from ..game.illegal import PositionError
from ..game.moves import Deal
from ..game.position import Column, Position
from ..game.replay import ReplayError, replay
from ..game.script import ScriptFormat
from ..scripts import log
from ..scripts.log import Record
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from . import save_log
from .save_log import read_log

__all__ = [
    "FORMAT",
    "SCRIPT_FORMAT",
    "SavedGame",
    "check_end",
    "dumps",
    "dumps_game",
    "dumps_moves",
    "load_game",
    "loads",
    "recognises",
]

#: Of a text this much is looked at to find a save line in it, that stands after words.
_LOOKED_AT: Final = 4096
_BEGINNING: Final = re.compile(r"^[ \t]*+[0-o/]{60}", re.MULTILINE)
#: No diagram has as many lines.
_MOST_LINES: Final = 200
#: Empty lines.
_ABOVE: Final = re.compile(r"(?:[^\S\n]*\n)*")
_NO_LINE_END: Final = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a save file says.

    ``position``: the position of the save line.  ``start``: where the log begins.  ``steps``:
    the moves, played from there; they lead to ``position``, unless the file is cut off in the
    log.  ``deal``: the initial position, None if the line doesn't know the deck.  ``notes``:
    what the file lacks, in sentences; empty for a whole file.  ``assumed``: what the file doesn't
    say and is taken for granted.
    """

    position: Position
    start: Position
    steps: tuple[Step, ...] = ()
    deal: Position | None = None
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


def drafts(source: SourceText, options: ReadOptions) -> Sequence[Draft]:
    """What the save line says, whatever follows it.  Raises NotationError."""
    text, stop = _line_of(source.text)
    return line.drafts(SourceText(text[:stop], source.name), options)


def load_game(text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> SavedGame:
    """Read a save file with its moves.

    The log begins at the deal, if the line knows the deck; otherwise its moves are taken back
    from the line's position.  Either way every move is then played and must be legal, what the
    log says of cards turned up must be right, and the end must be the line's position.  The
    diagram must show that position.  A file cut off after the line, in the log or after it is
    read as far as it goes, with a note.

    Raises NotationError, which names the move if a move is wrong, or PositionError.
    """
    source = SourceText(text, name)
    text, stop = _line_of(text)
    lenient = replace(options, strict=False)
    read = line.FORMAT.read(text[:stop], name=name, options=lenient)
    position, deal = read.position, initial(read.position)
    found = read_log(source, stop)
    notes = [found.note] if found.note else []
    begin, steps = position, tuple[Step, ...]()
    if found.is_cut_off and deal is None:
        notes = [f"{found.note}, which can't be placed: the save line doesn't know the deck"]
    elif found.records:
        begin = deal or _taken_back(found.records, position)
        steps = _played(begin, found.records)
        if not found.is_cut_off:
            _refuse_another_end(source, (found.stop or stop) - 1, position, steps)
    if found.stop is not None:
        notes += _diagram_notes(source, found.stop, position)
    if options.strict:
        refuse_unwritten(source, dumps_game(begin, steps))
    return SavedGame(position, begin, steps, deal, tuple(notes), read.assumed)


def check_end(text: str, end: Position, *, name: str = "<text>") -> tuple[str, ...]:
    """Check that a save file's line is the position ``end``, which its moves led to.

    A card that only one of the two knows may be any.  The line is read under ``end.rules``.  In
    a file without moves, or cut off among them, the line's position is further on, and is not
    compared.  The diagram must show the line's position.  Returns what the diagram lacks, in
    sentences.  Raises NotationError or PositionError.
    """
    source = SourceText(text, name)
    text, stop = _line_of(text)
    options = ReadOptions(rules=end.rules, partial=True)
    position = line.loads(text[:stop], name=name, options=options)
    found = read_log(source, stop)
    if found.records and not found.is_cut_off:
        differences = difference(_known_in(position, end), _known_in(end, position))
        if differences:
            raise NotationError(
                "the moves don't lead to the position of the save line:\n"
                + "\n".join(map(str, differences)),
                source.place(len(text) - len(text.lstrip())),
            )
    return () if found.stop is None else _diagram_notes(source, found.stop, position)


def _known_in(position: Position, other: Position) -> Position:
    """The position with each card unknown that the other doesn't know."""

    def both(cards: tuple[Card, ...], others: tuple[Card, ...]) -> tuple[Card, ...]:
        known = (*map(bool, others), *(True for _ in cards[len(others) :]))
        return tuple(c if here else UNKNOWN for c, here in zip(cards, known, strict=False))

    columns = [
        Column(both(column.down, there.down), both(column.up, there.up))
        for column, there in zip(position.columns, other.columns, strict=False)
    ]
    columns += position.columns[len(columns) :]
    return replace(position, columns=tuple(columns), hand=both(position.hand, other.hand))


def dumps(position: Position) -> str:
    """Write a save file that stands at ``position``, without moves.

    Raises NotWritable for what a save line can't hold.
    """
    return dumps_game(position, ())


def dumps_game(start: Position, steps: Sequence[Step]) -> str:
    """Write a save file of a game that began at ``start`` and went through ``steps``.

    If ``start`` is a deal whose cards are all known, the file knows the deck; so does a file
    without moves if ``start`` knows what was dealt.  Otherwise it doesn't, since by the deck the
    programs would play the moves from the deal.

    Raises NotWritable for what a save line or a move log can't hold, ValueError if the steps
    don't follow one another from ``start``.
    """
    position = start
    dealt = with_history(start).dealt if is_initial(start) or not steps else ()
    for step in steps:
        if step.before != position:
            raise ValueError("the steps don't follow one another from the start")
        position = step.after
        if dealt and isinstance(step.move, Deal):
            dealt = step.cards[::-1] + dealt
    end = replace(position, dealt=dealt)
    try:
        return f"{line.dumps(end)}\n{log.dumps_line(steps)}\n\n{diagram.dumps(end)}"
    except NotWritable as error:
        raise NotWritable(FORMAT.name, error.what, error.instead) from None


def recognises(text: str) -> bool:
    """Whether a text looks like a save line with a move log or more after it.

    Words may stand before the line if a diagram comes after it.
    """
    if not text[:_LOOKED_AT].partition(".")[2].strip():
        return False
    start = _line_start(text)
    head, _, rest = text[start : start + _LOOKED_AT].partition(".")
    return (
        bool(rest.strip())
        and line.begins_like_one(head)
        and (not text[:start].strip() or diagram.recognises(rest))
    )


def _line_start(text: str) -> int:
    """Where the save line begins: after words, if any stand before it."""
    for match in _BEGINNING.finditer(text[:_LOOKED_AT]):
        # No line of "====", as Don Woods has one above each position.
        if line.begins_like_one(text[match.start() :]):
            return match.start()
    return 0


def _line_of(text: str) -> tuple[str, int]:
    """The text with blanks for words before the save line, and the offset where that ends."""
    start = _line_start(text)
    stop = text.find(".", start) + 1
    return _NO_LINE_END.sub(" ", text[:start]) + text[start:], stop or len(text)


# The moves


def _played(start: Position, records: tuple[Record, ...]) -> tuple[Step, ...]:
    try:
        return replay(start, records).steps
    except ReplayError as error:
        raise NotationError(
            f"move {error.number} of the log can't be played: {error.reason}",
            error.instruction.place,
        ) from None


def _refuse_another_end(
    source: SourceText, at: int, position: Position, steps: Sequence[Step]
) -> None:
    if steps and steps[-1].after != position:
        differences = "\n".join(map(str, difference(position, steps[-1].after)))
        raise NotationError(
            f"the move log doesn't lead to the save line's position:\n{differences}",
            source.place(at),
        )


def _taken_back(records: tuple[Record, ...], position: Position) -> Position:
    """The position from which the moves lead to this one, if they are the moves of a game.

    Raises NotationError at a move that can't be taken back; playing them will tell the rest.
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
                cards = [card(rank, Suit(suit or 0)) for rank in range(KING, ACE - 1, -1)]
            up[record.source - 1] += cards
        except IndexError:
            raise NotationError(
                f"move {number} of the log can't be taken back from the save line's position: "
                "it hasn't so many cards there",
                record.place,
            ) from None
    columns = tuple(Column(tuple(a), tuple(b)) for a, b in zip(down, up, strict=True))
    return replace(
        position, columns=columns, hand=tuple(hand), removed=tuple(removed), dealt=dealt
    )


# The diagram


def _diagram_notes(source: SourceText, start: int, position: Position) -> tuple[str, ...]:
    """What the diagram lacks, in a sentence.

    Raises NotationError at the first row that differs if it shows another position, or none.
    """
    text = source.text
    rest = text[start:].rstrip()
    if not rest:
        return ("the file ends after the move log: it has no diagram",)
    begin = start + _ABOVE.match(rest).end()  # type: ignore[union-attr] # it matches all
    lines = text[begin : start + len(rest)].split("\n")[:_MOST_LINES]
    rows = [line.rstrip() for line in lines]
    written = diagram.dumps(position).rstrip().splitlines()
    same = sum(takewhile(bool, map(eq, rows, written)))
    if same == len(written) and not "".join(rows[same : same + 1]):
        return ()
    if same == len(rows) or (written[same:] and written[same].startswith("\n".join(rows[same:]))):
        return (f"the file is cut off in the diagram, after row {same}",)
    # In another layout than the programs', or with a slip, or another text.
    shown = "\n".join(lines)
    if not any(map(eq, rows, written)) and not diagram.recognises(shown):
        return ("the file has no diagram: what follows the save line isn't read",)
    told = ReadOptions(
        rules=position.rules, partial=True, hand=len(position.hand), removed=position.removed
    )
    with suppress(NotationError, PositionError):
        if _tableau(diagram.FORMAT.loads(shown, options=told)) == _tableau(position):
            return ()
    pairs = list(zip_longest(rows, written, fillvalue=""))
    at = next((n for n, (a, b) in enumerate(pairs) if a.split() != b.split()), same)
    row, wanted = pairs[at]
    fits = sum(takewhile(bool, map(eq, row, wanted)))
    first = row.rfind("\t", 0, fits) + 1
    first += len(row[first:]) - len(row[first:].lstrip(" "))
    raise NotationError(
        "this row of the diagram is another than that of the save line's position",
        source.place(begin + sum(len(line) + 1 for line in lines[:at]) + first),
        wanted.expandtabs(8) or "no more rows",
    )


def _tableau(position: Position) -> list[tuple[int, tuple[Card, ...]]]:
    return [(len(column.down), column.up) for column in position.columns]


@dataclass(frozen=True, slots=True)
class _SaveFormat(Format):
    """A notation whose readers check more of the text than what the position is."""

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Read the position that a save file stands at; the whole file is checked."""
        game = load_game(text, name=name, options=options)
        return Reading(game.position, self.name, game.assumed)


_EXAMPLE: Final = (
    r"J6m\ZM^3>gU82j]`LGMFl8o0WeDimHa;d^1QcHGKQdQAZ6l;oK/QmbbBhNhiMiWe=FOH<jJ]T^1URFDdGj^_7T"
    "\n"
    r"RgK7lFY52@aDCd1==>D >Kg74/^ YoT/[S mCcF/P \MNXm/Q EK25/k 9^0M/c KF0@/W Me=/F 6=f8/6CW "
    "\n"
    r"gW8hH/2."
    "\n"
    "N2MlLd."
)

FORMAT: Final = _SaveFormat(
    name="save",
    summary="the save files of Woods' programs: line, move log and diagram",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example=_EXAMPLE,
    lossy="house rules, cards in free cells",
    verbatim=True,
    extensions=("save",),
)
loads = FORMAT.loads


def dumps_moves(steps: Sequence[Step]) -> str:
    """Write a save file of a game, from the first step's position on.

    Raises NotWritable for what a save file can't hold, and for no steps, which don't say where
    the game stands.
    """
    if not steps:
        raise NotWritable("save", "no moves, which say no position")
    return dumps_game(steps[0].before, steps)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="save",
    summary="a whole save file of Woods' programs: its move log",
    loads=save_log.loads,
    dumps=dumps_moves,
    recognises=lambda text: line.begins_like_one(text.partition(".")[0]),
    example=_EXAMPLE,
)
