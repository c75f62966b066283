"""``diagram``: the tableau as Don Woods prints it (comp.windows.news, 17 January 1990).

The writer uses Woods' form.  The reader accepts any layout that makes ten columns: :mod:`.blocks`
finds the lines in a text, and :mod:`.interpretations` determines the meaning of their cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ..game.cards import ALL_CARDS, UNKNOWN
from ..game.census import PositionError
from ..game.position import Position
from ..game.rules import COLUMNS
from ..text.errors import NotationError
from ..text.source import SourceText, visible
from . import completion
from .base import DEFAULTS, Draft, Format, ReadOptions

if TYPE_CHECKING:
    from .blocks import Block

#: A block with a line of at least this number of cells is a diagram, perhaps a damaged one.
_WIDTH_OF_A_TABLEAU: Final = 6
_PRINTED_DOWN: Final = " --"
_PRINTED_SPACE: Final = "(sp)"
#: The printed cell of each face-up card.
_PRINTED: Final = {card: f"{card:>3}" for card in (UNKNOWN, *ALL_CARDS)}


@dataclass(frozen=True, slots=True)
class FoundDiagram:
    """The position of a diagram in a longer text, and the numbers of its first and last line.

    ``assumed`` and ``not_read`` are those of a :class:`Reading`.
    """

    position: Position
    first_line: int
    last_line: int
    assumed: tuple[str, ...] = ()
    not_read: tuple[str, ...] = ()


def drafts(source: SourceText, options: ReadOptions) -> list[Draft]:
    """Parse the only diagram of a text to drafts of the position, one for each interpretation.

    Raises NotationError if the text has no diagram or several.
    """
    # Commands that only write diagrams need no grammar.
    from . import tableau  # noqa: PLC0415
    from .blocks import all_around, joined, ranks_in_numbers  # noqa: PLC0415
    from .interpretations import drafts_of_block  # noqa: PLC0415

    draft = tableau.draft_of(source, partial=options.partial)
    if draft is not None:
        return [draft]
    blocks = _diagrams(source, partial=options.partial)
    if ranks := ranks_in_numbers(source.text):
        expected = "A, 2 to 10, J, Q and K: the text doesn't show which number is the King"
        place = source.place(ranks.start, len(ranks.text))
        raise NotationError("these seem to be ranks in numbers", place, expected)
    if not blocks:
        raise _nothing(source)
    if len(blocks) > 1:
        # An empty line may be an empty column.
        whole = joined(source.text)
        if whole is not None:
            return drafts_of_block(source, whole, all_around(whole, source.text), options)
        lines = ", ".join(str(block.lines[0].number) for block in blocks)
        second = source.place(blocks[1].lines[0].start)
        message = f"this text has {len(blocks)} diagrams, in lines {lines}"
        raise NotationError(message, second, "one diagram, or the number of the one that is meant")
    around = all_around(blocks[0], source.text)
    return drafts_of_block(source, blocks[0], around, options)


def find_diagrams(
    text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS
) -> list[FoundDiagram]:
    """Return all diagrams of a text that can be read, in order."""
    source = SourceText(visible(text), name)
    diagrams = []
    for block in _diagrams(source, partial=options.partial):
        try:
            diagrams.append(_read_block(source, block, options))
        except (NotationError, PositionError):
            continue
    return diagrams


def nth_diagram(
    text: str, number: int, *, name: str = "<text>", options: ReadOptions = DEFAULTS
) -> FoundDiagram:
    """Return one diagram of a text, counted from 1; the others are not read.

    Raises NotationError or PositionError if it can't be read, or if the text has fewer diagrams.
    """
    source = SourceText(visible(text), name)
    blocks = _diagrams(source, partial=options.partial)
    if not 1 <= number <= len(blocks):
        raise NotationError(
            f"there is no diagram number {number}: the text has {len(blocks)}",
            source.place(len(source.text)),
        )
    return _read_block(source, blocks[number - 1], options)


def recognises(text: str) -> bool:
    """Return True if a text may have a tableau of ten columns, or consist of a smaller one."""
    from .blocks import find_blocks  # noqa: PLC0415 - loads a grammar

    blocks = find_blocks(text)
    return any(map(_is_wide, blocks)) or (len(blocks) == 1 and not blocks[0].near)


def _read_block(source: SourceText, block: Block, options: ReadOptions) -> FoundDiagram:
    from .interpretations import drafts_of_block  # noqa: PLC0415 - loads a grammar

    first, last = block.lines[0].number, block.lines[-1].number
    position, assumed, not_read = completion.decide(
        drafts_of_block(source, block, block.near, options),
        options,
        SourceText(source.text, f"{source.name}:{first}"),
    )
    return FoundDiagram(position, first, last, assumed, not_read)


def _diagrams(source: SourceText, *, partial: bool) -> list[Block]:
    """Return the blocks that are diagrams, with or without errors."""
    from .blocks import find_blocks  # noqa: PLC0415 - loads a grammar

    blocks = find_blocks(source.text)
    wide = [block for block in blocks if _is_wide(block)]
    if wide or not partial:
        # If there is a whole tableau, a smaller block counts as a diagram too, since it may be
        # another tableau or a part of that one.  A block of one card doesn't count.
        return [b for b in blocks if b in wide or b.cards > 1] if wide else list(blocks[:1])
    return [
        block
        for before, block in zip((None, *blocks), blocks, strict=False)
        if block.widest > 1 or len(block.lines) > 1 or _follows(source, before, block)
    ]


def _follows(source: SourceText, before: Block | None, block: Block) -> bool:
    """Return True if there are only empty lines between two blocks."""
    if before is None:
        return False
    between = range(before.lines[-1].number + 1, block.lines[0].number)
    return all(not source.line(number).strip() for number in between)


def _is_wide(block: Block) -> bool:
    """Return True if a block is about as wide as a tableau, or has about one line per column."""
    labelled = all(line.label is not None for line in block.lines)
    enough = labelled or sum(line.cells for line in block.lines) >= 2 * COLUMNS
    return block.widest >= _WIDTH_OF_A_TABLEAU or (enough and len(block.lines) >= COLUMNS - 1)


def _nothing(source: SourceText) -> NotationError:
    from .blocks import unknown_word  # noqa: PLC0415 - loads a grammar

    text = source.text
    word = unknown_word(text)
    if word is not None:
        from .interpretations import not_a_cell  # noqa: PLC0415

        return not_a_cell(source, word)
    return NotationError(
        "no position is found in this text",
        source.place(len(text) - len(text.lstrip())),
        "ten columns of cards, as rows or a column a line",
    )


def dumps(position: Position) -> str:
    """Return the diagram of a position as Woods prints it, and a line of any free cells."""
    return "\n".join(_lines(position)) + "\n"


def _lines(position: Position) -> Iterator[str]:
    cells = [
        [_PRINTED_DOWN] * len(column.down) + [_PRINTED[card] for card in column.up]
        or [_PRINTED_SPACE]
        for column in position.columns
    ]
    for row in zip_longest(*cells, fillvalue=""):
        yield "\t".join(row).rstrip("\t")
    if position.cells:
        texts = (_PRINTED_SPACE if card is None else str(card) for card in position.cells)
        yield f"cells: {' '.join(texts)}"


FORMAT: Final = Format(
    name="diagram",
    summary="the tableau as Woods prints it, one row a line",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    lossy="which cards lie face down and in the hand, which suits are removed, and the rules",
)
loads = FORMAT.loads
