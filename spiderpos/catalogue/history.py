"""The way to a position of a problem: parts of lines, one after the other, from a root."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..game.position import Position
from ..game.script import Instruction, Script
from ..text.errors import UnknownName
from ..text.wording import did_you_mean, join_words

if TYPE_CHECKING:
    from .schema import Expectation
    from .yamltext import KeyPath

#: The most names that an error lists.
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line: its moves, and what is expected at its end.

    ``id`` is its name within the line (empty for a line in one piece), ``diagram`` the diagram
    that is expected at its end, ``path`` where it stands in the file.
    """

    id: str
    script: Script
    expect: Expectation | None
    diagram: Position | None
    path: KeyPath = field(repr=False)


@dataclass(frozen=True, slots=True)
class History:
    """How a position comes about: the parts of lines that are played from ``root`` on.

    ``root`` is ``start`` or the name of a position.
    """

    root: str
    parts: tuple[tuple[str, Part], ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All moves from the root."""
        return tuple(i for _, part in self.parts for i in part.script.instructions)


def no_name(owner: str, kind: str, name: str, known: Iterable[str]) -> UnknownName:
    """Return the error for a name that the owner doesn't have, with those that it has."""
    names = list(known)
    shown = names[:_SHOWN]
    if len(names) > _SHOWN:
        shown.append(f"{len(names) - _SHOWN} more")
    return UnknownName(
        f"{owner} has no {kind} '{name}'{did_you_mean(name, names)}; "
        f"it has {join_words(shown) or 'none'}"
    )
