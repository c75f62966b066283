"""What the sentences around moves say of them: headings above, and short remarks behind.

As within a clause (:mod:`spiderpos.scripts.doubts`), what isn't understood speaks against a move:
"Wrong:" above it, or "Undo both." behind it.  A longer sentence without a move is a remark, which
says nothing of the moves before it unless it corrects or judges them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .doubts import HARMLESS_KINDS, is_dash, judges, word_of
from .harmless import (
    ALTERNATIVE,
    ANOTHER_LINE,
    CONDEMNS,
    NO_NUMBER,
    OUT_OF_ORDER,
    PRAISE,
    PREFERS,
    REST,
    RESTARTS,
    SAYS_OF_IT,
    WE_HAVE,
    WHO,
)
from .phrases import Phrase

__all__ = [
    "Heading",
    "begins_another_line",
    "condemns",
    "heading",
    "is_closed",
    "is_number",
    "is_picture",
    "misgiving",
    "prefers",
    "replaces",
]

#: The most words of a heading without a colon, of a greeting, and of a remark behind moves that
#: has to be understood.
_MOST_IN_HEADING: Final = 12
_MOST_IN_GREETING: Final = 3
_MOST_IN_REMARK: Final = 6
#: No word that is longer is one of a sentence: it is a save line, or an address.
_LONGEST_WORD: Final = 24
_NO_WORDS: Final = frozenset(("STOP", "OTHER", "COMMA", "COLON", "BUT"))
_DOUBTFUL: Final = frozenset(("IF", "SUPPOSED", "OR"))


class Heading(NamedTuple):
    """What stands above sentences with moves.

    ``doubt``: why none below it is said to be done; empty if it leads to moves.  ``strict``:
    whether that also holds for "We move ...", which a title needn't be about.
    """

    doubt: str = ""
    strict: bool = True

    def over(self, sentence: Sequence[Phrase]) -> str:
        """Why no move of a sentence below it is said to be done; empty if it doesn't say so."""
        own = not self.strict and any(word_of(phrase) in WHO for phrase in sentence)
        return "" if own else self.doubt


def is_number(sentence: Sequence[Phrase]) -> bool:
    """Whether this is the number of an item, or nothing, and no sentence."""
    return all(word_of(phrase).isdigit() for phrase in _words(sentence))


def is_picture(sentence: Sequence[Phrase]) -> bool:
    """Whether this is a diagram, or a save line, and no sentence."""
    words = _words(sentence)
    if any(len(phrase.head) > _LONGEST_WORD and " " not in phrase.head for phrase in words):
        return True
    return not any(phrase.places for phrase in words) and all(
        phrase.kind == "RUN"
        or word_of(phrase).isdigit()
        or is_dash(phrase.head)
        or "?" in phrase.head
        for phrase in words
    )


def heading(sentence: Sequence[Phrase], doubt: str, moves: bool) -> Heading | None:
    """The heading that a sentence is: a title, or "We proceed:"; None if it is none.

    ``doubt``: what isn't understood of it.  ``moves``: whether it says any itself.
    """
    if is_closed(sentence):
        return None
    words = _words(sentence)
    colon, comma = (
        [phrase.kind for phrase in sentence if phrase.kind != "STOP"][-1:] == [end]
        for end in ("COLON", "COMMA")
    )
    doubtful = any(p.kind in _DOUBTFUL or CONDEMNS.match(p.head) for p in words)
    greeting = comma and len(words) <= _MOST_IN_GREETING and not doubtful
    if colon or not (moves or greeting or len(words) > _MOST_IN_HEADING):
        return Heading(doubt, colon or doubtful)
    return None


def is_closed(sentence: Sequence[Phrase]) -> bool:
    """Whether a sentence ends in a full stop or the like, not only with its paragraph."""
    return sentence[-1].kind == "STOP" and sentence[-1].head.strip() != ""


def condemns(remark: str) -> bool:
    """Whether a remark behind a move, or in a line of its own above it, says that it's bad.

    One with a number says where cards don't go: "(not to 3)".
    """
    words = remark.strip("()# \n").split()
    return (
        len(words) <= _MOST_IN_REMARK
        and any(map(CONDEMNS.match, words))
        and not any(word[0].isdigit() for word in words)
    )


def begins_another_line(sentence: Sequence[Phrase], text: str) -> bool:
    """Whether a sentence begins another line of play: "Second solution: ...", "Problem 2."."""
    return ANOTHER_LINE.match(text, sentence[0].head.start_pos or 0) is not None


def prefers(sentence: Sequence[Phrase], text: str) -> bool:
    """Whether a sentence says another move than the one before: "Correct is ..."."""
    return PREFERS.match(text, sentence[0].head.start_pos or 0) is not None


def replaces(sentence: Sequence[Phrase], text: str) -> str:
    """Why neither the moves of a sentence nor those of the one before are said to be done next.

    "Or ...", "But first ...", "Back to the diagram"; empty if it doesn't say such things.
    """
    start = sentence[0].head.start_pos or 0
    if sentence[0].kind == "OR" or ALTERNATIVE.match(text, start):
        return "one of several moves, joined by 'or'"
    if RESTARTS.match(text, start):
        return "what comes next goes back to an earlier position"
    return "what comes next is done before it" if OUT_OF_ORDER.match(text, start) else ""


def misgiving(sentence: Sequence[Phrase], text: str) -> str:
    """What isn't understood of a short sentence behind moves: "Undo both."; empty if all is."""
    words = _words(sentence)
    if not words or sum(1 + len(phrase.places) for phrase in words) > _MOST_IN_REMARK:
        return ""
    start = sentence[0].head.start_pos or 0
    if WE_HAVE.match(text, start) or (SAYS_OF_IT.match(text, start) and not judges(text, start)):
        return ""
    for phrase in words:
        word = word_of(phrase)
        known = word in PRAISE or (word in REST and word not in NO_NUMBER)
        if phrase.kind not in HARMLESS_KINDS and not (known or word.isdigit() or is_dash(word)):
            return " ".join(" ".join(phrase.head.split()) for phrase in words)
    return ""


def _words(sentence: Sequence[Phrase]) -> list[Phrase]:
    return [phrase for phrase in sentence if phrase.kind not in _NO_WORDS]
