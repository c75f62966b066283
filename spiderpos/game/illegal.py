"""Errors of the rules: illegal moves.

::

    IllegalMove        the rules forbid the move: which card, which column, why
      NoSuchPlace EmptyPlace TooFewCards NotNatural UnknownCard WrongCard
      SameColumn RankMismatch WrongTarget NoPlace CellFull
      ShortHand DealOverSpace
      NotComplete
      WrongReveal NothingRevealed CardNotLeft
      AmbiguousMove    the text fits more than one move, or none
        AmbiguousScript  a whole script has several readings

Every exception stores the facts in fields; ``str`` turns them into a sentence.  Columns and cells
are numbered from 1.  Fields with the text of a script are empty for moves given as values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..text.errors import SpiderError
from ..text.wording import columns_phrase, count_phrase, join_words
from .cards import ACE, KING, Card, Suit, rank_name


@dataclass(eq=False, repr=False)
class IllegalMove(SpiderError):
    """Raised for a move that the rules forbid in the current position."""

    #: True if the move is only refused because the search for a legal way to play it gave up.
    undecided = False

    def __post_init__(self) -> None:
        Exception.__init__(self, str(self))

    def __repr__(self) -> str:
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__name__}({values})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))


@dataclass(eq=False, repr=False)
class NoSuchPlace(IllegalMove):
    """A number of a column or a cell (as named by ``what``) that is not from 1 to ``places``."""

    number: int
    places: int
    what: str = "column"

    def __str__(self) -> str:
        text = f"there is no {self.what} {self.number}: "
        if not self.places:
            return text + "these rules have no free cells"
        if self.what == "cell" and self.places == 1:
            return text + "the rules give one, cell 1"
        return f"{text}the {self.what}s are 1 to {self.places}"


@dataclass(eq=False, repr=False)
class EmptyPlace(IllegalMove):
    """There is no card to move: the column is a space, or the cell is empty (``column`` is 0).

    ``cards`` are the cards that the script names, and ``elsewhere`` the columns from which they
    could move.
    """

    column: int
    cards: str = ""
    elsewhere: tuple[int, ...] = ()
    cell: int = 0

    def __str__(self) -> str:
        place = f"cell {self.cell}" if self.cell else f"column {self.column}"
        text = f"{place} is empty: there is no {self.cards or 'card'} to move"
        return text + _elsewhere(self.cards, self.elsewhere)


@dataclass(eq=False, repr=False)
class TooFewCards(IllegalMove):
    """A move of more cards than lie face up in the column, or of fewer than one.

    ``count`` is the number of cards to move, ``face_up`` the number that lie face up.
    ``covering`` is True if the column has face-down cards too.
    """

    column: int
    count: int
    face_up: int
    covering: bool = False

    def __str__(self) -> str:
        if self.count < 1:
            return f"a move takes at least one card, not {self.count}"
        cards = count_phrase(self.face_up, "card")
        if self.covering:
            return f"column {self.column} has only {cards} face up, so {self.count} can't move"
        only = "only " * bool(self.face_up)
        return f"column {self.column} has {only}{cards}, not {self.count}"


@dataclass(eq=False, repr=False)
class NotNatural(IllegalMove):
    """The cards to move are not one natural run.

    ``upper`` and ``lower`` are the lowest pair that is not natural; ``run`` is the natural run at
    the bottom, which can move as a unit.
    """

    column: int
    upper: Card
    lower: Card
    run: tuple[Card, ...]

    def __str__(self) -> str:
        if self.upper.rank == self.lower.rank + 1:
            why = f"the {self.lower} is not of the {self.upper}'s suit"
        else:
            why = f"the {self.lower} does not follow the {self.upper}"
        return (
            f"these cards of column {self.column} can't move as a unit: {why}; "
            f"the run that can move is {run_name(self.run)}"
        )


@dataclass(eq=False, repr=False)
class UnknownCard(IllegalMove):
    """An unknown card on whose identity the move depends.

    It is in the column, or in the cell (``column`` is 0 then).  ``head`` is the card to be moved
    onto it, if any.
    """

    column: int
    cell: int = 0
    head: Card | None = None

    def __str__(self) -> str:
        if self.head is not None:
            text = (
                f"the bottom card of column {self.column} is not known, so the {self.head} may "
                "not fit on it"
            )
        elif self.cell:
            text = f"the move depends on the card in cell {self.cell}, which is not known"
        else:
            text = f"the move depends on a card of column {self.column} that is not known"
        return f"{text}: name the card in the move that turns it up ('turning up Kh')"


@dataclass(eq=False, repr=False)
class WrongCard(IllegalMove):
    """The card or run that a script names is not at the bottom of the column, or in the cell.

    ``cards`` is the name in the script, ``run`` the natural run that is there instead.
    ``covering`` lists the cards that cover the named ones, if these lie face up in that column.
    ``elsewhere`` lists the columns from which the named cards could move, ``covered`` those in
    which they lie face up but covered.
    """

    column: int
    cards: str
    run: tuple[Card, ...]
    covering: tuple[Card, ...] = ()
    elsewhere: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()
    cell: int = 0

    def __str__(self) -> str:
        if self.cell:
            return f"cell {self.cell} holds {run_name(self.run)}, not {self.cards}"
        if self.covering:
            text = (
                f"{self.cards} can't move from column {self.column}: covered by "
                f"{join_words(self.covering)}; the run at its bottom is "
                f"{run_name(self.run)}"
            )
        else:
            text = f"the bottom of column {self.column} is {run_name(self.run)}, not {self.cards}"
        if self.covered and not self.elsewhere and not self.covering:
            return f"{text} ({self.cards} is covered in {columns_phrase(self.covered)})"
        return text + _elsewhere(self.cards, self.elsewhere)


def _elsewhere(name: str, columns: Sequence[int]) -> str:
    return f" ({name} could move from {columns_phrase(columns, 'or')})" if columns else ""


@dataclass(eq=False, repr=False)
class SameColumn(IllegalMove):
    """A move from a column to the same column."""

    column: int

    def __str__(self) -> str:
        return f"the move goes from column {self.column} to column {self.column} itself"


@dataclass(eq=False, repr=False)
class RankMismatch(IllegalMove):
    """The bottom card of the target column is not of the next higher rank.

    ``head`` is the first card to be moved, ``onto`` the bottom card of ``column``.  ``run`` is
    set if any card of it may head the move and none fits.  ``accepting`` lists the columns that
    would take the cards, or some of them.  ``kings_on_aces`` is the rule of that name.
    """

    head: Card
    column: int
    onto: Card
    accepting: tuple[int, ...] = ()
    kings_on_aces: bool = False
    run: tuple[Card, ...] = ()

    def __str__(self) -> str:
        no_fit = f"the {self.head} can't" if not self.run else f"none of {run_name(self.run)} can"
        text = f"{no_fit} go onto the {self.onto} at the bottom of column {self.column}"
        columns = columns_phrase(self.accepting)
        if self.run:
            return f"{text}; {columns} would take some of them" if columns else text
        if not columns:
            instead = f"no column takes the {self.head} now"
        else:
            instead = f"{columns} {'would take' if len(self.accepting) > 1 else 'takes'} it"
        return f"{text}: {self._why()}; {instead}"

    def _why(self) -> str:
        if self.head.rank == KING and self.kings_on_aces:
            return "it needs an Ace or a space"
        if self.head.rank == KING:
            off = " (kings_on_aces is off)" * (self.onto.rank == ACE)
            return f"a King can go only into a space{off}"
        return f"it needs {a_rank(self.head.rank + 1)} or a space"


@dataclass(eq=False, repr=False)
class WrongTarget(IllegalMove):
    """A column that a script describes is not as described.

    ``expected`` is the description in the script, ``actual`` the bottom card or "a space".
    """

    expected: str
    actual: str
    column: int

    def __str__(self) -> str:
        return f"expected column {self.column} to be {self.expected}, but it is {self.actual}"


@dataclass(eq=False, repr=False)
class NoPlace(IllegalMove):
    """No column takes the whole run of a column, or the card of a cell.

    ``no_space``: the script moves the cards into a space, but no column is empty.
    """

    run: tuple[Card, ...]
    column: int = 0
    cell: int = 0
    no_space: bool = False

    def __str__(self) -> str:
        if self.no_space:
            return "there is no space to move into: no column is empty"
        place = f"in cell {self.cell}" if self.cell else f"of column {self.column}"
        return f"there is no place for {run_name(self.run)} {place}"


@dataclass(eq=False, repr=False)
class CellFull(IllegalMove):
    """The target cell holds ``card``; ``free`` lists the empty cells."""

    cell: int
    card: Card
    free: tuple[int, ...] = ()

    def __str__(self) -> str:
        rest = f"cell {join_words(self.free, 'or')} is empty" if self.free else "no cell is empty"
        return f"cell {self.cell} holds the {self.card}: {rest}"


@dataclass(eq=False, repr=False)
class ShortHand(IllegalMove):
    """The hand is empty, or has fewer cards than a row and the rules require a full row."""

    hand: int
    columns: int

    def __str__(self) -> str:
        if not self.hand:
            return "the hand is empty: there is no row to deal"
        return (
            f"the hand has {count_phrase(self.hand, 'card')}, too few for a row of "
            f"{self.columns} (rule short_last_deal is off)"
        )


@dataclass(eq=False, repr=False)
class DealOverSpace(IllegalMove):
    """A row can't be dealt while there is a space.

    ``condition`` is the order that the rules require of all other columns, empty if they never
    allow a deal over spaces.  ``unordered`` lists the columns that don't have that order.
    """

    spaces: tuple[int, ...]
    condition: str = ""
    unordered: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = (
            f"no row may be dealt while {columns_phrase(self.spaces)} "
            f"{'are' if len(self.spaces) > 1 else 'is'} empty"
        )
        if self.condition:
            text += (
                f" unless every other column is {self.condition}: "
                f"{columns_phrase(self.unordered)} "
                f"{'are' if len(self.unordered) > 1 else 'is'} not"
            )
        return text


@dataclass(eq=False, repr=False)
class NotComplete(IllegalMove):
    """No complete suit, or not the requested one, is at the bottom of the column.

    ``column`` is 0 if the script names none and no column qualifies.  ``run`` is the natural run
    at the bottom of the column.  ``complete`` lists the columns with a complete suit.  ``suit``
    is the suit that the script names, if any.
    """

    column: int
    run: tuple[Card, ...] = ()
    complete: tuple[int, ...] = ()
    suit: Suit | None = None

    def __str__(self) -> str:
        if self.column and self.suit is not None:
            actual = self.run[-1].suit
            return f"the complete suit in column {self.column} is {actual}, not {self.suit}"
        columns = columns_phrase(self.complete)
        if self.column:
            text = (
                f"no complete suit, King to Ace, is at the bottom of column {self.column}: "
                f"it is {run_name(self.run) if self.run else 'empty'}"
            )
            return f"{text}; {columns} could be removed from" if columns else text
        text = f"no column has complete {self.suit}, King to Ace, at the bottom"
        if self.suit is None:
            text = "no suit is complete, King to Ace at the bottom of a column"
        return f"{text}; another suit is, in {columns}" if columns else text


@dataclass(eq=False, repr=False)
class WrongReveal(IllegalMove):
    """The card turned up is not the one that the script announces.

    ``announced`` is None if the script states that the column turns up no card, ``actual`` is None
    if it turns up none.
    """

    column: int
    announced: Card | None
    actual: Card | None

    def __str__(self) -> str:
        if self.actual is None:
            return f"a card is announced for column {self.column}, but none is turned up there"
        if self.announced is None:
            return f"column {self.column} turns up a card, but none is announced"
        return f"column {self.column} turns up the {self.actual}, not the {self.announced}"


@dataclass(eq=False, repr=False)
class NothingRevealed(IllegalMove):
    """More cards are announced than the move turns up, or not a whole row for a deal.

    ``turned`` is the number of cards turned up; None if the cards are announced for several
    moves at once.
    """

    announced: tuple[Card, ...]
    turned: int | None = 0

    def __str__(self) -> str:
        cards = f"{join_words(self.announced)} {'is' if len(self.announced) == 1 else 'are'}"
        if self.turned is None:
            return (
                f"it is ambiguous which of these moves turns up {join_words(self.announced)}: "
                "name each card after the move that turns it up"
            )
        return f"the move turns up {count_phrase(self.turned, 'card')}, but {cards} announced"


@dataclass(eq=False, repr=False)
class CardNotLeft(IllegalMove):
    """The announced card can't be the unknown one: all its copies are accounted for.

    ``copies`` is the number of copies in the decks; 0 if the rules don't use the suit.  With
    ``removed``, a copy is unseen, but it must belong to an unknown removed suit.
    """

    card: Card
    copies: int
    removed: bool = False

    def __str__(self) -> str:
        if not self.copies:
            return f"the {self.card} can't be turned up: these rules play without {self.card.suit}"
        if self.removed:
            return (
                f"the {self.card} can't be turned up: each unseen copy must belong to a removed "
                "suit"
            )
        count = {2: "both", 4: "all four", 8: "all eight"}.get(self.copies, f"all {self.copies}")
        return f"the {self.card} can't be turned up: {count} of them are accounted for"


def a_rank(rank: int) -> str:
    """Return a rank with the indefinite article: ``an 8``."""
    name = rank_name(rank)
    return f"{'an' if name in ('A', '8') else 'a'} {name}"


@dataclass(eq=False, repr=False)
class AmbiguousMove(IllegalMove):
    """A text that fits several moves, which ``options`` lists, or none."""

    text: str
    options: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        if not self.options:
            return f"no move fits '{self.text}'"
        return f"'{self.text}' can mean {join_words(self.options, 'or')}: say which"


@dataclass(eq=False, repr=False)
class AmbiguousScript(AmbiguousMove):
    """A script with several readings that can be played and end in different positions.

    ``options`` describe the readings, ``remedies`` the changes or options that select one.
    """

    remedies: tuple[str, ...] = ()

    def __str__(self) -> str:
        readings = "; or ".join(self.options)
        return (
            f"{self.text} can be played in {len(self.options)} ways with different results: "
            f"{readings}. To settle it: {'; '.join(self.remedies)}"
        )


def run_name(cards: Sequence[Card]) -> str:
    """Return a natural run as Woods writes it: ``9-6s``; one card: ``10h``; none: ``no card``."""
    if len(cards) == 1:
        return str(cards[0])
    if not cards:
        return "no card"
    return f"{rank_name(cards[0].rank) if cards[0] else '??'}-{cards[-1]}"
