"""The one position type: an immutable tableau with its hand, removed suits and free cells.

Positions are values: equal if every card, known or unknown, lies in the same place under the
same rules.  They hold no history and do no rule checking; :mod:`spiderpos.game.engine` plays moves
on them and :mod:`spiderpos.game.census` checks them against the two decks.

Columns are numbered from 1, and the *bottom* card of a column is the last one, which can move
(Woods' sense).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .cards import UNKNOWN, Card, Suit
from .rules import WOODS, Rules

__all__ = ["Column", "Position"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its face-down cards, then its face-up cards, each from the top down.

    Either may hold ``UNKNOWN``.  A column without any card is a space.
    """

    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()

    def __len__(self) -> int:
        return len(self.down) + len(self.up)

    def __bool__(self) -> bool:
        """Whether the column has a card."""
        return bool(self.up or self.down)

    @property
    def is_space(self) -> bool:
        """Whether the column is empty."""
        return not (self.up or self.down)

    @property
    def bottom(self) -> Card | None:
        """The face-up card that can move (``UNKNOWN`` if not known), or None."""
        return self.up[-1] if self.up else None


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the game.

    ``columns``: the tableau, from the left; ten, or fewer in a partial position.
    ``hand``: the cards not dealt, the next one to be dealt first; ``UNKNOWN`` where not known.
    ``removed``: the suits removed, in the order of their removal as far as that is known; None
    for one of which only that it happened is known.
    ``cells``: a place for each free cell that the rules give, None if it is empty.
    ``rules``: the rules that it is played by.
    ``dealt``: what is known of the cards that have left the hand, as Woods' save line keeps
    it, the last one dealt first: the later rounds, each from column 10 to column 1, then the
    initial tableau from column 10 to column 1, each from the top down; empty if nothing is
    known.  It is history and takes no part in comparisons.

    The constructor pads ``cells`` to the number that the rules give; it does *not* check the
    cards: see :func:`spiderpos.game.census.faults`.
    """

    columns: tuple[Column, ...]
    hand: tuple[Card, ...] = ()
    removed: tuple[Suit | None, ...] = ()
    cells: tuple[Card | None, ...] = ()
    rules: Rules = field(default=WOODS, hash=False)
    dealt: tuple[Card, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.cells) < self.rules.cells:
            missing = self.rules.cells - len(self.cells)
            object.__setattr__(self, "cells", self.cells + (None,) * missing)

    def column(self, number: int) -> Column:
        """The column with this number, from 1.  Raises IndexError if there is none."""
        if number < 1:
            raise IndexError(f"columns are numbered from 1, not {number}")
        return self.columns[number - 1]

    @property
    def spaces(self) -> tuple[int, ...]:
        """The numbers of the empty columns."""
        return tuple(n for n, column in enumerate(self.columns, 1) if column.is_space)

    @property
    def face_down(self) -> int:
        """How many cards of the tableau lie face down."""
        return sum(len(column.down) for column in self.columns)

    @property
    def deals_left(self) -> int:
        """How many more rows the hand holds; a short last one counts if the rules allow it."""
        rows, rest = divmod(len(self.hand), max(1, len(self.columns)))
        return rows + (rest > 0 and self.rules.short_last_deal)

    def known_cards(self) -> Iterator[Card]:
        """Every card whose place is known: tableau, cells, hand; not those of removed suits."""
        for column in self.columns:
            yield from filter(None, column.down)
            yield from filter(None, column.up)
        yield from (card for card in self.cells if card)
        yield from filter(None, self.hand)

    def hide(self) -> Position:
        """The same position as a player sees it: face-down cards, hand and history forgotten."""
        return replace(
            self,
            columns=tuple(
                Column((UNKNOWN,) * len(column.down), column.up) for column in self.columns
            ),
            hand=(UNKNOWN,) * len(self.hand),
            dealt=(),
        )

    def under(self, rules: Rules) -> Position:
        """The same cards under other house rules.

        Free cells that the rules have more are empty; those that they have fewer are left out
        from the last one on, up to the last that holds a card.  The history is forgotten if the
        rules start differently.  *Not* checked: whether the position can stand under them; see
        :func:`spiderpos.game.census.faults`.
        """
        cells = self.cells
        while len(cells) > rules.cells and cells[-1] is None:
            cells = cells[:-1]
        dealt = self.dealt if rules.start == self.rules.start else ()
        return replace(self, cells=cells, rules=rules, dealt=dealt)
