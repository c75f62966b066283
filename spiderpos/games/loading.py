"""Load a position or game in any notation, including sessions and save files."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .. import formats
from ..formats.base import DEFAULTS, Format, ReadOptions, without_fences
from ..game.position import Position
from . import save, session_format

if TYPE_CHECKING:
    from .session import Session


class ParsedGame(NamedTuple):
    """A position that was read, with its game if the text has one.

    ``game``: the moves to the position, if the text has them.  ``assumed``: facts that the text
    omits and the reader assumed.  ``notes``: sentences about missing parts of a game.
    ``not_read``: text around a tableau that isn't a statement about the position.
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
    """Read a text in ``format``, or in the detected notation.

    A session or a save file of Woods' programs is read with its moves; other notations have only a
    position.  Raises as :func:`formats.read`.
    """
    notation = format or formats.recognise(text)
    if notation is save.FORMAT:
        from .session import Session  # noqa: PLC0415 - positions don't need goals

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
