"""Errors of texts, and the base class of all errors about input.

::

    SpiderError
      NotationError             the text can't be parsed: file, line, column, expected text
      NotWritable               the notation can't express the value
      UnknownFormat             the notation doesn't exist
      PositionError             an invalid position, with all its faults (in census)
      RulesError                unknown or contradictory options (in rules)
      IllegalMove               the rules forbid the move: which card and why (in illegal)
        ReplayError             an illegal move in a script (in replay)
      UnknownName               no problem, line, position or claim has this name

Other modules define further subclasses.  All of them are ValueErrors.  Every exception stores the
facts in fields; ``str`` turns them into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from .source import Place, SourceText
from .wording import did_you_mean, join_words


class SpiderError(ValueError):
    """The base class of all errors about input.

    ``settled_by`` names the option that would resolve the error: "partial" (accept fewer cards
    and columns), "hand" (the number of cards in the hand), "port" (of a server); empty if none.
    """

    settled_by: str = ""


class InText:
    """The base class of errors at a place in a text; ``place`` is None if it isn't known."""

    place: Place | None

    @property
    def line(self) -> int | None:
        """The line of the text, from 1; None if the place is not known."""
        return self.place.line if self.place and self.place.line else None

    @property
    def column(self) -> int | None:
        """The column in the line, from 1 and in characters; None if the place is not known."""
        return self.place.column if self.place and self.place.line else None


class NotationError(InText, SpiderError):
    """Raised for a text that can't be parsed.

    ``message`` describes the error.  ``expected`` describes valid text, such as "a card such as
    10h"; it may be empty.  ``place`` has the file, line and column of the error, or is None.
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


class Fault(Exception):
    """Raised by code that has no source text; it becomes a NotationError.

    ``span`` are the offsets of the start and the end of the error in the text.
    """

    def __init__(
        self, span: tuple[int, int], message: str, expected: str = "", settled_by: str = ""
    ) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected
        self.settled_by = settled_by

    def located(self, source: SourceText) -> NotationError:
        """Convert to a NotationError with its place in ``source``."""
        start, stop = self.span
        place = source.place(start, stop - start)
        return NotationError(self.message, place, self.expected, self.settled_by)


class NotWritable(SpiderError):
    """Raised if a notation can't express the value to write.

    ``format`` is the name of the notation, ``what`` the part of the value that it can't express,
    ``instead`` the names of notations that can (may be empty).
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
    """Raised if no notation is called ``name``; ``known`` lists the valid names.

    ``advice`` is a sentence on how to do what the name suggests; it replaces the list of names.
    """

    def __init__(self, name: str, names: Sequence[str], advice: str = "") -> None:
        super().__init__(name, tuple(names), advice)
        self.name = name
        self.known = tuple(names)
        self.advice = advice

    def __str__(self) -> str:
        text = f"unknown notation '{self.name}'{did_you_mean(self.name, self.known)}; "
        return text + (self.advice or f"expected {join_words(self.known, 'or')}")


class UnknownName(SpiderError, KeyError):
    """Raised if there is no problem, line, position or claim with a name."""

    #: The ``str`` of a KeyError would put the message in quotes.
    __str__ = SpiderError.__str__
