"""Interpret a block of lines as drafts of a position.

Each layout of the block, with each meaning of its signs, is a draft if face-down cards lie above
face-up ones, and no card below an empty place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, Final

from ..game import history
from ..game.cards import Card
from ..game.position import Column
from ..game.rules import WOODS
from ..text.errors import Fault, NotationError
from ..text.source import Place, SourceText
from .base import DOWN_ABOVE, Draft, ReadOptions
from .blocks import MOST_ROWS, Block
from .cells import (
    CARDS,
    DOWN,
    FACE_UP,
    MEANINGS,
    NO_CARD,
    NOT_KNOWN,
    Cell,
)
from .geometry import A_CELL, A_CELL_BELOW, Grid
from .layouts import grids_of
from .status import StatusLines
from .tableau import STARTS, read_lines

if TYPE_CHECKING:
    from lark import Token

#: The maximum number of combinations of meanings to try for the signs of a grid.
_MOST_MEANINGS: Final = 64


def drafts_of_block(
    source: SourceText, block: Block, around: Sequence[tuple[int, str]], options: ReadOptions
) -> list[Draft]:
    """Return the likeliest draft of each alternative that :func:`grids_of` returns, best first.

    ``otherwise`` of a draft yields the other drafts of its alternative.  For a partial position
    only the first alternative that has drafts is used.  Raises NotationError if none has.
    """
    if len(block.lines) > MOST_ROWS:
        start = block.lines[MOST_ROWS].start
        raise NotationError(f"more than {MOST_ROWS} rows", source.place(start), "fewer rows")
    spoilt = next((line.words[0] for line in block.lines if line.words), None)
    if spoilt is not None:
        raise not_a_cell(source, spoilt)
    status, not_read = read_lines(source, around)
    line = block.lines[0]
    place = source.place(line.start, len(line.text))
    result: list[Draft] = []
    faults: list[Fault] = []
    for grids in grids_of(block, partial=options.partial):
        drafts = _drafts_of_grids(grids, status, place, faults)
        for first in islice(drafts, 1):
            first.otherwise = drafts
            first.not_read = not_read
            result.append(first)
        if options.partial and not result:
            break  # no census rejects a wrong layout, so don't try a less likely one
    if not result:
        raise faults[0].located(source)
    return result


def not_a_cell(source: SourceText, word: Token) -> NotationError:
    """Return the error for a word in a tableau that is not a card or another cell."""
    message = f"'{word[:20]}' is neither a card nor an empty place"
    return NotationError(message, source.place(word.start_pos or 0, len(word)), A_CELL)


def _drafts_of_grids(
    grids: Iterator[Grid | Fault], status: StatusLines, place: Place, faults: list[Fault]
) -> Iterator[Draft]:
    """Yield the drafts of all grids; append the Faults of grids that have none to ``faults``."""
    for grid in grids:
        try:
            if isinstance(grid, Fault):
                raise grid
            yield from _drafts_of(_upright(grid), status, place)
        except Fault as fault:
            faults.append(fault)


def _drafts_of(grid: Grid, status: StatusLines, place: Place) -> Iterator[Draft]:
    """Yield the drafts of a grid, the likeliest first.  Raises Fault if there is none."""
    if not any(cell.card for cell in grid.cells()):
        raise Fault(grid.span, "no card is known here", A_CELL)
    first: Draft | None = None
    fault: Fault | None = None
    for meanings in islice(_meanings(grid), _MOST_MEANINGS):
        try:
            columns = tuple(_column(cells, meanings) for cells in grid.columns)
            margin = _margin(grid, columns)
        except Fault as error:
            fault = fault or error
            continue
        draft = Draft(
            columns=columns,
            hand=status.hand if status.hand is not None else grid.hand,
            removed=status.removed,
            cells=status.cells or (),
            suits=status.suits,
            assumed=(*grid.assumed, *_assumed(grid, meanings), *margin),
            place=place,
        )
        first = first or draft
        yield draft
    if first is None:
        raise fault or Fault(
            grid.span, "face-down cards are written in two ways", "one of them throughout"
        )
    opening = _opening(first)
    if opening is not None:
        yield opening


def _margin(grid: Grid, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the assumption that rows without indentation have lost no leading blanks.

    Raises Fault if the rows have no gaps either.
    """
    heights = tuple(map(len, columns))
    if not grid.at_margin or heights in STARTS or min(heights) == heights[0]:
        return ()
    if list(heights) == sorted(heights, reverse=True):
        message = "the lines seem to have lost the blanks at their start"
        expected = "tabs in a row, or cells below one another; or '1:' before a column"
        raise Fault(grid.span, message, expected)
    return ("no line lost the blanks at its start",)


# The meanings of signs

#: Keys, in a mapping of meanings, for cards in brackets, and in small letters next to capitals.
_ENCLOSED: Final = "(card)"
_SMALL: Final = "a card in small letters"


