"""Why a move is illegal, and that cards make no position.

::

    IllegalMove               the rules forbid the move: which card, which column, why
      NoSuchColumn NoSuchCell
      SourceError             the cards can't leave where they are
        EmptyColumn FaceDown TooFewCards NotNatural NotInOrder UnknownCard WrongCard NotThere
        CellEmpty
      TargetError             the cards can't go where they're sent
        SameColumn RankMismatch UnknownTarget WrongTarget NoSpace CellFull
        NothingFits NoPlace
      DealError
        EmptyHand ShortHand DealOverSpace
      RemoveError
        NotComplete WrongSuit NotInTableau
      RevealError             a card said to be turned up is not the one
        WrongReveal NothingRevealed CardNotLeft WrongTurn
      SupermoveError          runs of several suits can't be moved as if they were one
        NoSupermove UndecidedSupermove
      AmbiguousMove           the words fit more than one move, or none

Every exception keeps its facts in fields and puts them into one sentence with ``str``.  Columns
are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..text.errors import SpiderError
from ..text.wording import columns_phrase, count_phrase, join_words
from .cards import ACE, KING, Card, Suit, rank_name

__all__ = [
    "AmbiguousMove",
    "AmbiguousReveal",
    "CardNotLeft",
    "CellEmpty",
    "CellFull",
    "DealError",
    "DealOverSpace",
    "EmptyColumn",
    "EmptyHand",
    "FaceDown",
    "IllegalMove",
    "NoPlace",
    "NoSpace",
    "NoSuchCell",
    "NoSuchColumn",
    "NoSupermove",
    "NotComplete",
    "NotExchangeable",
    "NotInOrder",
    "NotInTableau",
    "NotNatural",
    "NotThere",
    "NothingFits",
    "NothingRevealed",
    "PositionError",
    "RankMismatch",
    "RemoveError",
    "RevealError",
    "SameColumn",
    "ShortHand",
    "SourceError",
    "SupermoveError",
    "TargetError",
    "TooFewCards",
    "UndecidedSupermove",
    "UnknownCard",
    "UnknownTarget",
    "WrongCard",
    "WrongReveal",
    "WrongSuit",
    "WrongTarget",
    "WrongTurn",
    "run_name",
]


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

    def __post_init__(self) -> None:
        Exception.__init__(self, str(self))


def _places_that_take(head: Card, columns: Sequence[int]) -> str:
    if columns:
        verb = "would take it" if len(columns) > 1 else "takes it"
        return f"{columns_phrase(columns)} {verb}"
    return f"no column takes the {head} now"


@dataclass(eq=False)
class NoSuchColumn(IllegalMove):
    """A column number that the tableau doesn't have."""

    column: int
    columns: int

    def __str__(self) -> str:
        return f"there is no column {self.column}: the columns are 1 to {self.columns}"


@dataclass(eq=False)
class NoSuchCell(IllegalMove):
    """A free cell that the rules don't give."""

    cell: int
    cells: int

    def __str__(self) -> str:
        if not self.cells:
            return f"there is no cell {self.cell}: these rules have no free cells"
        if self.cells == 1:
            return f"there is no cell {self.cell}: the rules give one, cell 1"
        return f"there is no cell {self.cell}: the cells are 1 to {self.cells}"


@dataclass(eq=False)
class SourceError(IllegalMove):
    """The cards can't leave the place they're in."""


@dataclass(eq=False)
class EmptyColumn(SourceError):
    """Nothing to move: the column is a space.

    ``wanted`` is what the words name, if they do, and ``elsewhere`` the columns where that could
    be picked up.
    """

    column: int
    wanted: str = ""
    elsewhere: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = f"column {self.column} is empty: there is no {self.wanted or 'card'} to move"
        return text + _elsewhere(self.wanted, self.elsewhere)


@dataclass(eq=False)
class FaceDown(SourceError):
    """More cards wanted than lie face up."""

    column: int
    wanted: int
    face_up: int

    def __str__(self) -> str:
        return (
            f"column {self.column} has only {count_phrase(self.face_up, 'card')} face up, "
            f"so {self.wanted} can't move"
        )


@dataclass(eq=False)
class TooFewCards(SourceError):
    """More cards wanted than the column has, or fewer than one."""

    column: int
    wanted: int
    found: int

    def __str__(self) -> str:
        if self.wanted < 1:
            return f"a move takes at least one card, not {self.wanted}"
        if not self.found:
            return f"column {self.column} has no cards, not {self.wanted}"
        return (
            f"column {self.column} has only {count_phrase(self.found, 'card')}, not {self.wanted}"
        )


