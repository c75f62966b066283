"""A problem file to fill in: commented YAML that loads as it stands.

Texts that begin with ``TODO`` are for the author to replace; lint names those that are left.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import yaml

from .. import formats, scripts
from ..catalogue import Problem
from ..catalogue.yamltext import KeyPath
from ..formats.base import ReadOptions
from ..game.census import faults
from ..game.engine import Step
from ..game.position import Position
from ..goals.goal import GetSpaces, Goal, TurnUp
from ..text.errors import NotWritable, SpiderError

#: What a text begins with that hasn't been filled in.
_UNFILLED: Final = "TODO"

#: The position if there is none to begin with: the 9-8s has one place to go, the 5h another.
_SAMPLE: Final = """\
position:
  diagram: |2
     10h\t 9s\t --\t 6c
        \t 8s\t 5h
  face_down: {3: 4c}
"""
#: So wide is the YAML that is written.
WIDTH: Final = 90

_TEMPLATE: Final = """\
# A Spider problem. Replace what says TODO; 'spiderpos author lint' names what is left.
id: {id}
title: "TODO: a short title"
author: "TODO: your name"
source:
  text: "TODO: where it comes from (a game of yours, a deal's number, a magazine)"
  year: {year}
{rules}{partial}
# What is asked, in words for people ...
stipulation: >-
  TODO: say what is asked, and all that is forbidden.
# ... and for the judge, as in "remove clubs and hearts without dealing, turning up".
# 'without dealing', 'without removing', 'in at most 9 moves' and more: see docs/goals.md.
goal: {goal}

# The bottom card of a column is the one that can move.
{position}
{lines}

# Claims: what you say of the position. 'known: line NAME' proves one; the impossible is known by
# a certificate, which 'spiderpos problems check FILE --prove --certificates certificates' writes.
# claims:
#   - id: no-suit
#     statement: No suit can be removed before the next deal.
#     goal: remove any suit without dealing
#     source: impossible

# How hard it is: 'spiderpos author check {file}' rates it.
# difficulty:
#   rating: 3
"""


_NO_LINES: Final = """\
# Lines of play in Woods' words; uncomment one and let it solve the problem.
# 'spiderpos solve {file}' finds a line, if it can.
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
# The solver found this line; 'spiderpos author check {file}' says whether it is the shortest.
lines:
  - id: solution
    title: The solution
    origin: found
    solves: true
    script: |
{script}"""


def name_of(stem: str) -> str:
    """Return a problem's id from the name of its file: ``my-idea`` for ``My idea!.yaml``."""
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:60].strip("-") or "problem"


def new(
    name: str,
    year: int,
    position: Position | None = None,
    goal: Goal | None = None,
    steps: Sequence[Step] = (),
) -> str:
    """Return the text of a new problem file.

    ``name`` is the file's name; ``position`` what the problem begins with (None: a small
    sample); ``goal`` what is asked (None: something that makes sense); ``steps`` a line that
    reaches it.  The text can be read by :func:`spiderpos.catalogue.loads_problem`.
    """
    stem = re.sub(r"\.ya?ml$", "", name.replace("\\", "/").rpartition("/")[2])
    rules = "" if position is None or position.rules.name == "woods" else str(position.rules)
    partial = position is None or bool(faults(position))
    return _TEMPLATE.format(
        id=name_of(stem),
        year=year,
        file=f"{stem}.yaml",
        rules=f"rules: {rules}\n" if rules else "",
        partial="# Fewer cards than two decks, or fewer than ten columns:\npartial: true\n"
        if partial
        else "",
        goal=goal or _goal(position),
        position=_SAMPLE if position is None else as_yaml({"position": drawn(position)}),
        lines=_lines(f"{stem}.yaml", steps),
    )


def _lines(file: str, steps: Sequence[Step]) -> str:
    if not steps:
        return _NO_LINES.format(file=file)
    script = textwrap.indent(scripts.dumps(steps, "words").strip(), "      ")
    return _LINES.format(file=file, script=script)


def drawn(position: Position) -> dict[str, Any]:
    """Return the keys that state a position: a diagram wherever it says all."""
    keys = stated(position)
    plain = replace(position.hide(), hand=(), removed=())
    rows = formats.dumps(position, "diagram")
    try:
        seen = formats.loads(rows, "diagram", options=ReadOptions(partial=True))
    except SpiderError:
        return keys
    known = any(position.hand) or None in position.removed or position.cells
    if "text" not in keys or known or seen.columns != plain.columns:
        return keys
    keys = {"diagram": "".join(f"{row.rstrip()}\n" for row in rows.splitlines())}
    down = {n: c.down for n, c in enumerate(position.columns, 1) if any(c.down)}
    if down:
        keys["face_down"] = {
            n: " ".join(str(c or "??") for c in cards) for n, cards in down.items()
        }
    removed = [str(suit) for suit in position.removed]
    return keys | {"hand": len(position.hand), "removed": removed}


def _goal(position: Position | None) -> Goal:
    """Return a goal that isn't reached yet and makes sense here."""
    if position is None or position.face_down:
        return Goal((TurnUp(),))
    return Goal((GetSpaces(min(10, len(position.spaces) + 1)),))


def stated(position: Position, seen: Position | None = None) -> dict[str, Any]:
    """Return the keys that state a position in a problem file.

    A save line, and a diagram of what is ``seen``, where a line holds all of it; what it can't
    hold, our own notation can.
    """
    try:
        line = formats.dumps(position, "line").strip()
        if formats.loads(line, "line") != position or faults(position):
            raise NotWritable("line", "all of this")
    except SpiderError:
        return {"text": formats.dumps(position, "fen").strip(), "format": "fen"}
    # Beside a line it is only looked at.
    rows = formats.dumps(seen or position, "diagram").expandtabs(8).splitlines()
    return {"line": line, "diagram": "".join(f"{row.rstrip()}\n" for row in rows)}


def as_yaml(data: Mapping[str, Any]) -> str:
    """Return keys and values as YAML, in their order; texts of several lines stay as they are."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=WIDTH, allow_unicode=True)


class _Dumper(yaml.SafeDumper):
    """YAML in which a text of several lines stays as it is, with its tabs."""

    def analyze_scalar(self, scalar: str) -> Any:
        """Return what may be done with a text: tabs between its lines' cells are no hindrance."""
        analysis = super().analyze_scalar(scalar.replace("\t", " ") if "\n" in scalar else scalar)
        analysis.scalar = scalar
        return analysis


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _text)


def unfilled(problem: Problem) -> list[KeyPath]:
    """Return the keys of a problem's texts that are still the template's."""
    document = problem.document
    return [path for path in document.nodes if document.text(path).lstrip().startswith(_UNFILLED)]
