"""Spider-solitaire positions and problems: read, replay, verify, prove.

The public names are imported on first access.  They are listed only in ``__init__.pyi``, which
type checkers read.  The subpackages are layers, each of which uses only those before it: ``text``,
``game``, ``scripts`` and ``formats`` (notations for moves and for positions), ``goals``,
``games``, ``solver``, ``advice``, ``catalogue``, ``show``, ``play``, ``author``, ``cli``.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from .text.protocols import ANSWERS
from .text.unknown_names import advice as _advice
from .version import __version__ as __version__

#: The module of each name: a line of the stub is ``from .MODULE import NAME as NAME``.  The
#: module of a subpackage is ``.``.
_MODULES = {
    words[3]: words[1]
    for words in map(str.split, Path(__file__).with_suffix(".pyi").read_text("utf-8").splitlines())
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 - the stub has the names for tools


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        text = _advice(name, __all__, "spiderpos", "any")
        error = AttributeError(f"module 'spiderpos' has no attribute '{name}': {text}")
        # With ``obj`` but without ``name``, the interpreter does not append its own suggestion.
        error.obj = __all__
        raise error
    module = _MODULES[name]
    if module == ".":
        return import_module(f".{name}", __name__)
    value = getattr(import_module(module, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)


# Functions for methods of public classes that belong to higher layers than the classes.
for _name, _where in {
    "check_of": "spiderpos.author.check:check_of",
    "diagram": "spiderpos.formats.diagram:dumps",
    "draw": "spiderpos.front:draw",
    "html": "spiderpos.show.notebook:html",
    "fen": "spiderpos.formats.fen:dumps",
    "is_legal": "spiderpos.front:can",
    "is_won": "spiderpos.game.survey:is_won",
    "legal_moves": "spiderpos.game.engine:legal_moves",
    "loads_problem": "spiderpos.catalogue.loading:loads_problem",
    "move_words": "spiderpos.front:move_words",
    "parse_move": "spiderpos.front:parse_move",
    "play": "spiderpos.front:play",
    "position_of": "spiderpos.arguments:position_of",
    "script_of": "spiderpos.arguments:moves_of",
    "why_illegal": "spiderpos.front:why_illegal",
    "write": "spiderpos.front:write",
}.items():
    ANSWERS.register(_name, _where)
