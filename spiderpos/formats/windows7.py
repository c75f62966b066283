"""``windows7``: save files of the Spider of Windows Vista and 7 (``*.SpiderSolitaireSave-ms``).

A file is binary: a head that begins ``RGMH``, a picture, and XML in UTF-16 that names all cards.
``Stack1`` to ``Stack10`` are the columns, each from the top of the table down; of ``Deck``, the
hand, the last card is dealt first, to column 1; ``Complete`` has 13 cards of each removed suit.

Microsoft hasn't published the format.  This is what 47 files say; the order of the hand was found
by replaying 40 games of J. Stateson's (github.com/JStateson/SolveSpiderSolitaire).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from ..game.cards import ACE, RANK_WORDS, Card, Suit, card
from ..game.position import Column, Position
from ..game.rules import COLUMNS
from ..text.errors import NotWritable
from ..text.source import SourceText
from .base import DOWN_ABOVE, OURS, Draft, Format, ReadOptions, refuse

_BEGINNING: Final = "<Root>".encode("utf-16-le")
_END: Final = "</Root>"
#: The tags that say something, each with what stands behind it.
_TAG: Final = re.compile(r"<(/?CardStack|/?Card|Name|FaceUp)>([^<]*+)")
_NAME: Final = re.compile(r"([A-Z][a-z]+)Of([A-Z][a-z]+)\d*")
_RANKS: Final = {word.capitalize(): rank for rank, word in enumerate(RANK_WORDS, ACE)}
_SUITS: Final = {suit.plural.capitalize(): suit for suit in Suit}
_STACKS: Final = tuple(f"Stack{number}" for number in range(1, COLUMNS + 1))


def unpack(data: bytes) -> str | None:
    """Return the text within such a file; None for any other."""
    at = data.find(_BEGINNING)
    if at < 0 or not data.startswith(b"RGMH"):
        return None
    return data[at:].decode("utf-16-le", "replace").partition(_END)[0] + _END


def drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    """Return the position that the text of a file says.  Raises NotationError."""
    stacks: dict[str, list[tuple[Card, bool]]] = {}
    places: dict[str, int] = {}
    for name, start, entries in _stacks(source.text):
        if name in stacks:
            refuse(source, start, f"a second {name}", "each stack of cards once")
        places[name] = start
        stacks[name] = [(_card(source, *entry), is_up) for entry, is_up in entries]
    lacking = [name for name in (*_STACKS, "Deck", "Complete") if name not in stacks]
    if lacking:
        expected = "Stack1 to Stack10, Deck, Complete"
        refuse(source, len(source.text.rstrip()), f"there is no {lacking[0]}", expected)
    columns = []
    for name in _STACKS:
        down = sum(not is_up for _, is_up in stacks[name])
        if any(is_up for _, is_up in stacks[name][:down]):
            refuse(source, places[name], f"{name} has a face-down card below one", DOWN_ABOVE)
        cards = tuple(c for c, _ in stacks[name])
        columns.append(Column(cards[:down], cards[down:]))
    complete = Counter(c.suit for c, _ in stacks["Complete"])
    if any(count % 13 for count in complete.values()):
        refuse(source, places["Complete"], "a suit in Complete hasn't 13 cards", "whole suits")
    return [
        Draft(
            columns=tuple(columns),
            hand=tuple(c for c, _ in reversed(stacks["Deck"])),
            removed=tuple(suit for suit, count in complete.items() for _ in range(count // 13)),
        )
    ]


#: A card's name, and the offset where that stands; and whether it lies face up.
_Found = tuple[tuple[str, int], bool]


def _stacks(text: str) -> Iterator[tuple[str, int, list[_Found]]]:
    """Yield the name of each stack of cards, the offset where that stands, and its cards."""
    stack: tuple[str, int] | None = None
    name: tuple[str, int] | None = None
    cards: list[_Found] = []
    in_card = False
    for tag in _TAG.finditer(text):
        match tag[1]:
            case "CardStack":
                stack, name, cards, in_card = None, None, [], False
            case "Card":
                in_card, name = True, None
            case "Name" if in_card:
                name = name or (tag[2], tag.start(2))
            case "Name":
                stack = stack or (tag[2], tag.start(2))
            case "FaceUp" if in_card and name is not None and tag[2] in ("true", "false"):
                cards.append((name, tag[2] == "true"))
                in_card = False
            case "/CardStack" if stack is not None:
                yield (*stack, cards)
                stack = None
            case _:
                pass


def _card(source: SourceText, text: str, start: int) -> Card:
    name = _NAME.fullmatch(text)
    rank, suit = (_RANKS.get(name[1]), _SUITS.get(name[2])) if name else (None, None)
    if rank is None or suit is None:
        refuse(source, start, f"'{text[:20]}' is no card", "as in TenOfSpades1", len(text))
    return card(rank, suit)


def dumps(_: Position) -> NoReturn:
    """Raise NotWritable: such files are only read."""
    raise NotWritable("windows7", "a position: its files are only read", OURS)


def recognises(text: str) -> bool:
    """Return True if a text is what such a file holds."""
    return text.lstrip().startswith("<Root>") and "<CardStack>" in text


FORMAT: Final = Format(
    name="windows7",
    summary="save files of the Spider of Windows 7 (only read)",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    unpack=unpack,
    example="<Root>...<CardStack>...<Name>Stack1</Name>...<Cards><Card>...</Root>",
    lossy="everything: such files are only read",
    extensions=("SpiderSolitaireSave-ms",),
    writable=False,
)
loads = FORMAT.loads
