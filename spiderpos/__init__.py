"""Spider-solitaire positions and problems: read, replay, verify, prove.

The commonest names are here; the rest has rooms of its own, each resting on those before it:
``text``, ``game``, ``scripts`` and ``formats`` (notations for moves and for positions), ``goals``,
``games``, ``solver``, ``catalogue``, ``show``, ``play``, ``author``, ``cli``.
"""

from . import formats, scripts
from .game.cards import UNKNOWN, Card, Suit, card, parse_card
from .game.census import validate
from .game.engine import Step, can, do, legal_moves, verify
from .game.illegal import IllegalMove, PositionError
from .game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from .game.position import Column, Position
from .game.rules import PRESETS, WOODS, Rules, parse_rules
from .text.errors import NotationError, SpiderError
from .version import __version__

__all__ = [
    "PRESETS",
    "UNKNOWN",
    "WOODS",
    "Card",
    "Column",
    "Deal",
    "FromCell",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "Remove",
    "Rules",
    "Shift",
    "SpiderError",
    "Step",
    "Suit",
    "ToCell",
    "__version__",
    "can",
    "card",
    "do",
    "legal_moves",
    "parse_card",
    "parse_rules",
    "validate",
    "verify",
]


# Notations that hold a game stand above the others, and come into their tables from here.
formats.FORMATS.register("session", "spiderpos.games.session_format:FORMAT", before="line")
formats.FORMATS.register("save", "spiderpos.games.save:FORMAT", before="line")
scripts.SCRIPT_FORMATS.register("save", "spiderpos.games.save:SCRIPT_FORMAT", before="log")


def _repr_svg_(position: Position) -> str:
    """The picture that a notebook shows."""
    from .show.pictures import svg  # noqa: PLC0415 - most programs need no pictures

    return svg.draw(position)


Position._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
