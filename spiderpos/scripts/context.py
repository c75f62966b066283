"""What the sentences around moves say of them: headings above, and short remarks behind.

As within a clause (:mod:`spiderpos.scripts.doubts`), what isn't understood speaks against a move:
"Wrong:" above it, or "Undo both." behind it.  A longer sentence without a move is a remark, which
says nothing of the moves before it unless it corrects or judges them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .doubts import is_dash, judges
from .harmless import (
    ALTERNATIVE,
    ANNOUNCES,
    ANOTHER_LINE,
    CLOSING,
    CONDEMNS,
    DENIES,
    GOES_BACK,
    OUT_OF_ORDER,
    PARAGRAPH_ENDS,
    PRAISE,
    PREFERS,
    REST,
    RESTARTS,
    SAYS_OF_IT,
    WAS_IN_ANOTHER_GAME,
    WE_HAVE,
    WHO,
)
from .layout import END
from .phrases import HARMLESS_KINDS, Phrase, word_of

__all__ = [
    "Headings",
    "begins_another_line",
    "condemns",
    "is_closed",
    "is_doubtful",
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
_FEW: Final = 2
#: No word that is longer is one of a sentence: it is a save line, or an address.
_LONGEST_WORD: Final = 24
_NO_WORDS: Final = frozenset(("STOP", "OTHER", "COMMA", "COLON", "BUT"))
_DOUBTFUL: Final = frozenset(("IF", "SUPPOSED", "OR"))


class Headings:
    """What stands above the sentences of a text, as they are read one by one."""

    def __init__(self) -> None:
        #: Why no move below the last heading is said to be done; empty if it leads to moves.
        self._doubt = ""
        #: Whether that also holds for "We move ...", which a title needn't be about.
        self._strict = True
        #: Whether moves stand below it.
        self._used = False
        #: Whether a paragraph begins.
        self.begins = True

    def over(self, sentence: Sequence[Phrase]) -> str:
        """Why no move of a sentence is said to be done, by what stands above; or nothing."""
        own = not self._strict and any(word_of(phrase) in WHO for phrase in sentence)
        return "" if own else self._doubt

    def pass_by(self, sentence: Sequence[Phrase]) -> None:
        """Go on behind a number or a picture; what stands above a picture is about that."""
        self.begins = self.begins or not is_closed(sentence)
        if not is_number(sentence):
            self._set("")

    def another_line(self) -> None:
        """Another line of play begins: this stands above all that follows."""
        self._set("another line of play begins here")

    def read(self, sentence: Sequence[Phrase], text: str, doubt: str, *, moves: bool) -> None:
        """Go on behind a sentence, which may be a heading: a title, or "We proceed:".

        ``doubt``: what isn't understood of it as one.  ``moves``: whether it says any itself.
        """
        closed, words = is_closed(sentence), _words(sentence)
        last = [phrase.kind for phrase in sentence if phrase.kind != "STOP"][-1:]
        doubtful = is_doubtful(words)
        if closed:
            below = not moves and doubtful and self._announces(sentence, text)
        elif last == ["COLON"]:
            below = True
        elif last == ["COMMA"] and len(words) <= _MOST_IN_GREETING:
            below = doubtful
        else:
            below = not moves and len(words) <= _MOST_IN_HEADING
        if below:
            # What is laid out as a heading may say anything that is no doubt.
            marked = END in sentence[-1].head
            self._set(
                "" if marked and not doubtful else doubt, strict=last == ["COLON"] or doubtful
            )
        elif moves:
            self._used = True
        elif closed and self.begins and (self._used or not self._strict):
            # A paragraph that says something of its own.
            self._set("")
        self.begins = not closed

    def _announces(self, sentence: Sequence[Phrase], text: str) -> bool:
        """Whether a whole sentence is a heading: it stands alone, or is about what follows."""
        alone = PARAGRAPH_ENDS.match(text, sentence[-1].head.end_pos or 0) is not None
        if alone and self.begins and len(_words(sentence)) <= _MOST_IN_REMARK:
            return True
        return ANNOUNCES.match(text, sentence[0].head.start_pos or 0) is not None

    def _set(self, doubt: str, *, strict: bool = True) -> None:
        self._doubt, self._strict, self._used = doubt, strict, False


def is_number(sentence: Sequence[Phrase]) -> bool:
    """Whether this is the number of an item, or has no words, and is no sentence."""
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


def is_doubtful(words: Sequence[Phrase]) -> bool:
    """Whether words condemn something, or say that it's only supposed."""
    return any(phrase.kind in _DOUBTFUL or CONDEMNS.match(phrase.head) for phrase in words)


def condemns(remark: str) -> bool:
    """Whether a remark behind a move says that it isn't made, or shouldn't be: "(undone)"."""
    words = remark.strip("()#.!,; \t\n").split()
    if DENIES.search(remark):
        return True
    # "(not to 3)" says where cards don't go.
    return any(map(CONDEMNS.match, words)) and not any(word[0].isdigit() for word in words)


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


def misgiving(sentence: Sequence[Phrase], text: str, *, begins: bool) -> str:
    """A short sentence behind moves that speaks against them: "Undo both."; empty if none does.

    Of one or two words each must be understood, unless a paragraph ``begins`` with them.
    """
    words = _words(sentence)
    if not words or sum(1 + len(phrase.places) for phrase in words) > _MOST_IN_REMARK:
        return ""
    start = sentence[0].head.start_pos or 0
    if CLOSING.match(text, start):
        return ""
    said = " ".join(text[start : sentence[-1].head.start_pos].split())
    if WAS_IN_ANOTHER_GAME.match(text, start):
        return said
    if WE_HAVE.match(text, start) or (SAYS_OF_IT.match(text, start) and not judges(text, start)):
        return ""
    if is_doubtful(words) or any(word_of(phrase) == "back" for phrase in words):
        return said
    few = not begins and len(said.split()) <= _FEW
    return said if few and not all(map(_is_known, words)) else ""


def _is_known(phrase: Phrase) -> bool:
    word = word_of(phrase)
    known = word in PRAISE or (word in REST and word not in GOES_BACK)
    return phrase.kind in HARMLESS_KINDS or known or word.isdigit() or is_dash(word)


def _words(sentence: Sequence[Phrase]) -> list[Phrase]:
    return [phrase for phrase in sentence if phrase.kind not in _NO_WORDS]
