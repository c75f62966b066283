"""Why a move is illegal, and that cards make no position.

::

    IllegalMove        the rules forbid the move: which card, which column, why
      NoSuchPlace EmptyPlace TooFewCards NotNatural UnknownCard WrongCard
      SameColumn RankMismatch WrongTarget NoPlace CellFull
      ShortHand DealOverSpace
      NotComplete
      WrongReveal NothingRevealed CardNotLeft
      AmbiguousMove    the words fit more than one move, or none
        AmbiguousScript  a whole script has several readings

Every exception keeps its facts in fields and puts them into one sentence with ``str``.  Columns
and cells are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..text.errors import SpiderError
from ..text.wording import columns_phrase, count_phrase, join_words
from .cards import ACE, KING, Card, Suit, rank_name


class PositionError(SpiderError):
    """Cards that don't make a position.

    ``faults`` lists all that is wrong (see :mod:`spiderpos.game.census`), ``name`` the text that
    the position came from, if any.
    """

    def __init__(self, faults: Sequence[object], name: str = "") -> None:
        super().__init__(tuple(faults), name)
        self.faults = tuple(faults)
        self.name = name
        self.settled_by = next(filter(None, (getattr(f, "settled_by", "") for f in faults)), "")

    def __str__(self) -> str:
        where = f"{self.name}: " if self.name else ""
        if len(self.faults) == 1:
            return f"{where}not a position: {self.faults[0]}"
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        return f"{where}not a position, {count_phrase(len(self.faults), 'fault')}:{lines}"


@dataclass(eq=False)
class IllegalMove(SpiderError):
    """A move that the rules forbid in the position at hand."""

    #: Whether it is only that a search for a way to do it was given up.
    undecided = False

    def __post_init__(self) -> None:
        Exception.__init__(self, str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))


@dataclass(eq=False)
class NoSuchPlace(IllegalMove):
    """A number of a column (or of a cell, as ``what`` says) of which there are only ``places``."""

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


@dataclass(eq=False)
class EmptyPlace(IllegalMove):
    """Nothing to move: the column is a space, or the cell is empty (``column`` is 0 then).

    ``wanted`` is what the words name, if they do, and ``elsewhere`` the columns where that could
    be picked up.
    """

    column: int
    wanted: str = ""
    elsewhere: tuple[int, ...] = ()
    cell: int = 0

    def __str__(self) -> str:
        place = f"cell {self.cell}" if self.cell else f"column {self.column}"
        text = f"{place} is empty: there is no {self.wanted or 'card'} to move"
        return text + _elsewhere(self.wanted, self.elsewhere)


@dataclass(eq=False)
class TooFewCards(IllegalMove):
    """More cards wanted than lie face up in the column, or fewer than one.

    ``covering``: whether face-down cards lie there too.
    """

    column: int
    wanted: int
    found: int
    covering: bool = False

    def __str__(self) -> str:
        if self.wanted < 1:
            return f"a move takes at least one card, not {self.wanted}"
        cards = count_phrase(self.found, "card")
        if self.covering:
            return f"column {self.column} has only {cards} face up, so {self.wanted} can't move"
        only = "only " * bool(self.found)
        return f"column {self.column} has {only}{cards}, not {self.wanted}"


@dataclass(eq=False)
class NotNatural(IllegalMove):
    """The cards wanted are not one natural run.

    ``upper`` and ``lower`` are the lowest pair that breaks it, ``run`` the natural run that
    does move as a unit.
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
            f"what can move from there is {run_name(self.run)}"
        )


@dataclass(eq=False)
class UnknownCard(IllegalMove):
    """A card whose identity the move depends on is not known.

    It is in the column, or in the cell; ``head`` is the card that was to go onto it, if any.
    """

    column: int
    cell: int = 0
    head: Card | None = None

    def __str__(self) -> str:
        if self.head is not None:
            text = (
                f"the bottom card of column {self.column} is not known, so it can't be said "
                f"whether the {self.head} can go there"
            )
        elif self.cell:
            text = f"the card in cell {self.cell} that this depends on is not known"
        else:
            text = f"a card of column {self.column} that this depends on is not known"
        return f"{text}: say what it is where it is turned up ('turning up Kh')"


