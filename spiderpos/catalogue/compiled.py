"""What is told of the problems that ship, as it was read when the package was built.

``hatch_build.py`` has :func:`write` make ``problems/compiled.json``.  A file that has changed
since is read from its YAML.
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
    """What a list tells of a problem; ``goal`` is what it asks, if it says so.

    ``difficulty``: the file's rating, 0 to 10.
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
    """Return the list entry of a problem that ships; None if the file isn't the compiled one."""
    entry = _compiled(path)
    return None if entry is None else ListedProblem(*entry["listed"])


def start(path: Path) -> Position | None:
    """Return the position of a problem that ships; None if the file isn't the compiled one."""
    entry = _compiled(path)
    if entry is None:
        return None
    return formats.loads(entry["position"], "json", options=ReadOptions(partial=True))


def goal(path: Path, start: Position) -> Goal | None:
    """Return the goal of a problem that ships and starts so; None if it states none."""
    from ..goals.goal import parse  # noqa: PLC0415 - a position needs no grammar

    entry = listed(path)
    return None if entry is None or entry.goal is None else parse(entry.goal, position=start)


def solution(path: Path) -> tuple[str, str] | None:
    """Return the name and the script of the solution of a problem that ships.

    None if the file isn't the compiled one, or if the solution begins at another position.
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
    """Return the name of the solution and the moves that lead to its end from the start."""
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
    """Write what is told of the problems that ship, and say where."""
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
