"""What the position decides: which draft of a text can stand, and what had to be assumed for it.

A text proposes.  The two decks and the rules of the game then settle what it doesn't say: in a
full position the 104 cards less those shown are 13 for each removed suit and the hand, and the
hand shrinks by a row of ten at a time; a card that isn't one rank below the card that it lies on
was dealt there, so a column has no more such breaks than rows were dealt.  What doesn't follow
from that is assumed, and said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from ..game import census, history
from ..game.cards import UNKNOWN, Card, Suit
from ..game.census import DECKS, CensusFault, PositionError
from ..game.position import Column, Position
from ..game.rules import COLUMNS, PRESETS, WOODS, Rules
from ..text.errors import NotationError
from ..text.protocols import public
from ..text.source import Place, SourceText
from ..text.wording import count_phrase, join_words

#: Sets of 13 in the two decks.
_SUITS: Final = 8
#: With as many suits gone, what is left of a game of four suits may well be of two.
_MANY_GONE: Final = 4
_MOST_OF_FEWER: Final = 2
#: What games of fewer suits mostly have.
_USUAL: Final = (PRESETS["one-suit"].suits, PRESETS["two-suits"].suits)
#: So many more than there are show that other decks are in the game.
_A_ROUND: Final = 10
_NOT_SAID: Final = "(the text doesn't say)"


@public("its options are attributes, such as options.partial")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a reader is told beyond the text.

    ``rules``: the rules, where the notation doesn't say them; None if they aren't told, and then
    they are Woods', with the suits that are seen.
    ``suits_open``: ``rules`` don't say how many suits there are.
    ``partial``: fewer cards and fewer than ten columns are accepted; the hand is empty and no
    suit is removed unless that is said.
    ``strict``: only what the notation's writer would write, nothing that is merely tolerated.
    ``hand``: the number of cards in the hand, where the notation doesn't say it.
    ``removed``: the suits removed, where the notation doesn't say it.
    """

    rules: Rules | None = None
    suits_open: bool = False
    partial: bool = False
    strict: bool = False
    hand: int | None = None
    removed: tuple[Suit | None, ...] | None = None


#: What a reader goes by if it isn't told anything.
DEFAULTS: Final = ReadOptions()


@dataclass(slots=True, kw_only=True)
class Draft:
    """What a text says of a position; None where it says nothing.

    The fields are those of :class:`Position`.  ``assumed`` are sentences on what the reader took
    for granted, ``place`` is where the tableau stands, for errors that have no better place, and
    ``dealt_at`` the offset of the dealt part; ``suits`` is how many the game has; ``otherwise``
    are drafts of which one counts only if none before it can stand; ``not_read`` is what stands
    around the tableau and was not read.  Nothing is checked.
    """

    columns: tuple[Column, ...]
    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()
    rules: Rules | None = None
    dealt: tuple[Card, ...] = ()
    assumed: tuple[str, ...] = ()
    place: Place | None = None
    dealt_at: int = 0
    suits: int | None = None
    otherwise: Iterable[Draft] = ()
    not_read: tuple[str, ...] = ()


class Decided(NamedTuple):
    """The position of a text, what was assumed for it, and what was not read."""

    position: Position
    assumed: tuple[str, ...]
    not_read: tuple[str, ...] = ()


def decide(drafts: Sequence[Draft], options: ReadOptions, source: SourceText) -> Decided:
    """Return the position that one of the drafts of a text makes, and what was assumed for it.

    Of several drafts that make the same position the first one counts.  Raises PositionError for
    the first draft, if none can stand; NotationError if the drafts make several positions.
    """
    results: list[tuple[Position, tuple[str, ...]]] = []
    fault: PositionError | None = None
    for draft in drafts:
        for attempt in chain((draft,), draft.otherwise):
            try:
                settled = settle(attempt, options, source)
            except PositionError as error:
                fault = fault or error
            else:
                if all(settled[0] != position for position, _ in results):
                    results.append(settled)
            if results:
                break
    if len(results) == 1:
        return Decided(*results[0], drafts[0].not_read)
    if not results:
        assert fault is not None  # noqa: S101 - a reader gives a draft, or raises
        raise fault
    columns = _told_apart([position for position, _ in results])
    ways = "".join(
        f"\n  {column}{'; '.join(assumed) or 'as it stands'}"
        for column, (_, assumed) in zip(columns, results, strict=True)
    )
    raise NotationError(
        f"this can be read in {len(results)} ways:{ways}",
        drafts[0].place,
        "a text that says which of them it is, as 'Column 1:' before a line does",
    )


