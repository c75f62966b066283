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
from typing import Any, Final, cast, overload

from ..text.instead import answer_names
from ..text.protocols import ANSWERS, public
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

    Either may hold ``UNKNOWN``.  A column without any card is a space.
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
        """Return True if the column has a card, or the card with a name.

        Raises NotationError for a text that is not a card.
        """
        if isinstance(card, str) and not isinstance(card, Card):
            card = Card(card)
        return card in self.up or card in self.down

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """Return the card at an index from 0, the top card, or the cards of a slice."""
        return (*self.down, *self.up)[index]

    @property
    def is_space(self) -> bool:
        """True if the column is empty."""
        return not (self.up or self.down)

    @property
    def bottom(self) -> Card | None:
        """The face-up card that can move (``UNKNOWN`` if not known), or None."""
        return self.up[-1] if self.up else None


#: How a position is shown in one line: of so many characters at most.
_MOST_SHOWN: Final = 180
_READ: Final = "spiderpos.read(text) reads one, spiderpos.deal(number) deals one"


@answer_names
class LegalMoves(tuple[Move, ...]):
    """The legal moves of a position, in a fixed order; a text of a move may be in it, too."""

    position: Position

    def __contains__(self, move: object) -> bool:
        """Return True if a move is one of them, or the move that a text says.

        Raises NotationError for a text that can't be read.
        """
        if isinstance(move, str):
            return self.position.is_legal(move)
        return super().__contains__(move)

    def __call__(self) -> LegalMoves:  # noqa: D102 - for those who call a property
        return self

    def count(self, move: object = None) -> int:
        """Return the number of moves, or 1 if a move is among them and 0 if not."""
        return len(self) if move is None else int(move in self)


@public(
    "position.columns are the columns, position.column(3) is the third",
    text="position == spiderpos.read(text) compares what is read, position.fen() is a text",
)
@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of the game.

    ``columns``: the tableau, from the left; ten, or fewer in a partial position.
    ``hand``: the cards not dealt, the next one to be dealt first; ``UNKNOWN`` where not known.
    ``removed``: the suits removed, in the order of their removal as far as that is known; None
    for one of which only that it happened is known.
    ``cells``: a place for each free cell that the rules give, None if it is empty.
    ``rules``: the rules that it is played by.
    ``dealt``: what is known of the cards that have left the hand, as Woods' save line keeps
    it, the last one dealt first.  The later rounds stand before the initial tableau; each goes
    from column 10 to column 1, and each column from the top down.  It is empty if nothing is
    known.  It is history and takes no part in comparisons.

    The constructor pads ``cells`` to the number that the rules give; it does *not* check the
    cards: see :func:`spiderpos.game.census.faults`.
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
        """Return the column with this number, from 1.  Raises IndexError if there is none."""
        if not isinstance(number, int):
            raise TypeError(f"position.column(3) is the third column, not column({number!r:.40})")
        if not 1 <= number <= len(self.columns):
            raise IndexError(f"columns are numbered from 1 to {len(self.columns)}, not {number}")
        return self.columns[number - 1]

    @property
    def spaces(self) -> tuple[int, ...]:
        """The numbers of the empty columns."""
        return tuple(n for n, column in enumerate(self.columns, 1) if column.is_space)

    @property
    def face_down(self) -> int:
        """The number of cards of the tableau that lie face down."""
        return sum(len(column.down) for column in self.columns)

    @property
    def deals_left(self) -> int:
        """The number of rows left in the hand; a short last one counts if the rules allow it."""
        rows, rest = divmod(len(self.hand), max(1, len(self.columns)))
        return rows + (rest > 0 and self.rules.short_last_deal)

    def known_cards(self) -> Iterator[Card]:
        """Yield every card whose place is known: tableau, cells, hand.

        Not those of removed suits.
        """
        for column in self.columns:
            yield from filter(None, column.down)
            yield from filter(None, column.up)
        yield from (card for card in self.cells if card)
        yield from filter(None, self.hand)

    def __repr__(self) -> str:
        """Return the position in one line: whole if it's short, else what is seen, and cut."""
        shown = self.fen().strip()
        if len(shown) > _MOST_SHOWN:
            shown = self.hide().fen().strip()
        if len(shown) > _MOST_SHOWN:
            columns, *rest = shown.split(" ")
            room = max(40, _MOST_SHOWN - len(" ".join(rest)) - len("/... "))
            shown = " ".join([f"{columns[:room].rpartition('/')[0]}/...", *rest])[:_MOST_SHOWN]
        return f"Position('{shown}')"

    def __str__(self) -> str:
        """Return the diagram, as Woods prints it."""
        return cast(str, ANSWERS["diagram"](self))

    def __format__(self, notation: str) -> str:
        """Return the diagram, or the text in the notation that is named: ``f"{position:fen}"``."""
        return cast(str, ANSWERS["write"](self, notation)) if notation else str(self)

    def fen(self) -> str:
        """Return the position in one line of the package's own notation, which holds all."""
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
        """Return True if a move, or each of several, is legal.

        Raises NotationError for a text that can't be read.
        """
        return cast(bool, ANSWERS["is_legal"](self, move))

    def why_illegal(self, move: Moves) -> str:
        """Return why a move, or one of several, isn't legal, in a sentence; empty if it is.

        Raises NotationError for a text that can't be read.
        """
        return cast(str, ANSWERS["why_illegal"](self, move))

    def parse_move(self, text: str) -> Move:
        """Return the one legal move that a text says, as ``9-6s from 7 to 3``.

        Raises NotationError if the text can't be read or says several moves, IllegalMove if the
        move isn't legal.
        """
        return cast(Move, ANSWERS["parse_move"](self, text))

    def move_words(self, move: Move) -> str:
        """Return a legal move in Woods' words, as ``9-6s from 7 to 3``.  Raises IllegalMove."""
        return cast(str, ANSWERS["move_words"](self, move))

    def play(self, moves: Moves) -> Position:
        """Return the position after a move, several moves, a script or the text of one.

        Raises IllegalMove (of a script ReplayError, which is one) if a move isn't legal,
        NotationError if a text can't be read.
        """
        return cast(Position, ANSWERS["play"](self, moves))

    def svg(self, **options: Any) -> str:
        """Return a picture; ``options`` are those of ``spiderpos.show.pictures.Drawing``.

        ``arrows`` and ``marks`` may be texts: ``arrows=["8s from 2 to 1"], marks=["10h"]``.
        """
        return cast(str, ANSWERS["draw"](self, "svg", **options))

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()

    def hide(self) -> Position:
        """Return the position as a player sees it: face-down cards, hand and history forgotten."""
        return replace(
            self,
            columns=tuple(
                Column((UNKNOWN,) * len(column.down), column.up) for column in self.columns
            ),
            hand=(UNKNOWN,) * len(self.hand),
            dealt=(),
        )

    def under(self, rules: Rules | str) -> Position:
        """Return the same cards under other house rules; ``"modern"`` and the like name them.

        Raises RulesError for a name that there isn't.

        Free cells that the rules have more are empty; those that they have fewer are left out
        from the last one on, up to the last that holds a card.  The history is forgotten if the
        rules start differently.  *Not* checked: whether the position can stand under them; see
        :func:`spiderpos.game.census.faults`.
        """
        if isinstance(rules, str):
            rules = parse_rules(rules)
        cells = self.cells
        while len(cells) > rules.cells and cells[-1] is None:
            cells = cells[:-1]
        dealt = self.dealt if rules.start == self.rules.start else ()
        return replace(self, cells=cells, rules=rules, dealt=dealt)


