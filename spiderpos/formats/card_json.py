"""``card-json``: positions in the JSON of other programs, as lists of cards or of objects.

A column is a list of cards, from the top of the table down, or an object with such a list, or with
lists ``down`` and ``up``.  A card is a text, or an object of its suit, its rank, and perhaps its
side.  The usual names of keys are known; an unknown key is an error if it may describe cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ..game.cards import PASTED_CARD, RANK_WORDS, UNKNOWN, Card, Suit, card, parse_card, parse_suit
from ..game.census import DECKS
from ..game.position import Column
from ..game.rules import COLUMNS
from ..text.source import SourceText
from .base import DOWN_ABOVE, Draft, Format, ReadOptions, only_read
from .jsontext import Value, WrongValue, read

_TABLEAU: Final = ("columns", "tableau", "piles", "stacks", "tableaus", "cascades", "cols")
_STOCK: Final = (
    *("stock", "hand", "deck", "talon", "drawpile", "stockpile", "remaining", "stockcount"),
)
_REMOVED: Final = (
    *("removed", "foundation", "foundations", "completed"),
    *("completedsuits", "completedsets", "completedruns", "completedsequences"),
)
_CARDS: Final = ("cards", "pile", "stack")
_SUIT: Final = ("suit", "s")
_RANK: Final = ("rank", "value", "number", "r", "v")
_SHOWN: Final = (
    *("faceup", "isfaceup", "isvisible", "visible", "up", "shown", "revealed", "flipped"),
)
_HIDDEN: Final = ("facedown", "isfacedown", "hidden", "ishidden")
_RANKS: Final = {
    **{word: rank for rank, word in enumerate(RANK_WORDS, 1)},
    **{str(rank): rank for rank in range(1, 14)},
    **{"a": 1, "t": 10, "j": 11, "q": 12, "k": 13},
}
_BACKS: Final = frozenset(("??", "?", "x", "xx", "#", "##", "*", "**", "-", "--", "[]", "🂠"))
_LOOKED_AT: Final = 4096
_BEGINS: Final = re.compile(r'\s*+(?:\{\s*+"|\[\s*+(?:\[\s*+[{"]|\{\s*+"(?:cards|pile)"))')
_HAS_COLUMNS: Final = re.compile(rf'"(?:{"|".join(_TABLEAU)})"\s*+:', re.IGNORECASE)
_HAS_A_CARD: Final = re.compile(rf'"{PASTED_CARD}"|"(?:suit|s)"\s*+:', re.IGNORECASE)
#: Matches unknown keys that may describe which cards lie face down, or the order of cards.
_OF_CARDS: Final = re.compile("down|hidden|cover|order|revers")
#: Matches unknown keys whose value may be the number of cards in the hand or of removed suits.
_OF_NUMBERS: Final = re.compile("stock|deck|deal|remov|complet|foundation|finish")
_SUIT_LENGTH: Final = 13
_NEXT: Final = "the last cards of the stock are dealt next (the text doesn't say)"


def drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    """Parse a JSON document to a draft of the position; errors name the path of the value."""
    return (read(source, _draft, {}),)


def _key(name: str) -> str:
    return re.sub("[-_ ]", "", name.lower())


def _fields(value: Value, *names: Sequence[str]) -> list[Value | None]:
    """Return the value of each group of names, or None.

    Raises WrongValue for any other key that may describe cards.
    """
    values = {_key(key): Value(it, (*value.path, key)) for key, it in value.it.items()}
    fields = [next((values[n] for n in group if n in values), None) for group in names]
    for key, field in values.items():
        of_cards = _has_cards(field.it) or _OF_CARDS.search(key)
        of_number = _number(field.it) is not None and field.it and _OF_NUMBERS.search(key)
        if field not in fields and (of_cards or of_number):
            message = "unknown key, which may describe cards"
            raise WrongValue(field.path, message, "columns, stock, removed", key=True)
    return fields


def _has_cards(it: Any) -> bool:
    if isinstance(it, dict):
        keys = set(map(_key, it))
        return bool(keys & set(_SUIT) and keys & set(_RANK)) or any(map(_has_cards, it.values()))
    if isinstance(it, list):
        return any(map(_has_cards, it))
    return isinstance(it, str) and re.fullmatch(PASTED_CARD, it) is not None


def _draft(document: Value) -> Draft:
    stock = removed = None
    tableau: Value | None = document
    if isinstance(document.it, dict):
        tableau, stock, removed = _fields(document, _TABLEAU, _STOCK, _REMOVED)
    if tableau is None:
        raise WrongValue((), "this is not a position: it has no columns", '"columns"')
    hand = None if stock is None else _hand(stock)
    return Draft(
        columns=tuple(map(_column, tableau.items(COLUMNS))),
        hand=hand,
        removed=None if removed is None else _removed(removed),
        assumed=(_NEXT,) if hand and any(hand) else (),
    )


def _column(value: Value) -> Column:
    if isinstance(value.it, dict):
        cards, *parts = _fields(value, _CARDS, ("down",), ("up",))
        if cards is None:
            return Column(*(tuple(c for c, _ in _cards(p)) if p else () for p in parts))
        if any(parts):
            raise WrongValue(value.path, "the cards are given twice", "one list of all, or two")
        value = cards
    cards_of = _cards(value)
    covered = next((n for n, (_, face_up) in enumerate(cards_of) if face_up), len(cards_of))
    for index, (_, face_up) in enumerate(cards_of[covered:], covered):
        if not face_up:
            message = "a face-down card below one that lies face up"
            raise WrongValue((*value.path, index), message, DOWN_ABOVE)
    if covered == len(cards_of) and cards_of:
        raise WrongValue(value.path, "this column has no face-up card", "its bottom card")
    both = tuple(c for c, _ in cards_of)
    return Column(both[:covered], both[covered:])


def _cards(value: Value) -> list[tuple[Card, bool]]:
    """Parse a list of cards, each with True if it is face up, or a number of face-down cards."""
    number = _number(value.it)
    if number is not None:
        return [(UNKNOWN, False)] * number
    return [_card(item) for item in value.items(DECKS)]


def _number(it: Any) -> int | None:
    return it if type(it) is int and 0 <= it <= DECKS else None


def _card(value: Value) -> tuple[Card, bool]:
    name = value.it.strip().replace("\ufe0f", "") if isinstance(value.it, str) else value.it
    if name is None or (isinstance(name, str) and name.lower() in _BACKS):
        return UNKNOWN, False
    if isinstance(name, str):
        try:
            return parse_card(name), True
        except ValueError:
            value.refuse("a card", 'a card as in "10h", or "??" for one that lies face down')
    if not isinstance(name, dict):
        value.refuse("a card", 'a card as in "10h", or its suit and its rank')
    suit, rank, up_field, down_field = _fields(value, _SUIT, _RANK, _SHOWN, _HIDDEN)
    flag = up_field or down_field
    if flag is not None and not isinstance(flag.it, bool):
        flag.refuse("true or false", "true if the card lies face up")
    face_up = flag is None or flag.it is (flag is up_field)
    if not (suit and suit.it is not None) and not (rank and rank.it is not None) and not face_up:
        return UNKNOWN, False
    if suit is None or rank is None:
        raise WrongValue(value.path, "this card has no suit or no rank", '"suit" and "rank"')
    if isinstance(rank.it, bool) or str(rank.it).strip().lower() not in _RANKS:
        rank.refuse("a rank", 'a rank as in "10", 10, "T", "K" or 13')
    return card(_RANKS[str(rank.it).strip().lower()], _suit(suit)), face_up


def _suit(value: Value) -> Suit:
    try:
        return parse_suit(value.it.strip())
    except (AttributeError, ValueError):
        value.refuse("a suit", '"clubs", "diamonds", "hearts" or "spades"')


def _hand(value: Value) -> tuple[Card, ...]:
    """Return the cards in the order in which they are dealt."""
    number = _number(value.it)
    if number is not None:
        return (UNKNOWN,) * number
    items = value.items(DECKS)
    if any(isinstance(item.it, list) for item in items):
        return tuple(c for row in reversed(items) for c, _ in _cards(row))
    return tuple(c for c, _ in _cards(value))[::-1]


def _removed(value: Value) -> tuple[Suit | None, ...]:
    number = _number(value.it)
    if number is not None:
        return (None,) * min(number, 9)
    suits: list[Suit | None] = []
    for item in value.items(8):
        if isinstance(item.it, list):
            cards = [_card(first)[0] for first in item.items(_SUIT_LENGTH)[:1]]
            suits += [c.suit if c else None for c in cards]
        else:
            suits.append(None if item.it is None else _suit(item))
    return tuple(suits)


def recognises(text: str) -> bool:
    """Return True if a text looks like JSON that has cards."""
    head = text[:_LOOKED_AT]
    if _BEGINS.match(head) is None or _HAS_A_CARD.search(head) is None:
        return False
    return head.lstrip().startswith("[") or _HAS_COLUMNS.search(text) is not None


FORMAT: Final = Format(
    name="card-json",
    summary="JSON of other programs: lists of cards, or of objects with suit and rank (only read)",
    drafts=drafts,
    dumps=only_read("card-json"),
    recognises=recognises,
    lossy="everything: such documents are only read",
)
loads = FORMAT.loads
