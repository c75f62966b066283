"""Read the notation of positions, which ``grammars/tableau.lark`` defines, into a draft.

If a text fails a check of this module, or if its cards may be in another order, it is not in this
notation: ``interpretations`` then tries other layouts.  But an error in a tableau in words is
raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple, cast

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from ..game import history
from ..game.cards import CARDS, RANK_WORDS, UNKNOWN, Card, Suit, card, parse_suit
from ..game.position import Column
from ..game.rules import COLUMNS, PRESETS, WOODS
from ..text.errors import Fault, NotationError
from ..text.resources import grammar
from ..text.source import SUIT_SIGNS, SourceText, span
from ..text.wording import NUMBERS, columns_phrase
from . import status
from .completion import Draft
from .status import StatusLines

#: The width of a column: the distance of tab stops on a terminal.
_FIELD: Final = 8
#: The offset in a field at which ``--as unicode`` ends a card, after marks of runs and breaks.
_AFTER_MARKS: Final = 5
_CARDS: Final = {
    rank + suit: CARDS[(rank + letter).lower()]
    for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")
    for suit, letter in (*SUIT_SIGNS.items(), *zip("cdhs", "cdhs", strict=True))
}
_LONGEST_LINE: Final = 400
#: Characters ignored around a line: marks that people put before it, and ends of sentences.
_MARKS: Final = " \t\r>*#-!.?"
#: Matches the separators of clauses in a line of which only some clauses are statements.
_BETWEEN_CLAUSES: Final = re.compile(r"[;|\t]|\s{2,}|[,.!?](?=\s|$)|(?<=\d)\s(?=[A-Za-z]+=)")
_LONGEST_SHOWN: Final = 60
NUMBER_WORDS: Final = {
    **{word: number for number, word in enumerate(NUMBERS)},
    **dict.fromkeys(("none", "empty"), 0),
}
#: The numbers of cards in the columns at the start of each known kind of game.
STARTS: Final = frozenset(rules.start for rules in PRESETS.values())
_NOT_SAID: Final = "(the text doesn't say)"
_BOTTOM: Final = "the last card of each line is the bottom one"


class _OtherLayout(Exception):  # noqa: N818 - control flow, never leaves this module
    """Raised if a text matches the grammar, but must be read in another layout."""


class _Cell(NamedTuple):
    """A card, or None for an empty column or free cell; its start and end, offsets in the line.

    Cards of a run such as ``9-6s`` have no offsets of their own: both are 0.  ``is_down``: the
    card is face down.
    """

    card: Card | None
    start: int
    stop: int
    is_down: bool = False


class _Line(NamedTuple):
    """A line that describes a column; ``counted``: its face-down cards are given as a number."""

    label: int
    down: tuple[Card, ...]
    up: tuple[Card, ...]
    counted: bool


class _Board(NamedTuple):
    """The columns of a tableau, and the assumptions on the order of their cards.

    ``may_turn``: the rows may be columns, or the columns rows.
    """

    columns: tuple[Column, ...]
    assumed: tuple[str, ...] = ()
    may_turn: bool = False


class _Reader(Transformer[Token, Any]):
    """Transformer with a method for each rule that has a value."""

    def position(self, parts: list[Any]) -> tuple[_Board, StatusLines]:
        (board,) = (part for part in parts if isinstance(part, _Board))
        return board, status.merged(part for part in parts if part is not board)

    # Rows

    def rows(self, parts: list[Any]) -> _Board:
        heads = parts[0] if isinstance(parts[0], int) else 0
        return _board_of_rows(parts[bool(heads) :], heads)

    def heads(self, numbers: list[Token]) -> int:
        _require_consecutive(map(int, numbers))
        return len(numbers)

    def row(self, cells: list[_Cell]) -> list[_Cell]:
        return cells

    def marked(self, cells: list[_Cell]) -> _Cell:
        if cells[0].stop % _FIELD != _AFTER_MARKS:
            raise _OtherLayout
        return cells[0]

    def card(self, tokens: list[Token]) -> _Cell:
        rank, suit = tokens
        return _Cell(_CARDS[rank + suit], (rank.column or 1) - 1, (suit.end_column or 1) - 1)

    def down(self, tokens: list[Token]) -> _Cell:
        return _sign(tokens[0], UNKNOWN)._replace(is_down=True)

    def hidden(self, cells: list[_Cell]) -> _Cell:
        return cells[0]._replace(is_down=True)

    def unknown(self, tokens: list[Token]) -> _Cell:
        return _sign(tokens[0], UNKNOWN)

    def space(self, tokens: list[Token]) -> _Cell:
        return _sign(tokens[0], None)

    # Columns

    def columns(self, lines: list[_Line]) -> _Board:
        _require_consecutive(line.label for line in lines)
        return _board_of_lines(lines)

    def column(self, parts: list[Any]) -> _Line:
        label, first, *others = parts
        if isinstance(first, int):
            return _Line(int(label), (UNKNOWN,) * first, _cards(others), counted=True)
        cells = [first, *others]
        down = [c for c in cells if isinstance(c, _Cell) and c.is_down]
        return _Line(int(label), _cards(down), _cards(cells[len(down) :]), counted=False)

    def count(self, numbers: list[Token]) -> int:
        return int(numbers[0])

    def run(self, tokens: list[Token]) -> list[_Cell]:
        high, low, suit = tokens
        last = _CARDS[low + suit]
        ranks = range(_CARDS[high + suit].rank, last.rank - 1, -1)
        if len(ranks) < 2:
            raise _OtherLayout
        return [_Cell(card(rank, last.suit), 0, 0) for rank in ranks]

    # Columns and cards in words

    def piles(self, columns: list[tuple[Token, Column]]) -> _Board:
        return _board_in_words(columns)

    def pile(self, parts: list[Any]) -> tuple[Token, Column]:
        number, count, *rest = parts
        named = rest.pop() if rest and isinstance(rest[-1], list) else []
        hidden = rest[0] if rest else 0
        if hidden + len(named) != count:
            message = f"this column has {hidden + len(named)} cards, not {count}"
            raise Fault(span(number), message, "as many cards as it says")
        return number, Column((UNKNOWN,) * hidden, tuple(named))

    def named_cards(self, cards: list[Card]) -> list[Card]:
        return cards

    def cards(self, placed: list[tuple[Token, int, Card | None]]) -> _Board:
        columns: list[tuple[Token, Column]] = []
        for _, group in groupby(placed, lambda each: int(each[0])):
            down: list[Card] = []
            up: list[Card] = []
            for index, (label, place, value) in enumerate(group, 1):
                if place not in (0, index):
                    message = f"this card has the number {place}, but its place is {index}"
                    raise Fault(span(label), message, "the cards of a column from the top down")
                if value is None and up:
                    message = "a face-down card below one face up"
                    raise Fault(span(label), message, "the top one first")
                (down if value is None else up).append(UNKNOWN if value is None else value)
            columns.append((label, Column(tuple(down), tuple(up))))
        return _board_in_words(columns)

    def placed(self, parts: list[Any]) -> tuple[Token, int, Card | None]:
        column, *places = (part for part in parts if getattr(part, "type", "") == "NUMBER")
        card = next((part for part in parts if isinstance(part, Card)), None)
        return column, int(places[0]) if places else 0, card

    def named(self, tokens: list[Token]) -> Card:
        rank, suit = (token.lower() for token in tokens)
        number = RANK_WORDS.index(rank) + 1 if rank in RANK_WORDS else int(rank)
        return card(number, parse_suit(suit))

    # The lines next to them

    def status(self, statements: list[StatusLines]) -> StatusLines:
        return status.merged(statements)

    def hand(self, parts: list[Any]) -> StatusLines:
        if isinstance(parts[0], int):
            return status.hand_of(parts[0])
        return status.hand_with(_cards(parts))

    def deals(self, parts: list[Any]) -> StatusLines:
        return status.deals_left(*(part for part in parts if isinstance(part, int)))

    def dealt(self, parts: list[int]) -> StatusLines:
        return status.deals_made(parts[0])

    def in_cards(self, parts: list[int]) -> int:
        return parts[0]

    def removed(self, parts: list[Any]) -> StatusLines:
        count = next((part for part in parts if isinstance(part, int)), None)
        suits = next((part for part in parts if isinstance(part, list)), None)
        return status.removed_suits(count, suits)

    def suits(self, tokens: list[Token]) -> list[Suit | None]:
        return [None if t == "?" else parse_suit(SUIT_SIGNS.get(t, str(t))) for t in tokens]

    def cells(self, cells: list[_Cell]) -> StatusLines:
        return StatusLines(cells=tuple(cell.card for cell in cells))

    def game(self, parts: list[int]) -> StatusLines:
        return StatusLines(suits=parts[0])

    def amount(self, tokens: list[Token]) -> int:
        word = tokens[0].lower()
        return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def _sign(token: Token, card: Card | None) -> _Cell:
    return _Cell(card, (token.column or 1) - 1, (token.end_column or 1) - 1)


def _cards(parts: Sequence[Any]) -> tuple[Card, ...]:
    """Return the cards of cells and runs; none for an empty column."""
    cells = (c for part in parts for c in (part if isinstance(part, list) else (part,)))
    return tuple(cell.card for cell in cells if cell.card is not None)


def _require_consecutive(numbers: Iterable[int]) -> None:
    if any(number != expected for expected, number in enumerate(numbers, 1)):
        raise _OtherLayout


def _board_of_rows(rows: Sequence[Sequence[_Cell]], heads: int) -> _Board:
    """Convert rows to columns; the first row must have a cell for each column.

    ``heads`` is the number of column numbers above the rows.  Raises _OtherLayout if a cell
    doesn't fit its column, or if no row is indented: leading blanks may be lost.
    """
    width = len(rows[0])
    if heads not in (0, width):
        raise _OtherLayout
    down: list[list[Card]] = [[] for _ in range(width)]
    up: list[list[Card]] = [[] for _ in range(width)]
    for number, row in enumerate(rows):
        for index, (value, start, stop, is_down) in enumerate(row):
            field = start // _FIELD
            if field != (stop - 1) // _FIELD or field >= width or (number == 0 and field != index):
                raise _OtherLayout
            if len(down[field]) + len(up[field]) != number or (value is None and number):
                raise _OtherLayout
            if value is None:
                continue
            if is_down and up[field]:
                raise _OtherLayout
            (down if is_down else up)[field].append(value)
    # Most cards have a leading blank, which may be lost; "(sp)" has none.
    starts_empty = rows[0][0].card is None
    if not heads and not starts_empty and all(row[0].start == 0 for row in rows):
        raise _OtherLayout
    columns = tuple(Column(tuple(d), tuple(u)) for d, u in zip(down, up, strict=True))
    heights = list(map(len, columns))
    is_flush = heights == sorted(heights, reverse=True)
    return _Board(columns, may_turn=is_flush and not heads)


def _board_of_lines(lines: Sequence[_Line]) -> _Board:
    """Convert lines to columns; the first card of a line must be the top one.

    Face-down cards prove that order.  So does their number, unless the reverse order has fewer
    breaks.  Raises _OtherLayout if the reverse order is more likely.
    """
    counts = [len(line.down) for line in lines if line.counted]
    lengths = [len(line.up) for line in lines if line.counted]
    if len(counts) == len(lines) and counts in (list(range(1, len(lines) + 1)), lengths):
        raise _OtherLayout  # they may number the columns, or count all cards
    straight = sum(history.breaks(line.up, WOODS) for line in lines)
    turned = sum(history.breaks(line.up[::-1], WOODS) for line in lines)
    is_proved = any(line.down and not line.counted for line in lines)
    if not is_proved and turned < straight and not counts:
        raise _OtherLayout
    is_assumed = not is_proved and (not counts or turned < straight)
    widths = [len(line.down) + len(line.up) or 1 for line in lines]
    return _Board(
        tuple(Column(line.down, line.up) for line in lines),
        assumed=(_BOTTOM,) if is_assumed else (),
        may_turn=not counts and widths == sorted(widths, reverse=True),
    )


def _board_in_words(columns: Sequence[tuple[Token, Column]]) -> _Board:
    """Arrange columns by their numbers; a column that is not mentioned is empty."""
    by_number = {int(label): column for label, column in columns}
    place, last = span(columns[0][0]), max(by_number)
    if len(by_number) < len(columns) or list(by_number) != sorted(by_number):
        raise Fault(place, "a column occurs twice, or out of order", "columns from 1 to 10")
    if last > COLUMNS or min(by_number) < 1:
        raise Fault(place, f"there is no column {last}", f"columns from 1 to {COLUMNS}")
    empty = [number for number in range(1, last) if number not in by_number]
    words = f"{columns_phrase(empty)} {'is' if len(empty) == 1 else 'are'} empty {_NOT_SAID}"
    value = tuple(by_number.get(number, Column()) for number in range(1, last + 1))
    return _Board(value, (words,) if empty else ())


def parser() -> Lark:
    """Return the parser of ``grammars/tableau.lark``.

    It starts at ``position`` for a whole text, at ``status`` for a line next to a tableau.
    """
    return grammar("tableau", positions=False, start=("position", "status"), transformer=_READER)


_READER: Final = _Reader()


def draft_of(source: SourceText, *, partial: bool) -> Draft | None:
    """Parse a text to a draft of the position; None if it is not in this notation.

    Raises NotationError for an error in a tableau in words.
    """
    text = source.text.expandtabs(_FIELD)
    result: tuple[_Board, StatusLines]
    try:
        result = cast(Any, parser().parse(f"{text}\n", start="position"))
    except (UnexpectedInput, _OtherLayout, status.StatementError):
        return None
    except Fault as error:
        raise error.located(SourceText(text, source.name)) from None
    board, statements = result
    columns, few = board.columns, len(board.columns) < COLUMNS
    if len(columns) > COLUMNS or (few and not partial):
        return None
    if board.may_turn and "\t" not in source.text and (few or len(columns[0]) == COLUMNS):
        return None
    if not all(column.up for column in columns if column.down):
        return None
    if not any(column.down for column in columns):
        lengths = tuple(map(len, columns))
        if lengths in STARTS or any(UNKNOWN in column.up for column in columns):
            return None
    start = len(source.text) - len(source.text.lstrip())
    return Draft(
        columns=columns,
        hand=statements.hand,
        removed=statements.removed,
        cells=statements.cells or (),
        suits=statements.suits,
        assumed=board.assumed,
        place=source.place(start),
    )


def status_of(line: str) -> StatusLines | None:
    """Parse a line such as "hand: 20 cards" to its statements; None if it has any other text.

    Raises StatementError.
    """
    if len(line) > _LONGEST_LINE:
        return None
    try:
        return cast(StatusLines, parser().parse(line, start="status"))
    except UnexpectedInput:
        return None


# The lines around a tableau


class _Clause(NamedTuple):
    """A clause, its offset in the line, and its statements, or None, or the error in them."""

    text: str
    start: int
    status: StatusLines | status.StatementError | None


def has_statements(line: str) -> bool:
    """Return True if a line has a clause with statements, or with an error in one."""
    return any(clause.status is not None for clause in _clauses(line))


def read_lines(
    source: SourceText, lines: Iterable[tuple[int, str]]
) -> tuple[StatusLines, tuple[str, ...]]:
    """Return the statements of lines, given with their offsets, and the parts that were not read.

    Raises NotationError for statements that contradict each other.
    """
    statements = StatusLines()
    unread: list[tuple[int, str]] = []
    for start, line in lines:
        clauses = _clauses(line)
        for clause in clauses:
            try:
                if isinstance(clause.status, status.StatementError):
                    raise clause.status
                if clause.status is not None:
                    statements = status.merged((statements, clause.status))
            except status.StatementError as error:
                place = source.place(start + clause.start, len(clause.text))
                raise NotationError(error.message, place, error.expected) from None
        others = [clause for clause in clauses if clause.status is None]
        if others and len(others) == len(clauses):
            others = [_Clause(line.strip(), len(line) - len(line.lstrip()), None)]
        unread += [(start + clause.start, clause.text) for clause in others]
    return statements, tuple(_phrase(source, offset, text) for offset, text in sorted(unread))


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
    bare = text.strip(_MARKS)
    offset = start + text.index(bare)
    try:
        return _Clause(bare, offset, status_of(bare))
    except status.StatementError as error:
        return _Clause(bare, offset, error)
