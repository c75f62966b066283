"""What stands around a phrase of running text, in its clause and its sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from lark import Token

from .doubts import is_dash
from .phrases import TARGETS, Phrase, word_of

__all__ = ["CLAUSE_ENDS", "LIST_ENDS", "Around"]

#: Heads that end a clause, and what an item of a list may stand between.
CLAUSE_ENDS: Final = frozenset(("COMMA", "COLON", "BUT", "STOP"))
LIST_ENDS: Final = CLAUSE_ENDS | {"LINK"}
#: What begins the next item of a list in which line ends part the items.
_ITEMS: Final = frozenset(
    (
        *("RUN", "NAMED_CARD", "CARD_COUNT", "MOVE", "REMOVE"),
        *("DEALT_ROW", "DEAL", "DEAL_CARDS", "BARE_DEAL"),
    )
)
#: Heads that begin what is no longer said of the card before.
_OTHER_MATTERS: Final = _ITEMS | {
    *("WHICH_WE_MOVE", "SUIT", "TURNED_CARDS", "THE_CARD_TURNED_UP", "COLON", "BUT", "STOP"),
    *("IF", "SUPPOSED", "NOT_THIS"),
}
_DENIALS: Final = frozenset(("SUPPOSED", "NOT_THIS"))
_MATTERS_BEFORE: Final = _OTHER_MATTERS - {"MOVE"} | {"IT"}
_CARDS_SAID: Final = frozenset(
    ("RUN", "NAMED_CARD", "CARD_COUNT", "WHICH_WE_MOVE", "SUIT", "THE_CARD_TURNED_UP", "REMOVE")
)
_EXISTS: Final = re.compile(r"['\u2019]s\b|\s+(?:is|are|was|were)\b", re.IGNORECASE)


class Around:
    """The phrases of a sentence around one of them.

    ``sentence``: its phrases.  ``at``: the index of the one that is read.  ``bare`` is the text
    that they stand in, without its remarks, each character in its place.
    """

    def __init__(self, sentence: Sequence[Phrase], bare: str) -> None:
        self.sentence = sentence
        self.at = 0
        self._bare = bare
        #: The kinds of places in it that are said of no card, once they are asked for.
        self._places: frozenset[str] | None = None

    @property
    def phrase(self) -> Phrase:
        """The phrase that is read."""
        return self.sentence[self.at]

    def neighbour(self, distance: int) -> Phrase | None:
        """The phrase so far behind this one, or before it, if there is one."""
        at = self.at + distance
        return self.sentence[at] if 0 <= at < len(self.sentence) else None

    def says(self, kinds: Sequence[str], *, sentence: bool) -> bool:
        """Whether a place of these kinds is said here, apart from any other card.

        It's looked for in the clause, or up to the end of the ``sentence``.
        """
        if self.phrase.place(*kinds):
            return True
        for at in range(self.at + 1, len(self.sentence)):
            after = self.sentence[at]
            # "not to 2, but to 3": what is denied is said of this card.
            if after.kind in _OTHER_MATTERS - _DENIALS:
                break
            if after.place(*kinds):
                return True
            if after.kind in _DENIALS:
                break
            if not sentence and after.kind in LIST_ENDS:
                break
        for at in range(self.at - 1, -1, -1):
            before = self.sentence[at]
            if before.kind in LIST_ENDS or before.kind in _MATTERS_BEFORE:
                break
            if before.place(*kinds):
                return True
        return False

    def is_named(self, kinds: Sequence[str]) -> bool:
        """Whether a place of these kinds is said in the sentence, and not of a card."""
        if self._places is None:
            self._places = self._places_of_no_card()
        return not self._places.isdisjoint(("COLUMN", *kinds))

    def _places_of_no_card(self) -> frozenset[str]:
        others = [phrase for phrase in self.sentence if phrase.kind not in _CARDS_SAID]
        if any(phrase.kind == "IT" and phrase.place("THERE", *TARGETS) for phrase in others):
            # "So we'll move it there" says whose place it is.
            return frozenset()
        places = (p.type for phrase in others for p in phrase.places if not self._exists(p))
        return frozenset((*places, *(phrase.kind for phrase in others)))

    def _exists(self, place: Token) -> bool:
        """Whether "there" only says that something exists: "there are two spaces"."""
        return place.type == "THERE" and _EXISTS.match(self._bare, place.end_pos or 0) is not None

    def it_lies(self) -> bool:
        """Whether the sentence begins with where "it" lies: "It's in column 3 now."."""
        begins = self.sentence[0].kind == "IT" or word_of(self.sentence[0]) in ("it's", "it")
        return begins and any(phrase.place("IN_COLUMN") for phrase in self.sentence[:4])

    def happens(self) -> bool:
        """Whether "removing the hearts" is done: by removing them, or it gives us something."""
        by, after = self.neighbour(-2), self.neighbour(1)
        return (
            after is None
            or after.kind in LIST_ENDS
            or after.kind == "RESULT"
            or (by is not None and by.kind == "BY")
        )

    def is_list_item(self) -> bool:
        """Whether it stands alone between what parts the items of a list."""
        neighbours = (self.neighbour(-1), self.neighbour(1))
        return all(phrase is None or phrase.kind in LIST_ENDS for phrase in neighbours)

    def ends_item(self) -> bool:
        """Whether an item of a list ends here."""
        phrase, after = self.phrase, self.neighbour(1)
        if phrase.places or after is None or after.kind in LIST_ENDS:
            return not phrase.places
        return (after.kind in _ITEMS or is_dash(after.head)) and self.only_line_end(
            phrase.head.end_pos, after.head.start_pos
        )

    def only_line_end(self, start: int | None, stop: int | None) -> bool:
        """Whether nothing but a line end, which can part the items of a list, stands there."""
        between = self._bare[start:stop]
        return "\n" in between and not between.strip()
