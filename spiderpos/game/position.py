"""The position: an immutable tableau with its hand, removed suits and free cells.

Positions are values: they are equal if every card, known or unknown, lies in the same place
under the same rules.  They do not check their cards: :mod:`spiderpos.game.census` compares these
with the two decks.  :mod:`spiderpos.game.engine` checks and plays moves.

Columns are numbered from 1.  The *bottom* card of a column is the last one, which can move; the
term is Woods'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast, overload

from ..text.protocols import ANSWERS, public
from ..text.unknown_names import answer_names
from .cards import ACE, KING, UNKNOWN, Card, Suit, card
from .moves import Move, Moves
from .rules import WOODS, Rules, parse_rules

#: Cards of a complete suit.
SUIT_LENGTH: Final = 13
#: The complete suits, King to Ace.
_COMPLETE: Final = tuple(
    tuple(card(rank, suit) for rank in range(KING, ACE - 1, -1)) for suit in Suit
)


@public(text="' '.join(column) is the text of its cards")
@dataclass(frozen=True, slots=True)
class Column:
    """A column: its face-down cards, then its face-up cards, each from the top down.

    Both may contain ``UNKNOWN``.  An empty column is a space.
    """

    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()

    def __len__(self) -> int:
        return len(self.down) + len(self.up)

    def __bool__(self) -> bool:
        """Return True if the column has a card."""
        return bool(self.up or self.down)

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards from the top down, face-down cards first."""
        yield from self.down
        yield from self.up

    def __reversed__(self) -> Iterator[Card]:
        return reversed((*self.down, *self.up))

    def __contains__(self, card: object) -> bool:
        """Return True if the column has this card, given as a card or by its name.

        Raises NotationError for a string that does not name a card.
        """
        if isinstance(card, str) and not isinstance(card, Card):
            card = Card(card)
        return card in self.up or card in self.down

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """Return the card at an index, or the cards of a slice; 0 is the top card."""
        return (*self.down, *self.up)[index]

    @property
    def is_space(self) -> bool:
        """True if the column is empty."""
        return not (self.up or self.down)

    @property
    def bottom(self) -> Card | None:
        """The last face-up card, which can move; None if there is none."""
        return self.up[-1] if self.up else None


#: The maximum length of the position in ``repr``, in characters.
_MOST_SHOWN: Final = 180
_READ: Final = "to get a position, call spiderpos.read(text) or spiderpos.deal(number)"


@answer_names
class LegalMoves(tuple[Move, ...]):
    """The legal moves of a position, in a fixed order; ``in`` also accepts a move as text."""

    position: Position

    def __contains__(self, move: object) -> bool:
        """Return True if a move, given as a value or as text, is legal.

        Raises NotationError if the text can't be parsed.
        """
        if isinstance(move, str):
            return self.position.is_legal(move)
        return super().__contains__(move)

    def __call__(self) -> LegalMoves:  # noqa: D102 - for those who call a property
        return self

    def count(self, move: object = None) -> int:
        """Return the number of legal moves; for a move, 1 if it is legal and 0 if not."""
        return len(self) if move is None else int(move in self)


