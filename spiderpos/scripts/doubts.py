"""What a sentence of running text says of its moves elsewhere than before them.

What is said before a move ("we could ...") :mod:`spiderpos.scripts.prose` notes as it reads on.
Here is what is said behind it ("moving the Jh from 8 to 9 is impossible"), and that moves are
alternatives ("the Jh from 8 to 9 or the Jh from 8 to 6").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .phrases import Phrase

__all__ = ["doubts"]

_CARDS: Final = frozenset(("RUN", "NAMED_CARD", "CARD_COUNT", "SUIT"))
_DEALS: Final = frozenset(("DEAL", "BARE_DEAL", "DEALT_ROW"))
#: What stands between the items of a list.
_BETWEEN: Final = frozenset(("COMMA", "LINK", "ARTICLE"))
#: Places where a card lies.
_LIES: Final = frozenset(("IN_COLUMN", "ON", "THERE", "TURN_UP"))
#: Where what is said of a list of moves ends.
_ENDS: Final = frozenset(("BUT", "STOP"))

#: How many words may stand between a move, its verb and what is said of it: "right now loses",
#: "is quite simply wrong".
_MOST_WORDS: Final = 3
#: What is said of a move with no "is" before it, of the words that mean a supposition.
_VERB: Final = re.compile(
    r"would|could|should|might|may|must|ought|cannot|never|requires?|needs?|looks?\s+like"
    r"|ha(?:s|ve)\s+to|\w*n['\u2019]t|prohibit|refus",
    re.IGNORECASE,
)
#: What is refused too if it "is" so; before a move these words say nothing of it.
_BAD: Final = frozenset(("bad", "out"))
_IS: Final = frozenset(("are", "were", "be", "seems", "seem", "remains", "proves"))
#: Words with which something else is spoken of.
_ANOTHER_MATTER: Final = frozenset(
    (
        *("we", "you", "i", "they", "he", "she", "it", "there", "this", "that", "these", "those"),
        *(
            "which",
            "who",
            "what",
            "because",
            "since",
            "as",
            "for",
            "while",
            "when",
            "where",
            "after",
        ),
        *("though", "although", "to", "with", "so", "in"),
    )
)
#: Words that may stand between "or" and the move that it leads to.
_LIGHT_WORDS: Final = frozenset(
    (
        *("we", "you", "i", "they", "one", "else", "perhaps", "maybe", "also", "even", "rather"),
        *("instead", "simply"),
    )
)
_LIGHT: Final = _BETWEEN | {"MOVE", "REMOVE", "POSSIBLE", "BY"}


def doubts(sentence: Sequence[Phrase]) -> list[str]:
    """For each phrase, why a move that it says isn't said to be done, or the empty string.

    Takes time linear in the number of phrases.
    """
    found = [f"not said to be done: '{word}'" if word else "" for word in _said_behind(sentence)]
    start = 0
    for stop in range(len(sentence) + 1):
        if stop == len(sentence) or sentence[stop].kind in _ENDS:
            if _has_alternatives(sentence[start:stop]):
                found[start:stop] = ["one of several moves, joined by 'or'"] * (stop - start)
            start = stop + 1
    return found


def _said_behind(sentence: Sequence[Phrase]) -> list[str]:
    """For each card, the words behind it that refuse its move, or the empty string.

    What is said of the last move of a list is said of all its moves that have the same verb.
    """
    found = [""] * len(sentence)
    #: What is said if this is where the verb stands, if an "is" stands before it, and of the
    #: next item of a list; and how many more words may stand before.
    said = attribute = listed = ""
    words = 0
    for at in range(len(sentence) - 1, -1, -1):
        phrase = sentence[at]
        kind, word = phrase.kind, " ".join(phrase.head.lower().split())
        if kind in _CARDS:
            found[at] = listed = said or listed
            said = attribute = ""
        elif kind in _BETWEEN:
            if kind != "ARTICLE" and not _however(sentence, at):
                said = attribute = ""
        elif word == "however":
            listed = ""
        elif kind in ("SUPPOSED", "NOT_DONE", "LOSES") or word in _BAD:
            attribute, listed = word, ""
            said = word if kind == "LOSES" or _VERB.match(word) else ""
            words = _MOST_WORDS
        elif kind == "IS" or word in _IS:
            said = attribute and f"{word} {attribute}"
            attribute = listed = ""
            words = _MOST_WORDS
        elif kind == "WORD" and words and word not in _ANOTHER_MATTER and not phrase.places:
            listed, words = "", words - 1
        else:
            said = attribute = listed = ""
    return found


def _however(sentence: Sequence[Phrase], at: int) -> bool:
    """Whether the comma is one of ", however,"."""
    return any(phrase.head.lower() == "however" for phrase in sentence[max(at - 1, 0) : at + 2])


def _has_alternatives(phrases: Sequence[Phrase]) -> bool:
    """Whether an "or" leads to a move, or from a move to another card or a deal."""
    # What the light words between here and there lead to.
    to_move = to_card = False
    for at in range(len(phrases) - 1, -1, -1):
        phrase = phrases[at]
        if phrase.kind == "OR":
            last = at - 2 if at and phrases[at - 1].kind == "COMMA" else at - 1
            if to_move or (to_card and _is_move(phrases, last)):
                return True
        elif phrase.kind in _CARDS or phrase.kind in _DEALS:
            to_move, to_card = _is_move(phrases, at), True
        elif phrase.places or not _is_light(phrase):
            to_move = to_card = False
    return False


def _is_light(phrase: Phrase) -> bool:
    """Whether it may stand between "or" and its move; "one way or the other we ..." has none."""
    word = phrase.head.lower()
    return word in _LIGHT_WORDS or (phrase.kind in _LIGHT and "other" not in word)


def _is_move(phrases: Sequence[Phrase], at: int) -> bool:
    """Whether a card is said to go somewhere, or a suit to be removed."""
    if at < 0 or phrases[at].kind not in _CARDS:
        return False
    if phrases[at].kind == "SUIT":
        return at > 0 and phrases[at - 1].kind == "REMOVE"
    return any(place.type not in _LIES for place in phrases[at].places)
