"""Spider-solitaire positions and problems: read, replay, verify, prove.

The names that most programs want are here, and imported when they are first asked for.  Behind
them are rooms, each resting on those before it: ``text``, ``game``, ``scripts`` and ``formats``
(notations for moves and for positions), ``goals``, ``played``, ``solver``, ``catalogue``,
``show``, ``play``, ``author``, ``cli``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from . import formats, scripts
from .game.position import ANSWERS
from .version import __version__

if TYPE_CHECKING:
    from .catalogue import Problem
    from .formats import read_many
    from .formats.base import Reading
    from .formats.settling import ReadOptions
    from .front import (
        Assumed,
        deal,
        draw,
        parse_goal,
        problem,
        problems,
        read,
        read_moves,
        replay,
        solve,
        verify,
        write,
        write_moves,
    )
    from .game.cards import UNKNOWN, Card, Suit, card, parse_card
    from .game.census import validate
    from .game.engine import Step, can, do, legal_moves
    from .game.illegal import IllegalMove, PositionError
    from .game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
    from .game.position import Column, Position
    from .game.replay import Replay, ReplayError
    from .game.rules import PRESETS, WOODS, Rules, RulesError, parse_rules
    from .game.script import Script
    from .goals.goal import Goal
    from .goals.judge import Judgement, Verdict
    from .played.session import Session
    from .played.suggest import suggest
    from .solver.hints import hint
    from .solver.prover.answer import Answer, Outcome
    from .text.errors import NotationError, NotWritable, SpiderError, UnknownFormat

#: The module of each name that is imported when it is first asked for.
_MODULES: Final = {
    name: module
    for module, names in {
        "catalogue": "Problem",
        "formats": "read_many",
        "formats.base": "Reading",
        "formats.settling": "ReadOptions",
        "front": "Assumed deal draw parse_goal problem problems read read_moves replay solve "
        "verify write write_moves",
        "game.cards": "UNKNOWN Card Suit card parse_card",
        "game.census": "validate",
        "game.engine": "Step can do legal_moves",
        "game.illegal": "IllegalMove PositionError",
        "game.moves": "Deal FromCell Move Remove Shift ToCell",
        "game.position": "Column Position",
        "game.replay": "Replay ReplayError",
        "game.rules": "PRESETS WOODS Rules RulesError parse_rules",
        "game.script": "Script",
        "played.session": "Session",
        "played.suggest": "suggest",
        "goals.goal": "Goal",
        "goals.judge": "Judgement Verdict",
        "solver.hints": "hint",
        "solver.prover.answer": "Answer Outcome",
        "text.errors": "NotWritable NotationError SpiderError UnknownFormat",
    }.items()
    for name in names.split()
}

__all__ = [
    "PRESETS",
    "UNKNOWN",
    "WOODS",
    "Answer",
    "Assumed",
    "Card",
    "Column",
    "Deal",
    "FromCell",
    "Goal",
    "IllegalMove",
    "Judgement",
    "Move",
    "NotWritable",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Problem",
    "ReadOptions",
    "Reading",
    "Remove",
    "Replay",
    "ReplayError",
    "Rules",
    "RulesError",
    "Script",
    "Session",
    "Shift",
    "SpiderError",
    "Step",
    "Suit",
    "ToCell",
    "UnknownFormat",
    "Verdict",
    "__version__",
    "can",
    "card",
    "deal",
    "do",
    "draw",
    "formats",
    "hint",
    "legal_moves",
    "parse_card",
    "parse_goal",
    "parse_rules",
    "problem",
    "problems",
    "read",
    "read_many",
    "read_moves",
    "replay",
    "scripts",
    "solve",
    "suggest",
    "validate",
    "verify",
    "write",
    "write_moves",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'spiderpos' has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# Notations that hold a game stand above the others, and come into their tables from here.
formats.FORMATS.register("session", "spiderpos.played.session_format:FORMAT", before="line")
formats.FORMATS.register("save", "spiderpos.played.save:FORMAT", before="line")
scripts.SCRIPT_FORMATS.register("save", "spiderpos.played.save:SCRIPT_FORMAT", before="log")

# What positions answer by rooms above their own.
for _name, _where in {
    "diagram": "spiderpos.formats.diagram:dumps",
    "draw": "spiderpos.front:draw",
    "fen": "spiderpos.formats.fen:dumps",
    "is_legal": "spiderpos.front:is_legal",
    "is_won": "spiderpos.game.survey:is_won",
    "legal_moves": "spiderpos.game.engine:legal_moves",
    "move_words": "spiderpos.front:move_words",
    "parse_move": "spiderpos.front:parse_move",
    "play": "spiderpos.front:play",
    "why_illegal": "spiderpos.front:why_illegal",
}.items():
    ANSWERS.register(_name, _where)
