"""Choose the draft of a text that makes a valid position, and complete it.

In a full position, the 104 cards less those shown are the hand and 13 for each removed suit, and
the hand shrinks by a row of ten at a time.  A card that isn't one rank below the card that it lies
on was dealt there, so a column has no more such breaks than rows were dealt.
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

#: The number of suits of 13 cards in the two decks.
_SUITS: Final = 8
#: If at least this number of suits is removed, a game of four suits may have only two left.
_MANY_GONE: Final = 4
#: The maximum number of suits of a game with fewer than four.
_MOST_OF_FEWER: Final = 2
#: The usual suits of games of one suit and of two suits.
_USUAL: Final = (PRESETS["one-suit"].suits, PRESETS["two-suits"].suits)
#: A text with more surplus cards than this isn't a mistake, but from a game with more decks.
_MOST_SURPLUS: Final = 10
_NOT_SAID: Final = "(the text doesn't say)"


@public("its options are attributes, such as options.partial")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Options for reading a position.

    ``rules``: the rules, if the text doesn't name them.  None means Woods' rules, with the suits
    of the cards in the text.
    ``suits_open``: ``rules`` leave the number of suits open.
    ``partial``: accept fewer cards and fewer than ten columns.  Unless the text or another
    option states otherwise, the hand is empty and no suit is removed.
    ``strict``: accept only what the notation's writer would write.
    ``hand``: the number of cards in the hand, if the text doesn't state it.
    ``removed``: the removed suits, if the text doesn't state them.
    """

    rules: Rules | None = None
    suits_open: bool = False
    partial: bool = False
    strict: bool = False
    hand: int | None = None
    removed: tuple[Suit | None, ...] | None = None


#: The options if none are given.
DEFAULTS: Final = ReadOptions()


@dataclass(slots=True, kw_only=True)
class Draft:
    """The parts of a position that a text states; None for each part that it omits.

    Most fields are those of :class:`Position`.  ``assumed`` and ``not_read`` are as in
    :class:`.base.Reading`.  ``place`` is the place of the tableau, for errors that have no better
    one, and ``dealt_at`` the offset of the dealt part.  ``suits`` is the number of suits in the
    game.  ``otherwise`` are further drafts, each used only if none before it makes a valid
    position.
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
    """The position of a text, the assumptions, and the parts that were not read."""

    position: Position
    assumed: tuple[str, ...]
    not_read: tuple[str, ...] = ()


def decide(drafts: Sequence[Draft], options: ReadOptions, source: SourceText) -> Decided:
    """Return the only position that the drafts of a text make.

    Raises PositionError for the first draft if none makes a valid position; NotationError if they
    make different positions, and for the reasons of :func:`settle`.
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
    columns = _first_difference([position for position, _ in results])
    readings = "".join(
        f"\n  {column}{'; '.join(assumed) or 'as it stands'}"
        for column, (_, assumed) in zip(columns, results, strict=True)
    )
    raise NotationError(
        f"this can be read in {len(results)} ways:{readings}",
        drafts[0].place,
        "a text that allows only one of them, for example with 'Column 1:' before a line",
    )


