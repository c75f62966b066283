"""``windows7``: save files of the Spider of Windows Vista and 7 (``*.SpiderSolitaireSave-ms``).

A file is binary: a head that begins ``RGMH``, a picture, and XML in UTF-16 that names all cards.
``Stack1`` to ``Stack10`` are the columns, each from the top of the table down; of ``Deck``, the
hand, the last card is dealt first, to column 1; ``Complete`` has 13 cards of each removed suit.

Microsoft hasn't published the format.  This reader is based on 47 files; the order of the hand was
found by replaying 40 games of J. Stateson's (github.com/JStateson/SolveSpiderSolitaire).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..game.cards import ACE, RANK_WORDS, Card, Suit, card
from ..game.position import Column
from ..game.rules import COLUMNS
from ..text.source import SourceText
from .base import DOWN_ABOVE, Draft, Format, ReadOptions, only_read, refuse

_BEGINNING: Final = "<Root>".encode("utf-16-le")
_END: Final = "</Root>"
_NAME: Final = re.compile(r"([A-Z][a-z]+)Of([A-Z][a-z]+)\d*")
_RANKS: Final = {word.capitalize(): rank for rank, word in enumerate(RANK_WORDS, ACE)}
_SUITS: Final = {suit.plural.capitalize(): suit for suit in Suit}
_STACKS: Final = tuple(f"Stack{number}" for number in range(1, COLUMNS + 1))


def unpack(data: bytes) -> str | None:
    """Return the XML text in a save file of Windows' Spider; None for any other file."""
    start = data.find(_BEGINNING)
    if start < 0 or not data.startswith(b"RGMH"):
        return None
    return data[start:].decode("utf-16-le", "replace").partition(_END)[0] + _END


def drafts(source: SourceText, _: ReadOptions) -> Sequence[Draft]:
    """Parse the XML of a save file to a draft of the position.  Raises NotationError."""
    from xml.etree import ElementTree  # noqa: PLC0415 - few files; expat limits entities

    try:
        # A damaged file can contain surrogates, which XML doesn't allow.
        text = source.text.encode("utf-8", "replace").decode("utf-8")
        root = ElementTree.fromstring(text)  # noqa: S314
    except ElementTree.ParseError as error:
        refuse(source, 0, f"this is not XML: {error}", "the text of a save file")
    stacks: dict[str, list[tuple[Card, bool]]] = {}
    for stack in root.iter("CardStack"):
        name = stack.findtext("Name", "")
        if name in stacks:
            offset = source.text.rfind(f">{name}<") + 1
            refuse(source, offset, f"a second {name}", "each stack of cards once", len(name))
        stacks[name] = [
            (_card(source, card.findtext("Name", "")), card.findtext("FaceUp") == "true")
            for card in stack.iter("Card")
        ]
    for name in (*_STACKS, "Deck", "Complete"):
        if name not in stacks:
            expected = "Stack1 to Stack10, Deck, Complete"
            refuse(source, len(source.text.rstrip()), f"there is no {name}", expected)
    columns = []
    for name in _STACKS:
        down = sum(not is_up for _, is_up in stacks[name])
        if any(is_up for _, is_up in stacks[name][:down]):
            offset = source.text.find(f">{name}<") + 1
            refuse(source, offset, f"{name} has a face-down card below one face up", DOWN_ABOVE)
        cards = tuple(c for c, _ in stacks[name])
        columns.append(Column(cards[:down], cards[down:]))
    complete = Counter(c.suit for c, _ in stacks["Complete"])
    if any(count % 13 for count in complete.values()):
        offset = source.text.find(">Complete<") + 1
        refuse(source, offset, "a suit in Complete doesn't have 13 cards", "whole suits")
    return [
        Draft(
            columns=tuple(columns),
            hand=tuple(c for c, _ in reversed(stacks["Deck"])),
            removed=tuple(suit for suit, count in complete.items() for _ in range(count // 13)),
        )
    ]


def _card(source: SourceText, text: str) -> Card:
    name = _NAME.fullmatch(text)
    rank, suit = (_RANKS.get(name[1]), _SUITS.get(name[2])) if name else (None, None)
    if rank is None or suit is None:
        offset = source.text.find(f">{text}<") + 1
        refuse(source, offset, f"'{text[:20]}' is not a card", "as in TenOfSpades1", len(text))
    return card(rank, suit)


def recognises(text: str) -> bool:
    """Return True if a text is the XML of such a file."""
    return text.lstrip().startswith("<Root>") and "<CardStack>" in text


FORMAT: Final = Format(
    name="windows7",
    summary="save files of the Spider of Windows 7 (only read)",
    drafts=drafts,
    dumps=only_read("windows7"),
    recognises=recognises,
    unpack=unpack,
    lossy="everything: such files are only read",
)
loads = FORMAT.loads
