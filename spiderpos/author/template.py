"""A template for problem files: valid YAML with comments.

The author replaces the texts that begin with ``TODO``; lint lists those that remain.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .. import scripts
from ..catalogue import Problem, load_problem
from ..catalogue.writing import as_yaml, drawn
from ..catalogue.yamltext import KeyPath
from ..game.census import faults
from ..game.engine import Step
from ..game.position import Position
from ..goals.goal import GetSpaces, Goal, TurnUp
from ..text.errors import NotationError

#: The prefix of texts that still have to be written.
_UNFILLED: Final = "TODO"

#: The default position: a small sample in which 9-8s and 5h can each move onto one card.
_SAMPLE: Final = """\
position:
  diagram: |2
     10h\t 9s\t --\t 6c
        \t 8s\t 5h
  face_down: {3: 4c}
"""
_TEMPLATE: Final = """\
# A Spider problem. Replace each TODO; 'spiderpos author lint' lists what is missing.
id: {id}
title: "TODO: a short title"
author: {author}
source:
  text: "TODO: where it comes from (a game of yours, a deal's number, a magazine)"
  year: {year}
{rules}{partial}
# The task, in words for people ...
stipulation: >-
  TODO: state the task, and everything that is forbidden.
# ... and for the judge, as in "remove clubs and hearts without dealing, turning up".
# 'without dealing', 'without removing', 'in at most 9 moves' and more: see docs/goals.md.
goal: {goal}

# The bottom card of a column is the one that can move.
{position}
{lines}

# Claims about the position. 'known: line NAME' proves that a goal is possible. A certificate
# proves that it is impossible; it is written by
# 'spiderpos problems check FILE --prove --certificates certificates'.
# claims:
#   - id: no-suit
#     statement: No suit can be removed before the next deal.
#     goal: remove any suit without dealing
#     source: impossible

# Difficulty: 'spiderpos author check {file}' rates it.
# difficulty:
#   rating: 3
"""


_NO_LINES: Final = """\
# Lines of play in Woods' words; uncomment one and let it solve the problem.
# 'spiderpos solve {file}' searches for a line.
# lines:
#   - id: solution
#     title: How it goes
#     origin: found
#     solves: true
#     script: |
#       9-8s from 2 to 1
#       5h from 3 to 4
#     expect:
#       spaces: [2]"""
_LINES: Final = """\
# The solver found this line; 'spiderpos author check {file}' checks that it is the shortest.
lines:
  - id: solution
    title: The solution
    origin: found
    solves: true
    script: |
{script}"""


def name_of(stem: str) -> str:
    """Return a problem's id from its file's name without ending: ``my-idea`` for ``My idea!``."""
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:60].strip("-") or "problem"


def new(
    name: str,
    year: int,
    position: Position | None = None,
    goal: Goal | None = None,
    steps: Sequence[Step] = (),
    author: str = "",
) -> str:
    """Return the text of a new problem file.

    ``name`` is the file's name, ``position`` the problem's position (None: a small sample),
    ``goal`` its goal (None: a sensible default), ``steps`` a line that reaches the goal, and
    ``author`` the author's name.  :func:`spiderpos.catalogue.loads_problem` can read the text.
    """
    stem = re.sub(r"\.ya?ml$", "", name.replace("\\", "/").rpartition("/")[2])
    rules = "" if position is None or position.rules.name == "woods" else str(position.rules)
    partial = position is None or bool(faults(position))
    return _TEMPLATE.format(
        id=name_of(stem),
        year=year,
        author=json.dumps(author or f"{_UNFILLED}: your name", ensure_ascii=False),
        file=f"{stem}.yaml",
        rules=f"rules: {rules}\n" if rules else "",
        partial="# Fewer cards than two decks, or fewer than ten columns:\npartial: true\n"
        if partial
        else "",
        goal=goal or _goal(position),
        position=_SAMPLE if position is None else as_yaml({"position": drawn(position)}),
        lines=_lines(f"{stem}.yaml", steps),
    )


def author_of(folder: Path) -> str:
    """Return the author named in the newest problem file in a folder; empty if no file has one."""
    for path in sorted(folder.glob("*.yaml"), key=lambda p: p.stat().st_mtime, reverse=True):
        try:
            author = load_problem(path).data.author
        except (NotationError, OSError):
            continue
        if not author.startswith(_UNFILLED):
            return author
    return ""


def _lines(file: str, steps: Sequence[Step]) -> str:
    if not steps:
        return _NO_LINES.format(file=file)
    script = textwrap.indent(scripts.dumps(steps, "words").strip(), "      ")
    return _LINES.format(file=file, script=script)


def _goal(position: Position | None) -> Goal:
    """Return a default goal: turn up a card if any is face down, else get one more space."""
    if position is None or position.face_down:
        return Goal((TurnUp(),))
    return Goal((GetSpaces(min(10, len(position.spaces) + 1)),))


def unfilled(problem: Problem) -> list[KeyPath]:
    """Return the paths of texts that still begin with ``TODO``."""
    document = problem.document
    return [path for path in document.nodes if document.text(path).lstrip().startswith(_UNFILLED)]
