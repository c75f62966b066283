"""``session``: a session file as a position, the one that its game stands at.

So wherever a position is asked for a session file will do.  What is written is a session at its
start; :mod:`spiderpos.session` reads and writes whole ones.
"""

from __future__ import annotations

import re
from typing import Final

from ..position import Position
from ..source import SourceText
from .base import OLD_DEFAULTS, Format, Old, ReadOptions
from .strictness import refuse_unwritten

__all__ = ["FORMAT", "dump", "dumps", "load", "loads", "recognises"]

_BEGINS_LIKE_ONE: Final = re.compile(r'\s*\{\s*"session"\s*:')


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """The position that a session stands at.

    The file has its own rules, and says itself whether the position is a partial one; of
    ``options`` only ``strict`` counts.  Raises NotationError.
    """
    from .. import session  # noqa: PLC0415 - it reads positions by this package

    found = session.loads(text, name=name)
    if options.strict:
        refuse_unwritten(SourceText(text, name), session.dumps(found))
    return found.position


def dumps(position: Position) -> str:
    """Write a session that starts with the position, without moves."""
    from .. import session  # noqa: PLC0415

    return session.dumps(session.Session(position))


def recognises(text: str) -> bool:
    """Whether a text looks like a session file, of whatever version."""
    return _BEGINS_LIKE_ONE.match(text) is not None


FORMAT: Final = Format(
    name="session",
    summary="a session file (spiderpos session): the position where its game is",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example='{"session": 1, "start": "...", "moves": ["Jh from 8 to 9", ...], "done": 1, ...}',
)
load = FORMAT.load
dump = FORMAT.dump