def _first_difference(positions: Sequence[Position]) -> list[str]:
    """Describe, for each position, the first column that differs."""
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
    """Complete a draft, check it with the census, and return the position and the assumptions.

    A removed suit is named if the known cards prove that it is among the removed ones.  Raises
    PositionError with all faults; NotationError if several numbers of cards in the hand are
    possible (as when the last row may be short), or if the dealt part contradicts the rest.
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
    hand_size = options.hand if draft.hand is None else len(draft.hand)
    removed = draft.removed if draft.removed is not None else options.removed
    removed_count = None if removed is None else len(removed)
    suits_open = rules is None or (draft.rules is None and options.suits_open)
    if suits_open and (draft.suits or not options.partial):
        suits = _suits_of(position, draft.suits, name)
        if suits != position.rules.suits:
            position = position.under(replace(position.rules, suits=suits))
    if options.partial:
        hand_size, removed_count = hand_size or 0, removed_count or 0
    elif hand_size is None or removed_count is None:
        hand_size, removed_count = _complete_counts(
            position, hand_size, removed_count, draft, name
        )
    if draft.hand is None:
        position = replace(position, hand=(UNKNOWN,) * hand_size)
    if suits_open and not (options.partial or draft.suits):
        position, words = _with_suits_seen(position, removed_count)
        assumed += words
    if draft.hand is None and options.hand is None:
        also = ", " + _removed_words(removed_count) if removed is None else ""
        assumed.append(f"{count_phrase(hand_size, 'card')} in the hand{also} {_NOT_SAID}")
    if removed is None and removed_count:
        position = replace(position, removed=_removed(removed_count, position))
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


def _complete_counts(
    position: Position, hand_size: int | None, removed_count: int | None, draft: Draft, name: str
) -> tuple[int, int]:
    """Return the numbers of cards in the hand and of removed suits."""
    shown = sum(map(len, position.columns)) + sum(card is not None for card in position.cells)
    sizes = position.rules.hand_sizes if hand_size is None else (hand_size,)
    rest = DECKS - shown
    fitting = [
        (hand, (rest - hand) // 13)
        for hand in sizes
        if (rest - hand) % 13 == 0
        and 0 <= (rest - hand) // 13 <= _SUITS
        and removed_count in (None, (rest - hand) // 13)
    ]
    if len(fitting) > 1:
        choices = join_words(
            (
                f"{count_phrase(hand, 'card')} in the hand and {_removed_words(suits)}"
                for hand, suits in fitting
            ),
            "or",
        )
        raise NotationError(
            f"the cards shown leave {choices}",
            draft.place,
            "a line such as 'Stock: 20 cards'",
            settled_by="hand",
        )
    if not fitting:
        bare = replace(position, hand=(), removed=())
        faults = [fault for fault in census.faults(bare) if not fault.of_number]
        if shown > DECKS + _MOST_SURPLUS:
            faults = [CensusFault(f"{shown} cards: this looks like a game of three decks or more")]
        elif shown > DECKS:
            faults.append(census.card_count(shown))
        else:
            faults.append(_misfit(shown, sizes, removed_count))
        raise PositionError(faults, name)
    return fitting[0]


def _misfit(shown: int, sizes: Sequence[int], removed_count: int | None) -> CensusFault:
    suits = (
        f"at most {_SUITS} removed suits"
        if removed_count is None
        else _removed_words(removed_count)
    )
    return CensusFault(
        f"{count_phrase(shown, 'card')} shown, so {DECKS - shown} are elsewhere, which can't be "
        f"right: {suits} of 13 cards and a hand of {join_words(sizes, 'or')}; cards may be "
        "missing, or a line such as 'Stock: 20 cards. Removed: clubs, hearts'"
    )


def _removed_words(removed_count: int) -> str:
    return f"{count_phrase(removed_count, 'suit') if removed_count else 'no suits'} removed"


def leaves_suits_open(position: Position) -> bool:
    """Return True if a full position would get other suits if the text left out its rules."""
    return _suits_seen(position) != position.rules.suits and census.is_whole(position)


def _suits_seen(position: Position) -> tuple[Suit, ...]:
    """Infer the suits of the game from the known cards; return all four if in doubt.

    Ten known cards suffice, and so do more copies of a card than a game of four suits has.
    """
    masks = 0
    for column in position.columns:
        for c in column.up:
            masks |= 1 << c.suit.code if c else 0
        if masks.bit_count() > _MOST_OF_FEWER:  # usually the first columns decide
            return WOODS.suits
    counts = census.accounted_for(position)
    seen = tuple(sorted({card.suit for card in counts}))
    if not seen or len(seen) > _MOST_OF_FEWER:
        return WOODS.suits
    if counts.total() >= COLUMNS or not counts <= census.deck(WOODS):
        return seen
    return _usual(seen) or WOODS.suits


def _suits_of(position: Position, number: int | None, name: str) -> tuple[Suit, ...]:
    """Return the suits of the game: ``number`` of them, or if it is None those of known cards.

    Raises PositionError if the cards have other suits.
    """
    if number is None:
        return _suits_seen(position)
    seen = {card.suit for card in census.accounted_for(position)}
    for suits in (WOODS.suits, tuple(sorted(seen)), *_USUAL):
        if len(suits) == number and seen <= set(suits):
            return suits
    message = f"the text says {count_phrase(number, 'suit')}, and has {join_words(sorted(seen))}"
    raise PositionError([CensusFault(message)], name)


def _usual(seen: Iterable[Suit]) -> tuple[Suit, ...] | None:
    """Return the suits of the usual game of one or two suits that has all of ``seen``, or None."""
    return next((suits for suits in _USUAL if set(seen).issubset(suits)), None)


def _with_suits_seen(position: Position, removed_count: int) -> tuple[Position, tuple[str, ...]]:
    """Return the position with inferred suits of the game, and the assumptions on them.

    With many suits removed, the rest of a game of four suits may look like a game of fewer.
    """
    suits = position.rules.suits
    if len(suits) == len(WOODS.suits):
        return position, ()
    counts = census.accounted_for(position)
    if removed_count >= _MANY_GONE and counts <= census.deck(WOODS):
        seen = join_words(sorted({card.suit for card in counts}))
        four = position.under(replace(position.rules, suits=WOODS.suits))
        return four, (f"four suits, though only {seen} are seen",)
    usual = _usual(suits)
    if removed_count and usual not in (None, suits):
        wider = replace(position.rules, suits=usual)
        if counts <= census.deck(wider):
            position, suits = position.under(wider), wider.suits
    number = "one suit" if len(suits) == 1 else "two suits"
    return position, (f"{number}, {join_words(suits)}: only they are seen",)


def _removed(removed_count: int, position: Position) -> tuple[Suit | None, ...]:
    """Return the removed suits: those proved by the cards, then None for each other one."""
    left = census.suits_left(census.accounted_for(position), position.rules)
    total = sum(left.values())
    if total < removed_count:
        return (None,) * removed_count
    named = [suit for suit, sets in left.items() for _ in range(removed_count - (total - sets))]
    return (*named, *(None,) * (removed_count - len(named)))


def _too_many_hidden(position: Position) -> list[CensusFault]:
    most = max(position.rules.start) - 1
    return [
        CensusFault(
            f"column {number} has {len(column.down)} face-down cards, and none begins with more "
            f"than {most}: is this the number of all its cards?",
            columns=(number,),
        )
        for number, column in enumerate(position.columns, 1)
        if len(column.down) > most
    ]


def _too_many_breaks(position: Position) -> list[CensusFault]:
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
