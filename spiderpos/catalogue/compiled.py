"""Precompiled index of the shipped problems: list entry, position, goal and solution.

``hatch_build.py`` calls :func:`write` to create ``problems/compiled.pickle``.  It makes
``spiderpos verify woods-4`` start without YAML and grammars.  An entry whose YAML file has changed
since then (another length or checksum) is ignored, and the file is read instead.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
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
    from ..game.script import Script
    from ..goals.goal import Goal

_FILE: Final = "compiled.pickle"
#: The key of the fingerprints of modules; no problem has this name.
_SOURCES: Final = ""


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
    """Return the list entry of a shipped problem; None if the index has no current entry."""
    entry = _compiled(path)
    return None if entry is None else ListedProblem(*entry["listed"])


def start(path: Path) -> Position | None:
    """Return the position of a shipped problem; None if the index has no current entry."""
    entry = _compiled(path)
    if entry is None:
        return None
    return formats.loads(entry["position"], "json", options=ReadOptions(partial=True))


def goal(path: Path, read: Callable[[], Problem]) -> Goal | None:
    """Return the goal of a shipped problem in the index; None if it has none.

    ``read`` reads its file, and is called if the modules that define goals and scripts have
    changed since the build.
    """
    if not _is_current():
        return read().goal
    return pickle.loads(_all()[path.stem]["goal"])  # type: ignore[no-any-return]  # noqa: S301


def solution(path: Path, read: Callable[[], Problem]) -> tuple[str, Script] | None:
    """Return the name and the script of the solution of a shipped problem in the index.

    None if the index has no solution (see :func:`_solution`).  ``read`` is as in :func:`goal`.
    """
    if not _is_current():
        return read().solution_script
    return pickle.loads(_all()[path.stem]["solution"])  # type: ignore[no-any-return]  # noqa: S301


def _compiled(path: Path) -> dict[str, Any] | None:
    entry = _all().get(path.stem)
    return entry if entry is not None and entry["file"] == _fingerprint(path) else None


@cache
def _all() -> dict[str, Any]:
    try:
        data = (shipped_folder("problems") / _FILE).read_bytes()
    except FileNotFoundError:
        return {}
    entries: dict[str, Any] = pickle.loads(data)  # noqa: S301 - written by the build
    return entries


def _fingerprint(path: Path) -> str:
    data = path.read_bytes()
    return f"{len(data)}-{crc32(data):08x}"


@cache
def _is_current() -> bool:
    """Return True if the modules that define goals and scripts are those of the build.

    A pickle that was written with other definitions must not be loaded.
    """
    return bool(_all()[_SOURCES] == _sources())


def _sources() -> list[str]:
    """Return the fingerprints of the modules that define goals and scripts."""
    package = Path(__file__).resolve().parents[1]
    files = [package / "scripts" / "instructions.py", package / "text" / "source.py"]
    files += [*package.glob("game/*.py"), *package.glob("goals/*.py")]
    return [_fingerprint(file) for file in sorted(files)]


def _solution(problem: Problem) -> tuple[str, Script] | None:
    """Return the name of the solution and its moves from the problem's position.

    None without a solution, or if the solution, or a line that it continues, has ``as`` or
    continues a part of a line.
    """
    from ..scripts import words  # noqa: PLC0415 - only the build calls it

    texts: list[str] = []
    line = solution = problem.solution
    while line is not None and line.data.beginning is None:
        texts[:0] = [
            line.data.script or "",
            *(part.script or "" for part in line.data.parts or ()),
        ]
        if solution is not None and line.start == START:
            text = "\n".join(filter(None, texts))
            return solution.id, words.loads(text, name=f"{problem.id}:{solution.id}")
        line = problem.lines.get(line.start)
    return None


def write(problems: Iterable[Problem]) -> Path:
    """Write the index of the shipped problems and return its path."""
    entries = {
        problem.id: {
            "file": _fingerprint(Path(problem.file)),
            "listed": tuple(ListedProblem.of(problem)),
            "position": formats.dumps(problem.start, "json"),
            "goal": pickle.dumps(problem.goal),
            "solution": pickle.dumps(_solution(problem)),
        }
        for problem in problems
    }
    path = shipped_folder("problems") / _FILE
    path.write_bytes(pickle.dumps(entries | {_SOURCES: _sources()}))
    return path
