"""Scripts rewritten in another notation for moves."""

from __future__ import annotations

from collections.abc import Iterable

from ..game.position import Position
from ..game.replay import replay
from ..game.script import Instruction, Script, ScriptFormat
from . import dumps

__all__ = ["convert"]


def convert(
    position: Position, script: Script | Iterable[Instruction], format: str | ScriptFormat
) -> str:
    """What a script says from ``position`` on, written in another notation (or its name).

    Every move is checked on the way.  Raises ReplayError at the first illegal one, NotWritable
    if the notation can't hold a move, UnknownFormat.
    """
    return dumps(replay(position, script).steps, format)