def _meanings(grid: Grid) -> Iterator[Mapping[str, str]]:
    """Yield the possible meanings of the signs of a grid, the most likely first."""
    cells = list(grid.cells())
    signs = {cell.text: cell.kind for cell in cells if cell.kind in MEANINGS}
    cards = {cell.text for cell in cells if cell.kind in CARDS}
    choices: dict[str, tuple[str, ...]] = {}
    small = sum(map(str.islower, cards))
    if 0 < small < len(cards) == small + sum(map(str.isupper, cards)):
        choices[_SMALL] = (DOWN, FACE_UP)
    if cards and any(cell.kind == "ROUND" for cell in cells):
        choices[_ENCLOSED] = (DOWN, FACE_UP)
    for sign, kind in signs.items():
        # "--" can be a face-up card only if the text has "(--)", too.
        never_up = kind == "DASHES" and "(--)" not in signs
        choices[sign] = MEANINGS[kind][:2] if never_up else MEANINGS[kind]
    ways = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    if grid.by_lines:
        # In rows, the place of a sign shows that it is a cell.  In a line, a second sign for
        # face-down cards may be a typing error.
        ways = [way for way in ways if sum(way[sign] == DOWN for sign in signs) < 2]
    if "??" in choices and not any(cell.is_count for cell in cells):
        # If no other sign means a face-down card, "??" probably does.
        ways.sort(key=lambda way: way["??"] == NOT_KNOWN and DOWN not in way.values())
    yield from ways


def _assumed(grid: Grid, meanings: Mapping[str, str]) -> tuple[str, ...]:
    usual = {cell.text: MEANINGS[cell.kind][0] for cell in grid.cells() if cell.kind in MEANINGS}
    assumed = [
        f"{sign} is {meaning}"
        for sign, meaning in meanings.items()
        if sign in usual and (meaning != usual[sign] or (sign == "??" and meaning == DOWN))
    ]
    if meanings.get(_SMALL) == DOWN:
        assumed.append(f"{_SMALL} lies face down")
    return tuple(assumed)


def _meaning(cell: Cell, meanings: Mapping[str, str]) -> str:
    if cell.is_count:
        return DOWN
    if cell.kind in CARDS:
        return meanings.get(_SMALL, FACE_UP) if cell.text.islower() else FACE_UP
    return meanings.get(_ENCLOSED if cell.kind == "ROUND" else cell.text, FACE_UP)


def _column(cells: Sequence[Cell | None], meanings: Mapping[str, str]) -> Column:
    down: list[Card] = []
    up: list[Card] = []
    empty = False
    for cell in cells:
        meaning = NO_CARD if cell is None else _meaning(cell, meanings)
        if cell is None or meaning == NO_CARD:
            empty = True
            continue
        if empty and cell.number:
            raise Fault(cell.span, "there is no card above this one", A_CELL_BELOW)
        if up and cell.number and meaning == DOWN:
            message = f"a face-down card below {f'the {up[-1]}' if up[-1] else 'one face up'}"
            raise Fault(cell.span, message, DOWN_ABOVE)
        (down if meaning == DOWN else up).extend([cell.card] * cell.number)
    if down and not up:
        last = next(cell for cell in reversed(cells) if cell is not None)
        message = "this column has no face-up card"
        raise Fault(last.span, message, "its bottom card")
    return Column(tuple(down), tuple(up))


# The order of the cards


def _upright(grid: Grid) -> Grid:
    """Check that each line of a grid has its cards from the top down, and put its count first.

    Face-down signs before the other cards prove that the last card is the bottom one.  So do
    counts of face-down cards, unless the reverse order has fewer breaks.  Raises Fault if the
    first card seems to be the bottom one.
    """
    if not grid.by_lines:
        return grid
    tops = [cells[0] for cells in grid.columns if len(cells) > 1]
    if any(cell and (cell.kind == "ROUND" or cell.may_be_down) for cell in tops):
        return grid
    counts_first = replace(
        grid,
        columns=tuple(tuple(sorted(column, key=_is_not_count)) for column in grid.columns),
    )
    cards = [[cell.card for cell in column if cell] for column in grid.columns]
    straight = sum(history.breaks(column, WOODS) for column in cards)
    is_turned = sum(history.breaks(column[::-1], WOODS) for column in cards) < straight
    is_counted = not all(map(_is_not_count, tops))
    if is_turned and not is_counted:
        message = "the first card of each line seems to be the bottom one"
        raise Fault(grid.span, message, "the cards of each column from the top down")
    if is_counted and not is_turned:
        return counts_first
    words = "the last card of each line is the bottom one"
    return replace(counts_first, assumed=(*grid.assumed, words))


def _is_not_count(cell: Cell | None) -> bool:
    return cell is None or not cell.is_count


def _opening(draft: Draft) -> Draft | None:
    """Interpret a draft with all cards face up as an initial deal; None if it isn't one."""
    lengths = tuple(map(len, draft.columns))
    if lengths not in STARTS or any(column.down for column in draft.columns):
        return None
    columns = tuple(Column(column.up[:-1], column.up[-1:]) for column in draft.columns)
    words = "this is a deal before the first move: the last card of each column lies face up"
    return replace(draft, columns=columns, assumed=(*draft.assumed, words))