@public(
    "position.columns are the columns, position.column(3) is the third",
    text="write position == spiderpos.read(text), or compare position.fen()",
)
@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of the game.

    ``columns``: the tableau, from the left; ten columns, or fewer in a partial position.
    ``hand``: the cards not yet dealt, the next one first; ``UNKNOWN`` for unknown cards.
    ``removed``: the removed suits, in the order of removal if that is known; None for a removed
    suit that is not known.
    ``cells``: the contents of each free cell of the rules; None if it is empty.
    ``rules``: the house rules of the game.
    ``dealt``: the cards dealt so far, the last one first, as in Woods' save lines; empty if they
    are not known.  The rows dealt, each from column 10 to column 1, precede the initial tableau,
    which goes from column 10 to column 1, each column from the top down.  It is history, so
    comparisons ignore it.

    The constructor pads ``cells`` to the number in the rules.  It does *not* check the cards:
    see :func:`spiderpos.game.census.faults`.
    """

    columns: tuple[Column, ...] = cast(Any, None)
    hand: tuple[Card, ...] = ()
    removed: tuple[Suit | None, ...] = ()
    cells: tuple[Card | None, ...] = ()
    rules: Rules = field(default=WOODS, hash=False)
    dealt: tuple[Card, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if type(self.columns) is not tuple:
            raise TypeError(
                f"Position(columns): expected a tuple of columns, not {self.columns!r:.40}; "
                + _READ
            )
        if len(self.cells) < self.rules.cells:
            missing = self.rules.cells - len(self.cells)
            object.__setattr__(self, "cells", self.cells + (None,) * missing)

    def column(self, number: int) -> Column:
        """Return the column with this number, from 1.  Raises IndexError if out of range."""
        if not isinstance(number, int):
            raise TypeError(f"position.column(3) takes a number, not {number!r:.40}")
        if not 1 <= number <= len(self.columns):
            raise IndexError(f"columns are numbered from 1 to {len(self.columns)}, not {number}")
        return self.columns[number - 1]

    @property
    def spaces(self) -> tuple[int, ...]:
        """The numbers of the empty columns."""
        return tuple(n for n, column in enumerate(self.columns, 1) if column.is_space)

    @property
    def face_down(self) -> int:
        """The number of face-down cards in the tableau."""
        return sum(len(column.down) for column in self.columns)

    @property
    def deals_left(self) -> int:
        """The number of rows left in the hand; a short last one counts if the rules allow it."""
        rows, rest = divmod(len(self.hand), max(1, len(self.columns)))
        return rows + (rest > 0 and self.rules.short_last_deal)

    def known_cards(self) -> Iterator[Card]:
        """Yield every known card of the tableau, the cells and the hand (not of removed suits)."""
        for column in self.columns:
            yield from filter(None, column.down)
            yield from filter(None, column.up)
        yield from (card for card in self.cells if card)
        yield from filter(None, self.hand)

    def __repr__(self) -> str:
        """Return the position in one line.

        If it is too long, hidden cards are written as unknown; if it still is, columns are left
        out.
        """
        shown = self.fen().strip()
        if len(shown) > _MOST_SHOWN:
            shown = self.hide().fen().strip()
        if len(shown) > _MOST_SHOWN:
            columns, *rest = shown.split(" ")
            room = max(40, _MOST_SHOWN - len(" ".join(rest)) - len("/... "))
            shown = " ".join([f"{columns[:room].rpartition('/')[0]}/...", *rest])[:_MOST_SHOWN]
        return f"Position('{shown}')"

    def __str__(self) -> str:
        """Return the diagram in the style of Woods' program."""
        return cast(str, ANSWERS["diagram"](self))

    def __format__(self, notation: str) -> str:
        """Return the text in a notation, as in ``f"{position:fen}"``; by default the diagram."""
        return cast(str, ANSWERS["write"](self, notation)) if notation else str(self)

    def fen(self) -> str:
        """Return the position in the package's one-line notation, which loses nothing."""
        return cast(str, ANSWERS["fen"](self))

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move, in a fixed order: shifts by column, cells, removals, the deal."""
        moves = LegalMoves(ANSWERS["legal_moves"](self))
        moves.position = self
        return moves

    @property
    def is_won(self) -> bool:
        """True if every suit is removed or complete, and nothing else is left anywhere."""
        return cast(bool, ANSWERS["is_won"](self))

    def is_legal(self, move: Moves) -> bool:
        """Return True if the moves can be played one after the other.

        Raises NotationError if a text can't be parsed.
        """
        return cast(bool, ANSWERS["is_legal"](self, move))

    def why_illegal(self, move: Moves) -> str:
        """Return the reason why the moves can't be played; an empty string if they can.

        Raises NotationError if a text can't be parsed.
        """
        return cast(str, ANSWERS["why_illegal"](self, move))

    def parse_move(self, text: str) -> Move:
        """Parse a single legal move, such as ``9-6s from 7 to 3``.

        Raises NotationError if the text can't be parsed or has several moves, IllegalMove if the
        move isn't legal.
        """
        return cast(Move, ANSWERS["parse_move"](self, text))

    def move_words(self, move: Move) -> str:
        """Return a legal move in Woods' notation, ``9-6s from 7 to 3``.  Raises IllegalMove."""
        return cast(str, ANSWERS["move_words"](self, move))

    def play(self, moves: Moves) -> Position:
        """Return the position after playing moves: a move, a script, a text, or several of these.

        Raises IllegalMove if a move isn't legal (its subclass ReplayError, unless ``moves`` is a
        single Move), NotationError if a text can't be parsed.
        """
        return cast(Position, ANSWERS["play"](self, moves))

    def svg(self, **options: Any) -> str:
        """Return an SVG picture; ``options`` are those of ``spiderpos.show.pictures.Drawing``.

        ``arrows`` and ``marks`` accept texts: ``arrows=["8s from 2 to 1"], marks=["10h"]``.
        """
        return cast(str, ANSWERS["draw"](self, "svg", **options))

    def _repr_svg_(self) -> str:
        """Return the picture for display in a notebook."""
        return self.svg()

    def hide(self) -> Position:
        """Return the player's view: face-down cards, hand and history become unknown."""
        return replace(
            self,
            columns=tuple(
                Column((UNKNOWN,) * len(column.down), column.up) for column in self.columns
            ),
            hand=(UNKNOWN,) * len(self.hand),
            dealt=(),
        )

    def under(self, rules: Rules | str) -> Position:
        """Return the same cards under other house rules, given as rules or by name.

        Free cells are added or, if empty, removed at the end to match the rules; a cell that
        holds a card is kept, and so are those before it.  ``dealt`` is cleared if the rules have
        another ``start``.  Whether the position is valid under the rules is *not* checked; see
        :func:`spiderpos.game.census.faults`.

        Raises RulesError for an unknown name.
        """
        if isinstance(rules, str):
            rules = parse_rules(rules)
        cells = self.cells
        while len(cells) > rules.cells and cells[-1] is None:
            cells = cells[:-1]
        dealt = self.dealt if rules.start == self.rules.start else ()
        return replace(self, cells=cells, rules=rules, dealt=dealt)


