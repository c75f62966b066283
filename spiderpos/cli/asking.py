"""What is asked of a position: the goal of a command."""

from __future__ import annotations

from ..goals.goal import Goal, parse
from .inputs import Loaded

__all__ = ["asked_goal"]


def asked_goal(loaded: Loaded, text: str | None, name: str) -> Goal | None:
    """The goal of the text of the argument ``name``, else the problem's own; None if it has none.

    Raises NotationError.
    """
    if text is not None:
        return parse(text, name=name, position=loaded.position)
    return loaded.problem.goal if loaded.problem else None