@dataclass(eq=False)
class WrongCard(IllegalMove):
    """The card or run that the words name is not at the bottom of the column, or in the cell.

    ``wanted`` is what the words say; ``run`` the natural run that is there;
    ``covering`` the cards that cover the wanted ones, if these lie face up in that column;
    ``elsewhere`` the columns where the wanted cards could be picked up, ``covered`` those where
    they lie face up below others.
    """

    column: int
    wanted: str
    run: tuple[Card, ...]
    covering: tuple[Card, ...] = ()
    elsewhere: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()
    cell: int = 0

    def __str__(self) -> str:
        if self.cell:
            return f"cell {self.cell} holds {run_name(self.run)}, not {self.wanted}"
        if self.covering:
            text = (
                f"{self.wanted} can't move from column {self.column}: covered by "
                f"{join_words(self.covering)}; the run at its bottom is "
                f"{run_name(self.run)}"
            )
        else:
            text = f"the bottom of column {self.column} is {run_name(self.run)}, not {self.wanted}"
        if self.covered and not self.elsewhere and not self.covering:
            return f"{text} ({self.wanted} is covered in {columns_phrase(self.covered)})"
        return text + _elsewhere(self.wanted, self.elsewhere)


def _elsewhere(name: str, columns: Sequence[int]) -> str:
    return f" ({name} could move from {columns_phrase(columns, 'or')})" if columns else ""


@dataclass(eq=False)
class SameColumn(IllegalMove):
    """From a column to itself."""

    column: int

    def __str__(self) -> str:
        return f"the move goes from column {self.column} to column {self.column} itself"


@dataclass(eq=False)
class RankMismatch(IllegalMove):
    """The target's bottom card is not of the next higher rank.

    ``run`` is what was to move: by ``head`` or, if it has several cards of which any may head
    the move, by any of them.  ``accepting`` lists the columns that would take the cards, or some
    of them, instead; ``kings_on_aces`` is the rule of that name.
    """

    head: Card
    column: int
    found: Card
    accepting: tuple[int, ...] = ()
    kings_on_aces: bool = False
    run: tuple[Card, ...] = ()

    def __str__(self) -> str:
        what = f"the {self.head} can't" if not self.run else f"none of {run_name(self.run)} can"
        text = f"{what} go onto the {self.found} at the bottom of column {self.column}"
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
            off = " (kings_on_aces is off)" * (self.found.rank == ACE)
            return f"a King can go only into a space{off}"
        return f"it needs {a_rank(self.head.rank + 1)} or a space"


@dataclass(eq=False)
class WrongTarget(IllegalMove):
    """The words say what the cards go onto, and it isn't there."""

    wanted: str
    found: str
    column: int

    def __str__(self) -> str:
        return f"column {self.column} is said to be {self.wanted}, but it is {self.found}"


@dataclass(eq=False)
class NoPlace(IllegalMove):
    """Nowhere in the tableau can the cards of a column, all together, or of a cell go.

    ``no_space``: the words send them into a space, and there is none.
    """

    run: tuple[Card, ...]
    column: int = 0
    cell: int = 0
    no_space: bool = False

    def __str__(self) -> str:
        if self.no_space:
            return "there is no space to move into: no column is empty"
        where = f"in cell {self.cell}" if self.cell else f"of column {self.column}"
        return f"there is no place for {run_name(self.run)} {where}"


@dataclass(eq=False)
class CellFull(IllegalMove):
    """The free cell is taken."""

    cell: int
    found: Card
    free: tuple[int, ...] = ()

    def __str__(self) -> str:
        rest = f"cell {join_words(self.free, 'or')} is empty" if self.free else "no cell is empty"
        return f"cell {self.cell} holds the {self.found}: {rest}"


@dataclass(eq=False)
class ShortHand(IllegalMove):
    """The hand is empty, or too short for a row where the rules want a full one."""

    hand: int
    columns: int

    def __str__(self) -> str:
        if not self.hand:
            return "the hand is empty: there is no row to deal"
        return (
            f"the hand has {count_phrase(self.hand, 'card')}, too few for a row of "
            f"{self.columns} (rule short_last_deal is off)"
        )


