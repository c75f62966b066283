"""Spider-solitaire positions and problems: read, replay, verify, prove.

The names that most programs want are here, and imported when they are first asked for;
``__init__.pyi``, which type checkers read, is the one list of them.  Behind them are rooms, each
resting on those before it: ``text``, ``game``, ``scripts`` and ``formats`` (notations for moves
and for positions), ``goals``, ``games``, ``solver``, ``advice``, ``catalogue``, ``show``,
``play``, ``author``, ``cli``.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from . import formats, scripts
from .text.instead import advice as _advice
from .text.protocols import ANSWERS
from .version import __version__ as __version__

#: The module of each name: a line of the stub is ``from .MODULE import NAME as NAME``.
_MODULES = {
    words[3]: words[1]
    for words in map(str.split, Path(__file__).with_suffix(".pyi").read_text("utf-8").splitlines())
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 - the stub has the names for tools


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        text = _advice(name, __all__, "spiderpos", "any")
        error = AttributeError(f"module 'spiderpos' has no attribute '{name}': {text}")
        # With an object and no name, the interpreter adds no guess of its own to the message.
        error.obj = __all__
        raise error
    value = getattr(import_module(_MODULES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)


# Notations that hold a game stand above the others, and come into their tables from here.
formats.FORMATS.register("session", "spiderpos.games.session_format:FORMAT", before="line")
formats.FORMATS.register("save", "spiderpos.games.save:FORMAT", before="line")
scripts.SCRIPT_FORMATS.register("save", "spiderpos.games.save:SCRIPT_FORMAT", before="log")

# Methods of values that need rooms above their own.
for _name, _where in {
    "diagram": "spiderpos.formats.diagram:dumps",
    "draw": "spiderpos.front:draw",
    "html": "spiderpos.show.notebook:html",
    "fen": "spiderpos.formats.fen:dumps",
    "is_legal": "spiderpos.front:can",
    "is_won": "spiderpos.game.survey:is_won",
    "legal_moves": "spiderpos.game.engine:legal_moves",
    "move_words": "spiderpos.front:move_words",
    "parse_move": "spiderpos.front:parse_move",
    "play": "spiderpos.front:play",
    "position_of": "spiderpos.arguments:position_of",
    "why_illegal": "spiderpos.front:why_illegal",
    "write": "spiderpos.front:write",
}.items():
    ANSWERS.register(_name, _where)
