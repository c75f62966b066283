"""The moves that lead to a position of a problem: parts of its lines, in playing order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ..game.position import Position
from ..text.errors import UnknownName
from ..text.wording import did_you_mean, join_words

if TYPE_CHECKING:
    from ..game.script import Instruction, Script
    from .schema import Expectation
    from .yamltext import KeyPath

#: Maximum number of names that an error message lists.
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line: its moves, and the position expected after them.

    ``id`` is its name within the line (empty for a line that isn't divided), ``diagram`` the
    diagram expected at its end, ``path`` its place in the file.
    """

    id: str
    script: Script
    expect: Expectation | None
    diagram: Position | None
    path: KeyPath = field(repr=False)


@dataclass(frozen=True, slots=True)
class History:
    """The parts of lines to play from ``root`` in order to reach a position.

    ``root`` is ``start`` or the name of a position.
    """

    root: str
    parts: tuple[tuple[str, Part], ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All moves from the root."""
        return tuple(i for _, part in self.parts for i in part.script.instructions)

    def script(self, name: str) -> Script:
        """Return all moves from the root as a script called ``name``, comments included."""
        from ..game.script import Script, ScriptLine, ScriptMove  # noqa: PLC0415 - for lines only

        if not any(part.script.line for _, part in self.parts):
            return Script(self.instructions, name)
        moves: list[ScriptMove] = []
        line = ScriptLine()
        for _, part in self.parts:
            line = part.script.line or ScriptLine(tuple(map(ScriptMove, part.script.instructions)))
            if moves and line.comment:
                comment = f"{moves[-1].comment} {line.comment}".lstrip()
                moves[-1] = replace(moves[-1], comment=comment)
            moves += line.moves
        first = self.parts[0][1].script.line
        line = replace(line, moves=tuple(moves), comment=first.comment if first else "")
        return Script(line.instructions, name, line=line)


def unknown_name(owner: str, kind: str, name: str, valid: Iterable[str]) -> UnknownName:
    """Return the error for an unknown name, which lists the valid names."""
    names = list(valid)
    shown = names[:_SHOWN]
    if len(names) > _SHOWN:
        shown.append(f"{len(names) - _SHOWN} more")
    return UnknownName(
        f"{owner} has no {kind} '{name}'{did_you_mean(name, names)}; "
        f"it has {join_words(shown) or 'none'}"
    )
