"""``save``: the save files of Don Woods' programs: a save line, the move log, and a diagram.

::

    HAND/DEALT COLUMN1 ... COLUMN10[ REMOVED].
    two characters a move.

     --\\t --\\t ...

:func:`load_game` gives the game: where it began, the steps, where it stands.  The log is
replayed by the rules engine and must lead to the position of the line.  :func:`loads` gives that
position alone, after the same checks.

The format is that of the X11 program (``movelog.c``, D. Lemke 1990); see
``docs/notations/save.md``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from ..cards import ACE, KING, UNKNOWN, Card, Suit, card
from ..difference import difference
from ..engine import Step
from ..errors import NotationError, NotWritable, PositionError
from ..history import initial, is_initial, with_history
from ..moves import Deal
from ..position import Column, Position
from ..replay import ReplayError, replay
from ..scripts import log, saved
from ..scripts.log import Record
from ..scripts.saved import Log, Unindented, read_log
from ..source import Place, SourceText
from ..wording import count_phrase
from . import diagram, line
from .base import OLD_DEFAULTS, Old, Format, ReadOptions
from .diagramrows import find_blocks
from .strictness import refuse_unwritten

__all__ = [
    "FORMAT",
    "SavedGame",
    "check_end",
    "dump",
    "dumps",
    "dumps_game",
    "load",
    "load_game",
    "loads",
    "recognises",
]

# Of a text this much is looked at to recognise a save line in it.
_LOOKED_AT: Final = 4096
# What may be the first word of a save line, or as much of it as stands in a line.
_LONG_WORD: Final = re.compile(r"(?:^[ \t>|]*|(?<=\s))[0-o/]{60}", re.MULTILINE)
_NO_LINE_END: Final = re.compile(r"[^\r\n]")
_QUOTED: Final = re.compile(r"\s*[>|]+ ")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a save file says.

    ``position``: the position of the save line.  ``start``: where the log begins.  ``steps``:
    the moves, played from there; they lead to ``position``, unless the file is cut off in the
    log.  ``deal``: the initial position, None if the line doesn't know the deck.  ``notes``:
    what the file lacks, in sentences; empty for a whole file.
    """

    position: Position
    start: Position
    steps: tuple[Step, ...] = ()
    deal: Position | None = None
    notes: tuple[str, ...] = ()


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read the position that a save file stands at; the whole file is checked.

    Raises NotationError or PositionError.
    """
    return load_game(text, name=name, options=options).position


def load_game(
    text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS
) -> SavedGame:
    """Read a save file with its moves.

    The log begins at the deal, if the line knows the deck; otherwise its moves are taken back
    from the line's position.  Either way every move is then played and must be legal, what the
    log says of cards turned up must be right, and the end must be the line's position.  The
    diagram must show that position.  A file cut off after the line, in the log or after it is
    read as far as it goes, with a note.

    Raises NotationError, which names the move if a move is wrong, or PositionError.
    """
    if options.strict:
        return _load_game(text, name, options)
    plain = Unindented(text, name, _line_start(text))
    with plain.placed():
        return _load_game(plain.text, name, options)


def _load_game(text: str, name: str, options: ReadOptions) -> SavedGame:
    source = SourceText(text, name)
    text = _without_words(text)
    stop = text.find(".")
    position = line.loads(
        text if stop < 0 else text[: stop + 1], name=name, options=replace(options, strict=False)
    )
    deal = initial(position)
    game, rest = _moves(source, stop + 1, position, deal)
    if rest is not None:
        notes = game.notes + _diagram_notes(source, rest, position, options)
        game = replace(game, notes=notes)
    if options.strict:
        refuse_unwritten(source, dumps_game(game.start, game.steps))
    return game


def check_end(text: str, end: Position, *, name: str = "<text>") -> tuple[str, ...]:
    """Check that a save file's line is the position ``end``, which its moves led to.

    A card that only one of the two knows may be any.  The line is read under ``end.rules``.  In
    a file without moves, or cut off among them, the line's position is further on, and is not
    compared.  The diagram must show the line's position.  Returns what the diagram lacks, in
    sentences.  Raises NotationError or PositionError.
    """
    plain = Unindented(text, name, _line_start(text))
    with plain.placed():
        return _check_end(plain.text, end, name)


def _check_end(text: str, end: Position, name: str) -> tuple[str, ...]:
    text = _without_words(text)
    source = SourceText(text, name)
    stop = text.find(".") + 1
    options = ReadOptions(rules=end.rules, partial=True)
    position = line.loads(text[:stop] if stop else text, name=name, options=options)
    found = read_log(source, stop)
    if found.records and not found.cut_off:
        differences = difference(_known_in(position, end), _known_in(end, position))
        if differences:
            raise NotationError(
                "the moves don't lead to the position of the save line:\n"
                + "\n".join(map(str, differences)),
                source.place(len(text) - len(text.lstrip())),
            )
    return () if found.stop is None else _diagram_notes(source, found.stop, position, options)


def _known_in(position: Position, other: Position) -> Position:
    """The position with each card unknown that the other doesn't know."""

    def both(cards: tuple[Card, ...], others: tuple[Card, ...]) -> tuple[Card, ...]:
        others += cards[len(others) :]
        return tuple(
            card if known else UNKNOWN for card, known in zip(cards, others, strict=False)
        )

    columns = tuple(
        Column(both(column.down, there.down), both(column.up, there.up))
        for column, there in zip(position.columns, other.columns, strict=False)
    )
    hand = both(position.hand, other.hand)
    return replace(position, columns=columns + position.columns[len(columns) :], hand=hand)


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
    start = _line_start(text[:_LOOKED_AT])
    plain = Unindented(text[:_LOOKED_AT], "", start).text
    head, stop, rest = _without_words(plain).partition(".")
    if not stop or not rest.strip() or not line.looks_like(head):
        return False
    if text[:start].strip() and not diagram.recognises(rest):
        return False
    if _QUOTED.match(head):
        # Not to be read, but neither may its diagram be read alone, as if there were no line.
        return True
    after = rest[saved.LOG.match(rest).end() :]  # type: ignore[union-attr] # it always matches
    return after[:1] in ("", ".") or bool(saved.BLANK_LINE.match(rest))


