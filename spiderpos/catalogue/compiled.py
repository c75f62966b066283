"""Precompiled index of the shipped problems: list entry, position and solution.

``hatch_build.py`` calls :func:`write` to create ``problems/compiled.json``.  An entry whose YAML
file has changed since then (another length or checksum) is ignored, and the file is read instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

from .. import formats
from ..formats.base import ReadOptions
from ..game.position import Position
from ..text.resources import shipped_folder
from .problem import START, Problem

if TYPE_CHECKING:
    from ..goals.goal import Goal

_FILE: Final = "compiled.json"


class ListedProblem(NamedTuple):
    """An entry in a list of problems.

    ``goal`` is None if the file has none.  ``difficulty`` is the rating in the file, 0 to 10.
    """

    id: str
    title: str
    author: str
    year: int | None
    goal: str | None
    difficulty: float | None = None
    themes: tuple[str, ...] = ()

    @classmethod
    def of(cls, problem: Problem) -> ListedProblem:
        """Return the list entry of this problem."""
        data = problem.data
        goal = None if problem.goal is None else str(problem.goal)
        year = data.source.year if data.source else None
        rating = data.difficulty.rating if data.difficulty else None
        return cls(data.id, problem.title, data.author, year, goal, rating, data.themes)


def listed(path: Path) -> ListedProblem | None:
    """Return the list entry of a shipped problem; None if its file isn't in the index."""
    entry = _compiled(path)
    return None if entry is None else ListedProblem(*entry["listed"])


def start(path: Path) -> Position | None:
    """Return the position of a shipped problem; None if its file isn't in the index."""
    entry = _compiled(path)
    if entry is None:
        return None
    return formats.loads(entry["position"], "json", options=ReadOptions(partial=True))


def goal(path: Path, start: Position) -> Goal | None:
    """Return the goal of a shipped problem, parsed for its position ``start``.

    None if it states no goal, or if its file isn't in the index."""
    from ..goals.goal import parse  # noqa: PLC0415 - a position needs no grammar

    entry = listed(path)
    return None if entry is None or entry.goal is None else parse(entry.goal, position=start)


def solution(path: Path) -> tuple[str, str] | None:
    """Return the name and the script of the solution of a shipped problem.

    None if its file isn't in the index, or if the solution begins at another position.
    """
    entry = _compiled(path)
    if entry is None or entry["solution"] is None:
        return None
    name, script = entry["solution"]
    return name, script


def _compiled(path: Path) -> dict[str, Any] | None:
    entry = _all().get(path.stem)
    return entry if entry is not None and entry["file"] == _fingerprint(path) else None


@cache
def _all() -> dict[str, dict[str, Any]]:
    try:
        text = (shipped_folder("problems") / _FILE).read_text(encoding="ascii")
    except FileNotFoundError:
        return {}
    entries: dict[str, dict[str, Any]] = json.loads(text)
    return entries


def _fingerprint(path: Path) -> str:
    data = path.read_bytes()
    return f"{len(data)}-{crc32(data):08x}"


def _solution(problem: Problem) -> tuple[str, str] | None:
    """Return the name of the solution and its moves from the problem's position.

    None without a solution, or if it begins at another position.
    """
    texts: list[str] = []
    line = solution = problem.solution
    while line is not None and line.data.beginning is None:
        texts[:0] = [
            line.data.script or "",
            *(part.script or "" for part in line.data.parts or ()),
        ]
        if solution is not None and line.start == START:
            return solution.id, "\n".join(filter(None, texts))
        line = problem.lines.get(line.start)
    return None


def write(problems: Iterable[Problem]) -> Path:
    """Write the index of the shipped problems and return its path."""
    entries = {
        problem.id: {
            "file": _fingerprint(Path(problem.name)),
            "listed": ListedProblem.of(problem),
            "position": formats.dumps(problem.start, "json"),
            "solution": _solution(problem),
        }
        for problem in problems
    }
    path = shipped_folder("problems") / _FILE
    path.write_text(json.dumps(entries), encoding="ascii")
    return path
