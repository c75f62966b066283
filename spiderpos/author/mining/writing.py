"""Write mined problems as files: title, stipulation, lines and claims in plain words.

:mod:`spiderpos.catalogue` can read the files, and their claims are true: the lines play, and every
claim without a line was proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...catalogue.writing import as_yaml, drawn, stated
from ...game.position import Position
from ...game.rules import COLUMNS
from ...games.tree import MoveNode, MoveTree
from ...goals.goal import Goal
from ...solver.difficulty import DifficultyRating
from ...text.wording import join_words
from ..difficulty import as_data, measured
from .find import Find

_SOLUTION: Final = "solution"
#: The participle for a problem's origin by its kind, if it isn't "Mined".
_MADE: Final = {"composed": "Composed"}


def written(
    find: Find,
    full: Position,
    origin: str,
    name: str,
    year: int,
    rating: DifficultyRating | None = None,
) -> str:
    """Return the text of the problem file for a find.

    ``full`` is the problem's position with all known hidden cards, for the save line; the problem
    hides them.  ``origin`` describes the source in words, ``name`` is the problem's id.
    ``rating`` is measured if it is None.
    """
    if rating is None:
        start = find.swapped or find.position
        rating = measured(start, find.goal, find.line, exchanges=find.candidates)
    problem = {
        "id": name,
        "title": find.title,
        "author": "spiderpos",
        "source": {"text": f"{_MADE.get(find.kind, 'Mined')} from {origin}", "year": year},
        "partial": find.kind == "space-back" or len(find.position.columns) < COLUMNS or None,
        "stipulation": f"{_imperative(find.goal)}." + f" {find.hint}" * (find.swapped is not None),
        "hints": [find.hint] if find.swapped is None else None,
        "themes": list(find.themes) or None,
        "goal": str(find.goal) if find.swapped is None else None,
        "position": _position(full, find.position),
        "positions": list(_others(find)) or None,
        "lines": list(_lines(find)),
        "claims": list(_claims(find)),
        "difficulty": as_data(rating),
        "notes": find.note or None,
    }
    fields = {key: value for key, value in problem.items() if value is not None}
    return as_yaml(fields)


def _position(full: Position, seen: Position) -> dict[str, Any]:
    """Return the keys of a problem file for a position; ``seen`` is a player's view of it."""
    if len(seen.columns) < COLUMNS:
        return drawn(seen)
    return stated(full, seen) | ({"hide": True} if seen.face_down or seen.hand else {})


def _others(find: Find) -> Iterator[dict[str, Any]]:
    """Yield the named positions of the problem, other than its start."""
    if find.swapped is not None:
        title = "The two cards exchanged"
        yield {"id": "swapped", "title": title} | _position(find.swapped, find.swapped)
        return
    for fact in find.facts:
        if fact.position is not None:
            title = "The position without the empty column"
            bare = _position(fact.position, fact.position)
            yield {"id": "without-the-space", "title": title} | bare


def _lines(find: Find) -> Iterator[dict[str, Any]]:
    begins = {"from": "swapped"} if find.swapped is not None else {"solves": True}
    yield (
        {"id": _SOLUTION, "title": "The solution", "origin": "found"}
        | begins
        | {"script": str(_tree(find))}
    )


def _tree(find: Find) -> MoveTree:
    """Return the solution, with the tries as variations."""
    tree = MoveTree(find.swapped or find.position)
    for steps in (find.line, *(attempt.steps for attempt in find.tries)):
        node: MoveNode = tree
        for step in steps:
            node = node.add(step)
        if node is tree.end:
            continue
        node.comment = "After this it can't be done any more."
        node.outcome = "lost"
    for first in tree.variations():
        first.mark = "?"
    return tree


def _claims(find: Find) -> Iterator[dict[str, Any]]:
    goal = find.goal
    if find.swapped is None:
        yield _claim("solvable", "The solution does it.", goal, True, line=_SOLUTION)
    else:
        yield _claim("impossible", "As the cards lie it can't be done.", goal, False)
        statement = "With the two cards exchanged it can be done."
        yield _claim("exchanged", statement, goal, True, position="swapped", line=_SOLUTION)
    for number, fact in enumerate(find.facts, 1):
        more = {"position": "without-the-space"} if fact.position is not None else {}
        if fact.solved and find.tries:
            first = next(_tree(find).variations())
            more["line"] = f"{_SOLUTION}-{first.number}a"
        yield _claim(f"fact-{number}", fact.statement, fact.goal, fact.solved, **more)


def _claim(name: str, statement: str, goal: Goal, solved: bool, **more: str) -> dict[str, str]:
    source = "possible" if solved else "impossible"
    claim = {"id": name, "statement": statement, "goal": str(goal), "source": source}
    if "line" in more:
        claim["known"] = f"line {more.pop('line')}"
    return claim | more


# Words


def _imperative(goal: Goal) -> str:
    """Return a goal in words, as an imperative sentence."""
    *before, last = (objective.imperative for objective in goal.objectives)
    text = f"{', '.join(before)} and {last}" if before else last
    sentence = text[0].upper() + text[1:] + _without(goal)
    return f"{sentence}, whatever turns up" if goal.whatever else sentence


def _without(goal: Goal) -> str:
    limits = goal.limits
    acts = ["dealing"] * limits.no_dealing
    acts += ["turning up a card"] * limits.no_turning_up
    acts += ["removing a suit"] * (limits.other_suits == 0)
    acts += ["making a space on the way"] * limits.no_making_a_space
    return f", without {join_words(acts, 'or')}" if acts else ""