def _told_apart(positions: Sequence[Position]) -> list[str]:
    """Return of each position the first column that is not the same in all; or nothing."""
    columns = zip_longest(*(each.columns for each in positions), fillvalue=Column())
    for number, several in enumerate(columns, 1):
        if len(set(several)) > 1:
            cards = [[*([f"({len(c.down)})"] if c.down else []), *c.up] for c in several]
            words = (" ".join(map(str, each)) or "empty" for each in cards)
            return [f"column {number} is {each}: " for each in words]
    return [""] * len(positions)


def settle(
    draft: Draft, options: ReadOptions, source: SourceText
) -> tuple[Position, tuple[str, ...]]:
    """Return the position of a draft, checked by the census, and what had to be assumed for it.

    Where the draft says no rules those of ``options`` hold; are none told, Woods', with as many
    suits as are seen.  Of the removed suits those are named that must be among them, going by the
    cards that are known; the others are None.

    Raises PositionError with all faults; NotationError if it isn't clear how many cards are in
    the hand (a last row that may be short can leave that open), or if the dealt part contradicts
    the rest.
    """
    name = source.name
    rules = draft.rules or options.rules
    position = Position(
        draft.columns,
        draft.hand or (),
        draft.removed or options.removed or (),
        draft.cells,
        rules or (replace(WOODS, cells=len(draft.cells)) if draft.cells else WOODS),
        draft.dealt,
    )
    assumed = list(draft.assumed)
    size = options.hand if draft.hand is None else len(draft.hand)
    removed = draft.removed if draft.removed is not None else options.removed
    gone = None if removed is None else len(removed)
    suits_open = rules is None or (draft.rules is None and options.suits_open)
    if suits_open and (draft.suits or not options.partial):
        suits = _suits_of(position, draft.suits, name)
        if suits != position.rules.suits:
            position = position.under(replace(position.rules, suits=suits))
    if options.partial:
        size, gone = size or 0, gone or 0
    elif size is None or gone is None:
        size, gone = _elsewhere(position, size, gone, draft, name)
    if draft.hand is None:
        position = replace(position, hand=(UNKNOWN,) * size)
    if suits_open and not (options.partial or draft.suits):
        position, words = _with_suits_seen(position, gone)
        assumed += words
    if draft.hand is None and options.hand is None:
        also = ", " + _removed_words(gone) if removed is None else ""
        assumed.append(f"{count_phrase(size, 'card')} in the hand{also} {_NOT_SAID}")
    if removed is None and gone:
        position = replace(position, removed=_removed(gone, position))
    census.validate(position, partial=options.partial, name=name)
    if draft.hand is None and options.hand is None and not options.partial:
        hidden = _too_many_hidden(position)
        if hidden:
            raise PositionError(hidden, name)
        faults = _too_many_breaks(position)
        if faults and position.hand:
            raise PositionError(faults, name)
        assumed += map(str, faults)
    if not draft.dealt:
        return history.with_history(position), tuple(assumed)
    why = history.contradiction(position)
    if why is not None:
        raise NotationError(why, source.place(draft.dealt_at))
    return position, tuple(assumed)


