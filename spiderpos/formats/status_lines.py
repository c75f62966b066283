"""What lines beside a tableau say of the rest: the hand, the removed suits, the free cells.

Only phrases that say nothing else are understood, by the rule ``status`` of the grammar:
``Stock: 30 cards``, ``2 deals left``, ``Packs-Off=1``, ``Removed: clubs, hearts``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ..game.cards import UNKNOWN, Card, Suit, parse_suit
from ..game.engine import SUIT_LENGTH
from ..game.rules import COLUMNS, WOODS
from ..text.wording import NUMBERS
from .cells import CARDS, face, parser

#: Longer clauses say more than that.
_LONGEST: Final = 400
_EDGES: Final = " \t\r>*#.()[]!-"
_MOST_SUITS: Final = 8
_NUMBERS: Final = {word: number for number, word in enumerate(NUMBERS)} | dict.fromkeys(
    ("none", "nothing", "empty", "exhausted"), 0
)
_CLAUSES: Final = re.compile(
    r"[;|]|\s{2,}|,(?=\s*(?:\d\s+)?[A-Za-z]{3,})|[.!](?=\s|$)|(?<=\?)\s|</?\w+[^<>]*>"
)
_PARTS: Final = re.compile(rf"{_CLAUSES.pattern}|\((?=\d)")
#: A phrase has one of these words; any other is passed over at once.
_WORD: Final = re.compile(
    r"stock|hand|deck|talon|draw|shuffler|undealt|deal|row|remov|complet|foundation|finish|off"
    r"|home|done|gone|cell|remain|rest\b|cards? left|reserve|suit|clubs|diamonds|hearts|spades",
    re.IGNORECASE,
)
#: Words for the hand; more than the grammar's, since what it doesn't read is refused.
_PILE: Final = (
    r"(?:stock(?:pile)?|talon|draw pile|card shuffler|deck|undealt|reserve|in (?:the|my) hand)"
)
_AMOUNT: Final = rf"(?:\d{{1,3}}|none|no|all|every|last|final|only|{'|'.join(NUMBERS)})"
_SUIT: Final = r"(?:suits?|sets?|runs?|sequences?|clubs|diamonds|hearts|spades)"
_OFF: Final = r"(?:removed|completed|off|home|done|finished|gone)"
#: What says something of the hand or the removed suits, somewhere in a clause.
_STATEMENT: Final = re.compile(
    rf"^\W{{0,4}}(?:[a-z'-]{{1,15}} ){{0,3}}(?:{_PILE}|deals?|rows?|removed|completed|foundations?"
    r"|finished|home|hand)(?: [a-z'-]{1,15}){0,2} ?[:=] ?\S"
    r"|^\W{0,4}(?:rest|(?:cards )?(?:remaining|left)(?: cards)?) ?[:=] ?\S"
    rf"|\b{_PILE}\b.{{0,40}}\b(?:\d+|{_AMOUNT}|empty|exhausted|gone)\b"
    rf"|\b{_AMOUNT}\b.{{0,30}}\b{_PILE}\b"
    rf"|\b{_AMOUNT} (?:of \d |more )?(?:deals?|rows?|cards?)\b.{{0,30}}"
    r"\b(?:left|remain(?:s|ing)?|to (?:go|come|deal|be dealt)|dealt|used|done|made|so far)\b"
    rf"|\bdealt {_AMOUNT}|\bno more deals?\b|\bafter the (?:last|final) deal\b"
    rf"|\b(?:{_AMOUNT}|{_SUIT})\b.{{0,30}}\b{_SUIT}?.{{0,15}}\b{_OFF}\b"
    rf"|\b{_OFF} .{{0,15}}\b{_SUIT}\b|\b{_OFF}: *{_AMOUNT}",
    re.IGNORECASE,
)
#: A clause with one of these asks or wishes, and says nothing of the position.
_NO_STATEMENT: Final = re.compile(
    r"\b(?:can(?:'t|not)?|could|how|what|which|goal|wins?|want|try|must|will|would|if|whether"
    r"|when|before|without|until|find|let|don't|never|may|might|next|to (?:remove|complete|win))\b"
    r"|\?$",
    re.IGNORECASE,
)
#: What may stand before a phrase.
_FILLER: Final = re.compile(
    r"^\W*+(?:(?:i|we|there|have|has|had|are|is|my|the|with|only|just|and|now|still|got)\b\W*+)++",
    re.IGNORECASE,
)
#: "deals (20 cards)": how many cards they are.
_IN_CARDS: Final = re.compile(r"\b((?:deal|row)s?) \((\d{1,3} cards)\)", re.IGNORECASE)
#: How many suits the game has.
_GAME: Final = re.compile(
    r"\b(one|two|four|[124])-suit(?:s|ed)?\b"
    r"|(?:^\W{0,4}(?:[a-z'-]{1,15}:? ){0,4}|\()(one|two|four|[124]) suits?\W{0,4}$"
    r"|\b(?:clubs|diamonds|hearts|spades) only\b|\b(?:all|only) (?:clubs|diamonds|hearts|spades)$",
    re.IGNORECASE,
)
#: What says that cards or columns stand the other way round; pages refuse the same.
ANOTHER_ORDER: Final = re.compile(
    r"\b(?:right to left|bottom (?:card )?first|top (?:card )?last|bottom (?:to top|up)"
    r"|upside[- ]down|mirrored|reversed? order)\b",
    re.IGNORECASE,
)
#: What says so in more words, that cards are left out, or that something is to be changed.
_CORRECTION: Final = re.compile(
    r"\b(?:in reverse|(?:right-?most|last) column first|columns? 10 (?:to|-) 1"
    r"|from the bottom card"
    r"|(?:exposed|playable) card (?:first|on the left|upward)"
    r"|first card .{0,30}\b(?:bottom|playable)|top card is the playable"
    r"|(?:face-?down|hidden) cards .{0,12}(?:omitted|not shown|left out)"
    r"|(?:only|left out the|not show\w+ the|omit\w+ the) (?:face-?(?:up|down)|hidden) cards"
    r"|(?:edit|correction) ?:|typo\b|(?:columns?|cards?) .{0,20}(?:should be|(?:are|is) swapped))"
    r"|^\W{0,4}[a-j](?:\W{1,8}[a-j]){4,9}\W{0,4}$",
    re.IGNORECASE,
)
_CELLS: Final = re.compile(r"[ \t]*(?:free\s*)?cells?\s*[:=]", re.IGNORECASE)


class StatusLines(NamedTuple):
    """What is said of the hand, the removed suits, the free cells and the number of suits in the
    game; None where nothing is."""

    hand: tuple[Card, ...] | None = None
    removed: tuple[Suit | None, ...] | None = None
    cells: tuple[Card | None, ...] = ()
    suits: int | None = None


_NOTHING: Final = StatusLines()


def is_status(line: str) -> bool:
    """Return True if a line says something of the hand, the removed suits or the free cells."""
    return len(line) <= _LONGEST and (_CELLS.match(line) is not None or bool(_phrases(line)))


def read_status(line: str, status: StatusLines = _NOTHING) -> StatusLines:
    """Return what a line beside a tableau says, and what is known before.

    Raises ValueError, with what was expected, for what says something of the position and isn't
    understood, says otherwise than others, or names another order of the cards.
    """
    if _CELLS.match(line) and not any(tree.data == "cells" for tree in _phrases(line)):
        raise ValueError("this is no line of free cells", "a card or (sp) for each cell")
    if ANOTHER_ORDER.search(line):
        raise ValueError("cards in this order aren't read", "columns from the left, top first")
    if _CORRECTION.search(line):
        message = "this says that the cards stand otherwise, and that isn't read"
        raise ValueError(message, "all cards where they lie, columns from the left, top first")
    plain = _IN_CARDS.sub(r"\1", line)
    for tree in _phrases(plain) if len(line) <= _LONGEST else ():
        status = _with(status, tree)
    for clause in _CLAUSES.split(line) if _WORD.search(line) else ():
        if len(clause) > _LONGEST or _NO_STATEMENT.search(clause.rstrip()):
            continue
        if game := _GAME.search(clause):
            suits = _number(game[1] or game[2] or "one")
            status = status._replace(suits=_agreed(status.suits, suits))
        plain = _IN_CARDS.sub(r"\1", clause)
        trees = _phrases(plain)
        if not trees and _STATEMENT.search(plain):
            trees = tuple(_trees((_FILLER.sub("", plain),)))
            if not trees:
                message = "it isn't understood what this says of the hand or the removed suits"
                raise ValueError(message, "'Stock: 30 cards', '2 deals left' or 'Removed: clubs'")
        if trees:
            trees += tuple(_trees(f"stock: {match[2]}" for match in _IN_CARDS.finditer(clause)))
        for tree in trees:
            status = _with(status, tree)
    return status


@lru_cache(maxsize=64)
def _phrases(line: str) -> tuple[Any, ...]:
    """Return what the phrases of a line are, as trees of the grammar."""
    if not _WORD.search(line):
        return ()
    return tuple(_trees((line,) if _CELLS.match(line) else (line, *_PARTS.split(line))))


def _trees(phrases: Iterable[str]) -> Iterator[Any]:
    """Yield the trees of those phrases that the grammar reads, each once."""
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - most commands need no grammar

    for phrase in dict.fromkeys(phrases):
        words = phrase.strip() if _CELLS.match(phrase) else phrase.strip(_EDGES)
        try:
            yield parser().parse(words, start="status").children[0]
        except UnexpectedInput:
            continue


def _with(status: StatusLines, tree: Any) -> StatusLines:
    """Return what is known already, and what a phrase says."""
    amount = next((_number(t) for t in tree.children if t.type == "AMOUNT"), None)
    cards = [t for t in tree.children if t.type in (*CARDS, "SPACE", "DASH", "DASHES", "LINES")]
    match tree.data:
        case "cells":
            cells = (face(token) if token.type in CARDS else None for token in cards)
            return status._replace(cells=tuple(cells))
        case "removed":
            suits = [parse_suit(str(t)) for t in tree.children if t.type == "SUIT"]
            removed = _suits(amount) if amount is not None else tuple(suits)
            return status._replace(removed=_agreed(status.removed, removed))
        case _ if amount is not None:
            rows = {"deals": amount, "dealt": max(WOODS.hand_sizes) // COLUMNS - amount}.get(
                tree.data
            )
            hand = (UNKNOWN,) * (amount if rows is None else COLUMNS * rows)
            return status._replace(hand=_agreed(status.hand, hand))
    if len(cards) < COLUMNS:
        raise ValueError(
            "a hand has no fewer cards than a row", "ten cards or more, or their number"
        )
    return status._replace(hand=_agreed(status.hand, tuple(map(face, cards))))


def _agreed(known: Any, new: Any) -> Any:
    """Return what two phrases say of the same.  Raises ValueError if they differ."""
    if known is None or new is None or known == new:
        return new if known is None else known
    if isinstance(new, int):
        raise ValueError(f"this says {new}, and the text says {known} elsewhere", "as many suits")
    if len(known) != len(new):
        message = f"this says {len(new)}, and the text says {len(known)} elsewhere"
        raise ValueError(message, "the same cards in the hand, and suits removed")
    return new if any(new) else known


def _number(text: str) -> int:
    word = text.lower()
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def _suits(count: int) -> tuple[Suit | None, ...] | None:
    """Return so many unnamed suits, or those of so many cards."""
    if count >= SUIT_LENGTH and count % SUIT_LENGTH == 0:
        count //= SUIT_LENGTH
    return (None,) * count if count <= _MOST_SUITS else None
