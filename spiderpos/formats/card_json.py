"""``card-json``: positions as other programs print them in JSON, in lists of cards or of objects.

A column is a list of cards, from the top of the table down, or an object with such lists.  A card
is a text, or an object of its suit, its rank, and perhaps of whether it lies face up.  Keys are
known under the names that programs give them; one that isn't may hold no cards.
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
    "stock",
    "hand",
    "deck",
    "talon",
    "drawpile",
    "stockpile",
    "remaining",
    "stockcount",
)
_REMOVED: Final = (
    *("removed", "foundation", "foundations", "completed"),
    *("completedsuits", "completedsets", "completedruns", "completedsequences"),
)
_CARDS: Final = ("cards", "pile", "stack")
_DOWN: Final = ("down", "hidden", "facedown", "covered")
_UP: Final = ("up", "visible", "faceup", "shown", "open")
_SUIT: Final = ("suit", "s")
_RANK: Final = ("rank", "value", "number", "r", "v")
_SHOWN: Final = (
    "faceup",
    "isfaceup",
    "isvisible",
    "visible",
    "up",
    "shown",
    "revealed",
    "flipped",
)
_HIDDEN: Final = ("facedown", "isfacedown", "hidden", "ishidden")
_RANKS: Final = {
    **{word: rank for rank, word in enumerate(RANK_WORDS, 1)},
    **{"a": 1, "t": 10, "j": 11, "q": 12, "k": 13},
}
_BACKS: Final = frozenset(("??", "?", "x", "xx", "#", "##", "*", "**", "-", "--", "[]", "🂠"))
_LOOKED_AT: Final = 4096
_BEGINS: Final = re.compile(r'\s*+(?:\{\s*+"|\[\s*+(?:\[\s*+[{"]|\{\s*+"(?:cards|pile)"))')
_HAS_COLUMNS: Final = re.compile(rf'"(?:{"|".join(_TABLEAU)})"\s*+:', re.IGNORECASE)
_HAS_A_CARD: Final = re.compile(rf'"{PASTED_CARD}"|"(?:suit|s)"\s*+:', re.IGNORECASE)
#: Parts of keys that say which cards lie face down, or which is the first.
_OF_CARDS: Final = re.compile("down|hidden|cover|order|revers")
#: Parts of keys whose number is one of cards in the hand, or of suits removed.
_OF_NUMBERS: Final = re.compile("stock|deck|deal|remov|complet|foundation|finish")
_SUIT_LENGTH: Final = 13
_MOST_IN_STOCK: Final = 60
_NEXT: Final = "the last cards of the stock are dealt next (the text doesn't say)"


def drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    """Return the position of a document; errors name the path of the value that is wrong."""
    return (read(source, _draft, {}),)


def _key(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _fields(value: Value, *names: Sequence[str]) -> list[Value | None]:
    """Return the values of an object under the first of each of these names that it has.

    Raises WrongValue for a value under another name that has cards, or may say how they lie.
    """
    known = {_key(key): Value(it, (*value.path, key)) for key, it in value.it.items()}
    fields = [next((known[n] for n in group if n in known), None) for group in names]
    for key, field in known.items():
        known_key = field in fields
        of_cards = _has_cards(field.it) or _OF_CARDS.search(key)
        if not known_key and (of_cards or (_number(field.it) and _OF_NUMBERS.search(key))):
            message = "it isn't known what this says of the cards"
            raise WrongValue(field.path, message, "columns, stock, removed", key=True)
    return fields


def _has_cards(it: Any) -> bool:
    if isinstance(it, dict):
        keys = set(map(_key, it))
        return bool(keys & set(_SUIT) and keys & set(_RANK)) or any(map(_has_cards, it.values()))
    if isinstance(it, list):
        return any(map(_has_cards, it))
    try:
        return isinstance(it, str) and bool(parse_card(it))
    except ValueError:
        return False


def _draft(document: Value) -> Draft:
    stock = removed = None
    tableau: Value | None = document
    if isinstance(document.it, dict):
        tableau, stock, removed = _fields(document, _TABLEAU, _STOCK, _REMOVED)
    if tableau is None:
        raise WrongValue((), "this is not a position: there are no columns", '"columns"')
    hand = None if stock is None else _hand(stock)
    return Draft(
        columns=tuple(map(_column, tableau.items(COLUMNS))),
        hand=hand,
        removed=None if removed is None else _removed(removed),
        assumed=(_NEXT,) if hand and any(hand) else (),
    )


def _column(value: Value) -> Column:
    if isinstance(value.it, dict):
        cards, down, up = _fields(value, _CARDS, _DOWN, _UP)
        if cards is None:
            return Column(
                () if down is None else tuple(c for c, _ in _cards(down)),
                () if up is None else tuple(c for c, _ in _cards(up)),
            )
        if down is not None or up is not None:
            message = "it isn't known which of the cards these are"
            raise WrongValue((down or up or value).path, message, "one list of all cards, or two")
        value = cards
    cards_of = _cards(value)
    covered = next((n for n, (_, shown) in enumerate(cards_of) if shown), len(cards_of))
    for at, (_, shown) in enumerate(cards_of[covered:], covered):
        if not shown:
            message = "a face-down card below one that lies face up"
            raise WrongValue((*value.path, at), message, DOWN_ABOVE)
    if covered == len(cards_of) and cards_of:
        raise WrongValue(value.path, "no card of this column lies face up", "its bottom card")
    both = tuple(c for c, _ in cards_of)
    return Column(both[:covered], both[covered:])


def _cards(value: Value) -> list[tuple[Card, bool]]:
    """Return cards, and whether each lies face up; a number stands for face-down ones."""
    number = _number(value.it)
    if number is not None and number <= DECKS:
        return [(UNKNOWN, False)] * number
    return [_card(item) for item in value.items(DECKS)]


def _number(it: Any) -> int | None:
    """Return a whole number; the parser leaves numbers as they are written."""
    return int(it) if isinstance(it, int) and not isinstance(it, bool) and it >= 0 else None


def _card(value: Value) -> tuple[Card, bool]:
    if value.it is None:
        return UNKNOWN, False
    if isinstance(value.it, str):
        if value.it.strip().lower() in _BACKS:
            return UNKNOWN, False
        try:
            return parse_card(value.it.strip().replace("\ufe0f", "")), True
        except ValueError:
            value.refuse("a card", 'a card as in "10h", or "??" for one that lies face down')
    if not isinstance(value.it, dict):
        value.refuse("a card", 'a card as in "10h", or its suit and its rank')
    suit, rank, shown, hidden = _fields(value, _SUIT, _RANK, _SHOWN, _HIDDEN)
    flag = shown or hidden
    if flag is not None and not isinstance(flag.it, bool):
        flag.refuse("true or false", "whether the card lies face up")
    face_up = True if flag is None else bool(flag.it) is (flag is shown)
    if (suit is None or suit.it is None) and (rank is None or rank.it is None) and not face_up:
        return UNKNOWN, False
    if suit is None or rank is None:
        raise WrongValue(value.path, "this card has no suit or no rank", '"suit" and "rank"')
    return card(_rank(rank), _suit(suit)), face_up


def _rank(value: Value) -> int:
    text = str(value.it).strip().lower()
    rank = int(text) if text.isdecimal() and len(text) < 3 else _RANKS.get(text, 0)
    if isinstance(value.it, bool) or not 1 <= rank <= _SUIT_LENGTH:
        value.refuse("a rank", 'a rank as in "10", 10, "T", "K" or 13')
    return rank


def _suit(value: Value) -> Suit:
    try:
        return parse_suit(value.it.strip())
    except (AttributeError, ValueError):
        value.refuse("a suit", '"clubs", "diamonds", "hearts" or "spades"')


def _hand(value: Value) -> tuple[Card, ...]:
    """Return the cards of the stock, the one that is dealt first before the others."""
    number = _number(value.it)
    if number is not None:
        if number > _MOST_IN_STOCK:
            value.refuse("a number of cards", "at most 50 cards in the stock")
        return (UNKNOWN,) * number
    items = value.items(DECKS)
    rows = [item for item in items if isinstance(item.it, list)]
    if rows:
        return tuple(c for row in reversed(rows) for c, _ in _cards(row))
    return tuple(c for c, _ in _cards(value))[::-1]


def _removed(value: Value) -> tuple[Suit | None, ...]:
    """Return the removed suits: their number, their names, or the cards of each."""
    number = _number(value.it)
    if number is not None:
        return (None,) * min(number, 9)
    suits: list[Suit | None] = []
    for item in value.items(8):
        if isinstance(item.it, list):
            if item.it:
                suits.append(_card(item.items(_SUIT_LENGTH)[0])[0].suit)
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
    example='[["??", "Kd"], [{"suit": "hearts", "rank": 10, "faceUp": true}]]',
    lossy="everything: such documents are only read",
    extensions=("json",),
    writable=False,
)
loads = FORMAT.loads