# Fitting cards, natural runs and complete suits


def is_natural_pair(upper: Card, lower: Card, rules: Rules) -> bool:
    """Return True if ``lower`` on ``upper`` is a natural pair: same suit, next lower rank.

    Under ``kings_on_aces`` a King is the next lower card for an Ace.  A pair with an unknown card
    is not natural.
    """
    if not lower or not upper:
        return False
    return upper.code - lower.code == 4 or (
        rules.kings_on_aces
        and upper.rank == ACE
        and lower.rank == KING
        and upper.suit is lower.suit
    )


def fits(head: Card, onto: Card, rules: Rules) -> bool:
    """Return True if the ranks of two known cards allow placing ``head`` on ``onto``."""
    return rank_fits(head.rank, onto.rank, rules)


def rank_fits(rank: int, onto: int, rules: Rules) -> bool:
    """Return True if a card of rank ``rank`` may be placed on one of rank ``onto``."""
    return onto == rank + 1 or (rules.kings_on_aces and rank == KING and onto == ACE)


def natural_run(column: Column, rules: Rules) -> tuple[Card, ...]:
    """Return the longest natural run at the bottom of a column, from the top down.

    It is empty for a space.  An unknown bottom card is a run of one card.
    """
    up = column.up
    start = len(up) - 1
    if start < 0:
        return ()
    while start > 0 and is_natural_pair(up[start - 1], up[start], rules):
        start -= 1
    return up[start:]


def natural_runs(cards: tuple[Card, ...], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Split face-up cards into maximal natural runs, from the top down."""
    runs: list[tuple[Card, ...]] = []
    start = 0
    for end in range(1, len(cards) + 1):
        if end == len(cards) or not is_natural_pair(cards[end - 1], cards[end], rules):
            runs.append(cards[start:end])
            start = end
    return tuple(runs)


def has_complete_suit(column: Column) -> bool:
    """Return True if a complete suit, King down to Ace, is at the bottom of a column."""
    up = column.up
    if len(up) < SUIT_LENGTH or up[-1].rank != ACE or up[-SUIT_LENGTH].code - up[-1].code != 48:
        return False
    ace = up[-1].code
    return all(up[-1 - i].code - ace == 4 * i for i in range(1, SUIT_LENGTH))


def may_be_complete(column: Column) -> bool:
    """Return True if the last thirteen face-up cards, with unknown ones, may be a complete suit.

    Returns False if all thirteen cards are known; see :func:`has_complete_suit` for that case.
    """
    cards = column.up[-SUIT_LENGTH:]
    if len(cards) < SUIT_LENGTH or UNKNOWN not in cards:
        return False
    return any(
        all(not card or card == expected for card, expected in zip(cards, suit, strict=True))
        for suit in _COMPLETE
    )