def _without_words(text: str) -> str:
    """The text with blanks for words that stand before the save line, if any do."""
    start = _line_start(text)
    return _NO_LINE_END.sub(" ", text[:start]) + text[start:]


def _line_start(text: str) -> int:
    """Where the save line begins: after words, if any stand before it."""
    head = text[:_LOOKED_AT]
    for match in _LONG_WORD.finditer(head):
        if len(set(match[0].lstrip(" \t>|"))) == 1:
            continue  # a line of "====", as Don Woods has one above each position
        at = match.start()
        if not head[:at].strip(" \t\r\n>|"):
            break
        if line.looks_like(head[at:].partition(".")[0]):
            return at
    return len(text) - len(text.lstrip())


# The moves


def _moves(
    source: SourceText, start: int, position: Position, deal: Position | None
) -> tuple[SavedGame, int | None]:
    """The game, and the offset where the diagram begins; None if nothing more comes."""
    nothing = SavedGame(position, position, (), deal)
    found = read_log(source, start)
    if found.cut_off:
        return _cut_off(found, position, deal), None
    if not found.records:
        more = " and no diagram" if found.note and found.stop is None else ""
        return replace(nothing, notes=(found.note + more,) if found.note else ()), found.stop
    begin = deal or _taken_back(found.records, position)
    steps = _played(begin, found.records)
    if not steps or steps[-1].after != position:
        at = (found.stop or start) - 1
        raise _elsewhere(source, at, steps[-1].after if steps else begin, len(steps), position)
    return SavedGame(position, begin, steps, deal), found.stop


def _cut_off(found: Log, position: Position, deal: Position | None) -> SavedGame:
    """What there is of the moves in a file that ends in its log."""
    if deal is None:
        note = (
            f"{found.note}, which can't be placed without the rest: the save line doesn't know "
            "the deck"
        )
        return SavedGame(position, position, (), None, (note,))
    return SavedGame(position, deal, _played(deal, found.records), deal, (found.note,))


