"""``session``: read the current position of a session file.

This makes session files valid wherever a position is expected.  It writes a session at its
start; :mod:`spiderpos.games.session` reads and writes whole ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..formats.base import DEFAULTS, Format, Reading, ReadOptions, refuse_unwritten
from ..game.position import Position
from ..text.source import SourceText

_BEGINS_LIKE_ONE: Final = re.compile(r'\s*\{\s*"session"\s*:')


def dumps(position: Position) -> str:
    """Write a session that starts with the position, without moves."""
    from . import session  # noqa: PLC0415

    return session.dumps(session.Session(position))


def recognises(text: str) -> bool:
    """Return True if a text looks like a session file of any version."""
    return _BEGINS_LIKE_ONE.match(text) is not None


@dataclass(frozen=True, slots=True)
class _SessionFormat(Format):
    """Replays a session instead of reading a draft of the position."""

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Return the current position of a session.

        The file has its own rules and declares if its position is partial; of
        ``options`` only ``strict`` is used.  Raises NotationError.
        """
        from . import session  # noqa: PLC0415 - it reads positions by this package

        game = session.loads(text, name=name)
        if options.strict:
            refuse_unwritten(SourceText(text, name), session.dumps(game))
        return Reading(game.position, self.name)


FORMAT: Final = _SessionFormat(
    name="session",
    summary="a session file (spiderpos session): the position where its game is",
    drafts=lambda _source, _options: (),
    dumps=dumps,
    recognises=recognises,
    example='{"session": 1, "start": "...", "moves": ["Jh from 8 to 9", ...], "done": 1, ...}',
)
loads = FORMAT.loads
