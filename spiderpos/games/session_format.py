"""``session``: a notation for positions that reads the current position of a session file.

It makes session files valid wherever a position is expected.  A written session starts at the
position and has no moves; :mod:`spiderpos.games.session` reads and writes whole sessions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..formats.base import DEFAULTS, Format, Reading, ReadOptions, refuse_unwritten
from ..game.position import Position
from ..text.source import SourceText

_BEGINNING: Final = re.compile(r'\s*\{\s*"session"\s*:')


def dumps(position: Position) -> str:
    """Write a session that starts at ``position`` and has no moves."""
    from . import session  # noqa: PLC0415

    return session.dumps(session.Session(position))


def recognises(text: str) -> bool:
    """Return True if a text looks like a session file of any version."""
    return _BEGINNING.match(text) is not None


@dataclass(frozen=True, slots=True)
class _SessionFormat(Format):
    """A notation for positions that replays a session file to find its current position."""

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Return the current position of a session.

        Of ``options`` only ``strict`` applies: the file has its rules, and whether the position is
        partial.  Raises NotationError.
        """
        from . import session  # noqa: PLC0415 - it imports this package

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
)
loads = FORMAT.loads