# What fits on what, and what a column ends in


def is_natural_pair(upper: Card, lower: Card, rules: Rules) -> bool:
    """Return True if ``lower`` on ``upper`` is natural: next lower rank, same suit; both known."""
    if not lower or not upper:
        return False
    return upper.code - lower.code == 4 or (
        rules.kings_on_aces
        and upper.rank == ACE
        and lower.rank == KING
        and upper.suit is lower.suit
    )


def fits(head: Card, onto: Card, rules: Rules) -> bool:
    """Return True if ``head`` may be placed on the card ``onto``, suits aside; both known."""
    return rank_fits(head.rank, onto.rank, rules)


def rank_fits(rank: int, onto: int, rules: Rules) -> bool:
    """Return True if two cards fit by their ranks, as :func:`fits` says."""
    return onto == rank + 1 or (rules.kings_on_aces and rank == KING and onto == ACE)


def natural_run(column: Column, rules: Rules) -> tuple[Card, ...]:
    """Return the longest natural run at the bottom of a column, from the top down.

    Empty for a space; a bottom card that is not known is a run of itself.
    """
    up = column.up
    start = len(up) - 1
    if start < 0:
        return ()
    while start > 0 and is_natural_pair(up[start - 1], up[start], rules):
        start -= 1
    return up[start:]


def natural_runs(cards: tuple[Card, ...], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Return face-up cards in natural runs, each as long as can be, from the top down."""
    runs: list[tuple[Card, ...]] = []
    start = 0
    for at in range(1, len(cards) + 1):
        if at == len(cards) or not is_natural_pair(cards[at - 1], cards[at], rules):
            runs.append(cards[start:at])
            start = at
    return tuple(runs)


def has_complete_suit(column: Column) -> bool:
    """Return True if a complete suit, King down to Ace, is at the bottom of a column."""
    up = column.up
    if len(up) < SUIT_LENGTH or up[-1].rank != ACE or up[-SUIT_LENGTH].code - up[-1].code != 48:
        return False
    ace = up[-1].code
    return all(up[-1 - i].code - ace == 4 * i for i in range(1, SUIT_LENGTH))


def may_be_complete(column: Column) -> bool:
    """Return True if a column ends in a complete suit, should its unknown cards be right for it.

    False where no card of those thirteen is unknown: :func:`has_complete_suit` answers then.
    """
    cards = column.up[-SUIT_LENGTH:]
    if len(cards) < SUIT_LENGTH or UNKNOWN not in cards:
        return False
    return any(
        all(not card or card == right for card, right in zip(cards, whole, strict=True))
        for whole in _COMPLETE
    )