def _played(start: Position, records: tuple[Record, ...]) -> tuple[Step, ...]:
    try:
        return replay(start, records).steps
    except ReplayError as error:
        raise NotationError(
            f"move {error.number} of the log can't be played: {error.reason}",
            error.instruction.place,
        ) from None


def _elsewhere(
    source: SourceText, at: int, end: Position, moves: int, position: Position
) -> NotationError:
    """The log leads to another position than the line's."""
    where = "the hand or the removed suits differ"
    for number, (ours, theirs) in enumerate(zip(end.columns, position.columns, strict=True), 1):
        if ours != theirs:
            where = (
                f"column {number} then has {_column_words(ours)}, and in the save line it has "
                f"{_column_words(theirs)}"
            )
            break
    return NotationError(
        f"the move log doesn't lead to the save line's position: after move {moves}, the "
        f"last one, {where}",
        source.place(at),
    )


def _column_words(column: Column) -> str:
    if column.is_space:
        return "no card"
    down = f"{len(column.down)} face down and " if column.down else ""
    return down + " ".join(map(str, column.up))


class _Table:
    """A position that moves are taken back on."""

    def __init__(self, position: Position) -> None:
        self.down = [list(column.down) for column in position.columns]
        self.up = [list(column.up) for column in position.columns]
        self.hand = list(position.hand)
        self.removed = list(position.removed)

    def cover(self, column: int, turned: bool) -> str:
        """Turn the card of a column down again that came up; a fault in words, or nothing."""
        down, up = self.down[column - 1], self.up[column - 1]
        if turned:
            if len(up) != 1:
                return (
                    f"column {column} has {count_phrase(len(up), 'card')} face up where only "
                    "the one turned up should be"
                )
            down.append(up.pop())
        elif down and not up:
            return f"column {column} has no card face up"
        return ""

    def take(self, column: int, count: int) -> list[Card]:
        """The last cards of a column, taken off; too few if it hasn't so many."""
        up = self.up[column - 1]
        cards = up[-count:]
        del up[-count:]
        return cards


def _taken_back(records: tuple[Record, ...], position: Position) -> Position:
    """The position from which the moves lead to this one.

    Raises NotationError at the move that can't be taken back.
    """
    table = _Table(position)
    dealt = position.dealt
    for number in range(len(records), 0, -1):
        record = records[number - 1]
        if not record.source:
            fault = _take_back_row(table)
            dealt = dealt[len(position.columns) :]
        elif not record.target:
            fault = _take_back_suit(table, record)
        else:
            fault = _take_back_shift(table, record)
        if fault:
            raise NotationError(
                f"move {number} of the log can't be taken back from the save line's position: "
                f"{fault}",
                record.place,
            )
    return Position(
        tuple(
            Column(tuple(down), tuple(up)) for down, up in zip(table.down, table.up, strict=True)
        ),
        tuple(table.hand),
        tuple(table.removed),
        position.cells,
        position.rules,
        dealt,
    )


def _take_back_shift(table: _Table, record: Record) -> str:
    fault = table.cover(record.source, record.turned)
    cards = table.take(record.target, record.count)
    if not fault and len(cards) < record.count:
        fault = f"column {record.target} has only {count_phrase(len(cards), 'card')} face up"
    table.up[record.source - 1] += cards
    return fault or table.cover(record.target, False)


def _take_back_suit(table: _Table, record: Record) -> str:
    if not table.removed:
        return "no suit has been removed"
    suit = table.removed.pop()
    fault = table.cover(record.source, record.turned)
    ranks = range(KING, ACE - 1, -1)
    table.up[record.source - 1] += [card(rank, Suit(suit or 0)) for rank in ranks]
    return fault or ("" if suit is not None else "the removed suit isn't known")


def _take_back_row(table: _Table) -> str:
    row = []
    for column in range(1, len(table.up) + 1):
        cards = table.take(column, 1)
        if not cards:
            return f"column {column} has no card of the row that was dealt"
        row += cards
        fault = table.cover(column, False)
        if fault:
            return fault
    table.hand[:0] = row
    return ""


