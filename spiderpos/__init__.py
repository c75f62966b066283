"""Spider-solitaire positions and problems: read, replay, verify.

The game itself is here: cards, positions, moves and the rules engine.  The rest has modules of
its own: :mod:`~spiderpos.formats` and :mod:`~spiderpos.scripts` (notations for positions and for
moves), :mod:`~spiderpos.replay`, :mod:`~spiderpos.goals` and :mod:`~spiderpos.judge`,
:mod:`~spiderpos.catalogue`, :mod:`~spiderpos.deals`, :mod:`~spiderpos.score`,
:mod:`~spiderpos.session`, :mod:`~spiderpos.suggest`.
"""

from .cards import UNKNOWN, Card, Suit, card, parse_card
from .census import validate
from .engine import Step, can, do, legal_moves, verify
from .errors import IllegalMove, NotationError, PositionError, SpiderError
from .moves import Deal, FromCell, Move, Remove, Shift, ToCell
from .position import Column, Position
from .rules import PRESETS, WOODS, Rules, parse_rules

__version__ = "0.1.0"

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
    "can",
    "card",
    "do",
    "legal_moves",
    "parse_card",
    "parse_rules",
    "validate",
    "verify",
]