@dataclass(eq=False)
class DealOverSpace(IllegalMove):
    """A row can't be dealt while there is a space.

    ``condition`` says what the rules ask for, if dealing over spaces can be allowed at all;
    ``unordered`` are the columns that fail it.
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


@dataclass(eq=False)
class NotComplete(IllegalMove):
    """No complete suit from King to Ace, or not the one ``wanted``, can be removed.

    ``run`` is the natural run at the bottom of ``column``; that is 0 if the words name none, and
    none has the suit.  ``complete`` lists the columns where a suit is complete.
    """

    column: int
    run: tuple[Card, ...] = ()
    complete: tuple[int, ...] = ()
    wanted: Suit | None = None

    def __str__(self) -> str:
        if self.column and self.wanted is not None:
            suit = self.run[-1].suit
            return f"the complete suit in column {self.column} is {suit}, not {self.wanted}"
        columns = columns_phrase(self.complete)
        if self.column:
            text = (
                f"no complete suit, King to Ace, is at the bottom of column {self.column}: "
                f"it is {run_name(self.run) if self.run else 'empty'}"
            )
            return f"{text}; {columns} could be removed from" if columns else text
        text = f"the {self.wanted} are complete in no column, King to Ace at the bottom"
        if self.wanted is None:
            text = "no suit is complete, King to Ace at the bottom of a column"
        return f"{text}; another suit is, in {columns}" if columns else text


@dataclass(eq=False)
class WrongReveal(IllegalMove):
    """Another card is turned up than the one announced.

    ``said`` is None if it is said that no card is turned up there, ``found`` if none is.
    """

    column: int
    said: Card | None
    found: Card | None

    def __str__(self) -> str:
        if self.found is None:
            return f"it is said that column {self.column} turns up a card, but none is turned up"
        if self.said is None:
            return f"column {self.column} turns up a card, but it is said that none is turned up"
        return f"column {self.column} turns up the {self.found}, not the {self.said}"


@dataclass(eq=False)
class NothingRevealed(IllegalMove):
    """Cards are announced, but the move turns up none, or not so many.

    ``turned`` is how many; None if it isn't clear which of several moves turns them up.
    """

    said: tuple[Card, ...]
    turned: int | None = 0

    def __str__(self) -> str:
        cards = f"{join_words(self.said)} {'is' if len(self.said) == 1 else 'are'}"
        if self.turned is None:
            return (
                f"it isn't clear by which of these moves {cards} turned up: "
                "say each card after the move that turns it up"
            )
        return f"the move turns up {count_phrase(self.turned, 'card')}, but {cards} announced"


@dataclass(eq=False)
class CardNotLeft(IllegalMove):
    """The card announced can't be the unknown one: all its copies are accounted for.

    ``copies`` is how many the decks have; 0 if the rules don't play with its suit.  With
    ``removed`` a copy is left, but only for a removed suit of which it isn't known which.
    """

    said: Card
    copies: int
    removed: bool = False

    def __str__(self) -> str:
        if not self.copies:
            return f"the {self.said} can't be turned up: these rules play without {self.said.suit}"
        if self.removed:
            return (
                f"the {self.said} can't be turned up: with the cards that are known, each copy "
                "that isn't seen has gone with a removed suit"
            )
        count = {2: "both", 4: "all four", 8: "all eight"}.get(self.copies, f"all {self.copies}")
        return f"the {self.said} can't be turned up: {count} of them are accounted for"


def a_rank(rank: int) -> str:
    """Return a rank with its article: ``an 8``."""
    name = rank_name(rank)
    return f"{'an' if name in ('A', '8') else 'a'} {name}"


@dataclass(eq=False)
class AmbiguousMove(IllegalMove):
    """Words that leave open which move they mean: ``options`` lists those that fit."""

    wanted: str
    options: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        if not self.options:
            return f"no move fits '{self.wanted}'"
        return f"'{self.wanted}' can mean {join_words(self.options, 'or')}: say which"


@dataclass(eq=False)
class AmbiguousScript(AmbiguousMove):
    """A script of which several readings can be played, to different ends.

    ``options`` say in what they differ, ``remedies`` what settles that.
    """

    remedies: tuple[str, ...] = ()

    def __str__(self) -> str:
        readings = "; or ".join(self.options)
        return (
            f"{self.wanted} can be played in {len(self.options)} ways, to different ends: "
            f"{readings}. To settle it: {'; '.join(self.remedies)}"
        )


def run_name(cards: Sequence[Card]) -> str:
    """Return a natural run as Woods writes it: ``9-6s``; a single card: ``10h``."""
    if len(cards) == 1:
        return str(cards[0])
    if not cards:
        return "no card"
    return f"{rank_name(cards[0].rank) if cards[0] else '??'}-{cards[-1]}"
