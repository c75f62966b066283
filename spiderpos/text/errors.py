"""The errors of texts, and the root of all that the package raises about its input.

::

    SpiderError
      NotationError             the text can't be read: file, line, column, what was expected
      NotWritable               a notation can't hold what it is given to write
      UnknownFormat             no notation is called that
      PositionError             the cards don't make a position: every fault at once (in illegal)
      RulesError                options that are unknown or contradict each other (in rules)
      IllegalMove               the rules forbid the move: which card and why (in illegal)
        ReplayError             the same, of a move in a script (in replay)
      UnknownName               no problem, line or position is called that

All of them are ValueErrors.  Every exception keeps its facts in fields and puts them into one
sentence with ``str``.
"""

from __future__ import annotations

from collections.abc import Sequence

from .source import Place
from .wording import did_you_mean, join_words


class SpiderError(ValueError):
    """The root: anything that is wrong with what the package was given.

    ``settled_by`` names the option that would settle it: "partial" (a position may have fewer
    cards and columns), "hand" (how many cards are in it), "port" (of a server); empty if none.
    """

    settled_by: str = ""


class InText:
    """An error at a place in a text, which is in its attribute ``place`` (or None)."""

    place: Place | None

    @property
    def line(self) -> int | None:
        """The line of the text, from 1; None if no place is known."""
        return self.place.line if self.place and self.place.line else None

    @property
    def column(self) -> int | None:
        """The column in that line, a character each, from 1; None if no place is known."""
        return self.place.column if self.place and self.place.line else None


class NotationError(InText, SpiderError):
    """A text that can't be read.

    ``message`` is what is wrong, ``expected`` what would have been right (a phrase without
    "expected", or empty), ``place`` where, or None if no place can be named.
    """

    def __init__(
        self, message: str, place: Place | None = None, expected: str = "", settled_by: str = ""
    ) -> None:
        super().__init__(message, place, expected, settled_by)
        self.settled_by = settled_by
        self.message = message
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        text = f"{self.place.prefix}{self.message}" if self.place else self.message
        if self.place and self.place.line:
            text += "\n" + self.place.excerpt()
        return text + (f"\nexpected {self.expected}" if self.expected else "")


class NotWritable(SpiderError):
    """A notation that can't hold what it is given to write.

    ``format`` is the notation's name, ``what`` the thing that it can't hold, ``instead`` the
    notations that can (may be empty).
    """

    def __init__(self, format: str, what: str, instead: Sequence[str] = ()) -> None:
        super().__init__(format, what, tuple(instead))
        self.format = format
        self.what = what
        self.instead = tuple(instead)

    def __str__(self) -> str:
        text = f"the notation '{self.format}' can't hold {self.what}"
        return text + (f": write it as {join_words(self.instead, 'or')}" if self.instead else "")


class UnknownFormat(SpiderError):
    """No notation is called ``name``; ``known`` lists those that there are.

    ``advice`` says how what is meant is done, where it is no notation (may be empty).
    """

    def __init__(self, name: str, known: Sequence[str], advice: str = "") -> None:
        super().__init__(name, tuple(known), advice)
        self.name = name
        self.known = tuple(known)
        self.advice = advice

    def __str__(self) -> str:
        text = f"no notation is called '{self.name}'{did_you_mean(self.name, self.known)}; "
        return text + (self.advice or f"there are {join_words(self.known)}")


class UnknownName(SpiderError, KeyError):
    """A problem has no line, position or claim of this name."""

    #: KeyError would put the message in quotes.
    __str__ = SpiderError.__str__