def _elsewhere(
    position: Position, size: int | None, gone: int | None, draft: Draft, name: str
) -> tuple[int, int]:
    """Return the numbers of cards in the hand and of removed suits, where they aren't said."""
    shown = sum(map(len, position.columns)) + sum(card is not None for card in position.cells)
    sizes = position.rules.hand_sizes if size is None else (size,)
    rest = DECKS - shown
    fitting = [
        (hand, (rest - hand) // 13)
        for hand in sizes
        if (rest - hand) % 13 == 0
        and 0 <= (rest - hand) // 13 <= _SUITS
        and gone in (None, (rest - hand) // 13)
    ]
    if len(fitting) > 1:
        ways = join_words(
            (
                f"{count_phrase(hand, 'card')} in the hand and {_removed_words(suits)}"
                for hand, suits in fitting
            ),
            "or",
        )
        raise NotationError(
            f"the cards shown leave {ways}",
            draft.place,
            "a line such as 'Stock: 20 cards'",
            settled_by="hand",
        )
    if not fitting:
        bare = replace(position, hand=(), removed=())
        faults = [fault for fault in census.faults(bare) if not fault.of_number]
        if shown > DECKS + _A_ROUND:
            faults = [CensusFault(f"{shown} cards: this looks like a game of three decks or more")]
        elif shown > DECKS:
            faults.append(census.card_count(shown))
        else:
            faults.append(_misfit(shown, sizes, gone))
        raise PositionError(faults, name)
    return fitting[0]


def _misfit(shown: int, sizes: Sequence[int], gone: int | None) -> CensusFault:
    """Return the fault that the cards not shown can't be a hand and removed suits.

    ``sizes`` are those that the hand can have; ``gone`` is the number of removed suits if that is
    known.
    """
    suits = f"at most {_SUITS} removed suits" if gone is None else _removed_words(gone)
    return CensusFault(
        f"{count_phrase(shown, 'card')} shown, so {DECKS - shown} are elsewhere, which can't be "
        f"right: {suits} of 13 cards and a hand of {join_words(sizes, 'or')}; cards may be "
        "missing, or a line such as 'Stock: 20 cards. Removed: clubs, hearts'"
    )


def _removed_words(gone: int) -> str:
    return f"{count_phrase(gone, 'suit') if gone else 'no suits'} removed"


def leaves_suits_open(position: Position) -> bool:
    """Return True if a full position, read without its rules, would be one of other suits.

    So what is written of it has to name the rules.
    """
    return _suits_seen(position) != position.rules.suits and census.is_whole(position)


def _suits_seen(position: Position) -> tuple[Suit, ...]:
    """Return the suits of the game that the known cards are of; all four if that isn't certain.

    Of a few cards only that is certain which can't be in four suits; spades alone, and hearts and
    spades, are what most games of fewer suits have.
    """
    masks = 0
    for column in position.columns:
        for c in column.up:
            masks |= 1 << c.suit.code if c else 0
        if masks.bit_count() > _MOST_OF_FEWER:  # mostly the first cards say it
            return WOODS.suits
    counts = census.accounted_for(position)
    seen = tuple(sorted({card.suit for card in counts}))
    if not seen or len(seen) > _MOST_OF_FEWER:
        return WOODS.suits
    if counts.total() >= COLUMNS or not counts <= census.deck(WOODS):
        return seen
    return _usual(seen) or WOODS.suits


def _suits_of(position: Position, number: int | None, name: str) -> tuple[Suit, ...]:
    """Return the suits of the game, of which the text says how many.  Raises PositionError."""
    if number is None:
        return _suits_seen(position)
    seen = {card.suit for card in census.accounted_for(position)}
    for suits in (WOODS.suits, tuple(sorted(seen)), *_USUAL):
        if len(suits) == number and seen <= set(suits):
            return suits
    message = f"the text says {count_phrase(number, 'suit')}, and has {join_words(sorted(seen))}"
    raise PositionError([CensusFault(message)], name)


def _usual(seen: Iterable[Suit]) -> tuple[Suit, ...] | None:
    """Return the suits of a usual game of fewer suits that has those that are seen, or None."""
    return next((suits for suits in _USUAL if set(seen).issubset(suits)), None)


def _with_suits_seen(position: Position, gone: int) -> tuple[Position, tuple[str, ...]]:
    """Return the position with as many suits as are seen, or four, and what that assumes.

    With many suits removed the rest of a game of four suits may look like one of fewer, so it's
    four then as long as there aren't too many copies of a card.
    """
    suits = position.rules.suits
    if len(suits) == len(WOODS.suits):
        return position, ()
    counts = census.accounted_for(position)
    if gone >= _MANY_GONE and counts <= census.deck(WOODS):
        seen = join_words(sorted({card.suit for card in counts}))
        four = position.under(replace(position.rules, suits=WOODS.suits))
        return four, (f"four suits, though only {seen} are seen",)
    usual = _usual(suits)
    if gone and usual not in (None, suits):
        wider = replace(position.rules, suits=usual)
        if counts <= census.deck(wider):
            position, suits = position.under(wider), wider.suits
    number = "one suit" if len(suits) == 1 else "two suits"
    return position, (f"{number}, {join_words(suits)}: only they are seen",)


def _removed(gone: int, position: Position) -> tuple[Suit | None, ...]:
    """Return so many removed suits: those that must be among them, then None for each other."""
    left = census.suits_left(census.accounted_for(position), position.rules)
    total = sum(left.values())
    if total < gone:
        return (None,) * gone
    named = [suit for suit, sets in left.items() for _ in range(gone - (total - sets))]
    return (*named, *(None,) * (gone - len(named)))


def _too_many_hidden(position: Position) -> list[CensusFault]:
    """Return the faults of columns with more face-down cards than any has at the start."""
    most = max(position.rules.start) - 1
    return [
        CensusFault(
            f"column {number} has {len(column.down)} face-down cards, and none begins with more "
            f"than {most}: is the number that of all its cards?",
            columns=(number,),
        )
        for number, column in enumerate(position.columns, 1)
        if len(column.down) > most
    ]


def _too_many_breaks(position: Position) -> list[CensusFault]:
    """Return the faults of columns that have more breaks than rows were dealt."""
    rules = position.rules
    rows = -((len(position.hand) - rules.hand_at_start) // COLUMNS)
    dealt = count_phrase(rows, "row") if rows else "no row"
    return [
        CensusFault(
            f"column {number} has {count_phrase(breaks, 'break')} in its order, each of which "
            f"takes a deal, but by the cards in the hand {dealt} can have been dealt: "
            "a row or a card may be missing",
            columns=(number,),
        )
        for number, column in enumerate(position.columns, 1)
        if (breaks := history.breaks(column.up, rules)) > rows
    ]
