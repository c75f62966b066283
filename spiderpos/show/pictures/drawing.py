"""Options of pictures, with marks and arrows.

Marks and arrows are checked against the position when the picture is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from ...game.cards import Card, parse_card
from ...game.moves import FromCell, Remove, Shift, ToCell
from ...game.position import Position
from ...text.errors import NotationError, SpiderError
from ...text.protocols import public

Arrow: TypeAlias = Shift | ToCell | FromCell | Remove


class DrawingError(SpiderError, ValueError):
    """Raised if a picture can't be drawn with the given options."""


@public("mark.column and mark.count are numbers")
@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the lowest ``count`` cards of a column, or on the whole column."""

    column: int
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The options of a picture.

    ``size``: the width in pixels, 16 to 10000, which determines the height.  None: the default
    size of the format.
    ``four_colours``: clubs are green and diamonds blue.
    ``column_numbers``: show the numbers of the columns.
    ``show_hidden``: show known face-down cards, with a veil.
    ``theme``: ``light``, ``dark`` or ``auto``, which follows the reader's system in formats that
    support it and is light in others.
    ``background``: the background colour, such as ``white`` or ``#0b6623`` (stored in the second
    form); None for a transparent background.
    ``title``: the title of the picture, for screen readers.
    ``marks``: cards to outline; a card without a column is outlined wherever it is visible.
    ``arrows``: moves to show as arrows; they need not be legal.

    Raises DrawingError for an invalid ``size``, ``theme`` or ``background``; marks and arrows are
    checked when the picture is drawn.
    """

    size: int | None = None
    four_colours: bool = False
    column_numbers: bool = True
    show_hidden: bool = False
    theme: str = "auto"
    background: str | None = None
    title: str | None = None
    marks: tuple[Mark | Card, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def __post_init__(self) -> None:
        if self.size is not None and not 16 <= self.size <= 10_000:
            raise DrawingError(f"a picture is 16 to 10000 pixels wide, not {self.size}")
        if self.theme not in ("auto", "light", "dark"):
            raise DrawingError(f"a theme is auto, light or dark, not '{self.theme}'")
        if self.background is not None:
            object.__setattr__(self, "background", _colour(self.background))


#: The sixteen colour names of HTML 4.
_NAMED: Final = {
    "aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "fuchsia": "#ff00ff",
    "gray": "#808080", "green": "#008000", "lime": "#00ff00", "maroon": "#800000",
    "navy": "#000080", "olive": "#808000", "purple": "#800080", "red": "#ff0000",
    "silver": "#c0c0c0", "teal": "#008080", "white": "#ffffff", "yellow": "#ffff00",
}  # fmt: skip
_NUMBER: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)


def _colour(text: str) -> str:
    """Convert a colour to #rrggbb.  Raises DrawingError."""
    colour = _NAMED.get(text.lower(), text.lower())
    if not _NUMBER.fullmatch(colour):
        raise DrawingError(
            f"'{text}' is not a colour: expected #rrggbb, as in #0b6623, or one of "
            + ", ".join(_NAMED)
        )
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


#: The default options.
PLAIN: Final = Drawing()
#: The names of all options.
ALL: Final = frozenset(Drawing.__dataclass_fields__)


class Picture(NamedTuple):
    """A picture format.

    ``name`` is its name for ``--as``, ``summary`` a phrase for the help text.  ``draw`` returns
    text, or bytes if the format is ``binary``.  ``heeds`` are the fields of :class:`Drawing` that
    the format supports; it ignores the others.
    """

    name: str
    summary: str
    draw: Callable[[Position, Drawing], str | bytes]
    heeds: frozenset[str] = ALL
    binary: bool = False


_MARK: Final = re.compile(r"(\d{1,3})(?:/(\d{1,3}))?", re.ASCII)
_ARROW: Final = re.compile(
    r"(?:(?P<count>\d{1,3}) )?(?:from )?(?P<source>\d{1,3}) to (?P<target>\d{1,3})"
    r"|(?:from )?(?P<column>\d{1,3}) to cell (?P<cell>\d)"
    r"|(?:from )?cell (?P<from_cell>\d) to (?P<to_column>\d{1,3})",
    re.ASCII,
)


def parse_mark(text: str) -> Mark | Card:
    """Parse ``7`` (a column), ``7/3`` (its lowest three cards) or ``10h`` (a card).

    Raises DrawingError for anything else.
    """
    match = _MARK.fullmatch(text.strip())
    if match:
        return Mark(int(match[1]), int(match[2]) if match[2] else None)
    try:
        return parse_card(text.strip())
    except ValueError:
        raise DrawingError(
            f"'{text}' can't be marked: expected a column (7), its lowest cards (7/3) or a "
            "card (10h)"
        ) from None


def parse_arrow(text: str, position: Position) -> Arrow:
    """Parse ``from 7 to 3``, ``4 from 7 to 3``, ``from 7 to cell 1`` or ``from cell 1 to 7``.

    ``from`` is optional.  Without a number of cards, as many as possible move; if none can, the
    arrow starts at one card.  A move of cards in the notation of scripts is accepted too, such as
    ``9-6s from 7 to 3``, if the position has the cards there.  Raises DrawingError for anything
    else.
    """
    match = _ARROW.fullmatch(" ".join(text.lower().split()))
    if match is None:
        return _in_words(text, position)
    count, source, target, *places = (int(part) if part else 0 for part in match.groups())
    if match["column"]:
        return ToCell(*places[:2])
    if match["from_cell"]:
        return FromCell(*places[2:])
    if match["count"]:
        return Shift(source, target, count)
    from ...advice.pointing import move_between  # noqa: PLC0415 - few pictures have arrows
    from ...game.illegal import IllegalMove  # noqa: PLC0415

    try:
        return move_between(position, source, target)
    except IllegalMove:
        return Shift(source, target)


def _in_words(text: str, position: Position) -> Arrow:
    from ...game.illegal import IllegalMove  # noqa: PLC0415 - few pictures have arrows
    from ...scripts import words  # noqa: PLC0415

    calls = []
    try:
        calls = [c for one in words.loads(text).instructions for c in one.resolve(position)]
    except NotationError:
        pass
    except IllegalMove as reason:
        raise DrawingError(f"cannot draw an arrow for '{text}': {reason}") from None
    if len(calls) == 1 and isinstance(calls[0].move, Shift | ToCell | FromCell):
        return calls[0].move
    raise DrawingError(
        f"'{text}' is not a valid arrow: expected 'from 7 to 3', '4 from 7 to 3' (four cards), "
        "'9-6s from 7 to 3', 'from 7 to cell 1' or 'from cell 1 to 7'"
    )