@dataclass(eq=False)
class NotNatural(SourceError):
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
class NotInOrder(SourceError):
    """The cards wanted don't descend by one rank each, suits aside.

    ``run`` is what does, at the bottom of the column; ``onto`` the card that they were to go
    onto, if it is what asks for so many.
    """

    column: int
    wanted: int
    run: tuple[Card, ...]
    onto: Card | None = None

    def __str__(self) -> str:
        found = f"what is in order at the bottom of column {self.column} is {_listed(self.run)}"
        if self.onto is None:
            return f"{self.wanted} cards of column {self.column} are not in order of rank: {found}"
        head = rank_name((self.onto.rank - 2) % KING + 1)
        return (
            f"the {self.onto} takes {'an' if head in ('A', '8') else 'a'} {head}, so "
            f"{count_phrase(self.wanted, 'card')} would have to move: {found}"
        )


@dataclass(eq=False)
class UnknownCard(SourceError):
    """A card whose identity the move depends on is not known."""

    column: int
    cell: int = 0

    def __str__(self) -> str:
        what = f"the card in cell {self.cell}" if self.cell else f"a card of column {self.column}"
        return (
            f"{what} that this depends on is not known: say what it "
            "is where it is turned up ('turning up Kh')"
        )


@dataclass(eq=False)
class WrongCard(SourceError):
    """The card or run that the words name is not at the bottom of the column.

    ``wanted`` is what the words say; ``run`` the natural run at the column's bottom;
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

    def __str__(self) -> str:
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


def _elsewhere(wanted: str, columns: Sequence[int]) -> str:
    return f" ({wanted} could move from {columns_phrase(columns, 'or')})" if columns else ""


@dataclass(eq=False)
class NotThere(SourceError):
    """The card named doesn't lie face up in the column; ``elsewhere`` are those where it does."""

    wanted: Card
    column: int
    elsewhere: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = f"no {self.wanted} lies face up in column {self.column}"
        return text + (f"; one does in {columns_phrase(self.elsewhere)}" if self.elsewhere else "")


@dataclass(eq=False)
class CellEmpty(SourceError):
    """Nothing to move: the free cell is empty, or holds another card (``found``)."""

    cell: int
    wanted: Card | None = None
    found: Card | None = None

    def __str__(self) -> str:
        if self.found is None:
            return f"cell {self.cell} is empty: there is no card to move"
        return f"cell {self.cell} holds the {self.found}, not the {self.wanted}"


@dataclass(eq=False)
class TargetError(IllegalMove):
    """The cards can't go where they're sent."""


@dataclass(eq=False)
class SameColumn(TargetError):
    """From a column to itself."""

    column: int

    def __str__(self) -> str:
        return f"the move goes from column {self.column} to column {self.column} itself"


@dataclass(eq=False)
class RankMismatch(TargetError):
    """The target's bottom card is not of the next higher rank.

    ``accepting`` lists the columns that would take the cards instead, ``kings_on_aces`` is
    the rule of that name.
    """

    head: Card
    column: int
    found: Card
    accepting: tuple[int, ...] = ()
    kings_on_aces: bool = False

    def __str__(self) -> str:
        if self.head.rank == KING and self.kings_on_aces:
            why = "it needs an Ace or a space"
        elif self.head.rank == KING and self.found.rank != ACE:
            why = "a King can go only into a space"
        elif self.head.rank == KING:
            why = "a King can go only into a space (kings_on_aces is off)"
        else:
            wanted = rank_name(self.head.rank + 1)
            why = f"it needs {'an' if wanted in ('A', '8') else 'a'} {wanted} or a space"
        return (
            f"the {self.head} can't go onto the {self.found} at the bottom of column "
            f"{self.column}: {why}; {_places_that_take(self.head, self.accepting)}"
        )


@dataclass(eq=False)
class UnknownTarget(TargetError):
    """The target's bottom card is not known."""

    head: Card
    column: int

    def __str__(self) -> str:
        return (
            f"the bottom card of column {self.column} is not known, so it can't be said "
            f"whether the {self.head} can go there: say what it is where it is turned up "
            "('turning up Kh')"
        )


