"""What the cells of a tableau mean together: the drafts of a position that its lines can be.

A block of lines may be rows of columns or a column a line, and a sign may mean one thing or
another.  Each way in which all of it makes columns is a draft: face-down cards above face-up ones,
nothing below an empty place.  Of drafts that turn the columns over or move rows aside, those with
the fewest breaks are kept; what was taken for granted is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product, zip_longest
from typing import TYPE_CHECKING, Final

from ..game import history
from ..game.cards import Card
from ..game.position import Column
from ..game.rules import PRESETS, WOODS
from ..text.errors import NotationError
from ..text.source import Place, SourceText
from .base import DOWN_ABOVE, Draft, ReadOptions
from .blocks import MOST_ROWS, Block
from .cells import MEANINGS, Cell, CellKind, Fault, Meaning
from .geometry import A_CELL, A_CELL_BELOW, Grid
from .layouts import tables_of
from .status import Status
from .surroundings import read_lines

if TYPE_CHECKING:
    from lark import Token

#: So many meanings of a table's signs are tried.
_MOST_MEANINGS: Final = 64


def drafts_of_block(source: SourceText, block: Block, options: ReadOptions) -> list[Draft]:
    """Return the drafts of a block of lines, the likeliest first.

    Raises NotationError if it has none.
    """
    if len(block.lines) > MOST_ROWS:
        start = block.lines[MOST_ROWS].start
        raise NotationError(f"more than {MOST_ROWS} rows", source.place(start), "fewer rows")
    # A partial position doesn't show that a line of it is missing.
    word = block.spoilt or block.with_cards or (block.beside if options.partial else None)
    if word is not None:
        raise not_a_cell(source, word)
    status, not_read = read_lines(source, block.around)
    line = block.lines[0]
    place = source.place(line.start, len(line.text))
    result: list[Draft] = []
    faults: list[Fault] = []
    for tables in tables_of(block, partial=options.partial):
        drafts = _drafts_of_tables(tables, status, place, faults)
        for first in islice(drafts, 1):
            first.otherwise = drafts
            first.not_read = not_read
            result.append(first)
        if options.partial and not result:
            break  # nothing but the text tells layouts apart: the likeliest has to stand
    if not result:
        raise faults[0].located(source)
    return result


def not_a_cell(source: SourceText, word: Token) -> NotationError:
    """Return the error that a word of a tableau is no cell."""
    message = f"'{word[:20]}' is neither a card nor an empty place"
    return NotationError(message, source.place(word.start_pos or 0, len(word)), A_CELL)


def _drafts_of_tables(
    tables: Iterator[Grid | Fault], status: Status, place: Place, faults: list[Fault]
) -> Iterator[Draft]:
    """Yield the drafts of tables, the likeliest first; ``faults`` gets those of the others."""
    for table in tables:
        try:
            if isinstance(table, Fault):
                raise table
            yield from _drafts_of(table, status, place)
        except Fault as fault:
            faults.append(fault)


def _drafts_of(table: Grid, status: Status, place: Place) -> Iterator[Draft]:
    """Yield the drafts of a table, the likeliest first.

    ``status`` is what is said beside it.  Raises Fault if there is none.
    """
    first: Draft | None = None
    fault: Fault | None = None
    for turned in _turned(table):
        for meanings in islice(_meanings(turned), _MOST_MEANINGS):
            try:
                columns = tuple(_column(cells, meanings) for cells in turned.columns)
            except Fault as wrong:
                fault = fault or wrong
                continue
            lost = _lost_blanks(turned, columns) if turned.at_margin else ()
            draft = Draft(
                columns=columns,
                hand=status.hand if status.hand is not None else turned.hand,
                removed=status.removed,
                cells=status.cells or (),
                suits=status.suits,
                assumed=(*turned.assumed, *_assumed(turned, meanings), *lost),
                place=place,
            )
            first = first or draft
            yield draft
    if first is None:
        assert fault is not None  # noqa: S101 - there is a meaning at least
        if (
            table.at_margin
            and len({sum(map(bool, row)) for row in zip_longest(*table.columns)}) > 1
        ):
            fault.message += ": have the lines lost the blanks that they began with?"
        raise fault
    opening = _opening(first)
    if opening is not None:
        yield opening


# Whether lines have lost the blanks that they began with


def _lost_blanks(table: Grid, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the assumption on rows that all begin at the margin: they have lost no blanks there.

    Nothing, if each row fits in one way only below the one above it.  Raises Fault if more cards
    lie on cards that they fit with some rows moved right.  The deals that known rules start with
    are not suspected.
    """
    if tuple(map(len, columns)) in {rules.start for rules in PRESETS.values()}:
        return ()
    rows = _rows(columns)
    as_read = sum(_fits(above, row, 0) or 0 for above, row in pairwise(rows))
    # The most fits down to a row, by how far it is moved, and whether one above it is.
    best = {(0, False): 0}
    for above, row in pairwise(rows):
        current: dict[tuple[int, bool], int] = {}
        for by in range(len(columns) - max(row)):
            for (other, moved), most in best.items():
                fits = _fits(above, row, by - other)
                if fits is not None:
                    key = (by, moved or by > 0)
                    current[key] = max(current.get(key, 0), most + fits)
        best = current
    elsewhere = [most for (_, is_moved), most in best.items() if is_moved]
    if elsewhere and max(elsewhere) > as_read:
        last = next(cell for cell in reversed(list(table.cells())))
        message = "the lines seem to have lost the blanks that they began with"
        expected = "tabs in a row, or each cell below the one above it; or '1:' before a column"
        raise Fault((last.start, last.stop), message, expected)
    return ("no line has lost the blanks that it began with",) if elsewhere else ()


