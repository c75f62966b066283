"""What the sentences around moves say of them: headings above, and short remarks behind.

As within a clause (:mod:`spiderpos.scripts.doubts`), what isn't understood speaks against a move:
"Wrong:" above it, or "Undo both." behind it.  A longer sentence without a move is a remark, which
says nothing of the moves before it unless it corrects or judges them.
"""

from __future__ import annotations

from bisect import bisect_left
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
    "Headings",
    "Title",
    "begins_another_line",
    "condemns",
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


class Title(NamedTuple):
    """A remark in a line of its own, such as "## A try that fails", and where it begins."""

    start: int
    said: str


class Headings:
    """What stands above the sentences of a text, as they are read one by one.

    ``titles``: the remarks in lines of their own, in the order of the text.
    """

    def __init__(self, titles: Sequence[Title]) -> None:
        self._titles = titles
        #: Why no move below the last heading is said to be done; empty if it leads to moves.
        self._doubt = ""
        #: Whether that also holds for "We move ...", which a title needn't be about.
        self._strict = True
        #: Where it begins; of the titles only those further down count.
        self._start = 0
        #: Whether a paragraph begins.
        self.begins = True

    def over(self, sentence: Sequence[Phrase]) -> str:
        """Why no move of a sentence is said to be done, by what stands above; or nothing."""
        own = not self._strict and any(word_of(phrase) in WHO for phrase in sentence)
        return "" if own else self._doubt

    def title_over(self, start: int) -> str:
        """The title above a move that begins at ``start``, if it condemns it; or nothing."""
        last = bisect_left(self._titles, (start,)) - 1
        if last < 0 or self._titles[last].start < self._start:
            return ""
        said = self._titles[last].said
        return said if condemns(said) else ""

    def pass_by(self, sentence: Sequence[Phrase]) -> None:
        """Go on behind a number or a picture; what stands above a picture is about that."""
        self.begins = self.begins or not is_closed(sentence)
        if not is_number(sentence):
            self._set(sentence, "")

    def another_line(self, sentence: Sequence[Phrase]) -> None:
        """With this sentence another line of play begins: it stands above all that follows."""
        self._set(sentence, "another line of play begins here")

    def read(self, sentence: Sequence[Phrase], doubt: str, *, moves: bool) -> None:
        """Go on behind a sentence, which may be a heading: a title, or "We proceed:".

        ``doubt``: what isn't understood of it as one.  ``moves``: whether it says any itself.
        """
        closed, words = is_closed(sentence), _words(sentence)
        last = [phrase.kind for phrase in sentence if phrase.kind != "STOP"][-1:]
        doubtful = any(p.kind in _DOUBTFUL or CONDEMNS.match(p.head) for p in words)
        greeting = last == ["COMMA"] and len(words) <= _MOST_IN_GREETING and not doubtful
        title = not (moves or greeting or len(words) > _MOST_IN_HEADING)
        if not closed and (last == ["COLON"] or title):
            self._set(sentence, doubt, strict=last == ["COLON"] or doubtful)
        elif self.begins and not moves and closed:
            # A paragraph that says something of its own.
            self._set(sentence, "")
        self.begins = not closed

    def _set(self, sentence: Sequence[Phrase], doubt: str, *, strict: bool = True) -> None:
        self._doubt, self._strict = doubt, strict
        self._start = sentence[0].head.start_pos or 0


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
