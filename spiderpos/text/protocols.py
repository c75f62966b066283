"""Python's protocols, for all public classes in one place."""

from __future__ import annotations

from enum import StrEnum


def equals_name(noun: str, value: str, other: str, meant: object) -> bool:
    """Return True if a text is the name of a value.

    Raises TypeError if it is another spelling of one (``meant``, or None): such a text never
    equals a value, and whoever compares the two means that it could.
    """
    if str.__eq__(value, other):
        return True
    if meant is None or str.__eq__(str(meant), other):
        return False
    raise TypeError(f"a {noun} is compared with its name: write '{meant}' for {other!r}")


class Word(StrEnum):
    """A word of a closed list: equal to its text, and an error next to another spelling of it."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, type(self)) or not isinstance(other, str):
            return False
        return equals_name(type(self).__name__.lower(), self, other, self._spelled(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    @classmethod
    def _spelled(cls, text: str) -> Word | None:
        """Return the word that a text means, in capitals or not, or by a name in Python."""
        folded = text.casefold()
        return next((w for w in cls if folded in (w.value, w.name.casefold())), None)