# The diagram


def _diagram_notes(
    source: SourceText, start: int, position: Position, options: ReadOptions
) -> tuple[str, ...]:
    """What the diagram lacks, in a sentence.

    Raises NotationError if it can't be read or shows another position, PositionError if its
    cards make none.
    """
    text = source.text
    if not text[start:].strip():
        return ("the file ends after the move log: it has no diagram",)
    written = diagram.dumps(position).rstrip().splitlines()
    given = [row.rstrip() for row in text[start:].strip("\r\n").splitlines()]
    while given and not given[-1]:
        given.pop()
    if given == written:
        return ()
    if given[:-1] == written[: len(given) - 1] and written[len(given) - 1 :]:
        last = written[len(given) - 1]
        if last.startswith(given[-1]):
            whole = len(given) - (last != given[-1])
            return (f"the file is cut off in the diagram, after row {whole}",)
    # Blanks for what comes before, so that errors name the right line and column.
    line_start = text.rfind("\n", 0, start) + 1
    padding = "\n" * text.count("\n", 0, start) + " " * (start - line_start)
    told = ReadOptions(
        rules=options.rules, partial=True, hand=len(position.hand), removed=position.removed
    )
    alone = padding + text[start:]
    try:
        found = diagram.find_diagrams(alone, name=source.name, options=told)
        if not found and not any(find_blocks(alone)):
            return ("the file has no diagram: what follows the save line isn't read",)
        if len(found) != 1:
            diagram.loads(alone, name=source.name, options=told)
    except PositionError:
        # Some card is shown too often, so a row must be another than the line's.
        raise _other_row(source, alone, written) from None
    shown = [_cells(column) for column in found[0].position.columns]
    first = found[0].first_line
    if len(shown) != len(position.columns):
        raise NotationError(
            f"the diagram has {count_phrase(len(shown), 'column')}",
            _line_place(source, first),
            f"{len(position.columns)}, as the save line has",
        )
    for number, (cells, column) in enumerate(zip(shown, position.columns, strict=True), 1):
        for row, (here, there) in enumerate(
            zip_longest(cells, _cells(column), fillvalue="nothing"), 1
        ):
            if here != there:
                raise NotationError(
                    f"the diagram has {here} in row {row} of column {number}, and the save "
                    f"line has {there} there",
                    _line_place(source, min(first + row - 1, found[0].last_line)),
                )
    if found[0].position.cells != position.cells:
        raise NotationError(
            "the diagram has cards or free cells that the save line doesn't have",
            _line_place(source, found[0].last_line),
        )
    return ()


def _other_row(source: SourceText, text: str, written: list[str]) -> NotationError:
    """The first row of the diagram in ``text`` that isn't the one to be expected."""
    blocks = sorted(find_blocks(text), key=lambda block: -block.widest)
    block = blocks[0]
    rows = [source.line(number) for number in range(block.line, block.last_line + 1)]
    pairs = list(enumerate(zip_longest(rows, written, fillvalue=""), block.line))
    # One with other words; if there is none, one in which they stand in other columns; or else
    # what stands apart from them.
    others = [(n, b) for n, (a, b) in pairs if a.split() != b.split()]
    others += [(n, b) for n, (a, b) in pairs if a.rstrip() != b.rstrip()]
    others += [(block.line, "") for block in (*blocks[1:], block)]
    number, wanted = others[0]
    return NotationError(
        "this row of the diagram is another than that of the save line's position",
        _line_place(source, number),
        wanted.expandtabs(8) or "no more rows",
    )


def _cells(column: Column) -> list[str]:
    return ["--"] * len(column.down) + list(map(str, column.up))


def _line_place(source: SourceText, number: int) -> Place:
    text = source.line(number)
    return Place(source.name, number, 1, text, len(text))


FORMAT: Final = Format(
    name="save",
    summary="the save files of Woods' programs: line, move log and diagram",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example=saved.SCRIPT_FORMAT.example,
    lossy="house rules, cards in free cells",
    extensions=("save",),
)
load = FORMAT.load
dump = FORMAT.dump
