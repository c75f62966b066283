"""The phrases of running text, and what their places and cards say.

``grammars/prose.lark`` cuts a text into them; :mod:`spiderpos.scripts.prose` weighs which of them
are moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from lark import Token

from ..cards import RANK_NAMES, Card, card, parse_suit
from .instructions import InCell, Onto, Source, Space, Target
from .terms import pattern, read_number, read_run

__all__ = [
    "CARD_KINDS",
    "HARMLESS_KINDS",
    "ONTO",
    "ORIGINS",
    "SEPARATES",
    "TARGETS",
    "Phrase",
    "column_of",
    "listed_cards",
    "names_card",
    "number_of",
    "read_cards",
    "read_count",
    "read_onto",
    "read_origin",
    "read_target",
    "sentences",
    "word_of",
]


#: Kinds of heads: cards, and what is between what is told one after the other.
CARD_KINDS: Final = frozenset(("RUN", "NAMED_CARD", "CARD_COUNT"))
SEPARATES: Final = frozenset(("COMMA", "LINK"))
#: Heads that say nothing against a move that follows.
HARMLESS_KINDS: Final = CARD_KINDS | {
    *("ANYWAY", "ARTICLE", "BARE_DEAL", "BY", "COLUMN", "COMMA", "DEAL", "DEAL_CARDS", "DECIDED"),
    *("IS", "IT", "LINK"),
    *("MOVE", "OTHER", "POSSIBLE", "REMOVE", "SUIT", "THE_CARD_TURNED_UP", "TURNED_CARDS"),
    *("DEALT_ROW", "WHICH_WE_MOVE", "BUT", "COLON", "STOP"),
    # A text that begins with a place has it as a head.
    *("FROM_COLUMN", "TO_COLUMN", "IN_COLUMN", "FROM_CELL", "TO_CELL", "THERE"),
    *("FROM_ELSEWHERE", "TO_ELSEWHERE", "OUT_OF_SPACE", "INTO_SPACE", "TURN_UP"),
}
#: Kinds of places where a card comes from, what it lies or goes on, and where it goes to.
ORIGINS: Final = ("FROM_COLUMN", "FROM_CELL")
#: "On the Js" can also say where a card lies.
ONTO: Final = ("ONTO", "ON")
TARGETS: Final = ("TO_COLUMN", "TO_CELL", "INTO_SPACE", *ONTO)


class Phrase(NamedTuple):
    """A head, and the places said of it."""

    head: Token
    places: Sequence[Token] = ()

    @property
    def kind(self) -> str:
        """The head's terminal."""
        return self.head.type

    def place(self, *kinds: str) -> Token | None:
        """The first place of one of these kinds."""
        return next((token for token in self.places if token.type in kinds), None)


def word_of(phrase: Phrase) -> str:
    """A phrase's head in small letters."""
    return " ".join(phrase.head.lower().replace("\u2019", "'").split())


def sentences(trees: Sequence[Any]) -> Iterator[list[Phrase]]:
    """The phrases of each sentence, the full stop with them."""
    sentence: list[Phrase] = []
    for tree in trees:
        head, *places = _without_ways(tree.children)
        if tree.data == "stray":
            # The text begins with places, said of nothing.
            sentence += [Phrase(place, [place]) for place in (head, *places)]
        elif head.type == "STOP":
            yield [*sentence, Phrase(head)]
            sentence = [Phrase(place, [place]) for place in places]
        else:
            sentence.append(Phrase(head, places))
    if sentence:
        yield sentence


def _without_ways(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, with the two ends of a WAY apart."""
    for token in tokens:
        if token.type == "WAY":
            ends = re.finditer(r"\d+", token.value)
            for kind, end in zip(("FROM_COLUMN", "TO_COLUMN"), ends, strict=True):
                start = (token.start_pos or 0) + end.start()
                yield Token(kind, end[0], start, end_pos=start + len(end[0]))
        else:
            yield token


_RANKS: Final = {
    **{name.lower(): rank for rank, name in enumerate(RANK_NAMES) if name},
    **{"ace": 1, "deuce": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    **{"eight": 8, "nine": 9, "ten": 10, "jack": 11, "queen": 12, "king": 13},
}


def read_cards(token: Token) -> tuple[Card, Card]:
    """The highest and the lowest card of a name; raises BadRunError."""
    if token.type == "RUN":
        return read_run(token.value)
    return _named_card(token.value)


def _named_card(name: str) -> tuple[Card, Card]:
    """``ace of spades`` or ``spade ace``."""
    words = [word for word in name.lower().split() if word != "of"]
    rank, suit = words if words[0] in _RANKS else reversed(words)
    single = card(_RANKS[rank], parse_suit(suit))
    return single, single


def read_target(token: Token | None) -> Target:
    """What a TO_COLUMN, INTO_SPACE or ONTO says."""
    if token is None:
        return None
    if token.type == "TO_COLUMN":
        return read_number(token.value)
    if token.type == "TO_CELL":
        return InCell(read_number(token.value))
    if token.type == "INTO_SPACE":
        return Space(column_of(token))
    if token.type == "ON" and not names_card(token):
        return column_of(token)
    return read_onto(token)


def names_card(token: Token) -> re.Match[str] | None:
    """Where an ONTO or ON names its card, in words or abbreviated, if it does."""
    # What a "??" has to stand before is not in the token.
    return pattern("prose", r"({RUN}|\?\?)|({NAMED_CARD})").search(token.value)


def read_onto(token: Token) -> Onto:
    """The card of an ONTO or ON, with its column."""
    named = names_card(token)
    assert named is not None  # noqa: S101 - the terminal has one
    _, tail = read_run(named[1]) if named[1] else _named_card(named[2])
    return Onto(tail, column_of(token))


def column_of(token: Token) -> int | None:
    """The column that a place ends in."""
    column = pattern("prose", r"{COLUMN}$").search(token.value)
    return read_number(column[0]) if column else None


def read_origin(token: Token | None) -> Source:
    """What a FROM_COLUMN or FROM_CELL says."""
    if token is not None and token.type == "FROM_CELL":
        return InCell(read_number(token.value))
    return number_of(token)


def listed_cards(token: Token) -> tuple[Card, ...]:
    """The cards that a DEALT_ROW or TURNED_CARDS lists."""
    names = token.value.lower().rpartition("up")[2]
    return tuple(read_run(name)[0] for name in names.replace(",", " ").split())


_NUMBERS: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)


def read_count(token: Token) -> int:
    """The number of a CARD_COUNT."""
    word = token.value.split()[0].lower()
    return _NUMBERS.index(word) + 1 if word in _NUMBERS else int(word)


def number_of(token: Token | None) -> int | None:
    """The number that a place ends in, if there is one."""
    return None if token is None else read_number(token.value)