@dataclass(eq=False)
class WrongTarget(TargetError):
    """The words say what the cards go onto, and it isn't there."""

    wanted: str
    found: str
    column: int

    def __str__(self) -> str:
        return f"column {self.column} is said to be {self.wanted}, but it is {self.found}"


@dataclass(eq=False)
class NoSpace(TargetError):
    """The words send the cards into a space, and there is none."""

    def __str__(self) -> str:
        return "there is no space to move into: no column is empty"


@dataclass(eq=False)
class NotExchangeable(TargetError):
    """Cards that can't take the place of others: what is under those doesn't fit.

    ``onto`` is the card that ``head`` would lie on; None if the cards whose place it was to
    take, those from ``leaving`` down, lie on a face-down card.
    """

    head: Card
    column: int
    leaving: Card
    onto: Card | None

    def __str__(self) -> str:
        text = (
            f"the {self.head} can't take the place of the {self.leaving} in column {self.column}"
        )
        if self.onto is None:
            return f"{text}: a face-down card would be turned up there"
        return f"{text}: it would lie on the {self.onto}"


@dataclass(eq=False)
class CellFull(TargetError):
    """The free cell is taken."""

    cell: int
    found: Card
    free: tuple[int, ...] = ()

    def __str__(self) -> str:
        rest = f"cell {join_words(self.free, 'or')} is empty" if self.free else "no cell is empty"
        return f"cell {self.cell} holds the {self.found}: {rest}"


@dataclass(eq=False)
class NothingFits(TargetError):
    """None of the cards of a run can head a move to the column, however many are taken.

    ``accepting`` lists the columns that would take some of them.
    """

    run: tuple[Card, ...]
    column: int
    found: Card
    accepting: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = (
            f"none of {run_name(self.run)} can go onto the {self.found} at the bottom of column "
            f"{self.column}"
        )
        if self.accepting:
            text += f"; {columns_phrase(self.accepting)} would take some of them"
        return text


@dataclass(eq=False)
class NoPlace(TargetError):
    """Nowhere in the tableau can the cards of a column, all together, or of a cell go."""

    run: tuple[Card, ...]
    column: int
    cell: int = 0

    def __str__(self) -> str:
        where = f"in cell {self.cell}" if self.cell else f"of column {self.column}"
        return f"there is no place for {run_name(self.run)} {where}"


@dataclass(eq=False)
class DealError(IllegalMove):
    """A row can't be dealt."""


@dataclass(eq=False)
class EmptyHand(DealError):
    """Nothing left to deal."""

    def __str__(self) -> str:
        return "the hand is empty: there is no row to deal"


@dataclass(eq=False)
class ShortHand(DealError):
    """The hand is too short for a row, and the rules want a full one."""

    hand: int
    columns: int

    def __str__(self) -> str:
        return (
            f"the hand has {count_phrase(self.hand, 'card')}, too few for a row of "
            f"{self.columns} (rule short_last_deal is off)"
        )


@dataclass(eq=False)
class DealOverSpace(DealError):
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
class RemoveError(IllegalMove):
    """A suit can't be removed."""


@dataclass(eq=False)
class NotComplete(RemoveError):
    """The column's bottom is not a complete suit from King to Ace.

    ``run`` is the natural run that is there; ``complete`` lists the columns where a suit is.
    """

    column: int
    run: tuple[Card, ...]
    complete: tuple[int, ...] = ()

    def __str__(self) -> str:
        found = run_name(self.run) if self.run else "empty"
        text = (
            f"no complete suit, King to Ace, is at the bottom of column {self.column}: "
            f"it is {found}"
        )
        if self.complete:
            text += f"; {columns_phrase(self.complete)} could be removed from"
        return text


@dataclass(eq=False)
class WrongSuit(RemoveError):
    """A suit is complete there, but not the one that was named."""

    column: int
    wanted: Suit
    found: Suit

    def __str__(self) -> str:
        return f"the complete suit in column {self.column} is {self.found}, not {self.wanted}"


@dataclass(eq=False)
class NotInTableau(RemoveError):
    """The named suit (any, if None) is complete in no column."""

    wanted: Suit | None
    complete: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = "no suit is complete"
        if self.wanted is not None:
            text = f"the {self.wanted} are complete in no column"
        text += ", King to Ace at the bottom" + " of a column" * (self.wanted is None)
        if self.complete:
            text += f"; another suit is, in {columns_phrase(self.complete)}"
        return text


