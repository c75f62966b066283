"""The game in a text of any notation: a session, a save file, or one that begins there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .. import formats
from ..formats.base import DEFAULTS, Format, ReadOptions, without_fences
from ..game import deals
from ..game.position import Position
from ..game.rules import Rules
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


def game_of_deal(number: int, *, rules: Rules) -> Session:
    """Return a game of the deal with this number of the classic scheme.

    Raises DealNumberError or RulesError.
    """
    from .session import Session  # noqa: PLC0415

    kind = {1: "one suit", 2: "two suits", 4: "four suits"}[len(rules.suits)]
    return Session(deals.deal(number, rules=rules), title=f"Deal {number}, {kind}")


def game_of_text(
    text: str, *, name: str = "<text>", title: str = "", options: ReadOptions = DEFAULTS
) -> tuple[Session, tuple[str, ...]]:
    """Return the game in a text, and in sentences what the text lacks and what had to be assumed.

    A position alone is one that a game begins from.  ``title`` is for one that says none.
    Raises NotationError or PositionError.
    """
    from .session import Session  # noqa: PLC0415

    content = parse_game(text, name=name, options=options)
    game = content.game or Session(content.position)
    game.title = game.title or title
    assumed = (f"assumed: {words}" for words in content.assumed)
    return game, (*content.notes, *assumed, *(f"not read: {words}" for words in content.not_read))


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
