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
from .game.position import ANSWERS
from .text.wording import did_you_mean
from .version import __version__ as __version__

#: The module of each name: a line of the stub is ``from .MODULE import NAME as NAME``.
_MODULES = {
    words[3]: words[1]
    for words in map(str.split, Path(__file__).with_suffix(".pyi").read_text("utf-8").splitlines())
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 - the stub has the names for tools

_READ = "spiderpos.read(text) reads a position, spiderpos.read(Path(name)) a file"
#: What to type in place of names that other libraries have.
_INSTEAD = {
    "Board": "spiderpos.Position is the class; spiderpos.deal(number) deals one",
    "Game": "spiderpos.Session(position) is a game",
    "Engine": "spiderpos.solve(position, goal) and hint(position, goal) search",
    "Solver": "spiderpos.solve(position, goal) and hint(position, goal) search",
    "random_deal": "spiderpos.deal(seed='any text') deals at random",
    "random": "spiderpos.deal(seed='any text') deals at random",
    "STARTING_FEN": "spiderpos.deal(number) deals a position",
    "dump": "spiderpos.write(position, notation) writes a position",
    "dumps": "spiderpos.write(position, notation) writes a position",
    "load": _READ,
    "open": _READ,
    "Deck": "spiderpos.deal(number) deals a position",
    "new_game": "spiderpos.Session(spiderpos.deal(number)) is a game",
    "rules": "spiderpos.parse_rules(text) reads them; functions that take rules take a text, too",
    "loads": _READ,
    "parse": _READ,
    "parse_move": "position.parse_move(text) reads a move",
    "parse_position": _READ,
    "prove": "spiderpos.solve(position, goal) proves too that a goal can't be reached",
    "svg": "position.svg() draws a position",
    "goal": "spiderpos.parse_goal(text) reads one; functions that take a goal take its text, too",
    "census": "spiderpos.validate(position) says if the cards can be there",
    # What the command does, under its name there.
    "author": "import spiderpos.author.check, .lint, .reduce: they check problems and make them",
    "convert_script": "spiderpos.write_moves(moves, notation) writes them",
    "explain": "spiderpos.advice.explain.explain(steps, goal) does that",
    "hope": "spiderpos.advice.hoping.hope(position, moves, goal, budget) does that",
    "info": "a position's attributes have its figures: spaces, unknown_cards, deals_left",
    "lost": "spiderpos.advice.hints.where_lost(start, goal, steps) does that",
    "moves": "position.legal_moves has them all",
    "page": "import spiderpos.show.pages: it writes pages",
    "play": "position.play(moves) plays moves; the command 'spiderpos play' opens the browser",
    "play_out": "spiderpos.solver.winning.playout.play_games plays many games",
    "recheck": "spiderpos.solver.rechecking checks records again",
    "session": "spiderpos.Session(position) is a game",
    "show": "print(position) shows it; spiderpos.write(position, notation) writes it",
    "site": "import spiderpos.show.pages: it writes sites",
    "solve_deals": "spiderpos.solver.winning.batch wins many deals",
    **{name: f"spiderpos.Suit.{name}" for name in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")},
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        advice = f"; {_INSTEAD[name]}" if name in _INSTEAD else did_you_mean(name, __all__)
        raise AttributeError(f"module 'spiderpos' has no attribute '{name}'{advice}")
    value = getattr(import_module(_MODULES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# Notations that hold a game stand above the others, and come into their tables from here.
formats.FORMATS.register("session", "spiderpos.games.session_format:FORMAT", before="line")
formats.FORMATS.register("save", "spiderpos.games.save:FORMAT", before="line")
scripts.SCRIPT_FORMATS.register("save", "spiderpos.games.save:SCRIPT_FORMAT", before="log")

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