def _rows(columns: Sequence[Column]) -> list[dict[int, Card | None]]:
    """Return the cards of each row by their columns, from 0; None for one that lies face down."""
    cards = [(*((None,) * len(column.down)), *column.up) for column in columns]
    return [
        {at: column[row] for at, column in enumerate(cards) if row < len(column)}
        for row in range(max(map(len, cards)))
    ]


def _fits(above: Mapping[int, Card | None], row: Mapping[int, Card | None], by: int) -> int | None:
    """Return the number of cards of a row, moved right ``by`` columns, that fit on those above.

    None if one has nothing above it, or is face down and what is above it isn't.
    """
    fits = 0
    for at, card in row.items():
        if at + by not in above:
            return None
        over = above[at + by]
        if card is None:
            if over is not None:
                return None
            fits += 1
        elif over:
            fits += over.rank == card.rank + 1
    return fits


# What the signs mean

#: What each sign of a table means, and cards in brackets or in small letters beside others.
_Meanings = Mapping[str, str]
#: What stands for such cards among the signs, by the kinds of cells.
_ENCLOSED: Final = {CellKind.ROUND: "(card)", CellKind.SQUARE: "[card]"}
_SMALL: Final = "a card in small letters"
_HIDDEN: Final = {Meaning.DOWN, Meaning.PAIR}


def _meanings(table: Grid) -> Iterator[_Meanings]:
    """Yield the ways to understand a table, the likeliest first."""
    cells = list(table.cells())
    signs = {cell.text: cell.sign for cell in cells if cell.kind == CellKind.SIGN}
    cards = {cell.text for cell in cells if cell.kind == CellKind.CARD}
    choices: dict[str, tuple[str, ...]] = {}
    small = sum(map(str.islower, cards))
    if 0 < small < len(cards) == small + sum(map(str.isupper, cards)):
        choices[_SMALL] = (Meaning.DOWN, Meaning.UP)
    for kind, word in _ENCLOSED.items():
        if cards and any(cell.kind == kind for cell in cells):
            choices[word] = (Meaning.DOWN, Meaning.UP)
    choices |= {sign: _choices(sign, signs, table) for sign in signs}
    ways = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    counted = any(cell.kind == CellKind.COUNT for cell in cells)
    for sign in choices if table.by_lines else ():
        # Where a row puts each cell in its column, a sign that lost half of it does no harm.
        mixed = [w for w in ways if w[sign] == w.get(2 * sign) == Meaning.DOWN]
        if len(mixed) == len(ways):
            few = min((sign, 2 * sign), key=[cell.text for cell in cells].count)
            cell = next(cell for cell in cells if cell.text == few)
            message = f"'{sign}' and '{2 * sign}' both stand for a face-down card here"
            raise Fault((cell.start, cell.stop), message, "one of them throughout")
        ways = [way for way in ways if way not in mixed]
    if "??" in choices and not counted:
        # Where nothing else lies face down, it's they that do.
        ways.sort(key=lambda way: way["??"] == Meaning.UNKNOWN and not _HIDDEN & {*way.values()})
    yield from ways


def _choices(sign: str, signs: Mapping[str, str], table: Grid) -> tuple[str, ...]:
    """Return the meanings of a sign beside the others of its table, the likeliest first."""
    choices = MEANINGS[signs[sign]]
    if sign == "--" and "(--)" not in signs:
        return choices[:2]
    if sign == "xx" and table.by_lines:
        # Once in a line it may be a number of cards, as xxx is.
        words = ([c and c.text.strip("x") for c in column] for column in table.columns)
        if all(column.count("") <= 1 for column in words):
            return (Meaning.PAIR,) if "x" in signs else (Meaning.DOWN, Meaning.PAIR)
    return choices


