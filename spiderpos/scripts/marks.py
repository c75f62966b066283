"""What each stretch of a text was taken for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from typing import Final

from ..source import Place, SourceText
from .remarks import in_one_line

__all__ = ["Kind", "Marks", "Stretch"]


class Kind(StrEnum):
    """What a stretch of text was taken for."""

    #: A move, a deal or a removal.
    MOVE = "move"
    #: A card said to be turned up, which belongs to a move.
    TURNED_UP = "turned up"
    #: What looks like one of these, but wasn't taken.
    NOT_TAKEN = "not taken"
    #: What stands in parentheses, or a comment.
    REMARK = "remark"
    #: Any other words.
    PASSED_OVER = "passed over"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text and what it was taken for.

    ``place`` is where it begins; it is ``text[start:stop]``.  ``number`` is that of the move
    (from 1) that it is, completes or belongs to; ``reading`` says the move, or the card turned
    up, in the strict words; ``reason`` says why it was not taken.
    """

    place: Place
    start: int
    stop: int
    text: str
    kind: Kind
    number: int | None = None
    reading: str = ""
    reason: str = ""

    def __str__(self) -> str:
        said = in_one_line(self.text)
        if len(said) > 70:
            said = f"{said[:45]} ... {said[-20:]}"
        if self.kind in (Kind.MOVE, Kind.TURNED_UP):
            text = f"move {self.number}: '{said}' is '{self.reading}'"
        elif self.kind is Kind.NOT_TAKEN:
            text = f"not taken: '{said}' ({self.reason})"
        else:
            text = f"{self.kind}: '{said}'"
        return f"{self.place}: {text}"


class Marks:
    """The stretches of a text that are marked, in the order in which they were read."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._marks: list[Stretch] = []

    def add(
        self,
        start: int,
        stop: int,
        kind: Kind,
        number: int | None = None,
        reading: str = "",
        reason: str = "",
    ) -> None:
        """Mark a stretch; what the arguments mean :class:`Stretch` says."""
        mark = self._stretch(start, stop, kind)
        self._marks.append(replace(mark, number=number, reading=reading, reason=reason))

    def add_apart(self, stretches: Iterable[tuple[int, int, str]]) -> None:
        """Mark stretches (start, stop, reason) as not taken of which no part is marked yet.

        A remark that begins in one of them becomes part of it.
        """
        read = _Covered(mark for mark in self._marks if mark.kind is not Kind.REMARK)
        remarks = _Covered(mark for mark in self._marks if mark.kind is Kind.REMARK)
        for start, stop, reason in stretches:
            if not read.within(start, stop) and not remarks.within(start, start + 1):
                self.add(start, stop, Kind.NOT_TAKEN, reason=reason)

    def _stretch(self, start: int, stop: int, kind: Kind) -> Stretch:
        place = self._source.place(start, stop - start)
        return Stretch(place, start, stop, self._source.text[start:stop], kind)

    @property
    def last(self) -> Stretch | None:
        """What was marked last."""
        return self._marks[-1] if self._marks else None

    def give_back(self, number: int, reason: str, last: Kind = Kind.MOVE) -> None:
        """Mark the last move, whose number this is, and what belongs to it as not taken.

        With ``last`` TURNED_UP: only the last card that it's said to turn up.
        """
        for at in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[at]
            if mark.number == number:
                self._marks[at] = replace(
                    mark, kind=Kind.NOT_TAKEN, number=None, reading="", reason=reason
                )
                if mark.kind in (last, Kind.MOVE):
                    break

    def stretches(self) -> tuple[Stretch, ...]:
        """All that was marked, in the order of the text, and the words between."""
        marked: list[Stretch] = []
        for stretch in sorted(self._marks, key=lambda stretch: stretch.start):
            # A remark amid the words of a move belongs to it.
            if not marked or stretch.start >= marked[-1].stop:
                marked.append(stretch)
        stops = [0, *(stretch.stop for stretch in marked)]
        starts = [*(stretch.start for stretch in marked), len(self._source.text)]
        passed: list[Stretch] = []
        for gap_start, gap_stop in zip(stops, starts, strict=True):
            between = _BETWEEN.match(self._source.text, gap_start, gap_stop)
            start = between.end() if between else gap_start
            words = self._source.text[start:gap_stop].rstrip(" \t\r\n,;:")
            if _A_WORD.search(words):
                passed.append(self._stretch(start, start + len(words), Kind.PASSED_OVER))
        return tuple(sorted(marked + passed, key=lambda stretch: stretch.start))


class _Covered:
    """Where a text has marks."""

    def __init__(self, marks: Iterable[Stretch]) -> None:
        spans = sorted((mark.start, mark.stop) for mark in marks)
        self._starts = [start for start, _ in spans]
        self._stops = list(accumulate((stop for _, stop in spans), max))

    def within(self, start: int, stop: int) -> bool:
        """Whether any of them has a part from ``start`` to ``stop``."""
        before = bisect_left(self._starts, stop)
        return before > 0 and self._stops[before - 1] > start


#: What may stand between moves in a list.
_BETWEEN: Final = re.compile(r"(?:[\s,;:.!?]|(?:and|then|finally)\b)*+", re.IGNORECASE)
_A_WORD: Final = re.compile(r"\w")
