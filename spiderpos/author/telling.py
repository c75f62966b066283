"""Annotate a line with a comment on each move, and with variations for tries."""

from __future__ import annotations

from collections.abc import Sequence

from ..advice.explain import explain
from ..advice.tries import first_moves
from ..game.engine import Step
from ..game.position import Position
from ..games.tree import MoveTree
from ..goals.goal import Goal
from ..solver.prover.answer import Budget
from ..text.wording import join_words


def annotated(
    start: Position,
    steps: Sequence[Step],
    goal: Goal | None = None,
    *,
    tree: MoveTree | None = None,
    budget: Budget | None = None,
) -> MoveTree:
    """Return a line as a tree with comments on its moves, and with tries as variations.

    Args:
        start: The first position of the line.
        steps: The line.
        goal: The goal of the line; without it no tries are added.
        tree: The line as a tree with existing comments, which are kept; missing ones are added.
        budget: The budget of the search for tries: first moves that tempt and lose.

    Returns:
        The tree; each try is marked ``?`` and has the outcome "lost", which is proved.
    """
    tree = tree or MoveTree(start)
    node = tree.end if not steps else tree
    for explained in explain(steps, goal):
        node = node.add(explained.step)
        node.comment = node.comment or explained.text
    if goal is None or not steps:
        return tree
    for first in first_moves(start, goal, budget or Budget(), lines=[steps]):
        if first.is_try and first.step.move != steps[0].move:
            why = join_words(first.tempting)
            lost = tree.add(first.step, mark="?", comment=f"{why}, but {first.why}")
            lost.outcome = "lost"
    return tree