def _assumed(table: Grid, meanings: _Meanings) -> tuple[str, ...]:
    """Return what the text doesn't say of its own signs."""
    signs = {cell.text: MEANINGS[cell.sign][0] for cell in table.cells() if cell.sign in MEANINGS}
    assumed = [
        f"{sign} is {meaning}"
        for sign, meaning in meanings.items()
        if sign in signs and (meaning != signs[sign] or (sign == "??" and meaning == Meaning.DOWN))
    ]
    if meanings.get(_SMALL) == Meaning.DOWN:
        assumed.append(f"{_SMALL} lies face down")
    return tuple(assumed)


def _meaning(cell: Cell, meanings: _Meanings) -> str:
    if cell.kind == CellKind.SIGN:
        return meanings[cell.text]
    if cell.kind == CellKind.COUNT:
        return Meaning.DOWN
    if cell.kind != CellKind.CARD:
        return meanings.get(_ENCLOSED.get(cell.kind, ""), Meaning.UP)
    return meanings[_SMALL] if _SMALL in meanings and cell.text.islower() else Meaning.UP


def _column(cells: Sequence[Cell | None], meanings: _Meanings) -> Column:
    """Return the column of these cells, from the top down.  Raises Fault."""
    down: list[Card] = []
    up: list[Card] = []
    empty = False
    for cell in cells:
        meaning = Meaning.NOTHING if cell is None else _meaning(cell, meanings)
        if cell is None or meaning == Meaning.NOTHING:
            empty = True
            continue
        if empty and cell.number:
            raise Fault((cell.start, cell.stop), "there is no card above this one", A_CELL_BELOW)
        if meaning not in (Meaning.DOWN, Meaning.PAIR):
            up += [cell.card] * cell.number
            continue
        if up and cell.number:
            message = f"a face-down card below {f'the {up[-1]}' if up[-1] else 'one face up'}"
            raise Fault((cell.start, cell.stop), message, DOWN_ABOVE)
        down += [cell.card] * (2 if meaning == Meaning.PAIR else cell.number)
    if down and not up:
        last = next(cell for cell in reversed(cells) if cell is not None)
        message = "no card of this column lies face up"
        raise Fault((last.start, last.stop), message, "its bottom card")
    return Column(tuple(down), tuple(up))


# How the columns lie


def _turned(table: Grid) -> Iterator[Grid]:
    """Yield the table as it is; columns that were lines, also the other way round.

    Signs of face-down cards before the others show the top, and so do numbers of them; but if
    with these the other way has fewer breaks, it's said.  Else it's likelier the way with fewer.
    """
    if not table.by_lines:
        yield table
        return
    around = replace(
        table,
        columns=tuple(tuple(reversed(cells)) for cells in table.columns),
        assumed=(*table.assumed, "the first card of each line is the bottom one"),
    )
    straight = replace(
        table,
        columns=tuple(_counts_first(cells) for cells in table.columns),
        assumed=(*table.assumed, "the last card of each line is the bottom one"),
    )
    tops = [cells[0] for cells in table.columns if len(cells) > 1]
    if any(map(_may_lie_face_down, tops)):
        yield table
    elif any(map(_is_count, tops)):
        yield from (straight if _breaks(around) < _breaks(straight) else table, around)
    else:
        yield from sorted((straight, around), key=_breaks)


def _may_lie_face_down(cell: Cell | None) -> bool:
    return cell is not None and (
        Meaning.DOWN in MEANINGS.get(cell.sign, ())
        or cell.kind in (CellKind.ROUND, CellKind.SQUARE)
    )


def _is_count(cell: Cell | None) -> bool:
    return cell is not None and cell.kind == CellKind.COUNT


def _counts_first(cells: Sequence[Cell | None]) -> tuple[Cell | None, ...]:
    counts = [cell for cell in cells if _is_count(cell)]
    return (*counts, *(cell for cell in cells if not _is_count(cell)))


def _breaks(table: Grid) -> int:
    columns = ([cell.card for cell in column if cell is not None] for column in table.columns)
    return sum(history.breaks(column, WOODS) for column in columns)


def _opening(draft: Draft) -> Draft | None:
    """Return the draft as a deal before the first move, if all its cards lie open."""
    starts = {rules.start for rules in PRESETS.values()}
    lengths = tuple(map(len, draft.columns))
    if lengths not in starts or any(column.down for column in draft.columns):
        return None
    columns = tuple(Column(column.up[:-1], column.up[-1:]) for column in draft.columns)
    words = "this is a deal before the first move: the last card of each column lies face up"
    return replace(draft, columns=columns, assumed=(*draft.assumed, words))