@dataclass(eq=False)
class RevealError(IllegalMove):
    """What is said to be turned up can't be."""


@dataclass(eq=False)
class WrongReveal(RevealError):
    """Another card is turned up than the one announced."""

    column: int
    said: Card
    found: Card

    def __str__(self) -> str:
        return f"column {self.column} turns up the {self.found}, not the {self.said}"


@dataclass(eq=False)
class NothingRevealed(RevealError):
    """Cards are announced, but the move turns up none, or not so many."""

    said: tuple[Card, ...]
    turned: int = 0

    def __str__(self) -> str:
        return (
            f"the move turns up {count_phrase(self.turned, 'card')}, but "
            f"{join_words(self.said)} {'is' if len(self.said) == 1 else 'are'} announced"
        )


@dataclass(eq=False)
class WrongTurn(RevealError):
    """A move log says that a card is turned up and none is, or the other way round."""

    column: int
    said: bool

    def __str__(self) -> str:
        if self.said:
            return f"the log says that a card of column {self.column} is turned up, but none is"
        return f"a card of column {self.column} is turned up, but the log says that none is"


@dataclass(eq=False)
class AmbiguousReveal(RevealError):
    """Cards announced after several moves may have been turned up by one or by another."""

    said: tuple[Card, ...]

    def __str__(self) -> str:
        verb = "is" if len(self.said) == 1 else "are"
        return (
            f"it isn't clear by which of these moves {join_words(self.said)} {verb} turned up: "
            "say each card after the move that turns it up"
        )


@dataclass(eq=False)
class CardNotLeft(RevealError):
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


@dataclass(eq=False)
class SupermoveError(IllegalMove):
    """Cards that are not one natural run can't be moved as if they were.

    ``runs`` are the natural runs of column ``source`` that were to move to ``target``;
    ``back`` those of ``target`` that were to come back for them, empty but for a swap.
    """

    source: int
    target: int
    runs: tuple[tuple[Card, ...], ...]
    back: tuple[tuple[Card, ...], ...]

    def _what(self) -> str:
        moving = f"{join_words(map(run_name, self.runs))} of column {self.source}"
        if self.back:
            other = f"{join_words(map(run_name, self.back))} of column {self.target}"
            return f"{moving} and {other} can't change places"
        return (
            f"{moving} are {len(self.runs)} natural runs, and can't be moved to column "
            f"{self.target} one after the other"
        )


@dataclass(eq=False)
class NoSupermove(SupermoveError):
    """No sequence of single moves of these cards alone does it; all were tried.

    ``spaces`` are the empty columns and ``places`` the other columns that could take one of
    the cards for a while; ``missing`` is how many more empty columns would do, None if three
    more wouldn't, or if that was too much to search.
    """

    spaces: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    missing: int | None = None

    def __str__(self) -> str:
        free = join_words(self.spaces)
        text = self._what() + (
            f" with column{'s' * (len(self.spaces) > 1)} {free} empty"
            if self.spaces
            else " without an empty column"
        )
        if self.places:
            verb = "takes" if len(self.places) == 1 else "take"
            text += f", though {columns_phrase(self.places)} {verb} some of the cards"
        if self.missing is not None:
            more = " more" * bool(self.spaces)
            text += f": {count_phrase(self.missing, f'{more} empty column'.strip())} would do"
        return text


@dataclass(eq=False)
class UndecidedSupermove(SupermoveError):
    """The search for single moves was given up after ``searched`` arrangements."""

    searched: int = 0

    def __str__(self) -> str:
        return (
            f"whether it can be done was not found out: {self._what()} in the "
            f"{self.searched} arrangements that were tried; write single moves instead"
        )


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) if cards else "no card"


@dataclass(eq=False)
class AmbiguousMove(IllegalMove):
    """Words that leave open which move they mean: ``options`` lists those that fit."""

    wanted: str
    options: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        if not self.options:
            return f"no move fits '{self.wanted}'"
        return f"'{self.wanted}' can mean {join_words(self.options, 'or')}: say which"


def run_name(cards: Sequence[Card]) -> str:
    """A natural run as Woods writes it: ``9-6s``; a single card: ``10h``."""
    if len(cards) == 1:
        return str(cards[0])
    if not cards:
        return "no card"
    return f"{rank_name(cards[0].rank) if cards[0] else '??'}-{cards[-1]}"
