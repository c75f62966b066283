"""The game that begins with a POSITION from the command line."""

from __future__ import annotations

from pathlib import Path

from ..catalogue.problem import START
from ..games.session import Session
from ..play.opening import game_of_problem
from .errors import note
from .inputs import Loaded

__all__ = ["game_of"]


def game_of(loaded: Loaded) -> Session:
    """The game to go on with: a problem brings its stipulation, a file of a game its moves."""
    if loaded.problem is not None:
        return game_of_problem(loaded.problem, loaded.name.partition(":")[2] or START)
    if loaded.meant_otherwise is not None:
        note(f"{loaded.asks_nothing}: this game has no goal")
    title = "A position" if loaded.name.startswith("<") else Path(loaded.name).name[:200]
    if loaded.game is not None:
        return Session(loaded.game.start, loaded.game.steps, title=title)
    return Session(loaded.position, title=title)
