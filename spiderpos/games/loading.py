"""The game in a text of any notation: a session, a save file, or one that begins there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .. import formats
from ..formats.base import DEFAULTS, Format, ReadOptions, without_fences
from ..game.position import Position
from . import save, session_format

if TYPE_CHECKING:
    from .session import Session


class ParsedGame(NamedTuple):
    """What a text holds: the position that it stands at, in this notation.

    ``game``: the one that led there, if the text is a game's.  ``assumed``: what the text doesn't
    say and had to be assumed.  ``notes``: in sentences, what a game's text lacks.  ``not_read``:
    what stands around a tableau and is no statement.
    """

    position: Position
    format: Format
    game: Session | None = None
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    not_read: tuple[str, ...] = ()


def parse_game(
    text: str,
    format: Format | None = None,
    *,
    name: str = "<text>",
    options: ReadOptions = DEFAULTS,
) -> ParsedGame:
    """Read a text in ``format``, or in whatever notation it is.

    A session or a save file of Woods' programs brings its moves; every other notation is a
    position.  Raises as :func:`formats.read`.
    """
    notation = format or formats.recognise(text)
    if notation is save.FORMAT:
        from .session import Session  # noqa: PLC0415 - a position needs no goals

        saved = save.load_game(formats.unquoted(text, notation), name=name, options=options)
        game = Session(saved.start, saved.steps)
        return ParsedGame(saved.position, notation, game, saved.assumed, saved.notes)
    reading = formats.read(text, notation, name=name, options=options)
    game_of_session = None
    if notation is session_format.FORMAT:
        from . import session  # noqa: PLC0415

        game_of_session = session.loads(without_fences(text), name=name)
    return ParsedGame(
        reading.position,
        notation,
        game_of_session,
        reading.assumed,
        not_read=reading.not_read,
    )
